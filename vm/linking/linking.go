// Package linking finds, defines, links and initialises classes (JVMS chapter 5), and makes
// what belongs to each: its java.lang.Class object, its place in a module, its strings.
// What goes wrong is thrown in HotSpot's words.
//
// Class loaders and initialisers are Java code. This package has the thread that it works
// for run them, through the interface JavaThread, and knows nothing else of how Java code
// is executed.
//
// Invariant: one thread runs at a time, and another one runs only while Java code does, so
// nothing here is locked.
package linking

import (
	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/memory"
	"hotlens/vm/release"
)

// ClassFile is a class file with its number among all that have been read, from 1.
type ClassFile struct {
	*classfile.Class
	Number uint64
}

// Linker holds the classes of a virtual machine.
type Linker struct {
	Memory   *memory.Memory
	Registry *classes.Registry
	Boot     ClassSource
	Release  release.Release // of the JDK that the classes of the boot loader are from
	Upgraded bool            // modules of the JDK may have been replaced, or classes of theirs
	Patches  ModulePatches   // of the modules; nil: none
	Known    Known
	// Initializing is told of every class that is about to be initialised; nil: nobody is.
	Initializing func(*classes.Class)
	// Initialized is told of every class whose initialisation has ended, well or not; nil: nobody is.
	Initialized func(*classes.Class)
	// ClassFiles are those of all classes there are, in the order in which they were read, and
	// filesRead is how many have ever been.
	ClassFiles []ClassFile
	filesRead  uint64
	// What the classes cost (see classCost), and may cost until the collector is asked.
	classBytes, classThreshold uint64
	readAhead                  map[string]func() ahead // class files that are read ahead, by class; asked by the thread that runs Java code only
	hidden                     int                     // hidden classes so far
	lastCast                   castMessage

	Packages    map[*classes.Loader]map[string]*Module // named modules' packages
	Modules     map[memory.Ref]*Module                 // named modules by their objects
	BaseModule  memory.Ref
	Unnamed     map[*classes.Loader]memory.Ref // unnamed modules
	bootModules map[string]bool                // those whose classes the boot loader defines; nil: not known yet

	primitives   map[byte]*classes.Class
	interned     map[string]memory.Ref // weak: see ForgetStrings
	initializing map[*classes.Class]*initialization
	identityHash func(memory.Ref) uint32
}

// ModulePatches finds class files that are to replace those of a module, or are added to it.
type ModulePatches interface {
	FindClass(module, name string) (data []byte, found bool, err error)
}

// ClassSource finds class files of the boot loader.
type ClassSource interface {
	// FindClass gives the bytes of a class and the name of its module.
	FindClass(name string) (data []byte, module string, ok bool, err error)
	// ModuleOf gives the name of the module that has a package, with slashes; "" if none has.
	ModuleOf(pack string) string
}

// New makes the linker of the classes in registry. identityHash is
// System.identityHashCode, by which messages tell unnamed modules apart.
func New(m *memory.Memory, registry *classes.Registry, boot ClassSource, from release.Release, identityHash func(memory.Ref) uint32) Linker {
	return Linker{
		Memory: m, Registry: registry, Boot: boot, Release: from, identityHash: identityHash,
		Packages: map[*classes.Loader]map[string]*Module{}, Modules: map[memory.Ref]*Module{}, Unnamed: map[*classes.Loader]memory.Ref{},
		classThreshold: leastClassThreshold,
		primitives:     map[byte]*classes.Class{}, interned: make(map[string]memory.Ref, 1<<12), initializing: map[*classes.Class]*initialization{},
	}
}

// Value is an argument or result of a call of Java code: the bits of an int, long, float,
// double or reference.
type Value = uint64

// JavaThread is what linking asks of the Java thread that it works for.
type JavaThread interface {
	// Call calls a method: static, special or already selected. kind is the kind of its call
	// edge in the profile (package sharedmemory). The result is meaningless when an
	// exception is pending afterwards.
	Call(kind uint32, method *classes.Method, args ...Value) Value
	// VMWork runs f with profiling off: what the VM does for itself is not the program's.
	VMWork(f func())
	// Loading runs f, which calls a class loader of this class: VMWork, unless the loader is the program's own code.
	Loading(loader *classes.Class, f func())
	// Throw makes an exception of a boot class and sets it pending, unless one is already.
	Throw(class, message string)

	// NewObject and NewArray give 0 with a pending exception when the heap is full.
	NewObject(c *classes.Class) memory.Ref
	NewArray(c *classes.Class, length int32) memory.Ref
	// NewMirror makes a java.lang.Class object. It ends the run when the heap is full.
	NewMirror() memory.Ref
	// CollectClasses runs the collector, so that classes are unloaded.
	CollectClasses()
	// Root keeps an object alive until the thread's native method returns, or until Release
	// of a mark that RootMark gave before.
	Root(r memory.Ref) memory.Ref
	RootMark() int
	Release(mark int)

	// Charge takes bytes from the account of what is kept beside the heap. It may run
	// Java code that frees some, and reports false if there are not enough.
	Charge(bytes uint64) bool

	// Block waits until another thread calls Unblock, or the deadline passes.
	Block(deadline int64) (timedOut bool)
	Unblock()
	// PlatformName is the Java name of the thread, a virtual thread's carrier's.
	PlatformName() string
}

// Thread is the part of a Java thread that loads, links and initialises classes.
type Thread struct {
	Linker *Linker
	Java   JavaThread // the whole thread

	// Exception is the pending exception, 0 for none. A native method that
	// sets it returns at once.
	Exception memory.Ref

	loading    []request        // classes that it asks the program's loaders for
	defining   []request        // classes whose supertypes it is loading
	nesting    []*classes.Class // classes whose nest hosts it is looking for
	nullAnswer memory.Ref       // the ClassNotFoundException that stands for a loader's answer null
}

// Pin keeps an object alive for the rest of the run.
func (l *Linker) Pin(r memory.Ref) memory.Ref { return l.Registry.Boot().Lifetime.Keep(r) }
