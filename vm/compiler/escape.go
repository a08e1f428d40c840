package compiler

import (
	"slices"

	"hotlens/vm/classes"
	"hotlens/vm/compiler/ir"
)

// This file is the escape state: what is known of objects at a place, and how that is joined
// where ways meet. What it is good for is in virtual.go and receivers.go.

// escape is what is known of objects at a place. Its lists are never changed in place.
type escape struct {
	objects []object // that compiled code has made, or will make when they escape
	facts   []fact   // classes of other objects: see classOf
}

// object is what holds of an object at a place.
type object struct {
	key    *ir.Value
	class  *classes.Class
	fields []*ir.Value // in the order of the class's layout, while it is virtual
	real   *ir.Value   // not nil: it has been made
	site   uint64      // of the allocation: a hash of the calls and the instruction
}

// loopObject is a value of an object that a loop header has a phi for.
type loopObject struct {
	key   *ir.Value
	field int // -1: the object itself, which has been made
	phi   *ir.Value
}

// fork copies what is known, which needs no copies of the lists.
func (e *escape) fork() escape { return *e }

// meetFacts keeps what all states know of classes.
func (e *escape) meetFacts(states []*state) {
	e.facts = states[0].escape.facts
	for _, s := range states[1:] {
		e.facts = common(e.facts, s.escape.facts)
	}
}

// find is what holds of the object that a key stands for, nil if the value is no key.
func (e *escape) find(v *ir.Value) *object {
	if v == nil || v.Op != ir.OpInvalid {
		return nil
	}
	for i := range e.objects {
		if e.objects[i].key == v {
			return &e.objects[i]
		}
	}
	return nil
}

// resolve is a value, or the object that it stands for if that has been made.
func (e *escape) resolve(v *ir.Value) *ir.Value {
	if o := e.find(v); o != nil && o.real != nil {
		return o.real
	}
	return v
}

// edit gives an object to change: states that are kept elsewhere stay what they are.
func (e *escape) edit(key *ir.Value) *object {
	e.objects = slices.Clone(e.objects)
	return e.find(key)
}

// joinEscape makes the objects at the start of a block, which is open and empty, those that the
// ways to it bring, and lets the ways' values agree with them.
func (b *builder) joinEscape(block *ir.Block, ways []way) {
	b.unite(block, ways, nil)
	b.merge(ways, func(get func(i int) *ir.Value, _ *object, _ int) *ir.Value { return b.phiOf(ways, get) })
}

// meetLoopEscape is the same at the header of a loop that changes these slots.
func (b *builder) meetLoopEscape(h *head, changed set, ways []way) {
	b.unite(h.block, ways, func(slot int) bool { return changed.has(slot) })
	b.merge(ways, func(get func(i int) *ir.Value, o *object, field int) *ir.Value {
		return b.loopPhi(h, ways, get, o, field)
	})
	h.objects = b.escape.objects
}

// unite lets the ways to a block, which is open and empty, agree on the objects: what is
// virtual on all of them stays so. strict, which the header of a loop has, says that the n-th
// values must be real, and so must be what stands in fields that the loop changes.
// Afterwards values may only stand for objects where they are the same on all ways.
func (b *builder) unite(block *ir.Block, ways []way, strict func(n int) bool) {
	some := false
	for _, w := range ways {
		some = some || len(w.state.escape.objects) > 0
	}
	if !some {
		b.escape.objects = nil
		return
	}
	for again := true; again; {
		again = false
		force := func(i int, v *ir.Value) {
			if o := ways[i].state.escape.find(v); o != nil && o.real == nil {
				b.makeBefore(block, i, ways[i].state, v)
				again = true
			}
		}
		agree := func(get func(i int) *ir.Value, strict bool) {
			same := allSame(ways, get)
			for i := range ways {
				if !same || strict {
					force(i, get(i))
				}
			}
		}
		for n := range ways[0].values {
			agree(func(i int) *ir.Value { return ways[i].values[n] }, strict != nil && strict(n))
		}
		for k := range ways[0].state.escape.objects {
			o := ways[0].state.escape.objects[k]
			key := o.key
			virtual, everywhere := onAll(ways, key)
			switch {
			case !everywhere:
			case !virtual:
				for i := range ways {
					force(i, key)
				}
			default:
				for f := range o.fields {
					agree(func(i int) *ir.Value { return ways[i].state.escape.find(key).fields[f] }, strict != nil && b.hints.changed(&o, f))
				}
			}
		}
	}
}

