// Package ir is the compiler's intermediate representation: a control flow graph of
// basic blocks over values in static single assignment form. Most operations are
// WebAssembly's own; calls, guards and side exits are the compiler's.
//
// Invariant: a value's arguments dominate it; a phi has one argument per
// predecessor, in their order; values with effects execute in their order in the
// block. Check tests it.
package ir

import "hotlens/vm/compiler/wasm"

// Op is the kind of a value.
type Op uint8

// The kinds of values.
const (
	OpInvalid Op = iota
	OpConst      // Imm: the bits
	OpParam      // Imm: index of the function's parameter
	OpPhi
	OpPure   // Code applied to the arguments: no effect, cannot trap
	OpSelect // Args: if true, if false, condition
	OpLoad   // Code: a wasm load; Args: address; Imm: offset; Memory
	OpStore  // Code: a wasm store; Args: address, value; Imm: offset; Memory
	OpCopy   // memory.copy; Args: destination, source, bytes; Memory
	OpFill   // memory.fill; Args: destination, byte, bytes; Memory
	OpDigits // writes a number in decimal; Args: the address behind the last digit, an i32 or i64 without a sign; Memory
	OpCount  // adds to two counters of 64 bits at once; Args: address, constants for the first and the second; Imm: offset; Memory
	OpGuard  // Args: condition, then the exit's values. Takes Exit if the condition is not 0
	OpCall   // Args: those of the call, then the exit's values. Call says what is called
	OpResult // Args: a call; Imm: which of its results
)

// Memory says what a load reads or a store writes: accesses of different kinds
// never touch the same bytes.
type Memory uint8

// The kinds of memory.
const (
	MemoryFixed  Memory = iota // never changes: type information blocks of a type, the length and the type of an object
	MemoryFinal                // never changes either: final fields of objects that are made
	MemoryField                // instance fields; Alias: offset in the object
	MemoryStatic               // static fields; Alias: address
	MemoryArray8               // elements of arrays by size and kind
	MemoryArray16
	MemoryArray32
	MemoryArray64
	MemoryArrayFloat
	MemoryArrayDouble
	MemoryArrayRef
	MemoryFrame     // the shadow frames
	MemoryProfile   // how context nodes hang together
	MemoryCounter   // their counters
	MemoryAllocator // the allocator's words
	MemoryLock      // lock words
	MemoryTable     // caller-target blocks and interface tables
	MemoryControl   // the control page
	MemoryHierarchy // the words of what holds of the loaded classes: only what loads classes writes them
	MemoryOther     // anything that code may write
)

// Value is one value.
type Value struct {
	ID     int
	Op     Op
	Type   wasm.Type // 0: none
	Code   byte      // the wasm opcode of OpPure, OpLoad and OpStore; saturating conversions have Sat set
	Sat    bool      // Code follows wasm.OpMisc
	Ref    bool      // a reference: the collector must find it
	NonNil bool      // a reference that is known not to be null
	// Early says of a load that it stands in front of tests of what it reads from: where
	// they fail it gives no reference, whatever Ref says.
	Early  bool
	Memory Memory
	Alias  int64 // see Memory
	Imm    int64
	Args   []*Value
	Block  *Block
	Exit   *Exit // OpGuard; OpCall where an exception leaves for the interpreter
	Call   *Call // OpCall
	BCI    int32 // for printing: where it comes from
}

// Exit says how a guard, or a call that ends by an exception, leaves the compiled
// code: the interpreter goes on in its place. The values that follow a guard's
// condition or a call's arguments (for BlockExit, Results) are stored into the
// frames, those at the end that Passed counts are handed to the runtime's function
// ExitFunction: exit(frame, ID, passed...) -> status. The compiled function then
// returns that status as its last result; its other result, if it has one, is what
// the runtime has left in the word ResultAddress.
type Exit struct {
	ID     int32   // tells the runtime where to go on
	Stores []Store // one for each value but the last Passed ones
	Passed int     // how many values are passed instead of stored
}

// ExitFunction is the name of the imported function that exits call: it takes the
// frame, the exit's ID and the three passed values, all i32, and gives the status.
const ExitFunction = "exit"

// Store is where a value goes, by its offset from the frame.
type Store struct {
	Offset int32
	Type   wasm.Type
}

