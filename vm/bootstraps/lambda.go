package bootstraps

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hotlens/vm/classfile"
	"hotlens/vm/classfile/writer"
	"hotlens/vm/opcodes"
)

// LambdaSpec is what a site that is linked by LambdaMetafactory asks for; the
// names in brackets are the metafactory's parameters.
//
// The implementation method has to be accessible to a nest mate of the
// capturing class. It is not where it is protected, in a superclass of another
// package, or is called by invokespecial and not private to the capturing class:
// such sites have to be linked by the metafactory, which uses a method handle.
type LambdaSpec struct {
	Name             string   // of the class to make
	InterfaceName    string   // the functional interface: factoryType's return type
	MarkerInterfaces []string // [altInterfaces]
	MethodName       string   // [interfaceMethodName]
	InterfaceDesc    string   // erased descriptor of the interface's method [interfaceMethodType]
	BridgeDescs      []string // descriptors of further methods of that name to implement [altMethods]
	InstantiatedDesc string   // with the type variables replaced [dynamicMethodType]
	FactoryDesc      string   // from the captured values to the interface [factoryType]

	// The implementation method, as the MethodHandle constant has it.
	ImplKind        uint8 // classfile.RefInvokeVirtual to classfile.RefInvokeInterface
	ImplClass       string
	ImplName        string
	ImplDesc        string
	ImplIsInterface bool // ImplClass is an interface

	// Serializable asks for a writeReplace method (FLAG_SERIALIZABLE).
	Serializable bool
	// Unserializable asks for methods that refuse serialization: the metafactory
	// does if one of the interfaces extends java.io.Serializable though the site
	// did not set the flag.
	Unserializable bool
	CapturingClass string // the class that has the site, for Serializable
	// RevealedKind and RevealedClass are the reference kind and the class that
	// declares the implementation method, as MethodHandleInfo reveals them, for
	// Serializable. If RevealedClass is "" they are ImplKind and ImplClass.
	RevealedKind  uint8
	RevealedClass string
}

// FactoryName is the name of the static method of a class made by Lambda, of
// descriptor FactoryDesc, that makes its objects. Only those have it that
// capture values; the others have a private constructor without parameters.
const FactoryName = "get$Lambda"

// lambda is a class in the making.
type lambda struct {
	LambdaSpec
	w               *writer.Writer
	captured        []string // descriptors of the captured values
	constructorDesc string
	implParams      []string // of the implementation method, the receiver included
	implReturn      string
	instantiated    []string // parameters of InstantiatedDesc
}

// Lambda makes the class whose objects a site yields: it implements the
// interface's method by calling the implementation method with the captured
// values and the converted arguments. Its fields, in the order of the captured
// values, are arg$1 and so on.
func Lambda(spec LambdaSpec) ([]byte, error) {
	l := &lambda{LambdaSpec: spec}
	if err := l.parse(); err != nil {
		return nil, fmt.Errorf("lambda class %s: %w", spec.Name, err)
	}
	var interfaces []string
	for _, i := range append([]string{spec.InterfaceName}, spec.MarkerInterfaces...) {
		if !slices.Contains(interfaces, i) {
			interfaces = append(interfaces, i)
		}
	}
	l.w = writer.New(version, classfile.AccFinal|classfile.AccSuper|classfile.AccSynthetic, spec.Name, object, interfaces)
	for i, desc := range l.captured {
		l.w.Field(classfile.Member{Flags: classfile.AccPrivate | classfile.AccFinal, Name: fieldName(i), Descriptor: desc})
	}
	if err := l.methods(); err != nil {
		return nil, fmt.Errorf("lambda class %s: %w", spec.Name, err)
	}
	return l.w.Bytes()
}

// fieldName is the field of the captured value i, counted from 0.
func fieldName(i int) string { return "arg$" + strconv.Itoa(i+1) }

// parse takes the descriptors apart, and checks that their parameters match in
// number (which ones convert to which is checked by no more than the verifier).
func (l *lambda) parse() (err error) {
	var made string
	if l.captured, made, err = classfile.ParseDescriptor(l.FactoryDesc); err != nil {
		return err
	}
	if made != descriptorOf(l.InterfaceName) {
		return fmt.Errorf("the factory's descriptor %s does not return %s", l.FactoryDesc, l.InterfaceName)
	}
	l.constructorDesc = strings.TrimSuffix(l.FactoryDesc, made) + "V"
	if l.implParams, l.implReturn, err = classfile.ParseDescriptor(l.ImplDesc); err != nil {
		return err
	}
	switch l.ImplKind {
	case classfile.RefInvokeStatic:
	case classfile.RefNewInvokeSpecial:
		l.implReturn = descriptorOf(l.ImplClass)
	case classfile.RefInvokeVirtual, classfile.RefInvokeSpecial, classfile.RefInvokeInterface:
		l.implParams = append([]string{descriptorOf(l.ImplClass)}, l.implParams...)
	default:
		return fmt.Errorf("the implementation has reference kind %d, which is no call", l.ImplKind)
	}
	if l.instantiated, _, err = classfile.ParseDescriptor(l.InstantiatedDesc); err != nil {
		return err
	}
	if len(l.implParams) != len(l.captured)+len(l.instantiated) {
		return fmt.Errorf("%d captured values and %d parameters do not make the implementation's %d",
			len(l.captured), len(l.instantiated), len(l.implParams))
	}
	return nil
}

func (l *lambda) methods() error {
	if err := l.constructor(); err != nil {
		return err
	}
	if len(l.captured) > 0 {
		if err := l.factory(); err != nil {
			return err
		}
	}
	for _, desc := range append([]string{l.InterfaceDesc}, l.BridgeDescs...) {
		if err := l.forward(desc); err != nil {
			return err
		}
	}
	switch {
	case l.Serializable:
		return l.writeReplace()
	case l.Unserializable:
		return l.refuse()
	}
	return nil
}

