package lsp

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"hotlens/engine"
	"hotlens/engine/history"
	"hotlens/profiles"
	"hotlens/profiles/sources"
)

// shopTexts are two programs with a helper that only the first of them calls, although both are compiled with it.
var shopTexts = map[string]string{
	"Main.java":  "class Main { public static void main(String[] args) { Words.parse(); } }",
	"Tool.java":  "class Tool { static Words words; public static void main(String[] args) { } }",
	"Words.java": "class Words { static void parse() { } }",
	"Lost.java":  "class Lost { }",
}

// shop is a workspace with these files, open in the editor.
type shop struct {
	*editor
	folder string
}

func openShop(e *editor, folder, options string) *shop {
	e.t.Helper()
	return openTexts(e, folder, options, shopTexts)
}

// openTexts opens files with some texts, by their names, in a workspace.
func openTexts(e *editor, folder, options string, texts map[string]string) *shop {
	e.t.Helper()
	e.initializeIn(folder, everything, options)
	s := &shop{e, folder}
	for name, text := range texts {
		if err := os.WriteFile(s.path(name), []byte(text), 0o600); err != nil {
			e.t.Fatal(err)
		}
		e.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
			"uri": uri.File(s.path(name)), "languageId": "java", "version": 1, "text": text}})
	}
	e.settle()
	return s
}

func (s *shop) path(name string) string { return filepath.Join(s.folder, name) }

// ran is the result of a run of a program that has called a method of a helper so often.
func (s *shop) ran(class string, calls uint64) *engine.Result {
	result := &engine.Result{
		Status: engine.StatusOK, Message: "profiled " + class, ClassesHash: "classes of " + class,
		Outcome: &profiles.Outcome{Main: class, Wall: time.Millisecond},
		Profile: &profiles.Profile{
			Schema: profiles.Schema, Complete: true, Target: profiles.Target{Main: class},
			Totals:   profiles.Totals{Calls: 1 + calls, Bytecodes: 50 + calls, Contexts: 1},
			Methods:  []profiles.Method{{ID: 0, Class: class, Name: "main", Descriptor: "([Ljava/lang/String;)V"}},
			Contexts: []profiles.Context{{ID: 0, Parent: -1, Method: 0, BCI: -1, Calls: 1, Bytecodes: 50}},
		},
		Index: &sources.Index{},
	}
	if p := result.Profile; calls > 0 {
		p.Totals.Contexts = 2
		p.Methods = append(p.Methods, profiles.Method{ID: 1, Class: "Words", Name: "parse", Descriptor: "()V"})
		p.Contexts = append(p.Contexts, profiles.Context{ID: 1, Parent: 0, Method: 1, BCI: 2, Calls: calls, Bytecodes: calls})
		p.Edges = []profiles.Edge{{Caller: 0, BCI: 2, Callee: 1, Kind: profiles.EdgeStatic, Calls: calls}}
	}
	for _, name := range []string{class, "Words"} {
		result.Index.Files = append(result.Index.Files, sources.File{Path: s.path(name + ".java"), Hash: sources.HashText(shopTexts[name+".java"]), Types: []string{name}})
	}
	parse := strings.Index(shopTexts["Words.java"], "parse")
	result.Index.Files[1].Methods = []sources.Method{{
		Class: "Words", Name: "parse", Descriptor: "()V",
		NameRange: sources.Range{Start: sources.Position{Character: parse}, End: sources.Position{Character: parse + len("parse")}},
	}}
	return result
}

func (s *shop) saveFile(name string) {
	s.t.Helper()
	s.notify("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": uri.File(s.path(name))}})
}

// runs are what the engine was asked for: "Main.java", with "" for what is compiled, too, and "demo.Main 10" for targets.
func (s *shop) runs() []string {
	var all []string
	for _, request := range s.engine.seen() {
		all = append(all, strings.Join(append([]string{filepath.Base(request.File)}, request.Targets...), " "))
	}
	return all
}

