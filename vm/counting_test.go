//go:build unix

package vm_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sourcegraph/conc"

	"hotlens/profiles"
	"hotlens/profiles/sharedmemory"
	"hotlens/vm"
	"hotlens/vm/configuration"
	"hotlens/vm/oracle"
)

// TestCountingBeginsInARunningProgram joins a program and leaves it again, time and again, at places of a script of commands to the program: what is
// counted in between is what the commands mean, context by context, in every tier. Recursion, loops and handlers of exceptions are under way in
// compiled code when it begins, and other threads run.
func TestCountingBeginsInARunningProgram(t *testing.T) {
	tiers := []configuration.Tier{configuration.TierInterpreter, configuration.TierAuto, configuration.TierCompiler}
	if testing.Short() {
		tiers = tiers[:2]
	}
	// The parentheses join and leave; for the rest see Joined.java.
	const once = "wtdgxu"
	script := "(" + strings.Repeat(once, 15) + ")" + once + "(wtwdwugwxw)" + "dgd(wtuwxwu)" + "dgd(twxwtu)" + "d(ww)w(wu)gd(x)" + strings.Repeat("(w)", 5) + strings.Repeat(once, 3) + "d(ug)(xdw)(u)"
	want := modelled(script)
	for _, tier := range tiers {
		t.Run(string(tier), func(t *testing.T) {
			oracle.Once(t)
			r := startJoined(t, tier)
			ctx, cancel := context.WithTimeout(t.Context(), timingPatience)
			defer cancel()
			r.follow(t, ctx, once)
			for tier == configuration.TierAuto && !strings.Contains(content(t, r.log), "] compiled Joined.deep") {
				r.follow(t, ctx, once)
			}
			got := r.follow(t, ctx, script)
			if len(got) != len(want) {
				t.Fatalf("%d pairs of parentheses were counted, not %d", len(got), len(want))
			}
			for i := range want {
				if diff := cmp.Diff(want[i], got[i]); diff != "" {
					t.Errorf("in the parentheses number %d of %s (-want +got):\n%s", i+1, script, diff[:min(len(diff), 4000)])
				}
			}
		})
	}
}

// TestCountingBeginsWhileAllWait is the same for a program whose threads all wait whenever it is joined or left.
func TestCountingBeginsWhileAllWait(t *testing.T) {
	script := "(wd" + ")w(u)" + strings.Repeat("(dgx)(wu)", 15) + "dgd(wuxwu)"
	want := modelled(script)
	r := startJoined(t, configuration.TierAuto, "waits")
	ctx, cancel := context.WithTimeout(t.Context(), timingPatience)
	defer cancel()
	if diff := cmp.Diff(want, r.follow(t, ctx, script)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", script, diff[:min(len(diff), 4000)])
	}
}

// TestJoiningTimeAndAgainTakesNoMemory joins a program that starts threads for as long as it runs: the contexts of those that have ended are there for the
// next ones, under their names, and what they count is theirs alone.
func TestJoiningTimeAndAgainTakesNoMemory(t *testing.T) {
	r := startJoined(t, configuration.TierAuto, "waits")
	ctx, cancel := context.WithTimeout(t.Context(), timingPatience)
	defer cancel()
	started := 0
	start := func(script string) []map[string]uint64 {
		started += strings.Count(script, "s")
		return r.follow(t, ctx, script)
	}
	timed := func(options *configuration.Timing) {
		// That begins at a yieldpoint, which a program that waits comes to when it gets a command; these do so little that no time slice ends in one.
		done := make(chan error, 1)
		var group conc.WaitGroup
		defer group.Wait()
		group.Go(func() { done <- r.machine.Time(ctx, options) })
		for {
			start("du")
			select {
			case err := <-done:
				if err != nil {
					t.Fatal(err)
				}
				return
			default:
			}
		}
	}
	const settling, rounds = 4, 20
	var size int
	var calls map[string]uint64
	for round := range rounds {
		start("s")
		first := started
		all := start("(ss)")
		timed(&configuration.Timing{Roots: []string{"Joined.work"}})
		start("s")
		timed(nil)
		snapshot := readProfile(t, r.memory)
		if round == settling {
			size, calls = snapshot.Nodes.Len()+len(snapshot.Threads), all[0]
		}
		if now := snapshot.Nodes.Len() + len(snapshot.Threads); round > settling && now != size {
			t.Fatalf("after %d rounds there are %d contexts and threads, after %d there were %d", round, now, settling, size)
		}
		if diff := cmp.Diff(calls, all[0]); round > settling && diff != "" {
			t.Fatalf("round %d counts other calls than round %d (-want +got):\n%s", round, settling, diff)
		}
		var names []string
		for _, of := range r.newest.Profile().Threads {
			names = append(names, of.Name)
		}
		want := []string{"main", fmt.Sprintf("Thread-%d", first), fmt.Sprintf("Thread-%d", first+1)}
		slices.Sort(want[1:])
		slices.Sort(names[1:])
		if diff := cmp.Diff(want, names); diff != "" {
			t.Errorf("threads of round %d (-want +got):\n%s", round, diff)
		}
	}
}

