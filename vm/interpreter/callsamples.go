package interpreter

import (
	"hotlens/vm/classes"
	"hotlens/vm/sampling"
)

// This file samples calls (package sampling). While a window is open the interpreter
// executes the program, as it sees every call: compiled code leaves for it at its next
// yieldpoint, and is not entered again until the window is closed. Outside windows
// sampling costs nothing but a look at the clock for each time slice.

// windowBytecodes bounds a window in a program that hardly calls, of which the
// interpreter would execute too much. It holds the calls of a common window.
const windowBytecodes = 10_000

// startSampling lets ticks open windows: main is about to begin.
func (m *Machine) startSampling() {
	if o := m.Options.Sampling; o != nil {
		m.sampler = sampling.New(*o, m.Nanos())
	}
}

// tick is called at safepoints.
func (t *Thread) tick() {
	m := t.M
	m.window = false // it may have lasted for a time slice
	if t.flat == 0 && m.sampler.Tick(m.Nanos()) {
		m.window = true
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

// countCall counts a call of the program while a window is open.
func (m *Machine) countCall(caller *classes.Method, bci int, callee *classes.Method) {
	sample, open := m.sampler.Count()
	m.window = open
	if !sample {
		return
	}
	m.sampler.Add(sampling.Site{Caller: caller, BCI: bci}, callee)
	if m.announcing {
		m.Tree.Sample(caller, callee, bci)
	}
}