// reasons are those of the runs that have finished: "profiled Main; ...", and which were in vain.
func (s *shop) reasons() []string {
	var all []string
	for _, text := range s.seen("hotlens/runFinished") {
		var finished runFinished
		if err := json.Unmarshal([]byte(text), &finished); err != nil {
			s.t.Fatal(err)
		}
		if finished.InVain {
			finished.Message += " (in vain)"
		}
		all = append(all, finished.Message)
	}
	return all
}

// TestSavedHelper checks that saving what a program uses runs the program again, also in the next session, and that the editor says why.
func TestSavedHelper(t *testing.T) {
	folder := t.TempDir()
	past := history.In(t.TempDir())
	sessionWith(t, past, func(e *editor) {
		s := openShop(e, folder, `{"trusted": true}`)
		e.engine.answer(s.ran("Main", 7))
		s.saveFile("Main.java")
		e.settle()
		expect(t, "the program itself", s.runs(), []string{"Main.java"})
		expect(t, "needs no reason", s.reasons(), []string{"profiled Main"})
		e.seen("$/progress")
		s.saveFile("Words.java")
		e.settle()
		expect(t, "a helper", s.runs(), []string{"Main.java"})
		expect(t, "its reason", s.reasons(), []string{"profiled Main; it reached Words.parse last time"})
		if progress := strings.Join(e.seen("$/progress"), "\n"); !strings.Contains(progress, `"message":"running Main, which reached Words.parse last time"`) {
			t.Errorf("progress: %s", progress)
		}
		s.saveFile("Lost.java")
		e.settle()
		expect(t, "what nothing is known of", s.runs(), []string{"Lost.java"})
		s.saveFile("README.md")
		e.settle()
		expect(t, "what nobody reads", s.runs(), []string(nil))
	})
	sessionWith(t, past, func(e *editor) {
		s := openShop(e, folder, `{"trusted": true}`)
		e.engine.answer(s.ran("Main", 7))
		s.saveFile("Words.java")
		e.settle()
		expect(t, "the first save of the next session", s.runs(), []string{"Main.java"})
		if err := os.Remove(s.path("Main.java")); err != nil {
			t.Fatal(err)
		}
		s.saveFile("Words.java")
		e.settle()
		expect(t, "a program that is gone", s.runs(), []string{"Words.java"})
	})
}

// TestSavedLeftOut checks that saving what a program would be compiled from, if it compiled, runs the program again.
func TestSavedLeftOut(t *testing.T) {
	session(t, func(e *editor) {
		s := openShop(e, t.TempDir(), `{"trusted": true}`)
		failed := s.ran("Main", 0)
		failed.LeftOut = []string{s.path("Lost.java")}
		e.engine.answer(failed)
		s.saveFile("Main.java")
		e.settle()
		expect(t, "the program itself", s.runs(), []string{"Main.java"})
		s.saveFile("Lost.java")
		e.settle()
		expect(t, "what was left out", s.runs(), []string{"Main.java"})
		expect(t, "the reason", s.reasons()[1:], []string{"profiled Main; it is compiled with Lost.java"})
	})
}

