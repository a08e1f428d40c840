package interpreter

import (
	"slices"
	"strings"

	"hotlens/vm/classes"
	"hotlens/vm/memory"
)

// This file finds classes by name, through their loaders (JVMS 5.3).

// loading is a class that a thread is loading, or whose supertypes it is loading.
type loading struct {
	loader *classes.Loader
	name   string
}

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
	t.unanswered = 0
	if c := loader.Classes[name]; c != nil {
		return c
	}
	if strings.HasPrefix(name, "[") {
		return t.loadArray(loader, name)
	}
	if loader.Mirror == 0 {
		c := t.loadBoot(name)
		if c == nil && t.Exception == 0 {
			t.throwUnanswered(name)
		}
		return c
	}
	// User-visible loading is the loader's own Java code.
	request := loading{loader, name}
	if slices.Contains(t.loading, request) {
		t.Throw("java/lang/ClassCircularityError", name)
		return nil
	}
	t.loading = append(t.loading, request)
	defer func() { t.loading = t.loading[:len(t.loading)-1] }()
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
	if mirror == 0 || m.ClassOfMirror(mirror).Name != name {
		t.throwUnanswered(name)
		return nil
	}
	c := m.ClassOfMirror(mirror)
	if !t.recordInitiating(loader, c) {
		return nil
	}
	return c
}

// throwUnanswered throws what stands for a loader that has no class of that name
// and does not say so itself.
func (t *Thread) throwUnanswered(name string) {
	t.Throw("java/lang/ClassNotFoundException", name)
	t.unanswered = t.Exception
}

// recordInitiating records loader as an initiating loader of c (JVMS 5.3.2). It
// reports false with a pending exception when it is one of another class of that
// name, or has to agree with a loader that is (JVMS 5.3.4).
func (t *Thread) recordInitiating(loader *classes.Loader, c *classes.Class) bool {
	m := t.M
	if before := loader.Classes[c.Name]; before != nil && before != c {
		t.Throw("java/lang/LinkageError", "loader "+m.LoaderText(loader)+" attempted duplicate "+kindText(c)+" definition for "+c.ExternalName()+". ("+m.placeWithParent(c)+")")
		return false
	}
	if !t.agrees(loader, c) {
		return false
	}
	loader.Classes[c.Name] = c
	return true
}

// agrees checks that a class which loader is about to be an initiating loader of
// is the one on which it has agreed with other loaders.
func (t *Thread) agrees(loader *classes.Loader, c *classes.Class) bool {
	m := t.M
	other := m.Registry.Constraints.Record(loader, c.Name, c)
	if other == nil {
		return true
	}
	kind := kindText(other)
	t.Throw("java/lang/LinkageError", "loader constraint violation: loader "+m.LoaderText(loader)+" wants to load "+kindText(c)+" "+c.ExternalName()+
		". A different "+kind+" with the same name was previously loaded by "+m.LoaderText(other.Loader)+". ("+m.placeWithParent(other)+")")
	return false
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
	return t.DefineClass(m.Registry.Boot(), data, DefineOptions{Name: name, Module: module, Trusted: true})
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
	if cause != t.unanswered {
		t.setCause(cause)
	}
}

// setCause sets the cause of the pending exception.
func (t *Thread) setCause(cause memory.Ref) {
	init := t.M.Known.Throwable.Method("initCause", "(Ljava/lang/Throwable;)Ljava/lang/Throwable;")
	e := t.Root(t.Exception)
	t.Exception = 0
	t.VMWork(func() { t.Call(Callback, init, Value(e), Value(cause)) })
	t.Exception = e
}
