package engine

import (
	"context"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"hotlens/engine/jdk"
	"hotlens/engine/project"
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
	Left     bool
	Encoding string // see sources.Decode
}

// Candidates looks for what can be run in the workspace of a request. It compiles nothing, and reads only what has changed since it was asked before.
func (e *Engine) Candidates(ctx context.Context, request Request) (*Candidates, error) {
	j, err := jdk.Find(request.Config.JDK)
	if err != nil {
		return nil, err
	}
	model, err := e.projects().Model(ctx, project.Request{Path: request.File, Trusted: true, Within: request.Workspace, JDK: j})
	if err != nil {
		return nil, err
	}
	e.looking.Lock()
	defer e.looking.Unlock()
	found := e.looked.Programs(model, request.Workspace)
	return &Candidates{Mains: slices.Concat(found.Mains, found.TestMains), Tests: testFiles(model, found.Tests)}, nil
}

// testFiles says of source files with tests in which class and source set they are.
func testFiles(model *project.Model, files []string) []TestFile {
	var all []TestFile
	for _, file := range files {
		module, set, ok := model.Locate(file)
		if !ok {
			continue
		}
		choice := choiceOf(model, module, set)
		for _, root := range set.Roots() {
			if relative, err := filepath.Rel(root, file); err == nil && filepath.IsLocal(relative) {
				name := strings.TrimSuffix(filepath.ToSlash(relative), ".java")
				all = append(all, TestFile{file, set.Roots()[0], strings.ReplaceAll(name, "/", "."), !choice.Has(name), set.Compiler.Encoding})
				break
			}
		}
	}
	return all
}

// choiceOf is what the build runs of the tests of a source set; nil where it does not say.
func choiceOf(model *project.Model, module *project.Module, set *project.SourceSet) *tests.Choice {
	for i := range module.Testing {
		if module.Testing[i].Set == set.Name {
			return tests.ChoiceOf(model.Origin, &module.Testing[i])
		}
	}
	return nil
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
