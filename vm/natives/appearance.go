//go:build unix

package natives

import (
	"golang.org/x/sys/unix"

	"hotlens/vm/filesystem"
)

// This file says what a program is told of files under the virtual clock: times by its own clock (see dates.go), and
// in the sandbox also what of their status comes with the folder, its file system and its user is the same
// everywhere. What the program makes itself in its temporary folder is as it made it.

const (
	deviceNumber    = 1    // the one that all files lie on
	folderBytes     = 4096 // how long a folder is on ext4, the most common file system
	folderLinks     = 2    // its name and its "."
	fileNumberBytes = 64   // what the number of a file takes
)

// fileNumbers are the numbers of files and folders, in the order in which the program has met
// them: the file system's own say where a file lies.
type fileNumbers struct {
	known map[fileIdentity]uint64
	last  uint64
}

type fileIdentity struct{ device, inode uint64 }

func identityOf(st *unix.Stat_t) fileIdentity { return fileIdentity{uint64(st.Dev), st.Ino} }

// isFixed reports whether what the program sees of the host is the same everywhere.
func (h *Host) isFixed(t *Thread) bool { return h.confined && t.M.Options.VirtualClock }

// numberOf is the number of a file as the program is told.
func (h *Host) numberOf(t *Thread, st *unix.Stat_t) uint64 {
	n := &h.fileNumbers
	id := identityOf(st)
	if number, met := n.known[id]; met {
		return number
	}
	charge(t, fileNumberBytes)
	if n.known == nil {
		n.known = map[fileIdentity]uint64{}
	}
	n.last++
	n.known[id] = n.last
	return n.last
}

// known is the status of what is at a place, if the program may have been told of it; else nil.
func (h *Host) known(place *filesystem.Place) *unix.Stat_t {
	if len(h.fileNumbers.known) == 0 && len(h.fileTimes) == 0 {
		return nil
	}
	st, _ := place.Stat() // nil if there is nothing
	return st
}

// forget takes back the number and the times of what the program has removed, by its status before that; nil is
// nothing. Some file systems give its inode to the next file, and others do not.
func (h *Host) forget(t *Thread, st *unix.Stat_t) {
	if st == nil || st.Nlink > 1 && st.Mode&unix.S_IFMT != unix.S_IFDIR {
		return
	}
	id := identityOf(st)
	if h.fileNumbers.known[id] != 0 {
		delete(h.fileNumbers.known, id)
		t.M.Memory.Native.Release(fileNumberBytes)
	}
	if h.fileTimes[id] != nil {
		delete(h.fileTimes, id)
		t.M.Memory.Native.Release(fileTimesBytes)
	}
}

// appear changes a file's status to what the program is told. Times are the file's if they are known, changeable and temporary are the
// program's rights to it, as filesystem.Place has them. By the virtual clock it returns when the file was made.
func (h *Host) appear(t *Thread, st *unix.Stat_t, times *fileTimes, changeable, temporary bool) (born unix.Timespec) {
	if !t.M.Options.VirtualClock {
		return born
	}
	if !h.confined || changeable {
		if times == nil {
			times = h.timesOf(t, st, temporary)
		} else {
			times.meet(t, st)
		}
		born, st.Atim, st.Mtim, st.Ctim = times.born, times.accessed, times.modified, times.changed
	}
	if !h.confined {
		return born
	}
	st.Ino, st.Dev = h.numberOf(t, st), deviceNumber
	st.Uid, st.Gid = confinedNumber, confinedNumber
	kind := st.Mode & unix.S_IFMT
	if kind == unix.S_IFDIR {
		st.Size, st.Nlink = folderBytes, folderLinks
	}
	if !changeable {
		born = unix.NsecToTimespec(t.M.StartNanos())
		st.Atim, st.Mtim, st.Ctim = born, born, born
		if kind == unix.S_IFREG || kind == unix.S_IFDIR {
			// As where everybody may read what the owner may, whatever the umask was.
			const owner, othersRead = 0o700, 0o055
			mode := st.Mode & owner
			st.Mode = kind | mode | (mode>>3|mode>>6)&othersRead
		}
	}
	return born
}

// appearance is the status of what is at a place, as the program is told. By the virtual clock it says when that was made.
func (h *Host) appearance(t *Thread, place *filesystem.Place) (st unix.Stat_t, born unix.Timespec, err error) {
	p, err := place.Stat()
	if err != nil {
		return st, born, err
	}
	st = *p
	if h.isFixed(t) && st.Mode&unix.S_IFMT == unix.S_IFLNK {
		if target, err := place.ReadLink(); err == nil {
			st.Size = int64(len(target))
		}
	}
	born = h.appear(t, &st, nil, place.Changeable(), place.Temporary())
	return st, born, nil
}

// appearanceOfOpen is the status of an open file, as the program is told.
func (h *Host) appearanceOfOpen(t *Thread, fd int32, host int) (st unix.Stat_t, born unix.Timespec, err error) {
	if err = unix.Fstat(host, &st); err != nil {
		return st, born, err
	}
	var o openFile
	if known := h.Files.open[int(fd)]; known != nil {
		o = *known
	}
	born = h.appear(t, &st, o.times, o.changeable, o.temporary)
	return st, born, nil
}

// The file system as it appears: one that has room for what the quota allows, or for a
// terabyte.
const (
	spaceBlock   = 4096
	spaceUnbound = 1 << 40
)

// space is the status of a file system as the program is told.
func (h *Host) space(t *Thread, place *filesystem.Place) (block, total, free, usable uint64, err error) {
	var st unix.Statfs_t
	if err := place.Statfs(&st); err != nil {
		return 0, 0, 0, 0, err
	}
	if h.isFixed(t) {
		bytes := h.MaxTempBytes
		if bytes == 0 {
			bytes = spaceUnbound
		}
		return spaceBlock, bytes / spaceBlock, bytes / spaceBlock, bytes / spaceBlock, nil
	}
	return blockBytes(&st), st.Blocks, st.Bfree, st.Bavail, nil
}

// fixedMounts is the table of mounted file systems as it appears.
var fixedMounts = []byte("hotlens / hotlens rw 0 0\n")
