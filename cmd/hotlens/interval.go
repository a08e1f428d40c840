package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"time"

	"github.com/spf13/pflag"

	"hotlens/profiles"
)

// intervalFlags hand the profile of the running program to a command of the user's, at intervals.
type intervalFlags struct {
	every   time.Duration
	command string
	number  int   // of the next snapshot
	cut     bool  // the command was ended because the run was to end; it is not called again
	failed  error // of the first call of the command that failed; it is not called again
}

// snapshotVariable and finalVariable are set in the command's environment: the number of the snapshot, from 1, and 1 for the last one, of
// the program when it has ended, else 0.
const (
	snapshotVariable = "HOTLENS_SNAPSHOT"
	finalVariable    = "HOTLENS_FINAL"
)

func (f *intervalFlags) register(set *pflag.FlagSet) {
	registerDuration(set, &f.every, "on-interval", 0, "with --exec: hand the profile so far to a command after each such time, by the run's clock, and at the end")
	set.StringVar(&f.command, "exec", "", "with --on-interval: the shell command, which has the profile in JSON as its input")
}

func (f *intervalFlags) check() error {
	switch {
	case (f.every != 0) != (f.command != ""):
		return errors.New("--on-interval and --exec belong together: give both, such as --on-interval 1s --exec 'jq .totals'")
	case f.every < 0:
		return fmt.Errorf("--on-interval is %v: give a time such as 100ms", f.every)
	}
	return nil
}

// hand runs the command with a profile, unless it has failed before.
func (f *intervalFlags) hand(ctx context.Context, p *profiles.Profile, final bool) {
	if f.failed != nil || f.cut {
		return
	}
	f.number++
	last := 0
	if final {
		last = 1
	}
	shell := []string{"sh", "-c"}
	if runtime.GOOS == "windows" {
		shell = []string{"cmd", "/c"}
	}
	command := exec.CommandContext(ctx, shell[0], append(shell[1:], f.command)...)
	command.WaitDelay = time.Second // what it has started may keep its input open
	command.Env = append(os.Environ(), snapshotVariable+"="+strconv.Itoa(f.number), finalVariable+"="+strconv.Itoa(last))
	// The program's own output goes to stdout, and the report.
	command.Stdout, command.Stderr = os.Stderr, os.Stderr
	var text bytes.Buffer
	if f.failed = profiles.Encode(&text, p); f.failed == nil {
		command.Stdin = io.Reader(&text)
		f.failed = command.Run()
	}
	if ctx.Err() != nil {
		f.failed, f.cut = nil, true
	}
	if f.failed != nil {
		f.failed = fmt.Errorf("--exec, snapshot %d: %w", f.number, f.failed)
		complain(os.Stderr, f.failed.Error()+"; the program goes on without further snapshots")
	}
}
