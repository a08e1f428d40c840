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

// datePlace gives a new file or folder the machine's time.
func (h *Host) datePlace(t *Thread, place *filesystem.Place) {
	if t.M.Options.VirtualClock && place.Temporary() {
		now := unix.NsecToTimespec(t.M.WallNanos())
		_ = place.SetTimes(now, now) // as good as it gets
	}
}
