package verifier

import (
	"hotlens/vm/classfile"
	"hotlens/vm/opcodes"
)

// This file is what inference makes of the single instructions.

// Constants that ldc may name in old class files, and those of version 49 too.
var (
	oldLdcTags  = tagSet(classfile.TagInteger, classfile.TagFloat, classfile.TagString)
	oldLdc2Tags = tagSet(classfile.TagLong, classfile.TagDouble)
)

// checkOperands checks what the instructions say in their operands, and finds the
// leaders.
func (n *inferrer) checkOperands() {
	for at := 0; at < len(n.bytes); at += n.length(at) {
		n.at = at
		n.op, n.local = n.opcode(at)
		n.checkOperand()
		if n.op == opcodes.Jsr || n.op == opcodes.JsrW || n.op == opcodes.Ret {
			n.leaders[at] = true
		}
	}
}

func (n *inferrer) checkOperand() {
	at := n.at
	switch op := n.op; {
	case op >= opcodes.Ifeq && op <= opcodes.Jsr, op == opcodes.Ifnull, op == opcodes.Ifnonnull, op == opcodes.GotoW, op == opcodes.JsrW:
		n.eachTarget(at, func(target int) {
			if !n.isStart(target) {
				n.fail("Illegal target of jump or branch")
			}
			n.leaders[target] = true
			if op == opcodes.Jsr || op == opcodes.JsrW {
				n.jsrs[target] = append(n.jsrs[target], at)
				if next := at + n.length(at); next < len(n.bytes) {
					n.leaders[next] = true
				}
			}
		})
	case op == opcodes.Tableswitch, op == opcodes.Lookupswitch:
		n.checkSwitch()
	case op == opcodes.Ldc:
		n.checkLdc(n.u1(at + 1))
	case op == opcodes.LdcW:
		n.checkLdc(n.u2(at + 1))
	case op == opcodes.Ldc2W:
		n.checkConstant(n.u2(at+1), oldLdc2Tags)
	case op >= opcodes.Getstatic && op <= opcodes.Putfield:
		index := n.u2(at + 1)
		n.checkConstant(index, fieldTags)
		if op == opcodes.Getfield || op == opcodes.Putfield {
			n.noteProtected(index, false)
		}
	case op >= opcodes.Invokevirtual && op <= opcodes.Invokeinterface:
		n.checkCall()
	case op == opcodes.Invokedynamic:
		n.fail("invokedynamic bytecode is not supported in this class file version")
	case op >= opcodes.New && op <= opcodes.Anewarray, op == opcodes.Checkcast, op == opcodes.Instanceof, op == opcodes.Multianewarray:
		n.checkTypeOperand()
	case op >= opcodes.Iload && op <= opcodes.Aload, op >= opcodes.Istore && op <= opcodes.Astore, op == opcodes.Iinc, op == opcodes.Ret:
		last := n.local
		if op == opcodes.Lload || op == opcodes.Dload || op == opcodes.Lstore || op == opcodes.Dstore {
			last++
		}
		if last >= n.maxLocals {
			n.fail("Illegal local variable number")
		}
	}
}

func (n *inferrer) checkSwitch() {
	if !n.zeroPadding(n.at) {
		n.fail("Non zero padding bytes in switch")
	}
	if n.op == opcodes.Lookupswitch && !n.sortedKeys(n.at) {
		n.fail("Unsorted lookup switch")
	}
	message := "Illegal default target in switch"
	n.eachTarget(n.at, func(target int) {
		if !n.isStart(target) {
			n.fail("%s", message)
		}
		n.leaders[target] = true
		message = "Illegal branch in tableswitch"
	})
}

// checkConstant checks that the constant at index has one of the tags.
func (n *inferrer) checkConstant(index int, allowed tags) {
	if index <= 0 || index >= n.file.Pool.Len() {
		n.fail("Illegal constant pool index")
	}
	if allowed&(1<<n.tag(index)) == 0 {
		n.fail("Illegal type in constant pool")
	}
}

func (n *inferrer) checkLdc(index int) {
	allowed := oldLdcTags
	if n.file.Major >= versionLdcClass {
		allowed |= classTags
	}
	n.checkConstant(index, allowed)
}

// noteProtected notes that the instruction accesses a protected member of a
// superclass in another package.
func (n *inferrer) noteProtected(index int, method bool) {
	class, name, desc := n.member(index)
	if class.kind() != object {
		return
	}
	super := n.superNamed(n.name(class))
	if super != nil && n.protectedElsewhere(super, name, desc, method) {
		n.protected[n.at] = true
	}
}

