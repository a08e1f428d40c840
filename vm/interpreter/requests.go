package interpreter

import (
	"context"
	"errors"
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
	do   func(*Thread)
	done chan struct{}
}

// ask has the next thread that comes to a yieldpoint do something, after what was asked for before. It returns when that has
// happened, or when the context ends: then it happens later. Any goroutine may call it while the program runs.
func (m *Machine) ask(ctx context.Context, do func(*Thread)) error {
	r := request{do: do, done: make(chan struct{})}
	m.requests.lock.Lock()
	m.requests.list = append(m.requests.list, r)
	m.requests.waiting.Store(true)
	m.requests.lock.Unlock()
	select {
	case <-r.done:
		return nil
	case <-m.ending.done:
		return errors.New("the program has ended")
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// serve does what is asked for.
func (t *Thread) serve() {
	m := t.M
	m.requests.lock.Lock()
	list := m.requests.list
	m.requests.list = nil
	m.requests.waiting.Store(false)
	m.requests.lock.Unlock()
	for _, r := range list {
		r.do(t)
		close(r.done)
	}
}
