package natives

import (
	"hotlens/vm/interpreter"
	"hotlens/vm/memory"
)

func init() {
	register("java/lang/invoke/MethodHandleImpl", table{
		// The library's own body passes null for the result of a target that has
		// thrown, which no primitive parameter takes; only the bytecode that
		// HotSpot makes of this combinator passes a zero, as the specification of
		// MethodHandles.tryFinally wants.
		"tryFinally(Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodHandle;[Ljava/lang/Object;)Ljava/lang/Object;": tryFinally,
	})
}

// tryFinally calls the target, then the cleanup with what the target has thrown
// and returned, and gives the cleanup's result.
func tryFinally(t *Thread, a Args) uint64 {
	m := t.M
	target, cleanup, arguments := a.Ref(0), a.Ref(1), a.Ref(2)
	invoke := m.Known.MethodHandle.Method("invokeWithArguments", "([Ljava/lang/Object;)Ljava/lang/Object;")
	result := Ref(t.Call(interpreter.Callback, invoke, uint64(target), uint64(arguments)))
	thrown := t.Root(t.Exception)
	t.Exception = 0
	returns := m.ClassOfMirror(m.Memory.U32(handleType(t, target) + m.Known.MethodType.Field("rtype", "").Offset))
	all := []Ref{thrown}
	if returns.Primitive != 'V' {
		if thrown != 0 {
			if result = 0; returns.IsPrimitive() {
				result = t.Box(returns.Primitive, 0)
			}
		}
		all = append(all, result)
	}
	for i := range m.Memory.U32(arguments + memory.ArrayLength) {
		all = append(all, m.Memory.U32(arguments+memory.ArrayBase+4*i))
	}
	passed := t.NewRefArray(m.Known.Object, all)
	result = Ref(t.Call(interpreter.Callback, invoke, uint64(cleanup), uint64(passed)))
	if t.Exception == 0 {
		t.Exception = thrown
	}
	return uint64(result)
}

// handleType is the MethodType of a method handle.
func handleType(t *Thread, handle Ref) Ref {
	return t.M.Memory.U32(handle + t.M.Known.MethodHandle.Field("type", "").Offset)
}
