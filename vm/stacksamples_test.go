//go:build unix

package vm_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/sourcegraph/conc"
	"golang.org/x/sys/unix"

	"hotlens/profiles/sharedmemory"
	"hotlens/vm"
	"hotlens/vm/configuration"
	"hotlens/vm/oracle"
)

// sampledStacks is how many samples TestStackSamples takes, and patience bounds how long that may last.
const (
	sampledStacks = 200
	patience      = time.Minute
)

// TestStackSamples asks a program that keeps no contexts for samples of its stack, in each tier: all that are
// counted lie below main, and are of methods that it calls.
func TestStackSamples(t *testing.T) {
	oracle.Once(t)
	classes := oracle.Compile(t, oracle.FindTools(t), filepath.Join("testdata", "timing"))
	for _, tier := range []configuration.Tier{configuration.TierInterpreter, configuration.TierAuto} {
		t.Run(string(tier), func(t *testing.T) { testStackSamples(t, classes, tier) })
	}
}

func testStackSamples(t *testing.T, classes string, tier configuration.Tier) {
	file := openMemory(t)
	machine, err := vm.Boot(t.Context(), configuration.Run{
		JDK: oracle.JDKHome(t), Release: oracle.Release(t), ClassPath: []string{classes}, Tier: tier, Policy: configuration.Policy{Unrestricted: true},
		Limits:    configuration.Limits{HeapBytes: 64 << 20, StackBytes: 1 << 20, MaxThreads: 50, MaxContexts: configuration.DefaultContexts},
		Directory: t.TempDir(), TempDirectory: t.TempDir(), Environment: oracle.Environment(),
	}, vm.Needs{}, vm.Files{Memory: file})
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan vm.Result, 1)
	var group conc.WaitGroup
	defer group.Wait()
	defer machine.Stop()
	group.Go(func() { ended <- machine.Run(t.Context(), vm.Program{MainClass: "TimingForEver"}) })
	shared := mapControlPage(t, file)
	late := time.After(patience)
	counted := func() (samples uint64) {
		for _, n := range readProfile(t, file).Nodes.All() {
			samples += n.Samples
		}
		return samples
	}
	for counted() < sampledStacks {
		sharedmemory.RequestStacks(shared, 1)
		select {
		case result := <-ended:
			t.Fatalf("the program has ended: %+v", result)
		case <-late:
			t.Fatalf("after %v there are %d samples", patience, counted())
		case <-time.After(time.Millisecond):
		}
	}
	p := readProfile(t, file).Profile()
	root := 0
	for i := range p.Contexts {
		c := &p.Contexts[i]
		m := &p.Methods[c.Method]
		if c.Parent < 0 && (m.Class != "TimingForEver" || m.Name != "main") {
			t.Errorf("a stack begins with %s.%s", m.Class, m.Name)
		}
		if c.Calls != 0 {
			t.Errorf("context %d has %d calls, but none were counted", i, c.Calls)
		}
		if c.Parent >= 0 && p.Contexts[c.Parent].Parent < 0 {
			if m.Name != "root" || c.Line < 1 {
				t.Errorf("main calls %s.%s on line %d", m.Class, m.Name, c.Line)
			}
			root = i
		}
	}
	if root == 0 || len(p.Contexts) < 4 {
		t.Errorf("there are only %d contexts", len(p.Contexts))
	}
}

// mapControlPage is the control page as the agent sees it.
func mapControlPage(t *testing.T, file *os.File) []byte {
	t.Helper()
	shared, err := unix.Mmap(int(file.Fd()), 0, sharedmemory.ControlPageBytes, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { unix.Munmap(shared) })
	return shared
}
