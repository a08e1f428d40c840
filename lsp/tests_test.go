package lsp

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"hotlens/engine"
	"hotlens/profiles"
	"hotlens/profiles/sources"
	"hotlens/vm/configuration"
)

// suiteTexts are two classes of tests, of which the first uses Words, and a class that has not run.
var suiteTexts = map[string]string{
	"WordsTest.java": "class WordsTest { @Test void counts() { Words.parse(); } @Test void fails() { } }",
	"OtherTest.java": "class OtherTest { @Test void passes() { } }",
	"NewTest.java":   "class NewTest { @Test void never() { } }",
	"Words.java":     "class Words { static void parse() { } }",
	"Lost.java":      "class Lost { }",
}

// openSuite opens these files in a workspace.
func openSuite(e *editor, options string) *shop {
	e.t.Helper()
	return openTexts(e, e.t.TempDir(), options, suiteTexts)
}

// tested is the result of a run of tests: "WordsTest.counts" has passed, "WordsTest.fails!" has failed, and with "WordsTest.!" the class as a whole; those of WordsTest call Words.parse so often.
func (s *shop) tested(arguments []string, calls uint64, tests ...string) *engine.Result {
	p := &profiles.Profile{Schema: profiles.Schema, Complete: true, Target: profiles.Target{Main: profiles.TargetTests, Arguments: arguments}, Tests: []profiles.Test{}}
	index := &sources.Index{}
	uses := map[string][]string{s.path("WordsTest.java"): {s.path("Words.java")}}
	for _, name := range []string{"WordsTest", "OtherTest", "Words"} {
		text := suiteTexts[name+".java"]
		file := sources.File{Path: s.path(name + ".java"), Hash: sources.HashText(text), Types: []string{name}}
		for _, method := range []string{"counts", "fails", "passes", "parse"} {
			if at := strings.Index(text, method+"()"); at > 0 && text[at-1] == ' ' {
				place := sources.Range{Start: sources.Position{Character: at}, End: sources.Position{Character: at + len(method)}}
				file.Methods = append(file.Methods, sources.Method{Class: name, Name: method, Descriptor: "()V", NameRange: place, Range: place})
			}
		}
		index.Files = append(index.Files, file)
	}
	method := func(class, name string) int {
		p.Methods = append(p.Methods, profiles.Method{ID: len(p.Methods), Class: class, Name: name, Descriptor: "()V"})
		return len(p.Methods) - 1
	}
	add := func(c profiles.Context) int {
		c.ID = int32(len(p.Contexts))
		p.Contexts = append(p.Contexts, c)
		p.Totals.Calls, p.Totals.Bytecodes, p.Totals.Contexts = p.Totals.Calls+c.Calls, p.Totals.Bytecodes+c.Bytecodes, p.Totals.Contexts+1
		return int(c.ID)
	}
	parse := method("Words", "parse")
	for _, name := range tests {
		name, failed := strings.CutSuffix(name, "!")
		class, test, _ := strings.Cut(name, ".")
		root := add(profiles.Context{Parent: -1, BCI: -1, Method: int32(method(class, profiles.TestRootPrefix+test)), Calls: 1})
		p.Threads = append(p.Threads, profiles.Thread{ID: len(p.Threads), Name: "main", Root: root})
		of := add(profiles.Context{Parent: int32(root), BCI: -1, Method: int32(method(class, cmp.Or(test, "prepare"))), Calls: 1, Bytecodes: 10})
		p.Edges = append(p.Edges, profiles.Edge{Caller: int(p.Contexts[root].Method), BCI: -1, Callee: int(p.Contexts[of].Method), Kind: profiles.EdgeCallback, Calls: 1})
		if class == "WordsTest" {
			add(profiles.Context{Parent: int32(of), BCI: 1, Method: int32(parse), Calls: calls, Bytecodes: calls})
			p.Edges = append(p.Edges, profiles.Edge{Caller: int(p.Contexts[of].Method), BCI: 1, Callee: parse, Kind: profiles.EdgeStatic, Calls: calls})
		}
		t := profiles.Test{Class: class, Method: test, Status: profiles.TestPassed, Root: &root}
		if failed {
			t.Status = profiles.TestFailed
			t.Failure = &profiles.Exception{Class: "java.lang.AssertionError", Message: "no", Frames: []profiles.Frame{{Class: class, Method: test, File: class + ".java", Line: 1}}}
		}
		p.Tests = append(p.Tests, t)
	}
	return &engine.Result{
		Status: engine.StatusOK, Message: "tested", ClassesHash: "classes of " + strings.Join(arguments, ",") + strings.Join(tests, ","), Profile: p, Index: index, Uses: uses, TestSet: "test",
		Outcome: &profiles.Outcome{Main: arguments[0], Tests: p.Tests},
	}
}

// asked are what the engine was asked for: "Main.java Main", "WordsTest.java: WordsTest#counts".
func (s *shop) asked() []string {
	var all []string
	for _, request := range s.engine.seen() {
		text := filepath.Base(request.File)
		if request.Tests != nil {
			text += ": " + strings.Join(request.Tests, " ")
		}
		all = append(all, strings.Join(append([]string{text}, request.Targets...), " "))
	}
	return all
}

