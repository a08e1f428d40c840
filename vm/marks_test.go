//go:build unix

package vm_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"hotlens/profiles"
	"hotlens/vm/oracle"
)

// TestMarksChangeNothing profiles programs with and without marks of what is executed. They make code larger, and all else is the same: what the compiler takes first, when its code
// is installed, and so the numbers that the inliner decides by.
func TestMarksChangeNothing(t *testing.T) {
	oracle.Once(t)
	tools := oracle.FindTools(t)
	for name, folder := range map[string]string{"AppInterpreter": "testdata/programs", "LongActivation": "testdata/long"} {
		program := profiledProgram{tools, folder, oracle.Compile(t, tools, folder), name}
		profile := func(flags ...string) *profiles.Profile {
			file, run := program.profile(t, "auto", flags...)
			if run.Status != "0" {
				t.Fatalf("%s %v: exit status %s\n%s", name, flags, run.Status, oracle.LastLines(run.Stderr, 20))
			}
			p := decodeProfile(t, file)
			p.Profilers = nil
			return p
		}
		without, with := profile(), profile("--profilers", "cct,edges,coverage")
		if with.Coverage == nil || len(without.Inlining) == 0 {
			t.Fatalf("%s: no coverage, or nothing was inlined", name)
		}
		with.Coverage = nil
		if diff := cmp.Diff(without, with); diff != "" {
			t.Errorf("%s: with marks the profile differs (-without +with):\n%.2000s", name, diff)
		}
	}
}
