package verifier

import (
	"fmt"

	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/opcodes"
)

// This file verifies old class files by type inference (JVMS 4.10.2): a data flow
// analysis finds the types before each basic block, by merging what comes in from
// all sides until nothing changes any more.

// inferClass verifies all methods, the last one first as HotSpot does.
func inferClass(v *context) {
	for i := len(v.class.Methods) - 1; i >= 0; i-- {
		if m := v.class.Methods[i]; m.Member != nil && m.Member.Code != nil {
			inferMethod(v, m)
		}
	}
}

// state is what is known before an instruction. Its slices are never changed, so
// that states share them.
type state struct {
	locals      []Type // the rest is top
	stack       []Type
	constructed bool // a constructor has called another on all paths
	noReturn    bool // this call of another constructor may have failed
	subroutines []subroutine
}

// subroutine is one that is being executed: what starts at entry. A ret
// restores the types of the locals that it has not touched.
type subroutine struct {
	entry   int
	touched []uint64 // a bit per local
}

// inferrer verifies one method.
type inferrer struct {
	*context
	code
	maxLocals, maxStack int
	returns             Type // top for void
	isInit              bool

	leaders []bool   // by bytecode index: states are kept there
	states  []*state // by bytecode index of a leader; nil: not reached
	changed []bool   // by bytecode index of a leader: to be looked at (again)
	jsrs    map[int][]int
	rets    map[int]int // the ret by which a jsr's subroutine returns

	// The instruction that is being looked at, and the state that it changes.
	at, op, local int
	state
	version  int // changes with the locals
	handlers []handlerMerge

	protected map[int]bool // instructions that access members which need an own object
}

// handlerMerge is an exception table entry, with the version of the locals that
// were merged into its handler last.
type handlerMerge struct {
	classfile.Handler
	caught Type
	merged int
}

func inferMethod(v *context, m *classes.Method) {
	v.budget = methodBudget
	body := m.Member.Code
	n := &inferrer{
		context: v, code: newCode(m, &v.scratch), maxLocals: int(body.MaxLocals), maxStack: int(body.MaxStack),
		isInit: m.Name == "<init>" && v.this != v.object,
		jsrs:   map[int][]int{}, rets: map[int]int{}, protected: map[int]bool{},
	}
	n.scanAll()
	n.checkOperands()
	n.checkExceptionTable()
	n.begin()
	n.flow()
}

// fail ends the verification with a VerifyError.
func (n *inferrer) fail(format string, arguments ...any) {
	panic(stop{&Error{Class: verifyError, Message: n.where() + fmt.Sprintf(format, arguments...)}})
}

// failFormat ends the verification with a ClassFormatError.
func (n *inferrer) failFormat(message string) {
	panic(stop{&Error{Class: classFormatError, Message: n.where() + message}})
}

func (n *inferrer) where() string {
	m := n.method
	return fmt.Sprintf("(class: %s, method: %s signature: %s) ", m.Class.Name, m.Name, m.Desc)
}

// scanAll finds the instructions and the leaders.
func (n *inferrer) scanAll() {
	if at := n.scan(); at >= 0 {
		if length := n.length(at); length > 0 && length <= 0xFFFF {
			n.fail("Code stops in the middle of instruction  starting at offset %d", at)
		}
		n.fail("Illegal instruction found at offset %d", at)
	}
	size := len(n.bytes)
	n.leaders, n.states, n.changed = make([]bool, size), make([]*state, size), make([]bool, size)
}

// checkExceptionTable checks the handlers. HotSpot looks at the last one first.
func (n *inferrer) checkExceptionTable() {
	all := n.method.Member.Code.Handlers
	if n.maxStack < 1 && len(all) > 0 {
		n.fail("Stack size too large")
	}
	for i := len(all) - 1; i >= 0; i-- {
		h := all[i]
		if h.Start >= h.End || !n.isStart(int(h.Start)) || int(h.End) != len(n.bytes) && !n.isStart(int(h.End)) {
			n.failFormat("Illegal exception table range")
		}
		if h.Handler == 0 || !n.isStart(int(h.Handler)) {
			n.failFormat("Illegal exception table handler")
		}
		caught := n.throwable
		if h.CatchIndex != 0 {
			if caught = n.classAt(int(h.CatchIndex)); !n.assigns(caught, n.throwable) {
				n.fail("catch_type not a subclass of Throwable")
			}
		}
		n.leaders[h.Handler] = true
		n.handlers = append(n.handlers, handlerMerge{h, caught, -1})
	}
}

