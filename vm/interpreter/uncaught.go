package interpreter

import (
	"strings"
	"unicode/utf16"

	"hotlens/profiles"
	"hotlens/vm/memory"
)

// This file notes the exceptions that end threads, for who shows them beside the code. That runs no code of the program.

// noteUncaught notes an exception that the thread has not caught, unless there are enough of them.
func (t *Thread) noteUncaught(thrown memory.Ref) {
	m := t.M
	if len(m.uncaught) == profiles.MaxExceptions {
		return
	}
	e := t.exception(thrown)
	e.Thread = m.excerpt(m.Memory.U32(t.Object + m.Known.ThreadName))
	last := e
	for range profiles.MaxExceptionCauses {
		cause := m.causeOf(thrown)
		if cause == 0 {
			break
		}
		last.Cause = t.exception(cause)
		last, thrown = last.Cause, cause
	}
	m.uncaught = append(m.uncaught, *e)
}

// causeOf is what Throwable.getCause answers where nothing overrides it, 0 for none. A throwable without a cause is its own.
func (m *Machine) causeOf(thrown memory.Ref) memory.Ref {
	cause := m.Memory.U32(thrown + m.Known.ThrowableCause)
	if cause == 0 || cause == thrown || !m.ClassOf(cause).IsSubclassOf(m.Known.Throwable) {
		return 0
	}
	return cause
}

// exception describes a throwable as it is. The words of a class lie in its file, which may be mapped; who reads the result does so when it is not any more.
func (t *Thread) exception(thrown memory.Ref) *profiles.Exception {
	m := t.M
	e := &profiles.Exception{Class: strings.Clone(m.ClassOf(thrown).ExternalName()), Message: t.message(thrown)}
	trace := m.Backtrace(thrown)
	for _, entry := range trace[:min(profiles.MaxExceptionFrames, len(trace))] {
		if method, bci := m.TraceEntry(entry); method != nil {
			e.Frames = append(e.Frames, profiles.Frame{
				Class: strings.Clone(method.Class.Name), Method: strings.Clone(method.Name), File: strings.Clone(method.Class.SourceFile), Line: method.Line(bci),
			})
		}
	}
	return e
}

// message is that of a throwable. Classes of the library may make it when it is asked for, such as NullPointerException (JEP 358) and those of files; what the program
// would do, its own ones are not asked.
func (t *Thread) message(thrown memory.Ref) (message string) {
	m := t.M
	c := m.ClassOf(thrown)
	method := c.LookupMethod(m.Registry.Selector("getMessage", "()Ljava/lang/String;"))
	if !c.Trusted || method == nil || method.Class == m.Known.Throwable {
		return m.excerpt(m.Memory.U32(thrown + m.Known.ThrowableMessage))
	}
	defer t.Release(t.RootMark())
	t.VMWork(func() {
		message = m.excerpt(memory.Ref(t.Call(Callback, method, Value(thrown))))
		t.Exception = 0
	})
	return message
}

// excerpt is the beginning of a String's content; "" for null, and for what the program has put in its place with Unsafe.
func (m *Machine) excerpt(s memory.Ref) string {
	if s == 0 || m.ClassOf(s) != m.Known.String {
		return ""
	}
	b := m.StringBytes(s)
	if len(b) <= profiles.MaxExceptionMessage {
		return m.Text(s)
	}
	var text strings.Builder
	if m.Memory.U8(s+m.Known.StringCoder) == 0 {
		for _, c := range b[:profiles.MaxExceptionMessage] {
			text.WriteRune(rune(c)) // Latin-1
		}
	} else {
		units := make([]uint16, min(profiles.MaxExceptionMessage, len(b)/2))
		for i := range units {
			units[i] = uint16(b[2*i]) | uint16(b[2*i+1])<<8
		}
		text.WriteString(string(utf16.Decode(units)))
	}
	return text.String() + "…"
}
