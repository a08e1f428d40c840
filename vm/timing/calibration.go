package timing

import (
	"math"
	"unsafe"

	"hotlens/vm/classes"
	"hotlens/vm/decoded"
)

// This file measures what the instrumentation costs, by running it alone (paragraphs 84 and 85): a timed loop calls a
// method, instrumented and not. Of many rounds the fastest counts: whatever comes between only makes a round slower.
//
// JFluid's method is empty. Then the processor has the instrumentation of one call overlap with that of the next, and guesses all
// branches right: here it takes two thirds of what it takes where a method does something. So this one does, about as
// much as the shortest ones whose times are to be right.

// Rounds and Pairs are how often a calibration runs the loop, and how many calls that makes: JFluid has
// 10,000 of them, a hundred at a time.
const (
	Rounds = 100
	Pairs  = 100
)

// work is how many iterations the method does, in each tier: some hundred nanoseconds' worth.
var work = [Tiers]int32{Interpreted: 10, Compiled: 400}

// Calibration is the measuring of one tier's correction. Loop calls Callee.
type Calibration struct {
	Tier         Tier
	Loop, Callee *classes.Method
	// Run calls Loop for Pairs calls that have so many iterations.
	Run func(iterations int32)
	// Stack is the stack of the thread that Run runs on.
	Stack *Stack
}

// Calibrate measures a correction and applies it from now on. prepare is called when the
// instrumentation has changed, and gets the two methods compiled if that is to be measured.
//
// What is not timed is compiled as ever, so the loop inlines the method then: a timed call costs its caller also
// that it is a call, which those that are executed often are not otherwise.
func (p *Profiler) Calibrate(c Calibration, prepare func()) {
	p.corrections[c.Tier] = Correction{}
	loop, callee := &Instrumented{Method: c.Loop, root: true, entered: true}, &Instrumented{Method: c.Callee, entered: true}
	both := []*Instrumented{loop, callee}
	for _, in := range both {
		in.Code[0] = decoded.Instruction{Op: decoded.Timed, P: unsafe.Pointer(in)}
	}
	// The contexts are in no tree.
	root := &node{method: c.Loop, calls: new(uint64), ticks: new(float64)}
	child := &node{method: c.Callee, up: root, calls: new(uint64), ticks: new(float64)}
	saved := *c.Stack
	*c.Stack = Stack{roots: map[*classes.Method]*node{c.Loop: root}}
	defer func() { *c.Stack = saved }()

	p.machine.Instrument(both)
	prepare()
	// fastest is what the method and the loop have for a call in the fastest round, infinitely much where calls have
	// gone another way.
	fastest := func(iterations int32, calls uint64) (inner, outer float64) {
		inner, outer = math.Inf(1), math.Inf(1)
		for range Rounds {
			*child.ticks, *child.calls, *root.ticks = 0, 0, 0
			root.last, child.bci = child, callOfLoop
			if c.Run(iterations); *child.calls == calls {
				inner, outer = min(inner, *child.ticks/Pairs), min(outer, *root.ticks/Pairs)
			}
		}
		return inner, outer
	}
	inner, outer := fastest(work[c.Tier], Pairs)
	p.machine.Remove(both[1:])
	prepare()
	_, whole := fastest(work[c.Tier], 0)
	_, call := fastest(0, 0)
	p.machine.Remove(both[:1])
	if found := (Correction{Inner: max(0, inner-(whole-call)), Outer: max(0, outer-call)}); !math.IsInf(found.Inner+found.Outer, 0) && !math.IsNaN(found.Inner+found.Outer) {
		p.corrections[c.Tier] = found
	}
}

// callOfLoop is the bytecode index of the call in LoopCode.
const callOfLoop = 5

// LoopCode is the bytecode of the loop, which calls the method that a constant pool index names as often as
// its first argument says, with the second.
func LoopCode(callee uint16) []byte {
	return []byte{
		0x1a,        // 0: iload_0
		0x9e, 0, 14, // ifle 15
		0x1b,                                  // 4: iload_1
		0xb8, byte(callee >> 8), byte(callee), // invokestatic
		0x57,          // 8: pop
		0x84, 0, 0xff, // iinc 0 -1
		0xa7, 0xff, 0xf4, // 12: goto 0
		0xb1, // 15: return
	}
}

// CalleeCode is the bytecode of the method that is called: iterations that wait for each other.
func CalleeCode() []byte {
	return []byte{
		0x04,        // 0: iconst_1
		0x3c,        // istore_1
		0x1a,        // 2: iload_0
		0x9e, 0, 16, // ifle 19
		0x1b,       // 6: iload_1
		0x10, 0x1f, // bipush 31
		0x68,          // imul
		0x1a,          // iload_0
		0x82,          // ixor
		0x3c,          // istore_1
		0x84, 0, 0xff, // 13: iinc 0 -1
		0xa7, 0xff, 0xf2, // 16: goto 2
		0x1b, // 19: iload_1
		0xac, // ireturn
	}
}
