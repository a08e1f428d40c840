package interpreter

import (
	"cmp"
	"slices"

	"hotlens/profiles/region"
	"hotlens/vm/classes"
	"hotlens/vm/compiler"
	"hotlens/vm/memory"
)

// This file is the live call graph that the inliner's decisions are taken on.

// callGraph is what is known of calls: with a profile the exact numbers, summed over
// the calling context tree; without one which targets the caller-target blocks have
// seen.
type callGraph struct {
	m     *Machine
	at    uint64 // bytecodes executed when edges was made
	edges map[callEdge]uint64
	total uint64
}

// callEdge is a call site, by its caller's record and bytecode index, and a callee's
// record.
type callEdge struct {
	caller, callee memory.Address
	bci            int32
}

// staleBytecodes is after how many bytecodes the tree is summed up again: a
// compilation that follows soon decides on the same numbers.
const staleBytecodes = 200_000

// Targets implements compiler.CallGraph.
func (g *callGraph) Targets(caller *classes.Method, site *classes.CallSite) (targets []compiler.Target, total uint64) {
	if g.m.profiling {
		g.sum()
		for _, callee := range g.callees(site) {
			targets = append(targets, compiler.Target{Callee: callee, Calls: g.edges[callEdge{caller.Record, callee.Record, int32(site.BCI)}]})
		}
		slices.SortStableFunc(targets, func(a, b compiler.Target) int { return cmp.Compare(b.Calls, a.Calls) })
		return targets, g.total
	}
	callees := g.callees(site)
	if len(callees) == 1 {
		return []compiler.Target{{Callee: callees[0]}}, 0
	}
	return nil, 0
}

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

// sum adds the tree's contexts up by call edge.
func (g *callGraph) sum() {
	if g.edges != nil && g.m.bytecodes-g.at < staleBytecodes {
		return
	}
	m := g.m
	g.edges, g.total, g.at = map[callEdge]uint64{}, 0, m.bytecodes
	m.Tree.EachNode(func(node memory.Address) {
		calls := m.Memory.U64(node + region.NodeCalls)
		g.total += calls
		if parent := m.Memory.U32(node + region.NodeParent); parent != 0 {
			g.edges[callEdge{m.Memory.U32(parent + region.NodeMethod), m.Memory.U32(node + region.NodeMethod), m.Memory.I32(node + region.NodeBCI)}] += calls
		}
	})
}
