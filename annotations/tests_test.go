package annotations

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hotlens/annotations/javatext"
	"hotlens/profiles"
	"hotlens/profiles/analysis"
	"hotlens/profiles/sources"
)

// TestTestLenses has one test of each outcome, one that was not run, one that was edited since, and one whose source says nothing of being one.
func TestTestLenses(t *testing.T) {
	const before = `package p;
class T {
    @Test void passes() { }
    @Test void fails() { }
    @ParameterizedTest void some(int n) { }
    @Test void later() { }
    public void testOld() { }
    @Test void changes() { }
    @Test void spins() { }
}
`
	after := strings.Replace(before, "changes() { }", "changes() { int i; }\n    @Test void added() { }", 1)
	two, three := "2", "3"
	failed := profiles.Test{Class: "p/T", Method: "fails", Status: profiles.TestFailed, Expected: &two, Actual: &three,
		Failure: &profiles.Exception{Class: "org.opentest4j.AssertionFailedError", Message: "so many ==> expected: <2> but was: <3>", Frames: []profiles.Frame{
			{Class: "org/junit/jupiter/api/Assertions", Method: "fail", File: "Assertions.java", Line: 9}, {Class: "p/T", Method: "fails", File: "T.java", Line: 4},
		}}}
	tests := []profiles.Test{
		{Class: "p/T", Method: "passes", Status: profiles.TestPassed}, failed,
		{Class: "p/T", Method: "some", Display: "[1] 1", Status: profiles.TestPassed}, {Class: "p/T", Method: "some", Display: "[2] 2", Status: profiles.TestFailed},
		{Class: "p/T", Method: "later", Status: profiles.TestSkipped, Reason: "not yet"},
		{Class: "p/T", Method: "testOld", Status: profiles.TestPassed}, {Class: "p/T", Method: "changes", Status: profiles.TestPassed},
		{Class: "p/T", Method: "spins", Status: profiles.TestUnfinished, Reason: profiles.LimitTestCode.Reached(1000).Message, Failure: &profiles.Exception{Class: "java.lang.Error", Frames: []profiles.Frame{
			{Class: "p/T", Method: "spins", File: "T.java", Line: 9},
		}}},
	}
	old, current := javatext.Parse(javatext.NewText(before)), javatext.Parse(javatext.NewText(after))
	file := sources.File{Path: "/T.java", Package: "p", Types: []string{"p/T"}}
	for line, text := range strings.Split(before, "\n") {
		for _, test := range tests {
			if at := strings.Index(text, test.Method+"("); at > 0 {
				name := sources.Range{Start: sources.Position{Line: line, Character: at}, End: sources.Position{Line: line, Character: at + len(test.Method)}}
				file.Methods = append(file.Methods, sources.Method{Class: "p/T", Name: test.Method, NameRange: name, Range: name, Body: name})
			}
		}
	}
	index := &sources.Index{Files: []sources.File{file}}
	run, err := analysis.New(&profiles.Profile{Schema: profiles.Schema}, index)
	if err != nil {
		t.Fatal(err)
	}
	v := View{Path: "/T.java", Current: current, Run: run, Anchors: javatext.NewAnchors(old, current), Outcome: &profiles.Outcome{Tests: tests, ExitStatus: 1}}
	got := map[string]string{}
	for _, l := range v.testLenses() {
		got[l.Method.Name] = l.Title
	}
	want := map[string]string{
		"": "▶ Test", "passes": "✓ passed", "fails": "✗ so many: expected <2> but was <3>", "some": "✗ 1 of 2 failed", "later": "skipped: not yet",
		"testOld": "✓ passed", "changes": "edited since the run", "added": "▶ Test",
		"spins": "✗ stopped after 1,000 bytecodes (setting hotlens.testBytecodes)",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("lenses (-want +got):\n%s", diff)
	}
	if outcome := v.outcomeLenses(); len(outcome) != 1 || outcome[0].Title != "✗ 3 of 8 tests failed" {
		t.Errorf("of the whole: %+v", outcome)
	}
	other := profiles.Test{Class: "p/Other", Method: "fails", Status: profiles.TestFailed}
	beside := v
	beside.Outcome = &profiles.Outcome{Tests: append([]profiles.Test{other}, tests...), ExitStatus: 1}
	if outcome := beside.outcomeLenses(); len(outcome) != 1 || outcome[0].Title != "✗ 3 of 8 tests failed" {
		t.Errorf("of a file with some of the tests: %+v", outcome)
	}
	beside.Outcome = &profiles.Outcome{Tests: []profiles.Test{other, tests[0]}, ExitStatus: 1}
	if outcome := beside.outcomeLenses(); len(outcome) != 0 {
		t.Errorf("of a file whose tests have passed: %+v", outcome)
	}
	beside.Outcome = &profiles.Outcome{Tests: []profiles.Test{other}, ExitStatus: 1}
	if outcome := beside.outcomeLenses(); len(outcome) != 1 || outcome[0].Title != "✗ 1 of 1 test failed" {
		t.Errorf("of a file without tests: %+v", outcome)
	}
	beside.Tests = map[TestKey]TestState{{"p/T", "fails"}: {Tests: tests[1:2]}, {"p/T", "passes"}: {Tests: tests[:1]}}
	if outcome := beside.outcomeLenses(); len(outcome) != 1 || outcome[0].Title != "✗ 1 of 2 tests failed" {
		t.Errorf("of a file whose tests ran before: %+v", outcome)
	}
	v.Edited = "/Words.java"
	if outcome := v.outcomeLenses(); len(outcome) != 1 || outcome[0].Title != "○ 3 of 8 tests failed · before Words.java was edited" {
		t.Errorf("of the whole, after an edit elsewhere: %+v", outcome)
	}
	v.Tests = map[TestKey]TestState{
		{"p/T", "passes"}: {Tests: tests[:1], Unaffected: true}, {"p/T", "fails"}: {Tests: tests[1:2], Outdated: "Words.java was edited"}, {"p/T", "later"}: {Tests: tests[4:5], Outdated: "runs again"},
	}
	got = map[string]string{}
	for _, l := range v.testLenses() {
		got[l.Method.Name] = l.Title
	}
	want = map[string]string{
		"": "▶ Test", "passes": "✓ passed · not affected", "fails": "○ failed · Words.java was edited", "later": "○ skipped · runs again", "some": "▶ Test", "changes": "▶ Test", "added": "▶ Test", "spins": "▶ Test",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("lenses of single results (-want +got):\n%s", diff)
	}
	const printed = `✗ T.fails: so many: expected <2> but was <3>
	at p.T.fails(/T.java:4)
✗ T.some [2] 2: it failed
✗ T.spins: stopped after 1,000 bytecodes; give each test more with --test-bytecodes (setting hotlens.testBytecodes)
	at p.T.spins(/T.java:9)
[p.T: 8 tests: 4 passed, 3 failed (1 did not end), 1 skipped]
`
	if output := OutputOf(&profiles.Outcome{Main: "p.T", ExitStatus: 1, Tests: tests}, index); output.Text != printed || len(output.Links) != 2 {
		t.Errorf("of what it printed: %q, %v", output.Text, output.Links)
	}
	earlier, warmer, less := analysis.Amounts{Calls: 9, Bytecodes: 90, Cost: 1000}, analysis.Amounts{Calls: 9, Bytecodes: 90, Cost: 500}, analysis.Amounts{Calls: 8, Bytecodes: 80, Cost: 500}
	run.Metric = profiles.MetricCost
	for _, test := range []struct {
		what, want string
		now        analysis.Amounts
	}{
		{"the same work, warmed up by others", "✓ passed in ≈ 500 ns · 9 calls", warmer},
		{"less work", "✓ passed in ≈ 500 ns · 8 calls · ▼ -50%", less},
	} {
		if got := v.testTitle(TestState{Tests: tests[:1], Amounts: &test.now, Before: &earlier}); got != test.want {
			t.Errorf("%s: %q, want %q", test.what, got, test.want)
		}
	}
	locate := func(path string, line int, _ sources.Range) (sources.Range, bool) {
		return sources.Range{Start: sources.Position{Line: line - 1}}, path == "/T.java"
	}
	errors := TestFailures(tests, index, locate)
	if len(errors) != 3 || errors[2].Range.Start.Line != 8 || !strings.HasPrefix(errors[2].Message, "T.spins: stopped after 1,000 bytecodes; give each test more with --test-bytecodes") || errors[1].Message != "T.some [2] 2: it failed" || errors[1].Range.Start.Line != 4 || errors[0].Message != "T.fails: so many: expected <2> but was <3>" || errors[0].Range.Start.Line != 3 {
		t.Errorf("failures %+v", errors)
	}
}

