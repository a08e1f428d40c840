package lsp

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"testing/synctest"

	"go.lsp.dev/protocol"

	"hotlens/engine"
	"hotlens/profiles"
	"hotlens/profiles/sources"
)

// thrown is the result of a run of a text of demoText's shape whose program has thrown on a line of twice.
func thrown(text string, line int) *engine.Result {
	result := profiled(text, 50)
	result.Outcome = &profiles.Outcome{
		Main: "Demo", ExitStatus: 1,
		Uncaught: []profiles.Exception{{
			Thread: "main", Class: "java.lang.ArithmeticException", Message: "/ by zero",
			Frames: []profiles.Frame{{Class: "Demo", Method: "twice", File: "Demo.java", Line: line}, {Class: "Demo", Method: "main", File: "Demo.java", Line: line + 4}},
		}},
		Output:      "Exception in thread \"main\" java.lang.ArithmeticException: / by zero\n\tat Demo.twice(Demo.java:3)\n",
		OutputLines: 2,
	}
	return result
}

// diagnosed are the diagnostics that the server has published for the demo since the last question: "line:column message".
func (e *editor) diagnosed() []string {
	e.t.Helper()
	shown := []string{}
	for _, params := range e.seen("textDocument/publishDiagnostics") {
		var p protocol.PublishDiagnosticsParams
		e.unmarshal(params, &p)
		shown = []string{}
		for _, d := range p.Diagnostics {
			text := d.Message
			for _, r := range d.RelatedInformation {
				text += "; " + r.Message
			}
			shown = append(shown, strings.TrimSpace(strings.Join([]string{position1(d.Range.Start), text}, " ")))
		}
	}
	return shown
}

func position1(p protocol.Position) string {
	text, err := json.Marshal([]uint32{p.Line + 1, p.Character + 1})
	if err != nil {
		panic(err)
	}
	return string(text)
}

// TestException checks where an uncaught exception stands, and until when.
func TestException(t *testing.T) {
	session(t, func(e *editor) {
		related := strings.Replace(everything, `"window"`, `"textDocument": {"publishDiagnostics": {"relatedInformation": true}}, "window"`, 1)
		e.initialize(related, `{"trusted": true}`)
		broken := &engine.Result{Status: engine.StatusCompileError, Diagnostics: []engine.Diagnostic{
			{File: demoPath, Line: 7, Column: 9, Severity: engine.SeverityError, Message: "cannot find symbol\n  symbol:   variable zero\n  location: class Demo"},
		}}
		same := thrown(demoText, 3)
		same.Status, same.Profile, same.Outcome = engine.StatusUnchanged, nil, nil
		e.engine.answer(thrown(demoText, 3), broken, same, profiled(demoText, 50))
		e.open(demoText)
		e.save()
		e.settle()
		const error3 = "[3,9] uncaught java.lang.ArithmeticException: / by zero; called from Demo.main"
		expect(t, "diagnostics", e.diagnosed(), []string{error3})
		expect(t, "lens", e.lenses()[2], "6: ✗ exit 1 · ArithmeticException at line 3 · printed 2 lines")
		expect(t, "finished", e.seen("hotlens/runFinished"), []string{
			`{"generation":1,"status":"ok","wallMillis":50,"message":"profiled Demo","exitStatus":1,"failure":"java.lang.ArithmeticException: / by zero"}`})

		// An edit above moves the lens' line; what does not compile hides the exception, and its end brings it back.
		e.edit(0, 0, 0, "\n")
		expect(t, "lens after an edit", e.lenses()[2], "7: ○ exit 1 · ArithmeticException at line 4 · printed 2 lines · before Demo.java was edited")
		e.notify("textDocument/didChange", map[string]any{
			"textDocument": map[string]any{"uri": demoURI, "version": 9}, "contentChanges": []any{map[string]any{"text": demoText}},
		})
		e.save()
		e.settle()
		expect(t, "diagnostics of what does not compile", e.diagnosed(), []string{"[7,9] cannot find symbol\n  symbol:   variable zero\n  location: class Demo"})
		expect(t, "lens of what does not compile", e.lenses()[1], "6: hotlens: does not compile, line 7: cannot find symbol: variable zero · showing the last run")
		e.save()
		e.settle()
		expect(t, "diagnostics of the same classes", e.diagnosed(), []string{error3})

		// A program that works has none; nor has one that was forgotten.
		e.save()
		e.settle()
		expect(t, "diagnostics of what works", e.diagnosed(), []string{})
	})
}

