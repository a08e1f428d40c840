// Package languages shows what hotlens does not compile: classes that a build tool has made of Kotlin, Scala or Groovy.
//
// Such classes are run as the build tool has left them. Where their methods stand is known from the class files only: from the source file's name and the lines of
// the methods' bodies, in front of which the declaration is looked for in the text. What has no declaration there, as a compiler has made it (a bridge, a closure's method, a default argument's),
// has no place of its own, and counts with what has called it.
//
// Invariant: only classes that were made of one of these languages are taken from a build's output, and only methods of files that are not newer than their classes have a place.
package languages

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hotlens/engine/atomicfile"
	"hotlens/engine/project"
	"hotlens/vm/classfile"
)

// Classes is a folder, below a cache, with those of a build's classes that were made of other languages, as they are now; "" if the build has no sources of such.
func Classes(build *project.Build, cache string) (string, error) {
	if build == nil || len(build.OtherSources()) == 0 {
		return "", nil
	}
	var outputs []string
	for _, part := range build.Sets {
		outputs = append(outputs, part.Set.Outputs...)
	}
	sum := sha256.Sum256([]byte(strings.Join(outputs, "\x00")))
	folder := filepath.Join(cache, hex.EncodeToString(sum[:16]))
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", fmt.Errorf("the folder for classes of other languages: %w", err)
	}
	kept := map[string]bool{}
	for _, output := range outputs {
		if err := take(output, folder, kept); err != nil {
			return "", fmt.Errorf("the classes in %s: %w", output, err)
		}
	}
	return folder, forget(folder, kept)
}

// Packages are those of the classes in a folder, as folders with a slash behind each.
func Packages(folder string) []string {
	var all []string
	if folder == "" {
		return nil
	}
	_ = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error { // what cannot be read cannot be run either
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".class" {
			return nil
		}
		within, err := filepath.Rel(folder, filepath.Dir(path))
		if within = filepath.ToSlash(within) + "/"; err == nil && !slices.Contains(all, within) {
			all = append(all, within)
		}
		return nil
	})
	return all
}

// take copies classes from an output folder that are not in the folder as they are; those of an earlier output count.
func take(output, folder string, kept map[string]bool) error {
	return filepath.WalkDir(output, func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // it has not been built
		}
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".class" {
			return err
		}
		within, err := filepath.Rel(output, path)
		if err != nil || kept[within] {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		to := filepath.Join(folder, within)
		if have, err := os.Stat(to); err == nil && have.Size() == info.Size() && have.ModTime().Equal(info.ModTime()) {
			kept[within] = true
			return nil
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		parsed, err := classfile.ParseWith(content, classfile.Options{Trusted: true})
		if err != nil || project.Languages[filepath.Ext(parsed.SourceFile)] == "" {
			return nil // whoever needs a class that is damaged says so
		}
		kept[within] = true
		if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
			return err
		}
		if err := atomicfile.Write(to, content, 0o600); err != nil {
			return err
		}
		return os.Chtimes(to, info.ModTime(), info.ModTime())
	})
}

// forget removes the classes that are not there any more.
func forget(folder string, kept map[string]bool) error {
	return filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".class" {
			return err
		}
		if within, err := filepath.Rel(folder, path); err != nil || kept[within] {
			return err
		}
		return os.Remove(path)
	})
}
