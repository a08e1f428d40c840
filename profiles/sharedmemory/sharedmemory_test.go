package sharedmemory_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"hotlens/profiles"
	"hotlens/profiles/instructions"
	"hotlens/profiles/sharedmemory"
)

// regionBytes is the size of the test regions, enough for some hundred records.
const regionBytes = 64 << 10

// world is a worker's memory with the writer that fills it.
type world struct {
	t      testing.TB
	memory []byte
	writer *sharedmemory.Writer
}

func newWorld(t testing.TB, size uint32) *world {
	t.Helper()
	return newWorldOf(t, sharedmemory.Span{Start: sharedmemory.ControlPageBytes, End: sharedmemory.ControlPageBytes + size}, sharedmemory.Span{})
}

func newWorldOf(t testing.TB, first, second sharedmemory.Span) *world {
	t.Helper()
	memory := make([]byte, max(first.End, second.End))
	writer, err := sharedmemory.NewWriter(memory, first, second)
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t, memory, writer}
	w.put(sharedmemory.ControlMagic, sharedmemory.Magic)
	return w
}

func (w *world) put(addr, value uint32) { binary.LittleEndian.PutUint32(w.memory[addr:], value) }

func (w *world) word(addr uint32) uint32 { return binary.LittleEndian.Uint32(w.memory[addr:]) }

// must unwraps the result of an append that has to fit.
func (w *world) must(addr uint32, ok bool) uint32 {
	w.t.Helper()
	if !ok {
		w.t.Fatal("the region is full")
	}
	return addr
}

func (w *world) str(text string) uint32 { return w.must(w.writer.AppendString(text)) }

func (w *world) method(class, name string, flags uint32) uint32 {
	return w.must(w.writer.AppendMethod(w.str(class), w.str(name), w.str("()V"), w.str(class+".java"), 1, flags))
}

func (w *world) node(method, parent uint32, bci, line int32, kind uint32) uint32 {
	return w.must(w.writer.AppendNode(method, parent, bci, line, kind, 2))
}

func (w *world) edge(caller, callee uint32, bci, line int32, kind uint32) {
	w.must(w.writer.AppendEdge(caller, callee, bci, line, kind))
}

func (w *world) decide(caller, callee uint32, bci, line int32, decision, size, reason uint32, weight float64) uint32 {
	return w.must(w.writer.AppendInlining(caller, callee, bci, line, decision, size, reason, weight))
}

// count sets the counters of a node.
func (w *world) count(node uint32, calls, bytecodes, objects, bytes uint64) {
	for i, value := range []uint64{calls, bytecodes, objects, bytes} {
		binary.LittleEndian.PutUint64(w.memory[node+sharedmemory.NodeCalls+uint32(8*i):], value)
	}
}

func (w *world) read() *sharedmemory.Snapshot {
	w.t.Helper()
	s, err := sharedmemory.Read(w.memory)
	if err != nil {
		w.t.Fatal(err)
	}
	return s
}

// demo writes a run with everything in it: main calls area on two receivers and
// a native start, which starts a thread; one class initializer ran without a
// call site; one context and one method never counted. The inliner decided about
// circle twice, and about the method that never counted.
func demo(t testing.TB) *world {
	w := newWorld(t, regionBytes)
	w.demo()
	return w
}

func (w *world) demo() {
	mainThread := w.must(w.writer.AppendThread(w.str("main"), 0))
	unused := w.method("Unused", "unused", 0)
	mainMethod := w.method("Demo", "main", 0)
	circle := w.method("Circle", "area", 0)
	square := w.method("Square", "area", 0)
	start := w.method("java/lang/Thread", "start0", sharedmemory.MethodNative|sharedmemory.MethodLibrary)
	run := w.method("Worker", "run", 0)
	clinit := w.method("Demo", "<clinit>", sharedmemory.MethodVM)

	root := w.node(mainMethod, 0, -1, -1, sharedmemory.Root)
	w.writer.SetThreadRoot(mainThread, root)
	w.count(root, 1, 100, 2, 64)
	w.edge(mainMethod, square, 7, 12, sharedmemory.Virtual)
	w.edge(mainMethod, circle, 7, 12, sharedmemory.Virtual)
	w.count(w.node(circle, root, 7, 12, sharedmemory.Virtual), 30, 90, 0, 0)
	w.count(w.node(square, root, 7, 12, sharedmemory.Virtual), 20, 40, 0, 0)
	w.node(unused, root, 9, 13, sharedmemory.Static)
	w.edge(mainMethod, start, 11, 14, sharedmemory.Native)
	startNode := w.node(start, root, 11, 14, sharedmemory.Native)
	w.count(startNode, 1, 0, 0, 0)
	w.edge(start, run, -1, -1, sharedmemory.Thread)
	runNode := w.node(run, startNode, -1, -1, sharedmemory.Thread)
	w.count(runNode, 1, 5, 0, 0)
	w.must(w.writer.AppendThread(w.str("worker \xed\xa0\xbd\xed\xb8\x80 \xc0\x80"), runNode))
	w.must(w.writer.AppendThread(w.str("never ran"), 0))
	w.edge(run, circle, 3, 40, sharedmemory.Interface)
	w.count(w.node(circle, runNode, 3, 40, sharedmemory.Interface), 4, 12, 1, 16)
	w.edge(run, clinit, -1, -1, sharedmemory.Initializer)
	w.node(clinit, runNode, -1, -1, sharedmemory.Initializer)

	w.decide(run, circle, 3, 40, sharedmemory.Inlined, 9, w.str("trivial"), 0.07)
	w.decide(mainMethod, square, 7, 12, sharedmemory.Guarded, 7, w.str("hot"), 0.4)
	w.decide(mainMethod, circle, 7, 12, sharedmemory.Rejected, 9, w.str("cold"), 0)
	w.decide(mainMethod, unused, 9, 13, sharedmemory.Inlined, 5, 0, 0)
	w.decide(mainMethod, circle, 7, 12, sharedmemory.Guarded, 11, 0, 0.5)
	w.decide(start, run, -1, -1, sharedmemory.Rejected, 0, w.str("started"), 1)
}

