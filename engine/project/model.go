// Package project reads how the projects that people work on are built: which folders hold their sources, resources and
// compiled classes, on what class paths the code of each is compiled and run, and with which options.
//
// A Model comes from what knows best: the project's own build tool, asked offline (maven.go, gradle.go), the files of an
// editor (eclipse.go), what the editor itself says (editor.go), or, where there is none of these, the layout of the folders (layout.go). Projects keeps models, in memory and on
// disk, for as long as the files are the same that they were read from (projects.go).
//
// Invariant: nothing of the project is executed but by its build tool, which only Projects starts, and only if the caller
// says that the project is trusted; nothing is downloaded; and a model that cannot be read is an explained one that is not complete, never
// an error.
package project

import (
	"path/filepath"
	"slices"
	"strings"
)

// Origin says what a model was read from.
type Origin string

// The origins.
const (
	Maven   Origin = "Maven"
	Gradle  Origin = "Gradle"
	Eclipse Origin = ".classpath"
	Editor  Origin = "the editor's Java support"
	Layout  Origin = "the layout of its folders"
)

// Model is a project, or a build of several that depend on one another. All paths are absolute.
type Model struct {
	Folder  string   `json:"folder"` // which the build tool is called in
	Origin  Origin   `json:"origin"`
	Tool    string   `json:"tool,omitempty"` // the program that was asked; "" where none was
	Modules []Module `json:"modules"`
	// Awaited are files that are missing, and would make it another model.
	Awaited []string `json:"awaited,omitempty"`
	// Problem is one sentence that says why the model is not what it should be: what the build tool complained about, or that it is not
	// installed. Advice says what to do about it. "" if there is none.
	Problem string `json:"-"`
	Advice  string `json:"-"`
	// BuildFiles are the files in the project's folder that say how it is built, whether or not they are there: when one changes, so may the model.
	BuildFiles []string `json:"-"`
	// ProblemAt is where the build tool has it; no File: that is not a matter of the project's files.
	ProblemAt Place `json:"-"`
	// Stale says that the model is older than the files which it was read from, as these cannot be read now (Problem).
	Stale bool `json:"-"`
}

// Place is a line of a file, counted from 1; 0 for the file as a whole.
type Place struct {
	File string
	Line int
}

// Module is what is built by itself: a module of Maven, a project of Gradle or of Eclipse, or a folder.
type Module struct {
	Name    string      `json:"name"` // as the build tool has it: group:artifact:version, or a path such as :app
	Folder  string      `json:"folder"`
	Sets    []SourceSet `json:"sets"` // what is tested stands before its tests
	Testing []Testing   `json:"testing,omitempty"`
	// Missing are the dependencies that could not be found, as the build tool names them.
	Missing []string `json:"missing,omitempty"`
}

// The names of the source sets that every module has, if it has sources. Modules of Gradle may have others besides.
const (
	MainSet = "main"
	TestSet = "test"
)

// SourceSet is code that is compiled together, with its resources.
type SourceSet struct {
	Name string `json:"name"`
	Test bool   `json:"test,omitempty"`
	// Sources are the folders that packages begin in, whether they are there or not. Generated are those of code that nobody writes; of
	// these only folders that are there.
	Sources   []string `json:"sources"`
	Generated []string `json:"-"`
	// Includes and Excludes are Ant's patterns of the files below Sources and Generated that the build compiles; no Includes: all of them. What they leave out is compiled all the same
	// where something uses it, as the build tools do.
	Includes []string `json:"includes,omitempty"`
	Excludes []string `json:"excludes,omitempty"`
	// GeneratedIn are the folders that Generated is looked for in, as patterns of filepath.Glob.
	GeneratedIn []string `json:"generatedIn,omitempty"`
	// Generates says that the build may make sources of the set by other means than annotation processors, before it compiles it.
	Generates bool        `json:"generates,omitempty"`
	Resources []Resources `json:"resources,omitempty"`
	// Outputs are the folders that the build tool writes classes and resources to, whether they are there or not.
	Outputs []string `json:"outputs,omitempty"`
	// Compile and Run are the class paths, in order and with what dependencies need themselves, but without the set's own code.
	Compile  []Entry  `json:"compile,omitempty"`
	Run      []Entry  `json:"run,omitempty"`
	Compiler Compiler `json:"compiler"`
}

