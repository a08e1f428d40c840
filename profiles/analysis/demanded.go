package analysis

import (
	"slices"
	"sync"

	"hotlens/profiles/prefault"
)

// demanded is what is found when somebody asks for it first: lists of all contexts, of which there may be millions. Reports need none of them.
type demanded struct {
	inclusive func() []Amounts // by context: with all its descendants
	places    func() []int32   // by context: its place in preorder
	contexts  func() [][]int32 // by method: see ContextsOf
	ofMethods func() [][]int32 // by method: see OutermostOf
	ofSites   func() [][]int32 // by site: see OutermostAt
	recurring func() []bool    // by context: see MayBeFolded
}

func newDemanded(a *Analysis) *demanded {
	d := &demanded{}
	d.inclusive = sync.OnceValue(a.sumContexts)
	d.places = sync.OnceValue(func() []int32 {
		places := prefault.Slice[int32](len(a.order))
		for place, c := range a.order {
			places[c] = int32(place)
		}
		return places
	})
	d.contexts = sync.OnceValue(func() [][]int32 {
		return listsOf(len(a.Methods), func(add func(method, context int32)) {
			for i := range a.Profile.Contexts {
				add(int32(a.MethodOf(i)), int32(i))
			}
		})
	})
	d.ofMethods = sync.OnceValue(func() [][]int32 {
		return listsOf(len(a.Methods), func(add func(method, context int32)) {
			a.outermost(func(c int32) int32 { return int32(a.MethodOf(int(c))) }, len(a.Methods), add)
		})
	})
	d.ofSites = sync.OnceValue(func() [][]int32 {
		return listsOf(len(a.Sites), func(add func(site, context int32)) {
			a.outermost(func(c int32) int32 { return a.siteOf[c] }, len(a.Sites), add)
		})
	})
	d.recurring = sync.OnceValue(a.findRecurring)
	return d
}

// Prepare finds all that is otherwise found on demand, the links of Callers and Callees included, for those who will ask soon.
func (a *Analysis) Prepare() {
	a.findLinks()
	d := a.demanded
	d.inclusive()
	d.places()
	d.contexts()
	d.ofMethods()
	d.ofSites()
}

// ContextsOf are all contexts of a method, in their order.
func (a *Analysis) ContextsOf(method int) []int32 { return a.demanded.contexts()[method] }

// OutermostOf are the contexts of a method that lie below no other of it, in preorder.
func (a *Analysis) OutermostOf(method int) []int32 { return a.demanded.ofMethods()[method] }

// OutermostAt are the contexts entered at a call site that lie below no other of them, in preorder.
func (a *Analysis) OutermostAt(site *Site) []int32 { return a.demanded.ofSites()[site.number] }

// MayBeFolded tells whether one of some contexts may have counts of others that were folded into it, or into one of its callers: a call stands in for the same one of
// a recursive activation of its caller.
func (a *Analysis) MayBeFolded(contexts []int32) bool {
	if a.Profile.Totals.Folded == 0 {
		return false
	}
	recurring := a.demanded.recurring()
	return slices.ContainsFunc(contexts, func(c int32) bool { return recurring[c] })
}

// findRecurring finds the contexts with a caller, near or far, whose method has another activation below it.
func (a *Analysis) findRecurring() []bool {
	contexts := a.Profile.Contexts
	recursive := make([]bool, len(contexts))
	last := make([]int32, len(a.Methods)) // by method: the context that was entered last
	for i := range last {
		last[i] = -1
	}
	for place, c := range a.order {
		m := contexts[c].Method
		if before := last[m]; before >= 0 && int32(place) < a.end[before] {
			recursive[before] = true
		}
		last[m] = c
	}
	recurring := make([]bool, len(contexts))
	for i := range contexts { // parents stand before their children
		if parent := contexts[i].Parent; parent >= 0 {
			recurring[i] = recursive[parent] || recurring[parent]
		}
	}
	return recurring
}

// sumContexts sums inclusive amounts by context.
func (a *Analysis) sumContexts() []Amounts {
	contexts := a.Profile.Contexts
	inclusive := prefault.Slice[Amounts](len(contexts))
	for i := len(contexts) - 1; i >= 0; i-- {
		inclusive[i].Add(Exclusive(a.Profile, &contexts[i]))
		if parent := contexts[i].Parent; parent >= 0 {
			inclusive[parent].Add(inclusive[i])
		}
	}
	return inclusive
}

// listsOf lists contexts by group, in the order in which each names them, which it does twice. The lists lie in one: to append to so many takes longer.
func listsOf(groups int, each func(add func(group, context int32))) [][]int32 {
	sizes, sum := make([]int, groups), 0
	each(func(group, _ int32) {
		sizes[group]++
		sum++
	})
	all, lists := prefault.Slice[int32](sum), make([][]int32, groups)
	for g, size := range sizes {
		lists[g], all = all[:0:size], all[size:]
	}
	each(func(group, context int32) { lists[group] = append(lists[group], context) })
	return lists
}
