package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hotlens/engine/javac"
	"hotlens/engine/languages"
	"hotlens/engine/project"
	"hotlens/engine/target"
	"hotlens/engine/tests"
	"hotlens/engine/uses"
	"hotlens/profiles"
	"hotlens/profiles/sources"
	"hotlens/vm"
)

// This file makes a run of a project's tests out of patterns that name them.

// testRun is a run of tests that is being prepared, or under way.
type testRun struct {
	given      []tests.Pattern
	patterns   []tests.Pattern // these, and those for what extends a class that they name
	set        testSet
	others     []timeOfTests // the other times that the build runs tests of the source set which the patterns name
	found      tests.Found
	choice     []string // the arguments of the program that say what the build chooses of the tests
	target     *target.Target
	reaching   []string      // see Request
	asBuild    bool          // the build's own choice applies
	named      bool          // by somebody who wants to know of each pattern that means nothing
	abstract   []string      // classes that are named, by their names with dots, of which there are no objects
	runner     string        // the folder of the program that runs them
	events     *os.File      // nil before the run
	told       tests.Results // after it
	counted    *countedTests // nil if all were counted to their end
	uncompiled []javac.LeftOut
}

// newTestRun finds what patterns want, in one of some source sets. Where the build runs tests of that at several times, they run at that which an identifier means, or else at the first that has some. The specification says the rest of
// how to compile it; its class path comes first.
func newTestRun(patterns []tests.Pattern, sets []testSet, time string, spec target.Spec) (_ *testRun, err error) {
	if at := slices.IndexFunc(sets, func(s testSet) bool { return s.id() == time && len(s.files(patterns, s.choice)) > 0 }); at >= 0 {
		first := sets[at]
		sets = append([]testSet{first}, slices.Delete(slices.Clone(sets), at, at+1)...)
	}
	r := &testRun{given: patterns, patterns: patterns, asBuild: !slices.ContainsFunc(patterns, func(p tests.Pattern) bool { return !p.All })}
	var files, folders []string
	for _, set := range sets {
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
		return nil, fmt.Errorf("the build runs none of the classes below %s: name those that are to run", strings.Join(rootsOf(sets), ", "))
	case len(folders) == 0:
		return nil, noSource(patterns, sets)
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
	r.found = tests.Find(concat(r.target.ClassPath, r.target.Modules.Path), testedRoots(r.set.build))
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
		if err != nil {
			continue
		}
		for _, name := range project.AbstractTypes(r.set.build.Decode(text)) {
			class := project.ClassOf(r.set.roots, file, name)
			for _, p := range slices.Clone(r.patterns) {
				if !p.Names(class) {
					continue
				}
				r.abstract = append(r.abstract, class)
				for _, heir := range r.set.build.Heirs(file, name) {
					r.patterns = append(r.patterns, p.For(heir))
					found = true
				}
			}
		}
	}
	return found
}

// testedRoots are the source folders of what the tests of a build are tests of.
func testedRoots(build *project.Build) (roots []string) {
	for _, part := range build.Sets {
		if !part.Set.Test {
			roots = append(roots, part.Set.Roots()...)
		}
	}
	return roots
}

// missingFramework says that nothing was found that could run tests of a build, and what to do; "" if something was.
func missingFramework(found tests.Found, build *project.Build) string {
	if len(found.Frameworks) > 0 {
		return ""
	}
	problem := cmp.Or(found.Missing, "there is no JUnit and no TestNG on the class path")
	return problem + ": " + cmp.Or(target.Unresolved(build), "add the jars with -cp, or put them into the project's folder lib")
}

