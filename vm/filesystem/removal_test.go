//go:build linux

package filesystem

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// TestRemoveAll removes what a program can leave to hinder that.
func TestRemoveAll(t *testing.T) {
	base := t.TempDir()
	top, outside := filepath.Join(base, "top"), filepath.Join(base, "outside")
	must(t, os.MkdirAll(filepath.Join(outside, "folder"), 0o755))
	must(t, os.WriteFile(filepath.Join(outside, "file"), nil, 0o444))
	must(t, os.MkdirAll(filepath.Join(top, "closed", "inner", "moved-1"), 0o755))
	for i := range 300 {
		must(t, os.WriteFile(filepath.Join(top, "closed", strings.Repeat("n", i%100+1)+string(rune('a'+i%26))), nil, 0o000))
	}
	must(t, os.Symlink(outside, filepath.Join(top, "link")))
	must(t, os.Symlink("link", filepath.Join(top, "closed", "loop")))
	must(t, unix.Mkfifo(filepath.Join(top, "pipe"), 0o000))
	// Deeper than a path can tell, and than descriptors would last.
	const depth = 5 * maxOpenFolders
	for _, name := range []string{"deep", "moved-1"} {
		at, err := unix.Open(top, unix.O_PATH|unix.O_CLOEXEC, 0)
		must(t, err)
		for range depth {
			must(t, unix.Mkdirat(at, name, 0o755))
			next, err := unix.Openat(at, name, unix.O_PATH|unix.O_CLOEXEC, 0)
			must(t, err)
			unix.Close(at)
			at = next
		}
		must(t, unix.Mkdirat(at, "closed", 0))
		unix.Close(at)
	}
	must(t, os.Chmod(filepath.Join(top, "closed", "inner"), 0))
	must(t, os.Chmod(filepath.Join(top, "closed"), 0))
	must(t, os.Chmod(top, 0))
	must(t, RemoveAll(top))
	if _, err := os.Lstat(top); !os.IsNotExist(err) {
		t.Errorf("it is still there: %v", err)
	}
	for _, name := range []string{"file", "folder"} {
		if _, err := os.Stat(filepath.Join(outside, name)); err != nil {
			t.Errorf("what a link leads to: %v", err)
		}
	}
	must(t, RemoveAll(top))
	must(t, RemoveAll(filepath.Join(top, "none")))
	must(t, RemoveAll(filepath.Join(outside, "file")))
}
