package linking

import (
	"fmt"
	"strings"

	"hotlens/vm/classes"
	"hotlens/vm/memory"
	"hotlens/vm/release"
)

// This file loads the classes that the VM touches itself, and checks that the JDK
// at hand has the fields it needs.

// Injected lists the fields that the VM adds to library classes.
var Injected = map[string][]classes.InjectedField{
	"java/lang/Class":                     {{Name: "vmClass", Desc: "I"}},
	"java/lang/ClassLoader":               {{Name: "vmLoader", Desc: "I"}},
	"java/lang/Thread":                    {{Name: "vmThread", Desc: "I"}},
	"java/lang/invoke/MemberName":         {{Name: "vmIndex", Desc: "I"}},
	"java/lang/invoke/ResolvedMethodName": {{Name: "vmTarget", Desc: "I"}, {Name: "vmholder", Desc: "Ljava/lang/Class;"}},
}

// Known are the classes, fields and methods of the library that the VM itself
// touches; LoadKnown fills it and fails if the JDK at hand lacks one.
type Known struct {
	Object, String, Class, Throwable, Thread, ThreadGroup, Cloneable, Serializable  *classes.Class
	Reference, ClassLoader, Module, MethodHandle, VarHandle, MemberName, MethodType *classes.Class
	ByteArray, CharArray, IntArray, LongArray, BooleanArray, ObjectArray            *classes.Class
	StringValue, StringCoder, StringHash                                            uint32
	ClassVM, ClassLoaderField, ClassModule, ClassComponent, ClassName, ClassData    uint32
	ThrowableBacktrace, ThrowableDepth, ThrowableMessage, ThrowableStackTrace       uint32
	ThrowableCause                                                                  uint32
	ThreadVM, ThreadEetop, ThreadName, ThreadInterrupted, LoaderVM, LoaderUnnamed   uint32
	// Of the object that ThreadFields gives. ThreadHolder is 0 where that is the thread itself.
	ThreadHolder, ThreadStatus, ThreadPriority, ThreadDaemon, ThreadGroupField, ThreadTask, ThreadStackSize uint32
	// ThreadStillborn says that a thread has been stopped before it was started; 0 from JDK 20 on,
	// which has no Thread.stop.
	ThreadStillborn uint32
	// Fields of JDK 25, whose Class says by itself what natives say in others; 0 where there are none.
	ClassModifiers, ClassPrimitive, ClassDomain uint32
	FinalizerRegister                           *classes.Method
}

// ThreadFields is the object that has status, priority, group and so on of a java.lang.Thread
// object: that thread itself, or from JDK 19 on its Thread.FieldHolder, 0 while the thread has none.
func (l *Linker) ThreadFields(thread memory.Ref) memory.Ref {
	if l.Known.ThreadHolder == 0 {
		return thread
	}
	return l.Memory.U32(thread + l.Known.ThreadHolder)
}

// Offset is the offset of an instance field of a loaded class.
func (l *Linker) Offset(c *classes.Class, name string) (uint32, error) {
	f := c.Field(name, "")
	if f == nil {
		return 0, fmt.Errorf("this JDK's %s has no field %s, which the VM needs; hotlens supports JDK %s", strings.ReplaceAll(c.Name, "/", "."), name, release.Names())
	}
	return f.Offset, nil
}

