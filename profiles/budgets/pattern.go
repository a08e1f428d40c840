package budgets

import (
	"fmt"
	"strings"

	"hotlens/profiles"
	"hotlens/profiles/names"
)

// This file finds the methods that a budget names.

// pattern is a method as a budget writes it.
type pattern struct {
	name       string // with the class, perhaps with its package
	parameters string // as names.Parameters has them, without blanks; "" for any
}

func parsePattern(text string) (pattern, error) {
	p := pattern{name: text}
	if open := strings.IndexByte(text, '('); open >= 0 {
		if !strings.HasSuffix(text, ")") {
			return pattern{}, fmt.Errorf("the parameters of %s are not closed", text)
		}
		p.name, p.parameters = strings.TrimSpace(text[:open]), withoutBlanks(text[open:])
	}
	if !strings.Contains(p.name, ".") && !strings.Contains(p.name, " ") {
		return pattern{}, fmt.Errorf("%q is no method: give its class, too, such as Parser.parse, new Parser, or Parser static initializer", p.name)
	}
	return p, nil
}

func withoutBlanks(text string) string { return strings.Join(strings.Fields(text), "") }

func (p pattern) matches(m *profiles.Method) bool {
	if p.parameters != "" && p.parameters != withoutBlanks(names.Parameters(m.Descriptor)) {
		return false
	}
	simple, qualified := names.Written(m)
	return p.name == simple || p.name == qualified
}

// find returns which methods of a profile a budget names. A name that classes of several
// packages have is a problem.
func find(p *profiles.Profile, text string) (found []bool, first *profiles.Method, problem string) {
	pattern, err := parsePattern(text)
	if err != nil {
		return nil, nil, err.Error()
	}
	found = make([]bool, len(p.Methods))
	for i := range p.Methods {
		m := &p.Methods[i]
		if !pattern.matches(m) {
			continue
		}
		if first != nil && !sameClass(m, first) {
			return nil, nil, ambiguous(text, first, m)
		}
		found[i] = true
		if first == nil {
			first = m
		}
	}
	return found, first, ""
}

func sameClass(a, b *profiles.Method) bool {
	return names.StableClass(a.Class) == names.StableClass(b.Class)
}

// ambiguous says that a name could mean either of two methods.
func ambiguous(text string, a, b *profiles.Method) string {
	return fmt.Sprintf("%s may be %s or %s: give the package", text, methodName(a), methodName(b))
}
