package timing

import (
	"math"
	"testing"
	"time"

	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/memory"
)

// TestMarks has two threads in timed methods, whose compiled code sets the mark when it is back from the profiler. The way back is nobody's time, and
// neither thread has what passes between the other's mark and its own.
func TestMarks(t *testing.T) {
	p := (&fakeMachine{t: t}).profiled()
	const second = uint64(time.Second)
	now := 100 * second // of what the compiled code reads
	back := func(way uint64) {
		now += way * second
		p.memory.SetU64(sharedmemory.TimingMark, now)
	}
	instrumented := &Instrumented{Method: &classes.Method{}, root: true, entered: true}
	begin := func() (*Stack, *node) {
		n := &node{method: instrumented.Method, calls: new(uint64), ticks: new(float64)}
		s := &Stack{roots: map[*classes.Method]*node{instrumented.Method: n}}
		if !p.Enter(s, instrumented, now, Call{BCI: -1, Way: Compiled}, func() string { return "main" }) {
			t.Fatal("a root is not timed")
		}
		return s, n
	}
	first, one := begin()
	back(5)
	now += 1 * second
	another, two := begin()
	back(7)
	now += 2 * second
	// A thread that is not timed calls an instrumented method.
	other := &Stack{}
	p.Take(other)
	if p.Enter(other, &Instrumented{Method: &classes.Method{}}, now, Call{}, nil) {
		t.Fatal("what is below no root is timed")
	}
	back(9)
	p.Leave(another, now)
	back(3)
	p.Leave(first, now)
	// By the clock of all threads: the first one from 105 s on, the second one from 113 s on, until 124 and 127 s.
	if got, want := []float64{*one.ticks, *two.ticks}, []float64{22 * float64(second), 11 * float64(second)}; got[0] != want[0] || got[1] != want[1] {
		t.Errorf("the threads have taken %v ticks, want %v", got, want)
	}
}

// TestKnow has calls told to compiled code, and looks at what it finds in the table: the contexts of both ends, by the place of the call and the receiver's class. A second class at the
// same place does not take the first one's. What has been forgotten is not there any more.
func TestKnow(t *testing.T) {
	const inner, outer = 3, 5
	m := &fakeMachine{t: t}
	p := m.profiled()
	p.Correct(KnownSelected, Correction{Inner: inner, Outer: outer})
	record := func(method *classes.Method) *node {
		times, err := p.memory.NewMetadata(sharedmemory.TimesSize + countBytes)
		if err != nil {
			t.Fatal(err)
		}
		return p.newNode(&node{method: method, times: times, calls: (*uint64)(p.memory.At(times + sharedmemory.TimesSize)), children: map[childKey]*node{}})
	}
	method := func(name string) *Instrumented {
		return &Instrumented{Method: &classes.Method{Class: &classes.Class{Name: "Test"}, Name: name}, root: name == "root", entered: true}
	}
	root, first, second := method("root"), method("first"), method("second")
	s := &Stack{roots: map[*classes.Method]*node{root.Method: record(root.Method)}}
	top := s.roots[root.Method]
	const bci = 7
	for _, callee := range []*Instrumented{first, second} {
		top.children[childKey{callee.Method, bci}] = record(callee.Method)
	}
	enter := func(in *Instrumented, call Call) {
		t.Helper()
		if !p.Enter(s, in, p.Now(), call, func() string { return "main" }) {
			t.Fatalf("%s is not timed", in.Method.Name)
		}
	}
	const state, target = 1234, 77
	known := func(callee *Instrumented, class uint32) {
		enter(callee, Call{Caller: root.Method, BCI: bci, Way: Selected})
		p.Know(s, Known{State: state, Class: class, Target: target})
		p.Leave(s, p.Now())
	}
	// find is how compiled code looks for a call.
	find := func(class uint32) memory.Address {
		for _, hashed := range []uint32{state, state + class} {
			at := p.memory.U32(sharedmemory.KnownCalls) + sharedmemory.KnownSize*sharedmemory.KnownHash(top.times, hashed)
			if p.memory.U32(at+sharedmemory.KnownTop) == top.times && p.memory.U32(at+sharedmemory.KnownState) == state && p.memory.U32(at+sharedmemory.KnownClass) == class {
				return at
			}
		}
		return 0
	}
	enter(root, Call{BCI: -1, Way: Compiled})
	if got := p.memory.U32(sharedmemory.TimingTop); got != top.times {
		t.Errorf("on top is %#x, want %#x", got, top.times)
	}
	known(first, 100)
	known(second, 200)
	for class, callee := range map[uint32]*Instrumented{100: first, 200: second} {
		at := find(class)
		if at == 0 {
			t.Fatalf("the call of %s is not known", callee.Method.Name)
		}
		child, off := top.children[childKey{callee.Method, bci}], p.memory.U32(at+sharedmemory.KnownOff)
		if got := p.memory.U32(at + sharedmemory.KnownChild); got != child.times {
			t.Errorf("the context of %s is %#x, want %#x", callee.Method.Name, got, child.times)
		}
		if got := p.memory.U64(p.memory.U32(at + sharedmemory.KnownCount)); got != 1 {
			t.Errorf("%s has %d calls, want 1", callee.Method.Name, got)
		}
		if got := p.memory.U32(at + sharedmemory.KnownTarget); got != target {
			t.Errorf("the code of %s is %d", callee.Method.Name, got)
		}
		for offset, want := range map[memory.Address]float64{sharedmemory.OffInner: inner, sharedmemory.OffOuter: outer} {
			if got := math.Float64frombits(p.memory.U64(off + offset)); got != want {
				t.Errorf("taken off is %v, want %v", got, want)
			}
		}
	}

	// Compiled code has begun a call of its own when the time is stopped.
	child := top.children[childKey{first.Method, bci}]
	p.memory.SetU32(sharedmemory.TimingTop, child.times)
	p.Pause(s)
	if got := p.memory.U32(sharedmemory.TimingTop); s.top != child || got != 0 {
		t.Errorf("while the time is stopped compiled code may begin calls from %#x; the stack's top is %v", got, s.top)
	}
	p.Resume(s)
	if got := p.memory.U32(sharedmemory.TimingTop); got != child.times {
		t.Errorf("when time passes again compiled code may begin calls from %#x, want %#x", got, child.times)
	}
	p.Take(&Stack{}) // another thread
	if got := p.memory.U32(sharedmemory.TimingTop); got != 0 {
		t.Errorf("in a thread that is not timed compiled code may begin calls from %#x", got)
	}
	p.Take(s)
	p.memory.SetU32(sharedmemory.TimingTop, top.times) // it has ended it
	p.Forget()
	if find(100) != 0 || find(200) != 0 {
		t.Error("calls that are forgotten are found")
	}
	p.Leave(s, p.Now())
	if s.Active() || p.memory.U32(sharedmemory.TimingTop) != 0 {
		t.Error("something is on top after the end")
	}
}
