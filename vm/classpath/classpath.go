// Package classpath finds class files in folders and jars, as the server needs
// it to look at a program without running it. (Programs themselves load classes
// through the JDK's own loaders, in Java.)
//
// Invariant: entries are searched in their order, as `java -cp` does, including
// those that a jar's manifest adds by Class-Path; entries that are not there are
// passed over, as `java` does; a jar that is there but cannot be read is an
// error that names it.
package classpath

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// maxClassSize is the most bytes that are read of a class file or a manifest, far
// more than either can use. It keeps a jar that expands without end from filling
// the memory.
const maxClassSize = 64 << 20

// Path is an open class path. Its methods but Close may be called from several
// goroutines.
type Path struct {
	entries []entry
	named   map[string]string // the locations that manifests have added, by location the jar with the manifest
}

// entry is a folder or a jar.
type entry interface {
	// find returns the content of the file with the slash-separated name, or
	// an error that is fs.ErrNotExist.
	find(name string) ([]byte, error)
	location() string
	io.Closer
}

// ErrNotFound is what Find's error is for a class that is in no entry.
var ErrNotFound = errors.New("class not found")

// Open opens the entries of a class path: folders, jars, and "folder/*" for all
// jars in a folder. An empty entry is the current folder.
func Open(entries []string) (*Path, error) {
	o := opener{seen: map[string]bool{}, path: &Path{named: map[string]string{}}}
	for _, e := range entries {
		if err := o.open(e); err != nil {
			return nil, errors.Join(err, o.path.Close())
		}
	}
	return o.path, nil
}

// Close closes the jars.
func (p *Path) Close() error {
	var errs []error
	for _, e := range p.entries {
		errs = append(errs, e.Close())
	}
	p.entries = nil
	return errors.Join(errs...)
}

// Locations returns the folders and jars that are searched, in order.
func (p *Path) Locations() []string {
	var all []string
	for _, e := range p.entries {
		all = append(all, e.location())
	}
	return all
}

