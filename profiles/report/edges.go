package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"hotlens/profiles"
	"hotlens/profiles/numbers"
)

// writeEdges writes the call edges of a profile that has neither counts nor samples, or of a timed one for which they were asked:
// the program's own calls in the order in which they were first executed, then how
// many more there are.
func (r *report) writeEdges() {
	asked := !r.profile.Timed() || slices.Contains(r.profile.Profilers, profiles.ProfilerEdges)
	if r.profile.Counted() || r.profile.Accuracy != nil || len(r.profile.Edges) == 0 || !asked {
		return
	}
	var rows []*profiles.Edge
	for i := range r.profile.Edges {
		if r.isOwn(r.profile.Edges[i].Caller) {
			rows = append(rows, &r.profile.Edges[i])
		}
	}
	slices.SortStableFunc(rows, func(a, b *profiles.Edge) int { return cmp.Compare(a.FirstSeen, b.FirstSeen) })
	own := len(rows)
	rows = rows[:min(own, r.rows(maxEdges))]
	r.heading("Call edges", "in the order of their first calls")
	placeCells := r.edgePlaceCells(rows)
	const orderCells, kindCells = 8, len(profiles.EdgeInitializer)
	r.line(r.paint(dim, padLeft("order", orderCells)+"  "+padRight("kind", kindCells)+"  "+padRight("where", placeCells)+"  caller → callee"))
	before := orderCells + 2 + kindCells + 2 + placeCells + 2
	for _, edge := range rows {
		r.line(
			padLeft(numbers.Grouped(uint64(edge.FirstSeen)), orderCells), "  ", padRight(string(edge.Kind), kindCells),
			"  ", padRight(fitMiddle(r.place(edge.Caller, edge.Line), placeCells), placeCells),
			"  ", r.call(edge.Caller, "", r.names[edge.Callee], r.width-before),
		)
	}
	var left []string
	if more := own - len(rows); more > 0 {
		left = append(left, numbers.Count(uint64(more), "more edge")+" of the program")
	}
	if library := len(r.profile.Edges) - own; library > 0 {
		left = append(left, numbers.Count(uint64(library), "edge")+" of the library")
	}
	if len(left) > 0 {
		r.line(r.paint(dim, fitEnd("  "+strings.Join(left, " and ")+" not shown; --format json has all", r.width)))
	}
}

func (r *report) edgePlaceCells(rows []*profiles.Edge) int {
	places := make([]string, len(rows))
	for i, edge := range rows {
		places[i] = r.place(edge.Caller, edge.Line)
	}
	return r.placeCells("where", places)
}

// accuracyText says how far a sampled call graph can be trusted.
func accuracyText(a *profiles.Accuracy) string {
	tick := "tick"
	if a.TickNanos > 0 {
		tick += " of " + numbers.Duration(a.TickNanos)
	}
	text := fmt.Sprintf("%s of calls, %d per %s at stride %d", numbers.Count(cmp.Or(a.Taken, a.Samples), "sample"), a.SamplesPerTick, tick, a.Stride)
	switch a.Schedule {
	case profiles.ScheduleGrowing:
		text += ", ever rarer ones"
	case profiles.SchedulePatching:
		text = fmt.Sprintf("%d samples of the calls of each method that got hot", a.SamplesPerTick)
	}
	if a.Overlap != nil {
		text += ", overlap " + numbers.Percent(*a.Overlap) + " with the exact call graph"
	}
	return text
}

// writeSampled writes the call edges with the most samples, and beside their shares
// the exact ones where they were measured, too.
func (r *report) writeSampled() {
	if r.profile.Accuracy == nil {
		return
	}
	var rows []*profiles.Edge
	total := uint64(0)
	for i := range r.profile.Edges {
		if edge := &r.profile.Edges[i]; edge.Samples != nil {
			total += *edge.Samples
			rows = append(rows, edge)
		}
	}
	rows = slices.DeleteFunc(rows, func(edge *profiles.Edge) bool {
		return *edge.Samples == 0 || numbers.Share(*edge.Samples, total) < r.options.MinShare
	})
	if len(rows) == 0 {
		return
	}
	slices.SortStableFunc(rows, func(a, b *profiles.Edge) int { return cmp.Compare(*b.Samples, *a.Samples) })
	rows = rows[:min(len(rows), r.rows(maxSampled))]
	remark, exact := "share of all samples", ""
	if r.profile.Counted() {
		remark, exact = "share of all samples, and exactly of all calls", "  exact"
	}
	r.heading("Sampled call edges", remark)
	placeCells := r.edgePlaceCells(rows)
	const sampleCells = 9
	r.line(r.paint(dim, padLeft("samples", sampleCells)+"  share"+r.tableBar(0)+exact+"  "+padRight("where", placeCells)+"  caller → callee"))
	before := sampleCells + percentCells + cells(r.tableBar(0)) + cells(exact) + 2 + placeCells + 2
	for _, edge := range rows {
		share := numbers.Share(*edge.Samples, total)
		exact := ""
		if r.profile.Counted() {
			exact = r.percent(r.analysis.CallShare(edge.Calls))
		}
		r.line(
			padLeft(numbers.Grouped(*edge.Samples), sampleCells), r.percent(share), r.tableBar(share), exact,
			"  ", padRight(fitMiddle(r.place(edge.Caller, edge.Line), placeCells), placeCells),
			"  ", r.call(edge.Caller, "", r.names[edge.Callee], r.width-before),
		)
	}
}
