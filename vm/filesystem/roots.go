//go:build unix

package filesystem

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// rights are what the policy grants at a place.
type rights uint8

const (
	mayRead        rights = 1 << iota
	mayWrite              // also change attributes, and make and remove entries
	mayWriteDevice        // write to what is there, nothing else
	temporary             // it is in the program's own folder
	never                 // nothing, whatever else is granted
)

// AlwaysReadable are files that the library reads for itself, and that tell nothing
// about the user. The last is where Unix systems keep the rules of the time zones.
var AlwaysReadable = []string{
	"/dev/null", "/dev/zero", "/dev/random", "/dev/urandom", "/etc/localtime", "/etc/timezone", "/etc/mtab",
	"/proc/mounts", "/proc/self/mounts", "/usr/share/zoneinfo",
}

// alwaysWritable are the devices that forget what is written to them.
var alwaysWritable = []string{"/dev/null", "/dev/random", "/dev/urandom"}

// identity tells files and folders apart, as long as one is held open.
type identity struct{ device, inode uint64 }

func identityOf(st *unix.Stat_t) identity { return identity{uint64(st.Dev), st.Ino} }

func fileType(st *unix.Stat_t) uint32 { return uint32(st.Mode) & unix.S_IFMT }

// entry is a name in a folder.
type entry struct {
	folder identity
	name   string
}

// root is a file or folder for which the policy grants something: an entry of a folder
// that is held open, and what is there, if it is a folder. So a root may be missing, be
// removed, and be made again.
type root struct {
	path   string // free of symbolic links when it was opened
	grants rights
	parent int // the descriptor of the folder that it is in
	name   string
	folder int // its own descriptor; -1 for a file, or while it is missing
	id     identity
	// nested says that another root lies below it: then a path below it has to be
	// followed step by step.
	nested bool
}

// table is what is known of the roots.
type table struct {
	slash int // the descriptor of "/"
	top   identity
	// paths has the roots by the paths that the policy gives them, and by those that
	// are free of symbolic links.
	paths   map[string]*root
	parents map[string]int // descriptors by path
	entries map[entry]*root
	folders map[identity]*root
	// above are the folders on the way to a root: that they exist is no secret.
	// aboveNever are those on the way to one that is never permitted.
	above, aboveNever map[identity]bool
	// named are folders that the program knows by names, with where ".." leads from them.
	// From the workspace, and from what lies in another named folder, that is where it leads on the host.
	named map[identity]string
	names *Names
	// overlaid are the policy's overlays, inner those within them; mounts are the first by the entries in whose place they stand, uppers and lowers all by their folders.
	overlaid, inner []*overlay
	mounts          map[entry]*overlay
	uppers, lowers  map[identity]*overlay
	shown           []Built // folders of overlays that are shown as built
}

// open opens the roots of a policy.
func (t *table) open(policy Policy) error {
	*t = table{
		slash: -1, paths: map[string]*root{}, parents: map[string]int{}, entries: map[entry]*root{},
		folders: map[identity]*root{}, above: map[identity]bool{}, aboveNever: map[identity]bool{},
		named: map[identity]string{}, names: &policy.Names,
		mounts: map[entry]*overlay{}, uppers: map[identity]*overlay{}, lowers: map[identity]*overlay{},
	}
	slash, err := openFolder(unix.AT_FDCWD, "/")
	if err != nil {
		return fmt.Errorf("the sandbox: opening /: %w", err)
	}
	t.slash, t.top = slash.fd, identityOf(&slash.stat)
	own := []string{policy.Temporary}
	if policy.Temporary == "" {
		own = nil
	}
	for _, group := range []struct {
		paths  []string
		grants rights
	}{
		{policy.Read, mayRead}, {policy.Write, mayRead | mayWrite}, {own, mayRead | mayWrite | temporary}, {policy.Never, never},
		{AlwaysReadable, mayRead}, {alwaysWritable, mayRead | mayWriteDevice},
	} {
		for _, path := range group.paths {
			if err := t.add(path, group.grants); err != nil {
				return fmt.Errorf("the sandbox: opening %s: %w", path, err)
			}
		}
	}
	t.nest()
	for _, name := range policy.Names.List {
		var st unix.Stat_t
		apart := policy.Names.ToProgram(filepath.Dir(name.Host)) == filepath.Dir(name.Host) // from what lies in another named folder it leads there
		if apart && name.Program == policy.Names.ToProgram(name.Host) && filepath.Dir(name.Program) != Projects && unix.Stat(name.Host, &st) == nil {
			t.named[identityOf(&st)] = filepath.Dir(name.Program)
		}
	}
	return nil
}

// all are the roots, each once.
func (t *table) all() map[*root]bool {
	all := map[*root]bool{}
	for _, r := range t.paths {
		all[r] = true
	}
	return all
}

func (t *table) close() {
	for r := range t.all() {
		if r.folder >= 0 && r.folder != t.slash {
			unix.Close(r.folder)
		}
	}
	for _, o := range slices.Concat(t.overlaid, t.inner) {
		o.close()
	}
	for _, fd := range t.parents {
		unix.Close(fd)
	}
	if t.paths != nil && t.slash >= 0 {
		unix.Close(t.slash)
	}
	*t = table{}
}