// LoadKnown loads the classes that the VM itself needs, makes the primitive
// types, and gives the classes that came before java.lang.Class their mirrors.
func (t *Thread) LoadKnown() error {
	l := t.Linker
	k := &l.Known
	load := func(name string) *classes.Class {
		c := t.FindBootClass(name)
		return c
	}
	var missing error
	need := func(to **classes.Class, name string) {
		if *to = load(name); *to == nil && missing == nil {
			missing = fmt.Errorf("this JDK has no class %s, which the VM needs; hotlens supports JDK %s", strings.ReplaceAll(name, "/", "."), release.Names())
		}
	}
	var class *classes.Class
	need(&k.Object, "java/lang/Object")
	need(&k.Cloneable, "java/lang/Cloneable")
	need(&k.Serializable, "java/io/Serializable")
	need(&class, "java/lang/Class")
	need(&k.String, "java/lang/String")
	need(&k.ClassLoader, "java/lang/ClassLoader")
	need(&k.Throwable, "java/lang/Throwable")
	need(&k.Thread, "java/lang/Thread")
	need(&k.Reference, "java/lang/ref/Reference")
	if missing != nil {
		return missing
	}
	offset := func(to *uint32, c *classes.Class, name string) {
		o, err := l.Offset(c, name)
		if err != nil && missing == nil {
			missing = err
		}
		*to = o
	}
	optional := func(to *uint32, c *classes.Class, name string) {
		if f := c.Field(name, ""); f != nil && !f.Static() {
			*to = f.Offset
		}
	}
	offset(&k.ClassVM, class, "vmClass")
	offset(&k.ClassLoaderField, class, "classLoader")
	offset(&k.ClassModule, class, "module")
	offset(&k.ClassComponent, class, "componentType")
	offset(&k.ClassName, class, "name")
	offset(&k.ClassData, class, "classData")
	offset(&k.StringValue, k.String, "value")
	offset(&k.StringCoder, k.String, "coder")
	offset(&k.StringHash, k.String, "hash")
	offset(&k.ThrowableBacktrace, k.Throwable, "backtrace")
	offset(&k.ThrowableDepth, k.Throwable, "depth")
	offset(&k.ThrowableMessage, k.Throwable, "detailMessage")
	offset(&k.ThrowableStackTrace, k.Throwable, "stackTrace")
	offset(&k.ThrowableCause, k.Throwable, "cause")
	offset(&k.ThreadVM, k.Thread, "vmThread")
	offset(&k.ThreadEetop, k.Thread, "eetop")
	offset(&k.ThreadName, k.Thread, "name")
	fields, task := k.Thread, "target"
	if k.Thread.Field("holder", "") != nil {
		offset(&k.ThreadHolder, k.Thread, "holder")
		need(&fields, "java/lang/Thread$FieldHolder")
		if missing != nil {
			return missing
		}
		task = "task"
	}
	offset(&k.ThreadStatus, fields, "threadStatus")
	offset(&k.ThreadPriority, fields, "priority")
	offset(&k.ThreadDaemon, fields, "daemon")
	offset(&k.ThreadGroupField, fields, "group")
	offset(&k.ThreadTask, fields, task)
	offset(&k.ThreadStackSize, fields, "stackSize")
	optional(&k.ThreadStillborn, k.Thread, "stillborn")
	optional(&k.ClassModifiers, class, "modifiers")
	optional(&k.ClassPrimitive, class, "primitive")
	optional(&k.ClassDomain, class, "protectionDomain")
	offset(&k.ThreadInterrupted, k.Thread, "interrupted")
	offset(&k.LoaderVM, k.ClassLoader, "vmLoader")
	offset(&k.LoaderUnnamed, k.ClassLoader, "unnamedModule")
	offset(&l.Memory.Heap.Reference.Referent, k.Reference, "referent")
	offset(&l.Memory.Heap.Reference.Discovered, k.Reference, "discovered")
	offset(&l.Memory.Heap.Reference.Next, k.Reference, "next")
	if missing != nil {
		return missing
	}
	k.Class = class
	l.Memory.SetU32(class.TIB+memory.TIBKind, memory.KindMirror)
	for _, letter := range []byte("ZBCSIJFDV") {
		l.primitives[letter] = l.Registry.NewPrimitive(letter)
	}
	l.Registry.EachClass(t.makeMirror)
	for _, letter := range []byte("ZBCSIJFD") {
		if t.ArrayOf(l.primitives[letter]) == nil {
			return fmt.Errorf("the primitive arrays could not be made")
		}
	}
	k.ByteArray, k.CharArray, k.IntArray, k.LongArray, k.BooleanArray = l.PrimitiveArray('B'), l.PrimitiveArray('C'), l.PrimitiveArray('I'), l.PrimitiveArray('J'), l.PrimitiveArray('Z')
	k.ObjectArray = t.ArrayOf(k.Object)
	need(&k.ThreadGroup, "java/lang/ThreadGroup")
	need(&k.Module, "java/lang/Module")
	need(&k.MethodHandle, "java/lang/invoke/MethodHandle")
	need(&k.VarHandle, "java/lang/invoke/VarHandle")
	need(&k.MemberName, "java/lang/invoke/MemberName")
	need(&k.MethodType, "java/lang/invoke/MethodType")
	var finalizer *classes.Class
	need(&finalizer, "java/lang/ref/Finalizer")
	if missing != nil {
		return missing
	}
	if k.FinalizerRegister = finalizer.Method("register", "(Ljava/lang/Object;)V"); k.FinalizerRegister == nil {
		return fmt.Errorf("this JDK has no java.lang.ref.Finalizer.register; hotlens supports JDK %s", release.Names())
	}
	return nil
}
