package lsp

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"hotlens/engine/affected"
	"hotlens/engine/project"
	"hotlens/profiles/sources"
)

// This file runs what depends on files that change outside the editor: data that programs have read, build files, and sources, as by "git checkout".
//
// An editor's own saves change files, too, and the change may be noticed before the editor has told of the save. So what counts of a source is whether
// a run has been asked for since it has the content that it has, and of one that is open the editor is heard first.

const (
	// saveGrace is for how long the change of a source that is open may be one that the editor is about to tell of: didSave follows the writing of the file
	// at once, but through a pipe and a queue, on a machine that is compiling. Who changes an open file from outside looks elsewhere that long.
	saveGrace = time.Second
	// lateSave is for how long after that a didSave is still taken for that of a change that was believed: no machine is so slow, and nobody who saves later
	// wonders that nothing runs.
	lateSave = 10 * time.Second
)

// requested is what a run was asked for of a source.
type requested struct {
	content string    // identifies it as sources.File.Hash does; "" if it cannot be read
	read    time.Time // when that was read; zero: the last run has found it
	noticed bool      // that was believed though no didSave had told of it
}

// look finds out what a run is asked for of a file, which is nothing if it is no source.
func look(path string, noticed bool) requested {
	if !isJava(path) {
		return requested{noticed: noticed}
	}
	before := time.Now()
	content, err := os.ReadFile(path)
	if err != nil {
		return requested{read: before, noticed: noticed}
	}
	sum := sha256.Sum256(content)
	return requested{hex.EncodeToString(sum[:]), before, noticed}
}

// isAsked tells whether a run was asked for already of what a source was found to be: a didSave tells of what was noticed before, or what is noticed was saved, also while it was
// being looked at. The caller holds s.mu.
func (s *server) isAsked(c change) bool {
	last, known := s.requested[c.path]
	switch {
	case !known || !isJava(c.path):
		return false
	case c.requested.noticed:
		return last.content == c.requested.content || last.read.After(c.requested.read)
	}
	return last.content == c.requested.content && last.noticed && time.Since(last.read) < lateSave
}

// foundSources notes which contents a run has found of sources that nothing was known of. Another content than that which was asked for is news still: what the same save
// has run before has not had it. The caller holds s.mu.
func (s *server) foundSources(index *sources.Index) {
	if index == nil {
		return
	}
	for _, file := range index.Files {
		if _, known := s.requested[file.Path]; !known {
			s.requested[file.Path] = requested{content: file.Hash}
		}
	}
}

// change is a file that was saved, or has changed otherwise.
type change struct {
	path      string
	aside     bool // nothing that is open was saved, so that its program does not come first: a file has changed that programs depend on
	requested requested
}

// changed starts a run for those files that are others than when a run was asked for last, and which some program of their workspace reads or was compiled from, or could not be.
func (s *server) changed(paths []string) {
	var changes []change
	for _, path := range paths {
		c := change{path: path, requested: look(path, true)}
		s.mu.Lock()
		workspace, wanted := s.workspaceOf(path), s.settings.trusted && s.settings.onSave && !s.isAsked(c)
		c.aside = s.documents[path] == nil || c.requested.content == ""
		_, uncompiled := s.uncompiled[path]
		s.mu.Unlock()
		if wanted && (uncompiled || len(s.targetsOf(workspace).Choose([]string{path})) > 0) {
			changes = append(changes, c)
		}
	}
	s.mu.Lock()
	forgotten := s.forgetGone(slices.Values(paths))
	s.mu.Unlock()
	if forgotten {
		s.showDiagnostics()
	}
	if len(changes) > 0 {
		s.schedule(run{onSave: true, changes: changes})
	}
}

// maxFollowed bounds of how many files the server wants to know that they have changed: what programs read, or are built by, before what they were compiled from, and of each those of the newest programs.
const maxFollowed = 10_000

