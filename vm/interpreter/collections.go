package interpreter

import (
	"time"

	"hotlens/profiles/sharedmemory"
	"hotlens/vm/memory"
	"hotlens/vm/threads"
)

// This file runs the collector of the heap and keeps account of it.

// Cause is why a collection runs, in the words of HotSpot's log.
type Cause string

// The causes of collections.
const (
	AllocationFailure Cause = "Allocation Failure"
	SystemGC          Cause = "System.gc()"
	MetadataThreshold Cause = "Metadata GC Threshold"
	LastDitch         Cause = "Last ditch collection" // also clears soft references
	Stress            Cause = "Stress"                // Options.Testing.StressGC
)

// Collection is one run of the collector.
type Collection struct {
	Number               int // from 0
	Cause                Cause
	Before, After, Limit uint64        // bytes of objects in the heap, and what they may grow to
	At                   time.Duration // the machine's clock when it ended
	Pause                time.Duration // wall time
}

// CollectionTotals sum the collections of a run.
type CollectionTotals struct {
	Count          int
	Pause, Longest time.Duration // wall time
	Peak           uint64        // most bytes of objects before a collection
}

// Collections are what the machine keeps of its collections.
type Collections struct {
	CollectionTotals
	Last Collection // once there has been one
	// OnEnd is told of every collection when it has ended; nil: nobody is.
	OnEnd func(Collection)

	notifier *Thread                   // HotSpot's "Notification Thread", nil for none
	tell     func(*Thread, Collection) // what it does for every collection; nil: nobody wants to know
	untold   []Collection              // those that it has still to do it for

	running   bool       // the collector runs
	finalizer *Thread    // the Finalizer thread that waits in awaitFinalizers, nil for none
	finalizes bool       // there has been an object to finalize
	pending   memory.Ref // references whose referents have died, in a list for ReferenceHandler
	waiters   []*Thread  // for that list not to be empty
	stressed  int        // allocations counted for Options.Testing.StressGC
	recorded  recorded
}

// recorded is what has been recorded of collections.
type recorded struct {
	until    uint64           // how much had been allocated then, in bytes; in a run that is not profiled yet, how much is not the program's
	survived memory.Survivors // of collections that are yet to be recorded
}

// recordedPart is which part of all that was allocated a record is at least of, but for the first ones, so that a program that collects all the time does not fill the
// memory with records. The cost model knows the first collections one by one, of which few are closer to each other.
const recordedPart = 64

// survivedParts is in how many parts it is told how much has survived. Objects that compiled code has in its frames instead of the heap, and their survival with them, are
// known to the collector by their sizes only: some bytes, which would have profiles differ between tiers.
const survivedParts = 64

// Collect runs the collector. With LastDitch, soft references are cleared, too.
func (m *Machine) Collect(cause Cause) {
	start, before := time.Now(), m.Heap.Used()
	if t := m.threads.current; t != nil {
		t.pauseTiming()
		defer t.resumeTiming()
	}
	m.Collections.running = true
	activity := m.does(sharedmemory.ActivityCollecting)
	m.Heap.Collect(m, cause == LastDitch, m.appendPending())
	m.does(activity)
	m.Collections.running = false
	m.recordCollection()
	m.Memory.SetU64(sharedmemory.HeapUsed, m.Heap.Used())
	if m.Collections.pending != 0 {
		for _, t := range m.Collections.waiters {
			m.Scheduler.Unblock(t.Task)
		}
		m.Collections.waiters = nil
	}
	m.startFinalizers()
	pause := time.Since(start)
	totals := &m.Collections.CollectionTotals
	m.Collections.Last = Collection{totals.Count, cause, before, m.Heap.Used(), m.Heap.Limit(), time.Duration(m.Nanos()), pause}
	if m.Collections.OnEnd != nil {
		m.Collections.OnEnd(m.Collections.Last)
	}
	if m.Collections.tell != nil && m.Collections.notifier != nil {
		m.Collections.untold = append(m.Collections.untold, m.Collections.Last)
		m.Scheduler.Unblock(m.Collections.notifier.Task)
	}
	totals.Count++
	totals.Pause += pause
	totals.Longest = max(totals.Longest, pause)
	totals.Peak = max(totals.Peak, before)
}

