package project

import (
	"maps"
	"path/filepath"
	"slices"
)

// This file is about code of a project that is not Java: hotlens does not compile it, but takes the classes that the build tool has made of it.

// Languages are the other languages of the JVM whose sources can be found, by the suffixes of their files, with the name of the folder that build tools look for them in, beside java.
var Languages = map[string]string{".kt": "kotlin", ".scala": "scala", ".groovy": "groovy"}

// OtherSources are the folders of sources in other languages that a build has: beside those of its Java sources, or among the sources themselves.
func (b *Build) OtherSources() []string {
	var all []string
	for _, part := range b.Sets {
		for _, root := range part.Set.Sources {
			for _, language := range slices.Sorted(maps.Values(Languages)) {
				folder := filepath.Join(filepath.Dir(root), language)
				if isFolder(folder) && !slices.Contains(all, folder) {
					all = append(all, folder)
				}
			}
		}
	}
	return all
}
