//go:build unix

package natives

import (
	"hotlens/vm/interpreter"
	"hotlens/vm/memory"
)

type frame = interpreter.Frame

func init() { later(javaLangThread) }

func javaLangThread() {
	substituteWhereThere("java/lang/Thread", table{"getAllThreads()[Ljava/lang/Thread;": trackedThreads})
	yield := func(t *Thread, _ Args) uint64 { t.GiveWay(); return 0 }
	// From JDK 21 on. Virtual threads are bound to threads of their own: what is current never changes.
	register("java/lang/Thread", table{
		"currentCarrierThread()Ljava/lang/Thread;":            func(t *Thread, _ Args) uint64 { return uint64(t.Object) },
		"getNextThreadIdOffset()J":                            func(t *Thread, _ Args) uint64 { return uint64(threadIdentifiers(t)) },
		"ensureMaterializedForStackWalk(Ljava/lang/Object;)V": nothing,
		"findScopedValueBindings()Ljava/lang/Object;":         constant(0), // those of the thread object hold
		"scopedValueCache()[Ljava/lang/Object;":               func(t *Thread, _ Args) uint64 { return uint64(t.ScopedValues) },
		"setScopedValueCache([Ljava/lang/Object;)V":           func(t *Thread, a Args) uint64 { t.ScopedValues = a.Ref(0); return 0 },
		"yield0()V":       yield,
		"sleep0(J)V":      func(t *Thread, a Args) uint64 { t.Sleep(max(0, a.Long(0))); return 0 },
		"sleepNanos0(J)V": func(t *Thread, a Args) uint64 { t.Sleep(max(0, a.Long(0))); return 0 },
		"getStackTrace0()Ljava/lang/Object;": func(t *Thread, a Args) uint64 {
			if o := t.M.ThreadOf(a.Ref(0)); o != nil {
				return uint64(elementsOf(t, asCarried(t, o, o.Trace())))
			}
			return 0
		},
	})
	register("java/lang/Thread", table{
		"registerNatives()V":                nothing,
		"currentThread()Ljava/lang/Thread;": func(t *Thread, _ Args) uint64 { return uint64(t.Object) },
		"setPriority0(I)V":                  nothing,
		"start0()V": func(t *Thread, a Args) uint64 {
			if t.M.ClassOf(a.Ref(0)).Name == boundThread {
				countCarriers(t)
			} else {
				t.Work(1) // the system makes a thread for it
			}
			t.StartThread(a.Ref(0))
			return 0
		},
		"yield()V": yield,
		"sleep(J)V": func(t *Thread, a Args) uint64 {
			if a.Long(0) < 0 {
				t.Throw("java/lang/IllegalArgumentException", "timeout value is negative")
				return 0
			}
			t.Sleep(saturatingNanos(a.Long(0)))
			return 0
		},
		"interrupt0()V": func(t *Thread, a Args) uint64 {
			if o := t.M.ThreadOf(a.Ref(0)); o != nil {
				t.M.Interrupt(o)
			}
			return 0
		},
		"clearInterruptEvent()V": func(t *Thread, _ Args) uint64 { t.TakeInterrupt(); return 0 },
		"holdsLock(Ljava/lang/Object;)Z": func(t *Thread, a Args) uint64 {
			if a.Ref(0) == 0 {
				t.ThrowNull()
				return 0
			}
			return boolean(t.HoldsLock(a.Ref(0)))
		},
		"getThreads()[Ljava/lang/Thread;":                                 liveThreads,
		"dumpThreads([Ljava/lang/Thread;)[[Ljava/lang/StackTraceElement;": notNull(dumpThreads, 0),
		"setNativeName(Ljava/lang/String;)V":                              nothing,
		"stop0(Ljava/lang/Object;)V":                                      notNull(stopThread, 1),
		"suspend0()V": func(t *Thread, a Args) uint64 {
			if o := t.M.ThreadOf(a.Ref(0)); o != nil {
				t.SuspendThread(o)
			}
			return 0
		},
		"resume0()V": func(t *Thread, a Args) uint64 {
			if o := t.M.ThreadOf(a.Ref(0)); o != nil {
				t.M.ResumeThread(o)
			}
			return 0
		},
	})
}

