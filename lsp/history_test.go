package lsp

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hotlens/engine"
	"hotlens/engine/history"
	"hotlens/profiles"
)

// listed are the titles of the runs that hotlens.history lists, without their times.
func (e *editor) listed() (titles []string, ids []uint64) {
	e.t.Helper()
	answer, err := e.command("hotlens.history", demoURI)
	if err != nil {
		e.t.Fatal(err)
	}
	var list struct{ Runs []pastRun }
	e.unmarshal(answer, &list)
	for _, r := range list.Runs {
		titles, ids = append(titles, r.Title[len("2006-01-02 15:04:05 · "):]), append(ids, r.ID)
	}
	for i, r := range list.Runs { // all are of one program
		var before *uint64
		for j := range list.Runs[i+1:] {
			if other := &list.Runs[i+1+j]; other.Built == r.Built {
				before = &other.ID
				break
			}
		}
		expect(e.t, "the run before "+r.Title, r.Before, before)
	}
	return titles, ids
}

// TestHistory runs a program in a session, and looks at what later ones make of it: the last result of a file whose text is the same is there at
// once and says of when it is, without a run; runs are listed, compared, restored as a baseline and cleared.
func TestHistory(t *testing.T) {
	past := history.In(t.TempDir())
	edited := strings.Replace(demoText, "n + n", "2 * n", 1)
	sessionWith(t, past, func(e *editor) {
		e.initialize(everything, `{"trusted": true}`)
		e.engine.commit = strings.Repeat("1a2b3c4d", 5)
		e.open(demoText)
		expect(t, "before the first run", e.lenses(), []string{"6: ▶ Profile"})
		e.engine.answer(profiled(demoText, 50), profiled(edited, 75))
		e.save()
		e.settle()
		e.edit(2, 15, 20, "2 * n")
		e.save()
		e.settle()
		titles, _ := e.listed()
		expect(t, "runs", titles, []string{"Demo · 76 calls · at 1a2b3c4", "Demo · 51 calls · at 1a2b3c4"})
	})

	sessionWith(t, past, func(e *editor) {
		e.initialize(everything, `{}`)
		e.open(demoText)
		e.settle()
		expect(t, "not trusted", len(e.lenses()), 1)
		e.notify("workspace/didChangeConfiguration", json.RawMessage(`{"settings": {"hotlens": {"trusted": true}}}`))
		e.settle()
		expect(t, "the run of that text, which is not the last", e.lenses(), []string{
			"2: 50 calls · 50% of bytecodes", "6: hotlens: numbers of the run of 2000-01-01 00:00; save to run again", "6: ▶ Profile", "6: 1 call · 100% of bytecodes",
		})
		expect(t, "hints", e.hints(), []string{"7:18 ×50 50%"})
		expect(t, "runs", len(e.engine.seen()), 0)
		if len(e.seen("workspace/codeLens/refresh")) == 0 {
			t.Error("the editor was not told that there are lenses")
		}

		e.engine.answer(profiled(demoText, 100)) // what it calls has changed
		e.save()
		e.settle()
		expect(t, "after a run", e.lenses()[0], "2: 100 calls · 67% of bytecodes · ▲ +100%")
		titles, ids := e.listed()
		expect(t, "runs", titles[0], "Demo · 101 calls")

		answer, err := e.command("hotlens.history", demoURI, map[string]any{"compare": []uint64{ids[2], ids[0]}})
		if err != nil || !strings.Contains(answer, "Demo.twice") || !strings.Contains(answer, "▲ +") {
			t.Errorf("comparing: %s, %v", answer, err)
		}
		answer, _ = e.command("hotlens.history", demoURI, map[string]any{"restore": ids[1]})
		expect(t, "restored", answer, `{"files":["/work/Demo.java"],"title":"run of 2000-01-01 00:00"}`)
		e.settle()
		expect(t, "since the restored run", e.lenses()[0], "2: 100 calls · 67% of bytecodes · ▲ +33%")
		hover := e.request("textDocument/hover", position(1, 16))
		expect(t, "its hover says so", strings.Contains(hover, "▲ +33% since the run of 2000-01-01 00:00"), true)

		_, err = e.command("hotlens.history", demoURI, map[string]any{"compare": []uint64{1}})
		expectError(t, err, -32602, "compares two runs")
		_, err = e.command("hotlens.history", demoURI, map[string]any{"restore": 4711})
		expectError(t, err, requestFailed, "no such run")
		if _, err := e.command("hotlens.history", demoURI, map[string]any{"clear": true}); err != nil {
			t.Error(err)
		}
		titles, _ = e.listed()
		expect(t, "after clearing", len(titles), 0)
	})

	sessionWith(t, past, func(e *editor) {
		e.initialize(everything, `{"trusted": true}`)
		e.open(demoText)
		e.settle()
		expect(t, "nothing comes back", e.lenses(), []string{"6: ▶ Profile"})
	})
}

