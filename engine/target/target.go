// Package target resolves what the user wants to run: a source file, a class on
// the class path or in a module, or a jar, as CONTRACT section 1 has them.
//
// Invariant: a resolved target's main class exists and has a main method that the
// java launcher would call, or is in a module, which only a booted VM can tell;
// every other outcome is an error of one line. Files are
// read, never written, and no code of the user's runs.
package target

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"hotlens/engine/javac"
	"hotlens/engine/project"
	"hotlens/profiles/numbers"
	"hotlens/profiles/sources"
	"hotlens/vm/configuration"
	"hotlens/vm/release"
)

// Spec is a TARGET with the flags that matter for finding it.
type Spec struct {
	// Name is a .java file, a class name with dots or slashes, with Jar a jar file, or
	// with Module the name of a module, which a slash and a class name may follow.
	Name      string
	Jar       bool     // -jar was given
	Module    bool     // -m was given
	ClassPath []string // as java's -cp, "folder/*" included; nil: CLASSPATH, else the current folder
	// Modules are the flags about modules. A .java file on the class path is compiled with them, as java does it, except those about opening and
	// native code, which are for the run only.
	Modules    configuration.Modules
	OutputDir  string // where a .java file's classes go; absolute
	Processors bool   // annotation processors may run while a .java file is compiled
	Source     string // the version of the language that a .java file is compiled for; "": the project's, or the JDK's
	// Project says how a .java file is built; its class paths stand behind ClassPath. Nil: with its own source folder alone.
	Project *project.Build
	// Others is a folder with the project's classes that were made of other languages (engine/languages); "" for none.
	Others  string
	Release release.Release // of the JDK that the program is to run on; zero: the newest
}

// Target is a resolved TARGET.
type Target struct {
	// MainClass is a name with dots; "" for a source file that is yet to be compiled,
	// and for the main class that a module names itself.
	MainClass string
	// Modules are for the run, in front of what the user gives. Main is the module of the main class, which the VM looks for.
	Modules   configuration.Modules
	ClassPath []string // for the run, with wildcards expanded
	// Exports and Opens are packages that the manifest of a jar has exported and open: see vm.Program.
	Exports, Opens []string
	Compile        *javac.Request // nil if there is nothing to compile
	// Rest are those of the files to compile that are compiled as they belong to a module, or to what annotation processors see: that is compiled as a whole.
	Rest []string
	// Preview says that the source file is compiled with the preview features of the JDK, which running it then needs as well.
	Preview bool
	// Project is how a source file is built; nil for what was built before.
	Project *project.Build
	// Staged is what must be put to where the classes go.
	Staged []Staged
	// Services are providers of services, which must be listed where the classes go, and Providers their sources: see project.Build.Services.
	Services  map[string][]string
	Providers []string
	// Notes are what the user should know of how the target is compiled and run, a line each.
	Notes []string
	// Others is that of Spec.
	Others string
	// Java is the version of Java whose language and library a source file is compiled for, where these are the JDK's; 0 where the user or the project has chosen one.
	Java int
	// SourceRoot is the folder that the packages of what is compiled begin in, which is on
	// the class path; else "".
	SourceRoot string
}

// Staged are resources that must be copied to a folder with classes, of some source sets.
type Staged struct {
	Folder    string
	Sets      []*project.SourceSet
	Resources []project.Resources
	Outputs   []string // the folders that a build tool may have copied them to
}

// FolderOf is where the classes of a source set go.
func (t *Target) FolderOf(set *project.SourceSet) string {
	for _, staged := range t.Staged {
		if slices.Contains(staged.Sets, set) {
			return staged.Folder
		}
	}
	return t.Compile.OutputDir
}

const (
	sourceSuffix = ".java"
	classSuffix  = ".class"
	// allOnModulePath is java's name for all modules on the module path, where modules are added.
	allOnModulePath = "ALL-MODULE-PATH"
)