// further are the other times that the build runs tests which are wanted, but for those that have none of these as the run has told; where that is what it runs itself, without integration tests.
func (r *testRun) further() (all []FurtherTests) {
	for _, set := range r.others {
		if r.asBuild && set.integrates() {
			continue
		}
		other := FurtherTests{TestSet: set.id(), Files: set.files}
		for _, file := range other.Files {
			other.Classes = append(other.Classes, project.ClassName(set.roots, file))
		}
		if !set.choice.Lacks(other.Classes, r.told) {
			all = append(all, other)
		}
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

// open opens the packages of the tests to the program that runs them, if they are in a module, as Maven's Surefire does: those of the tests that the build runs, and of those that are wanted. Tests that are a module
// by themselves open what they like; but what JUnit hides from others than its own modules, the engine on the class path needs.
func (r *testRun) open(files []string) {
	m := &r.target.Modules
	if m.Main == "" {
		return
	}
	m.Add, m.Main = append([]string{m.Main}, m.Add...), ""
	if len(m.Patches) == 0 {
		if tests.HasCommons(m.Path) {
			m.Opens = append(m.Opens, "org.junit.platform.commons/org.junit.platform.commons.util=ALL-UNNAMED", "org.junit.platform.commons/org.junit.platform.commons.logging=ALL-UNNAMED")
		}
		return
	}
	packages := map[string]bool{}
	for _, file := range concat(r.set.files([]tests.Pattern{tests.Everything()}, r.set.choice), files) {
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
	runner, err := tests.Build(ctx, service, cache, r.found, concat(r.target.ClassPath, r.target.Modules.Path))
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
	r.uncompiled = result.LeftOut
	classes := slices.DeleteFunc(r.classes(result.Index), func(class string) bool {
		return !r.set.choice.Wants(r.patterns, class) || slices.Contains(r.abstract, strings.NewReplacer("/", ".", "$", ".").Replace(class))
	})
	chosen := tests.Select(r.patterns, classes)
	if len(chosen) == 0 && len(r.abstract) > 0 {
		return r.none("there are no objects of %s, and no class of the tests extends it: its tests are those of such classes", strings.Join(r.abstract, ", "))
	}
	if len(chosen) == 0 {
		return r.none("there is no class that %s names in %s", r.texts(), strings.Join(r.target.Compile.Files, ", "))
	}
	if r.reaching != nil {
		if chosen = reaching(chosen, r.reaching, result.Index.ByType(), result.Uses); len(chosen) == 0 {
			return r.outOfReach()
		}
	}
	if r.asBuild {
		r.choice = concat(r.set.choice.Arguments(), r.set.choice.Shared(chosen))
		chosen = r.set.choice.Narrow(chosen)
	} else {
		r.choice = r.set.choice.Shares(chosen)
	}
	*program = vm.Program{MainClass: tests.MainClass, Arguments: concat([]string{""}, r.choice, chosen), Values: program.Values, Sources: program.Sources, Harness: r.harness()}
	return nil
}

// compile compiles the tests, all that they are tests of, and what is there for them to use, as the build does: a class that is found by its name alone, such as a provider of a service, is there, and what no test
// uses counts in coverage as not executed. An error in something that the tests do not use does not keep them from running: then only what they use is compiled, and the note says so.
func (r *testRun) compile(ctx context.Context, service *javac.Service, request javac.Request) (result *javac.Result, note string, err error) {
	all := request
	if r.set.build.OnlyTests() {
		all.Files = concat(request.Files, r.beside(request))
	}
	result, err = service.Compile(ctx, all)
	if err != nil || result.OK || len(all.Files) == len(request.Files) || len(r.target.Rest) > 0 {
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

// beside are the source files that the build compiles beside those that a request names: all of the source sets that are tested, and of the tests' own those that are no tests. The other tests are left out, as nothing but the
// build names them.
func (r *testRun) beside(request javac.Request) []string {
	var files []string
	for _, part := range r.set.build.Sets {
		own := part.Set == r.set.build.Set
		if part.Set.Test && !own {
			continue
		}
		roots := slices.DeleteFunc(part.Set.Roots(), func(root string) bool { return !slices.Contains(request.SourcePath, root) })
		found := part.Set.Compiled(project.Sources(roots, request.Files))
		if own {
			found = slices.DeleteFunc(found, r.runsInBuild)
		}
		files = append(files, found...)
	}
	return files
}

// runsInBuild tells whether a source file of the tests' is one that the build runs, as far as its name tells or, where the build goes by what is in the classes, its text.
func (r *testRun) runsInBuild(file string) bool {
	if !r.set.choice.Has(strings.ReplaceAll(project.ClassName(r.set.roots, file), ".", "/")) {
		return false
	}
	if r.set.choice.ByName() {
		return true
	}
	content, err := os.ReadFile(file)
	if err != nil {
		return true // it cannot be compiled, either
	}
	text := r.set.build.Decode(content)
	return project.HasTests(text) || r.set.build.InheritsTests(file, text)
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

func (r *testRun) texts() string { return strings.Join(textsOf(r.given), ",") }

// none says that none of the compiled classes is meant.
func (r *testRun) none(format string, arguments ...any) error {
	return &NoTestsError{textsOf(r.given), fmt.Sprintf(format, arguments...)}
}

// outOfReach says that no test can reach the files that it should. They stand first, as the names of the tests may be many.
func (r *testRun) outOfReach() error {
	var files []string
	for _, path := range r.reaching {
		files = append(files, filepath.Base(path))
	}
	verb := "is"
	if len(files) > 1 {
		verb = "are"
	}
	return fmt.Errorf("%s %s reached by none of %s", strings.Join(files, " and "), verb, r.texts())
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
	sets, patterns, err := setsOf(ctx, program, folder, p.jdk)
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
	spec := target.Spec{ClassPath: p.config.ClassPath, Modules: p.config.Modules, OutputDir: output, Release: releaseOf(p.jdk, p.config), Processors: p.config.Processors}
	if p.tests, err = newTestRun(patterns, sets, program.TestSet, spec); err != nil {
		return nil, err
	}
	p.tests.named, p.build = true, p.tests.set.build
	service := p.startCompiler()
	defer func() { _ = service.Close() }()
	if err := p.tests.prepare(ctx, service); err != nil {
		return nil, err
	}
	request := compilation(p.tests.target)
	request = p.keeping(request)
	result, note, err := p.tests.compile(ctx, service, request)
	if err != nil {
		return nil, fmt.Errorf("compiling %s: %w", request.Files[0], err)
	}
	p.Index = result.Index
	if note != "" {
		p.Notes = append(p.Notes, note)
	}
	p.Notes = append(p.Notes, p.tests.leftOut()...)
	err = p.compileMissed(&request, func(ctx context.Context, service *javac.Service) (*javac.Result, error) {
		result, _, err := p.tests.compile(ctx, service, request)
		return result, err
	})
	if err != nil {
		return nil, err
	}
	if err := p.tests.compiled(result, &p.program); err != nil {
		return nil, err
	}
	if err := stage(p.tests.target); err != nil {
		return nil, err
	}
	return p.tests.target, nil
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
