package interpreter

import (
	"sync/atomic"
	"unsafe"

	"hotlens/profiles"
	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/decoded"
	"hotlens/vm/invoke"
	"hotlens/vm/memory"
	"hotlens/vm/monitors"
	"hotlens/vm/stacksamples"
	"hotlens/vm/threads"
	"hotlens/vm/timing"
)

// This file is a Java thread as the VM sees it: its shadow stack, and how it gives way to
// others.

// Thread is a Java thread.
type Thread struct {
	invoke.Thread // loads, links and initialises classes, and links call sites

	M      *Machine
	Task   *threads.Task
	ID     int
	Object memory.Ref // its java.lang.Thread

	// The shadow stack.
	fp         memory.Address // top frame, 0 for none
	stackBase  memory.Address
	stackEnd   memory.Address
	stackLimit memory.Address // frames must end below it

	// The time slice.
	slice     int64 // bytecodes that this slice began with
	limit     int64 // bytecodes left in it
	shortened int64 // bytecodes that were taken off both

	// What the loop and the functions that it calls tell each other.
	entry   entryKind       // how the next run starts
	result  uint64          // what the method that has just returned gives
	callee  *classes.Method // what the loop is to call
	pending pendingKind     // the exception that the loop is about to throw
	index   int32           // the index that is out of the bounds of an array
	length  int32           // of that array
	called  bool            // the yieldpoint is a method's start

	// What Go code that calls Java code leaves behind.
	roots      []memory.Ref // objects that native code holds
	depth      int          // nesting of run on the Go stack
	compiled   compiledState
	unloading  unloading
	resumption resumption
	timing     timing.Stack // its activations that are being timed
	calibrates bool         // it measures what timing costs
	upcall     uint32       // the kind of the last call from Go code
	stacks     stacksamples.Stack
	trace      []uint64 // scratch space of stack traces

	// The profile.
	vmWork     int            // depth of VMWork: if not 0, nothing is profiled
	workFrom   memory.Address // the program's top frame then, 0 for none
	linkNode   memory.Address // context of the linking that is going on, else 0
	root       memory.Address // context of the entry method
	tree       threadTree     // if that is its own
	treeKind   threadKind
	rootMethod *classes.Method // the entry method
	starter    memory.Address  // context that started the thread
	waiting    waiting         // what it waits in
	inHarness  bool            // it executes the test framework, and no code that this has called: see harness.go
	test       *testRoot       // of the test that goes on, nil between tests
	maker      *testRoot       // of the tests that a method is making (JUnit's @TestFactory), nil if none is
	bounded    *boundedTest    // what bounds it, nil between tests; that of the thread that has started this one
	stopping   *profiles.Limit // for which it is to throw an error, nil for none: see takeTestStop
	cutShort   *profiles.Limit // for which the last test of this thread, or what ran around the tests, was stopped
	startedBy  *classes.Method // the method of that context

	// What java.lang.Thread says and asks.
	Daemon    bool
	virtual   bool // it is a java.lang.BaseVirtualThread
	ended     bool
	suspended bool       // by Thread.suspend
	halted    bool       // it waits for Thread.resume
	stopped   memory.Ref // what Thread.stop has the thread throw, 0 for nothing
	locks     monitors.Thread
	// ScopedValues is the array that the library keeps found bindings of scoped values in; 0 for none.
	ScopedValues memory.Ref
	consumed     consumption
	charged      uint64 // for its stacks: see chargeStack
}

// stackReserve is kept free for making the StackOverflowError itself.
const stackReserve = 48 << 10

// account adds the bytecodes of the running slice to the machine's total.
func (t *Thread) account() {
	t.consume()
	t.M.clock.bytecodes += uint64(t.slice - t.limit)
	t.newSlice()
	t.M.profile.samples.Interrupt(t.M.clock.executed())
	t.pace()
	t.M.Memory.SetU64(sharedmemory.Bytecodes, t.M.clock.sinceMain())
}

