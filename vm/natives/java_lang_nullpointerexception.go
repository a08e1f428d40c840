//go:build unix

package natives

import (
	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/nullmessage"
)

func init() { later(javaLangNullpointerexception) }

func javaLangNullpointerexception() {
	register("java/lang/NullPointerException", table{
		// The helpful message (JEP 358), made from the top frame of the trace.
		"getExtendedNPEMessage()Ljava/lang/String;": func(t *Thread, a Args) uint64 {
			m := t.M
			trace := m.Backtrace(a.Ref(0))
			if len(trace) == 0 {
				return 0
			}
			if len(trace) > int(m.Memory.U32(a.Ref(0)+m.Known.ThrowableDepth)) {
				return 0 // a hidden frame threw
			}
			method, bci := m.TraceEntry(trace[0])
			if method == nil || method.Class.File == nil {
				return 0
			}
			message := nullmessage.Message(method.Class.File, memberWithVariables(t, method), bci)
			if message == "" {
				return 0
			}
			return uint64(t.NewString(message))
		},
	})
}

// memberWithVariables is a method's member of the class file with the names of
// the local variables, which the boot loader leaves out to start fast.
func memberWithVariables(t *Thread, method *classes.Method) *classfile.Member {
	c := method.Class
	if !c.Trusted || c.Hidden {
		return method.Member
	}
	data, _, ok, err := t.M.Boot.FindClass(c.Name)
	if err != nil || !ok {
		return method.Member
	}
	file, err := classfile.Parse(data)
	if err != nil {
		return method.Member
	}
	return &file.Methods[method.Slot]
}