// lensesOf are the lenses of a file about tests.
func (s *shop) lensesOf(name string) []string {
	s.t.Helper()
	return s.titlesOf(name, "hotlens.test")
}

// titlesOf are the titles of a file's lenses with a command, "" for all of them.
func (s *shop) titlesOf(name, command string) (titles []string) {
	s.t.Helper()
	var lenses []protocol.CodeLens
	s.unmarshal(s.request("textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": uri.File(s.path(name))}}), &lenses)
	for _, l := range lenses {
		if command == "" || l.Command.Command == command {
			titles = append(titles, l.Command.Title)
		}
	}
	return titles
}

// replace edits the text of a file.
func (s *shop) replace(name, text string) {
	s.t.Helper()
	s.notify("textDocument/didChange", map[string]any{
		"textDocument": map[string]any{"uri": uri.File(s.path(name)), "version": 2}, "contentChanges": []any{map[string]any{"text": text}},
	})
	s.settle()
}

// TestTestsOfSeveralTimes has a build run the tests of a class at two times: a save runs each part, the second as soon as it is known of, and so does the command.
func TestTestsOfSeveralTimes(t *testing.T) {
	session(t, func(e *editor) {
		s := openSuite(e, `{"trusted": true}`)
		first, second := s.tested([]string{"WordsTest"}, 7, "WordsTest.counts"), s.tested([]string{"WordsTest"}, 7, "WordsTest.fails!")
		first.Further = []engine.FurtherTests{{TestSet: "test#slow", Files: []string{s.path("WordsTest.java")}, Classes: []string{"WordsTest"}}}
		second.TestSet, second.Further = "test#slow", []engine.FurtherTests{{TestSet: "test", Files: first.Further[0].Files, Classes: first.Further[0].Classes}}
		asked := func() (all []string) {
			for _, request := range s.engine.seen() {
				all = append(all, strings.Join(request.Tests, " ")+" of "+request.TestSet)
			}
			return all
		}
		e.engine.answer(first, second)
		s.saveFile("WordsTest.java")
		e.settle()
		e.idle()
		expect(t, "the first save", asked(), []string{" of ", "WordsTest of test#slow"})
		expect(t, "its lenses", s.lensesOf("WordsTest.java"), []string{"▶ Test", "✓ passed · 9 calls", "✗ no · 9 calls"})
		e.engine.answers = nil
		e.engine.answer(first, second)
		s.saveFile("WordsTest.java")
		e.settle()
		e.idle()
		expect(t, "the next save", asked(), []string{"WordsTest of test", "WordsTest of test#slow"})
		e.engine.answers = nil
		e.engine.answer(first, second)
		if _, err := e.command("hotlens.test", uri.File(s.path("WordsTest.java"))); err != nil {
			t.Fatal(err)
		}
		e.settle()
		e.idle()
		expect(t, "the command", asked(), []string{" of ", " of test#slow"})
	})
	session(t, func(e *editor) {
		s := openSuite(e, `{"trusted": true}`)
		only, unchanged := s.tested([]string{"WordsTest"}, 7, "WordsTest.counts"), &engine.Result{Status: engine.StatusUnchanged}
		unchanged.Further = []engine.FurtherTests{{TestSet: "test#slow", Files: []string{s.path("WordsTest.java")}, Classes: []string{"WordsTest"}}}
		e.engine.answer(only, only, unchanged)
		for range 3 {
			s.saveFile("WordsTest.java")
			e.settle()
			e.idle()
		}
		var sets []string
		for _, request := range s.engine.seen() {
			sets = append(sets, request.TestSet)
		}
		expect(t, "a class that has no tests at the second time, and has not changed", sets, []string{"", only.TestSet, only.TestSet})
	})
}

