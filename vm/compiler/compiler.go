// Package compiler is tier 1 (DESIGN section 4): it turns decoded, quickened code
// into the intermediate representation of package ir, from which WebAssembly is
// made. Frames of compiled code lie where the interpreter's would, so that either
// can go on where the other stopped: what compiled code does not do itself, it
// leaves to the interpreter by a side exit.
//
// Invariant: compiled code announces, counts and yields exactly where the
// interpreter does.
// Invariant: a method is translated by the thread that runs Java code, from what is
// known at that moment; what comes out does not change with what is known later.
package compiler

import (
	"fmt"
	"runtime/debug"

	"hotlens/vm/classes"
	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
	"hotlens/vm/decoded"
	"hotlens/vm/memory"
)

// Env is what the compiler asks of the machine.
type Env struct {
	Registry *classes.Registry
	Memory   *memory.Memory
	Profile  bool // the calling context tree is kept
	Edges    bool // call edges are announced
	// BooleanArray is the type of arrays of booleans, whose stores keep one bit.
	BooleanArray memory.Address
	// Object, String and Cloneable are these classes of java.lang.
	Object, String, Cloneable *classes.Class
	// PrimitiveArray is the class of arrays of a primitive type, by its letter.
	PrimitiveArray func(letter byte) *classes.Class
	// Handles is only asked once method handles are in use: it loads their classes.
	Handles func() Handles
	// CallGraph is what is known of calls.
	CallGraph CallGraph
	// NoInlining leaves every call a call.
	NoInlining bool
	// Announced reports, where edges are announced, whether that from a call site to its
	// only callee has been.
	Announced func(*classes.CallSite) bool
	// Timed reports whether calls may be timed: then the runtime is told what method handles lead to.
	Timed func() bool
	// Hot reports whether a method is executed often: what stands for the weight of an
	// edge where that is not known.
	Hot func(*classes.Method) bool
	// Native reports whether a method is implemented in Go.
	Native func(*classes.Method) bool
	// NumberFunction is the number by which FuncNumbers knows a native method that computes a double from up to three, and does nothing else;
	// -1 if it needs a frame in this run.
	NumberFunction func(*classes.Method) int32
	// NumberTime is how many picoseconds such a method takes by the virtual clock; 0 by the wall clock.
	NumberTime func(*classes.Method) uint64
	// Data gives memory that holds a table, which is made once for each name.
	Data func(name string, table func() []byte) memory.Address
	// MaxMethods bounds the numbers of methods that have an entry in the table of
	// functions.
	MaxMethods int32
	// Concatenation tells what a string concatenation joins.
	Concatenation func(*decoded.Instruction) Concatenation
	// JoiningTime is how much time that takes by the virtual clock; nil by the wall clock.
	JoiningTime *JoiningTime
	// StringValue and StringCoder are the offsets of these fields of a String, whose coder is 0 where its characters are Latin-1.
	StringValue, StringCoder uint32
	// Referent is the offset of the field of a java.lang.ref.Reference that refers.
	Referent uint32
	// ClassNumber is the offset of the field of a java.lang.Class that numbers the class.
	ClassNumber uint32
	// CellTable is where memory.CellTable lies; 0 if every allocation is the runtime's.
	CellTable memory.Address
	// NewFrameState keeps a frame state and gives its number, from 0.
	NewFrameState func(*FrameState) int32
	// Keep keeps an object alive that code names.
	Keep func(object memory.Ref)
	// Counters gives the counters record of a compiled method that is complete, in a context of its method;
	// 0 if there is no room for it.
	Counters func(compiled *CompiledMethod, node memory.Address) memory.Address
	// NewCache gives CacheBytes of zeroed memory that belong to one place in the code.
	NewCache func() memory.Address
}

// CacheBytes is the size, a power of two, of what one place in the code remembers of
// the types that came by.
const (
	CacheBytes = 1 << cacheBits
	cacheBits  = 6
)

// Words of the control page that compiled code uses; the runtime keeps them for the
// thread that runs.
type Words struct {
	StackLimit, ThinLock, Thread, Result, Unprofiled, Passed memory.Address
}

// Kind says what a frame state is for.
type Kind uint8

