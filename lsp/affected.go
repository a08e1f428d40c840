package lsp

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"go.lsp.dev/protocol"

	"hotlens/engine"
	"hotlens/engine/affected"
	"hotlens/engine/history"
	"hotlens/engine/project"
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
)

// batch is what a save runs.
type batch struct {
	saved  []string // absolute paths of the files that have been saved, and whose programs have not all been run since
	rest   []run    // what is yet to be run
	left   []string // the names of what is not run, as it would take too long
	number int      // of the batch: the generation of its first run; 0 for what no save has asked for
}

// following tells whether the run is not the first of its save.
func (r *run) following() bool { return r.batch.number != 0 && r.batch.number != r.generation }

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
	workspace, configured, own := s.workspaceOf(r.path), s.settings.targets, isJava(r.path) && s.hasMain(r.path)
	s.mu.Unlock()
	known := s.targetsOf(workspace)
	reached := slices.DeleteFunc(known.Choose(append([]string{r.path}, r.batch.saved...)), func(c affected.Choice) bool {
		if _, err := os.Stat(c.File); errors.Is(err, fs.ErrNotExist) {
			known.Forget(c.Record)
			return true
		}
		if len(configured) == 0 {
			return len(c.Arguments) > 0 // from settings that are gone
		}
		return !slices.ContainsFunc(configured, func(text string) bool { return c.Asked(text, workspace) })
	})
	var order []run
	for _, c := range reached {
		order = append(order, r.running(c))
	}
	switch {
	case !isJava(r.path):
	case len(configured) == 1: // there is nothing to choose
		order = []run{r}
	case len(configured) > 1:
		order = r.heldFirst(append(order, r.neverRun(configured, workspace, known)...), workspace)
	case own:
		order = slices.DeleteFunc(order, func(other run) bool { return other.target == affected.Target{File: r.path} })
		order = append([]run{r}, order...)
	}
	if len(configured) == 0 {
		order = append(order, s.unfinished(r, order)...)
	}
	if len(order) == 0 {
		return r, isJava(r.path) // the engine says what is missing
	}
	first := order[0]
	rest := order[1:]
	var sum time.Duration
	for _, other := range rest {
		if sum += other.wall; sum <= followingBudget {
			first.batch.rest = append(first.batch.rest, other)
		} else {
			first.batch.left = append(first.batch.left, other.name)
		}
	}
	return first, true
}

// unfinished are the runs for programs that were saved before, or together with r's, and that are not among what is run anyway.
func (s *server) unfinished(r run, order []run) []run {
	s.mu.Lock()
	defer s.mu.Unlock()
	var more []run
	for _, path := range r.batch.saved {
		program := affected.Target{File: path}
		if path == r.path || s.documents[path] == nil || s.precedence(path) < 2 || slices.ContainsFunc(order, func(other run) bool { return other.target == program }) {
			continue
		}
		other := r
		other.target, other.name, other.reason = program, strings.TrimSuffix(filepath.Base(path), ".java"), "was saved, too"
		more = append(more, other)
	}
	return more
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
		if engine.Holds(r.path, text, workspace) {
			other.reason = ""
			return append([]run{other}, slices.Delete(order, i, i+1)...)
		}
	}
	return order
}

// running is the run for a target that the save can reach.
func (r run) running(c affected.Choice) run {
	r.target, r.name, r.reason, r.wall = c.Target, c.Name(), c.Reason, c.Wall
	if !isJava(r.path) {
		r.path = c.File
	}
	return r
}

// remember takes over what a run that began at a time says of its target; nil for nothing.
func (s *server) remember(r run, result *engine.Result, began time.Time) *affected.Record {
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
	record := affected.RecordOf(target, workspace, result.Profile, result.Index, result.Outcome, began)
	if r.target.File == "" && r.targets == nil {
		for _, text := range configured {
			if record.Asked(text, workspace) {
				record.Text = text
			}
		}
	}
	if record.Text == "" && record.Source != "" {
		record.File = record.Source
	}
	known.Put(record)
	s.mu.Lock()
	defer s.mu.Unlock()
	if result.Profile != nil {
		if last, kept := s.classes[programOf(result.Profile)]; kept {
			last.record = record
			s.classes[programOf(result.Profile)] = last
		}
	}
	return record
}

