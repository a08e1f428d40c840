package natives

import (
	"hotlens/vm/interpreter"
	"hotlens/vm/memory"
)

// threadInfo makes a ThreadInfo of a live thread with at most depth frames of
// its stack; a negative depth means all.
func threadInfo(t, o *Thread, depth int32) Ref {
	element := t.FindBootClass("java/lang/StackTraceElement")
	var elements []Ref
	if depth != 0 {
		trace, _ := o.Backtrace(0, 0)
		for _, f := range trace {
			if depth > 0 && int32(len(elements)) == depth {
				break
			}
			e := t.NewObject(element)
			if t.Exception != 0 {
				return 0
			}
			fillElement(t, e, f)
			elements = append(elements, e)
		}
	}
	trace := t.NewRefArray(element, elements)
	lock, owner := o.Contended(true)
	if lock == 0 {
		lock, owner = parkedOn(t, o)
	}
	ownerObject := Ref(0)
	if owner != nil {
		ownerObject = owner.Object
	}
	const notMeasured = -1
	return newByConstructor(t, "java/lang/management/ThreadInfo",
		"(Ljava/lang/Thread;ILjava/lang/Object;Ljava/lang/Thread;JJJJ[Ljava/lang/StackTraceElement;)V",
		uint64(o.Object), signed(t.M.ThreadStatus(o)), uint64(lock), uint64(ownerObject), 0, signed(notMeasured), 0, signed(notMeasured), uint64(trace))
}

// parkedOn is what LockSupport.park was told that a thread waits for, and the
// thread that owns it if it is a lock.
func parkedOn(t, o *Thread) (Ref, *Thread) {
	m := t.M
	blocker := m.Memory.U32(o.Object + m.Known.Thread.Field("parkBlocker", "").Offset)
	if blocker == 0 {
		return 0, nil
	}
	synchronizer := t.FindBootClass("java/util/concurrent/locks/AbstractOwnableSynchronizer")
	if synchronizer == nil || !m.ClassOf(blocker).IsSubclassOf(synchronizer) {
		return blocker, nil
	}
	return blocker, m.ThreadOf(m.Memory.U32(blocker + synchronizer.Field("exclusiveOwnerThread", "").Offset))
}

// awaited is the thread that has to release something before o goes on, nil for none.
func awaited(t, o *Thread, synchronizers bool) *Thread {
	_, owner := o.Contended(false)
	if owner == nil && synchronizers {
		_, owner = parkedOn(t, o)
	}
	return owner
}

// deadlocked finds the threads that wait for each other in circles, null if there
// are none.
func deadlocked(synchronizers bool) interpreter.NativeFunc {
	return func(t *Thread, _ Args) uint64 {
		var found []Ref
		visited := map[*Thread]*Thread{} // to the thread whose walk came by
		for _, first := range t.M.Threads() {
			o := first
			for o != nil && o.Object != 0 && visited[o] == nil {
				visited[o] = first
				o = awaited(t, o, synchronizers)
			}
			if o == nil || visited[o] != first {
				continue
			}
			for start := o; ; {
				found = append(found, o.Object)
				if o = awaited(t, o, synchronizers); o == start {
					break
				}
			}
		}
		if found == nil {
			return 0
		}
		return uint64(t.NewRefArray(t.M.Known.Thread, found))
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

// longs is the content of a long[].
func longs(t *Thread, array Ref) []int64 {
	list := make([]int64, t.M.Memory.U32(array+memory.ArrayLength))
	for i := range list {
		list[i] = int64(t.M.Memory.U64(array + memory.ArrayBase + 8*uint32(i)))
	}
	return list
}

func init() {
	// Only the current thread's times are supported, which has the number 0.
	cpuTime := func(t *Thread, _ Args) uint64 { return uint64(cpuNanos(t)) }
	cpuTimes := func(t *Thread, a Args) uint64 {
		for i := range longs(t, a.Ref(0)) {
			t.M.Memory.SetU64(a.Ref(1)+memory.ArrayBase+8*uint32(i), ^uint64(0))
		}
		return 0
	}
	register("sun/management/ThreadImpl", table{
		"getThreads()[Ljava/lang/Thread;": liveThreads,
		"getThreadInfo1([JI[Ljava/lang/management/ThreadInfo;)V": func(t *Thread, a Args) uint64 {
			depth := a.Int(1)
			for i, id := range longs(t, a.Ref(0)) {
				if o := byJavaID(t, id); o != nil {
					r := threadInfo(t, o, depth)
					if t.Exception != 0 {
						return 0
					}
					t.M.Memory.SetU32(a.Ref(2)+memory.ArrayBase+4*uint32(i), r)
				}
			}
			return 0
		},
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
					list[i] = threadInfo(t, o, a.Int(3))
				}
				if t.Exception != 0 {
					return 0
				}
			}
			return uint64(t.NewRefArray(t.FindBootClass("java/lang/management/ThreadInfo"), list))
		},
		"getThreadTotalCpuTime0(J)J":                cpuTime,
		"getThreadUserCpuTime0(J)J":                 cpuTime,
		"getThreadTotalCpuTime1([J[J)V":             cpuTimes,
		"getThreadUserCpuTime1([J[J)V":              cpuTimes,
		"getThreadAllocatedMemory0(J)J":             constant(^uint64(0)),
		"getThreadAllocatedMemory1([J[J)V":          cpuTimes,
		"getTotalThreadAllocatedMemory()J":          constant(^uint64(0)),
		"setThreadCpuTimeEnabled0(Z)V":              nothing,
		"setThreadAllocatedMemoryEnabled0(Z)V":      nothing,
		"setThreadContentionMonitoringEnabled0(Z)V": nothing,
		"resetContentionTimes0(J)V":                 nothing,
		"resetPeakThreadCount0()V": func(t *Thread, _ Args) uint64 {
			hostOf(t).peakThreads = len(t.M.Threads())
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
