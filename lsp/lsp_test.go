package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"hotlens/engine"
	"hotlens/profiles"
	"hotlens/profiles/sources"
	"hotlens/vm/configuration"
)

func expect(t *testing.T, what string, got, want any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func expectError(t *testing.T, err error, code jsonrpc2.Code, part string) {
	t.Helper()
	var wire *jsonrpc2.Error
	if !errors.As(err, &wire) || wire.Code != code || !strings.Contains(wire.Message, part) {
		t.Errorf("got error %v, want code %d with %q", err, code, part)
	}
}

func TestCapabilities(t *testing.T) {
	session(t, func(e *editor) {
		var result struct {
			Capabilities map[string]json.RawMessage `json:"capabilities"`
		}
		e.unmarshal(e.request("initialize", json.RawMessage(`{"capabilities": {"experimental": []}}`)), &result)
		for key, want := range map[string]string{
			"inlayHintProvider":     `{"resolveProvider":false}`,
			"positionEncoding":      `"utf-16"`,
			"codeLensProvider":      `{}`,
			"hoverProvider":         `true`,
			"callHierarchyProvider": `true`,
			"codeActionProvider":    `{"codeActionKinds":["source.hotlens"]}`,
			"textDocumentSync":      `{"openClose":true,"change":2,"save":{}}`,
			"executeCommandProvider": `{"commands":["hotlens.profile","hotlens.stop","hotlens.clear","hotlens.hottest",` +
				`"hotlens.contexts","hotlens.toggle","hotlens.baseline","hotlens.export","hotlens.root","hotlens.tree","hotlens.callGraph","hotlens.view","hotlens.output","hotlens.growth","hotlens.history","hotlens.values","hotlens.test"]}`,
			"experimental": `{"hotlens":{"runFinished":true}}`,
		} {
			expect(t, key, string(result.Capabilities[key]), want)
		}
	})
}

func TestOrderlyShutdown(t *testing.T) {
	session(t, func(e *editor) {
		e.initialize(everything, `{"trusted": true}`)
		e.engine.answerNever()
		e.open(demoText)
		e.save()
		e.settle()
		expect(t, "shutdown", e.request("shutdown", nil), "")
		_, err := e.try("textDocument/codeLens", textDocument())
		expectError(t, err, jsonrpc2.InvalidRequest, "after shutdown")
		e.notify("exit", nil)
		<-e.ended // although the pipe is still open
		expect(t, "error", e.served, nil)
		expect(t, "runs under way", e.engine.running, 0)
	})
}

// TestPipelinedSession checks the bytes of a session whose messages all come at
// once: each request is answered, also with null, before exit ends the session.
func TestPipelinedSession(t *testing.T) {
	var in, out strings.Builder
	for _, content := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`,
		`{"jsonrpc":"2.0","id":"hover","method":"textDocument/hover","params":{"textDocument":{"uri":"file:///A.java"},"position":{"line":0,"character":0}}}`,
		`{"jsonrpc":"2.0","id":2,"method":"shutdown"}`,
		`{"jsonrpc":"2.0","method":"exit"}`,
	} {
		fmt.Fprintf(&in, "Content-Length: %d\r\n\r\n%s", len(content), content)
	}
	if err := Serve(t.Context(), strings.NewReader(in.String()), &out, &fakeEngine{}, nil, nil); err != nil {
		t.Error(err)
	}
	for _, answer := range []string{`{"jsonrpc":"2.0","result":null,"id":"hover"}`, `{"jsonrpc":"2.0","result":null,"id":2}`} {
		if !strings.Contains(out.String(), answer) {
			t.Errorf("no answer %s in %s", answer, out.String())
		}
	}
}

func TestEditorVanishes(t *testing.T) {
	session(t, func(e *editor) {
		e.initialize(everything, `{"trusted": true}`)
		e.engine.answerNever()
		e.open(demoText)
		e.save()
		e.settle()
		e.hangUp()
		<-e.ended
		if !errors.Is(e.served, ErrNoShutdown) {
			t.Errorf("Serve returned %v", e.served)
		}
		expect(t, "runs under way", e.engine.running, 0)
	})
}

func TestContextEndsSession(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		in, silent := io.Pipe()
		defer silent.Close()
		f := &fakeEngine{}
		time.AfterFunc(time.Minute, cancel)
		if err := Serve(ctx, in, io.Discard, f, nil, nil); !errors.Is(err, context.Canceled) || !f.closed {
			t.Errorf("Serve returned %v, engine closed: %t", err, f.closed)
		}
	})
}

func TestUntrusted(t *testing.T) {
	session(t, func(e *editor) {
		e.initialize(everything, `{}`)
		e.open(demoText)
		e.save()
		e.settle()
		expect(t, "requests", len(e.engine.seen()), 0)
		expect(t, "lenses", e.lenses(), []string{"6: hotlens: this workspace is not trusted, so nothing is compiled or run (setting hotlens.trusted)"})
		for _, name := range []string{"profile", "baseline", "view", "export", "output", "tree", "callGraph"} { // not the advice to save
			_, err := e.command("hotlens."+name, demoURI)
			expectError(t, err, requestFailed, "not trusted")
		}

		// Trust is given, used, and taken away again.
		e.engine.answer(profiled(demoText, 50))
		e.notify("workspace/didChangeConfiguration", json.RawMessage(`{"settings": {"hotlens": {"trusted": true}}}`))
		e.save()
		e.settle()
		expect(t, "hints", e.hints(), []string{"7:18 ×50 50%"})
		e.notify("workspace/didChangeConfiguration", json.RawMessage(`{"settings": {"trusted": false}}`))
		expect(t, "hints without trust", len(e.hints()), 0)
	})
}

// TestTrustOfTheEditor checks that the lens of an untrusted workspace leads to the editor's own
// question, if the editor says where that is, or says how else the user trusts it.
func TestTrustOfTheEditor(t *testing.T) {
	session(t, func(e *editor) {
		e.initialize(`{"experimental": {"hotlens": {"trustHint": ":HotlensTrust trusts it"}}}`, `{}`)
		e.open(demoText)
		expect(t, "lenses", e.lenses(), []string{"6: hotlens: this workspace is not trusted, so nothing is compiled or run (:HotlensTrust trusts it)"})
	})
	session(t, func(e *editor) {
		e.initialize(`{"experimental": {"hotlens": {"trustCommand": "workbench.trust.manage"}}}`, `{}`)
		e.open(demoText)
		var lenses []protocol.CodeLens
		e.unmarshal(e.request("textDocument/codeLens", textDocument()), &lenses)
		want := protocol.Command{Title: "hotlens: this workspace is not trusted, so nothing is compiled or run (click to change that)", Command: "workbench.trust.manage"}
		if len(lenses) != 1 || lenses[0].Command == nil {
			t.Fatalf("lenses: %v", lenses)
		}
		expect(t, "lens", *lenses[0].Command, want)
	})
}

func TestSaveShowsProfile(t *testing.T) {
	session(t, func(e *editor) {
		e.initialize(everything, `{"trusted": true, "targets": ["Demo 1 2"], "classPath": ["lib"], "jdk": "/jdk", "heap": "64m",
			"timeout": "3s", "maxBytecodes": 1000, "clock": "wall", "paths": "real", "env": {"B": "2", "A": "1"}, "policy": {"read": ["data"], "net": true}}`)
		e.engine.answer(profiled(demoText, 50))
		e.open(demoText)
		expect(t, "lenses before", e.lenses(), []string{"6: ▶ Profile"})
		e.seen("workspace/codeLens/refresh")
		e.seen("workspace/inlayHint/refresh")
		e.save()
		e.settle()

		config := configuration.Server()
		config.ClassPath, config.JDK, config.VirtualClock = []string{"lib"}, "/jdk", false
		config.Paths, config.Variables = configuration.PathsReal, configuration.Variables{"A=1", "B=2"}
		config.Limits.HeapBytes, config.Limits.HeapGiven, config.Limits.Timeout, config.Limits.MaxBytecodes = 64<<20, true, 3*time.Second, 1000
		config.Policy = configuration.Policy{Read: []string{"data"}, Net: true}
		expect(t, "request", e.engine.seen(), []engine.Request{{
			File: demoPath, Targets: []string{"Demo 1 2"}, Config: config, Workspace: "/work",
		}})
		expect(t, "lenses", e.lenses(), []string{"2: 50 calls · 50% of bytecodes", "6: ▶ Profile", "6: 1 call · 100% of bytecodes"})
		expect(t, "hints", e.hints(), []string{"7:18 ×50 50%"})
		expect(t, "lens refreshes", len(e.seen("workspace/codeLens/refresh")), 1)
		expect(t, "hint refreshes", len(e.seen("workspace/inlayHint/refresh")), 1)
		expect(t, "finished", e.seen("hotlens/runFinished"), []string{`{"generation":1,"status":"ok","wallMillis":50,"message":"profiled Demo"}`})
		expect(t, "progress created", e.seen("window/workDoneProgress/create"), []string{`{"token":"hotlens/run/1"}`})
		expect(t, "progress", e.seen("$/progress"), []string{
			`{"token":"hotlens/run/1","value":{"kind":"begin","title":"hotlens: Demo.java","cancellable":true}}`,
			`{"token":"hotlens/run/1","value":{"kind":"report","cancellable":true,"message":"compiling"}}`,
			`{"token":"hotlens/run/1","value":{"kind":"report","cancellable":true,"message":"running"}}`,
			`{"token":"hotlens/run/1","value":{"kind":"end","message":"profiled Demo"}}`,
		})
		var hover protocol.Hover
		e.unmarshal(e.request("textDocument/hover", position(6, 10)), &hover)
		if !strings.Contains(hover.Contents.Value, "| Demo.twice |    50 |  100% |") || hover.Contents.Kind != protocol.Markdown {
			t.Errorf("hover: %+v", hover)
		}
		expect(t, "hover on nothing", e.request("textDocument/hover", position(0, 0)), "")
	})
}

// TestInvalidProfile checks that a profile which contradicts itself is a failed run.
func TestInvalidProfile(t *testing.T) {
	session(t, func(e *editor) {
		e.initialize(everything, `{"trusted": true}`)
		result := profiled(demoText, 50)
		result.Profile.Contexts[1].Parent = 7
		e.engine.answer(result)
		e.open(demoText)
		e.save()
		e.settle()
		expect(t, "hints", len(e.hints()), 0)
		expect(t, "lenses", e.lenses(), []string{
			"6: hotlens: the run failed: analysing a profile: contexts: row 1: parent is 7; it has to be -1 or a context before this one",
			"6: ▶ Profile",
		})
	})
}

// TestSavedTogether checks that the program is run although what it uses was
// saved after it, and that what is saved later is a run of its own.
func TestSavedTogether(t *testing.T) {
	session(t, func(e *editor) {
		e.initialize(everything, `{"trusted": true}`)
		e.engine.answer(profiled(demoText, 50))
		e.open(demoText)
		saved := func(name, text string) any {
			document := map[string]any{"uri": uri.File("/work/" + name), "languageId": "java", "version": 1, "text": text}
			e.notify("textDocument/didOpen", map[string]any{"textDocument": document})
			return map[string]any{"textDocument": document}
		}
		tool := saved("Tool.java", "class Tool { public static void main(String[] args) { } }")
		list, node := saved("List.java", "class List { }"), saved("Node.java", "class Node { }")
		for _, test := range []struct {
			saves []any
			want  []string
		}{
			{[]any{tool, textDocument(), list, node}, []string{demoPath}},
			{[]any{list, textDocument(), tool}, []string{"/work/Tool.java"}},
			{[]any{list, node}, []string{"/work/Node.java"}},
		} {
			for _, document := range test.saves {
				e.notify("textDocument/didSave", document)
			}
			e.settle()
			var ran []string
			for _, request := range e.engine.seen() {
				ran = append(ran, request.File)
			}
			expect(t, "files that ran at once", ran, test.want)
			e.idle()
			e.engine.seen()
		}
		for _, document := range []any{textDocument(), list} {
			e.notify("textDocument/didSave", document)
			e.settle()
		}
		requests := e.engine.seen()
		expect(t, "later", requests[len(requests)-1].File, "/work/List.java")
	})
}

// TestPlainEditor checks that an editor that supports nothing gets nothing it
// would not understand.
func TestPlainEditor(t *testing.T) {
	session(t, func(e *editor) {
		e.initialize(`{}`, `{"trusted": true}`)
		e.engine.answer(profiled(demoText, 50))
		e.open(demoText)
		e.save()
		e.settle()
		expect(t, "hints", e.hints(), []string{"7:18 ×50 50%"})
		expect(t, "messages of the server", e.received, []string(nil))
	})
}

func TestSaveCancelsOlderRun(t *testing.T) {
	session(t, func(e *editor) {
		e.initialize(everything, `{"trusted": true}`)
		e.engine.answerNever()
		e.engine.answer(profiled(demoText, 150))
		e.open(demoText)
		e.save()
		e.settle()
		expect(t, "runs under way", e.engine.running, 1)
		e.save()
		e.save() // within the coalescing window: one run
		e.settle()
		expect(t, "requests", len(e.engine.seen()), 2)
		expect(t, "overlapping runs", e.engine.overlaps, false)
		finished := e.seen("hotlens/runFinished")
		slices.Sort(finished)   // the two that are cancelled end at the same moment
		if len(finished) == 3 { // the second may have been compiling already
			finished[1] = regexp.MustCompile(`"message":"[^"]*"`).ReplaceAllString(finished[1], `"message":"..."`)
		}
		expect(t, "finished", finished, []string{
			`{"generation":1,"status":"cancelled","wallMillis":100,"message":"cancelled"}`,
			`{"generation":2,"status":"cancelled","wallMillis":0,"message":"..."}`,
			`{"generation":3,"status":"ok","wallMillis":50,"message":"profiled Demo"}`,
		})
		expect(t, "hints", e.hints(), []string{"7:18 ×150 75%"})
	})
}

