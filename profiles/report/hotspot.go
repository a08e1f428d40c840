package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"hotlens/profiles"
	"hotlens/profiles/analysis"
	"hotlens/profiles/decisions"
	"hotlens/profiles/numbers"
)

// WriteInlining writes only what the inliner decided, beside HotSpot's decisions where the profile has them.
func WriteInlining(w io.Writer, p *profiles.Profile, options Options) error {
	analysed, err := analysis.New(p, options.Index)
	if err != nil {
		return err
	}
	r := newReport(w, analysed, options)
	r.writeTotals()
	r.writeHotSpot()
	r.writeInlining()
	return r.finish()
}

// writeHotSpot compares the inliner's decisions with those of HotSpot's compilers: first how often they agree, then the call
// sites of the user's code with the most calls, those first where only one of the two inlines.
func (r *report) writeHotSpot() {
	if r.profile.HotSpot == nil {
		return
	}
	var count [analysis.OnlyHotSpotInlines + 1]uint64
	var sites []*analysis.Site
	for i := range r.analysis.Sites {
		site := &r.analysis.Sites[i]
		agreement := site.Agreement()
		count[agreement]++
		if agreement != analysis.Undecided && (r.isOwn(site.Method) || r.options.All) {
			sites = append(sites, site)
		}
	}
	r.heading("Inlining here and in HotSpot", fmt.Sprintf("both inline %s, neither %s, only ours %s, only HotSpot %s", numbers.Grouped(count[analysis.BothInline]),
		numbers.Grouped(count[analysis.NeitherInlines]), numbers.Grouped(count[analysis.OnlyOursInlines]), numbers.Grouped(count[analysis.OnlyHotSpotInlines])))
	slices.SortStableFunc(sites, func(a, b *analysis.Site) int {
		differ := func(s *analysis.Site) int {
			if s.Agreement() >= analysis.OnlyOursInlines {
				return 0
			}
			return 1
		}
		return cmp.Or(cmp.Compare(differ(a), differ(b)), cmp.Compare(b.Calls, a.Calls))
	})
	sites = sites[:min(len(sites), r.rows(maxInlinings))]
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
	const agreementCells = len("only HotSpot")
	r.line(r.paint(dim, "  "+padRight("inlined by", agreementCells)+"  "+padLeft("calls", callCells)+"  "+padRight("where", placeCells)+"  caller → callee"))
	before := 2 + agreementCells + 2 + callCells + 2 + placeCells + 2
	for i, site := range sites {
		callee := r.names[site.Targets[0].Callee]
		if n := len(site.Targets); n > 1 {
			callee = fmt.Sprintf("%d targets", n)
		}
		r.line(
			"  ", padRight(site.Agreement().String(), agreementCells), "  ", padLeft(numbers.Grouped(site.Calls), callCells),
			"  ", padRight(fitMiddle(places[i], placeCells), placeCells), "  ", r.call(site.Method, "", callee, r.width-before),
		)
		for _, reason := range r.reasons(site) {
			for _, text := range wrap(clean(reason), r.width-before) {
				r.line(padRight("", before), r.paint(dim, text))
			}
		}
	}
}

// maxReasons bounds the decisions that are given of each inliner about a site.
const maxReasons = 3

// reasons are what the two inliners say about a site.
func (r *report) reasons(site *analysis.Site) []string {
	var reasons []string
	for _, t := range site.Targets[:min(len(site.Targets), maxReasons)] {
		if d := t.Decision; d != nil {
			text := "here " + decisions.Sign(d.Decision) + " " + string(d.Decision) + ": " + d.Reason
			if len(site.Targets) > 1 {
				text += " (" + r.names[t.Callee] + ")"
			}
			reasons = append(reasons, text)
		}
	}
	for _, h := range site.HotSpot[:min(len(site.HotSpot), maxReasons)] {
		reasons = append(reasons, "HotSpot "+analysis.HotSpotWords(h))
	}
	return reasons
}
