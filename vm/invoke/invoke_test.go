//go:build unix

package invoke_test

import (
	"slices"
	"strings"
	"testing"
	"unsafe"

	"hotlens/vm/bootstraps"
	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/classfile/writer"
	"hotlens/vm/decoded"
	"hotlens/vm/invoke/invoketest"
	"hotlens/vm/memory"
	"hotlens/vm/opcodes"
)

const (
	object    = "java/lang/Object"
	javaMajor = 61 // Java 17
)

// site is an invokedynamic instruction of a class.
type site struct {
	*invoketest.Thread
	instruction decoded.Instruction
	call        *classes.CallSite
}

// dynamicSite makes a site whose bootstrap method is the given one of the library;
// arguments adds its static arguments.
func dynamicSite(t *testing.T, factory, bootstrap, name, desc string, arguments func(w *writer.Writer) []uint16) *site {
	t.Helper()
	th := invoketest.New(t)
	w := writer.New(javaMajor, classfile.AccPublic|classfile.AccSuper, "Test", object, nil)
	w.Method(classfile.Member{Name: "body", Descriptor: "()V", Flags: classfile.AccPrivate | classfile.AccStatic, Code: &classfile.Code{MaxLocals: 1, Bytes: []byte{opcodes.Return}}})
	w.Method(classfile.Member{Name: "body", Descriptor: "(Ljava/lang/String;)V", Flags: classfile.AccPrivate | classfile.AccStatic, Code: &classfile.Code{MaxLocals: 1, Bytes: []byte{opcodes.Return}}})
	types := "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;[Ljava/lang/Object;)Ljava/lang/invoke/CallSite;"
	if factory == concatFactory {
		types = strings.Replace(types, "[L", "Ljava/lang/String;[L", 1)
	}
	w.Method(classfile.Member{Name: "bootstrap", Descriptor: types, Flags: classfile.AccPrivate | classfile.AccStatic | classfile.AccNative})
	handle := w.MethodHandle(classfile.RefInvokeStatic, w.Methodref(factory, bootstrap, types))
	constant := w.InvokeDynamic(w.BootstrapMethod(handle, arguments(w)...), name, desc)
	c := th.Define(th.NewLoader(), w)
	s := &site{Thread: th}
	s.call = &classes.CallSite{Caller: c.Methods[0], PoolIndex: constant, Selector: th.Linker.Registry.Selector(name, desc), ArgBase: decoded.FrameHeader}
	s.instruction = decoded.Instruction{Op: decoded.InvokeDynamic, P: unsafe.Pointer(s.call)}
	return s
}

// link links the site, which must be possible, and gives the operation that it has become.
func (s *site) link() uint16 {
	s.T.Helper()
	s.LinkDynamic(s.call.Caller, &s.instruction)
	if s.Exception != 0 {
		s.T.Fatal(s.Thrown())
	}
	return s.instruction.Op
}

const concatFactory = "java/lang/invoke/StringConcatFactory"

// TestConcatenate links and executes concatenations of operands of all kinds.
func TestConcatenate(t *testing.T) {
	const desc = "(IZCJLjava/lang/String;Ljava/lang/String;)Ljava/lang/String;"
	s := dynamicSite(t, concatFactory, "makeConcatWithConstants", "concat", desc, func(w *writer.Writer) []uint16 {
		return []uint16{w.String("<\x01 \x01 \x01 \x02 \x01 \x01 \x01>"), w.String("constant")}
	})
	if op := s.link(); op != decoded.Concat {
		t.Fatalf("the site has become %s", decoded.Name(op))
	}
	m := s.Linker.Memory
	frame, err := m.NewMetadata(decoded.FrameHeader + 8*decoded.SlotBytes)
	if err != nil {
		t.Fatal(err)
	}
	null := memory.Ref(0)
	for _, test := range []struct {
		character rune
		text      string
		want      string
	}{
		{'c', "text", "<-7 true c constant 1234567890123 text null>"},
		{'é', "naïve", "<-7 true é constant 1234567890123 naïve null>"},
		{'c', "→", "<-7 true c constant 1234567890123 → null>"},
		{'→', "é", "<-7 true → constant 1234567890123 é null>"},
	} {
		integer := int32(-7)
		slots := []uint64{uint64(uint32(integer)), 1, uint64(test.character), 1234567890123, 0, uint64(s.NewString(test.text)), uint64(null)}
		for i, v := range slots {
			m.SetU64(frame+decoded.FrameHeader+memory.Address(i)*decoded.SlotBytes, v)
		}
		if got := s.Linker.Text(s.Concatenate(&s.instruction, frame)); got != test.want {
			t.Errorf("%s, want %s", got, test.want)
		}
	}
}

