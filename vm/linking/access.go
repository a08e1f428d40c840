package linking

import (
	"hotlens/vm/classes"
	"hotlens/vm/classfile"
)

// This file holds the access checks (JVMS 5.4.4) and how HotSpot words them.

// access is the outcome of an access check of a class.
type access uint8

const (
	accessible  access = iota
	notReadable        // the class's module is not read
	notExported        // the class's package is not exported
	notPublic          // the class is package-private
)

// classAccess is the access check of a class from class from.
func (l *Linker) classAccess(from, c *classes.Class) access {
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
	reader, read := l.Modules[from.Module], l.Modules[c.Module]
	switch {
	case read == nil:
		if reader == nil || reader.ReadsUnnamed || reader.Reads[c.Module] {
			return accessible
		}
		return notReadable
	case reader != nil && c.Module != l.BaseModule && !reader.Reads[c.Module]:
		return notReadable
	}
	if e := read.exports[c.Package]; e != nil && (e.all || e.to[from.Module] || reader == nil && e.unnamed) {
		return accessible
	}
	return notExported
}

// CheckClassAccess checks that class from may access class c. It reports false with a
// pending IllegalAccessError.
func (t *Thread) CheckClassAccess(from, c *classes.Class) bool {
	l := t.Linker
	a := l.classAccess(from, c)
	if a == accessible {
		return true
	}
	for c.Component != nil {
		c = c.Component
	}
	text := l.moduleAccessText(from, c, a)
	if text == "" {
		text = "failed to access class " + c.ExternalName() + " from class " + from.ExternalName() + " (" + l.jointInModuleOfLoader(c, from) + ")"
	}
	t.Java.Throw("java/lang/IllegalAccessError", text)
	return false
}

// ThrowMemberAccess throws the IllegalAccessError of a member that is not
// accessible; what names it.
func (t *Thread) ThrowMemberAccess(from, declaring *classes.Class, flags uint16, what string) {
	l := t.Linker
	text := "class " + from.ExternalName() + " tried to access " + accessText(flags) + what + " (" + l.jointInModuleOfLoader(from, declaring) + ")"
	if flags&classfile.AccPrivate != 0 {
		text += nestComplaints(from, declaring)
	}
	t.Java.Throw("java/lang/IllegalAccessError", text)
}

// MemberAccessible is the access check (JVMS 5.4.4) of a member of declaring, named
// through class named, from class from.
func (t *Thread) MemberAccessible(from, declaring, named *classes.Class, flags uint16) bool {
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
