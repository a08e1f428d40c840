package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sourcegraph/conc"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"hotlens/annotations/javatext"
	"hotlens/engine"
	"hotlens/engine/project"
	"hotlens/profiles"
	"hotlens/profiles/sources"
)

// editor is a client in the same process. It runs in a bubble of synctest: time
// is fake and stands still while anything can still happen, so that nothing in
// these tests depends on the machine's speed, and a goroutine that the server
// leaves behind fails the test.
type editor struct {
	t      *testing.T
	conn   jsonrpc2.Conn
	engine *fakeEngine
	past   History // nil for none; set before the session begins
	served error   // what Serve returned
	ended  chan struct{}
	hangUp func() // closes the pipe to the server

	mu            sync.Mutex
	received      []string // notifications and requests of the server, "method params"
	configuration string   // answers workspace/configuration
	hold          bool     // workspace/configuration is answered by held
	held          func() error
	version       int32
}

// everything are the capabilities of an editor that supports all that the
// server can use.
const everything = `{"workspace": {"configuration": true, "didChangeConfiguration": {"dynamicRegistration": true},
	"codeLens": {"refreshSupport": true}, "inlayHint": {"refreshSupport": true}},
	"window": {"workDoneProgress": true}, "experimental": {"hotlens": true}}`

const demoPath = "/work/Demo.java"

var demoURI = uri.File(demoPath)

// session runs a test in a bubble, with an editor that is connected but has not
// said initialize yet. Afterwards the session must have ended or end by itself.
func session(t *testing.T, test func(e *editor)) {
	t.Helper()
	sessionWith(t, nil, test)
}

// sessionWith is session with a history of past runs.
func sessionWith(t *testing.T, past History, test func(e *editor)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		toServer, fromEditor := io.Pipe()
		toEditor, fromServer := io.Pipe()
		e := &editor{t: t, engine: &fakeEngine{}, past: past, ended: make(chan struct{}), configuration: "null"}
		e.conn = jsonrpc2.NewConn(jsonrpc2.NewStream(duplex{toEditor, fromEditor}))
		e.hangUp = func() { fromEditor.Close() }
		var serving conc.WaitGroup
		serving.Go(func() {
			defer close(e.ended)
			e.served = Serve(t.Context(), toServer, fromServer, e.engine, e.past, nil)
			fromServer.Close()
		})
		e.conn.Go(t.Context(), e.receive)
		test(e)
		e.hangUp()
		serving.Wait()
		if !e.engine.closed {
			t.Error("the engine was not closed")
		}
	})
}

type duplex struct {
	io.ReadCloser
	io.WriteCloser
}

func (d duplex) Close() error {
	d.WriteCloser.Close()
	return d.ReadCloser.Close()
}

// receive records what the server sends and answers its requests.
func (e *editor) receive(ctx context.Context, reply jsonrpc2.Replier, request jsonrpc2.Request) error {
	e.mu.Lock()
	e.received = append(e.received, fmt.Sprintf("%s %s", request.Method(), request.Params()))
	configuration := json.RawMessage("[" + e.configuration + "]")
	e.mu.Unlock()
	if request.Method() == protocol.MethodWorkspaceConfiguration {
		if e.hold {
			e.held = func() error { return reply(ctx, configuration, nil) }
			return nil
		}
		return reply(ctx, configuration, nil)
	}
	return reply(ctx, nil, nil)
}

// settle waits until nothing happens any more without time passing, then lets
// the coalescing window pass and waits again.
func (e *editor) settle() {
	synctest.Wait()
	time.Sleep(2 * coalescing) // of the bubble's time
	synctest.Wait()
}

// idle lets so much time pass that everything has run that follows a save.
func (e *editor) idle() {
	for range 10 {
		time.Sleep(idleAfter)
		synctest.Wait()
	}
}

func (e *editor) initialize(capabilities, options string) {
	e.t.Helper()
	e.initializeIn("/work", capabilities, options)
}

// initializeIn is initialize for a workspace in a folder.
func (e *editor) initializeIn(folder, capabilities, options string) {
	e.t.Helper()
	params := fmt.Sprintf(`{"processId": null, "rootUri": %q, "capabilities": %s, "initializationOptions": %s}`, uri.File(folder), capabilities, options)
	e.request("initialize", json.RawMessage(params))
	e.notify("initialized", struct{}{})
	e.settle()
}

// request asks the server and returns its answer as JSON.
func (e *editor) request(method string, params any) string {
	e.t.Helper()
	answer, err := e.try(method, params)
	if err != nil {
		e.t.Fatalf("%s: %v", method, err)
	}
	return answer
}