// The kinds of frame states.
const (
	Resume            Kind = iota // the interpreter executes the instruction
	NeverExecuted                 // the same, where it has never been executed: compiling again is worth while once it has
	OtherContext                  // the same at an entry, where the method is called in another context than the only one so far
	ThrowHere                     // the instruction has thrown
	ThrowFlushed                  // it has, and the bytecodes before it are counted
	ThrowYielding                 // the yieldpoint at the start of a method has
	ThrowCall                     // the method that the instruction called has thrown
	WaitsInCall                   // the frame waits in a call
	WaitsAtYieldpoint             // the frame waits at the start of its method, as other threads run
	BeginsContexts                // contexts begin: there is no frame
	WaitsInRuntime                // the frame waits for the runtime, which has counted the bytecodes of the innermost level
)

func (k Kind) String() string {
	return [...]string{"rare", "never executed", "another context", "throws", "throws", "throws", "callee throws", "waits", "yields", "contexts begin", "pauses"}[k]
}

// FrameState describes a compiled activation at one of its calls or exits: the frames
// that the interpreter would have there, the outermost first. Graal's frame states and
// HotSpot's scope descriptors are the same.
type FrameState struct {
	Code   *CompiledMethod
	Kind   Kind
	Levels []Level
	// Refs are the offsets, from the lowest address of the outermost frame, of the
	// references that the activation holds in memory.
	Refs []int32
	// Pending is what has happened and has not been counted.
	Pending []Event
	// Virtuals are the objects that the activation has not made.
	Virtuals []Virtual
	// Hidden is how many bytes they have, for the collector, while the frame waits in a call: Refs
	// leads to what they refer to.
	Hidden uint64
	// Handled says of a frame that waits in a call that one of the levels has a handler for the
	// call's exceptions, or holds a lock: the code leaves then if there is one.
	Handled bool
	// Taken counts how often the exit was taken.
	Taken int
}

// Level is one of the frames of a frame state.
type Level struct {
	Method     *classes.Method
	Activation int   // among the compiled method's
	Index      int32 // of the instruction
	Base       int32 // of the frame, from the lowest address of the outermost one
	// Uncounted, and what is stored in FramePending or passed if Stored is set, is the
	// number of bytecodes that wait to be added to the level's context, less those of
	// its instruction: the ordinal, or, in a call, the call's D.
	Uncounted int32
	Stored    bool
}

// CompiledMethod is a method's code from an instruction on. Func is what a module is made of; the
// rest stays for as long as the code may run.
type CompiledMethod struct {
	Method *classes.Method
	Entry  int // instruction that execution starts at, 0 but for on-stack replacement
	Func   *ir.Func
	// Number tells compiled methods apart, Activations are those of the method and of the calls that it
	// knows the callee of, Counters are what it counts for their contexts, in records of so many Entries.
	Number      uint32
	Activations []Activation
	OnlyContext bool // whether it is for one context, whose address it compares with what it is entered with
	Counters    []Counter
	Entries     int
	// Decisions are those of the inliner, and NotInlined the calls that it might decide about
	// otherwise when they are hotter.
	Decisions  []Decision
	NotInlined []NotInlined
	// Initializing are the classes that were being initialised when it was translated, and that it uses.
	Initializing []*classes.Class
	Size         int // with what is inlined, in the inliner's estimate
	Values       int // of its intermediate representation, before it is optimised, besides those of marks
	// Signatures are those of all calls, and Callees the numbers of the methods that are
	// called by them.
	Signatures map[wasm.FuncType]bool
	Callees    map[uint32]bool
	// Direct is the code that this calls directly, as both are in one module. LeftTimed says that
	// calls of instrumented methods were left calls, which might be inlined else.
	// WhileTimed says that some methods were instrumented when it was compiled.
	Direct     []*CompiledMethod
	LeftTimed  bool
	WhileTimed bool
	Profiled   bool // it knows its context, and counts in it
}

// Declined is why a method cannot be compiled.
type Declined struct{ Reason string }

func (d *Declined) Error() string { return d.Reason }

// Failure is a bug of the compiler: the method that it has to do with is interpreted.
type Failure struct {
	What  any    // what it stumbled over
	Stack []byte // where; nil if it found the mistake itself
}

func (f *Failure) Error() string {
	text := fmt.Sprintf("the compiler failed: %v", f.What)
	if f.Stack != nil {
		text += "\n" + string(f.Stack)
	}
	return text
}

