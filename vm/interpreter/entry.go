package interpreter

import (
	"errors"
	"unsafe"

	"hotlens/profiles/prefault"
	"hotlens/vm/classes"
	"hotlens/vm/decoded"
	"hotlens/vm/memory"
)

// This file makes a method ready for its first call.

// errUnverified says that a method may not be decoded yet.
var errUnverified = errors.New("the class has not been verified")

// ensureDecoded decodes a method without running it.
func (m *Machine) ensureDecoded(method *classes.Method) error {
	if method.Code != nil || method.Member == nil || method.Member.Code == nil {
		return nil
	}
	if !method.Class.Verified {
		return errUnverified
	}
	with := decodingOf(m.Registry, method)
	marks, err := m.marksOf(method)
	if err != nil {
		m.treeFull()
	}
	with.cycles, with.observes, with.marks = m.cycles, m.values.Of(method), marks
	code := m.decodedAhead(method, with)
	if code == nil {
		if code, err = decode(method, with, &m.scratch); err != nil {
			return err
		}
		prefault.GoHeap(unsafe.Pointer(code))
	}
	code.KeepsLocals = method.Class.Collects() && !code.HasSubroutines()
	code.ShowsLocals = Privileged(method)
	if method.Class.OfImage {
		m.Called = append(m.Called, method)
	}
	method.Code, method.CallSites, method.Recursive = code, code.CallSites, code.Recursive
	method.Base = unsafe.Pointer(&code.Instructions[0])
	method.SetStart(code.Entry)
	return nil
}

// slowDecode is the entry of a method that has not been called yet.
func (m *Machine) slowDecode(t *Thread, method *classes.Method) action {
	if f := m.nativeOf(method); f != nil {
		return actAgain
	}
	switch {
	case method.IsNative() && method.Class.Name == varHandleClass && m.Release.VarHandlesRefuse:
		return t.throw("java/lang/UnsupportedOperationException", "VarHandle access mode methods cannot be invoked reflectively")
	case method.IsNative():
		return t.throw("java/lang/UnsatisfiedLinkError", m.nativeMissing(method))
	case method.Member == nil || method.Member.Code == nil:
		method.SetStart(&decoded.Instruction{Op: decoded.Abstract})
		return actAgain
	}
	if !m.verifyAndDecode(t, method) {
		return actThrow
	}
	return actAgain
}

// linkCallee makes a callee ready to be entered. It returns false with a pending
// exception.
func (m *Machine) linkCallee(t *Thread, callee *classes.Method) bool {
	return callee.Code != nil || callee.IsNative() || m.nativeOf(callee) != nil || m.verifyAndDecode(t, callee)
}

// verifyAndDecode verifies a method's class and decodes the method. It returns false with
// a pending exception.
func (m *Machine) verifyAndDecode(t *Thread, method *classes.Method) bool {
	if !t.Link(method.Class) {
		return false
	}
	if err := m.ensureDecoded(method); err != nil {
		t.Throw("java/lang/VerifyError", "(class: "+method.Class.Name+", method: "+method.Name+" signature: "+method.Desc+") "+err.Error())
		return false
	}
	if m.logsStart(method) {
		t.makeLogger(method.Class)
	}
	return true
}

// slowAbstract is the entry of a method without code.
func (m *Machine) slowAbstract(t *Thread, method *classes.Method) action {
	if method.Refusal != nil {
		return t.throw(method.Refusal.Class, method.Refusal.Message)
	}
	receiver := m.ClassOf(m.Memory.U32(t.fp - memory.Address(method.LocalBytes)))
	t.ThrowAbstract(receiver, method, method)
	return actThrow
}
