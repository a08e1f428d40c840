package interpreter

import (
	"strings"

	"hotlens/vm/classes"
)

// This file words types and methods as HotSpot's messages do.

// externalType turns a field descriptor at the start of desc into Java's
// notation and returns the rest.
func externalType(desc string) (string, string) {
	dims := 0
	for desc != "" && desc[0] == '[' {
		dims++
		desc = desc[1:]
	}
	if desc == "" {
		return "?", ""
	}
	var name string
	switch desc[0] {
	case 'L':
		end := strings.IndexByte(desc, ';')
		if end < 0 {
			return "?", ""
		}
		name, desc = strings.ReplaceAll(desc[1:end], "/", "."), desc[end+1:]
	default:
		name = map[byte]string{'Z': "boolean", 'B': "byte", 'C': "char", 'S': "short", 'I': "int", 'J': "long", 'F': "float", 'D': "double", 'V': "void"}[desc[0]]
		desc = desc[1:]
	}
	return name + strings.Repeat("[]", dims), desc
}

// externalSignature is HotSpot's notation of a method in messages, such as
// "void p.C.m(int, java.lang.String)".
func externalSignature(desc, class, name string) string {
	return externalReturn(desc) + " " + class + "." + name + externalParameters(desc)
}

func externalReturn(desc string) string {
	_, ret, _ := strings.Cut(desc, ")")
	r, _ := externalType(ret)
	return r
}

func externalParameters(desc string) string {
	var b strings.Builder
	b.WriteByte('(')
	rest := strings.TrimPrefix(desc, "(")
	for i := 0; rest != "" && rest[0] != ')'; i++ {
		var p string
		p, rest = externalType(rest)
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(p)
	}
	b.WriteByte(')')
	return b.String()
}

func externalMethod(m *classes.Method) string {
	return externalSignature(m.Desc, m.Class.ExternalName(), m.Name)
}

// castMessage is HotSpot's text of a ClassCastException.
func (m *Machine) castMessage(from, to *classes.Class) string {
	return "class " + from.ExternalName() + " cannot be cast to class " + to.ExternalName() + " (" + m.placesOf(from, to) + ")"
}

// placesOf tells in which modules and loaders two classes are.
func (m *Machine) placesOf(a, b *classes.Class) string {
	placeOfA, placeOfB := m.placeOf(a), m.placeOf(b)
	if placeOfA == placeOfB {
		return a.ExternalName() + " and " + b.ExternalName() + " are in " + placeOfA
	}
	return a.ExternalName() + " is in " + placeOfA + "; " + b.ExternalName() + " is in " + placeOfB
}

func (m *Machine) placeOf(c *classes.Class) string {
	for c.Component != nil {
		c = c.Component
	}
	if c.ModuleName != "" {
		return "module " + c.ModuleName + " of loader " + m.LoaderText(c.Loader)
	}
	return "unnamed module of loader " + m.LoaderText(c.Loader)
}
