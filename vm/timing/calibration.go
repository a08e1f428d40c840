package timing

import (
	"math"
	"unsafe"

	"hotlens/vm/classes"
	"hotlens/vm/decoded"
)

// This file measures what the instrumentation costs, by running it alone (paragraphs 84 and 85): a timed loop calls a
// method that is instrumented, and another such loop one that is not. Of many rounds the fastest counts: whatever comes between only makes
// a round slower. The loops take turns, so that what keeps the processor busy for longer does not slow down only one of them.
//
// JFluid's method is empty. Then the processor has the instrumentation of one call overlap with that of the next, and guesses all
// branches right: so it takes less than where a method does something. So this one does, about as
// much as the shortest ones whose times are to be right.

// A calibration has so many rounds of so many calls: JFluid has 10,000 calls, a hundred at a time.
const (
	rounds = 100
	Pairs  = 100
)

// work is how many iterations the method does, in each tier: some hundred nanoseconds' worth.
var work = [Tiers]int32{Interpreted: 5, Compiled: 400}

// Calibration is the measuring of one tier's correction. Loop calls Callee; Plain calls a method of the same code, which is not timed.
type Calibration struct {
	Tier                Tier
	Loop, Callee, Plain *classes.Method
	// Run calls Loop or Plain for Pairs calls that have so many iterations.
	Run func(loop *classes.Method, iterations int32)
	// Stack is the stack of the thread that Run runs on.
	Stack *Stack
}

// Calibrate measures a correction and applies it from now on. prepare is called when the
// methods are instrumented, and gets them compiled if that is to be measured.
//
// What is not timed is compiled as ever, so its loop inlines the method: a timed call costs its caller also
// that it is a call, which those that are executed often are not otherwise.
func (p *Profiler) Calibrate(c Calibration, prepare func()) {
	p.corrections[c.Tier] = Correction{}
	var instrumented []*Instrumented
	for _, method := range []*classes.Method{c.Loop, c.Plain, c.Callee} {
		in := &Instrumented{Method: method, root: method != c.Callee, entered: true}
		in.Code[0] = decoded.Instruction{Op: decoded.Timed, P: unsafe.Pointer(in)}
		instrumented = append(instrumented, in)
	}
	// The contexts are in no tree.
	newNode := func(method *classes.Method) *node {
		return &node{method: method, bci: callOfLoop, calls: new(uint64), ticks: new(float64)}
	}
	timed, plain, callee := newNode(c.Loop), newNode(c.Plain), newNode(c.Callee)
	timed.last = callee
	saved := *c.Stack
	*c.Stack = Stack{roots: map[*classes.Method]*node{c.Loop: timed, c.Plain: plain}}
	defer func() { *c.Stack = saved }()

	p.machine.Instrument(instrumented)
	defer p.machine.Remove(instrumented)
	prepare()
	inner, outer, whole, call := math.Inf(1), math.Inf(1), math.Inf(1), math.Inf(1)
	round := func(of *node, iterations int32) float64 {
		*of.ticks, *callee.ticks, *callee.calls = 0, 0, 0
		c.Run(of.method, iterations)
		return *of.ticks / Pairs
	}
	for range rounds {
		if caller := round(timed, work[c.Tier]); *callee.calls == Pairs {
			inner, outer = min(inner, *callee.ticks/Pairs), min(outer, caller)
		}
		whole, call = min(whole, round(plain, work[c.Tier])), min(call, round(plain, 0))
	}
	if !math.IsInf(inner, 1) { // else calls have gone another way: nothing is known of it
		p.corrections[c.Tier] = Correction{Inner: max(0, inner-(whole-call)), Outer: max(0, outer-call)}
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
