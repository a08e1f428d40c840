package classfile

import (
	"fmt"
	"strings"
	"unicode"
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
	count, slots, ok := scanMethod(desc, MaxMajor)
	if !ok || slots > maxArgumentSlots {
		return nil, "", &FormatError{Offset: -1, Message: fmt.Sprintf("Illegal method descriptor %q", desc)}
	}
	if count > 0 {
		params = make([]string, 0, count)
	}
	rest := desc[1:]
	for rest[0] != ')' {
		n := fieldLength(rest, MaxMajor)
		params = append(params, rest[:n])
		rest = rest[n:]
	}
	return params, rest[1:], nil
}

// scanMethod checks a method descriptor, and counts its parameters and the
// argument slots that they take (without `this`), which may be more than a method
// can have. Names are spelled by the rules of the class file's version.
func scanMethod(desc string, major uint16) (params, slots int, ok bool) {
	if len(desc) == 0 || desc[0] != '(' {
		return 0, 0, false
	}
	rest := desc[1:]
	for len(rest) > 0 && rest[0] != ')' {
		n := fieldLength(rest, major)
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
	if len(rest) < 2 {
		return 0, 0, false
	}
	ret := rest[1:]
	return params, slots, ret == "V" || fieldLength(ret, major) == len(ret)
}

// fieldLength returns the length of the field descriptor that s starts with
// (JVMS 4.3.2), or 0 if there is none.
func fieldLength(s string, major uint16) int {
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
		if n < 0 || !legalBinaryName(s[i+1:i+n], major) {
			return 0
		}
		return i + n + 1
	}
	return 0
}

// isFieldDescriptor says whether s is exactly one field descriptor.
func isFieldDescriptor(s string, major uint16) bool {
	return len(s) > 0 && fieldLength(s, major) == len(s)
}

// separator marks the bytes that unqualified names must not hold (JVMS 4.2.2).
var separator = [256]bool{'.': true, ';': true, '[': true, '/': true}

// legalBinaryName checks the name of a class or interface: unqualified names
// separated by slashes (JVMS 4.2.1). Before relaxedNames each is an identifier of
// the Java language, and slashes may stand first and last.
func legalBinaryName(s string, major uint16) bool {
	if major < relaxedNames {
		return isIdentifier(s, true)
	}
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
func legalClassName(s string, major uint16) bool {
	if isArray(s) {
		return isFieldDescriptor(s, major)
	}
	return legalBinaryName(s, major)
}

// isArray says whether what a Class constant names is an array type.
func isArray(s string) bool { return len(s) > 0 && s[0] == '[' }

// legalFieldName checks the name of a field or a local variable (JVMS 4.2.2).
func legalFieldName(s string, major uint16) bool {
	if major < relaxedNames {
		return isIdentifier(s, false)
	}
	for i := range len(s) {
		if separator[s[i]] {
			return false
		}
	}
	return len(s) > 0
}

// legalMethodName checks the name of a method (JVMS 4.2.2).
func legalMethodName(s string, major uint16) bool {
	if s == initName || s == clinitName {
		return true
	}
	return legalFieldName(s, major) && strings.IndexByte(s, '<') < 0 && strings.IndexByte(s, '>') < 0
}

// relaxedNames is the first class file version in which names need not be
// identifiers of the Java language (JVMS 4.2.2 since Java SE 5).
const relaxedNames = 49

// isIdentifier says whether s is an identifier of the Java language (JLS 3.8);
// with slashes, also several of them, with at most one slash between two.
func isIdentifier(s string, slashes bool) bool {
	afterSlash := false
	for i := 0; i < len(s); {
		if slashes && s[i] == '/' {
			if afterSlash {
				return false
			}
			afterSlash = true
			i++
			continue
		}
		afterSlash = false
		unit, size := decodeUnit(s[i:])
		if size == 0 || !isIdentifierUnit(rune(unit), i == 0) {
			return false
		}
		i += size
	}
	return len(s) > 0
}

// identifierStart and identifierPart are the categories of characters of which
// identifiers consist (Character.isJavaIdentifierStart and isJavaIdentifierPart).
var (
	identifierStart = []*unicode.RangeTable{unicode.L, unicode.Nl, unicode.Sc, unicode.Pc}
	identifierPart  = append([]*unicode.RangeTable{unicode.Nd, unicode.Mc, unicode.Mn, unicode.Cf}, identifierStart...)
)

func isIdentifierUnit(r rune, first bool) bool {
	if first {
		return unicode.In(r, identifierStart...)
	}
	ignorable := r <= 8 || r >= 0xE && r <= 0x1B || r >= 0x7F && r <= 0x9F
	return ignorable || unicode.In(r, identifierPart...)
}

// The names of instance and class initialisation methods (JVMS 2.9).
const (
	initName   = "<init>"
	clinitName = "<clinit>"
)