// onAll reports whether an object is known, and virtual, on all ways.
func onAll(ways []way, key *ir.Value) (virtual, everywhere bool) {
	virtual, everywhere = true, true
	for _, w := range ways {
		o := w.state.escape.find(key)
		if o == nil {
			return false, false
		}
		virtual = virtual && o.real == nil
	}
	return virtual, everywhere
}

// makeBefore makes an object at the end of the i-th way to a block.
func (b *builder) makeBefore(block *ir.Block, i int, s *state, v *ir.Value) {
	now := b.escape.objects
	b.before(block, i, func() {
		b.escape.objects = s.escape.objects
		b.real(v)
		s.escape.objects = b.escape.objects
	})
	b.escape.objects = now
}

// merge makes the objects at the start of the current block of those at the ends of the
// ways to it, which agree. phi makes a phi of the values on all ways.
func (b *builder) merge(ways []way, phi func(get func(i int) *ir.Value, o *object, field int) *ir.Value) {
	var merged []object
	for _, first := range ways[0].state.escape.objects {
		virtual, everywhere := onAll(ways, first.key)
		if !everywhere {
			continue
		}
		o := object{key: first.key, class: first.class, site: first.site}
		if !virtual {
			o.real = phi(func(i int) *ir.Value { return ways[i].state.escape.find(first.key).real }, &o, -1)
		} else {
			for f := range first.fields {
				o.fields = append(o.fields, phi(func(i int) *ir.Value { return ways[i].state.escape.find(first.key).fields[f] }, &o, f))
			}
		}
		merged = append(merged, o)
	}
	b.escape.objects = merged
}

// closeLoopEscape adds what a jump back to a loop's header brings to the header's phis of
// objects, and finds out whether the header's assumptions hold.
func (b *builder) closeLoopEscape(h *head, slots []*ir.Value) {
	for slot, phi := range h.phis {
		if phi != nil {
			b.real(slots[slot])
		}
	}
	for _, p := range h.loopObjects {
		now := b.escape.find(p.key)
		switch {
		case now == nil || p.field >= 0 && now.real != nil:
			p.phi.Args = append(p.phi.Args, p.phi) // what is built is thrown away
		case p.field < 0:
			p.phi.Args = append(p.phi.Args, b.real(p.key))
		default:
			p.phi.Args = append(p.phi.Args, b.real(now.fields[p.field]))
		}
	}
	for _, o := range h.objects {
		now := b.escape.find(o.key)
		if now == nil || (now.real == nil) != (o.real == nil) {
			b.hints.made[o.site] = true
			b.hints.wrong = true
			continue
		}
		for f := range o.fields {
			if h.phiOf(o.key, f) == nil && now.fields[f] != o.fields[f] {
				b.hints.changes[change{o.site, f}] = true
				b.hints.wrong = true
			}
		}
	}
}

func (h *head) phiOf(key *ir.Value, field int) *ir.Value {
	for _, p := range h.loopObjects {
		if p.key == key && p.field == field {
			return p.phi
		}
	}
	return nil
}

// loopPhi is what a value of an object is in a loop: one that changes becomes a phi,
// whose other arguments come with the back edges.
func (b *builder) loopPhi(h *head, ways []way, get func(i int) *ir.Value, o *object, field int) *ir.Value {
	if allSame(ways, get) && !b.hints.changed(o, field) {
		return get(0)
	}
	phi := b.newPhi(ways, get)
	h.loopObjects = append(h.loopObjects, loopObject{o.key, field, phi})
	return phi
}
