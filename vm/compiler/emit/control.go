package emit

import (
	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
)

// This file emits the control flow. The recursion over the dominator tree is a stack
// of tasks, because functions may have thousands of blocks one below the other.

// task is something to emit later.
type task struct {
	kind taskKind
	edge int32
	b    *ir.Block
}

type taskKind uint8

const (
	taskTree     taskKind = iota // b and all it dominates
	taskMerge                    // the end of the block that b follows, then b's tree
	taskEndLoop                  // the end of a loop
	taskEndBlock                 // the end of a block around one of two ways
	taskEdge                     // one of b's edges
	taskSplit                    // the end of the block that one of b's edges follows, then the edge
)

// trampoline is where a branch table goes for an edge that has more to do than to
// branch.
type trampoline struct {
	b    *ir.Block
	edge int32
	next int32 // another one to the same block, -1: none
}

func (e *emitter) later(t task) { e.tasks = append(e.tasks, t) }

func (e *emitter) controlFlow() {
	if e.irreducible {
		e.dispatch()
		return
	}
	e.later(task{kind: taskTree, b: e.f.Blocks[0]})
	e.run()
}

// run does the tasks.
func (e *emitter) run() {
	for len(e.tasks) > 0 {
		t := e.tasks[len(e.tasks)-1]
		e.tasks = e.tasks[:len(e.tasks)-1]
		switch t.kind {
		case taskTree:
			e.tree(t.b)
		case taskMerge:
			e.closeBlock()
			e.remember(t.b)
			e.tree(t.b)
		case taskEndLoop:
			e.end()
			e.leaveLoop()
		case taskEndBlock:
			e.end()
		case taskEdge:
			e.edge(t.b, int(t.edge))
		case taskSplit:
			e.closeBlock()
			e.edge(t.b, int(t.edge))
		}
	}
}

// tree emits a block and all blocks that it dominates: first blocks around it, one
// for each labelled block below it, so that the block's code and each labelled
// block's can branch forward to the ends of those that follow.
func (e *emitter) tree(b *ir.Block) {
	in := e.block(b)
	if in.header {
		in.loopAt = e.open(wasm.OpLoop)
		e.enterLoop()
		e.later(task{kind: taskEndLoop})
	}
	for c := in.child; c != nil; c = e.block(c).sibling {
		e.block(c).blockAt = e.open(wasm.OpBlock)
		e.later(task{kind: taskMerge, b: c})
		for s := e.block(c).splits; s != nil; s = e.block(s).nextSplit {
			e.block(s).splitAt = e.open(wasm.OpBlock)
			e.later(task{kind: taskSplit, b: s, edge: e.block(s).branching})
		}
	}
	e.statements(b)
	e.terminator(b)
}

// dispatch emits an irreducible graph: every edge that goes backwards leads through
// a branch table at the start of one loop.
func (e *emitter) dispatch() {
	blocks := e.f.Blocks
	e.block(blocks[0]).number, e.dispatched = 0, 1
	for _, b := range blocks {
		if in := e.block(b); in.header && in.labelled && in.number < 0 {
			in.number = e.dispatched
			e.dispatched++
		}
	}
	e.dispatchAt = e.open(wasm.OpLoop)
	e.enterLoop()
	table := make([]*ir.Block, e.dispatched)
	for i := len(blocks) - 1; i >= 0; i-- {
		if in := e.block(blocks[i]); in.labelled {
			in.blockAt = e.open(wasm.OpBlock)
			if in.number >= 0 {
				table[in.number] = blocks[i]
			}
		}
	}
	e.get(e.scratch(&e.label))
	e.body.Index(wasm.OpBrTable, uint32(len(table)-1))
	for _, b := range table {
		e.body.Code = wasm.Uleb(e.body.Code, uint64(e.relative(e.block(b).blockAt)))
	}
	for _, b := range blocks {
		if e.block(b).labelled {
			e.closeBlock()
			e.statements(b)
			e.terminator(b)
			e.run()
		}
	}
	e.end()
}

// follow skips the blocks behind an edge that do nothing.
func (e *emitter) follow(b *ir.Block, edge int) (*ir.Block, int) {
	for s := b.Succs[edge]; e.block(s).empty; s = b.Succs[edge] {
		b, edge = s, 0
	}
	return b, edge
}

// argument is what a phi gets over an edge.
func (e *emitter) argument(phi *ir.Value, b *ir.Block, edge int) *ir.Value {
	return phi.Args[e.edges[int(e.block(b).firstEdge)+edge]]
}

// copies reports whether an edge sets any phi.
func (e *emitter) copies(b *ir.Block, edge int) bool {
	for _, p := range e.blockPhis(b.Succs[edge]) {
		if e.value(p).live && e.argument(p, b, edge) != p {
			return true
		}
	}
	return false
}

// target is the construct that an edge which only branches goes to; ok is false if
// the edge has more to do. The edge leads to no block that follow skips.
func (e *emitter) target(b *ir.Block, edge int) (at int32, ok bool) {
	s := b.Succs[edge]
	in := e.block(s)
	switch {
	case in.leaves:
		return e.exits.stubs[in.exit].at, true
	case e.copies(b, edge):
		return 0, false
	case b.BackEdge(s):
		return in.loopAt, !e.irreducible
	}
	return in.blockAt, in.labelled
}

