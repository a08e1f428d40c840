package engine

import (
	"testing"

	"hotlens/profiles"
	"hotlens/profiles/comparison"
)

// TestRoundsOfTests goes through rounds of tests, of which changes end some: what a test became counts, and what it called only where that is known.
func TestRoundsOfTests(t *testing.T) {
	r := &Rounds{before: map[string]*testOutcome{}}
	result := func(status profiles.TestStatus, calls uint64) *Result {
		test := profiles.Test{Class: "p.T", Method: "a", Status: status}
		if calls == 0 { // cancelled
			return &Result{Outcome: &profiles.Outcome{Tests: []profiles.Test{test}}}
		}
		root := 0
		test.Root = &root
		return &Result{Profile: &profiles.Profile{Contexts: []profiles.Context{{Parent: -1, Calls: calls}}}, Outcome: &profiles.Outcome{Tests: []profiles.Test{test}}}
	}
	for i, step := range []struct {
		result *Result
		want   comparison.TestChange // but the test
	}{
		{result(profiles.TestFailed, 0), comparison.TestChange{Invocations: 1}},
		{result(profiles.TestPassed, 5), comparison.TestChange{Invocations: 1, Calls: 5, Failed: true}},
		{result(profiles.TestFailed, 0), comparison.TestChange{Invocations: 1}},
		{result(profiles.TestPassed, 7), comparison.TestChange{Invocations: 1, Calls: 7, Failed: true, Known: true, Called: 5}},
	} {
		got := r.compare(step.result)
		if len(got) != 1 {
			t.Fatalf("round %d tells of %d tests", i, len(got))
		}
		got[0].Test = profiles.Test{}
		if got[0] != step.want {
			t.Errorf("round %d: %+v, want %+v", i, got[0], step.want)
		}
	}
}
