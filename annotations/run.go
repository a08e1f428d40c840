package annotations

import (
	"slices"
	"strings"

	"hotlens/profiles"
	"hotlens/profiles/sources"
)

// Run is the digest of one run: its profile, seen through the source index of
// the compilation. It is immutable once Prepare has returned.
//
// "Inclusive" costs are those of a method or call site with everything it
// called. Recursion counts once: a context adds to the inclusive costs of a
// method only if the method is not running further up already.
type Run struct {
	Profile *profiles.Profile
	Index   *sources.Index

	total     uint64        // bytecodes of the run
	methods   []*methodCost // by the position of the profile's methods
	byName    map[MethodReference]*methodCost
	files     map[string]*fileDigest // by path
	contexts  []contextCost          // by the position of the profile's contexts
	inlining  map[edgeKey]profiles.Inlining
	outgoing  map[*methodCost][]executedEdge
	positions map[int]int // of the profile's methods, by ID
}

// methodCost is what one method did in the run.
type methodCost struct {
	method    profiles.Method
	declared  *declaredMethod // nil for a method without source in the index
	calls     uint64
	self      uint64 // bytecodes
	inclusive uint64 // bytecodes
	outermost []int  // positions of the contexts that are not below another one of the same method
}

// declaredMethod is a method of the source index. Cost is nil if the run did
// not call it. A constructor and a static initializer are there several times: once
// more for each sources.Method with Initializer set.
type declaredMethod struct {
	source   *sources.Method
	file     *sources.File
	cost     *methodCost
	repeated bool // the same method has stood further up
}

// fileDigest is what the run did in one file.
type fileDigest struct {
	source  *sources.File
	methods []*declaredMethod
	sites   []*callSite
}

// callSite is one call expression. The compiler may have made several
// instructions of it (the body of a finally clause is copied, a field's
// initializer stands in each constructor); they are one.
type callSite struct {
	call      *sources.Call
	caller    *declaredMethod
	calls     uint64
	inclusive uint64 // bytecodes of everything that was called here
	targets   []*target
	outermost []int // positions of the contexts entered here, those of recursion only once
}

// target is one callee of a call site.
type target struct {
	callee   *methodCost
	calls    uint64
	decision *profiles.Inlining // nil: no decision was made
	decided  uint64             // of the calls, those that decision is about
}

// contextCost is the part of a context's costs that only the tree tells.
type contextCost struct {
	inclusive uint64 // bytecodes
	parent    int    // position, -1 for a root
	method    *methodCost
	site      *callSite // nil for a call that is not in the index
}

// siteKey is a call instruction: the position of its method, and its index in
// the bytecode.
type siteKey struct {
	method *methodCost
	bci    int
}

// edgeKey is an executed edge, by the IDs of the profile.
type edgeKey struct{ caller, bci, callee int }

// executedEdge is an edge of the call graph, as calls of its caller.
type executedEdge struct {
	callee *methodCost
	bci    int
	calls  uint64
}

// Prepare digests a profile. Rows that contradict each other (an unknown method,
// a parent behind its child) are left out rather than guessed at.
func Prepare(profile *profiles.Profile, index *sources.Index) *Run {
	r := &Run{
		Profile:   profile,
		Index:     index,
		byName:    make(map[MethodReference]*methodCost),
		files:     make(map[string]*fileDigest),
		inlining:  make(map[edgeKey]profiles.Inlining),
		outgoing:  make(map[*methodCost][]executedEdge),
		positions: make(map[int]int),
	}
	r.prepareMethods()
	r.prepareSources()
	sites := r.prepareSites()
	r.prepareEdges(sites)
	r.prepareContexts(sites)
	return r
}

// prepareMethods makes one cost of the methods that have the same name: two
// class loaders may have loaded the same class.
func (r *Run) prepareMethods() {
	for i, m := range r.Profile.Methods {
		r.positions[m.ID] = i
		reference := MethodReference{m.Class, m.Name, m.Descriptor}
		cost := r.byName[reference]
		if cost == nil {
			cost = &methodCost{method: m}
			r.byName[reference] = cost
		}
		r.methods = append(r.methods, cost)
	}
}

func (r *Run) method(id int) *methodCost {
	if i, found := r.positions[id]; found {
		return r.methods[i]
	}
	return nil
}

