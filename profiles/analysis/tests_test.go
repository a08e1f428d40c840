package analysis

import (
	"testing"

	"hotlens/profiles"
)

// TestFailureText has messages of the frameworks' assertions as they are.
func TestFailureText(t *testing.T) {
	text := func(s string) *string { return &s }
	for want, test := range map[string]profiles.Test{
		"the longest: expected <ccc> but was <cccc>": {
			Expected: text("ccc"), Actual: text("cccc"), Failure: &profiles.Exception{Class: "org.junit.ComparisonFailure", Message: "the longest expected:<ccc[]> but was:<ccc[c]>"},
		},
		"arrays first differed at element [1]: expected <2> but was <3>": {
			Expected: text("2"), Actual: text("3"), Failure: &profiles.Exception{Class: "org.junit.internal.ArrayComparisonFailure", Message: "arrays first differed at element [1]; expected:<2> but was:<3>"},
		},
		"expected <3> but was <2>": {
			Expected: text("3"), Actual: text("2"), Failure: &profiles.Exception{Class: "java.lang.AssertionError", Message: "\nExpected: is <3>\n     but: was <2>"},
		},
		"how many: expected <3> but was <2>": {
			Expected: text("3"), Actual: text("2"), Failure: &profiles.Exception{Class: "java.lang.AssertionError", Message: "how many\nExpected: is <3>\n     but: was <2>"},
		},
		"Multiple Failures (2 failures); x: expected: <1> but was: <2>; y: no": {
			Failure: &profiles.Exception{Class: "org.opentest4j.MultipleFailuresError", Message: "Multiple Failures (2 failures)\n\tx: expected: <1> but was: <2>\n\ty: no"},
		},
		"org.testng.TestException: Method B.c() should have thrown an exception": {
			Failure: &profiles.Exception{Class: "org.testng.TestException", Message: "\nMethod B.c() should have thrown an exception"},
		},
		"it reached a limit": {Status: profiles.TestUnfinished, Reason: "it reached a limit"},
	} {
		if got := FailureText(&test); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
