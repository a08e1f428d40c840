package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"hotlens/engine"
)

// TestSourcesThatChange has sources change in all ways that editors and other tools have of it, before and after the editor tells of it, if it does: one run
// each, which nothing cancels or repeats.
func TestSourcesThatChange(t *testing.T) {
	const (
		saved   = "profiled Main"
		reached = "profiled Main; it reached Words.parse last time"
	)
	main, words := shopTexts["Main.java"], shopTexts["Words.java"]
	session(t, func(e *editor) {
		s := openShop(e, t.TempDir(), `{"trusted": true}`)
		e.engine.answers = append(e.engine.answers, func(ctx context.Context, _ func(string)) (*engine.Result, error) {
			select { // longer than the grace
			case <-time.After(2 * saveGrace):
			case <-ctx.Done():
				return nil, ctx.Err()
			}
			result := s.ran("Main", 7)
			result.BuildFiles = []string{s.path("pom.xml")}
			for i := range result.Index.Files {
				result.Index.Files[i].Hash = look(result.Index.Files[i].Path, true).content
			}
			return result, nil
		})
		write := func(name, text string) {
			t.Helper()
			if err := os.WriteFile(s.path(name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		of := func(name string) map[string]any { return map[string]any{"uri": uri.File(s.path(name)), "version": 2} }
		edit := func(name, text string) {
			t.Helper()
			e.notify("textDocument/didChange", map[string]any{"textDocument": of(name), "contentChanges": []any{map[string]any{"text": text}}})
			synctest.Wait()
		}
		closeFile := func(name string) {
			t.Helper()
			e.notify("textDocument/didClose", map[string]any{"textDocument": of(name)})
			synctest.Wait()
		}
		openFile := func(name, text string) {
			t.Helper()
			e.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uri.File(s.path(name)), "languageId": "java", "version": 1, "text": text}})
			synctest.Wait()
		}
		tell := func(names ...string) {
			t.Helper()
			var paths []string
			for _, name := range names {
				paths = append(paths, s.path(name))
			}
			e.engine.changed(paths)
			synctest.Wait()
		}
		pass := func(d time.Duration) {
			time.Sleep(d)
			synctest.Wait()
		}
		// ends lets all end that goes on, and checks what has run.
		ends := func(what string, want ...string) {
			t.Helper()
			pass(20 * saveGrace)
			expect(t, what, s.reasons(), want)
			s.runs()
		}
		s.saveFile("Main.java")
		ends("the first save", saved)
		tell("Main.java")
		ends("told of after the run")

		// An editor's own saves.
		write("Main.java", main+" // 1")
		edit("Main.java", main+" // 1")
		s.saveFile("Main.java")
		e.settle()
		tell("Main.java")
		ends("told of after didSave", saved)
		write("Main.java", main+" // 2")
		edit("Main.java", main+" // 2")
		tell("Main.java")
		tell("Main.java")
		pass(saveGrace / 2)
		s.saveFile("Main.java")
		ends("told of before didSave", saved)
		write("Main.java", main+" // 3")
		edit("Main.java", main+" // 3")
		tell("Main.java")
		pass(saveGrace + 2*coalescing)
		s.saveFile("Main.java")
		ends("didSave while its run is under way", saved)
		for i := range 20 { // either may be first, or look at the file while the other one does
			text := fmt.Sprintf("%s // at once %d", main, i)
			write("Main.java", text)
			edit("Main.java", text)
			tell("Main.java")
			time.Sleep(saveGrace)
			s.saveFile("Main.java")
			ends("told of while didSave is", saved)
		}
		write("Main.java", main+" // 4")
		edit("Main.java", main+" // 4")
		tell("Main.java")
		pass(4 * saveGrace)
		s.saveFile("Main.java")
		ends("didSave when its run has ended", saved)
		s.saveFile("Main.java")
		ends("another didSave", saved)
		write("Words.java", words+" // 5")
		s.saveFile("Words.java")
		e.settle()
		closeFile("Words.java")
		tell("Words.java")
		ends("saved and closed", reached)
		openFile("Words.java", words+" // 5")

		// Changes from outside.
		write("Main.java", main+" // 6")
		tell("Main.java")
		edit("Main.java", main+" // 6")
		pass(saveGrace - time.Millisecond)
		expect(t, "within the grace", s.runs(), []string(nil))
		ends("read again as a change", saved)
		s.saveFile("Main.java")
		ends("saved much later", saved)
		write("Main.java", main+" // 7")
		closeFile("Main.java")
		openFile("Main.java", main+" // 7")
		tell("Main.java")
		ends("closed and opened before", saved)
		write("Main.java", main+" // 8")
		tell("Main.java")
		closeFile("Main.java")
		openFile("Main.java", main+" // 8")
		ends("closed and opened after", saved)
		edit("Main.java", "class Main { } // not saved")
		write("Main.java", main+" // 9")
		tell("Main.java")
		ends("beside edits that are not saved", "profiled Main; it reached Main.main last time")
		write("Main.java", main+" // 10")
		tell("Main.java")
		pass(saveGrace / 2)
		write("Main.java", main+" // 9")
		ends("restored within the grace")
		write("Main.java", main+" // 10")
		tell("Main.java")
		pass(saveGrace + saveGrace/2)
		write("Main.java", main+" // 9")
		tell("Main.java")
		ends("restored while its run is under way", "cancelled", "profiled Main; it reached Main.main last time")
		edit("Main.java", main+" // 9")

		// Of what is not open nothing else is told.
		closeFile("Words.java")
		write("Words.java", words+" // 11")
		tell("Words.java")
		pass(2 * coalescing)
		s.saveFile("Lost.java")
		ends("not open, and superseded", "cancelled", reached)
		write("Words.java", words+" // 12")
		write("Main.java", main+" // 12")
		tell("Words.java", "Main.java")
		pass(20 * saveGrace)
		expect(t, "several, one of them open, as if saved together", s.runs(), []string{"Main.java"})
		expect(t, "of which nothing was superseded", s.reasons(), []string{saved})
		closeFile("Main.java")
		for _, name := range []string{"Main.java", "Words.java", "Lost.java"} {
			write(name, shopTexts[name]+" // 13")
		}
		tell("Lost.java", "Main.java", "Words.java")
		ends("several, none of them open", "profiled Main; it reached Words.parse last time")
		openFile("Main.java", main+" // 13")
		if err := os.Remove(s.path("Words.java")); err != nil {
			t.Fatal(err)
		}
		tell("Words.java")
		ends("removed", reached)
		tell("Words.java")
		ends("still removed")
		write("Words.java", words)
		tell("Words.java")
		ends("made again", reached)

		// A project may be another one then. Nobody watches more files than are asked for.
		if !slices.Contains(e.engine.followed, s.path("pom.xml")) {
			t.Errorf("of build files nothing is to be told, only of %v", e.engine.followed)
		}
		tell("pom.xml")
		ends("the build file", "profiled Main; it is built by pom.xml")

		// Nothing runs when it is not wanted any more.
		write("Main.java", main)
		tell("Main.java")
		e.notify("workspace/didChangeConfiguration", json.RawMessage(`{"settings": {"hotlens": {"onSave": false}}}`))
		ends("off within the grace")
		e.notify("workspace/didChangeConfiguration", json.RawMessage(`{"settings": {"hotlens": {"onSave": true}}}`))
		ends("on")
		tell("Main.java") // when the session ends
	})
}

