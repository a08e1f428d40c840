// Package comparison compares two profiles: what each method and each context has more
// or less of, and which are in one of them only.
//
// A method is matched by its class, name and descriptor, and by what is left of them
// where they contain numbers that the compiler or the VM counts up (lambda bodies, hidden
// classes); one whose parameters have changed, by its class and name: see methods.go. A context is matched by its method, its caller's context and
// the call site, which is known by its bytecode index where the caller's code is the
// same, and by its order among the caller's calls where that has been edited: see
// sites.go. Line numbers do not matter.
//
// Invariant: pure functions of two profiles, linear in their contexts but for the
// alignment of call sites, which has a bound.
package comparison

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"hotlens/profiles"
	"hotlens/profiles/analysis"
)

// Comparison is what two profiles have in common and what not. Slices belong to it.
type Comparison struct {
	Base, Head *analysis.Analysis
	// Metrics are those that both profiles know, and one at least has, in the order of profiles.Metrics. All others
	// are left out of every comparison.
	Metrics []profiles.Metric
	// Warnings say, a sentence each, what limits how the numbers may be compared.
	Warnings []string
	Total    Pair
	Methods  []Method
	Contexts []Context // parents stand before their children
	// Union is a profile of both runs, whose methods and contexts are those of this
	// comparison; it tells their names and places, and has no amounts. What is in both has the
	// head's lines.
	Union *analysis.Analysis
}

// Pair is what the two runs have of the same thing, 0 where one does not have it.
type Pair struct{ Base, Head analysis.Amounts }

// By are the amounts of one metric.
func (p Pair) By(metric profiles.Metric) (base, head uint64) {
	return p.Base.By(metric), p.Head.By(metric)
}

// Difference is how much more or less the head has of a metric.
func (p Pair) Difference(metric profiles.Metric) (by uint64, more bool) {
	base, head := p.By(metric)
	if head > base {
		return head - base, true
	}
	return base - head, false
}

// State says which of the two profiles have something.
type State int

// The states.
const (
	InBoth  State = iota
	Added         // in the head only
	Removed       // in the base only
)

func stateOf(base, head int) State {
	switch {
	case base < 0:
		return Added
	case head < 0:
		return Removed
	}
	return InBoth
}

// Method is a method of one profile or of both.
type Method struct {
	Base, Head int // its index in the profiles, -1 where it has none; of several alike the first
	Exclusive  Pair
	Inclusive  Pair // recursion counted once
}

// State tells which profiles have the method.
func (m *Method) State() State { return stateOf(m.Base, m.Head) }

// Context is a context of one profile or of both.
type Context struct {
	Parent     int // -1 for a root
	Method     int // in Comparison.Methods
	Base, Head int // its index in the profiles, -1 where it has none; of several alike the first
	Exclusive  Pair
	Inclusive  Pair

	site int32 // the number of the call site, -1 for a root
}

// State tells which profiles have the context.
func (c *Context) State() State { return stateOf(c.Base, c.Head) }

// New compares two profiles. Its errors say what is wrong with which of them.
func New(base, head *profiles.Profile) (*Comparison, error) {
	c := &Comparison{}
	for _, side := range []struct {
		name    string
		profile *profiles.Profile
		to      **analysis.Analysis
	}{{"base", base, &c.Base}, {"head", head, &c.Head}} {
		if !side.profile.Counted() {
			return nil, fmt.Errorf("the %s has no contexts to compare: make it with --profilers cct", side.name)
		}
		analysed, err := analysis.New(side.profile, nil)
		if err != nil {
			return nil, fmt.Errorf("the %s: %w", side.name, err)
		}
		*side.to = analysed
	}
	c.Metrics = slices.DeleteFunc(profiles.Metrics(), func(m profiles.Metric) bool {
		return !m.Known(base) || !m.Known(head) || !m.Measured(base) && !m.Measured(head)
	})
	c.Warnings = warnings(base, head)
	c.Total = Pair{c.Base.Total, c.Head.Total}
	matched := matchMethods(c.Base, c.Head)
	c.Methods = matched.methods
	c.mergeContexts(matched)
	c.sumMethods(matched)
	var err error
	if c.Union, err = c.unite(matched); err != nil {
		return nil, fmt.Errorf("comparing profiles: %w", err)
	}
	return c, nil
}

// mergeContexts makes one tree of the two.
func (c *Comparison) mergeContexts(matched *methodMatch) {
	type edge struct{ parent, site, method int32 }
	known := map[edge]int32{}
	sites := matchSites(c, matched)
	for side, of := range c.sides() {
		contexts := of.Profile.Contexts
		merged := make([]int32, len(contexts))
		for i := range contexts {
			at := edge{-1, -1, matched.ids[side][contexts[i].Method]}
			if parent := contexts[i].Parent; parent >= 0 {
				at.parent, at.site = merged[parent], sites.of(side, &contexts[i])
			}
			index, found := known[at]
			if !found {
				index = int32(len(c.Contexts))
				known[at] = index
				c.Contexts = append(c.Contexts, Context{Parent: int(at.parent), Method: int(at.method), Base: -1, Head: -1, site: at.site})
			}
			merged[i] = index
			context := &c.Contexts[index]
			if side == inBase {
				keepFirst(&context.Base, i)
				context.Exclusive.Base.Add(analysis.Exclusive(of.Profile, &contexts[i]))
			} else {
				keepFirst(&context.Head, i)
				context.Exclusive.Head.Add(analysis.Exclusive(of.Profile, &contexts[i]))
			}
		}
	}
	for i := len(c.Contexts) - 1; i >= 0; i-- {
		context := &c.Contexts[i]
		context.Inclusive.add(context.Exclusive)
		if context.Parent >= 0 {
			c.Contexts[context.Parent].Inclusive.add(context.Inclusive)
		}
	}
}

