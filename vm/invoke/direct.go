package invoke

import (
	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/decoded"
)

// directlyLinked are the classes whose bootstrap methods linkDirectly knows.
var directlyLinked = map[string]bool{
	"java/lang/invoke/StringConcatFactory": true, "java/lang/invoke/LambdaMetafactory": true, "java/lang/runtime/ObjectMethods": true,
	"java/lang/runtime/SwitchBootstraps": true,
}

// linkDirectly links the invokedynamic sites that the VM knows by heart, without
// running the library's bootstrap methods, which costs up to a million
// bytecodes each (DESIGN section 4, wrinkle 5). Whatever is out of the ordinary
// takes the long way, through the library: it reports false then. If it reports true the
// site is linked, unless an exception is pending.
func (t *Thread) linkDirectly(method *classes.Method, site *classes.CallSite, ip *decoded.Instruction) bool {
	l := t.Linker
	if l.byLibrary {
		return false
	}
	from := method.Class
	index := int(from.File.Pool.At(site.PoolIndex).A)
	if index >= len(from.File.BootstrapMethods) {
		return false
	}
	b := &from.File.BootstrapMethods[index]
	handle := from.File.Pool.At(b.Method)
	if handle.Tag != classfile.TagMethodHandle || handle.A != classfile.RefInvokeStatic {
		return false
	}
	class, name, _, err := from.File.Ref(handle.B)
	if err != nil {
		return false
	}
	if directlyLinked[class] && !l.BuiltinLoader(from.Loader) && t.LoadClass(from.Loader, class) == nil {
		return true // a program's own loader is asked, and may refuse
	}
	switch class + "." + name {
	case "java/lang/invoke/StringConcatFactory.makeConcatWithConstants", "java/lang/invoke/StringConcatFactory.makeConcat":
		return t.linkConcat(from, site, ip, b, name == "makeConcat")
	case "java/lang/invoke/LambdaMetafactory.metafactory", "java/lang/invoke/LambdaMetafactory.altMetafactory":
		return t.linkLambda(method, site, ip, b)
	case "java/lang/runtime/ObjectMethods.bootstrap":
		return t.linkRecord(method, site, ip, b)
	case "java/lang/runtime/SwitchBootstraps.typeSwitch", "java/lang/runtime/SwitchBootstraps.enumSwitch":
		return t.linkSwitch(method, site, ip, b, name == "enumSwitch")
	}
	return false
}
