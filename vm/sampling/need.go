package sampling

import "math"

// This file says how many windows the samples of a run need, where the distance of windows grows.
//
// How accurate samples are depends on the program: hundreds show the hundred edges that a small one has, of the thousands of javac's they do not. The exact graph, which would tell, is not there; but half of the samples
// can be compared with the other half. Where two call graphs that are each made of half of the samples overlap by 1 - 2e, that of all overlaps with the exact one by about 1 - e, as the
// error is as large as chance makes it: it falls with the square root of the number of windows.
//
// That holds for edges that have some samples. One that is so rare that it was in a single window differs by all of its share from what the other half has of it, and its likes that were never sampled differ as much again from the
// exact graph. So such edges count twice. Without that, the samples of 5000 edges whose shares are as unequal as a program's were taken to be wrong by 0.20 where they are by 0.30 (TestExpectedError).

// What the need goes by. With distances of age/growth, samples tell as much as those of 2*growth windows at even distances would: that is
// the square of the sum of what the windows stand for over the sum of the squares (Kish, Survey Sampling, 1965).
//
// The error is a compromise. With it javac has as many windows as are affordable in runs of some seconds; most other programs need fewer than they have anyhow (rootDistance).
const (
	firstGrowth = 12 // until the halves are compared
	wantedError = 0.12
	firstLook   = 8 // windows after which the halves are compared for the first time; then each time when there are an eighth more
)

// rootDistance is the distance of windows at an age of the run, in ticks, over the square root of that, if the samples need as many. So the number of windows grows with the square root
// of the time, and the part of it that they take falls, while samples become more accurate. Each window stands for about as much as others then: samples tell as much as three quarters of as many windows at even distances,
// of those at distances of age/growth a quarter.
//
// Where the samples need fewer, there are as many as the geometric mean of what they need and of that: in nine runs of a second or two 220 windows each, which
// show 93.8 % of the calls, and 88 % at least, where all that many took 314 to show 94.3 and 89 %.
const rootDistance = 0.6

// distance is how far the next window is at an age of the run, both in ticks. Windows that take longer than the default's tell more, and are farther apart by the square root of what they take: at a stride of 15 the nine runs
// show 92.1 %, and 84 % at least, with 197 windows, in whose place as many as their time affords were 83 % at least.
func (n *need) distance(age float64) float64 {
	needed := age / n.growth
	if n.fixed {
		return needed
	}
	return math.Sqrt(n.size) * min(needed, math.Sqrt(needed*rootDistance*math.Sqrt(age)))
}

// need is what the distance of windows depends on.
type need struct {
	growth         float64
	fixed          bool       // growth was given
	size           float64    // what a window takes, over what one of the default's does; 1 at least
	sums           [2]float64 // what the samples count in the windows of even numbers, and in those of odd ones
	windows        int
	look           int     // at which number of windows the halves are compared again
	stand, squares float64 // sums of what the windows stand for, and of the squares
}

func newNeed(o Options) need {
	if o.Growth > 0 {
		return need{growth: float64(o.Growth), fixed: true}
	}
	common := Options{Stride: DefaultStride, Samples: DefaultSamples}
	return need{growth: firstGrowth, look: firstLook, size: max(o.cost()/common.cost(), 1)}
}

// add adds a window that stands for so many bytecodes, with the numbers of the edges of its samples, each of which counts weight. edges are all that were sampled.
func (n *need) add(edges []Edge, sampled []uint32, weight, stands uint64) {
	if n.fixed || len(sampled) == 0 {
		return
	}
	half := n.windows % 2
	n.windows++
	for _, number := range sampled {
		e := &edges[number]
		e.halves[half] += float64(weight)
		if e.latest != n.windows {
			e.many = e.latest > 0
			e.latest = n.windows
		}
	}
	n.sums[half] += float64(weight) * float64(len(sampled))
	n.stand += float64(stands)
	n.squares += float64(stands) * float64(stands)
	if n.windows < n.look {
		return
	}
	n.look = n.windows + max(n.windows/8, firstLook)
	off := n.expected(edges) / wantedError
	n.growth = n.stand * n.stand / n.squares / 2 * off * off
}

// expected is by how much the samples are expected to differ from the exact call graph.
func (n *need) expected(edges []Edge) float64 {
	overlap, once := 0.0, 0.0
	for i := range edges { // in this order, as sums of fractions depend on it
		e := &edges[i]
		overlap += min(e.halves[0]/n.sums[0], e.halves[1]/n.sums[1])
		if !e.many {
			once += e.halves[0] + e.halves[1]
		}
	}
	return (1 - overlap + once/(n.sums[0]+n.sums[1])) / 2
}