// joinedModel is what Joined.java does, as far as its own methods call each other.
type joinedModel struct {
	script   string
	counting bool
	counts   map[string]uint64
	all      []map[string]uint64 // of each pair of parentheses
}

const joinedDepth, joinedGuards, joinedThreads = 150, 10, 2 // as in Joined.java

// What ends calls of serve in the model, by a panic.
type (
	stopThrown  struct{}
	scriptEnded struct{}
)

// modelled are the calls in each context, by the chains of methods that lead there, in each pair of parentheses of a script.
func modelled(script string) []map[string]uint64 {
	m := &joinedModel{script: script}
	m.handle(scriptEnded{}, func() { m.serve(" Joined.main") }, func() {})
	return m.all
}

// handle calls f, and handler if f has ended by a panic of what is thrown.
func (m *joinedModel) handle(thrown any, f, handler func()) {
	defer func() {
		switch recovered := recover(); recovered {
		case nil:
		case thrown:
			handler()
		default:
			panic(recovered)
		}
	}()
	f()
}

func (m *joinedModel) call(chain, method string) string { return m.calls(chain, method, 1) }

func (m *joinedModel) calls(chain, method string, n uint64) string {
	chain += " " + method
	if m.counting {
		m.counts[folded(chain)] += n
	}
	return chain
}

func (m *joinedModel) middle(chain string, n uint64) {
	m.calls(m.calls(chain, "Joined.middle", n), "Joined.leaf", 2*n)
}

func (m *joinedModel) after(chain string) { m.middle(m.call(chain, "Joined.after"), 1) }

func (m *joinedModel) deep(chain string, n int) {
	chain = m.call(chain, "Joined.deep")
	if n == 0 {
		m.serve(chain)
		return
	}
	m.deep(chain, n-1)
	m.after(chain)
}

func (m *joinedModel) guarded(chain string, n int) {
	chain = m.call(chain, "Joined.guarded")
	m.handle(stopThrown{}, func() {
		if n == 0 {
			m.serve(chain)
		} else {
			m.guarded(chain, n-1)
		}
	}, func() {
		m.after(chain)
		panic(stopThrown{})
	})
}

func (m *joinedModel) serve(chain string) {
	chain = m.call(chain, "Joined.serve")
	for {
		m.call(chain, "Joined.answer")
		// The call of command comes while it is not known whether the answer has been seen, so it is left out.
		for ; m.script != "" && strings.Contains("()", m.script[:1]); m.script = m.script[1:] {
			if m.counting = m.script[0] == '('; m.counting {
				m.counts = map[string]uint64{}
				m.all = append(m.all, m.counts)
			}
		}
		if m.script == "" {
			panic(scriptEnded{})
		}
		command := m.script[0]
		m.script = m.script[1:]
		switch command {
		case 'w':
			m.middle(m.call(chain, "Joined.work"), 1000)
		case 't':
			m.call(chain, "Joined.together")
			m.middle(m.calls(" Joined$1.run Joined.follow", "Joined.work", joinedThreads), joinedThreads*500)
		case 'd':
			m.deep(chain, joinedDepth)
		case 'g':
			m.handle(stopThrown{}, func() { m.guarded(chain, joinedGuards) }, func() { m.after(chain) })
		case 'x':
			m.call(chain, "Joined$Stop.<init>")
			panic(stopThrown{})
		default:
			return
		}
	}
}

// joinedProgram is Joined.java, which runs.
type joinedProgram struct {
	machine     *vm.VM
	memory, log *os.File
	output      *os.File
	commands    *os.File
	answers     int64 // that are due
	ended       chan vm.Result
	newest      *sharedmemory.Snapshot // that was asked for
}