func (n *inferrer) checkCall() {
	index := n.u2(n.at + 1)
	allowed := methodTags
	if n.op == opcodes.Invokeinterface {
		allowed = interfaceTags
	}
	n.checkConstant(index, allowed)
	class, name, desc := n.member(index)
	switch {
	case name == "<init>" && n.op != opcodes.Invokespecial:
		n.fail("Must call initializers using invokespecial")
	case name[0] == '<' && name != "<init>":
		n.fail("Illegal call to internal method")
	case n.op == opcodes.Invokespecial && name != "<init>" && class != n.this && n.superNamed(n.name(class)) == nil:
		n.fail("Illegal use of nonvirtual function call")
	}
	switch n.op {
	case opcodes.Invokeinterface:
		if len(n.signature(desc).arguments)+1 != n.u1(n.at+3) {
			n.fail("Inconsistent args_size for invokeinterface")
		}
		if n.u1(n.at+4) != 0 {
			n.fail("Fourth operand byte of invokeinterface must be zero")
		}
	case opcodes.Invokevirtual, opcodes.Invokespecial:
		n.noteProtected(index, true)
	}
}

func (n *inferrer) checkTypeOperand() {
	if n.op == opcodes.Newarray {
		if kind := n.u1(n.at+1) - newarrayFirst; kind < 0 || kind >= len(newarrayDescriptors) {
			n.fail("Bad type passed to newarray")
		}
		return
	}
	index := n.u2(n.at + 1)
	n.checkConstant(index, classTags)
	t := n.classAt(index)
	switch n.op {
	case opcodes.Anewarray:
		if t.kind() == array && dimensions(n.name(t)) >= maxDimensions {
			n.fail("Array with too many dimensions")
		}
	case opcodes.New:
		if t.kind() != object {
			n.fail("Illegal creation of multi-dimensional array")
		}
	case opcodes.Multianewarray:
		if count := n.u1(n.at + 3); count == 0 || t.kind() != array || count > dimensions(n.name(t)) {
			n.fail("Illegal dimension argument")
		}
	}
}

// pop takes a slot off the stack.
func (n *inferrer) pop() Type {
	k := len(n.stack) - 1
	if k < 0 {
		n.fail("Unable to pop operand off an empty stack")
	}
	t := n.stack[k]
	n.stack = n.stack[:k]
	return t
}

// expectations are what messages say of a value that has not the type.
var expectations = map[Type]string{
	integer: "Expecting to find integer on stack", long: "Expecting to find long on stack",
	float: "Expecting to find float on stack", double: "Expecting to find double on stack",
}

// popValue takes a primitive value of one or two slots.
func (n *inferrer) popValue(want Type) {
	have := n.pop()
	if want.isFirst() {
		if have != second(want) {
			n.fail("%s", expectations[want])
		}
		n.pop()
		return
	}
	if have != want {
		n.fail("%s", expectations[want])
	}
}

// popReference takes a reference to an initialised object.
func (n *inferrer) popReference() Type {
	t := n.pop()
	if !t.isReference() {
		n.fail("Expecting to find object/array on stack")
	}
	return t
}

func (n *inferrer) push(t Type) {
	n.stack = append(n.stack, t)
	if t.isFirst() {
		n.stack = append(n.stack, second(t))
	}
}

// popField takes a value that goes into something with the type; it returns what it
// takes.
func (n *inferrer) popField(want Type) Type {
	switch {
	case want.isReference():
		return n.popReference()
	default:
		n.popValue(want)
		return want
	}
}

// isInitCall reports whether the instruction calls a constructor.
func (n *inferrer) isInitCall() bool {
	if n.op != opcodes.Invokespecial {
		return false
	}
	_, name, _ := n.member(n.u2(n.at + 1))
	return name == "<init>"
}

// instruction checks the instruction and applies its effect.
func (n *inferrer) instruction() {
	switch op := n.op; {
	case op >= opcodes.Iload && op <= opcodes.Aload:
		t := n.locals[n.local]
		n.push(t)
		n.touch(n.local, slotsOf(t))
	case op >= opcodes.Istore && op < opcodes.Astore:
		t := kindTypes[op-opcodes.Istore]
		n.popValue(t)
		n.setLocal(n.local, t)
	case op == opcodes.Astore:
		t := n.pop()
		if !t.isReference() && !t.isUninitialized() && t.kind() != returnAddress {
			n.fail("Expecting to find object/array on stack")
		}
		n.setLocal(n.local, t)
	case op == opcodes.Iinc, op == opcodes.Ret:
		n.touch(n.local, 1)
	case op >= opcodes.Iaload && op <= opcodes.Saload:
		n.arrayLoad()
	case op >= opcodes.Iastore && op <= opcodes.Sastore:
		n.arrayStore()
	case op >= opcodes.Pop && op <= opcodes.Swap:
		n.shuffle()
	case op == opcodes.Jsr, op == opcodes.JsrW:
		n.eachTarget(n.at, func(target int) { n.push(addressOf(target)) })
	case op >= opcodes.Ireturn && op <= opcodes.Return:
		n.leave()
	case op == opcodes.Ldc:
		n.push(n.constantType(n.tag(n.u1(n.at + 1))))
	case op == opcodes.LdcW, op == opcodes.Ldc2W:
		n.push(n.constantType(n.tag(n.u2(n.at + 1))))
	case op >= opcodes.Getstatic && op <= opcodes.Putfield:
		n.field()
	case op >= opcodes.Invokevirtual && op <= opcodes.Invokeinterface:
		n.call()
	case op >= opcodes.New && op <= opcodes.Instanceof, op == opcodes.Multianewarray:
		n.objects()
	case op == opcodes.Ifnull, op == opcodes.Ifnonnull:
		if t := n.pop(); !t.isReference() && !t.isUninitialized() {
			n.fail("Expecting to find object/array on stack")
		}
	default:
		n.apply(effects[op])
	}
}

