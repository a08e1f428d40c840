package oracle

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
)

// This file measures the memory that a command takes. The system counts for a process what the one had that started it, from which it is
// copied (getrusage(2), ru_maxrss), and tests may have far more than what they start. So a small process stands between: the test's own
// program, which starts the command before it has done anything else.

// measuresVariable has that process start the command that its arguments are; its value is the file for the answer.
const measuresVariable = "HOTLENS_TEST_MEASURES"

func init() {
	if file := os.Getenv(measuresVariable); file != "" {
		os.Exit(measure(file, os.Args[1], os.Args[2:]))
	}
}

// measure runs a command, writes into a file how much memory it has had, and returns its exit status.
func measure(file, program string, arguments []string) (status int) {
	if err := os.Unsetenv(measuresVariable); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	run := exec.Command(program, arguments...)
	run.Stdin, run.Stdout, run.Stderr = os.Stdin, os.Stdout, os.Stderr
	err := run.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	if err := os.WriteFile(file, strconv.AppendInt(nil, resident(run.ProcessState), 10), 0o600); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return run.ProcessState.ExitCode()
}

// measured is a command with such a process around it, and what tells the memory when it has run, in bytes.
func measured(t testing.TB, command Command) (around Command, resident func() int64) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "resident")
	around = command
	around.Program, around.Arguments = self, append([]string{command.Program}, command.Arguments...)
	around.Settings = append(slices.Clone(command.Settings), measuresVariable+"="+file)
	return around, func() int64 {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		bytes, err := strconv.ParseInt(string(text), 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		return bytes
	}
}
