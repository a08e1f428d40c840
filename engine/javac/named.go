package javac

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"hotlens/vm/classfile"
)

// This file has those sources compiled, too, that a program names in strings, as one does that loads classes by reflection. The compiler follows types, and
// sees none in a string; a build tool compiles all there is, and so the program works where that has run.

// mostNamedRounds bounds how often what is named by what was named is followed, and how often what does not compile is left out: classes that are loaded by
// name are listed together, and seldom name others.
const mostNamedRounds = 8

// naming is what is known of the strings in the classes of an output folder.
type naming struct {
	files   []string              // the sources that were compiled because they are named
	classes map[string]namedClass // by the path of the class file
	hash    string                // of all of them
	names   set                   // in any of them
	folders map[string]listing    // where their sources would be
}

// namedClass is a class file and the strings in it that may be names of classes.
type namedClass struct {
	hash  string // of the file; "" if that is not known
	names []string
}

// compileNamed compiles a request together with the sources that its classes name in strings, when it is the caller's turn. Those of them that
// do not compile are left out: the program may never load them, and whoever opens them is told.
func (s *Service) compileNamed(ctx context.Context, request Request) (*Result, error) {
	if err := request.findRoots(); err != nil {
		return nil, err
	}
	known := s.named[request.OutputDir]
	if known == nil {
		known = &naming{}
		s.named[request.OutputDir] = known
	}
	var refused []string
	files := slices.DeleteFunc(slices.Clone(known.files), func(file string) bool { return slices.Contains(request.Files, file) || !isFile(file) }) // likely to be named again
	for round := 0; ; round++ {
		together := request
		together.Files = append(slices.Clone(request.Files), files...)
		result, err := s.compile(ctx, together)
		switch {
		case err != nil:
			return nil, err
		case result.OK:
			wanted, err := known.wanted(&request, result, s.delivered[request.OutputDir], files, refused)
			if err != nil {
				return nil, err
			}
			if slices.Equal(wanted, files) || round >= mostNamedRounds {
				known.files = files
				return result, nil
			}
			files = wanted
		case len(files) == 0 || result.failsIn(request.Files):
			return result, nil
		default:
			wrong := slices.DeleteFunc(slices.Clone(files), func(file string) bool { return !result.failsIn([]string{file}) })
			if len(wrong) == 0 || round >= mostNamedRounds {
				wrong = files
			}
			refused = append(refused, wrong...)
			files = slices.DeleteFunc(slices.Clone(files), func(file string) bool { return slices.Contains(wrong, file) })
		}
	}
}

// failsIn tells whether an error is in one of some files.
func (r *Result) failsIn(files []string) bool {
	return slices.ContainsFunc(r.Diagnostics, func(d Diagnostic) bool { return d.Kind == Error && slices.Contains(files, d.File) })
}

// wanted are the sources that a result's classes name, in order, but for those that the request has, that types lead to, and that were refused. The result was compiled together with some
// files. Of classes that were delivered the hash is known.
func (n *naming) wanted(request *Request, result *Result, delivered map[string]string, with, refused []string) ([]string, error) {
	if err := n.look(request.OutputDir, result, delivered); err != nil {
		return nil, err
	}
	wanted := []string{}
	if len(n.names) == 0 {
		return wanted, nil
	}
	compiled := set{}
	for i := range result.Index.Files {
		compiled[result.Index.Files[i].Path] = true
	}
	for _, file := range with {
		compiled[file] = false
	}
	for _, file := range slices.Concat(request.Files, refused) {
		compiled[file] = true
	}
	var roots []string
	for _, part := range request.parts() {
		roots = append(roots, part.SourcePath...)
	}
	folders := map[string]listing{} // a program has thousands of strings that are words, and few packages
	for name := range n.names {
		for _, root := range roots {
			file := filepath.Join(root, filepath.FromSlash(strings.ReplaceAll(name, ".", "/"))+sourceSuffix)
			folder := filepath.Dir(file)
			found, looked := folders[folder]
			if !looked {
				found, _ = list(folder, n.folders[folder]) // what cannot be read is not compiled
				folders[folder] = found
			}
			if found.sources[filepath.Base(file)] && !compiled[file] && request.HasFile(file) && isFile(file) {
				wanted = append(wanted, file)
			}
		}
	}
	n.folders = folders
	slices.Sort(wanted)
	return slices.Compact(wanted), nil
}

// look finds the strings in the classes of a result, as far as these are not known.
func (n *naming) look(folder string, result *Result, delivered map[string]string) error {
	if n.hash == result.ClassesHash {
		return nil
	}
	classes, names := make(map[string]namedClass, len(result.Classes)), set{}
	for _, path := range result.Classes {
		relative, err := filepath.Rel(folder, path)
		if err != nil {
			return fmt.Errorf("looking at a compiled class: %w", err)
		}
		hash, class := delivered[strings.TrimSuffix(filepath.ToSlash(relative), ".class")], n.classes[path]
		if hash == "" || class.hash != hash {
			if class, err = readNamed(path, hash); err != nil {
				return err
			}
		}
		classes[path] = class
		for _, name := range class.names {
			names[name] = true
		}
	}
	n.classes, n.names, n.hash = classes, names, result.ClassesHash
	return nil
}

func readNamed(path, hash string) (namedClass, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return namedClass{}, fmt.Errorf("reading a compiled class: %w", err)
	}
	class, err := classfile.Parse(content)
	if err != nil {
		return namedClass{}, fmt.Errorf("reading the compiled class %s: %w", path, err)
	}
	return namedClass{hash, namedIn(class)}, nil
}

// namedIn are the outermost classes that strings of a class may be the binary names of (JLS 13.1).
func namedIn(class *classfile.Class) (names []string) {
	for i := range class.Pool {
		if class.Pool[i].Tag != classfile.TagString {
			continue
		}
		name, err := class.Utf8(class.Pool[i].A)
		if err != nil {
			continue // no class of javac's
		}
		if dollar := strings.IndexByte(name, '$'); dollar > 0 {
			name = name[:dollar]
		}
		if isTypeName(name) && !slices.Contains(names, name) {
			names = append(names, strings.Clone(name)) // the text is part of the file's
		}
	}
	return names
}

// isTypeName tells whether a text may be a qualified name (JLS 6.2).
func isTypeName(text string) bool {
	for part := range strings.SplitSeq(text, ".") {
		if part == "" {
			return false
		}
		for i, r := range part {
			if r != '_' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
				return false
			}
		}
	}
	return true
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
