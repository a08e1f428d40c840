package configuration

import (
	"fmt"
	"slices"
	"strings"
)

// Variables are NAME=VALUE for the environment of the program, which sees them in the sandbox,
// too.
type Variables []string

// Set adds a variable.
func (v *Variables) Set(text string) error {
	if name, _, found := strings.Cut(text, "="); !found || name == "" {
		return fmt.Errorf("%q is no variable: give NAME=VALUE", text)
	}
	*v = append(*v, text)
	return nil
}

// Names are the variables' names.
func (v Variables) Names() []string {
	var names []string
	for _, variable := range v {
		name, _, _ := strings.Cut(variable, "=")
		names = append(names, name)
	}
	return names
}

// Over is an environment with the variables in it, the last of each name.
func (v Variables) Over(environment []string) []string {
	all := slices.Clone(environment)
	for i, name := range v.Names() {
		all = slices.DeleteFunc(all, func(entry string) bool { return strings.HasPrefix(entry, name+"=") })
		all = append(all, v[i])
	}
	return all
}