// TestLeftToTheLibrary: what is out of the ordinary is linked by the library.
func TestLeftToTheLibrary(t *testing.T) {
	for name, s := range map[string]*site{
		"a constant without a tag": dynamicSite(t, concatFactory, "makeConcatWithConstants", "concat", "(I)Ljava/lang/String;", func(w *writer.Writer) []uint16 {
			return []uint16{w.String("\x01"), w.String("left over")}
		}),
		"a concatenation that is no String": dynamicSite(t, concatFactory, "makeConcatWithConstants", "concat", "(I)Ljava/lang/Object;", func(w *writer.Writer) []uint16 {
			return []uint16{w.String("\x01")}
		}),
		"another bootstrap method": dynamicSite(t, "Test", "bootstrap", "name", "()V", func(*writer.Writer) []uint16 { return nil }),
	} {
		s.LinkDynamic(s.call.Caller, &s.instruction)
		if !slices.Contains(s.Called, "java/lang/invoke/MethodHandleNatives.linkCallSite") {
			t.Errorf("%s: the library is not asked, but %v; thrown: %s", name, s.Called, s.Thrown())
		}
	}
}

// lambda makes the site of a Runnable whose body is a method of the class.
func lambda(t *testing.T, desc, body string) *site {
	return dynamicSite(t, "java/lang/invoke/LambdaMetafactory", "metafactory", "run", desc, func(w *writer.Writer) []uint16 {
		return []uint16{w.MethodType("()V"), w.MethodHandle(classfile.RefInvokeStatic, w.Methodref("Test", "body", body)), w.MethodType("()V")}
	})
}

// TestLambda: a lambda that captures nothing is one object for ever, and any other is made by
// a static method of its class.
func TestLambda(t *testing.T) {
	s := lambda(t, "()Ljava/lang/Runnable;", "()V")
	if op := s.link(); op != decoded.Const64 {
		t.Fatalf("the site has become %s", decoded.Name(op))
	}
	c := s.Linker.ClassOf(memory.Ref(s.instruction.C))
	if !c.Hidden || !c.IsSubclassOf(s.FindBootClass("java/lang/Runnable")) || c.NestHost.Name != "Test" {
		t.Errorf("the object is of class %s", c.ExternalName())
	}

	s = lambda(t, "(Ljava/lang/String;)Ljava/lang/Runnable;", "(Ljava/lang/String;)V")
	if op := s.link(); op != decoded.InvokeStatic {
		t.Fatalf("the site has become %s", decoded.Name(op))
	}
	if callee := s.call.Callee; callee.Name != bootstraps.FactoryName || !callee.Static() || !callee.Class.Hidden {
		t.Errorf("the site calls %v", callee)
	}
}

// TestLinkTarget selects what the linkTo operations call.
func TestLinkTarget(t *testing.T) {
	th := invoketest.New(t)
	l, m := th.Linker, th.Linker.Memory
	toString := l.Known.Object.Method("toString", "()Ljava/lang/String;")
	o := th.MemberOffsets()
	member, resolved := th.NewObject(l.Known.MemberName), th.NewObject(th.FindBootClass("java/lang/invoke/ResolvedMethodName"))
	m.SetU32(member+o.Method, resolved)
	m.SetU32(resolved+o.Target, toString.ID)
	text := th.NewString("text")
	for _, test := range []struct {
		operation        uint16
		member, receiver memory.Ref
		want             string // the class of the method, or what is thrown
	}{
		{decoded.LinkToSpecial, member, text, "java.lang.Object"},
		{decoded.LinkToVirtual, member, text, "java.lang.String"},
		{decoded.LinkToStatic, member, 0, "java.lang.Object"},
		{decoded.LinkToVirtual, member, 0, "java.lang.NullPointerException"},
		{decoded.LinkToVirtual, 0, text, "java.lang.NullPointerException"},
	} {
		var got string
		if target := th.LinkTarget(test.operation, test.member, test.receiver); target != nil {
			got = target.Class.ExternalName()
		} else {
			got = th.Thrown()
		}
		if got != test.want {
			t.Errorf("%s of %#x, %#x: %s, want %s", decoded.Name(test.operation), test.member, test.receiver, got, test.want)
		}
	}
}
