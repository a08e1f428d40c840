package interpreter

import (
	"bytes"
	"slices"
	"unsafe"

	"hotlens/vm/classes"
	"hotlens/vm/memory"
	"hotlens/vm/opcodes"
)

// This file makes exceptions without running their constructors, where these do the same
// for each: Java code makes the first of a class, and later ones start with what is in it.

// implicitKey tells by which of its constructors an exception is made.
// preparedExceptions are exceptions that the VM makes without running their constructors.
type preparedExceptions struct {
	forms           map[implicitKey]*implicitForm
	noMemory        memory.Ref // the OutOfMemoryError for when there is no room to make one
	stackOverflow   memory.Ref // the StackOverflowError for when there is no room on the stack to make one
	reportingMemory bool       // an OutOfMemoryError is being made
}

type implicitKey struct {
	class   string
	message bool
}

// implicitForm is what the constructor leaves behind in every exception. The message and the
// stack trace are each one's own.
type implicitForm struct {
	class  *classes.Class
	fields []byte
	selves []uint32 // offsets of the references to the exception itself
}

// learnForm keeps the form of an exception that a constructor has just made, if that does
// nothing but have Throwable's keep its argument.
func (m *Machine) learnForm(key implicitKey, made memory.Ref, init *classes.Method) {
	c, throwable := init.Class, m.Known.Throwable
	if c.State != classes.Initialized || throwable.State != classes.Initialized || c.Finalizable || !m.passesOn(init) || !m.fillsIn(c) {
		return
	}
	form := &implicitForm{class: c, fields: bytes.Clone(m.Memory.Slice(made+memory.ObjectFields, int(c.InstanceSize-memory.ObjectFields)))}
	for _, offset := range c.RefOffsets {
		r := m.Memory.U32(made + offset)
		own := offset == m.Known.ThrowableMessage || offset == m.Known.ThrowableBacktrace
		if r == made {
			form.selves = append(form.selves, offset)
		}
		if own || r == made {
			clear(form.fields[offset-memory.ObjectFields:][:4])
		} else if r != 0 {
			m.Pin(r)
		}
	}
	m.exceptions.forms[key] = form
}

// passesOn reports whether a constructor, and those of all superclasses below Throwable,
// only call the superclass's with their own arguments.
func (m *Machine) passesOn(init *classes.Method) bool {
	for init.Class != m.Known.Throwable {
		c := init.Class
		if c.Super == nil || init.Member == nil || init.Member.Code == nil || init.ArgSlots > 2 {
			return false
		}
		call, found := bytes.CutPrefix(init.Member.Code.Bytes, []byte{opcodes.Aload0, opcodes.Aload1}[:init.ArgSlots])
		if !found || len(call) != 4 || call[0] != opcodes.Invokespecial || call[3] != opcodes.Return {
			return false
		}
		class, name, desc, err := c.File.Ref(uint16(call[1])<<8 | uint16(call[2]))
		if err != nil || class != c.Super.Name || name != init.Name || desc != init.Desc {
			return false
		}
		if init = c.Super.Method(name, desc); init == nil {
			return false
		}
	}
	return true
}

// fillsIn reports whether the stack trace of a class's exceptions is filled in as
// Throwable does it. NullPointerException only counts besides how often that is done.
func (m *Machine) fillsIn(c *classes.Class) bool {
	method := m.SelectVirtual(c, m.Known.Throwable.Method("fillInStackTrace", "()Ljava/lang/Throwable;"))
	return method.Class == m.Known.Throwable || method.Class.Trusted && method.Class.Name == "java/lang/NullPointerException"
}

// throwForm makes an exception and sets it pending.
func (t *Thread) throwForm(form *implicitForm, message string) {
	m := t.M
	mark := t.RootMark()
	t.vmWork++
	r := t.NewObject(form.class)
	text := memory.Ref(0)
	if message != "" && t.Exception == 0 {
		text = t.Root(t.NewString(message))
	}
	if t.Exception == 0 {
		copy(m.Memory.Slice(r+memory.ObjectFields, len(form.fields)), form.fields)
		for _, offset := range form.selves {
			m.Memory.SetU32(r+offset, r)
		}
		m.Memory.SetU32(r+m.Known.ThrowableMessage, text)
		t.FillInStackTrace(r)
	}
	if t.Exception == 0 {
		t.Exception = r
	}
	t.vmWork--
	t.Release(mark)
}

// FillInStackTrace is the native part of Throwable.fillInStackTrace. It gives 0 with
// a pending exception.
func (t *Thread) FillInStackTrace(thrown memory.Ref) memory.Ref {
	m := t.M
	trace, hiddenTop := t.backtrace(thrown)
	depth := len(trace)
	if hiddenTop {
		// An element more than the depth tells that a hidden frame threw;
		// NullPointerException has no helpful message then.
		trace = append(trace, 0)
	}
	mark := t.RootMark()
	array := t.Root(t.NewArray(m.Known.LongArray, int32(len(trace))))
	if t.Exception != 0 {
		return 0
	}
	for i, f := range trace {
		m.Memory.SetU64(array+memory.ArrayBase+8*memory.Ref(i), f)
	}
	array = t.heldTrace(array, trace[:depth])
	t.Release(mark)
	if t.Exception != 0 {
		return 0
	}
	m.Memory.SetU32(thrown+m.Known.ThrowableBacktrace, array)
	m.Memory.SetU32(thrown+m.Known.ThrowableDepth, uint32(depth))
	return thrown
}

// heldTrace is what an exception refers to for the array of a trace: that array, or where
// classes are in the trace that could be unloaded, an array of it and what keeps them alive.
// It is 0 with a pending exception.
func (t *Thread) heldTrace(array memory.Ref, trace []uint64) memory.Ref {
	held := []memory.Ref{array}
	for _, entry := range trace {
		method, _ := t.M.TraceEntry(entry)
		if l := method.Class.Lifetime; !l.Permanent && !slices.Contains(held, l.Holder) {
			held = append(held, l.Holder)
		}
	}
	if len(held) == 1 {
		return array
	}
	return t.NewRefArray(t.M.Known.Object, held)
}

// Backtrace is what FillInStackTrace has left in a Throwable: an entry for each
// activation, the newest first. It aliases the heap. A program can put anything there
// with Unsafe: what is no trace is none.
func (m *Machine) Backtrace(thrown memory.Ref) []uint64 {
	return m.BacktraceOf(m.Memory.U32(thrown + m.Known.ThrowableBacktrace))
}

// BacktraceOf is Backtrace for what the field of the Throwable holds.
func (m *Machine) BacktraceOf(array memory.Ref) []uint64 {
	if array != 0 && m.ClassOf(array) == m.Known.ObjectArray && m.Memory.U32(array+memory.ArrayLength) > 0 {
		array = m.Memory.U32(array + memory.ArrayBase) // see heldTrace
	}
	if array == 0 || m.ClassOf(array) != m.Known.LongArray {
		return nil
	}
	b := m.Heap.ArrayBytes(array, 3)
	return unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/8)
}

// TraceEntry is the method and the bytecode index of an entry of a backtrace; the method
// is nil if there is no such method.
func (m *Machine) TraceEntry(entry uint64) (method *classes.Method, bci int) {
	return m.Registry.MethodNumbered(uint32(entry >> 32)), int(int32(uint32(entry)))
}
