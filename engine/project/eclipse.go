package project

import (
	"context"
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// This file reads projects of Eclipse: .classpath and what lies in .settings. Where a build tool has made these files, they name a container of its own in place
// of the jars; then the build tool is asked.

const classpathFile = ".classpath"

// eclipseReader reads the projects of Eclipse.
type eclipseReader struct{}

func (eclipseReader) origin() Origin { return Eclipse }

func (eclipseReader) declared(string) []declaration { return nil } // .classpath has been read, or is damaged

func (eclipseReader) find(folder string, permitted func(string) bool) (root, at string, ok bool) {
	for ; ; folder = filepath.Dir(folder) {
		if path := filepath.Join(folder, classpathFile); isFile(path) && permitted(path) {
			if madeByTool(folder) {
				return "", "", false
			}
			return folder, folder, true
		}
		if folder == filepath.Dir(folder) {
			return "", "", false
		}
	}
}

// madeByTool tells whether a build tool is the one to ask about a folder with a .classpath.
func madeByTool(folder string) bool {
	for _, name := range slices.Concat([]string{pomFile}, gradleBuilds, gradleSettings) {
		if isFile(filepath.Join(folder, name)) {
			return true
		}
	}
	read, err := readClasspath(folder)
	if err != nil {
		return false // read says what is wrong
	}
	return slices.ContainsFunc(read.Entries, func(e classpathEntry) bool {
		return e.Kind == "con" && (strings.Contains(e.Path, "m2e") || strings.Contains(e.Path, "buildship"))
	})
}

// eclipsePath is a file .classpath.
type eclipsePath struct {
	Entries []classpathEntry `xml:"classpathentry"`
}

type classpathEntry struct {
	Kind       string `xml:"kind,attr"`
	Path       string `xml:"path,attr"`
	Output     string `xml:"output,attr"`
	Exported   bool   `xml:"exported,attr"`
	Attributes []struct {
		Name  string `xml:"name,attr"`
		Value string `xml:"value,attr"`
	} `xml:"attributes>attribute"`
}

func (e *classpathEntry) test() bool {
	for _, a := range e.Attributes {
		if a.Name == "test" {
			return a.Value == "true"
		}
	}
	return false
}

func readClasspath(folder string) (*eclipsePath, error) {
	text, err := os.ReadFile(filepath.Join(folder, classpathFile))
	if err != nil {
		return nil, err
	}
	var read eclipsePath
	if err := xml.Unmarshal(text, &read); err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(folder, classpathFile), err)
	}
	return &read, nil
}

// inputs are the files of the project and of those that it names.
func (eclipseReader) inputs(root string) []string {
	var all []string
	for _, folder := range eclipseFolders(root) {
		for _, name := range []string{classpathFile, ".project", ".settings/org.eclipse.jdt.core.prefs", ".settings/org.eclipse.core.resources.prefs"} {
			all = append(all, filepath.Join(folder, filepath.FromSlash(name)))
		}
	}
	return all
}

func (eclipseReader) variables() []string { return nil }

// eclipseFolders are the folders of a project and of those that it needs, which lie beside it.
func eclipseFolders(root string) []string {
	all := []string{root}
	for i := 0; i < len(all) && len(all) < maxModules; i++ {
		read, err := readClasspath(all[i])
		if err != nil {
			continue
		}
		for _, e := range read.Entries {
			if other, ok := projectBeside(all[i], e); ok && !slices.Contains(all, other) {
				all = append(all, other)
			}
		}
	}
	return all
}

// projectBeside is the folder of the project that an entry names. Eclipse knows projects by their names in the workspace; those of one workspace mostly lie side by side in folders
// of the same names.
func projectBeside(folder string, e classpathEntry) (string, bool) {
	name, absolute := strings.CutPrefix(e.Path, "/")
	if e.Kind != "src" || !absolute || !filepath.IsLocal(name) || strings.Contains(name, "/") {
		return "", false
	}
	other := filepath.Join(filepath.Dir(folder), name)
	return other, isFile(filepath.Join(other, classpathFile))
}

func (eclipseReader) read(_ context.Context, root string, _ places) (*Model, error) {
	model := &Model{Folder: root, Origin: Eclipse}
	for _, folder := range eclipseFolders(root) {
		read, err := readClasspath(folder)
		if err != nil {
			return nil, &toolError{problem: fmt.Sprintf("the project cannot be read: %v", err)}
		}
		model.Modules = append(model.Modules, eclipseModule(folder, read, model))
	}
	for i := range model.Modules {
		module := &model.Modules[i]
		for j := range module.Sets {
			for _, path := range []*[]Entry{&module.Sets[j].Compile, &module.Sets[j].Run} {
				*path = model.exported(*path)
			}
		}
	}
	return model, nil
}

