// Package emit translates functions of the intermediate representation into
// WebAssembly function bodies.
//
// Control flow becomes structured by the dominator tree, after Norman Ramsey,
// "Beyond Relooper" (ICFP 2022); an irreducible graph becomes a loop around a
// branch table. Values that are used once become nested expressions on the operand
// stack, constants are repeated wherever they are used, and every other value has a
// local of its own: the WebAssembly compiler finds out about their lifetimes.
//
// Invariant: what is emitted depends on nothing but the function and the indices of
// types and functions, so that equal functions give equal code.
package emit

import (
	"fmt"

	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
)

// Function translates f, which has been analysed, and gives what wasm.Module.Function
// takes. imports gives the index of each imported function by name, and own that of the
// module's own functions, which are called directly, by their entries in the table;
// signatures of calls through the table are added to m. A function that breaks the
// representation's rules is an error.
func Function(f *ir.Func, m *wasm.Module, imports map[string]uint32, own map[uint32]uint32) ([]byte, error) {
	e := &emitter{f: f, m: m, imports: imports, own: own, loops: make([]int32, 1, 8)}
	if err := e.verify(); err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	e.plan()
	e.findReach()
	e.allocate()
	e.findLabelled()
	e.openExits()
	e.controlFlow()
	e.closeExits()
	return e.body.Bytes(), nil
}

// emitter is the state of one translation.
type emitter struct {
	f       *ir.Func
	m       *wasm.Module
	imports map[string]uint32
	own     map[uint32]uint32

	values []valueInfo // by ID
	blocks []blockInfo // by ID
	phis   []*ir.Value // of all blocks that have any
	edges  []int32     // the positions of all edges among the predecessors of their targets
	// results holds the locals of the results of all calls as ordinals, -1 for those
	// that nothing uses.
	results []int32

	exits exitTable

	// counts is how many values of each type have locals, and bases are the indices
	// of the first of them.
	counts, bases [4]int32
	label         scratch // which block the dispatch loop goes to
	status        scratch // the status of a failed call
	exitID        scratch // the ID of the exit that is taken
	digitAt       scratch // where the next digit is written
	digitsLeft    scratch // the number whose digits are still to be written
	digitsNext    scratch // the same without the next digit
	zero          scratch // nothing sets it: the base of constant addresses

	body *wasm.Body
	// depth is the number of constructs that are open.
	depth int32
	// setEnd is where the last local.set ends and setStart where it begins, with
	// the local's index.
	setStart, setEnd int
	setLocal         uint32
	// branchStart and branchEnd enclose the last branch to the innermost construct.
	branchStart, branchEnd int
	// ended is the end of the last end instruction.
	ended int

	// current is the block whose code is emitted, nil in the code of exits.
	current *ir.Block
	reaches []reach // 0: of none
	// constants is what is known of the accesses at constant addresses.
	constants reach
	// loops are the numbers of the loops that are open, 0 at the bottom.
	loops     []int32
	loopCount int32

	irreducible bool
	dispatchAt  int32
	dispatched  int32 // how many blocks have a number
	tasks       []task
	trampolines []trampoline
}

// scratch is a local that belongs to no value; it is made when it is needed first.
type scratch struct {
	index uint32
	made  bool
}

// place says how a value is computed.
type place uint8

const (
	placeNone   place = iota // has no result, or nothing uses it
	placeRepeat              // a constant or a parameter, pushed where it is used
	placeLocal               // computed where it stands, kept in a local
	placeFolded              // computed where it is used, the only time
	placeExit                // computed in the code of the exits, which alone use it
)

// valueInfo is what the translation knows about a value.
type valueInfo struct {
	defined  bool
	live     bool
	place    place
	depth    uint8 // of expressions in the code of exits
	index    int32 // position in its block
	uses     int32 // other than by exits
	exitUses int32
	position int32 // where in the block its user is computed; -1: not in this block
	local    int32 // ordinal among the locals of its type; of a call: where its results start in emitter.results
	exit     int32 // the entry in emitter.exits.stubs of a guard or a call
	reach    int32 // the entry in emitter.reaches of an address
}

