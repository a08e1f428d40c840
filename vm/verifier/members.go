package verifier

import (
	"strings"

	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/opcodes"
)

// This file checks the instructions that name entries of the constant pool.

// tags is a set of constant pool tags.
type tags uint32

func tagSet(list ...classfile.Tag) tags {
	var s tags
	for _, t := range list {
		s |= 1 << t
	}
	return s
}

// What instructions may name.
var (
	ldcTags = tagSet(classfile.TagInteger, classfile.TagFloat, classfile.TagString, classfile.TagClass,
		classfile.TagMethodHandle, classfile.TagMethodType, classfile.TagDynamic)
	ldc2Tags      = tagSet(classfile.TagLong, classfile.TagDouble, classfile.TagDynamic)
	classTags     = tagSet(classfile.TagClass)
	fieldTags     = tagSet(classfile.TagFieldref)
	methodTags    = tagSet(classfile.TagMethodref)
	interfaceTags = tagSet(classfile.TagInterfaceMethodref)
	dynamicTags   = tagSet(classfile.TagInvokeDynamic)
)

// checkConstant checks that the constant at index has one of the tags.
func (c *checker) checkConstant(index int, allowed tags) {
	at := c.frame.at
	if index <= 0 || index >= c.file.Pool.Len() {
		c.fail(badConstant(at, index), "Illegal constant pool index %d in class %s", index, c.class.ExternalName())
	}
	if allowed&(1<<c.tag(index)) == 0 {
		c.fail(badConstant(at, index), "Illegal type at constant pool entry %d in class %s", index, c.class.ExternalName())
	}
}

// ldc checks ldc, ldc_w and ldc2_w.
func (c *checker) ldc(op, index int) {
	allowed := ldcTags
	if op == opcodes.Ldc2W {
		allowed = ldc2Tags
	}
	c.checkConstant(index, allowed)
	tag := c.tag(index)
	if tag != classfile.TagDynamic {
		c.pushValue(c.constantType(tag))
		return
	}
	_, _, desc := c.member(index)
	types := c.appendField(nil, desc)
	if (len(types) == 2) != (op == opcodes.Ldc2W) {
		c.checkConstant(index, allowed&^tagSet(classfile.TagDynamic))
	}
	c.pushTypes(types)
}

// constantType is the type of a loadable constant that is not dynamic.
func (v *context) constantType(tag classfile.Tag) Type {
	switch tag {
	case classfile.TagInteger:
		return integer
	case classfile.TagFloat:
		return float
	case classfile.TagLong:
		return long
	case classfile.TagDouble:
		return double
	case classfile.TagString:
		return v.reference("java/lang/String")
	case classfile.TagClass:
		return v.reference("java/lang/Class")
	case classfile.TagMethodHandle:
		return v.reference("java/lang/invoke/MethodHandle")
	}
	return v.reference("java/lang/invoke/MethodType")
}

// objects checks the instructions that make objects and test their types.
func (c *checker) objects(op int) {
	at := c.frame.at
	index, named := 0, top
	switch op {
	case opcodes.New, opcodes.Anewarray, opcodes.Checkcast, opcodes.Instanceof, opcodes.Multianewarray:
		index = c.u2(at + 1)
		c.checkConstant(index, classTags)
		named = c.classAt(index)
	}
	switch op {
	case opcodes.New:
		if named.kind() != object {
			c.fail(c.badType(at, c.constant(index, named)), "Illegal new instruction")
		}
		c.push(uninitializedAt(at))
	case opcodes.Newarray:
		kind := c.u1(at+1) - newarrayFirst
		if kind < 0 || kind >= len(newarrayDescriptors) {
			c.fail(badCode(at), "Illegal newarray instruction")
		}
		c.pop(integer)
		c.push(c.reference(newarrayDescriptors[kind]))
	case opcodes.Anewarray:
		c.pop(integer)
		c.push(c.arrayType(named))
	case opcodes.Arraylength:
		if t := c.pop(anyReference); t != null && t.kind() != array {
			c.fail(c.badType(at, c.top()), "Bad type on operand stack in arraylength")
		}
		c.push(integer)
	case opcodes.Athrow:
		c.pop(c.throwable)
	case opcodes.Checkcast:
		c.pop(c.object)
		c.push(named)
	case opcodes.Instanceof:
		c.pop(c.object)
		c.push(integer)
	case opcodes.Multianewarray:
		c.multianewarray(index, named)
	}
}

