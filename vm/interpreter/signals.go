package interpreter

import (
	"sync"

	"hotlens/vm/memory"
	"hotlens/vm/threads"
)

// This file brings signals of the operating system into the VM: a Java thread of
// the VM's own waits for them, as HotSpot's "Signal Dispatcher" does.

// signalQueue holds the signals that have arrived and were not yet delivered.
type signalQueue struct {
	mu         sync.Mutex
	numbers    []int
	dispatcher *Thread // nil before StartSignalDispatcher
}

// take removes the oldest signal.
func (q *signalQueue) take() (number int, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.numbers) == 0 {
		return 0, false
	}
	number, q.numbers = q.numbers[0], q.numbers[1:]
	return number, true
}

// PostSignal delivers a signal to the program as soon as the dispatcher gets the
// baton; signals that come before it was started wait for it. Unlike the other
// methods, it may be called by any goroutine at any time.
func (m *Machine) PostSignal(number int) {
	m.signals.mu.Lock()
	m.signals.numbers = append(m.signals.numbers, number)
	dispatcher := m.signals.dispatcher
	m.signals.mu.Unlock()
	if dispatcher != nil {
		m.Scheduler.Wake(dispatcher.Task)
	}
}

// StartSignalDispatcher starts the daemon thread that calls deliver for each
// signal. It belongs to the group of the library's own threads, as in HotSpot.
func (t *Thread) StartSignalDispatcher(deliver func(t *Thread, number int)) {
	m := t.M
	t.VMWork(func() {
		mark := t.RootMark()
		defer t.Release(mark)
		main := m.Memory.U32(m.ThreadFields(t.Object) + m.Known.ThreadGroupField)
		system := m.Memory.U32(main + m.Known.ThreadGroup.Field("parent", "").Offset)
		object, name := t.NewObject(m.Known.Thread), t.NewString("Signal Dispatcher")
		if t.Exception != 0 {
			return
		}
		t.Call(Callback, m.Known.Thread.Method("<init>", "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V"), Value(object), Value(system), Value(name))
		if t.Exception == 0 {
			m.startDispatcher(object, deliver)
		}
	})
}

// startDispatcher starts the thread of a Thread object that does not run Java's
// Thread.run. Its own work is not profiled.
func (m *Machine) startDispatcher(object memory.Ref, deliver func(t *Thread, number int)) {
	n, err := m.newThread(false, 0)
	if err != nil {
		return // a program that may have one thread only does without
	}
	n.Bind(object)
	n.Daemon = true
	n.vmWork++
	m.Memory.SetU8(m.ThreadFields(object)+m.Known.ThreadDaemon, 1)
	n.SetStatus(threads.Runnable)
	m.signals.mu.Lock()
	m.signals.dispatcher = n
	m.signals.mu.Unlock()
	m.Scheduler.Start(n.Task, func() {
		m.Guard(func() {
			n.takeBaton()
			for {
				if number, ok := m.signals.take(); ok {
					deliver(n, number)
					n.Exception = 0
				} else {
					n.Block(threads.Never)
				}
			}
		})
	})
}
