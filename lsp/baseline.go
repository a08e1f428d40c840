package lsp

import (
	"encoding/json"
	"slices"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"hotlens/engine/history"
)

// baselineHead is the argument of hotlens.baseline that stands for the commit that the workspace stands at.
const baselineHead = "HEAD"

// commandBaseline pins the current runs: from now on changes are told against them, until the next baseline or hotlens.clear. With the
// argument "HEAD" they are told against the workspace as it is in that commit, which is built and run in the background whenever it is another one.
// A file's URI may stand in front.
func (s *server) commandBaseline(args arguments) (any, error) {
	what, file, err := baselineArguments(args)
	if err != nil {
		return nil, err
	}
	if what == baselineHead {
		return s.compareFromNowOn(file)
	}
	s.mu.Lock()
	var pinned []string
	for path, f := range s.files {
		if f.run != nil {
			f.baseline = baseline{run: f.run, name: "baseline"}
			pinned = append(pinned, path)
		}
	}
	if len(pinned) > 0 {
		s.head = headComparison{}
	} else {
		err = s.noRun("there is no run yet that could be the baseline; save a file to start one")
	}
	s.mu.Unlock()
	if err != nil {
		return nil, err
	}
	slices.Sort(pinned)
	s.background.Go(s.refresh)
	return map[string]any{"files": pinned}, nil
}

// baselineArguments reads a file's URI, which may be missing, and what is to be the baseline, which may be missing, too.
func baselineArguments(args arguments) (what, file string, err error) {
	for i := range args {
		var text string
		if json.Unmarshal(args[i], &text) != nil {
			return "", "", jsonrpc2.Errorf(jsonrpc2.InvalidParams, "cannot read argument %d of hotlens.baseline: give a file's URI, %q, or nothing", i+1, baselineHead)
		}
		if path, ok := pathOf(protocol.DocumentURI(text)); ok && file == "" {
			file = path
			continue
		}
		if text != baselineHead || what != "" {
			return "", "", jsonrpc2.Errorf(jsonrpc2.InvalidParams, "hotlens.baseline compares with the last run, or with %q, not with %q", baselineHead, text)
		}
		what = text
	}
	return what, file, nil
}

// pinPast makes a run of the history the baseline of the files that it covers. The caller holds s.mu.
func (s *server) pinPast(past *history.Run, base baseline) (pinned []string) {
	s.head = headComparison{}
	for _, f := range s.files { // what was compared with something else until now
		f.baseline = baseline{}
	}
	for path, f := range s.files {
		if f.run != nil && sameTarget(f.run, base.run) {
			f.baseline = base
			pinned = append(pinned, path)
		}
	}
	if past.Index != nil {
		for i := range past.Index.Files {
			path := past.Index.Files[i].Path
			if f := s.state(path); f.baseline.run == nil {
				f.baseline = base
				pinned = append(pinned, path)
			}
		}
	}
	slices.Sort(pinned)
	return pinned
}
