package monitors

import (
	"hotlens/vm/memory"
	"hotlens/vm/threads"
)

// This file is what threads wait for besides the monitors themselves: notifications,
// the passing of time, and permits.

// WaitResult says how Wait has ended.
type WaitResult uint8

// The results of Wait.
const (
	Woken       WaitResult = iota // by a notification, the deadline, or Thread.stop
	NotOwner                      // the thread does not own the monitor
	Interrupted                   // the thread was interrupted, and the status is cleared
)

// Wait is Object.wait with a limit in nanoseconds, 0 for none. The caller keeps the
// object alive.
func (t *Table) Wait(thread *Thread, object memory.Ref, nanos int64) WaitResult {
	if !t.Owns(thread, object) {
		return NotOwner
	}
	if t.TakeInterrupt(thread) {
		return Interrupted
	}
	mon := t.inflate(object)
	count := mon.count
	deadline, status := threads.Never, threads.Waiting
	if nanos > 0 {
		deadline, status = threads.After(t.clock, nanos), threads.TimedWaiting
	}
	mon.users++
	mon.waiters = append(mon.waiters, thread)
	thread.waitingOn, thread.notified = mon, false
	thread.Waited.begin(t.clock.Now())
	t.release(mon)
	thread.blockAs(status, func() {
		for !thread.notified && !thread.interrupted && !thread.java.StopPending() {
			if thread.java.Block(deadline) {
				break
			}
		}
	})
	if !thread.notified {
		mon.waiters = without(mon.waiters, thread)
	}
	thread.Waited.end(t.clock.Now())
	thread.waitingOn = nil
	t.enter(thread, mon, stays)
	mon.users--
	mon.count = count
	// A thread that was notified and interrupted at the same time returns as notified, and
	// stays interrupted (JLS 17.2.4).
	if !thread.java.StopPending() && !thread.notified && t.TakeInterrupt(thread) {
		return Interrupted
	}
	return Woken
}

// Notify wakes the thread that has waited longest on the object, or all. It reports false,
// and does nothing, if the thread does not own the object's monitor.
func (t *Table) Notify(thread *Thread, object memory.Ref, all bool) (owned bool) {
	if !t.Owns(thread, object) {
		return false
	}
	word := t.lockWord(object)
	if word&memory.LockTagMask != memory.LockInflated {
		return true // nobody waits on a thin lock
	}
	mon := t.monitors[word>>memory.LockShift]
	for len(mon.waiters) > 0 {
		waiter := mon.waiters[0]
		mon.waiters = mon.waiters[1:]
		waiter.notified = true
		t.scheduler.Unblock(waiter.task)
		if !all {
			break
		}
	}
	return true
}

// Interrupt is Thread.interrupt: it sets the thread's interrupt status, and ends its wait.
func (t *Table) Interrupt(thread *Thread) {
	thread.interrupted = true
	t.EndWait(thread)
}

// EndWait has a thread that waits, sleeps or is parked look at what has happened.
func (t *Table) EndWait(thread *Thread) {
	if thread.waitingOn != nil || thread.sleeping || thread.parked {
		t.scheduler.Unblock(thread.task)
	}
}

// EndEntering has a thread that waits to enter a monitor look whether it gives up.
func (t *Table) EndEntering(thread *Thread) {
	if thread.entering != nil {
		t.scheduler.Unblock(thread.task)
	}
}

// TakeInterrupt clears the thread's interrupt status and reports what it was.
func (t *Table) TakeInterrupt(thread *Thread) bool {
	if !thread.interrupted {
		return false
	}
	thread.interrupted = false
	thread.java.ClearInterrupted()
	return true
}

// Sleep is Thread.sleep. It reports whether the thread was interrupted, before or
// meanwhile; the status is cleared then.
func (t *Table) Sleep(thread *Thread, nanos int64) (interrupted bool) {
	if t.TakeInterrupt(thread) {
		return true
	}
	deadline := threads.After(t.clock, nanos)
	thread.sleeping = true
	thread.blockAs(threads.Sleeping, func() {
		for !thread.interrupted && !thread.java.StopPending() && !thread.java.Block(deadline) {
		}
	})
	thread.sleeping = false
	return !thread.java.StopPending() && t.TakeInterrupt(thread)
}

// Park is Unsafe.park: until there is a permit, which it takes, an interrupt or the
// deadline, a time of the clock or threads.Never.
func (t *Table) Park(thread *Thread, deadline int64) {
	if thread.permit || thread.interrupted {
		thread.permit = false
		return
	}
	status := threads.Parked
	if deadline != threads.Never {
		status = threads.TimedParked
	}
	thread.Waited.begin(t.clock.Now())
	thread.parked = true
	thread.blockAs(status, func() {
		for !thread.permit && !thread.interrupted && !thread.java.StopPending() && !thread.java.Block(deadline) {
		}
	})
	thread.parked = false
	thread.permit = false
	thread.Waited.end(t.clock.Now())
}

// Unpark gives a thread its permit.
func (t *Table) Unpark(thread *Thread) {
	thread.permit = true
	if thread.parked {
		t.scheduler.Unblock(thread.task)
	}
}
