package annotations

import (
	"slices"
	"strings"

	"hotlens/profiles/analysis"
	"hotlens/profiles/numbers"
	"hotlens/profiles/sources"
)

// Place is one entry of the list of the hottest call sites.
type Place struct {
	Path    string        // of the file
	Range   sources.Range // of the callee's name, in the current text
	Caller  string
	Callees string // the targets, most calls first, with their shares if there are several
	Targets int    // how many these are
	Calls   uint64
	Share   float64 // of the run by the chosen metric, from 0 to 1
	Figure  string  // the same with its unit: "≈ 12 ms"
}

// Hottest returns the call sites with the largest shares of a run, hottest
// first, at most limit many and none below minShare.
func Hottest(r *analysis.Analysis, locate Locate, minShare float64, limit int) []Place {
	var sites []*analysis.Site
	for _, file := range r.Files {
		for _, i := range file.Sites {
			sites = append(sites, &r.Sites[i])
		}
	}
	slices.SortStableFunc(sites, r.HotterFirst)
	var places []Place
	for _, site := range sites {
		share := r.Share(site.Inclusive)
		if len(places) == limit || share < minShare {
			break
		}
		path := site.Caller.File.Path
		if name, untouched := locate(path, site.Call.NameRange); untouched {
			places = append(places, Place{
				Path: path, Range: name, Caller: r.Names[site.Method], Callees: callees(r, site), Targets: len(site.Targets),
				Calls: site.Calls, Share: share, Figure: r.Figure(site.Inclusive),
			})
		}
	}
	return places
}

// hottestTargets is the number of targets that an entry of the list names: what fits a line.
const hottestTargets = 3

// callees names the targets of a site: "Retail.price", or "Retail.price 80%, Wholesale.price 20%". What the site
// cost is not credited to one of several.
func callees(r *analysis.Analysis, site *analysis.Site) string {
	if len(site.Targets) == 1 {
		return r.Names[site.Targets[0].Callee]
	}
	var parts []string
	for _, t := range site.Targets[:min(len(site.Targets), hottestTargets)] {
		parts = append(parts, r.Names[t.Callee]+" "+numbers.Percent(t.Share))
	}
	if more := len(site.Targets) - hottestTargets; more > 0 {
		parts = append(parts, numbers.Grouped(uint64(more))+" more")
	}
	return strings.Join(parts, ", ")
}
