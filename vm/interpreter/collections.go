package interpreter

import (
	"time"

	"hotlens/profiles/sharedmemory"
	"hotlens/vm/memory"
)

// This file runs the collector of the heap and keeps account of it.

// Cause is why a collection runs, in the words of HotSpot's log.
type Cause string

// The causes of collections.
const (
	AllocationFailure Cause = "Allocation Failure"
	SystemGC          Cause = "System.gc()"
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

// Collect runs the collector. With LastDitch, soft references are cleared, too.
func (m *Machine) Collect(cause Cause) {
	start, before := time.Now(), m.Heap.Used()
	m.collecting = true
	m.Heap.Collect(m, cause == LastDitch, m.appendPending())
	m.collecting = false
	m.Memory.SetU64(sharedmemory.HeapUsed, m.Heap.Used())
	if m.pendingRefs != 0 {
		for _, t := range m.refWaiters {
			m.Scheduler.Unblock(t.Task)
		}
		m.refWaiters = nil
	}
	pause := time.Since(start)
	totals := &m.Collections
	if m.OnCollection != nil {
		m.OnCollection(Collection{totals.Count, cause, before, m.Heap.Used(), m.Heap.Limit(), time.Duration(m.Nanos()), pause})
	}
	totals.Count++
	totals.Pause += pause
	totals.Longest = max(totals.Longest, pause)
	totals.Peak = max(totals.Peak, before)
}

// appendPending returns a function that appends references to the pending list.
// The list is linked through the discovered field, and its end points nowhere;
// ReferenceHandler takes it whole.
func (m *Machine) appendPending() func(memory.Ref) {
	next := func(r memory.Ref) memory.Ref { return m.Memory.U32(r + m.Heap.Reference.Discovered) }
	last := m.pendingRefs
	for last != 0 && next(last) != 0 && next(last) != last {
		last = next(last)
	}
	return func(r memory.Ref) {
		if last == 0 {
			m.pendingRefs = r
		} else {
			m.Memory.SetU32(last+m.Heap.Reference.Discovered, r)
		}
		m.Memory.SetU32(r+m.Heap.Reference.Discovered, 0)
		last = r
	}
}