func slotsOf(t Type) int {
	if t.isFirst() {
		return 2
	}
	return 1
}

// apply applies an instruction's fixed effect.
func (n *inferrer) apply(effect string) {
	split := 0
	for effect[split] != '>' {
		split++
	}
	for i := split - 1; i >= 0; i-- {
		if t := letterTypes[effect[i]]; t == anyReference {
			n.popReference()
		} else {
			n.popValue(t)
		}
	}
	for _, letter := range []byte(effect[split+1:]) {
		n.push(letterTypes[letter])
	}
}

// arrayNames are how messages call the arrays of iaload to saload.
var arrayNames = [8]string{"ints", "longs", "floats", "doubles", "objects or arrays", "bytes or Booleans", "chars", "shorts"}

// popArray takes an array that the instruction's kind can access: null is one.
func (n *inferrer) popArray(kind int) Type {
	t := n.pop()
	if t == null {
		return t
	}
	if t.kind() == array {
		name := n.name(t)
		switch kind {
		case opcodes.Aaload - opcodes.Iaload:
			if name[1] == 'L' || name[1] == '[' {
				return t
			}
		case opcodes.Baload - opcodes.Iaload:
			if name == "[B" || name == "[Z" {
				return t
			}
		default:
			if name == arrayDescriptors[kind] {
				return t
			}
		}
	}
	n.fail("Expecting to find array of %s on stack", arrayNames[kind])
	return top
}

func (n *inferrer) arrayLoad() {
	n.popValue(integer)
	t := n.popArray(n.op - opcodes.Iaload)
	switch {
	case n.op != opcodes.Aaload:
		n.push(elementTypes[n.op-opcodes.Iaload])
	case t == null:
		n.push(null)
	default:
		n.push(n.component(n.name(t)))
	}
}

func (n *inferrer) arrayStore() {
	if n.op == opcodes.Aastore {
		n.popReference()
	} else {
		n.popValue(elementTypes[n.op-opcodes.Iastore])
	}
	n.popValue(integer)
	n.popArray(n.op - opcodes.Iastore)
}

// shuffle checks pop, dup and their relatives, and swap: no long or double may
// be split.
func (n *inferrer) shuffle() {
	const split = "Attempt to split long or double on the stack"
	single := func() []Type {
		t := n.pop()
		if t.isSecond() {
			n.fail(split)
		}
		return []Type{t}
	}
	pair := func() []Type {
		upper := n.pop()
		if upper.isSecond() {
			return []Type{n.pop(), upper}
		}
		return append(single(), upper)
	}
	var upper, lower []Type
	switch n.op {
	case opcodes.Pop:
		single()
		return
	case opcodes.Pop2:
		pair()
		return
	case opcodes.Dup:
		upper = single()
	case opcodes.DupX1, opcodes.Swap:
		upper, lower = single(), single()
	case opcodes.DupX2:
		upper, lower = single(), pair()
	case opcodes.Dup2:
		upper = pair()
	case opcodes.Dup2X1:
		upper, lower = pair(), single()
	case opcodes.Dup2X2:
		upper, lower = pair(), pair()
	}
	n.stack = append(append(n.stack, upper...), lower...)
	if n.op != opcodes.Swap {
		n.stack = append(n.stack, upper...)
	}
}

func (n *inferrer) leave() {
	const wrong = "Wrong return type in function"
	if n.op == opcodes.Return {
		if n.returns != top {
			n.fail(wrong)
		}
		return
	}
	want := kindTypes[n.op-opcodes.Ireturn]
	have := want
	if want == anyReference {
		have = n.popReference()
	} else {
		n.popValue(want)
	}
	if n.returns == top || !n.assigns(have, n.returns) {
		n.fail(wrong)
	}
}

