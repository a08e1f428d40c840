// Package invoke is the VM's part of java.lang.invoke: it links the call sites of
// invokedynamic and of method handles, and makes the constants that the library makes.
//
// The library links a site by Java code, through MethodHandleNatives, which costs up to a
// million bytecodes. String concatenation, lambdas, method references and the methods of
// records, which are nearly all sites of nearly all programs, are linked here without it
// (direct.go), with the same semantics.
//
// A site is linked by rewriting its instruction, which the interpreter then executes again.
// It asks here for the method that a handle leads to, and for the string of a concatenation.
//
// Invariant: a site is linked once, by the first thread that gets there: linking runs Java
// code, and so other threads, which may link the same site in the meantime (JVMS 5.4.3.6).
package invoke

import (
	"hotlens/vm/classes"
	"hotlens/vm/linking"
)

// Linker adds to the classes of a virtual machine what is known of method handles.
type Linker struct {
	linking.Linker

	byLibrary     bool // sites are linked through the library only
	standIns      map[*classes.Selector]*classes.Method
	memberOffsets *MemberOffsets
	stringOf      *classes.Method // see stringOfObject
	lambdas       int             // classes of lambdas so far
	described     bool            // see describe
}

// New makes a linker over that of the classes. With byLibrary it links every invokedynamic
// site through the library's bootstrap methods; tests compare that with its own linking.
func New(l linking.Linker, byLibrary bool) Linker {
	return Linker{Linker: l, byLibrary: byLibrary, standIns: map[*classes.Selector]*classes.Method{}}
}

// JavaThread is what package invoke asks of the Java thread that it works for.
type JavaThread interface {
	linking.JavaThread

	// Linkage is VMWork for linking call sites and constants through the library's Java
	// code, whose costs have a context of their own in the profile.
	Linkage(f func())
	// Nested runs f one level deeper on the Go stack, or throws a StackOverflowError if
	// there is no room.
	Nested(f func())
	// ThrowOutOfMemory makes an OutOfMemoryError even where the heap is full.
	ThrowOutOfMemory(message string)
}

// Thread is the part of a Java thread that links classes and call sites.
type Thread struct {
	linking.Thread
	Linker *Linker
	Java   JavaThread // the whole thread
}

// NewThread makes the linking part of a Java thread.
func NewThread(l *Linker, java JavaThread) Thread {
	return Thread{Thread: linking.Thread{Linker: &l.Linker, Java: java}, Linker: l, Java: java}
}
