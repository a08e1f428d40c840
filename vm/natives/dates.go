//go:build unix

package natives

import (
	"golang.org/x/sys/unix"

	"hotlens/vm/filesystem"
)

// Under the virtual clock, what a program reads must not depend on when it runs.
// So the files that it makes in the sandbox's temporary directory, which nobody
// else looks at, get the times of its own clock; files elsewhere keep the system's.

// date gives an open file that was written to the machine's time.
func (h *Host) date(t *Thread, fd int32) {
	if o := h.Files.open[int(fd)]; o != nil && o.dated {
		now := unix.NsecToTimespec(t.M.WallNanos())
		_ = futimens(int(fd), now, now) // as good as it gets
	}
}

// datePlace gives a new file or folder the machine's time, and the folder that it is in.
func (h *Host) datePlace(t *Thread, place *filesystem.Place) {
	if t.M.Options.VirtualClock && place.Temporary() {
		now := unix.NsecToTimespec(t.M.WallNanos())
		_ = place.SetTimes(now, now) // as good as it gets
	}
	h.dateFolder(t, place)
}

// dateFolder gives a folder in which something was made or removed the machine's time.
func (h *Host) dateFolder(t *Thread, place *filesystem.Place) {
	if t.M.Options.VirtualClock && place.Temporary() {
		now := unix.NsecToTimespec(t.M.WallNanos())
		_ = place.SetFolderTimes(now, now) // as good as it gets
	}
}

// remove removes what is at a place, as Place.Remove does.
func (h *Host) remove(t *Thread, place *filesystem.Place, flags int) error {
	err := place.Remove(flags)
	if err == nil {
		h.forget(t, place)
		h.dateFolder(t, place)
	}
	return err
}

// rename is Place.Rename.
func (h *Host) rename(t *Thread, from, to *filesystem.Place) error {
	err := from.Rename(to)
	if err == nil {
		if to.Exists() {
			h.forget(t, to)
		}
		h.dateFolder(t, from)
		h.dateFolder(t, to)
	}
	return err
}
