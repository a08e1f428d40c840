package interpreter

import (
	"errors"
	"math"
	"unsafe"

	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/decoded"
	"hotlens/vm/linking"
	"hotlens/vm/memory"
)

// This file holds what the loop does not do itself: first executions, which
// resolve and quicken their instruction, the profiling stubs of calls, and errors.

// toInt and toLong convert as d2i and d2l do (JVMS 6.5): NaN is 0, and what is
// out of range becomes the nearest bound.
func toInt(v float64) int32 {
	switch {
	case v != v:
		return 0
	case v >= math.MaxInt32:
		return math.MaxInt32
	case v <= math.MinInt32:
		return math.MinInt32
	}
	return int32(v)
}

func toLong(v float64) int64 {
	switch {
	case v != v:
		return 0
	case v >= math.MaxInt64:
		return math.MaxInt64
	case v <= math.MinInt64:
		return math.MinInt64
	}
	return int64(v)
}

// subtype reports whether the class of tib is a subtype of c.
func (m *Machine) subtype(tib memory.Address, c *classes.Class) bool {
	return m.Registry.Classes[m.Memory.U32(tib+memory.TIBClass)].IsSubclassOf(c)
}

// storable reports whether an object of type tib may be stored in an array of
// type array.
func (m *Machine) storable(array, tib memory.Address) bool {
	component := m.Registry.Classes[m.Memory.U32(array+memory.TIBClass)].Component
	return component.TIB == tib || component == m.Known.Object || m.subtype(tib, component)
}

// slow executes what the loop does not do itself: first executions, which
// quicken their instruction, and everything that is rare. The frame's state is
// saved, its bytecodes are flushed.
//
// Resolution and initialisation may run Java code, and so let other threads run, which
// may quicken the same instruction. Code that linked something therefore looks whether
// the operation still is the one it came for; if not, the instruction executes again.
func (m *Machine) slow(t *Thread, method *classes.Method, ip *decoded.Instruction, fp unsafe.Pointer) action {
	mark := len(t.roots)
	next := m.rare(t, method, ip, fp)
	t.roots = t.roots[:mark]
	return next
}

