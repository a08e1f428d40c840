package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"hotlens/engine/javac"
	"hotlens/engine/jdk"
	"hotlens/engine/languages"
	"hotlens/engine/project"
	"hotlens/engine/resources"
	"hotlens/engine/target"
	"hotlens/engine/tests"
	"hotlens/engine/uses"
	"hotlens/engine/worker"
	"hotlens/profiles"
	"hotlens/profiles/numbers"
	"hotlens/profiles/sources"
	"hotlens/vm"
	"hotlens/vm/configuration"
	"hotlens/vm/filesystem"
)

// This file makes a run of a project's tests out of patterns that name them.

// testRun is a run of tests that is being prepared, or under way.
type testRun struct {
	patterns []tests.Pattern
	set      testSet
	others   []timeOfTests // the other times that the build runs tests of the source set which the patterns name
	found    tests.Found
	choice   []string // the arguments of the program that say what the build chooses of the tests
	target   *target.Target
	reaching []string // see Request
	asBuild  bool     // the build's own choice applies
	abstract []string // classes that are named, by their names with dots, of which there are no objects
	runner   string   // the folder of the program that runs them
	events   *os.File // nil before the run
}

// testSet is a source set that may hold tests, as the build runs them at one time. Where it does so several times, there are several of a source set.
type testSet struct {
	build  *project.Build
	folder string   // which the tests run in
	roots  []string // of its sources, and then of those of dependencies whose tests run, too
	jars   []string // of dependencies whose tests would, if their sources were there
	execution
}

// execution is one time that the build runs tests of a source set.
type execution struct {
	choice  *tests.Choice    // what it runs of them
	testing *project.Testing // how the build tool runs them; nil: it does not say
}

// timeOfTests is a time that the build runs tests of a source set, with the files of those that are wanted.
type timeOfTests struct {
	testSet
	files []string
}

// testSets are the source sets with tests of the modules in a folder, or else of the module that the folder belongs to.
func testSets(model *project.Model, folder string) (all []testSet) {
	modules := within(model, folder)
	tested := slices.ContainsFunc(modules, func(m *project.Module) bool {
		return slices.ContainsFunc(m.Sets, func(s project.SourceSet) bool { return s.Test })
	})
	for _, module := range modules {
		for i := range module.Sets {
			set := &module.Sets[i]
			if set.Test || !tested { // one folder may hold everything
				all = append(all, testSetsOf(model, module, set)...)
			}
		}
	}
	return all
}

// within are the modules of a model in a folder, or that which a folder lies in.
func within(model *project.Model, folder string) (modules []*project.Module) {
	var around *project.Module
	for i := range model.Modules {
		m := &model.Modules[i]
		if project.Within(folder, m.Folder) {
			modules = append(modules, m)
		} else if project.Within(m.Folder, folder) && (around == nil || len(m.Folder) > len(around.Folder)) {
			around = m
		}
	}
	if len(modules) == 0 && around != nil {
		modules = append(modules, around)
	}
	return modules
}

// files are those that the build compiles and that patterns name, of those that it runs.
func (s *testSet) files(patterns []tests.Pattern, choice *tests.Choice) []string {
	return s.build.Set.Compiled(tests.Files(s.roots, patterns, choice))
}

// id identifies it among those of the project.
func (s *testSet) id() string { return s.execution.id(s.roots) }

// id identifies it, of tests with these source folders, among those of the project: it is the first folder, with what tells it from others with the same sources.
func (e *execution) id(roots []string) string {
	if len(roots) == 0 {
		return ""
	}
	if name := e.name(); name != "" {
		return roots[0] + "#" + name
	}
	return roots[0]
}

// name tells it from others with the same sources; "" is the usual one.
func (e *execution) name() string {
	if e.testing == nil {
		return ""
	}
	return e.testing.Name
}

// integrates tells whether it runs integration tests.
func (e *execution) integrates() bool { return e.testing != nil && e.testing.Integration }

// testSetsOf are those of a source set, in the order in which the build runs them, at least one.
func testSetsOf(model *project.Model, module *project.Module, set *project.SourceSet) []testSet {
	var all []testSet
	for _, e := range executionsOf(model, module, set) {
		s := testSet{build: model.BuildTests(module, set, e.testing), folder: module.Folder, roots: set.Roots(), execution: e}
		if e.testing != nil {
			s.folder = cmp.Or(e.testing.Folder, s.folder)
			s.scan(model, e.testing.Scanned)
		}
		all = append(all, s)
	}
	return all
}

