package profiles

// MeasureAccuracy says how good the samples of a profile's edges are. Where calls were
// counted, too, it compares the two call graphs: each weighs an edge by its share, and
// the overlap is the sum of the smaller weight of each edge (Arnold and Grove, CGO
// 2005, section 6). Edges that were never sampled get their 0, which was measured.
func MeasureAccuracy(p *Profile, stride, samplesPerTick int) *Accuracy {
	a := &Accuracy{Stride: stride, SamplesPerTick: samplesPerTick}
	calls := uint64(0)
	for i := range p.Edges {
		edge := &p.Edges[i]
		if edge.Samples == nil {
			edge.Samples = new(uint64)
		}
		a.Samples += *edge.Samples
		calls += edge.Calls
	}
	if !p.Counted() || a.Samples == 0 || calls == 0 {
		return a
	}
	overlap := 0.0
	for i := range p.Edges {
		edge := &p.Edges[i]
		overlap += min(float64(*edge.Samples)/float64(a.Samples), float64(edge.Calls)/float64(calls))
	}
	a.Overlap = &overlap
	return a
}