func decline(format string, arguments ...any) {
	panic(&Declined{fmt.Sprintf(format, arguments...)})
}

// maxInstructions bounds what is compiled: wazero's compile time grows faster than
// linearly in a function's size (DESIGN section 6).
const maxInstructions = 3000

// FrameID is the bit of a frame's index word that tells compiled frames: the rest is
// the number of a frame state.
const FrameID = 1 << 31

// FramePending is the offset of a word that a compiled frame keeps in its header
// beside the interpreter's: see Level.Stored.
const FramePending = 24

// Signature is the WebAssembly signature of a method: its caller's frame, its
// lowest address, its context node, the bytecodes left in the slice, the Java
// arguments; its result, and the bytecodes left or a status.
func Signature(m *classes.Method) wasm.FuncType {
	params := []wasm.Type{wasm.I32, wasm.I32, wasm.I32, wasm.I32}
	if !m.Static() {
		params = append(params, wasm.I32)
	}
	for _, p := range m.Selector.Params {
		params = append(params, typeOf(p))
	}
	return wasm.FuncType{Params: wasm.Types(params...), Results: results(m.Selector.Return)}
}

// EntrySignature is that of an entry in the middle of a method.
func EntrySignature(m *classes.Method) wasm.FuncType {
	return wasm.FuncType{Params: wasm.Types(wasm.I32, wasm.I32, wasm.I32, wasm.I32), Results: results(m.Selector.Return)}
}

func results(letter byte) string {
	if letter == 'V' {
		return wasm.Types(wasm.I32)
	}
	return wasm.Types(typeOf(letter), wasm.I32)
}

// typeOf is the type of values whose descriptor starts with letter.
func typeOf(letter byte) wasm.Type {
	switch decoded.SlotType(letter) {
	case 'J':
		return wasm.I64
	case 'F':
		return wasm.F32
	case 'D':
		return wasm.F64
	}
	return wasm.I32
}

// The statuses that compiled code returns instead of the bytecodes left.
const (
	StatusThrown int32 = ir.StatusBound - 1 // an exception is pending
	StatusExited int32 = ir.StatusBound - 2 // the interpreter goes on with the frames: only Go code sees it
)

// Compile translates a method from instruction entry on. noSpeculation says that the code must
// not rely on calls to find the classes that they have found so far: it has been compiled
// often enough because they did not. anyContext says that more contexts than those of the tree
// are to be expected. The error is a *Declined or a *Failure.
func Compile(env *Env, words Words, m *classes.Method, entry int, number uint32, noSpeculation, anyContext bool) (compiled *CompiledMethod, err error) {
	defer func() {
		if r := recover(); r != nil {
			compiled = nil
			if d, ok := r.(*Declined); ok {
				err = d
			} else {
				err = &Failure{r, debug.Stack()}
			}
		}
	}()
	if n := m.Code.Size(); n > maxInstructions {
		decline("it has %d instructions, more than %d", n, maxInstructions)
	}
	if m.Code.ShowsLocals {
		decline("the runtime reads its local variables")
	}
	if m.Code.HasSubroutines() {
		decline("it has subroutines (jsr)")
	}
	signature := Signature(m)
	if entry != 0 {
		signature = EntrySignature(m)
	}
	h := &hints{made: map[uint64]bool{}, changes: map[change]bool{}}
	for n := 1; ; n++ {
		h.wrong, h.none = false, n == maxBuilds
		compiled = &CompiledMethod{Method: m, Entry: entry, Number: number, Profiled: env.Profile, Activations: []Activation{{Method: m}}, Signatures: map[wasm.FuncType]bool{}, Callees: map[uint32]bool{}}
		b := &builder{
			env: env, words: words, compiled: compiled, f: ir.NewFunc(m.String(), signature), noSpeculation: noSpeculation,
			exact: map[*ir.Value]*classes.Class{}, layouts: map[*classes.Class][]*classes.Field{}, hints: h, anyContext: anyContext,
			trusted: map[*ir.Value]*classes.Field{}, assigned: map[*classes.Field]bool{},
		}
		b.f.Result = int64(words.Result)
		b.build(m, entry)
		if !h.wrong {
			compiled.Func, compiled.Size, compiled.Values = b.f, b.size, b.f.NumValues()-b.ofMarks
			return compiled, nil
		}
	}
}
