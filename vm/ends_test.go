//go:build unix

package vm_test

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sourcegraph/conc"
	"golang.org/x/sys/unix"

	"hotlens/profiles"
	"hotlens/vm"
	"hotlens/vm/configuration"
	"hotlens/vm/oracle"
)

const endsFolder = "testdata/ends"

// end is a way in which a run ends, and what it then says.
type end struct {
	how    string // the second argument of Ends
	change func(*configuration.Limits)
	status int
	kind   string // of the limit; "" for none
}

// The limits of the tests. Ends executes some five million bytecodes before it waits.
const (
	endBytecodes = 20_000_000
	endOutput    = 1 << 18 // more than a pipe holds
	endThreads   = 12

	yields = "bytecodes in yields"
)

var (
	endOutside = end{how: "outside", status: 3, kind: "stopped"}
	// What the program itself does. A full heap is its own OutOfMemoryError.
	endsInside = []end{
		{"bytecodes", func(c *configuration.Limits) { c.MaxBytecodes = endBytecodes }, 3, "bytecodes"},
		{yields, func(c *configuration.Limits) { c.MaxBytecodes = endBytecodes }, 3, "bytecodes"},
		{"output", func(c *configuration.Limits) { c.MaxOutputBytes = endOutput }, 3, "output"},
		{"threads", func(c *configuration.Limits) { c.MaxThreads = endThreads }, 3, "threads"},
		{"exit", nil, 7, ""},
		{"halt", nil, 8, ""},
	}
)

// Where the main thread is when the run ends.
var (
	waits = []string{"sleeping", "accept", "lock", "wait", "park"}
	// Under the virtual clock nobody else runs while the program waits for these, and by any
	// clock while it waits for its output to be read, so nothing but the outside can end it.
	heldUp = []string{"stdin", "output", "fifo"}
	runs   = []string{"running", "yielding"}
)

// endsShare is the share of the cases that run with -short: see oracle.Sample.
const endsShare = 8

// TestEnds ends runs in every way, in every tier, by both clocks, while the main thread
// runs or waits for something: the counts are those of what the program did until
// then, the same in all of them, and known in closed form.
func TestEnds(t *testing.T) {
	classes := oracle.Compile(t, oracle.Tools{Javac: oracle.JDKTool(t, "javac")}, endsFolder)
	cases := map[string]func(t *testing.T){}
	add := func(program, where string, e end, virtual bool) {
		name := strings.ReplaceAll(fmt.Sprintf("%s while %s by virtual=%v", e.how, where, virtual), " ", "-")
		cases[name] = func(t *testing.T) { testEnd(t, classes, program, where, e, virtual) }
	}
	for _, virtual := range []bool{true, false} {
		for _, where := range slices.Concat(waits, heldUp, runs) {
			add("Ends", where, endOutside, virtual)
		}
		for i, e := range endsInside { // each with one of the waits, and all of them with "stdin" where they can
			if e.how == yields && !virtual {
				continue // the clock is waited for at each yield
			}
			add("Ends", waits[i%len(waits)], e, virtual)
			if !virtual {
				add("Ends", "stdin", e, virtual)
			}
		}
	}
	for _, where := range []string{"wait", "park"} {
		add("Deadlock", where, end{how: "deadlock", status: 3, kind: "deadlock"}, true)
	}
	slots := make(chan struct{}, concurrentPrograms)
	for _, name := range oracle.Sample(t, endsShare, slices.Sorted(maps.Keys(cases))) {
		t.Run(name, func(t *testing.T) {
			oracle.Once(t)
			t.Parallel()
			slots <- struct{}{}
			defer func() { <-slots }()
			cases[name](t)
		})
	}
}

