package generator

import (
	"fmt"
	"strings"
)

// inside is the body of code in a class: it sees the class's fields.
func (g *generator) inside(c *class, static bool) *body {
	b := &body{risk: 2}
	if c == nil {
		return b
	}
	for _, f := range c.accessibleFields() {
		if f.static && c.form == "enum" && !static {
			continue // constructors and initialisers must not see them
		}
		if f.static || !static {
			b.variables = append(b.variables, variable{f.name, f.javaType, f.final})
		}
	}
	if !static {
		b.this = c
	}
	if c.form == "record" && !static {
		for i, t := range c.parameters {
			b.variables = append(b.variables, variable{fmt.Sprint("p", i), t, true})
		}
	}
	return b
}

// class makes the declaration of a type.
func (g *generator) class(c *class) *node {
	members := lines()
	add := func(n *node) { members.children = append(members.children, n) }
	if c.form == "enum" {
		add(g.constants(c))
	}
	for _, f := range c.fields {
		add(g.field(c, f))
	}
	switch c.form {
	case "class", "abstract", "inner":
		add(g.initialiser(c, true))
		add(g.initialiser(c, false))
		add(g.constructor(c))
		add(keep(g.covariant(c)))
	case "enum":
		add(g.initialiser(c, false))
		add(g.constructor(c))
	case "record":
		add(g.compactConstructor(c))
	}
	if c.form != "interface" {
		add(g.state(c))
	}
	for _, m := range c.methods {
		add(g.method(m))
	}
	text := "" // what must not go, since the default prints an identity hash code
	if c.form == "class" || c.form == "abstract" || c.form == "inner" {
		text = "public String toString() { return \"" + c.name + ":\" + state(1); }\n"
	}
	return keep(g.header(c)+" {\n#\n"+text+"}", members)
}

// header is the first line of a type's declaration.
func (g *generator) header(c *class) string {
	var line string
	switch c.form {
	case "abstract":
		line = "abstract static class " + c.name
	case "class":
		line = "static class " + c.name
	case "inner":
		line = "class " + c.name
	case "record":
		var components []string
		for i, t := range c.parameters {
			components = append(components, fmt.Sprint(t, " p", i))
		}
		line = "record " + c.name + "(" + strings.Join(components, ", ") + ")"
	default:
		line = c.form + " " + c.name
	}
	if c.super != nil {
		line += " extends " + c.super.name
	}
	names := []string{"Thing"}
	for _, i := range c.interfaces {
		names = append(names, i.name)
	}
	if c.form == "interface" {
		return line + " extends " + strings.Join(names, ", ")
	}
	return line + " implements " + strings.Join(names, ", ")
}

// constants makes the constants of an enum, some with a body.
func (g *generator) constants(c *class) *node {
	var constants []*node
	for _, name := range c.constants {
		arguments := g.literals(c.parameters)
		template := name + "(" + holes(len(arguments)) + ")"
		if g.chance(40) {
			bodies := lines()
			for _, m := range c.methods {
				if m.isVirtual() && g.chance(50) {
					again := *m
					again.overrides = true
					bodies.children = append(bodies.children, g.method(&again))
				}
			}
			template += " {\n#\n}"
			arguments = append(arguments, bodies)
		}
		constants = append(constants, keep(template, arguments...))
	}
	return keep(strings.TrimSuffix(strings.Repeat(hole+", ", len(constants)), ", ")+";", constants...)
}

// literals makes a constant for each type.
func (g *generator) literals(types []string) []*node {
	var all []*node
	for _, t := range types {
		all = append(all, g.literal(t))
	}
	return all
}

// holes is a list of so many holes for a template.
func holes(count int) string { return strings.TrimSuffix(strings.Repeat(hole+", ", count), ", ") }

// field makes the declaration of a field, half of them with an initial value.
func (g *generator) field(c *class, f field) *node {
	if c.form == "interface" { // one whose initialisation can be seen
		return keep("int " + f.name + " = initialised(\"" + c.name + "\");")
	}
	template := f.javaType + " " + f.name
	if f.static {
		template = "static " + template
	}
	if f.private {
		template = "private " + template
	}
	if !g.chance(60) && isPrimitive(f.javaType) {
		return keep(template + ";")
	}
	return within(g, &body{pure: true}, func() *node { return keep(template+" = #;", g.expr(f.javaType, 2)) })
}

// initialiser makes a static or an instance initialiser.
func (g *generator) initialiser(c *class, static bool) *node {
	if g.chance(50) {
		return lines()
	}
	inner := g.inside(c, static)
	inner.pure, inner.risk = true, 0
	return within(g, inner, func() *node {
		if static {
			return keep("static {\nprint(\"initialise\", \""+c.name+"\");\n#\n}", g.statements(2))
		}
		return keep("{\nmix(3);\n#\n}", g.statements(2))
	})
}