// rare is slow but for the roots. Having it apart is cheaper than a deferred call.
func (m *Machine) rare(t *Thread, method *classes.Method, ip *decoded.Instruction, fp unsafe.Pointer) action {
	switch ip.Op {
	case decoded.Decode:
		return m.slowDecode(t, method)
	case decoded.Abstract:
		return m.slowAbstract(t, method)
	case decoded.Ldc, decoded.Ldc2:
		return m.slowConstant(t, method, ip)
	case decoded.NewArray:
		letter := [8]byte{'Z', 'C', 'F', 'D', 'B', 'S', 'I', 'J'}[ip.C-4]
		return m.quickenArray(t, m.PrimitiveArray(letter), ip, fp)
	case decoded.ANewArray:
		component := t.ResolveClass(method.Class, int(ip.C))
		if component == nil {
			return actThrow
		}
		array := t.ArrayOf(component)
		if array == nil {
			return actThrow
		}
		return m.quickenArray(t, array, ip, fp)
	case decoded.ANewArrayQ:
		return m.slowArray(t, (*classes.Class)(ip.P), ip, fp)
	case decoded.MultiANewArray:
		return m.slowMultiArray(t, method, ip, fp)
	case decoded.GetField, decoded.PutField, decoded.GetStatic, decoded.PutStatic:
		return m.slowField(t, method, ip)
	case decoded.New:
		c := t.ResolveClass(method.Class, int(ip.C))
		if c == nil {
			return actThrow
		}
		if c == m.Known.Class {
			return t.throw("java/lang/IllegalAccessError", c.ExternalName())
		}
		if c.IsAbstract() || c.IsInterface() || c.IsArray() {
			return t.throw("java/lang/InstantiationError", c.ExternalName())
		}
		if !t.Initialize(c) {
			return actThrow
		}
		if c.State != classes.Initialized || c.Finalizable || m.Options.Testing.StressGC > 0 {
			return m.slowNew(t, c, ip, fp)
		}
		ip.P = unsafe.Pointer(c)
		ip.Op = decoded.NewQ
		return actAgain
	case decoded.NewQ:
		return m.slowNew(t, (*classes.Class)(ip.P), ip, fp)
	case decoded.InstanceOf, decoded.CheckCast:
		if ip.Op == decoded.InstanceOf && u32(fp, ip.B) == 0 {
			setI32(fp, ip.A, 0)
			return actNext
		}
		if ip.Op == decoded.CheckCast && u32(fp, ip.B) == 0 {
			return actNext
		}
		op := ip.Op
		c := t.ResolveClass(method.Class, int(ip.C))
		if c == nil {
			return actThrow
		}
		ip.P = unsafe.Pointer(c)
		ip.D = int32(c.TIB)
		if op == decoded.InstanceOf {
			ip.Op = decoded.InstanceOfQ
		} else {
			ip.Op = decoded.CheckCastQ
		}
		return actAgain
	case decoded.CheckCastQ:
		return t.throw("java/lang/ClassCastException", m.CastMessage(m.ClassOf(u32(fp, ip.B)), (*classes.Class)(ip.P)))
	case decoded.StoreRef:
		value := m.ClassOf(u32(fp, ip.C))
		return t.throw("java/lang/ArrayStoreException", value.ExternalName())
	case decoded.MonitorEnter:
		t.LockObject(u32(fp, ip.B))
		return t.nextOrThrow()
	case decoded.MonitorExit:
		t.UnlockObject(u32(fp, ip.B))
		return t.nextOrThrow()
	case decoded.SyncEnter:
		ref := method.Class.Mirror
		if !method.Static() {
			ref = u32(fp, -method.LocalBytes)
		}
		t.LockObject(ref)
		if t.Exception == 0 {
			*(*uint32)(unsafe.Add(fp, decoded.FrameLock)) = ref
		}
		return t.nextOrThrow()
	case decoded.SyncExit:
		ref := u32(fp, decoded.FrameLock)
		*(*uint32)(unsafe.Add(fp, decoded.FrameLock)) = 0
		t.UnlockObject(ref)
		return t.nextOrThrow()
	case decoded.InvokeStatic, decoded.InvokeSpecial, decoded.InvokeVirtual, decoded.InvokeInterface:
		return m.slowInvoke(t, method, ip, fp)
	case decoded.InvokeStaticL, decoded.InvokeSpecialL:
		return m.slowLinked(t, ip, fp)
	case decoded.InvokeVirtualQ, decoded.InvokeInterfaceQ:
		return m.slowDispatch(t, ip, fp)
	case decoded.InvokeAppendix:
		return m.slowAppendix(t, ip, fp)
	case decoded.InvokeDynamic:
		t.LinkDynamic(method, ip)
		return t.againOrThrow()
	case decoded.InvokeBasic, decoded.LinkToStatic, decoded.LinkToSpecial, decoded.LinkToVirtual, decoded.LinkToInterface:
		return m.slowHandle(t, ip, fp)
	case decoded.Concat:
		r := t.Concatenate(ip, t.fp)
		if t.Exception != 0 {
			return actThrow
		}
		setRef(fp, ip.A, r)
		return actNext
	}
	return t.throw("java/lang/InternalError", "hotlens: the interpreter met the operation "+decoded.Name(ip.Op)+" in "+method.String())
}

func (t *Thread) nextOrThrow() action {
	if t.Exception != 0 {
		return actThrow
	}
	return actNext
}

func (t *Thread) againOrThrow() action {
	if t.Exception != 0 {
		return actThrow
	}
	return actAgain
}

func (t *Thread) throw(class, message string) action {
	t.Throw(class, message)
	return actThrow
}

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
	code, err := decode(m.Registry, method)
	if err != nil {
		return err
	}
	method.Code = code
	method.Base = unsafe.Pointer(&code.Instructions[0])
	method.Entry = code.Entry
	return nil
}

