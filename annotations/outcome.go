package annotations

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strings"

	"hotlens/profiles"
	"hotlens/profiles/lazyregexp"
	"hotlens/profiles/numbers"
)

// CommandOutput is the command that shows what the program has printed.
const CommandOutput = "hotlens.output"

// outcomeLenses say how the run's program has ended, at its main method. In a file
// without that method only a failure is worth a word.
func (v View) outcomeLenses() []Lens {
	if v.Outcome == nil || v.Notice.Kind == NotTrusted || v.Notice.keepsNumbers() || v.othersFailed() {
		return nil
	}
	title := v.outcomeTitle()
	if v.Edited != "" {
		title = "○ " + strings.TrimPrefix(title, "✗ ") + " · before " + filepath.Base(v.Edited) + " was edited"
	}
	for _, m := range v.mains() {
		if class := cmp.Or(m.Class, strings.TrimSuffix(filepath.Base(v.Path), ".java")); strings.ReplaceAll(class, "/", ".") == v.Outcome.Main {
			return []Lens{{Range: m.Name, Title: title + v.unchanged(), Command: CommandOutput}}
		}
	}
	if v.Outcome.Succeeded() { // so far, if it runs
		return nil
	}
	if len(v.Outcome.Tests) == 0 {
		title = v.Outcome.Main + ": " + title
	}
	return []Lens{{Range: noticeRange(v.Current), Title: title, Command: CommandOutput}}
}

// unchanged says that nothing differs from a run that the user has chosen to compare with, or not by enough for another lens to say so: " · no change since
// HEAD", " · no change of 1% or more since HEAD". It is "" for the last run, which is often the same, and where the run itself has been chosen.
func (v View) unchanged() string {
	if v.Run == nil || v.Previous == nil || v.PreviousName == LastRun || v.Run.Same(v.Previous) || !v.Run.Profile.Complete || !v.Previous.Profile.Complete {
		return ""
	}
	words := " · no change"
	if !v.Run.Repeats(v.Previous) {
		if v.anyChange() {
			return ""
		}
		words += fmt.Sprintf(" of %.3g%% or more", v.Settings.MinChange*100)
	}
	return words + " since " + cmp.Or(v.Since, "the "+v.PreviousName)
}

// anyChange tells whether a method of the user's sources has changed by so much that its lens says so, or is called no longer and has had such a share.
func (v View) anyChange() bool {
	for method := range v.Run.Methods {
		if v.Run.Methods[method].Declared != nil && v.change(method) != "" {
			return true
		}
	}
	for method := range v.Previous.Methods {
		m := &v.Previous.Methods[method]
		if m.Declared != nil && m.Contexts > 0 && v.Run.Find(v.Previous.Reference(method)) < 0 && v.Previous.Share(m.Inclusive) >= v.Settings.MinChange {
			return true
		}
	}
	return false
}

// outcomeTitle says how the program ended, whether it has looked for input or a screen in vain, and what there is to read: "✗ exit 1 ·
// IllegalStateException at line 12 · printed 3 lines".
func (v View) outcomeTitle() string {
	o := v.Outcome
	parts := []string{Ending(o)}
	if tests := v.tests(); profiles.CountTests(tests).Failed > 0 && o.Limit == nil {
		parts[0] = testsFailed(tests)
	}
	if len(o.Uncaught) > 0 {
		parts = append(parts, v.uncaughtWords())
		if explanation := o.Uncaught[0].Explanation; explanation != "" {
			parts = append(parts, explanation)
		}
	}
	if at := v.stoppedAt(); at != "" {
		parts = append(parts, "was"+at)
	}
	if v.wantsScreen() {
		parts = append(parts, "programs run without a screen")
	}
	if o.NoInput {
		parts = append(parts, "standard input is empty")
	}
	if v.missesArguments() {
		parts = append(parts, "main has no arguments (setting hotlens.targets)")
	}
	if o.OutputLines > 0 {
		parts = append(parts, "printed "+numbers.Count(o.OutputLines, "line"))
	}
	return strings.Join(parts, " · ")
}

// wantsScreen tells whether the program has ended as it wanted to show a window.
func (v View) wantsScreen() bool {
	return len(v.Outcome.Uncaught) > 0 && v.Outcome.Uncaught[0].Class == "java.awt.HeadlessException"
}

// emptyArray ends the message of an exception for an element of an array without any (HotSpot's words).
const emptyArray = " out of bounds for length 0"

// missesArguments tells whether main, which got no arguments, has ended by looking for an element of an empty array, which is that of its arguments as far as a
// trace can tell.
func (v View) missesArguments() bool {
	if v.Run == nil || len(v.Run.Profile.Target.Arguments) > 0 || len(v.Outcome.Uncaught) == 0 {
		return false
	}
	e := &v.Outcome.Uncaught[0]
	return e.Thread == mainThread && e.Class == "java.lang.ArrayIndexOutOfBoundsException" && strings.HasSuffix(e.Message, emptyArray) &&
		len(e.Frames) == 1 && e.Frames[0].Method == "main"
}

