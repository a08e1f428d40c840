package tree

// Hottest returns at most n contexts of the run with the highest exclusive
// metric, hottest first; of equal ones the lower id first. Contexts with 0 are
// left out.
func (t *Tree) Hottest(metric Metric, n int) []int {
	top := ranking{limit: n}
	for i := range t.Profile.Contexts {
		top.offer(i, Exclusive(&t.Profile.Contexts[i]).By(metric))
	}
	return top.contexts
}

// HottestOf returns at most n contexts of a method with the highest inclusive
// metric, hottest first; of equal ones the lower id first. Contexts with 0 are
// left out.
func (t *Tree) HottestOf(method int, metric Metric, n int) []int {
	top := ranking{limit: n}
	for i := range t.Profile.Contexts {
		if t.Profile.Contexts[i].Method == method {
			top.offer(i, t.Inclusive[i].By(metric))
		}
	}
	return top.contexts
}

// ranking keeps the hottest few of many contexts. Few means some dozen: an offer
// costs the length of the list where it is taken, and one comparison where not.
type ranking struct {
	limit    int
	contexts []int
	heat     []uint64
}

func (r *ranking) offer(context int, heat uint64) {
	if heat == 0 || r.limit <= 0 {
		return
	}
	last := len(r.contexts)
	if last == r.limit {
		last--
		if heat <= r.heat[last] {
			return
		}
	} else {
		r.contexts = append(r.contexts, 0)
		r.heat = append(r.heat, 0)
	}
	for ; last > 0 && r.heat[last-1] < heat; last-- {
		r.contexts[last], r.heat[last] = r.contexts[last-1], r.heat[last-1]
	}
	r.contexts[last], r.heat[last] = context, heat
}
