package changes

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// waitBound bounds the wait for the system, which tells of a change within milliseconds.
const waitBound = time.Minute

// TestFollow changes files in all ways that editors have, and looks at what is told.
func TestFollow(t *testing.T) {
	folder := t.TempDir()
	path := func(name string) string { return filepath.Join(folder, name) }
	write := func(name string) {
		t.Helper()
		if err := errors.Join(os.MkdirAll(filepath.Dir(path(name)), 0o700), os.WriteFile(path(name), []byte(name), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"data.csv", "other.csv", "orders/1.txt", "src/a/A.java", "src/.git/index"} {
		write(name)
	}
	told := make(chan []string)
	done := make(chan struct{})
	defer close(done)
	w, err := Start(func(paths []string) {
		select {
		case told <- paths:
		case <-done:
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	// expect waits until all of these were told, and nothing else was but what was expected before: a slow machine tells of a change twice.
	allowed := map[string]bool{}
	expect := func(what string, names ...string) {
		t.Helper()
		deadline := time.After(waitBound)
		missing := map[string]bool{}
		for _, name := range names {
			missing[path(name)], allowed[path(name)] = true, true
		}
		for len(missing) > 0 {
			select {
			case paths := <-told:
				for _, p := range paths {
					if !allowed[p] {
						t.Errorf("%s: told of %s", what, p)
					}
					delete(missing, p)
				}
			case <-deadline:
				t.Fatalf("%s: not told of %v", what, missing)
			}
		}
	}
	if err := w.Follow([]string{path("data.csv"), path("later.csv"), path("orders") + "/"}, []string{path("src")}); err != nil {
		t.Fatal(err)
	}
	write("other.csv")
	write("src/.git/index")
	write("data.csv")
	expect("written", "data.csv")
	if err := os.WriteFile(path("new"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path("new"), path("data.csv")); err != nil {
		t.Fatal(err)
	}
	expect("renamed to", "data.csv")
	write("later.csv")
	write("orders/2.txt")
	expect("made", "later.csv", "orders/2.txt")
	if err := os.Remove(path("orders/1.txt")); err != nil {
		t.Fatal(err)
	}
	expect("removed", "orders/1.txt")
	write("src/a/A.java")
	expect("in a tree", "src/a/A.java")
	write("src/b/B.java")
	expect("a new folder with a file", "src/b", "src/b/B.java")
	write("src/b/C.java")
	expect("in a new folder", "src/b/C.java")
	if err := w.Follow([]string{path("other.csv")}, nil); err != nil {
		t.Fatal(err)
	}
	write("src/a/New.java")
	write("other.csv")
	expect("what is followed now", "other.csv")
}
