package engine

import (
	"os"
	"path/filepath"
	"testing"

	"hotlens/profiles"
	"hotlens/vm"
)

// TestEndedTests reads what the tests of a run that was cancelled have told: that of which there is no end is not known.
func TestEndedTests(t *testing.T) {
	for _, test := range []struct {
		name, events string
		want         []string
	}{
		{"nothing", "", nil},
		{"no end", `{"event":"start","id":1,"class":"p.T","method":"a"}` + "\n", nil},
		{"an end", `{"event":"start","id":1,"class":"p.T","method":"a"}
{"event":"end","id":1,"status":"passed"}
{"event":"start","id":2,"class":"p.T","method":"b"}
{"event":"end","id":2,"status":"unfinished","reason":"stopped after 5s"}
{"event":"start","id":3,"class":"p.T","method":"c"}
{"event":"end","id":3,"cla`, []string{"a", "b"}},
	} {
		events, err := os.Create(filepath.Join(t.TempDir(), "events"))
		if err != nil {
			t.Fatal(err)
		}
		defer events.Close()
		if _, err := events.WriteString(test.events); err != nil {
			t.Fatal(err)
		}
		run := &serverRun{tests: &testRun{events: events}, program: vm.Program{Arguments: []string{"", "p.T"}}}
		result := run.ended(&Result{})
		if (result == nil) != (test.want == nil) {
			t.Fatalf("%s: result %+v", test.name, result)
		}
		if result == nil {
			continue
		}
		counts := profiles.CountTests(result.Outcome.Tests)
		if result.Outcome.Main != "p.T" || counts.Passed != 1 || counts.Unfinished != 1 || len(result.Outcome.Tests) != len(test.want) {
			t.Errorf("%s: %+v", test.name, result.Outcome)
		}
	}
	if result := (&serverRun{}).ended(&Result{}); result != nil {
		t.Errorf("of a program there is %+v", result)
	}
}
