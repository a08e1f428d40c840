package linking

import (
	"slices"

	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/decoded"
)

// This file is what instructions demand of the class or member that they name, and of the
// receiver (JVMS 6.5).

// Instantiable checks that a new instruction may make an object of class c. It reports
// false with a pending exception.
func (t *Thread) Instantiable(c *classes.Class) bool {
	switch {
	case c == t.Linker.Known.Class:
		t.Java.Throw("java/lang/IllegalAccessError", c.ExternalName())
	case c.IsAbstract() || c.IsInterface() || c.IsArray():
		t.Java.Throw("java/lang/InstantiationError", c.ExternalName())
	}
	return t.Exception == 0
}

// CheckField checks that an instruction of class from may get, or put, a field as a static
// one, or as an object's. It reports false with a pending exception.
func (t *Thread) CheckField(from *classes.Class, f *classes.Field, static, put bool) bool {
	final := put && f.Flags&classfile.AccFinal != 0 && f.Class != from
	if f.Static() == static && !final {
		return true
	}
	kind := "non-static"
	if static {
		kind = "static"
	}
	name := f.Class.ExternalName() + "." + f.Name
	if f.Static() != static {
		t.Java.Throw("java/lang/IncompatibleClassChangeError", "Expected "+kind+" field "+name)
	} else {
		t.Java.Throw("java/lang/IllegalAccessError", "Update to "+kind+" final field "+name+" attempted from a different class ("+from.ExternalName()+") than the field's declaring class")
	}
	return false
}

// WrongCall is HotSpot's complaint about a call of a static method as of an
// instance's, or the other way around; "" if all is well.
func WrongCall(op uint16, callee *classes.Method) string {
	switch {
	case callee.Static() == (op == decoded.InvokeStatic):
		return ""
	case op == decoded.InvokeStatic:
		return "Expected static method '" + ExternalMethod(callee) + "'"
	case callee.Class.IsInterface():
		return "Expected instance not static method '" + ExternalMethod(callee) + "'"
	}
	return "Expecting non-static method '" + ExternalMethod(callee) + "'"
}

// NotImplemented is HotSpot's complaint about a receiver that does not implement the
// interface of the resolved method.
func NotImplemented(receiver *classes.Class, resolved *classes.Method) string {
	return "Class " + receiver.ExternalName() + " does not implement the requested interface " + resolved.Class.ExternalName()
}

// SelectSpecial is the selection step of invokespecial in class c, whose constant at index
// was resolved before; nil with a pending exception when there is nothing to call.
func (t *Thread) SelectSpecial(c *classes.Class, index int, resolved *classes.Method) *classes.Method {
	named := t.ResolveClass(c, int(c.File.Pool.At(uint16(index)).A))
	if named == nil || !t.MayCallSpecial(c, named, resolved) {
		return nil
	}
	selected := resolved
	if resolved.Name != "<init>" && !resolved.Private() && !named.IsInterface() && named != c && c.Super != nil && c.IsSubclassOf(named) {
		if found := c.Super.LookupMethod(resolved.Selector); found != nil {
			selected = found
		}
	}
	if !selected.Abstract() || selected.Refusal != nil {
		return selected
	}
	text := "'" + ExternalSignature(selected.Desc, named.ExternalName(), selected.Name) + "'"
	if named.IsInterface() && selected.Class != named && named.InheritsDefaults() {
		text = "Method " + named.Name + "." + selected.Name + selected.Desc + " is abstract"
	}
	t.Java.Throw("java/lang/AbstractMethodError", text)
	return nil
}

// MayCallSpecial checks what invokespecial demands of a method that was found in
// class named: constructors are not inherited, and an interface must be a direct
// one of class c.
func (t *Thread) MayCallSpecial(c, named *classes.Class, resolved *classes.Method) bool {
	switch {
	case resolved.Name == "<init>" && resolved.Class != named:
		t.Java.Throw("java/lang/NoSuchMethodError", named.ExternalName()+": method '"+ExternalReturn(resolved.Desc)+" <init>"+ExternalParameters(resolved.Desc)+"' not found")
	case named.IsInterface() && named != c && !slices.Contains(c.Interfaces, named) && !c.Magic:
		t.Java.Throw("java/lang/IncompatibleClassChangeError", "Interface method reference: '"+ExternalMethod(resolved)+"', is "+t.Linker.Release.IndirectSuperinterface+" of "+c.ExternalName())
	}
	return t.Exception == 0
}

// ThrowAbstract throws the AbstractMethodError of a call of resolved for which
// selected, nil for nothing, was found in the receiver's class.
func (t *Thread) ThrowAbstract(receiver *classes.Class, resolved, selected *classes.Method) {
	text := "Receiver class " + receiver.ExternalName() + " does not define or inherit an implementation of the resolved method '" +
		abstractText(resolved) + ExternalReturn(resolved.Desc) + " " + resolved.Name + ExternalParameters(resolved.Desc) + "' of " + KindText(resolved.Class) + " " + resolved.Class.ExternalName() + "."
	if selected != nil && selected != resolved {
		text += " Selected method is '" + abstractText(selected) + ExternalMethod(selected) + "'."
	}
	t.Java.Throw("java/lang/AbstractMethodError", text)
}

func abstractText(method *classes.Method) string {
	text := ""
	if method.Abstract() {
		text = "abstract "
	}
	if method.Private() {
		text += "private "
	}
	return text
}