// TestSaveAll saves several files at once, in all orders that matter: each program that they reach runs once, the one that was saved last first.
func TestSaveAll(t *testing.T) {
	session(t, func(e *editor) {
		s := openShop(e, t.TempDir(), `{"trusted": true}`)
		e.engine.answer(s.ran("Main", 7), s.ran("Tool", 0))
		for _, name := range []string{"Main.java", "Tool.java"} {
			s.saveFile(name)
			e.settle()
		}
		s.runs()
		s.reasons()
		const reached = "profiled Main; it reached Words.parse last time"
		for _, test := range []struct{ saved, runs, reasons []string }{
			{[]string{"Words.java", "Tool.java", "Main.java"}, []string{"Main.java", "Tool.java"}, []string{"profiled Main", "profiled Tool; it reached Tool.main last time"}},
			{[]string{"Main.java", "Lost.java", "Words.java"}, []string{"Main.java", "Tool.java"}, []string{"profiled Main", "profiled Tool; it is compiled with Words.java"}},
			{[]string{"Lost.java", "Words.java"}, []string{"Main.java", "Tool.java"}, []string{reached, "profiled Tool; it is compiled with Words.java"}},
		} {
			e.engine.answers = nil
			e.engine.answer(s.ran("Main", 7), s.ran("Tool", 0))
			for _, name := range test.saved {
				s.saveFile(name)
			}
			e.settle()
			e.idle()
			expect(t, fmt.Sprint("runs of ", test.saved), s.runs(), test.runs)
			superseded := func(reason string) bool { return !strings.HasPrefix(reason, "profiled") }
			expect(t, fmt.Sprint("reasons of ", test.saved), slices.DeleteFunc(s.reasons(), superseded), test.reasons)
		}
	})
}

// TestSavedBeforeAndBroken checks that a program which did not compile when it was saved is tried again with each save, but that it says so where it is, and not where
// the program stands that was saved and works, and that it does not have all others run again.
func TestSavedBeforeAndBroken(t *testing.T) {
	session(t, func(e *editor) {
		const program = "class %s { public static void main(String[] args) { } }"
		texts := map[string]string{}
		for _, class := range []string{"Main", "Third", "Tool"} {
			texts[class+".java"] = fmt.Sprintf(program, class)
		}
		s := openTexts(e, t.TempDir(), `{"trusted": true}`, texts)
		ran := func(class string) *engine.Result {
			result := s.ran(class, 0)
			result.Index.Files = []sources.File{{Path: s.path(class + ".java"), Hash: sources.HashText(texts[class+".java"]), Types: []string{class}}}
			return result
		}
		broken := &engine.Result{Status: engine.StatusCompileError, Message: s.path("Tool.java") + ":1: error: no", Diagnostics: []engine.Diagnostic{
			{File: s.path("Tool.java"), Line: 1, Column: 1, Severity: engine.SeverityError, Message: "no"},
		}}
		e.engine.answer(broken, ran("Main"), broken, ran("Third"), broken, ran("Main"), ran("Tool"), ran("Third"))
		lenses := func(name string) string {
			return e.request("textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": uri.File(s.path(name))}})
		}
		// errors are what was told of Tool.java: how many errors it has, each time that this has changed.
		errors := func() (all []int) {
			for _, params := range s.seen("textDocument/publishDiagnostics") {
				var p protocol.PublishDiagnosticsParams
				s.unmarshal(params, &p)
				if p.URI == protocol.DocumentURI(uri.File(s.path("Tool.java"))) && (len(all) == 0 || all[len(all)-1] != len(p.Diagnostics)) {
					all = append(all, len(p.Diagnostics))
				}
			}
			return all
		}
		type told struct{ Runs, Messages []string }
		save := func(name string) (now told) {
			s.saveFile(name)
			e.settle()
			e.idle()
			now.Runs = s.runs()
			for _, text := range s.seen("hotlens/runFinished") {
				var finished runFinished
				s.unmarshal(text, &finished)
				message := finished.Message
				if finished.Save != nil {
					message = finished.Save.Message
				}
				now.Messages = append(now.Messages, message)
			}
			return now
		}
		expect(t, "the broken one", save("Tool.java"), told{[]string{"Tool.java"}, []string{"Tool.java:1: error: no"}})
		for _, name := range []string{"Main.java", "Third.java"} {
			want := told{[]string{name, "Tool.java"}, []string{"profiled " + strings.TrimSuffix(name, ".java") + " · 1 of 2 ran", "1 of 2 ran, Tool does not compile"}}
			expect(t, "one that works", save(name), want)
			if shown := lenses(name); strings.Contains(shown, "does not compile") || !strings.Contains(shown, "exit 0") {
				t.Errorf("the lenses of %s: %s", name, shown)
			}
			if shown := lenses("Tool.java"); !strings.Contains(shown, "hotlens: does not compile, line 1: no") {
				t.Errorf("the lenses of Tool.java: %s", shown)
			}
		}
		expect(t, "errors so far, which stay while others run", errors(), []int{1})
		expect(t, "when it compiles", save("Main.java"), told{[]string{"Main.java", "Tool.java"}, []string{"profiled Main · 1 of 2 ran", "profiled Main · all 2 ran"}})
		if shown := lenses("Tool.java"); strings.Contains(shown, "does not compile") {
			t.Errorf("the lenses of Tool.java: %s", shown)
		}
		expect(t, "errors when it compiles", errors(), []int{1, 0})
		expect(t, "afterwards", save("Third.java"), told{[]string{"Third.java"}, []string{"profiled Third"}})
	})
}