// Resolve finds the target. For a source file the caller compiles Target.Compile
// and passes the result to Target.Compiled. Where the java launcher would end with
// status 1 and a message, the error is a *LaunchError.
func Resolve(spec Spec) (*Target, error) {
	spec.Release = cmp.Or(spec.Release, release.Newest())
	switch {
	case spec.Jar:
		return resolveJar(spec.Name, spec.Release)
	case spec.Module:
		module, class, _ := strings.Cut(spec.Name, "/")
		return &Target{MainClass: class, Modules: configuration.Modules{Main: module}, ClassPath: classPath(spec.ClassPath, nil)}, nil
	case strings.HasSuffix(spec.Name, sourceSuffix):
		return resolveSource(spec)
	default:
		path := search{classPath(spec.ClassPath, []string{"."}), spec.Release}
		name := strings.ReplaceAll(spec.Name, "/", ".")
		if err := path.checkMain(name); err != nil {
			return nil, err
		}
		return &Target{MainClass: name, ClassPath: path.path}, nil
	}
}

func resolveSource(spec Spec) (*Target, error) {
	file, err := filepath.Abs(spec.Name)
	if err != nil {
		return nil, fmt.Errorf("the source file %s: %w", spec.Name, err)
	}
	text, err := os.ReadFile(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("there is no file %s: check the path", spec.Name)
	case err != nil:
		return nil, fmt.Errorf("the source file cannot be read: %w", err)
	}
	return ResolveSources(spec, []string{file}, javac.SourceRoot(file, spec.Project.Decode(text)))
}

// ResolveSources is the target of several source files, whose packages begin in a root. Its main class is the caller's to find.
func ResolveSources(spec Spec, files []string, root string) (*Target, error) {
	request := &javac.Request{Files: files, OutputDir: spec.OutputDir, Processors: spec.Processors}
	target := &Target{Compile: request, Project: spec.Project, SourceRoot: root, Others: spec.Others}
	given, err := allAbsolute("class", Expand(spec.ClassPath))
	if err != nil {
		return nil, err
	}
	var modules *project.Modules // as which the files are compiled and run; nil: they are on the class path
	var build *project.Build     // with what is given; nil: there is no project
	if spec.Project != nil {
		build = spec.Project.With(given)
		var problem string
		modules, problem = build.Modules()
		if modules != nil && spec.Others != "" {
			modules, problem = nil, fmt.Sprintf("the module %s is compiled and run on the class path, as it has code in other languages", modules.Name)
		}
		if problem != "" {
			target.Notes = append(target.Notes, problem)
		}
		request.Processors = request.Processors && runsProcessors(build)
		target.addSourcePath(spec.Project)
	} else {
		request.Processors = request.Processors && jars.haveProcessors(given)
	}
	path, err := allAbsolute("module", spec.Modules.Path)
	if err != nil {
		return nil, err
	}
	if modules != nil {
		target.addModules(modules, &spec, path)
		return target, nil
	}
	target.ClassPath = []string{spec.OutputDir}
	if spec.Others != "" {
		request.ClassPath, target.ClassPath = append(request.ClassPath, spec.Others), append(target.ClassPath, spec.Others)
	}
	if spec.Project != nil {
		target.addSources(spec.Project, spec.Release.Feature)
		if request.Processors {
			target.addProcessed(spec.Project)
		}
	} else {
		target.ClassPath = append(target.ClassPath, root)
	}
	request.Options, request.Release = target.forLanguage(&spec, request.Options, request.Release)
	request.ClassPath, target.ClassPath = append(request.ClassPath, given...), append(target.ClassPath, Expand(spec.ClassPath)...)
	if spec.Project != nil {
		request.ClassPath, target.ClassPath = append(request.ClassPath, spec.Project.CompilePath...), append(target.ClassPath, spec.Project.RunPath...)
	}
	request.ModulePath = path
	return target, target.addModuleOptions(&spec.Modules)
}

// allAbsolute makes the entries of a path absolute.
func allAbsolute(kind string, entries []string) ([]string, error) {
	var all []string
	for _, entry := range entries {
		absolute, err := filepath.Abs(entry)
		if err != nil {
			return nil, fmt.Errorf("the %s path: %w", kind, err)
		}
		all = append(all, absolute)
	}
	return all, nil
}