// TestExplainedException checks that the class which was not found is told of with what its source lacks.
func TestExplainedException(t *testing.T) {
	session(t, func(e *editor) {
		e.initialize(everything, `{"trusted": true}`)
		missing := thrown(demoText, 3)
		missing.Outcome.Uncaught[0].Class, missing.Outcome.Uncaught[0].Message = "java.lang.ClassNotFoundException", "app.Plugin"
		missing.Outcome.Uncaught[0].Explanation = "app.Plugin was not compiled: Plugin.java:3: cannot find symbol: class Missing"
		e.engine.answer(missing)
		e.open(demoText)
		e.save()
		e.settle()
		expect(t, "diagnostics", e.diagnosed(), []string{"[3,9] uncaught java.lang.ClassNotFoundException: app.Plugin\napp.Plugin was not compiled: Plugin.java:3: cannot find symbol: class Missing"})
		expect(t, "lens", e.lenses()[2], "6: ✗ exit 1 · ClassNotFoundException at line 3 · app.Plugin was not compiled: Plugin.java:3: cannot find symbol: class Missing · printed 2 lines")
	})
}

// TestHang checks where threads of a program that hangs wait: an error there, until it runs again.
func TestHang(t *testing.T) {
	session(t, func(e *editor) {
		e.initialize(everything, `{"trusted": true}`)
		hangs := profiled(demoText, 50)
		hangs.Status = engine.StatusLimit
		waiting := []profiles.Waiting{
			{Thread: "main", In: "CountDownLatch.await", Frames: []profiles.Frame{
				{Class: "java/util/concurrent/CountDownLatch", Method: "await", File: "CountDownLatch.java", Line: 230}, {Class: "Demo", Method: "twice", File: "Demo.java", Line: 3},
			}},
			{Thread: "pool-1-thread-1", Idle: profiles.IdleExecutor},
		}
		hangs.Outcome = &profiles.Outcome{Main: "Demo", ExitStatus: profiles.StatusLimit, Limit: profiles.LimitDeadlock.Hang(waiting, 0), Waiting: waiting}
		e.engine.answer(hangs, profiled(demoText, 50))
		e.open(demoText)
		e.save()
		e.settle()
		expect(t, "diagnostics", e.diagnosed(), []string{"[3,9] thread main waits here for ever, in CountDownLatch.await"})
		expect(t, "lens", e.lenses()[2], "6: ■ hangs: thread main waits for ever in CountDownLatch.await, and 1 other thread as well")
		e.save()
		e.settle()
		expect(t, "diagnostics of what works", e.diagnosed(), []string{})
	})
}

// TestErrorsStay checks that a program's exception is an error until that program runs again, whatever else is saved and set.
func TestErrorsStay(t *testing.T) {
	session(t, func(e *editor) {
		e.initialize(everything, `{"trusted": true}`)
		const other = "file:///work/Other.java"
		works := &engine.Result{Status: engine.StatusOK, Profile: &profiles.Profile{Schema: profiles.Schema, Target: profiles.Target{Main: "Other"}},
			Index: &sources.Index{Files: []sources.File{{Path: "/work/Other.java"}}}, Outcome: &profiles.Outcome{Main: "Other"}}
		broken := &engine.Result{Status: engine.StatusCompileError, Diagnostics: []engine.Diagnostic{{File: "/work/Other.java", Line: 1, Column: 1, Severity: engine.SeverityError, Message: "no"}}}
		e.engine.answer(thrown(demoText, 3), works, broken, profiled(demoText, 50))
		shown := map[protocol.DocumentURI]int{}
		errors := func(what string, ofDemo, ofOther int) {
			t.Helper()
			e.settle()
			for _, params := range e.seen("textDocument/publishDiagnostics") {
				var p protocol.PublishDiagnosticsParams
				e.unmarshal(params, &p)
				shown[p.URI] = len(p.Diagnostics)
			}
			expect(t, what, []int{shown[demoURI], shown[other]}, []int{ofDemo, ofOther})
		}
		saveOther := func() { e.notify("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": other}}) }
		set := func(settings string) {
			e.notify("workspace/didChangeConfiguration", json.RawMessage(`{"settings": {"hotlens": `+settings+`}}`))
		}
		e.open(demoText)
		e.save()
		errors("the program throws", 1, 0)
		saveOther()
		errors("another one works", 1, 0)
		saveOther()
		errors("it does not compile", 1, 1)
		set(`{"trusted": true, "coverage": true}`)
		errors("another setting", 1, 1)
		set(`{"trusted": true, "diagnostics": "exceptions"}`)
		errors("no errors of the compiler", 1, 0)
		set(`{"trusted": true, "diagnostics": false}`)
		errors("no errors at all", 0, 0)
		set(`{"trusted": true, "diagnostics": true}`)
		errors("all errors again", 1, 1)
		e.notify("textDocument/didClose", textDocument())
		errors("what has thrown is closed, and no file", 0, 1)
		e.open(demoText)
		e.save()
		errors("the program works", 0, 0)
	})
}

