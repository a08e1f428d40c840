// Package vm is the embedded Java virtual machine: it boots the user's own JDK
// class library and runs a program on it, in a worker process, within budgets
// and a sandbox.
//
// Invariant: no panic and no Go error of the machine crosses this package's
// border other than as Result.Err.
package vm

import (
	"os"
	"slices"
	"strings"

	"hotlens/profiles"
	"hotlens/vm/codecache"
	"hotlens/vm/configuration"
	"hotlens/vm/filesystem"
	"hotlens/vm/linking"
	"hotlens/vm/memory"
)

// Files are the open files that a machine works on.
type Files struct {
	Memory         *os.File // the linear memory, at least MemoryBytes long
	Stdin          *os.File // the program's own; nil: empty
	Stdout, Stderr *os.File // the program's own; nil: discarded
	// MachineCode keeps compiled code from run to run, and is closed with the machine;
	// nil: nothing does.
	MachineCode codecache.Store
	// Snapshot is called at each SnapshotInterval of the configuration, by VM.Count, and where tests have filled the profile, while the program stands
	// still and the numbers in the memory are those of that moment; nil: nothing is.
	Snapshot func(configuration.Occasion)
	// Compile is called while the program stands still, with what it looks for of the program's Sources, and that is not there: see filesystem.View.CompileOnDemand; nil: nothing is.
	Compile func(name string)
}

// Program is what to run on a booted machine.
type Program struct {
	// MainClass is a name with dots or slashes. "" is the main class that the main
	// module names itself.
	MainClass string   `json:"mainClass"`
	Arguments []string `json:"arguments"`
	// Exports and Opens are packages, "MODULE/PACKAGE", that the manifest of its jar has exported and open to all classes on class paths. Those that there are not are passed over.
	Exports []string `json:"exports,omitempty"`
	Opens   []string `json:"opens,omitempty"`
	// Values name the calls whose arguments are summed up in the profile: see values.ParsePlace.
	Values []string `json:"values,omitempty"`
	// Harness is what calls the program's own code in the program's place: a test framework. Where contexts are kept, the own code that it calls has trees
	// of its own. Nil: the main class is the program's own.
	Harness *Harness `json:"harness,omitempty"`
	// Allowance bounds the run in place of the one that the VM was booted with; nil: that does.
	Allowance *configuration.Allowance `json:"allowance,omitempty"`
	// Sources are compiled when the program looks for their classes and there are none yet: see Files.Compile.
	Sources []filesystem.Sources `json:"sources,omitempty"`
}

// Harness tells a test framework from the program that it tests. Packages have slashes, and one behind; that without a name is "".
type Harness struct {
	Framework []string `json:"framework"` // packages of the framework, with all below them
	Own       []string `json:"own"`       // packages of the program's own code
}

// Owns tells whether a class, by its name with slashes, is in a package of the program's own code.
func (h *Harness) Owns(class string) bool {
	return slices.Contains(h.Own, class[:strings.LastIndexByte(class, '/')+1])
}

// Result is how the program ended. Err is a failure of the machine itself.
type Result struct {
	ExitStatus int
	Limit      *profiles.Limit
	Uncaught   []profiles.Exception // that have ended threads, the first few
	Waiting    []profiles.Waiting   // the threads of a program that hangs
	Stopped    []profiles.Frame     // where it was when a limit stopped it: see profiles.Outcome
	Reads      []string             // the files below the working folder that it has looked for, in order: see filesystem.View.Reads
	MoreReads  bool                 // it has looked for more of them
	NoInput    bool                 // it has read its standard input, in which there was nothing
	Needs      Needs
	Err        error
}

// Needs is what a run has needed that another one can have ready: see Boot.
type Needs struct {
	Classes     []linking.Wanted `json:"classes,omitempty"`     // those of the JDK's image that were loaded, in that order, and others whose methods were called
	MethodOrder bool             `json:"methodOrder,omitempty"` // the methods of a class were listed
}

// MemoryBytes is the size of the shared file, which stays sparse.
func MemoryBytes() int64 { return memory.Size }
