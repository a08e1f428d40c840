package interpreter

import (
	"unsafe"

	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/decoded"
	"hotlens/vm/linking"
	"hotlens/vm/memory"
)

// This file is the VM's part of java.lang.invoke: linking call sites and constants
// through MethodHandleNatives, and the signature-polymorphic intrinsics.

// handleOperations are the intrinsic methods of MethodHandle.
var handleOperations = map[string]uint16{
	"invokeBasic": decoded.InvokeBasic, "linkToStatic": decoded.LinkToStatic, "linkToSpecial": decoded.LinkToSpecial,
	"linkToVirtual": decoded.LinkToVirtual, "linkToInterface": decoded.LinkToInterface,
}

// linkPolymorphic links a call site of a signature-polymorphic method. The
// intrinsic ones become operations; MethodHandle.invoke, invokeExact and the
// VarHandle accessors get an adapter from the library.
func (m *Machine) linkPolymorphic(t *Thread, method *classes.Method, site *classes.CallSite, callee *classes.Method, ip *decoded.Instruction) (action, bool) {
	if !m.IsPolymorphic(callee) {
		return 0, false
	}
	site.Kind = sharedmemory.Reflective
	if operation := handleOperations[callee.Name]; operation != 0 {
		ip.Op = operation
		return actAgain, true
	}
	var target *classes.Method
	var appendix memory.Ref
	t.Linkage(func() {
		mt := t.MethodTypeOf(method.Class.Loader, site.Selector.Desc)
		if t.Exception != 0 {
			return
		}
		name := t.InternText(site.Selector.Name)
		target, appendix = t.link("linkMethod", "(Ljava/lang/Class;ILjava/lang/Class;Ljava/lang/String;Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/invoke/MemberName;",
			Value(method.Class.Mirror), classfile.RefInvokeVirtual, Value(callee.Class.Mirror), Value(name), Value(mt))
	})
	if ip.Op != decoded.InvokeVirtual {
		return t.linkedByAnother(), true
	}
	if t.Exception != 0 {
		return actThrow, true
	}
	m.finishLink(site, ip, target, appendix, site.Selector.ParamSlots+1)
	return actAgain, true
}

// linkedByAnother ends the linking of a site that another thread has linked in the
// meantime: the first result is every thread's, whatever this one got.
func (t *Thread) linkedByAnother() action {
	t.Exception = 0
	return actAgain
}

// finishLink makes ip a call of an adapter with an appendix argument.
func (m *Machine) finishLink(site *classes.CallSite, ip *decoded.Instruction, target *classes.Method, appendix memory.Ref, slots int) {
	site.Callee, site.Appendix = target, appendix
	if appendix != 0 {
		m.Pin(appendix)
	}
	ip.C = site.ArgBase + int32(slots)*decoded.SlotBytes
	ip.Op = decoded.InvokeAppendix
}

// methodHandleNatives is the library's side of the VM's linking.
func (t *Thread) methodHandleNatives() *classes.Class {
	c := t.FindBootClass("java/lang/invoke/MethodHandleNatives")
	if c == nil || !t.Initialize(c) {
		return nil
	}
	return c
}

// link calls one of MethodHandleNatives' linkers, whose last parameter returns
// an appendix, and gives the method to call.
func (t *Thread) link(name, desc string, args ...Value) (*classes.Method, memory.Ref) {
	m := t.M
	c := t.methodHandleNatives()
	if c == nil {
		return nil, 0
	}
	box := t.NewArray(m.Known.ObjectArray, 1)
	if t.Exception != 0 {
		return nil, 0
	}
	member := memory.Ref(t.Call(Callback, c.Method(name, desc), append(args, Value(box))...))
	if t.Exception != 0 {
		return nil, 0
	}
	target := m.MethodOfMember(member)
	if target == nil {
		t.Throw("java/lang/InternalError", "hotlens: "+name+" gave a member name without a method")
		return nil, 0
	}
	return target, m.Memory.U32(box + memory.ArrayBase)
}

// memberOffsets are the fields of the java.lang.invoke classes that linking
// reads.
type memberOffsets struct {
	method, vmTarget uint32
	form, entry      uint32
}

