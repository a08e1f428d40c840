package worker

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"go.lsp.dev/jsonrpc2"

	"hotlens/profiles"
)

// endless gives the same bytes for ever.
type endless string

func (e endless) Read(b []byte) (int, error) {
	n := 0
	for n < len(b) {
		n += copy(b[n:], e)
	}
	return n, nil
}

func (endless) Write(b []byte) (int, error) { return len(b), nil }
func (endless) Close() error                { return nil }

// TestBoundedStream reads what a worker says that has been taken over: a line without an end, and a message that is too long.
func TestBoundedStream(t *testing.T) {
	for _, text := range []string{"Content-Length", "Content-Length: 2000000000\r\n\r\n", "\x00"} {
		_, _, err := newBoundedStream(endless(text), 1<<20).Read(t.Context())
		if err == nil || !strings.Contains(err.Error(), "longer than 1048576 bytes") && !strings.Contains(err.Error(), "failed parsing") {
			t.Errorf("reading %q: %v", text, err)
		}
	}
	const body = `{"jsonrpc":"2.0","method":"m","params":"abc"}`
	text := fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body)
	stream := newBoundedStream(reading{strings.NewReader(strings.Repeat(text, 100))}, 2*4096)
	for i := range 100 { // together they are longer than one may be
		read, _, err := stream.Read(t.Context())
		if err != nil {
			t.Fatalf("message %d: %v", i, err)
		}
		if _, ok := read.(*jsonrpc2.Notification); !ok {
			t.Fatalf("message %d is a %T", i, read)
		}
	}
}

// reading is a connection that is only read.
type reading struct{ io.Reader }

func (reading) Write(b []byte) (int, error) { return len(b), nil }
func (reading) Close() error                { return nil }

// TestBound cuts what is more than a worker may say.
func TestBound(t *testing.T) {
	frames := make([]profiles.Frame, 3*profiles.MaxExceptionFrames)
	deep := &profiles.Exception{Frames: frames}
	for range 1000 {
		deep = &profiles.Exception{Frames: frames, Cause: deep}
	}
	r := Result{Waiting: make([]profiles.Waiting, 100), Stopped: frames}
	for range 100 {
		r.Uncaught = append(r.Uncaught, *deep)
	}
	r.Waiting[0].Frames = frames
	r.bound()
	causes := 0
	for e := r.Uncaught[0].Cause; e != nil; e = e.Cause {
		if causes++; len(e.Frames) > profiles.MaxExceptionFrames {
			t.Fatalf("cause %d has %d frames", causes, len(e.Frames))
		}
	}
	got := []int{len(r.Uncaught), causes, len(r.Uncaught[0].Frames), len(r.Waiting), len(r.Waiting[0].Frames), len(r.Stopped)}
	want := []int{profiles.MaxExceptions, profiles.MaxExceptionCauses, profiles.MaxExceptionFrames, profiles.MaxWaiting, profiles.MaxExceptionFrames, profiles.MaxExceptionFrames}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("there are %v, want %v", got, want)
			break
		}
	}
	short := Result{Uncaught: []profiles.Exception{{Frames: frames[:2], Cause: &profiles.Exception{Class: "a"}}}}
	if short.bound(); short.Uncaught[0].Cause == nil || len(short.Uncaught[0].Frames) != 2 {
		t.Errorf("a short one became %+v", short)
	}
}
