package interpreter

import (
	"strconv"

	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/decoded"
	"hotlens/vm/memory"
)

// This file loads and defines classes and resolves symbolic references
// (JVMS 5.3, 5.4).

func itoa(v int32) string { return strconv.Itoa(int(v)) }

// resolveClassAt resolves a Class constant (JVMS 5.4.3.1). The result, also a
// failure, is kept. It returns nil with a pending exception.
func (m *Machine) resolveClassAt(t *Thread, from *classes.Class, index int) *classes.Class {
	switch r := from.Pool[index].(type) {
	case *classes.Class:
		return r
	case failure:
		t.Exception = r.exception
		return nil
	}
	name, err := from.File.ClassName(uint16(index))
	if err != nil {
		t.Throw("java/lang/ClassFormatError", err.Error())
		return nil
	}
	var c *classes.Class
	if name == from.File.Name && from.Hidden {
		c = from
	} else {
		c = t.LoadClass(from.Loader, name)
	}
	if c == nil {
		t.wrapNotFound(name)
		m.keepFailure(t, from, index)
		return nil
	}
	if a := m.classAccess(from, c); a != accessible {
		t.throwClassAccess(from, c, a)
		m.keepFailure(t, from, index)
		return nil
	}
	from.Pool[index] = c
	return c
}

// failure is a resolution that failed; it fails again in the same way.
type failure struct{ exception memory.Ref }

func (m *Machine) keepFailure(t *Thread, from *classes.Class, index int) {
	if e := t.Exception; e != 0 && m.ClassOf(e).IsSubclassOf(m.linkageError(t)) {
		from.Pool[index] = failure{m.Pin(e)}
		t.Exception = e
	}
}

func (m *Machine) linkageError(t *Thread) *classes.Class {
	e := t.Root(t.Exception)
	t.Exception = 0
	c := t.FindBootClass("java/lang/LinkageError")
	t.Release(t.RootMark() - 1)
	t.Exception = e
	return c
}

// resolveField resolves a Fieldref (JVMS 5.4.3.2).
func (m *Machine) resolveField(t *Thread, from *classes.Class, index int) *classes.Field {
	switch r := from.Pool[index].(type) {
	case *classes.Field:
		return r
	case failure:
		t.Exception = r.exception
		return nil
	}
	k := &from.File.Pool[index]
	c := m.resolveClassAt(t, from, int(k.A))
	if c == nil {
		return nil
	}
	name, desc, _ := from.File.NameAndType(k.B)
	f := c.LookupField(name, desc)
	if f == nil {
		t.Throw("java/lang/NoSuchFieldError", name)
		m.keepFailure(t, from, index)
		return nil
	}
	if !m.memberAccessible(t, from, f.Class, c, f.Flags) {
		t.ThrowMemberAccess(from, f.Class, f.Flags, "field "+f.Class.ExternalName()+"."+f.Name)
		m.keepFailure(t, from, index)
		return nil
	}
	if !t.ConstrainField(from, f) {
		m.keepFailure(t, from, index)
		return nil
	}
	from.Pool[index] = f
	return f
}

// resolveMethod resolves a Methodref or InterfaceMethodref (JVMS 5.4.3.3,
// 5.4.3.4).
func (m *Machine) resolveMethod(t *Thread, from *classes.Class, index int, op uint16) *classes.Method {
	switch r := from.Pool[index].(type) {
	case *classes.Method:
		return r
	case failure:
		t.Exception = r.exception
		return nil
	}
	k := &from.File.Pool[index]
	c := m.resolveClassAt(t, from, int(k.A))
	if c == nil {
		return nil
	}
	name, desc, _ := from.File.NameAndType(k.B)
	if complaint := wrongKind(c, k.Tag, op, name, desc); complaint != "" {
		t.Throw("java/lang/IncompatibleClassChangeError", complaint)
		m.keepFailure(t, from, index)
		return nil
	}
	s := m.Registry.Selector(name, desc)
	method := m.lookupForResolution(c, s)
	if method == nil {
		t.Throw("java/lang/NoSuchMethodError", "'"+externalSignature(desc, c.ExternalName(), name)+"'")
		m.keepFailure(t, from, index)
		return nil
	}
	if isClone := c.IsArray() && name == "clone"; !isClone && !m.memberAccessible(t, from, method.Class, c, method.Flags) {
		t.ThrowMemberAccess(from, method.Class, method.Flags, "method '"+externalMethod(method)+"'")
		m.keepFailure(t, from, index)
		return nil
	}
	if m.isPolymorphic(method) {
		return method
	}
	if !t.ConstrainMethod(from, c, method) {
		m.keepFailure(t, from, index)
		return nil
	}
	from.Pool[index] = method
	return method
}

