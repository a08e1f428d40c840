package tree

import (
	"cmp"
	"slices"

	"hotlens/profiles"
	"hotlens/profiles/numbers"
)

// Site is a place that calls: an invoke instruction, or, with BCI -1, all calls
// of a method that have no instruction (callbacks, class initializers, thread
// starts).
type Site struct {
	Method    int // the caller
	BCI       int
	Line      int // -1 when unknown
	Calls     uint64
	Inclusive Cost     // of the calls made here with all they call, recursion through the site counted once
	Targets   []Target // most calls first
}

// Target is one callee of a call site.
type Target struct {
	Edge      int // index into the profile's edges
	Callee    int
	Kind      profiles.EdgeKind
	Calls     uint64
	Share     float64 // of the site's calls
	Inclusive Cost    // recursion through this edge counted once
}

// SitesOf returns the call sites of a method in the order of the bytecode.
func (t *Tree) SitesOf(method int) []Site {
	start, _ := t.searchSite(method, -1)
	end, _ := t.searchSite(method+1, -1)
	return t.Sites[start:end]
}

// Site returns the call site at a bytecode index of a method, nil where nothing
// was called.
func (t *Tree) Site(method, bci int) *Site {
	at, found := t.searchSite(method, bci)
	if !found {
		return nil
	}
	return &t.Sites[at]
}

func (t *Tree) searchSite(method, bci int) (int, bool) {
	return slices.BinarySearchFunc(t.Sites, Site{Method: method, BCI: bci}, func(a, b Site) int {
		return cmp.Or(cmp.Compare(a.Method, b.Method), cmp.Compare(a.BCI, b.BCI))
	})
}

// sumSites groups the edges by call site.
func (t *Tree) sumSites() {
	edges := t.Profile.Edges
	byPlace := make([]int, len(edges))
	for i := range byPlace {
		byPlace[i] = i
	}
	slices.SortFunc(byPlace, func(a, b int) int {
		return cmp.Or(cmp.Compare(edges[a].Caller, edges[b].Caller), cmp.Compare(edges[a].BCI, edges[b].BCI),
			cmp.Compare(edges[b].Calls, edges[a].Calls), cmp.Compare(a, b))
	})
	siteOf := make([]int32, len(edges))
	for _, i := range byPlace {
		d := &edges[i]
		last := len(t.Sites) - 1
		if last < 0 || t.Sites[last].Method != d.Caller || t.Sites[last].BCI != d.BCI {
			t.Sites = append(t.Sites, Site{Method: d.Caller, BCI: d.BCI, Line: d.Line})
			last++
		}
		siteOf[i] = int32(last)
		t.Sites[last].Calls += d.Calls
		t.Sites[last].Targets = append(t.Sites[last].Targets, Target{Edge: i, Callee: d.Callee, Kind: d.Kind, Calls: d.Calls})
	}

	edgeOf := t.edgesOfContexts()
	byEdge := t.InclusiveBy(edgeOf, len(edges))
	siteOfContext := edgeOf // from here on the same slice holds sites
	for i, d := range edgeOf {
		if d >= 0 {
			siteOfContext[i] = siteOf[d]
		}
	}
	bySite := t.InclusiveBy(siteOfContext, len(t.Sites))
	for i := range t.Sites {
		site := &t.Sites[i]
		site.Inclusive = bySite[i]
		for j := range site.Targets {
			target := &site.Targets[j]
			target.Share = numbers.Share(target.Calls, site.Calls)
			target.Inclusive = byEdge[target.Edge]
		}
	}
}

// edgesOfContexts returns for every context the edge that it was called by, -1
// for the entry of main. The entry of a thread belongs to the thread edge of
// its method.
func (t *Tree) edgesOfContexts() []int32 {
	type key struct{ caller, bci, callee int32 }
	edges := make(map[key]int32, len(t.Profile.Edges))
	started := map[int]int32{} // thread edges by callee
	for i := range t.Profile.Edges {
		d := &t.Profile.Edges[i]
		edges[key{int32(d.Caller), int32(d.BCI), int32(d.Callee)}] = int32(i)
		if d.Kind == profiles.EdgeThread {
			started[d.Callee] = int32(i)
		}
	}
	edgeOf := make([]int32, len(t.Profile.Contexts))
	for i := range t.Profile.Contexts {
		c := &t.Profile.Contexts[i]
		var edge int32
		var known bool
		if c.Parent >= 0 {
			edge, known = edges[key{int32(t.Profile.Contexts[c.Parent].Method), int32(c.BCI), int32(c.Method)}]
		} else {
			edge, known = started[c.Method]
		}
		if !known {
			edge = -1
		}
		edgeOf[i] = edge
	}
	return edgeOf
}

// linkEdges groups the edges by their two ends.
func (t *Tree) linkEdges() {
	edges := t.Profile.Edges
	t.callers = make([][]int, len(t.Profile.Methods))
	t.callees = make([][]int, len(t.Profile.Methods))
	for i := range edges {
		t.callers[edges[i].Callee] = append(t.callers[edges[i].Callee], i)
		t.callees[edges[i].Caller] = append(t.callees[edges[i].Caller], i)
	}
	mostCalls := func(a, b int) int {
		return cmp.Or(cmp.Compare(edges[b].Calls, edges[a].Calls), cmp.Compare(a, b))
	}
	for method := range t.callers {
		slices.SortFunc(t.callers[method], mostCalls)
		slices.SortFunc(t.callees[method], mostCalls)
	}
}