// Entry is an entry of a class path: a file or folder, or another source set, of this module or of another one.
type Entry struct {
	Path   string `json:"path,omitempty"`
	Module string `json:"module,omitempty"` // the Name of the module that has Set; "" for a Path
	Set    string `json:"set,omitempty"`
}

// Resources is a folder of files that the program finds on its class path.
type Resources struct {
	Folder string `json:"folder"`
	Target string `json:"target,omitempty"` // where in the class path its files go, with slashes; "" for the root
	// Includes and Excludes are Ant's patterns of the files that belong to it; no Includes: all do.
	Includes []string `json:"includes,omitempty"`
	Excludes []string `json:"excludes,omitempty"`
	Filtered bool     `json:"filtered,omitempty"` // the build tool replaces ${...} in the files
	Filter   *Filter  `json:"filter,omitempty"`   // by what, as far as that is known without building; nil: it is not
}

// Filter says what a build tool replaces in resources.
type Filter struct {
	Values map[string]string `json:"values"`
	// Files are files of properties with further values, of which the later ones win. Behind "env." stand the variables of the environment.
	Files []string `json:"files,omitempty"`
	// Dollar and At say that ${name} and @name@ are replaced. Other names stay as they are.
	Dollar bool `json:"dollar,omitempty"`
	At     bool `json:"at,omitempty"`
	// Except are the extensions of files, without the dot, in which nothing is.
	Except []string `json:"except,omitempty"`
}

// Compiler is what the compiler is told. The zero value of a field means that it is told nothing.
type Compiler struct {
	Release  string `json:"release,omitempty"` // of --release
	Source   string `json:"source,omitempty"`
	Target   string `json:"target,omitempty"`
	Encoding string `json:"encoding,omitempty"`
	// Arguments are further options of javac, as far as they change what is compiled (arguments.go).
	Arguments []string `json:"arguments,omitempty"`
	// Processors are the files of the processor path; none: annotation processors are looked for on the class path.
	Processors []string `json:"processors,omitempty"`
	// NoProcessors says that the build runs no annotation processors.
	NoProcessors bool `json:"noProcessors,omitempty"`
}

// Testing is how the build tool runs tests: an execution of Maven's Surefire or Failsafe, a task of Gradle's. A module has them in the order in which the build runs them.
type Testing struct {
	Set         string            `json:"set"`                   // the source set that has them
	Name        string            `json:"name,omitempty"`        // which tells it from others of the same set; "": the usual one
	Integration bool              `json:"integration,omitempty"` // they need what the build puts together, or starts, before
	Folder      string            `json:"folder,omitempty"`      // the working folder; "": the module's
	Properties  map[string]string `json:"properties,omitempty"`
	Arguments   []string          `json:"arguments,omitempty"` // of the JVM
	Environment map[string]string `json:"environment,omitempty"`
	Assertions  bool              `json:"assertions,omitempty"` // -ea
	// Before and Behind are what stands around the set's class path when they run, and Without the files and folders of it that are missing then.
	Before  []Entry  `json:"before,omitempty"`
	Behind  []Entry  `json:"behind,omitempty"`
	Without []string `json:"without,omitempty"`
	// Scanned are the dependencies whose tests run, too.
	Scanned []Entry `json:"scanned,omitempty"`
	// OnClassPath says that tests of a module, too, run on the class path.
	OnClassPath bool `json:"onClassPath,omitempty"`
	// OnlyPatches says that tests of a module are always added to that, also where they describe a module of their own.
	OnlyPatches bool `json:"onlyPatches,omitempty"`
	// OnlyRequired says that tests of a module find those modules that it requires when it runs; else also those that it requires to be compiled ("requires static").
	OnlyRequired bool `json:"onlyRequired,omitempty"`
	// Skip says that the build runs none of them.
	Skip bool `json:"skip,omitempty"`
	// Includes and Excludes are Ant's patterns of the class files that hold tests, as in "**/*Test.class"; no Includes: any may.
	Includes []string `json:"includes,omitempty"`
	Excludes []string `json:"excludes,omitempty"`
	// Names and ExcludedNames are patterns of the names of classes, or of methods behind them, with dots, as in "*.WordsTest.long*": Gradle's filter.
	Names         []string `json:"names,omitempty"`
	ExcludedNames []string `json:"excludedNames,omitempty"`
	// Groups and ExcludedGroups are expressions of tags (JUnit 5), or names of categories or groups, with commas between them: a test is of one of them.
	Groups         string `json:"groups,omitempty"`
	ExcludedGroups string `json:"excludedGroups,omitempty"`
	// Suites are the files of TestNG, relative to the module's folder, that say which tests run; none: all.
	Suites    []string `json:"suites,omitempty"`
	Framework string   `json:"framework,omitempty"` // "JUnitPlatform", "JUnit", "TestNG"; "" where the tool finds out by the class path
}

