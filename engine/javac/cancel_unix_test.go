//go:build unix

package javac

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/sourcegraph/conc"
	"golang.org/x/sys/unix"

	"hotlens/vm/oracle"
)

// TestCancel cancels a compilation that would never end. The pipe is open as long as
// the JVM lives.
func TestCancel(t *testing.T) {
	oracle.Once(t)
	request := processing(t, "class A { }", "-Athen=wait")
	path := filepath.Join(request.OutputDir, "pipe")
	if err := errors.Join(os.Mkdir(request.OutputDir, 0o700), unix.Mkfifo(path, 0o600)); err != nil {
		t.Fatal(err)
	}
	request.Options = append(request.Options, "-Apipe="+path)
	ctx, cancel := context.WithCancel(t.Context())
	var pipe *os.File
	var opening conc.WaitGroup
	opening.Go(func() {
		defer cancel()
		var err error
		if pipe, err = os.Open(path); err != nil {
			t.Error(err)
		}
	})
	if _, err := service.Compile(ctx, request); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
		return // nobody opens the pipe
	}
	opening.Wait()
	defer pipe.Close()
	if n, err := pipe.Read(make([]byte, 1)); n != 0 || !errors.Is(err, io.EOF) {
		t.Errorf("the JVM talks: %d bytes, %v", n, err)
	}
	if _, err := service.Compile(ctx, request); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
	request.Processors = false
	mustCompile(t, request) // by a new JVM
}
