//go:build unix

// Package natives implements the JDK's native methods, one file per class of
// the library, and the substitutions: Java methods that the VM executes itself.
//
// Invariant: a native method sets Thread.Exception and returns at once when it
// fails; it never panics, and touches memory outside the linear memory only
// through Go's own files and sockets, after the sandbox policy has agreed.
package natives

import (
	"math/rand/v2"
	"sort"

	"hotlens/vm/interpreter"
	"hotlens/vm/memory"
)

// Thread and Args are what every native method gets.
type (
	Thread = interpreter.Thread
	Args   = interpreter.Args
	Ref    = memory.Ref
)

// table maps "name(descriptor)" to implementations.
type table map[string]interpreter.NativeFunc

var (
	all = map[string]table{}
	// sometimes holds the natives that only some updates of JDK 17 have.
	sometimes = map[string]table{}
)

// register adds the natives of a class, by its binary name with slashes.
func register(class string, methods table) {
	if all[class] == nil {
		all[class] = table{}
	}
	for k, f := range methods {
		all[class][k] = f
	}
}

// registerSometimes adds natives that not every update of JDK 17 has. What
// an update does not have is no error at run time either way: its own Java code
// then does without.
func registerSometimes(class string, methods table) {
	if sometimes[class] == nil {
		sometimes[class] = table{}
	}
	for k, f := range methods {
		sometimes[class][k] = f
	}
}

// Find looks an implementation up; nil if there is none.
func Find(class, name, desc string) interpreter.NativeFunc {
	if f := all[class][name+desc]; f != nil {
		return f
	}
	return sometimes[class][name+desc]
}

// Classes lists the classes that have natives here, sorted.
func Classes() []string {
	var names []string
	for c := range all {
		names = append(names, c)
	}
	sort.Strings(names)
	return names
}

// Host is what natives need of the world outside the VM; it hangs off
// interpreter.Machine.Host.
type Host struct {
	JDKHome        string
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
	confined       bool     // see Confine
	hidden         []string // names of environment variables that the program must not read
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
	children    map[int]bool    // processes that the program has started
	walks       stackWalks      // of StackWalkers
	methodOrder methodOrder
	fileNumbers fileNumbers // of files that the program has met
}

// FindNative implements interpreter.Natives.
func (h *Host) FindNative(class, name, desc string) interpreter.NativeFunc {
	return Find(class, name, desc)
}

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
