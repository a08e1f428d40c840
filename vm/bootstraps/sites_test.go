package bootstraps

import (
	"strings"

	"hotlens/vm/classfile"
)

// This file reads call sites from class files, for the tests: the machine has the
// arguments of the bootstrap methods already when it links a site.

// Flags of LambdaMetafactory.altMetafactory.
const (
	flagSerializable = 1 << iota
	flagMarkers
	flagBridges
)

// LambdaSite reads what a site asks of LambdaMetafactory from its InvokeDynamic
// constant in a class file. It returns false if the site's bootstrap method is
// another one, or if the site cannot be linked by Lambda.
//
// What depends on other classes is left to the caller: Name, Unserializable,
// what MethodHandleInfo would reveal, and to add java.io.Serializable to the
// marker interfaces if the site is Serializable and no interface extends that.
func LambdaSite(file *classfile.Class, index uint16) (spec LambdaSpec, ok bool) {
	s, ok := readSite(file, index, "java/lang/invoke/LambdaMetafactory")
	if !ok || s.bootstrap != "metafactory" && s.bootstrap != "altMetafactory" {
		return LambdaSpec{}, false
	}
	spec = LambdaSpec{MethodName: s.name, FactoryDesc: s.desc, CapturingClass: file.Name}
	_, made, err := classfile.ParseDescriptor(s.desc)
	if err != nil || made[0] != 'L' {
		return LambdaSpec{}, false
	}
	spec.InterfaceName = className(made)
	spec.InterfaceDesc = s.methodType()
	s.implementation(&spec)
	spec.InstantiatedDesc = s.methodType()
	if s.bootstrap == "altMetafactory" {
		flags := s.integer()
		spec.Serializable = flags&flagSerializable != 0
		if flags&flagMarkers != 0 {
			for range s.count() {
				spec.MarkerInterfaces = append(spec.MarkerInterfaces, s.class())
			}
		}
		if flags&flagBridges != 0 {
			for range s.count() {
				spec.BridgeDescs = append(spec.BridgeDescs, s.methodType())
			}
		}
	}
	if s.bad || len(s.arguments) > 0 {
		return LambdaSpec{}, false
	}
	return spec, true
}

// RecordSite reads what a site asks of ObjectMethods from its InvokeDynamic
// constant in the class file of a record. It returns false if the site's
// bootstrap method is another one, or if the site cannot be linked by Record.
// The Name is left to the caller.
func RecordSite(file *classfile.Class, index uint16) (spec RecordSpec, ok bool) {
	s, ok := readSite(file, index, "java/lang/runtime/ObjectMethods")
	if !ok || s.bootstrap != "bootstrap" {
		return RecordSpec{}, false
	}
	spec = RecordSpec{Record: s.class(), SimpleName: simpleName(file), Method: s.name}
	var names []string
	if list := s.text(); list != "" {
		names = strings.Split(list, ";")
	}
	for _, name := range names {
		kind, class, field, desc, _ := s.handle()
		if kind != classfile.RefGetField || class != spec.Record || field != name {
			return RecordSpec{}, false
		}
		spec.Components = append(spec.Components, Component{Name: name, Descriptor: desc})
	}
	if s.bad || len(s.arguments) > 0 || spec.Record != file.Name || s.desc != methodDesc(spec.Method, descriptorOf(spec.Record)) {
		return RecordSpec{}, false
	}
	return spec, true
}

// simpleName is the name that the class has in the source.
func simpleName(file *classfile.Class) string {
	for _, i := range file.InnerClasses {
		if i.Inner == file.Name {
			return i.Name
		}
	}
	return file.Name[strings.LastIndexByte(file.Name, '/')+1:]
}

// site is an InvokeDynamic constant, whose static arguments are taken one after
// the other.
type site struct {
	file       *classfile.Class
	bootstrap  string // name of the bootstrap method
	name, desc string
	arguments  []uint16 // constant pool indices
	bad        bool     // an argument was not there, or of the wrong kind
}

// readSite finds the site with a bootstrap method of the class.
func readSite(file *classfile.Class, index uint16, class string) (s *site, ok bool) {
	if file.Pool.Tag(index) != classfile.TagInvokeDynamic {
		return nil, false
	}
	k := file.Pool.At(index)
	if int(k.A) >= len(file.BootstrapMethods) {
		return nil, false
	}
	b := file.BootstrapMethods[k.A]
	s = &site{file: file, arguments: append([]uint16{b.Method}, b.Arguments...)}
	kind, owner, bootstrap, _, _ := s.handle()
	if kind != classfile.RefInvokeStatic || owner != class {
		return nil, false
	}
	s.bootstrap = bootstrap
	var err error
	s.name, s.desc, err = file.NameAndType(k.B)
	return s, err == nil
}

// next takes the next argument, which has to have the tag.
func (s *site) next(tag classfile.Tag) (k classfile.Constant) {
	if len(s.arguments) == 0 || s.file.Pool.Tag(s.arguments[0]) != tag {
		s.bad = true
		return classfile.Constant{}
	}
	k = s.file.Pool.At(s.arguments[0])
	s.arguments = s.arguments[1:]
	return k
}

// utf8 takes an argument that consists of a string.
func (s *site) utf8(tag classfile.Tag) string {
	text, err := s.file.Utf8(s.next(tag).A)
	if err != nil {
		s.bad = true
	}
	return text
}

func (s *site) methodType() string { return s.utf8(classfile.TagMethodType) }
func (s *site) class() string      { return s.utf8(classfile.TagClass) }
func (s *site) text() string       { return s.utf8(classfile.TagString) }
func (s *site) integer() int32     { return int32(uint32(s.next(classfile.TagInteger).Bits)) }

// count takes the number of arguments that follow.
func (s *site) count() int { return min(max(0, int(s.integer())), len(s.arguments)) }

// handle takes a method handle apart.
func (s *site) handle() (kind uint8, class, name, desc string, isInterface bool) {
	k := s.next(classfile.TagMethodHandle)
	class, name, desc, err := s.file.Ref(k.B)
	if err != nil {
		s.bad = true
		return 0, "", "", "", false
	}
	return uint8(k.A), class, name, desc, s.file.Pool.Tag(k.B) == classfile.TagInterfaceMethodref
}

// implementation takes the handle of a lambda's implementation method.
func (s *site) implementation(spec *LambdaSpec) {
	spec.ImplKind, spec.ImplClass, spec.ImplName, spec.ImplDesc, spec.ImplIsInterface = s.handle()
	if spec.ImplKind != classfile.RefInvokeSpecial {
		return
	}
	// Only a private method can be called in another way to the same effect.
	for _, m := range s.file.Methods {
		if m.Name == spec.ImplName && m.Descriptor == spec.ImplDesc && m.Flags&classfile.AccPrivate != 0 && spec.ImplClass == s.file.Name {
			return
		}
	}
	s.bad = true
}
