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
	s.Start(sampling.Options{Stride: 3, Samples: 4, Tick: time.Millisecond}, 0, false, nil)
	if !s.On() || s.Tick(int64(time.Millisecond)-1) || s.Window {
		t.Error("a window is open before the tick")
	}
	if !s.Tick(int64(time.Millisecond)) || !s.Window {
		t.Fatal("the tick opens no window")
	}
	caller, callee := &classes.Method{}, &classes.Method{}
	calls := 0
	for s.Window {
		s.Count(caller, 1, callee)
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
	asked.Start(options, 0, true, nil)
	inliners.Start(options, 0, false, nil)
	for _, r := range []*compiler.FrameState{entry, loop, inlined} {
		if !asked.Leaves(r) {
			t.Errorf("code that %v does not leave, and the user has asked for samples", r.Kind)
		}
		if inliners.Leaves(r) != (r == entry) {
			t.Errorf("code that %v, of %d levels, leaves: %t", r.Kind, len(r.Levels), r != entry)
		}
	}
	inliners.Tick(int64(time.Millisecond))
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
