package generator

import (
	"slices"
	"strings"
)

// class is a class, interface, enum or record of the program.
type class struct {
	name       string
	form       string // class, abstract, inner, interface, enum, record
	super      *class
	interfaces []*class
	fields     []field
	parameters []string // types of the constructor's parameters, or of the record's components
	constants  []string // of an enum
	methods    []*method
}

// field is a field that a class declares.
type field struct {
	name, javaType         string
	static, private, final bool
}

// method is a method that a class, or the program's class, declares.
type method struct {
	name, result              string
	parameters                []string
	owner                     *class // nil: the program's class
	static, private, abstract bool
	overrides                 bool // of a method that a supertype introduces
}

// isVirtual says whether subtypes may override the method.
func (m *method) isVirtual() bool { return !m.static && !m.private }

// supertypes lists the types directly above c.
func (c *class) supertypes() []*class {
	if c.super == nil {
		return c.interfaces
	}
	return append([]*class{c.super}, c.interfaces...)
}

// isSubtypeOf says whether c is other or below it.
func (c *class) isSubtypeOf(other *class) bool {
	return c == other || slices.ContainsFunc(c.supertypes(), func(s *class) bool { return s.isSubtypeOf(other) })
}

// canBeMade says whether an object of exactly this class can be made by "new".
func (c *class) canBeMade() bool {
	return c.form == "class" || c.form == "inner" || c.form == "record"
}

// above lists the types that c is a subtype of, without c, each once.
func (c *class) above() []*class {
	var all []*class
	for _, s := range c.supertypes() {
		for _, t := range append([]*class{s}, s.above()...) {
			if !slices.Contains(all, t) {
				all = append(all, t)
			}
		}
	}
	return all
}

// own is the method of the name that c itself declares, or nil.
func (c *class) own(name string) *method {
	for _, m := range c.methods {
		if m.name == name {
			return m
		}
	}
	return nil
}

// implemented is the method of the name that the chain of superclasses from c on
// implements, or nil.
func (c *class) implemented(name string) *method {
	for ; c != nil; c = c.super {
		if m := c.own(name); m != nil && !m.abstract {
			return m
		}
	}
	return nil
}

// accessibleFields lists the fields that the class's methods reach by their names.
func (c *class) accessibleFields() []field {
	fields := slices.Clone(c.fields)
	for s := c.super; s != nil; s = s.super {
		for _, f := range s.fields {
			if !f.private {
				fields = append(fields, f)
			}
		}
	}
	return fields
}

// find is the type of the program with a name, or nil.
func (g *generator) find(name string) *class {
	for _, c := range g.types {
		if c.name == name {
			return c
		}
	}
	return nil
}

// below lists the classes of which objects can be made and that are of type c.
func (g *generator) below(c *class) []*class {
	var all []*class
	for _, t := range g.types {
		if t.canBeMade() && t.isSubtypeOf(c) {
			all = append(all, t)
		}
	}
	return all
}

// declareTypes chooses all types, fields and method signatures, so that the code
// made afterwards can use any of them.
func (g *generator) declareTypes() {
	for range g.between(1, 2) {
		g.add("interface", "I")
	}
	for range g.between(2, 4) {
		g.add(pick(g, "class", "class", "abstract"), "C")
	}
	g.add("inner", "N")
	g.add("enum", "E")
	for range g.between(1, 2) {
		g.add("record", "R")
	}
	for _, c := range slices.Clone(g.types) {
		if len(g.below(c)) == 0 && c.form != "enum" {
			g.extend("C", c) // so that there is an object of every type
		}
	}
	for _, c := range g.types {
		g.declareFields(c)
	}
	for _, c := range g.types {
		g.declareMethods(c)
	}
	for range g.between(3, 6) {
		g.methods = append(g.methods, g.signature(nil))
	}
	for range g.between(4, 8) {
		g.statics = append(g.statics, variable{name: g.name("s"), javaType: g.anyType()})
	}
}

// add chooses supertypes for a new type.
func (g *generator) add(form, prefix string) {
	c := &class{name: g.name(prefix), form: form}
	for _, t := range g.types {
		switch {
		case t.form == "interface" && g.chance(40):
			c.interfaces = append(c.interfaces, t)
		case (t.form == "class" || t.form == "abstract") && form != "enum" && form != "record" && c.super == nil && g.chance(50):
			c.super = t
		}
	}
	g.types = append(g.types, c)
}

// extend makes a class directly below another type.
func (g *generator) extend(prefix string, above *class) {
	c := &class{name: g.name(prefix), form: "class"}
	if above.form == "interface" {
		c.interfaces = []*class{above}
	} else {
		c.super = above
	}
	g.types = append(g.types, c)
}

// declareFields chooses fields and the parameters of the constructor.
func (g *generator) declareFields(c *class) {
	if c.form == "interface" {
		if g.chance(60) {
			c.fields = append(c.fields, field{name: g.name("k"), javaType: "int", static: true, final: true})
		}
		return
	}
	for range g.between(0, 2) {
		c.parameters = append(c.parameters, g.scalarType())
	}
	if c.form == "enum" {
		for range g.between(2, 5) {
			c.constants = append(c.constants, strings.ToUpper(g.name("k")))
		}
	}
	if c.form == "record" {
		c.parameters = append(c.parameters, g.scalarType())
		return
	}
	for range g.between(1, 3) {
		c.fields = append(c.fields, field{name: g.name("f"), javaType: g.anyType(), static: g.chance(20), private: c.form != "enum" && g.chance(25)})
	}
}

// declareMethods chooses what a class introduces, implements and overrides.
func (g *generator) declareMethods(c *class) {
	for _, above := range c.above() {
		for _, m := range above.methods {
			if !m.isVirtual() || m.overrides || c.own(m.name) != nil {
				continue
			}
			if g.mustImplement(c, m) || g.chance(25) {
				again := *m
				again.owner, again.overrides, again.abstract = c, true, false
				c.methods = append(c.methods, &again)
			}
		}
	}
	for range g.between(1, 2) {
		m := g.signature(c)
		c.methods = append(c.methods, m)
		g.methods = append(g.methods, m)
	}
}

// mustImplement says whether c is wrong without an own implementation of m, which a
// type above it declares.
func (g *generator) mustImplement(c *class, m *method) bool {
	if c.implemented(m.name) != nil {
		return false
	}
	defaults := 0
	for _, above := range c.above() {
		if d := above.own(m.name); d != nil && above.form == "interface" && !d.abstract {
			defaults++
		}
	}
	return defaults > 1 || defaults == 0 && c.form != "abstract" && c.form != "interface"
}

// signature chooses a new method for an owner.
func (g *generator) signature(owner *class) *method {
	m := &method{name: g.name("m"), result: g.anyType(), owner: owner}
	if g.chance(15) {
		m.result = "void"
	}
	for range g.between(0, 3) {
		m.parameters = append(m.parameters, g.anyType())
	}
	if g.chance(10) {
		m.parameters = append(m.parameters, pick(g, "int", "long", "Object", "String")+"...")
	}
	switch {
	case owner == nil || g.chance(15):
		m.static = true
	case g.chance(10):
		m.private = true
	case owner.form == "abstract" || owner.form == "interface":
		m.abstract = g.chance(60)
	}
	return m
}
