package interpreter

import (
	"hotlens/profiles/sharedmemory"
	"hotlens/vm/memory"
)

// This file says in the shared memory what the VM does at the moment, for an agent that
// looks at random times (engine/sampler). Java code says so at its yieldpoints
// (Thread.safepoint), native methods when they begin and end, as they may take long.

// does says what time passes with from now on, and returns what it was before.
func (m *Machine) does(activity uint32) (before uint32) {
	return sharedmemory.SetActivity(m.Memory.Base, activity)
}

// waits says that all threads wait, or no longer do.
func (m *Machine) waits(all bool) {
	activity := uint32(sharedmemory.ActivityProgram)
	if all {
		activity = sharedmemory.ActivityWaiting
	}
	m.does(activity)
}

// enterNative says that a native method runs, in the context node. It returns how many samples of the
// stack had been asked for before, for leaveNative.
func (m *Machine) enterNative(node memory.Address) (before uint32) {
	m.Memory.SetU32(sharedmemory.CurrentNode, node)
	return m.stacksRequested()
}

// leaveNative says that the caller of the native method in the context node goes on. The method's frame is still on top.
func (t *Thread) leaveNative(node memory.Address, before uint32) {
	m := t.M
	m.Memory.SetU32(sharedmemory.CurrentNode, m.Memory.U32(node+sharedmemory.NodeParent))
	if now := m.stacksRequested(); now > before {
		t.takeStacks(now - before)
	}
}
