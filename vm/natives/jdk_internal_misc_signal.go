//go:build unix

package natives

import (
	"golang.org/x/sys/unix"

	"hotlens/vm/interpreter"
)

// What Signal.handle0 takes and returns: what happens on a signal.
const (
	signalDefault = 0
	signalIgnored = 1
	signalHandled = 2 // by Signal.dispatch
)

// usedByVM are the signals that programs cannot handle, as in HotSpot.
var usedByVM = map[int32]bool{int32(unix.SIGFPE): true, int32(unix.SIGILL): true, int32(unix.SIGSEGV): true, int32(unix.SIGQUIT): true}

// ignoredByDefault are the signals whose default is that nothing happens
// (signal(7)).
var ignoredByDefault = map[int32]bool{int32(unix.SIGCHLD): true, int32(unix.SIGCONT): true, int32(unix.SIGURG): true, int32(unix.SIGWINCH): true}

// lastSignal is the highest number of a signal on Linux (signal(7)).
const lastSignal = 64

// killedStatus is added to the number of a signal that has ended a process, as
// shells do.
const killedStatus = 0x80

func init() { later(jdkInternalMiscSignal) }

func jdkInternalMiscSignal() {
	register("jdk/internal/misc/Signal", table{
		"findSignal0(Ljava/lang/String;)I": func(t *Thread, a Args) uint64 {
			n := unix.SignalNum("SIG" + t.M.Text(a.Ref(0)))
			if n == 0 {
				return signed(-1)
			}
			return signed(int32(n))
		},
		// It returns what was in force, -1 for a signal that is not to be had.
		"handle0(IJ)J": func(t *Thread, a Args) uint64 {
			h, signal := hostOf(t), a.Int(0)
			if signal < 1 || signal > lastSignal || usedByVM[signal] || signal == int32(unix.SIGKILL) || signal == int32(unix.SIGSTOP) {
				return signed(-1)
			}
			if h.actions == nil {
				h.actions = map[int32]int64{}
			}
			old := h.actions[signal]
			h.actions[signal] = a.Long(1)
			return uint64(old)
		},
		"raise0(I)V": func(t *Thread, a Args) uint64 {
			Deliver(t, int(a.Int(0)))
			return 0
		},
	})
}

// Deliver does what the program wants to happen on a signal: nothing, calling its
// handler, or ending as the system would end it.
func Deliver(t *Thread, number int) {
	signal := int32(number)
	switch hostOf(t).actions[signal] {
	case signalHandled:
		c := t.FindBootClass("jdk/internal/misc/Signal")
		t.Call(interpreter.Callback, c.Method("dispatch", "(I)V"), signed(signal))
	case signalDefault:
		if !ignoredByDefault[signal] {
			t.M.End(interpreter.Outcome{Status: killedStatus + number})
		}
	case signalIgnored:
	}
}
