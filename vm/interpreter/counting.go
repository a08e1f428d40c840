package interpreter

import (
	"context"

	"hotlens/profiles"
	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/compiler"
	"hotlens/vm/configuration"
	"hotlens/vm/contexts"
	"hotlens/vm/decoded"
	"hotlens/vm/memory"
)

// This file begins to keep the calling context tree of a program that runs without it, and leaves off again.
//
// Activations that are there when that begins get contexts, which have counted no calls yet. The interpreter
// counts in them from then on. Compiled code that keeps no contexts is put aside (tiering.Controller.Count). Its activations leave it at their next
// yieldpoint: they cannot where they wait, as their values are in registers. So what such an activation does itself between the end of the
// call that it waits in and its next yieldpoint is not counted, nor are the calls that it makes there of methods that call nothing
// themselves. All other calls come by the runtime: of code that has been put aside, as it begins with a yieldpoint, and of other code
// through the table.

// Count has the calling context tree kept from now on, or no longer. Where the run keeps it anyway nothing changes. In either case
// the numbers are handed out as they are at that moment (Options.Snapshot). Count returns when that has happened: at the next yieldpoint of a thread, or at once
// if all wait; or when the context ends: then it happens later. Any goroutine may call it while the program runs.
func (m *Machine) Count(ctx context.Context, on bool) error {
	return m.ask(ctx, true, func() {
		m.beginMeasurement()
		switch {
		case m.Options.KeepsContexts():
			m.handOver(configuration.OccasionCount)
		case on && !m.joined:
			m.beginCounting()
		case !on && m.joined:
			m.endCounting(configuration.OccasionCount)
		}
	})
}

// counts reports whether what a thread does is counted in contexts.
func (m *Machine) counts(t *Thread) bool { return m.profile.contexts && t.vmWork == 0 && !t.inHarness }

// countCall counts a call in a context.
func (m *Machine) countCall(node memory.Address) {
	*(*uint64)(m.at(node + sharedmemory.NodeCalls))++
}

func (m *Machine) beginCounting() {
	m.joined, m.profile.contexts = true, true
	m.Collections.recorded = recorded{until: m.Heap.Allocated()}
	if m.tiering != nil {
		m.tiering.Count(true)
	}
	now := m.Nanos()
	m.EachStack(func(t *Thread) {
		t.mount()
		t.mayLeave()
		t.enclose()
		if t.waiting.on {
			t.waiting.node, t.waiting.since = t.profiledNode(), now
		}
	})
	m.handOver(configuration.OccasionCount)
}

// fillTree is called when there is no room for more contexts: at a moment that is the same in every tier, unless something else than contexts has
// taken it. What goes on without being counted is a program that somebody has joined, and
// tests, of which each is worth its result; any other run ends.
func (m *Machine) fillTree() {
	switch {
	case m.joined:
		m.endCounting(configuration.OccasionCount)
	case m.harness.on:
		m.profile.full = true
		m.endCounting(configuration.OccasionFull)
		m.harness.on, m.profile.edges = false, false
	default:
		m.Limit(profiles.LimitContexts, m.Tree.Nodes())
	}
}

func (m *Machine) endCounting(why configuration.Occasion) {
	m.handOver(why)
	m.joined, m.profile.contexts = false, false
	if m.tiering != nil {
		m.tiering.Count(false)
	}
	m.EachStack(func(t *Thread) {
		t.mount()
		t.mayLeave()
		t.waiting.node = 0
		for fp := t.fp; fp != 0; fp = m.Memory.U32(fp + decoded.FrameCaller) {
			if m.frameStateAt(fp) == nil {
				m.Memory.SetU32(fp+decoded.FrameNode, m.profile.unprofiled)
			}
		}
	})
}

// enclose gives the thread's frames their contexts. Those of the VM's own work have none.
func (t *Thread) enclose() {
	m := t.M
	type activation struct {
		Frame
		profiled bool // its code knows its context
	}
	var stack []activation // the newest first
	for fp := t.fp; fp != 0; fp = m.Memory.U32(fp + decoded.FrameCaller) {
		if t.vmWork > 0 && fp > t.workFrom {
			continue
		}
		r := m.frameStateAt(fp)
		if r == nil {
			stack = append(stack, activation{Frame: m.frameAt(fp)})
			continue
		}
		for i := len(r.Levels) - 1; i >= 0; i-- {
			stack = append(stack, activation{inlinedFrame(r, fp, i), r.Code.Profiled})
		}
	}
	node := m.profile.unprofiled
	for i := len(stack) - 1; i >= 0; i-- {
		a := &stack[i]
		if i == len(stack)-1 {
			node = t.rootContext(a.Frame)
		} else {
			node = t.contextBelow(node, stack[i+1].Frame, a.Frame)
		}
		if !a.profiled {
			m.Memory.SetU32(a.fp+decoded.FrameNode, node)
		}
	}
	if t.vmWork == 0 {
		t.compiled.node = node
	}
}