func TestProfile(t *testing.T) {
	w := demo(t)
	binary.LittleEndian.PutUint64(w.memory[sharedmemory.Folded:], 3)
	got := w.read().Profile()
	want := &profiles.Profile{
		Schema: profiles.Schema,
		Target: profiles.Target{Arguments: []string{}, ClassPath: []string{}},
		Limits: []profiles.Limit{},
		Totals: profiles.Totals{Calls: 57, Bytecodes: 247, Allocations: 3, AllocatedBytes: 80, Contexts: 6, Folded: 3},
		Methods: []profiles.Method{
			{ID: 0, Class: "Demo", Name: "main", Descriptor: "()V", File: "Demo.java", Line: 1, Origin: profiles.OriginApp},
			{ID: 1, Class: "Circle", Name: "area", Descriptor: "()V", File: "Circle.java", Line: 1, Origin: profiles.OriginApp},
			{ID: 2, Class: "Square", Name: "area", Descriptor: "()V", File: "Square.java", Line: 1, Origin: profiles.OriginApp},
			{ID: 3, Class: "java/lang/Thread", Name: "start0", Descriptor: "()V", File: "java/lang/Thread.java", Line: 1, Native: true, Origin: profiles.OriginLibrary},
			{ID: 4, Class: "Worker", Name: "run", Descriptor: "()V", File: "Worker.java", Line: 1, Origin: profiles.OriginApp},
		},
		Threads: []profiles.Thread{{ID: 0, Name: "main", Root: 0}, {ID: 1, Name: "worker 😀 \x00", Root: 4}},
		Contexts: []profiles.Context{
			{ID: 0, Parent: -1, Method: 0, BCI: -1, Line: -1, Calls: 1, Bytecodes: 100, Allocations: 2, AllocatedBytes: 64},
			{ID: 1, Parent: 0, Method: 1, BCI: 7, Line: 12, Calls: 30, Bytecodes: 90},
			{ID: 2, Parent: 0, Method: 2, BCI: 7, Line: 12, Calls: 20, Bytecodes: 40},
			{ID: 3, Parent: 0, Method: 3, BCI: 11, Line: 14, Calls: 1},
			{ID: 4, Parent: -1, Method: 4, BCI: -1, Line: -1, Calls: 1, Bytecodes: 5},
			{ID: 5, Parent: 4, Method: 1, BCI: 3, Line: 40, Calls: 4, Bytecodes: 12, Allocations: 1, AllocatedBytes: 16},
		},
		Edges: []profiles.Edge{
			{Caller: 0, BCI: 7, Line: 12, Callee: 2, Kind: profiles.EdgeVirtual, Calls: 20, FirstSeen: 0},
			{Caller: 0, BCI: 7, Line: 12, Callee: 1, Kind: profiles.EdgeVirtual, Calls: 30, FirstSeen: 1},
			{Caller: 0, BCI: 11, Line: 14, Callee: 3, Kind: profiles.EdgeNative, Calls: 1, FirstSeen: 2},
			{Caller: 3, BCI: -1, Line: -1, Callee: 4, Kind: profiles.EdgeThread, Calls: 1, FirstSeen: 3},
			{Caller: 4, BCI: 3, Line: 40, Callee: 1, Kind: profiles.EdgeInterface, Calls: 4, FirstSeen: 4},
		},
		Inlining: []profiles.Inlining{
			{Caller: 0, BCI: 7, Line: 12, Callee: 1, Decision: profiles.DecisionGuarded, Weight: 0.5, Size: 11},
			{Caller: 0, BCI: 7, Line: 12, Callee: 2, Decision: profiles.DecisionGuarded, Reason: "hot", Weight: 0.4, Size: 7},
			{Caller: 3, BCI: -1, Line: -1, Callee: 4, Decision: profiles.DecisionRejected, Reason: "started", Weight: 1},
			{Caller: 4, BCI: 3, Line: 40, Callee: 1, Decision: profiles.DecisionInlined, Reason: "trivial", Weight: 0.07, Size: 9},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("unexpected profile (-want +got):\n%s", diff)
	}
	if err := got.Validate(); err != nil {
		t.Error(err)
	}
}

// TestRootsStandAlone leaves a root out that counted nothing, though one that did was begun in it, as where a program has been joined before.
func TestRootsStandAlone(t *testing.T) {
	w := newWorld(t, regionBytes)
	first, second := w.method("Demo", "main", 0), w.method("Demo", "tick", 0)
	before := w.node(first, 0, -1, -1, sharedmemory.Root)
	w.must(w.writer.AppendThread(w.str("main"), before))
	now := w.node(second, before, -1, -1, sharedmemory.Root)
	w.must(w.writer.AppendThread(w.str("main"), now))
	w.count(now, 3, 10, 0, 0)
	p := w.read().Profile()
	if len(p.Threads) != 1 || len(p.Contexts) != 1 || p.Contexts[0].Calls != 3 {
		t.Errorf("the profile has the trees %v and the contexts %v, want only the one that counted", p.Threads, p.Contexts)
	}
}

func TestProfileSamples(t *testing.T) {
	w := newWorld(t, regionBytes)
	a := w.node(w.method("A", "a", 0), 0, -1, -1, sharedmemory.Root)
	w.count(a, 1, 1, 0, 0)
	if p := w.read().Profile(); p.Also(&p.Contexts[0]).Samples.Known() {
		t.Errorf("an unsampled run has samples %d", p.Also(&p.Contexts[0]).Samples.Value())
	}
	w.put(a+sharedmemory.NodeSamples, 9)
	if p := w.read().Profile(); p.Also(&p.Contexts[0]).Samples != profiles.Measured(9) {
		t.Errorf("samples are %v, want 9", p.Also(&p.Contexts[0]).Samples)
	}
}

// TestInliningIsThereWhenTheInlinerRan tells a run without an inliner from one
// whose decisions were all about calls that never came.
func TestInliningIsThereWhenTheInlinerRan(t *testing.T) {
	w := newWorld(t, regionBytes)
	a, b := w.method("A", "a", 0), w.method("B", "b", 0)
	w.count(w.node(a, 0, -1, -1, sharedmemory.Root), 1, 1, 0, 0)
	if p := w.read().Profile(); p.Inlining != nil {
		t.Errorf("a run without an inliner has decisions: %v", p.Inlining)
	}
	w.decide(a, b, 5, 2, sharedmemory.Inlined, 3, 0, 0)
	if p := w.read().Profile(); p.Inlining == nil || len(p.Inlining) > 0 {
		t.Errorf("inlining is %#v, want an empty list", p.Inlining)
	}
}

// TestCallGraphs puts what the hierarchy allows beside the edges that instructions call.
func TestCallGraphs(t *testing.T) {
	w := newWorld(t, regionBytes)
	a, b := w.method("A", "a", 0), w.method("B", "b", 0)
	root := w.node(a, 0, -1, -1, sharedmemory.Root)
	w.count(root, 1, 10, 0, 0)
	for bci, kind := range []uint32{sharedmemory.Virtual, sharedmemory.Initializer} {
		w.edge(a, b, int32(bci), 1, kind)
		w.count(w.node(b, root, int32(bci), 1, kind), 1, 1, 0, 0)
		w.must(w.writer.AppendSite(a, int32(bci), 7, 3))
	}
	w.must(w.writer.AppendUnseen(a, 0, w.str("C"), w.str("b"), w.str("()V"), true))
	if p := w.read().Profile(); p.CallGraphs != nil || p.Edges[0].Possible != nil {
		t.Errorf("there is a comparison without its last record: %+v", p.CallGraphs)
	}
	w.must(w.writer.AppendGraphs(sharedmemory.GraphSizes{9, 8, 7, 6}, sharedmemory.GraphSizes{5, 4, 3, 2}, 1))
	p := w.read().Profile()
	want := &profiles.CallGraphs{
		Executed: profiles.CallGraph{Methods: 2, Edges: 2, Sites: 1},
		CHA:      profiles.CallGraph{Methods: 9, Edges: 8, Sites: 7, Polymorphic: 6},
		RTA:      profiles.CallGraph{Methods: 5, Edges: 4, Sites: 3, Polymorphic: 2}, Unforeseen: 1,
	}
	if diff := cmp.Diff(want, p.CallGraphs); diff != "" {
		t.Errorf("unexpected call graphs (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]profiles.Unseen{{Caller: p.Edges[0].Caller, Class: "C", Name: "b", Descriptor: "()V", Instantiated: true}}, p.Unseen); diff != "" {
		t.Errorf("unexpected unseen targets (-want +got):\n%s", diff)
	}
	if e := p.Edges[0]; *e.Possible != 7 || *e.Instantiated != 3 || p.Edges[1].Possible != nil {
		t.Errorf("unexpected edges %+v", p.Edges)
	}
}

// TestDecisionsAdapt writes random decisions and compares the profile's with a
// map of the last ones, and their order with that of the profile's other numbers.
func TestDecisionsAdapt(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := newWorld(t, regionBytes)
		methods := make([]uint32, 3)
		for i := range methods {
			methods[i] = w.method("C", fmt.Sprint("m", i), 0)
		}
		root := w.node(methods[0], 0, -1, -1, sharedmemory.Root)
		w.count(root, 1, 10, 0, 0)
		for callee := range methods {
			for bci := range int32(3) {
				w.count(w.node(methods[callee], root, bci, bci+10, sharedmemory.Static), 1, 1, 0, 0)
			}
		}
		type key struct{ bci, callee int }
		want := map[key]profiles.Inlining{}
		decisions := []profiles.Decision{profiles.DecisionInlined, profiles.DecisionGuarded, profiles.DecisionRejected}
		for range rapid.IntRange(1, 30).Draw(rt, "decisions") {
			bci, callee := rapid.IntRange(0, 2).Draw(rt, "bci"), rapid.IntRange(0, 2).Draw(rt, "callee")
			decision, size := rapid.IntRange(0, 2).Draw(rt, "decision"), rapid.IntRange(0, 200).Draw(rt, "size")
			weight, reason := rapid.Float64Range(0, 1).Draw(rt, "weight"), rapid.StringMatching("[a-z ]{0,12}").Draw(rt, "reason")
			w.decide(methods[0], methods[callee], int32(bci), int32(bci+10), uint32(decision), uint32(size), w.str(reason), weight)
			want[key{bci, callee}] = profiles.Inlining{
				BCI: bci, Line: bci + 10, Callee: callee, Decision: decisions[decision], Reason: reason, Weight: weight, Size: size,
			}
		}
		p := w.read().Profile()
		if err := p.Validate(); err != nil {
			rt.Fatal(err)
		}
		got := map[key]profiles.Inlining{}
		for i, row := range p.Inlining {
			got[key{row.BCI, row.Callee}] = row
			if i == 0 {
				continue
			}
			if before := p.Inlining[i-1]; before.BCI > row.BCI || before.BCI == row.BCI && before.Callee >= row.Callee {
				rt.Fatalf("row %d stands behind one of bytecode %d and callee %d: %+v", i, before.BCI, before.Callee, row)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			rt.Fatalf("unexpected decisions (-want +got):\n%s", diff)
		}
	})
}

func TestCheck(t *testing.T) {
	w := newWorld(t, regionBytes)
	a, b := w.method("A", "a", 0), w.method("B", "b", 0)
	root := w.node(a, 0, -1, -1, sharedmemory.Root)
	w.count(root, 1, 10, 0, 0)
	w.count(w.node(b, root, 5, 2, sharedmemory.Static), 3, 9, 0, 0)
	w.edge(a, b, 5, 2, sharedmemory.Static)
	if problems := w.read().Check(); len(problems) > 0 {
		t.Fatalf("a sound run has problems: %v", problems)
	}
	w.edge(a, b, 5, 2, sharedmemory.Static)
	w.edge(b, a, 1, 1, sharedmemory.Virtual)
	w.count(w.node(b, root, 8, 3, sharedmemory.Static), 2, 6, 0, 0)
	w.put(sharedmemory.NodeCount, 7)
	check := func(want ...string) {
		t.Helper()
		var got []string
		for _, problem := range w.read().Check() {
			got = append(got, problem.Error())
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("unexpected problems (-want +got):\n%s", diff)
		}
	}
	miscounted := "the worker made 7 contexts, but 3 are recorded"
	twice := "edge A.a()V @5 -> B.b()V was announced twice"
	never := "edge A.a()V @8 -> B.b()V has 2 calls, but was never announced"
	check(miscounted, twice, "edge B.b()V @1 -> A.a()V was announced, but no context counted a call of it", never)
	w.put(sharedmemory.Folded, 1)
	check(miscounted, twice, never)

	// What was never announced is still an executed edge of the profile.
	last := w.read().Profile().Edges[1]
	want := profiles.Edge{Caller: 0, BCI: 8, Line: 3, Callee: 1, Kind: profiles.EdgeStatic, Calls: 2, FirstSeen: 1}
	if diff := cmp.Diff(want, last); diff != "" {
		t.Errorf("unexpected edge (-want +got):\n%s", diff)
	}
}

// TestProfileOfRandomRuns writes random trees and compares the profile's sums
// with sums made straight from the drawn numbers.
func TestProfileOfRandomRuns(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := newWorld(t, regionBytes)
		methods := make([]uint32, rapid.IntRange(1, 5).Draw(rt, "methods"))
		for i := range methods {
			methods[i] = w.method("C", fmt.Sprint("m", i), 0)
		}
		type edge struct{ caller, bci, callee int }
		type node struct {
			addr   uint32
			method int
		}
		var nodes []node
		wantCalls := map[edge]uint64{}
		var totalCalls, totalBytecodes uint64
		type site struct {
			parent, bci, method int
		}
		taken := map[site]bool{}
		for range rapid.IntRange(1, 60).Draw(rt, "nodes") {
			parent := rapid.IntRange(-1, len(nodes)-1).Draw(rt, "parent")
			method := rapid.IntRange(0, len(methods)-1).Draw(rt, "method")
			calls := rapid.Uint64Range(0, 3).Draw(rt, "calls")
			bytecodes := calls * rapid.Uint64Range(0, 100).Draw(rt, "bytecodes")
			bci, kind, parentAddr := -1, uint32(sharedmemory.Root), uint32(0)
			if parent >= 0 {
				bci, kind, parentAddr = rapid.IntRange(0, 3).Draw(rt, "bci"), sharedmemory.Virtual, nodes[parent].addr
				if taken[site{parent, bci, method}] {
					continue
				}
				taken[site{parent, bci, method}] = true
				key := edge{nodes[parent].method, bci, method}
				if _, known := wantCalls[key]; !known {
					w.edge(methods[key.caller], methods[method], int32(bci), 1, kind)
				}
				wantCalls[key] += calls
			}
			addr := w.node(methods[method], parentAddr, int32(bci), 1, kind)
			w.count(addr, calls, bytecodes, 0, 0)
			nodes = append(nodes, node{addr, method})
			totalCalls += calls
			totalBytecodes += bytecodes
		}
		p := w.read().Profile()
		if err := p.Validate(); err != nil {
			rt.Fatal(err)
		}
		if p.Totals.Calls != totalCalls || p.Totals.Bytecodes != totalBytecodes {
			rt.Fatalf("totals are %d calls and %d bytecodes, want %d and %d", p.Totals.Calls, p.Totals.Bytecodes, totalCalls, totalBytecodes)
		}
		gotCalls := map[edge]uint64{}
		number := func(id int) int { // the drawn number of a method
			var n int
			fmt.Sscanf(p.Methods[id].Name, "m%d", &n)
			return n
		}
		for i, d := range p.Edges {
			if d.FirstSeen != i {
				rt.Fatalf("edge %d was seen as number %d", i, d.FirstSeen)
			}
			gotCalls[edge{number(d.Caller), d.BCI, number(d.Callee)}] += d.Calls
		}
		for key, calls := range wantCalls {
			if calls == 0 {
				delete(wantCalls, key)
			}
		}
		if len(gotCalls) != len(wantCalls) {
			rt.Fatalf("there are %d edges, want %d", len(gotCalls), len(wantCalls))
		}
		for key, calls := range wantCalls {
			if gotCalls[key] != calls {
				rt.Fatalf("edge %v has %d calls, want %d", key, gotCalls[key], calls)
			}
		}
	})
}

