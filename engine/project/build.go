package project

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"hotlens/profiles/sources"
)

// Build says how to compile and run the code of a source set with everything that it needs: other source sets from their sources, and the rest from
// files. Paths are in their order, each once.
type Build struct {
	Model  *Model
	Module *Module
	Set    *SourceSet
	// Sets are the source sets that are compiled from source: the set itself, then those on its class paths.
	Sets []Part
	// SourcePath are the source folders of Sets that are there.
	SourcePath []string
	// CompilePath and RunPath are the files and folders on the class paths.
	CompilePath, RunPath []string

	given   []string                  // see With
	modules func() (*Modules, string) // see Modules
}

// Part is a source set with its module.
type Part struct {
	Module *Module
	Set    *SourceSet
}

// Inputs are the absolute paths of the files that say how all is built, whether or not they are there: those of the model, and the files of properties whose values resources get.
func (b *Build) Inputs() []string {
	inputs := slices.Clone(b.Model.BuildFiles)
	for _, part := range b.Sets {
		for _, resources := range part.Set.Resources {
			if resources.Filter != nil {
				inputs = append(inputs, resources.Filter.Files...)
			}
		}
	}
	slices.Sort(inputs)
	return slices.Compact(inputs)
}

// OnlyTests tells whether the source set is one for tests, beside one that is not.
func (b *Build) OnlyTests() bool {
	return b != nil && b.Set.Test && slices.ContainsFunc(b.Sets, func(p Part) bool { return !p.Set.Test })
}

// Build returns how to build a source set of the model.
func (m *Model) Build(module *Module, set *SourceSet) *Build { return m.BuildTests(module, set, nil) }

// BuildTests returns how to build a source set whose tests run in one of the ways that the build has; nil: it does not say any.
func (m *Model) BuildTests(module *Module, set *SourceSet, testing *Testing) *Build {
	b := &Build{Model: m, Module: module, Set: set}
	b.modules = sync.OnceValues(b.findModules)
	b.add(module, set)
	if testing != nil {
		for _, entry := range testing.Before {
			b.entry(entry, &b.RunPath)
		}
	}
	for i := 0; i < len(b.Sets); i++ { // add makes it longer
		part := b.Sets[i].Set
		for _, entry := range part.Compile {
			b.entry(entry, &b.CompilePath)
		}
		if i == 0 { // the run path of the set has what all others need
			for _, entry := range testing.classPath(part.Run) {
				b.entry(entry, &b.RunPath)
			}
		}
	}
	return b
}

// With is the build with jars and folders that the user adds to the project's: they stand in front on both paths, and where a module requires one of them it is on the module path.
func (b *Build) With(given []string) *Build {
	if len(given) == 0 {
		return b // which may have found its modules already
	}
	with := *b
	with.given, with.CompilePath, with.RunPath = given, ahead(given, b.CompilePath), ahead(given, b.RunPath)
	with.modules = sync.OnceValues(with.findModules)
	return &with
}

// ahead puts some paths in front of others, each once.
func ahead(paths, others []string) []string {
	return append(slices.Clone(paths), slices.DeleteFunc(slices.Clone(others), func(path string) bool { return slices.Contains(paths, path) })...)
}

// classPath is the class path that tests of a source set run on, behind what stands before the set's own.
func (t *Testing) classPath(own []Entry) []Entry {
	if t == nil {
		return own
	}
	there := slices.DeleteFunc(slices.Clone(own), func(entry Entry) bool { return entry.Path != "" && slices.Contains(t.Without, entry.Path) })
	return slices.Concat(there, t.Behind)
}

// entry adds an entry to a path, or to what is compiled.
func (b *Build) entry(entry Entry, path *[]string) {
	if module, set, ok := b.Model.Lookup(entry); ok {
		b.add(module, set)
	} else if entry.Path != "" && !slices.Contains(*path, entry.Path) {
		*path = append(*path, entry.Path)
	}
}

