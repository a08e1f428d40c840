package compiler

import (
	"math"
	"slices"

	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
	"hotlens/vm/decoded"
)

// This file builds the control flow and the state that goes with it.

// builder translates one method, with what is inlined into it.
type builder struct {
	env      *Env
	words    Words
	compiled *CompiledMethod
	f        *ir.Func
	b        *ir.Block // where values go; nil behind a block's end

	caller, args  *ir.Value // the caller's frame; the lowest address of the own one
	root          *level
	node          *ir.Value // its context
	operands      operands
	ledger        ledger
	escape        escape
	size          int                          // of the method and what is inlined into it, as the inliner estimates it
	ofMarks       int                          // values that leave marks
	extent        int32                        // how far beyond args frames of callees may reach
	reach         *ir.Value                    // the constant that becomes extent
	tooFar        *ir.Value                    // the comparison with it
	noSpeculation bool                         // see Compile
	anyContext    bool                         // see Compile
	exact         map[*ir.Value]*classes.Class // see classOf: what holds wherever the value is defined
	layouts       map[*classes.Class][]*classes.Field
	hints         *hints
	trusted       map[*ir.Value]*classes.Field // loads of fields that do not change: see trust
	assigned      map[*classes.Field]bool
	word          uint32    // half of an entry of the counters record that nobody has, 0 for none
	counters      *ir.Value // the counters record; nil without a profile
	foreign       *ir.Value // whether it is another compiled method's; nil if that is known
	flags         []activationsFlag
}

