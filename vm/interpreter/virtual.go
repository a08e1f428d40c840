package interpreter

import (
	"fmt"
	"slices"

	"github.com/pierrec/lz4/v4"

	"hotlens/vm/decoded"
	"hotlens/vm/memory"
	"hotlens/vm/monitors"
)

// This file is what makes virtual threads cheap. Each is a thread of the VM (the library calls such threads bound), but there may
// be as many as memory holds: they share a few stacks, from which the frames of those that do not run are copied away, and when
// many of them wait, they do so without a goroutine.

const (
	// sharedStacks is how many stacks virtual threads share. One would do; with more, a few threads that take turns seldom have
	// their frames copied.
	sharedStacks = 8

	// maxAttached is how many virtual threads may wait with their goroutines, in compiled code perhaps. Those of most programs do,
	// and those of others cost as much together as a quarter of the platform threads that there may be.
	maxAttached = 256

	// compressedBytes is how large stacks are whose frames are compressed when they are copied away. Those of threads that have just
	// begun are smaller; of deep ones, which are mostly recursion, little is left.
	compressedBytes = 2 << 10
)

// sharedStack is a stack that virtual threads share.
type sharedStack struct {
	base  memory.Address
	owner *Thread // whose frames are there, nil for nobody's
}

// unloading is what a virtual thread has of its own while its frames are not on the stack.
type unloading struct {
	stack  *sharedStack // where its frames belong, nil for a platform thread
	frames []byte       // what was there when another thread got the stack, compressed if that is less
	bytes  int          // that they take on the stack
	stale  bool         // the frames on the stack may have changed since
}

// shareStack gives the thread one of the shared stacks. It reports false if platform threads have left room for none.
func (m *Machine) shareStack(t *Thread) bool {
	table := &m.threads
	for len(table.shared) < sharedStacks && m.takeStack(t, 1) {
		table.shared = append(table.shared, &sharedStack{base: t.stackBase})
	}
	if len(table.shared) == 0 {
		return false
	}
	t.unloading.stack = table.shared[t.ID%len(table.shared)]
	t.stackBase = t.unloading.stack.base
	t.stackEnd = t.stackBase + memory.Address(m.Options.Limits.StackBytes)
	return true
}

// unshareStack is called when the thread has ended.
func (t *Thread) unshareStack() {
	if stack := t.unloading.stack; stack.owner == t {
		stack.owner = nil
	}
	t.unloading = unloading{}
}

// mount brings the thread's frames onto its stack, and the thread may change them.
func (t *Thread) mount() {
	if t.unloading.stack != nil {
		t.load()
		t.unloading.stale = true
	}
}

// load brings the thread's frames onto its stack, to be looked at.
func (t *Thread) load() {
	stack := t.unloading.stack
	if stack == nil || stack.owner == t {
		return
	}
	if o := stack.owner; o != nil {
		o.unload()
	}
	u := &t.unloading
	live := t.M.Memory.Slice(stack.base, u.bytes)
	if len(u.frames) == len(live) {
		copy(live, u.frames)
	} else if n, err := lz4.UncompressBlock(u.frames, live); err != nil || n != len(live) {
		panic(fmt.Sprintf("the frames of a virtual thread are damaged: %d bytes of %d, %v", n, len(live), err))
	}
	stack.owner = t
}

// unload copies the thread's frames away from its stack.
func (t *Thread) unload() {
	u := &t.unloading
	if !u.stale {
		return
	}
	u.stale = false
	live := t.M.Memory.Slice(t.stackBase, int(t.entryBase()-t.stackBase))
	u.bytes = len(live)
	kept := live
	if len(live) >= compressedBytes {
		threads := &t.M.threads
		if threads.packer == nil {
			threads.packer = &lz4.Compressor{}
		}
		threads.packed = slices.Grow(threads.packed[:0], len(live))
		if n, err := threads.packer.CompressBlock(live, threads.packed[:len(live)-1]); err == nil && n > 0 { // else it would not be shorter
			kept = threads.packed[:n]
		}
	}
	if len(kept) > cap(u.frames) || len(kept) < cap(u.frames)/2 {
		u.frames = make([]byte, len(kept))
	}
	u.frames = u.frames[:len(kept)]
	copy(u.frames, kept)
	if t.resumption != attached && t.depth == 1 && t.compiled.nesting == 0 {
		t.rechargeStack(len(kept))
	}
}

// EachStack calls f with each live thread, whose frames it may look at.
func (m *Machine) EachStack(f func(*Thread)) {
	for _, t := range m.threads.list {
		if !t.ended {
			t.load()
			f(t)
		}
	}
	m.remount()
}

// remount brings the frames of the thread that runs back, after others were looked at.
func (m *Machine) remount() {
	if t := m.threads.current; t != nil && !t.ended {
		t.mount()
	}
}

// resumption says how a virtual thread goes on that has waited without a goroutine.
type resumption uint8

