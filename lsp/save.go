package lsp

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"hotlens/engine"
	"hotlens/profiles"
	"hotlens/profiles/names"
)

// This file sums up what has become of all that a save runs: its last run, which is told last, is the one that has least to do with what was saved.

// saveReport is how far a save has come that runs several programs or tests.
type saveReport struct {
	All        int                  `json:"all"` // programs and tests that the save can reach, those among them that would take too long
	Ran        int                  `json:"ran"`
	Failed     int                  `json:"failed"`
	Stopped    int                  `json:"stopped"`    // programs that a limit has ended
	Uncompiled int                  `json:"uncompiled"` // programs and tests that do not compile
	Message    string               `json:"message"`    // "shop.Main: 333,106 calls · 2 of 4 ran", "3 of 4 ran, Tool failed"
	Runs       []string             `json:"runs"`       // the messages of the runs, in their order
	Output     protocol.DocumentURI `json:"output"`     // the file whose output tells most: of the first run that has failed, else of the first
}

// endedRun is what is kept of a run that has ended until all of its save have.
type endedRun struct {
	message    string
	output     protocol.DocumentURI
	ran        int      // programs or tests
	failed     []string // their names
	stopped    []string
	uncompiled []string
}

// items is how many programs or tests a run has, as far as that is known before it has begun.
func (r *run) items() int { return max(1, len(r.chosen)) }

// sumUp adds a run that has ended to what its save has run, and reports on the save. The report is nil if the save runs nothing else, and where
// something has to be mended before there is more to say.
func (s *server) sumUp(r *run, finished *runFinished, result *engine.Result) *saveReport {
	if r.batch.number == 0 || finished.InVain {
		return nil
	}
	switch finished.Status {
	case statusCancelled, engine.StatusNoTarget:
		return nil
	case engine.StatusCompileError:
		if !r.following() {
			return nil
		}
	}
	file := cmp.Or(r.target.File, r.path)
	s.mu.Lock()
	e := endedRun{message: finished.Message, output: s.uriOf(file), ran: r.items()}
	var outcome *profiles.Outcome
	if result != nil {
		outcome = result.Outcome
	}
	if f := s.files[file]; finished.Status == engine.StatusUnchanged && f != nil && r.chosen == nil {
		outcome = f.outcome // which has not changed either
	}
	s.mu.Unlock()
	e.judge(r, finished.Status, outcome)
	r.batch.ended = append(slices.Clip(r.batch.ended), e)
	return r.batch.report()
}

// judge tells what of the run has failed.
func (e *endedRun) judge(r *run, status string, outcome *profiles.Outcome) {
	name := cmp.Or(r.name, strings.TrimSuffix(filepath.Base(r.path), ".java"))
	if outcome != nil && outcome.Main != "" {
		name = names.SimpleClass(strings.ReplaceAll(outcome.Main, ".", "/"))
	}
	switch {
	case status == engine.StatusCompileError:
		e.ran = 0
		e.uncompiled = append(e.uncompiled, name)
	case outcome != nil && len(outcome.Tests) > 0:
		e.ran = len(outcome.Tests)
		for i := range outcome.Tests {
			if t := &outcome.Tests[i]; t.Failed() {
				e.failed = append(e.failed, strings.TrimSuffix(names.SimpleClass(t.Class)+"."+t.Method, "."))
			}
		}
	case status == engine.StatusLimit || outcome != nil && outcome.Limit != nil:
		e.stopped = append(e.stopped, name)
	case status == engine.StatusFailed || outcome != nil && !outcome.Succeeded():
		e.failed = append(e.failed, name)
	}
}

// report sums up the save; nil if it has only one program or test.
func (b *batch) report() *saveReport {
	report := &saveReport{All: b.over, Runs: []string{}}
	for i := range b.rest {
		report.All += b.rest[i].items()
	}
	if len(b.ended)+len(b.rest)+len(b.left) < 2 {
		return nil
	}
	var failed, stopped, uncompiled []string
	for _, e := range b.ended {
		report.Ran += e.ran
		report.Runs = append(report.Runs, e.message)
		if report.Output == "" || len(failed) == 0 && len(e.failed) > 0 {
			report.Output = e.output
		}
		failed, stopped, uncompiled = append(failed, e.failed...), append(stopped, e.stopped...), append(uncompiled, e.uncompiled...)
	}
	report.All += report.Ran + len(uncompiled)
	report.Failed, report.Stopped, report.Uncompiled = len(failed), len(stopped), len(uncompiled)
	count := fmt.Sprintf("%d of %d ran", report.Ran, report.All)
	if report.Ran == report.All {
		count = fmt.Sprintf("all %d ran", report.All)
	}
	for _, part := range []struct {
		names     []string
		one, many string
	}{{failed, "failed", "failed"}, {stopped, "was stopped", "were stopped"}, {uncompiled, "does not compile", "do not compile"}} {
		if n := len(part.names); n > 1 {
			count += fmt.Sprintf(", %d %s", n, part.many)
		} else if n == 1 {
			count += fmt.Sprintf(", %s %s", part.names[0], part.one)
		}
	}
	if report.Message = count; len(failed)+len(stopped)+len(uncompiled) == 0 {
		report.Message = headline(b.ended[0].message) + " · " + count
	}
	return report
}

// headline is the first part of a run's message: "shop.Main: 333,106 calls" of "shop.Main: 333,106 calls, 4,347,851 bytecodes; it reached ...".
func headline(message string) string {
	message, _, _ = strings.Cut(message, "; ")
	message, _, _ = strings.Cut(message, ", ")
	return message
}