func (e *editor) try(method string, params any) (string, error) {
	var answer json.RawMessage
	_, err := e.conn.Call(e.t.Context(), method, params, &answer)
	return string(answer), err
}

func (e *editor) notify(method string, params any) {
	e.t.Helper()
	if err := e.conn.Notify(e.t.Context(), method, params); err != nil {
		e.t.Fatalf("%s: %v", method, err)
	}
}

func (e *editor) open(text string) {
	e.t.Helper()
	e.version = 1
	e.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": demoURI, "languageId": "java", "version": e.version, "text": text,
	}})
	synctest.Wait()
}

// edit replaces the range of a line.
func (e *editor) edit(line, from, to uint32, text string) {
	e.t.Helper()
	e.version++
	e.notify("textDocument/didChange", map[string]any{
		"textDocument": map[string]any{"uri": demoURI, "version": e.version},
		"contentChanges": []any{map[string]any{"text": text, "range": protocol.Range{
			Start: protocol.Position{Line: line, Character: from}, End: protocol.Position{Line: line, Character: to},
		}}},
	})
	synctest.Wait()
}

func (e *editor) save() {
	e.t.Helper()
	e.notify("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": demoURI}})
}

func (e *editor) lenses() []string {
	e.t.Helper()
	var lenses []protocol.CodeLens
	e.unmarshal(e.request("textDocument/codeLens", textDocument()), &lenses)
	var shown []string
	for _, l := range lenses {
		shown = append(shown, fmt.Sprintf("%d: %s", l.Range.Start.Line+1, l.Command.Title))
	}
	return shown
}

func (e *editor) hints() []string {
	e.t.Helper()
	var shown []string
	for _, h := range e.allHints() {
		shown = append(shown, fmt.Sprintf("%d:%d %s", h.Position.Line+1, h.Position.Character+1, h.Label))
	}
	return shown
}

func (e *editor) command(name string, arguments ...any) (string, error) {
	return e.try("workspace/executeCommand", map[string]any{"command": name, "arguments": arguments})
}

func (e *editor) unmarshal(answer string, target any) {
	e.t.Helper()
	if err := json.Unmarshal([]byte(answer), target); err != nil {
		e.t.Fatalf("%s: %v", answer, err)
	}
}

func textDocument() any {
	return map[string]any{"textDocument": map[string]any{"uri": demoURI}}
}

func position(line, character int) any {
	return map[string]any{"textDocument": map[string]any{"uri": demoURI}, "position": map[string]any{"line": line, "character": character}}
}

// seen returns and forgets what the server has sent with that method.
func (e *editor) seen(method string) []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	var seen, rest []string
	for _, message := range e.received {
		if params, found := strings.CutPrefix(message, method+" "); found {
			seen = append(seen, params)
		} else {
			rest = append(rest, message)
		}
	}
	e.received = rest
	return seen
}

// fakeEngine answers with the results that a test gives it, in their order, and
// with the last one again and again.
type fakeEngine struct {
	mu       sync.Mutex
	requests []engine.Request
	places   []string     // of the calls that were to be observed
	watch    engine.Watch // of the newest request
	prepared []string     // files
	answers  []func(ctx context.Context, progress func(string)) (*engine.Result, error)
	running  int
	closed   bool
	commit   string   // of Head, "" for no repository
	built    []string // the commits that ProfileAt was asked for
	overlaps bool     // two runs were under way at the same time
	followed []string // files

	candidates engine.Candidates
	unable     map[string]string // by set
	said       []project.EditorKnowledge
	changed    func(paths []string)
}

// Profile answers requests that no newer one has replaced.
func (f *fakeEngine) Profile(ctx context.Context, request engine.Request, progress func(string)) (*engine.Result, error) {
	if request.Settled != nil {
		select {
		case <-request.Settled:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		request.Settled = nil
	}
	f.mu.Lock()
	plain := request
	plain.Values, plain.Watch = nil, engine.Watch{} // functions cannot be compared
	f.requests = append(f.requests, plain)
	f.running++
	f.overlaps = f.overlaps || f.running > 1
	answer := f.answers[0]
	if len(f.answers) > 1 {
		f.answers = f.answers[1:]
	}
	f.watch = request.Watch
	f.mu.Unlock()
	defer func() {
		f.mu.Lock()
		f.running--
		f.mu.Unlock()
	}()
	result, err := answer(ctx, progress)
	if request.Values != nil && err == nil && result.Index != nil {
		places, refused := request.Values(result.Index)
		if refused != nil {
			return &engine.Result{Status: engine.StatusNoTarget, Message: refused.Error(), Index: result.Index}, nil
		}
		f.mu.Lock()
		f.places = places
		f.mu.Unlock()
	}
	return result, err
}

// Head answers with the commit that a test has set.
func (f *fakeEngine) Head(context.Context, string) (string, error) {
	if f.commit == "" {
		return "", errors.New("not a git repository")
	}
	return f.commit, nil
}

// ProfileAt answers as Profile does, and notes down the commit.
func (f *fakeEngine) ProfileAt(ctx context.Context, commit string, request engine.Request, progress func(string)) (*engine.Result, error) {
	f.mu.Lock()
	f.built = append(f.built, commit)
	f.mu.Unlock()
	return f.Profile(ctx, request, progress)
}

func (f *fakeEngine) Prepare(_ context.Context, request engine.Request) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.prepared = append(f.prepared, request.File)
	return nil
}

