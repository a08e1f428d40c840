//go:build unix

package engine

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hotlens/vm/configuration"
)

// made is a class that a build has generated into its output folder.
const made = "target/generated-sources/annotations/a/Made.java"

// The files of two branches.
var branches = map[string]map[string]string{
	"first": {
		"src/a/Demo.java": "package a; public class Demo { public static void main(String[] args) { Lib.one(); Made.value(); } }",
		"src/a/Lib.java":  "package a; class Lib { static void one() { } }",
	},
	"second": {
		"src/a/Demo.java":  "package a; public class Demo { public static void main(String[] args) { Other.two(1); Made.value(); } }",
		"src/a/Other.java": "package a; class Other { static void two(int i) { } }",
	},
	"broken": {
		"src/a/Demo.java": "package a; public class Demo { public static void main(String[] args) { Lib.one(); Made.value(); } }",
	},
}

// checkOut makes the workspace's sources those of a branch, as git does, in an arbitrary order, with nobody telling the server.
func checkOut(t *testing.T, workspace, branch string) {
	t.Helper()
	for _, files := range branches {
		for name := range files {
			if _, stays := branches[branch][name]; stays {
				continue
			}
			if err := os.Remove(filepath.Join(workspace, name)); err != nil && !os.IsNotExist(err) {
				t.Fatal(err)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(branches[branch])) {
		save(t, workspace, name, branches[branch][name])
	}
}

// TestCheckout switches branches while a run is on and between runs, and removes what a build has made: each save has the outcome of what is there then.
func TestCheckout(t *testing.T) {
	e := newEngine(t)
	workspace := t.TempDir()
	for _, folder := range []string{"src/a", filepath.Dir(made)} {
		if err := os.MkdirAll(filepath.Join(workspace, folder), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	const classpath = `<classpath><classpathentry kind="src" path="src"/><classpathentry kind="src" path="target/generated-sources/annotations"/></classpath>`
	save(t, workspace, ".classpath", classpath)
	generate := func() {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(workspace, made)), 0o700); err != nil {
			t.Fatal(err)
		}
		save(t, workspace, made, "package a; class Made { static void value() { } }")
	}
	generate()
	remove := func() {
		if err := os.RemoveAll(filepath.Join(workspace, "target")); err != nil {
			t.Fatal(err)
		}
	}
	classpathOf := func(text string) func() {
		return func() { save(t, workspace, ".classpath", text) }
	}
	hashes := map[string]string{}
	for _, step := range []struct {
		name    string
		before  func()
		branch  string // that is there when the file is saved
		during  string // that is checked out when the program begins to run; "": none
		status  string
		message string // a part of what the compiler says
	}{
		{"at first", nil, "first", "", StatusOK, ""},
		{"with a project that cannot be read any more", classpathOf("<classpath><"), "first", "", StatusOK, ""},
		{"with one that can", classpathOf(classpath), "first", "", StatusOK, ""},
		{"another branch comes during the run", nil, "first", "second", StatusOK, ""},
		{"the branch that came", nil, "second", "", StatusOK, ""},
		{"a branch without a class that it uses", nil, "broken", "", StatusCompileError, "Lib"},
		{"the first branch", nil, "first", "", StatusOK, ""},
		{"another one comes during the run", nil, "second", "first", StatusOK, ""},
		{"the first branch again", nil, "first", "", StatusOK, ""},
		{"without the output folder", remove, "first", "", StatusCompileError, "Made"},
		{"when it was built again", generate, "first", "", StatusOK, ""},
	} {
		if step.before != nil {
			step.before()
		}
		checkOut(t, workspace, step.branch)
		request := Request{File: filepath.Join(workspace, "src/a/Demo.java"), Workspace: workspace, Config: configuration.Server()}
		result, err := e.Profile(context.Background(), request, func(phase string) {
			if step.during != "" && strings.HasPrefix(phase, "running") {
				checkOut(t, workspace, step.during)
			}
		})
		if err != nil {
			t.Fatal(step.name, err)
		}
		if result.Status != step.status || !strings.Contains(fmt.Sprint(result.Diagnostics), step.message) {
			t.Errorf("%s: %s, %s, want %s with %q", step.name, result.Status, result.Message+fmt.Sprint(result.Diagnostics), step.status, step.message)
		}
		if broken := strings.Contains(step.name, "cannot be read"); result.Project != workspace || result.Stale != broken ||
			broken != (result.Unread != nil && result.Unread.File == filepath.Join(workspace, ".classpath") && result.Unread.Severity == SeverityWarning && strings.Contains(result.Unread.Message, "knew of the project before")) {
			t.Errorf("%s: the project in %q, stale %t, %+v", step.name, result.Project, result.Stale, result.Unread)
		}
		if !slices.Contains(result.BuildFiles, filepath.Join(workspace, ".classpath")) {
			t.Errorf("%s: built by %v", step.name, result.BuildFiles)
		}
		if result.Status == StatusOK {
			if known, ran := hashes[step.branch]; ran && known != result.ClassesHash {
				t.Errorf("%s: other classes than when the branch was there before", step.name)
			}
			hashes[step.branch] = result.ClassesHash
		}
	}
	if hashes["first"] == hashes["second"] {
		t.Error("both branches have the same classes")
	}
}
