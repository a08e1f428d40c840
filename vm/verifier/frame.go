package verifier

// frame is the type state before or within an instruction, as type checking goes
// through a method (JVMS 4.10.1.4).
type frame struct {
	at            int    // bytecode index of the instruction
	locals        []Type // as many as max_locals says
	size          int    // locals that are in use
	stack         []Type // as many as max_stack says
	depth         int    // stack slots in use
	mark          int    // depth when the instruction started
	uninitialized bool   // the constructor has not called another one yet
	version       int    // changes with the locals
}

// mapFrame is a frame that the StackMapTable declares for an instruction.
type mapFrame struct {
	at            int
	locals, stack []Type
	uninitialized bool
}

// push and pop move single slots of the operand stack; pop takes any type.

func (c *checker) push(t Type) {
	f := &c.frame
	if f.depth >= len(f.stack) {
		c.fail(c.overflow(f.at), "Operand stack overflow")
	}
	f.stack[f.depth] = t
	f.depth++
}

func (c *checker) popAny() Type {
	f := &c.frame
	if f.depth == 0 {
		c.fail(fault{at: f.at, reason: "Attempt to pop empty stack.", current: c.current()}, "Operand stack underflow")
	}
	f.depth--
	return f.stack[f.depth]
}

// pop takes a slot that must be assignable to want.
func (c *checker) pop(want Type) Type {
	t := c.popAny()
	if !c.assignable(t, want, false) {
		c.fail(c.badType(c.frame.at, c.top(), c.implicit(want)), "Bad type on operand stack")
	}
	return t
}

// pushValue and popValue move values of one or two slots.

func (c *checker) pushValue(t Type) {
	if !t.isFirst() {
		c.push(t)
		return
	}
	if f := &c.frame; f.depth >= len(f.stack)-1 {
		c.fail(c.overflow(f.at), "Operand stack overflow")
	}
	c.push(t)
	c.push(second(t))
}

// Of two wrong slots the lower one is reported.
func (c *checker) popValue(want Type) Type {
	if !want.isFirst() {
		return c.pop(want)
	}
	f := &c.frame
	switch {
	case f.depth < 2:
		f.depth = 0
	case f.stack[f.depth-2] != want:
		f.depth--
		return c.pop(want)
	}
	c.pop(second(want))
	return c.pop(want)
}

// popTypes takes the slots of a value of which types has one type each.
func (c *checker) popTypes(types []Type) {
	for i := len(types) - 1; i >= 0; i-- {
		c.pop(types[i])
	}
}

func (c *checker) pushTypes(types []Type) {
	for _, t := range types {
		c.push(t)
	}
}

// load checks that a local variable holds a value of the type and returns what
// it holds.
func (c *checker) load(index int, want Type) Type {
	f := &c.frame
	if want.isFirst() {
		c.loadPair(index, want)
		return want
	}
	if index >= len(f.locals) {
		c.fail(c.badLocal(index), "Local variable table overflow")
	}
	if !c.assignable(f.locals[index], want, false) {
		c.fail(c.badType(f.at, c.local(index), c.implicit(want)), "Bad local variable type")
	}
	f.size = max(f.size, index+1)
	return f.locals[index]
}

func (c *checker) loadPair(index int, want Type) {
	f := &c.frame
	if index >= f.size-1 {
		c.fail(c.badLocal(index), "get long/double overflows locals")
	}
	for i, t := range [2]Type{want, second(want)} {
		if f.locals[index+i] != t {
			c.fail(c.badType(f.at, c.local(index+i), c.implicit(t)), "Bad local variable type")
		}
	}
}

// store puts a value into a local variable. The other half of a long or double
// that it overwrites is no longer usable.
func (c *checker) store(index int, t Type) {
	f := &c.frame
	slots := 1
	if t.isFirst() {
		slots = 2
	}
	if index > len(f.locals)-slots {
		c.fail(c.badLocal(index), "Local variable table overflow")
	}
	f.version++
	last := index + slots - 1
	if f.locals[index].isSecond() {
		f.locals[index-1] = top
	}
	if f.locals[last].isFirst() {
		f.locals[last+1] = top
	}
	f.locals[index] = t
	if slots == 2 {
		f.locals[last] = second(t)
	}
	f.size = max(f.size, index+slots)
}

// initialize makes what is of the type from an object of the type to, wherever it
// lies.
func (c *checker) initialize(from, to Type) {
	f := &c.frame
	for i := range f.locals {
		if f.locals[i] == from {
			f.locals[i] = to
		}
	}
	for i := range f.depth {
		if f.stack[i] == from {
			f.stack[i] = to
		}
	}
	if from == uninitializedThis {
		f.uninitialized = false
	}
	f.version++
}

// become makes the frame that the StackMapTable declares the current one.
func (f *frame) become(m *mapFrame) {
	n := copy(f.locals, m.locals)
	clear(f.locals[n:])
	f.size = n
	f.depth = copy(f.stack, m.stack)
	f.uninitialized = m.uninitialized
	f.version++
}

// match checks that control may go from the current frame on as m: to an exception
// handler if caught is the type of what it catches, otherwise with the operand
// stack, for which caught is top. It returns what is wrong, nil if nothing.
func (c *checker) match(caught Type, uninitialized bool, m *mapFrame) *fault {
	f := &c.frame
	stack := f.stack[:f.depth]
	here := c.current
	if caught != top {
		stack = []Type{caught}
		here = func() *view { return c.view(f.at, f.locals[:f.size], stack, uninitialized) }
	}
	c.spend(1 + len(m.locals) + len(stack))
	there := func() *view { return c.view(m.at, m.locals, m.stack, m.uninitialized) }
	if len(stack) != len(m.stack) {
		return &fault{at: f.at, reason: "Current frame's stack size doesn't match stackmap.", current: here(), expected: there()}
	}
	mismatch := func(where string, i int, from, to Type) *fault {
		return &fault{
			at: m.at, current: here(), expected: there(),
			reason: "Type " + c.text(from) + place("current frame", where, i) + " is not assignable to " + c.text(to) + place("stack map", where, i),
		}
	}
	for i, to := range m.locals {
		if from := f.locals[i]; from != to && !c.assignable(from, to, false) {
			return mismatch("locals", i, from, to)
		}
	}
	for i, to := range m.stack {
		if from := stack[i]; from != to && !c.assignable(from, to, false) {
			return mismatch("stack", i, from, to)
		}
	}
	if uninitialized && !m.uninitialized {
		return &fault{at: m.at, reason: "Current frame's flags are not assignable to stack map frame's.", current: here(), expected: there()}
	}
	return nil
}
