package analysis

import "hotlens/profiles"

// Cost is what was counted at one place.
type Cost struct {
	Calls          uint64
	Bytecodes      uint64
	Allocations    uint64 // objects
	AllocatedBytes uint64
}

func (c *Cost) add(other Cost) {
	c.Calls += other.Calls
	c.Bytecodes += other.Bytecodes
	c.Allocations += other.Allocations
	c.AllocatedBytes += other.AllocatedBytes
}

// Exclusive is the cost of a context without its descendants.
func Exclusive(c *profiles.Context) Cost {
	return Cost{c.Calls, c.Bytecodes, c.Allocations, c.AllocatedBytes}
}

// InclusiveBy sums inclusive costs by group: of a group's contexts, the outermost ones
// count, which have no other context of the group among their ancestors, each with all
// its descendants. group gives every context's group, from 0 up to groups, or -1.
func (a *Analysis) InclusiveBy(group []int32, groups int) []Cost {
	sums := make([]Cost, groups)
	a.outermost(group, groups, func(g, c int32) { sums[g].add(a.Inclusive[c]) })
	return sums
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

// numberPreorder finds every context's place in a preorder walk without
// walking: parents stand before children, so sizes sum up backwards and places
// are given out forwards.
func (a *Analysis) numberPreorder() {
	contexts := a.Profile.Contexts
	size := make([]int32, len(contexts))
	for i := len(contexts) - 1; i >= 0; i-- {
		size[i]++
		if parent := contexts[i].Parent; parent >= 0 {
			size[parent] += size[i]
		}
	}
	a.order = make([]int32, len(contexts))
	a.end = make([]int32, len(contexts))
	next := make([]int32, len(contexts)) // the place of a context's next child
	nextRoot := int32(0)
	for i := range contexts {
		place := &nextRoot
		if parent := contexts[i].Parent; parent >= 0 {
			place = &next[parent]
		}
		a.order[*place] = int32(i)
		next[i] = *place + 1
		*place += size[i]
		a.end[i] = *place
	}
}

func (a *Analysis) sumContexts() {
	contexts := a.Profile.Contexts
	a.Inclusive = make([]Cost, len(contexts))
	for i := len(contexts) - 1; i >= 0; i-- {
		a.Inclusive[i].add(Exclusive(&contexts[i]))
		if parent := contexts[i].Parent; parent >= 0 {
			a.Inclusive[parent].add(a.Inclusive[i])
		} else {
			a.Total.add(a.Inclusive[i])
		}
	}
}
