package linking

import (
	"fmt"
	"strings"

	"hotlens/vm/classes"
	"hotlens/vm/classfile"
)

// This file words types, methods, modules and loaders as HotSpot's messages do.

// externalType turns a field descriptor at the start of desc into Java's
// notation and returns the rest.
func externalType(desc string) (string, string) {
	dims := 0
	for desc != "" && desc[0] == '[' {
		dims++
		desc = desc[1:]
	}
	if desc == "" {
		return "?", ""
	}
	var name string
	switch desc[0] {
	case 'L':
		end := strings.IndexByte(desc, ';')
		if end < 0 {
			return "?", ""
		}
		name, desc = strings.ReplaceAll(desc[1:end], "/", "."), desc[end+1:]
	default:
		name = map[byte]string{'Z': "boolean", 'B': "byte", 'C': "char", 'S': "short", 'I': "int", 'J': "long", 'F': "float", 'D': "double", 'V': "void"}[desc[0]]
		desc = desc[1:]
	}
	return name + strings.Repeat("[]", dims), desc
}

// NoSuchField is the message for a field that a class lacks.
func (l *Linker) NoSuchField(c *classes.Class, name, desc string) string {
	if !l.Release.FieldWithType {
		return name
	}
	external, _ := externalType(desc)
	return "Class " + c.ExternalName() + " does not have member field '" + external + " " + name + "'"
}

// ExternalSignature is HotSpot's notation of a method in messages, such as
// "void p.C.m(int, java.lang.String)".
func ExternalSignature(desc, class, name string) string {
	return ExternalReturn(desc) + " " + class + "." + name + ExternalParameters(desc)
}

// ExternalReturn and ExternalParameters are its parts.
func ExternalReturn(desc string) string {
	_, ret, _ := strings.Cut(desc, ")")
	r, _ := externalType(ret)
	return r
}

func ExternalParameters(desc string) string {
	var b strings.Builder
	b.WriteByte('(')
	rest := strings.TrimPrefix(desc, "(")
	for i := 0; rest != "" && rest[0] != ')'; i++ {
		var p string
		p, rest = externalType(rest)
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(p)
	}
	b.WriteByte(')')
	return b.String()
}

// ExternalMethod is HotSpot's notation of a method in messages.
func ExternalMethod(m *classes.Method) string {
	return ExternalSignature(m.Desc, m.Class.ExternalName(), m.Name)
}

// castMessage is the last text of a ClassCastException, and what it is about: a program
// whose casts often fail does so with the same classes.
type castMessage struct {
	from, to *classes.Class
	text     string
}

// CastMessage is HotSpot's text of a ClassCastException.
func (l *Linker) CastMessage(from, to *classes.Class) string {
	if last := &l.lastCast; last.from != from || last.to != to {
		*last = castMessage{from, to, l.castText(from, to)}
	}
	return l.lastCast.text
}

// castText is CastMessage, made anew.
func (l *Linker) castText(from, to *classes.Class) string {
	a, b := from.ExternalName(), to.ExternalName()
	fromModule, toModule := l.moduleOfLoader(from), l.moduleOfLoader(to)
	if fromModule == toModule {
		return "class " + a + " cannot be cast to class " + b + " (" + a + " and " + b + " are in " + toModule + ")"
	}
	return "class " + a + " cannot be cast to class " + b + " (" + a + " is in " + fromModule + "; " + b + " is in " + toModule + ")"
}

// moduleAccessText words why a class of another module is not accessible; "" if
// modules have nothing to do with it.
func (l *Linker) moduleAccessText(from, c *classes.Class, a access) string {
	for c.Component != nil {
		c = c.Component
	}
	if a != notReadable && a != notExported {
		return ""
	}
	fromModule, toModule := l.moduleText(from), l.moduleText(c)
	text := "class " + from.ExternalName() + " (in " + fromModule + ") cannot access class " + c.ExternalName() + " (in " + toModule + ") because module "
	bare := func(c *classes.Class, unnamed string) string {
		if c.ModuleName != "" {
			return c.ModuleName
		}
		return unnamed
	}
	if a == notReadable {
		return text + bare(from, fromModule) + " does not read " + toModule
	}
	return text + bare(c, toModule) + " does not export " + externalName(c.Package) + " to " + fromModule
}

// moduleText names the module of a class.
func (l *Linker) moduleText(c *classes.Class) string {
	if c.ModuleName != "" {
		return "module " + c.ModuleName
	}
	return fmt.Sprintf("unnamed module @0x%08x", l.identityHash(c.Module))
}

// inModuleOfLoader says in which module of which loader a class is.
func (l *Linker) inModuleOfLoader(c *classes.Class) string {
	return c.ExternalName() + " is in " + l.moduleOfLoader(c)
}

// moduleOfLoader is the module of a class with its loader; an array is where its
// elements are.
func (l *Linker) moduleOfLoader(c *classes.Class) string {
	for c.Component != nil {
		c = c.Component
	}
	if c.ModuleName == "" {
		return "unnamed module of loader " + l.LoaderText(c.Loader)
	}
	return "module " + c.ModuleName + l.versionText(c) + " of loader " + l.LoaderText(c.Loader)
}

// versionText is the version of a class's module behind an @; the JDK's own
// modules go without.
func (l *Linker) versionText(c *classes.Class) string {
	module := l.Modules[c.Module]
	if module == nil || module.Version == "" {
		return ""
	}
	if base := l.Modules[l.BaseModule]; base != nil && base.Version == module.Version && (c.Loader.Mirror == 0 || l.isPlatformLoader(c.Loader)) {
		return ""
	}
	return "@" + module.Version
}

// LoaderText names a loader, for messages.
func (l *Linker) LoaderText(loader *classes.Loader) string {
	if loader.Mirror == 0 {
		return "'bootstrap'"
	}
	return l.Text(l.Memory.U32(loader.Mirror + l.Known.ClassLoader.Field("nameAndId", "").Offset))
}

// inModuleOfLoaderWithParent is inModuleOfLoader with the parent of a loader that is the program's.
func (l *Linker) inModuleOfLoaderWithParent(c *classes.Class) string {
	text := l.inModuleOfLoader(c)
	if l.BuiltinLoader(c.Loader) {
		return text
	}
	return text + ", parent loader " + l.LoaderText(l.parent(c.Loader))
}

// jointInModuleOfLoader is inModuleOfLoader of two classes.
func (l *Linker) jointInModuleOfLoader(a, b *classes.Class) string {
	if a.Module == b.Module {
		return a.ExternalName() + " and " + b.ExternalName() + " are in " + l.moduleOfLoader(a)
	}
	return l.inModuleOfLoader(a) + "; " + l.inModuleOfLoader(b)
}

// accessText is what a message about access says of a member's flags.
func accessText(flags uint16) string {
	switch {
	case flags&classfile.AccPrivate != 0:
		return "private "
	case flags&classfile.AccProtected != 0:
		return "protected "
	}
	return ""
}

// KindText is what messages call a class: a class, abstract class or interface.
func KindText(c *classes.Class) string {
	switch {
	case c.IsInterface():
		return "interface"
	case c.IsAbstract():
		return "abstract class"
	}
	return "class"
}
