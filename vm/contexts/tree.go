// Package contexts keeps the complete calling context tree and the announced
// call edges of a run, in the profile region of the linear memory (DESIGN
// section 5; CCCP, and JP2 for the call sites).
//
// Invariant: records are complete before the region's next-record word moves
// past them, so that the agent can read the tree while it grows.
package contexts

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"hotlens/profiles/pathset"
	"hotlens/profiles/sharedmemory"
	"hotlens/profiles/spread"
	"hotlens/vm/classes"
	"hotlens/vm/hierarchy"
	"hotlens/vm/memory"
)

// foldedDepth is how many activations of a recursive method keep contexts of their own where the tree reaches
// Tree.MaxContexts contexts. Recursion that calls itself from more than one place has as many contexts as calls;
// the upper levels of such a recursion say most.
const foldedDepth = 8

// The profile region holds contexts, the counters of compiled code, and the rest: names, edges,
// decisions, and the contexts that are made until the run ends after Full. These are the parts
// of the first two. Contexts have a part of their own, so that it is full at the same
// moment in every tier.
const (
	partOfNodes    = 5. / 8
	partOfCounters = 5. / 16
)

// manyChildren is how many children of a call site are looked through one by one. Compiled
// code looks through as many.
const manyChildren = 8

// recentEdges is how many call edges are found without the map of all of them: those of a phase of a program. It is a power of two.
const recentEdges = 32768

// recentNestings is of how many contexts it is known how deep in a recursion they are: most call several methods one after the other. It is a power of two.
const recentNestings = 4096

// nesting is how many activations of a context's method enclose it, up to foldedDepth, and which methods are among it and those around it.
type nesting struct {
	context     memory.Address
	activations int32
	path        pathset.Set
}

// ErrFull means that the profile region has no room for another record.
var ErrFull = errors.New("the profile region is full: the program has too many calling contexts")

// edge identifies a call edge.
type edge struct {
	caller, callee memory.Address
	bci            int32
}

// place is where the edge stands among the recent ones. Records are aligned to 8 bytes.
func (e edge) place() uint32 {
	return spread.Over((e.caller>>3*31+e.callee>>3)*31+uint32(e.bci)) >> 17 % recentEdges
}

// foldedCall is a call whose context another one stands in for.
type foldedCall struct {
	parent memory.Address
	callee *classes.Method
	slot   uint32
	bci    int
	kind   uint32
}

// childKey is a child of a call site.
type childKey struct {
	head   memory.Address // the site's slot in the parent
	method memory.Address // the record of the callee
	bci    int32
	kind   uint32
}

// typeKey is the class with a name in a context.
type typeKey struct{ node, name memory.Address }

// Tree is the calling context tree of one run.
type Tree struct {
	m           *memory.Memory
	w           *sharedmemory.Writer
	strings     map[string]memory.Address
	edges       map[edge]memory.Address
	recent      [recentEdges]edge             // some of them: a tree has many contexts for each edge
	folded      map[foldedCall]memory.Address // those that are not linked to their parent
	nestings    [recentNestings]nesting       // of some contexts, by their addresses
	index       map[childKey]memory.Address   // the children of call sites that have many
	types       map[typeKey]memory.Address
	nodes       int
	nodeBytes   uint64 // of their records
	MaxBytes    uint64 // of them before the tree is full
	MaxContexts int    // past so many contexts recursive calls are folded
	MaxCounters int    // how many entries of counters records may still be made
	origin      func(*classes.Class) uint32
	// Recorded is told of each method that gets a record; nil: nobody is.
	Recorded func(*classes.Method)
	boot     *classes.Loader
	mixes    mixes
}