// TestSecondSpan has the records go on in a second span behind each of them in turn: what is read is the same.
func TestSecondSpan(t *testing.T) {
	plain := demo(t)
	want := plain.read().Profile()
	end := plain.word(sharedmemory.ProfileNext)
	follow := func(w *world) (edges int) {
		var f sharedmemory.Follower
		if err := f.Next(w.memory, func(sharedmemory.Announcement) { edges++ }); err != nil {
			t.Fatal(err)
		}
		return edges
	}
	for split := uint32(sharedmemory.ControlPageBytes + sharedmemory.MoreSize); split <= end+sharedmemory.MoreSize; split += 8 {
		second := sharedmemory.Span{Start: split + 4096, End: split + 4096 + regionBytes}
		w := newWorldOf(t, sharedmemory.Span{Start: sharedmemory.ControlPageBytes, End: split}, second)
		w.demo()
		if diff := cmp.Diff(want, w.read().Profile()); diff != "" {
			t.Fatalf("split at %#x:\n%s", split, diff)
		}
		if got, want := follow(w), follow(plain); got != want {
			t.Fatalf("split at %#x: %d announced edges, want %d", split, got, want)
		}
		if next := w.word(sharedmemory.ProfileNext); (next >= second.Start) != (split < end+sharedmemory.MoreSize) {
			t.Fatalf("split at %#x of %#x: the records end at %#x", split, end, next)
		}
	}
}

// TestFullSpans fills both spans: what fits in neither is refused, and what is smaller still fits.
func TestFullSpans(t *testing.T) {
	const start = sharedmemory.ControlPageBytes
	w := newWorldOf(t, sharedmemory.Span{Start: start, End: start + 32}, sharedmemory.Span{Start: start + 64, End: start + 96})
	if _, ok := w.writer.AppendString(strings.Repeat("x", 25)); ok {
		t.Error("a record of 40 bytes fits a span of 32")
	}
	for i, want := range []uint32{start, start + 64, start + 80} { // 16 bytes each, and 8 for a more record
		if got := w.str("text"); got != want {
			t.Errorf("record %d lies at %#x, want %#x", i, got, want)
		}
	}
	if _, ok := w.writer.AppendString("text"); ok {
		t.Error("a record fits that does not")
	}
	w.read()
}

