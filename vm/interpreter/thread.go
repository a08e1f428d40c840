package interpreter

import (
	"sync/atomic"
	"unsafe"

	"hotlens/profiles"
	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/contexts"
	"hotlens/vm/decoded"
	"hotlens/vm/invoke"
	"hotlens/vm/linking"
	"hotlens/vm/memory"
	"hotlens/vm/monitors"
	"hotlens/vm/threads"
)

// This file is a Java thread as the VM sees it: its shadow stack, its time slice,
// and the calls that native code makes.

// Thread is a Java thread.
type Thread struct {
	invoke.Thread // loads, links and initialises classes, and links call sites

	M      *Machine
	Task   *threads.Task
	ID     int
	Object memory.Ref // its java.lang.Thread

	fp         memory.Address // top frame, 0 for none
	stackBase  memory.Address
	stackEnd   memory.Address
	stackLimit memory.Address // frames must end below it
	slice      int64          // bytecodes that this slice began with
	limit      int64          // bytecodes left in it
	shortened  int64          // bytecodes that were taken off both
	result     uint64
	roots      []memory.Ref   // objects that native code holds
	flat       int            // greater 0: the VM works for itself, nothing is profiled
	linkNode   memory.Address // context of the linking that is going on, else 0
	depth      int            // nesting of run on the Go stack
	entry      entryKind      // how the next run starts
	compiled   compiledState
	Daemon     bool

	root       memory.Address // context of the entry method
	rootMethod *classes.Method
	starter    memory.Address  // context that started the thread
	startedBy  *classes.Method // the method of that context

	locks    monitors.Thread
	consumed consumption

	ended     bool
	stopped   memory.Ref  // what Thread.stop has the thread throw, 0 for nothing
	suspended bool        // by Thread.suspend
	halted    bool        // it waits for Thread.resume
	pending   pendingKind // the exception that the loop is about to throw
	index     int32
	length    int32
	callee    *classes.Method
	trace     []uint64 // scratch space of stack traces
}

// maxNesting bounds the nesting of interpreter loops on the Go stack, so that
// deep recursion through native code ends in a StackOverflowError. Each level
// costs about 1 KB of Go stack.
const maxNesting = 8000

// stackReserve is kept free for making the StackOverflowError itself.
const stackReserve = 48 << 10

// account adds the bytecodes of the running slice to the machine's total.
func (t *Thread) account() {
	t.consume()
	t.M.clock.bytecodes += uint64(t.slice - t.limit)
	t.newSlice()
	t.M.Memory.SetU64(sharedmemory.Bytecodes, t.M.clock.sinceMain())
}

// safepoint is where a running thread can be stopped or give way.
func (t *Thread) safepoint() {
	m := t.M
	if t.early() {
		m.profile.samples.Window = false
		return
	}
	t.account()
	atomic.StoreUint32((*uint32)(m.Memory.At(sharedmemory.CurrentNode)), t.node())
	t.checkEnd()
	if m.tiering != nil {
		m.tiering.Poll()
	}
	t.yield()
	t.takeStop()
	if m.profile.samples.On() {
		t.tick()
	}
}

func (t *Thread) yield() {
	t.M.Scheduler.Yield(t.Task)
	t.proceed()
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
	timedOut = t.M.Scheduler.Block(t.Task, deadline)
	t.proceed()
	return timedOut
}

// Unblock ends the thread's Block.
func (t *Thread) Unblock() { t.M.Scheduler.Unblock(t.Task) }

// Outside runs f, which may block in the operating system for ever, and must not touch the
// linear memory: the run may have ended when it returns. Under the virtual clock the other
// threads wait too, which keeps runs repeatable.
func (t *Thread) Outside(f func()) {
	if t.M.Options.VirtualClock || len(t.M.threads.list) <= 1 {
		t.Aside(f)
		return
	}
	t.account()
	t.M.Scheduler.Outside(t.Task, f)
	t.proceed()
}

// Aside is Outside where the other threads wait in any case.
func (t *Thread) Aside(f func()) {
	if t.M.Options.VirtualClock {
		t.M.Scheduler.Aside(f)
		return
	}
	t.consume()
	t.M.Scheduler.Aside(f)
	t.takeBaton()
}

