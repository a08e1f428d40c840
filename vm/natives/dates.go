//go:build unix

package natives

import (
	"golang.org/x/sys/unix"

	"hotlens/vm/filesystem"
	"hotlens/vm/memory"
)

// Under the virtual clock, a program must not see by the times of files when it runs: what it has
// written would be in its future, and how old a file is would depend on the day. So it is told when
// it has changed a file by its own clock, and of what it has not changed that it was there when it
// began. The times that the files have for everybody else stay the system's.

// fileTimes are what the program is told of a file's times, by its clock.
type fileTimes struct {
	born, accessed, modified, changed unix.Timespec

	// system is the system's time of the last modification that modified stands for. If the system
	// has another one later, somebody else has changed the file.
	system unix.Timespec
	// unsettled says that the program has changed the file since, so that the system's time is still to be asked for.
	unsettled bool
	// alone says that nobody else changes the file, so that the system's time tells nothing.
	alone bool
}

// fileTimesBytes is what the times of a file take in memory, with their place in the table.
const fileTimesBytes = 160

// now is the program's time.
func now(t *Thread) unix.Timespec { return unix.NsecToTimespec(t.M.WallNanos()) }

func isBefore(a, b unix.Timespec) bool {
	return a.Sec < b.Sec || a.Sec == b.Sec && a.Nsec < b.Nsec
}

func earlier(a, b unix.Timespec) unix.Timespec {
	if isBefore(a, b) {
		return a
	}
	return b
}

// firstTimes are the times of a file that the program meets for the first time: nobody has changed it
// since the program began, or somebody else has, and just now for all that the program can know.
func firstTimes(t *Thread, st *unix.Stat_t) fileTimes {
	start := unix.NsecToTimespec(t.M.StartNanos())
	if began := t.M.MainBegan(); !began.IsZero() && st.Mtim != start {
		since := unix.NsecToTimespec(began.UnixNano())
		if !isBefore(st.Mtim, since) && !isBefore(st.Ctim, since) {
			return newTimes(t, st)
		}
	}
	modified := earlier(st.Mtim, start)
	return fileTimes{born: modified, accessed: earlier(st.Atim, start), modified: modified, changed: earlier(st.Ctim, start), system: st.Mtim}
}

// newTimes are those of a file that was just made.
func newTimes(t *Thread, st *unix.Stat_t) fileTimes {
	now := now(t)
	return fileTimes{born: now, accessed: now, modified: now, changed: now, system: st.Mtim}
}

// timesOf are the times of what has a status, by the virtual clock; temporary says that it is in the
// program's own folder.
func (h *Host) timesOf(t *Thread, st *unix.Stat_t, temporary bool) *fileTimes {
	f := h.fileTimes[identityOf(st)]
	if f == nil {
		f = h.keepTimes(t, st, firstTimes(t, st))
		f.alone = temporary
		return f
	}
	f.meet(t, st)
	return f
}

// keepTimes makes times those of what has a status.
func (h *Host) keepTimes(t *Thread, st *unix.Stat_t, times fileTimes) *fileTimes {
	id := identityOf(st)
	f := h.fileTimes[id]
	if f == nil {
		charge(t, fileTimesBytes)
		if h.fileTimes == nil {
			h.fileTimes = map[fileIdentity]*fileTimes{}
		}
		f = new(fileTimes)
		h.fileTimes[id] = f
	}
	*f = times
	return f
}

// meet takes notice of what the system says of the file now.
func (f *fileTimes) meet(t *Thread, st *unix.Stat_t) {
	if !f.unsettled && !f.alone && f.system != st.Mtim {
		f.modified = firstTimes(t, st).modified
		f.changed = now(t)
	}
	f.system, f.unsettled = st.Mtim, false
}

// settle asks for the system's time of an open file: what changes it from now on is somebody else.
func (f *fileTimes) settle(fd int) {
	var st unix.Stat_t
	if f.unsettled && !f.alone && unix.Fstat(fd, &st) == nil {
		f.system, f.unsettled = st.Mtim, false
	}
}

func (f *fileTimes) modify(t *Thread) {
	f.modified = now(t)
	f.changed, f.unsettled = f.modified, true
}

// noteWrite takes down that the program has changed the contents of an open file.
func (h *Host) noteWrite(t *Thread, fd int32) {
	if o := h.Files.open[int(fd)]; o != nil && o.times != nil {
		o.times.modify(t)
	}
}

// noteRead takes down that the program has read an open file. As where Linux mounts its file
// systems with relatime, that changes the file's time once after it was changed.
func (h *Host) noteRead(t *Thread, fd int32) {
	if o := h.Files.open[int(fd)]; o != nil && o.times != nil && !isBefore(o.times.modified, o.times.accessed) {
		o.times.accessed = now(t)
	}
}

