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
		"array contents differ at index [2]: expected <3> but was <4>": {
			Expected: text("3"), Actual: text("4"), Failure: &profiles.Exception{Class: "org.opentest4j.AssertionFailedError", Message: "array contents differ at index [2], expected: <3> but was: <4>"},
		},
		"the text: line 3: expected <three> but was <tree>": {
			Expected: text("one\ntwo\nthree\nfour\n"), Actual: text("one\ntwo\ntree\nfour\n"), Failure: &profiles.Exception{Class: "org.opentest4j.AssertionFailedError", Message: "the text ==> expected: <one\ntwo\nthree\nfour\n> but was: <one\ntwo\ntree\nfour\n>"},
		},
		"expected line #2 doesn't match actual line #3: expected <b> but was <x>": { // where the first lines are patterns
			Expected: text("\\w\nb\nc"), Actual: text("a\na\nx"), Failure: &profiles.Exception{Class: "org.opentest4j.AssertionFailedError", Message: "expected line #2 doesn't match actual line #3\n\texpected: `b`\n\t  actual: `x` ==> expected: <\\w\nb\nc> but was: <a\na\nx>"},
		},
		`T.Rates static initializer: java.lang.NumberFormatException: For input string: "x"`: {
			Failure: &profiles.Exception{Class: "java.lang.ExceptionInInitializerError", Cause: &profiles.Exception{
				Class: "java.lang.NumberFormatException", Message: `For input string: "x"`, Frames: []profiles.Frame{{Class: "java/lang/Integer", Method: "parseInt"}, {Class: "p/T$Rates", Method: "<clinit>"}, {Class: "p/T", Method: "<clinit>"}},
			}},
		},
		`T.Rates static initializer has failed before: java.lang.NumberFormatException: For input string: "x"`: {
			Failure: &profiles.Exception{Class: "java.lang.NoClassDefFoundError", Message: "Could not initialize class p.T$Rates", Cause: &profiles.Exception{
				Class: "java.lang.ExceptionInInitializerError", Message: `Exception java.lang.NumberFormatException: For input string: "x" [in thread "main"]`,
			}},
		},
		"java.lang.ExceptionInInitializerError": { // of a class whose initializer the library has called by itself
			Failure: &profiles.Exception{Class: "java.lang.ExceptionInInitializerError", Cause: &profiles.Exception{Class: "java.lang.RuntimeException"}},
		},
		"java.lang.NoClassDefFoundError: p/Missing": {
			Failure: &profiles.Exception{Class: "java.lang.NoClassDefFoundError", Message: "p/Missing", Cause: &profiles.Exception{Class: "java.lang.ClassNotFoundException", Message: "p.Missing"}},
		},
		"it reached a limit": {Status: profiles.TestUnfinished, Reason: "it reached a limit"},
	} {
		if got := FailureText(&test); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestCauseText names the place where a cause was thrown, which is the program's.
func TestCauseText(t *testing.T) {
	frames := []profiles.Frame{{Class: "java/lang/Integer", Method: "parseInt", File: "Integer.java", Line: 668}, {Class: "p/T$Rates", Method: "<clinit>", File: "T.java", Line: 5}, {Class: "p/T", Method: "some", File: "T.java", Line: 9}}
	cause := &profiles.Exception{Class: "java.lang.NumberFormatException", Message: `For input string: "x"`, Frames: frames}
	if got, want := CauseText(cause), `java.lang.NumberFormatException: For input string: "x" (T.java:5)`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if cause.Frames = frames[:1]; CauseText(cause) != cause.String() {
		t.Errorf("without the program's: %s", CauseText(cause))
	}
}

// TestDifference has texts that are too long for a line, or have several.
func TestDifference(t *testing.T) {
	digits := strings.Repeat("0123456789", 30)
	for _, test := range []struct{ expected, actual, want string }{
		{"a", "b", "expected <a> but was <b>"},
		{digits, digits[:200] + "X" + digits[201:], "character 201: expected <…0123456789012345678901234…> but was <…0123456789X12345678901234…>"},
		{digits, digits[:295], "character 296: expected <…567890123456789> but was <…5678901234>"},
		{digits, "", "character 1: expected <012345678901234…> but was <>"},
		{strings.Repeat("é", 100) + "a", strings.Repeat("é", 100) + "b", "character 101: expected <…ééééééééééa> but was <…ééééééééééb>"},
		{digits, digits, "no difference in the 300 characters that are known of both"},
		{"a\nb\nc\n", "a\nb\nd\n", "line 3: expected <c> but was <d>"},
		{"a\n\tb", "a\n  b", `line 2: expected <\tb> but was <  b>`},
		{"a\nb", "a\r\nb", `line 1: expected <a> but was <a\r>`},
		{"a\nb", "a\nb\n", `line 2: expected <b> but was <b\n>`},
		{"a\nb\nc", "a\nb", `line 2: expected <b\nc> but was <b>`},
		{"a\n" + digits, "a\n" + digits[:20] + "X", "line 2: expected <…0123456789012345678901234…> but was <…0123456789X>"},
	} {
		failed := profiles.Test{Expected: &test.expected, Actual: &test.actual, Failure: &profiles.Exception{Class: "org.opentest4j.AssertionFailedError"}}
		if got := FailureText(&failed); got != test.want {
			t.Errorf("%q and %q: %s\nwant %s", test.expected, test.actual, got, test.want)
		}
	}
}

// TestComparedTexts: the texts are told beside the place where they differ, unless that tells them in full.
func TestComparedTexts(t *testing.T) {
	text := func(s string) *string { return &s }
	failure := &profiles.Exception{Class: "org.opentest4j.AssertionFailedError"}
	for _, test := range []struct {
		of   profiles.Test
		want []string
	}{
		{profiles.Test{Failure: failure, Expected: text("a"), Actual: text("b")}, nil},
		{profiles.Test{Failure: failure, Expected: text("a\nb"), Actual: text("a\nc\n")}, []string{`expected <a\nb>`, `but was  <a\nc\n>`}},
		{profiles.Test{Failure: failure, Expected: text(strings.Repeat("a", maxTestText)), Actual: text("b")}, nil},
		{profiles.Test{Failure: failure}, nil},
		{profiles.Test{Status: profiles.TestUnfinished, Reason: "it reached a limit"}, nil},
	} {
		if got := ComparedTexts(&test.of); !slices.Equal(got, test.want) {
			t.Errorf("%q, want %q", got, test.want)
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
