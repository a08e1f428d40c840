//go:build !unix

package vm

import (
	"context"
	"errors"

	"hotlens/profiles"
	"hotlens/vm/configuration"
)

// VM stands for the machine where it does not run.
type VM struct{}

// Boot says what to do instead.
func Boot(context.Context, configuration.Run, Needs, Files) (*VM, error) {
	return nil, errors.New("hotlens runs Java programs on Linux and macOS only: on Windows, use it inside WSL 2")
}

// SystemFiles are none.
func SystemFiles() []string { return nil }

// Run is never called: there is no machine.
func (*VM) Run(context.Context, Program) Result { return Result{} }

// Stop has nothing to stop.
func (*VM) Stop() {}

// Terminate has nothing to end.
func (*VM) Terminate(*profiles.Limit) {}

// Signal reaches nobody.
func (*VM) Signal(int) {}

// Time fails, as there is nothing to time.
func (*VM) Time(context.Context, *configuration.Timing) error { return errors.New("no program runs") }

// Count fails, as there is nothing to count.
func (*VM) Count(context.Context, bool) error { return errors.New("no program runs") }