// TestProgramsOfOneName checks that programs of the same name in different folders are not taken for one: no change is told of one against the other, and
// neither makes the other one run again.
func TestProgramsOfOneName(t *testing.T) {
	session(t, func(e *editor) {
		folder := t.TempDir()
		for _, name := range []string{"one", "two"} {
			if err := os.Mkdir(filepath.Join(folder, name), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		const text = "class Main { public static void main(String[] args) { } }"
		s := openTexts(e, folder, `{"trusted": true}`, map[string]string{"one/Main.java": text, "two/Main.java": text})
		ran := func(name string, bytecodes uint64) *engine.Result {
			result := s.ran("Main", 0)
			result.ClassesHash = "classes of " + name
			result.Profile.Totals.Bytecodes, result.Profile.Contexts[0].Bytecodes = bytecodes, bytecodes
			main := strings.Index(text, "main")
			result.Index.Files = []sources.File{{
				Path: s.path(name), Hash: sources.HashText(text), Types: []string{"Main"}, Mains: []string{"Main"},
				Methods: []sources.Method{{
					Class: "Main", Name: "main", Descriptor: "([Ljava/lang/String;)V",
					NameRange: sources.Range{Start: sources.Position{Character: main}, End: sources.Position{Character: main + len("main")}},
				}},
			}}
			return result
		}
		e.engine.answer(ran("one/Main.java", 50), ran("two/Main.java", 70), ran("one/Main.java", 50))
		var last []string
		for _, name := range []string{"one/Main.java", "two/Main.java", "one/Main.java"} {
			s.saveFile(name)
			e.settle()
			requests := e.engine.seen()
			last = append(last, requests[len(requests)-1].LastClassesHash)
		}
		expect(t, "the classes that need not run again", last, []string{"", "", "classes of one/Main.java"})
		for _, name := range []string{"one/Main.java", "two/Main.java"} {
			lenses := e.request("textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": uri.File(s.path(name))}})
			if !strings.Contains(lenses, `"1 call · 100% of bytecodes"`) {
				t.Errorf("the lenses of %s: %s", name, lenses)
			}
		}
	})
}

