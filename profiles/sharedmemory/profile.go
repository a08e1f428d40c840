package sharedmemory

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/sourcegraph/conc"

	"hotlens/profiles"
	"hotlens/profiles/prefault"
	"hotlens/profiles/spread"
)

// Profile turns the snapshot into the plain profile. The caller fills in what
// the region does not know: Target, Clock, Tier, Complete, Limits and
// Totals.WallNanos.
//
// What a test framework did has no context: Harness sums it. Contexts keep the order of their records. Contexts that counted nothing, and
// whose descendants counted nothing, are left out; so are methods and threads
// that then occur nowhere. Methods are numbered in the order of their first
// context. Edges sum the contexts and stand in the order of their
// announcements. Context samples are there when any context was sampled, and edge
// samples when any edge was.
//
// A run without any context kept none: its edges are those that were announced. The contexts of a run that was timed are only
// of the methods that were: its edges are theirs, and those that were announced besides, without calls.
//
// Inlining holds the last decision about each executed edge, ordered by caller,
// bytecode index and callee; it is nil when the inliner decided nothing.
func (s *Snapshot) Profile() *profiles.Profile {
	p := &profiles.Profile{
		Schema:   profiles.Schema,
		Target:   profiles.Target{Arguments: []string{}, ClassPath: []string{}},
		Limits:   []profiles.Limit{},
		Methods:  []profiles.Method{},
		Threads:  []profiles.Thread{},
		Contexts: []profiles.Context{},
		Edges:    []profiles.Edge{},
		Marks:    s.Marks,
		OfTests:  s.OfTests,
	}
	var executed []*edgeSum
	var summing conc.WaitGroup // which takes as long as the contexts do, and needs nothing of them
	summing.Go(func() { executed = s.executedEdges() })
	kept, contexts, sampled := s.counted()
	if p.Contexts, s.room = s.room, nil; cap(p.Contexts) < contexts {
		p.Contexts = prefault.Slice[profiles.Context](contexts)[:0] // there may be millions: room for no more
	}
	contextOf := prefault.Slice[int32](s.Nodes.Len()) // context by node
	methodOf := make([]int, len(s.Methods))
	for i := range methodOf {
		methodOf[i] = None
	}
	waited, cycled, timed := uint64(0), s.cycled(), false
	for i, n := range s.Nodes.All() {
		contextOf[i] = None
		if n.Kind == Harness {
			p.Harness = &profiles.Harness{Bytecodes: n.Bytecodes, Allocations: n.Objects, AllocatedBytes: n.Bytes}
			continue
		}
		if !kept[i] {
			continue
		}
		if methodOf[n.Method] == None {
			methodOf[n.Method] = len(p.Methods)
			p.Methods = append(p.Methods, s.Methods[n.Method].method(len(p.Methods)))
		}
		contextOf[i] = int32(len(p.Contexts))
		c := profiles.Context{
			ID: contextOf[i], Parent: -1, Method: int32(methodOf[n.Method]), BCI: -1, Line: -1,
			Calls: n.Calls, Bytecodes: n.Bytecodes, Allocations: n.Objects, AllocatedBytes: n.Bytes,
		}
		if n.hasCallSite() {
			c.Parent, c.BCI, c.Line = contextOf[n.Parent], int32(place(n.BCI)), int32(place(n.Line))
		}
		if x := s.extras(n); x != nil || cycled || sampled || n.Timed {
			if b := besides(n, x, cycled, sampled); b != (profiles.Besides{}) {
				*p.Own(&c) = b
				waited += b.WaitNanos.Value()
			}
			timed = timed || n.Timed
		}
		p.Contexts = append(p.Contexts, c)
		p.Totals.Calls += n.Calls
		p.Totals.Bytecodes += n.Bytecodes
		p.Totals.Allocations += n.Objects
		p.Totals.AllocatedBytes += n.Bytes
	}
	if timed {
		addTimes(p)
	}
	if s.TickNanos != 0 {
		instrumented := uint64(s.Instrumented)
		p.Totals.Instrumented = &instrumented
	}
	p.Totals.Contexts = len(p.Contexts)
	p.Totals.Folded = s.Folded
	if s.CallSamples > 0 {
		p.Accuracy = &profiles.Accuracy{Taken: s.CallSamples}
	}
	if waited > 0 {
		p.Totals.WaitNanos = &waited
	}
	for _, t := range s.Threads {
		if t.Root != None && contextOf[t.Root] != None {
			p.Threads = append(p.Threads, profiles.Thread{ID: len(p.Threads), Name: t.Name, Root: int(contextOf[t.Root])})
		}
	}
	summing.Wait()
	sampled = slices.ContainsFunc(executed, func(d *edgeSum) bool { return d.samples > 0 })
	for _, d := range executed {
		for _, m := range []int32{d.caller, d.callee} {
			if methodOf[m] == None { // no context says so
				methodOf[m] = len(p.Methods)
				p.Methods = append(p.Methods, s.Methods[m].method(len(p.Methods)))
			}
		}
		edge := profiles.Edge{
			Caller: methodOf[d.caller], BCI: int(d.bci), Line: place(d.line), Callee: methodOf[d.callee],
			Kind: edgeKinds[d.kind], Calls: d.calls, FirstSeen: len(p.Edges),
		}
		if sampled {
			edge.Samples = &d.samples
		}
		p.Edges = append(p.Edges, edge)
	}
	for i := range s.Passed {
		if m := s.Passed[i].Caller; methodOf[m] == None {
			methodOf[m] = len(p.Methods)
			p.Methods = append(p.Methods, s.Methods[m].method(len(p.Methods)))
		}
	}
	s.compare(p, executed)
	s.unseen(p, methodOf)
	s.types(p, contextOf)
	s.concatenations(p, methodOf)
	p.Collections = s.Collections
	p.Values = s.values(methodOf)
	p.Inlining = s.inlining(executed, methodOf)
	return p
}

