package project

import (
	"cmp"
	"context"
	_ "embed" // the init script
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"hotlens/profiles/lazyregexp"
)

// This file reads the projects of Gradle. Gradle is called with an init script (gradle.gradle) that adds a task to each project, which writes down what
// Gradle knows of it. Where a dependency is missing, the rest of its class path is there all the same.

//go:embed gradle.gradle
var initScript []byte

// gradleReader reads the projects of Gradle.
type gradleReader struct{}

func (gradleReader) origin() Origin { return Gradle }

// The names of Gradle's scripts, in its two languages.
var (
	gradleSettings = []string{"settings.gradle", "settings.gradle.kts"}
	gradleBuilds   = []string{"build.gradle", "build.gradle.kts"}
)

// find goes up to the nearest folder with settings, as Gradle does. Without any, the nearest one with a build script is the project.
func (gradleReader) find(folder string, permitted func(string) bool) (root, at string, ok bool) {
	has := func(folder string, names []string) bool {
		return slices.ContainsFunc(names, func(name string) bool {
			path := filepath.Join(folder, name)
			return isFile(path) && permitted(path)
		})
	}
	for above := folder; ; above = filepath.Dir(above) {
		if at == "" && (has(above, gradleBuilds) || has(above, gradleSettings)) {
			root, at = above, above
		}
		if has(above, gradleSettings) {
			return above, at, true
		}
		if above == filepath.Dir(above) {
			return root, at, at != ""
		}
	}
}

// maxGradleFolders bounds how many folders are looked through for scripts.
const maxGradleFolders = 20_000

// inputs are all scripts, properties and catalogues of versions below the root, what buildSrc is made of, and what the user tells Gradle.
func (gradleReader) inputs(root string) []string {
	var all []string
	known := map[string]bool{}
	add := func(path string) {
		if !known[path] {
			known[path] = true
			all = append(all, path)
		}
	}
	for _, name := range gradleSettings {
		add(filepath.Join(root, name))
	}
	for _, included := range gradleProjects(root) { // scripts that are not there may come to be
		for _, name := range included.scriptsOfProject() {
			add(filepath.Join(included.folder, name))
		}
	}
	folders := 0
	_ = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return nil // what cannot be read, Gradle cannot read either
		}
		name := entry.Name()
		if entry.IsDir() {
			if folders++; folders > maxGradleFolders {
				return fs.SkipAll
			}
			if path != root && (strings.HasPrefix(name, ".") || name == "build" || name == "src" && !inBuildSources(root, path) || name == "node_modules") {
				return fs.SkipDir
			}
			return nil
		}
		if strings.HasSuffix(name, ".gradle") || strings.HasSuffix(name, ".gradle.kts") || name == "gradle.properties" || strings.HasSuffix(name, ".versions.toml") ||
			name == "gradle-wrapper.properties" || name == "gradle.lockfile" || inBuildSources(root, path) {
			add(path)
		}
		return nil
	})
	home := gradleHome()
	all = append(all, filepath.Join(home, "gradle.properties"), filepath.Join(home, "init.gradle"))
	scripts, _ := filepath.Glob(filepath.Join(home, "init.d", "*"))
	return append(all, scripts...)
}

// inBuildSources tells whether a path belongs to the code that the build itself is made with.
func inBuildSources(root, path string) bool { return Within(filepath.Join(root, "buildSrc"), path) }

func (gradleReader) variables() []string { return []string{"GRADLE_OPTS", "GRADLE_USER_HOME"} }

