package project

import (
	"slices"
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
}

// Part is a source set with its module.
type Part struct {
	Module *Module
	Set    *SourceSet
}

// Build returns how to build a source set of the model.
func (m *Model) Build(module *Module, set *SourceSet) *Build {
	b := &Build{Model: m, Module: module, Set: set}
	b.add(module, set)
	for i := 0; i < len(b.Sets); i++ { // add makes it longer
		part := b.Sets[i].Set
		for _, entry := range part.Compile {
			b.entry(entry, &b.CompilePath)
		}
		if i == 0 { // the run path of the set has what all others need
			for _, entry := range part.Run {
				b.entry(entry, &b.RunPath)
			}
		}
	}
	return b
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
