package analysis_test

import (
	"fmt"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"hotlens/profiles/analysis"
)

// TestBranches looks along both trees of a method that two others call, one of them from two places.
func TestBranches(t *testing.T) {
	a := newAnalysis(t, profileOf(4, []node{
		0: {-1, 0, -1, 1, 10},
		1: {0, 1, 2, 1, 20},
		2: {1, 2, 4, 3, 5}, // 1 calls 2 at 4,
		3: {1, 2, 7, 9, 6}, // and at 7,
		4: {0, 2, 3, 2, 7}, // 0 calls it, too,
		5: {2, 3, 1, 3, 1}, // and it calls 3 from everywhere,
		6: {4, 3, 1, 2, 2},
		7: {6, 2, 8, 1, 4}, // which calls it back
	}))
	root := a.Root(2)
	for _, test := range []struct {
		name string
		got  []analysis.Branch
		want []string
	}{
		{"root", []analysis.Branch{root}, []string{"2@-1 calls=15 bytecodes=25 itself=22"}},
		{"callers", a.CallersOf(&root), []string{"0@3 calls=2 bytecodes=13 itself=0", "1@7 calls=9 bytecodes=6 itself=0", "1@4 calls=3 bytecodes=6 itself=0"}},
		{"callees", a.CalleesOf(&root), []string{"3@1 calls=5 bytecodes=7 itself=3"}},
		{"entries", a.Entries(), []string{"0@-1 calls=1 bytecodes=55 itself=10"}},
	} {
		var got []string
		for _, b := range test.got {
			got = append(got, fmt.Sprintf("%d@%d calls=%d bytecodes=%d itself=%d", b.Method, b.BCI, b.Calls, b.Inclusive.Bytecodes, b.Exclusive.Bytecodes))
		}
		if diff := gocmp.Diff(test.want, got); diff != "" {
			t.Errorf("unexpected %s (-want +got):\n%s", test.name, diff)
		}
	}
	if up := a.CallersOf(&a.CallersOf(&root)[1]); len(up) != 1 || up[0].Method != 0 || up[0].BCI != 2 || up[0].Calls != 9 || a.HasCallers(&up[0]) {
		t.Errorf("the 9 calls from 1 came by way of %+v", up)
	}
}

// TestBranchesLoseNothing walks the trees of random profiles: the callees and what a branch has for itself make up the
// branch, and callers divide up what was not entered by a thread.
func TestBranchesLoseNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := newAnalysis(t, profileOf(6, randomNodes(t)))
		var itself uint64
		var walk func(branches []analysis.Branch)
		walk = func(branches []analysis.Branch) {
			for i := range branches {
				b := &branches[i]
				itself += b.Exclusive.Bytecodes
				callees := a.CalleesOf(b)
				if (len(callees) > 0) != a.HasCallees(b) {
					t.Fatalf("%+v has %d callees", b, len(callees))
				}
				sum := b.Exclusive.Bytecodes
				for _, c := range callees {
					sum += c.Inclusive.Bytecodes
				}
				if sum != b.Inclusive.Bytecodes {
					t.Fatalf("%+v: itself and its callees have %d bytecodes", b, sum)
				}
				walk(callees)
			}
		}
		walk(a.Entries())
		if itself != a.Total.Bytecodes {
			t.Fatalf("the branches have %d bytecodes for themselves, the run %d", itself, a.Total.Bytecodes)
		}
		for method := range a.Methods {
			root := a.Root(method)
			if root.Inclusive != a.Methods[method].Inclusive {
				t.Fatalf("the root of method %d has %+v, the method %+v", method, root.Inclusive, a.Methods[method].Inclusive)
			}
			var entered uint64 // by threads
			for _, c := range a.OutermostOf(method) {
				if a.Profile.Contexts[c].Parent < 0 {
					entered += a.Inclusive(c).Bytecodes
				}
			}
			for _, b := range a.CallersOf(&root) {
				entered += b.Inclusive.Bytecodes
			}
			if entered != root.Inclusive.Bytecodes {
				t.Fatalf("the callers of method %d account for %d of %d bytecodes", method, entered, root.Inclusive.Bytecodes)
			}
		}
	})
}
