package timing

import (
	"math"
	"unsafe"

	"hotlens/vm/classes"
	"hotlens/vm/decoded"
)

// This file measures what the instrumentation costs, by running it alone (paragraphs 84 and 85): a
// loop calls an empty method, instrumented and not. Of many rounds the fastest counts: whatever
// comes between only makes a round slower.

// Rounds and Pairs are how often a calibration runs the loop, and how many calls that makes: JFluid has
// 10,000 of them, a hundred at a time.
const (
	Rounds = 100
	Pairs  = 100
)

// Calibration is the measuring of one tier's correction. Loop calls Callee.
type Calibration struct {
	Tier         Tier
	Loop, Callee *classes.Method
	// Run calls Loop for Pairs calls.
	Run func()
	// Stack is the stack of the thread that Run runs on.
	Stack *Stack
}

// Calibrate measures a correction and applies it from now on. prepare is called when the two
// methods are instrumented, and gets them compiled if that is to be measured.
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
	root.last = child
	saved := *c.Stack
	*c.Stack = Stack{roots: map[*classes.Method]*node{c.Loop: root}}
	defer func() { *c.Stack = saved }()

	p.machine.Instrument(both)
	prepare()
	inner, timed, plain := math.Inf(1), math.Inf(1), math.Inf(1)
	for range Rounds {
		*child.ticks, *child.calls, *root.calls = 0, 0, 0
		root.last, child.bci = child, callOfLoop
		start := p.clock.now()
		c.Run()
		timed = min(timed, float64(p.clock.now()-start))
		if *child.calls == Pairs {
			inner = min(inner, *child.ticks/Pairs)
		}
	}
	p.machine.Remove(both)
	for range Rounds {
		start := p.clock.now()
		c.Run()
		plain = min(plain, float64(p.clock.now()-start))
	}
	if math.IsInf(inner, 1) {
		return // the calls have gone another way: nothing is known of it
	}
	// The loop is timed itself, once in a round.
	p.corrections[c.Tier] = Correction{Inner: inner, Outer: max(0, (timed-plain)/(Pairs+1)-inner)}
}

// callOfLoop is the bytecode index of the call in LoopCode.
const callOfLoop = 4

// LoopCode is the bytecode of the loop, which calls the method that a constant pool index names as often as
// its argument says.
func LoopCode(callee uint16) []byte {
	return []byte{
		0x1a,        // iload_0
		0x9e, 0, 12, // ifle 13
		0xb8, byte(callee >> 8), byte(callee), // invokestatic
		0x84, 0, 0xff, // iinc 0 -1
		0xa7, 0xff, 0xf6, // goto 0
		0xb1, // return
	}
}
