package mix

import (
	"slices"

	"hotlens/profiles/instructions"
	"hotlens/vm/opcodes"
)

// This file looks at innermost loops without calls, which processors execute in another way than one instruction
// after the other: as vectors, or bound by the latency of what each iteration needs from the one before.

// Latency and throughput of the kinds in picoseconds, as measured on a current x86-64 under HotSpot. They only decide
// whether a loop waits for its recurrence; what it then costs is the cost model's.
var (
	latency = [instructions.Count]int{
		instructions.Integer: 270, instructions.Compare: 270, instructions.IntegerMultiply: 810,
		instructions.IntDivide: 3880, instructions.LongDivide: 4500, instructions.ConstantDivide: 3000,
		instructions.FloatAdd: 700, instructions.FloatMultiply: 1100, instructions.FloatDivide: 4660, instructions.FloatRemainder: 39000,
		instructions.Convert: 1300, instructions.ArrayLoad: 1300, instructions.FieldLoad: 1300, instructions.ArrayLength: 1300,
	}
	throughput = [instructions.Count]int{
		instructions.Integer: 70, instructions.Compare: 140, instructions.IntegerMultiply: 270,
		instructions.IntDivide: 1670, instructions.LongDivide: 2000, instructions.ConstantDivide: 800,
		instructions.FloatAdd: 140, instructions.FloatMultiply: 140, instructions.FloatDivide: 1200, instructions.FloatRemainder: 39000,
		instructions.Convert: 300, instructions.ArrayLoad: 140, instructions.FieldLoad: 140, instructions.ArrayLength: 70,
		instructions.ArrayStore: 180, instructions.ReferenceArrayStore: 1000, instructions.FieldStore: 180, instructions.ReferenceFieldStore: 300,
		instructions.Branch: 140, instructions.ClassTest: 400, instructions.InterfaceTest: 400,
		instructions.NewObject: 5000, instructions.NewArray: 5000,
		instructions.InvokeDirect: 2000, instructions.InvokeVirtual: 2000, instructions.InvokeInterface: 2000, instructions.InvokeDynamic: 5000,
	}
)

// The bounds of what is looked at, which keep the work proportional to the code: values of a loop's body and
// variables that it carries from one iteration to the next.
const (
	maxValues  = 4096
	maxCarried = 64
)

// value is what an instruction of a loop's body computes, or joins where ways meet.
type value struct {
	instruction int32 // -1: a variable at the start of an iteration, or a join
	operands    [3]int32
}

// none is the value that does not depend on the iteration before.
const none = -1

// slot is an operand: a value, and whether it is a long or double (category 2, JVMS 2.11.1).
type slot struct {
	value int32
	wide  bool
}

// state is what the simulation knows at a place of the body.
type state struct {
	stack  []slot
	locals []int32
}

// body is an innermost loop while it is simulated.
type body struct {
	*method
	first, last int
	values      []value
	uses        []int
	slots       map[int]int // index in state.locals of a local variable that the loop assigns
	joins       map[int]*state
	end         *state // at the branches back
	counter     int32  // value at the iteration's start of the variable that the only iinc counts up, none without one
	counters    int    // how many iincs there are

	branches, backs, joinsSeen int
	plain                      bool // nothing in it keeps a compiler from making vectors
	accesses                   int  // to elements of arrays
	exitCounts                 bool // the conditional branch compares the counter
}

// look gives the instructions of an innermost loop the kinds that follow from how it is executed.
func (m *method) look(l [2]int) {
	b := &body{method: m, first: l[0], last: l[1], counter: none, plain: true, slots: map[int]int{}, joins: map[int]*state{}}
	if !b.simulate() {
		return
	}
	if kind, ok := b.vector(); ok {
		for k := b.first; k <= b.last; k++ {
			if !b.leaves[k] {
				m.list[k].kind = kind
			}
		}
		return
	}
	b.recurrence()
}

