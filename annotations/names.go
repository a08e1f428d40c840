package annotations

import (
	"fmt"
	"strings"

	"hotlens/profiles"
)

// proxyMark stands in the class names of lambda proxies, the hidden classes
// that implement the functional interface (java.lang.invoke names them
// "Outer$$Lambda$7/0x...").
const proxyMark = "$$Lambda"

// isProxy tells whether a method belongs to a lambda proxy.
func isProxy(m profiles.Method) bool { return strings.Contains(m.Class, proxyMark) }

// displayName names a method as a reader of the source would. The line of a
// lambda counts from 1; it is left out if it is not known.
func displayName(m profiles.Method, line int) string {
	class := displayClass(m.Class)
	switch {
	case isProxy(m):
		outer, _, _ := strings.Cut(m.Class, proxyMark)
		return "lambda proxy of " + displayClass(outer)
	case isLambdaName(m.Name):
		name := "lambda in " + lambdaOwner(m.Name)
		if line > 0 {
			name += fmt.Sprintf(", line %d", line)
		}
		return name
	case m.Name == "<init>":
		return "new " + class
	case m.Name == "<clinit>":
		return class + " static initializer"
	}
	return class + "." + m.Name
}

// isLambdaName tells whether javac gave this name to a lambda's body.
func isLambdaName(name string) bool { return strings.HasPrefix(name, "lambda$") }

// lambdaOwner reads the enclosing member out of javac's "lambda$main$0".
func lambdaOwner(name string) string {
	owner := strings.TrimPrefix(name, "lambda$")
	if i := strings.LastIndexByte(owner, '$'); i >= 0 {
		owner = owner[:i]
	}
	switch owner {
	case "new":
		return "constructor"
	case "static":
		return "static initializer"
	}
	return owner
}

// displayClass shortens a binary name: the package goes, nested classes are
// joined by dots, local classes lose their number, anonymous ones keep theirs
// ("a/b/Outer$Inner$1" becomes "Outer.Inner$1").
func displayClass(binary string) string {
	if strings.HasPrefix(binary, "[") {
		return displayType(binary)
	}
	if i := strings.LastIndexByte(binary, '/'); i >= 0 && !strings.Contains(binary[i:], "0x") {
		binary = binary[i+1:]
	}
	var b strings.Builder
	for i, part := range strings.Split(binary, "$") {
		name := strings.TrimLeft(part, "0123456789")
		switch {
		case i == 0:
			b.WriteString(part)
		case name == "":
			b.WriteString("$" + part)
		default:
			b.WriteString("." + name)
		}
	}
	return b.String()
}

// primitiveNames maps the characters of base types (JVMS 4.3.2, table 4.3-A).
var primitiveNames = map[byte]string{'B': "byte", 'C': "char", 'D': "double", 'F': "float", 'I': "int", 'J': "long", 'S': "short", 'Z': "boolean", 'V': "void"}

// displayType writes one field descriptor (JVMS 4.3.2) as source does.
func displayType(descriptor string) string {
	element := strings.TrimLeft(descriptor, "[")
	dimensions := strings.Repeat("[]", len(descriptor)-len(element))
	if element == "" {
		return descriptor
	}
	if element[0] == 'L' {
		return displayClass(strings.TrimSuffix(element[1:], ";")) + dimensions
	}
	return primitiveNames[element[0]] + dimensions
}

// displayParameters writes a method descriptor's parameters: "(int, String[])".
func displayParameters(descriptor string) string {
	end := strings.IndexByte(descriptor, ')')
	if !strings.HasPrefix(descriptor, "(") || end < 0 {
		return "()"
	}
	var names []string
	for rest := descriptor[1:end]; rest != ""; {
		length := len(rest) - len(strings.TrimLeft(rest, "[")) + 1
		if length <= len(rest) && rest[length-1] == 'L' {
			length = strings.IndexByte(rest, ';') + 1
		}
		if length <= 0 || length > len(rest) {
			break
		}
		names = append(names, displayType(rest[:length]))
		rest = rest[length:]
	}
	return "(" + strings.Join(names, ", ") + ")"
}
