package worker

import (
	"context"
	"fmt"
	"io"

	"go.lsp.dev/jsonrpc2"

	"hotlens/profiles"
)

// This file bounds what an agent takes from a worker: one that its program has taken over may say anything, and without an end.

// maxMessage is how long a message of a worker may be, in bytes: the longest ones list what a run has read and needed, which is some hundred kilobytes.
const maxMessage = 64 << 20

// boundedStream is a stream whose messages have a greatest length.
type boundedStream struct {
	jsonrpc2.Stream
	in *boundedReader
}

// newBoundedStream is a stream over the agent's ends of the pipes.
func newBoundedStream(connection io.ReadWriteCloser, most int64) jsonrpc2.Stream {
	in := &boundedReader{ReadWriteCloser: connection, most: most}
	return boundedStream{jsonrpc2.NewStream(in), in}
}

// Read reads a message. It fails for a longer one, and whoever reads then gives the worker up.
func (s boundedStream) Read(ctx context.Context) (jsonrpc2.Message, int64, error) {
	s.in.read = 0
	return s.Stream.Read(ctx)
}

// boundedReader fails when more than so many bytes are read without a new beginning.
type boundedReader struct {
	io.ReadWriteCloser
	read, most int64
}

func (r *boundedReader) Read(b []byte) (int, error) {
	if r.read >= r.most {
		return 0, fmt.Errorf("a message of the worker is longer than %d bytes", r.most)
	}
	n, err := r.ReadWriteCloser.Read(b[:min(int64(len(b)), r.most-r.read)])
	r.read += int64(n)
	return n, err
}

// bound leaves out of a result what a worker that keeps to the rules does not say.
func (r *Result) bound() {
	r.Uncaught = first(r.Uncaught, profiles.MaxExceptions)
	for i := range r.Uncaught {
		e := &r.Uncaught[i]
		for range profiles.MaxExceptionCauses {
			if e.Frames = first(e.Frames, profiles.MaxExceptionFrames); e.Cause == nil {
				break
			}
			e = e.Cause
		}
		e.Frames, e.Cause = first(e.Frames, profiles.MaxExceptionFrames), nil
	}
	r.Waiting = first(r.Waiting, profiles.MaxWaiting)
	for i := range r.Waiting {
		r.Waiting[i].Frames = first(r.Waiting[i].Frames, profiles.MaxExceptionFrames)
	}
	r.Stopped = first(r.Stopped, profiles.MaxExceptionFrames)
}

// first are the first elements of a list, so many at most.
func first[T any](list []T, most int) []T { return list[:min(len(list), most)] }
