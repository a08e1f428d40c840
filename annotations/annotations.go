// Package annotations turns a profile into what an editor shows: code lenses,
// inlay hints, hovers, call hierarchy items and the list of the hottest places.
//
// The flow is: package analysis analyses a profile with the source index of the
// compilation it ran; package javatext reads the text that was compiled and the one that
// the editor holds now, and relates the two; Lenses, Hints, HoverAt and the others are
// then pure functions of a View. What a method is called and what it cost
// is the analysis' to say, so that the text report says the same; this package says
// where it stands in the text.
//
// Invariant: everything here is a pure function of plain data, in editor terms
// (lines and columns from 0, columns in UTF-16 code units). The package knows
// nothing of LSP, of JSON, of processes or of virtual machines.
//
// Invariant: hide, don't guess. A number is shown only where the text that it
// was measured for still stands.
package annotations

import (
	"slices"

	"hotlens/annotations/javatext"
	"hotlens/profiles"
	"hotlens/profiles/analysis"
	"hotlens/profiles/sources"
)

// DefaultMinShare is the share of the run below which a call site
// gets no hint: 1 %, the limit below which Scalene hides lines as well.
const DefaultMinShare = 0.01

// DefaultMinChange is the relative change below which a lens says nothing of it: one that would be written with
// a decimal, or as less than 0.1 %, which nobody acts upon.
const DefaultMinChange = 0.01

// Settings says what the user wants to see.
type Settings struct {
	Lenses      bool
	Hints       bool
	Hovers      bool
	NeverCalled bool            // lenses on methods that the run did not call
	Metric      profiles.Metric // what shares are of; "" is the one that profiles.Profile.Choose chooses
	MinShare    float64         // from 0 to 1: call sites with a smaller share of the run get no hint
	MinChange   float64         // of a method since the run before, from 0 on, relative to that: lenses are silent about smaller ones
}

// DefaultSettings are the settings of a user who has set nothing.
func DefaultSettings() Settings {
	return Settings{Lenses: true, Hints: true, Hovers: true, MinShare: DefaultMinShare, MinChange: DefaultMinChange}
}

// LastRun is how to call the run to compare with where the user has chosen none.
const LastRun = "last run"

// View is one file as the editor shows it, with what is known about it. Run is
// nil before the first run; Anchors is nil where the compiled text is not known,
// and then nothing of Run is shown. Previous is the run to compare with, nil for
// none, and PreviousName is how to call it (LastRun, "baseline", "commit 1a2b3c4 (HEAD)"). Since is what lenses say behind a change,
// if it is not since the last run.
type View struct {
	Path         string
	Current      *javatext.Document
	Run          *analysis.Analysis
	Anchors      *javatext.Anchors
	Previous     *analysis.Analysis
	PreviousName string
	Since        string
	Outcome      *profiles.Outcome             // of the program of the run; nil: none has run
	Growth       map[analysis.Reference]Growth // of the methods, where Run was the last of several at different sizes
	Edited       string                        // path of a file that the run was compiled from, and that has another text by now; "" for none
	Tests        map[TestKey]TestState         // of the file, as they last ran; nil: what Outcome says of them
	Covering     []*analysis.Analysis          // the runs that say what was executed, compiled from the same text of the file as Run; nil: nobody has asked
	Notice       Notice
	Settings     Settings
}

// running is "running, 2 s: " where the run has not ended, so that all its numbers are what there is so far, else "".
func (v View) running() string {
	if v.Outcome == nil || !v.Outcome.Running {
		return ""
	}
	return Ending(v.Outcome) + ": "
}

// Same tells whether the annotations of two views are the same for certain, as all that they are made of is. It is asked before thousands of
// lenses are made again, and never certain of views with tests or growth, which are compared by nothing.
func (v View) Same(other View) bool {
	return v.Path == other.Path && v.Current == other.Current && v.Anchors == other.Anchors && v.Run.Same(other.Run) && v.Previous.Same(other.Previous) &&
		v.PreviousName == other.PreviousName && v.Since == other.Since && v.Outcome == other.Outcome && v.Edited == other.Edited &&
		slices.Equal(v.Covering, other.Covering) && v.Notice == other.Notice && v.Settings == other.Settings &&
		v.Tests == nil && other.Tests == nil && v.Growth == nil && other.Growth == nil
}

// Locate finds where a range of a compiled file stands in its current text. It
// reports false if that is not known.
type Locate func(path string, r sources.Range) (sources.Range, bool)

// file returns what the run did in the view's file, or nil if there is nothing
// of the run that could be placed in the current text.
func (v View) file() *analysis.File {
	if v.Run == nil || v.Anchors == nil || !v.Run.Profile.Counted() && !v.Run.Profile.Timed() {
		return nil
	}
	return v.Run.File(v.Path)
}

// contains tells whether p lies in r; the end counts, as editors ask for the
// position behind the last character of a word too.
func contains(r sources.Range, p sources.Position) bool {
	return !before(p, r.Start) && !before(r.End, p)
}

// before tells whether a stands before b.
func before(a, b sources.Position) bool {
	return a.Line < b.Line || a.Line == b.Line && a.Character < b.Character
}

func comparePositions(a, b sources.Position) int {
	switch {
	case before(a, b):
		return -1
	case before(b, a):
		return 1
	}
	return 0
}
