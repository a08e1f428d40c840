// Package sharedmemory is the layout of the profile inside the VM's shared linear
// memory. The worker process appends records to it while Java code runs; the
// agent process reads them at any moment, without stopping the worker, and also
// after the worker has died.
//
// Invariant: records are append-only and of fixed layout. A record is complete
// before ProfileNext moves past it. All numbers are little-endian; all addresses
// are offsets into the linear memory; records are aligned to 8 bytes.
package sharedmemory

import "hotlens/profiles/instructions"

// NullBytes is how much of the memory's start is never used, so that an access
// through a null reference finds nothing there.
const NullBytes = 32 << 10

// Words of the control page, which follows. Offsets are in bytes from the start
// of the memory; the words marked u64 are 8 bytes wide, all others 4.
const (
	ControlMagic   = NullBytes + 0   // Magic, written last when the memory has been laid out
	ControlVersion = NullBytes + 4   // Version
	ProfileStart   = NullBytes + 8   // address of the first record
	ProfileNext    = NullBytes + 12  // address after the last complete record
	ProfileEnd     = NullBytes + 16  // address after the last byte that records may use, in the first span of addresses
	YieldFlag      = NullBytes + 20  // the agent writes a Stop value; yieldpoints look at it
	CurrentNode    = NullBytes + 24  // address of the node that is executing or was at the last yieldpoint, 0 outside Java code
	State          = NullBytes + 28  // one of the State values
	Bytecodes      = NullBytes + 32  // u64: bytecodes executed since main started
	HeapUsed       = NullBytes + 40  // u64: bytes of live and not yet swept objects
	Folded         = NullBytes + 48  // u64: contexts that were folded into an equal one higher up
	NodeCount      = NullBytes + 56  // nodes made so far
	ThreadsLive    = NullBytes + 60  // Java threads alive
	OutputBytes    = NullBytes + 64  // u64: bytes written to stdout and stderr
	Activity       = NullBytes + 72  // what the worker does, one of the Activity values
	TickNanos      = NullBytes + 80  // f64: nanoseconds that a tick of the timing clock takes, 0 if nothing is timed
	Instrumented   = NullBytes + 88  // methods that have been instrumented for timing
	StackRequests  = NullBytes + 92  // samples of the running thread's stack that the agent has asked for, and that have not been taken
	Snapshots      = NullBytes + 96  // the agent writes 1 to be handed the profile at the end of a time slice; the worker writes 0 when it has done so
	ProfileMore    = NullBytes + 100 // where records go on when the first span is full, behind a more record; 0: nowhere
	ProfileMoreEnd = NullBytes + 104
	CallSamples    = NullBytes + 112 // u64: samples of calls that have been taken; how much each counts the records say

	// The worker's own, for compiled code: of the thread that runs, the address that
	// frames must end below, the lock word of an object that it has locked once,
	// its java.lang.Thread, whether it does the VM's own work, which is not profiled, and the
	// tick from which on time counts for what it executes, if that is being timed;
	// and where results pass between Go code and compiled code.
	TimingMark    = NullBytes + 120 // u64
	StackLimit    = NullBytes + 128
	ThinLock      = NullBytes + 132
	Result        = NullBytes + 136 // u64
	CurrentThread = NullBytes + 144
	Unprofiled    = NullBytes + 148
	// NoCounters stands for the counters record of a context that has none: its words are 0.
	NoCounters = NullBytes + 152
	// NoInterfaces stands for the interface table of a type that has none: its words are 0.
	NoInterfaces = NullBytes + 192
	// TimingTop is the times record of the context that the thread is in whose time TimingMark counts for, if compiled code may time calls from there by itself; else 0.
	// KnownCalls is the address of the calls that it knows, and KnownTicks what is taken off for each of them.
	TimingTop  = NullBytes + 256
	KnownCalls = NullBytes + 260
	KnownTicks = NullBytes + 264
	// Passed is how many picoseconds the machine itself has taken since main began, by the virtual clock.
	Passed = NullBytes + 272 // u64

	// WorkerBase is where the rest of the control page starts. It is the worker's
	// own, for state that compiled code works on; the agent does not read it.
	WorkerBase = NullBytes + 4096

	// ControlPageBytes is where the control page ends.
	ControlPageBytes = 65536
)

