package linking

import (
	"slices"
	"strings"

	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/memory"
)

// This file finds classes by name, through their loaders (JVMS 5.3).

// request is a class that a thread is loading, or whose supertypes it is loading.
type request struct {
	loader *classes.Loader
	name   string
}

// PrimitiveArray is the array class whose elements are of the primitive type
// with the given descriptor letter.
func (l *Linker) PrimitiveArray(letter byte) *classes.Class {
	return l.primitives[letter].Array()
}

// Primitive is the class of a primitive type or void.
func (l *Linker) Primitive(letter byte) *classes.Class { return l.primitives[letter] }

// LoadClass loads a class by its binary name with slashes (or array descriptor)
// through loader, as JVMS 5.3 says. It returns nil with a pending exception.
func (t *Thread) LoadClass(loader *classes.Loader, name string) *classes.Class {
	l := t.Linker
	t.nullAnswer = 0
	if c := loader.Classes[name]; c != nil {
		return c
	}
	if strings.HasPrefix(name, "[") {
		return t.loadArray(loader, name)
	}
	if loader.Mirror == 0 {
		c := t.loadBoot(name)
		if c == nil && t.Exception == 0 {
			t.throwNullAnswer(name)
		}
		return c
	}
	if l.ofReflection(loader) {
		return t.LoadClass(l.parent(loader), name)
	}
	// User-visible loading is the loader's own Java code.
	request := request{loader, name}
	if slices.Contains(t.loading, request) {
		t.Java.Throw("java/lang/ClassCircularityError", name)
		return nil
	}
	t.loading = append(t.loading, request)
	defer func() { t.loading = t.loading[:len(t.loading)-1] }()
	var mirror memory.Ref
	t.Java.Loading(l.ClassOf(loader.Mirror), func() {
		load := l.ClassOf(loader.Mirror).LookupMethod(l.Registry.Selector("loadClass", "(Ljava/lang/String;)Ljava/lang/Class;"))
		receiver := l.ClassOf(loader.Mirror)
		load = l.SelectVirtual(receiver, load)
		s := t.NewString(strings.ReplaceAll(name, "/", "."))
		if t.Exception == 0 {
			mirror = memory.Ref(t.Java.Call(sharedmemory.Callback, load, Value(loader.Mirror), Value(s)))
		}
	})
	if t.Exception != 0 {
		return nil
	}
	if mirror == 0 || l.ClassOfMirror(mirror).Name != name {
		t.throwNullAnswer(name)
		return nil
	}
	c := l.ClassOfMirror(mirror)
	if !t.recordInitiating(loader, c) {
		return nil
	}
	return c
}

// throwNullAnswer throws what stands for a loader that has no class of that name
// and does not say so itself.
func (t *Thread) throwNullAnswer(name string) {
	t.Java.Throw("java/lang/ClassNotFoundException", name)
	t.nullAnswer = t.Exception
}

// recordInitiating records loader as an initiating loader of c (JVMS 5.3.2). It
// reports false with a pending exception when it is one of another class of that
// name, or has to agree with a loader that is (JVMS 5.3.4).
func (t *Thread) recordInitiating(loader *classes.Loader, c *classes.Class) bool {
	l := t.Linker
	if before := loader.Classes[c.Name]; before != nil && before != c {
		t.Java.Throw("java/lang/LinkageError", "loader "+l.LoaderText(loader)+" attempted duplicate "+KindText(c)+" definition for "+c.ExternalName()+". ("+l.inModuleOfLoaderWithParent(c)+")")
		return false
	}
	if !t.agreesWithConstraints(loader, c) {
		return false
	}
	loader.Classes[c.Name] = c
	return true
}

// agreesWithConstraints checks that a class which loader is about to be an initiating loader of
// is the one on which it has agreed with other loaders.
func (t *Thread) agreesWithConstraints(loader *classes.Loader, c *classes.Class) bool {
	l := t.Linker
	other := l.Registry.Constraints.Record(loader, c.Name, c)
	if other == nil {
		return true
	}
	kind := KindText(other)
	t.Java.Throw("java/lang/LinkageError", "loader constraint violation: loader "+l.LoaderText(loader)+" wants to load "+KindText(c)+" "+c.ExternalName()+
		". A different "+kind+" with the same name was previously loaded by "+l.LoaderText(other.Loader)+". ("+l.inModuleOfLoaderWithParent(other)+")")
	return false
}