// TestPrepare checks that the first Java file of a trusted workspace has the engine made ready, once, and again for another JDK.
func TestPrepare(t *testing.T) {
	session(t, func(e *editor) {
		prepared := func(what string, want ...string) {
			t.Helper()
			e.settle()
			expect(t, what, e.engine.prepared, want)
		}
		open := func(name string) {
			e.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
				"uri": uri.File("/work/" + name), "languageId": "java", "version": 1, "text": "class A { }"}})
		}
		configure := func(settings string) {
			e.notify("workspace/didChangeConfiguration", json.RawMessage(`{"settings": `+settings+`}`))
		}
		e.initialize(everything, `{}`)
		open("notes.txt")
		open("A.java")
		prepared("without trust")
		configure(`{"trusted": true}`)
		prepared("with trust", "/work/A.java")
		open("B.java")
		prepared("for a second file", "/work/A.java")
		configure(`{"jdk": "/jdk"}`)
		prepared("for another JDK", "/work/A.java", "/work/A.java")
	})
}

// TestLateResultIsDropped checks that a run that ends well although it was
// cancelled does not show.
func TestLateResultIsDropped(t *testing.T) {
	session(t, func(e *editor) {
		e.initialize(everything, `{"trusted": true}`)
		e.engine.answers = append(e.engine.answers, func(ctx context.Context, _ func(string)) (*engine.Result, error) {
			<-ctx.Done()
			return profiled(demoText, 950), nil
		})
		e.open(demoText)
		e.save()
		e.settle()
		if _, err := e.command("hotlens.clear"); err != nil {
			t.Error(err)
		}
		e.settle()
		expect(t, "hints", len(e.hints()), 0)
	})
}

