package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sourcegraph/conc"
	"go.lsp.dev/jsonrpc2"

	"hotlens/engine"
)

// answerLimit is how long the server may take for anything. Of what is measured here nothing takes a tenth of it, on a
// machine that does other things as well.
const answerLimit = 2 * time.Minute

// editor is a language server in a process of its own, and the editor's side of the session with it.
type editor struct {
	process  *exec.Cmd
	conn     jsonrpc2.Conn
	heard    heard
	folder   string // the workspace
	finished chan runFinished

	mutex     sync.Mutex
	refreshes int       // of lenses and of hints
	refreshed time.Time // when the last ones were
}

// runFinished is what the notification hotlens/runFinished says. The phases are in microseconds.
type runFinished struct {
	Status  string  `json:"status"`
	Message string  `json:"message"`
	Phases  *phases `json:"phases"`

	refreshed time.Time // when the editor was told to refresh what it shows
}

// phases are the parts of a run that the server tells.
type phases struct {
	Wait    int64 `json:"wait"`
	Compile int64 `json:"compile"`
	Start   int64 `json:"start"`
	Run     int64 `json:"run"`
	Read    int64 `json:"read"`
	Analyse int64 `json:"analyse"`
}

// String tells them in one line, in milliseconds.
func (p *phases) String() string {
	if p == nil {
		return "no parts were told"
	}
	of := func(micros int64) string { return milliseconds(time.Duration(micros) * time.Microsecond) }
	return fmt.Sprintf("wait %s, compile %s, start %s, run %s, read %s, analyse %s", of(p.Wait), of(p.Compile), of(p.Start), of(p.Run), of(p.Read), of(p.Analyse))
}

// openEditor starts a server for a folder, with the settings that it is told at the start.
func openEditor(ctx context.Context, executable, folder string, settings map[string]any) (*editor, error) {
	e := &editor{folder: folder, finished: make(chan runFinished, 1)}
	e.process = command(ctx, []string{executable, "lsp"})
	e.process.Stderr = os.Stderr
	// Runs are kept, as the user's are, but not among those, and the next session finds none.
	kept := filepath.Join(folder, ".history")
	if err := os.RemoveAll(kept); err != nil {
		return nil, fmt.Errorf("removing the history of the session before: %w", err)
	}
	e.process.Env = append(os.Environ(), engine.HistoryVariable+"="+kept)
	stdin, err := e.process.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := e.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := e.process.Start(); err != nil {
		return nil, fmt.Errorf("starting the language server: %w", err)
	}
	e.heard.ReadCloser = stdout
	e.conn = jsonrpc2.NewConn(jsonrpc2.NewStream(pipes{&e.heard, stdin}))
	e.conn.Go(ctx, e.handle)
	root := uriOf(folder)
	err = e.call(ctx, "initialize", map[string]any{
		"processId": os.Getpid(), "rootUri": root, "workspaceFolders": []any{map[string]any{"uri": root, "name": filepath.Base(folder)}},
		"initializationOptions": settings,
		"capabilities": map[string]any{
			"workspace":    map[string]any{"codeLens": map[string]any{"refreshSupport": true}, "inlayHint": map[string]any{"refreshSupport": true}},
			"textDocument": map[string]any{"inlayHint": map[string]any{"resolveSupport": map[string]any{"properties": []string{"tooltip"}}}}, // as VS Code and Neovim do
			"window":       map[string]any{"workDoneProgress": true},
			"experimental": map[string]any{"hotlens": map[string]any{"phases": true}},
		},
	}, nil)
	if err == nil {
		err = e.notify(ctx, "initialized", map[string]any{})
	}
	if err != nil {
		e.kill()
		return nil, err
	}
	return e, nil
}

// heard is what the server says, and knows when it said the last of that.
type heard struct {
	io.ReadCloser
	last atomic.Pointer[time.Time]
}

func (h *heard) Read(buffer []byte) (int, error) {
	n, err := h.ReadCloser.Read(buffer)
	now := time.Now()
	h.last.Store(&now)
	return n, err
}

// pipes are the standard streams of a process, as one.
type pipes struct {
	io.ReadCloser
	io.WriteCloser
}

func (p pipes) Close() error { return errors.Join(p.WriteCloser.Close(), p.ReadCloser.Close()) }

// handle takes what the server says, and answers at once.
func (e *editor) handle(ctx context.Context, reply jsonrpc2.Replier, request jsonrpc2.Request) error {
	switch request.Method() {
	case "workspace/codeLens/refresh", "workspace/inlayHint/refresh":
		e.mutex.Lock()
		defer e.mutex.Unlock()
		if e.refreshes++; e.refreshes%2 == 0 {
			e.refreshed = time.Now()
		}
	case "hotlens/runFinished":
		var finished runFinished
		if err := json.Unmarshal(request.Params(), &finished); err != nil {
			return err
		}
		e.mutex.Lock()
		defer e.mutex.Unlock()
		finished.refreshed = e.refreshed
		select {
		case e.finished <- finished:
		default: // nobody waits for it
		}
	}
	return reply(ctx, nil, nil)
}