// TestInheritedTests has a class whose tests stand in another file: their outcome stands at the class, and a failure where the test was.
func TestInheritedTests(t *testing.T) {
	text := javatext.Parse(javatext.NewText("package p;\nclass QuickTest extends SortTest {\n    Sort sort() { return new Quick(); }\n}\n"))
	name, ok := text.Class("p/QuickTest")
	if !ok || name.Start != (sources.Position{Line: 1, Character: 6}) {
		t.Fatalf("the class is at %v", name)
	}
	index := &sources.Index{Files: []sources.File{{Path: "/p/QuickTest.java", Package: "p", Types: []string{"p/QuickTest"}}, {
		Path: "/p/SortTest.java", Package: "p", Types: []string{"p/SortTest"}, Methods: []sources.Method{{Class: "p/SortTest", Name: "sorts"}, {Class: "p/SortTest", Name: "keeps"}},
	}}}
	run, err := analysis.New(&profiles.Profile{Schema: profiles.Schema}, index)
	if err != nil {
		t.Fatal(err)
	}
	tests := []profiles.Test{{Class: "p/QuickTest", Method: "sorts", Status: profiles.TestPassed}, {Class: "p/QuickTest", Method: "keeps", Status: profiles.TestPassed}}
	v := View{Path: "/p/QuickTest.java", Current: text, Run: run, Anchors: javatext.NewAnchors(text, text), Outcome: &profiles.Outcome{Tests: tests}}
	expect := func(want string) {
		t.Helper()
		lenses := v.testLenses()
		if len(lenses) != 1 || lenses[0].Title != want || lenses[0].Range != name || lenses[0].Method != (analysis.Reference{Class: "p/QuickTest"}) {
			t.Errorf("the lenses are %+v, want %q", lenses, want)
		}
	}
	expect("✓ 2 passed · inherited")
	tests[1].Status = profiles.TestFailed
	tests[1].Failure = &profiles.Exception{Class: "java.lang.AssertionError", Message: "not sorted", Frames: []profiles.Frame{
		{Class: "org/junit/Assert", Method: "fail", File: "Assert.java", Line: 9}, {Class: "p/SortTest", Method: "keeps", File: "SortTest.java", Line: 7},
	}}
	expect("✗ 1 of 2 failed · inherited")
	amounts := analysis.Amounts{Calls: 3}
	v.Tests = map[TestKey]TestState{
		{"p/QuickTest", "sorts"}: {Tests: tests[:1], Amounts: &amounts, Unaffected: true}, {"p/QuickTest", "keeps"}: {Tests: tests[:1], Amounts: &amounts, Unaffected: true},
	}
	expect("✓ 2 passed · 6 calls · not affected · inherited")
	errors := TestFailures(tests, index, func(path string, line int, _ sources.Range) (sources.Range, bool) {
		return sources.Range{Start: sources.Position{Line: line - 1}}, true
	})
	if len(errors) != 1 || errors[0].Path != "/p/SortTest.java" || errors[0].Range.Start.Line != 6 || errors[0].Message != "QuickTest.keeps: not sorted" {
		t.Errorf("the errors are %+v", errors)
	}
}

