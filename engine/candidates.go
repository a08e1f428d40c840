package engine

import (
	"context"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"hotlens/engine/jdk"
	"hotlens/engine/project"
	"hotlens/engine/target"
	"hotlens/engine/tests"
	"hotlens/engine/uses"
	"hotlens/profiles/sources"
)

// This file finds what could be run in a workspace, whether or not it ever has.

// Candidates are the source files of a workspace that can be run, absolute paths.
type Candidates struct {
	Mains []string // with a main method
	Tests []TestFile
}

// TestFile is a source file that has tests, by its text.
type TestFile struct {
	File  string
	Set   string // tests with the same can run together: see Result.TestSet
	Class string // the outermost class that the file is called after, with dots
	// Left says that the build leaves it out, where it runs all.
	Left bool
	// Execution names what of the build runs it, where that is not the usual one; Integration says that it comes behind what that puts together, or starts.
	Execution   string
	Integration bool
	Encoding    string // see sources.Decode
	// Inherited are the files with the tests that it has from others, the nearest first.
	Inherited []string
	// Far says that its module needs none of those that have the files which the request wants to be reached.
	Far bool
}

// Candidates looks for what can be run in the workspace of a request. It compiles nothing, and reads only what has changed since it was asked before.
func (e *Engine) Candidates(ctx context.Context, request Request) (*Candidates, error) {
	model, err := e.model(ctx, request.Config.JDK, request.File, request.Workspace)
	if err != nil {
		return nil, err
	}
	e.looking.Lock()
	defer e.looking.Unlock()
	found := e.looked.Programs(model, request.Workspace)
	tests := testFiles(model, &found)
	markFar(model, tests, request.Reaching)
	return &Candidates{Mains: slices.Concat(found.Mains, found.TestMains), Tests: tests}, nil
}

// markFar marks the tests of modules that need none of those that have some files. Of files that no module has nothing is known.
func markFar(model *project.Model, tests []TestFile, files []string) {
	var changed []*project.SourceSet
	for _, file := range files {
		_, set, ok := model.Locate(file)
		if !ok {
			return
		}
		changed = append(changed, set)
	}
	if len(changed) == 0 {
		return
	}
	far := map[*project.SourceSet]bool{}
	for i := range tests {
		module, set, _ := model.Locate(tests[i].File)
		if _, known := far[set]; !known {
			far[set] = !slices.ContainsFunc(testSetsOf(model, module, set), func(s testSet) bool {
				return slices.ContainsFunc(s.build.Sets, func(part project.Part) bool { return slices.Contains(changed, part.Set) })
			})
		}
		tests[i].Far = far[set]
	}
}

// model is that of the project that a file or folder of a workspace belongs to, with a JDK, as jdk.Find has it.
func (e *Engine) model(ctx context.Context, home, path, workspace string) (*project.Model, error) {
	j, err := jdk.Find(home)
	if err != nil {
		return nil, err
	}
	return e.projects().Model(ctx, project.Request{Path: path, Trusted: true, Within: workspace, JDK: j})
}

// Unable says why tests of the workspace of a request, those with the same TestFile.Set, cannot be run as things are: there is no framework for them. It is "" if
// nothing is known that keeps them from running.
func (e *Engine) Unable(ctx context.Context, request Request, set string) (string, error) {
	model, err := e.model(ctx, request.Config.JDK, request.File, request.Workspace)
	if err != nil {
		return "", err
	}
	for i := range model.Modules {
		module := &model.Modules[i]
		for k := range module.Sets {
			sources := &module.Sets[k]
			for _, execution := range executionsOf(model, module, sources) {
				if execution.id(sources.Roots()) == set {
					return e.missingFramework(model.BuildTests(module, sources, execution.testing), target.Expand(absolute(request.Config.ClassPath, request.Workspace))), nil
				}
			}
		}
	}
	return "", nil
}

// missingFramework says that nothing could run tests of a build, with what is on the class path besides; "" if something could. A class path that has a framework is not looked through again.
func (e *Engine) missingFramework(build *project.Build, given []string) string {
	path := concat(given, build.RunPath)
	key := strings.Join(path, string(filepath.ListSeparator))
	e.looking.Lock()
	defer e.looking.Unlock()
	if e.tested[key] {
		return ""
	}
	problem := missingFramework(tests.Find(path, testedRoots(build)), build)
	if problem == "" {
		if e.tested == nil {
			e.tested = map[string]bool{}
		}
		e.tested[key] = true
	}
	return problem
}

// testFiles says of source files with tests in which class and source set they are.
func testFiles(model *project.Model, found *project.Programs) []TestFile {
	var all []TestFile
	known := map[*project.SourceSet][]execution{}
	for _, file := range found.Tests {
		module, set, ok := model.Locate(file)
		if !ok {
			continue
		}
		executions := known[set]
		if executions == nil {
			executions = executionsOf(model, module, set)
			known[set] = executions
		}
		for _, root := range set.Roots() {
			if relative, err := filepath.Rel(root, file); err == nil && filepath.IsLocal(relative) {
				name := strings.TrimSuffix(filepath.ToSlash(relative), ".java")
				e := &executions[slices.IndexFunc(executions, func(e execution) bool { return e.choice.Takes(name) })]
				all = append(all, TestFile{file, e.id(set.Roots()), strings.ReplaceAll(name, "/", "."), !e.choice.Has(name), e.name(), e.integrates(), set.Compiler.Encoding, found.Inherited[file], false})
				break
			}
		}
	}
	return all
}

// reaching are those of the classes with tests that were chosen, each perhaps with methods behind "#", that use some files, themselves or by what they use; all where that is not known.
func reaching(chosen []string, files []string, byType map[string]*sources.File, used map[string][]string) []string {
	if used == nil {
		return chosen
	}
	users := map[string][]string{}
	for user, paths := range used {
		for _, path := range paths {
			users[path] = append(users[path], user)
		}
	}
	reached := uses.Closure(files, math.MaxInt, users)
	return slices.DeleteFunc(chosen, func(argument string) bool {
		class, _, _ := strings.Cut(argument, "#")
		file := byType[strings.ReplaceAll(class, ".", "/")]
		return file == nil || !reached[file.Path]
	})
}
