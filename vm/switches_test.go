//go:build unix

package vm_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"hotlens/vm/oracle"
)

// TestSwitchesOverComponents profiles switches that try the components of records, on the JDKs whose javac makes switches of primitive types for that: what the program
// calls for them is its own, and nothing of the library's method handles.
func TestSwitchesOverComponents(t *testing.T) {
	const name, since = "Components", 25
	for _, jdk := range oracle.NewerJDKs(t) {
		if jdk.Release.Feature < since {
			continue
		}
		t.Run(jdk.Name(), func(t *testing.T) {
			folder := filepath.Join(newerFolder, fmt.Sprint(since))
			profileEach(t, oracle.ToolsOf(t, jdk), folder, []string{name}, func(t *testing.T, program profiledProgram) {
				p, _ := program.successful(t)
				switches := 0
				for _, e := range p.Edges {
					callee := p.Methods[e.Callee]
					if caller := p.Methods[e.Caller].Class; caller != name {
						continue
					}
					if strings.HasPrefix(callee.Class, "java/lang/invoke/") {
						t.Errorf("line %d calls %s.%s%s", e.Line, callee.Class, callee.Name, callee.Descriptor)
					}
					if strings.Contains(callee.Class, "$$TypeSwitch") && len(callee.Descriptor) == len("(DI)I") {
						switches++
					}
				}
				if switches == 0 {
					t.Error("no switch of a primitive type was executed")
				}
			})
		})
	}
}
