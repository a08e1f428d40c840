package worker

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"os"
	"sync"

	"github.com/sourcegraph/conc"
)

// Tail is a writer that keeps the last bytes written to it. It may be used by
// many goroutines.
type Tail struct {
	mutex   sync.Mutex
	limit   int
	bytes   []byte
	dropped uint64
	lines   uint64 // line ends among all that was written
}

// NewTail returns a Tail that keeps limit bytes.
func NewTail(limit int) *Tail { return &Tail{limit: limit} }

// Write keeps the end of p. It never fails.
func (t *Tail) Write(p []byte) (int, error) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.bytes = append(t.bytes, p...)
	t.lines += uint64(bytes.Count(p, []byte{'\n'}))
	// Moving the bytes only at twice the limit makes that cost constant per byte.
	if len(t.bytes) > 2*t.limit {
		t.trim()
	}
	return len(p), nil
}

func (t *Tail) trim() {
	if excess := len(t.bytes) - t.limit; excess > 0 {
		t.dropped += uint64(excess)
		t.bytes = append(t.bytes[:0], t.bytes[excess:]...)
	}
}

// String is what was kept, after a line that says how much was not.
func (t *Tail) String() string {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.trim()
	if t.dropped == 0 {
		return string(t.bytes)
	}
	return fmt.Sprintf("[%d bytes of output left out]\n%s", t.dropped, t.bytes)
}

// Since is what was written from a byte on, counted from 0, or what was kept of it: then from is where that begins.
func (t *Tail) Since(byte uint64) (text []byte, from uint64) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	from = max(byte, t.dropped)
	if kept := from - t.dropped; kept < uint64(len(t.bytes)) {
		text = bytes.Clone(t.bytes[kept:])
	}
	return text, from
}

// Lines counts the lines of all that was written, a last one without an end included.
func (t *Tail) Lines() uint64 {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if n := len(t.bytes); n > 0 && t.bytes[n-1] != '\n' {
		return t.lines + 1
	}
	return t.lines
}

// Capture is a pipe whose reading end is kept in a Tail: a program's output for
// somebody who looks at it later.
type Capture struct {
	File *os.File // the writing end, to be given to a worker
	tail *Tail
	task conc.WaitGroup
}

// NewCapture opens a pipe of which the last limit bytes are kept.
func NewCapture(limit int) (*Capture, error) {
	reader, writer, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("capturing the program's output: %w", err)
	}
	c := &Capture{File: writer, tail: NewTail(limit)}
	c.task.Go(func() {
		defer reader.Close()
		if _, err := io.Copy(c.tail, reader); err != nil {
			slog.Debug("capturing the program's output", "error", err)
		}
	})
	return c, nil
}

// Tail is what has been written so far.
func (c *Capture) Tail() *Tail { return c.tail }

// Close closes the writing end, waits until everything that was written has been
// read, and returns the Tail of it. The worker must be closed before, since it
// holds the writing end too.
func (c *Capture) Close() *Tail {
	c.File.Close()
	c.task.Wait()
	return c.tail
}
