package tiering

import (
	"hotlens/vm/classes"
	"hotlens/vm/compiler"
	"hotlens/vm/contexts"
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

// CallSamples are the calls of a run that are sampled. The zero value samples nothing.
type CallSamples struct {
	// Window says that a window is open: every call is counted.
	Window bool

	sampler         *sampling.Sampler // nil: calls are not sampled
	profile         *contexts.Tree    // where the samples are put, too; nil: they are the inliner's alone
	everywhere      bool              // code leaves in loops, too
	loopYieldpoints int               // passed within the window without leaving compiled code
}

// WindowBytecodes bounds a window in a program that hardly calls, of which the
// interpreter would execute too much. It holds the calls of a common window.
const WindowBytecodes = 10_000

// loopYieldpoints is how many yieldpoints of loops that are not left a window lasts for: each
// costs a call of the runtime.
const loopYieldpoints = 100

// Start lets ticks open windows: main is about to begin, at a time in nanoseconds. asked says that
// the user has asked for the samples; they are put into the profile then, if there is one.
func (s *CallSamples) Start(o sampling.Options, now int64, asked bool, profile *contexts.Tree) {
	s.sampler, s.everywhere = sampling.New(o, now), asked
	if asked {
		s.profile = profile
	}
}

// On reports whether calls are sampled.
func (s *CallSamples) On() bool { return s.sampler != nil }

// Tick opens a window if it is time for one, and reports whether it has.
func (s *CallSamples) Tick(now int64) bool {
	if !s.sampler.Tick(now) {
		return false
	}
	s.Window, s.loopYieldpoints = true, 0
	return true
}

// Leaves reports whether compiled code leaves at a yieldpoint, as a window is open.
func (s *CallSamples) Leaves(r *compiler.FrameState) bool {
	if s.everywhere || len(r.Levels) == 1 && r.Kind == compiler.WaitsAtYieldpoint {
		return true
	}
	if s.loopYieldpoints++; s.loopYieldpoints == loopYieldpoints {
		s.Window = false
	}
	return false
}

// Count counts a call of the program while a window is open.
func (s *CallSamples) Count(caller *classes.Method, bci int, callee *classes.Method) {
	sample, open := s.sampler.Count()
	s.Window = open
	if !sample {
		return
	}
	s.sampler.Add(sampling.Site{Caller: caller, BCI: bci}, callee)
	if s.profile != nil {
		s.profile.Sample(caller, callee, bci)
	}
}
