package interpreter

import (
	"cmp"
	"slices"

	"hotlens/vm/classes"
	"hotlens/vm/compiler"
	"hotlens/vm/memory"
)

// This file is the live call graph that the inliner's decisions are taken on.

// callGraph is what is known of calls: with a profile the exact numbers, summed over
// the contexts of the caller; without one which targets the caller-target blocks have
// seen.
type callGraph struct {
	m     *Machine
	total uint64 // calls of the whole program, when it was last summed up
	next  uint64 // bytecodes after which it is summed up again
}

// The total number of calls is summed up again after staleBytecodes, or for large trees after
// so many bytecodes per context that it costs next to nothing: an inliner's thresholds
// are not that sharp.
const (
	staleBytecodes      = 200_000
	staleBytecodesANode = 50
)

// Targets implements compiler.CallGraph.
func (g *callGraph) Targets(caller *classes.Method, site *classes.CallSite) (targets []compiler.Target, total uint64) {
	callees := g.callees(site)
	if !g.m.profiling {
		if len(callees) == 1 {
			return []compiler.Target{{Callee: callees[0]}}, 0
		}
		return nil, 0
	}
	for _, callee := range callees {
		targets = append(targets, compiler.Target{Callee: callee})
	}
	g.m.Tree.EachCall(caller, site.Slot, func(record memory.Address, calls uint64) {
		for i := range targets {
			if targets[i].Callee.Record == record {
				targets[i].Calls += calls
			}
		}
	})
	slices.SortStableFunc(targets, func(a, b compiler.Target) int { return cmp.Compare(b.Calls, a.Calls) })
	if g.total == 0 || g.m.bytecodes >= g.next {
		g.total = g.m.Tree.Calls()
		g.next = g.m.bytecodes + max(staleBytecodes, staleBytecodesANode*uint64(g.m.Tree.Nodes()))
	}
	return targets, g.total
}

// Callees implements compiler.CallGraph.
func (g *callGraph) Callees(site *classes.CallSite) []*classes.Method { return g.callees(site) }

// callees are the methods that the call site has called, by their numbers.
func (g *callGraph) callees(site *classes.CallSite) []*classes.Method {
	if site.CallerIndex == classes.NoCaller {
		return []*classes.Method{site.Callee}
	}
	var found []*classes.Method
	for _, method := range site.Callee.Selector.Methods {
		block := method.CTB
		if g.m.Memory.U32(block+classes.CTBLength) > site.CallerIndex && g.m.Memory.U32(block+classes.CTBEntries+4*site.CallerIndex) != 0 {
			found = append(found, method)
		}
	}
	return found
}