// TestStop ends a program in the middle, by the command and by the button of the progress,
// and one that is still being compiled.
func TestStop(t *testing.T) {
	const message = "the program was stopped as you asked; the numbers are what it did until then"
	for name, stop := range map[string]func(e *editor) error{
		"command": func(e *editor) error { _, err := e.command("hotlens.stop"); return err },
		"progress": func(e *editor) error {
			e.notify("window/workDoneProgress/cancel", json.RawMessage(`{"token": "hotlens/run/1"}`))
			return nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			session(t, func(e *editor) {
				e.initialize(everything, `{"trusted": true}`)
				e.engine.answers = append(e.engine.answers, func(ctx context.Context, progress func(string)) (*engine.Result, error) {
					progress("running Demo")
					<-ctx.Done()
					if !errors.Is(context.Cause(ctx), engine.ErrStopped) {
						return nil, ctx.Err()
					}
					partial := profiled(demoText, 50)
					partial.Profile.Complete, partial.Profile.Limits = false, []profiles.Limit{*profiles.LimitRequested.Reached()}
					partial.Status, partial.Message = engine.StatusLimit, partial.Profile.Limits[0].Message
					partial.Outcome = &profiles.Outcome{Main: "Demo", ExitStatus: 3, Limit: &partial.Profile.Limits[0], Wall: 2 * time.Second}
					return partial, nil
				})
				e.engine.answerNever()
				e.open(demoText)
				e.save()
				e.settle()
				expect(t, "hints while it runs", len(e.hints()), 0)
				if err := stop(e); err != nil {
					t.Error(err)
				}
				e.settle()
				expect(t, "hints", e.hints(), []string{"7:18 ×50 50%"})
				expect(t, "lens", e.lenses()[2], "6: ■ stopped by you after 2 s")
				expect(t, "finished", e.seen("hotlens/runFinished"), []string{`{"generation":1,"status":"limit","wallMillis":100,"message":"` + message + `","exitStatus":3}`})
				expect(t, "progress", strings.Contains(strings.Join(e.seen("$/progress"), "\n"), message), true)

				// The next save runs all of it, whatever its classes are.
				e.save()
				e.settle()
				expect(t, "hash", e.engine.seen()[1].LastClassesHash, "")
				if _, err := e.command("hotlens.stop"); err != nil {
					t.Error(err)
				}
				e.settle()
				expect(t, "finished", e.seen("hotlens/runFinished"), []string{`{"generation":2,"status":"cancelled","wallMillis":100,"message":"cancelled"}`})
				expect(t, "hints", e.hints(), []string{"7:18 ×50 50%"})
			})
		})
	}
}

func TestUnchangedClasses(t *testing.T) {
	session(t, func(e *editor) {
		e.initialize(everything, `{"trusted": true}`)
		commented := "// a comment\n" + demoText
		unchanged := profiled(commented, 0)
		unchanged.Status, unchanged.Profile, unchanged.Message = engine.StatusUnchanged, nil, ""
		e.engine.answer(profiled(demoText, 50), unchanged)
		e.open(demoText)
		e.save()
		e.settle()
		e.edit(0, 0, 0, "// a comment\n")
		e.save()
		e.settle()
		expect(t, "hash", e.engine.seen()[1].LastClassesHash, "classes of "+sources.HashText(demoText))
		expect(t, "hints", e.hints(), []string{"8:18 ×50 50%"})
		expect(t, "finished", e.seen("hotlens/runFinished")[1], `{"generation":2,"status":"unchanged","wallMillis":50,"message":"the classes are those of the last run","again":{"generation":1,"status":"ok","wallMillis":0,"message":"profiled Demo"}}`)

		// Other settings, or a command, run the same classes again.
		e.notify("workspace/didChangeConfiguration", json.RawMessage(`{"settings": {"clock": "wall"}}`))
		e.save()
		e.settle()
		expect(t, "hash after other settings", e.engine.seen()[0].LastClassesHash, "")

		// So does a save when the time was over.
		slow := profiled(commented, 50)
		slow.Status, slow.Profile.Limits = engine.StatusLimit, []profiles.Limit{*profiles.LimitTime.Reached(10 * time.Second)}
		e.engine.answer(slow, profiled(commented, 100))
		for range 3 { // the first is answered with what was said before
			e.edit(0, 0, 0, "// another\n")
			e.save()
			e.settle()
		}
		expect(t, "hash after a run that was too long", e.engine.seen()[2].LastClassesHash, "")
	})
}

