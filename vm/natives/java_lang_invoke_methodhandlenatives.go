//go:build unix

package natives

import (
	"strings"

	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/interpreter"
	"hotlens/vm/linking"
	"hotlens/vm/memory"
)

// Flags of a MemberName (MethodHandleNatives.Constants).
const (
	memberIsMethod        = 0x00010000
	memberIsConstructor   = 0x00020000
	memberIsField         = 0x00040000
	memberCallerSensitive = 0x00100000
	memberTrustedFinal    = 0x00200000
	memberHidden          = 0x00400000
	memberKindShift       = 24
)

func init() { later(javaLangInvokeMethodhandlenatives) }

func javaLangInvokeMethodhandlenatives() {
	register("java/lang/invoke/MethodHandleNatives", table{
		"registerNatives()V": nothing,
		"init(Ljava/lang/invoke/MemberName;Ljava/lang/Object;)V":                                 notNull(initMember, 0, 1),
		"expand(Ljava/lang/invoke/MemberName;)V":                                                 notNull(expandMember, 0),
		"resolve(Ljava/lang/invoke/MemberName;Ljava/lang/Class;IZ)Ljava/lang/invoke/MemberName;": resolveMember,
		"objectFieldOffset(Ljava/lang/invoke/MemberName;)J":                                      notNull(memberIndex, 0),
		"staticFieldOffset(Ljava/lang/invoke/MemberName;)J":                                      notNull(memberIndex, 0),
		"staticFieldBase(Ljava/lang/invoke/MemberName;)Ljava/lang/Object;":                       notNull(func(t *Thread, a Args) uint64 { return uint64(memberRef(t, a.Ref(0), "clazz")) }, 0),
		"getMemberVMInfo(Ljava/lang/invoke/MemberName;)Ljava/lang/Object;":                       notNull(memberInfo, 0),
		"setCallSiteTargetNormal(Ljava/lang/invoke/CallSite;Ljava/lang/invoke/MethodHandle;)V":   notNull(setTarget, 0),
		"setCallSiteTargetVolatile(Ljava/lang/invoke/CallSite;Ljava/lang/invoke/MethodHandle;)V": notNull(setTarget, 0),
		"getNamedCon(I[Ljava/lang/Object;)I":                                                     constant(0), // the library's check of its constants, with nothing to compare
		"clearCallSiteContext(Ljava/lang/invoke/MethodHandleNatives$CallSiteContext;)V":          nothing,
	})
}

func setTarget(t *Thread, a Args) uint64 {
	f := t.M.ClassOf(a.Ref(0)).LookupField("target", "Ljava/lang/invoke/MethodHandle;")
	t.M.Memory.SetU32(a.Ref(0)+f.Offset, a.Ref(1))
	return 0
}

func memberField(t *Thread, name string) uint32 {
	return t.M.Known.MemberName.Field(name, "").Offset
}

func memberRef(t *Thread, member Ref, name string) Ref {
	return t.M.Memory.U32(member + memberField(t, name))
}

func memberIndex(t *Thread, a Args) uint64 {
	return uint64(t.M.Memory.U32(a.Ref(0) + memberField(t, "vmIndex")))
}

func memberInfo(t *Thread, a Args) uint64 {
	m := t.M
	index := t.Box('J', uint64(int64(int32(m.Memory.U32(a.Ref(0)+memberField(t, "vmIndex"))))))
	target := a.Ref(0)
	if m.Memory.U32(a.Ref(0)+memberField(t, "flags"))&memberIsField != 0 {
		target = memberRef(t, a.Ref(0), "clazz")
	}
	return uint64(t.NewRefArray(m.Known.Object, []Ref{index, target}))
}

