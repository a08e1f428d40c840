//go:build unix

package filesystem

import (
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// This file notes which files of a folder a program depends on.

// MaxReads is how many files are noted: some times what programs with data have open. What reads whole trees depends on more.
const MaxReads = 1000

// reads are the files that a program has looked for.
type reads struct {
	roots []string // the same folder of the host, by all its names; nil: nothing is noted
	built []Built  // folders that are shown as built
	paths map[string]bool
	more  bool
}

// NoteReads notes from now on which files below a folder of the host the program looks for.
func (v *View) NoteReads(folder string) {
	folder = filepath.Clean(folder)
	v.reads = reads{roots: []string{folder}, built: v.roots.shown, paths: map[string]bool{}}
	if real, err := filepath.EvalSymlinks(folder); err == nil && real != folder {
		v.reads.roots = append(v.reads.roots, real)
	}
}

// Reads are the files that the program has looked for, relative to the folder and in order, whether or not they were there; a folder that was
// listed ends with "/". What the program has written, and class files, are not among them. More says that there were more than MaxReads.
func (v *View) Reads() (paths []string, more bool) {
	for path, read := range v.reads.paths {
		if read {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return paths, v.reads.more
}

// note notes that a path of the host was looked for, where it has led, if it has, and what for.
func (r *reads) note(path string, place *Place, purpose Purpose) {
	if r.roots == nil {
		return
	}
	if built := r.builtAround(path); built != nil && purpose < ToWrite {
		if !place.exists { // until there is such a file in what the folder is made of
			for i := range built.From {
				r.noteOne(built.From[i].Folder+path[len(built.Folder):], place, purpose)
			}
		} else if place.path != "" { // where the build puts it nobody has looked
			r.noteOne(place.path, place, purpose)
		}
		return
	}
	// Both are of interest: a link may lead elsewhere next time.
	r.noteOne(path, place, purpose)
	if place.path != "" && place.path != path {
		r.noteOne(place.path, place, purpose)
	}
}

// builtAround is the folder that a path lies below which is shown as built; nil for none.
func (r *reads) builtAround(path string) *Built {
	for i := range r.built {
		if folder := r.built[i].Folder; within(path, folder) && path != folder {
			return &r.built[i]
		}
	}
	return nil
}

func (r *reads) noteOne(path string, place *Place, purpose Purpose) {
	relative, inside := r.relative(path)
	if !inside || strings.HasSuffix(relative, classSuffix) {
		return
	}
	folder := place.exists && fileType(&place.stat) == unix.S_IFDIR
	switch {
	case purpose >= ToWrite:
		if r.paths[relative] || len(r.paths) < MaxReads {
			r.paths[relative] = false // what follows reads what the program itself has written
		}
		return
	case folder && purpose == ToStat:
		return // that it is there depends on nothing in it
	case folder:
		relative += "/"
	}
	if _, known := r.paths[relative]; known {
		return
	}
	if len(r.paths) >= MaxReads {
		r.more = true
		return
	}
	r.paths[relative] = true
}

// relative is a path below the folder.
func (r *reads) relative(path string) (string, bool) {
	for _, root := range r.roots {
		if below, inside := strings.CutPrefix(path, root); inside && (below == "" || below[0] == '/') {
			below = filepath.Clean(below)
			return strings.TrimPrefix(below, "/"), below != "." || below == ""
		}
	}
	return "", false
}
