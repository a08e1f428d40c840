//go:build unix

package natives

import (
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"hotlens/vm/filesystem"
)

// SystemFiles are the files and folders that the natives read whatever the program
// may: for the library, or to answer it. None of them tells about the user.
func SystemFiles() []string {
	return slices.Concat(filesystem.AlwaysReadable, []string{localeFolder,
		"/etc/passwd", "/etc/group", "/etc/nsswitch.conf", // the names of files' owners
		"/proc/stat", // the time when the machine was started, by which processes tell theirs
	})
}

// absolute makes a path absolute by the program's working directory. It stays
// as it is otherwise: the system, not the text, says what ".." leads to.
func (h *Host) absolute(path string) string {
	if path == "" || strings.HasPrefix(path, "/") {
		return path
	}
	return strings.TrimSuffix(h.Directory, "/") + "/" + path
}

// locate finds where a path leads, and asks the policy. Close the place.
func (h *Host) locate(path string, follow bool, purpose filesystem.Purpose) (filesystem.Place, error) {
	path = h.absolute(path)
	if i := slices.Index(standardNames, path); i >= 0 && !h.Files.View.Unrestricted() && purpose < filesystem.ToChange {
		// The program has them anyway. Where the system's names lead is another matter.
		if host, ok := h.Files.descriptor(int32(i)); ok {
			return h.Files.View.Hold(host)
		}
		path = "/dev/null"
	}
	return h.Files.View.Locate(path, follow, purpose)
}

// locateAt is locate for a path that may be relative to an open folder, or, for AT_FDCWD, to the working directory.
func (h *Host) locateAt(fd int32, path string, follow bool, purpose filesystem.Purpose) (filesystem.Place, error) {
	if fd == unix.AT_FDCWD {
		return h.locate(path, follow, purpose)
	}
	host, ok := h.Files.descriptor(fd)
	if !ok {
		return filesystem.Place{}, unix.EBADF
	}
	text := ""
	if o := h.Files.open[int(fd)]; o != nil {
		text = o.path
	}
	return h.Files.View.LocateAt(host, text, path, follow, purpose)
}

// status is stat(2), or lstat(2) without follow.
func (h *Host) status(path string, follow bool) (unix.Stat_t, error) {
	place, err := h.locate(path, follow, filesystem.ToStat)
	if err != nil {
		return unix.Stat_t{}, err
	}
	defer place.Close()
	st, err := place.Stat()
	if err != nil {
		return unix.Stat_t{}, err
	}
	return *st, nil
}

// realPath is realpath(3): it fails if the path does not exist.
func (h *Host) realPath(path string) (string, error) {
	if h.Files.View.Unrestricted() {
		return filesystem.RealPath(h.absolute(path))
	}
	place, err := h.locate(path, true, filesystem.ToStat)
	if err != nil {
		return "", err
	}
	defer place.Close()
	if _, err := place.Stat(); err != nil {
		return "", err
	}
	return place.Path(), nil
}

// canonical is the path with its symbolic links followed as far as it exists, and
// as the program may know; the rest is tidied up as text.
func (h *Host) canonical(path string) string {
	for existing := path; existing != ""; existing = existing[:strings.LastIndexByte(existing, '/')] {
		if r, err := h.realPath(existing); err == nil {
			return filepath.Clean(r + "/" + path[len(existing):])
		}
	}
	return filepath.Clean(path)
}

// parenthesized is the end of a message of java.io: the reason of an error.
func parenthesized(err error) string {
	if reason := filesystem.Reason(err); reason != "" {
		return " (" + reason + ")"
	}
	return " (" + errnoText(err) + ")"
}

// errnoOf is the system's number of an error; denied operations are EACCES.
func errnoOf(err error) unix.Errno {
	if e, ok := err.(unix.Errno); ok {
		return e
	}
	return unix.EACCES
}