// noteMapping takes down that the program has mapped an open file, which it may write to from now on without the VM. When
// the system sees that, and gives the file another time, depends on the machine, so the file's time is that
// of the mapping, and then that of each force.
func (h *Host) noteMapping(t *Thread, fd int32, base memory.Address) {
	o := h.Files.open[int(fd)]
	if o == nil || o.times == nil {
		return
	}
	for _, p := range h.Files.mappings {
		if p.base == base {
			p.times = o.times
			p.times.alone = true
			p.times.modify(t)
		}
	}
}

// noteForce takes down that the program has forced the pages at an address to their file.
func (h *Host) noteForce(t *Thread, address memory.Address) {
	for _, p := range h.Files.mappings {
		if p.times != nil && address >= p.base && int64(address-p.base) < p.size {
			p.times.modify(t)
		}
	}
}

// noteOpened finds the times of a file that was just opened with the flags; made says that it was not there before.
func (h *Host) noteOpened(t *Thread, o *openFile, fd, flags int, place *filesystem.Place, made bool) {
	if !t.M.Options.VirtualClock {
		return
	}
	if made {
		var st unix.Stat_t
		if unix.Fstat(fd, &st) == nil {
			o.times = h.keepTimes(t, &st, newTimes(t, &st))
			o.times.alone = o.temporary
		}
		h.noteFolder(t, place)
		return
	}
	st, err := place.Stat()
	if err != nil {
		return
	}
	if flags&(unix.O_WRONLY|unix.O_RDWR) == 0 {
		o.times = h.fileTimes[identityOf(st)]
		return
	}
	o.times = h.timesOf(t, st, o.temporary)
	if flags&unix.O_TRUNC != 0 {
		o.times.modify(t)
	}
}

// noteMade takes down that the program has made what is at a place.
func (h *Host) noteMade(t *Thread, place *filesystem.Place) {
	if !t.M.Options.VirtualClock {
		return
	}
	if st, err := place.StatAgain(); err == nil {
		h.keepTimes(t, &st, newTimes(t, &st)).alone = place.Temporary()
	}
	h.noteFolder(t, place)
}

// noteFolder takes down that the program has made or removed an entry of the folder that a place is in.
func (h *Host) noteFolder(t *Thread, place *filesystem.Place) {
	if !t.M.Options.VirtualClock {
		return
	}
	if st, err := place.StatFolder(); err == nil {
		f := h.timesOf(t, &st, place.Temporary())
		f.modify(t)
		f.meet(t, &st)
	}
}

// noteTimes takes down that the program has given a file times of its choice; st is the file's status since then.
func (h *Host) noteTimes(t *Thread, st *unix.Stat_t, temporary bool, accessed unix.Timespec) {
	f := h.timesOf(t, st, temporary)
	f.accessed, f.modified, f.changed = accessed, st.Mtim, now(t)
	f.meet(t, st)
}

// setTimes gives what is at a place times of the program's choice.
func (h *Host) setTimes(t *Thread, place *filesystem.Place, accessed, modified unix.Timespec) error {
	err := place.SetTimes(accessed, modified)
	if err == nil && t.M.Options.VirtualClock {
		if st, err := place.StatAgain(); err == nil {
			h.noteTimes(t, &st, place.Temporary(), accessed)
		}
	}
	return err
}

// setTimesOfOpen does so with an open file.
func (h *Host) setTimesOfOpen(t *Thread, fd int32, host int, accessed, modified unix.Timespec) error {
	err := futimens(host, accessed, modified)
	var st unix.Stat_t
	if err == nil && t.M.Options.VirtualClock && unix.Fstat(host, &st) == nil {
		o := h.Files.open[int(fd)]
		h.noteTimes(t, &st, o != nil && o.temporary, accessed)
	}
	return err
}

// remove removes what is at a place, as Place.Remove does.
func (h *Host) remove(t *Thread, place *filesystem.Place, flags int) error {
	gone := h.known(place)
	err := place.Remove(flags)
	if err == nil {
		h.forget(t, gone)
		h.noteFolder(t, place)
	}
	return err
}

// rename is Place.Rename.
func (h *Host) rename(t *Thread, from, to *filesystem.Place) error {
	gone := h.known(to)
	if same := h.known(from); gone != nil && same != nil && identityOf(gone) == identityOf(same) {
		gone = nil
	}
	err := from.Rename(to)
	if err == nil {
		h.forget(t, gone)
		h.noteFolder(t, from)
		h.noteFolder(t, to)
	}
	return err
}
