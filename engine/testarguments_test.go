package engine

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"hotlens/engine/javac"
	"hotlens/engine/project"
	"hotlens/engine/target"
	"hotlens/engine/tests"
	"hotlens/vm/configuration"
)

// TestArgumentsOfTests has a build say how the JVM of its tests is started.
func TestArgumentsOfTests(t *testing.T) {
	build := &project.Testing{
		Arguments: []string{
			"-Dcolor=red", "-Dflag", "--add-opens", "java.base/java.lang=ALL-UNNAMED", "--add-opens=java.base/java.util=ALL-UNNAMED", "--add-modules=java.sql,java.xml",
			"--add-exports", "java.base/sun.net=ALL-UNNAMED", "--add-reads", "m=n", "--enable-native-access=ALL-UNNAMED", "-esa", "-da:shop.Slow...", "-Xmx1500m", "-Xmx1g", "-Xss16k", "-XX:+UseSerialGC", "--illegal-access=permit", "--add-reads",
		},
		Properties:  map[string]string{"b": "2", "a": "1"},
		Environment: map[string]string{"TZ": "UTC"},
		Assertions:  true,
	}
	config := configuration.Profile()
	config.Properties, config.Assertions, config.Modules.Opens = [][2]string{{"mine", "yes"}}, []string{"da"}, []string{"java.base/java.io=ALL-UNNAMED"}
	got := forTests(config, build, 600<<20)
	want := config
	want.Properties = [][2]string{{"color", "red"}, {"flag", ""}, {"a", "1"}, {"b", "2"}, {"mine", "yes"}}
	want.Assertions = []string{"ea", "esa", "da:shop.Slow...", "da"}
	want.Variables = configuration.Variables{"TZ=UTC"}
	want.Modules.Opens = []string{"java.base/java.lang=ALL-UNNAMED", "java.base/java.util=ALL-UNNAMED", "java.base/java.io=ALL-UNNAMED"}
	want.Modules.Add, want.Modules.Exports, want.Modules.Reads = []string{"java.sql", "java.xml"}, []string{"java.base/sun.net=ALL-UNNAMED"}, []string{"m=n"}
	want.Modules.Native = []string{"ALL-UNNAMED"}
	want.Limits.HeapBytes = 1 << 30
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the configuration is\n%+v, want\n%+v", got, want)
	}
	if got := forTests(configuration.Profile(), nil, 0); !reflect.DeepEqual(got.Assertions, []string{"ea"}) {
		t.Errorf("tests of which no build says anything run with %q, want assertions", got.Assertions)
	}
	if got := forTests(configuration.Profile(), &project.Testing{}, 0); len(got.Assertions) > 0 {
		t.Errorf("tests that the build runs without assertions run with %q", got.Assertions)
	}
}

// TestHeapOfTests has the JVM of a build's tests take what it does by itself, or is told to, and the user say otherwise.
func TestHeapOfTests(t *testing.T) {
	const m = 1 << 20
	profile, given, shell := configuration.Profile(), configuration.Profile(), configuration.Shell()
	given.Limits.HeapBytes, given.Limits.HeapGiven, given.Limits.StackGiven = 64*m, true, true
	for _, test := range []struct {
		config      configuration.Run
		arguments   string
		defaultHeap uint64
		heap, stack uint64
	}{
		{profile, "", 1500 * m, 1500 * m, m},
		{profile, "", 16 << 30, configuration.MostHeapBytes, m},
		{profile, "", 100 * m, configuration.DefaultHeapBytes, m}, // hotlens' own is the least
		{profile, "", 0, configuration.DefaultHeapBytes, m},
		{profile, "-Xmx700m -Xss4m", 1500 * m, 700 * m, 4 * m},
		{profile, "-XX:MaxHeapSize=700m -Xss1g", 1500 * m, 700 * m, configuration.MostStackBytes},
		{profile, "-Xmx3g", 1500 * m, configuration.MostHeapBytes, m},
		{profile, "-Xmx64m", 1500 * m, configuration.DefaultHeapBytes, m},
		{given, "-Xmx700m -Xss4m", 1500 * m, 64 * m, m},
		{shell, "-Xmx700m", 1500 * m, configuration.MostHeapBytes, m},
	} {
		got := forTests(test.config, &project.Testing{Arguments: strings.Fields(test.arguments)}, test.defaultHeap).Limits
		if got.HeapBytes != test.heap || got.StackBytes != test.stack {
			t.Errorf("with %q, where the JVM takes %d MB, the heap has %d MB and a stack %d KB, want %d and %d", test.arguments, test.defaultHeap/m, got.HeapBytes/m, got.StackBytes>>10, test.heap/m, test.stack>>10)
		}
	}
}

// TestSurefireProperties looks for what Maven's Surefire tells tests besides, and no other tool.
func TestSurefireProperties(t *testing.T) {
	folder := t.TempDir()
	for _, origin := range []project.Origin{project.Maven, project.Gradle} {
		model := &project.Model{Folder: folder, Origin: origin, Modules: []project.Module{{Name: "m", Folder: folder, Sets: []project.SourceSet{{Name: project.TestSet, Test: true}}}}}
		module := &model.Modules[0]
		r := testRun{
			set: testSetsOf(model, module, &module.Sets[0])[0], runner: "/runner", found: tests.Found{Added: []string{"/launcher.jar"}},
			target: &target.Target{Compile: &javac.Request{OutputDir: "/classes"}},
		}
		config := configuration.Profile()
		config.ClassPath = []string{"/classes", "/junit.jar", "/launcher.jar", "/runner"}
		got := map[string]string{}
		for _, property := range r.configure(config).Properties {
			got[property[0]] = property[1]
		}
		want := map[string]string{"basedir": folder}
		if origin == project.Maven {
			want["surefire.test.class.path"] = strings.Join([]string{"/classes", "/junit.jar"}, string(filepath.ListSeparator))
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s tells %v, want %v", origin, got, want)
		}
	}
}

