//go:build unix

package vm_test

import (
	"os"
	"path/filepath"
	"testing"

	"hotlens/vm/codecache"
	"hotlens/vm/oracle"
)

// TestCodeIsKeptByTheWallClock demands that a program's second run by the wall clock finds nearly all that its first one has
// compiled, also where the program has a cleaner, which is a thread that waits, that damaged code changes nothing in what it prints, and that a program
// with threads of its own, whose turns come by time, keeps next to nothing.
func TestCodeIsKeptByTheWallClock(t *testing.T) {
	oracle.Once(t)
	const (
		repeated, threaded = "CleanerAndWork", "ThreadAtomics"
		// What boots a machine's code is kept in any case; the first program has ten times as many entries, the second would have.
		least, few = 20, 4
	)
	tools := oracle.FindTools(t)
	classes := oracle.Compile(t, tools, programsFolder)
	run := func(folder, name string) (stdout string, entries int) {
		t.Helper()
		result := oracle.Run(t, oracle.Command{
			Program: tools.Hotlens, Arguments: []string{"run", "--tier", "auto", "--heap", programHeap, "--code-cache", folder, "-cp", classes, name},
		})
		if result.Status != "0" {
			t.Fatalf("%s: exit status %s\n%s", name, result.Status, oracle.LastLines(result.Stderr, 20))
		}
		entries, _, err := codecache.Size(folder)
		if err != nil {
			t.Fatal(err)
		}
		return result.Stdout, entries
	}
	folder := filepath.Join(t.TempDir(), "code")
	first, kept := run(folder, repeated)
	second, keptThen := run(folder, repeated)
	if kept < least || keptThen > kept+few {
		t.Errorf("%s keeps %d entries, want %d at least, and in its second run %d more, want at most %d", repeated, kept, least, keptThen-kept, few)
	}
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for i, file := range files {
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		// Cut off somewhere else each.
		if err := os.Truncate(file, info.Size()*int64(i)/int64(len(files))); err != nil {
			t.Fatal(err)
		}
	}
	third, _ := run(folder, repeated)
	if second != first || third != first {
		t.Errorf("%s prints %q first, %q with code that is kept, and %q where that is damaged", repeated, first, second, third)
	}
	if _, kept := run(filepath.Join(t.TempDir(), "code"), threaded); kept > few {
		t.Errorf("%s keeps %d entries, want at most %d", threaded, kept, few)
	}
}
