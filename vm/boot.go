//go:build unix

package vm

import (
	"cmp"
	"fmt"
	"strings"

	"hotlens/vm/classes"
	"hotlens/vm/configuration"
	"hotlens/vm/interpreter"
	"hotlens/vm/memory"
	"hotlens/vm/natives"
	"hotlens/vm/values"
)

// This file boots the class library and runs main.

// boot runs the class library's own start-up, in the order that HotSpot runs it
// (DESIGN section 4).
func (vm *VM) boot(t *interpreter.Thread) error {
	m := vm.machine
	if err := t.LoadLibrary(); err != nil {
		return err
	}
	failed := func(step string) error {
		if t.Exception == 0 {
			return nil
		}
		return fmt.Errorf("booting the class library of %s: %s: %s", vm.config.JDK, step, m.Describe(t.Exception))
	}
	initialize := func(names ...string) error {
		for _, name := range names {
			c := t.FindBootClass(name)
			if c == nil {
				return fmt.Errorf("booting the class library: there is no class %s", name)
			}
			if t.Initialize(c); t.Exception != 0 {
				return failed("initialising " + strings.ReplaceAll(name, "/", "."))
			}
		}
		return nil
	}
	if err := initialize("java/lang/String", "java/lang/System", "java/lang/Class", "java/lang/ThreadGroup", "java/lang/Thread"); err != nil {
		return err
	}
	if err := vm.makeMainThread(t); err != nil {
		return err
	}
	if err := failed("making the main thread"); err != nil {
		return err
	}
	if err := initialize("java/lang/Module"); err != nil {
		return err
	}
	vm.setUnsafeConstants(t)
	if err := initialize("java/lang/reflect/Method", "java/lang/ref/Finalizer"); err != nil {
		return err
	}
	system := m.Registry.Boot().Classes["java/lang/System"]
	t.Call(interpreter.Callback, system.Method("initPhase1", "()V"))
	if err := failed("System.initPhase1"); err != nil {
		return err
	}
	if err := initialize(
		"java/lang/OutOfMemoryError", "java/lang/NullPointerException", "java/lang/ClassCastException", "java/lang/ArrayStoreException",
		"java/lang/ArithmeticException", "java/lang/StackOverflowError", "java/lang/IllegalMonitorStateException", "java/lang/IllegalArgumentException",
		"java/lang/invoke/MethodHandle", "java/lang/invoke/ResolvedMethodName", "java/lang/invoke/MethodHandleNatives"); err != nil {
		return err
	}
	const toStdout, withoutStack = 0, 0 // where HotSpot tells a failure, and how
	status := t.Call(interpreter.Callback, system.Method("initPhase2", "(ZZ)I"), toStdout, withoutStack)
	if err := failed("System.initPhase2"); err != nil {
		return err
	}
	if int32(status) != 0 {
		vm.refused = true
		return nil
	}
	t.Call(interpreter.Callback, system.Method("initPhase3", "()V"))
	if err := failed("System.initPhase3"); err != nil {
		return err
	}
	return nil
}

// makeMainThread makes the thread groups and the Thread object of main. The
// constructor asks for the current thread, so that must answer first.
func (vm *VM) makeMainThread(t *interpreter.Thread) error {
	m := vm.machine
	k := &m.Known
	group := t.NewObject(k.ThreadGroup)
	t.Call(interpreter.Callback, k.ThreadGroup.Method("<init>", "()V"), uint64(group))
	main := t.NewObject(k.ThreadGroup)
	name := t.NewString("main")
	t.Call(interpreter.Callback, k.ThreadGroup.Method("<init>", "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V"), uint64(main), uint64(group), uint64(name))
	thread := t.NewObject(k.Thread)
	t.Bind(thread)
	// The constructor asks the current thread for its priority and group, which is this one. A JDK
	// whose threads have an object for such things sees from its absence that there is none yet.
	if fields := m.ThreadFields(thread); fields != 0 {
		const normalPriority = 5
		m.Memory.SetU32(fields+k.ThreadPriority, normalPriority)
		m.Memory.SetU32(fields+k.ThreadGroupField, main)
	}
	t.Call(interpreter.Callback, k.Thread.Method("<init>", "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V"), uint64(thread), uint64(main), uint64(name))
	t.SetRunnable()
	return nil
}

