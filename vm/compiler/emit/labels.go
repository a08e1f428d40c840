package emit

import "hotlens/vm/compiler/ir"

// This file decides which blocks have labels, which need no code, and which edges conditional
// branches take.

// findLabelled finds the blocks that can be left out and those that branches go to.
func (e *emitter) findLabelled() {
	parents := make([]bool, len(e.f.Blocks))
	for _, b := range e.f.Blocks[1:] {
		parents[b.Dominator.Order()] = true
	}
	for i, b := range e.f.Blocks {
		in := e.block(b)
		if in.firstPhi != in.endPhi || !e.idle(b) {
			continue
		}
		in.leaves = b.Kind == ir.BlockExit && i > 0
		in.empty = b.Kind == ir.BlockJump && len(b.Preds) == 1 && !in.header && !parents[i] && i > 0
	}
	for i, b := range e.f.Blocks {
		in := e.block(b)
		if in.leaves || in.empty {
			continue
		}
		if e.irreducible {
			in.labelled = true
			continue
		}
		if i == 0 {
			continue
		}
		forward := 0
		for _, p := range b.Preds {
			if !p.BackEdge(b) {
				forward++
				in.labelled = in.labelled || p.Kind == ir.BlockSwitch || p.Kind == ir.BlockIf && b.Cold && !(p.Succs[0].Cold && p.Succs[1].Cold)
			}
		}
		if forward > 1 {
			in.labelled = true
		}
		if in.labelled {
			// The list is in falling order because this goes in rising order.
			d := e.block(b.Dominator)
			in.sibling, d.child = d.child, b
		}
	}
	for _, b := range e.f.Blocks {
		if b.Kind == ir.BlockIf {
			e.chooseBranch(b)
		}
	}
}

// idle reports whether a block does nothing before it ends.
func (e *emitter) idle(b *ir.Block) bool {
	for _, v := range b.Values {
		if in := e.value(v); in.live && (in.place == placeLocal && v.Op != ir.OpResult || v.Effect() || v.Op == ir.OpCall) {
			return false
		}
	}
	return true
}

// chooseBranch finds out which edge of a BlockIf a conditional branch takes, and splits it if it is critical, that is if others lead
// where it leads, too: the branch goes to code of the edge's own, which stands in front of the edge's other end. The WebAssembly compiler
// would do the same, but so late that it makes a number of the condition, and tests that, instead of comparing and branching.
func (e *emitter) chooseBranch(b *ir.Block) {
	in := e.block(b)
	furthest := -1
	for k := range b.Succs {
		c, edge := e.follow(b, k)
		s := c.Succs[edge]
		at := -1
		switch {
		case e.block(s).leaves:
			at = len(e.f.Blocks)
		case e.block(s).labelled && !c.BackEdge(s) && !(e.irreducible && e.copies(c, edge)):
			at = s.Order() // what comes first may follow without a branch
		}
		if at > furthest {
			furthest, in.branching = at, int32(k)
		}
	}
	if in.branching < 0 {
		return
	}
	c, edge := e.follow(b, int(in.branching))
	s := c.Succs[edge]
	to := e.block(s)
	switch {
	case to.leaves && len(s.Preds) == 1:
		in.exit = to.exit
	case to.leaves:
		in.exit = e.addExit(s.Exit, s.Results)
	case !e.irreducible && (len(s.Preds) > 1 || e.copies(c, edge)):
		in.splitAt = 0
		in.nextSplit, to.splits = to.splits, b
	}
}
