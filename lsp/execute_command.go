package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"reflect"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"hotlens/annotations"
	"hotlens/engine/affected"
	"hotlens/profiles"
	"hotlens/profiles/analysis"
	"hotlens/vm/configuration"
)

// The limits of the lists that commands answer with: what a quick pick shows
// without becoming a search.
const (
	hottestLimit  = 50
	contextsLimit = 50
)

// commandNames are the commands that initialize announces, all of which
// executeCommand carries out.
var commandNames = []string{
	annotations.CommandProfile, commandStop, commandClear, commandHottest, annotations.CommandContexts, commandToggle, commandBaseline,
	commandExport, commandRoot, commandTree, commandCallGraph, commandView, annotations.CommandOutput, commandGrowth,
	commandHistory, commandValues, annotations.CommandTest,
}

// The other commands.
const (
	commandStop      = "hotlens.stop"
	commandClear     = "hotlens.clear"
	commandHottest   = "hotlens.hottest"
	commandToggle    = "hotlens.toggle"
	commandBaseline  = "hotlens.baseline"
	commandExport    = "hotlens.export"
	commandRoot      = "hotlens.root"
	commandTree      = "hotlens.tree"
	commandCallGraph = "hotlens.callGraph"
	commandView      = "hotlens.view"
)

// arguments are those of a command, still encoded. All are optional.
type arguments []json.RawMessage

// executeCommand carries out one of our commands.
func (s *server) executeCommand(_ context.Context, params struct {
	Command   string    `json:"command"`
	Arguments arguments `json:"arguments"`
}) (any, error) {
	switch params.Command {
	case annotations.CommandProfile:
		return s.commandProfile(params.Arguments)
	case commandStop:
		return s.commandStop(), nil
	case commandClear:
		return s.commandClear(), nil
	case commandHottest:
		return s.commandHottest(params.Arguments)
	case annotations.CommandContexts:
		return s.commandContexts(params.Arguments)
	case commandToggle:
		return s.commandToggle(params.Arguments)
	case commandBaseline:
		return s.commandBaseline(params.Arguments)
	case commandExport:
		return s.commandExport(params.Arguments)
	case commandRoot:
		return s.commandRoot(params.Arguments)
	case commandTree:
		return s.commandTree(params.Arguments)
	case commandCallGraph:
		return s.commandCallGraph(params.Arguments)
	case commandView:
		return s.commandView(params.Arguments)
	case annotations.CommandOutput:
		return s.commandOutput(params.Arguments)
	case commandGrowth:
		return s.commandGrowth(params.Arguments)
	case commandHistory:
		return s.commandHistory(params.Arguments)
	case commandValues:
		return s.commandValues(params.Arguments)
	case annotations.CommandTest:
		return s.commandTest(params.Arguments)
	}
	return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "there is no command %q; the commands are %s", params.Command, strings.Join(commandNames, ", "))
}

func failure(format string, values ...any) error {
	return jsonrpc2.Errorf(requestFailed, format, values...)
}

const notTrusted = "this workspace is not trusted, so nothing is compiled or run; set hotlens.trusted to allow it"

// noRun is the failure of what needs a run where there is none. To save a file helps only where programs may run. The caller holds s.mu.
func (s *server) noRun(message string) error {
	if !s.settings.trusted {
		return failure(notTrusted)
	}
	return failure("%s", message)
}

// commandProfile runs a file, or what a lens names in it: a main class, or with
// a method's name a test. It answers with the run's generation at once.
func (s *server) commandProfile(args arguments) (any, error) {
	var method analysis.Reference
	if err := args.decode(1, &method); err != nil {
		return nil, err
	}
	return s.runNamed(args, method, run{})
}

// runNamed runs what a reference names in the file of the first argument, in the way of a run that has no path yet.
func (s *server) runNamed(args arguments, method analysis.Reference, r run) (any, error) {
	path, configured, err := s.toRun(args)
	if err != nil {
		return nil, err
	}
	r.path, r.force, r.awaited = path, true, method.Name != ""
	if method.Class != "" {
		r.targets = []string{targetOf(method, configured)}
	}
	return map[string]any{"generation": s.schedule(r)}, nil
}

// toRun is the file of the first argument, which may be run, and the targets of the settings.
func (s *server) toRun(args arguments) (path string, configured []string, err error) {
	if path, err = args.path(); err != nil {
		return "", nil, err
	}
	s.mu.Lock()
	trusted, configured := s.settings.trusted, s.settings.targets
	s.mu.Unlock()
	switch {
	case !trusted:
		return "", nil, failure(notTrusted)
	case !isJava(path):
		return "", nil, failure("%s is not a Java source; hotlens profiles files that end with .java", filepath.Base(path))
	}
	return path, configured, nil
}

