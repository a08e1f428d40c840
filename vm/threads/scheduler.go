// Package threads schedules the Java threads of a VM: coroutines that pass one
// baton, so that exactly one of them runs at a time (DESIGN section 3). Monitors
// are built on it.
//
// Invariant: every exported method is called by the task that holds the baton,
// unless its comment says otherwise. The baton orders all accesses to the VM's
// data, so none of it needs locks.
package threads

import (
	"container/heap"
	"math"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sourcegraph/conc"
)

// Never is the deadline of a wait without a time limit.
const Never = int64(-1)

// maxPreempted is how many of the many tasks take turns: as many as a large machine has processors.
const maxPreempted = 64

// Clock tells and advances the VM's time, in nanoseconds.
type Clock interface {
	// Now is the present time.
	Now() int64
	// Advance jumps to a later time. It reports false if time cannot be
	// jumped, but has to pass.
	Advance(to int64) bool
}

// Task is one schedulable thread. It has a coroutine while it runs, and mostly while it waits: see Detach.
type Task struct {
	on       *coroutine // that waits for the baton in its place
	run      func()     // what a coroutine of its own does when it gets the baton, nil if it has one
	blocked  bool
	timedOut bool
	deadline int64
	order    uint64 // tells equal deadlines apart
	index    int    // in the timer heap, -1 when absent

	// Many says that there may be very many such tasks. Of those that need more than a time slice, no more than maxPreempted
	// are under way at the same time: each has a stack meanwhile.
	Many      bool
	preempted bool // it is in Preempt

	// Background says that what the task does when its time is up wakes no task
	// but other such ones: it only looks after the VM's own affairs.
	Background bool
}

// Scheduler hands the baton around.
type Scheduler struct {
	clock     Clock
	queue     queue
	held      queue // tasks of the many, which have waited longer than those in the queue
	timers    timerHeap
	preempted int // tasks in Preempt
	awaited   int // those of the timers that are not in the background
	orders    uint64
	running   *coroutine     // the one with the baton, or the last one that had it
	group     conc.WaitGroup // nobody waits for it: see Wait
	done      chan struct{}  // closed by Close
	arrived   chan struct{}

	stopping atomic.Bool // Stop was called

	mu      sync.Mutex // guards what follows
	left    sync.Cond  // inside has become less
	inside  int        // coroutines and drivers that touch the VM's data, or will when they get the baton
	outside int        // tasks that run outside the baton
	// coroutines are all of them.
	coroutines map[*coroutine]struct{}
	aside      bool    // the task with the baton is in Aside
	closed     bool    // Close was called
	back       []*Task // tasks that came back from outside
	woken      []*Task // tasks that Wake wants unblocked

	// Stopped is called with the baton after Stop, as soon as the tasks wait or are in
	// Aside. It calls Close. Tasks that run have to look at Stopping.
	Stopped func()
	// Waits is told, with the baton, when all tasks begin to wait, and when they no longer do.
	Waits func(bool)
	// Idle is called with the baton, if not nil, while all tasks wait and time has to pass: when that begins, and after Announce.
	Idle func()
	// Stuck is called when no thread but background ones can ever run again. It unblocks one, which it reports by true, or calls
	// Close. If it is nil, they are waited for: somebody may stop the program.
	Stuck func() (goesOn bool)
}

// After is the deadline of a wait for some nanoseconds, which are not negative: Never
// if the clock does not reach it.
func After(clock Clock, nanos int64) int64 {
	if now := clock.Now(); nanos <= math.MaxInt64-now {
		return now + nanos
	}
	return Never
}

// New makes a scheduler without tasks.
func New(clock Clock) *Scheduler {
	s := &Scheduler{clock: clock, coroutines: map[*coroutine]struct{}{}, done: make(chan struct{}), arrived: make(chan struct{}, 1)}
	s.left.L = &s.mu
	return s
}

// NewTask makes a task. The first task of a scheduler holds the baton from the
// start, in the function of Begin; any other gets it after Start.
func (s *Scheduler) NewTask() *Task { return &Task{index: -1} }

// Begin runs f with the baton, on another goroutine. f makes the first task, and ends by Close or like
// tasks when others have called it.
func (s *Scheduler) Begin(f func()) { s.drive(s.newCoroutine(f)) }

// leave says that so many of those inside will not touch the VM's data any more, for the time being.
func (s *Scheduler) leave(inside int) {
	s.mu.Lock()
	s.inside -= inside
	s.mu.Unlock()
	s.left.Broadcast()
}

