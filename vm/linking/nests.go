package linking

import (
	"slices"

	"hotlens/vm/classes"
	"hotlens/vm/classfile"
)

// This file finds the nests of classes (JVMS 5.4.4).

// NestHost is the nest host of a class. A class whose host cannot be had, or does
// not list it, is a nest of its own.
func (t *Thread) NestHost(c *classes.Class) *classes.Class {
	if c.NestHost != nil {
		return c.NestHost
	}
	c.NestHost = c
	if c.File == nil || c.File.NestHost == "" {
		return c
	}
	pending := t.Exception
	t.Exception = 0
	host := t.resolveNestHost(c)
	t.Exception = pending
	if host == nil {
		return c
	}
	if reason := notNestMember(c, host); reason != "" {
		c.NestError = "Type " + c.ExternalName() + " (loader: " + t.Linker.LoaderText(c.Loader) + ") is not a nest member of type " +
			host.ExternalName() + " (loader: " + t.Linker.LoaderText(host.Loader) + "): " + reason
		return c
	}
	c.NestHost = host
	return host
}

// resolveNestHost loads the class that c's NestHost attribute names, nil if that
// fails.
func (t *Thread) resolveNestHost(c *classes.Class) *classes.Class {
	l := t.Linker
	name := c.File.NestHost
	index := slices.IndexFunc(c.File.Pool, func(k classfile.Constant) bool {
		return k.Tag == classfile.TagClass && c.File.Pool[k.A].Utf8 == name
	})
	host := t.ResolveClass(c, index)
	if host == nil {
		thrown := t.Exception
		text := l.ClassOf(thrown).ExternalName()
		if message := l.Memory.U32(thrown + l.Known.ThrowableMessage); message != 0 {
			text += ": " + l.Text(message)
		}
		c.NestError = "Nest host resolution of " + c.ExternalName() + " with host " + name + " failed: " + text
	}
	return host
}

// notNestMember is why host is not c's nest host, "" if it is.
func notNestMember(c, host *classes.Class) string {
	switch {
	case !host.SamePackage(c):
		return "types are in different packages"
	case host.File == nil || !slices.Contains(host.File.NestMembers, c.Name):
		return "current type is not listed as a nest member"
	}
	return ""
}

// sameNest reports whether two classes are nest mates.
func (t *Thread) sameNest(a, b *classes.Class) bool { return a == b || t.NestHost(a) == t.NestHost(b) }

// nestComplaints tells what went wrong with the nests of two classes, one of which
// may not touch the other's private members.
func nestComplaints(from, declaring *classes.Class) string {
	switch {
	case from.NestError != "" && declaring.NestError != "":
		return ", (" + from.NestError + "; " + declaring.NestError + ")"
	case from.NestError != "":
		return ", (" + from.NestError + ")"
	case declaring.NestError != "":
		return ", (" + declaring.NestError + ")"
	}
	return ""
}
