//go:build unix

package vm_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/sourcegraph/conc"

	"hotlens/profiles"
	"hotlens/profiles/names"
	"hotlens/vm"
	"hotlens/vm/configuration"
	"hotlens/vm/oracle"
)

// timedRun is a way to time a program.
type timedRun struct{ tier, scheme string }

// timedCompiledShare is the share of the programs that are timed with everything compiled at its first call.
const timedCompiledShare = 3

// timedRuns are the ways to time a program: by the default scheme and by that which
// instruments most; for a part of the programs by the others, too, and in the tiers that differ most.
func timedRuns(program string) []timedRun {
	if oracle.Chosen(program, timedCompiledShare) {
		return []timedRun{{"auto", "b"}, {"jit", "all"}, {"interp", "b"}, {"jit", "a"}}
	}
	return []timedRun{{"auto", "b"}, {"auto", "all"}}
}

// TestTimedNativeFunctions times native functions in a hot loop, which compiled code has computed without a frame where they are not timed.
func TestTimedNativeFunctions(t *testing.T) {
	oracle.Once(t)
	const numbers = 200_000
	tools := oracle.FindTools(t)
	classes := oracle.Compile(t, tools, "testdata/clock")
	for _, tier := range []string{"auto", "jit", "interp"} {
		file := filepath.Join(t.TempDir(), "profile.json")
		result := oracle.Run(t, oracle.Command{Program: tools.Hotlens, Arguments: []string{
			"profile", "--profilers", "time", "--tier", tier, "--format", "json", "-o", file, "-cp", classes, "Logarithms"}})
		if result.Status != "0" {
			t.Fatalf("--tier %s: status %s:\n%s", tier, result.Status, oracle.LastLines(result.Stderr, 5))
		}
		encoded, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p := decodeProfile(t, encoded)
		calls := uint64(0)
		for i := range p.Contexts {
			if m := &p.Methods[p.Contexts[i].Method]; m.Class == "java/lang/StrictMath" && m.Name == "log" {
				calls += uint64(p.Contexts[i].Calls)
			}
		}
		if calls != numbers {
			t.Errorf("--tier %s: %d calls of log are timed, want %d", tier, calls, numbers)
		}
	}
}

// TestTimedSubgraph times the counted programs, in every tier and by every scheme: the calls in
// the contexts of the program's own methods are those of the calling context tree, whatever is
// called by reflection, through lambdas, from native code, or left by exceptions.
func TestTimedSubgraph(t *testing.T) {
	forEachProfiled(t, countsFolder, countsShare, func(t *testing.T, program profiledProgram) {
		wantFile, wantRun := program.profile(t, "interp")
		counted := decodeProfile(t, wantFile)
		want, wantEdges := ownPaths(counted), ownEdgesBelowMain(counted)
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
			if diff := cmp.Diff(wantEdges, ownEdges(got)); diff != "" {
				t.Errorf("--tier %s --scheme %s: the edges differ (-counted +timed):\n%s", by.tier, by.scheme, diff)
			}
		}
	})
}

// TestTimingOnAndOff measures a method time and again in a program that runs on, also where what calls it
// is compiled and never ends. Each time there are new calls. From some time on that compiles next to nothing and makes no
// contexts, so that it costs no memory, and the program is as fast as it was.
func TestTimingOnAndOff(t *testing.T) {
	oracle.Once(t)
	const (
		// quietRow is how many measurements in a row may have no more than quietCompiled methods compiled,
		// once the program is not compiled for its own sake any more.
		quietRow, quietCompiled = 100, 20
		mostContexts            = 1000 // the programs have far fewer
	)
	for program, inlining := range map[string]configuration.Inlining{
		"TimingForEver": "",
		"TimingInStep":  configuration.InlineBySize, // sampling calls would bring it out of step
	} {
		t.Run(program, func(t *testing.T) {
			oracle.Once(t)
			run := startTimed(t, program, inlining)
			compiled := 0 // when the row began
			for row, begun := 0, time.Now(); row < quietRow; row++ {
				if after := time.Since(begun); after > timingPatience {
					t.Fatalf("after %v, measuring still has methods compiled:\n%s", after, oracle.LastLines(content(t, run.log), 20))
				}
				if contexts := run.measure(t, program+".root"); contexts > mostContexts {
					t.Fatalf("there are %d contexts, but the program has fewer than %d", contexts, mostContexts)
				}
				if now := strings.Count(content(t, run.log), "] compiled "); now-compiled > quietCompiled {
					row, compiled = 0, now
				}
			}
			run.machine.Stop()
			if result := <-run.ended; result.Err != nil {
				t.Fatal(result.Err)
			}
		})
	}
}

