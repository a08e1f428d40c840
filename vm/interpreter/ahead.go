package interpreter

import (
	"unsafe"

	"hotlens/profiles/prefault"
	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/decoded"
	"hotlens/vm/linking"
)

// This file decodes methods of the JDK's own classes before they are called, beside the thread that runs Java code.

// taken stands in Method.Ahead when the method is decoded, or nearly so.
var taken decoded.Code

// ReadAhead is told, before any is loaded, which classes will be and which of their methods called, and returns the function that
// has them ready, which any goroutine may call; it ends early when stop reports true.
func (m *Machine) ReadAhead(wanted []linking.Wanted, stop func() bool) (read func()) {
	var memory scratch
	with := decoding{registry: m.Registry, library: true, cycles: m.cycles}
	return m.Linker.ReadAhead(wanted, func(file *classfile.Class, method *classes.Method) {
		if method.Member.Code == nil || method.Ahead.Load() != nil {
			return
		}
		with.file = file
		if code, err := decode(method, with, &memory); err == nil { // else whoever calls it finds that out
			prefault.GoHeap(unsafe.Pointer(code))
			method.Ahead.CompareAndSwap(nil, code)
		}
	}, stop)
}

// decodedAhead gives what was decoded of a method, once; nil if nothing was.
func (m *Machine) decodedAhead(method *classes.Method, with decoding) *decoded.Code {
	code := method.Ahead.Swap(&taken)
	if code == &taken || with.observes != nil || with.marks != nil {
		return nil
	}
	return code
}
