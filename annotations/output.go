package annotations

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"hotlens/annotations/javatext"
	"hotlens/profiles"
	"hotlens/profiles/analysis"
	"hotlens/profiles/lazyregexp"
	"hotlens/profiles/sources"
)

// Output is what a program printed and how it ended, as a text to read.
type Output struct {
	Text  string
	Links []Link // in the order of the text
}

// Link is a place in the text of an Output that names a line of the user's own source.
type Link struct {
	Range sources.Range // in the text
	Path  string        // of the file
	Line  int           // from 1, in the text that was compiled
}

// traceLine is a line of a stack trace as Throwable prints it (StackTraceElement.toString): "at
// loader/module@version/package.Class.method(File.java:12)".
var traceLine = lazyregexp.New(`(?m)^[ \t]*at (?:[^\s()/]*/)*([^\s()/]+)\.[^\s().]+\(([^():\s]+):(\d+)\)`)

// OutputOf writes down what a program has printed, standard output and errors in their order. In
// stack traces the files of the user's own source are named by their whole paths, so that editors
// and terminals make links of them. The traces of uncaught exceptions that the program has kept to itself follow, where the threads of one that hangs wait, or where one was that a limit has stopped, then the tests that have failed, and at
// the end how it ended.
func OutputOf(o *profiles.Outcome, index *sources.Index) Output {
	var b strings.Builder
	b.WriteString(strings.ToValidUTF8(o.Output, "\uFFFD"))
	for i := range o.Uncaught {
		if e := &o.Uncaught[i]; !printed(o.Output, e) {
			startLine(&b)
			fmt.Fprintf(&b, "[not printed by the program] ")
			writeTrace(&b, e)
		}
	}
	startLine(&b)
	for _, explanation := range profiles.Explanations(o.Uncaught) {
		fmt.Fprintf(&b, "[%s]\n", explanation)
	}
	b.WriteString(WaitingText(o.Waiting))
	if len(o.Stopped) > 0 && !endedByUser(o.Limit) {
		b.WriteString("where it was when it was stopped:\n")
		writeFrames(&b, o.Stopped)
	}
	for i := range o.Tests {
		if t := &o.Tests[i]; t.Failed() {
			writeFailedTest(&b, t)
		}
	}
	if b.Len() == 0 {
		b.WriteString("[no output]\n")
	}
	ending := fmt.Sprintf("exit status %d", o.ExitStatus)
	if len(o.Tests) > 0 {
		ending, _ = analysis.TestCounts(o.Tests)
	}
	switch {
	case o.Running:
		ending = "still running after " + wall(o)
	case o.Limit != nil:
		ending = o.Limit.Message
	}
	fmt.Fprintf(&b, "[%s: %s]\n", o.Main, ending)
	return linked(b.String(), index)
}

// writeFailedTest writes why a test has failed, with what led there as Throwable.printStackTrace would.
func writeFailedTest(b *strings.Builder, t *profiles.Test) {
	fmt.Fprintf(b, "✗ %s: %s\n", analysis.TestName(t), cmp.Or(analysis.FailureText(t), "it failed"))
	if t.Failure == nil {
		return
	}
	for _, text := range analysis.ComparedTexts(t) {
		fmt.Fprintf(b, "\t%s\n", text)
	}
	frames, more := analysis.FailureFrames(t)
	for i := range frames {
		fmt.Fprintf(b, "\tat %s\n", frameText(&frames[i]))
	}
	if more {
		b.WriteString("\t...\n")
	}
	for cause := t.Failure.Cause; cause != nil; cause = cause.Cause {
		fmt.Fprintf(b, "Caused by: %s\n", analysis.CauseText(cause))
	}
}

// startLine ends a line that has not ended.
func startLine(b *strings.Builder) {
	if text := b.String(); text != "" && !strings.HasSuffix(text, "\n") {
		b.WriteByte('\n')
	}
}

// printed tells whether an output holds an exception's stack trace, as it does unless the program has a handler of its own.
func printed(output string, e *profiles.Exception) bool {
	return strings.Contains(output, e.Class) && (len(e.Frames) == 0 || strings.Contains(output, frameText(&e.Frames[0])))
}

// writeTrace writes an exception as Throwable.printStackTrace would.
func writeTrace(b *strings.Builder, e *profiles.Exception) {
	fmt.Fprintf(b, "Exception in thread %q %s\n", e.Thread, e)
	for {
		writeFrames(b, e.Frames)
		if e = e.Cause; e == nil {
			return
		}
		fmt.Fprintf(b, "Caused by: %s\n", e)
	}
}

// writeFrames writes a stack, which may have been cut.
func writeFrames(b *strings.Builder, frames []profiles.Frame) {
	for i := range frames {
		fmt.Fprintf(b, "\tat %s\n", frameText(&frames[i]))
	}
	if len(frames) == profiles.MaxExceptionFrames {
		b.WriteString("\t...\n")
	}
}

func frameText(f *profiles.Frame) string {
	place := "Unknown Source"
	switch {
	case f.File != "" && f.Line > 0:
		place = fmt.Sprintf("%s:%d", f.File, f.Line)
	case f.File != "":
		place = f.File
	}
	return strings.ReplaceAll(f.Class, "/", ".") + "." + f.Method + "(" + place + ")"
}

// LinkOutput puts the paths of own source into the stack traces of something that a program has printed, as OutputOf does.
func LinkOutput(text string, index *sources.Index) string { return linked(text, index).Text }

// linked puts the paths of own source into the stack traces of a text.
func linked(text string, index *sources.Index) Output {
	type place struct {
		start, end int // bytes of the new text
		path       string
		line       int
	}
	files := newClassFiles(index)
	var b strings.Builder
	var places []place
	done := 0
	for _, at := range traceLine().FindAllStringSubmatchIndex(text, -1) {
		file := files.of(strings.ReplaceAll(text[at[2]:at[3]], ".", "/"))
		line, err := strconv.Atoi(text[at[6]:at[7]])
		if file == nil || err != nil || line < 1 {
			continue
		}
		b.WriteString(text[done:at[4]])
		start := b.Len()
		b.WriteString(file.Path + text[at[5]:at[7]]) // with the colon and the line
		places = append(places, place{start, b.Len(), file.Path, line})
		done = at[7]
	}
	b.WriteString(text[done:])
	result := javatext.NewText(b.String())
	output := Output{Text: b.String()}
	for _, p := range places {
		output.Links = append(output.Links, Link{Range: result.Span(p.start, p.end), Path: p.path, Line: p.line})
	}
	return output
}
