package interpreter

import "hotlens/vm/classes"

// This file has what the library logs of itself.

// From JDK 21 on Runtime.exit tells a logger, in this method. Making the logger calls 50,000 methods, which no program means by
// that call: they are the VM's work. The method runs as it is, since a program may listen to that logger.
const (
	exitLogClass  = "java/lang/Shutdown"
	exitLogMethod = "logRuntimeExit"
)

// logsExit tells whether a method is that one.
func logsExit(method *classes.Method) bool {
	return method.Name == exitLogMethod && method.Class.Name == exitLogClass && method.Class.Method(method.Name, method.Desc) == method
}

// asVMWork is a native method in place of a static Java method with one int, whose code it runs as the VM's work, in a twin of the
// method: stack traces show only that.
func (m *Machine) asVMWork(method *classes.Method) NativeFunc {
	twin := &classes.Method{
		Class: method.Class, Selector: method.Selector, Name: method.Name, Desc: method.Desc, Flags: method.Flags, Member: method.Member,
		VIndex: -1, ArgSlots: method.ArgSlots, CTB: method.CTB, CallerSens: method.CallerSens,
	}
	m.Registry.Number(twin)
	m.prepareMethod(twin)
	method.HiddenFrame = true
	return func(t *Thread, args Args) uint64 {
		t.VMWork(func() { t.Call(Callback, twin, Value(args.Int(0))) })
		return 0
	}
}