// New makes an empty tree without a bound. boot is the boot loader; origin gives the MethodLibrary and MethodVM
// bits of a class's methods.
func New(m *memory.Memory, boot *classes.Loader, origin func(*classes.Class) uint32) (*Tree, error) {
	first, second := m.ProfileRegion()
	w, err := sharedmemory.NewWriter(m.Bytes(), first, second)
	if err != nil {
		return nil, err
	}
	w.GiveBeside(&m.Tasks)
	t := &Tree{
		m: m, w: w, strings: map[string]memory.Address{}, edges: map[edge]memory.Address{}, folded: map[foldedCall]memory.Address{}, index: map[childKey]memory.Address{}, types: map[typeKey]memory.Address{},
		MaxContexts: math.MaxInt, MaxBytes: nodeBytesOf(first, second), MaxCounters: countersOf(first, second), boot: boot, origin: origin,
	}
	m.YieldProfile = t.yield
	return t, nil
}

// nodeBytesOf is how many bytes of a region contexts may take.
func nodeBytesOf(first, second sharedmemory.Span) uint64 {
	return uint64(partOfNodes * (float64(first.Bytes()) + float64(second.Bytes())))
}

// countersOf is how many entries of counters records there may be in a region.
func countersOf(first, second sharedmemory.Span) int {
	return int(partOfCounters * (float64(first.Bytes()) + float64(second.Bytes())) / sharedmemory.CounterBytes)
}

// yield leaves the heap the addresses of the region's second part up to one, unless there are records or so many contexts that more of them may need it. It reports whether it does.
func (t *Tree) yield(start memory.Address) bool {
	first, before := t.m.ProfileRegion()
	after := sharedmemory.Span{Start: start, End: before.End}
	nodes := min(t.MaxBytes, nodeBytesOf(first, after))
	if t.nodeBytes > nodes/2 || !t.w.ShrinkSecond(start) {
		return false
	}
	t.MaxBytes, t.MaxCounters = nodes, max(t.MaxCounters-(countersOf(first, before)-countersOf(first, after)), 0)
	return true
}

// string is the record of a text, made once per text; 0 for "".
func (t *Tree) string(s string) (memory.Address, bool) {
	if s == "" {
		return 0, true
	}
	if a, ok := t.strings[s]; ok {
		return a, true
	}
	a, ok := t.w.AppendString(s)
	if ok {
		t.strings[strings.Clone(s)] = a
	}
	return a, ok
}

// Method makes sure that m has a record.
func (t *Tree) Method(m *classes.Method) error {
	if m.Record != 0 {
		return nil
	}
	class, ok1 := t.string(m.Class.Name)
	name, ok2 := t.string(m.Name)
	desc, ok3 := t.string(m.Desc)
	file, ok4 := t.string(m.Class.SourceFile)
	flags := t.origin(m.Class)
	if m.IsNative() {
		flags |= sharedmemory.MethodNative
	}
	a, ok := t.w.AppendMethod(class, name, desc, file, int32(m.FirstLine()), flags)
	if !ok || !ok1 || !ok2 || !ok3 || !ok4 {
		return ErrFull
	}
	m.Record = a
	if m.Info != 0 {
		t.m.SetU32(m.Info+classes.MethodRecord, a)
	}
	if t.Recorded != nil {
		t.Recorded(m)
	}
	return nil
}

// Thread records a Java thread whose entry context is root: in the record of one that has ended and has left it that context, if there is one,
// else (0) in a new one.
func (t *Tree) Thread(ended memory.Address, name string, root memory.Address) (memory.Address, error) {
	text, ok := t.string(name)
	if !ok {
		return 0, ErrFull
	}
	if ended != 0 {
		t.w.SetThreadName(ended, text)
		return ended, nil
	}
	return orFull(t.w.AppendThread(text, root))
}

// Collected records that the heap has been collected: so many bytes were allocated since the record before, and how many of them survived, in objects
// that are copied then and in large ones.
func (t *Tree) Collected(allocated, survived, large uint64) error {
	_, err := orFull(t.w.AppendCollection(allocated, survived, large))
	return err
}

