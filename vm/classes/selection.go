package classes

import (
	"slices"

	"hotlens/vm/classfile"
)

// This file finds methods: resolution (JVMS 5.4.3.3, 5.4.3.4) and selection
// (JVMS 5.4.6).

// LookupMethod searches the class, its superclasses, then its superinterfaces
// (JVMS 5.4.3.3), without access checks.
func (c *Class) LookupMethod(s *Selector) *Method {
	for k := c; k != nil; k = k.Super {
		if m := k.FindMethod(s); m != nil {
			return m
		}
	}
	if !c.IsInterface() {
		// Default methods, and what stands where they conflict, are in the table.
		for _, m := range c.VTable {
			if m.Selector == s && (m.Class.IsInterface() || m.Refusal != nil) {
				return m
			}
		}
		return nil
	}
	return c.LookupInterfaceMethod(s)
}

// LookupInterfaceMethod finds a maximally specific superinterface method, by
// JVMS 5.4.3.3: a non-abstract one if there is one, else any abstract.
func (c *Class) LookupInterfaceMethod(s *Selector) *Method {
	var chosen *Method
	for _, m := range c.maximallySpecific(s) {
		if chosen == nil || chosen.Abstract() && !m.Abstract() {
			chosen = m
		}
	}
	return chosen
}

// maximallySpecific lists the superinterface methods of a selector that no more
// special interface overrides, in the order of the interfaces' making.
func (c *Class) maximallySpecific(s *Selector) []*Method {
	var candidates []*Method
	for _, i := range c.InterfacesInOrder() {
		if m := i.FindMethod(s); m != nil && !m.Static() && !m.Private() {
			candidates = append(candidates, m)
		}
	}
	if len(candidates) < 2 {
		return candidates
	}
	var specific []*Method
	for _, m := range candidates {
		overridden := false
		for _, o := range candidates {
			overridden = overridden || o != m && o.Class.IsSubclassOf(m.Class)
		}
		if !overridden {
			specific = append(specific, m)
		}
	}
	return specific
}

// defaultMethod is what class c inherits for a selector from its superinterfaces:
// a method of one of them, or a refusal. It is nil if they have none.
func (c *Class) defaultMethod(s *Selector) *Method {
	specific := c.maximallySpecific(s)
	if len(specific) == 0 {
		return nil
	}
	var defaults []*Method
	for _, m := range specific {
		if !m.Abstract() {
			defaults = append(defaults, m)
		}
	}
	switch {
	case len(defaults) == 1:
		return defaults[0]
	case len(defaults) > 1:
		text := "Conflicting default methods:"
		for _, i := range c.interfacesByDeclaration(nil) {
			if m := i.FindMethod(s); m != nil && !m.Static() && !m.Private() {
				text += " " + i.Name + "." + m.Name
			}
		}
		return c.refusal(s, "java/lang/IncompatibleClassChangeError", text)
	case c.InheritsDefaults():
		return c.refusal(s, "java/lang/AbstractMethodError", "Method "+c.Name+"."+s.Name+s.Desc+" is abstract")
	}
	return specific[0]
}

// interfacesByDeclaration appends the superinterfaces of c to list as they are met
// when each is followed upwards before the next.
func (c *Class) interfacesByDeclaration(list []*Class) []*Class {
	if c.Super != nil {
		list = c.Super.interfacesByDeclaration(list)
	}
	for _, i := range c.Interfaces {
		if !slices.Contains(list, i) {
			list = i.interfacesByDeclaration(append(list, i))
		}
	}
	return list
}

// InheritsDefaults reports whether a superinterface has instance methods with code.
func (c *Class) InheritsDefaults() bool {
	for i := range c.Supers() {
		if i.IsInterface() && i.HasDefaults {
			return true
		}
	}
	return false
}

func (c *Class) refusal(s *Selector, class, message string) *Method {
	return &Method{
		Class: c, Selector: s, Name: s.Name, Desc: s.Desc, Flags: classfile.AccAbstract | classfile.AccPublic, VIndex: -1,
		ArgSlots: s.ParamSlots + 1, Refusal: &Refusal{class, message},
	}
}

// SelectInterface finds what a call of interface method im runs for objects of
// class c (JVMS 5.4.6). The index is that in c's virtual table, -1 when the call
// must fail; found is then the method that would have been selected, if any.
func (r *Registry) SelectInterface(c *Class, im *Method) (index int, found *Method) {
	if c.Component != nil {
		c = c.Super
	}
	for k := c; k != nil; k = k.Super {
		m := k.FindMethod(im.Selector)
		if m == nil || m.Static() || m.Private() {
			continue
		}
		if !m.Public() || m.Abstract() {
			return -1, m
		}
		return m.VIndex, m
	}
	for i, m := range c.VTable {
		if m.Selector == im.Selector && (m.Class.IsInterface() && !m.Abstract() || m.Refusal != nil && r.RefuseInterfaceCalls) {
			return i, m
		}
	}
	return -1, nil
}
