package analysis

import (
	"fmt"
	"slices"
	"strings"

	"hotlens/profiles"
	"hotlens/profiles/names"
	"hotlens/profiles/numbers"
)

// This file says in words what became of tests.

// maxTestText is how many characters are told of a message, and of what was expected and what there was together.
const maxTestText = 400

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
	text := failureText(t)
	if t.Failure != nil && t.Failure.Explanation != "" {
		text += "; " + t.Failure.Explanation
	}
	return text
}

func failureText(t *profiles.Test) string {
	switch {
	case t.Failure != nil && t.Failure.IsOfSeveral():
		return FirstLine(oneLine(t.Failure.Message))
	case t.Failure == nil || t.Status == profiles.TestUnfinished && t.Reason != "":
		return FirstLine(t.Reason)
	case comparesTexts(t):
		return compared(t)
	case t.Failure.Message != "" && isAssertionError(t.Failure.Class):
		return FirstLine(t.Failure.Message)
	}
	if text := initializerText(t.Failure); text != "" {
		return FirstLine(text)
	}
	thrown := *t.Failure
	thrown.Message = strings.TrimSpace(thrown.Message)
	return FirstLine(thrown.String())
}

// initializerText says of the errors by which a class tells that it could not be initialised (JVMS 5.5) what its static initializer has thrown, which their own words do not; "" of other exceptions.
func initializerText(e *profiles.Exception) string {
	const never = "Could not initialize class "
	class, text := "", ""
	switch cause := e.Cause; {
	case cause == nil:
		return ""
	case e.Class == "java.lang.ExceptionInInitializerError":
		if i := slices.IndexFunc(cause.Frames, func(f profiles.Frame) bool { return f.Method == "<clinit>" }); i >= 0 {
			class, text = cause.Frames[i].Class, ": "+cause.String()
		}
	case e.Class == "java.lang.NoClassDefFoundError" && strings.HasPrefix(e.Message, never):
		// The library keeps of what was thrown then only the words: "Exception java.lang.RuntimeException: why [in thread "main"]".
		thrown, _, _ := strings.Cut(strings.TrimPrefix(cause.Message, "Exception "), ` [in thread "`)
		class, text = strings.ReplaceAll(e.Message[len(never):], ".", "/"), " has failed before: "+thrown
	}
	if class == "" {
		return ""
	}
	return names.SimpleClass(class) + " static initializer" + text
}

// CauseText says in one line what caused a failure, and where: at the innermost frame that is of neither the JDK nor an assertion.
func CauseText(cause *profiles.Exception) string {
	text := FirstLine(cause.String())
	for _, frame := range cause.Frames {
		if frame.Line > 0 && !IsAssertion(frame.Class) && !isOfJDK(frame.Class) {
			return fmt.Sprintf("%s (%s:%d)", text, frame.File, frame.Line)
		}
	}
	return text
}

// isOfJDK tells whether a class is the JDK's, by its package.
func isOfJDK(class string) bool {
	for _, prefix := range []string{"java/", "javax/", "jdk/", "sun/", "com/sun/"} {
		if strings.HasPrefix(class, prefix) {
			return true
		}
	}
	return false
}

// oneLine has the lines of a message behind each other. What ends with a colon is about the next one.
func oneLine(message string) string {
	lines := strings.FieldsFunc(message, func(r rune) bool { return r == '\n' || r == '\t' || r == '\r' })
	for i, line := range lines {
		lines[i] = strings.TrimSuffix(line, ",")
	}
	return strings.ReplaceAll(strings.Join(lines, "; "), ":; ", ": ")
}

// ownMessage is what a test's author has written in front of a comparison.
func ownMessage(message string) string {
	for _, word := range []string{"expected: ", "expected:<", "expected [", "expected same:", "expected null", "Expected: "} {
		if before, _, found := strings.Cut(message, word); found {
			return FirstLine(strings.TrimRight(strings.TrimSuffix(strings.TrimSpace(before), "==>"), " :;,"))
		}
	}
	return ""
}

