package invoke

import (
	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/decoded"
	"hotlens/vm/linking"
	"hotlens/vm/memory"
)

// This file links the call sites of invokedynamic instructions and of signature-polymorphic
// methods through the library, java.lang.invoke.MethodHandleNatives.

// LinkPolymorphic links a call site of a signature-polymorphic method. The
// intrinsic ones become operations; MethodHandle.invoke, invokeExact and the
// VarHandle accessors get an adapter from the library. It reports false, and has done
// nothing, if the method is an ordinary one. If it reports true the instruction is to be
// executed again, unless an exception is pending.
func (t *Thread) LinkPolymorphic(method *classes.Method, site *classes.CallSite, callee *classes.Method, ip *decoded.Instruction) bool {
	if !t.Linker.IsPolymorphic(callee) {
		return false
	}
	site.Kind = sharedmemory.Reflective
	if operation := handleOperations[callee.Name]; operation != 0 {
		ip.Op = operation
		return true
	}
	var target *classes.Method
	var appendix memory.Ref
	t.Java.Linkage(func() {
		mt := t.MethodTypeOf(method.Class.Loader, site.Selector.Desc)
		if t.Exception != 0 {
			return
		}
		name := t.InternText(site.Selector.Name)
		target, appendix = t.link("linkMethod", "(Ljava/lang/Class;ILjava/lang/Class;Ljava/lang/String;Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/invoke/MemberName;",
			linking.Value(method.Class.Mirror), classfile.RefInvokeVirtual, linking.Value(callee.Class.Mirror), linking.Value(name), linking.Value(mt))
	})
	switch {
	case ip.Op != decoded.InvokeVirtual:
		t.linkedByAnother()
	case t.Exception == 0:
		t.Linker.callAdapter(site, ip, decoded.InvokeHandle, target, appendix, site.Selector.ParamSlots+1)
	}
	return true
}

// LinkDynamic links an invokedynamic site (JVMS 6.5). The instruction is to be executed
// again, unless an exception is pending.
func (t *Thread) LinkDynamic(method *classes.Method, ip *decoded.Instruction) {
	site := (*classes.CallSite)(ip.P)
	from := method.Class
	k := from.File.Pool.At(site.PoolIndex)
	site.Kind = sharedmemory.Static
	if failures, ok := from.Resolved(int(site.PoolIndex)).(classes.SiteFailures); ok {
		if f, failed := failures[site]; failed {
			t.FailAgain(f)
			return
		}
	}
	if t.linkDirectly(method, site, ip) {
		t.describe(from)
		return
	}
	var target *classes.Method
	var appendix memory.Ref
	t.Java.Linkage(func() {
		handle, arguments := t.bootstrap(from, int(k.A))
		if t.Exception != 0 {
			return
		}
		mt := t.accessibleType(from, site.Selector.Desc)
		if t.Exception != 0 {
			return
		}
		name := linking.Value(t.InternText(site.Selector.Name))
		caller := []linking.Value{linking.Value(from.Mirror)}
		desc := "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/invoke/MemberName;"
		if t.tellsIndex("linkCallSite", desc) {
			desc, caller = withIndex(desc), append(caller, linking.Value(site.PoolIndex))
		}
		target, appendix = t.link("linkCallSite", desc, append(caller, linking.Value(handle), name, linking.Value(mt), linking.Value(arguments))...)
	})
	switch {
	case ip.Op != decoded.InvokeDynamic:
		t.linkedByAnother()
	case t.Exception != 0:
		t.keepDynamicFailure(from, site)
	default:
		t.Linker.callAdapter(site, ip, decoded.InvokeAppendix, target, appendix, site.Selector.ParamSlots)
	}
}

// describe initializes what the library's own linking of the program's first call site would.
func (t *Thread) describe(from *classes.Class) {
	if l := t.Linker; l.described || !l.Release.LinksByDescriptors || from.Loader.Mirror == 0 || t.Exception != 0 {
		return
	}
	t.Linker.described = true
	t.Java.VMWork(func() {
		if c := t.FindBootClass("java/lang/constant/ConstantDescs"); c == nil || !t.Initialize(c) {
			t.Exception = 0
		}
	})
}

// linkedByAnother ends the linking of a site that another thread has linked in the
// meantime: the first result is every thread's, whatever this one got.
func (t *Thread) linkedByAnother() { t.Exception = 0 }

// callAdapter makes ip a call, by operation, of a method of the library, with an appendix
// argument behind the site's own, which take so many slots.
func (l *Linker) callAdapter(site *classes.CallSite, ip *decoded.Instruction, operation uint16, target *classes.Method, appendix memory.Ref, slots int) {
	site.Callee, site.Appendix = target, appendix
	from := site.Caller.Class.Lifetime
	from.Keep(target.Class.Mirror)
	if appendix != 0 {
		from.Keep(appendix)
	}
	ip.C = site.ArgBase + int32(slots)*decoded.SlotBytes
	ip.Op = operation
}

// keepDynamicFailure remembers the pending error of a site that could not be linked, if it
// is a LinkageError: the site fails the same way again, but as in HotSpot the cause is
// told only once.
func (t *Thread) keepDynamicFailure(from *classes.Class, site *classes.CallSite) {
	failure, ok := t.Failure()
	if !ok {
		return
	}
	failure.Cause = ""
	failures, ok := from.Resolved(int(site.PoolIndex)).(classes.SiteFailures)
	if !ok {
		failures = classes.SiteFailures{}
		from.SetResolved(int(site.PoolIndex), failures)
	}
	failures[site] = failure
}

// tellsIndex reports whether one of MethodHandleNatives' linkers does not have the form with this
// descriptor but one that is also told the index of the constant, behind the caller: up to JDK 20.
func (t *Thread) tellsIndex(name, desc string) bool {
	c := t.methodHandleNatives()
	return c != nil && c.Method(name, desc) == nil
}

// withIndex is the descriptor of a linker with an int behind its first parameter.
func withIndex(desc string) string {
	const first = "(Ljava/lang/Object;"
	return first + "I" + desc[len(first):]
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
func (t *Thread) link(name, desc string, args ...linking.Value) (*classes.Method, memory.Ref) {
	l := t.Linker
	c := t.methodHandleNatives()
	if c == nil {
		return nil, 0
	}
	box := t.Java.NewArray(l.Known.ObjectArray, 1)
	if t.Exception != 0 {
		return nil, 0
	}
	linker := c.Method(name, desc)
	if linker == nil {
		t.Java.Throw("java/lang/InternalError", "hotlens: this JDK's MethodHandleNatives has no "+name+desc)
		return nil, 0
	}
	member := memory.Ref(t.Java.Call(sharedmemory.Callback, linker, append(args, linking.Value(box))...))
	if t.Exception != 0 {
		return nil, 0
	}
	target := t.MethodOfMember(member)
	if target == nil {
		t.Java.Throw("java/lang/InternalError", "hotlens: "+name+" gave a member name without a method")
		return nil, 0
	}
	return target, l.Memory.U32(box + memory.ArrayBase)
}
