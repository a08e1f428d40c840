//go:build unix

package engine

import (
	"archive/zip"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hotlens/engine/project"
)

// TestUnable asks what keeps the tests of a workspace from running: the lack of a framework, until its jar is there.
func TestUnable(t *testing.T) {
	e := newEngine(t)
	workspace := t.TempDir()
	for _, folder := range []string{"src/main/java", "src/test/java", "lib"} {
		if err := os.MkdirAll(filepath.Join(workspace, folder), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	save(t, workspace, "src/test/java/WordsTest.java", "public class WordsTest { @org.junit.Test public void counts() { } }")
	save(t, workspace, "src/test/java/MoreTest.java", "public class MoreTest extends WordsTest { }")
	request := save(t, workspace, "src/main/java/Words.java", "class Words { }")
	unable := func() string {
		t.Helper()
		found, err := e.Candidates(context.Background(), request)
		if err != nil || len(found.Tests) != 2 || found.Tests[0].Set != found.Tests[1].Set {
			t.Fatalf("what could be run: %+v, %v", found, err)
		}
		problem, err := e.Unable(context.Background(), request, found.Tests[0].Set)
		if err != nil {
			t.Fatal(err)
		}
		return problem
	}
	if problem := unable(); !strings.Contains(problem, "no JUnit") || !strings.Contains(problem, "-cp") {
		t.Errorf("without a framework: %q", problem)
	}
	jar, err := os.Create(filepath.Join(workspace, "lib", "junit.jar"))
	if err != nil {
		t.Fatal(err)
	}
	archive := zip.NewWriter(jar)
	if _, err := archive.Create("org/junit/runner/JUnitCore.class"); err != nil {
		t.Fatal(err)
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	if err := jar.Close(); err != nil {
		t.Fatal(err)
	}
	for range 2 { // found, and known
		if problem := unable(); problem != "" {
			t.Errorf("with its jar: %q", problem)
		}
	}
	if err := os.Rename(jar.Name(), filepath.Join(workspace, "framework.jar")); err != nil {
		t.Fatal(err)
	}
	request.Config.ClassPath = []string{"framework.jar"}
	if problem := unable(); problem != "" {
		t.Errorf("with its jar on the class path that the settings name, in the workspace: %q", problem)
	}
	if problem, err := e.Unable(context.Background(), request, "elsewhere"); problem != "" || err != nil {
		t.Errorf("of a set that there is not: %q, %v", problem, err)
	}
}

// TestFarTests tells tests of modules that need what has changed from those of others.
func TestFarTests(t *testing.T) {
	module := func(name string, needs ...project.Entry) project.Module {
		needs = append(needs, project.Entry{Module: name, Set: project.MainSet})
		return project.Module{Name: name, Folder: "/" + name, Sets: []project.SourceSet{
			{Name: project.MainSet, Sources: []string{"/" + name + "/main"}}, {Name: project.TestSet, Test: true, Sources: []string{"/" + name + "/test"}, Compile: needs, Run: needs},
		}}
	}
	model := &project.Model{Modules: []project.Module{module("lib"), module("app", project.Entry{Module: "lib", Set: project.MainSet}), module("other")}}
	for name, test := range map[string]struct {
		files []string
		far   []string
	}{
		"a library":              {[]string{"/lib/main/Lib.java"}, []string{"/other/test/ATest.java"}},
		"a test":                 {[]string{"/lib/test/ATest.java"}, []string{"/app/test/ATest.java", "/other/test/ATest.java"}},
		"two modules":            {[]string{"/lib/main/Lib.java", "/other/main/Other.java"}, nil},
		"what is in no module":   {[]string{"/lib/main/Lib.java", "/Loose.java"}, nil},
		"nothing that was saved": {nil, nil},
	} {
		tests := []TestFile{{File: "/lib/test/ATest.java"}, {File: "/app/test/ATest.java"}, {File: "/other/test/ATest.java"}}
		markFar(model, tests, test.files)
		var far []string
		for _, file := range tests {
			if file.Far {
				far = append(far, file.File)
			}
		}
		if !slices.Equal(far, test.far) {
			t.Errorf("far from %s are %q, want %q", name, far, test.far)
		}
	}
}
