//go:build unix

package natives

import "hotlens/vm/interpreter"

func init() { later(javaLangShutdown) }

func javaLangShutdown() {
	register("java/lang/Shutdown", table{
		"beforeHalt()V": nothing,
		"halt0(I)V": func(t *Thread, a Args) uint64 {
			// Only the low byte of a status reaches the parent process.
			t.M.End(interpreter.Outcome{Status: int(uint8(a.Int(0)))})
			return 0
		},
	})
}
