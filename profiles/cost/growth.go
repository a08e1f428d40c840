package cost

// This file tells when G1 makes the heap larger: when too much of the time goes to collections.

const (
	// mostShare is which part of the time collections may take (GCTimeRatio), and leastShare that in a heap that is small yet.
	mostShare  = 1.0 / 13
	leastShare = 0.01
	// exceeding is after how many collections that took more the heap grows, if they are within growthWindow.
	exceeding    = 4
	growthWindow = 10
	// growthPercent is how many percents of what the heap may yet get it gets at a time (G1ExpandByPercentOfAvailable), leastGrowth and mostGrowth by which factors that changes with the time.
	growthPercent           = 20
	leastGrowth, mostGrowth = 0.2, 2
)

// growth decides when the heap grows, and by how much. The zero value is ready for use.
type growth struct {
	share       float64 // which part of the time the last collection took
	over, since int     // collections that took too much, and collections, since the heap has grown or that was forgotten
	sum         float64 // the shares of those that took too much
}

// record notes what a collection took of the time since the last one had ended.
func (g *growth) record(took, since float64) { g.share = took / max(since, took) }

// by is by how many regions a collection has the heap grow, which has so many. It depends on the collections before.
func (g *growth) by(regions int) int {
	allowed := max(leastShare, mostShare*min(1, float64(regions)/(mostRegions/2)))
	if g.share > allowed {
		g.over++
		g.sum += g.share
	}
	if g.over < exceeding {
		if g.over > 0 {
			g.since++
		}
		if g.since > growthWindow {
			*g = growth{share: g.share}
		}
		return 0
	}
	grown := min(float64((mostRegions-regions)*growthPercent/100), float64(regions))
	switch excess := g.sum/float64(g.over) - allowed; {
	case excess < mostShare:
		grown *= max(leastGrowth, excess/mostShare)
	case excess > 1.5*mostShare:
		grown *= min(mostGrowth, 1+(excess-1.5*mostShare)/(2*mostShare))
	}
	*g = growth{share: g.share}
	return min(max(1, int(grown)), mostRegions-regions)
}