func (r *Run) prepareSources() {
	if r.Index == nil {
		return
	}
	for i := range r.Index.Files {
		file := &r.Index.Files[i]
		digest := &fileDigest{source: file}
		r.files[file.Path] = digest
		var unnamed []*declaredMethod
		seen := make(map[MethodReference]bool)
		for j := range file.Methods {
			m := &file.Methods[j]
			reference := MethodReference{m.Class, m.Name, m.Descriptor}
			declared := &declaredMethod{source: m, file: file, repeated: seen[reference]}
			seen[reference] = true
			digest.methods = append(digest.methods, declared)
			if m.Name == "" {
				unnamed = append(unnamed, declared)
			} else if cost := r.byName[reference]; cost != nil {
				declared.cost = cost
				if cost.declared == nil || !m.Initializer {
					cost.declared = declared
				}
			}
		}
		r.nameLambdas(unnamed)
	}
}

// nameLambdas finds the profile's methods of lambdas whose javac name the index
// could not tell, by their lines, where that leaves no choice.
func (r *Run) nameLambdas(unnamed []*declaredMethod) {
	for _, cost := range r.methods {
		if cost.declared != nil || !isLambdaName(cost.method.Name) {
			continue
		}
		var fitting []*declaredMethod
		for _, d := range unnamed {
			line := cost.method.Line - 1
			if d.source.Class == cost.method.Class && d.source.Body.Start.Line <= line && line <= d.source.Body.End.Line {
				fitting = append(fitting, d)
			}
		}
		if len(fitting) == 1 && fitting[0].cost == nil {
			fitting[0].cost, cost.declared = cost, fitting[0]
		}
	}
}

// prepareSites finds the call sites of the methods that ran.
func (r *Run) prepareSites() map[siteKey]*callSite {
	sites := make(map[siteKey]*callSite)
	for _, digest := range r.files {
		byRange := make(map[sources.Range]*callSite)
		for _, declared := range digest.methods {
			if declared.cost == nil {
				continue
			}
			for i := range declared.source.Calls {
				call := &declared.source.Calls[i]
				bci := call.BCI
				if bci < 0 {
					bci = r.findInstruction(declared, call)
				}
				if bci < 0 {
					continue
				}
				site := byRange[call.Range]
				if site == nil {
					site = &callSite{call: call, caller: declared}
					byRange[call.Range] = site
					digest.sites = append(digest.sites, site)
				}
				sites[siteKey{declared.cost, bci}] = site
				for _, copied := range call.Copies {
					sites[siteKey{declared.cost, copied}] = site
				}
			}
		}
	}
	return sites
}

// findInstruction finds the instruction of a call whose bytecode index the
// compiler could not tell: the only one that calls a method of this name on this
// line. It returns -1 if there is more than one.
func (r *Run) findInstruction(caller *declaredMethod, call *sources.Call) int {
	line := call.NameRange.Start.Line
	for i := range caller.source.Calls {
		other := &caller.source.Calls[i]
		if other != call && other.Name == call.Name && other.NameRange.Start.Line == line {
			return -1
		}
	}
	found := -1
	for _, e := range r.Profile.Edges {
		callee := r.method(e.Callee)
		if r.method(e.Caller) != caller.cost || e.Line != line+1 || callee == nil || callee.method.Name != call.Name {
			continue
		}
		if found >= 0 && found != e.BCI {
			return -1
		}
		found = e.BCI
	}
	return found
}

// written tells whether an edge is a call that the source spells out, as
// opposed to one that the machine makes in its place.
func written(kind profiles.EdgeKind) bool {
	return kind != profiles.EdgeInitializer && kind != profiles.EdgeThread && kind != profiles.EdgeCallback
}

func (r *Run) prepareEdges(sites map[siteKey]*callSite) {
	for _, d := range r.Profile.Inlining {
		r.inlining[edgeKey{d.Caller, d.BCI, d.Callee}] = d
	}
	for _, e := range r.Profile.Edges {
		caller, callee := r.method(e.Caller), r.method(e.Callee)
		if caller == nil || callee == nil {
			continue
		}
		if e.Kind != profiles.EdgeInitializer {
			r.outgoing[caller] = append(r.outgoing[caller], executedEdge{callee, e.BCI, e.Calls})
		}
		site := sites[siteKey{caller, e.BCI}]
		if site == nil || !written(e.Kind) {
			continue
		}
		site.calls += e.Calls
		t := site.target(callee)
		t.calls += e.Calls
		// Where the compiler made several instructions of a call, the decision about
		// the busiest speaks for it.
		if decision, found := r.inlining[edgeKey{e.Caller, e.BCI, e.Callee}]; found && (t.decision == nil || e.Calls > t.decided) {
			t.decision, t.decided = &decision, e.Calls
		}
	}
	for _, site := range sites {
		slices.SortStableFunc(site.targets, func(a, b *target) int { return compareDescending(a.calls, b.calls) })
	}
}