// level is one activation: the method that is compiled, or one inlined into it.
type level struct {
	method     *classes.Method
	code       *decoded.Code
	flow       *flow
	up         *level
	index      int       // of the call in up
	depth      int       // number of levels above
	base       int32     // of the frame, from args
	activation int       // among the compiled method's
	lock       *ir.Value // what a synchronized method has locked

	heads []head
	exits map[exitKey]madeFrameState
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
	// The phis of a loop's header that is under way: of the slots, the fuel, and the bytecodes that
	// wait, nil without a profile.
	phis            []*ir.Value
	fuel, uncounted *ir.Value
	// objects are those at the start of a loop, and loopObjects what of them changes in it.
	objects     []object
	loopObjects []loopObject
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

// magnitude is an integer without its sign. That of the least one has no place but without signs.
func (b *builder) magnitude(v *ir.Value) *ir.Value {
	shift, xor, sub, bits := byte(wasm.OpI32ShrS), byte(wasm.OpI32Xor), byte(wasm.OpI32Sub), int64(31)
	if v.Type == wasm.I64 {
		shift, xor, sub, bits = wasm.OpI64ShrS, wasm.OpI64Xor, wasm.OpI64Sub, 63
	}
	mask := b.pure(shift, v.Type, v, b.constant(v.Type, bits))
	return b.pure(sub, v.Type, b.pure(xor, v.Type, v, mask), mask)
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

// build translates the method.
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
	l := &level{method: m, code: m.Code, up: up, alone: -1, exits: map[exitKey]madeFrameState{}}
	l.flow = newFlow(m, entry)
	l.heads = make([]head, len(l.flow.blocks))
	if up != nil {
		l.depth = up.depth + 1
	}
	b.operands.enter(l.flow.slots)
	b.ledger.enter()
	return l
}

// enterMethod is the prologue: arguments, and the yieldpoint.
func (b *builder) enterMethod(l *level, x *ir.Value, arguments []*ir.Value) {
	b.ledger.fuel = x
	for i, letter := range b.bind(l, arguments) {
		arguments[i].Ref = isRef(letter)
		arguments[i].NonNil = i == 0 && !l.method.Static()
	}
	b.declaredParameters(l.method, arguments)
	// Only static calls and inlined bodies count on room behind the frame: whoever
	// called this method has looked whether the frame itself fits.
	b.pollEntry(l)
	b.checkStack(l, 0)
	b.onlyContext(l, 0)
	b.enterCounters(0)
}

// declaredParameters notes what a method's declaration says of its arguments' classes.
func (b *builder) declaredParameters(m *classes.Method, arguments []*ir.Value) {
	if !m.Static() {
		if m.Class.Flags&classfile.AccFinal != 0 {
			b.exact[arguments[0]] = m.Class
		}
		arguments = arguments[1:]
	}
	descriptors, _, err := classfile.ParseDescriptor(m.Desc)
	if err != nil {
		return // no class is linked with such a one
	}
	for i, descriptor := range descriptors {
		b.declared(arguments[i], descriptor)
	}
}

// bind puts the arguments, the receiver first, into the slots of a method that starts, and
// gives the letters of their types.
func (b *builder) bind(l *level, arguments []*ir.Value) (letters []byte) {
	if !l.method.Static() {
		letters = append(letters, 'L')
	}
	letters = append(letters, l.method.Selector.Params...)
	slot := 0
	for i, letter := range letters {
		b.of(l).slots[slot] = arguments[i]
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
	b.ledger.fuel = b.add(limit, ordinal)
	b.execute(l, -ordinal)
	b.loadOperands(l, entry)
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
		b.closeLoopEscape(h, b.of(l).slots)
	}
	b.b.Kind = ir.BlockJump
	b.b.To(h.block)
	s := b.snapshot()
	if h.phis != nil {
		h.closeLoopOperands(s)
		b.closeLoopLedger(h, s)
	} else {
		h.states = append(h.states, s)
	}
	b.b = nil
}

// meet keeps, where states meet, what all of them know of memory and of classes.
func (b *builder) meet(states []*state) {
	b.operands.meetMemory(states)
	b.escape.meetFacts(states)
}

// open starts block i: it joins the states that lead to it.
func (b *builder) open(l *level, i int) {
	h := &l.heads[i]
	blk := &l.flow.blocks[i]
	b.b = h.block
	b.meet(h.states)
	b.reconcile(h.block, l, h.states, blk.header)
	ways := waysOf(h.states, func(s *state, _ int) []*ir.Value {
		values := slices.Clone(s.innermost().slots)
		for slot := range values {
			if !blk.live.has(slot) {
				values[slot] = nil
			}
		}
		return values
	})
	if blk.header {
		b.openLoop(l, i, ways)
		return
	}
	b.joinEscape(h.block, ways)
	b.joinOperands(l, h, blk.live, ways)
	b.joinLedger(l, ways)
}

// openLoop starts a loop header: everything that the loop changes becomes a phi,
// whose other arguments come with the back edges.
func (b *builder) openLoop(l *level, i int, ways []way) {
	h := &l.heads[i]
	changed, calls := l.flow.loopEffects(i)
	b.meetLoopEscape(h, changed, ways)
	b.meetLoopOperands(l, h, l.flow.blocks[i].live, changed, ways)
	b.meetLoopLedger(l, h, ways)
	if calls {
		b.overwrite(l, decoded.FrameHeader) // callees write where the operand stack was
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

// pollEntry is the yieldpoint at the start of a method, if it has one. Nothing is
// counted there, so that the number that waits stays a constant.
func (b *builder) pollEntry(l *level) {
	if l.method.YieldsAtEntry() {
		b.poll(l, 0, WaitsAtYieldpoint)
	}
}

// poll is a yieldpoint before instruction index. Where the frame pauses, its bytecodes
// are counted, so that those who watch a loop see it go on.
func (b *builder) poll(l *level, index int, kind Kind) {
	cold, rest := b.split(b.pure(wasm.OpI32LeS, wasm.I32, b.ledger.fuel, b.i32(0)))
	running := b.owes()
	var waited *state
	b.aside(cold, func() {
		id := b.i32(b.waits(l, index, kind))
		call := b.value(ir.OpCall, 0, b.args, id, b.node, b.ledger.fuel, b.uncounted(l))
		call.Call = &ir.Call{Function: FuncYield, Type: hostTypes[FuncYield], Arguments: 5, KeepsHierarchy: true}
		left := b.value(ir.OpResult, wasm.I32, call)
		throws := ThrowFlushed
		if kind == WaitsAtYieldpoint {
			throws = ThrowYielding
		} else {
			b.counted(l, index)
		}
		e, values := b.exit(l, index, throws)
		call.Exit, call.Args = e, append(call.Args, values...)
		b.ledger.fuel = b.add(left, int32(l.code.Ordinals[index]))
		waited = b.owes()
		b.b.Kind = ir.BlockJump
		b.b.To(rest)
	})
	b.b = rest
	ways := []way{{state: running}, {state: waited}}
	*b.owed(l) = b.joinUncounted(ways)
	b.ledger.fuel = b.value(ir.OpPhi, wasm.I32, running.ledger.fuel, waited.ledger.fuel)
}
