//go:build unix

package natives

import (
	"os"
	"path/filepath"
	"testing"

	"hotlens/vm/filesystem"
)

// TestCanonical wants links to be followed as far as the program may know of them.
func TestCanonical(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range []string{"in/deep", "out"} {
		if err := os.MkdirAll(filepath.Join(root, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for link, target := range map[string]string{"in/inside": "deep", "in/outside": "../out", "in/dangling": "../out/none", "out/link": "file"} {
		if err := os.Symlink(target, filepath.Join(root, link)); err != nil {
			t.Fatal(err)
		}
	}
	for _, unrestricted := range []bool{false, true} {
		view, err := filesystem.New(filesystem.Policy{Unrestricted: unrestricted, Read: []string{root + "/in"}})
		if err != nil {
			t.Fatal(err)
		}
		h := &Host{Files: Files{View: view}}
		want := map[string]string{
			"in/./deep/../file":  "in/file",
			"in/inside/file":     "in/deep/file",
			"in/none/../x":       "in/x",
			"none/a/b":           "none/a/b",
			"in/dangling":        "in/dangling",
			"in/outside/file":    "in/outside/file",
			"out/link":           "out/link",
			"in/inside/../../in": "in",
		}
		if unrestricted {
			want["in/outside/file"] = "out/file"
		}
		for path, want := range want {
			if got := h.canonical(root + "/" + path); got != root+"/"+want {
				t.Errorf("canonical(%s) = %s, want %s (unrestricted %t)", path, got, want, unrestricted)
			}
		}
		if got := h.canonical("/"); got != "/" {
			t.Errorf("canonical(/) = %s", got)
		}
		view.Close()
	}
}
