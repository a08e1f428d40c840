package analysis

import (
	"fmt"
	"strconv"
	"strings"

	"hotlens/profiles"
	"hotlens/profiles/lazyregexp"
	"hotlens/profiles/numbers"
)

// This file says where two texts differ that an assertion has compared.

// maxCompared is how many characters the two texts of a comparison have that is told in full: what the lens of a test has room for.
const maxCompared = 60

// What is shown of longer texts is what stands around the first difference, as JUnit's ComparisonCompactor has it. That shows 20 characters in front of it and behind it; both texts of ours are
// to fit into a lens.
const (
	maxInFront = 10
	maxBehind  = 15
)

// linesDiffer is how Jupiter's assertLinesMatch says which lines do not match, which may be patterns that read otherwise in front of these, too.
var linesDiffer = lazyregexp.New(`^expected line #(\d+) doesn't match actual line #(\d+)`)

// compared says what an assertion has compared, in one line, and what its author has written in front of that.
func compared(t *profiles.Test) string {
	expected, actual := *t.Expected, *t.Actual
	message := ownMessage(t.Failure.Message)
	where := ""
	if match := linesDiffer().FindStringSubmatch(message); match != nil {
		message = match[0]
		expected, actual = lineOf(expected, match[1]), lineOf(actual, match[2])
	}
	if !isShort(expected, actual) {
		where, expected, actual = difference(expected, actual)
	}
	if message != "" {
		message += ": "
	}
	if expected == actual && where != "" {
		return message + where
	}
	return message + where + "expected <" + expected + "> but was <" + actual + ">"
}

// ComparedTexts are the texts that the assertion of a test has compared, a line for each, where FailureText says only where they differ and they are not too long; else there are none.
func ComparedTexts(t *profiles.Test) []string {
	if !comparesTexts(t) || isShort(*t.Expected, *t.Actual) || len(*t.Expected)+len(*t.Actual) > maxTestText {
		return nil
	}
	return []string{"expected <" + visible(*t.Expected) + ">", "but was  <" + visible(*t.Actual) + ">"}
}

// comparesTexts tells whether FailureText is about a comparison.
func comparesTexts(t *profiles.Test) bool {
	return t.Failure != nil && !t.Failure.IsOfSeveral() && (t.Status != profiles.TestUnfinished || t.Reason == "") && t.Expected != nil && t.Actual != nil
}

// isShort tells whether both texts can be told in full, in one line.
func isShort(expected, actual string) bool {
	return len(expected)+len(actual) <= maxCompared && !strings.ContainsAny(expected+actual, "\r\n")
}

// lineOf is the line of a text with a number from 1.
func lineOf(text, number string) string {
	lines := strings.Split(text, "\n")
	if n, err := strconv.Atoi(number); err == nil && 0 < n && n <= len(lines) {
		return lines[n-1]
	}
	return ""
}

// difference finds the first difference of two texts: "line 3: " or, of texts of one line, "character 201: ", and what stands around it in both.
func difference(expected, actual string) (where, before, after string) {
	one, other := []rune(expected), []rune(actual)
	at, line, start := 0, 1, 0
	for at < len(one) && at < len(other) && one[at] == other[at] {
		if at++; one[at-1] == '\n' {
			line, start = line+1, at
		}
	}
	if at == len(one) && at == len(other) {
		return "no difference in the " + numbers.Count(uint64(at), "character") + " that are known of both", "", ""
	}
	where = fmt.Sprintf("line %d: ", line)
	if !strings.Contains(expected+actual, "\n") {
		where = fmt.Sprintf("character %s: ", numbers.Grouped(uint64(at+1)))
	}
	inFront := visible(string(one[max(start, at-maxInFront):at]))
	if at-start > maxInFront {
		inFront = "…" + inFront
	}
	before, after = inFront+behind(one[at:], '\n'), inFront+behind(other[at:], '\n')
	if before == after { // they differ in where the line ends
		before, after = inFront+behind(one[at:], -1), inFront+behind(other[at:], -1)
	}
	return where, before, after
}

// behind is what is shown of what stands behind a difference, up to a character.
func behind(text []rune, end rune) string {
	for i, r := range text {
		switch {
		case r == end:
			return visible(string(text[:i]))
		case i == maxBehind:
			return visible(string(text[:i])) + "…"
		}
	}
	return visible(string(text))
}

// visible has escapes, as Java has them, in place of what would not be seen in a line.
func visible(text string) string { return escapes.Replace(text) }

var escapes = strings.NewReplacer("\n", `\n`, "\r", `\r`, "\t", `\t`)
