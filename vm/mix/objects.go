package mix

import (
	"math"
	"math/bits"
	"slices"

	"hotlens/profiles/flows"
	"hotlens/profiles/instructions"
	"hotlens/vm/classfile"
	"hotlens/vm/opcodes"
)

// This file finds where a method's references go, for the cost model to tell which objects HotSpot's compiler
// removes (Choi et al., "Escape analysis for Java", OOPSLA 1999). It is flow-sensitive in the local variables, and
// never follows a reference out of a field: what is read from one is nobody's of those here. As that compiler does it, it
// gives an object up that is used where it may be another one, such as the sum that a loop replaces by a new one. What it may have to have an object for though nobody else sees it is noted: that
// depends on how the method runs, and on what the object is.

const (
	// maxSources bounds the references that are told apart, to the bits of a word.
	maxSources = 64
	// maxPasses bounds how often the code is gone through; two or three passes are enough for nearly all.
	maxPasses = 8
)

// reference is what is known of a value: which sources it may be from.
type reference struct {
	from   uint64 // none for what is no reference of these
	merged bool   // it may be something else than from one of them
	wide   bool   // a long or double, which is none
	origin origin // of a number
	found  finding
	small  bool // an array that the method makes, of a small constant length
	fixed  bool // a constant
}

// origin says what a number was computed from.
type origin uint8

const (
	fromData    origin = 1 << iota // elements of arrays and fields
	fromCall                       // results of calls
	fromOrder                      // results of compare and compareTo
	fromCounter                    // local variables that are counted up or down
	fromElement                    // elements of arrays, which are data, too
	fromMixed                      // what has lost the order of what it was computed from
	fromBits                       // the same by operations on bits or the remainder of a constant, of which neither value can be foreseen
)

// meet is what a value is where it may be either.
func (r reference) meet(o reference) reference {
	if r == o {
		return r
	}
	m := reference{from: r.from | o.from, wide: r.wide || o.wide, origin: r.origin | o.origin, found: r.found.meet(o.found), small: r.small && o.small, fixed: r.fixed && o.fixed}
	m.merged = m.from != 0 && (r.merged || o.merged || r.from != o.from)
	return m
}

// frame is what is known at an instruction.
type frame struct {
	locals, stack []reference
	known         bool // that control gets here
}

// set makes a frame equal to another one, in its own memory.
func (f *frame) set(to *frame) {
	f.locals, f.stack = append(f.locals[:0], to.locals...), append(f.stack[:0], to.stack...)
}

// source is where a reference is from.
type source struct {
	kind  flows.Kind
	at    int // the argument or the bytecode index
	log   int // of the weight of an allocation
	sinks []flows.Word
}

// tracer finds the flows of a method.
type tracer struct {
	*method
	sources  []source
	seen     uint64    // the sources that others see
	returned reference // what all returns so far have returned
	returns  bool      // there was one
	indexed  []indexing
	busy     []bool  // by loop: compilers do not unroll it in full where they know how often it iterates
	frames   []frame // by instruction, of those that are branched to
	now      int     // the instruction that the pass is at
	again    bool    // what is known at an instruction that the pass had been at has changed
	arrays   []bool  // by instruction: it makes an array, which has been noted
	escaping uint64  // weights of allocations that are not told apart
	handlers []classfile.Handler
	member   *classfile.Member
	recurs   uint64 // arguments that are found when the method calls itself
	boxing   bool   // the method makes objects of primitive values, of which compilers know
	counters []bool // the local variables that are counted up or down
	entry, f frame
	thrown   frame         // where an exception is caught
	free     []reference   // memory for frames
	ordinals []int         // by source, of the summary
	summed   flows.Summary // the memory of summaries
}

// boxes are the classes of the objects that primitive values are boxed in.
var boxes = map[string]bool{
	"java/lang/Boolean": true, "java/lang/Byte": true, "java/lang/Character": true, "java/lang/Short": true,
	"java/lang/Integer": true, "java/lang/Long": true, "java/lang/Float": true, "java/lang/Double": true,
}

