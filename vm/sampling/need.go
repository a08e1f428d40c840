package sampling

// This file says how many windows the samples of a run need, where the distance of windows grows.
//
// How accurate samples are depends on the program: hundreds show the hundred edges that a small one has, of the thousands of javac's they do not. The exact graph, which would tell, is not there; but half of the samples
// can be compared with the other half. Where two call graphs that are each made of half of the samples overlap by 1 - 2e, that of all overlaps with the exact one by about 1 - e, as the
// error is as large as chance makes it: it falls with the square root of the number of windows.

// What the need goes by. With distances of age/growth, samples tell as much as those of 2*growth windows at even distances would: that is
// the square of the sum of what the windows stand for over the sum of the squares (Kish, Survey Sampling, 1965).
//
// The least growth is enough for small programs. The most bounds what a program may lose that is large and compiled all the same.
// The error is a compromise: of eight programs of "bench cbs", among them those whose windows cost most, 0.08 and a least growth of 20 take 1.2 % in mean and show 93 % of the calls, 0.12
// and 12 take 0.5 % and show 91 %. The halves agree on rare edges more than either does with the exact graph, so programs of many have a larger error than wanted: with 0.10 the calls that ten programs show in runs of
// some seconds go from 88 to 91 %, for a fifth more windows, which costs less than the noise of such measurements.
const (
	leastGrowth = 12
	mostGrowth  = 1200
	wantedError = 0.10
	firstLook   = 8 // windows after which the halves are compared for the first time; then each time when there are an eighth more
)

// need is what the distance of windows depends on.
type need struct {
	growth float64
	fixed  bool         // growth was given
	halves [2][]float64 // what the samples of each edge count in the windows of even numbers, and in those of odd ones
	sums   [2]float64
	edges  int
	windows,
	look int // at which number of windows the halves are compared again
	stand, squares float64 // sums of what the windows stand for, and of the squares
}

func newNeed(growth int64) need {
	if growth > 0 {
		return need{growth: float64(growth), fixed: true}
	}
	return need{growth: leastGrowth, look: firstLook}
}

// edge gives a number to an edge that has not been sampled before.
func (n *need) edge() int {
	n.edges++
	if !n.fixed {
		n.halves[0], n.halves[1] = append(n.halves[0], 0), append(n.halves[1], 0)
	}
	return n.edges - 1
}

// add adds a window that stands for so many bytecodes, with the edges of its samples, each of which counts weight.
func (n *need) add(edges []int, weight, stands uint64) {
	if n.fixed || len(edges) == 0 {
		return
	}
	half := n.windows % 2
	for _, edge := range edges {
		n.halves[half][edge] += float64(weight)
	}
	n.sums[half] += float64(weight) * float64(len(edges))
	n.stand += float64(stands)
	n.squares += float64(stands) * float64(stands)
	if n.windows++; n.windows < n.look {
		return
	}
	n.look = n.windows + max(n.windows/8, firstLook)
	off := n.expected() / wantedError
	n.growth = min(max(n.stand*n.stand/n.squares/2*off*off, leastGrowth), mostGrowth)
}

// expected is by how much the samples are expected to differ from the exact call graph.
func (n *need) expected() float64 {
	overlap := 0.0
	for edge := range n.edges { // in this order, as sums of fractions depend on it
		overlap += min(n.halves[0][edge]/n.sums[0], n.halves[1][edge]/n.sums[1])
	}
	return (1 - overlap) / 2
}
