package compiler

import (
	"slices"

	"hotlens/vm/classes"
)

// This file tells whether a method would be compiled otherwise by now.

// NotInlined is a call site that the inliner has left a call.
type NotInlined struct {
	Caller *classes.Method
	Site   *classes.CallSite
	Weight float64 // of its most frequent edge when that was decided, 0..1
}

const (
	// outdatedGrowth is how many times its weight a call must have to be thought about
	// again: thresholds are not so sharp that less would matter.
	outdatedGrowth = 2
	// outdatedContexts bounds the contexts of a caller whose calls are summed up for that.
	outdatedContexts = 1000
)

// MayBecomeOutdated reports whether something can happen that makes [CompiledMethod.Outdated] true.
func (u *CompiledMethod) MayBecomeOutdated() bool {
	return len(u.NotInlined) > 0 || len(u.Initializing) > 0
}

// Outdated reports whether a compiled method has to be translated again: because it tests whether a class is being
// initialised, which now is, and knows nothing of its final fields, or because calls have become hot that were left.
func (u *CompiledMethod) Outdated(env *Env) bool {
	initialized := func(c *classes.Class) bool { return c.State == classes.Initialized }
	return slices.ContainsFunc(u.Initializing, initialized) || u.callsChanged(env)
}

// callsChanged reports whether a call that was left has become hot, and would be inlined
// now: the profile has clearly changed since the compiled method was translated.
func (u *CompiledMethod) callsChanged(env *Env) bool {
	g := env.CallGraph
	weights := g.Weights()
	if weights != SampledWeights && weights != ExactWeights {
		return false
	}
	for i := range u.NotInlined {
		l := &u.NotInlined[i]
		never := func(callee *classes.Method) bool {
			return callee == u.Method || callee == l.Caller || callee.Code == nil || callee.IsNative() || env.Native(callee) || callee.Synchronized()
		}
		if len(l.Caller.Contexts) > outdatedContexts || !slices.ContainsFunc(g.Callees(l.Site), func(m *classes.Method) bool { return !never(m) }) {
			continue
		}
		targets, total := g.Targets(l.Caller, l.Site)
		sum := SumOf(targets)
		if sum == 0 || total == 0 {
			continue
		}
		first := &targets[0]
		weight := share(first.Calls, total)
		switch {
		case weight < hotWeight || weight < outdatedGrowth*l.Weight || share(first.Calls, sum) <= dominantShare:
		case never(first.Callee) || weights == ExactWeights && first.Calls < coldCalls:
		default:
			if size := sizeOf(first.Callee); size <= sizeProfiled && u.Size+size <= room(size) {
				return true
			}
		}
	}
	return false
}
