package lsp

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"hotlens/engine"
	"hotlens/profiles"
)

// longRun is a run that tells of its program when the test says so, and ends when it is told to.
type longRun struct {
	running  engine.Running
	finish   chan *engine.Result
	printed  string
	duration time.Duration
}

func (e *editor) answerLong() *longRun {
	l := &longRun{finish: make(chan *engine.Result)}
	l.running = engine.Running{Index: profiled(demoText, 1).Index, Outcome: func() *profiles.Outcome {
		return &profiles.Outcome{Main: "Demo", Running: true, Wall: l.duration, Output: l.printed, OutputLines: 1}
	}}
	e.engine.answers = append(e.engine.answers, func(ctx context.Context, _ func(string)) (*engine.Result, error) {
		e.engine.watch.Started(l.running)
		select {
		case result := <-l.finish:
			return result, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	})
	return l
}

// tell tells of the program after some time.
func (l *longRun) tell(e *editor, after time.Duration, calls uint64) {
	profile := profiled(demoText, calls).Profile
	profile.Complete = false
	l.duration = after
	e.engine.watch.Partial(l.running, profile)
	synctest.Wait()
}

// TestPartial shows what a program has done so far, as such, until it ends.
func TestPartial(t *testing.T) {
	session(t, func(e *editor) {
		e.initialize(everything, `{"trusted": true}`)
		e.open(demoText)
		e.engine.answer(profiled(demoText, 25))
		e.save()
		e.settle()
		before := e.lenses()
		expect(t, "lens before", before[0], "2: 25 calls · 33% of bytecodes")

		e.engine.answers = nil
		long := e.answerLong()
		e.engine.answer(profiled(demoText, 25))
		e.save()
		e.settle()
		expect(t, "first time", e.engine.watch.First, time.Second)
		expect(t, "lenses as long as nothing is known", e.lenses(), before)
		e.seen("workspace/codeLens/refresh")
		long.printed = "so far\n"
		long.tell(e, 2*time.Second, 50)
		expect(t, "refreshed", len(e.seen("workspace/codeLens/refresh")), 1)
		expect(t, "lenses", e.lenses(), []string{
			"2: running, 2 s: 50 calls · 50% of bytecodes", "6: ▶ Profile", "6: running, 2 s · printed 1 line", "6: running, 2 s: 1 call · 100% of bytecodes",
		})
		expect(t, "hints", e.hints(), []string{"7:18 ×50 50% …"})
		for _, arguments := range [][]any{{}, {demoURI, map[string]bool{"show": false}}} {
			got, err := e.command("hotlens.output", arguments...)
			if err != nil {
				t.Fatal(err)
			}
			var output outputAnswer
			e.unmarshal(got, &output)
			expect(t, "output", output.Text, "so far\n[Demo: still running after 2 s]\n")
			expect(t, "running", output.Running, true)
		}
		long.tell(e, 4*time.Second, 75)
		expect(t, "later", e.lenses()[0], "2: running, 4 s: 75 calls · 60% of bytecodes")

		long.finish <- profiled(demoText, 100)
		e.settle()
		expect(t, "in the end", e.lenses()[0], "2: 100 calls · 67% of bytecodes · ▲ +300%")
		_, err := e.command("hotlens.output", demoURI)
		expectError(t, err, requestFailed, "no program has been run yet")
	})
}

// TestPartialCancelled brings back what stood there before the run that is cancelled, and shows nothing where that is not wanted.
func TestPartialCancelled(t *testing.T) {
	session(t, func(e *editor) {
		e.initialize(everything, `{"trusted": true}`)
		e.open(demoText)
		e.engine.answer(profiled(demoText, 25))
		e.save()
		e.settle()
		before := e.lenses()
		e.engine.answers = nil
		long := e.answerLong()
		broken := e.answerLong()
		e.save()
		e.settle()
		watch := e.engine.watch
		long.tell(e, time.Second, 50)
		expect(t, "lens", e.lenses()[0], "2: running, 1 s: 50 calls · 50% of bytecodes")
		e.save()
		e.settle()
		expect(t, "lenses when it is cancelled", e.lenses(), before)
		watch.Partial(long.running, profiled(demoText, 60).Profile) // it comes too late
		synctest.Wait()
		expect(t, "lenses afterwards", e.lenses(), before)
		broken.tell(e, time.Second, 50)
		broken.finish <- &engine.Result{Status: engine.StatusFailed, Message: "it broke"}
		e.settle()
		expect(t, "lenses of a run that failed", e.lenses()[1:3], []string{"6: hotlens: the run failed: it broke · showing the last run", "6: ▶ Profile"})

		e.mu.Lock()
		e.configuration = `{"trusted": true, "partialResults": false}`
		e.mu.Unlock()
		e.notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"hotlens": map[string]any{"trusted": true, "partialResults": false}}})
		e.settle()
		e.engine.answers = nil
		quiet := e.answerLong()
		e.save()
		e.settle()
		expect(t, "nobody is told", e.engine.watch.Partial == nil, true)
		quiet.finish <- profiled(demoText, 25)
		e.settle()
	})
}
