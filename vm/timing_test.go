//go:build unix

package vm_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"hotlens/profiles"
	"hotlens/vm/oracle"
)

// TestTimedSubgraph times the counted programs, in every tier and by every scheme: the calls in
// the contexts of the program's own methods are those of the calling context tree, whatever is
// called by reflection, through lambdas, from native code, or left by exceptions.
func TestTimedSubgraph(t *testing.T) {
	forEachProfiled(t, countsFolder, countsShare, func(t *testing.T, program profiledProgram) {
		wantFile, wantRun := program.profile(t, "interp")
		want := ownPaths(decodeProfile(t, wantFile))
		tiers, schemes := []string{"interp", "auto", "jit"}, []string{"a", "b", "all"}
		if testing.Short() {
			tiers, schemes = []string{"auto", "jit"}, []string{"b"}
		}
		for _, tier := range tiers {
			for _, scheme := range schemes {
				file, run := program.profile(t, tier, "--profilers", "time", "--clock", "virtual", "--tiny", "--scheme", scheme)
				if run.Stdout != wantRun.Stdout || run.Status != wantRun.Status {
					t.Errorf("--tier %s --scheme %s: status %s, output:\n%s", tier, scheme, run.Status, oracle.FirstDifference(wantRun.Stdout, run.Stdout))
				}
				got := decodeProfile(t, file)
				checkTimes(t, got)
				if diff := cmp.Diff(want, ownPaths(got)); diff != "" {
					t.Errorf("--tier %s --scheme %s: the calls differ (-counted +timed):\n%s", tier, scheme, diff)
				}
			}
		}
	})
}

// checkTimes checks that the time of every context is its own and that of those below it.
func checkTimes(t *testing.T, p *profiles.Profile) {
	t.Helper()
	sums := make([]uint64, len(p.Contexts))
	for i := len(p.Contexts) - 1; i >= 0; i-- {
		c := &p.Contexts[i]
		if c.SelfNanos == nil || c.TotalNanos == nil {
			t.Fatalf("context %d has no times", i)
		}
		if sums[i] += *c.SelfNanos; sums[i] != *c.TotalNanos {
			t.Errorf("context %d takes %d ns, want %d", i, *c.TotalNanos, sums[i])
		}
		if c.Parent >= 0 {
			sums[c.Parent] += sums[i]
		}
	}
}

// ownPaths are the calls below main, by the chain of the program's own methods that led to
// them. What is native, or made by the VM, has no place in it, and neither has the initialiser of
// the main class, which runs before main.
func ownPaths(p *profiles.Profile) map[string]uint64 {
	paths := map[string]uint64{}
	chains := make([]string, len(p.Contexts))
	for i := range p.Contexts {
		c := &p.Contexts[i]
		m := &p.Methods[c.Method]
		below := ""
		if c.Parent >= 0 {
			below = chains[c.Parent]
		}
		switch own := m.Origin == profiles.OriginApp; {
		case c.Parent < 0 && (!own || m.Name != "main"), c.Parent >= 0 && below == "": // another thread
		case own && m.Name == "<clinit>" && m.Class == p.Target.Main:
		case own:
			chains[i] = below + " " + m.Class + "." + m.Name + m.Descriptor
			paths[chains[i]] += c.Calls
		default:
			chains[i] = below
		}
	}
	return paths
}
