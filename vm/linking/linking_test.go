//go:build unix

package linking_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sourcegraph/conc"

	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/classfile/writer"
	"hotlens/vm/invoke/invoketest"
	"hotlens/vm/linking"
	"hotlens/vm/memory"
	"hotlens/vm/opcodes"
)

const (
	object    = "java/lang/Object"
	public    = classfile.AccPublic | classfile.AccSuper
	iface     = classfile.AccPublic | classfile.AccInterface | classfile.AccAbstract
	javaMajor = 61 // Java 17
)

// class begins a class file.
func class(name, super string, interfaces ...string) *writer.Writer {
	return writer.New(javaMajor, public, name, super, interfaces)
}

// method adds a method that only returns.
func method(w *writer.Writer, flags uint16, name string) *writer.Writer {
	w.Method(classfile.Member{Name: name, Descriptor: "()V", Flags: flags, Code: &classfile.Code{MaxLocals: 1, Bytes: []byte{opcodes.Return}}})
	return w
}

func initializer(w *writer.Writer) *writer.Writer { return method(w, classfile.AccStatic, "<clinit>") }

// expect compares what is thrown, "" for nothing.
func expect(t *testing.T, th *invoketest.Thread, want string) {
	t.Helper()
	if got := th.Thrown(); got != want {
		t.Errorf("thrown:\n%s\nwant:\n%s", got, want)
	}
}

// TestInitializationOrder: a class comes after its superclass and after those of its
// superinterfaces that have default methods (JLS 12.4.1), and each is initialised once.
func TestInitializationOrder(t *testing.T) {
	th := invoketest.New(t)
	loader := th.NewLoader()
	th.Define(loader, initializer(writer.New(javaMajor, iface, "Plain", object, nil)))
	th.Define(loader, method(initializer(writer.New(javaMajor, iface, "Defaults", object, []string{"Plain"})), classfile.AccPublic, "m"))
	th.Define(loader, initializer(class("Base", object)))
	derived := th.Define(loader, initializer(class("Derived", "Base", "Defaults")))
	th.OnCall["Base.<clinit>"] = func() {
		if !th.Initialize(derived) || derived.State != classes.Initializing {
			t.Error("the thread that initialises a class may use it")
		}
	}
	for range 2 {
		if !th.Initialize(derived) {
			t.Fatal(th.Thrown())
		}
	}
	if diff := cmp.Diff([]string{"Base.<clinit>", "Defaults.<clinit>", "Derived.<clinit>"}, th.Called); diff != "" {
		t.Error(diff)
	}
}

// TestInitializationWaits: a second thread that needs the class waits for the first.
func TestInitializationWaits(t *testing.T) {
	first := invoketest.New(t)
	second := invoketest.With(t, first.Linker)
	c := first.Define(first.NewLoader(), initializer(class("Slow", object)))
	blocked, unblocked := make(chan bool), make(chan bool)
	second.OnBlock = func() { blocked <- true; <-unblocked }
	second.OnUnblock = func() { close(unblocked) }
	var threads conc.WaitGroup
	first.OnCall["Slow.<clinit>"] = func() {
		threads.Go(func() {
			if !second.Initialize(c) || c.State != classes.Initialized {
				t.Errorf("the second thread finds the class in state %d", c.State)
			}
		})
		<-blocked
	}
	if !first.Initialize(c) {
		t.Error(first.Thrown())
	}
	threads.Wait()
	if len(second.Called) != 0 {
		t.Errorf("the second thread calls %v", second.Called)
	}
}

// TestInitializationFails: later uses throw another error.
func TestInitializationFails(t *testing.T) {
	th := invoketest.New(t)
	c := th.Define(th.NewLoader(), initializer(class("Broken", object)))
	th.OnCall["Broken.<clinit>"] = func() {
		th.Throw("java/lang/InternalError", "no")
	}
	if th.Initialize(c) {
		t.Error("the first use succeeds")
	}
	expect(t, th, "java.lang.InternalError: no")
	if th.Initialize(c) {
		t.Error("the second use succeeds")
	}
	expect(t, th, "java.lang.NoClassDefFoundError: Could not initialize class Broken")
}

