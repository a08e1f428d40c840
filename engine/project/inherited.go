package project

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hotlens/profiles/lazyregexp"
)

// This file finds tests that a class has from another one of the project, which it extends or implements, by the texts of both.

var (
	// typeHeader is the head of a type's declaration: what makes it abstract, its kind, its name, and what stands between that and its body.
	typeHeader = lazyregexp.New(`(\babstract\s+(?:\w+\s+)*)?\b(class|interface|record|enum)\s+(\w+)([^{;]*)\{`)
	importLine = lazyregexp.New(`\bimport\s+([\w.]+(?:\.\*)?)\s*;`)
)

// maxSupertypes bounds how many files are read to find what one inherits.
const maxSupertypes = 20

// declaredType is a type that a text declares.
type declaredType struct {
	name       string
	abstract   bool     // there are no objects of itself (JLS 8.1.1.1), as it is an interface perhaps
	supertypes []string // those that it extends and implements, as they are written, without type arguments
}

// typesIn are the types that a text declares, in its order.
func typesIn(code string) (types []declaredType) {
	for _, header := range typeHeader().FindAllStringSubmatch(code, -1) {
		declared := declaredType{name: header[3], abstract: header[1] != "" || header[2] == "interface"}
		inherited := false
		for _, word := range strings.FieldsFunc(withoutTypeArguments(header[4]), func(c rune) bool { return strings.ContainsRune(" \t\r\n,()@", c) }) {
			switch word {
			case "extends", "implements":
				inherited = true
			case "permits":
				inherited = false
			default:
				if inherited && !slices.Contains(declared.supertypes, word) {
					declared.supertypes = append(declared.supertypes, word)
				}
			}
		}
		types = append(types, declared)
	}
	return types
}

// TypesOf are the names of the types that the text of a source file declares, nested ones included, in its order.
func TypesOf(text string) (names []string) {
	for _, declared := range typesIn(codeOf(text)) {
		names = append(names, declared.name)
	}
	return names
}

// supertypesOf are the names of the types that some extend and implement.
func supertypesOf(types []declaredType) (names []string) {
	for _, declared := range types {
		for _, name := range declared.supertypes {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// hasAbstract tells whether one of some types is that which a source file is called after, and there are no objects of it.
func hasAbstract(types []declaredType, path string) bool {
	name := typeOf(path)
	return slices.ContainsFunc(types, func(t declaredType) bool { return t.name == name && t.abstract })
}

// typeOf is the name of the type that a source file is called after.
func typeOf(path string) string { return strings.TrimSuffix(filepath.Base(path), ".java") }

// ClassName is the class that a source file below some roots is called after, with dots.
func ClassName(roots []string, file string) string {
	if name := PackageBelow(roots, file); name != "" {
		return name + "." + typeOf(file)
	}
	return typeOf(file)
}

// IsAbstract tells whether the type that a source file is called after, with that text, is one of which there are no objects: tests that it declares are those of the classes that extend it.
func IsAbstract(path, text string) bool {
	return (strings.Contains(text, "abstract") || strings.Contains(text, "interface")) && hasAbstract(typesIn(codeOf(text)), path)
}

// AbstractTypes are the types that a text declares, nested ones included, of which there are no objects.
func AbstractTypes(text string) (names []string) {
	if !strings.Contains(text, "abstract") && !strings.Contains(text, "interface") {
		return nil
	}
	for _, declared := range typesIn(codeOf(text)) {
		if declared.abstract {
			names = append(names, declared.name)
		}
	}
	return names
}

// ClassOf is a type, by its name alone, that a source file below some roots declares, with dots.
func ClassOf(roots []string, file, typeName string) string {
	return declaredIn{file, typeName}.named(roots)
}

// declaredIn is a type with the source file that declares it.
type declaredIn struct{ file, name string }

// named is its class below some roots, with dots: that which the file is called after, or one that is nested there.
func (d declaredIn) named(roots []string) string {
	class := ClassName(roots, d.file)
	if d.name != typeOf(d.file) {
		class += "." + d.name
	}
	return class
}

// Heirs are the classes of the build's own source set that there can be objects of and that extend or implement a type which a source file declares, over others perhaps. They are named with dots, in
// an order that the sources decide.
func (b *Build) Heirs(path, typeName string) (names []string) {
	roots := b.Set.Roots()
	type source struct {
		path, root, code string
		types            []declaredType
	}
	var sources []source // that extend or implement anything
	for _, root := range roots {
		EachSource(root, func(path string) bool {
			text, err := os.ReadFile(path)
			if err != nil || !bytes.Contains(text, []byte("extends")) && !bytes.Contains(text, []byte("implements")) {
				return true
			}
			code := codeOf(b.Decode(text))
			sources = append(sources, source{path, root, code, typesIn(code)})
			return len(sources) < maxSourceFiles
		})
	}
	above := map[declaredIn]bool{{path, typeName}: true} // that are extended
	for found := true; found; {
		found = false
		for _, s := range sources {
			for _, declared := range s.types {
				extends := slices.ContainsFunc(declared.supertypes, func(name string) bool { return above[declarationOf(name, s.path, s.code, s.types, roots)] })
				if !extends {
					continue
				}
				heir := declaredIn{s.path, declared.name}
				found = found || !above[heir]
				above[heir] = true
				if name := heir.named([]string{s.root}); !declared.abstract && !slices.Contains(names, name) {
					names = append(names, name)
				}
			}
		}
	}
	return names
}

// declarationOf is the type that a source file, which declares some types itself, names: one of its own, that which another file is called after, or one that is nested there (JLS 6.5.5).
func declarationOf(name, path, code string, own []declaredType, roots []string) declaredIn {
	around, simple := "", name
	if dot := strings.LastIndexByte(name, '.'); dot >= 0 {
		around, simple = name[:dot], name[dot+1:]
	}
	if (around == "" || around == typeOf(path)) && slices.ContainsFunc(own, func(t declaredType) bool { return t.name == simple }) {
		return declaredIn{path, simple}
	}
	if file := sourceOf(name, path, code, roots); file != "" {
		return declaredIn{file, simple}
	}
	if around == "" {
		for _, named := range importLine().FindAllStringSubmatch(code, -1) {
			if strings.HasSuffix(named[1], "."+name) {
				return declarationOf(named[1], path, code, nil, roots)
			}
		}
		return declaredIn{}
	}
	return declaredIn{sourceOf(around, path, code, roots), simple}
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
		for _, name := range supertypesOf(typesIn(code)) {
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

// inherited are the files with tests whose types those of the others extend and implement, over others perhaps, the nearest first, by the names of these: two types of one name are not told apart.
func (l *Looked) inherited() map[string][]string {
	named := map[string][]string{} // files by the type that they are called after
	for path := range l.files {
		named[typeOf(path)] = append(named[typeOf(path)], path)
	}
	for _, paths := range named {
		slices.Sort(paths) // maps have no order
	}
	found := map[string][]string{}
	for path, holds := range l.files {
		if len(holds.supertypes) == 0 {
			continue
		}
		seen := map[string]bool{path: true}
		for at := []string{path}; len(at) > 0; {
			var next []string
			for _, below := range at {
				for _, name := range l.files[below].supertypes {
					for _, file := range named[name[strings.LastIndexByte(name, '.')+1:]] {
						if seen[file] {
							continue
						}
						seen[file] = true
						next = append(next, file)
						if l.files[file].tests {
							found[path] = append(found[path], file)
						}
					}
				}
			}
			at = next
		}
	}
	return found
}