// stopThread is Thread.stop0. A thread that has not been started dies when it is.
func stopThread(t *Thread, a Args) uint64 {
	if !t.M.ClassOf(a.Ref(1)).IsSubclassOf(t.M.Known.Throwable) {
		t.Throw("java/lang/IllegalArgumentException", t.M.ClassOf(a.Ref(1)).ExternalName()+" is no java.lang.Throwable")
		return 0
	}
	if o := t.M.ThreadOf(a.Ref(0)); o != nil {
		t.StopThread(o, a.Ref(1))
	} else {
		t.M.Memory.SetU8(a.Ref(0)+t.M.Known.ThreadStillborn, 1)
	}
	return 0
}

// threadOf is the live thread of a Thread object, nil for none and for null.
func threadOf(t *Thread, object Ref) *Thread {
	if object == 0 {
		return nil
	}
	return t.M.ThreadOf(object)
}

func liveThreads(t *Thread, _ Args) uint64 {
	m := t.M
	var live []Ref
	for _, o := range m.Threads() {
		if o.Object != 0 && m.ThreadOf(o.Object) == o {
			live = append(live, o.Object)
		}
	}
	return uint64(t.NewRefArray(m.Known.Thread, live))
}

// trackedThreads is Thread.getAllThreads, by which dumps find the threads that no container has: the platform threads, and the virtual ones that the library
// would track where they are started as such, unless jdk.trackAllThreads says that it should not.
func trackedThreads(t *Thread, _ Args) uint64 {
	m := t.M
	var all []Ref
	containers := t.FindBootClass("jdk/internal/vm/ThreadContainers")
	if containers == nil || !t.Initialize(containers) {
		return 0
	}
	tracked := m.Memory.U8(containers.Field("TRACK_ALL_THREADS", "Z").Address) != 0
	for _, o := range m.EachThread() {
		if o.Object != 0 && m.ThreadOf(o.Object) == o && (tracked || !o.Virtual()) {
			all = append(all, o.Object)
		}
	}
	return uint64(t.NewRefArray(m.Known.Thread, all))
}

func dumpThreads(t *Thread, a Args) uint64 {
	element := t.FindBootClass("java/lang/StackTraceElement")
	var traces []Ref
	for _, object := range refsOf(t, a.Ref(0)) {
		var trace []uint64
		if o := threadOf(t, object); o != nil {
			trace = asCarried(t, o, o.Dump())
		}
		traces = append(traces, elementsOf(t, trace))
		if t.Exception != 0 {
			return 0
		}
	}
	return uint64(t.NewRefArray(t.ArrayOf(element), traces))
}

// elementsOf makes a StackTraceElement[] of a trace.
func elementsOf(t *Thread, trace []uint64) Ref {
	element := t.FindBootClass("java/lang/StackTraceElement")
	elements := make([]Ref, 0, len(trace))
	for _, f := range trace {
		e := t.NewObject(element)
		if t.Exception != 0 {
			return 0
		}
		fillElement(t, e, f)
		elements = append(elements, e)
	}
	return t.NewRefArray(element, elements)
}

// threadIdentifiers is where the number of the next thread stands in the off-heap memory. The library
// reads and counts it up by itself, from the first number that HotSpot would give.
func threadIdentifiers(t *Thread) memory.Address {
	if t.M.NextThread == 0 {
		const longBytes = 8
		t.M.NextThread = t.M.Memory.OffHeap.Allocate(longBytes)
		t.M.Memory.SetU64(t.M.NextThread, t.M.Release.FirstThread)
	}
	return t.M.NextThread
}

// NumberNextThread has the library give a number to the thread that is made next.
func NumberNextThread(t *Thread, number uint64) {
	if last := t.M.Known.Thread.LookupField("threadSeqNumber", "J"); last != nil { // it counts in a static field before JDK 19
		t.M.Memory.SetU64(last.Address, number-1)
		return
	}
	t.M.Memory.SetU64(threadIdentifiers(t), number)
}