// besides is what a node has besides what all have. Cycles and samples count as measured for all nodes if they are for one.
func besides(n *NodeRecord, x *ExtrasRecord, cycled, sampled bool) (b profiles.Besides) {
	cycles := uint64(0)
	if x != nil {
		b = profiles.Besides{WaitNanos: nonZero(x.WaitNanos), Work: x.Work, Strings: x.Strings, Operands: x.Operands, Thrown: x.Thrown, Frames: x.Frames}
		cycles = x.Cycles
	}
	if cycled {
		b.Cycles = profiles.Measured(cycles)
	}
	if sampled {
		b.Samples, b.Compiling = profiles.Measured(n.Samples), nonZero(n.Compiling)
	}
	if n.Timed {
		b.SelfNanos = profiles.Measured(n.Nanos)
		b.TotalNanos = b.SelfNanos
	}
	return b
}

// types adds what was allocated by class, in contexts that the profile has.
func (s *Snapshot) types(p *profiles.Profile, contextOf []int32) {
	for i := range s.Types {
		t := &s.Types[i]
		if t.Objects > 0 && contextOf[t.Node] != None {
			p.Types = append(p.Types, profiles.TypeCount{Context: int(contextOf[t.Node]), Class: t.Class, Objects: t.Objects, Bytes: t.Bytes})
		}
	}
	slices.SortFunc(p.Types, func(a, b profiles.TypeCount) int {
		return cmp.Or(cmp.Compare(a.Context, b.Context), cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(a.Class, b.Class))
	})
}

// concatenations adds the instructions that have joined strings, in methods that the profile has.
func (s *Snapshot) concatenations(p *profiles.Profile, methodOf []int) {
	for i := range s.Concatenations {
		c := &s.Concatenations[i]
		if c.Strings > 0 && methodOf[c.Caller] != None {
			p.Concatenations = append(p.Concatenations, profiles.Concatenation{
				Caller: methodOf[c.Caller], BCI: int(c.BCI), Line: place(c.Line), Operands: int(c.Operands), Strings: c.Strings, Bytes: c.Bytes,
			})
		}
	}
	slices.SortFunc(p.Concatenations, func(a, b profiles.Concatenation) int {
		return cmp.Or(cmp.Compare(a.Caller, b.Caller), cmp.Compare(a.BCI, b.BCI))
	})
}

