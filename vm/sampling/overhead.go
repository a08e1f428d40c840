package sampling

import (
	"fmt"
	"math"
	"time"
)

// This file chooses stride and samples by what they may cost. That is modelled, not measured: the same options give
// the same samples on every machine.

// What a window takes, in nanoseconds: compiled code leaves for the interpreter and is entered again, the interpreter executes what is
// between two calls, and samples are kept. From many windows in HashMaps, RayTracer, StringBuilding, Json and Strings: the medians are 3.6, 14, 29 and 51 us for 32 samples at strides of 1, 7, 15 and 31,
// 1 us for one sample and 51 for 128 of them at a stride of 7. Calls count a tenth more here than these say: javac's windows take 20 us, as it executes more between two calls.
const (
	windowNanos = 1_000
	callNanos   = 60
	sampleNanos = 20
)

// cost is what a window takes, in nanoseconds.
func (o Options) cost() float64 {
	return windowNanos + callNanos*float64(o.Stride)*float64(o.Samples) + sampleNanos*float64(o.Samples)
}

// Bounds of the overhead that may be allowed.
const (
	leastOverhead = 0.0001
	mostOverhead  = 0.5
)

// Within has windows as large as their cost may be: at most a part overhead of the time that the program takes without them, in a run
// that is old enough for the longest distance of windows. Their time is pace times that. Stride and samples grow in turns from the defaults on, as the paper finds that accuracy grows with both
// (table 2); where not even these are within what is allowed, ticks are rarer instead: smaller windows would cost more for each sample.
func (o Options) Within(overhead, pace float64) (Options, error) {
	if !(overhead >= leastOverhead && overhead <= mostOverhead) {
		return o, fmt.Errorf("--cbs-overhead is %v%%: give a number of percent from %v to %v", 100*overhead, 100*leastOverhead, 100*mostOverhead)
	}
	if err := (Options{Stride: 1, Samples: 1, Tick: o.Tick, Schedule: o.Schedule}).Check(); err != nil {
		return o, err
	}
	o.Stride, o.Samples = DefaultStride, DefaultSamples
	ticks := float64(o.longest()) / float64(o.Tick)
	allowed := overhead * pace * ticks * float64(o.Tick)
	if cost := o.cost(); cost > allowed {
		millis := math.Ceil(cost / (overhead * pace * ticks) / float64(time.Millisecond))
		o.Tick = time.Duration(millis) * time.Millisecond
		return o, nil
	}
	for wider := true; ; wider = !wider {
		next := o
		if wider {
			next.Stride = 2*o.Stride + 1
		} else {
			next.Samples = 2 * o.Samples
		}
		if next.cost() > allowed || next.Check() != nil {
			return o, nil
		}
		o = next
	}
}
