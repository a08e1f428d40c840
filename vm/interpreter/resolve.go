package interpreter

import (
	"errors"
	"strconv"
	"strings"

	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/memory"
)

// This file loads and defines classes and resolves symbolic references
// (JVMS 5.3, 5.4).

func itoa(v int32) string { return strconv.Itoa(int(v)) }

// PrimitiveArray is the array class whose elements are of the primitive type
// with the given descriptor letter.
func (m *Machine) PrimitiveArray(letter byte) *classes.Class {
	return m.primitives[letter].Array()
}

// Primitive is the class of a primitive type or void.
func (m *Machine) Primitive(letter byte) *classes.Class { return m.primitives[letter] }

// LoadClass loads a class by its binary name with slashes (or array descriptor)
// through loader, as JVMS 5.3 says. It returns nil with a pending exception.
func (t *Thread) LoadClass(loader *classes.Loader, name string) *classes.Class {
	m := t.M
	if c := loader.Classes[name]; c != nil {
		return c
	}
	if strings.HasPrefix(name, "[") {
		return t.loadArray(loader, name)
	}
	if loader.Mirror == 0 {
		c := t.loadBoot(name)
		if c == nil && t.Exception == 0 {
			t.Throw("java/lang/NoClassDefFoundError", name)
		}
		return c
	}
	// User-visible loading is the loader's own Java code.
	var mirror memory.Ref
	t.VMWork(func() {
		load := m.ClassOf(loader.Mirror).LookupMethod(m.Registry.Selector("loadClass", "(Ljava/lang/String;)Ljava/lang/Class;"))
		receiver := m.ClassOf(loader.Mirror)
		load = m.SelectVirtual(receiver, load)
		s := t.NewString(strings.ReplaceAll(name, "/", "."))
		if t.Exception == 0 {
			mirror = memory.Ref(t.Call(Callback, load, Value(loader.Mirror), Value(s)))
		}
	})
	if t.Exception != 0 {
		return nil
	}
	if mirror == 0 {
		t.Throw("java/lang/ClassNotFoundException", strings.ReplaceAll(name, "/", "."))
		return nil
	}
	c := m.ClassOfMirror(mirror)
	if c.Name != name {
		t.Throw("java/lang/NoClassDefFoundError", name+" (wrong name: "+c.Name+")")
		return nil
	}
	loader.Classes[name] = c
	return c
}

func (t *Thread) loadArray(loader *classes.Loader, name string) *classes.Class {
	m := t.M
	var component *classes.Class
	switch {
	case len(name) < 2:
	case name[1] == '[':
		component = t.LoadClass(loader, name[1:])
	case name[1] == 'L' && strings.HasSuffix(name, ";"):
		component = t.LoadClass(loader, name[2:len(name)-1])
	case len(name) == 2 && name[1] != 'V':
		component = m.primitives[name[1]]
	}
	if component == nil {
		if t.Exception == 0 {
			t.Throw("java/lang/ClassNotFoundException", strings.ReplaceAll(name, "/", "."))
		}
		return nil
	}
	c := t.ArrayOf(component)
	if c != nil {
		loader.Classes[name] = c
	}
	return c
}

// ArrayOf is the array class with the given element class; nil with a pending
// exception.
func (t *Thread) ArrayOf(component *classes.Class) *classes.Class {
	if c := component.Array(); c != nil {
		return c
	}
	c, err := t.M.Registry.ArrayOf(component)
	if err != nil {
		t.Throw("java/lang/IllegalArgumentException", err.Error())
		return nil
	}
	t.makeMirror(c)
	return c
}

// FindBootClass loads a class of the boot loader, nil if there is none.
func (t *Thread) FindBootClass(name string) *classes.Class {
	if c := t.M.Registry.Boot().Classes[name]; c != nil {
		return c
	}
	return t.loadBoot(name)
}

func (t *Thread) loadBoot(name string) *classes.Class {
	m := t.M
	data, module, ok, err := m.Boot.FindClass(name)
	if err != nil {
		t.Throw("java/lang/InternalError", err.Error())
		return nil
	}
	if !ok || !m.bootModule(module) {
		return nil
	}
	return t.DefineClass(m.Registry.Boot(), data, DefineOptions{Name: name, Module: module, trusted: true})
}