// scan adds the dependencies whose tests run, too.
func (s *testSet) scan(model *project.Model, dependencies []project.Entry) {
	for _, entry := range dependencies {
		if _, set, ok := model.Lookup(entry); ok {
			s.roots = concat(s.roots, set.Roots())
		} else if entry.Path != "" {
			s.jars = append(s.jars, entry.Path)
		}
	}
}

// executionsOf are those of a source set, in the order of the build, at least one.
func executionsOf(model *project.Model, module *project.Module, set *project.SourceSet) []execution {
	var testing []*project.Testing
	for i := range module.Testing {
		if t := &module.Testing[i]; t.Set == set.Name {
			testing = append(testing, t)
		}
	}
	if len(testing) == 0 {
		return []execution{{}}
	}
	var all []execution
	for i, choice := range tests.ChoicesOf(model.Origin, testing) {
		all = append(all, execution{choice, testing[i]})
	}
	return all
}

// newTestRun finds what the patterns want, in one of some source sets. Where the build runs tests of that at several times, they run at that which an identifier means, or else at the first that has some. The specification says the rest of
// how to compile it; its class path comes first.
func newTestRun(texts []string, sets []testSet, time string, spec target.Spec) (*testRun, error) {
	patterns, err := tests.Parse(texts)
	if err != nil {
		return nil, err
	}
	if at := slices.IndexFunc(sets, func(s testSet) bool { return s.id() == time && len(s.files(patterns, s.choice)) > 0 }); at >= 0 {
		first := sets[at]
		sets = append([]testSet{first}, slices.Delete(slices.Clone(sets), at, at+1)...)
	}
	r := &testRun{patterns: patterns, asBuild: !slices.ContainsFunc(patterns, func(p tests.Pattern) bool { return !p.All })}
	var files, looked, folders []string
	for _, set := range sets {
		for _, root := range set.roots {
			if !slices.Contains(looked, root) {
				looked = append(looked, root)
			}
		}
		found := set.files(patterns, set.choice)
		switch {
		case len(found) == 0:
		case len(folders) > 0 && r.set.build.Module == set.build.Module && r.set.build.Set == set.build.Set:
			r.others = append(r.others, timeOfTests{set, found})
		default:
			r.set, files = set, found
			folders = append(folders, set.folder)
		}
	}
	switch {
	case len(folders) == 0 && r.asBuild && slices.ContainsFunc(sets, func(s testSet) bool { return len(s.files(patterns, nil)) > 0 }):
		return nil, fmt.Errorf("the build runs none of the classes below %s: name those that are to run", strings.Join(looked, ", "))
	case len(folders) == 0:
		problem := fmt.Sprintf("no source file has the tests %s: looked below %s; check the name, or give the project's folder behind the flags", r.texts(), strings.Join(looked, ", "))
		if len(sets) > 0 {
			for _, note := range projectNotes(sets[0].build) {
				problem += " (" + note + ")"
			}
		}
		return nil, errors.New(problem)
	case len(folders) > 1:
		return nil, fmt.Errorf("%s names tests of several modules, in %s: give the folder of one of them behind the flags", r.texts(), strings.Join(folders, ", "))
	}
	if r.inherit(files) {
		files = r.set.files(r.patterns, r.set.choice)
	}
	spec.Project = r.set.build
	if spec.Others, err = otherClasses(r.set.build); err != nil {
		return nil, err
	}
	if r.target, err = target.ResolveSources(spec, files, r.set.roots[0]); err != nil {
		return nil, err
	}
	r.found = tests.Find(concat(r.target.ClassPath, r.target.Modules.Path))
	if problem := missingFramework(r.found, r.set.build); problem != "" {
		return nil, errors.New(problem)
	}
	r.open(files)
	r.target.MainClass = tests.MainClass
	r.target.ClassPath = append(r.target.ClassPath, r.found.Added...)
	if r.set.integrates() {
		r.target.Notes = append(r.target.Notes, integrationNote)
	}
	return r, nil
}

// mostAbstract bounds in how many named files is looked for classes without objects: people name fewer, and more at a time are those that have run before, which have some.
const mostAbstract = 50

