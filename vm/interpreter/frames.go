package interpreter

import (
	"hotlens/vm/classes"
	"hotlens/vm/compiler"
	"hotlens/vm/decoded"
	"hotlens/vm/memory"
)

// This file walks the frames of a thread.

// Frame is one activation on a thread's stack.
type Frame struct {
	Method *classes.Method
	BCI    int // of the instruction that executes; -1 in a native method
	fp     memory.Address
	index  int32
}

// Frames calls f for each activation, the newest first, until f returns false.
func (t *Thread) Frames(f func(Frame) bool) { t.framesFrom(t.fp, f) }

// framesFrom is Frames from a frame of the thread's on, 0 for none.
func (t *Thread) framesFrom(fp memory.Address, f func(Frame) bool) {
	m := t.M
	for ; fp != 0; fp = m.Memory.U32(fp + decoded.FrameCaller) {
		r := m.frameStateAt(fp)
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

// LocalReference is the reference in a local variable, by its slot, of an activation of a method whose code shows its locals.
func (t *Thread) LocalReference(fr Frame, slot int) memory.Ref {
	return t.M.Memory.U32(fr.fp - memory.Address(fr.Method.LocalBytes) + memory.Address(slot*decoded.SlotBytes))
}

// Privileged tells whether a method is the one that the library runs privileged actions in, under either of its types. Its parameters are the action, the
// context it is restricted to, and the class that asks for it.
func Privileged(m *classes.Method) bool {
	return m.Name == "executePrivileged" && m.Class.Name == "java/security/AccessController"
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
		if r := m.frameStateAt(fp); r != nil {
			top = m.eachCompiledSlot(r, fp, f)
			continue
		}
		fr := m.frameAt(fp)
		method := fr.Method
		depth := 0
		locals := fr.fp - memory.Address(method.LocalBytes)
		var liveness *compiler.Liveness
		if method.Code != nil && int(fr.index) < len(method.Code.Depths) {
			depth = int(method.Code.Depths[fr.index])
			liveness = m.livenessOf(method, fr)
		}
		slot := func(a memory.Address) {
			if liveness == nil || liveness.Has(fr.index, int32(a-fr.fp)) {
				f(fr, m.Memory.U32(a))
			}
		}
		f(fr, m.Memory.U32(fr.fp+decoded.FrameLock))
		for a := locals; a < fr.fp; a += decoded.SlotBytes {
			slot(a)
		}
		end := min(fr.fp+decoded.FrameHeader+memory.Address(depth*decoded.SlotBytes), top)
		for a := fr.fp + decoded.FrameHeader; a < end; a += decoded.SlotBytes {
			slot(a)
		}
		top = locals
	}
}

// livenessOf tells which slots of a frame can still be read, so that the collector need not keep what the others hold: a
// program that clears its last use of an object expects it to be collectable. It is nil where that is not known.
func (m *Machine) livenessOf(method *classes.Method, fr Frame) *compiler.Liveness {
	if method.Member == nil || method.Member.Code == nil || fr.BCI < 0 {
		return nil
	}
	l := m.liveness[method.Code]
	if l == nil {
		l = compiler.LivenessOf(method)
		m.liveness[method.Code] = l
	}
	return l
}