// TestMemberAccess holds the table of JVMS 5.4.4.
func TestMemberAccess(t *testing.T) {
	th := invoketest.New(t)
	loader := th.NewLoader()
	declaring := th.Define(loader, class("p/Declaring", object))
	neighbour := th.Define(loader, class("p/Neighbour", object))
	sub := th.Define(loader, class("q/Sub", "p/Declaring"))
	subsub := th.Define(loader, class("q/SubSub", "q/Sub"))
	stranger := th.Define(loader, class("q/Stranger", object))
	const static, protected, private = classfile.AccStatic, classfile.AccProtected, classfile.AccPrivate
	for _, test := range []struct {
		from, named *classes.Class
		flags       uint16
		want        bool
	}{
		{declaring, declaring, private, true},
		{neighbour, declaring, private, false},
		{neighbour, declaring, 0, true},
		{neighbour, declaring, protected, true},
		{sub, declaring, 0, false},
		{sub, sub, protected, true},
		{sub, subsub, protected, true},
		{subsub, sub, protected, true},
		{sub, declaring, protected | static, true},
		{stranger, declaring, protected | static, false},
		{stranger, declaring, classfile.AccPublic, true},
	} {
		if got := th.MemberAccessible(test.from, declaring, test.named, test.flags); got != test.want {
			t.Errorf("from %s, named through %s, flags %#x: %v", test.from.Name, test.named.Name, test.flags, got)
		}
	}
}

// TestNestAccess: private members are accessible within a nest that both sides agree on.
func TestNestAccess(t *testing.T) {
	th := invoketest.New(t)
	loader := th.NewLoader()
	outer := class("Outer", object)
	inner := outer.Class("Outer$Inner")
	outer.Attribute("NestMembers", []byte{0, 1, byte(inner >> 8), byte(inner)})
	member := func(name string) *classes.Class {
		w := class(name, object)
		host := w.Class("Outer")
		w.Attribute("NestHost", []byte{byte(host >> 8), byte(host)})
		return th.Define(loader, w)
	}
	o := th.Define(loader, outer)
	if !th.MemberAccessible(member("Outer$Inner"), o, o, classfile.AccPrivate) {
		t.Error("a member of the nest has no access")
	}
	intruder := member("Outer$Intruder")
	if th.MemberAccessible(intruder, o, o, classfile.AccPrivate) {
		t.Error("a class that the host does not list has access")
	}
	if !strings.HasSuffix(intruder.NestError, "current type is not listed as a nest member") {
		t.Error(intruder.NestError)
	}
}

// TestModuleAccess: a class of a named module is accessible if its package is exported to
// the module that names it, which reads it.
func TestModuleAccess(t *testing.T) {
	th := invoketest.New(t)
	l, loader := th.Linker, th.NewLoader()
	module := func(name, pack string) *linking.Module {
		m := &linking.Module{Object: th.NewObject(l.Known.Object), Name: name, Reads: map[memory.Ref]bool{l.BaseModule: true}}
		l.Modules[m.Object] = m
		if l.Packages[loader] == nil {
			l.Packages[loader] = map[string]*linking.Module{}
		}
		l.Packages[loader][pack] = m
		return m
	}
	app, lib := module("app", "a"), module("lib", "b")
	from, c := th.Define(loader, class("a/App", object)), th.Define(loader, class("b/Lib", object))
	hidden := th.Define(loader, writer.New(javaMajor, classfile.AccSuper, "b/Hidden", object, nil))

	const denied = "java.lang.IllegalAccessError: class a.App (in module app) cannot access class b.Lib (in module lib) because module "
	th.CheckClassAccess(from, c)
	expect(t, th, denied+"app does not read module lib")
	app.Reads[lib.Object] = true
	th.CheckClassAccess(from, c)
	expect(t, th, denied+"lib does not export b to module app")
	lib.Export("b", app.Object)
	th.CheckClassAccess(from, c)
	expect(t, th, "")
	th.CheckClassAccess(from, hidden)
	expect(t, th, "java.lang.IllegalAccessError: failed to access class b.Hidden from class a.App (b.Hidden is in module lib of loader 'test'; a.App is in module app of loader 'test')")
}