// initMember is MethodHandleNatives.init: a MemberName from a reflection object.
func initMember(t *Thread, a Args) uint64 {
	m := t.M
	member, object := a.Ref(0), a.Ref(1)
	switch c := m.ClassOf(object); c.Name {
	case "java/lang/reflect/Field":
		if f := fieldOfReflection(t, object); f != nil {
			setMemberField(t, member, f, false)
		}
	case "java/lang/reflect/Constructor", "java/lang/reflect/Method":
		method := methodOfReflection(t, object)
		if method == nil {
			return 0
		}
		declaring := method.Class
		kind := uint32(classfile.RefInvokeVirtual)
		switch {
		case method.Static():
			kind = classfile.RefInvokeStatic
		case method.Name == "<init>":
			kind = classfile.RefInvokeSpecial
		case declaring.IsInterface() && !method.Private():
			kind = classfile.RefInvokeInterface
		case method.Private():
			kind = classfile.RefInvokeSpecial
		}
		setMemberMethod(t, member, method, declaring, kind)
	default:
		t.Throw("java/lang/InternalError", "unrecognized type: "+c.ExternalName())
	}
	return 0
}

func setMemberField(t *Thread, member Ref, f *classes.Field, setter bool) {
	m := t.M
	kind, index := uint32(classfile.RefGetField), f.Offset
	if f.Static() {
		kind, index = classfile.RefGetStatic, f.Address
	}
	if setter {
		kind += classfile.RefPutField - classfile.RefGetField
	}
	flags := uint32(f.Flags) | memberIsField | kind<<memberKindShift
	if trustedFinal(f) {
		flags |= memberTrustedFinal
	}
	m.Memory.SetU32(member+memberField(t, "flags"), flags)
	m.Memory.SetU32(member+memberField(t, "vmIndex"), index)
	m.Memory.SetU32(member+memberField(t, "clazz"), f.Class.Mirror)
	m.Memory.SetU32(member+memberField(t, "method"), 0)
}

// methodReference tells how a method that was looked up in the class named is
// called: the reference kind, the class that a MemberName names, and the index of
// the dispatch, which is negative where there is none. A virtual call of a method
// that cannot be overridden becomes a special one, which is how the library learns
// that no dispatch is needed. An interface's method that every object has or that
// a class inherits is dispatched on the class.
func methodReference(t *Thread, method *classes.Method, named *classes.Class, kind uint32) (uint32, *classes.Class, int32) {
	object := t.M.Known.Object
	if kind == classfile.RefInvokeInterface && !method.Class.IsInterface() {
		kind = classfile.RefInvokeVirtual
	}
	if method.Private() && (kind == classfile.RefInvokeInterface || kind == classfile.RefInvokeVirtual) {
		return classfile.RefInvokeSpecial, method.Class, -1
	}
	switch kind {
	case classfile.RefInvokeInterface:
		if declared := object.FindMethod(method.Selector); declared != nil && declared.VIndex >= 0 {
			return classfile.RefInvokeVirtual, object, int32(declared.VIndex)
		}
		return kind, method.Class, 0
	case classfile.RefInvokeVirtual:
		if method.Class.IsInterface() {
			if named.IsInterface() {
				named = object
			}
			return kind, named, 0
		}
		if method.Final() || method.Class.Flags&classfile.AccFinal != 0 || method.VIndex < 0 {
			return classfile.RefInvokeSpecial, method.Class, -1
		}
		return kind, method.Class, int32(method.VIndex)
	}
	return kind, method.Class, -1
}

// setMemberMethod resolves a MemberName to a method that was looked up in the
// class named. kind is the reference kind asked for.
func setMemberMethod(t *Thread, member Ref, method *classes.Method, named *classes.Class, kind uint32) {
	m := t.M
	flags := uint32(method.Flags)
	if method.Name == "<init>" {
		flags |= memberIsConstructor
		kind = classfile.RefInvokeSpecial
	} else {
		flags |= memberIsMethod
	}
	kind, holder, index := methodReference(t, method, named, kind)
	if method.CallerSens {
		flags |= memberCallerSensitive
	}
	r := resolvedName(t, method)
	if r == 0 {
		return
	}
	m.Memory.SetU32(member+memberField(t, "flags"), flags|kind<<memberKindShift)
	m.Memory.SetU32(member+memberField(t, "vmIndex"), uint32(index))
	m.Memory.SetU32(member+memberField(t, "method"), r)
	m.Memory.SetU32(member+memberField(t, "clazz"), holder.Mirror)
}

