// Package monitors holds the locks of Java objects (JLS 17.1), waiting and
// notification (JLS 17.2), and what else a Java thread waits for: sleeping and
// parking. The identity hashes are here, too, as they share the lock word.
//
// An object that no two threads want at a time has a thin lock: its lock word
// names the owner (Bacon, Konuru, Murthy and Serrano, "Thin Locks: Featherweight
// Synchronization for Java", PLDI 1998). The interpreter and compiled code take and
// release such locks themselves; everything else ends up here, where the lock is
// inflated to a monitor for as long as it needs one.
//
// Invariant: nothing here throws exceptions or runs Java code; results say what has
// happened.
// Invariant: one thread runs at a time, the one that holds the scheduler's baton, so
// nothing here is locked.
package monitors

import (
	"slices"

	"hotlens/vm/memory"
	"hotlens/vm/threads"
)

// Table holds the monitors of all objects.
type Table struct {
	memory    *memory.Memory
	scheduler *threads.Scheduler
	clock     threads.Clock

	monitors []*monitor // by the index in the lock word
	free     []uint32   // indices that no object uses
	threads  []*Thread  // by the number in a thin lock's word
	hashes   uint32     // how many identity hashes were given out
}

// New makes a table for the objects in m, whose threads s schedules.
func New(m *memory.Memory, s *threads.Scheduler, clock threads.Clock) *Table {
	return &Table{memory: m, scheduler: s, clock: clock}
}

// monitor is an inflated lock: an object that threads contend for or wait on, or
// that needs an identity hash while it is locked.
type monitor struct {
	object  memory.Ref
	owner   *Thread
	count   int       // recursive entries
	entry   []*Thread // threads that wait to enter, the first for longest
	waiters []*Thread // threads in Wait that nobody has notified, the first for longest
	hash    uint32
	users   int // threads inside enter or Wait, woken ones included
}

func (mon *monitor) busy() bool { return mon.owner != nil || mon.users > 0 }

// EachBusy calls f with every object whose monitor a thread owns or waits for: the
// collector must keep them.
func (t *Table) EachBusy(f func(memory.Ref)) {
	for _, mon := range t.monitors {
		if mon.busy() {
			f(mon.object)
		}
	}
}

func (t *Table) lockWord(object memory.Ref) uint32 { return t.memory.U32(object + memory.ObjectLock) }

func (t *Table) setLockWord(object memory.Ref, word uint32) {
	t.memory.SetU32(object+memory.ObjectLock, word)
}

// inflate gives an object a monitor of its own.
func (t *Table) inflate(object memory.Ref) *monitor {
	word := t.lockWord(object)
	if word&memory.LockTagMask == memory.LockInflated {
		return t.monitors[word>>memory.LockShift]
	}
	mon := &monitor{object: object}
	if word&memory.LockTagMask == memory.LockThin {
		mon.owner = t.thinOwner(word)
		mon.count = int(word&memory.LockCountMask)/memory.LockCountUnit + 1
	} else {
		mon.hash = word >> memory.LockShift
	}
	var index uint32
	if n := len(t.free); n > 0 {
		index = t.free[n-1]
		t.free = t.free[:n-1]
		t.monitors[index] = mon
	} else {
		index = uint32(len(t.monitors))
		t.monitors = append(t.monitors, mon)
	}
	t.setLockWord(object, memory.LockInflated|index<<memory.LockShift)
	return mon
}

// deflate takes the monitor of an object away again unless a thread uses it.
func (t *Table) deflate(mon *monitor) {
	if mon.busy() {
		return
	}
	t.free = append(t.free, t.lockWord(mon.object)>>memory.LockShift)
	t.setLockWord(mon.object, memory.LockNeutral|mon.hash<<memory.LockShift)
}

// thinOwner is the thread that holds a thin lock, nil if it has ended.
func (t *Table) thinOwner(word uint32) *Thread {
	if number := int(word >> memory.LockOwnerShift); number < len(t.threads) {
		return t.threads[number]
	}
	return nil
}