// Announce records a call edge when it executes for the first time. This is
// what a profiling stub does before it patches itself out.
func (t *Tree) Announce(caller, callee *classes.Method, bci int, kind uint32) error {
	key := edge{caller.Record, callee.Record, int32(bci)}
	recent := &t.recent[key.place()]
	if *recent == key {
		return nil
	}
	if t.edges[key] != 0 {
		*recent = key
		return nil
	}
	a, ok := t.w.AppendEdge(caller.Record, callee.Record, int32(bci), int32(caller.Line(bci)), kind)
	if !ok {
		return ErrFull
	}
	t.edges[key] = a
	return nil
}

// Edge is the record of a call edge, 0 if that has not been announced.
func (t *Tree) Edge(caller, callee *classes.Method, bci int) memory.Address {
	return t.edges[edge{caller.Record, callee.Record, int32(bci)}]
}

// Credit counts a sample as often as weight says, in the records of a call edge and a context, 0 for none.
func (t *Tree) Credit(edge, context memory.Address, weight uint64) {
	if edge != 0 {
		t.add(edge+sharedmemory.EdgeSamples, weight)
	}
	if context != 0 {
		t.add(context+sharedmemory.NodeSamples, weight)
	}
	t.add(sharedmemory.CallSamples, 1)
}

func (t *Tree) add(to memory.Address, by uint64) { t.m.SetU64(to, t.m.U64(to)+by) }

// Type finds or makes the record that counts the objects of a class, by its name, in a context.
func (t *Tree) Type(node memory.Address, class string) (memory.Address, error) {
	name, ok := t.string(class)
	key := typeKey{node, name}
	a := t.types[key]
	if ok && a == 0 {
		if a, ok = t.w.AppendType(node, name); ok {
			t.types[key] = a
		}
	}
	if !ok {
		return 0, ErrFull
	}
	return a, nil
}

// Concatenation makes the record of an instruction that joins so many operands at a time.
func (t *Tree) Concatenation(caller *classes.Method, bci, operands int) (memory.Address, error) {
	if err := t.Method(caller); err != nil {
		return 0, err
	}
	return orFull(t.w.AppendConcatenation(caller.Record, int32(bci), int32(caller.Line(bci)), uint32(operands)))
}

// Passed makes the record of an instruction whose arguments are summed up; class, name and descriptor are those that it names.
func (t *Tree) Passed(caller *classes.Method, bci int, class, name, descriptor string) (memory.Address, error) {
	if err := t.Method(caller); err != nil {
		return 0, err
	}
	of, ok1 := t.string(class)
	called, ok2 := t.string(name)
	as, ok3 := t.string(descriptor)
	if !ok1 || !ok2 || !ok3 {
		return 0, ErrFull
	}
	return orFull(t.w.AppendPassed(caller.Record, int32(bci), int32(caller.Line(bci)), of, called, as))
}

// Marks makes the record of the marks of a class, and returns the address of the first one.
func (t *Tree) Marks(class string, digest uint64, count int) (memory.Address, error) {
	name, ok := t.string(class)
	if !ok {
		return 0, ErrFull
	}
	record, err := orFull(t.w.AppendMarks(name, digest, count))
	return record + sharedmemory.MarksBytes, err
}

// TestMarks notes which marks of a class, whose record has the first one at an address, a test has left, and takes them back.
func (t *Tree) TestMarks(class, method string, first memory.Address) error {
	of, ok1 := t.string(class)
	name, ok2 := t.string(method)
	if !ok1 || !ok2 {
		return ErrFull
	}
	_, err := orFull(t.w.AppendTestMarks(of, name, first-sharedmemory.MarksBytes))
	return err
}

// Argument makes the record of an argument, with its declared type, of an instruction that has one.
func (t *Tree) Argument(passed memory.Address, receiver bool, descriptor string) (memory.Address, error) {
	text, ok := t.string(descriptor)
	if !ok {
		return 0, ErrFull
	}
	return orFull(t.w.AppendArgument(passed, receiver, text))
}