// TestShrinkSecond has the second span begin later, behind the back of a reader, until there are records in it.
func TestShrinkSecond(t *testing.T) {
	const start = sharedmemory.ControlPageBytes
	w := newWorldOf(t, sharedmemory.Span{Start: start, End: start + 32}, sharedmemory.Span{Start: start + 64, End: start + 128})
	w.str("first")
	var reader sharedmemory.Reader
	if err := reader.Advance(w.memory); err != nil {
		t.Fatal(err)
	}
	for _, at := range []uint32{start + 56, start + 84, start + 136} {
		if w.writer.ShrinkSecond(at) {
			t.Errorf("the second span begins at %#x", at)
		}
	}
	if !w.writer.ShrinkSecond(start + 96) {
		t.Error("the second span does not begin later")
	}
	if got := w.str("second"); got != start+96 {
		t.Errorf("what the first span has no room for lies at %#x, want %#x", got, start+96)
	}
	if w.writer.ShrinkSecond(start + 104) {
		t.Error("the second span leaves its records")
	}
	got, err := reader.Finish(w.memory)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(w.read(), got, private); diff != "" {
		t.Errorf("what was read in pieces differs (-at once +in pieces):\n%s", diff)
	}
}

// TestReadAtEveryMoment reads the memory as it was after each record.
func TestReadAtEveryMoment(t *testing.T) {
	w := demo(t)
	full := w.read()
	last := w.word(sharedmemory.ProfileNext)
	seen := 0
	for next := uint32(sharedmemory.ControlPageBytes); next <= last; {
		w.put(sharedmemory.ProfileNext, next)
		s := w.read()
		if err := s.Profile().Validate(); err != nil {
			t.Fatalf("at %#x: %v", next, err)
		}
		if s.Nodes.Len() < seen || s.Nodes.Len() > full.Nodes.Len() {
			t.Fatalf("at %#x: %d nodes after %d", next, s.Nodes.Len(), seen)
		}
		seen = s.Nodes.Len()
		if next == last {
			break
		}
		next += w.word(next) >> 8
	}
	if seen != full.Nodes.Len() {
		t.Errorf("%d nodes were seen at the end, want %d", seen, full.Nodes.Len())
	}
}

// private compares snapshots as they are.
var private = cmp.Exporter(func(reflect.Type) bool { return true })

// TestReadInPieces reads a memory in two pieces, parted behind each of its records, and has all that a running program changes change in between: what
// is read is what one read of the end finds.
func TestReadInPieces(t *testing.T) {
	w := demo(t)
	w.rest()
	want, end := w.read(), slices.Clone(w.memory)
	last := w.word(sharedmemory.ProfileNext)
	for next := uint32(sharedmemory.ControlPageBytes); ; next += sharedmemory.RecordSize(w.word(next)) {
		for at := uint32(sharedmemory.ControlPageBytes); at < next; at += sharedmemory.RecordSize(w.word(at)) {
			w.forget(at)
		}
		w.put(sharedmemory.ProfileNext, next)
		var reader sharedmemory.Reader
		for range 2 { // the second time there is nothing new
			if err := reader.Advance(w.memory); err != nil {
				t.Fatal(err)
			}
		}
		copy(w.memory, end)
		got, err := reader.Finish(w.memory)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got, private); diff != "" {
			t.Fatalf("parted at %#x (-at once +in pieces):\n%s", next, diff)
		}
		if next == last {
			break
		}
	}
}

// TestReadManyInPieces reads so many nodes that there is room for their contexts before the end, which grows: the profile is that of one read of the end, and what a snapshot makes a second time has
// nothing in common with the first.
func TestReadManyInPieces(t *testing.T) {
	const nodes = 300_000
	w := newWorld(t, nodes*256)
	method, parent := w.method("A", "a", 0), uint32(0)
	var reader sharedmemory.Reader
	for i := range nodes {
		kind := uint32(sharedmemory.Static)
		if i == 0 {
			kind = sharedmemory.Root
		}
		node := w.node(method, parent, int32(i%1000), 7, kind)
		if i%3 > 0 { // of the others those at the end do not count
			w.count(node, 1, uint64(i), 0, 0)
		}
		if i%1000 == 0 {
			parent = node
			if err := reader.Advance(w.memory); err != nil {
				t.Fatal(err)
			}
		}
	}
	got, err := reader.Finish(w.memory)
	if err != nil {
		t.Fatal(err)
	}
	want, first := w.read().Profile(), got.Profile()
	if !reflect.DeepEqual(want, first) {
		t.Error("what was read in pieces differs")
	}
	second := got.Profile()
	first.Contexts[0].Calls = 99
	if !reflect.DeepEqual(want, second) {
		t.Error("what is made a second time differs")
	}
}

// rest appends a record of each kind that a demo does not have and whose counters change.
func (w *world) rest() {
	method := w.method("Rest", "rest", 0)
	root := w.node(method, 0, -1, -1, sharedmemory.Root)
	count := func(at uint32, values ...uint64) {
		for i, value := range values {
			binary.LittleEndian.PutUint64(w.memory[at+uint32(8*i):], value)
		}
	}
	count(w.must(w.writer.AppendExtras(root))+sharedmemory.ExtrasWork, 1, 2, 3, 4, 5, 6, 7)
	count(w.must(w.writer.AppendType(root, w.str("[I")))+sharedmemory.TypeObjects, 8, 9)
	count(w.must(w.writer.AppendConcatenation(method, 3, 3, 2))+sharedmemory.ConcatenationStrings, 14, 15)
	count(w.must(w.writer.AppendTimes(root))+sharedmemory.TimesTicks, math.Float64bits(10))
	edge := w.must(w.writer.AppendEdge(method, method, 1, 1, sharedmemory.Static))
	count(edge+sharedmemory.EdgeSamples, 11)
	passed := w.must(w.writer.AppendPassed(method, 2, 2, w.str("A"), w.str("a"), w.str("(I)V")))
	argument := w.must(w.writer.AppendArgument(passed, false, w.str("I")))
	w.must(w.writer.AppendValue(argument, 1, 0, 0, 12))
	marks := w.must(w.writer.AppendMarks(w.str("Rest"), 13, 8))
	w.memory[marks+sharedmemory.MarksBytes+3] = 1
	w.must(w.writer.AppendTestMarks(w.str("Rest"), w.str("test"), marks))
	w.must(w.writer.AppendCollection(100, 30, 20))
	count(sharedmemory.TickNanos, math.Float64bits(0.5))
}

// forget sets what a running program changes of a record to something else.
func (w *world) forget(at uint32) {
	header := w.word(at)
	changes := map[uint32]uint32{ // by kind, what does from there on
		sharedmemory.KindNode: sharedmemory.NodeCalls, sharedmemory.KindEdge: sharedmemory.EdgeSamples, sharedmemory.KindExtras: sharedmemory.ExtrasWork,
		sharedmemory.KindType: sharedmemory.TypeObjects, sharedmemory.KindTimes: sharedmemory.TimesTicks, sharedmemory.KindThread: sharedmemory.ThreadName,
		sharedmemory.KindMarks: sharedmemory.MarksBytes, sharedmemory.KindArgument: sharedmemory.ArgumentRange,
		sharedmemory.KindConcatenation: sharedmemory.ConcatenationStrings,
	}
	from, known := changes[sharedmemory.RecordKind(header)]
	if !known {
		return
	}
	for i := at + from; i < at+sharedmemory.RecordSize(header); i++ {
		w.memory[i] = 0
	}
}

// TestReadAnotherMemory has a worker begin again, behind what was read of it.
func TestReadAnotherMemory(t *testing.T) {
	var reader sharedmemory.Reader
	long := demo(t)
	if err := reader.Advance(long.memory); err != nil {
		t.Fatal(err)
	}
	short := newWorld(t, regionBytes)
	short.node(short.method("A", "a", 0), 0, -1, -1, sharedmemory.Root)
	got, err := reader.Finish(short.memory)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(short.read(), got, private); diff != "" {
		t.Errorf("unexpected snapshot (-want +got):\n%s", diff)
	}
}

