package regalloc

import "fmt"

// This file chooses who has a register: when there is none left, where ways meet, and where loops begin; and where a value is stored that loses its own.

// findOrSpillAllocatable returns a register for a value, and takes it from another one if need be.
func (a *Allocator[I, B, F]) findOrSpillAllocatable(s *state[I, B, F], allocatable []RealReg, forbidden RegSet, preferred RealReg) RealReg {
	if preferred != RealRegInvalid && !forbidden.has(preferred) && !s.regsInUse.has(preferred) {
		return preferred
	}
	// preferredIsWorth is how many instructions nearer the next use of the value in the preferred register may be than another's: to have one's
	// own register saves moving.
	const preferredIsWorth = 2
	best, farthest := RealRegInvalid, int32(-1)
	for _, r := range allocatable {
		if forbidden.has(r) {
			continue
		}
		v := s.regsInUse.get(r)
		switch {
		case v == nil:
			return r
		case v.v.IsRealReg():
			continue // An argument of the next call.
		}
		next := a.nextUse(v)
		if r == preferred && next > 0 {
			next += preferredIsWorth
		}
		if next > farthest {
			best, farthest = r, next
		}
	}
	if best == RealRegInvalid {
		panic("BUG: no register can be allocated")
	}
	s.releaseRealReg(best)
	return best
}

// finalizeStartReg is called when a block is done that leads to another one.
func (a *Allocator[I, B, F]) finalizeStartReg(f F, block B) { a.chooseStart(f, block, false) }

// chooseStart chooses which registers hold what where a block begins: as at the end of the first block that leads there, of those that are not rare
// if there are any. If all that are known so far are rare it chooses only if that is due.
func (a *Allocator[I, B, F]) chooseStart(f F, block B, due bool) {
	b := a.stateOf(block)
	if b.startFromPredIndex >= 0 {
		return
	}
	var from *blockState[I, B, F]
	index, n := 0, block.Preds()
	for i := range n {
		if p := a.stateOf(f.Pred(block, i)); p.visited && (from == nil || from.rare && !p.rare) {
			from, index = p, i
		}
	}
	if from != nil && from.rare && n > 1 && !due {
		return
	}
	s := &a.state
	s.currentBlockID = block.ID()
	a.updateLiveInVRState(b)
	switch {
	case from != nil:
		s.resetAt(from)
		if b.header && a.chooseForLoop(b) {
			index = n // No block ends like this: each has to load what it lacks.
		}
	case block.Entry():
		for _, v := range s.argRealRegs {
			s.useRealReg(v.RealReg(), s.getVRegState(v.ID()))
		}
	default:
		panic(fmt.Sprintf("BUG: no block that leads to block %d is done", block.ID()))
	}
	b.startFromPredIndex = index
	s.regsInUse.range_(func(r RealReg, v *vrState[I, B, F]) { b.startRegs.add(r, v) })
}

// chooseForLoop has what a loop uses be in registers where it begins, and what it does not use, if it needs the registers, in memory: in the loop each
// would be loaded in every iteration, what is not used because it has to be back in its register at the end. It reports whether something is loaded.
func (a *Allocator[I, B, F]) chooseForLoop(header *blockState[I, B, F]) (loads bool) {
	// temporaries is how many registers a loop needs beside those of values that live from one block to the next.
	const temporaries = 3
	s := &a.state
	for i, v := range header.liveIns {
		v.beyond = header.nextUses[i]
	}
	for class, allocatable := range a.regInfo.AllocatableRegisters {
		for spare := len(allocatable) - temporaries - int(header.pressure[class]); ; {
			unused, register, farthest := 0, RealRegInvalid, int32(0)
			for _, r := range allocatable {
				if v := s.regsInUse.get(r); v != nil && v.beyond >= leaveLoop && v.phiBlk() != header.block {
					unused++
					if v.beyond > farthest {
						register, farthest = r, v.beyond
					}
				}
			}
			if unused == 0 || unused <= spare {
				break
			}
			s.releaseRealReg(register)
		}
		for {
			register := s.findAllocatable(allocatable, 0)
			var nearest *vrState[I, B, F]
			for _, v := range header.liveIns {
				if v.r == RealRegInvalid && int(v.v.RegType()) == class && v.beyond < leaveLoop && v.phiBlk() != header.block &&
					(nearest == nil || v.beyond < nearest.beyond) {
					nearest = v
				}
			}
			if nearest == nil || register == RealRegInvalid {
				break
			}
			if home := nearest.home; home != RealRegInvalid && !s.regsInUse.has(home) {
				register = home
			}
			s.useRealReg(register, nearest)
			loads = true
		}
	}
	return loads
}

// preferredRegister is the one that a value had last, unless there is one that it should have soon.
func (v *vrState[I, B, F]) preferredRegister() RealReg {
	if r := v.desiredLoc.realReg(); r != RealRegInvalid {
		return r
	}
	return v.home
}

// scheduleSpill has a value stored that is loaded somewhere: where it is defined, or at the begin of a block that dominates all loads and where it
// is in a register. Of those it is the one that is in the fewest loops, best a rare one; and of these the nearest to the loads.
func (a *Allocator[I, B, F]) scheduleSpill(f F, v *vrState[I, B, F]) {
	defined := v.defBlk
	register, atBegin := a.registerIn(a.stateOf(defined), v)
	if v.isPhi && (!atBegin || v.atEdge) {
		// It is not only loaded where it has been in a register at the begin of its block.
		for d := v.phiDefInstList; d != nil; d = d.next {
			f.StoreRegisterAfter(d.v, d.instr)
		}
		return
	}
	weight := func(b B) int32 {
		if s := a.stateOf(b); !s.rare {
			return 1 + s.depth
		}
		return 0
	}
	best, least, found := defined, weight(defined), v.isPhi
	nearer := true // No place is found yet: of two that weigh as much it is the nearer one.
	for b := v.lca; b != defined; b = f.Idom(b) {
		if w := weight(b); w < least || nearer && w == least {
			if r, ok := a.registerIn(a.stateOf(b), v); ok {
				best, register, least, found, nearer = b, r, w, true, false
			}
		}
		if b.Entry() {
			panic(fmt.Sprintf("BUG: v%d is loaded where it is not defined", v.v.ID()))
		}
	}
	if found {
		f.StoreRegisterAfter(v.v.SetRealReg(register), best.FirstInstr())
		return
	}
	v.defInstr.Defs(&a.vs)
	f.StoreRegisterAfter(a.vs[0], v.defInstr)
}

// registerIn is the register that holds a value where a block begins.
func (a *Allocator[I, B, F]) registerIn(b *blockState[I, B, F], v *vrState[I, B, F]) (RealReg, bool) {
	for r := range RealReg(len(b.startRegs)) {
		if b.startRegs.get(r) == v {
			return r, true
		}
	}
	return RealRegInvalid, false
}
