package report

import (
	"cmp"
	"slices"
	"strings"

	"hotlens/profiles"
	"hotlens/profiles/analysis"
	"hotlens/profiles/numbers"
)

// writeCallGraphs compares the executed call graph with those that the loaded classes make possible, then lists the
// call sites of the user's code that could call the most methods.
func (r *report) writeCallGraphs() {
	graphs := r.profile.CallGraphs
	if graphs == nil {
		return
	}
	r.heading("Call graphs", "from the executed methods on")
	const nameCells, numberCells = len("class hierarchy analysis"), 13
	row := func(style style, name string, columns ...string) {
		line := "  " + padRight(name, nameCells)
		for _, column := range columns {
			line += padLeft(column, numberCells)
		}
		r.line(r.paint(style, line))
	}
	row(dim, "", "methods", "edges", "call sites", "polymorphic")
	for _, graph := range []struct {
		name string
		size profiles.CallGraph
	}{{"executed", graphs.Executed}, {"rapid type analysis", graphs.RTA}, {"class hierarchy analysis", graphs.CHA}} {
		var columns []string
		for _, n := range []int{graph.size.Methods, graph.size.Edges, graph.size.Sites, graph.size.Polymorphic} {
			columns = append(columns, numbers.Grouped(uint64(n)))
		}
		row(plain, graph.name, columns...)
	}
	if n := graphs.Unforeseen; n > 0 {
		r.line(r.paint(dim, fitEnd("  "+numbers.Count(uint64(n), "executed edge")+" of unloaded classes are in the first only", r.width)))
	}
	r.writePolymorphic()
}

// maxUnseen is how many methods are named that a call site could have called and has not: a line full.
const maxUnseen = 4

// writePolymorphic lists call sites with how many methods they could call, by the class hierarchy and by those classes that
// have had objects, and how many they did.
func (r *report) writePolymorphic() {
	var sites []*analysis.Site
	for i := range r.analysis.Sites {
		if site := &r.analysis.Sites[i]; site.Possible > 1 && r.isApp(site.Method) {
			sites = append(sites, site)
		}
	}
	if len(sites) == 0 {
		return
	}
	slices.SortStableFunc(sites, func(a, b *analysis.Site) int {
		return cmp.Or(cmp.Compare(b.Possible, a.Possible), cmp.Compare(b.Calls, a.Calls))
	})
	more := len(sites) - maxPolymorphic
	sites = sites[:min(len(sites), maxPolymorphic)]
	places := make([]string, len(sites))
	for i, site := range sites {
		places[i] = r.place(site.Method, site.Line)
	}
	placeCells := r.placeCells("where", places)
	const possibleCells, objectCells, seenCells = 10, 14, 6
	r.line()
	r.line(r.paint(dim, padLeft("possible", possibleCells)+padLeft("with objects", objectCells)+padLeft("seen", seenCells)+"  "+padRight("where", placeCells)+"  caller → callee"))
	before := possibleCells + objectCells + seenCells + 2 + placeCells + 2
	for i, site := range sites {
		r.line(
			padLeft(numbers.Grouped(uint64(site.Possible)), possibleCells), padLeft(numbers.Grouped(uint64(site.Instantiated)), objectCells),
			padLeft(numbers.Grouped(uint64(len(site.Targets))), seenCells), "  ", padRight(fitMiddle(places[i], placeCells), placeCells),
			"  ", r.call(site.Method, "", r.names[site.Targets[0].Callee], r.width-before),
		)
		if unseen, others := site.UnseenTargets(maxUnseen); len(unseen) > 0 {
			text := "not called: " + strings.Join(unseen, ", ")
			if others > 0 {
				text += " and " + numbers.Grouped(uint64(others)) + " more"
			}
			indent := possibleCells + objectCells + seenCells + 2
			r.line(strings.Repeat(" ", indent), r.paint(dim, fitEnd(clean(text), r.width-indent)))
		}
	}
	if more > 0 {
		r.line(r.paint(dim, "  "+numbers.Count(uint64(more), "more polymorphic call site")))
	}
}
