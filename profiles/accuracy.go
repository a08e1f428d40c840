package profiles

import "fmt"

// MeasureAccuracy says how good the samples of a profile's edges are that were taken as sampled says. Where calls were
// counted, too, it compares the two call graphs (Overlap). Edges that were never sampled
// get their 0, which was measured. How many samples were taken p says already.
func MeasureAccuracy(p *Profile, sampled Accuracy) *Accuracy {
	a := &sampled
	if p.Accuracy != nil {
		a.Taken = p.Accuracy.Taken
	}
	for i := range p.Edges {
		if p.Edges[i].Samples == nil {
			p.Edges[i].Samples = new(uint64)
		}
		a.Samples += *p.Edges[i].Samples
	}
	if overlap, ok := Overlap(p, p); ok {
		a.Overlap = &overlap
	}
	return a
}

// Overlap is how much of a sampled call graph and of an exact one, which may be of another run, is the same, from 0 to 1: each weighs an
// edge by its share of the samples or calls, and the overlap is the sum of the smaller weight of each edge (Arnold and Grove, CGO 2005,
// section 6.2). It is false where there are no samples, or no calls were counted.
func Overlap(sampled, exact *Profile) (overlap float64, ok bool) {
	if !exact.Counted() {
		return 0, false
	}
	weights := map[string]uint64{}
	samples, calls := uint64(0), uint64(0)
	for i := range sampled.Edges {
		if edge := &sampled.Edges[i]; edge.Samples != nil && *edge.Samples > 0 {
			weights[sampled.edgeName(edge)] += *edge.Samples
			samples += *edge.Samples
		}
	}
	executed := map[string]uint64{}
	for i := range exact.Edges {
		calls += exact.Edges[i].Calls
		if name := exact.edgeName(&exact.Edges[i]); weights[name] > 0 {
			executed[name] += exact.Edges[i].Calls
		}
	}
	if samples == 0 || calls == 0 {
		return 0, false
	}
	for i := range sampled.Edges { // in this order, as sums of fractions depend on it
		name := sampled.edgeName(&sampled.Edges[i])
		overlap += min(float64(weights[name])/float64(samples), float64(executed[name])/float64(calls))
		delete(weights, name)
	}
	return overlap, true
}

// edgeName is what an edge is known by in other profiles, too.
func (p *Profile) edgeName(edge *Edge) string {
	caller, callee := &p.Methods[edge.Caller], &p.Methods[edge.Callee]
	return fmt.Sprint(caller.Class, ".", caller.Name, caller.Descriptor, "@", edge.BCI, "\n", callee.Class, ".", callee.Name, callee.Descriptor)
}
