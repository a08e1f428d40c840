//go:build unix

package project

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/sourcegraph/conc"
)

func TestTool(t *testing.T) {
	folder := t.TempDir()
	for _, test := range []struct {
		script, output, problem string
		timeout                 time.Duration
		transient               bool
	}{
		{"echo said; echo complained >&2; exit 3", "said\ncomplained\n", "", 0, false},
		{"kill -9 $$", "", "sh was ended in " + folder + " (signal: killed)", 0, true},
		{"sleep 60 & sleep 60", "", "sh took longer than 100ms in " + folder + ", and was ended", 100 * time.Millisecond, true},
		{"yes 0123456789abcde | head -c 1000000", strings.Repeat("0123456789abcde\n", maxToolOutput/16), "", 0, false},
	} {
		call := tool{folder: folder, arguments: []string{"sh", "-c", test.script}, timeout: test.timeout}
		output, err := call.run(t.Context(), "")
		var failed *toolError
		if test.problem == "" && (err != nil || output != test.output) {
			t.Errorf("%s: %q, %v", test.script, output, err)
		} else if test.problem != "" && (!errors.As(err, &failed) || failed.problem != test.problem || failed.transient != test.transient) {
			t.Errorf("%s: error %v, want %s", test.script, err, test.problem)
		}
	}
	call := tool{folder: folder, arguments: []string{filepath.Join(folder, "nowhere")}}
	if _, err := call.run(t.Context(), ""); err == nil || !strings.Contains(err.Error(), "cannot be started") {
		t.Errorf("a tool that is not there: %v", err)
	}
}

// TestCancelledTool ends a build tool together with what it has started.
func TestCancelledTool(t *testing.T) {
	folder := t.TempDir()
	started := filepath.Join(folder, "started")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	done := make(chan error, 1)
	var task conc.WaitGroup
	defer task.Wait()
	task.Go(func() {
		call := tool{folder: folder, arguments: []string{"sh", "-c", "sleep 60 & echo $! > " + started + ".new; mv " + started + ".new " + started + "; wait"}}
		_, err := call.run(ctx, "")
		done <- err
	})
	child := 0
	for deadline := time.Now().Add(30 * time.Second); child == 0; time.Sleep(time.Millisecond) {
		text, err := os.ReadFile(started)
		if err == nil {
			child, err = strconv.Atoi(strings.TrimSpace(string(text)))
		}
		if err != nil && time.Now().After(deadline) {
			t.Fatalf("the tool did not start: %v", err)
		}
	}
	cancel()
	select {
	case err := <-done:
		if !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
	case <-time.After(30 * time.Second):
		t.Fatal("the tool did not end")
	}
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(time.Millisecond) {
		if err := syscall.Kill(child, 0); errors.Is(err, syscall.ESRCH) || isZombie(child) {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("what the tool has started goes on")
		}
	}
}

// isZombie tells whether a process has ended, and nobody has asked how.
func isZombie(pid int) bool {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return false
	}
	_, state, _ := strings.Cut(string(text), ") ")
	return strings.HasPrefix(state, "Z")
}