// begin sets the state before the first instruction.
func (n *inferrer) begin() {
	m := n.method
	var locals []Type
	if !m.Static() {
		locals = append(locals, n.this)
		if n.isInit {
			locals[0] = uninitializedThis
		}
	}
	s := n.signature(m.Desc)
	locals = append(locals, s.arguments...)
	if len(locals) > n.maxLocals {
		n.failFormat("Arguments can't fit into locals")
	}
	if len(s.result) > 0 {
		n.returns = s.result[0]
	}
	n.leaders[0], n.changed[0] = true, true
	n.states[0] = &state{locals: locals}
}

// flow looks at the blocks whose states have changed, in the order of the code,
// until none has.
func (n *inferrer) flow() {
	for again := true; again; {
		again = false
		for at := range n.changed {
			if n.changed[at] {
				again = true
				n.changed[at] = false
				n.block(at)
			}
		}
		n.spend(len(n.changed) / 64)
	}
}

// block goes through the instructions from a leader on.
func (n *inferrer) block(at int) {
	n.state = *n.states[at]
	n.spend(retained / 4 * (len(n.locals) + len(n.stack)))
	n.locals = append(make([]Type, 0, len(n.locals)+4), n.locals...)
	n.stack = append(make([]Type, 0, len(n.stack)+8), n.stack...)
	n.version++
	for {
		n.at = at
		n.op, n.local = n.opcode(at)
		n.spend(1)
		if falls := n.step(); !falls {
			return
		}
		at += n.length(at)
		if at >= len(n.bytes) {
			n.fail("Falling off the end of the code")
		}
		if n.leaders[at] {
			return
		}
	}
}

// step looks at one instruction and hands the types on to where control goes from
// it. It reports whether control simply goes on behind it.
func (n *inferrer) step() (falls bool) {
	n.checkLocal()
	n.checkReturn()
	isInit := n.isInitCall()
	before := n.constructed
	n.mergeIntoHandlers(false)
	n.instruction()
	if len(n.stack) > n.maxStack {
		n.fail("Stack size too large")
	}
	if isInit {
		// The handlers see the objects as they were or as they are. One that guards
		// the call of another constructor must not return normally.
		n.mergeIntoHandlers(n.constructed && !before)
	}
	switch n.op {
	case opcodes.Jsr, opcodes.JsrW:
		n.callSubroutine()
		return false
	case opcodes.Ret:
		n.returnFromSubroutine()
		return false
	}
	next := n.at + n.length(n.at)
	if falls = n.eachTarget(n.at, func(int) {}); falls && next < len(n.bytes) && n.leaders[next] {
		n.mergeInto(next, n.stack)
	}
	n.eachTarget(n.at, func(target int) { n.mergeInto(target, n.stack) })
	return falls
}

// checkLocal checks that the local variable that an instruction reads has its
// type.
func (n *inferrer) checkLocal() {
	var want Type
	switch {
	case n.op >= opcodes.Iload && n.op <= opcodes.Aload:
		want = kindTypes[n.op-opcodes.Iload]
	case n.op == opcodes.Iinc:
		want = integer
	case n.op == opcodes.Ret:
		want = returnAddress
	default:
		return
	}
	i := n.local
	if want.isFirst() {
		if i+1 >= len(n.locals) {
			n.fail("Accessing value from uninitialized register pair %d/%d", i, i+1)
		}
		if n.locals[i] != want || n.locals[i+1] != second(want) {
			n.fail("Register pair %d/%d contains wrong type", i, i+1)
		}
		return
	}
	if i >= len(n.locals) {
		n.fail("Accessing value from uninitialized register %d", i)
	}
	have := n.locals[i]
	switch {
	case have == want, want == returnAddress && have.kind() == returnAddress:
	case have.kind() == returnAddress:
		n.fail("Cannot load return address from register %d", i)
	case want == anyReference && (have.isReference() || have.isUninitialized()):
	default:
		n.fail("Register %d contains wrong type", i)
	}
}

// checkReturn checks that a constructor may return.
func (n *inferrer) checkReturn() {
	if n.op < opcodes.Ireturn || n.op > opcodes.Return {
		return
	}
	if n.op == opcodes.Return && n.isInit && !n.constructed {
		n.fail("Constructor must call super() or this()")
	}
	if n.noReturn {
		n.fail("Cannot return normally")
	}
}

