package interpreter

import (
	"unsafe"

	"hotlens/profiles/cost"
	"hotlens/vm/classes"
	"hotlens/vm/compiler"
	"hotlens/vm/decoded"
	"hotlens/vm/linking"
	"hotlens/vm/memory"
)

// This file finds what implements a method in Go.

// NativeFunc implements a native method. Its result is the Java result's bits;
// a pending exception (Thread.Exception) takes precedence.
type NativeFunc func(t *Thread, args Args) uint64

// Args are the arguments of a native method, by stack slot: the receiver first;
// long and double take two slots.
type Args struct{ p unsafe.Pointer }

// Ref, Int, Long, Bool, Float and Double read an argument.
func (a Args) Ref(slot int) memory.Ref { return *(*uint32)(unsafe.Add(a.p, slot*decoded.SlotBytes)) }
func (a Args) Int(slot int) int32      { return *(*int32)(unsafe.Add(a.p, slot*decoded.SlotBytes)) }
func (a Args) Long(slot int) int64     { return *(*int64)(unsafe.Add(a.p, slot*decoded.SlotBytes)) }
func (a Args) Bool(slot int) bool      { return *(*int32)(unsafe.Add(a.p, slot*decoded.SlotBytes)) != 0 }
func (a Args) Float(slot int) float32  { return *(*float32)(unsafe.Add(a.p, slot*decoded.SlotBytes)) }
func (a Args) Double(slot int) float64 { return *(*float64)(unsafe.Add(a.p, slot*decoded.SlotBytes)) }

// Natives implements methods in Go.
type Natives interface {
	// FindNative looks up what implements a native method, or replaces a Java one; nil if
	// nothing does.
	FindNative(class, name, desc string, native bool) NativeFunc
	// Missing says why a native method of the library is not implemented.
	Missing(class, name, desc string) string
}

// Natives are those that the machine was made with: they keep there what they need.
func (m *Machine) Natives() Natives { return m.natives.Natives }

// nativeMethods are the methods that are implemented in Go.
type nativeMethods struct {
	Natives
	entries map[*classes.Method]*nativeEntry // of those that were called
}

// nativeEntry is the entry of a method that is implemented in Go.
type nativeEntry struct {
	f    NativeFunc
	time cost.Picos // that the virtual clock lets pass for it
	code [1]decoded.Instruction
}

const varHandleClass = "java/lang/invoke/VarHandle"

// nativeMissing is the message of the UnsatisfiedLinkError for a native method.
// HotSpot has no code for VarHandle's accessors either, before JDK 25.
func (m *Machine) nativeMissing(method *classes.Method) string {
	if method.Class.Loader.Mirror != 0 || method.Class.Name == varHandleClass {
		return "'" + linking.ExternalMethod(method) + "'"
	}
	return "'" + linking.ExternalMethod(method) + "' (" + m.natives.Missing(method.Class.Name, method.Name, method.Desc) + ")"
}

// nativeOf finds the native implementation or substitution of a method and
// makes it the method's entry.
func (m *Machine) nativeOf(method *classes.Method) *nativeEntry {
	if e := m.natives.entries[method]; e != nil {
		return e
	}
	if boundary := m.harness.boundary(method); boundary != nil {
		return m.setNative(method, boundary)
	}
	if !m.ofLibrary(method) {
		return nil // a user's class may have any name
	}
	if logsExit(method) {
		return m.setNative(method, m.asVMWork(method))
	}
	f := m.natives.FindNative(method.Class.Name, method.Name, method.Desc, method.IsNative())
	if f == nil {
		return nil
	}
	return m.setNative(method, f)
}

// ofLibrary reports whether a method may be implemented in Go: it belongs to a
// class of the JDK's image, or it is native and its class belongs to a module of the
// image.
func (m *Machine) ofLibrary(method *classes.Method) bool {
	return method.Class.Trusted || method.IsNative() && m.inImage(method.Class)
}

// inImage reports whether a class is one of the JDK's image, whichever of its loaders has loaded it.
func (m *Machine) inImage(c *classes.Class) bool {
	if c.Trusted {
		return true
	}
	if c.Hidden || c.ModuleName == "" || c.Loader.Mirror != 0 && !m.BuiltinLoader(c.Loader) {
		return false
	}
	_, module, found, err := m.Boot.FindClass(c.Name)
	return err == nil && found && module == c.ModuleName
}

func (m *Machine) setNative(method *classes.Method, f NativeFunc) *nativeEntry {
	if method.Synchronized() {
		inner := f
		f = func(t *Thread, args Args) uint64 {
			lock := method.Class.Mirror
			if !method.Static() {
				lock = args.Ref(0)
			}
			t.LockObject(lock)
			if t.Exception != 0 {
				return 0
			}
			r := inner(t, args)
			t.UnlockObject(lock)
			return r
		}
	}
	e := &nativeEntry{f: f}
	if m.clock.virtual {
		if !compiler.ExecutesItself(method) { // else nobody knows at once how often compiled code has done so
			e.time = cost.Default().Native(method.Class.Name, method.Name, method.Desc)
		}
		inner := e.f
		e.f = func(t *Thread, args Args) uint64 {
			*m.clock.passed += e.time.Base
			return inner(t, args)
		}
	}
	e.code[0] = decoded.Instruction{Op: decoded.Native, P: unsafe.Pointer(e)}
	if m.cycles != nil {
		inner := e.f
		e.f = func(t *Thread, args Args) uint64 {
			m.chargeNative(t)
			return inner(t, args)
		}
	}
	m.natives.entries[method] = e
	if method.IsNative() {
		// The first call of a substituted method has reserved its locals already.
		method.LocalBytes = decoded.SlotBytes * int32(method.ArgSlots)
	}
	method.SetStart(&e.code[0])
	method.Base = unsafe.Pointer(&e.code[0])
	return e
}