// TestTypes splits the objects of contexts by class.
func TestTypes(t *testing.T) {
	w := newWorld(t, regionBytes)
	a, b := w.method("A", "a", 0), w.method("B", "b", 0)
	root := w.node(a, 0, -1, -1, sharedmemory.Root)
	gone := w.node(b, root, 1, 1, sharedmemory.Static) // it counts nothing
	w.count(root, 1, 10, 3, 56)
	for _, row := range []struct {
		node           uint32
		class          string
		objects, bytes uint64
	}{{root, "java/lang/Object", 1, 16}, {root, "[I", 2, 40}, {root, "Never", 0, 0}, {gone, "X", 0, 0}} {
		at := w.must(w.writer.AppendType(row.node, w.str(row.class)))
		binary.LittleEndian.PutUint64(w.memory[at+sharedmemory.TypeObjects:], row.objects)
		binary.LittleEndian.PutUint64(w.memory[at+sharedmemory.TypeBytes:], row.bytes)
	}
	want := []profiles.TypeCount{{Context: 0, Class: "[I", Objects: 2, Bytes: 40}, {Context: 0, Class: "java/lang/Object", Objects: 1, Bytes: 16}}
	if diff := cmp.Diff(want, w.read().Profile().Types); diff != "" {
		t.Errorf("unexpected types (-want +got):\n%s", diff)
	}
	w.must(w.writer.AppendType(a, w.str("X")))
	if _, err := sharedmemory.Read(w.memory); err == nil || !strings.Contains(err.Error(), "no node record") {
		t.Errorf("error is %v", err)
	}
}

// TestConcatenations gives the instructions that have joined strings, of methods that were called.
func TestConcatenations(t *testing.T) {
	w := newWorld(t, regionBytes)
	a, b := w.method("A", "a", 0), w.method("B", "b", 0)
	root := w.node(a, 0, -1, -1, sharedmemory.Root)
	w.count(root, 1, 10, 3, 56)
	for _, row := range []struct {
		caller         uint32
		bci, line      int32
		strings, bytes uint64
	}{{a, 7, -1, 2, 30}, {a, 3, 8, 5, 70}, {a, 9, 9, 0, 0}, {b, 1, 1, 4, 4}} {
		at := w.must(w.writer.AppendConcatenation(row.caller, row.bci, row.line, 2))
		binary.LittleEndian.PutUint64(w.memory[at+sharedmemory.ConcatenationStrings:], row.strings)
		binary.LittleEndian.PutUint64(w.memory[at+sharedmemory.ConcatenationBytes:], row.bytes)
	}
	before := w.read()
	want := []profiles.Concatenation{{Caller: 0, BCI: 3, Line: 8, Operands: 2, Strings: 5, Bytes: 70}, {Caller: 0, BCI: 7, Line: -1, Operands: 2, Strings: 2, Bytes: 30}}
	if diff := cmp.Diff(want, before.Profile().Concatenations); diff != "" {
		t.Errorf("unexpected concatenations (-want +got):\n%s", diff)
	}
	w.count(root, 2, 20, 6, 112)
	after := w.read()
	after.Concatenations[1].Strings, after.Concatenations[1].Bytes = 6, 90
	after.Since(before)
	want = []profiles.Concatenation{{Caller: 0, BCI: 3, Line: 8, Operands: 2, Strings: 1, Bytes: 20}}
	if diff := cmp.Diff(want, after.Profile().Concatenations); diff != "" {
		t.Errorf("unexpected concatenations since then (-want +got):\n%s", diff)
	}
	w.must(w.writer.AppendConcatenation(w.str("X"), 1, 1, 1))
	if _, err := sharedmemory.Read(w.memory); err == nil || !strings.Contains(err.Error(), "no method record") {
		t.Errorf("error is %v", err)
	}
}

// TestFollower follows a program that announces edges between other records: it is told of each once, in order.
func TestFollower(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var f sharedmemory.Follower
		if err := f.Next(make([]byte, sharedmemory.ControlPageBytes), nil); err != nil {
			rt.Fatalf("a memory that is not laid out: %v", err)
		}
		w := newWorld(t, regionBytes)
		methods := []uint32{w.method("A", "a", 0)}
		root := w.node(methods[0], 0, -1, -1, sharedmemory.Root)
		var want, got []string
		for i := range int32(rapid.IntRange(0, 12).Draw(rt, "records")) {
			switch rapid.IntRange(0, 3).Draw(rt, "what") {
			case 0:
				methods = append(methods, w.method("A", fmt.Sprint("m", i), 0))
			case 1:
				w.node(methods[0], root, i, i, sharedmemory.Static)
			case 2:
				callee := rapid.IntRange(0, len(methods)-1).Draw(rt, "callee")
				w.edge(methods[0], methods[callee], i, -3, sharedmemory.Virtual)
				want = append(want, fmt.Sprintf("%d a %d -1 virtual %s", len(want), i, w.read().Methods[callee].Name))
			case 3:
				err := f.Next(w.memory, func(a sharedmemory.Announcement) {
					got = append(got, fmt.Sprintf("%d %s %d %d %s %s", a.Order, a.Caller.Name, a.BCI, a.Line, a.Kind, a.Callee.Name))
				})
				if err != nil {
					rt.Fatal(err)
				}
				if diff := cmp.Diff(want, got); diff != "" {
					rt.Fatalf("unexpected announcements (-want +got):\n%s", diff)
				}
			}
		}
	})
}

// TestFollowerMistrusts has an edge from a method that is not there.
func TestFollowerMistrusts(t *testing.T) {
	w := newWorld(t, regionBytes)
	a := w.method("A", "a", 0)
	w.edge(a+8, a, 1, 1, sharedmemory.Virtual)
	var f sharedmemory.Follower
	err := f.Next(w.memory, func(sharedmemory.Announcement) { t.Error("there is no such edge") })
	if err == nil || !strings.Contains(err.Error(), "no method record") {
		t.Errorf("error is %v", err)
	}
}

