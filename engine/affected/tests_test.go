package affected

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hotlens/profiles"
	"hotlens/profiles/sources"
	"hotlens/vm/configuration"
)

const testSet = "/w/test"

// suite is a run of tests of a class and of one nested in it, and of another class: each test calls the methods of classes, for so many bytecodes. Class "Words" is what the first one uses,
// and that uses "Names"; "Found" is used by nobody, as it is loaded by its name.
func suite(arguments []string, tests ...suiteTest) *Run {
	index := &sources.Index{}
	for _, class := range []string{"WordsTest", "NamesTest", "Words", "Names", "Found"} {
		index.Files = append(index.Files, sources.File{Path: "/w/shop/" + class + ".java", Types: []string{"shop/" + class}})
	}
	p := &profiles.Profile{Target: profiles.Target{Main: profiles.TargetTests, Arguments: arguments}, Clock: configuration.ClockVirtual}
	method := func(class, name string) int {
		p.Methods = append(p.Methods, profiles.Method{ID: len(p.Methods), Class: class, Name: name})
		return len(p.Methods) - 1
	}
	for _, t := range tests {
		root := len(p.Contexts)
		p.Contexts = append(p.Contexts, profiles.Context{ID: int32(root), Parent: -1, Method: int32(method("shop/"+t.class, profiles.TestRootPrefix+t.method)), Calls: 1})
		for _, called := range t.calls {
			class, name, _ := strings.Cut(called, ".")
			p.Contexts = append(p.Contexts, profiles.Context{ID: int32(len(p.Contexts)), Parent: int32(root), Method: int32(method("shop/"+class, name)), Calls: 1, Bytecodes: t.bytecodes})
		}
		if t.method != "" {
			p.Tests = append(p.Tests, profiles.Test{Class: "shop/" + t.class, Method: t.method, Status: t.status, Root: &root})
		}
	}
	uses := map[string][]string{"/w/shop/WordsTest.java": {"/w/shop/Words.java"}, "/w/shop/Words.java": {"/w/shop/Names.java"}, "/w/shop/NamesTest.java": {"/w/shop/Names.java"}}
	return &Run{Directory: "/w", Profile: p, Index: index, Uses: uses, Outcome: &profiles.Outcome{Tests: p.Tests, Reads: []string{"data.csv"}}, Set: testSet, Began: time.Unix(1, 0)}
}

type suiteTest struct {
	class, method string
	status        profiles.TestStatus
	bytecodes     uint64
	calls         []string
}

func indexOf(runs ...*Run) *Index {
	x := New()
	for _, run := range runs {
		for _, r := range run.Records() {
			x.Put(r)
		}
	}
	return x
}

func told(choices []Choice) []string {
	var all []string
	for _, c := range choices {
		all = append(all, c.Title()+" "+c.Reason)
	}
	return all
}

var (
	passing = suiteTest{"WordsTest", "counts", profiles.TestPassed, 1000, []string{"WordsTest.counts", "Words.count"}}
	slow    = suiteTest{"WordsTest", "slow", profiles.TestPassed, 900_000_000, []string{"WordsTest.slow", "Words.count", "Found.load"}}
	deeper  = suiteTest{"WordsTest$Deeper", "counts", profiles.TestPassed, 10, []string{"WordsTest$Deeper.counts"}}
	failing = suiteTest{"NamesTest", "fails", profiles.TestFailed, 10, []string{"NamesTest.fails", "Names.first"}}
)

