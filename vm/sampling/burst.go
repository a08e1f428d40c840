package sampling

// This file is what Arnold and Grove compare with (section 3.2): sampling by code patching, as Suganuma, Yasue and Nakatani have it ("An Empirical
// Study of Method In-lining for a Java Just-In-Time Compiler", JVM 2002). A method that gets hot has a listener in front of it, which takes
// the callers of the next calls, all of them, and is removed. How long these took tells how often the method is called.

// Burst is the samples that a listener takes of one method's calls.
type Burst struct {
	left    int
	since   uint64 // bytecodes of the run
	callers []burstCaller
}

type burstCaller struct {
	site  Site
	calls uint64
}

// NewBurst begins one of so many samples. now is in bytecodes of the run.
func NewBurst(samples int, now uint64) *Burst { return &Burst{left: samples, since: now} }

// Add takes a call from a site. It reports whether it was the last one.
func (b *Burst) Add(site Site) (last bool) {
	b.left--
	for i := range b.callers {
		if b.callers[i].site == site {
			b.callers[i].calls++
			return b.left <= 0
		}
	}
	b.callers = append(b.callers, burstCaller{site, 1})
	return b.left <= 0
}

// burstBytecodes is the time, in bytecodes, whose calls the samples of a burst stand for. So many that methods which are
// rarely called have some, and that those of long runs fit into 64 bits.
const burstBytecodes = 1_000_000_000

// Each calls f with the sites, in the order in which they came, with their samples, and with how often each of these counts: so that they say how often the
// site calls in burstBytecodes.
func (b *Burst) Each(now uint64, f func(site Site, samples, weight uint64)) {
	weight := max(burstBytecodes/max(now-b.since, 1), 1)
	for _, c := range b.callers {
		f(c.site, c.calls, weight)
	}
}
