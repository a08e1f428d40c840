package report

import (
	"cmp"
	"fmt"
	"slices"

	"hotlens/profiles/analysis"
	"hotlens/profiles/decisions"
	"hotlens/profiles/numbers"
)

// maxPlaceCells is the width that a place gets at most; long file names lose
// their middle. On narrow pages it is a fourth of the page.
const maxPlaceCells = 28

// placeCells is the width of a column for these places with that heading.
func (r *report) placeCells(heading string, places []string) int {
	width := cells(heading)
	for _, place := range places {
		width = max(width, cells(place))
	}
	return min(width, maxPlaceCells, r.width/4)
}

// writeSites writes the call sites that the run spent most on, and their targets where
// there are several.
func (r *report) writeSites() {
	sites, selves := r.hottestSites()
	if len(sites) == 0 {
		return
	}
	callCells := len("calls")
	places := make([]string, len(sites))
	for i, site := range sites {
		callCells = max(callCells, len(numbers.Grouped(site.Calls)))
		places[i] = r.place(site.Method, site.Line)
	}
	placeCells := r.placeCells("where", places)
	r.heading("Hottest call sites", "shares of "+r.analysis.Whole()+r.foldedSelf())
	r.line(r.paint(dim, padLeft("calls", callCells+2)+"   self"+r.tableBar(0)+"  total  "+padRight("where", placeCells)+"  caller → callee"))
	before := callCells + 2 + percentCells + cells(r.tableBar(0)) + percentCells + 2 + placeCells + 2
	marked := false
	for i, site := range sites {
		callee, sign := r.callee(site), ""
		if len(site.Targets) == 1 {
			sign = mark(&site.Targets[0])
		}
		marked = marked || sign != ""
		share := r.analysis.Share(selves[i])
		r.line(
			padLeft(numbers.Grouped(site.Calls), callCells+2),
			r.percent(share), r.tableBar(share), r.percent(r.analysis.Share(site.Inclusive)),
			"  ", padRight(fitMiddle(places[i], placeCells), placeCells),
			"  ", r.call(site.Method, sign, callee, r.width-before),
		)
		if len(site.Targets) > 1 {
			marked = r.writeTargets(site, callCells, before) || marked
		}
	}
	if marked {
		r.line(r.paint(dim, fitEnd("  "+decisions.Legend, r.width)))
	}
}

// call writes "caller → callee" in at most width cells, with a sign before the
// callee. The callee, which the row is about, gets half of them, or more where
// the caller needs less.
func (r *report) call(method int, sign, callee string, width int) string {
	arrow := " → " + sign
	room := width - cells(arrow)
	caller := shortName(r.names[method], max(room-cells(callee), room/2))
	callee = shortName(callee, room-cells(caller))
	if !r.isOwn(method) {
		return r.paint(dim, caller+arrow+callee)
	}
	return r.paint(dim, caller+arrow) + callee
}

// writeTargets writes how a site's calls are split among its targets. It tells
// whether it marked any with the inliner's decision.
func (r *report) writeTargets(site *analysis.Site, callCells, indent int) (marked bool) {
	shown := site.Targets
	if len(shown) > maxTargets {
		shown = shown[:maxTargets-1]
	}
	row := func(calls uint64, branch, share, sign, name string) {
		r.line(
			r.paint(dim, padLeft(numbers.Grouped(calls), callCells+2)),
			padRight("", indent-callCells-2),
			r.paint(dim, branch), padLeft(share, percentCells-1), "  ", sign,
			shortName(name, r.width-indent-cells(branch)-percentCells-1-cells(sign)),
		)
	}
	rest := site.Calls
	for i, target := range shown {
		branch := "├"
		if i == len(site.Targets)-1 {
			branch = "└"
		}
		sign := mark(&target)
		marked = marked || sign != ""
		row(target.Calls, branch, numbers.Percent(target.Share), sign, r.names[target.Callee])
		rest -= target.Calls
	}
	if more := len(site.Targets) - len(shown); more > 0 {
		row(rest, "└", numbers.Percent(numbers.Share(rest, site.Calls)), "", fmt.Sprintf("%d more", more))
	}
	return marked
}

// mark is the sign of the decision about a target, with a blank behind it.
func mark(target *analysis.Target) string {
	if sign := target.Sign(); sign != "" {
		return sign + " "
	}
	return ""
}

// hottestSites returns the call sites to list, hottest first, and what belongs to each
// of them alone. By that measure a site of recursive calls, or one that all of the
// program is below, comes no further up than what it adds.
func (r *report) hottestSites() (sites []*analysis.Site, selves []analysis.Amounts) {
	metric := r.analysis.Metric
	all := r.analysis.SelvesOfSites(r.isOwn)
	var hot []int
	for i := range r.analysis.Sites {
		site := &r.analysis.Sites[i]
		if r.isOwn(site.Method) && !r.analysis.IsProxy(site.Method) && site.Calls > 0 && r.analysis.Share(all[i]) >= r.options.MinShare {
			hot = append(hot, i)
		}
	}
	slices.SortStableFunc(hot, func(i, j int) int {
		return cmp.Or(cmp.Compare(all[j].By(metric), all[i].By(metric)), r.analysis.HotterFirst(&r.analysis.Sites[i], &r.analysis.Sites[j]))
	})
	for _, i := range hot[:min(len(hot), r.rows(maxSites))] {
		sites, selves = append(sites, &r.analysis.Sites[i]), append(selves, all[i])
	}
	return sites, selves
}
