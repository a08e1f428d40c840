package interpreter

import (
	"unsafe"

	"hotlens/vm/classes"
	"hotlens/vm/decoded"
)

// This file links the instructions that access fields.

// The quick forms of field accesses by the field's type.
var (
	getFieldForms  = formsOf(decoded.GetField32, decoded.GetField64, decoded.GetFieldS8, decoded.GetFieldU16, decoded.GetFieldS16)
	getStaticForms = formsOf(decoded.GetStatic32, decoded.GetStatic64, decoded.GetStaticS8, decoded.GetStaticU16, decoded.GetStaticS16)
	putFieldForms  = formsOf(decoded.PutField32, decoded.PutField64, decoded.PutField8, decoded.PutField16, decoded.PutField16)
	putStaticForms = formsOf(decoded.PutStatic32, decoded.PutStatic64, decoded.PutStatic8, decoded.PutStatic16, decoded.PutStatic16)
)

// formsOf gives the form for each first letter of a field's descriptor.
func formsOf(word, long, narrow, char, short uint16) map[byte]uint16 {
	return map[byte]uint16{'Z': narrow, 'B': narrow, 'C': char, 'S': short, 'I': word, 'F': word, 'L': word, '[': word, 'J': long, 'D': long}
}

// slowField links an access to a field.
func (m *Machine) slowField(t *Thread, method *classes.Method, ip *decoded.Instruction) action {
	static := ip.Op == decoded.GetStatic || ip.Op == decoded.PutStatic
	put := ip.Op == decoded.PutField || ip.Op == decoded.PutStatic
	f := t.ResolveField(method.Class, int(ip.C))
	if f == nil {
		return actThrow
	}
	if !t.CheckField(method.Class, f, static, put) {
		return actThrow
	}
	letter := f.Desc[0]
	if !static {
		ip.C, ip.P = int32(f.Offset), unsafe.Pointer(f)
		if put {
			ip.Op = putFieldForms[letter]
		} else {
			ip.Op = getFieldForms[letter]
		}
		return actAgain
	}
	if !t.Initialize(f.Class) {
		return actThrow
	}
	form := getStaticForms[letter]
	if put {
		form = putStaticForms[letter]
	}
	if f.Class.State == classes.Initialized {
		ip.C, ip.Op, ip.P = int32(f.Address), form, unsafe.Pointer(f)
		return actAgain
	}
	// The class is being initialised by this thread: access the field, but look
	// again next time.
	m.accessStatic(f, form, ip, m.at(t.fp))
	return actNext
}

// accessStatic executes the quick form of an access to a static field.
func (m *Machine) accessStatic(f *classes.Field, form uint16, ip *decoded.Instruction, fp unsafe.Pointer) {
	switch form {
	case decoded.PutStatic64:
		m.Memory.SetU64(f.Address, uint64(i64(fp, ip.B)))
	case decoded.PutStatic8:
		m.Memory.SetU8(f.Address, uint8(i32(fp, ip.B)))
	case decoded.PutStatic16:
		m.Memory.SetU16(f.Address, uint16(i32(fp, ip.B)))
	case decoded.PutStatic32:
		m.Memory.SetU32(f.Address, u32(fp, ip.B))
	case decoded.GetStatic64:
		setI64(fp, ip.A, int64(m.Memory.U64(f.Address)))
	case decoded.GetStaticS8:
		setI32(fp, ip.A, int32(int8(m.Memory.U8(f.Address))))
	case decoded.GetStaticU16:
		setI32(fp, ip.A, int32(m.Memory.U16(f.Address)))
	case decoded.GetStaticS16:
		setI32(fp, ip.A, int32(int16(m.Memory.U16(f.Address))))
	default:
		setRef(fp, ip.A, m.Memory.U32(f.Address))
	}
}
