package engine

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"hotlens/engine/tests"
	"hotlens/engine/worker"
	"hotlens/profiles"
	"hotlens/profiles/numbers"
	"hotlens/vm"
)

// This file reads what became of tests.

// unbuiltNote is for a project with plugins of which nobody but the build knows what they make: the time zones of Joda-Time, for example, are compiled by a program that the build runs.
const unbuiltNote = "the project has not been built here, and its build may make more than classes and resources: if a test does not find a file, build the project once"

// eventsName is the file, in the folder of the run's temporary files, by which the tests tell what becomes of them.
const eventsName = "hotlens-tests"

// countedTests are those that had ended when there was no more room in the profile.
type countedTests struct {
	number   int // they are the first ones
	contexts int
}

// begin makes the file for the events, in the temporary folder of a process or, if it has none of its own, in another one, and tells the program of it. Close it.
func (r *testRun) begin(process *process, otherwise string, program *vm.Program) error {
	folder, seen := otherwise, otherwise
	if process.temporary != nil {
		folder, seen = process.temporary.folder, process.seen
	}
	path := filepath.Join(folder, eventsName)
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("the file for the tests' results: %w", err)
	}
	var err error
	if r.events, err = os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600); err != nil {
		return fmt.Errorf("the file for the tests' results: %w", err)
	}
	program.Arguments = concat([]string{filepath.Join(seen, eventsName)}, program.Arguments[1:])
	process.onFull = func(contexts int) {
		told, err := r.end()
		if err != nil {
			slog.Debug("which tests have been counted", "error", err) // none, then
		}
		r.counted = &countedTests{told.Ended, contexts}
	}
	return nil
}

// close closes the file for the events.
func (r *testRun) close() { _ = r.events.Close() } // it has been read

// end reads what became of the tests.
func (r *testRun) end() (tests.Results, error) {
	if _, err := r.events.Seek(0, io.SeekStart); err != nil {
		return tests.Results{}, fmt.Errorf("reading the tests' results: %w", err)
	}
	told := tests.Read(r.events)
	explainTests(r.uncompiled, told.Tests)
	return told, nil
}

// TestResults are what became of the tests of a run.
type TestResults struct {
	Tests []profiles.Test
	// Planned are the methods that were to run, where something has ended the run before its end.
	Planned []profiles.TestID
	// Unmatched are the patterns that none of the tests is of, as they were given, where all have run that they mean. An editor names what has run before: there it is only known where there are no tests at all.
	Unmatched []string
	// Problem is one sentence that says why not all tests may have run; "" if they have.
	Problem string
	// Notes are what may be the reason where tests have failed, a line each.
	Notes []string
}

// results explains what the tests have told, by how the program ended.
func (r *testRun) results(outcome worker.Outcome) (*TestResults, error) {
	told, err := r.end()
	if err != nil {
		return nil, err
	}
	r.told = told
	results := &TestResults{Tests: told.Tests}
	for i := range told.Tests {
		if t := &told.Tests[i]; t.Status == profiles.TestUnfinished && t.Reason == "" {
			t.Reason = unfinished(outcome)
		}
	}
	if !told.Done {
		results.Planned = told.Planned
	}
	switch {
	case outcome.Limit != nil || outcome.Failure != "":
	case told.Cut:
		results.Problem = fmt.Sprintf("the tests have told more of what became of them than the %s that are read: name fewer of them", numbers.Bytes(tests.MaxEventBytes))
	case !told.Done && len(outcome.Uncaught) > 0 && outcome.ExitStatus != 0:
		results.Problem = "the test framework failed: " + outcome.Uncaught[0].String()
	case !told.Done:
		results.Problem = fmt.Sprintf("the program ended, with exit status %d, before all tests had run", outcome.ExitStatus)
	case r.named || len(told.Tests) == 0:
		results.Unmatched = r.unmatched(told.Tests)
	}
	if results.Problem != "" || profiles.CountTests(told.Tests).Failed > 0 {
		results.Notes = r.failedNotes()
	}
	if r.counted != nil {
		results.Notes = append(results.Notes, r.counted.limit(len(told.Tests)).Message)
	}
	return results, nil
}

// unmatched are the patterns that none of the tests which have run is of. Where groups choose among these, it may be that all which a pattern means are of others.
func (r *testRun) unmatched(told []profiles.Test) []string {
	if len(r.choice) > 0 && (r.asBuild || len(told) == 0) {
		return nil
	}
	return tests.Unmatched(r.patterns, told)
}

// failedNotes say what may be the reason where tests fail.
func (r *testRun) failedNotes() []string {
	if r.set.build.Ungenerated() {
		return []string{unbuiltNote}
	}
	return nil
}

// unfinished says why a test that has started did not end.
func unfinished(outcome worker.Outcome) string {
	switch {
	case outcome.Limit != nil:
		return outcome.Limit.Message
	case outcome.Failure != "":
		return outcome.Failure
	}
	return fmt.Sprintf("it ended the program, with exit status %d", outcome.ExitStatus)
}

// beginTests makes ready what the tests tell by, if the program runs tests.
func (p *Plan) beginTests(process *process) error {
	if p.tests == nil {
		return nil
	}
	return p.tests.begin(process, p.classes.folder, &p.program)
}

// endTests finds out what became of the tests, if the program has run tests.
func (p *Plan) endTests(outcome worker.Outcome) (err error) {
	if p.tests != nil {
		p.Tests, err = p.tests.results(outcome)
		p.tests.close()
	}
	return err
}

// statusTestFailed is the exit status of a run with a test that has failed, as build tools have it.
const statusTestFailed = 1

// summary says in a few words what became of the tests.
func (r *TestResults) summary() string {
	if r.Problem != "" {
		return r.Problem
	}
	if len(r.Tests) == 0 && len(r.Unmatched) > 0 {
		return noTest(r.Unmatched)
	}
	if len(r.Tests) == 0 {
		return "no test of the groups that run here"
	}
	return numbers.Count(uint64(len(r.Tests)), "test") + ": " + profiles.CountTests(r.Tests).String()
}

// describe says in a profile what was tested, and what became of it.
func (r *testRun) describe(profile *profiles.Profile, results *TestResults) {
	profile.Target.Main, profile.Target.Arguments = profiles.TargetTests, profile.Target.Arguments[1+len(r.choice):] // but the file that the results went to
	profile.Tests = results.Tests
	roots := map[string]int{}
	for _, thread := range profile.Threads {
		if profile.Contexts[thread.Root].Parent < 0 {
			m := &profile.Methods[profile.Contexts[thread.Root].Method]
			if method, ok := strings.CutPrefix(m.Name, profiles.TestRootPrefix); ok {
				roots[m.Class+"#"+method] = thread.Root
			}
		}
	}
	partly := map[profiles.TestID]bool{} // they also ran when nothing was counted any more
	if r.counted != nil {
		profile.Complete = false
		profile.Limits = append(profile.Limits, *r.counted.limit(len(profile.Tests)))
		for i := r.counted.number; i < len(profile.Tests); i++ {
			partly[profile.Tests[i].ID()] = true
		}
	}
	for i := range profile.Tests {
		t := &profile.Tests[i]
		if root, ok := roots[t.Class+"#"+t.Method]; ok && !partly[t.ID()] {
			t.Root = &root
		}
	}
}

// limit is what has kept the others from being counted, of so many in all.
func (c *countedTests) limit(tests int) *profiles.Limit {
	return profiles.LimitTests.Reached(c.contexts, min(c.number, tests), tests)
}
