//go:build unix

package natives

import (
	"golang.org/x/sys/unix"

	"hotlens/profiles"
	"hotlens/vm/filesystem"
	"hotlens/vm/memory"
)

// The program's temporary folder has a quota. What takes room there is counted
// before it is done: writes, mapped pages, new entries. A file that becomes longer
// without that takes none.

// chargeWrite counts bytes that are about to be written to an open file, and ends
// the program if they are more than its temporary folder may take.
func (h *Host) chargeWrite(t *Thread, fd int32, bytes int) {
	if o := h.Files.open[int(fd)]; o != nil && o.temporary && bytes > 0 {
		h.charge(t, uint64(bytes))
	}
}

// chargeEntry counts a file, folder or link that is about to be made.
func (h *Host) chargeEntry(t *Thread, place *filesystem.Place) {
	if place.Temporary() {
		h.charge(t, filesystem.EntryBytes)
	}
}

// chargeMapping counts the pages of a new mapping, which the program may write to
// without the VM.
func (h *Host) chargeMapping(t *Thread, fd int32, base memory.Address) {
	o := h.Files.open[int(fd)]
	if o == nil || !o.temporary {
		return
	}
	for _, p := range h.Files.mappings {
		if p.base == base {
			h.charge(t, uint64(p.size))
			p.temporary = true // from now on it is among those held
		}
	}
}

// SetQuota bounds what the temporary folder may take, in bytes; 0 for no bound.
func (f *Files) SetQuota(limit uint64) { f.View.SetQuota(limit, f.held) }

func (h *Host) charge(t *Thread, bytes uint64) {
	if !h.Files.View.Charge(bytes) {
		t.M.Limit(profiles.LimitTemp, profiles.Size(h.MaxTempBytes))
	}
}

// held are the files of the temporary folder that take room which their names, if
// they have any, do not show.
func (f *Files) held() []filesystem.Held {
	var held []filesystem.Held
	for fd, o := range f.open {
		var st unix.Stat_t
		if o.temporary && unix.Fstat(fd, &st) == nil && st.Nlink == 0 {
			held = append(held, filesystem.Held{Device: uint64(st.Dev), Inode: st.Ino, Taken: filesystem.Taken(&st)})
		}
	}
	for _, p := range f.mappings {
		if p.temporary {
			held = append(held, filesystem.Held{Device: p.device, Inode: p.inode, Pending: uint64(p.size)})
		}
	}
	return held
}
