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
	before := *ip
	f := t.ResolveField(method.Class, int(before.C))
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
	if ip.Op != before.Op {
		return actAgain
	}
	form := getStaticForms[letter]
	if put {
		form = putStaticForms[letter]
	}
	ip.C, ip.Op, ip.P = int32(f.Address), form, unsafe.Pointer(f)
	m.linkedTo(f.Class, ip, before)
	return actAgain
}
