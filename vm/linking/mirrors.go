package linking

import (
	"hotlens/vm/classes"
	"hotlens/vm/memory"
)

// This file makes the java.lang.Class objects, and finds the classes of objects.

// shownAs has the classes of the library whose objects say that they are of another one: virtual threads without continuations, which all are here,
// that they are of the class that HotSpot has in their place.
var shownAs = map[string]string{"java/lang/ThreadBuilders$BoundVirtualThread": "java/lang/VirtualThread"}

// makeMirror makes the java.lang.Class object of c. Before java.lang.Class is
// loaded there are none; LoadKnown makes them up later.
func (t *Thread) makeMirror(c *classes.Class) {
	l := t.Linker
	if l.Known.Class == nil {
		return
	}
	r := t.Java.NewMirror()
	c.Mirror = r
	if c.TIB != 0 {
		l.Memory.SetU32(c.TIB+memory.TIBMirror, r)
	}
	if c.Lifetime.Holder == 0 && !c.Lifetime.Permanent {
		l.Registry.Hold(c.Lifetime, r) // a hidden class
	}
	if shown := shownAs[c.Name]; shown != "" && c.Trusted {
		if as := t.FindBootClass(shown); as != nil {
			l.Memory.SetU32(c.TIB+memory.TIBMirror, as.Mirror)
		}
	}
	l.Memory.SetU32(r+l.Known.ClassVM, c.ID)
	l.Memory.SetU32(r+l.Known.ClassLoaderField, c.Loader.Mirror)
	if c.Component != nil {
		l.Memory.SetU32(r+l.Known.ClassComponent, c.Component.Mirror)
		c.Module = c.Component.Module
	} else {
		l.placeInModule(c)
	}
	l.Memory.SetU32(r+l.Known.ClassModule, c.Module)
	l.describe(c)
}

// describe sets the fields by which a java.lang.Class object of JDK 25 says of itself what it
// asks natives elsewhere.
func (l *Linker) describe(c *classes.Class) {
	k := &l.Known
	if k.ClassModifiers != 0 {
		l.Memory.SetU16(c.Mirror+k.ClassModifiers, c.Modifiers())
	}
	if k.ClassPrimitive != 0 && c.IsPrimitive() {
		l.Memory.SetU8(c.Mirror+k.ClassPrimitive, 1)
	}
	if k.ClassDomain != 0 {
		l.Memory.SetU32(c.Mirror+k.ClassDomain, c.ProtectionDomain)
	}
}

// ClassOf is the class of an object.
func (l *Linker) ClassOf(r memory.Ref) *classes.Class {
	return l.Registry.ClassNumbered(l.Memory.U32(l.Memory.U32(r)+memory.TIBClass), r)
}

// ShownMirror is the java.lang.Class object that an object says is its class.
func (l *Linker) ShownMirror(r memory.Ref) memory.Ref {
	return l.Memory.U32(l.Memory.U32(r) + memory.TIBMirror)
}

// ShownClass is the class that an object says it is of.
func (l *Linker) ShownClass(r memory.Ref) *classes.Class { return l.ClassOfMirror(l.ShownMirror(r)) }

// ClassOfMirror is the class of a java.lang.Class object.
func (l *Linker) ClassOfMirror(mirror memory.Ref) *classes.Class {
	return l.Registry.ClassNumbered(l.Memory.U32(mirror+l.Known.ClassVM), mirror)
}
