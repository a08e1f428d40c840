package compiler

import (
	"math"
	"slices"

	"hotlens/vm/classes"
	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
	"hotlens/vm/decoded"
)

// This file builds the control flow and the state that goes with it.

// builder translates one method, with what is inlined into it.
type builder struct {
	env   *Env
	words Words
	unit  *Unit
	f     *ir.Func
	b     *ir.Block // where values go; nil behind a block's end

	caller, args *ir.Value // the caller's frame; the lowest address of the own one
	root         *level
	node         *ir.Value                    // its context
	x            *ir.Value                    // bytecodes left in the slice, less the instruction's ordinal
	linked       bool                         // the frame's header names its caller and its context
	size         int                          // of the method and what is inlined into it, as the inliner estimates it
	extent       int32                        // how far beyond args frames of callees may reach
	reach        *ir.Value                    // the constant that becomes extent
	tooFar       *ir.Value                    // the comparison with it
	steady       bool                         // see Compile
	several      bool                         // see Compile
	exact        map[*ir.Value]*classes.Class // see classOf: what holds wherever the value is defined
	facts        []fact                       // and what holds here
	objects      []object                     // that compiled code has made, or will make when they escape
	layouts      map[*classes.Class][]*classes.Field
	hints        *hints
	trusted      map[*ir.Value]*classes.Field // loads of fields that do not change: see trust
	assigned     map[*classes.Field]bool
	pending      pending   // what has happened and has not been counted
	word         uint32    // half of an entry of the counters record that nobody has, 0 for none
	counters     *ir.Value // the counters record; nil without a profile
	foreign      *ir.Value // whether it is another unit's; nil if that is known
	flags        []placesFlag
}

// level is one activation: the method that is compiled, or one inlined into it.
type level struct {
	method *classes.Method
	code   *decoded.Code
	flow   *flow
	up     *level
	index  int       // of the call in up
	depth  int       // number of levels above
	base   int32     // of the frame, from args
	place  int       // among the unit's
	lock   *ir.Value // what a synchronized method has locked

	slots []*ir.Value
	saved []*ir.Value // what the frame's memory holds: references only
	q     uncounted   // q + ordinal bytecodes wait to be added to the context
	// parked is the value in the word FramePending, nil if nothing is known of it.
	parked *ir.Value
	heads  []head
	exits  map[exitKey]madeRecord
	// alone is the instruction whose call, as no loaded class overrides the callee, has no
	// other one: see assumeTarget.
	alone  int
	join   *ir.Block // inlined: where returns lead
	values []*ir.Value
	states []*state
}

// head is the start of a block of decoded code.
type head struct {
	block  *ir.Block
	states []*state
	phis   []*ir.Value // by slot, for loop headers that are under way
	phiX   *ir.Value
	phiQ   *ir.Value
	// objects are those at the start of a loop, and loopObjects what of them changes in it.
	objects     []object
	loopObjects []loopObject
}

// state is what holds at the end of a block.
type state struct {
	from    *ir.Block
	slots   []*ir.Value
	saved   [][]*ir.Value // by level
	parked  []*ir.Value
	x       *ir.Value
	q       uncounted
	pending pending
	linked  bool
	facts   []fact
	objects []object
}

func (b *builder) value(op ir.Op, t wasm.Type, args ...*ir.Value) *ir.Value {
	return b.f.NewValue(b.b, op, t, args...)
}

func (b *builder) constant(t wasm.Type, bits int64) *ir.Value {
	v := b.value(ir.OpConst, t)
	v.Imm = bits
	return v
}

func (b *builder) i32(v int32) *ir.Value { return b.constant(wasm.I32, int64(v)) }
func (b *builder) i64(v int64) *ir.Value { return b.constant(wasm.I64, v) }

// pure applies a wasm instruction.
func (b *builder) pure(code byte, t wasm.Type, args ...*ir.Value) *ir.Value {
	v := b.value(ir.OpPure, t, args...)
	v.Code = code
	return v
}

func (b *builder) add(a *ir.Value, k int32) *ir.Value {
	if k == 0 {
		return a
	}
	return b.pure(wasm.OpI32Add, wasm.I32, a, b.i32(k))
}

