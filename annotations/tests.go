package annotations

import (
	"fmt"
	"math"
	"strings"

	"hotlens/profiles"
	"hotlens/profiles/analysis"
	"hotlens/profiles/numbers"
	"hotlens/profiles/sources"
)

// CommandTest is the command that runs tests: those of a class, or one method.
const CommandTest = "hotlens.test"

// testKey is a test method, or a class.
type testKey struct{ class, method string }

// testLenses say what became of each test of the run, where it stands now, and run those that there are.
func (v View) testLenses() []Lens {
	var lenses []Lens
	told := map[testKey]bool{}
	if v.Outcome != nil && !v.Notice.keepsNumbers() && v.Run != nil && v.Anchors != nil {
		results := resultsOf(v.Outcome.Tests)
		for _, of := range results {
			at, untouched, known := v.testPlace(of.key)
			if !known || told[of.key] {
				continue
			}
			told[of.key] = true
			title := v.testTitle(of)
			if !untouched {
				title = "edited since the run"
			}
			lenses = append(lenses, Lens{Range: at, Title: title, Command: CommandTest, Method: analysis.Reference{Class: of.key.class, Name: of.key.method}})
		}
	}
	for _, t := range v.Current.Tests() {
		if key := (testKey{t.Class, t.Method}); !told[key] {
			lenses = append(lenses, Lens{Range: t.Name, Title: "▶ Test", Command: CommandTest, Method: analysis.Reference{Class: t.Class, Name: t.Method}})
		}
	}
	return lenses
}

// testResult is what became of the invocations of a test.
type testResult struct {
	key   testKey
	tests []*profiles.Test
}

// resultsOf are the results of the tests of a run by their methods, in the order in which these ended.
func resultsOf(tests []profiles.Test) []testResult {
	var results []testResult
	index := map[testKey]int{}
	for i := range tests {
		key := testKey{tests[i].Class, tests[i].Method}
		at, known := index[key]
		if !known {
			at = len(results)
			index[key] = at
			results = append(results, testResult{key: key})
		}
		results[at].tests = append(results[at].tests, &tests[i])
	}
	return results
}

// testPlace is where a test's name stands now. It reports whether its declaration is untouched since the run, and whether it is known at all.
func (v View) testPlace(key testKey) (at sources.Range, untouched, known bool) {
	for i := range v.Run.Index.Files {
		file := &v.Run.Index.Files[i]
		if file.Path != v.Path {
			continue
		}
		for j := range file.Methods {
			m := &file.Methods[j]
			if m.Class != key.class || m.Name != key.method || m.Lambda || m.Initializer {
				continue
			}
			if at, untouched = v.Anchors.Range(m.NameRange); untouched {
				return at, true, true
			}
			at, known = v.Anchors.Successor(m.NameRange)
			return at, false, known
		}
	}
	if key.method == "" { // a class that failed as a whole
		for _, t := range v.Current.Tests() {
			if t.Class == key.class && t.Method == "" {
				return t.Name, true, true
			}
		}
	}
	return at, false, false
}

// maxTestTitle is how many characters of a failure a lens has.
const maxTestTitle = 80

// testTitle says what became of a test: "✓ passed · 1,204 calls · ▲ +8%", "✗ expected <2> but was <3>", "✗ 1 of 3 failed", "skipped: not yet".
func (v View) testTitle(of testResult) string {
	var failed, passed int
	var first *profiles.Test
	for _, t := range of.tests {
		switch {
		case t.Failed():
			if failed++; first == nil {
				first = t
			}
		case t.Status == profiles.TestPassed:
			passed++
		}
	}
	title := "✓ passed"
	switch {
	case failed > 0 && len(of.tests) > 1:
		title = fmt.Sprintf("✗ %d of %d failed", failed, len(of.tests))
	case failed > 0:
		text := []rune(analysis.FailureText(first))
		if len(text) > maxTestTitle {
			text = append(text[:maxTestTitle-1], '…')
		}
		title = "✗ " + string(text)
	case passed == 0:
		return strings.TrimSuffix("skipped: "+analysis.FirstLine(of.tests[0].Reason), ": ")
	case len(of.tests) > 1:
		title = fmt.Sprintf("✓ %d passed", passed)
	}
	root := of.tests[0].Root
	if root == nil || v.Run.Profile.Tests == nil || *root >= len(v.Run.Inclusive) {
		return title
	}
	amounts := v.Run.Inclusive[*root]
	title += " · " + numbers.Count(amounts.Calls, "call")
	if before, known := v.testBefore(of.key); known {
		if after := amounts.By(v.Run.Metric); math.Abs(float64(before)-float64(after)) >= v.Settings.MinChange*float64(before) {
			title += " · " + numbers.Change(before, after)
		}
	}
	return title
}

// testBefore is what a test took in the previous run, by the chosen metric.
func (v View) testBefore(key testKey) (amount uint64, known bool) {
	if v.Previous == nil || !v.Previous.Profile.Complete || !v.Run.Profile.Complete || !v.Previous.Has(v.Run.Metric) {
		return 0, false
	}
	for i := range v.Previous.Profile.Tests {
		t := &v.Previous.Profile.Tests[i]
		if t.Class == key.class && t.Method == key.method && t.Root != nil {
			return v.Previous.Inclusive[*t.Root].By(v.Run.Metric), true
		}
	}
	return 0, false
}

// TestFailures returns an error for each test of a run that has failed, where its own class was then, with what was compared. What led there from
// the program's code is related. One whose place was edited since, or is not known, has none.
func TestFailures(tests []profiles.Test, index *sources.Index, locate LocateLine) []Error {
	var all []Error
	files := newClassFiles(index)
	for i := range tests {
		t := &tests[i]
		if !t.Failed() {
			continue
		}
		path, at, known := "", sources.Range{}, false
		if _, line := t.Line(); line > 0 {
			if file := files.of(t.Class); file != nil {
				path = file.Path
				at, known = locate(path, line)
			}
		}
		if !known {
			continue
		}
		e := Error{Path: path, Range: at, Message: analysis.TestName(t) + ": " + analysis.FailureText(t)}
		if thrown := t.Failure; thrown != nil {
			if _, frame := ownFrame(files, thrown); frame != nil {
				e.Related = failureRelated(thrown, path, at, files, locate)
			}
		}
		all = append(all, e)
	}
	return all
}

// failureRelated are the activations that led to a failure, but for that where it is shown.
func failureRelated(thrown *profiles.Exception, path string, shown sources.Range, files classFiles, locate LocateLine) []Related {
	var related []Related
	for _, r := range relatedOf(thrown, nil, files, locate) {
		if r.Path != path || r.Range != shown {
			related = append(related, r)
		}
	}
	return related
}
