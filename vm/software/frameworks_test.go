package software

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hotlens/profiles"
	"hotlens/vm/oracle"
)

// frameworkJars are JUnit 4 and 5 and TestNG with what they need.
var frameworkJars = []string{
	"junit4.jar", "hamcrest.jar", "junit-jupiter-api.jar", "junit-jupiter-params.jar", "junit-jupiter-engine.jar", "junit-platform-commons.jar",
	"junit-platform-engine.jar", "junit-platform-launcher.jar", "junit-platform-suite-api.jar", "junit-platform-suite-commons.jar", "junit-platform-suite-engine.jar", "opentest4j.jar", "apiguardian-api.jar", "univocity-parsers.jar", "testng.jar", "jcommander.jar",
}

// frameworks are the frameworks' jars, and the program that runs their tests, compiled, with the folder of its sources and tests.
func frameworks(t *testing.T) (tools oracle.Tools, home, runner string, jars []string) {
	t.Helper()
	tools, home = oracle.FindTools(t), filepath.Join("..", "..", "engine", "tests")
	for _, name := range frameworkJars {
		jars = append(jars, jar(t, name))
	}
	return tools, home, oracle.Compile(t, tools, filepath.Join(home, "java"), jars...), jars
}

// TestFrameworks runs tests by the program that hotlens runs them by, on java and on hotlens: the same events in the same order, and the same output.
func TestFrameworks(t *testing.T) {
	tools, home, runner, jars := frameworks(t)
	for _, fixture := range oracle.SampleOf(t, 4, []struct{ name, tests string }{
		{"junit4", "shop.BrokenTest shop.OldTest shop.SquaresTest shop.WordsTest"},
		{"junit4", "shop.WordsTest#co*,later"},
		{"junit5", "shop.BrokenTest shop.WordsTest"},
		{"junit5", "shop.WordsTest#nested,dynamic,param*"},
		{"junit5", "-groups fast|other -excludedGroups slow shop.WordsTest"},
		{"junit5", "shop.ExitTest#exits"},
		{"testng", "shop.BrokenTest shop.WordsTest"},
		{"testng", "shop.WordsTest#dep*"},
		{"testng", "-suite suite.xml shop.BrokenTest shop.SuiteTest shop.WordsTest#counts,dep*"},
	}, func(f struct{ name, tests string }) string { return f.name + f.tests }) {
		t.Run(fixture.name+" "+fixture.tests, func(t *testing.T) {
			oracle.Once(t)
			project, err := filepath.Abs(filepath.Join(home, "testdata", fixture.name))
			if err != nil {
				t.Fatal(err)
			}
			classes := oracle.Compile(t, tools, project, jars...)
			path := strings.Join(append([]string{classes, runner}, jars...), string(filepath.ListSeparator))
			run := func(program string, options ...string) (oracle.Result, string) {
				file := filepath.Join(t.TempDir(), "events")
				arguments := append(options, "-ea", "-cp", path, "hotlens.runner.Main", file)
				result := oracle.Run(t, oracle.Command{Program: program, Arguments: append(arguments, strings.Fields(fixture.tests)...), Folder: project})
				return result, events(t, file)
			}
			want, wanted := run(tools.Java, "-Xshare:auto", "-XX:TieredStopAtLevel=1")
			got, gotten := run(tools.Hotlens, "run", "--tier", *oracle.Tier)
			if got.Status != want.Status || got.Stdout != want.Stdout {
				t.Errorf("status %s and stdout %q, java has %s and %q\n%s", got.Status, got.Stdout, want.Status, want.Stdout, oracle.LastLines(got.Stderr, 20))
			}
			if gotten != wanted {
				t.Errorf("the events differ from java's:\n%s", oracle.FirstDifference(wanted, gotten))
			}
			if !strings.Contains(wanted, `"event":"end"`) && !strings.Contains(wanted, `"event":"start"`) {
				t.Errorf("java ran no test: %s\n%s", wanted, want.Stderr)
			}
		})
	}
}

