//go:build unix

package natives

import (
	"fmt"
	"strings"

	"hotlens/vm/classes"
	"hotlens/vm/interpreter"
	"hotlens/vm/opcodes"
	"hotlens/vm/threads"
)

// boundThread is the library's class of virtual threads that have no continuations, which are all here. This file has its
// objects and its traces look like those of VirtualThread, the class that HotSpot has in its place.
const boundThread = "java/lang/ThreadBuilders$BoundVirtualThread"

func init() { later(javaLangThreadbuilders) }

func javaLangThreadbuilders() {
	substituteWhereThere(boundThread, table{"toString()Ljava/lang/String;": virtualThreadText})
	// The thread that calls it unblocks virtual threads that have continuations.
	register("java/lang/VirtualThread", table{"takeVirtualThreadListToUnblock()Ljava/lang/VirtualThread;": func(t *Thread, _ Args) uint64 {
		for t.Exception == 0 {
			t.Park(-1)
		}
		return 0
	}})
}

// virtualThreadText is VirtualThread.toString: with the carrier's state and name while the thread is mounted.
func virtualThreadText(t *Thread, a Args) uint64 {
	m, object := t.M, a.Ref(0)
	var text strings.Builder
	fmt.Fprintf(&text, "VirtualThread[#%d", m.Memory.U64(object+m.Known.Thread.Field("tid", "J").Offset))
	if name := m.Text(m.Memory.U32(object + m.Known.Thread.Field("name", "Ljava/lang/String;").Offset)); name != "" {
		text.WriteString("," + name)
	}
	status := threads.Status(m.Memory.I32(m.ThreadFields(object) + m.Known.ThreadStatus))
	text.WriteString("]/" + stateName(status))
	if thread := m.ThreadOf(object); thread != nil {
		if carrier := thread.Carrier(availableProcessors); carrier != "" {
			text.WriteString("@" + carrier)
		}
	}
	t.Work(text.Len())
	return uint64(t.NewString(text.String()))
}

// failsToStart tells whether an exception that a thread is about to make is why it does not start a virtual thread: another method throws it in HotSpot, as
// Thread.start starts those that are bound. If the thread was started before, HotSpot's says so, and has a frame more.
func failsToStart(t *Thread, thrown Ref) (fails bool, more int) {
	m := t.M
	c := m.ClassOf(thrown)
	again := c.Name == illegalThreadState && m.Memory.U32(thrown+m.Known.ThrowableMessage) == 0
	if !c.Trusted || !again && c.Name != structureViolation {
		return false, 0
	}
	starts := false
	t.Frames(func(f frame) bool {
		starts = f.Method.Class == m.Known.Thread && f.Method.Name == "start"
		return f.Method.Name == "<init>" || f.Method.Name == "fillInStackTrace" || f.Method.Name == inheritBindings
	})
	// Thread.start locks the thread, so that a compiled frame tells which one it is, too.
	for _, owned := range t.OwnedMonitors() {
		switch {
		case !starts || m.ClassOf(owned.Object).Name != boundThread:
		case again:
			text := t.InternText("Already started")
			m.Memory.SetU32(thrown+m.Known.ThrowableMessage, text)
			return true, 1
		default:
			return true, 0
		}
	}
	return false, 0
}

const (
	illegalThreadState = "java/lang/IllegalThreadStateException"
	structureViolation = "java/util/concurrent/StructureViolationException"
	inheritBindings    = "inheritScopedValueBindings" // by which Thread.start looks whether the bindings are those of a scope's beginning
)

// stateName is the name of a Thread.State in small letters.
func stateName(status threads.Status) string {
	switch status {
	case threads.Runnable:
		return "runnable"
	case threads.Blocked:
		return "blocked"
	case threads.Waiting, threads.Parked:
		return "waiting"
	case threads.TimedWaiting, threads.TimedParked, threads.Sleeping:
		return "timed_waiting"
	case threads.Terminated:
		return "terminated"
	}
	return "new"
}

// countCarriers takes the number that HotSpot's pool of carriers has among all pools, and that of its first thread among all threads, when the first
// virtual thread starts.
func countCarriers(t *Thread) {
	if t.M.CarrierPool != 0 {
		return
	}
	t.M.CarrierPool = 1
	t.M.SkipThread()
	t.VMWork(func() {
		pools := t.FindBootClass("java/util/concurrent/ForkJoinPool")
		if pools == nil || !t.Initialize(pools) {
			return
		}
		if f := pools.Field("poolIds", "I"); f != nil {
			t.M.CarrierPool = t.M.Memory.U32(f.Address) + 1
			t.M.Memory.SetU32(f.Address, t.M.CarrierPool)
		}
	})
}