// TestAffectedTests checks that a save runs the tests that it can reach, and those that failed, and what their lenses and the editor are told of it.
func TestAffectedTests(t *testing.T) {
	session(t, func(e *editor) {
		s := openSuite(e, `{"trusted": true}`)
		e.engine.answer(s.tested([]string{"WordsTest"}, 7, "WordsTest.counts", "WordsTest.fails!"))
		s.saveFile("WordsTest.java")
		e.settle()
		expect(t, "a class of tests", s.asked(), []string{"WordsTest.java"})
		expect(t, "its lenses", s.lensesOf("WordsTest.java"), []string{"▶ Test", "✓ passed · 9 calls", "✗ no · 9 calls"})
		e.engine.answers = nil
		e.engine.answer(s.tested([]string{"OtherTest"}, 0, "OtherTest.passes"), s.tested([]string{"WordsTest"}, 9, "WordsTest.counts", "WordsTest.fails!"))
		s.saveFile("OtherTest.java")
		e.settle()
		e.idle()
		expect(t, "another class, and what failed", s.asked(), []string{"OtherTest.java", "WordsTest.java: WordsTest#fails"})

		e.engine.answers = nil
		helped := s.tested([]string{"WordsTest"}, 9, "WordsTest.counts", "WordsTest.fails")
		helped.Execution = "slow"
		e.engine.answer(helped)
		s.seen("hotlens/runFinished")
		s.replace("Words.java", "class Words { }")
		expect(t, "while a file is edited that they use", s.lensesOf("WordsTest.java"), []string{"▶ Test", "○ passed · Words.java was edited", "○ failed · Words.java was edited"})
		expect(t, "those that do not", s.lensesOf("OtherTest.java")[1], "✓ passed · 2 calls")
		s.replace("Words.java", suiteTexts["Words.java"])
		expect(t, "after undoing that", s.lensesOf("WordsTest.java")[1], "✓ passed · 11 calls · ▲ +12%")
		s.saveFile("Words.java")
		e.settle()
		expect(t, "a helper", s.asked(), []string{"WordsTest.java: WordsTest"})
		expect(t, "their lenses", s.lensesOf("WordsTest.java"), []string{"▶ Test", "✓ passed · 11 calls", "✓ passed · 11 calls"})
		expect(t, "the others'", s.lensesOf("OtherTest.java")[1], "✓ passed · 2 calls · not affected")
		var finished runFinished
		if err := json.Unmarshal([]byte(s.seen("hotlens/runFinished")[0]), &finished); err != nil {
			t.Fatal(err)
		}
		expect(t, "what of the build ran them", finished.Execution, "slow")
		expect(t, "message", finished.Message, "tested; they reached Words.parse last time")
		same := s.tested([]string{"WordsTest"}, 9, "WordsTest.counts", "WordsTest.fails")
		same.Status, same.Outcome, same.Profile = engine.StatusUnchanged, nil, nil
		commented := suiteTexts["Words.java"] + "// as before"
		same.Index.Files[2].Hash = sources.HashText(commented)
		e.engine.answers = nil
		e.engine.answer(same)
		s.replace("Words.java", commented)
		expect(t, "while a comment is written", s.lensesOf("WordsTest.java")[1], "○ passed · Words.java was edited")
		s.saveFile("Words.java")
		e.settle()
		expect(t, "when it was compiled to the same", s.lensesOf("WordsTest.java"), []string{"▶ Test", "✓ passed · 11 calls", "✓ passed · 11 calls"})
		e.engine.answers = nil
		e.engine.answer(s.tested([]string{"OtherTest"}, 0, "OtherTest.passes"))
		if _, err := e.command("hotlens.test", uri.File(s.path("OtherTest.java"))); err != nil {
			t.Fatal(err)
		}
		e.settle()
		expect(t, "what a command has run after the save", s.lensesOf("OtherTest.java")[1], "✓ passed · 2 calls")
		counts := finished.Tests[0]
		expect(t, "a test", []any{counts.Class, counts.Method, counts.Status, counts.Why, counts.Calls, counts.Bytecodes, counts.URI, counts.Range.Start.Character},
			[]any{"WordsTest", "counts", profiles.TestPassed, "reached Words.parse last time", uint64(11), uint64(19), uri.File(s.path("WordsTest.java")), uint32(strings.Index(suiteTexts["WordsTest.java"], "counts"))})
	})
}

// TestEditedTest edits a test after its run, which is said once.
func TestEditedTest(t *testing.T) {
	session(t, func(e *editor) {
		s := openSuite(e, `{"trusted": true}`)
		e.engine.answer(s.tested([]string{"WordsTest"}, 7, "WordsTest.counts", "WordsTest.fails"))
		s.saveFile("WordsTest.java")
		e.settle()
		s.replace("WordsTest.java", strings.Replace(suiteTexts["WordsTest.java"], "counts()", "counts(int n)", 1))
		expect(t, "lenses", s.titlesOf("WordsTest.java", ""), []string{"▶ Test", "edited since the run", "✓ passed · 9 calls", "1 call · 50% of bytecodes"})
	})
}

// TestFailuresStay checks that a failed test is an error until it passes, whatever else runs, as is a class that has failed as a whole.
func TestFailuresStay(t *testing.T) {
	session(t, func(e *editor) {
		s := openSuite(e, `{"trusted": true, "tests": "file"}`)
		e.engine.answer(s.tested([]string{"WordsTest"}, 7, "WordsTest.counts", "WordsTest.fails!"), s.tested([]string{"OtherTest"}, 0, "OtherTest.passes"), s.tested([]string{"WordsTest"}, 7, "WordsTest.counts", "WordsTest.fails"),
			s.tested([]string{"WordsTest"}, 7, "WordsTest.!"), s.tested([]string{"WordsTest"}, 7, "WordsTest.counts"))
		errors := func() int {
			last := -1
			for _, text := range s.seen("textDocument/publishDiagnostics") {
				var published protocol.PublishDiagnosticsParams
				e.unmarshal(text, &published)
				if published.URI == uri.File(s.path("WordsTest.java")) {
					last = len(published.Diagnostics)
				}
			}
			return last
		}
		for i, name := range []string{"WordsTest.java", "OtherTest.java", "WordsTest.java", "WordsTest.java", "WordsTest.java"} {
			s.saveFile(name)
			e.settle()
			e.idle()
			if got, want := errors(), []int{1, 1, 0, 1, 0}[i]; got != want {
				t.Errorf("after %s: %d errors, want %d", name, got, want)
			}
		}
		expect(t, "runs", s.asked(), []string{"WordsTest.java", "OtherTest.java", "WordsTest.java: WordsTest", "WordsTest.java: WordsTest", "WordsTest.java: WordsTest"})
	})
}