// bootModule reports whether the boot loader defines the classes of a module:
// before the module system is up it is java.base alone, afterwards what
// Module.defineModule0 said.
func (m *Machine) bootModule(module string) bool {
	return module == "java.base" || m.bootModules == nil || m.bootModules[module]
}

// AddBootModule records that the boot loader defines the classes of a module.
func (m *Machine) AddBootModule(name string) {
	if m.bootModules == nil {
		m.bootModules = map[string]bool{}
	}
	m.bootModules[name] = true
}

// DefineOptions say how a class is defined.
type DefineOptions struct {
	Name             string // expected name with slashes, or a hidden class's name in place of its file's; "" any
	Module           string // boot classes: the module of the image
	ProtectionDomain memory.Ref
	Source           string
	Hidden           bool
	Host             *classes.Class // of a hidden class: its lookup class
	NestMate         bool
	ClassData        memory.Ref

	trusted bool // the bytes come from the JDK's image
}

// What classes that are not the library's own cost outside the heap, in bytes: each one, and each byte of its
// class file (measured on small and large ones), and the bound of the sum. A
// program that defines classes without end is stopped by it; the largest
// applications load about twenty thousand classes, a fifth of it.
const (
	classCost     = 6 << 10
	classFileCost = 4
	maxClassBytes = 1 << 30
)

// DefineClass makes a class from a class file (JVMS 5.3.5). It returns nil with
// a pending exception.
func (t *Thread) DefineClass(loader *classes.Loader, data []byte, o DefineOptions) *classes.Class {
	m := t.M
	parse := classfile.ParseNamed
	if o.trusted {
		parse = classfile.ParseTrusted
	} else if m.classBytes += classCost + classFileCost*uint64(len(data)); m.classBytes > maxClassBytes {
		t.Throw("java/lang/OutOfMemoryError", "Metaspace")
		return nil
	}
	file, err := parse(o.Name, data)
	if err != nil {
		var version *classfile.UnsupportedVersionError
		if errors.As(err, &version) {
			t.Throw("java/lang/UnsupportedClassVersionError", o.Name+" "+err.Error())
		} else {
			t.Throw("java/lang/ClassFormatError", err.Error())
		}
		return nil
	}
	m.ClassFiles = append(m.ClassFiles, file)
	name := file.Name
	if o.Hidden && o.Name != "" {
		name = o.Name
	}
	if o.Name != "" && o.Name != name {
		t.Throw("java/lang/NoClassDefFoundError", o.Name+" (wrong name: "+name+")")
		return nil
	}
	if o.Hidden {
		m.hiddenCount++
		name += "+0x" + leftPad(strconv.FormatInt(int64(m.hiddenCount), 16), 16)
	} else if c := loader.Classes[name]; c != nil && c.Loader == loader {
		t.Throw("java/lang/LinkageError", "loader "+m.LoaderText(loader)+" attempted duplicate "+kindText(c)+" definition for "+c.ExternalName()+". ("+c.ExternalName()+" is in "+m.placeOf(c)+m.parentText(loader)+")")
		return nil
	}
	if loader.Mirror != 0 && strings.HasPrefix(name, "java/") && m.ClassOf(loader.Mirror).Name != "jdk/internal/loader/ClassLoaders$PlatformClassLoader" {
		t.Throw("java/lang/SecurityException", "Prohibited package name: "+strings.ReplaceAll(classes.PackageOf(name), "/", "."))
		return nil
	}
	if m.defining[name] {
		t.Throw("java/lang/ClassCircularityError", name)
		return nil
	}
	m.defining[name] = true
	defer delete(m.defining, name)
	var super *classes.Class
	if file.Super != "" {
		if super = t.LoadClass(loader, file.Super); super == nil {
			t.wrapNotFound(file.Super)
			return nil
		}
	} else if name != "java/lang/Object" {
		t.Throw("java/lang/ClassFormatError", "Invalid superclass index 0 in class file "+name)
		return nil
	}
	interfaces := make([]*classes.Class, len(file.Interfaces))
	for i, n := range file.Interfaces {
		if interfaces[i] = t.LoadClass(loader, n); interfaces[i] == nil {
			t.wrapNotFound(n)
			return nil
		}
	}
	c, err := m.Registry.Define(file, name, loader, super, interfaces)
	if err != nil {
		var link *classes.LinkError
		if errors.As(err, &link) {
			t.Throw(link.Class, link.Message)
		} else {
			t.Throw("java/lang/OutOfMemoryError", err.Error())
		}
		return nil
	}
	c.Trusted, c.Verified = o.trusted, o.trusted
	c.ModuleName = o.Module
	c.ProtectionDomain = o.ProtectionDomain
	if o.Hidden {
		c.NestHost = c
		if o.NestMate && o.Host != nil {
			c.NestHost = t.NestHost(o.Host)
		}
		if o.Host != nil {
			c.Package = o.Host.Package
		}
		// Stack traces do not show hidden classes (HotSpot: ShowHiddenFrames).
		for _, method := range c.Methods {
			method.HiddenFrame = true
		}
	} else {
		loader.Classes[name] = c
	}
	if m.Known.Class != nil || m.Registry.Boot().Classes["java/lang/Class"] != nil {
		t.makeMirror(c)
		if o.ClassData != 0 {
			m.Memory.SetU32(c.Mirror+m.Known.ClassData, o.ClassData)
		}
	}
	return c
}