// addModuleOptions adds what javac has to know of the flags about modules.
func (t *Target) addModuleOptions(given *configuration.Modules) error {
	const list = string(filepath.ListSeparator)
	request := t.Compile
	add := func(option string, values ...string) {
		for _, value := range values {
			request.Options = append(request.Options, option, value)
		}
	}
	upgrade, err := allAbsolute("module", given.Upgrade)
	if err != nil {
		return err
	}
	request.OptionPaths = append(request.OptionPaths, upgrade...)
	if len(upgrade) > 0 {
		add("--upgrade-module-path", strings.Join(upgrade, list))
	}
	for _, patch := range given.Patches {
		path, err := allAbsolute("module", patch.Path)
		if err != nil {
			return err
		}
		request.OptionPaths = append(request.OptionPaths, path...)
		add("--patch-module", patch.Module+"="+strings.Join(path, list))
	}
	add("--add-modules", given.Add...)
	if len(given.Limit) > 0 {
		add("--limit-modules", strings.Join(given.Limit, ","))
	}
	if request.Release == "" { // with one, javac knows nothing but what the JDK of that release exports
		add("--add-exports", given.Exports...)
	}
	return nil
}

// forLanguage are options with which javac compiles code that uses preview features, if they or the user say so, and the version of the language that it is compiled for: what the user says comes first.
func (t *Target) forLanguage(spec *Spec, options []string, release string) ([]string, string) {
	if release == "" && spec.Source == "" {
		t.Java = spec.Release.Feature
	}
	if slices.Contains(options, project.PreviewOption) {
		t.Preview = true
	} else if spec.Release.Preview {
		t.Preview = true
		options, release = append(options, project.PreviewOption), strconv.Itoa(spec.Release.Feature)
	}
	return options, cmp.Or(spec.Source, release)
}

// addSourcePath adds where the sources of a project are, and what makes more of them.
func (t *Target) addSourcePath(build *project.Build) {
	t.Compile.SourcePath = build.SourcePath
	if !slices.ContainsFunc(build.SourcePath, func(folder string) bool { return project.Within(folder, t.Compile.Files[0]) }) {
		t.Compile.SourcePath = append([]string{t.SourceRoot}, build.SourcePath...)
	}
	if t.Compile.Processors { // they make anew what a build has had them make
		t.Compile.ProcessorPath = build.Set.Compiler.Processors
		t.Compile.SourcePath = without(t.Compile.SourcePath, build.ByProcessors())
	}
}

// addSources adds the resources of a project whose code is on the class path, and what javac is told to compile it.
func (t *Target) addSources(build *project.Build, feature int) {
	t.Compile.Options, t.Compile.Release = build.Set.Compiler.Options(feature)
	services, providers := build.Services()
	t.Services, t.Providers = services, without(providers, t.Compile.Files)
	t.Compile.Files = append(slices.Clone(t.Compile.Files), t.Providers...)
	staged := Staged{Folder: t.Compile.OutputDir}
	for _, resources := range build.Resources() {
		t.Compile.Resources = append(t.Compile.Resources, resources.Folder)
		if resources.AsIs() {
			t.ClassPath = append(t.ClassPath, resources.Folder)
		} else {
			staged.Resources = append(staged.Resources, resources)
		}
	}
	for _, part := range build.Sets {
		staged.Sets = append(staged.Sets, part.Set)
		staged.Outputs = append(staged.Outputs, part.Set.Outputs...)
	}
	t.Staged = []Staged{staged}
}

// addProcessed adds all sources of a project but for its tests, which are chosen: annotation processors see what javac is told to compile, and not what it finds on the source path.
func (t *Target) addProcessed(build *project.Build) {
	for _, part := range build.Sets {
		if part.Set == build.Set && build.OnlyTests() {
			continue
		}
		roots := slices.DeleteFunc(part.Set.Roots(), func(root string) bool { return !slices.Contains(t.Compile.SourcePath, root) })
		t.Rest = append(t.Rest, without(part.Set.Compiled(project.Sources(roots, nil)), t.Compile.Files)...)
	}
	t.Compile.Files = append(t.Compile.Files, t.Rest...)
}

