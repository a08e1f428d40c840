//go:build unix

package natives

// The objects of java.lang.reflect that the VM itself makes: Field, Method,
// Constructor, RecordComponent and Parameter. Their fields are set directly,
// without running the library's constructors, and slot is the index of the
// member in its class, by which the accessors find it again.

import (
	"path/filepath"
	"runtime"
	"slices"
	"sync"

	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/linking"
	"hotlens/vm/mappedfile"
	"hotlens/vm/methodorder"
)

// reflected is an object under construction. Every step does nothing once an
// exception is pending.
type reflected struct {
	t      *Thread
	class  *classes.Class
	object Ref
}

// newReflected makes an empty object of a class of the boot loader.
func newReflected(t *Thread, class string) reflected {
	c := t.FindBootClass(class)
	if c == nil || !t.Initialize(c) {
		return reflected{t: t}
	}
	return reflected{t, c, t.NewObject(c)}
}

func (r reflected) failed() bool { return r.object == 0 || r.t.Exception != 0 }

func (r reflected) setRef(field string, value Ref) {
	if !r.failed() {
		r.t.M.Memory.SetU32(r.object+r.class.LookupField(field, "").Offset, value)
	}
}

func (r reflected) setInt(field string, value uint32) { r.setRef(field, value) }

func (r reflected) setBoolean(field string, value bool) {
	if !r.failed() {
		r.t.M.Memory.SetU8(r.object+r.class.LookupField(field, "").Offset, uint8(boolean(value)))
	}
}

// optionalUtf8 makes a String of modified UTF-8, null of "".
func optionalUtf8(t *Thread, s string) Ref {
	if s == "" || t.Exception != 0 {
		return 0
	}
	return newUtf8(t, s)
}

// newUtf8 makes a String of modified UTF-8 (JVMS 4.4.7).
func newUtf8(t *Thread, s string) Ref {
	if classfile.IsASCII(s) {
		return t.NewString(s)
	}
	return t.NewStringUTF16(classfile.DecodeUtf8(s))
}

// optionalBytes makes a byte[], null of nil.
func optionalBytes(t *Thread, b []byte) Ref {
	if b == nil || t.Exception != 0 {
		return 0
	}
	return t.NewBytes(b)
}

// mirrorOf is the Class object of a descriptor, seen from c. It is 0 with a
// pending exception.
func mirrorOf(t *Thread, c *classes.Class, desc string) Ref {
	if t.Exception != 0 {
		return 0
	}
	var found *classes.Class
	if c.Hidden && desc == "L"+c.File.Name+";" {
		found = c // a hidden class cannot be found by its name
	} else {
		found = t.ClassOfDescriptor(c.Loader, desc)
	}
	if found == nil {
		return 0
	}
	return found.Mirror
}

// mirrorsOf makes a Class[] of descriptors.
func mirrorsOf(t *Thread, c *classes.Class, descs []string) Ref {
	mirrors := make([]Ref, len(descs))
	for i, d := range descs {
		if mirrors[i] = mirrorOf(t, c, d); mirrors[i] == 0 {
			return 0
		}
	}
	return t.NewRefArray(t.M.Known.Class, mirrors)
}

// memberFlags are a member's modifiers; the Synthetic attribute of old class
// files counts as the flag.
func memberFlags(flags uint16, member *classfile.Member) uint32 {
	if member.Synthetic {
		flags |= classfile.AccSynthetic
	}
	return uint32(flags)
}

// newField makes a java.lang.reflect.Field; 0 with a pending exception.
func newField(t *Thread, f *classes.Field) Ref {
	r := newReflected(t, "java/lang/reflect/Field")
	r.setRef("clazz", f.Class.Mirror)
	r.setInt("slot", uint32(f.Slot))
	r.setRef("name", t.InternUtf8(f.Name))
	r.setRef("type", mirrorOf(t, f.Class, f.Desc))
	r.setInt("modifiers", memberFlags(f.Flags, f.Member))
	r.setBoolean("trustedFinal", trustedFinal(f))
	attributes := f.Member.Attributes()
	r.setRef("signature", optionalUtf8(t, attributes.Signature))
	r.setRef("annotations", optionalBytes(t, attributes.Annotations))
	return r.object
}

// trustedFinal reports whether nobody can write a field after its class or
// object has been made, not even reflection.
func trustedFinal(f *classes.Field) bool {
	return f.Flags&classfile.AccFinal != 0 && (f.Static() || f.Class.Hidden || f.Class.File.IsRecord)
}

