//go:build unix

package vm_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hotlens/vm"
	"hotlens/vm/oracle"
)

// TestPrepare runs a program again on machines that have ready what the first run has needed, and what nobody needs: it does the same, and needs the same.
func TestPrepare(t *testing.T) {
	oracle.Once(t)
	const program = "ReflectOrder"
	classes := oracle.Compile(t, oracle.Tools{Javac: oracle.JDKTool(t, "javac")}, programsFolder)
	first := runInProcess(t, classes, program, counted)
	needs := first.result.Needs
	if !needs.MethodOrder || !slices.Contains(needs.Classes, "java/util/stream/Collectors") || slices.Contains(needs.Classes, "java/lang/String") {
		t.Fatalf("%s needs %q, order %t", program, needs.Classes, needs.MethodOrder)
	}
	for what, prepared := range map[string]vm.Needs{
		"its needs": needs,
		"others":    {Classes: []string{"java/util/zip/ZipFile", "no/such/Class", "java/lang/String", ""}, MethodOrder: true},
		"none":      {},
	} {
		second := runPrepared(t, classes, program, &prepared, counted)
		if diff := cmp.Diff(needs, second.result.Needs); diff != "" {
			t.Errorf("with %s prepared, it needs (-first +second):\n%s", what, diff)
		}
		if second.Stdout != first.Stdout || second.result.ExitStatus != first.result.ExitStatus {
			t.Errorf("with %s prepared, it prints\n%s\nand not\n%s", what, second.Stdout, first.Stdout)
		}
		if diff := cmp.Diff(first.profile.Profile(), second.profile.Profile()); diff != "" {
			t.Errorf("with %s prepared, its profile is another one (-first +second):\n%s", what, diff)
		}
	}
}