// commandTest runs tests: a method's, or all of a class, that the second argument names, those that it lists, or else those of the file. It answers with
// the run's generation at once. Tests that are listed are of the file's source set; with {"asBuild": true} behind them only those groups of them run that the build itself runs.
// With {"coverage": true} the run also says what each of them executes, whatever the settings say: see hotlens/coverage.
func (s *server) commandTest(args arguments) (any, error) {
	var how struct {
		AsBuild  bool `json:"asBuild"`
		Coverage bool `json:"coverage"`
	}
	if err := args.decode(2, &how); err != nil {
		return nil, err
	}
	var listed []analysis.Reference
	isList := len(args) > 1 && args.decode(1, &listed) == nil
	if len(listed) > 0 {
		path, _, err := s.toRun(args)
		if err != nil {
			return nil, err
		}
		r := run{path: path, force: true, awaited: true, target: affected.Target{File: path}, asBuild: how.AsBuild, coverage: how.Coverage}
		for _, test := range listed {
			pattern := strings.ReplaceAll(test.Class, "/", ".")
			if test.Name != "" {
				pattern += "#" + test.Name
			}
			r.tests = append(r.tests, pattern)
		}
		return map[string]any{"generation": s.schedule(r)}, nil
	}
	var method analysis.Reference
	if !isList {
		if err := args.decode(1, &method); err != nil {
			return nil, err
		}
	}
	if method.Class != "" && method.Name == "" {
		method.Name = "*"
	}
	return s.runNamed(args, method, run{coverage: how.Coverage})
}

// commandRoot runs a file, as a save does, and times what is called from a method. It answers with the run's generation at
// once. Its times stand in the lenses and hovers until the next run.
func (s *server) commandRoot(args arguments) (any, error) {
	path, err := args.path()
	if err != nil {
		return nil, err
	}
	var method analysis.Reference
	if err := args.decode(1, &method); err != nil {
		return nil, err
	}
	s.mu.Lock()
	trusted := s.settings.trusted
	s.mu.Unlock()
	switch {
	case !trusted:
		return nil, failure(notTrusted)
	case method.Class == "" || method.Name == "":
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "hotlens.root takes a file's URI and a method: its class, name and descriptor")
	}
	timing := &configuration.Timing{Roots: []string{method.Class + "." + method.Name + method.Descriptor}}
	return map[string]any{"generation": s.schedule(run{path: path, force: true, timing: timing})}, nil
}

// targetOf names the class or the test to run. A configured target with the same
// main class brings its arguments along.
func targetOf(method analysis.Reference, configured []string) string {
	class := strings.ReplaceAll(method.Class, "/", ".")
	if method.Name != "" {
		return class + "#" + method.Name
	}
	for _, target := range configured {
		if fields := strings.Fields(target); len(fields) > 0 && fields[0] == class {
			return target
		}
	}
	return class
}

// commandStop ends the run that is under way, if there is one. What its program did until
// then is shown.
func (s *server) commandStop() any {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stop()
	return nil
}

// commandClear forgets all runs of this session, also the baseline. Those in the history stay, see hotlens.history.
func (s *server) commandClear() any {
	s.mu.Lock()
	s.cancel()
	clear(s.files)
	clear(s.classes)
	s.newest, s.last, s.lastProgram, s.head, s.cleared = nil, nil, program{}, headComparison{}, true
	s.uncompiled, s.ended = nil, nil
	clear(s.unread)
	s.mu.Unlock()
	s.showDiagnostics()
	s.background.Go(s.refresh)
	return nil
}

// hotPlace is an entry of the list that hotlens.hottest answers with.
type hotPlace struct {
	URI     protocol.DocumentURI `json:"uri"`
	Range   protocol.Range       `json:"range"`
	Title   string               `json:"title"` // who calls whom, on one line
	Caller  string               `json:"caller"`
	Callees string               `json:"callees"` // of several targets each with its share of the calls
	Targets int                  `json:"targets"` // how many these are
	Calls   uint64               `json:"calls"`
	Share   float64              `json:"share"`  // of the run by the chosen metric, from 0 to 1
	Figure  string               `json:"figure"` // the same with its unit: "≈ 12 ms"
}

