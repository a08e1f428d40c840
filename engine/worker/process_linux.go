package worker

import "syscall"

// attributes puts the worker into a process group of its own, if ownGroup is
// set, and lets the kernel kill it when the agent dies, see PR_SET_PDEATHSIG in
// prctl(2). That signal is tied to the thread that started the worker; Go ends a
// thread only if a goroutine locked to it returns, which the agent never does.
func attributes(ownGroup bool) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: ownGroup, Pdeathsig: syscall.SIGKILL}
}