// add opens a root, or adds to what one grants. A root in a folder that does not exist
// is left out: nobody can make it.
func (t *table) add(path string, grants rights) error {
	given := filepath.Clean(path)
	path, err := filepath.EvalSymlinks(given)
	if err != nil { // it may come to exist
		folder, err := filepath.EvalSymlinks(filepath.Dir(given))
		if err != nil {
			return nil
		}
		path = filepath.Join(folder, filepath.Base(given))
	}
	r := t.paths[path]
	if r == nil {
		r = &root{path: path, parent: t.slash, name: ".", folder: t.slash, id: t.top}
		if path != "/" {
			if r.parent, err = t.parent(filepath.Dir(path)); err != nil {
				return nil // the user cannot use it either
			}
			if err := t.attach(r); err != nil {
				return err
			}
		}
		if r.folder >= 0 {
			t.folders[r.id] = r
		}
		t.paths[path] = r
	}
	t.paths[given] = r
	r.grants |= grants
	if err := t.markAbove(r.parent, grants); err != nil && grants&never != 0 {
		return err
	}
	return nil // of a folder that is not known to be on the way, a program does not learn that it exists
}

// parent is the descriptor of a folder with roots.
func (t *table) parent(path string) (int, error) {
	if fd, found := t.parents[path]; found {
		return fd, nil
	}
	folder, err := openFolder(unix.AT_FDCWD, path)
	if err != nil {
		return -1, err
	}
	t.parents[path] = folder.fd
	return folder.fd, nil
}

// attach makes a root known as an entry of its folder, and opens it if it is a folder
// itself.
func (t *table) attach(r *root) error {
	var st unix.Stat_t
	if err := unix.Fstat(r.parent, &st); err != nil {
		return err
	}
	r.name, r.folder = filepath.Base(r.path), -1
	t.entries[entry{identityOf(&st), r.name}] = r
	there, err := peek(r.parent, r.name)
	if err != nil {
		return nil // it is missing
	}
	if fileType(&there.stat) != unix.S_IFDIR {
		there.close()
		return nil
	}
	r.folder, r.id = there.fd, identityOf(&there.stat)
	return nil
}

// markAbove notes a folder and all that it lies in.
func (t *table) markAbove(folder int, grants rights) error {
	marks := t.above
	if grants&never != 0 {
		marks = t.aboveNever
	}
	return up(folder, func(at *found) error {
		marks[identityOf(&at.stat)] = true
		return nil
	})
}

// nest finds out which roots lie below others: those grant all that the others do.
func (t *table) nest() {
	all := t.all()
	for outer := range all {
		for inner := range all {
			if outer != inner && strings.HasPrefix(inner.path, strings.TrimSuffix(outer.path, "/")+"/") {
				outer.nested = outer.nested || inner.grants&^outer.grants != 0
			}
		}
	}
	for inner := range all {
		if there := (found{fd: inner.folder}); inner.folder < 0 || there.isProcess() {
			continue
		}
		for outer := range all {
			if outer != inner && strings.HasPrefix(inner.path, strings.TrimSuffix(outer.path, "/")+"/") {
				inner.grants |= outer.grants
			}
		}
	}
}

// grants is what the policy grants for an entry of a folder that grants inherited.
// There is nothing at the entry if there is nil.
func (t *table) grants(inherited rights, folder identity, name string, there *found) rights {
	r, own := t.entries[entry{folder, name}], rights(0)
	if r != nil {
		own = r.grants
	}
	if there != nil && fileType(&there.stat) == unix.S_IFDIR {
		id := identityOf(&there.stat)
		if r != nil && (r.folder < 0 || r.id != id) {
			t.adopt(r, there)
		}
		if same := t.folders[id]; same != nil {
			own |= same.grants
		}
		if id.device != folder.device && there.isProcess() {
			inherited &= never // see climb
		}
	}
	return inherited | own
}

// adopt makes the folder that is now in a root's place the root.
func (t *table) adopt(r *root, there *found) {
	fd, err := duplicate(there.fd)
	if err != nil {
		return // nothing below it is then permitted
	}
	if r.folder >= 0 {
		delete(t.folders, r.id)
		unix.Close(r.folder)
	}
	r.folder, r.id = fd, identityOf(&there.stat)
	t.folders[r.id] = r
}

// climb finds out what the policy grants in an open folder, by going up from it. A
// folder that has been removed is refused. What is granted outside /proc does not reach
// into it: there a file of the process itself, such as its environment, would be one
// like any other.
func (t *table) climb(folder int) (grants rights, id identity, err error) {
	left := false // /proc
	err = up(folder, func(at *found) error {
		if fileType(&at.stat) != unix.S_IFDIR {
			return unix.ENOTDIR
		}
		if at.stat.Nlink == 0 {
			return unix.ENOENT
		}
		if id == (identity{}) {
			id = identityOf(&at.stat)
		}
		if r := t.folders[identityOf(&at.stat)]; r != nil && (!left || r.grants&never != 0) {
			grants |= r.grants
		}
		left = left || at.isProcessRoot()
		return nil
	})
	return grants, id, err
}

// maxDepth bounds how deep a folder can lie. Paths of the system's own length reach
// half as deep; moving folders into each other would reach further.
const maxDepth = 4096

// up calls visit with a folder and all that it lies in.
func up(folder int, visit func(*found) error) error {
	at := found{fd: folder}
	if err := unix.Fstat(folder, &at.stat); err != nil {
		return err
	}
	if err := visit(&at); err != nil {
		return err
	}
	for range maxDepth {
		above, err := peek(at.fd, "..")
		top := err == nil && identityOf(&above.stat) == identityOf(&at.stat)
		if at.fd != folder {
			at.close()
		}
		if err != nil {
			return err
		}
		at = above
		if !top {
			err = visit(&at)
		}
		if top || err != nil {
			at.close()
			return err
		}
	}
	at.close()
	return &Denial{fmt.Sprintf("hotlens: folders that lie more than %d deep are not permitted", maxDepth)}
}
