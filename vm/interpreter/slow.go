package interpreter

import (
	"unsafe"

	"hotlens/profiles/cost"
	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/decoded"
	"hotlens/vm/memory"
)

// This file is where the loop goes with what it does not do itself: first executions, which
// resolve and quicken their instruction, whatever is rare, and errors. Accesses to fields
// are in fields.go, calls in calls.go, the first calls of methods in entry.go.

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
	linking := t.timing.Active() && links(ip.Op)
	if linking {
		t.pauseTiming()
	}
	next := m.rare(t, method, ip, fp)
	if linking {
		t.resumeTiming()
	}
	t.roots = t.roots[:mark]
	return next
}

// links reports whether an operation is a first execution, which links its instruction.
func links(op uint16) bool {
	switch op {
	case decoded.Decode, decoded.Ldc, decoded.Ldc2, decoded.ANewArray, decoded.GetField, decoded.PutField, decoded.GetStatic, decoded.PutStatic,
		decoded.New, decoded.InstanceOf, decoded.CheckCast, decoded.InvokeStatic, decoded.InvokeSpecial, decoded.InvokeVirtual, decoded.InvokeInterface,
		decoded.InvokeStaticL, decoded.InvokeSpecialL, decoded.InvokeVirtualQ, decoded.InvokeInterfaceQ, decoded.InvokeAppendix, decoded.InvokeHandle, decoded.InvokeDynamic:
		return true
	}
	return false
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
	case decoded.ANewArrayQ, decoded.ANewArrayTyped:
		return m.slowArray(t, (*classes.Class)(ip.P), ip, fp)
	case decoded.MultiANewArray:
		return m.slowMultiArray(t, method, ip, fp)
	case decoded.GetField, decoded.PutField, decoded.GetStatic, decoded.PutStatic:
		return m.slowField(t, method, ip)
	case decoded.New:
		return m.linkNew(t, method, ip, fp)
	case decoded.NewQ, decoded.NewTyped:
		return m.slowNew(t, (*classes.Class)(ip.P), ip, fp)
	case decoded.InstanceOf, decoded.CheckCast:
		op := ip.Op
		if u32(fp, ip.B) == 0 {
			ip.D = decoded.PassedNull
			if op == decoded.InstanceOf {
				setI32(fp, ip.A, 0)
			}
			return actNext
		}
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
		return t.throw("java/lang/ClassCastException", m.CastMessage(m.ShownClass(u32(fp, ip.B)), (*classes.Class)(ip.P)))
	case decoded.StoreRef:
		value := m.ShownClass(u32(fp, ip.C))
		return t.throw("java/lang/ArrayStoreException", value.ExternalName())
	case decoded.MonitorEnter:
		t.waitAs(enteredMonitor, func() { t.LockObject(u32(fp, ip.B)) })
		return t.nextOrThrow()
	case decoded.MonitorExit:
		t.UnlockObject(u32(fp, ip.B))
		return t.nextOrThrow()
	case decoded.SyncEnter:
		ref := method.Class.Mirror
		if !method.Static() {
			ref = u32(fp, -method.LocalBytes)
		}
		t.waitAs(enteredMethod, func() { t.LockObject(ref) })
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
	case decoded.InvokeAppendix, decoded.InvokeHandle:
		return m.slowAppendix(t, ip, fp)
	case decoded.InvokeDynamic:
		if t.LinkDynamic(method, ip); ip.Op == decoded.Concat && t.vmWork == 0 {
			m.clock.class(cost.JoiningClass)
		}
		return t.againOrThrow()
	case decoded.InvokeBasic, decoded.LinkToStatic, decoded.LinkToSpecial, decoded.LinkToVirtual, decoded.LinkToInterface:
		return m.slowHandle(t, ip, fp)
	case decoded.Charge:
		m.AddExtra(u32(fp, decoded.FrameNode), sharedmemory.ExtrasCycles, uint64(uint32(ip.D))<<32|uint64(uint32(ip.C)))
		return actNext
	case decoded.ChargeEntry:
		m.chargeEntry(t.fp, method)
		return actNext
	case decoded.ChargeReturn:
		m.chargeReturn(t.fp, byte(ip.C))
		return actNext
	case decoded.Observe:
		return m.observe(t, ip, fp)
	case decoded.Concat:
		r := t.Concatenate(ip, t.fp)
		if t.Exception != 0 {
			return actThrow
		}
		setRef(fp, ip.A, r)
		site := (*classes.CallSite)(ip.P)
		operands, text := uint64(len(site.Selector.Params)), uint64(len(m.StringBytes(r)))
		t.addExtra(sharedmemory.ExtrasStrings, 1)
		t.addExtra(sharedmemory.ExtrasOperands, operands)
		t.addExtra(sharedmemory.ExtrasWork, text)
		t.countConcatenation(site, text)
		m.clock.joined(m.Linker.CountJoined(ip), text, operands)
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

// linkNew links an instruction that makes objects.
func (m *Machine) linkNew(t *Thread, method *classes.Method, ip *decoded.Instruction, fp unsafe.Pointer) action {
	before := *ip
	c := t.ResolveClass(method.Class, int(before.C))
	if c == nil || !t.Instantiable(c) || !t.Initialize(c) {
		return actThrow
	}
	if ip.Op != before.Op {
		return actAgain
	}
	if c.Finalizable || m.Options.Testing.StressGC > 0 {
		return m.slowNew(t, c, ip, fp)
	}
	c.Instantiated = true
	ip.P = unsafe.Pointer(c)
	if ip.Op = decoded.NewQ; m.types.on {
		ip.Op = decoded.NewTyped
	}
	m.linkedTo(c, ip, before)
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
	if ip.Op = decoded.ANewArrayQ; m.types.on {
		ip.Op = decoded.ANewArrayTyped
	}
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
	lengths := make([]int32, ip.Letter)
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