// wrongKind is HotSpot's complaint about a method reference whose class is an
// interface where none is expected, or the other way around; "" if all is well.
func wrongKind(c *classes.Class, tag classfile.Tag, op uint16, name, desc string) string {
	switch {
	case op == decoded.InvokeVirtual && c.IsInterface():
		return "Found interface " + c.ExternalName() + ", but class was expected"
	case op == decoded.InvokeInterface && !c.IsInterface():
		return "Found class " + c.ExternalName() + ", but interface was expected"
	case tag == classfile.TagMethodref && c.IsInterface():
		return "Method '" + externalSignature(desc, c.ExternalName(), name) + "' must be InterfaceMethodref constant"
	case tag == classfile.TagInterfaceMethodref && !c.IsInterface():
		return "Method '" + externalSignature(desc, c.ExternalName(), name) + "' must be Methodref constant"
	}
	return ""
}

func (m *Machine) lookupForResolution(c *classes.Class, s *classes.Selector) *classes.Method {
	if c.IsInterface() {
		if method := c.FindMethod(s); method != nil {
			return method
		}
		if method := m.Known.Object.FindMethod(s); method != nil && method.Public() && !method.Static() {
			return method
		}
		return c.LookupInterfaceMethod(s)
	}
	if c.Component != nil {
		c = m.Known.Object
	}
	if (c == m.Known.MethodHandle || c == m.Known.VarHandle) && c != nil {
		for _, method := range c.Methods {
			if method.Name == s.Name && m.isPolymorphic(method) {
				return method
			}
		}
	}
	return c.LookupMethod(s)
}

// SelectVirtual is the method that a virtual call of resolved selects for an
// object of class c (JVMS 5.4.6).
func (m *Machine) SelectVirtual(c *classes.Class, resolved *classes.Method) *classes.Method {
	if resolved.Private() || resolved.Static() || resolved.Name == "<init>" {
		return resolved
	}
	if resolved.VIndex >= 0 && !resolved.Class.IsInterface() {
		return c.VTable[resolved.VIndex]
	}
	if index, _ := c.SelectInterface(resolved); index >= 0 {
		return c.VTable[index]
	}
	// The call fails; what says why is the class's entry of that name.
	for _, v := range c.VTable {
		if v.Selector == resolved.Selector {
			return v
		}
	}
	return resolved
}

// resolveConstant resolves a loadable constant (JVMS 5.1, 5.4.3). The value is
// its bits.
func (m *Machine) resolveConstant(t *Thread, from *classes.Class, index int) (Value, bool) {
	switch r := from.Pool[index].(type) {
	case constant:
		return Value(r), true
	case *classes.Class:
		return Value(r.Mirror), true
	case failure:
		t.Exception = r.exception
		return 0, false
	}
	k := &from.File.Pool[index]
	var v Value
	switch k.Tag {
	case classfile.TagInteger, classfile.TagFloat:
		return Value(int64(int32(k.Bits))), true
	case classfile.TagLong, classfile.TagDouble:
		return k.Bits, true
	case classfile.TagString:
		v = Value(m.Pin(t.InternUtf8(from.File.Pool[k.A].Utf8)))
	case classfile.TagClass:
		c := m.resolveClassAt(t, from, index)
		if c == nil {
			return 0, false
		}
		return Value(c.Mirror), true
	case classfile.TagMethodType:
		v = Value(m.Pin(t.accessibleType(from, from.File.Pool[k.A].Utf8)))
	case classfile.TagMethodHandle:
		v = Value(m.Pin(t.methodHandleConstant(from, index)))
	case classfile.TagDynamic:
		v = t.nestedConstant(from, index)
	default:
		t.Throw("java/lang/ClassFormatError", "constant pool entry "+strconv.Itoa(index)+" is not loadable")
	}
	if t.Exception != 0 {
		if k.Tag != classfile.TagString {
			m.keepFailure(t, from, index)
		}
		return 0, false
	}
	if first, ok := from.Pool[index].(constant); ok {
		return Value(first), true // another thread was faster
	}
	from.Pool[index] = constant(v)
	return v, true
}

// constant is a resolved loadable constant.
type constant Value