// follow wants to know of changes of the files that do not compile, and that programs read and were compiled from, but those that programs may write: these would run without end.
func (s *server) follow() {
	s.mu.Lock()
	var records []*affected.Record
	for _, known := range s.targets {
		records = append(records, known.Records()...)
	}
	uncompiled := slices.Collect(maps.Keys(s.uncompiled))
	written := s.settings.config.Policy.Write
	base := s.baseFolder()
	s.mu.Unlock()
	slices.SortFunc(records, func(a, b *affected.Record) int { return b.Time.Compare(a.Time) })
	files := map[string]bool{}
	add := func(file string) {
		if files[file] || len(files) == maxFollowed {
			return
		}
		mine := slices.ContainsFunc(written, func(folder string) bool {
			if !filepath.IsAbs(folder) {
				folder = filepath.Join(base, folder)
			}
			return project.Within(filepath.Clean(folder), file)
		})
		if !mine {
			files[file] = true
		}
	}
	for _, file := range uncompiled {
		add(file)
	}
	for _, r := range records {
		for _, file := range slices.Concat(r.Builds, r.Reads) {
			add(file)
		}
	}
	for _, r := range records {
		for file := range r.Files {
			if isJava(file) { // what is written in other languages somebody else compiles
				add(file)
			}
		}
	}
	if err := s.engine.Follow(slices.Sorted(maps.Keys(files)), s.tellOfChanges); err != nil {
		s.tellOnce("not all changes of files outside the editor are noticed: " + err.Error())
	}
}

// tellOfChanges hands changes over to awaitChanges.
func (s *server) tellOfChanges(paths []string) {
	select {
	case s.changes <- paths:
	case <-s.lifetime.Done():
	}
}

// awaitChanges runs what depends on files that have changed, until the session ends. What changes together, as by "git checkout", waits together.
func (s *server) awaitChanges() {
	pending := map[string]bool{}
	var heard <-chan time.Time // when the editor has had its say; nil: it need not
	for {
		select {
		case paths := <-s.changes:
			for _, path := range paths {
				pending[path] = true
			}
			if s.mayBeSaved(paths) {
				heard = time.After(saveGrace)
			}
			if heard != nil {
				continue
			}
		case <-heard:
			heard = nil
		case <-s.lifetime.Done():
			return
		}
		s.changed(slices.Sorted(maps.Keys(pending)))
		clear(pending)
	}
}

// mayBeSaved tells whether the editor may be about to tell that it has saved one of some files.
func (s *server) mayBeSaved(paths []string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.ContainsFunc(paths, func(path string) bool { return isJava(path) && s.documents[path] != nil })
}

// missing tells whether there is no file.
func missing(path string) bool {
	_, err := os.Stat(path)
	return errors.Is(err, fs.ErrNotExist)
}

// forgetGone forgets what does not compile in those of some files that are gone, and what became of their tests: nothing compiles them again, also where they still are open. It
// reports whether there was any of that. The caller holds s.mu.
func (s *server) forgetGone(paths iter.Seq[string]) bool {
	forgotten := false
	for path := range paths {
		f := s.files[path]
		_, uncompiled := s.uncompiled[path]
		tested := f != nil && f.tests != nil
		if (uncompiled || tested) && missing(path) {
			delete(s.uncompiled, path)
			if tested {
				f.tests = nil
			}
			forgotten = true
		}
	}
	return forgotten
}

// isGone tells whether a target's file is gone, and forgets it then, with what became of its tests.
func (s *server) isGone(known *affected.Index, record *affected.Record) bool {
	if !missing(record.File) {
		return false
	}
	known.Forget(record)
	s.mu.Lock()
	defer s.mu.Unlock()
	if f := s.files[record.Source]; f != nil {
		f.tests = nil
	}
	return true
}

// dropGone leaves out of what a save has yet to run whatever is gone.
func (s *server) dropGone(r *run) {
	if len(r.batch.rest) == 0 {
		return
	}
	known := s.targetsAround(r)
	var rest []run
	for _, other := range r.batch.rest {
		if other.chosen == nil {
			if other.target.File == "" || !missing(other.target.File) {
				rest = append(rest, other)
			}
			continue
		}
		left := slices.DeleteFunc(slices.Clone(other.chosen), func(c affected.Choice) bool { return s.isGone(known, c.Record) })
		if len(left) == len(other.chosen) {
			rest = append(rest, other)
		} else if len(left) > 0 {
			other.wall = 0
			rest = append(rest, other.running(left))
		}
	}
	r.batch.rest = rest
}
