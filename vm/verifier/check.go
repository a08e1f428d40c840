package verifier

import (
	"math"

	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/opcodes"
)

// This file checks a method by its StackMapTable (JVMS 4.10.1): one pass over
// the code, with the type state of the current instruction, that is compared
// with the declared frames where control comes from elsewhere.

// checker checks one method.
type checker struct {
	*context
	code
	frame    frame
	frames   []mapFrame // that the StackMapTable declares, by rising bytecode index
	returns  Type
	handlers handlerSet
}

func (c *checker) maxStack() int { return len(c.frame.stack) }

func checkMethod(v *context, m *classes.Method) {
	v.budget = methodBudget
	c := &checker{context: v, code: newCode(m, &v.scratch)}
	body := m.Member.Code
	c.frame.locals = zeroed(&v.scratch.locals, int(body.MaxLocals))
	c.frame.stack = zeroed(&v.scratch.stack, int(body.MaxStack))
	c.typed = true
	c.setArguments()
	if at := c.scan(); at >= 0 {
		c.fail(badCode(at), "Bad instruction")
	}
	c.checkHandlers()
	c.checkVariables()
	c.readStackMap()
	c.run()
}

// setArguments puts the method's arguments into the locals (JVMS 4.10.1.6).
func (c *checker) setArguments() {
	f, m := &c.frame, c.method
	c.returns = c.returned(m.Desc)
	var buffer [8]Type
	arguments := buffer[:0]
	if !m.Static() {
		arguments = append(arguments, c.this)
		if m.Name == "<init>" && c.this != c.object {
			arguments[0], f.uninitialized = uninitializedThis, true
		}
	}
	arguments = append(arguments, c.signature(m.Desc).arguments...)
	if len(arguments) > len(f.locals) {
		c.failFormat("Arguments can't fit into locals")
	}
	f.size = copy(f.locals, arguments)
}

// checkHandlers checks the exception table.
func (c *checker) checkHandlers() {
	for _, h := range c.method.Member.Code.Handlers {
		switch {
		case !c.isStart(int(h.Start)):
			c.failFormat("Illegal exception table start_pc %d", h.Start)
		case int(h.End) != len(c.bytes) && !c.isStart(int(h.End)):
			c.failFormat("Illegal exception table end_pc %d", h.End)
		case !c.isStart(int(h.Handler)):
			c.failFormat("Illegal exception table handler_pc %d", h.Handler)
		}
		if h.CatchIndex == 0 {
			continue
		}
		if caught := c.classAt(int(h.CatchIndex)); !c.assignable(caught, c.throwable, false) {
			c.fail(c.badType(int(h.Handler), c.constant(int(h.CatchIndex), caught), c.implicit(c.throwable)),
				"Catch type is not a subclass of Throwable in exception handler %d", h.Handler)
		}
	}
	c.handlers.init(c.method.Member.Code.Handlers)
}

// checkVariables checks where the debugging information says that local
// variables live.
func (c *checker) checkVariables() {
	for _, v := range c.method.Member.Code.Variables {
		if !c.isStart(int(v.Start)) {
			c.failFormat("Illegal local variable table start_pc %d", v.Start)
		}
		if end := int(v.Start) + int(v.Length); end != len(c.bytes) && !c.isStart(end) {
			c.failFormat("Illegal local variable table length %d", v.Length)
		}
	}
}

// run goes through the code.
func (c *checker) run() {
	f := &c.frame
	falls := true
	next := 0 // index of the next declared frame
	for at := 0; at < len(c.bytes); at += c.length(at) {
		f.at, f.mark = at, f.depth
		next = c.enter(next, falls)
		op, local := c.opcode(at)
		stores := op >= opcodes.Istore && op <= opcodes.Astore
		if stores {
			// The handlers see the state before the store.
			c.checkHandlerFrames(f.uninitialized)
		}
		initialized := c.instruction(op, local)
		falls = c.eachTarget(at, c.checkTarget)
		if !stores {
			c.checkHandlerFrames(f.uninitialized || initialized)
		}
	}
	if falls {
		c.fail(badCode(len(c.bytes)), "Control flow falls through code end")
	}
}

// enter goes over to the frame that is declared for the current instruction, if
// one is. It returns the index of the next one.
func (c *checker) enter(next int, falls bool) int {
	f := &c.frame
	if next == len(c.frames) {
		if !falls {
			c.fail(badCode(f.at), "Expecting a stack map frame")
		}
		return next
	}
	m := &c.frames[next]
	if m.at != f.at {
		if !falls {
			c.fail(missingFrame(f.at), "Expecting a stack map frame")
		}
		return next
	}
	if falls {
		if wrong := c.match(top, f.uninitialized, m); wrong != nil {
			c.fail(*wrong, "Instruction type does not match stack map")
		}
	}
	f.become(m)
	return next + 1
}

