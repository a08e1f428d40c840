package bench

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSamplesTable(t *testing.T) {
	table := &SamplesTable{
		setting: "this machine", gridOf: []string{"Json"}, grid: map[[2]int][]sampledCell{}, sides: []sampledSide{sampledSides[0], sampledSides[1], sampledSides[3]},
		rows: []sampledRow{
			{"Fib", map[Side]sampledCell{NoSamples: {0.001, math.NaN()}, TimerOnly: {-0.002, 0.9}, Counted: {0.004, 1}}, map[Side]float64{TimerOnly: 0.5, Counted: 0.75}},
			{"Json", map[Side]sampledCell{NoSamples: {0.003, math.NaN()}, TimerOnly: {0, 0.4}, Counted: {0.006, 0.8}}, map[Side]float64{TimerOnly: 0.25, Counted: 0.65}},
		},
		failures: []string{"Queens failed: it fell"},
	}
	for _, stride := range gridStrides {
		for _, samples := range gridSamples {
			table.grid[[2]int{stride, samples}] = []sampledCell{{float64(stride) / 1000, float64(samples) / 200}}
		}
	}
	var text strings.Builder
	if err := table.Write(&text); err != nil {
		t.Fatal(err)
	}
	want := `
this machine

Overhead and accuracy in percent

  samples\stride       1       3       7      15      31
               1   0.1/0   0.3/0   0.7/0   1.5/0   3.1/0
               8   0.1/4   0.3/4   0.7/4   1.5/4   3.1/4
              32  0.1/16  0.3/16  0.7/16  1.5/16  3.1/16
             128  0.1/64  0.3/64  0.7/64  1.5/64  3.1/64
Means of Json

  Program  edges    timer      cbs  timer short  cbs short
      Fib  0.1/-  -0.2/90  0.4/100           50         75
     Json  0.3/-   0.0/40   0.6/80           25         65
     mean  0.2/-  -0.1/65   0.5/90           38         70

Queens failed: it fell
`
	if diff := cmp.Diff(strings.TrimPrefix(want, "\n"), text.String()); diff != "" {
		t.Errorf("the table differs (-want +got):\n%s", diff)
	}
}

func TestSamplesTableRefusesUnknownSides(t *testing.T) {
	options := SpeedOptions{Options: Options{Executable: "/bin/false", Runs: 1}, Sides: []Side{JIT}}
	if _, err := CallSamples(context.Background(), options); err == nil || !strings.Contains(err.Error(), "give edges,timer,patching,cbs") {
		t.Errorf("error is %v, want one that names the sides", err)
	}
}
