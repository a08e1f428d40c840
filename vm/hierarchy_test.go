//go:build unix

package vm_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hotlens/profiles"
	"hotlens/vm/oracle"
)

// analysedShare is how many times fewer programs than elsewhere are run, with -short, for what is only measured on demand.
const analysedShare = 4

// TestHierarchy compares the executed call graphs of the counted programs with class hierarchy analysis and rapid type
// analysis: what was executed is possible by both, in every tier alike.
func TestHierarchy(t *testing.T) {
	forEachProfiled(t, countsFolder, analysedShare*countsShare, func(t *testing.T, program profiledProgram) {
		checkHierarchy(t, program)
	})
}

func checkHierarchy(t *testing.T, program profiledProgram) *profiles.Profile {
	t.Helper()
	file, _ := program.profile(t, "auto", "--compare-cha")
	p := decodeProfile(t, file)
	if p.CallGraphs == nil {
		t.Fatal("there is no comparison")
	}
	if program.name != "CountsUnloading" && p.CallGraphs.Unforeseen != 0 {
		t.Errorf("%d executed edges are not possible by rapid type analysis", p.CallGraphs.Unforeseen)
	}
	type site struct{ caller, bci int }
	seen := map[site]int{}
	for i := range p.Edges {
		if e := &p.Edges[i]; e.Explicit() {
			seen[site{e.Caller, e.BCI}]++
		}
	}
	for i := range p.Edges {
		e := &p.Edges[i]
		n := seen[site{e.Caller, e.BCI}]
		switch {
		case !e.Explicit():
		case e.Possible == nil || e.Instantiated == nil:
			if program.name != "CountsUnloading" {
				t.Errorf("%s @%d has no possible targets", methodName(p, e.Caller), e.BCI)
			}
		case n > *e.Instantiated || *e.Instantiated > *e.Possible:
			t.Errorf("%s @%d has called %d methods, but %d are possible by instances and %d by the hierarchy", methodName(p, e.Caller), e.BCI, n, *e.Instantiated, *e.Possible)
		}
	}
	graphs := []profiles.CallGraph{p.CallGraphs.Executed, p.CallGraphs.RTA, p.CallGraphs.CHA}
	for i := 1; i < len(graphs); i++ {
		less, more := graphs[i-1], graphs[i]
		if less.Methods > more.Methods || less.Edges > more.Edges || less.Sites > more.Sites || less.Polymorphic > more.Polymorphic {
			t.Errorf("the call graph is not part of the next one: %+v, %+v", less, more)
		}
	}
	return p
}

// TestHierarchyByHand states what the analyses say of the call sites of one program. Class
// Never is not loaded; of Loaded and Circle there are no objects; Tall is a Square.
func TestHierarchyByHand(t *testing.T) {
	tools := oracle.FindTools(t)
	program := profiledProgram{tools, countsFolder, oracle.Compile(t, tools, countsFolder), "CountsHierarchy"}
	p := checkHierarchy(t, program)
	type targets struct{ possible, instantiated, seen int }
	got := map[string]targets{}
	for _, e := range p.Edges {
		caller, inside := strings.CutPrefix(methodName(p, e.Caller), "CountsHierarchy.")
		if !inside || caller == "main" || !e.Explicit() {
			continue
		}
		at := got[caller]
		got[caller] = targets{*e.Possible, *e.Instantiated, at.seen + 1}
	}
	want := map[string]targets{
		"sum":    {4, 2, 2}, // Square, Tall; Loaded, Circle
		"square": {2, 2, 1},
		"tall":   {1, 1, 1},
		"twice":  {2, 1, 1}, // Shape's own; Loaded's
		"text":   {1, 1, 1},
	}
	for caller, w := range want {
		if got[caller] != w {
			t.Errorf("the call in %s has %+v targets, want %+v", caller, got[caller], w)
		}
	}
	unseen := map[string][]string{}
	for _, u := range p.Unseen {
		if caller, inside := strings.CutPrefix(methodName(p, u.Caller), "CountsHierarchy."); inside && caller != "main" {
			unseen[caller] = append(unseen[caller], fmt.Sprintf("%s.%s %t", u.Class, u.Name, u.Instantiated))
		}
	}
	if diff := cmp.Diff(map[string][]string{
		"sum": {"CountsHierarchy$Circle.area false", "CountsHierarchy$Loaded.area false"}, "square": {"CountsHierarchy$Tall.area true"}, "twice": {"CountsHierarchy$Loaded.twice false"},
	}, unseen); diff != "" {
		t.Errorf("unseen targets (-want +got):\n%s", diff)
	}
	exact, _ := program.profile(t, "auto", "--compare-cha")
	for _, tier := range []string{"interp", "jit"} {
		if file, _ := program.profile(t, tier, "--compare-cha"); !bytes.Equal(oracle.WithoutTier(exact), oracle.WithoutTier(file)) {
			t.Errorf("--tier %s: the profile differs:\n%s", tier, oracle.FirstDifference(string(exact), string(file)))
		}
	}
}
