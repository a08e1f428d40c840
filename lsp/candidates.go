package lsp

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"hotlens/engine"
	"hotlens/engine/affected"
	"hotlens/profiles/numbers"
)

// This file runs tests that have never run, as soon as a save may matter to them: nothing is known of them, so they might. Programs that have never run are
// only named: one of them may be anything.

const (
	// triedTogether is how many classes of tests are tried together: at what one of them takes, about as long as followingTests.
	triedTogether = 20
	// offered is how many programs are named that could be run.
	offered = 3
)

// candidates are what could be run in a run's workspace, and how far that is from what was saved; nil where that is not known.
func (s *server) candidates(ctx context.Context, r run) *engine.Candidates {
	request := s.request(r)
	request.Reaching = r.batch.saved
	found, err := s.engine.Candidates(ctx, request)
	if err != nil {
		s.log.Debug("what could be run", "error", err)
		return nil
	}
	return found
}

// try is the run of tests that were never run before, of one source set, and of which those run that can reach what was saved. It reports false if there are none. Of those
// that cannot run as things are it says so instead, with what to do.
func (s *server) try(ctx context.Context, r run) (next run, problem string, found bool) {
	s.mu.Lock()
	workspace, mode, configured := s.workspaceOf(r.path), s.settings.tests, len(s.settings.targets) > 0
	s.mu.Unlock()
	if r.batch.number == 0 || configured || mode != testsAffected && mode != testsAll || r.batch.spent > followingBudget || !slices.ContainsFunc(r.batch.saved, isJava) {
		return run{}, "", false
	}
	candidates := s.candidates(ctx, r)
	if candidates == nil {
		return run{}, "", false
	}
	known := map[string]bool{}
	for _, record := range s.targetsOf(workspace).Records() {
		known[record.Source] = true
	}
	tests := slices.DeleteFunc(candidates.Tests, func(t engine.TestFile) bool {
		// What the build leaves out of its tests, as it takes long perhaps, or starts something for, runs when it is saved or asked for.
		return known[t.File] || slices.Contains(r.batch.tried, t.File) || t.Left || t.Integration || t.Far && mode != testsAll
	})
	if tests, problem = s.able(ctx, r, tests); len(tests) == 0 {
		return run{}, problem, false
	}
	slices.SortStableFunc(tests, func(a, b engine.TestFile) int { return cmp.Compare(r.distance(a), r.distance(b)) })
	next = run{path: r.path, onSave: true, batch: r.batch, target: affected.Target{File: tests[0].File}, reason: "was never run before", name: tests[0].Class}
	for _, t := range tests {
		if t.Set == tests[0].Set && len(next.tests) < triedTogether {
			next.tests, next.trying = append(next.tests, t.Class), append(next.trying, t)
		}
	}
	if len(next.tests) > 1 {
		next.name, next.reason, next.plural = fmt.Sprintf("%d classes of tests", len(next.tests)), "were never run before", true
	}
	if mode != testsAll {
		next.reaching = r.batch.saved
	}
	return next, "", true
}

// able are those of some tests that nothing is known to keep from running, and what is said of the others: "761 classes of tests cannot run: there is no JUnit ...".
func (s *server) able(ctx context.Context, r run, tests []engine.TestFile) (able []engine.TestFile, problem string) {
	problems := map[string]string{} // by set
	unable := 0
	for _, t := range tests {
		why, known := problems[t.Set]
		if !known {
			var err error
			if why, err = s.engine.Unable(ctx, s.request(r), t.Set); err != nil {
				s.log.Debug("what keeps tests from running", "error", err)
			}
			problems[t.Set] = why
		}
		if why == "" {
			able = append(able, t)
		} else {
			problem = cmp.Or(problem, why)
			unable++
		}
	}
	switch {
	case unable == 1:
		problem = "a class of tests cannot run: " + problem
	case unable > 1:
		problem = fmt.Sprintf("%s classes of tests cannot run: %s", numbers.Grouped(uint64(unable)), problem)
	}
	return able, problem
}

