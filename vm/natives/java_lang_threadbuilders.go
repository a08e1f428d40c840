//go:build unix

package natives

import (
	"fmt"
	"strings"

	"hotlens/vm/classes"
	"hotlens/vm/opcodes"
	"hotlens/vm/threads"
)

// boundThread is the library's class of virtual threads that have no continuations, which are all here. This file has its
// objects and its traces look like those of VirtualThread, the class that HotSpot has in its place.
const boundThread = "java/lang/ThreadBuilders$BoundVirtualThread"

func init() {
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
		if carrier := thread.Carrier(availableProcessors); carrier > 0 {
			fmt.Fprintf(&text, "@ForkJoinPool-%d-worker-%d", hostOf(t).carrierPool, carrier)
		}
	}
	t.Work(text.Len())
	return uint64(t.NewString(text.String()))
}

// shownName is what Class.getName says: virtual threads are of HotSpot's class, which nothing encloses.
func shownName(c *classes.Class) string {
	if c.Name == boundThread {
		return strings.ReplaceAll(virtualThread, "/", ".")
	}
	return c.ExternalName()
}

// sayStarted gives the exception that a thread is about to make because it starts a virtual thread for the second time the message that it has in
// HotSpot. The message comes from another method there: Thread.start, which says nothing, starts those that are bound.
func sayStarted(t *Thread, thrown Ref) {
	m := t.M
	if c := m.ClassOf(thrown); c.Name != "java/lang/IllegalThreadStateException" || !c.Trusted || m.Memory.U32(thrown+m.Known.ThrowableMessage) != 0 {
		return
	}
	starts := false
	t.Frames(func(f frame) bool {
		starts = f.Method.Class == m.Known.Thread && f.Method.Name == "start"
		return f.Method.Name == "<init>" || f.Method.Name == "fillInStackTrace"
	})
	// Thread.start locks the thread, so that a compiled frame tells which one it is, too.
	for _, owned := range t.OwnedMonitors() {
		if starts && m.ClassOf(owned.Object).Name == boundThread {
			text := t.InternText("Already started")
			m.Memory.SetU32(thrown+m.Known.ThrowableMessage, text)
			return
		}
	}
}

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

// countCarrierPool takes the number that HotSpot's pool of carriers has among all pools, when the first virtual thread starts.
func (h *Host) countCarrierPool(t *Thread, object Ref) {
	if h.carrierPool != 0 || t.M.ClassOf(object).Name != boundThread {
		return
	}
	h.carrierPool = 1
	t.VMWork(func() {
		pools := t.FindBootClass("java/util/concurrent/ForkJoinPool")
		if pools == nil || !t.Initialize(pools) {
			return
		}
		if f := pools.Field("poolIds", "I"); f != nil {
			h.carrierPool = t.M.Memory.U32(f.Address) + 1
			t.M.Memory.SetU32(f.Address, h.carrierPool)
		}
	})
}

// asCarried is the trace of a thread that waits as HotSpot shows it: of one that is bound, VirtualThread's methods stand in place of those by which it
// waits. Traces of platform threads stay.
func asCarried(t *Thread, trace []uint64, pinned bool) []uint64 {
	if !isBound(t, trace) || len(trace) < 2 {
		return trace
	}
	top, _ := t.M.TraceEntry(trace[0])
	second, _ := t.M.TraceEntry(trace[1])
	var waits []uint64
	// parkOnCarrierThread parks without a deadline first, and then with one.
	parks := func(name, desc string) bool {
		if !pinned {
			return appendCall(t, &waits, virtualThread, name, desc, "yieldContinuation")
		}
		waits = append(waits, trace[0])
		return appendPlace(t, &waits, virtualThread, "parkOnCarrierThread", "(ZJ)V", name == "parkNanos", calls("park")) && appendCall(t, &waits, virtualThread, name, desc, "parkOnCarrierThread")
	}
	ok, rest := false, trace[2:]
	switch {
	case top.Name == "park" && second.Class.Name == boundThread:
		ok = parks(second.Name, second.Desc)
	case top.Class == t.M.Known.Thread && (top.Name == "sleep0" || top.Name == "sleepNanos0"):
		if pinned {
			trace[0] = nativeEntry(t, "jdk/internal/misc/Unsafe", "park", "(ZJ)V", trace[0])
		}
		ok = parks("parkNanos", "(J)V") && appendCall(t, &waits, virtualThread, "sleepNanos", "(J)V", "parkNanos") &&
			appendCall(t, &waits, second.Class.Name, second.Name, second.Desc, "sleepNanos")
	case top.Class == t.M.Known.Thread && top.Name == "yield0":
		ok = appendCall(t, &waits, virtualThread, "tryYield", "()V", "yieldContinuation") && appendCall(t, &waits, second.Class.Name, second.Name, second.Desc, "tryYield")
	}
	if !ok {
		return asThrown(t, trace)
	}
	return asThrown(t, append(waits, rest...))
}

