package analysis

import (
	"cmp"
	"slices"

	"hotlens/profiles"
	"hotlens/profiles/prefault"
)

// Amounts is what was counted, modelled and measured at one place. What was not is 0.
type Amounts struct {
	Calls          uint64
	Bytecodes      uint64
	Allocations    uint64 // objects
	AllocatedBytes uint64
	Cost           uint64 // nanoseconds, by the profile's cost model
	WaitNanos      uint64
	TimeNanos      uint64 // by the time profiler
	Samples        uint64 // of the sampler
}

// Add adds other amounts.
func (a *Amounts) Add(other Amounts) {
	a.Calls += other.Calls
	a.Bytecodes += other.Bytecodes
	a.Allocations += other.Allocations
	a.AllocatedBytes += other.AllocatedBytes
	a.Cost += other.Cost
	a.WaitNanos += other.WaitNanos
	a.TimeNanos += other.TimeNanos
	a.Samples += other.Samples
}

// By is the amount of one metric.
func (a Amounts) By(metric profiles.Metric) uint64 {
	switch metric {
	case profiles.MetricCost:
		return a.Cost
	case profiles.MetricBytecodes:
		return a.Bytecodes
	case profiles.MetricCalls:
		return a.Calls
	case profiles.MetricAllocations:
		return a.Allocations
	case profiles.MetricBytes:
		return a.AllocatedBytes
	case profiles.MetricTime:
		return a.TimeNanos
	case profiles.MetricWait:
		return a.WaitNanos
	case profiles.MetricSamples:
		return a.Samples
	}
	return 0
}

// Exclusive is what a context has without its descendants.
func Exclusive(c *profiles.Context) Amounts {
	return Amounts{
		Calls: c.Calls, Bytecodes: c.Bytecodes, Allocations: c.Allocations, AllocatedBytes: c.AllocatedBytes,
		Cost: profiles.MetricCost.Of(c), WaitNanos: profiles.MetricWait.Of(c), TimeNanos: profiles.MetricTime.Of(c), Samples: profiles.MetricSamples.Of(c),
	}
}

// InclusiveBy sums inclusive amounts by group: of a group's contexts, the outermost ones
// count, which have no other context of the group among their ancestors, each with all
// its descendants. group gives every context's group, from 0 up to groups, or -1.
func (a *Analysis) InclusiveBy(group []int32, groups int) []Amounts {
	sums := make([]Amounts, groups)
	a.outermost(group, groups, func(g, c int32) { sums[g].Add(a.Inclusive[c]) })
	return sums
}

// InclusiveOf sums the inclusive amounts of contexts. Those that lie below another of them are part of that one.
func (a *Analysis) InclusiveOf(contexts []int32) Amounts {
	sorted := slices.SortedFunc(slices.Values(contexts), func(x, y int32) int { return cmp.Compare(a.place[x], a.place[y]) })
	var sum Amounts
	covered := int32(0)
	for _, c := range sorted {
		if a.place[c] >= covered {
			covered = a.end[c]
			sum.Add(a.Inclusive[c])
		}
	}
	return sum
}

// outermost calls visit for the outermost contexts of each group, in preorder.
func (a *Analysis) outermost(group []int32, groups int, visit func(group, context int32)) {
	// In preorder, the descendants of a context follow it without a gap. So a
	// context lies below an earlier one of its group exactly when it stands
	// before that one's end.
	covered := make([]int32, groups)
	for place, c := range a.order {
		g := group[c]
		if g < 0 || int32(place) < covered[g] {
			continue
		}
		covered[g] = a.end[c]
		visit(g, c)
	}
}

// listOutermost is outermost, and gives the contexts by group. Their lists lie in one: to append to so many takes longer.
func (a *Analysis) listOutermost(group []int32, groups int, visit func(group, context int32)) [][]int32 {
	visited, sizes := prefault.Slice[int32](len(a.order))[:0], make([]int, groups)
	a.outermost(group, groups, func(g, c int32) {
		visit(g, c)
		visited = append(visited, c)
		sizes[g]++
	})
	all, lists := prefault.Slice[int32](len(visited)), make([][]int32, groups)
	for g, size := range sizes {
		lists[g], all = all[:0:size], all[size:]
	}
	for _, c := range visited {
		lists[group[c]] = append(lists[group[c]], c)
	}
	return lists
}

// numberPreorder finds every context's place in a preorder walk without
// walking: parents stand before children, so sizes sum up backwards and places
// are given out forwards.
func (a *Analysis) numberPreorder() {
	contexts := a.Profile.Contexts
	size := prefault.Slice[int32](len(contexts))
	for i := len(contexts) - 1; i >= 0; i-- {
		size[i]++
		if parent := contexts[i].Parent; parent >= 0 {
			size[parent] += size[i]
		}
	}
	a.order = prefault.Slice[int32](len(contexts))
	a.end = prefault.Slice[int32](len(contexts))
	a.place = prefault.Slice[int32](len(contexts))
	next := prefault.Slice[int32](len(contexts)) // the place of a context's next child
	nextRoot := int32(0)
	for i := range contexts {
		place := &nextRoot
		if parent := contexts[i].Parent; parent >= 0 {
			place = &next[parent]
		}
		a.order[*place] = int32(i)
		a.place[i] = *place
		next[i] = *place + 1
		*place += size[i]
		a.end[i] = *place
	}
}

func (a *Analysis) sumContexts() {
	contexts := a.Profile.Contexts
	a.Inclusive = prefault.Slice[Amounts](len(contexts))
	for i := len(contexts) - 1; i >= 0; i-- {
		a.Inclusive[i].Add(Exclusive(&contexts[i]))
		if parent := contexts[i].Parent; parent >= 0 {
			a.Inclusive[parent].Add(a.Inclusive[i])
		} else {
			a.Total.Add(a.Inclusive[i])
		}
	}
}
