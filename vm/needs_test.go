//go:build unix

package vm_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hotlens/vm"
	"hotlens/vm/linking"
	"hotlens/vm/oracle"
)

// TestPrepare runs a program again on machines that have been told of what the first run has needed, and what nobody needs: it does the same, and needs the same.
func TestPrepare(t *testing.T) {
	oracle.Once(t)
	const program = "ReflectOrder"
	classes := oracle.Compile(t, oracle.Tools{Javac: oracle.JDKTool(t, "javac")}, programsFolder)
	first := runInProcess(t, classes, program, counted)
	needs := first.result.Needs
	methodsOf := func(class string) int {
		at := slices.IndexFunc(needs.Classes, func(w linking.Wanted) bool { return w.Class == class })
		if at < 0 {
			return 0
		}
		return len(needs.Classes[at].Methods)
	}
	if !needs.MethodOrder || methodsOf("java/util/stream/Collectors") == 0 || methodsOf("java/lang/String") == 0 || methodsOf("java/lang/Object") > 0 {
		t.Fatalf("%s needs %v, order %t", program, needs.Classes, needs.MethodOrder)
	}
	for what, prepared := range map[string]vm.Needs{
		"its needs": needs,
		"others":    {Classes: []linking.Wanted{{Class: "java/util/zip/ZipFile", Methods: []int{0, 1, 2, 1 << 20}}, {Class: "no/such/Class", Methods: []int{0}}, {Class: "java/lang/String", Methods: []int{-1, 0, 3, 70, 1 << 20}}, {}}, MethodOrder: true},
		"none":      {},
	} {
		second := runPrepared(t, classes, program, prepared, counted)
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
