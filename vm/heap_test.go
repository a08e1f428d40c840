//go:build unix

package vm_test

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hotlens/profiles"
	"hotlens/vm/configuration"
	"hotlens/vm/oracle"
)

// TestSmallHeap runs programs in the smallest heap, beside a java that has one of
// the same size: a collector that keeps what is dead, or loses room to gaps,
// runs out of memory there.
func TestSmallHeap(t *testing.T) {
	const folder, smallest = programsFolder, "16m"
	tools := oracle.FindTools(t)
	classes := oracle.Compile(t, tools, folder)
	names := []string{"BigIntegers", "CollHashMap", "FileSerialize", "FileZip", "MemGaps", "MemReferences", "MiscDigests", "MiscJson", "RegexApplied", "StreamParallel", "StringBuilders", "ThreadFutures"}
	for _, name := range oracle.Sample(t, programsShare, names) {
		t.Run(name, func(t *testing.T) {
			oracle.Once(t)
			arguments := append([]string{"-cp", classes, name}, oracle.Arguments(t, filepath.Join(folder, name+".args"))...)
			want := oracle.Run(t, oracle.Command{Program: tools.Java, Arguments: append([]string{"-XX:+UseSerialGC", "-Xmx" + smallest}, arguments...)})
			got := oracle.Run(t, oracle.Command{Program: tools.Hotlens, Arguments: append([]string{"run", "--tier", *oracle.Tier, "--heap", smallest}, arguments...)})
			if got.Status != want.Status {
				t.Errorf("exit status %s, java has %s; the end of stderr:\n%s", got.Status, want.Status, oracle.LastLines(got.Stderr, 20))
			}
			if got.Stdout != want.Stdout {
				t.Errorf("stdout differs from java's:\n%s", oracle.FirstDifference(want.Stdout, got.Stdout))
			}
		})
	}
}

// TestSurvivors demands that collections find half of what a program allocates first alive, and nothing of the rest, in each tier. The first collections come after 16 MiB
// each; the first one meets what was allocated before main, too.
func TestSurvivors(t *testing.T) {
	const folder, name = countsFolder, "CountsSurvivors"
	classes := oracle.Compile(t, oracle.Tools{Javac: oracle.JDKTool(t, "javac")}, folder)
	var want []profiles.Collection
	for _, tier := range allTiers {
		run := runInProcess(t, classes, name, func(c *configuration.Run) {
			counted(c)
			c.Tier = tier
		})
		if run.result.ExitStatus != 0 {
			t.Fatalf("tier %s: exit status %d\n%s", tier, run.result.ExitStatus, run.Stderr)
		}
		got := run.profile.Profile().Collections
		if want == nil {
			want = got
		} else if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("tier %s: collections (-interp +%s):\n%s", tier, tier, diff)
		}
		var allocated, survived uint64
		for i, c := range got {
			if part := float64(c.Survived) / float64(c.Allocated); i < 3 && (part < 0.48 || part > 0.54) {
				t.Errorf("tier %s: %.2f of what was allocated before collection %d survive, want half", tier, part, i+1)
			}
			allocated += c.Allocated
			survived += c.Survived
		}
		if len(got) < 4 || allocated < 90<<20 || survived < 28<<20 || survived > 31<<20 {
			t.Errorf("tier %s: %d bytes are allocated until %d collections, of which %d survive; want those of 3000 arrays of 10000 bytes", tier, allocated, len(got), survived)
		}
	}
}
