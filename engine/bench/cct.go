package bench

import (
	"context"

	"hotlens/profiles/analysis"
	"hotlens/profiles/numbers"
)

// The sides that Contexts compares.
const (
	Plain       Side = "plain"
	Tree        Side = "tree"
	AllContexts Side = "all"
)

// contextSurvey is tables 3 to 6 of CCCP (PEPM 2009): what the calling context tree costs; and
// beside it what tables 1 and 2 say of each program.
var contextSurvey = survey{
	contest: contest{
		contenders: []contender{
			{Plain, "hotlens run", true, func(o *SpeedOptions) []string { return o.hotlens("run", "--tier", "auto") }},
			{Tree, "hotlens profile --clock wall --profilers cct", true, func(o *SpeedOptions) []string {
				return o.profile("--profilers", "cct")
			}},
			{AllContexts, "the same with --contexts all", true, func(o *SpeedOptions) []string {
				return o.profile("--profilers", "cct", "--contexts", "all")
			}},
		},
		comparisons: []comparison{{over: Tree, under: Plain}, {over: AllContexts, under: Plain}},
		programs:    paperPrograms,
	},
	finding: finding{
		flags:   [][]string{{"--profilers", "cct"}},
		columns: []string{"contexts", "calls", "native", "app→app", "app→JDK", "JDK→app", "JDK→JDK"},
		cells: func(of []*analysis.Analysis) []string {
			u := of[0].Usage()
			share := func(of uint64) string { return numbers.Percent(numbers.Share(of, u.Calls)) }
			return []string{
				numbers.Grouped(u.Contexts), numbers.Grouped(u.Calls), share(u.NativeCalls),
				share(u.Between[0][0]), share(u.Between[0][1]), share(u.Between[1][0]), share(u.Between[1][1]),
			}
		},
	},
}

// ContextSidesHelp says, in a line for each, what the sides of Contexts are.
func ContextSidesHelp() string { return contextSurvey.contest.help() }

// Contexts measures what the calling context tree costs, and how large it is.
func Contexts(ctx context.Context, options SpeedOptions) (*SurveyTable, error) {
	return contextSurvey.run(ctx, options)
}
