package interpreter

import (
	"hotlens/vm/classes"
	"hotlens/vm/memory"
	"hotlens/vm/threads"
)

// This file initialises classes (JLS 12.4) and makes objects and arrays.

// Initialize initialises a class by the procedure of JLS 12.4.2. It reports
// false with a pending exception.
func (t *Thread) Initialize(c *classes.Class) bool {
	if c.State == classes.Initialized {
		return true
	}
	return t.initialize(c)
}

func (t *Thread) initialize(c *classes.Class) bool {
	m := t.M
	if !t.Link(c) {
		return false
	}
	for c.State == classes.Initializing {
		if c.InitThread == any(t) {
			return true
		}
		c.InitWaiters = append(c.InitWaiters, t)
		t.Block(threads.Never)
	}
	switch c.State {
	case classes.Initialized:
		return true
	case classes.Erroneous:
		t.throwErroneous(c)
		return false
	}
	c.State, c.InitThread = classes.Initializing, t
	ok := t.setConstants(c)
	if ok && !c.IsInterface() {
		ok = t.initializeSupers(c)
	}
	if ok {
		if clinit := c.Method("<clinit>", "()V"); clinit != nil && clinit.Static() {
			t.Call(Initializer, clinit)
			ok = t.Exception == 0
			if !ok {
				t.wrapInitializerError(c)
			}
		}
	} else if t.Exception != 0 {
		t.keepInitializerError(c)
	}
	c.State = classes.Initialized
	for _, method := range c.Methods {
		if method.Static() {
			m.Registry.Describe(method)
		}
	}
	if !ok {
		c.State = classes.Erroneous
	}
	c.InitThread = nil
	for _, w := range c.InitWaiters {
		m.Scheduler.Unblock(w.(*Thread).Task)
	}
	c.InitWaiters = nil
	return ok
}

// initializeSupers initialises the superclass and the superinterfaces that
// declare default methods.
func (t *Thread) initializeSupers(c *classes.Class) bool {
	if c.Super != nil && !t.Initialize(c.Super) {
		return false
	}
	for _, i := range c.Interfaces {
		if !t.initializeInterfaces(i) {
			return false
		}
	}
	return true
}

func (t *Thread) initializeInterfaces(c *classes.Class) bool {
	for _, i := range c.Interfaces {
		if !t.initializeInterfaces(i) {
			return false
		}
	}
	return !c.HasDefaults || t.Initialize(c)
}

// setConstants sets the static fields with a ConstantValue attribute.
func (t *Thread) setConstants(c *classes.Class) bool {
	m := t.M
	for _, f := range c.Fields {
		if !f.Static() || f.Member == nil || f.Member.ConstantValue == 0 {
			continue
		}
		v, ok := m.resolveConstant(t, c, int(f.Member.ConstantValue))
		if !ok {
			return false
		}
		m.Memory.SetU64(f.Address, v)
	}
	return true
}

// wrapInitializerError turns what c's initialiser threw into an
// ExceptionInInitializerError, unless it is an Error already.
func (t *Thread) wrapInitializerError(c *classes.Class) {
	m := t.M
	t.keepInitializerError(c)
	cause := t.Root(t.Exception)
	t.Exception = 0
	if e := t.FindBootClass("java/lang/Error"); m.ClassOf(cause).IsSubclassOf(e) {
		t.Exception = cause
		return
	}
	e := t.FindBootClass("java/lang/ExceptionInInitializerError")
	t.VMWork(func() {
		if !t.Initialize(e) {
			return
		}
		r := t.Root(t.NewObject(e))
		if t.Call(Callback, e.Method("<init>", "(Ljava/lang/Throwable;)V"), Value(r), Value(cause)); t.Exception == 0 {
			t.Exception = r
		}
	})
}

// keepInitializerError makes the cause of the NoClassDefFoundErrors that the use
// of c gives from now on: it has the text and the stack trace of the pending
// exception.
func (t *Thread) keepInitializerError(c *classes.Class) {
	m := t.M
	mark := t.RootMark()
	defer t.Release(mark)
	thrown := t.Root(t.Exception)
	t.Exception = 0
	text := t.initializerText(thrown)
	e := t.FindBootClass("java/lang/ExceptionInInitializerError")
	t.VMWork(func() {
		if !t.Initialize(e) {
			return
		}
		r := t.NewObject(e)
		if t.Exception != 0 {
			return
		}
		if t.Call(Callback, e.Method("<init>", "(Ljava/lang/String;)V"), Value(r), Value(t.NewString(text))); t.Exception != 0 {
			return
		}
		trace := t.Call(Callback, m.Known.Throwable.Method("getOurStackTrace", "()[Ljava/lang/StackTraceElement;"), Value(thrown))
		if t.Exception == 0 {
			t.Call(Callback, m.Known.Throwable.Method("setStackTrace", "([Ljava/lang/StackTraceElement;)V"), Value(r), trace)
		}
		if t.Exception == 0 {
			c.InitError = r
		}
	})
	t.Exception = thrown
}

// initializerText is how HotSpot words the cause of a failed initialisation.
func (t *Thread) initializerText(cause memory.Ref) string {
	m := t.M
	text := "Exception " + m.ClassOf(cause).ExternalName()
	if message := m.Text(m.Memory.U32(cause + m.Known.ThrowableMessage)); message != "" {
		text += ": " + message
	}
	return text + " [in thread \"" + t.Name() + "\"]"
}

// throwErroneous throws what the use of a class gives whose initialisation has
// failed before.
func (t *Thread) throwErroneous(c *classes.Class) {
	t.Throw("java/lang/NoClassDefFoundError", "Could not initialize class "+c.ExternalName())
	if c.InitError != 0 {
		t.setCause(c.InitError)
	}
}

// allocate returns size zeroed bytes of the heap, or 0 when there are none left
// even after a collection. Collections happen here.
func (t *Thread) allocate(size uint64, count bool) memory.Ref {
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
	if node := t.node(); count && (t.flat == 0 || node == t.linkNode) {
		m.countAllocation(node, size)
	}
	return a
}

// stressCollect collects at every Options.Testing.StressGC-th allocation.
func (m *Machine) stressCollect() {
	if m.stressed++; m.stressed%m.Options.Testing.StressGC == 0 {
		m.Collect(Stress)
	}
}

// NewObject makes an instance of an initialised class. It returns 0 with a
// pending exception when the heap is full.
func (t *Thread) NewObject(c *classes.Class) memory.Ref {
	m := t.M
	r := t.allocate(uint64(c.InstanceSize), true)
	if r == 0 {
		t.throwOutOfMemory("Java heap space")
		return 0
	}
	m.Memory.SetU32(r, c.TIB)
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
	if length >= maxArrayLength {
		t.throwOutOfMemory("Requested array size exceeds VM limit")
		return 0
	}
	r := t.allocate(memory.ArrayBase+uint64(length)<<c.ElemShift, true)
	if r == 0 {
		t.throwOutOfMemory("Java heap space")
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
	size := m.Heap.ObjectSize(r)
	var copied memory.Ref
	if c.IsArray() {
		copied = t.NewArray(c, m.Memory.I32(r+memory.ArrayLength))
	} else {
		copied = t.NewObject(c)
	}
	if t.Exception != 0 {
		return 0
	}
	copy(m.Memory.Slice(copied+memory.ObjectFields, int(size-memory.ObjectFields)), m.Memory.Slice(r+memory.ObjectFields, int(size-memory.ObjectFields)))
	return copied
}
