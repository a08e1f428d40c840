package lsp

import (
	"slices"
	"strings"
	"testing"

	"go.lsp.dev/uri"

	"hotlens/engine"
	"hotlens/profiles"
	"hotlens/profiles/sources"
)

// TestStaleness goes through what may happen to results after they were shown: they stay as long as they are the last good
// ones, wherever they stand, and what is newer than they says so.
func TestStaleness(t *testing.T) {
	session(t, func(e *editor) {
		e.initialize(everything, `{"trusted": true}`)
		good := func() *engine.Result {
			result := profiled(demoText, 50)
			result.Outcome = &profiles.Outcome{Main: "Demo"}
			result.Index.Files = append(result.Index.Files, sources.File{Path: "/work/Other.java", Hash: sources.HashText("class Other { }")})
			return result
		}
		broken := &engine.Result{Status: engine.StatusCompileError, Diagnostics: []engine.Diagnostic{
			{File: "/work/Other.java", Line: 1, Column: 1, Severity: engine.SeverityError, Message: "no"},
			{File: demoPath, Line: 3, Column: 9, Severity: engine.SeverityError, Message: "cannot find symbol"},
		}}
		crashed := &engine.Result{Status: engine.StatusFailed, Message: "the VM failed: out of luck",
			Outcome: &profiles.Outcome{Main: "Demo", ExitStatus: 2, Output: "so far\n", OutputLines: 1}}
		unchanged := good()
		unchanged.Status, unchanged.Profile, unchanged.Outcome = engine.StatusUnchanged, nil, nil
		e.engine.answer(good(), broken, unchanged, crashed, unchanged)
		saveAndExpect := func(what string, want ...string) {
			t.Helper()
			e.save()
			e.settle()
			expect(t, what, e.lenses(), want)
		}
		other := map[string]any{"textDocument": map[string]any{"uri": uri.File("/work/Other.java"), "languageId": "java", "version": 1, "text": "class Other { }"}}
		otherLenses := func() string { return e.request("textDocument/codeLens", other) }
		const (
			twice = "2: 50 calls · 50% of bytecodes"
			run   = "6: ▶ Profile"
			exit  = "6: exit 0"
			main  = "6: 1 call · 100% of bytecodes"
		)
		e.open(demoText)
		e.notify("textDocument/didOpen", other)
		saveAndExpect("a good run", twice, run, exit, main)

		// What does not compile keeps the numbers of what is not edited, in all files of the program, and says so.
		e.edit(2, 15, 16, "nn")
		saveAndExpect("what does not compile", "2: edited since the run", "6: hotlens: does not compile, line 3: cannot find symbol · showing the last run", run, main)
		if lenses := otherLenses(); !strings.Contains(lenses, "hotlens: does not compile, line 1: no") {
			t.Errorf("lenses of the other file: %s", lenses)
		}
		e.notify("textDocument/didClose", textDocument())
		e.open(strings.Replace(demoText, "return n", "return nn", 1))
		expect(t, "hints of what does not compile, opened again", e.hints(), []string{"7:18 ×50 50%"})

		// Undone, everything is as it was, before the save and after it.
		e.seen("textDocument/publishDiagnostics")
		e.edit(2, 15, 17, "n")
		expect(t, "lenses after undoing", e.lenses(), []string{twice, run, exit, main})
		if lenses := otherLenses(); strings.Contains(lenses, "does not compile") {
			t.Errorf("lenses of the other file after undoing: %s", lenses)
		}
		if gone := e.seen("textDocument/publishDiagnostics"); len(gone) != 2 || strings.Contains(strings.Join(gone, ""), "message") {
			t.Errorf("diagnostics after undoing: %q", gone)
		}
		saveAndExpect("the same classes", twice, run, exit, main)
		if lenses := otherLenses(); strings.Contains(lenses, "does not compile") {
			t.Errorf("lenses of the other file, of what compiles: %s", lenses)
		}

		// A run that broke off has output, which goes with it.
		saveAndExpect("a crash", twice, "6: hotlens: the run failed: the VM failed: out of luck · showing the last run", run, main)
		answer, err := e.command("hotlens.output", demoURI, map[string]bool{"show": false})
		if err != nil || !strings.Contains(answer, "so far") {
			t.Errorf("output %s, %v", answer, err)
		}
		saveAndExpect("the same classes after a crash", twice, run, exit, main)

		// What does not compile though it has the text that did, as another file has changed, does not compile after typing and undoing either.
		e.engine.answers = nil
		e.engine.answer(broken)
		notice := "6: hotlens: does not compile, line 3: cannot find symbol · showing the last run"
		saveAndExpect("what another file breaks", twice, notice, run, main)
		e.edit(2, 15, 16, "nn")
		e.edit(2, 15, 17, "n")
		expect(t, "lenses after undoing what has not broken it", e.lenses(), []string{twice, notice, run, main})

		// Who undoes before the compiler has said anything, sees nothing of it.
		e.edit(2, 15, 16, "nn")
		e.save()
		e.edit(2, 15, 17, "n")
		e.settle()
		expect(t, "lenses after undoing at once", e.lenses(), []string{twice, run, exit, main})
	})
}

// TestUnreadProject checks that a build file which cannot be read says so itself, and so does what has run all the same, until the project can be read.
func TestUnreadProject(t *testing.T) {
	session(t, func(e *editor) {
		e.initialize(everything, `{"trusted": true}`)
		of := func(stale bool, line int) *engine.Result {
			result := profiled(demoText, 50)
			result.Project, result.Stale = "/work", stale
			if line > 0 {
				result.Unread = &engine.Diagnostic{File: "/work/pom.xml", Line: line, Severity: engine.SeverityWarning, Message: "Maven cannot read it: what to do"}
			}
			return result
		}
		nothing := &engine.Result{Status: engine.StatusNoTarget, Message: "no program"}
		e.engine.answer(of(false, 0), of(true, 7), nothing, of(false, 0), of(false, 1))
		e.open(demoText)
		const lens = "6: hotlens: pom.xml cannot be read now: ran as it said before"
		const published = `{"uri":"file:///work/pom.xml","diagnostics":[`
		warning := func(line string) string {
			return published + `{"range":{"start":{"line":` + line + `,"character":0},"end":{"line":` + string(line[0]+1) + `,"character":0}},"severity":2,"source":"hotlens","message":"Maven cannot read it: what to do"}]}`
		}
		for _, test := range []struct {
			what, published, message string
			lens                     bool
		}{
			{"a good project", "", "profiled Demo", false},
			{"one that was broken", warning("6"), "profiled Demo · pom.xml cannot be read now: ran as it said before", true},
			{"what does not tell", warning("6"), "no program", false},
			{"one that was repaired", published + `]}`, "profiled Demo", false},
			{"one that was never read", warning("0"), "profiled Demo", false},
		} {
			e.save()
			e.settle()
			shown := ""
			for _, params := range e.seen("textDocument/publishDiagnostics") {
				if strings.Contains(params, "pom.xml") {
					shown = params
				}
			}
			expect(t, test.what+", in the file", shown, test.published)
			expect(t, test.what+", as a lens", slices.Contains(e.lenses(), lens), test.lens)
			if finished := e.seen("hotlens/runFinished"); len(finished) != 1 || !strings.Contains(finished[0], `"message":"`+test.message+`"`) {
				t.Errorf("%s, the message: %s", test.what, finished)
			}
		}
	})
}
