package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"hotlens/profiles/analysis"
	"hotlens/profiles/comparison"
	"hotlens/profiles/numbers"
)

// This file writes in a few lines what has become of tests since they ran before, for somebody who has just saved a file.

// maxTestsTold is how many tests are told of a kind: what is read at a glance.
const maxTestsTold = 5

// WriteTestChanges writes what has become of tests: those that fail, with where and why, and their stacks if they passed before; those that pass again; and those that call more or less
// than before.
func WriteTestChanges(w io.Writer, tests []comparison.TestChange, options Options) error {
	p := newPage(w, &options)
	var failing, passing, changed []*comparison.TestChange
	known := false
	for i := range tests {
		t := &tests[i]
		known = known || t.Known
		switch {
		case t.Test.Failed():
			failing = append(failing, t)
		case t.Failed:
			passing = append(passing, t)
		case t.Known && t.Called != t.Calls:
			changed = append(changed, t)
		}
	}
	for _, t := range failing[:min(len(failing), maxTestsTold)] {
		if t.Failed {
			p.failedTestLine(&t.Test, "  ")
		} else {
			p.writeFailedTest(&t.Test, "  ")
		}
	}
	p.moreTests(len(failing)-maxTestsTold, "failed")
	for _, t := range passing[:min(len(passing), maxTestsTold)] {
		p.line(p.paint(good, clean("  ✓ "+nameOfAll(t)+" passes again")))
	}
	p.moreTests(len(passing)-maxTestsTold, "passed again")
	slices.SortStableFunc(changed, func(a, b *comparison.TestChange) int { return cmp.Compare(callDifference(b), callDifference(a)) })
	for _, t := range changed[:min(len(changed), maxTestsTold)] {
		p.line(clean(fmt.Sprintf("    %s  %s calls → %s  %s", nameOfAll(t), numbers.Grouped(t.Called), numbers.Grouped(t.Calls), numbers.Change(t.Called, t.Calls))))
	}
	p.moreTests(len(changed)-maxTestsTold, "called more or less")
	if known && len(failing)+len(passing)+len(changed) == 0 {
		p.line("  the same calls as before")
	}
	return p.finish()
}

// nameOfAll is the name of a test, whichever of its invocations is told.
func nameOfAll(t *comparison.TestChange) string {
	test := t.Test
	if t.Invocations > 1 {
		test.Display = ""
	}
	return analysis.TestName(&test)
}

// callDifference is by how many calls a test differs.
func callDifference(t *comparison.TestChange) uint64 {
	return max(t.Calls, t.Called) - min(t.Calls, t.Called)
}

func (p *page) moreTests(more int, does string) {
	if more > 0 {
		p.line(p.paint(dim, fmt.Sprintf("    and %s that %s", numbers.Count(uint64(more), "more test"), does)))
	}
}