func startJoined(t *testing.T, tier configuration.Tier, arguments ...string) *joinedProgram {
	t.Helper()
	classes := oracle.Compile(t, oracle.FindTools(t), filepath.Join("testdata", "joined"))
	input, commands, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = input.Close(), commands.Close() })
	folder := t.TempDir()
	r := &joinedProgram{
		memory: openMemory(t), log: openScratch(t, filepath.Join(folder, "log")), output: openScratch(t, filepath.Join(folder, "output")), commands: commands,
		answers: 1, ended: make(chan vm.Result, 1),
	}
	r.machine, err = vm.Boot(t.Context(), configuration.Run{
		JDK: oracle.JDKHome(t), Release: oracle.Release(t), ClassPath: []string{classes}, Tier: tier, Policy: configuration.Policy{Unrestricted: true},
		Limits:    configuration.Limits{HeapBytes: 64 << 20, StackBytes: 1 << 20, MaxThreads: 50},
		Directory: folder, TempDirectory: folder, Environment: oracle.Environment(), VerboseJIT: true,
	}, vm.Needs{}, vm.Files{Memory: r.memory, Stdin: input, Stdout: r.output, Stderr: r.log, Snapshot: func(configuration.Occasion) { r.newest = readProfile(t, r.memory) }})
	if err != nil {
		t.Fatal(err)
	}
	var group conc.WaitGroup
	group.Go(func() { r.ended <- r.machine.Run(t.Context(), vm.Program{MainClass: "Joined", Arguments: arguments}) })
	t.Cleanup(func() {
		r.machine.Stop()
		group.Wait()
	})
	return r
}

// follow has the program do what the script says, and returns the calls of each pair of parentheses.
func (r *joinedProgram) follow(t *testing.T, ctx context.Context, script string) (all []map[string]uint64) {
	t.Helper()
	r.await(t, ctx)
	var before *sharedmemory.Snapshot
	for _, command := range []byte(script) {
		switch command {
		case '(', ')':
			if err := r.machine.Count(ctx, command == '('); err != nil {
				r.machine.Stop()
				t.Fatalf("%v: %v\n%s", err, <-r.ended, oracle.LastLines(content(t, r.log), 20))
			}
			if command == '(' {
				before = r.newest
				continue
			}
			after := r.newest
			after.Since(before)
			all = append(all, callsOf(t, after.Profile()))
		default:
			if _, err := r.commands.Write([]byte{command}); err != nil {
				t.Fatal(err)
			}
			r.answers++
			r.await(t, ctx)
		}
	}
	return all
}

// await waits for the answers that are due.
func (r *joinedProgram) await(t *testing.T, ctx context.Context) {
	t.Helper()
	for {
		info, err := r.output.Stat()
		if err != nil {
			t.Fatal(err)
		}
		if info.Size() == r.answers {
			return
		}
		select {
		case result := <-r.ended:
			t.Fatalf("the program has ended: %v\n%s", result, oracle.LastLines(content(t, r.log), 20))
		case <-ctx.Done():
			t.Fatalf("there are %d answers, not %d", info.Size(), r.answers)
		default:
			runtime.Gosched()
		}
	}
}

// callsOf are the calls of a profile by the chain of the program's own methods that led to them, and checks what is below them.
func callsOf(t *testing.T, p *profiles.Profile) map[string]uint64 {
	t.Helper()
	calls := map[string]uint64{}
	chains := make([]string, len(p.Contexts))
	for i := range p.Contexts {
		c := &p.Contexts[i]
		m := &p.Methods[c.Method]
		if c.Parent >= 0 {
			chains[i] = chains[c.Parent]
		}
		if m.Origin != profiles.OriginApp {
			continue
		}
		if chains[i] += " " + m.Class + "." + m.Name; c.Calls > 0 && m.Name != "command" {
			calls[folded(chains[i])] += c.Calls
		}
		bytecodes := map[string]uint64{"leaf": 6, "middle": 11}[m.Name] // as javac makes them
		if bytecodes > 0 && c.Bytecodes != bytecodes*c.Calls {
			t.Errorf("%s: %d bytecodes in %d calls of %d", chains[i], c.Bytecodes, c.Calls, bytecodes)
		}
		if m.Name == "middle" && c.Allocations != c.Calls {
			t.Errorf("%s: %d objects in %d calls", chains[i], c.Allocations, c.Calls)
		}
	}
	return calls
}

// folded is a chain with recursive calls written as one and their number.
func folded(chain string) string {
	var text strings.Builder
	names := strings.Fields(chain)
	for i := 0; i < len(names); {
		n := 1
		for i+n < len(names) && names[i+n] == names[i] {
			n++
		}
		text.WriteString(" " + names[i])
		if n > 1 {
			fmt.Fprintf(&text, "*%d", n)
		}
		i += n
	}
	return text.String()
}