// simulate executes the body once with values that stand for what it computes. It fails for what this file
// does not look at.
func (b *body) simulate() bool {
	for k := b.first; k <= b.last; k++ {
		i := &b.list[k]
		switch {
		case b.leaves[k]: // the loop
		case i.op == opcodes.Jsr, i.op == opcodes.JsrW, i.op == opcodes.Ret, i.kind == instructions.Switch, i.kind == instructions.Monitor, b.handler[k]:
			return false
		case i.op >= opcodes.Istore && i.op <= opcodes.Astore3, i.op == opcodes.Iinc:
			local := i.local(b.code)
			if _, ok := b.slots[local]; !ok {
				b.slots[local] = len(b.slots)
			}
			if i.op == opcodes.Iinc {
				b.counters++
			}
		}
	}
	if len(b.slots) > maxCarried {
		return false
	}
	s := &state{locals: make([]int32, len(b.slots))}
	for i := range s.locals {
		s.locals[i] = b.value(-1)
	}
	if b.counters == 1 {
		for k := b.first; k <= b.last; k++ {
			if b.list[k].op == opcodes.Iinc {
				b.counter = int32(b.slots[b.list[k].local(b.code)]) // the first values are the variables
			}
		}
	}
	for k := b.first; k <= b.last; k++ {
		if b.leaves[k] {
			s = nil
			continue
		}
		if j := b.joins[k]; j != nil {
			b.joinsSeen++
			if s = b.join(j, s); s == nil {
				return false
			}
		}
		if s == nil { // behind a goto, a return or a throw, and nothing of the loop branches here
			if b.target[k] {
				return false
			}
			continue
		}
		if !b.step(s, k) || len(b.values) > maxValues {
			return false
		}
		if b.list[k].ends() {
			s = nil
		}
	}
	return b.end != nil
}

// value makes a value of instruction k.
func (b *body) value(k int, operands ...int32) int32 {
	v := value{instruction: int32(k), operands: [3]int32{none, none, none}}
	copy(v.operands[:], operands)
	for _, o := range operands {
		if o != none {
			b.uses[o]++
		}
	}
	b.values = append(b.values, v)
	b.uses = append(b.uses, 0)
	return int32(len(b.values) - 1)
}

// join is the state where two ways meet, nil if they do not agree on the stack.
func (b *body) join(x, y *state) *state {
	if x == nil {
		return y
	}
	if y == nil {
		return x
	}
	if len(x.stack) != len(y.stack) {
		return nil
	}
	merge := func(p, q int32) int32 {
		if p == q {
			return p
		}
		return b.value(-1, p, q)
	}
	joined := &state{}
	for i := range x.stack {
		joined.stack = append(joined.stack, slot{merge(x.stack[i].value, y.stack[i].value), x.stack[i].wide})
	}
	for i := range x.locals {
		joined.locals = append(joined.locals, merge(x.locals[i], y.locals[i]))
	}
	return joined
}

func (s *state) copy() *state {
	return &state{slices.Clone(s.stack), slices.Clone(s.locals)}
}

func (s *state) push(v int32, wide bool) { s.stack = append(s.stack, slot{v, wide}) }

// pop takes n operands off the stack, the top one last; nil if there are fewer.
func (s *state) pop(n int) []slot {
	if len(s.stack) < n {
		return nil
	}
	popped := s.stack[len(s.stack)-n:]
	s.stack = s.stack[:len(s.stack)-n]
	return popped
}

