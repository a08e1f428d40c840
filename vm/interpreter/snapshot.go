package interpreter

import (
	"sync/atomic"

	"hotlens/profiles/sharedmemory"
	"hotlens/vm/configuration"
)

// This file hands a consistent profile of the running program to the agent, at intervals of the machine's clock
// (CCCP, section 5.1: profilers that process the data in regular intervals), and when the agent asks for it.

// snapshots is when the next one is due.
type snapshots struct{ next int64 }

// checkSnapshot takes a snapshot if one is due or asked for. The thread has accounted for its bytecodes, and is where it could
// end the run. What compiled frames that wait and counters have yet to add is added as for the end, and taken back
// afterwards, so that the run goes on as if nobody had looked. By the virtual clock snapshots come at the same bytecodes in every run and tier.
func (t *Thread) checkSnapshot() {
	m := t.M
	if !m.profile.started || m.Options.Snapshot == nil {
		return
	}
	request := sharedmemory.RequestedSnapshot(m.Memory.Base)
	requested, every := atomic.LoadUint32(request) != 0, int64(m.Options.SnapshotInterval)
	switch {
	case every > 0:
		now := m.Nanos()
		if m.snapshots.next == 0 {
			m.snapshots.next = now + every
		}
		if now < m.snapshots.next && !requested {
			return
		}
		m.snapshots.next = now + every
	case requested:
	default:
		return
	}
	atomic.StoreUint32(request, 0)
	m.handOver(configuration.OccasionDue)
	if every > 0 && !m.Options.VirtualClock {
		m.snapshots.next = m.Nanos() + every // the program had no time in the meantime
	}
}

// handOver hands out what has been counted so far. What counters and compiled frames
// have yet to add is added for that, and taken back: whatever is decided by the numbers of contexts is as if nobody had looked.
func (m *Machine) handOver(why configuration.Occasion) {
	m.settleWaits()
	m.settleMixes()
	m.showCompiled(1)
	if m.Options.Snapshot != nil {
		m.Options.Snapshot(why)
	}
	m.showCompiled(-1)
}