// TestBrokenClass has a class fail as a whole whose tests have run before: they are not counted with it, and say that they were not run, until they are.
func TestBrokenClass(t *testing.T) {
	session(t, func(e *editor) {
		s := openSuite(e, `{"trusted": true, "tests": "file"}`)
		broken := s.tested([]string{"WordsTest"}, 7, "WordsTest.!")
		broken.Outcome.ExitStatus = 1
		e.engine.answer(s.tested([]string{"WordsTest"}, 7, "WordsTest.counts", "WordsTest.fails"), broken, broken, s.tested([]string{"WordsTest"}, 7, "WordsTest.counts", "WordsTest.fails!"))
		save := func() {
			s.saveFile("WordsTest.java")
			e.settle()
			e.idle()
		}
		save()
		expect(t, "tests that have run", s.lensesOf("WordsTest.java"), []string{"▶ Test", "✓ passed · 9 calls", "✓ passed · 9 calls"})
		unrun := []string{"✗ no · 9 calls", "○ passed · not run, as the class failed", "○ passed · not run, as the class failed"}
		save()
		expect(t, "of a class that has failed by a save", s.lensesOf("WordsTest.java"), unrun)
		expect(t, "of all that is in the file", s.titlesOf("WordsTest.java", "hotlens.output"), []string{"✗ a class of tests failed as a whole"})
		if _, err := e.command("hotlens.test", uri.File(s.path("WordsTest.java")), map[string]any{"class": "WordsTest"}); err != nil {
			t.Fatal(err)
		}
		e.settle()
		expect(t, "of a class that has failed by a command", s.lensesOf("WordsTest.java"), unrun)
		save()
		expect(t, "of tests that run again", s.lensesOf("WordsTest.java"), []string{"▶ Test", "✓ passed · 9 calls", "✗ no · 9 calls"})
	})
}

// TestTestsSetting checks what its values run when a helper is saved, and then a class of tests.
func TestTestsSetting(t *testing.T) {
	for setting, want := range map[string][]string{
		`"affected"`: {"WordsTest.java: WordsTest", "OtherTest.java: OtherTest"},
		`"file"`:     {"Words.java", "OtherTest.java: OtherTest"},
		`"last"`:     {"OtherTest.java: OtherTest", "OtherTest.java: WordsTest"}, // which the engine says have run at the first save
		`"all"`:      {"WordsTest.java: OtherTest WordsTest", "OtherTest.java: OtherTest WordsTest"},
		`"off"`:      {"Words.java"},
		`"affected", "targets": ["WordsTest#counts", "OtherTest"]`: {"Words.java WordsTest#counts", "OtherTest.java OtherTest"},
		`"affected", "targets": ["OtherTest", "WordsTest#fails"]`:  {"Words.java WordsTest#fails", "OtherTest.java OtherTest"},
	} {
		session(t, func(e *editor) {
			s := openSuite(e, `{"trusted": true}`)
			e.engine.answer(s.tested([]string{"WordsTest"}, 7, "WordsTest.counts", "WordsTest.fails"), s.tested([]string{"OtherTest"}, 0, "OtherTest.passes"))
			for _, name := range []string{"WordsTest.java", "OtherTest.java"} {
				s.saveFile(name)
				e.settle()
			}
			s.asked()
			e.notify("workspace/didChangeConfiguration", json.RawMessage(`{"settings": {"hotlens": {"trusted": true, "tests": `+setting+`}}}`))
			e.settle()
			e.engine.answers = nil
			e.engine.answer(s.tested([]string{"WordsTest"}, 7, "WordsTest.counts", "WordsTest.fails"), s.tested([]string{"OtherTest"}, 0, "OtherTest.passes"))
			for _, name := range []string{"Words.java", "OtherTest.java"} {
				s.saveFile(name)
				e.settle()
				e.idle()
			}
			expect(t, setting, s.asked(), want)
		})
	}
}

