package report

import (
	"cmp"
	"fmt"
	"slices"

	"hotlens/profiles"
	"hotlens/profiles/numbers"
)

// writeInlining writes the inliner's decisions, those at the heaviest edges
// first. Runs without an inliner have no such section.
func (r *report) writeInlining() {
	if r.profile.Inlining == nil {
		return
	}
	var rows []*profiles.Inlining
	count := map[string]uint64{}
	for i := range r.profile.Inlining {
		row := &r.profile.Inlining[i]
		count[row.Decision]++
		if row.Weight >= r.options.MinShare {
			rows = append(rows, row)
		}
	}
	slices.SortStableFunc(rows, func(a, b *profiles.Inlining) int { return cmp.Compare(b.Weight, a.Weight) })
	rows = rows[:min(len(rows), maxInlinings)]
	r.heading("Inlining", fmt.Sprintf("%s inlined, %s guarded, %s rejected",
		numbers.Grouped(count["inlined"]), numbers.Grouped(count["guarded"]), numbers.Grouped(count["rejected"])))
	if len(rows) == 0 {
		return
	}
	places := make([]string, len(rows))
	for i, row := range rows {
		places[i] = r.place(row.Caller, r.lineOf(row.Caller, row.BCI))
	}
	placeCells := r.placeCells("where", places)
	const decisionCells, sizeCells = len("rejected"), 8
	r.line(r.paint(dim, "    "+padRight("decision", decisionCells)+" weight"+padLeft("size", sizeCells)+"  "+padRight("where", placeCells)+"  caller → callee"))
	before := 4 + decisionCells + percentCells + sizeCells + 2 + placeCells + 2
	for i, row := range rows {
		r.line(
			"  ", r.paint(decisionStyle(row.Decision), decisionSign(row.Decision)+" "+padRight(fitEnd(clean(row.Decision), decisionCells), decisionCells)),
			r.percent(row.Weight),
			padLeft(fmt.Sprint(row.Size), sizeCells),
			"  ", padRight(fitMiddle(places[i], placeCells), placeCells),
			"  ", r.call(row.Caller, r.names[row.Callee], r.width-before),
		)
		for _, text := range wrap(clean(row.Reason), r.width-before) {
			r.line(padRight("", before), r.paint(dim, text))
		}
	}
}

// lineOf is the source line of a call site, -1 when unknown.
func (r *report) lineOf(method, bci int) int {
	if site := r.tree.Site(method, bci); site != nil {
		return site.Line
	}
	return -1
}

func decisionSign(decision string) string {
	switch decision {
	case "inlined":
		return "●"
	case "guarded":
		return "◐"
	}
	return "○"
}

func decisionStyle(decision string) style {
	if decision == "rejected" {
		return dim
	}
	return plain
}
