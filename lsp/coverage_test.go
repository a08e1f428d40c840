package lsp

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"hotlens/engine"
	"hotlens/profiles"
)

// covered is profiled, of a run that has executed the method twice or not.
func covered(main string, twice bool) *engine.Result {
	result := profiled(demoText, 50)
	p := result.Profile
	p.Target.Main = main
	p.Profilers = []string{profiles.ProfilerContexts, profiles.ProfilerCoverage}
	executed := 0
	if twice {
		executed = 3
	}
	p.Coverage = []profiles.ClassCoverage{{Class: "Demo", File: "Demo.java", Methods: []profiles.MethodCoverage{
		{Name: "<init>", Descriptor: "()V", Paths: 1, Lines: []profiles.LineCoverage{{Line: 1, Instructions: 3}}}, // the compiler's: its line is no code that was not executed
		{Name: "twice", Descriptor: "(I)I", Paths: 1, Lines: []profiles.LineCoverage{{Line: 2, Instructions: 1}, {Line: 3, Instructions: 3, ExecutedInstructions: executed}}},
		{Name: "main", Descriptor: "([Ljava/lang/String;)V", Paths: 2, ExecutedPaths: 1, Lines: []profiles.LineCoverage{
			{Line: 7, Instructions: 4, ExecutedInstructions: 4, Branches: 2, ExecutedBranches: 1}, {Line: 8, Instructions: 1, ExecutedInstructions: 1},
		}},
	}}}
	result.Index.Files[0].Types = []string{"Demo"}
	return result
}

func TestCoverage(t *testing.T) {
	session(t, func(e *editor) {
		e.initialize(everything, `{"trusted": true, "coverage": true, "testCoverage": true}`)
		e.engine.answer(covered("Demo", false), covered("Other", true))
		e.open(demoText)
		e.save()
		e.settle()
		expect(t, "profilers", e.engine.requests[0].Config.Profilers, []string{profiles.ProfilerContexts, profiles.ProfilerEdges, profiles.ProfilerCoverage, profiles.ProfilerTestCoverage})
		branch := "] 1 of 2 branches not taken in the last run"
		expect(t, "what was not executed", e.diagnosed(), []string{"[2,5] not executed in the last run", "[7,9" + branch})
		e.edit(0, 0, 0, "\n")
		expect(t, "moved", e.diagnosed(), []string{"[3,5] not executed in the last run", "[8,9" + branch})
		e.edit(3, 8, 8, "n++; ")
		expect(t, "edited", e.diagnosed(), []string{"[8,9" + branch})
		e.edit(3, 8, 13, "")
		e.edit(0, 0, 0, "")
		e.notify("textDocument/didClose", textDocument())
		e.open(demoText)
		expect(t, "opened again", e.diagnosed(), []string{"[2,5] not executed in the last run", "[7,9" + branch})

		hovered := func() string { return e.request("textDocument/hover", position(2, 12)) }
		expect(t, "no tests", strings.Contains(hovered(), "executed by"), false)

		// What another program executes, of the same text, was executed; of branches nobody knows.
		e.save()
		e.settle()
		expect(t, "two programs", e.diagnosed(), []string{"[2,5] not executed in the last 2 runs"})

		// Which tests have executed a line, its hover says.
		result := covered("Third", true)
		result.ClassesHash = "third"
		result.Profile.TestCoverage = []profiles.TestCoverage{
			{Classes: []profiles.ExecutedClass{{Class: "Demo", Lines: []profiles.ExecutedLine{{Line: 7}}}}},
			{Class: "DemoTest", Method: "doubles", Classes: []profiles.ExecutedClass{{Class: "Demo", Lines: []profiles.ExecutedLine{{Line: 3}, {Line: 7, Branches: []int{1}}}}}},
			{Class: "DemoTest", Method: "again", Classes: []profiles.ExecutedClass{{Class: "Demo", Lines: []profiles.ExecutedLine{{Line: 3}}}}},
		}
		e.engine.answers = nil
		e.engine.answer(result)
		e.save()
		e.settle()
		if !strings.Contains(hovered(), "executed by 2 tests: DemoTest.again, DemoTest.doubles") {
			t.Errorf("the tests of a line: %s", hovered())
		}

		// An editor with a view of coverage can ask for all of it.
		var files []coveredFile
		e.unmarshal(e.request(methodCoverage, struct{}{}), &files)
		expect(t, "files", len(files), 1)
		want := []coveredLine{{Line: 2}, {Line: 3, Executed: true}, {Line: 7, Executed: true, Branches: []bool{false, true}}, {Line: 8, Executed: true}}
		if diff := cmp.Diff(want, files[0].Lines, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("lines (-want +got):\n%s", diff)
		}
		expect(t, "tests", len(files[0].Tests), 2)
		if diff := cmp.Diff([]coveredLine{{Line: 3, Executed: true}, {Line: 7, Executed: true, Branches: []bool{false, true}}}, files[0].Tests[0].Lines, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("lines of one test (-want +got):\n%s", diff)
		}
	})
}

// TestTestWithCoverage measures what tests execute if the command says so, however it names them.
func TestTestWithCoverage(t *testing.T) {
	one := map[string]any{"class": "Demo", "name": "adds"}
	for what, named := range map[string]any{"a test": one, "a class": map[string]any{"class": "Demo"}, "a list": []any{one}, "the file": nil, "an empty list": []any{}} {
		session(t, func(e *editor) {
			e.initialize(everything, `{"trusted": true}`)
			e.engine.answer(profiled(demoText, 50))
			e.open(demoText)
			if _, err := e.command("hotlens.test", demoURI, named, map[string]any{"coverage": true}); err != nil {
				t.Fatalf("%s: %v", what, err)
			}
			e.settle()
			if got := e.engine.requests[0].Config.Profilers; !slices.Contains(got, profiles.ProfilerTestCoverage) {
				t.Errorf("the profilers of %s are %q, want %s, too", what, got, profiles.ProfilerTestCoverage)
			}
		})
	}
}
