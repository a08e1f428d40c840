package compiler

import (
	"hotlens/profiles/sharedmemory"
	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
)

// This file counts bytecodes: a level's number travels as a constant, or as a value where ways
// meet that differ, until the level ends.

// uncounted is a number of bytecodes: a constant, and a value where the number depends
// on the way that the code has taken, else nil. Without a profile it stays 0.
type uncounted struct {
	v *ir.Value
	k int32
}

// execute adds to the bytecodes of a level that wait to be counted.
func (b *builder) execute(l *level, k int32) {
	if b.env.Profile {
		l.q.k += k
	}
}

// counted says that all bytecodes before instruction index have been counted.
func (b *builder) counted(l *level, index int) {
	if b.env.Profile {
		l.q = uncounted{k: -int32(l.code.Ordinals[index])}
	}
}

// uncounted is the part of a level's number that is no constant, or any value if there
// is none.
func (b *builder) uncounted(l *level) *ir.Value {
	if l.q.v != nil {
		return l.q.v
	}
	return b.node
}

// number is a number of bytecodes as a value in a block.
func (b *builder) number(block *ir.Block, q uncounted) *ir.Value {
	if q.v != nil && q.k == 0 {
		return q.v
	}
	k := b.f.NewValue(block, ir.OpConst, wasm.I32)
	k.Imm = int64(q.k)
	if q.v == nil {
		return k
	}
	sum := b.f.NewValue(block, ir.OpPure, wasm.I32, q.v, k)
	sum.Code = wasm.OpI32Add
	return sum
}

// joinUncounted is the number of uncounted bytecodes where states meet, in the current
// block.
func (b *builder) joinUncounted(states []*state) uncounted {
	same := true
	for _, s := range states[1:] {
		same = same && s.q == states[0].q
	}
	if same {
		return states[0].q
	}
	phi := b.value(ir.OpPhi, wasm.I32)
	for _, s := range states {
		phi.Args = append(phi.Args, b.number(s.from, s.q))
	}
	return uncounted{v: phi}
}

// flush adds what waits to the context of a level that has executed k instructions
// since its last branch.
func (b *builder) flush(l *level, k int32) {
	if !b.env.Profile {
		return
	}
	b.execute(l, k)
	if l.q == (uncounted{}) {
		return
	}
	// A number that is no constant is added by itself, as is that of a method that has no list.
	if listed := l.up != nil || len(b.pending.events) > 0; listed && l.q.v == nil {
		b.happens(Event{Place: l.place, Bytecodes: int64(l.q.k)})
		return
	}
	sum := b.pure(wasm.OpI64ExtendI32S, wasm.I64, b.number(b.b, l.q))
	if l.up == nil {
		b.profileAdd(b.node, sharedmemory.NodeBytecodes, sum)
	} else {
		b.addEvent(Event{Place: l.place, Bytecodes: 1}, sum)
	}
}
