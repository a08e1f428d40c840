package lsp

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"hotlens/annotations"
	"hotlens/engine"
	"hotlens/profiles/numbers"
	"hotlens/profiles/sources"
)

// This file tells an editor that wants to know what a program prints while it runs.

// methodOutput is our own notification for editors that have asked for it, by hotlens.output.
const methodOutput = "hotlens/output"

// printed are the parameters of hotlens/output. When the program has ended hotlens/runFinished follows, and hotlens.output answers with how it has.
type printed struct {
	Main   string               `json:"main"`   // the main class
	URI    protocol.DocumentURI `json:"uri"`    // of the file that hotlens.output tells, which has grown
	Begins bool                 `json:"begins"` // what was told before is replaced by the text, which else follows it
	Text   string               `json:"text"`
}

const (
	// outputInterval is how often the editor is told: as often as a reader can follow lines that come.
	outputInterval = 200 * time.Millisecond
	// outputPiece is the most that is told at a time, in bytes: some screens full. Of a program that prints more, the rest is left out.
	outputPiece = 16 << 10
	// outputTotal is how much is told, in bytes, before the editor is told to begin anew, so that it does not collect it without a bound. It
	// is more than the server keeps.
	outputTotal = 256 << 10
)

// follower tells the editor what one program prints.
type follower struct {
	cancel context.CancelFunc
	done   chan struct{}
}

// end ends it, and waits for that: nothing is told any more. The nil follower tells nothing.
func (f *follower) end() {
	if f != nil {
		f.cancel()
		<-f.done
	}
}

// followOutput has the editor told what the program prints that runs, if it wants to know. The caller holds s.mu.
func (s *server) followOutput() {
	running := s.running
	if !s.following || running == nil || running.Printed == nil || s.follower != nil {
		return
	}
	ctx, cancel := context.WithCancel(s.lifetime)
	f := &follower{cancel: cancel, done: make(chan struct{})}
	s.follower = f
	s.background.Go(func() {
		defer close(f.done)
		ticker := time.NewTicker(outputInterval)
		defer ticker.Stop()
		pieces := outputPieces{index: running.Index, fresh: true}
		for {
			s.tellOutput(running, &pieces)
			select {
			case <-ticker.C:
			case <-ctx.Done():
				return
			}
		}
	})
}

// tellOutput tells what has been printed since the last time, if there is anything.
func (s *server) tellOutput(running *engine.Running, pieces *outputPieces) {
	text, begins := pieces.next(running.Printed)
	if text == "" && !begins {
		return
	}
	outcome := running.Outcome()
	file, err := s.writeOutput(outcome.Main, annotations.OutputOf(outcome, running.Index).Text)
	if err != nil {
		s.log.Debug("what a program prints cannot be shown", "error", err)
		return
	}
	s.notify(methodOutput, &printed{Main: outcome.Main, URI: uri.File(file), Begins: begins, Text: text})
}

// outputPieces cuts what a program prints into pieces.
type outputPieces struct {
	index *sources.Index
	fresh bool   // nothing was told
	at    uint64 // the byte of the output that the next piece begins with
	told  int    // bytes since the beginning was told last
}

// next is the next piece, whole lines if there are any. It is "" if nothing was printed.
func (p *outputPieces) next(since func(uint64) ([]byte, uint64)) (text string, begins bool) {
	begins, p.fresh = p.fresh, false
	raw, from := since(p.at)
	if len(raw) == 0 {
		return "", begins
	}
	if lines := bytes.LastIndexByte(raw, '\n') + 1; lines > 0 {
		raw = raw[:lines]
	} else {
		raw = wholeCharacters(raw)
	}
	if len(raw) == 0 {
		return "", begins
	}
	end := from + uint64(len(raw))
	if excess := len(raw) - outputPiece; excess > 0 {
		raw = raw[excess:]
		if line := bytes.IndexByte(raw, '\n') + 1; line > 0 && line < len(raw) {
			raw = raw[line:]
		}
	}
	if p.told += len(raw); p.told > outputTotal {
		begins, p.told = true, len(raw)
	}
	left := end - uint64(len(raw))
	if !begins {
		left -= p.at
	}
	text = annotations.LinkOutput(strings.ToValidUTF8(string(raw), "\uFFFD"), p.index)
	if left > 0 {
		text = fmt.Sprintf("[%s of output left out]\n", numbers.Count(left, "byte")) + text
	}
	p.at = end
	return text, begins
}

// wholeCharacters leaves out a character at the end whose other bytes are still to come.
func wholeCharacters(text []byte) []byte {
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if last := text[len(text)-n:]; utf8.RuneStart(last[0]) {
			if !utf8.FullRune(last) {
				return text[:len(text)-n]
			}
			break
		}
	}
	return text
}
