package interpreter

import (
	"slices"

	"hotlens/vm/memory"
	"hotlens/vm/monitors"
)

// This file tells about threads and their locks, for java.lang.management and for who has a program that hangs.

// Blocker is the monitor that the thread waits to enter or to be notified on,
// and who owns it: 0 and nil if there is none.
func (t *Thread) Blocker() (object memory.Ref, owner *Thread) {
	object, id := t.locks.Blocker()
	return object, t.M.threadByID(id)
}

// Entering reports whether the thread waits to enter its Blocker.
func (t *Thread) Entering() bool { return t.locks.Entering() }

// Parked reports whether the thread waits in LockSupport.park.
func (t *Thread) Parked() bool { return t.locks.Parked() }

// Awaited is what the thread waits for: a monitor, or what it has parked for; and the thread that has it, nil if that is not known.
func (t *Thread) Awaited() (lock memory.Ref, owner *Thread) {
	if lock, owner = t.Blocker(); lock != 0 || !t.Parked() {
		return lock, owner
	}
	m := t.M
	if lock = m.Memory.U32(t.Object + m.Known.Thread.Field("parkBlocker", "").Offset); lock == 0 {
		return 0, nil
	}
	return lock, m.SynchronizerOwner(lock)
}

// SynchronizerOwner is the live thread that owns an AbstractOwnableSynchronizer, nil if there is none, and for other objects.
func (m *Machine) SynchronizerOwner(object memory.Ref) *Thread {
	c := m.ClassOf(object)
	for c != nil && (c.Name != "java/util/concurrent/locks/AbstractOwnableSynchronizer" || c.Loader.Mirror != 0) {
		c = c.Super
	}
	if c == nil {
		return nil
	}
	owner := m.Memory.U32(object + c.Field("exclusiveOwnerThread", "").Offset)
	if owner == 0 {
		return nil
	}
	return m.ThreadOf(owner)
}

// Deadlocked tells whether the thread is one of a circle, in which each waits for a lock of the next one: for monitors and, if concurrent is set, for
// AbstractOwnableSynchronizers.
func (t *Thread) Deadlocked(concurrent bool) bool {
	o := t
	for range t.M.LiveThreads() { // a circle is not longer than there are threads
		if !o.Entering() && !(concurrent && o.Parked()) {
			return false
		}
		if _, o = o.Awaited(); o == nil || o == t {
			return o == t
		}
	}
	return false
}

// Waits tells how the thread had to wait to enter a monitor, and for a
// notification or a permit.
func (t *Thread) Waits() (blocked, waited *monitors.Waits) {
	return &t.locks.Entered, &t.locks.Waited
}

// OwnedMonitor is an object that a thread has locked, and the depth of the frame
// that holds it, counted from the top among those that thread dumps show.
type OwnedMonitor struct {
	Object memory.Ref
	Depth  int
}

// OwnedMonitors are the objects that the thread has locked, as its frames show:
// whoever locks an object keeps it in a variable or on the stack to unlock it.
// The newest frame with an object counts.
func (t *Thread) OwnedMonitors() []OwnedMonitor {
	return t.monitorsByFrame(func(fr Frame) bool { return fr.dumped(t.M) }, func(_ Frame, object memory.Ref) bool { return t.HoldsLock(object) })
}

// EnteredMonitors are OwnedMonitors with that which the thread has given up to wait for a notification. The depths are counted among the frames of Trace.
func (t *Thread) EnteredMonitors() []OwnedMonitor {
	t.load()
	defer t.M.remount()
	var awaited memory.Ref
	if !t.Entering() {
		awaited, _ = t.Blocker()
	}
	return t.monitorsByFrame(func(fr Frame) bool { return !fr.Method.HiddenFrame }, func(fr Frame, object memory.Ref) bool {
		// The methods that wait have not entered it.
		return object == awaited && fr.Method.Class != t.M.Known.Object || t.HoldsLock(object)
	})
}

// monitorsByFrame are the objects in the frames' variables that the thread holds, each with the newest frame for which holds says so. Depths are counted
// among some of the frames.
func (t *Thread) monitorsByFrame(counted func(Frame) bool, holds func(Frame, memory.Ref) bool) []OwnedMonitor {
	m := t.M
	var owned []OwnedMonitor
	depths := map[memory.Address]int{} // of the frames
	depth := 0
	t.Frames(func(fr Frame) bool {
		depths[fr.fp] = depth
		if counted(fr) {
			depth++
		}
		return true
	})
	m.eachSlotByFrame(t, func(fr Frame, slot memory.Address) {
		known := slices.ContainsFunc(owned, func(o OwnedMonitor) bool { return o.Object == slot })
		if slot != 0 && !known && m.Heap.Object(slot) && holds(fr, slot) {
			owned = append(owned, OwnedMonitor{Object: slot, Depth: depths[fr.fp]})
		}
	})
	return owned
}
