package profiles

// ExecutedGraph is the size of the call graph that the edges are.
func (p *Profile) ExecutedGraph() CallGraph {
	g := CallGraph{Edges: len(p.Edges)}
	methods := map[int]bool{}
	targets := map[[2]int]int{} // of the call sites
	for i := range p.Edges {
		e := &p.Edges[i]
		methods[e.Caller], methods[e.Callee] = true, true
		if e.Explicit() {
			targets[[2]int{e.Caller, e.BCI}]++
		}
	}
	g.Methods, g.Sites = len(methods), len(targets)
	for _, n := range targets {
		if n > 1 {
			g.Polymorphic++
		}
	}
	return g
}
