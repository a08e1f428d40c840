package lsp

import (
	"maps"
	"path/filepath"
	"slices"

	"hotlens/engine/affected"
	"hotlens/engine/project"
)

// This file runs what depends on files that change outside the editor.

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
