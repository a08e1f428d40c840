package atomicfile

import (
	"os"
	"path/filepath"
	"testing"
)

func TestWrite(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "file")
	for _, content := range []string{"first", "second, which is longer", ""} {
		if err := Write(path, []byte(content), 0o640); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != content {
			t.Errorf("the file has %q (%v), want %q", got, err, content)
		}
		if info, err := os.Stat(path); err != nil || info.Mode() != 0o640 {
			t.Errorf("the file's mode is %v (%v)", info.Mode(), err)
		}
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 1 {
		t.Errorf("the folder has %v (%v)", entries, err)
	}
}

// TestWriteFails writes where a folder with something in it stands.
func TestWriteFails(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "file")
	if err := os.MkdirAll(filepath.Join(path, "kept"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := Write(path, []byte("text"), 0o600); err == nil {
		t.Error("a folder was replaced")
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 1 {
		t.Errorf("the folder has %v (%v)", entries, err)
	}
}
