package analysis

import (
	"cmp"
	"slices"

	"hotlens/profiles"
	"hotlens/profiles/decisions"
	"hotlens/profiles/numbers"
	"hotlens/profiles/prefault"
	"hotlens/profiles/sources"
)

// Site is a call site: a place that calls, with what it has called. That is a call
// expression of the source, or an invoke instruction that the index does not know.
type Site struct {
	Method int // the caller
	BCI    int // of the instruction, or of the first one of the expression; -1 where no instruction calls
	Line   int // from 1; -1 when unknown
	// Implicit says that the calls are not the instruction's own, but were made in
	// front of or beside it: of class initializers, callbacks and threads' entries.
	Implicit bool
	// Call is the expression, and Caller the declaration that it stands in; nil where
	// the index does not know them.
	Call   *sources.Call
	Caller *Declaration

	Calls     uint64
	Inclusive Amounts  // of the calls made here with all they call, recursion through the site counted once
	Targets   []Target // most calls first
	// Possible is how many methods the site could call by the hierarchy of the loaded classes, and Instantiated how many
	// by those of them that have had objects; 0 where that was not asked for.
	Possible, Instantiated int
	// Unseen are some of those that it has not called, where they were recorded: those of classes that have had objects first.
	Unseen []*profiles.Unseen
	number int // its index among all
	// HotSpot is what the compilers of the user's own JVM decided about the site, if that was asked for.
	HotSpot []*profiles.HotSpot
	// Values are what its instructions have passed, if that was asked for.
	Values []*profiles.CallValues
}

// Target is one callee of a call site.
type Target struct {
	Callee   int
	Calls    uint64
	Share    float64            // of the site's calls
	Decision *profiles.Inlining // nil: the inliner has decided nothing
	decided  uint64             // of the calls, those that the decision is about
}

// Sign sums up, in a sign, what the inliner decided about the site's targets. It is
// empty where nothing was decided.
func (s *Site) Sign() string {
	var summary decisions.Summary
	s.AddDecisions(&summary)
	return summary.Sign()
}

// AddDecisions adds what the inliner decided about the site's targets.
func (s *Site) AddDecisions(summary *decisions.Summary) {
	for i := range s.Targets {
		summary.Add(s.Targets[i].decision())
	}
}

// Sign is the sign of what the inliner decided, empty for nothing.
func (t *Target) Sign() string { return decisions.Sign(t.decision()) }

func (t *Target) decision() profiles.Decision {
	if t.Decision == nil {
		return ""
	}
	return t.Decision.Decision
}

// SiteOf returns the call site that a context was entered from, nil for the entry of
// main.
func (a *Analysis) SiteOf(context int) *Site {
	if site := a.siteOf[context]; site >= 0 {
		return &a.Sites[site]
	}
	return nil
}

// HotterFirst orders call sites by their inclusive amounts of the chosen metric, then by
// calls.
func (a *Analysis) HotterFirst(x, y *Site) int {
	return cmp.Or(cmp.Compare(y.Inclusive.By(a.Metric), x.Inclusive.By(a.Metric)), cmp.Compare(y.Calls, x.Calls))
}

// implicit tells whether a kind of edge is not a call that the source spells out, but
// one that the machine makes.
func implicit(kind profiles.EdgeKind) bool {
	return kind == profiles.EdgeInitializer || kind == profiles.EdgeThread || kind == profiles.EdgeCallback
}

// edgeKey is a call edge.
type edgeKey struct{ caller, bci, callee int }

// listSites groups the edges by call site.
func (a *Analysis) listSites() {
	edges := a.Profile.Edges
	byPlace := make([]int, len(edges))
	for i := range byPlace {
		byPlace[i] = i
	}
	slices.SortFunc(byPlace, func(i, j int) int {
		return cmp.Or(cmp.Compare(a.same[edges[i].Caller], a.same[edges[j].Caller]), cmp.Compare(edges[i].BCI, edges[j].BCI), cmp.Compare(i, j))
	})
	inlining := make(map[edgeKey]*profiles.Inlining, len(a.Profile.Inlining))
	for i := range a.Profile.Inlining {
		row := &a.Profile.Inlining[i]
		inlining[edgeKey{row.Caller, row.BCI, row.Callee}] = row
	}
	expressions := a.expressions()
	type place struct {
		instruction
		implicit bool
		callee   int // where no instruction calls: what the machine calls by itself has nothing else in common
	}
	sites := make(map[place]int)
	siteOf := make([]int32, len(edges))
	for _, i := range byPlace {
		e := &edges[i]
		at := place{instruction: instruction{a.same[e.Caller], e.BCI}, implicit: implicit(e.Kind)}
		if e.BCI < 0 {
			at.callee = a.same[e.Callee]
		}
		index, known := sites[at]
		if !known {
			index = a.newSite(at.instruction, e.Line, at.implicit, expressions[at.instruction])
			sites[at] = index
		}
		siteOf[i] = int32(index)
		if e.Possible != nil && e.Instantiated != nil {
			site := &a.Sites[index]
			site.Possible, site.Instantiated = max(site.Possible, *e.Possible), max(site.Instantiated, *e.Instantiated)
		}
		a.Sites[index].add(a.same[e.Callee], e.Calls, inlining[edgeKey{e.Caller, e.BCI, e.Callee}])
	}
	for i := range a.Profile.HotSpot {
		row := &a.Profile.HotSpot[i]
		if at, known := sites[place{instruction: instruction{a.same[row.Caller], row.BCI}}]; known {
			a.Sites[at].HotSpot = append(a.Sites[at].HotSpot, row)
		}
	}
	for i := range a.Profile.Values {
		row := &a.Profile.Values[i]
		if at, known := sites[place{instruction: instruction{a.same[row.Caller], row.BCI}}]; known {
			a.Sites[at].Values = append(a.Sites[at].Values, row)
		}
	}
	for i := range a.Profile.Unseen {
		row := &a.Profile.Unseen[i]
		if at, known := sites[place{instruction: instruction{a.same[row.Caller], row.BCI}}]; known {
			a.Sites[at].addUnseen(row, a.Profile.Methods)
		}
	}
	for i := range a.Sites {
		site := &a.Sites[i]
		slices.SortStableFunc(site.Targets, func(x, y Target) int { return cmp.Compare(y.Calls, x.Calls) })
		for j := range site.Targets {
			site.Targets[j].Share = numbers.Share(site.Targets[j].Calls, site.Calls)
		}
	}
	for i, e := range a.siteOf { // which are edges still
		if e >= 0 {
			a.siteOf[i] = siteOf[e]
		}
	}
	a.orderSitesOfFiles()
}

