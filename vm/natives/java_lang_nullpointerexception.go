package natives

import (
	"hotlens/vm/memory"
	"hotlens/vm/nullmessage"
)

func init() {
	register("java/lang/NullPointerException", table{
		// The helpful message (JEP 358), made from the top frame of the trace.
		"getExtendedNPEMessage()Ljava/lang/String;": func(t *Thread, a Args) uint64 {
			m := t.M
			trace := m.Memory.U32(a.Ref(0) + m.Known.ThrowableBacktrace)
			if trace == 0 || m.Memory.U32(trace+memory.ArrayLength) == 0 {
				return 0
			}
			top := m.Memory.U64(trace + memory.ArrayBase)
			method := m.Registry.Methods[top>>32]
			if method.Class.File == nil {
				return 0
			}
			message := nullmessage.Message(method.Class.File, method.Member, int(int32(uint32(top))))
			if message == "" {
				return 0
			}
			return uint64(t.NewString(message))
		},
	})
}