// compare adds the comparison with the class hierarchy, if there is one, to the profile, whose edges are
// the executed ones.
func (s *Snapshot) compare(p *profiles.Profile, executed []*edgeSum) {
	if s.Graphs == nil {
		return
	}
	type site struct{ caller, bci int32 }
	possible := make(map[site]*SiteRecord, len(s.Sites))
	for i := range s.Sites {
		r := &s.Sites[i]
		possible[site{r.Caller, r.BCI}] = r
	}
	for i, d := range executed {
		if r := possible[site{d.caller, d.bci}]; r != nil && p.Edges[i].Explicit() {
			hierarchy, instances := int(r.Hierarchy), int(r.Instances)
			p.Edges[i].Possible, p.Edges[i].Instantiated = &hierarchy, &instances
		}
	}
	p.CallGraphs = &profiles.CallGraphs{Executed: p.ExecutedGraph(), CHA: s.Graphs.Hierarchy.graph(), RTA: s.Graphs.Instances.graph(), Unforeseen: int(s.Graphs.Unforeseen)}
}

// unseen adds the methods that call sites could have called, if the comparison is complete.
func (s *Snapshot) unseen(p *profiles.Profile, methodOf []int) {
	if s.Graphs == nil {
		return
	}
	for i := range s.Unseen {
		u := &s.Unseen[i]
		if caller := methodOf[u.Caller]; caller != None {
			p.Unseen = append(p.Unseen, profiles.Unseen{
				Caller: caller, BCI: int(u.BCI), Class: u.Class, Name: u.Name, Descriptor: u.Descriptor, Instantiated: u.Instantiated,
			})
		}
	}
	slices.SortStableFunc(p.Unseen, func(a, b profiles.Unseen) int {
		return cmp.Or(cmp.Compare(a.Caller, b.Caller), cmp.Compare(a.BCI, b.BCI))
	})
}

func (g GraphSizes) graph() profiles.CallGraph {
	return profiles.CallGraph{Methods: int(g[0]), Edges: int(g[1]), Sites: int(g[2]), Polymorphic: int(g[3])}
}

// addTimes adds the times of the contexts to those that they were called from.
func addTimes(p *profiles.Profile) {
	for i := len(p.Contexts) - 1; i >= 0; i-- {
		if c := &p.Contexts[i]; p.Also(c).TotalNanos.Known() && c.Parent >= 0 {
			total := p.Also(c).TotalNanos.Value()
			parent := p.Own(&p.Contexts[c.Parent])
			parent.TotalNanos = profiles.Measured(parent.TotalNanos.Value() + total)
		}
	}
}

// inlining returns the last decision about each executed edge. What was decided
// about calls that never came, such as those of the VM's own start, is left out:
// nothing in the profile speaks of them, or of their methods. The order is that of
// the profile's methods, since the order of decisions depends on when methods
// happened to be compiled.
func (s *Snapshot) inlining(executed []*edgeSum, methodOf []int) []profiles.Inlining {
	if len(s.Inlining) == 0 {
		return nil
	}
	last := make(map[edgeKey]*InliningRecord, len(s.Inlining))
	for i := range s.Inlining {
		d := &s.Inlining[i]
		last[edgeKey{d.Caller, int32(place(d.BCI)), d.Callee}] = d
	}
	rows := []profiles.Inlining{}
	for _, edge := range executed {
		d := last[edge.edgeKey]
		if d == nil {
			continue
		}
		rows = append(rows, profiles.Inlining{
			Caller: methodOf[d.Caller], BCI: place(d.BCI), Line: place(d.Line), Callee: methodOf[d.Callee],
			Decision: decisions[d.Decision], Reason: d.Reason, Weight: d.Weight, Size: int(d.Size),
		})
	}
	slices.SortFunc(rows, func(a, b profiles.Inlining) int {
		return cmp.Or(cmp.Compare(a.Caller, b.Caller), cmp.Compare(a.BCI, b.BCI), cmp.Compare(a.Callee, b.Callee))
	})
	return rows
}

