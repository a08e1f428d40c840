package oracle

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
)

// This file has "make test-all" not run again what "make test" has run. Go's cache does that for a package whose tests take the
// same flags; here it is done for single tests of the others.

// passedVariable names a folder in which tests note that they have passed. It is another one for other inputs, which are all files
// of the project, the JDKs and the environment (.ci/passed.sh). Without the variable every test runs.
const passedVariable = "HOTLENS_TEST_PASSED"

// Once skips a test that has passed before with the same inputs. how is what it does besides what its name says, where that depends
// on -short. A test that calls it before it starts its subtests passes with all of them.
func Once(t *testing.T, how ...any) {
	t.Helper()
	folder := os.Getenv(passedVariable)
	if folder == "" {
		return
	}
	note := filepath.Join(folder, caseName(t.Name(), how))
	if _, err := os.Stat(note); err == nil {
		t.Skipf("it has passed with the same inputs; to run it again, remove %s", note)
	}
	t.Cleanup(func() {
		if t.Failed() || t.Skipped() {
			return
		}
		// A folder, as Go's cache takes no results of tests that have just opened a file, be it to write it.
		if err := os.Mkdir(note, 0o755); err != nil && !os.IsExist(err) {
			t.Logf("that it has passed is not noted: %v", err)
		}
	})
}

// caseName is a file name for what a test of this program does.
func caseName(test string, how []any) string {
	about := []string{test, fmt.Sprint(how)}
	if build, ok := debug.ReadBuildInfo(); ok {
		about = append(about, build.Path)
		for _, setting := range build.Settings {
			about = append(about, setting.Key+"="+setting.Value) // the race detector's build is another one
		}
	}
	flag.Visit(func(f *flag.Flag) {
		if !strings.HasPrefix(f.Name, "test.") {
			about = append(about, f.Name+"="+f.Value.String())
		}
	})
	return fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(slices.Clip(about), "\n"))))[:32]
}
