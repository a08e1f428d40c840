package lsp

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"hotlens/engine"
	"hotlens/profiles/sources"
)

// TestOtherBranch checks out another branch while a save runs tests, and then lets go of a file: what has run since is shown for the texts that it has run, what is gone is left out, and
// what was changed outside the editor runs.
func TestOtherBranch(t *testing.T) {
	session(t, func(e *editor) {
		s := openSuite(e, `{"trusted": true}`)
		answer := func(results ...*engine.Result) {
			e.engine.answers = nil
			e.engine.answer(results...)
		}
		finished := func() (last runFinished) {
			t.Helper()
			all := s.seen("hotlens/runFinished")
			if err := json.Unmarshal([]byte(all[len(all)-1]), &last); err != nil {
				t.Fatal(err)
			}
			return last
		}
		otherText := suiteTexts["OtherTest.java"]
		// Two classes of which both depend on Words, and the first takes so long that the second has a run of its own.
		long := func(calls uint64, tests ...string) *engine.Result {
			r := s.tested([]string{"WordsTest"}, calls, tests...)
			r.Profile.Clock = "virtual"
			r.Profile.Contexts[1].Bytecodes = 9_000_000_000
			r.Uses[s.path("OtherTest.java")] = []string{s.path("Words.java")}
			r.Index.Files[1].Hash = sources.HashText(otherText)
			return r
		}
		other := func(tests ...string) *engine.Result {
			r := s.tested([]string{"OtherTest"}, 0, tests...)
			r.Uses[s.path("OtherTest.java")] = []string{s.path("Words.java")}
			r.Index.Files[1].Hash = sources.HashText(otherText)
			return r
		}
		answer(long(7, "WordsTest.counts"), other("OtherTest.passes"))
		for _, name := range []string{"WordsTest.java", "OtherTest.java"} {
			s.saveFile(name)
			e.settle()
			e.idle()
		}
		s.asked()

		// The second run of a save compiles a text of the test that the first has not had, and it fails.
		write := func(name, text string) {
			t.Helper()
			if err := os.WriteFile(s.path(name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		first := long(7, "WordsTest.counts")
		otherText = "\n\n" + otherText
		fails := other("OtherTest.passes!")
		fails.Profile.Tests[0].Failure.Frames[0].Line, fails.Index.Files[1].Methods[0].Range.Start.Line = 3, 2
		fails.Index.Files[1].Methods[0].NameRange.Start.Line, fails.Index.Files[1].Methods[0].NameRange.End.Line, fails.Index.Files[1].Methods[0].Range.End.Line = 2, 2, 2
		answer(first, fails)
		s.seen("textDocument/publishDiagnostics")
		s.saveFile("Words.java")
		e.settle()
		write("OtherTest.java", otherText)
		s.replace("OtherTest.java", otherText)
		e.idle()
		expect(t, "a save", s.asked(), []string{"WordsTest.java: WordsTest", "OtherTest.java: OtherTest"})
		expect(t, "of the text that it has run", s.lensesOf("OtherTest.java")[1], "✗ no · 2 calls")
		if all := strings.Join(s.seen("textDocument/publishDiagnostics"), " "); !strings.Contains(all, `OtherTest.java`) || !strings.Contains(all, `"line":2`) {
			t.Errorf("diagnostics: %s", all)
		}

		// A file that nobody saves has another text: what depends on it runs.
		passes := other("OtherTest.passes")
		answer(passes, long(7, "WordsTest.counts"))
		write("Words.java", suiteTexts["Words.java"]+" // of the branch")
		e.engine.changed([]string{s.path("Words.java")})
		e.settle()
		e.settle()
		e.idle()
		expect(t, "what was changed outside", s.asked(), []string{"OtherTest.java: OtherTest", "WordsTest.java: WordsTest"})

		// So does a file that the second run of a save has found changed: the first one has not had it.
		answer(other("OtherTest.passes"))
		e.engine.changed([]string{s.path("OtherTest.java")})
		e.settle()
		e.idle()
		expect(t, "what a run has found", s.asked(), []string{"OtherTest.java: OtherTest"})

		// What is gone when its turn comes is not run.
		same := long(7, "WordsTest.counts")
		same.Status, same.Profile, same.Outcome = engine.StatusUnchanged, nil, nil
		answer(same)
		s.saveFile("Words.java")
		e.settle()
		if err := os.Remove(s.path("OtherTest.java")); err != nil {
			t.Fatal(err)
		}
		e.idle()
		last := finished()
		if last.Status != engine.StatusUnchanged || last.Save == nil || !strings.HasSuffix(last.Save.Message, "1 of 2 ran") {
			t.Errorf("the first of two: %v %v", last.Status, last.Save)
		}
		s.asked()
		answer(long(7, "WordsTest.counts"))
		s.saveFile("Words.java")
		e.settle()
		e.idle()
		if asked := strings.Join(s.asked(), ", "); strings.Contains(asked, "OtherTest") {
			t.Errorf("a file that is gone: %s", asked)
		}
		expect(t, "its results", s.lensesOf("OtherTest.java"), []string{"▶ Test", "▶ Test"})
	})
}