// TestCountingOnAndOff is TestTimingOnAndOff for the calling context tree.
func TestCountingOnAndOff(t *testing.T) {
	const (
		quietRow, quietCompiled = 100, 20
		mostContexts            = 5000
		someBytecodes           = 300_000 // in each state of each row
	)
	programs := []string{"TimingForEver", "TimingInStep"}
	if testing.Short() {
		programs = programs[:1]
	}
	for _, program := range programs {
		t.Run(program, func(t *testing.T) {
			run := startTimed(t, program, "")
			ctx, cancel := context.WithTimeout(t.Context(), timingPatience)
			defer cancel()
			compiled, contexts := 0, 0 // when the row began
			for row := 0; row < quietRow; row++ {
				for _, on := range []bool{true, false} {
					if err := run.machine.Count(ctx, on); err != nil {
						run.machine.Stop()
						t.Fatalf("in row %d: %v: %v\n%s", row, err, <-run.ended, oracle.LastLines(content(t, run.log), 20))
					}
					executed := readProfile(t, run.memory).Bytecodes
					run.await(t, ctx, "the program does not go on", func() bool { return readProfile(t, run.memory).Bytecodes > executed+someBytecodes })
				}
				if now := run.count(t); now > contexts {
					if row, contexts = 0, now; now > mostContexts {
						t.Fatalf("there are %d contexts, but the program has fewer than %d", now, mostContexts)
					}
				}
				if now := strings.Count(content(t, run.log), "] compiled "); now-compiled > quietCompiled {
					row, compiled = 0, now
				}
			}
			run.machine.Stop()
			if result := <-run.ended; result.Err != nil {
				t.Fatal(result.Err)
			}
		})
	}
}

// timedProgram is a program that runs for ever, while its methods are timed.
type timedProgram struct {
	machine     *vm.VM
	memory, log *os.File
	ended       chan vm.Result
	calls       uint64 // that have been timed
}

func startTimed(t *testing.T, program string, inlining configuration.Inlining) *timedProgram {
	t.Helper()
	classes := oracle.Compile(t, oracle.FindTools(t), filepath.Join("testdata", "timing"))
	r := &timedProgram{memory: openMemory(t), log: openScratch(t, filepath.Join(t.TempDir(), "log")), ended: make(chan vm.Result, 1)}
	machine, err := vm.Boot(t.Context(), configuration.Run{
		JDK: oracle.JDKHome(t), Release: oracle.Release(t), ClassPath: []string{classes}, Tier: configuration.TierAuto, Inlining: inlining, Policy: configuration.Policy{Unrestricted: true},
		Limits:    configuration.Limits{HeapBytes: 64 << 20, StackBytes: 1 << 20, MaxThreads: 50},
		Directory: t.TempDir(), TempDirectory: t.TempDir(), Environment: oracle.Environment(), VerboseJIT: true,
	}, vm.Needs{}, vm.Files{Memory: r.memory, Stderr: r.log})
	if err != nil {
		t.Fatal(err)
	}
	r.machine = machine
	var group conc.WaitGroup
	group.Go(func() { r.ended <- machine.Run(t.Context(), vm.Program{MainClass: program}) })
	t.Cleanup(func() {
		machine.Stop()
		group.Wait()
	})
	ctx, cancel := context.WithTimeout(t.Context(), timingPatience)
	defer cancel()
	r.await(t, ctx, "the program does not begin", func() bool { return strings.Contains(content(t, r.log), "ready\n") })
	return r
}

// timingPatience is how long a program may take until it does what is waited for, which is hardly
// ever more than some seconds.
const timingPatience = 2 * time.Minute

// await waits until something is so, while the program runs.
func (r *timedProgram) await(t *testing.T, ctx context.Context, otherwise string, so func() bool) {
	t.Helper()
	for !so() {
		select {
		case result := <-r.ended:
			t.Fatalf("%s, and has ended: %v", otherwise, result)
		case <-ctx.Done():
			t.Fatalf("%s:\n%s", otherwise, oracle.LastLines(content(t, r.log), 20))
		default:
			runtime.Gosched()
		}
	}
}