func (t *Thread) loadArray(loader *classes.Loader, name string) *classes.Class {
	l := t.Linker
	var component *classes.Class
	switch {
	case len(name) < 2:
	case name[1] == '[':
		component = t.LoadClass(loader, name[1:])
	case len(name) > 3 && name[1] == 'L' && strings.IndexAny(name[2:], ";[") == len(name)-3:
		component = t.LoadClass(loader, name[2:len(name)-1])
	case len(name) == 2 && name[1] != 'V':
		component = l.primitives[name[1]]
	}
	if component == nil {
		if t.Exception == t.nullAnswer {
			t.Exception = 0
			t.throwNullAnswer(name)
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
	cost := uint64(arrayClassCost)
	if component.Primitive != 0 || component.Trusted {
		cost = 0 // there are only so many, and saying that nothing is left may need one
	}
	if !t.chargeClass(cost) {
		return nil
	}
	c, err := t.Linker.Registry.ArrayOf(component)
	if err != nil {
		t.Java.Throw("java/lang/IllegalArgumentException", err.Error())
		return nil
	}
	c.Cost = cost
	t.makeMirror(c)
	return c
}

// FindBootClass loads a class of the boot loader, nil if there is none.
func (t *Thread) FindBootClass(name string) *classes.Class {
	if c := t.Linker.Registry.Boot().Classes[name]; c != nil {
		return c
	}
	return t.loadBoot(name)
}

func (t *Thread) loadBoot(name string) *classes.Class {
	l := t.Linker
	if data, module := t.patchOf(name); data != nil {
		return t.DefineClass(l.Registry.Boot(), data, DefineOptions{Name: name, Module: module})
	} else if t.Exception != 0 {
		return nil
	}
	if read := l.takeAhead(name); read.file != nil {
		if !l.bootModule(read.module) {
			return nil
		}
		return t.DefineClass(l.Registry.Boot(), read.data, DefineOptions{Name: name, Module: read.module, Trusted: true, File: read.file, Methods: read.methods})
	}
	data, module, ok, err := l.Boot.FindClass(name)
	if err != nil {
		t.Java.Throw("java/lang/InternalError", err.Error())
		return nil
	}
	if !ok || !l.bootModule(module) {
		return nil
	}
	return t.DefineClass(l.Registry.Boot(), data, DefineOptions{Name: name, Module: module, Trusted: true})
}

// patchOf is the class file that a patch has of a class of the boot loader, with its module; nil if there is none, or an exception is pending.
func (t *Thread) patchOf(name string) (data []byte, module string) {
	l := t.Linker
	slash := strings.LastIndexByte(name, '/')
	if l.Patches == nil || slash < 0 {
		return nil, ""
	}
	if named := l.Packages[l.Registry.Boot()][name[:slash]]; named != nil {
		module = named.Name
	} else if module = l.Boot.ModuleOf(name[:slash]); !l.bootModule(module) {
		return nil, ""
	}
	data, _, err := l.Patches.FindClass(module, name)
	if err != nil {
		t.Java.Throw("java/lang/InternalError", err.Error())
		return nil, ""
	}
	return data, module
}

// WrapNotFound turns a loader's ClassNotFoundException into the
// NoClassDefFoundError that JVMS 5.3.1 asks for when the VM needs the class.
func (t *Thread) WrapNotFound(name string) {
	l := t.Linker
	if t.Exception == 0 || l.ClassOf(t.Exception).Name != "java/lang/ClassNotFoundException" {
		return
	}
	cause := t.Java.Root(t.Exception)
	t.Exception = 0
	t.Java.Throw("java/lang/NoClassDefFoundError", name)
	if cause != t.nullAnswer {
		t.setCause(cause)
	}
}

// setCause sets the cause of the pending exception.
func (t *Thread) setCause(cause memory.Ref) {
	init := t.Linker.Known.Throwable.Method("initCause", "(Ljava/lang/Throwable;)Ljava/lang/Throwable;")
	e := t.Java.Root(t.Exception)
	t.Exception = 0
	t.Java.VMWork(func() { t.Java.Call(sharedmemory.Callback, init, Value(e), Value(cause)) })
	t.Exception = e
}

// ClassOfDescriptor is the class of a field descriptor, or of V. It returns nil
// with a pending exception.
func (t *Thread) ClassOfDescriptor(loader *classes.Loader, desc string) *classes.Class {
	var c *classes.Class
	switch {
	case len(desc) == 1:
		c = t.Linker.primitives[desc[0]]
	case strings.HasPrefix(desc, "L"):
		c = t.LoadClass(loader, desc[1:len(desc)-1])
		if c == nil {
			t.WrapNotFound(desc[1 : len(desc)-1])
		}
	default:
		c = t.LoadClass(loader, desc)
		if c == nil {
			t.WrapNotFound(desc)
		}
	}
	return c
}

// LoaderOf is the loader of a java.lang.ClassLoader object, null being the boot
// loader.
func (l *Linker) LoaderOf(mirror memory.Ref) *classes.Loader {
	if mirror == 0 {
		return l.Registry.Boot()
	}
	id := l.Memory.U32(mirror + l.Known.LoaderVM)
	if id == 0 {
		loader := l.Registry.NewLoader(mirror)
		loader.Lifetime.Permanent = l.BuiltinLoader(loader)
		l.Memory.SetU32(mirror+l.Known.LoaderVM, loader.ID)
		return loader
	}
	if uint64(id) >= uint64(len(l.Registry.Loaders)) || l.Registry.Loaders[id] == nil {
		panic(memory.Forgery{Address: mirror})
	}
	return l.Registry.Loaders[id]
}

// The JDK's own class loaders beside the boot loader.
const (
	platformLoader = "jdk/internal/loader/ClassLoaders$PlatformClassLoader"
	appLoader      = "jdk/internal/loader/ClassLoaders$AppClassLoader"
)

// delegatingLoader is the class of the loaders into which core reflection
// defines the accessors that it generates.
const delegatingLoader = "jdk/internal/reflect/DelegatingClassLoader"

// ofReflection reports whether loader is one for an accessor that core reflection has generated. What such an accessor
// names the loader's parent has loaded, and there the machine looks for it, as HotSpot does: that parent's code need not expect to be asked again.
func (l *Linker) ofReflection(loader *classes.Loader) bool {
	return l.IsLoader(loader, delegatingLoader)
}

// IsLoader reports whether a loader is an object of a class of the library's, by its name: not of one that the program has named so.
func (l *Linker) IsLoader(loader *classes.Loader, class string) bool {
	if loader.Mirror == 0 {
		return false
	}
	c := l.ClassOf(loader.Mirror)
	return c.Trusted && c.Name == class
}

// parent is the loader that one, which is not the boot loader, delegates to.
func (l *Linker) parent(loader *classes.Loader) *classes.Loader {
	return l.LoaderOf(l.Memory.U32(loader.Mirror + l.Known.ClassLoader.Field("parent", "").Offset))
}

// isPlatformLoader reports whether loader is the JDK's platform class loader.
func (l *Linker) isPlatformLoader(loader *classes.Loader) bool {
	return l.isLoader(loader, platformLoader)
}

// BuiltinLoader reports whether loader is one of the JDK's own three.
func (l *Linker) BuiltinLoader(loader *classes.Loader) bool {
	return loader.Mirror == 0 || l.isPlatformLoader(loader) || l.isLoader(loader, appLoader)
}

// isLoader reports whether a loader is of a class of the JDK; a program's class may have
// the same name.
func (l *Linker) isLoader(loader *classes.Loader, class string) bool {
	if loader.Mirror == 0 {
		return false
	}
	c := l.ClassOf(loader.Mirror)
	return c.Name == class && c.Loader.Mirror == 0
}

// SystemLoader is the application class loader.
func (t *Thread) SystemLoader() *classes.Loader {
	l := t.Linker
	c := l.Known.ClassLoader
	var r memory.Ref
	t.Java.VMWork(func() {
		r = memory.Ref(t.Java.Call(sharedmemory.Callback, c.Method("getSystemClassLoader", "()Ljava/lang/ClassLoader;")))
	})
	return l.LoaderOf(r)
}