// touch notes that the instruction uses a local variable inside the subroutines
// that are being executed.
func (n *inferrer) touch(first, slots int) {
	if len(n.subroutines) == 0 {
		return
	}
	isTouched := func(s *subroutine, i int) bool { return s.touched[i/64]&(1<<(i%64)) != 0 }
	all := true
	for i := range n.subroutines {
		for k := first; k < first+slots; k++ {
			all = all && isTouched(&n.subroutines[i], k)
		}
	}
	if all {
		return
	}
	copied := make([]subroutine, len(n.subroutines))
	for i, s := range n.subroutines {
		n.spend(retained * len(s.touched))
		copied[i] = subroutine{s.entry, append([]uint64(nil), s.touched...)}
		for k := first; k < first+slots; k++ {
			copied[i].touched[k/64] |= 1 << (k % 64)
		}
	}
	n.subroutines = copied
}

// setLocal puts a type into a local variable.
func (n *inferrer) setLocal(i int, t Type) {
	slots := 1
	if t.isFirst() {
		slots = 2
	}
	for len(n.locals) < i+slots {
		n.locals = append(n.locals, top)
	}
	n.locals[i] = t
	if slots == 2 {
		n.locals[i+1] = second(t)
	}
	n.version++
	n.touch(i, slots)
}

// replace makes what is of the type from something of the type to, wherever it
// lies.
func (n *inferrer) replace(from, to Type) {
	for i, t := range n.locals {
		if t == from {
			n.locals[i] = to
			n.version++
			n.touch(i, 1)
		}
	}
	for i, t := range n.stack {
		if t == from {
			n.stack[i] = to
		}
	}
}

// callSubroutine hands the types on to a subroutine, which the return address on
// the stack belongs to.
func (n *inferrer) callSubroutine() {
	entry := n.stack[len(n.stack)-1].payload()
	for _, s := range n.subroutines {
		if s.entry == entry {
			n.fail("Recursive call to jsr entry")
		}
	}
	words := (n.maxLocals + 63) / 64
	n.spend(retained * words)
	n.subroutines = append(n.subroutines[:len(n.subroutines):len(n.subroutines)], subroutine{entry, make([]uint64, words)})
	if ret, known := n.rets[n.at]; known {
		n.changed[ret] = true
	}
	n.dropUninitialized()
	n.mergeInto(entry, n.stack)
}

// dropUninitialized makes objects unusable that a constructor has not been called
// for: they must not live across the borders of a subroutine.
func (n *inferrer) dropUninitialized() {
	for i, t := range n.locals {
		if t.kind() == uninitialized {
			n.locals[i] = top
		}
	}
	for i, t := range n.stack {
		if t.kind() == uninitialized {
			n.stack[i] = top
		}
	}
}

// returnFromSubroutine hands the types on to what follows the jsrs that call the
// subroutine. Locals that it has not used have the types that they had there.
func (n *inferrer) returnFromSubroutine() {
	entry := n.locals[n.local].payload()
	n.dropUninitialized()
	level := len(n.subroutines) - 1
	calls := n.jsrs[entry]
	for i := len(calls) - 1; i >= 0; i-- {
		jsr := calls[i]
		next := jsr + n.length(jsr)
		if next >= len(n.bytes) {
			n.fail("Falling off the end of the code")
		}
		if ret, known := n.rets[jsr]; known && ret != n.at {
			n.fail("Multiple returns to single jsr")
		}
		n.rets[jsr] = n.at
		before := n.states[jsr]
		if before == nil {
			continue // when the jsr is reached it looks at this ret again
		}
		for level >= 0 && n.subroutines[level].entry != entry {
			level--
		}
		if level < 0 {
			n.fail("Illegal return from subroutine")
		}
		// Decoding takes for granted that a subroutine leaves the stack as deep as it
		// was, as every compiler's do.
		if !sameShape(before.stack, n.stack) {
			n.fail("The stack differs between jsr and ret")
		}
		after := n.state
		after.locals = n.restored(before.locals, n.subroutines[level].touched)
		after.subroutines = n.subroutines[:level:level]
		n.mergeState(next, &after)
	}
}

// restored are the locals behind a jsr: those that the subroutine has touched as
// it leaves them, the others as they were.
func (n *inferrer) restored(before []Type, touched []uint64) []Type {
	size := max(len(before), len(n.locals))
	n.spend(size)
	after := make([]Type, size)
	for i := range after {
		from := before
		if touched[i/64]&(1<<(i%64)) != 0 {
			from = n.locals
		}
		if i < len(from) {
			after[i] = from[i]
		}
	}
	return after
}

