//go:build unix

package javac

import (
	"log/slog"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// lowestPriority is the nice value that leaves the processor to everybody else (setpriority(2)).
const lowestPriority = 19

// ownGroup makes a process the leader of a group, whose priority is that of all its threads.
func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// lowerPriority has a process that leads a group work only when nobody else does.
func lowerPriority(process *os.Process) {
	if err := unix.Setpriority(unix.PRIO_PGRP, process.Pid, lowestPriority); err != nil {
		slog.Debug("lowering the priority of a process", "error", err)
	}
}
