//go:build unix

package vm_test

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hotlens/profiles"
	"hotlens/vm/oracle"
)

// announced is a call edge by the names of its methods.
type announced struct {
	Caller, Callee string
	BCI, Line      int
	Kind           profiles.EdgeKind
}

// announcedEdges are a profile's edges in the order of their announcements.
func announcedEdges(t *testing.T, p *profiles.Profile) []announced {
	t.Helper()
	name := func(i int) string { return p.Methods[i].Class + "." + p.Methods[i].Name + p.Methods[i].Descriptor }
	var edges []announced
	for i, e := range p.Edges {
		if e.FirstSeen != i {
			t.Errorf("edge %d was announced as number %d", i, e.FirstSeen)
		}
		edges = append(edges, announced{name(e.Caller), name(e.Callee), e.BCI, e.Line, e.Kind})
	}
	return edges
}

func decodeProfile(t *testing.T, file []byte) *profiles.Profile {
	t.Helper()
	p, err := profiles.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestEdgesOnly profiles the counted programs without contexts, in every tier: the
// announced edges and their order are those of the profile with contexts, and what was
// not measured is not there.
func TestEdgesOnly(t *testing.T) {
	forEachProfiled(t, countsFolder, countsShare, func(t *testing.T, program profiledProgram) {
		exactFile, exactRun := program.profile(t, "auto")
		want := announcedEdges(t, decodeProfile(t, exactFile))
		for _, tier := range program.someTiers() {
			file, run := program.profile(t, tier, "--profilers", "edges")
			p := decodeProfile(t, file)
			if tier == "auto" {
				// The inliner's decisions, which samples give, are there as well.
				if again, _ := program.profileAgain(t, tier, "--profilers", "edges"); !bytes.Equal(file, again) {
					t.Errorf("--profilers edges: another run differs:\n%s", oracle.FirstDifference(string(file), string(again)))
				}
			}
			if diff := cmp.Diff(want, announcedEdges(t, p)); diff != "" {
				t.Errorf("--tier %s --profilers edges: the edges differ (-with contexts +without):\n%s", tier, diff)
			}
			if run.Stdout != exactRun.Stdout || run.Status != exactRun.Status {
				t.Errorf("--tier %s --profilers edges: status %s, output:\n%s", tier, run.Status, oracle.FirstDifference(exactRun.Stdout, run.Stdout))
			}
			if len(p.Contexts) > 0 || bytes.Contains(file, []byte(`"calls"`)) || bytes.Contains(file, []byte(`"samples"`)) {
				t.Errorf("--tier %s --profilers edges: there are %d contexts, or calls are counted or sampled", tier, len(p.Contexts))
			}
		}
	})
}

// TestInlineSources has the inliner decide by everything that it can, for some of the
// counted programs: the counts stay the same.
func TestInlineSources(t *testing.T) {
	forEachProfiled(t, countsFolder, countsShare, func(t *testing.T, program profiledProgram) {
		if !oracle.Chosen(program.name, repeatedShare) {
			return
		}
		want, _ := program.profile(t, "auto")
		for _, source := range []string{"off", "static", "heat", "timer", "cbs", "exact"} {
			got, run := program.profile(t, "auto", "--inline", source)
			if run.Status != "0" || !bytes.Equal(oracle.WithoutTier(want), oracle.WithoutTier(got)) {
				t.Errorf("--inline %s: status %s, the profile differs:\n%s", source, run.Status, oracle.FirstDifference(string(oracle.WithoutTier(want)), string(oracle.WithoutTier(got))))
			}
		}
	})
}
