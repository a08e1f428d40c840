package threads

import (
	"iter"
	"runtime"
)

// This file is how the baton gets from one task to the next. Each task that is under way has a coroutine, and one goroutine, the driver, resumes
// that of the task whose turn it is, and gets the control back when this one gives the baton away. Go switches to a coroutine at once, on the same
// processor. Goroutines that wake each other come by Go's scheduler, which takes twenty times as long, and each time wakes an idle processor that takes the
// next one away.

// coroutine is a stack that tasks run on: one by one, if they end and begin without it.
type coroutine struct {
	resume func() (struct{}, bool) // of iter.Pull: runs it until it gives the control back, or ends, which the second result tells
	end    func()                  // of iter.Pull: has it unwind, and ends the calling goroutine, too
	give   func(struct{}) bool     // gives the control back; false: it is to unwind

	parked   bool  // it waits for the baton, and has given the control back. Who has the baton knows it of all but those that are coming back; guarded by Scheduler.mu for these
	detached bool  // its task goes on without it: see Detach
	outside  *Task // whose function it runs without the baton, nil for none: see Outside
}

// newCoroutine makes a coroutine that runs f, and may touch the VM's data, as soon as it is resumed, which has to follow.
func (s *Scheduler) newCoroutine(f func()) *coroutine {
	c := &coroutine{}
	c.resume, c.end = iter.Pull(func(give func(struct{}) bool) {
		c.give = give
		defer s.forget(c)
		f()
	})
	s.mu.Lock()
	s.inside++
	s.coroutines[c] = struct{}{}
	s.mu.Unlock()
	return c
}

func (s *Scheduler) forget(c *coroutine) {
	s.mu.Lock()
	delete(s.coroutines, c)
	s.mu.Unlock()
	s.leave(1)
}

// drive makes a driver, which has the baton from now on. It resumes the coroutine first, unless that is nil.
func (s *Scheduler) drive(first *coroutine) {
	s.mu.Lock()
	s.inside++
	s.mu.Unlock()
	s.group.Go(func() {
		defer s.leave(1)
		for c := first; ; {
			if c != nil && !s.run(c) {
				return
			}
			if c = s.pass(); c == nil {
				return
			}
		}
	})
}

// run gives a coroutine the baton, and reports whether that has come back. Else the driver has another one as its successor, or the program has ended.
// A coroutine whose goroutine ends (runtime.Goexit) ends the driver's, too.
func (s *Scheduler) run(c *coroutine) (back bool) {
	s.running = c
	defer func() {
		if c.detached {
			c.detached = false
			s.drive(nil)
		}
	}()
	_, waits := c.resume()
	if c.outside != nil {
		if waits {
			s.comeBack(c)
		}
		return false
	}
	return true
}

// comeBack is what becomes of a coroutine when its function outside has returned.
func (s *Scheduler) comeBack(c *coroutine) {
	s.mu.Lock()
	s.inside += 2 // as before Outside
	s.outside--
	closed := s.closed
	if !closed {
		c.outside.on, c.parked = c, true
		s.back = append(s.back, c.outside)
	}
	c.outside = nil
	s.mu.Unlock()
	if closed {
		c.end()
	}
	s.Announce()
}

// park gives the baton away, and returns when the task gets it again. If it does not, its goroutine ends.
func (s *Scheduler) park(t *Task) {
	select {
	case <-s.done:
		runtime.Goexit()
	default:
	}
	c := s.running
	t.on, c.parked = c, true
	s.wait(c)
}

// wait gives the control back until the coroutine is resumed.
func (s *Scheduler) wait(c *coroutine) {
	if !c.give(struct{}{}) {
		runtime.Goexit()
	}
}

// coroutineOf is the coroutine of a task that gets the baton, a new one if it has none.
func (s *Scheduler) coroutineOf(t *Task) *coroutine {
	if run := t.run; run != nil {
		t.run = nil
		return s.newCoroutine(run)
	}
	c := t.on
	t.on, c.parked = nil, false
	return c
}

// endParked has the coroutines unwind that wait for the baton. Those that are outside do so when they come back.
func (s *Scheduler) endParked() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.coroutines {
		if c.parked {
			s.group.Go(c.end)
		}
	}
}
