package tiering

import (
	"cmp"
	"slices"
	"time"

	"hotlens/vm/classes"
	"hotlens/vm/compiler"
	"hotlens/vm/configuration"
	"hotlens/vm/memory"
	"hotlens/vm/sampling"
)

// This file is the live call graph that the inliner's decisions are taken on.

// inliningBy is what the inliner's decisions are taken on: the default depends on whether
// contexts are kept.
func inliningBy(asked configuration.Inlining, contexts bool) configuration.Inlining {
	switch {
	case asked != "":
		return asked
	case contexts:
		return configuration.InlineExactly
	}
	return configuration.InlineByCounting
}

// The sampling that the inliner has where no contexts are kept. A window of counted
// calls is cheap in the beginning, when the interpreter executes everything anyway, and
// that is when most decisions are taken. A window takes some 100 microseconds: with these
// distances windows take about a hundredth of the first second, and later less.
const (
	inlineStride  = 5
	inlineSamples = 32
	inlineTick    = 100 * time.Microsecond
	inlineLongest = 50 * time.Millisecond
	inlineGrowth  = 10
)

// InlinerSampling says how calls are sampled for the inliner, nil for not at all. contexts says
// whether these are kept.
func InlinerSampling(asked configuration.Inlining, contexts bool) *sampling.Options {
	options := sampling.Options{
		Stride: inlineStride, Samples: inlineSamples, Tick: inlineTick, Schedule: sampling.ScheduleGrowing, Growth: inlineGrowth, Longest: inlineLongest,
	}
	switch inliningBy(asked, contexts) {
	case configuration.InlineByTimer:
		options.Stride, options.Samples = 1, 1
	case configuration.InlineByCounting:
	default:
		return nil
	}
	return &options
}

// callGraph is what is known of calls: with contexts the exact numbers, summed over
// those of the caller; with samples these; else which targets the caller-target blocks
// have seen.
type callGraph struct {
	c     *Controller
	total uint64 // calls of the whole program, when it was last summed up
	next  uint64 // bytecodes after which it is summed up again
}

// The total number of calls is summed up again after staleBytecodes, or for large trees after
// so many bytecodes per context that it costs next to nothing, also where compiled code
// executes hundreds of them in a microsecond: an inliner's thresholds are not that sharp.
const (
	staleBytecodes      = 200_000
	staleBytecodesANode = 2_000
)

// The number of samples from which on their shares stand for weights: with enoughSamples, an
// edge of the weight that allows the largest callees has some. A sample at each tick
// never gives so many in time.
const (
	enoughSamples      = 500
	enoughTimerSamples = 20
)

// Weights implements compiler.CallGraph.
func (g *callGraph) Weights() compiler.Weights {
	switch g.inlining() {
	case configuration.InlineExactly:
		return compiler.ExactWeights
	case configuration.InlineByTimer:
		return g.sampledFrom(enoughTimerSamples)
	case configuration.InlineByCounting:
		return g.sampledFrom(enoughSamples)
	case configuration.InlineByHeat:
		return compiler.HeatWeights
	}
	return compiler.NoWeights
}

func (g *callGraph) inlining() configuration.Inlining {
	return inliningBy(g.c.options.Inlining, g.c.env.Profile)
}

func (g *callGraph) sampledFrom(enough uint64) compiler.Weights {
	if s := g.c.options.Samples.sampler; s != nil && s.Total() >= enough {
		return compiler.SampledWeights
	}
	return compiler.HeatWeights
}

// Targets implements compiler.CallGraph.
func (g *callGraph) Targets(caller *classes.Method, site *classes.CallSite) (targets []compiler.Target, total uint64) {
	callees := g.callees(site)
	if g.inlining() != configuration.InlineExactly {
		return g.sampled(caller, site, callees)
	}
	for _, callee := range callees {
		targets = append(targets, compiler.Target{Callee: callee})
	}
	g.c.refreshCalls(caller)
	g.c.options.Tree.EachCall(caller, site.Slot, func(record memory.Address, calls uint64) {
		for i := range targets {
			if targets[i].Callee.Record == record {
				targets[i].Calls += calls
			}
		}
	})
	slices.SortStableFunc(targets, func(a, b compiler.Target) int { return cmp.Compare(b.Calls, a.Calls) })
	if now := g.c.machine.Bytecodes(); g.total == 0 || now >= g.next {
		g.c.counters.each(g.c.refresh)
		g.total = g.c.options.Tree.Calls()
		g.next = now + max(staleBytecodes, staleBytecodesANode*uint64(g.c.options.Tree.Nodes()))
	}
	g.total = max(g.total, compiler.SumOf(targets)) // a site may have called more often since
	return targets, g.total
}

// Callees implements compiler.CallGraph.
func (g *callGraph) Callees(site *classes.CallSite) []*classes.Method { return g.callees(site) }

// sampled are the targets with their samples. Where a site of several targets has none,
// nothing tells which is the frequent one.
func (g *callGraph) sampled(caller *classes.Method, site *classes.CallSite, callees []*classes.Method) (targets []compiler.Target, total uint64) {
	var samples []sampling.Target
	if g.Weights() == compiler.SampledWeights {
		sampler := g.c.options.Samples.sampler
		samples, total = sampler.Targets(sampling.Site{Caller: caller, BCI: site.BCI}), sampler.Total()
	}
	if len(samples) == 0 && len(callees) > 1 {
		return nil, 0
	}
	for _, s := range samples {
		if slices.Contains(callees, s.Callee) {
			targets = append(targets, compiler.Target{Callee: s.Callee, Calls: s.Samples})
		}
	}
	for _, callee := range callees {
		if !slices.ContainsFunc(samples, func(s sampling.Target) bool { return s.Callee == callee }) {
			targets = append(targets, compiler.Target{Callee: callee})
		}
	}
	return targets, total
}

// callees are the methods that the call site has called, by their numbers.
func (g *callGraph) callees(site *classes.CallSite) []*classes.Method {
	if site.CallerIndex == classes.NoCaller {
		return []*classes.Method{site.Callee}
	}
	var found []*classes.Method
	for _, method := range site.Callee.Selector.Methods {
		if site.Announced(g.c.options.Memory, method) {
			found = append(found, method)
			if by := g.c.translating; by != nil {
				by.Class.Lifetime.Know(method.Class.Lifetime)
			}
		}
	}
	return found
}
