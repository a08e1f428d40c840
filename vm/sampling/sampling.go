// Package sampling samples the dynamic call graph by counting calls (Arnold and Grove,
// "Collecting and Exploiting High-Accuracy Call Graph Profiles in Virtual Machines",
// CGO 2005): a tick of a timer opens a window, in which every stride-th call is sampled
// until the window has its samples. A sample at the tick alone would be of the call
// that follows what takes long; the calls of a window are sampled as often as they are
// made.
//
// Windows are at even distances of time, and calls are not: a loop of short methods calls ten times as often as one that computes. So a sample
// counts as often as the calls that it stands for: weight.go.
//
// Invariant: what is sampled depends only on the times of the ticks and on the calls:
// the same run gives the same samples.
package sampling

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"hotlens/profiles"
	"hotlens/vm/classes"
	"hotlens/vm/memory"
)

// Options say when samples are taken.
type Options struct {
	Stride   int           // calls from one sample to the next
	Samples  int           // in a window
	Tick     time.Duration // from the start of a window to that of the next, as long as that does not grow
	Schedule Schedule      // whether it does; "" is ScheduleEven
	// Growth and Longest are what ScheduleGrowing goes by: the distance is the age divided by Growth; 0: as the samples need it, and mostTicks ticks.
	Growth  int64
	Longest time.Duration
	// Contexts says that samples are credited to the calling contexts of the callees, too.
	Contexts bool
	Start    Start // which call of a window is its first sample; "" is StartRandom
}

// Start says how many calls a window skips in front of its first sample: fewer than the stride. Always the same number would sample the calls
// behind yieldpoints too often.
type Start string

// The ways to choose it that the paper names (section 4).
const (
	StartRandom     Start = "random"      // by a generator, which is the same in every run
	StartRoundRobin Start = "round-robin" // one more than in the window before, and none again behind the stride
)

// Schedule says when windows open while a program runs.
type Schedule string

const (
	// ScheduleEven has a window at each tick.
	ScheduleEven Schedule = profiles.ScheduleEven
	// ScheduleGrowing has the distance of windows grow with the age of the run, up to Longest: with its square root, or more slowly where the samples need it (need.go). So short runs have many
	// samples, and long ones lose ever less time by them. A call graph of many edges has more windows than one of few.
	ScheduleGrowing Schedule = profiles.ScheduleGrowing
	// SchedulePatching has no windows: the next calls of each method that gets hot are sampled, as many as Options.Samples (Burst).
	SchedulePatching Schedule = profiles.SchedulePatching
)

// What ScheduleGrowing goes by. mostTicks is how much faster compiled code is than the interpreter, whose pace the ticks of the virtual clock have: it executes a
// bytecode in 0.2 to 0.4 ns (Richards, Json), and that in 10. Windows of a young run are parts of a tick apart: the interpreter executes
// most of it, so that they cost little. Later there is at most one for each tick of the run: a program whose samples need so many is as large as javac, which
// takes 4 ms for a tick, and 20 us for a window (processor times of 1400 million bytecodes, with 6,400 windows and without).
const (
	mostTicks    = 50
	partsOfTick  = 10
	earlyWindows = 40 // besides
)

// The defaults: the parameters that the paper recommends for a virtual machine with
// a cheap window, and a tick that gives a run of a second a thousand samples.
const (
	DefaultStride  = 7
	DefaultSamples = 32
	DefaultTick    = 10 * time.Millisecond
)

// Bounds of the options: a window has to end.
const (
	mostStride  = 10_000
	mostSamples = 10_000
	leastTick   = 100 * time.Microsecond
)

// Check says what is wrong with the options, naming the flag.
func (o Options) Check() error {
	switch {
	case o.Stride < 1 || o.Stride > mostStride:
		return fmt.Errorf("--stride is %d: give a number of calls from 1 to %d", o.Stride, mostStride)
	case o.Samples < 1 || o.Samples > mostSamples:
		return fmt.Errorf("--samples is %d: give a number of samples per tick from 1 to %d", o.Samples, mostSamples)
	case o.Start != "" && o.Start != StartRandom && o.Start != StartRoundRobin:
		return fmt.Errorf("--start is %q: give %s or %s", o.Start, StartRandom, StartRoundRobin)
	case o.Schedule != "" && o.Schedule != ScheduleEven && o.Schedule != ScheduleGrowing && o.Schedule != SchedulePatching:
		return fmt.Errorf("--schedule is %q: give %s, %s or %s", o.Schedule, ScheduleEven, ScheduleGrowing, SchedulePatching)
	case o.Tick < leastTick:
		return fmt.Errorf("--tick is %v: give a duration of at least %v", o.Tick, leastTick)
	}
	return nil
}

// longest is the distance of windows in a run that is old.
func (o Options) longest() time.Duration {
	switch {
	case o.Schedule != ScheduleGrowing:
		return o.Tick
	case o.Longest > 0:
		return o.Longest
	}
	return mostTicks * o.Tick
}

// shortest is the distance of the first windows.
func (o Options) shortest() time.Duration {
	if o.Schedule != ScheduleGrowing || o.Growth > 0 {
		return o.Tick
	}
	return o.Tick / partsOfTick
}

