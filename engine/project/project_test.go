package project

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"hotlens/engine/jdk"
)

// unpack writes files into a new folder, and returns that free of symbolic links.
func unpack(t *testing.T, archive string) string {
	t.Helper()
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range txtar.Parse([]byte(archive)).Files {
		path := filepath.Join(folder, filepath.FromSlash(file.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, file.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// request asks for the model of a path, trusted.
func request(t *testing.T, path string) Request {
	t.Helper()
	j, err := jdk.Find("")
	if err != nil {
		t.Fatal(err)
	}
	return Request{Path: path, Trusted: true, JDK: j}
}

// model is the model of a path, with the projects that have it.
func model(t *testing.T, p *Projects, path string) *Model {
	t.Helper()
	m, err := p.Model(t.Context(), request(t, path))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// relative makes paths below a folder short.
func relative(t *testing.T, folder string, paths []string) []string {
	t.Helper()
	all := []string{}
	for _, path := range paths {
		short, err := filepath.Rel(folder, path)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, filepath.ToSlash(short))
	}
	return all
}

// built is how a file of a model is built: the folders that it is compiled from, then what is on its class paths, relative to a folder.
func built(t *testing.T, m *Model, folder, file string) (set string, sources, compile, run []string) {
	t.Helper()
	module, found, ok := m.Locate(filepath.Join(folder, file))
	if !ok {
		t.Fatalf("%s is in no source set of %+v", file, m)
	}
	b := m.Build(module, found)
	return module.Name + " " + found.Name, relative(t, folder, b.SourcePath), relative(t, folder, b.CompilePath), relative(t, folder, b.RunPath)
}

func expect(t *testing.T, what string, got, want any) {
	t.Helper()
	if difference := cmp.Diff(want, got); difference != "" {
		t.Errorf("%s (-want +got):\n%s", what, difference)
	}
}

func TestLayouts(t *testing.T) {
	folder := unpack(t, `
-- standard/src/main/java/a/Main.java --
package a; class Main { }
-- standard/src/test/java/a/MainTest.java --
package a; class MainTest { }
-- standard/lib/x.jar --
-- standard/lib/x-sources.jar --
-- plain/src/b/Main.java --
package b; class Main { }
-- plain/test/b/MainTest.java --
package b; class MainTest { }
-- plain/libs/y.jar --
-- one/C.java --
class C { }
`)
	for _, test := range []struct {
		file, set             string
		sources, compile, run []string
	}{
		{"standard/src/main/java/a/Main.java", "standard main", []string{"standard/src/main/java"}, []string{"standard/lib/x.jar"}, []string{"standard/lib/x.jar"}},
		{"standard/src/test/java/a/MainTest.java", "standard test", []string{"standard/src/test/java", "standard/src/main/java"},
			[]string{"standard/lib/x.jar"}, []string{"standard/lib/x.jar"}},
		{"plain/src/b/Main.java", "plain main", []string{"plain/src"}, []string{"plain/libs/y.jar"}, []string{"plain/libs/y.jar"}},
		{"plain/test/b/MainTest.java", "plain test", []string{"plain/test", "plain/src"}, []string{"plain/libs/y.jar"}, []string{"plain/libs/y.jar"}},
		{"one/C.java", "one main", []string{"one"}, []string{}, []string{}},
	} {
		m := model(t, New(""), filepath.Join(folder, test.file))
		set, sources, compile, run := built(t, m, folder, test.file)
		expect(t, test.file, []any{m.Origin, m.Problem, set, sources, compile, run}, []any{Layout, "", test.set, test.sources, test.compile, test.run})
	}
}

// TestProjectsBelow has a folder of several projects that is none itself.
func TestProjectsBelow(t *testing.T) {
	folder := unpack(t, `
-- one/src/main/java/Main.java --
class Main { }
-- one/src/test/java/MainTest.java --
class MainTest { }
-- one/lib/x.jar --
-- more/two/src/bench/java/Bench.java --
class Bench { }
-- more/two/src/test/java/MainTest.java --
class MainTest { }
-- lib/y.jar --
`)
	m := model(t, New(""), folder)
	if !m.OfSeveral() {
		t.Errorf("it is a project itself: %+v", m)
	}
	set, sources, compile, _ := built(t, m, folder, "one/src/test/java/MainTest.java")
	expect(t, "one", []any{set, sources, compile}, []any{"one test", []string{"one/src/test/java", "one/src/main/java"}, []string{"one/lib/x.jar", "lib/y.jar"}})
	set, sources, compile, _ = built(t, m, folder, "more/two/src/test/java/MainTest.java")
	expect(t, "two", []any{set, sources, compile}, []any{"more/two test", []string{"more/two/src/test/java"}, []string{"lib/y.jar"}})
	if one := model(t, New(""), filepath.Join(folder, "one")); one.OfSeveral() {
		t.Error("the folder of one of them has several")
	}
	if err := os.WriteFile(filepath.Join(folder, "Loose.java"), []byte("class Loose { }"), 0o644); err != nil {
		t.Fatal(err)
	}
	if plain := model(t, New(""), folder); plain.OfSeveral() || len(plain.Modules) != 1 {
		t.Errorf("with sources of its own it has %d modules", len(plain.Modules))
	}
}

// TestInputs lists what a change of changes what is built.
func TestInputs(t *testing.T) {
	set := &SourceSet{Resources: []Resources{{Folder: "/p/a", Filter: &Filter{Files: []string{"/p/two", "/p/one"}}}, {Folder: "/p/b"}, {Folder: "/p/c", Filter: &Filter{Files: []string{"/p/one"}}}}}
	build := &Build{Model: &Model{BuildFiles: []string{"/p/pom.xml"}}, Set: set, Sets: []Part{{Set: set}}}
	expect(t, "inputs", build.Inputs(), []string{"/p/one", "/p/pom.xml", "/p/two"})
}