// asCarried is the trace of thread o, which waits, as HotSpot shows it: of one that is bound, VirtualThread's methods stand in place of those by which it
// waits, and of one that joins such a thread those by which it waits for a latch.
func asCarried(t, o *Thread, trace []uint64) []uint64 {
	if len(trace) < 2 {
		return trace
	}
	if o.Joins() {
		if shown := asJoining(t, o, trace); shown != nil {
			return asThrown(t, shown)
		}
	}
	if !isBound(t, trace) {
		return trace
	}
	top, _ := t.M.TraceEntry(trace[0])
	second, _ := t.M.TraceEntry(trace[1])
	w := shownTrace{t: t}
	rest := trace[2:]
	switch {
	case top.Name == "park" && second.Class.Name == boundThread:
		w.parks(second.Name, second.Desc, o.Pinned())
	case top.Class == t.M.Known.Thread && (top.Name == "sleep0" || top.Name == "sleepNanos0"):
		w.parks("parkNanos", "(J)V", o.Pinned())
		w.call(virtualThread, "sleepNanos", "(J)V", "parkNanos")
		w.call(second.Class.Name, second.Name, second.Desc, "sleepNanos")
	case top.Class == t.M.Known.Thread && top.Name == "yield0":
		w.call(virtualThread, "tryYield", "()V", "yieldContinuation")
		w.call(second.Class.Name, second.Name, second.Desc, "tryYield")
	default:
		return asThrown(t, trace)
	}
	if w.missing {
		return asThrown(t, trace)
	}
	return asThrown(t, append(w.trace, rest...))
}

// virtualThread is HotSpot's class of virtual threads.
const virtualThread = "java/lang/VirtualThread"

// The classes by which HotSpot's virtual threads are joined.
const (
	latch        = "java/util/concurrent/CountDownLatch"
	synchronizer = "java/util/concurrent/locks/AbstractQueuedSynchronizer"
	lockSupport  = "java/util/concurrent/locks/LockSupport"
)

// asJoining is the trace of a thread that joins a virtual one: it waits for a latch. The result is nil if the JDK's library does not do that.
func asJoining(t, o *Thread, trace []uint64) []uint64 {
	timed, joins := joinedFrom(t, trace)
	park, parkDesc, waitDesc := "park", "(Ljava/lang/Object;)V", "()V"
	if timed {
		park, parkDesc, waitDesc = "parkNanos", "(Ljava/lang/Object;J)V", "(J)V"
	}
	w := shownTrace{t: t}
	if o.Virtual() {
		w.parks(park, waitDesc, o.Pinned())
		w.call(libraryAccess(t), "parkVirtualThread", waitDesc, park)
		if !w.has(lockSupport, park, parkDesc, calls("parkVirtualThread")) {
			w.call(virtualThreads, "park", waitDesc, "parkVirtualThread")
			w.call(lockSupport, park, parkDesc, "park")
		} else {
			w.call(lockSupport, park, parkDesc, "parkVirtualThread")
		}
	} else {
		w.native(unsafeClass, "park", "(ZJ)V")
		w.place(lockSupport, park, parkDesc, true, calls("park"))
	}
	w.call(synchronizer, "acquire", "(Ljava/util/concurrent/locks/AbstractQueuedSynchronizer$Node;IZZZJ)I", park)
	if timed {
		w.call(synchronizer, "tryAcquireSharedNanos", "(IJ)Z", "acquire")
	} else {
		w.call(synchronizer, "acquireSharedInterruptibly", "(I)V", "acquire")
	}
	w.joins(timed, joins)
	if w.missing {
		return nil
	}
	return w.trace
}

const (
	unsafeClass    = "jdk/internal/misc/Unsafe"
	virtualThreads = "jdk/internal/misc/VirtualThreads" // stands between LockSupport and Thread in older JDKs
)

// libraryAccess is the class by which packages of the library reach what java.lang keeps for itself.
func libraryAccess(t *Thread) string {
	secrets := t.FindBootClass("jdk/internal/access/SharedSecrets")
	if secrets == nil {
		return ""
	}
	f := secrets.Field("javaLangAccess", "Ljdk/internal/access/JavaLangAccess;")
	if f == nil || t.M.Memory.U32(f.Address) == 0 {
		return ""
	}
	return t.M.ClassOf(t.M.Memory.U32(f.Address)).Name
}

