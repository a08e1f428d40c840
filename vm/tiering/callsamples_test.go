package tiering

import (
	"testing"
	"time"

	"hotlens/vm/classes"
	"hotlens/vm/compiler"
	"hotlens/vm/sampling"
)

// TestWindow demands that a tick opens a window, and that it is closed when it has its samples.
func TestWindow(t *testing.T) {
	var s CallSamples
	if s.On() {
		t.Error("calls are sampled before Start")
	}
	s.Start(sampling.Options{Stride: 3, Samples: 4, Tick: time.Millisecond}, 0, 0, false, nil)
	if !s.On() || s.Tick(int64(time.Millisecond)-1, 1) || s.Window {
		t.Error("a window is open before the tick")
	}
	if !s.Tick(int64(time.Millisecond), 1) {
		t.Fatal("the tick begins no window")
	}
	s.Open(1)
	caller, callee := &classes.Method{}, &classes.Method{}
	calls := 0
	for s.Window {
		if s.Count(1) {
			s.Add(caller, 1, nil, callee, 0)
		}
		calls++
	}
	if calls < 3*3+1 || calls > 4*3 || s.sampler.Total() != 4 {
		t.Errorf("the window has lasted for %d calls, %d samples, want four, one each three", calls, s.sampler.Total())
	}
}

// TestLeaving demands that code leaves everywhere for samples that the user has asked for, and for
// the inliner's only where it enters a method that is not inlined; loops end the window then.
func TestLeaving(t *testing.T) {
	entry := &compiler.FrameState{Kind: compiler.WaitsAtYieldpoint, Levels: make([]compiler.Level, 1)}
	loop := &compiler.FrameState{Kind: compiler.WaitsInRuntime, Levels: make([]compiler.Level, 1)}
	inlined := &compiler.FrameState{Kind: compiler.WaitsAtYieldpoint, Levels: make([]compiler.Level, 2)}
	options := sampling.Options{Stride: 1, Samples: 1, Tick: time.Millisecond}

	var asked, inliners CallSamples
	asked.Start(options, 0, 0, true, nil)
	inliners.Start(options, 0, 0, false, nil)
	for _, r := range []*compiler.FrameState{entry, loop, inlined} {
		if !asked.Leaves(r) {
			t.Errorf("code that %v does not leave, and the user has asked for samples", r.Kind)
		}
		if inliners.Leaves(r) != (r == entry) {
			t.Errorf("code that %v, of %d levels, leaves: %t", r.Kind, len(r.Levels), r != entry)
		}
	}
	inliners.Tick(int64(time.Millisecond), 1)
	inliners.Open(1)
	for n := range loopYieldpoints {
		if !inliners.Window {
			t.Fatalf("the window is closed after %d yieldpoints of loops, want %d", n, loopYieldpoints)
		}
		inliners.Leaves(loop)
	}
	if inliners.Window {
		t.Errorf("the window is open after %d yieldpoints of loops", loopYieldpoints)
	}
}

// TestBase demands that a window which the user has asked for is interrupted when its base is left, and another
// thread may run, goes on elsewhere, and ends after its bytecodes; and that the inliner's has no base.
func TestBase(t *testing.T) {
	const base, other, begin = 1000, 2000, 7
	for _, asked := range []bool{true, false} {
		var s CallSamples
		s.Start(sampling.Options{Stride: 1, Samples: 10, Tick: time.Millisecond}, 0, 0, asked, nil)
		s.Tick(int64(time.Millisecond), begin)
		s.Open(begin)
		if s.SetBase(base) != asked || s.SetBase(other) {
			t.Fatalf("asked %t: the window has another base than the first frame", asked)
		}
		if s.LeaveBase(other, begin); !s.Window || s.Due {
			t.Errorf("asked %t: the window is interrupted where another frame is left", asked)
		}
		if s.LeaveBase(base, begin); s.Window == asked || s.Due != asked {
			t.Errorf("asked %t: its base left, the window is open: %t, due: %t", asked, s.Window, s.Due)
		}
		s.Open(begin)
		if s.SetBase(other) != asked {
			t.Errorf("asked %t: the window goes on, and its base is another", asked)
		}
		if s.Interrupt(begin); s.Window == asked || s.Due != asked {
			t.Errorf("asked %t: as another thread may run, the window is open: %t, due: %t", asked, s.Window, s.Due)
		}
		if end := begin + s.bound; s.Over(end-1) || !s.Over(end) || s.Left(end-1) != 1 {
			t.Errorf("asked %t: the window does not last for %d bytecodes", asked, s.bound)
		}
		if s.Close(begin); s.Window || s.Due {
			t.Errorf("asked %t: the window is not closed", asked)
		}
	}
}
