package lsp

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

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
	run         *analysis.Analysis                        // the last that covers the file
	previous    *analysis.Analysis                        // the one before, of the same target
	baseline    baseline                                  // what changes are told against, if it is of the same target
	outcome     *profiles.Outcome                         // of the program that run ran
	growth      map[analysis.Reference]annotations.Growth // of the methods of run, if that was the last of several sizes
	failed      program                                   // of the last attempt, if that has brought no run
	source      sources.File                              // as compiled for run
	compiled    *javatext.Document                        // the text of source, nil if it is not at hand
	notice      annotations.Notice                        // of the last attempt
	classesHash string                                    // of the last run that the file's save has started
	sought      bool                                      // in the history
}

// baseline is a run that changes are told against in place of the run before.
type baseline struct {
	run   *analysis.Analysis // nil: there is none
	name  string             // for hovers: "baseline", "commit 1a2b3c4 (HEAD)"
	since string             // for lenses, behind the change: "HEAD"; "" for nothing
}

// findText looks for the compiled text of a file that is open, if it was not at
// hand so far. The caller holds s.mu.
func (f *fileState) findText(s *server) {
	if f.run != nil && f.compiled == nil && s.documents[f.source.Path] != nil {
		f.compiled = s.compiledText(f.source)
	}
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
	saved := s.state(r.path)
	switch result.Status {
	case engine.StatusOK, engine.StatusLimit:
		saved.classesHash = result.ClassesHash
		if r.targets != nil || stopped(result) {
			saved.classesHash = "" // the next save runs something else, or all of it
		}
		if analysed != nil {
			s.show(analysed, result.Outcome)
			if r.growth != nil && result.Status == engine.StatusOK {
				s.showGrowth(analysed, annotations.GrowthOf(r.growth.measured))
			}
		}
	case engine.StatusUnchanged:
		if saved.run != nil && result.Index != nil {
			s.reindex(saved.run, result.Index)
		}
	case engine.StatusCompileError:
		for path, f := range s.files { // what they show is as old
			if f.run == saved.run && saved.run != nil {
				f.notice = notice(path, result)
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
	saved.notice = notice(r.path, result)
	saved.notice.Output = saved.failed.outcome != nil
	return true
}

// show makes a run, and how its program ended, the current one of all files that it covers. The
// caller holds s.mu.
func (s *server) show(run *analysis.Analysis, outcome *profiles.Outcome) {
	if run.Index == nil {
		return
	}
	s.newest = run
	for _, file := range run.Index.Files {
		f := s.state(file.Path)
		f.previous = nil
		if f.run != nil && sameTarget(f.run, run) {
			f.previous = f.run
		}
		f.place(s, run, file)
		f.outcome, f.growth = outcome, nil
	}
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
	run, err := analysis.New(old.Profile, index)
	if err != nil {
		s.log.Debug("the profile shown so far cannot be shown with a newer index", "error", err)
		return
	}
	for _, file := range index.Files {
		if f := s.state(file.Path); f.run == old {
			f.place(s, run, file)
		}
	}
}

func (f *fileState) place(s *server, run *analysis.Analysis, file sources.File) {
	f.run, f.source, f.compiled = run, file, nil
	f.notice = annotations.Notice{}
	f.findText(s)
}

// sameTarget tells whether two runs ran the same program, so that their
// difference says something.
func sameTarget(a, b *analysis.Analysis) bool {
	x, y := a.Profile.Target, b.Profile.Target
	return x.Main == y.Main && slices.Equal(x.Arguments, y.Arguments)
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
			n.Message, n.Line = brief(d.Message), d.Line
		case d.File != "":
			n.Message = brief(fmt.Sprintf("%s, line %d: %s", filepath.Base(d.File), d.Line, d.Message))
		default:
			n.Message = brief(d.Message)
		}
	case engine.StatusNoTarget:
		n.Kind = annotations.NoTarget
	case engine.StatusFailed:
		n.Kind = annotations.RunFailed
	default:
		return annotations.Notice{}
	}
	return n
}

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

// stopped tells whether the user has ended the program.
func stopped(result *engine.Result) bool {
	return result.Profile != nil && slices.ContainsFunc(result.Profile.Limits, func(l profiles.Limit) bool { return profiles.LimitRequested.Is(&l) })
}

// view is what the annotations of an open document are made of. It reports
// false for a document that is not open or not Java.
func (s *server) view(path string) (annotations.View, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.documents[path]
	if d == nil || !isJava(path) {
		return annotations.View{}, false
	}
	v := annotations.View{Path: path, Current: d.parse(), Settings: s.display(), PreviousName: "last run"}
	f := s.files[path]
	switch {
	case !s.settings.trusted:
		v.Notice.Kind = annotations.NotTrusted
		if s.client.trustCommand != "" {
			v.Notice.Message = "click to change that"
		}
	case f == nil:
		v.Notice.Kind = annotations.NotRunYet
	default:
		v.Run, v.Previous, v.Notice, v.Outcome = s.byMetric(f.run), f.previous, f.notice, f.outcome
		v.Growth = f.growth
		if f.baseline.run != nil && f.run != nil && sameTarget(f.baseline.run, f.run) {
			v.Previous, v.PreviousName, v.Since = f.baseline.run, f.baseline.name, f.baseline.since
		}
		v.Anchors = d.anchorsTo(f.compiled)
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
	anchors := d.anchorsTo(f.compiled)
	if anchors == nil {
		return sources.Range{}, false
	}
	return anchors.Range(r)
}

// locateLine finds where a line, from 1, of a file as it was compiled stands in its current text.
// The caller holds s.mu.
func (s *server) locateLine(path string, line int) (sources.Range, bool) {
	f, d := s.files[path], s.documents[path]
	if f == nil {
		return sources.Range{}, false
	}
	if d != nil && f.compiled != nil {
		return d.anchorsTo(f.compiled).Line(line - 1)
	}
	if compiled := s.compiledText(f.source); compiled != nil {
		return compiled.Line(line - 1)
	}
	return sources.Range{}, false
}

// latestRun is the current run of a file, nil for none.
func (s *server) latestRun(path string) *analysis.Analysis {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f := s.files[path]; f != nil {
		return s.byMetric(f.run)
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