// measure times a method until it has been called anew, and returns how many contexts there are.
func (r *timedProgram) measure(t *testing.T, root string) (contexts int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), timingPatience)
	defer cancel()
	r.time(t, ctx, &configuration.Timing{Roots: []string{root}})
	before := r.calls
	r.await(t, ctx, root+" is not timed", func() bool {
		contexts = r.count(t)
		return r.calls > before
	})
	r.time(t, ctx, nil)
	r.count(t) // what has been timed in the meantime
	return contexts
}

// time has something else measured.
func (r *timedProgram) time(t *testing.T, ctx context.Context, what *configuration.Timing) {
	t.Helper()
	if err := r.machine.Time(ctx, what); err != nil {
		r.machine.Stop()
		t.Fatalf("%v: %v\n%s", err, <-r.ended, oracle.LastLines(content(t, r.log), 20))
	}
}

// count brings the number of calls up to date.
func (r *timedProgram) count(t *testing.T) (contexts int) {
	t.Helper()
	nodes := readProfile(t, r.memory).Nodes
	r.calls = 0
	for _, n := range nodes.All() {
		r.calls += n.Calls
	}
	return nodes.Len()
}

// checkTimes checks that the time of every context is its own and that of those below it.
func checkTimes(t *testing.T, p *profiles.Profile) {
	t.Helper()
	sums := make([]uint64, len(p.Contexts))
	for i := len(p.Contexts) - 1; i >= 0; i-- {
		c := &p.Contexts[i]
		if !p.Also(c).SelfNanos.Known() || !p.Also(c).TotalNanos.Known() {
			t.Fatalf("context %d has no times", i)
		}
		if sums[i] += p.Also(c).SelfNanos.Value(); sums[i] != p.Also(c).TotalNanos.Value() {
			t.Errorf("context %d takes %d ns, want %d", i, p.Also(c).TotalNanos.Value(), sums[i])
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

// ownEdges are the calls of a profile's edges between the program's own methods.
func ownEdges(p *profiles.Profile) map[string]uint64 {
	edges := map[string]uint64{}
	for i := range p.Edges {
		e := &p.Edges[i]
		if own(p, e.Caller) && own(p, e.Callee) {
			edges[edgeText(p, e.Caller, e.BCI, e.Callee)] += e.Calls
		}
	}
	return edges
}

// ownEdgesBelowMain are the same of what main led to, from the contexts. What a lambda proxy or a method handle's form calls is called where
// that is.
func ownEdgesBelowMain(p *profiles.Profile) map[string]uint64 {
	edges := map[string]uint64{}
	below := make([]bool, len(p.Contexts))
	for i := range p.Contexts {
		c := &p.Contexts[i]
		below[i] = c.Parent >= 0 && below[c.Parent] || c.Parent < 0 && own(p, int(c.Method)) && p.Methods[c.Method].Name == "main"
		if m := &p.Methods[c.Method]; m.Name == "<clinit>" && m.Class == p.Target.Main {
			below[i] = false // it runs before main
		}
		if c.Parent < 0 || !below[i] || !own(p, int(c.Method)) {
			continue
		}
		at, caller := c.BCI, c.Parent
		for caller >= 0 && hidden(p.Methods[p.Contexts[caller].Method].Class) {
			at, caller = p.Contexts[caller].BCI, p.Contexts[caller].Parent
		}
		if caller >= 0 && own(p, int(p.Contexts[caller].Method)) {
			edges[edgeText(p, int(p.Contexts[caller].Method), int(at), int(c.Method))] += c.Calls
		}
	}
	return edges
}

// hidden tells whether a class is one of those that stand behind lambdas and method handles.
func hidden(class string) bool {
	return names.IsProxy(class) || strings.Contains(class, "/LambdaForm$")
}

func own(p *profiles.Profile, method int) bool {
	m := &p.Methods[method]
	return m.Origin == profiles.OriginApp && !names.IsProxy(m.Class)
}

func edgeText(p *profiles.Profile, caller, bci, callee int) string {
	from, to := &p.Methods[caller], &p.Methods[callee]
	return fmt.Sprintf("%s.%s%s@%d -> %s.%s%s", from.Class, from.Name, from.Descriptor, bci, to.Class, to.Name, to.Descriptor)
}
