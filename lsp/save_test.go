package lsp

import (
	"encoding/json"
	"fmt"
	"testing"

	"go.lsp.dev/uri"

	"hotlens/engine"
	"hotlens/engine/affected"
	"hotlens/profiles"
)

// TestSaveAsAWhole checks that the last of a save's runs does not hide what the others have brought.
func TestSaveAsAWhole(t *testing.T) {
	session(t, func(e *editor) {
		s := openShop(e, t.TempDir(), `{"trusted": true}`)
		throws, stopped, unchanged := s.ran("Main", 7), s.ran("Tool", 0), s.ran("Tool", 0)
		throws.Outcome.ExitStatus = 1
		stopped.Status, stopped.Outcome.Limit = engine.StatusLimit, profiles.LimitTime.Reached(1)
		unchanged.Status, unchanged.Profile, unchanged.Outcome, unchanged.Message = engine.StatusUnchanged, nil, nil, ""
		e.engine.answer(s.ran("Tool", 0), s.ran("Main", 7), s.ran("Main", 7), s.ran("Tool", 0), throws, s.ran("Tool", 0), s.ran("Main", 7), stopped, unchanged, s.ran("Main", 7))
		told := func() (all []string) {
			for _, text := range s.seen("hotlens/runFinished") {
				var finished runFinished
				if err := json.Unmarshal([]byte(text), &finished); err != nil {
					t.Fatal(err)
				}
				line := "nothing"
				if r := finished.Save; r != nil {
					line = fmt.Sprintf("%s; %d runs, %d failed, %d stopped, %v", r.Message, len(r.Runs), r.Failed, r.Stopped, r.Output == uri.File(s.path("Main.java")))
				}
				all = append(all, line)
			}
			return all
		}
		for _, name := range []string{"Tool.java", "Main.java"} {
			s.saveFile(name)
			e.settle()
			e.idle()
		}
		expect(t, "one program each", told(), []string{"nothing", "nothing"})
		for _, want := range [][]string{
			{"profiled Main · 1 of 2 ran; 1 runs, 0 failed, 0 stopped, true", "profiled Main · all 2 ran; 2 runs, 0 failed, 0 stopped, true"},
			{"1 of 2 ran, Main failed; 1 runs, 1 failed, 0 stopped, true", "all 2 ran, Main failed; 2 runs, 1 failed, 0 stopped, true"},
			{"profiled Main · 1 of 2 ran; 1 runs, 0 failed, 0 stopped, true", "all 2 ran, Tool was stopped; 2 runs, 0 failed, 1 stopped, true"},
			{"1 of 2 ran, Tool was stopped; 1 runs, 0 failed, 1 stopped, false", "all 2 ran, Tool was stopped; 2 runs, 0 failed, 1 stopped, false"},
		} {
			s.saveFile("Words.java")
			e.settle()
			e.idle()
			expect(t, "two programs", told(), want)
		}
	})
	var ended endedRun
	ended.judge(&run{}, engine.StatusOK, &profiles.Outcome{Main: "shop.orders.Main", ExitStatus: 1})
	expect(t, "without its package", ended.failed, []string{"Main"})
}

// TestUnchangedCount checks that tests which need not run again count as those that they are, and not as those of the run that their file shows.
func TestUnchangedCount(t *testing.T) {
	shown := &profiles.Outcome{Tests: []profiles.Test{{Class: "T", Method: "a"}, {Class: "T", Method: "b"}, {Class: "T", Method: "c", Status: profiles.TestFailed}}}
	s := &server{files: map[string]*fileState{"/w/T.java": {placedRun: placedRun{outcome: shown}}}}
	r := run{path: "/w/T.java", chosen: make([]affected.Choice, 2), batch: batch{number: 1, rest: []run{{}}}}
	report := s.sumUp(&r, &runFinished{Status: engine.StatusUnchanged, Message: "the same"}, nil)
	expect(t, "report", report.Message, "the same · 2 of 3 ran")
}

// TestUnchangedAgain checks that a program that is unchanged is told with its own last run, whatever else has run since.
func TestUnchangedAgain(t *testing.T) {
	session(t, func(e *editor) {
		s := openShop(e, t.TempDir(), `{"trusted": true}`)
		unchanged := s.ran("Tool", 0)
		unchanged.Status, unchanged.Profile, unchanged.Outcome, unchanged.Message = engine.StatusUnchanged, nil, nil, ""
		e.engine.answer(s.ran("Tool", 0), s.ran("Main", 7), unchanged)
		for _, name := range []string{"Tool.java", "Main.java", "Tool.java"} {
			s.saveFile(name)
			e.settle()
			e.idle()
		}
		told := s.seen("hotlens/runFinished")
		var last runFinished
		s.unmarshal(told[len(told)-1], &last)
		if last.Again == nil || last.Again.Message != "profiled Tool" {
			t.Errorf("told: %s", told)
		}
	})
}