// safepoint is where a running thread can be stopped or give way. entered says that the
// yieldpoint is a method's start, to which a call has led.
func (t *Thread) safepoint(entered bool) {
	m := t.M
	if t.early() && !t.hurries() {
		t.samplingYieldpoint(entered)
		return
	}
	if t.account(); t.calibrates {
		return
	}
	atomic.StoreUint32((*uint32)(m.Memory.At(sharedmemory.CurrentNode)), t.node())
	t.checkEnd()
	if t.vmWork == 0 {
		m.serve(false)
	}
	if samples := m.stacksRequested(); samples > 0 {
		t.takeStacks(samples)
	}
	t.pauseTiming() // also so that readers see the time up to now
	if m.tiering != nil {
		activity := m.does(sharedmemory.ActivityCompiling)
		m.tiering.Poll()
		m.does(activity)
	}
	t.calibrateAgain()
	t.resumeTiming()
	t.preempt()
	t.takeStop()
	t.prolong()
	if m.profile.samples.On() {
		t.tick(entered)
	}
}

func (t *Thread) yield() {
	t.withoutBaton(func() { t.M.Scheduler.Yield(t.Task) })
}

// preempt ends a time slice.
func (t *Thread) preempt() {
	if t.virtual {
		t.withoutBaton(func() { t.M.Scheduler.Preempt(t.Task) })
	} else {
		t.yield()
	}
}

// withoutBaton runs f, which gives the baton to other threads and gets it back.
func (t *Thread) withoutBaton(f func()) {
	processor := t.timing.Active() && t.M.countsProcessorTime()
	if processor {
		t.pauseTiming()
	}
	f()
	t.proceed()
	if processor {
		t.resumeTiming()
	}
}

// proceed makes the thread the current one after others have run, unless it is
// suspended: then it waits for Thread.resume.
func (t *Thread) proceed() {
	m := t.M
	for t.suspended {
		t.halted = true
		m.Scheduler.Block(t.Task, threads.Never)
		t.halted = false
	}
	t.takeBaton()
	t.pace()
}

// Yield lets other threads run.
func (t *Thread) Yield() {
	t.account()
	t.checkEnd() // a thread that does little else has no safepoint
	t.yield()
}

// Block waits until another thread unblocks this one, or the deadline passes.
func (t *Thread) Block(deadline int64) (timedOut bool) {
	t.account()
	t.checkEnd()
	t.beginWait()
	if t.detachable() {
		t.detach(deadline)
	}
	t.withoutBaton(func() { timedOut = t.M.Scheduler.Block(t.Task, deadline) })
	t.endWait()
	return timedOut
}

// Unblock ends the thread's Block.
func (t *Thread) Unblock() { t.M.Scheduler.Unblock(t.Task) }

// Outside runs f, which may block in the operating system for ever, and must not touch the
// linear memory: the run may have ended when it returns. Under the virtual clock the other
// threads wait too, which keeps runs repeatable.
func (t *Thread) Outside(f func()) {
	if t.M.Options.VirtualClock || len(t.M.threads.byID) <= 1 {
		t.Aside(f)
		return
	}
	t.account()
	t.beginWait()
	t.withoutBaton(func() { t.M.Scheduler.Outside(t.Task, f) })
	t.endWait()
}

// Aside is Outside where the other threads wait in any case.
func (t *Thread) Aside(f func()) {
	activity := t.M.does(sharedmemory.ActivityWaiting)
	if t.M.Options.VirtualClock {
		t.M.Scheduler.Aside(f)
	} else {
		t.consume()
		t.beginWait()
		t.M.Scheduler.Aside(f)
		t.takeBaton()
		t.endWait()
	}
	t.M.does(activity)
}

// node is the context node of the top frame.
func (t *Thread) node() memory.Address {
	if t.fp == 0 {
		return t.M.profile.unprofiled
	}
	if t.M.frameStateAt(t.fp) != nil {
		return t.compiled.node
	}
	return t.M.Memory.U32(t.fp + decoded.FrameNode)
}

// Root keeps r alive until the native method returns.
func (t *Thread) Root(r memory.Ref) memory.Ref {
	if r != 0 {
		t.roots = append(t.roots, r)
	}
	return r
}

// RootMark and Release bracket long-running Go code that makes many objects.
func (t *Thread) RootMark() int    { return len(t.roots) }
func (t *Thread) Release(mark int) { t.roots = t.roots[:mark] }

// at converts an address of the linear memory.
func (m *Machine) at(a memory.Address) unsafe.Pointer { return m.Memory.At(a) }