func TestReadErrors(t *testing.T) {
	const first = sharedmemory.ControlPageBytes // address of the first record, a string
	method := func(w *world) uint32 { return w.method("A", "a", 0) }
	for _, test := range []struct {
		name   string
		damage func(w *world)
		want   string
	}{
		{"not ready", func(w *world) { w.put(sharedmemory.ControlMagic, 0) }, sharedmemory.ErrNotReady.Error()},
		{"other magic", func(w *world) { w.put(sharedmemory.ControlMagic, 1) }, "it is not a memory of hotlens"},
		{"other version", func(w *world) { w.put(sharedmemory.ControlVersion, 99) }, "layout 99, this hotlens reads layout 24"},
		{"next behind end", func(w *world) { w.put(sharedmemory.ProfileNext, 0xfffffff8) }, "no sound profile region"},
		{"end behind memory", func(w *world) { w.put(sharedmemory.ProfileEnd, 0xfffffff8) }, "no sound profile region"},
		{"start in control page", func(w *world) { w.put(sharedmemory.ProfileStart, 8) }, "no sound profile region"},
		{"size 0", func(w *world) { w.str("x"); w.put(first, sharedmemory.KindString) }, "record at 0x10000: size 0 is impossible, 16 bytes are left"},
		{"size behind next", func(w *world) { w.str("x"); w.put(first, sharedmemory.KindString|24<<8) }, "record at 0x10000: size 24 is impossible, 16 bytes are left"},
		{"size uneven", func(w *world) { w.str("x"); w.put(first, sharedmemory.KindString|12<<8) }, "size 12 is impossible"},
		{"kind 0", func(w *world) { w.str("x"); w.put(first, 16<<8) }, "its kind 0 is unknown"},
		{"no caller that passes", func(w *world) { w.must(w.writer.AppendPassed(first, 1, 1, 0, 0, 0)) }, "no method record at 0x10000"},
		{"no name of what is called", func(w *world) { w.must(w.writer.AppendPassed(method(w), 1, 1, 0, 4, 0)) }, "no string record at 0x4"},
		{"no call of an argument", func(w *world) { w.must(w.writer.AppendArgument(first, false, 0)) }, "no record of a call at 0x10000"},
		{"no argument of a value", func(w *world) { w.must(w.writer.AppendValue(first, sharedmemory.FormInteger, 0, 0, 1)) }, "no record of an argument at 0x10000"},
		{"form of a value", func(w *world) {
			a := w.must(w.writer.AppendArgument(w.must(w.writer.AppendPassed(method(w), 1, 1, 0, 0, 0)), true, 0))
			w.must(w.writer.AppendValue(a, sharedmemory.FormFloatMagnitude+1, 0, 0, 1))
		}, "the form 11 of a value is unknown"},
		{"kind 24", func(w *world) { w.str("x"); w.put(first, 24|16<<8) }, "its kind 24 is unknown"},
		{"no class of marks", func(w *world) { w.must(w.writer.AppendMarks(4, 1, 2)) }, "no string record at 0x4"},
		{"too many marks", func(w *world) { m := w.must(w.writer.AppendMarks(0, 1, 2)); w.put(m+sharedmemory.MarksCount, 5) }, "5 marks do not fit a record of 24 bytes"},
		{"no marks of a test", func(w *world) {
			m := w.must(w.writer.AppendMarks(0, 1, 2))
			w.memory[m+sharedmemory.MarksBytes] = 1
			w.put(w.must(w.writer.AppendTestMarks(0, 0, m))+sharedmemory.TestMarksOf, first+4)
		}, "no marks record at 0x10004"},
		{"no test of marks", func(w *world) {
			m := w.must(w.writer.AppendMarks(0, 1, 2))
			w.memory[m+sharedmemory.MarksBytes] = 1
			w.must(w.writer.AppendTestMarks(4, 0, m))
		}, "no string record at 0x4"},
		{"more of nothing", func(w *world) { w.str("x"); w.put(first, sharedmemory.KindMore|16<<8) }, "it says that records go on elsewhere, and they do not"},
		{"second before first", func(w *world) { w.put(sharedmemory.ProfileMore, 8); w.put(sharedmemory.ProfileMoreEnd, first) }, "no sound profile region"},
		{"no caller of a site", func(w *world) { w.must(w.writer.AppendSite(first, 1, 2, 1)) }, "no method record at 0x10000"},
		{"times of nothing", func(w *world) { w.str("x"); w.put(first, sharedmemory.KindTimes|16<<8) }, "no node record at 0x1"},
		{"short counters", func(w *world) { w.str("x"); w.put(first, sharedmemory.KindCounters|0<<8) }, "size 0 is impossible"},
		{"short record", func(w *world) { w.str("x"); w.put(first, sharedmemory.KindMethod|16<<8) }, "its size is 16, a record of kind 2 has at least 32"},
		{"long string", func(w *world) { w.str("x"); w.put(first+sharedmemory.StringLength, 9) }, "a string of 9 bytes does not fit a record of 16"},
		{"no such string", func(w *world) { w.put(method(w)+sharedmemory.MethodClass, first+4) }, "no string record at 0x10004"},
		{"no class", func(w *world) { w.put(method(w)+sharedmemory.MethodClass, 0) }, "a method without class or name"},
		{"no thread name", func(w *world) { w.must(w.writer.AppendThread(4, 0)) }, "no string record at 0x4"},
		{"no root node", func(w *world) { w.must(w.writer.AppendThread(w.str("T"), first)) }, "thread 0 (T): no node record at 0x10000"},
		{"no method", func(w *world) { w.node(first, 0, -1, -1, sharedmemory.Root) }, "no method record at 0x10000"},
		{"no parent", func(w *world) { w.node(method(w), first, 1, 1, sharedmemory.Static) }, "no parent node record at 0x10000"},
		{"parent is itself", func(w *world) {
			n := w.node(method(w), 0, 1, 1, sharedmemory.Static)
			w.put(n+sharedmemory.NodeParent, n)
		}, "no parent node record"},
		{"node kind", func(w *world) { w.node(method(w), 0, 1, 1, sharedmemory.Harness+1) }, "edge kind 11 is unknown"},
		{"edge kind", func(w *world) { m := method(w); w.edge(m, m, 1, 1, sharedmemory.Root) }, "edge kind 9 is unknown"},
		{"no caller", func(w *world) { w.edge(first, method(w), 1, 1, sharedmemory.Static) }, "no method record at 0x10000"},
		{"no callee", func(w *world) { w.edge(method(w), 0, 1, 1, sharedmemory.Static) }, "no method record at 0x0"},
		{"short inlining", func(w *world) { w.str("x"); w.put(first, sharedmemory.KindInlining|16<<8) }, "its size is 16, a record of kind 6 has at least 40"},
		{"decision", func(w *world) { m := method(w); w.decide(m, m, 1, 1, sharedmemory.Rejected+1, 0, 0, 0) }, "inlining decision 3 is unknown"},
		{"callee's size", func(w *world) { m := method(w); w.decide(m, m, 1, 1, sharedmemory.Inlined, 1<<31, 0, 0) }, "a callee of size -2147483648"},
		{"weight above 1", func(w *world) { m := method(w); w.decide(m, m, 1, 1, sharedmemory.Inlined, 0, 0, 1.5) }, "weight 1.5 is not a share from 0 to 1"},
		{"weight below 0", func(w *world) { m := method(w); w.decide(m, m, 1, 1, sharedmemory.Inlined, 0, 0, -1) }, "weight -1 is not a share"},
		{"weight no number", func(w *world) { m := method(w); w.decide(m, m, 1, 1, sharedmemory.Inlined, 0, 0, math.NaN()) }, "weight NaN is not a share"},
		{"no reason", func(w *world) { m := method(w); w.decide(m, m, 1, 1, sharedmemory.Inlined, 0, m, 0) }, "no string record at"},
		{"no inlining caller", func(w *world) { w.decide(first, method(w), 1, 1, sharedmemory.Inlined, 0, 0, 0) }, "no method record at 0x10000"},
		{"no inlined callee", func(w *world) { w.decide(method(w), first, 1, 1, sharedmemory.Inlined, 0, 0, 0) }, "no method record at 0x10000"},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := newWorld(t, regionBytes)
			test.damage(w)
			_, err := sharedmemory.Read(w.memory)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error is\n  %v\nwant it to contain\n  %s", err, test.want)
			}
		})
	}
	if _, err := sharedmemory.Read(make([]byte, 100)); err == nil {
		t.Error("a memory without a control page was read")
	}
	w := newWorld(t, regionBytes)
	w.put(sharedmemory.ControlMagic, 0)
	if _, err := sharedmemory.Read(w.memory); !errors.Is(err, sharedmemory.ErrNotReady) {
		t.Errorf("error is %v, want ErrNotReady", err)
	}
}

// TestReadKeepsWhatStandsBeforeTheDamage makes the last record unreadable.
func TestReadKeepsWhatStandsBeforeTheDamage(t *testing.T) {
	w := demo(t)
	whole := w.read().Nodes.Len()
	last := w.node(0, 0, -1, -1, sharedmemory.Root)
	s, err := sharedmemory.Read(w.memory)
	if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%#x", last)) {
		t.Fatalf("error is %v, want one about the record at %#x", err, last)
	}
	if s == nil || s.Nodes.Len() != whole {
		t.Fatal("the records before the damage are gone")
	}
	if err := s.Profile().Validate(); err != nil {
		t.Error(err)
	}
}

func TestWriterStopsWhenFull(t *testing.T) {
	const size = 128
	for _, test := range []struct {
		name   string
		append func(w *sharedmemory.Writer) (uint32, bool)
		fit    int // records of this kind in 128 bytes
	}{
		{"strings", func(w *sharedmemory.Writer) (uint32, bool) { return w.AppendString("123456789") }, 5},
		{"methods", func(w *sharedmemory.Writer) (uint32, bool) { return w.AppendMethod(0, 0, 0, 0, -1, 0) }, 4},
		{"threads", func(w *sharedmemory.Writer) (uint32, bool) { return w.AppendThread(0, 0) }, 8},
		{"nodes", func(w *sharedmemory.Writer) (uint32, bool) { return w.AppendNode(0, 0, -1, -1, 0, 3) }, 1},
		{"edges", func(w *sharedmemory.Writer) (uint32, bool) { return w.AppendEdge(0, 0, -1, -1, 0) }, 4},
		{"decisions", func(w *sharedmemory.Writer) (uint32, bool) { return w.AppendInlining(0, 0, -1, -1, 0, 0, 0, 0) }, 3},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := newWorld(t, size)
			fit := 0
			for {
				if _, ok := test.append(w.writer); !ok {
					break
				}
				fit++
			}
			if fit != test.fit {
				t.Errorf("%d records fit, want %d", fit, test.fit)
			}
			next := w.word(sharedmemory.ProfileNext)
			if addr, ok := test.append(w.writer); ok || addr != 0 || w.word(sharedmemory.ProfileNext) != next {
				t.Errorf("the full region took a record at %#x", addr)
			}
		})
	}
	w := newWorld(t, regionBytes)
	for _, slots := range []int{-1, sharedmemory.MaxNodeSlots + 1} {
		if _, ok := w.writer.AppendNode(0, 0, -1, -1, 0, slots); ok {
			t.Errorf("a node with %d slots was made", slots)
		}
	}
}

