//go:build unix

package natives

import (
	"fmt"
	"sort"
	"strings"
	"testing"

	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/jimage/jimagetest"
)

// TestTableMatchesJDK compares every native and substitution with the JDK that
// the tests run on, so that a misspelt descriptor does not wait for a program
// to load its class.
func TestTableMatchesJDK(t *testing.T) {
	image := jimagetest.Library(t)
	for _, name := range Classes() {
		data, _, ok, err := image.FindClass(name)
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			t.Errorf("the JDK has no class %s", name)
			continue
		}
		file, err := classfile.Parse(data)
		if err != nil {
			t.Fatal(err)
		}
		c := &classes.Class{Name: name}
		for _, m := range file.Methods {
			c.Methods = append(c.Methods, &classes.Method{Name: m.Name, Desc: m.Descriptor})
		}
		if err := check(c); err != nil {
			t.Error(err)
		}
	}
}

// check compares the table with a loaded class: a method that the JDK at hand
// does not have, or has renamed, is an error.
func check(c *classes.Class) error {
	methods := all[c.Name]
	if methods == nil {
		return nil
	}
	found := 0
	for _, m := range c.Methods {
		if methods[m.Name+m.Desc] != nil {
			found++
		}
	}
	if found == len(methods) {
		return nil
	}
	have := map[string]bool{}
	for _, m := range c.Methods {
		have[m.Name+m.Desc] = true
	}
	var missing []string
	for k := range methods {
		if !have[k] {
			missing = append(missing, k)
		}
	}
	sort.Strings(missing)
	return fmt.Errorf("this JDK's %s does not have %s, which hotlens implements; hotlens supports JDK 17", strings.ReplaceAll(c.Name, "/", "."), strings.Join(missing, ", "))
}
