package interpreter

import (
	"slices"

	"hotlens/vm/memory"
)

// This file tells about threads and their locks, for java.lang.management.

// Blocker is the monitor that the thread waits to enter or to be notified on,
// and who owns it: 0 and nil if there is none.
func (t *Thread) Blocker() (object memory.Ref, owner *Thread) {
	mon := t.entering
	if mon == nil {
		mon = t.waitingOn
	}
	if mon == nil {
		return 0, nil
	}
	return mon.object, mon.owner
}

// Entering reports whether the thread waits to enter its Blocker.
func (t *Thread) Entering() bool { return t.entering != nil }

// Parked reports whether the thread waits in LockSupport.park.
func (t *Thread) Parked() bool { return t.parked }

// Waiting tells how often a thread had to wait, and how long.
type Waiting struct {
	Count uint64
	nanos int64 // without the wait that goes on
	since int64 // when the wait that goes on began, 0 for none
}

// Nanos is how long the thread waited until now, in nanoseconds.
func (w *Waiting) Nanos(now int64) int64 {
	if w.since == 0 {
		return w.nanos
	}
	return w.nanos + now - w.since
}

// begin and end enclose a wait.
func (w *Waiting) begin(now int64) { w.Count, w.since = w.Count+1, now }
func (w *Waiting) end(now int64)   { w.nanos, w.since = w.Nanos(now), 0 }

// ResetTime forgets how long the thread waited; a wait that goes on begins now.
func (w *Waiting) ResetTime(now int64) {
	w.nanos = 0
	if w.since != 0 {
		w.since = now
	}
}

// Waits tells how the thread had to wait to enter a monitor, and for a
// notification or a permit.
func (t *Thread) Waits() (blocked, waited *Waiting) { return &t.blocked, &t.waited }

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
	m := t.M
	var owned []OwnedMonitor
	depths := map[memory.Address]int{} // of the frames
	depth := 0
	t.Frames(func(fr Frame) bool {
		depths[fr.fp] = depth
		if fr.dumped() {
			depth++
		}
		return true
	})
	m.eachSlotByFrame(t, func(fr Frame, slot memory.Address) {
		known := slices.ContainsFunc(owned, func(o OwnedMonitor) bool { return o.Object == slot })
		if slot != 0 && !known && m.Heap.Object(slot) && t.HoldsLock(slot) {
			owned = append(owned, OwnedMonitor{Object: slot, Depth: depths[fr.fp]})
		}
	})
	return owned
}