// Call says what an OpCall calls.
type Call struct {
	// Function is an imported function's name for calls of the runtime, else "".
	Function string
	// Slot is the entry of the table that is called, unless Dynamic is set: then
	// the first argument is.
	Slot    uint32
	Dynamic bool
	// Type is the signature.
	Type wasm.FuncType
	// Arguments is how many of the value's arguments are the call's, Dynamic's first
	// one included.
	Arguments int
	// Status says which result is the status, -1 for none. A call whose status is
	// below StatusBound has failed: the function leaves by the value's Exit, or, if
	// that is nil, returns the status at once, with 0 for its other result.
	Status int
	// Pure says that the call reads and writes nothing.
	Pure bool
	// Writes, unless it is 0, has one bit, 1 << kind, for each kind of memory that the
	// call may write; the collector does not run then. Else it may write all.
	Writes uint32
	// KeepsHierarchy says of a call that may write all that the code leaves where something ends meanwhile that held of the loaded classes.
	KeepsHierarchy bool
}

// BlockKind is how a block ends.
type BlockKind uint8

// The kinds of blocks.
const (
	BlockJump   BlockKind = iota // to Succs[0]
	BlockIf                      // Control not 0: to Succs[0], else to Succs[1]
	BlockSwitch                  // Control is an index: Succs[index], the last for any other
	BlockReturn                  // Results are returned
	BlockExit                    // leaves by Exit, whose values are Results
	BlockTrap                    // cannot be reached
)

// Block is a basic block.
type Block struct {
	ID      int
	Kind    BlockKind
	Control *Value
	Results []*Value
	Exit    *Exit
	Values  []*Value
	Succs   []*Block
	Preds   []*Block
	Cold    bool // expected not to execute
	// Depth is the number of loops around the block; Analyse sets it.
	Depth int
	// Dominator is the immediate dominator; Analyse sets it.
	Dominator *Block
	// order is the position in reverse postorder.
	order int
}

// Func is a function.
type Func struct {
	Name   string
	Type   wasm.FuncType
	Params []*Value
	Frame  *Value   // the frame's lowest address, to which Exit's offsets are added
	Result int64    // address of the word that holds the result after an exit
	Blocks []*Block // the first one is the entry; Analyse puts them into reverse postorder
	values int
	blocks int
}

// NewFunc is a function without blocks; its parameters are values of an entry
// block that NewFunc makes.
func NewFunc(name string, t wasm.FuncType) *Func {
	f := &Func{Name: name, Type: t}
	entry := f.NewBlock()
	for i := range len(t.Params) {
		p := f.NewValue(entry, OpParam, wasm.Type(t.Params[i]))
		p.Imm = int64(i)
		f.Params = append(f.Params, p)
	}
	return f
}

// NewBlock adds a block.
func (f *Func) NewBlock() *Block {
	b := &Block{ID: f.blocks}
	f.blocks++
	f.Blocks = append(f.Blocks, b)
	return b
}

// NewValue adds a value at the end of a block.
func (f *Func) NewValue(b *Block, op Op, t wasm.Type, args ...*Value) *Value {
	v := f.Detached(b, op, t, args...)
	b.Values = append(b.Values, v)
	return v
}

// Detached is a value that belongs to a block but does not stand in it yet.
func (f *Func) Detached(b *Block, op Op, t wasm.Type, args ...*Value) *Value {
	v := &Value{ID: f.values, Op: op, Type: t, Args: args, Block: b}
	f.values++
	return v
}

// Copy is a value like v with other arguments, which belongs to a block but does not stand
// in it yet. Copies of calls share what is called.
func (f *Func) Copy(b *Block, v *Value, args ...*Value) *Value {
	w := f.Detached(b, v.Op, v.Type)
	id := w.ID
	*w = *v
	w.ID, w.Block, w.Args = id, b, args
	return w
}

// NewPhi adds a phi at the end of a block, for what has been a value's place.
func (f *Func) NewPhi(b *Block, of *Value, args ...*Value) *Value {
	phi := f.NewValue(b, OpPhi, of.Type, args...)
	phi.Ref, phi.NonNil, phi.BCI = of.Ref, of.NonNil, of.BCI
	return phi
}

// NumValues bounds the values' IDs.
func (f *Func) NumValues() int { return f.values }

// NumBlocks bounds the blocks' IDs.
func (f *Func) NumBlocks() int { return f.blocks }

// To adds an edge.
func (b *Block) To(s *Block) {
	b.Succs = append(b.Succs, s)
	s.Preds = append(s.Preds, b)
}

// StatusBound is what every status of a call that failed is below. Any other
// status is the number of bytecodes that are left in the time slice, which is
// never below it.
const StatusBound = -1 << 30

// Effect reports whether a value must stay where it is even if nothing uses it.
func (v *Value) Effect() bool {
	switch v.Op {
	case OpStore, OpCopy, OpFill, OpDigits, OpCount, OpGuard:
		return true
	case OpCall:
		return !v.Call.Pure
	}
	return false
}

// IsConst reports whether a value is the given constant.
func (v *Value) IsConst(imm int64) bool { return v.Op == OpConst && v.Imm == imm }

// Signature is the function's signature.
func (f *Func) Signature() wasm.FuncType { return f.Type }
