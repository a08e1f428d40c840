package classfile

import (
	"fmt"
	"strings"
)

// Limits on descriptors (JVMS 4.3.2, 4.3.3).
const (
	maxDimensions    = 255 // of an array type
	maxArgumentSlots = 255 // of a method, `this` included, long and double counting two
)

// ParseDescriptor splits a method descriptor (JVMS 4.3.3) into the field
// descriptors of its parameters and its return descriptor ("V" for void). The
// parts share memory with desc.
func ParseDescriptor(desc string) (params []string, ret string, err error) {
	count, _, ok := scanMethod(desc)
	if !ok {
		return nil, "", &FormatError{Offset: -1, Message: fmt.Sprintf("Illegal method descriptor %q", desc)}
	}
	if count > 0 {
		params = make([]string, 0, count)
	}
	rest := desc[1:]
	for rest[0] != ')' {
		n := fieldLength(rest)
		params = append(params, rest[:n])
		rest = rest[n:]
	}
	return params, rest[1:], nil
}

// scanMethod checks a method descriptor, and counts its parameters and the
// argument slots that they take (without `this`).
func scanMethod(desc string) (params, slots int, ok bool) {
	if len(desc) == 0 || desc[0] != '(' {
		return 0, 0, false
	}
	rest := desc[1:]
	for len(rest) > 0 && rest[0] != ')' {
		n := fieldLength(rest)
		if n == 0 {
			return 0, 0, false
		}
		params++
		slots++
		if rest[0] == 'J' || rest[0] == 'D' {
			slots++
		}
		rest = rest[n:]
	}
	if len(rest) < 2 || slots > maxArgumentSlots {
		return 0, 0, false
	}
	ret := rest[1:]
	return params, slots, ret == "V" || fieldLength(ret) == len(ret)
}

// fieldLength returns the length of the field descriptor that s starts with
// (JVMS 4.3.2), or 0 if there is none.
func fieldLength(s string) int {
	i := 0
	for i < len(s) && s[i] == '[' {
		i++
	}
	if i == len(s) || i > maxDimensions {
		return 0
	}
	switch s[i] {
	case 'B', 'C', 'D', 'F', 'I', 'J', 'S', 'Z':
		return i + 1
	case 'L':
		n := strings.IndexByte(s[i:], ';')
		if n < 0 || !legalBinaryName(s[i+1:i+n]) {
			return 0
		}
		return i + n + 1
	}
	return 0
}

// isFieldDescriptor says whether s is exactly one field descriptor.
func isFieldDescriptor(s string) bool { return len(s) > 0 && fieldLength(s) == len(s) }

// separator marks the bytes that unqualified names must not hold (JVMS 4.2.2).
var separator = [256]bool{'.': true, ';': true, '[': true, '/': true}

// legalBinaryName checks the name of a class or interface: unqualified names
// separated by slashes (JVMS 4.2.1).
func legalBinaryName(s string) bool {
	part := 0
	for i := range len(s) {
		if !separator[s[i]] {
			continue
		}
		if s[i] != '/' || i == part {
			return false
		}
		part = i + 1
	}
	return part < len(s)
}

// legalClassName checks what a Class constant may name: a class, an interface
// or, by its descriptor, an array type (JVMS 4.4.1).
func legalClassName(s string) bool {
	if isArray(s) {
		return isFieldDescriptor(s)
	}
	return legalBinaryName(s)
}

// isArray says whether what a Class constant names is an array type.
func isArray(s string) bool { return len(s) > 0 && s[0] == '[' }

// legalFieldName checks the name of a field or a local variable (JVMS 4.2.2).
func legalFieldName(s string) bool {
	for i := range len(s) {
		if separator[s[i]] {
			return false
		}
	}
	return len(s) > 0
}

// legalMethodName checks the name of a method (JVMS 4.2.2).
func legalMethodName(s string) bool {
	if !legalFieldName(s) {
		return false
	}
	return s == initName || s == clinitName || strings.IndexByte(s, '<') < 0 && strings.IndexByte(s, '>') < 0
}

// The names of instance and class initialisation methods (JVMS 2.9).
const (
	initName   = "<init>"
	clinitName = "<clinit>"
)
