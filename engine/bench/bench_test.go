package bench

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// script writes a shell script that stands for a program.
func script(t *testing.T, text string) []string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(file, []byte("#!/bin/sh\n"+text+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return []string{file}
}

func TestMeasureComparesTheTimesThatProgramsPrint(t *testing.T) {
	row, err := measure(context.Background(), program{class: "P"}, 3, script(t, "echo 2000000 ns; echo answer 42"), script(t, "echo 7000000 ns; echo answer 42"))
	if err != nil {
		t.Fatal(err)
	}
	want := Row{Program: "P", Java: 2 * time.Millisecond, Hotlens: 7 * time.Millisecond, Ratio: 3.5}
	if diff := cmp.Diff(want, row); diff != "" {
		t.Errorf("row (-want +got):\n%s", diff)
	}
}

func TestMeasureRefusesWrongAnswers(t *testing.T) {
	good := script(t, "echo 1000 ns; echo answer 42")
	for bad, want := range map[string]string{
		"echo 1000 ns; echo answer 43": `hotlens answers "43" and java "42"`,
		"echo answer 42":               "not times and an answer",
		"echo 1000 ns":                 "not times and an answer",
		"echo soon ns; echo answer 42": "not a time",
		"echo 0 ns; echo answer 42":    "clock stands still",
		"echo why >&2; exit 1":         "exit status 1: why",
	} {
		_, err := measure(context.Background(), program{class: "P"}, 1, good, script(t, bad))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one with %q", bad, err, want)
		}
	}
}

func TestSteadyStateIsTheBestOfTheLaterHalf(t *testing.T) {
	for output, want := range map[string]time.Duration{
		"9 ns":                         9,
		"9 ns\n7 ns":                   7,
		"1 ns\n9 ns\n7 ns":             7,
		"1 ns\n2 ns\n9 ns\n7 ns\n8 ns": 7,
	} {
		r, err := parse(output + "\nanswer 42\n")
		if err != nil {
			t.Fatal(err)
		}
		if got := r.steady(); got != want {
			t.Errorf("steady state of %q is %d ns, want %d ns", output, got, want)
		}
	}
}

func TestMedian(t *testing.T) {
	for _, test := range []struct {
		values []float64
		want   float64
	}{{[]float64{3}, 3}, {[]float64{9, 1, 4}, 4}, {[]float64{4, 3, 2, 1}, 2}} {
		if got := median(test.values); got != test.want {
			t.Errorf("median of %v is %v, want %v", test.values, got, test.want)
		}
	}
}

func TestTable(t *testing.T) {
	table := Table{Title: "Interpreters", JavaColumn: "java -Xint", Rows: []Row{
		{"Fib", 150 * time.Millisecond, 450500 * time.Microsecond, 3.003},
	}}
	var text strings.Builder
	if err := table.Write(&text); err != nil {
		t.Fatal(err)
	}
	want := "  Interpreters  java -Xint   hotlens  ratio\n" +
		"           Fib    150.0 ms  450.5 ms   3.00\n"
	if diff := cmp.Diff(want, text.String()); diff != "" {
		t.Errorf("table (-want +got):\n%s", diff)
	}
}
