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
func Exclusive(p *profiles.Profile, c *profiles.Context) Amounts {
	also := p.Also(c)
	return Amounts{
		Calls: c.Calls, Bytecodes: c.Bytecodes, Allocations: c.Allocations, AllocatedBytes: c.AllocatedBytes,
		Cost: c.Cost.Value(), WaitNanos: also.WaitNanos.Value(), TimeNanos: also.SelfNanos.Value(), Samples: also.Samples.Value(),
	}
}

// InclusiveBy sums inclusive amounts by group: of a group's contexts, the outermost ones
// count, which have no other context of the group among their ancestors, each with all
// its descendants. group gives every context's group, from 0 up to groups, or -1.
func (a *Analysis) InclusiveBy(group []int32, groups int) []Amounts {
	g := grouping{of: func(c int32) int32 { return group[c] }, inclusive: make([]Amounts, groups)}
	a.sum(&g)
	return g.inclusive
}

// InclusiveOf sums the inclusive amounts of contexts. Those that lie below another of them are part of that one.
func (a *Analysis) InclusiveOf(contexts []int32) Amounts {
	places, inclusive := a.demanded.places(), a.demanded.inclusive()
	sorted := slices.SortedFunc(slices.Values(contexts), func(x, y int32) int { return cmp.Compare(places[x], places[y]) })
	var sum Amounts
	covered := int32(0)
	for _, c := range sorted {
		if places[c] >= covered {
			covered = a.end[c]
			sum.Add(inclusive[c])
		}
	}
	return sum
}

// Inclusive is what a context has with all its descendants.
func (a *Analysis) Inclusive(context int32) Amounts { return a.demanded.inclusive()[context] }

// outermost calls visit for the outermost contexts of each group, in preorder.
func (a *Analysis) outermost(group func(context int32) int32, groups int, visit func(group, context int32)) {
	// In preorder, the descendants of a context follow it without a gap. So a
	// context lies below an earlier one of its group exactly when it stands
	// before that one's end.
	covered := make([]int32, groups)
	for place, c := range a.order {
		g := group(c)
		if g < 0 || int32(place) < covered[g] {
			continue
		}
		covered[g] = a.end[c]
		visit(g, c)
	}
}

// grouping divides the contexts into groups whose amounts are wanted.
type grouping struct {
	of        func(context int32) int32 // a context's group, -1 for none
	inclusive []Amounts                 // by group: the sum of its outermost contexts with all their descendants
}

// activation is a context on the way from a root to the one that is looked at.
type activation struct {
	end   int32 // the place behind its last descendant
	group int32 // that it is an outermost one of, or -1
	sum   Amounts
}

// sum sums the amounts of groups, and returns those of all contexts. In a walk in preorder it needs no list of the contexts' inclusive amounts, of which there may be
// millions.
func (a *Analysis) sum(g *grouping) (total Amounts) {
	covered := make([]int32, len(g.inclusive)) // by group: the place behind the last descendant of the outermost context that was entered last
	var path []activation
	leave := func() {
		last := &path[len(path)-1]
		if last.group >= 0 {
			g.inclusive[last.group].Add(last.sum)
		}
		around := &total
		if len(path) > 1 {
			around = &path[len(path)-2].sum
		}
		around.Add(last.sum)
		path = path[:len(path)-1]
	}
	for place, c := range a.order {
		for len(path) > 0 && path[len(path)-1].end <= int32(place) {
			leave()
		}
		group := g.of(c)
		if group >= 0 && int32(place) >= covered[group] {
			covered[group] = a.end[c]
		} else {
			group = -1
		}
		path = append(path, activation{a.end[c], group, Exclusive(a.Profile, &a.Profile.Contexts[c])})
	}
	for len(path) > 0 {
		leave()
	}
	return total
}

// numberPreorder puts all contexts into preorder without walking: parents stand before children, so sizes sum up backwards and places
// are given out forwards.
func (a *Analysis) numberPreorder() {
	contexts := a.Profile.Contexts
	a.end = prefault.Slice[int32](len(contexts)) // the number of a context and its descendants, until it is placed
	for i := len(contexts) - 1; i >= 0; i-- {
		a.end[i]++
		if parent := contexts[i].Parent; parent >= 0 {
			a.end[parent] += a.end[i]
		}
	}
	a.order = prefault.Slice[int32](len(contexts))
	next := prefault.Slice[int32](len(contexts)) // the place of a context's next child
	nextRoot := int32(0)
	for i := range contexts {
		free := &nextRoot
		if parent := contexts[i].Parent; parent >= 0 {
			free = &next[parent]
		}
		place := *free
		a.order[place] = int32(i)
		next[i] = place + 1
		*free += a.end[i]
		a.end[i] += place
	}
}