// TestFileIsGone deletes what does not compile, noticed and unnoticed. Its error goes with it, and what did not compile because of it is tried again.
func TestFileIsGone(t *testing.T) {
	tests := map[string]func(s *shop){
		"when it is closed": func(s *shop) {
			s.closeFile("Lost.java")
			s.remove("Lost.java")
			s.engine.changed([]string{s.path("Lost.java")})
		},
		"while it is open": func(s *shop) {
			s.remove("Lost.java")
			s.engine.changed([]string{s.path("Lost.java")})
		},
		"unnoticed before the next save": func(s *shop) {
			s.closeFile("Lost.java")
			s.remove("Lost.java")
			s.saveFile("Main.java")
		},
	}
	for name, remove := range tests {
		t.Run(name, func(t *testing.T) {
			session(t, func(e *editor) {
				s := openShop(e, t.TempDir(), `{"trusted": true}`)
				mistake := func(file string) *engine.Result {
					return &engine.Result{Status: engine.StatusCompileError, Diagnostics: []engine.Diagnostic{
						{File: s.path(file), Line: 1, Column: 1, Severity: engine.SeverityError, Message: "no"},
					}}
				}
				e.engine.answer(mistake("Lost.java"), mistake("Tool.java"))
				s.saveFile("Main.java")
				e.settle()
				expect(t, "errors", s.problems(), map[string]int{"Lost.java": 1})
				if !slices.Contains(e.engine.followed, s.path("Lost.java")) {
					t.Fatalf("nobody tells that the file is gone, only of %v", e.engine.followed)
				}
				s.runs()
				remove(s)
				e.settle()
				e.idle()
				expect(t, "what runs then", s.runs(), []string{"Main.java"})
				expect(t, "errors when it is gone", s.problems(), map[string]int{"Lost.java": 0, "Tool.java": 1})
			})
		})
	}
}

func (s *shop) closeFile(name string) {
	s.t.Helper()
	s.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": uri.File(s.path(name))}})
	synctest.Wait()
}

func (s *shop) remove(name string) {
	s.t.Helper()
	if err := os.Remove(s.path(name)); err != nil {
		s.t.Fatal(err)
	}
}

// problems are how many diagnostics files have, of those for which some were published.
func (s *shop) problems() map[string]int {
	problems := map[string]int{}
	for _, text := range s.seen("textDocument/publishDiagnostics") {
		var params protocol.PublishDiagnosticsParams
		s.unmarshal(text, &params)
		problems[filepath.Base(params.URI.Filename())] = len(params.Diagnostics)
	}
	return problems
}
