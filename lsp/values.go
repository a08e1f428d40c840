package lsp

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"hotlens/annotations"
	"hotlens/annotations/javatext"
	"hotlens/engine"
	"hotlens/profiles"
	"hotlens/profiles/analysis"
	"hotlens/profiles/sources"
)

// commandValues runs a program again, to see what a call passes.
const commandValues = "hotlens.values"

// valuesPlan is what hotlens.values looks at, and what came of it.
type valuesPlan struct {
	path     string
	at       sources.Position // in the text that the editor holds
	show     bool
	refused  error         // why there is no call to look at; nil: there is one
	finished chan struct{} // closed when the rest is there
	answer   *valuesAnswer
	err      error
}

// valuesAnswer is what hotlens.values answers with.
type valuesAnswer struct {
	Text   string                `json:"text"`   // markdown
	URI    protocol.DocumentURI  `json:"uri"`    // of a file with the text, which is there until the session ends
	Values []profiles.CallValues `json:"values"` // the same as the profile has it
}

// commandValues has the target of a file run again, with the call at a position observed, or all calls on its line if there is none. When the
// program has ended it answers with what was passed, as a text and as data. The editor opens the text, or is told where it is, unless
// the third argument is {"show": false}. Until the next run it stands in the hover of the call, too.
func (s *server) commandValues(args arguments) (any, error) {
	path, err := args.path()
	if err != nil {
		return nil, err
	}
	var at *protocol.Position
	if err := args.decode(1, &at); err != nil {
		return nil, err
	}
	options := struct {
		Show bool `json:"show"`
	}{true}
	if err := args.decode(2, &options); err != nil {
		return nil, err
	}
	s.mu.Lock()
	trusted := s.settings.trusted
	s.mu.Unlock()
	switch {
	case at == nil:
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "hotlens.values takes a file's URI and the position of a call in it")
	case !trusted:
		return nil, failure(notTrusted)
	case !isJava(path):
		return nil, failure("%s is not a Java source; hotlens profiles files that end with .java", filepath.Base(path))
	}
	plan := &valuesPlan{
		path: path, at: fromPosition(*at), show: options.Show, finished: make(chan struct{}),
		err: failure("the run was ended by a newer one, or by a command"),
	}
	s.schedule(run{path: path, force: true, values: plan})
	return deferred(func(ctx context.Context) (any, error) {
		select {
		case <-plan.finished:
			if plan.err != nil {
				return nil, plan.err
			}
			return plan.answer, nil
		case <-ctx.Done():
			return nil, protocol.ErrRequestCancelled
		}
	}), nil
}

// placesOf names the calls that a plan looks at, in the classes that a source index tells of.
func (s *server) placesOf(plan *valuesPlan, index *sources.Index) (places []string, err error) {
	defer func() { plan.refused = err }()
	i := slices.IndexFunc(index.Files, func(f sources.File) bool { return f.Path == plan.path })
	if i < 0 {
		return nil, fmt.Errorf("%s was not compiled, so nothing in it can be observed", filepath.Base(plan.path))
	}
	file := &index.Files[i]
	current := func(r sources.Range) (sources.Range, bool) { return r, true }
	s.mu.Lock()
	if d := s.documents[plan.path]; d != nil {
		compiled := s.compiledText(*file)
		if compiled == nil {
			s.mu.Unlock()
			return nil, errors.New("the file has changed since it was saved; save it, and ask again")
		}
		current = javatext.NewAnchors(compiled, d.parse()).Range
	}
	s.mu.Unlock()
	return annotations.CallsAt(file, current, plan.at)
}

// answerValues makes the answer of a run that was not cancelled.
func (s *server) answerValues(plan *valuesPlan, message string, result *engine.Result) {
	if result == nil || result.Profile == nil {
		plan.err = failure("%s", message)
		return
	}
	run, err := analysis.New(result.Profile, result.Index)
	if err != nil {
		plan.err = failure("%v", err)
		return
	}
	answer := &valuesAnswer{Text: annotations.Values(run), Values: run.Profile.Values}
	if answer.Values == nil {
		answer.Values = []profiles.CallValues{}
	}
	name := fmt.Sprintf("%s-%d", strings.TrimSuffix(filepath.Base(plan.path), ".java"), plan.at.Line+1)
	page, err := s.writeDocument(name, ".md", answer.Text)
	if err != nil {
		plan.err = failure("%v", err)
		return
	}
	answer.URI = uri.File(page)
	plan.answer, plan.err = answer, nil
	if plan.show {
		s.background.Go(func() {
			s.open(protocol.ShowDocumentParams{URI: answer.URI, TakeFocus: true}, "what was passed is in "+page)
		})
	}
}
