package invoke

import (
	"strings"

	"hotlens/profiles/sharedmemory"
	"hotlens/vm/bootstraps"
	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/decoded"
	"hotlens/vm/linking"
)

// This file links toString, hashCode and equals of records.

// linkRecord links a site of ObjectMethods: toString, hashCode or equals of a
// record.
func (t *Thread) linkRecord(method *classes.Method, site *classes.CallSite, ip *decoded.Instruction, b *classfile.BootstrapMethod) bool {
	from := method.Class
	file := from.File
	if len(b.Arguments) < 2 || from.Hidden || file.Pool.Tag(b.Arguments[1]) != classfile.TagString {
		return false
	}
	record, err := file.ClassName(b.Arguments[0])
	if err != nil || record != from.Name {
		return false
	}
	spec := bootstraps.RecordSpec{Record: record, SimpleName: simpleName(file), Method: site.Selector.Name}
	names := strings.Split(file.Pool.Named(b.Arguments[1]), ";")
	for i, a := range b.Arguments[2:] {
		k := file.Pool.At(a)
		if k.Tag != classfile.TagMethodHandle || k.A != classfile.RefGetField || i >= len(names) {
			return false
		}
		_, name, desc, err := file.Ref(k.B)
		if err != nil || name != names[i] {
			return false
		}
		spec.Components = append(spec.Components, bootstraps.Component{Name: name, Descriptor: desc})
	}
	spec.Name = record + "$$Record$" + spec.Method
	data, err := bootstraps.Record(spec)
	if err != nil {
		return false
	}
	return t.linkToHelper(from, site, ip, data, spec.Method)
}

// linkToHelper defines a class that was made for a site of a class, and makes the site a call of its static method of a name. It reports false if there is none.
func (t *Thread) linkToHelper(from *classes.Class, site *classes.CallSite, ip *decoded.Instruction, data []byte, method string) bool {
	var helper *classes.Class
	t.Java.VMWork(func() { helper = t.defineHelper(from, data) })
	if ip.Op != decoded.InvokeDynamic {
		t.linkedByAnother()
		return true
	}
	if t.Exception != 0 {
		return true
	}
	site.Callee, site.Kind = helper.Method(method, site.Selector.Desc), sharedmemory.Static
	if site.Callee == nil {
		return false
	}
	ip.Op = decoded.InvokeStatic
	return true
}

// defineHelper defines and initialises a class that was made for a site of a class, of which it is a hidden nest mate. It is nil where that has thrown something.
func (t *Thread) defineHelper(from *classes.Class, data []byte) *classes.Class {
	helper := t.DefineClass(from.Loader, data, linking.DefineOptions{Hidden: true, Strong: true, Host: from, NestMate: true, ProtectionDomain: from.ProtectionDomain})
	if helper == nil || !t.Initialize(helper) {
		return nil
	}
	return helper
}

// simpleName is Class.getSimpleName of a class.
func simpleName(file *classfile.Class) string {
	for _, inner := range file.InnerClasses {
		if inner.Inner == file.Name {
			return inner.Name
		}
	}
	return file.Name[strings.LastIndexByte(file.Name, '/')+1:]
}
