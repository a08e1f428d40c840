// Package history keeps the profiles of the last runs in a file, so that they outlive the process that made them.
//
// The file is a database of bbolt's in the user's cache folder (store.go), which every operation opens and closes: so several
// servers share it, and one that is killed holds nothing. What stands in it is versioned (record.go). It is a convenience: where it
// cannot be read or written, the caller goes on without, and tells the user once.
//
// Invariant: no content of the file, and no lack of room for it, ends the process. Operations are bounded in time by the wait for the
// file's lock and by the bounds below.
package history

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"hotlens/profiles"
	"hotlens/profiles/sources"
)

// The bounds of the history, of all workspaces together. What is oldest goes first.
const (
	// MaxRuns is how many runs are kept: some days of somebody who saves every few minutes.
	MaxRuns = 500
	// MaxBytes is how much the runs may take, compressed: 500 of a small program that reads a file and formats a report (136 kB each, with
	// 4,300 contexts), or 28 with as many contexts as are kept before folding begins. The file is at most maxFileBytes large.
	MaxBytes = 64 << 20
	// MaxContexts is how large a profile may be that is kept: twice of where folding begins. Writing it takes half a second of one
	// processor, in the background; a larger one would be in the way of the next run.
	MaxContexts = 1 << 18
	// maxFileBytes is the size from which the file is written anew without its gaps. bbolt doubles small files, and never makes them
	// smaller.
	maxFileBytes = 2*MaxBytes + MaxBytes/2
	// lockWait bounds the wait for another process that uses the file. Operations take some milliseconds.
	lockWait = time.Second
)

// Entry says what a kept run is.
type Entry struct {
	ID        uint64    `json:"id"` // ascends with time
	Time      time.Time `json:"time"`
	Workspace string    `json:"workspace"`           // the folder, without symbolic links
	File      string    `json:"file"`                // whose save has started it
	Main      string    `json:"main"`                // class, with dots
	Source    string    `json:"source,omitempty"`    // absolute path of the main class's source; "" where that is not known, as of tests
	Arguments []string  `json:"arguments,omitempty"` // of the program
	Classes   string    `json:"classes"`             // identifies the compiled classes and the way in which they were run
	// Commit is the one that the workspace stood at, "" if that is not known. With Built, it was built from that commit and from nothing else.
	Commit     string          `json:"commit,omitempty"`
	Built      bool            `json:"built,omitempty"`
	Request    string          `json:"request,omitempty"`    // with Built: identifies what was asked for
	ExitStatus *int            `json:"exitStatus,omitempty"` // of the program
	Limit      *profiles.Limit `json:"limit,omitempty"`      // what stopped it
	Failure    string          `json:"failure,omitempty"`    // the first uncaught exception
	// Tests is how the tests ended, nil where none were run.
	Tests  *profiles.TestCounts `json:"tests,omitempty"`
	Totals profiles.Totals      `json:"totals"`
}

// Target is what was run, as the setting targets has it: the main class and its arguments.
func (e *Entry) Target() string { return strings.Join(append([]string{e.Main}, e.Arguments...), " ") }

// SameProgram tells whether two runs were of the same program with the same arguments, both or neither of them built from a commit.
func (e *Entry) SameProgram(other *Entry) bool {
	return e.Workspace == other.Workspace && e.Main == other.Main && slices.Equal(e.Arguments, other.Arguments) && e.Built == other.Built && (e.Source == other.Source || e.Source == "" || other.Source == "")
}

// Names are the targets of runs, with the folder of the program where there are several of that name in a workspace: "Main in week2".
func Names(entries []Entry) []string {
	type program struct{ workspace, main string }
	sources := map[program]map[string]bool{}
	for i := range entries {
		e := &entries[i]
		named := program{e.Workspace, e.Main}
		if sources[named] == nil {
			sources[named] = map[string]bool{}
		}
		if e.Source != "" {
			sources[named][e.Source] = true
		}
	}
	names := make([]string, len(entries))
	for i := range entries {
		e := &entries[i]
		names[i] = e.Target()
		if len(sources[program{e.Workspace, e.Main}]) > 1 && e.Source != "" {
			folder := filepath.Dir(e.Source)
			if below, err := filepath.Rel(e.Workspace, folder); err == nil && filepath.IsLocal(below) {
				folder = below
			}
			names[i] += " in " + folder
		}
	}
	return names
}

// Run is a run with all that is kept of it. Index and Outcome may be nil.
type Run struct {
	Entry
	Profile *profiles.Profile
	Index   *sources.Index
	Outcome *profiles.Outcome
}

// fill completes the entry by what the run says itself.
func (r *Run) fill() {
	r.Main, r.Arguments, r.Totals = r.Profile.Target.Main, r.Profile.Target.Arguments, r.Profile.Totals
	r.Source = r.Index.Declaring(r.Main)
	if o := r.Outcome; o != nil {
		r.ExitStatus, r.Limit = &o.ExitStatus, o.Limit
		if len(o.Uncaught) > 0 {
			r.Failure = o.Uncaught[0].String()
		}
		if len(o.Tests) > 0 {
			counts := profiles.CountTests(o.Tests)
			r.Tests = &counts
		}
	}
}

// ErrBusy is the error of an operation that has waited in vain for another process to leave the file.
var ErrBusy = errors.New("another process uses the history of runs for too long; this session goes on without")

// ErrNotThere is the error for a run that is not in the history, or no longer.
var ErrNotThere = errors.New("there is no such run in the history; the oldest are removed first")

// ErrTooLarge is the error for a run with more than MaxContexts contexts, which is not kept.
var ErrTooLarge = fmt.Errorf("profiles with more than %d contexts are not kept in the history", MaxContexts)

// DamagedError says that the file could not be read and was set aside. The next operation begins a new one.
type DamagedError struct {
	Aside string // where the file is now
	Cause error
}

func (e *DamagedError) Error() string {
	return fmt.Sprintf("the history of runs was damaged (%v); it is now %s, and a new one begins", e.Cause, e.Aside)
}

func (e *DamagedError) Unwrap() error { return e.Cause }

// NewerError says that a newer version of hotlens has written the file, which is left as it is.
type NewerError struct {
	Path   string
	Format string
}

func (e *NewerError) Error() string {
	return fmt.Sprintf("%s was written by a newer hotlens (format %s, this one reads %d); this session keeps no history of runs: use that version, or remove the file", e.Path, e.Format, format)
}