// checkTarget checks that control may go on at a branch's target.
func (c *checker) checkTarget(target int) {
	f := &c.frame
	if offset := target - f.at; offset < -math.MaxUint16 || offset > math.MaxUint16 {
		shown := fault{reason: "Invalid stackmap specification.", current: c.current()}
		c.fail(shown, "Illegal target of jump or branch (bci %d + offset %d)", f.at, offset)
	}
	m := c.frameAt(target)
	if m == nil {
		c.fail(missingFrame(f.at), "Expecting a stackmap frame at branch target %d", target)
	}
	if wrong := c.match(top, f.uninitialized, m); wrong != nil {
		c.fail(*wrong, "Inconsistent stackmap frames at branch target %d", target)
	}
}

// handlerSet knows the handlers that guard the current instruction.
type handlerSet struct {
	all     []classfile.Handler
	low     int // first and behind the last guarded bytecode index
	high    int
	active  []int // indices of handlers that guard [from, to)
	from    int
	to      int
	checked []handlerState // by index: the state that was found right
}

// handlerState is what of a type state counts for a handler.
type handlerState struct {
	version       int
	uninitialized bool
}

func (s *handlerSet) init(all []classfile.Handler) {
	s.all = all
	if len(all) == 0 {
		return
	}
	s.low = int(all[0].Start)
	for _, h := range all {
		s.low, s.high = min(s.low, int(h.Start)), max(s.high, int(h.End))
	}
	s.checked = make([]handlerState, len(all))
	for i := range s.checked {
		s.checked[i].version = -1
	}
}

// guarding lists the handlers of the instruction at bytecode index at.
func (c *checker) guarding(at int) []int {
	s := &c.handlers
	if at < s.low || at >= s.high {
		return nil
	}
	if at >= s.from && at < s.to {
		return s.active
	}
	c.spend(len(s.all))
	s.active = s.active[:0]
	s.from, s.to = at, s.high
	for i, h := range s.all {
		switch {
		case at < int(h.Start):
			s.to = min(s.to, int(h.Start))
		case at < int(h.End):
			s.active = append(s.active, i)
			s.to = min(s.to, int(h.End))
		}
	}
	return s.active
}

// checkHandlerFrames checks that each handler of the current instruction may be
// entered with the current locals.
func (c *checker) checkHandlerFrames(uninitialized bool) {
	f := &c.frame
	guarding := c.guarding(f.at)
	c.spend(len(guarding))
	for _, i := range guarding {
		s := &c.handlers
		state := handlerState{f.version, uninitialized}
		if s.checked[i] == state {
			continue
		}
		s.checked[i] = state
		h := &s.all[i]
		caught := c.throwable
		if h.CatchIndex != 0 {
			caught = c.classAt(int(h.CatchIndex))
		}
		if c.maxStack() == 0 {
			c.fail(fault{at: f.at, reason: "Exceeded max stack size.", current: c.view(f.at, f.locals[:f.size], nil, uninitialized)}, "Operand stack overflow")
		}
		m := c.frameAt(int(h.Handler))
		if m == nil {
			c.fail(missingFrame(f.at), "Expecting a stackmap frame at branch target %d", h.Handler)
		}
		if wrong := c.match(caught, uninitialized, m); wrong != nil {
			c.fail(*wrong, "Stack map does not match the one at exception handler %d", h.Handler)
		}
	}
}

// instruction checks the current instruction against the type state and applies
// it. Branches are the caller's. It reports whether a constructor's this has been
// initialised.
func (c *checker) instruction(op, local int) (initialized bool) {
	f := &c.frame
	switch {
	case op >= opcodes.Iload && op <= opcodes.Aload:
		c.pushValue(c.load(local, kindTypes[op-opcodes.Iload]))
	case op >= opcodes.Istore && op <= opcodes.Astore:
		c.store(local, c.popValue(kindTypes[op-opcodes.Istore]))
	case op == opcodes.Iinc:
		c.load(local, integer)
		c.store(local, integer)
	case op >= opcodes.Iaload && op <= opcodes.Saload:
		c.arrayLoad(op)
	case op >= opcodes.Iastore && op <= opcodes.Sastore:
		c.arrayStore(op)
	case op >= opcodes.Pop2 && op <= opcodes.Swap:
		c.shuffle(op)
	case op == opcodes.Tableswitch, op == opcodes.Lookupswitch:
		if c.file.Major < versionNoFailover && !c.zeroPadding(f.at) {
			c.fail(badCode(f.at), "Nonzero padding byte in lookupswitch or tableswitch")
		}
		c.pop(integer)
		if op == opcodes.Lookupswitch && !c.sortedKeys(f.at) {
			c.fail(badCode(f.at), "Bad lookupswitch instruction")
		}
	case op >= opcodes.Ireturn && op <= opcodes.Return:
		c.leave(op)
	case op == opcodes.Ldc:
		c.ldc(op, c.u1(f.at+1))
	case op == opcodes.LdcW, op == opcodes.Ldc2W:
		c.ldc(op, c.u2(f.at+1))
	case op >= opcodes.Getstatic && op <= opcodes.Putfield:
		c.field(op)
	case op >= opcodes.Invokevirtual && op <= opcodes.Invokedynamic:
		return c.invoke(op)
	case op >= opcodes.New && op <= opcodes.Instanceof || op == opcodes.Multianewarray:
		c.objects(op)
	case op < len(effects) && effects[op] != "":
		c.apply(effects[op])
	case op == opcodes.Ret && c.u1(f.at) == opcodes.Wide:
		c.fail(badCode(f.at), "Bad wide instruction")
	default: // jsr and ret too: these class files have none
		c.fail(badCode(f.at), "Bad instruction: %02x", op)
	}
	return false
}

