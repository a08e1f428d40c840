package budgets_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hotlens/profiles"
	"hotlens/profiles/analysis"
	"hotlens/profiles/budgets"
)

const example = `# The parser.
jdk 17.0.15
cost-model default/1

target -cp "a folder" shop.Main "#1"   # a comment
    calls <= 10
    allocations of Parser.parse <= 3
	bytes of Parser.parse itself <= 1_600 + 1.5 kB
    calls of Main.main -> Parser.parse<=2
    calls within shop.Parser.parse(String, int) <= 1,000  + 5%   # many
    bytecodes of new Parser   <= 0
    allocations of lambda in Main.main <= 1
    allocations of Parser.skip <= 1
    calls of Parser.skip <= 0
    calls of Parser.prase <= 0
    calls of Parser.parse -> Lexer.next <= 9
    cost of Parser.parse <= 1.2 ms

target Other.java
`

// run is a profile of: main calls parse(String) twice, which calls parse(String, int) and
// itself; a lambda of main calls new Parser.
func run(t *testing.T) *analysis.Analysis {
	t.Helper()
	p := &profiles.Profile{
		Schema: profiles.Schema, Target: profiles.Target{Main: "shop/Main", JDK: "17.0.15"}, Clock: "virtual", Complete: true,
		Threads: []profiles.Thread{{Name: "main"}},
		Totals:  profiles.Totals{Contexts: 7},
	}
	method := func(class, name, descriptor string) {
		p.Methods = append(p.Methods, profiles.Method{ID: len(p.Methods), Class: class, Name: name, Descriptor: descriptor, File: "Main.java", Line: 3 + len(p.Methods), Origin: profiles.OriginApp})
	}
	method("shop/Main", "main", "([Ljava/lang/String;)V")
	method("shop/Parser", "parse", "(Ljava/lang/String;)V")
	method("shop/Parser", "parse", "(Ljava/lang/String;I)V")
	method("shop/Main$$Lambda$1+0x01", "run", "()V")
	method("shop/Main", "lambda$main$0", "()V")
	method("shop/Parser", "<init>", "()V")
	method("java/util/Main", "main", "()V") // another class with this simple name, never called
	for i, c := range []profiles.Context{
		{Parent: -1, Method: 0, Calls: 1, Bytecodes: 5},
		{Parent: 0, Method: 1, BCI: 3, Calls: 2, Bytecodes: 20, Allocations: 2, AllocatedBytes: 1600},
		{Parent: 1, Method: 2, BCI: 4, Calls: 4, Bytecodes: 7, Allocations: 1, AllocatedBytes: 100},
		{Parent: 1, Method: 1, BCI: 9, Calls: 3, Bytecodes: 9, Allocations: 5, AllocatedBytes: 2000},
		{Parent: 0, Method: 3, BCI: 6, Calls: 1, Bytecodes: 2},
		{Parent: 4, Method: 4, BCI: 1, Calls: 1, Bytecodes: 3, Allocations: 1, AllocatedBytes: 16},
		{Parent: 5, Method: 5, BCI: 1, Calls: 1, Bytecodes: 1},
	} {
		c.ID, c.Line = int32(i), -1
		p.Contexts = append(p.Contexts, c)
	}
	a, err := analysis.New(p, nil)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func checked(t *testing.T, text string) (*budgets.File, []budgets.Run) {
	t.Helper()
	file, err := budgets.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	source := func(m *profiles.Method) string { return "src/" + m.Class + ".java" }
	return file, []budgets.Run{file.Check(&file.Targets[0], []budgets.Part{{Run: run(t), Source: source, Classes: declared}})}
}

// declared are the classes that the program of run has, with methods that it does not call.
func declared(wanted func(class string) bool) ([]budgets.Class, error) {
	var found []budgets.Class
	for class, methods := range map[string][][2]string{
		"shop/Main":        {{"main", "([Ljava/lang/String;)V"}, {"lambda$main$0", "()V"}},
		"shop/Parser":      {{"<init>", "()V"}, {"parse", "(Ljava/lang/String;)V"}, {"parse", "(Ljava/lang/String;I)V"}, {"skip", "(I)V"}, {"lambda$skip$1", "()V"}},
		"shop/Parser$Kind": {{"<clinit>", "()V"}},
		"shop/Empty":       nil,
	} {
		if wanted(class) {
			found = append(found, budgets.Class{Name: class})
			for _, m := range methods {
				found[len(found)-1].Methods = append(found[len(found)-1].Methods, profiles.Method{Class: class, Name: m[0], Descriptor: m[1]})
			}
		}
	}
	return found, nil
}

// TestAbsent has budgets of what the program does not have, which must not be held, and of what it has and did not call.
func TestAbsent(t *testing.T) {
	for text, want := range map[string]string{
		"Parser.skip":                             "not called, at most 0",
		"shop.Parser.skip(int)":                   "not called, at most 0",
		"lambda in Parser.skip":                   "not called, at most 0",
		"Parser.Kind static initializer":          "not called, at most 0",
		"lambda proxy of Parser":                  "not called, at most 0",
		"linking of call sites":                   "not called, at most 0",
		"String[].clone":                          "not called, at most 0",
		"java.util.Main.other":                    "not called, at most 0", // by a class loader that has no class file
		"Parser.skpi":                             "there is no method Parser.skpi: did you mean Parser.skip?",
		"Parser.Skip":                             "there is no method Parser.Skip: did you mean Parser.skip?",
		"shop.Parser.skpi":                        "there is no method shop.Parser.skpi: did you mean shop.Parser.skip?",
		"Parser.skip(long)":                       "there is no method Parser.skip(long): did you mean Parser.skip(int)?",
		"Parser.s":                                "there is no method Parser.s",
		"shop.Parsnip.parse":                      "there is no class shop.Parsnip",
		"Parser.somethingElse":                    "there is no method Parser.somethingElse",
		"new Parser(int)":                         "there is no \"new Parser(int)\": did you mean new Parser()?",
		"lambda in Parser.parse":                  "there is no \"lambda in Parser.parse\"",
		"Parser static initializer":               "there is no \"Parser static initializer\"",
		"Empty.m":                                 "there is no method Empty.m",
		"Parsers.parse":                           "there is no class Parsers: did you mean Parser?",
		"shop.Parsers.parse":                      "there is no class shop.Parsers: did you mean shop.Parser?",
		"store.Parser.parse":                      "there is no class store.Parser: did you mean shop.Parser?",
		"Kind static initializer":                 "there is no class Kind: did you mean Parser.Kind?",
		"Unknown.m":                               "there is no class Unknown",
		"lambda proxy of Unknown":                 "there is no class Unknown",
		"Parser.parse -> Unknown.m":               "there is no class Unknown",
		"Unknown.m -> Parser.parse":               "there is no class Unknown",
		"Parser.skip -> Parser.parse":             "not called, at most 0",
		"new Parser -> shop.Parser.parse(String)": "not called, at most 0",
	} {
		_, runs := checked(t, "target Main\n    calls of "+text+" <= 0\n")
		r := runs[0].Results[0]
		if got := r.Sentence(); got != want || (r.Outcome == budgets.Absent) != strings.HasPrefix(want, "there") || r.Outcome != budgets.Absent && r.Outcome != budgets.Held {
			t.Errorf("%s: outcome %d, %q, want %q", text, r.Outcome, got, want)
		}
	}
	file, err := budgets.Parse("target Main\n    calls of Parser.skip <= 0\n")
	if err != nil {
		t.Fatal(err)
	}
	failing := func(func(string) bool) ([]budgets.Class, error) { return nil, errors.New("no disk") }
	source := func(*profiles.Method) string { return "" }
	r := file.Check(&file.Targets[0], []budgets.Part{{Run: run(t), Source: source, Classes: failing}}).Results[0]
	if r.Outcome != budgets.Unclear || !strings.Contains(r.Sentence(), "no disk") {
		t.Errorf("where class files cannot be read: %+v", r)
	}
}

func TestCheck(t *testing.T) {
	file, runs := checked(t, strings.ReplaceAll(example, "Main.main", "shop.Main.main"))
	if diff := cmp.Diff([]string{"-cp", "a folder", "shop.Main", "#1"}, file.Targets[0].Words); diff != "" {
		t.Errorf("unexpected words (-want +got):\n%s", diff)
	}
	if got := file.Targets[0].Command(); got != `-cp "a folder" shop.Main "#1"` {
		t.Errorf("the command is %s", got)
	}
	var got []string
	for _, r := range runs[0].Results {
		got = append(got, fmt.Sprintf("%s %s: %s", budgets.Sign(r.Outcome), r.Budget.Name(), r.Sentence()))
	}
	want := []string{
		"✗ calls: 13, at most 10 (▲ +30%)",
		"✗ allocations of Parser.parse: 8, at most 3 (▲ +167%)",
		"✗ bytes of Parser.parse itself: 3,700, at most 1,600 + 1,500 (▲ +131%)",
		"✓ calls of shop.Main.main -> Parser.parse: 2, at most 2",
		"✓ calls within shop.Parser.parse(String, int): 4, at most 1,000 + 5%",
		"✗ bytecodes of new Parser: 1, at most 0 (▲ from 0)",
		"✓ allocations of lambda in shop.Main.main: 1, at most 1",
		"✓ allocations of Parser.skip: not called, at most 1",
		"✓ calls of Parser.skip: not called, at most 0",
		"✗ calls of Parser.prase: there is no method Parser.prase: did you mean Parser.parse?",
		"✗ calls of Parser.parse -> Lexer.next: there is no class Lexer",
		"! cost of Parser.parse: the run has no cost",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("unexpected results (-want +got):\n%s", diff)
	}
	if want := "5 of 12 budgets are held, 4 exceeded, 2 of what is not there, 1 not clear."; budgets.Summary(runs) != want {
		t.Errorf("the summary is %q, want %q", budgets.Summary(runs), want)
	}
	if _, runs := checked(t, example); runs[0].Results[3].Outcome != budgets.Unclear || !strings.Contains(runs[0].Results[3].Problem, "give the package") {
		t.Errorf("a name of two classes: %+v", runs[0].Results[3])
	}
}

func TestUpdate(t *testing.T) {
	file, runs := checked(t, strings.Replace(strings.ReplaceAll(example, "Main.main", "shop.Main.main"), "17.0.15", "11", 1))
	if len(runs[0].Notes) != 1 || !strings.Contains(runs[0].Notes[0], "JDK 11, and this is 17.0.15") {
		t.Errorf("the notes are %q", runs[0].Notes)
	}
	want := strings.NewReplacer(
		"Main.main", "shop.Main.main",
		"calls <= 10\n", "calls <= 13\n",
		"parse <= 3\n", "parse <= 8\n",
		"<= 1_600 +", "<= 3,700 +",
		"<= 1,000  + 5%   #", "<= 4      + 5%   #",
		"   <= 0\n    alloc", "   <= 1\n    alloc",
		"skip <= 1\n", "skip <= 0\n",
	).Replace(example)
	got := file.Update(runs)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("unexpected text (-want +got):\n%s", diff)
	}
	file, runs = checked(t, got)
	if again := file.Update(runs); again != got {
		t.Errorf("updated once more, it is\n%s", again)
	}
}