// Magic and Version identify the layout.
const (
	Magic   = 0x534e4c48 // "HLNS"
	Version = 24
)

// Values of the State word.
const (
	StateBooting = 1
	StateReady   = 2
	StateRunning = 3
	StateEnded   = 4
)

// Values of the Activity word: what time passes with.
const (
	ActivityProgram    = 0 // the program runs, in the node CurrentNode
	ActivityCollecting = 1 // the garbage collector
	ActivityCompiling  = 2 // translating methods, waiting for machine code, and installing it
	ActivityWaiting    = 3 // all threads wait
	Activities         = 4
)

// Values of the YieldFlag word.
const (
	Continue = 0
	Stop     = 1 // end the program at the next yieldpoint
)

// A record starts with one word: its kind in the low 8 bits, its size in bytes
// (a multiple of 8, header included) in the upper 24.
const (
	KindString   = 1
	KindMethod   = 2
	KindThread   = 3
	KindNode     = 4
	KindEdge     = 5
	KindInlining = 6
	KindCounters = 7
	KindMix      = 8
	KindSite     = 9
	KindGraphs   = 10
	KindExtras   = 11
	KindTimes    = 12
	KindType     = 13
	KindPassed   = 14
	KindArgument = 15
	KindValue    = 16
	KindUnseen   = 17
	KindMore     = 18 // the next record is at ProfileMore
	KindMarks    = 19

	KindTestMarks = 20
	KindFlows     = 21

	KindConcatenation = 22
	KindCollection    = 23
)

// MoreSize is the size of a more record, which has nothing but its header.
const MoreSize = 8

// String record: byte length, then the bytes (modified UTF-8, JVMS 4.4.7).
const (
	StringLength = 4
	StringBytes  = 8
)

// Method record. Strings are addresses of string records, 0 for none.
const (
	MethodID         = 4 // dense, from 0, in the order of the records
	MethodClass      = 8
	MethodName       = 12
	MethodDescriptor = 16
	MethodFile       = 20
	MethodLine       = 24 // signed, -1 unknown
	MethodFlags      = 28
	MethodSize       = 32
)

// Bits of MethodFlags.
const (
	MethodNative  = 1
	MethodLibrary = 2 // origin "library"; none of these bits: "app"
	MethodVM      = 4 // origin "vm"
	MethodHarness = 8 // origin "harness"
)

// Mix record: of which kinds a method's instructions are, as far as its code alone tells. It stands behind
// the method's record; a method without code has none.
const (
	MixMethod    = 4  // address of the method record
	MixFlags     = 8  // the Mix bits below
	MixCodeBytes = 12 // length of the method's bytecode
	MixLocality  = 16 // the three words of the method's instructions.Locality
	MixWeights   = 28 // u16 for each kind of package instructions, which sum to instructions.Whole
	MixSize      = MixWeights + 2*uint32(instructions.Count)
)

// Bits of MixFlags.
const (
	MixSynchronized = 1 // the method is synchronized
	MixCatches      = 2 // it has handlers of exceptions of some class
)

// Flows record: where a method's references go (package flows). It stands behind the method's record; a method that
// shows others all that it has has none.
const (
	FlowsMethod = 4 // address of the method record
	FlowsCount  = 8
	FlowsWords  = 12
)

// Thread record.
const (
	ThreadID   = 4
	ThreadName = 8  // once the thread has ended, that of another one that has its contexts
	ThreadRoot = 12 // node address of the entry method, 0 before it ran
	ThreadSize = 16
)