// step simulates instruction k. It fails for code that does not fit the simulation.
func (b *body) step(s *state, k int) bool {
	i := &b.list[k]
	op := i.op
	switch {
	case op == 0: // nop
	case op < opcodes.Iload: // constants
		s.push(none, op == 9 || op == 10 || op == 14 || op == 15 || op == opcodes.Ldc2W)
	case op <= opcodes.Aload3: // loads
		kind := op - opcodes.Iload
		if op >= opcodes.Iload0 {
			kind = (op - opcodes.Iload0) / 4
		}
		v := int32(none)
		if at, ok := b.slots[i.local(b.code)]; ok {
			v = s.locals[at]
		}
		s.push(v, kind == 1 || kind == 3)
	case op <= opcodes.Saload:
		o := s.pop(2)
		if o == nil {
			return false
		}
		b.access(o[0], o[1], op == opcodes.Aaload)
		s.push(b.value(k, o[0].value, o[1].value), op == 47 || op == 49) // laload, daload
	case op <= opcodes.Astore3: // stores
		o := s.pop(1)
		if o == nil {
			return false
		}
		s.locals[b.slots[i.local(b.code)]] = o[0].value
	case op <= opcodes.Sastore:
		o := s.pop(3)
		if o == nil {
			return false
		}
		b.access(o[0], o[1], op == opcodes.Aastore)
		b.use(o...)
	case op <= opcodes.Swap:
		return shuffle(&s.stack, op, func(x slot) bool { return x.wide })
	case op <= opcodes.Dneg && op >= 116: // neg
		return b.compute(s, k, 1, (op-116)%2 == 1)
	case op < 116: // add to rem
		if kind := i.kind; kind == instructions.IntDivide || kind == instructions.LongDivide || kind == instructions.ConstantDivide || kind == instructions.FloatRemainder {
			b.plain = false
		}
		return b.compute(s, k, 2, (op-opcodes.Iadd)%2 == 1)
	case op <= opcodes.Lxor:
		return b.compute(s, k, 2, (op-opcodes.Ishl)%2 == 1)
	case op == opcodes.Iinc:
		at := b.slots[i.local(b.code)]
		s.locals[at] = b.value(k, s.locals[at])
	case op <= opcodes.I2s:
		wide := op == opcodes.I2l || op == 135 || op == 138 || op == 140 || op == 141 || op == 143 // i2l i2d l2d f2l f2d d2l
		return b.compute(s, k, 1, wide)
	case op <= opcodes.Dcmpg:
		b.plain = false
		return b.compute(s, k, 2, false)
	case op < opcodes.Goto, op == opcodes.Ifnull, op == opcodes.Ifnonnull:
		n := 1
		if op >= opcodes.IfIcmpeq && op <= opcodes.IfAcmpne {
			n = 2
		}
		o := s.pop(n)
		if o == nil {
			return false
		}
		b.branches++
		for _, x := range o {
			b.exitCounts = b.exitCounts || x.value != none && (x.value == b.counter || b.counts(x.value))
		}
		b.flow(s, k)
	case op == opcodes.Goto, op == opcodes.GotoW:
		b.flow(s, k)
	case i.returns():
		b.plain = false
	case op == opcodes.Getstatic, op == opcodes.Getfield:
		_, _, desc, err := b.class.Ref(uint16(u2(b.code, i.at+1)))
		if err != nil {
			return false
		}
		object := int32(none)
		if op == opcodes.Getfield {
			o := s.pop(1)
			if o == nil {
				return false
			}
			object = o[0].value
		}
		s.push(b.value(k, object), desc == "J" || desc == "D")
	case op == opcodes.Putstatic, op == opcodes.Putfield:
		b.plain = false
		n := int(op-opcodes.Putstatic)/2 + 1
		o := s.pop(n)
		if o == nil {
			return false
		}
		b.use(o...)
	case i.calls():
		b.plain = false
		return b.call(s, k)
	case op == opcodes.New:
		b.plain = false
		s.push(none, false)
	case op == opcodes.Newarray, op == opcodes.Anewarray, op == opcodes.Checkcast, op == opcodes.Instanceof:
		b.plain = false
		return b.compute(s, k, 1, false)
	case op == opcodes.Arraylength:
		return b.compute(s, k, 1, false)
	case op == opcodes.Athrow:
		b.plain = false
	default:
		return false
	}
	return true
}

// call makes a value of what a method returns. It is there when the operands are: what the method itself takes is charged where it is called.
func (b *body) call(s *state, k int) bool {
	c, err := b.callee(&b.list[k])
	if err != nil {
		return false
	}
	o := s.pop(c.operands)
	if c.operands > 0 && o == nil {
		return false
	}
	if c.result == "V" {
		b.use(o...)
	} else {
		var operands []int32
		for _, x := range o {
			if x.value != none && len(operands) < len(value{}.operands) {
				operands = append(operands, x.value)
			}
		}
		s.push(b.value(k, operands...), c.result == "J" || c.result == "D")
	}
	return true
}

// counts reports whether a value is the counter after it was incremented.
func (b *body) counts(v int32) bool {
	k := b.values[v].instruction
	return b.counter != none && k >= 0 && b.list[k].op == opcodes.Iinc
}