// TestSuitesOfTestNG has a build run suites of TestNG: tests of JUnit run as far as they are in these.
func TestSuitesOfTestNG(t *testing.T) {
	tools, home, runner, jars := frameworks(t)
	project, err := filepath.Abs(filepath.Join(home, "testdata", "testng"))
	if err != nil {
		t.Fatal(err)
	}
	classes := oracle.Compile(t, tools, project, jars...)
	path := strings.Join(append([]string{classes, runner}, jars...), string(filepath.ListSeparator))
	file := filepath.Join(t.TempDir(), "events")
	result := oracle.Run(t, oracle.Command{Program: tools.Hotlens, Folder: project, Arguments: []string{
		"run", "-cp", path, "hotlens.runner.Main", file, "-suite", "suite.xml", "shop.InSuiteTest", "shop.OutsideTest", "shop.WordsTest", "shop.nested.NestedTest#second", "shop.nested.OuterTest",
	}})
	ended := events(t, file)
	if first, second := strings.Count(ended, `"method":"first"`), strings.Count(ended, `"event":"end","method":"second"`); first != 0 || second != 1 {
		t.Errorf("of a suite in a suite the unwanted test is told of %d times, and the other one ended %d times\n%s", first, second, ended)
	}
	for class, want := range map[string]bool{"shop.InSuiteTest": true, "shop.nested.OuterTest$InnerTest": true, "shop.WordsTest": true, "shop.OutsideTest": false} {
		if ran := strings.Contains(ended, `"class":"`+class+`"`); ran != want {
			t.Errorf("%s ran: %t, want %t\n%s\n%s", class, ran, want, ended, oracle.LastLines(result.Stderr, 20))
		}
	}
}

// TestDependenciesOfTestNG runs tests, with each those of its class that it depends on: without one of them TestNG would run nothing. Where a group is missing, only what depends on it is left out.
func TestDependenciesOfTestNG(t *testing.T) {
	tools, home, runner, jars := frameworks(t)
	classes := oracle.Compile(t, tools, filepath.Join(home, "testdata", "testng"), jars...)
	path := strings.Join(append([]string{classes, runner}, jars...), string(filepath.ListSeparator))
	for _, test := range []struct{ wanted, passed, skipped []string }{
		{[]string{"shop.DependsTest#rooms"}, []string{"rooms"}, nil},
		{[]string{"shop.DependsTest#goods"}, []string{"goods", "rooms"}, nil},
		{[]string{"shop.DependsTest#sells"}, []string{"goods", "rooms", "sells"}, nil},
		{[]string{"shop.DependsTest"}, []string{"goods", "rooms", "sells"}, []string{"elsewhere", "further"}},
		{[]string{"shop.DependsTest#further", "shop.WordsTest#counts"}, []string{"counts", "elsewhere", "further"}, nil},
	} {
		passed, skipped, said := outcome(t, tools, path, test.wanted)
		if !slices.Equal(passed, test.passed) || !slices.Equal(skipped, test.skipped) {
			t.Errorf("of %s passed %q and were skipped %q, want %q and %q\n%s", test.wanted, passed, skipped, test.passed, test.skipped, said)
		}
	}
}