// Node record: one context of the calling context tree. Child slots, one per
// call site of the node's method, follow the counters; a slot holds the address
// of the first child of that site, and children of one site are linked by
// NodeSibling. The last slot collects the children without a call site.
const (
	NodeMethod    = 4  // address of the method record
	NodeCounters  = 8  // address of a counters record, NoCounters before there is one
	NodeSelf      = 12 // its own address
	NodeBCI       = 16 // signed: bytecode index of the call in the parent's method, -1 none
	NodeLine      = 20 // signed: its line, -1 none
	NodeShape     = 24 // the number of child slots, and in the low 8 bits one of the Edge kinds below
	NodeParent    = 28 // address of the parent node, 0 for a root
	NodeCalls     = 32 // u64
	NodeBytecodes = 40 // u64
	NodeObjects   = 48 // u64: objects allocated
	NodeBytes     = 56 // u64: bytes allocated
	NodeSamples   = 64 // u64
	NodeSibling   = 72 // next child of the same slot
	NodeExtras    = 76 // address of the node's extras record, 0 as long as it has none
	NodeSlots     = 80 // child slots, 4 bytes each
)

// Extras record: counters that few contexts need. It stands behind the node's record. All but the first word
// are u64.
const (
	ExtrasNode     = 4  // address of the node
	ExtrasWork     = 8  // the length of what a native method, or another that the VM executes itself, worked on, in the method's own unit; elsewhere the bytes of concatenated strings
	ExtrasStrings  = 16 // strings that the VM has concatenated (invokedynamic)
	ExtrasOperands = 24 // operands of these concatenations
	ExtrasThrown   = 32 // exceptions that the VM has made and thrown
	ExtrasFrames   = 40 // frames in their stack traces
	ExtrasWait     = 48 // nanoseconds by the run's clock asleep, blocked or parked
	ExtrasCycles   = 56 // cycles by the user's own model
	ExtrasSize     = 64
)

// Counters record: what a piece of compiled code that was entered in one context counts for
// itself. The worker adds it to the contexts from time to time, and when the run ends; what
// the entries are, 8 bytes each, only the worker knows. Code is given a record in place of its context's node where there is one: the node is then
// not touched, and as nodes are spread over much more memory that is often what a call takes longest for. So two words stand where those of a node do.
const (
	CountersMethod  = 4            // number of the compiled method, from 1
	CountersNewest  = NodeCounters // address of the record to use in its place, of newer code perhaps; its own, mostly
	CountersNode    = NodeSelf     // address of the node of the context
	CountersEntries = 16
)

// NodeShapeOf is the NodeShape of a context that has been called by an edge of a kind and has so many child slots.
func NodeShapeOf(kind uint32, slots int) uint32 { return kind | uint32(slots)<<nodeKindBits }

// nodeKindBits is how many bits of a NodeShape the kind of the edge has.
const nodeKindBits = 8

// NodeKindOf and NodeSlotsOf are the parts of a NodeShape.
func NodeKindOf(shape uint32) uint32  { return shape & (1<<nodeKindBits - 1) }
func NodeSlotsOf(shape uint32) uint32 { return shape >> nodeKindBits }

// Times record: what the time profiler has measured of a context, which stands before it.
const (
	TimesNode  = 4 // address of the node record
	TimesTicks = 8 // f64: ticks that it has taken without its instrumented callees; it grows, and corrections may make it negative
	TimesSize  = 16
)

// Known call: one that compiled code times by itself. It is the worker's own. The known calls are a table, in which each stands where its hash says (machinecode.Code.Timer).
const (
	KnownTop    = 0  // times record of the caller's context; 0: there is no call here
	KnownState  = 4  // the word FrameIndex of the caller's frame, which says by which call it waits
	KnownClass  = 8  // type information block of the receiver; 0: the call has one callee, whatever the receiver
	KnownChild  = 12 // times record of the callee's context
	KnownCount  = 16 // address of its NodeCalls
	KnownTarget = 20 // entry of the callee's code in the table of functions
	KnownOff    = 24 // address of what is taken off
	KnownSize   = 32

	// What is taken off of a call, in ticks, f64 each: of the callee, and of the caller.
	OffInner = 0
	OffOuter = 8
	OffSize  = 16

	// KnownBits is the binary logarithm of the number of known calls that there is room for: programs have some hundred that are
	// often made in contexts that are.
	KnownBits = 11
)