// compute pops n operands and pushes what the instruction makes of them.
func (b *body) compute(s *state, k, n int, wide bool) bool {
	o := s.pop(n)
	if o == nil {
		return false
	}
	var operands [2]int32
	for i, x := range o {
		operands[i] = x.value
		if x.value != none && x.value == b.counter {
			b.plain = false // HotSpot's compiler of JDK 17 makes no vectors of the counter
		}
	}
	s.push(b.value(k, operands[:n]...), wide)
	return true
}

func (b *body) use(operands ...slot) {
	for _, o := range operands {
		if o.value != none {
			b.uses[o.value]++
		}
	}
}

// access notes an access to an element of an array: plain ones are a[i] with the loop's counter, of an array
// that the loop does not assign.
func (b *body) access(array, index slot, reference bool) {
	b.accesses++
	if reference || b.counter == none || index.value != b.counter || array.value != none && !b.invariant(array.value) {
		b.plain = false
	}
}

// invariant reports whether a value is the content of a field that does not depend on the loop.
func (b *body) invariant(v int32) bool {
	k := b.values[v].instruction
	return k >= 0 && b.list[k].kind == instructions.FieldLoad && b.values[v].operands[0] == none
}

// flow passes the state on to where a branch goes.
func (b *body) flow(s *state, k int) {
	b.list[k].branches(b.code, func(bci int) {
		switch t := b.at(bci); {
		case t == b.first:
			b.backs++
			if b.end == nil {
				b.end = s.copy()
			} else {
				b.end = b.join(b.end, s)
			}
		case t > k && t <= b.last:
			b.joins[t] = b.join(b.joins[t], s.copy())
		}
	})
}

// shuffle does what the stack instructions do (JVMS 6.5, forms by category).
func shuffle[T any](stack *[]T, op byte, isWide func(T) bool) bool {
	s := *stack
	n := len(s)
	wide := func(depth int) bool { return depth <= n && isWide(s[n-depth]) }
	// copied operands of the top are put below so many others, or so many are taken off
	copied, below := 1, 0
	switch op {
	case opcodes.Pop, opcodes.Pop2:
		if op == opcodes.Pop2 && !wide(1) {
			copied = 2
		}
		if n < copied {
			return false
		}
		*stack = s[:n-copied]
		return true
	case opcodes.Swap:
		if n < 2 {
			return false
		}
		s[n-1], s[n-2] = s[n-2], s[n-1]
		return true
	case opcodes.DupX1:
		below = 1
	case opcodes.DupX2:
		below = 2
		if wide(2) {
			below = 1
		}
	case opcodes.Dup2, opcodes.Dup2X1, opcodes.Dup2X2:
		if !wide(1) {
			copied = 2
		}
		switch {
		case op == opcodes.Dup2X1:
			below = 1
		case op == opcodes.Dup2X2 && wide(copied+1):
			below = 1
		case op == opcodes.Dup2X2:
			below = 2
		}
	}
	if n < copied+below {
		return false
	}
	top := slices.Clone(s[n-copied:])
	*stack = slices.Insert(s, n-copied-below, top...)
	return true
}

// vector is the kind of a loop that a vectorising compiler turns into vector code: counted, with one way
// through it and one out of it, and nothing from one iteration to the next but its counter and sums.
// HotSpot's compiler makes no vectors of other loops.
func (b *body) vector() (instructions.Kind, bool) {
	if !b.plain || b.counters != 1 || b.accesses == 0 || b.branches != 1 || b.backs != 1 || b.joinsSeen != 0 || !b.exitCounts {
		return 0, false
	}
	kind := instructions.VectorMap
	for v := range b.slots {
		at := b.slots[v]
		end := b.end.locals[at]
		switch {
		case int32(at) == b.counter:
			if end == none || !b.counts(end) {
				return 0, false
			}
		case b.uses[at] == 0: // assigned before it is read
		case end == int32(at):
		default:
			// A sum: its value is added to once, and is used for nothing else.
			if end == none || b.values[end].instruction < 0 || b.uses[at] != 1 || b.uses[end] != 0 ||
				!slices.Contains(b.values[end].operands[:], int32(at)) {
				return 0, false
			}
			if k := b.list[b.values[end].instruction]; !sums(k.op) {
				return 0, false
			}
			kind = instructions.VectorReduction
		}
	}
	return kind, true
}

