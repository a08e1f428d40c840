package verifier

import (
	"strconv"
	"strings"

	"hotlens/vm/classes"
)

// This file has the rules by which inference assigns and merges types (JVMS
// 4.10.2.2). They differ from those of type checking in details.

// The interfaces that arrays implement (JLS 10.8).
const (
	cloneable    = "java/lang/Cloneable"
	serializable = "java/io/Serializable"
)

// assigns reports whether a value of type from may be used as one of type to.
func (v *context) assigns(from, to Type) bool {
	return from == to || to == top || v.combine(from, to, true) == to
}

// join is the most special type that values of both types have, as far as it
// matters; top for none.
func (v *context) join(a, b Type) Type { return v.combine(a, b, false) }

// combine joins two types. For an assignment of value to target the result is
// target if it is allowed; interfaces then take every object.
func (v *context) combine(value, target Type, assign bool) Type {
	switch {
	case value == target:
		return value
	case !value.isReference() || !target.isReference():
		return top
	case value == null:
		return target
	case target == null:
		return value
	case target == v.object:
		return target
	case value == v.object:
		if assign && target.kind() == object && v.classOf(target).IsInterface() {
			return target
		}
		return value
	case value.kind() == array || target.kind() == array:
		return v.combineArrays(value, target, assign)
	}
	return v.combineClasses(value, target, assign)
}

// shape is a type taken apart: the class of its elements, and its dimensions.
type shape struct {
	base       Type
	dimensions int
}

// shapeOf takes a type apart. Arrays of primitive values count as objects.
func (v *context) shapeOf(t Type) shape {
	if t.kind() != array {
		return shape{t, 0}
	}
	name := v.name(t)
	n := dimensions(name)
	if name[n] != 'L' {
		return shape{v.object, n - 1}
	}
	return shape{v.reference(name[n+1 : len(name)-1]), n}
}

func (v *context) typeOf(s shape) Type {
	if s.dimensions == 0 {
		return s.base
	}
	return v.reference(strings.Repeat("[", s.dimensions) + "L" + v.name(s.base) + ";")
}

func (v *context) implementedByArrays(t Type) bool {
	return t.kind() == object && (v.name(t) == cloneable || v.name(t) == serializable)
}

// combineArrays joins two types of which at least one is an array.
func (v *context) combineArrays(value, target Type, assign bool) Type {
	switch {
	case v.implementedByArrays(target):
		return target
	case v.implementedByArrays(value):
		return value
	}
	a, b := v.shapeOf(value), v.shapeOf(target)
	switch {
	case a.dimensions == b.dimensions:
		return v.typeOf(shape{v.combine(a.base, b.base, assign), a.dimensions})
	case a.dimensions > b.dimensions:
		a, b = b, a
	}
	// The one with fewer dimensions holds arrays: they are objects.
	if v.implementedByArrays(a.base) {
		return v.typeOf(a)
	}
	return v.typeOf(shape{v.object, a.dimensions})
}

// combineClasses joins two classes. Interfaces count as java.lang.Object.
func (v *context) combineClasses(value, target Type, assign bool) Type {
	t := v.classOf(target)
	if t.IsInterface() {
		if assign {
			return target
		}
		return v.object
	}
	c := v.classOf(value)
	if c.IsInterface() {
		return v.object
	}
	if assign {
		for ; c != nil; c = c.Super {
			if c == t {
				return target
			}
		}
		return v.object
	}
	ancestors := map[*classes.Class]bool{}
	for k := c; k != nil; k = k.Super {
		ancestors[k] = true
	}
	for t != nil && !ancestors[t] {
		t = t.Super
	}
	switch t {
	case nil:
		return v.object
	case v.classOf(target):
		return target
	case c:
		return value
	}
	return v.typeOfClass(t)
}

// classOf is the class of an object type.
func (v *context) classOf(t Type) *classes.Class {
	if c := v.bound[t]; c != nil {
		return c
	}
	return v.find(v.name(t))
}

// typeOfClass is the type of a class that was found as a superclass. The
// verified class's loader may know another class by its name, or none: then it
// gets a type that no name leads to.
func (v *context) typeOfClass(c *classes.Class) Type {
	if c.Loader == v.class.Loader || v.class.Loader.Classes[c.Name] == c || c.Super == nil {
		return v.reference(c.Name)
	}
	t := v.reference(c.Name + "\x00" + strconv.FormatUint(uint64(c.ID), 10))
	v.bound[t] = c
	return t
}