// TestHistoryOfAnotherText does not show what was run of another text.
func TestHistoryOfAnotherText(t *testing.T) {
	past := history.In(t.TempDir())
	result := profiled(demoText, 50)
	if err := past.Keep(&history.Run{Entry: history.Entry{Workspace: "/work"}, Profile: result.Profile, Index: result.Index}); err != nil {
		t.Fatal(err)
	}
	sessionWith(t, past, func(e *editor) {
		e.initialize(everything, `{"trusted": true}`)
		e.open(strings.Replace(demoText, "n + n", "n * n", 1))
		e.settle()
		expect(t, "lenses", e.lenses(), []string{"6: ▶ Profile"})
	})
	sessionWith(t, past, func(e *editor) {
		e.initialize(everything, `{"trusted": true}`)
		if _, err := e.command("hotlens.clear"); err != nil {
			t.Error(err)
		}
		e.open(demoText)
		e.settle()
		expect(t, "after hotlens.clear", e.lenses(), []string{"6: ▶ Profile"})
	})
}

// TestHistoryThatFails goes on without a history, and says why once.
func TestHistoryThatFails(t *testing.T) {
	folder := t.TempDir()
	past := history.In(filepath.Join(folder, "history"))
	if err := errors.Join(os.Mkdir(filepath.Join(folder, "history"), 0o700), os.WriteFile(past.Path(), []byte("no database"), 0o600)); err != nil {
		t.Fatal(err)
	}
	sessionWith(t, past, func(e *editor) {
		e.initialize(everything, `{"trusted": true}`)
		e.engine.answer(profiled(demoText, 50), profiled(demoText, 75))
		e.open(demoText)
		e.settle()
		if said := e.seen("window/logMessage"); len(said) != 1 || !strings.Contains(said[0], "runs.db.damaged, and a new one begins") {
			t.Errorf("said: %s", said)
		}
		// Now nothing can be written there at all.
		if err := errors.Join(os.RemoveAll(filepath.Join(folder, "history")), os.WriteFile(filepath.Join(folder, "history"), nil, 0o600)); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			e.save()
			e.settle()
		}
		expect(t, "lens", e.lenses()[0], "2: 75 calls · 60% of bytecodes · ▲ +50%")
		if said := e.seen("window/logMessage"); len(said) != 1 || !strings.Contains(said[0], "the folder of the history of runs") {
			t.Errorf("said: %s", said)
		}
	})
	session(t, func(e *editor) {
		e.initialize(everything, `{"trusted": true}`)
		_, err := e.command("hotlens.history")
		expectError(t, err, requestFailed, "no history of runs is kept")
	})
}