// TestTestsAreOff saves a helper where the setting leaves no tests for that to run.
func TestTestsAreOff(t *testing.T) {
	for _, setting := range []string{"off", "file", "last"} {
		for mains, want := range map[string]string{"": "", "Main.java": "; what could be run: Main"} {
			session(t, func(e *editor) {
				s := openSuite(e, fmt.Sprintf(`{"trusted": true, "tests": %q}`, setting))
				e.engine.candidates.Tests = []engine.TestFile{{File: s.path("WordsTest.java"), Set: "test", Class: "WordsTest"}}
				if mains != "" {
					e.engine.candidates.Mains = []string{s.path(mains)}
				}
				e.engine.answer(&engine.Result{Status: engine.StatusNoTarget, Message: "class Words has no main method", Index: &sources.Index{}})
				s.saveFile("Words.java")
				e.settle()
				expect(t, setting, s.reasons(), []string{fmt.Sprintf("a save of Words.java runs no tests, as the setting hotlens.tests is %q", setting) + want})
			})
		}
	}
}

// TestTestsOfHeirs has a class run the test that an abstract one declares: its outcome stands there, too, is out of date when the class is edited, and a save of the declaration runs that class.
func TestTestsOfHeirs(t *testing.T) {
	session(t, func(e *editor) {
		texts := maps.Clone(suiteTexts)
		texts["Base.java"] = "abstract class Base { @Test void counts() { } }"
		s := openTexts(e, e.t.TempDir(), `{"trusted": true}`, texts)
		result := s.tested([]string{"WordsTest"}, 7, "WordsTest.counts")
		at := strings.Index(texts["Base.java"], "counts")
		name := sources.Range{Start: sources.Position{Character: at}, End: sources.Position{Character: at + len("counts")}}
		result.Index.Files = append(result.Index.Files, sources.File{
			Path: s.path("Base.java"), Hash: sources.HashText(texts["Base.java"]), Types: []string{"Base"}, Methods: []sources.Method{{Class: "Base", Name: "counts", Descriptor: "()V", NameRange: name, Range: name}},
		})
		result.Uses[s.path("WordsTest.java")] = append(result.Uses[s.path("WordsTest.java")], s.path("Base.java"))
		result.Outcome.Tests[0].Declared = "Base"
		e.engine.answer(result, result)
		s.saveFile("WordsTest.java")
		e.settle()
		expect(t, "asked for", s.asked(), []string{"WordsTest.java"})
		expect(t, "where it is declared", s.lensesOf("Base.java"), []string{"▶ Test", "✓ passed · 9 calls · in WordsTest"})
		if finished := strings.Join(s.seen("hotlens/runFinished"), ""); !strings.Contains(finished, "Base.java") {
			t.Errorf("the report does not say where the test is declared: %s", finished)
		}
		s.saveFile("Base.java")
		e.settle()
		expect(t, "after a save of the declaration", s.asked(), []string{"WordsTest.java: WordsTest"})
		s.replace("WordsTest.java", strings.Replace(suiteTexts["WordsTest.java"], "fails() {", "fails() { int i;", 1))
		expect(t, "after an edit", s.lensesOf("Base.java"), []string{"▶ Test", "○ passed · WordsTest.java was edited · in WordsTest"})
	})
}

// TestListsInheritedTests has editors list the tests that a class has from others: below that class, and where they are declared, but for what it overrides.
func TestListsInheritedTests(t *testing.T) {
	session(t, func(e *editor) {
		s := openTexts(e, e.t.TempDir(), `{"trusted": true}`, map[string]string{
			"Base.java":  "abstract class Base { @Test void counts() { } @Test void fails() { } class Inner { @Test void deep() { } } }",
			"Heir.java":  "class Heir extends Middle { @Override @Test void fails() { } }",
			"Plain.java": "class Plain { @Test void passes() { } }",
		})
		e.engine.candidates.Tests = []engine.TestFile{
			{File: s.path("Heir.java"), Set: "test", Class: "Heir", Inherited: []string{s.path("Base.java"), s.path("Gone.java")}}, {File: s.path("Plain.java"), Set: "test", Class: "Plain"},
		}
		var listed []struct {
			Class, Method string
			URI           uri.URI
			Range         protocol.Range
		}
		s.unmarshal(s.request("hotlens/tests", struct{}{}), &listed)
		var got []string
		for _, test := range listed {
			got = append(got, fmt.Sprintf("%s#%s %s:%d", test.Class, test.Method, filepath.Base(test.URI.Filename()), test.Range.Start.Character))
		}
		expect(t, "tests", got, []string{"Heir# Heir.java:6", "Heir#fails Heir.java:49", "Heir#counts Base.java:33", "Plain# Plain.java:6", "Plain#passes Plain.java:25"})
	})
}