// flows finds where a method's references go; nil for one that shows others all it has.
func (t *tracer) flows(m *method, member *classfile.Member) flows.Summary {
	code, static := member.Code, member.Flags&classfile.AccStatic != 0
	params, _, err := classfile.ParseDescriptor(member.Descriptor)
	if err != nil || len(m.list) == 0 {
		return nil
	}
	t.member, t.recurs = member, 0
	t.method, t.sources, t.seen, t.returned, t.returns, t.escaping = m, t.sources[:0], 0, reference{}, false, 0
	t.indexed = t.indexed[:0]
	t.findBusy()
	t.handlers, t.boxing = code.Handlers, member.Name == "valueOf" && boxes[m.class.Name]
	t.frames, t.arrays, t.free = cleared(t.frames, len(m.list)+1), cleared(t.arrays, len(m.list)), t.free[:0]
	t.counters, t.entry.locals, t.entry.stack = cleared(t.counters, int(code.MaxLocals)), cleared(t.entry.locals, int(code.MaxLocals)), t.entry.stack[:0]
	for k := range m.list {
		if i := &m.list[k]; i.op == opcodes.Iinc {
			if local := i.local(m.code); local < len(t.counters) {
				t.counters[local] = true
			}
		}
	}
	slot, index := 0, 0
	argument := func(desc string) bool {
		if desc[0] == 'L' || desc[0] == '[' {
			if slot >= len(t.entry.locals) {
				return false
			}
			t.entry.locals[slot] = t.source(flows.Argument, index, 0)
		}
		slot++
		if desc == "J" || desc == "D" {
			slot++
		}
		index++
		return true
	}
	if !static && !argument("L") {
		return nil
	}
	for _, p := range params {
		if !argument(p) {
			return nil
		}
	}
	for pass := 0; ; pass++ {
		if pass == maxPasses {
			return nil
		}
		t.again = false
		t.findArguments(static, params)
		t.f.set(&t.entry)
		if !t.pass() {
			return nil
		}
		if !t.again {
			break
		}
	}
	t.indices()
	return t.summary()
}

// source is a reference from a source that the method has.
func (t *tracer) source(kind flows.Kind, at int, weight uint64) reference {
	number := slices.IndexFunc(t.sources, func(s source) bool { return s.kind == kind && s.at == at })
	if number < 0 {
		if number = len(t.sources); number == maxSources {
			return reference{}
		}
		if number == cap(t.sources) {
			t.sources = append(t.sources, source{})
		}
		t.sources = t.sources[:number+1]
		t.sources[number] = source{kind: kind, at: at, log: bits.Len64(weight) - 1, sinks: t.sources[number].sinks[:0]}
	}
	return reference{from: 1 << number}
}

// pass goes through the code once.
func (t *tracer) pass() bool {
	live := true
	for k := range t.list {
		if known := &t.frames[k]; known.known {
			if live && !t.join(k-1, k, &t.f) {
				return false
			}
			t.f.set(known)
			live = true
		}
		if !live {
			continue
		}
		i := &t.list[k]
		for _, h := range t.handlers {
			if int(h.Start) <= i.at && i.at < int(h.End) {
				t.thrown.locals, t.thrown.stack = t.f.locals, cleared(t.thrown.stack, 1)
				if to := t.at(int(h.Handler)); to < 0 || !t.join(k, to, &t.thrown) {
					return false
				}
			}
		}
		if !t.step(k) {
			return false
		}
		ok := true
		i.branches(t.code, func(bci int) {
			to := t.at(bci)
			ok = ok && to >= 0 && t.join(k, to, &t.f)
		})
		if !ok {
			return false
		}
		live = !i.ends()
	}
	return true
}

// join makes known at an instruction what a way to it brings, from another one.
func (t *tracer) join(from, to int, f *frame) bool {
	known := &t.frames[to]
	if !known.known {
		*known = frame{t.kept(f.locals), t.kept(f.stack), true}
		t.again = t.again || to <= from
		return true
	}
	if len(known.stack) != len(f.stack) {
		return false
	}
	meet := func(known, new []reference) {
		for i, r := range new {
			if m := known[i].meet(r); m != known[i] {
				known[i] = m
				t.again = t.again || to <= from
			}
		}
	}
	meet(known.locals, f.locals)
	meet(known.stack, f.stack)
	return true
}

