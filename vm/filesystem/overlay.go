//go:build unix

package filesystem

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// This file lets a program change folders of the host as only the program sees it, as overlay file systems do. An entry of such a folder is the
// host's until the program wants to change it, or something below it. Then it becomes the program's own: a file or link is copied into the program's own folder, which goes
// with the run, and a folder gets an overlay of its own.
//
// The program's own folder it may change anyway. So an overlay gives it no right, only another name for what it has; and neither a link nor a way through ".." leads from it to
// where the program could not go otherwise. What the host has is only read.

// upperName is the beginning of the names of what the program's own folder has for overlays. Their numbers stand behind it.
const upperName = "hotlens-changed-"

// overlay is a folder of the host, the lower one, with a folder of the entries in it that are the program's own, the upper one.
type overlay struct {
	roots   *table
	path    string // of the lower folder, free of symbolic links
	parent  int    // the descriptor of the folder that it is in, the table's; of an overlay within another one -1
	lower   found  // its descriptor is -1 where there is no such folder
	grants  rights // in the lower folder
	upper   found
	built   []layer         // where there is no lower folder: what stands for it
	changed bool            // the program has wanted to change something: until then it sees the lower folder itself
	own     map[string]bool // the entries of the lower folder that are the program's own, whether or not they are still there
	copying *copying
}

// copying is how copies are made.
type copying struct {
	date   time.Time // which they have; zero: that of the original
	charge func(bytes uint64) bool
}

// newOverlay is an overlay without folders.
func (t *table) newOverlay(path string, copying *copying) *overlay {
	return &overlay{roots: t, path: path, parent: -1, lower: found{fd: -1}, upper: found{fd: -1}, own: map[string]bool{}, copying: copying}
}

// overlay adds an overlay for a folder, whether or not that is there. Where the program may not read, or may change what is there, as the user has said so, there is none.
func (t *table) overlay(temporary int, folder string, copying *copying) error {
	above, err := filepath.EvalSymlinks(filepath.Dir(folder))
	if err != nil || folder == "/" {
		return nil // nobody can make it
	}
	o := t.newOverlay(filepath.Join(above, filepath.Base(folder)), copying)
	if o.parent, err = t.parent(above); err != nil {
		return nil // the user cannot use it either
	}
	at := o.parent
	switch there, err := peek(o.parent, filepath.Base(o.path)); {
	case err == unix.ENOENT:
	case err != nil:
		return nil
	case fileType(&there.stat) != unix.S_IFDIR:
		there.close()
		return nil
	default:
		o.lower, at = there, there.fd
	}
	grants, id, err := t.climb(at)
	if err != nil || grants&mayRead == 0 || grants&(mayWrite|never) != 0 || t.lowers[id] != nil {
		o.close()
		return nil
	}
	o.grants = grants
	var st unix.Stat_t
	err = unix.Fstat(o.parent, &st)
	if err == nil {
		err = o.make(temporary, upperName+strconv.Itoa(len(t.overlaid)))
	}
	if err != nil {
		o.close()
		return err
	}
	t.overlaid = append(t.overlaid, o)
	t.mounts[entry{identityOf(&st), filepath.Base(o.path)}] = o
	return nil
}

// make makes the upper folder, and the overlay known by its folders.
func (o *overlay) make(folder int, name string) error {
	if err := unix.Mkdirat(folder, name, 0o755); err != nil {
		return err
	}
	if err := o.copying.setTimes(folder, name, &o.lower.stat); err != nil {
		return err
	}
	upper, err := peek(folder, name)
	if err != nil {
		return err
	}
	o.upper = upper
	o.roots.uppers[identityOf(&upper.stat)] = o
	if o.lower.fd >= 0 {
		o.roots.lowers[identityOf(&o.lower.stat)] = o
	}
	return nil
}

func (o *overlay) close() {
	for _, fd := range []int{o.lower.fd, o.upper.fd} {
		if fd >= 0 {
			unix.Close(fd)
		}
	}
	closeAll(o.built)
}

// isOverlaid tells whether a path, which is free of symbolic links, has to be followed step by step, as it leads to what is the program's own.
func (t *table) isOverlaid(path string, purpose Purpose) bool {
	for _, o := range t.overlaid {
		if !within(path, o.path) {
			continue
		}
		if !o.stands(purpose) {
			return false
		}
		name, _, _ := strings.Cut(strings.TrimPrefix(path[len(o.path):], "/"), "/")
		return purpose >= ToWrite || name == "" || o.owns(name)
	}
	return false
}

