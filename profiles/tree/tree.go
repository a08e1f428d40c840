// Package tree derives from a profile what reports and editors ask for: costs
// with everything below them, totals per method and per call site, the hottest
// contexts, and the graph of callers and callees.
//
// Invariant: a Tree only reads its profile, is itself never changed after New,
// and can be used by several goroutines. No share is over 1: where a method or
// a call site recurs within itself, its inclusive cost counts the outermost
// occurrence only.
package tree

import (
	"hotlens/profiles"
	"hotlens/profiles/numbers"
)

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

// Metric selects one number of a Cost.
type Metric int

// The metrics.
const (
	Calls Metric = iota
	Bytecodes
	Allocations
	AllocatedBytes
)

// By returns the number that the metric selects.
func (c Cost) By(metric Metric) uint64 {
	switch metric {
	case Calls:
		return c.Calls
	case Allocations:
		return c.Allocations
	case AllocatedBytes:
		return c.AllocatedBytes
	}
	return c.Bytecodes
}

// Exclusive is the cost of a context without its descendants.
func Exclusive(c *profiles.Context) Cost {
	return Cost{c.Calls, c.Bytecodes, c.Allocations, c.AllocatedBytes}
}

// MethodCost is the cost of a method over all its contexts.
type MethodCost struct {
	Exclusive Cost
	Inclusive Cost // with callees, recursion counted once
	Contexts  int
}

// Tree is a profile with its derived views. Slices that its methods return
// belong to the Tree.
type Tree struct {
	Profile   *profiles.Profile
	Total     Cost         // the sum of all contexts
	Inclusive []Cost       // by context: with all its descendants
	Methods   []MethodCost // by method
	Sites     []Site       // by caller, then bytecode index

	children   []int32 // all contexts, grouped by parent
	childStart []int32 // by context: where its children start; one more at the end
	order      []int32 // all contexts in preorder
	end        []int32 // by context: the place in order behind its last descendant
	callers    [][]int // by method: edges into it, most calls first
	callees    [][]int // by method: edges out of it, most calls first
}

// New derives the views of p, which has to be valid (see profiles.Validate). It
// takes time and space linear in the number of contexts.
func New(p *profiles.Profile) *Tree {
	t := &Tree{Profile: p}
	t.linkChildren()
	t.numberPreorder()
	t.sumContexts()
	t.sumMethods()
	t.sumSites()
	t.linkEdges()
	return t
}

// Children returns the contexts that were called from c, in the order of their
// ids.
func (t *Tree) Children(c int) []int32 {
	return t.children[t.childStart[c]:t.childStart[c+1]]
}

// Path returns the contexts from a root down to c.
func (t *Tree) Path(c int) []int {
	var path []int
	for ; c >= 0; c = t.Profile.Contexts[c].Parent {
		path = append(path, c)
	}
	for i, j := 0, len(path)-1; i < j; i, j = i+1, j-1 {
		path[i], path[j] = path[j], path[i]
	}
	return path
}

// Share is the share, from 0 to 1, that a cost's bytecodes have of the run's.
func (t *Tree) Share(c Cost) float64 { return numbers.Share(c.Bytecodes, t.Total.Bytecodes) }

// CallShare is the share, from 0 to 1, that a number of calls has of the run's.
func (t *Tree) CallShare(calls uint64) float64 { return numbers.Share(calls, t.Total.Calls) }

// Callers returns the indices of the profile's edges into a method, those with
// the most calls first.
func (t *Tree) Callers(method int) []int { return t.callers[method] }

// Callees returns the indices of the profile's edges out of a method, those
// with the most calls first.
func (t *Tree) Callees(method int) []int { return t.callees[method] }

// InclusiveBy sums inclusive costs by group: of a group's contexts, those with
// no other context of the group among their ancestors count, each with all its
// descendants. group gives every context's group, from 0 up to groups, or -1.
func (t *Tree) InclusiveBy(group []int32, groups int) []Cost {
	sums := make([]Cost, groups)
	// In preorder, the descendants of a context follow it without a gap. So a
	// context lies below an earlier one of its group exactly when it stands
	// before that one's end.
	covered := make([]int32, groups)
	for place, c := range t.order {
		g := group[c]
		if g < 0 || int32(place) < covered[g] {
			continue
		}
		covered[g] = t.end[c]
		sums[g].add(t.Inclusive[c])
	}
	return sums
}

// linkChildren groups the contexts by parent.
func (t *Tree) linkChildren() {
	contexts := t.Profile.Contexts
	t.childStart = make([]int32, len(contexts)+1)
	for i := range contexts {
		if parent := contexts[i].Parent; parent >= 0 {
			t.childStart[parent+1]++
		}
	}
	for i := range contexts {
		t.childStart[i+1] += t.childStart[i]
	}
	t.children = make([]int32, t.childStart[len(contexts)])
	next := append([]int32(nil), t.childStart...)
	for i := range contexts {
		if parent := contexts[i].Parent; parent >= 0 {
			t.children[next[parent]] = int32(i)
			next[parent]++
		}
	}
}

// numberPreorder finds every context's place in a preorder walk without
// walking: parents stand before children, so sizes sum up backwards and places
// are given out forwards.
func (t *Tree) numberPreorder() {
	contexts := t.Profile.Contexts
	size := make([]int32, len(contexts))
	for i := len(contexts) - 1; i >= 0; i-- {
		size[i]++
		if parent := contexts[i].Parent; parent >= 0 {
			size[parent] += size[i]
		}
	}
	t.order = make([]int32, len(contexts))
	t.end = make([]int32, len(contexts))
	next := make([]int32, len(contexts)) // the place of a context's next child
	nextRoot := int32(0)
	for i := range contexts {
		place := &nextRoot
		if parent := contexts[i].Parent; parent >= 0 {
			place = &next[parent]
		}
		t.order[*place] = int32(i)
		next[i] = *place + 1
		*place += size[i]
		t.end[i] = *place
	}
}

func (t *Tree) sumContexts() {
	contexts := t.Profile.Contexts
	t.Inclusive = make([]Cost, len(contexts))
	for i := len(contexts) - 1; i >= 0; i-- {
		t.Inclusive[i].add(Exclusive(&contexts[i]))
		if parent := contexts[i].Parent; parent >= 0 {
			t.Inclusive[parent].add(t.Inclusive[i])
		} else {
			t.Total.add(t.Inclusive[i])
		}
	}
}

func (t *Tree) sumMethods() {
	t.Methods = make([]MethodCost, len(t.Profile.Methods))
	group := make([]int32, len(t.Profile.Contexts))
	for i := range t.Profile.Contexts {
		c := &t.Profile.Contexts[i]
		group[i] = int32(c.Method)
		t.Methods[c.Method].Exclusive.add(Exclusive(c))
		t.Methods[c.Method].Contexts++
	}
	for method, cost := range t.InclusiveBy(group, len(t.Methods)) {
		t.Methods[method].Inclusive = cost
	}
}