// newExecutable makes a java.lang.reflect.Method, or a Constructor of an
// <init>; 0 with a pending exception.
func newExecutable(t *Thread, m *classes.Method) Ref {
	c, attributes := m.Class, m.Member.Attributes()
	params, ret, err := classfile.ParseDescriptor(m.Desc)
	if err != nil {
		t.Throw("java/lang/ClassFormatError", err.Error())
		return 0
	}
	thrown := make([]string, len(attributes.Exceptions))
	for i, e := range attributes.Exceptions {
		thrown[i] = "L" + e + ";"
	}
	var r reflected
	if m.Name == "<init>" {
		r = newReflected(t, "java/lang/reflect/Constructor")
	} else {
		r = newReflected(t, "java/lang/reflect/Method")
		r.setRef("name", t.InternUtf8(m.Name))
		r.setRef("returnType", mirrorOf(t, c, ret))
		r.setRef("annotationDefault", optionalBytes(t, attributes.AnnotationDefault))
	}
	r.setRef("clazz", c.Mirror)
	r.setInt("slot", uint32(m.Slot))
	r.setRef("parameterTypes", mirrorsOf(t, c, params))
	r.setRef("exceptionTypes", mirrorsOf(t, c, thrown))
	r.setInt("modifiers", memberFlags(m.Flags, m.Member))
	r.setRef("signature", optionalUtf8(t, attributes.Signature))
	r.setRef("annotations", optionalBytes(t, attributes.Annotations))
	r.setRef("parameterAnnotations", optionalBytes(t, attributes.ParameterAnnotations))
	return r.object
}

// reflectedArray makes the objects of list in order, as an array of the named
// class.
func reflectedArray[T any](t *Thread, class string, list []T, object func(*Thread, T) Ref) uint64 {
	objects := make([]Ref, 0, len(list))
	for _, member := range list {
		r := object(t, member)
		if t.Exception != 0 {
			return 0
		}
		objects = append(objects, r)
	}
	component := t.FindBootClass(class)
	if component == nil {
		return 0
	}
	return uint64(t.NewRefArray(component, objects))
}

// declaredFields is Class.getDeclaredFields0, in the order of the class file.
// The library itself hides the fields that nobody may see.
func declaredFields(t *Thread, a Args) uint64 {
	c := t.M.ClassOfMirror(a.Ref(0))
	if !t.Link(c) {
		return 0
	}
	var list []*classes.Field
	for _, f := range c.Fields {
		if !f.Injected && (!a.Bool(1) || f.Flags&classfile.AccPublic != 0) {
			list = append(list, f)
		}
	}
	return reflectedArray(t, "java/lang/reflect/Field", list, newField)
}

// methodOrder is the order of the names of methods. It is found out when a program
// first asks for the methods of a class, or ahead of that.
type methodOrder struct {
	once  sync.Once
	names *methodorder.Order // those of the JDK's archive, once it has been read
	asked bool               // for the methods of a class
	seen  uint64             // the number of the last class file whose names it has
}

// OrderMethods finds out ahead what Class.getDeclaredMethods takes, which is much the first time, for the class files that have been read so far. Any goroutine
// may call it.
func (h *Host) OrderMethods(read []linking.ClassFile) {
	h.methodOrder.once.Do(func() {
		// A JDK without the archive is one without class data sharing.
		archive, _ := mappedfile.Map(filepath.Join(h.JDKHome, "lib", "server", "classes.jsa"))
		names := methodorder.NewOrder(archive)
		runtime.AddCleanup(names, func(archive []byte) { _ = mappedfile.Unmap(archive) }, archive)
		h.methodOrder.names = names
		h.methodOrder.add(read)
	})
}

// add adds the names in class files.
func (o *methodOrder) add(read []linking.ClassFile) {
	for _, file := range read {
		if file.Number <= o.seen {
			continue
		}
		o.seen = file.Number
		for _, constant := range file.Pool.All() {
			if constant.Tag == classfile.TagUtf8 {
				o.names.Add(constant.Utf8)
			}
		}
	}
}

// OrdersMethods tells whether the program has asked for the methods of a class.
func (h *Host) OrdersMethods() bool { return h.methodOrder.asked }

