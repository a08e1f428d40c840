package bench

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hotlens/engine/jdk"
	"hotlens/profiles/cost"
	"hotlens/vm/oracle"
)

func TestParsePhases(t *testing.T) {
	times, err := parsePhases("a 12 7\nb 5 -3\na 10 7\n")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string][]time.Duration{"a": {12, 10}, "b": {5}}, times); diff != "" {
		t.Errorf("times (-want +got):\n%s", diff)
	}
	for text, want := range map[string]string{"": "printed no phases", "a 12\n": "is not a phase's", "a soon 7\n": "has no time", "a 0 7\n": "has no time"} {
		if _, err := parsePhases(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want one with %q", text, err, want)
		}
	}
}

func TestCompareShares(t *testing.T) {
	programs := [][]work{
		{{measured: 50, modelled: 5}, {measured: 50, modelled: 5}},
		{{measured: 70, modelled: 1}, {measured: 30, modelled: 3}}, // 25 % and 75 %
	}
	want := costErrors{mean: 22.5, p90: 45, within: 0.5, worst: 22.5, hottest: 0.5}
	if diff := cmp.Diff(want, compareShares(programs), cmp.AllowUnexported(costErrors{})); diff != "" {
		t.Errorf("errors (-want +got):\n%s", diff)
	}
}

func TestRandomProgramsOfAPerfectModelHaveNoErrors(t *testing.T) {
	var phases []work
	for i := range 40 {
		phases = append(phases, work{measured: float64(i + 1), modelled: 3 * float64(i+1)})
	}
	for _, mixed := range []int{1, mixedPhases} {
		if e := compareShares(recombine(phases, mixed)); e.mean > 1e-9 || e.hottest != 1 {
			t.Errorf("mixed of %d: %+v", mixed, e)
		}
	}
}

func TestPriorHasTheRowsOfTheFittedModel(t *testing.T) {
	model, err := cost.Read(strings.NewReader(prior), nil)
	if err != nil {
		t.Fatal(err)
	}
	names := func(m *cost.Model) (all []string) {
		for _, row := range m.Rows {
			all = append(all, string(row.What)+" "+row.Name)
		}
		return all
	}
	if diff := cmp.Diff(names(cost.Default()), names(model)); diff != "" {
		t.Errorf("rows (-fitted +prior):\n%s", diff)
	}
}

// TestFit finds the coefficients of a made-up machine again.
func TestFit(t *testing.T) {
	coefficient := func(row int) [2]cost.Coefficient {
		return [2]cost.Coefficient{cost.Coefficient(2 * row), cost.NoFactor}
	}
	model := cost.Default().Clone()
	rows := []int{0, 1, 2}
	truth := []float64{3, 2, 5}
	for i, row := range rows {
		model.Rows[row].Base, model.Rows[row].Source = truth[i]*2, "assumed"
	}
	var phases []*measuredPhase
	for i := range 30 {
		p := &measuredPhase{program: "P"}
		nanos := 0.0
		for k, row := range rows {
			count := float64((i*7+k*11)%13+1) * 1e6
			p.terms = append(p.terms, term{count, coefficient(row)})
			nanos += count * truth[k]
		}
		p.cold = []time.Duration{time.Duration(nanos)}
		phases = append(phases, p)
	}
	fitted := fitFree(model, phases)
	for i, row := range rows {
		if got := fitted.Rows[row].Base; math.Abs(got/truth[i]-1) > 0.2 {
			t.Errorf("row %d is fitted to %.3f, want %.1f", row, got, truth[i])
		}
		if source := fitted.Rows[row].Source; source != "fitted to 30 phases" {
			t.Errorf("the source of row %d is %q", row, source)
		}
	}
	if fitted.Rows[3] != model.Rows[3] {
		t.Error("a row that no phase says anything about was changed")
	}
}

// phasesShare is the share of the programs that TestPhases runs: they take long, and do nothing
// that the VM's own tests do not try.
const phasesShare = 80

// TestPhases compiles the programs of phases, and runs some on java and on hotlens: the same
// results.
func TestPhases(t *testing.T) {
	tools := oracle.FindTools(t)
	java, err := filepath.EvalSymlinks(tools.Java)
	if err != nil {
		t.Fatal(err)
	}
	home, err := jdk.Open(filepath.Dir(filepath.Dir(java)))
	if err != nil {
		t.Fatal(err)
	}
	options := CostOptions{Options: Options{JDK: home}, Sources: []string{"unseen/Forum.java"}}
	for _, folder := range []string{ownFolder, seenFolder, unseenFolder} {
		names, classes, err := compilePhases(context.Background(), options, folder)
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(classes)
		if folder == ownFolder {
			if diff := cmp.Diff([]string{"Forum"}, names); diff != "" {
				t.Errorf("programs of the user's own (-want +got):\n%s", diff)
			}
			continue
		}
		for _, name := range names {
			if !oracle.Chosen(name, phasesShare) {
				continue
			}
			t.Run(name, func(t *testing.T) {
				results := func(program string, flags ...string) string {
					run := oracle.Run(t, oracle.Command{Program: program, Arguments: append(flags, "-cp", classes, name)})
					if run.Status != "0" {
						t.Fatalf("%s: exit status %s: %s", program, run.Status, run.Stderr)
					}
					var lines []string
					for line := range strings.Lines(run.Stdout) {
						words := strings.Fields(line)
						lines = append(lines, words[0]+" "+words[len(words)-1])
					}
					return strings.Join(lines, "\n")
				}
				if want, got := results(tools.Java, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"), results(tools.Hotlens, "run"); got != want {
					t.Errorf("hotlens' results differ from java's:\n%s", oracle.FirstDifference(want, got))
				}
			})
		}
	}
}
