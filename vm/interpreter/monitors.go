package interpreter

import (
	"hotlens/vm/memory"
	"hotlens/vm/threads"
)

// This file holds locks, waiting, sleeping, parking and the identity hash.

// identityHashBits is the width of an identity hash: it fits a lock word.
const identityHashBits = 28

// monitor is an inflated lock: an object that threads contend for or wait on, or
// whose lock word is needed for the identity hash.
type monitor struct {
	object  memory.Ref
	owner   *Thread
	count   int // recursive entries
	entry   []*Thread
	waiters []*Thread
	hash    uint32
	users   int // threads inside enterMonitor or Wait, woken ones included
}

func (mon *monitor) busy() bool { return mon.owner != nil || mon.users > 0 }

func (m *Machine) lockWord(r memory.Ref) uint32 { return m.Memory.U32(r + memory.ObjectLock) }

func (m *Machine) setLockWord(r memory.Ref, word uint32) {
	m.Memory.SetU32(r+memory.ObjectLock, word)
}

// inflate gives an object a monitor of its own.
func (m *Machine) inflate(r memory.Ref) *monitor {
	word := m.lockWord(r)
	if word&memory.LockTagMask == memory.LockInflated {
		return m.monitors[word>>memory.LockShift]
	}
	mon := &monitor{object: r}
	if word&memory.LockTagMask == memory.LockThin {
		mon.owner = m.thinOwner(word)
		mon.count = int(word&memory.LockCountMask)/memory.LockCountUnit + 1
	} else {
		mon.hash = word >> memory.LockShift
	}
	var index uint32
	if n := len(m.freeMonitors); n > 0 {
		index = m.freeMonitors[n-1]
		m.freeMonitors = m.freeMonitors[:n-1]
		m.monitors[index] = mon
	} else {
		index = uint32(len(m.monitors))
		m.monitors = append(m.monitors, mon)
	}
	m.setLockWord(r, memory.LockInflated|index<<memory.LockShift)
	return mon
}

// deflate takes the monitor of an unlocked object away again.
func (m *Machine) deflate(r memory.Ref, mon *monitor) {
	if mon.busy() {
		return
	}
	m.freeMonitors = append(m.freeMonitors, m.lockWord(r)>>memory.LockShift)
	m.setLockWord(r, memory.LockNeutral|mon.hash<<memory.LockShift)
}

// thinOwner is the thread that holds a thin lock.
func (m *Machine) thinOwner(word uint32) *Thread {
	for _, t := range m.threadList {
		if !t.ended && t.thinLock>>memory.LockOwnerShift == word>>memory.LockOwnerShift {
			return t
		}
	}
	return nil
}

func (m *Machine) threadByID(id int) *Thread {
	for _, t := range m.threadList {
		if t.ID == id {
			return t
		}
	}
	return nil
}

// LockObject is monitorenter.
func (t *Thread) LockObject(r memory.Ref) {
	m := t.M
	word := m.lockWord(r)
	switch {
	case word == 0:
		m.setLockWord(r, t.thinLock)
		return
	case word&memory.LockTagMask == memory.LockThin && word>>memory.LockOwnerShift == t.thinLock>>memory.LockOwnerShift && word&memory.LockCountMask < memory.LockCountMask:
		m.setLockWord(r, word+memory.LockCountUnit)
		return
	}
	m.enterMonitor(t, m.inflate(r))
}

func (m *Machine) enterMonitor(t *Thread, mon *monitor) {
	if mon.owner == t {
		mon.count++
		return
	}
	status := m.ThreadStatus(t)
	mon.users++
	if mon.owner != nil {
		t.blocked.begin(m.Nanos())
		t.entering = mon
	}
	for mon.owner != nil {
		m.SetThreadStatus(t, statusBlocked)
		mon.entry = append(mon.entry, t)
		t.Block(threads.Never)
		m.SetThreadStatus(t, status)
	}
	if t.entering != nil {
		t.blocked.end(m.Nanos())
		t.entering = nil
	}
	mon.users--
	mon.owner, mon.count = t, 1
}