// resolvedName makes the ResolvedMethodName of a method, 0 with a pending exception.
func resolvedName(t *Thread, method *classes.Method) Ref {
	resolved := t.FindBootClass("java/lang/invoke/ResolvedMethodName")
	if resolved == nil || !t.Initialize(resolved) {
		return 0
	}
	r := t.NewObject(resolved)
	if t.Exception != 0 {
		return 0
	}
	t.M.Memory.SetU32(r+resolved.Field("vmTarget", "").Offset, method.ID)
	t.M.Memory.SetU32(r+resolved.Field("vmholder", "").Offset, method.Class.Mirror)
	return r
}

// typeText is the descriptor that a MemberName's type stands for: a MethodType,
// a Class, or a String.
func typeText(t *Thread, member Ref) string {
	m := t.M
	kind := memberRef(t, member, "type")
	if kind == 0 {
		return ""
	}
	switch c := m.ClassOf(kind); c {
	case m.Known.String:
		return m.Text(kind)
	case m.Known.Class:
		return m.ClassOfMirror(kind).Descriptor()
	case m.Known.MethodType:
		var b strings.Builder
		b.WriteByte('(')
		params := m.Memory.U32(kind + c.Field("ptypes", "").Offset)
		for i := range m.Memory.U32(params + memory.ArrayLength) {
			b.WriteString(m.ClassOfMirror(m.Memory.U32(params + memory.ArrayBase + 4*i)).Descriptor())
		}
		b.WriteByte(')')
		b.WriteString(m.ClassOfMirror(m.Memory.U32(kind + c.Field("rtype", "").Offset)).Descriptor())
		return b.String()
	}
	return ""
}

// resolveMember is MethodHandleNatives.resolve.
func resolveMember(t *Thread, a Args) uint64 {
	m := t.M
	member, speculative := a.Ref(0), a.Bool(3)
	if member == 0 {
		t.Throw("java/lang/InternalError", "nothing to resolve")
		return 0
	}
	flags := m.Memory.U32(member + memberField(t, "flags"))
	if memberRef(t, member, "method") != 0 || flags&memberIsField != 0 && m.Memory.U32(member+memberField(t, "vmIndex")) != 0 {
		return uint64(member)
	}
	holder := memberRef(t, member, "clazz")
	if holder == 0 || memberRef(t, member, "name") == 0 {
		if speculative {
			return 0
		}
		t.Throw("java/lang/IllegalArgumentException", "nothing to resolve")
		return 0
	}
	c := m.ClassOfMirror(holder)
	if c.IsArray() || c.IsPrimitive() {
		c = m.Known.Object
	}
	name := m.Text(memberRef(t, member, "name"))
	desc := typeText(t, member)
	kind := flags >> memberKindShift & 15
	if flags&memberIsField != 0 {
		f := c.LookupField(name, desc)
		if f == nil {
			if !speculative {
				t.Throw("java/lang/NoSuchFieldError", m.NoSuchField(c, name, desc))
			}
			return 0
		}
		if caller := callerOf(t, a.Ref(1)); caller != nil && !t.ConstrainField(caller, f) {
			return 0
		}
		// Access, and whether the field is static as the kind says, are checked by the library.
		setMemberField(t, member, f, kind == classfile.RefPutField || kind == classfile.RefPutStatic)
		return uint64(member)
	}
	var method *classes.Method
	s := m.Registry.SelectorToFind(name, desc)
	switch {
	case flags&memberIsConstructor != 0:
		method = c.FindMethod(s)
	case c == m.Known.MethodHandle && polymorphicIntrinsic[name]:
		charge(t, polymorphicCost+uint64(len(desc)))
		method = m.PolymorphicMethod(name, desc)
	default:
		method = m.LookupForResolution(c, s)
	}
	if method == nil || method.Name == "<clinit>" {
		if !speculative {
			t.Throw("java/lang/NoSuchMethodError", noSuchMethod(m, c, s))
		}
		return 0
	}
	caller := callerOf(t, a.Ref(1))
	if caller != nil && !t.MemberAccessible(caller, method.Class, c, method.Flags) {
		if !speculative {
			t.ThrowMemberAccess(caller, method.Class, method.Flags, "method '"+linking.ExternalSignature(method.Desc, method.Class.ExternalName(), method.Name)+"'")
		}
		return 0
	}
	if caller != nil && !t.ConstrainMethod(caller, c, method) {
		return 0
	}
	special := kind == classfile.RefInvokeSpecial || kind == classfile.RefNewInvokeSpecial
	if special && caller != nil && !t.MayCallSpecial(caller, c, method) {
		if speculative {
			t.Exception = 0
		}
		return 0
	}
	if static := kind == classfile.RefInvokeStatic; method.Static() != static {
		if !speculative {
			expected := "Expecting non-static"
			if static {
				expected = "Expected static"
			}
			t.Throw("java/lang/IncompatibleClassChangeError", expected+" method '"+linking.ExternalSignature(method.Desc, method.Class.ExternalName(), method.Name)+"'")
		}
		return 0
	}
	if special {
		kind = classfile.RefInvokeSpecial
	}
	setMemberMethod(t, member, method, c, kind)
	if t.Exception != 0 {
		return 0
	}
	return uint64(member)
}

