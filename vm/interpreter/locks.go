package interpreter

import (
	"hotlens/vm/memory"
	"hotlens/vm/monitors"
	"hotlens/vm/threads"
)

// This file is what Java threads do with monitors (package monitors), and the
// exceptions that they get.

// LockObject is monitorenter. It throws what ends a test that would wait for ever.
func (t *Thread) LockObject(r memory.Ref) {
	if !t.M.monitors.Enter(&t.locks, r) {
		t.takeTestStop()
	}
}

// HoldsLock reports whether t owns the object's monitor.
func (t *Thread) HoldsLock(r memory.Ref) bool { return t.M.monitors.Owns(&t.locks, r) }

// UnlockObject is monitorexit; it throws IllegalMonitorStateException when t is
// not the owner.
func (t *Thread) UnlockObject(r memory.Ref) {
	if !t.M.monitors.Exit(&t.locks, r) {
		t.Throw("java/lang/IllegalMonitorStateException", "")
	}
}

// What follows up to Park is called by the native methods of the same names, and at their ends.

// Wait is Object.wait with a limit in nanoseconds, 0 for none.
func (t *Thread) Wait(r memory.Ref, nanos int64) {
	t.Root(r)
	t.waitAs(notified, func() { t.afterWait(t.M.monitors.Wait(&t.locks, r, nanos)) })
}

// Notify wakes one or all threads that wait on r.
func (t *Thread) Notify(r memory.Ref, all bool) {
	if !t.M.monitors.Notify(&t.locks, r, all) {
		t.Throw("java/lang/IllegalMonitorStateException", "current thread is not owner")
	}
}

// IdentityHash is System.identityHashCode: positive, and the same in every run.
func (m *Machine) IdentityHash(r memory.Ref) uint32 { return m.monitors.IdentityHash(r) }

// Interrupt is Thread.interrupt's effect on a thread that waits.
func (m *Machine) Interrupt(t *Thread) { m.monitors.Interrupt(&t.locks) }

// TakeInterrupt clears the interrupt status and reports what it was.
func (t *Thread) TakeInterrupt() bool { return t.M.monitors.TakeInterrupt(&t.locks) }

// Sleep is Thread.sleep, which only gives way if it is for no time; it throws InterruptedException. A virtual thread has a permit afterwards:
// VirtualThread.sleepNanos waits by parking, and returns one as it may have taken one.
func (t *Thread) Sleep(nanos int64) {
	if t.TakeInterrupt() {
		t.afterSleep(monitors.Interrupted)
		if t.virtual {
			t.M.NoteIn(t.Exception, InterruptedBefore, 0)
		}
		return
	}
	if nanos == 0 {
		t.GiveWay()
		return
	}
	if t.virtual {
		t.M.Unpark(t)
		t.skipUnparker()
	}
	t.waitAs(sleeping, func() { t.afterSleep(t.M.monitors.Sleep(&t.locks, nanos)) })
}

// Park is Unsafe.park: until a permit, an interrupt or the deadline.
func (t *Thread) Park(deadline int64) {
	if t.virtual && deadline >= 0 {
		t.skipUnparker()
	}
	t.waitAs(parked, func() { t.M.monitors.Park(&t.locks, deadline) })
	t.takeStop()
}

// Unpark gives a thread its permit.
func (m *Machine) Unpark(t *Thread) { m.monitors.Unpark(&t.locks) }

// What follows is what package monitors asks of a thread (monitors.JavaThread).

// StopPending reports whether StopThread has an exception for the thread, or a test ends that it runs.
func (t *Thread) StopPending() bool { return t.stopped != 0 || t.GivesUp() }

// GivesUp reports whether a test ends that the thread runs.
func (t *Thread) GivesUp() bool { return t.stopping != nil && t.stoppable() }

// Status is what Thread.getState decodes.
func (t *Thread) Status() threads.Status {
	if t.Object == 0 {
		return threads.Runnable
	}
	fields := t.M.ThreadFields(t.Object)
	if fields == 0 {
		return threads.Runnable // it is being made
	}
	return threads.Status(t.M.Memory.I32(fields + t.M.Known.ThreadStatus))
}

// SetStatus sets what Thread.getState decodes.
func (t *Thread) SetStatus(status threads.Status) {
	if t.Object == 0 {
		return
	}
	if fields := t.M.ThreadFields(t.Object); fields != 0 {
		t.M.Memory.SetU32(fields+t.M.Known.ThreadStatus, uint32(status))
	}
}

// ClearInterrupted clears the interrupt status in the java.lang.Thread object.
func (t *Thread) ClearInterrupted() {
	if t.Object != 0 {
		t.M.Memory.SetU8(t.Object+t.M.Known.ThreadInterrupted, 0)
	}
}
