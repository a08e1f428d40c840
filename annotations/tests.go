package annotations

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"hotlens/annotations/javatext"
	"hotlens/profiles"
	"hotlens/profiles/analysis"
	"hotlens/profiles/names"
	"hotlens/profiles/numbers"
	"hotlens/profiles/sources"
)

// CommandTest is the command that runs tests: those of a class, or one method.
const CommandTest = "hotlens.test"

// TestKey is a test method, or a class as a whole.
type TestKey struct {
	Class  string // binary name with slashes
	Method string // "" for the class
}

// TestState is what became of a test when it last ran, and what that is worth now.
type TestState struct {
	Tests      []profiles.Test   // its invocations
	Amounts    *analysis.Amounts // what they took, with callees; nil: that was not counted
	Before     *analysis.Amounts // what they took in the run before; nil: there is nothing to compare with
	Outdated   string            // why the outcome may be another one by now, such as "Words.java was edited"; "" if it is not
	Unrun      bool              // its class has failed as a whole since, before it could run
	Unaffected bool              // what was saved since cannot reach it
	Heirs      []string          // the classes that have the test from the one which declares it, where it is declared; binary names with slashes
}

// testLenses say what became of each test when it last ran, where it stands now, and run those that there are.
func (v View) testLenses() []Lens {
	var lenses []Lens
	told := map[TestKey]bool{}
	states := v.testStates()
	add := func(key TestKey, at sources.Range, title string) {
		told[key] = true
		lenses = append(lenses, Lens{Range: at, Title: title, Command: CommandTest, Method: analysis.Reference{Class: key.Class, Name: key.Method}})
	}
	if v.Run != nil && v.Anchors != nil {
		inherited := map[string]TestState{} // by class
		for key, state := range states {
			at, untouched, known := v.testPlace(key)
			switch {
			case !known && v.inherits(key):
				inherited[key.Class] = inherited[key.Class].and(state)
			case !known:
			case !untouched:
				add(key, at, "edited since the run")
			default:
				add(key, at, v.testTitle(state)+state.heirs(key))
			}
		}
		for class, state := range inherited {
			at, _ := v.Current.Class(class)
			add(TestKey{Class: class}, at, v.testTitle(state)+" · inherited")
		}
	}
	for _, t := range v.Current.Tests() {
		if key := (TestKey{t.Class, t.Method}); !told[key] {
			add(key, t.Name, "▶ Test")
		}
	}
	return lenses
}

// heirs says behind an outcome whose it is, where others have the test from the class that declares it.
func (s *TestState) heirs(key TestKey) string {
	word := " · in "
	if slices.ContainsFunc(s.Tests, func(t profiles.Test) bool { return t.Class == key.Class }) {
		word = " · also in "
	}
	switch len(s.Heirs) {
	case 0:
		return ""
	case 1:
		return word + names.SimpleClass(s.Heirs[0])
	}
	return fmt.Sprintf("%s%d classes", word, len(s.Heirs))
}

// inherits tells whether a test is one that a class of the file has from another one.
func (v View) inherits(key TestKey) bool {
	if _, here := v.Current.Class(key.Class); !here || key.Method == "" {
		return false // most are of other files
	}
	if file := v.Run.File(v.Path); file != nil && file.Source.Method(key.Class, key.Method) != nil {
		return false // it was declared there
	}
	return !slices.ContainsFunc(v.Current.Tests(), func(t javatext.TestMethod) bool { return t.Class == key.Class && t.Method == key.Method })
}

// and is the state of several tests together.
func (s TestState) and(other TestState) TestState {
	together := TestState{
		Heirs: slices.Concat(s.Heirs, other.Heirs), Tests: slices.Concat(s.Tests, other.Tests), Outdated: cmp.Or(s.Outdated, other.Outdated), Unaffected: (s.Unaffected || s.Tests == nil) && other.Unaffected,
	}
	sum := func(x, y *analysis.Amounts) *analysis.Amounts {
		switch {
		case x == nil:
			return y
		case y == nil:
			return x
		}
		both := *x
		both.Add(*y)
		return &both
	}
	together.Amounts, together.Before = sum(s.Amounts, other.Amounts), sum(s.Before, other.Before)
	return together
}

