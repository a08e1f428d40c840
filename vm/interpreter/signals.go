package interpreter

import (
	"sync"

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

// StartSignalDispatcher starts the daemon thread that calls deliver for each signal.
func (t *Thread) StartSignalDispatcher(deliver func(t *Thread, number int)) {
	signals := &t.M.signals
	dispatcher := t.startSystemThread("Signal Dispatcher", func(n *Thread) {
		if number, ok := signals.take(); ok {
			deliver(n, number)
		} else {
			n.Block(threads.Never)
		}
	})
	signals.mu.Lock()
	signals.dispatcher = dispatcher
	signals.mu.Unlock()
}