// stands tells whether a path that is wanted for a purpose leads into the overlay, and not only to the lower folder.
func (o *overlay) stands(purpose Purpose) bool {
	o.changed = o.changed || purpose >= ToWrite
	return o.changed || o.lower.fd < 0
}

// owns tells whether an entry is the program's own.
func (o *overlay) owns(name string) bool {
	return len(o.layers()) == 0 || o.own[name] || isThere(o.upper.fd, name) || o.layerOf(name) == nil
}

// layers are the folders that have the entries which are not the program's own.
func (o *overlay) layers() []layer {
	if o.lower.fd >= 0 {
		return []layer{{found: o.lower, grants: o.grants, path: o.path}}
	}
	return o.built
}

// layerOf is the first layer that has an entry; nil if none has.
func (o *overlay) layerOf(name string) *layer {
	layers := o.layers()
	if i := slices.IndexFunc(layers, func(l layer) bool { return l.has(name) }); i >= 0 {
		return &layers[i]
	}
	return nil
}

func isThere(folder int, name string) bool {
	var st unix.Stat_t
	return unix.Fstatat(folder, name, &st, unix.AT_SYMLINK_NOFOLLOW) != unix.ENOENT
}

// take makes an entry of the lower folder the program's own.
func (o *overlay) take(name string) error {
	from := o.layerOf(name)
	if from == nil {
		return nil // it has just been removed
	}
	there, err := peek(from.fd, name)
	if err == unix.ENOENT {
		return nil // likewise
	}
	if err != nil {
		return err
	}
	grants := from.grantsOf(o.roots, name, &there)
	if grants&(mayWrite|never) != 0 { // what the user permits is the user's, and what nobody may read is nobody's
		there.close()
		return nil
	}
	var before unix.Stat_t
	if err := unix.Fstat(o.upper.fd, &before); err != nil {
		there.close()
		return err
	}
	if fileType(&there.stat) == unix.S_IFDIR && o.lower.fd < 0 {
		there.close()
		_, err = o.merged(name)
	} else if fileType(&there.stat) == unix.S_IFDIR {
		err = o.within(name, there, grants)
	} else {
		err = o.copying.copy(from.fd, o.upper.fd, name, &there)
		there.close()
	}
	if err != nil {
		return err
	}
	o.own[name] = true
	return setTimes(o.upper.fd, ".", before.Atim, before.Mtim) // to the program it has always been there
}

// within makes an overlay for a folder in the lower folder, which belongs to it from then on.
func (o *overlay) within(name string, lower found, grants rights) error {
	inner := o.roots.newOverlay(filepath.Join(o.path, name), o.copying)
	inner.lower, inner.grants, inner.changed = lower, grants, true
	if !o.copying.charge(EntryBytes) {
		inner.close()
		return o.noRoom(name)
	}
	if err := inner.make(o.upper.fd, name); err != nil {
		inner.close()
		return err
	}
	o.roots.inner = append(o.roots.inner, inner)
	return nil
}

func (o *overlay) noRoom(name string) error { return noRoom(filepath.Join(o.path, name)) }

// noRoom denies to change what there is no room for a copy of.
func noRoom(path string) error {
	return &Denial{fmt.Sprintf("hotlens: there is no room for a copy of %s that the program could change; give more with --max-temp, setting hotlens.temp", filepath.Base(path))}
}

// copy copies a file or link of one folder into another. What is neither is left out.
func (c *copying) copy(from, to int, name string, there *found) error {
	if !c.charge(max(Taken(&there.stat), uint64(there.stat.Size))) {
		return noRoom(name)
	}
	var err error
	switch fileType(&there.stat) {
	case unix.S_IFREG:
		err = copyFile(from, to, name, &there.stat)
	case unix.S_IFLNK:
		var target string
		if target, err = readLink(from, name, there); err == nil {
			err = unix.Symlinkat(target, to, name)
		}
	default:
		return nil
	}
	if err == nil {
		err = c.setTimes(to, name, &there.stat)
	}
	if err != nil {
		_ = unix.Unlinkat(to, name, 0) // no half of it is to be seen
	}
	return err
}

