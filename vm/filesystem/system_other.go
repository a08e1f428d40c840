//go:build unix && !linux

package filesystem

import "golang.org/x/sys/unix"

// See system_linux.go. Other systems have no descriptors without the right to use what
// is behind them, but for folders.

type found struct {
	fd   int // of a folder; else -1
	stat unix.Stat_t
}

func (f *found) close() {
	if f.fd >= 0 {
		unix.Close(f.fd)
	}
}

func peek(folder int, name string) (f found, err error) {
	f.fd = -1
	if err = unix.Fstatat(folder, name, &f.stat, unix.AT_SYMLINK_NOFOLLOW); err != nil || fileType(&f.stat) != unix.S_IFDIR {
		return f, err
	}
	was := identityOf(&f.stat)
	if f, err = hold(folder, name, unix.O_NOFOLLOW); err == nil && identityOf(&f.stat) != was {
		f.close()
		err = unix.EAGAIN
	}
	return f, err
}

func openFolder(folder int, name string) (found, error) { return hold(folder, name, 0) }

func hold(folder int, name string, flags int) (f found, err error) {
	f.fd, err = retry(func() (int, error) {
		return unix.Openat(folder, name, flags|unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	})
	if err == nil {
		if err = unix.Fstat(f.fd, &f.stat); err != nil {
			f.close()
		}
	}
	return f, err
}

func openBeneath(int, string) (int, error) { return -1, unix.ENOSYS }

func duplicate(fd int) (int, error) {
	if fd < 0 {
		return -1, nil
	}
	return unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, 0)
}

func readLinkInto(folder int, name string, _ *found, b []byte) (int, error) {
	return unix.Readlinkat(folder, name, b)
}

const processRoot = 1

func (f *found) isProcess() bool     { return false }
func (f *found) isProcessRoot() bool { return false }

// Chmod is chmod(2).
func (p *Place) Chmod(mode uint32) error { return unix.Fchmodat(p.folder, p.name, mode, p.flags()) }

// Statfs is statfs(2).
func (p *Place) Statfs(st *unix.Statfs_t) error {
	if !p.confined {
		return unix.Statfs(p.name, st)
	}
	fd, err := p.Open(unix.O_RDONLY|unix.O_NONBLOCK, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	return unix.Fstatfs(fd, st)
}

// MakeNode is mknod(2), which these systems have for whole paths only.
func (p *Place) MakeNode(mode uint32, device int) error {
	if p.confined {
		return unix.EPERM
	}
	return unix.Mknod(p.name, mode, device)
}

func chmodEntry(folder int, name string, mode uint32) error {
	return unix.Fchmodat(folder, name, mode, unix.AT_SYMLINK_NOFOLLOW)
}

// Birth and BirthOfOpen do not say when something was made.
func (p *Place) Birth() unix.Timespec          { return unix.Timespec{} }
func BirthOfOpen(descriptor int) unix.Timespec { return unix.Timespec{} }
