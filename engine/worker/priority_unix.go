//go:build unix

package worker

import (
	"log/slog"

	"golang.org/x/sys/unix"
)

// backgroundPriority is the nice value of what nobody waits for: what nice(1) adds, if it is not told how much.
const backgroundPriority = 10

// LowerPriority has the worker leave the processor to what somebody waits for, such as an editor and a build. Its process leads a group, whose priority is that of all its threads, unless it
// shares its parent's: then nothing happens. There is no way back, but a worker runs one program only.
func (w *Worker) LowerPriority() {
	select {
	case <-w.exited: // its number may be another process's
		return
	default:
	}
	if w.sharedGroup {
		return
	}
	if err := unix.Setpriority(unix.PRIO_PGRP, w.command.Process.Pid, backgroundPriority); err != nil {
		slog.Debug("lowering the priority of a worker", "error", err)
	}
}
