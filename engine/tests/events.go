package tests

import (
	"bufio"
	"encoding/json"
	"io"
	"log/slog"
	"regexp"
	"slices"
	"strings"

	"hotlens/profiles"
	"hotlens/profiles/lazyregexp"
)

// MaxEventBytes bounds what is read of the events, as the tests could write to the file themselves: it is enough for half a million tests that pass.
const MaxEventBytes = 256 << 20

// maxLineBytes bounds one event: those with an exception are the longest.
const maxLineBytes = 64 << 20

// event is a line of the file: see Events.java.
type event struct {
	Event    string              `json:"event"`
	Methods  []string            `json:"methods"`
	Times    []int               `json:"times"`
	ID       int                 `json:"id"` // the number of the test's start, which has said which test it is; 0: it has not started, and the event itself says it
	Class    string              `json:"class"`
	Method   string              `json:"method"`
	Declared string              `json:"declared"`
	Display  string              `json:"display"`
	Status   profiles.TestStatus `json:"status"`
	Reason   string              `json:"reason"`
	Nanos    uint64              `json:"nanos"`
	Expected *string             `json:"expected"`
	Actual   *string             `json:"actual"`
	Failure  *profiles.Exception `json:"failure"`
}

// Results are what the program that runs tests has told.
type Results struct {
	Tests []profiles.Test // in the order in which they ended; those that did not stand last
	Ended int             // how many these are
	Done  bool            // it has come to its end
	Cut   bool            // it has told more than MaxEventBytes, the rest of which is missing
	// Planned are the methods that were to run, as far as their framework has told.
	Planned []profiles.TestID
	// Times are the numbers of the choices that have tests of the classes which several of them share (Choice.Shares); nil: nobody has said so.
	Times []int
}

// Read reads the events.
func Read(r io.Reader) Results {
	results := Results{Tests: []profiles.Test{}}
	var running []event
	limited := &io.LimitedReader{R: r, N: MaxEventBytes}
	scanner := bufio.NewScanner(limited)
	scanner.Buffer(nil, maxLineBytes)
	for scanner.Scan() {
		var e event
		if err := json.Unmarshal(scanner.Bytes(), &e); err != nil {
			slog.Debug("an event of the tests", "error", err) // its writing was cut short, or it is the tests' own
			continue
		}
		switch e.Event {
		case "plan":
			for _, text := range e.Methods {
				if class, method, found := strings.Cut(text, "#"); found && class != "" && method != "" {
					results.Planned = append(results.Planned, profiles.TestID{Class: strings.ReplaceAll(class, ".", "/"), Method: method})
				}
			}
		case "start":
			running = append(running, e)
		case "end":
			running = e.take(running)
			if test, ok := e.test(); ok {
				results.Tests = append(results.Tests, test)
			}
		case "skip":
			running = e.take(running)
			e.Status = profiles.TestSkipped
			if test, ok := e.test(); ok {
				results.Tests = append(results.Tests, test)
			}
		case "done":
			results.Done, results.Times = true, e.Times
		}
	}
	results.Ended, results.Cut = len(results.Tests), limited.N == 0
	for _, e := range running {
		e.Status = profiles.TestUnfinished
		if test, ok := e.test(); ok {
			results.Tests = append(results.Tests, test)
		}
	}
	return results
}

// take takes from the event that started the test, one of those that run, which test it is; it returns the others.
func (e *event) take(running []event) []event {
	if e.ID == 0 {
		return running
	}
	return slices.DeleteFunc(running, func(start event) bool {
		if start.ID != e.ID {
			return false
		}
		e.Class, e.Method, e.Declared, e.Display = start.Class, start.Method, start.Declared, start.Display
		return true
	})
}

// test is the test that the event is about.
func (e *event) test() (profiles.Test, bool) {
	switch e.Status {
	case profiles.TestPassed, profiles.TestFailed, profiles.TestAborted, profiles.TestSkipped, profiles.TestUnfinished:
	default:
		return profiles.Test{}, false
	}
	if e.Class == "" {
		return profiles.Test{}, false
	}
	t := profiles.Test{
		Class: strings.ReplaceAll(e.Class, ".", "/"), Method: e.Method, Declared: strings.ReplaceAll(e.Declared, ".", "/"), Status: e.Status, Reason: e.Reason,
		Failure: e.Failure, Expected: e.Expected, Actual: e.Actual, Nanos: e.Nanos,
	}
	if e.Method != "" && e.Display != e.Method && e.Display != e.Method+"()" {
		t.Display = e.Display
	}
	if t.Status == profiles.TestAborted && t.Reason == "" && t.Failure != nil {
		t.Reason = t.Failure.Message
	}
	t.Reason = instances().ReplaceAllString(t.Reason, "")
	if t.Failure != nil {
		if t.Failure.Frames == nil {
			t.Failure.Frames = []profiles.Frame{}
		}
		compare(&t)
	}
	return t, true
}

// instances are where TestNG's messages name the object that a method is of, by its hash code.
var instances = lazyregexp.New(`\[pri:-?\d+, instance:[^\]]*\]`)

// comparisons are how assertions say in words what they have compared: JUnit, TestNG, then Hamcrest.
var comparisons = []func() *regexp.Regexp{
	lazyregexp.New(`(?s)expected: ?(?:\w[\w.$]*)?<(.*)> but was: ?(?:\w[\w.$]*)?<(.*)>`),
	lazyregexp.New(`(?s)expected \[(.*)\] but found \[(.*)\]`),
	lazyregexp.New(`(?s)Expected: (?:is )?<(.*)>\s+but: (?:was )?<(.*)>$`),
	lazyregexp.New(`(?s)Expected: (?:is )?"(.*)"\s+but: (?:was )?"(.*)"$`),
	lazyregexp.New(`(?s)Expected: (.*?)\s+but: (?:was )?(.*)$`),
}

// compare finds in the message of a failed assertion what it has compared, where the exception does not know.
func compare(t *profiles.Test) {
	if t.Expected != nil || t.Actual != nil || t.Failure.IsOfSeveral() {
		return
	}
	for _, words := range comparisons {
		if match := words().FindStringSubmatch(t.Failure.Message); match != nil {
			t.Expected, t.Actual = &match[1], &match[2]
			return
		}
	}
}
