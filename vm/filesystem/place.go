//go:build unix

package filesystem

import (
	"cmp"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// Place is where a path leads: an entry of an open folder, and what is there. Its
// operations are the system's of the same names, on exactly that. Close it.
type Place struct {
	confined   bool
	folder     int // its descriptor
	ownsFolder bool
	name       string // of the entry; unrestricted, the whole path
	path       string // the host's, free of symbolic links; unrestricted, as it was given
	names      *Names // nil: the program sees the host's paths
	follow     bool   // unrestricted only: a symbolic link at the end is followed
	grants     rights
	inherited  rights // of the folder that the entry is in
	exists     bool
	stat       unix.Stat_t // if it exists; of an unrestricted program, once Stat was called
	// entry is on Linux the descriptor of what is there, if it exists, without the right
	// to use it; elsewhere -1 for what is no folder.
	entry   int
	overlay *overlay // not nil: it is the upper folder of an overlay
}

// Close gives the descriptors back.
func (p *Place) Close() {
	if p.ownsFolder {
		unix.Close(p.folder)
	}
	if p.exists && p.entry >= 0 {
		unix.Close(p.entry)
	}
	p.ownsFolder, p.entry = false, -1
}

// Path is the program's path of the place, free of symbolic links, and as it was given for
// an unrestricted program.
func (p *Place) Path() string {
	if p.names == nil {
		return p.path
	}
	return p.names.ToProgram(p.path)
}

// Temporary tells whether the place is in the program's own folder.
func (p *Place) Temporary() bool { return p.grants&temporary != 0 }

// Changeable tells whether the program may change the attributes of what is there.
func (p *Place) Changeable() bool { return !p.confined || p.grants&mayWrite != 0 }

// flags are those of calls that do not follow links unless they are told so.
func (p *Place) flags() int {
	if p.confined || !p.follow {
		return unix.AT_SYMLINK_NOFOLLOW
	}
	return 0
}

// Stat is the status of what is there, as stat(2) or lstat(2) gives it.
func (p *Place) Stat() (*unix.Stat_t, error) {
	switch {
	case p.exists:
		return &p.stat, nil
	case p.confined:
		return nil, unix.ENOENT
	}
	if err := unix.Fstatat(p.folder, p.name, &p.stat, p.flags()); err != nil {
		return nil, err
	}
	return &p.stat, nil
}

// Open opens what is there, or makes it, as open(2) does.
func (p *Place) Open(flags int, mode uint32) (int, error) {
	flags |= unix.O_CLOEXEC
	if !p.confined {
		return retry(func() (int, error) { return unix.Openat(p.folder, p.name, flags, mode) })
	}
	later := 0 // what waits until it is certain what was opened
	if p.exists {
		later = flags & unix.O_TRUNC
	}
	open := func(flags int) (int, error) {
		return retry(func() (int, error) { return unix.Openat(p.folder, p.name, flags&^later|unix.O_NOFOLLOW, mode) })
	}
	fd, err := open(flags)
	if err != nil || !p.exists {
		return fd, err
	}
	var st unix.Stat_t
	err = unix.Fstat(fd, &st)
	switch {
	case err != nil:
	case fileType(&st) != fileType(&p.stat), fileType(&st) == unix.S_IFDIR && identityOf(&st) != identityOf(&p.stat):
		// Another file in its place has the same rights, but nothing else.
		err = &Denial{"hotlens: opening " + p.path + " is not permitted while something else takes its place"}
	case later != 0 && fileType(&st) == unix.S_IFREG:
		err = unix.Ftruncate(fd, 0)
	}
	if err != nil {
		unix.Close(fd)
		return -1, err
	}
	return fd, nil
}

// retry repeats a call that a signal has interrupted.
func retry(call func() (int, error)) (int, error) {
	for {
		if n, err := call(); err != unix.EINTR {
			return n, err
		}
	}
}

// Access is access(2).
func (p *Place) Access(mode uint32) error {
	if p.name == "" {
		return nil // it is open, see View.Hold
	}
	return unix.Faccessat(p.folder, p.name, mode, 0)
}

// Chown is chown(2) or lchown(2).
func (p *Place) Chown(user, group int) error {
	return unix.Fchownat(p.folder, p.name, user, group, p.flags())
}

// SetTimes is utimensat(2).
func (p *Place) SetTimes(access, modification unix.Timespec) error {
	return unix.UtimesNanoAt(p.folder, p.name, []unix.Timespec{access, modification}, p.flags())
}

// StatAgain is the status of what is there by now, after an operation of the place.
func (p *Place) StatAgain() (st unix.Stat_t, err error) {
	err = unix.Fstatat(p.folder, p.name, &st, p.flags())
	return st, err
}

// StatFolder is the status of the folder that the place is in.
func (p *Place) StatFolder() (st unix.Stat_t, err error) {
	folder := "."
	if !p.confined {
		folder = filepath.Dir(strings.TrimRight(p.name, "/"))
	}
	err = unix.Fstatat(p.folder, folder, &st, 0)
	return st, err
}

// Exists tells whether there is something at the place; of an unrestricted program's, once
// Stat was called.
func (p *Place) Exists() bool { return p.exists }

// MakeFolder is mkdir(2).
func (p *Place) MakeFolder(mode uint32) error { return unix.Mkdirat(p.folder, p.name, mode) }

// Remove is unlink(2), or rmdir(2) with the flag AT_REMOVEDIR.
func (p *Place) Remove(flags int) error {
	if p.isFixed() {
		return unix.EACCES
	}
	if empty, err := p.isEmpty(); err != nil || !empty {
		return cmp.Or(err, error(unix.ENOTEMPTY))
	}
	return unix.Unlinkat(p.folder, p.name, flags)
}

// isFixed tells whether the entry has to stay what it is, although what is there may be
// changed: a root in a folder that the program may not write to. A symbolic link in its place
// would lead the user's next run elsewhere.
func (p *Place) isFixed() bool { return p.confined && p.inherited&mayWrite == 0 }

// MakeLink is symlink(2). In the program's own folder the link has the program's words,
// elsewhere the host's: there it is for others.
func (p *Place) MakeLink(target string) error {
	if p.names != nil && !p.Temporary() {
		target = p.names.ToHost(target)
	}
	return unix.Symlinkat(target, p.folder, p.name)
}

// ReadLink is readlink(2).
func (p *Place) ReadLink() (string, error) {
	if p.confined && !p.exists {
		return "", unix.ENOENT
	}
	if p.confined && fileType(&p.stat) != unix.S_IFLNK {
		return "", unix.EINVAL // which the system says of paths, but not of descriptors
	}
	target, err := readLink(p.folder, p.name, &found{fd: p.entry})
	if p.names != nil && err == nil {
		target = p.names.ToProgram(target)
	}
	return target, err
}

// Rename is rename(2).
func (p *Place) Rename(to *Place) error {
	if p.isFixed() || to.isFixed() {
		return unix.EACCES
	}
	if empty, err := to.isEmpty(); p.overlay != to.overlay && (err != nil || !empty) {
		return cmp.Or(err, error(unix.ENOTEMPTY))
	}
	return unix.Renameat(p.folder, p.name, to.folder, to.name)
}

// Link is link(2).
func (p *Place) Link(to *Place) error { return unix.Linkat(p.folder, p.name, to.folder, to.name, 0) }