// TestLoaderConstraint: two loaders that have agreed on a name in a descriptor cannot mean
// different classes by it (JVMS 5.3.4).
func TestLoaderConstraint(t *testing.T) {
	th := invoketest.New(t)
	one, other := th.NewLoader(), th.NewLoader()
	w := class("Callee", object)
	w.Method(classfile.Member{Name: "m", Descriptor: "(LShared;)V", Flags: classfile.AccPublic | classfile.AccNative})
	callee := th.Define(one, w)
	caller := th.Define(other, class("Caller", object))
	th.Define(one, class("Shared", object))
	if !th.ConstrainMethod(caller, callee, callee.Method("m", "(LShared;)V")) {
		t.Fatal(th.Thrown())
	}
	if th.TryDefine(other, class("Shared", object)) != nil {
		t.Error("the other loader may define a class of that name")
	}
	expect(t, th, "java.lang.LinkageError: loader constraint violation: loader 'test' wants to load class Shared."+
		" A different class with the same name was previously loaded by 'test'. (Shared is in unnamed module of loader 'test', parent loader 'bootstrap')")
}

// TestFailureIsKept: a reference that could not be resolved fails again in the same way
// (JVMS 5.4.3), although the class is there then, with an exception of its own.
func TestFailureIsKept(t *testing.T) {
	th := invoketest.New(t)
	loader := th.NewLoader()
	w := class("From", object)
	index := int(w.Class("Missing"))
	from := th.Define(loader, w)
	if th.ResolveClass(from, index) != nil {
		t.Error("a class that is not there is found")
	}
	first := th.Exception
	expect(t, th, "java.lang.NoClassDefFoundError: Missing")
	th.Define(loader, class("Missing", object))
	if th.ResolveClass(from, index) != nil || th.Exception == first {
		t.Error("the class is found, or the exception that of before")
	}
	expect(t, th, "java.lang.NoClassDefFoundError: Missing")
}

// TestLoadClass: a program's loader is asked once for each name, and may not answer with
// another class.
func TestLoadClass(t *testing.T) {
	th := invoketest.New(t)
	loader := th.NewLoader()
	th.OnLoad = func(name string) *classes.Class {
		if name == "p.Right" {
			return th.Define(loader, class("p/Right", object))
		}
		return th.Linker.Known.Object
	}
	for range 2 {
		if c := th.LoadClass(loader, "p/Right"); c == nil || c.Name != "p/Right" {
			t.Errorf("loaded %v: %s", c, th.Thrown())
		}
	}
	if array := th.LoadClass(loader, "[[Lp/Right;"); array == nil || array.ExternalName() != "[[Lp.Right;" {
		t.Errorf("loaded %v: %s", array, th.Thrown())
	}
	if th.LoadClass(loader, "p/Wrong") != nil {
		t.Error("a class of another name is taken")
	}
	expect(t, th, "java.lang.ClassNotFoundException: p/Wrong")
	if diff := cmp.Diff([]string{"p.Right", "p.Wrong"}, th.Called); diff != "" {
		t.Error(diff)
	}
}

// TestDefineRefuses holds what a class may not be (JVMS 5.3.5).
func TestDefineRefuses(t *testing.T) {
	th := invoketest.New(t)
	loader := th.NewLoader()
	th.Define(loader, class("Twice", object))
	th.Define(loader, writer.New(javaMajor, public|classfile.AccFinal, "Final", object, nil))
	for _, test := range []struct {
		w    *writer.Writer
		want string
	}{
		{class("Twice", object), "java.lang.LinkageError: loader 'test' attempted duplicate class definition for Twice. (Twice is in unnamed module of loader 'test', parent loader 'bootstrap')"},
		{class("Own", "Own"), "java.lang.ClassCircularityError: Own"},
		{class("Heir", "Final"), "java.lang.IncompatibleClassChangeError: class Heir cannot inherit from final class Final"},
		{class("Heir", "java/lang/Runnable"), "java.lang.IncompatibleClassChangeError: class Heir has interface java.lang.Runnable as super class"},
		{class("java/lang/Evil", object), "java.lang.SecurityException: Class loader (instance of): 'test' tried to load prohibited package name: java.lang"},
	} {
		if th.TryDefine(loader, test.w) != nil {
			t.Errorf("no %s", test.want)
		}
		expect(t, th, test.want)
	}
}
