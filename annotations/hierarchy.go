package annotations

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"hotlens/profiles/analysis"
	"hotlens/profiles/numbers"
	"hotlens/profiles/sources"
)

// Item is a method in a call hierarchy.
type Item struct {
	Name      string
	Detail    string
	Path      string        // of the file
	Range     sources.Range // the declaration, in the current text
	Selection sources.Range // its name
	Method    analysis.Reference
}

// HierarchyCall is an edge of the call hierarchy: the method at its other end,
// and the places of the calls in the caller's file.
type HierarchyCall struct {
	Item   Item
	Ranges []sources.Range
}

// hierarchyLimit bounds the methods that a method is said to have called, or to have been called by: no one reads more.
const hierarchyLimit = 200

// PrepareHierarchy returns the items at a position: the method declared there,
// or the executed targets of the call there.
func PrepareHierarchy(v View, locate Locate, at sources.Position) []Item {
	file := v.file()
	if file == nil {
		return nil
	}
	var items []Item
	for _, i := range file.Sites {
		site := &v.Run.Sites[i]
		if name, untouched := v.Anchors.Range(site.Call.NameRange); untouched && contains(name, at) {
			for _, t := range site.Targets {
				if item, ok := itemOf(v.Run, t.Callee, []int{i}, nil, locate); ok {
					items = append(items, item)
				}
			}
			if len(items) > 0 {
				return items
			}
		}
	}
	for _, d := range file.Declarations {
		if name, untouched := v.Anchors.Range(d.Source.NameRange); untouched && v.Run.Ran(d) && contains(name, at) && d.Declares() {
			if item, ok := itemOf(v.Run, d.Method, nil, nil, locate); ok {
				items = append(items, item)
			}
		}
	}
	if len(items) > 0 {
		return items
	}
	if _, method, found := v.referredAt(file, at); found {
		if item, ok := itemOf(v.Run, method, nil, nil, locate); ok {
			items = append(items, item)
		}
	}
	return items
}

// IncomingCalls returns the methods of the source that called a method, those
// with the largest share first. Calls through code without source (the library, lambda
// proxies) are shown as calls of the method that called into that code, and a thread's entry as called by
// the method that started the thread.
func IncomingCalls(r *analysis.Analysis, method analysis.Reference, locate Locate) []HierarchyCall {
	callee := r.Find(method)
	if callee < 0 {
		return nil
	}
	return hierarchyCalls(r, r.Callers(callee), locate, func(l *analysis.Link) (Item, bool) {
		return itemOf(r, l.Caller, nil, nil, locate)
	})
}

// OutgoingCalls returns the methods that a method called, those with the largest share first: of the library those that it called
// itself, placed where it calls them, and of the source also those that it called through code without source. A method of
// the library is asked for what it called of the source.
func OutgoingCalls(r *analysis.Analysis, method analysis.Reference, locate Locate) []HierarchyCall {
	caller := r.Find(method)
	if caller < 0 {
		return nil
	}
	return hierarchyCalls(r, r.Callees(caller), locate, func(l *analysis.Link) (Item, bool) {
		return itemOf(r, l.Callee, l.Sites, r.Methods[caller].Declared, locate)
	})
}

// hierarchyCalls describes links, with the item at the other end. A method without source there stands at the sites or, where no
// expression calls it, such as an iterator's in a for loop, at the caller; if that has no source either, it is left out.
func hierarchyCalls(r *analysis.Analysis, links []analysis.Link, locate Locate, other func(*analysis.Link) (Item, bool)) []HierarchyCall {
	links = slices.Clone(links) // they are everybody's
	slices.SortStableFunc(links, func(a, b analysis.Link) int {
		return cmp.Or(cmp.Compare(b.Inclusive.By(r.Metric), a.Inclusive.By(r.Metric)), cmp.Compare(b.Calls, a.Calls))
	})
	var calls []HierarchyCall
	for i := range links {
		link := &links[i]
		if len(calls) == hierarchyLimit {
			break
		}
		item, ok := other(link)
		if !ok {
			continue
		}
		// Editors cut it off where their side bar ends: what the list is sorted by comes first, and the method at the root says of what it is a part.
		item.Detail = fmt.Sprintf("%s · %s here", r.Part(link.Inclusive), numbers.Count(link.Calls, "call"))
		if link.Detour >= 0 {
			item.Detail += " · through " + r.Names[link.Detour]
		}
		call := HierarchyCall{Item: item, Ranges: []sources.Range{}}
		for _, i := range link.Sites {
			if at, untouched := locate(r.Sites[i].Caller.File.Path, r.Sites[i].Call.NameRange); untouched {
				call.Ranges = append(call.Ranges, at)
			}
		}
		calls = append(calls, call)
	}
	return calls
}

// itemOf describes a method for the call hierarchy, following lambda proxies. A method without source, of the library or made
// by the compiler, stands where it is called: at the first of the sites that is as it was, or at the caller, which may be nil. It reports
// false for a method that has no place, or was edited.
func itemOf(r *analysis.Analysis, method int, sites []int, caller *analysis.Declaration, locate Locate) (Item, bool) {
	method = r.Behind(method)
	m := &r.Methods[method]
	item := Item{Name: strings.TrimPrefix(r.Names[method], "new "), Detail: r.OfRun(m.Inclusive), Method: r.Reference(method)}
	if m.Declared == nil {
		for _, i := range sites {
			site := &r.Sites[i]
			if at, untouched := locate(site.Caller.File.Path, site.Call.NameRange); untouched {
				item.Path, item.Range, item.Selection = site.Caller.File.Path, at, at
				return item, true
			}
		}
		if caller != nil && len(sites) == 0 {
			at, untouched := locate(caller.File.Path, caller.Source.NameRange)
			item.Path, item.Range, item.Selection = caller.File.Path, at, at
			return item, untouched
		}
		return Item{}, false
	}
	item.Path = m.Declared.File.Path
	selection, untouched := locate(item.Path, m.Declared.Source.NameRange)
	if !untouched {
		return Item{}, false
	}
	whole, untouched := locate(item.Path, m.Declared.Source.Range)
	if !untouched || before(selection.Start, whole.Start) || before(whole.End, selection.End) {
		whole = selection // the protocol demands that the one contains the other
	}
	item.Range, item.Selection = whole, selection
	return item, true
}
