package interpreter

import (
	"fmt"
	"log/slog"
	"runtime"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/sourcegraph/conc/panics"

	"hotlens/profiles"
	"hotlens/profiles/sharedmemory"
	"hotlens/vm/configuration"
)

// This file ends the run. Whatever the reason, finish does it: the program's last thread has
// ended or called System.exit (End), a limit is reached (Limit), no thread can ever
// run again (stuck), somebody outside asks for it (Stop, or Terminate, which gives the program time), or the machine has failed (Fail).

// Outcome is how a run ended.
type Outcome struct {
	Status int
	Limit  *profiles.Limit
	// Waiting are the threads of a program that hangs, and Stopped is where the thread was that executed when another limit stopped the program.
	Waiting []profiles.Waiting
	Stopped []profiles.Frame
	Err     error
}

// ending is how far the end of the run is.
type ending struct {
	begun   bool
	outcome Outcome
	done    chan struct{} // closed when the profile's numbers are final
	// terminated is why the program was asked to end by itself; nil if it was not.
	terminated atomic.Pointer[profiles.Limit]
}

// finish ends the run, once: it makes the numbers of the profile what they are at this
// moment, then ends all threads. Its goroutine holds the baton, which it has from the
// running thread, from the last one that began to wait, or from one that is aside in a call of the
// operating system. Its time is bounded by the frames and counters that there are.
func (m *Machine) finish(o Outcome) {
	if m.ending.begun {
		return
	}
	if why := m.ending.terminated.Load(); why != nil && o.Err == nil && (o.Limit == nil || profiles.LimitStopped.Is(o.Limit)) {
		o = Outcome{Limit: why}
	}
	if o.Limit != nil && m.threads.current != nil && m.threads.current.vmWork == 0 {
		// What the program has done with Unsafe may keep it from being found.
		_ = panics.Try(func() { o.Stopped = m.threads.current.stack() })
	}
	m.ending.begun, m.ending.outcome = true, o
	m.endTests()
	// Whatever happens while it settles, the run ends.
	defer close(m.ending.done)
	defer m.Scheduler.Close()
	if o.Err != nil || m.profile.full && !m.profile.contexts {
		return // frames of a machine that has failed are not to be trusted, and a full profile has been handed out
	}
	if failed := panics.Try(m.settle); failed != nil {
		m.ending.outcome = Outcome{Status: profiles.StatusFailure, Err: fmt.Errorf("the VM failed while it added up the profile: %v\n%s", failed.Value, failed.Stack)}
	}
}

// settle adds to the contexts what has been counted elsewhere so far.
func (m *Machine) settle() {
	if m.threads.current != nil {
		m.threads.current.account() // the last slice
	}
	m.profile.samples.Close(m.clock.executed())
	m.settleWaits()
	m.settleMixes()
	m.settleCycles()
	m.settleCompiled()
	m.takeMarks(testName{})
	if m.Options.CompareHierarchy && m.profile.edges {
		m.compareHierarchy()
	}
	for _, t := range m.threads.list {
		if t.timing.Active() {
			m.timing.Flush(&t.timing)
		}
	}
}

// settleMixes records the mixes of all methods so far. Those that find no room are missing, which makes costs smaller and nothing else wrong.
func (m *Machine) settleMixes() {
	if err := m.Tree.Settle(); err != nil {
		slog.Debug("recording the mixes of methods", "error", err)
	}
}

// End stops the program with the given outcome. It does not return: the calling
// thread's goroutine ends, and all others with it.
func (m *Machine) End(o Outcome) {
	m.finish(o)
	runtime.Goexit()
}

// Limit ends the program because a budget is used up. The arguments are those of the
// kind's message. It does not return.
func (m *Machine) Limit(kind profiles.LimitKind, arguments ...any) {
	m.End(Outcome{Status: profiles.StatusLimit, Limit: kind.Reached(arguments...)})
}

// stuck is called when every thread waits for ever. It reports whether a test was stopped that others may go on after.
func (m *Machine) stuck() (goesOn bool) {
	if m.stopStuckTest() {
		return true
	}
	limit, waiting := m.hang(profiles.LimitDeadlock)
	m.finish(Outcome{Status: profiles.StatusLimit, Limit: limit, Waiting: waiting})
	return false
}

// Fail ends the run because the machine itself failed; unlike End it returns.
func (m *Machine) Fail(err error) { m.finish(Outcome{Status: profiles.StatusFailure, Err: err}) }

// Stop asks for the end of the run. A thread that runs ends it at its next safepoint; else it ends
// at once. Unlike the other methods, it may be called by any goroutine at any time.
func (m *Machine) Stop() { m.Scheduler.Stop() }

// Terminate has the program end as it does on SIGTERM, with its shutdown hooks, and soon in any case. Whatever status it then gives, this limit is the outcome. It takes StartSignalDispatcher. Unlike the other methods, it may be called by any goroutine at any time.
func (m *Machine) Terminate(why *profiles.Limit) {
	if m.ending.terminated.CompareAndSwap(nil, why) {
		m.PostSignal(int(syscall.SIGTERM))
		time.AfterFunc(configuration.TerminationGrace, m.Stop)
	}
}

// stopped ends the run after Stop, or after the agent has set the flag.
func (m *Machine) stopped() {
	limit := m.tests.overdue.Load()
	if limit == nil {
		limit = profiles.LimitStopped.Reached(m.clock.sinceMain())
	}
	m.finish(Outcome{Status: profiles.StatusLimit, Limit: limit})
}

// checkEnd ends the run if the thread's bytecodes, which it has just accounted for, were
// the last that it may execute, or if somebody asks for the end.
func (t *Thread) checkEnd() {
	m := t.M
	flag := (*uint32)(m.Memory.At(sharedmemory.YieldFlag)) // the agent's: Go code that hears of Stop may be held up
	if m.Scheduler.Stopping() || atomic.LoadUint32(flag) == sharedmemory.Stop {
		m.stopped()
	}
	m.boundTests()
	if m.ending.begun {
		runtime.Goexit()
	}
	if most := m.Options.Limits.MaxBytecodes; most > 0 && m.clock.sinceMain() > most && m.profile.started {
		m.Limit(profiles.LimitBytecodes, most)
	}
	if m.profile.contexts && (m.Tree.Full() || m.profile.full) {
		m.fillTree()
	}
	t.checkSnapshot()
	t.chargeStack()
}

// Wait returns the outcome after the program has ended.
func (m *Machine) Wait() Outcome {
	<-m.ending.done
	m.Scheduler.Wait()
	if m.tiering != nil {
		m.tiering.Close()
	}
	return m.ending.outcome
}

// Uncaught are the exceptions that have ended threads, in their order, but no more than profiles.MaxExceptions. It is to
// be called after Wait.
func (m *Machine) Uncaught() []profiles.Exception { return m.uncaught }

// Failure is the machine's own failure, nil while there is none.
func (m *Machine) Failure() error { return m.ending.outcome.Err }