// joinedFrom looks at a trace that begins with Object.wait in Thread.join of a virtual thread. It tells whether there is a deadline, and gives the trace
// from the method on that joins a virtual thread in HotSpot.
func joinedFrom(t *Thread, trace []uint64) (timed bool, joins []uint64) {
	isJoin := func(i int) (*classes.Method, int, bool) {
		if i >= len(trace) {
			return nil, 0, false
		}
		m, bci := t.M.TraceEntry(trace[i])
		return m, bci, m.Class == t.M.Known.Thread && m.Name == "join"
	}
	for i := range trace {
		method, bci, is := isJoin(i)
		if !is {
			continue
		}
		timed = bci < 1 || method.Member.Code.Bytes[bci-1] != opcodes.Lconst0
		// The other methods call this one only to join platform threads, but for join without arguments.
		if caller, _, is := isJoin(i + 1); is && caller.Desc != "()V" {
			i++
		}
		return timed, trace[i:]
	}
	return false, nil
}

// shownTrace is a trace that is put together of what HotSpot would execute.
type shownTrace struct {
	t       *Thread
	trace   []uint64
	missing bool // the JDK lacks something that was to be in the trace
}

// parks adds how VirtualThread.park or parkNanos waits: parkOnCarrierThread parks without a deadline first, and then with one.
func (w *shownTrace) parks(name, desc string, pinned bool) {
	if !pinned {
		w.call(virtualThread, name, desc, "yieldContinuation")
		return
	}
	w.native(unsafeClass, "park", "(ZJ)V")
	w.place(virtualThread, "parkOnCarrierThread", "(ZJ)V", name == "parkNanos", calls("park"))
	w.call(virtualThread, name, desc, "parkOnCarrierThread")
}

// joins adds how a thread joins a virtual one, and the rest of the trace.
func (w *shownTrace) joins(timed bool, rest []uint64) {
	if len(rest) == 0 {
		w.missing = true
		return
	}
	if timed {
		w.call(latch, "await", "(JLjava/util/concurrent/TimeUnit;)Z", "tryAcquireSharedNanos")
	} else {
		w.call(latch, "await", "()V", "acquireSharedInterruptibly")
	}
	w.place(virtualThread, "joinNanos", "(J)Z", timed, calls("await"))
	join, _ := w.t.M.TraceEntry(rest[0])
	w.call(join.Class.Name, join.Name, join.Desc, "joinNanos")
	w.trace = append(w.trace, rest[1:]...)
}

// asThrown is the trace of an exception as HotSpot shows it: in a virtual thread, Thread.sleep and Object.wait call other methods, and so do others that
// start or join one.
func asThrown(t *Thread, trace []uint64) []uint64 {
	if len(trace) == 0 {
		return trace
	}
	_, note := t.M.TraceEntry(trace[0])
	w := shownTrace{t: t}
	switch note {
	case interpreter.FailedToStart:
		const start = "(Ljdk/internal/vm/ThreadContainer;)V"
		if inherit, _ := t.M.TraceEntry(trace[0]); inherit.Name == inheritBindings {
			w.place("java/lang/Thread", inheritBindings, inherit.Desc, false, makes(structureViolation))
			w.call(virtualThread, "start", start, inheritBindings)
			w.trace = append(w.trace, trace[min(2, len(trace)):]...)
			break
		}
		w.place(virtualThread, "start", start, false, makes(illegalThreadState))
		if start, _ := t.M.TraceEntry(trace[0]); start.Desc == "()V" {
			w.call(virtualThread, "start", "()V", "start")
		}
		w.trace = append(w.trace, trace[1:]...)
	case interpreter.JoinedVirtual:
		timed, joins := joinedFrom(t, trace)
		if timed {
			w.place(synchronizer, "tryAcquireSharedNanos", "(IJ)Z", true, makes(interruptedException))
		} else {
			w.place(synchronizer, "acquireSharedInterruptibly", "(I)V", true, makes(interruptedException))
		}
		w.joins(timed, joins)
	}
	if len(w.trace) > 0 && !w.missing {
		trace = w.trace
	}
	if !isBound(t, trace) {
		return trace
	}
	shown := append([]uint64(nil), trace...)
	for i := 0; i+1 < len(trace); i++ {
		method, bci := t.M.TraceEntry(trace[i])
		caller, _ := t.M.TraceEntry(trace[i+1])
		w := shownTrace{t: t}
		switch {
		case method.Class == t.M.Known.Thread && (method.Name == "sleep0" || method.Name == "sleepNanos0"):
			// One that has waited throws in the loop, which comes last.
			w.place(virtualThread, "sleepNanos", "(J)V", bci != interpreter.InterruptedBefore, makes(interruptedException))
			w.call(caller.Class.Name, caller.Name, caller.Desc, "sleepNanos")
			if !w.missing {
				copy(shown[i:], w.trace)
			}
		case method.Class == t.M.Known.Object && method.Name == "wait0":
			w.call(caller.Class.Name, caller.Name, caller.Desc, "wait0")
			if !w.missing {
				shown[i+1] = w.trace[0]
			}
		}
	}
	return shown
}