// TestDiagnosticsSwitch checks that none are shown where they are off, and that those of a forgotten run are taken back.
func TestDiagnosticsSwitch(t *testing.T) {
	for value, want := range map[string][]int{`true`: {1, 1}, `"exceptions"`: {1, 0}, `false`: {0, 0}} {
		session(t, func(e *editor) {
			e.initialize(everything, `{"trusted": true, "diagnostics": `+value+`}`)
			e.engine.answer(thrown(demoText, 3), &engine.Result{Status: engine.StatusCompileError, Diagnostics: []engine.Diagnostic{
				{File: demoPath, Line: 7, Column: 9, Severity: engine.SeverityError, Message: "cannot find symbol"},
			}}, thrown(demoText, 3))
			e.open(demoText)
			var got []int
			for range want {
				e.save()
				e.settle()
				got = append(got, len(e.diagnosed()))
			}
			expect(t, value, got, want)
			e.save()
			e.settle()
			e.diagnosed()
			if _, err := e.command("hotlens.clear"); err != nil {
				t.Fatal(err)
			}
			e.settle()
			expect(t, "published by clear", len(e.seen("textDocument/publishDiagnostics")), want[0])
		})
	}
}

// TestOutput shows a program's output in an editor that can show documents, and answers with it to any.
func TestOutput(t *testing.T) {
	session(t, func(e *editor) {
		shows := strings.Replace(everything, `"workDoneProgress": true`, `"workDoneProgress": true, "showDocument": {"support": true}`, 1)
		e.initialize(shows, `{"trusted": true}`)
		e.open(demoText)
		_, err := e.command("hotlens.output", demoURI)
		expectError(t, err, requestFailed, "no program has been run yet")
		e.engine.answer(thrown(demoText, 3))
		e.save()
		e.settle()
		e.edit(0, 0, 0, "\n")
		text := "Exception in thread \"main\" java.lang.ArithmeticException: / by zero\n\tat Demo.twice(/work/Demo.java:3)\n[Demo: exit status 1]\n"
		var answer outputAnswer
		for _, arguments := range [][]any{{demoURI}, {}, {nil, map[string]bool{"show": false}}} {
			got, err := e.command("hotlens.output", arguments...)
			if err != nil {
				t.Fatal(err)
			}
			e.unmarshal(got, &answer)
			expect(t, "text", answer.Text, text)
			expect(t, "ending", answer.Ending, "✗ exit 1")
			expect(t, "links", len(answer.Links), 1)
			expect(t, "link", answer.Links[0].Range.Start, protocol.Position{Line: 1, Character: 15})
			expect(t, "its target, which was edited", answer.Links[0].Target.Range.Start, protocol.Position{Line: 3, Character: 8})
		}
		synctest.Wait()
		file := answer.URI.Filename()
		expect(t, "shown", e.seen("window/showDocument"), []string{
			`{"uri":"file://` + file + `","takeFocus":true}`, `{"uri":"file://` + file + `","takeFocus":true}`,
		})
		written, err := os.ReadFile(file)
		expect(t, "error", err, nil)
		expect(t, "file", string(written), text)
		e.request("shutdown", nil)
		e.notify("exit", nil)
		<-e.ended
		if _, err := os.Stat(file); !os.IsNotExist(err) {
			t.Errorf("%s is still there: %v", file, err)
		}
	})
}
