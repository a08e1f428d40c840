package regalloc

import "slices"

// This file brings values into the registers in which the next block expects them, at the end of a block.

// move is a value that goes from one register to another.
type move[I Instr, B Block[I], F Function[I, B]] struct {
	v        *vrState[I, B, F]
	from, to RealReg
}

// fixMergeState has every block that leads to another one end as that begins.
func (a *Allocator[I, B, F]) fixMergeState(f F, block B) {
	n := block.Preds()
	if n <= 1 {
		return
	}
	b := a.stateOf(block)
	a.state.currentBlockID = block.ID()
	a.updateLiveInVRState(b)
	for i := range n {
		if i != b.startFromPredIndex {
			from := f.Pred(block, i)
			a.state.resetAt(a.stateOf(from))
			a.arrange(f, from, b)
		}
	}
}

// arrange moves values between registers, and then loads those that are in none. What is in a register and is not expected in any is in memory already,
// if it is used again: wherever it is loaded from, scheduleSpill has it stored before.
func (a *Allocator[I, B, F]) arrange(f F, from B, to *blockState[I, B, F]) {
	moves := a.moves[:0]
	var taken RegSet
	to.startRegs.range_(func(r RealReg, v *vrState[I, B, F]) {
		taken = taken.add(r)
		if v.r != r && v.r != RealRegInvalid {
			moves = append(moves, move[I, B, F]{v: v, from: v.r, to: r})
		}
	})
	end := from.LastInstrForInsertion()
	source := func(r RealReg) int {
		return slices.IndexFunc(moves, func(m move[I, B, F]) bool { return m.from == r })
	}
	emit := func(v *vrState[I, B, F], from, to RealReg) {
		f.InsertMoveBefore(FromRealReg(to, v.v.RegType()), v.v.SetRealReg(from), end)
	}
	for len(moves) > 0 {
		if i := slices.IndexFunc(moves, func(m move[I, B, F]) bool { return source(m.to) < 0 }); i >= 0 {
			emit(moves[i].v, moves[i].from, moves[i].to)
			moves = slices.Delete(moves, i, i+1)
			continue
		}
		// Each register that a value goes to has one that goes elsewhere.
		first := moves[0]
		i := source(first.to)
		if free := a.freeForMove(first.v, taken); free != RealRegInvalid {
			emit(moves[i].v, moves[i].from, free)
			moves[i].from = free
			continue
		}
		f.SwapBefore(moves[i].v.v.SetRealReg(first.to), first.v.v.SetRealReg(first.from), VRegInvalid, end)
		moves[i].from = first.from
		moves = slices.DeleteFunc(moves, func(m move[I, B, F]) bool { return m.v == first.v || m.from == m.to })
	}
	to.startRegs.range_(func(r RealReg, v *vrState[I, B, F]) {
		if v.r == RealRegInvalid {
			v.recordReload(f, from)
			// Its own block's parameter is not in a register on all ways there.
			v.atEdge = v.atEdge || v.phiBlk() == to.block
			f.ReloadRegisterBefore(v.v.SetRealReg(r), end)
		}
	})
	a.moves = moves
}

// freeForMove is a register of a value's type that the next block expects nothing in, and that the function may change.
func (a *Allocator[I, B, F]) freeForMove(v *vrState[I, B, F], taken RegSet) RealReg {
	for _, r := range a.regInfo.AllocatableRegisters[v.v.RegType()] {
		if !taken.has(r) && (a.regInfo.CallerSavedRegisters.has(r) || a.state.allocatedRegSet.has(r)) {
			return r
		}
	}
	return RealRegInvalid
}
