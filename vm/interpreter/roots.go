package interpreter

import (
	"hotlens/vm/classes"
	"hotlens/vm/memory"
)

// This file gives the contexts of threads that have ended to others, in a program that is joined and left (contexts.Roots).

// threadKind says which threads may have a root one after the other.
type threadKind struct {
	method  *classes.Method // the entry method
	starter memory.Address
	kind    uint32
}

// threadTree is the root of a thread's contexts, with the record of the thread; 0 for none of its own.
type threadTree struct{ root, thread memory.Address }

// beginMeasurement is called when somebody joins or leaves the program.
func (m *Machine) beginMeasurement() {
	if m.profile.roots.Begin(); m.timing != nil {
		m.timing.Begin()
	}
	m.stacks.Begin()
}

// ownRoot finds or makes the root of a thread that has one of its own.
func (t *Thread) ownRoot(of threadKind, name string) (err error) {
	m := t.M
	t.leaveRoot()
	tree, ok := m.profile.roots.Take(of)
	if !ok {
		if tree.root, err = m.Tree.Root(of.method, of.starter, of.kind); err != nil {
			return err
		}
	}
	if tree.thread, err = m.Tree.Thread(tree.thread, name, tree.root); err != nil {
		return err
	}
	t.tree, t.treeKind = tree, of
	return nil
}

// leaveRoot leaves the thread's root to others, if it has one. A run that is profiled from its beginning is one measurement.
func (t *Thread) leaveRoot() {
	if t.tree.root != 0 && !t.M.Options.Profiled() {
		t.M.profile.roots.Leave(t.treeKind, t.tree)
	}
	t.tree = threadTree{}
}

// leaveContexts is called when the thread ends: what has been measured of it has contexts that others may have.
func (t *Thread) leaveContexts() {
	m := t.M
	t.leaveRoot()
	if m.Options.Profiled() {
		return
	}
	if m.timing != nil {
		m.timing.Ended(&t.timing)
	}
	m.stacks.Ended(&t.stacks)
}
