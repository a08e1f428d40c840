//go:build unix

package filesystem

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// This file shows folders that a build would have made by overlays without a lower folder: layers stand for it, of which one is what a build has left there. Files of theirs are where they have always been, with
// the rights that the program has there, until the program changes them; their folders are merged when the program goes there.

// layer is a folder of the host that has entries of an overlay.
type layer struct {
	found
	grants rights
	path   string
	part   *Part  // which of its files count; nil: all
	below  string // where in the part's folder it is, "" or with a slash at its end
}

// has tells whether the layer has an entry that counts.
func (l *layer) has(name string) bool { return isThere(l.fd, name) && l.shows(name) }

const classSuffix = ".class"

// shows tells whether an entry counts that the layer has.
func (l *layer) shows(name string) bool {
	if l.part == nil {
		return true
	}
	class, isClass := strings.CutSuffix(name, classSuffix)
	if !isClass {
		return !l.part.Without || isFolder(l.fd, name) && l.part.Classes.hasPackage(l.below+name)
	}
	if at := strings.IndexByte(class, '$'); at > 0 {
		class = class[:at]
	}
	return l.part.Classes.has(l.below, class)
}

// hasPackage tells whether the folder of a package may have files of the classes.
func (c *Classes) hasPackage(folder string) bool {
	return c.all() || isBelow(folder, c.Of) || c.Rest && !isBelow(folder, c.PackagesNotOf)
}

// has tells whether the file of a class counts, by the folder of its package, with a slash at its end, and the name of the outermost class.
func (c *Classes) has(folder, class string) bool {
	source := folder + class + ".java"
	return !c.None && (c.all() || isBelow(source, c.Of) || c.Rest && !isBelow(source, c.NotOf) && c.hasPackage(folder))
}

func (c *Classes) all() bool { return len(c.Of) == 0 && !c.Rest }

// isBelow tells whether one of some folders has something of a name.
func isBelow(name string, folders []string) bool {
	return slices.ContainsFunc(folders, func(folder string) bool {
		_, err := os.Lstat(folder + "/" + name)
		return err == nil
	})
}

// grantsOf is what the policy grants for an entry.
func (l *layer) grantsOf(t *table, name string, there *found) rights {
	return t.grants(l.grants, identityOf(&l.stat), name, there)
}

// isFolder tells whether an entry is a folder.
func isFolder(folder int, name string) bool {
	var st unix.Stat_t
	return unix.Fstatat(folder, name, &st, unix.AT_SYMLINK_NOFOLLOW) == nil && fileType(&st) == unix.S_IFDIR
}

// build shows a folder as built, unless it is in no overlay.
func (t *table) build(built Built) error {
	path, missing := resolveFolder(filepath.Clean(built.Folder))
	for _, o := range t.overlaid {
		if !within(path, o.path) || path == o.path {
			continue
		}
		layers := t.layersOf(built.From)
		if !missing {
			left := t.layersOf([]Part{{Folder: path, Classes: Classes{None: true}}})
			if layers = append(layers, left...); len(left) == 0 { // the program may write there, or not look
				closeAll(layers)
				return nil
			}
		}
		if len(layers) == 0 {
			return nil
		}
		o.changed = true // what is seen of it is not the lower folder only
		names := strings.Split(path[len(o.path)+1:], "/")
		for i, name := range names {
			inner := o.folder
			if i == len(names)-1 && !o.owns(name) {
				inner = o.merged
			}
			var err error
			if o, err = inner(name); err != nil {
				closeAll(layers)
				return err
			}
		}
		o.built = append(o.built, layers...)
		t.shown = append(t.shown, Built{Folder: path, From: built.From})
		if !missing { // a way that begins in the folder itself, as one of the policy's, leads here
			t.lowers[identityOf(&layers[len(layers)-1].stat)] = o
		}
		for _, name := range built.Except {
			o.own[name] = true
		}
		return nil
	}
	return nil
}

// resolveFolder follows the symbolic links on the way to a folder, and tells whether it is missing.
func resolveFolder(path string) (real string, missing bool) {
	if _, err := os.Lstat(path); err == nil {
		return path, false
	}
	below := ""
	for above := path; above != "/"; {
		below = filepath.Join(filepath.Base(above), below)
		above = filepath.Dir(above)
		if real, err := filepath.EvalSymlinks(above); err == nil {
			return filepath.Join(real, below), true
		}
	}
	return path, false
}

func closeAll(layers []layer) {
	for _, l := range layers {
		l.close()
	}
}

// layersOf opens those folders that the program may read.
func (t *table) layersOf(parts []Part) (layers []layer) {
	for i := range parts {
		path, err := filepath.EvalSymlinks(parts[i].Folder)
		if err != nil {
			continue // there is none
		}
		there, err := openFolder(unix.AT_FDCWD, path)
		if err != nil {
			continue // the user cannot use it either
		}
		grants, _, err := t.climb(there.fd)
		if err != nil || grants&mayRead == 0 || grants&(mayWrite|never) != 0 {
			there.close()
			continue
		}
		layers = append(layers, layer{found: there, grants: grants, path: path, part: &parts[i]})
	}
	return layers
}

// folder is the overlay for a folder in an overlay, which is made if need be.
func (o *overlay) folder(name string) (*overlay, error) {
	if !o.owns(name) {
		if err := o.take(name); err != nil {
			return nil, err
		}
	}
	there, err := peek(o.upper.fd, name)
	if err == unix.ENOENT {
		return o.merged(name)
	}
	if err != nil {
		return nil, err
	}
	defer there.close()
	if inner := o.roots.uppers[identityOf(&there.stat)]; inner != nil {
		return inner, nil
	}
	return nil, unix.ENOTDIR
}

// merged makes an overlay for a folder that several layers may have, or none.
func (o *overlay) merged(name string) (*overlay, error) {
	inner := o.roots.newOverlay(filepath.Join(o.path, name), o.copying)
	inner.changed = true
	for _, l := range o.built {
		there, err := peek(l.fd, name)
		if err != nil {
			continue // it has none
		}
		grants := l.grantsOf(o.roots, name, &there)
		if fileType(&there.stat) != unix.S_IFDIR || grants&mayRead == 0 || grants&(mayWrite|never) != 0 {
			there.close()
			continue
		}
		inner.built = append(inner.built, layer{there, grants, filepath.Join(l.path, name), l.part, l.below + name + "/"})
	}
	if !o.copying.charge(EntryBytes) {
		inner.close()
		return nil, o.noRoom(name)
	}
	if err := inner.make(o.upper.fd, name); err != nil {
		inner.close()
		return nil, err
	}
	o.roots.inner = append(o.roots.inner, inner)
	o.own[name] = true
	return inner, nil
}