// arrayType is the type of arrays of the element type.
func (c *checker) arrayType(element Type) Type {
	name := c.name(element)
	if element.kind() == object {
		return c.reference("[L" + name + ";")
	}
	if dimensions(name) >= maxDimensions {
		c.fail(badCode(c.frame.at), "Illegal anewarray instruction, array has more than 255 dimensions")
	}
	return c.reference("[" + name)
}

func dimensions(desc string) int { return len(desc) - len(strings.TrimLeft(desc, "[")) }

func (c *checker) multianewarray(index int, named Type) {
	at := c.frame.at
	if named.kind() != array {
		c.fail(c.badType(at, c.constant(index, named)), "Illegal constant pool index in multianewarray instruction")
	}
	n := c.u1(at + 3)
	if n < 1 || dimensions(c.name(named)) < n {
		c.fail(badCode(at), "Illegal dimension in multianewarray instruction: %d", n)
	}
	for range n {
		c.pop(integer)
	}
	c.push(named)
}

// field checks getstatic, putstatic, getfield and putfield.
func (c *checker) field(op int) {
	at := c.frame.at
	index := c.u2(at + 1)
	c.checkConstant(index, fieldTags)
	class, name, desc := c.member(index)
	if class.kind() != object && (op == opcodes.Getfield || op == opcodes.Putfield) {
		c.fail(c.badType(at, c.constant(index, class)), "Expecting reference to class in class %s at constant pool index %d", c.class.ExternalName(), index)
	}
	var buffer [2]Type
	types := c.appendField(buffer[:0], desc)
	if op == opcodes.Putstatic || op == opcodes.Putfield {
		c.popTypes(types)
	}
	switch op {
	case opcodes.Getfield:
		c.checkProtectedField(c.pop(class), class, name, desc)
	case opcodes.Putfield:
		t := c.popAny()
		if t == uninitializedThis && class == c.this && c.class.Field(name, desc) != nil {
			// A constructor may set its class's fields before it calls another.
			t = c.this
		}
		if !c.assignable(t, class, false) {
			c.fail(c.badType(at, c.top(), c.constant(index, class)), "Bad type on operand stack in putfield")
		}
		c.checkProtectedField(t, class, name, desc)
	}
	if op == opcodes.Getstatic || op == opcodes.Getfield {
		c.pushTypes(types)
	}
}

func (c *checker) checkProtectedField(receiver, class Type, name, desc string) {
	if receiver == c.this || !c.restricted(class, name, desc, false) || c.assignable(receiver, c.this, true) {
		return
	}
	c.fail(c.badType(c.frame.at, c.top(), c.implicit(c.this)), "Bad access to protected data in %s", c.mnemonic(c.frame.at))
}

// restricted reports whether a member that is named through the class may only
// be accessed in objects of the verified class. It loads the class if it is
// called like a superclass.
func (v *context) restricted(class Type, name, desc string, method bool) bool {
	if v.superNamed(v.name(class)) == nil {
		return false
	}
	return v.protectedElsewhere(v.find(v.name(class)), name, desc, method)
}

// invoke checks the calls. It reports whether a constructor's this has been
// initialised.
func (c *checker) invoke(op int) (initialized bool) {
	at := c.frame.at
	index := c.u2(at + 1)
	allowed := methodTags
	switch {
	case op == opcodes.Invokeinterface:
		allowed = interfaceTags
	case op == opcodes.Invokedynamic:
		allowed = dynamicTags
	case op != opcodes.Invokevirtual && c.file.Major >= versionInterfaceCalls:
		allowed |= interfaceTags
	}
	c.checkConstant(index, allowed)
	class, name, desc := c.member(index)
	s := c.signature(desc)
	switch {
	case op == opcodes.Invokeinterface && c.u1(at+3) != len(s.arguments)+1:
		c.fail(badCode(at), "Inconsistent args count operand in invokeinterface")
	case op == opcodes.Invokeinterface && c.u1(at+4) != 0:
		c.fail(badCode(at), "Fourth operand byte of invokeinterface must be zero")
	case op == opcodes.Invokedynamic && c.u2(at+3) != 0:
		c.fail(badCode(at), "Third and fourth operand bytes of invokedynamic must be zero")
	case name[0] == '<' && (op != opcodes.Invokespecial || name != "<init>"):
		c.fail(badCode(at), "Illegal call to internal method")
	case op == opcodes.Invokespecial && name != "<init>":
		c.checkSpecial(index, class)
	}
	c.popTypes(s.arguments)
	switch {
	case name == "<init>":
		initialized = c.invokeInit(index, class, desc)
	case op == opcodes.Invokespecial:
		c.pop(c.this)
	case op == opcodes.Invokevirtual:
		c.checkProtectedCall(c.pop(class), class, name, desc)
	case op == opcodes.Invokeinterface:
		c.pop(class)
	}
	c.pushTypes(s.result)
	return initialized
}

