package javac

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"hotlens/profiles"
	"hotlens/vm/classfile"
)

// This file has those sources compiled, too, that a program names in strings, as one does that loads classes by reflection, or in resources. The compiler follows types, and
// sees none in a string; a build tool compiles all there is, and so the program works where that has run.

const (
	// mostNamedRounds bounds how often what is named by what was named is followed: classes that are loaded by name are listed together, and seldom name others.
	mostNamedRounds = 8
	// mostNamedTries bounds how often it is tried which of the sources that are named compile. What is left then counts as if it did not.
	mostNamedTries = 16
	// mostNames bounds how many classes are compiled because a program lists their folders: more than any source root has.
	mostNames = 100_000
)

// naming is what is known of the strings in the classes of an output folder.
type naming struct {
	files     []string              // the sources that were compiled because they are named
	classes   map[string]namedClass // by the path of the class file
	hash      string                // of all of them
	inClasses set                   // in any of them
	missed    set                   // of classes that the program has looked for when it ran: it puts their names together
	packages  set                   // of which the program has listed the classes, with those below; "" means all
	resources resources
	names     set                // in the classes and the resources
	folders   map[string]listing // where their sources would be
	sources   map[string]string  // the class that each source which was looked for declares
}

// packageClass ends the name of the class that has a package's annotations (JLS 7.4.1).
const packageClass = ".package-info"

// namedClass is a class file and the strings in it that may be names of classes.
type namedClass struct {
	hash  string // of the file; "" if that is not known
	names []string
}

// compileNamed compiles a request together with the sources that its classes name in strings, when it is the caller's turn. Those of them that
// do not compile, or that use something which does not, are left out: the program may never load them, and whoever opens them is told.
func (s *Service) compileNamed(ctx context.Context, request Request) (*Result, error) {
	if err := request.findRoots(); err != nil {
		return nil, err
	}
	known := s.namingOf(request.OutputDir)
	known.resources.look(request.Resources)
	likely := slices.DeleteFunc(slices.Clone(known.files), func(file string) bool { return slices.Contains(request.Files, file) || !isFile(file) }) // to be named again
	sieve := &sieve{service: s, request: &request, sources: known.sources, files: likely}
	result, err := sieve.compile(ctx, nil)
	if err != nil || !result.OK && (len(likely) == 0 || result.failsIn(request.Files)) {
		return result, err
	}
	if !result.OK {
		sieve.files = nil
		if result, err = sieve.compile(ctx, nil); err != nil || !result.OK {
			return result, err // the program itself does not compile
		}
	}
	for range mostNamedRounds {
		wanted, err := known.wanted(&request, result, s.delivered[request.OutputDir], sieve)
		if err != nil {
			return nil, err
		}
		if slices.Equal(wanted, sieve.files) {
			break
		}
		if result, err = sieve.want(ctx, wanted); err != nil || !result.OK {
			return result, err
		}
	}
	known.files = sieve.files
	result.LeftOut = slices.DeleteFunc(sieve.leftOut, func(l LeftOut) bool { return !known.names[l.Class] })
	slices.SortFunc(result.LeftOut, func(a, b LeftOut) int { return strings.Compare(a.File, b.File) })
	return result, nil
}

// Miss has the source of a class compiled from now on, with what else goes into an output folder: the program has looked for it; or, by the name of a package with "*" behind it, and "*" alone, all
// that the program would find there if everything had been compiled (see filesystem.View.CompileOnDemand). A text that is no such name is of no effect.
func (s *Service) Miss(ctx context.Context, outputDir, name string) error {
	if err := s.turn.Take(ctx); err != nil {
		return err
	}
	defer s.turn.Give()
	known := s.namingOf(outputDir)
	switch pack, all := strings.CutSuffix(name, "*"); {
	case name == "*", all && isTypeName(strings.TrimSuffix(pack, ".")) && strings.HasSuffix(pack, "."):
		known.packages[strings.TrimSuffix(pack, ".")] = true
	case isTypeName(strings.TrimSuffix(name, packageClass)):
		known.missed[name] = true
	}
	return nil
}

// namingOf is what is known of an output folder.
func (s *Service) namingOf(outputDir string) *naming {
	known := s.named[outputDir]
	if known == nil {
		known = &naming{sources: map[string]string{}, missed: set{}, packages: set{}}
		s.named[outputDir] = known
	}
	return known
}

// sieve compiles a request, which compiles without them, together with those of some sources that compile.
type sieve struct {
	service *Service
	request *Request
	sources map[string]string // see naming
	files   []string          // that compile together with the request, in order
	leftOut []LeftOut
	tries   int
}

// compile compiles the request with the files that compile, and with more.
func (v *sieve) compile(ctx context.Context, more []string) (*Result, error) {
	named := slices.Concat(v.files, more)
	slices.Sort(named) // the same files in the same order are known from the last time
	together := *v.request
	together.Files = slices.Concat(v.request.Files, named)
	return v.service.compile(ctx, together)
}

// want compiles the request with those of some sources that compile, and with no others.
func (v *sieve) want(ctx context.Context, wanted []string) (*Result, error) {
	more := slices.DeleteFunc(slices.Clone(wanted), func(file string) bool { return slices.Contains(v.files, file) })
	v.files = slices.DeleteFunc(v.files, func(file string) bool { return !slices.Contains(wanted, file) })
	if result, err := v.add(ctx, more); err != nil || result.OK {
		return result, err
	}
	return v.compile(ctx, nil)
}

