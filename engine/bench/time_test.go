package bench

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hotlens/profiles"
)

// TestKnownNets finds the net times of a call of each known method in a profile, of two that are one thing for a call of the first,
// and their sum for a call of the root.
func TestKnownNets(t *testing.T) {
	p := &profiles.Profile{Schema: profiles.Schema, Profilers: []string{profiles.ProfilerTime}, Complete: true}
	for i, c := range []struct {
		class, method string
		parent        int
		calls, nanos  uint64
	}{
		{knownProgram, "work", -1, 2, 100},
		{knownProgram, "catching", 0, 2, 10_000},
		{knownProgram, "throwing", 1, 2, 12_000},
		{knownProgram, "lambda$static$0", 0, 8, 16_000},
		{"KnownTimes$Once", "apply", 0, 4, 4_400},
		{"KnownTimes$Twice", "apply", 0, 4, 8_000},
		{knownProgram, "callee", 0, 4, 4_000},
		{knownProgram, "callee", 0, 4, 4_400},
	} {
		p.Methods = append(p.Methods, profiles.Method{ID: i, Class: c.class, Name: c.method, Descriptor: "(D)D", Origin: profiles.OriginApp})
		p.Contexts = append(p.Contexts, profiles.Context{ID: int32(i), Parent: int32(c.parent), Method: int32(i), BCI: int32(i), Calls: c.calls})
		*p.Own(&p.Contexts[i]) = profiles.Besides{SelfNanos: profiles.Measured(c.nanos), TotalNanos: profiles.Measured(c.nanos)}
		p.Totals.Calls += c.calls
		p.Totals.Contexts++
	}
	path := filepath.Join(t.TempDir(), "known.json")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := profiles.Encode(file, p); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	got, err := knownNets(path)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]float64{
		knownRoot: 29_450, "5 µs and 5 µs, catching and throwing": 11_000, "2 µs, a lambda": 2000,
		"1 µs, by an interface": 1100, "2 µs, by the same": 2000, "1 µs, called from ten sites": 1050,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("nets (-want +got):\n%s", diff)
	}
}

// TestLeastSlowed tells the medians of a quarter of the windows, those in which the reference has taken the least, by what it takes itself.
func TestLeastSlowed(t *testing.T) {
	windows := []map[string]float64{
		{knownReferenceName: 200, "other": 3}, {knownReferenceName: 110, "other": 22}, {knownReferenceName: 150, "other": 1},
		{knownReferenceName: 100, "other": 10}, {knownReferenceName: 400, "other": 2}, {knownReferenceName: 120, "other": 36},
		{knownReferenceName: 160, "other": 1}, {knownReferenceName: 160, "other": 1}, {knownReferenceName: 160, "other": 1},
		{knownReferenceName: 160, "other": 1}, {knownReferenceName: 160, "other": 1}, {knownReferenceName: 160, "other": 1},
	}
	want := map[string]float64{knownReferenceName: 110, "other": 20}
	if diff := cmp.Diff(want, leastSlowed(windows, 100)); diff != "" {
		t.Errorf("medians (-want +got):\n%s", diff)
	}
}