// inherit has the patterns that name a class without objects, in some files, name those that extend it: its tests are theirs. It reports whether there are any.
func (r *testRun) inherit(files []string) (found bool) {
	if r.asBuild || len(files) > mostAbstract {
		return false
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil || !project.IsAbstract(file, r.set.build.Decode(text)) {
			continue
		}
		class := className(r.set.roots, file)
		heirs := r.set.build.Heirs(file)
		for _, p := range slices.Clone(r.patterns) {
			if !p.Names(class) {
				continue
			}
			r.abstract = append(r.abstract, class)
			for _, heir := range heirs {
				r.patterns = append(r.patterns, p.For(heir))
				found = true
			}
		}
	}
	return found
}

// className is the class that a source file below some roots is called after, with dots.
func className(roots []string, file string) string {
	class := strings.TrimSuffix(filepath.Base(file), sourceSuffix)
	if name := project.PackageBelow(roots, file); name != "" {
		class = name + "." + class
	}
	return class
}

// missingFramework says that nothing was found that could run tests of a build, and what to do; "" if something was.
func missingFramework(found tests.Found, build *project.Build) string {
	if len(found.Frameworks) > 0 {
		return ""
	}
	problem := cmp.Or(found.Missing, "there is no JUnit and no TestNG on the class path")
	return problem + ": " + cmp.Or(target.Unresolved(build), "add the jars with -cp, or put them into the project's folder lib")
}

// further are the other times that the build runs tests which are wanted; where that is what it runs itself, without integration tests.
func (r *testRun) further() (all []FurtherTests) {
	for _, set := range r.others {
		if r.asBuild && set.integrates() {
			continue
		}
		other := FurtherTests{TestSet: set.id(), Files: set.files}
		for _, file := range other.Files {
			other.Classes = append(other.Classes, className(set.roots, file))
		}
		all = append(all, other)
	}
	return all
}

// integrationNote is what is not done for integration tests.
const integrationNote = "these are integration tests: what the build starts or makes for them before, such as a server or the packaged jar, hotlens does not; they run with the compiled classes"

// leftOut says which tests that the build runs do not run, where that is what is wanted.
func (r *testRun) leftOut() []string {
	if !r.asBuild || len(r.set.jars) == 0 {
		return nil
	}
	return []string{unscannedNote + strings.Join(r.set.jars, ", ")}
}

// unscannedNote is followed by jars.
const unscannedNote = "the build also runs tests of dependencies (dependenciesToScan), whose sources are not in the project, so hotlens has left them out: those in "

// unbuiltNote is for a project with plugins of which nobody but the build knows what they make: the time zones of Joda-Time, for example, are compiled by a program that the build runs.
const unbuiltNote = "the project has not been built here, and its build may make more than classes and resources: if a test does not find a file, build the project once"

// open opens the packages of the tests to the program that runs them, if they are in a module, as Maven's Surefire does: those of the tests that the build runs, and of those that are wanted. Tests that are a module
// by themselves open what they like; but what JUnit hides from others than its own modules, the engine on the class path needs.
func (r *testRun) open(files []string) {
	m := &r.target.Modules
	if m.Main == "" {
		return
	}
	m.Add, m.Main = []string{m.Main}, ""
	if len(m.Patches) == 0 {
		if tests.HasCommons(m.Path) {
			m.Opens = append(m.Opens, "org.junit.platform.commons/org.junit.platform.commons.util=ALL-UNNAMED", "org.junit.platform.commons/org.junit.platform.commons.logging=ALL-UNNAMED")
		}
		return
	}
	packages := map[string]bool{}
	for _, file := range concat(r.set.files([]tests.Pattern{{All: true}}, r.set.choice), files) {
		packages[project.PackageBelow(r.set.roots, file)] = true
	}
	delete(packages, "")
	for _, name := range slices.Sorted(maps.Keys(packages)) {
		m.Opens = append(m.Opens, m.Add[0]+"/"+name+"=ALL-UNNAMED")
	}
}

// prepare puts the program that runs the tests on the class path.
func (r *testRun) prepare(ctx context.Context, service *javac.Service) error {
	cache, err := privateFolder("tests")
	if err != nil {
		return err
	}
	runner, err := tests.Build(ctx, service, cache, r.found.Frameworks, concat(r.target.ClassPath, r.target.Modules.Path))
	if err != nil {
		return err
	}
	r.runner, r.target.ClassPath = runner, append(r.target.ClassPath, runner)
	return nil
}

