package invoke

import (
	"strconv"

	"hotlens/profiles/sharedmemory"
	"hotlens/vm/bootstraps"
	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/decoded"
	"hotlens/vm/linking"
	"hotlens/vm/memory"
)

// This file links lambdas and method references.

// Flags of LambdaMetafactory.altMetafactory.
const (
	lambdaSerializable = 1
	lambdaMarkers      = 2
	lambdaBridges      = 4
)

// linkLambda links a site of LambdaMetafactory: it defines the class that the
// factory would spin, and makes the site a constant when nothing is captured,
// else a call of the class's factory method.
func (t *Thread) linkLambda(method *classes.Method, site *classes.CallSite, ip *decoded.Instruction, b *classfile.BootstrapMethod) bool {
	l, from := t.Linker, method.Class
	file := from.File
	if len(b.Arguments) < 3 || from.Hidden {
		return false
	}
	spec := bootstraps.LambdaSpec{MethodName: site.Selector.Name, FactoryDesc: site.Selector.Desc, CapturingClass: from.Name}
	var ok bool
	if spec.InterfaceDesc, ok = methodType(file, b.Arguments[0]); !ok {
		return false
	}
	if spec.InstantiatedDesc, ok = methodType(file, b.Arguments[2]); !ok {
		return false
	}
	impl := file.Pool.At(b.Arguments[1])
	if impl.Tag != classfile.TagMethodHandle || impl.A < classfile.RefInvokeVirtual {
		return false
	}
	class, name, desc, err := file.Ref(impl.B)
	if err != nil {
		return false
	}
	spec.ImplKind, spec.ImplClass, spec.ImplName, spec.ImplDesc = uint8(impl.A), class, name, desc
	spec.ImplIsInterface = file.Pool.Tag(impl.B) == classfile.TagInterfaceMethodref
	_, spec.InterfaceName = splitFactory(site.Selector.Desc)
	if !t.directlyInvocable(from, impl, &spec) {
		return t.Exception != 0
	}
	if len(b.Arguments) > 3 && !alternative(file, b.Arguments[3:], &spec) {
		return false
	}
	// The factory makes a serializable lambda Serializable, and one that is not,
	// but whose interface is, refuse to be serialized.
	if inherits := spec.Unserializable; spec.Serializable {
		spec.Unserializable = false
		if !inherits {
			spec.MarkerInterfaces = append(spec.MarkerInterfaces, "java/io/Serializable")
		}
	}
	spec.Name = from.Name + "$$Lambda"
	if l.Release.NumberedLambdas {
		l.lambdas++
		spec.Name += "$" + strconv.Itoa(l.lambdas)
	}
	data, err := bootstraps.Lambda(spec)
	if err != nil {
		return false // an unusual shape: the library says what is wrong with it
	}
	var proxy *classes.Class
	var constant memory.Ref
	capturing := len(site.Selector.Params) > 0
	t.Java.VMWork(func() {
		if proxy = t.defineHelper(from, data); proxy == nil || capturing {
			return
		}
		constant = t.Java.NewObject(proxy)
		if t.Exception == 0 {
			t.Java.Call(sharedmemory.Callback, proxy.Method("<init>", "()V"), linking.Value(constant))
		}
	})
	if ip.Op != decoded.InvokeDynamic {
		t.linkedByAnother()
		return true
	}
	if t.Exception != 0 {
		return true
	}
	if !capturing {
		from.Lifetime.Keep(constant)
		ip.C, ip.D, ip.Letter, ip.Op = int32(constant), 0, 'L', decoded.Const64
		return true
	}
	site.Callee, site.Kind = proxy.Method(bootstraps.FactoryName, site.Selector.Desc), sharedmemory.Static
	ip.Op = decoded.InvokeStatic
	return true
}

// directlyInvocable reports whether a nest mate of the capturing class can call the
// implementation method of a lambda, and completes its specification.
func (t *Thread) directlyInvocable(from *classes.Class, handle classfile.Constant, spec *bootstraps.LambdaSpec) bool {
	l := t.Linker
	reference := from.File.Pool.At(handle.B)
	c := t.ResolveClass(from, int(reference.A))
	if c == nil {
		return false
	}
	method := l.LookupForResolution(c, l.Registry.Selector(spec.ImplName, spec.ImplDesc))
	if method == nil || l.IsPolymorphic(method) || c.IsArray() {
		return false
	}
	protected := method.Flags&classfile.AccProtected != 0 && !from.SamePackage(method.Class)
	special := handle.A == classfile.RefInvokeSpecial && !(method.Private() && method.Class == from)
	// Whether two loaders of the program mean the same types is for the library to say.
	foreign := method.Class.Loader != from.Loader && method.Class.Loader.Mirror != 0
	if protected || special || foreign || !t.MemberAccessible(from, method.Class, c, method.Flags) {
		return false
	}
	spec.RevealedKind, spec.RevealedClass = spec.ImplKind, method.Class.Name
	iface := t.LoadClass(from.Loader, spec.InterfaceName)
	if iface == nil {
		t.WrapNotFound(spec.InterfaceName)
		return false
	}
	spec.Unserializable = iface.IsSubclassOf(l.Known.Serializable)
	return true
}

func methodType(file *classfile.Class, index uint16) (string, bool) {
	k := file.Pool.At(index)
	if k.Tag != classfile.TagMethodType {
		return "", false
	}
	return file.Pool.Utf8(k.A), true
}

// splitFactory takes a factory descriptor apart: the parameters, and the
// interface's name.
func splitFactory(desc string) (params, name string) {
	for i := len(desc) - 1; i >= 0; i-- {
		if desc[i] == ')' {
			return desc[:i+1], desc[i+2 : len(desc)-1]
		}
	}
	return "", ""
}

// alternative reads the further arguments of altMetafactory.
func alternative(file *classfile.Class, arguments []uint16, spec *bootstraps.LambdaSpec) bool {
	number := func() (int, bool) {
		if len(arguments) == 0 || file.Pool.Tag(arguments[0]) != classfile.TagInteger {
			return 0, false
		}
		n := int(int32(file.Pool.At(arguments[0]).Bits))
		arguments = arguments[1:]
		return n, true
	}
	flags, ok := number()
	if !ok {
		return false
	}
	spec.Serializable = flags&lambdaSerializable != 0
	if flags&lambdaMarkers != 0 {
		n, ok := number()
		if !ok || n > len(arguments) {
			return false
		}
		for _, a := range arguments[:n] {
			name, err := file.ClassName(a)
			if err != nil {
				return false
			}
			spec.MarkerInterfaces = append(spec.MarkerInterfaces, name)
		}
		arguments = arguments[n:]
	}
	if flags&lambdaBridges != 0 {
		n, ok := number()
		if !ok || n > len(arguments) {
			return false
		}
		for _, a := range arguments[:n] {
			desc, ok := methodType(file, a)
			if !ok {
				return false
			}
			spec.BridgeDescs = append(spec.BridgeDescs, desc)
		}
	}
	return true
}
