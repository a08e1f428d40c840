package lsp

import (
	"context"
	"time"

	"hotlens/engine"
	"hotlens/profiles"
	"hotlens/profiles/analysis"
)

// This file shows what a program has done so far while it runs.

// partialAfter is how long a program has to run before what it has done so far is shown: a second is how long people stay with a
// thought while they wait (Card, Moran and Newell; Nielsen's response times). Each further time comes after twice as long.
const partialAfter = time.Second

// watch says what a run tells of its program while that runs. When ctx ends, nobody wants to know any more.
func (s *server) watch(ctx context.Context, r run) engine.Watch {
	s.mu.Lock()
	wanted := s.settings.partial
	s.mu.Unlock()
	w := engine.Watch{First: partialAfter, Started: func(running engine.Running) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if ctx.Err() == nil {
			s.running = &running
			s.followOutput()
		}
	}}
	if wanted && r.growth == nil && r.timing == nil && !r.following() {
		w.Partial = func(running engine.Running, profile *profiles.Profile) { s.showPartial(ctx, running, profile) }
	}
	return w
}

// showPartial shows what a program has done so far.
func (s *server) showPartial(ctx context.Context, running engine.Running, profile *profiles.Profile) {
	analysed, err := analysis.New(profile, running.Index)
	if err != nil || running.Index == nil {
		s.log.Debug("what a program has done so far cannot be shown", "error", err)
		return
	}
	outcome := running.Outcome()
	s.mu.Lock()
	defer s.mu.Unlock()
	if ctx.Err() != nil { // runs are cancelled under s.mu, so that this cannot change any more
		return
	}
	for _, file := range running.Index.Files {
		f := s.state(file.Path)
		partial := &placedRun{run: analysed, outcome: outcome, source: file}
		if before := f.partial; before != nil && before.source.Hash == file.Hash {
			partial.compiled = before.compiled
		}
		partial.findText(s)
		f.partial = partial
	}
	s.background.Go(s.refresh)
}

// endPartial forgets the program that has run. It reports whether anything of it was shown.
func (s *server) endPartial() (shown bool) {
	s.mu.Lock()
	followed := s.follower
	s.running, s.follower = nil, nil
	for _, f := range s.files {
		shown = shown || f.partial != nil
		f.partial = nil
	}
	s.mu.Unlock()
	followed.end()
	return shown
}