// blockInfo is what the translation knows about a block.
type blockInfo struct {
	known       bool
	labelled    bool // reached by branches, not placed where its only predecessor ends
	empty       bool // only jumps on, and can be left out
	leaves      bool // only takes an exit, and can be left out
	header      bool // of a loop
	firstPhi    int32
	endPhi      int32
	firstEdge   int32
	first, last int32 // the interval of the dominator tree's preorder
	child       *ir.Block
	sibling     *ir.Block // of labelled blocks, in falling order
	blockAt     int32     // the depth of the construct whose end the block follows
	loopAt      int32     // the depth of the block's loop
	number      int32     // in the dispatch loop, -1: none
	exit        int32     // the entry in emitter.exits.stubs of a BlockExit, or of the edge that a BlockIf branches over; -1: none
	trampoline  int32     // the last one to this block in the current switch, -1: none
	branching   int32     // of a BlockIf: the edge that a conditional branch takes, -1: neither can
	splitAt     int32     // the depth of the block that this edge follows, -1: it is not split
	splits      *ir.Block // those with split edges to this block, in falling order
	nextSplit   *ir.Block // another one with a split edge to the same block
}

func (e *emitter) value(v *ir.Value) *valueInfo { return &e.values[v.ID] }
func (e *emitter) block(b *ir.Block) *blockInfo { return &e.blocks[b.ID] }

// blockPhis are a block's phis.
func (e *emitter) blockPhis(b *ir.Block) []*ir.Value {
	in := e.block(b)
	return e.phis[in.firstPhi:in.endPhi]
}

// typeIndex numbers the value types.
func typeIndex(t wasm.Type) int { return int(wasm.I32 - t) }

// set pops into a local, and get pushes one. Setting and getting the same local
// become one instruction.
func (e *emitter) set(local uint32) {
	e.setStart, e.setLocal = len(e.body.Code), local
	e.body.Index(wasm.OpLocalSet, local)
	e.setEnd = len(e.body.Code)
}

func (e *emitter) get(local uint32) {
	if e.setEnd == len(e.body.Code) && e.setLocal == local && e.setEnd > 0 {
		e.body.Code[e.setStart] = wasm.OpLocalTee
		e.setEnd = 0
		return
	}
	e.body.Index(wasm.OpLocalGet, local)
}

// scratch gives the index of a local that belongs to no value.
func (e *emitter) scratch(s *scratch) uint32 { return e.scratchOf(s, wasm.I32) }

// scratchOf is the same for a local of any type.
func (e *emitter) scratchOf(s *scratch, t wasm.Type) uint32 {
	if !s.made {
		*s = scratch{e.body.Local(t), true}
	}
	return s.index
}

// open begins a construct that yields nothing, and returns its depth.
func (e *emitter) open(op byte) int32 {
	e.body.Op(op, wasm.BlockVoid)
	e.depth++
	return e.depth - 1
}

// end ends the innermost construct.
func (e *emitter) end() {
	e.body.Op(wasm.OpEnd)
	e.ended = len(e.body.Code)
	e.depth--
}

// closeBlock ends the innermost construct, a block. A branch there that ends just
// before goes without saying.
func (e *emitter) closeBlock() {
	if e.branchEnd == len(e.body.Code) && e.branchEnd > 0 {
		e.body.Code, e.branchEnd = e.body.Code[:e.branchStart], 0
	}
	e.end()
}

// branch goes to the construct at a depth.
func (e *emitter) branch(at int32) {
	start := len(e.body.Code)
	e.body.Index(wasm.OpBr, e.relative(at))
	if at == e.depth-1 {
		e.branchStart, e.branchEnd = start, len(e.body.Code)
	}
}

func (e *emitter) branchIf(at int32) { e.body.Index(wasm.OpBrIf, e.relative(at)) }

// relative is a label as instructions name it.
func (e *emitter) relative(at int32) uint32 { return uint32(e.depth - 1 - at) }
