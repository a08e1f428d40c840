//go:build unix

package filesystem

import (
	"fmt"
	"path/filepath"
	"strconv"

	"golang.org/x/sys/unix"
)

// maxOpenFolders is how deep a removal goes before it moves what lies deeper up: so
// it needs few descriptors, however deep the folders are.
const maxOpenFolders = 64

// RemoveAll removes a file or a folder with everything below it, also what a program has
// left there to hinder that: folders without permissions, and such as lie deeper than a
// path can tell. It follows no symbolic links. If nothing is there, that is fine.
func RemoveAll(path string) error {
	err := removeAll(filepath.Dir(path), filepath.Base(path))
	if err != nil {
		return fmt.Errorf("removing %s: %w", path, err)
	}
	return nil
}

func removeAll(folder, name string) error {
	parent, err := openFolder(unix.AT_FDCWD, folder)
	if err == unix.ENOENT {
		return nil
	}
	if err != nil {
		return err
	}
	defer parent.close()
	if err := unlink(parent.fd, name); err != errFolder {
		return err
	}
	top, err := openOwn(parent.fd, name)
	if err != nil {
		return err
	}
	defer unix.Close(top)
	for r := (removal{top: top}); ; {
		r.moved = false
		err := r.empty(top, 1)
		if err != nil {
			return err
		}
		if !r.moved {
			return unix.Unlinkat(parent.fd, name, unix.AT_REMOVEDIR)
		}
		if _, err := unix.Seek(top, 0, unix.SEEK_SET); err != nil {
			return err
		}
	}
}

// removal is the state of RemoveAll.
type removal struct {
	top    int // the descriptor of the folder, to which deep ones are moved
	moved  bool
	number int // of those
}

// empty removes what is in an open folder. It goes on after an error, so that as
// little as possible is left, and returns the first.
func (r *removal) empty(folder, depth int) (first error) {
	names, first := Entries(folder)
	for _, name := range names {
		err := unlink(folder, name)
		if err == errFolder {
			err = r.removeFolder(folder, name, depth)
		}
		if first == nil {
			first = err
		}
	}
	return first
}

func (r *removal) removeFolder(parent int, name string, depth int) error {
	folder, err := openOwn(parent, name)
	if err != nil {
		return err
	}
	defer unix.Close(folder)
	if depth == maxOpenFolders {
		return r.moveUp(parent, name)
	}
	if err := r.empty(folder, depth+1); err != nil {
		return err
	}
	return unix.Unlinkat(parent, name, unix.AT_REMOVEDIR)
}

// moveUp moves a folder to the top, under a name that nothing has there.
func (r *removal) moveUp(parent int, name string) error {
	for {
		r.number++
		err := unix.Renameat(parent, name, r.top, "moved-"+strconv.Itoa(r.number))
		switch err {
		case unix.EEXIST, unix.ENOTEMPTY, unix.ENOTDIR:
			continue
		case nil:
			r.moved = true
		}
		return err
	}
}

// errFolder says that an entry is a folder: unlink(2) has EISDIR for that, or EPERM, by
// the system.
const errFolder = unix.EISDIR

func unlink(folder int, name string) error {
	switch err := unix.Unlinkat(folder, name, 0); err {
	case unix.EPERM, unix.EISDIR:
		return errFolder
	case unix.ENOENT:
		return nil
	default:
		return err
	}
}

// openOwn opens a folder to remove what is in it, and takes the right to.
func openOwn(parent int, name string) (int, error) {
	const own = 0o700
	folder, err := openToList(parent, name)
	if err == unix.EACCES {
		if err = chmodEntry(parent, name, own); err == nil {
			folder, err = openToList(parent, name)
		}
	}
	if err != nil {
		return -1, err
	}
	var st unix.Stat_t
	if err := unix.Fstat(folder, &st); err == nil && st.Mode&own != own {
		_ = unix.Fchmod(folder, own) // what then cannot be removed says so
	}
	return folder, nil
}