// KnownHash is where in the table a call may stand: by its KnownTop and its KnownState, or, if another one with the same is there whose receiver is of another class, by the sum of KnownState and
// KnownClass in place of KnownState.
func KnownHash(top, state uint32) uint32 {
	return (top + state*HashState) * HashAll >> (32 - KnownBits)
}

// The multipliers of KnownHash are those of MurmurHash3's last step, which mix all bits into the upper ones.
const (
	HashState = 0x85ebca6b
	HashAll   = 0xc2b2ae35
)

// Edge record: announced once, when the edge first executes.
const (
	EdgeCaller = 4  // address of the caller's method record
	EdgeCallee = 8  // address of the callee's method record
	EdgeBCI    = 12 // signed
	EdgeLine   = 16 // signed
	EdgeKind   = 20
	// EdgeSamples, a u64, is how often a sampler saw the edge. It grows, unlike the rest.
	EdgeSamples = 24
	EdgeSize    = 32
)

// Type record: the objects of a class that were made in a context.
const (
	TypeNode    = 4  // address of the node record
	TypeClass   = 8  // address of a string record: the class's binary name
	TypeObjects = 16 // u64
	TypeBytes   = 24 // u64
	TypeSize    = 32
)

// Collection record: collections of the heap, mostly one. All are u64, in bytes.
const (
	CollectionAllocated = 8  // what the program, after main started, has allocated since the record before
	CollectionSurvived  = 16 // of that, what was alive when it was collected for the first time, but for large objects, in parts of 1/64
	CollectionLarge     = 24 // likewise in large objects, which collectors do not copy
	CollectionSize      = 32
)

// Passed record: an instruction that calls, whose arguments are summed up. The strings name the method as the instruction does.
const (
	PassedCaller     = 4 // address of the caller's method record
	PassedBCI        = 8
	PassedLine       = 12 // signed
	PassedClass      = 16
	PassedName       = 20
	PassedDescriptor = 24
	PassedCalls      = 32 // u64: how often it was executed
	PassedSize       = 40
)

// Argument record: an argument of such an instruction. They stand in their order, the receiver first. All numbers are of what was passed.
const (
	ArgumentPassed     = 4  // address of the passed record
	ArgumentReceiver   = 8  // 1 for the receiver
	ArgumentType       = 12 // address of a string record: the descriptor of its declared type
	ArgumentRange      = 16 // the form of the values that Least and Most are of: 0 for none, NoRange where there were several
	ArgumentSizes      = 20 // 1 if LeastSize and MostSize mean something
	ArgumentNulls      = 24 // u64: how often it was null
	ArgumentOthers     = 32 // u64: values that have no value record, as there were too many different ones
	ArgumentOtherTypes = 40 // u64: the same for types
	ArgumentOtherSizes = 48 // u64: the same for sizes
	ArgumentLeast      = 56 // the smallest and the largest value: i64, of floating point the bits of a double that is a number
	ArgumentMost       = 64
	ArgumentLeastSize  = 72 // i64
	ArgumentMostSize   = 80 // i64
	ArgumentSize       = 88
)

// NoRange says that the values of an argument have no common order.
const NoRange = 0xff

// Value record: how often an argument had a value, a magnitude, a type or a size.
const (
	ValueArgument = 4  // address of the argument record
	ValueForm     = 8  // one of the forms below
	ValueClass    = 12 // address of a string record: the class of a box or an enum, or a type; 0 for none
	ValueText     = 16 // address of a string record: the name of an enum's constant; 0 for none
	ValueNumber   = 24 // i64: see the forms
	ValueCount    = 32 // u64
	ValueSize     = 40
)

// The forms of value records, and what their number is.
const (
	FormInteger        = 1 // the value
	FormCharacter      = 2 // the UTF-16 code unit
	FormBoolean        = 3 // 0 or 1
	FormFloat          = 4 // the bits of the value as a double
	FormDouble         = 5 // the bits of the value
	FormEnum           = 6 // the ordinal
	FormType           = 7 // nothing
	FormLength         = 8 // the length or size
	FormMagnitude      = 9 // of integers: the length in bits of the absolute value, negative for negative values
	FormFloatMagnitude = 10
)