// edge emits an edge and, unless it branches, the block at its end.
func (e *emitter) edge(b *ir.Block, edge int) {
	b, edge = e.follow(b, edge)
	s := b.Succs[edge]
	in := e.block(s)
	if in.leaves {
		e.branch(e.exits.stubs[in.exit].at)
		return
	}
	e.current = b
	// A parallel copy: everything is pushed before anything is set.
	phis := e.blockPhis(s)
	for _, p := range phis {
		if a := e.argument(p, b, edge); a != p && e.value(p).live {
			e.push(a)
		}
	}
	for i := len(phis) - 1; i >= 0; i-- {
		if p := phis[i]; e.argument(p, b, edge) != p && e.value(p).live {
			e.set(e.local(p.Type, e.value(p).local))
		}
	}
	switch {
	case b.BackEdge(s) && e.irreducible:
		e.body.ConstI32(in.number)
		e.set(e.scratch(&e.label))
		e.body.Index(wasm.OpBr, e.relative(e.dispatchAt))
	case b.BackEdge(s):
		e.body.Index(wasm.OpBr, e.relative(in.loopAt))
	case in.labelled:
		e.branch(in.blockAt)
	default:
		e.later(task{kind: taskTree, b: s})
	}
}

// terminator emits the end of a block.
func (e *emitter) terminator(b *ir.Block) {
	switch b.Kind {
	case ir.BlockJump:
		e.edge(b, 0)
	case ir.BlockIf:
		e.branches(b)
	case ir.BlockSwitch:
		e.table(b)
	case ir.BlockReturn:
		e.pushAll(b.Results)
		e.body.Op(wasm.OpReturn)
	case ir.BlockExit:
		e.branch(e.exits.stubs[e.block(b).exit].at)
	case ir.BlockTrap:
		e.body.Op(wasm.OpUnreachable)
	}
}

// branches emits the end of a BlockIf.
func (e *emitter) branches(b *ir.Block) {
	in := e.block(b)
	if k := in.branching; k >= 0 {
		e.condition(b.Control, k == 1)
		e.branchIf(e.branchTarget(b))
		e.later(task{kind: taskEdge, b: b, edge: 1 - k})
		return
	}
	// One edge stands within a block and never falls out of it, the other behind it:
	// within it the cold one, else one that branches, else the smaller tree.
	b0, edge0 := e.follow(b, 0)
	b1, edge1 := e.follow(b, 1)
	inner := int32(0)
	switch {
	case b.Succs[0].Cold != b.Succs[1].Cold:
		if b.Succs[1].Cold {
			inner = 1
		}
	case e.inlined(b1, edge1) < e.inlined(b0, edge0):
		inner = 1
	}
	around := e.open(wasm.OpBlock)
	e.condition(b.Control, inner == 0)
	e.branchIf(around)
	e.later(task{kind: taskEdge, b: b, edge: 1 - inner})
	e.later(task{kind: taskEndBlock})
	e.later(task{kind: taskEdge, b: b, edge: inner})
}

// branchTarget is the construct that a conditional branch at the end of a block goes to.
func (e *emitter) branchTarget(b *ir.Block) int32 {
	in := e.block(b)
	switch {
	case in.exit >= 0:
		return e.exits.stubs[in.exit].at
	case in.splitAt >= 0:
		return in.splitAt
	}
	at, _ := e.target(e.follow(b, int(in.branching)))
	return at
}

// inlined is the number of blocks that an edge places where it stands.
func (e *emitter) inlined(b *ir.Block, edge int) int32 {
	s := b.Succs[edge]
	in := e.block(s)
	if in.labelled || b.BackEdge(s) {
		return 0
	}
	return in.last - in.first + 1
}

// table emits the end of a BlockSwitch: all its successors are labelled, and an edge
// that has more to do than to branch leads through a trampoline.
func (e *emitter) table(b *ir.Block) {
	e.trampolines = e.trampolines[:0]
	entries := make([]int32, len(b.Succs)) // a depth, or a trampoline's complement
	for i := range b.Succs {
		c, edge := e.follow(b, i)
		at, ok := e.target(c, edge)
		if !ok {
			at = ^e.trampoline(c, edge)
		}
		entries[i] = at
	}
	for range e.trampolines {
		e.open(wasm.OpBlock)
	}
	e.push(b.Control)
	e.body.Index(wasm.OpBrTable, uint32(len(entries)-1))
	for _, at := range entries {
		label := uint32(^at) // The first trampoline follows the innermost block.
		if at >= 0 {
			label = e.relative(at)
		}
		e.body.Code = wasm.Uleb(e.body.Code, uint64(label))
	}
	for _, t := range e.trampolines {
		e.block(t.b.Succs[t.edge]).trampoline = -1
	}
	for i := range e.trampolines {
		t := e.trampolines[i]
		e.closeBlock()
		e.edge(t.b, int(t.edge))
	}
}

// trampoline returns the trampoline for an edge, which it shares with others that go
// to the same block and set its phis to the same values.
func (e *emitter) trampoline(b *ir.Block, edge int) int32 {
	s := b.Succs[edge]
	in := e.block(s)
	for i := in.trampoline; i >= 0; i = e.trampolines[i].next {
		if t := e.trampolines[i]; e.sameCopies(s, b, edge, t.b, int(t.edge)) {
			return i
		}
	}
	i := int32(len(e.trampolines))
	e.trampolines = append(e.trampolines, trampoline{b, int32(edge), in.trampoline})
	in.trampoline = i
	return i
}

func (e *emitter) sameCopies(s, b *ir.Block, edge int, c *ir.Block, other int) bool {
	for _, p := range e.blockPhis(s) {
		if e.value(p).live && e.argument(p, b, edge) != e.argument(p, c, other) {
			return false
		}
	}
	return true
}
