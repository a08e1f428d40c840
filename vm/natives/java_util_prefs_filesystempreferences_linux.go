package natives

import (
	"io"

	"golang.org/x/sys/unix"

	"hotlens/vm/filesystem"
)

// lockPreferences opens and locks the lock file of a tree of preferences. The
// handle is the descriptor.
func lockPreferences(t *Thread, path string, mode uint32, shared bool) (int32, error) {
	h := hostOf(t)
	flags, kind := unix.O_RDWR|unix.O_CREAT, int16(unix.F_WRLCK)
	if shared {
		flags, kind = unix.O_RDONLY, unix.F_RDLCK
	}
	fd, err := h.openPath(t, path, flags, mode)
	if err != nil {
		return 0, err
	}
	if !shared {
		// Whatever the process's mask says: other users share the system's tree.
		_ = unix.Fchmod(fd, mode)
	}
	lock := unix.Flock_t{Type: kind, Whence: io.SeekStart}
	if err := unix.FcntlFlock(uintptr(fd), unix.F_SETLK, &lock); err != nil {
		_ = h.Files.close(int32(fd))
		return 0, err
	}
	return int32(fd), nil
}

func init() { later(javaUtilPrefsFilesystempreferences) }

func javaUtilPrefsFilesystempreferences() {
	register("java/util/prefs/FileSystemPreferences", table{
		// The result holds the handle, 0 for none, and the error.
		"lockFile0(Ljava/lang/String;IZ)[I": func(t *Thread, a Args) uint64 {
			if a.Ref(0) == 0 {
				t.ThrowNull()
				return 0
			}
			handle, err := lockPreferences(t, t.M.Text(a.Ref(0)), uint32(a.Int(1)), a.Bool(2))
			if err != nil {
				return uint64(newInts(t, 0, int32(errnoOf(err))))
			}
			return uint64(newInts(t, handle, 0))
		},
		// Closing the file gives the lock up.
		"unlockFile0(I)I": func(t *Thread, a Args) uint64 {
			if err := hostOf(t).Files.close(a.Int(0)); err != nil {
				return uint64(errnoOf(err))
			}
			return 0
		},
		"chmod(Ljava/lang/String;I)I": func(t *Thread, a Args) uint64 {
			if a.Ref(0) == 0 {
				t.ThrowNull()
				return 0
			}
			place, err := hostOf(t).locate(t.M.Text(a.Ref(0)), true, filesystem.ToChange)
			if err == nil {
				defer place.Close()
				err = place.Chmod(uint32(a.Int(1)))
			}
			if err != nil {
				return uint64(errnoOf(err))
			}
			return 0
		},
	})
}
