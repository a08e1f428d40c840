//go:build unix

package vm_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hotlens/profiles"
	"hotlens/vm/oracle"
)

// leastOverlap is what the sampled call graph of sampledProgram agrees with the exact one
// at the least, in every tier. It has enoughSamples, where chance alone leaves a few hundredths
// (Arnold and Grove find more than 0.9 for most programs). The others have too few to judge.
const (
	sampledProgram = "CountsSampled"
	leastOverlap   = 0.95
	enoughSamples  = 2000
)

// sampledFlags says in messages what was run.
const sampledFlags = "--profilers cct,cbs"

// TestSampling profiles the counted programs with samples of the calls, which has
// compiled code leave and come back all the time: everything that is counted stays
// the same, and the samples are the same, in every tier and without the counts; a second run
// gives the same file; and the samples agree with the counts.
func TestSampling(t *testing.T) {
	forEachOfHalf(t, countsShare, sampledProgram, func(t *testing.T, program profiledProgram) {
		flags := func(profilers string) []string {
			return []string{"--profilers", profilers, "--tick", "200us", "--stride", "5", "--samples", "16", "--cbs-contexts"}
		}
		wantFile, wantRun := program.profile(t, "interp")
		want := decodeProfile(t, wantFile)
		var sampled *profiles.Profile
		for _, tier := range program.someTiers() {
			file, run := program.profile(t, tier, flags("cct,cbs")...)
			got := decodeProfile(t, file)
			if run.Stdout != wantRun.Stdout || run.Status != wantRun.Status {
				t.Errorf("%s --tier %s: status %s, output:\n%s", sampledFlags, tier, run.Status, oracle.FirstDifference(wantRun.Stdout, run.Stdout))
			}
			checkSamples(t, got)
			if sampled == nil {
				sampled = got
			}
			if diff := cmp.Diff(samplesOf(t, sampled), samplesOf(t, got)); diff != "" {
				t.Errorf("%s: the samples differ (-interp +%s):\n%s", sampledFlags, tier, diff)
			}
			if a := got.Accuracy; program.name == sampledProgram && (a.Samples < enoughSamples || *a.Overlap < leastOverlap) {
				t.Errorf("--tier %s: %d samples agree with the exact graph by %.3f, want %d samples and %.2f at least", tier, a.Samples, *a.Overlap, enoughSamples, leastOverlap)
			}
			if diff := cmp.Diff(withoutSamples(want), withoutSamples(got)); diff != "" {
				t.Errorf("%s --tier %s: the counts differ (-without samples +with them):\n%s", sampledFlags, tier, diff)
			}
			if tier == "jit" {
				continue // which takes ten times as long as all else
			}
			if again, _ := program.profileAgain(t, tier, flags("cct,cbs")...); !bytes.Equal(file, again) {
				t.Errorf("%s --tier %s: another run differs:\n%s", sampledFlags, tier, oracle.FirstDifference(string(file), string(again)))
			}
		}
		aloneFile, _ := program.profile(t, "auto", flags("cbs")...)
		alone := decodeProfile(t, aloneFile)
		if diff := cmp.Diff(announcedEdges(t, want), announcedEdges(t, alone)); diff != "" {
			t.Errorf("--profilers cbs: the edges differ (-with contexts +without):\n%s", diff)
		}
		if diff := cmp.Diff(pathsOf(t, sampled), pathsOf(t, alone)); diff != "" {
			t.Errorf("--profilers cbs: the samples of contexts differ (-with contexts +without):\n%s", diff)
		}
		if diff := cmp.Diff(samplesOf(t, sampled), samplesOf(t, alone)); diff != "" {
			t.Errorf("--profilers cbs: the samples differ (-with contexts +without):\n%s", diff)
		}
		if alone.Accuracy == nil || alone.Accuracy.Overlap != nil {
			t.Errorf("--profilers cbs: the accuracy is %v, but no call was counted", alone.Accuracy)
		}
	})
}

// checkSamples compares the samples with the counts.
func checkSamples(t *testing.T, p *profiles.Profile) {
	t.Helper()
	a := p.Accuracy
	if a == nil {
		t.Error("there is no accuracy")
		return
	}
	sum := uint64(0)
	for _, e := range p.Edges {
		if e.Samples == nil {
			t.Fatal("an edge has no samples")
		}
		if *e.Samples > 0 && e.Calls == 0 {
			t.Errorf("an edge that was not called has %d samples", *e.Samples)
		}
		sum += *e.Samples
	}
	credited := uint64(0)
	for _, c := range p.Contexts {
		credited += p.Also(&c).Samples.Value()
	}
	if credited != a.Samples {
		t.Errorf("the contexts have %d samples of %d", credited, a.Samples)
	}
	if sum != a.Samples || a.Stride != 5 || a.SamplesPerTick != 16 {
		t.Errorf("the edges have %d samples, the accuracy is %v", sum, *a)
	}
	if a.Overlap != nil && (*a.Overlap < 0 || *a.Overlap > 1) {
		t.Errorf("the overlap with the exact graph is %v", *a.Overlap)
	}
}

// samplesOf are the edges of a profile that have samples, with these.
func samplesOf(t *testing.T, p *profiles.Profile) map[string]uint64 {
	t.Helper()
	samples := map[string]uint64{}
	for _, e := range p.Edges {
		if e.Samples != nil && *e.Samples > 0 {
			caller, callee := &p.Methods[e.Caller], &p.Methods[e.Callee]
			samples[fmt.Sprintf("%s.%s%s@%d -> %s.%s%s", caller.Class, caller.Name, caller.Descriptor, e.BCI, callee.Class, callee.Name, callee.Descriptor)] += *e.Samples
		}
	}
	return samples
}

// pathsOf are the samples of a profile's contexts, by the thread and the calls that lead to them.
func pathsOf(t *testing.T, p *profiles.Profile) map[string]uint64 {
	t.Helper()
	samples := map[string]uint64{}
	paths := make([]string, len(p.Contexts))
	for i, c := range p.Contexts {
		method := &p.Methods[c.Method]
		paths[i] = fmt.Sprintf("%s.%s%s", method.Class, method.Name, method.Descriptor)
		if c.Parent >= 0 {
			paths[i] = fmt.Sprintf("%s@%d %s", paths[c.Parent], c.BCI, paths[i])
		}
		if n := p.Also(&c).Samples.Value(); n > 0 {
			samples[paths[i]] += n
		}
	}
	return samples
}

// withoutSamples is a copy of a profile with what does not depend on sampling.
func withoutSamples(p *profiles.Profile) *profiles.Profile {
	q := *p
	q.Tier, q.Profilers, q.Accuracy, q.Inlining = "", nil, nil, nil
	q.Contexts, q.Besides = slices.Clone(p.Contexts), nil
	for i := range q.Contexts {
		besides := *p.Also(&p.Contexts[i])
		besides.Samples = profiles.Amount{}
		if q.Contexts[i].Besides = 0; besides != (profiles.Besides{}) {
			*q.Own(&q.Contexts[i]) = besides
		}
	}
	q.Edges = slices.Clone(p.Edges)
	for i := range q.Edges {
		q.Edges[i].Samples = nil
	}
	return &q
}
