package linking

import (
	"slices"

	"hotlens/vm/classes"
	"hotlens/vm/decoded"
)

// This file is what the invoke instructions demand of the method that they name, and of
// the receiver (JVMS 6.5).

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
	named := t.ResolveClass(c, int(c.File.Pool[index].A))
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
		t.Java.Throw("java/lang/IncompatibleClassChangeError", "Interface method reference: '"+ExternalMethod(resolved)+"', is in an indirect superinterface of "+c.ExternalName())
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