// constructor makes the constructors of a class.
func (g *generator) constructor(c *class) *node {
	inner := g.inside(c, false)
	inner.pure, inner.risk = true, 0
	return within(g, inner, func() *node {
		parameters := g.parameters(c.parameters)
		statements := g.statements(g.between(0, 2))
		rest := keep("mix(state(1));\n#", statements)
		if c.form == "enum" { // whose constructor must not see static fields of the enum
			rest = keep("mix(1);")
		}
		template := c.name + "(" + parameters + ") {\n"
		var children []*node
		if c.super != nil {
			template += "super(" + holes(len(c.super.parameters)) + ");\n"
			outer := g.body
			children = within(g, &body{pure: true}, func() []*node {
				for _, v := range outer.variables[len(outer.variables)-len(c.parameters):] {
					g.declare(v.name, v.javaType, v.fixed)
				}
				return g.arguments(c.super.parameters, 2)
			})
		}
		made := keep(template+"#\n}", append(children, rest)...)
		if len(c.parameters) == 0 || c.form == "enum" {
			return made
		}
		arguments := g.literals(c.parameters)
		return lines(made, keep(c.name+"() { this("+holes(len(arguments))+"); }", arguments...))
	})
}

// compactConstructor makes the constructor of a record, sometimes.
func (g *generator) compactConstructor(c *class) *node {
	if g.chance(50) {
		return lines()
	}
	return within(g, &body{pure: true}, func() *node {
		for i, t := range c.parameters {
			g.declare(fmt.Sprint("p", i), t, false)
		}
		return keep(c.name+" {\n#\n}", g.statements(1))
	})
}

// covariant makes a method that each class overrides with a narrower result type.
func (g *generator) covariant(c *class) string {
	return c.name + " self() { return this; }"
}

// state makes the method that hashes the fields.
func (g *generator) state(c *class) *node {
	text := "public int state(int depth) {\nint h = 3;\n"
	if c.super != nil {
		text = "public int state(int depth) {\nint h = super.state(depth);\n"
	}
	if c.form == "inner" {
		text += "h += " + classToken + ".this.hashCode() - " + classToken + ".this.hashCode();\n"
	}
	if c.form == "enum" {
		text += "h += ordinal();\n"
	}
	if c.form == "record" {
		return keep("public int state(int depth) { return hashCode(); }")
	}
	for _, f := range c.fields {
		text += "h = h * 31 + " + classToken + ".state(" + f.name + ", depth);\n"
	}
	return keep(text + "return h;\n}")
}

// parameters declares a method's parameters and returns their text.
func (g *generator) parameters(types []string) string {
	var all []string
	for _, t := range types {
		name, fixed := g.name("p"), g.chance(50)
		element, varargs := strings.CutSuffix(t, "...")
		modifier := ""
		if fixed {
			modifier = "final "
		}
		if varargs {
			g.declare(name, element+"[]", fixed)
		} else {
			g.declare(name, t, fixed)
		}
		all = append(all, modifier+t+" "+name)
	}
	return strings.Join(all, ", ")
}

// method makes the declaration of a method.
func (g *generator) method(m *method) *node {
	inner := g.inside(m.owner, m.static)
	inner.result, inner.nesting = m.result, 2
	return within(g, inner, func() *node {
		header := g.modifiers(m) + m.result + " " + m.name + "(" + g.parameters(m.parameters) + ")"
		if m.abstract {
			return keep(header + ";")
		}
		header += " {\n"
		if m.result == "void" {
			return keep(header+"if (burnt()) return;\n#\n}", g.statements(g.between(1, 3)))
		}
		statements := g.statements(g.between(0, 2))
		return keep(header+"if (burnt()) return "+simplest(m.result)+";\n#\nreturn #;\n}", statements, g.returned(m))
	})
}

// modifiers are the modifiers of a method.
func (g *generator) modifiers(m *method) string {
	isInterface := m.owner != nil && m.owner.form == "interface"
	switch {
	case m.static && isInterface, m.static && !g.chance(15):
		return "static "
	case m.static:
		return "static synchronized "
	case m.private:
		return "private "
	case m.abstract && isInterface:
		return ""
	case m.abstract:
		return "public abstract "
	case isInterface:
		return "default "
	case g.chance(10):
		return "public synchronized "
	}
	return "public "
}

// returned makes the result of a method, for which it may ask the method it overrides.
func (g *generator) returned(m *method) *node {
	if !m.overrides || g.chance(50) {
		return g.expr(m.result, 2)
	}
	qualifier := ""
	switch c := m.owner; {
	case c.form == "enum" || c.form == "interface":
	case c.super != nil && c.super.implemented(m.name) != nil:
		qualifier = "super"
	case c.super == nil && len(c.interfaces) == 1:
		if d := c.interfaces[0].own(m.name); d != nil && !d.abstract {
			qualifier = c.interfaces[0].name + ".super"
		}
	}
	if qualifier == "" {
		return g.expr(m.result, 2)
	}
	return expr(m.result, qualifier+"."+m.name+"("+holes(len(m.parameters))+")", g.arguments(m.parameters, 2)...)
}

// staticFields makes the static fields of the program's class. Each initial value
// may use the fields above it.
func (g *generator) staticFields() []*node {
	statics := g.statics
	g.statics = nil
	return within(g, &body{}, func() []*node {
		var all []*node
		for _, v := range statics {
			all = append(all, keep("static "+v.javaType+" "+v.name+" = #;", g.leaf(v.javaType)))
			g.statics = append(g.statics, v)
		}
		return all
	})
}