// TestParts has a target run in two parts, of which the second has a class of its own.
func TestParts(t *testing.T) {
	other := run(t)
	other.Profile.Methods[6].Class = "parts/Parser"
	other.Profile.Methods[6].Name = "parse"
	source := func(m *profiles.Method) string { return m.Class }
	file, err := budgets.Parse("target Main\n    calls <= 26\n    calls of shop.Parser.parse <= 17\n    calls of new Parser <= 2\n    calls of Parser.parse <= 18\n")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range file.Check(&file.Targets[0], []budgets.Part{{Run: run(t), Source: source}, {Run: other, Source: source}}).Results {
		got = append(got, r.File+": "+r.Sentence())
	}
	want := []string{
		": 26, at most 26", "shop/Parser: 18, at most 17 (▲ +5.9%)", "shop/Parser: 2, at most 2",
		"shop/Parser: Parser.parse may be shop.Parser.parse(String) or parts.Parser.parse(): give the package",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("unexpected results (-want +got):\n%s", diff)
	}
}

func TestWithTarget(t *testing.T) {
	source := func(*profiles.Method) string { return "" }
	parts := []budgets.Part{{Run: run(t), Source: source}, {Run: run(t), Source: source}}
	for _, before := range []string{"", "# mine", "target A\n    calls <= 1\n"} {
		text := budgets.WithTarget(before, []string{"-cp", "a b", "Main"}, parts)
		file, err := budgets.Parse(text)
		if err != nil || !strings.HasPrefix(text, before) {
			t.Fatalf("%v\n%s", err, text)
		}
		last := &file.Targets[len(file.Targets)-1]
		results := file.Check(last, parts).Results
		if len(results) != 3 || last.Command() != `-cp "a b" Main` {
			t.Errorf("%s has %d budgets", last.Command(), len(results))
		}
		for _, r := range results {
			if r.Outcome != budgets.Held || r.Measured != r.Budget.AtMost {
				t.Errorf("a new target has %+v", r)
			}
		}
	}
}