// TestCancelledTests checks that what a run of tests had found out when a newer save ended it is told, and shown until they run again.
func TestCancelledTests(t *testing.T) {
	session(t, func(e *editor) {
		s := openSuite(e, `{"trusted": true}`)
		e.engine.answer(s.tested([]string{"WordsTest"}, 7, "WordsTest.counts", "WordsTest.fails"))
		s.saveFile("WordsTest.java")
		e.settle()
		s.seen("hotlens/runFinished")
		e.engine.answers = nil
		e.engine.answers = append(e.engine.answers, func(ctx context.Context, _ func(string)) (*engine.Result, error) {
			<-ctx.Done()
			ended := s.tested([]string{"WordsTest"}, 7, "WordsTest.fails!")
			ended.Status, ended.Message, ended.Profile = "", "", nil
			for i := range ended.Outcome.Tests {
				ended.Outcome.Tests[i].Root = nil
			}
			return ended, ctx.Err()
		})
		e.engine.answerNever()
		s.saveFile("WordsTest.java")
		e.settle()
		s.saveFile("WordsTest.java")
		e.settle()
		finished := s.seen("hotlens/runFinished")
		if len(finished) != 1 || !strings.Contains(finished[0], `"status":"cancelled"`) || !strings.Contains(finished[0], `"method":"fails"`) {
			t.Errorf("of the run that was cancelled the client hears %q", finished)
		}
		expect(t, "lenses", s.lensesOf("WordsTest.java"), []string{"▶ Test", "○ passed · runs again", "○ failed · runs again"})
	})
}

// TestNeverRun checks that tests which have never run are tried when nothing else is left, those first that are called after what was saved, and are known from then on; that what does not
// compile keeps nothing else from running; and that programs are only named.
func TestNeverRun(t *testing.T) {
	session(t, func(e *editor) {
		s := openSuite(e, `{"trusted": true}`)
		e.engine.candidates = engine.Candidates{
			Mains: []string{s.path("Main.java"), s.path("Tool.java")},
			Tests: []engine.TestFile{{File: s.path("NewTest.java"), Set: "test", Class: "NewTest"}, {File: s.path("WordsTest.java"), Set: "test", Class: "WordsTest"}, {File: s.path("FarTest.java"), Set: "far", Class: "FarTest"},
				{File: s.path("LoadIT.java"), Set: "test", Class: "LoadIT", Left: true}, {File: s.path("OtherTest.java"), Set: "other", Class: "OtherTest", Far: true}},
		}
		nothing := &engine.Result{Status: engine.StatusNoTarget, Message: "no main", Index: &sources.Index{}}
		broken := &engine.Result{Status: engine.StatusCompileError, Message: "does not compile", Diagnostics: []engine.Diagnostic{{File: s.path("NewTest.java"), Line: 3, Severity: engine.SeverityError, Message: "expected"}}}
		unused := &engine.Result{Status: engine.StatusNoTarget, Message: "none can reach it", Index: &sources.Index{Files: []sources.File{{Path: s.path("FarTest.java")}}}, Uses: map[string][]string{}}
		e.engine.answer(nothing, broken, s.tested([]string{"WordsTest"}, 7, "WordsTest.counts"), unused, s.tested([]string{"WordsTest"}, 7, "WordsTest.counts"), broken)
		s.saveFile("Words.java")
		e.settle()
		e.idle()
		requests := e.engine.seen()
		var got []string
		for _, request := range requests {
			got = append(got, strings.Join(request.Tests, " "))
		}
		expect(t, "tried", got, []string{"", "WordsTest NewTest", "WordsTest", "FarTest"})
		var shown []string // those in vain are shown together, with what comes of the next one or of all
		for _, params := range s.seen("$/progress") {
			var progress struct {
				Token string
				Value struct{ Kind, Message string }
			}
			if err := json.Unmarshal([]byte(params), &progress); err != nil {
				t.Fatal(err)
			}
			if progress.Value.Kind == "end" {
				shown = append(shown, progress.Token+" "+progress.Value.Message)
			}
		}
		expect(t, "progress", shown, []string{
			"hotlens/run/1 nothing that has run uses Words.java; 2 classes of tests were never run before and will be tried", "hotlens/run/2 tested; it was never run before",
			"hotlens/run/4 Words.java is reached by none of the tests that were never run before",
		})
		expect(t, "that reach", requests[1].Reaching, []string{s.path("Words.java")})
		expect(t, "why", s.reasons(), []string{
			"nothing that has run uses Words.java; 2 classes of tests were never run before and will be tried", "does not compile; they were never run before (in vain)",
			"tested; it was never run before", "none can reach it; it was never run before (in vain)",
		})
		if errors := s.seen("textDocument/publishDiagnostics"); len(errors) > 0 {
			t.Errorf("errors of tests that nobody has asked for: %v", errors)
		}
		if log := strings.Join(s.seen("window/logMessage"), "\n"); !strings.Contains(log, "NewTest.java:3: expected") {
			t.Errorf("the log: %s", log)
		}
		expect(t, "a lens", s.lensesOf("WordsTest.java")[1], "✓ passed · 9 calls")
		s.saveFile("Words.java")
		e.settle()
		e.idle()
		expect(t, "then", s.asked(), []string{"WordsTest.java: WordsTest", "NewTest.java: NewTest"})
	})
	session(t, func(e *editor) {
		s := openSuite(e, `{"trusted": true}`)
		e.engine.candidates.Mains = []string{s.path("Main.java")}
		for _, class := range []string{"NewTest", "WordsTest", "FarTest"} {
			e.engine.candidates.Tests = append(e.engine.candidates.Tests, engine.TestFile{File: s.path(class + ".java"), Set: "test", Class: class})
		}
		e.engine.unable = map[string]string{"test": "there is no JUnit"}
		e.engine.answer(&engine.Result{Status: engine.StatusNoTarget, Message: "no main", Index: &sources.Index{}})
		s.saveFile("Words.java")
		e.settle()
		e.idle()
		expect(t, "without a framework", s.reasons(), []string{"nothing that has run uses Words.java; 3 classes of tests cannot run: there is no JUnit"})
		expect(t, "nothing of it runs", s.asked(), []string{"Words.java"})
	})
	session(t, func(e *editor) {
		s := openSuite(e, `{"trusted": true}`)
		e.engine.candidates.Mains = []string{s.path("Main.java"), s.path("Tool.java")}
		e.engine.answer(&engine.Result{Status: engine.StatusNoTarget, Message: "no main", Index: &sources.Index{}})
		s.saveFile("Words.java")
		e.settle()
		e.idle()
		expect(t, "programs", s.reasons(), []string{"nothing that has run uses Words.java; what could be run: Main, Tool"})
		expect(t, "runs", s.asked(), []string{"Words.java"})
	})
}

