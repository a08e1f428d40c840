// Package sampling samples the dynamic call graph by counting calls (Arnold and Grove,
// "Collecting and Exploiting High-Accuracy Call Graph Profiles in Virtual Machines",
// CGO 2005): a tick of a timer opens a window, in which every stride-th call is sampled
// until the window has its samples. A sample at the tick alone would be of the call
// that follows what takes long; the calls of a window are sampled as often as they are
// made.
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
)

// Options say when samples are taken.
type Options struct {
	Stride   int           // calls from one sample to the next
	Samples  int           // in a window
	Tick     time.Duration // from the start of a window to that of the next, as long as that does not grow
	Schedule Schedule      // whether it does; "" is ScheduleEven
	// Growth and Longest are what ScheduleGrowing goes by; 0: defaultGrowth, and mostTicks ticks.
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
	// ScheduleGrowing has the distance of windows grow with the age of the run: it is the age divided by Growth, from a tick to Longest. So short runs have many
	// samples, and long ones lose ever less time by them. A sample stands for the time up to the next window: it counts as often as there are ticks
	// in that (Sampler.Weight).
	ScheduleGrowing Schedule = profiles.ScheduleGrowing
	// SchedulePatching has no windows: the next calls of each method that gets hot are sampled, as many as Options.Samples (Burst).
	SchedulePatching Schedule = profiles.SchedulePatching
)

// What ScheduleGrowing goes by. While distances grow, samples of all windows tell as much as those of 2*growth windows at even distances would: that is
// the square of the sum of the weights over the sum of their squares (Kish, Survey Sampling, 1965). mostTicks is how much faster compiled code is than the
// interpreter, whose pace the ticks of the virtual clock have: it executes a bytecode in 0.2 to 0.4 ns (Richards, Json), and that in 10.
//
// With twice the growth javac's samples overlap with its calls by 68 % instead of 62, those of six other programs by 92 % instead of 87 in the mean; a window
// takes 15 to 50 us (Richards, Javac), so that the windows more take a thousandth of a run of ten seconds.
const (
	defaultGrowth = 80
	mostTicks     = 50
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

// distance is how far the next window is at an age of the run, in nanoseconds.
func (o Options) distance(age int64) int64 {
	return min(max(age/cmp.Or(o.Growth, defaultGrowth), int64(o.Tick)), int64(o.longest()))
}

// Windows is how many windows open until a run has an age, in nanoseconds, if it passes a yieldpoint whenever one is due.
func (o Options) Windows(age int64) (windows int) {
	for at := o.distance(0); at <= age; at += o.distance(at) {
		windows++
	}
	return windows
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

// Sampler takes the samples of one run.
type Sampler struct {
	options Options
	start   int64
	next    int64  // when the next window opens
	weight  uint64 // of the samples of the window that was opened last
	skip    int    // calls until the next sample
	left    int    // samples until the window is closed
	random  uint64 // state of the generator
	windows int    // that have been opened
	sites   map[Site][]Target
	total   uint64
}

// New makes a sampler whose first window opens a tick after start, in nanoseconds.
func New(options Options, start int64) *Sampler {
	s := &Sampler{options: options, start: start, random: seed, sites: map[Site][]Target{}}
	s.next = start + options.distance(0)
	return s
}

// seed starts the generator of first skips. Any number but 0 would do.
const seed = 0x9e3779b97f4a7c15

// Tick opens a window if it is time for one, and reports whether it has.
func (s *Sampler) Tick(now int64) bool {
	if now < s.next {
		return false
	}
	distance := s.options.distance(now - s.start)
	s.next = now + distance
	s.weight = uint64((distance + int64(s.options.Tick)/2) / int64(s.options.Tick))
	s.left = s.options.Samples
	s.skip = 1 + s.skipped()
	s.windows++
	return true
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

// Weight is how many ticks a sample of the open window stands for.
func (s *Sampler) Weight() uint64 { return s.weight }

// Count counts a call within a window. It reports whether the call is to be sampled,
// and whether the window is open still.
func (s *Sampler) Count() (sample, open bool) {
	if s.skip--; s.skip > 0 {
		return false, true
	}
	s.skip = s.options.Stride
	s.left--
	return true, s.left > 0
}

// Add takes a sample.
func (s *Sampler) Add(site Site, callee *classes.Method) {
	s.total++
	targets := s.sites[site]
	for i := range targets {
		if targets[i].Callee == callee {
			targets[i].Samples++
			return
		}
	}
	s.sites[site] = append(targets, Target{callee, 1})
}

// Total is the number of samples, of whatever weight.
func (s *Sampler) Total() uint64 { return s.total }

// Targets are the sampled callees of a site, the most frequent first.
func (s *Sampler) Targets(site Site) []Target {
	targets := slices.Clone(s.sites[site])
	slices.SortStableFunc(targets, func(a, b Target) int { return cmp.Compare(b.Samples, a.Samples) })
	return targets
}
