package timing

import (
	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/memory"
)

// This file is the simulated stack of a thread (paragraph 68), and the tree that it moves in.

// Stack has the activations of a thread that are being timed. The zero value is ready.
//
// Whoever has called Enter calls Leave when that activation ends, whether it returns or throws, so
// the stack needs no matching with the real one (paragraphs 69 to 75).
type Stack struct {
	activations []activation
	mark        uint64 // the tick from which on time counts for the top
	roots       map[*classes.Method]*node
}

// activation is one that is being timed.
type activation struct {
	node   *node
	tier   Tier
	paused int // how often the time has been stopped while it was on top
}

// node is a context.
type node struct {
	method   *classes.Method
	bci      int32
	up       *node
	record   memory.Address // of the context
	calls    *uint64
	ticks    *float64 // taken by itself; what is taken off may make it negative
	last     *node    // the child that was found last
	children map[childKey]*node
}

type childKey struct {
	method *classes.Method
	bci    int32
}

// Active reports whether the thread is in a subgraph that is measured.
func (s *Stack) Active() bool { return len(s.activations) > 0 }

// running is the top, nil if no time passes.
func (s *Stack) running() *activation {
	if n := len(s.activations); n > 0 && s.activations[n-1].paused == 0 {
		return &s.activations[n-1]
	}
	return nil
}

// Enter begins the activation of an instrumented method. It reports false if the
// thread is not in the subgraph of a root: then nothing is measured, and Leave is not called.
// name gives the thread's name, for its first root.
func (p *Profiler) Enter(s *Stack, in *Instrumented, call Call, name func() string) bool {
	if len(s.activations) == 0 && !in.root {
		return false
	}
	now := p.clock.now()
	if top := s.running(); top != nil {
		*top.node.ticks += float64(now - s.mark)
	}
	s.mark = now
	child, quickly := p.find(s, in.Method, call, name)
	if child == nil {
		s.mark = p.clock.now()
		return false
	}
	*child.calls++
	s.activations = append(s.activations, activation{node: child, tier: call.Tier})
	if !in.entered {
		in.entered = true
		p.entered(in.Method)
		quickly = false
	}
	if !quickly { // only what always takes the same time can be corrected
		s.mark = p.clock.now()
	}
	return true
}

// Leave ends the activation that Enter has begun last.
func (p *Profiler) Leave(s *Stack) {
	now := p.clock.now()
	last := len(s.activations) - 1
	top := &s.activations[last]
	c := &p.corrections[top.tier]
	*top.node.ticks -= c.Inner
	if top.paused == 0 {
		*top.node.ticks += float64(now - s.mark)
	}
	s.activations = s.activations[:last]
	if last > 0 {
		*s.activations[last-1].node.ticks -= c.Outer
	}
	s.mark = now
}

// Pause stops the time of the top until Resume is called as often: what passes is the
// VM's own work (paragraph 79 calls this to adjust the time).
func (p *Profiler) Pause(s *Stack) {
	n := len(s.activations)
	if n == 0 {
		return
	}
	top := &s.activations[n-1]
	if top.paused++; top.paused == 1 {
		*top.node.ticks += float64(p.clock.now() - s.mark)
	}
}

// Resume undoes one Pause.
func (p *Profiler) Resume(s *Stack) {
	if n := len(s.activations); n > 0 && s.activations[n-1].paused > 0 {
		s.activations[n-1].paused--
		s.mark = p.clock.now()
	}
}

// Flush counts the time up to now, so that readers see it.
func (p *Profiler) Flush(s *Stack) {
	if top := s.running(); top != nil {
		now := p.clock.now()
		*top.node.ticks += float64(now - s.mark)
		s.mark = now
	}
	if p.clock.drifted() {
		p.publish()
	}
}

// find is the context of a call, nil if there is no room for another one. quickly says that it
// was where it was looked for first.
func (p *Profiler) find(s *Stack, method *classes.Method, call Call, name func() string) (found *node, quickly bool) {
	if len(s.activations) == 0 {
		if root := s.roots[method]; root != nil {
			return root, false
		}
		root := p.node(nil, method, call)
		if root == nil || p.tree.Thread(name(), root.record) != nil {
			return nil, false
		}
		if s.roots == nil {
			s.roots = map[*classes.Method]*node{}
		}
		s.roots[method] = root
		return root, false
	}
	parent := s.activations[len(s.activations)-1].node
	bci := int32(-1)
	if call.Caller == parent.method {
		bci = int32(call.BCI)
	}
	if c := parent.last; c != nil && c.method == method && c.bci == bci {
		return c, true
	}
	key := childKey{method, bci}
	child := parent.children[key]
	if child == nil {
		if child = p.fold(parent, method); child == nil {
			child = p.node(parent, method, Call{Caller: parent.method, BCI: int(bci)})
		}
		if child == nil {
			return nil, false
		}
		if parent.children == nil {
			parent.children = map[childKey]*node{}
		}
		parent.children[key] = child
	}
	parent.last = child
	return child, false
}

// fold is the nearest enclosing context of the method, if there are so many contexts that
// recursive calls get none of their own any more.
func (p *Profiler) fold(parent *node, method *classes.Method) *node {
	if p.tree.Nodes() < p.most {
		return nil
	}
	for n := parent; n != nil; n = n.up {
		if n.method == method {
			p.memory.SetU64(sharedmemory.Folded, p.memory.U64(sharedmemory.Folded)+1)
			return n
		}
	}
	return nil
}

// node makes a context.
func (p *Profiler) node(parent *node, method *classes.Method, call Call) *node {
	n := &node{method: method, bci: int32(call.BCI), up: parent}
	above, line := memory.Address(0), -1
	if parent != nil {
		above = parent.record
		if call.BCI >= 0 {
			line = call.Caller.Line(call.BCI)
		}
	} else {
		n.bci = -1
	}
	record, times, err := p.tree.Timed(method, above, int(n.bci), line)
	if err != nil {
		return nil
	}
	n.record = record
	n.calls = (*uint64)(p.memory.At(record + sharedmemory.NodeCalls))
	n.ticks = (*float64)(p.memory.At(times + sharedmemory.TimesTicks))
	return n
}