// Readable returns the locations that a program with this class path may read, and
// those that it may not. A manifest is its library's word and not the user's: it gives
// access only to jars, which lie in the folder of the jar with the manifest or below it,
// or in the workspace. Symbolic links count as what they lead to.
func (p *Path) Readable(workspace string) (permitted, refused []string) {
	for _, location := range p.Locations() {
		by, named := p.named[location]
		if !named || isFile(location) && (within(location, filepath.Dir(by)) || within(location, workspace)) {
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

// Find returns the class file of the class with the binary name (with slashes,
// such as "java/util/Map$Entry"), and the folder or jar that has it. The error
// is ErrNotFound if none has.
func (p *Path) Find(binaryName string) (data []byte, location string, err error) {
	name := binaryName + ".class"
	if !fs.ValidPath(name) {
		return nil, "", fmt.Errorf("%q is no binary name of a class: %w", binaryName, ErrNotFound)
	}
	for _, e := range p.entries {
		data, err := e.find(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, "", fmt.Errorf("read class %s from %s: %w", binaryName, e.location(), err)
		}
		return data, e.location(), nil
	}
	return nil, "", fmt.Errorf("%s: %w on the class path", binaryName, ErrNotFound)
}

// opener collects the entries of a path, each once.
type opener struct {
	path *Path
	seen map[string]bool
}

func (o *opener) open(path string) error {
	if folder, isWildcard := wildcard(path); isWildcard {
		return o.openJarsIn(folder)
	}
	if path == "" {
		path = "."
	}
	return o.add(path, "")
}

// add opens a folder or a jar, which the manifest of another jar may have named.
func (o *opener) add(path, namedBy string) error {
	path = filepath.Clean(path)
	if o.seen[path] {
		return nil
	}
	o.seen[path] = true
	if namedBy != "" {
		o.path.named[path] = namedBy
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("class path entry: %w", err)
	case info.IsDir():
		o.path.entries = append(o.path.entries, folder(path))
		return nil
	case !info.Mode().IsRegular() && namedBy != "":
		return nil // opening a named pipe would wait for whoever writes to it
	}
	j, err := openJar(path)
	if err != nil {
		return err
	}
	o.path.entries = append(o.path.entries, j)
	return o.openClassPathOf(j)
}

// wildcard returns the folder of an entry like "folder/*".
func wildcard(path string) (folder string, ok bool) {
	base := filepath.Base(path)
	if path == "" || base != "*" {
		return "", false
	}
	return filepath.Dir(path), true
}

// openJarsIn opens all jars in a folder, in the order of their names.
func (o *opener) openJarsIn(folder string) error {
	files, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("class path entry: %w", err)
	}
	for _, f := range files {
		if ext := filepath.Ext(f.Name()); ext == ".jar" || ext == ".JAR" {
			if err := o.open(filepath.Join(folder, f.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// openClassPathOf opens the entries of a jar's Class-Path, which are URLs
// relative to the jar. Those of other places than files are passed over.
func (o *opener) openClassPathOf(j *jar) error {
	for _, text := range strings.Fields(j.attributes["Class-Path"]) {
		u, err := url.Parse(text)
		if err != nil || u.Scheme != "" && u.Scheme != "file" || u.Path == "" {
			continue
		}
		path := filepath.FromSlash(u.Path)
		if !filepath.IsAbs(path) {
			path = filepath.Join(filepath.Dir(j.path), path)
		}
		if err := o.add(path, j.path); err != nil {
			return err
		}
	}
	return nil
}

// folder is a folder entry.
type folder string

func (f folder) location() string { return string(f) }
func (f folder) Close() error     { return nil }

func (f folder) find(name string) ([]byte, error) {
	file, err := os.Open(filepath.Join(string(f), filepath.FromSlash(name)))
	if err != nil {
		return nil, absent(err)
	}
	defer file.Close() // only read
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fs.ErrNotExist
	}
	return readLimited(file)
}

// absent makes fs.ErrNotExist of the error for a path that leads through a
// regular file.
func absent(err error) error {
	if errors.Is(err, errNotFolder) {
		return fs.ErrNotExist
	}
	return err
}

// jar is a jar entry.
type jar struct {
	path       string
	zip        *zip.ReadCloser
	files      map[string]*zip.File // a name that stands twice means the last one, as in the JDK
	attributes map[string]string    // of the manifest
}

// openJar opens a jar and reads its table of contents and its manifest.
func openJar(path string) (*jar, error) {
	z, err := zip.OpenReader(path)
	if errors.Is(err, zip.ErrFormat) {
		return nil, fmt.Errorf("class path entry %s is neither a folder nor a jar (%w): correct the class path or rebuild the jar", path, err)
	}
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) { // no entry is ever written to a file
		return nil, fmt.Errorf("open jar %s: %w", path, err)
	}
	j := &jar{path: path, zip: z, files: make(map[string]*zip.File, len(z.File))}
	for _, f := range z.File {
		j.files[f.Name] = f
	}
	if err := j.readManifest(); err != nil {
		return nil, errors.Join(err, z.Close())
	}
	if strings.EqualFold(j.attributes["Multi-Release"], "true") {
		j.useVersions()
	}
	return j, nil
}

// javaRelease is the release whose versions of classes count in multi-release
// jars, and firstVersioned the first one that can have its own (JAR File
// Specification, "Multi-release JAR files").
const (
	javaRelease    = 17
	firstVersioned = 9
)

// useVersions puts the newest versions of files in the places of their names.
func (j *jar) useVersions() {
	newest := map[string]int{}
	for _, f := range j.zip.File {
		rest, ok := strings.CutPrefix(f.Name, "META-INF/versions/")
		if !ok {
			continue
		}
		number, name, _ := strings.Cut(rest, "/")
		release, err := strconv.Atoi(number)
		if err != nil || release < firstVersioned || release > javaRelease || release < newest[name] {
			continue
		}
		newest[name] = release
		j.files[name] = f
	}
}

func (j *jar) location() string { return j.path }
func (j *jar) Close() error     { return j.zip.Close() }

func (j *jar) find(name string) ([]byte, error) {
	f := j.files[name]
	if f == nil {
		return nil, fs.ErrNotExist
	}
	r, err := f.Open()
	if err != nil {
		return nil, fmt.Errorf("entry %s is damaged: %w", name, err)
	}
	defer r.Close() // only read
	data, err := readLimited(r)
	if err != nil {
		return nil, fmt.Errorf("entry %s is damaged: %w", name, err)
	}
	return data, nil
}

func readLimited(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxClassSize+1))
	if err == nil && len(data) > maxClassSize {
		err = fmt.Errorf("it has more than %d bytes", maxClassSize)
	}
	return data, err
}