// compiled completes the program with the tests that are to run, by the outcome of the compilation.
func (r *testRun) compiled(result *javac.Result, program *vm.Program) error {
	if err := r.target.Failure(result); err != nil {
		return err
	}
	classes := slices.DeleteFunc(r.classes(result.Index), func(class string) bool {
		return !r.set.choice.Wants(r.patterns, class) || slices.Contains(r.abstract, strings.ReplaceAll(class, "/", "."))
	})
	chosen := tests.Select(r.patterns, classes)
	if len(chosen) == 0 && len(r.abstract) > 0 {
		return fmt.Errorf("there are no objects of %s, and no class of the tests extends it: its tests are those of such classes", strings.Join(r.abstract, ", "))
	}
	if len(chosen) == 0 {
		return fmt.Errorf("there is no class that %s names in %s", r.texts(), strings.Join(r.target.Compile.Files, ", "))
	}
	if r.reaching != nil {
		if chosen = reaching(chosen, r.reaching, result.Index.ByType(), result.Uses); len(chosen) == 0 {
			return fmt.Errorf("none of the tests %s can reach %s", r.texts(), strings.Join(r.reaching, ", "))
		}
	}
	if r.asBuild {
		r.choice = r.set.choice.Arguments()
		chosen = r.set.choice.Narrow(chosen)
	} else {
		r.choice = r.set.choice.Shares(chosen)
	}
	*program = vm.Program{MainClass: tests.MainClass, Arguments: concat([]string{""}, r.choice, chosen), Values: program.Values, Harness: r.harness()}
	return nil
}

// compile compiles the tests, and all that they are tests of, as the build does: a class that is found by its name alone, such as a provider of a service, is there, and what no test
// uses counts in coverage as not executed. An error in something that the tests do not use does not keep them from running: then only what they use is compiled, and the note says so.
func (r *testRun) compile(ctx context.Context, service *javac.Service, request javac.Request) (result *javac.Result, note string, err error) {
	all := request
	if r.set.build.OnlyTests() {
		all.Files = concat(request.Files, r.tested(request))
	}
	result, err = service.Compile(ctx, all)
	if err != nil || result.OK || len(all.Files) == len(request.Files) || len(request.Parts) > 0 {
		return result, "", err
	}
	failure := (&target.CompileError{File: request.Files[0], Diagnostics: result.Diagnostics}).Error()
	request.Files = slices.DeleteFunc(slices.Clone(request.Files), func(file string) bool { return slices.Contains(r.target.Providers, file) })
	r.target.Services = nil // whose classes there are not
	if result, err = service.Compile(ctx, request); err == nil && result.OK {
		note = "only what the tests use was compiled, as the rest does not compile: " + failure
	}
	return result, note, err
}

// concerned are the files of an index that a run had to do with: what some files use, and what has been executed that they only name at run time.
func concerned(index *sources.Index, used map[string][]string, files []string, profile *profiles.Profile) *sources.Index {
	if used == nil || profile != nil && profile.Covered() { // coverage is about all
		return index
	}
	reached := uses.Closure(files, math.MaxInt, used)
	if profile != nil {
		byType := index.ByType()
		for i := range profile.Methods {
			if file := byType[profiles.Outermost(profile.Methods[i].Class)]; file != nil {
				reached[file.Path] = true
			}
		}
	}
	concerned := &sources.Index{Files: []sources.File{}}
	for _, file := range index.Files {
		if reached[file.Path] {
			concerned.Files = append(concerned.Files, file)
		}
	}
	return concerned
}

// tested are the source files of the source sets that are tested, but for those that a request names.
func (r *testRun) tested(request javac.Request) []string {
	var files []string
	for _, part := range r.set.build.Sets {
		if !part.Set.Test {
			roots := slices.DeleteFunc(part.Set.Roots(), func(root string) bool { return !slices.Contains(request.SourcePath, root) })
			files = append(files, part.Set.Compiled(project.Sources(roots, request.Files))...)
		}
	}
	return files
}

// harness tells the frameworks from the project's own code.
func (r *testRun) harness() *vm.Harness {
	return &vm.Harness{Framework: tests.Packages(), Own: concat(tests.PackagesOf(r.target.Compile.SourcePath), languages.Packages(r.target.Others))}
}

