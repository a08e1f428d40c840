package project

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hotlens/engine/javac"
)

// This file finds sources that a build has generated: plugins add their folders only when they run, so that a model which was read without running them does not have
// them.

// maxGenerated bounds how many files and folders are looked at in one of SourceSet.GeneratedIn. Below a folder that packages begin in nothing is.
const maxGenerated = 2000

// generatedRoots are the folders below a folder that packages of generated sources begin in.
func generatedRoots(folder string) []string {
	if !isFolder(folder) {
		return nil
	}
	var roots []string
	seen := 0
	_ = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if seen++; seen > maxGenerated {
			return fs.SkipAll
		}
		if err != nil {
			return nil // what cannot be read holds nothing
		}
		if slices.ContainsFunc(roots, func(root string) bool { return Within(root, path) }) {
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if entry.IsDir() || !strings.HasSuffix(path, ".java") || entry.Name() == ModuleFile {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return nil
		}
		if root := javac.SourceRoot(path, string(text)); Within(folder, root) {
			roots = append(roots, root)
		}
		return nil
	})
	return roots
}

// Ungenerated tells whether sources of the build may be missing because it has not been run: it generates some, and has left nothing of them.
func (b *Build) Ungenerated() bool {
	return slices.ContainsFunc(b.Sets, func(part Part) bool {
		return part.Set.Generates && len(part.Set.Generated) == 0 && !slices.ContainsFunc(part.Set.Outputs, isFolder)
	})
}

// ByProcessors are the folders of sources on the source path that annotation processors have made, by the names that Maven and Gradle give them.
func (b *Build) ByProcessors() []string {
	var all []string
	for _, part := range b.Sets {
		for _, root := range part.Set.Generated {
			if base := filepath.Base(root); base == "annotations" || base == "test-annotations" || strings.Contains(filepath.ToSlash(root), "/annotationProcessor/") {
				all = append(all, root)
			}
		}
	}
	return all
}

// withGenerated returns the model with the generated sources that are there now. It is the same model if these are the same as before.
func (m *Model) withGenerated() *Model {
	var next *Model
	for i := range m.Modules {
		for j := range m.Modules[i].Sets {
			set := &m.Modules[i].Sets[j]
			var found []string
			for _, folder := range matching(set.GeneratedIn) {
				for _, root := range generatedRoots(folder) {
					if !slices.Contains(set.Sources, root) && !slices.Contains(found, root) {
						found = append(found, root)
					}
				}
			}
			if slices.Equal(found, set.Generated) {
				continue
			}
			if next == nil {
				next = m.clone()
			}
			next.Modules[i].Sets[j].Generated = found
		}
	}
	if next == nil {
		return m
	}
	return next
}

// matching are the folders that patterns mean.
func matching(patterns []string) []string {
	var folders []string
	for _, pattern := range patterns {
		if isFolder(pattern) {
			folders = append(folders, pattern)
			continue
		}
		found, _ := filepath.Glob(pattern) // what is no pattern means nothing
		folders = append(folders, found...)
	}
	return folders
}

// clone copies the model as far as its source sets, which are copied, too.
func (m *Model) clone() *Model {
	c := *m
	c.Modules = slices.Clone(m.Modules)
	for i := range c.Modules {
		c.Modules[i].Sets = slices.Clone(c.Modules[i].Sets)
	}
	return &c
}