// commandHottest answers with the hottest call sites of the run that covers a
// file, to jump along: by the metric of the second argument or, without one, by that of the settings. Sites with nothing of it are left out.
func (s *server) commandHottest(args arguments) (any, error) {
	path, err := args.path()
	if err != nil {
		return nil, err
	}
	places := []hotPlace{}
	run := s.latestRun(path)
	if run == nil {
		return places, nil
	}
	var name string
	if err := args.decode(1, &name); err != nil {
		return nil, err
	}
	if name != "" && name != automaticMetric {
		metric, err := profiles.ParseMetric(name)
		switch {
		case err != nil:
			return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "hotlens.hottest takes a file's URI and one of %s, not %q", profiles.MetricNames(), name)
		case !run.Has(metric):
			return nil, failure("the last run has no %q: it was not measured, or there was none", name)
		}
		run = run.By(metric)
	}
	found := annotations.Hottest(run, s.locate, math.SmallestNonzeroFloat64, hottestLimit)
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range found {
		places = append(places, hotPlace{
			URI: s.uriOf(p.Path), Range: toRange(p.Range), Title: p.Caller + " › " + p.Callees, Caller: p.Caller, Callees: p.Callees, Targets: p.Targets, Calls: p.Calls, Share: p.Share, Figure: p.Figure,
		})
	}
	return places, nil
}

// commandContexts answers with the hottest contexts of a method.
func (s *server) commandContexts(args arguments) (any, error) {
	path, err := args.path()
	if err != nil {
		return nil, err
	}
	var method analysis.Reference
	if err := args.decode(1, &method); err != nil {
		return nil, err
	}
	rows := []annotations.ContextRow{}
	if run := s.latestRun(path); run != nil {
		rows = append(rows, annotations.Contexts(run, method, contextsLimit)...)
	}
	return rows, nil
}

// commandToggle switches one kind of annotations ("lenses", "hints", "hovers"),
// or without an argument all of them, until it is called again.
func (s *server) commandToggle(args arguments) (any, error) {
	kind := "all"
	if err := args.decode(0, &kind); err != nil {
		return nil, err
	}
	s.mu.Lock()
	switch hidden := &s.hidden; kind {
	case "all":
		none := *hidden == kinds{}
		*hidden = kinds{none, none, none}
	case "lenses":
		hidden.lenses = !hidden.lenses
	case "hints":
		hidden.hints = !hidden.hints
	case "hovers":
		hidden.hovers = !hidden.hovers
	default:
		s.mu.Unlock()
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, `hotlens.toggle takes "lenses", "hints", "hovers" or "all", not %q`, kind)
	}
	shown := s.display()
	s.mu.Unlock()
	s.background.Go(s.refresh)
	return map[string]bool{"lenses": shown.Lenses, "hints": shown.Hints, "hovers": shown.Hovers}, nil
}

// path reads the first argument, a file's URI.
func (a arguments) path() (string, error) {
	var u protocol.DocumentURI
	if err := a.decode(0, &u); err != nil {
		return "", err
	}
	path, ok := pathOf(u)
	if !ok {
		return "", jsonrpc2.Errorf(jsonrpc2.InvalidParams, "the first argument must be the URI of a file, not %q", u)
	}
	return path, nil
}

// decode reads an argument, and leaves target as it is if there is none.
func (a arguments) decode(i int, target any) error {
	if i >= len(a) {
		return nil
	}
	if err := json.Unmarshal(a[i], target); err != nil {
		return jsonrpc2.Errorf(jsonrpc2.InvalidParams, "cannot read argument %d: %v", i+1, inJSON(err, target))
	}
	return nil
}

// withoutEmbedded is the path to a value in JSON, which the names of embedded structs are no part of, by that of its field in Go.
func withoutEmbedded(path string, of reflect.Type) string {
	for of.Kind() == reflect.Struct {
		first, rest, _ := strings.Cut(path, ".")
		field, found := of.FieldByName(first)
		if !found || !field.Anonymous {
			break
		}
		path, of = rest, field.Type
	}
	return path
}

// inJSON says of a value that it has another type than is wanted in the words of JSON, which the sender writes, rather than by the types of Go.
func inJSON(err error, target any) error {
	var wrong *json.UnmarshalTypeError
	if !errors.As(err, &wrong) {
		return err
	}
	what := "it"
	if wrong.Field != "" {
		what = "its " + withoutEmbedded(wrong.Field, reflect.TypeOf(target).Elem())
	}
	wanted := "a string"
	switch kind := wrong.Type.Kind(); {
	case kind == reflect.Struct || kind == reflect.Map:
		wanted = "an object"
	case kind == reflect.Slice || kind == reflect.Array:
		wanted = "an array"
	case kind == reflect.Bool:
		wanted = "true or false"
	case kind == reflect.Float32 || kind == reflect.Float64:
		wanted = "a number"
	case kind != reflect.String:
		wanted = "a whole number"
	}
	article := "a "
	if wrong.Value == "object" || wrong.Value == "array" {
		article = "an "
	}
	return fmt.Errorf("%s is to be %s, not %s%s", what, wanted, article, wrong.Value)
}