// kept is a copy of what is known of some values, which lives as long as the method is looked at.
func (t *tracer) kept(list []reference) []reference {
	const block = 1024 // references, for the frames of nearly all methods
	if cap(t.free)-len(t.free) < len(list) {
		t.free = make([]reference, 0, max(block, len(list)))
	}
	from := len(t.free)
	t.free = append(t.free, list...)
	return t.free[from:len(t.free):len(t.free)]
}

// pop takes operands off the stack, the top one last; nil if there are fewer.
func (t *tracer) pop(n int) []reference {
	if n > len(t.f.stack) {
		return nil
	}
	popped := t.f.stack[len(t.f.stack)-n:]
	t.f.stack = t.f.stack[:len(t.f.stack)-n]
	return popped
}

// show notes that others see the objects that a reference may be of.
func (t *tracer) show(r reference) { t.seen |= r.from }

// look notes that an object is looked at, which has to be known to be the one.
func (t *tracer) look(r reference) {
	switch {
	case r.merged:
		t.show(r)
	case r.from != 0:
		t.hold(bits.TrailingZeros64(r.from))
	}
}

// hold notes it if a source's object is looked at in a loop that has it from before.
func (t *tracer) hold(number int) {
	s, loop := &t.sources[number], t.around[t.now]
	if loop < 0 || s.kind == flows.Argument {
		return
	}
	if made := t.at(s.at); made < t.headers[loop][0] || made > t.headers[loop][1] {
		t.add(number, flows.Sink(flows.Examined, int(flows.Held), 0))
	}
}

// sink notes where a reference goes.
func (t *tracer) sink(r reference, w flows.Word) {
	if t.look(r); r.from != 0 && !r.merged {
		t.add(bits.TrailingZeros64(r.from), w)
	}
}

// add notes a sink of a source.
func (t *tracer) add(number int, w flows.Word) {
	s := &t.sources[number]
	if slices.Contains(s.sinks, w) {
		return
	}
	if s.sinks = append(s.sinks, w); len(s.sinks) > flows.MaxSinks {
		t.seen |= 1 << number
	}
}

