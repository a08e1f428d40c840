package project

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed" // the extension
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"hotlens/engine/jdk"
)

// This file reads the projects of Maven. Maven is called with an extension (java/hotlens/project/MavenModel.java) that writes down the modules of the build
// and ends it before a plugin is loaded, so that modules which have not been built, and plugins which are not there, do no harm.

//go:embed java/hotlens/project/MavenModel.java
var extensionSource []byte

//go:embed java/META-INF/plexus/components.xml
var extensionComponents []byte

// mavenReader reads the projects of Maven.
type mavenReader struct{}

func (mavenReader) origin() Origin { return Maven }

func (mavenReader) find(folder string, permitted func(string) bool) (root, at string, ok bool) {
	for ; ; folder = filepath.Dir(folder) {
		if path := filepath.Join(folder, pomFile); isFile(path) && permitted(path) {
			return mavenRoot(path, permitted), folder, true
		}
		if folder == filepath.Dir(folder) {
			return "", "", false
		}
	}
}

// inputs are all POMs, what Maven reads of the folder .mvn, and the user's settings.
func (mavenReader) inputs(root string) []string {
	all := reactorPoms(root)
	for _, name := range []string{"maven.config", "jvm.config", "extensions.xml", "settings.xml", "wrapper/maven-wrapper.properties"} {
		all = append(all, filepath.Join(root, ".mvn", filepath.FromSlash(name)))
	}
	if home, err := os.UserHomeDir(); err == nil {
		all = append(all, filepath.Join(home, ".m2", "settings.xml"), filepath.Join(home, ".mavenrc"))
	}
	return all
}

func (mavenReader) variables() []string {
	return []string{"MAVEN_OPTS", "MAVEN_ARGS", "MAVEN_USER_HOME", "M2_HOME"}
}

// mvn is the program to call in a folder, "" if there is none: that of the wrapper, if that has unpacked its Maven, else the user's.
func mvn(root string) string {
	dists := os.Getenv("MAVEN_USER_HOME")
	if home, err := os.UserHomeDir(); dists == "" && err == nil {
		dists = filepath.Join(home, ".m2")
	}
	return toolOf(filepath.Join(root, ".mvn", "wrapper", "maven-wrapper.properties"), filepath.Join(dists, "wrapper", "dists"), "mvn")
}

func (mavenReader) read(ctx context.Context, root string, place places) (*Model, error) {
	program := mvn(root)
	if program == "" {
		return nil, &toolError{problem: fmt.Sprintf("the project in %s is Maven's, and there is no mvn on the PATH", root)}
	}
	jar, err := buildExtension(ctx, program, root, place)
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "hotlens-maven-")
	if err != nil {
		return nil, fmt.Errorf("no folder for what Maven writes: %w", err)
	}
	defer os.RemoveAll(folder)
	written := filepath.Join(folder, "model.json")
	call := tool{folder: root, arguments: []string{
		program, "--quiet", "--offline", "--batch-mode", "-Dstyle.color=never", "-Dmaven.ext.class.path=" + jar, "-Dhotlens.model=" + written, "validate",
	}}
	output, err := call.run(ctx, place.jdk.Home)
	if err != nil {
		return nil, err
	}
	text, err := readModelFile(written)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &toolError{problem: fmt.Sprintf("Maven cannot read the project in %s: %s", root, mavenComplaint(output)), output: output}
	}
	if err != nil {
		return nil, fmt.Errorf("what Maven has written: %w", err)
	}
	return decodeMaven(root, text)
}

// mavenHints are how lines begin with which Maven introduces what is wrong, or hints at its own options.
var mavenHints = []string{
	"Some problems were encountered", "The build could not read", "The project ", "To see the full stack trace", "Re-run Maven", "For more information", "[Help",
}

// mavenComplaint is what Maven says of a build that it does not begin, in one sentence.
func mavenComplaint(output string) string {
	var said []string
	for line := range strings.Lines(output) {
		text, bad := strings.TrimSpace(line), false
		for cut := true; cut; { // a level in front of another one
			for _, level := range []string{"[ERROR]", "[FATAL]"} {
				if text, cut = strings.CutPrefix(text, level); cut {
					bad = true
					break
				}
			}
			text = strings.TrimSpace(text)
		}
		follows := func(start string) bool { return strings.HasPrefix(text, start) }
		if bad && strings.Trim(text, "@ ") != "" && !slices.ContainsFunc(mavenHints, follows) {
			said = append(said, strings.TrimSuffix(text, " @")) // in front of a place that Maven does not know
		}
	}
	if len(said) == 0 {
		return lastLine(output)
	}
	return said[0] // the others follow from it, or are alike
}

