package engine

import (
	"os"
	"path/filepath"
	"strings"

	"hotlens/engine/project"
	"hotlens/engine/tests"
)

// chosen is the program that a request is about.
type chosen struct {
	file      string // its source file, absolute
	class     string // main class with dots; "" to take that of file
	arguments []string
	test      string // name of a test method of class; "" to run its main method
}

// chooseTarget picks the program to run for a saved file: of the targets in the
// settings the one that the file itself holds, else the first; without settings
// the file's own main method. Roots are the folders that source files are looked for in.
func chooseTarget(request Request, roots []string) chosen {
	var first *chosen
	for _, text := range request.Targets {
		target, ok := parseTarget(text, request, roots)
		if !ok {
			continue
		}
		if target.file == request.File {
			return target
		}
		if first == nil {
			first = &target
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

// testsOf are the patterns of the tests that a choice means: those that a target names, or all of a class, or of a file, that has tests and
// no main method. None: it is a program. Text is the file's.
func (c *chosen) testsOf(root, text string) []string {
	switch {
	case c.test != "":
		return []string{c.class + "#" + c.test}
	case len(c.arguments) > 0 || !tests.In(text) || project.HasMain(text):
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

// parseTarget reads "demo.Main 10 20", "src/demo/Main.java 10 20" or
// "demo.MainTest#adds". The file of
// a class is "" where it is not known. It reports false for a target without a
// name.
func parseTarget(text string, request Request, roots []string) (chosen, bool) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return chosen{}, false
	}
	name, arguments := words[0], words[1:]
	if strings.HasSuffix(name, ".java") {
		return chosen{file: absolute([]string{name}, request.Workspace)[0], arguments: arguments}, true
	}
	name, test, _ := strings.Cut(name, "#")
	// A nested class stands in the file of the outermost one.
	outermost, _, _ := strings.Cut(name, "$")
	for _, root := range roots {
		file := filepath.Join(root, filepath.FromSlash(strings.ReplaceAll(outermost, ".", "/"))+".java")
		if info, err := os.Stat(file); err == nil && !info.IsDir() {
			return chosen{file: file, class: name, arguments: arguments, test: test}, true
		}
	}
	return chosen{class: name, arguments: arguments, test: test}, true
}

// Holds tells whether a target, as Request.Targets has it, stands in a source file by its name. Relative paths are the workspace's.
func Holds(file, target, workspace string) bool {
	words := strings.Fields(target)
	if len(words) == 0 {
		return false
	}
	if strings.HasSuffix(words[0], ".java") {
		return absolute(words[:1], workspace)[0] == file
	}
	class, _, _ := strings.Cut(words[0], "#")
	outermost, _, _ := strings.Cut(class, "$")
	return strings.HasSuffix(filepath.ToSlash(file), "/"+strings.ReplaceAll(outermost, ".", "/")+".java")
}
