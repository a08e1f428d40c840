package timing

import "time"

// This file is the clock: the processor's own counter, where it has one that runs at the same
// pace whatever the processor does. Asking the operating system takes several times as long.

// clock counts ticks.
type clock struct {
	base      uint64    // of the counter
	baseTime  time.Time // when that was read
	tick      float64   // nanoseconds that a tick takes
	published time.Time // when tick was measured last
	counts    bool      // by the processor's counter; else a tick is a nanosecond
}

// The length of a tick is measured anew at intervals that grow: first, over settleTime, then while
// the program runs, when so much more time has passed by a factor of settleFactor that
// it is known better.
const (
	settleTime   = 2 * time.Millisecond
	settleFactor = 2
)

func (c *clock) start() {
	c.counts = steadyCounter()
	c.baseTime, c.base, c.tick = time.Now(), counter(), 1
	if !c.counts {
		return
	}
	for time.Since(c.baseTime) < settleTime {
	}
	c.measure()
}

func (c *clock) measure() {
	elapsed, ticks := time.Since(c.baseTime), counter()-c.base
	c.tick = float64(elapsed.Nanoseconds()) / float64(ticks)
	c.published = c.baseTime.Add(elapsed)
}

// now is the number of ticks since some moment.
func (c *clock) now() uint64 {
	if c.counts {
		return counter()
	}
	return uint64(time.Since(c.baseTime))
}

// nanos is how many nanoseconds a tick takes.
func (c *clock) nanos() float64 { return c.tick }

// drifted measures the length of a tick anew from time to time, given the time. It reports whether it has.
func (c *clock) drifted(now uint64) bool {
	if !c.counts || now-c.base < uint64(settleFactor*float64(c.published.Sub(c.baseTime).Nanoseconds())/c.tick) {
		return false
	}
	c.measure()
	return true
}
