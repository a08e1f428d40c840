package interpreter

import (
	"hotlens/vm/classes"
	"hotlens/vm/compiler"
	"hotlens/vm/sampling"
)

// This file samples calls (package sampling). While a window is open the interpreter
// executes the program, as it sees every call: compiled code leaves for it at its next
// yieldpoint, and is not entered again until the window is closed. Outside windows
// sampling costs nothing but a look at the clock for each time slice.
//
// Where the samples are only the inliner's, compiled code leaves at the start of a method
// and not in its loops: a loop that runs for long would go on in code that is entered in
// its middle, and is slower. What such a loop has inlined is sampled only as far as it
// has yieldpoints.

// windowBytecodes bounds a window in a program that hardly calls, of which the
// interpreter would execute too much. It holds the calls of a common window.
const windowBytecodes = 10_000

// loopYieldpoints is how many yieldpoints of loops that are not left a window lasts for: each
// costs a call of the runtime.
const loopYieldpoints = 100

// startSampling lets ticks open windows: main is about to begin.
func (m *Machine) startSampling() {
	options := m.inlineSampling()
	if m.Options.SamplesCalls() {
		options = &m.Options.Sampling
	}
	if options != nil {
		m.sampler = sampling.New(*options, m.Nanos())
	}
}

// tick is called at safepoints.
func (t *Thread) tick() {
	m := t.M
	m.window = false // it may have lasted for a time slice
	if t.flat == 0 && m.sampler.Tick(m.Nanos()) {
		m.window, m.loopYieldpoints = true, 0
		t.shorten(windowBytecodes)
	}
}

// shorten takes what exceeds a number of bytecodes off the time slice, until lengthen
// puts it back, so that a yieldpoint is taken earlier.
func (t *Thread) shorten(to int64) {
	if by := t.limit - to; by > 0 {
		t.limit, t.slice, t.shortened = t.limit-by, t.slice-by, t.shortened+by
	}
}

func (t *Thread) lengthen() {
	t.limit, t.slice, t.shortened = t.limit+t.shortened, t.slice+t.shortened, 0
}

// early reports whether a yieldpoint was taken only because the slice was shortened. The
// window is closed then if it has lasted for all its bytecodes.
func (t *Thread) early() bool {
	if t.shortened == 0 {
		return false
	}
	t.lengthen()
	return t.limit > 0
}

// leavesInWindow reports whether compiled code leaves at a yieldpoint, as a window is open.
func (t *Thread) leavesInWindow(r *compiler.Record) bool {
	m := t.M
	if m.Options.SamplesCalls() || len(r.Levels) == 1 && r.Kind == compiler.Yields {
		return true
	}
	if m.loopYieldpoints++; m.loopYieldpoints == loopYieldpoints {
		m.window = false
	}
	return false
}

// countEntered counts the call by which compiled code has come to a method's first
// yieldpoint.
func (m *Machine) countEntered(t *Thread) {
	if t.flat > 0 {
		return
	}
	var callee *classes.Method
	t.Frames(func(fr Frame) bool {
		if callee == nil {
			callee = fr.Method
			return true
		}
		m.countCall(fr.Method, fr.BCI, callee)
		return false
	})
}

// countCall counts a call of the program while a window is open.
func (m *Machine) countCall(caller *classes.Method, bci int, callee *classes.Method) {
	sample, open := m.sampler.Count()
	m.window = open
	if !sample {
		return
	}
	m.sampler.Add(sampling.Site{Caller: caller, BCI: bci}, callee)
	if m.announcing && m.Options.SamplesCalls() {
		m.Tree.Sample(caller, callee, bci)
	}
}
