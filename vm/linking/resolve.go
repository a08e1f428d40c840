package linking

import (
	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/decoded"
)

// This file resolves symbolic references to classes, fields and methods (JVMS 5.4.3), and
// selects the methods of virtual calls (JVMS 5.4.6).

// ResolveClass resolves a Class constant (JVMS 5.4.3.1). The result, also a
// failure, is kept. It returns nil with a pending exception.
func (t *Thread) ResolveClass(from *classes.Class, index int) *classes.Class {
	switch r := from.Resolved(index).(type) {
	case *classes.Class:
		return r
	case classes.ResolutionFailure:
		t.FailAgain(r)
		return nil
	}
	name, err := from.File.ClassName(uint16(index))
	if err != nil {
		t.Java.Throw("java/lang/ClassFormatError", err.Error())
		return nil
	}
	var c *classes.Class
	if name == from.File.Name && from.Hidden {
		c = from
	} else {
		c = t.LoadClass(from.Loader, name)
	}
	if c == nil {
		t.WrapNotFound(name)
		t.keepFailure(from, index)
		return nil
	}
	if !t.CheckClassAccess(from, c) {
		t.keepFailure(from, index)
		return nil
	}
	from.SetResolved(index, c)
	return c
}

// keepFailure keeps the pending exception as the result of the resolution of a class or a
// constant if it is a LinkageError (JVMS 5.4.3).
func (t *Thread) keepFailure(from *classes.Class, index int) {
	if failure, ok := t.Failure(); ok {
		if k := from.File.Pool.At(uint16(index)); k.Tag == classfile.TagClass && failure.Message == "" {
			failure.Message, _ = from.File.ClassName(uint16(index))
		}
		from.SetResolved(index, failure)
	}
}

// Failure is the pending exception as one to be made again; false if it is no LinkageError.
func (t *Thread) Failure() (f classes.ResolutionFailure, ok bool) {
	if t.Exception == 0 {
		return f, false
	}
	mark := t.Java.RootMark()
	e := t.Java.Root(t.Exception)
	t.Exception = 0
	linkageError := t.FindBootClass("java/lang/LinkageError")
	t.Java.Release(mark)
	t.Exception = e
	l := t.Linker
	if !l.ClassOf(e).IsSubclassOf(linkageError) {
		return f, false
	}
	f.Class, f.Message = l.ClassOf(e).Name, l.Text(l.Memory.U32(e+l.Known.ThrowableMessage))
	if cause := l.Memory.U32(e + l.Known.ThrowableCause); cause != 0 && cause != e { // e itself: no cause is set
		f.Cause, f.CauseMessage = l.ClassOf(cause).Name, l.Text(l.Memory.U32(cause+l.Known.ThrowableMessage))
	}
	return f, true
}

// FailAgain throws a failure of before.
func (t *Thread) FailAgain(f classes.ResolutionFailure) {
	t.throwBoot(f.Class, f.Message)
	if f.Cause == "" {
		return
	}
	e := t.Java.Root(t.Exception)
	t.Exception = 0
	t.Java.VMWork(func() { t.throwBoot(f.Cause, f.CauseMessage) })
	cause := t.Java.Root(t.Exception)
	t.Exception = e
	t.setCause(cause)
}

// throwBoot throws an exception of a class that the boot loader is asked for, whoever has defined it.
func (t *Thread) throwBoot(class, message string) {
	if c := t.FindBootClass(class); c == nil && t.Exception == 0 {
		class, message = "java/lang/NoClassDefFoundError", class
	}
	t.Java.Throw(class, message)
}

// ResolveField resolves a Fieldref (JVMS 5.4.3.2). A failure is found again each time, as by
// HotSpot; that of the class is kept.
func (t *Thread) ResolveField(from *classes.Class, index int) *classes.Field {
	if f, ok := from.Resolved(index).(*classes.Field); ok {
		return f
	}
	f := t.resolveField(from, index)
	if f != nil {
		from.SetResolved(index, f)
	}
	return f
}

func (t *Thread) resolveField(from *classes.Class, index int) *classes.Field {
	k := from.File.Pool.At(uint16(index))
	c := t.ResolveClass(from, int(k.A))
	if c == nil {
		return nil
	}
	name, desc, _ := from.File.NameAndType(k.B)
	f := c.LookupField(name, desc)
	switch {
	case f == nil:
		t.Java.Throw("java/lang/NoSuchFieldError", t.Linker.NoSuchField(c, name, desc))
		return nil
	case !t.MemberAccessible(from, f.Class, c, f.Flags):
		t.ThrowMemberAccess(from, f.Class, f.Flags, "field "+f.Class.ExternalName()+"."+f.Name)
		return nil
	case !t.ConstrainField(from, f):
		return nil
	}
	return f
}

