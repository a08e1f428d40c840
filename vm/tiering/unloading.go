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
		if unloaded(k.unit.Method) {
			c.add(k)
			c.counters.drop(k)
		}
	})
	for i, r := range c.records {
		if r != nil && unloaded(r.Unit.Method) {
			c.records[i] = nil
			c.freeRecords = append(c.freeRecords, int32(i))
		}
	}
	byUnloaded := func(unit *compiler.Unit) bool { return unloaded(unit.Method) }
	for method, h := range c.methods {
		if !unloaded(method) {
			h.callers = slices.DeleteFunc(h.callers, byUnloaded)
			continue
		}
		for _, e := range h.loops {
			c.code.FreeEntry(e.target)
		}
		delete(c.methods, method)
	}
	for _, s := range c.signatures.byType {
		s.methods = slices.DeleteFunc(s.methods, unloaded)
	}
	c.queue.requests = slices.DeleteFunc(c.queue.requests, func(r *request) bool { return unloaded(r.method) })
	c.adaptation.watched = slices.DeleteFunc(c.adaptation.watched, byUnloaded)
	c.clearCaches()
}

func unloaded(method *classes.Method) bool { return method.Class.Lifetime.Ended() }

// drop forgets what a unit counts.
func (all *counters) drop(k *counted) {
	all.units[k.unit.Number] = nil
	for _, caller := range k.unit.Callers() {
		rest := slices.DeleteFunc(all.byCaller[caller], func(other *counted) bool { return other == k })
		if all.byCaller[caller] = rest; len(rest) == 0 {
			delete(all.byCaller, caller)
		}
	}
}
