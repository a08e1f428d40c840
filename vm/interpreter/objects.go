package interpreter

import (
	"hotlens/profiles"
	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/decoded"
	"hotlens/vm/memory"
)

// This file makes objects and arrays.

// allocate returns size zeroed bytes of the heap, or 0 when there are none left
// even after a collection, for an object of a class, which is counted; nil: it is not. Collections happen here.
func (t *Thread) allocate(size uint64, of *classes.Class) memory.Ref {
	m := t.M
	if m.Options.Testing.StressGC > 0 {
		m.stressCollect()
	}
	a := m.Heap.Allocate(size)
	if a == 0 {
		m.Collect(AllocationFailure)
		if a = m.Heap.AllocateAnyway(size); a == 0 {
			m.Collect(LastDitch)
			if a = m.Heap.AllocateAnyway(size); a == 0 {
				return 0
			}
		}
	}
	if node := t.node(); of != nil && (t.vmWork == 0 || node == t.linkNode) {
		m.countAllocation(node, size)
		if m.types.on {
			m.countType(node, of, size)
		}
	}
	return a
}

// NewMirror makes a java.lang.Class object. It ends the run when the heap is full.
func (t *Thread) NewMirror() memory.Ref {
	m := t.M
	class := m.Known.Class
	r := t.allocate(uint64(class.InstanceSize), nil)
	if r == 0 {
		// A program that has filled the heap may need one more class to say so.
		open := m.Heap.Emergency(true)
		r = t.allocate(uint64(class.InstanceSize), nil)
		m.Heap.Emergency(open)
	}
	if r == 0 {
		m.Limit(profiles.LimitHeap, m.Heap.Limit()>>20, "of classes")
	}
	m.Memory.SetU32(r, class.TIB)
	class.Instantiated = true
	return r
}

// stressCollect collects at every Options.Testing.StressGC-th allocation.
func (m *Machine) stressCollect() {
	if m.Collections.stressed++; m.Collections.stressed%m.Options.Testing.StressGC == 0 {
		m.Collect(Stress)
	}
}

// NewObject makes an instance of an initialised class. It returns 0 with a
// pending exception when the heap is full.
func (t *Thread) NewObject(c *classes.Class) memory.Ref {
	m := t.M
	r := t.allocate(uint64(c.InstanceSize), c)
	if r == 0 {
		t.ThrowOutOfMemory("Java heap space")
		return 0
	}
	m.Memory.SetU32(r, c.TIB)
	c.Instantiated = true
	if c.Finalizable {
		t.Root(r)
		t.VMWork(func() { t.Call(Callback, m.Known.FinalizerRegister, Value(r)) })
	}
	return t.Root(r)
}

// maxArrayLength is the longest array HotSpot makes; longer ones exceed "VM
// limit".
const maxArrayLength = 1<<31 - 1 - 2

// NewArray makes an array of the given array class. It returns 0 with a pending
// exception.
func (t *Thread) NewArray(c *classes.Class, length int32) memory.Ref {
	m := t.M
	if length < 0 {
		t.Throw("java/lang/NegativeArraySizeException", itoa(length))
		return 0
	}
	if length > maxArrayLength {
		t.ThrowOutOfMemory("Requested array size exceeds VM limit")
		return 0
	}
	r := t.allocate(memory.ArrayBase+uint64(length)<<c.ElemShift, c)
	if r == 0 {
		t.ThrowOutOfMemory("Java heap space")
		return 0
	}
	m.Memory.SetU32(r, c.TIB)
	m.Memory.SetU32(r+memory.ArrayLength, uint32(length))
	return t.Root(r)
}

// Clone copies an object or array.
func (t *Thread) Clone(r memory.Ref) memory.Ref {
	m := t.M
	c := m.ClassOf(r)
	var copied memory.Ref
	if c.IsArray() {
		copied = t.NewArray(c, m.Memory.I32(r+memory.ArrayLength))
	} else {
		copied = t.NewObject(c)
	}
	if t.Exception != 0 {
		return 0
	}
	size := int(m.Heap.ObjectSize(copied)) - memory.ObjectFields // r's header may be forged
	copy(m.Memory.Slice(copied+memory.ObjectFields, size), m.Memory.Slice(r+memory.ObjectFields, size))
	return copied
}

// NewRefArray makes an array of references with the given element class.
func (t *Thread) NewRefArray(component *classes.Class, refs []memory.Ref) memory.Ref {
	for _, r := range refs {
		t.Root(r)
	}
	c := t.ArrayOf(component)
	if c == nil {
		return 0
	}
	array := t.NewArray(c, int32(len(refs)))
	if t.Exception != 0 {
		return 0
	}
	for i, r := range refs {
		t.M.Memory.SetU32(array+memory.ArrayBase+4*uint32(i), r)
	}
	return array
}

// Work counts the length of what a native method has worked on, in a unit that is the method's own.
func (t *Thread) Work(length int) {
	if length <= 0 {
		return
	}
	t.addExtra(sharedmemory.ExtrasWork, uint64(length))
	if !t.M.clock.virtual || t.fp == 0 || t.M.frameStateAt(t.fp) != nil {
		return
	}
	if method := t.M.Registry.MethodNumbered(t.M.Memory.U32(t.fp + decoded.FrameMethod)); method != nil && method.Entry.Op == decoded.Native {
		*t.M.clock.passed += uint64(length) * (*nativeEntry)(method.Entry.P).time.Unit
	}
}

// addExtra adds to one of the extras of the top frame's context.
func (t *Thread) addExtra(counter memory.Address, by uint64) {
	if by == 0 {
		return
	}
	if node := t.profiledNode(); node != 0 {
		t.M.AddExtra(node, counter, by)
	}
}

// profiledNode is the top frame's context, 0 if what happens now is not profiled.
func (t *Thread) profiledNode() memory.Address {
	if !t.M.profile.contexts {
		return 0
	}
	if node := t.node(); node != t.M.profile.unprofiled && (t.vmWork == 0 || node == t.linkNode) {
		return node
	}
	return 0
}

// AddExtra adds to one of a context's extras.
func (m *Machine) AddExtra(node, counter memory.Address, by uint64) {
	if by != 0 && m.profile.contexts && node != m.profile.unprofiled && m.Tree.Add(node, counter, by) != nil {
		m.treeFull()
	}
}

// countConcatenation counts a string of so many bytes at the site that has joined it.
func (t *Thread) countConcatenation(site *classes.CallSite, bytes uint64) {
	m := t.M
	if t.profiledNode() == 0 {
		return
	}
	if site.Joined == 0 {
		var err error
		if site.Joined, err = m.Tree.Concatenation(site.Caller, site.BCI, len(site.Selector.Params)); err != nil {
			m.treeFull()
			return
		}
	}
	m.Memory.SetU64(site.Joined+sharedmemory.ConcatenationStrings, m.Memory.U64(site.Joined+sharedmemory.ConcatenationStrings)+1)
	m.Memory.SetU64(site.Joined+sharedmemory.ConcatenationBytes, m.Memory.U64(site.Joined+sharedmemory.ConcatenationBytes)+bytes)
}

// countAllocation counts an object in a context.
func (m *Machine) countAllocation(node memory.Address, size uint64) {
	m.Memory.SetU64(node+sharedmemory.NodeObjects, m.Memory.U64(node+sharedmemory.NodeObjects)+1)
	m.Memory.SetU64(node+sharedmemory.NodeBytes, m.Memory.U64(node+sharedmemory.NodeBytes)+memory.RoundSize(size))
}
