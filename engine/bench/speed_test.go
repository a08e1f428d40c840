package bench

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestGeometricMean(t *testing.T) {
	for _, test := range []struct {
		values []float64
		want   float64
	}{{[]float64{3}, 3}, {[]float64{2, 8}, 4}, {[]float64{0.5, 2}, 1}, {[]float64{1, 10, 100}, 10}} {
		if got := geometricMean(test.values); math.Abs(got-test.want) > 1e-9 {
			t.Errorf("geometric mean of %v is %v, want %v", test.values, got, test.want)
		}
	}
	if got := geometricMean(nil); !math.IsNaN(got) {
		t.Errorf("geometric mean of nothing is %v", got)
	}
}

// timed is a timing in milliseconds, whose cold process took a second more.
func timed(milliseconds int) Timing {
	steady := time.Duration(milliseconds) * time.Millisecond
	return Timing{Cold: steady + time.Second, Steady: steady}
}

// threeRows are the rows of a table in which one side failed once.
func threeRows() *SpeedTable {
	return &SpeedTable{
		Sides: []Side{HotSpot, XInt, JIT}, compares: comparisons,
		Rows: []SpeedRow{
			{"Fib", map[Side]Timing{HotSpot: timed(10), XInt: timed(400), JIT: timed(20)}},
			{"Json", map[Side]Timing{HotSpot: timed(20), XInt: timed(400), JIT: timed(160)}},
			{"Sieve", map[Side]Timing{HotSpot: timed(5), XInt: timed(100), JIT: {Failure: "it fell"}}},
		},
	}
}

func TestDigest(t *testing.T) {
	table := threeRows()
	for _, test := range []struct {
		comparison comparison
		want       digest
	}{
		// 2 and 8; the larger one is the worse.
		{comparison{over: JIT, under: HotSpot}, digest{4, 8, "Json", 2}},
		// 20 and 2.5; a gain is worse when it is smaller.
		{comparison{over: XInt, under: JIT, gain: true}, digest{math.Sqrt(50), 2.5, "Json", 2}},
		// 40, 20 and 20; the first of two equals is named.
		{comparison{over: XInt, under: HotSpot, gain: true}, digest{math.Cbrt(16_000), 20, "Json", 3}},
	} {
		got := table.digest(test.comparison, steadyState)
		if math.Abs(got.mean-test.want.mean) > 1e-9 {
			t.Errorf("%v: mean %v, want %v", test.comparison, got.mean, test.want.mean)
		}
		got.mean = test.want.mean
		if got != test.want {
			t.Errorf("%v: %+v, want %+v", test.comparison, got, test.want)
		}
	}
}

func TestSpeedTable(t *testing.T) {
	var text strings.Builder
	if err := threeRows().Write(&text); err != nil {
		t.Fatal(err)
	}
	want := strings.TrimPrefix(`
    Steady state  hotspot      xint       jit  jit/hotspot  xint/jit
             Fib  10.0 ms  400.0 ms   20.0 ms         2.00     20.00
            Json  20.0 ms  400.0 ms  160.0 ms         8.00      2.50
           Sieve   5.0 ms  100.0 ms    failed            -         -
  geometric mean                                      4.00      7.07
           worst                                      8.00      2.50
                                                      Json      Json
        programs                                         2         2

    Cold process    hotspot       xint        jit  jit/hotspot  xint/jit
             Fib  1010.0 ms  1400.0 ms  1020.0 ms         1.01      1.37
            Json  1020.0 ms  1400.0 ms  1160.0 ms         1.14      1.21
           Sieve  1005.0 ms  1100.0 ms     failed            -         -
  geometric mean                                          1.07      1.29
           worst                                          1.14      1.21
                                                          Json      Json
        programs                                             2         2

Sieve failed on jit: it fell
`, "\n")
	if diff := cmp.Diff(want, text.String()); diff != "" {
		t.Errorf("table (-want +got):\n%s", diff)
	}
}

func TestSpeedTableWithoutComparisons(t *testing.T) {
	table := &SpeedTable{Sides: []Side{JIT}, Rows: []SpeedRow{{"Fib", map[Side]Timing{JIT: timed(10)}}}}
	var text strings.Builder
	if err := table.Write(&text); err != nil {
		t.Fatal(err)
	}
	want := "  Steady state      jit\n           Fib  10.0 ms\n\n  Cold process        jit\n           Fib  1010.0 ms\n"
	if diff := cmp.Diff(want, text.String()); diff != "" {
		t.Errorf("table (-want +got):\n%s", diff)
	}
}