// Start lets f run as task t when the baton comes to it. f ends by returning;
// the baton is then passed on. The task has no coroutine until then.
func (s *Scheduler) Start(t *Task, f func()) {
	t.run = f
	s.queue.add(t)
}

// Runnable is the number of tasks that wait for the baton.
func (s *Scheduler) Runnable() int { return s.queue.length() + s.held.length() }

// Yield lets the other runnable tasks run first.
func (s *Scheduler) Yield(t *Task) {
	s.collectArrivals()
	s.expireTimers()
	if s.Runnable() > 0 {
		s.queue.add(t)
		s.park(t)
	}
}

// Block takes t out of the running until Unblock or the deadline, a time of the
// clock or Never. It reports whether the deadline has passed.
func (s *Scheduler) Block(t *Task, deadline int64) (timedOut bool) {
	s.block(t, deadline)
	s.park(t)
	return t.timedOut
}

// Detach is Block for a task that waits without a coroutine: it ends the one that calls it, whose
// stack must not be needed any more. When the wait is over, resumed is called on another one, as the
// function of Start is. It does not return.
func (s *Scheduler) Detach(t *Task, deadline int64, resumed func(timedOut bool)) {
	s.block(t, deadline)
	t.run = func() { resumed(t.timedOut) }
	s.detach()
}

// DetachRunnable is Yield as Detach is Block.
func (s *Scheduler) DetachRunnable(t *Task, resumed func()) {
	s.collectArrivals()
	s.expireTimers()
	t.run = resumed
	s.queue.add(t)
	s.detach()
}

func (s *Scheduler) detach() {
	s.running.detached = true
	runtime.Goexit()
}

// Preempt is Yield for a task that would rather go on: of the many tasks there are only so many under way.
func (s *Scheduler) Preempt(t *Task) {
	s.preempted++
	t.preempted = true
	s.Yield(t)
	t.preempted = false
	s.preempted--
}

func (s *Scheduler) block(t *Task, deadline int64) {
	t.blocked, t.timedOut = true, false
	if deadline == Never {
		return
	}
	t.deadline = deadline
	t.order = s.orders
	s.orders++
	heap.Push(&s.timers, t)
	if !t.Background {
		s.awaited++
	}
}

// Unblock makes a blocked task runnable; others are left alone.
func (s *Scheduler) Unblock(t *Task) {
	if !t.blocked {
		return
	}
	t.blocked = false
	if t.index >= 0 {
		heap.Remove(&s.timers, t.index)
		if !t.Background {
			s.awaited--
		}
	}
	s.queue.add(t)
}

// Blocked reports whether t waits in Block.
func (t *Task) Blocked() bool { return t.blocked }

// Outside runs f, which may block in the operating system and must not touch
// the VM's data, while other tasks run.
func (s *Scheduler) Outside(t *Task, f func()) {
	c := s.running
	s.mu.Lock()
	s.outside++
	s.mu.Unlock()
	c.outside = t
	s.drive(nil)
	s.leave(2) // with the driver, which waits for this coroutine
	f()
	s.wait(c)
}

// Aside is Outside where the other tasks wait until f returns, so that the order of
// the tasks does not depend on how long it takes. The task with the baton calls it. Only
// Stop may take the baton meanwhile.
func (s *Scheduler) Aside(f func()) {
	s.mu.Lock()
	if s.stopping.Load() {
		s.mu.Unlock()
		s.Stopped()
		runtime.Goexit()
	}
	s.aside = true
	s.inside -= 2 // with the driver
	s.mu.Unlock()
	f()
	s.mu.Lock()
	kept := s.aside
	s.aside = false
	s.inside += 2
	s.mu.Unlock()
	if !kept {
		runtime.Goexit()
	}
}

// Stop asks for the end of the program: it has Stopped called, on this goroutine if
// a task is in Aside. Any goroutine may call it, at any time.
func (s *Scheduler) Stop() {
	s.mu.Lock()
	s.stopping.Store(true)
	taken := s.aside
	if taken {
		s.aside = false
		s.inside++
	}
	s.mu.Unlock()
	if taken {
		defer s.leave(1)
		s.Stopped()
	}
	s.Announce()
}

// Announce ends the waiting of an idle VM: it looks around, and Idle is called again. Any goroutine may call it, at any time.
func (s *Scheduler) Announce() {
	select {
	case s.arrived <- struct{}{}:
	default:
	}
}

// Wake unblocks a task as soon as the baton is passed or kept. Any goroutine may
// call it. A task that does not wait then is left alone.
func (s *Scheduler) Wake(t *Task) {
	s.mu.Lock()
	s.woken = append(s.woken, t)
	s.mu.Unlock()
	s.Announce()
}

