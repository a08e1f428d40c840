package analysis

import (
	"cmp"
	"slices"
)

// Branch is a node of a tree of calls that is built from its root on, one level at a time, so
// that a tree of a million contexts costs what is looked at. There are two kinds of trees,
// both with lambda proxies passed over:
//
//   - of callees: a branch is the contexts that its parent's contexts have entered by one call
//     (method and call site). Its amounts are theirs, with their descendants.
//   - of callers: a branch is the contexts from which its parent's were entered by one call. Its
//     amounts are those of the root's contexts that were reached through them: the branches
//     divide up what the root has, and tell who caused it.
//
// The contexts of the root do not lie within each other, so that nothing is counted twice.
type Branch struct {
	Method    int
	BCI       int   // of the call in the caller's bytecode, -1 where no instruction calls, and for a root
	Site      *Site // of the call, nil for a root
	Calls     uint64
	Inclusive Amounts
	Exclusive Amounts // of a branch of callees: without what its contexts have called

	contexts []int32 // of Method
	counted  []int32 // of a branch of callers: for each context, the one of the root that was reached through it
}

// Root is the root of both trees of a method: its outermost contexts. It has no contexts if the run has not called the method.
func (a *Analysis) Root(method int) Branch {
	b := Branch{Method: method, BCI: -1}
	for _, c := range a.OutermostOf(method) {
		a.addTo(&b, c, c)
	}
	b.Calls, b.Exclusive = a.Methods[method].Exclusive.Calls, a.Methods[method].Exclusive
	b.counted = b.contexts
	return b
}

// Entries are the branches that the run's tree of callees begins with: what the threads have entered, hottest first.
func (a *Analysis) Entries() []Branch {
	branches := branchList{of: a, index: map[branchKey]int{}}
	for place := 0; place < len(a.order); {
		c := a.order[place]
		branches.add(c, c, c, false)
		place = int(a.end[c])
	}
	return branches.sorted()
}

// CalleesOf are the branches of a branch in a tree of callees, hottest first.
func (a *Analysis) CalleesOf(b *Branch) []Branch {
	branches := branchList{of: a, index: map[branchKey]int{}}
	for _, c := range b.contexts {
		a.eachChild(c, func(child int32) {
			method := a.MethodOf(int(child))
			behind := a.Behind(method)
			if behind == method {
				branches.add(child, child, child, false)
				return
			}
			a.eachChild(child, func(inner int32) {
				if a.MethodOf(int(inner)) == behind {
					branches.add(inner, child, inner, false)
				}
			})
		})
	}
	return branches.sorted()
}

// CallersOf are the branches of a branch in a tree of callers, hottest first.
func (a *Analysis) CallersOf(b *Branch) []Branch {
	branches := branchList{of: a, index: map[branchKey]int{}}
	for i, c := range b.contexts {
		if caller, entered := a.Caller(int(c)); caller >= 0 {
			branches.add(int32(caller), int32(entered), b.counted[i], true)
		}
	}
	return branches.sorted()
}

// HasCallees tells whether CalleesOf would return anything but, perhaps, proxies that have called nothing.
func (a *Analysis) HasCallees(b *Branch) bool {
	places := a.demanded.places()
	return slices.ContainsFunc(b.contexts, func(c int32) bool { return a.end[c] > places[c]+1 })
}

// HasCallers tells whether CallersOf would return anything.
func (a *Analysis) HasCallers(b *Branch) bool {
	return slices.ContainsFunc(b.contexts, func(c int32) bool {
		caller, _ := a.Caller(int(c))
		return caller >= 0
	})
}

// eachChild calls visit for the contexts that a context has entered itself.
func (a *Analysis) eachChild(context int32, visit func(child int32)) {
	for place := a.demanded.places()[context] + 1; place < a.end[context]; {
		child := a.order[place]
		visit(child)
		place = a.end[child]
	}
}

// Below calls visit for the contexts below a context, callers before what they have called, but for those below a context for which
// visit has returned false.
func (a *Analysis) Below(context int32, visit func(c int32) (deeper bool)) {
	for place := a.demanded.places()[context] + 1; place < a.end[context]; {
		c := a.order[place]
		if visit(c) {
			place++
		} else {
			place = a.end[c]
		}
	}
}

// addTo adds a context to a branch, with the amounts of another.
func (a *Analysis) addTo(b *Branch, context, counted int32) {
	b.contexts = append(b.contexts, context)
	b.Calls += a.Profile.Contexts[counted].Calls
	b.Inclusive.Add(a.Inclusive(counted))
}

type branchKey struct{ method, bci int }

// branchList collects the branches of one level.
type branchList struct {
	of       *Analysis
	branches []Branch
	index    map[branchKey]int
}

// add adds a context, the one by whose call it was entered or has entered what is below it, and the one whose amounts count.
func (l *branchList) add(context, entered, counted int32, callers bool) {
	a := l.of
	key := branchKey{a.MethodOf(int(context)), -1}
	site := a.SiteOf(int(entered))
	if site != nil {
		key.bci = site.BCI
	}
	i, known := l.index[key]
	if !known {
		i = len(l.branches)
		l.index[key] = i
		l.branches = append(l.branches, Branch{Method: key.method, BCI: key.bci, Site: site})
	}
	b := &l.branches[i]
	a.addTo(b, context, counted)
	if callers {
		b.counted = append(b.counted, counted)
	} else {
		b.Exclusive.Add(Exclusive(a.Profile, &a.Profile.Contexts[context]))
	}
}

// sorted are the branches, those with the most of the chosen metric first, then by calls.
func (l *branchList) sorted() []Branch {
	slices.SortStableFunc(l.branches, func(x, y Branch) int {
		return cmp.Or(cmp.Compare(y.Inclusive.By(l.of.Metric), x.Inclusive.By(l.of.Metric)), cmp.Compare(y.Calls, x.Calls))
	})
	return l.branches
}