// Check reports where the two independent records of a run, the contexts' counts
// and the edges' announcements, contradict each other. It is meant for a program
// that has ended. Where contexts were folded, the edge into a folded one has no
// context of its own any more, so announcements without calls are then not
// reported.
func (s *Snapshot) Check() []error {
	var problems []error
	report := func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) }
	if int(s.NodeCount) != s.Nodes.Len() {
		report("the worker made %d contexts, but %d are recorded", s.NodeCount, s.Nodes.Len())
	}
	sums, order := s.sumEdges()
	announced := make(map[edgeKey]bool, len(s.Edges))
	for i := range s.Edges {
		key := s.Edges[i].key()
		if announced[key] {
			report("edge %s was announced twice", s.describe(key))
		}
		announced[key] = true
		if sum := sums[key]; s.Folded == 0 && (sum == nil || sum.calls == 0) {
			report("edge %s was announced, but no context counted a call of it", s.describe(key))
		}
	}
	for _, sum := range order {
		if sum.calls > 0 && !announced[sum.edgeKey] {
			report("edge %s has %d calls, but was never announced", s.describe(sum.edgeKey), sum.calls)
		}
	}
	return problems
}

// edgeKey identifies an edge; methods are indices into Snapshot.Methods.
type edgeKey struct{ caller, bci, callee int32 }

// recentEdges is how many edges are found without the map of all of them: those of a phase of a program. It is a power of two.
const recentEdges = 16384

// place is where the edge stands among the recent ones.
func (e edgeKey) place() uint32 {
	return spread.Over(uint32(e.caller)*31+uint32(e.callee)*961+uint32(e.bci)) >> 16 % recentEdges
}

// edgeSum is an edge with the calls of its contexts. Line and kind are those of
// its announcement, or of its first context where it was not announced.
type edgeSum struct {
	edgeKey
	line    int32
	kind    uint32
	calls   uint64
	samples uint64
}

// executedEdges returns the edges that have calls: first the announced ones in
// the order of their announcements, then any others in the order of their first
// contexts. Where the contexts count no calls, or only those that were timed, it returns all
// announced ones.
func (s *Snapshot) executedEdges() []*edgeSum {
	if s.Nodes.Len() == 0 || s.samplesCalls() {
		executed := make([]*edgeSum, 0, len(s.Edges))
		for i := range s.Edges {
			d := &s.Edges[i]
			executed = append(executed, &edgeSum{edgeKey: d.key(), line: d.Line, kind: d.Kind, samples: d.Samples})
		}
		return executed
	}
	sums, order := s.sumEdges()
	executed := make([]*edgeSum, 0, len(order))
	for i := range s.Edges {
		d := &s.Edges[i]
		sum := sums[d.key()]
		if sum == nil && s.TickNanos != 0 {
			sum = &edgeSum{edgeKey: d.key()}
		}
		if sum != nil && (sum.calls > 0 || s.TickNanos != 0) {
			sum.line, sum.kind, sum.samples = d.Line, d.Kind, d.Samples
			executed = append(executed, sum)
			delete(sums, d.key())
		}
	}
	for _, sum := range order {
		if sum.calls > 0 && sums[sum.edgeKey] != nil {
			executed = append(executed, sum)
		}
	}
	return executed
}

// samplesCalls tells whether calls were sampled, and not counted: contexts then have samples at most.
func (s *Snapshot) samplesCalls() bool {
	for _, n := range s.Nodes.All() {
		if n.Calls > 0 {
			return false
		}
	}
	return slices.ContainsFunc(s.Edges, func(d EdgeRecord) bool { return d.Samples > 0 })
}

// sumEdges sums the contexts by edge. It returns the sums by key and in the
// order of their first contexts.
func (s *Snapshot) sumEdges() (map[edgeKey]*edgeSum, []*edgeSum) {
	sums := make(map[edgeKey]*edgeSum, len(s.Edges))
	order := make([]*edgeSum, 0, len(s.Edges))
	recent := make([]*edgeSum, recentEdges)
	for _, n := range s.Nodes.All() {
		if n.Parent == None || n.Kind == Root || n.Kind == Harness {
			continue
		}
		key := edgeKey{caller: s.Nodes.At(int(n.Parent)).Method, bci: int32(place(n.BCI)), callee: n.Method}
		line := n.Line
		if n.Kind == Thread {
			key.bci, line = -1, -1
		}
		known := &recent[key.place()]
		if *known == nil || (*known).edgeKey != key {
			sum := sums[key]
			if sum == nil {
				sum = &edgeSum{edgeKey: key, line: line, kind: n.Kind}
				sums[key] = sum
				order = append(order, sum)
			}
			*known = sum
		}
		(*known).calls += n.Calls
	}
	return sums, order
}

