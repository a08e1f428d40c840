package lsp

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"time"

	"hotlens/annotations"
	"hotlens/annotations/javatext"
	"hotlens/engine"
	"hotlens/profiles"
	"hotlens/profiles/analysis"
	"hotlens/profiles/sources"
)

// fileState is what is known about one file, open or not. The runs are shared
// between the files they cover.
type fileState struct {
	placedRun                                           // the last that covers the file
	partial   *placedRun                                // what one that is under way has done so far; nil: there is none, or nothing of it is known
	previous  *analysis.Analysis                        // the one before, of the same target
	baseline  baseline                                  // what changes are told against, if it is of the same target
	growth    map[analysis.Reference]annotations.Growth // of the methods of run, if that was the last of several sizes
	failed    program                                   // of the last attempt, if that has brought no run
	notice    annotations.Notice                        // of the last attempt
	undoable  bool                                      // of one that did not compile: open files had been saved with other texts than those that run was compiled from
	batch     int                                       // the save that has brought the run, 0 for none
	sought    bool                                      // in the history
	tests     map[annotations.TestKey]*testResult       // of the file, as they last ran; nil: none has
	heirs     map[string]bool                           // paths of the files of which classes have run tests that this one declares
}

// baseline is a run that changes are told against in place of the run before.
type baseline struct {
	run   *analysis.Analysis // nil: there is none
	name  string             // for hovers: "baseline", "commit 1a2b3c4 (HEAD)"
	since string             // for lenses, behind the change: "HEAD"; "" for nothing
}

// placedRun is a run, nil for none, with what it was compiled from.
type placedRun struct {
	run      *analysis.Analysis
	outcome  *profiles.Outcome  // of the program that it ran
	source   sources.File       // as compiled for it
	compiled *javatext.Document // the text of source, nil if it is not at hand
}

// findText looks for the compiled text of a file that is open, if it was not at
// hand so far. The caller holds s.mu.
func (p *placedRun) findText(s *server) {
	if p.run != nil && p.compiled == nil && s.documents[p.source.Path] != nil {
		p.compiled = s.compiledText(p.source)
	}
}

// shown is the run that a file shows: the one that is under way, as soon as there is something of it.
func (f *fileState) shown() *placedRun {
	if f.partial != nil {
		return f.partial
	}
	return &f.placedRun
}

// state returns the state of a file, new if nothing is known about it. The
// caller holds s.mu.
func (s *server) state(path string) *fileState {
	f := s.files[path]
	if f == nil {
		f = &fileState{}
		s.files[path] = f
	}
	return f
}