func leftPad(s string, n int) string { return strings.Repeat("0", max(0, n-len(s))) + s }

// wrapNotFound turns a loader's ClassNotFoundException into the
// NoClassDefFoundError that JVMS 5.3.1 asks for when the VM needs the class.
func (t *Thread) wrapNotFound(name string) {
	m := t.M
	if t.Exception == 0 || m.ClassOf(t.Exception).Name != "java/lang/ClassNotFoundException" {
		return
	}
	cause := t.Root(t.Exception)
	t.Exception = 0
	t.Throw("java/lang/NoClassDefFoundError", name)
	t.setCause(cause)
}

// setCause sets the cause of the pending exception.
func (t *Thread) setCause(cause memory.Ref) {
	init := t.M.Known.Throwable.Method("initCause", "(Ljava/lang/Throwable;)Ljava/lang/Throwable;")
	e := t.Root(t.Exception)
	t.Exception = 0
	t.VMWork(func() { t.Call(Callback, init, Value(e), Value(cause)) })
	t.Exception = e
}

// LoaderText names a class loader as HotSpot does in messages.
func (m *Machine) LoaderText(l *classes.Loader) string {
	if l.Mirror == 0 {
		return "'bootstrap'"
	}
	if f := m.Known.ClassLoader.Field("nameAndId", ""); f != nil {
		return m.Text(m.Memory.U32(l.Mirror + f.Offset))
	}
	return m.ClassOf(l.Mirror).ExternalName()
}

// parentText names the parent of a loader that the program has made.
func (m *Machine) parentText(l *classes.Loader) string {
	if l.Mirror == 0 || strings.HasPrefix(m.ClassOf(l.Mirror).Name, "jdk/internal/loader/") {
		return ""
	}
	parent := m.Memory.U32(l.Mirror + m.Known.ClassLoader.Field("parent", "").Offset)
	return ", parent loader " + m.LoaderText(m.LoaderOf(parent))
}

// makeMirror makes the java.lang.Class object of c. Before java.lang.Class is
// loaded there are none; LoadKnown makes them up later.
func (t *Thread) makeMirror(c *classes.Class) {
	m := t.M
	if m.Known.Class == nil {
		return
	}
	r := t.allocate(uint64(m.Known.Class.InstanceSize), false)
	if r == 0 {
		// A program that has filled the heap may need one more class to say so.
		open := m.Heap.Emergency(true)
		r = t.allocate(uint64(m.Known.Class.InstanceSize), false)
		m.Heap.Emergency(open)
	}
	if r == 0 {
		m.Limit("heap", "the heap of %d MB is full of classes; give more with --heap", m.Heap.Limit()>>20)
	}
	m.Memory.SetU32(r, m.Known.Class.TIB)
	c.Mirror = r
	m.Memory.SetU32(r+m.Known.ClassVM, c.ID)
	m.Memory.SetU32(r+m.Known.ClassLoaderField, c.Loader.Mirror)
	if c.Component != nil {
		m.Memory.SetU32(r+m.Known.ClassComponent, c.Component.Mirror)
		c.Module = c.Component.Module
	} else {
		m.placeInModule(c)
	}
	m.Memory.SetU32(r+m.Known.ClassModule, c.Module)
}

