package lsp

import (
	"encoding/json"
	"fmt"
	"testing"

	"go.lsp.dev/uri"

	"hotlens/engine"
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
}