// constructor stores the captured values.
func (l *lambda) constructor() error {
	a := &assembler{w: l.w, locals: 1 + slots(l.captured)}
	a.op(1, opcodes.Aload0)
	a.call(opcodes.Invokespecial, object, "<init>", "()V")
	slot := 1
	for i, desc := range l.captured {
		a.op(1, opcodes.Aload0)
		a.load(desc, slot)
		a.opIndex(-1-width(desc), opcodes.Putfield, l.w.Fieldref(l.Name, fieldName(i), desc))
		slot += width(desc)
	}
	a.give("V")
	return a.method(classfile.Member{Flags: classfile.AccPrivate, Name: "<init>", Descriptor: l.constructorDesc})
}

// factory makes an object of captured values.
func (l *lambda) factory() error {
	a := &assembler{w: l.w, locals: slots(l.captured)}
	a.instantiate(l.Name)
	a.loadAll(l.captured, 0)
	a.call(opcodes.Invokespecial, l.Name, "<init>", l.constructorDesc)
	a.give(descriptorOf(l.InterfaceName))
	return a.method(classfile.Member{Flags: classfile.AccPrivate | classfile.AccStatic | classfile.AccSynthetic, Name: FactoryName, Descriptor: l.FactoryDesc})
}

// forward implements a method of the interface with the descriptor.
func (l *lambda) forward(desc string) error {
	params, ret, err := classfile.ParseDescriptor(desc)
	if err != nil {
		return err
	}
	if len(params) != len(l.instantiated) {
		return fmt.Errorf("method %s%s does not have %d parameters", l.MethodName, desc, len(l.instantiated))
	}
	if l.implReturn == "V" && ret != "V" {
		return fmt.Errorf("method %s%s has no result to return", l.MethodName, desc)
	}
	a := &assembler{w: l.w, locals: 1 + slots(params)}
	if l.ImplKind == classfile.RefNewInvokeSpecial {
		a.instantiate(l.ImplClass)
	}
	for i, c := range l.captured {
		a.op(1, opcodes.Aload0)
		a.getField(l.Name, fieldName(i), c)
	}
	slot := 1
	for i, p := range params {
		a.load(p, slot)
		slot += width(p)
		a.convert(p, l.implParams[len(l.captured)+i], l.instantiated[i])
	}
	a.invoke(l.invocation(), l.ImplClass, l.ImplName, l.ImplDesc, l.ImplIsInterface)
	a.convert(l.implReturn, ret, ret)
	a.give(ret)
	return a.method(classfile.Member{Flags: classfile.AccPublic, Name: l.MethodName, Descriptor: desc})
}

// invocation is the instruction that calls the implementation. A nest mate
// calls private methods like others (JVMS 5.4.4).
func (l *lambda) invocation() byte {
	switch {
	case l.ImplKind == classfile.RefInvokeStatic:
		return opcodes.Invokestatic
	case l.ImplKind == classfile.RefNewInvokeSpecial:
		return opcodes.Invokespecial
	case l.ImplIsInterface:
		return opcodes.Invokeinterface
	}
	return opcodes.Invokevirtual
}

// writeReplace gives serialization a description of the lambda, from which the
// capturing class makes another one.
func (l *lambda) writeReplace() error {
	kind, class := l.RevealedKind, l.RevealedClass
	if class == "" {
		kind, class = l.ImplKind, l.ImplClass
	}
	const serialized = "java/lang/invoke/SerializedLambda"
	a := &assembler{w: l.w, locals: 1}
	a.instantiate(serialized)
	a.constant(l.w.Class(l.CapturingClass))
	for _, s := range []string{l.InterfaceName, l.MethodName, l.InterfaceDesc} {
		a.text(s)
	}
	a.number(int(kind))
	for _, s := range []string{class, l.ImplName, l.ImplDesc, l.InstantiatedDesc} {
		a.text(s)
	}
	a.number(len(l.captured))
	a.opIndex(0, opcodes.Anewarray, l.w.Class(object))
	for i, desc := range l.captured {
		a.op(1, opcodes.Dup)
		a.number(i)
		a.op(1, opcodes.Aload0)
		a.getField(l.Name, fieldName(i), desc)
		if isPrimitive(desc) {
			a.box(wrapperOf(desc))
		}
		a.op(-3, opcodes.Aastore)
	}
	const text = "Ljava/lang/String;"
	a.call(opcodes.Invokespecial, serialized, "<init>", "(Ljava/lang/Class;"+text+text+text+"I"+text+text+text+text+"[Ljava/lang/Object;)V")
	a.give("Ljava/lang/Object;")
	return a.method(classfile.Member{Flags: classfile.AccPrivate | classfile.AccFinal, Name: "writeReplace", Descriptor: "()Ljava/lang/Object;"})
}

// refuse makes serialization fail.
func (l *lambda) refuse() error {
	const exception = "java/io/NotSerializableException"
	for _, m := range [][2]string{{"writeObject", "(Ljava/io/ObjectOutputStream;)V"}, {"readObject", "(Ljava/io/ObjectInputStream;)V"}} {
		a := &assembler{w: l.w, locals: 2}
		a.instantiate(exception)
		a.text("Non-serializable lambda")
		a.call(opcodes.Invokespecial, exception, "<init>", "(Ljava/lang/String;)V")
		a.op(-1, opcodes.Athrow)
		if err := a.method(classfile.Member{Flags: classfile.AccPrivate | classfile.AccFinal, Name: m[0], Descriptor: m[1], Rare: &classfile.MemberAttributes{Exceptions: []string{exception}}}); err != nil {
			return err
		}
	}
	return nil
}
