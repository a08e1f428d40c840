package interpreter

import (
	"runtime/debug"

	"github.com/sourcegraph/conc/panics"

	"hotlens/profiles"
	"hotlens/profiles/sharedmemory"
	"hotlens/vm/memory"
	"hotlens/vm/threads"
)

// This file starts and ends Java threads.

// Name is the thread's Java name.
func (t *Thread) Name() string {
	if t.Object == 0 {
		return ""
	}
	return t.M.Text(t.M.Memory.U32(t.Object + t.M.Known.ThreadName))
}

// Attach makes the first thread; it holds the baton.
func (m *Machine) Attach() (*Thread, error) {
	t, err := m.newThread(false, 0)
	if err != nil {
		return nil, err
	}
	t.takeBaton()
	m.threads.liveUser = 1
	return t, nil
}

// ThreadOf is the live thread of a java.lang.Thread object, nil for none.
func (m *Machine) ThreadOf(object memory.Ref) *Thread {
	if id := m.Memory.U32(object + m.Known.ThreadVM); id != 0 {
		return m.threadByID(int(id))
	}
	return nil
}

// Bind ties a thread to its java.lang.Thread object.
func (t *Thread) Bind(object memory.Ref) {
	m := t.M
	t.Object = object
	m.Memory.SetU32(object+m.Known.ThreadVM, uint32(t.ID))
	m.Memory.SetU64(object+m.Known.ThreadEetop, uint64(t.ID))
}

// StartThread is Thread.start0.
func (t *Thread) StartThread(object memory.Ref) {
	m := t.M
	if m.Memory.U64(object+m.Known.ThreadEetop) != 0 {
		t.Throw("java/lang/IllegalThreadStateException", "")
		return
	}
	virtual, cost, stack := m.isVirtual(object), uint64(threadCost), uint64(0)
	if virtual {
		cost = virtualCost
	} else {
		stack = uint64(max(0, int64(m.Memory.U64(m.ThreadFields(object)+m.Known.ThreadStackSize))))
	}
	if !t.Charge(cost) {
		t.ThrowOutOfMemory("unable to create native thread: possibly out of memory or process/resource limits reached")
		return
	}
	n, err := m.newThread(virtual, stack)
	if err != nil {
		m.Memory.Native.Release(cost)
		why := "possibly out of memory or process/resource limits reached"
		if !virtual && m.profile.started && m.manyThreads() {
			if !m.harness.present {
				m.Limit(profiles.LimitThreads, m.Options.Limits.MaxThreads)
			}
			why = profiles.LimitThreads.Reached(m.Options.Limits.MaxThreads).Message // one test fails, and the others run
		}
		t.ThrowOutOfMemory("unable to create native thread: " + why)
		return
	}
	n.charged = cost
	n.Bind(object)
	n.Daemon = m.Memory.U8(m.ThreadFields(object)+m.Known.ThreadDaemon) != 0
	if node := t.node(); node != m.profile.unprofiled {
		n.starter = node
	}
	if t.vmWork == 0 && t.rootMethod != nil {
		n.startedBy = t.topFrame().Method
	}
	if t.vmWork == 0 {
		n.bounded = t.bounded
	}
	held := m.Options.Profiled() && m.ClassOf(object).Name == finalizerThread
	if held {
		m.Collections.finalizer = n
	} else if !m.profile.started || t.vmWork > 0 && !t.startsForProgram(object) {
		n.vmWork++ // the library's own threads
	} else if t.inHarness {
		n.inHarness, n.test, n.maker = true, t.test, t.maker // it works for the framework: for a test's time limit perhaps
	}
	if m.profile.started && n.vmWork == 0 && !m.cleans(object) { // a cleaner waits, until the collector has found something
		m.clock.endRepeatable()
	}
	if !n.Daemon {
		m.threads.liveUser++
	}
	n.Task.Background = n.vmWork > 0 || m.cleans(object)
	n.SetStatus(threads.Runnable)
	stillborn := m.Known.ThreadStillborn != 0 && m.Memory.U8(object+m.Known.ThreadStillborn) != 0
	run := m.SelectVirtual(m.ClassOf(object), m.Known.Thread.Method("run", "()V"))
	m.Scheduler.Start(n.Task, func() {
		m.Guard(func() {
			if virtual {
				m.threads.attached++
			}
			n.proceed()
			if virtual && !m.threads.carried {
				m.threads.carried = true
				m.SkipThread() // when a carrier has something to do, there is another one
			}
			if held {
				n.awaitFinalizers()
			}
			if !stillborn {
				n.Call(threadEntry, run, Value(object))
			}
			n.Finish()
		})
	})
}

// Guard runs f, which executes Java code. A panic, or a memory fault in the
// linear memory, ends the run with a report instead of the process.
func (m *Machine) Guard(f func()) {
	debug.SetPanicOnFault(true)
	var catcher panics.Catcher
	catcher.Try(f)
	if r := catcher.Recovered(); r != nil {
		m.Fail(m.explain(r))
	}
}

// finalizerThread is the class of the thread that runs finalizers.
const finalizerThread = "java/lang/ref/Finalizer$FinalizerThread"

// hooksClass starts the shutdown hooks that have been added by Runtime.addShutdownHook.
const hooksClass = "java/lang/ApplicationShutdownHooks"