// classes are the types that the chosen files declare, in the files' order.
func (r *testRun) classes(index *sources.Index) (all []string) {
	for _, file := range index.Files {
		if slices.Contains(r.target.Compile.Files, file.Path) && !slices.Contains(r.target.Providers, file.Path) && !slices.Contains(r.target.Rest, file.Path) {
			all = append(all, file.Types...)
		}
	}
	return all
}

func (r *testRun) texts() string {
	var texts []string
	for _, p := range r.patterns {
		texts = append(texts, p.Text)
	}
	return strings.Join(texts, ",")
}

// configure makes of a configuration one for tests: what the build tools tell the JVM of theirs. Where they may not use the network they have one of their own, as many
// start a server and ask it something; and what they change in the module's folder only they see, as many write to its output folder, or beside it. Many also read
// there what the build tool has copied, which nobody may have called yet.
func (r *testRun) configure(config configuration.Run) configuration.Run {
	config = forTests(config, r.set.testing)
	config.Policy.OwnNetwork = true
	config.Policy.Overlays = r.overlaid()
	config.Policy.Read = concat(config.Policy.Read, config.Policy.Overlays)
	var asBuilt []string
	if config.Policy.Built, asBuilt = r.built(); r.showsBuilt(&config.Policy) {
		parts := r.parts()
		config.ClassPath = concat(asBuilt, slices.DeleteFunc(slices.Clone(config.ClassPath), func(entry string) bool { return slices.Contains(parts, entry) }))
	}
	if r.set.folder != config.Directory {
		config.WorkingFolder = r.set.folder
	}
	told := [][2]string{{"basedir", config.Names.ToProgram(r.set.build.Module.Folder)}}
	if r.set.build.Model.Origin == project.Maven {
		told = append(told, [2]string{"surefire.test.class.path", r.surefirePath(&config)})
	}
	config.Properties = concat(told, config.Properties)
	return config
}

// surefirePath is the class path as Surefire tells it to tests that start Java with it: what is theirs, without what runs them.
func (r *testRun) surefirePath(config *configuration.Run) string {
	theirs := slices.DeleteFunc(slices.Clone(config.ClassPath), func(entry string) bool { return entry == r.runner || slices.Contains(r.found.Added, entry) })
	return strings.Join(config.Names.AllToProgram(theirs), string(filepath.ListSeparator))
}

// directory is the folder that the tests belong to: that of their module, which the one that they run in mostly is, or lies in. Else it is the latter.
func (r *testRun) directory() string {
	if module := r.set.build.Module.Folder; project.Within(module, r.set.folder) {
		return module
	}
	return r.set.folder
}

// overlaid are the folder that the tests run in, that of their module and those of the modules that it needs, but for what lies in another one.
func (r *testRun) overlaid() (all []string) {
	folders := []string{r.set.build.Module.Folder, r.directory()}
	for _, part := range r.set.build.Sets {
		folders = append(folders, part.Module.Folder)
	}
	for _, folder := range folders {
		if !slices.ContainsFunc(all, func(above string) bool { return project.Within(above, folder) }) {
			all = append(slices.DeleteFunc(all, func(below string) bool { return project.Within(folder, below) }), folder)
		}
	}
	return all
}

