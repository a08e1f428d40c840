//go:build unix

package vm_test

import (
	"bytes"
	"flag"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hotlens/profiles"
	"hotlens/vm/configuration"
	"hotlens/vm/oracle"
)

// compileAll has TestTiers run every program in every way.
var compileAll = flag.Bool("compile-all", false, "run every program with --tier jit and twice with --tier auto, not only a part of them; and the profilers beside the tree on all counted programs")

// Without -compile-all, of the programs that are not counted, nor written for the compiler, one in comparedShare
// is compared between tiers: TestPrograms runs all of them with what is hot compiled, and compares what they do with HotSpot.
// One in repeatedShare is run twice in the same tier, for the inliner's decisions: all else is compared between two runs
// anyway. One in compiledShare, which the others divide, is run with --tier jit, and one in countedCompiledShare
// of those that are counted: compiling every method of the library that a program touches takes ten times the time of all other runs.
const (
	comparedShare        = 9
	repeatedShare        = 9
	compiledShare        = 90
	countedCompiledShare = 2
	// jitShare is the share of the counted programs that the profilers but for the tree are tried on with --tier jit.
	jitShare = 6
	// stoppedShare is the share of the counted programs that TestStoppedTiers takes with -short, stoppedFullShare
	// that without.
	stoppedShare, stoppedFullShare = 8, 4
)

// With -short, a test profiles one in countsShare of the counted programs and one in
// profiledShare of the others: see oracle.Sample.
const (
	countsShare   = 6
	profiledShare = 16
)

// TestTiers profiles each program of both folders by the interpreter alone, with what
// is hot compiled and inlined, and with everything compiled at its first call: output,
// status and the whole profile are the same. Under the virtual clock a second run
// of the same tier gives the same file, byte by byte, the inliner's decisions included.
func TestTiers(t *testing.T) {
	for folder, share := range map[string]uint32{countsFolder: countsShare, programsFolder: profiledShare} {
		forEachProfiled(t, folder, share, func(t *testing.T, program profiledProgram) {
			every, counted := *compileAll || strings.HasPrefix(program.name, "Tier"), folder == countsFolder
			if !every && !counted && !oracle.Chosen(program.name, comparedShare) {
				return
			}
			share := uint32(compiledShare)
			if counted {
				share = countedCompiledShare
			}
			compareTiers(t, program, every || counted || oracle.Chosen(program.name, repeatedShare), every || oracle.Chosen(program.name, share))
		})
	}
}

// compareTiers compares a program's profile by the interpreter alone with that with what is hot compiled, in two runs if it is
// repeated, and with that of everything compiled if it is.
func compareTiers(t *testing.T, program profiledProgram, repeated, compiled bool) {
	t.Helper()
	want, wantRun := program.profile(t, "interp")
	same := func(what string, want, got []byte, run oracle.Result) {
		if !bytes.Equal(got, want) {
			t.Errorf("%s: the profile differs:\n%s", what, oracle.FirstDifference(string(want), string(got)))
		}
		if run.Stdout != wantRun.Stdout {
			t.Errorf("%s: the output differs:\n%s", what, oracle.FirstDifference(wantRun.Stdout, run.Stdout))
		}
		if run.Status != wantRun.Status {
			t.Errorf("%s: the exit status is %s, not %s", what, run.Status, wantRun.Status)
		}
		if t.Failed() {
			t.Logf("the end of its stderr:\n%s", oracle.LastLines(run.Stderr, 20))
		}
	}
	first, run := program.profile(t, "auto")
	same("--tier auto after interp", oracle.WithoutTier(want), oracle.WithoutTier(first), run)
	if repeated {
		second, run := program.profileAgain(t, "auto")
		same("--tier auto again", first, second, run)
	}
	if compiled {
		file, run := program.profile(t, "jit")
		same("--tier jit after interp", oracle.WithoutTier(want), oracle.WithoutTier(file), run)
	}
}

// TestStoppedTiers stops the counted programs by the limit of bytecodes, at places that have nothing to do with
// what they do: the profile is that of a part of the run, the same in every tier.
func TestStoppedTiers(t *testing.T) {
	some := func(name string) bool { return oracle.Chosen(name, stoppedFullShare) }
	forEachProgram(t, countsFolder, stoppedShare, some, func(t *testing.T, classes, name string) {
		whole := runInProcess(t, classes, name, counted)
		for _, part := range []uint64{3, 7} {
			var first *profiles.Profile
			for _, tier := range allTiers {
				run := runInProcess(t, classes, name, func(c *configuration.Run) {
					counted(c)
					c.Limits.MaxBytecodes, c.Tier = whole.profile.Bytecodes/part, tier
				})
				// A program that ends within the time slice in which the limit strikes has ended.
				if limit := run.result.Limit; limit != nil && !profiles.LimitBytecodes.Is(limit) {
					t.Fatalf("tier %s: the run ends with limit %v", tier, limit)
				}
				p := run.profile.Profile()
				p.Inlining = nil
				if first == nil {
					first = p
				} else if diff := cmp.Diff(first, p); diff != "" {
					t.Errorf("tier %s, stopped after a part of 1/%d: the profile differs (-interp +%s):\n%.4000s", tier, part, tier, diff)
				}
			}
		}
	})
}
