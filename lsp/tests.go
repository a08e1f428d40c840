package lsp

import (
	"cmp"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"hotlens/annotations"
	"hotlens/engine"
	"hotlens/engine/affected"
	"hotlens/engine/uses"
	"hotlens/profiles"
	"hotlens/profiles/analysis"
	"hotlens/profiles/sources"
)

// This file keeps what became of tests, each by itself: a run has only some of them.

// testsOnSave says which tests a save runs: the values of the setting hotlens.tests.
type testsOnSave string

const (
	testsAffected testsOnSave = "affected" // those that the saved file can reach, those that failed, and new ones
	testsOfFile   testsOnSave = "file"     // those that the saved file declares
	testsLast     testsOnSave = "last"     // those that ran last
	testsAll      testsOnSave = "all"
	testsOff      testsOnSave = "off"
)

var testsOnSaveValues = []testsOnSave{testsAffected, testsOfFile, testsLast, testsAll, testsOff}

// The bounds of what a run of tests may have the server keep, and tell: the tests write their results themselves.
const (
	maxTestsOfFile  = 2000   // of which the results are kept
	maxTestReports  = 5000   // in a notification
	maxFailures     = 500    // of these have a stack and what was compared
	maxStackFrames  = 30     // of a failure: more than people follow
	keptInvocations = 10_000 // of a test: those that have failed first
)

// testResult is what became of a test when it last ran in this session.
type testResult struct {
	tests   []profiles.Test // its invocations
	amounts *analysis.Amounts
	before  *analysis.Amounts   // of the run before
	run     int                 // the generation of the run
	batch   int                 // the save that has run it, or after which a command has; 0: none had been then
	texts   map[string]string   // the hashes of the texts that it depends on, by path, as the run has compiled them
	errors  []annotations.Error // where it failed
}

// lastTests are the tests that ran last.
type lastTests struct {
	file     string // a source file of theirs
	patterns []string
}

// takeEnded takes over what became of the tests that a run had brought to an end when it was cancelled, without what they cost. It reports whether there are any.
func (s *server) takeEnded(r run, result *engine.Result) bool {
	if result == nil || result.TestSet == "" || result.Outcome == nil || result.Index == nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.takeTests(r, result, nil)
	return true
}

// takeTests takes over what became of the tests of a run; nil for one that was cancelled. The caller holds s.mu.
func (s *server) takeTests(r run, result *engine.Result, run *analysis.Analysis) {
	if result.TestSet == "" || result.Outcome == nil {
		return
	}
	byType := result.Index.ByType()
	depends := closuresOf(result)
	batch := cmp.Or(r.batch.number, s.chosenBatch)
	ran := map[string]bool{} // classes, and whether they have failed as a whole
	for key, state := range annotations.StatesOf(result.Outcome.Tests, run) {
		file := byType[key.Class]
		if file == nil {
			continue
		}
		f := s.state(file.Path)
		if len(f.tests) >= maxTestsOfFile && f.tests[key] == nil {
			continue
		}
		if len(state.Tests) > keptInvocations {
			slices.SortStableFunc(state.Tests, func(a, b profiles.Test) int { return affected.First(a.Failed(), b.Failed()) })
			state.Tests = slices.Clone(state.Tests[:keptInvocations])
		}
		taken := &testResult{tests: state.Tests, amounts: state.Amounts, run: r.generation, batch: batch, texts: depends.of(file.Path)}
		if profiles.CountTests(state.Tests).Failed > 0 {
			taken.errors = annotations.TestFailures(state.Tests, result.Index, s.locateLine)
		}
		if f.tests == nil {
			f.tests = map[annotations.TestKey]*testResult{}
		}
		if before := f.tests[key]; before != nil {
			if taken.before = before.amounts; taken.before == nil {
				taken.before = before.before
			}
		}
		f.tests[key] = taken
		if declaring := byType[state.Tests[0].Declared]; declaring != nil && declaring != file {
			at := s.state(declaring.Path)
			if at.heirs == nil {
				at.heirs = map[string]bool{}
			}
			at.heirs[file.Path] = true
		}
		if run != nil { // else what has cancelled it may have them run again
			delete(s.pendingTests, key)
			delete(s.pendingTests, annotations.TestKey{Class: key.Class})
		}
		ran[key.Class] = ran[key.Class] || key.Method == ""
	}
	for class, broken := range ran {
		s.state(byType[class].Path).forgetTests(class, byType[class], broken)
	}
	if run == nil {
		return
	}
	maps.DeleteFunc(s.pendingTests, func(key annotations.TestKey, _ string) bool { return ran[key.Class] }) // they are not to run any more
	var patterns []string
	for _, argument := range run.Profile.Target.Arguments {
		patterns = append(patterns, strings.ReplaceAll(argument, ",", "+"))
	}
	file, _ := s.asks(r)
	s.lastTests = lastTests{file, patterns}
}

