package report

import (
	"fmt"
	"io"
	"strings"

	"hotlens/profiles"
	"hotlens/profiles/names"
	"hotlens/profiles/numbers"
)

// This file writes what became of tests.

// The lengths of what is written of a test that has failed.
const (
	maxTestFrames = 12  // of its stack
	maxTestText   = 400 // characters of a message, of what was expected and of what there was
)

// WriteTests writes what became of tests: those that have failed, each with where and why, and how many there were.
func WriteTests(w io.Writer, tests []profiles.Test, options Options) error {
	p := newPage(w, &options)
	p.writeTests(tests)
	return p.finish()
}

func (p *page) writeTests(tests []profiles.Test) {
	if tests == nil {
		return
	}
	for i := range tests {
		if tests[i].Failed() {
			p.writeFailedTest(&tests[i])
		}
	}
	counts := profiles.CountTests(tests)
	text := numbers.Count(uint64(len(tests)), "test") + ": " + fmt.Sprintf("%d passed", counts.Passed)
	how := good
	if counts.Failed > 0 {
		text, how = text+fmt.Sprintf(", %d failed", counts.Failed), hot
	}
	if counts.Skipped > 0 {
		text += fmt.Sprintf(", %d skipped", counts.Skipped)
	}
	p.line(p.paint(how, text))
}

// writeFailedTest writes one line about a test, and the stack below it.
func (p *page) writeFailedTest(t *profiles.Test) {
	head := "✗ " + TestName(t)
	if file, line := t.Line(); line > 0 {
		head += fmt.Sprintf(" (%s:%d)", file, line)
	}
	p.line(p.paint(hot, clean(head)), clean(": "+FailureText(t)))
	if t.Failure == nil {
		return
	}
	written := 0
	for _, frame := range t.Failure.Frames {
		if isAssertion(frame.Class) {
			continue
		}
		if written++; written > maxTestFrames {
			p.line(p.paint(dim, "      …"))
			break
		}
		at := frame.File
		if frame.Line > 0 {
			at += fmt.Sprintf(":%d", frame.Line)
		}
		p.line(p.paint(dim, clean(fmt.Sprintf("      at %s.%s (%s)", names.QualifiedClass(frame.Class), frame.Method, at))))
	}
	for cause := t.Failure.Cause; cause != nil; cause = cause.Cause {
		p.line(p.paint(dim, clean("      because of "+shortText(cause.String()))))
	}
}

// TestName is a test as people know it: "WordsTest.longWords", with what tells its invocation from others; a class that failed as a whole is its name.
func TestName(t *profiles.Test) string {
	name := names.SimpleClass(t.Class)
	if t.Method != "" {
		name += "." + t.Method
	}
	if t.Display != "" {
		name += " " + t.Display
	}
	return name
}

// FailureText says in one line why a test has failed.
func FailureText(t *profiles.Test) string {
	switch {
	case t.Failure == nil:
		return shortText(t.Reason)
	case t.Expected != nil && t.Actual != nil && len(*t.Expected)+len(*t.Actual) <= maxTestText:
		text := "expected " + quoted(*t.Expected) + " but was " + quoted(*t.Actual)
		if message := ownMessage(t.Failure.Message); message != "" {
			text = message + ": " + text
		}
		return text
	case t.Failure.Message != "" && strings.HasSuffix(t.Failure.Class, "Error") && isAssertionError(t.Failure.Class):
		return shortText(t.Failure.Message)
	}
	return shortText(t.Failure.String())
}

// ownMessage is what a test's author has written in front of a comparison.
func ownMessage(message string) string {
	for _, word := range []string{"expected: ", "expected:<", "expected [", "expected same:", "expected null"} {
		if before, _, found := strings.Cut(message, word); found {
			return shortText(strings.TrimRight(strings.TrimSuffix(strings.TrimSpace(before), "==>"), " :"))
		}
	}
	return ""
}

func quoted(text string) string { return "<" + shortText(text) + ">" }

// shortText is the first line of a text, not too long.
func shortText(text string) string {
	line, _, more := strings.Cut(strings.TrimSpace(text), "\n")
	if runes := []rune(line); len(runes) > maxTestText {
		line, more = string(runes[:maxTestText]), true
	}
	if more {
		line += " …"
	}
	return line
}

// isAssertionError tells whether an exception says that an assertion does not hold, so that its name says nothing more.
func isAssertionError(class string) bool {
	switch class {
	case "java.lang.AssertionError", "org.opentest4j.AssertionFailedError", "org.junit.ComparisonFailure", "junit.framework.AssertionFailedError", "junit.framework.ComparisonFailure":
		return true
	}
	return false
}

// isAssertion tells whether a class is of the code that makes assertions, which is never what is wrong.
func isAssertion(class string) bool {
	for _, name := range []string{"org/junit/", "junit/framework/", "org/testng/", "org/opentest4j/", "org/hamcrest/", "org/assertj/"} {
		if strings.HasPrefix(class, name) {
			return true
		}
	}
	return false
}
