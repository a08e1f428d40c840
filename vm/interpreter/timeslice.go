package interpreter

import (
	"hotlens/vm/classes"
	"hotlens/vm/sampling"
	"hotlens/vm/tiering"
)

// This file is the time slice of a thread, and how the sampling of calls shortens it: while a
// window is open (tiering.CallSamples), yieldpoints come early.

// sliceBytecodes is the number of bytecodes after which a thread lets the next
// one run, looks at its budgets, and at the agent's flag: about 200
// microseconds of interpretation.
const sliceBytecodes = 20_000

func (t *Thread) newSlice() { t.slice, t.limit, t.shortened = sliceBytecodes, sliceBytecodes, 0 }

// startSampling lets ticks open windows: main is about to begin.
func (m *Machine) startSampling() {
	var samples *sampling.Options
	asked := m.Options.SamplesCalls()
	switch {
	case asked:
		samples = &m.Options.Sampling
	case m.tiering != nil:
		samples = tiering.InlinerSampling(m.Options.Inlining, m.profile.contexts)
	}
	if samples == nil {
		return
	}
	profile := m.Tree
	if !m.profile.edges {
		profile = nil
	}
	m.profile.samples.Start(*samples, m.clock.sampled(), asked, profile)
}

// tick is called at safepoints.
func (t *Thread) tick() {
	m := t.M
	m.profile.samples.Window = false // it may have lasted for a time slice
	if t.vmWork == 0 && m.profile.samples.Tick(m.clock.sampled()) {
		t.shorten(tiering.WindowBytecodes)
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

// countEntered counts the call by which compiled code has come to a method's first
// yieldpoint.
func (m *Machine) countEntered(t *Thread) {
	if t.vmWork > 0 {
		return
	}
	var callee *classes.Method
	t.Frames(func(fr Frame) bool {
		if callee == nil {
			callee = fr.Method
			return true
		}
		m.profile.samples.Count(fr.Method, fr.BCI, callee)
		return false
	})
}
