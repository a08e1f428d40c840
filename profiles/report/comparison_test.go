package report_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hotlens/profiles"
	"hotlens/profiles/analysis"
	"hotlens/profiles/budgets"
	"hotlens/profiles/comparison"
	"hotlens/profiles/report"
)

// edited is the run of shapes after a change: what was called last is called from another
// method, whose name is long and not made for terminals, and everything takes more.
func edited() *profiles.Profile {
	p := shapes()
	last := &p.Contexts[len(p.Contexts)-1]
	p.Methods = append(p.Methods, profiles.Method{
		ID: len(p.Methods), Class: "geometry/Shapes", Name: "\x1b[31m面積" + strings.Repeat("VeryLong", 20), Descriptor: "()V",
		File: "Shapes.java", Line: 70, Origin: profiles.OriginApp,
	})
	last.Method = int32(len(p.Methods) - 1)
	for i := range p.Contexts {
		p.Contexts[i].Bytecodes += uint64(i * i)
	}
	return p
}

func compared(t *testing.T) *comparison.Comparison {
	t.Helper()
	c, err := comparison.New(shapes(), edited())
	if err != nil {
		t.Fatal(err)
	}
	c.Warnings = append(c.Warnings, "A warning that is longer than most lines of most terminals are, so that it has to be broken.")
	return c
}

// TestComparison compares the text with testdata/comparison.txt.
func TestComparison(t *testing.T) {
	var out bytes.Buffer
	if err := report.WriteComparison(&out, compared(t), report.Options{Metric: profiles.MetricBytecodes}); err != nil {
		t.Fatal(err)
	}
	golden := filepath.Join("testdata", "comparison.txt")
	if *update {
		if err := os.WriteFile(golden, out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), out.String()); diff != "" {
		t.Errorf("unexpected text (-want +got):\n%s", diff)
	}
	out.Reset()
	same, err := comparison.New(shapes(), shapes())
	if err != nil {
		t.Fatal(err)
	}
	if err := report.WriteComparison(&out, same, report.Options{Metric: profiles.MetricBytecodes}); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); !strings.HasPrefix(got, "The runs do not differ: ") || strings.Count(got, "\n") != 1 {
		t.Errorf("for equal runs it says\n%s", got)
	}
}

// TestComparisonCounts compares profiles that have contexts which are compared as one: they are counted as the profiles do.
func TestComparisonCounts(t *testing.T) {
	twice := func(p *profiles.Profile) *profiles.Profile {
		of := len(p.Methods)
		for range 2 { // classes that the VM numbers
			p.Methods = append(p.Methods, profiles.Method{ID: len(p.Methods), Class: "Shapes$$Lambda$" + strconv.Itoa(len(p.Methods)), Name: "apply", Descriptor: "()V", Origin: profiles.OriginApp})
		}
		for i := range 2 {
			p.Contexts = append(p.Contexts, profiles.Context{ID: int32(len(p.Contexts)), Parent: 0, Method: int32(of + i), BCI: 3, Line: 4, Calls: 1, Bytecodes: 1})
		}
		p.Totals.Contexts = len(p.Contexts)
		return p
	}
	c, err := comparison.New(twice(shapes()), twice(edited()))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := report.WriteComparison(&out, c, report.Options{Metric: profiles.MetricBytecodes}); err != nil {
		t.Fatal(err)
	}
	base, head := twice(shapes()), twice(edited())
	for _, row := range []struct {
		what       string
		base, head int
	}{{"contexts", len(base.Contexts), len(head.Contexts)}, {"methods", len(base.Methods), len(head.Methods)}} {
		if !regexp.MustCompile(fmt.Sprintf(`(?m)^  %s +%d +%d `, row.what, row.base, row.head)).MatchString(out.String()) {
			t.Errorf("no row has the %d and %d %s of the profiles:\n%s", row.base, row.head, row.what, out.String())
		}
	}
}