func (m *Machine) slowDecode(t *Thread, method *classes.Method) action {
	if f := m.nativeOf(method); f != nil {
		return actAgain
	}
	switch {
	case method.IsNative():
		return t.throw("java/lang/UnsatisfiedLinkError", nativeMissing(method))
	case method.Member == nil || method.Member.Code == nil:
		method.Entry = &decoded.Instruction{Op: decoded.Abstract}
		return actAgain
	}
	if !t.Link(method.Class) {
		return actThrow
	}
	if err := m.ensureDecoded(method); err != nil {
		return t.throw("java/lang/VerifyError", "(class: "+method.Class.Name+", method: "+method.Name+" signature: "+method.Desc+") "+err.Error())
	}
	return actAgain
}

// nativeMissing is the message of the UnsatisfiedLinkError for a native method.
// HotSpot has no code for VarHandle's accessors either.
func nativeMissing(method *classes.Method) string {
	if method.Class.Loader.Mirror != 0 || method.Class.Name == "java/lang/invoke/VarHandle" {
		return "'" + linking.ExternalMethod(method) + "'"
	}
	return "'" + linking.ExternalMethod(method) + "' (hotlens has no native method " + method.Class.Name + "." + method.Name + method.Desc + ")"
}

// nativeOf finds the native implementation or substitution of a method and
// makes it the method's entry.
func (m *Machine) nativeOf(method *classes.Method) *nativeEntry {
	if e := m.natives[method]; e != nil {
		return e
	}
	if !m.ofLibrary(method) {
		return nil // a user's class may have any name
	}
	f := m.FindNative(method.Class.Name, method.Name, method.Desc)
	if f == nil {
		return nil
	}
	return m.setNative(method, f)
}

// The loaders of the JDK's modules that the boot loader does not define.
const (
	platformLoader = "jdk/internal/loader/ClassLoaders$PlatformClassLoader"
	appLoader      = "jdk/internal/loader/ClassLoaders$AppClassLoader"
)

