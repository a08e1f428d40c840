package lsp

import (
	"encoding/json"
	"slices"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"hotlens/engine/history"
)

// The arguments of hotlens.baseline that stand for the commit that the workspace stands at, and for the run before each.
const (
	baselineHead     = "HEAD"
	baselinePrevious = "previous"
)

// commandBaseline pins the current runs: from now on changes are told against them, until the next baseline or hotlens.clear. With the
// argument "HEAD" they are told against the workspace as it is in that commit, which is built and run in the background whenever it is another one;
// with "previous" against the run before each, as before the first baseline. A file's URI may stand in front.
func (s *server) commandBaseline(args arguments) (any, error) {
	what, file, err := baselineArguments(args)
	if err != nil {
		return nil, err
	}
	if what == baselineHead {
		return s.compareFromNowOn(file)
	}
	s.mu.Lock()
	pinned := []string{}
	if what == baselinePrevious {
		s.compareWith(baseline{})
	} else if pinned = s.pinCurrent(); len(pinned) == 0 {
		err = s.noRun("there is no run yet that could be the baseline; save a file to start one")
	}
	s.mu.Unlock()
	if err != nil {
		return nil, err
	}
	s.background.Go(s.refresh)
	return map[string]any{"files": pinned}, nil
}

// pinCurrent makes the current run of each file its baseline. The caller holds s.mu.
func (s *server) pinCurrent() (pinned []string) {
	for path, f := range s.files {
		if f.run != nil {
			f.baseline = baseline{run: f.run, name: "baseline"}
			pinned = append(pinned, path)
		}
	}
	if len(pinned) > 0 {
		s.head = headComparison{}
	}
	slices.Sort(pinned)
	return pinned
}

// baselineArguments reads a file's URI, which may be missing, and what is to be the baseline, which may be missing, too.
func baselineArguments(args arguments) (what, file string, err error) {
	for i := range args {
		var text string
		if json.Unmarshal(args[i], &text) != nil {
			return "", "", jsonrpc2.Errorf(jsonrpc2.InvalidParams, "cannot read argument %d of hotlens.baseline: give a file's URI, %q, %q, or nothing", i+1, baselineHead, baselinePrevious)
		}
		if path, ok := pathOf(protocol.DocumentURI(text)); ok && file == "" {
			file = path
			continue
		}
		if text != baselineHead && text != baselinePrevious || what != "" {
			return "", "", jsonrpc2.Errorf(jsonrpc2.InvalidParams, "hotlens.baseline compares with the last run, with %q, or with %q, not with %q", baselineHead, baselinePrevious, text)
		}
		what = text
	}
	return what, file, nil
}

// compareWith makes a run the baseline of the files that show one of the same target, in place of whatever was; without one each run is compared with the
// one before it. The caller holds s.mu.
func (s *server) compareWith(base baseline) (pinned []string) {
	s.head = headComparison{}
	for path, f := range s.files {
		f.baseline = baseline{}
		if base.run != nil && f.run != nil && sameTarget(f.run, base.run) {
			f.baseline = base
			pinned = append(pinned, path)
		}
	}
	return pinned
}

// pinPast makes a run of the history the baseline of the files that it covers. The caller holds s.mu.
func (s *server) pinPast(past *history.Run, base baseline) (pinned []string) {
	pinned = s.compareWith(base)
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