// What the extension writes.
type (
	mavenModel struct {
		Maven   string        `json:"maven"`
		Modules []mavenModule `json:"modules"`
	}
	mavenModule struct {
		Name          string            `json:"name"`
		Folder        string            `json:"folder"`
		Packaging     string            `json:"packaging"`
		Build         string            `json:"build"`
		Sources       []string          `json:"sources"`
		TestSources   []string          `json:"testSources"`
		Resources     []Resources       `json:"resources"`
		TestResources []Resources       `json:"testResources"`
		Generates     bool              `json:"generates"`
		Output        string            `json:"output"`
		TestOutput    string            `json:"testOutput"`
		Compiler      mavenCompiler     `json:"compiler"`
		TestCompiler  mavenCompiler     `json:"testCompiler"`
		Testing       []mavenTesting    `json:"testing"` // at least one
		Dependencies  []mavenDependency `json:"dependencies"`
		Missing       []struct {
			Name string `json:"name"`
			File string `json:"file"`
		} `json:"missing"`
	}
	mavenCompiler struct {
		Release    string   `json:"release"`
		Source     string   `json:"source"`
		Target     string   `json:"target"`
		Encoding   string   `json:"encoding"`
		Arguments  []string `json:"arguments"`
		Includes   []string `json:"includes"`
		Excludes   []string `json:"excludes"`
		Proc       string   `json:"proc"`
		Processors []string `json:"processors"`
	}
	mavenTesting struct {
		Name           string            `json:"name"`
		Integration    bool              `json:"integration"`
		Folder         string            `json:"folder"`
		Arguments      string            `json:"arguments"`
		Assertions     bool              `json:"assertions"`
		Properties     map[string]string `json:"properties"`
		Environment    map[string]string `json:"environment"`
		Skip           bool              `json:"skip"`
		Includes       []string          `json:"includes"`
		Excludes       []string          `json:"excludes"`
		Groups         string            `json:"groups"`
		ExcludedGroups string            `json:"excludedGroups"`
		Suites         []string          `json:"suites"`
		OnClassPath    bool              `json:"onClassPath"`
		OnlyPatches    bool              `json:"onlyPatches"`
		OnlyRequired   bool              `json:"onlyRequired"`
		ClassPath      []string          `json:"classPath"` // behind the dependencies
		// WithoutDependencies are patterns of the dependencies that tests run without, as GROUP:ARTIFACT:TYPE:VERSION of which the end may be missing, and WithoutScope the scope
		// of others.
		WithoutDependencies []string `json:"withoutDependencies"`
		WithoutScope        string   `json:"withoutScope"`
		// Scanned are such patterns of the dependencies whose tests run, too.
		Scanned []string `json:"scanned"`
	}
	mavenDependency struct {
		Name   string `json:"name"`
		Scope  string `json:"scope"`
		Type   string `json:"type"`
		File   string `json:"file"`
		Module string `json:"module"`
		Tests  bool   `json:"tests"`
	}
)

// decodeMaven makes a model of what the extension has written.
func decodeMaven(root string, text []byte) (*Model, error) {
	var written mavenModel
	if err := json.Unmarshal(text, &written); err != nil {
		return nil, fmt.Errorf("what Maven has written is no model: %w", err)
	}
	model := &Model{Folder: root, Origin: Maven, Tool: strings.TrimSpace("Maven " + written.Maven)}
	for i := range written.Modules {
		m := &written.Modules[i]
		module := Module{Name: m.Name, Folder: m.Folder}
		for _, missing := range m.Missing {
			module.Missing = append(module.Missing, missing.Name)
			if missing.File != "" {
				model.Awaited = append(model.Awaited, missing.File)
			}
		}
		if m.Packaging != "pom" {
			if len(m.Testing) == 0 {
				return nil, fmt.Errorf("what Maven has written is no model: the module %s does not say how its tests are run", m.Name)
			}
			m.sets(&module)
		}
		model.Modules = append(model.Modules, module)
	}
	return model, nil
}