// TestComparisonsAndBudgetsFit writes them at many widths: no line is too wide, and
// nothing that the program chose reaches the terminal as it is.
func TestComparisonsAndBudgetsFit(t *testing.T) {
	c := compared(t)
	file, err := budgets.Parse("target Main \"\x1b[31m面積\" " + strings.Repeat("argument ", 20) + `
    calls <= 1
    bytecodes of Shapes.main <= 18,000,000,000 + 1,234,567
    bytecodes of Shapes.` + strings.Repeat("gone", 30) + ` <= 1
    cost of Shapes.main -> Shapes.sum itself <= 1 s
`)
	if err != nil {
		t.Fatal(err)
	}
	run, err := analysis.New(shapes(), nil)
	if err != nil {
		t.Fatal(err)
	}
	checked := []budgets.Run{file.Check(&file.Targets[0], []budgets.Part{{Run: run, Source: func(*profiles.Method) string { return strings.Repeat("folder/", 20) + "Shapes.java" }}})}
	for width := report.MinWidth; width <= 140; width += 3 {
		var out bytes.Buffer
		options := report.Options{Width: width, Metric: profiles.MetricBytecodes}
		if err := report.WriteComparison(&out, c, options); err != nil {
			t.Fatal(err)
		}
		if err := report.WriteBudgets(&out, checked, options); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(out.String()) {
			line = strings.TrimSuffix(line, "\n")
			wide := strings.Count(line, "面") + strings.Count(line, "積")
			if cells := len([]rune(line)) + wide; cells > width || strings.Contains(line, "\x1b") {
				t.Fatalf("at width %d, a line has %d cells:\n%q", width, cells, line)
			}
		}
	}
}

// TestBudgetsSayWhatIsNotThere wants the whole of what is wrong with a budget at any width.
func TestBudgetsSayWhatIsNotThere(t *testing.T) {
	file, err := budgets.Parse("target Main\n    bytecodes of Nothing.main <= 18,000,000\n    bytecodes of Shapes.sum(Nowhere) <= 0\n")
	if err != nil {
		t.Fatal(err)
	}
	run, err := analysis.New(shapes(), nil)
	if err != nil {
		t.Fatal(err)
	}
	classes := func(wanted func(string) bool) (found []budgets.Class, err error) {
		if wanted("Shapes") {
			found = []budgets.Class{{Name: "Shapes", Methods: []profiles.Method{{Class: "Shapes", Name: "sum", Descriptor: "(Ljava/util/List;)V"}}}}
		}
		return found, nil
	}
	checked := []budgets.Run{file.Check(&file.Targets[0], []budgets.Part{{Run: run, Source: func(*profiles.Method) string { return "" }, Classes: classes}})}
	for width := report.MinWidth; width <= 140; width++ {
		var out bytes.Buffer
		if err := report.WriteBudgets(&out, checked, report.Options{Width: width}); err != nil {
			t.Fatal(err)
		}
		text := strings.Join(strings.Fields(out.String()), " ")
		for _, want := range []string{"there is no class Nothing", "there is no method Shapes.sum(Nowhere): did you mean Shapes.sum(List)?"} {
			if !strings.Contains(text, want) {
				t.Fatalf("at width %d, it does not say %q:\n%s", width, want, out.String())
			}
		}
	}
}

// TestBudgetsSayWhere wants the place of each method with a budget that is exceeded to be there, whatever else the table has, and not what is left of it.
func TestBudgetsSayWhere(t *testing.T) {
	file, err := budgets.Parse("target Main\n    bytecodes of Shapes.main <= 18 + 1,234,567\n    bytecodes of Shapes.main -> Shapes.sum itself <= 0\n")
	if err != nil {
		t.Fatal(err)
	}
	run, err := analysis.New(shapes(), nil)
	if err != nil {
		t.Fatal(err)
	}
	checked := []budgets.Run{file.Check(&file.Targets[0], []budgets.Part{{Run: run, Source: func(*profiles.Method) string { return "folder/of/geometry/Shapes.java" }}})}
	if n := budgets.Counts(checked)[budgets.Exceeded]; n != 2 {
		t.Fatalf("%d budgets are exceeded", n)
	}
	for width := report.MinWidth; width <= 140; width++ {
		var out bytes.Buffer
		if err := report.WriteBudgets(&out, checked, report.Options{Width: width}); err != nil {
			t.Fatal(err)
		}
		if got := strings.Count(out.String(), "folder/of/geometry/Shapes.java:"); got != 2 {
			t.Fatalf("at width %d, %d of 2 places are there:\n%s", width, got, out.String())
		}
	}
}
