//go:build linux

package filesystem

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"golang.org/x/sys/unix"
)

func noneHeld() []Held { return nil }

// TestQuota writes, deletes and writes again. Only what is there counts.
func TestQuota(t *testing.T) {
	folder := t.TempDir()
	v := newView(t, Policy{Temporary: folder})
	const mega = 1 << 20
	v.SetQuota(4*mega, noneHeld)
	write := func(name string, bytes int) bool {
		must(t, os.WriteFile(filepath.Join(folder, name), nil, 0o644)) // opening a file for writing empties it
		if !v.Charge(uint64(bytes)) {
			return false
		}
		must(t, os.WriteFile(filepath.Join(folder, name), make([]byte, bytes), 0o644))
		return true
	}
	for i := range 10 {
		if !write("file", 3*mega) {
			t.Fatalf("the same file, time %d", i)
		}
	}
	if write("other", 2*mega) {
		t.Error("more than the quota")
	}
	must(t, os.Remove(filepath.Join(folder, "file")))
	must(t, os.Remove(filepath.Join(folder, "other")))
	if !write("other", 2*mega) {
		t.Error("deleting gave no room back")
	}
	// A second name takes nothing, a sparse file what was written to it.
	must(t, os.Link(filepath.Join(folder, "other"), filepath.Join(folder, "again")))
	must(t, os.WriteFile(filepath.Join(folder, "sparse"), nil, 0o644))
	must(t, os.Truncate(filepath.Join(folder, "sparse"), 1<<40))
	if !write("small", mega) {
		t.Error("what takes no room was counted")
	}
}

func TestQuotaOfManyFiles(t *testing.T) {
	folder := t.TempDir()
	v := newView(t, Policy{Temporary: folder})
	v.SetQuota(100*EntryBytes, noneHeld)
	made := 0
	for ; made < 1000 && v.Charge(EntryBytes); made++ {
		must(t, os.WriteFile(filepath.Join(folder, strconv.Itoa(made)), nil, 0o644))
	}
	if made != 100 {
		t.Errorf("%d empty files in a quota for 100", made)
	}
}

// TestQuotaOfHidden counts files without a name, and mapped ones.
func TestQuotaOfHidden(t *testing.T) {
	folder := t.TempDir()
	v := newView(t, Policy{Temporary: folder})
	const mega = 1 << 20
	name := filepath.Join(folder, "file")
	must(t, os.WriteFile(name, nil, 0o644))
	must(t, os.Truncate(name, 10*mega))
	var st unix.Stat_t
	must(t, unix.Stat(name, &st))
	id := identityOf(&st)
	for _, test := range []struct {
		held    Held
		removed bool
		want    uint64
	}{
		{Held{Pending: mega}, false, mega + Taken(&st)},
		{Held{Pending: 20 * mega}, false, 10 * mega}, // no longer than the file
		{Held{Taken: 7 * mega}, true, 7 * mega},
	} {
		test.held.Device, test.held.Inode = id.device, id.inode
		if test.removed {
			must(t, os.Remove(name))
		}
		if got, err := measure(v.temporary, []Held{test.held}); err != nil || got != test.want {
			t.Errorf("%+v: %d, %v, want %d", test.held, got, err, test.want)
		}
	}
}