// sets adds the source sets, and how their tests are run.
func (m *mavenModule) sets(module *Module) {
	main := SourceSet{
		Name: MainSet, Sources: clean(m.Sources), GeneratedIn: []string{filepath.Join(m.Build, "generated-sources")}, Generates: m.Generates,
		Includes: m.Compiler.Includes, Excludes: m.Compiler.Excludes,
		Resources: m.Resources, Outputs: []string{m.Output}, Compiler: m.Compiler.compiler(),
	}
	test := SourceSet{
		Name: TestSet, Test: true, Sources: clean(m.TestSources), GeneratedIn: []string{filepath.Join(m.Build, "generated-test-sources")}, Generates: m.Generates,
		Includes: m.TestCompiler.Includes, Excludes: m.TestCompiler.Excludes,
		Resources: m.TestResources, Outputs: []string{m.TestOutput}, Compiler: m.TestCompiler.compiler(),
	}
	own := Entry{Module: m.Name, Set: MainSet}
	test.Compile, test.Run = []Entry{own}, []Entry{own}
	for _, d := range m.Dependencies {
		if d.Module == "" && (d.File == "" || d.Type == "pom") {
			continue // it is missing, or has nothing to run
		}
		entry := d.entry()
		test.Compile, test.Run = append(test.Compile, entry), append(test.Run, entry)
		switch d.Scope {
		case "compile", "system", "":
			main.Compile, main.Run = append(main.Compile, entry), append(main.Run, entry)
		case "provided":
			main.Compile = append(main.Compile, entry)
		case "runtime":
			main.Run = append(main.Run, entry)
		}
	}
	module.Sets = []SourceSet{main, test}
	for i := range m.Testing {
		t := &m.Testing[i]
		module.Testing = append(module.Testing, BySurefire(Testing{
			Set: TestSet, Name: t.Name, Integration: t.Integration, Folder: t.Folder, Properties: t.Properties, Environment: t.Environment, Arguments: splitArguments(t.Arguments), Assertions: t.Assertions, Skip: t.Skip,
			Includes: t.Includes, Excludes: t.Excludes, Groups: t.Groups, ExcludedGroups: t.ExcludedGroups, OnClassPath: t.OnClassPath, OnlyPatches: t.OnlyPatches, OnlyRequired: t.OnlyRequired, Suites: below(m.Folder, t.Suites),
			Behind: t.behind(m.Folder), Without: t.without(m.Dependencies), Scanned: t.scanned(m.Dependencies),
		}))
	}
}

// behind are the files and folders that a POM names besides the dependencies: relative ones lie in the module's folder.
func (s *mavenTesting) behind(folder string) []Entry {
	var all []Entry
	for _, path := range s.ClassPath {
		if path = strings.TrimSpace(path); !filepath.IsAbs(path) {
			path = filepath.Join(folder, path)
		}
		all = append(all, Entry{Path: filepath.Clean(path)})
	}
	return all
}

// without are the files of the dependencies that tests run without. A module of the same build is compiled with the tests, and stays.
func (s *mavenTesting) without(dependencies []mavenDependency) []string {
	var all []string
	for i := range dependencies {
		if d := &dependencies[i]; d.Module == "" && d.File != "" && s.omits(d) {
			all = append(all, d.File)
		}
	}
	return all
}

// omits tells whether tests run without a dependency. Surefire means by a scope what has that scope, or is there where that scope is.
func (s *mavenTesting) omits(d *mavenDependency) bool {
	scopes := map[string][]string{
		"compile": {"compile", "provided", "system", ""}, "runtime": {"compile", "runtime", ""}, "compile+runtime": {"compile", "provided", "system", "runtime", ""},
		"test": {"compile", "provided", "system", "runtime", "test", ""}, "provided": {"provided"}, "system": {"system"},
	}
	return slices.Contains(scopes[s.WithoutScope], d.Scope) || d.is(s.WithoutDependencies)
}

// scanned are the dependencies whose tests run, too: source sets of the same build, or jars.
func (s *mavenTesting) scanned(dependencies []mavenDependency) []Entry {
	var all []Entry
	for i := range dependencies {
		if d := &dependencies[i]; d.is(s.Scanned) && (d.Module != "" || d.File != "") {
			all = append(all, d.entry())
		}
	}
	return all
}

// is tells whether one of some patterns means the dependency.
func (d *mavenDependency) is(patterns []string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		parts, have := strings.Split(strings.TrimSpace(pattern), ":"), strings.Split(d.Name, ":")
		if len(parts) > len(have) {
			return false
		}
		for i, part := range parts {
			if matches, err := path.Match(part, have[i]); err != nil || !matches {
				return false
			}
		}
		return true
	})
}

// entry is the dependency on a class path.
func (d *mavenDependency) entry() Entry {
	switch {
	case d.Module == "":
		return Entry{Path: d.File}
	case d.Tests:
		return Entry{Module: d.Module, Set: TestSet}
	}
	return Entry{Module: d.Module, Set: MainSet}
}