func (f *fakeEngine) Candidates(context.Context, engine.Request) (*engine.Candidates, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return &engine.Candidates{Mains: slices.Clone(f.candidates.Mains), Tests: slices.Clone(f.candidates.Tests)}, nil
}

func (f *fakeEngine) Unable(_ context.Context, _ engine.Request, set string) (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.unable[set], nil
}

func (f *fakeEngine) Follow(files []string, changed func(paths []string)) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.followed, f.changed = files, changed
	return nil
}

func (f *fakeEngine) SetEditor(said project.EditorKnowledge) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.said = append(f.said, said)
}

func (f *fakeEngine) Close() error {
	f.closed = true
	return nil
}

func (f *fakeEngine) seen() []engine.Request {
	f.mu.Lock()
	defer f.mu.Unlock()
	requests := f.requests
	f.requests = nil
	return requests
}

// answer adds results to what the engine will say.
func (f *fakeEngine) answer(results ...*engine.Result) {
	for _, result := range results {
		f.answers = append(f.answers, func(_ context.Context, progress func(string)) (*engine.Result, error) {
			progress("compiling")
			progress("running")
			return result, nil
		})
	}
}

// answerNever adds a run that lasts until it is cancelled.
func (f *fakeEngine) answerNever() {
	f.answers = append(f.answers, func(ctx context.Context, _ func(string)) (*engine.Result, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	})
}

const demoText = `class Demo {
    static int twice(int n) {
        return n + n;
    }

    public static void main(String[] args) {
        twice(21);
    }
}
`

// profiled is the result of a run of demoText in which twice was called so often.
func profiled(text string, calls uint64) *engine.Result {
	at := func(snippet string) sources.Range {
		t := javatext.NewText(text)
		offset := strings.Index(text, snippet)
		return sources.Range{Start: t.Position(offset), End: t.Position(offset + len(snippet))}
	}
	main, twice := "([Ljava/lang/String;)V", "(I)I"
	return &engine.Result{
		Status:      engine.StatusOK,
		Message:     "profiled Demo",
		ClassesHash: "classes of " + sources.HashText(text),
		Profile: &profiles.Profile{
			Schema: profiles.Schema, Complete: true, Target: profiles.Target{Main: "Demo"},
			Totals: profiles.Totals{Calls: 1 + calls, Bytecodes: 50 + calls, Contexts: 2},
			Methods: []profiles.Method{
				{ID: 0, Class: "Demo", Name: "main", Descriptor: main},
				{ID: 1, Class: "Demo", Name: "twice", Descriptor: twice},
			},
			Contexts: []profiles.Context{
				{ID: 0, Parent: -1, Method: 0, BCI: -1, Calls: 1, Bytecodes: 50},
				{ID: 1, Parent: 0, Method: 1, BCI: 2, Calls: calls, Bytecodes: calls},
			},
			Edges: []profiles.Edge{{Caller: 0, BCI: 2, Callee: 1, Kind: profiles.EdgeStatic, Calls: calls}},
		},
		Index: &sources.Index{Files: []sources.File{{
			Path: demoPath, Hash: sources.HashText(text),
			Methods: []sources.Method{
				{Class: "Demo", Name: "twice", Descriptor: twice, NameRange: at("twice"), Range: at("static int twice(int n)")},
				{Class: "Demo", Name: "main", Descriptor: main, NameRange: at("main"), Range: at("public static void main(String[] args)"),
					Calls: []sources.Call{{Range: at("twice(21)"), NameRange: atName(at("twice(21)")), Name: "twice", BCI: 2}}},
			},
		}}},
	}
}

// atName cuts the range of a call of twice down to its name.
func atName(r sources.Range) sources.Range {
	r.End.Character = r.Start.Character + len("twice")
	return r
}

func discard() *slog.Logger { return slog.New(slog.DiscardHandler) }
