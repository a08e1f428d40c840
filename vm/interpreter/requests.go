package interpreter

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
)

// This file has the program's threads do what somebody outside asks for while they run.

// requests are what is asked for and has not been done.
type requests struct {
	waiting atomic.Bool
	lock    sync.Mutex
	list    []request
}

type request struct {
	do   func()
	idle bool // it may be done while all threads wait
	done chan struct{}
}

// ask has something done, after what was asked for before, by the next thread that comes to a yieldpoint, or, if idle says that it runs no
// Java code, while all threads wait. It returns when that has happened, or when the context ends: then it happens later. Any goroutine may
// call it while the program runs.
func (m *Machine) ask(ctx context.Context, idle bool, do func()) error {
	r := request{do: do, idle: idle, done: make(chan struct{})}
	m.requests.lock.Lock()
	m.requests.list = append(m.requests.list, r)
	m.requests.waiting.Store(true)
	m.requests.lock.Unlock()
	m.Scheduler.Announce()
	select {
	case <-r.done:
		return nil
	case <-m.ending.done:
		return errors.New("the program has ended")
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// serve does what is asked for, in its order; idle says that all threads wait. Its goroutine holds the baton.
func (m *Machine) serve(idle bool) {
	if !m.requests.waiting.Load() {
		return
	}
	m.requests.lock.Lock()
	list := m.requests.list
	if idle {
		if n := slices.IndexFunc(list, func(r request) bool { return !r.idle }); n >= 0 {
			list = list[:n]
		}
	}
	m.requests.list = slices.Clone(m.requests.list[len(list):])
	m.requests.waiting.Store(len(m.requests.list) > 0)
	m.requests.lock.Unlock()
	for _, r := range list {
		r.do()
		close(r.done)
	}
}

// idle is called while all threads wait.
func (m *Machine) idle() {
	m.Guard(func() {
		m.serve(true)
		if m.boundTests() {
			m.Scheduler.Announce() // a thread may go on
		}
	})
}
