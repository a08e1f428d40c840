//go:build unix

package vm_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"testing"

	"hotlens/vm/oracle"
)

const (
	virtualFolder  = "testdata/virtual"
	virtualProgram = "ManyThreads"
	// handlersProgram has handlers of uncaught exceptions that fail.
	handlersProgram = "Handlers"

	// manyThreads and, with -short, someThreads is how many virtual threads wait at the same time in each way that the program
	// tries: many more than have goroutines, or platform threads are permitted.
	manyThreads = 6_000
	someThreads = 2_000
	// manyResident bounds what the worker and hotlens have in memory with manyThreads, in bytes; with a goroutine and a stack each they
	// would need ten times as much.
	manyResident = 300 << 20
)

// TestManyVirtualThreads demands that a program whose virtual threads sleep, wait for locks, monitors and queues, throw, are
// interrupted, and wait at the bottom of deep stacks gives java's output, within the limits of a profile, and the same profile in
// another run and another tier.
func TestManyVirtualThreads(t *testing.T) {
	for _, jdk := range oracle.JDKs(t) {
		if jdk.Release.Feature < 21 {
			continue
		}
		t.Run(jdk.Name(), func(t *testing.T) {
			tools := oracle.ToolsOf(t, jdk)
			classes := oracle.Compile(t, tools, virtualFolder)
			threads := manyThreads
			if testing.Short() {
				threads = someThreads
			}
			want := oracle.Run(t, oracle.Command{Program: tools.Java, Arguments: []string{"-XX:TieredStopAtLevel=1", "-cp", classes, virtualProgram, fmt.Sprint(threads)}})
			var first []byte
			for i, tier := range []string{"auto", "auto", "interp"} {
				path := filepath.Join(t.TempDir(), "profile.json")
				arguments := []string{"profile", "--tier", tier, "--timeout", "0", "--format", "json", "-o", path, "-cp", classes, virtualProgram, fmt.Sprint(threads)}
				got := oracle.Run(t, oracle.Command{Program: tools.Hotlens, Arguments: arguments, Settings: tools.Settings, Measured: true})
				if got.Status != want.Status || got.Stdout != want.Stdout {
					t.Fatalf("--tier %s: exit status %s, java has %s; stdout differs from java's:\n%s\nthe end of its stderr:\n%s", tier, got.Status, want.Status,
						oracle.FirstDifference(want.Stdout, got.Stdout), oracle.LastLines(got.Stderr, 20))
				}
				if got.Resident > manyResident {
					t.Errorf("--tier %s: %d MB are resident, want at most %d", tier, got.Resident>>20, manyResident>>20)
				}
				file := profiledRun{path, got}.read(t)
				switch {
				case i == 0:
					first = file
				case tier == "auto" && !bytes.Equal(file, first):
					t.Errorf("the profile of the second run differs:\n%s", oracle.FirstDifference(string(first), string(file)))
				case tier != "auto" && !bytes.Equal(oracle.WithoutTier(file), oracle.WithoutTier(first)):
					t.Errorf("the profile by --tier %s differs:\n%s", tier, oracle.FirstDifference(string(oracle.WithoutTier(first)), string(oracle.WithoutTier(file))))
				}
				if testing.Short() && i == 0 {
					return // other programs are profiled twice, and by tiers
				}
			}
		})
	}
}

// TestVirtualHandlers compares what is told on stderr of exceptions that end virtual threads.
func TestVirtualHandlers(t *testing.T) {
	for _, jdk := range oracle.JDKs(t) {
		if jdk.Release.Feature < 21 {
			continue
		}
		tools := oracle.ToolsOf(t, jdk)
		arguments := []string{"-cp", oracle.Compile(t, tools, virtualFolder), handlersProgram}
		want := oracle.Run(t, oracle.Command{Program: tools.Java, Arguments: arguments})
		got := oracle.Run(t, oracle.Command{Program: tools.Hotlens, Arguments: append([]string{"run"}, arguments...), Settings: tools.Settings})
		if want.Stderr == "" || got.Stderr != want.Stderr {
			t.Errorf("JDK %s: stderr differs from java's:\n%s", jdk.Name(), oracle.FirstDifference(want.Stderr, got.Stderr))
		}
	}
}
