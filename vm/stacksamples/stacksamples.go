// Package stacksamples counts in which contexts a running program is, for an agent that asks at
// random times: it walks the stack then. So it can begin at any moment, in code that keeps no contexts,
// and costs nothing but the walks.
//
// The contexts that were seen are nodes of the profile region that lead to no others; whoever finds one goes by the
// maps here.
//
// Invariant: it is called by the thread that has the baton, so nothing is locked.
package stacksamples

import (
	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/contexts"
	"hotlens/vm/memory"
)

// MostFrames is how many of a stack's newest frames are looked at, which bounds what a sample takes. Few stacks are so
// deep that do not recurse without end; other profilers that walk stacks take between 64 and 2,048.
const MostFrames = 1024

// Frame is an activation on a stack: a method, and where in it the next newer one was called, or the
// thread is.
type Frame struct {
	Method *classes.Method
	BCI    int // -1: none, as in a native method
}

// Stack is what is known of a thread's stacks. The zero value is ready.
type Stack struct {
	roots  map[*classes.Method]*node
	frames []Frame
}

// node is a context.
type node struct {
	record   memory.Address
	thread   memory.Address // the record of a root's thread
	samples  *uint64
	children map[childKey]*node
}

type childKey struct {
	method *classes.Method
	bci    int32
}

// Frames empties and returns a list that the next stack's frames may be appended to, the newest first.
func (s *Stack) Frames() []Frame { return s.frames[:0] }

// Counter counts the samples of a machine.
type Counter struct {
	Tree   *contexts.Tree
	Memory *memory.Memory
	ended  contexts.Roots[*classes.Method, *node]
}

// Begin begins a measurement: the contexts of threads that have ended before are there for others.
func (c *Counter) Begin() { c.ended.Begin() }

// Ended is told of the stack of a thread that has ended.
func (c *Counter) Ended(s *Stack) {
	for method, root := range s.roots {
		c.ended.Leave(method, root)
	}
	s.roots = nil
}

// Count counts samples of a thread's stack whose frames are given, the newest first. name gives the thread's name, when its first
// stack is counted. Where there is no room for a context, or there are as many as the tree is to have, its caller's counts.
func (c *Counter) Count(s *Stack, frames []Frame, samples uint64, name func() string) {
	if at := c.find(s, frames, name); at != nil {
		*at.samples += samples
	}
}

// Context is the record of the context that Count counts in, 0 for none.
func (c *Counter) Context(s *Stack, frames []Frame, name func() string) memory.Address {
	if at := c.find(s, frames, name); at != nil {
		return at.record
	}
	return 0
}

// find finds or makes a stack's context; nil if there cannot be any.
func (c *Counter) find(s *Stack, frames []Frame, name func() string) *node {
	s.frames = frames
	if len(frames) == 0 {
		return nil
	}
	caller := frames[len(frames)-1]
	at := s.roots[caller.Method]
	if at == nil {
		if at = c.root(caller.Method, name()); at == nil {
			return nil
		}
		if s.roots == nil {
			s.roots = map[*classes.Method]*node{}
		}
		s.roots[caller.Method] = at
	}
	for i := len(frames) - 2; i >= 0; i-- {
		below := c.child(at, frames[i].Method, caller)
		if below == nil {
			break
		}
		at, caller = below, frames[i]
	}
	return at
}

// root is the context of a thread's entry method; nil if there cannot be another one.
func (c *Counter) root(method *classes.Method, name string) *node {
	root, ok := c.ended.Take(method)
	if !ok {
		if root = c.node(nil, method, Frame{BCI: -1}); root == nil {
			return nil
		}
	}
	var err error
	if root.thread, err = c.Tree.Thread(root.thread, name, root.record); err != nil {
		return nil
	}
	return root
}

// child finds or makes the context of a method that the caller calls; nil if there cannot be another one.
func (c *Counter) child(parent *node, method *classes.Method, caller Frame) *node {
	key := childKey{method, int32(caller.BCI)}
	found := parent.children[key]
	if found == nil {
		if found = c.node(parent, method, caller); found == nil {
			return nil
		}
		if parent.children == nil {
			parent.children = map[childKey]*node{}
		}
		parent.children[key] = found
	}
	return found
}

func (c *Counter) node(parent *node, method *classes.Method, caller Frame) *node {
	if c.Tree.Nodes() >= c.Tree.MaxContexts {
		return nil
	}
	above, line := memory.Address(0), -1
	if parent != nil {
		above = parent.record
		if caller.BCI >= 0 {
			line = caller.Method.Line(caller.BCI)
		}
	}
	record, err := c.Tree.Sampled(method, above, caller.BCI, line)
	if err != nil {
		return nil
	}
	return &node{record: record, samples: (*uint64)(c.Memory.At(record + sharedmemory.NodeSamples))}
}