// sums reports whether an operation of integers can be done in any order.
func sums(op byte) bool {
	switch op {
	case opcodes.Iadd, opcodes.Iadd + 1, 104, 105: // iadd, ladd, imul, lmul
		return true
	}
	return op >= opcodes.Iand && op <= opcodes.Lxor
}

// recurrence finds the longest chain of dependences from a variable at the start of an iteration to the same
// variable at its end. Where the processor waits for it longer than the iteration takes otherwise, its instructions, and
// those beside it, have kinds that say so.
func (b *body) recurrence() {
	longest, variable := 0, none
	var best []int
	distance := make([]int, len(b.values))
	for at, end := range b.end.locals {
		if end == none || end == int32(at) {
			continue
		}
		b.distances(at, distance)
		if distance[end] > longest {
			longest, variable, best = distance[end], at, slices.Clone(distance)
		}
	}
	if variable == none {
		return
	}
	work := 0
	for k := b.first; k <= b.last; k++ {
		if !b.leaves[k] {
			work += b.throughput(&b.list[k])
		}
	}
	if longest <= work {
		return
	}
	on := map[int]bool{}
	for v := b.end.locals[variable]; v != int32(variable); {
		if k := b.values[v].instruction; k >= 0 {
			on[int(k)] = true
		}
		next := int32(none)
		for _, o := range b.values[v].operands {
			if o != none && best[o] >= 0 && (next == none || best[o] > best[next]) {
				next = o
			}
		}
		v = next
	}
	for k := b.first; k <= b.last; k++ {
		i := &b.list[k]
		switch {
		case b.leaves[k], i.conditional() && !on[k], i.calls(): // nothing hides a branch that is predicted wrongly, nor all of what is called
		case on[k]:
			i.kind = recurrent(i)
		default:
			i.kind = instructions.Overlapped
		}
	}
}

// distances sets how long after variable at is known each value is known, -1 for those that do not depend on it.
func (b *body) distances(at int, distance []int) {
	for v := range b.values {
		distance[v] = -1
		if v == at {
			distance[v] = 0
		}
		for _, o := range b.values[v].operands {
			if o != none && distance[o] >= 0 {
				own := 0
				if k := b.values[v].instruction; k >= 0 {
					own = b.list[k].latency()
				}
				distance[v] = max(distance[v], distance[o]+own)
			}
		}
	}
}

// latency is how long an instruction's result takes.
func (i *instruction) latency() int {
	if i.quotient() {
		return latency[instructions.IntegerMultiply] + 2*latency[instructions.Integer] // the shift and the sign
	}
	return latency[i.kind]
}

// small are classes whose methods, called in loops, mostly are a few instructions.
var small = map[string]bool{"java/lang/String": true, "java/lang/Math": true, "java/lang/Character": true}

// smallCall is what a call of such a method takes, in picoseconds.
const smallCall = 500

// throughput is what an instruction takes that nothing waits for.
func (b *body) throughput(i *instruction) int {
	if i.calls() {
		if c, err := b.callee(i); err == nil && small[c.class] {
			return smallCall
		}
	}
	return throughput[i.kind]
}

// quotient reports whether an instruction divides by a constant, which is one multiplication. The remainder takes another one.
func (i *instruction) quotient() bool {
	return i.kind == instructions.ConstantDivide && (i.op == opcodes.Idiv || i.op == opcodes.Ldiv)
}

// recurrent is the kind of an instruction on the chain.
func recurrent(i *instruction) instructions.Kind {
	if i.quotient() {
		return instructions.RecurrentMultiply
	}
	switch i.kind {
	case instructions.Integer, instructions.Compare:
		return instructions.RecurrentInteger
	case instructions.FloatAdd:
		return instructions.RecurrentAdd
	case instructions.IntegerMultiply, instructions.FloatMultiply:
		return instructions.RecurrentMultiply
	case instructions.ConstantDivide:
		return instructions.RecurrentConstantDivide
	case instructions.IntDivide, instructions.LongDivide, instructions.FloatDivide, instructions.FloatRemainder:
		return instructions.RecurrentDivide
	case instructions.ArrayLoad, instructions.FieldLoad, instructions.ArrayLength:
		return instructions.RecurrentLoad
	}
	return instructions.RecurrentOther
}
