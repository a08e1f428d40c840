package engine

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"

	"hotlens/vm/classfile"
	"hotlens/vm/classpath"
	"hotlens/vm/jimage"
)

// This file looks for classes where a program would, also for those that it has not loaded.

// classRoots lead, within jars, to classes of which they are no packages: of newer versions of Java, and of the programs and libraries that Spring's and servlet
// containers' class loaders find.
var classRoots = regexp.MustCompile(`^(META-INF/versions/\d+/|BOOT-INF/classes/|WEB-INF/classes/)`)

// maxInnerJar is more than jars that are packed into others have.
const maxInnerJar = 256 << 20

// CompileAll compiles what of the program's sources nothing has needed so far. What cannot be compiled stays missing.
func (p *Plan) CompileAll(ctx context.Context) {
	if p.missed == nil {
		return
	}
	var names []string
	for _, sources := range p.program.Sources {
		for _, root := range sources.Roots {
			names = append(names, sourceNames(root)...)
		}
	}
	p.missed.missAll(ctx, names)
	p.renew()
}

// sourceNames are the names with dots of the classes that the source files below a folder are called like.
func sourceNames(root string) (names []string) {
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
		case d.IsDir() && strings.HasPrefix(d.Name(), ".") && name != ".":
			return fs.SkipDir
		case !d.IsDir() && isSource(name):
			names = append(names, strings.ReplaceAll(strings.TrimSuffix(name, sourceSuffix), "/", "."))
		}
		return nil
	})
	if err != nil {
		slog.Debug("looking for sources", "error", err)
	}
	return names
}

// EachClass calls f with the classes that the program can load whose binary names, with slashes, are wanted: those of its class path and its modules, and then those of
// the JDK. What cannot be read is passed over, as it is by who runs the program.
func (p *Plan) EachClass(wanted func(class string) bool, f func(*classfile.Class)) error {
	resolved, err := classpath.Resolve(p.config.ClassPath)
	if err != nil {
		return err
	}
	for _, entry := range concat(resolved.Locations(), p.config.Modules.Files()) {
		info, err := os.Stat(entry)
		if err != nil {
			continue
		}
		if info.IsDir() {
			eachClassIn(os.DirFS(entry), false, wanted, f)
			continue
		}
		if jar, err := zip.OpenReader(entry); err == nil {
			eachClassIn(jar, true, wanted, f)
			_ = jar.Close() // it was only read
		}
	}
	return p.eachOfLibrary(wanted, f)
}

// eachClassIn looks through a folder, or through a jar and the jars in it, as Spring Boot packs libraries.
func eachClassIn(files fs.FS, isJar bool, wanted func(class string) bool, f func(*classfile.Class)) {
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return nil
		}
		switch extension := path.Ext(name); {
		case extension == ".class" && wanted(strings.TrimSuffix(classRoots.ReplaceAllString(name, ""), extension)):
			if data, err := readBounded(files, name, maxClassFile); err == nil {
				parsedClass(data, f)
			}
		case extension == ".jar" && isJar:
			data, err := readBounded(files, name, maxInnerJar)
			if err != nil {
				return nil
			}
			if inner, err := zip.NewReader(bytes.NewReader(data), int64(len(data))); err == nil {
				eachClassIn(inner, false, wanted, f)
			}
		}
		return nil
	})
	if err != nil {
		slog.Debug("looking for classes", "error", err)
	}
}

// eachOfLibrary looks through the JDK's classes.
func (p *Plan) eachOfLibrary(wanted func(class string) bool, f func(*classfile.Class)) error {
	image, err := jimage.Open(p.jdk.Modules)
	if err != nil {
		return fmt.Errorf("the classes of the JDK: %w", err)
	}
	defer image.Close()
	modules, err := image.Classes()
	if err != nil {
		return fmt.Errorf("the classes of the JDK: %w", err)
	}
	var found []string
	for _, classes := range modules {
		for _, class := range classes {
			if wanted(class) {
				found = append(found, class)
			}
		}
	}
	slices.Sort(found) // modules come in any order
	for _, class := range found {
		data, _, known, err := image.FindClass(class)
		if err != nil {
			return fmt.Errorf("the classes of the JDK: %w", err)
		}
		if known {
			parsedClass(bytes.Clone(data), f) // what is parsed points into it, and the image is closed
		}
	}
	return nil
}

// parsedClass calls f with what a class file says.
func parsedClass(data []byte, f func(*classfile.Class)) {
	if class, err := classfile.ParseWith(data, classfile.Options{Trusted: true}); err == nil {
		f(class)
	}
}