func uriOf(path string) string {
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}).String()
}

// call sends a request and waits for its answer.
func (e *editor) call(ctx context.Context, method string, params, result any) error {
	ctx, cancel := context.WithTimeoutCause(ctx, answerLimit, fmt.Errorf("the server has not answered %s for %v", method, answerLimit))
	defer cancel()
	if _, err := e.conn.Call(ctx, method, params, result); err != nil {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return fmt.Errorf("%s: %w", method, err)
	}
	return nil
}

func (e *editor) notify(ctx context.Context, method string, params any) error {
	if err := e.conn.Notify(ctx, method, params); err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	return nil
}

// await waits for something that the server is to say.
func await[T any](ctx context.Context, e *editor, channel chan T, what string) (T, error) {
	timer := time.NewTimer(answerLimit)
	defer timer.Stop()
	var nothing T
	select {
	case value := <-channel:
		return value, nil
	case <-ctx.Done():
		return nothing, ctx.Err()
	case <-e.conn.Done():
		return nothing, fmt.Errorf("the server has ended before %s", what)
	case <-timer.C:
		return nothing, fmt.Errorf("no %s within %v", what, answerLimit)
	}
}

// document is a text that is open in an editor.
type document struct {
	editor  *editor
	path    string
	text    string
	version int
}

func (e *editor) open(ctx context.Context, path string) (*document, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	d := &document{editor: e, path: path, text: string(text), version: 1}
	return d, e.notify(ctx, "textDocument/didOpen", map[string]any{
		"textDocument": map[string]any{"uri": uriOf(path), "languageId": "java", "version": 1, "text": d.text},
	})
}

func (d *document) identifier() map[string]any { return map[string]any{"uri": uriOf(d.path)} }

// edit replaces what stands between two byte offsets, as typing does.
func (d *document) edit(ctx context.Context, start, end int, replacement string) error {
	at := map[string]any{"start": position(d.text, start), "end": position(d.text, end)}
	d.text = d.text[:start] + replacement + d.text[end:]
	d.version++
	return d.editor.notify(ctx, "textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": uriOf(d.path), "version": d.version},
		"contentChanges": []any{map[string]any{"range": at, "text": replacement}},
	})
}

// position is a place in a text as LSP has it, for what stands in front of it in its line in ASCII.
func position(text string, offset int) map[string]any {
	before := text[:offset]
	return map[string]any{"line": strings.Count(before, "\n"), "character": offset - 1 - strings.LastIndexByte(before, '\n')}
}

// saving is how long it took from a save on.
type saving struct {
	refresh  time.Duration // until the editor was asked to refresh what it shows
	answered time.Duration // until it had the lenses and hints
	finished runFinished
}

// save writes the text and says so, and asks for lenses and hints when it is told to.
func (d *document) save(ctx context.Context) (saving, error) {
	e := d.editor
	if err := os.WriteFile(d.path, []byte(d.text), 0o600); err != nil {
		return saving{}, err
	}
	start := time.Now()
	if err := e.notify(ctx, "textDocument/didSave", map[string]any{"textDocument": d.identifier()}); err != nil {
		return saving{}, err
	}
	finished, err := await(ctx, e, e.finished, "hotlens/runFinished") // right after the editor has been told to refresh
	if err != nil {
		return saving{}, err
	}
	err = d.annotations(ctx)
	return saving{finished.refreshed.Sub(start), time.Since(start), finished}, err
}

// annotations asks for lenses and hints at once, as an editor does.
func (d *document) annotations(ctx context.Context) error {
	var lenses, hints error
	var asking conc.WaitGroup
	asking.Go(func() {
		lenses = d.editor.call(ctx, "textDocument/codeLens", map[string]any{"textDocument": d.identifier()}, nil)
	})
	asking.Go(func() {
		whole := map[string]any{"start": position(d.text, 0), "end": position(d.text, len(d.text))}
		hints = d.editor.call(ctx, "textDocument/inlayHint", map[string]any{"textDocument": d.identifier(), "range": whole}, nil)
	})
	asking.Wait()
	return errors.Join(lenses, hints)
}

// close ends the session as an editor does.
func (e *editor) close(ctx context.Context) error {
	err := e.call(ctx, "shutdown", nil, nil)
	if err == nil {
		err = e.notify(ctx, "exit", nil)
	}
	if err != nil {
		e.kill()
		return err
	}
	return e.end()
}

// end waits for the end of the process.
func (e *editor) end() error {
	<-e.conn.Done()
	_ = e.conn.Close() // of pipes that have been closed with the process
	return e.process.Wait()
}

func (e *editor) kill() {
	_ = e.process.Process.Kill() // an error means that it has ended
	_ = e.end()                  // reports the kill
}
