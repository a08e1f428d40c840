package invoke

import (
	"fmt"

	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/decoded"
	"hotlens/vm/linking"
	"hotlens/vm/memory"
)

// This file resolves the constants that are made by the library: method types, method handles
// and dynamic constants (JVMS 5.4.3.5, 5.4.3.6).

// ResolveConstant resolves a loadable constant (JVMS 5.1, 5.4.3). The value is its bits.
// It reports false with a pending exception.
func (t *Thread) ResolveConstant(from *classes.Class, index int) (linking.Value, bool) {
	k := from.File.Pool.At(uint16(index))
	switch k.Tag {
	case classfile.TagMethodType:
		return t.Constant(from, index, func() linking.Value {
			return linking.Value(from.Lifetime.Keep(t.accessibleType(from, from.File.Pool.Utf8(k.A))))
		})
	case classfile.TagMethodHandle:
		return t.Constant(from, index, func() linking.Value { return linking.Value(from.Lifetime.Keep(t.methodHandleConstant(from, index))) })
	case classfile.TagDynamic:
		return t.Constant(from, index, func() linking.Value { return t.nestedConstant(from, index) })
	}
	return t.Thread.ResolveConstant(from, index)
}

// methodHandleConstant resolves a MethodHandle constant (JVMS 5.4.3.5).
func (t *Thread) methodHandleConstant(from *classes.Class, constant int) memory.Ref {
	handle := from.File.Pool.At(uint16(constant))
	kind, index := int(handle.A), int(handle.B)
	k := from.File.Pool.At(handle.B)
	c := t.ResolveClass(from, int(k.A))
	if c == nil {
		return 0
	}
	name, desc, err := from.File.NameAndType(k.B)
	if err != nil {
		t.Java.Throw("java/lang/ClassFormatError", err.Error())
		return 0
	}
	if kind > classfile.RefPutStatic && !t.handleTarget(from, c, kind, index, constant) {
		return 0
	}
	var result memory.Ref
	t.Java.Linkage(func() {
		var kindObject memory.Ref
		if kind <= classfile.RefPutStatic {
			fieldType := t.ClassOfDescriptor(from.Loader, desc)
			if fieldType == nil {
				return
			}
			kindObject = fieldType.Mirror
		} else if kindObject = t.accessibleType(from, desc); t.Exception != 0 {
			return
		}
		natives := t.methodHandleNatives()
		if natives == nil {
			return
		}
		link := natives.Method("linkMethodHandleConstant", "(Ljava/lang/Class;ILjava/lang/Class;Ljava/lang/String;Ljava/lang/Object;)Ljava/lang/invoke/MethodHandle;")
		result = memory.Ref(t.Java.Call(sharedmemory.Callback, link, linking.Value(from.Mirror), linking.Value(kind), linking.Value(c.Mirror), linking.Value(t.InternText(name)), linking.Value(kindObject)))
	})
	return result
}

// handleTarget resolves the method of a MethodHandle constant, as the instruction
// would that the handle behaves like. It reports false with a pending exception.
func (t *Thread) handleTarget(from, named *classes.Class, kind, index, constant int) bool {
	l := t.Linker
	k := from.File.Pool.At(uint16(index))
	if asInterface := k.Tag == classfile.TagInterfaceMethodref; asInterface != named.IsInterface() {
		name, desc, _ := from.File.NameAndType(k.B)
		is, should := "CONSTANT_MethodRef", "CONSTANT_InterfaceMethodRef"
		if asInterface {
			is, should = should, is
		}
		t.Java.Throw("java/lang/IncompatibleClassChangeError", fmt.Sprintf("Inconsistent constant pool data in classfile for class %s. Method '%s %s%s' at index %d is %s and should be %s",
			named.Name, linking.ExternalReturn(desc), name, linking.ExternalParameters(desc), constant, is, should))
		return false
	}
	op := map[int]uint16{
		classfile.RefInvokeVirtual: decoded.InvokeVirtual, classfile.RefInvokeStatic: decoded.InvokeStatic, classfile.RefInvokeSpecial: decoded.InvokeSpecial,
		classfile.RefNewInvokeSpecial: decoded.InvokeSpecial, classfile.RefInvokeInterface: decoded.InvokeInterface,
	}[kind]
	method := t.ResolveMethod(from, index, op)
	if method == nil {
		return false
	}
	if l.IsPolymorphic(method) {
		return true
	}
	if complaint := linking.WrongCall(op, method); complaint != "" {
		t.Java.Throw("java/lang/IncompatibleClassChangeError", complaint)
		return false
	}
	return op != decoded.InvokeSpecial || t.MayCallSpecial(from, named, method)
}

// accessibleType is the MethodType of a descriptor in class from, which must have
// access to the classes it names.
func (t *Thread) accessibleType(from *classes.Class, desc string) memory.Ref {
	params, ret, err := classfile.ParseDescriptor(desc)
	if err != nil {
		return t.MethodTypeOf(from.Loader, desc) // which throws
	}
	for _, d := range append(params, ret) {
		c := t.ClassOfDescriptor(from.Loader, d)
		if c == nil {
			return 0
		}
		if !t.CheckClassAccess(from, c) {
			return 0
		}
	}
	return t.MethodTypeOf(from.Loader, desc)
}

