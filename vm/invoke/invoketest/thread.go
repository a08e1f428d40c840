// Package invoketest stands in for Java threads in the tests of packages linking and
// invoke. Its classes are those of the JDK at hand, but it executes no Java code: a test
// says what calls do.
package invoketest

import (
	"strings"
	"testing"

	"hotlens/vm/classes"
	"hotlens/vm/classfile/writer"
	"hotlens/vm/invoke"
	"hotlens/vm/jimage/jimagetest"
	"hotlens/vm/linking"
	"hotlens/vm/memory"
	"hotlens/vm/memory/memorytest"
	"hotlens/vm/oracle"
)

// heapBytes is room for the objects of a test. Nothing is collected.
const heapBytes = 16 << 20

// Thread stands in for a Java thread.
type Thread struct {
	invoke.Thread
	T testing.TB

	// Called lists the methods that were called, as Class.name, and the names that loaders
	// were asked for.
	Called []string
	// OnCall says what calls of the named method do.
	OnCall map[string]func()
	// OnLoad is what loaders do for the name of a class. Else they ask the boot loader.
	OnLoad func(name string) *classes.Class
	// OnBlock and OnUnblock are called when the thread blocks and is to go on.
	OnBlock, OnUnblock func()

	messages map[memory.Ref]string
}

// New makes a thread of a new virtual machine, in which the classes that the VM itself
// touches are loaded.
func New(t testing.TB) *Thread {
	t.Helper()
	m := memorytest.New(t, heapBytes)
	registry, err := classes.NewRegistry(m, linking.Injected)
	if err != nil {
		t.Fatal(err)
	}
	hash := func(r memory.Ref) uint32 { return r }
	linker := invoke.New(linking.New(m, registry, jimagetest.Library(t), oracle.Release(t), hash), false)
	th := With(t, &linker)
	if err := th.LoadKnown(); err != nil {
		t.Fatal(err)
	}
	base := &linking.Module{Object: th.object(linker.Known.Object), Name: "java.base"}
	base.ExportToAll("java/lang")
	base.ExportToAll("java/lang/invoke")
	linker.Modules[base.Object], linker.BaseModule = base, base.Object
	for _, c := range registry.Classes[1:] {
		linker.SetModule(c, base)
	}
	linker.Unnamed[registry.Boot()] = th.object(linker.Known.Object)
	return th
}

// With makes one more thread of a virtual machine.
func With(t testing.TB, l *invoke.Linker) *Thread {
	th := &Thread{T: t, OnCall: map[string]func(){}, messages: map[memory.Ref]string{}}
	th.Thread = invoke.NewThread(l, th)
	return th
}

// CollectClasses does nothing: nothing is collected.
func (t *Thread) CollectClasses() {}

// NewLoader makes a class loader of the program.
func (t *Thread) NewLoader() *classes.Loader {
	l := t.Linker
	loader := t.object(l.Known.ClassLoader)
	l.Memory.SetU32(loader+l.Known.LoaderUnnamed, t.object(l.Known.Object))
	l.Memory.SetU32(loader+l.Known.ClassLoader.Field("nameAndId", "").Offset, t.NewString("'test'"))
	return l.LoaderOf(loader)
}

// Define defines a class, which must be possible.
func (t *Thread) Define(loader *classes.Loader, w *writer.Writer) *classes.Class {
	t.T.Helper()
	c := t.TryDefine(loader, w)
	if c == nil {
		t.T.Fatal(t.Thrown())
	}
	return c
}

// TryDefine defines a class; it gives nil with a pending exception.
func (t *Thread) TryDefine(loader *classes.Loader, w *writer.Writer) *classes.Class {
	t.T.Helper()
	data, err := w.Bytes()
	if err != nil {
		t.T.Fatal(err)
	}
	return t.DefineClass(loader, data, linking.DefineOptions{})
}

// Thrown takes the pending exception away and says what it is: its class and message, ""
// for none.
func (t *Thread) Thrown() string {
	e := t.Exception
	if e == 0 {
		return ""
	}
	t.Exception = 0
	text := t.Linker.ClassOf(e).ExternalName()
	if message := t.messages[e]; message != "" {
		text += ": " + message
	}
	return text
}

// What follows implements invoke.JavaThread.

// Call notes the call, and does what the test says.
func (t *Thread) Call(_ uint32, method *classes.Method, args ...linking.Value) linking.Value {
	if method.Class == t.Linker.Known.ClassLoader && method.Name == "loadClass" {
		return t.load(t.Linker.Text(memory.Ref(args[1])))
	}
	name := method.Class.Name + "." + method.Name
	t.Called = append(t.Called, name)
	if f := t.OnCall[name]; f != nil {
		f()
	}
	return 0
}

// load is ClassLoader.loadClass.
func (t *Thread) load(name string) linking.Value {
	find := t.OnLoad
	if c := t.FindBootClass(strings.ReplaceAll(name, ".", "/")); find == nil || c != nil {
		find = func(string) *classes.Class { return c }
	} else {
		t.Called = append(t.Called, name)
	}
	if c := find(name); c != nil {
		return linking.Value(c.Mirror)
	}
	return 0
}

// VMWork, Loading and Linkage run f.
func (t *Thread) VMWork(f func())                    { f() }
func (t *Thread) Loading(_ *classes.Class, f func()) { f() }
func (t *Thread) Linkage(f func())                   { f() }

// Nested runs f, too.
func (t *Thread) Nested(f func()) { f() }

// Throw makes an exception without running its constructor.
func (t *Thread) Throw(class, message string) {
	if t.Exception != 0 {
		return
	}
	c := t.FindBootClass(class)
	if c == nil {
		t.T.Fatalf("there is no class %s", class)
	}
	t.Exception = t.object(c)
	t.messages[t.Exception] = message
}

// Charge takes bytes from the account.
func (t *Thread) Charge(bytes uint64) bool { return t.Linker.Memory.Native.Charge(bytes) }

// ThrowOutOfMemory makes an OutOfMemoryError.
func (t *Thread) ThrowOutOfMemory(message string) { t.Throw("java/lang/OutOfMemoryError", message) }

// object makes an object.
func (t *Thread) object(c *classes.Class) memory.Ref { return t.allocate(c, uint64(c.InstanceSize)) }

func (t *Thread) allocate(c *classes.Class, size uint64) memory.Ref {
	m := t.Linker.Memory
	r := m.Heap.AllocateAnyway(size)
	if r == 0 {
		t.T.Fatal("the test's heap is full")
	}
	m.SetU32(r, c.TIB)
	return r
}

// NewObject, NewArray and NewMirror make objects.
func (t *Thread) NewObject(c *classes.Class) memory.Ref { return t.object(c) }
func (t *Thread) NewMirror() memory.Ref                 { return t.object(t.Linker.Known.Class) }
func (t *Thread) NewArray(c *classes.Class, length int32) memory.Ref {
	r := t.allocate(c, memory.ArrayBase+uint64(length)<<c.ElemShift)
	t.Linker.Memory.SetU32(r+memory.ArrayLength, uint32(length))
	return r
}

// Root, RootMark and Release do nothing, as nothing is collected.
func (t *Thread) Root(r memory.Ref) memory.Ref { return r }
func (t *Thread) RootMark() int                { return 0 }
func (t *Thread) Release(int)                  {}

// Block and Unblock do what the test says.
func (t *Thread) Block(int64) (timedOut bool) {
	t.OnBlock()
	return false
}
func (t *Thread) Unblock() { t.OnUnblock() }

// Name is the name of the main thread.
func (t *Thread) PlatformName() string { return "main" }
