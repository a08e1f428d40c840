package tiering

import (
	"testing"

	"hotlens/vm/configuration"
	"hotlens/vm/decoded"
)

// TestShort demands that interpreted code interprets methods that are short, have no loop and have called nothing, unless everything is to be compiled.
func TestShort(t *testing.T) {
	with := func(op uint16) *decoded.Code {
		c := code(5, nil)
		c.Instructions[2].Op = op
		return c
	}
	for _, test := range []struct {
		what string
		code *decoded.Code
		want bool
	}{
		{"few instructions", code(shortInstructions, nil), true},
		{"one instruction too many", code(shortInstructions+1, nil), false},
		{"a branch forward", code(5, map[int]int{1: 3}), true},
		{"a loop", code(5, map[int]int{3: 1}), false},
		{"a switch", with(decoded.TableSwitch), false},
		{"a call that was never executed", with(decoded.InvokeSpecial), true},
		{"a call", with(decoded.InvokeSpecialQ), false},
		{"a call by an interface", with(decoded.InvokeInterfaceQ), false},
		{"a call of a method handle", with(decoded.InvokeBasic), false},
	} {
		b := newBench(1)
		b.methods[0].Code = test.code
		if got := b.short(b.methods[0]); got != test.want {
			t.Errorf("a method of %s is short: %t", test.what, got)
		}
		b.options.Tier = configuration.TierCompiler
		if b.short(b.methods[0]) {
			t.Errorf("a method of %s is interpreted where everything is to be compiled", test.what)
		}
	}
}

// TestShortWait demands that what waits for the compiler is as hot as the interpreter executes it, and a short method as compiled code calls it.
func TestShortWait(t *testing.T) {
	b := newBench(2)
	short, long := b.methods[0], b.methods[1]
	short.Code, long.Code = code(shortInstructions, nil), code(shortInstructions+1, nil)
	worthwhile := func() (of [2]bool) {
		for i, r := range b.queue.requests {
			executed := r.executed()
			r.score, r.seen = executed-r.seen, executed
			of[i] = r.worthwhile()
		}
		return of
	}
	b.Heated(short)
	b.Heated(long)
	short.Interpreted += 10 * leastBytecodes
	long.Interpreted += leastBytecodes
	if got := worthwhile(); got != [2]bool{false, true} {
		t.Errorf("called by interpreted code, %v are worth it, want the long one", got)
	}
	short.Bridged += leastScore/bridgeBytecodes + 1
	if got := worthwhile(); !got[0] {
		t.Error("a short method that compiled code calls is not worth it")
	}
}