// exported adds to a path what the main sets on it have on theirs: Eclipse exports only some of it to compile with, but a program needs all.
func (m *Model) exported(path []Entry) []Entry {
	all := slices.Clone(path)
	for i := 0; i < len(all); i++ {
		if _, set, ok := m.Lookup(all[i]); ok {
			for _, e := range set.Run {
				if !slices.Contains(all, e) {
					all = append(all, e)
				}
			}
		}
	}
	return all
}

func eclipseModule(folder string, read *eclipsePath, model *Model) Module {
	module := Module{Name: filepath.Base(folder), Folder: folder}
	compiler := eclipseCompiler(folder, ReadProperties(filepath.Join(folder, ".settings", "org.eclipse.jdt.core.prefs")))
	main := SourceSet{Name: MainSet, Compiler: compiler}
	test := SourceSet{Name: TestSet, Test: true, Compiler: compiler, Compile: []Entry{{Module: module.Name, Set: MainSet}}}
	add := func(e classpathEntry, entry Entry) {
		if !e.test() {
			main.Compile = append(main.Compile, entry)
		}
		test.Compile = append(test.Compile, entry)
	}
	for _, e := range read.Entries {
		set := &main
		if e.test() {
			set = &test
		}
		switch e.Kind {
		case "src":
			if other, ok := projectBeside(folder, e); ok {
				add(e, Entry{Module: filepath.Base(other), Set: MainSet})
			} else if strings.HasPrefix(e.Path, "/") {
				module.Missing = append(module.Missing, "the project "+strings.TrimPrefix(e.Path, "/"))
			} else {
				root := filepath.Join(folder, filepath.FromSlash(e.Path))
				set.Sources = append(set.Sources, root)
				set.Resources = append(set.Resources, Resources{Folder: root})
			}
			if e.Output != "" {
				set.Outputs = append(set.Outputs, filepath.Join(folder, filepath.FromSlash(e.Output)))
			}
		case "output":
			main.Outputs = append(main.Outputs, filepath.Join(folder, filepath.FromSlash(e.Path)))
		case "lib":
			path := filepath.FromSlash(e.Path)
			switch {
			case !filepath.IsAbs(path):
				path = filepath.Join(folder, path)
			case !isFile(path) && !isFolder(path): // "/other/lib/a.jar" is of the workspace
				path = filepath.Join(filepath.Dir(folder), path)
			}
			add(e, Entry{Path: path})
		case "var":
			name, rest, _ := strings.Cut(e.Path, "/")
			home, err := os.UserHomeDir()
			if name != "M2_REPO" || err != nil {
				module.Missing = append(module.Missing, "the variable "+name+" of Eclipse ("+e.Path+")")
				continue
			}
			add(e, Entry{Path: filepath.Join(home, ".m2", "repository", filepath.FromSlash(rest))})
		case "con":
			if !strings.HasPrefix(e.Path, "org.eclipse.jdt.launching.JRE_CONTAINER") {
				module.Missing = append(module.Missing, "the library "+e.Path+" of Eclipse")
			}
		}
	}
	main.Run, test.Run = main.Compile, test.Compile
	module.Sets = []SourceSet{main}
	if len(test.Sources) > 0 {
		module.Sets = append(module.Sets, test)
	}
	return module
}

// eclipseCompiler are the options in the settings of a project in a folder.
func eclipseCompiler(folder string, settings map[string]string) Compiler {
	const core = "org.eclipse.jdt.core.compiler."
	c := Compiler{Source: settings[core+"source"], Target: settings[core+"codegen.targetPlatform"]}
	if settings[core+"release"] == "enabled" && c.Source != "" {
		c.Release, c.Source, c.Target = c.Source, "", ""
	}
	if settings[core+"problem.enablePreviewFeatures"] == "enabled" {
		c.Arguments = append(c.Arguments, PreviewOption)
	}
	if settings[core+"codegen.methodParameters"] == "generate" {
		c.Arguments = append(c.Arguments, "-parameters")
	}
	c.NoProcessors = settings[core+"processAnnotations"] != "enabled"
	c.Encoding = ReadProperties(filepath.Join(folder, ".settings", "org.eclipse.core.resources.prefs"))["encoding/<project>"]
	return c
}