// testStates are the results of the file's tests, as they last ran. Where nobody has kept them, they are those of the run, with tests of other files among them.
func (v View) testStates() map[TestKey]TestState {
	if v.Tests == nil && v.Outcome != nil && v.Run != nil {
		states := StatesOf(v.Outcome.Tests, v.Run)
		AddDeclarations(states, states)
		return states
	}
	return v.Tests
}

// tests are the tests that a lens for the whole file is about: its own, as they last ran. A file that has none is told of all that have run, as it may be what they test.
func (v View) tests() (own []profiles.Test) {
	if v.Run == nil {
		return v.Outcome.Tests
	}
	if file := v.Run.File(v.Path); file != nil {
		for key, state := range v.testStates() {
			if slices.Contains(file.Source.Types, key.Class) && !state.Unrun {
				own = append(own, state.Tests...)
			}
		}
	}
	if own == nil {
		return v.Outcome.Tests
	}
	return own
}

// StatesOf are the results of the tests of a run by their methods.
func StatesOf(tests []profiles.Test, run *analysis.Analysis) map[TestKey]TestState {
	states := map[TestKey]TestState{}
	for i := range tests {
		t := &tests[i]
		key := TestKey{t.Class, t.Method}
		state := states[key]
		state.Tests = append(state.Tests, *t)
		if t.Root != nil && run != nil && run.Profile.Tests != nil && *t.Root < len(run.Profile.Contexts) {
			amounts := run.Inclusive(int32(*t.Root)) // not all of them are to be kept
			state.Amounts = &amounts
		}
		states[key] = state
	}
	return states
}

// AddDeclarations adds to states those of tests that classes have from others, at the methods that declare them.
func AddDeclarations(states, of map[TestKey]TestState) {
	declared := map[TestKey]TestState{}
	for _, key := range slices.SortedFunc(maps.Keys(of), func(a, b TestKey) int {
		return cmp.Or(strings.Compare(a.Class, b.Class), strings.Compare(a.Method, b.Method))
	}) {
		state := of[key]
		if len(state.Tests) == 0 || state.Tests[0].Declared == "" {
			continue
		}
		at := TestKey{state.Tests[0].Declared, key.Method}
		state.Heirs = []string{key.Class}
		declared[at] = declared[at].and(state)
	}
	for key, state := range declared {
		states[key] = states[key].and(state)
	}
}

// testPlace is where a test's name stands now. It reports whether its declaration is untouched since the run, and whether it is known at all.
func (v View) testPlace(key TestKey) (at sources.Range, untouched, known bool) {
	for i := range v.Run.Index.Files {
		file := &v.Run.Index.Files[i]
		if file.Path != v.Path {
			continue
		}
		for j := range file.Methods {
			m := &file.Methods[j]
			if m.Class != key.Class || m.Name != key.Method || m.Lambda || m.Initializer {
				continue
			}
			if at, untouched = v.Anchors.Range(m.NameRange); untouched {
				return at, true, true
			}
			at, known = v.Anchors.Successor(m.NameRange)
			return at, false, known
		}
	}
	if key.Method == "" { // a class that failed as a whole
		for _, t := range v.Current.Tests() {
			if t.Class == key.Class && t.Method == "" {
				return t.Name, true, true
			}
		}
	}
	return at, false, false
}

// maxTestTitle is how many characters of a failure a lens has.
const maxTestTitle = 80

