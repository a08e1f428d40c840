package regalloc

// This file finds out what the control flow says of a function's blocks: which are in which loop, and which are rarely executed.

// blockPlan is what is known of a block before registers are chosen.
type blockPlan[I Instr, B Block[I], F Function[I, B]] struct {
	block  B
	rank   int32 // the number in reverse postorder
	length int32 // instructions
	// rare is true of a block that calls an imported function, as compiled code does where something is rare, and of what only leads there or from there.
	rare bool
	// header is true of a loop's header; loop is the header of the innermost loop around the block, a header's own one not counted; depth is how many
	// loops there are around it, a header's own one included.
	header bool
	loop   *blockState[I, B, F]
	depth  int32
	// nextUses are how many instructions from the block's begin there are to the next use of each of the values that are live there; see nextuse.go.
	nextUses []int32
	// pressure is how many values of a type are in use in a header's loop at once, at most.
	pressure [NumRegType]int32
}

// reset makes the plan that of no block.
func (p *blockPlan[I, B, F]) reset() { *p = blockPlan[I, B, F]{nextUses: p.nextUses[:0]} }

// plan finds out what there is to know of the function's blocks. What is live at their begins is known, but for what is only used in a loop's next iteration.
func (a *Allocator[I, B, F]) plan(f F) {
	a.lookAtBlocks(f)
	a.findLoops(f)
	a.findRare(f)
	a.keepLiveInLoops(f)
	a.findNextUses(f)
	a.goAroundLoops(f)
	a.findPressure(f)
}

// stateOf is what is known of a block.
func (a *Allocator[I, B, F]) stateOf(b B) *blockState[I, B, F] {
	return a.getOrAllocateBlockState(b.ID())
}

// eachInReverse calls do for each block in reverse postorder, in which a block comes behind those that dominate it.
func (a *Allocator[I, B, F]) eachInReverse(f F, do func(B, *blockState[I, B, F])) {
	var none B
	for b := f.ReversePostOrderBlockIteratorBegin(); b != none; b = f.ReversePostOrderBlockIteratorNext() {
		do(b, a.stateOf(b))
	}
}

// each calls do for each block in postorder, in which loops come behind what follows them.
func (a *Allocator[I, B, F]) each(f F, do func(B, *blockState[I, B, F])) {
	var none B
	for b := f.PostOrderBlockIteratorBegin(); b != none; b = f.PostOrderBlockIteratorNext() {
		do(b, a.stateOf(b))
	}
}

// lookAtBlocks numbers the blocks, counts their instructions, and finds those that call imported functions.
func (a *Allocator[I, B, F]) lookAtBlocks(f F) {
	rank := int32(0)
	a.eachInReverse(f, func(block B, b *blockState[I, B, F]) {
		b.block, b.rank = block, rank
		rank++
		var none I
		for i := block.InstrIteratorBegin(); i != none; i = block.InstrIteratorNext() {
			b.rare = b.rare || i.IsImportedCall()
			b.length++
		}
	})
}

// findLoops finds the natural loops, the inner ones first: a loop is what its back edges can be reached from without passing its header. WebAssembly's
// control flow is reducible, so a way to a block of no higher rank is a back edge, and leads to a header.
func (a *Allocator[I, B, F]) findLoops(f F) {
	a.each(f, func(block B, h *blockState[I, B, F]) {
		work := a.blks[:0]
		for i := range block.Preds() {
			if from := f.Pred(block, i); a.stateOf(from).rank >= h.rank {
				h.header = true
				work = append(work, from)
			}
		}
		for len(work) > 0 {
			b := a.stateOf(work[len(work)-1])
			work = work[:len(work)-1]
			for b != h && b.loop != nil && b.loop != h {
				b = b.loop // A loop within this one is in it as a whole.
			}
			if b == h || b.loop == h {
				continue
			}
			b.loop = h
			for i := range b.block.Preds() {
				work = append(work, f.Pred(b.block, i))
			}
		}
		a.blks = work
	})
	a.eachInReverse(f, func(_ B, b *blockState[I, B, F]) {
		if b.loop != nil {
			b.depth = b.loop.depth
		}
		if b.header {
			b.depth++
		}
	})
}

// findRare has what only leads to what is rare, or from there, be rare.
func (a *Allocator[I, B, F]) findRare(f F) {
	var none B
	a.eachInReverse(f, func(block B, b *blockState[I, B, F]) {
		n := block.Preds()
		all := n > 0
		for i := 0; i < n && all; i++ {
			all = a.stateOf(f.Pred(block, i)).rare
		}
		b.rare = b.rare || all
	})
	a.each(f, func(block B, b *blockState[I, B, F]) {
		n := block.Succs()
		all := n > 0
		for i := 0; i < n && all; i++ {
			to := f.Succ(block, i)
			all = to != none && a.stateOf(to).rare
		}
		b.rare = b.rare || all
	})
}

// keepLiveInLoops has what is live where a loop begins be live in all of it.
func (a *Allocator[I, B, F]) keepLiveInLoops(f F) {
	a.eachInReverse(f, func(_ B, b *blockState[I, B, F]) {
		if b.loop == nil {
			return
		}
		for _, v := range b.liveIns {
			v.marked = true
		}
		own := len(b.liveIns)
		for _, v := range b.loop.liveIns {
			if !v.marked && v.phiBlk() != b.loop.block {
				b.liveIns = append(b.liveIns, v)
			}
		}
		for _, v := range b.liveIns[:own] {
			v.marked = false
		}
	})
}
