package interpreter

import (
	"hotlens/vm/classes"
	"hotlens/vm/memory"
)

// This file makes the java.lang.Class objects and places classes in modules.

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
	if c.TIB != 0 {
		m.Memory.SetU32(c.TIB+memory.TIBMirror, r)
	}
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
func (m *Machine) SetModule(c *classes.Class, module *Module) {
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
