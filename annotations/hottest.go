package annotations

import (
	"slices"

	"hotlens/profiles/analysis"
	"hotlens/profiles/sources"
)

// Place is one entry of the list of the hottest call sites.
type Place struct {
	Path   string        // of the file
	Range  sources.Range // of the callee's name, in the current text
	Caller string
	Callee string // the most frequent target
	Calls  uint64
	Share  float64 // of the run by the chosen metric, from 0 to 1
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
				Path: path, Range: name, Caller: r.Names[site.Method], Callee: r.Names[site.Targets[0].Callee],
				Calls: site.Calls, Share: share,
			})
		}
	}
	return places
}
