package languages

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf16"

	"hotlens/engine/project"
	"hotlens/profiles"
	"hotlens/profiles/lazyregexp"
	"hotlens/profiles/sources"
)

// This file finds where the methods of other languages are declared.

// maxSourceBytes is of what size source files are looked at: larger ones were made by a program.
const maxSourceBytes = 4 << 20

// Index is what a profile says of source files in other languages below some folders, whose classes lie in a folder: where the methods stand that have run. The notes, a sentence each, are about files that are newer than
// their classes.
func Index(p *profiles.Profile, roots []string, classes string) (files []sources.File, notes []string) {
	wanted := map[string][]*profiles.Method{} // by the path of the source
	packages := map[string]string{}
	known := newSources(roots)
	for i := range p.Methods {
		m := &p.Methods[i]
		if m.Origin != profiles.OriginApp || project.Languages[filepath.Ext(m.File)] == "" {
			continue
		}
		folder := strings.TrimSuffix(m.Class[:strings.LastIndexByte(m.Class, '/')+1], "/")
		if path := known.find(folder, m.File); path != "" {
			wanted[path], packages[path] = append(wanted[path], m), folder
		}
	}
	for _, path := range slices.Sorted(maps.Keys(wanted)) {
		text, stale := read(path, wanted[path], classes)
		if stale {
			notes = append(notes, fmt.Sprintf("%s is newer than its classes: build the project to see what it does", path))
		}
		if text == "" || stale {
			continue
		}
		sum := sha256.Sum256([]byte(text))
		file := sources.File{Path: path, Hash: hex.EncodeToString(sum[:]), TextHash: sources.HashText(text), Package: strings.ReplaceAll(packages[path], "/", ".")}
		lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
		for _, m := range wanted[path] {
			if !slices.Contains(file.Types, m.Class) {
				file.Types = append(file.Types, m.Class)
			}
			if declared, found := declaration(lines, m); found {
				file.Methods = append(file.Methods, declared)
			}
		}
		slices.SortFunc(file.Methods, func(a, b sources.Method) int {
			return cmp.Or(cmp.Compare(a.NameRange.Start.Line, b.NameRange.Start.Line), cmp.Compare(a.NameRange.Start.Character, b.NameRange.Start.Character))
		})
		files = append(files, file)
	}
	return files, notes
}

// read is the text of a source file, and whether it is newer than the class of one of its methods.
func read(path string, methods []*profiles.Method, classes string) (text string, stale bool) {
	info, err := os.Stat(path)
	if err != nil || info.Size() > maxSourceBytes {
		return "", false
	}
	for _, m := range methods {
		if class, err := os.Stat(filepath.Join(classes, filepath.FromSlash(m.Class)+".class")); err == nil && class.ModTime().Before(info.ModTime()) {
			return "", true
		}
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return "", false
	}
	return string(content), false
}

// found are the source files below some folders, by their names.
type found map[string][]string

func newSources(roots []string) found {
	all := found{}
	for _, root := range roots {
		_ = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error { // what cannot be read has no place
			if err == nil && !entry.IsDir() && project.Languages[filepath.Ext(path)] != "" {
				all[entry.Name()] = append(all[entry.Name()], path)
			}
			return nil
		})
	}
	return all
}

// find is the file of a name with the package that lies in a folder; "" if there is none. Files need not lie in a folder that is called after the package.
func (f found) find(folder, name string) string {
	for _, path := range f[name] {
		if folder == "" || strings.HasSuffix(filepath.ToSlash(filepath.Dir(path)), "/"+folder) {
			return path
		}
	}
	for _, path := range f[name] {
		content, err := os.ReadFile(path)
		if err == nil && packageOf(string(content)) == strings.ReplaceAll(folder, "/", ".") {
			return path
		}
	}
	return ""
}

var packageClause = lazyregexp.New(`(?m)^\s*package\s+([\w.` + "`" + `]+)`)

// packageOf is the package that a text declares, in several clauses perhaps, as Scala has them.
func packageOf(text string) string {
	var parts []string
	for _, match := range packageClause().FindAllStringSubmatch(text, -1) {
		parts = append(parts, strings.ReplaceAll(match[1], "`", ""))
	}
	return strings.Join(parts, ".")
}