// addModules adds the modules of a project, each of which is compiled by itself, with their resources and what they need. The module path that was given is for all of them.
func (t *Target) addModules(modules *project.Modules, spec *Spec, modulePath []string) {
	request := t.Compile
	t.Modules.Main = modules.Name
	for i := range modules.Units {
		unit := &modules.Units[i]
		part := javac.Part{
			Folder: unit.Folder, Description: unit.Description, OnClassPath: unit.OnClassPath, OnModulePath: unit.OnModulePath,
			ClassPath: unit.ClassPath, ModulePath: slices.Concat(modulePath, unit.ModulePath),
		}
		for _, root := range unit.Set.Roots() {
			if slices.Contains(request.SourcePath, root) {
				part.SourcePath = append(part.SourcePath, root)
			}
		}
		options, release := unit.Set.Compiler.Options(spec.Release.Feature)
		part.Options, part.Release = t.forLanguage(spec, options, release)
		staged := Staged{Folder: filepath.Join(request.OutputDir, unit.Folder), Sets: []*project.SourceSet{unit.Set}, Outputs: unit.Set.Outputs}
		path := []string{staged.Folder}
		for _, resources := range unit.Resources() {
			t.Compile.Resources = append(t.Compile.Resources, resources.Folder)
			if unit.IsModule() { // a module's resources lie where its classes do
				resources.Excludes = append(slices.Clone(resources.Excludes), "**/*.java")
			}
			if resources.AsIs() {
				path = append(path, resources.Folder)
			} else {
				staged.Resources = append(staged.Resources, resources)
			}
		}
		switch {
		case unit.IsModule():
			t.Modules.Path = append(t.Modules.Path, path...)
		case unit.Patches():
			part.Patches = unit.Name
			t.Modules.Patches = append(t.Modules.Patches, configuration.Patch{Module: unit.Name, Path: path})
			t.Modules.Reads = append(t.Modules.Reads, unit.Name+"=ALL-UNNAMED")
		default:
			t.ClassPath = append(t.ClassPath, path...)
		}
		if !unit.Patches() { // of tests, those are compiled that are chosen
			t.Rest = append(t.Rest, without(unit.Files, request.Files)...)
			if unit.IsModule() {
				t.Rest = append(t.Rest, without([]string{unit.Description}, request.Files)...)
			}
		}
		t.Staged, request.Parts = append(t.Staged, staged), append(request.Parts, part)
	}
	request.Files = slices.Concat(request.Files, t.Rest)
	if modules.AllOnPath {
		t.Modules.Add = []string{allOnModulePath}
	}
	t.ClassPath = append(t.ClassPath, modules.ClassPath...)
	t.Modules.Path = append(t.Modules.Path, modules.ModulePath...)
}

// without are the paths that are not among others.
func without(paths, others []string) []string {
	return slices.DeleteFunc(slices.Clone(paths), func(path string) bool { return slices.Contains(others, path) })
}

// CompileError says that a source file does not compile.
type CompileError struct {
	File        string
	Diagnostics []javac.Diagnostic
	// Hint is what can be done about it beside changing the sources; "" if nothing can.
	Hint string
}

// Error is the first line of the first error.
func (e *CompileError) Error() string {
	for _, d := range e.Diagnostics {
		if d.Kind == javac.Error {
			first, _, _ := strings.Cut(e.text(d), "\n")
			return first
		}
	}
	return e.File + " does not compile"
}

// maxErrors is how many errors are told in full: those that follow mostly come from the first ones.
const maxErrors = 10

// Full is what javac says of the errors, with all lines of its messages, which name symbols and where they were looked for.
func (e *CompileError) Full() string {
	var all []string
	more := 0
	for _, d := range e.Diagnostics {
		switch {
		case d.Kind != javac.Error:
		case len(all) == maxErrors:
			more++
		default:
			all = append(all, e.text(d))
		}
	}
	if len(all) == 0 {
		return e.Error()
	}
	if more > 0 {
		all = append(all, fmt.Sprintf("and %s", numbers.Count(uint64(more), "more error")))
	}
	return strings.Join(all, "\n")
}

