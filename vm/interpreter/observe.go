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

// Waits is how often the thread had to wait to enter a monitor, and how often
// for a notification or a permit.
func (t *Thread) Waits() (blocked, waited uint64) { return t.blockedCount, t.waitedCount }

// OwnedMonitor is an object that a thread has locked, and the depth of the frame
// that holds it, counted from the top among those that stack traces show.
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
		if !fr.Method.HiddenFrame {
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
