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
	mark        uint64 // the tick from which on time counts for the top, while another stack is being used
	roots       map[*classes.Method]*node
}

// activation is one that is being timed.
type activation struct {
	node   *node
	way    Way
	paused int // how often the time has been stopped while it was on top
}

// node is a context.
type node struct {
	method   *classes.Method
	bci      int32
	up       *node
	record   memory.Address // of the context
	thread   memory.Address // of a root: the record of its thread
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

// Now is the time at which a call has come, for Enter, or has ended, for Leave.
func (p *Profiler) Now() uint64 { return p.clock.now() }

// Take has the mark in the memory be a stack's, on which compiled code begins or ends an activation. It sets the mark when it has come
// back from there: so its way is nobody's time.
func (p *Profiler) Take(s *Stack) {
	if p.taken == s {
		return
	}
	if p.taken != nil {
		p.taken.mark = *p.mark
	}
	p.taken, *p.mark = s, s.mark
}

// Enter begins the activation of an instrumented method that has been called at a moment, by Now. It reports false if the
// thread is not in the subgraph of a root: then nothing is measured, and Leave is not called.
// name gives the thread's name, for its first root.
//
// What lies between that moment and the end of Enter is nobody's: finding out who has called, finding the context, or making
// it, and instrumenting what it may call. So this may take as long as it likes, and only what always takes the same time is
// left to be corrected: the way from the caller's code to Now, and from the end of Enter to the callee's code, where compiled
// code sets the mark anew.
func (p *Profiler) Enter(s *Stack, in *Instrumented, called uint64, call Call, name func() string) bool {
	if len(s.activations) == 0 && !in.root {
		return false
	}
	p.Take(s)
	if top := s.running(); top != nil {
		*top.node.ticks += float64(called - *p.mark)
	}
	child := p.find(s, in.Method, call, name)
	if child != nil {
		*child.calls++
		s.activations = append(s.activations, activation{node: child, way: call.Way})
		if !in.entered {
			in.entered = true
			p.entered(in.Method)
		}
	}
	*p.mark = p.clock.now()
	return child != nil
}

// Leave ends the activation that Enter has begun last, at a moment, by Now.
func (p *Profiler) Leave(s *Stack, left uint64) {
	p.Take(s)
	last := len(s.activations) - 1
	top := &s.activations[last]
	c := &p.corrections[top.way]
	*top.node.ticks -= c.Inner
	if top.paused == 0 {
		*top.node.ticks += float64(left - *p.mark)
	}
	s.activations = s.activations[:last]
	if last > 0 {
		*s.activations[last-1].node.ticks -= c.Outer
	}
	*p.mark = left
}

// Pause stops the time of the top until Resume is called as often: what passes is the
// VM's own work (paragraph 79 calls this to adjust the time). Readers see the time up to now.
func (p *Profiler) Pause(s *Stack) {
	n := len(s.activations)
	if n == 0 {
		return
	}
	top := &s.activations[n-1]
	if top.paused++; top.paused > 1 {
		return
	}
	p.Take(s)
	now := p.clock.now()
	*top.node.ticks += float64(now - *p.mark)
	if p.clock.drifted(now) {
		p.publish()
	}
}

// Resume undoes one Pause.
func (p *Profiler) Resume(s *Stack) {
	if n := len(s.activations); n > 0 && s.activations[n-1].paused > 0 {
		s.activations[n-1].paused--
		p.Take(s)
		*p.mark = p.clock.now()
	}
}

// Flush counts the time up to now, so that readers see it.
func (p *Profiler) Flush(s *Stack) {
	p.Pause(s)
	p.Resume(s)
}

// find is the context of a call, nil if there is no room for another one.
func (p *Profiler) find(s *Stack, method *classes.Method, call Call, name func() string) *node {
	if len(s.activations) == 0 {
		return p.rootOf(s, method, name)
	}
	parent := s.activations[len(s.activations)-1].node
	if call.Caller != parent.method { // others lie between, which are not timed
		call.Caller, call.BCI = parent.method, p.machine.Waiting(call, parent.method)
	}
	if c := parent.last; c != nil && c.method == method && c.bci == int32(call.BCI) {
		return c
	}
	key := childKey{method, int32(call.BCI)}
	child := parent.children[key]
	if child == nil {
		if child = p.fold(parent, method); child == nil {
			child = p.node(parent, method, call)
		}
		if child == nil {
			return nil
		}
		if parent.children == nil {
			parent.children = map[childKey]*node{}
		}
		parent.children[key] = child
	}
	parent.last = child
	return child
}

// rootOf is the context of a root that a thread has called.
func (p *Profiler) rootOf(s *Stack, method *classes.Method, name func() string) *node {
	if root := s.roots[method]; root != nil {
		return root
	}
	root, ok := p.ended.Take(method)
	if !ok {
		if root = p.node(nil, method, Call{BCI: -1}); root == nil {
			return nil
		}
	}
	var err error
	if root.thread, err = p.tree.Thread(root.thread, name(), root.record); err != nil {
		return nil
	}
	if s.roots == nil {
		s.roots = map[*classes.Method]*node{}
	}
	s.roots[method] = root
	return root
}

// Begin begins a measurement: the contexts of threads that have ended before are there for others.
func (p *Profiler) Begin() { p.ended.Begin() }

// Ended is told of the stack of a thread that has ended.
func (p *Profiler) Ended(s *Stack) {
	for method, root := range s.roots {
		p.ended.Leave(method, root)
	}
	s.roots = nil
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
	above, line, kind := memory.Address(0), -1, uint32(sharedmemory.Root)
	if parent != nil {
		above, kind = parent.record, p.machine.Kind(parent.method, call.BCI, method)
		if call.BCI >= 0 {
			line = parent.method.Line(call.BCI)
		}
	}
	record, times, err := p.tree.Timed(method, above, call.BCI, line, kind)
	if err != nil {
		return nil
	}
	return &node{
		method: method, bci: int32(call.BCI), up: parent, record: record,
		calls: (*uint64)(p.memory.At(record + sharedmemory.NodeCalls)),
		ticks: (*float64)(p.memory.At(times + sharedmemory.TimesTicks)),
	}
}
