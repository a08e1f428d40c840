package natives

import "golang.org/x/sys/unix"

// Under the virtual clock, what a program reads must not depend on when it runs.
// So the files that it makes in the sandbox's temporary directory, which nobody
// else looks at, get the times of its own clock; files elsewhere keep the system's.

// mayDate reports whether the file at an absolute path gets the machine's time.
func (h *Host) mayDate(t *Thread, path string) bool {
	return t.M.Options.VirtualClock && !h.Files.Unrestricted && within(resolve(path, true), []string{resolve(h.TempDirectory, true)})
}

// date gives an open file that was written to the machine's time.
func (h *Host) date(t *Thread, fd int32) {
	if o := h.Files.open[int(fd)]; o != nil && o.dated {
		now := unix.NsecToTimespec(t.M.WallNanos())
		_ = futimens(int(fd), now, now) // as good as it gets
	}
}

// datePath gives a new file or folder the machine's time.
func (h *Host) datePath(t *Thread, path string) {
	if h.mayDate(t, path) {
		now := unix.NsecToTimespec(t.M.WallNanos())
		_ = unix.UtimesNanoAt(unix.AT_FDCWD, path, []unix.Timespec{now, now}, 0) // as good as it gets
	}
}