// Site is a place that calls: a bytecode index of a method, -1 where native code or
// the machine calls.
type Site struct {
	Caller *classes.Method
	BCI    int
}

// Target is a callee of a site and how often its calls were sampled.
type Target struct {
	Callee  *classes.Method
	Samples uint64
}

// Edge is a call edge that was sampled.
type Edge struct {
	Callee  *classes.Method
	Samples uint64
	Record  memory.Address // for who takes the samples: where they count

	next   uint32     // the number of the next one of its site, plus 1; 0: there is none
	many   bool       // it was sampled in more than one window
	latest int        // the number of windows up to the latest one in which it was sampled
	halves [2]float64 // what its samples count in the windows of even numbers, and in those of odd ones
}

// Sampler takes the samples of one run.
type Sampler struct {
	options Options
	start   int64
	next    int64  // when the next window opens
	skip    int    // calls until the next sample
	left    int    // samples until the window is closed
	random  uint64 // state of the generator
	windows int    // that have been opened
	edges   []Edge
	sites   map[Site]uint32 // the number of the first edge of each, plus 1
	total   uint64

	window window // the one that was opened last
	need   need
}

// New makes a sampler whose first window opens after the shortest distance from start, in nanoseconds. executed is the number of the run's bytecodes so far.
func New(options Options, start int64, executed uint64) *Sampler {
	s := &Sampler{options: options, start: start, random: seed, sites: map[Site]uint32{}, need: newNeed(options)}
	s.window.opened = executed
	s.next = start + int64(options.shortest())
	return s
}

// seed starts the generator of first skips. Any number but 0 would do.
const seed = 0x9e3779b97f4a7c15

// Due reports whether it is time for a window.
func (s *Sampler) Due(now int64) bool { return now >= s.next }

// Open opens a window. executed is the number of the run's bytecodes so far.
func (s *Sampler) Open(now int64, executed uint64) {
	s.next = now + s.distance(now-s.start)
	s.left = s.options.Samples
	s.skip = 1 + s.skipped()
	s.windows++
	s.window.open(executed)
}

// distance is how far the next window is at an age of the run, in nanoseconds.
func (s *Sampler) distance(age int64) int64 {
	shortest, tick := s.options.shortest(), s.options.Tick
	if int64(s.windows-earlyWindows) > age/int64(tick) {
		shortest = max(shortest, tick)
	}
	wanted := int64(s.need.distance(float64(age)/float64(tick)) * float64(tick))
	return min(max(wanted, int64(shortest)), int64(s.options.longest()))
}

// skipped is how many calls a new window skips in front of its first sample.
func (s *Sampler) skipped() int {
	if s.options.Start == StartRoundRobin {
		return s.windows % s.options.Stride
	}
	s.random ^= s.random << 13
	s.random ^= s.random >> 7
	s.random ^= s.random << 17
	return int(s.random % uint64(s.options.Stride))
}

// Count counts a call within a window. It reports whether the call is to be sampled,
// and whether the window is open still.
func (s *Sampler) Count() (sample, open bool) {
	s.window.calls++
	if s.skip--; s.skip > 0 {
		return false, true
	}
	s.skip = s.options.Stride
	s.left--
	return true, s.left > 0
}

// Add takes a sample, and gives its edge, which is there until the next one is taken. known is what a call site knows of its edges, for which it is not looked up
// again; nil: nothing.
func (s *Sampler) Add(site Site, callee *classes.Method, known *uint32) *Edge {
	s.total++
	first := uint32(0)
	if known != nil {
		first = *known
	}
	if first == 0 {
		first = s.sites[site]
	}
	number, last := first, uint32(0)
	for number != 0 && s.edges[number-1].Callee != callee {
		number, last = s.edges[number-1].next, number
	}
	if number == 0 {
		s.edges = append(s.edges, Edge{Callee: callee})
		number = uint32(len(s.edges))
		if last != 0 {
			s.edges[last-1].next = number
		} else {
			s.sites[site], first = number, number
		}
	}
	if known != nil {
		*known = first
	}
	s.window.edges = append(s.window.edges, number-1)
	e := &s.edges[number-1]
	e.Samples++
	return e
}

// Settle ends the window that was opened last, whose calls were counted while so many bytecodes were executed, and gives what each of its samples counts.
func (s *Sampler) Settle(observed uint64) (weight uint64) {
	weight = s.window.weight(observed)
	s.need.add(s.edges, s.window.edges, weight, s.window.stands)
	s.window.edges = s.window.edges[:0]
	return weight
}

// Total is the number of samples, of whatever weight.
func (s *Sampler) Total() uint64 { return s.total }

// Targets are the sampled callees of a site, the most frequent first.
func (s *Sampler) Targets(site Site) (targets []Target) {
	for number := s.sites[site]; number != 0; number = s.edges[number-1].next {
		targets = append(targets, Target{s.edges[number-1].Callee, s.edges[number-1].Samples})
	}
	slices.SortStableFunc(targets, func(a, b Target) int { return cmp.Compare(b.Samples, a.Samples) })
	return targets
}