func (b *builder) load(code byte, t wasm.Type, memory ir.Memory, address *ir.Value, offset int64) *ir.Value {
	v := b.value(ir.OpLoad, t, address)
	v.Code, v.Memory, v.Imm, v.Alias = code, memory, offset, offset
	return v
}

func (b *builder) store(code byte, memory ir.Memory, address *ir.Value, offset int64, what *ir.Value) {
	v := b.value(ir.OpStore, 0, address, what)
	v.Code, v.Memory, v.Imm, v.Alias = code, memory, offset, offset
}

// fixed is a load of a word at a constant address.
func (b *builder) fixed(memory ir.Memory, address uint32) *ir.Value {
	return b.load(wasm.OpI32Load, wasm.I32, memory, b.i32(0), int64(address))
}

// frame stores a value into the frames.
func (b *builder) frame(offset int32, v *ir.Value) {
	b.store(wasm.StoreOf(v.Type), ir.MemoryFrame, b.args, int64(offset), v)
}

// isRef tells which letters stand for references.
func isRef(letter byte) bool { return decoded.SlotType(letter) == 'L' }

// build translates the method that the unit is for.
func (b *builder) build(m *classes.Method, entry int) {
	b.b = b.f.Blocks[0]
	p := b.f.Params
	b.caller, b.args = p[0], p[1]
	b.f.Frame = b.args
	l := b.newLevel(nil, m, entry)
	b.root = l
	l.base, b.node = m.LocalBytes, p[2]
	b.node.NonNil = true // there is always one, if only for what nobody counts
	b.size = sizeOf(m)
	if entry == 0 {
		b.enterMethod(l, p[3], p[4:])
	} else {
		b.enterLoop(l, p[3], entry)
	}
	b.blocks(l, l.flow.at[entry])
	b.distrust()
	b.finishCounters()
	b.reach.Imm = int64(b.extent)
	if b.extent == 0 {
		b.tooFar.Op, b.tooFar.Args, b.tooFar.Imm = ir.OpConst, nil, 0
	}
	b.f.Analyse()
}

func (b *builder) newLevel(up *level, m *classes.Method, entry int) *level {
	l := &level{method: m, code: m.Code, up: up, alone: -1, exits: map[exitKey]madeRecord{}}
	l.flow = newFlow(m, entry)
	l.slots = make([]*ir.Value, l.flow.slots)
	l.saved = make([]*ir.Value, l.flow.slots)
	l.heads = make([]head, len(l.flow.blocks))
	if up != nil {
		l.depth = up.depth + 1
	}
	return l
}

// enterMethod is the prologue: arguments, and the yieldpoint.
func (b *builder) enterMethod(l *level, x *ir.Value, arguments []*ir.Value) {
	b.x = x
	for i, letter := range l.bind(arguments) {
		arguments[i].Ref = isRef(letter)
		arguments[i].NonNil = i == 0 && !l.method.Static()
	}
	// Only static calls and inlined bodies count on room behind the frame: whoever
	// called this method has looked whether the frame itself fits.
	b.pollEntry(l)
	b.checkStack(l, 0)
	b.onlyContext(l, 0)
	b.enterCounters(0)
}

// bind puts the arguments, the receiver first, into the slots of a method that starts, and
// gives the letters of their types.
func (l *level) bind(arguments []*ir.Value) (letters []byte) {
	if !l.method.Static() {
		letters = append(letters, 'L')
	}
	letters = append(letters, l.method.Selector.Params...)
	slot := 0
	for i, letter := range letters {
		l.slots[slot] = arguments[i]
		slot += classes.SlotsOf(letter)
	}
	return letters
}

// checkStack leaves for the interpreter where the stack is nearly full: it looks at
// every call.
func (b *builder) checkStack(l *level, index int) {
	limit := b.fixed(ir.MemoryControl, b.words.StackLimit)
	b.reach = b.i32(0)
	end := b.pure(wasm.OpI32Add, wasm.I32, b.args, b.reach)
	b.tooFar = b.pure(wasm.OpI32GtU, wasm.I32, end, limit)
	b.guard(l, index, Resume, b.tooFar)
}

