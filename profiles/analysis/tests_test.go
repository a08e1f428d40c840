package analysis

import (
	"slices"
	"strings"
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
		"The following asserts failed: expected [2] but found [1]; rooms expected [true] but found [false]": {
			Failure: &profiles.Exception{Class: "java.lang.AssertionError", Message: "The following asserts failed:\n\texpected [2] but found [1],\n\trooms expected [true] but found [false]"},
		},
		"org.testng.TestException: Method B.c() should have thrown an exception": {
			Failure: &profiles.Exception{Class: "org.testng.TestException", Message: "\nMethod B.c() should have thrown an exception"},
		},
		`expected:<"[a]> but was:<"[b]>`: { // with texts that are too long to be told
			Expected: text(strings.Repeat("a", maxTestText)), Actual: text("b"), Failure: &profiles.Exception{Class: "org.junit.ComparisonFailure", Message: `expected:<"[a]> but was:<"[b]>`},
		},
		"it reached a limit": {Status: profiles.TestUnfinished, Reason: "it reached a limit"},
	} {
		if got := FailureText(&test); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestFailureFrames has stacks as AssertJ leaves them, without itself: it makes what it throws by reflection, where JUnit has a class for that. What reflection itself throws the program has asked for.
func TestFailureFrames(t *testing.T) {
	for class, want := range map[string][]string{
		"org.junit.ComparisonFailure":         {"shop/WordsTest", "java/lang/reflect/Method"},
		"org.opentest4j.AssertionFailedError": {"shop/WordsTest", "java/lang/reflect/Method"},
		"java.lang.InstantiationException":    {"jdk/internal/reflect/NativeConstructorAccessorImpl", "java/lang/reflect/Constructor", "shop/WordsTest", "java/lang/reflect/Method"},
	} {
		test := profiles.Test{Failure: &profiles.Exception{Class: class}}
		for _, frame := range []string{
			"jdk/internal/reflect/NativeConstructorAccessorImpl", "java/lang/reflect/Constructor", "org/assertj/core/internal/Failures", "shop/WordsTest", "java/lang/reflect/Method",
		} {
			test.Failure.Frames = append(test.Failure.Frames, profiles.Frame{Class: frame})
		}
		frames, more := FailureFrames(&test)
		var got []string
		for _, frame := range frames {
			got = append(got, frame.Class)
		}
		if !slices.Equal(got, want) || more {
			t.Errorf("%s: %q and more: %t, want %q", class, got, more, want)
		}
	}
}
