package monitors

import (
	"hotlens/vm/memory"
	"hotlens/vm/threads"
)

// JavaThread is what the monitors ask of a Java thread that waits.
type JavaThread interface {
	// Block gives the baton away until the thread's task is unblocked or the deadline,
	// a time of the clock or threads.Never, has passed. It reports whether it has.
	Block(deadline int64) (timedOut bool)
	// StopPending reports whether Thread.stop has an exception for the thread: it does
	// not wait any longer then.
	StopPending() bool
	// GivesUp reports whether the thread must not even wait any longer to enter a monitor.
	GivesUp() bool
	// Status and SetStatus access what Thread.getState shows.
	Status() threads.Status
	SetStatus(threads.Status)
	// ClearInterrupted clears the interrupt status in the java.lang.Thread object.
	ClearInterrupted()
}

// Thread is what the monitors keep of a Java thread.
type Thread struct {
	// LockWord is the lock word of an object that this thread has locked once.
	LockWord uint32
	// ID is the machine's number of the thread.
	ID int

	task *threads.Task
	java JavaThread
	wait wait // that goes on

	entering   *monitor // the monitor that it waits to enter, nil for none
	queued     bool     // it is in that monitor's list
	woken      bool     // it was taken from the list, as the monitor was released
	passedOver bool     // another has then come first
	waitingOn  *monitor // the monitor that it waits on in Wait, nil for none
	notified   bool     // it has been notified there

	sleeping    bool
	parked      bool
	permit      bool // of LockSupport.unpark
	interrupted bool

	// Entered tells how the thread had to wait to enter monitors, Waited for
	// notifications and permits.
	Entered, Waited Waits
}

// Attach makes thread known to the table as that of a task. number names it in lock
// words, from 1 to memory.MaxLockOwner; no other live thread has it.
func (t *Table) Attach(thread *Thread, number uint32, id int, task *threads.Task, java JavaThread) {
	*thread = Thread{LockWord: memory.LockThin | number<<memory.LockOwnerShift, ID: id, task: task, java: java}
	for int(number) >= len(t.threads) {
		t.threads = append(t.threads, nil)
	}
	t.threads[number] = thread
}

// Detach forgets a thread that has ended. It returns its number, which another may get.
func (t *Table) Detach(thread *Thread) (number uint32) {
	number = thread.LockWord >> memory.LockOwnerShift
	t.threads[number] = nil
	return number
}

// ownsThin reports whether a lock word is that of a thin lock of the thread.
func (thread *Thread) ownsThin(word uint32) bool {
	return word&memory.LockTagMask == memory.LockThin && word>>memory.LockOwnerShift == thread.LockWord>>memory.LockOwnerShift
}

// Blocker is the object whose monitor the thread waits to enter or to be notified on,
// and the ID of the thread that owns it: 0 for none.
func (thread *Thread) Blocker() (object memory.Ref, owner int) {
	mon := thread.entering
	if mon == nil {
		mon = thread.waitingOn
	}
	if mon == nil {
		return 0, 0
	}
	if mon.owner != nil {
		owner = mon.owner.ID
	}
	return mon.object, owner
}

// Entering reports whether the thread waits to enter a monitor.
func (thread *Thread) Entering() bool { return thread.entering != nil }

// Parked reports whether the thread waits in Park.
func (thread *Thread) Parked() bool { return thread.parked }

// Waits tells how often a thread had to wait, and how long.
type Waits struct {
	Count   uint64
	nanos   int64 // without the wait that goes on
	waiting bool
	since   int64 // when the wait that goes on began
}

// Nanos is how long the thread waited until now, in nanoseconds.
func (w *Waits) Nanos(now int64) int64 {
	if !w.waiting {
		return w.nanos
	}
	return w.nanos + now - w.since
}

// begin and end enclose a wait.
func (w *Waits) begin(now int64) { w.Count, w.waiting, w.since = w.Count+1, true, now }
func (w *Waits) end(now int64)   { w.nanos, w.waiting = w.Nanos(now), false }

// ResetTime forgets how long the thread waited; a wait that goes on begins now.
func (w *Waits) ResetTime(now int64) { w.nanos, w.since = 0, now }
