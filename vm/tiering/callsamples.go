package tiering

import (
	"hotlens/vm/classes"
	"hotlens/vm/compiler"
	"hotlens/vm/contexts"
	"hotlens/vm/memory"
	"hotlens/vm/sampling"
)

// This file samples calls (package sampling). While a window is open the interpreter executes the
// program, as it sees every call. Outside windows sampling costs nothing but a look at the clock for
// each time slice.
//
// Windows that the user has asked for give the same samples in every tier. One is opened at
// a yieldpoint, in the activation that has come to it, which leaves compiled code there: the window's base.
// What the base calls, and what that calls, is entered while the window is open, so the interpreter executes it. What waits
// below the base may be compiled code, which cannot leave where it waits. So the window is interrupted
// when the base is left, in every tier, and is opened again at the next yieldpoint,
// in the activation that comes to it. If that is a method's start the call that has led there counts.
// So of the calls of a window those are missed that lie between the end of its base and the next
// yieldpoint: of methods that call nothing themselves, as others begin with a yieldpoint.
//
// Where the samples are only the inliner's, compiled code leaves at the start of a method
// and not in its loops: a loop that runs for long would go on in code that is entered in
// its middle, and is slower. What such a loop has inlined is sampled only as far as it
// has yieldpoints. These windows have no base.

// CallSamples are the calls of a run that are sampled. The zero value samples nothing.
type CallSamples struct {
	// Window says that a window is open: every call is counted.
	Window bool
	// Due says that a window is to be opened at the next yieldpoint.
	Due bool

	sampler         *sampling.Sampler // nil: calls are not sampled
	profile         *contexts.Tree    // where the samples are put, too; nil: they are the inliner's alone
	asked           bool              // for by the user
	contexts        bool              // get samples, too
	bound           uint64            // most bytecodes of a window
	end             uint64            // bytecodes of the run at which the window ends
	base            memory.Address    // frame, 0: not known yet
	loopYieldpoints int               // passed within the window without leaving compiled code
	from            uint64            // bytecodes of the run since when the window is open
	observed        uint64            // bytecodes for which it was open before, up to interruptions
	taken           []taken           // its samples
}

// taken is a sample whose window is not at its end yet: where it counts.
type taken struct{ edge, context memory.Address }

// Bounds of a window, in bytecodes: the interpreter is not to execute too much of a program that hardly calls.
const (
	// inlinerWindow holds the calls of a common window.
	inlinerWindow = 10_000
	// askedWindow takes the interpreter half a hundredth of the time between two of the default's ticks.
	askedWindow = 5_000
	// bytecodesACall is what windows of many samples may take for each call that they count: most programs call more often.
	bytecodesACall = 16
)

// loopYieldpoints is how many yieldpoints of loops that are not left a window lasts for: each
// costs a call of the runtime.
const loopYieldpoints = 100

// Start lets ticks open windows: main is about to begin, at a time in nanoseconds, and after so many bytecodes of the run. asked says that
// the user has asked for the samples; they are put into the profile then, if there is one.
func (s *CallSamples) Start(o sampling.Options, now int64, executed uint64, asked bool, profile *contexts.Tree) {
	s.sampler, s.asked, s.bound = sampling.New(o, now, executed), asked, inlinerWindow
	if asked {
		s.profile, s.contexts = profile, o.Contexts && profile != nil
		s.bound = max(askedWindow, bytecodesACall*uint64(o.Stride)*uint64(o.Samples))
	}
}

// On reports whether calls are sampled.
func (s *CallSamples) On() bool { return s.sampler != nil }

// Tick begins a window if it is time for one, and reports whether it has. now is in nanoseconds,
// executed the number of the run's bytecodes so far.
func (s *CallSamples) Tick(now int64, executed uint64) bool {
	if !s.sampler.Due(now) {
		return false
	}
	s.Close(executed)
	s.sampler.Open(now, executed)
	s.loopYieldpoints, s.end = 0, executed+s.bound
	return true
}

// SliceEnds is called where a time slice has ended: no window of the inliner's lasts longer.
func (s *CallSamples) SliceEnds() {
	if !s.asked {
		s.Window, s.Due = false, false
	}
}

// Open opens the window, after so many bytecodes of the run.
func (s *CallSamples) Open(executed uint64) {
	s.Window, s.Due, s.base, s.from = true, false, 0, executed
}

// shut has no calls counted from now on.
func (s *CallSamples) shut(executed uint64) {
	if s.Window {
		s.Window = false
		s.observed += executed - s.from
	}
}

// Close ends the window, if there is one. Its samples count only now, as its end tells how much.
func (s *CallSamples) Close(executed uint64) {
	s.shut(executed)
	s.Due = false
	if s.asked {
		weight := s.sampler.Settle(s.observed)
		for _, sample := range s.taken {
			s.profile.Credit(sample.edge, sample.context, weight)
		}
	}
	s.taken, s.observed = s.taken[:0], 0
}

// Over reports whether the window has had all its bytecodes.
func (s *CallSamples) Over(executed uint64) bool { return executed >= s.end }

// Left is how many bytecodes it has yet.
func (s *CallSamples) Left(executed uint64) int64 { return int64(s.end - executed) }

// Interrupt closes the window until the next yieldpoint, as another thread may run until then.
func (s *CallSamples) Interrupt(executed uint64) {
	if s.Window && s.asked {
		s.shut(executed)
		s.Due = true
	}
}

// SetBase makes the frame at fp the base of a window that has just been opened, and reports whether it is.
func (s *CallSamples) SetBase(fp memory.Address) bool {
	if !s.Window || !s.asked || s.base != 0 {
		return false
	}
	s.base = fp
	return true
}

// LeaveBase interrupts the window whose base is the frame at fp, which is left.
func (s *CallSamples) LeaveBase(fp memory.Address, executed uint64) {
	if s.base == fp {
		s.Interrupt(executed)
	}
}

// TakesYieldpoint reports whether compiled code is to take its next yieldpoint.
func (s *CallSamples) TakesYieldpoint() bool { return s.Due || s.Window }

// Leaves reports whether compiled code leaves at a yieldpoint, as a window is open.
func (s *CallSamples) Leaves(r *compiler.FrameState) bool {
	if s.asked || len(r.Levels) == 1 && r.Kind == compiler.WaitsAtYieldpoint {
		return true
	}
	if s.loopYieldpoints++; s.loopYieldpoints == loopYieldpoints {
		s.Window = false
	}
	return false
}

// Count counts a call of the program while a window is open, and reports whether it is to be sampled (Add).
func (s *CallSamples) Count(executed uint64) (sample bool) {
	sample, open := s.sampler.Count()
	if !open {
		s.shut(executed)
	}
	return sample
}

// Credits reports whether samples count in contexts, too.
func (s *CallSamples) Credits() bool { return s.contexts }

// Add takes the call that has been counted last for a sample. site is nil where it is not known, or native code calls. context is that of the callee, if samples count there.
func (s *CallSamples) Add(caller *classes.Method, bci int, site *classes.CallSite, callee *classes.Method, context memory.Address) {
	var known *uint32
	if site != nil {
		known = &site.Sampled
	}
	edge := s.sampler.Add(sampling.Site{Caller: caller, BCI: bci}, callee, known) // the inliner's: they tell what is to be expected, whatever has been
	if s.profile != nil {
		if edge.Record == 0 {
			edge.Record = s.profile.Edge(caller, callee, bci)
		}
		s.taken = append(s.taken, taken{edge.Record, context})
	}
	if s.asked && !s.Window {
		s.Close(0) // it is shut, as it has all its samples
	}
}
