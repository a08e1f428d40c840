package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"hotlens/engine/affected"
	"hotlens/engine/changes"
	"hotlens/engine/project"
	"hotlens/engine/tests"
	"hotlens/profiles"
	"hotlens/profiles/comparison"
	"hotlens/vm/configuration"
)

// Rounds run programs, or tests, again whenever something changes that they can reach.
type Rounds struct {
	Workspace string            // absolute path of the folder that programs run in
	Config    configuration.Run // how to run them; relative paths are the workspace's
	File      string            // absolute path of the source file to run; "": all programs of Folder, or its tests
	Arguments []string          // of File's program
	Folder    string            // absolute path
	Tests     []string          // patterns of the tests of Folder to run in place of programs (tests.Parse); nil: programs or, where there are none, all tests

	// Changed is told of a change before anything runs for it, by absolute paths; nothing that is known may use any of them (affected is 0).
	Changed func(paths []string, affected int)
	// Ran is told what came of a run.
	Ran func(Round) error

	// Warn is told what goes wrong without being the end.
	Warn func(err error)

	mutex   sync.Mutex
	pending map[string]int // how often files have changed that nothing has run with since
	cancel  func()         // of the run that is under way
	notice  chan struct{}  // holds a token if pending has got more
	follow  func()         // watches what is known to matter
	trees   []string       // the folders of the project's sources and resources
	known   *affected.Index
	looked  project.Looked
	testing []tests.Pattern         // nil: programs run
	last    map[string]*Result      // that have a profile, by program
	before  map[string]*testOutcome // of the tests that have run, by their names
}

// Round is what came of a run.
type Round struct {
	File   string // absolute path of the source file of the program, or of one of the tests
	Name   string // what ran, where there is a reason: "Main", "3 tests of WordsTest"
	Reason string // why, a predicate; "" for the first run
	Result *Result
	Before *Result                 // of the last run of the same program that has a profile; nil for none
	Tests  []comparison.TestChange // what became of the tests; nil for a program
	// Cancelled says that a change has ended the run: what became of the tests until then is known, and nothing of what they have called.
	Cancelled bool
}

// testOutcome is what is known of a test.
type testOutcome struct {
	failed bool
	calls  uint64 // 0: not known, as a change has ended the run
}

// Run runs everything and then what each change can reach, until ctx ends. A change ends the run that is under way.
func (r *Rounds) Run(ctx context.Context) (err error) {
	r.pending, r.notice, r.known, r.last, r.cancel = map[string]int{}, make(chan struct{}, 1), affected.New(), map[string]*Result{}, func() {}
	r.before = map[string]*testOutcome{}
	if r.Tests != nil {
		if r.testing, err = tests.Parse(r.Tests); err != nil {
			return err
		}
	}
	engine := New()
	defer func() { err = errors.Join(err, engine.Close()) }()
	watcher, err := changes.Start(r.changed)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, watcher.Close()) }()
	many := false // folders, which is told once
	r.follow = func() {
		err := watcher.Follow(r.reads(), r.trees)
		if err != nil && !(many && errors.Is(err, changes.ErrTooMany)) {
			r.Warn(err)
		}
		many = many || errors.Is(err, changes.ErrTooMany)
	}
	for first := true; ; first = false {
		if err := r.round(ctx, engine, first); err != nil {
			return err
		}
		r.follow()
		select {
		case <-r.notice:
		case <-ctx.Done():
			return nil
		}
	}
}

// changed takes over what the system tells.
func (r *Rounds) changed(paths []string) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	relevant := false
	for _, path := range slices.Concat(paths, r.known.Below(missingOf(paths))) {
		if isSource(path) || len(r.known.Choose([]string{path})) > 0 {
			r.pending[path]++
			relevant = true
		}
	}
	if relevant {
		r.cancel()
		select {
		case r.notice <- struct{}{}:
		default:
		}
	}
}

// missingOf are those of some paths at which there is nothing: of a folder that was moved away the system tells no more than its name.
func missingOf(paths []string) []string {
	return slices.DeleteFunc(slices.Clone(paths), func(path string) bool {
		_, err := os.Lstat(path)
		return err == nil
	})
}

