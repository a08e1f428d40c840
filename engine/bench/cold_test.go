package bench

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestColdTable(t *testing.T) {
	seconds := func(times ...float64) (all []time.Duration) {
		for _, s := range times {
			all = append(all, time.Duration(s*float64(time.Second)))
		}
		return all
	}
	java := &coldRunner{coldContender: coldContender{side: HotSpot}, wall: seconds(1, 2, 4), processor: seconds(2, 2, 2)}
	run := &coldRunner{coldContender: coldContender{side: coldRun}, wall: seconds(3, 4, 4), processor: seconds(3, 4, 5)}
	broken := &coldRunner{coldContender: coldContender{side: coldProfile}, failure: context.DeadlineExceeded}
	table := ColdTable{Setting: "a machine", Omitted: []string{"junit: no jars"}, Programs: []ColdProgram{
		{Program: "hello", Sides: []ColdSide{java.result(java), run.result(java), broken.result(java)}},
	}}
	var text strings.Builder
	if err := table.Write(&text); err != nil {
		t.Fatal(err)
	}
	want := strings.TrimPrefix(`
a machine

    hello     wall  processor  wall to java  least to most  processor to java  least to most
  hotspot  2000 ms    2000 ms          1.00   1.00 to 1.00               1.00   1.00 to 1.00
      run  4000 ms    4000 ms          2.00   1.00 to 3.00               2.00   1.50 to 2.50
  profile   failed                                                                          
hello failed on profile: context deadline exceeded

left out: junit: no jars
`, "\n")
	if diff := cmp.Diff(want, text.String()); diff != "" {
		t.Errorf("table (-want +got):\n%s", diff)
	}
	text.Reset()
	if err := table.WriteJSON(&text); err != nil {
		t.Fatal(err)
	}
	var read ColdTable
	if err := json.Unmarshal([]byte(text.String()), &read); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(table, read); diff != "" {
		t.Errorf("table as JSON (-want +got):\n%s", diff)
	}
}

func TestColdSidesMustPrintTheSame(t *testing.T) {
	answer := ""
	for _, step := range []struct{ text, failure string }{
		{"echo hello", ""},
		{"echo hello", ""},
		{"echo other", `it prints "other", and others "hello"`},
		{"echo why >&2; exit 3", "exit status 3: why"},
	} {
		r := &coldRunner{before: script(t, step.text)}
		err := r.run(context.Background(), "", &answer, true)
		if step.failure == "" && (err != nil || len(r.wall) != 1) {
			t.Errorf("%s: error %v, %d times", step.text, err, len(r.wall))
		}
		if step.failure != "" && (err == nil || !strings.Contains(err.Error(), step.failure) || len(r.wall) != 0) {
			t.Errorf("%s: error %v, want one with %q, and no times", step.text, err, step.failure)
		}
	}
}
