package optimise

import (
	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
)

// This file moves guards in front of loops. Take a guard that the first iteration
// reaches without an effect before it. If its condition does not change in the
// loop, then it leaves in the first iteration or never. So the preheader can leave
// in its place, with the values that the first iteration would have, if the first
// iteration gets to the guard: the conditions of the branches and guards on the way
// are part of the new guard's condition. Loads on the way can move likewise: where
// the first iteration does not come to them, they read the frame.

// path is the state of following a loop's first iteration.
type path struct {
	*hoister
	loop      int
	preheader *ir.Block
	in        int       // the loop around the preheader
	reached   *ir.Value // the condition that the first iteration comes to the place, nil for always
	pending   []condition
	budget    int // of copied values
	copied    []*ir.Value
}

// condition is a value that is not 0 on the path, or is 0. It becomes part of
// path.reached only when something moves.
type condition struct {
	value *ir.Value
	is    bool
}

// first moves guards and loads of a loop's first iteration in front of the loop.
func (h *hoister) first(l int) {
	if h.f.Frame == nil {
		return
	}
	p := &path{hoister: h, loop: l, preheader: outside(h.loops[l].header), in: h.loops[l].parent, budget: 48}
	b := h.loops[l].header
	for at := 0; b != nil && at < 8; at++ {
		if !p.block(b) {
			break
		}
		b = p.next(b)
	}
	for _, v := range p.copied {
		h.copies[v.ID] = nil
	}
}

// block follows the first iteration through a block and reports whether it can go on.
func (p *path) block(b *ir.Block) bool {
	for i, v := range b.Values {
		switch v.Op {
		case ir.OpGuard:
			if !p.guard(b, i) {
				return p.compact(b, false)
			}
		case ir.OpLoad:
			switch {
			case !speculative(v) || !p.invariant(v, p.loop):
			case p.movable(v):
				// Now already, as guards look at what it reads.
				b.Values[i] = nil
				v.Early = p.tested(v, p.loop)
				p.protect(v, p.preheader, p.in)
				p.move(v, p.preheader, p.in)
			case !p.arrive():
				return p.compact(b, false)
			default:
				p.load(b, i)
			}
		case ir.OpPure, ir.OpSelect:
			if harmless(v) && p.invariant(v, p.loop) {
				b.Values[i] = nil
				p.move(v, p.preheader, p.in)
			}
		default:
			if v.Effect() {
				return p.compact(b, false)
			}
		}
	}
	return p.compact(b, true)
}

// compact removes what has moved from the block.
func (p *path) compact(b *ir.Block, result bool) bool {
	kept := b.Values[:0]
	for _, v := range b.Values {
		if v != nil {
			kept = append(kept, v)
		}
	}
	clear(b.Values[len(kept):])
	b.Values = kept
	return result
}

// guard moves a guard if it can, or else makes its condition part of the path's.
func (p *path) guard(b *ir.Block, i int) bool {
	v := b.Values[i]
	c := v.Args[0]
	if p.within(p.place[c.ID], p.loop) {
		p.pending = append(p.pending, condition{c, false})
		return true
	}
	if !p.arrive() {
		return false
	}
	values := make([]*ir.Value, len(v.Args))
	for k, a := range v.Args[1:] {
		if values[k+1] = p.initial(a); values[k+1] == nil {
			p.pending = append(p.pending, condition{c, false})
			return true
		}
	}
	values[0] = p.both(c)
	b.Values[i] = nil
	v.Args = values
	p.move(v, p.preheader, p.in)
	return true
}

// load moves an invariant load that only the path makes safe.
func (p *path) load(b *ir.Block, i int) {
	v := b.Values[i]
	if p.reached != nil {
		p.readFrame(v, p.reached, p.preheader, p.in)
	}
	b.Values[i] = nil
	p.move(v, p.preheader, p.in)
}

// add computes something in the preheader.
func (p *path) add(op ir.Op, code byte, t wasm.Type, args ...*ir.Value) *ir.Value {
	v := p.f.Detached(p.preheader, op, t, args...)
	v.Code = code
	p.move(v, p.preheader, p.in)
	return v
}

// truth makes a condition 0 or 1.
func (p *path) truth(c *ir.Value, negate bool) *ir.Value {
	switch {
	case negate:
		return p.add(ir.OpPure, wasm.OpI32Eqz, wasm.I32, c)
	case boolean(c):
		return c
	}
	zero := p.add(ir.OpConst, 0, wasm.I32)
	return p.add(ir.OpPure, wasm.OpI32Ne, wasm.I32, c, zero)
}

// both is the condition that the place is reached and the given one is not 0.
func (p *path) both(c *ir.Value) *ir.Value {
	if p.reached == nil {
		return c
	}
	return p.add(ir.OpPure, wasm.OpI32And, wasm.I32, p.reached, p.truth(c, false))
}

// arrive computes the condition that the first iteration comes to the place, and
// reports whether it can be computed.
func (p *path) arrive() bool {
	for _, c := range p.pending {
		if !p.require(c.value, c.is) {
			return false
		}
	}
	p.pending = p.pending[:0]
	return true
}

// require has the path go on only where a condition of the loop is not 0, or is.
func (p *path) require(c *ir.Value, is bool) bool {
	c = p.initial(c)
	if c == nil {
		return false
	}
	if c.Op == ir.OpConst && (c.Imm != 0) == is {
		return true
	}
	t := p.truth(c, !is)
	if p.reached != nil {
		t = p.add(ir.OpPure, wasm.OpI32And, wasm.I32, p.reached, t)
	}
	p.reached = t
	return true
}

// successor is the only way through the loop that goes on from a block.
func (p *path) successor(b *ir.Block) *ir.Block {
	var next *ir.Block
	if b.Kind != ir.BlockJump && b.Kind != ir.BlockIf {
		return nil
	}
	for _, s := range b.Succs {
		if p.within(p.innermost[s.Order()], p.loop) {
			if next != nil || len(s.Preds) != 1 || s.LoopHeader() {
				return nil
			}
			next = s
		}
	}
	return next
}

// next is the block that follows in the first iteration, nil for any.
func (p *path) next(b *ir.Block) *ir.Block {
	s := p.successor(b)
	if s != nil && b.Kind == ir.BlockIf {
		p.pending = append(p.pending, condition{b.Control, b.Succs[0] == s})
	}
	return s
}

// initial is what a value is in the first iteration, computed in the preheader; nil
// if it cannot be. No memory has been written before.
func (p *path) initial(v *ir.Value) *ir.Value {
	if !p.within(p.place[v.ID], p.loop) {
		return v
	}
	if v.Op == ir.OpPhi {
		header := p.loops[p.loop].header
		if v.Block != header {
			return nil
		}
		for k, q := range header.Preds {
			if q == p.preheader {
				return v.Args[k]
			}
		}
		return nil
	}
	if v.ID < len(p.copies) && p.copies[v.ID] != nil {
		return p.copies[v.ID]
	}
	load := v.Op == ir.OpLoad && speculative(v)
	if p.budget--; p.budget < 0 || !load && !harmless(v) {
		return nil
	}
	args := make([]*ir.Value, len(v.Args))
	for k, a := range v.Args {
		if args[k] = p.initial(a); args[k] == nil {
			return nil
		}
	}
	c := p.f.Copy(p.preheader, v, args...)
	if load && p.reached != nil && !fixedAddress(v) {
		p.readFrame(c, p.reached, p.preheader, p.in)
	}
	p.move(c, p.preheader, p.in)
	if v.ID < len(p.copies) {
		p.copies[v.ID] = c
		p.copied = append(p.copied, v)
	}
	return c
}