// placeInModule finds the module of a class by its package (JVMS 5.3.6).
func (m *Machine) placeInModule(c *classes.Class) {
	if module, ok := m.Packages[c.Loader][c.Package]; ok {
		c.Module, c.ModuleName = module.Object, module.Name
		return
	}
	if c.Loader.Mirror == 0 && (c.ModuleName == "java.base" || c.Primitive != 0) {
		c.Module, c.ModuleName = m.BaseModule, "java.base"
		return
	}
	c.ModuleName = ""
	if c.Loader.Mirror == 0 {
		c.Module = m.Unnamed[c.Loader]
		return
	}
	c.Module = m.Memory.U32(c.Loader.Mirror + m.Known.LoaderUnnamed)
}

// SetModule records the module of a class that is already loaded.
func (m *Machine) SetModule(c *classes.Class, module Module) {
	c.Module, c.ModuleName = module.Object, module.Name
	if c.Mirror != 0 {
		m.Memory.SetU32(c.Mirror+m.Known.ClassModule, module.Object)
	}
}

// ClassOfMirror is the class of a java.lang.Class object.
func (m *Machine) ClassOfMirror(mirror memory.Ref) *classes.Class {
	return m.Registry.Classes[m.Memory.U32(mirror+m.Known.ClassVM)]
}

// LoaderOf is the loader of a java.lang.ClassLoader object, null being the boot
// loader.
func (m *Machine) LoaderOf(mirror memory.Ref) *classes.Loader {
	if mirror == 0 {
		return m.Registry.Boot()
	}
	id := m.Memory.U32(mirror + m.Known.LoaderVM)
	if id == 0 {
		l := m.Registry.NewLoader(mirror)
		m.Memory.SetU32(mirror+m.Known.LoaderVM, l.ID)
		return l
	}
	return m.Registry.Loaders[id]
}

// resolveClassAt resolves a Class constant (JVMS 5.4.3.1). The result, also a
// failure, is kept. It returns nil with a pending exception.
func (m *Machine) resolveClassAt(t *Thread, from *classes.Class, index int) *classes.Class {
	switch r := from.Pool[index].(type) {
	case *classes.Class:
		return r
	case failure:
		t.Exception = r.exception
		return nil
	}
	name, err := from.File.ClassName(uint16(index))
	if err != nil {
		t.Throw("java/lang/ClassFormatError", err.Error())
		return nil
	}
	var c *classes.Class
	if name == from.File.Name && from.Hidden {
		c = from
	} else {
		c = t.LoadClass(from.Loader, name)
	}
	if c == nil {
		t.wrapNotFound(name)
		m.keepFailure(t, from, index)
		return nil
	}
	if !m.accessible(from, c) {
		t.Throw("java/lang/IllegalAccessError", "failed to access class "+c.ExternalName()+" from class "+from.ExternalName()+" ("+m.placesOf(c, from)+")")
		m.keepFailure(t, from, index)
		return nil
	}
	from.Pool[index] = c
	return c
}

// accessible is the access check of a class (JVMS 5.4.4). Module readability is
// left to the library's own checks.
func (m *Machine) accessible(from, c *classes.Class) bool {
	for c.Component != nil {
		c = c.Component
	}
	return c.Primitive != 0 || c.Flags&classfile.AccPublic != 0 || c == from || from.SamePackage(c) || from.Magic || from.Hidden
}

// failure is a resolution that failed; it fails again in the same way.
type failure struct{ exception memory.Ref }

func (m *Machine) keepFailure(t *Thread, from *classes.Class, index int) {
	if e := t.Exception; e != 0 && m.ClassOf(e).IsSubclassOf(m.linkageError(t)) {
		from.Pool[index] = failure{m.Pin(e)}
		t.Exception = e
	}
}