// TestHead compares runs with the commit that the workspace stands at: it is built once, kept in the history, built again when it is another,
// and left when a newer run begins.
func TestHead(t *testing.T) {
	past := history.In(t.TempDir())
	first, second, third := strings.Repeat("1a2b3c4d", 5), strings.Repeat("5e6f7a8b", 5), strings.Repeat("9c0d1e2f", 5)
	sessionWith(t, past, func(e *editor) {
		e.initialize(everything, `{"trusted": true}`)
		e.open(demoText)
		_, err := e.command("hotlens.baseline", demoURI, "HEAD")
		expectError(t, err, requestFailed, "not a git repository")
		_, err = e.command("hotlens.baseline", demoURI, "main")
		expectError(t, err, -32602, `not with "main"`)

		e.engine.commit = first
		e.engine.answer(profiled(demoText, 75), profiled(demoText, 50), profiled(demoText, 100), profiled(demoText, 25))
		answer, err := e.command("hotlens.baseline", demoURI, "HEAD") // runs, and then builds HEAD
		expect(t, "baseline", answer, fmt.Sprintf(`{"commit":%q,"generation":1}`, first))
		expect(t, "error", err, nil)
		e.settle()
		expect(t, "against HEAD", e.lenses()[0], "2: 75 calls · 60% of bytecodes · ▲ +50% since HEAD")
		hover := e.request("textDocument/hover", position(1, 16))
		expect(t, "its hover", strings.Contains(hover, "▲ +50% since the commit 1a2b3c4 (HEAD)"), true)
		e.save()
		e.settle()
		expect(t, "the next run", e.lenses()[0], "2: 100 calls · 67% of bytecodes · ▲ +100% since HEAD")
		expect(t, "built", e.engine.built, []string{first})
		same := profiled(demoText, 50)
		same.Outcome = &profiles.Outcome{Main: "Demo"}
		e.engine.answers = nil
		e.engine.answer(same)
		e.save()
		e.settle()
		expect(t, "as HEAD", e.lenses(), []string{"2: 50 calls · 50% of bytecodes", "6: ▶ Profile", "6: exit 0 · no change since HEAD", "6: 1 call · 100% of bytecodes"})

		e.engine.commit = second
		e.engine.answers = nil
		e.engine.answer(profiled(demoText, 100))
		e.engine.answerNever() // builds the commit
		e.save()
		e.settle()
		expect(t, "while the commit is built", e.engine.built, []string{first, second})
		e.engine.mu.Lock()
		e.engine.answers = nil
		e.engine.mu.Unlock()
		e.engine.answer(profiled(demoText, 30), &engine.Result{Status: engine.StatusCompileError, Message: "Demo.java:3: error: ';' expected"})
		e.save()
		e.settle()
		expect(t, "built", e.engine.built, []string{first, second, second})
		expect(t, "a commit that does not compile", e.lenses(), []string{
			"2: 30 calls · 38% of bytecodes · ▼ -70%", "6: hotlens: no comparison with HEAD: it does not compile: Demo.java:3: error: ';' expected", "6: ▶ Profile", "6: 1 call · 100% of bytecodes · ▼ -47%",
		})
		endless := profiled(demoText, 30)
		endless.Status, endless.Message, endless.Profile.Complete = engine.StatusLimit, "stopped after 1,000 bytecodes; give more with --max-bytecodes", false
		e.engine.commit, e.engine.answers = third, nil
		e.engine.answer(profiled(demoText, 30), endless)
		e.save()
		e.settle()
		expect(t, "a commit that runs for ever", e.lenses()[1], "6: hotlens: no comparison with HEAD: its run did not end by itself: stopped after 1,000 bytecodes")
		e.engine.answers = nil
		e.engine.answer(profiled(demoText, 60))
		if _, err := e.command("hotlens.baseline"); err != nil {
			t.Error(err)
		}
		e.save()
		e.settle()
		expect(t, "against the last run again", e.lenses()[0], "2: 60 calls · 55% of bytecodes · ▲ +100%")
		expect(t, "built", len(e.engine.built), 4)
		expect(t, "runs at the same time", e.engine.overlaps, false)
	})

	sessionWith(t, past, func(e *editor) {
		e.initialize(everything, `{"trusted": true}`)
		e.engine.commit = first
		e.engine.answer(profiled(demoText, 25))
		e.open(demoText)
		if _, err := e.command("hotlens.baseline", demoURI, "HEAD"); err != nil {
			t.Error(err)
		}
		e.settle()
		expect(t, "from the history", e.lenses()[0], "2: 25 calls · 33% of bytecodes · ▼ -50% since HEAD")
		expect(t, "built", len(e.engine.built), 0)
		titles, _ := e.listed()
		expect(t, "listed", strings.Contains(strings.Join(titles, "\n"), "Demo · 51 calls · commit 1a2b3c4"), true)
	})
}
