//go:build unix

package vm_test

import (
	"path/filepath"
	"testing"

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
