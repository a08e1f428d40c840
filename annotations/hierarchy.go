package annotations

import (
	"fmt"
	"slices"
	"strings"

	"hotlens/profiles/sources"
)

// Item is a method in a call hierarchy.
type Item struct {
	Name      string
	Detail    string
	Path      string        // of the file
	Range     sources.Range // the declaration, in the current text
	Selection sources.Range // its name
	Method    MethodReference
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
	for _, site := range file.sites {
		if name, untouched := v.Anchors.Range(site.call.NameRange); untouched && contains(name, at) {
			for _, t := range site.targets {
				if item, ok := v.Run.item(t.callee, locate); ok {
					items = append(items, item)
				}
			}
			if len(items) > 0 {
				return items
			}
		}
	}
	for _, m := range file.methods {
		if name, untouched := v.Anchors.Range(m.source.NameRange); untouched && m.cost != nil && contains(name, at) && m.isDeclaration() {
			if item, ok := v.Run.item(m.cost, locate); ok {
				items = append(items, item)
			}
		}
	}
	return items
}

// IncomingCalls returns the methods of the source that called a method, those
// with most calls first. Calls through code without source (the library, lambda
// proxies) are shown as calls of the method that called into that code.
func IncomingCalls(r *Run, method MethodReference, locate Locate) []HierarchyCall {
	callee := r.byName[method]
	if callee == nil {
		return nil
	}
	var list callList
	for i := range r.contexts {
		if r.contexts[i].method != callee {
			continue
		}
		child, caller := i, r.contexts[i].parent
		for caller >= 0 && (r.contexts[caller].method == nil || r.contexts[caller].method.declared == nil) {
			child, caller = caller, r.contexts[caller].parent
		}
		if caller >= 0 {
			list.add(r.contexts[caller].method, r.contexts[child], child != i, r.Profile.Contexts[i].Calls)
		}
	}
	return list.calls(r, locate)
}

// OutgoingCalls returns the methods of the source that a method called, those
// with most calls first; calls through code without source are shown as
// IncomingCalls shows them.
func OutgoingCalls(r *Run, method MethodReference, locate Locate) []HierarchyCall {
	caller := r.byName[method]
	if caller == nil {
		return nil
	}
	var list callList
	for i := range r.contexts {
		if r.contexts[i].method == nil || r.contexts[i].method.declared == nil {
			continue
		}
		child, parent := i, r.contexts[i].parent
		for parent >= 0 && (r.contexts[parent].method == nil || r.contexts[parent].method.declared == nil) {
			child, parent = parent, r.contexts[parent].parent
		}
		if parent >= 0 && r.contexts[parent].method == caller {
			list.add(r.contexts[i].method, r.contexts[child], child != i, r.Profile.Contexts[i].Calls)
		}
	}
	return list.calls(r, locate)
}

// callList collects the edges of one method by the method at the other end.
type callList struct {
	edges []*hierarchyEdge
}

type hierarchyEdge struct {
	other  *methodCost
	calls  uint64
	sites  []*callSite
	detour string // the first code without source on the way, "" for direct calls
}

func (l *callList) add(other *methodCost, entered contextCost, indirect bool, calls uint64) {
	i := slices.IndexFunc(l.edges, func(e *hierarchyEdge) bool { return e.other == other })
	if i < 0 {
		i = len(l.edges)
		l.edges = append(l.edges, &hierarchyEdge{other: other})
	}
	edge := l.edges[i]
	edge.calls += calls
	if indirect && entered.method != nil && !isProxy(entered.method.method) {
		edge.detour = displayName(entered.method.method, 0)
	}
	if entered.site != nil && !slices.Contains(edge.sites, entered.site) {
		edge.sites = append(edge.sites, entered.site)
	}
}

func (l *callList) calls(r *Run, locate Locate) []HierarchyCall {
	slices.SortStableFunc(l.edges, func(a, b *hierarchyEdge) int { return compareDescending(a.calls, b.calls) })
	var calls []HierarchyCall
	for _, edge := range l.edges {
		item, ok := r.item(edge.other, locate)
		if !ok {
			continue
		}
		item.Detail = fmt.Sprintf("%s here · %s", quantity(edge.calls, "call"), item.Detail)
		if edge.detour != "" {
			item.Detail += " · through " + edge.detour
		}
		call := HierarchyCall{Item: item, Ranges: []sources.Range{}}
		for _, site := range edge.sites {
			if at, untouched := locate(site.caller.file.Path, site.call.NameRange); untouched {
				call.Ranges = append(call.Ranges, at)
			}
		}
		calls = append(calls, call)
	}
	return calls
}

// item describes a method for the call hierarchy, following lambda proxies. It
// reports false for a method that has no source or was edited.
func (r *Run) item(m *methodCost, locate Locate) (Item, bool) {
	if isProxy(m.method) && len(r.outgoing[m]) == 1 {
		m = r.outgoing[m][0].callee
	}
	if m.declared == nil {
		return Item{}, false
	}
	path := m.declared.file.Path
	selection, untouched := locate(path, m.declared.source.NameRange)
	if !untouched {
		return Item{}, false
	}
	whole, untouched := locate(path, m.declared.source.Range)
	if !untouched || before(selection.Start, whole.Start) || before(whole.End, selection.End) {
		whole = selection // the protocol demands that the one contains the other
	}
	return Item{
		Name:      strings.TrimPrefix(r.signature(m), "new "),
		Detail:    fmt.Sprintf("%s of run", percent(r.share(m.inclusive))),
		Path:      path,
		Range:     whole,
		Selection: selection,
		Method:    MethodReference{m.method.Class, m.method.Name, m.method.Descriptor},
	}, true
}