// TestListedTests checks that the tests of a workspace are listed by what the editor holds of them, and run together.
func TestListedTests(t *testing.T) {
	session(t, func(e *editor) {
		s := openSuite(e, `{"trusted": true}`)
		for _, class := range []string{"WordsTest", "OtherTest"} {
			e.engine.candidates.Tests = append(e.engine.candidates.Tests, engine.TestFile{File: s.path(class + ".java"), Set: s.folder, Class: class, Left: class == "OtherTest"})
		}
		e.notify("textDocument/didChange", map[string]any{
			"textDocument":   map[string]any{"uri": uri.File(s.path("OtherTest.java")), "version": 2},
			"contentChanges": []any{map[string]any{"text": "class OtherTest { @Test void works() { } }"}},
		})
		var listed []listedTest
		e.unmarshal(e.request(methodTests, struct{}{}), &listed)
		var got []string
		for _, of := range listed {
			got = append(got, strings.TrimSuffix(of.Class+"."+of.Method, ".")+" of "+filepath.Base(of.URI.Filename()))
			if of.Left != strings.HasPrefix(of.Class, "Other") {
				t.Errorf("%+v is among the build's tests or is not", of)
			}
			if of.Set != s.folder || of.Range.Start == of.Range.End {
				t.Errorf("%+v stands nowhere", of)
			}
		}
		expect(t, "tests", got, []string{
			"WordsTest of WordsTest.java", "WordsTest.counts of WordsTest.java", "WordsTest.fails of WordsTest.java", "OtherTest of OtherTest.java", "OtherTest.works of OtherTest.java",
		})
		e.engine.answer(s.tested([]string{"WordsTest#counts", "OtherTest"}, 7, "WordsTest.counts", "OtherTest.passes"))
		if _, err := e.command("hotlens.test", uri.File(s.path("WordsTest.java")), []any{map[string]any{"class": "WordsTest", "name": "counts"}, map[string]any{"class": "OtherTest"}}, map[string]any{"asBuild": true}); err != nil {
			t.Fatal(err)
		}
		e.settle()
		e.idle()
		last := e.engine.requests[len(e.engine.requests)-1]
		expect(t, "the build's groups", last.AsBuild, true)
		expect(t, "what tests may take that somebody waits for", *last.Allowance, configuration.Allowance{
			Timeout: configuration.SuiteTimeout, MaxBytecodes: configuration.SuiteBytecodes, TestTimeout: configuration.SuiteTestTimeout, TestBytecodes: configuration.SuiteTestBytecodes,
		})
		expect(t, "runs", s.asked(), []string{"WordsTest.java: WordsTest#counts OtherTest"})
	})
	session(t, func(e *editor) {
		s := openSuite(e, `{}`)
		e.engine.candidates.Tests = []engine.TestFile{{File: s.path("WordsTest.java")}}
		expect(t, "tests of a workspace that is not trusted", e.request(methodTests, struct{}{}), "[]")
	})
}

// TestStoppedTests checks that what a run of tests has not got to when a limit ended it runs next, without what it was at, which runs last from then on.
func TestStoppedTests(t *testing.T) {
	session(t, func(e *editor) {
		s := openSuite(e, `{"trusted": true}`)
		stopped := s.tested([]string{"WordsTest"}, 7, "WordsTest.counts!")
		stopped.Status, stopped.Outcome.Limit = engine.StatusLimit, &profiles.Limit{Message: "stopped"}
		stopped.Profile.Tests[0].Status, stopped.Profile.Complete = profiles.TestUnfinished, false
		stopped.Message = "stopped"
		e.engine.answer(
			s.tested([]string{"WordsTest"}, 7, "WordsTest.counts", "WordsTest.fails"), stopped, s.tested([]string{"WordsTest#fails"}, 7, "WordsTest.fails"),
			s.tested([]string{"WordsTest#fails"}, 7, "WordsTest.fails"), stopped,
		)
		for _, name := range []string{"WordsTest.java", "Words.java", "Words.java"} {
			s.saveFile(name)
			e.settle()
			e.idle()
		}
		expect(t, "runs", s.asked(), []string{"WordsTest.java", "WordsTest.java: WordsTest", "WordsTest.java: WordsTest#fails", "WordsTest.java: WordsTest#fails", "WordsTest.java: WordsTest#counts"})
		expect(t, "message", s.reasons()[1], "2 tests of WordsTest: stopped; they reached Words.parse last time")
	})
}

