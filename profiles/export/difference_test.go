package export_test

import (
	"bytes"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"hotlens/profiles"
	"hotlens/profiles/export"
)

// TestDifference compares random profiles: the flat amounts of every function are those of
// the head less those of the base, which are marked.
func TestDifference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base, head := randomRun(t).Profile, randomRun(t).Profile
		var out bytes.Buffer
		if err := export.WriteDifference(&out, base, head, export.Options{}); err != nil {
			t.Fatal(err)
		}
		p := parsePprof(t, out.Bytes())
		index, err := p.SampleIndexByName(string(profiles.MetricBytecodes))
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]int64{}
		for _, s := range p.Sample {
			value := s.Value[index]
			got[s.Location[0].Line[0].Function.Name] += value
			if marked := s.HasLabel("pprof::base", "true"); value > 0 == marked && value != 0 {
				t.Fatalf("a sample of %d is marked as the base's: %v", value, marked)
			}
		}
		want := map[string]int64{}
		for sign, of := range map[int64]*profiles.Profile{-1: base, 1: head} {
			for i := range of.Contexts {
				c := &of.Contexts[i]
				want[frameName(&of.Methods[c.Method])] += sign * int64(c.Bytecodes)
			}
		}
		for _, sums := range []map[string]int64{got, want} {
			for name, sum := range sums {
				if sum == 0 {
					delete(sums, name)
				}
			}
		}
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Fatalf("unexpected amounts (-want +got):\n%s", diff)
		}
	})
}