// TestChooseTests checks which tests run after a change, in which order, and why.
func TestChooseTests(t *testing.T) {
	x := indexOf(suite([]string{"shop.WordsTest", "shop.NamesTest"}, passing, slow, deeper, failing, suiteTest{class: "NamesTest", calls: []string{"Names.prepare"}}))
	failed := "NamesTest.fails failed last time"
	for changed, want := range map[string][]string{
		"/w/shop/Words.java":     {failed, "WordsTest.counts reached Words.count last time", "WordsTest.slow reached Words.count last time", "WordsTest.Deeper.counts is compiled with Words.java"},
		"/w/shop/Names.java":     {"NamesTest.fails reached Names.first last time", "WordsTest.Deeper.counts is compiled with Names.java", "WordsTest.counts is compiled with Names.java", "WordsTest.slow is compiled with Names.java"},
		"/w/shop/Found.java":     {failed, "WordsTest.slow reached Found.load last time", "WordsTest.Deeper.counts is compiled with Found.java", "WordsTest.counts is compiled with Found.java"},
		"/w/shop/WordsTest.java": {"WordsTest was changed", failed},
		"/w/shop/Other.java":     {failed},
		"/w/data.csv":            {"NamesTest.fails reads data.csv", "WordsTest.Deeper.counts reads data.csv", "WordsTest.counts reads data.csv", "WordsTest.slow reads data.csv"},
		"/w/README.md":           nil,
	} {
		if diff := cmp.Diff(want, told(x.Choose([]string{changed}))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", changed, diff)
		}
	}
}

// TestChooseTestsOfSeveralTimes leaves out a class at a time of the build that has none of its tests, as long as there are some at another time.
func TestChooseTestsOfSeveralTimes(t *testing.T) {
	const class, source = "shop.WordsTest", "/w/shop/WordsTest.java"
	x := indexOf(suite([]string{class}, passing))
	second := suite([]string{class})
	second.Set = "second"
	for _, r := range second.Records() {
		x.Put(r)
	}
	if diff := cmp.Diff([]string{"WordsTest was changed"}, told(x.Choose([]string{source}))); diff != "" {
		t.Errorf("a class with tests at one of two times (-want +got):\n%s", diff)
	}
	if x.HasRun("second", []string{source}) || !x.HasRun(testSet, []string{source}) {
		t.Error("tests have run at a time that has none, or none at the other one")
	}
	x = New()
	for _, r := range second.Records() {
		x.Put(r)
	}
	if diff := cmp.Diff([]string{"WordsTest was changed"}, told(x.Choose([]string{source}))); diff != "" {
		t.Errorf("a class of which no tests are known (-want +got):\n%s", diff)
	}
}

