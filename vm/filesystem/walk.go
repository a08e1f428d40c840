//go:build unix

package filesystem

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// maxLinks is the number of symbolic links that Linux follows in one path.
const maxLinks = 40

// errForbidden is the walk's own error where a path goes on over ground that the
// policy does not permit: whatever was found there, the answer is the same.
var errForbidden = errors.New("forbidden")

// walk is a path that is being followed. It stands in a folder that it holds open.
type walk struct {
	roots  *table
	folder int
	owned  bool // the folder is to be closed
	at     identity
	grants rights // in the folder
	path   string // of the folder, free of symbolic links
	rest   []string
	links  int
	// purpose is what the place at the end is wanted for.
	purpose Purpose
	// denied is the path that a denial names: what was asked for, or what a link on
	// permitted ground says. Other links are not the program's to read.
	denied string
}

// steps puts the components of a path in front of the rest, whose first one is its
// last element.
func steps(path string, rest []string) []string {
	components := strings.Split(path, "/")
	slices.Reverse(components)
	return append(rest, components...)
}

// locate follows an absolute path.
func (v *View) locate(path string, follow bool, purpose Purpose) (place Place, denied string, err error) {
	w := walk{roots: &v.roots, denied: path, purpose: purpose}
	if r, below := v.roots.rootOf(path); r != nil {
		err = errForbidden
		if !v.roots.isOverlaid(join(r.path, "/"+below), purpose) {
			place, err = r.beneath(below)
		}
		if err == nil && (!follow || fileType(&place.stat) != unix.S_IFLNK || !place.exists) {
			return place, path, nil
		}
		place.Close()
		if err == unix.ENOENT {
			return Place{}, path, err
		}
		if !r.removed() {
			w.folder, w.at, w.grants, w.path, w.rest = r.folder, r.id, r.grants, r.path, steps(below, nil)
			place, err = w.run(follow)
			return place, w.denied, err
		}
	}
	w.restart()
	w.rest = steps(path, nil)
	place, err = w.run(follow)
	return place, w.denied, err
}

// rootOf finds the innermost root that a path lies below as text, and the path from
// there. It finds none for a path that has to be followed from "/".
func (t *table) rootOf(path string) (r *root, below string) {
	for i := 1; i < len(path); i++ {
		if path[i] != '/' {
			continue
		}
		if known := t.paths[path[:i]]; known != nil && known.folder >= 0 {
			r, below = known, path[i+1:]
		}
	}
	if r == nil || below == "" || !plain(path) {
		return nil, ""
	}
	return r, below
}

// plain reports whether all components of a path are names.
func plain(path string) bool {
	for component := range strings.SplitSeq(path[1:], "/") {
		if component == "" || component == "." || component == ".." {
			return false
		}
	}
	return true
}

// beneath finds what lies below a root if there is no symbolic link on the way, in
// few calls of the system. ENOENT is the answer; other errors mean no more than that the
// path has to be followed step by step.
func (r *root) beneath(path string) (p Place, err error) {
	if r.nested {
		return Place{}, errForbidden
	}
	defer func() {
		if (err == unix.ENOENT || err == nil && !p.exists) && r.removed() {
			p.Close()
			p, err = Place{}, errForbidden
		}
	}()
	p = Place{confined: true, folder: r.folder, name: path, grants: r.grants, inherited: r.grants, path: r.path + "/" + path, entry: -1}
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		fd, err := openBeneath(r.folder, path[:i])
		if err != nil {
			return Place{}, err
		}
		p.folder, p.ownsFolder, p.name = fd, true, path[i+1:]
	}
	there, err := peek(p.folder, p.name)
	switch {
	case err == unix.ENOENT:
		return p, nil
	case err != nil:
		p.Close()
		return Place{}, err
	case uint64(there.stat.Dev) != r.id.device: // it may be /proc
		there.close()
		p.Close()
		return Place{}, errForbidden
	}
	p.entry, p.stat, p.exists = there.fd, there.stat, true
	return p, nil
}

// removed reports whether the root's folder is gone: another one may be in its place.
func (r *root) removed() bool {
	var st unix.Stat_t
	return unix.Fstat(r.folder, &st) != nil || st.Nlink == 0
}

// restart goes to "/".
func (w *walk) restart() {
	w.leave()
	w.folder, w.owned, w.at, w.path = w.roots.slash, false, w.roots.top, "/"
	w.grants = 0
	if r := w.roots.folders[w.at]; r != nil {
		w.grants = r.grants
	}
}

// leave closes the folder.
func (w *walk) leave() {
	if w.owned {
		unix.Close(w.folder)
	}
	w.owned = false
}

// enter goes into a folder, which belongs to the walk from then on.
func (w *walk) enter(folder *found, grants rights, path string) {
	w.leave()
	w.folder, w.owned, w.at, w.grants, w.path = folder.fd, true, identityOf(&folder.stat), grants, path
}

