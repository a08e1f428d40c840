// Package configuration says how to run a program: one value that the flags of the
// command line or the editor's settings fill in, that the engine completes with what
// it has found, that the worker's protocol carries as JSON, and that the VM takes.
//
// A new option is a field here, with its unit and what its zero means; a limit has
// its default and its bounds in limits.go besides. Then a flag (cmd/hotlens/flags.go)
// or a setting (lsp/settings.go) fills it in and the VM reads it: nothing in between
// has to know it. What only a process knows, such as open files, is passed beside.
//
// Invariant: a Run that has passed Check can be booted, if its files are there.
package configuration

import (
	"slices"
	"time"

	"hotlens/profiles"
	"hotlens/vm/filesystem"
	"hotlens/vm/release"
	"hotlens/vm/sampling"
)

// Run is how to run a program, whatever the program is. The zero value of a field
// means what its comment says, or nothing; use Shell, Profile or Server for the
// defaults.
type Run struct {
	JDK string // its folder; "": the engine looks for one
	// JDKStamp tells it from others that were in this folder before. The engine fills it in.
	JDKStamp string
	// Release is what is different in this JDK. The engine fills it in.
	Release    release.Release
	Preview    bool        // the program may use the preview features of its JDK
	ClassPath  []string    // folders and jars
	Modules    Modules     // modules of the program, and what it may do with others
	Properties [][2]string // system properties, in order
	Assertions []string    // java's -ea and so on, without the dash, in order

	Directory     string    // the program's folder: of its files, and with WorkingFolder "" its current one; "": that of the process
	WorkingFolder string    // its current folder, where that is another one below Directory
	Environment   []string  // KEY=VALUE, as os.Environ gives them
	Variables     Variables // of the environment, which the user sets for the program
	TempDirectory string    // java.io.tmpdir, which the program may read and write; "": the system's
	Paths         Paths     // which paths a program in the sandbox sees; "" is PathsFixed
	// Names are the paths that the program sees in place of the host's. The engine fills
	// them in; all other paths here are the host's.
	Names   filesystem.Names
	Signals bool // the program gets the signals that the agent passes on, and not the VM

	Limits     Limits
	Until      Until
	Policy     Policy
	Unconfined bool // the kernel does not confine the worker: only the VM's own checks do

	VirtualClock bool     // time is a function of the bytecodes executed; else it is real
	Date         Date     // when main starts by the virtual clock; "" is DateFixed
	Tier         Tier     // what is compiled; "" is TierAuto
	Inlining     Inlining // what the inliner's decisions are taken on; "" is the best there is
	CodeCache    string   // folder that keeps machine code from run to run; "": the engine chooses, and the VM keeps none
	VerboseGC    bool     // log the garbage collections on the program's stderr
	VerboseJIT   bool     // log what is compiled, and why not, on the program's stderr

	// Profilers are what is measured, by the names that package profiles gives them;
	// none: nothing is.
	Profilers []string
	Sampling  sampling.Options // of the profiler "cbs"
	CostModel string           // file with the table that costs are by; "": hotlens' own. The VM does not need it.
	// Processors says that annotation processors may run while the program is compiled. They are code of libraries. The VM does not need it.
	Processors bool
	// Source is the version of the language that a source file is compiled for, such as "17"; "": its project's, or the JDK's. The VM does not need it.
	Source string
	// SnapshotInterval is how often, by the run's clock, the agent is handed the profile of the running program; 0: never.
	SnapshotInterval time.Duration
	// CompareHierarchy also analyses the loaded classes when the program ends, to compare what they make possible with the
	// executed call edges.
	CompareHierarchy bool
	// SamplerInterval is how often the profiler "sampler" looks, in real time; 0 is every
	// millisecond.
	SamplerInterval time.Duration
	Timing          Timing // of the profiler "time"
	// Cycles is the text of the user's own table of cycles (cost.ReadCycles), by which they are counted; "": they are not.
	Cycles string

	Testing Testing
}

// Until is when the run of a program ends that would go on.
type Until struct {
	Time time.Duration // wall time since main started, which the agent keeps; 0: it does not end then
	Port int           // when the first request is done that comes at this TCP port; 0: it does not end then
}

// Modules are the options of the module system, as java has them.
type Modules struct {
	Path    []string // folders and jars of modules
	Upgrade []string // of modules that replace the JDK's
	Main    string   // the module of the main class; "" where that is on the class path
	Add     []string // resolve these modules, too
	Limit   []string // observe only these and what they require; none: all
	Opens   []string // MODULE/PACKAGE=MODULE
	Exports []string // MODULE/PACKAGE=MODULE
	Reads   []string // MODULE=MODULE
	Native  []string // modules that may call restricted methods without a warning, separated by commas
	Patches []Patch  // what is added to modules
}

// Patch is what is added to a module, and replaces what that has of the same name.
type Patch struct {
	Module string
	Path   []string // folders and jars
}

// Files are the files and folders that the modules are in.
func (m *Modules) Files() []string {
	all := slices.Concat(m.Path, m.Upgrade)
	for _, patch := range m.Patches {
		all = append(all, patch.Path...)
	}
	return all
}