// scripted is a racer whose process, cold and warm, is a shell script.
func scripted(t *testing.T, side Side, text string) *racer {
	words := script(t, text)
	return &racer{side: side, cold: words, warm: words, limit: processLimit}
}

func TestRaceGoesOnWithoutWhatFails(t *testing.T) {
	hangs := scripted(t, Profiled, "exec sleep 60")
	hangs.limit = time.Millisecond
	row, err := race(context.Background(), "Fib", 3, []*racer{
		scripted(t, HotSpot, "echo 9000000 ns; echo 5000000 ns; echo answer 42"),
		scripted(t, XInt, "echo 1000 ns; echo answer 43"),
		scripted(t, JIT, "echo why >&2; exit 1"),
		hangs,
		scripted(t, Interpreter, "echo 7000000 ns; echo answer 42"),
	})
	if err != nil {
		t.Fatal(err)
	}
	for side, want := range map[Side]time.Duration{HotSpot: 5 * time.Millisecond, Interpreter: 7 * time.Millisecond} {
		if got := row.Timings[side]; got.Steady != want || got.Cold <= 0 || got.Failure != "" {
			t.Errorf("%s: %+v, want a steady state of %v", side, got, want)
		}
	}
	for side, want := range map[Side]string{
		XInt: "it answers 43, and the others 42", JIT: "exit status 1: why", Profiled: "it did not end within 1ms",
	} {
		if got := row.Timings[side]; got.Steady != 0 || got.Cold != 0 || !strings.Contains(got.Failure, want) {
			t.Errorf("%s: %+v, want the failure %q", side, got, want)
		}
	}
}

func TestRaceTakesTheBestSteadyState(t *testing.T) {
	// The script counts its runs, two for each round of the race.
	counter := filepath.Join(t.TempDir(), "counter")
	row, err := race(context.Background(), "Fib", 3, []*racer{
		scripted(t, HotSpot, "echo >>"+counter+"; n=$(wc -l <"+counter+"); echo $(((n - 4) * (n - 4) + 1)) ns; echo answer 1"),
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := row.Timings[HotSpot].Steady; got != 1 {
		t.Errorf("steady state %d ns, want that of the second round, 1 ns", got)
	}
}

func TestRaceEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := race(ctx, "Fib", 1, []*racer{scripted(t, HotSpot, "exit 1")}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestSpeedRefusesWrongOptions(t *testing.T) {
	for want, options := range map[string]SpeedOptions{
		"--runs is 0":                       {},
		"--budget is -1s":                   {Options: Options{Runs: 1}, Budget: -time.Second},
		"--sides warp is unknown":           {Options: Options{Runs: 1}, Sides: []Side{JIT, "warp"}},
		"--program ^Doom$ matches none of ": {Options: Options{Runs: 1}, Program: regexp.MustCompile("^Doom$")},
	} {
		if _, err := Speed(context.Background(), options); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}

func TestSidesStandInTheTablesOrder(t *testing.T) {
	options := SpeedOptions{Sides: []Side{Profiled, HotSpot}}
	chosen, err := speedContest.choose(&options)
	if err != nil {
		t.Fatal(err)
	}
	var got []Side
	for _, c := range chosen {
		got = append(got, c.side)
	}
	if diff := cmp.Diff([]Side{HotSpot, Profiled}, got); diff != "" {
		t.Errorf("sides (-want +got):\n%s", diff)
	}
}

// TestEveryProgramIsMeasured demands that the tables know all programs, and no others.
func TestEveryProgramIsMeasured(t *testing.T) {
	measured := map[string]bool{"Harness": true, knownProgram: true}
	for _, name := range paperPrograms {
		measured[name] = true
	}
	for _, p := range interpPrograms {
		measured[p.class] = true
	}
	entries, err := os.ReadDir("programs")
	if err != nil {
		t.Fatal(err)
	}
	present := map[string]bool{}
	for _, entry := range entries {
		present[strings.TrimSuffix(entry.Name(), ".java")] = true
	}
	if diff := cmp.Diff(measured, present); diff != "" {
		t.Errorf("programs (-measured +present):\n%s", diff)
	}
}
