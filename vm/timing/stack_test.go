package timing

import (
	"testing"
	"time"

	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
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
