package engine

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"hotlens/engine/jdk"
	"hotlens/engine/project"
	"hotlens/engine/tests"
	"hotlens/vm/configuration"
)

// This file finds the source sets that may hold tests, and how often and how the build runs these.

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
	for i, choice := range tests.ChoicesOf(testing) {
		all = append(all, execution{choice, testing[i]})
	}
	return all
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

// setsOf are the source sets in a folder that a target of tests may mean, and its patterns.
func setsOf(ctx context.Context, program Target, folder string, j *jdk.JDK) ([]testSet, []tests.Pattern, error) {
	model, err := newProjects().Model(ctx, project.Request{Path: folder, Trusted: !program.Untrusted, Within: folder, JDK: j})
	if err != nil {
		return nil, nil, err
	}
	sets := slices.DeleteFunc(testSets(model, folder), func(s testSet) bool {
		return program.TestSet != "" && s.id() != program.TestSet
	})
	patterns, err := patternsIn(sets, program.Tests)
	if err != nil || !model.OfSeveral() {
		return sets, patterns, err
	}
	wanted := slices.DeleteFunc(slices.Clone(sets), func(s testSet) bool { return len(s.files(patterns, s.choice)) == 0 })
	if len(wanted) == 1 && wanted[0].folder != folder {
		return setsOf(ctx, program, wanted[0].folder, j)
	}
	return sets, patterns, nil
}

// TestedModule is a source set that has some of the tests that a target means, as the build runs them at one time.
type TestedModule struct {
	Name   string // unique among them: the folder of its module, as it is seen from the project's, and the set and what of the build runs it, where those are not the usual ones
	Target Target // with those of the patterns that may mean tests of it, one each
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
	sets, patterns, err := setsOf(ctx, program, folder, j)
	if err != nil {
		return nil, err
	}
	var modules []TestedModule
	for _, set := range sets {
		wanted := set.among(patterns)
		if len(set.roots) == 0 || len(wanted) == 0 {
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
		module.Target.Tests = textsOf(wanted)
		if set.build.Model.OfSeveral() {
			module.Target.Name = set.folder
		} else {
			module.Target.TestSet = set.id()
		}
		modules = append(modules, module)
	}
	return modules, nil
}
