package interpreter

import (
	"unsafe"

	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/decoded"
	"hotlens/vm/linking"
	"hotlens/vm/memory"
	"hotlens/vm/opcodes"
)

// This file links the instructions that call methods, and holds their profiling stubs.

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
		before := *ip
		if m.linked(t, ip, site, decoded.InvokeStaticQ, decoded.InvokeStaticL); ip.Op != before.Op {
			m.linkedTo(callee.Class, ip, before)
		}
	case decoded.InvokeSpecial:
		special := method.Member.Code.Bytes[site.BCI] == opcodes.Invokespecial
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
			named := t.ResolveClass(method.Class, int(method.Class.File.Pool.At(site.PoolIndex).A))
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
		m.Registry.NewCaller(site, callee.Selector)
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
		m.Registry.NewCaller(site, callee.Selector)
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
	if site.Callee.Class.Hidden {
		t.reachTimed(site.Callee)
	}
	switch {
	case m.announce(t, site, site.Callee):
		ip.Op = quick
	case t.vmWork > 0 && ip.Op != quick:
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
	quick := uint16(decoded.InvokeAppendixQ)
	if ip.Op == decoded.InvokeHandle {
		quick = decoded.InvokeHandleQ
		if u32(fp, ip.B) == 0 {
			t.pending = pendingNull
			m.throwPending(t)
			return actThrow
		}
	}
	if m.announce(t, site, site.Callee) {
		ip.Op = quick
	}
	t.reachTimed(site.Callee)
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
	if (ip.Op == decoded.LinkToVirtual || ip.Op == decoded.LinkToInterface) && !m.showSelected(t, ip, fp, target) {
		return t.throw("java/lang/OutOfMemoryError", "Metaspace")
	}
	if !m.profile.contexts {
		m.announce(t, site, target)
	}
	t.reachTimed(target)
	if t.leavesHarness(target) {
		return t.callTest(ip, fp, target)
	}
	return t.call(target)
}

// showSelected has compiled code find which method linkToVirtual or linkToInterface calls: by a block of its own, and for an interface by the table of the receiver's class. It
// reports false if there is no memory for that.
func (m *Machine) showSelected(t *Thread, ip *decoded.Instruction, fp unsafe.Pointer, target *classes.Method) bool {
	if target.Abstract() {
		return true
	}
	if ip.Op == decoded.LinkToInterface {
		class, last := m.ClassOf(u32(fp, ip.B)), int32((*classes.CallSite)(ip.P).Selector.ParamSlots-1)*decoded.SlotBytes
		declared := t.MethodOfMember(u32(fp, ip.B+last))
		if declared.Class.IsInterface() && classes.FindInterface(m.Memory.Base, class.TIB, declared.ID) == 0 {
			if _, err := m.Registry.InterfaceOffset(class, declared); err != nil {
				return false
			}
		}
	}
	return m.Registry.OwnCTB(target) == nil
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
				return t.throw("java/lang/OutOfMemoryError", "Metaspace")
			}
			if offset == 0 {
				_, found := m.Registry.SelectInterface(receiver, resolved)
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
	if t.leavesHarness(callee) {
		if !m.linkCallee(t, callee) {
			return actThrow
		}
		return t.callTest(ip, fp, callee)
	}
	if m.announce(t, site, callee) {
		if m.Registry.PatchCTB(callee, site.CallerIndex) != nil {
			return t.throw("java/lang/OutOfMemoryError", "Metaspace")
		}
	} else if t.vmWork > 0 {
		if m.Registry.OwnCTB(callee) != nil {
			return t.throw("java/lang/OutOfMemoryError", "Metaspace")
		}
	}
	return t.call(callee)
}

// CallContext is childContext for what compiled code has called.
func (m *Machine) CallContext(parent memory.Address, caller, callee *classes.Method, site *classes.CallSite) memory.Address {
	return m.childContext(m.threads.current, parent, caller, callee, site)
}

// childContext finds or makes the context of a call.
func (m *Machine) childContext(t *Thread, node memory.Address, caller, callee *classes.Method, site *classes.CallSite) memory.Address {
	if !m.linkCallee(t, callee) {
		return node
	}
	return m.treeChild(node, caller, callee, site.Slot, site.BCI, m.edgeKind(site.Kind, callee))
}

// treeChild finds or makes a context below another one. Where there are too many the run ends, or, if somebody has joined it or it is one of tests,
// nothing more is counted.
func (m *Machine) treeChild(node memory.Address, caller, callee *classes.Method, slot uint32, bci int, kind uint32) memory.Address {
	if node == m.profile.unprofiled {
		return node
	}
	child, err := m.Tree.Child(node, caller, callee, slot, bci, kind)
	if err != nil {
		m.treeFull()
		return m.profile.unprofiled
	}
	return child
}
