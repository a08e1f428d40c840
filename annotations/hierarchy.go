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
				if item, ok := itemOf(v.Run, t.Callee, []*analysis.Site{site}, nil, locate); ok {
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
	list := callList{run: r, declared: declaredMembers(r)}
	for _, c := range r.Methods[callee].Contexts {
		caller, entered := callerWithSource(r, int(c))
		if caller >= 0 {
			list.add(r.MethodOf(caller), entered, int(c))
		} else if start := r.SiteOf(entered); start != nil && r.Methods[start.Method].Declared != nil {
			list.add(start.Method, entered, int(c))
		}
	}
	return list.calls(locate, false, nil)
}

// OutgoingCalls returns the methods that a method called, those with the largest share first: of the library those that it called
// itself, placed where it calls them, and of the source also those that it called through code without source. A method of
// the library is asked for what it called of the source.
func OutgoingCalls(r *analysis.Analysis, method analysis.Reference, locate Locate) []HierarchyCall {
	wanted := r.Find(method)
	if wanted < 0 {
		return nil
	}
	list := callList{run: r, declared: declaredMembers(r)}
	for _, caller := range r.Methods[wanted].Contexts {
		var entered int32 // by the caller itself
		r.Below(caller, func(c int32) (deeper bool) {
			direct := r.Profile.Contexts[c].Parent == int(caller)
			if direct {
				entered = c
			}
			callee := r.MethodOf(int(c))
			if list.passesOn(callee) {
				return true // what it calls says it all
			}
			_, generated := list.declared[r.Profile.Methods[callee].Class]
			if direct || r.Methods[callee].Declared != nil || generated {
				list.add(callee, int(entered), int(c))
			}
			return r.Methods[callee].Declared == nil && callee != wanted
		})
	}
	return list.calls(locate, true, r.Methods[wanted].Declared)
}

// declaredMembers are the names of the methods that the index declares, by their classes. A class may have others, which the
// compiler has made: accessors of records, values of enums, bridges.
func declaredMembers(r *analysis.Analysis) map[string]map[string]bool {
	declared := map[string]map[string]bool{}
	for i := range r.Files {
		for _, d := range r.Files[i].Declarations {
			members := declared[d.Source.Class]
			if members == nil {
				members = map[string]bool{}
				declared[d.Source.Class] = members
			}
			members[d.Source.Name] = true
		}
	}
	return declared
}

func hasSource(r *analysis.Analysis, context int) bool {
	return r.Methods[r.MethodOf(context)].Declared != nil
}

// callerWithSource returns the innermost context above a context whose method has
// source, -1 for none, and the context that it entered there.
func callerWithSource(r *analysis.Analysis, context int) (caller, entered int) {
	entered, caller = context, r.Profile.Contexts[context].Parent
	for caller >= 0 && !hasSource(r, caller) {
		entered, caller = caller, r.Profile.Contexts[caller].Parent
	}
	return caller, entered
}

// callList collects the edges of one method by the method at the other end.
type callList struct {
	run      *analysis.Analysis
	declared map[string]map[string]bool // see declaredMembers
	edges    []*hierarchyEdge
	index    map[int]*hierarchyEdge // by other
}

// passesOn tells whether a method only stands between a call and what is meant by it: a lambda proxy's, or a bridge, which
// the compiler has made beside a declared method of the same name (JLS 15.12.4.5).
func (l *callList) passesOn(method int) bool {
	m := &l.run.Profile.Methods[method]
	return l.run.IsProxy(method) || l.run.Methods[method].Declared == nil && l.declared[m.Class][m.Name]
}

type hierarchyEdge struct {
	other     int
	calls     uint64
	contexts  []int32 // of the callee
	inclusive analysis.Amounts
	sites     []*analysis.Site
	detour    string // the first code without source on the way, "" for direct calls
}

// add adds the calls that led to a context by way of another, which the caller has
// entered.
func (l *callList) add(other, entered, context int) {
	if l.index == nil {
		l.index = map[int]*hierarchyEdge{}
	}
	edge := l.index[other]
	if edge == nil {
		edge = &hierarchyEdge{other: other}
		l.index[other] = edge
		l.edges = append(l.edges, edge)
	}
	edge.calls += l.run.Profile.Contexts[context].Calls
	edge.contexts = append(edge.contexts, int32(context))
	if method := l.run.MethodOf(entered); entered != context && !l.passesOn(method) {
		edge.detour = l.run.Names[method]
	}
	if site := l.run.SiteOf(entered); site != nil && site.Call != nil && !slices.Contains(edge.sites, site) {
		edge.sites = append(edge.sites, site)
	}
}

// calls describes the edges. A method without source at the other end stands at the sites or, where no expression calls it, such
// as an iterator's in a for loop, at the caller; if that is not wanted, it is left out.
func (l *callList) calls(locate Locate, atSites bool, caller *analysis.Declaration) []HierarchyCall {
	for _, edge := range l.edges {
		edge.inclusive = l.run.InclusiveOf(edge.contexts)
	}
	slices.SortStableFunc(l.edges, func(a, b *hierarchyEdge) int {
		return cmp.Or(cmp.Compare(b.inclusive.By(l.run.Metric), a.inclusive.By(l.run.Metric)), cmp.Compare(b.calls, a.calls))
	})
	var calls []HierarchyCall
	for _, edge := range l.edges {
		var places []*analysis.Site
		if atSites {
			places = edge.sites
		}
		item, ok := itemOf(l.run, edge.other, places, caller, locate)
		if !ok || len(calls) == hierarchyLimit {
			continue
		}
		item.Detail = fmt.Sprintf("%s here · %s", numbers.Count(edge.calls, "call"), l.run.OfRun(edge.inclusive))
		if edge.detour != "" {
			item.Detail += " · through " + edge.detour
		}
		call := HierarchyCall{Item: item, Ranges: []sources.Range{}}
		for _, site := range edge.sites {
			if at, untouched := locate(site.Caller.File.Path, site.Call.NameRange); untouched {
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
func itemOf(r *analysis.Analysis, method int, sites []*analysis.Site, caller *analysis.Declaration, locate Locate) (Item, bool) {
	method = r.Behind(method)
	m := &r.Methods[method]
	item := Item{Name: strings.TrimPrefix(r.Names[method], "new "), Detail: r.OfRun(m.Inclusive), Method: r.Reference(method)}
	if m.Declared == nil {
		for _, site := range sites {
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