// enterLoop is the entry of on-stack replacement.
func (b *builder) enterLoop(l *level, limit *ir.Value, entry int) {
	ordinal := int32(l.code.Ordinals[entry])
	b.x = b.add(limit, ordinal)
	b.execute(l, -ordinal)
	all, types := slotTypes(l.method)
	at := types[all.at[entry]]
	for slot := range l.slots {
		if !l.flow.live[entry].has(slot) {
			continue
		}
		if at[slot] == 0 {
			continue // nothing that is used
		}
		t := typeOf(at[slot])
		v := b.load(wasm.LoadOf(t), t, ir.MemoryFrame, b.args, int64(l.base+offsetOf(l.method, slot)))
		v.Ref = at[slot] == 'L'
		l.slots[slot] = v
		if v.Ref {
			l.saved[slot] = v
		}
	}
	if l.method.Synchronized() {
		l.lock = b.load(wasm.OpI32Load, wasm.I32, ir.MemoryFrame, b.args, int64(l.base+decoded.FrameLock))
		l.lock.NonNil = true
	}
	b.checkStack(l, entry)
	b.onlyContext(l, entry)
	b.enterCounters(entry)
}

// blocks translates the blocks of a level in reverse postorder; the current state
// is that at the start of the first one.
func (b *builder) blocks(l *level, first int) {
	b.edge(l, first)
	for _, i := range l.flow.order {
		h := &l.heads[i]
		if len(h.states) == 0 {
			continue // only reached from code that always leaves
		}
		b.open(l, i)
		blk := &l.flow.blocks[i]
		for index := blk.start; index < blk.end && b.b != nil; index++ {
			b.instruction(l, index)
		}
		if b.b != nil { // falls through
			b.edge(l, l.flow.at[blk.end])
		}
	}
}

// edge ends the current block with a jump to the start of block i.
func (b *builder) edge(l *level, i int) {
	h := &l.heads[i]
	if h.block == nil {
		h.block = b.f.NewBlock()
	}
	if h.phis != nil {
		b.commit()
		b.closeLoop(h, l.slots)
	}
	b.b.Kind = ir.BlockJump
	b.b.To(h.block)
	s := b.snapshot(l)
	if h.phis != nil {
		b.addBackEdge(l, h, s)
	} else {
		h.states = append(h.states, s)
	}
	b.b = nil
}

func (b *builder) snapshot(l *level) *state {
	s := &state{from: b.b, x: b.x, q: l.q, pending: b.pending, linked: b.linked, facts: b.facts, objects: b.objects}
	s.slots = append(s.slots, l.slots...)
	for k := l; k != nil; k = k.up {
		s.saved = append(s.saved, append([]*ir.Value(nil), k.saved...))
		s.parked = append(s.parked, k.parked)
	}
	return s
}

// restore takes what is known back to an earlier state, the slots apart.
func (b *builder) restore(l *level, s *state) {
	b.x, b.linked, b.facts, b.objects, b.pending, l.q = s.x, s.linked, s.facts, s.objects, s.pending, s.q
	d := 0
	for k := l; k != nil; k, d = k.up, d+1 {
		copy(k.saved, s.saved[d])
		k.parked = s.parked[d]
	}
}

// agree keeps, where states meet, what all of them know of memory and of classes.
func (b *builder) agree(l *level, states []*state) {
	first := states[0]
	b.linked, b.facts = first.linked, first.facts
	d := 0
	for k := l; k != nil; k, d = k.up, d+1 {
		copy(k.saved, first.saved[d])
		k.parked = first.parked[d]
		for _, s := range states[1:] {
			for slot := range k.saved {
				if s.saved[d][slot] != k.saved[slot] {
					k.saved[slot] = nil
				}
			}
			if s.parked[d] != k.parked {
				k.parked = nil
			}
		}
	}
	for _, s := range states[1:] {
		b.linked = b.linked && s.linked
		b.facts = common(b.facts, s.facts)
	}
}

