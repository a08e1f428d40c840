package project

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"hotlens/profiles/lazyregexp"
	"hotlens/vm/classpath"
)

// This file reads which modules libraries are.

// ModuleClass is the description of a module that was compiled.
const ModuleClass = "module-info.class"

const versionFolder = "META-INF/versions/"

// describeLibrary is what a jar or a folder of classes says of the module that it is: a jar without a description is an automatic one, called as its manifest says or else after its file
// (java.lang.module.ModuleFinder.of). It is nil for a folder without one, and for what cannot be read.
func describeLibrary(path string) *description {
	archive, err := zip.OpenReader(path)
	if err != nil {
		content, err := os.ReadFile(filepath.Join(path, ModuleClass))
		if err != nil {
			return nil
		}
		return describeClass(path, content)
	}
	defer archive.Close()
	var described *zip.File
	automatic := &description{name: derivedName(path), path: path}
	for _, file := range archive.File {
		switch {
		case file.Name == ModuleClass, described == nil && strings.HasPrefix(file.Name, versionFolder) && strings.HasSuffix(file.Name, "/"+ModuleClass):
			described = file
		case file.Name == classpath.ManifestName:
			if text, err := readEntry(file); err == nil {
				if name := classpath.MainAttributes(string(text))["automatic-module-name"]; name != "" {
					automatic.name = name
				}
			}
		}
	}
	if described == nil {
		return automatic
	}
	content, err := readEntry(described)
	if err != nil {
		return nil
	}
	return describeClass(path, content)
}

// maxEntryBytes is more than any manifest has in front of its sections, and any description.
const maxEntryBytes = 1 << 20

func readEntry(file *zip.File) ([]byte, error) {
	reader, err := file.Open()
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	return io.ReadAll(io.LimitReader(reader, maxEntryBytes))
}

var (
	versionPart = lazyregexp.New(`-(\d+(\.|$)).*$`)
	notInName   = lazyregexp.New(`[^A-Za-z0-9]+`)
)

// derivedName is the name of the automatic module of a jar without any other (java.lang.module.ModuleFinder.of).
func derivedName(path string) string {
	name := strings.TrimSuffix(filepath.Base(path), ".jar")
	name = versionPart().ReplaceAllString(name, "")
	return strings.Trim(notInName().ReplaceAllString(name, "."), ".")
}

// describeClass is what the description of a library says that was compiled, nil if it cannot be read.
func describeClass(path string, content []byte) *description {
	r := &moduleReader{rest: content}
	d, err := r.read()
	if err != nil {
		return nil
	}
	d.path = path
	return d
}

// moduleReader reads the class file of a description as far as it says what the module needs and provides (JVMS 4.7.25).
type moduleReader struct {
	rest  []byte
	texts map[uint16]string // of the constants with texts
	names map[uint16]uint16 // of the constants that name something: where the text is
}

var errNoModule = errors.New("no description of a module")

func (r *moduleReader) take(n int) []byte {
	if n > len(r.rest) {
		r.rest = nil
		return make([]byte, n)
	}
	taken := r.rest[:n]
	r.rest = r.rest[n:]
	return taken
}

func (r *moduleReader) u2() int { return int(binary.BigEndian.Uint16(r.take(2))) }

// name is what a constant names, with dots.
func (r *moduleReader) name() string {
	return strings.NewReplacer("/", ".", "$", ".").Replace(r.texts[r.names[uint16(r.u2())]])
}

// each calls visit as often as the count says that comes next.
func (r *moduleReader) each(visit func()) {
	for n := r.u2(); n > 0 && len(r.rest) > 0; n-- {
		visit()
	}
}

// constants reads the constant pool (JVMS 4.4).
func (r *moduleReader) constants() error {
	r.texts, r.names = map[uint16]string{}, map[uint16]uint16{}
	count := r.u2()
	for i := 1; i < count; i++ {
		switch tag := r.take(1)[0]; tag {
		case 1:
			r.texts[uint16(i)] = string(r.take(r.u2()))
		case 7, 8, 16, 19, 20: // Class, String, MethodType, Module, Package
			r.names[uint16(i)] = uint16(r.u2())
		case 3, 4, 9, 10, 11, 12, 17, 18:
			r.take(4)
		case 5, 6:
			r.take(8)
			i++
		case 15:
			r.take(3)
		default:
			return errNoModule
		}
	}
	return nil
}

func (r *moduleReader) read() (*description, error) {
	if !bytes.HasPrefix(r.rest, []byte{0xca, 0xfe, 0xba, 0xbe}) {
		return nil, errNoModule
	}
	r.take(8)
	if err := r.constants(); err != nil {
		return nil, err
	}
	r.take(12) // flags, this, super, and no interfaces, fields and methods
	var d *description
	r.each(func() {
		attribute := r.texts[uint16(r.u2())]
		content := r.take(int(binary.BigEndian.Uint32(r.take(4)) & (maxEntryBytes - 1)))
		if attribute == "Module" {
			within := &moduleReader{content, r.texts, r.names}
			d = within.module()
		}
	})
	if d == nil || d.name == "" {
		return nil, errNoModule
	}
	return d, nil
}

// module reads the attribute.
func (r *moduleReader) module() *description {
	d := &description{name: r.name()}
	r.take(4) // flags and version
	r.each(func() {
		d.requires = append(d.requires, r.name())
		r.take(4)
	})
	for range 2 { // what it exports, and what it opens
		r.each(func() {
			r.take(4)
			r.each(func() { r.take(2) })
		})
	}
	r.each(func() { d.uses = append(d.uses, r.name()) })
	r.each(func() {
		d.provides = append(d.provides, r.name())
		r.each(func() { r.take(2) })
	})
	return d
}
