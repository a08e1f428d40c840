package names

import (
	"strconv"
	"strings"

	"hotlens/profiles"
)

// This file tells names from the numbers in them that are counted up while a class is
// compiled or a program runs, and so are others in another run or another version.

// counted are the names of classes that the library or the VM numbers: proxies, and the
// accessors that reflection generates. The number stands behind them.
var counted = []string{"$Proxy", "GeneratedMethodAccessor", "GeneratedConstructorAccessor", "GeneratedSerializationConstructorAccessor"}

// StableClass is a class's binary name without such numbers.
func StableClass(class string) string {
	if outer, _, hidden := strings.Cut(class, proxyMark); hidden {
		return outer + proxyMark
	}
	for _, suffix := range []string{"+0x", "/0x"} { // of a hidden class, as Class.getName has it
		if at := strings.LastIndex(class, suffix); at >= 0 {
			class = class[:at]
		}
	}
	bare := strings.TrimRight(class, "0123456789")
	for _, name := range counted {
		if strings.HasSuffix(bare, name) {
			return bare
		}
	}
	return class
}

// Lambda reads the name that javac gives to a lambda's body: the method that it stands in
// ("main", "<init>", "<clinit>"), and its number among the lambdas of the class.
func Lambda(name string) (around string, number int, ok bool) {
	around, digits, ok := lambda(name)
	if !ok {
		return "", 0, false
	}
	number, err := strconv.Atoi(digits)
	return around, number, err == nil
}

// Written is a method as people write it, with the simple and with the qualified name of
// its class, and without parameters: "Parser.parse", "new shop.Parser". All lambdas of a
// method are written alike.
func Written(m *profiles.Method) (simple, qualified string) {
	return member(SimpleClass(m.Class), m.Name, 0), member(QualifiedClass(m.Class), m.Name, 0)
}

// ClassOf is the class of a method that is written as Written does, by the name that it has there; "" where there is none of that name. A method that is
// not declared has no class file: the VM, or the library, has made it for that class.
func ClassOf(written string) (class string, declared bool) {
	if written == linkage {
		return "", false
	}
	for _, kind := range helpers {
		if outer, made := strings.CutPrefix(written, kind.text); made {
			return outer, false
		}
	}
	if class, isTest := strings.CutPrefix(written, "tests of "); isTest {
		return class, false
	}
	written, isTest := strings.CutPrefix(written, "test ")
	for inner := true; inner; {
		written, inner = strings.CutPrefix(written, "lambda in ")
	}
	class, constructs := strings.CutPrefix(written, "new ")
	class, initialises := strings.CutSuffix(class, " static initializer")
	if !constructs && !initialises {
		class = class[:max(strings.LastIndexByte(class, '.'), 0)]
	}
	if strings.HasSuffix(class, "]") {
		return "", false
	}
	return class, !isTest
}
