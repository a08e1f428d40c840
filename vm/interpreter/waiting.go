package interpreter

import (
	"hotlens/profiles/sharedmemory"
	"hotlens/vm/memory"
)

// This file measures, by the machine's clock, how long threads wait: asleep, for a monitor, a notification, a permit,
// or the world outside. Waiting counts in the context that waits; it ends when the thread runs again.

// waiting is a context that waits, and since when.
type waiting struct {
	node  memory.Address // 0: none does
	since int64
}

// beginWait says that the thread is about to wait, and endWait that it runs again.
func (t *Thread) beginWait() {
	if node := t.profiledNode(); node != 0 {
		t.waiting = waiting{node, t.M.Nanos()}
	}
}

func (t *Thread) endWait() {
	t.addWait()
	t.waiting.node = 0
}

// addWait adds how long the thread has waited so far.
func (t *Thread) addWait() {
	if w := t.waiting; w.node != 0 {
		if nanos := t.M.Nanos() - w.since; nanos > 0 {
			t.M.AddExtra(w.node, sharedmemory.ExtrasWait, uint64(nanos))
		}
	}
}

// settleWaits adds how long threads have waited that will never run again.
func (m *Machine) settleWaits() {
	for _, t := range m.threads.list {
		if !t.ended {
			t.addWait()
		}
	}
}
