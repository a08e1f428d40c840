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
			"codeActionProvider":     true,
			"executeCommandProvider": object{"commands": []string{"hotlens.profile", "hotlens.contexts"}},
		}}, nil
	case "workspace/didChangeConfiguration":
		s.settings = params.Settings.Hotlens
		return nil, s.refresh(ctx)
	case "textDocument/didOpen":
		s.edited = false
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
	case "textDocument/codeAction":
		return []object{{"title": "hotlens: run, and time what main calls", "kind": "source.hotlens", "command": object{
			"title": "time", "command": "hotlens.root", "arguments": []any{"file:///Main.java", "main"},
		}}}, nil
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
		if text, ok := argument.(string); ok {
			told += " " + path.Base(text)
		}
	}
	s.commands = append(s.commands, told)
	switch command {
	case "hotlens.profile":
		if !s.trusted() {
			return nil, errors.New("the workspace is not trusted")
		}
		return nil, s.runProgram(ctx)
	case "hotlens.root":
		return nil, s.progress(ctx, object{"kind": "begin", "title": "hotlens: Main.java", "message": "timing"})
	case "hotlens.stop":
		if err := s.progress(ctx, object{"kind": "end", "message": "The run was stopped."}); err != nil {
			return nil, err
		}
		return nil, s.finished(ctx, "limit", "The run was stopped.")
	case "hotlens.clear":
		return nil, nil
	case "hotlens.growth":
		return arguments[1], nil
	case "hotlens.values":
		s.commands[len(s.commands)-1] += fmt.Sprint(" ", arguments[1])
		_, err := s.conn.Call(ctx, "window/showDocument", object{"uri": "file:///hotlens/hotlens-values.md", "takeFocus": true}, nil)
		return object{"text": "", "values": []object{}}, err
	case "hotlens.baseline":
		if len(arguments) > 1 && arguments[1] == "HEAD" {
			return object{"commit": "1a2b3c4d5e6f"}, nil
		}
		return object{"files": []string{"/Main.java"}}, nil
	case "hotlens.history":
		return s.history(arguments[1].(object)), nil
	case "hotlens.view":
		var shown object
		_, err := s.conn.Call(ctx, "window/showDocument", object{"uri": "file:///tmp/hotlens-Main.html", "external": true}, &shown)
		return object{"path": fmt.Sprintf("/tmp/hotlens-Main.html (shown: %v)", shown["success"])}, err
	case "hotlens.tree":
		return s.tree(arguments[0], arguments[1].(object))
	case "hotlens.toggle":
		s.hidden = !s.hidden
		return object{"lenses": !s.hidden, "hints": !s.hidden, "hovers": true}, s.refresh(ctx)
	case "hotlens.hottest":
		return []object{
			{"uri": arguments[0], "range": span(3, 19), "title": "main › println", "calls": 900, "share": 0.5, "figure": "≈ 2 ms"},
			{"uri": strings.Replace(fmt.Sprint(arguments[0]), "Main", "Other", 1), "range": span(1, 7), "title": "main › A 60%, B 40%", "calls": 1, "share": 0.025, "figure": "≈ 1 ms"},
		}, nil
	case "hotlens.export":
		return object{"path": arguments[len(arguments)-1]}, nil
	case "hotlens.contexts":
		return []object{
			{"path": "Main.main", "calls": 1, "bytecodes": 1234567, "figure": "≈ 12 ms", "share": 1},
			{"path": "Main.main:4 › Main.\nprint", "calls": 2000, "bytecodes": 100, "figure": "≈ 340 µs", "share": 0.0625},
		}, nil
	}
	return nil, fmt.Errorf("unknown command %s", command)
}

// history answers like the real one for three runs, and notes down what it is asked for.
func (s *fakeServer) history(request object) any {
	for _, key := range []string{"compare", "restore", "clear"} {
		if value, asked := request[key]; asked {
			s.commands[len(s.commands)-1] += fmt.Sprint(" ", key, " ", value)
			return object{"title": "run of 2026-11-22 14:05"}
		}
	}
	return object{"runs": []object{
		{"id": 7, "before": 3, "title": "2026-11-22 14:07 · Main · exit 0"},
		{"id": 5, "before": nil, "title": "2026-11-22 14:06 · Other\n · exit 0"},
		{"id": 3, "before": nil, "title": "2026-11-22 14:05 · Main · exit 0"},
	}}
}

// progress reports the progress of a run.
func (s *fakeServer) progress(ctx context.Context, value object) error {
	const token = "hotlens/run/1"
	if value["kind"] == "begin" {
		if _, err := s.conn.Call(ctx, "window/workDoneProgress/create", object{"token": token}, nil); err != nil {
			return err
		}
	}
	return s.conn.Notify(ctx, "$/progress", object{"token": token, "value": value})
}

// tree answers like the real one for a method that was called by one caller, 3 calls deep, and has called as many
// methods as there have been runs, times 40.
func (s *fakeServer) tree(file any, request object) (any, error) {
	method := func(name string) object { return object{"class": "Main", "name": name, "descriptor": "()V"} }
	steps, _ := request["steps"].([]any)
	offset, limit := int(request["offset"].(float64)), int(request["limit"].(float64))
	metric, _ := request["metric"].(string)
	if metric == "" {
		metric = "cost"
	}
	answer := object{
		"title": "Main.print", "summary": "2,000 calls", "metric": metric, "metrics": []string{"cost", "calls"}, "method": method("print"),
	}
	node := func(name string, share float64, expandable bool, origin string) object {
		return object{
			"step": object{"method": method(name), "bci": 7}, "name": "Main." + name, "origin": origin, "calls": 2000, "share": share,
			"figure": "by " + metric, "expandable": expandable, "line": 4,
			"call": object{"uri": file, "range": span(3, 19)},
		}
	}
	nodes := []object{}
	switch {
	case request["direction"] == "callers":
		if depth := len(steps); depth < 3 {
			nodes = append(nodes, node(fmt.Sprintf("caller%d", depth+1), 0.5, depth < 2, "app"))
		}
	case len(steps) == 0:
		for i := range 40 * s.run {
			nodes = append(nodes, node(fmt.Sprintf("callee%d", i+1), 1/float64(i+2), i == 0, []string{"app", "library"}[i%2]))
		}
	default:
		nodes = append(nodes, node("inner\nof two lines", 0.0001, false, "app"))
	}
	answer["total"] = len(nodes)
	answer["nodes"] = nodes[min(offset, len(nodes)):min(offset+limit, len(nodes))]
	return answer, nil
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
	hint := func(line, character int) object {
		return object{"position": object{"line": line, "character": character}, "label": fmt.Sprintf("x%d", s.run), "paddingLeft": true}
	}
	return []object{hint(3, 26), hint(2, 27)} // the second in the lens's line
}

// span is the range of one character, by line and column from 0.
func span(line, character int) object {
	return object{
		"start": object{"line": line, "character": character},
		"end":   object{"line": line, "character": character + 1},
	}
}
