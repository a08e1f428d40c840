package bench

import (
	"context"

	"hotlens/profiles"
	"hotlens/profiles/analysis"
	"hotlens/profiles/numbers"
)

// edgeSurvey is what Qian and Hendren measure of caller-target blocks ("Towards Dynamic
// Interprocedural Analysis in JVMs", VM 2004): the cost of announcing each call edge once,
// and the call graph's size against what class hierarchy analysis (CHA) and rapid type
// analysis (RTA) make of the loaded classes.
var edgeSurvey = survey{
	contest: contest{
		contenders: []contender{
			{Plain, "hotlens run", true, func(o *SpeedOptions) []string { return o.hotlens("run", "--tier", "auto") }},
			{Edges, "hotlens profile --clock wall --profilers edges", true, func(o *SpeedOptions) []string {
				return o.profile("--profilers", "edges")
			}},
		},
		comparisons: []comparison{{over: Edges, under: Plain}},
		programs:    paperPrograms,
	},
	finding: finding{
		flags: [][]string{{"--profilers", "edges", "--compare-cha"}},
		columns: []string{
			"methods", "CHA", "RTA", "edges", "CHA", "RTA", "polymorphic", "CHA", "RTA",
		},
		cells: func(of []*analysis.Analysis) []string {
			g := of[0].Profile.CallGraphs
			if g == nil {
				return nil
			}
			var cells []string
			for _, size := range []func(profiles.CallGraph) int{
				func(g profiles.CallGraph) int { return g.Methods },
				func(g profiles.CallGraph) int { return g.Edges },
				func(g profiles.CallGraph) int { return g.Polymorphic },
			} {
				for _, graph := range []profiles.CallGraph{g.Executed, g.CHA, g.RTA} {
					cells = append(cells, numbers.Grouped(uint64(size(graph))))
				}
			}
			return cells
		},
	},
}

// EdgeSidesHelp says, in a line for each, what the sides of CallEdges are.
func EdgeSidesHelp() string { return edgeSurvey.contest.help() }

// CallEdges measures what caller-target blocks cost, and how large call graphs are.
func CallEdges(ctx context.Context, options SpeedOptions) (*SurveyTable, error) {
	return edgeSurvey.run(ctx, options)
}
