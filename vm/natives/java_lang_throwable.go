//go:build unix

package natives

import (
	"hotlens/vm/classes"
	"hotlens/vm/interpreter"
	"hotlens/vm/memory"
)

func init() { later(javaLangThrowable) }

func javaLangThrowable() {
	register("java/lang/Throwable", table{
		"fillInStackTrace(I)Ljava/lang/Throwable;": func(t *Thread, a Args) uint64 {
			unstarted, more := failsToStart(t, a.Ref(0))
			filled := t.FillInStackTrace(a.Ref(0))
			if filled != 0 {
				t.Work(int(t.M.Memory.U32(filled + t.M.Known.ThrowableDepth)))
			}
			if unstarted {
				t.M.NoteIn(filled, interpreter.FailedToStart, more)
			}
			return uint64(filled)
		},
	})
	register(elementClass, table{
		"initStackTraceElements([Ljava/lang/StackTraceElement;Ljava/lang/Throwable;)V": notNull(func(t *Thread, a Args) uint64 {
			fillElements(t, a.Ref(0), t.M.Backtrace(a.Ref(1))) // of JDK 17, which has no virtual threads
			return 0
		}, 0, 1),
		// From JDK 21 on: with Throwable.backtrace, and how many frames of it.
		"initStackTraceElements([Ljava/lang/StackTraceElement;Ljava/lang/Object;I)V": notNull(func(t *Thread, a Args) uint64 {
			trace := asThrown(t, t.M.BacktraceOf(a.Ref(1)))
			fillElements(t, a.Ref(0), trace[:min(len(trace), int(max(a.Int(2), 0)))])
			return 0
		}, 0, 1),
		"initStackTraceElement(Ljava/lang/StackTraceElement;Ljava/lang/StackFrameInfo;)V": notNull(func(t *Thread, a Args) uint64 {
			if entry := frameOfInfo(t, a.Ref(1)); t.Exception == 0 {
				fillElement(t, a.Ref(0), entry)
			}
			return 0
		}, 0, 1),
	})
}

// fillElements sets the fields of StackTraceElements from the entries of a backtrace.
func fillElements(t *Thread, elements Ref, trace []uint64) {
	for i, element := range refsOf(t, elements) {
		if i == len(trace) {
			break
		}
		fillElement(t, element, trace[i])
	}
}

// elementClass is the class of what describes a frame.
const elementClass = "java/lang/StackTraceElement"

// fillElement sets the fields of a StackTraceElement from a backtrace entry. It throws
// if there is none of the two, and panics if what is in the element's place has been forged.
func fillElement(t *Thread, e Ref, entry uint64) {
	m := t.M
	method, bci := m.TraceEntry(entry)
	switch {
	case e == 0:
		t.ThrowNull()
		return
	case method == nil:
		t.Throw("java/lang/InternalError", "the frame has no method")
		return
	case !m.Heap.Object(e) || m.ClassOf(e).Name != elementClass:
		panic(memory.Forgery{Address: e})
	}
	t.Work(1)
	method, bci = carriedFrame(t, method, bci)
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
	line := int32(method.Line(bci))
	if method.IsNative() {
		line = -2
	}
	m.Memory.SetU32(e+element.Field("lineNumber", "").Offset, uint32(line))
}

// carriedFrame is what HotSpot shows in place of a frame. At the bottom of a virtual thread that is VirtualThread.run where it calls Thread.runWith,
// in place of the same method of a bound thread, if the library has such a call. All other frames are shown as they are.
func carriedFrame(t *Thread, bound *classes.Method, bci int) (*classes.Method, int) {
	if bound.Name != "run" || bound.Class.Name != boundThread {
		return bound, bci
	}
	w := shownTrace{t: t}
	if w.call(virtualThread, "run", "(Ljava/lang/Runnable;)V", "runWith"); w.missing {
		return bound, bci
	}
	return t.M.TraceEntry(w.trace[0])
}

// loaderName is ClassLoader.name of a loader object, "" for none.
func loaderName(t *Thread, loader Ref) string {
	if loader == 0 {
		return ""
	}
	f := t.M.Known.ClassLoader.Field("name", "")
	return t.M.Text(t.M.Memory.U32(loader + f.Offset))
}
