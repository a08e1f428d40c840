package regalloc

// This file finds out how far away the next use of each value is. Of the values in registers the one whose next use is farthest gives up its own
// when another needs one (Belady), as in Go's compiler.

const (
	// neverUsed is farther than any use.
	neverUsed = 1 << 29
	// These are how many instructions a way from a block to the next counts as. What is used where it is rare is farther than what is used behind a loop, and
	// that farther than what is used in it: by more than most loops have instructions. Go's compiler has a hundred for what is unlikely. Other numbers were not tried.
	nextBlock = 1
	leaveLoop = 300
	goRare    = 2000
)

// valuePlan is what is known of a value's uses.
type valuePlan struct {
	lastLocal int32   // the last use's number in the current block, -1: none
	beyond    int32   // from the current block's end to the next use behind it
	atEdge    bool    // a block's parameter that is loaded again on a way to that block
	home      RealReg // the register that it had last
	marked    bool
}

// findNextUses finds the next uses from each block's begin on, as far as none of the ways there goes around a loop.
func (a *Allocator[I, B, F]) findNextUses(f F) {
	a.each(f, func(block B, b *blockState[I, B, F]) {
		if len(b.liveIns) == 0 {
			return
		}
		a.lookBeyond(f, block, b)
		for _, v := range b.liveIns {
			v.lastLocal = -1
		}
		// Backwards, so that the first use is the one that stays.
		var none I
		at := b.length
		for i := block.InstrRevIteratorBegin(); i != none; i = block.InstrRevIteratorNext() {
			at--
			for _, use := range i.Uses(&a.vs) {
				if !use.IsRealReg() {
					a.state.getVRegState(use.ID()).lastLocal = at
				}
			}
		}
		for _, v := range b.liveIns {
			next := v.lastLocal
			if next < 0 {
				next = min(neverUsed, b.length+v.beyond)
			}
			b.nextUses = append(b.nextUses, next)
		}
	})
}

// goAroundLoops finds the next uses that are nearer around a loop: by now it is known what is used from the loop's begin on.
func (a *Allocator[I, B, F]) goAroundLoops(f F) {
	a.each(f, func(block B, b *blockState[I, B, F]) {
		a.lookBeyond(f, block, b)
		for i, v := range b.liveIns {
			if b.nextUses[i] >= b.length {
				b.nextUses[i] = min(neverUsed, b.length+v.beyond)
			}
		}
	})
}

// lookBeyond tells each value that is live at the block's end, or its begin, how far the next use behind the block is from its end.
func (a *Allocator[I, B, F]) lookBeyond(f F, block B, b *blockState[I, B, F]) {
	for _, v := range b.liveIns {
		v.beyond = neverUsed
	}
	var none B
	n := block.Succs()
	for i := range n {
		if to := f.Succ(block, i); to != none {
			for _, v := range a.stateOf(to).liveIns {
				v.beyond = neverUsed
			}
		}
	}
	for i := range n {
		to := f.Succ(block, i)
		if to == none {
			continue
		}
		t := a.stateOf(to)
		if len(t.nextUses) == 0 {
			continue // Nothing is known of a loop's begin yet, or nothing is live there.
		}
		way := int32(nextBlock)
		if t.rare && !b.rare {
			way += goRare
		}
		if t.depth < b.depth {
			way += leaveLoop
		}
		for j, v := range t.liveIns {
			v.beyond = min(v.beyond, t.nextUses[j]+way)
		}
	}
}

// findPressure finds how many values each loop has in use at once.
func (a *Allocator[I, B, F]) findPressure(f F) {
	a.each(f, func(_ B, b *blockState[I, B, F]) {
		loop := b.loop
		if b.header {
			loop = b
		}
		if loop == nil || b.rare {
			return
		}
		var used [NumRegType]int32
		for i, v := range b.liveIns {
			if b.nextUses[i] < leaveLoop {
				used[v.v.RegType()]++
			}
		}
		for ; loop != nil; loop = loop.loop {
			for t, n := range used {
				loop.pressure[t] = max(loop.pressure[t], n)
			}
		}
	})
}

// beginBlock finds where the block's values are used, before registers are chosen in it. What is live at its end is known.
func (a *Allocator[I, B, F]) beginBlock(f F, block B) {
	b := a.stateOf(block)
	a.length = b.length
	a.lookBeyond(f, block, b)
	for _, v := range b.liveIns {
		v.lastLocal = -1
	}
	var none I
	at := int32(0)
	for i := block.InstrIteratorBegin(); i != none; i = block.InstrIteratorNext() {
		for _, use := range i.Uses(&a.vs) {
			if !use.IsRealReg() {
				a.state.getVRegState(use.ID()).lastLocal = at
			}
		}
		for _, definition := range i.Defs(&a.vs) {
			if !definition.IsRealReg() {
				a.state.getVRegState(definition.ID()).lastLocal = -1
			}
		}
		at++
	}
}

// nextUse is how many instructions it is from the current one to the next use of a value, or to the last one in the block if there are several there:
// what is used in a block is nearer than what is not, and blocks are short.
func (a *Allocator[I, B, F]) nextUse(v *vrState[I, B, F]) int32 {
	switch {
	case v.lastUse != programCounterLiveOut && v.lastUse < a.at:
		return neverUsed + 1
	case v.lastUse != programCounterLiveOut:
		return int32(v.lastUse - a.at)
	case v.lastLocal >= int32(a.at):
		return v.lastLocal - int32(a.at)
	}
	return min(neverUsed, a.length-int32(a.at)+v.beyond)
}
