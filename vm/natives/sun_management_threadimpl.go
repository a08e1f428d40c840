//go:build unix

package natives

import (
	"iter"

	"hotlens/vm/interpreter"
	"hotlens/vm/memory"
)

// threadInfo makes a ThreadInfo of a live thread with at most depth frames of
// its stack; a negative depth means all. The locks that it owns are told on
// request.
func threadInfo(t, o *Thread, depth int32, monitors, synchronizers bool) Ref {
	trace := t.NewRefArray(t.FindBootClass("java/lang/StackTraceElement"), traceElements(t, o, depth))
	lock, owner := o.Awaited()
	var ownedMonitors, ownedSynchronizers []Ref
	var depths []int32
	if monitors {
		for _, owned := range o.OwnedMonitors() {
			if depth >= 0 && owned.Depth >= int(depth) {
				owned.Depth = unknownDepth
			}
			ownedMonitors, depths = append(ownedMonitors, owned.Object), append(depths, int32(owned.Depth))
		}
	}
	if synchronizers {
		ownedSynchronizers = synchronizersOf(t, o)
	}
	ownerObject := Ref(0)
	if owner != nil {
		ownerObject = owner.Object
	}
	blocked, waited := o.Waits()
	blockedMillis, waitedMillis := int64(notMeasured), int64(notMeasured)
	if now := t.M.Nanos(); hostOf(t).contention {
		blockedMillis, waitedMillis = blocked.Nanos(now)/1e6, waited.Nanos(now)/1e6
	}
	return newByConstructor(t, "java/lang/management/ThreadInfo",
		"(Ljava/lang/Thread;ILjava/lang/Object;Ljava/lang/Thread;JJJJ[Ljava/lang/StackTraceElement;[Ljava/lang/Object;[I[Ljava/lang/Object;)V",
		uint64(o.Object), signed(int32(o.Status())), uint64(lock), uint64(ownerObject), blocked.Count, uint64(blockedMillis), waited.Count, uint64(waitedMillis),
		uint64(trace), uint64(t.NewRefArray(t.M.Known.Object, ownedMonitors)), uint64(newInts(t, depths...)), uint64(t.NewRefArray(t.M.Known.Object, ownedSynchronizers)))
}

// notMeasured stands for what is not known of a thread: the time that it has
// waited, unless the program has asked for its measurement, and all of a dead one.
const notMeasured = -1

// unknownDepth is that of a monitor whose frame is not shown.
const unknownDepth = -1

// traceElements are a thread's newest frames as StackTraceElements.
func traceElements(t, o *Thread, depth int32) []Ref {
	if depth == 0 {
		return nil
	}
	element := t.FindBootClass("java/lang/StackTraceElement")
	var elements []Ref
	for _, f := range asCarried(t, o, o.Dump()) {
		if depth > 0 && int32(len(elements)) == depth {
			break
		}
		e := t.NewObject(element)
		if t.Exception != 0 {
			return nil
		}
		fillElement(t, e, f)
		elements = append(elements, e)
	}
	return elements
}

// synchronizersOf searches the heap for the synchronizers that a thread owns.
func synchronizersOf(t, o *Thread) []Ref {
	var owned []Ref
	t.M.Heap.Objects(func(object Ref) {
		if t.M.SynchronizerOwner(object) == o {
			owned = append(owned, t.Root(object))
		}
	})
	return owned
}

// deadlocked makes a native that finds the threads that wait for each other in
// circles: for monitors, and, if concurrent is set, for synchronizers. The result
// is null if there are none.
func deadlocked(concurrent bool) interpreter.NativeFunc {
	return func(t *Thread, _ Args) uint64 {
		var circles []Ref
		for _, o := range t.M.Threads() {
			if o.Deadlocked(concurrent) {
				circles = append(circles, o.Object)
			}
		}
		if len(circles) == 0 {
			return 0
		}
		return uint64(t.NewRefArray(t.M.Known.Thread, circles))
	}
}

// byJavaID is the live thread with the number that Thread.getId returns, nil for
// none.
func byJavaID(t *Thread, id int64) *Thread {
	m := t.M
	for _, o := range m.Threads() {
		if o.Object != 0 && int64(m.Memory.U64(o.Object+m.Known.Thread.Field("tid", "J").Offset)) == id {
			return o
		}
	}
	return nil
}

// ofThread makes a native that measures the thread with the given number; 0 is
// the current one. The result for a thread that does not live is -1.
func ofThread(measure func(*Thread) int64) interpreter.NativeFunc {
	return func(t *Thread, a Args) uint64 { return uint64(measured(t, a.Long(0), measure)) }
}