// Value makes the record of something that an argument has: see sharedmemory.ValueForm.
func (t *Tree) Value(argument memory.Address, form uint32, class, text string, number int64) (memory.Address, error) {
	of, ok1 := t.string(class)
	name, ok2 := t.string(text)
	if !ok1 || !ok2 {
		return 0, ErrFull
	}
	return orFull(t.w.AppendValue(argument, form, of, name, number))
}

func orFull(a memory.Address, ok bool) (memory.Address, error) {
	if !ok {
		return 0, ErrFull
	}
	return a, nil
}

// EachEdge calls f with the announced edges, in the order of their announcements; methods are addresses of their records.
func (t *Tree) EachEdge(f func(caller, callee memory.Address, bci int, kind uint32)) {
	t.eachRecord(sharedmemory.KindEdge, func(a memory.Address) {
		f(t.m.U32(a+sharedmemory.EdgeCaller), t.m.U32(a+sharedmemory.EdgeCallee), int(t.m.I32(a+sharedmemory.EdgeBCI)), t.m.U32(a+sharedmemory.EdgeKind))
	})
}

// eachRecord calls f with the addresses of all records of a kind.
func (t *Tree) eachRecord(kind uint32, f func(memory.Address)) {
	for a, end := t.m.U32(sharedmemory.ProfileStart), t.m.U32(sharedmemory.ProfileNext); a != end; {
		header := t.m.U32(a)
		switch sharedmemory.RecordKind(header) {
		case sharedmemory.KindMore:
			a = t.m.U32(sharedmemory.ProfileMore)
			continue
		case kind:
			f(a)
		}
		a += sharedmemory.RecordSize(header)
	}
}

// Compared records what the analyses of the class hierarchy say of the call sites that were executed, then the sizes of the call graphs, unless
// there is no room: the sizes then are not there.
func (t *Tree) Compared(c *hierarchy.Comparison) {
	for _, s := range c.Sites {
		if _, ok := t.w.AppendSite(s.Caller.Record, int32(s.BCI), uint32(s.Hierarchy), uint32(s.Instances)); !ok {
			return
		}
		for _, u := range s.Unseen {
			class, ok1 := t.string(u.Method.Class.Name)
			name, ok2 := t.string(u.Method.Name)
			descriptor, ok3 := t.string(u.Method.Desc)
			if !ok1 || !ok2 || !ok3 {
				return
			}
			if _, ok := t.w.AppendUnseen(s.Caller.Record, int32(s.BCI), class, name, descriptor, u.Instantiated); !ok {
				return
			}
		}
	}
	t.w.AppendGraphs(sizes(c.Hierarchy), sizes(c.Instances), uint32(c.Unforeseen))
}

func sizes(g hierarchy.Graph) sharedmemory.GraphSizes {
	return sharedmemory.GraphSizes{uint32(g.Methods), uint32(g.Edges), uint32(g.Sites), uint32(g.Polymorphic)}
}

// Announced reports whether a call edge has been announced.
func (t *Tree) Announced(caller, callee *classes.Method, bci int) bool {
	return t.edges[edge{caller.Record, callee.Record, int32(bci)}] != 0
}

// Inlining records what the inliner decided about the calls of callee at a call
// site of caller; a later decision about the same three replaces it. decision is
// one of the region's decisions, weight the share of all calls that the site
// makes of the callee, from 0 to 1, and size the callee's in the inliner's
// estimate. reason is what the user reads. Only the thread that runs Java code
// may call it, as it appends to the region.
func (t *Tree) Inlining(caller, callee *classes.Method, bci int, decision uint32, weight float64, size int, reason string) error {
	switch {
	case decision > sharedmemory.Rejected:
		return fmt.Errorf("inlining decision %d is unknown", decision)
	case !(weight >= 0 && weight <= 1): // in this form, it refuses what is not a number as well
		return fmt.Errorf("weight %v of an inlining decision is not a share from 0 to 1", weight)
	case size < 0 || size > math.MaxInt32:
		return fmt.Errorf("size %d of an inlining decision's callee is out of range", size)
	}
	if err := t.Method(caller); err != nil {
		return err
	}
	if err := t.Method(callee); err != nil {
		return err
	}
	text, ok := t.string(reason)
	if ok {
		_, ok = t.w.AppendInlining(caller.Record, callee.Record, int32(bci), int32(caller.Line(bci)), decision, uint32(size), text, weight)
	}
	if !ok {
		return ErrFull
	}
	return nil
}