// step follows the references through instruction k. It fails for code that it does not understand.
func (t *tracer) step(k int) bool {
	t.now = k
	i := &t.list[k]
	op := i.op
	simple := func(pops int, results ...bool) bool {
		o := t.pop(pops)
		if pops > 0 && o == nil {
			return false
		}
		var from origin
		for _, r := range o {
			t.look(r)
			from |= r.origin
		}
		if t.mixes(k) {
			from |= fromMixed | t.bits(k)
		}
		for _, wide := range results {
			t.f.stack = append(t.f.stack, reference{wide: wide, origin: from})
		}
		if i.conditional() {
			t.branches(i, from)
		}
		return true
	}
	switch {
	case op == opcodes.Nop, op == opcodes.Iinc, op == opcodes.Goto, op == opcodes.GotoW, op == opcodes.Return:
		return true
	case op < opcodes.Iload:
		t.f.stack = append(t.f.stack, reference{fixed: true, wide: op == opcodes.Lconst0 || op == opcodes.Lconst1 || op == opcodes.Dconst0 || op == opcodes.Dconst1 || op == opcodes.Ldc2W})
		return true
	case op <= opcodes.Aload3:
		kind := op - opcodes.Iload
		if op >= opcodes.Iload0 {
			kind = (op - opcodes.Iload0) / 4
		}
		if kind == opcodes.Aload-opcodes.Iload {
			local := i.local(t.code)
			if local >= len(t.f.locals) {
				return false
			}
			t.f.stack = append(t.f.stack, t.f.locals[local])
			return true
		}
		local := i.local(t.code)
		if local >= len(t.f.locals) {
			return false
		}
		number := reference{wide: kind == opcodes.Lload-opcodes.Iload || kind == opcodes.Dload-opcodes.Iload, origin: t.f.locals[local].origin}
		switch {
		case number.origin&fromBits != 0: // it is no counter, though it may be counted up, too
			number.origin &^= fromCounter
		case t.counters[local]:
			number.origin = fromCounter
		}
		t.f.stack = append(t.f.stack, number)
		return true
	case op <= opcodes.Saload:
		o := t.pop(2)
		if o == nil {
			return false
		}
		t.index(o[0], o[1])
		t.f.stack = append(t.f.stack, reference{wide: op == opcodes.Laload || op == opcodes.Daload, origin: fromData | fromElement, found: t.element(k, o[0], o[1])})
		return true
	case op <= opcodes.Astore3:
		local, o := i.local(t.code), t.pop(1)
		if o == nil || local >= len(t.f.locals) {
			return false
		}
		t.f.locals[local] = o[0]
		return true
	case op <= opcodes.Sastore:
		o := t.pop(3)
		if o == nil {
			return false
		}
		t.index(o[0], o[1])
		t.show(o[2])
		return true
	case op <= opcodes.Swap:
		return shuffle(&t.f.stack, op, func(r reference) bool { return r.wide })
	case op <= opcodes.Drem:
		return simple(2, (op-opcodes.Iadd)%2 == 1)
	case op <= opcodes.Dneg:
		return simple(1, (op-opcodes.Ineg)%2 == 1)
	case op <= opcodes.Lxor:
		return simple(2, (op-opcodes.Ishl)%2 == 1)
	case op <= opcodes.I2s:
		return simple(1, op == opcodes.I2l || op == opcodes.I2d || op == opcodes.L2d || op == opcodes.F2l || op == opcodes.F2d || op == opcodes.D2l)
	case op <= opcodes.Dcmpg:
		return simple(2, false)
	case op <= opcodes.Ifle, op == opcodes.Ifnull, op == opcodes.Ifnonnull, op == opcodes.Monitorenter, op == opcodes.Monitorexit,
		op == opcodes.Tableswitch, op == opcodes.Lookupswitch, op >= opcodes.Ireturn && op <= opcodes.Dreturn:
		return simple(1)
	case op <= opcodes.IfAcmpne:
		if n := len(t.f.stack); op >= opcodes.IfAcmpeq && n >= 2 {
			for _, r := range t.f.stack[n-2:] {
				t.sink(r, flows.Sink(flows.Examined, int(flows.Compared), 0))
			}
		}
		return simple(2)
	case op == opcodes.Areturn, op == opcodes.Athrow:
		o := t.pop(1)
		if o == nil {
			return false
		}
		if op == opcodes.Athrow {
			t.show(o[0])
		} else {
			t.give(o[0])
		}
		return true
	case op >= opcodes.Getstatic && op <= opcodes.Putfield:
		return t.field(i)
	case i.calls():
		return t.call(i)
	case op == opcodes.New:
		t.f.stack = append(t.f.stack, t.source(flows.Allocation, i.at, i.weight))
		if t.f.stack[len(t.f.stack)-1].from == 0 {
			t.escaping += i.weight
		}
		return true
	case op == opcodes.Newarray, op == opcodes.Anewarray:
		if !simple(1, false) {
			return false
		}
		made := &t.f.stack[len(t.f.stack)-1]
		if length, ok := t.length(k); ok {
			*made = t.source(flows.Allocation, i.at, i.weight)
			if made.from != 0 {
				t.add(bits.TrailingZeros64(made.from), flows.Sink(flows.Examined, int(flows.Array), length))
			}
		}
		if made.from == 0 {
			t.array(i)
		}
		made.small = k > 0 && t.list[k-1].short()
		return true
	case op == opcodes.Multianewarray:
		t.array(i)
		return simple(int(t.code[i.at+3]), false)
	case op == opcodes.Arraylength:
		if len(t.f.stack) > 0 {
			t.row(k, t.f.stack[len(t.f.stack)-1].found)
		}
		return simple(1, false)
	case op == opcodes.Instanceof:
		return simple(1, false)
	case op == opcodes.Checkcast:
		return len(t.f.stack) > 0
	}
	return false
}

// branches notes what a conditional branch compares. One that compares what the program has read, or the bits of numbers, and no counter with its
// bound, goes either way. So does one by the sign of what a call returns, as comparisons do.
func (t *tracer) branches(i *instruction, from origin) {
	switch i.kind {
	case instructions.Branch, instructions.UnsureBranch, instructions.OrderBranch:
	default:
		return
	}
	if i.op >= opcodes.IfAcmpeq {
		return
	}
	sign := i.op >= opcodes.Iflt && i.op <= opcodes.Ifle
	switch {
	case from&fromCounter != 0:
		i.kind = instructions.Branch
	case from&fromOrder != 0 && sign:
		i.kind = instructions.OrderBranch
	case from&(fromData|fromBits) != 0 || from&fromCall != 0 && sign:
		i.kind = instructions.UnsureBranch
	default:
		i.kind = instructions.Branch
	}
}