// sameShape reports whether two stacks have values of the same sizes.
func sameShape(a, b []Type) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].isFirst() != b[i].isFirst() || a[i].isSecond() != b[i].isSecond() {
			return false
		}
	}
	return true
}

// mergeIntoHandlers hands the locals on to the handlers of the instruction.
func (n *inferrer) mergeIntoHandlers(noReturn bool) {
	n.spend(len(n.handlers))
	for i := range n.handlers {
		h := &n.handlers[i]
		if n.at < int(h.Start) || n.at >= int(h.End) || h.merged == n.version {
			continue
		}
		h.merged = n.version
		s := n.state
		s.stack = []Type{h.caught}
		s.noReturn = s.noReturn || noReturn
		n.mergeState(int(h.Handler.Handler), &s)
	}
}

// mergeInto merges the current locals and a stack into the state before an
// instruction.
func (n *inferrer) mergeInto(target int, stack []Type) {
	s := n.state
	s.stack = stack
	n.mergeState(target, &s)
}

// mergeState merges a state, whose slices it does not keep.
func (n *inferrer) mergeState(target int, s *state) {
	n.spend(1 + len(s.locals) + len(s.stack))
	old := n.states[target]
	if old == nil {
		n.spend(retained * (len(s.locals) + len(s.stack)))
		own := *s
		own.locals = append([]Type(nil), s.locals...)
		own.stack = append([]Type(nil), s.stack...)
		n.states[target] = &own
		n.changed[target] = true
		return
	}
	merged := *old
	stackChanged := n.mergeStack(&merged, s.stack)
	localsChanged := n.mergeLocals(&merged, s.locals)
	subroutinesChanged := n.mergeSubroutines(&merged, s.subroutines)
	merged.constructed = old.constructed && s.constructed
	merged.noReturn = old.noReturn || s.noReturn
	if stackChanged || localsChanged || subroutinesChanged || merged.constructed != old.constructed || merged.noReturn != old.noReturn {
		n.states[target] = &merged
		n.changed[target] = true
	}
}

func (n *inferrer) mergeStack(m *state, stack []Type) (changed bool) {
	if len(stack) != len(m.stack) {
		n.fail("Inconsistent stack height %d != %d", len(stack), len(m.stack))
	}
	for i, t := range stack {
		if n.assigns(t, m.stack[i]) {
			continue
		}
		if !changed {
			changed = true
			n.spend(retained * len(stack))
			m.stack = append([]Type(nil), m.stack...)
		}
		if m.stack[i] = n.join(t, m.stack[i]); m.stack[i] == top {
			n.fail("Mismatched stack types")
		}
	}
	return changed
}

func (n *inferrer) mergeLocals(m *state, locals []Type) (changed bool) {
	if len(locals) < len(m.locals) {
		m.locals = m.locals[:len(locals)]
		changed = true
	}
	copied := false
	for i, old := range m.locals {
		if n.assigns(locals[i], old) {
			continue
		}
		if !copied {
			copied, changed = true, true
			n.spend(retained * len(m.locals))
			m.locals = append([]Type(nil), m.locals...)
		}
		m.locals[i] = n.join(locals[i], old)
	}
	return changed
}

// mergeSubroutines keeps the subroutines that both states are in, with what either
// has touched.
func (n *inferrer) mergeSubroutines(m *state, other []subroutine) (changed bool) {
	var common []subroutine
	from := 0
	for _, s := range m.subroutines {
		for j := from; j < len(other); j++ {
			if other[j].entry != s.entry {
				continue
			}
			from = j + 1
			touched, grown := n.union(s.touched, other[j].touched)
			changed = changed || grown
			common = append(common, subroutine{s.entry, touched})
			break
		}
		n.spend(1 + len(other))
	}
	if !changed && len(common) == len(m.subroutines) {
		return false
	}
	m.subroutines = common
	return true
}

func (n *inferrer) union(a, b []uint64) (both []uint64, grown bool) {
	for i := range a {
		if b[i]&^a[i] != 0 {
			grown = true
		}
	}
	if !grown {
		return a, false
	}
	n.spend(retained * len(a))
	both = append([]uint64(nil), a...)
	for i := range both {
		both[i] |= b[i]
	}
	return both, true
}