// distance says how far a test seems to be from what was saved: the one that is called after it is closest, then those of its package.
func (r *run) distance(t engine.TestFile) int {
	simple := t.Class[strings.LastIndexByte(t.Class, '.')+1:]
	least := 2
	for _, path := range r.batch.saved {
		saved := strings.TrimSuffix(filepath.Base(path), ".java")
		folder := filepath.ToSlash(filepath.Dir(path))
		switch {
		case strings.Trim(strings.Replace(simple, saved, "", 1), "s") == "Test" || simple == saved:
			return 0
		case strings.HasSuffix(folder, "/"+strings.ReplaceAll(strings.TrimSuffix(t.Class, "."+simple), ".", "/")):
			least = 1
		}
	}
	return least
}

// rememberTried takes over what compiling tests says of those that have not run, and what does not compile, which is told once.
func (s *server) rememberTried(r *run, result *engine.Result, began time.Time) []*affected.Record {
	r.batch.spent += time.Since(began)
	if result == nil {
		return nil
	}
	if result.Index == nil { // an error elsewhere must not keep the others from running
		before := len(r.batch.tried)
		for _, d := range result.Diagnostics {
			if d.Severity != engine.SeverityError {
				continue
			}
			if slices.ContainsFunc(r.trying, func(t engine.TestFile) bool { return t.File == d.File }) && !slices.Contains(r.batch.tried, d.File) {
				r.batch.tried = append(r.batch.tried, d.File)
				line, _, _ := strings.Cut(d.Message, "\n")
				s.tellOnce(fmt.Sprintf("tests that were never run do not compile: %s:%d: %s", d.File, d.Line, line))
			}
		}
		if len(r.batch.tried) == before {
			for _, t := range r.trying {
				r.batch.tried = append(r.batch.tried, t.File)
			}
		}
		return nil
	}
	s.mu.Lock()
	known := s.targets[s.workspaceOf(r.path)]
	s.mu.Unlock()
	run := affected.Run{Index: result.Index, Uses: result.Uses, Builds: result.BuildFiles, Set: r.trying[0].Set, Began: began}
	ran := map[string]bool{}
	for _, record := range known.Records() {
		ran[record.Source] = true
	}
	stopped := result.Outcome != nil && result.Outcome.Limit != nil && slices.ContainsFunc(r.trying, func(t engine.TestFile) bool { return ran[t.File] })
	var records []*affected.Record
	for _, t := range r.trying {
		if !ran[t.File] && stopped {
			continue // it is tried again, without what has taken too long
		}
		if r.batch.tried = append(r.batch.tried, t.File); !ran[t.File] {
			records = append(records, known.Put(run.Unrun(t.Class, t.File)))
		}
	}
	return records
}

// offer says in the result of a save that has nothing to run what could be.
func (s *server) offer(ctx context.Context, r run, result *engine.Result) {
	s.mu.Lock()
	configured, mode := len(s.settings.targets) > 0, s.settings.tests // with targets nothing else is run, and the result says what is wrong with them
	s.mu.Unlock()
	if result.Status != engine.StatusNoTarget || !r.onSave || r.refused != "" || r.trying != nil || configured {
		return
	}
	next, problem, more := s.try(ctx, r)
	if more {
		result.Message = fmt.Sprintf("nothing that has run uses %s; %s %s and will be tried", filepath.Base(r.path), next.name, next.reason)
		return
	}
	if problem != "" {
		result.Message = fmt.Sprintf("nothing that has run uses %s; %s", filepath.Base(r.path), problem)
		return
	}
	found := s.candidates(ctx, r)
	if found == nil {
		return
	}
	fault := fmt.Sprintf("nothing that has run uses %s", filepath.Base(r.path))
	if len(found.Tests) > 0 && mode != testsAffected && mode != testsAll {
		fault = fmt.Sprintf("a save of %s runs no tests, as the setting hotlens.tests is %q", filepath.Base(r.path), mode)
		result.Message = fault
	}
	if len(found.Mains) == 0 {
		return
	}
	var names []string
	for _, file := range found.Mains[:min(len(found.Mains), offered)] {
		names = append(names, strings.TrimSuffix(filepath.Base(file), ".java"))
	}
	text := strings.Join(names, ", ")
	if more := len(found.Mains) - offered; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	result.Message = fmt.Sprintf("%s; what could be run: %s", fault, text)
}
