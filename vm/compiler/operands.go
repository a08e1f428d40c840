package compiler

import (
	"slices"

	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
	"hotlens/vm/decoded"
)

// This file holds the operands: local variables and operand stacks as values, and what the
// frames' memory has of them.

// operands are those of the activation that is being translated and of those that it is
// inlined into.
type operands struct {
	activations []activation // by the depth of their level
	// linked says that the frame's header names its caller and its context.
	linked bool
}

// activation is the operands of one level, by slot.
type activation struct {
	slots []*ir.Value // nil: no value that is used
	saved []*ir.Value // what the frame's memory holds: references only
	// parked is the value in the word FramePending, nil if nothing is known of it.
	parked *ir.Value
}

// enter adds an activation with so many slots, which the others wait for.
func (o *operands) enter(slots int) {
	o.activations = append(o.activations, activation{slots: make([]*ir.Value, slots), saved: make([]*ir.Value, slots)})
}

// leave forgets the innermost activation.
func (o *operands) leave() { o.activations = o.activations[:len(o.activations)-1] }

// of is the activation of a level.
func (b *builder) of(l *level) *activation { return &b.operands.activations[l.depth] }

// fork copies what the code that follows may change: the slots of those activations that wait
// stay as they are.
func (o *operands) fork() operands {
	f := operands{activations: slices.Clone(o.activations), linked: o.linked}
	innermost := len(f.activations) - 1
	for i := range f.activations {
		a := &f.activations[i]
		a.saved = slices.Clone(a.saved)
		if i == innermost {
			a.slots = slices.Clone(a.slots)
		}
	}
	return f
}

// restore takes over what a fork holds, and leaves the fork as it is.
func (o *operands) restore(f *operands) {
	o.linked = f.linked
	o.activations = o.activations[:len(f.activations)]
	for i := range f.activations {
		copy(o.activations[i].slots, f.activations[i].slots)
		copy(o.activations[i].saved, f.activations[i].saved)
		o.activations[i].parked = f.activations[i].parked
	}
}

// meetMemory keeps, where states meet, what all of them know of the frames' memory.
func (o *operands) meetMemory(states []*state) {
	first := &states[0].operands
	o.linked = first.linked
	o.activations = o.activations[:len(first.activations)]
	for i := range o.activations {
		a := &o.activations[i]
		copy(a.saved, first.activations[i].saved)
		a.parked = first.activations[i].parked
		for _, s := range states[1:] {
			other := &s.operands.activations[i]
			for slot := range a.saved {
				if other.saved[slot] != a.saved[slot] {
					a.saved[slot] = nil
				}
			}
			if other.parked != a.parked {
				a.parked = nil
			}
		}
	}
	for _, s := range states[1:] {
		o.linked = o.linked && s.operands.linked
	}
}

// innermost is the activation that a state's code belongs to.
func (s *state) innermost() *activation {
	return &s.operands.activations[len(s.operands.activations)-1]
}

// forget says that nobody knows any more what a slot holds (JVMS 4.10.1.4).
func (a *activation) forget(slot int) { a.slots[slot], a.saved[slot] = nil, nil }

// overwrite says that the frame's memory changes from an offset on: a callee's frame lies there.
func (b *builder) overwrite(l *level, offset int32) {
	saved := b.of(l).saved
	for slot := range saved {
		if offsetOf(l.method, slot) >= offset {
			saved[slot] = nil
		}
	}
}

// joinOperands makes the slots of a level at the start of a block those that the ways to it
// bring.
func (b *builder) joinOperands(l *level, h *head, live set, ways []way) {
	a := b.of(l)
	for slot := range a.slots {
		if !live.has(slot) || !h.agrees(slot) {
			a.forget(slot)
			continue
		}
		first := h.states[0].innermost().slots[slot]
		a.slots[slot] = b.phiOf(ways, func(i int) *ir.Value { return h.states[i].innermost().slots[slot] })
		if a.slots[slot] == first {
			continue
		}
		// The phi is in memory if every argument was.
		all := true
		for _, s := range h.states {
			from := s.innermost()
			all = all && from.saved[slot] != nil && from.saved[slot] == from.slots[slot]
		}
		a.saved[slot] = nil
		if all {
			a.saved[slot] = a.slots[slot]
		}
	}
}

// agrees reports whether a slot has values of one type on all ways to a block.
func (h *head) agrees(slot int) bool {
	first := h.states[0].innermost().slots[slot]
	for _, s := range h.states {
		if v := s.innermost().slots[slot]; v == nil || v.Type != first.Type {
			return false
		}
	}
	return true
}

// meetLoopOperands makes the slots that a loop changes phis, whose other arguments come with
// the jumps back.
func (b *builder) meetLoopOperands(l *level, h *head, live, changed set, ways []way) {
	a := b.of(l)
	h.phis = make([]*ir.Value, len(a.slots))
	for slot := range a.slots {
		if !live.has(slot) || !h.agrees(slot) {
			a.forget(slot)
			continue
		}
		get := func(i int) *ir.Value { return h.states[i].innermost().slots[slot] }
		if allSame(ways, get) && !changed.has(slot) {
			a.slots[slot] = get(0)
			continue
		}
		h.phis[slot] = b.newPhi(ways, get)
		a.slots[slot], a.saved[slot] = h.phis[slot], nil
	}
}

// closeLoopOperands adds what a jump back brings to the phis of a loop's slots.
func (h *head) closeLoopOperands(s *state) {
	for slot, phi := range h.phis {
		if phi == nil {
			continue
		}
		v := s.escape.resolve(s.innermost().slots[slot])
		if v == nil || v.Type != phi.Type {
			decline("local variable %d changes its type in a loop", slot)
		}
		phi.Args = append(phi.Args, v)
	}
}

// read is the value of a slot. An object that is virtual is made.
func (b *builder) read(l *level, offset int32) *ir.Value { return b.real(b.peek(l, offset)) }

// peek is the same without making an object: it may stand for one that is virtual.
func (b *builder) peek(l *level, offset int32) *ir.Value {
	v := b.of(l).slots[slotOf(l.method, offset)]
	if v == nil {
		decline("an operand has no value")
	}
	return v
}

// write gives a slot a new value.
func (b *builder) write(l *level, offset int32, v *ir.Value) {
	a, slot := b.of(l), slotOf(l.method, offset)
	if a.slots[slot] != v || !v.Ref {
		a.saved[slot] = nil
	}
	a.slots[slot] = v
}

// link makes the frame's header name the caller and the context.
func (b *builder) link() {
	if b.operands.linked {
		return
	}
	b.frame(b.root.base+decoded.FrameCaller, b.caller)
	if b.env.Profile {
		b.frame(b.root.base+decoded.FrameNode, b.node)
	}
	b.operands.linked = true
}

// loadOperands loads what an activation holds that the interpreter hands over in the
// middle of its method.
func (b *builder) loadOperands(l *level, entry int) {
	all, types := slotTypes(l.method)
	at := types[all.at[entry]]
	a := b.of(l)
	for slot := range a.slots {
		if !l.flow.live[entry].has(slot) || at[slot] == 0 {
			continue // nothing that is used
		}
		t := typeOf(at[slot])
		v := b.load(wasm.LoadOf(t), t, ir.MemoryFrame, b.args, int64(l.base+offsetOf(l.method, slot)))
		v.Ref = at[slot] == 'L'
		a.slots[slot] = v
		if v.Ref {
			a.saved[slot] = v
		}
	}
}
