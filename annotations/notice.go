package annotations

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"

	"hotlens/annotations/javatext"
	"hotlens/profiles"
	"hotlens/profiles/analysis"
	"hotlens/profiles/numbers"
	"hotlens/profiles/sources"
)

// NoticeKind says why a file has no (new) numbers.
type NoticeKind int

// The kinds of notices.
const (
	NoNotice     NoticeKind = iota // what there is to say, the numbers and the outcome say
	NotTrusted                     // nothing is compiled or run
	NotRunYet                      // no save or command has asked for a run
	CompileError                   // the last save does not compile
	NoTarget                       // there is nothing to run
	RunFailed                      // the run broke off
	TextUnknown                    // the text that was compiled is not at hand
	FromHistory                    // what is shown was run by a session before
	ProjectStale                   // what is shown has run as the project's files said before; Message is the one that cannot be read
	NoBaseline                     // there is nothing to tell changes against, as was asked for
)

// Notice is why there is nothing to show, or why what is shown is incomplete or
// old. Message adds the details, to NotTrusted how to change that; Line, from 1, is where the source does not
// compile, 0 if unknown.
type Notice struct {
	Kind    NoticeKind
	Message string
	Line    int
	Output  bool // there is output of the program to read, see CommandOutput
}

// keepsNumbers tells whether the notice is about an attempt that has brought no numbers, so that what is shown is older.
func (n Notice) keepsNumbers() bool {
	return n.Kind == CompileError || n.Kind == NoTarget || n.Kind == RunFailed
}

// text is the sentence that the user reads, "" for no notice.
func (n Notice) text() string {
	switch n.Kind {
	case NotTrusted:
		return "hotlens: this workspace is not trusted, so nothing is compiled or run (" + cmp.Or(n.Message, "setting hotlens.trusted") + ")"
	case CompileError:
		if n.Line > 0 {
			return fmt.Sprintf("hotlens: does not compile, line %d: %s", n.Line, n.Message)
		}
		return "hotlens: does not compile: " + n.Message
	case NoTarget:
		return "hotlens: nothing to run: " + n.Message
	case RunFailed:
		return "hotlens: the run failed: " + n.Message
	case TextUnknown:
		return "hotlens: the file has changed since the run; save it to see numbers"
	case FromHistory:
		return "hotlens: " + n.Message
	case ProjectStale:
		return "hotlens: " + StaleProject(n.Message)
	case NoBaseline:
		return "hotlens: no comparison with HEAD: " + n.Message
	}
	return ""
}

// StaleProject says by what the program has run where a build tool cannot read one of its files.
func StaleProject(file string) string {
	return file + " cannot be read now: ran as it said before"
}

// notices returns the lens that says why there is nothing to show, or why that is incomplete or old. It stands on
// the main method or, if there is none, on the first type.
func (v View) notices() []Lens {
	text := v.Notice.text()
	if text == "" && v.Edited != "" && v.Edited != v.Path && len(v.outcomeLenses()) == 0 && len(v.Current.Tests()) == 0 && v.reason() == "" { // else these say so
		text = "hotlens: out of date: " + filepath.Base(v.Edited) + " was edited since the run"
	}
	if text == "" {
		return nil
	}
	lens := Lens{Range: noticeRange(v.Current), Title: text}
	if v.Notice.keepsNumbers() && v.file() != nil {
		lens.Title += keptNumbers
	}
	if v.Notice.Output {
		lens.Command = CommandOutput
	}
	return []Lens{lens}
}

// reasons returns the lens that says why a run shows nothing, or something else than the user has asked for, in the same place. It comes behind what there is to say of the run.
func (v View) reasons() []Lens {
	text := cmp.Or(v.reason(), v.otherMetric())
	if text == "" {
		return nil
	}
	return []Lens{{Range: noticeRange(v.Current), Title: text}}
}

// reason is why a run shows nothing, "" if it does, and where a notice says so.
func (v View) reason() string {
	if v.Run == nil || v.Notice.text() != "" {
		return ""
	}
	return v.emptiness()
}

// otherMetric says that shares are of something else than what the user has asked for, as the run has nothing of that; "" if they are not. A run that is to be timed has only times.
func (v View) otherMetric() string {
	wanted := v.Settings.Metric
	if wanted == "" || v.file() == nil || v.Run.Metric == wanted || v.Notice.text() != "" || v.running() != "" || !v.Run.Profile.Counted() {
		return ""
	}
	return fmt.Sprintf("hotlens: the run has no %s, so shares are of %s (setting hotlens.metric)", analysis.Unit(wanted), analysis.Unit(v.Run.Metric))
}

// keptNumbers is said where the last save has brought no numbers, and older ones stand beside it.
const keptNumbers = " · showing the last run"

// emptiness says why a finished run shows nothing in this file.
func (v View) emptiness() string {
	switch timed := v.Run.Profile.Timed(); {
	case v.running() != "":
		return ""
	case timed && len(v.Run.Profile.Contexts) == 0:
		return "hotlens: the method to be timed was not called"
	case timed:
		return ""
	case !v.Run.Profile.Counted():
		return "hotlens: the run's profile has no counts; profile it with --profilers cct"
	}
	file := v.file()
	if file == nil {
		return ""
	}
	ran := slices.ContainsFunc(file.Declarations, v.Run.Ran)
	if ran && v.Run.Metric == profiles.MetricWait && v.Run.Total.WaitNanos == 0 {
		return "hotlens: nothing has waited (setting hotlens.metric)"
	}
	if v.Settings.Hints && !v.hasHints() {
		if slices.ContainsFunc(file.Sites, func(i int) bool {
			_, untouched := v.Anchors.Range(v.Run.Sites[i].Call.Range)
			return untouched
		}) {
			return fmt.Sprintf("hotlens: no call here reaches %s of the run (hotlens.minShare)", numbers.Percent(v.Settings.MinShare))
		}
	}
	if ran {
		return ""
	}
	return "hotlens: the run called no method of this file"
}

// noticeRange is the name of the main method or of the first type; the start of
// a text that has neither.
func noticeRange(d *javatext.Document) sources.Range {
	if mains := d.Mains(); len(mains) > 0 {
		return mains[0].Name
	}
	name, _ := d.FirstType()
	return name
}