func (m *Machine) linkageError(t *Thread) *classes.Class {
	e := t.Root(t.Exception)
	t.Exception = 0
	c := t.FindBootClass("java/lang/LinkageError")
	t.Exception = e
	t.Release(t.RootMark() - 1)
	return c
}

// resolveField resolves a Fieldref (JVMS 5.4.3.2).
func (m *Machine) resolveField(t *Thread, from *classes.Class, index int) *classes.Field {
	switch r := from.Pool[index].(type) {
	case *classes.Field:
		return r
	case failure:
		t.Exception = r.exception
		return nil
	}
	k := &from.File.Pool[index]
	c := m.resolveClassAt(t, from, int(k.A))
	if c == nil {
		return nil
	}
	name, desc, _ := from.File.NameAndType(k.B)
	f := c.LookupField(name, desc)
	if f == nil {
		t.Throw("java/lang/NoSuchFieldError", name)
		m.keepFailure(t, from, index)
		return nil
	}
	if !m.memberAccessible(t, from, f.Class, c, f.Flags) {
		t.Throw("java/lang/IllegalAccessError", m.memberDenial(from, f.Class, f.Flags, "field "+f.Class.ExternalName()+"."+f.Name))
		m.keepFailure(t, from, index)
		return nil
	}
	from.Pool[index] = f
	return f
}

// memberDenial is the message of an IllegalAccessError: class from named a member
// of class declaring, worded "field C.f" or "method 'void C.m()'".
func (m *Machine) memberDenial(from, declaring *classes.Class, flags uint16, member string) string {
	return "class " + from.ExternalName() + " tried to access " + accessText(flags) + member + " (" + m.placesOf(from, declaring) + ")"
}

// MethodDenial is the message of an IllegalAccessError for a method.
func (m *Machine) MethodDenial(from *classes.Class, method *classes.Method) string {
	return m.memberDenial(from, method.Class, method.Flags, "method '"+externalMethod(method)+"'")
}

func accessText(flags uint16) string {
	switch {
	case flags&classfile.AccPrivate != 0:
		return "private "
	case flags&classfile.AccProtected != 0:
		return "protected "
	}
	return ""
}

// MemberAccessible is the access check of a member of declaring, named through
// class named, from class from.
func (t *Thread) MemberAccessible(from, declaring, named *classes.Class, flags uint16) bool {
	return t.M.memberAccessible(t, from, declaring, named, flags)
}

// memberAccessible is the access check of a member (JVMS 5.4.4).
func (m *Machine) memberAccessible(t *Thread, from, declaring, named *classes.Class, flags uint16) bool {
	switch {
	case flags&classfile.AccPublic != 0, from == declaring, from.Magic:
		return true
	case flags&classfile.AccPrivate != 0:
		return t.NestHost(from) == t.NestHost(declaring)
	case from.SamePackage(declaring):
		return true
	case flags&classfile.AccProtected != 0:
		// Arrays' clone is public in effect.
		return from.IsSubclassOf(declaring) || named.IsArray() || from.Hidden
	}
	return false
}

// resolveMethod resolves a Methodref or InterfaceMethodref (JVMS 5.4.3.3,
// 5.4.3.4).
func (m *Machine) resolveMethod(t *Thread, from *classes.Class, index int, op uint16) *classes.Method {
	switch r := from.Pool[index].(type) {
	case *classes.Method:
		return r
	case failure:
		t.Exception = r.exception
		return nil
	}
	k := &from.File.Pool[index]
	c := m.resolveClassAt(t, from, int(k.A))
	if c == nil {
		return nil
	}
	name, desc, _ := from.File.NameAndType(k.B)
	if (k.Tag == classfile.TagInterfaceMethodref) != c.IsInterface() {
		word := "Found interface " + c.ExternalName() + ", but class was expected"
		if !c.IsInterface() {
			word = "Found class " + c.ExternalName() + ", but interface was expected"
		}
		t.Throw("java/lang/IncompatibleClassChangeError", word)
		m.keepFailure(t, from, index)
		return nil
	}
	s := m.Registry.Selector(name, desc)
	method := m.lookupForResolution(c, s)
	if method == nil {
		t.Throw("java/lang/NoSuchMethodError", "'"+externalSignature(desc, c.ExternalName(), name)+"'")
		m.keepFailure(t, from, index)
		return nil
	}
	if !m.memberAccessible(t, from, method.Class, c, method.Flags) {
		t.Throw("java/lang/IllegalAccessError", m.memberDenial(from, method.Class, method.Flags, "method '"+externalMethod(method)+"'"))
		m.keepFailure(t, from, index)
		return nil
	}
	if !m.isPolymorphic(method) {
		from.Pool[index] = method
	}
	return method
}

