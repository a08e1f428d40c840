package nvim_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"go.lsp.dev/jsonrpc2"
)

// object is a JSON object, as the fake server writes it by hand: it must not
// share types, and so mistakes, with the real one.
type object = map[string]any

// fakeServer is a language server that compiles and runs nothing. It answers
// every request of the contract with a text that tells what it has been told,
// so that a test can see in the editor what went over the wire.
//
// Its handler is called for one message at a time.
type fakeServer struct {
	conn     jsonrpc2.Conn
	settings object // the configuration section "hotlens"
	run      int    // runs so far
	edited   bool   // since the last save
	hidden   bool
	commands []string // executed commands with their files
}

// serveFake serves on the streams until the client says exit or hangs up.
func serveFake(ctx context.Context, stream io.ReadWriteCloser) {
	server := &fakeServer{conn: jsonrpc2.NewConn(jsonrpc2.NewStream(stream))}
	server.conn.Go(ctx, jsonrpc2.AsyncHandler(server.handle))
	<-server.conn.Done()
}

func (s *fakeServer) handle(ctx context.Context, reply jsonrpc2.Replier, request jsonrpc2.Request) error {
	result, err := s.answer(ctx, request)
	return reply(ctx, result, err)
}

// answer returns the result of a request. For a notification it is ignored.
func (s *fakeServer) answer(ctx context.Context, request jsonrpc2.Request) (any, error) {
	var params struct {
		InitializationOptions object
		Settings              struct{ Hotlens object }
		Command               string
		Arguments             []any
	}
	if len(request.Params()) > 0 && string(request.Params()) != "null" {
		if err := json.Unmarshal(request.Params(), &params); err != nil {
			return nil, fmt.Errorf("parameters of %s: %w", request.Method(), err)
		}
	}
	switch request.Method() {
	case "initialize":
		s.settings = params.InitializationOptions
		return object{"capabilities": object{
			"textDocumentSync":       object{"openClose": true, "change": 1, "save": true},
			"codeLensProvider":       object{},
			"inlayHintProvider":      true,
			"hoverProvider":          true,
			"executeCommandProvider": object{"commands": []string{"hotlens.profile", "hotlens.contexts"}},
		}}, nil
	case "workspace/didChangeConfiguration":
		s.settings = params.Settings.Hotlens
		return nil, s.refresh(ctx)
	case "textDocument/didChange":
		s.edited = true
	case "textDocument/didSave":
		s.edited = false
		return nil, s.runProgram(ctx)
	case "textDocument/codeLens":
		return s.lenses(), nil
	case "textDocument/inlayHint":
		return s.hints(), nil
	case "textDocument/hover":
		settings, err := json.Marshal(s.settings)
		return object{"contents": fmt.Sprintf("%s; commands %s", settings, strings.Join(s.commands, ", "))}, err
	case "workspace/executeCommand":
		return s.execute(ctx, params.Command, params.Arguments)
	case "exit":
		return nil, s.conn.Close()
	}
	return nil, nil
}

func (s *fakeServer) execute(ctx context.Context, command string, arguments []any) (any, error) {
	told := command
	for _, argument := range arguments {
		told += " " + path.Base(fmt.Sprint(argument))
	}
	s.commands = append(s.commands, told)
	switch command {
	case "hotlens.profile":
		if !s.trusted() {
			return nil, errors.New("the workspace is not trusted")
		}
		return nil, s.runProgram(ctx)
	case "hotlens.stop":
		return nil, s.finished(ctx, "limit", "The run was stopped.")
	case "hotlens.toggle":
		s.hidden = !s.hidden
		return nil, s.refresh(ctx)
	case "hotlens.hottest":
		return []object{
			{"uri": arguments[0], "range": span(3, 19), "title": "main › println", "calls": 900, "share": 0.5},
			{"uri": arguments[0], "range": span(1, 7), "title": "main › Main", "calls": 100, "share": 0.25},
		}, nil
	case "hotlens.export":
		return object{"path": arguments[len(arguments)-1]}, nil
	case "hotlens.contexts":
		return []object{
			{"path": "Main.main", "calls": 1, "bytecodes": 1234567, "share": 1},
			{"path": "Main.main › Main.print", "calls": 2000, "bytecodes": 100, "share": 0.0625},
		}, nil
	}
	return nil, fmt.Errorf("unknown command %s", command)
}

func (s *fakeServer) trusted() bool {
	return s.settings["trusted"] == true
}

// runProgram pretends to: it counts, refreshes what is shown, and says that it
// has finished.
func (s *fakeServer) runProgram(ctx context.Context) error {
	s.run++
	if err := s.refresh(ctx); err != nil {
		return err
	}
	return s.finished(ctx, "ok", "")
}

func (s *fakeServer) refresh(ctx context.Context) error {
	for _, method := range []string{"workspace/codeLens/refresh", "workspace/inlayHint/refresh"} {
		if _, err := s.conn.Call(ctx, method, nil, nil); err != nil {
			return err
		}
	}
	return nil
}

func (s *fakeServer) finished(ctx context.Context, status, message string) error {
	return s.conn.Notify(ctx, "hotlens/runFinished",
		object{"generation": s.run, "status": status, "wallMillis": 5, "message": message})
}

func (s *fakeServer) lenses() []object {
	title := fmt.Sprintf("run %d", s.run)
	switch {
	case s.hidden:
		return []object{}
	case !s.trusted():
		title = "not trusted"
	case s.run == 0:
		title = "no run yet"
	case s.edited:
		title = "edited since " + title
	}
	return []object{{"range": span(2, 23), "command": object{
		"title":     title,
		"command":   "hotlens.contexts",
		"arguments": []any{"file:///Main.java", "the lens's method"},
	}}}
}

func (s *fakeServer) hints() []object {
	if s.hidden || !s.trusted() || s.run == 0 || s.edited {
		return []object{}
	}
	return []object{{
		"position":    object{"line": 3, "character": 26},
		"label":       fmt.Sprintf("x%d", s.run),
		"paddingLeft": true,
	}}
}

// span is the range of one character, by line and column from 0.
func span(line, character int) object {
	return object{
		"start": object{"line": line, "character": character},
		"end":   object{"line": line, "character": character + 1},
	}
}
