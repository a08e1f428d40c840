package configuration

import (
	"time"

	"hotlens/profiles"
	"hotlens/vm/sampling"
)

// Limits bound what a program may use up. The bounds of the limits themselves are
// checked by Check.
type Limits struct {
	HeapBytes      uint64 // of Java objects
	HeapGiven      bool   // the user has given HeapBytes, which a build's word does not change
	StackBytes     uint64 // of one thread's stack
	StackGiven     bool   // likewise
	MaxThreads     int    // Java threads alive at the same time
	MaxContexts    int    // calling contexts before those of recursive calls are folded; 0: none are
	MaxOutputBytes uint64 // written to stdout and stderr; 0: no limit
	MaxTempBytes   uint64 // that files in TempDirectory may take, in the sandbox; 0: no limit
	Allowance
}

// Allowance bounds for how long a program runs.
type Allowance struct {
	Timeout       time.Duration // wall time since main started, which the agent keeps; 0: no limit
	MaxBytecodes  uint64        // executed since main started; 0: no limit
	TestTimeout   time.Duration // wall time of a test; 0: no limit
	TestBytecodes uint64        // executed in a test, by all threads; 0: no limit
}

// The limits of a run, where the user gives no others.
const (
	// DefaultHeapBytes holds what small programs use; HotSpot's own default, a quarter
	// of the machine, would not be repeatable. A program under "run" may have as much
	// as there is, and tests what the build tool's JVM has.
	DefaultHeapBytes = 512 << 20
	// DefaultStackBytes is HotSpot's -Xss on 64-bit Linux.
	DefaultStackBytes = 1 << 20
	// DefaultThreads is more than programs need that do not leak threads.
	DefaultThreads = 1000
	// DefaultOutputBytes bounds what a profiled program prints; nobody reads more.
	// A program under "run" may print what it likes.
	DefaultOutputBytes = 16 << 20
	// DefaultTempBytes bounds what a sandboxed program's temporary files take: more
	// than builds and tests of single modules leave behind, and less than a disk has.
	DefaultTempBytes = 1 << 30
	// DefaultContexts is more than programs have that do not recurse deeply from several call
	// sites each time, and what those count in stays in the processor's caches; see "Why does
	// folding begin at 131,072 contexts?" in CONTRIBUTING.md.
	DefaultContexts = 1 << 17
	// ProfileTimeout is the wall time of "profile": a minute is what somebody
	// waits for a command. A program under "run" may take what it likes.
	ProfileTimeout = time.Minute
	// ServerTimeout is the wall time of a run that a save starts: the result of an
	// older text is of little use after ten seconds.
	ServerTimeout = 10 * time.Second
	// ProfileBytecodes is about what the interpreter executes within a few
	// minutes, so that it, unlike the timeout, ends a virtual-clock run at the
	// same place on every machine.
	ProfileBytecodes = 20_000_000_000
	// TerminationGrace is how long a program that is to end by Until may take for its shutdown hooks: what Docker gives a container between SIGTERM
	// and SIGKILL.
	TerminationGrace = 10 * time.Second
	// SuiteTimeout and SuiteBytecodes are the same of "profile --test", and of tests that are asked for in an editor: all tests of a project take what dozens of programs do. An
	// hour is what GitLab gives a job, unless told otherwise.
	SuiteTimeout   = time.Hour
	SuiteBytecodes = uint64(SuiteTimeout/ProfileTimeout) * ProfileBytecodes
	// SuiteTestTimeout and SuiteTestBytecodes are those of a test there, where a build has no bound at all: the second is about what compiled code executes in the first. The longest test of Commons
	// Text takes 53 billion bytecodes, one of Commons Pool more than 100 billion.
	SuiteTestTimeout   = 5 * time.Minute
	SuiteTestBytecodes = uint64(SuiteTestTimeout/time.Second) * 1_000_000_000
	// ServerTestTimeout and ServerTestBytecodes are those of a test in a run that a save starts: half of such a run, so that tests behind one that
	// does not end run in the time that remains.
	ServerTestTimeout   = ServerTimeout / 2
	ServerTestBytecodes = ProfileBytecodes / 4
)

// The bounds of the limits. The least heap is what the class library needs to boot;
// the most fits the 32-bit linear memory beside its other regions. The least stack
// is what booting uses; the most leaves room for as many as the VM's memory maps.
const (
	leastHeapBytes  = 16 << 20
	MostHeapBytes   = 2046 << 20
	leastStackBytes = 64 << 10
	MostStackBytes  = 64 << 20
)

// Shell has the defaults of "hotlens run": those of a user at a shell.
func Shell() Run {
	return Run{
		// There are contexts if somebody joins the run and measures.
		Limits: Limits{HeapBytes: MostHeapBytes, StackBytes: DefaultStackBytes, MaxThreads: DefaultThreads, MaxContexts: DefaultContexts},
		Policy: Policy{Unrestricted: true},
		Tier:   TierAuto,
	}
}

// Profile has the defaults of "hotlens profile": virtual clock, sandbox, and every
// limit.
func Profile() Run {
	return Run{
		Limits: Limits{
			HeapBytes: DefaultHeapBytes, StackBytes: DefaultStackBytes, MaxThreads: DefaultThreads,
			MaxContexts: DefaultContexts, MaxOutputBytes: DefaultOutputBytes, MaxTempBytes: DefaultTempBytes,
			Allowance: Allowance{Timeout: ProfileTimeout, MaxBytecodes: ProfileBytecodes, TestTimeout: SuiteTestTimeout, TestBytecodes: SuiteTestBytecodes},
		},
		VirtualClock: true,
		Date:         DateFixed,
		Paths:        PathsFixed,
		Tier:         TierAuto,
		Profilers:    []string{profiles.ProfilerContexts, profiles.ProfilerEdges},
		Sampling:     sampling.Options{Stride: sampling.DefaultStride, Samples: sampling.DefaultSamples, Tick: sampling.DefaultTick},
	}
}

// Server has the defaults of the runs that the language server starts.
func Server() Run {
	r := Profile()
	r.Limits.Timeout = ServerTimeout
	r.Limits.TestBytecodes, r.Limits.TestTimeout = ServerTestBytecodes, ServerTestTimeout
	return r
}

// ForSuite is what tests may take where somebody waits for them: what the user has chosen, which is what is not the server's own, and else a suite's.
func (a Allowance) ForSuite() Allowance {
	usual := Server().Limits.Allowance
	return Allowance{
		chosen(a.Timeout, usual.Timeout, SuiteTimeout), chosen(a.MaxBytecodes, usual.MaxBytecodes, SuiteBytecodes),
		chosen(a.TestTimeout, usual.TestTimeout, SuiteTestTimeout), chosen(a.TestBytecodes, usual.TestBytecodes, SuiteTestBytecodes),
	}
}

// ForTests is what tests of a run may take that lasts so long at most, but for what the user has chosen.
func (a Allowance) ForTests(most time.Duration) Allowance {
	usual := Server().Limits.Allowance
	return Allowance{
		chosen(a.Timeout, usual.Timeout, max(usual.Timeout, most)), a.MaxBytecodes,
		chosen(a.TestTimeout, usual.TestTimeout, max(usual.TestTimeout, most)), chosen(a.TestBytecodes, usual.TestBytecodes, ProfileBytecodes),
	}
}

// chosen is a bound, or another one instead if it is the usual one.
func chosen[T comparable](bound, usual, instead T) T {
	if bound == usual {
		return instead
	}
	return bound
}