// The numbers of FormFloatMagnitude: that of a positive value is its binary exponent (of the largest power of 2 that is no greater) plus
// ExponentBias, that of a negative one the negative of the same.
const (
	ExponentBias       = 2000
	MagnitudeZero      = 0
	MagnitudeMinusZero = -1
	MagnitudeInfinity  = 9000 // negated: of negative infinity
	MagnitudeNaN       = 9999
)

// Marks record: which marks of a class have been left. A byte for each follows, which is set to 1; it stays so, unless a record of a test's marks takes it over.
const (
	MarksClass  = 4  // address of a string record: the class's binary name
	MarksDigest = 8  // u64: of its class file
	MarksCount  = 16 // how many marks the class has
	MarksBytes  = 20
)

// Test marks record: which marks of a class a test has left. A bit for each mark of the class follows, the lowest of a byte first.
const (
	TestMarksClass  = 4  // address of a string record: the test's class, its binary name; "" for what no test has left
	TestMarksMethod = 8  // address of a string record: the test's method
	TestMarksOf     = 12 // address of the marks record
	TestMarksBits   = 16
)

// Site record: how many methods an executed call site could call, by the class hierarchy and by the classes that have
// had objects.
const (
	SiteCaller    = 4 // address of the caller's method record
	SiteBCI       = 8
	SiteHierarchy = 12
	SiteInstances = 16
	SiteSize      = 24
)

// Concatenation record: an instruction that has the virtual machine concatenate strings (JLS 15.18.1, compiled to invokedynamic by JEP 280). It
// begins as a passed record does.
const (
	ConcatenationCaller   = 4  // address of the method record whose instruction it is
	ConcatenationBCI      = 8  // of the instruction
	ConcatenationLine     = 12 // Unknown where it is not known
	ConcatenationOperands = 16 // of each string
	ConcatenationStrings  = 24 // u64: how many it has made
	ConcatenationBytes    = 32 // u64: of their characters
	ConcatenationSize     = 40
)

// Unseen record: a method that an executed call site could call by the class hierarchy, and has not. The strings name it.
const (
	UnseenCaller       = 4 // address of the caller's method record
	UnseenBCI          = 8
	UnseenClass        = 12
	UnseenName         = 16
	UnseenDescriptor   = 20
	UnseenInstantiated = 24 // 1 if a class that has had objects would select it
	UnseenSize         = 32
)

// Graphs record: the sizes of the call graphs by the class hierarchy and by the classes that have had
// objects. It stands behind all site records, when the program has ended.
const (
	GraphsHierarchy = 4 // each four words: GraphSizes
	GraphsInstances = 20
	// GraphsUnforeseen counts the executed edges that neither has, as their classes have been unloaded.
	GraphsUnforeseen = 36
	GraphsSize       = 40
)

// GraphSizes are a call graph's methods, edges, call sites, and those of them that have several targets.
type GraphSizes [4]uint32

// Inlining record: what the inliner decided about a call. A later record about
// the same caller, bytecode index and callee replaces the earlier one.
const (
	// An inlining record starts as an edge record does.
	InliningCaller     = EdgeCaller
	InliningCallee     = EdgeCallee
	InliningBCI        = EdgeBCI
	InliningLine       = EdgeLine
	InliningDecision   = 20 // one of the decisions below
	InliningCalleeSize = 24 // the callee's size, in the inliner's estimate
	InliningReason     = 28 // address of a string record, 0 for none
	InliningWeight     = 32 // the call's share of all calls, 0 to 1: the bits of an IEEE 754 double
	InliningSize       = 40
)

// The inliner's decisions, in the order of profiles.Decision's constants.
const (
	Inlined  = iota
	Guarded  // inlined behind a test of the receiver's class
	Rejected // left a call
)

// Edge kinds, in the order of profiles.EdgeKind's constants.
const (
	Virtual = iota
	Interface
	Static
	Special
	Native
	Reflective
	Callback
	Initializer
	Thread
	Root    // the entry of main, or a test: a node kind only, never an edge
	Harness // all that a test framework does: likewise
)