func TestEditAfterRun(t *testing.T) {
	session(t, func(e *editor) {
		e.initialize(everything, `{"trusted": true}`)
		e.engine.answer(profiled(demoText, 50))
		e.open(demoText)
		e.save()
		e.settle()
		e.edit(0, 0, 0, "/* 😀 */\n")
		e.edit(7, 8, 8, "/* 😀 */ ")
		expect(t, "moved", e.hints(), []string{"8:27 ×50 50%"})
		e.edit(3, 8, 8, "n++; ")
		expect(t, "lenses after an edit", e.lenses(), []string{"3: edited since the run", "7: ▶ Profile", "7: 1 call · 100% of bytecodes"})
		e.edit(3, 8, 13, "")
		expect(t, "lenses after undoing it", e.lenses()[0], "3: 50 calls · 50% of bytecodes")
		e.edit(7, 25, 27, "4") // 21 becomes 41
		e.edit(7, 25, 25, "")
		expect(t, "hints after an edit", len(e.hints()), 0)

		// A change without a range replaces the whole text.
		e.notify("textDocument/didChange", map[string]any{
			"textDocument":   map[string]any{"uri": demoURI, "version": 9},
			"contentChanges": []any{map[string]any{"text": demoText}},
		})
		expect(t, "hints of the old text", e.hints(), []string{"7:18 ×50 50%"})

		// What was closed and opened again is known still; what is not at hand is not guessed at.
		e.notify("textDocument/didClose", textDocument())
		e.open("// new\n" + demoText)
		expect(t, "hints after opening again", e.hints(), []string{"8:18 ×50 50%"})
	})
}

// TestTypingDuringRun checks that a result is placed by the text that was
// saved, when the user has typed on meanwhile.
func TestTypingDuringRun(t *testing.T) {
	session(t, func(e *editor) {
		e.initialize(everything, `{"trusted": true}`)
		e.engine.answer(profiled(demoText, 50))
		e.open(demoText)
		e.save()
		e.edit(0, 0, 0, "\n\n")
		e.settle()
		expect(t, "hints", e.hints(), []string{"9:18 ×50 50%"})
	})
}

func TestUnknownText(t *testing.T) {
	session(t, func(e *editor) {
		e.initialize(everything, `{"trusted": true}`)
		e.engine.answer(profiled(demoText+"// not what the editor has saved", 50))
		e.open(demoText)
		e.save()
		e.settle()
		expect(t, "lenses", e.lenses(), []string{"6: hotlens: the file has changed since the run; save it to see numbers", "6: ▶ Profile"})
	})
}

// TestLensColumns checks that the first lens of a line begins where the text does, and that the others have an order.
func TestLensColumns(t *testing.T) {
	session(t, func(e *editor) {
		e.initialize(everything, `{"trusted": true}`)
		result := profiled(demoText, 50)
		result.Outcome = &profiles.Outcome{Main: "Demo"}
		e.engine.answer(result)
		e.open(demoText)
		e.save()
		e.settle()
		var lenses []protocol.CodeLens
		e.unmarshal(e.request("textDocument/codeLens", textDocument()), &lenses)
		var columns []string
		for _, l := range lenses {
			columns = append(columns, fmt.Sprintf("%d:%d-%d %s", l.Range.Start.Line+1, l.Range.Start.Character, l.Range.End.Character, l.Command.Title))
		}
		expect(t, "lenses", columns, []string{"2:4-20 50 calls · 50% of bytecodes", "6:4-27 ▶ Profile", "6:23-27 exit 0", "6:24-27 1 call · 100% of bytecodes"})
	})
}

func TestCompileError(t *testing.T) {
	session(t, func(e *editor) {
		e.initialize(everything, `{"trusted": true}`)
		failed := &engine.Result{Status: engine.StatusCompileError, Diagnostics: []engine.Diagnostic{
			{File: demoPath, Line: 2, Column: 5, Severity: engine.SeverityWarning, Message: "mind"},
			{File: demoPath, Line: 7, Column: 9, Severity: engine.SeverityError, Message: "cannot find symbol"},
			{File: "/work/Other.java", Line: 1, Column: 1, Severity: engine.SeverityError, Message: "no"},
			{File: filepath.Join(filepath.Dir(demoPath), "Third.java"), Line: 1, Column: 1, Severity: engine.SeverityError, Message: "perhaps", Doubtful: true},
		}}
		e.engine.answer(profiled(demoText, 50), failed, profiled(demoText, 56))
		e.open(demoText)
		e.save()
		e.settle()
		e.save()
		e.settle()
		expect(t, "lenses", e.lenses(), []string{
			"2: 50 calls · 50% of bytecodes", "6: hotlens: does not compile, line 7: cannot find symbol · showing the last run", "6: ▶ Profile", "6: 1 call · 100% of bytecodes",
		})
		published := map[string]int{}
		for _, params := range e.seen("textDocument/publishDiagnostics") {
			var p protocol.PublishDiagnosticsParams
			e.unmarshal(params, &p)
			published[filepath.Base(p.URI.Filename())] = len(p.Diagnostics)
			if p.URI == demoURI {
				expect(t, "diagnostic", p.Diagnostics, []protocol.Diagnostic{{
					Range:    protocol.Range{Start: protocol.Position{Line: 6, Character: 8}, End: protocol.Position{Line: 6, Character: 13}},
					Severity: protocol.DiagnosticSeverityError, Source: "hotlens", Message: "cannot find symbol",
				}})
			}
		}
		expect(t, "diagnostics", published, map[string]int{"Demo.java": 1, "Other.java": 1})

		e.save()
		e.settle()
		for _, params := range e.seen("textDocument/publishDiagnostics") {
			var p protocol.PublishDiagnosticsParams
			e.unmarshal(params, &p)
			published[filepath.Base(p.URI.Filename())] = len(p.Diagnostics)
		}
		expect(t, "diagnostics of a good compile", published, map[string]int{"Demo.java": 0, "Other.java": 0})
		expect(t, "lenses of a good compile", e.lenses(), []string{
			"2: 56 calls · 53% of bytecodes · ▲ +12%", "6: ▶ Profile", "6: 1 call · 100% of bytecodes · ▲ +6.0%",
		})
	})
}

