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
		e.edit(2, 15, 17, "n")
		if lenses := e.lenses(); !slices.Contains(lenses, twice) {
			t.Errorf("lenses after undoing: %q", lenses)
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
	})
}
