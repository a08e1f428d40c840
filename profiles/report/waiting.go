package report

import (
	"cmp"
	"slices"

	"hotlens/profiles/analysis"
	"hotlens/profiles/numbers"
)

// maxWaiting is how many call sites that wait are listed: programs wait in few places.
const maxWaiting = 5

// writeWaiting writes the call sites of own code that waited longest, where waiting is not
// what the other tables are about: it is no part of what a program costs, and yet what its
// user may sit in front of. What they leave of the run's waiting stands below them.
func (r *report) writeWaiting() {
	if !r.analysis.Waits(r.analysis.Total) {
		return
	}
	selves := r.analysis.SelvesOfSites(r.isOwn)
	var sites []int
	elsewhere, others := r.analysis.Total.WaitNanos, uint64(0)
	for i := range r.analysis.Sites {
		if !r.isOwn(r.analysis.Sites[i].Method) {
			continue
		}
		elsewhere -= selves[i].WaitNanos
		others += selves[i].WaitNanos
		if r.analysis.Waits(selves[i]) {
			sites = append(sites, i)
		}
	}
	slices.SortStableFunc(sites, func(i, j int) int { return cmp.Compare(selves[j].WaitNanos, selves[i].WaitNanos) })
	sites = sites[:min(len(sites), r.rows(maxWaiting))]
	places := make([]string, len(sites))
	for row, i := range sites {
		places[row] = r.place(r.analysis.Sites[i].Method, r.analysis.Sites[i].Line)
	}
	placeCells := r.placeCells("where", places)
	r.heading("Waiting", "asleep, blocked or parked: no part of modelled time")
	const timeCells, callCells = 9, 12
	r.line(r.paint(dim, padLeft("time", timeCells)+padLeft("calls", callCells)+"  "+padRight("where", placeCells)+"  caller → callee"))
	for row, i := range sites {
		site := &r.analysis.Sites[i]
		others -= selves[i].WaitNanos
		r.line(
			padLeft(numbers.Duration(selves[i].WaitNanos), timeCells), padLeft(numbers.Grouped(site.Calls), callCells),
			"  ", padRight(fitMiddle(places[row], placeCells), placeCells),
			"  ", r.call(site.Method, "", r.callee(site), r.width-timeCells-callCells-2-placeCells-2),
		)
	}
	for _, rest := range []struct {
		nanos uint64
		where string
	}{{others, "in other calls of yours"}, {elsewhere, "in no call of yours, as threads of a pool wait that have no work"}} {
		if r.analysis.Waits(analysis.Amounts{WaitNanos: rest.nanos}) {
			r.line(padLeft(numbers.Duration(rest.nanos), timeCells), r.paint(dim, fitEnd("  "+rest.where, r.width-timeCells)))
		}
	}
}

// callee names a site's target, or says that it has several.
func (r *report) callee(site *analysis.Site) string {
	if len(site.Targets) == 1 {
		return r.names[site.Targets[0].Callee]
	}
	return numbers.Count(uint64(len(site.Targets)), "target")
}