func TestOutcomesSayWhy(t *testing.T) {
	limited := profiled(demoText, 50)
	limited.Status, limited.Message = engine.StatusLimit, "more than 1000 bytecodes"
	limited.Outcome = &profiles.Outcome{Main: "Demo", ExitStatus: 3, Limit: profiles.LimitBytecodes.Reached(1000)}
	exited := profiled(demoText, 50)
	exited.Outcome = &profiles.Outcome{Main: "Demo", ExitStatus: 1, OutputLines: 3}
	elsewhere := engine.Diagnostic{File: "/work/Other.java", Line: 3, Severity: engine.SeverityError, Message: "no"}
	tests := map[string]struct {
		result *engine.Result
		lens   string
	}{
		"limit":     {limited, "6: ■ stopped after 1,000 bytecodes (setting hotlens.maxBytecodes)"},
		"exit":      {exited, "6: ✗ exit 1 · printed 3 lines"},
		"no target": {&engine.Result{Status: engine.StatusNoTarget, Message: "no main"}, "6: hotlens: nothing to run: no main"},
		"crash":     {&engine.Result{Status: engine.StatusFailed}, "6: hotlens: the run failed: the run failed"},
		"error elsewhere": {&engine.Result{Status: engine.StatusCompileError, Diagnostics: []engine.Diagnostic{elsewhere}},
			"6: hotlens: does not compile: Other.java, line 3: no"},
		"error of what is not known": {&engine.Result{Status: engine.StatusCompileError, Diagnostics: []engine.Diagnostic{elsewhere}, Remedy: "build it once"},
			"6: hotlens: does not compile: Other.java, line 3: no · build it once"},
		"error without a place": {&engine.Result{Status: engine.StatusCompileError, Diagnostics: []engine.Diagnostic{
			{Severity: engine.SeverityError, Message: "invalid flag"}}}, "6: hotlens: does not compile: invalid flag"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			session(t, func(e *editor) {
				e.initialize(everything, `{"trusted": true}`)
				e.engine.answer(test.result)
				e.open(demoText)
				e.save()
				e.settle()
				if lenses := e.lenses(); !strings.Contains(strings.Join(lenses, "\n"), test.lens) {
					t.Errorf("got %q, want %q", lenses, test.lens)
				}
			})
		})
	}
}

// TestNotes checks that what there is to say of a run is said once, and again when it has been otherwise.
func TestNotes(t *testing.T) {
	session(t, func(e *editor) {
		e.initialize(everything, `{"trusted": true}`)
		noted := profiled(demoText, 50)
		noted.Notes = []string{"the build tool is missing"}
		e.engine.answer(noted, noted, profiled(demoText, 50), noted)
		e.open(demoText)
		var told []int
		for range 4 {
			e.save()
			e.settle()
			told = append(told, strings.Count(fmt.Sprint(e.seen("window/logMessage")), "the build tool is missing"))
		}
		expect(t, "how often it was told at each save", told, []int{1, 0, 0, 1})
	})
}

// TestEngineFails checks that neither an error nor a panic of the engine ends
// the session.
func TestEngineFails(t *testing.T) {
	session(t, func(e *editor) {
		e.initialize(everything, `{"trusted": true}`)
		e.engine.answers = append(e.engine.answers,
			func(context.Context, func(string)) (*engine.Result, error) {
				return nil, errors.New("no JDK; set hotlens.jdk")
			},
			func(context.Context, func(string)) (*engine.Result, error) { panic("ouch") },
			func(context.Context, func(string)) (*engine.Result, error) { return nil, nil })
		e.engine.answer(profiled(demoText, 50))
		e.open(demoText)
		for _, want := range []string{"no JDK; set hotlens.jdk", "internal error in the engine: ouch", "internal error: the engine returned no result"} {
			e.save()
			e.settle()
			expect(t, "message", e.seen("window/showMessage"), []string{`{"message":"hotlens: ` + want + `","type":1}`})
			expect(t, "lens", e.lenses()[0], "6: hotlens: the run failed: "+want)
		}
		e.save()
		e.settle()
		expect(t, "hints", e.hints(), []string{"7:18 ×50 50%"})
	})
}

// TestLongMessageIsCut checks that a lens shows one short sentence of a message,
// of which the editor's log has the whole.
func TestLongMessageIsCut(t *testing.T) {
	session(t, func(e *editor) {
		e.initialize(everything, `{"trusted": true}`)
		long := "the worker crashed while" + strings.Repeat(" trying", 30)
		e.engine.answer(&engine.Result{Status: engine.StatusFailed, Message: long},
			&engine.Result{Status: engine.StatusFailed, Message: "the VM panicked\ngoroutine 1 [running]:\n"})
		e.open(demoText)
		for _, want := range []struct{ lens, log string }{
			{"the worker crashed while" + strings.Repeat(" trying", 13) + "…", long},
			{"the VM panicked", `the VM panicked\ngoroutine 1 [running]:\n`},
		} {
			e.save()
			e.settle()
			expect(t, "lens", e.lenses()[0], "6: hotlens: the run failed: "+want.lens)
			expect(t, "log", e.seen("window/logMessage"), []string{`{"message":"hotlens: Demo.java: ` + want.log + `","type":3}`})
		}
	})
}

// TestAnswerDoesNotOverrideNewerSettings checks that the order in which the
// editor says things about its settings counts, and not when they arrive.
func TestAnswerDoesNotOverrideNewerSettings(t *testing.T) {
	session(t, func(e *editor) {
		e.configuration = `{"trusted": false, "hints": false}`
		e.hold = true
		e.initialize(everything, `{}`)
		expect(t, "questions", len(e.seen("workspace/configuration")), 1)
		e.notify("workspace/didChangeConfiguration", json.RawMessage(`{"settings": {"hotlens": {"trusted": true}}}`))
		e.engine.answer(profiled(demoText, 50))
		e.open(demoText)
		e.save()
		e.settle()
		expect(t, "hints before the answer", len(e.hints()), 1)
		if err := e.held(); err != nil {
			t.Fatal(err)
		}
		e.settle()
		expect(t, "lenses after the answer", len(e.lenses()), 3)
		expect(t, "hints after the answer, which switches them off", len(e.hints()), 0)
		e.notify("workspace/didChangeConfiguration", json.RawMessage(`{"settings": {"hotlens": {"hints": true}}}`))
		expect(t, "hints when they are switched on again", len(e.hints()), 1)
	})
}