// Policy is what the program may do outside its own memory.
type Policy struct {
	Unrestricted bool               // everything that the user may; the other fields are without effect
	Read         []string           // folders and files, with everything below them; also what links in the JDK lead to (release.Linked)
	Write        []string           // likewise; what may be written may be read
	Overlays     []string           // folders that may be read, and changed as only the program sees it: see filesystem.Policy
	Built        []filesystem.Built // folders in them that are shown as if a build had made them
	Net          bool               // use the network
	OwnNetwork   bool               // where it may not: use one in which there is only the program itself
	Exec         bool               // start processes
	Environment  []string           // see these environment variables as they are
}

// AllowsNet tells whether the program may use the network.
func (p Policy) AllowsNet() bool { return p.Net || p.Unrestricted }

// AllowsExec tells whether the program may start processes.
func (p Policy) AllowsExec() bool { return p.Exec || p.Unrestricted }

// Testing is what only tests of the VM ask for.
type Testing struct {
	// LinkByLibrary links every invokedynamic site through the library's own bootstrap
	// methods, to be compared with the VM's direct linking.
	LinkByLibrary bool
	// StressGC has the collector also run at every so manieth allocation, so that an
	// object that no root holds shows up. 0: never.
	StressGC int
	// ContextBytes bounds the memory of contexts. 0: the VM's own bound.
	ContextBytes uint64
	// MaxCounters bounds the counters of compiled code. 0: the VM's own bound.
	MaxCounters int
}

// Timing is what the profiler "time" measures, and how.
type Timing struct {
	// Roots are the methods whose call subgraphs are timed: Class.method, the class by its simple or
	// full name, perhaps with a descriptor behind it. None: main.
	Roots  []string
	Scheme Scheme // how the subgraphs are found; "" is SchemeB
	Clock  Time   // what passes; "" is WallTime
	Tiny   bool   // time tiny methods, too, that take less than timing them
}

// Scheme is how the methods are found that are instrumented.
type Scheme string

// The schemes, the first two by the names that JFluid gives them.
const (
	SchemeA    Scheme = "a"    // what code that is reachable from the roots may call, as its classes are loaded
	SchemeB    Scheme = "b"    // what a method may call, when that method is first executed in a subgraph
	SchemeRoot Scheme = "root" // nothing but the roots: the gross time of each
	SchemeAll  Scheme = "all"  // every method
)

// Time is what passes while a method is timed.
type Time string

// The times: real time, or only that in which the thread is the one that runs.
const (
	WallTime Time = "wall"
	CPUTime  Time = "cpu"
)

var (
	schemes = []Scheme{SchemeA, SchemeB, SchemeRoot, SchemeAll}
	times   = []Time{WallTime, CPUTime}
)

// Profiled tells whether anything is measured.
func (r *Run) Profiled() bool { return len(r.Profilers) > 0 }

// sampledPace is how much of a tick's duration its bytecodes take under the virtual clock, where a tick has as many as an interpreter executes in
// it, one in 10 ns: compiled code executes one in 0.2 to 0.4 ns (Richards, Json).
const sampledPace = 0.03

// TickPace is how much of a tick's duration the program really runs for, about.
func (r *Run) TickPace() float64 {
	if r.VirtualClock {
		return sampledPace
	}
	return 1
}

// CallSampling says when calls are sampled, by the clock if the schedule is left open: ticks of the virtual clock are as far apart as is good for the
// interpreter, which compiled code is not to be slowed down by.
func (r *Run) CallSampling() sampling.Options {
	options := r.Sampling
	switch {
	case options.Schedule != "":
	case r.VirtualClock:
		options.Schedule = sampling.ScheduleGrowing
	default:
		options.Schedule = sampling.ScheduleEven
	}
	return options
}

// AnnouncesEdges tells whether the executed call edges are listed.
func (r *Run) AnnouncesEdges() bool {
	return slices.ContainsFunc(r.Profilers, func(name string) bool {
		return !slices.Contains([]string{profiles.ProfilerTime, profiles.ProfilerCoverage, profiles.ProfilerTestCoverage}, name)
	})
}

// TimesCalls tells whether the profiler "time" times methods.
func (r *Run) TimesCalls() bool { return slices.Contains(r.Profilers, profiles.ProfilerTime) }

// KeepsContexts tells whether the calling context tree is kept.
func (r *Run) KeepsContexts() bool { return slices.Contains(r.Profilers, profiles.ProfilerContexts) }

// SamplesTime tells whether the profiler "sampler" looks at the program from outside.
func (r *Run) SamplesTime() bool { return slices.Contains(r.Profilers, profiles.ProfilerSampler) }

// CountsTypes tells whether objects are counted by their classes in each context.
func (r *Run) CountsTypes() bool {
	return r.KeepsContexts() && slices.Contains(r.Profilers, profiles.ProfilerTypes)
}

// MeasuresCoverage tells whether the program leaves marks where it executes something for the first time.
func (r *Run) MeasuresCoverage() bool { return slices.Contains(r.Profilers, profiles.ProfilerCoverage) }

// CoversTests tells whether it leaves them anew for each test.
func (r *Run) CoversTests() bool {
	return r.MeasuresCoverage() && slices.Contains(r.Profilers, profiles.ProfilerTestCoverage)
}

// SamplesCalls tells whether the profiler "cbs" samples the calls.
func (r *Run) SamplesCalls() bool { return slices.Contains(r.Profilers, profiles.ProfilerSamples) }
