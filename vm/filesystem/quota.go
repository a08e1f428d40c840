//go:build unix

package filesystem

import (
	"golang.org/x/sys/unix"
)

// EntryBytes is what every file, folder and link counts at least: the block that a file
// system commonly takes for it. So a quota bounds their number, too.
const EntryBytes = 4096

// blockBytes is the unit of stat(2)'s number of blocks.
const blockBytes = 512

// quota bounds what the program keeps in its own folder.
type quota struct {
	limit uint64 // in bytes; 0 for none
	// spent is at least what the folder takes: it is what the folder took when it was
	// last measured, and all that was written since.
	spent uint64
	held  func() []Held
}

// Held is a file that takes room beside what its names show: it may have none any more,
// or be mapped.
type Held struct {
	Device, Inode uint64
	// Taken is what it takes now, in bytes, and Pending what may come to that without a
	// write: mapped pages that the file has no room for yet.
	Taken, Pending uint64
}

// Taken is what a file takes, in bytes: a sparse one less than it is long.
func Taken(st *unix.Stat_t) uint64 { return max(uint64(st.Blocks)*blockBytes, EntryBytes) }

// SetQuota bounds what the program's own folder may take, in bytes; 0 for no bound. The function tells which files take room there that their names do not show.
func (v *View) SetQuota(limit uint64, held func() []Held) { v.quota = quota{limit: limit, held: held} }

// Charge counts bytes that are about to be written into the program's own folder, and
// reports whether the quota allows for them. Only when more has been written than it
// allows for is the folder measured: so deleting gives room back, and writing costs
// nothing. A folder that the program has made unreadable keeps counting in full.
func (v *View) Charge(bytes uint64) bool {
	q := &v.quota
	q.spent += bytes
	if q.limit == 0 || q.spent <= q.limit {
		return true
	}
	if taken, err := measure(v.temporary, q.held()); err == nil {
		q.spent = taken + bytes
	}
	return q.spent <= q.limit
}

// measure is what the files below a folder take, and those that are held.
func measure(folder int, held []Held) (uint64, error) {
	m := measurement{held: map[identity]Held{}, linked: map[identity]bool{}}
	for _, h := range held {
		id := identity{h.Device, h.Inode}
		sum := m.held[id]
		m.held[id] = Held{Taken: max(sum.Taken, h.Taken), Pending: sum.Pending + h.Pending}
	}
	if err := m.below(folder, "."); err != nil {
		return 0, err
	}
	for _, h := range m.held {
		m.taken += h.Taken + h.Pending
	}
	return m.taken, nil
}

// measurement is a sum that counts each file once.
type measurement struct {
	taken  uint64
	held   map[identity]Held // those that have not been met by a name
	linked map[identity]bool // files with several names, one of which was met
}

func (m *measurement) below(parent int, name string) error {
	fd, err := openToList(parent, name)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	names, err := Entries(fd)
	if err != nil {
		return err
	}
	for _, name := range names {
		var st unix.Stat_t
		err := unix.Fstatat(fd, name, &st, unix.AT_SYMLINK_NOFOLLOW)
		if err == unix.ENOENT {
			continue
		}
		if err != nil {
			return err
		}
		m.add(&st)
		if fileType(&st) == unix.S_IFDIR {
			if err := m.below(fd, name); err != nil {
				return err
			}
		}
	}
	return nil
}

func (m *measurement) add(st *unix.Stat_t) {
	id := identityOf(st)
	if fileType(st) != unix.S_IFDIR && st.Nlink > 1 {
		if m.linked[id] {
			return
		}
		m.linked[id] = true
	}
	taken := Taken(st)
	if h, found := m.held[id]; found {
		taken = max(taken, min(taken+h.Pending, uint64(st.Size)))
		delete(m.held, id)
	}
	m.taken += taken
}

// openToList opens a folder for Entries.
func openToList(parent int, name string) (int, error) {
	return retry(func() (int, error) {
		return unix.Openat(parent, name, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	})
}

// directoryBuffer is how many bytes of directory entries are read at once.
const directoryBuffer = 32 << 10

// Entries lists an open folder from its position on, without "." and "..".
func Entries(folder int) ([]string, error) {
	var list []string
	b := make([]byte, directoryBuffer)
	for {
		n, err := retry(func() (int, error) { return unix.ReadDirent(folder, b) })
		if err != nil {
			return nil, err
		}
		if n == 0 {
			return list, nil
		}
		_, _, list = unix.ParseDirent(b[:n], -1, list)
	}
}
