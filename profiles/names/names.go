// Package names writes the names of methods as Java programmers write them:
// "Circle.area", "new Circle", "Demo.main λ0". The editor and the text report
// use the same names.
//
// Invariant: a name is never longer than it has to be to be unique among the
// methods it was made with: packages appear only where two classes share a
// name, parameter types only where methods do.
package names

import (
	"strings"

	"hotlens/profiles"
)

// Of returns the names of the methods, by their index.
func Of(methods []profiles.Method) []string {
	classes := map[string]string{} // the class that has a simple name, "" when several do
	for i := range methods {
		class := methods[i].Class
		simple := SimpleClass(class)
		if known, ok := classes[simple]; ok && known != class {
			class = ""
		}
		classes[simple] = class
	}
	names := make([]string, len(methods))
	count := make(map[string]int, len(methods))
	for i := range methods {
		class := SimpleClass(methods[i].Class)
		if classes[class] == "" {
			class = QualifiedClass(methods[i].Class)
		}
		names[i] = member(class, methods[i].Name)
		count[names[i]]++
	}
	for i := range methods {
		if count[names[i]] > 1 {
			names[i] += Parameters(methods[i].Descriptor)
			count[names[i]]++
		}
	}
	for i := range methods {
		if count[names[i]] > 1 { // a bridge method, or serializable lambdas
			m := &methods[i]
			names[i] = QualifiedClass(m.Class) + "." + m.Name + Parameters(m.Descriptor) + ": " + result(m.Descriptor)
		}
	}
	return names
}

// Method is the name of a method alone, without parameters: "Circle.area".
func Method(class, name string) string {
	return member(SimpleClass(class), name)
}

// member joins a class and the name of its method. The lambda names are those
// that javac gives: lambda$METHOD$NUMBER, with METHOD "new" for a constructor
// and "static" for a class initializer, and with a hash behind METHOD where the
// lambda is serializable.
func member(class, name string) string {
	if rest, ok := strings.CutPrefix(name, "lambda$"); ok {
		if at := strings.LastIndexByte(rest, '$'); at >= 0 {
			around, number := withoutHash(rest[:at]), rest[at+1:]
			switch around {
			case "new":
				around = "<init>"
			case "static":
				around = "<clinit>"
			}
			return member(class, around) + " λ" + number
		}
	}
	if name == "<init>" {
		return "new " + class
	}
	return class + "." + name
}

// withoutHash drops the hash, in hexadecimal, from "METHOD$HASH".
func withoutHash(around string) string {
	at := strings.LastIndexByte(around, '$')
	if at <= 0 || at+1 == len(around) || strings.Trim(around[at+1:], "0123456789abcdef") != "" {
		return around
	}
	return around[:at]
}

// SimpleClass is the name of a class without its package, and with points
// between nested classes: "Outer.Inner". A "$" that is part of a name or stands
// before the number of an anonymous or local class stays.
func SimpleClass(class string) string {
	class = withoutHiddenSuffix(class)
	return nested(class[strings.LastIndexByte(class, '/')+1:])
}

// QualifiedClass is the name of a class with its package: "java.util.Map.Entry".
func QualifiedClass(class string) string {
	class = withoutHiddenSuffix(class)
	at := strings.LastIndexByte(class, '/') + 1
	return strings.ReplaceAll(class[:at], "/", ".") + nested(class[at:])
}

// withoutHiddenSuffix drops what Class.getName appends to the name of a hidden
// class: a slash and a number.
func withoutHiddenSuffix(class string) string {
	if at := strings.LastIndexByte(class, '/'); at >= 0 && at+1 < len(class) && isDigit(class[at+1]) {
		return class[:at]
	}
	return class
}

func nested(name string) string {
	out := []byte(name)
	for i := 1; i+1 < len(out); i++ {
		next := out[i+1]
		if out[i] == '$' && out[i-1] != '$' && out[i-1] != '.' && next != '$' && !isDigit(next) {
			out[i] = '.'
		}
	}
	return string(out)
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// Parameters writes the parameter types of a method descriptor (JVMS 4.3.3) in
// Java's form with simple class names: "(int, String[])". A malformed descriptor
// gives "(…)".
func Parameters(descriptor string) string {
	rest, ok := strings.CutPrefix(descriptor, "(")
	if !ok {
		return "(…)"
	}
	var types []string
	for !strings.HasPrefix(rest, ")") {
		var name string
		if name, rest, ok = cutType(rest); !ok {
			return "(…)"
		}
		types = append(types, name)
	}
	return "(" + strings.Join(types, ", ") + ")"
}

// result is the simple name of a method descriptor's return type.
func result(descriptor string) string {
	_, returned, _ := strings.Cut(descriptor, ")")
	if name, _, ok := cutType(returned); ok {
		return name
	}
	return "void"
}

// cutType reads the first field type of a descriptor.
func cutType(descriptor string) (name, rest string, ok bool) {
	element := strings.TrimLeft(descriptor, "[")
	brackets := strings.Repeat("[]", len(descriptor)-len(element))
	if element == "" {
		return "", "", false
	}
	if element[0] == 'L' {
		class, rest, ok := strings.Cut(element[1:], ";")
		return SimpleClass(class) + brackets, rest, ok
	}
	primitive, ok := primitives[element[0]]
	return primitive + brackets, element[1:], ok
}

// primitives is table 4.3-A of the JVMS.
var primitives = map[byte]string{
	'B': "byte", 'C': "char", 'D': "double", 'F': "float", 'I': "int", 'J': "long", 'S': "short", 'Z': "boolean",
}
