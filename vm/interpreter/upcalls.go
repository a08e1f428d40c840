package interpreter

import (
	"hotlens/profiles"
	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/contexts"
	"hotlens/vm/decoded"
	"hotlens/vm/linking"
	"hotlens/vm/memory"
)

// This file has Java methods called by Go code (upcalls): by natives, by linking, and by the
// VM for its own ends. A call has a context in the profile, unless it is VMWork.

// maxNesting bounds the nesting of interpreter loops on the Go stack, so that
// deep recursion through native code ends in a StackOverflowError. Each level
// costs about 1 KB of Go stack.
const maxNesting = 8000

// entryBase is where the arguments of the next call from Go code go.
func (t *Thread) entryBase() memory.Address {
	if t.fp == 0 {
		return t.stackBase
	}
	if r := t.M.frameStateAt(t.fp); r != nil {
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
	if t.leavesHarness(method) {
		return t.enterTest(kind, method, fp)
	}
	if t.inHarness && t.vmWork == 0 {
		node = m.harness.node
	} else if m.profile.contexts && t.vmWork == 0 {
		node = t.childOfNative(parent, method, kind)
		calls := m.Memory.At(node + sharedmemory.NodeCalls)
		*(*uint64)(calls)++
	} else {
		if node = m.profile.unprofiled; t.linkNode != 0 {
			node = t.linkNode
		}
		if m.profile.edges && t.vmWork == 0 {
			t.announceFromNative(method, kind)
		}
	}
	if m.profile.samples.Window && t.vmWork == 0 && t.fp != 0 {
		if fr := t.topFrame(); m.profile.samples.Count(m.clock.executed()) {
			t.addSample(fr.Method, fr.BCI, nil, method, node, false)
		}
	}
	m.Memory.SetU32(fp+decoded.FrameCaller, t.fp)
	m.Memory.SetU32(fp+decoded.FrameNode, node)
	m.Memory.SetU32(fp+decoded.FrameMethod, method.ID)
	m.Memory.SetU32(fp+decoded.FrameIndex, 0)
	m.Memory.SetU32(fp+decoded.FrameLock, 0)
	m.Memory.SetU32(fp+decoded.FrameFlags, decoded.FlagEntry|(kind+1)<<decoded.FlagKind)
	t.reachTimed(method)
	t.upcall = kind
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
		return m.profile.unprofiled
	}
	if t.fp == 0 && t.root != 0 {
		// What the VM calls after the entry method has ended, such as the
		// handler of an uncaught exception, hangs off it.
		if kind == rootEntry {
			return t.root
		}
		return t.rootChild(method, kind)
	}
	if m.harness.on && parent == m.harness.node {
		return t.rootChild(method, kind)
	}
	if t.fp == 0 || parent == m.profile.unprofiled {
		if kind != rootEntry {
			kind = threadEntry
		}
		t.makeRoot(method, kind)
		return t.root
	}
	fr := t.topFrame()
	return m.treeChild(parent, fr.Method, method, contexts.NoSlot, fr.BCI, kind)
}

// virtualThreads is what profiles call virtual threads: all those that the same context has started are one there.
const virtualThreads = "virtual threads"

// virtualRoot says which virtual threads have a root in common.
type virtualRoot struct {
	method  *classes.Method
	starter memory.Address
}

// makeRoot makes the context of the thread's entry method. Virtual threads, of which programs start one for each task, share those
// of their kind.
func (t *Thread) makeRoot(method *classes.Method, kind uint32) {
	m := t.M
	t.announceThread(method, kind)
	t.rootMethod = method
	shared, name := virtualRoot{method, t.starter}, t.Name()
	if t.virtual {
		if t.root = m.profile.virtualRoots[shared]; t.root != 0 {
			return
		}
		name = virtualThreads
	}
	if err := t.ownRoot(threadKind{method, t.starter, kind}, name); err != nil {
		m.treeFull()
		t.root = m.profile.unprofiled
		return
	}
	if t.root = t.tree.root; t.virtual { // it is not its own
		m.profile.virtualRoots[shared], t.tree = t.root, threadTree{}
	}
}

// StartMain makes the root of the main thread's tree, so that the initialiser of
// the main class, which runs before main, has a place in it.
func (t *Thread) StartMain(main *classes.Method) {
	switch {
	case !t.M.profile.edges || t.M.ensureDecoded(main) != nil:
	case t.M.harness.on:
		t.startHarness(main)
	case t.M.profile.contexts:
		t.makeRoot(main, rootEntry)
	default:
		t.rootMethod = main
	}
}

// rootChild is a context directly below the thread's root, without a call site.
func (t *Thread) rootChild(method *classes.Method, kind uint32) memory.Address {
	return t.M.treeChild(t.root, t.rootMethod, method, contexts.NoSlot, -1, kind)
}

// treeFull is called where there is no room for a record. The caller goes on if it returns.
func (m *Machine) treeFull() {
	switch {
	case m.ending.begun, m.joined, m.profile.full: // what is left after Tree.Full is full as well
	case m.harness.on:
		m.profile.full = true // fillTree follows
	default:
		m.Limit(profiles.LimitContexts, m.Tree.Nodes())
	}
}

// VMWork runs f with profiling off: what the VM does for itself is not the
// program's.
func (t *Thread) VMWork(f func()) {
	if t.vmWork == 0 {
		t.workFrom = t.fp
	}
	t.vmWork++
	t.pauseTiming()
	f()
	t.resumeTiming()
	t.vmWork--
}

// Loading runs f, which calls a class loader of this class. The library's loaders do the VM's work. Those
// that the program has written are the program's: what they do has its place below whatever made the VM ask them.
func (t *Thread) Loading(loader *classes.Class, f func()) {
	if (t.rootMethod != nil || t.timing.Active()) && t.M.originBits(loader)&sharedmemory.MethodLibrary == 0 {
		f()
		return
	}
	t.VMWork(f)
}

// Linkage is VMWork for linking call sites and constants through the library's
// Java code. What that costs sits under one context of kind "initializer", below
// the thread's root, and never under the program's own calls (DESIGN section 4,
// wrinkle 5).
func (t *Thread) Linkage(f func()) {
	if !t.M.profile.contexts {
		if t.M.profile.edges && t.vmWork == 0 && t.rootMethod != nil {
			t.M.announceCall(t.rootMethod, t.M.linkageMethod(), -1, Initializer)
		}
		t.VMWork(f)
		return
	}
	if t.vmWork > 0 || t.root == 0 {
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
		c := &classes.Class{Name: profiles.LinkageClass, Loader: m.Registry.Boot(), Lifetime: m.Registry.Boot().Lifetime, Flags: classfile.AccFinal | classfile.AccSynthetic}
		m.profile.linkage = &classes.Method{Class: c, Selector: s, Name: s.Name, Desc: s.Desc, Flags: classfile.AccStatic, VIndex: -1}
	}
	return m.profile.linkage
}

// MainEntry is the kind of the call of main: the root of its thread's tree.
const MainEntry = rootEntry