// checkSpecial checks that invokespecial names the class itself, a direct
// superinterface or a superclass.
func (c *checker) checkSpecial(index int, class Type) {
	super := c.class.Super
	if class == c.this || super != nil && c.name(class) == super.Name {
		return
	}
	for _, i := range c.class.Interfaces {
		if i.Name == c.name(class) {
			return
		}
	}
	at := c.frame.at
	if !c.assignable(c.this, class, false) {
		c.fail(badCode(at), "Bad invokespecial instruction: current class isn't assignable to reference class.")
	}
	if c.tag(index) == classfile.TagInterfaceMethodref {
		c.fail(badCode(at), "Bad invokespecial instruction: interface method %s.", c.jdk.IndirectSpecial)
	}
}

func (c *checker) checkProtectedCall(receiver, class Type, name, desc string) {
	if receiver == c.this || class.kind() != object || !c.restricted(class, name, desc, true) {
		return
	}
	if class == c.object && receiver.kind() == array && name == "clone" {
		return // arrays have a public one
	}
	if !c.assignable(receiver, c.this, true) {
		c.fail(c.badType(c.frame.at, c.top(), c.implicit(c.this)), "Bad access to protected data in invokevirtual")
	}
}

// invokeInit checks the call of a constructor, which makes an uninitialised
// object an initialised one.
func (c *checker) invokeInit(index int, class Type, desc string) (initialized bool) {
	f := &c.frame
	switch t := c.pop(anyReference); {
	case t == uninitializedThis:
		c.initThis(class)
		return true
	case t.kind() == uninitialized:
		c.initNew(index, t, class, desc)
	default:
		c.fail(c.badType(f.at, c.top()), "Bad operand type when invoking <init>")
	}
	return false
}

// initThis checks that a constructor calls another one of its class or of the
// superclass. An exception handler that guards the call would see an object that
// is half made; no frame that it may declare fits both before and after the call.
func (c *checker) initThis(class Type) {
	f := &c.frame
	if class != c.this && c.name(class) != c.class.Super.Name {
		c.fail(c.badType(f.at, c.implicit(class), c.implicit(c.this)), "Bad <init> method call")
	}
	c.checkHandlerFrames(true)
	c.initialize(uninitializedThis, c.this)
}

// initNew checks that the constructor is of the class that new has named.
func (c *checker) initNew(index int, t, class Type, desc string) {
	f := &c.frame
	newIndex := c.u2(t.payload() + 1)
	c.checkConstant(newIndex, classTags)
	made := c.classAt(newIndex)
	if made != class {
		c.fail(c.badType(f.at, c.constant(newIndex, made), c.constant(index, class)), "Call to wrong <init> method")
	}
	if c.superNamed(c.name(class)) != nil {
		m := lookupSuper(c.find(c.name(class)), "<init>", desc)
		if m != nil && m.Flags&classfile.AccProtected != 0 && !c.class.SamePackage(m.Class) && !c.assignable(made, c.this, true) {
			c.fail(c.badType(f.at, c.constant(newIndex, made), c.implicit(c.this)), "Bad access to protected <init> method")
		}
	}
	c.checkHandlerFrames(f.uninitialized)
	c.initialize(t, made)
}

// lookupSuper finds a method that c or a superclass declares.
func lookupSuper(c *classes.Class, name, desc string) *classes.Method {
	for ; c != nil; c = c.Super {
		if m := c.Method(name, desc); m != nil {
			return m
		}
	}
	return nil
}