// startsForProgram reports whether a Thread object that the VM's own work starts may run the program's code all the same: if its class or its
// task is the program's, or if it is a shutdown hook. Of the library's hooks, too, some call what the program has given them.
func (t *Thread) startsForProgram(object memory.Ref) bool {
	m := t.M
	if m.originBits(m.ClassOf(object))&sharedmemory.MethodLibrary == 0 {
		return true
	}
	if target := m.task(object); target != 0 && m.originBits(m.ClassOf(target))&sharedmemory.MethodLibrary == 0 {
		return true
	}
	starter := ""
	t.Frames(func(fr Frame) bool {
		starter = fr.Method.Class.Name
		return starter == "java/lang/Thread"
	})
	return starter == hooksClass
}

// isVirtual reports whether a Thread object is a virtual thread, of which JDK 17 has none.
func (m *Machine) isVirtual(object memory.Ref) bool {
	c := m.ClassOf(object)
	return c.Super != nil && c.Super.Trusted && c.Super.Name == "java/lang/BaseVirtualThread"
}

// task is the Runnable of a Thread object, 0 for none.
func (m *Machine) task(object memory.Ref) memory.Ref {
	return m.Memory.U32(m.ThreadFields(object) + m.Known.ThreadTask)
}

// cleans reports whether a Thread object is of a java.lang.ref.Cleaner, which
// wakes up from time to time to see whether it is still needed.
func (m *Machine) cleans(object memory.Ref) bool {
	target := m.task(object)
	return target != 0 && m.ClassOf(target).Name == "jdk/internal/ref/CleanerImpl"
}

// Finish runs the end of a thread: its uncaught exception, Thread.exit, and the
// notification of those who join it.
func (t *Thread) Finish() {
	m := t.M
	t.workFrom = 0
	t.vmWork++
	if t.Exception != 0 {
		if t.vmWork--; t.rootMethod != nil || t.vmWork > 0 || !m.profile.edges {
			t.DispatchUncaught()
		}
		t.vmWork++
		t.Exception = 0
	}
	if exit := m.Known.Thread.Method("exit", "()V"); exit != nil {
		t.Call(Callback, exit, Value(t.Object))
		t.Exception = 0
	}
	t.unbind()
	t.vmWork--
	t.account()
	t.dischargeStack()
	t.leaveContexts()
	m.forget(t)
	if !t.Daemon {
		m.threads.liveUser--
		for _, w := range m.threads.exitWaiters {
			m.Scheduler.Unblock(w.Task)
		}
	}
}

// DispatchUncaught hands the pending exception to the thread's handler of uncaught
// exceptions. It reports false if there is none.
func (t *Thread) DispatchUncaught() bool {
	if t.Exception == 0 {
		return false
	}
	m := t.M
	thrown := t.Root(t.Exception)
	t.Exception = 0
	t.noteUncaught(thrown)
	t.Call(Callback, m.Known.Thread.Method("dispatchUncaughtException", "(Ljava/lang/Throwable;)V"), Value(t.Object), Value(thrown))
	// That of a virtual thread is called by Java code of the library, which ignores what it throws.
	if t.Exception != 0 && !t.virtual && m.Options.HandlerFailed != nil {
		m.Options.HandlerFailed("\nException: " + m.ClassOf(t.Exception).ExternalName() + " thrown from the UncaughtExceptionHandler in thread \"" + t.Name() + "\"\n")
	}
	t.Exception = 0
	return true
}

// unbind marks the Thread object as terminated and wakes those who join it.
func (t *Thread) unbind() {
	m := t.M
	t.LockObject(t.Object)
	t.SetStatus(threads.Terminated)
	m.Memory.SetU64(t.Object+m.Known.ThreadEetop, 0)
	m.Memory.SetU32(t.Object+m.Known.ThreadVM, 0)
	t.Notify(t.Object, true)
	t.UnlockObject(t.Object)
	t.Exception = 0
}

// FinishMain ends the main thread as seen from Java and goes on as the thread
// that HotSpot calls DestroyJavaVM: it waits for the others and shuts down.
func (t *Thread) FinishMain() {
	m := t.M
	// A program may end because it has filled the heap.
	defer m.Heap.Emergency(m.Heap.Emergency(true))
	t.VMWork(func() {
		group := m.Memory.U32(m.ThreadFields(t.Object) + m.Known.ThreadGroupField)
		next := t.NewObject(m.Known.Thread)
		if next == 0 {
			m.Limit(profiles.LimitHeap, m.Heap.Limit()>>20, "when the main thread ends")
		}
		t.Call(Callback, m.Known.Thread.Method("<init>", "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V"), Value(next), Value(group), Value(t.NewString("DestroyJavaVM")))
		t.Call(Callback, m.Known.Thread.Method("exit", "()V"), Value(t.Object))
		t.Exception = 0
		t.unbind()
		t.Bind(next)
		t.SetStatus(threads.Runnable)
	})
}

// AwaitUserThreads blocks until all threads but daemons and t itself have
// ended.
func (t *Thread) AwaitUserThreads() {
	m := t.M
	m.threads.exitWaiters = append(m.threads.exitWaiters, t)
	for m.threads.liveUser > 1 {
		t.Block(-1)
	}
}

// SetRunnable marks a thread as running.
func (t *Thread) SetRunnable() { t.SetStatus(threads.Runnable) }