func TestNewWriterErrors(t *testing.T) {
	memory := make([]byte, sharedmemory.ControlPageBytes+64)
	const start = sharedmemory.ControlPageBytes
	fits := sharedmemory.Span{Start: start, End: start + 32}
	for _, test := range []struct{ first, second sharedmemory.Span }{
		{first: sharedmemory.Span{Start: start, End: start + 65}},
		{first: sharedmemory.Span{Start: start - 8, End: start}},
		{first: sharedmemory.Span{Start: start + 16, End: start + 8}},
		{first: sharedmemory.Span{Start: start + 4, End: start + 64}},
		{first: fits, second: sharedmemory.Span{Start: start + 24, End: start + 64}},
		{first: fits, second: sharedmemory.Span{Start: start + 36, End: start + 64}},
		{first: fits, second: sharedmemory.Span{Start: start + 64, End: start + 32}},
		{first: fits, second: sharedmemory.Span{Start: start + 32, End: start + 65}},
	} {
		if _, err := sharedmemory.NewWriter(memory, test.first, test.second); err == nil || !strings.Contains(err.Error(), "no profile can be written to") {
			t.Errorf("%#x: the error is %v", test, err)
		}
	}
}

// TestCountersStartEmpty appends a counters record over bytes of a former use: readers skip it.
func TestCountersStartEmpty(t *testing.T) {
	w := newWorld(t, regionBytes)
	for i := range w.memory[sharedmemory.ControlPageBytes:] {
		w.memory[sharedmemory.ControlPageBytes+i] = 0xff
	}
	a := w.must(w.writer.AppendCounters(7, 0x1238, 3))
	if w.word(a+sharedmemory.CountersMethod) != 7 || w.word(a+sharedmemory.CountersNewest) != a || w.word(a+sharedmemory.CountersNode) != 0x1238 {
		t.Errorf("the compiled method is %d, the record to use %#x in place of %#x, the node %#x",
			w.word(a+sharedmemory.CountersMethod), w.word(a+sharedmemory.CountersNewest), a, w.word(a+sharedmemory.CountersNode))
	}
	for at := a + sharedmemory.CountersEntries; at < a+sharedmemory.CountersEntries+3*8; at += 4 {
		if w.word(at) != 0 {
			t.Errorf("word %d of the record is %#x", at-a, w.word(at))
		}
	}
	text := w.str("behind it")
	if next := a + sharedmemory.CountersEntries + 3*8; text != next {
		t.Errorf("the next record is at %#x, not %#x", text, next)
	}
	if _, ok := w.writer.AppendCounters(1, 0, 1<<20+1); ok {
		t.Error("a record of more entries than its size can tell was made")
	}
	if w.word(sharedmemory.NoCounters+sharedmemory.CountersMethod) != 0 {
		t.Error("what stands for no counters is a compiled method's")
	}
	if s, err := sharedmemory.Read(w.memory); err != nil || s.Nodes.Len() != 0 {
		t.Errorf("reading gives %v", err)
	}
}

// TestMix reads the mix of a method, and refuses one that is none.
func TestMix(t *testing.T) {
	w := newWorld(t, regionBytes)
	method := w.method("Demo", "main", 0)
	var mix instructions.Mix
	mix[instructions.Move], mix[instructions.Overlapped] = instructions.Whole-3, 3
	locality := instructions.Locality{Class: 0xfedcba98, Objects: 1, Rows: 0x8002, Elements: 3, Read: 0x84, Made: 0x45}
	record := w.must(w.writer.AppendMix(method, sharedmemory.MixSynchronized|sharedmemory.MixCatches, 17, &mix, locality))
	w.count(w.node(method, 0, -1, -1, sharedmemory.Root), 1, 1, 0, 0)
	got := w.read().Profile().Methods[0]
	if diff := cmp.Diff(mix[:], got.Mix); diff != "" || got.CodeBytes != 17 || !got.Synchronized || !got.Catches || instructions.LocalityOf(got.Locality) != locality {
		t.Errorf("the method is %+v (-want +got):\n%s", got, diff)
	}
	w.put(record+sharedmemory.MixWeights, 0)
	if _, err := sharedmemory.Read(w.memory); err == nil || !strings.Contains(err.Error(), "sum to") {
		t.Errorf("a mix with other parts: %v", err)
	}
	w.put(record+sharedmemory.MixMethod, record)
	if _, err := sharedmemory.Read(w.memory); err == nil || !strings.Contains(err.Error(), "no method record") {
		t.Errorf("a mix of no method: %v", err)
	}
}

// TestFlows reads where a method's references go, and refuses what does not fit its record or is of no method.
func TestFlows(t *testing.T) {
	w := newWorld(t, regionBytes)
	method := w.method("Demo", "main", 0)
	summary := []uint32{8, 1 << 30, 3}
	record := w.must(w.writer.AppendFlows(method, summary))
	w.count(w.node(method, 0, -1, -1, sharedmemory.Root), 1, 1, 0, 0)
	if diff := cmp.Diff(summary, w.read().Profile().Methods[0].Flows); diff != "" {
		t.Errorf("the flows (-want +got):\n%s", diff)
	}
	w.put(record+sharedmemory.FlowsCount, 4)
	if _, err := sharedmemory.Read(w.memory); err == nil || !strings.Contains(err.Error(), "do not fit") {
		t.Errorf("flows that do not fit: %v", err)
	}
	w.put(record+sharedmemory.FlowsMethod, record)
	if _, err := sharedmemory.Read(w.memory); err == nil || !strings.Contains(err.Error(), "no method record") {
		t.Errorf("flows of no method: %v", err)
	}
}

// TestExtras reads what few contexts have, and refuses extras of no context.
func TestExtras(t *testing.T) {
	w := newWorld(t, regionBytes)
	node := w.node(w.method("Demo", "main", 0), 0, -1, -1, sharedmemory.Root)
	w.count(node, 1, 1, 0, 0)
	record := w.must(w.writer.AppendExtras(node))
	if p := w.read().Profile(); len(p.Besides) != 0 {
		t.Errorf("a context without extras has %+v", p.Besides)
	}
	for i := range uint64(6) {
		binary.LittleEndian.PutUint64(w.memory[record+sharedmemory.ExtrasWork+uint32(8*i):], i+1)
	}
	p := w.read().Profile()
	want := profiles.Besides{Work: 1, Strings: 2, Operands: 3, Thrown: 4, Frames: 5, WaitNanos: profiles.Measured(6)}
	if got := p.Also(&p.Contexts[0]); *got != want || *p.Totals.WaitNanos != 6 {
		t.Errorf("the context has %+v", got)
	}
	w.put(record+sharedmemory.ExtrasNode, record)
	if _, err := sharedmemory.Read(w.memory); err == nil || !strings.Contains(err.Error(), "no node record") {
		t.Errorf("extras of no context: %v", err)
	}
}