// TestCommandsOfHelpers has commands that are about a file without a program run what has reached it last, as a save does.
func TestCommandsOfHelpers(t *testing.T) {
	session(t, func(e *editor) {
		s := openShop(e, t.TempDir(), `{"trusted": true}`)
		e.engine.answer(s.ran("Main", 7))
		words := uri.File(s.path("Words.java"))
		_, err := e.command("hotlens.growth", words, map[string]any{"sizes": []int{10, 20, 40, 80}})
		expectError(t, err, requestFailed, "there is no program to run")
		if _, err := e.command("hotlens.profile", words); err != nil {
			t.Fatal(err)
		}
		e.settle()
		expect(t, "when nothing is known", s.runs(), []string{"Words.java"})
		s.saveFile("Main.java")
		e.settle()
		s.runs()
		s.reasons()
		method := map[string]string{"class": "Words", "name": "parse", "descriptor": "()V"}
		for _, command := range [][]any{{"hotlens.profile"}, {"hotlens.root", method}, {"hotlens.values", map[string]int{"line": 0, "character": 0}}, {"hotlens.profile"}} {
			if _, err := e.command(command[0].(string), append([]any{words}, command[1:]...)...); err != nil {
				expectError(t, err, requestFailed, "there is no call") // in the text of the helper
			}
			e.settle()
			expect(t, fmt.Sprint(command[0]), s.runs(), []string{"Main.java"})
		}
		for _, reason := range s.reasons() {
			if !strings.HasSuffix(reason, "; it reached Words.parse last time") && !strings.HasPrefix(reason, "there is no call") {
				t.Errorf("a run says %q", reason)
			}
		}
		if _, err := e.command("hotlens.growth", words, map[string]any{"sizes": []int{10, 20, 40, 80}}); err != nil {
			t.Fatal(err)
		}
		e.settle()
		expect(t, "growth", s.runs(), []string{"Words.java Main 10", "Words.java Main 20", "Words.java Main 40", "Words.java Main 80"})
	})
}

// TestFollowing checks that all programs run which a save can reach: the closest at once, the others when nobody types, each shown where it
// belongs; and that a change begins again with what was not run.
func TestFollowing(t *testing.T) {
	session(t, func(e *editor) {
		s := openShop(e, t.TempDir(), `{"trusted": true}`)
		e.engine.answer(s.ran("Tool", 0), s.ran("Main", 7), s.ran("Main", 8), s.ran("Tool", 0), s.ran("Main", 9), s.ran("Main", 10), s.ran("Tool", 0))
		for _, name := range []string{"Tool.java", "Main.java"} {
			s.saveFile(name)
			e.settle()
			e.idle()
		}
		s.runs()
		s.reasons()
		s.saveFile("Words.java")
		e.settle()
		expect(t, "at once", s.runs(), []string{"Main.java"})
		e.notify("textDocument/didChange", map[string]any{
			"textDocument":   map[string]any{"uri": uri.File(s.path("Lost.java")), "version": 2},
			"contentChanges": []any{map[string]any{"text": "class Lost { int n; }"}},
		})
		synctest.Wait()
		time.Sleep(idleAfter - time.Millisecond)
		expect(t, "while somebody types", s.runs(), []string(nil))
		e.idle()
		expect(t, "later", s.runs(), []string{"Tool.java"})
		expect(t, "reasons", s.reasons(), []string{"profiled Main; it reached Words.parse last time", "profiled Tool; it is compiled with Words.java"})
		lenses := e.request("textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": uri.File(s.path("Words.java"))}})
		if !strings.Contains(lenses, `"8 calls · 14% of bytecodes · ▲ +14%"`) {
			t.Errorf("the lens is not that of the closest program: %s", lenses)
		}

		// Saved again before all has run.
		s.saveFile("Words.java")
		e.settle()
		s.saveFile("Lost.java")
		e.settle()
		e.idle()
		expect(t, "what was not run follows the next save", s.runs(), []string{"Main.java", "Main.java", "Tool.java"})
	})
}

