package interpreter

import (
	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/decoded"
)

// directlyLinked are the classes whose bootstrap methods linkDirectly knows.
var directlyLinked = map[string]bool{
	"java/lang/invoke/StringConcatFactory": true, "java/lang/invoke/LambdaMetafactory": true, "java/lang/runtime/ObjectMethods": true,
}

// linkDirectly links the invokedynamic sites that the VM knows by heart, without
// running the library's bootstrap methods, which costs up to a million
// bytecodes each (DESIGN section 4, wrinkle 5). Whatever is out of the ordinary
// takes the long way: done is false then.
func (m *Machine) linkDirectly(t *Thread, method *classes.Method, site *classes.CallSite, ip *decoded.Instruction) (what action, done bool) {
	if m.Options.Testing.LinkByLibrary {
		return 0, false
	}
	from := method.Class
	index := int(from.File.Pool[site.PoolIndex].A)
	if index >= len(from.File.BootstrapMethods) {
		return 0, false
	}
	b := &from.File.BootstrapMethods[index]
	handle := &from.File.Pool[b.Method]
	if handle.Tag != classfile.TagMethodHandle || handle.A != classfile.RefInvokeStatic {
		return 0, false
	}
	class, name, _, err := from.File.Ref(handle.B)
	if err != nil {
		return 0, false
	}
	if directlyLinked[class] && !m.BuiltinLoader(from.Loader) && t.LoadClass(from.Loader, class) == nil {
		return actThrow, true // a program's own loader is asked, and may refuse
	}
	switch class + "." + name {
	case "java/lang/invoke/StringConcatFactory.makeConcatWithConstants", "java/lang/invoke/StringConcatFactory.makeConcat":
		return m.linkConcat(t, from, site, ip, b, name == "makeConcat")
	case "java/lang/invoke/LambdaMetafactory.metafactory", "java/lang/invoke/LambdaMetafactory.altMetafactory":
		return m.linkLambda(t, method, site, ip, b)
	case "java/lang/runtime/ObjectMethods.bootstrap":
		return m.linkRecord(t, method, site, ip, b)
	}
	return 0, false
}