func (b *builder) addBackEdge(l *level, h *head, s *state) {
	for slot, phi := range h.phis {
		if phi == nil {
			continue
		}
		v := resolveObject(s.objects, s.slots[slot])
		if v == nil || v.Type != phi.Type {
			decline("local variable %d changes its type in a loop", slot)
		}
		phi.Args = append(phi.Args, v)
	}
	h.phiX.Args = append(h.phiX.Args, s.x)
	if h.phiQ != nil {
		h.phiQ.Args = append(h.phiQ.Args, b.number(s.from, s.q))
	}
}

// open starts block i: it merges the states that lead to it.
func (b *builder) open(l *level, i int) {
	h := &l.heads[i]
	blk := &l.flow.blocks[i]
	b.b = h.block
	first := h.states[0]
	b.agree(l, h.states)
	b.reconcile(h.block, l, int32(l.code.Ordinals[blk.start]), h.states, blk.header)
	ways := make([]way, len(h.states))
	for n, s := range h.states {
		ways[n] = way{&s.objects, s.facts, slices.Clone(s.slots)}
		for slot := range s.slots {
			if !blk.live.has(slot) {
				ways[n].values[slot] = nil
			}
		}
	}
	if blk.header {
		b.openLoop(l, i, ways)
		return
	}
	b.unite(h.block, ways, nil)
	b.merge(ways, func(get func(i int) *ir.Value, _ *object, _ int) *ir.Value { return b.phiOf(ways, get) })
	for slot := range l.slots {
		if !blk.live.has(slot) || !h.agrees(slot) {
			l.slots[slot], l.saved[slot] = nil, nil // nothing that is used (JVMS 4.10.1.4)
			continue
		}
		l.slots[slot] = b.phiOf(ways, func(i int) *ir.Value { return h.states[i].slots[slot] })
		if l.slots[slot] != first.slots[slot] {
			// The phi is in memory if every argument was.
			all := true
			for _, s := range h.states {
				all = all && s.saved[0][slot] != nil && s.saved[0][slot] == s.slots[slot]
			}
			l.saved[slot] = nil
			if all {
				l.saved[slot] = l.slots[slot]
			}
		}
	}
	b.x = b.phiOf(ways, func(i int) *ir.Value { return h.states[i].x })
	l.q = b.joinUncounted(h.states)
}

// agrees reports whether a slot has values of one type on all ways to a block.
func (h *head) agrees(slot int) bool {
	first := h.states[0].slots[slot]
	for _, s := range h.states {
		if v := s.slots[slot]; v == nil || v.Type != first.Type {
			return false
		}
	}
	return true
}

// openLoop starts a loop header: everything that the loop changes becomes a phi,
// whose other arguments come with the back edges.
func (b *builder) openLoop(l *level, i int, ways []way) {
	h := &l.heads[i]
	blk := &l.flow.blocks[i]
	changed, calls := l.flow.loopEffects(i)
	h.phis = make([]*ir.Value, len(l.slots))
	b.unite(h.block, ways, func(slot int) bool { return changed.has(slot) })
	b.merge(ways, func(get func(i int) *ir.Value, o *object, field int) *ir.Value {
		return b.loopPhi(h, ways, get, o, field)
	})
	h.objects = b.objects
	for slot := range l.slots {
		if !blk.live.has(slot) || !h.agrees(slot) {
			l.slots[slot], l.saved[slot] = nil, nil
			continue
		}
		get := func(i int) *ir.Value { return h.states[i].slots[slot] }
		if allSame(ways, get) && !changed.has(slot) {
			l.slots[slot] = get(0)
			continue
		}
		h.phis[slot] = b.newPhi(ways, get)
		l.slots[slot], l.saved[slot] = h.phis[slot], nil
	}
	h.phiX = b.newPhi(ways, func(i int) *ir.Value { return h.states[i].x })
	b.x = h.phiX
	if b.env.Profile {
		h.phiQ = b.newPhi(ways, func(i int) *ir.Value { return b.number(h.states[i].from, h.states[i].q) })
		l.q = uncounted{v: h.phiQ}
	}
	if calls {
		// Callees write where the operand stack was.
		for slot := range l.saved {
			if offsetOf(l.method, slot) >= decoded.FrameHeader {
				l.saved[slot] = nil
			}
		}
	}
}

