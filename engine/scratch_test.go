package engine

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestScratchFoldersAreNumbered checks that a free folder is used again, empty,
// and that no two holders share one.
func TestScratchFoldersAreNumbered(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	claim := func() *scratch {
		t.Helper()
		s, err := claimScratch()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.lock.Close() })
		return s
	}
	first, second := claim(), claim()
	if first.folder == second.folder {
		t.Fatalf("two holders share %s", first.folder)
	}
	left := filepath.Join(first.folder, "left")
	if err := os.WriteFile(left, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	first.lock.Close() // as if its process had been killed
	again := claim()
	if again.folder != first.folder {
		t.Errorf("the free folder %s was passed over for %s", first.folder, again.folder)
	}
	if _, err := os.Stat(left); err == nil {
		t.Errorf("%s was not removed", left)
	}
	second.release()
	if _, err := os.Stat(second.folder); err == nil {
		t.Errorf("%s is still there after its release", second.folder)
	}
}

// TestScratchOfAHostileProgram wants a folder that cannot be removed to be left alone,
// and whatever a program can leave in one to be removed.
func TestScratchOfAHostileProgram(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	first, err := claimScratch()
	if err != nil {
		t.Fatal(err)
	}
	inner := filepath.Join(first.folder, "inner")
	if err := os.Mkdir(inner, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{inner, first.folder} {
		if err := os.Chmod(folder, 0); err != nil {
			t.Fatal(err)
		}
	}
	first.lock.Close() // as if its process had been killed
	again, err := claimScratch()
	if err != nil {
		t.Fatal(err)
	}
	defer again.release()
	if again.folder != first.folder {
		t.Errorf("a folder without permissions was passed over for %s", again.folder)
	}
}

func TestScratchThatCannotBeCleared(t *testing.T) {
	base := t.TempDir()
	spoilt := filepath.Join(base, "0")
	clearOthers := func(folder string) error {
		if folder == spoilt {
			return errors.New("it stays")
		}
		return emptyFolder(folder)
	}
	s, err := claimScratchIn(base, clearOthers)
	if err != nil {
		t.Fatal(err)
	}
	defer s.release()
	if want := filepath.Join(base, "1"); s.folder != want {
		t.Errorf("the folder is %s, want %s", s.folder, want)
	}
	if _, err := claimScratchIn(base, func(string) error { return errors.New("it stays") }); err == nil || !strings.Contains(err.Error(), "remove them (it stays)") {
		t.Errorf("where none can be cleared: %v", err)
	}
}

func TestScratchWithoutACacheFolder(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", "")
	t.Setenv("HOME", "")
	t.Setenv("TMPDIR", temporary)
	s, err := claimScratch()
	if err != nil {
		t.Fatal(err)
	}
	defer s.release()
	base := filepath.Dir(s.folder)
	if filepath.Dir(base) != temporary {
		t.Errorf("the folder is %s, want one in %s", s.folder, temporary)
	}
	if err := os.Chmod(base, 0o777); err != nil {
		t.Fatal(err)
	}
	if open, err := claimScratch(); err == nil {
		open.release()
		t.Error("a folder that everybody can write to was accepted")
	}
}
