package interpreter

import (
	"hotlens/vm/memory"
	"hotlens/vm/threads"
)

// systemPriority is the priority of HotSpot's own threads that programs see.
const systemPriority = 9

// startSystemThread starts a daemon thread of the VM's own that programs see, as they do HotSpot's: it belongs to the group of
// the library's own threads. It executes serve again and again, and no Thread.run. Its own work is not profiled. A program
// that may have one thread only does without it: then it is nil. The caller has the baton, so serve is not called before it
// gives it away.
func (t *Thread) startSystemThread(name string, serve func(n *Thread)) *Thread {
	m := t.M
	var started *Thread
	t.VMWork(func() {
		mark := t.RootMark()
		defer t.Release(mark)
		main := m.Memory.U32(m.ThreadFields(t.Object) + m.Known.ThreadGroupField)
		system := m.Memory.U32(main + m.Known.ThreadGroup.Field("parent", "").Offset)
		object, name := t.NewObject(m.Known.Thread), t.NewString(name)
		if t.Exception != 0 {
			return
		}
		t.Call(Callback, m.Known.Thread.Method("<init>", "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V"), Value(object), Value(system), Value(name))
		if add := m.Known.ThreadGroup.Method("add", "(Ljava/lang/Thread;)V"); add != nil && t.Exception == 0 {
			t.Call(Callback, add, Value(system), Value(object)) // before JDK 19, groups knew their threads
		}
		if t.Exception == 0 {
			started = m.startServing(object, serve)
		}
	})
	return started
}

// startServing starts the thread of a Thread object that executes serve again and again.
func (m *Machine) startServing(object memory.Ref, serve func(n *Thread)) *Thread {
	n, err := m.newThread(false, 0)
	if err != nil {
		return nil
	}
	n.Bind(object)
	n.Daemon = true
	n.vmWork++
	fields := m.ThreadFields(object)
	m.Memory.SetU8(fields+m.Known.ThreadDaemon, 1)
	m.Memory.SetU32(fields+m.Known.ThreadPriority, systemPriority)
	n.SetStatus(threads.Runnable)
	m.Scheduler.Start(n.Task, func() {
		m.Guard(func() {
			n.takeBaton()
			for {
				serve(n)
				n.Exception = 0
			}
		})
	})
	return n
}