// TestNamesWithin runs tests by the name of a class that has them from others: those of the objects that its factory makes, of nested classes that it inherits, and of classes in its suite.
func TestNamesWithin(t *testing.T) {
	tools, home, runner, jars := frameworks(t)
	for _, fixture := range []struct {
		name  string
		tests []struct{ wanted, passed string }
	}{
		{"testng", []struct{ wanted, passed string }{
			{"shop.MadeTest", "isLarge isLarge isSmall isSmall own stands"},
			{"shop.MadeTest#isSmall", "isSmall isSmall"},
			{"shop.MadeTest#isLarge", "isLarge isLarge isSmall isSmall"},
			{"shop.MadeTest#own", "own"},
			{"shop.MadeTest#none", ""},
			{"shop.MadeTest$Case#isSmall", "isSmall isSmall"},
			{"shop.MadeTest$Other", "stands"},
			{"shop.MadeTest#own shop.MadeTest$Case#isSmall", "isSmall isSmall own"},
			{"shop.MadeTest#own shop.WordsTest#counts", "counts own"},
			{"shop.OnlyMakesTest", "stands"},
			{"shop.OnlyMakesTest#stands", "stands"},
		}},
		{"junit5", []struct{ wanted, passed string }{
			{"shop.BoxTest", "closes fills hasNothing"},
			{"shop.BoxTest#hasNothing", "hasNothing"},
			{"shop.AllTests", "closes fills hasNothing"},
			{"shop.AllTests#fills", "fills"},
		}},
	} {
		classes := oracle.Compile(t, tools, filepath.Join(home, "testdata", fixture.name), jars...)
		path := strings.Join(append([]string{classes, runner}, jars...), string(filepath.ListSeparator))
		for _, test := range fixture.tests {
			passed, skipped, said := outcome(t, tools, path, strings.Fields(test.wanted))
			if got := strings.Join(passed, " "); got != test.passed || skipped != nil {
				t.Errorf("of %s passed %q and were skipped %q, want %q\n%s", test.wanted, got, skipped, test.passed, said)
			}
		}
	}
}

// outcome are the names of the tests that pass, and that are skipped, of those that are wanted, and what hotlens said last.
func outcome(t *testing.T, tools oracle.Tools, path string, wanted []string) (passed, skipped []string, said string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "events")
	result := oracle.Run(t, oracle.Command{Program: tools.Hotlens, Folder: t.TempDir(), Arguments: slices.Concat(
		[]string{"run", "-cp", path, "hotlens.runner.Main", file}, wanted,
	)})
	for line := range strings.Lines(events(t, file)) {
		var event struct{ Event, Method, Status string }
		if err := json.Unmarshal([]byte(line), &event); err != nil {
			t.Fatal(err)
		}
		switch {
		case event.Event == "skip":
			skipped = append(skipped, event.Method)
		case event.Event == "end" && event.Status == "passed":
			passed = append(passed, event.Method)
		}
	}
	slices.Sort(passed)
	slices.Sort(skipped)
	return passed, skipped, oracle.LastLines(result.Stderr, 20)
}

// TestSharedClasses runs tests of classes that a build runs at two times: each test once, at the first time that has it by its groups, or at the first of all.
func TestSharedClasses(t *testing.T) {
	tools, home, runner, jars := frameworks(t)
	classes := oracle.Compile(t, tools, filepath.Join(home, "testdata", "shared"), jars...)
	path := strings.Join(append([]string{classes, runner}, jars...), string(filepath.ListSeparator))
	for _, class := range []string{"shop.CategoriesTest", "shop.TagsTest", "shop.GroupsTest"} {
		for now, want := range [][]string{{"both", "fast", "plain"}, {"slow"}} {
			file := filepath.Join(t.TempDir(), "events")
			result := oracle.Run(t, oracle.Command{Program: tools.Hotlens, Folder: t.TempDir(), Arguments: []string{
				"run", "-cp", path, "hotlens.runner.Main", file, "-time", "Fast", "", "-time", "Slow", "", "-now", strconv.Itoa(now), "-shared", class, "0,1", class,
			}})
			var got []string
			for line := range strings.Lines(events(t, file)) {
				var event struct {
					Event, Method, Status string
					Times                 []int
				}
				if err := json.Unmarshal([]byte(line), &event); err != nil {
					t.Fatal(err)
				}
				if event.Event == "end" {
					got = append(got, event.Method)
				}
				if event.Event == "done" && !slices.Equal(event.Times, []int{0, 1}) {
					t.Errorf("at time %d of %s: there are tests of it at %v", now, class, event.Times)
				}
			}
			if slices.Sort(got); !slices.Equal(got, want) {
				t.Errorf("at time %d of %s ran %q, want %q\n%s", now, class, got, want, oracle.LastLines(result.Stderr, 20))
			}
		}
	}
}

