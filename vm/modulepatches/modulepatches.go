// Package modulepatches finds the class files that patches put into modules (java's --patch-module). The JDK's own class loaders
// look into patches themselves; this is for the boot loader, which is part of the VM.
package modulepatches

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"hotlens/vm/configuration"
)

// Patches are what is added to modules. Any number of goroutines may ask at the same time.
type Patches struct {
	modules map[string][]entry
	jars    []*zip.ReadCloser
}

// entry is a folder or a jar of a patch.
type entry struct {
	path string
	jar  map[string]*zip.File // by name; nil: it is a folder
}

// Open reads which files the jars of the patches have. As in java, what is not there adds nothing. It fails where a jar
// cannot be read.
func Open(patches []configuration.Patch) (*Patches, error) {
	all := &Patches{modules: map[string][]entry{}}
	for _, patch := range patches {
		for _, path := range patch.Path {
			if err := all.add(patch.Module, path); err != nil {
				return nil, errors.Join(fmt.Errorf("patching the module %s: %s: %w", patch.Module, path, err), all.Close())
			}
		}
	}
	return all, nil
}

func (p *Patches) add(module, path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case info.IsDir():
		p.modules[module] = append(p.modules[module], entry{path: path})
		return nil
	case !info.Mode().IsRegular():
		return errors.New("this is neither a folder nor a jar")
	}
	jar, err := zip.OpenReader(path)
	if err != nil {
		return err
	}
	p.jars = append(p.jars, jar)
	files := make(map[string]*zip.File, len(jar.File))
	for _, file := range jar.File {
		files[file.Name] = file
	}
	p.modules[module] = append(p.modules[module], entry{path: path, jar: files})
	return nil
}

// FindClass gives the class file that the patches of a module have of a class, whose name has slashes; found is false if they have none. It fails if the file cannot be read.
func (p *Patches) FindClass(module, name string) (data []byte, found bool, err error) {
	for _, e := range p.modules[module] {
		if data, err = e.read(name + ".class"); !errors.Is(err, fs.ErrNotExist) {
			return data, err == nil, err
		}
	}
	return nil, false, nil
}

// read reads a file, whose name has slashes. The error is fs.ErrNotExist where there is none.
func (e entry) read(name string) ([]byte, error) {
	if e.jar == nil {
		if !filepath.IsLocal(filepath.FromSlash(name)) {
			return nil, fs.ErrNotExist
		}
		return os.ReadFile(filepath.Join(e.path, filepath.FromSlash(name)))
	}
	file := e.jar[name]
	if file == nil {
		return nil, fs.ErrNotExist
	}
	reader, err := file.Open()
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(reader)
	return data, errors.Join(err, reader.Close())
}

// Close closes the jars.
func (p *Patches) Close() error {
	var failed error
	for _, jar := range p.jars {
		failed = errors.Join(failed, jar.Close())
	}
	return failed
}