// TestSince takes what a program had done before off what it has done.
func TestSince(t *testing.T) {
	w := newWorld(t, regionBytes)
	a, b := w.method("Demo", "a", 0), w.method("Demo", "b", 0)
	root := w.node(a, 0, -1, -1, sharedmemory.Root)
	busy := w.node(b, root, 1, 1, sharedmemory.Static)
	idle := w.node(b, root, 2, 2, sharedmemory.Static)
	extras := w.must(w.writer.AppendExtras(busy))
	w.count(root, 1, 10, 0, 0)
	w.count(busy, 7, 70, 1, 16)
	w.count(idle, 5, 50, 5, 80)
	w.put(extras+sharedmemory.ExtrasWait, 100)
	before := w.read()
	w.count(busy, 10, 100, 3, 48)
	w.put(extras+sharedmemory.ExtrasWait, 130)
	w.count(w.node(b, busy, 3, 3, sharedmemory.Static), 4, 40, 0, 0)
	after := w.read()
	after.Since(before)
	p := after.Profile()
	want := []profiles.Context{
		{ID: 0, Parent: -1, Method: 0, BCI: -1, Line: -1},
		{ID: 1, Parent: 0, Method: 1, BCI: 1, Line: 1, Calls: 3, Bytecodes: 30, Allocations: 2, AllocatedBytes: 32, Besides: 1},
		{ID: 2, Parent: 1, Method: 1, BCI: 3, Line: 3, Calls: 4, Bytecodes: 40},
	}
	if diff := cmp.Diff(want, p.Contexts); diff != "" {
		t.Errorf("unexpected contexts (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]profiles.Besides{{WaitNanos: profiles.Measured(30)}}, p.Besides); diff != "" {
		t.Errorf("what they have besides (-want +got):\n%s", diff)
	}
	damaged := &sharedmemory.Snapshot{}
	damaged.Since(before)
}

// TestNodeSlotsStartEmpty appends a node over bytes of a former use.
func TestNodeSlotsStartEmpty(t *testing.T) {
	w := newWorld(t, regionBytes)
	for i := range w.memory[sharedmemory.ControlPageBytes:] {
		w.memory[sharedmemory.ControlPageBytes+i] = 0xff
	}
	n := w.must(w.writer.AppendNode(0, 0, -1, -1, 0, 5))
	for at := n + sharedmemory.NodeCalls; at < n+sharedmemory.NodeSize(5); at += 4 {
		if w.word(at) != 0 {
			t.Errorf("word %d of the node is %#x", at-n, w.word(at))
		}
	}
	if w.word(n+sharedmemory.NodeShape) != sharedmemory.NodeShapeOf(0, 5) || w.word(n+sharedmemory.NodeSelf) != n || w.word(n+sharedmemory.NodeSibling) != 0 || w.word(n+sharedmemory.NodeCounters) != sharedmemory.NoCounters {
		t.Error("what it is linked to, or how, is wrong")
	}
	if w.word(sharedmemory.NodeCount) != 1 {
		t.Errorf("the node count is %d, want 1", w.word(sharedmemory.NodeCount))
	}
}

func TestWriterAllocatesNothing(t *testing.T) {
	summary := []uint32{1, 2}
	w := newWorld(t, 1<<20)
	allocations := testing.AllocsPerRun(50, func() {
		name, _ := w.writer.AppendString("name")
		method, _ := w.writer.AppendMethod(name, name, name, name, 1, 0)
		node, _ := w.writer.AppendNode(method, 0, 1, 1, sharedmemory.Virtual, 4)
		w.writer.AppendThread(name, node)
		w.writer.AppendExtras(node)
		w.writer.AppendMix(method, 0, 1, &instructions.Mix{}, instructions.Locality{})
		w.writer.AppendFlows(method, summary)
		w.writer.AppendEdge(method, method, 1, 1, sharedmemory.Virtual)
		w.writer.AppendInlining(method, method, 1, 1, sharedmemory.Guarded, 9, name, 0.5)
	})
	if allocations != 0 {
		t.Errorf("one round of records made %v allocations", allocations)
	}
}

func TestThreadNames(t *testing.T) {
	long := strings.Repeat("ä", sharedmemory.MaxStringBytes) // two bytes each
	for _, test := range []struct{ modified, want string }{
		{"plain", "plain"},
		{"größe 日本", "größe 日本"},
		{"\xc0\x80", "\x00"},
		{"\xed\xa0\xbd\xed\xb8\x80!", "😀!"},
		{"\xed\xa0\xbd", "\ufffd"},
		{"\xed\xb8\x80\xed\xa0\xbd", "\ufffd\ufffd"},
		{"a\xffb\xc3", "a\ufffdb\ufffd"},
		{"a\x00b", "a\ufffdb"},
		{long, strings.Repeat("ä", sharedmemory.MaxStringBytes/2)},
	} {
		w := newWorld(t, 256<<10)
		w.must(w.writer.AppendThread(w.str(test.modified), 0))
		if got := w.read().Threads[0].Name; got != test.want {
			t.Errorf("%.20q reads as %.20q, want %.20q", test.modified, got, test.want)
		}
	}
}

// FuzzRead puts arbitrary bytes where the records are. Whatever they hold, Read
// must come back, and what it read must make a valid profile.
func FuzzRead(f *testing.F) {
	w := demo(f)
	next := w.word(sharedmemory.ProfileNext)
	records := w.memory[sharedmemory.ControlPageBytes:next]
	f.Add(records, next)
	f.Add(records[:100], next-8)
	// The last record is a decision of the inliner: among the places are its header,
	// its decision and its weight.
	last := len(records) - sharedmemory.InliningSize
	for _, at := range []int{0, 40, 200, 300, last - 72, last, last + sharedmemory.InliningDecision, last + sharedmemory.InliningWeight + 4} {
		damaged := append([]byte(nil), records...)
		for i := range 4 {
			damaged[at+i] ^= 0x5a
		}
		f.Add(damaged, next)
	}
	memory := make([]byte, sharedmemory.ControlPageBytes+4096)
	f.Fuzz(func(t *testing.T, records []byte, next uint32) {
		clear(memory)
		writer, err := sharedmemory.NewWriter(memory, sharedmemory.Span{Start: sharedmemory.ControlPageBytes, End: sharedmemory.ControlPageBytes + 1024},
			sharedmemory.Span{Start: sharedmemory.ControlPageBytes + 2048, End: uint32(len(memory))})
		if err != nil || writer == nil {
			t.Fatal(err)
		}
		binary.LittleEndian.PutUint32(memory[sharedmemory.ControlMagic:], sharedmemory.Magic)
		binary.LittleEndian.PutUint32(memory[sharedmemory.ProfileNext:], next)
		copy(memory[sharedmemory.ControlPageBytes:], records)
		look := func(s *sharedmemory.Snapshot, err error) {
			if s == nil {
				if err == nil {
					t.Fatal("neither a snapshot nor an error")
				}
				return
			}
			s.Check()
			if err := s.Profile().Validate(); err != nil {
				t.Fatal(err)
			}
		}
		look(sharedmemory.Read(memory))
		var reader sharedmemory.Reader
		_ = reader.Advance(memory)                                          // Finish says the same
		for i := sharedmemory.ControlPageBytes; i+1 < len(memory); i += 8 { // what has been read is other records by now
			memory[i] ^= memory[i+1]
		}
		look(reader.Finish(memory))
	})
}

// wide writes a tree of n contexts over 200 methods.
func wide(b *testing.B, n int) *world {
	w := newWorld(b, uint32(n)*128+(1<<20))
	methods := make([]uint32, 200)
	for i := range methods {
		methods[i] = w.method("pkg/Class", fmt.Sprint("method", i), 0)
	}
	nodes := make([]uint32, 0, n)
	for i := range n {
		parent, kind := uint32(0), uint32(sharedmemory.Root)
		if i > 0 {
			parent, kind = nodes[i/3], sharedmemory.Virtual
		}
		node := w.node(methods[(i*7+i/11)%len(methods)], parent, int32(i%50), int32(i%20), kind)
		w.count(node, 1, 10, 0, 0)
		nodes = append(nodes, node)
	}
	return w
}

func BenchmarkRead(b *testing.B) {
	w := wide(b, 500_000)
	for b.Loop() {
		w.read()
	}
}

func BenchmarkProfile(b *testing.B) {
	s := wide(b, 500_000).read()
	for b.Loop() {
		s.Profile()
	}
}

func BenchmarkAppendNode(b *testing.B) {
	w := newWorld(b, 1<<20)
	for b.Loop() {
		if _, ok := w.writer.AppendNode(0, 0, 1, 1, sharedmemory.Virtual, 4); !ok {
			w.put(sharedmemory.ProfileNext, sharedmemory.ControlPageBytes)
		}
	}
}
