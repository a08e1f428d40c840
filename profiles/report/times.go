package report

import (
	"cmp"
	"slices"

	"hotlens/profiles"
	"hotlens/profiles/numbers"
)

// writeTimes writes the methods that have taken the most time themselves (net), with what
// they have taken with their callees (gross).
func (r *report) writeTimes() {
	if !profiles.MetricTime.Measured(r.profile) {
		return
	}
	total := r.analysis.Total.By(profiles.MetricTime)
	net := func(m int) uint64 { return r.analysis.Methods[m].Exclusive.By(profiles.MetricTime) }
	var methods []int
	for m := range r.analysis.Methods {
		if net(m) > 0 && numbers.Share(net(m), total) >= r.options.MinShare {
			methods = append(methods, m)
		}
	}
	slices.SortStableFunc(methods, func(a, b int) int { return cmp.Compare(net(b), net(a)) })
	methods = methods[:min(len(methods), maxTimed)]
	if len(methods) == 0 {
		return
	}
	callCells := len("calls")
	for _, m := range methods {
		callCells = max(callCells, len(numbers.Grouped(r.analysis.Methods[m].Exclusive.Calls)))
	}
	const timeCells = 9 // two blanks and the longest form of numbers.Duration, "1.23 ms"
	room := r.width - 3*timeCells - percentCells - cells(r.tableBar(0)) - 2 - callCells - 2
	r.heading("Times", "share of "+numbers.Duration(total)+": net, without callees, in all and a call; gross, with them")
	r.line(r.paint(dim, padLeft("net", timeCells)+"  share"+r.tableBar(0)+padLeft("a call", timeCells)+padLeft("gross", timeCells)+
		"  "+padLeft("calls", callCells)+"  method"))
	for _, m := range methods {
		method := &r.analysis.Methods[m]
		share := numbers.Share(net(m), total)
		style := plain
		if !r.isApp(m) {
			style = dim
		}
		r.line(
			padLeft(numbers.Duration(net(m)), timeCells), r.percent(share), r.tableBar(share),
			padLeft(numbers.Duration(net(m)/max(method.Exclusive.Calls, 1)), timeCells),
			padLeft(numbers.Duration(method.Inclusive.By(profiles.MetricTime)), timeCells),
			"  ", padLeft(numbers.Grouped(method.Exclusive.Calls), callCells),
			"  ", r.paint(style, shortName(r.names[m], room)),
		)
	}
	if slices.ContainsFunc(methods, func(m int) bool { return net(m)/max(r.analysis.Methods[m].Exclusive.Calls, 1) < certainNanos }) {
		r.line(r.paint(dim, fitEnd("  uncertain where a call takes less than 1 µs: timing takes a good part of that, and is taken off", r.width)))
	}
}

// certainNanos is the net time of a call from which on hotlens bench time finds it within 5 %. What is taken off of shorter ones is as much
// as they take themselves, and compiled code that is not timed would have inlined them.
const certainNanos = 1000