// accept takes over the result of a run. It reports false for a run that was
// cancelled: by a newer one, a command or the end of the session.
func (s *server) accept(ctx context.Context, r run, result *engine.Result) bool {
	var analysed *analysis.Analysis
	if result.Profile != nil {
		var err error
		if analysed, err = analysis.New(result.Profile, result.Index); err != nil {
			result.Status, result.Message = engine.StatusFailed, err.Error()
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if ctx.Err() != nil { // runs are cancelled under s.mu, so that this cannot change any more
		return false
	}
	if r.inVain(result) {
		return true
	}
	s.foundSources(result.Index)
	saved := s.state(r.about())
	switch result.Status {
	case engine.StatusOK, engine.StatusLimit:
		s.keepClasses(r, result)
		if analysed != nil {
			s.show(r, analysed, result.Outcome)
			s.takeTests(r, result, analysed)
			if r.growth != nil && result.Status == engine.StatusOK {
				s.showGrowth(analysed, annotations.GrowthOf(r.growth.measured))
			}
		}
	case engine.StatusUnchanged:
		if result.Index != nil {
			for _, same := range s.runsOf(r) {
				s.reindex(same, result.Index)
			}
			s.confirmTests(r, result)
		}
	case engine.StatusCompileError:
		undoable := s.savedOtherwise(saved.run)
		for path, f := range s.files { // what they show is as old
			if f.run == saved.run && saved.run != nil {
				f.notice, f.undoable = notice(path, result), undoable
			}
		}
	}
	saved.failed = program{}
	if result.Outcome != nil {
		s.lastProgram = program{result.Outcome, result.Index}
		if result.Status == engine.StatusFailed {
			saved.failed = s.lastProgram
		}
	}
	saved.notice = notice(r.about(), result)
	saved.notice.Output = saved.failed.outcome != nil
	return true
}

// savedOtherwise tells whether an open file that a run, which may be nil, was compiled from was saved with another text since. The caller holds s.mu.
func (s *server) savedOtherwise(run *analysis.Analysis) bool {
	if run == nil || run.Index == nil {
		return false
	}
	return slices.ContainsFunc(run.Index.Files, func(file sources.File) bool {
		d := s.documents[file.Path]
		return d != nil && !file.IsText(d.saved)
	})
}

// forgetUndone forgets that a file's program did not compile, if all that had been edited is undone: what is shown belongs to the text again, and
// what did not compile is nowhere to be seen. It reports whether it has. The caller holds s.mu.
func (s *server) forgetUndone(path string) bool {
	f := s.files[path]
	if f == nil || f.run == nil || f.notice.Kind != annotations.CompileError || !f.undoable || s.editedBeside(f.run) != "" {
		return false
	}
	uncompiled := false
	for _, other := range s.files {
		if other.run == f.run {
			other.notice = annotations.Notice{}
		}
		uncompiled = uncompiled || other.notice.Kind == annotations.CompileError
	}
	if !uncompiled {
		s.uncompiled = nil
	}
	return true
}

// runsOf are the runs that are shown of what a run has found unchanged. The caller holds s.mu.
func (s *server) runsOf(r run) []*analysis.Analysis {
	file, targets := s.asks(r)
	by := asked(file, targets, r.tests, r.set)
	var runs []*analysis.Analysis
	for _, f := range s.files {
		if f.run != nil && !slices.Contains(runs, f.run) && s.classes[programOf(f.run.Profile, f.run.Index)].asked == by {
			runs = append(runs, f.run)
		}
	}
	return runs
}

// keepClasses remembers what a program was compiled to, so that the same one need not run again. The caller holds s.mu.
func (s *server) keepClasses(r run, result *engine.Result) {
	if result.Profile == nil {
		return
	}
	file, targets := s.asks(r)
	by := asked(file, targets, r.tests, r.set)
	maps.DeleteFunc(s.classes, func(_ string, last classes) bool { return last.asked == by })
	program := programOf(result.Profile, result.Index)
	delete(s.classes, program)
	if (r.targets == nil || r.onSave) && !cutShort(result) { // else the next save runs something else, or all of it
		s.classes[program] = classes{asked: by, hash: result.ClassesHash}
	}
}

// show makes a run, and how its program ended, the current one of all files that it covers, but those that show what the same save has run before, of the same text. A repeated one takes the
// place of the same run, and is compared with what that was compared with. The caller holds s.mu.
func (s *server) show(r run, run *analysis.Analysis, outcome *profiles.Outcome) {
	if run.Index == nil {
		return
	}
	s.newest = run
	collectFor(len(run.Profile.Contexts))
	before := s.lastOfTarget(run)
	s.background.Go(func() { s.ready(run) })
	for _, file := range run.Index.Files {
		f := s.state(file.Path)
		same := f.run != nil && sameTarget(f.run, run)
		if r.following() && f.run != nil && f.batch == r.batch.number && !same && f.source.Hash == file.Hash {
			continue
		}
		if r.values == nil || !same || f.source.Hash != file.Hash {
			f.previous = before
			if same {
				f.previous = f.run
			}
		}
		f.place(s, run, file)
		f.outcome, f.growth, f.batch = outcome, nil, r.batch.number
	}
}

// readyAfter is for how long a run is shown before it is got ready for hovers and the call hierarchy. An editor asks at once for what stands in the text of all open
// documents, and that comes first; a reader takes longer than this to ask about a method.
const readyAfter = time.Second

// ready prepares a run ahead of the first hover or question about the call hierarchy, as a million contexts are not looked through between a request
// and its answer.
func (s *server) ready(run *analysis.Analysis) {
	select {
	case <-time.After(readyAfter):
	case <-s.lifetime.Done():
		return
	}
	s.mu.Lock()
	newest := s.newest
	s.mu.Unlock()
	if run == newest {
		run.Prepare()
	}
}

// keptPrograms is of how many programs the last run is at hand, to tell changes against: as many as a save commonly runs.
const keptPrograms = 4

// lastOfTarget returns the last run of the same program, nil if there was none, and keeps this one in its place. The caller holds s.mu.
func (s *server) lastOfTarget(run *analysis.Analysis) (before *analysis.Analysis) {
	s.last = slices.DeleteFunc(s.last, func(other *analysis.Analysis) bool {
		if !sameTarget(other, run) {
			return false
		}
		before = other
		return true
	})
	s.last = slices.Insert(s.last, 0, run)
	s.last = s.last[:min(len(s.last), keptPrograms)]
	return before
}

// showGrowth shows how the methods of a run grow. The caller holds s.mu.
func (s *server) showGrowth(run *analysis.Analysis, growth map[analysis.Reference]annotations.Growth) {
	for _, f := range s.files {
		if f.run == run {
			f.growth = growth
		}
	}
}

// reindex shows an old run's numbers with the index of a newer compilation to
// the same classes: comments or white space have changed. The caller holds s.mu.
func (s *server) reindex(old *analysis.Analysis, index *sources.Index) {
	run := old
	if !sameTexts(old.Index, index) {
		var err error
		if run, err = analysis.New(old.Profile, index); err != nil {
			s.log.Debug("the profile shown so far cannot be shown with a newer index", "error", err)
			return
		}
	}
	for _, file := range index.Files {
		if f := s.state(file.Path); f.run == old {
			f.place(s, run, file)
		}
	}
}

// sameTexts tells whether two indices, of which the first may be nil, are of the same texts, so that nothing stands elsewhere.
func sameTexts(a, b *sources.Index) bool {
	return a != nil && slices.EqualFunc(a.Files, b.Files, func(a, b sources.File) bool { return a.Path == b.Path && a.Hash == b.Hash })
}

func (f *fileState) place(s *server, run *analysis.Analysis, file sources.File) {
	f.placedRun = placedRun{run: run, outcome: f.outcome, source: file}
	f.notice = annotations.Notice{}
	f.findText(s)
}

// comparedWith is the run that the file's changes are told against; there may be none.
func (f *fileState) comparedWith() baseline {
	if f.baseline.run != nil && f.run != nil && sameTarget(f.baseline.run, f.run) {
		return f.baseline
	}
	return baseline{run: f.previous, name: annotations.LastRun}
}

// sameTarget tells whether two runs ran the same program, so that their
// difference says something. Programs in different folders may have the same name.
func sameTarget(a, b *analysis.Analysis) bool {
	x, y := a.Profile.Target, b.Profile.Target
	return x.Main == y.Main && slices.Equal(x.Arguments, y.Arguments) && (a.Main == b.Main || a.Main == "" || b.Main == "")
}

// notice is what a file says about the outcome.
func notice(path string, result *engine.Result) annotations.Notice {
	n := annotations.Notice{Message: brief(summary(result))}
	switch result.Status {
	case engine.StatusCompileError:
		n.Kind = annotations.CompileError
		d := firstError(path, result.Diagnostics)
		switch {
		case d == nil:
		case d.File == path:
			n.Message, n.Line = sentence(d), d.Line
		case d.File != "":
			n.Message = brief(fmt.Sprintf("%s, line %d: %s", filepath.Base(d.File), d.Line, sentence(d)))
		default:
			n.Message = sentence(d)
		}
		if result.Remedy != "" {
			n.Message += " · " + brief(result.Remedy)
		}
	case engine.StatusNoTarget:
		n.Kind = annotations.NoTarget
	case engine.StatusFailed:
		n.Kind = annotations.RunFailed
	default:
		if !result.Stale || result.Unread == nil {
			return annotations.Notice{}
		}
		n.Kind, n.Message = annotations.ProjectStale, filepath.Base(result.Unread.File)
	}
	return n
}

// sentence is a compiler's message in one line, without its end if that is too long.
func sentence(d *engine.Diagnostic) string { return brief(engine.Sentence(d.Message)) }

// firstError is the compiler's first error about a file or, if there is none, about anything; nil for none.
func firstError(path string, diagnostics []engine.Diagnostic) *engine.Diagnostic {
	var first *engine.Diagnostic
	for i := range diagnostics {
		d := &diagnostics[i]
		switch {
		case d.Severity != engine.SeverityError:
		case d.File == path:
			return d
		case first == nil:
			first = d
		}
	}
	return first
}

// cutShort tells whether the same program may come further next time: the user has ended it, or its time was over, of which a machine that is busy needs more.
func cutShort(result *engine.Result) bool {
	return result.Profile != nil && slices.ContainsFunc(result.Profile.Limits, func(l profiles.Limit) bool { return profiles.LimitRequested.Is(&l) || profiles.LimitTime.Is(&l) })
}

// view is what the annotations of an open document are made of. It reports
// false for a document that is not open or that nothing is known of.
func (s *server) view(path string) (annotations.View, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.documents[path]
	if d == nil || !isShown(path) {
		return annotations.View{}, false
	}
	f := s.files[path]
	if !isJava(path) && (f == nil || f.run == nil && f.partial == nil) {
		return annotations.View{}, false // a save would not run it
	}
	v := annotations.View{Path: path, Current: d.parse(), Settings: s.display()}
	switch {
	case !s.settings.trusted:
		v.Notice.Kind, v.Notice.Message = annotations.NotTrusted, s.client.trustHint
		if s.client.trustCommand != "" {
			v.Notice.Message = "click to change that"
		}
	case f == nil:
		v.Notice.Kind = annotations.NotRunYet
	case f.partial != nil:
		v.Run, v.Outcome, v.Anchors = s.byMetric(f.partial.run), f.partial.outcome, d.anchorsTo(f.partial.compiled)
	default:
		v.Run, v.Notice, v.Outcome = s.byMetric(f.run), f.notice, f.outcome
		base := f.comparedWith()
		v.Previous, v.PreviousName, v.Since = base.run, base.name, base.since
		v.Growth, v.Tests, v.Edited = f.growth, s.testStates(path, f), s.editedBeside(f.run)
		v.Anchors, v.Covering = d.anchorsTo(f.compiled), s.covering(path)
		switch {
		case v.Run != nil && v.Anchors == nil && (v.Notice.Kind == annotations.NoNotice || v.Notice.Kind == annotations.FromHistory):
			v.Notice.Kind = annotations.TextUnknown
		case v.Run != nil && v.Notice.Kind == annotations.NoNotice:
			v.Notice = s.headNotice(v.Run)
		}
	}
	return v, true
}

// locate finds a range of a compiled text in the current one; a file that is
// not open is as it was compiled. The caller must not hold s.mu.
func (s *server) locate(path string, r sources.Range) (sources.Range, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f, d := s.files[path], s.documents[path]
	if f == nil || d == nil {
		return r, true
	}
	anchors := d.anchorsTo(f.shown().compiled)
	if anchors == nil {
		return sources.Range{}, false
	}
	return anchors.Range(r)
}

// locateLine finds where what a range has of a line, from 1, of a file as it was compiled stands in its current text: see annotations.LocateLine.
// The caller holds s.mu.
func (s *server) locateLine(path string, line int, within sources.Range) (sources.Range, bool) {
	f, d := s.files[path], s.documents[path]
	if f == nil {
		return sources.Range{}, false
	}
	shown := f.shown()
	if d != nil && shown.compiled != nil {
		return d.anchorsTo(shown.compiled).LinePart(line-1, within)
	}
	if compiled := s.compiledText(shown.source); compiled != nil {
		return compiled.LinePart(line-1, within)
	}
	return sources.Range{}, false
}

// latestRun is the current run of a file, nil for none.
func (s *server) latestRun(path string) *analysis.Analysis {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f := s.files[path]; f != nil {
		return s.byMetric(f.shown().run)
	}
	return nil
}

// byMetric is a run by the metric of the settings, nil for none. The caller holds s.mu.
func (s *server) byMetric(run *analysis.Analysis) *analysis.Analysis {
	if run == nil {
		return nil
	}
	return run.By(s.settings.display.Metric)
}