// ResolveMethod resolves a Methodref or InterfaceMethodref (JVMS 5.4.3.3,
// 5.4.3.4). A failure is found again each time, as that of a field.
func (t *Thread) ResolveMethod(from *classes.Class, index int, op uint16) *classes.Method {
	if method, ok := from.Resolved(index).(*classes.Method); ok {
		return method
	}
	method := t.resolveMethod(from, index, op)
	if method != nil && !t.Linker.IsPolymorphic(method) {
		from.SetResolved(index, method)
	}
	return method
}

func (t *Thread) resolveMethod(from *classes.Class, index int, op uint16) *classes.Method {
	l, k := t.Linker, from.File.Pool.At(uint16(index))
	c := t.ResolveClass(from, int(k.A))
	if c == nil {
		return nil
	}
	name, desc, _ := from.File.NameAndType(k.B)
	if complaint := wrongKind(c, k.Tag, op, name, desc); complaint != "" {
		t.Java.Throw("java/lang/IncompatibleClassChangeError", complaint)
		return nil
	}
	method := l.LookupForResolution(c, l.Registry.Selector(name, desc))
	if method == nil {
		t.Java.Throw("java/lang/NoSuchMethodError", "'"+ExternalSignature(desc, c.ExternalName(), name)+"'")
		return nil
	}
	if isClone := c.IsArray() && name == "clone"; !isClone && !t.MemberAccessible(from, method.Class, c, method.Flags) {
		t.ThrowMemberAccess(from, method.Class, method.Flags, "method '"+ExternalMethod(method)+"'")
		return nil
	}
	if !l.IsPolymorphic(method) && !t.ConstrainMethod(from, c, method) {
		return nil
	}
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
		return "Method '" + ExternalSignature(desc, c.ExternalName(), name) + "' must be InterfaceMethodref constant"
	case tag == classfile.TagInterfaceMethodref && !c.IsInterface():
		return "Method '" + ExternalSignature(desc, c.ExternalName(), name) + "' must be Methodref constant"
	}
	return ""
}

// LookupForResolution finds the method that a symbolic reference to class c
// names (JVMS 5.4.3.3 and 5.4.3.4), without access checks.
func (l *Linker) LookupForResolution(c *classes.Class, s *classes.Selector) *classes.Method {
	if c.IsInterface() {
		if method := c.FindMethod(s); method != nil {
			return method
		}
		if method := l.Known.Object.FindMethod(s); method != nil && method.Public() && !method.Static() {
			return method
		}
		return c.LookupInterfaceMethod(s)
	}
	if c.Component != nil {
		c = l.Known.Object
	}
	if (c == l.Known.MethodHandle || c == l.Known.VarHandle) && c != nil {
		for _, method := range c.Methods {
			if method.Name == s.Name && l.IsPolymorphic(method) {
				return method
			}
		}
	}
	return c.LookupMethod(s)
}

// SelectVirtual is the method that a virtual call of resolved selects for an
// object of class c (JVMS 5.4.6).
func (l *Linker) SelectVirtual(c *classes.Class, resolved *classes.Method) *classes.Method {
	if resolved.Private() || resolved.Static() || resolved.Name == "<init>" {
		return resolved
	}
	if resolved.VIndex >= 0 && !resolved.Class.IsInterface() {
		return c.VTable[resolved.VIndex]
	}
	if index, _ := l.Registry.SelectInterface(c, resolved); index >= 0 {
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

// IsPolymorphic reports whether a method of the class with the binary name is
// signature polymorphic (JVMS 2.9.3), so that the interpreter executes it itself.
// Calls of native code, linkToNative, are not among them.
func IsPolymorphic(class, method string, flags uint16) bool {
	const polymorphic = classfile.AccNative | classfile.AccVarargs
	return (class == "java/lang/invoke/MethodHandle" || class == "java/lang/invoke/VarHandle") &&
		flags&polymorphic == polymorphic && method != "linkToNative"
}

// IsPolymorphic reports whether a method is signature polymorphic.
func (l *Linker) IsPolymorphic(m *classes.Method) bool {
	return (m.Class == l.Known.MethodHandle || m.Class == l.Known.VarHandle) && IsPolymorphic(m.Class.Name, m.Name, m.Flags)
}