// confirmTests takes over that tests would do the same as when they last ran: what they use has another text, and is compiled to the same classes. The caller holds s.mu.
func (s *server) confirmTests(r run, result *engine.Result) {
	if result.TestSet == "" {
		return
	}
	depends := closuresOf(result)
	confirm := func(path string, key annotations.TestKey) {
		delete(s.pendingTests, key)
		if f := s.files[path]; f != nil && f.tests[key] != nil {
			confirmed := *f.tests[key]
			confirmed.texts, confirmed.batch = depends.of(path), r.batch.number
			f.tests[key] = &confirmed
		}
	}
	for i := range r.chosen {
		r.chosen[i].EachTest(func(class, method string) {
			confirm(r.chosen[i].Source, annotations.TestKey{Class: class, Method: method})
		})
	}
	if file, _ := s.asks(r); r.chosen == nil && s.files[file] != nil {
		for key := range s.files[file].tests {
			confirm(file, key)
		}
	}
}

// forgetTests drops the results of tests that a class which has run has no longer: those of an earlier text of its file, and that it failed as a whole, unless it is still
// broken. The caller holds s.mu.
func (f *fileState) forgetTests(class string, file *sources.File, broken bool) {
	declared := map[string]bool{}
	for i := range file.Methods {
		if file.Methods[i].Class == class {
			declared[file.Methods[i].Name] = true
		}
	}
	for key, result := range f.tests {
		gone := key.Method == "" && !broken || !declared[key.Method] && result.texts[file.Path] != file.Text()
		if key.Class == class && gone {
			delete(f.tests, key)
		}
	}
}

// closures are the texts that files depend on, by the compilation of a run. All tests of a file share what it depends on.
type closures struct {
	texts map[string]string // the hashes of all texts, by path
	uses  map[string][]string
	found map[string]map[string]string // by file
}

func closuresOf(result *engine.Result) *closures {
	c := &closures{texts: map[string]string{}, uses: result.Uses, found: map[string]map[string]string{}}
	for i := range result.Index.Files {
		c.texts[result.Index.Files[i].Path] = result.Index.Files[i].Text()
	}
	return c
}

// of are the texts of a file, of those that it uses, and that these use; all where that is not known.
func (c *closures) of(file string) map[string]string {
	if c.uses == nil {
		return c.texts
	}
	if found := c.found[file]; found != nil {
		return found
	}
	reached := map[string]string{}
	for path := range uses.Closure([]string{file}, math.MaxInt, c.uses) {
		reached[path] = c.texts[path]
	}
	c.found[file] = reached
	return reached
}

// testStates are the results of the tests of a file, and what they are worth. The caller holds s.mu.
func (s *server) testStates(path string, f *fileState) map[annotations.TestKey]annotations.TestState {
	if f == nil || f.tests == nil && f.heirs == nil {
		return nil
	}
	states := s.statesOf(f, path)
	annotations.AddDeclarations(states, maps.Clone(states))
	for _, heir := range slices.Sorted(maps.Keys(f.heirs)) {
		if other := s.files[heir]; other != nil {
			annotations.AddDeclarations(states, s.statesOf(other, path))
		}
	}
	return states
}

