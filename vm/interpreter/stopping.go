package interpreter

import "hotlens/vm/memory"

// This file is Thread.stop, suspend and resume, which JDK 17 still has.

// StopThread makes another thread, or this one, throw an exception. One that waits,
// sleeps or is parked does so at once; one that runs, at its next safepoint.
func (t *Thread) StopThread(o *Thread, exception memory.Ref) {
	if o == t {
		t.Exception = exception
		return
	}
	o.stopped = exception
	t.M.monitors.EndWait(&o.locks)
}

// takeStop makes the exception of StopThread pending, or the error that ends a test, and reports whether there is one.
func (t *Thread) takeStop() bool {
	if t.stopped == 0 {
		return t.takeTestStop()
	}
	t.Exception, t.stopped = t.stopped, 0
	return true
}

// SuspendThread keeps a thread from running until ResumeThread.
func (t *Thread) SuspendThread(o *Thread) {
	o.suspended = true
	if o == t {
		t.account()
		t.proceed()
	}
}

// ResumeThread lets a suspended thread go on.
func (m *Machine) ResumeThread(t *Thread) {
	t.suspended = false
	if t.halted {
		m.Scheduler.Unblock(t.Task)
	}
}
