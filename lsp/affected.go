package lsp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"go.lsp.dev/protocol"

	"hotlens/annotations"
	"hotlens/engine"
	"hotlens/engine/affected"
	"hotlens/engine/history"
	"hotlens/engine/target"
	"hotlens/profiles"
)

// This file chooses what a save runs: the file's own program first, then what else the saved files can reach, one after the other while the
// editor is idle.

const (
	// idleAfter is for how long nobody has to have typed before what a save has yet to run goes on: longer than the pauses within a
	// thought (Card, Moran and Newell's mental operator takes 1.35 s).
	idleAfter = 1500 * time.Millisecond
	// followingBudget is how long the programs that follow a save's first may take in all, as long as they took last time. Half a minute is what people
	// spend between two saves; a machine that is busy for longer is heard.
	followingBudget = 30 * time.Second
	// firstTests is how long the tests may take that run at once after a save: a second is how long people stay with a thought while they wait (see partialAfter).
	firstTests = time.Second
	// followingTests is how long tests may take that run together later: what a newer save then ends at worst has been for nothing.
	followingTests = 5 * time.Second
)

// batch is what a save runs.
type batch struct {
	saved  []string      // absolute paths of the files that have been saved, and whose programs have not all been run since
	rest   []run         // what is yet to be run
	left   []string      // the names of what is not run, as it would take too long
	again  []string      // absolute paths of programs that do not compile, to be tried again by the next save
	ended  []endedRun    // what has been run
	tried  []string      // absolute paths of the tests that had never run before it
	spent  time.Duration // on these
	over   int           // how many programs and tests those are that left names
	trial  *progress     // of the runs that have tried such tests in vain since the last one that was not; nil: that was the last
	number int           // of the batch: the generation of its first run; 0 for what no save has asked for
}

// following tells whether the run is not the first of its save.
func (r *run) following() bool { return r.batch.number != 0 && r.batch.number != r.generation }

// about is the file that says how the run ended: the saved one, but for what follows, which has a file of its own.
func (r *run) about() string {
	if r.following() && r.target.File != "" {
		return r.target.File
	}
	return r.path
}

// mendedFirst tells whether the rest of a save waits until something is mended. What only is tried again holds up nothing.
func (r *run) mendedFirst(status string) bool {
	return status == engine.StatusCompileError && r.trying == nil && !r.unfinished
}

