package vm_test

import (
	"bytes"
	"regexp"
	"testing"

	"hotlens/profiles"
	"hotlens/vm/oracle"
)

// tiers are the values of --tier, the first of which the others are compared with.
var tiers = []string{"interp", "jit", "auto"}

// TestTiers profiles each program of both folders by the interpreter alone, with
// everything compiled at its first call, and with what is hot compiled and inlined:
// output, status and the whole profile are the same.
func TestTiers(t *testing.T) {
	for _, folder := range []string{countsFolder, programsFolder} {
		forEachProfiled(t, folder, func(t *testing.T, program profiledProgram) {
			var want []byte
			var wantRun oracle.Result
			for i, tier := range tiers {
				file, run := program.profile(t, "--tier", tier)
				file = withoutTier(t, file)
				if i == 0 {
					want, wantRun = file, run
					continue
				}
				if !bytes.Equal(file, want) {
					t.Errorf("with --tier %s the profile differs from the interpreter's:\n%s", tier, oracle.FirstDifference(string(want), string(file)))
				}
				if run.Stdout != wantRun.Stdout {
					t.Errorf("with --tier %s the output differs from the interpreter's:\n%s", tier, oracle.FirstDifference(wantRun.Stdout, run.Stdout))
				}
				if run.Status != wantRun.Status {
					t.Errorf("with --tier %s the exit status is %s, the interpreter's is %s", tier, run.Status, wantRun.Status)
				}
				if t.Failed() {
					t.Logf("the end of its stderr:\n%s", oracle.LastLines(run.Stderr, 20))
				}
			}
		})
	}
}

// tierOnly are the members of a profile that say how the program was executed.
var tierOnly = regexp.MustCompile(`(?ms)^ "tier": [^\n]*\n|,\n "inlining": \[(\]|\n.*?\n \])`)

// withoutTier is a profile without what may depend on the tier.
func withoutTier(t *testing.T, file []byte) []byte {
	t.Helper()
	if _, err := profiles.Decode(bytes.NewReader(file)); err != nil {
		t.Fatal(err)
	}
	return tierOnly.ReplaceAll(file, nil)
}