const (
	attached       resumption = iota // it does not wait so: what Go code does when the wait is over lies on a stack
	parked                           // in the native method Unsafe.park
	sleeping                         // in Thread.sleep
	notified                         // in Object.wait
	yielded                          // in Thread.yield
	enteredMonitor                   // in a monitorenter instruction
	enteredMethod                    // at the start of a synchronized method
)

// detachable reports whether the thread's whole state lies in its frames, so that it may wait without a goroutine, and whether there
// are so many virtual threads that it should. Where it should but must not as it executes compiled code, the methods that it
// executes are interpreted from now on if virtual threads call them.
func (t *Thread) detachable() bool {
	if !t.virtual || t.M.threads.attached <= maxAttached {
		return false
	}
	if t.compiled.nesting > 0 {
		t.Frames(func(fr Frame) bool {
			fr.Method.Suspends = true
			return true
		})
	}
	return t.resumption != attached && t.depth == 1 && t.compiled.nesting == 0 && t.vmWork == 0 && !t.timing.Active()
}

// interprets reports whether the thread does not enter the compiled code of methods in which virtual threads wait.
func (t *Thread) interprets() bool { return t.virtual && t.M.threads.attached > maxAttached }

// waitAs runs wait, in which the thread may lose its goroutine, and then goes on by the resumption r.
func (t *Thread) waitAs(r resumption, wait func()) {
	t.resumption = r
	wait()
	t.resumption = attached
}

// detach lets the thread wait for a deadline without a goroutine. It does not return.
func (t *Thread) detach(deadline int64) {
	t.shed()
	t.M.Scheduler.Detach(t.Task, deadline, t.resume)
}

// shed gives back what the thread does not need while it has no goroutine.
func (t *Thread) shed() {
	m := t.M
	m.threads.attached--
	m.threads.entrances = append(m.threads.entrances, t.compiled.entrances...)
	t.compiled.entrances, t.trace = nil, nil
	t.rechargeStack(int(t.fp - t.stackBase))
}

// resume goes on where the thread has begun to wait.
func (t *Thread) resume(timedOut bool) {
	m := t.M
	m.Guard(func() {
		m.threads.attached++
		t.proceed()
		t.endWait()
		entry := entryLeave
		switch r := t.resumption; r {
		case yielded:
			t.takeStop()
		case parked:
			m.monitors.Resume(&t.locks, timedOut)
			t.takeStop()
		case sleeping:
			t.afterSleep(m.monitors.Resume(&t.locks, timedOut))
		case notified:
			t.afterWait(m.monitors.Resume(&t.locks, timedOut))
		case enteredMonitor, enteredMethod:
			switch {
			case m.monitors.Resume(&t.locks, timedOut) == monitors.GaveUp && t.takeTestStop():
				entry = entryThrow
			case r == enteredMethod:
				m.Memory.SetU32(t.fp+decoded.FrameLock, m.lockOf(t.topFrame()))
				entry = entryNext
			default:
				entry = entryNext
			}
		}
		t.resumption = attached
		t.roots = t.roots[:0]
		t.entry = entry
		m.run(t)
		t.depth--
		t.fp = 0
		t.Finish()
	})
}

// lockOf is the object whose monitor an activation of a synchronized method enters.
func (m *Machine) lockOf(fr Frame) memory.Ref {
	if fr.Method.Static() {
		return fr.Method.Class.Mirror
	}
	return m.receiver(fr)
}

// receiver is the object whose method an activation executes, as long as its first local holds it.
func (m *Machine) receiver(fr Frame) memory.Ref {
	return m.Memory.U32(fr.fp - memory.Address(fr.Method.LocalBytes))
}

// afterSleep throws what Thread.sleep throws.
func (t *Thread) afterSleep(result monitors.WaitResult) {
	if result == monitors.Interrupted {
		message := "sleep interrupted"
		if t.virtual {
			message = "" // as VirtualThread.sleepNanos
		}
		t.Throw("java/lang/InterruptedException", message)
		return
	}
	t.takeStop()
}

// afterWait throws what Object.wait throws.
func (t *Thread) afterWait(result monitors.WaitResult) {
	switch result {
	case monitors.NotOwner:
		t.Throw("java/lang/IllegalMonitorStateException", "current thread is not owner")
	case monitors.Interrupted:
		joins, more := t.joins()
		t.Throw("java/lang/InterruptedException", "")
		if joins {
			t.M.NoteIn(t.Exception, JoinedVirtual, more)
		}
	case monitors.Woken:
		t.takeStop()
	}
}

// GiveWay is Thread.yield. It throws what another thread, or the end of a test, has the thread throw.
func (t *Thread) GiveWay() {
	t.account()
	t.checkEnd() // a thread that does little else has no safepoint
	t.waitAs(yielded, func() {
		if t.detachable() {
			t.shed()
			t.M.Scheduler.DetachRunnable(t.Task, func() { t.resume(false) })
		}
		t.yield()
	})
	t.takeStop()
}

// Virtual reports whether it is a virtual thread.
func (t *Thread) Virtual() bool { return t.virtual }
