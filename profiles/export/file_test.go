package export_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"hotlens/profiles/export"
)

// TestFile demands that a file that nothing is written to stays what it was.
func TestFile(t *testing.T) {
	folder := t.TempDir()
	file := func(name string) *export.File {
		f, err := export.Open(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	expect := func(name, want string) {
		t.Helper()
		if got, err := os.ReadFile(filepath.Join(folder, name)); err != nil || string(got) != want {
			t.Errorf("%s holds %q, %v; want %q", name, got, err, want)
		}
	}
	closed := func(f *export.File) {
		t.Helper()
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}

	closed(file("new"))
	if _, err := os.Stat(filepath.Join(folder, "new")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file of nothing is left: %v", err)
	}

	f := file("new")
	f.Write([]byte("a long result"))
	closed(f)
	expect("new", "a long result")
	closed(file("new"))
	expect("new", "a long result")

	f = file("new")
	f.Write([]byte("short"))
	f.Write([]byte("er"))
	closed(f)
	expect("new", "shorter")

	f = file("new")
	f.Write(nil)
	closed(f)
	expect("new", "")

	f, err := export.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write([]byte("x")); err != nil {
		t.Error(err)
	}
	closed(f)
	if _, err := export.Open(folder); err == nil {
		t.Error("a folder has been opened")
	}
}