// farthest is how many lines in front of a method's body its declaration may begin: parameters and annotations stand between them.
const farthest = 40

// operators are the characters of names as Scala's compiler writes them in class files (scala.reflect.NameTransformer).
var operators = strings.NewReplacer("$tilde", "~", "$eq", "=", "$less", "<", "$greater", ">", "$bang", "!", "$hash", "#", "$percent", "%", "$up", "^", "$amp", "&", "$bar", "|", "$times", "*",
	"$div", "/", "$plus", "+", "$minus", "-", "$colon", ":", "$bslash", `\`, "$qmark", "?", "$at", "@")

// declaration finds where a method is declared: at the nearest line in front of its body that declares that name. It reports false for what the compiler has made.
func declaration(lines []string, m *profiles.Method) (sources.Method, bool) {
	pattern := declares(m)
	if pattern == nil || m.Line < 1 || m.Line > len(lines) {
		return sources.Method{}, false
	}
	for at := m.Line - 1; at >= 0 && at >= m.Line-1-farthest; at-- {
		match := pattern.FindStringSubmatchIndex(lines[at])
		if match == nil {
			continue
		}
		group := 1
		for match[2*group] < 0 {
			group++
		}
		name := sources.Range{
			Start: sources.Position{Line: at, Character: units(lines[at][:match[2*group]])},
			End:   sources.Position{Line: at, Character: units(lines[at][:match[2*group+1]])},
		}
		whole := sources.Range{Start: name.Start, End: sources.Position{Line: m.Line - 1, Character: units(lines[m.Line-1])}}
		return sources.Method{
			Class: m.Class, Name: m.Name, Descriptor: m.Descriptor, NameRange: name, Range: whole, Body: whole,
			Hash: sources.HashText(strings.Join(lines[at:m.Line], "\n")),
		}, true
	}
	return sources.Method{}, false
}

// units is the length of a text in the units that editors count columns in.
func units(text string) int { return len(utf16.Encode([]rune(text))) }

// declares is what a line looks like that declares a method; the group that matches is the name. Nil for a method that nobody has written.
func declares(m *profiles.Method) *regexp.Regexp {
	name := operators.Replace(m.Name)
	simple := m.Class[strings.LastIndexByte(m.Class, '/')+1:]
	simple = simple[strings.LastIndexByte(strings.TrimRight(simple, "$"), '$')+1:]
	simple = strings.TrimRight(simple, "$")
	if strings.Contains(name, "$") || strings.Contains(simple, "_closure") || name == "<clinit>" {
		return nil
	}
	quoted := "(`?" + regexp.QuoteMeta(name) + "`?)"
	switch language := filepath.Ext(m.File); {
	case name == "<init>" && language == ".groovy":
		return regexp.MustCompile(`(?:\bclass\s+|^\s*(?:\w+\s+)*)(` + regexp.QuoteMeta(simple) + `)\b\s*[({]?`)
	case name == "<init>":
		return regexp.MustCompile(`\b(?:class|object)\s+(` + regexp.QuoteMeta(simple) + `)\b`)
	case language == ".kt":
		if property := propertyOf(name); property != "" {
			return regexp.MustCompile(`\bfun\b[^=({]*?[\s.>]` + quoted + `\s*\(|\bva[lr]\b[^=({]*?[\s.>]` + "(`?" + regexp.QuoteMeta(property) + "`?)" + `\b`)
		}
		return regexp.MustCompile(`\bfun\b[^=({]*?[\s.>]` + quoted + `\s*\(`)
	case language == ".scala":
		return regexp.MustCompile(`\b(?:def|val|var)\s+` + quoted + `(?:[\s\[(:={]|$)`)
	default:
		return regexp.MustCompile(`(?:\bdef\b|\w[\w<>\[\], .]*)\s+['"]?` + quoted + `['"]?\s*\([^)]*[){,]?\s*(?:\{|throws\b|,|$)`)
	}
}

// propertyOf is the property of Kotlin's that an accessor may belong to; "" for none.
func propertyOf(name string) string {
	rest, ok := strings.CutPrefix(name, "get")
	if !ok {
		rest, ok = strings.CutPrefix(name, "set")
	}
	if !ok || rest == "" || rest[0] < 'A' || rest[0] > 'Z' {
		return ""
	}
	return strings.ToLower(rest[:1]) + rest[1:]
}
