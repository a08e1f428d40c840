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
				if item, ok := itemOf(v.Run, t.Callee, locate); ok {
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
			if item, ok := itemOf(v.Run, d.Method, locate); ok {
				items = append(items, item)
			}
		}
	}
	return items
}

// IncomingCalls returns the methods of the source that called a method, those
// with most calls first. Calls through code without source (the library, lambda
// proxies) are shown as calls of the method that called into that code.
func IncomingCalls(r *analysis.Analysis, method analysis.Reference, locate Locate) []HierarchyCall {
	callee := r.Find(method)
	list := callList{run: r}
	for c := range r.Profile.Contexts {
		if callee < 0 || r.MethodOf(c) != callee {
			continue
		}
		if caller, entered := callerWithSource(r, c); caller >= 0 {
			list.add(r.MethodOf(caller), entered, c)
		}
	}
	return list.calls(locate)
}

// OutgoingCalls returns the methods of the source that a method called, those
// with most calls first; calls through code without source are shown as
// IncomingCalls shows them.
func OutgoingCalls(r *analysis.Analysis, method analysis.Reference, locate Locate) []HierarchyCall {
	wanted := r.Find(method)
	list := callList{run: r}
	for c := range r.Profile.Contexts {
		if wanted < 0 || !hasSource(r, c) {
			continue
		}
		if caller, entered := callerWithSource(r, c); caller >= 0 && r.MethodOf(caller) == wanted {
			list.add(r.MethodOf(c), entered, c)
		}
	}
	return list.calls(locate)
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
	run   *analysis.Analysis
	edges []*hierarchyEdge
}

type hierarchyEdge struct {
	other  int
	calls  uint64
	sites  []*analysis.Site
	detour string // the first code without source on the way, "" for direct calls
}

// add adds the calls that led to a context by way of another, which the caller has
// entered.
func (l *callList) add(other, entered, context int) {
	i := slices.IndexFunc(l.edges, func(e *hierarchyEdge) bool { return e.other == other })
	if i < 0 {
		i = len(l.edges)
		l.edges = append(l.edges, &hierarchyEdge{other: other})
	}
	edge := l.edges[i]
	edge.calls += l.run.Profile.Contexts[context].Calls
	if method := l.run.MethodOf(entered); entered != context && !l.run.IsProxy(method) {
		edge.detour = l.run.Names[method]
	}
	if site := l.run.SiteOf(entered); site != nil && site.Call != nil && !slices.Contains(edge.sites, site) {
		edge.sites = append(edge.sites, site)
	}
}

func (l *callList) calls(locate Locate) []HierarchyCall {
	slices.SortStableFunc(l.edges, func(a, b *hierarchyEdge) int { return cmp.Compare(b.calls, a.calls) })
	var calls []HierarchyCall
	for _, edge := range l.edges {
		item, ok := itemOf(l.run, edge.other, locate)
		if !ok {
			continue
		}
		item.Detail = fmt.Sprintf("%s here · %s", numbers.Count(edge.calls, "call"), item.Detail)
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

// itemOf describes a method for the call hierarchy, following lambda proxies. It
// reports false for a method that has no source or was edited.
func itemOf(r *analysis.Analysis, method int, locate Locate) (Item, bool) {
	method = r.Behind(method)
	m := &r.Methods[method]
	if m.Declared == nil {
		return Item{}, false
	}
	path := m.Declared.File.Path
	selection, untouched := locate(path, m.Declared.Source.NameRange)
	if !untouched {
		return Item{}, false
	}
	whole, untouched := locate(path, m.Declared.Source.Range)
	if !untouched || before(selection.Start, whole.Start) || before(whole.End, selection.End) {
		whole = selection // the protocol demands that the one contains the other
	}
	return Item{
		Name:      strings.TrimPrefix(r.Names[method], "new "),
		Detail:    r.OfRun(m.Inclusive),
		Path:      path,
		Range:     whole,
		Selection: selection,
		Method:    r.Reference(method),
	}, true
}