// statesOf are the results of a file's own tests, and what they are worth in the text of another one, or of itself. The caller holds s.mu.
func (s *server) statesOf(f *fileState, path string) map[annotations.TestKey]annotations.TestState {
	states := map[annotations.TestKey]annotations.TestState{}
	for key, result := range f.tests {
		state := annotations.TestState{Tests: result.tests, Amounts: result.amounts, Before: result.before}
		pending := s.pendingTests[key]
		if pending == "" {
			pending = s.pendingTests[annotations.TestKey{Class: key.Class}]
		}
		switch edited := s.editedSince(result.texts, path); {
		case edited != "":
			state.Outdated = filepath.Base(edited) + " was edited"
		case pending != "":
			state.Outdated = pending
		case key.Method != "" && result.run < f.brokenIn(key.Class):
			state.Outdated, state.Unrun = "not run, as the class failed", true
		default:
			state.Unaffected = result.batch < s.chosenBatch
		}
		states[key] = state
	}
	return states
}

// brokenIn is the generation of the run in which a class has failed as a whole, 0 if it has not when it ran last.
func (f *fileState) brokenIn(class string) int {
	if result := f.tests[annotations.TestKey{Class: class}]; result != nil {
		return result.run
	}
	return 0
}

// editedSince is the path of an open file that has another text than that which was compiled, by the hashes of the compiled texts, but for one; "" for none. The caller holds s.mu.
func (s *server) editedSince(texts map[string]string, but string) string {
	found := ""
	for path, d := range s.documents {
		if compiled, of := texts[path]; of && path != but && d.hash() != compiled && (found == "" || path < found) {
			found = path
		}
	}
	return found
}

// editedBeside is the path of an open file that a run was compiled from and that has another text by now; "" for none. The caller holds s.mu.
func (s *server) editedBeside(run *analysis.Analysis) string {
	found := ""
	if run == nil || run.Index == nil {
		return found
	}
	for path, d := range s.documents {
		same := true
		if f := s.files[path]; f != nil && f.run == run {
			same = d.is(f.source, f.compiled)
		} else if file := run.File(path); file != nil {
			same = d.hash() == file.Source.Text()
		}
		if !same && (found == "" || path < found) {
			found = path
		}
	}
	return found
}

// testErrors are where tests have failed, of those that have not passed since, by their files. The caller holds s.mu.
func (s *server) testErrors() []annotations.Error {
	var all []annotations.Error
	for _, f := range s.files {
		for _, result := range f.tests {
			all = append(all, result.errors...)
		}
	}
	slices.SortFunc(all, func(a, b annotations.Error) int {
		if a.Path != b.Path {
			return strings.Compare(a.Path, b.Path)
		}
		return a.Range.Start.Line - b.Range.Start.Line
	})
	return all
}

// testReport is what hotlens/runFinished tells of a test, or of one invocation of it.
type testReport struct {
	Class     string               `json:"class"`             // binary name with slashes
	Method    string               `json:"method,omitempty"`  // "" for a class that failed as a whole
	Display   string               `json:"display,omitempty"` // what the framework calls the invocation, where that is not the method's name
	Status    profiles.TestStatus  `json:"status"`
	Why       string               `json:"why,omitempty"`       // why it has run: "reached Words.parse last time"; "" for what the saved file holds, and what was asked for
	Reason    string               `json:"reason,omitempty"`    // why it was skipped, or did not end
	Nanos     uint64               `json:"nanos,omitempty"`     // how long it took, by the run's clock
	Calls     uint64               `json:"calls,omitempty"`     // of all invocations of the method together, as are the next two
	Bytecodes uint64               `json:"bytecodes,omitempty"` //
	Cost      uint64               `json:"cost,omitempty"`      // in nanoseconds, by the cost model
	Message   string               `json:"message,omitempty"`   // of what it has thrown
	Expected  *string              `json:"expected,omitempty"`
	Actual    *string              `json:"actual,omitempty"`
	URI       protocol.DocumentURI `json:"uri,omitempty"`      // of its source file
	Range     *protocol.Range      `json:"range,omitempty"`    // of its name there
	FailedAt  *protocol.Location   `json:"failedAt,omitempty"` // where it failed: the line of its own class
	Stack     []stackFrame         `json:"stack,omitempty"`    // where what it has thrown comes from, innermost first
}

