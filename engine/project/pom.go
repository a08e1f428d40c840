package project

import (
	"bytes"
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// This file reads of POMs what leads from one to the others; what is in them Maven itself has to say. Where it cannot be asked, what their texts say of dependencies, and of which tests run (surefire.go), is better than nothing.

const pomFile = "pom.xml"

// maxPomBytes is more than any POM has.
const maxPomBytes = 8 << 20

// maxModules bounds how many POMs are followed.
const maxModules = 10_000

// pom is what leads to other POMs, and what a module needs.
type pom struct {
	Group        string          `xml:"groupId"`
	Artifact     string          `xml:"artifactId"`
	Dependencies []pomDependency `xml:"dependencies>dependency"`

	Modules  []string `xml:"modules>module"`
	Projects []string `xml:"subprojects>subproject"` // as Maven 4 says it
	Profiles []struct {
		Modules  []string `xml:"modules>module"`
		Projects []string `xml:"subprojects>subproject"`
	} `xml:"profiles>profile"`
	Build *struct {
		Sources string      `xml:"sourceDirectory"`
		Tests   string      `xml:"testSourceDirectory"`
		Plugins []pomPlugin `xml:"plugins>plugin"`
		Managed []pomPlugin `xml:"pluginManagement>plugins>plugin"`
	} `xml:"build"`
	Properties pomProperties `xml:"properties"`
	Parent     *struct {
		Group        string  `xml:"groupId"`
		RelativePath *string `xml:"relativePath"`
	} `xml:"parent"`
}

// pomDependency is what a POM needs.
type pomDependency struct {
	Group      string `xml:"groupId"`
	Artifact   string `xml:"artifactId"`
	Version    string `xml:"version"`
	Type       string `xml:"type"`
	Classifier string `xml:"classifier"`
	Scope      string `xml:"scope"`
}

// onlyDescribes tells whether a POM says nothing of how anything is built. Projects of other build tools have one for what they publish, or from former days.
func (p *pom) onlyDescribes() bool {
	return p.Parent == nil && p.Build == nil && len(p.Dependencies)+len(p.Modules)+len(p.Projects)+len(p.Profiles) == 0
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
		paths = append(paths, pomAt(filepath.Join(filepath.Dir(path), filepath.FromSlash(strings.TrimSpace(name)))))
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

// group is the group of a POM, which may be that of the one it inherits from.
func (p *pom) group() string {
	if p.Group == "" && p.Parent != nil {
		return strings.TrimSpace(p.Parent.Group)
	}
	return strings.TrimSpace(p.Group)
}

// name is how POMs name the module, without its version: that is the same in all of a build.
func (p *pom) name() string { return p.group() + ":" + strings.TrimSpace(p.Artifact) }

// groupExpressions are those by which a POM means its own group.
var groupExpressions = []string{"${project.groupId}", "${pom.groupId}", "${groupId}", "${project.parent.groupId}"}

// declared are the modules of a build, with the dependencies that stand in their POMs and in those that they inherit from, as far as the project has these.
func (mavenReader) declared(root string) []declaration {
	paths := reactorPoms(root)
	poms, names := map[string]*pom{}, map[string]bool{}
	for _, path := range paths {
		p := readPom(path)
		poms[path], names[p.name()] = &p, true
	}
	var all []declaration
	for _, path := range paths {
		p := poms[path]
		d := declaration{name: p.name(), folder: filepath.Dir(path)}
		seen := map[string]bool{}
		var chain pomChain
		for at := path; poms[at] != nil && !seen[at]; at = poms[at].parentPath(at) {
			seen[at] = true
			chain = append(chain, poms[at])
		}
		for _, from := range chain {
			for _, dependency := range from.Dependencies {
				d.add(chain.resolved(dependency), p.group(), names)
			}
		}
		d.sources = chain.sources(root, d.folder)
		d.testing = []Testing{chain.testing()}
		all = append(all, d)
	}
	return all
}

// resolved is a dependency with the POMs' properties in its texts. Those with one that is not known stay as they are.
func (c pomChain) resolved(dependency pomDependency) pomDependency {
	for _, text := range []*string{&dependency.Group, &dependency.Artifact, &dependency.Version, &dependency.Type, &dependency.Classifier, &dependency.Scope} {
		*text = strings.TrimSpace(*text)
		if value, known := c.interpolate(*text); known {
			*text = value
		}
	}
	return dependency
}

// sources are the folders of the program's and the tests' sources of a module that the POMs name, as far as they lie in the project; "" for the usual ones.
func (c pomChain) sources(root, folder string) (folders [2]string) {
	for _, p := range c {
		if p.Build == nil {
			continue
		}
		for i, text := range []string{p.Build.Sources, p.Build.Tests} {
			path, known := c.interpolate(text)
			if folders[i] != "" || !known || path == "" {
				continue
			}
			if !filepath.IsAbs(path) {
				path = filepath.Join(folder, path)
			}
			if Within(root, path) {
				folders[i] = path
			}
		}
	}
	return folders
}

// add adds what a POM of a group needs. Names are those of the modules.
func (d *declaration) add(dependency pomDependency, group string, names map[string]bool) {
	if !slices.Contains(groupExpressions, dependency.Group) {
		group = dependency.Group
	}
	name := group + ":" + dependency.Artifact
	if !names[name] {
		d.libraries = append(d.libraries, strings.TrimSuffix(name+":"+dependency.Version, ":"))
		return
	}
	needed := need{Entry{Module: name, Set: MainSet}, dependency.Scope == "test"}
	if dependency.Type == "test-jar" || dependency.Classifier == "tests" {
		needed.Set = TestSet
	}
	d.needs = append(d.needs, needed)
}