// Enter is monitorenter: it returns when the thread owns the object's monitor, or gives up, which it reports by false.
func (t *Table) Enter(thread *Thread, object memory.Ref) (entered bool) {
	word := t.lockWord(object)
	switch {
	case word == 0:
		t.setLockWord(object, thread.LockWord)
		return true
	case thread.ownsThin(word) && word&memory.LockCountMask < memory.LockCountMask:
		t.setLockWord(object, word+memory.LockCountUnit)
		return true
	}
	mon := t.inflate(object)
	if mon.owner == thread {
		mon.count++
		return true
	}
	thread.wait = wait{mode: toEnter}
	t.beginEnter(thread, mon)
	return t.await(thread, false) != GaveUp
}

// beginEnter has a thread want a monitor that it does not own.
func (t *Table) beginEnter(thread *Thread, mon *monitor) {
	w := &thread.wait
	w.monitor, w.deadline, w.before = mon, threads.Never, thread.java.Status()
	mon.users++
	if mon.owner != nil {
		thread.Entered.begin(t.clock.Now())
		thread.entering = mon
		thread.java.SetStatus(threads.Blocked)
	}
}

// waitsToEnter reports whether the thread still has to wait for the monitor that it wants. Otherwise it owns it, or gives up.
func (t *Table) waitsToEnter(thread *Thread, givesUp bool) bool {
	mon := thread.wait.monitor
	if thread.queued { // nobody has released the monitor
		mon.entry, thread.queued = without(mon.entry, thread), false
	} else if thread.woken {
		thread.passedOver = true
	}
	if mon.owner != nil && mon.owner != thread && !givesUp {
		mon.entry, thread.queued, thread.woken = append(mon.entry, thread), true, false
		return true
	}
	thread.woken, thread.passedOver = false, false
	if thread.entering != nil {
		thread.Entered.end(t.clock.Now())
		thread.entering = nil
		thread.java.SetStatus(thread.wait.before)
	}
	mon.users--
	if mon.owner == nil {
		mon.owner, mon.count = thread, 1
	}
	return false
}

// Owns reports whether the thread owns the object's monitor.
func (t *Table) Owns(thread *Thread, object memory.Ref) bool {
	word := t.lockWord(object)
	if word&memory.LockTagMask == memory.LockInflated {
		return t.monitors[word>>memory.LockShift].owner == thread
	}
	return thread.ownsThin(word)
}

// Exit is monitorexit. It reports false, and does nothing, if the thread does not own
// the object's monitor.
func (t *Table) Exit(thread *Thread, object memory.Ref) (owned bool) {
	if !t.Owns(thread, object) {
		return false
	}
	word := t.lockWord(object)
	if word&memory.LockTagMask == memory.LockThin {
		if word&memory.LockCountMask != 0 {
			t.setLockWord(object, word-memory.LockCountUnit)
		} else {
			t.setLockWord(object, 0)
		}
		return true
	}
	mon := t.monitors[word>>memory.LockShift]
	if mon.count--; mon.count == 0 {
		t.release(mon)
		t.deflate(mon)
	}
	return true
}

// release gives a monitor up and wakes the thread that has waited longest to enter it.
// Another may come first: then the woken one waits again, behind all others, and gets the monitor when it is
// woken next. Time slices end at the same places of a loop again and again, so one that takes and
// releases a monitor all the time could have it at the end of each of its slices, for ever.
func (t *Table) release(mon *monitor) {
	mon.owner, mon.count = nil, 0
	if len(mon.entry) > 0 {
		next := mon.entry[0]
		mon.entry, next.queued, next.woken = mon.entry[1:], false, true
		if next.passedOver {
			mon.owner, mon.count = next, 1
		}
		t.scheduler.Unblock(next.task)
	}
}

// without is a list without one of its threads.
func without(list []*Thread, thread *Thread) []*Thread {
	if i := slices.Index(list, thread); i >= 0 {
		return slices.Delete(list, i, i+1)
	}
	return list
}