func TestSettingsProblemsAreToldOnce(t *testing.T) {
	session(t, func(e *editor) {
		e.configuration = `{"minShare": 7, "colour": "red", "hints": false, "jdk": null}`
		e.initialize(everything, `{"trusted": "yes", "colour": 1, "timeout": "soon", "clock": "sun", "heap": "1m", "lenses": {"neverCalled": true}, "metric": "heat", "policy": []}`)
		want := []string{
			`{"message":"hotlens: the setting hotlens.clock must be \"virtual\" or \"wall\"; it is ignored","type":2}`,
			`{"message":"hotlens: the setting hotlens.heap is 1m: give a size from 16m to 2046m; it is ignored","type":2}`,
			`{"message":"hotlens: the setting hotlens.metric must be one of auto, cost, bytecodes, calls, allocations, bytes, time, wait, samples; it is ignored","type":2}`,
			`{"message":"hotlens: the setting hotlens.policy must be an object such as {\"read\": [\"data\"], \"write\": [], \"net\": false, \"exec\": false, \"environment\": []}; it is ignored","type":2}`,
			`{"message":"hotlens: the setting hotlens.timeout must be a duration such as \"10s\", or milliseconds; it is ignored","type":2}`,
			`{"message":"hotlens: the setting hotlens.trusted must be true or false; it is ignored","type":2}`,
			`{"message":"hotlens: there is no setting hotlens.colour; it is ignored","type":2}`,
			`{"message":"hotlens: the setting hotlens.minShare must be a number from 0 to 1; it is ignored","type":2}`,
		}
		expect(t, "messages", e.seen("window/showMessage"), want)
		expect(t, "registrations", len(e.seen("client/registerCapability")), 1)

		// VS Code sends null and waits for the question.
		e.configuration = `{"colour": "blue", "trusted": true, "timeout": 1500}`
		e.notify("workspace/didChangeConfiguration", json.RawMessage(`{"settings": null}`))
		e.settle()
		expect(t, "messages", len(e.seen("window/showMessage")), 0)
		e.engine.answer(profiled(demoText, 50))
		e.open(demoText)
		e.save()
		e.settle()
		expect(t, "timeout", e.engine.seen()[0].Config.Limits.Timeout, 1500*time.Millisecond)
		expect(t, "hints, which are switched off", len(e.hints()), 0)
		expect(t, "lenses", len(e.lenses()), 3)
	})
}

// TestSettingsThatMessagesName checks that a limit's message names a setting that there
// is.
func TestSettingsThatMessagesName(t *testing.T) {
	named := regexp.MustCompile(`hotlens\.(\w+)`)
	for _, kind := range []profiles.LimitKind{
		profiles.LimitTime, profiles.LimitBytecodes, profiles.LimitTestTime, profiles.LimitTestCode, profiles.LimitHeap, profiles.LimitMemory, profiles.LimitThreads, profiles.LimitOutput, profiles.LimitTemp,
	} {
		match := named.FindStringSubmatch(kind.Reached().Message)
		if match == nil || settingNamed(match[1]) == nil {
			t.Errorf("the message %q names no setting", kind.Reached().Message)
		}
	}
}

func TestNoRefreshBeforeInitialized(t *testing.T) {
	session(t, func(e *editor) {
		e.request("initialize", json.RawMessage(`{"capabilities": `+everything+`, "initializationOptions": {"trusted": true}}`))
		e.settle()
		expect(t, "messages of the server", e.received, []string(nil))
	})
}

func TestProgressCancels(t *testing.T) {
	session(t, func(e *editor) {
		e.initialize(everything, `{"trusted": true}`)
		e.engine.answerNever()
		e.open(demoText)
		e.save()
		e.settle()
		e.notify("window/workDoneProgress/cancel", map[string]any{"token": "hotlens/run/0"}) // of another run
		synctest.Wait()
		expect(t, "runs under way", e.engine.running, 1)
		e.notify("window/workDoneProgress/cancel", map[string]any{"token": "hotlens/run/1"})
		synctest.Wait()
		expect(t, "runs under way after cancelling", e.engine.running, 0)
		expect(t, "finished", e.seen("hotlens/runFinished"), []string{`{"generation":1,"status":"cancelled","wallMillis":100,"message":"cancelled"}`})
		progress := e.seen("$/progress")
		expect(t, "end", progress[len(progress)-1], `{"token":"hotlens/run/1","value":{"kind":"end","message":"cancelled"}}`)
	})
}

func TestOnSaveOff(t *testing.T) {
	session(t, func(e *editor) {
		e.initialize(everything, `{"trusted": true, "onSave": false, "targets": ["Other", "Demo a b"]}`)
		e.engine.answer(profiled(demoText, 50))
		e.open(demoText)
		e.save()
		e.settle()
		expect(t, "requests", len(e.engine.seen()), 0)

		// The lens runs what it stands on, with the arguments of the settings.
		var lenses []protocol.CodeLens
		e.unmarshal(e.request("textDocument/codeLens", textDocument()), &lenses)
		command := lenses[0].Command
		answer, err := e.command(command.Command, command.Arguments...)
		expect(t, "answer", answer, `{"generation":1}`)
		expect(t, "error", err, nil)
		e.settle()
		expect(t, "targets", e.engine.seen()[0].Targets, []string{"Demo a b"})

		// A test is named by its class and method; a class without settings by itself.
		for method, want := range map[string]string{`{"class": "a/DemoTest", "name": "adds"}`: "a.DemoTest#adds", `{"class": "a/B"}`: "a.B"} {
			if _, err := e.command("hotlens.profile", demoURI, json.RawMessage(method)); err != nil {
				t.Error(err)
			}
			e.settle()
			expect(t, "targets", e.engine.seen()[0].Targets, []string{want})
		}
	})
}

// TestRoot has what is called from a method timed: its call sites have hints, hovers and a hierarchy, too.
func TestRoot(t *testing.T) {
	session(t, func(e *editor) {
		e.initialize(everything, `{"trusted": true}`)
		e.open(demoText)
		timed := profiled(demoText, 50)
		p := timed.Profile
		p.Profilers, p.Totals = []string{profiles.ProfilerTime}, profiles.Totals{Contexts: 2}
		for i, nanos := range [][2]uint64{{3_100_000, 15_400_000}, {12_300_000, 12_300_000}} {
			p.Contexts[i].Bytecodes = 0
			*p.Own(&p.Contexts[i]) = profiles.Besides{SelfNanos: profiles.Measured(nanos[0]), TotalNanos: profiles.Measured(nanos[1])}
		}
		e.engine.answer(timed)
		if _, err := e.command("hotlens.root", demoURI, map[string]string{"class": "Demo", "name": "main", "descriptor": "([Ljava/lang/String;)V"}); err != nil {
			t.Fatal(err)
		}
		e.settle()
		config := e.engine.requests[0].Config
		expect(t, "profilers", config.Profilers, []string{profiles.ProfilerTime})
		expect(t, "roots", config.Timing.Roots, []string{"Demo.main([Ljava/lang/String;)V"})
		expect(t, "virtual clock", config.VirtualClock, false)
		expect(t, "lens", e.lenses()[0], "2: 50 calls · 12 ms, 80% of measured time")
		expect(t, "hints", e.hints(), []string{"7:18 ×50 80%"})
	})
}