// TestUncountedTests checks that of a class with tests that ran when the profile was full everything runs, whatever is changed.
func TestUncountedTests(t *testing.T) {
	run := suite([]string{"shop.WordsTest", "shop.NamesTest"}, passing, slow, suiteTest{class: "NamesTest", method: "first", status: profiles.TestPassed, bytecodes: 10, calls: []string{"Names.first"}})
	run.Outcome.Tests[2].Root = nil
	run.Profile.Limits = []profiles.Limit{*profiles.LimitTests.Reached(1000, 2, 3)}
	want := []string{"WordsTest.slow reached Found.load last time", "WordsTest.counts is compiled with Found.java", "NamesTest.first may use Found.java: not all that it used is known"}
	if diff := cmp.Diff(want, told(indexOf(run).Choose([]string{"/w/shop/Found.java"}))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestPack checks which tests run together, and how they are named then.
func TestPack(t *testing.T) {
	hanging := suiteTest{"NamesTest", "hangs", profiles.TestUnfinished, 10, []string{"Words.count"}}
	x := indexOf(suite([]string{"shop.WordsTest", "shop.NamesTest"}, passing, slow, deeper, failing, hanging))
	var got [][]string
	for _, run := range Pack(x.Choose([]string{"/w/shop/Words.java"}), time.Second, time.Second) {
		got = append(got, Patterns(run))
	}
	want := [][]string{{"shop.NamesTest#fails", "shop.WordsTest#counts"}, {"shop.WordsTest#slow"}, {"shop.WordsTest$Deeper#counts"}, {"shop.NamesTest#hangs"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("runs (-want +got):\n%s", diff)
	}
	chosen := x.Choose([]string{"/w/data.csv"})
	if diff := cmp.Diff([]string{"shop.NamesTest", "shop.WordsTest"}, Patterns(chosen)); diff != "" {
		t.Errorf("all tests that are known (-want +got):\n%s", diff)
	}
	ran := []profiles.Test{{Class: "shop/WordsTest", Method: "counts"}, {Class: "shop/NamesTest", Method: "fails"}}
	if diff := cmp.Diff([]string{"shop.NamesTest#hangs", "shop.WordsTest#slow", "shop.WordsTest$Deeper#counts"}, Patterns(Remaining(x.Choose([]string{"/w/shop/WordsTest.java", "/w/data.csv"}), ran))); diff != "" {
		t.Errorf("what did not run (-want +got):\n%s", diff)
	}
	name, reason, _ := Describe(x.Choose([]string{"/w/shop/Words.java"}))
	if got, want := name+" "+reason, "5 tests reached Words.count last time (3), are compiled with Words.java (2)"; got != want {
		t.Errorf("they are called %q, want %q", got, want)
	}
}

// TestPackCountsTheFramework checks that many tests that do little themselves are not taken for nothing.
func TestPackCountsTheFramework(t *testing.T) {
	var many []suiteTest
	for i := range 300 {
		many = append(many, suiteTest{"WordsTest", fmt.Sprintf("counts%d", i), profiles.TestPassed, 1, []string{"Words.count"}})
	}
	runs := Pack(indexOf(suite([]string{"shop.WordsTest"}, many...)).Choose([]string{"/w/shop/Words.java"}), time.Second, time.Hour)
	if len(runs) != 2 || len(runs[0]) != int(time.Second/harnessTime)-1 {
		t.Errorf("the tests of the first second are %d, in %d runs", len(runs[0]), len(runs))
	}
	for i := range many { // loops that are soon compiled
		many[i].bytecodes = 84_000_000
	}
	if runs = Pack(indexOf(suite([]string{"shop.WordsTest"}, many[:30]...)).Choose([]string{"/w/shop/Words.java"}), time.Second, 5*time.Second); len(runs) != 2 {
		t.Errorf("30 tests of 84 million bytecodes are %d runs", len(runs))
	}
}

// TestRunsOfSomeTests checks that a run of some tests leaves what is known of the others, and forgets those that are gone.
func TestRunsOfSomeTests(t *testing.T) {
	passed := failing
	passed.status = profiles.TestPassed
	x := indexOf(suite([]string{"shop.WordsTest", "shop.NamesTest"}, passing, slow, failing), suite([]string{"shop.NamesTest#fails"}, passed), suite([]string{"shop.WordsTest#counts,gone,slow"}, passing))
	want := []string{"WordsTest.counts reached Words.count last time"}
	if diff := cmp.Diff(want, told(x.Choose([]string{"/w/shop/Words.java"}))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	stopped := suite([]string{"shop.WordsTest"}, slow)
	stopped.Outcome.Limit = &profiles.Limit{}
	for _, r := range stopped.Records() {
		x.Put(r)
	}
	want = []string{"WordsTest.counts reached Words.count last time", "WordsTest.slow reached Words.count last time"}
	if diff := cmp.Diff(want, told(x.Choose([]string{"/w/shop/Words.java"}))); diff != "" {
		t.Errorf("after a run that a limit has ended (-want +got):\n%s", diff)
	}
	for _, c := range x.Choose([]string{"/w/shop/Words.java"}) {
		if asked := c.Asked("WordsTest#slow", "/w"); asked != (c.Test == "slow") {
			t.Errorf("%s is asked for: %t", c.Title(), asked)
		}
	}
	r := stopped.Records()[0]
	for text, asked := range map[string]bool{
		"shop.WordsTest": true, "shop.WordsTest#slow": true, "WordsTest#s*": true, "shop/WordsTest.java": true, "shop.WordsTest#counts": false, "shop.NamesTest#slow": false, "shop.WordsTest 1": false,
	} {
		if r.Asked(text, "/w") != asked {
			t.Errorf("%s asks for it: %t", text, !asked)
		}
	}
}

// TestUnrun checks that tests which have only been compiled run when what they use changes.
func TestUnrun(t *testing.T) {
	run := suite(nil)
	x := New(run.Unrun("shop.WordsTest", "/w/shop/WordsTest.java"))
	want := []string{"WordsTest was never run before, and is compiled with Names.java"}
	if diff := cmp.Diff(want, told(x.Choose([]string{"/w/shop/Names.java"}))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if chosen := x.Choose([]string{"/w/shop/Found.java"}); chosen != nil {
		t.Errorf("of what has nothing to do with it: %v", told(chosen))
	}
}