func (m *Machine) lookupForResolution(c *classes.Class, s *classes.Selector) *classes.Method {
	if c.IsInterface() {
		if method := c.FindMethod(s); method != nil {
			return method
		}
		if method := m.Known.Object.FindMethod(s); method != nil && method.Public() && !method.Static() {
			return method
		}
		return c.LookupInterfaceMethod(s)
	}
	if c.Component != nil {
		c = m.Known.Object
	}
	if (c == m.Known.MethodHandle || c == m.Known.VarHandle) && c != nil {
		for _, method := range c.Methods {
			if method.Name == s.Name && m.isPolymorphic(method) {
				return method
			}
		}
	}
	return c.LookupMethod(s)
}

// SelectVirtual is the method that a virtual call of resolved selects for an
// object of class c (JVMS 5.4.6).
func (m *Machine) SelectVirtual(c *classes.Class, resolved *classes.Method) *classes.Method {
	if resolved.Private() || resolved.Static() || resolved.Name == "<init>" {
		return resolved
	}
	if resolved.VIndex >= 0 && !resolved.Class.IsInterface() {
		return c.VTable[resolved.VIndex]
	}
	for _, v := range c.VTable {
		if v.Selector == resolved.Selector {
			return v
		}
	}
	return resolved
}

// NestHost is the nest host of a class (JVMS 5.4.4).
func (t *Thread) NestHost(c *classes.Class) *classes.Class {
	if c.NestHost != nil {
		return c.NestHost
	}
	c.NestHost = c
	if c.File == nil || c.File.NestHost == "" {
		return c
	}
	e := t.Exception
	t.Exception = 0
	host := t.LoadClass(c.Loader, c.File.NestHost)
	if t.Exception = e; host == nil || !host.SamePackage(c) {
		return c
	}
	for _, member := range host.File.NestMembers {
		if member == c.Name {
			c.NestHost = host
		}
	}
	return c.NestHost
}

// resolveConstant resolves a loadable constant (JVMS 5.1, 5.4.3). The value is
// its bits.
func (m *Machine) resolveConstant(t *Thread, from *classes.Class, index int) (Value, bool) {
	switch r := from.Pool[index].(type) {
	case constant:
		return Value(r), true
	case *classes.Class:
		return Value(r.Mirror), true
	case failure:
		t.Exception = r.exception
		return 0, false
	}
	k := &from.File.Pool[index]
	var v Value
	switch k.Tag {
	case classfile.TagInteger, classfile.TagFloat:
		return Value(int64(int32(k.Bits))), true
	case classfile.TagLong, classfile.TagDouble:
		return k.Bits, true
	case classfile.TagString:
		v = Value(m.Pin(t.InternUtf8(from.File.Pool[k.A].Utf8)))
	case classfile.TagClass:
		c := m.resolveClassAt(t, from, index)
		if c == nil {
			return 0, false
		}
		return Value(c.Mirror), true
	case classfile.TagMethodType:
		v = Value(m.Pin(t.MethodTypeOf(from.Loader, from.File.Pool[k.A].Utf8)))
	case classfile.TagMethodHandle:
		v = Value(m.Pin(t.methodHandleConstant(from, int(k.A), int(k.B))))
	case classfile.TagDynamic:
		v = t.dynamicConstant(from, index)
	default:
		t.Throw("java/lang/ClassFormatError", "constant pool entry "+strconv.Itoa(index)+" is not loadable")
	}
	if t.Exception != 0 {
		if k.Tag != classfile.TagString {
			m.keepFailure(t, from, index)
		}
		return 0, false
	}
	from.Pool[index] = constant(v)
	return v, true
}

// constant is a resolved loadable constant.
type constant Value