// testEnd runs a program in every tier.
func testEnd(t *testing.T, classes, program, where string, e end, virtual bool) {
	t.Helper()
	// Ends.java: a call of descend reaches all depths, and there are ROUNDS, and one more that waits
	// at the bottom, where each level has made the first of its two steps.
	const rounds, levels, towers, disks = 3000, 21, 100, 8
	calls := map[string]uint64{
		"Ends.tower": towers * (1<<(disks+1) - 1), "Ends.descend": (rounds + 1) * levels, "Ends.step": (2*rounds + 1) * levels,
		"Square.area": (rounds + 1) * (levels + 1) / 2, "Circle.area": (rounds + 1) * (levels / 2), "Ends.await": 1, program + ".main": 1,
	}
	var first map[string]uint64
	for _, tier := range []configuration.Tier{configuration.TierInterpreter, configuration.TierAuto, configuration.TierCompiler} {
		profile := runToEnd(t, classes, program, where, tier, e, virtual)
		paths, methods := map[string]uint64{}, map[string]uint64{}
		names := make([]string, len(profile.Contexts))
		for i, c := range profile.Contexts {
			name := strings.TrimPrefix(methodName(profile, int(c.Method)), "Ends$")
			names[i] = name
			if c.Parent >= 0 {
				names[i] = fmt.Sprintf("%s>%d:%s", names[c.Parent], c.BCI, name)
			}
			if calls[name] > 0 {
				methods[name] += c.Calls
				paths[names[i]+" calls"] += c.Calls
				if name != "Ends.await" { // it may go on
					paths[names[i]+" objects"] += c.Allocations
					paths[names[i]+" bytecodes"] += c.Bytecodes
				}
			}
		}
		if diff := cmp.Diff(calls, methods); diff != "" {
			t.Errorf("tier %s: calls (-want +got):\n%s", tier, diff)
		}
		if first == nil {
			first = paths
		} else if diff := cmp.Diff(first, paths); diff != "" {
			t.Errorf("tier %s: contexts (-interp +%s):\n%.2000s", tier, tier, diff)
		}
	}
}

// runToEnd runs a program until it ends, which the test itself brings about for endOutside, and
// returns its profile.
func runToEnd(t *testing.T, classes, program, where string, tier configuration.Tier, e end, virtual bool) *profiles.Profile {
	t.Helper()
	folder := t.TempDir()
	if err := unix.Mkfifo(filepath.Join(folder, "fifo"), 0o600); err != nil {
		t.Fatal(err)
	}
	stdin, _ := openPipe(t) // nobody writes
	reader, stdout := openPipe(t)
	stderr := openScratch(t, filepath.Join(folder, "stderr"))
	memory := openMemory(t)
	config := configuration.Profile()
	config.JDK, config.Release, config.ClassPath = oracle.JDKHome(t), oracle.Release(t), []string{classes}
	config.Directory, config.TempDirectory, config.Environment = folder, t.TempDir(), oracle.Environment()
	config.Limits.HeapBytes, config.Policy = 64<<20, configuration.Policy{Unrestricted: true}
	config.VirtualClock, config.Tier = virtual, tier
	if e.change != nil {
		e.change(&config.Limits)
	}
	machine, err := vm.Boot(t.Context(), config, vm.Needs{}, vm.Files{Memory: memory, Stdin: stdin, Stdout: stdout, Stderr: stderr})
	if err != nil {
		t.Fatalf("booting: %v", err)
	}
	var task conc.WaitGroup
	task.Go(func() {
		lines := bufio.NewScanner(reader)
		for lines.Scan() && lines.Text() != "ready" {
		}
		if e.how == endOutside.how {
			machine.Stop()
		} else {
			_, _ = io.Copy(io.Discard, reader)
		}
	})
	result := runToItsEnd(t, machine, vm.Program{MainClass: program, Arguments: []string{where, e.how}})
	_ = stdout.Close()
	task.Wait()
	kind := ""
	if result.Limit != nil {
		kind = result.Limit.Kind
	}
	if result.Err != nil || result.ExitStatus != e.status || kind != e.kind {
		t.Errorf("tier %s: the run ends with status %d, limit %v, error %v; want %d %q; the end of its stderr:\n%s",
			tier, result.ExitStatus, result.Limit, result.Err, e.status, e.kind, oracle.LastLines(content(t, stderr), 20))
	}
	return readProfile(t, memory).Profile()
}

// openPipe opens a pipe that goes with the test.
func openPipe(t *testing.T) (reader, writer *os.File) {
	t.Helper()
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = reader.Close(), writer.Close() })
	return reader, writer
}