// newSite returns the index of the site of an instruction: that of its expression, if
// another instruction of that has called already, else a new one.
func (a *Analysis) newSite(at instruction, line int, implicit bool, e *expression) int {
	site := Site{Method: at.method, BCI: at.bci, Line: line, Implicit: implicit, number: len(a.Sites)}
	if e != nil && !implicit {
		if e.site >= 0 {
			return e.site
		}
		e.site = len(a.Sites)
		site.Call, site.Caller = e.call, e.caller
	}
	a.Sites = append(a.Sites, site)
	return len(a.Sites) - 1
}

// add adds the calls of an edge. Where the compiler made several instructions of a
// call, the decision about the busiest speaks for it.
func (s *Site) add(callee int, calls uint64, decision *profiles.Inlining) {
	s.Calls += calls
	at := slices.IndexFunc(s.Targets, func(t Target) bool { return t.Callee == callee })
	if at < 0 {
		at = len(s.Targets)
		s.Targets = append(s.Targets, Target{Callee: callee})
	}
	t := &s.Targets[at]
	t.Calls += calls
	if decision != nil && (t.Decision == nil || calls > t.decided) {
		t.Decision, t.decided = decision, calls
	}
}

// addUnseen adds a method that one of the instructions of a site could have called, unless another one has.
func (s *Site) addUnseen(u *profiles.Unseen, methods []profiles.Method) {
	called := func(t Target) bool {
		m := &methods[t.Callee]
		return m.Class == u.Class && m.Name == u.Name && m.Descriptor == u.Descriptor
	}
	known := func(o *profiles.Unseen) bool {
		return o.Class == u.Class && o.Name == u.Name && o.Descriptor == u.Descriptor
	}
	if !slices.ContainsFunc(s.Targets, called) && !slices.ContainsFunc(s.Unseen, known) {
		s.Unseen = append(s.Unseen, u)
	}
}

// orderSitesOfFiles lists the sites of each file.
func (a *Analysis) orderSitesOfFiles() {
	files := make(map[*sources.File]*File, len(a.Files))
	for i := range a.Files {
		files[a.Files[i].Source] = &a.Files[i]
	}
	for i := range a.Sites {
		if caller := a.Sites[i].Caller; caller != nil {
			files[caller.File].Sites = append(files[caller.File].Sites, i)
		}
	}
	for i := range a.Files {
		slices.SortStableFunc(a.Files[i].Sites, func(x, y int) int {
			p, q := a.Sites[x].Call.NameRange.Start, a.Sites[y].Call.NameRange.Start
			return cmp.Or(cmp.Compare(p.Line, q.Line), cmp.Compare(p.Character, q.Character))
		})
	}
}

// edgesOfContexts returns for every context the edge that it was called by, -1
// for the entry of main. The entry of a thread belongs to the thread edge of
// its method. Of equal edges, which no run has, the last one counts.
func (a *Analysis) edgesOfContexts() []int32 {
	edges := newTriples(len(a.Profile.Edges))
	last := make([]int32, 0, len(a.Profile.Edges)) // by number
	started := map[int]int32{}                     // thread edges by callee
	for i := range a.Profile.Edges {
		e := &a.Profile.Edges[i]
		at, added := edges.add([3]int32{int32(e.Caller), int32(e.BCI), int32(e.Callee)})
		if added {
			last = append(last, 0)
		}
		last[at] = int32(i)
		if e.Kind == profiles.EdgeThread {
			started[e.Callee] = int32(i)
		}
	}
	edgeOf := prefault.Slice[int32](len(a.Profile.Contexts))
	for i := range a.Profile.Contexts {
		c := &a.Profile.Contexts[i]
		edgeOf[i] = -1
		if c.Parent >= 0 {
			if at := edges.find([3]int32{a.Profile.Contexts[c.Parent].Method, c.BCI, c.Method}); at >= 0 {
				edgeOf[i] = last[at]
			}
		} else if edge, known := started[int(c.Method)]; known {
			edgeOf[i] = edge
		}
	}
	return edgeOf
}