// reads are the files that the programs have read, and those that say how they are built.
func (r *Rounds) reads() []string {
	var all []string
	for _, record := range r.known.Records() {
		all = append(append(all, record.Reads...), record.Builds...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// due is what a round runs at a time: a program, or tests of a source set.
type due struct {
	file, name, reason string
	tests              []string // patterns; nil: it is a program
	set                string   // which of the tests are meant: see Request.TestSet
	more               bool     // the build runs them at other times, too, which have been due before
}

// round runs what the changes since the last one can reach.
func (r *Rounds) round(parent context.Context, engine *Engine, first bool) error {
	ctx, cancel := context.WithCancel(parent)
	defer cancel()
	r.mutex.Lock()
	r.cancel = cancel
	taken := maps.Clone(r.pending)
	r.mutex.Unlock()
	paths := slices.Sorted(maps.Keys(taken))
	candidates, err := r.candidates(ctx, engine)
	switch {
	case ctx.Err() != nil: // something has changed while the project was read: it stays pending
		return nil
	case err != nil && first:
		return err
	case err != nil:
		candidates = nil // what has run is known
	}
	run := r.due(paths, candidates, first)
	if !first && len(paths) > 0 {
		r.Changed(paths, len(run))
	}
	failed := false
	for i := 0; i < len(run); i++ { // it may become longer
		next := run[i]
		began := time.Now()
		request := Request{File: next.file, Tests: next.tests, TestSet: next.set, Config: r.Config, Workspace: r.Workspace}
		if next.file == r.File {
			request.Arguments = r.Arguments
		}
		result, err := engine.Profile(ctx, request, func(string) {})
		round := Round{File: next.file, Name: next.name, Reason: next.reason, Result: result}
		if ctx.Err() != nil { // what has changed stays pending
			if parent.Err() != nil || result == nil || result.Outcome == nil {
				return nil
			}
			round.Cancelled, round.Tests = true, r.compare(result)
			return r.Ran(round)
		}
		if err != nil {
			return err
		}
		if result.Outcome != nil && result.Index != nil {
			ran := affected.Run{
				Target: affected.Target{File: next.file}, Directory: cmp.Or(result.Directory, r.Workspace), Profile: result.Profile, Index: result.Index, Uses: result.Uses, Builds: result.BuildFiles, LeftOut: result.LeftOut,
				Outcome: result.Outcome, Set: result.TestSet, Began: began,
			}
			for _, record := range ran.Records() {
				r.known.Put(record)
			}
		}
		run = slices.Insert(run, i+1, r.further(next, run[i+1:], result)...)
		if result.TestSet == "" {
			round.Before = r.last[next.file]
		} else if result.Outcome != nil {
			round.Tests = r.compare(result)
		}
		if err := r.Ran(round); err != nil {
			return err
		}
		failed = failed || result.Status == StatusCompileError
		if result.Profile != nil && result.TestSet == "" {
			r.last[next.file] = result
		}
	}
	if !failed {
		r.mutex.Lock()
		maps.DeleteFunc(r.pending, func(path string, times int) bool { return times == taken[path] }) // what has changed once more meanwhile stays
		r.mutex.Unlock()
	}
	return nil
}

// further is what else the build runs of tests that have just run, as far as it has never run and is not to.
func (r *Rounds) further(ran due, rest []due, result *Result) (all []due) {
	if ran.more || result.Outcome == nil {
		return nil
	}
	for _, other := range result.Further {
		planned := slices.ContainsFunc(rest, func(d due) bool { return d.set == other.TestSet })
		if !planned && !r.known.HasRun(other.TestSet, other.Files) {
			all = append(all, due{more: true, file: other.Files[0], name: ran.name, reason: ran.reason, set: other.TestSet, tests: other.Classes})
		}
	}
	return all
}

// compare says what became of the tests of a run, in their order, and remembers it.
func (r *Rounds) compare(result *Result) []comparison.TestChange {
	rounds := []comparison.TestChange{}
	index := map[string]int{}
	for i := range result.Outcome.Tests {
		t := &result.Outcome.Tests[i]
		name := t.Class + "#" + t.Method
		at, known := index[name]
		if !known {
			at = len(rounds)
			index[name] = at
			round := comparison.TestChange{Test: *t}
			if result.Profile != nil && t.Root != nil {
				round.Calls = callsBelow(result.Profile, *t.Root)
			}
			if before := r.before[name]; before != nil {
				round.Failed = before.failed
				if round.Known = result.Profile != nil && before.calls > 0; round.Known {
					round.Called = before.calls
				}
			}
			rounds = append(rounds, round)
		}
		rounds[at].Invocations++
		if t.Failed() && !rounds[at].Test.Failed() {
			rounds[at].Test = *t
		}
	}
	for i := range rounds {
		t := &rounds[i].Test
		name, now := t.Class+"#"+t.Method, testOutcome{t.Failed(), rounds[i].Calls}
		if before := r.before[name]; before != nil && result.Profile == nil {
			now.calls = before.calls
		}
		r.before[name] = &now
	}
	return rounds
}

// callsBelow are the calls in a context and all below it, which stand behind it.
func callsBelow(p *profiles.Profile, root int) (calls uint64) {
	below := map[int]bool{root: true}
	for i := root; i < len(p.Contexts); i++ {
		if c := &p.Contexts[i]; i == root || below[int(c.Parent)] {
			below[i] = true
			calls += c.Calls
		}
	}
	return calls
}

// due is what to run: what the changed files can reach, and what is not known yet.
func (r *Rounds) due(changed []string, candidates []TestFile, first bool) []due {
	var all []due
	reached := slices.DeleteFunc(r.known.Choose(changed), func(c affected.Choice) bool {
		return candidates != nil && !slices.ContainsFunc(candidates, func(other TestFile) bool { return other.File == c.File }) || !r.wanted(&c)
	})
	for _, choices := range affected.Pack(reached, math.MaxInt64, math.MaxInt64) {
		next := due{file: choices[0].File}
		next.name, next.reason, _ = affected.Describe(choices)
		if choices[0].IsTests() {
			next.tests, next.set = affected.Patterns(choices), choices[0].Set
		}
		all = append(all, next)
	}
	known := map[string]bool{}
	for _, record := range r.known.Records() {
		known[record.File] = true
	}
	sets := map[string]int{} // what runs the tests of a set that have never run
	more := map[int]int{}    // of these, how many files each has besides the one that it is called after
	for _, c := range candidates {
		if known[c.File] {
			continue
		}
		next := due{file: c.File, name: strings.TrimSuffix(filepath.Base(c.File), ".java")}
		if !first && r.File == "" {
			next.reason = "was never run before"
		}
		if c.Class == "" {
			all = append(all, next)
			continue
		}
		at, open := sets[c.Set]
		if open {
			more[at]++
		} else {
			at = len(all)
			sets[c.Set] = at
			all = append(all, next)
		}
		all[at].tests = append(all[at].tests, r.patternsOf(c.Class)...)
	}
	for at, count := range more {
		if all[at].reason != "" {
			all[at].name, all[at].reason = fmt.Sprintf("%s and %d more", all[at].name, count), "were never run before"
		}
	}
	return all
}

// wanted tells whether what a change reaches is among what is to run.
func (r *Rounds) wanted(c *affected.Choice) (wanted bool) {
	if r.testing == nil {
		return true
	}
	c.EachTest(func(class, method string) {
		wanted = wanted || method == "" || slices.ContainsFunc(r.testing, func(p tests.Pattern) bool { return p.Matches(class, method) })
	})
	return wanted
}

// patternsOf name what is wanted of a class, by its name with dots.
func (r *Rounds) patternsOf(class string) []string {
	var patterns []string
	for i := range r.testing {
		if p := &r.testing[i]; p.MatchesFile(class) {
			if _, methods, some := strings.Cut(p.Text, "#"); some {
				patterns = append(patterns, class+"#"+methods)
			} else {
				return []string{class}
			}
		}
	}
	return patterns
}

// candidates are the source files that can be run: with a class they are tests, else programs.
func (r *Rounds) candidates(ctx context.Context, engine *Engine) ([]TestFile, error) {
	model, err := engine.model(ctx, r.Config.JDK, cmp.Or(r.File, r.Folder), r.Workspace)
	if err != nil {
		return nil, err
	}
	if trees := treesOf(model); !slices.Equal(trees, r.trees) {
		r.trees = trees
		r.follow() // before anybody looks what is there
	}
	if r.File != "" {
		return []TestFile{{File: r.File}}, nil
	}
	found := r.looked.Programs(model, r.Folder)
	var all []TestFile
	if r.testing == nil {
		for _, file := range found.Mains {
			all = append(all, TestFile{File: file})
		}
		switch {
		case len(all) > 0:
			return all, nil
		case len(found.Tests) == 0:
			return nil, fmt.Errorf("%s has no file with a main method, and no tests: give File.java, or another folder", r.Folder)
		}
		if r.testing, err = tests.Parse([]string{"*"}); err != nil {
			return nil, err
		}
	}
	candidates := testFiles(model, &found)
	r.inherit(model, candidates)
	if unfound := r.findNested(candidates); len(unfound) > 0 && len(r.known.Records()) == 0 { // later they may be gone for a while
		return nil, r.noTests(unfound)
	}
	for _, t := range candidates {
		if slices.ContainsFunc(r.testing, func(p tests.Pattern) bool { return p.MatchesFile(t.Class) && (!p.All || !t.Left && !t.Integration) }) {
			all = append(all, t)
		}
	}
	if len(all) == 0 {
		return nil, r.noTests(r.Tests)
	}
	return all, nil
}

func (r *Rounds) noTests(patterns []string) error {
	return fmt.Errorf("%s has no tests %s: check the names, or give the project's folder behind the flags", r.Folder, strings.Join(patterns, ","))
}

// findNested has the patterns that name no candidate find the types of their names that are nested in one. It returns those for which there is none.
func (r *Rounds) findNested(candidates []TestFile) (unfound []string) {
	var all []testSource
	for _, t := range candidates {
		all = append(all, testSource{t.File, t.Class, t.Encoding})
	}
	named := map[string]bool{} // patterns, as they were given
	for _, p := range r.testing {
		named[p.Text] = named[p.Text] || p.All || slices.ContainsFunc(candidates, func(t TestFile) bool { return p.MatchesFile(t.Class) })
	}
	var nested []*tests.Pattern
	for i := range r.testing {
		if p := &r.testing[i]; !named[p.Text] {
			nested = append(nested, p)
		}
	}
	for _, p := range findNested(nested, all) {
		unfound = append(unfound, p.Text)
	}
	return unfound
}

// inherit has the patterns that name a class without objects name the candidates that have its tests.
func (r *Rounds) inherit(model *project.Model, candidates []TestFile) {
	for _, t := range candidates {
		if slices.ContainsFunc(r.testing, func(p tests.Pattern) bool { return p.MatchesFile(t.Class) }) {
			continue
		}
		for _, file := range t.Inherited {
			_, set, ok := model.Locate(file)
			if !ok || slices.ContainsFunc(candidates, func(other TestFile) bool { return other.File == file }) {
				continue // it runs itself
			}
			class := project.ClassName(set.Roots(), file)
			for _, p := range r.testing {
				if p.Names(class) {
					r.testing = append(r.testing, p.For(t.Class))
				}
			}
		}
	}
}

// treesOf are the folders of a project's sources and resources.
func treesOf(model *project.Model) []string {
	trees := model.Roots()
	for i := range model.Modules {
		for _, set := range model.Modules[i].Sets {
			for _, resources := range set.Resources {
				trees = append(trees, resources.Folder)
			}
		}
	}
	slices.Sort(trees)
	return slices.Compact(trees)
}
