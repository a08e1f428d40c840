package engine

import (
	"os"
	"path/filepath"
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
