package project

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hotlens/engine/lazyregexp"
)

// This file finds tests that a class has from another one of the project, which it extends or implements, by the texts of both.

var (
	// typeHeader is the head of a type's declaration, with what stands between its name and its body.
	typeHeader = lazyregexp.New(`\b(?:class|interface|record|enum)\s+\w+([^{;]*)\{`)
	importLine = lazyregexp.New(`\bimport\s+([\w.]+(?:\.\*)?)\s*;`)
)

// maxSupertypes bounds how many files are read to find what one inherits.
const maxSupertypes = 20

// supertypesIn are the names of the types that those of a text extend and implement, as they are written, without type arguments.
func supertypesIn(code string) (names []string) {
	for _, header := range typeHeader().FindAllStringSubmatch(code, -1) {
		inherited := false
		for _, word := range strings.FieldsFunc(withoutTypeArguments(header[1]), func(c rune) bool { return strings.ContainsRune(" \t\r\n,()@", c) }) {
			switch word {
			case "extends", "implements":
				inherited = true
			case "permits":
				inherited = false
			default:
				if inherited && !slices.Contains(names, word) {
					names = append(names, word)
				}
			}
		}
	}
	return names
}

// withoutTypeArguments leaves out what stands between angle brackets.
func withoutTypeArguments(text string) string {
	var kept strings.Builder
	depth := 0
	for _, c := range text {
		switch {
		case c == '<':
			depth++
			kept.WriteByte(' ')
		case c == '>' && depth > 0:
			depth--
		case depth == 0:
			kept.WriteRune(c)
		}
	}
	return kept.String()
}

// InheritsTests tells whether the types of a source file of the build, with that text, have tests from others whose sources the build has.
func (b *Build) InheritsTests(path, text string) bool {
	var roots []string
	for _, part := range b.Sets {
		roots = append(roots, part.Set.Roots()...)
	}
	seen := map[string]bool{path: true}
	var inherits func(path, code string) bool
	inherits = func(path, code string) bool {
		for _, name := range supertypesIn(code) {
			file := sourceOf(name, path, code, roots)
			if file == "" || seen[file] || len(seen) > maxSupertypes {
				continue
			}
			seen[file] = true
			content, err := os.ReadFile(file)
			if err != nil {
				continue
			}
			if code := codeOf(b.Decode(content)); testSign().MatchString(code) || inherits(file, code) {
				return true
			}
		}
		return false
	}
	return inherits(path, codeOf(text))
}

// sourceOf is the source file of a type that another one names (JLS 6.5.5): by its whole name, an import of it, its package, or an import of all of a package. "" where there is none.
func sourceOf(name, path, code string, roots []string) string {
	below := func(name string) string {
		for _, root := range roots {
			if file := filepath.Join(root, filepath.FromSlash(strings.ReplaceAll(name, ".", "/"))+".java"); isFile(file) {
				return file
			}
		}
		return ""
	}
	if strings.Contains(name, ".") {
		return below(name)
	}
	imports := importLine().FindAllStringSubmatch(code, -1)
	for _, named := range imports {
		if strings.HasSuffix(named[1], "."+name) {
			return below(named[1])
		}
	}
	if file := filepath.Join(filepath.Dir(path), name+".java"); isFile(file) {
		return file
	}
	for _, root := range roots { // the package may have several folders
		if relative, err := filepath.Rel(root, filepath.Dir(path)); err == nil && filepath.IsLocal(relative) {
			if file := below(filepath.ToSlash(filepath.Join(relative, name))); file != "" {
				return file
			}
		}
	}
	for _, named := range imports {
		if all, found := strings.CutSuffix(named[1], ".*"); found {
			if file := below(all + "." + name); file != "" {
				return file
			}
		}
	}
	return ""
}

// addInherited adds to the files with tests those whose types have some from others, by the names of these: two types of one name are not told apart.
func (l *Looked) addInherited(found *Programs) {
	named := map[string][]string{} // files by the type that they are called after
	for path := range l.files {
		name := strings.TrimSuffix(filepath.Base(path), ".java")
		named[name] = append(named[name], path)
	}
	tested := map[string]bool{}
	for path, holds := range l.files {
		tested[path] = holds.tests
	}
	looking := map[string]bool{}
	var has func(path string) bool
	has = func(path string) bool {
		if tested[path] || looking[path] {
			return tested[path]
		}
		looking[path] = true
		for _, name := range l.files[path].supertypes {
			if slices.ContainsFunc(named[name[strings.LastIndexByte(name, '.')+1:]], has) {
				tested[path] = true
				return true
			}
		}
		return false
	}
	own := len(found.Tests)
	for path := range l.files {
		if has(path) && !l.files[path].tests {
			found.Tests = append(found.Tests, path)
		}
	}
	slices.Sort(found.Tests[own:]) // maps have no order
}
