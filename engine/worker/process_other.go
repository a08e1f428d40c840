//go:build unix && !linux

package worker

import "syscall"

// attributes puts the worker into a process group of its own, if ownGroup is
// set. The worker notices the agent's death by the end of its command pipe.
func attributes(ownGroup bool) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: ownGroup}
}