// TestClassPathOfExecutions has a build run the tests of a source set on two class paths, and another one on one.
func TestClassPathOfExecutions(t *testing.T) {
	folder := t.TempDir()
	model := &project.Model{Folder: folder, Modules: []project.Module{{
		Name: "m", Folder: folder,
		Sets:    []project.SourceSet{{Name: project.TestSet, Test: true, Run: []project.Entry{{Path: "/junit.jar"}, {Path: "/logging.jar"}}}},
		Testing: []project.Testing{{Set: project.TestSet, Without: []string{"/logging.jar"}}, {Set: project.TestSet, Name: "second", Behind: []project.Entry{{Path: "/conf"}}}},
	}}}
	var got [][]string
	for _, set := range testSets(model, folder) {
		got = append(got, set.build.RunPath)
	}
	if want := [][]string{{"/junit.jar"}, {"/junit.jar", "/logging.jar", "/conf"}}; !reflect.DeepEqual(got, want) {
		t.Errorf("the class paths are %v, want %v", got, want)
	}
}

// TestScannedDependencies has a build run the tests of another module, and of a jar, too.
func TestScannedDependencies(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{"lib/org/junit/runner/JUnitCore.class": "", "base/BaseTest.java": "", "app/AppTest.java": ""} {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	base := project.SourceSet{Name: project.TestSet, Test: true, Sources: []string{filepath.Join(folder, "base")}}
	app := project.SourceSet{Name: project.TestSet, Test: true, Sources: []string{filepath.Join(folder, "app")}, Run: []project.Entry{{Module: "base", Set: project.TestSet}, {Path: filepath.Join(folder, "lib")}}}
	scanned := []project.Entry{{Module: "base", Set: project.TestSet}, {Path: "/repository/contracts.jar"}}
	model := &project.Model{Folder: folder, Origin: project.Maven, Modules: []project.Module{
		{Name: "base", Folder: filepath.Join(folder, "base"), Sets: []project.SourceSet{base}},
		{Name: "app", Folder: filepath.Join(folder, "app"), Sets: []project.SourceSet{app}, Testing: []project.Testing{{Set: project.TestSet, Scanned: scanned}}},
	}}
	sets := testSets(model, filepath.Join(folder, "app"))
	r, err := newTestRun(patternsFor(t, "*"), sets, "", target.Spec{OutputDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{filepath.Join(folder, "app", "AppTest.java"), filepath.Join(folder, "base", "BaseTest.java")}; !slices.Equal(r.target.Compile.Files, want) {
		t.Errorf("the tests are in %q, want %q", r.target.Compile.Files, want)
	}
	if want := []string{unscannedNote + "/repository/contracts.jar"}; !slices.Equal(r.leftOut(), want) {
		t.Errorf("the notes are %q, want %q", r.leftOut(), want)
	}
	if id := filepath.Join(folder, "app"); r.set.id() != id {
		t.Errorf("the set is %s, want %s", r.set.id(), id)
	}
	if r, err = newTestRun(patternsFor(t, "AppTest"), sets, "", target.Spec{OutputDir: t.TempDir()}); err != nil || r.leftOut() != nil {
		t.Errorf("of a class that is named: %v, %v", r.leftOut(), err)
	}
	if _, err = newTestRun(patternsFor(t, "AppTest"), nil, "", target.Spec{}); err == nil || !strings.HasPrefix(err.Error(), "no source file has the tests AppTest: the module has no source folders; ") {
		t.Errorf("of a module without sources: %v", err)
	}
}

// TestNotesOfTests says what is not done for integration tests and, where tests have failed, without a build, and nothing of others.
func TestNotesOfTests(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{"lib/org/junit/runner/JUnitCore.class": "", "test/WordsIT.java": "class WordsIT { @org.junit.Test public void a() { } }"} {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	lib := []project.Entry{{Path: filepath.Join(folder, "lib")}}
	for _, test := range []struct {
		integration, generates bool
		output                 string
		want                   []string
	}{
		{false, false, "absent", nil},
		{true, false, "absent", []string{integrationNote}},
		{false, true, "absent", []string{unbuiltNote}},
		{false, true, "lib", nil},
	} {
		model := &project.Model{Folder: folder, Origin: project.Maven, Modules: []project.Module{{
			Name: "m", Folder: folder,
			Sets: []project.SourceSet{{
				Name: project.TestSet, Test: true, Sources: []string{filepath.Join(folder, "test")}, Run: lib, Generates: test.generates, Outputs: []string{filepath.Join(folder, test.output)},
			}},
			Testing: []project.Testing{{Set: project.TestSet, Integration: test.integration}},
		}}}
		r, err := newTestRun(patternsFor(t, "WordsIT"), testSets(model, folder), "", target.Spec{OutputDir: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		if notes := concat(r.target.Notes, r.failedNotes()); !slices.Equal(notes, test.want) {
			t.Errorf("integration tests: %t, generates: %t, built into %s: %q, want %q", test.integration, test.generates, test.output, notes, test.want)
		}
	}
}

// patternsFor reads patterns of tests.
func patternsFor(t *testing.T, texts ...string) []tests.Pattern {
	t.Helper()
	patterns, err := tests.Parse(texts)
	if err != nil {
		t.Fatal(err)
	}
	return patterns
}