// setUnsafeConstants sets what HotSpot injects into
// jdk.internal.misc.UnsafeConstants.
func (vm *VM) setUnsafeConstants(t *interpreter.Thread) {
	m := vm.machine
	c := t.FindBootClass("jdk/internal/misc/UnsafeConstants")
	if c == nil || !t.Initialize(c) {
		return
	}
	m.Memory.SetU32(c.Field("ADDRESS_SIZE0", "I").Address, 8)
	m.Memory.SetU32(c.Field("PAGE_SIZE", "I").Address, 4096)
	m.Memory.SetU8(c.Field("UNALIGNED_ACCESS", "Z").Address, 1)
}

// main runs the program's main method and what follows it, as the java launcher
// does.
func (vm *VM) main(t *interpreter.Thread, program Program) {
	m := vm.machine
	if vm.refused {
		m.End(interpreter.Outcome{Status: 1})
	}
	status := 0
	if vm.config.Signals || vm.config.Until != (configuration.Until{}) {
		t.StartSignalDispatcher(natives.Deliver)
		natives.NumberNextThread(t, m.Release.NotificationThread)
		t.StartNotificationThread()
	}
	natives.NumberNextThread(t, m.Release.NotificationThread+1)
	if !vm.callMain(t, program) {
		status = 1
	}
	t.FinishMain()
	t.AwaitUserThreads()
	t.VMWork(func() {
		if c := t.FindBootClass("java/lang/Shutdown"); c != nil && t.Initialize(c) {
			t.Call(interpreter.Callback, c.Method("shutdown", "()V"))
		}
	})
	m.End(interpreter.Outcome{Status: status})
}

// callMain loads the class and calls its main method. It reports false after an
// uncaught exception, which has been printed.
func (vm *VM) callMain(t *interpreter.Thread, program Program) bool {
	m := vm.machine
	ok := true
	allow(t, program)
	c := vm.loadMain(t, program)
	if t.DispatchUncaught() {
		return false
	}
	if !t.Link(c) {
		t.Exception = 0
		askLauncher(t, c)
		return false
	}
	main := vm.mainMethod(c)
	if main == nil || vm.config.Release.PreviewsMain() {
		askLauncher(t, c)
	}
	if main == nil {
		m.End(interpreter.Outcome{Status: 1, Err: &NoMainError{program.MainClass}})
	}
	arguments := make([]memory.Ref, len(program.Arguments))
	for i, a := range program.Arguments {
		arguments[i] = t.NewString(a)
	}
	array := t.NewRefArray(m.Known.String, arguments)
	m.Pin(array)
	places, err := values.ParsePlaces(program.Values)
	if err != nil {
		m.End(interpreter.Outcome{Status: 1, Err: err})
	}
	m.ObserveValues(places)
	m.StartProfile()
	if h := program.Harness; h != nil {
		m.SetHarness(h.Framework, h.Own)
	}
	t.StartMain(main)
	m.StartTiming(main)
	if !t.Initialize(c) {
		t.DispatchUncaught()
		return false
	}
	var given []uint64
	if !main.Static() {
		given = append(given, uint64(mainObject(t, c)))
		main = m.SelectVirtual(c, main)
	}
	if len(main.Selector.Params) > 0 {
		given = append(given, uint64(array))
	}
	if t.Exception == 0 {
		t.Call(interpreter.MainEntry, main, given...)
	}
	if t.DispatchUncaught() {
		ok = false
	}
	return ok
}

// mainMethod is the method of a class that the launcher calls, nil if there is none (JLS 12.1.4).
func (vm *VM) mainMethod(c *classes.Class) *classes.Method {
	find := func(desc string) *classes.Method {
		return c.LookupMethod(vm.machine.Registry.Selector("main", desc))
	}
	main := find("([Ljava/lang/String;)V")
	if !vm.config.Release.InstanceMain {
		if main == nil || !main.Static() || !main.Public() {
			return nil
		}
		return main
	}
	if vm.config.Release.PreviewsMain() {
		return previewedMain(c)
	}
	if main == nil || main.Private() {
		main = find("()V")
	}
	if main == nil || main.Private() || !main.Static() && (c.IsAbstract() || mainConstructor(c) == nil) {
		return nil
	}
	return main
}

