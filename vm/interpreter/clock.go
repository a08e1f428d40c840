package interpreter

import (
	"time"

	"hotlens/vm/threads"
)

// This file is the machine's time: that of the wall, or, under the virtual clock, a function of
// the bytecodes that have been executed.

// clock is the time of a machine. It implements threads.Clock.
type clock struct {
	virtual    bool
	base       time.Time    // when the machine was made
	threads    *threadTable // the current thread's slice is not in bytecodes yet
	bytecodes  uint64       // executed in finished slices
	beforeMain uint64       // of them before main
	jump       int64        // nanoseconds by which sleeps have advanced the virtual clock
}

// nanosPerBytecode is the pace of the virtual clock: an interpreter's, about
// 100 million bytecodes per second.
const nanosPerBytecode = 10

// VirtualEpochMillis is what System.currentTimeMillis starts from under the
// virtual clock: 2024-01-01T00:00:00Z. Any fixed date would do.
const VirtualEpochMillis = 1704067200000

// virtualStartNanos is System.nanoTime when main starts under the virtual clock,
// later than any boot takes.
const virtualStartNanos = 1_000_000_000

// Now is the time in nanoseconds.
func (c *clock) Now() int64 {
	if !c.virtual {
		return int64(time.Since(c.base)) + 1
	}
	n := c.bytecodes
	if t := c.threads.current; t != nil {
		n += uint64(t.slice - t.limit)
	}
	return int64(n)*nanosPerBytecode + c.jump
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
	c.beforeMain = c.bytecodes
	c.jump = virtualStartNanos - int64(c.bytecodes)*nanosPerBytecode
}

// sinceMain is how many bytecodes have been executed since main began, in finished slices.
func (c *clock) sinceMain() uint64 { return c.bytecodes - c.beforeMain }

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
		return VirtualEpochMillis + m.Nanos()/1e6
	}
	return time.Now().UnixMilli()
}

// WallNanos is the wall time in nanoseconds since 1970, by the machine's clock.
func (m *Machine) WallNanos() int64 {
	if m.clock.virtual {
		return VirtualEpochMillis*1_000_000 + m.Nanos()
	}
	return time.Now().UnixNano()
}
