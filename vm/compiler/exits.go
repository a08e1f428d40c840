package compiler

import (
	"slices"

	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
	"hotlens/vm/decoded"
)

// This file leaves for the interpreter, and says where the values of a frame are: at an exit,
// and while the frame waits.

type exitKey struct {
	index int
	kind  Kind
}

type madeFrameState struct {
	id    int32
	state *FrameState
}

// frameState makes the frame state of an instruction, once per kind as long as nothing else differs.
func (b *builder) frameState(l *level, index int, kind Kind, virtuals []Virtual) int32 {
	key := exitKey{index, kind}
	r := &FrameState{Code: b.compiled, Kind: kind, Virtuals: virtuals, Pending: b.ledger.pending.events}
	b.levels(r, l, index)
	if made, ok := l.exits[key]; ok && slices.Equal(made.state.Levels, r.Levels) && slices.Equal(made.state.Pending, r.Pending) && slices.EqualFunc(made.state.Virtuals, virtuals, Virtual.equal) {
		return made.id
	}
	id := b.env.NewFrameState(r)
	l.exits[key] = madeFrameState{id, r}
	return id
}

func (b *builder) levels(r *FrameState, l *level, index int) {
	if l.up != nil {
		b.levels(r, l.up, l.index)
	}
	r.Levels = append(r.Levels, Level{Method: l.method, Activation: l.activation, Index: int32(index), Base: l.base, Uncounted: b.owed(l).k, Stored: b.owed(l).v != nil})
}

// exit describes a side exit at an instruction: where the values that the
// interpreter needs go, and the values.
func (b *builder) exit(l *level, index int, kind Kind) (*ir.Exit, []*ir.Value) {
	e := &ir.Exit{Passed: 3}
	var virtualSlots []int32
	var virtual []*ir.Value
	var values []*ir.Value
	put := func(offset int32, v *ir.Value) {
		e.Stores = append(e.Stores, ir.Store{Offset: offset, Type: v.Type})
		values = append(values, v)
	}
	if !b.operands.linked {
		put(b.root.base+decoded.FrameCaller, b.caller)
	}
	for k, at := l, index; k != nil; k, at = k.up, k.index {
		limit := int32(1) << 30
		if k != l || kind == ThrowCall {
			limit = k.code.Instructions[at].B // the arguments are the callee's
		}
		for slot, v := range b.of(k).slots {
			if v == nil || !k.flow.live[at].has(slot) || offsetOf(k.method, slot) >= limit {
				continue
			}
			v = b.escape.resolve(v)
			if b.isVirtual(v) {
				virtualSlots = append(virtualSlots, k.base+offsetOf(k.method, slot))
				virtual = append(virtual, v)
				continue
			}
			if v.Ref && b.of(k).saved[slot] == v {
				continue
			}
			put(k.base+offsetOf(k.method, slot), v)
		}
		if k.up != nil && b.env.Profile {
			if v := b.owed(k.up).v; v != nil && v != b.of(k.up).parked {
				put(k.up.base+FramePending, v)
			}
		}
	}
	virtuals, stores, stored := b.describe(l, virtualSlots, virtual)
	e.Stores, values = append(e.Stores, stores...), append(values, stored...)
	e.ID = b.frameState(l, index, kind, virtuals)
	return e, append(values, b.node, b.ledger.fuel, b.uncounted(l))
}

// guard leaves for the interpreter if condition is not 0.
func (b *builder) guard(l *level, index int, kind Kind, condition *ir.Value) *ir.Value {
	e, values := b.exit(l, index, kind)
	g := b.value(ir.OpGuard, 0, append([]*ir.Value{condition}, values...)...)
	g.Exit = e
	return g
}

// leave ends the block: the interpreter executes the instruction.
func (b *builder) leave(l *level, index int, kind Kind) {
	e, values := b.exit(l, index, kind)
	b.b.Kind, b.b.Exit, b.b.Results, b.b.Cold = ir.BlockExit, e, values, true
	b.b = nil
}

// nonNull guards against null.
func (b *builder) nonNull(l *level, index int, ref *ir.Value) {
	if !ref.NonNil {
		b.guard(l, index, Resume, b.pure(wasm.OpI32Eqz, wasm.I32, ref))
	}
}

// saveRefs stores the references that are live at instruction index and lists where
// they are. Those that it passes as arguments are the callee's, if it calls.
//
// Of virtual objects a frame that calls keeps the references in the slots, and tells the
// bytes; for the runtime they are described.
func (b *builder) saveRefs(l *level, index int, calls bool) (refs []int32, hidden uint64, virtuals []Virtual) {
	// The slots of all levels that nobody writes to until the call ends.
	each := func(f func(k *level, at, slot int, offset int32)) {
		for k, at := l, index; k != nil; k, at = k.up, k.index {
			limit := int32(1) << 30
			if calls || k != l {
				limit = k.code.Instructions[at].B
			}
			for slot := range b.of(k).slots {
				if offset := offsetOf(k.method, slot); offset < limit {
					f(k, at, slot, k.base+offset)
				}
			}
		}
	}
	// The collector has to find an object once, in whichever slot.
	holds := map[*ir.Value]int32{}
	each(func(k *level, _, slot int, offset int32) {
		if v := b.of(k).saved[slot]; v != nil {
			holds[v] = offset
		}
	})
	var virtualSlots []int32
	var virtual []*ir.Value
	listed := map[*ir.Value]bool{}
	each(func(k *level, at, slot int, offset int32) {
		v := b.escape.resolve(b.of(k).slots[slot])
		if v == nil || !v.Ref || v.Op == ir.OpConst || listed[v] || !k.flow.live[at].has(slot) {
			return
		}
		if b.isVirtual(v) {
			if !calls {
				virtualSlots, virtual = append(virtualSlots, offset), append(virtual, v)
				refs = append(refs, offset)
				return
			}
			words, bytes := b.pack(v)
			for i, word := range words {
				b.frame(offset+4*int32(i), word)
				refs = append(refs, offset+4*int32(i))
			}
			hidden += bytes
			listed[v] = true
			return
		}
		if _, held := holds[v]; !held {
			b.frame(offset, v)
			b.of(k).saved[slot], holds[v] = v, offset
		}
		listed[v] = true
		refs = append(refs, holds[v])
	})
	virtuals, stores, stored := b.describe(l, virtualSlots, virtual)
	for i, s := range stores {
		b.frame(s.Offset, stored[i])
	}
	return refs, hidden, virtuals
}

// waits makes the frame state of a frame that waits at instruction index, in the method
// that it calls or in the runtime.
func (b *builder) waits(l *level, index int, kind Kind) int32 {
	refs, hidden, virtuals := b.saveRefs(l, index, kind == WaitsInCall)
	b.link()
	r := &FrameState{Code: b.compiled, Kind: kind, Refs: refs, Hidden: hidden, Virtuals: virtuals, Pending: b.ledger.pending.events, Handled: kind == WaitsInCall && b.handles(l, index)}
	if kind == WaitsInRuntime {
		b.park(l.up)
	} else {
		b.park(l)
	}
	b.levels(r, l, index)
	return b.env.NewFrameState(r)
}
