package interpreter

import (
	"hotlens/profiles/sharedmemory"
	"hotlens/vm/memory"
)

// This file measures, by the machine's clock, how long threads wait: asleep, for a monitor, a notification, a permit,
// or the world outside. Waiting counts in the context that waits; it ends when the thread runs again.

// waiting is a thread's waiting: in which context, and since when.
type waiting struct {
	on    bool           // it waits
	node  memory.Address // 0: not in one that is profiled
	since int64
}

// beginWait says that the thread is about to wait, and endWait that it runs again.
func (t *Thread) beginWait() {
	t.waiting = waiting{on: true, node: t.profiledNode(), since: t.M.Nanos()}
}

func (t *Thread) endWait() {
	t.addWait()
	t.waiting = waiting{}
}

// addWait adds how long the thread has waited so far.
func (t *Thread) addWait() {
	if w := t.waiting; w.node != 0 {
		if nanos := t.M.Nanos() - w.since; nanos > 0 {
			t.M.AddExtra(w.node, sharedmemory.ExtrasWait, uint64(nanos))
		}
	}
}

// settleWaits adds how long threads have waited so far; they may go on waiting.
func (m *Machine) settleWaits() {
	now := m.Nanos()
	for _, t := range m.threads.list {
		if !t.ended {
			t.addWait()
			t.waiting.since = max(t.waiting.since, now)
		}
	}
}