func (c *mavenCompiler) compiler() Compiler {
	return Compiler{
		Release: c.Release, Source: c.Source, Target: c.Target, Encoding: c.Encoding, Arguments: permittedArguments(c.Arguments),
		Processors: c.Processors, NoProcessors: c.Proc == "none",
	}
}

// below are paths relative to a folder, which most of them lie in.
func below(folder string, paths []string) []string {
	var all []string
	for _, path := range paths {
		if relative, err := filepath.Rel(folder, path); filepath.IsAbs(path) && err == nil {
			path = relative
		}
		all = append(all, path)
	}
	return all
}

// clean makes paths what the file system has them.
func clean(paths []string) []string {
	var all []string
	for _, path := range paths {
		if path = filepath.Clean(path); !slices.Contains(all, path) {
			all = append(all, path)
		}
	}
	return all
}

// The extension.

// buildExtension returns the jar of the extension for a Maven, compiled against its own libraries, from the cache if it is there.
func buildExtension(ctx context.Context, program, root string, place places) (string, error) {
	library, err := mavenLibrary(ctx, program, root, place.jdk)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(slices.Concat(extensionSource, extensionComponents, []byte(library)))
	jar := filepath.Join(place.cache, "maven-"+hex.EncodeToString(sum[:8])+".jar")
	if isFile(jar) {
		return jar, nil
	}
	folder, err := os.MkdirTemp(place.cache, "maven-extension-")
	if err != nil {
		return "", fmt.Errorf("no folder for the extension of Maven: %w", err)
	}
	defer os.RemoveAll(folder)
	file, classes := filepath.Join(folder, "MavenModel.java"), filepath.Join(folder, "classes")
	description := filepath.Join(classes, "META-INF", "plexus")
	if err := errors.Join(os.WriteFile(file, extensionSource, 0o600), os.MkdirAll(description, 0o700),
		os.WriteFile(filepath.Join(description, "components.xml"), extensionComponents, 0o600)); err != nil {
		return "", fmt.Errorf("unpacking the extension of Maven: %w", err)
	}
	compile := tool{folder: folder, arguments: []string{
		place.jdk.Javac(), "-Xlint:-options", "-proc:none", "-encoding", "UTF-8", "--release", "8", "-cp", filepath.Join(library, "*"), "-d", classes, file,
	}}
	output, err := compile.run(ctx, place.jdk.Home)
	if err != nil {
		return "", err
	}
	if !isFile(filepath.Join(classes, "hotlens", "project", "MavenModel.class")) {
		return "", &toolError{problem: fmt.Sprintf("the Maven in %s is of a version that hotlens does not know", library), output: output}
	}
	packed := filepath.Join(folder, "extension.jar")
	if err := pack(packed, os.DirFS(classes)); err != nil {
		return "", fmt.Errorf("packing the extension of Maven: %w", err)
	}
	if err := os.Rename(packed, jar); err != nil {
		return "", fmt.Errorf("keeping the extension of Maven: %w", err)
	}
	return jar, nil
}

// pack makes a jar of files.
func pack(path string, files fs.FS) error {
	var text bytes.Buffer
	jar := zip.NewWriter(&text)
	if err := errors.Join(jar.AddFS(files), jar.Close()); err != nil {
		return err
	}
	return os.WriteFile(path, text.Bytes(), 0o600)
}

// mavenLibrary is the folder of a Maven's own jars: beside the folder of its program, or where it says that it is.
func mavenLibrary(ctx context.Context, program, root string, j *jdk.JDK) (string, error) {
	if real, err := filepath.EvalSymlinks(program); err == nil {
		if library := filepath.Join(filepath.Dir(filepath.Dir(real)), "lib"); holdsMaven(library) {
			return library, nil
		}
	}
	version := tool{folder: root, arguments: []string{program, "--version"}}
	output, err := version.run(ctx, j.Home)
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(output) {
		if home, ok := strings.CutPrefix(strings.TrimSpace(line), "Maven home: "); ok {
			if library := filepath.Join(home, "lib"); holdsMaven(library) {
				return library, nil
			}
		}
	}
	return "", &toolError{problem: fmt.Sprintf("%s --version does not say where Maven is installed", program), output: output}
}

func holdsMaven(library string) bool {
	found, _ := filepath.Glob(filepath.Join(library, "maven-core*.jar"))
	return len(found) > 0
}
