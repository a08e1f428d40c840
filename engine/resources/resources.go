// Package resources puts the resources of a project where a program finds them: Maven and Gradle copy them beside the classes, and may leave some out, put
// them elsewhere and replace what stands in them.
//
// Invariant: nothing is written outside of the given folder, nothing removed that Stage has not put there, and no file is written that is there already.
package resources

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"hotlens/engine/project"
	"hotlens/profiles/lazyregexp"
)

// Manifest is the file that lists what Stage has put into a folder.
const Manifest = ".hotlens-resources"

// maxFiles bounds how many files are copied for a program.
const maxFiles = 100_000

// Stage copies resources into a folder, those of the first first: of files with the same name the first counts, as on a class path. A file that the build
// tool replaces something in is taken from one of its output folders, if it is there and not older than its source; else the same is replaced here, as far as it is known. Services are providers of services, which are listed there for the
// library (java.util.ServiceLoader). What was staged before and is not any more is removed.
func Stage(all []project.Resources, outputs []string, services map[string][]string, folder string) error {
	staged := map[string]bool{}
	for _, r := range all {
		if err := stage(r, outputs, folder, staged); err != nil {
			return fmt.Errorf("copying the resources of %s: %w", r.Folder, err)
		}
	}
	for service, providers := range services {
		name := path.Join("META-INF/services", service)
		if err := list(filepath.Join(folder, filepath.FromSlash(name)), providers, staged[name]); err != nil {
			return fmt.Errorf("listing the providers of %s: %w", service, err)
		}
		staged[name] = true
	}
	return settle(folder, staged)
}

func stage(r project.Resources, outputs []string, folder string, staged map[string]bool) error {
	var known values // once it is needed
	return filepath.WalkDir(r.Folder, func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		within, err := filepath.Rel(r.Folder, file)
		if err != nil || entry.IsDir() {
			return err
		}
		within = filepath.ToSlash(within)
		if !belongs(r, within) {
			return nil
		}
		name := path.Join(r.Target, within)
		if !filepath.IsLocal(filepath.FromSlash(name)) || staged[name] {
			return nil
		}
		if len(staged) == maxFiles {
			return fmt.Errorf("there are more than %d files", maxFiles)
		}
		staged[name] = true
		source, err := os.Stat(file) // what a link leads to
		if err != nil || !source.Mode().IsRegular() {
			return err
		}
		to := filepath.Join(folder, filepath.FromSlash(name))
		if r.Filtered {
			for _, output := range outputs {
				built := filepath.Join(output, filepath.FromSlash(name))
				if info, err := os.Stat(built); err == nil && info.Mode().IsRegular() && !info.ModTime().Before(source.ModTime()) {
					return update(to, built, info)
				}
			}
			if f := r.Filter; f != nil && !slices.Contains(f.Except, strings.TrimPrefix(strings.ToLower(path.Ext(name)), ".")) {
				if known == nil {
					known = valuesOf(f)
				}
				return filter(to, file, source, f, known)
			}
		}
		return update(to, file, source)
	})
}

// defaultExcludes are what build tools leave out by themselves: files of version control and of editors (Ant's manual, "Default Excludes").
var defaultExcludes = []string{"**/*~", "**/#*#", "**/.#*", "**/%*%", "**/._*", "**/CVS/**", "**/.svn/**", "**/.git/**", "**/.gitignore", "**/.gitattributes", "**/.DS_Store"}

// belongs tells whether a file, with slashes, is one of the resources.
func belongs(r project.Resources, name string) bool {
	matches := func(pattern string) bool { return project.MatchPath(pattern, name) }
	if len(r.Includes) > 0 && !slices.ContainsFunc(r.Includes, matches) {
		return false
	}
	return !slices.ContainsFunc(r.Excludes, matches) && !slices.ContainsFunc(defaultExcludes, matches)
}

// update makes a file a copy of another one, unless it looks as if it were.
func update(to, from string, source os.FileInfo) error {
	if there, err := os.Lstat(to); err == nil && there.Mode().IsRegular() && there.Size() == source.Size() && there.ModTime().Equal(source.ModTime()) {
		return nil
	}
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return write(to, text, source)
}

// write makes a file that is as old as its source.
func write(to string, text []byte, source os.FileInfo) error {
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(to, text, 0o644); err != nil {
		return err
	}
	return os.Chtimes(to, source.ModTime(), source.ModTime())
}

// replaced is what stands for a value in a resource: ${name} or @name@.
var replaced = lazyregexp.New(`\$\{([^${}\s]+)\}|@([^@\s]+)@`)

// filter makes a file a copy of another one, with values in place of their names.
func filter(to, from string, source os.FileInfo, f *project.Filter, known values) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	text = replaced().ReplaceAllFunc(text, func(found []byte) []byte {
		name, applies := string(found[1:len(found)-1]), f.At
		if found[0] == '$' {
			name, applies = name[1:], f.Dollar
		}
		if value, known := known(name); known && applies {
			return []byte(value)
		}
		return found
	})
	if there, err := os.ReadFile(to); err == nil && bytes.Equal(there, text) {
		return nil
	}
	return write(to, text, source)
}

// values tell what stands for a name.
type values func(name string) (string, bool)

// valuesOf are those of a filter. Those in its files may have names in them themselves.
func valuesOf(f *project.Filter) values {
	read := map[string]string{}
	for _, file := range f.Files {
		maps.Copy(read, project.ReadProperties(file))
	}
	var known values
	known = func(name string) (string, bool) {
		if value, ok := f.Values[name]; ok {
			return value, true
		}
		if variable, ok := strings.CutPrefix(name, "env."); ok {
			return os.LookupEnv(variable)
		}
		value, ok := read[name]
		if !ok {
			return "", false
		}
		delete(read, name) // while its own value is made
		value = replaced().ReplaceAllStringFunc(value, func(found string) string {
			if found[0] == '$' {
				if inner, ok := known(found[2 : len(found)-1]); ok {
					return inner
				}
			}
			return found
		})
		read[name] = value
		return value, true
	}
	return known
}

// list writes the names of a service's providers into a file, behind those that a resource with that name has listed in it. The library takes a name that it finds again for the same.
func list(file string, providers []string, append bool) error {
	text := ""
	if append {
		before, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		text = string(before) + "\n"
	}
	text += strings.Join(providers, "\n") + "\n"
	if there, err := os.ReadFile(file); err == nil && string(there) == text {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, []byte(text), 0o644)
}

// settle removes what was staged before and is not any more, and lists what is.
func settle(folder string, staged map[string]bool) error {
	list := filepath.Join(folder, Manifest)
	before, err := os.ReadFile(list)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	names := []string{}
	for name := range staged {
		names = append(names, name)
	}
	slices.Sort(names)
	now := []byte(strings.Join(names, "\n"))
	if bytes.Equal(before, now) {
		return nil
	}
	for name := range strings.SplitSeq(string(before), "\n") {
		if name == "" || staged[name] || !filepath.IsLocal(filepath.FromSlash(name)) {
			continue
		}
		if err := os.Remove(filepath.Join(folder, filepath.FromSlash(name))); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return os.WriteFile(list, now, 0o644)
}
