package profiles

import (
	"fmt"

	"hotlens/profiles/numbers"
)

// This file is the one table of the reasons for which hotlens ends a run before its
// program does.

// Limit is what ended a run before its program did, with the sentence the user reads.
type Limit struct {
	Kind    string `json:"kind"` // the name of one of the kinds below
	Message string `json:"message"`
}

// LimitKind is a reason to end a run.
type LimitKind struct {
	Name    string // Limit.Kind
	message string // as of fmt.Printf; whole numbers have their thousands separated with %v, and not with %d
}

// The kinds of limits, four of them of a test, after which the run goes on. All others give StatusLimit, but LimitInterrupted, which gives
// StatusSignal plus the signal's number, and LimitElapsed and LimitServed, which are the end that the user has named, and give 0. With LimitAttached and LimitRoom, of a running
// program that was joined, and LimitTests the profile ends, and not the program.
var (
	LimitTime        = LimitKind{"time", "stopped after %v; give more with --timeout (setting hotlens.timeout)"}
	LimitInterrupted = LimitKind{"interrupted", "interrupted (%s)"}
	LimitStopped     = LimitKind{"stopped", "stopped from outside after %v bytecodes"}
	LimitRequested   = LimitKind{LimitStopped.Name, "the program was stopped as you asked; the numbers are what it did until then"}
	LimitElapsed     = LimitKind{"elapsed", "ended after %v, as --for says"}
	LimitServed      = LimitKind{"served", "ended when the first request at port %d was done, as --until-port says"}
	LimitDeadlock    = LimitKind{"deadlock", "the program hangs: %s"}
	LimitBytecodes   = LimitKind{"bytecodes", "stopped after %v bytecodes; give more with --max-bytecodes (setting hotlens.maxBytecodes)"}
	LimitTestCode    = LimitKind{"testBytecodes", "stopped after %v bytecodes; give each test more with --test-bytecodes (setting hotlens.testBytecodes)"}
	LimitTestTime    = LimitKind{"testTimeout", "stopped after %v; give each test more with --test-timeout (setting hotlens.testTimeout)"}
	LimitTestHangs   = LimitKind{LimitDeadlock.Name, "stopped because it hangs: %s"}
	LimitTestExits   = LimitKind{"testExit", "stopped because it would have ended the program (System.exit, Runtime.halt)"}
	LimitTestGoesOn  = LimitKind{"test", "a test goes on although it was %s"}
	LimitHeap        = LimitKind{"heap", "the heap of %d MB is full %s; give more with --heap (setting hotlens.heap)"}
	LimitMemory      = LimitKind{"memory", "the program made the VM hold more than %d MB beside the Java heap, for classes, platform and virtual threads, compressors and the like; give more with --heap (setting hotlens.heap), with which this bound grows"}
	LimitThreads     = LimitKind{"threads", "the program has more than %v threads alive; give more with the setting hotlens.threads (--threads)"}
	LimitOutput      = LimitKind{"output", "the program wrote more than %v of output; give more with the setting hotlens.output (--max-output)"}
	LimitTemp        = LimitKind{"temp", "the program's temporary files take more than %v; give more with the setting hotlens.temp (--max-temp)"}
	LimitAttached    = LimitKind{"attached", "measured for %s of a running program, from %s after its start on"}
	LimitRoom        = LimitKind{LimitContexts.Name, "there is no room for more than %v contexts: what the program did later is not counted"}
	LimitTests       = LimitKind{LimitContexts.Name, "there is no room for more than %v contexts: the calls of the first %v of %v tests were counted, and of the others only whether they pass; profile fewer at a time, or give less --heap, which leaves more room"}
	LimitContexts    = LimitKind{"contexts", "the profile has no room for more than %v contexts; give a number with --contexts (setting hotlens.contexts), past which recursive ones are folded, or less --heap, which leaves more room"}
)

// Exit statuses of a run that did not end by itself.
const (
	StatusFailure = 2   // the VM failed
	StatusLimit   = 3   // a limit stopped the program
	StatusSignal  = 128 // plus the signal's number: a signal stopped it
)

// Reached is a limit of this kind, with what its message names.
func (k LimitKind) Reached(arguments ...any) *Limit {
	for i, argument := range arguments {
		switch n := argument.(type) {
		case int:
			arguments[i] = whole(n)
		case int32:
			arguments[i] = whole(n)
		case int64:
			arguments[i] = whole(n)
		case uint32:
			arguments[i] = whole(n)
		case uint64:
			arguments[i] = whole(n)
		}
	}
	return &Limit{k.Name, fmt.Sprintf(k.message, arguments...)}
}

// Size is a number of bytes as flags such as --max-output give it: a kB has 1,024.
type Size uint64

// String is the number in the largest unit that it is a multiple of.
func (s Size) String() string {
	switch {
	case s == 0 || s%(1<<10) != 0:
		return numbers.Count(uint64(s), "byte")
	case s%(1<<20) != 0:
		return numbers.Grouped(uint64(s>>10)) + " kB"
	}
	return numbers.Grouped(uint64(s>>20)) + " MB"
}

// whole is a number that a message names.
type whole uint64

// Format implements fmt.Formatter.
func (n whole) Format(state fmt.State, verb rune) {
	if verb == 'v' {
		fmt.Fprint(state, numbers.Grouped(uint64(n)))
		return
	}
	fmt.Fprint(state, uint64(n))
}

// Is reports whether a limit, which may be nil, is of this kind.
func (k LimitKind) Is(l *Limit) bool { return l != nil && l.Kind == k.Name }