// Stopping reports whether Stop was called. Any goroutine may call it.
func (s *Scheduler) Stopping() bool { return s.stopping.Load() }

// Close ends all tasks: those that wait at once, and those that are outside or aside
// when they come back; their goroutines unwind. The caller holds the baton and keeps it.
func (s *Scheduler) Close() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	close(s.done)
	s.endParked()
	s.left.Broadcast()
}

// Wait returns after Close, when no task touches the VM's data any more. It does not
// wait for tasks that are outside or aside: what they wait for may never come. It is
// called by a goroutine that is not a task.
func (s *Scheduler) Wait() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for !s.closed || s.inside > 0 {
		s.left.Wait()
	}
}

func (s *Scheduler) collectArrivals() {
	s.mu.Lock()
	for _, t := range s.back {
		s.queue.add(t)
	}
	s.back = s.back[:0]
	for _, t := range s.woken {
		s.Unblock(t)
	}
	s.woken = s.woken[:0]
	s.mu.Unlock()
}

func (s *Scheduler) expireTimers() {
	if len(s.timers) == 0 {
		return
	}
	now := s.clock.Now()
	for len(s.timers) > 0 && s.timers[0].deadline <= now {
		t := s.timers[0]
		t.timedOut = true
		s.Unblock(t)
	}
}

// pass chooses who is to have the baton: the next runnable task. It waits for one if there is
// none, and returns nil when the program has ended.
func (s *Scheduler) pass() *coroutine {
	for {
		select {
		case <-s.done:
			return nil
		default:
		}
		s.collectArrivals()
		s.expireTimers()
		if t := s.next(); t != nil {
			return s.coroutineOf(t)
		}
		if !s.idle() {
			return nil
		}
	}
}

// next takes the task whose turn it is, nil if none can run. The many wait while enough of them are under way, which are in the queue.
func (s *Scheduler) next() *Task {
	open := s.preempted < maxPreempted
	if open && s.held.length() > 0 {
		return s.held.take()
	}
	for s.queue.length() > 0 {
		t := s.queue.take()
		if open || !t.Many || t.preempted {
			return t
		}
		s.held.add(t)
	}
	return nil
}

// idle waits until something may have become runnable. It reports false when
// nothing ever will.
func (s *Scheduler) idle() bool {
	s.mu.Lock()
	outside := s.outside + len(s.back) + len(s.woken)
	s.mu.Unlock()
	if s.stopping.Load() {
		s.Stopped()
		return false
	}
	if s.Stuck != nil && outside == 0 && s.awaited == 0 {
		return s.Stuck()
	}
	if len(s.timers) > 0 && outside == 0 && s.clock.Advance(s.timers[0].deadline) {
		return true
	}
	var due <-chan time.Time
	if len(s.timers) > 0 {
		timer := time.NewTimer(time.Duration(max(0, s.timers[0].deadline-s.clock.Now())))
		defer timer.Stop()
		due = timer.C
	}
	if s.Idle != nil {
		s.Idle()
	}
	if s.Waits != nil {
		s.Waits(true)
		defer s.Waits(false)
	}
	select {
	case <-due:
	case <-s.arrived:
	case <-s.done:
		return false
	}
	return true
}

// queue has the tasks that wait for the baton, in the order in which they get it.
type queue struct {
	tasks []*Task
	first int // those before it have been taken
}

func (q *queue) length() int { return len(q.tasks) - q.first }

func (q *queue) add(t *Task) { q.tasks = append(q.tasks, t) }

func (q *queue) take() *Task {
	t := q.tasks[q.first]
	q.tasks[q.first] = nil
	q.first++
	if q.first >= len(q.tasks)-q.first { // moving what is left costs less than what was taken since the last time
		left := copy(q.tasks, q.tasks[q.first:])
		clear(q.tasks[left:])
		q.tasks, q.first = q.tasks[:left], 0
	}
	return t
}

// timerHeap orders blocked tasks by deadline.
type timerHeap []*Task

func (h timerHeap) Len() int { return len(h) }
func (h timerHeap) Less(i, j int) bool {
	if h[i].deadline != h[j].deadline {
		return h[i].deadline < h[j].deadline
	}
	return h[i].order < h[j].order
}
func (h timerHeap) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].index, h[j].index = i, j
}
func (h *timerHeap) Push(x any) {
	t := x.(*Task)
	t.index = len(*h)
	*h = append(*h, t)
}
func (h *timerHeap) Pop() any {
	old := *h
	t := old[len(old)-1]
	*h = old[:len(old)-1]
	t.index = -1
	return t
}
