package natives

import (
	"hotlens/vm/memory"
)

func init() {
	register("java/lang/Throwable", table{
		"fillInStackTrace(I)Ljava/lang/Throwable;": func(t *Thread, a Args) uint64 {
			return uint64(t.FillInStackTrace(a.Ref(0)))
		},
	})
	register("java/lang/StackTraceElement", table{
		"initStackTraceElements([Ljava/lang/StackTraceElement;Ljava/lang/Throwable;)V": func(t *Thread, a Args) uint64 {
			m := t.M
			elements, thrown := a.Ref(0), a.Ref(1)
			if elements == 0 || thrown == 0 {
				t.ThrowNull()
				return 0
			}
			trace := m.Memory.U32(thrown + m.Known.ThrowableBacktrace)
			if trace == 0 {
				return 0
			}
			n := min(m.Memory.U32(elements+memory.ArrayLength), m.Memory.U32(trace+memory.ArrayLength))
			for i := range n {
				fillElement(t, m.Memory.U32(elements+memory.ArrayBase+4*i), m.Memory.U64(trace+memory.ArrayBase+8*i))
			}
			return 0
		},
		"initStackTraceElement(Ljava/lang/StackTraceElement;Ljava/lang/StackFrameInfo;)V": func(t *Thread, a Args) uint64 {
			fillElement(t, a.Ref(0), frameOfInfo(t, a.Ref(1)))
			return 0
		},
	})
}

// fillElement sets the fields of a StackTraceElement from a backtrace entry: a
// method id and a bytecode index.
func fillElement(t *Thread, e Ref, entry uint64) {
	m := t.M
	method := m.Registry.Methods[entry>>32]
	c := method.Class
	element := m.ClassOf(e)
	set := func(field string, r Ref) { m.Memory.SetU32(e+element.Field(field, "").Offset, r) }
	set("declaringClassObject", c.Mirror)
	set("declaringClass", t.InternText(c.ExternalName()))
	set("methodName", t.InternText(method.Name))
	if name := loaderName(t, c.Loader.Mirror); name != "" {
		set("classLoaderName", t.InternText(name))
	}
	if c.ModuleName != "" {
		set("moduleName", t.InternText(c.ModuleName))
		if v := m.Packages[c.Loader][c.Package].Version; v != "" {
			set("moduleVersion", t.InternText(v))
		}
	}
	if c.SourceFile != "" {
		set("fileName", t.InternText(c.SourceFile))
	}
	line := int32(method.Line(int(int32(uint32(entry)))))
	if method.IsNative() {
		line = -2
	}
	m.Memory.SetU32(e+element.Field("lineNumber", "").Offset, uint32(line))
}

// loaderName is ClassLoader.name of a loader object, "" for none.
func loaderName(t *Thread, loader Ref) string {
	if loader == 0 {
		return ""
	}
	f := t.M.Known.ClassLoader.Field("name", "")
	return t.M.Text(t.M.Memory.U32(loader + f.Offset))
}