// TestCounts says how many tests there were, and what became of them: "3 tests: 2 passed, 1 failed".
func TestCounts(tests []profiles.Test) (text string, failed bool) {
	counts := profiles.CountTests(tests)
	return numbers.Count(uint64(len(tests)), "test") + ": " + counts.String(), counts.Failed > 0
}

// maxNotRun is how many tests are named that have not run: a line or two of them.
const maxNotRun = 10

// NotRun names the tests that were to run and are none of those that have: "2 tests were not run: WordsTest.longWords, WordsTest.words"; "" if there is none.
func NotRun(planned []profiles.TestID, tests []profiles.Test) string {
	ran := map[profiles.TestID]bool{}
	for i := range tests {
		ran[tests[i].ID()] = true
	}
	var missing []string
	for _, id := range planned {
		if !ran[id] && !ran[profiles.TestID{Class: id.Class}] { // the class may have failed as a whole
			ran[id] = true
			missing = append(missing, names.SimpleClass(id.Class)+"."+id.Method)
		}
	}
	switch {
	case len(missing) == 0:
		return ""
	case len(missing) == 1:
		return "1 test was not run: " + missing[0]
	case len(missing) > maxNotRun:
		return fmt.Sprintf("%s were not run: %s and %d more", numbers.Count(uint64(len(missing)), "test"), strings.Join(missing[:maxNotRun], ", "), len(missing)-maxNotRun)
	}
	return fmt.Sprintf("%s were not run: %s", numbers.Count(uint64(len(missing)), "test"), strings.Join(missing, ", "))
}

// OutcomeAt says of the root of a test's contexts what became of that, "passed", or of its invocations, "2 passed, 1 failed"; of that of a class what it
// holds. It reports false for roots that are no test's.
func OutcomeAt(p *profiles.Profile, root int) (text string, isTest bool) {
	method, isTest := strings.CutPrefix(p.Methods[p.Contexts[root].Method].Name, profiles.TestRootPrefix)
	if !isTest {
		return "", false
	}
	var of []profiles.Test
	for i := range p.Tests {
		if at := p.Tests[i].Root; at != nil && *at == root {
			of = append(of, p.Tests[i])
		}
	}
	switch {
	case len(of) == 1:
		return string(of[0].Status), true
	case len(of) > 1:
		return profiles.CountTests(of).String(), true
	case method == "":
		return "before and after them", true
	}
	return "", true
}

// maxTestFrames is how many frames of its stack are told of a test that has failed.
const maxTestFrames = 12

// FailureFrames are the frames of the stack of what a test has thrown that are not the framework's own assertions, innermost first, and whether there are more
// of them. It must have thrown something.
func FailureFrames(t *profiles.Test) (frames []profiles.Frame, more bool) {
	asserts := isAssertionError(t.Failure.Class)
	for _, frame := range t.Failure.Frames {
		switch {
		case IsAssertion(frame.Class):
		case asserts && len(frames) == 0 && isReflection(frame.Class): // libraries of assertions make by reflection what they throw if its class may be missing
		case len(frames) == maxTestFrames:
			return frames, true
		default:
			frames = append(frames, frame)
		}
	}
	return frames, false
}

// FirstLine is the first line of a text, not too long.
func FirstLine(text string) string {
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

// isReflection tells whether a class is of the library's reflection.
func isReflection(class string) bool {
	return strings.HasPrefix(class, "java/lang/reflect/") || strings.HasPrefix(class, "jdk/internal/reflect/")
}

// IsAssertion tells whether a class is of the code that makes assertions, which is never what is wrong.
func IsAssertion(class string) bool {
	for _, name := range []string{"org/junit/", "junit/framework/", "org/testng/", "org/opentest4j/", "org/hamcrest/", "org/assertj/"} {
		if strings.HasPrefix(class, name) {
			return true
		}
	}
	return false
}