// keepTarget puts what is known of a target into the history, if there is one.
func (s *server) keepTarget(r run, record *affected.Record) {
	if record == nil {
		return
	}
	s.follow()
	if s.history == nil {
		return
	}
	s.mu.Lock()
	workspace := s.workspaceOf(r.path)
	s.mu.Unlock()
	if err := s.history.KeepTargets(workspace, record); err != nil {
		s.tellOfHistory(err)
	}
}

// next waits until nobody types any more and returns what follows a run of a save, by the status of that. It reports false if nothing does.
func (s *server) next(ctx, program context.Context, r run, status string) (run, bool) {
	if r.batch.number == 0 || program.Err() != nil || status == statusCancelled || status == engine.StatusCompileError {
		return run{}, false
	}
	if len(r.batch.rest) == 0 || !s.awaitIdle(ctx) {
		return run{}, false
	}
	following := r.batch.rest[0]
	following.batch, following.settled, following.delay = r.batch, nil, 0
	following.batch.rest = r.batch.rest[1:]
	s.mu.Lock()
	defer s.mu.Unlock()
	if ctx.Err() != nil {
		return run{}, false
	}
	s.generation++
	following.generation = s.generation
	return following, true
}

// finishBatch forgets the saved files if the run was the last that they have led to, and tells what was left out.
func (s *server) finishBatch(ctx context.Context, r run, status string) {
	if r.batch.number == 0 || len(r.batch.rest) > 0 || status == statusCancelled || status == engine.StatusCompileError {
		return
	}
	s.mu.Lock()
	if ctx.Err() == nil {
		s.saved = slices.DeleteFunc(s.saved, func(path string) bool { return slices.Contains(r.batch.saved, path) })
	}
	s.mu.Unlock()
	if len(r.batch.left) > 0 {
		s.notify(protocol.MethodWindowLogMessage, &protocol.LogMessageParams{Type: protocol.MessageTypeInfo, Message: fmt.Sprintf(
			"hotlens: what was saved can also reach %s, which would take longer than %v in all and was not run", strings.Join(r.batch.left, ", "), followingBudget)})
	}
}

// changed starts a run if some program of a workspace reads a file that has changed.
func (s *server) changed(workspace, path string) {
	if len(s.targetsOf(workspace).Choose([]string{path})) > 0 {
		s.schedule(run{path: path, onSave: true})
	}
}

// maxFollowed bounds of how many files the server wants to know that they have changed: those of the newest programs count.
const maxFollowed = 2000

// follow wants to know of changes of the files that programs read, but those that programs may write: these would run without end.
func (s *server) follow() {
	s.mu.Lock()
	var records []*affected.Record
	for _, known := range s.targets {
		records = append(records, known.Records()...)
	}
	written := s.settings.config.Policy.Write
	base := s.baseFolder()
	s.mu.Unlock()
	slices.SortFunc(records, func(a, b *affected.Record) int { return b.Time.Compare(a.Time) })
	files := map[string]bool{}
	for _, r := range records {
		for _, file := range r.Reads {
			mine := slices.ContainsFunc(written, func(folder string) bool {
				if !filepath.IsAbs(folder) {
					folder = filepath.Join(base, folder)
				}
				return project.Within(filepath.Clean(folder), file)
			})
			if !mine && len(files) < maxFollowed {
				files[file] = true
			}
		}
	}
	if err := s.engine.Follow(slices.Sorted(maps.Keys(files)), s.tellOfChanges); err != nil {
		s.tellOnce("changes of files that programs read are noticed only when they are saved in the editor: " + err.Error())
	}
}

// tellOfChanges hands changes over to awaitChanges.
func (s *server) tellOfChanges(paths []string) {
	select {
	case s.changes <- paths:
	case <-s.lifetime.Done():
	}
}

// awaitChanges runs what reads files that have changed, until the session ends.
func (s *server) awaitChanges() {
	for {
		select {
		case paths := <-s.changes:
			for _, path := range paths {
				s.mu.Lock()
				wanted, workspace := s.settings.trusted && s.settings.onSave, s.workspaceOf(path)
				s.mu.Unlock()
				if wanted {
					s.changed(workspace, path)
				}
			}
		case <-s.lifetime.Done():
			return
		}
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
