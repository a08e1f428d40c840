//go:build unix

package natives

import "hotlens/vm/interpreter"

func init() { later(javaLangShutdown) }

func javaLangShutdown() {
	register("java/lang/Shutdown", table{
		// The first that System.exit does, before the shutdown hooks run, and Runtime.halt.
		"beforeHalt()V": func(t *Thread, a Args) uint64 {
			t.RefuseExit()
			return 0
		},
		"halt0(I)V": func(t *Thread, a Args) uint64 {
			// Only the low byte of a status reaches the parent process.
			t.M.End(interpreter.Outcome{Status: int(uint8(a.Int(0)))})
			return 0
		},
	})
}
