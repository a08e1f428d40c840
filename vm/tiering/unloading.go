package tiering

import (
	"slices"

	"hotlens/vm/classes"
	"hotlens/vm/compiler"
)

// This file drops what is kept for the code of methods whose classes have been unloaded.

// Unload drops it. The machine code stays where it is, and is not entered any more.
func (c *Controller) Unload() {
	c.counters.each(func(k *counted) {
		if unloaded(k.compiled.Method) {
			c.add(k)
			c.counters.drop(k)
		}
	})
	for i, r := range c.frameStates {
		if r != nil && unloaded(r.Code.Method) {
			c.frameStates[i] = nil
			c.freeFrameStates = append(c.freeFrameStates, int32(i))
		}
	}
	byUnloaded := func(compiled *compiler.CompiledMethod) bool { return unloaded(compiled.Method) }
	for _, set := range []*codeSet{&c.codeSet, &c.other} {
		for method, h := range set.methods {
			if !unloaded(method) {
				h.callers = slices.DeleteFunc(h.callers, byUnloaded)
				continue
			}
			for _, e := range h.loops {
				c.freeEntry(e.target)
			}
			if h.aside != nil {
				c.freeEntry(h.aside.target)
			}
			c.forgetTimed(method, h)
			delete(set.methods, method)
		}
		set.queue.requests = slices.DeleteFunc(set.queue.requests, func(r *request) bool { return unloaded(r.method) })
		set.adaptation.watched = slices.DeleteFunc(set.adaptation.watched, byUnloaded)
	}
	c.signatures.unsorted = slices.DeleteFunc(c.signatures.unsorted, unloaded)
	for _, s := range c.signatures.byType {
		s.methods = slices.DeleteFunc(s.methods, unloaded)
	}
	c.clearCaches()
}

func unloaded(method *classes.Method) bool { return method.Class.Lifetime.Ended() }

// drop forgets what a compiled method counts.
func (all *counters) drop(k *counted) {
	all.byNumber[k.compiled.Number] = nil
	for _, caller := range k.compiled.Callers() {
		rest := slices.DeleteFunc(all.byCaller[caller], func(other *counted) bool { return other == k })
		if all.byCaller[caller] = rest; len(rest) == 0 {
			delete(all.byCaller, caller)
		}
	}
}
