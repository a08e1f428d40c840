package classes

import "hotlens/vm/classfile"

// This file is what Java's reflection says of a class.

// Modifiers is the value of Class.getModifiers: an inner class's flags are those of the
// InnerClasses attribute.
func (c *Class) Modifiers() uint16 {
	flags := c.Flags
	if c.File != nil {
		if self := c.InnerClass(); self != nil {
			flags = self.Flags
		}
	} else if c.Component != nil {
		e := c
		for e.Component != nil {
			e = e.Component
		}
		flags = e.Modifiers()&(classfile.AccPublic|classfile.AccPrivate|classfile.AccProtected) | classfile.AccFinal | classfile.AccAbstract
	}
	return flags &^ classfile.AccSuper
}

// InnerClass is what the InnerClasses attribute (JVMS 4.7.6) of a class says of the class
// itself; nil for a top-level class, array or primitive.
func (c *Class) InnerClass() *classfile.InnerClass {
	if c.File == nil {
		return nil
	}
	for i := range c.File.InnerClasses {
		if inner := &c.File.InnerClasses[i]; inner.Inner == c.File.Name {
			return inner
		}
	}
	return nil
}