// continuationFrames are the hidden frames below those of a virtual thread: of its continuation, which calls it.
func continuationFrames(t *Thread) []frame {
	const continuation, content = "jdk/internal/vm/Continuation", "java/lang/VirtualThread$VThreadContinuation$1"
	w := shownTrace{t: t}
	w.call(content, "run", "()V", "run")
	w.call(continuation, "enter0", "()V", "run")
	w.call(continuation, "enter", "(Ljdk/internal/vm/Continuation;Z)V", "enter0")
	var frames []frame
	for _, entry := range w.trace {
		method, bci := t.M.TraceEntry(entry)
		frames = append(frames, frame{Method: method, BCI: bci})
	}
	return frames
}

const interruptedException = "java/lang/InterruptedException"

// isBound tells whether a trace is that of a virtual thread.
func isBound(t *Thread, trace []uint64) bool {
	if len(trace) == 0 {
		return false
	}
	entry, _ := t.M.TraceEntry(trace[len(trace)-1])
	return entry != nil && entry.Name == "run" && entry.Class.Name == boundThread
}

// traceEntry is a frame of a trace.
func traceEntry(m *classes.Method, bci int) uint64 {
	return uint64(m.ID)<<32 | uint64(uint32(int32(bci)))
}

// native adds the frame of a native method.
func (w *shownTrace) native(class, name, desc string) {
	if m := w.method(class, name, desc); m != nil {
		w.trace = append(w.trace, traceEntry(m, -1))
	}
}

// call adds the frame of a method where it first calls one of some name.
func (w *shownTrace) call(class, name, desc, callee string) {
	w.place(class, name, desc, false, calls(callee))
}

// place adds the frame of a method at its first, or last, instruction of some kind.
func (w *shownTrace) place(class, name, desc string, last bool, is instruction) {
	m := w.method(class, name, desc)
	if m == nil {
		return
	}
	bci := instructionIn(m, last, is)
	if bci < 0 {
		w.missing = true
		return
	}
	w.trace = append(w.trace, traceEntry(m, bci))
}

// has tells whether a method has an instruction of some kind.
func (w *shownTrace) has(class, name, desc string, is instruction) bool {
	m := w.method(class, name, desc)
	return m != nil && instructionIn(m, false, is) >= 0
}

// method is a method of the library, nil if the JDK has none.
func (w *shownTrace) method(class, name, desc string) (m *classes.Method) {
	if c := w.t.FindBootClass(class); c != nil {
		m = c.Method(name, desc)
	}
	if m == nil {
		w.missing = true
	}
	return m
}

// instruction tells whether code of a class begins with an instruction of some kind.
type instruction func(c *classes.Class, code []byte) bool

// calls is a call of a method of some name.
func calls(callee string) instruction {
	return func(c *classes.Class, code []byte) bool {
		if code[0] < opcodes.Invokevirtual || code[0] > opcodes.Invokeinterface {
			return false
		}
		_, called, _, err := c.File.Ref(operand(code))
		return err == nil && called == callee
	}
}

// makes is what makes an object of a class.
func makes(made string) instruction {
	return func(c *classes.Class, code []byte) bool {
		if code[0] != opcodes.New {
			return false
		}
		name, err := c.File.ClassName(operand(code))
		return err == nil && name == made
	}
}

// operand is the index of a constant that an instruction has.
func operand(code []byte) uint16 { return uint16(code[1])<<8 | uint16(code[2]) }

// instructionIn is where a method has its first, or last, instruction of some kind, -1 for nowhere.
func instructionIn(m *classes.Method, last bool, is instruction) int {
	place := -1
	if m.Member == nil || m.Member.Code == nil {
		return place
	}
	code := m.Member.Code.Bytes
	for at := 0; at+2 < len(code) && opcodes.Length(code[at]) > 0; at += opcodes.Length(code[at]) {
		if (last || place < 0) && is(m.Class, code[at:]) {
			place = at
		}
	}
	return place
}
