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

// castComplaint is the last text of a ClassCastException, and what it is about: a program
// whose casts often fail does so with the same classes.
type castComplaint struct {
	from, to *classes.Class
	text     string
}

// castMessage is HotSpot's text of a ClassCastException.
func (m *Machine) castMessage(from, to *classes.Class) string {
	if last := &m.lastCast; last.from != from || last.to != to {
		*last = castComplaint{from, to, m.castText(from, to)}
	}
	return m.lastCast.text
}

func (m *Machine) castText(from, to *classes.Class) string {
	a, b := from.ExternalName(), to.ExternalName()
	fromPlace, toPlace := m.modulePlace(from), m.modulePlace(to)
	if fromPlace == toPlace {
		return "class " + a + " cannot be cast to class " + b + " (" + a + " and " + b + " are in " + toPlace + ")"
	}
	return "class " + a + " cannot be cast to class " + b + " (" + a + " is in " + fromPlace + "; " + b + " is in " + toPlace + ")"
}