// built are the output folders of the source sets that are compiled, with what a build would have put into them, as they follow each other on the class path. Of the folder that has the classes of all source sets
// each has those whose source is in it, and the main ones also those whose source is nowhere. What else is there, resources that are not as they are in the project, is in the folders of the module's tests, if it has any.
func (r *testRun) built() (all []filesystem.Built, classPath []string) {
	own := r.set.build.Module
	tested := slices.ContainsFunc(r.set.build.Sets, func(part project.Part) bool { return part.Module == own && part.Set.Name != project.MainSet })
	for _, part := range r.set.build.Sets {
		classes := filesystem.Part{Folder: r.target.FolderOf(part.Set)}
		if len(r.target.Modules.Patches) == 0 {
			classes.Without = part.Module != own || tested && part.Set.Name == project.MainSet
			classes.Classes = filesystem.Classes{Of: part.Set.Roots(), Rest: part.Set.Name == project.MainSet}
			classes.Classes.None = len(classes.Classes.Of) == 0
			for _, other := range r.set.build.Sets {
				if roots := other.Set.Roots(); other.Set != part.Set {
					classes.Classes.NotOf = append(classes.Classes.NotOf, roots...)
					if other.Set.Name == project.MainSet {
						classes.Classes.PackagesNotOf = append(classes.Classes.PackagesNotOf, roots...)
					}
				}
			}
		}
		resourced := []filesystem.Part{}
		for _, found := range part.Set.Resources {
			if found.AsIs() { // the others are where the classes are
				resourced = append(resourced, filesystem.Part{Folder: found.Folder})
			}
		}
		for i, folder := range part.Set.Outputs {
			from := concat([]filesystem.Part{classes}, resourced)
			if last := len(part.Set.Outputs) - 1; last > 0 && i < last { // Gradle has one folder for resources, behind those for classes
				from = from[:1]
			} else if last > 0 {
				from[0] = filesystem.Part{Folder: classes.Folder, Classes: filesystem.Classes{None: true}, Without: classes.Without}
			}
			all = append(all, filesystem.Built{Folder: folder, From: from, Except: []string{javac.Manifest, resources.Manifest}})
			classPath = append(classPath, folder)
		}
	}
	return all, classPath
}

// parts are the folders that the output folders are made of.
func (r *testRun) parts() []string {
	folders := []string{r.target.Compile.OutputDir}
	for _, part := range r.set.build.Sets {
		for _, found := range part.Set.Resources {
			if found.AsIs() {
				folders = append(folders, found.Folder)
			}
		}
	}
	return folders
}

// showsBuilt tells whether the program, by a policy, finds its classes and resources in the modules' output folders, as with the build tool: tests look for other files from there. What the user lets it write is
// the user's own, and has what a build has put there.
func (r *testRun) showsBuilt(policy *configuration.Policy) bool {
	module := r.set.build.Module
	if policy.Unrestricted || runtime.GOOS == "windows" || len(r.target.Modules.Patches)+len(r.target.Modules.Path) > 0 {
		return false
	}
	main := false
	for _, part := range r.set.build.Sets {
		main = main || part.Module == module && part.Set.Name == project.MainSet
		for _, folder := range part.Set.Outputs {
			if slices.ContainsFunc(policy.Write, func(written string) bool { return project.Within(written, folder) || project.Within(folder, written) }) || !project.Within(part.Module.Folder, folder) || folder == part.Module.Folder {
				return false
			}
			for at := folder; at != part.Module.Folder; at = filepath.Dir(at) {
				if info, err := os.Lstat(at); err == nil && !info.IsDir() {
					return false // a link to elsewhere
				}
			}
		}
		if len(part.Set.Outputs) == 0 {
			return false
		}
	}
	return main
}

// eventsName is the file, in the folder of the run's temporary files, by which the tests tell what becomes of them.
const eventsName = "hotlens-tests"

// begin makes the file for the events, in the temporary folder of a process or, if it has none of its own, in another one, and tells the program of it. Close it.
func (r *testRun) begin(process *process, otherwise string, program *vm.Program) error {
	folder, seen := otherwise, otherwise
	if process.temporary != nil {
		folder, seen = process.temporary.folder, process.seen
	}
	path := filepath.Join(folder, eventsName)
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("the file for the tests' results: %w", err)
	}
	var err error
	if r.events, err = os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600); err != nil {
		return fmt.Errorf("the file for the tests' results: %w", err)
	}
	program.Arguments = concat([]string{filepath.Join(seen, eventsName)}, program.Arguments[1:])
	return nil
}

// close closes the file for the events.
func (r *testRun) close() { _ = r.events.Close() } // it has been read

// end reads what became of the tests.
func (r *testRun) end() (tests.Results, error) {
	if _, err := r.events.Seek(0, io.SeekStart); err != nil {
		return tests.Results{}, fmt.Errorf("reading the tests' results: %w", err)
	}
	return tests.Read(r.events), nil
}

// TestResults are what became of the tests of a run.
type TestResults struct {
	Tests []profiles.Test
	// Planned are the methods that were to run, where a limit has ended the run.
	Planned []profiles.TestID
	// Problem is one sentence that says why not all tests may have run; "" if they have.
	Problem string
	// Notes are what may be the reason where tests have failed, a line each.
	Notes []string
}

