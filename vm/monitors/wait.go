package monitors

import (
	"hotlens/vm/memory"
	"hotlens/vm/threads"
)

// This file is what threads wait for besides the monitors themselves: notifications,
// the passing of time, and permits.

// WaitResult says how a wait has ended.
type WaitResult uint8

// The results of waits.
const (
	Woken       WaitResult = iota // by what it waited for, the deadline, or Thread.stop
	NotOwner                      // the thread does not own the monitor
	Interrupted                   // the thread was interrupted, and the status is cleared
	GaveUp                        // the thread does not own the monitor that it wanted to enter: see JavaThread.GivesUp
)

// mode says what a thread waits for.
type mode uint8

const (
	forTime         mode = iota // in Sleep
	forPermit                   // in Park
	forNotification             // in Wait
	toReenter                   // in Wait, for the monitor
	toEnter                     // in Enter
)

// wait is a wait that goes on. All that there is to know of it is here, and not on a stack, so that it can be
// continued by Resume.
type wait struct {
	mode     mode
	deadline int64          // a time of the clock or threads.Never
	before   threads.Status // to be restored
	monitor  *monitor
	count    int // of the recursive entries in Wait
}

// await waits until the wait is over; timedOut says that its deadline has passed.
func (t *Table) await(thread *Thread, timedOut bool) WaitResult {
	for {
		waits, result := t.waits(thread, timedOut)
		if !waits {
			return result
		}
		timedOut = thread.java.Block(thread.wait.deadline)
	}
}

// Resume continues a wait whose JavaThread.Block has not returned, but ended the goroutine: timedOut is what it would have
// returned.
func (t *Table) Resume(thread *Thread, timedOut bool) WaitResult { return t.await(thread, timedOut) }

// waits reports whether the thread has to go on waiting, and if not, how the wait has ended.
func (t *Table) waits(thread *Thread, timedOut bool) (waits bool, result WaitResult) {
	w := &thread.wait
	goesOn := !timedOut && !thread.interrupted && !thread.java.StopPending()
	switch w.mode {
	case forTime:
		if goesOn {
			return true, 0
		}
		thread.sleeping = false
		thread.java.SetStatus(w.before)
		return false, t.interruption(thread)
	case forPermit:
		if goesOn && !thread.permit {
			return true, 0
		}
		thread.parked, thread.permit = false, false
		thread.java.SetStatus(w.before)
		thread.Waited.end(t.clock.Now())
	case forNotification:
		if goesOn && !thread.notified {
			return true, 0
		}
		mon := w.monitor
		if !thread.notified {
			mon.waiters = without(mon.waiters, thread)
		}
		thread.java.SetStatus(w.before)
		thread.Waited.end(t.clock.Now())
		thread.waitingOn = nil
		w.mode = toReenter
		t.beginEnter(thread, mon)
		return t.waits(thread, false)
	case toReenter:
		if t.waitsToEnter(thread, false) {
			return true, 0
		}
		w.monitor.users--
		w.monitor.count = w.count
		// A thread that was notified and interrupted at the same time returns as notified, and
		// stays interrupted (JLS 17.2.4).
		if !thread.notified {
			return false, t.interruption(thread)
		}
	case toEnter:
		if t.waitsToEnter(thread, thread.java.GivesUp()) {
			return true, 0
		}
		if w.monitor.owner != thread {
			return false, GaveUp
		}
	}
	return false, Woken
}

// interruption is the result of a wait that an interrupt ends. Thread.stop comes first.
func (t *Table) interruption(thread *Thread) WaitResult {
	if !thread.java.StopPending() && t.TakeInterrupt(thread) {
		return Interrupted
	}
	return Woken
}

// begin begins a wait, in which the thread has the given status.
func (thread *Thread) begin(mode mode, deadline int64, status threads.Status) {
	thread.wait = wait{mode: mode, deadline: deadline, before: thread.java.Status()}
	thread.java.SetStatus(status)
}

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
	deadline, status := threads.Never, threads.Waiting
	if nanos > 0 {
		deadline, status = threads.After(t.clock, nanos), threads.TimedWaiting
	}
	thread.begin(forNotification, deadline, status)
	thread.wait.monitor, thread.wait.count = mon, mon.count
	mon.users++
	mon.waiters = append(mon.waiters, thread)
	thread.waitingOn, thread.notified = mon, false
	thread.Waited.begin(t.clock.Now())
	t.release(mon)
	return t.await(thread, false)
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
		waiter.java.SetStatus(threads.Blocked) // it waits for the monitor from now on
		t.scheduler.Unblock(waiter.task)
		if !all {
			break
		}
	}
	return true
}

// Interrupt is Thread.interrupt: it sets the thread's interrupt status, and ends its wait. It leaves a permit, as
// HotSpot's does: a thread that has taken note of it parks once for nothing.
func (t *Table) Interrupt(thread *Thread) {
	thread.interrupted, thread.permit = true, true
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

// Sleep is Thread.sleep: Interrupted, at once if the thread has been interrupted before, or Woken.
func (t *Table) Sleep(thread *Thread, nanos int64) WaitResult {
	if t.TakeInterrupt(thread) {
		return Interrupted
	}
	thread.begin(forTime, threads.After(t.clock, nanos), threads.Sleeping)
	thread.sleeping = true
	return t.await(thread, false)
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
	thread.begin(forPermit, deadline, status)
	thread.Waited.begin(t.clock.Now())
	thread.parked = true
	t.await(thread, false)
}

// Unpark gives a thread its permit.
func (t *Table) Unpark(thread *Thread) {
	thread.permit = true
	if thread.parked {
		t.scheduler.Unblock(thread.task)
	}
}