// ofThreads makes a native that measures the threads with the numbers in a
// long[], into another one.
func ofThreads(measure func(*Thread) int64) interpreter.NativeFunc {
	return notNull(func(t *Thread, a Args) uint64 {
		if !inArray(t, a.Ref(1), "[J", 0, int64(lengthOf(t, a.Ref(0)))) {
			return 0
		}
		for i, id := range longs(t, a.Ref(0)) {
			t.M.Memory.SetU64(a.Ref(1)+memory.ArrayBase+8*i, uint64(measured(t, id, measure)))
		}
		return 0
	}, 0, 1)
}

func measured(t *Thread, id int64, measure func(*Thread) int64) int64 {
	o := t
	if id != 0 {
		o = byJavaID(t, id)
	}
	if o == nil {
		return notMeasured
	}
	return measure(o)
}

// longs are the indices and elements of a long[].
func longs(t *Thread, array Ref) iter.Seq2[uint32, int64] {
	return func(yield func(uint32, int64) bool) {
		for i := range uint32(lengthOf(t, array)) {
			if !yield(i, int64(t.M.Memory.U64(array+memory.ArrayBase+8*i))) {
				return
			}
		}
	}
}

func init() { later(sunManagementThreadimpl) }

func sunManagementThreadimpl() {
	cpuTime, cpuTimes := ofThread((*Thread).ProcessorNanos), ofThreads((*Thread).ProcessorNanos)
	bytes := func(o *Thread) int64 { return int64(o.AllocatedBytes()) }
	register("sun/management/ThreadImpl", table{
		"getThreads()[Ljava/lang/Thread;": liveThreads,
		"getThreadInfo1([JI[Ljava/lang/management/ThreadInfo;)V": notNull(func(t *Thread, a Args) uint64 {
			depth := a.Int(1)
			if !inArray(t, a.Ref(2), "[Ljava/lang/management/ThreadInfo;", 0, int64(lengthOf(t, a.Ref(0)))) {
				return 0
			}
			for i, id := range longs(t, a.Ref(0)) {
				if o := byJavaID(t, id); o != nil {
					r := threadInfo(t, o, depth, false, false)
					if t.Exception != 0 {
						return 0
					}
					t.M.Memory.SetU32(a.Ref(2)+memory.ArrayBase+4*i, r)
				}
			}
			return 0
		}, 0, 2),
		"dumpThreads0([JZZI)[Ljava/lang/management/ThreadInfo;": func(t *Thread, a Args) uint64 {
			var threads []*Thread
			if a.Ref(0) == 0 {
				threads = append(threads, t.M.Threads()...)
			} else {
				for _, id := range longs(t, a.Ref(0)) {
					threads = append(threads, byJavaID(t, id))
				}
			}
			list := make([]Ref, len(threads))
			for i, o := range threads {
				if o != nil {
					list[i] = threadInfo(t, o, a.Int(3), a.Bool(1), a.Bool(2))
				}
				if t.Exception != 0 {
					return 0
				}
			}
			return uint64(t.NewRefArray(t.FindBootClass("java/lang/management/ThreadInfo"), list))
		},
		"getThreadTotalCpuTime0(J)J":           cpuTime,
		"getThreadUserCpuTime0(J)J":            cpuTime,
		"getThreadTotalCpuTime1([J[J)V":        cpuTimes,
		"getThreadUserCpuTime1([J[J)V":         cpuTimes,
		"getThreadAllocatedMemory0(J)J":        ofThread(bytes),
		"getThreadAllocatedMemory1([J[J)V":     ofThreads(bytes),
		"getTotalThreadAllocatedMemory()J":     func(t *Thread, _ Args) uint64 { return t.M.Heap.Allocated() },
		"setThreadCpuTimeEnabled0(Z)V":         nothing,
		"setThreadAllocatedMemoryEnabled0(Z)V": nothing,
		"setThreadContentionMonitoringEnabled0(Z)V": func(t *Thread, a Args) uint64 {
			hostOf(t).contention = a.Bool(0)
			return 0
		},
		// The number 0 stands for all threads.
		"resetContentionTimes0(J)V": func(t *Thread, a Args) uint64 {
			threads := t.M.Threads()
			if id := a.Long(0); id != 0 {
				threads = []*Thread{byJavaID(t, id)}
			}
			for _, o := range threads {
				if o != nil {
					blocked, waited := o.Waits()
					blocked.ResetTime(t.M.Nanos())
					waited.ResetTime(t.M.Nanos())
				}
			}
			return 0
		},
		"resetPeakThreadCount0()V": func(t *Thread, _ Args) uint64 {
			t.M.ResetPeakThreads()
			return 0
		},
		"findMonitorDeadlockedThreads0()[Ljava/lang/Thread;": deadlocked(false),
		"findDeadlockedThreads0()[Ljava/lang/Thread;":        deadlocked(true),
	})
	register("sun/management/HotspotThread", table{
		"getInternalThreadCount()I":                       constant(0),
		"getInternalThreadTimes0([Ljava/lang/String;[J)I": constant(0),
	})
}
