package compiler

import "hotlens/vm/compiler/ir"

// This file is the state that goes with the control flow: what holds at a place in the code. It
// has three parts, and each forks, is joined and meets loops by methods of its own: the operands
// (operands.go), the ledger of what is owed (ledger.go), and what is known of objects (escape.go).

// state is what holds at the end of a block.
type state struct {
	from     *ir.Block
	operands operands
	ledger   ledger
	escape   escape
}

// snapshot is a fork of the current state, which later code leaves as it is.
func (b *builder) snapshot() *state {
	return &state{from: b.b, operands: b.operands.fork(), ledger: b.ledger.fork(), escape: b.escape.fork()}
}

// restore takes the current state back to what a fork holds, the block apart.
func (b *builder) restore(s *state) {
	b.operands.restore(&s.operands)
	b.ledger.restore(&s.ledger)
	b.escape = s.escape
}

// aside runs f, which adds to a cold block that comes back to the block where b
// goes on, without letting it change what holds there.
func (b *builder) aside(cold *ir.Block, f func()) {
	before := b.snapshot()
	b.b = cold
	f()
	b.b = before.from
	b.restore(before)
}

// way is one of several ways to a block, with what it brings.
type way struct {
	state  *state
	values []*ir.Value // what becomes one value: the n-th ones of all ways
}

// waysOf are the ways of states. values gives what each of them brings.
func waysOf(states []*state, values func(s *state, i int) []*ir.Value) []way {
	ways := make([]way, len(states))
	for i, s := range states {
		ways[i] = way{s, values(s, i)}
	}
	return ways
}

// allSame reports whether all ways bring the same value.
func allSame(ways []way, get func(i int) *ir.Value) bool {
	for i := range ways {
		if get(i) != get(0) {
			return false
		}
	}
	return true
}

// newPhi is the phi of values that ways bring: an object in place of its key, if it has been
// made.
func (b *builder) newPhi(ways []way, get func(i int) *ir.Value) *ir.Value {
	phi := b.value(ir.OpPhi, get(0).Type)
	for i, w := range ways {
		v := w.state.escape.resolve(get(i))
		phi.Ref = phi.Ref || v.Ref
		phi.Args = append(phi.Args, v)
	}
	return phi
}

// phiOf is the phi of values that ways bring, or the value if it is the same.
func (b *builder) phiOf(ways []way, get func(i int) *ir.Value) *ir.Value {
	if allSame(ways, get) {
		return get(0)
	}
	phi := b.newPhi(ways, get)
	phi.NonNil = true
	for _, v := range phi.Args {
		phi.NonNil = phi.NonNil && v.NonNil
	}
	b.mergeClasses(phi, func(i int) []fact { return ways[i].state.escape.facts })
	return phi
}

// before adds to the end of the i-th way to a block.
func (b *builder) before(block *ir.Block, i int, f func()) {
	at := b.b
	b.b = block.Preds[i]
	b.b.Succs = nil
	f()
	b.b.Kind, b.b.Succs = ir.BlockJump, []*ir.Block{block}
	block.Preds[i] = b.b
	b.b = at
}