func (m *Machine) members() *memberOffsets {
	if m.memberFields == nil {
		boot := m.Registry.Boot().Classes
		offset := func(class, field string) uint32 {
			if c := boot[class]; c != nil {
				if f := c.Field(field, ""); f != nil {
					return f.Offset
				}
			}
			return 0
		}
		if boot["java/lang/invoke/ResolvedMethodName"] == nil || boot["java/lang/invoke/LambdaForm"] == nil {
			t := m.current
			t.FindBootClass("java/lang/invoke/ResolvedMethodName")
			t.FindBootClass("java/lang/invoke/LambdaForm")
		}
		m.memberFields = &memberOffsets{
			method:   offset("java/lang/invoke/MemberName", "method"),
			vmTarget: offset("java/lang/invoke/ResolvedMethodName", "vmTarget"),
			form:     offset("java/lang/invoke/MethodHandle", "form"), entry: offset("java/lang/invoke/LambdaForm", "vmentry"),
		}
	}
	return m.memberFields
}

// MethodOfMember is the method that a resolved java.lang.invoke.MemberName
// stands for, nil when it is not resolved.
func (m *Machine) MethodOfMember(member memory.Ref) *classes.Method {
	if member == 0 {
		return nil
	}
	o := m.members()
	resolved := m.Memory.U32(member + o.method)
	if resolved == 0 {
		return nil
	}
	return m.Registry.Methods[m.Memory.U32(resolved+o.vmTarget)]
}

// slowHandle executes invokeBasic and the linkTo operations.
func (m *Machine) slowHandle(t *Thread, ip *decoded.Instruction, fp unsafe.Pointer) action {
	site := (*classes.CallSite)(ip.P)
	o := m.members()
	if ip.Op == decoded.InvokeBasic {
		handle := u32(fp, ip.B)
		if handle == 0 {
			t.ThrowNull()
			return actThrow
		}
		form := m.Memory.U32(handle + o.form)
		target := m.MethodOfMember(m.Memory.U32(form + o.entry))
		if target == nil {
			return t.throw("java/lang/InternalError", "hotlens: a lambda form has no entry")
		}
		return m.callHandle(t, site, target)
	}
	last := site.Selector.ParamSlots - 1
	member := u32(fp, ip.B+int32(last)*decoded.SlotBytes)
	if member == 0 {
		t.ThrowNull()
		return actThrow
	}
	target := m.MethodOfMember(member)
	if target == nil {
		return t.throw("java/lang/InternalError", "hotlens: a member name is not resolved")
	}
	if ip.Op != decoded.LinkToStatic {
		receiver := u32(fp, ip.B)
		if receiver == 0 {
			t.ThrowNull()
			return actThrow
		}
		if ip.Op == decoded.LinkToVirtual || ip.Op == decoded.LinkToInterface {
			selected := m.SelectVirtual(m.ClassOf(receiver), target)
			if selected.Abstract() && ip.Op == decoded.LinkToInterface && !m.ClassOf(receiver).IsSubclassOf(target.Class) {
				return t.throw("java/lang/IncompatibleClassChangeError", "Class "+m.ClassOf(receiver).ExternalName()+" does not implement the requested interface "+target.Class.ExternalName())
			}
			target = selected
		}
	} else if !t.Initialize(target.Class) {
		return actThrow
	}
	return m.callHandle(t, site, target)
}

// callHandle calls what a method handle stands for. Such a call has no stub that goes
// away: where contexts are kept, the first one announces the edge.
func (m *Machine) callHandle(t *Thread, site *classes.CallSite, target *classes.Method) action {
	if !m.profiling {
		m.announce(t, site, target)
	}
	return t.call(target)
}

