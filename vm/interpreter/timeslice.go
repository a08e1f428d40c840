package interpreter

import (
	"hotlens/vm/classes"
	"hotlens/vm/decoded"
	"hotlens/vm/memory"
	"hotlens/vm/sampling"
	"hotlens/vm/stacksamples"
	"hotlens/vm/tiering"
)

// This file is the time slice of a thread, and how the sampling of calls shortens it, so that
// yieldpoints come early: where a window (tiering.CallSamples) opens, goes on, or ends.

// sliceBytecodes is the number of bytecodes after which a thread lets the next
// one run, looks at its budgets, and at the agent's flag: about 200
// microseconds of interpretation.
const sliceBytecodes = 20_000

// A slice of a thread that nobody waits for is longer the longer the program runs: a part of what has been executed since main began, up to
// a limit. Compiled code executes several bytecodes in a nanosecond, so that half a dozen slices would end in the time of one that is
// interpreted, and the end of one takes more than a microsecond. The longest one takes the interpreter some milliseconds.
const (
	slicesSoFar   = 2_000
	mostBytecodes = 16 * sliceBytecodes
)

func (t *Thread) newSlice() {
	length := t.M.withinLimit(sliceBytecodes)
	t.slice, t.limit, t.shortened = length, length, 0
}

// withinLimit is the length of a slice that begins now, and is to end, whatever it was to be, when the program has executed more than it may.
func (m *Machine) withinLimit(slice int64) int64 {
	most, executed := m.Options.Limits.MaxBytecodes, m.clock.sinceMain()
	switch {
	case most == 0 || !m.profile.started:
		return slice
	case executed > most:
		return 1
	}
	return int64(min(most-executed+1, uint64(slice)))
}

// prolong makes a slice that has just begun longer. It goes by what is the same in every tier.
func (t *Thread) prolong() {
	length := t.M.withinLimit(min(int64(t.M.clock.sinceMain()/slicesSoFar), mostBytecodes))
	if by := length - sliceBytecodes; by > 0 && t.M.profile.started && t.M.Scheduler.Runnable() == 0 {
		t.lengthen()
		t.slice, t.limit = t.slice+by, t.limit+by
		t.pace()
	}
}

// startSampling lets ticks open windows: main is about to begin.
func (m *Machine) startSampling() {
	var samples *sampling.Options
	asked := m.Options.SamplesCalls()
	if asked && m.Options.Sampling.Schedule == sampling.SchedulePatching {
		asked, m.profile.listens = false, m.profile.edges
	}
	switch {
	case asked:
		options := m.Options.CallSampling()
		samples = &options
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
	m.profile.samples.Start(*samples, m.clock.sampled(), m.clock.executed(), asked, profile)
}

// tick is called at safepoints: it opens a window if it is time for one, or if one is due.
func (t *Thread) tick(entered bool) {
	s := &t.M.profile.samples
	s.SliceEnds()
	switch {
	case t.vmWork > 0:
	case s.Tick(t.M.clock.sampled(), t.M.clock.executed()):
		t.openWindow()
	case s.Due:
		t.samplingYieldpoint(entered)
	}
	t.pace()
}

// samplingYieldpoint is a yieldpoint that is taken only because the slice was shortened for a window.
func (t *Thread) samplingYieldpoint(entered bool) {
	m := t.M
	s := &m.profile.samples
	switch {
	case s.Over(m.clock.executed()):
		s.Close(m.clock.executed())
	case s.Due && t.vmWork == 0:
		t.openWindow()
		if entered {
			m.countEntered(t)
		}
	}
	t.pace()
}

func (t *Thread) openWindow() {
	t.M.profile.samples.Open(t.M.clock.executed())
	if t.M.frameStateAt(t.fp) == nil {
		t.markBase()
	}
}

// markBase makes the top frame, which is the interpreter's, the base of a window that has been opened in it.
func (t *Thread) markBase() {
	m := t.M
	if m.profile.samples.SetBase(t.fp) {
		*(*uint32)(m.at(t.fp + decoded.FrameFlags)) |= decoded.FlagBase
	}
}

// leaveBase is called where a frame is left that was the base of a window.
func (t *Thread) leaveBase(fp memory.Address) {
	t.M.profile.samples.LeaveBase(fp, t.M.clock.executed())
	t.pace()
}

// atOnce is what a time slice is shortened to so that the next yieldpoint is taken, wherever it is: yieldpoints
// compare what is left of the slice with their ordinals, which are below the length of a method's code (JVMS 4.7.3).
const atOnce = -1 << 16

// pace shortens the time slice as far as samples need it: to nothing where a window is due,
// and to what is left of one that is open.
func (t *Thread) pace() {
	t.lengthen()
	switch s := &t.M.profile.samples; {
	case t.hurries():
		t.shorten(atOnce)
	case s.Due:
		t.shorten(atOnce)
	case s.Window:
		t.shorten(s.Left(t.M.clock.executed()))
	}
}

// hurries reports whether the next yieldpoint is to be taken as the end of the time slice, as somebody outside has asked for something: a program that works a
// little and waits may never come to the end of one. Runs that are profiled from the beginning go on as if nobody had.
func (t *Thread) hurries() bool {
	return t.M.requests.waiting.Load() && t.vmWork == 0 && !t.M.Options.Profiled()
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

// early reports whether a yieldpoint was taken only because the slice was shortened.
func (t *Thread) early() bool {
	if t.shortened == 0 {
		return false
	}
	t.lengthen()
	return t.limit > 0
}

// countEntered counts the call by which a thread has come to a method's first
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
		if m.profile.samples.Count(m.clock.executed()) {
			t.addSample(fr.Method, fr.BCI, nil, callee, t.node(), true)
		}
		return false
	})
}

// addSample takes a sample of a call. Where samples count in contexts, the callee's is node if contexts are kept, else that which the stack tells, whose
// top frame is the callee's already if entered says so.
func (t *Thread) addSample(caller *classes.Method, bci int, site *classes.CallSite, callee *classes.Method, node memory.Address, entered bool) {
	m := t.M
	context := memory.Address(0)
	switch {
	case !m.profile.samples.Credits():
	case m.profile.contexts:
		context = node
	default:
		frames := t.stacks.Frames()
		if !entered {
			frames = append(frames, stacksamples.Frame{Method: callee, BCI: -1})
		}
		context = t.stackContext(frames)
	}
	m.profile.samples.Add(caller, bci, site, callee, context)
}
