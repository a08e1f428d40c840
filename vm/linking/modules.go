package linking

import (
	"hotlens/vm/classes"
	"hotlens/vm/memory"
)

// This file knows the modules (JVMS 5.3.6): which packages and classes are in them, and
// what they read and export.

// Module is a named module: what it reads and exports (JVMS 5.3.6).
type Module struct {
	Object        memory.Ref // the java.lang.Module
	Name, Version string
	Location      string              // where its classes are read, such as "jrt:/java.base"; empty for a module made at run time
	ReadsUnnamed  bool                // it reads all unnamed modules
	Reads         map[memory.Ref]bool // further modules that it reads
	exports       map[string]*export  // by package, with slashes
	Cost          uint64              // bytes that it counts for, beside the heap
}

// export says to whom a package is exported.
type export struct {
	all, unnamed bool // to everybody, to all unnamed modules
	to           map[memory.Ref]bool
}

func (m *Module) export(pack string) *export {
	if m.exports == nil {
		m.exports = map[string]*export{}
	}
	e := m.exports[pack]
	if e == nil {
		e = &export{to: map[memory.Ref]bool{}}
		m.exports[pack] = e
	}
	return e
}

// Export exports a package to one module, whose object is to.
func (m *Module) Export(pack string, to memory.Ref) { m.export(pack).to[to] = true }

// ExportToAll exports a package to everybody.
func (m *Module) ExportToAll(pack string) { m.export(pack).all = true }

// ExportToUnnamed exports a package to all unnamed modules.
func (m *Module) ExportToUnnamed(pack string) { m.export(pack).unnamed = true }

// placeInModule finds the module of a class by its package (JVMS 5.3.6).
func (l *Linker) placeInModule(c *classes.Class) {
	if module, ok := l.Packages[c.Loader][c.Package]; ok {
		c.Module, c.ModuleName = module.Object, module.Name
		return
	}
	if c.Loader.Mirror == 0 && (c.ModuleName == "java.base" || c.Primitive != 0) {
		c.Module, c.ModuleName = l.BaseModule, "java.base"
		return
	}
	c.ModuleName = ""
	if c.Loader.Mirror == 0 {
		c.Module = l.Unnamed[c.Loader]
		return
	}
	c.Module = l.Memory.U32(c.Loader.Mirror + l.Known.LoaderUnnamed)
}

// SetModule records the module of a class that is already loaded.
func (l *Linker) SetModule(c *classes.Class, module *Module) {
	c.Module, c.ModuleName = module.Object, module.Name
	if c.Mirror != 0 {
		l.Memory.SetU32(c.Mirror+l.Known.ClassModule, module.Object)
	}
}

// bootModule reports whether the boot loader defines the classes of a module:
// before the module system is up it is java.base alone, afterwards what
// Module.defineModule0 said.
func (l *Linker) bootModule(module string) bool {
	return module == "java.base" || l.bootModules == nil || l.bootModules[module]
}

// AddBootModule records that the boot loader defines the classes of a module.
func (l *Linker) AddBootModule(name string) {
	if l.bootModules == nil {
		l.bootModules = map[string]bool{}
	}
	l.bootModules[name] = true
}