// results explains what the tests have told, by how the program ended.
func (r *testRun) results(outcome worker.Outcome) (*TestResults, error) {
	told, err := r.end()
	if err != nil {
		return nil, err
	}
	results := &TestResults{Tests: told.Tests}
	for i := range told.Tests {
		if t := &told.Tests[i]; t.Status == profiles.TestUnfinished && t.Reason == "" {
			t.Reason = unfinished(outcome)
		}
	}
	if outcome.Limit != nil {
		results.Planned = told.Planned
	}
	switch {
	case outcome.Limit != nil || outcome.Failure != "":
	case !told.Done && len(outcome.Uncaught) > 0 && outcome.ExitStatus != 0:
		results.Problem = "the test framework failed: " + outcome.Uncaught[0].String()
	case !told.Done:
		results.Problem = fmt.Sprintf("the program ended, with exit status %d, before all tests had run", outcome.ExitStatus)
	case len(told.Tests) == 0 && len(r.choice) == 0: // else they may all be of other groups
		results.Problem = "no test is named " + r.texts()
	}
	if results.Problem != "" || profiles.CountTests(told.Tests).Failed > 0 {
		results.Notes = r.failedNotes()
	}
	return results, nil
}

// failedNotes say what may be the reason where tests fail.
func (r *testRun) failedNotes() []string {
	if r.set.build.Ungenerated() {
		return []string{unbuiltNote}
	}
	return nil
}

// unfinished says why a test that has started did not end.
func unfinished(outcome worker.Outcome) string {
	switch {
	case outcome.Limit != nil:
		return outcome.Limit.Message
	case outcome.Failure != "":
		return outcome.Failure
	}
	return fmt.Sprintf("it ended the program, with exit status %d", outcome.ExitStatus)
}

// testedFolder is the folder that a target of tests names, or else a directory.
func testedFolder(program Target, directory string) (string, error) {
	folder := directory
	if program.Name != "" {
		folder = absolute([]string{program.Name}, directory)[0]
	}
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return "", fmt.Errorf("%s is no folder: behind --test stands the project's folder, or nothing", program.Name)
	}
	return filepath.Clean(folder), nil
}

// setsOf are the source sets in a folder that a target of tests may mean.
func setsOf(ctx context.Context, program Target, folder string, j *jdk.JDK) ([]testSet, error) {
	model, err := newProjects().Model(ctx, project.Request{Path: folder, Trusted: !program.Untrusted, Within: folder, JDK: j})
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(testSets(model, folder), func(s testSet) bool {
		return program.TestSet != "" && s.id() != program.TestSet
	}), nil
}

// TestedModule is a source set that has some of the tests that a target means, as the build runs them at one time.
type TestedModule struct {
	Name   string // unique among them: the folder of its module, as it is seen from the project's, and the set and what of the build runs it, where those are not the usual ones
	Target Target
}

// TestedModules are the source sets that have tests which a target means, in the order of the build; one that the build runs several times is there for each. Where there is only one, Prepare takes the target as it is.
func TestedModules(ctx context.Context, program Target, config configuration.Run) ([]TestedModule, error) {
	j, err := jdk.Find(config.JDK)
	if err != nil {
		return nil, err
	}
	directory, err := os.Getwd()
	if err != nil {
		return nil, fmt.Errorf("the current folder: %w", err)
	}
	folder, err := testedFolder(program, directory)
	if err != nil {
		return nil, err
	}
	patterns, err := tests.Parse(program.Tests)
	if err != nil {
		return nil, err
	}
	sets, err := setsOf(ctx, program, folder, j)
	if err != nil {
		return nil, err
	}
	var modules []TestedModule
	for _, set := range sets {
		if len(set.roots) == 0 || len(set.files(patterns, set.choice)) == 0 {
			continue
		}
		name, err := filepath.Rel(folder, set.build.Module.Folder)
		if err != nil || name == "." {
			name = filepath.Base(set.build.Module.Folder)
		}
		if set.build.Set.Name != project.TestSet {
			name += "/" + set.build.Set.Name
		}
		if own := set.name(); own != "" {
			name += "/" + own
		}
		module := TestedModule{filepath.ToSlash(name), program}
		module.Target.TestSet = set.id()
		modules = append(modules, module)
	}
	return modules, nil
}

