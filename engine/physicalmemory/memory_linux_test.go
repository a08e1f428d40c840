package physicalmemory

import (
	"os"
	"path/filepath"
	"testing"
)

// TestGroupBound looks for the bound of a process in control groups of both versions, in and around its own.
func TestGroupBound(t *testing.T) {
	root := t.TempDir()
	for path, text := range map[string]string{
		"app/memory.max": "max\n", "app/web/memory.max": "4000\n", "app/web/inner/memory.max": "max\n", // version 2
		"memory/memory.limit_in_bytes": "9223372036854771712\n", "memory/job/memory.limit_in_bytes": "3000\n", // version 1
	} {
		file := filepath.Join(root, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const none = 5000
	for membership, want := range map[string]uint64{
		"":                           none,
		"0::/":                       none,
		"0::/app\n":                  none,
		"0::/app/web\n":              4000,
		"0::/app/web/inner\n":        4000,
		"0::/app/web/not/shown\n":    4000,
		"0::/../../app/web\n":        4000,
		"8:pids:/job\n":              none,
		"4:memory:/\n0::/\n":         none,
		"4:memory:/job/deep\n0::/\n": 3000,
		"nonsense\n":                 none,
	} {
		if got := groupBound(root, membership, none); got != want {
			t.Errorf("the bound of a process in %q is %d, want %d", membership, got, want)
		}
	}
}

// TestDefaultHeap checks that this machine says how much memory it has: more than this process takes, and less than any machine has.
func TestDefaultHeap(t *testing.T) {
	if got := DefaultHeap(); got < 16<<20 || got > 1<<50 {
		t.Errorf("a heap has %d bytes", got)
	}
}