// node is the context node of the top frame.
func (t *Thread) node() memory.Address {
	if t.fp == 0 {
		return t.M.profile.sink
	}
	if t.M.recordAt(t.fp) != nil {
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

// Frame is one activation on a thread's stack.
type Frame struct {
	Method *classes.Method
	BCI    int // of the instruction that executes; -1 in a native method
	fp     memory.Address
	index  int32
}

// Frames calls f for each activation, the newest first, until f returns false.
func (t *Thread) Frames(f func(Frame) bool) {
	m := t.M
	for fp := t.fp; fp != 0; fp = m.Memory.U32(fp + decoded.FrameCaller) {
		r := m.recordAt(fp)
		if r == nil {
			if !f(m.frameAt(fp)) {
				return
			}
			continue
		}
		for i := len(r.Levels) - 1; i >= 0; i-- {
			if !f(inlinedFrame(r, fp, i)) {
				return
			}
		}
	}
}

// topFrame is the newest activation.
func (t *Thread) topFrame() (top Frame) {
	t.Frames(func(fr Frame) bool { top = fr; return false })
	return top
}

func (m *Machine) frameAt(fp memory.Address) Frame {
	method := m.Registry.Methods[m.Memory.U32(fp+decoded.FrameMethod)]
	fr := Frame{Method: method, BCI: -1, fp: fp, index: m.Memory.I32(fp + decoded.FrameIndex)}
	if method.Code != nil && int(fr.index) < len(method.Code.BCIs) && !method.IsNative() {
		fr.BCI = int(method.Code.BCIs[fr.index])
	}
	return fr
}

// eachFrameSlot calls f with every word of the thread's frames that may hold a
// live reference.
func (m *Machine) eachFrameSlot(t *Thread, f func(memory.Address)) {
	m.eachSlotByFrame(t, func(_ Frame, slot memory.Address) { f(slot) })
}

// eachSlotByFrame is eachFrameSlot with the frames that the words belong to, the
// newest first.
func (m *Machine) eachSlotByFrame(t *Thread, f func(Frame, memory.Address)) {
	top := ^memory.Address(0) // where the callee's locals start: arguments are the callee's
	for fp := t.fp; fp != 0; fp = m.Memory.U32(fp + decoded.FrameCaller) {
		if r := m.recordAt(fp); r != nil {
			top = m.eachCompiledSlot(r, fp, f)
			continue
		}
		fr := m.frameAt(fp)
		method := fr.Method
		depth := 0
		locals := fr.fp - memory.Address(method.LocalBytes)
		var dead []bool
		if method.Code != nil && int(fr.index) < len(method.Code.Depths) {
			depth = int(method.Code.Depths[fr.index])
			dead = m.deadLocals(method, fr.BCI)
		}
		f(fr, m.Memory.U32(fr.fp+decoded.FrameLock))
		for i, a := 0, locals; a < fr.fp; i, a = i+1, a+decoded.SlotBytes {
			if dead == nil || !dead[i] {
				f(fr, m.Memory.U32(a))
			}
		}
		end := min(fr.fp+decoded.FrameHeader+memory.Address(depth*decoded.SlotBytes), top)
		for a := fr.fp + decoded.FrameHeader; a < end; a += decoded.SlotBytes {
			f(fr, m.Memory.U32(a))
		}
		top = locals
	}
}

// entryBase is where the arguments of the next call from Go code go.
func (t *Thread) entryBase() memory.Address {
	if t.fp == 0 {
		return t.stackBase
	}
	if r := t.M.recordAt(t.fp); r != nil {
		inner := inlinedFrame(r, t.fp, len(r.Levels)-1)
		return inner.fp + memory.Address(inner.Method.FrameBytes)
	}
	method := t.M.Registry.Methods[t.M.Memory.U32(t.fp+decoded.FrameMethod)]
	return t.fp + memory.Address(method.FrameBytes)
}

// Value is an argument or result of a call from Go code.
type Value = linking.Value

// Call kinds of the edges that calls from Go code make.
const (
	Callback    = sharedmemory.Callback
	Reflective  = sharedmemory.Reflective
	Initializer = sharedmemory.Initializer
	threadEntry = sharedmemory.Thread
	rootEntry   = sharedmemory.Root
)

// Call invokes a method from native code: static, special or already selected.
// The arguments are one Value each. The result is meaningless when
// t.Exception is set afterwards.
func (t *Thread) Call(kind uint32, method *classes.Method, args ...Value) Value {
	m := t.M
	if t.Exception != 0 {
		return 0
	}
	base := t.entryBase()
	fp := base + memory.Address(method.LocalBytes)
	if fp+memory.Address(method.FrameBytes) > t.stackLimit || t.depth >= maxNesting {
		t.throwStackOverflow()
		return 0
	}
	slot := base
	k := 0
	if !method.Static() {
		m.Memory.SetU64(slot, args[0])
		slot += decoded.SlotBytes
		k = 1
	}
	for i, p := range method.Selector.Params {
		m.Memory.SetU64(slot, args[k+i])
		slot += memory.Address(classes.SlotsOf(p)) * decoded.SlotBytes
	}
	return t.enter(kind, method, fp)
}

// enter pushes an entry frame whose arguments are in place, and runs it.
func (t *Thread) enter(kind uint32, method *classes.Method, fp memory.Address) Value {
	m := t.M
	parent := t.node()
	node := parent
	if m.profile.contexts && t.flat == 0 {
		node = t.childOfNative(parent, method, kind)
		calls := m.Memory.At(node + sharedmemory.NodeCalls)
		*(*uint64)(calls)++
	} else {
		if node = m.profile.sink; t.linkNode != 0 {
			node = t.linkNode
		}
		if m.profile.edges && t.flat == 0 {
			t.announceFromNative(method, kind)
		}
	}
	if m.profile.samples.Window && t.flat == 0 && t.fp != 0 {
		fr := t.topFrame()
		m.profile.samples.Count(fr.Method, fr.BCI, method)
	}
	m.Memory.SetU32(fp+decoded.FrameCaller, t.fp)
	m.Memory.SetU32(fp+decoded.FrameNode, node)
	m.Memory.SetU32(fp+decoded.FrameMethod, method.ID)
	m.Memory.SetU32(fp+decoded.FrameIndex, 0)
	m.Memory.SetU32(fp+decoded.FrameLock, 0)
	m.Memory.SetU32(fp+decoded.FrameFlags, decoded.FlagEntry)
	saved := t.fp
	mark := len(t.roots)
	t.fp = fp
	m.runNested(t, entryStart)
	t.fp = saved
	t.roots = t.roots[:mark]
	r := t.result
	if method.Selector.Return == 'L' && t.Exception == 0 {
		t.Root(memory.Ref(r))
		r = uint64(memory.Ref(r))
	}
	return r
}

// childOfNative is the context of a method that Go code calls.
func (t *Thread) childOfNative(parent memory.Address, method *classes.Method, kind uint32) memory.Address {
	m := t.M
	if m.nativeOf(method) == nil && m.ensureDecoded(method) != nil {
		return m.profile.sink
	}
	if t.fp == 0 && t.root != 0 {
		// What the VM calls after the entry method has ended, such as the
		// handler of an uncaught exception, hangs off it.
		if kind == rootEntry {
			return t.root
		}
		return t.rootChild(method, kind)
	}
	if t.fp == 0 || parent == m.profile.sink {
		if kind != rootEntry {
			kind = threadEntry
		}
		t.makeRoot(method, kind)
		return t.root
	}
	fr := t.topFrame()
	node, err := m.Tree.Child(parent, fr.Method, method, contexts.NoSlot, fr.BCI, kind)
	if err != nil {
		m.treeFull(err)
	}
	return node
}

// makeRoot makes the context of the thread's entry method.
func (t *Thread) makeRoot(method *classes.Method, kind uint32) {
	m := t.M
	node, err := m.Tree.Root(method, t.starter, kind)
	if err != nil {
		m.treeFull(err)
	}
	t.announceThread(method, kind)
	t.root, t.rootMethod = node, method
	if err := m.Tree.Thread(t.Name(), node); err != nil {
		m.treeFull(err)
	}
}

// StartMain makes the root of the main thread's tree, so that the initialiser of
// the main class, which runs before main, has a place in it.
func (t *Thread) StartMain(main *classes.Method) {
	switch {
	case !t.M.profile.edges || t.M.ensureDecoded(main) != nil:
	case t.M.profile.contexts:
		t.makeRoot(main, rootEntry)
	default:
		t.rootMethod = main
	}
}

// rootChild is a context directly below the thread's root, without a call site.
func (t *Thread) rootChild(method *classes.Method, kind uint32) memory.Address {
	m := t.M
	node, err := m.Tree.Child(t.root, t.rootMethod, method, contexts.NoSlot, -1, kind)
	if err != nil {
		m.treeFull(err)
	}
	return node
}

func (m *Machine) treeFull(err error) {
	m.Limit(profiles.LimitContexts, err)
}

// VMWork runs f with profiling off: what the VM does for itself is not the
// program's.
func (t *Thread) VMWork(f func()) {
	t.flat++
	f()
	t.flat--
}

// Linkage is VMWork for linking call sites and constants through the library's
// Java code. What that costs sits under one context of kind "initializer", below
// the thread's root, and never under the program's own calls (DESIGN section 4,
// wrinkle 5).
func (t *Thread) Linkage(f func()) {
	if !t.M.profile.contexts {
		if t.M.profile.edges && t.flat == 0 && t.rootMethod != nil {
			t.M.announceCall(t.rootMethod, t.M.linkageMethod(), -1, Initializer)
		}
		t.VMWork(f)
		return
	}
	if t.flat > 0 || t.root == 0 {
		t.VMWork(f)
		return
	}
	t.linkNode = t.rootChild(t.M.linkageMethod(), Initializer)
	calls := t.M.Memory.At(t.linkNode + sharedmemory.NodeCalls)
	*(*uint64)(calls)++
	t.VMWork(f)
	t.linkNode = 0
}

// Nested runs f one level deeper on the Go stack, or throws a StackOverflowError if there
// is no room.
func (t *Thread) Nested(f func()) {
	if t.depth >= maxNesting {
		t.throwStackOverflow()
		return
	}
	t.depth++
	f()
	t.depth--
}

// linkageMethod stands for the library's linking code in profiles.
func (m *Machine) linkageMethod() *classes.Method {
	if m.profile.linkage == nil {
		s := m.Registry.Selector("linkCallSites", "()V")
		c := &classes.Class{Name: "hotlens/Linkage", Loader: m.Registry.Boot(), Flags: classfile.AccFinal | classfile.AccSynthetic}
		m.profile.linkage = &classes.Method{Class: c, Selector: s, Name: s.Name, Desc: s.Desc, Flags: classfile.AccStatic, VIndex: -1}
	}
	return m.profile.linkage
}

// at converts an address of the linear memory.
func (m *Machine) at(a memory.Address) unsafe.Pointer { return m.Memory.At(a) }