// recordCollection records for the cost model what a collection has found. Without room for it the run ends soon.
func (m *Machine) recordCollection() {
	if !m.profile.contexts {
		return
	}
	r, allocated := &m.Collections.recorded, m.Heap.Allocated()
	survived := m.Heap.Survived()
	r.survived.Bytes, r.survived.Large = r.survived.Bytes+survived.Bytes, r.survived.Large+survived.Large
	if since := allocated - r.until; since > allocated/recordedPart {
		part := since/survivedParts + 1
		large := min(r.survived.Large, since)
		if m.Tree.Collected(since, min((r.survived.Bytes+part/2)/part*part, since-large), large) == nil {
			r.until, r.survived = allocated, memory.Survivors{}
		}
	}
}

// StartNotificationThread starts the daemon thread that tells of collections.
func (t *Thread) StartNotificationThread() {
	collections := &t.M.Collections
	collections.notifier = t.startSystemThread("Notification Thread", func(n *Thread) {
		if len(collections.untold) == 0 {
			n.Block(threads.Never)
			return
		}
		ended := collections.untold[0]
		collections.untold = collections.untold[1:]
		if collections.tell != nil {
			collections.tell(n, ended)
		}
	})
}

// TellOfCollections has tell called for each collection that ends from now on, by a thread of the VM's own; nil ends that.
func (t *Thread) TellOfCollections(tell func(*Thread, Collection)) {
	t.M.Collections.tell = tell
	if tell != nil && t.M.Collections.notifier == nil {
		t.StartNotificationThread()
	}
}

// CollectClasses implements linking.JavaThread.
func (t *Thread) CollectClasses() { t.M.Collect(MetadataThreshold) }

// appendPending returns a function that appends references to the pending list.
// The list is linked through the discovered field, and its end points nowhere;
// ReferenceHandler takes it whole.
func (m *Machine) appendPending() func(memory.Ref) {
	next := func(r memory.Ref) memory.Ref { return m.Memory.U32(r + m.Heap.Reference.Discovered) }
	last := m.Collections.pending
	for last != 0 && next(last) != 0 && next(last) != last {
		last = next(last)
	}
	return func(r memory.Ref) {
		if last == 0 {
			m.Collections.pending = r
		} else {
			m.Memory.SetU32(last+m.Heap.Reference.Discovered, r)
		}
		m.Memory.SetU32(r+m.Heap.Reference.Discovered, 0)
		last = r
		if m.ClassOf(r).RefKind == memory.ReferenceFinal {
			m.Collections.finalizes = true
		}
	}
}

// TakePendingReferences gives the list of references whose referents died, to
// the ReferenceHandler thread.
func (t *Thread) TakePendingReferences() memory.Ref {
	r := t.M.Collections.pending
	t.M.Collections.pending = 0
	return t.Root(r)
}

// HasPendingReferences reports whether the list is not empty.
func (m *Machine) HasPendingReferences() bool { return m.Collections.pending != 0 }

// AwaitPendingReferences blocks until the list is not empty.
func (t *Thread) AwaitPendingReferences() {
	for t.M.Collections.pending == 0 {
		t.M.Collections.waiters = append(t.M.Collections.waiters, t)
		t.Block(-1)
	}
}

// awaitFinalizers holds the Finalizer thread of a profiled program back until main has started
// and an object is to be finalized. Finalizers are the program's code, so that the thread has a
// tree, complete from its entry on; where it has nothing to do, as in most programs, it is not in
// the profile.
func (t *Thread) awaitFinalizers() {
	t.SetStatus(threads.Waiting)
	for !t.M.profile.started || !t.M.Collections.finalizes {
		t.Block(threads.Never)
	}
	t.M.Collections.finalizer = nil
	t.SetStatus(threads.Runnable)
}

// startFinalizers lets the thread that awaitFinalizers holds back look again.
func (m *Machine) startFinalizers() {
	if t := m.Collections.finalizer; t != nil && m.Collections.finalizes && m.profile.started {
		m.Scheduler.Unblock(t.Task)
	}
}
