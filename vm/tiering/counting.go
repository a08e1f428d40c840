package tiering

import (
	"math"

	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/compiler"
	"hotlens/vm/memory"
)

// This file has two sets of compiled code: one that keeps contexts, and one that does not. One of them is
// entered at a time; the other one is put aside, with what is known of its methods and what waits to be compiled, until it is entered again. So counting
// the same program time and again compiles nothing and takes no memory.

// codeSet is what a set of compiled code consists of.
type codeSet struct {
	methods    map[*classes.Method]*history
	queue      queue
	adaptation adaptation
}

// Count has code entered and compiled from now on that keeps contexts, or such that does not. Activations of the other kind may still be
// there.
func (c *Controller) Count(on bool) {
	if !c.started || c.env.Profile == on {
		return
	}
	c.finishBatch()
	for method, h := range c.methods {
		if e := compiledEntry(method); e != nil && !unloaded(method) {
			c.putEntryAside(method, h, e)
		}
	}
	if c.other.methods == nil {
		c.other.methods = map[*classes.Method]*history{}
	}
	c.codeSet, c.other = c.other, c.codeSet
	c.env.Profile = on
	c.env.CallGraph = &callGraph{c: c}
	c.options.Registry.EachMethod(func(method *classes.Method) { method.Heat = c.heatOf(method) })
	for method, h := range c.methods {
		if h.aside != nil && !unloaded(method) {
			method.SetStart(&h.aside.code[0])
			c.moveEntry(h.aside, method.ID)
			h.aside = nil
		}
	}
	for _, r := range c.queue.requests {
		r.began = r.executed()
		r.seen = r.began
	}
}

// putEntryAside has the interpreter execute a method whose compiled code begins with e.
func (c *Controller) putEntryAside(method *classes.Method, h *history, e *Entry) {
	if c.moveEntry(e, 0) {
		h.aside = e
	} else { // the table is full: it is compiled again if it gets hot again
		delete(h.installed, 0)
	}
	method.SetStart(method.Code.Entry)
	c.bridge(c.signatures.ofMethod(method), method)
}

// heatOf is how often a method is interpreted before Heated is called, by what is known of it.
func (c *Controller) heatOf(method *classes.Method) int32 {
	h := c.methods[method]
	switch {
	case h == nil:
		return c.heat()
	case h.installed[0] != nil || h.pending[0] || h.declined != "":
		return math.MaxInt32
	case h.loopAsked:
		return min(c.heat(), loopCalls)
	}
	return c.heat()
}

// finishBatch waits for the batch that is on its way, and installs it.
func (c *Controller) finishBatch() {
	if b := c.queue.making; b != nil {
		<-b.done
		c.queue.making = nil
		c.install(b)
	}
}

// Context is the context of the innermost activation of a compiled frame that waits, which was entered with a context or a counters record in it.
func (c *Controller) Context(r *compiler.FrameState, entered memory.Address) memory.Address {
	root := c.ContextOf(entered)
	return c.activationContext(r.Code, root, c.countersOf(r.Code, root), r.Levels[len(r.Levels)-1].Activation)
}

// profiled reports whether a node is a context of the tree, and not what stands for none.
func (c *Controller) profiled(node memory.Address) bool {
	return c.options.Memory.U32(node+sharedmemory.NodeMethod) != 0
}
