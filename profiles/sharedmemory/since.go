package sharedmemory

// Since takes off the snapshot what an earlier one of the same memory has: what is left happened in between. Records are append-only, so
// those of the earlier snapshot are the first ones of this one; in a damaged memory they need not be, and the differences mean nothing.
func (s *Snapshot) Since(earlier *Snapshot) {
	s.Bytecodes = less(s.Bytecodes, earlier.Bytecodes)
	s.Folded = less(s.Folded, earlier.Folded)
	s.OutputBytes = less(s.OutputBytes, earlier.OutputBytes)
	s.CallSamples = less(s.CallSamples, earlier.CallSamples)
	for i := range min(s.Nodes.Len(), earlier.Nodes.Len()) {
		n, e := s.Nodes.At(i), earlier.Nodes.At(i)
		n.Calls, n.Bytecodes = less(n.Calls, e.Calls), less(n.Bytecodes, e.Bytecodes)
		n.Objects, n.Bytes = less(n.Objects, e.Objects), less(n.Bytes, e.Bytes)
		n.Samples, n.Nanos = less(n.Samples, e.Samples), less(n.Nanos, e.Nanos)
		if x, e := s.extras(n), earlier.extras(e); x != nil && e != nil {
			x.Work, x.Strings, x.Operands = less(x.Work, e.Work), less(x.Strings, e.Strings), less(x.Operands, e.Operands)
			x.Thrown, x.Frames = less(x.Thrown, e.Thrown), less(x.Frames, e.Frames)
			x.WaitNanos, x.Cycles = less(x.WaitNanos, e.WaitNanos), less(x.Cycles, e.Cycles)
		}
	}
	for i := range min(len(s.Edges), len(earlier.Edges)) {
		s.Edges[i].Samples = less(s.Edges[i].Samples, earlier.Edges[i].Samples)
	}
	s.Passed = nil // the least and the most of a while are not the difference of two
	for i := range min(len(s.Concatenations), len(earlier.Concatenations)) {
		c, e := &s.Concatenations[i], &earlier.Concatenations[i]
		c.Strings, c.Bytes = less(c.Strings, e.Strings), less(c.Bytes, e.Bytes)
	}
	s.Collections = s.Collections[min(len(earlier.Collections), len(s.Collections)):]
	for i := range min(len(s.Types), len(earlier.Types)) {
		t, e := &s.Types[i], &earlier.Types[i]
		t.Objects, t.Bytes = less(t.Objects, e.Objects), less(t.Bytes, e.Bytes)
	}
}

// less is a difference of counters of which the second was read first. Times, which corrections may
// take off again, get no negative one.
func less(now, before uint64) uint64 { return now - min(now, before) }