// Root makes a context without a parent. starter is the context that started a
// thread, 0 for main.
func (t *Tree) Root(m *classes.Method, starter memory.Address, kind uint32) (memory.Address, error) {
	if err := t.Method(m); err != nil {
		return 0, err
	}
	return t.node(m, starter, -1, -1, kind)
}

func (t *Tree) node(m *classes.Method, parent memory.Address, bci, line int, kind uint32) (memory.Address, error) {
	if len(m.Contexts) == 0 {
		if err := t.estimate(m); err != nil {
			return 0, err
		}
	}
	a, ok := t.w.AppendNode(m.Record, parent, int32(bci), int32(line), kind, m.CallSites+1)
	if !ok {
		return 0, ErrFull
	}
	t.nodes++
	t.nodeBytes += uint64(sharedmemory.NodeSize(m.CallSites + 1))
	if m.IsNative() {
		t.nodeBytes += sharedmemory.ExtrasSize // which compiled code may want sooner or later: see Add
	}
	m.Contexts = append(m.Contexts, a)
	return a, nil
}

// Add adds to one of a context's extras (sharedmemory.ExtrasWork and so on). What happens in native methods may be
// added late, other things not, so that the tree is full at the same moment in every tier.
func (t *Tree) Add(node, counter memory.Address, by uint64) error {
	a := t.m.U32(node + sharedmemory.NodeExtras)
	if a == 0 {
		var ok bool
		if a, ok = t.w.AppendExtras(node); !ok {
			return ErrFull
		}
		t.m.SetU32(node+sharedmemory.NodeExtras, a)
		if t.m.U32(t.m.U32(node+sharedmemory.NodeMethod)+sharedmemory.MethodFlags)&sharedmemory.MethodNative == 0 {
			t.nodeBytes += sharedmemory.ExtrasSize
		}
	}
	t.m.SetU64(a+counter, t.m.U64(a+counter)+by)
	return nil
}

// Sampled makes a context for a profiler that finds contexts by itself: no call site of the parent, 0 for
// none, leads to it, and its kind does not tell how it was called.
func (t *Tree) Sampled(m *classes.Method, parent memory.Address, bci, line int) (node memory.Address, err error) {
	kind := uint32(sharedmemory.Virtual)
	if parent == 0 {
		kind = sharedmemory.Root
	}
	return t.unlinked(m, parent, bci, line, kind)
}

// unlinked makes a context that no call site of the parent leads to.
func (t *Tree) unlinked(m *classes.Method, parent memory.Address, bci, line int, kind uint32) (node memory.Address, err error) {
	if err := t.Method(m); err != nil {
		return 0, err
	}
	node, ok := t.w.AppendNode(m.Record, parent, int32(bci), int32(line), kind, 0)
	if !ok {
		return 0, ErrFull
	}
	t.nodes++
	return node, nil
}

// Timed makes a context for the time profiler, which finds contexts by itself, too. times is the context's times record.
func (t *Tree) Timed(m *classes.Method, parent memory.Address, bci, line int, kind uint32) (node, times memory.Address, err error) {
	if node, err = t.unlinked(m, parent, bci, line, kind); err != nil {
		return 0, 0, err
	}
	times, ok := t.w.AppendTimes(node)
	if !ok {
		return 0, 0, ErrFull
	}
	return node, times, nil
}

