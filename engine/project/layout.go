package project

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hotlens/engine/javac"
)

// This file reads projects that have no build tool, by how people lay out folders: Maven's layout, a folder src with one of tests beside it, or one
// folder of sources; and jars in a folder lib.

var (
	// The folders of Maven's layout, which Gradle shares.
	standardMain, standardTest                   = filepath.Join("src", "main", "java"), filepath.Join("src", "test", "java")
	standardMainResources, standardTestResources = filepath.Join("src", "main", "resources"), filepath.Join("src", "test", "resources")
	// testBeside are the names of a folder of tests beside a folder src.
	testBeside = []string{"test", "tests"}
	// libraryFolders are the names of folders with jars.
	libraryFolders = []string{"lib", "libs"}
)

// layoutOf is the model of the folders around a source file, or of a folder.
func layoutOf(path string) *Model {
	folder, root, named := path, "", isFolder(path)
	if !named {
		folder = filepath.Dir(path)
		if text, err := os.ReadFile(path); err == nil {
			root = javac.SourceRoot(path, string(text))
		}
	}
	home, standard := standardHome(folder)
	if !standard && named && isStandard(folder) {
		home, standard = folder, true
	}
	if standard {
		return layoutModel(standardModule(filepath.Base(home), home))
	}
	if root == "" {
		if isFolder(filepath.Join(folder, "src")) {
			root = filepath.Join(folder, "src")
		} else if projects := projectsBelow(folder); len(projects) > 0 {
			return declarationsOf(folder, projects).model()
		} else {
			root = folder
		}
	}
	home = root
	if base := filepath.Base(root); base == "src" || slices.Contains(testBeside, base) && isFolder(filepath.Join(filepath.Dir(root), "src")) {
		home = filepath.Dir(root)
	}
	return layoutModel(plainModule(home, root))
}

// projectsBelow are the projects with Maven's layout below a folder; none where it has source files besides theirs.
func projectsBelow(folder string) []declaration {
	var projects []declaration
	var others []string // the folders of other source files, which may be a project's, too
	known := map[string]bool{}
	EachSource(folder, func(path string) bool {
		at := filepath.Dir(path)
		home, standard := standardHome(at)
		switch {
		case !standard || !Within(folder, home):
			others = append(others, at)
		case !known[home]:
			name, _ := filepath.Rel(folder, home) // both are absolute
			known[home], projects = true, append(projects, declaration{name: name, folder: home})
		}
		return at != folder && len(projects) <= maxModules && len(others) <= maxSourceFiles
	})
	for _, at := range others {
		for ; !known[at]; at = filepath.Dir(at) {
			if at == folder {
				return nil
			}
		}
	}
	return projects
}

// OfSeveral tells whether the model is that of a folder which is no project, but has some below: each is built as its own files say.
func (m *Model) OfSeveral() bool {
	return m.Origin == Layout && m.Problem == "" && len(m.Modules) > 0 && m.Modules[0].Folder != m.Folder
}

func layoutModel(module Module) *Model {
	return &Model{Folder: module.Folder, Origin: Layout, Modules: []Module{module}}
}

// standardHome is the folder in which Maven's layout begins, for a folder within one of sources.
func standardHome(folder string) (string, bool) {
	for at := folder; ; at = filepath.Dir(at) {
		for _, sources := range []string{standardMain, standardTest} {
			if home, ok := strings.CutSuffix(at, string(filepath.Separator)+sources); ok {
				return home, true
			}
		}
		if at == filepath.Dir(at) {
			return "", false
		}
	}
}

func standardModule(name, home string) Module {
	jars := libraries(home)
	return Module{Name: name, Folder: home, Sets: []SourceSet{
		{Name: MainSet, Sources: []string{filepath.Join(home, standardMain)}, Resources: []Resources{{Folder: filepath.Join(home, standardMainResources)}}, Compile: jars, Run: jars},
		testsOf(name, SourceSet{Sources: []string{filepath.Join(home, standardTest)}, Resources: []Resources{{Folder: filepath.Join(home, standardTestResources)}}}, jars),
	}}
}

// plainModule is one with a folder of sources, which resources lie among.
func plainModule(home, root string) Module {
	jars := libraries(home)
	plain := func(root string) SourceSet {
		return SourceSet{Sources: []string{root}, Resources: []Resources{{Folder: root}}}
	}
	name := filepath.Base(home)
	main := plain(root)
	if slices.Contains(testBeside, filepath.Base(root)) && home != root {
		main = plain(filepath.Join(home, "src"))
	}
	main.Name, main.Compile, main.Run = MainSet, jars, jars
	module := Module{Name: name, Folder: home, Sets: []SourceSet{main}}
	for _, beside := range testBeside {
		if folder := filepath.Join(home, beside); home != root && isFolder(folder) {
			module.Sets = append(module.Sets, testsOf(name, plain(folder), jars))
			break
		}
	}
	return module
}

// testsOf makes a source set the tests of the module's main one.
func testsOf(module string, set SourceSet, jars []Entry) SourceSet {
	set.Name, set.Test = TestSet, true
	set.Compile = slices.Concat([]Entry{{Module: module, Set: MainSet}}, jars)
	set.Run = set.Compile
	return set
}

// libraries are the jars in the folders for them, sorted by name. Those of sources and documentation hold no classes.
func libraries(home string) []Entry {
	var all []Entry
	for _, name := range libraryFolders {
		entries, _ := os.ReadDir(filepath.Join(home, name)) // none: no jars
		for _, entry := range entries {
			jar := entry.Name()
			if strings.HasSuffix(jar, ".jar") && !strings.HasSuffix(jar, "-sources.jar") && !strings.HasSuffix(jar, "-javadoc.jar") {
				all = append(all, Entry{Path: filepath.Join(home, name, jar)})
			}
		}
	}
	return all
}