// loopEffects are the slots that a loop may change, and whether it calls. The loop is
// all that leads back to its header: in reverse postorder, blocks of an outer loop that
// the code was entered in the middle of may stand behind the last jump to the header.
func (w *flow) loopEffects(i int) (changed set, calls bool) {
	changed = make(set, (w.slots+63)/64)
	h := &w.blocks[i]
	member := make([]bool, len(w.blocks))
	member[i] = true
	work := []int{i}
	for len(work) > 0 {
		k := work[len(work)-1]
		work = work[:len(work)-1]
		for index := w.blocks[k].start; index < w.blocks[k].end; index++ {
			in := &w.code.Instructions[index]
			defines(in, func(o int32, _ byte) { changed.add(slotOf(w.method, o)) })
			calls = calls || invokes(in.Op)
		}
		for _, p := range w.blocks[k].preds {
			switch {
			case w.blocks[p].order >= h.order:
				if !member[p] {
					member[p] = true
					work = append(work, p)
				}
			case k != i:
				// The loop has another entry, where slots may have any values.
				for j := range changed {
					changed[j] = math.MaxUint64
				}
				calls = true
			}
		}
	}
	return changed, calls
}

// read is the value of a slot. An object that is virtual is made.
func (b *builder) read(l *level, offset int32) *ir.Value { return b.real(b.peek(l, offset)) }

// peek is the same without making an object: it may stand for one that is virtual.
func (b *builder) peek(l *level, offset int32) *ir.Value {
	v := l.slots[slotOf(l.method, offset)]
	if v == nil {
		decline("an operand has no value")
	}
	return v
}

// write gives a slot a new value.
func (b *builder) write(l *level, offset int32, v *ir.Value) {
	slot := slotOf(l.method, offset)
	if l.slots[slot] != v || !v.Ref {
		l.saved[slot] = nil
	}
	l.slots[slot] = v
}

// split ends the block with a condition and goes on in a new block; it returns the
// block for the condition being true, which is cold.
func (b *builder) split(condition *ir.Value) (cold, rest *ir.Block) {
	cold, rest = b.f.NewBlock(), b.f.NewBlock()
	cold.Cold = true
	b.b.Kind, b.b.Control = ir.BlockIf, condition
	b.b.To(cold)
	b.b.To(rest)
	return cold, rest
}

// aside runs f, which adds to a cold block that comes back to the block where b
// goes on, without letting it change what is known there.
func (b *builder) aside(l *level, cold *ir.Block, f func()) {
	before := b.snapshot(l)
	b.b = cold
	f()
	b.b = before.from
	b.restore(l, before)
}

// pollEntry is the yieldpoint at the start of a method, if it has one. Nothing is
// counted there, so that the number that waits stays a constant.
func (b *builder) pollEntry(l *level) {
	if l.method.YieldsAtEntry() {
		b.poll(l, 0, Yields)
	}
}

// poll is a yieldpoint before instruction index. Where the frame pauses, its bytecodes
// are counted, so that those who watch a loop see it go on.
func (b *builder) poll(l *level, index int, kind Kind) {
	cold, rest := b.split(b.pure(wasm.OpI32LeS, wasm.I32, b.x, b.i32(0)))
	var x *ir.Value
	q := []uncounted{l.q, l.q}
	b.aside(l, cold, func() {
		id := b.i32(b.waits(l, index, kind))
		call := b.value(ir.OpCall, 0, b.args, id, b.node, b.x, b.uncounted(l))
		call.Call = &ir.Call{Function: FuncYield, Type: hostTypes[FuncYield], Arguments: 5}
		left := b.value(ir.OpResult, wasm.I32, call)
		throws := ThrowFlushed
		if kind == Yields {
			throws = ThrowYielding
		} else {
			b.counted(l, index)
		}
		e, values := b.exit(l, index, throws)
		call.Exit, call.Args = e, append(call.Args, values...)
		x = b.add(left, int32(l.code.Ordinals[index]))
		q[1] = l.q
		b.b.Kind = ir.BlockJump
		b.b.To(rest)
	})
	b.b = rest
	l.q = b.joinUncounted([]*state{{from: rest.Preds[0], q: q[0]}, {from: rest.Preds[1], q: q[1]}})
	b.x = b.value(ir.OpPhi, wasm.I32, b.x, x)
}
