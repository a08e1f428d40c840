package annotations

import (
	"slices"

	"hotlens/profiles/sources"
)

// Place is one entry of the list of the hottest call sites.
type Place struct {
	Path   string        // of the file
	Range  sources.Range // of the callee's name, in the current text
	Caller string
	Callee string // the most frequent target
	Calls  uint64
	Share  float64 // of the run's bytecodes, from 0 to 1
}

// Locate finds where a range of a compiled file stands in its current text. It
// reports false if that is not known.
type Locate func(path string, r sources.Range) (sources.Range, bool)

// Hottest returns the call sites with the largest shares of a run, hottest
// first, at most limit many and none below minShare.
func Hottest(r *Run, locate Locate, minShare float64, limit int) []Place {
	var sites []*callSite
	if r.Index == nil {
		return nil
	}
	for i := range r.Index.Files {
		sites = append(sites, r.files[r.Index.Files[i].Path].sites...)
	}
	slices.SortStableFunc(sites, hotterFirst)
	var places []Place
	for _, site := range sites {
		if len(places) == limit || site.calls == 0 || r.share(site.inclusive) < minShare {
			break
		}
		path := site.caller.file.Path
		if name, untouched := locate(path, site.call.NameRange); untouched {
			places = append(places, Place{
				Path: path, Range: name, Caller: r.name(site.caller.cost), Callee: r.name(site.targets[0].callee),
				Calls: site.calls, Share: r.share(site.inclusive),
			})
		}
	}
	return places
}
