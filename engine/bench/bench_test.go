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
	row, err := measure(context.Background(), program{class: "P"}, 3, script(t, "echo 42 2000000"), script(t, "echo 42 7000000"))
	if err != nil {
		t.Fatal(err)
	}
	want := Row{Program: "P", Java: 2 * time.Millisecond, Hotlens: 7 * time.Millisecond, Ratio: 3.5}
	if diff := cmp.Diff(want, row); diff != "" {
		t.Errorf("row (-want +got):\n%s", diff)
	}
}

func TestMeasureRefusesWrongAnswers(t *testing.T) {
	good := script(t, "echo 42 1000")
	for bad, want := range map[string]string{
		"echo 43 1000":         `hotlens answers "43" and java "42"`,
		"echo 42":              "not an answer and a time",
		"echo 42 0":            "clock stands still",
		"echo why >&2; exit 1": "exit status 1: why",
	} {
		_, err := measure(context.Background(), program{class: "P"}, 1, good, script(t, bad))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one with %q", bad, err, want)
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