// MethodTypeOf is the java.lang.invoke.MethodType of a descriptor, whose classes
// are loaded through loader. It returns 0 with a pending exception.
func (t *Thread) MethodTypeOf(loader *classes.Loader, desc string) memory.Ref {
	m := t.M
	key := itoa(int32(loader.ID)) + desc
	if r := m.methodTypes[key]; r != 0 {
		return r
	}
	var result memory.Ref
	t.Linkage(func() {
		params, ret, err := classfile.ParseDescriptor(desc)
		if err != nil {
			t.Throw("java/lang/ClassFormatError", err.Error())
			return
		}
		classArray := t.ArrayOf(m.Known.Class)
		list := t.NewArray(classArray, int32(len(params)))
		if t.Exception != 0 {
			return
		}
		for i, p := range params {
			c := t.ClassOfDescriptor(loader, p)
			if c == nil {
				return
			}
			m.Memory.SetU32(list+memory.ArrayBase+4*uint32(i), c.Mirror)
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
		result = memory.Ref(t.Call(Callback, find, Value(r.Mirror), Value(list)))
	})
	if t.Exception != 0 {
		return 0
	}
	m.methodTypes[key] = m.Pin(result)
	return result
}

// resolveConstant resolves a loadable constant (JVMS 5.1, 5.4.3). The value is its bits.
// It reports false with a pending exception.
func (t *Thread) resolveConstant(from *classes.Class, index int) (Value, bool) {
	m := t.M
	k := &from.File.Pool[index]
	switch k.Tag {
	case classfile.TagMethodType:
		return t.Constant(from, index, func() Value { return Value(m.Pin(t.accessibleType(from, from.File.Pool[k.A].Utf8))) })
	case classfile.TagMethodHandle:
		return t.Constant(from, index, func() Value { return Value(m.Pin(t.methodHandleConstant(from, index))) })
	case classfile.TagDynamic:
		return t.Constant(from, index, func() Value { return t.nestedConstant(from, index) })
	}
	return t.ResolveConstant(from, index)
}

// methodHandleConstant resolves a MethodHandle constant (JVMS 5.4.3.5).
func (t *Thread) methodHandleConstant(from *classes.Class, constant int) memory.Ref {
	kind, index := int(from.File.Pool[constant].A), int(from.File.Pool[constant].B)
	k := &from.File.Pool[index]
	c := t.ResolveClass(from, int(k.A))
	if c == nil {
		return 0
	}
	name, desc, err := from.File.NameAndType(k.B)
	if err != nil {
		t.Throw("java/lang/ClassFormatError", err.Error())
		return 0
	}
	if kind > classfile.RefPutStatic && !t.handleTarget(from, c, kind, index, constant) {
		return 0
	}
	var result memory.Ref
	t.Linkage(func() {
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
		result = memory.Ref(t.Call(Callback, link, Value(from.Mirror), Value(kind), Value(c.Mirror), Value(t.InternText(name)), Value(kindObject)))
	})
	return result
}

// handleTarget resolves the method of a MethodHandle constant, as the instruction
// would that the handle behaves like. It reports false with a pending exception.
func (t *Thread) handleTarget(from, named *classes.Class, kind, index, constant int) bool {
	m := t.M
	k := &from.File.Pool[index]
	if asInterface := k.Tag == classfile.TagInterfaceMethodref; asInterface != named.IsInterface() {
		name, desc, _ := from.File.NameAndType(k.B)
		is, should := "CONSTANT_MethodRef", "CONSTANT_InterfaceMethodRef"
		if asInterface {
			is, should = should, is
		}
		t.Throwf("java/lang/IncompatibleClassChangeError", "Inconsistent constant pool data in classfile for class %s. Method '%s %s%s' at index %d is %s and should be %s",
			named.Name, linking.ExternalReturn(desc), name, linking.ExternalParameters(desc), constant, is, should)
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
	if m.IsPolymorphic(method) {
		return true
	}
	if complaint := wrongCall(op, method); complaint != "" {
		t.Throw("java/lang/IncompatibleClassChangeError", complaint)
		return false
	}
	return op != decoded.InvokeSpecial || t.mayCallSpecial(from, named, method)
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
func (t *Thread) nestedConstant(from *classes.Class, index int) Value {
	if t.depth >= maxNesting {
		t.throwStackOverflow()
		return 0
	}
	t.depth++
	defer func() { t.depth-- }()
	return t.dynamicConstant(from, index)
}

// dynamicConstant resolves a Dynamic constant (JVMS 5.4.3.6).
func (t *Thread) dynamicConstant(from *classes.Class, index int) Value {
	m := t.M
	k := &from.File.Pool[index]
	name, desc, err := from.File.NameAndType(k.B)
	if err != nil {
		t.Throw("java/lang/ClassFormatError", err.Error())
		return 0
	}
	var result memory.Ref
	t.Linkage(func() {
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
		link := natives.Method("linkDynamicConstant", "(Ljava/lang/Object;ILjava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;")
		result = memory.Ref(t.Call(Callback, link, Value(from.Mirror), Value(index), Value(handle), Value(t.InternText(name)), Value(kind.Mirror), Value(arguments)))
	})
	if t.Exception != 0 {
		return 0
	}
	if len(desc) == 1 {
		return m.Unbox(result)
	}
	if result != 0 {
		m.Pin(result)
	}
	return Value(result)
}

// bootstrap resolves a bootstrap method and its static arguments, in the form
// that the linkers expect: nil for none, the argument itself for one, an array
// for several.
func (t *Thread) bootstrap(from *classes.Class, index int) (handle, arguments memory.Ref) {
	m := t.M
	if index >= len(from.File.BootstrapMethods) {
		t.Throw("java/lang/ClassFormatError", "Bootstrap method index out of range in class "+from.ExternalName())
		return 0, 0
	}
	b := &from.File.BootstrapMethods[index]
	v, ok := t.resolveConstant(from, int(b.Method))
	if !ok {
		return 0, 0
	}
	handle = memory.Ref(v)
	if len(b.Arguments) == 0 {
		return handle, 0
	}
	list := t.NewArray(m.Known.ObjectArray, int32(len(b.Arguments)))
	if t.Exception != 0 {
		return 0, 0
	}
	for i, a := range b.Arguments {
		r := t.boxedConstant(from, int(a))
		if t.Exception != 0 {
			return 0, 0
		}
		m.Memory.SetU32(list+memory.ArrayBase+4*uint32(i), r)
	}
	if len(b.Arguments) == 1 {
		return handle, m.Memory.U32(list + memory.ArrayBase)
	}
	return handle, list
}

func (t *Thread) boxedConstant(from *classes.Class, index int) memory.Ref {
	v, ok := t.resolveConstant(from, index)
	if !ok {
		return 0
	}
	k := &from.File.Pool[index]
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

var boxClasses = map[byte]string{'Z': "java/lang/Boolean", 'B': "java/lang/Byte", 'C': "java/lang/Character", 'S': "java/lang/Short", 'I': "java/lang/Integer", 'J': "java/lang/Long", 'F': "java/lang/Float", 'D': "java/lang/Double"}

// Box wraps a primitive value, through the library's valueOf.
func (t *Thread) Box(letter byte, v Value) memory.Ref {
	c := t.FindBootClass(boxClasses[letter])
	if c == nil || !t.Initialize(c) {
		return 0
	}
	var r memory.Ref
	t.VMWork(func() {
		r = memory.Ref(t.Call(Callback, c.Method("valueOf", "("+string(letter)+")L"+c.Name+";"), v))
	})
	return r
}

// BoxLetter is the primitive type that an object wraps, 0 if it is no wrapper.
func (m *Machine) BoxLetter(r memory.Ref) byte {
	if r == 0 {
		return 0
	}
	c := m.ClassOf(r)
	for letter, name := range boxClasses {
		if c.Name == name && c.Loader.Mirror == 0 {
			return letter
		}
	}
	return 0
}

// Unbox is the value of a wrapper object, as bits; integral types are sign- or
// zero-extended to 64 bits.
func (m *Machine) Unbox(r memory.Ref) Value {
	c := m.ClassOf(r)
	f := c.Field("value", "")
	switch f.Desc[0] {
	case 'Z':
		return Value(m.Memory.U8(r + f.Offset))
	case 'B':
		return Value(int64(int8(m.Memory.U8(r + f.Offset))))
	case 'C':
		return Value(m.Memory.U16(r + f.Offset))
	case 'S':
		return Value(int64(int16(m.Memory.U16(r + f.Offset))))
	case 'J', 'D':
		return m.Memory.U64(r + f.Offset)
	case 'F':
		return Value(m.Memory.U32(r + f.Offset))
	}
	return Value(int64(m.Memory.I32(r + f.Offset)))
}

// slowDynamic links an invokedynamic site (JVMS 6.5).
func (m *Machine) slowDynamic(t *Thread, method *classes.Method, ip *decoded.Instruction) action {
	site := (*classes.CallSite)(ip.P)
	from := method.Class
	k := &from.File.Pool[site.PoolIndex]
	site.Kind = sharedmemory.Static
	if f, ok := from.Pool[site.PoolIndex].(dynamicFailure); ok && f.sites[site].class != "" {
		return t.throw(f.sites[site].class, f.sites[site].message)
	}
	if what, done := m.linkDirectly(t, method, site, ip); done {
		return what
	}
	var target *classes.Method
	var appendix memory.Ref
	t.Linkage(func() {
		handle, arguments := t.bootstrap(from, int(k.A))
		if t.Exception != 0 {
			return
		}
		mt := t.accessibleType(from, site.Selector.Desc)
		if t.Exception != 0 {
			return
		}
		target, appendix = t.link("linkCallSite", "(Ljava/lang/Object;ILjava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/invoke/MemberName;",
			Value(from.Mirror), Value(site.PoolIndex), Value(handle), Value(t.InternText(site.Selector.Name)), Value(mt), Value(arguments))
	})
	if ip.Op != decoded.InvokeDynamic {
		return t.linkedByAnother()
	}
	if t.Exception != 0 {
		m.keepDynamicFailure(t, from, site)
		return actThrow
	}
	m.finishLink(site, ip, target, appendix, site.Selector.ParamSlots)
	return actAgain
}

// dynamicFailure remembers the errors of sites that could not be linked; they
// fail the same way again, but as in HotSpot the cause is told only once.
type dynamicFailure struct {
	sites map[*classes.CallSite]linkageError
}

// linkageError is an error of a class of the library.
type linkageError struct{ class, message string }

func (m *Machine) keepDynamicFailure(t *Thread, from *classes.Class, site *classes.CallSite) {
	e := t.Exception
	if m.ClassOf(e).Loader.Mirror != 0 || !t.LinkageErrorPending() {
		return
	}
	f, ok := from.Pool[site.PoolIndex].(dynamicFailure)
	if !ok {
		f = dynamicFailure{map[*classes.CallSite]linkageError{}}
		from.Pool[site.PoolIndex] = f
	}
	f.sites[site] = linkageError{m.ClassOf(e).Name, m.Text(m.Memory.U32(e + m.Known.ThrowableMessage))}
}

// PolymorphicMethod is the stand-in for one of the intrinsic methods of
// MethodHandle with a concrete descriptor, for method handles that lead to it.
func (m *Machine) PolymorphicMethod(name, desc string) *classes.Method {
	s := m.Registry.Selector(name, desc)
	if method := m.intrinsics[s]; method != nil {
		return method
	}
	var generic *classes.Method
	for _, method := range m.Known.MethodHandle.Methods {
		if method.Name == name && m.IsPolymorphic(method) {
			generic = method
		}
	}
	if generic == nil {
		return nil
	}
	method := &classes.Method{
		ID: uint32(len(m.Registry.Methods)), Class: generic.Class, Selector: s, Name: s.Name, Desc: s.Desc, Flags: generic.Flags,
		VIndex: -1, ArgSlots: s.ParamSlots, CTB: generic.CTB, HiddenFrame: true,
	}
	if !method.Static() {
		method.ArgSlots++
	}
	m.Registry.Methods = append(m.Registry.Methods, method)
	m.prepareMethod(method)
	// The intrinsic's frame copies its arguments to its operand stack and calls on.
	method.FrameBytes = decoded.FrameHeader + decoded.SlotBytes*int32(method.ArgSlots+decoded.ScratchSlots)
	in := make([]decoded.Instruction, method.ArgSlots+2)
	for i := range method.ArgSlots {
		in[i] = decoded.Instruction{Op: decoded.Move, A: decoded.StackSlot(i), B: int32(i)*decoded.SlotBytes - method.LocalBytes}
	}
	site := &classes.CallSite{Caller: method, Selector: s, Kind: sharedmemory.Reflective, ArgBase: decoded.FrameHeader, Index: int32(method.ArgSlots)}
	in[method.ArgSlots] = decoded.Instruction{Op: handleOperations[generic.Name], A: decoded.FrameHeader, B: decoded.FrameHeader, P: unsafe.Pointer(site)}
	in[method.ArgSlots+1] = decoded.Instruction{Op: decoded.ReturnValue, B: decoded.FrameHeader}
	n := len(in)
	method.Code = &decoded.Code{Instructions: in, BCIs: make([]uint16, n), Ordinals: make([]uint16, n), Depths: make([]uint16, n), Entry: &in[0]}
	for i := range method.Code.Depths {
		method.Code.Depths[i] = uint16(method.ArgSlots)
	}
	method.Base, method.Entry, method.CallSites, method.Recursive = unsafe.Pointer(&in[0]), &in[0], 1, true
	m.intrinsics[s] = method
	return method
}
