package lsp

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"hotlens/engine/worker"
	"hotlens/profiles"
)

// told are the pieces of output that the server has told since the last question.
func (e *editor) told() []string {
	e.t.Helper()
	pieces := []string{}
	for _, params := range e.seen(methodOutput) {
		var p printed
		e.unmarshal(params, &p)
		piece := p.Text
		if p.Begins {
			piece = "begins: " + piece
		}
		pieces = append(pieces, piece)
	}
	return pieces
}

// TestFollow tells an editor that has asked for it what a program prints while it runs, and no other.
func TestFollow(t *testing.T) {
	session(t, func(e *editor) {
		e.initialize(everything, `{"trusted": true}`)
		e.open(demoText)
		tail := worker.NewTail(1 << 10)
		long := e.answerLong()
		long.running.Printed = tail.Since
		long.running.Outcome = func() *profiles.Outcome {
			return &profiles.Outcome{Main: "Demo", Running: true, Wall: time.Second, Output: tail.String()}
		}
		prints := func(text string) {
			if _, err := tail.Write([]byte(text)); err != nil {
				t.Fatal(err)
			}
			time.Sleep(outputInterval)
			synctest.Wait()
		}
		again := e.answerLong()
		again.running = long.running
		e.save()
		e.settle()
		prints("one\n")
		expect(t, "before it has asked", e.told(), []string{})
		got, err := e.command("hotlens.output", nil, map[string]bool{"show": false, "follow": true})
		expect(t, "error", err, nil)
		var answer outputAnswer
		e.unmarshal(got, &answer)
		synctest.Wait()
		expect(t, "what was there", e.told(), []string{"begins: one\n"})
		prints("two\nthr")
		expect(t, "whole lines", e.told(), []string{"two\n"})
		prints("")
		expect(t, "the line so far", e.told(), []string{"thr"})
		prints("ee\n\tat Demo.main(Demo.java:7)\n")
		expect(t, "with links", e.told(), []string{"ee\n\tat Demo.main(/work/Demo.java:7)\n"})
		prints("")
		expect(t, "nothing new", e.told(), []string{})
		written, err := os.ReadFile(answer.URI.Filename())
		expect(t, "error", err, nil)
		expect(t, "the file", string(written), "one\ntwo\nthree\n\tat Demo.main(/work/Demo.java:7)\n[Demo: still running after 1 s]\n")

		long.finish <- profiled(demoText, 25)
		e.settle()
		prints("late\n")
		expect(t, "after its end", e.told(), []string{})

		e.save() // another program of which everything is told
		e.settle()
		expect(t, "told of the next program", len(e.told()), 1)
		if _, err := e.command("hotlens.output", nil, map[string]bool{"show": false, "follow": false}); err != nil {
			t.Fatal(err)
		}
		again.finish <- profiled(demoText, 25)
		e.settle()
	})
}

// TestOutputPieces cuts outputs into pieces of bounded size, and says what is left out.
func TestOutputPieces(t *testing.T) {
	tail := worker.NewTail(4 * outputPiece)
	pieces := outputPieces{fresh: true}
	next := func(print string) (string, bool) {
		if _, err := tail.Write([]byte(print)); err != nil {
			t.Fatal(err)
		}
		return pieces.next(tail.Since)
	}
	line := strings.Repeat("x", 99) + "\n"
	text, begins := next("")
	expect(t, "at first", fmt.Sprint(text, begins), "true")
	text, begins = next(strings.Repeat(line, 1000))
	lines := outputPiece / len(line)
	expect(t, "too much at a time", text, fmt.Sprintf("[%d,%03d bytes of output left out]\n", (1000-lines)/10, (1000-lines)%10*100)+strings.Repeat(line, lines))
	expect(t, "begins", begins, false)
	text, _ = next("a\xe2\x82")
	expect(t, "half a character", text, "a")
	text, _ = next("\xacb")
	expect(t, "the rest of it", text, "\u20acb")
	anew := 0
	for range 2 * outputTotal / outputPiece {
		text, begins = next(strings.Repeat(line, lines))
		if len(text) > outputPiece+100 {
			t.Errorf("a piece of %d bytes", len(text))
		}
		if begins {
			anew++
			if !strings.Contains(text, "bytes of output left out]\n") {
				t.Errorf("it begins anew with %.80q", text)
			}
		}
	}
	expect(t, "how often it begins anew", anew, 2)
}
