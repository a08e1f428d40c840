package invoke

import (
	"unsafe"

	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/decoded"
	"hotlens/vm/linking"
	"hotlens/vm/memory"
)

// This file is about method handles: the methods that they lead to, and the intrinsic
// methods of MethodHandle.

// handleOperations are the intrinsic methods of MethodHandle.
var handleOperations = map[string]uint16{
	"invokeBasic": decoded.InvokeBasic, "linkToStatic": decoded.LinkToStatic, "linkToSpecial": decoded.LinkToSpecial,
	"linkToVirtual": decoded.LinkToVirtual, "linkToInterface": decoded.LinkToInterface,
}

// BasicTarget is the method that MethodHandle.invokeBasic calls for a handle; nil with a
// pending exception.
func (t *Thread) BasicTarget(handle memory.Ref) *classes.Method {
	if handle == 0 {
		t.Java.Throw("java/lang/NullPointerException", "")
		return nil
	}
	o := t.MemberOffsets()
	form := t.Linker.Memory.U32(handle + o.Form)
	target := t.MethodOfMember(t.Linker.Memory.U32(form + o.Entry))
	if target == nil {
		t.Java.Throw("java/lang/InternalError", "hotlens: a lambda form has no entry")
	}
	return target
}

// LinkTarget is the method that an instruction, which is one of the linkTo operations,
// calls for a java.lang.invoke.MemberName; nil with a pending exception. The receiver is
// meaningless for linkToStatic.
func (t *Thread) LinkTarget(operation uint16, member, receiver memory.Ref) *classes.Method {
	l := t.Linker
	static := operation == decoded.LinkToStatic
	if member == 0 || receiver == 0 && !static {
		t.Java.Throw("java/lang/NullPointerException", "")
		return nil
	}
	target := t.MethodOfMember(member)
	switch {
	case target == nil:
		t.Java.Throw("java/lang/InternalError", "hotlens: a member name is not resolved")
	case static:
		if !t.Initialize(target.Class) {
			return nil
		}
	case operation != decoded.LinkToSpecial:
		class := l.ClassOf(receiver)
		selected := l.SelectVirtual(class, target)
		if selected.Abstract() && operation == decoded.LinkToInterface && !class.IsSubclassOf(target.Class) {
			t.Java.Throw("java/lang/IncompatibleClassChangeError", linking.NotImplemented(class, target))
			return nil
		}
		return selected
	}
	return target
}

// MemberOffsets are the offsets of fields of the java.lang.invoke classes.
type MemberOffsets struct {
	Method, Target uint32 // from a MemberName to its method
	Form, Entry    uint32 // from a MethodHandle to its entry
}

// MemberOffsets loads the classes that have the fields.
func (t *Thread) MemberOffsets() *MemberOffsets {
	l := t.Linker
	if l.memberOffsets == nil {
		offset := func(class, field string) uint32 {
			if c := t.FindBootClass(class); c != nil {
				if f := c.Field(field, ""); f != nil {
					return f.Offset
				}
			}
			return 0
		}
		l.memberOffsets = &MemberOffsets{
			Target: offset("java/lang/invoke/ResolvedMethodName", "vmTarget"), Entry: offset("java/lang/invoke/LambdaForm", "vmentry"),
			Method: offset("java/lang/invoke/MemberName", "method"), Form: offset("java/lang/invoke/MethodHandle", "form"),
		}
	}
	return l.memberOffsets
}

// MethodOfMember is the method that a resolved java.lang.invoke.MemberName
// stands for, nil when it is not resolved.
func (t *Thread) MethodOfMember(member memory.Ref) *classes.Method {
	if member == 0 {
		return nil
	}
	l, o := t.Linker, t.MemberOffsets()
	resolved := l.Memory.U32(member + o.Method)
	if resolved == 0 {
		return nil
	}
	return l.Registry.MethodNumbered(l.Memory.U32(resolved + o.Target))
}

// PolymorphicMethod is the stand-in for one of the intrinsic methods of
// MethodHandle with a concrete descriptor, for method handles that lead to it.
func (l *Linker) PolymorphicMethod(name, desc string) *classes.Method {
	s := l.Registry.Selector(name, desc)
	if method := l.standIns[s]; method != nil {
		return method
	}
	var generic *classes.Method
	for _, method := range l.Known.MethodHandle.Methods {
		if method.Name == name && l.IsPolymorphic(method) {
			generic = method
		}
	}
	if generic == nil {
		return nil
	}
	method := &classes.Method{
		Class: generic.Class, Selector: s, Name: s.Name, Desc: s.Desc, Flags: generic.Flags,
		VIndex: -1, ArgSlots: s.ParamSlots, CTB: generic.CTB, HiddenFrame: true,
	}
	if !method.Static() {
		method.ArgSlots++
	}
	l.Registry.Number(method)
	l.Registry.OnMethod(method)
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
	l.standIns[s] = method
	return method
}
