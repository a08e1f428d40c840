package verifier

import (
	"fmt"
	"strings"
)

// Type is a verification type (JVMS 4.10.1.2): a kind, and above it the name of
// a class, or the bytecode index of the instruction that the type stems from.
// Types of one class's verification are equal if they are the same number.
type Type uint32

// The kinds of types. A long or a double takes two slots, of which the second
// has a kind of its own.
const (
	top Type = iota
	integer
	float
	long
	long2
	double
	double2
	null
	boolean // boolean to short are only return and component types
	byte_
	char
	short
	uninitializedThis

	// What an instruction asks for rather than what a value is.
	anyReference
	category1
	category2
	category2Second

	object        // with a class name
	array         // with a descriptor
	uninitialized // with the bytecode index of new
	returnAddress // with the bytecode index of the subroutine's start

	kindBits = 8
	kindMask = 1<<kindBits - 1
)

func (t Type) kind() Type   { return t & kindMask }
func (t Type) payload() int { return int(t >> kindBits) }

// isReference says whether the type is of initialised objects, arrays or null.
func (t Type) isReference() bool {
	k := t.kind()
	return k == object || k == array || k == null
}

func (t Type) isUninitialized() bool {
	return t == uninitializedThis || t.kind() == uninitialized
}

// isSecond says whether the type is of the second slot of a long or double.
func (t Type) isSecond() bool { return t == long2 || t == double2 }

// isFirst says whether the type is of the first slot of a long or double.
func (t Type) isFirst() bool { return t == long || t == double }

// isCategory1 says whether a value of the type takes one slot.
func (t Type) isCategory1() bool { return t != top && !t.isFirst() && !t.isSecond() }

// uninitializedAt is the type of what new at bci at has made.
func uninitializedAt(at int) Type { return uninitialized | Type(at)<<kindBits }

// addressOf is the type of the address that a jsr to the subroutine leaves.
func addressOf(subroutine int) Type { return returnAddress | Type(subroutine)<<kindBits }

// reference is the type of a class by its binary name, or of an array by its
// descriptor.
func (v *context) reference(name string) Type {
	if t, known := v.index[name]; known {
		return t
	}
	if len(v.names) >= 1<<(32-kindBits) {
		panic(stop{&Error{Class: verifyError, Message: "The class names too many types to be verified"}})
	}
	t := object
	if strings.HasPrefix(name, "[") {
		t = array
	}
	t |= Type(len(v.names)) << kindBits
	v.names = append(v.names, name)
	v.index[name] = t
	return t
}

// name is the class name or descriptor of an object or array type.
func (v *context) name(t Type) string { return v.names[t.payload()] }

// component is the type of the elements of an array with the descriptor.
func (v *context) component(desc string) Type {
	switch desc[1] {
	case 'Z':
		return boolean
	case 'B':
		return byte_
	case 'C':
		return char
	case 'S':
		return short
	case 'I':
		return integer
	case 'J':
		return long
	case 'F':
		return float
	case 'D':
		return double
	case '[':
		return v.reference(desc[1:])
	}
	return v.reference(desc[2 : len(desc)-1])
}

// assignable reports whether a value of type from may be used as one of type to
// (JVMS 4.10.1.2). Interfaces are treated like java.lang.Object; where the member
// that is accessed is protected, an interface is no substitute for Object.
func (v *context) assignable(from, to Type, protected bool) bool {
	if from == to || to == top {
		return true
	}
	switch to {
	case category1:
		return from.isCategory1()
	case category2:
		return from.isFirst()
	case category2Second:
		return from.isSecond()
	case anyReference:
		return from.isReference() || from.isUninitialized()
	case boolean, byte_, char, short:
		return from == integer
	}
	if !from.isReference() || !to.isReference() {
		return false
	}
	switch {
	case from == null || to == v.object:
		return true
	case to == null:
		return false
	case to.kind() == object:
		return v.subclass(from, to, protected)
	case from.kind() == array:
		return v.componentAssignable(v.component(v.name(from)), v.component(v.name(to)), protected)
	}
	return false
}

// componentAssignable is assignable for the elements of arrays: small integers
// differ.
func (v *context) componentAssignable(from, to Type, protected bool) bool {
	switch to {
	case boolean, byte_, char, short:
		return from == to
	}
	return v.assignable(from, to, protected)
}

// subclass loads the class to, and from as well if to is no interface.
func (v *context) subclass(from, to Type, protected bool) bool {
	super := v.find(v.name(to))
	if super.IsInterface() && (!protected || from != v.object) {
		return from.kind() != array || (super.Name == "java/lang/Cloneable" || super.Name == "java/io/Serializable") && super.Loader.Mirror == 0
	}
	if from.kind() != object {
		return false
	}
	for c := v.find(v.name(from)); c != nil; c = c.Super {
		if c == super {
			return true
		}
	}
	return false
}

// kindTexts is how messages word the kinds without a payload.
var kindTexts = map[Type]string{
	top: "top", integer: "integer", float: "float", long: "long", long2: "long_2nd", double: "double", double2: "double_2nd",
	null: "null", boolean: "boolean", byte_: "byte", char: "char", short: "short", uninitializedThis: "uninitializedThis",
	anyReference: "reference type", category1: "category1 type", category2: "category2 type", category2Second: "category2_2nd type",
}

// text is how messages word a type.
func (v *context) text(t Type) string {
	switch t.kind() {
	case object, array:
		return "'" + v.name(t) + "'"
	case uninitialized:
		return fmt.Sprintf("uninitialized %d", t.payload())
	}
	return kindTexts[t]
}
