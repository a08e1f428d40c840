package comparison

import (
	"cmp"
	"maps"
	"slices"

	"hotlens/profiles"
)

// This file matches call sites.

// call is a callee at a bytecode index of a method.
type call struct{ caller, bci, callee int32 }

// siteMatch numbers the call sites with their callees, so that what corresponds in the
// two profiles has the same number.
type siteMatch struct {
	matched *methodMatch
	sides   [2]map[call]int32
	profile [2]*profiles.Profile
}

// of is the number of the call that a context, which has a parent, was entered by.
func (s *siteMatch) of(side int, context *profiles.Context) int32 {
	return s.sides[side][s.call(side, context)]
}

func (s *siteMatch) call(side int, context *profiles.Context) call {
	ids := s.matched.ids[side]
	return call{ids[s.profile[side].Contexts[context.Parent].Method], context.BCI, ids[context.Method]}
}

// matchSites matches the calls of each method. Where the method's code is the same, a call
// that both runs have executed has the same bytecode index in both.
func matchSites(c *Comparison, matched *methodMatch) *siteMatch {
	s := &siteMatch{matched: matched}
	var callers [2]map[int32][]call
	for side, of := range c.sides() {
		s.profile[side], s.sides[side] = of.Profile, map[call]int32{}
		for i := range of.Profile.Contexts {
			if context := &of.Profile.Contexts[i]; context.Parent >= 0 {
				s.sides[side][s.call(side, context)] = -1
			}
		}
		callers[side] = byCaller(s.sides[side])
	}
	number := int32(0)
	assign := func(side int, at call) {
		s.sides[side][at] = number
		number++
	}
	for caller, base := range callers[inBase] {
		head := callers[inHead][caller]
		pair := pairs(items(base), items(head))
		taken := make([]bool, len(head))
		for i, at := range base {
			if pair[i] >= 0 {
				s.sides[inHead][head[pair[i]]] = number
				taken[pair[i]] = true
			}
			assign(inBase, at)
		}
		for i, at := range head {
			if !taken[i] {
				assign(inHead, at)
			}
		}
	}
	for caller, head := range callers[inHead] {
		if callers[inBase][caller] == nil {
			for _, at := range head {
				assign(inHead, at)
			}
		}
	}
	return s
}

// byCaller lists the calls of every caller by bytecode index.
func byCaller(calls map[call]int32) map[int32][]call {
	callers := map[int32][]call{}
	for at := range maps.Keys(calls) {
		callers[at.caller] = append(callers[at.caller], at)
	}
	for _, list := range callers {
		slices.SortFunc(list, func(a, b call) int { return cmp.Or(cmp.Compare(a.bci, b.bci), cmp.Compare(a.callee, b.callee)) })
	}
	return callers
}

func items(calls []call) []item[int32] {
	list := make([]item[int32], len(calls))
	for i, at := range calls {
		list[i] = item[int32]{int(at.bci), at.callee}
	}
	return list
}