// TestFilesThatProgramsRead checks that a program runs again when a file that it has read changes, in the editor or elsewhere, although its
// classes are the same; and that one that it may write itself is none of them.
func TestFilesThatProgramsRead(t *testing.T) {
	session(t, func(e *editor) {
		s := openShop(e, t.TempDir(), `{"trusted": true, "policy": {"write": ["out"]}}`)
		result := s.ran("Main", 7)
		result.Outcome.Reads = []string{"../other/secret", "data.csv", "orders/", "out/log"}
		e.engine.answer(result)
		write := func(text string) {
			t.Helper()
			if err := os.WriteFile(s.path("data.csv"), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		write("a")
		if err := os.Chtimes(s.path("data.csv"), time.Time{}, time.Now().Add(-time.Hour)); err != nil { // by the bubble's clock
			t.Fatal(err)
		}
		s.saveFile("Main.java")
		e.settle()
		expect(t, "followed", e.engine.followed, []string{s.path("Main.java"), s.path("Words.java"), s.path("data.csv"), s.path("orders") + "/"})
		last := func() string {
			t.Helper()
			requests := e.engine.seen()
			if len(requests) != 1 || filepath.Base(requests[0].File) != "Main.java" {
				t.Fatalf("requests: %v", requests)
			}
			return requests[0].LastClassesHash
		}
		last()
		s.saveFile("Main.java")
		e.settle()
		expect(t, "the same classes and data", last(), "classes of Main")
		write("a,b")
		s.saveFile("Main.java")
		e.settle()
		expect(t, "other data", last(), "")
		s.reasons()
		s.saveFile("data.csv")
		e.settle()
		expect(t, "data saved in the editor", last(), "")
		expect(t, "reason", s.reasons(), []string{"profiled Main; it reads data.csv"})
		e.engine.changed([]string{s.path("orders/7.txt"), s.path("unknown")})
		e.settle()
		last()
		expect(t, "data changed elsewhere", s.reasons(), []string{"profiled Main; it lists the folder of 7.txt"})
		e.notify("workspace/didChangeConfiguration", json.RawMessage(`{"settings": {"hotlens": {"onSave": false}}}`))
		e.settle()
		e.engine.changed([]string{s.path("data.csv")})
		e.settle()
		expect(t, "off", s.runs(), []string(nil))
	})
}

// TestCutTests has the time or the bytecodes of runs of tests run out: what was under way is not told as having failed, but for a test that had the run for itself.
func TestCutTests(t *testing.T) {
	limit := profiles.LimitTime.Reached(10 * time.Second)
	passed := profiles.Test{Class: "T", Method: "a", Status: profiles.TestPassed}
	bytecodes := profiles.LimitBytecodes.Reached(uint64(1000))
	of := func(method string) profiles.Test { // of which an invocation has passed before
		return profiles.Test{Class: "T", Method: method, Status: profiles.TestUnfinished, Reason: limit.Message}
	}
	own := profiles.Test{Class: "T", Method: "c", Status: profiles.TestUnfinished, Reason: profiles.LimitTestTime.Reached(5 * time.Second).Message}
	for _, test := range []struct {
		name   string
		number int // of the batch
		limit  *profiles.Limit
		tests  []profiles.Test
		want   string
	}{
		{"behind others", 1, limit, []profiles.Test{passed, own, {Class: "T", Method: "b", Status: profiles.TestPassed}, of("b")}, "a passed, c unfinished"},
		{"by the run's bytecodes", 1, bytecodes, []profiles.Test{passed, {Class: "T", Method: "b", Status: profiles.TestUnfinished, Reason: bytecodes.Message}}, "a passed"},
		{"alone", 1, limit, []profiles.Test{of("b")}, "b unfinished"},
		{"not on save", 0, limit, []profiles.Test{passed, of("b")}, "a passed, b unfinished"},
		{"by another limit", 1, profiles.LimitOutput.Reached(1), []profiles.Test{passed, of("b")}, "a passed, b unfinished"},
		{"by nothing", 1, nil, []profiles.Test{passed, own}, "a passed, c unfinished"},
	} {
		r := run{batch: batch{number: test.number}}
		result := &engine.Result{Outcome: &profiles.Outcome{Limit: test.limit, Tests: test.tests}, Profile: &profiles.Profile{Tests: test.tests}}
		r.leaveCut(result)
		var got []string
		for _, left := range result.Outcome.Tests {
			got = append(got, left.Method+" "+string(left.Status))
		}
		if text := strings.Join(got, ", "); text != test.want || len(result.Profile.Tests) != len(got) {
			t.Errorf("%s: %s, want %s", test.name, text, test.want)
		}
	}
}
