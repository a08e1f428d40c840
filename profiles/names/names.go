// Package names writes the names of methods as Java programmers write them:
// "Circle.area", "new Circle", "lambda in Demo.main:9". Everything that shows
// methods to people uses these names.
//
// Invariant: a name is never longer than it has to be to be unique among the
// methods it was made with: packages appear only where two classes share a
// name, parameter types only where methods do. Lambda proxies, and what the VM makes to link
// other call sites with, are not told apart.
package names

import (
	"fmt"
	"strings"

	"hotlens/profiles"
)

// Of returns the names of the methods, by their index. lines are those that lambdas
// are told by, from 1, and less than 1 where one is not known.
func Of(methods []profiles.Method, lines []int) []string {
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
	same := map[string][]int{}
	for i := range methods {
		class := SimpleClass(methods[i].Class)
		if classes[class] == "" {
			class = QualifiedClass(methods[i].Class)
		}
		if names[i] = member(class, methods[i].Name, lines[i]); methods[i].Class == profiles.LinkageClass {
			names[i] = linkage
		}
		same[names[i]] = append(same[names[i]], i)
	}
	for _, group := range same {
		distinguish(methods, names, group)
	}
	return names
}

// linkage is the name of what the VM does to link call sites.
const linkage = "linking of call sites"

// distinguish adds to the names of several methods, which are equal, what tells them
// apart: parameters, or the numbers that javac gave to lambdas; failing that,
// everything that a class file says.
func distinguish(methods []profiles.Method, names []string, group []int) {
	if _, made := helper(methods[group[0]].Class); made || len(group) == 1 {
		return
	}
	count := map[string]int{}
	for _, i := range group {
		if _, number, ok := lambda(methods[i].Name); ok {
			names[i] += " (" + number + ")"
		} else {
			names[i] += Parameters(methods[i].Descriptor)
		}
		count[names[i]]++
	}
	for _, i := range group {
		if count[names[i]] > 1 { // a bridge method, or serializable lambdas
			m := &methods[i]
			names[i] = QualifiedClass(m.Class) + "." + m.Name + Parameters(m.Descriptor) + ": " + result(m.Descriptor)
		}
	}
}

// member joins a class and the name of its method. A lambda is told by its line.
func member(class, name string, line int) string {
	if text, made := helper(class); made {
		return text
	}
	if around, _, ok := lambda(name); ok {
		text := "lambda in " + member(class, around, 0)
		if line > 0 {
			text += fmt.Sprintf(":%d", line)
		}
		return text
	}
	if test, ok := strings.CutPrefix(name, profiles.TestRootPrefix); ok {
		if test == "" {
			return "tests of " + class
		}
		return "test " + class + "." + test
	}
	switch name {
	case "<init>":
		return "new " + class
	case "<clinit>":
		return class + " static initializer"
	}
	return class + "." + name
}

// proxyMark stands in the class names of lambda proxies, the hidden classes that
// implement the functional interface (java.lang.invoke names them
// "Outer$$Lambda$7/0x...").
const proxyMark = "$$Lambda"

// switchMark and recordMark stand in the names of the classes that the VM makes to link switches over patterns and the methods that all records have.
const (
	switchMark = "$$TypeSwitch"
	recordMark = "$$Record"
)

// helpers are the kinds of classes that are made to link call sites: what stands in their names behind that of the class that has the site, and what they are.
var helpers = [...]struct{ mark, text string }{{proxyMark, "lambda proxy of "}, {switchMark, "pattern switch of "}, {recordMark, "record code of "}}

// helper says what a class is that was made to link a call site, whose own name tells nobody anything, by the class that has the site.
func helper(class string) (text string, made bool) {
	outer, what := linked(class)
	return what + outer, what != ""
}

// LinkedBy is the class that has the call site that a class was made to link; "" for other classes.
func LinkedBy(class string) string {
	outer, _ := linked(class)
	return outer
}

// Reference is what a lambda proxy is of which nothing is known but that it is a method reference's.
func Reference(proxy string) string { return "method reference in " + LinkedBy(SimpleClass(proxy)) }

// linked is the class that has the call site that a class was made to link, and what the latter is of it; "" for other classes.
func linked(class string) (outer, what string) {
	for _, kind := range helpers {
		if outer, _, found := strings.Cut(class, kind.mark); found {
			return outer, kind.text
		}
	}
	return "", ""
}

// IsProxy tells whether a class is a lambda proxy.
func IsProxy(class string) bool { return strings.Contains(class, proxyMark) }

// IsRecordCode tells whether a class was made for a method that all records have.
func IsRecordCode(class string) bool { return strings.Contains(class, recordMark) }

// IsLambda tells whether javac gave this name to a lambda's body.
func IsLambda(name string) bool { _, _, ok := lambda(name); return ok }

// lambda reads the name that javac gives to a lambda's body: lambda$METHOD$NUMBER,
// with METHOD "new" for a constructor and "static" for a class initializer, and with a
// hash behind METHOD where the lambda is serializable.
func lambda(name string) (around, number string, ok bool) {
	rest, ok := strings.CutPrefix(name, "lambda$")
	at := strings.LastIndexByte(rest, '$')
	if !ok || at < 0 {
		return "", "", false
	}
	around, number = withoutHash(rest[:at]), rest[at+1:]
	switch around {
	case "new":
		around = "<init>"
	case "static":
		around = "<clinit>"
	}
	return around, number, true
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
	if strings.HasPrefix(class, "[") {
		if name, _, ok := cutType(class); ok {
			return name
		}
	}
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

// Type writes a field descriptor (JVMS 4.3.2) in Java's form with simple class names: "int", "String[]". A malformed
// one stays as it is.
func Type(descriptor string) string {
	if name, rest, ok := cutType(descriptor); ok && rest == "" && name != "" {
		return name
	}
	return descriptor
}

// ObjectClass is the simple name of an object's class; that of a function object says where the lambda stands.
func ObjectClass(class string) string {
	if outer, _, ok := strings.Cut(class, proxyMark); ok {
		return "lambda of " + SimpleClass(outer)
	}
	return SimpleClass(class)
}
