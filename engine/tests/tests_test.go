package tests

import (
	"archive/zip"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hotlens/engine/project"
	"hotlens/profiles"
)

func TestSelect(t *testing.T) {
	classes := []string{"shop/WordsTest", "shop/WordsTest$Deeper", "shop/WordsTest$Deeper$Deepest", "other/WordsTest", "Plain", "shop/Words_Test"}
	for _, test := range []struct{ patterns, want string }{
		{"WordsTest", "shop.WordsTest other.WordsTest"},
		{"shop.WordsTest", "shop.WordsTest"},
		{"shop/WordsTest.java", "shop.WordsTest"},
		{"shop.*", "shop.WordsTest shop.Words_Test"},
		{"*Test", "shop.WordsTest other.WordsTest shop.Words_Test"},
		{"Words?Test", "shop.Words_Test"},
		{"WordsTest.Deeper", "shop.WordsTest$Deeper"},
		{"WordsTest$Deeper#a*+b(int)", "shop.WordsTest$Deeper#a*,b"},
		{"shop.WordsTest#a, shop.WordsTest#b,Plain", "shop.WordsTest#a,b Plain"},
		{"shop.WordsTest#a,shop.WordsTest", "shop.WordsTest"},
		{"shop.WordsTest,shop.WordsTest.Deeper#a", "shop.WordsTest"},
		{"#a", "shop.WordsTest#a other.WordsTest#a Plain#a shop.Words_Test#a"},
		{"Words", ""},
	} {
		patterns, err := Parse([]string{test.patterns})
		if err != nil {
			t.Errorf("%s: %v", test.patterns, err)
			continue
		}
		if got := strings.Join(Select(patterns, classes), " "); got != test.want {
			t.Errorf("%s selects %q, want %q", test.patterns, got, test.want)
		}
	}
	for _, text := range []string{"", ",", "A#", "#", "A B", "A#b c"} {
		if got, err := Parse([]string{text}); err == nil {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}

func TestUnmatched(t *testing.T) {
	told := []profiles.Test{
		{Class: "shop/WordsTest", Method: "adds"}, {Class: "shop/WordsTest", Method: "adds"}, {Class: "shop/WordsTest$Deeper", Method: "sinks"},
		{Class: "shop/MergeTest", Method: "sorts", Declared: "shop/SortTest"}, {Class: "shop/BrokenTest"}, {Class: "shop/LostTest", Method: "initializationError"},
	}
	for _, test := range []struct {
		patterns string
		told     []profiles.Test
		want     string
	}{
		{"WordsTest", told, ""},
		{"WordsTest#adds,WordsTest#divides", told[:2], "WordsTest#divides"},
		{"WordsTest,WordsTest.Deeper#adds+sinks,#sinks", told, ""},
		{"WordsTest.Deeper#adds,WordsTest#sinks", told, "WordsTest.Deeper#adds"},
		{"SortTest#sorts,MergeTest#sorts,SortTest#merges", told, "SortTest#merges"},
		{"*,#divides", told, "#divides"},
		{"BrokenTest#adds,LostTest#divides", told, ""}, // which say why they do not run
		{"WordsTest,Helper#divides", told, "Helper#divides"},
		{"AllTests#adds,AllTests#divides", told, "AllTests#divides"}, // a suite, whose tests are of other classes
		{"AllTests", told, ""},
		{"WordsTest,*", nil, "WordsTest *"},
	} {
		patterns, err := Parse([]string{test.patterns})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(Unmatched(patterns, test.told), " "); got != test.want {
			t.Errorf("of %s these have no test: %q, want %q", test.patterns, got, test.want)
		}
	}
}

func TestFiles(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"shop/WordsTest.java", "shop/Helper.java", "TestPlain.java", "shop/module-info.java", ".git/shop/HiddenTest.java", "shop/WordsTest.txt"} {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	surefire := choicesOf(project.Maven, project.Testing{})[0]
	for _, test := range []struct {
		patterns string
		choice   *Choice
		want     string
	}{
		{"WordsTest.Inner#x", nil, "shop/WordsTest.java"},
		{"*", nil, "TestPlain.java shop/Helper.java shop/WordsTest.java"},
		{"shop.Help*", nil, "shop/Helper.java"},
		{"*", surefire, "TestPlain.java shop/WordsTest.java"},
		{"#x", surefire, "TestPlain.java shop/WordsTest.java"},
		{"*,Helper", surefire, "TestPlain.java shop/Helper.java shop/WordsTest.java"},
		{"shop.*", surefire, "shop/Helper.java shop/WordsTest.java"},
	} {
		patterns, err := Parse([]string{test.patterns})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, file := range Files([]string{root}, patterns, test.choice) {
			relative, err := filepath.Rel(root, file)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, filepath.ToSlash(relative))
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%q finds %v, want %s", test.patterns, got, test.want)
		}
	}
	if diff := cmp.Diff([]string{"", "shop/"}, PackagesOf([]string{root})); diff != "" {
		t.Error(diff)
	}
}

// TestChoice has the patterns of Surefire's documentation and of Gradle's.
func TestChoice(t *testing.T) {
	classes := []string{"TestPlain", "shop/WordsTest", "shop/WordsTest$Deeper", "shop/AllTests", "shop/OldTestCase", "shop/WordsIT", "shop/deep/SlowTest", "shop/Testing$Case"}
	for _, test := range []struct {
		name    string
		origin  project.Origin
		testing project.Testing
		want    string
	}{
		{"Surefire's own", project.Maven, project.Testing{}, "TestPlain shop/WordsTest shop/AllTests shop/OldTestCase shop/deep/SlowTest"},
		{"Gradle's own", project.Gradle, project.Testing{}, strings.Join(classes, " ")},
		{"skipped", project.Maven, project.Testing{Skip: true}, ""},
		{"includes", project.Maven, project.Testing{Includes: []string{"**/*IT.java", "shop.deep.*, !**/Slow*"}}, "shop/WordsIT"},
		{"any ending", project.Maven, project.Testing{Includes: []string{"**/*Test.*"}}, "shop/WordsTest shop/deep/SlowTest"},
		{"excludes", project.Maven, project.Testing{Excludes: []string{"**/Slow*.class,AllTests"}}, "TestPlain shop/WordsTest shop/OldTestCase shop/Testing$Case"},
		{"a class", project.Maven, project.Testing{Includes: []string{"WordsIT", "shop/WordsTest.java#counts"}}, "shop/WordsTest shop/WordsIT"},
		{"regular expressions", project.Maven, project.Testing{Includes: []string{`%regex[.*/[A-Z]\w+s(IT|Test).class]`}}, "shop/WordsTest shop/WordsIT"},
		{"folders", project.Gradle, project.Testing{Includes: []string{"shop/deep/**"}}, "shop/deep/SlowTest"},
		{"suites", project.Maven, project.Testing{Includes: []string{"**/*IT.java"}, Suites: []string{"suite.xml"}}, strings.Join(classes, " ")},
		{"a filter", project.Gradle, project.Testing{Names: []string{"*.WordsTest.count*", "shop.All*"}, ExcludedNames: []string{"*Deeper"}}, "shop/WordsTest shop/AllTests"},
	} {
		choice := choicesOf(test.origin, test.testing)[0]
		if got := strings.Join(slices.DeleteFunc(slices.Clone(classes), func(class string) bool { return !choice.Has(class) }), " "); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
	for _, test := range []struct {
		name    string
		origin  project.Origin
		testing project.Testing
		want    string
	}{
		{"all", project.Maven, project.Testing{}, "*"},
		{"an include", project.Maven, project.Testing{Includes: []string{"Words*#count*+parses", "**/AllTests"}}, "count*,parses"},
		{"one of all of it", project.Maven, project.Testing{Includes: []string{"Words*#count*", "**/*Test"}}, "*"},
		{"an exclude", project.Maven, project.Testing{Excludes: []string{"Words*#slow+big*"}}, "!slow,!big*"},
		{"both", project.Maven, project.Testing{Includes: []string{"shop/WordsTest#a*, !WordsTest#ab"}}, "a*,!ab"},
		{"a filter", project.Gradle, project.Testing{Names: []string{"*.WordsTest.count*", "shop.All*"}, ExcludedNames: []string{"*Test.slow", "*Deeper"}}, "count*,!slow,!*Deeper"},
		{"a filter without a dot", project.Gradle, project.Testing{Names: []string{"*Count*", "All*"}}, "*Count*"},
		{"a filter without a dot that has the class", project.Gradle, project.Testing{Names: []string{"*Words*"}}, "*"},
		{"a filter of classes", project.Gradle, project.Testing{Names: []string{"*.WordsTest.count*", "shop.*"}, Includes: []string{"**/Words*"}}, "*"},
	} {
		choice := choicesOf(test.origin, test.testing)[0]
		if got := choice.Methods("shop/WordsTest"); got != test.want || !choice.Has("shop/WordsTest") {
			t.Errorf("%s: the methods %q, want %q", test.name, got, test.want)
		}
	}
	parts := choicesOf(project.Maven, []project.Testing{{Includes: []string{"WordsTest#fast"}}, {Includes: []string{"WordsTest#slow"}}, {Includes: []string{"WordsTest"}}, {}}...)
	for i, want := range []bool{true, true, true, false} {
		if got := parts[i].Has("shop/WordsTest"); got != want {
			t.Errorf("run %d of several, each of some methods, has the class: %t", i, got)
		}
	}
	several := choicesOf(project.Maven, []project.Testing{
		{ExcludedGroups: "slow"}, {Includes: []string{"AllTests", "WordsIT"}}, {Includes: []string{"AllTests", "*Slow*"}}, {Integration: true},
	}...)
	for i, want := range []string{"TestPlain shop/WordsTest shop/AllTests shop/OldTestCase shop/deep/SlowTest", "shop/AllTests shop/WordsIT", "shop/deep/SlowTest", "shop/LoadIT"} {
		var has, takes []string
		for _, class := range slices.Concat(classes, []string{"shop/LoadIT"}) {
			if several[i].Has(class) {
				has = append(has, class)
			}
			if several[i].Takes(class) {
				takes = append(takes, class)
			}
		}
		if got := strings.Join(has, " "); got != want {
			t.Errorf("run %d of several: %q, want %q", i, got, want)
		}
		wanted := []string{"TestPlain shop/WordsTest shop/WordsTest$Deeper shop/AllTests shop/OldTestCase shop/deep/SlowTest shop/Testing$Case", "shop/AllTests shop/WordsIT", "shop/deep/SlowTest", "shop/LoadIT"}[i]
		if got := strings.Join(takes, " "); got != wanted {
			t.Errorf("run %d of several takes %q, want %q", i, got, wanted)
		}
	}
	shares := several[1].Shares([]string{"shop.AllTests#a", "shop.WordsIT", "shop.AllTests$Deeper"})
	if want := []string{"-now", "1", "-time", "", "slow", "-time", "", "", "-time", "", "", "-time", "", "", "-shared", "shop.AllTests", "0,1"}; !slices.Equal(shares, want) {
		t.Errorf("what is shared: %q, want %q", shares, want)
	}
	if shares := several[0].Shares([]string{"shop.WordsTest"}); shares != nil {
		t.Errorf("a class that runs at one time: %q", shares)
	}
	for _, test := range []struct {
		classes, told string
		want          bool
	}{
		{"shop.AllTests", `{"event":"done","times":[0]}`, true}, {"shop.AllTests", `{"event":"done","times":[0,1]}`, false},
		{"shop.AllTests", `{"event":"done","times":[]}`, true}, {"shop.AllTests", `{"event":"done"}`, false}, {"shop.AllTests", "", false},
		{"shop.AllTests shop.WordsIT", `{"event":"done","times":[0]}`, false}, // of which nothing was told
	} {
		if got := several[1].Lacks(strings.Fields(test.classes), Read(strings.NewReader(test.told))); got != test.want {
			t.Errorf("told %q, the second run has no tests of %s: %t, want %t", test.told, test.classes, got, test.want)
		}
	}
	choice := choicesOf(project.Maven, project.Testing{})[0]
	for text, want := range map[string]bool{"*": false, "WordsIT": true, "shop.*": true, "#counts": false} {
		patterns, err := Parse([]string{text})
		if err != nil {
			t.Fatal(err)
		}
		if got := choice.Wants(patterns, "shop/WordsIT"); got != want {
			t.Errorf("%q wants shop.WordsIT: %t, want %t", text, got, want)
		}
	}
}

// choicesOf are what a build tool chooses that is told so.
func choicesOf(origin project.Origin, told ...project.Testing) []*Choice {
	var all []*project.Testing
	for _, testing := range told {
		if origin == project.Maven {
			testing = project.BySurefire(testing)
		}
		all = append(all, &testing)
	}
	return ChoicesOf(all)
}

// TestFind looks for a launcher that the class path lacks: beside the engine, in the forms of the local repositories, and in vain.
func TestFind(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	launcher := func(elements ...string) string {
		path := filepath.Join(append([]string{home}, elements...)...)
		write(t, path, "org/junit/platform/launcher/core/LauncherFactory.class")
		return path
	}
	engines := filepath.Join(home, "cp", "junit-platform-engine-1.9.1.jar")
	api := filepath.Join(home, "cp", "junit-jupiter-api-5.9.1.jar")
	write(t, engines, engineAPI, commons)
	write(t, api, jupiterAPI, jupiterEngine)
	path := []string{api, engines, filepath.Join(home, "missing.jar")}
	if found := Find(path, nil); len(found.Frameworks) != 0 || !strings.Contains(found.Missing, "org.junit.platform:junit-platform-launcher:1.9.1") {
		t.Errorf("without a launcher: %+v", found)
	}
	launcher("cp", "junit-platform-launcher-1.10.0.jar") // another version does not fit
	if found := Find(path, nil); found.Missing == "" {
		t.Errorf("with a launcher of another version: %+v", found)
	}
	for _, place := range [][]string{
		{".gradle", "caches", "modules-2", "files-2.1", "org.junit.platform", "junit-platform-launcher", "1.9.1", "0abc", "junit-platform-launcher-1.9.1.jar"},
		{".m2", "repository", "org", "junit", "platform", "junit-platform-launcher", "1.9.1", "junit-platform-launcher-1.9.1.jar"},
		{"cp", "junit-platform-launcher-1.9.1.jar"},
	} {
		want := Found{Frameworks: []Framework{Platform}, Added: []string{launcher(place...)}}
		if diff := cmp.Diff(want, Find(path, nil)); diff != "" {
			t.Error(diff)
		}
	}
}

// TestFindInSources looks for frameworks in the sources of projects that are some.
func TestFindInSources(t *testing.T) {
	folder := t.TempDir()
	var sources []string
	for _, file := range []string{"testng/org/testng/TestNG.java", "app/app/Main.java", "platform/org/junit/platform/engine/TestEngine.java", "launcher/org/junit/platform/launcher/core/LauncherFactory.java"} {
		path := filepath.Join(folder, filepath.FromSlash(file))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		root, _, _ := strings.Cut(file, "/")
		sources = append(sources, filepath.Join(folder, root))
	}
	junit := filepath.Join(folder, "junit-4.13.2.jar")
	write(t, junit, junitCore)
	for _, test := range []struct {
		path, sources []string
		want          Found
	}{
		{nil, sources[:2], Found{Frameworks: []Framework{TestNG}, Sources: sources[:2]}},
		{[]string{junit}, sources[:2], Found{Frameworks: []Framework{JUnit4, TestNG}, Sources: sources[:2]}},
		{nil, sources[1:2], Found{}},
		{nil, sources[2:], Found{Frameworks: []Framework{Platform}, Sources: sources[2:]}},
	} {
		if diff := cmp.Diff(test.want, Find(test.path, test.sources)); diff != "" {
			t.Errorf("with %q and the sources %q (-want +got):\n%s", test.path, test.sources, diff)
		}
	}
}

// write makes a jar of empty files.
func write(t *testing.T, path string, names ...string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	writeJar(t, file, names)
}

func TestRead(t *testing.T) {
	got := Read(strings.NewReader(`{"event":"plan","methods":["a.B#c","a.B$C#e","a.B#never","nonsense"]}
{"event":"start","id":1,"class":"a.B","method":"c","display":"c()"}
{"event":"end","id":1,"status":"failed","nanos":5,"failure":{"class":"java.lang.AssertionError","message":"why expected:<[1]> but was:<[2]>","frames":[]}}
{"event":"end","class":"a.B","method":"matches","display":"matches","status":"failed","failure":{"class":"java.lang.AssertionError","message":"\nExpected: is <3>\n     but: was <2>","frames":[]}}
{"event":"end","class":"a.B","method":"all","display":"all","status":"failed","failure":{"class":"org.opentest4j.MultipleFailuresError","message":"Multiple Failures (2 failures)\n\tx: expected: <1> but was: <2>\n\ty: no","frames":[]}}
{"event":"end","class":"a.B","method":"soft","display":"soft","status":"failed","failure":{"class":"java.lang.AssertionError","message":"The following asserts failed:\n\texpected [2] but found [1],\n\texpected [b] but found [a]","frames":[]}}
{"event":"skip","class":"a.B","method":"depends","display":"depends","reason":"Method B.depends()[pri:0, instance:a.B@372a76] depends on others"}
nonsense of the test's own
{"event":"end","id":9,"class":"a.B","status":"excellent"}
{"event":"skip","class":"a.B","method":"d","declared":"b.Contract","display":"[2] x","reason":"later"}
{"event":"start","id":2,"class":"a.B","method":"assumes","declared":"b.Contract","display":"assumes"}
{"event":"skip","id":2,"reason":"it cannot"}
{"event":"start","id":3,"class":"a.B$C","method":"e","display":"e"}
{"event":"start","id":4,"cla`))
	one, two, three, measured := "[1]", "[2]", "3", "2"
	want := Results{Ended: 7, Planned: []profiles.TestID{{Class: "a/B", Method: "c"}, {Class: "a/B$C", Method: "e"}, {Class: "a/B", Method: "never"}}, Tests: []profiles.Test{
		{Class: "a/B", Method: "c", Status: profiles.TestFailed, Nanos: 5, Expected: &one, Actual: &two,
			Failure: &profiles.Exception{Class: "java.lang.AssertionError", Message: "why expected:<[1]> but was:<[2]>", Frames: []profiles.Frame{}}},
		{Class: "a/B", Method: "matches", Status: profiles.TestFailed, Expected: &three, Actual: &measured,
			Failure: &profiles.Exception{Class: "java.lang.AssertionError", Message: "\nExpected: is <3>\n     but: was <2>", Frames: []profiles.Frame{}}},
		{Class: "a/B", Method: "all", Status: profiles.TestFailed,
			Failure: &profiles.Exception{Class: "org.opentest4j.MultipleFailuresError", Message: "Multiple Failures (2 failures)\n\tx: expected: <1> but was: <2>\n\ty: no", Frames: []profiles.Frame{}}},
		{Class: "a/B", Method: "soft", Status: profiles.TestFailed,
			Failure: &profiles.Exception{Class: "java.lang.AssertionError", Message: "The following asserts failed:\n\texpected [2] but found [1],\n\texpected [b] but found [a]", Frames: []profiles.Frame{}}},
		{Class: "a/B", Method: "depends", Status: profiles.TestSkipped, Reason: "Method B.depends() depends on others"},
		{Class: "a/B", Method: "d", Declared: "b/Contract", Display: "[2] x", Status: profiles.TestSkipped, Reason: "later"},
		{Class: "a/B", Method: "assumes", Declared: "b/Contract", Status: profiles.TestSkipped, Reason: "it cannot"},
		{Class: "a/B$C", Method: "e", Status: profiles.TestUnfinished},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestReadTooMuch reads events without an end: those that are not read are missed.
func TestReadTooMuch(t *testing.T) {
	first := `{"event":"start","id":1,"class":"a.B","method":"c"}` + "\n" + `{"event":"end","id":1,"status":"passed"}` + "\n"
	got := Read(io.MultiReader(strings.NewReader(first), endless(strings.Repeat("x", 1<<20)+"\n")))
	want := Results{Ended: 1, Cut: true, Tests: []profiles.Test{{Class: "a/B", Method: "c", Status: profiles.TestPassed}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// endless gives a text again and again.
type endless string

func (e endless) Read(to []byte) (int, error) { return copy(to, e), nil }

func FuzzRead(f *testing.F) {
	f.Add(`{"event":"end","id":1,"class":"a.B","method":"c","status":"failed","failure":{"class":"x","cause":{"class":"y"}}}`)
	f.Fuzz(func(t *testing.T, text string) {
		for _, test := range Read(strings.NewReader(text)).Tests {
			if test.Class == "" || test.Status == "" {
				t.Errorf("%q has a test %+v", text, test)
			}
		}
	})
}

func writeJar(t *testing.T, to io.Writer, names []string) {
	t.Helper()
	jar := zip.NewWriter(to)
	for _, name := range names {
		if _, err := jar.Create(name); err != nil {
			t.Fatal(err)
		}
	}
	if err := jar.Close(); err != nil {
		t.Fatal(err)
	}
}