func (s *callSite) target(callee *methodCost) *target {
	for _, t := range s.targets {
		if t.callee == callee {
			return t
		}
	}
	t := &target{callee: callee}
	s.targets = append(s.targets, t)
	return t
}

// prepareContexts sums the calling context tree.
func (r *Run) prepareContexts(sites map[siteKey]*callSite) {
	machineMade := make(map[edgeKey]bool)
	for _, e := range r.Profile.Edges {
		if !written(e.Kind) {
			machineMade[edgeKey{e.Caller, e.BCI, e.Callee}] = true
		}
	}
	contexts := r.Profile.Contexts
	r.contexts = make([]contextCost, len(contexts))
	positions := make(map[int]int, len(contexts))
	for i, c := range contexts {
		cost := contextCost{inclusive: c.Bytecodes, parent: -1, method: r.method(c.Method)}
		if parent, found := positions[c.Parent]; found {
			cost.parent = parent
			key := edgeKey{contexts[parent].Method, c.BCI, c.Method}
			if caller := r.contexts[parent].method; caller != nil && !machineMade[key] {
				cost.site = sites[siteKey{caller, c.BCI}]
			}
		}
		positions[c.ID] = i
		r.contexts[i] = cost
	}
	var sum uint64
	for i := len(contexts) - 1; i >= 0; i-- {
		if parent := r.contexts[i].parent; parent >= 0 {
			r.contexts[parent].inclusive += r.contexts[i].inclusive
		} else {
			sum += r.contexts[i].inclusive
		}
	}
	r.total = max(sum, r.Profile.Totals.Bytecodes)
	r.sumInclusive()
}

// sumInclusive walks the tree depth first, knowing at each context which methods
// and call sites are active above it.
func (r *Run) sumInclusive() {
	children := make([][]int, len(r.contexts)+1) // the last is for the roots
	for i := range r.contexts {
		parent := r.contexts[i].parent
		if parent < 0 {
			parent = len(r.contexts)
		}
		children[parent] = append(children[parent], i)
	}
	activeMethods := make(map[*methodCost]int)
	activeSites := make(map[*callSite]int)
	type visit struct {
		context int
		leave   bool
	}
	var pending []visit
	push := func(contexts []int) {
		for _, i := range slices.Backward(contexts) {
			pending = append(pending, visit{context: i})
		}
	}
	push(children[len(r.contexts)])
	for len(pending) > 0 {
		v := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		cost := &r.contexts[v.context]
		if v.leave {
			activeMethods[cost.method]--
			activeSites[cost.site]--
			continue
		}
		if m := cost.method; m != nil {
			m.calls += r.Profile.Contexts[v.context].Calls
			m.self += r.Profile.Contexts[v.context].Bytecodes
			if activeMethods[m] == 0 {
				m.inclusive += cost.inclusive
				m.outermost = append(m.outermost, v.context)
			}
		}
		if s := cost.site; s != nil && activeSites[s] == 0 {
			s.inclusive += cost.inclusive
			s.outermost = append(s.outermost, v.context)
		}
		activeMethods[cost.method]++
		activeSites[cost.site]++
		pending = append(pending, visit{v.context, true})
		push(children[v.context])
	}
}

// share is the part of the run's bytecodes, from 0 to 1.
func (r *Run) share(bytecodes uint64) float64 {
	if r.total == 0 {
		return 0
	}
	return float64(bytecodes) / float64(r.total)
}

// complete tells whether the program ran to its end.
func (r *Run) complete() bool { return r.Profile.Complete && len(r.Profile.Limits) == 0 }

// name is how a method is shown. Calls through a lambda proxy are shown as
// calls of what the proxy calls, if that is always the same.
func (r *Run) name(m *methodCost) string {
	if isProxy(m.method) {
		if callees := r.outgoing[m]; len(callees) > 0 && !slices.ContainsFunc(callees, func(e executedEdge) bool {
			return e.callee != callees[0].callee
		}) && !isProxy(callees[0].callee.method) {
			return r.name(callees[0].callee)
		}
	}
	line := m.method.Line
	if m.declared != nil {
		line = m.declared.source.NameRange.Start.Line + 1
	}
	return displayName(m.method, line)
}

// signature is name with the parameters, where the source declares some.
func (r *Run) signature(m *methodCost) string {
	name := r.name(m)
	if isLambdaName(m.method.Name) || isProxy(m.method) || strings.HasPrefix(m.method.Name, "<cl") {
		return name
	}
	return name + displayParameters(m.method.Descriptor)
}

func compareDescending(a, b uint64) int {
	switch {
	case a > b:
		return -1
	case a < b:
		return 1
	}
	return 0
}