// run follows the path to its end. The error is errForbidden on ground that is not
// permitted.
func (w *walk) run(follow bool) (Place, error) {
	defer w.leave()
	for {
		for len(w.rest) > 0 && (w.rest[len(w.rest)-1] == "" || w.rest[len(w.rest)-1] == ".") {
			w.rest = w.rest[:len(w.rest)-1]
		}
		if o := w.roots.lowers[w.at]; o != nil && o.stands(w.purpose) {
			if err := w.enterOverlay(o, w.path); err != nil {
				return Place{}, err
			}
		}
		if len(w.rest) == 0 {
			return w.here()
		}
		name := w.rest[len(w.rest)-1]
		w.rest = w.rest[:len(w.rest)-1]
		last := len(w.rest) == 0
		if name == ".." {
			// Over ground that is not permitted the way does not lead back: it would tell
			// whether the folder before ".." exists.
			if w.grants&never != 0 || w.grants == 0 && !w.roots.above[w.at] {
				return Place{}, errForbidden
			}
			if err := w.up(); err != nil {
				return Place{}, err
			}
			continue
		}
		if o := w.roots.mounts[entry{w.at, name}]; o != nil && o.stands(w.purpose) {
			if err := w.enterOverlay(o, filepath.Join(w.path, name)); err != nil {
				return Place{}, err
			}
			continue
		}
		if err := w.choose(name); err != nil {
			return Place{}, err
		}
		there, err := peek(w.folder, name)
		if err != nil {
			grants := w.roots.grants(w.grants, w.at, name, nil)
			switch {
			case err == unix.ENOENT && last:
				return w.place(name, grants, nil), nil
			case err == unix.EMFILE || err == unix.ENFILE || grants&mayRead != 0:
				return Place{}, err
			}
			return Place{}, errForbidden
		}
		grants := w.roots.grants(w.grants, w.at, name, &there)
		kind := fileType(&there.stat)
		if kind == unix.S_IFLNK && (!last || follow) {
			err := w.follow(name, &there, grants)
			there.close()
			if err != nil {
				return Place{}, err
			}
			continue
		}
		if last {
			return w.place(name, grants, &there), nil
		}
		if kind != unix.S_IFDIR {
			there.close()
			if grants&mayRead != 0 {
				return Place{}, unix.ENOTDIR
			}
			return Place{}, errForbidden
		}
		w.enter(&there, grants, filepath.Join(w.path, name))
	}
}

// here is the place of the folder itself, as after "..".
func (w *walk) here() (Place, error) {
	var there found
	err := unix.Fstat(w.folder, &there.stat)
	if err == nil {
		there.fd, err = duplicate(w.folder)
	}
	if err != nil {
		return Place{}, err
	}
	p := w.place(".", w.grants, &there)
	p.path = w.path
	return p, nil
}

// place is the end of the walk: an entry of the folder, which passes to the place.
func (w *walk) place(name string, grants rights, there *found) Place {
	p := Place{confined: true, folder: w.folder, ownsFolder: w.owned, name: name, grants: grants, inherited: w.grants, path: filepath.Join(w.path, name), entry: -1}
	w.owned = false
	if there != nil {
		p.entry, p.stat, p.exists = there.fd, there.stat, true
		p.overlay = w.roots.uppers[identityOf(&there.stat)]
	}
	return p
}

// goOn follows the rest of the path from a folder that is there for the program only.
func (w *walk) goOn(folder string) {
	slices.Reverse(w.rest)
	path := folder + "/" + strings.Join(w.rest, "/")
	w.restart()
	w.rest = steps(w.roots.names.ToHost(path), nil)
	if isNamesFolder(withoutDots(path)) {
		w.path = NamesFolder
	}
}

// up follows "..".
func (w *walk) up() error {
	if folder, named := w.roots.named[w.at]; named {
		w.goOn(folder)
		return nil
	}
	folder, name := w.folder, ".."
	if o := w.roots.uppers[w.at]; o != nil && o.parent >= 0 {
		folder, name = o.parent, "."
	}
	above, err := peek(folder, name)
	if err != nil {
		return err
	}
	grants, _, err := w.roots.climb(above.fd)
	if err != nil {
		above.close()
		return err
	}
	w.enter(&above, grants, filepath.Dir(w.path))
	return nil
}

// follow goes where a symbolic link leads. The links in /proc to files and folders of
// processes are none of text, and are not followed.
func (w *walk) follow(name string, link *found, grants rights) error {
	if grants&never != 0 || link.isProcess() && w.at.inode != processRoot {
		return errForbidden
	}
	if w.links++; w.links > maxLinks {
		if grants&mayRead != 0 {
			return unix.ELOOP
		}
		return errForbidden
	}
	target, err := readLink(w.folder, name, link)
	if err != nil {
		return err
	}
	if grants&mayRead != 0 {
		rest := slices.Clone(w.rest)
		slices.Reverse(rest)
		w.denied = filepath.Join(append([]string{target}, rest...)...)
		if !strings.HasPrefix(target, "/") {
			w.denied = filepath.Join(w.path, w.denied)
		}
	}
	if strings.HasPrefix(target, "/") {
		target = w.roots.names.ToHost(target)
		w.restart()
	}
	for {
		below, leadsUp := strings.CutPrefix(target, "../")
		if !leadsUp {
			break
		}
		if folder, named := w.roots.named[w.at]; named {
			w.rest = steps(below, w.rest)
			w.goOn(folder)
			return nil
		}
		if err := w.up(); err != nil {
			return err
		}
		target = below
	}
	w.rest = steps(target, w.rest)
	return nil
}

// readLink is what a symbolic link holds.
func readLink(folder int, name string, link *found) (string, error) {
	for size := 256; ; size *= 4 {
		b := make([]byte, size)
		n, err := readLinkInto(folder, name, link, b)
		if err != nil {
			return "", err
		}
		if n < size {
			return string(b[:n]), nil
		}
	}
}