// gradleHome is where Gradle keeps what is the user's.
func gradleHome() string {
	if home := os.Getenv("GRADLE_USER_HOME"); home != "" {
		return home
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	return filepath.Join(home, ".gradle")
}

// gradle is the program to call in a folder, "" if there is none: that of the wrapper, if that has unpacked its Gradle, else the user's.
func gradle(root string) string {
	properties, dists := gradleWrapper(root)
	return toolOf(properties, dists, "gradle")
}

// gradleWrapper is the file in which a project's wrapper says which Gradle it has, and the folder that wrappers unpack theirs into.
func gradleWrapper(root string) (properties, dists string) {
	return filepath.Join(root, "gradle", "wrapper", "gradle-wrapper.properties"), filepath.Join(gradleHome(), "wrapper", "dists")
}

func (gradleReader) read(ctx context.Context, root string, place places) (*Model, error) {
	program := gradle(root)
	if program == "" {
		return nil, &toolError{problem: fmt.Sprintf("the project in %s is Gradle's, and there is neither a gradle on the PATH nor the Gradle of its wrapper, which calling gradlew once installs", root)}
	}
	folder, err := os.MkdirTemp("", "hotlens-gradle-")
	if err != nil {
		return nil, fmt.Errorf("no folder for what Gradle writes: %w", err)
	}
	defer os.RemoveAll(folder)
	script, written := filepath.Join(folder, "model.gradle"), filepath.Join(folder, "projects")
	if err := os.WriteFile(script, initScript, 0o600); err != nil {
		return nil, err
	}
	if err := os.Mkdir(written, 0o700); err != nil {
		return nil, err
	}
	// A build may have Gradle configure only those projects whose tasks are asked for, and keep what it has configured.
	call := tool{folder: root, arguments: []string{
		program, "--quiet", "--offline", "--continue", "--init-script", script, "-Dhotlens.model=" + written,
		"-Dorg.gradle.configureondemand=false", "-Dorg.gradle.configuration-cache=false", "-Dorg.gradle.unsafe.configuration-cache=false", "hotlensModel",
	}}
	output, err := call.run(ctx, place.jdk.Home)
	if err != nil {
		return nil, err
	}
	files, err := filepath.Glob(filepath.Join(written, "*.json"))
	if err != nil || len(files) == 0 {
		return nil, &toolError{problem: fmt.Sprintf("Gradle cannot read the project in %s: %s", root, gradleComplaint(output)), output: output}
	}
	model := &Model{Folder: root, Origin: Gradle}
	var projects []gradleProject
	for _, file := range files {
		text, err := readModelFile(file)
		if err != nil {
			return nil, fmt.Errorf("what Gradle has written: %w", err)
		}
		var p gradleProject
		if err := json.Unmarshal(text, &p); err != nil {
			return nil, fmt.Errorf("what Gradle has written is no model: %w", err)
		}
		projects = append(projects, p)
	}
	model.addGradle(projects)
	if !slices.ContainsFunc(model.Modules, func(m Module) bool { return len(m.Sets) > 0 }) { // as one that is too old for scripts in Kotlin, which it does not even see
		problem := fmt.Sprintf("%s finds no Java code in the project in %s", model.Tool, root)
		if properties, dists := gradleWrapper(root); isFile(properties) && installed(properties, dists, "bin/gradle") == "" {
			problem += "; that is not the Gradle of the project's wrapper, which calling gradlew once installs"
		}
		return nil, &toolError{problem: problem, output: output}
	}
	return model, nil
}

// gradleComplaint is what Gradle says of a build that fails, in one sentence: of the tree of causes the first branch, as a library that is missing is seldom the only one.
func gradleComplaint(output string) string {
	_, said, found := strings.Cut(output, "* What went wrong:")
	if !found {
		return lastLine(output)
	}
	said, _, _ = strings.Cut(said, "* Try:")
	said, _, _ = strings.Cut(said, "* Where:")
	var branch []string
	depth := -1 // of the last cause
	for line := range strings.Lines(said) {
		if cause := strings.TrimLeft(line, " "); strings.HasPrefix(cause, "> ") {
			at := len(line) - len(cause)
			if at <= depth {
				branch = append(branch, "…")
				break
			}
			depth = at
		}
		branch = append(branch, strings.Fields(line)...)
	}
	return strings.Join(branch, " ")
}

// What the init script writes.
type (
	gradleProject struct {
		Gradle string       `json:"gradle"`
		Path   string       `json:"path"`
		Folder string       `json:"folder"`
		Build  string       `json:"build"`
		Sets   []gradleSet  `json:"sets"`
		Tests  []gradleTest `json:"tests"`
	}
	gradleSet struct {
		Name            string          `json:"name"`
		Sources         []string        `json:"sources"`
		SourceIncludes  []string        `json:"sourceIncludes"`
		SourceExcludes  []string        `json:"sourceExcludes"`
		Resources       []string        `json:"resources"`
		Includes        []string        `json:"includes"`
		Excludes        []string        `json:"excludes"`
		Generated       []string        `json:"generated"`
		Classes         []string        `json:"classes"`
		ResourcesOutput string          `json:"resourcesOutput"`
		Compile         gradleClassPath `json:"compile"`
		Run             gradleClassPath `json:"run"`
		Compiler        struct {
			Release    string   `json:"release"`
			Source     string   `json:"source"`
			Target     string   `json:"target"`
			Encoding   string   `json:"encoding"`
			Arguments  []string `json:"arguments"`
			Processors []string `json:"processors"`
		} `json:"compiler"`
	}
	gradleClassPath struct {
		Entries []struct {
			File    string `json:"file"`
			Project string `json:"project"`
		} `json:"entries"`
		All     []string `json:"all"`
		Missing []string `json:"missing"`
	}
	gradleTest struct {
		Name          string            `json:"name"`
		Checked       bool              `json:"checked"` // by the task check
		Classes       []string          `json:"classes"`
		Folder        string            `json:"folder"`
		ClassPath     []string          `json:"classPath"` // nil: what is on it cannot all be found
		Arguments     []string          `json:"arguments"`
		Assertions    bool              `json:"assertions"`
		Properties    map[string]string `json:"properties"`
		Environment   map[string]string `json:"environment"`
		Includes      []string          `json:"includes"`
		Excludes      []string          `json:"excludes"`
		Framework     string            `json:"framework"`
		Tags          []string          `json:"tags"`
		ExcludedTags  []string          `json:"excludedTags"`
		Skip          bool              `json:"skip"`
		Names         []string          `json:"names"`
		ExcludedNames []string          `json:"excludedNames"`
		Suites        []string          `json:"suites"`
	}
)

// addGradle adds the projects that the script has written.
func (m *Model) addGradle(projects []gradleProject) {
	slices.SortFunc(projects, func(a, b gradleProject) int { return cmp.Compare(a.Path, b.Path) })
	outputs := map[string]Entry{} // the source sets, by the folders that Gradle would compile them to
	names := map[string][]string{}
	jars := map[string]string{} // the projects that make them
	for _, p := range projects {
		for _, set := range p.Sets {
			names[p.Path] = append(names[p.Path], set.Name)
			for _, e := range slices.Concat(set.Compile.Entries, set.Run.Entries) {
				jars[e.File] = e.Project
			}
			for _, folder := range append(slices.Clone(set.Classes), set.ResourcesOutput) {
				if folder != "" {
					outputs[folder] = Entry{Module: p.Path, Set: set.Name}
				}
			}
		}
	}
	for _, p := range projects {
		m.Tool = "Gradle " + p.Gradle
		module := Module{Name: p.Path, Folder: p.Folder}
		for i := range p.Sets {
			written := &p.Sets[i]
			c := &written.Compiler
			set := SourceSet{
				Name: written.Name, Test: strings.Contains(strings.ToLower(written.Name), TestSet), Sources: clean(written.Sources),
				GeneratedIn: generatedOf(p.Build, written), Generates: slices.ContainsFunc(written.Sources, func(folder string) bool { return Within(p.Build, folder) }), Includes: written.SourceIncludes, Excludes: written.SourceExcludes,
				Compiler: Compiler{
					Release: c.Release, Source: c.Source, Target: c.Target, Encoding: c.Encoding,
					Arguments: permittedArguments(c.Arguments), Processors: c.Processors, NoProcessors: slices.Contains(c.Arguments, "-proc:none"),
				},
			}
			for _, folder := range written.Resources {
				set.Resources = append(set.Resources, Resources{Folder: folder, Includes: written.Includes, Excludes: written.Excludes})
			}
			for _, folder := range append(slices.Clone(written.Classes), written.ResourcesOutput) {
				if folder != "" {
					set.Outputs = append(set.Outputs, folder)
				}
			}
			if set.Compiler.Release != "" {
				set.Compiler.Source, set.Compiler.Target = "", ""
			}
			own := Entry{Module: p.Path, Set: written.Name}
			set.Compile = written.Compile.entries(own, outputs, jars, names)
			set.Run = written.Run.entries(own, outputs, jars, names)
			for _, missing := range slices.Concat(written.Compile.Missing, written.Run.Missing) {
				if missing = missingName(missing); !slices.Contains(module.Missing, missing) {
					module.Missing = append(module.Missing, missing)
				}
			}
			module.Sets = append(module.Sets, set)
		}
		slices.SortStableFunc(module.Sets, func(a, b SourceSet) int { return rank(a) - rank(b) })
		tasks := map[string]int{} // of each source set that has tests
		for _, test := range inOrder(p.Tests) {
			for _, own := range testedSets(test.Classes, outputs) {
				set := module.Set(own.Set)
				if own.Module != p.Path || set == nil {
					continue // another project's tests run there
				}
				name := test.Name
				if tasks[set.Name]++; tasks[set.Name] == 1 {
					name = ""
				} else if !test.Checked {
					continue
				}
				testing := Testing{
					Set: set.Name, Name: name, Folder: test.Folder, Properties: test.Properties, Environment: test.Environment, Arguments: test.jvmArguments(p.Gradle), Assertions: test.Assertions,
					Includes: test.Includes, Excludes: test.Excludes, Framework: strings.TrimSuffix(test.Framework, "TestFramework"),
					Groups: strings.Join(test.Tags, ","), ExcludedGroups: strings.Join(test.ExcludedTags, ","),
					Skip: test.Skip, Names: test.Names, ExcludedNames: test.ExcludedNames, Suites: below(p.Folder, test.Suites),
				}
				if test.ClassPath != nil {
					path := gradleClassPath{All: test.ClassPath}
					testing.instead(set.Run, path.entries(own, outputs, jars, names))
				}
				module.Testing = append(module.Testing, testing)
			}
		}
		m.Modules = append(m.Modules, module)
	}
}

// jvmArguments are the arguments of the JVM that runs the tests: Gradle from 5.0 on gives it a heap of 512 MB where the build says nothing of that, and those before leave it to the JVM.
func (t *gradleTest) jvmArguments(gradle string) []string {
	sized := slices.ContainsFunc(t.Arguments, func(argument string) bool { return strings.HasPrefix(argument, "-Xmx") })
	text, _, _ := strings.Cut(gradle, ".")
	if version, err := strconv.Atoi(text); sized || err != nil || version < 5 {
		return t.Arguments
	}
	return append(slices.Clone(t.Arguments), "-Xmx512m")
}

// inOrder puts the tasks that Gradle's own conventions name first, then those that a check of the whole project runs, then what only runs where somebody asks for it.
func inOrder(tests []gradleTest) []gradleTest {
	rank := func(t gradleTest) int {
		switch {
		case t.Name == TestSet:
			return 0
		case t.Checked:
			return 1
		}
		return 2
	}
	return slices.SortedStableFunc(slices.Values(tests), func(a, b gradleTest) int { return rank(a) - rank(b) })
}

// notFound is how Gradle says that a dependency is missing.
var notFound = lazyregexp.New(`^Could not (?:find|resolve) (\S+?)\.?(?:\s|$)`)

// missingName is the dependency that a complaint is about, or the whole complaint.
func missingName(complaint string) string {
	if found := notFound().FindStringSubmatch(complaint); found != nil {
		return found[1]
	}
	return strings.Join(strings.Fields(complaint), " ")
}

// rank puts what is tested in front of its tests.
func rank(set SourceSet) int {
	switch {
	case set.Name == MainSet:
		return 0
	case set.Test:
		return 2
	}
	return 1
}

// testedSets are the source sets that some folders of classes belong to.
func testedSets(classes []string, outputs map[string]Entry) (sets []Entry) {
	for _, folder := range classes {
		if entry, ok := outputs[folder]; ok && !slices.Contains(sets, entry) {
			sets = append(sets, entry)
		}
	}
	return sets
}

// instead has the tests run on another class path than the one of their source set.
func (t *Testing) instead(own, other []Entry) {
	isOwn := func(entry Entry) bool { return slices.Contains(own, entry) }
	isOther := func(entry Entry) bool { return !isOwn(entry) }
	before := slices.IndexFunc(other, isOwn)
	if before < 0 {
		before = 0
	}
	rest := other[before:]
	behind := slices.IndexFunc(rest, isOther)
	if behind < 0 {
		behind = len(rest)
	}
	t.Before, t.Behind = slices.Clone(other[:before]), slices.Clone(rest[behind:])
	shared := slices.DeleteFunc(slices.Clone(own), func(entry Entry) bool { return !slices.Contains(other, entry) })
	if !slices.Equal(shared, rest[:behind]) { // they stand in another order
		t.Before, t.Behind, shared = nil, slices.Clone(other), nil
	}
	for _, entry := range own {
		if entry.Path != "" && !slices.Contains(shared, entry) {
			t.Without = append(t.Without, entry.Path)
		}
	}
}

// generatedOf are the folders of generated sources that belong to a source set, as patterns: build/generated/sources/PROCESSOR/java/SET and the like, and
// what Gradle names itself.
func generatedOf(build string, set *gradleSet) []string {
	all := slices.Clone(set.Generated)
	for _, pattern := range []string{"sources/*/java/" + set.Name, "source*/*/" + set.Name + "/java"} {
		all = append(all, filepath.Join(build, "generated", filepath.FromSlash(pattern)))
	}
	return all
}

// entries are those of a class path. What another source set makes stands for that set: neither its folders nor its jar need be there.
func (c *gradleClassPath) entries(own Entry, outputs map[string]Entry, jars map[string]string, names map[string][]string) []Entry {
	files := c.All
	if files == nil { // one of them is missing: those that are not, behind what the set tests
		for _, e := range c.Entries {
			files = append(files, e.File)
		}
	}
	var all []Entry
	add := func(entry Entry) {
		if entry != own && !slices.Contains(all, entry) {
			all = append(all, entry)
		}
	}
	if c.All == nil && own.Set != MainSet && slices.Contains(names[own.Module], MainSet) {
		add(Entry{Module: own.Module, Set: MainSet})
	}
	for _, file := range files {
		project := jars[file]
		switch entry, known := outputs[file]; {
		case known:
			add(entry)
		case project != "" && len(names[project]) > 0:
			add(Entry{Module: project, Set: setOfJar(file, names[project])})
		default:
			add(Entry{Path: file})
		}
	}
	return all
}

// setOfJar is the source set that a jar of a project holds, by the end of its name.
func setOfJar(jar string, sets []string) string {
	name := strings.TrimSuffix(filepath.Base(jar), ".jar")
	for ending, set := range map[string]string{"-test-fixtures": "testFixtures", "-tests": TestSet, "-test": TestSet} {
		if strings.HasSuffix(name, ending) && slices.Contains(sets, set) {
			return set
		}
	}
	return MainSet
}