// TestStoppedAtFirst checks the same of the first run of a class, of which nothing is known: its framework has told what was to run.
func TestStoppedAtFirst(t *testing.T) {
	session(t, func(e *editor) {
		s := openSuite(e, `{"trusted": true}`)
		stopped := s.tested([]string{"WordsTest"}, 7, "WordsTest.counts!")
		stopped.Status, stopped.Outcome.Limit = engine.StatusLimit, &profiles.Limit{Message: "stopped"}
		stopped.Profile.Tests[0].Status, stopped.Profile.Complete = profiles.TestUnfinished, false
		stopped.Outcome.Planned = []profiles.TestID{{Class: "WordsTest", Method: "counts"}, {Class: "WordsTest", Method: "fails"}}
		e.engine.answer(stopped, s.tested([]string{"WordsTest#fails"}, 7, "WordsTest.fails"))
		s.saveFile("WordsTest.java")
		e.settle()
		e.idle()
		expect(t, "runs", s.asked(), []string{"WordsTest.java", "WordsTest.java: WordsTest#fails"})
	})
}

// TestLongTests checks that a test that takes long gets more time than others when a save runs it again, unless the user has said how much.
func TestLongTests(t *testing.T) {
	for options, want := range map[string][]time.Duration{
		`{"trusted": true}`:                                            {configuration.ServerTestTimeout, 24 * time.Second},
		`{"trusted": true, "testTimeout": "7s"}`:                       {7 * time.Second, 7 * time.Second},
		`{"trusted": true, "testTimeout": "1h", "timeout": "3s"}`:      {time.Hour, time.Hour},
		`{"trusted": true, "testTimeout": "2s", "maxBytecodes": 1000}`: {2 * time.Second, 2 * time.Second},
	} {
		session(t, func(e *editor) {
			s := openSuite(e, options)
			const twelveSeconds = 5_987_000_000 - 100 // bytecodes, beside those of the test itself and of the framework
			long := s.tested([]string{"WordsTest"}, twelveSeconds, "WordsTest.counts")
			long.Profile.Clock = configuration.ClockVirtual
			e.engine.answer(long, s.tested([]string{"WordsTest#counts"}, 7, "WordsTest.counts"))
			for _, name := range []string{"WordsTest.java", "Words.java"} {
				s.saveFile(name)
				e.settle()
				e.idle()
			}
			var got []time.Duration
			for _, request := range e.engine.requests {
				got = append(got, cmp.Or(request.Allowance, &request.Config.Limits.Allowance).TestTimeout)
			}
			expect(t, "what each test may take with "+options, got, want)
		})
	}
}

// TestUnknownTests names tests that there are not, by commands and by a setting.
func TestUnknownTests(t *testing.T) {
	nothing := func(pattern string) *engine.Result {
		return &engine.Result{
			Status: engine.StatusOK, Message: "tested", TestSet: "test", Unmatched: []string{pattern},
			Profile: &profiles.Profile{Schema: profiles.Schema, Complete: true}, Index: &sources.Index{}, Outcome: &profiles.Outcome{Main: "WordsTest"},
		}
	}
	const failed = "no test is named WordsTest#never: check the name of the method, or name the class alone to run all of its tests"
	method := map[string]any{"class": "WordsTest", "name": "never"}
	tests := map[string]struct {
		settings string
		run      func(s *shop)
	}{
		"command":  {`{"trusted": true}`, func(s *shop) { _, _ = s.command("hotlens.test", uri.File(s.path("WordsTest.java")), method) }},
		"list":     {`{"trusted": true}`, func(s *shop) { _, _ = s.command("hotlens.test", uri.File(s.path("WordsTest.java")), []any{method}) }},
		"settings": {`{"trusted": true, "targets": ["WordsTest#never"]}`, func(s *shop) { s.saveFile("WordsTest.java") }},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			session(t, func(e *editor) {
				s := openSuite(e, test.settings)
				e.engine.answer(nothing("WordsTest#never"))
				e.engine.candidates = engine.Candidates{Mains: []string{s.path("Lost.java")}} // which nobody has asked for
				test.run(s)
				e.settle()
				finished := s.seen("hotlens/runFinished")
				if len(finished) != 1 || !strings.Contains(finished[0], `"status":"no-target"`) || !strings.Contains(finished[0], failed) {
					t.Errorf("got %q, want that there is nothing to run, as %s", finished, failed)
				}
			})
		})
	}
}