// copyFile copies a file that looked like st, as far as it was long then: no more was charged for.
func copyFile(from, to int, name string, st *unix.Stat_t) error {
	open := func(folder, flags int, mode uint32) (*os.File, error) {
		fd, err := retry(func() (int, error) { return unix.Openat(folder, name, flags|unix.O_NOFOLLOW|unix.O_CLOEXEC, mode) })
		return os.NewFile(uintptr(fd), name), err
	}
	source, err := open(from, unix.O_RDONLY|unix.O_NONBLOCK, 0)
	if err != nil {
		return err
	}
	defer source.Close()
	const mayExecute = 0o100
	mode := uint32(0o644)
	if st.Mode&mayExecute != 0 {
		mode = 0o755
	}
	target, err := open(to, unix.O_WRONLY|unix.O_CREAT|unix.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = io.Copy(struct{ io.Writer }{target}, io.LimitReader(source, st.Size)) // by reading and writing, which the filter of system calls permits
	if closed := target.Close(); err == nil {
		err = closed
	}
	return reasonOf(err)
}

// reasonOf is the system's error in one of the library's.
func reasonOf(err error) error {
	if failure, ok := err.(*os.PathError); ok {
		return failure.Err
	}
	return err
}

// setTimes gives a copy its times.
func (c *copying) setTimes(folder int, name string, original *unix.Stat_t) error {
	if c.date.IsZero() {
		return setTimes(folder, name, original.Atim, original.Mtim)
	}
	date := unix.NsecToTimespec(c.date.UnixNano())
	return setTimes(folder, name, date, date)
}

func setTimes(folder int, name string, access, modification unix.Timespec) error {
	return unix.UtimesNanoAt(folder, name, []unix.Timespec{access, modification}, unix.AT_SYMLINK_NOFOLLOW)
}

// entries are the names of what is in the folder, as the program sees it.
func (o *overlay) entries() ([]string, error) {
	all, err := entriesOf(o.upper.fd)
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for _, l := range o.layers() {
		names, err := entriesOf(l.fd)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			if !seen[name] && !o.own[name] && !isThere(o.upper.fd, name) && l.shows(name) {
				seen[name] = true
				all = append(all, name)
			}
		}
	}
	return all, nil
}

// entriesOf lists a folder.
func entriesOf(folder int) ([]string, error) {
	fd, err := openToList(folder, ".")
	if err != nil {
		return nil, err
	}
	defer unix.Close(fd)
	return Entries(fd)
}

// List lists an open folder, as the program sees it, without "." and "..". A folder that is no overlay is listed from its position on.
func (v *View) List(folder int) ([]string, error) {
	if len(v.roots.overlaid) > 0 {
		var st unix.Stat_t
		if err := unix.Fstat(folder, &st); err != nil {
			return nil, err
		}
		if o := v.roots.overlayAt(identityOf(&st), ToRead); o != nil {
			return o.entries()
		}
	}
	return Entries(folder)
}

// overlayAt is the overlay that a folder belongs to, for a purpose; nil if there is none.
func (t *table) overlayAt(folder identity, purpose Purpose) *overlay {
	if o := t.uppers[folder]; o != nil {
		return o
	}
	if o := t.lowers[folder]; o != nil && o.stands(purpose) {
		return o
	}
	return nil
}

// isEmpty tells whether what is at the place is no folder of an overlay that has something in it; the system sees the upper folder only.
func (p *Place) isEmpty() (bool, error) {
	if p.overlay == nil {
		return true, nil
	}
	names, err := p.overlay.entries()
	return len(names) == 0, err
}

// enterOverlay goes to the upper folder of an overlay, in whose place the walk stands, or is about to.
func (w *walk) enterOverlay(o *overlay, path string) error {
	fd, err := duplicate(o.upper.fd)
	if err != nil {
		return err
	}
	grants, _, err := w.roots.climb(fd) // the program may have moved or removed it, which is its own affair
	if err != nil {
		unix.Close(fd)
		return err
	}
	w.enter(&found{fd, o.upper.stat}, grants, path)
	return nil
}

// choose goes from the upper folder of an overlay, if the walk stands in one, to the folder that has an entry: that one, or the lower.
func (w *walk) choose(name string) error {
	o := w.roots.uppers[w.at]
	if o == nil || o.owns(name) {
		return nil
	}
	from := o.layerOf(name)
	if from == nil {
		return nil // it has just been removed
	}
	if w.purpose >= ToWrite || o.lower.fd < 0 && isFolder(from.fd, name) {
		if err := o.take(name); err != nil || o.own[name] {
			return err
		}
	}
	fd, err := duplicate(from.fd)
	if err != nil {
		return err
	}
	path := w.path
	if o.lower.fd < 0 {
		path = from.path
	}
	w.enter(&found{fd, from.stat}, from.grants, path)
	return nil
}
