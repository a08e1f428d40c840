//go:build unix

// Package natives implements the JDK's native methods, one file per class of
// the library, and the substitutions: Java methods that the VM executes itself.
//
// Invariant: a native method sets Thread.Exception and returns at once when it
// fails; it never panics, and touches memory outside the linear memory only
// through Go's own files and sockets, after the sandbox policy has agreed.
package natives

import (
	"maps"
	"math/rand/v2"
	"slices"
	"sync"

	"hotlens/vm/interpreter"
	"hotlens/vm/memory"
	"hotlens/vm/release"
)

// Thread and Args are what every native method gets.
type (
	Thread = interpreter.Thread
	Args   = interpreter.Args
	Ref    = memory.Ref
)

// table maps "name(descriptor)" to implementations.
type table map[string]interpreter.NativeFunc

// The natives and the substitutions of all JDKs, by class. Those of one JDK and those of another
// stand side by side: a row only ever implements a method that is native in the JDK at hand, as
// what is native in one is often Java code in the next.
var (
	natives       = map[string]table{}
	substitutions = map[string]table{}
	// newer are substitutions for JDKs whose release says so (release.Release.ComputesTanhAndCbrt).
	newer = map[string]table{}
	// optional are substitutions of methods that not all JDKs have.
	optional = map[string]table{}
)

// registrations are what adds them, in the order of the files.
var registrations []func()

// later has natives added when one is looked up first: a process that runs no program, such as the agent, needs none, and the worker has another
// processor add them while it begins (Prepare).
func later(add func()) { registrations = append(registrations, add) }

// Prepare adds all natives, once. Any goroutine may call it.
var Prepare = sync.OnceFunc(func() {
	for _, add := range registrations {
		add()
	}
})

// register adds the natives of a class, by its binary name with slashes.
func register(class string, methods table) { add(natives, class, methods) }

// substitute adds what the VM executes in place of Java methods of a class, or of native ones.
func substitute(class string, methods table) { add(substitutions, class, methods) }

// substituteInNewer is substitute for some JDKs only.
func substituteInNewer(class string, methods table) { add(newer, class, methods) }

// substituteWhereThere is substitute for methods that only newer JDKs have.
func substituteWhereThere(class string, methods table) { add(optional, class, methods) }

func add(to map[string]table, class string, methods table) {
	if before := to[class]; before != nil {
		methods = maps.Clone(methods) // which may be another class's, too
		maps.Copy(methods, before)
	}
	to[class] = methods
}

// known registers natives of a class by more names: pairs of a key of methods and the one that
// later JDKs have for the same.
func (methods table) known(names ...[2]string) table {
	for _, name := range names {
		methods[name[1]] = methods[name[0]]
	}
	return methods
}

// only are the natives with these keys.
func (methods table) only(keys ...string) table {
	some := table{}
	for _, key := range keys {
		some[key] = methods[key]
	}
	return some
}

// Find looks up what implements a native method, or replaces a Java one; nil if nothing does.
func Find(class, name, desc string, native bool) interpreter.NativeFunc {
	Prepare()
	if f := substitutions[class][name+desc]; f != nil {
		return f
	}
	if f := optional[class][name+desc]; f != nil || !native {
		return f
	}
	return natives[class][name+desc]
}

// Classes lists the classes that have natives or substitutions here, sorted.
func Classes() []string {
	Prepare()
	names := slices.Collect(maps.Keys(natives))
	for class := range substitutions {
		if natives[class] == nil {
			names = append(names, class)
		}
	}
	slices.Sort(names)
	return names
}

// Host is what natives need of the world outside the VM; it hangs off
// interpreter.Machine.Host.
type Host struct {
	JDKHome        string
	Release        release.Release
	Properties     [][2]string // VM properties by name and value
	Directory      string      // the program's working directory
	Environment    []string
	User, Home     string
	TempDirectory  string
	Files          Files
	MaxOutputBytes uint64 // of stdout and stderr together; 0: no limit
	outputBytes    uint64
	output         []byte // what is being written to a device
	MaxTempBytes   uint64 // that the sandbox's temporary directory may take; 0: no limit
	Net, Exec      bool
	OwnNetwork     bool     // see ownNetwork; only without Net
	UntilPort      int      // the run ends when the first request at this port is done: see connection.go; 0: it does not
	confined       bool     // see Confine
	hidden         []string // names of environment variables that the program must not read
	unanswered     []string // reasons of denials that the user was told of: see the function unanswered
	// Say tells the user what is no part of the program's output; nil: nothing is told.
	Say        func(string)
	Assertions []string // directives, see asserts

	handles     handles
	signals     map[int]bool    // ids of threads that NativeThread.signal wants out of their waiting
	seeds       *rand.ChaCha8   // what /dev/random gives under the virtual clock
	actions     map[int32]int64 // of jdk.internal.misc.Signal, by signal
	management  management      // of the beans of java.lang.management
	contention  bool            // the program wants to know how long threads wait
	portsTried  int             // of those from firstVirtualPort on
	network     ownNetwork      // of a program without the user's
	children    map[int]bool    // processes that the program has started
	walks       stackWalks      // of StackWalkers
	methodOrder methodOrder
	fileNumbers fileNumbers // of files that the program has met
	fileTimes   map[fileIdentity]*fileTimes

	unknown       sync.Once // see Missing
	lonely        sync.Once // see tellOfNetwork
	refused       sync.Once // see tellOfProgram
	connectFailed sync.Once // see connectText
	namesConnect  bool
}

// FindNative implements interpreter.Natives.
func (h *Host) FindNative(class, name, desc string, native bool) interpreter.NativeFunc {
	Prepare()
	if f := newer[class][name+desc]; f != nil && h.Release.ComputesTanhAndCbrt {
		return f
	}
	return Find(class, name, desc, native)
}

// Missing implements interpreter.Natives. A method that nobody has decided to leave out is one that the JDK has and hotlens
// does not know: an update of the JDK is newer than it.
func (h *Host) Missing(class, name, desc string) string {
	text := "hotlens has no native method " + class + "." + name + desc + " of JDK " + h.version()
	if reason := reasonFor(class); reason != "" {
		return text + ": " + reason
	}
	if h.Say != nil {
		h.unknown.Do(func() {
			h.Say("hotlens: JDK " + h.version() + " has native methods that this hotlens does not know, and the program has called one: " +
				"hotlens doctor lists them; use a newer hotlens, or an earlier update of the JDK\n")
		})
	}
	return text + ", and does not know it: see hotlens doctor"
}

// version is that of the JDK, such as "17.0.15".
func (h *Host) version() string {
	for _, property := range h.Properties {
		if property[0] == versionProperty {
			return property[1]
		}
	}
	return ""
}

// versionProperty is the system property that has the JDK's version, as hotlens has none of its own.
const versionProperty = "java.vm.version"

func hostOf(t *Thread) *Host { return t.M.Natives().(*Host) }

// nothing implements natives without an effect, such as registerNatives.
func nothing(*Thread, Args) uint64 { return 0 }

// constant implements natives with a fixed result.
func constant(v uint64) interpreter.NativeFunc {
	return func(*Thread, Args) uint64 { return v }
}

func boolean(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func signed(v int32) uint64 { return uint64(int64(v)) }
