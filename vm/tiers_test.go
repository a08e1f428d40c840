package vm_test

import (
	"bytes"
	"slices"
	"testing"

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
				file = withoutTier(file)
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

// withoutTier is a profile without the members that say how the program was executed.
func withoutTier(file []byte) []byte {
	file = without(file, "\n \"tier\": ", ",")
	file = without(file, ",\n \"inlining\": []", "") // nothing was decided
	return without(file, ",\n \"inlining\": [", "\n ]")
}

// without is a text without its first part that begins with start and ends with end.
func without(text []byte, start, end string) []byte {
	before, rest, found := bytes.Cut(text, []byte(start))
	if !found {
		return text
	}
	_, after, _ := bytes.Cut(rest, []byte(end))
	return slices.Concat(before, after)
}
