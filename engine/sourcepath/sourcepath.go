// Package sourcepath finds the source files of classes that hotlens has not compiled
// itself: where the user says, or where build tools put sources beside what they build.
//
// Invariant: class names and source file names come from the user's program. They lead
// nowhere but below the folders that are searched, and what is read is bounded.
package sourcepath

import (
	"archive/zip"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// maxSourceBytes is more than any file that people write.
const maxSourceBytes = 4 << 20

// layouts lead from a folder of classes, or from that of a jar, to where its sources
// usually lie: beside the classes, and for Maven's target/classes, Gradle's
// build/classes/java/main and build/libs, and the bin and out of others. Those of tests
// come behind those of the program.
var layouts = []string{
	".",
	"../src", "../src/main/java", "../../src/main/java", "../../../../src/main/java", "..",
	"../src/test/java", "../../src/test/java", "../../../../src/test/java",
}

// Sources finds source files. Close it.
type Sources struct {
	roots []root
	found map[string]*file // by path within a root
}

// root is a folder or an archive that holds sources.
type root struct {
	name  string
	files fs.FS
	close io.Closer
}

type file struct{ path, text string }

// New looks for sources in the given folders and archives, or without any where they
// usually lie for this class path. What is not there is passed over.
func New(classPath, given []string) *Sources {
	s := &Sources{found: map[string]*file{}}
	if len(given) > 0 {
		for _, entry := range given {
			s.add(entry)
		}
		return s
	}
	for _, entry := range classPath {
		folder := entry
		if jar := strings.TrimSuffix(entry, ".jar"); jar != entry {
			s.add(jar + "-sources.jar")
			folder = filepath.Dir(entry)
		}
		for _, layout := range layouts {
			s.add(filepath.Join(folder, filepath.FromSlash(layout)))
		}
	}
	return s
}

// add opens a folder or an archive, once.
func (s *Sources) add(name string) {
	for _, r := range s.roots {
		if r.name == name {
			return
		}
	}
	info, err := os.Stat(name)
	if err != nil {
		return
	}
	if info.IsDir() {
		if folder, err := os.OpenRoot(name); err == nil {
			s.roots = append(s.roots, root{name, folder.FS(), folder})
		}
	} else if archive, err := zip.OpenReader(name); err == nil {
		s.roots = append(s.roots, root{name, archive, archive})
	}
}

// Close gives back what was opened.
func (s *Sources) Close() {
	for _, r := range s.roots {
		_ = r.close.Close() // it was only read
	}
}

// Find returns where the source of a class lies, and its text. class is the binary name
// with slashes, name what the class file calls its source (JVMS 4.7.10).
func (s *Sources) Find(class, name string) (where, text string, ok bool) {
	if name == "" || path.Base(name) != name {
		return "", "", false
	}
	within := path.Join(path.Dir(class), name)
	f, known := s.found[within]
	if !known {
		f = s.read(within)
		s.found[within] = f
	}
	if f == nil {
		return "", "", false
	}
	return f.path, f.text, true
}

// read reads a file from the first root that has it, nil if none does.
func (s *Sources) read(within string) *file {
	if !fs.ValidPath(within) {
		return nil
	}
	for _, r := range s.roots {
		opened, err := r.files.Open(within)
		if err != nil {
			continue
		}
		text, err := io.ReadAll(io.LimitReader(opened, maxSourceBytes+1))
		_ = opened.Close() // it was only read
		if err == nil && len(text) <= maxSourceBytes {
			return &file{filepath.Join(r.name, filepath.FromSlash(within)), string(text)}
		}
	}
	return nil
}