func (p *Pair) add(other Pair) {
	p.Base.Add(other.Base)
	p.Head.Add(other.Head)
}

func keepFirst(index *int, value int) {
	if *index < 0 {
		*index = value
	}
}

// sumMethods sums what the methods have over all their contexts.
func (c *Comparison) sumMethods(matched *methodMatch) {
	for i := range c.Contexts {
		context := &c.Contexts[i]
		c.Methods[context.Method].Exclusive.add(context.Exclusive)
	}
	for side, of := range c.sides() {
		group := make([]int32, len(of.Profile.Contexts))
		for i := range group {
			group[i] = matched.ids[side][of.Profile.Contexts[i].Method]
		}
		for id, sum := range of.InclusiveBy(group, len(c.Methods)) {
			if side == inBase {
				c.Methods[id].Inclusive.Base = sum
			} else {
				c.Methods[id].Inclusive.Head = sum
			}
		}
	}
}

// The indices of what is kept for both profiles.
const (
	inBase = iota
	inHead
)

func (c *Comparison) sides() [2]*analysis.Analysis { return [2]*analysis.Analysis{c.Base, c.Head} }

// Same tells whether the two runs did the same, by all that both profiles have.
func (c *Comparison) Same() bool {
	for i := range c.Contexts {
		if c.Contexts[i].State() != InBoth || c.Differs(c.Contexts[i].Exclusive) {
			return false
		}
	}
	return true
}

// Overlap is how much of the runs is the same, from 0 to 1, by the shares that contexts have of a metric: the sum of the smaller share of
// each (Moret, Binder and Villazón, PEPM 2009, section 6.1, by calls). The trees of threads with the same entry are added up.
func (c *Comparison) Overlap(metric profiles.Metric) float64 {
	base, head := c.Total.By(metric)
	if base == 0 || head == 0 {
		if base == head {
			return 1
		}
		return 0
	}
	// The smaller share is the smaller of b/base and h/head, that is of b*head and h*base among base*head. These are added up exactly, so that
	// equal runs overlap by one.
	var sum [2]uint64
	for i := range c.Contexts {
		b, h := c.Contexts[i].Exclusive.By(metric)
		smaller, other := product(b, head), product(h, base)
		if other[0] < smaller[0] || other[0] == smaller[0] && other[1] < smaller[1] {
			smaller = other
		}
		var carry uint64
		sum[1], carry = bits.Add64(sum[1], smaller[1], 0)
		sum[0], _ = bits.Add64(sum[0], smaller[0], carry)
	}
	return min(float(sum)/float(product(base, head)), 1)
}

// product is a product of 128 bits, the upper 64 first.
func product(a, b uint64) (p [2]uint64) {
	p[0], p[1] = bits.Mul64(a, b)
	return p
}

func float(of [2]uint64) float64 { return math.Ldexp(float64(of[0]), 64) + float64(of[1]) }

// Differs tells whether the two runs have another amount of any metric that both have.
func (c *Comparison) Differs(p Pair) bool {
	return slices.ContainsFunc(c.Metrics, func(m profiles.Metric) bool {
		base, head := p.By(m)
		return base != head
	})
}

// Choose returns the wanted metric if both profiles know it, and with "" the one that both
// are best compared by. The error says who lacks it.
func (c *Comparison) Choose(wanted profiles.Metric) (profiles.Metric, error) {
	if wanted == "" {
		wanted = c.Base.Profile.Choose(c.Head.Profile.Choose(""))
		if !slices.Contains(c.Metrics, wanted) {
			wanted = profiles.MetricBytecodes
		}
	}
	for side, of := range c.sides() {
		if !wanted.Known(of.Profile) {
			return "", fmt.Errorf("the %s has no %s: both profiles have %s", [...]string{"base", "head"}[side], wanted, list(c.Metrics))
		}
	}
	return wanted, nil
}

// Telling returns the metric if a context differs by it, else the first one by which any
// does.
func (c *Comparison) Telling(metric profiles.Metric) profiles.Metric {
	for _, m := range append([]profiles.Metric{metric}, c.Metrics...) {
		if slices.ContainsFunc(c.Contexts, func(context Context) bool {
			by, _ := context.Exclusive.Difference(m)
			return by > 0
		}) {
			return m
		}
	}
	return metric
}

// GrownBeyond tells whether the whole run has grown by more than so many percent, 0 or more.
func (c *Comparison) GrownBeyond(metric profiles.Metric, percent float64) bool {
	base, head := c.Total.By(metric)
	return head > base && float64(head-base) > float64(base)*percent/100
}
