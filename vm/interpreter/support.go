package interpreter

import (
	"hotlens/vm/classes"
	"hotlens/vm/memory"
	"hotlens/vm/threads"
)

// This file holds services for natives and for boot.

// NewRefArray makes an array of references with the given element class.
func (t *Thread) NewRefArray(component *classes.Class, refs []memory.Ref) memory.Ref {
	for _, r := range refs {
		t.Root(r)
	}
	c := t.ArrayOf(component)
	if c == nil {
		return 0
	}
	array := t.NewArray(c, int32(len(refs)))
	if t.Exception != 0 {
		return 0
	}
	for i, r := range refs {
		t.M.Memory.SetU32(array+memory.ArrayBase+4*uint32(i), r)
	}
	return array
}

// Describe is an exception as Throwable.toString would show it, without running
// Java code.
func (m *Machine) Describe(thrown memory.Ref) string {
	if thrown == 0 {
		return "no exception"
	}
	s := m.ClassOf(thrown).ExternalName()
	if text := m.Text(m.Memory.U32(thrown + m.Known.ThrowableMessage)); text != "" {
		s += ": " + text
	}
	trace := m.Backtrace(thrown)
	for _, entry := range trace[:min(12, len(trace))] {
		if method, bci := m.TraceEntry(entry); method != nil {
			s += "\n\tat " + method.String() + ":" + itoa(int32(method.Line(bci)))
		}
	}
	if f := m.ClassOf(thrown).LookupField("cause", ""); f != nil {
		if c := m.Memory.U32(thrown + f.Offset); c != 0 && c != thrown {
			s += "\ncaused by " + m.Describe(c)
		}
	}
	return s
}

// SetRunnable marks a thread as running.
func (t *Thread) SetRunnable() { t.SetStatus(threads.Runnable) }

// SystemLoader is the application class loader.
func (t *Thread) SystemLoader() *classes.Loader {
	m := t.M
	c := m.Known.ClassLoader
	var r memory.Ref
	t.VMWork(func() {
		r = memory.Ref(t.Call(Callback, c.Method("getSystemClassLoader", "()Ljava/lang/ClassLoader;")))
	})
	return m.LoaderOf(r)
}

// MainEntry is the kind of the call of main: the root of its thread's tree.
const MainEntry = rootEntry