// resolveTests finds the tests that a plan is to run, in the folder that it names or else the current one, and compiles them.
func (p *Plan) resolveTests(ctx context.Context, program Target, directory string) (*target.Target, error) {
	folder, err := testedFolder(program, directory)
	if err != nil {
		return nil, err
	}
	p.config.ClassPath = absolute(target.Expand(p.config.ClassPath), directory)
	p.config.Policy.Read, p.config.Policy.Write = absolute(p.config.Policy.Read, directory), absolute(p.config.Policy.Write, directory)
	if p.classes, err = claimScratch(); err != nil {
		return nil, fmt.Errorf("the folder for the compiled classes: %w", err)
	}
	output, err := p.classesFolder()
	if err != nil {
		return nil, err
	}
	sets, err := setsOf(ctx, program, folder, p.jdk)
	if err != nil {
		return nil, err
	}
	level := 0
	for _, set := range sets {
		level = max(level, set.build.Level())
	}
	if err := p.fit(level); err != nil {
		return nil, err
	}
	spec := target.Spec{ClassPath: p.config.ClassPath, ModulePath: p.config.Modules.Path, OutputDir: output, Release: releaseOf(p.jdk, p.config), Processors: p.config.Processors}
	if p.tests, err = newTestRun(program.Tests, sets, program.TestSet, spec); err != nil {
		return nil, err
	}
	p.build = p.tests.set.build
	service := javac.Start(p.jdk)
	defer func() { _ = service.Close() }()
	if err := p.tests.prepare(ctx, service); err != nil {
		return nil, err
	}
	request := compilation(p.tests.target)
	result, note, err := p.tests.compile(ctx, service, p.keeping(request))
	if err != nil {
		return nil, fmt.Errorf("compiling %s: %w", request.Files[0], err)
	}
	p.Index = result.Index
	if note != "" {
		p.Notes = append(p.Notes, note)
	}
	p.Notes = append(p.Notes, p.tests.leftOut()...)
	if err := p.tests.compiled(result, &p.program); err != nil {
		return nil, err
	}
	if err := stage(p.tests.target); err != nil {
		return nil, err
	}
	return p.tests.target, nil
}

// beginTests makes ready what the tests tell by, if the program runs tests.
func (p *Plan) beginTests(process *process) error {
	if p.tests == nil {
		return nil
	}
	return p.tests.begin(process, p.classes.folder, &p.program)
}

// endTests finds out what became of the tests, if the program has run tests.
func (p *Plan) endTests(outcome worker.Outcome) (err error) {
	if p.tests != nil {
		p.Tests, err = p.tests.results(outcome)
		p.tests.close()
	}
	return err
}

// subject is the class that is tested, or how many are.
func (r *testRun) subject(program vm.Program) string {
	var classes []string
	for _, argument := range program.Arguments[1+len(r.choice):] {
		class, _, _ := strings.Cut(argument, "#")
		if class = profiles.Outermost(class); !slices.Contains(classes, class) {
			classes = append(classes, class)
		}
	}
	if len(classes) == 1 {
		return classes[0]
	}
	return fmt.Sprintf("%d classes", len(classes))
}

// statusTestFailed is the exit status of a run with a test that has failed, as build tools have it.
const statusTestFailed = 1

// summary says in a few words what became of the tests.
func (r *TestResults) summary() string {
	if r.Problem != "" {
		return r.Problem
	}
	if len(r.Tests) == 0 {
		return "no test of the groups that run here"
	}
	return numbers.Count(uint64(len(r.Tests)), "test") + ": " + profiles.CountTests(r.Tests).String()
}

// describe says in a profile what was tested, and what became of it.
func (r *testRun) describe(profile *profiles.Profile, results *TestResults) {
	profile.Target.Main, profile.Target.Arguments = profiles.TargetTests, profile.Target.Arguments[1+len(r.choice):] // but the file that the results went to
	profile.Tests = results.Tests
	roots := map[string]int{}
	for _, thread := range profile.Threads {
		if profile.Contexts[thread.Root].Parent < 0 {
			m := &profile.Methods[profile.Contexts[thread.Root].Method]
			if method, ok := strings.CutPrefix(m.Name, profiles.TestRootPrefix); ok {
				roots[m.Class+"#"+method] = thread.Root
			}
		}
	}
	for i := range profile.Tests {
		if root, ok := roots[profile.Tests[i].Class+"#"+profile.Tests[i].Method]; ok {
			profile.Tests[i].Root = &root
		}
	}
}
