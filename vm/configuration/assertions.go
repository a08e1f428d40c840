package configuration

import "strings"

// This file reads java's options for assertions.

// assertionVerbs are they, by what Run.Assertions has for each.
var assertionVerbs = map[string]string{
	"-ea": "ea", "-enableassertions": "ea", "-da": "da", "-disableassertions": "da",
	"-esa": "esa", "-enablesystemassertions": "esa", "-dsa": "dsa", "-disablesystemassertions": "dsa",
}

// ParseAssertions is what Run.Assertions has for an option of java's, with the class or package behind its colon; false for another option.
func ParseAssertions(option string) (directive string, ok bool) {
	name, _, _ := strings.Cut(option, ":")
	verb, ok := assertionVerbs[name]
	return verb + strings.TrimPrefix(option, name), ok
}
