package interpreter

import (
	"fmt"

	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/memory"
)

// This file holds the access checks (JVMS 5.4.4) and how HotSpot words them.

// Module is a named module: what it reads and exports (JVMS 5.3.6).
type Module struct {
	Object        memory.Ref // the java.lang.Module
	Name, Version string
	Location      string              // where its classes are read, such as "jrt:/java.base"; empty for a module made at run time
	ReadsUnnamed  bool                // it reads all unnamed modules
	Reads         map[memory.Ref]bool // further modules that it reads
	exports       map[string]*export  // by package, with slashes
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

// access is the outcome of an access check of a class.
type access uint8

const (
	accessible  access = iota
	notReadable        // the class's module is not read
	notExported        // the class's package is not exported
	notPublic          // the class is package-private
)

// classAccess is the access check of a class from class from.
func (m *Machine) classAccess(from, c *classes.Class) access {
	for c.Component != nil {
		c = c.Component
	}
	switch {
	case c.Primitive != 0 || c == from || from.SamePackage(c) || from.Magic:
		return accessible
	case c.Flags&classfile.AccPublic == 0:
		return notPublic
	case c.Module == from.Module:
		return accessible
	}
	reader, read := m.Modules[from.Module], m.Modules[c.Module]
	switch {
	case read == nil:
		if reader == nil || reader.ReadsUnnamed || reader.Reads[c.Module] {
			return accessible
		}
		return notReadable
	case reader != nil && c.Module != m.BaseModule && !reader.Reads[c.Module]:
		return notReadable
	}
	if e := read.exports[c.Package]; e != nil && (e.all || e.to[from.Module] || reader == nil && e.unnamed) {
		return accessible
	}
	return notExported
}

// moduleComplaint words why a class of another module is not accessible; "" if
// modules have nothing to do with it.
func (m *Machine) moduleComplaint(from, c *classes.Class, a access) string {
	for c.Component != nil {
		c = c.Component
	}
	if a != notReadable && a != notExported {
		return ""
	}
	fromPlace, toPlace := m.moduleText(from), m.moduleText(c)
	text := "class " + from.ExternalName() + " (in " + fromPlace + ") cannot access class " + c.ExternalName() + " (in " + toPlace + ") because module "
	bare := func(c *classes.Class, place string) string {
		if c.ModuleName != "" {
			return c.ModuleName
		}
		return place
	}
	if a == notReadable {
		return text + bare(from, fromPlace) + " does not read " + toPlace
	}
	return text + bare(c, toPlace) + " does not export " + externalName(c.Package) + " to " + fromPlace
}

func (m *Machine) moduleText(c *classes.Class) string {
	if c.ModuleName != "" {
		return "module " + c.ModuleName
	}
	return fmt.Sprintf("unnamed module @0x%08x", m.IdentityHash(c.Module))
}

// placeOf says where a class is, for messages.
func (m *Machine) placeOf(c *classes.Class) string {
	return c.ExternalName() + " is in " + m.modulePlace(c)
}

// modulePlace is the module of a class with its loader; an array is where its
// elements are.
func (m *Machine) modulePlace(c *classes.Class) string {
	for c.Component != nil {
		c = c.Component
	}
	if c.ModuleName == "" {
		return "unnamed module of loader " + m.LoaderText(c.Loader)
	}
	return "module " + c.ModuleName + m.versionText(c) + " of loader " + m.LoaderText(c.Loader)
}

// versionText is the version of a class's module behind an @; the JDK's own
// modules go without.
func (m *Machine) versionText(c *classes.Class) string {
	module := m.Modules[c.Module]
	if module == nil || module.Version == "" {
		return ""
	}
	if base := m.Modules[m.BaseModule]; base != nil && base.Version == module.Version && (c.Loader.Mirror == 0 || m.platformLoader(c.Loader)) {
		return ""
	}
	return "@" + module.Version
}

// LoaderText names a loader, for messages.
func (m *Machine) LoaderText(l *classes.Loader) string {
	if l.Mirror == 0 {
		return "'bootstrap'"
	}
	return m.Text(m.Memory.U32(l.Mirror + m.Known.ClassLoader.Field("nameAndId", "").Offset))
}

func (m *Machine) platformLoader(l *classes.Loader) bool {
	return l.Mirror != 0 && m.ClassOf(l.Mirror).Name == "jdk/internal/loader/ClassLoaders$PlatformClassLoader"
}

// builtinLoader tells whether l is one of the JDK's own three loaders.
func (m *Machine) builtinLoader(l *classes.Loader) bool {
	return l.Mirror == 0 || m.platformLoader(l) || m.ClassOf(l.Mirror).Name == "jdk/internal/loader/ClassLoaders$AppClassLoader"
}

// placeWithParent is placeOf with the parent of a loader that is the program's.
func (m *Machine) placeWithParent(c *classes.Class) string {
	text := m.placeOf(c)
	l := c.Loader
	if m.builtinLoader(l) {
		return text
	}
	parent := m.Memory.U32(l.Mirror + m.Known.ClassLoader.Field("parent", "").Offset)
	return text + ", parent loader " + m.LoaderText(m.LoaderOf(parent))
}

// places says where two classes are.
func (m *Machine) places(a, b *classes.Class) string {
	if a.Module == b.Module {
		return a.ExternalName() + " and " + b.ExternalName() + " are in " + m.modulePlace(a)
	}
	return m.placeOf(a) + "; " + m.placeOf(b)
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

// throwClassAccess throws the IllegalAccessError of a class that is not
// accessible.
func (t *Thread) throwClassAccess(from, c *classes.Class, a access) {
	m := t.M
	for c.Component != nil {
		c = c.Component
	}
	text := m.moduleComplaint(from, c, a)
	if text == "" {
		text = "failed to access class " + c.ExternalName() + " from class " + from.ExternalName() + " (" + m.places(c, from) + ")"
	}
	t.Throw("java/lang/IllegalAccessError", text)
}

// ThrowMemberAccess throws the IllegalAccessError of a member that is not
// accessible; what names it.
func (t *Thread) ThrowMemberAccess(from, declaring *classes.Class, flags uint16, what string) {
	m := t.M
	text := "class " + from.ExternalName() + " tried to access " + accessText(flags) + what + " (" + m.places(from, declaring) + ")"
	if flags&classfile.AccPrivate != 0 {
		text += nestComplaints(from, declaring)
	}
	t.Throw("java/lang/IllegalAccessError", text)
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
		return t.sameNest(from, declaring)
	case from.SamePackage(declaring):
		return true
	case flags&classfile.AccProtected != 0:
		return from.IsSubclassOf(declaring) && (flags&classfile.AccStatic != 0 ||
			named == declaring || named.IsSubclassOf(from) || from.IsSubclassOf(named))
	}
	return false
}