// ofLibrary reports whether a method may be implemented in Go: it belongs to a
// class of the JDK's image, or it is native and its class belongs to a module of the
// image.
func (m *Machine) ofLibrary(method *classes.Method) bool {
	c := method.Class
	if c.Trusted {
		return true
	}
	if c.Loader.Mirror == 0 || !method.IsNative() || c.ModuleName == "" {
		return false
	}
	loader := m.ClassOf(c.Loader.Mirror)
	if loader.Loader.Mirror != 0 || loader.Name != platformLoader && loader.Name != appLoader {
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
	e.code[0] = decoded.Instruction{Op: decoded.Native, P: unsafe.Pointer(e)}
	m.natives[method] = e
	if method.IsNative() {
		// The first call of a substituted method has reserved its locals already.
		method.LocalBytes = decoded.SlotBytes * int32(method.ArgSlots)
	}
	method.Entry, method.Base = &e.code[0], unsafe.Pointer(&e.code[0])
	return e
}

func (m *Machine) slowAbstract(t *Thread, method *classes.Method) action {
	if method.Refusal != nil {
		return t.throw(method.Refusal.Class, method.Refusal.Message)
	}
	receiver := m.ClassOf(m.Memory.U32(t.fp - memory.Address(method.LocalBytes)))
	t.ThrowAbstract(receiver, method, method)
	return actThrow
}

func (m *Machine) slowConstant(t *Thread, method *classes.Method, ip *decoded.Instruction) action {
	value, ok := t.ResolveConstant(method.Class, int(ip.C))
	if !ok {
		return actThrow
	}
	v := int64(value)
	ip.C, ip.D = int32(v), int32(v>>32)
	ip.Op = decoded.Const64
	return actAgain
}

func (m *Machine) slowNew(t *Thread, c *classes.Class, ip *decoded.Instruction, fp unsafe.Pointer) action {
	r := t.NewObject(c)
	if t.Exception != 0 {
		return actThrow
	}
	setRef(fp, ip.A, r)
	setRef(fp, ip.B, r)
	return actNext
}

// quickenArray has the loop make the instruction's arrays from now on, unless each
// allocation may be one that collects (Options.Testing.StressGC).
func (m *Machine) quickenArray(t *Thread, array *classes.Class, ip *decoded.Instruction, fp unsafe.Pointer) action {
	if m.Options.Testing.StressGC > 0 {
		return m.slowArray(t, array, ip, fp)
	}
	ip.P = unsafe.Pointer(array)
	ip.Op = decoded.ANewArrayQ
	return actAgain
}

func (m *Machine) slowArray(t *Thread, array *classes.Class, ip *decoded.Instruction, fp unsafe.Pointer) action {
	r := t.NewArray(array, i32(fp, ip.B))
	if t.Exception != 0 {
		return actThrow
	}
	setRef(fp, ip.A, r)
	return actNext
}

func (m *Machine) slowMultiArray(t *Thread, method *classes.Method, ip *decoded.Instruction, fp unsafe.Pointer) action {
	c := t.ResolveClass(method.Class, int(ip.C))
	if c == nil {
		return actThrow
	}
	lengths := make([]int32, ip.X)
	for i := range lengths {
		lengths[i] = i32(fp, ip.B+int32(i)*decoded.SlotBytes)
		if lengths[i] < 0 {
			return t.throw("java/lang/NegativeArraySizeException", itoa(lengths[i]))
		}
	}
	r := t.newMultiArray(c, lengths)
	if t.Exception != 0 {
		return actThrow
	}
	setRef(fp, ip.A, r)
	return actNext
}

func (t *Thread) newMultiArray(c *classes.Class, lengths []int32) memory.Ref {
	r := t.NewArray(c, lengths[0])
	if t.Exception != 0 || len(lengths) == 1 {
		return r
	}
	t.Root(r)
	for i := int32(0); i < lengths[0]; i++ {
		mark := t.RootMark()
		e := t.newMultiArray(c.Component, lengths[1:])
		t.Release(mark)
		if t.Exception != 0 {
			return 0
		}
		t.M.Memory.SetU32(r+memory.ArrayBase+uint32(i)*4, e)
	}
	return r
}

// The quick forms of field accesses by the field's type.
var (
	getFieldForms  = formsOf(decoded.GetField32, decoded.GetField64, decoded.GetFieldS8, decoded.GetFieldU16, decoded.GetFieldS16)
	getStaticForms = formsOf(decoded.GetStatic32, decoded.GetStatic64, decoded.GetStaticS8, decoded.GetStaticU16, decoded.GetStaticS16)
	putFieldForms  = formsOf(decoded.PutField32, decoded.PutField64, decoded.PutField8, decoded.PutField16, decoded.PutField16)
	putStaticForms = formsOf(decoded.PutStatic32, decoded.PutStatic64, decoded.PutStatic8, decoded.PutStatic16, decoded.PutStatic16)
)

func formsOf(word, long, narrow, char, short uint16) map[byte]uint16 {
	return map[byte]uint16{'Z': narrow, 'B': narrow, 'C': char, 'S': short, 'I': word, 'F': word, 'L': word, '[': word, 'J': long, 'D': long}
}

func (m *Machine) slowField(t *Thread, method *classes.Method, ip *decoded.Instruction) action {
	static := ip.Op == decoded.GetStatic || ip.Op == decoded.PutStatic
	put := ip.Op == decoded.PutField || ip.Op == decoded.PutStatic
	f := t.ResolveField(method.Class, int(ip.C))
	if f == nil {
		return actThrow
	}
	if f.Static() != static {
		word := "non-static"
		if static {
			word = "static"
		}
		return t.throw("java/lang/IncompatibleClassChangeError", "Expected "+word+" field "+f.Class.ExternalName()+"."+f.Name)
	}
	if put && f.Flags&classfile.AccFinal != 0 && f.Class != method.Class {
		return t.throw("java/lang/IllegalAccessError", "Update to "+finalText(static)+" final field "+f.Class.ExternalName()+"."+f.Name+" attempted from a different class ("+method.Class.ExternalName()+") than the field's declaring class")
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
	fp := m.at(t.fp)
	if put {
		switch form {
		case decoded.PutStatic64:
			m.Memory.SetU64(f.Address, uint64(i64(fp, ip.B)))
		case decoded.PutStatic8:
			m.Memory.SetU8(f.Address, uint8(i32(fp, ip.B)))
		case decoded.PutStatic16:
			m.Memory.SetU16(f.Address, uint16(i32(fp, ip.B)))
		default:
			m.Memory.SetU32(f.Address, u32(fp, ip.B))
		}
		return actNext
	}
	switch form {
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
	return actNext
}

func finalText(static bool) string {
	if static {
		return "static"
	}
	return "non-static"
}

// slowInvoke links a call site.
func (m *Machine) slowInvoke(t *Thread, method *classes.Method, ip *decoded.Instruction, fp unsafe.Pointer) action {
	site := (*classes.CallSite)(ip.P)
	op := ip.Op
	callee := site.Callee
	if callee == nil {
		if callee = t.ResolveMethod(method.Class, int(site.PoolIndex), op); callee == nil {
			return actThrow
		}
		if ip.Op != op {
			return actAgain
		}
		if t.LinkPolymorphic(method, site, callee, ip) {
			return t.againOrThrow()
		}
		site.Callee = callee
	}
	if complaint := linking.WrongCall(op, callee); complaint != "" {
		return t.throw("java/lang/IncompatibleClassChangeError", complaint)
	}
	switch op {
	case decoded.InvokeStatic:
		if !t.Initialize(callee.Class) {
			return actThrow
		}
		if ip.Op != op {
			return actAgain
		}
		site.Kind = sharedmemory.Static
		if callee.Class.State == classes.Initialized {
			m.linked(t, ip, site, decoded.InvokeStaticQ, decoded.InvokeStaticL)
		} else {
			m.announce(t, site, callee)
		}
	case decoded.InvokeSpecial:
		special := method.Member.Code.Bytes[site.BCI] == bcSpecial
		if special {
			if callee = t.SelectSpecial(method.Class, int(site.PoolIndex), callee); callee == nil {
				return actThrow
			}
			site.Kind = sharedmemory.Special
		}
		if u32(fp, ip.B) == 0 {
			t.pending = pendingNull
			m.throwPending(t)
			return actThrow
		}
		if special && method.Class.IsInterface() && callee.Name != "<init>" {
			// The verifier takes any object for one of the interface (JVMS 6.5).
			receiver := m.ClassOf(u32(fp, ip.B))
			if !receiver.IsSubclassOf(method.Class) {
				return t.throw("java/lang/IllegalAccessError", "Receiver class "+receiver.ExternalName()+" must be the current class or a subtype of interface "+method.Class.ExternalName())
			}
			m.announce(t, site, callee)
			return t.call(callee)
		}
		site.Callee = callee
		m.linked(t, ip, site, decoded.InvokeSpecialQ, decoded.InvokeSpecialL)
	case decoded.InvokeVirtual:
		index := callee.VIndex
		inTable := callee.Class.IsInterface() || callee.Refusal != nil
		if callee.Private() || callee.Final() && !inTable || index < 0 && !inTable {
			// One possible target: no table is needed.
			site.Kind = sharedmemory.Virtual
			if callee.Private() {
				site.Kind = sharedmemory.Special
			}
			ip.Op = decoded.InvokeSpecial
			return m.linkDirect(t, ip, fp, site, callee)
		}
		if index < 0 {
			named := t.ResolveClass(method.Class, int(method.Class.File.Pool[site.PoolIndex].A))
			if named == nil {
				return actThrow
			}
			if ip.Op != op {
				return actAgain
			}
			for i, v := range named.VTable {
				if v.Selector == callee.Selector {
					index = i
				}
			}
			if index < 0 {
				return t.throw("java/lang/AbstractMethodError", linking.ExternalMethod(callee))
			}
		}
		site.Kind = sharedmemory.Virtual
		site.CallerIndex = callee.Selector.NextCaller()
		ip.C = int32(classes.VTableOffset(index))
		ip.Op = decoded.InvokeVirtualQ
		return actAgain
	case decoded.InvokeInterface:
		if callee.Private() {
			return m.callPrivate(t, ip, fp, site, callee)
		}
		if !callee.Class.IsInterface() && (callee.Final() || callee.Class == m.Known.Object && callee.VIndex < 0) {
			site.Kind = sharedmemory.Interface
			ip.Op = decoded.InvokeSpecial
			return m.linkDirect(t, ip, fp, site, callee)
		}
		site.Kind = sharedmemory.Interface
		site.CallerIndex = callee.Selector.NextCaller()
		if !callee.Class.IsInterface() { // a method of Object
			site.Kind = sharedmemory.Virtual
			ip.C = int32(classes.VTableOffset(callee.VIndex))
			ip.Op = decoded.InvokeVirtualQ
			return actAgain
		}
		ip.C = int32(callee.ID)
		ip.Op = decoded.InvokeInterfaceQ
		return actAgain
	}
	return t.call(callee)
}

// linked is the profiling stub of a call of its only callee. It gives way to the quick
// form of the instruction when the edge has been announced, and to another form as long as
// the call has only been made for the VM's own work.
func (m *Machine) linked(t *Thread, ip *decoded.Instruction, site *classes.CallSite, quick, unannounced uint16) {
	switch {
	case m.announce(t, site, site.Callee):
		ip.Op = quick
	case t.flat > 0 && ip.Op != quick:
		ip.Op = unannounced
	}
}

// slowLinked executes a call that is linked for the program's first time.
func (m *Machine) slowLinked(t *Thread, ip *decoded.Instruction, fp unsafe.Pointer) action {
	site := (*classes.CallSite)(ip.P)
	quick := uint16(decoded.InvokeStaticQ)
	if ip.Op == decoded.InvokeSpecialL {
		quick = decoded.InvokeSpecialQ
		if u32(fp, ip.B) == 0 {
			t.pending = pendingNull
			m.throwPending(t)
			return actThrow
		}
	}
	m.linked(t, ip, site, quick, ip.Op)
	return t.call(site.Callee)
}

// slowAppendix is the profiling stub of what an invokedynamic instruction, or a call
// of a method handle, was linked to.
func (m *Machine) slowAppendix(t *Thread, ip *decoded.Instruction, fp unsafe.Pointer) action {
	site := (*classes.CallSite)(ip.P)
	if m.announce(t, site, site.Callee) {
		ip.Op = decoded.InvokeAppendixQ
	}
	setRef(fp, ip.C, site.Appendix)
	return t.call(site.Callee)
}

// slowHandle executes invokeBasic and the linkTo operations. Such a call has no stub that
// goes away: where contexts are kept, the first one announces the edge.
func (m *Machine) slowHandle(t *Thread, ip *decoded.Instruction, fp unsafe.Pointer) action {
	site := (*classes.CallSite)(ip.P)
	var target *classes.Method
	if ip.Op == decoded.InvokeBasic {
		target = t.BasicTarget(u32(fp, ip.B))
	} else {
		last := int32(site.Selector.ParamSlots-1) * decoded.SlotBytes
		target = t.LinkTarget(ip.Op, u32(fp, ip.B+last), u32(fp, ip.B))
	}
	if target == nil {
		return actThrow
	}
	if !m.profiling {
		m.announce(t, site, target)
	}
	return t.call(target)
}

// call has the loop call a method, unless an exception is pending.
func (t *Thread) call(callee *classes.Method) action {
	if t.Exception != 0 {
		return actThrow
	}
	t.callee = callee
	return actCall
}

// callPrivate calls a private method of an interface through invokeinterface. The
// verifier takes any object for one of the interface, so every call looks.
func (m *Machine) callPrivate(t *Thread, ip *decoded.Instruction, fp unsafe.Pointer, site *classes.CallSite, callee *classes.Method) action {
	if u32(fp, ip.B) == 0 {
		t.pending = pendingNull
		m.throwPending(t)
		return actThrow
	}
	if receiver := m.ClassOf(u32(fp, ip.B)); !receiver.IsSubclassOf(callee.Class) {
		return t.throw("java/lang/IncompatibleClassChangeError", linking.NotImplemented(receiver, callee))
	}
	site.Kind = sharedmemory.Interface
	m.announce(t, site, callee)
	return t.call(callee)
}

func (m *Machine) linkDirect(t *Thread, ip *decoded.Instruction, fp unsafe.Pointer, site *classes.CallSite, callee *classes.Method) action {
	if u32(fp, ip.B) == 0 {
		ip.Op = decoded.InvokeVirtual
		t.pending = pendingNull
		m.throwPending(t)
		return actThrow
	}
	kind := site.Kind
	site.Callee = callee
	ip.Op = decoded.InvokeVirtual
	m.linked(t, ip, site, decoded.InvokeSpecialQ, decoded.InvokeSpecialL)
	site.Kind = kind
	return t.call(callee)
}

// slowDispatch is the profiling stub of virtual and interface calls: it selects
// the callee, announces the edge and patches itself out of the callee's
// caller-target block.
func (m *Machine) slowDispatch(t *Thread, ip *decoded.Instruction, fp unsafe.Pointer) action {
	site := (*classes.CallSite)(ip.P)
	receiver := m.ClassOf(u32(fp, ip.B))
	offset := uint32(ip.C)
	if ip.Op == decoded.InvokeInterfaceQ {
		resolved := m.Registry.Methods[ip.C]
		offset = classes.FindInterface(m.Memory.Base, receiver.TIB, uint32(ip.C))
		if offset == 0 {
			if !receiver.IsSubclassOf(resolved.Class) {
				return t.throw("java/lang/IncompatibleClassChangeError", linking.NotImplemented(receiver, resolved))
			}
			var err error
			if offset, err = m.Registry.InterfaceOffset(receiver, resolved); err != nil {
				return t.throw("java/lang/OutOfMemoryError", err.Error())
			}
			if offset == 0 {
				_, found := receiver.SelectInterface(resolved)
				if found != nil && !found.Public() {
					return t.throw("java/lang/IllegalAccessError", "'"+linking.ExternalSignature(resolved.Desc, receiver.ExternalName(), resolved.Name)+"'")
				}
				t.ThrowAbstract(receiver, resolved, found)
				return actThrow
			}
		}
	}
	callee := receiver.VTable[(offset-memory.TIBVTable)/4]
	if callee.Abstract() && callee.Refusal == nil {
		// Not announced, so that every call comes here.
		t.ThrowAbstract(receiver, site.Callee, callee)
		return actThrow
	}
	if m.announce(t, site, callee) {
		if err := m.Registry.PatchCTB(callee, site.CallerIndex); err != nil {
			return t.throw("java/lang/OutOfMemoryError", err.Error())
		}
	} else if t.flat > 0 {
		if err := m.Registry.OwnCTB(callee); err != nil {
			return t.throw("java/lang/OutOfMemoryError", err.Error())
		}
	}
	return t.call(callee)
}

// CallContext is childContext for what compiled code has called.
func (m *Machine) CallContext(parent memory.Address, caller, callee *classes.Method, site *classes.CallSite) memory.Address {
	if node := m.childContext(m.current, parent, caller, callee, site); node != 0 {
		return node
	}
	return m.sink // the run ends, as there are too many contexts
}

// childContext finds or makes the context of a call.
func (m *Machine) childContext(t *Thread, node memory.Address, caller, callee *classes.Method, site *classes.CallSite) memory.Address {
	if !m.linkCallee(t, callee) {
		return node
	}
	child, err := m.Tree.Child(node, caller, callee, site.Slot, site.BCI, m.edgeKind(site.Kind, callee))
	if err != nil {
		m.treeFull(err)
	}
	return child
}