// callerOf is the class that looks a member up, nil for the library itself.
func callerOf(t *Thread, mirror Ref) *classes.Class {
	if mirror == 0 {
		return nil
	}
	return t.M.ClassOfMirror(mirror)
}

// noSuchMethod is the message for a method or constructor that class c lacks. A
// superclass may have a constructor of this type, which is not inherited.
func noSuchMethod(m *interpreter.Machine, c *classes.Class, s *classes.Selector) string {
	signature := linking.ExternalSignature(s.Desc, c.ExternalName(), s.Name)
	if s.Name == "<init>" && (c.IsInterface() || m.LookupForResolution(c, s) != nil) {
		return c.ExternalName() + ": method '" + strings.Replace(signature, c.ExternalName()+".", "", 1) + "' not found"
	}
	return "'" + signature + "'"
}

// polymorphicCost is what a stand-in costs beside its descriptor, in bytes. One that exists
// already is charged again: the library asks once for each of its lambda forms.
const polymorphicCost = 512

// polymorphicIntrinsic are the methods that lambda forms call directly.
var polymorphicIntrinsic = map[string]bool{"invokeBasic": true, "linkToStatic": true, "linkToSpecial": true, "linkToVirtual": true, "linkToInterface": true}

// expandMember is MethodHandleNatives.expand: name and type from the method.
func expandMember(t *Thread, a Args) uint64 {
	m := t.M
	member := a.Ref(0)
	if m.Memory.U32(member+memberField(t, "flags"))&memberIsField != 0 {
		declaring := memberRef(t, member, "clazz")
		if declaring == 0 {
			t.Throw("java/lang/IllegalArgumentException", "nothing to expand")
			return 0
		}
		c := m.ClassOfMirror(declaring)
		index := m.Memory.U32(member + memberField(t, "vmIndex"))
		for _, f := range c.Fields {
			if f.Static() && f.Address == index || !f.Static() && f.Offset == index {
				m.Memory.SetU32(member+memberField(t, "name"), t.InternText(f.Name))
				if memberRef(t, member, "type") == 0 {
					m.Memory.SetU32(member+memberField(t, "type"), t.InternText(f.Desc))
				}
				return 0
			}
		}
		t.Throw("java/lang/IllegalArgumentException", "unrecognized field")
		return 0
	}
	method := t.MethodOfMember(member)
	if method == nil {
		t.Throw("java/lang/IllegalArgumentException", "nothing to expand")
		return 0
	}
	m.Memory.SetU32(member+memberField(t, "clazz"), method.Class.Mirror)
	m.Memory.SetU32(member+memberField(t, "name"), t.InternText(method.Name))
	if memberRef(t, member, "type") == 0 {
		m.Memory.SetU32(member+memberField(t, "type"), t.InternText(method.Desc))
	}
	return 0
}