// HoldsLock reports whether t owns the object's monitor.
func (t *Thread) HoldsLock(r memory.Ref) bool {
	word := t.M.lockWord(r)
	switch word & memory.LockTagMask {
	case memory.LockThin:
		return word>>memory.LockOwnerShift == t.thinLock>>memory.LockOwnerShift
	case memory.LockInflated:
		return t.M.monitors[word>>memory.LockShift].owner == t
	}
	return false
}

// UnlockObject is monitorexit; it throws IllegalMonitorStateException when t is
// not the owner.
func (t *Thread) UnlockObject(r memory.Ref) {
	m := t.M
	if !t.HoldsLock(r) {
		t.Throw("java/lang/IllegalMonitorStateException", "")
		return
	}
	word := m.lockWord(r)
	if word&memory.LockTagMask == memory.LockThin {
		if word&memory.LockCountMask != 0 {
			m.setLockWord(r, word-memory.LockCountUnit)
		} else {
			m.setLockWord(r, 0)
		}
		return
	}
	mon := m.monitors[word>>memory.LockShift]
	if mon.count--; mon.count == 0 {
		m.release(mon)
		m.deflate(r, mon)
	}
}

// release gives a monitor up and wakes the thread that has waited longest.
func (m *Machine) release(mon *monitor) {
	mon.owner, mon.count = nil, 0
	if len(mon.entry) > 0 {
		next := mon.entry[0]
		mon.entry = mon.entry[1:]
		m.Scheduler.Unblock(next.Task)
	}
}

// Wait is Object.wait with a limit in nanoseconds, 0 for none.
func (t *Thread) Wait(r memory.Ref, nanos int64) {
	m := t.M
	if !t.HoldsLock(r) {
		t.Throw("java/lang/IllegalMonitorStateException", "current thread is not owner")
		return
	}
	if t.TakeInterrupt() {
		t.Throw("java/lang/InterruptedException", "")
		return
	}
	mon := m.inflate(r)
	t.Root(r)
	count := mon.count
	deadline := threads.Never
	status := int32(statusWaiting)
	if nanos > 0 {
		deadline = m.After(nanos)
		status = statusTimedWaiting
	}
	mon.users++
	mon.waiters = append(mon.waiters, t)
	t.waitingOn, t.notified = mon, false
	t.waited.begin(m.Nanos())
	m.release(mon)
	old := m.ThreadStatus(t)
	m.SetThreadStatus(t, status)
	for !t.notified && !t.Interrupted && t.stopped == 0 {
		if t.Block(deadline) {
			break
		}
	}
	m.SetThreadStatus(t, old)
	if !t.notified {
		mon.waiters = without(mon.waiters, t)
	}
	t.waited.end(m.Nanos())
	t.waitingOn = nil
	m.enterMonitor(t, mon)
	mon.users--
	mon.count = count
	if !t.takeStop() && !t.notified && t.TakeInterrupt() {
		t.Throw("java/lang/InterruptedException", "")
	}
}

func without(list []*Thread, t *Thread) []*Thread {
	for i, o := range list {
		if o == t {
			return append(list[:i:i], list[i+1:]...)
		}
	}
	return list
}

// Notify wakes one or all threads that wait on r.
func (t *Thread) Notify(r memory.Ref, all bool) {
	m := t.M
	if !t.HoldsLock(r) {
		t.Throw("java/lang/IllegalMonitorStateException", "current thread is not owner")
		return
	}
	word := m.lockWord(r)
	if word&memory.LockTagMask != memory.LockInflated {
		return
	}
	mon := m.monitors[word>>memory.LockShift]
	for len(mon.waiters) > 0 {
		w := mon.waiters[0]
		mon.waiters = mon.waiters[1:]
		w.notified = true
		m.Scheduler.Unblock(w.Task)
		if !all {
			return
		}
	}
}

