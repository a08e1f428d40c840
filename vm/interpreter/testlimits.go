package interpreter

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"hotlens/profiles"
	"hotlens/profiles/sharedmemory"
)

// This file bounds the tests of a run, so that one that does not end keeps no other from running.
//
// The framework's driver says where a test begins and ends (harness.go). One that has used up what it may, with which all threads wait for ever, or that calls System.exit, is made to
// throw a java.lang.Error where it is, as by Thread.stop: its finally blocks run, and the framework records a failure and goes on with the next test. A test that
// does not end by that ends the run. What runs of the program's own code around the tests, such as what comes before all tests of a class, is bounded like one.

// boundedTests are the tests that go on, several if the framework runs them in several threads.
type boundedTests struct {
	lock    sync.Mutex     // of running, for the timer; only who has the baton changes it
	running []*boundedTest // in the order in which they began
	timer   *time.Timer
	overdue atomic.Pointer[profiles.Limit] // for which the timer ends the run
}

// boundedTest is a test that goes on.
type boundedTest struct {
	thread    *Thread         // in which it began
	began     uint64          // how many bytecodes had been executed since main
	most      uint64          // that may be executed until it ends; 0: any number
	start     time.Time       // wall time
	reached   *profiles.Limit // nil until then
	last      uint64          // bytecodes since main at which the run ends because the test does not
	withdrawn []*Thread       // threads that have been told to end
}

// What a test has to end in when it has reached a limit: its finally blocks run, and the framework makes a report of the error. That is a few million
// bytecodes at most, and the interpreter executes more than graceBytecodes in graceTime.
const (
	graceBytecodes = 200_000_000
	graceTime      = 10 * time.Second
)

// beginTest begins to bound what a thread does.
func (m *Machine) beginTest(t *Thread) {
	limits := &m.Options.Limits
	if !m.harness.present {
		return
	}
	test := &boundedTest{thread: t, began: m.clock.sinceMain(), start: time.Now()}
	m.tests.lock.Lock()
	defer m.tests.lock.Unlock()
	m.tests.running = append(m.tests.running, test)
	// Whose bytecodes they are that threads execute side by side is not known: each may be another one's.
	test.most = limits.TestBytecodes * uint64(len(m.tests.running))
	for _, other := range m.tests.running[:len(m.tests.running)-1] {
		other.most += limits.TestBytecodes
	}
	t.bounded = test
	if m.tests.timer == nil && limits.TestTimeout > 0 {
		m.tests.timer = time.AfterFunc(limits.TestTimeout, m.testTime)
	}
}

// endTest ends that, if there is anything to end.
func (m *Machine) endTest(t *Thread) {
	test := t.bounded
	if test == nil || test.thread != t {
		return
	}
	m.tests.lock.Lock()
	defer m.tests.lock.Unlock()
	m.tests.running = slices.DeleteFunc(m.tests.running, func(r *boundedTest) bool { return r == test })
	if t.bounded = nil; test.reached != nil {
		t.cutShort = test.reached
	}
	t.stopping = nil // else the next test would throw it; other threads that execute must yet end
}

// boundTests stops the tests that have used up what they may, and ends the run if one has not ended by that. It reports whether it has told a thread to
// throw an error.
func (m *Machine) boundTests() (told bool) {
	for _, test := range m.tests.running {
		switch {
		case test.reached == nil:
			if limit := test.limit(m); limit != nil {
				test.reach(limit)
			}
		case m.clock.sinceMain() > test.last:
			m.finish(Outcome{Status: profiles.StatusLimit, Limit: profiles.LimitTestGoesOn.Reached(test.reached.Message)})
			return false
		}
		if test.reached != nil {
			told = test.stop() || told
		}
	}
	return told
}

// limit is the limit that a test has reached, nil if there is none.
func (test *boundedTest) limit(m *Machine) *profiles.Limit {
	limits := &m.Options.Limits
	switch {
	case test.most > 0 && m.clock.sinceMain()-test.began > test.most:
		return profiles.LimitTestCode.Reached(limits.TestBytecodes)
	case limits.TestTimeout > 0 && time.Since(test.start) > limits.TestTimeout:
		return profiles.LimitTestTime.Reached(limits.TestTimeout)
	}
	return nil
}