// rootContext is the context of the thread's entry method, whose frame is given.
func (t *Thread) rootContext(fr Frame) memory.Address {
	if t.root == 0 || t.rootMethod != fr.Method {
		kind, known := t.entered(fr)
		if !known || kind != rootEntry {
			kind = threadEntry
		}
		t.makeRoot(fr.Method, kind)
	}
	return t.root
}

// contextBelow is the context of an activation that the innermost one of a frame in the context node has called.
func (t *Thread) contextBelow(node memory.Address, caller, callee Frame) memory.Address {
	m := t.M
	if site := callSite(caller, callee.Method); site != nil {
		return m.treeChild(node, caller.Method, callee.Method, site.Slot, site.BCI, m.edgeKind(site.Kind, callee.Method))
	}
	kind, known := t.entered(callee)
	if !known {
		kind = Callback
	}
	return m.treeChild(node, caller.Method, callee.Method, contexts.NoSlot, caller.BCI, kind)
}

// entered is the kind of the call by which Go code has entered a frame.
func (t *Thread) entered(fr Frame) (kind uint32, known bool) {
	flags := t.M.Memory.U32(fr.fp + decoded.FrameFlags)
	kind = flags >> decoded.FlagKind
	return kind - 1, flags&decoded.FlagEntry != 0 && kind > 0
}

// callSite is the call site by which an activation has called a method; nil if none of its instructions names the call.
func callSite(caller Frame, callee *classes.Method) *classes.CallSite {
	if caller.BCI < 0 {
		return nil
	}
	in := &caller.Method.Code.Instructions[caller.index]
	if in.Op < decoded.InvokeStatic || in.Op > decoded.LinkToInterface || in.Op == decoded.InvokeDynamic {
		return nil
	}
	site := (*classes.CallSite)(in.P)
	switch {
	case in.Op >= decoded.InvokeBasic:
		return site // a method handle says what is called
	case site.Callee != nil && (site.Callee == callee || site.Callee.Selector == callee.Selector):
		return site
	}
	return nil
}

// contextsOf finds the contexts of the activations that a compiled frame stands for whose code keeps none, and notes them in their frames. It
// returns that of the innermost one.
func (t *Thread) contextsOf(r *compiler.FrameState, fp memory.Address) (node memory.Address) {
	m := t.M
	for i := range r.Levels {
		fr := inlinedFrame(r, fp, i)
		if i == 0 {
			node = t.calledContext(m.Memory.U32(fp+decoded.FrameCaller), fr)
		} else {
			node = t.contextBelow(node, inlinedFrame(r, fp, i-1), fr)
		}
		m.Memory.SetU32(fr.fp+decoded.FrameNode, node)
	}
	return node
}

// calledContext is the context of an activation that the frame at caller, 0 for none, has called.
func (t *Thread) calledContext(caller memory.Address, fr Frame) memory.Address {
	if caller == 0 {
		return t.rootContext(fr)
	}
	return t.contextBelow(t.contextAt(caller), t.M.callerAt(caller), fr)
}

// contextAt is the context of the innermost activation of a frame that waits in a call.
func (t *Thread) contextAt(fp memory.Address) memory.Address {
	m := t.M
	r := m.frameStateAt(fp)
	switch {
	case r == nil:
		return m.Memory.U32(fp + decoded.FrameNode)
	case r.Code.Profiled:
		return m.tiering.Context(r, m.Memory.U32(fp+decoded.FrameNode))
	case r.Levels[0].Method.YieldsAtEntry():
		// It was there when counting began, and has been noted then: else it would have left at its entry.
		return m.Memory.U32(inlinedFrame(r, fp, len(r.Levels)-1).fp + decoded.FrameNode)
	}
	return t.contextsOf(r, fp)
}

// countOldCall counts a call that code from before contexts were kept makes, from the frame at caller, and returns the callee's context. An
// exception is pending where the callee cannot be linked.
func (t *Thread) countOldCall(caller memory.Address, callee *classes.Method) memory.Address {
	m := t.M
	fr := m.callerAt(caller)
	site := callSite(fr, callee)
	if site == nil {
		return m.profile.unprofiled
	}
	node := m.childContext(t, t.contextAt(caller), fr.Method, callee, site)
	if t.Exception == 0 {
		m.countCall(node)
	}
	return node
}
