package profiles_test

import (
	"math"
	"testing"

	"hotlens/profiles"
)

// TestOverlap compares a sampled call graph with an exact one by hand: edges are the same by their methods' names and place, wherever they stand.
func TestOverlap(t *testing.T) {
	samples := func(n uint64) *uint64 { return &n }
	sampled := &profiles.Profile{
		Methods: []profiles.Method{{Class: "A", Name: "main"}, {Class: "A", Name: "f"}, {Class: "A", Name: "g"}},
		Edges: []profiles.Edge{
			{Caller: 0, BCI: 1, Callee: 1, Samples: samples(3)},
			{Caller: 0, BCI: 5, Callee: 2, Samples: samples(1)}, // the exact one calls at 6
		},
	}
	exact := &profiles.Profile{
		Profilers: []string{profiles.ProfilerContexts},
		Methods:   []profiles.Method{{Class: "A", Name: "g"}, {Class: "A", Name: "f"}, {Class: "A", Name: "main"}},
		Edges: []profiles.Edge{
			{Caller: 2, BCI: 6, Callee: 0, Calls: 60},
			{Caller: 2, BCI: 1, Callee: 1, Calls: 40},
		},
	}
	if overlap, ok := profiles.Overlap(sampled, exact); !ok || math.Abs(overlap-0.4) > 1e-9 {
		t.Errorf("the overlap is %v (%t), want 0.4, the exact share of the one edge in both", overlap, ok)
	}
	if _, ok := profiles.Overlap(exact, exact); ok {
		t.Error("there is an overlap without samples")
	}
	if _, ok := profiles.Overlap(sampled, sampled); ok {
		t.Error("there is an overlap without counts")
	}
	how := profiles.Accuracy{Stride: 7, SamplesPerTick: 32, Start: "random"}
	a := profiles.MeasureAccuracy(exact, how)
	if a.Overlap != nil || a.Samples != 0 || exact.Edges[0].Samples == nil || a.Stride != 7 || a.SamplesPerTick != 32 || a.Start != "random" {
		t.Errorf("the accuracy of a graph without samples is %+v", *a)
	}
	exact.Edges[0].Samples, exact.Edges[1].Samples = samples(1), samples(1)
	if a = profiles.MeasureAccuracy(exact, how); a.Overlap == nil || math.Abs(*a.Overlap-0.9) > 1e-9 || a.Samples != 2 {
		t.Errorf("the accuracy is %+v, want 0.5 and 0.4 in common", *a)
	}
}