// letterTypes are what the letters of effects stand for.
var letterTypes = [256]Type{'I': integer, 'F': float, 'J': long, 'D': double, 'N': null, 'A': anyReference, '1': category1}

// apply applies an instruction's fixed effect.
func (c *checker) apply(effect string) {
	split := 0
	for effect[split] != '>' {
		split++
	}
	for i := split - 1; i >= 0; i-- {
		c.popValue(letterTypes[effect[i]])
	}
	for _, letter := range []byte(effect[split+1:]) {
		c.pushValue(letterTypes[letter])
	}
}

// arrayOf pops an array that the instruction's kind can access: null is one.
func (c *checker) arrayOf(kind int) Type {
	t := c.pop(anyReference)
	if t == null {
		return t
	}
	want := arrayDescriptors[kind]
	if t.kind() == array {
		name := c.name(t)
		switch {
		case want != "" && name == want,
			kind == opcodes.Aaload-opcodes.Iaload && (name[1] == 'L' || name[1] == '['),
			kind == opcodes.Baload-opcodes.Iaload && (name == "[B" || name == "[Z"):
			return t
		}
	}
	message := "Bad type on operand stack in " + c.mnemonic(c.frame.at)
	switch {
	case want != "":
		c.fail(c.badType(c.frame.at, c.top(), c.implicit(c.reference(want))), "%s", message)
	case kind == opcodes.Aaload-opcodes.Iaload:
		c.fail(c.badType(c.frame.at, c.top(), c.implicit(anyReference)), "%s", message)
	}
	c.fail(c.badType(c.frame.at, c.top()), "%s", message)
	return top
}

func (c *checker) arrayLoad(op int) {
	c.pop(integer)
	t := c.arrayOf(op - opcodes.Iaload)
	switch {
	case op != opcodes.Aaload:
		c.pushValue(elementTypes[op-opcodes.Iaload])
	case t == null:
		c.push(null)
	default:
		c.push(c.component(c.name(t)))
	}
}

func (c *checker) arrayStore(op int) {
	if op == opcodes.Aastore {
		c.pop(c.object) // whether the array takes it shows when it runs
	} else {
		c.popValue(elementTypes[op-opcodes.Iastore])
	}
	c.pop(integer)
	c.arrayOf(op - opcodes.Iastore)
}

// shuffle checks pop2, dup and its relatives, and swap: no long or double may be
// split.
func (c *checker) shuffle(op int) {
	pair := func() [2]Type { // a value of two slots or two of one
		upper := c.popAny()
		switch {
		case upper.isCategory1():
			return [2]Type{c.pop(category1), upper}
		case upper.isSecond():
			return [2]Type{c.pop(category2), upper}
		}
		c.fail(c.badType(c.frame.at, c.top()), "Bad type on operand stack in %s", c.mnemonic(c.frame.at))
		return [2]Type{}
	}
	if op == opcodes.Dup { // by far the most frequent
		t := c.pop(category1)
		c.push(t)
		c.push(t)
		return
	}
	single := func() []Type { return []Type{c.pop(category1)} }
	double := func() []Type {
		p := pair()
		return p[:]
	}
	var upper, lower []Type
	switch op {
	case opcodes.Pop2:
		pair()
		return
	case opcodes.DupX1, opcodes.Swap:
		upper, lower = single(), single()
	case opcodes.DupX2:
		upper, lower = single(), double()
	case opcodes.Dup2:
		upper = double()
	case opcodes.Dup2X1:
		upper, lower = double(), single()
	case opcodes.Dup2X2:
		upper, lower = double(), double()
	}
	c.pushTypes(upper)
	c.pushTypes(lower)
	if op != opcodes.Swap {
		c.pushTypes(upper)
	}
}

// leave checks the return instructions.
func (c *checker) leave(op int) {
	f := &c.frame
	if op == opcodes.Return {
		switch {
		case c.returns != top:
			c.fail(badCode(f.at), "Method expects a return value")
		case c.method.Name == "<init>" && f.uninitialized:
			c.fail(badCode(f.at), "Constructor must call super() or this() before return")
		}
		return
	}
	t := kindTypes[op-opcodes.Ireturn]
	if t.isFirst() {
		c.pop(second(t))
	}
	t = c.pop(t)
	switch {
	case c.returns == top:
		c.fail(c.badType(f.at, c.top(), c.fromSignature(top)), "Method does not expect a return value")
	case !c.assignable(t, c.returns, false):
		c.fail(c.badType(f.at, c.top(), c.fromSignature(c.returns)), "Bad return type")
	}
}
