package timing

import (
	"bytes"
	"math"
	"slices"
	"time"
	"unsafe"

	"hotlens/profiles/sharedmemory"
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
	pairs  = 100
)

// While methods are timed, the calibration is done again at these intervals, in fewer and shorter rounds: what a call costs changes by half
// when the processor's other hardware thread begins or ends to work for somebody else, which it does every tenth of a second on a
// shared machine. That takes about one percent of the time, none of it the program's.
const (
	againEvery  = 10 * time.Millisecond
	againRounds = 5
	againPairs  = 10
)

// work is how many iterations the method does, by the way that it is called: some hundred nanoseconds' worth.
var work = [Ways]int32{Interpreted: 5, Compiled: 400, Selected: 400, KnownCompiled: 400, KnownSelected: 400}

// MostBytecodes is what a round executes at most, about: so that it need not be interrupted.
const MostBytecodes = 1 << 20

// Calibration is the measuring of the correction for one way of calls. Loop calls the callees in turn; Plain calls a method of the same
// code, which is not timed.
type Calibration struct {
	Way         Way
	Loop, Plain *classes.Method
	Callees     []*classes.Method
	// Prepare is called when the methods are instrumented, and gets them compiled if that is to be measured. nil does nothing.
	Prepare func()
	// Run calls Loop or Plain with a number of calls and of the iterations of each. It reports false if it could not.
	Run func(loop *classes.Method, calls, iterations int32) bool

	instrumented         []*Instrumented
	timed, plain, callee *node // in no tree
}

// Calibrate measures a correction and applies it from now on.
//
// What is not timed is compiled as ever, so its loop inlines the method: a timed call costs its caller also
// that it is a call, which those that are executed often are not otherwise.
func (p *Profiler) Calibrate(s *Stack, c *Calibration) {
	for _, method := range append([]*classes.Method{c.Loop, c.Plain}, c.Callees...) {
		in := &Instrumented{Method: method, root: method == c.Loop || method == c.Plain, entered: true}
		in.Code[0] = decoded.Instruction{Op: decoded.Timed, P: unsafe.Pointer(in)}
		c.instrumented = append(c.instrumented, in)
	}
	for _, n := range []struct {
		is     **node
		method *classes.Method
	}{{&c.timed, c.Loop}, {&c.plain, c.Plain}, {&c.callee, c.Callees[0]}} {
		times, err := p.memory.NewMetadata(sharedmemory.TimesSize + countBytes)
		if err != nil {
			return // times are as they are measured
		}
		*n.is = p.newNode(&node{method: n.method, times: times, calls: (*uint64)(p.memory.At(times + sharedmemory.TimesSize)), children: map[childKey]*node{}})
	}
	for _, callee := range c.Callees {
		c.timed.children[childKey{callee, callOfSelection}] = c.callee
		for i := range int32(callsAtOnce) {
			c.timed.children[childKey{callee, firstOfLoop + i*betweenCalls}] = c.callee
		}
	}
	p.calibrations, p.calibrated = append(p.calibrations, c), true
	p.machine.Instrument(c.instrumented)
	if c.Prepare != nil {
		c.Prepare()
	}
	p.calibrate(s, c, rounds, pairs)
}

// Again reports whether it is time to calibrate again.
func (p *Profiler) Again() bool { return p.subgraph != nil && p.clock.now() >= p.again }

// CalibrateAgain calibrates all ways in a few short rounds, on a thread whose time is stopped.
func (p *Profiler) CalibrateAgain(s *Stack) {
	p.again = math.MaxUint64 // not in the midst of this
	for _, c := range p.calibrations {
		p.calibrate(s, c, againRounds, againPairs)
	}
	p.again = p.clock.now() + uint64(float64(againEvery.Nanoseconds())/p.clock.nanos())
}