// orderOfMethods returns the order for all classes read so far.
func orderOfMethods(t *Thread) *methodorder.Order {
	h := hostOf(t)
	h.OrderMethods(nil)
	h.methodOrder.asked = true
	h.methodOrder.add(t.M.ClassFiles)
	return h.methodOrder.names
}

// declaredExecutables lists the methods or the constructors of a class, in
// HotSpot's order.
func declaredExecutables(t *Thread, c *classes.Class, constructors, publicOnly bool) []*classes.Method {
	if c.File == nil {
		return nil
	}
	names := orderOfMethods(t)
	methods := slices.Clone(c.Methods)
	methodorder.Sort(methods, func(m *classes.Method) int { return names.Rank(m.Name) })
	return slices.DeleteFunc(methods, func(m *classes.Method) bool {
		return m.Name == "<clinit>" || (m.Name == "<init>") != constructors || publicOnly && !m.Public()
	})
}

// declaredMethods is Class.getDeclaredMethods0.
func declaredMethods(t *Thread, a Args) uint64 {
	c := t.M.ClassOfMirror(a.Ref(0))
	if !t.Link(c) {
		return 0
	}
	return reflectedArray(t, "java/lang/reflect/Method", declaredExecutables(t, c, false, a.Bool(1)), newExecutable)
}

// declaredConstructors is Class.getDeclaredConstructors0.
func declaredConstructors(t *Thread, a Args) uint64 {
	c := t.M.ClassOfMirror(a.Ref(0))
	if !t.Link(c) {
		return 0
	}
	return reflectedArray(t, "java/lang/reflect/Constructor", declaredExecutables(t, c, true, a.Bool(1)), newExecutable)
}

// recordComponents is Class.getRecordComponents0, null for what is no record.
func recordComponents(t *Thread, a Args) uint64 {
	c := t.M.ClassOfMirror(a.Ref(0))
	if c.File == nil || !c.File.IsRecord {
		return 0
	}
	return reflectedArray(t, "java/lang/reflect/RecordComponent", c.File.RecordComponents, func(t *Thread, component classfile.RecordComponent) Ref {
		r := newReflected(t, "java/lang/reflect/RecordComponent")
		r.setRef("clazz", c.Mirror)
		r.setRef("name", t.InternUtf8(component.Name))
		r.setRef("type", mirrorOf(t, c, component.Descriptor))
		if m := c.Method(component.Name, "()"+component.Descriptor); m != nil && !m.Static() && t.Exception == 0 {
			r.setRef("accessor", newExecutable(t, m))
		}
		r.setRef("signature", optionalUtf8(t, component.Signature))
		r.setRef("annotations", optionalBytes(t, component.Annotations))
		r.setRef("typeAnnotations", optionalBytes(t, component.TypeAnnotations))
		return r.object
	})
}

// fieldOfReflection is the field behind a java.lang.reflect.Field; nil with a
// pending exception for null, and for an object that no constructor has seen.
func fieldOfReflection(t *Thread, object Ref) *classes.Field {
	c, slot := memberOfReflection(t, object)
	if c == nil || !isMember(t, slot, len(c.Fields)) {
		return nil
	}
	return c.Fields[slot]
}

// methodOfReflection is the method behind a Method or Constructor object; nil with
// a pending exception for null, and for an object that no constructor has seen.
func methodOfReflection(t *Thread, object Ref) *classes.Method {
	c, slot := memberOfReflection(t, object)
	if c == nil || !isMember(t, slot, len(c.Methods)) {
		return nil
	}
	return c.Methods[slot]
}

// isMember reports whether a class with so many members has one in the slot; if not,
// an InternalError is pending.
func isMember(t *Thread, slot uint32, members int) bool {
	if uint64(slot) >= uint64(members) {
		t.Throwf("java/lang/InternalError", "the class has no member %d", slot)
		return false
	}
	return true
}

// memberOfReflection reads the declaring class and the slot of a Field, Method
// or Constructor object. The class is nil with a pending exception if there is none.
func memberOfReflection(t *Thread, object Ref) (*classes.Class, uint32) {
	m := t.M
	if object == 0 {
		t.ThrowNull()
		return nil, 0
	}
	c := m.ClassOf(object)
	declaring := m.Memory.U32(object + c.LookupField("clazz", "").Offset)
	if declaring == 0 {
		t.ThrowNull()
		return nil, 0
	}
	return m.ClassOfMirror(declaring), m.Memory.U32(object + c.LookupField("slot", "").Offset)
}
