package analysis

import "slices"

// HottestOf returns at most n of these contexts, those with the largest inclusive amounts
// of the chosen metric first; equal ones stay in order.
func (a *Analysis) HottestOf(contexts []int32, n int) []int32 {
	inclusive, hottest := a.demanded.inclusive(), make([]int32, 0, n+1)
	for _, c := range contexts {
		heat := inclusive[c].By(a.Metric)
		at := len(hottest)
		for at > 0 && inclusive[hottest[at-1]].By(a.Metric) < heat {
			at--
		}
		if at < n {
			hottest = slices.Insert(hottest, at, c)
			hottest = hottest[:min(n, len(hottest))]
		}
	}
	return hottest
}

// Hottest returns at most n contexts of the run, those with the most of the chosen metric
// for themselves first; of equal ones the lower id first. Contexts with none are left out, and
// those of lambda proxies.
func (a *Analysis) Hottest(n int) []int {
	top := ranking{limit: n}
	proxy := make([]bool, len(a.Methods))
	for i := range proxy {
		proxy[i] = a.IsProxy(i)
	}
	for i := range a.Profile.Contexts {
		if c := &a.Profile.Contexts[i]; !proxy[c.Method] {
			top.offer(i, a.Metric.Of(a.Profile, c))
		}
	}
	return top.contexts
}

// Caller returns the context that called a context, -1 for a root, and the context
// that it entered there: mostly the same one, but lambda proxies between the two are
// passed over, as what they call says it all.
func (a *Analysis) Caller(context int) (caller, entered int) {
	entered = context
	caller = int(a.Profile.Contexts[context].Parent)
	for caller >= 0 && a.IsProxy(int(a.Profile.Contexts[caller].Method)) {
		entered, caller = caller, int(a.Profile.Contexts[caller].Parent)
	}
	return caller, entered
}

// ThreadOf is the name of the thread that a context is of, "" where that is not known.
func (a *Analysis) ThreadOf(context int) string {
	for a.Profile.Contexts[context].Parent >= 0 {
		context = int(a.Profile.Contexts[context].Parent)
	}
	for _, t := range a.Profile.Threads {
		if t.Root == context {
			return t.Name
		}
	}
	return ""
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