// virtualThread is HotSpot's class of virtual threads.
const virtualThread = "java/lang/VirtualThread"

// asThrown is the trace of an exception as HotSpot shows it: in a virtual thread, Thread.sleep and Object.wait call other methods.
func asThrown(t *Thread, trace []uint64) []uint64 {
	if !isBound(t, trace) {
		return trace
	}
	shown := append([]uint64(nil), trace...)
	for i := 0; i+1 < len(trace); i++ {
		method, _ := t.M.TraceEntry(trace[i])
		caller, _ := t.M.TraceEntry(trace[i+1])
		var entries []uint64
		switch {
		case method.Class == t.M.Known.Thread && (method.Name == "sleep0" || method.Name == "sleepNanos0"):
			if appendThrow(t, &entries, virtualThread, "sleepNanos", "(J)V", interruptedException) && appendCall(t, &entries, caller.Class.Name, caller.Name, caller.Desc, "sleepNanos") {
				copy(shown[i:], entries)
			}
		case method.Class == t.M.Known.Object && method.Name == "wait0" && appendCall(t, &entries, caller.Class.Name, caller.Name, caller.Desc, "wait0"):
			shown[i+1] = entries[0]
		}
	}
	return shown
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

// nativeEntry is the frame of a native method, or another one if there is no such method.
func nativeEntry(t *Thread, class, name, desc string, otherwise uint64) uint64 {
	if c := t.FindBootClass(class); c != nil {
		if m := c.Method(name, desc); m != nil {
			return traceEntry(m, -1)
		}
	}
	return otherwise
}

// appendCall adds the frame of a method where it first calls one of some name. It reports false if the JDK has no such call.
func appendCall(t *Thread, trace *[]uint64, class, name, desc, callee string) bool {
	return appendPlace(t, trace, class, name, desc, false, calls(callee))
}

// calls tells whether an instruction calls a method of some name.
func calls(callee string) func(*classes.Class, []byte) bool {
	return func(c *classes.Class, code []byte) bool {
		if code[0] < opcodes.Invokevirtual || code[0] > opcodes.Invokestatic {
			return false
		}
		_, called, _, err := c.File.Ref(operand(code))
		return err == nil && called == callee
	}
}

// appendThrow is appendCall for where a method makes an object of a class for the last time: VirtualThread.sleepNanos throws in front of
// its loop, too, where the thread has been interrupted before.
func appendThrow(t *Thread, trace *[]uint64, class, name, desc, made string) bool {
	return appendPlace(t, trace, class, name, desc, true, func(c *classes.Class, code []byte) bool {
		if code[0] != opcodes.New {
			return false
		}
		name, err := c.File.ClassName(operand(code))
		return err == nil && name == made
	})
}

// operand is the index of a constant that an instruction has.
func operand(code []byte) uint16 { return uint16(code[1])<<8 | uint16(code[2]) }

// appendPlace adds the frame of a method at its first, or last, instruction of some kind.
func appendPlace(t *Thread, trace *[]uint64, class, name, desc string, last bool, is func(*classes.Class, []byte) bool) bool {
	c := t.FindBootClass(class)
	if c == nil {
		return false
	}
	method := c.Method(name, desc)
	if method == nil || method.Member == nil || method.Member.Code == nil {
		return false
	}
	place := -1
	code := method.Member.Code.Bytes
	for at := 0; at+2 < len(code) && opcodes.Length(code[at]) > 0; at += opcodes.Length(code[at]) {
		if (last || place < 0) && is(c, code[at:]) {
			place = at
		}
	}
	if place < 0 {
		return false
	}
	*trace = append(*trace, traceEntry(method, place))
	return true
}