// counted tells for every node whether it or one of its descendants counted
// anything, how many such nodes there are, and whether one has samples.
func (s *Snapshot) counted() (counted []bool, n int, sampled bool) {
	counted = prefault.Slice[bool](s.Nodes.Len())
	for i := s.Nodes.Len() - 1; i >= 0; i-- {
		node := s.Nodes.At(i)
		if x := s.extras(node); node.Calls|node.Bytecodes|node.Objects|node.Bytes|node.Samples != 0 || x != nil && *x != (ExtrasRecord{}) {
			counted[i] = true
		}
		if counted[i] && node.hasCallSite() {
			counted[node.Parent] = true
		}
		if counted[i] {
			n++
		}
		sampled = sampled || node.Samples != 0
	}
	return counted, n, sampled
}

// cycled reports whether cycles were counted.
func (s *Snapshot) cycled() bool {
	return slices.ContainsFunc(s.Extras, func(x ExtrasRecord) bool { return x.Cycles != 0 })
}

// extras are what a node has of them, nil for none.
func (s *Snapshot) extras(n *NodeRecord) *ExtrasRecord {
	if n.Extras == 0 {
		return nil
	}
	return &s.Extras[n.Extras-1]
}

func (s *Snapshot) describe(key edgeKey) string {
	caller, callee := &s.Methods[key.caller], &s.Methods[key.callee]
	return fmt.Sprintf("%s.%s%s @%d -> %s.%s%s", caller.Class, caller.Name, caller.Descriptor, key.bci,
		callee.Class, callee.Name, callee.Descriptor)
}

// hasCallSite tells whether a node is called from its parent. The entry of main
// and the entries of threads are roots of the tree, although the latter know
// the node that started them.
func (n *NodeRecord) hasCallSite() bool {
	return n.Parent != None && n.Kind < Root && n.Kind != Thread
}

func (d *EdgeRecord) key() edgeKey {
	key := edgeKey{caller: d.Caller, bci: int32(place(d.BCI)), callee: d.Callee}
	if d.Kind == Thread {
		key.bci = -1
	}
	return key
}

func (m *MethodRecord) method(id int) profiles.Method {
	origin := profiles.OriginApp
	switch {
	case m.Flags&MethodHarness != 0:
		origin = profiles.OriginHarness
	case m.Flags&MethodVM != 0:
		origin = profiles.OriginVM
	case m.Flags&MethodLibrary != 0:
		origin = profiles.OriginLibrary
	}
	return profiles.Method{
		ID: id, Class: m.Class, Name: m.Name, Descriptor: m.Descriptor, File: m.File,
		Line: place(m.Line), Native: m.Flags&MethodNative != 0, Origin: origin,
		Mix: m.Mix, Locality: m.Locality, Flows: m.Flows, CodeBytes: int(m.CodeBytes),
		Synchronized: m.MixFlags&MixSynchronized != 0, Catches: m.MixFlags&MixCatches != 0,
	}
}

// nonZero is a number that counts as measured if it is not 0.
func nonZero(value uint64) profiles.Amount {
	if value == 0 {
		return profiles.Amount{}
	}
	return profiles.Measured(value)
}

// place is a line or bytecode index as the profile has it: -1 for none.
func place(value int32) int { return int(max(value, -1)) }

// edgeKinds translates the edge kinds of records.
var edgeKinds = [...]profiles.EdgeKind{
	Virtual:     profiles.EdgeVirtual,
	Interface:   profiles.EdgeInterface,
	Static:      profiles.EdgeStatic,
	Special:     profiles.EdgeSpecial,
	Native:      profiles.EdgeNative,
	Reflective:  profiles.EdgeReflective,
	Callback:    profiles.EdgeCallback,
	Initializer: profiles.EdgeInitializer,
	Thread:      profiles.EdgeThread,
}

// decisions translates the decisions of records.
var decisions = [...]profiles.Decision{
	Inlined:  profiles.DecisionInlined,
	Guarded:  profiles.DecisionGuarded,
	Rejected: profiles.DecisionRejected,
}
