package interpreter

import (
	"strings"

	"hotlens/vm/classes"
	"hotlens/vm/memory"
)

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

// ProcessBuilder.start tells a logger, too, which it makes when it first has none. Again 50,000 methods are called for that.
const (
	startLogClass  = "java/lang/ProcessBuilder"
	startLogMethod = "start"
	startLogField  = "LOGGER"
	loggerClass    = "java/lang/System$Logger"
)

// logsStart tells whether a method is the one that starts processes.
func (m *Machine) logsStart(method *classes.Method) bool {
	return method.Name == startLogMethod && method.Class.Name == startLogClass && strings.HasPrefix(method.Desc, "([") && m.ofLibrary(method)
}

// makeLogger makes the logger of a class, and has it find out whether it has anything to log, before the class does.
// Where that fails, the class will meet the reason itself.
func (t *Thread) makeLogger(c *classes.Class) {
	m := t.M
	field := c.Field(startLogField, "L"+loggerClass+";")
	if field == nil || m.Memory.U32(field.Address) != 0 {
		return
	}
	t.VMWork(func() {
		defer func() { t.Exception = 0 }()
		system, loggers, levels := t.FindBootClass("java/lang/System"), t.FindBootClass(loggerClass), t.FindBootClass(loggerClass+"$Level")
		if system == nil || loggers == nil || levels == nil || !t.Initialize(levels) {
			return
		}
		get := system.Method("getLogger", "(Ljava/lang/String;)L"+loggerClass+";")
		asks := loggers.Method("isLoggable", "(L"+loggerClass+"$Level;)Z")
		level := levels.Field("DEBUG", "L"+loggerClass+"$Level;")
		if get == nil || asks == nil || level == nil {
			return
		}
		name := t.NewString(strings.ReplaceAll(c.Name, "/", "."))
		logger := memory.Ref(t.Call(Callback, get, Value(name)))
		if t.Exception != 0 || logger == 0 {
			return
		}
		m.Memory.SetU32(field.Address, logger)
		t.Call(Callback, m.SelectVirtual(m.ClassOf(logger), asks), Value(logger), Value(m.Memory.U32(level.Address)))
	})
}