// nestedConstant is dynamicConstant for as long as there is room: the arguments of
// a constant's bootstrap method may be dynamic constants themselves, even itself.
func (t *Thread) nestedConstant(from *classes.Class, index int) linking.Value {
	var v linking.Value
	t.Java.Nested(func() { v = t.dynamicConstant(from, index) })
	return v
}

// dynamicConstant resolves a Dynamic constant (JVMS 5.4.3.6).
func (t *Thread) dynamicConstant(from *classes.Class, index int) linking.Value {
	l := t.Linker
	k := from.File.Pool.At(uint16(index))
	name, desc, err := from.File.NameAndType(k.B)
	if err != nil {
		t.Java.Throw("java/lang/ClassFormatError", err.Error())
		return 0
	}
	var result memory.Ref
	t.Java.Linkage(func() {
		handle, arguments := t.bootstrap(from, int(k.A))
		if t.Exception != 0 {
			return
		}
		kind := t.ClassOfDescriptor(from.Loader, desc)
		if kind == nil {
			return
		}
		natives := t.methodHandleNatives()
		if natives == nil {
			return
		}
		caller := []linking.Value{linking.Value(from.Mirror)}
		linker := "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;"
		if t.tellsIndex("linkDynamicConstant", linker) {
			linker, caller = withIndex(linker), append(caller, linking.Value(index))
		}
		link := natives.Method("linkDynamicConstant", linker)
		if link == nil {
			t.Java.Throw("java/lang/InternalError", "hotlens: this JDK's MethodHandleNatives has no linkDynamicConstant"+linker)
			return
		}
		result = memory.Ref(t.Java.Call(sharedmemory.Callback, link, append(caller, linking.Value(handle), linking.Value(t.InternText(name)), linking.Value(kind.Mirror), linking.Value(arguments))...))
	})
	if t.Exception != 0 {
		return 0
	}
	if len(desc) == 1 {
		return l.Unbox(result)
	}
	if result != 0 {
		from.Lifetime.Keep(result)
	}
	return linking.Value(result)
}

// bootstrap resolves a bootstrap method and its static arguments, in the form
// that the linkers expect: nil for none, the argument itself for one, an array
// for several.
func (t *Thread) bootstrap(from *classes.Class, index int) (handle, arguments memory.Ref) {
	l := t.Linker
	if index >= len(from.File.BootstrapMethods) {
		t.Java.Throw("java/lang/ClassFormatError", "Bootstrap method index out of range in class "+from.ExternalName())
		return 0, 0
	}
	b := &from.File.BootstrapMethods[index]
	v, ok := t.ResolveConstant(from, int(b.Method))
	if !ok {
		return 0, 0
	}
	handle = memory.Ref(v)
	if len(b.Arguments) == 0 {
		return handle, 0
	}
	list := t.Java.NewArray(l.Known.ObjectArray, int32(len(b.Arguments)))
	if t.Exception != 0 {
		return 0, 0
	}
	for i, a := range b.Arguments {
		r := t.boxedConstant(from, int(a))
		if t.Exception != 0 {
			return 0, 0
		}
		l.Memory.SetU32(list+memory.ArrayBase+4*uint32(i), r)
	}
	if len(b.Arguments) == 1 {
		return handle, l.Memory.U32(list + memory.ArrayBase)
	}
	return handle, list
}

func (t *Thread) boxedConstant(from *classes.Class, index int) memory.Ref {
	v, ok := t.ResolveConstant(from, index)
	if !ok {
		return 0
	}
	k := from.File.Pool.At(uint16(index))
	switch k.Tag {
	case classfile.TagInteger:
		return t.Box('I', v)
	case classfile.TagFloat:
		return t.Box('F', v)
	case classfile.TagLong:
		return t.Box('J', v)
	case classfile.TagDouble:
		return t.Box('D', v)
	case classfile.TagDynamic:
		if _, desc, err := from.File.NameAndType(k.B); err == nil && len(desc) == 1 {
			return t.Box(desc[0], v)
		}
	}
	return memory.Ref(v)
}

// MethodTypeOf is the java.lang.invoke.MethodType of a descriptor, whose classes
// are loaded through loader. It returns 0 with a pending exception.
func (t *Thread) MethodTypeOf(loader *classes.Loader, desc string) memory.Ref {
	l := t.Linker
	if r := loader.MethodTypes[desc]; r != 0 {
		return r
	}
	var result memory.Ref
	t.Java.Linkage(func() {
		params, ret, err := classfile.ParseDescriptor(desc)
		if err != nil {
			t.Java.Throw("java/lang/ClassFormatError", err.Error())
			return
		}
		classArray := t.ArrayOf(l.Known.Class)
		list := t.Java.NewArray(classArray, int32(len(params)))
		if t.Exception != 0 {
			return
		}
		for i, p := range params {
			c := t.ClassOfDescriptor(loader, p)
			if c == nil {
				return
			}
			l.Memory.SetU32(list+memory.ArrayBase+4*uint32(i), c.Mirror)
		}
		r := t.ClassOfDescriptor(loader, ret)
		if r == nil {
			return
		}
		natives := t.methodHandleNatives()
		if natives == nil {
			return
		}
		find := natives.Method("findMethodHandleType", "(Ljava/lang/Class;[Ljava/lang/Class;)Ljava/lang/invoke/MethodType;")
		result = memory.Ref(t.Java.Call(sharedmemory.Callback, find, linking.Value(r.Mirror), linking.Value(list)))
	})
	if t.Exception != 0 {
		return 0
	}
	loader.MethodTypes[desc] = result
	return result
}
