package linking

import (
	"strings"

	"hotlens/vm/classes"
)

// This file imposes the loading constraints of JVMS 5.3.4: a class that uses
// another's member, or overrides its method, must mean the same classes by the
// names in the descriptor.

// ConstrainField makes the loaders of from and of the class that declares f agree
// on f's type. It reports false with a pending exception if they cannot.
func (t *Thread) ConstrainField(from *classes.Class, f *classes.Field) bool {
	l := t.Linker
	failed := l.Registry.Constraints.AddSignature(f.Desc, from.Loader, f.Class.Loader)
	if failed == "" {
		return true
	}
	t.Java.Throw("java/lang/LinkageError", "loader constraint violation: when resolving field \""+f.Name+"\" of type "+externalName(failed)+
		", the class loader "+l.LoaderText(from.Loader)+" of the current class, "+from.ExternalName()+
		", and the class loader "+l.LoaderText(f.Class.Loader)+" for the field's defining type, "+f.Class.ExternalName()+
		", have different Class objects for type "+externalName(failed)+" ("+l.inModuleOfLoaderWithParent(from)+"; "+l.inModuleOfLoaderWithParent(f.Class)+")")
	return false
}

// ConstrainMethod makes the loaders of from and of the class that declares method
// agree on the types of its descriptor. The method was named through class named.
func (t *Thread) ConstrainMethod(from, named *classes.Class, method *classes.Method) bool {
	l := t.Linker
	failed := l.Registry.Constraints.AddSignature(method.Desc, from.Loader, method.Class.Loader)
	if failed == "" {
		return true
	}
	kind := "method"
	if named.IsInterface() {
		kind = "interface method"
	}
	t.Java.Throw("java/lang/LinkageError", "loader constraint violation: when resolving "+kind+" '"+ExternalSignature(method.Desc, named.ExternalName(), method.Name)+
		"' the class loader "+l.LoaderText(from.Loader)+" of the current class, "+from.ExternalName()+
		", and the class loader "+l.LoaderText(method.Class.Loader)+" for the method's defining class, "+method.Class.ExternalName()+
		", have different Class objects for the type "+externalName(failed)+" used in the signature ("+l.inModuleOfLoaderWithParent(from)+"; "+l.inModuleOfLoaderWithParent(method.Class)+")")
	return false
}

// constrainOverriding imposes the constraints of a class's virtual and interface
// methods (JVMS 5.4.5, 5.4.6), before it is first used. It reports false with a
// pending exception when loaders cannot agree; the next use fails in the same way.
func (t *Thread) constrainOverriding(c *classes.Class) bool {
	if c.IsInterface() || c.Super == nil {
		return true
	}
	for i, method := range c.VTable {
		if i < len(c.Super.VTable) && method != c.Super.VTable[i] && !t.constrainOverride(c, method, c.Super.VTable[i]) {
			return false
		}
	}
	return t.constrainInterfaces(c)
}

func (t *Thread) constrainOverride(c *classes.Class, method, overridden *classes.Method) bool {
	l := t.Linker
	failed := l.Registry.Constraints.AddSignature(method.Desc, method.Class.Loader, overridden.Class.Loader)
	if failed == "" {
		return true
	}
	t.Java.Throw("java/lang/LinkageError", "loader constraint violation for class "+c.ExternalName()+": when selecting overriding method '"+ExternalMethod(method)+
		"' the class loader "+l.LoaderText(method.Class.Loader)+" of the selected method's type "+method.Class.ExternalName()+
		", and the class loader "+l.LoaderText(overridden.Class.Loader)+" for its super type "+overridden.Class.ExternalName()+
		" have different Class objects for the type "+externalName(failed)+" used in the signature ("+l.inModuleOfLoaderWithParent(method.Class)+"; "+l.inModuleOfLoaderWithParent(overridden.Class)+")")
	return false
}

// constrainInterfaces is constrainOverriding for the methods of interfaces.
func (t *Thread) constrainInterfaces(c *classes.Class) bool {
	l := t.Linker
	for _, i := range c.InterfacesInOrder() {
		if i.Loader == c.Loader && c.Loader.Mirror == 0 {
			continue // all of the class's supertypes are the boot loader's, too
		}
		for _, declared := range i.Methods {
			if declared.Static() || declared.Private() || !strings.Contains(declared.Desc, ";") {
				continue
			}
			method := l.SelectVirtual(c, declared)
			failed := l.Registry.Constraints.AddSignature(declared.Desc, method.Class.Loader, i.Loader)
			if failed == "" {
				continue
			}
			t.Java.Throw("java/lang/LinkageError", "loader constraint violation in interface itable initialization for class "+c.ExternalName()+
				": when selecting method '"+ExternalMethod(declared)+"' the class loader "+l.LoaderText(i.Loader)+" for super interface "+i.ExternalName()+
				", and the class loader "+l.LoaderText(method.Class.Loader)+" of the selected method's "+KindText(method.Class)+", "+method.Class.ExternalName()+
				" have different Class objects for the type "+externalName(failed)+" used in the signature ("+l.inModuleOfLoaderWithParent(i)+"; "+l.inModuleOfLoaderWithParent(method.Class)+")")
			return false
		}
	}
	return true
}
