package emit

import (
	"slices"

	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
)

// This file saves bounds checks, and sums of the memory's base and an address, which is all that is left to save where there are
// no checks (see the guide). The WebAssembly compiler checks each access, but for
// those through a value that it has checked before up to the same offset or a higher
// one, and adds up once for all those. Accesses through one value often come in rising order: the fields of an
// object, the elements of an array in an unrolled loop. So the first one is preceded
// by a load from the highest offset, whose result nobody uses: the compiler drops the
// load and keeps the check, which then stands for all the others.

// maxReach bounds how far behind the first access the check may look, as the memory
// must not end there: memory.MaxHeapBytes leaves more.
const maxReach = 4 << 10

// maxConstantAddress bounds the addresses that are accessed as offsets from 0.
const maxConstantAddress = 1<<32 - 1<<17

// reach is what is known of the accesses through one value.
type reach struct {
	end  uint32 // the highest offset behind which nothing is accessed, at most maxReach
	loop int32  // the loop in which the check stands, as emitter.loops numbers them
	at   *ir.Block
	// address gives the value that is accessed through, nil for constant addresses, and blocks are those with accesses, in their order.
	address  *ir.Value
	blocks   []*ir.Block
	accesses int
}

// accessed notes an access in a block, up to an offset.
func (r *reach) accessed(b *ir.Block, end uint32) {
	r.end = max(r.end, end)
	r.accesses++
	if n := len(r.blocks); n == 0 || r.blocks[n-1] != b {
		r.blocks = append(r.blocks, b)
	}
}

// findReach finds out how far the accesses through each value reach.
func (e *emitter) findReach() {
	e.reaches = make([]reach, 1, 16)
	for _, b := range e.f.Blocks {
		for _, v := range b.Values {
			if v.Op != ir.OpLoad && v.Op != ir.OpStore && v.Op != ir.OpCount || !e.value(v).live {
				continue
			}
			if at, ok := constantAddress(v); ok {
				e.constants.accessed(b, at+accessEnd(v)-uint32(v.Imm))
				continue
			}
			in := e.value(v.Args[0])
			if in.place != placeLocal && v.Args[0].Op != ir.OpParam || v.Imm > maxReach {
				continue
			}
			if in.reach == 0 {
				in.reach = int32(len(e.reaches))
				e.reaches = append(e.reaches, reach{address: v.Args[0]})
			}
			e.reaches[in.reach].accessed(b, accessEnd(v))
		}
	}
}

// constantAddress is where a value accesses memory, if that is a constant.
func constantAddress(v *ir.Value) (at uint32, ok bool) {
	base := v.Args[0]
	if base.Op != ir.OpConst || v.Imm < 0 || v.Imm > maxReach && base.Imm != 0 {
		return 0, false
	}
	sum := int64(uint32(base.Imm)) + v.Imm
	return uint32(sum), sum <= maxConstantAddress
}

// address pushes the base of an access and gives the offset. That of constant addresses is
// a local that nothing sets, so that one check does for all of them.
func (e *emitter) address(v *ir.Value) (offset uint32) {
	if at, ok := constantAddress(v); ok {
		e.get(e.scratch(&e.zero))
		return at
	}
	e.push(v.Args[0])
	return uint32(v.Imm)
}

// accessEnd is the offset behind what a value accesses.
func accessEnd(v *ir.Value) uint32 {
	if v.Op == ir.OpCount {
		return uint32(v.Imm) + wasm.VectorBytes
	}
	return uint32(v.Imm) + wasm.AccessBytes(v.Code)
}

// check precedes an access by what checks all accesses through its address. A check
// in front of a loop does not count in it: the WebAssembly compiler does not know yet
// that the address is the same in all iterations.
func (e *emitter) check(v *ir.Value) {
	r, end := &e.constants, uint32(0)
	if at, ok := constantAddress(v); ok {
		end = at + accessEnd(v) - uint32(v.Imm)
	} else if in := e.value(v.Args[0]); in.reach != 0 {
		r, end = &e.reaches[in.reach], accessEnd(v)
	} else {
		return
	}
	if e.current == nil {
		return
	}
	loop := e.loops[len(e.loops)-1]
	if r.at != nil && r.loop == loop && e.dominates(r.at, e.current) {
		return
	}
	r.at, r.loop = e.current, loop
	if r.accesses > 1 {
		e.keepName(r)
	}
	if end >= r.end {
		return
	}
	e.get(e.addressLocal(r))
	e.body.Memory(wasm.OpI32Load8U, r.end-1)
	e.body.Op(wasm.OpDrop)
}

// addressLocal is the local with the address of which the reach is known.
func (e *emitter) addressLocal(r *reach) uint32 {
	if r == &e.constants {
		return e.scratch(&e.zero)
	}
	if in := e.value(r.address); in.place == placeLocal {
		return e.local(r.address.Type, in.local)
	}
	return uint32(r.address.Imm) // a parameter
}

// keepName sets a local to itself. Where ways meet, and a local is the same on all of them, the WebAssembly compiler takes it for the value that it was
// when it is read for the first time, and for another one from then on, of which it does not know what it has checked. What has been set there it
// takes for one value; there is no code for that.
func (e *emitter) keepName(r *reach) {
	local := e.addressLocal(r)
	e.get(local)
	e.set(local)
}

// remember precedes a block where ways meet: what has been checked on all of them is known there.
func (e *emitter) remember(b *ir.Block) {
	if len(b.Preds) < 2 {
		return
	}
	loop := e.loops[len(e.loops)-1]
	keep := func(r *reach) {
		if r.at == nil || r.loop != loop || !e.dominates(r.at, b) || !slices.ContainsFunc(r.blocks, func(c *ir.Block) bool { return e.dominates(b, c) }) {
			return
		}
		e.keepName(r)
	}
	keep(&e.constants)
	for i := range e.reaches {
		keep(&e.reaches[i])
	}
}

// enterLoop and leaveLoop keep emitter.loops.
func (e *emitter) enterLoop() {
	e.loopCount++
	e.loops = append(e.loops, e.loopCount)
}

func (e *emitter) leaveLoop() { e.loops = e.loops[:len(e.loops)-1] }
