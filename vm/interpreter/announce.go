package interpreter

import (
	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/memory"
)

// This file announces call edges: what the profiling stubs do before they are patched
// out. It does so whether contexts are kept or not, at the same moment of the run, so
// that both kinds of profiles list the same edges in the same order.

// announce is the profiling stub of the call that t's top frame makes. It reports
// whether the stub is not needed any more: either nothing is ever announced, or this
// edge has been. An exception is pending where the callee cannot be linked.
func (m *Machine) announce(t *Thread, site *classes.CallSite, callee *classes.Method) (done bool) {
	switch {
	case !m.Options.AnnouncesEdges():
		return true
	case t.vmWork > 0:
		return false // not the program's call, but the next one may be
	case !m.profile.edges:
		return true // the stub is put back when main starts
	}
	next := t.fp + memory.Address(site.ArgBase+callee.LocalBytes+callee.FrameBytes)
	if next > t.stackLimit {
		return false // it overflows the stack instead
	}
	if !m.linkCallee(t, callee) {
		return false
	}
	m.announceCall(site.Caller, callee, site.BCI, m.edgeKind(site.Kind, callee))
	return true
}

// announceCall puts an edge into the profile, once.
func (m *Machine) announceCall(caller, callee *classes.Method, bci int, kind uint32) {
	for _, method := range []*classes.Method{caller, callee} {
		if err := m.Tree.Method(method); err != nil {
			m.treeFull()
		}
	}
	if err := m.Tree.Announce(caller, callee, bci, kind); err != nil {
		m.treeFull()
	}
}

// edgeKind is the kind of an edge: how its instruction calls, unless the callee
// is native.
func (m *Machine) edgeKind(kind uint32, callee *classes.Method) uint32 {
	if callee.IsNative() {
		return sharedmemory.Native
	}
	return kind
}

// announceFromNative announces a call that Go code makes, where no contexts are kept:
// childOfNative tells the same edges.
func (t *Thread) announceFromNative(method *classes.Method, kind uint32) {
	m := t.M
	if m.nativeOf(method) == nil && m.ensureDecoded(method) != nil {
		return
	}
	switch {
	case t.rootMethod == nil:
		if kind != rootEntry {
			kind = threadEntry
		}
		t.announceThread(method, kind)
		t.rootMethod = method
	case t.fp == 0:
		if kind != rootEntry {
			m.announceCall(t.rootMethod, method, -1, kind)
		}
	default:
		fr := t.topFrame()
		m.announceCall(fr.Method, method, fr.BCI, kind)
	}
}

// announceThread announces the start of a thread whose entry method is given.
func (t *Thread) announceThread(method *classes.Method, kind uint32) {
	if kind == threadEntry && t.startedBy != nil && t.startedBy.Class == t.M.Known.Thread {
		t.M.announceCall(t.startedBy, method, -1, sharedmemory.Thread)
	}
}