// reach notes that a test has to end.
func (test *boundedTest) reach(limit *profiles.Limit) {
	test.reached, test.last = limit, test.thread.M.clock.sinceMain()+graceBytecodes
}

// stop tells those threads of a test to throw an error that can do so now, each once, and reports whether there was one: the thread in which it began, and
// those that this has started and that keep it waiting or executing.
func (test *boundedTest) stop() (told bool) {
	m := test.thread.M
	alone := slices.Contains(test.withdrawn, test.thread) || test.thread.stoppable()
	for _, t := range m.threads.list {
		if t.bounded != test || slices.Contains(test.withdrawn, t) || !t.stoppable() || alone && t != test.thread && t.Task.Blocked() {
			continue
		}
		test.withdrawn = append(test.withdrawn, t)
		t.stopping = test.reached
		m.monitors.EndWait(&t.locks)
		m.monitors.EndEntering(&t.locks)
		told = true
	}
	return told
}

// stopStuckTest stops a test because all threads wait for ever, and reports whether one goes on by that.
func (m *Machine) stopStuckTest() (goesOn bool) {
	for _, test := range m.tests.running {
		if test.reached != nil {
			continue // it waits again, or still
		}
		limit, _ := m.hang(profiles.LimitTestHangs)
		test.reach(limit)
		if test.stop() && slices.ContainsFunc(test.withdrawn, func(t *Thread) bool { return !t.Task.Blocked() }) {
			return true
		}
	}
	return false
}

// stoppable tells whether a thread may throw an error where it is: it executes the program's own code, or what this has called. The library's static
// initialisers are not to fail, as what a class needs is missing from then on.
func (t *Thread) stoppable() bool {
	if t.vmWork > 0 || t.ended {
		return false
	}
	t.load()
	defer t.M.remount()
	own, initializes := false, false
	t.Frames(func(fr Frame) bool {
		own = own || t.M.harness.owns(fr.Method.Class)
		initializes = initializes || fr.Method.Name == "<clinit>" && t.M.originBits(fr.Method.Class)&sharedmemory.MethodLibrary != 0
		return !initializes
	})
	return own && !initializes
}

// RefuseExit keeps a test from ending the program, as it would end the tests that are yet to run: a thread that is about to throws an error, and its test ends. So does one that
// executes the program's own code around the tests, such as what comes before all tests of a class.
func (t *Thread) RefuseExit() {
	test := t.bounded
	if test == nil && !(t.M.harness.present && t.stoppable()) {
		return
	}
	limit := profiles.LimitTestExits.Reached()
	if test != nil && test.reached == nil && slices.Contains(t.M.tests.running, test) {
		test.reach(limit)
		test.withdrawn = append(test.withdrawn, t)
		test.stop() // what waits for this thread
	}
	t.Throw("java/lang/Error", limit.Message)
}

// takeTestStop makes the error pending that ends a test, if the thread is to throw one and can, and reports whether.
func (t *Thread) takeTestStop() bool {
	if t.Exception != 0 || !t.GivesUp() {
		return false
	}
	limit := t.stopping
	t.stopping = nil
	t.Throw("java/lang/Error", limit.Message)
	return t.Exception != 0
}

// testTime has tests looked at whose wall time has passed, also while all threads wait, and ends the run if one of them does not end, as it waits for the
// operating system perhaps. It is the timer's.
func (m *Machine) testTime() {
	most := m.Options.Limits.TestTimeout
	var longest time.Duration
	m.tests.lock.Lock()
	for _, test := range m.tests.running {
		longest = max(longest, time.Since(test.start))
	}
	m.tests.lock.Unlock()
	next := most - longest
	switch {
	case longest > most+graceTime:
		m.tests.overdue.Store(profiles.LimitTestGoesOn.Reached(profiles.LimitTestTime.Reached(most).Message))
		m.Scheduler.Stop()
		return
	case longest > most:
		m.Scheduler.Announce()
		next += graceTime
	}
	m.tests.lock.Lock()
	defer m.tests.lock.Unlock()
	if m.tests.timer != nil {
		m.tests.timer.Reset(next + time.Millisecond)
	}
}

// endTests ends the timer: the run is at its end.
func (m *Machine) endTests() {
	m.tests.lock.Lock()
	defer m.tests.lock.Unlock()
	if m.tests.timer != nil {
		m.tests.timer.Stop()
		m.tests.timer = nil
	}
}