func (p *Profiler) calibrate(s *Stack, c *Calibration, rounds int, calls int32) {
	p.Take(s)
	saved, before, knows := *s, p.corrections[c.Way], p.knows
	*s, p.knows = Stack{roots: map[*classes.Method]*node{c.Loop: c.timed, c.Plain: c.plain}}, knows && c.Way >= KnownCompiled
	p.show()
	defer func() {
		*s, p.knows = saved, knows
		p.show()
	}()
	ran := true
	round := func(of *node, iterations int32) float64 {
		*of.ticks, *c.callee.ticks, *c.callee.calls = 0, 0, 0
		ran = ran && c.Run(of.method, calls, iterations)
		return *of.ticks / float64(calls)
	}
	// What a round takes to begin and to end is in each of these, divided by its calls, and in none of their differences.
	inner, outer, whole, empty := math.Inf(1), math.Inf(1), math.Inf(1), math.Inf(1)
	for range rounds {
		caller := round(c.timed, work[c.Way])
		inner, outer = min(inner, *c.callee.ticks/float64(calls)+before.Inner), min(outer, caller+before.Outer)
		if *c.callee.calls != uint64(calls) {
			ran = false // they have gone another way: nothing is known of it
		}
		whole, empty = min(whole, round(c.plain, work[c.Way])), min(empty, round(c.plain, 0))
	}
	if ran {
		p.Correct(c.Way, Correction{Inner: max(0, inner-(whole-empty)), Outer: max(0, outer-empty)})
	}
}

// calibratesWith instruments the methods of the calibrations, or not any more.
func (p *Profiler) calibratesWith(instrumented bool) {
	if p.calibrated == instrumented {
		return
	}
	p.calibrated, p.again = instrumented, 0
	change := p.machine.Remove
	if instrumented {
		change = p.machine.Instrument
	}
	for _, c := range p.calibrations {
		change(c.instrumented)
	}
}

// calibrates reports whether a class has methods of a calibration.
func (p *Profiler) calibrates(class *classes.Class) bool {
	return slices.ContainsFunc(p.calibrations, func(c *Calibration) bool { return c.Loop.Class == class || c.Plain.Class == class })
}

// countBytes is the size of a number of calls, which stands behind the times record of a context that is in no tree.
const countBytes = 8

// callsAtOnce is how many calls follow each other in LoopCode: what a loop takes for its end is no part of what timing takes. rounds and pairs are multiples.
const callsAtOnce = 5

// LoopCode is the bytecode of the loop, which calls the method that a constant pool index names as often as
// its first argument says, with the second.
func LoopCode(callee uint16) []byte {
	calls := bytes.Repeat([]byte{
		0x1b,                                  // iload_1
		0xb8, byte(callee >> 8), byte(callee), // invokestatic
		0x57, // pop
	}, callsAtOnce)
	back := byte(firstOfLoop - 1 + len(calls) + 3)
	return slices.Concat([]byte{
		0x1a,              // 0: iload_0
		0x9e, 0, back + 2, // ifle: return
	}, calls, []byte{
		0x84, 0, 0x100 - callsAtOnce, // iinc 0
		0xa7, 0xff, -back, // goto 0
		0xb1, // return
	})
}

// firstOfLoop is the bytecode index of the first call in LoopCode, and betweenCalls how far each is from the next.
const (
	firstOfLoop  = 5
	betweenCalls = 5
)

// callOfSelection is the bytecode index of the call in SelectionCode.
const callOfSelection = 10

// SelectionCode is that of a loop that calls a method of an interface. The receivers are the elements of an array of two, its first argument, in turn: mostly
// programs have to look for theirs, too.
func SelectionCode(callee uint16) []byte {
	return []byte{
		0x1b,        // 0: iload_1
		0x9e, 0, 21, // ifle 22
		0x2a,                                        // 4: aload_0
		0x1b,                                        // iload_1
		0x04,                                        // iconst_1
		0x7e,                                        // iand
		0x32,                                        // aaload
		0x1c,                                        // iload_2
		0xb9, byte(callee >> 8), byte(callee), 2, 0, // 10: invokeinterface
		0x57,          // pop
		0x84, 1, 0xff, // 16: iinc 1 -1
		0xa7, 0xff, 0xed, // 19: goto 0
		0xb1, // 22: return
	}
}

// CalleeCode is the bytecode of a method that is called: iterations that wait for each other, as many as the argument says, which is
// in a local variable. The next one is free.
func CalleeCode(argument byte) []byte {
	result := argument + 1
	return []byte{
		0x04,         // 0: iconst_1
		0x36, result, // istore
		0x15, argument, // 3: iload
		0x9e, 0, 19, // ifle 24
		0x15, result, // 8: iload
		0x10, 0x1f, // bipush 31
		0x68,           // imul
		0x15, argument, // iload
		0x82,         // ixor
		0x36, result, // istore
		0x84, argument, 0xff, // 18: iinc -1
		0xa7, 0xff, 0xee, // 21: goto 3
		0x15, result, // 24: iload
		0xac, // ireturn
	}
}
