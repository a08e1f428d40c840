package profiles

import (
	"fmt"
	"strings"
)

// TestStatus is what became of a test.
type TestStatus string

// The statuses.
const (
	TestPassed  TestStatus = "passed"
	TestFailed  TestStatus = "failed"
	TestAborted TestStatus = "aborted" // an assumption of the test's own did not hold
	TestSkipped TestStatus = "skipped" // it was not run, as its framework decided
	// TestUnfinished has started and did not end by itself: it has reached a limit, of tests or of the run, or it is what ended the program.
	TestUnfinished TestStatus = "unfinished"
)

// Test is a test of a run, or one invocation of it, and what became of it. A Test without a method is a class that failed as a whole, in what
// runs before all its tests for example.
type Test struct {
	Class  string `json:"class"`            // binary name with slashes
	Method string `json:"method,omitempty"` // "" for the class as a whole
	// Declared is the type that declares the method, likewise, where the class has it from another one.
	Declared string     `json:"declared,omitempty"`
	Display  string     `json:"display,omitempty"` // what the framework calls it, where that is not the method's name
	Status   TestStatus `json:"status"`
	Reason   string     `json:"reason,omitempty"` // why it was skipped or aborted, or did not finish
	// Failure is what the test has thrown, with the frames up to the framework's; nil if it has thrown nothing.
	Failure *Exception `json:"failure,omitempty"`
	// Expected and Actual are what an assertion compared, where that is known.
	Expected *string `json:"expected,omitempty"`
	Actual   *string `json:"actual,omitempty"`
	// Nanos is how long it took, by the run's clock. 0 where it did not end.
	Nanos uint64 `json:"nanos,omitempty"`
	// Root is the context that holds what the test did, which all invocations of a method share. Nil: there is none.
	Root *int `json:"root,omitempty"`
}

// ID says which method it is of.
func (t *Test) ID() TestID { return TestID{t.Class, t.Method} }

// IsOfSeveral tells whether an exception has the messages of several assertions that have failed, a line for each: that of JUnit's assertAll, or of TestNG's SoftAssert, which is no class of its own.
func (e *Exception) IsOfSeveral() bool {
	return e.Class == "org.opentest4j.MultipleFailuresError" || strings.HasPrefix(e.Message, "The following asserts failed:")
}

// Failed tells whether the test says that something is wrong.
func (t *Test) Failed() bool { return t.Status == TestFailed || t.Status == TestUnfinished }

// TestRootPrefix begins the name of the method that the root of a test's contexts has: behind it stands the test's own method. No class file may have such a
// name (JVMS 4.2.2). With nothing behind it, it is the root of what ran of a class around its tests.
const TestRootPrefix = "<test>"

// TargetTests is the main class that a profile of tests names; its arguments are the classes that were tested.
const TargetTests = "tests"

// Harness is what the test framework did in a run of tests, around the tests themselves. It is in no context, and in no total.
type Harness struct {
	Bytecodes      uint64 `json:"bytecodes"`
	Allocations    uint64 `json:"allocations"`
	AllocatedBytes uint64 `json:"allocatedBytes"`
}

// TestCounts is how many tests of a run ended how. Those that are unfinished have failed, too.
type TestCounts struct {
	Passed     int `json:"passed,omitempty"`
	Failed     int `json:"failed,omitempty"`
	Unfinished int `json:"unfinished,omitempty"`
	Skipped    int `json:"skipped,omitempty"`
}

// All is how many tests there are.
func (c TestCounts) All() int { return c.Passed + c.Failed + c.Skipped }

// CountTests counts tests by how they ended; aborted ones count as skipped, as build tools have it.
func CountTests(tests []Test) (c TestCounts) {
	for i := range tests {
		switch t := &tests[i]; {
		case t.Failed():
			if c.Failed++; t.Status == TestUnfinished {
				c.Unfinished++
			}
		case t.Status == TestPassed:
			c.Passed++
		default:
			c.Skipped++
		}
	}
	return c
}

// String says it: "7 passed, 5 failed (1 did not end), 2 skipped".
func (c TestCounts) String() string {
	text := fmt.Sprintf("%d passed", c.Passed)
	if c.Failed > 0 {
		text += fmt.Sprintf(", %d failed", c.Failed)
	}
	if c.Unfinished > 0 {
		text += fmt.Sprintf(" (%d did not end)", c.Unfinished)
	}
	if c.Skipped > 0 {
		text += fmt.Sprintf(", %d skipped", c.Skipped)
	}
	return text
}

// Frame is the innermost one of a test's own class, or of the type that declares it, that a source line is known of, of where it failed, or else of what caused that; nil if the stacks do not say.
func (t *Test) Frame() *Frame {
	for e := t.Failure; e != nil; e = e.Cause {
		for i := range e.Frames {
			f := &e.Frames[i]
			if class := Outermost(f.Class); f.Line > 0 && (class == Outermost(t.Class) || t.Declared != "" && class == Outermost(t.Declared)) {
				return f
			}
		}
	}
	return nil
}

// Outermost is the binary name of the class that a class is nested in, by its binary name. The first character of a name may be a dollar.
func Outermost(class string) string {
	for i := 1; i < len(class); i++ {
		if class[i] == '$' {
			return class[:i]
		}
	}
	return class
}
