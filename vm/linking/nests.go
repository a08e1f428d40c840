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
	switch {
	case c.NestHost != nil:
		return c.NestHost
	case c.File == nil || c.File.NestHost == "":
		c.NestHost = c
		return c
	case slices.Contains(t.nesting, c):
		return c // asked by a class loader that looks for the host
	}
	// Class loaders may let other threads run, which then look for the host themselves: what is found is the same.
	t.nesting = append(t.nesting, c)
	pending := t.Exception
	t.Exception = 0
	host, complaint := t.resolveNestHost(c)
	t.Exception = pending
	t.nesting = t.nesting[:len(t.nesting)-1]
	if c.NestHost == nil {
		c.NestHost, c.NestError = host, complaint
	}
	return c.NestHost
}

// resolveNestHost loads the class that c's NestHost attribute names. If that fails, or the class does not list c, it is c itself,
// with the reason.
func (t *Thread) resolveNestHost(c *classes.Class) (host *classes.Class, complaint string) {
	l := t.Linker
	name := c.File.NestHost
	index := 0
	for i, k := range c.File.Pool.All() {
		if k.Tag == classfile.TagClass && c.File.Pool.Utf8(k.A) == name {
			index = int(i)
			break
		}
	}
	host = t.ResolveClass(c, index)
	if host == nil {
		thrown := t.Exception
		text := l.ClassOf(thrown).ExternalName()
		if message := l.Memory.U32(thrown + l.Known.ThrowableMessage); message != 0 {
			text += ": " + l.Text(message)
		}
		return c, "Nest host resolution of " + c.ExternalName() + " with host " + name + " failed: " + text
	}
	if reason := notNestMember(c, host); reason != "" {
		return c, "Type " + c.ExternalName() + " (loader: " + l.LoaderText(c.Loader) + ") is not a nest member of type " +
			host.ExternalName() + " (loader: " + l.LoaderText(host.Loader) + "): " + reason
	}
	return host, ""
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