func (b *Build) add(module *Module, set *SourceSet) {
	for _, part := range b.Sets {
		if part.Set == set {
			return
		}
	}
	b.Sets = append(b.Sets, Part{module, set})
	for _, root := range set.Roots() {
		if isFolder(root) && !slices.Contains(b.SourcePath, root) {
			b.SourcePath = append(b.SourcePath, root)
		}
	}
}

// Decode is the text of a source file, in the encoding of the set; of an encoding that is not known here in UTF-8, and so where there is no build. It is for looking at names: javac decodes by itself.
func (b *Build) Decode(content []byte) string {
	if b != nil {
		return b.Set.Compiler.decode(content)
	}
	return string(content)
}

func (c *Compiler) decode(content []byte) string {
	text, err := sources.Decode(content, c.Encoding)
	if err != nil {
		return string(content)
	}
	return text
}

// Missing are the dependencies that could not be found, of all modules that the build needs.
func (b *Build) Missing() []string {
	var all []string
	for _, part := range b.Sets {
		for _, name := range part.Module.Missing {
			if !slices.Contains(all, name) {
				all = append(all, name)
			}
		}
	}
	return all
}

// Options are what javac is told to compile the code with: its options, and the value of its --release, "" for none. Feature is the version of the JDK
// that compiles.
//
// A release that is the JDK's own is left out: it would only hide what the JDK does not export, and cost time (javac then reads another description of the same library).
func (c *Compiler) Options(feature int) (options []string, release string) {
	if c.Encoding != "" {
		options = append(options, "-encoding", c.Encoding)
	}
	options = append(options, c.Arguments...)
	own := strconv.Itoa(feature)
	switch {
	case slices.Contains(c.Arguments, PreviewOption):
		return options, own
	case c.Release != "" && c.Release != own:
		return options, c.Release
	case c.Release == "" && c.Source != "" && languageLevel(c.Source) < feature:
		options = append(options, "-source", level(c.Source))
		if c.Target != "" && languageLevel(c.Target) < feature {
			options = append(options, "-target", level(c.Target))
		}
	}
	return options, ""
}

// Level is the version of Java that the code is for, which no older JDK compiles; 0 where the project does not say.
func (b *Build) Level() int { return b.Set.Compiler.level() }

func (c *Compiler) level() int { return languageLevel(cmp.Or(c.Release, c.Source)) }

// leastLevel is the oldest source level that a JDK 17 compiles. Projects that name an older one mean to say that they do not care.
const leastLevel = 7

// languageLevel is the number of a source level: 8 for "1.8" and "8", 0 for what is none.
func languageLevel(text string) int {
	n, err := strconv.Atoi(strings.TrimPrefix(text, "1."))
	if err != nil {
		return 0
	}
	return n
}

func level(text string) string { return strconv.Itoa(max(languageLevel(text), leastLevel)) }

// Resources are the folders of resources that are there, of all sets of the build, in their order.
func (b *Build) Resources() []Resources {
	var all []Resources
	for _, part := range b.Sets {
		for _, resources := range part.Resources() {
			if !slices.ContainsFunc(all, func(r Resources) bool { return r.equal(resources) }) {
				all = append(all, resources)
			}
		}
	}
	return all
}

// Resources are the folders of resources of the source set that are there.
func (p Part) Resources() []Resources {
	return slices.DeleteFunc(slices.Clone(p.Set.Resources), func(r Resources) bool { return !isFolder(r.Folder) })
}

func (r Resources) equal(other Resources) bool {
	return r.Folder == other.Folder && r.Target == other.Target && r.Filtered == other.Filtered && slices.Equal(r.Includes, other.Includes) && slices.Equal(r.Excludes, other.Excludes)
}

// AsIs tells whether the folder itself can stand on a class path: all its files belong to it, unchanged.
func (r Resources) AsIs() bool {
	return len(r.Includes) == 0 && len(r.Excludes) == 0 && !r.Filtered && (r.Target == "" || r.Target == ".")
}