// IdentityHash is System.identityHashCode: positive, and the same in every run.
func (m *Machine) IdentityHash(r memory.Ref) uint32 {
	if r == 0 {
		return 0
	}
	word := m.lockWord(r)
	switch word & memory.LockTagMask {
	case memory.LockNeutral:
		if h := word >> memory.LockShift; h != 0 {
			return h
		}
		h := m.nextHash()
		m.setLockWord(r, h<<memory.LockShift)
		return h
	case memory.LockThin:
		mon := m.inflate(r)
		mon.hash = m.nextHash()
		return mon.hash
	}
	mon := m.monitors[word>>memory.LockShift]
	if mon.hash == 0 {
		mon.hash = m.nextHash()
	}
	return mon.hash
}

// nextHash mixes a counter, so that hashes spread over tables (the finalizer of
// splitmix, reduced to 32 bits).
func (m *Machine) nextHash() uint32 {
	for {
		m.hashes++
		h := m.hashes * 0x9e3779b9
		h ^= h >> 16
		h *= 0x85ebca6b
		h ^= h >> 13
		if h &= 1<<identityHashBits - 1; h != 0 {
			return h
		}
	}
}

// Interrupt is Thread.interrupt's effect on a thread that waits.
func (m *Machine) Interrupt(t *Thread) {
	t.Interrupted = true
	m.endWait(t)
}

// endWait has a thread that waits, sleeps or is parked look at what has happened.
func (m *Machine) endWait(t *Thread) {
	if t.waitingOn != nil || t.sleeping || t.parked {
		m.Scheduler.Unblock(t.Task)
	}
}

// TakeInterrupt clears the interrupt status and reports what it was.
func (t *Thread) TakeInterrupt() bool {
	m := t.M
	if !t.Interrupted {
		return false
	}
	t.Interrupted = false
	if t.Object != 0 {
		m.Memory.SetU8(t.Object+m.Known.ThreadInterrupted, 0)
	}
	return true
}

// Sleep is Thread.sleep; it throws InterruptedException.
func (t *Thread) Sleep(nanos int64) {
	m := t.M
	if t.TakeInterrupt() {
		t.Throw("java/lang/InterruptedException", "sleep interrupted")
		return
	}
	old := m.ThreadStatus(t)
	m.SetThreadStatus(t, statusSleeping)
	t.sleeping = true
	deadline := m.After(nanos)
	for !t.Interrupted && t.stopped == 0 && !t.Block(deadline) {
	}
	t.sleeping = false
	m.SetThreadStatus(t, old)
	if !t.takeStop() && t.TakeInterrupt() {
		t.Throw("java/lang/InterruptedException", "sleep interrupted")
	}
}

// Park is Unsafe.park: until a permit, an interrupt or the deadline.
func (t *Thread) Park(deadline int64) {
	m := t.M
	if t.parkPermit || t.Interrupted {
		t.parkPermit = false
		return
	}
	old := m.ThreadStatus(t)
	status := int32(statusParked)
	if deadline != threads.Never {
		status = statusTimedParked
	}
	m.SetThreadStatus(t, status)
	t.waited.begin(m.Nanos())
	t.parked = true
	for !t.parkPermit && !t.Interrupted && t.stopped == 0 && !t.Block(deadline) {
	}
	t.parked = false
	t.parkPermit = false
	t.waited.end(m.Nanos())
	m.SetThreadStatus(t, old)
	t.takeStop()
}

// Unpark gives a thread its permit.
func (m *Machine) Unpark(t *Thread) {
	t.parkPermit = true
	if t.parked {
		m.Scheduler.Unblock(t.Task)
	}
}

// Values of Thread.threadStatus (JVMTI thread states, as jdk.internal.misc.VM
// decodes them).
const (
	statusNew          = 0
	statusRunnable     = 5
	statusSleeping     = 225
	statusWaiting      = 401
	statusTimedWaiting = 417
	statusParked       = 657
	statusTimedParked  = 673
	statusBlocked      = 1025
	statusTerminated   = 2
)
