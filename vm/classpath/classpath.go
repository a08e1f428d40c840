// Package classpath finds out which folders and jars a class path consists of, as
// `java -cp` does: with what the jars' manifests add. (Programs load their classes
// through the JDK's own loaders, in Java.)
//
// Invariant: locations stand in the order in which they are searched, each once;
// entries that are not there are passed over, as `java` does; a jar that is there but
// cannot be read is an error that names it.
package classpath

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Path is a class path.
type Path struct {
	locations []string
	named     map[string]string // the locations that manifests have added, by location the jar with the manifest
}

// Resolve finds the entries of a class path: folders, jars, and "folder/*" for all
// jars in a folder. An empty entry is the current folder.
func Resolve(entries []string) (*Path, error) {
	r := resolver{seen: map[string]bool{}, path: &Path{named: map[string]string{}}}
	for _, e := range entries {
		if err := r.entry(e); err != nil {
			return nil, err
		}
	}
	return r.path, nil
}

// Locations returns the folders and jars that are searched, in order.
func (p *Path) Locations() []string { return p.locations }

// Readable returns the locations that a program with this class path may read, and
// those that it may not. A manifest is its library's word and not the user's: it gives
// access only to jars, which lie in the folder of the jar with the manifest or below it,
// or in the workspace. Symbolic links count as what they lead to.
func (p *Path) Readable(workspace string) (permitted, refused []string) {
	for _, location := range p.Locations() {
		by, named := p.named[location]
		if !named || isFile(location) && (within(location, filepath.Dir(by)) || within(location, filepath.Dir(real(by))) || within(location, workspace)) {
			permitted = append(permitted, location)
		} else {
			refused = append(refused, location)
		}
	}
	return permitted, refused
}

// NamedBy is the jar whose manifest has added a location; "" if it is on the path
// itself.
func (p *Path) NamedBy(location string) string { return p.named[location] }

// real is a path without symbolic links, or as it is if it leads nowhere.
func real(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// within reports whether a path leads to something below a folder.
func within(path, folder string) bool {
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return false
	}
	if folder, err = filepath.EvalSymlinks(folder); err != nil {
		return false
	}
	below, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(below)
}

// resolver collects the entries of a path, each once.
type resolver struct {
	path *Path
	seen map[string]bool
}

func (r *resolver) entry(path string) error {
	if folder, isWildcard := wildcard(path); isWildcard {
		return r.jarsIn(folder)
	}
	if path == "" {
		path = "."
	}
	return r.add(path, "")
}

// add adds a folder or a jar, which the manifest of another jar may have named.
func (r *resolver) add(path, namedBy string) error {
	path = filepath.Clean(path)
	if r.seen[path] {
		return nil
	}
	r.seen[path] = true
	if namedBy != "" {
		r.path.named[path] = namedBy
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("class path entry: %w", err)
	case !info.Mode().IsRegular() && !info.IsDir() && namedBy != "":
		return nil // opening a named pipe would wait for whoever writes to it
	}
	r.path.locations = append(r.path.locations, path)
	if info.IsDir() {
		return nil
	}
	manifest, err := readManifest(path)
	if err != nil {
		return err
	}
	for _, location := range ClassPath(path, MainAttributes(manifest)) {
		if err := r.add(location, path); err != nil {
			return err
		}
	}
	return nil
}

// wildcard returns the folder of an entry like "folder/*".
func wildcard(path string) (folder string, ok bool) {
	base := filepath.Base(path)
	if path == "" || base != "*" {
		return "", false
	}
	return filepath.Dir(path), true
}

// jarsIn adds all jars in a folder, in the order of their names.
func (r *resolver) jarsIn(folder string) error {
	files, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("class path entry: %w", err)
	}
	for _, f := range files {
		if ext := filepath.Ext(f.Name()); ext == ".jar" || ext == ".JAR" {
			if err := r.entry(filepath.Join(folder, f.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}