func TestCommands(t *testing.T) {
	session(t, func(e *editor) {
		e.initialize(everything, `{"trusted": true}`)
		e.open(demoText)
		_, err := e.command("hotlens.baseline")
		expectError(t, err, requestFailed, "no run yet")
		e.engine.answer(profiled(demoText, 50), profiled(demoText, 75), profiled(demoText, 25))
		for range 3 {
			e.save()
			e.settle()
			if _, err := e.command("hotlens.stop"); err != nil { // nothing is under way
				t.Error(err)
			}
		}
		expect(t, "lens", e.lenses()[0], "2: 25 calls · 33% of bytecodes · ▼ -67%")

		answer, _ := e.command("hotlens.hottest", demoURI)
		expect(t, "hottest", answer, `[{"uri":"file:///work/Demo.java","range":{"start":{"line":6,"character":8},"end":{"line":6,"character":13}},`+
			`"title":"Demo.main › Demo.twice","caller":"Demo.main","callees":"Demo.twice","targets":1,"calls":25,"share":0.3333333333333333,"figure":"25 bytecodes"}]`)
		answer, _ = e.command("hotlens.hottest", demoURI, "calls")
		expect(t, "hottest by calls", strings.Contains(answer, `"calls":25,"share":0.9615384615384616,"figure":"25 calls"`), true)
		answer, _ = e.command("hotlens.hottest", demoURI, "bytes")
		expect(t, "hottest by what nobody has", answer, `[]`)
		_, err = e.command("hotlens.hottest", demoURI, "wait")
		expectError(t, err, requestFailed, `the last run has no "wait"`)
		_, err = e.command("hotlens.hottest", demoURI, "music")
		expectError(t, err, jsonrpc2.InvalidParams, `not "music"`)
		answer, _ = e.command("hotlens.contexts", demoURI, map[string]string{"class": "Demo", "name": "twice", "descriptor": "(I)I"})
		expect(t, "contexts", answer, `[{"path":"Demo.main:7 › Demo.twice","calls":25,"bytecodes":25,"figure":"25 bytecodes","share":0.3333333333333333}]`)

		answer, _ = e.command("hotlens.toggle", "hints")
		expect(t, "toggle", answer, `{"hints":false,"hovers":true,"lenses":true}`)
		expect(t, "hints", len(e.hints()), 0)
		answer, _ = e.command("hotlens.toggle")
		expect(t, "toggle all", answer, `{"hints":true,"hovers":true,"lenses":true}`)
		answer, _ = e.command("hotlens.toggle")
		expect(t, "toggle all again", answer, `{"hints":false,"hovers":false,"lenses":false}`)
		expect(t, "lenses", len(e.lenses()), 0)
		e.command("hotlens.toggle")

		answer, _ = e.command("hotlens.baseline")
		expect(t, "baseline", answer, `{"files":["/work/Demo.java"]}`)
		e.engine.mu.Lock()
		e.engine.answers = nil
		e.engine.answer(profiled(demoText, 75), profiled(demoText, 50))
		e.engine.mu.Unlock()
		for range 2 {
			e.save()
			e.settle()
		}
		expect(t, "against the baseline", e.lenses()[0], "2: 50 calls · 50% of bytecodes · ▲ +100%")
		answer, _ = e.command("hotlens.baseline", "previous")
		expect(t, "no baseline any more", answer, `{"files":[]}`)
		expect(t, "against the run before", e.lenses()[0], "2: 50 calls · 50% of bytecodes · ▼ -33%")

		if _, err := e.command("hotlens.clear"); err != nil {
			t.Error(err)
		}
		expect(t, "lenses after clear", e.lenses(), []string{"6: ▶ Profile"})
		answer, _ = e.command("hotlens.hottest", demoURI)
		expect(t, "hottest after clear", answer, `[]`)

		for command, part := range map[string]string{"hotlens.export": "no run yet that could be exported"} {
			_, err := e.command(command)
			expectError(t, err, requestFailed, part)
		}
		_, err = e.command("hotlens.root", demoURI)
		expectError(t, err, jsonrpc2.InvalidParams, "takes a file's URI and a method")
		_, err = e.command("hotlens.dance")
		expectError(t, err, jsonrpc2.InvalidParams, "the commands are hotlens.profile")
		_, err = e.command("hotlens.toggle", "music")
		expectError(t, err, jsonrpc2.InvalidParams, `not "music"`)
		_, err = e.command("hotlens.hottest", "untitled:Demo")
		expectError(t, err, jsonrpc2.InvalidParams, "must be the URI of a file")
		_, err = e.command("hotlens.hottest", 5)
		expectError(t, err, jsonrpc2.InvalidParams, "cannot read argument 1")
		_, err = e.command("hotlens.profile", "file:///work/notes.txt")
		expectError(t, err, requestFailed, "notes.txt is not a Java source")
	})
}

func TestExport(t *testing.T) {
	session(t, func(e *editor) {
		folder := t.TempDir()
		e.initializeIn(folder, everything, `{"trusted": true}`)
		e.engine.answer(profiled(demoText, 50))
		e.open(demoText)
		e.save()
		e.settle()
		elsewhere := filepath.Join(t.TempDir(), "x.folded")
		for _, test := range []struct {
			arguments []any
			path      string
			format    string
			part      string // of what is written
		}{
			{[]any{"collapsed"}, filepath.Join(folder, "hotlens-Demo.collapsed"), "collapsed", "[];Demo.main(String[]);Demo.twice(int) 50\n"},
			{[]any{demoURI, "pprof"}, filepath.Join(folder, "hotlens-Demo.pb.gz"), "pprof", "\x1f\x8b"},
			{[]any{demoURI, "speedscope", "out.txt"}, filepath.Join(folder, "out.txt"), "speedscope", "speedscope.app"},
			{[]any{elsewhere}, elsewhere, "collapsed", "Demo.twice(int) 50"},
			{[]any{demoURI, "", elsewhere}, elsewhere, "collapsed", "Demo.twice(int) 50"},
			{[]any{"flamegraph", string(uri.File(elsewhere))}, elsewhere, "flamegraph", "<title>Demo"},
			{[]any{"json", "demo.json"}, filepath.Join(folder, "demo.json"), "json", `"schema": "hotlens.profile/1"`},
		} {
			answer, err := e.command("hotlens.export", test.arguments...)
			if err != nil {
				t.Errorf("%v: %v", test.arguments, err)
				continue
			}
			want, err := json.Marshal(map[string]string{"format": test.format, "path": test.path})
			if err != nil {
				t.Fatal(err)
			}
			expect(t, "answer", answer, string(want))
			text, err := os.ReadFile(test.path)
			if err != nil || !strings.Contains(string(text), test.part) {
				t.Errorf("%v wrote, without %q: %v\n%s", test.arguments, test.part, err, text)
			}
		}
		_, err := e.command("hotlens.export", demoURI)
		expectError(t, err, jsonrpc2.InvalidParams, "the formats are json, flamegraph, pprof")
		_, err = e.command("hotlens.export", "postscript")
		expectError(t, err, jsonrpc2.InvalidParams, "the formats are json, flamegraph, pprof")
		_, err = e.command("hotlens.export", 5)
		expectError(t, err, jsonrpc2.InvalidParams, "cannot read argument 1")
		_, err = e.command("hotlens.export", "file:///work/Other.java", "pprof")
		expectError(t, err, requestFailed, "no run yet that could be exported")
		_, err = e.command("hotlens.export", "pprof", filepath.Join(folder, "none", "x.pb.gz"))
		expectError(t, err, requestFailed, "no such file or directory")
	})
}