// TestDeclaredTests has a class whose tests others run: what became of theirs stands at the methods.
func TestDeclaredTests(t *testing.T) {
	text := javatext.Parse(javatext.NewText("package p;\nabstract class SortTest {\n    @Test void sorts() { }\n    @Test void keeps() { }\n}\n"))
	method := func(name string, line int) sources.Method {
		at := sources.Range{Start: sources.Position{Line: line, Character: 15}, End: sources.Position{Line: line, Character: 20}}
		return sources.Method{Class: "p/SortTest", Name: name, NameRange: at, Range: at}
	}
	index := &sources.Index{Files: []sources.File{{Path: "/p/SortTest.java", Package: "p", Types: []string{"p/SortTest"}, Methods: []sources.Method{method("sorts", 2), method("keeps", 3)}}}}
	run, err := analysis.New(&profiles.Profile{Schema: profiles.Schema}, index)
	if err != nil {
		t.Fatal(err)
	}
	of := func(class, method string, status profiles.TestStatus) profiles.Test {
		return profiles.Test{Class: class, Method: method, Declared: "p/SortTest", Status: status}
	}
	own := of("p/SortTest", "keeps", profiles.TestPassed)
	own.Declared = ""
	tests := []profiles.Test{of("p/QuickTest", "sorts", profiles.TestPassed), of("p/MergeTest", "sorts", profiles.TestFailed), of("p/QuickTest", "keeps", profiles.TestPassed), own}
	v := View{Path: "/p/SortTest.java", Current: text, Run: run, Anchors: javatext.NewAnchors(text, text), Outcome: &profiles.Outcome{Tests: tests}}
	got := map[int]string{}
	for _, l := range v.testLenses() {
		got[l.Range.Start.Line] = l.Title
	}
	want := map[int]string{1: "▶ Test", 2: "✗ 1 of 2 failed · in 2 classes", 3: "✓ 2 passed · also in QuickTest"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	errors := TestFailures(tests, index, func(path string, line int, _ sources.Range) (sources.Range, bool) {
		return sources.Range{Start: sources.Position{Line: line - 1}}, true
	})
	if len(errors) != 1 || errors[0].Path != "/p/SortTest.java" || errors[0].Range.Start.Line != 2 || errors[0].Message != "MergeTest.sorts: it failed" {
		t.Errorf("the errors are %+v", errors)
	}
}

// TestFailedClasses counts tests that have failed apart from classes that have as a whole.
func TestFailedClasses(t *testing.T) {
	method := func(status profiles.TestStatus) profiles.Test {
		return profiles.Test{Class: "p/T", Method: "m", Status: status}
	}
	class := profiles.Test{Class: "p/U", Status: profiles.TestFailed}
	for want, tests := range map[string][]profiles.Test{
		"✗ 1 of 2 tests failed":                                    {method(profiles.TestPassed), method(profiles.TestFailed)},
		"✗ a class of tests failed as a whole":                     {method(profiles.TestPassed), class},
		"✗ 2 classes of tests failed as a whole":                   {class, class},
		"✗ 1 of 1 test failed, and a class of tests as a whole":    {method(profiles.TestFailed), class},
		"✗ 1 of 2 tests failed, and 2 classes of tests as a whole": {method(profiles.TestFailed), class, method(profiles.TestSkipped), class},
	} {
		if got := testsFailed(tests); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestComparedTexts: where the lens has room for no more than where two texts differ, the output and the diagnostic have both.
func TestComparedTexts(t *testing.T) {
	expected, actual := "one\ntwo\nthree", "one\ntwo\ntree"
	test := profiles.Test{Class: "p/T", Method: "reads", Status: profiles.TestFailed, Expected: &expected, Actual: &actual, Failure: &profiles.Exception{
		Class: "org.opentest4j.AssertionFailedError", Message: "expected: <one\ntwo\nthree> but was: <one\ntwo\ntree>", Frames: []profiles.Frame{{Class: "p/T", Method: "reads", File: "T.java", Line: 3}},
	}}
	index := &sources.Index{Files: []sources.File{{Path: "/T.java", Package: "p", Types: []string{"p/T"}, Methods: []sources.Method{{Class: "p/T", Name: "reads"}}}}}
	const short, long = "line 3: expected <three> but was <tree>", "expected <one\\ntwo\\nthree>\nbut was  <one\\ntwo\\ntree>"
	if got := (View{}).testTitle(TestState{Tests: []profiles.Test{test}}); got != "✗ "+short {
		t.Errorf("lens %q", got)
	}
	locate := func(string, int, sources.Range) (sources.Range, bool) { return sources.Range{}, true }
	if errors := TestFailures([]profiles.Test{test}, index, locate); len(errors) != 1 || errors[0].Message != "T.reads: "+short+"\n"+long {
		t.Errorf("diagnostics %+v", errors)
	}
	output := OutputOf(&profiles.Outcome{Main: "p.T", ExitStatus: 1, Tests: []profiles.Test{test}}, index)
	if want := "✗ T.reads: " + short + "\n\t" + strings.ReplaceAll(long, "\n", "\n\t") + "\n\tat p.T.reads(/T.java:3)\n"; !strings.HasPrefix(output.Text, want) {
		t.Errorf("output %q, want %q", output.Text, want)
	}
}
