package timing

import (
	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/memory"
)

// This file is the simulated stack of a thread (paragraph 68), and the tree that it moves in.

// Stack is the simulated stack of a thread. The zero value is ready.
//
// Whoever has called Enter calls Leave when that activation ends, whether it returns or throws, so
// the stack needs no matching with the real one (paragraphs 69 to 75). An activation that compiled code has begun by itself (known.go) is on top, but not among
// those begun: it ends before the one below it does.
type Stack struct {
	top    *node        // nil: nothing is being timed
	paused int          // how often the time has been stopped while it is on top
	begun  []activation // by Enter, from the outermost on
	mark   uint64       // the tick from which on time counts for the top, while another stack is being used
	roots  map[*classes.Method]*node
}

// activation is one that Enter has begun, with what was on top before.
type activation struct {
	up     *node
	paused int
	way    Way
}

// node is a context.
type node struct {
	method   *classes.Method
	bci      int32
	up       *node
	record   memory.Address // of the context
	times    memory.Address // its times record
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
func (s *Stack) Active() bool { return s.top != nil }

// Above is the method that has called the one that is on top, as Enter has begun it; nil for a root.
func (s *Stack) Above() *classes.Method {
	if up := s.begun[len(s.begun)-1].up; up != nil {
		return up.method
	}
	return nil
}

// Now is the time at which a call has come, for Enter, or has ended, for Leave.
func (p *Profiler) Now() uint64 { return p.clock.now() }

// Take has the control page be a stack's, on which compiled code begins or ends activations: the mark, which it sets when it has come
// back from there, so that its way is nobody's time, and the top. A thread that gets the baton takes it.
func (p *Profiler) Take(s *Stack) {
	p.see()
	if p.taken == s {
		return
	}
	if p.taken != nil {
		p.taken.mark = *p.mark
	}
	p.taken, *p.mark = s, s.mark
	p.show()
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
	if s.top == nil && !in.root {
		return false
	}
	p.Take(s)
	if s.top != nil && s.paused == 0 {
		*s.top.ticks += float64(called - *p.mark)
	}
	child := p.find(s, in.Method, call, name)
	if child != nil {
		*child.calls++
		s.begun = append(s.begun, activation{s.top, s.paused, call.Way})
		s.top, s.paused = child, 0
		if !in.entered {
			in.entered = true
			p.entered(in.Method)
		}
		p.show()
	}
	*p.mark = p.clock.now()
	return child != nil
}

// Leave ends the activation that Enter has begun last, at a moment, by Now.
func (p *Profiler) Leave(s *Stack, left uint64) {
	p.Take(s)
	last := &s.begun[len(s.begun)-1]
	c := &p.corrections[last.way]
	*s.top.ticks -= c.Inner
	if s.paused == 0 {
		*s.top.ticks += float64(left - *p.mark)
	}
	s.top, s.paused, s.begun = last.up, last.paused, s.begun[:len(s.begun)-1]
	if s.top != nil {
		*s.top.ticks -= c.Outer
	}
	p.show()
	*p.mark = left
}

// Pause stops the time of the top until Resume is called as often: what passes is the
// VM's own work (paragraph 79 calls this to adjust the time). Readers see the time up to now.
func (p *Profiler) Pause(s *Stack) {
	if s.top == nil {
		return
	}
	p.Take(s)
	if s.paused++; s.paused > 1 {
		return
	}
	p.show()
	now := p.clock.now()
	*s.top.ticks += float64(now - *p.mark)
	if p.clock.drifted(now) {
		p.publish()
	}
}

// Resume undoes one Pause.
func (p *Profiler) Resume(s *Stack) {
	if s.paused > 0 {
		p.Take(s)
		s.paused--
		p.show()
		*p.mark = p.clock.now()
	}
}

// Flush counts the time up to now, so that readers see it.
func (p *Profiler) Flush(s *Stack) {
	taken := p.taken
	p.Pause(s)
	p.Resume(s)
	if taken != nil {
		p.Take(taken)
	}
}

// find is the context of a call, nil if there is no room for another one.
func (p *Profiler) find(s *Stack, method *classes.Method, call Call, name func() string) *node {
	if s.top == nil {
		return p.rootOf(s, method, name)
	}
	parent := s.top
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
	return p.newNode(&node{
		method: method, bci: int32(call.BCI), up: parent, record: record, times: times,
		calls: (*uint64)(p.memory.At(record + sharedmemory.NodeCalls)),
	})
}

// newNode completes a node whose times record is there.
func (p *Profiler) newNode(n *node) *node {
	n.ticks = (*float64)(p.memory.At(n.times + sharedmemory.TimesTicks))
	p.nodes[n.times] = n
	return n
}
