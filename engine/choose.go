package engine

import (
	"os"
	"path/filepath"
	"strings"

	"hotlens/engine/project"
	"hotlens/engine/target"
)

// chosen is the program that a request is about.
type chosen struct {
	file      string // its source file, absolute
	class     string // main class with dots; "" to take that of file
	arguments []string
	test      string   // name of a test method of class; "" to run its main method
	tests     []string // patterns of tests; nil: those that file, class and test mean, if any
}

// settingTargets is what names the programs to run.
const settingTargets = "the setting hotlens.targets"

// chooseTarget picks the program to run for a saved file: of the targets in the
// settings the one that the file itself holds, else the first; without settings
// the file's own main method. Roots are the folders that source files are looked for in.
func chooseTarget(request Request, roots []string) chosen {
	if len(request.Tests) > 0 {
		return chosen{file: request.File, tests: request.Tests}
	}
	var first *chosen
	for _, text := range request.Targets {
		found, ok := parseTarget(text, request, roots)
		if !ok {
			continue
		}
		if found.file == request.File {
			return found
		}
		if first == nil {
			first = &found
		}
	}
	if first == nil {
		return chosen{file: request.File, arguments: request.Arguments}
	}
	if first.file == "" {
		// The class is on the class path, or in a file of another name: compile what
		// was saved, and let the VM look for the class.
		first.file = request.File
	}
	return *first
}

// testsOf are the patterns of the tests that a choice means: those that a target names, or all of a class, or of a file, that has tests, its own or inherited ones, and
// no main method. None: it is a program. Text is the file's.
func (c *chosen) testsOf(root, text string, inherits func(path, text string) bool) []string {
	switch {
	case c.tests != nil:
		return c.tests
	case c.test != "":
		return []string{c.class + "#" + c.test}
	case len(c.arguments) > 0 || project.HasMain(text) || !project.HasTests(text) && !inherits(c.file, text):
		return nil
	case c.class != "":
		return []string{c.class}
	}
	relative, err := filepath.Rel(root, strings.TrimSuffix(c.file, ".java"))
	if err != nil {
		return nil
	}
	return []string{strings.ReplaceAll(filepath.ToSlash(relative), "/", ".")}
}

// parseTarget finds the file of a target; "" where it is not known. It reports false for a target without a name.
func parseTarget(text string, request Request, roots []string) (chosen, bool) {
	name, ok := target.ParseName(text)
	if !ok {
		return chosen{}, false
	}
	c := chosen{file: name.Path(request.Workspace), class: name.Class, arguments: name.Arguments, test: name.Methods}
	if c.file != "" {
		return c, true
	}
	for _, root := range roots {
		file := filepath.Join(root, filepath.FromSlash(name.Source()))
		if info, err := os.Stat(file); err == nil && !info.IsDir() {
			c.file = file
			break
		}
	}
	return c, true
}
