package linking

import (
	"strconv"

	"hotlens/vm/classes"
	"hotlens/vm/classfile"
)

// This file resolves the loadable constants that need no method handles; package invoke
// has the others.

// ResolveConstant resolves a number, String or Class constant (JVMS 5.1, 5.4.3). The value
// is its bits. It reports false with a pending exception.
func (t *Thread) ResolveConstant(from *classes.Class, index int) (Value, bool) {
	k := from.File.Pool.At(uint16(index))
	switch k.Tag {
	case classfile.TagInteger, classfile.TagFloat:
		return Value(int64(int32(k.Bits))), true
	case classfile.TagLong, classfile.TagDouble:
		return k.Bits, true
	case classfile.TagClass:
		c := t.ResolveClass(from, index)
		if c == nil {
			return 0, false
		}
		return Value(c.Mirror), true
	case classfile.TagString:
		return t.Constant(from, index, func() Value { return Value(from.Lifetime.Keep(t.InternUtf8(from.File.Pool.Utf8(k.A)))) })
	}
	t.Java.Throw("java/lang/ClassFormatError", "constant pool entry "+strconv.Itoa(index)+" is not loadable")
	return 0, false
}

// Constant is the value of a constant pool entry, which resolve gives the first time; a
// LinkageError, too, is kept for all time. It reports false with a pending exception.
func (t *Thread) Constant(from *classes.Class, index int, resolve func() Value) (Value, bool) {
	switch r := from.Resolved(index).(type) {
	case classes.ResolvedConstant:
		return Value(r), true
	case classes.ResolutionFailure:
		t.FailAgain(r)
		return 0, false
	}
	v := resolve()
	if t.Exception != 0 {
		t.keepFailure(from, index)
		return 0, false
	}
	if first, ok := from.Resolved(index).(classes.ResolvedConstant); ok {
		return Value(first), true // another thread was faster
	}
	from.SetResolved(index, classes.ResolvedConstant(v))
	return v, true
}
