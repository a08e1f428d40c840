package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"hotlens/engine/affected"
	"hotlens/engine/changes"
	"hotlens/engine/jdk"
	"hotlens/engine/project"
	"hotlens/vm/configuration"
)

// Rounds run programs again whenever something changes that they can reach.
type Rounds struct {
	Workspace string            // absolute path of the folder that programs run in
	Config    configuration.Run // how to run them; relative paths are the workspace's
	File      string            // absolute path of the source file to run; "": all programs of Folder
	Arguments []string          // of File's program
	Folder    string            // absolute path

	// Changed is told of a change before programs run for it, by absolute paths; none of them may be used by any program (affected is 0).
	Changed func(paths []string, affected int)
	// Ran is told what came of a run, why there was one ("" for the first), and of the last run of the same program that has a profile; nil for none.
	Ran func(file, reason string, result, before *Result) error

	// Warn is told what goes wrong without being the end.
	Warn func(err error)

	mutex   sync.Mutex
	pending map[string]bool // changed, and not run since
	cancel  func()          // of the run that is under way
	notice  chan struct{}   // holds a token if pending has got more
	known   *affected.Index
	last    map[string]*Result // that have a profile, by file
}

// Run runs all programs and then what each change can reach, until ctx ends. A change ends the run that is under way.
func (r *Rounds) Run(ctx context.Context) (err error) {
	r.pending, r.notice, r.known, r.last, r.cancel = map[string]bool{}, make(chan struct{}, 1), affected.New(), map[string]*Result{}, func() {}
	engine := New()
	defer func() { err = errors.Join(err, engine.Close()) }()
	watcher, err := changes.Start(r.changed)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, watcher.Close()) }()
	model, err := r.model(ctx, engine)
	if err != nil {
		return err
	}
	trees := treesOf(model)
	if err := watcher.Follow(nil, trees); err != nil {
		r.Warn(err)
	}
	for first := true; ; first = false {
		if err := r.round(ctx, engine, first); err != nil {
			return err
		}
		if err := watcher.Follow(r.reads(), trees); err != nil && !errors.Is(err, changes.ErrTooMany) { // which has been told
			r.Warn(err)
		}
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
	for _, path := range paths {
		if isSource(path) || len(r.known.Choose([]string{path})) > 0 {
			r.pending[path], relevant = true, true
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

// reads are the files that the programs have read.
func (r *Rounds) reads() []string {
	var all []string
	for _, record := range r.known.Records() {
		all = append(all, record.Reads...)
	}
	return all
}

// due is a program that a round runs.
type due struct{ file, reason string }

// round runs what the changes since the last one can reach.
func (r *Rounds) round(parent context.Context, engine *Engine, first bool) error {
	ctx, cancel := context.WithCancel(parent)
	defer cancel()
	r.mutex.Lock()
	r.cancel = cancel
	var paths []string
	for path := range r.pending {
		paths = append(paths, path)
	}
	r.mutex.Unlock()
	slices.Sort(paths)
	programs, err := r.programs(ctx, engine)
	if err != nil {
		if first {
			return err
		}
		programs = nil // what has run is known
	}
	run := r.due(paths, programs, first)
	if !first && len(paths) > 0 {
		r.Changed(paths, len(run))
	}
	failed := false
	for _, program := range run {
		began := time.Now()
		result, err := engine.Profile(ctx, Request{File: program.file, Arguments: r.argumentsOf(program.file), Config: r.Config, Workspace: r.Workspace}, func(string) {})
		if ctx.Err() != nil {
			return nil // what has changed stays pending
		}
		if err != nil {
			return err
		}
		if result.Outcome != nil && result.Index != nil {
			r.known.Put(affected.RecordOf(affected.Target{File: program.file}, r.Workspace, result.Profile, result.Index, result.Outcome, began))
		}
		if err := r.Ran(program.file, program.reason, result, r.last[program.file]); err != nil {
			return err
		}
		failed = failed || result.Status == StatusCompileError
		if result.Profile != nil {
			r.last[program.file] = result
		}
	}
	if !failed {
		r.mutex.Lock()
		for _, path := range paths {
			delete(r.pending, path)
		}
		r.mutex.Unlock()
	}
	return nil
}

func (r *Rounds) argumentsOf(file string) []string {
	if file == r.File {
		return r.Arguments
	}
	return nil
}

// due are the programs to run: what the changed files can reach, and what is not known yet.
func (r *Rounds) due(changed, programs []string, first bool) []due {
	var all []due
	for _, c := range r.known.Choose(changed) {
		if slices.Contains(programs, c.File) || programs == nil {
			all = append(all, due{c.File, c.Reason})
		}
	}
	records := r.known.Records()
	for _, file := range programs {
		if slices.ContainsFunc(records, func(record *affected.Record) bool { return record.File == file }) {
			continue
		}
		reason := ""
		if !first && r.File == "" {
			reason = "was never run before"
		}
		all = append(all, due{file, reason})
	}
	return all
}

// programs are the source files that can be run.
func (r *Rounds) programs(ctx context.Context, engine *Engine) ([]string, error) {
	if r.File != "" {
		return []string{r.File}, nil
	}
	model, err := r.model(ctx, engine)
	if err != nil {
		return nil, err
	}
	found := model.Programs(r.Folder).Mains
	if len(found) == 0 {
		return nil, fmt.Errorf("%s has no file with a main method: give File.java, or another folder", r.Folder)
	}
	return found, nil
}

// model is that of the project.
func (r *Rounds) model(ctx context.Context, engine *Engine) (*project.Model, error) {
	j, err := jdk.Find(r.Config.JDK)
	if err != nil {
		return nil, err
	}
	return engine.projects().Model(ctx, project.Request{Path: cmp.Or(r.File, r.Folder), Trusted: true, Within: r.Workspace, JDK: j})
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