// Module returns the module of a name, nil if there is none.
func (m *Model) Module(name string) *Module {
	for i := range m.Modules {
		if m.Modules[i].Name == name {
			return &m.Modules[i]
		}
	}
	return nil
}

// Set returns the module's source set of a name, nil if it has none.
func (m *Module) Set(name string) *SourceSet {
	for i := range m.Sets {
		if m.Sets[i].Name == name {
			return &m.Sets[i]
		}
	}
	return nil
}

// Roots are the folders that packages of the set begin in: Sources, then Generated.
func (s *SourceSet) Roots() []string { return slices.Concat(s.Sources, s.Generated) }

// Omits tells whether a file below the set's roots is one that the build does not compile.
func (s *SourceSet) Omits(file string) bool {
	if len(s.Includes)+len(s.Excludes) == 0 {
		return false
	}
	for _, root := range s.Roots() {
		relative, err := filepath.Rel(root, file)
		if err != nil || !filepath.IsLocal(relative) {
			continue
		}
		matches := func(pattern string) bool { return MatchPath(pattern, filepath.ToSlash(relative)) }
		return len(s.Includes) > 0 && !slices.ContainsFunc(s.Includes, matches) || slices.ContainsFunc(s.Excludes, matches)
	}
	return false
}

// Compiled are those of some files below the set's roots that the build compiles.
func (s *SourceSet) Compiled(files []string) []string {
	return slices.DeleteFunc(slices.Clone(files), s.Omits)
}

// Roots are the folders that packages begin in, of all source sets.
func (m *Model) Roots() []string {
	var all []string
	for i := range m.Modules {
		for j := range m.Modules[i].Sets {
			all = append(all, m.Modules[i].Sets[j].Roots()...)
		}
	}
	return all
}

// Lookup finds the source set that an entry means; it reports false for a file or folder, and for one that the model does not have.
func (m *Model) Lookup(e Entry) (*Module, *SourceSet, bool) {
	if e.Module == "" {
		return nil, nil, false
	}
	module := m.Module(e.Module)
	if module == nil {
		return nil, nil, false
	}
	set := module.Set(e.Set)
	return module, set, set != nil
}

// Locate finds the source set that a file's path belongs to, by the innermost of its source and resource folders. It reports false if
// it belongs to none.
func (m *Model) Locate(path string) (*Module, *SourceSet, bool) {
	var module *Module
	var set *SourceSet
	longest := -1
	consider := func(i, j int, folder string) {
		if len(folder) > longest && Within(folder, path) {
			module, set, longest = &m.Modules[i], &m.Modules[i].Sets[j], len(folder)
		}
	}
	for i := range m.Modules {
		for j := range m.Modules[i].Sets {
			for _, root := range m.Modules[i].Sets[j].Roots() {
				consider(i, j, root)
			}
			for _, resources := range m.Modules[i].Sets[j].Resources {
				consider(i, j, resources.Folder)
			}
		}
	}
	return module, set, set != nil
}

// Within tells whether a path is a folder, or lies below it. Both are absolute and clean.
func Within(folder, path string) bool {
	if path == folder {
		return true
	}
	return strings.HasPrefix(path, strings.TrimSuffix(folder, string(filepath.Separator))+string(filepath.Separator))
}