// array notes an array that is made and that compilers keep, as they do not know its length, or it is too long.
func (t *tracer) array(i *instruction) {
	if k := t.at(i.at); !t.arrays[k] {
		t.arrays[k] = true
		t.escaping += i.weight
	}
}

// give notes that the method returns a reference. Where another return gives another, the caller gets one that may be either.
func (t *tracer) give(r reference) {
	if t.returns && !t.boxing {
		r = t.returned.meet(r)
	}
	t.returned, t.returns = r, true
	t.sink(r, flows.Sink(flows.Returned, 0, 0))
}

// field follows the references through an access to a field.
func (t *tracer) field(i *instruction) bool {
	class, _, desc, err := t.class.Ref(uint16(u2(t.code, i.at+1)))
	if err != nil || desc == "" {
		return false
	}
	load, object := i.op == opcodes.Getstatic || i.op == opcodes.Getfield, i.op == opcodes.Getfield || i.op == opcodes.Putfield
	var value, of reference
	if !load {
		o := t.pop(1)
		if o == nil {
			return false
		}
		value = o[0]
	}
	if object {
		o := t.pop(1)
		if o == nil {
			return false
		}
		of = o[0]
		t.look(of)
	}
	switch {
	case load:
		var found finding
		if object {
			found = t.loaded(i, class, desc, of.found)
		}
		t.f.stack = append(t.f.stack, reference{wide: desc == "J" || desc == "D", origin: fromData, found: found})
	case of.from == 0 || of.merged:
		t.show(value)
	default:
		t.sink(value, flows.Sink(flows.ToField, bits.TrailingZeros64(of.from), 0))
	}
	return true
}

// call follows the references through a call.
func (t *tracer) call(i *instruction) bool {
	c, err := t.callee(i)
	if err != nil {
		return false
	}
	o := t.pop(c.operands)
	if c.operands > 0 && o == nil {
		return false
	}
	for index, r := range o {
		// What is concatenated is not passed to what the instruction calls.
		if index > flows.MaxArgument || i.op == opcodes.Invokedynamic && c.result == "Ljava/lang/String;" {
			t.show(r)
		} else {
			t.sink(r, flows.Sink(flows.Passed, i.at, index))
		}
	}
	found := t.called(i, c, o)
	switch {
	case c.result == "V":
	case c.result[0] == 'L', c.result[0] == '[':
		t.f.stack = append(t.f.stack, t.source(flows.Result, i.at, 0))
		t.f.stack[len(t.f.stack)-1].found = found
	default:
		from := fromCall
		if c.name == "compare" || c.name == "compareTo" {
			from |= fromOrder
		}
		t.f.stack = append(t.f.stack, reference{wide: c.result == "J" || c.result == "D", origin: from})
	}
	return true
}

// summary is what was found.
func (t *tracer) summary() flows.Summary {
	// What is put into a field of an object that others see is seen as well.
	for changed := true; changed; {
		changed = false
		for n, s := range t.sources {
			for _, w := range s.sinks {
				if t.seen&(1<<n) == 0 && w.Kind() == flows.ToField && t.seen&(1<<w.At()) != 0 {
					t.seen |= 1 << n
					changed = true
				}
			}
		}
	}
	t.ordinals = cleared(t.ordinals, len(t.sources))
	kept := 0
	escaping := t.escaping
	for n, s := range t.sources {
		if t.seen&(1<<n) == 0 {
			t.ordinals[n] = kept
			kept++
		} else if s.kind == flows.Allocation {
			escaping += 1 << s.log
		}
	}
	if kept == 0 {
		return nil
	}
	summary := append(t.summed[:0], uint32(min(escaping, math.MaxUint32)))
	for n, s := range t.sources {
		if t.seen&(1<<n) != 0 {
			continue
		}
		summary = append(summary, uint32(flows.Source(s.kind, s.at, max(s.log, 0), len(s.sinks))))
		for _, w := range s.sinks {
			if w.Kind() == flows.ToField {
				w = flows.Sink(flows.ToField, t.ordinals[w.At()], 0)
			}
			summary = append(summary, uint32(w))
		}
	}
	t.summed = summary
	return summary
}