// previewedMain is mainMethod by the rules of JEP 445, by which subclasses come first, and then static methods.
func previewedMain(c *classes.Class) *classes.Method {
	for declaring := c; declaring != nil; declaring = declaring.Super {
		var instance *classes.Method
		for _, desc := range []string{"([Ljava/lang/String;)V", "()V"} {
			switch main := declaring.Method("main", desc); {
			case main == nil || main.Private():
			case !main.Static():
				instance = cmp.Or(instance, main)
			case declaring == c:
				return main
			}
		}
		if instance != nil {
			return instance
		}
	}
	return nil
}

// mainConstructor is the constructor by which the launcher makes the object of a main method that is not
// static, nil if there is none.
func mainConstructor(c *classes.Class) *classes.Method {
	if constructor := c.Method("<init>", "()V"); constructor != nil && !constructor.Private() {
		return constructor
	}
	return nil
}

// mainObject makes the object of a main method that is not static. An exception may be pending.
func mainObject(t *interpreter.Thread, c *classes.Class) memory.Ref {
	if c.IsAbstract() {
		t.Throw("java/lang/InstantiationException", c.ExternalName())
		return 0
	}
	object := t.NewObject(c)
	if t.Exception != 0 {
		return 0
	}
	t.M.Pin(object)
	t.Call(interpreter.Callback, mainConstructor(c), uint64(object))
	return object
}

// launcherHelper is the library's launcher, ready to be called; nil if it cannot be.
func launcherHelper(t *interpreter.Thread) *classes.Class {
	if c := t.FindBootClass("sun/launcher/LauncherHelper"); c != nil && t.Initialize(c) {
		return c
	}
	return nil
}

// allow has the library's launcher export and open the packages that the manifest of a jar names.
func allow(t *interpreter.Thread, program Program) {
	if len(program.Exports)+len(program.Opens) == 0 {
		return
	}
	t.VMWork(func() {
		launcher := launcherHelper(t)
		if launcher == nil {
			return
		}
		add := launcher.Method("addExportsOrOpens", "(Ljava/lang/String;Z)V")
		for open, packages := range [][]string{program.Exports, program.Opens} {
			if len(packages) > 0 && t.Exception == 0 {
				t.Call(interpreter.Callback, add, uint64(t.Root(t.NewString(strings.Join(packages, " ")))), uint64(open))
			}
		}
	})
}

// askLauncher lets the library's launcher look at a main class. Where that cannot be linked, or has no main method that can be
// called, the launcher says what is wrong, as under java, and exits.
func askLauncher(t *interpreter.Thread, main *classes.Class) {
	t.VMWork(func() {
		launcher := launcherHelper(t)
		if launcher == nil {
			return
		}
		const toStderr = 1
		t.Call(interpreter.Callback, launcher.Method("initOutput", "(Z)V"), toStderr)
		for _, name := range []string{"validateMainClass", "validateMainMethod"} { // until JDK 24, and from 25 on
			if check := launcher.Method(name, "(Ljava/lang/Class;)V"); check != nil {
				t.Call(interpreter.Callback, check, uint64(main.Mirror))
			}
		}
	})
}

// loadMain loads the main class. A class on the class path has been looked for by
// the engine, so that its absence is a failure of the machine. For one of a
// module the launcher's own Java code does what java does: what cannot be started
// ends the run with its message.
func (vm *VM) loadMain(t *interpreter.Thread, program Program) *classes.Class {
	m := vm.machine
	if vm.config.Modules.Main == "" {
		c := t.LoadClass(t.SystemLoader(), strings.ReplaceAll(program.MainClass, ".", "/"))
		if c == nil {
			m.End(interpreter.Outcome{Status: 1, Err: &LoadError{program.MainClass, m.Describe(t.Exception)}})
		}
		return c
	}
	launcher := launcherHelper(t)
	if launcher == nil {
		return nil
	}
	what := vm.config.Modules.Main
	if program.MainClass != "" {
		what += "/" + program.MainClass
	}
	const toStderr, modeModule = 1, 3 // LauncherHelper.LM_MODULE
	mirror := t.Call(interpreter.Callback, launcher.Method("checkAndLoadMain", "(ZILjava/lang/String;)Ljava/lang/Class;"),
		toStderr, modeModule, uint64(t.NewString(what)))
	if t.Exception != 0 {
		return nil
	}
	return m.ClassOfMirror(memory.Ref(mirror))
}
