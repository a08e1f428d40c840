//go:build unix

package natives

import "hotlens/vm/interpreter"

func init() { later(javaLangInvokeMethodhandle) }

func javaLangInvokeMethodhandle() {
	// These run only when called by reflection; call sites in bytecode are linked
	// to what the library makes of their types (JVMS 2.9.3).
	reflectively := func(name string) interpreter.NativeFunc {
		return func(t *Thread, _ Args) uint64 {
			t.Throw("java/lang/UnsupportedOperationException", "MethodHandle."+name+" cannot be invoked reflectively")
			return 0
		}
	}
	register("java/lang/invoke/MethodHandle", table{
		"invoke([Ljava/lang/Object;)Ljava/lang/Object;":      reflectively("invoke"),
		"invokeExact([Ljava/lang/Object;)Ljava/lang/Object;": reflectively("invokeExact"),
	})
}
