package filesystem

import (
	"strconv"

	"golang.org/x/sys/unix"
)

// found is what there is at an entry of a folder: a descriptor, without the right to
// use what is behind it, and the status.
type found struct {
	fd   int
	stat unix.Stat_t
}

func (f *found) close() { unix.Close(f.fd) }

// peek finds out what there is at an entry. A symbolic link is found itself.
func peek(folder int, name string) (found, error) {
	return hold(folder, name, unix.O_PATH|unix.O_NOFOLLOW|unix.O_CLOEXEC)
}

// openFolder opens a folder, to go on from there.
func openFolder(folder int, name string) (found, error) {
	return hold(folder, name, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC)
}

func hold(folder int, name string, flags int) (f found, err error) {
	f.fd, err = retry(func() (int, error) { return unix.Openat(folder, name, flags, 0) })
	if err == nil {
		if err = unix.Fstat(f.fd, &f.stat); err != nil {
			f.close()
		}
	}
	return f, err
}

// openBeneath opens a folder that lies below another one, without symbolic links.
// Systems before Linux 5.6, and filters of system calls, do not have that: then the
// path is followed step by step.
func openBeneath(folder int, path string) (int, error) {
	how := unix.OpenHow{
		Flags:   unix.O_PATH | unix.O_DIRECTORY | unix.O_CLOEXEC,
		Resolve: unix.RESOLVE_BENEATH | unix.RESOLVE_NO_MAGICLINKS | unix.RESOLVE_NO_SYMLINKS,
	}
	return retry(func() (int, error) { return unix.Openat2(folder, path, &how) })
}

func duplicate(fd int) (int, error) { return unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, 0) }

// readLinkInto is readlinkat(2), on the link that was found, if it was.
func readLinkInto(folder int, name string, link *found, b []byte) (int, error) {
	if link.fd >= 0 {
		return unix.Readlinkat(link.fd, "", b)
	}
	return unix.Readlinkat(folder, name, b)
}

// processRoot is the inode of /proc itself (PROC_ROOT_INO).
const processRoot = 1

// isProcess reports whether something lies in /proc.
func (f *found) isProcess() bool {
	var st unix.Statfs_t
	return unix.Fstatfs(f.fd, &st) != nil || st.Type == unix.PROC_SUPER_MAGIC
}

func (f *found) isProcessRoot() bool { return f.stat.Ino == processRoot && f.isProcess() }

// descriptorPath is a path that leads to what a descriptor stands for, whatever names
// it has: the system does not look at the text of this link.
func descriptorPath(fd int) string { return "/proc/self/fd/" + strconv.Itoa(fd) }

// Chmod is chmod(2).
func (p *Place) Chmod(mode uint32) error {
	if !p.confined {
		return unix.Fchmodat(p.folder, p.name, mode, 0)
	}
	if !p.exists {
		return unix.ENOENT
	}
	return unix.Chmod(descriptorPath(p.entry), mode)
}

// Statfs is statfs(2).
func (p *Place) Statfs(st *unix.Statfs_t) error {
	switch {
	case !p.confined:
		return unix.Statfs(p.name, st)
	case !p.exists:
		return unix.ENOENT
	}
	return unix.Fstatfs(p.entry, st)
}

// MakeNode is mknod(2).
func (p *Place) MakeNode(mode uint32, device int) error {
	return unix.Mknodat(p.folder, p.name, mode, device)
}

// Named is a path to what is there, for calls of the system that take no descriptors.
// It is good while the place is open.
func (p *Place) Named() string {
	if !p.confined {
		return p.name
	}
	return descriptorPath(p.entry)
}

// NamedAnew is a path for something that such a call is to make.
func (p *Place) NamedAnew() string {
	if !p.confined {
		return p.name
	}
	return descriptorPath(p.folder) + "/" + p.name
}

// chmodEntry changes the mode of an entry that is no symbolic link.
func chmodEntry(folder int, name string, mode uint32) error {
	f, err := peek(folder, name)
	if err != nil {
		return err
	}
	defer f.close()
	return unix.Chmod(descriptorPath(f.fd), mode)
}

// Birth is when what is there was made; zero if the system does not say.
func (p *Place) Birth() unix.Timespec { return birth(p.folder, p.name, p.flags()) }

// BirthOfOpen is when an open file was made; zero if the system does not say.
func BirthOfOpen(descriptor int) unix.Timespec { return birth(descriptor, "", unix.AT_EMPTY_PATH) }

func birth(folder int, name string, flags int) unix.Timespec {
	var st unix.Statx_t
	if unix.Statx(folder, name, flags, unix.STATX_BTIME, &st) != nil || st.Mask&unix.STATX_BTIME == 0 {
		return unix.Timespec{}
	}
	return unix.Timespec{Sec: st.Btime.Sec, Nsec: int64(st.Btime.Nsec)}
}
