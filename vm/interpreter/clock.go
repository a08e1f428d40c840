package interpreter

import (
	"time"

	"hotlens/profiles/cost"
	"hotlens/profiles/names"
	"hotlens/vm/classes"
	"hotlens/vm/memory"
	"hotlens/vm/threads"
)

// This file is the machine's time: that of the wall, or, under the virtual clock, a function of
// what has been executed. It is the same in every tier, so it goes only by what is known exactly at any moment: the
// bytecodes, the allocated bytes, and what the machine itself does. How long that takes the cost model says.

// clock is the time of a machine. It implements threads.Clock.
type clock struct {
	virtual    bool
	repeatable bool         // see Machine.Repeatable
	ahead      int64        // nanoseconds by which sampled is ahead of the wall clock, once the run is not repeatable any more
	base       time.Time    // when the machine was made
	date       int64        // of the virtual clock: nanoseconds from 1970 to when it stands at 0
	threads    *threadTable // the current thread's slice is not in bytecodes yet
	heap       *memory.Heap
	pace       cost.Clock            // of the virtual clock
	bytecodes  uint64                // executed in finished slices
	beforeMain uint64                // of them before main
	allocated  uint64                // bytes, before main
	passed     *uint64               // picoseconds that the machine itself has taken since main began: at sharedmemory.Passed, as compiled code adds to them
	met        [cost.ClassKinds]bool // the kinds of classes that have been met since main began
	jump       int64                 // nanoseconds by which sleeps have advanced the virtual clock
	began      time.Time             // when main began by the wall; zero before that
}

// virtualStartNanos is System.nanoTime when main starts under the virtual clock,
// later than any boot takes.
const virtualStartNanos = 1_000_000_000

// Now is the time in nanoseconds.
func (c *clock) Now() int64 {
	if !c.virtual {
		return int64(time.Since(c.base)) + 1
	}
	picos := c.pace.Instructions(c.executed()-c.beforeMain) + (c.heap.Allocated()-c.allocated)*c.pace.Byte.Unit + *c.passed
	return int64(picos/1000) + c.jump
}

// executed is how many bytecodes have been executed so far.
func (c *clock) executed() uint64 {
	if t := c.threads.current; t != nil {
		return c.bytecodes + uint64(t.slice-t.limit)
	}
	return c.bytecodes
}

// Advance jumps to a later time. It reports false by the wall clock, which passes by itself.
func (c *clock) Advance(to int64) bool {
	if !c.virtual {
		return false
	}
	if d := to - c.Now(); d > 0 {
		c.jump += d
	}
	return true
}

// startMain begins to count anew: main is about to begin, and must not see what boot took.
func (c *clock) startMain() {
	c.beforeMain, c.allocated, *c.passed, c.met = c.bytecodes, c.heap.Allocated(), 0, [cost.ClassKinds]bool{}
	c.jump = virtualStartNanos
	c.began = time.Now()
}

// class has the time pass that a class takes.
func (c *clock) class(kind cost.ClassKind) {
	*c.passed += c.pace.Classes[kind].Base
	c.begin(kind)
	if kind.Linked() {
		c.begin(cost.LinkedClass)
	}
}

// begin has the time pass that the first class of a kind takes more.
func (c *clock) begin(kind cost.ClassKind) {
	if !c.met[kind] {
		c.met[kind] = true
		*c.passed += c.pace.Classes[kind].Unit
	}
}

// joined has the time pass that a string takes which has been joined of so many operands at a site that had joined some before.
func (c *clock) joined(before, bytes, operands uint64) {
	pace := &c.pace
	*c.passed += pace.Text.Base + bytes*pace.Text.Unit + operands*pace.Operand.Base
	if before < pace.Joined.Unit {
		*c.passed += pace.Joined.Base
	}
}

// sinceMain is how many bytecodes have been executed since main began, in finished slices.
func (c *clock) sinceMain() uint64 { return c.bytecodes - c.beforeMain }

// nanosPerSampledBytecode is the pace of ticks in a repeatable run: that of an interpreter of about 100 million
// bytecodes per second. By the model's pace there would be few samples of programs that are as fast as its machine.
const nanosPerSampledBytecode = 10

// sampled is the time that the ticks of the samplers go by. In a repeatable run none passes while all threads wait, and nothing calls.
func (c *clock) sampled() int64 {
	if !c.repeatable {
		return c.Now() + c.ahead
	}
	return int64(c.executed()) * nanosPerSampledBytecode
}

// Nanos is the machine's time in nanoseconds, by its clock.
func (m *Machine) Nanos() int64 { return m.clock.Now() }

// After is the deadline of a wait for some nanoseconds, which are not negative.
func (m *Machine) After(nanos int64) int64 { return threads.After(&m.clock, nanos) }

// Bytecodes is how many bytecodes have been executed in the time slices that have ended.
func (m *Machine) Bytecodes() uint64 { return m.clock.bytecodes }

// Elapsed is the wall time since the machine was made.
func (m *Machine) Elapsed() time.Duration { return time.Since(m.clock.base) }

// Millis is the wall time in milliseconds since 1970, by the machine's clock.
func (m *Machine) Millis() int64 {
	if m.clock.virtual {
		return m.WallNanos() / 1e6
	}
	return time.Now().UnixMilli()
}

// WallNanos is the wall time in nanoseconds since 1970, by the machine's clock.
func (m *Machine) WallNanos() int64 {
	if m.clock.virtual {
		return m.clock.date + m.Nanos()
	}
	return time.Now().UnixNano()
}

// StartNanos is when main starts by the virtual clock, in nanoseconds since 1970.
func (m *Machine) StartNanos() int64 { return m.clock.date + virtualStartNanos }

// MainBegan is when main began by the wall, whatever the machine's clock is; zero before that.
func (m *Machine) MainBegan() time.Time { return m.clock.began }

// initializing is told of a class that is about to be initialised, which takes time. What the VM's own work needs does not, but for what it makes for call sites.
func (m *Machine) initializing(class *classes.Class) {
	if t := m.threads.current; t == nil || t.vmWork > 0 && !class.Hidden {
		return
	}
	kind := cost.ApplicationClass
	switch {
	case class.Hidden && names.IsRecordCode(class.Name):
		kind = cost.RecordClass
	case class.Hidden:
		kind = cost.HiddenClass
	case m.originBits(class) != 0:
		kind = cost.LibraryClass
	}
	m.clock.class(kind)
}
