package engine

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hotlens/engine/affected"
	"hotlens/engine/tests"
	"hotlens/profiles"
	"hotlens/profiles/comparison"
)

// TestRoundsOfTests goes through rounds of tests, of which changes end some: what a test became counts, and what it called only where that is known.
func TestRoundsOfTests(t *testing.T) {
	r := &Rounds{before: map[string]*testOutcome{}}
	result := func(status profiles.TestStatus, calls uint64) *Result {
		test := profiles.Test{Class: "p.T", Method: "a", Status: status}
		if calls == 0 { // cancelled
			return &Result{Outcome: &profiles.Outcome{Tests: []profiles.Test{test}}}
		}
		root := 0
		test.Root = &root
		return &Result{Profile: &profiles.Profile{Contexts: []profiles.Context{{Parent: -1, Calls: calls}}}, Outcome: &profiles.Outcome{Tests: []profiles.Test{test}}}
	}
	for i, step := range []struct {
		result *Result
		want   comparison.TestChange // but the test
	}{
		{result(profiles.TestFailed, 0), comparison.TestChange{Invocations: 1}},
		{result(profiles.TestPassed, 5), comparison.TestChange{Invocations: 1, Calls: 5, Failed: true}},
		{result(profiles.TestFailed, 0), comparison.TestChange{Invocations: 1}},
		{result(profiles.TestPassed, 7), comparison.TestChange{Invocations: 1, Calls: 7, Failed: true, Known: true, Called: 5}},
	} {
		got := r.compare(step.result)
		if len(got) != 1 {
			t.Fatalf("round %d tells of %d tests", i, len(got))
		}
		got[0].Test = profiles.Test{}
		if got[0] != step.want {
			t.Errorf("round %d: %+v, want %+v", i, got[0], step.want)
		}
	}
}

// TestRoundsOfAbstractTests watches tests that a class without objects declares: those of the classes that extend it run, and of one that has objects its own.
func TestRoundsOfAbstractTests(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"SortTest.java":  "abstract class SortTest { @Test void sorts() { } @Test void keeps() { } }",
		"MergeTest.java": "class MergeTest extends SortTest { @Test void merges() { } }",
		"QuickTest.java": "class QuickTest extends MergeTest { }",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	e := New()
	defer func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}()
	for text, want := range map[string][]string{
		"SortTest#sorts": {"MergeTest#sorts", "QuickTest#sorts"}, "SortTest": {"MergeTest", "QuickTest"}, "MergeTest": {"MergeTest"}, "SortTest#sorts,QuickTest": {"MergeTest#sorts", "QuickTest"},
	} {
		patterns, err := tests.Parse([]string{text})
		if err != nil {
			t.Fatal(err)
		}
		r := &Rounds{Folder: folder, Workspace: folder, testing: patterns, follow: func() {}}
		for range 2 { // each change asks again
			candidates, err := r.candidates(t.Context(), e)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, c := range candidates {
				got = append(got, r.patternsOf(c.Class)...)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", text, diff)
			}
		}
	}
}

// TestRoundsOfNested watches tests of a type that is named without the one around it, and says in the first round which names mean nothing.
func TestRoundsOfNested(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "OuterTest.java"), []byte("class OuterTest { @Nested class Deeper { @Test void sinks() { } } }"), 0o600); err != nil {
		t.Fatal(err)
	}
	e := New()
	defer func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}()
	for text, want := range map[string]string{
		"Deeper#sinks": "OuterTest", "Deep*": "OuterTest", "OuterTest,OuterTest.Deeper": "OuterTest",
		"OuterTest,Shallow": folder + " has no tests Shallow: check the names, or give the project's folder behind the flags",
	} {
		r := &Rounds{Folder: folder, Workspace: folder, Tests: []string{text}, testing: patternsFor(t, text), known: affected.New(), follow: func() {}}
		candidates, err := r.candidates(t.Context(), e)
		var got string
		for _, c := range candidates {
			got += c.Class
		}
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// TestRoundsOfNewTests has tests be due that never ran, as a change has ended the first round before they did.
func TestRoundsOfNewTests(t *testing.T) {
	r := &Rounds{known: affected.New()}
	tests := func(names ...string) (candidates []TestFile) {
		for _, name := range names {
			candidates = append(candidates, TestFile{File: "/p/" + name + ".java", Class: name, Set: "/p"})
		}
		return candidates
	}
	for want, candidates := range map[string][]TestFile{
		"OneTest was never run before": tests("OneTest"), "OneTest and 1 more were never run before": tests("OneTest", "TwoTest"), "OneTest and 2 more were never run before": tests("OneTest", "TwoTest", "ThreeTest"),
	} {
		due := r.due(nil, candidates, false)
		if len(due) != 1 || due[0].name+" "+due[0].reason != want {
			t.Errorf("due is %+v, want %s", due, want)
		}
	}
}
