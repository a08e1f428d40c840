package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/sourcegraph/conc"

	"hotlens/vm/oracle"
)

// This file plays an editor that does everything wrong, with the real server, compiler and workers. Whatever it sends is answered, the
// server that has begun the session ends it, and shows at any time what it would show a quiet editor.

// roughPatience ends the test where something hangs.
const roughPatience = 3 * time.Minute

// roughEditor is the editor's end.
type roughEditor struct {
	t      *testing.T
	server *exec.Cmd
	file   string
	in     io.WriteCloser

	mutex   sync.Mutex
	changed *sync.Cond // when anything came
	lastID  int
	answers map[int]roughMessage
	runs    []roughRun
	refused int // messages that were answered without a number
	ended   error
	reading conc.WaitGroup
}

type roughMessage struct {
	ID     *int            `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

type roughRun struct {
	Generation int    `json:"generation"`
	Status     string `json:"status"`
	Message    string `json:"message"`
}

// startRoughly opens a session on a copy of the demo.
func startRoughly(t *testing.T) *roughEditor {
	t.Helper()
	tools := oracle.FindTools(t)
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(folder, os.DirFS("../../editors/demo")); err != nil {
		t.Fatal(err)
	}
	e := &roughEditor{t: t, file: filepath.Join(folder, "src/shop/Main.java"), answers: map[int]roughMessage{}}
	e.changed = sync.NewCond(&e.mutex)
	e.server = exec.CommandContext(t.Context(), tools.Hotlens, "lsp")
	e.server.Env = append(os.Environ(), "XDG_CACHE_HOME="+t.TempDir())
	e.server.Stderr = os.Stderr
	out, err := e.server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if e.in, err = e.server.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := e.server.Start(); err != nil {
		t.Fatal(err)
	}
	e.reading.Go(func() { e.read(bufio.NewReader(out)) })
	t.Cleanup(func() {
		_ = e.server.Process.Kill() // an error means that it has ended as it should have
		e.reading.Wait()
	})
	root := (&url.URL{Scheme: "file", Path: folder}).String()
	e.await(e.send("initialize", map[string]any{
		"processId": os.Getpid(), "rootUri": root, "initializationOptions": map[string]any{"trusted": true, "jdk": oracle.JDKHome(t), "timeout": "1m", "maxBytecodes": 0},
		"capabilities": map[string]any{"experimental": map[string]any{"hotlens": true}, "workspace": map[string]any{"codeLens": map[string]any{"refreshSupport": true}}},
	}))
	e.tell("initialized", map[string]any{})
	return e
}

// read takes down what the server says, and answers what it asks.
func (e *roughEditor) read(out *bufio.Reader) {
	for {
		m, err := readRoughly(out)
		e.mutex.Lock()
		switch {
		case err != nil:
			e.ended = err
		case m.Method == "hotlens/runFinished":
			var run roughRun
			if err = json.Unmarshal(m.Params, &run); err == nil {
				e.runs = append(e.runs, run)
			}
		case m.Method == "" && m.ID == nil:
			e.refused++
		case m.Method == "":
			e.answers[*m.ID] = m
		}
		e.changed.Broadcast()
		e.mutex.Unlock()
		if err != nil {
			return
		}
		if m.Method != "" && m.ID != nil {
			e.raw(framed(map[string]any{"jsonrpc": "2.0", "id": *m.ID, "result": nil}))
		}
	}
}

func readRoughly(out *bufio.Reader) (m roughMessage, err error) {
	length := 0
	for {
		line, err := out.ReadString('\n')
		if err != nil {
			return m, err
		}
		if line = strings.TrimSpace(line); line == "" {
			break
		}
		if value, ok := strings.CutPrefix(line, "Content-Length: "); ok {
			if length, err = strconv.Atoi(value); err != nil {
				return m, err
			}
		}
	}
	content := make([]byte, length)
	if _, err := io.ReadFull(out, content); err != nil {
		return m, err
	}
	return m, json.Unmarshal(content, &m)
}

func framed(message any) string {
	content, err := json.Marshal(message)
	if err != nil {
		panic(err) // of what stands in this file
	}
	return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(content), content)
}

// raw writes what may be no message. That the server is gone shows when it is waited for.
func (e *roughEditor) raw(text string) { _, _ = io.WriteString(e.in, text) }

func (e *roughEditor) tell(method string, params any) {
	e.raw(framed(map[string]any{"jsonrpc": "2.0", "method": method, "params": params}))
}

// send asks, and does not wait.
func (e *roughEditor) send(method string, params any) int {
	e.mutex.Lock()
	e.lastID++
	id := e.lastID
	e.mutex.Unlock()
	e.raw(framed(map[string]any{"jsonrpc": "2.0", "id": id, "method": method, "params": params}))
	return id
}

// until waits until something holds, which is asked with the mutex held.
func (e *roughEditor) until(what string, holds func() bool) {
	e.t.Helper()
	late := false
	timer := time.AfterFunc(roughPatience, func() {
		e.mutex.Lock()
		defer e.mutex.Unlock()
		late = true
		e.changed.Broadcast()
	})
	defer timer.Stop()
	e.mutex.Lock()
	defer e.mutex.Unlock()
	for !holds() {
		if e.ended != nil {
			e.t.Fatalf("the server has ended (%v) before %s", e.ended, what)
		}
		if late {
			e.t.Fatalf("waited in vain for %s; the runs: %+v", what, e.runs)
		}
		e.changed.Wait()
	}
}

// await is the answer to a question.
func (e *roughEditor) await(id int) roughMessage {
	e.t.Helper()
	e.until(fmt.Sprintf("the answer to question %d", id), func() bool { _, there := e.answers[id]; return there })
	e.mutex.Lock()
	defer e.mutex.Unlock()
	return e.answers[id]
}

// finished waits for the end of a run that was not known before, with a status.
func (e *roughEditor) finished(known int, status string) {
	e.t.Helper()
	e.until("a run that ends with "+status, func() bool {
		return slices.ContainsFunc(e.runs[known:], func(r roughRun) bool { return r.Status == status })
	})
}

func (e *roughEditor) known() int {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	return len(e.runs)
}

func (e *roughEditor) document() map[string]any {
	return map[string]any{"uri": (&url.URL{Scheme: "file", Path: e.file}).String()}
}

// saved has the file hold a text, and says so.
func (e *roughEditor) saved(text string) {
	e.t.Helper()
	e.tell("textDocument/didChange", map[string]any{"textDocument": e.document(), "contentChanges": []any{map[string]any{"text": text}}})
	if err := os.WriteFile(e.file, []byte(text), 0o600); err != nil {
		e.t.Fatal(err)
	}
	e.tell("textDocument/didSave", map[string]any{"textDocument": e.document()})
}

// lenses are the titles of the lenses, less what tells of changes.
func (e *roughEditor) lenses() (titles []string) {
	e.t.Helper()
	var lenses []struct {
		Command struct {
			Title string `json:"title"`
		} `json:"command"`
	}
	answer := e.await(e.send("textDocument/codeLens", map[string]any{"textDocument": e.document()}))
	if err := json.Unmarshal(answer.Result, &lenses); err != nil {
		e.t.Fatalf("lenses: %v; %+v", err, answer.Error)
	}
	for _, l := range lenses {
		title, _, _ := strings.Cut(l.Command.Title, " · ▲")
		title, _, _ = strings.Cut(title, " · ▼")
		titles = append(titles, title)
	}
	return titles
}

// children are the server's processes whose command lines have a word.
func (e *roughEditor) children(word string) (pids []int) {
	var below func(pid int)
	below = func(pid int) {
		lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid)) // the pattern is a good one
		for _, list := range lists {
			content, _ := os.ReadFile(list) // what has ended has none
			for _, field := range strings.Fields(string(content)) {
				child, err := strconv.Atoi(field)
				if err != nil {
					continue
				}
				line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", child))
				if slices.Contains(strings.FieldsFunc(string(line), func(r rune) bool { return r == 0 || r == '/' }), word) {
					pids = append(pids, child)
				}
				below(child)
			}
		}
	}
	below(e.server.Process.Pid)
	return pids
}

// kill kills those, and tells how many there were.
func (e *roughEditor) kill(word string) int {
	e.t.Helper()
	pids := e.children(word)
	for _, pid := range pids {
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil && !errors.Is(err, syscall.ESRCH) {
			e.t.Fatal(err)
		}
	}
	return len(pids)
}

// TestRoughSession goes through one session.
func TestRoughSession(t *testing.T) {
	if testing.Short() {
		t.Skip("make test-all plays it: the server's own tests have most of it, without processes")
	}
	e := startRoughly(t)
	content, err := os.ReadFile(e.file)
	if err != nil {
		t.Fatal(err)
	}
	text := string(content)
	e.tell("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": e.document()["uri"], "languageId": "java", "version": 1, "text": text}})
	run := func(text, status string) {
		t.Helper()
		known := e.known()
		e.saved(text)
		e.finished(known, status)
	}
	run(text, "ok")
	want := e.lenses()
	if len(want) < 3 {
		t.Fatalf("the lenses are %q", want)
	}
	asBefore := func(what string) {
		t.Helper()
		if diff := cmp.Diff(want, e.lenses()); diff != "" {
			t.Errorf("after %s the lenses are others (-before +after):\n%s", what, diff)
		}
	}
	statement := func(statement string) string {
		return strings.Replace(text, "        System.out.print(report.text());", "        System.out.print(report.text()); "+statement, 1)
	}

	for _, garbage := range []string{
		framed("no object"), framed(nil), framed([]int{1}), framed(map[string]any{"jsonrpc": "1.0", "method": 7}), "Content-Length: 5\r\n\r\n{]}[{",
		"Content-Length: -9\r\n\r\n", "Content-Length: 3\r\n\r\n" + `{"jsonrpc":"2.0","id":1}`, "\x00\x01\xff\r\n\r\n", framed(strings.Repeat("[", 1<<20)),
		framed(map[string]any{"jsonrpc": "2.0", "id": 1_000_000, "result": "nobody has asked"}), framed(map[string]any{"jsonrpc": "2.0", "method": "$/cancelRequest", "params": "all"}),
		framed(map[string]any{"jsonrpc": "2.0", "method": "textDocument/didChange", "params": []int{1}}), framed(map[string]any{"jsonrpc": "2.0", "method": "window/workDoneProgress/cancel", "params": nil}),
	} {
		e.raw(garbage)
		asBefore(fmt.Sprintf("%.60q", garbage))
	}

	// Places that no text has, of all that is asked about places, and commands without sense.
	const beyond = 1<<31 - 1
	var asked []int
	for _, place := range []map[string]any{{"line": 0, "character": beyond}, {"line": beyond, "character": 0}, {"line": beyond, "character": beyond}, {"line": -1, "character": -1}, {"line": "1"}} {
		at := map[string]any{"textDocument": e.document(), "position": place}
		within := map[string]any{"textDocument": e.document(), "range": map[string]any{"start": place, "end": map[string]any{"line": 0, "character": 0}}, "context": map[string]any{"diagnostics": []any{}}}
		item := map[string]any{"item": map[string]any{"name": "x", "kind": 6, "uri": "file:///nowhere", "range": within["range"], "selectionRange": within["range"], "data": place}}
		asked = append(asked, e.send("textDocument/hover", at), e.send("textDocument/prepareCallHierarchy", at), e.send("textDocument/inlayHint", within),
			e.send("textDocument/codeAction", within), e.send("callHierarchy/incomingCalls", item), e.send("callHierarchy/outgoingCalls", item))
		for _, command := range []string{"hottest", "contexts", "baseline", "export", "root", "tree", "callGraph", "view", "output", "history", "values", "nothing"} {
			asked = append(asked, e.send("workspace/executeCommand", map[string]any{"command": "hotlens." + command, "arguments": []any{e.document()["uri"], place, []any{}, "x"}}))
		}
	}
	for _, id := range asked {
		e.await(id)
	}
	run(statement(""), "unchanged") // baselines may have been set: from here on it is compared with nothing
	asBefore("places that there are not")

	// Edits that the text does not have the room for, and questions between them that nobody waits for, or takes back.
	random := rand.New(rand.NewPCG(14, 14))
	asked = nil
	for i := range 300 {
		end := map[string]any{"line": random.IntN(60), "character": random.IntN(200)}
		start := map[string]any{"line": random.IntN(60), "character": random.IntN(200)}
		e.tell("textDocument/didChange", map[string]any{"textDocument": e.document(), "contentChanges": []any{map[string]any{
			"range": map[string]any{"start": start, "end": end}, "text": []string{"", "{", "\"", "/*", "é😀", "\r\n", "void m() {"}[random.IntN(7)]}}})
		method := []string{"textDocument/codeLens", "textDocument/inlayHint", "textDocument/hover"}[i%3]
		id := e.send(method, map[string]any{"textDocument": e.document(), "position": start, "range": map[string]any{"start": start, "end": end}})
		if i%2 == 0 {
			e.tell("$/cancelRequest", map[string]any{"id": id})
		}
		asked = append(asked, id)
	}
	for _, id := range asked {
		if m := e.await(id); m.Error != nil && m.Error.Code != -32800 {
			t.Errorf("question %d: %+v", id, *m.Error)
		}
	}
	run(statement(" "), "unchanged")
	asBefore("edits between questions")

	// Many saves at once: the last one counts.
	known := e.known()
	for i := range 40 {
		e.saved(statement(fmt.Sprintf("System.out.hashCode(); // %d", i)))
	}
	e.saved(statement("if (args.length > 5) return;"))
	e.finished(known, "ok")
	run(text, "ok")
	asBefore("many saves")

	// Processes that die: the worker of a run, one that waits, and the compiler, idle and at work.
	known = e.known()
	e.saved(statement("for (;;) Thread.yield();"))
	e.until("a worker", func() bool { return len(e.children("worker")) > 0 })
	for e.known() == known {
		e.kill("worker") // one that waits perhaps: then another one runs
		e.until("a worker or the end of the run", func() bool { return len(e.runs) > known || len(e.children("worker")) > 0 })
	}
	run(text, "unchanged") // nothing but that run has been lost
	asBefore("a worker that was killed")
	if e.kill("compiler") == 0 {
		t.Error("there is no compiler to kill")
	}
	run(statement("if (args.length > 6) return;"), "ok")
	known = e.known()
	e.saved(statement("if (args.length > 7) return;"))
	if e.kill("compiler") == 0 {
		t.Error("there is no compiler to kill")
	}
	e.until("the end of that run", func() bool { return len(e.runs) > known })
	run(statement("if (args.length > 8) return;"), "ok")
	run(text, "ok")
	asBefore("processes that died")

	// A file that goes, and comes back.
	if err := os.Remove(e.file); err != nil {
		t.Fatal(err)
	}
	known = e.known()
	e.tell("textDocument/didSave", map[string]any{"textDocument": e.document()})
	e.until("the end of that run", func() bool { return len(e.runs) > known })
	e.tell("textDocument/didClose", map[string]any{"textDocument": e.document()})
	e.tell("textDocument/didClose", map[string]any{"textDocument": e.document()})
	e.tell("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": e.document()["uri"], "languageId": "java", "version": 1, "text": text}})
	run(statement("if (args.length > 9) return;"), "ok")
	run(text, "ok")
	asBefore("the file was gone")

	e.await(e.send("shutdown", nil))
	e.tell("exit", nil)
	e.reading.Wait()
	if err := e.server.Wait(); err != nil {
		t.Errorf("the server has ended with %v", err)
	}
	if left := slices.Collect(maps.Keys(e.answers)); len(left) != e.lastID {
		t.Errorf("%d of %d questions were answered", len(left), e.lastID)
	}
	if e.refused == 0 {
		t.Error("garbage was not answered")
	}
}
