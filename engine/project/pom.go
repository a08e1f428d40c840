package project

import (
	"bytes"
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"slices"
)

// This file reads of POMs what leads from one to the others; what is in them Maven itself has to say.

const pomFile = "pom.xml"

// maxPomBytes is more than any POM has.
const maxPomBytes = 8 << 20

// maxModules bounds how many POMs are followed.
const maxModules = 10_000

// pom is what leads to other POMs.
type pom struct {
	Modules  []string `xml:"modules>module"`
	Projects []string `xml:"subprojects>subproject"` // as Maven 4 says it
	Profiles []struct {
		Modules  []string `xml:"modules>module"`
		Projects []string `xml:"subprojects>subproject"`
	} `xml:"profiles>profile"`
	Parent *struct {
		RelativePath *string `xml:"relativePath"`
	} `xml:"parent"`
}

// readPom reads a POM; one that cannot be read leads nowhere.
func readPom(path string) pom {
	var p pom
	if info, err := os.Stat(path); err != nil || info.Size() > maxPomBytes {
		return p
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return p
	}
	decoder := xml.NewDecoder(bytes.NewReader(text))
	decoder.Strict = false
	decoder.CharsetReader = func(_ string, input io.Reader) (io.Reader, error) { return newLatin1Reader(input) }
	_ = decoder.Decode(&p) // what stands in front of an error counts
	return p
}

// newLatin1Reader takes bytes for characters. The names that count are ASCII in all encodings that POMs are written in.
func newLatin1Reader(input io.Reader) (io.Reader, error) {
	text, err := io.ReadAll(input)
	if err != nil {
		return nil, err
	}
	characters := make([]rune, len(text))
	for i, b := range text {
		characters[i] = rune(b)
	}
	return bytes.NewReader([]byte(string(characters))), nil
}

// modulePaths are the POMs of the modules that a POM lists, those of all profiles included.
func (p *pom) modulePaths(path string) []string {
	names := slices.Concat(p.Modules, p.Projects)
	for _, profile := range p.Profiles {
		names = slices.Concat(names, profile.Modules, profile.Projects)
	}
	var paths []string
	for _, name := range names {
		paths = append(paths, pomAt(filepath.Join(filepath.Dir(path), filepath.FromSlash(name))))
	}
	return paths
}

// parentPath is the POM that a POM says to inherit from, if that may be in the project; "" if it comes from a repository.
func (p *pom) parentPath(path string) string {
	if p.Parent == nil {
		return ""
	}
	relative := ".."
	if p.Parent.RelativePath != nil {
		if relative = *p.Parent.RelativePath; relative == "" {
			return ""
		}
	}
	return pomAt(filepath.Join(filepath.Dir(path), filepath.FromSlash(relative)))
}

// pomAt is the POM that a path means, which may be its folder's.
func pomAt(path string) string {
	if isFolder(path) {
		return filepath.Join(path, pomFile)
	}
	return path
}

// mavenRoot is the folder in which Maven has to be called for a POM: that of the topmost POM whose modules have it among them, however many levels
// below. Only POMs that permitted says yes to are followed.
func mavenRoot(path string, permitted func(string) bool) string {
	root := path
	seen := map[string]bool{}
	for !seen[root] {
		seen[root] = true
		p := readPom(root)
		candidates := []string{p.parentPath(root)}
		for folder := filepath.Dir(filepath.Dir(root)); ; folder = filepath.Dir(folder) {
			candidates = append(candidates, filepath.Join(folder, pomFile))
			if folder == filepath.Dir(folder) {
				break
			}
		}
		i := slices.IndexFunc(candidates, func(candidate string) bool {
			if candidate == "" || seen[candidate] || !isFile(candidate) || !permitted(candidate) {
				return false
			}
			above := readPom(candidate)
			return slices.Contains(above.modulePaths(candidate), root)
		})
		if i < 0 {
			break
		}
		root = candidates[i]
	}
	return filepath.Dir(root)
}

// reactorPoms are the POMs of a build: that of its root, those of its modules, and the parents of each.
func reactorPoms(root string) []string {
	all := []string{filepath.Join(root, pomFile)}
	known := map[string]bool{all[0]: true}
	for i := 0; i < len(all) && len(all) < maxModules; i++ {
		p := readPom(all[i])
		for _, path := range append(p.modulePaths(all[i]), p.parentPath(all[i])) {
			if path != "" && !known[path] {
				known[path] = true
				all = append(all, path)
			}
		}
	}
	return all
}
