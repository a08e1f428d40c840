package engine

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hotlens/engine/project"
)

// TestPatternsInModules has each pattern mean tests of one of several modules, by the name of a file, or of a type that is nested in one.
func TestPatternsInModules(t *testing.T) {
	folder := t.TempDir()
	model := &project.Model{Folder: folder}
	for name, text := range map[string]string{
		"lib": `class LibTest { static class Deeper { } /* class Shallow */ }`,
		"app": `class AppTest { @Nested class Deeper { } interface Contract { } }`,
	} {
		root := filepath.Join(folder, name)
		if err := os.Mkdir(root, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, strings.ToUpper(name[:1])+name[1:]+"Test.java"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		model.Modules = append(model.Modules, project.Module{Name: name, Folder: root, Sets: []project.SourceSet{{Name: project.TestSet, Test: true, Sources: []string{root}}}})
	}
	sets := testSets(model, folder)
	for _, test := range []struct{ patterns, lib, app, unfound string }{
		{"LibTest,AppTest", "LibTest", "AppTest", ""},
		{"*Test,#adds", "*Test,#adds", "*Test,#adds", ""},
		{"Deeper#sinks,LibTest", "Deeper#sinks,LibTest", "Deeper#sinks", ""},
		{"Contr*", "", "Contr*", ""},
		{"LibTest,Shallow,Absent#a", "", "", "Shallow,Absent#a"},
	} {
		patterns, err := patternsIn(sets, []string{test.patterns})
		if test.unfound != "" {
			if want := "no source file has the tests " + test.unfound + ": looked below "; err == nil || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("%s: %v, want %s", test.patterns, err, want)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", test.patterns, err)
			continue
		}
		for _, set := range sets {
			want := map[string]string{"lib": test.lib, "app": test.app}[set.build.Module.Name]
			if got := strings.Join(textsOf(set.among(patterns)), ","); got != want {
				t.Errorf("%s means %q in %s, want %q", test.patterns, got, set.build.Module.Name, want)
			}
		}
	}
}

// TestUnmatchedInModules has a pattern be a mistake if it means nothing in any module that was asked for it and has told.
func TestUnmatchedInModules(t *testing.T) {
	modules := []TestedModule{{"lib", Target{Tests: []string{"A", "B", "C"}}}, {"app", Target{Tests: []string{"B", "C", "D"}}}}
	told := func(unmatched string) *TestResults { return &TestResults{Unmatched: strings.Fields(unmatched)} }
	for _, test := range []struct {
		lib, app *TestResults
		want     string
	}{
		{told(""), told(""), ""},
		{told("A B"), told(""), "A"},
		{told("A B"), told("B D"), "A B D"},
		{told("A B"), nil, "A"},
	} {
		if got := strings.Join(Unmatched(modules, []*TestResults{test.lib, test.app}), " "); got != test.want {
			t.Errorf("%v and %v: %q, want %q", test.lib, test.app, got, test.want)
		}
	}
}

// TestNoTest says what to do about patterns that mean nothing, of which the one of all tests names nothing that could be misspelt.
func TestNoTest(t *testing.T) {
	for want, patterns := range map[string][]string{
		"no test is named ATest#a,BTest: check the name of the method, or name the class alone to run all of its tests": {"ATest#a", "BTest"},
		"the test classes have no tests: none of their methods is one that JUnit or TestNG would run":                   {"*"},
	} {
		if got := NoTest(patterns).Error(); got != want {
			t.Errorf("of %q it says %q, want %q", patterns, got, want)
		}
	}
}