// othersFailed tells whether the run has failed by nothing but tests of other files, which say so where they stand.
func (v View) othersFailed() bool {
	o := v.Outcome
	return len(o.Tests) > 0 && o.Limit == nil && len(o.Uncaught) == 0 && profiles.CountTests(o.Tests).Failed > 0 && profiles.CountTests(v.tests()).Failed == 0
}

// testsFailed says that some tests failed: "✗ 3 of 9 tests failed", or what frameworks tell as one, a class of tests that could not be prepared: "✗ a class of tests failed as a whole".
func testsFailed(tests []profiles.Test) string {
	var methods, classes []profiles.Test
	for i := range tests {
		if t := &tests[i]; t.Method == "" && t.Failed() {
			classes = append(classes, *t)
		} else {
			methods = append(methods, *t)
		}
	}
	whole := "a class of tests"
	if len(classes) > 1 {
		whole = fmt.Sprintf("%d classes of tests", len(classes))
	}
	switch counts := profiles.CountTests(methods); {
	case len(classes) == 0:
		return countFailed(counts)
	case counts.Failed == 0:
		return "✗ " + whole + " failed as a whole"
	default:
		return countFailed(counts) + ", and " + whole + " as a whole"
	}
}

// countFailed is "✗ 3 of 9 tests failed".
func countFailed(counts profiles.TestCounts) string {
	return fmt.Sprintf("✗ %d of %s failed", counts.Failed, numbers.Count(uint64(counts.All()), "test"))
}

// Ending says how a program ended: "exit 0", "✗ exit 1", "■ stopped after 2 s (setting
// hotlens.timeout)". One that has not: "running, 2 s".
func Ending(o *profiles.Outcome) string {
	switch {
	case o.Running:
		return "running, " + wall(o)
	case profiles.LimitTime.Is(o.Limit):
		return "■ stopped after " + wall(o) + setting(o.Limit.Message)
	case profiles.LimitRequested.Is(o.Limit):
		return "■ stopped by you after " + wall(o)
	case o.Limit != nil:
		return stopped(limitWords(o.Limit.Message))
	case !o.Succeeded():
		return fmt.Sprintf("✗ exit %d", o.ExitStatus)
	}
	return fmt.Sprintf("exit %d", o.ExitStatus)
}

// stopped says by which limit a program was stopped.
func stopped(words string) string {
	if strings.HasPrefix(words, "stopped ") {
		return "■ " + words
	}
	if hangs, ok := strings.CutPrefix(words, "the program hangs: "); ok {
		return "■ hangs: " + hangs
	}
	return "■ stopped: " + words
}

func wall(o *profiles.Outcome) string { return numbers.Duration(uint64(o.Wall.Nanoseconds())) }

var settingNamed = lazyregexp.New(`\(setting [\w.]+\)`)

// limitWords is a limit's message without the flag that it names.
func limitWords(message string) string {
	reason, _, _ := strings.Cut(message, ";")
	return reason + setting(message)
}

// setting names the setting that a limit's message names, as " (setting hotlens.heap)".
func setting(message string) string {
	if named := settingNamed().FindString(message); named != "" {
		return " " + named
	}
	return ""
}

// mainThread is the name of the thread that calls main.
const mainThread = "main"

// uncaughtWords name the first uncaught exception and where it was thrown, if that is the
// user's own source, and say if there were more.
func (v View) uncaughtWords() string {
	e := &v.Outcome.Uncaught[0]
	text := e.SimpleName()
	text += v.atOwn(e)
	if e.Thread != mainThread {
		text += " in thread " + e.Thread
	}
	if more := len(v.Outcome.Uncaught) - 1; more > 0 {
		text += fmt.Sprintf(", and %d more", more)
	}
	return text
}

// stoppedAt says where in the user's own source a limit has stopped the program, as atOwn does. One that ended as the user has said has nothing to look for there.
func (v View) stoppedAt() string {
	o := v.Outcome
	if o.Limit == nil || endedByUser(o.Limit) {
		return ""
	}
	return v.atOwn(&profiles.Exception{Frames: o.Stopped})
}

// endedByUser tells whether the program has ended as the user has said.
func endedByUser(limit *profiles.Limit) bool {
	return profiles.LimitElapsed.Is(limit) || profiles.LimitServed.Is(limit) || profiles.LimitInterrupted.Is(limit)
}

// atOwn is the innermost place in the user's own source that led to an exception: " at line 9", " at Words.java:9" in another file; "" if there is none, or it was edited.
func (v View) atOwn(e *profiles.Exception) string {
	if v.Run == nil {
		return ""
	}
	file, frame := ownFrame(newClassFiles(v.Run.Index), e)
	if file == nil {
		return ""
	}
	if file.Path != v.Path {
		return fmt.Sprintf(" at %s:%d", frame.File, frame.Line)
	}
	if line, known := v.currentLine(frame.Line); known {
		return fmt.Sprintf(" at line %d", line)
	}
	return ""
}

// currentLine is where a line of the compiled text, from 1, stands now. It reports false if it was
// edited.
func (v View) currentLine(line int) (int, bool) {
	if v.Anchors == nil {
		return 0, false
	}
	at, untouched := v.Anchors.Line(line - 1)
	return at.Start.Line + 1, untouched
}
