package export

import (
	"io"
	"slices"
	"strings"

	pb "github.com/google/pprof/profile"

	"hotlens/profiles"
)

// pprof writes the gzipped protocol buffer of github.com/google/pprof (its
// proto/profile.proto). It has a sample for each stack, with a value for each metric
// that was measured; the thread is its label "thread". A caller's line is that of the
// call, that of the function on top the first one of its body: what a method took by
// itself is not known by line. There are no time stamps and no addresses, and functions
// have no first lines: with those, -diff_base takes one that has moved for another.
func pprof(w io.Writer, p *profiles.Profile, o Options) error {
	metrics := p.Measured()
	if o.Metric != "" && !slices.Contains(metrics, o.Metric) {
		metrics = append(metrics, o.Metric) // of which there was none
	}
	t := newTree(p, framesOf(p, o, true), metrics, treeOptions{lines: true})
	t.limitPlaces(maxChainPlaces)
	main := &pb.Mapping{ID: 1, File: p.Target.Main, HasFunctions: true, HasFilenames: true, HasLineNumbers: true}
	out := &pb.Profile{
		DefaultSampleType: string(o.Metric),
		Mapping:           []*pb.Mapping{main},
		Comments:          []string{"hotlens profile of " + strings.Join(append([]string{p.Target.Main}, p.Target.Arguments...), " ")},
	}
	if p.Totals.WallNanos != nil {
		out.DurationNanos = int64(*p.Totals.WallNanos)
	}
	for _, m := range t.metrics {
		out.SampleType = append(out.SampleType, &pb.ValueType{Type: string(m), Unit: m.Unit()})
	}
	for i := range t.list {
		f := &t.list[i]
		out.Function = append(out.Function, &pb.Function{
			ID: uint64(i) + 1, Name: f.name, SystemName: f.symbol, Filename: f.path,
		})
	}
	for i, at := range t.places {
		out.Location = append(out.Location, &pb.Location{
			ID: uint64(i) + 1, Mapping: main, Line: []pb.Line{{Function: out.Function[at.frame], Line: int64(at.line)}},
		})
	}
	var stack []*pb.Location // of the node that is visited, the root first
	thread := ""
	t.walk(func(node int32) bool {
		if t.isThread(node) {
			thread = t.threads[t.at[node]]
			return true
		}
		stack = append(stack, out.Location[t.at[node]])
		if t.nonzero(node) {
			sample := &pb.Sample{Location: slices.Clone(stack)}
			slices.Reverse(sample.Location)
			for _, self := range t.self {
				sample.Value = append(sample.Value, int64(self[node]))
			}
			if thread != "" {
				sample.Label = map[string][]string{"thread": {thread}}
			}
			out.Sample = append(out.Sample, sample)
		}
		return true
	}, func(int32) {
		if len(stack) > 0 {
			stack = stack[:len(stack)-1]
		}
	})
	return out.Write(w)
}