// add compiles the request with more sources, but for those that have errors and, by halves, those that use what has: javac does not say who they are. The result is that of the
// last try.
func (v *sieve) add(ctx context.Context, more []string) (*Result, error) {
	for {
		result, err := v.compile(ctx, more)
		if err != nil || len(more) == 0 {
			return result, err
		}
		if v.tries++; result.OK {
			v.files = append(v.files, more...)
			slices.Sort(v.files)
			return result, nil
		}
		wrong := slices.DeleteFunc(slices.Clone(more), func(file string) bool { return !result.failsIn([]string{file}) })
		switch {
		case len(more) == 1 || len(wrong) == 0 && v.tries >= mostNamedTries:
			v.leave(more, result)
			return result, nil
		case len(wrong) > 0:
			v.leave(wrong, result)
			more = slices.DeleteFunc(more, func(file string) bool { return slices.Contains(wrong, file) })
			if len(more) == 0 {
				return result, nil
			}
		default:
			half := len(more) / 2
			if _, err := v.add(ctx, slices.Clone(more[:half])); err != nil {
				return nil, err
			}
			more = more[half:]
		}
	}
}

// leave leaves files out for the errors of a compilation.
func (v *sieve) leave(files []string, result *Result) {
	for _, file := range files {
		v.leftOut = append(v.leftOut, LeftOut{Class: v.sources[file], File: file, Error: result.firstError(file)})
	}
}

// firstError is the first error in a file or, if there is none, of all.
func (r *Result) firstError(file string) (first Diagnostic) {
	for _, d := range r.Diagnostics {
		switch {
		case d.Kind != Error:
		case d.File == file:
			return d
		case first.Kind == "":
			first = d
		}
	}
	return first
}

// failsIn tells whether an error is in one of some files.
func (r *Result) failsIn(files []string) bool {
	return slices.ContainsFunc(r.Diagnostics, func(d Diagnostic) bool { return d.Kind == Error && slices.Contains(files, d.File) })
}

// wanted are the sources that a result's classes name, in order, but for those that the request has, that types lead to, and that were left out. The result was compiled together with those
// of the sieve. Of classes that were delivered the hash is known.
func (n *naming) wanted(request *Request, result *Result, delivered map[string]string, sieve *sieve) ([]string, error) {
	if err := n.look(request.OutputDir, result, delivered); err != nil {
		return nil, err
	}
	var roots []string
	for _, part := range request.parts() {
		roots = append(roots, part.SourcePath...)
	}
	folders := map[string]listing{} // a program has thousands of strings that are words, and few packages
	listed := func(folder string) listing {
		found, looked := folders[folder]
		if !looked {
			found, _ = list(folder, n.folders[folder]) // what cannot be read is not compiled
			folders[folder] = found
		}
		return found
	}
	first := set{} // parts of the names of packages
	for _, root := range roots {
		for _, name := range listed(root).folders {
			first[name] = true
		}
	}
	n.gatherNames(first)
	for name := range n.packages {
		n.addPackage(request, name, listed)
	}
	wanted := []string{}
	if len(n.names) == 0 {
		return wanted, nil
	}
	compiled := set{}
	for i := range result.Index.Files {
		compiled[result.Index.Files[i].Path] = true
	}
	for _, file := range sieve.files {
		compiled[file] = false
	}
	for _, file := range request.Files {
		compiled[file] = true
	}
	for _, left := range sieve.leftOut {
		compiled[left.File] = true
	}
	for name := range n.names {
		for _, root := range roots {
			file := filepath.Join(root, filepath.FromSlash(strings.ReplaceAll(name, ".", "/"))+sourceSuffix)
			if listed(filepath.Dir(file)).sources[filepath.Base(file)] && !compiled[file] && request.HasFile(file) && isFile(file) {
				wanted = append(wanted, file)
				n.sources[file] = name
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
	n.classes, n.inClasses, n.hash = classes, names, result.ClassesHash
	return nil
}

// gatherNames puts together the names in the classes, those that were missed, and those in resources that begin as the packages of the sources do.
func (n *naming) gatherNames(first set) {
	n.names = maps.Clone(n.inClasses)
	maps.Copy(n.names, n.missed)
	for _, file := range n.resources.files {
		for _, name := range file.names {
			if before, _, _ := strings.Cut(name, "."); first[before] {
				n.names[name] = true
			}
		}
	}
}

// addPackage adds the names of what a package has, and the packages below it. A folder that only the sources have, and not the classes, may be wanted for other files in it, which the program would
// not find any more if there were one with classes: it is left as it is.
func (n *naming) addPackage(request *Request, name string, listed func(folder string) listing) {
	for _, part := range request.parts() {
		for _, root := range part.SourcePath {
			n.addBelow(root, filepath.Join(request.OutputDir, part.Folder), name, listed)
		}
	}
}

func (n *naming) addBelow(root, classes, name string, listed func(folder string) listing) {
	folder, prefix := filepath.FromSlash(strings.ReplaceAll(name, ".", "/")), ""
	if name != "" {
		prefix = name + "."
	}
	found := listed(filepath.Join(root, folder))
	if len(found.others) > 0 && !isFolder(filepath.Join(classes, folder)) {
		return
	}
	for source := range found.sources {
		if len(n.names) < mostNames {
			n.names[prefix+strings.TrimSuffix(source, sourceSuffix)] = true
		}
	}
	for _, below := range found.folders {
		if isTypeName(below) {
			n.addBelow(root, classes, prefix+below, listed)
		}
	}
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
	for _, k := range class.Pool.All() {
		if k.Tag != classfile.TagString {
			continue
		}
		name, err := class.Utf8(k.A)
		if err != nil {
			continue // no class of javac's
		}
		name = profiles.Outermost(name)
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

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
