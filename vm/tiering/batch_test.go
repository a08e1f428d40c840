package tiering

import (
	"errors"
	"strings"
	"testing"

	"hotlens/vm/compiler"
)

// TestCompilerFailure demands that a bug of the compiler is told, and that what the compiler
// declines is not.
func TestCompilerFailure(t *testing.T) {
	b := newBench(3)
	var told []string
	b.options.Failed = func(message string) { told = append(told, message) }

	broken := &batch{jobs: []*job{b.job(1, 0)}} // without a function
	broken.make(nil, nil)
	var failure *compiler.Failure
	if !errors.As(broken.err, &failure) || len(failure.Stack) == 0 {
		t.Fatalf("the batch has failed with %v, want a failure with its stack", broken.err)
	}
	for id, err := range []error{&compiler.Declined{Reason: "it is too long"}, broken.err, errors.New("the table is full")} {
		method := b.methods[id]
		b.decline(b.history(method), method, err)
		if b.history(method).declined == "" {
			t.Errorf("%v has not been declined for %v", method, err)
		}
	}
	if len(told) != 1 || !strings.HasPrefix(told[0], "hotlens: warning: compiling Bench.m1()V failed: runtime error: ") || strings.Contains(told[0], "goroutine") {
		t.Errorf("told was %q, want one warning without a stack", told)
	}
}
