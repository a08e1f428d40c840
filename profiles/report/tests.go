package report

import (
	"fmt"
	"io"

	"hotlens/profiles"
	"hotlens/profiles/analysis"
	"hotlens/profiles/names"
)

// This file writes what became of tests.

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
			p.writeFailedTest(&tests[i], "")
		}
	}
	if len(tests) == 0 {
		p.line(p.paint(dim, "no test of the groups that run here"))
		return
	}
	text, failed := analysis.TestCounts(tests)
	how := good
	if failed {
		how = hot
	}
	p.line(p.paint(how, text))
}

// failedTestLine writes one line about a test that has failed.
func (p *page) failedTestLine(t *profiles.Test, indent string) {
	head := indent + "✗ " + analysis.TestName(t)
	if frame := t.Frame(); frame != nil {
		head += fmt.Sprintf(" (%s:%d)", frame.File, frame.Line)
	}
	p.line(p.paint(hot, clean(head)), clean(": "+analysis.FailureText(t)))
}

// writeFailedTest writes one line about a test, and the stack below it.
func (p *page) writeFailedTest(t *profiles.Test, indent string) {
	p.failedTestLine(t, indent)
	if t.Failure == nil {
		return
	}
	for _, text := range analysis.ComparedTexts(t) {
		p.line(clean(indent + "      " + text))
	}
	frames, more := analysis.FailureFrames(t)
	for _, frame := range frames {
		at := frame.File
		if frame.Line > 0 {
			at += fmt.Sprintf(":%d", frame.Line)
		}
		p.line(p.paint(dim, clean(fmt.Sprintf("%s      at %s.%s (%s)", indent, names.QualifiedClass(frame.Class), frame.Method, at))))
	}
	if more {
		p.line(p.paint(dim, indent+"      …"))
	}
	for cause := t.Failure.Cause; cause != nil; cause = cause.Cause {
		p.line(p.paint(dim, clean(indent+"      because of "+analysis.CauseText(cause))))
	}
}
