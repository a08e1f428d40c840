//go:build unix

package vm_test

import (
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sourcegraph/conc"

	"hotlens/profiles"
	"hotlens/vm"
	"hotlens/vm/configuration"
	"hotlens/vm/oracle"
)

// timedRun is a way to time a program.
type timedRun struct{ tier, scheme string }

// timedRuns are the ways to time a program: by the default scheme and by that which
// instruments most, in the tiers that differ most; for half of the programs the others, too.
func timedRuns(program string) []timedRun {
	switch {
	case testing.Short():
		return []timedRun{{"auto", "b"}, {"jit", "b"}}
	case oracle.Chosen(program, 2):
		return []timedRun{{"auto", "b"}, {"jit", "all"}, {"interp", "b"}, {"jit", "a"}}
	}
	return []timedRun{{"auto", "b"}, {"jit", "all"}}
}

// TestTimedSubgraph times the counted programs, in every tier and by every scheme: the calls in
// the contexts of the program's own methods are those of the calling context tree, whatever is
// called by reflection, through lambdas, from native code, or left by exceptions.
func TestTimedSubgraph(t *testing.T) {
	forEachProfiled(t, countsFolder, countsShare, func(t *testing.T, program profiledProgram) {
		wantFile, wantRun := program.profile(t, "interp")
		want := ownPaths(decodeProfile(t, wantFile))
		for _, by := range timedRuns(program.name) {
			file, run := program.profile(t, by.tier, "--profilers", "time", "--clock", "virtual", "--tiny", "--scheme", by.scheme)
			if run.Stdout != wantRun.Stdout || run.Status != wantRun.Status {
				t.Errorf("--tier %s --scheme %s: status %s, output:\n%s", by.tier, by.scheme, run.Status, oracle.FirstDifference(wantRun.Stdout, run.Stdout))
			}
			got := decodeProfile(t, file)
			checkTimes(t, got)
			if diff := cmp.Diff(want, ownPaths(got)); diff != "" {
				t.Errorf("--tier %s --scheme %s: the calls differ (-counted +timed):\n%s", by.tier, by.scheme, diff)
			}
		}
	})
}

// attachments is how often a running program is measured and left alone again; settled is after how many times hardly
// anything may be compiled any more for it, and mostContexts is more than the program has.
const (
	attachments  = 100
	settled      = 50
	mostContexts = 1000
)

// TestTimingOnAndOff measures a method time and again in a program that runs on. From some time on that compiles
// next to nothing and makes no contexts, so that it costs no memory, and the program is as fast as it was; and each time there are new calls.
func TestTimingOnAndOff(t *testing.T) {
	classes := oracle.Compile(t, oracle.FindTools(t), filepath.Join("testdata", "timing"))
	memory, log := openMemory(t), openScratch(t, filepath.Join(t.TempDir(), "log"))
	machine, err := vm.Boot(t.Context(), configuration.Run{
		JDK: oracle.JDKHome(t), ClassPath: []string{classes}, Tier: configuration.TierAuto, Policy: configuration.Policy{Unrestricted: true},
		Limits:    configuration.Limits{HeapBytes: 64 << 20, StackBytes: 1 << 20, MaxThreads: 50},
		Directory: t.TempDir(), TempDirectory: t.TempDir(), Environment: oracle.Environment(), VerboseJIT: true,
	}, vm.Files{Memory: memory, Stderr: log})
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan vm.Result, 1)
	var group conc.WaitGroup
	group.Go(func() { ended <- machine.Run(t.Context(), vm.Program{MainClass: "TimingForEver"}) })
	timedCalls := func() (calls uint64, contexts int) {
		nodes := readProfile(t, memory).Nodes
		for _, n := range nodes {
			calls += n.Calls
		}
		return calls, len(nodes)
	}
	before, compiled, contexts := uint64(0), 0, 0
	for i := range attachments {
		if err := machine.Time(t.Context(), &configuration.Timing{Roots: []string{"TimingForEver.root"}}); err != nil {
			t.Fatal(err)
		}
		calls := before
		for calls == before {
			calls, contexts = timedCalls()
			runtime.Gosched()
		}
		if err := machine.Time(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		before, _ = timedCalls()
		if i == settled {
			compiled = strings.Count(content(t, log), "] compiled ")
		}
	}
	machine.Stop()
	if result := <-ended; result.Err != nil {
		t.Fatal(result.Err)
	}
	if contexts > mostContexts {
		t.Errorf("there are %d contexts, but the program has fewer than %d", contexts, mostContexts)
	}
	if more := strings.Count(content(t, log), "] compiled ") - compiled; more > (attachments-settled)/5 {
		t.Errorf("after %d times, measuring has had %d methods compiled:\n%s", settled, more, oracle.LastLines(content(t, log), 20))
	}
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