// text is an error with its place, as javac prints it.
func (e *CompileError) text(d javac.Diagnostic) string {
	place := d.File
	if place == "" {
		place = e.File
	}
	if d.Line > 0 {
		place = fmt.Sprintf("%s:%d", place, d.Line)
	}
	return fmt.Sprintf("%s: error: %s", place, strings.TrimRight(d.Message, "\n"))
}

// Compiled completes the target of a source file with the outcome of its
// compilation: the class to run is the file's first top-level class with a main
// method. Errors are *CompileError and *LaunchError.
func (t *Target) Compiled(result *javac.Result) error {
	newer := newerThan(t.Java)
	defer newer.close()
	return t.compiled(result, newer)
}

func (t *Target) compiled(result *javac.Result, newer *newerJDKs) error {
	file := t.Compile.Files[0]
	if err := t.failure(result, newer); err != nil {
		return err
	}
	i := slices.IndexFunc(result.Index.Files, func(f sources.File) bool { return f.Path == file })
	if i < 0 || len(result.Index.Files[i].Types) == 0 {
		return fmt.Errorf("%s declares no class: there is nothing to run", file)
	}
	types, mains := result.Index.Files[i].Types, result.Index.Files[i].Mains
	for _, name := range types {
		if topLevel(name, types) && slices.Contains(mains, name) {
			t.MainClass = strings.ReplaceAll(name, "/", ".")
			return nil
		}
	}
	launch := noMain(strings.ReplaceAll(types[0], "/", "."))
	if slices.ContainsFunc(result.Index.Files[i].Methods, func(m sources.Method) bool {
		return m.Name == "main" && topLevel(m.Class, types) && slices.Contains([]string{"()V", "([Ljava/lang/String;)V"}, m.Descriptor)
	}) {
		launch.Hint = newer.choose()
	}
	return launch
}

// Failure is a *CompileError if the target does not compile.
func (t *Target) Failure(result *javac.Result) error {
	newer := newerThan(t.Java)
	defer newer.close()
	return t.failure(result, newer)
}

func (t *Target) failure(result *javac.Result, newer *newerJDKs) error {
	if result.OK {
		return nil
	}
	return &CompileError{File: t.Compile.Files[0], Diagnostics: result.Diagnostics, Hint: hint(result.Diagnostics, t.Project, t.Compile.Processors, newer)}
}

// topLevel tells whether the type is in no other one of its file. Binary names of
// nested types start with the outer one's and a dollar (JLS 13.1).
func topLevel(name string, types []string) bool {
	return !slices.ContainsFunc(types, func(outer string) bool { return strings.HasPrefix(name, outer+"$") })
}

// classPath is the class path that java would use, where there may be none on the
// command line and in the environment.
func classPath(given, otherwise []string) []string {
	if given == nil {
		given = otherwise
		if variable := os.Getenv("CLASSPATH"); variable != "" {
			given = filepath.SplitList(variable)
		}
	}
	return Expand(given)
}

// Expand replaces "folder/*" by the folder's jars, and empty entries by the
// current folder, as the java launcher does.
func Expand(entries []string) []string {
	var expanded []string
	for _, entry := range entries {
		folder, wildcard := strings.CutSuffix(entry, "*")
		if !wildcard || folder != "" && !os.IsPathSeparator(folder[len(folder)-1]) {
			if entry == "" {
				entry = "."
			}
			expanded = append(expanded, entry)
			continue
		}
		files, _ := os.ReadDir(filepath.Clean(folder)) // like java: a folder that is not there has no jars
		for _, file := range files {
			if suffix := filepath.Ext(file.Name()); suffix == ".jar" || suffix == ".JAR" {
				expanded = append(expanded, folder+file.Name())
			}
		}
	}
	return expanded
}

// caseInsensitive tells whether the file system finds "a.class" for "A": then a
// class file of another name than the wanted one is what there is.
const caseInsensitive = runtime.GOOS == "windows" || runtime.GOOS == "darwin"