// testTitle says what became of a test: "✓ passed in ≈ 3 ms · 1,204 calls · ▲ +8%", "✗ expected <2> but was <3>", "✗ 1 of 3 failed", "skipped: not yet", and of an outcome
// that may be another one by now "○ passed · Words.java was edited".
func (v View) testTitle(state TestState) string {
	var failed, passed int
	var first *profiles.Test
	for i := range state.Tests {
		switch t := &state.Tests[i]; {
		case t.Failed():
			if failed++; first == nil {
				first = t
			}
		case t.Status == profiles.TestPassed:
			passed++
		}
	}
	outdated := state.Outdated
	if outdated == "" && v.Notice.keepsNumbers() {
		outdated = "the last save has brought no result"
	}
	if outdated != "" {
		word := "skipped"
		switch {
		case failed > 0:
			word = "failed"
		case passed > 0:
			word = "passed"
		}
		return "○ " + word + " · " + outdated
	}
	title := "✓ passed"
	switch {
	case failed > 0 && len(state.Tests) > 1:
		title = fmt.Sprintf("✗ %d of %d failed", failed, len(state.Tests))
	case failed > 0:
		words := analysis.FailureText(first)
		if first.Status == profiles.TestUnfinished {
			words = limitWords(words)
		}
		text := []rune(words)
		if len(text) > maxTestTitle {
			text = append(text[:maxTestTitle-1], '…')
		}
		title = "✗ " + string(text)
	case passed == 0:
		title = strings.TrimSuffix("skipped: "+analysis.FirstLine(state.Tests[0].Reason), ": ")
	case len(state.Tests) > 1:
		title = fmt.Sprintf("✓ %d passed", passed)
	}
	if state.Amounts != nil && failed+passed > 0 {
		metric := v.Run.Metric
		if failed == 0 && (metric == profiles.MetricCost || metric == profiles.MetricTime) {
			title += " in " + analysis.Figure(*state.Amounts, metric)
		}
		title += " · " + numbers.Count(state.Amounts.Calls, "call")
		if state.Before != nil && !sameWork(state.Before, state.Amounts, metric) {
			before, after := state.Before.By(metric), state.Amounts.By(metric)
			if math.Abs(float64(before)-float64(after)) >= v.Settings.MinChange*float64(before) {
				title += " · " + numbers.Change(before, after)
			}
		}
	}
	if state.Unaffected {
		title += " · not affected"
	}
	return title
}

// sameWork tells whether a test has done the same as in the run before, as far as its counts say. Its modelled time may differ all the same:
// other tests that ran in front of it have warmed up other methods.
func sameWork(before, after *analysis.Amounts, metric profiles.Metric) bool {
	return metric == profiles.MetricCost && before.Calls == after.Calls && before.Bytecodes == after.Bytecodes &&
		before.Allocations == after.Allocations && before.AllocatedBytes == after.AllocatedBytes
}

// TestFailures returns an error for each test of a run that has failed, where its own class or the one that declares it was then, or else at its name, with what was compared. What led there from
// the program's code is related. One whose place was edited since, or is not known, has none.
func TestFailures(tests []profiles.Test, index *sources.Index, locate LocateLine) []Error {
	var all []Error
	files := newClassFiles(index)
	for i := range tests {
		t := &tests[i]
		if !t.Failed() {
			continue
		}
		path, line, within := failureLine(t, files)
		if path == "" {
			continue
		}
		at, known := locate(path, line, within)
		if !known {
			continue
		}
		e := Error{Path: path, Range: at, Message: analysis.TestName(t) + ": " + cmp.Or(analysis.FailureText(t), "it failed")}
		for _, text := range analysis.ComparedTexts(t) {
			e.Message += "\n" + text
		}
		if thrown := t.Failure; thrown != nil {
			if _, frame := ownFrame(files, thrown); frame != nil {
				e.Related = failureRelated(thrown, path, at, files, locate)
			}
		}
		all = append(all, e)
	}
	return all
}

// failureLine is where a failure is shown: the file, the line from 1, and the method that it is in. "" where there is no such place.
func failureLine(t *profiles.Test, files classFiles) (path string, line int, within sources.Range) {
	if frame := t.Frame(); frame != nil {
		if file := files.of(frame.Class); file != nil {
			return file.Path, frame.Line, methodOf(file, frame)
		}
	}
	class := cmp.Or(t.Declared, t.Class)
	if file := files.of(class); file != nil {
		if m := file.Method(class, t.Method); m != nil {
			return file.Path, m.NameRange.Start.Line + 1, m.Range
		}
	}
	if file, frame := ownFrame(files, t.Failure); file != nil {
		return file.Path, frame.Line, methodOf(file, frame) // of a test that a framework has made up
	}
	return "", 0, sources.Range{}
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
