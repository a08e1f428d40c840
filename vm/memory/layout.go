// Package memory is the one linear memory of a run (DESIGN section 3): its
// layout, the allocator of Java objects, the off-heap region behind
// Unsafe.allocateMemory, and the non-moving mark-sweep collector.
//
// Invariant: an Address is an offset from the memory's base, below 4 GiB, so
// that no Address can point outside the mapping. Address 0 is the Java null.
// Invariant: the package knows type information blocks and object headers, and
// nothing of class files, methods or threads.
package memory

import "hotlens/profiles/sharedmemory"

// Address is an offset into the linear memory; 0 is null.
type Address = uint32

// Ref is the address of a Java object; 0 is null.
type Ref = Address

// The regions of the linear memory. Only pages that are touched cost memory.
const (
	Size = int64(1) << 32 // bytes of the whole linear memory

	// ControlAllocator is where the allocator's state lies in the control page.
	ControlAllocator = Address(sharedmemory.WorkerBase)
	MetadataBase     = Address(sharedmemory.ControlPageBytes)
	ProfileBase      = Address(256 << 20) // but see Memory.ProfileRegion
	StacksBase       = Address(768 << 20)
	OffHeapBase      = Address(1792 << 20)
	HeapBase         = Address(2048 << 20)

	MetadataBytes = uint32(ProfileBase - MetadataBase)
	ProfileBytes  = uint32(StacksBase - ProfileBase)
	StacksBytes   = uint32(OffHeapBase - StacksBase)
	OffHeapBytes  = uint32(HeapBase - OffHeapBase)

	// MaxHeapBytes is the largest heap: the rest of the memory, less the last 64 KiB,
	// which compiled code cannot reach, and another 64 KiB, so that it may check more
	// of the addresses behind an object's than it accesses; nor do such addresses wrap
	// around.
	MaxHeapBytes = uint64(Size) - uint64(HeapBase) - 128<<10
)

// Object headers. Every object starts with the address of its class's type
// information block, then the lock word; an array has its length next, and its
// elements start at ArrayBase. 16 is also HotSpot's array base offset, which
// some library code takes for granted to be a multiple of 8.
const (
	ObjectTIB    = 0
	ObjectLock   = 4
	ObjectFields = 8
	ArrayLength  = 8
	ArrayBase    = 16
)

// The lock word: a tag in the two low bits, and a payload in the rest. A neutral
// word holds the identity hash (0: none yet), a thin lock its owner and recursion
// count, an inflated one a monitor's index.
const (
	LockTagMask  = 3
	LockNeutral  = 0
	LockThin     = 1
	LockInflated = 2
	LockShift    = 2

	// Of a thin lock: where the owner stands, which is the thread's number among those that live, and
	// the count of recursive entries between it and the tag.
	LockOwnerShift = 12
	LockCountUnit  = 1 << LockShift
	LockCountMask  = (1<<LockOwnerShift - 1) &^ (1<<LockShift - 1)

	// MaxLockOwner is the largest number of a thread.
	MaxLockOwner = 1<<(32-LockOwnerShift) - 1
)

// Words of a type information block (TIB). The virtual method table follows:
// one address of a caller-target block per virtual method.
const (
	TIBClass     = 0  // class id
	TIBKind      = 4  // one of the Kind values
	TIBSize      = 8  // instance size in bytes, header included; arrays: log2 of the element size
	TIBRefMap    = 12 // address of the reference map (a count, then offsets), 0 for none
	TIBRefKind   = 16 // for subclasses of java.lang.ref.Reference: one of the Reference values
	TIBDepth     = 20 // number of proper superclasses, or DisplaySlots when deeper
	TIBITable    = 24 // address of the interface table (package classes); sharedmemory.NoInterfaces: none
	TIBComponent = 28 // arrays of references: the TIB of the elements' type
	TIBMirror    = 32 // the java.lang.Class object that the objects say is their class, 0 before there is one
	TIBHolder    = 36 // what keeps the class alive, a java.lang.Class or ClassLoader object; 0: it stays anyway
	TIBDisplay   = 40 // TIB addresses of the superclasses by depth, itself included
	DisplaySlots = 8
	TIBVTable    = TIBDisplay + 4*DisplaySlots
)

// Kinds of objects, as the collector distinguishes them.
const (
	KindPlain     = 0 // fields by the reference map
	KindPrimArray = 1
	KindRefArray  = 2
	KindMirror    = 3 // a java.lang.Class: plain, and may keep classes alive
	KindLoader    = 4 // a java.lang.ClassLoader: the same
	KindFinalized = 5 // plain, and java.lang.ref.Finalizer knows each of them
)

// Strengths of reference objects (package java.lang.ref).
const (
	ReferenceNone    = 0
	ReferenceSoft    = 1
	ReferenceWeak    = 2
	ReferenceFinal   = 3
	ReferencePhantom = 4
)

const pageBytes = 4096