// Counters makes a counters record of so many entries for a compiled method in a context, unless there
// is no room for it: contexts need some as well.
func (t *Tree) Counters(compiledMethod uint32, context memory.Address, entries int) (a memory.Address, ok bool) {
	if t.MaxCounters < entries {
		return 0, false
	}
	if a, ok = t.w.AppendCounters(compiledMethod, context, entries); ok {
		t.MaxCounters -= entries
	}
	return a, ok
}

// NoSlot is the slot of callees that no invoke instruction named: class
// initialisers, callbacks from native code, reflective calls.
const NoSlot = ^uint32(0)

// Child finds or makes the context of callee below parent at a call site. caller
// is the parent's method; slot is the call site's index, or NoSlot. The edge is
// announced when the context is new.
func (t *Tree) Child(parent memory.Address, caller, callee *classes.Method, slot uint32, bci int, kind uint32) (memory.Address, error) {
	if err := t.Method(callee); err != nil {
		return 0, err
	}
	if slot == NoSlot {
		slot = sharedmemory.NodeSlotsOf(t.m.U32(parent+sharedmemory.NodeShape)) - 1
	}
	head := parent + sharedmemory.NodeSlots + 4*slot
	a, many := t.find(head, callee, bci, kind)
	if a != 0 {
		return a, nil
	}
	if t.nodes >= t.MaxContexts {
		depth := foldedDepth * t.MaxContexts / t.nodes // half of it where there are twice as many
		if a := t.fold(parent, callee, slot, bci, kind, max(depth, 1)); a != 0 {
			return a, nil
		}
	}
	if err := t.Announce(caller, callee, bci, kind); err != nil {
		return 0, err
	}
	a, err := t.node(callee, parent, bci, caller.Line(bci), kind)
	if err != nil {
		return 0, err
	}
	t.m.SetU32(a+sharedmemory.NodeSibling, t.m.U32(head))
	t.m.SetU32(head, a)
	if many {
		t.index[childKey{head, callee.Record, int32(bci), kind}] = a
	}
	return a, nil
}

// Full reports whether the contexts have filled their part of the region. The run then has to
// end soon, at a moment that is the same in every tier.
func (t *Tree) Full() bool { return t.nodeBytes > t.MaxBytes }

// Nodes is the number of contexts.
func (t *Tree) Nodes() int { return t.nodes }

// Calls is the number of calls in all contexts.
func (t *Tree) Calls() (calls uint64) {
	t.eachRecord(sharedmemory.KindNode, func(a memory.Address) { calls += t.m.U64(a + sharedmemory.NodeCalls) })
	return calls
}

// EachCall calls f with the method record and the number of calls of every context
// that a call site, by its slot, has in the contexts of its method.
func (t *Tree) EachCall(caller *classes.Method, slot uint32, f func(record memory.Address, calls uint64)) {
	for _, node := range caller.Contexts {
		for a := t.m.U32(node + sharedmemory.NodeSlots + 4*slot); a != 0; a = t.m.U32(a + sharedmemory.NodeSibling) {
			if t.m.U32(a+sharedmemory.NodeParent) == node { // else it stands in for contexts that are folded
				f(t.m.U32(a+sharedmemory.NodeMethod), t.m.U64(a+sharedmemory.NodeCalls))
			}
		}
	}
}

// find is the context of a call among those of its call site, 0 if it has none yet. many says
// that the site has so many that those behind the first are found by the index, which those that are
// made from now on have to be added to.
func (t *Tree) find(head memory.Address, callee *classes.Method, bci int, kind uint32) (found memory.Address, many bool) {
	a := t.m.U32(head)
	for range manyChildren {
		if a == 0 {
			return 0, false
		}
		if t.m.U32(a+sharedmemory.NodeMethod) == callee.Record && t.m.U32(a+sharedmemory.NodeBCI) == uint32(int32(bci)) && sharedmemory.NodeKindOf(t.m.U32(a+sharedmemory.NodeShape)) == kind {
			return a, false
		}
		a = t.m.U32(a + sharedmemory.NodeSibling)
	}
	if a == 0 { // there are exactly so many: the next one begins the index
		for a := t.m.U32(head); a != 0; a = t.m.U32(a + sharedmemory.NodeSibling) {
			t.index[childKey{head, t.m.U32(a + sharedmemory.NodeMethod), t.m.I32(a + sharedmemory.NodeBCI), sharedmemory.NodeKindOf(t.m.U32(a + sharedmemory.NodeShape))}] = a
		}
		return 0, true
	}
	return t.index[childKey{head, callee.Record, int32(bci), kind}], true
}