// field checks getstatic, putstatic, getfield and putfield.
func (n *inferrer) field() {
	class, name, desc := n.member(n.u2(n.at + 1))
	t := n.appendField(nil, desc)[0]
	value := t
	if n.op == opcodes.Putstatic || n.op == opcodes.Putfield {
		value = n.popField(t)
	}
	if n.op == opcodes.Getfield || n.op == opcodes.Putfield {
		receiver := n.pop()
		if n.op == opcodes.Putfield && receiver == uninitializedThis && class == n.this && n.class.Field(name, desc) != nil {
			// A constructor may set its class's fields before it calls another.
			receiver = n.this
		}
		if !receiver.isReference() {
			n.fail("Expecting to find object/array on stack")
		}
		if !n.assigns(receiver, class) {
			n.fail("Incompatible type for getting or setting field")
		}
		if n.protected[n.at] && !n.assigns(receiver, n.this) {
			n.fail("Bad access to protected data")
		}
	}
	switch n.op {
	case opcodes.Putstatic, opcodes.Putfield:
		if !n.assigns(value, t) {
			n.fail("Bad type in putfield/putstatic")
		}
	default:
		n.push(t)
	}
}

// call checks the calls.
func (n *inferrer) call() {
	class, name, desc := n.member(n.u2(n.at + 1))
	s := n.signature(desc)
	given := make([]Type, len(s.arguments))
	for i := len(s.arguments) - 1; i >= 0; i-- {
		want := s.arguments[i]
		if want.isSecond() {
			continue // with its first half
		}
		given[i] = n.popField(want)
	}
	switch {
	case name == "<init>":
		n.callInit(class)
	case n.op != opcodes.Invokestatic:
		n.checkReceiver(n.popReference(), class, name)
	}
	for i, want := range s.arguments {
		if want.isReference() && !n.assigns(given[i], want) {
			n.fail("Incompatible argument to function")
		}
	}
	if len(s.result) > 0 {
		n.push(s.result[0])
	}
}

func (n *inferrer) checkReceiver(receiver, class Type, name string) {
	if !n.assigns(receiver, class) {
		n.fail("Incompatible object argument for function call")
	}
	if n.op == opcodes.Invokespecial && !n.assigns(receiver, n.this) {
		n.fail("Incompatible object argument for invokespecial")
	}
	if !n.protected[n.at] || n.assigns(receiver, n.this) {
		return
	}
	if class == n.object && receiver.kind() == array && name == "clone" {
		return // arrays have a public one
	}
	n.fail("Bad access to protected data")
}

// callInit checks the call of a constructor, which makes an uninitialised object
// an initialised one.
func (n *inferrer) callInit(class Type) {
	const wrong = "Call to wrong initialization method"
	receiver := n.pop()
	switch {
	case receiver == uninitializedThis:
		if class != n.this && (n.class.Super == nil || n.name(class) != n.class.Super.Name) {
			n.fail(wrong)
		}
		n.replace(receiver, n.this)
		n.constructed = true
		n.version++
	case receiver.kind() == uninitialized:
		made := n.classAt(n.u2(receiver.payload() + 1))
		if made != class {
			n.fail(wrong)
		}
		if n.protected[n.at] {
			n.fail("Bad access to protected data")
		}
		n.replace(receiver, made)
	default:
		n.fail("Expecting to find %s object on stack", n.jdk.Uninitialized)
	}
}

// objects checks the instructions that make objects and test their types.
func (n *inferrer) objects() {
	switch n.op {
	case opcodes.New:
		made := uninitializedAt(n.at)
		for _, t := range n.stack {
			if t == made {
				n.fail("Uninitialized object on stack at creating point")
			}
		}
		n.replace(made, top)
		n.push(made)
	case opcodes.Newarray:
		n.popValue(integer)
		n.push(n.reference(newarrayDescriptors[n.u1(n.at+1)-newarrayFirst]))
	case opcodes.Anewarray:
		n.popValue(integer)
		element := n.classAt(n.u2(n.at + 1))
		name := n.name(element)
		if element.kind() == object {
			name = "L" + name + ";"
		}
		n.push(n.reference("[" + name))
	case opcodes.Arraylength:
		if t := n.pop(); t != null && t.kind() != array {
			n.fail("Expecting to find array on stack")
		}
		n.push(integer)
	case opcodes.Athrow:
		t := n.pop()
		if t.kind() != object && t != null {
			n.fail("Expecting to find object on stack")
		}
		if !n.assigns(t, n.throwable) {
			n.fail("Can only throw Throwable objects")
		}
	case opcodes.Checkcast:
		n.popReference()
		n.push(n.classAt(n.u2(n.at + 1)))
	case opcodes.Instanceof:
		n.popReference()
		n.push(integer)
	case opcodes.Multianewarray:
		for range n.u1(n.at + 3) {
			n.popValue(integer)
		}
		n.push(n.classAt(n.u2(n.at + 1)))
	}
}