// TestFormats looks for what each format has to say.
func TestFormats(t *testing.T) {
	_, runs := checked(t, strings.ReplaceAll(example, "Main.main", "shop.Main.main"))
	var github, junit, markdown bytes.Buffer
	for _, err := range []error{
		budgets.WriteGitHub(&github, runs, "sub,folder/hotlens.budget"), budgets.WriteJUnit(&junit, runs, "hotlens.budget"), budgets.WriteMarkdown(&markdown, runs),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for text, wants := range map[string][]string{
		github.String(): {
			"::error file=sub%2Cfolder/hotlens.budget,line=6,title=Budget exceeded::calls: 13, at most 10 (▲ +30%25) (",
			"::error file=src/shop/Parser.java,line=4,title=Budget exceeded::allocations of Parser.parse: 8",
			"::error file=sub%2Cfolder/hotlens.budget,line=15,title=Budget of what is not there::calls of Parser.prase: there is no method Parser.prase: did you mean Parser.parse? (",
			"\n5 of 12 budgets are held",
		},
		markdown.String(): {"| ✗ | `allocations of Parser.parse` `src/shop/Parser.java:4` | 8 | 3 | ▲ +167% |\n", "| ✓ | `allocations of Parser.skip` | 0 | 1 | not called |\n", "| ✗ | `calls of Parser.prase` | there is no method Parser.prase: did you mean Parser.parse? | 0 |  |\n"},
	} {
		for _, want := range wants {
			if !strings.Contains(text, want) {
				t.Errorf("no %q in\n%s", want, text)
			}
		}
	}
	var suites struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Cases    []struct {
			Name    string `xml:"name,attr"`
			Failure *struct {
				Message string `xml:"message,attr"`
			} `xml:"failure"`
		} `xml:"testsuite>testcase"`
	}
	if err := xml.Unmarshal(junit.Bytes(), &suites); err != nil {
		t.Fatal(err)
	}
	if suites.Tests != 12 || suites.Failures != 6 || len(suites.Cases) != 12 || suites.Cases[0].Failure == nil || suites.Cases[7].Failure != nil || suites.Cases[9].Failure == nil {
		t.Errorf("unexpected XML:\n%s", junit.String())
	}
}

func TestMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"calls <= 1":                                "line 1: a budget stands behind the target",
		"target":                                    "line 1: a target is what",
		"target \"a":                                "line 1: the quotes",
		"\ntarget A\ncalls 5":                       "line 3: it has no \"<=\"",
		"target A\nspeed <= 5":                      "no metric \"speed\"",
		"target A\ntime <= 5 ms":                    "measured time",
		"target A\ncalls <= many":                   "\"many\" is no unit of calls",
		"target A\ncalls <= ":                       "is not a number",
		"target A\ncalls <= 1.5":                    "not a whole number",
		"target A\ncalls <= 99999999999999999999":   "not a whole number",
		"target A\ncost <= 5 hours":                 "\"hours\" is no unit of cost (ns, us, µs, ms, s)",
		"target A\ncalls of parse <= 5":             "\"parse\" is no method: give its class",
		"target A\ncalls of A.b(int <= 5":           "not closed",
		"target A\ncalls in A.b <= 5":               "\"in\" should be \"of\" or \"within\"",
		"target A\ncalls of A.b -> <= 5":            "behind \"of\" stands a method",
		"target A\ncalls of A.b -> C.d -> E.f <= 5": "one caller",
		"target A\ncalls within A.b itself <= 5":    "\"of ... itself\"",
		"target A\ncalls <= 5 + x%":                 "no tolerance",
		"target A\ncalls <= 5 + -1%":                "no tolerance",
		"target A\njdk 17":                          "jdk stands once, in front",
		"jdk":                                       "jdk stands once",
	} {
		if _, err := budgets.Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
}

// FuzzParse reads any text: what is understood can be updated, and is the same text where
// nothing was measured.
func FuzzParse(f *testing.F) {
	f.Add(example)
	f.Add("target \"a\\\"b\" c\n cost of A.b <= 1,2_3.5s+2ms\n bytes <=1GB+0%")
	f.Add("jdk x\r\ntarget A\r\n\twait of new A(int[]) itself <= 5 us + 1e3%\r\n")
	f.Fuzz(func(t *testing.T, text string) {
		file, err := budgets.Parse(text)
		if err != nil {
			return
		}
		if same := file.Update(nil); same != text {
			t.Fatalf("without runs %q becomes %q", text, same)
		}
		for i := range file.Targets {
			target := &file.Targets[i]
			again, err := budgets.Parse("target " + target.Command())
			if err != nil || !cmp.Equal(again.Targets[0].Words, target.Words) {
				t.Fatalf("%q is written %s: %v", target.Words, target.Command(), err)
			}
			for j := range target.Budgets {
				if b := &target.Budgets[j]; b.Allowed() < b.AtMost {
					t.Fatalf("%s allows %d of %d", b.Name(), b.Allowed(), b.AtMost)
				}
			}
		}
	})
}
