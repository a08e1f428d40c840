package linking

import (
	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/memory"
	"hotlens/vm/threads"
)

// This file initialises classes (JVMS 5.5, JLS 12.4).

// initialization is the initialisation of a class that is going on.
type initialization struct {
	thread  *Thread // runs the initialiser
	waiters []*Thread
}

// Initialize initialises a class by the procedure of JLS 12.4.2. It reports
// false with a pending exception.
func (t *Thread) Initialize(c *classes.Class) bool {
	if c.State == classes.Initialized {
		return true
	}
	return t.initialize(c)
}

func (t *Thread) initialize(c *classes.Class) bool {
	l := t.Linker
	if !t.Link(c) {
		return false
	}
	for c.State == classes.Initializing {
		going := l.initializing[c]
		if going.thread == t {
			return true
		}
		going.waiters = append(going.waiters, t)
		t.Java.Block(threads.Never)
	}
	switch c.State {
	case classes.Initialized:
		return true
	case classes.Erroneous:
		t.throwErroneous(c)
		return false
	}
	c.State = classes.Initializing
	going := &initialization{thread: t}
	l.initializing[c] = going
	if l.Initializing != nil {
		l.Initializing(c)
	}
	ok := t.setConstants(c)
	if ok && !c.IsInterface() {
		ok = t.initializeSupers(c)
	}
	if ok {
		if clinit := c.Method("<clinit>", "()V"); clinit != nil && clinit.Static() {
			t.Java.Call(sharedmemory.Initializer, clinit)
			ok = t.Exception == 0
			if !ok {
				t.wrapInitializerError(c)
			}
		}
	} else if t.Exception != 0 {
		t.keepInitializerError(c)
	}
	c.State = classes.Initialized
	for _, method := range c.Methods {
		if method.Static() {
			l.Registry.Describe(method)
		}
	}
	if !ok {
		c.State = classes.Erroneous
	}
	delete(l.initializing, c)
	if l.Initialized != nil {
		l.Initialized(c)
	}
	for _, w := range going.waiters {
		w.Java.Unblock()
	}
	return ok
}

// EachInitializing calls f with the classes that are being initialised, in no order, and the threads that do it.
func (l *Linker) EachInitializing(f func(c *classes.Class, by *Thread)) {
	for c, going := range l.initializing {
		f(c, going.thread)
	}
}

// initializeSupers initialises the superclass and the superinterfaces that
// declare default methods.
func (t *Thread) initializeSupers(c *classes.Class) bool {
	if c.Super != nil && !t.Initialize(c.Super) {
		return false
	}
	for _, i := range c.Interfaces {
		if !t.initializeInterfaces(i) {
			return false
		}
	}
	return true
}

func (t *Thread) initializeInterfaces(c *classes.Class) bool {
	for _, i := range c.Interfaces {
		if !t.initializeInterfaces(i) {
			return false
		}
	}
	return !c.HasDefaults || t.Initialize(c)
}

// setConstants sets the static fields with a ConstantValue attribute.
func (t *Thread) setConstants(c *classes.Class) bool {
	l := t.Linker
	for _, f := range c.Fields {
		if !f.Static() || f.Member == nil || f.Member.ConstantValue == 0 {
			continue
		}
		v, ok := t.ResolveConstant(c, int(f.Member.ConstantValue))
		if !ok {
			return false
		}
		l.Memory.SetU64(f.Address, v)
	}
	return true
}

// wrapInitializerError turns what c's initialiser threw into an
// ExceptionInInitializerError, unless it is an Error already.
func (t *Thread) wrapInitializerError(c *classes.Class) {
	l := t.Linker
	t.keepInitializerError(c)
	cause := t.Java.Root(t.Exception)
	t.Exception = 0
	if e := t.FindBootClass("java/lang/Error"); l.ClassOf(cause).IsSubclassOf(e) {
		t.Exception = cause
		return
	}
	e := t.FindBootClass("java/lang/ExceptionInInitializerError")
	t.Java.VMWork(func() {
		if !t.Initialize(e) {
			return
		}
		r := t.Java.Root(t.Java.NewObject(e))
		if t.Java.Call(sharedmemory.Callback, e.Method("<init>", "(Ljava/lang/Throwable;)V"), Value(r), Value(cause)); t.Exception == 0 {
			t.Exception = r
		}
	})
}

// keepInitializerError makes the cause of the NoClassDefFoundErrors that the use
// of c gives from now on: it has the text and the stack trace of the pending
// exception.
func (t *Thread) keepInitializerError(c *classes.Class) {
	l := t.Linker
	mark := t.Java.RootMark()
	defer t.Java.Release(mark)
	thrown := t.Java.Root(t.Exception)
	t.Exception = 0
	text := t.initializerText(thrown)
	e := t.FindBootClass("java/lang/ExceptionInInitializerError")
	t.Java.VMWork(func() {
		if !t.Initialize(e) {
			return
		}
		r := t.Java.NewObject(e)
		if t.Exception != 0 {
			return
		}
		if t.Java.Call(sharedmemory.Callback, e.Method("<init>", "(Ljava/lang/String;)V"), Value(r), Value(t.NewString(text))); t.Exception != 0 {
			return
		}
		trace := t.Java.Call(sharedmemory.Callback, l.Known.Throwable.Method("getOurStackTrace", "()[Ljava/lang/StackTraceElement;"), Value(thrown))
		if t.Exception == 0 {
			t.Java.Call(sharedmemory.Callback, l.Known.Throwable.Method("setStackTrace", "([Ljava/lang/StackTraceElement;)V"), Value(r), trace)
		}
		if t.Exception == 0 {
			c.InitError = r
		}
	})
	t.Exception = thrown
}

// initializerText is how HotSpot words the cause of a failed initialisation.
func (t *Thread) initializerText(cause memory.Ref) string {
	l := t.Linker
	text := "Exception " + l.ClassOf(cause).ExternalName()
	if message := l.Text(l.Memory.U32(cause + l.Known.ThrowableMessage)); message != "" {
		text += ": " + message
	}
	return text + " [in thread \"" + t.Java.PlatformName() + "\"]"
}

// throwErroneous throws what the use of a class gives whose initialisation has
// failed before.
func (t *Thread) throwErroneous(c *classes.Class) {
	t.Java.Throw("java/lang/NoClassDefFoundError", "Could not initialize class "+c.ExternalName())
	if c.InitError != 0 {
		t.setCause(c.InitError)
	}
}