// fold finds the context that stands in for one that the bound forbids, if at least depth activations of the caller enclose it, and counts
// what it has folded, so that it is never silent.
func (t *Tree) fold(parent memory.Address, callee *classes.Method, slot uint32, bci int, kind uint32, depth int) memory.Address {
	if t.activations(parent) < depth {
		return 0
	}
	if found := t.folded[foldedCall{parent, callee, slot, bci, kind}]; found != 0 {
		return found
	}
	found := t.enclosing(parent, callee, slot, bci, kind)
	if found == 0 {
		return 0
	}
	t.m.SetU64(sharedmemory.Folded, t.m.U64(sharedmemory.Folded)+1)
	// Where it is the last of its own list, the stand-in may end this one, too: then it is
	// found there, by compiled code as well. With siblings behind it, these would be found for other
	// calls from here, which have not been folded.
	if head := parent + sharedmemory.NodeSlots + 4*slot; t.m.U32(head) == 0 && t.m.U32(found+sharedmemory.NodeSibling) == 0 {
		t.m.SetU32(head, found)
	} else {
		t.folded[foldedCall{parent, callee, slot, bci, kind}] = found
	}
	return found
}

// activations is how many activations of a context's method enclose it, up to foldedDepth. For most there are none, which the path around it tells: that of its parent is known, as a rule.
func (t *Tree) activations(context memory.Address) int {
	known := t.nestingOf(context)
	if known.context == context {
		return int(known.activations)
	}
	method := t.m.U32(context + sharedmemory.NodeMethod)
	one := pathset.Of(method)
	found, complete := nesting{context: context, path: one}, false
	for a := t.m.U32(context + sharedmemory.NodeParent); a != 0; a = t.m.U32(a + sharedmemory.NodeParent) {
		if around := t.nestingOf(a); around.context == a && !complete {
			found.path, complete = found.path.With(around.path), true
			if around.path.Lacks(one) {
				break
			}
		}
		of := t.m.U32(a + sharedmemory.NodeMethod)
		if of == method {
			found.activations++
		}
		if found.activations == foldedDepth {
			if !complete {
				found.path = pathset.All
			}
			break
		}
		if !complete {
			found.path = found.path.With(pathset.Of(of))
		}
	}
	*known = found
	return int(found.activations)
}

// nestingOf is where the nesting of a context is kept, if it is.
func (t *Tree) nestingOf(context memory.Address) *nesting {
	return &t.nestings[context>>3%recentNestings]
}

// enclosing finds the same call from the nearest enclosing activation of the same method that has made it, 0 if none has. Where its context
// stands in for one of its own, calls, edges and the methods' totals stay exact; only
// the depth of the recursion is lost.
func (t *Tree) enclosing(parent memory.Address, callee *classes.Method, slot uint32, bci int, kind uint32) (found memory.Address) {
	method := t.m.U32(parent + sharedmemory.NodeMethod)
	for a := t.m.U32(parent + sharedmemory.NodeParent); a != 0 && found == 0; a = t.m.U32(a + sharedmemory.NodeParent) {
		if t.m.U32(a+sharedmemory.NodeMethod) != method {
			continue
		}
		if found, _ = t.find(a+sharedmemory.NodeSlots+4*slot, callee, bci, kind); found == 0 {
			found = t.folded[foldedCall{a, callee, slot, bci, kind}]
		}
	}
	return found
}
