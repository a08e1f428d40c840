package bench

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestInlineTable(t *testing.T) {
	table := &InlineTable{SpeedTable{
		Sides: inlineContest.sides(), compares: inlineContest.comparisons,
		Rows: []SpeedRow{
			{"Fib", map[Side]Timing{InlineOff: timed(200), InlineStatic: timed(100), InlineHeat: timed(100), InlineTimer: timed(80), InlineCBS: timed(50)}},
			{"Json", map[Side]Timing{InlineOff: timed(100), InlineStatic: timed(102), InlineHeat: timed(110), InlineTimer: {Failure: "it fell"}, InlineCBS: timed(104)}},
		},
	}}
	var text strings.Builder
	if err := table.Write(&text); err != nil {
		t.Fatal(err)
	}
	want := `
    Steady state       off    static      heat    timer       cbs  off/cbs  static/timer  static/cbs  heat/cbs
             Fib  200.0 ms  100.0 ms  100.0 ms  80.0 ms   50.0 ms     4.00          1.25        2.00      2.00
            Json  100.0 ms  102.0 ms  110.0 ms   failed  104.0 ms     0.96             -        0.98      1.06
  geometric mean                                                      1.96          1.25        1.40      1.45
           worst                                                      0.96          1.25        0.98      1.06
                                                                      Json           Fib        Json      Json
        programs                                                         2             1           2         2

Slower than without inlining:
  Json with heat: 1.10 times as long
  Json with cbs: 1.04 times as long

Json failed on timer: it fell
`
	if diff := cmp.Diff(strings.TrimPrefix(want, "\n"), text.String()); diff != "" {
		t.Errorf("the table differs (-want +got):\n%s", diff)
	}
}

func TestInlineRefusesUnknownSides(t *testing.T) {
	options := SpeedOptions{Options: Options{Executable: "/bin/false", Runs: 1}, Sides: []Side{JIT}}
	if _, err := Inline(context.Background(), options); err == nil || !strings.Contains(err.Error(), "give off,static") {
		t.Errorf("error is %v, want one that names the sides", err)
	}
}