func TestCallHierarchy(t *testing.T) {
	session(t, func(e *editor) {
		e.initialize(everything, `{"trusted": true}`)
		e.engine.answer(profiled(demoText, 50))
		e.open(demoText)
		expect(t, "before a run", e.request("textDocument/prepareCallHierarchy", position(1, 16)), "")
		e.save()
		e.settle()
		e.edit(0, 0, 0, "\n")
		var items []protocol.CallHierarchyItem
		e.unmarshal(e.request("textDocument/prepareCallHierarchy", position(2, 16)), &items)
		expect(t, "items", len(items), 1)
		expect(t, "item", items[0].Name+", "+items[0].Detail, "Demo.twice, 50% of bytecodes")
		expect(t, "item's line", items[0].SelectionRange.Start.Line, uint32(2))
		var incoming []protocol.CallHierarchyIncomingCall
		e.unmarshal(e.request("callHierarchy/incomingCalls", map[string]any{"item": items[0]}), &incoming)
		expect(t, "incoming", incoming[0].From.Name+", "+incoming[0].From.Detail, "Demo.main, 50% · 50 calls here")
		expect(t, "place", incoming[0].FromRanges[0].Start, protocol.Position{Line: 7, Character: 8})
		var outgoing []protocol.CallHierarchyOutgoingCall
		e.unmarshal(e.request("callHierarchy/outgoingCalls", map[string]any{"item": incoming[0].From}), &outgoing)
		expect(t, "outgoing", outgoing[0].To.Name, "Demo.twice")
		expect(t, "without data", e.request("callHierarchy/outgoingCalls", json.RawMessage(`{"item": {}}`)), "[]")
	})
}

// TestProtocolErrors checks that nothing an editor sends ends the session.
func TestProtocolErrors(t *testing.T) {
	session(t, func(e *editor) {
		_, err := e.try("textDocument/codeLens", textDocument())
		expectError(t, err, jsonrpc2.ServerNotInitialized, "before initialize")
		e.initialize(everything, `{"trusted": true}`)
		_, err = e.try("initialize", json.RawMessage(`{}`))
		expectError(t, err, jsonrpc2.InvalidRequest, "only once")
		_, err = e.try("textDocument/rename", nil)
		expectError(t, err, jsonrpc2.MethodNotFound, "does not handle textDocument/rename")
		_, err = e.try("textDocument/hover", json.RawMessage(`{"position": "here"}`))
		expectError(t, err, jsonrpc2.InvalidParams, "cannot read the parameters")
		e.notify("$/setTrace", json.RawMessage(`{}`))
		e.notify("textDocument/didSave", json.RawMessage(`{"textDocument": {"uri": "untitled:1"}}`))
		e.notify("textDocument/didOpen", json.RawMessage(`{"textDocument": {"uri": "%%%", "text": "x"}}`))
		e.notify("textDocument/didChange", json.RawMessage(`{"textDocument": {"uri": "file:///work/closed.java"}}`))
		e.notify("textDocument/didSave", json.RawMessage(`{"textDocument": {"uri": "file:///work/notes.txt"}}`))
		expect(t, "unknown document", e.request("textDocument/codeLens", json.RawMessage(`{"textDocument": {"uri": "untitled:1"}}`)), "[]")
		expect(t, "unknown document", e.request("textDocument/inlayHint", json.RawMessage(`{}`)), "[]")
	})
}

func TestRequestPanicIsReported(t *testing.T) {
	s := &server{
		log: discard(), queue: newQueue(), phase: serving, lifetime: t.Context(),
		connection: jsonrpc2.NewConn(newStream(strings.NewReader(""), io.Discard)),
		handlers:   map[string]handler{"boom": func(context.Context, json.RawMessage) (any, error) { panic("ouch") }},
	}
	request, err := jsonrpc2.NewCall(jsonrpc2.NewNumberID(1), "boom", nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.handle(&message{ctx: t.Context(), request: request})
	expectError(t, err, jsonrpc2.InternalError, "internal error in boom: ouch")
}

func TestCancelledRequest(t *testing.T) {
	s := &server{log: discard(), queue: newQueue(), phase: serving}
	s.handlers = map[string]handler{"slow": func(ctx context.Context, _ json.RawMessage) (any, error) { return nil, ctx.Err() }}
	request, err := jsonrpc2.NewCall(jsonrpc2.NewStringID("x"), "slow", nil)
	if err != nil {
		t.Fatal(err)
	}
	cancellation, err := jsonrpc2.NewNotification("$/cancelRequest", map[string]string{"id": "x"})
	if err != nil {
		t.Fatal(err)
	}
	var answer error
	reply := func(_ context.Context, _ any, err error) error { answer = err; return nil }
	for _, r := range []jsonrpc2.Request{request, cancellation} {
		if err := s.receive(t.Context(), reply, r); err != nil {
			t.Fatal(err)
		}
	}
	s.queue.close()
	s.dispatch()
	expectError(t, answer, protocol.CodeRequestCancelled, "cancelled")
}

func TestStream(t *testing.T) {
	var out strings.Builder
	in := "Content-Type: x\r\ncontent-length: 3\r\n\r\n{]}" +
		"Content-Length: 40\r\n\r\n" + `{"jsonrpc":"2.0","method":"exit","id":7}` +
		"Content-Length: 33\r\n\r\n" + `{"jsonrpc":"2.0","method":"exit"}` + "Content-Length: 5"
	s := newStream(strings.NewReader(in), &out)
	for range 2 {
		if _, _, err := s.Read(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := s.Read(t.Context()); !errors.Is(err, io.EOF) {
		t.Errorf("behind exit: %v", err)
	}
	if !strings.Contains(out.String(), `"id":null`) || !strings.Contains(out.String(), "-32700") {
		t.Errorf("answer to what is not JSON: %s", out.String())
	}
}