// stackFrame is a line of a stack trace.
type stackFrame struct {
	Label string               `json:"label"`         // "shop.Words.parse"
	URI   protocol.DocumentURI `json:"uri,omitempty"` // of the source, if it is the user's
	Line  int                  `json:"line,omitempty"`
}

// reportTests says what became of the tests of a run.
func (s *server) reportTests(r run, result *engine.Result) []testReport {
	if result == nil || result.TestSet == "" || result.Outcome == nil || result.Index == nil {
		return nil
	}
	why := map[annotations.TestKey]string{}
	for i := range r.chosen {
		r.chosen[i].EachTest(func(class, method string) {
			why[annotations.TestKey{Class: class, Method: method}] = r.chosen[i].Reason
		})
	}
	byType := result.Index.ByType()
	place := func(class string) (file *sources.File, u protocol.DocumentURI) {
		if file = byType[class]; file == nil {
			return nil, ""
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		return file, s.uriOf(file.Path)
	}
	reports := []testReport{}
	failures := 0
	for i := range result.Outcome.Tests[:min(len(result.Outcome.Tests), maxTestReports)] {
		t := &result.Outcome.Tests[i]
		report := testReport{
			Class: t.Class, Method: t.Method, Display: t.Display, Status: t.Status, Reason: analysis.FirstLine(t.Reason), Nanos: t.Nanos,
			Why: why[annotations.TestKey{Class: t.Class, Method: t.Method}],
		}
		if report.Why == "" && r.batch.number != 0 {
			report.Why = why[annotations.TestKey{Class: t.Class}]
		}
		if t.Failed() {
			report.Message = analysis.FailureText(t)
			failures++
		}
		if failures <= maxFailures {
			report.Expected, report.Actual = t.Expected, t.Actual
		}
		file, u := place(t.Class)
		if report.URI = u; file != nil {
			if m := file.Method(t.Class, t.Method); m != nil {
				at := toRange(m.NameRange)
				report.Range = &at
			}
		}
		if declared, at := place(t.Declared); declared != nil {
			if m := declared.Method(t.Declared, t.Method); m != nil {
				name := toRange(m.NameRange)
				report.URI, report.Range = at, &name
			}
		}
		if frame := t.Frame(); frame != nil {
			if failed, at := place(frame.Class); failed != nil {
				start := protocol.Position{Line: uint32(frame.Line - 1)}
				report.FailedAt = &protocol.Location{URI: at, Range: protocol.Range{Start: start, End: start}}
			}
		}
		if t.Failure != nil && failures <= maxFailures {
			for _, frame := range t.Failure.Frames[:min(len(t.Failure.Frames), maxStackFrames)] {
				of := stackFrame{Label: strings.ReplaceAll(frame.Class, "/", ".") + "." + frame.Method, Line: max(0, frame.Line)}
				_, of.URI = place(frame.Class)
				report.Stack = append(report.Stack, of)
			}
		}
		if amounts := s.amountsOf(file, annotations.TestKey{Class: t.Class, Method: t.Method}); amounts != nil {
			report.Calls, report.Bytecodes, report.Cost = amounts.Calls, amounts.Bytecodes, amounts.Cost
		}
		reports = append(reports, report)
	}
	return reports
}

// amountsOf is what a test took when it last ran, nil if that is not known.
func (s *server) amountsOf(file *sources.File, key annotations.TestKey) *analysis.Amounts {
	s.mu.Lock()
	defer s.mu.Unlock()
	if file == nil || s.files[file.Path] == nil || s.files[file.Path].tests[key] == nil {
		return nil
	}
	return s.files[file.Path].tests[key].amounts
}