// targetsOf is what is known of a workspace's targets, by the runs of this session and those before.
func (s *server) targetsOf(workspace string) *affected.Index {
	s.mu.Lock()
	known := s.targets[workspace]
	s.mu.Unlock()
	if known != nil {
		return known
	}
	read := affected.New()
	if s.history != nil {
		var err error
		var damaged *history.DamagedError
		if read, err = s.history.Targets(workspace); errors.As(err, &damaged) {
			s.tellOfHistory(err)
		} else if err != nil {
			s.log.Debug("the targets of a workspace", "error", err) // writing fails as well, and is told
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.targets[workspace] == nil {
		s.targets[workspace] = read
	}
	return s.targets[workspace]
}

// choose says what a save runs. It reports false if that is nothing: what was saved is no program, and nothing is known to use it.
func (s *server) choose(r run) (run, bool) {
	s.mu.Lock()
	workspace, configured, mode := s.workspaceOf(r.path), s.settings.targets, s.settings.tests
	main := !r.aside && s.hasMain(r.path)
	tests := !r.aside && !main && s.hasTests(r.path)
	last := s.lastTests
	s.mu.Unlock()
	if len(configured) > 0 {
		mode = testsAffected // of these targets
	}
	known := s.targetsOf(workspace)
	changed := append([]string{r.path}, r.batch.saved...)
	reached := slices.DeleteFunc(known.Choose(changed), func(c affected.Choice) bool {
		switch {
		case s.isGone(known, c.Record):
			return true
		case c.IsTests() && (mode == testsOff || mode == testsLast || mode == testsOfFile && !slices.Contains(changed, c.Source)):
			return true
		case len(configured) == 0:
			return len(c.Arguments) > 0 // from settings that are gone
		}
		return !slices.ContainsFunc(configured, func(text string) bool { return c.Asked(text, workspace) })
	})
	var order []run
	switch {
	case len(configured) == 1 && !r.aside: // there is nothing to choose
		order = []run{r}
	case len(configured) > 0:
		order = r.ofTargets(reached, configured, workspace)
		if !r.aside {
			order = r.heldFirst(append(order, r.neverRun(configured, workspace, known)...), workspace)
		}
	default:
		if mode == testsAll && !r.aside {
			reached = append(reached, known.Others(reached, "run at each save")...)
		}
		order = r.inRuns(reached)
		own := func(other run) bool {
			return other.target == affected.Target{File: r.path} && (other.chosen == nil) == main
		}
		held := slices.ContainsFunc(order, own)
		switch {
		case main && held:
			order = append([]run{r}, slices.DeleteFunc(order, own)...)
		case tests && len(order) > 0 && s.isAbstract(r.path): // those that have its tests are among what it reaches
		case main || tests && !held && mode != testsOff && mode != testsLast:
			order = append([]run{r}, order...)
		}
		if mode == testsLast && len(last.patterns) > 0 && !r.aside {
			order = append(order, r.again(last))
		}
		order = append(order, s.unfinished(r, order, mode)...)
	}
	if len(order) == 0 {
		if tests {
			r.refused = fmt.Sprintf("the setting hotlens.tests is %q", mode)
		}
		return r, !r.aside // the engine says what is missing
	}
	return s.within(order, mode), true
}

// instead is the run of what has executed a file's methods last, for a command that is about a file without a program or tests of its own.
func (s *server) instead(r run) run {
	s.mu.Lock()
	own := r.targets != nil || r.tests != nil || r.target != (affected.Target{}) || len(s.settings.targets) > 0 || s.hasMain(r.path) || s.hasTests(r.path)
	s.mu.Unlock()
	if own {
		return r
	}
	if choices := s.executing(r.path); len(choices) > 0 {
		return r.running(choices)
	}
	return r
}

// executing is what has executed a file's methods last, if that is still there.
func (s *server) executing(path string) []affected.Choice {
	s.mu.Lock()
	workspace := s.workspaceOf(path)
	s.mu.Unlock()
	known := s.targetsOf(workspace)
	return slices.DeleteFunc(known.Executing(path), func(c affected.Choice) bool { return s.isGone(known, c.Record) })
}

// within puts what follows the first of some runs behind it, as far as there is time for it. All tests run where the user wants all.
func (s *server) within(order []run, mode testsOnSave) run {
	first := order[0]
	var sum time.Duration
	pending := map[annotations.TestKey]string{}
	note := func(r *run, text string) {
		for i := range r.chosen {
			r.chosen[i].EachTest(func(class, method string) { pending[annotations.TestKey{Class: class, Method: method}] = text })
		}
	}
	note(&first, "runs again")
	for _, other := range order[1:] {
		if sum += other.wall; sum <= followingBudget || mode == testsAll && other.chosen != nil {
			first.batch.rest = append(first.batch.rest, other)
			note(&other, "is to run again")
		} else {
			first.batch.left = append(first.batch.left, other.name)
			first.batch.over += other.items()
			note(&other, "not run again: the tests before took too long")
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pendingTests = pending; mode == testsAffected || mode == testsAll {
		s.chosenBatch = first.batch.number
	}
	return first
}

// inRuns are the runs for what the save can reach.
func (r run) inRuns(reached []affected.Choice) []run {
	var order []run
	for _, choices := range affected.Pack(reached, firstTests, followingTests) {
		order = append(order, r.running(choices))
	}
	return order
}

// ofTargets are the runs for those targets of the settings that the save can reach.
func (r run) ofTargets(reached []affected.Choice, configured []string, workspace string) []run {
	var order []run
	told := map[string]bool{}
	for _, c := range reached {
		if !c.IsTests() {
			order = append(order, r.running([]affected.Choice{c}))
			continue
		}
		for _, text := range configured {
			if !told[text] && c.Asked(text, workspace) {
				told[text] = true
				other := r
				other.targets, other.name, other.reason, other.wall = []string{text}, text, c.Reason, c.Wall
				order = append(order, other)
			}
		}
	}
	return order
}

// again is the run of the tests that ran last.
func (r run) again(last lastTests) run {
	r.target, r.tests, r.name, r.reason = affected.Target{File: last.file}, last.patterns, strings.Join(last.patterns, ","), "ran last"
	return r
}

// unfinished are the runs for programs that were saved before, or together with r's, and that are not among what is run anyway.
func (s *server) unfinished(r run, order []run, mode testsOnSave) []run {
	s.mu.Lock()
	defer s.mu.Unlock()
	var more []run
	for _, path := range r.batch.saved {
		if path == r.path || s.documents[path] == nil || missing(path) || s.precedence(path) < 2 || slices.ContainsFunc(order, func(other run) bool { return other.runs(path) }) {
			continue
		}
		if !s.hasMain(path) && (mode == testsOff || mode == testsLast) {
			continue
		}
		program := affected.Target{File: path}
		other := r
		other.target, other.name, other.reason, other.unfinished = program, strings.TrimSuffix(filepath.Base(path), ".java"), "was saved, too", true
		more = append(more, other)
	}
	return more
}

// runs tells whether the run is of the program or the tests of a source file.
func (r *run) runs(path string) bool {
	return r.target == affected.Target{File: path} || slices.ContainsFunc(r.chosen, func(c affected.Choice) bool { return c.Source == path })
}

// neverRun are the runs for targets of the settings of which nothing is known.
func (r run) neverRun(configured []string, workspace string, known *affected.Index) []run {
	var never []run
	records := known.Records()
	for _, text := range configured {
		if !slices.ContainsFunc(records, func(record *affected.Record) bool { return record.Asked(text, workspace) }) {
			other := r
			other.targets, other.name, other.reason = []string{text}, text, "was never run before"
			never = append(never, other)
		}
	}
	return never
}

// heldFirst moves the target that the saved file holds to the front. That needs no reason.
func (r run) heldFirst(order []run, workspace string) []run {
	for i, other := range order {
		text := other.target.Text
		if other.targets != nil {
			text = other.targets[0]
		}
		if name, ok := target.ParseName(text); ok && name.In(r.path, workspace) {
			other.reason = ""
			return append([]run{other}, slices.Delete(order, i, i+1)...)
		}
	}
	return order
}

// running is the run for targets that the save can reach, of which several are tests of a set.
func (r run) running(choices []affected.Choice) run {
	r.target = choices[0].Target
	for i := range choices {
		r.wall += choices[i].Wall
	}
	if choices[0].IsTests() {
		r.chosen, r.tests, r.set = choices, affected.Patterns(choices), choices[0].Set
	}
	r.name, r.reason, r.plural = affected.Describe(choices)
	if !slices.ContainsFunc(choices, func(c affected.Choice) bool { return !c.IsTests() || c.Source != r.path }) {
		r.reason = "" // the saved file holds them
	}
	if r.aside {
		r.path = choices[0].File
	}
	return r
}

// remember takes over what a run that began at a time says of its targets; nil for nothing.
func (s *server) remember(r run, result *engine.Result, began time.Time) []*affected.Record {
	if !r.usual() || result == nil || result.Outcome == nil || result.Index == nil {
		return nil
	}
	s.mu.Lock()
	workspace, configured := s.workspaceOf(r.path), s.settings.targets
	s.mu.Unlock()
	known := s.targetsOf(workspace)
	target := r.target
	if target.File == "" {
		target.File = r.path
	}
	if r.targets != nil {
		target.Text = r.targets[0]
	}
	run := affected.Run{
		Target: target, Directory: cmp.Or(result.Directory, workspace), Profile: result.Profile, Index: result.Index, Uses: result.Uses, Builds: result.BuildFiles, LeftOut: result.LeftOut, Outcome: result.Outcome, Set: result.TestSet, Began: began,
	}
	records := run.Records()
	for i, record := range records {
		if r.target.File == "" && r.targets == nil && !record.IsTests() {
			for _, text := range configured {
				if record.Asked(text, workspace) {
					record.Text = text
				}
			}
		}
		if record.Text == "" && record.Source != "" {
			record.File = record.Source
		}
		records[i] = known.Put(record)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if result.Profile != nil {
		program := programOf(result.Profile, result.Index)
		if last, kept := s.classes[program]; kept {
			last.records = records
			s.classes[program] = last
		}
	}
	return records
}

// keepTargets puts what is known of targets into the history, if there is one.
func (s *server) keepTargets(r run, records []*affected.Record) {
	if len(records) == 0 {
		return
	}
	s.follow()
	if s.history == nil {
		return
	}
	s.mu.Lock()
	workspace := s.workspaceOf(r.path)
	s.mu.Unlock()
	if err := s.history.KeepTargets(workspace, records...); err != nil {
		s.tellOfHistory(err)
	}
}

// next waits until nobody types any more and returns what follows a run of a save, by the status of that. It reports false if nothing does. What is gone meanwhile it drops.
func (s *server) next(ctx, program context.Context, r *run, status string) (run, bool) {
	if r.batch.number == 0 && len(r.batch.rest) == 0 || program.Err() != nil || status == statusCancelled || r.mendedFirst(status) {
		return run{}, false
	}
	if len(r.batch.rest) > 0 && !s.awaitIdle(ctx) {
		return run{}, false
	}
	s.dropGone(r)
	var following run
	if len(r.batch.rest) > 0 {
		following = r.batch.rest[0]
		following.batch, following.settled, following.delay = r.batch, nil, 0
		following.batch.rest = r.batch.rest[1:]
	} else if r.batch.number == 0 {
		return run{}, false
	} else if next, _, more := s.try(ctx, *r); more && s.awaitIdle(ctx) {
		following = next
	} else {
		return run{}, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if ctx.Err() != nil {
		return run{}, false
	}
	s.generation++
	following.generation = s.generation
	return following, true
}

// goOn puts what a run of tests has not got to, as a limit has ended it, in front of what the save has yet to run; without what it has been at. The records are what is known since of the classes
// that the run was of.
func (r *run) goOn(result *engine.Result, records []*affected.Record) {
	if r.batch.number == 0 || result == nil || result.TestSet == "" || result.Outcome == nil || result.Outcome.Limit == nil {
		return
	}
	chosen := r.chosen
	if chosen == nil { // whole classes
		for _, record := range records {
			chosen = append(chosen, affected.Choice{Record: record, Reason: "was not reached before the limit"})
		}
	}
	remaining := affected.Remaining(chosen, result.Outcome.Tests)
	if len(remaining) == 0 || len(result.Outcome.Tests) == 0 {
		return
	}
	next := *r
	next.wall = 0
	rest := next.inRuns(remaining)
	r.batch.rest = append(rest, r.batch.rest...)
}

// targetsAround are the known targets of the workspace that a run belongs to.
func (s *server) targetsAround(r *run) *affected.Index {
	s.mu.Lock()
	workspace := s.workspaceOf(r.path)
	s.mu.Unlock()
	return s.targetsOf(workspace)
}

// goFurther puts what else the build runs of the tests that a run was of in front of what is yet to run, as far as nothing is known of it: what is known has been chosen by itself.
func (s *server) goFurther(r *run, result *engine.Result) {
	if r.more || result == nil || result.Status != engine.StatusOK && result.Status != engine.StatusUnchanged && result.Status != engine.StatusLimit {
		return
	}
	known, all := s.targetsAround(r), result.Further
	if result.Status == engine.StatusUnchanged { // then it has told nothing of the tests
		all = s.furtherBefore(r, all)
	}
	var rest []run
	for _, further := range all {
		planned := slices.ContainsFunc(r.batch.rest, func(other run) bool { return other.set == further.TestSet })
		next := *r
		next.more, next.set, next.asBuild, next.trying, next.chosen = true, further.TestSet, r.asBuild || r.trying != nil, nil, nil
		switch {
		case r.batch.number == 0 && r.set == "": // somebody has asked for them
			rest = append(rest, next)
		case r.batch.number != 0 && !planned && !known.HasRun(further.TestSet, further.Files):
			next.target, next.tests = affected.Target{File: further.Files[0]}, further.Classes
			rest = append(rest, next)
		}
	}
	r.batch.rest = append(rest, r.batch.rest...)
}

// furtherBefore is what a run that has found the program unchanged had besides when it ran; otherwise where that is not known.
func (s *server) furtherBefore(r *run, otherwise []engine.FurtherTests) []engine.FurtherTests {
	s.mu.Lock()
	defer s.mu.Unlock()
	file, targets := s.asks(*r)
	by := asked(file, targets, r.tests, r.set)
	for _, last := range s.classes {
		if last.asked == by {
			return last.further
		}
	}
	return otherwise
}

// leaveCut takes out of the result of a run of tests, in a batch, what the run's own time or bytecodes have cut short: that says nothing of the test, which runs again with those behind it. A test that has had the whole
// run for itself stays.
func (r *run) leaveCut(result *engine.Result) {
	if r.batch.number == 0 || result == nil || result.Outcome == nil {
		return
	}
	if limit := result.Outcome.Limit; !profiles.LimitTime.Is(limit) && !profiles.LimitBytecodes.Is(limit) {
		return
	}
	tests := result.Outcome.Tests
	cut := slices.IndexFunc(tests, func(t profiles.Test) bool {
		return t.Status == profiles.TestUnfinished && t.Reason == result.Outcome.Limit.Message
	})
	if cut < 0 {
		return
	}
	class, method := tests[cut].Class, tests[cut].Method
	others := slices.DeleteFunc(slices.Clone(tests), func(t profiles.Test) bool { return t.Class == class && t.Method == method })
	if len(others) > 0 {
		result.Outcome.Tests = others
		if result.Profile != nil {
			result.Profile.Tests = others
		}
	}
}

// finishBatch forgets the saved files if the run was the last that they have led to, but those that are to be tried again, and tells what was left out.
func (s *server) finishBatch(ctx context.Context, r run, status string) {
	if r.batch.number == 0 || len(r.batch.rest) > 0 || status == statusCancelled || r.mendedFirst(status) {
		return
	}
	s.mu.Lock()
	if ctx.Err() == nil {
		s.saved = slices.DeleteFunc(s.saved, func(path string) bool {
			return slices.Contains(r.batch.saved, path) && !slices.Contains(r.batch.again, path)
		})
	}
	s.mu.Unlock()
	if len(r.batch.left) > 0 {
		s.notify(protocol.MethodWindowLogMessage, &protocol.LogMessageParams{Type: protocol.MessageTypeInfo, Message: fmt.Sprintf(
			"hotlens: what was saved can also reach %s; that would take longer than %v in all, and was not run", strings.Join(r.batch.left, ", "), followingBudget)})
	}
}

// awaitIdle waits until nobody has typed for a while. It reports false if nobody wants that any more.
func (s *server) awaitIdle(ctx context.Context) bool {
	for {
		s.mu.Lock()
		wait := time.Until(s.edited.Add(idleAfter))
		s.mu.Unlock()
		if wait <= 0 {
			return ctx.Err() == nil
		}
		timer := time.NewTimer(wait)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return false
		}
	}
}