// events are the events in a file, those that end a test with what its start says of it, and without what differs between runs: times, and the numbers of starts.
func events(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	starts := map[any]map[string]any{}
	for line := range strings.Lines(string(text)) {
		var event map[string]any
		if err := json.Unmarshal([]byte(line), &event); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		if id, name := event["id"], event["event"]; id != nil {
			if name == "start" {
				starts[id] = maps.Clone(event)
			}
			maps.Copy(event, starts[id])
			event["event"] = name
		}
		delete(event, "nanos")
		delete(event, "id")
		kept, err := json.Marshal(event) // members in the order of their names
		if err != nil {
			t.Fatal(err)
		}
		all.Write(append(kept, '\n'))
	}
	return all.String()
}

// TestTreeOfFactory profiles tests that a method makes: what it calls, and what runs before and after it, belongs to them as their own code does.
func TestTreeOfFactory(t *testing.T) {
	tools, home, _, jars := frameworks(t)
	project := filepath.Join(t.TempDir(), "project")
	if err := os.CopyFS(project, os.DirFS(filepath.Join(home, "testdata", "junit5"))); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "profile.json")
	result := oracle.Run(t, oracle.Command{Program: tools.Hotlens, Folder: project, Arguments: []string{
		"profile", "--format", "json", "-o", file, "-cp", strings.Join(jars, string(filepath.ListSeparator)), "--test", "WordsTest#dynamic",
	}})
	p := profileIn(t, file)
	calls := map[string]uint64{}
	root := int32(-1)
	for i := range p.Contexts {
		c := &p.Contexts[i]
		switch method := &p.Methods[c.Method]; {
		case method.Name == profiles.TestRootPrefix+"dynamic":
			root = c.ID
			calls["tests"] = c.Calls
		case root >= 0 && c.Parent == root:
			calls[method.Name] += c.Calls
		}
	}
	want := map[string]uint64{"tests": 2, "fill": 1, "dynamic": 1, "apply": 2, "execute": 2, "forget": 1}
	if diff := cmp.Diff(want, calls); diff != "" {
		t.Errorf("what is called for the tests differs (-want +got):\n%s\n%s", diff, oracle.LastLines(result.Stderr, 20))
	}
}

// TestPlacesOfFailures wants the place of a failure also where the stack of what was thrown has none of the program's: it is that of the cause, or where a test was interrupted.
func TestPlacesOfFailures(t *testing.T) {
	tools, home, _, jars := frameworks(t)
	project := filepath.Join(t.TempDir(), "project")
	if err := os.CopyFS(project, os.DirFS(filepath.Join(home, "testdata", "junit5"))); err != nil {
		t.Fatal(err)
	}
	result := oracle.Run(t, oracle.Command{Program: tools.Hotlens, Folder: project, Arguments: []string{
		"run", "-cp", strings.Join(jars, string(filepath.ListSeparator)), "--test", "PlacesTest,UnmadeTest",
	}})
	for _, want := range []string{
		"✗ PlacesTest.initialises (PlacesTest.java:22): PlacesTest.Rates static initializer: java.lang.NumberFormatException: For input string: \"nineteen\"\n",
		"      because of java.lang.NumberFormatException: For input string: \"nineteen\" (PlacesTest.java:16)\n",
		"✗ PlacesTest.initialisesAgain (PlacesTest.java:27): PlacesTest.Rates static initializer has failed before: java.lang.NumberFormatException: For input string: \"nineteen\"\n",
		"✗ PlacesTest.sleeps (PlacesTest.java:33): java.util.concurrent.TimeoutException: sleeps() timed out after 50 milliseconds\n",
		"✗ UnmadeTest.never (PlacesTest.java:39): UnmadeTest static initializer: java.lang.NumberFormatException: For input string: \"ten\"\n",
	} {
		if !strings.Contains(result.Stdout, want) {
			t.Errorf("there is no %q in\n%s%s", want, result.Stdout, oracle.LastLines(result.Stderr, 20))
		}
	}
}
