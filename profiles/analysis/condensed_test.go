package analysis_test

import (
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"hotlens/profiles/analysis"
)

// TestCondensed folds the library (methods from 2 on) under the calls that led to it, and
// recursion into the outermost activation.
func TestCondensed(t *testing.T) {
	v := newAnalysis(t, profileOf(4, []node{
		0: {-1, 0, -1, 1, 10},
		1: {0, 1, 2, 1, 20},
		2: {1, 2, 4, 3, 5},  // 1 calls the library,
		3: {2, 3, 7, 9, 50}, // which calls itself
		4: {3, 0, 8, 2, 6},  // and main again
		5: {1, 1, 5, 4, 7},  // 1 calls itself,
		6: {5, 2, 4, 1, 2},  // and the library from the same place
		7: {0, 2, 3, 1, 1},
	}))
	library := func(method int) bool { return method < 2 }
	want := []analysis.CondensedNode{
		{Parent: -1, Method: 0, Context: 0, Line: -1, Entries: 1, Calls: 3, Recursive: true, Self: 16, Inclusive: 101},
		{Parent: 0, Method: 1, Context: 1, Line: 2, Entries: 1, Calls: 5, Recursive: true, Self: 27, Inclusive: 84},
		{Parent: 1, Method: 2, Context: 2, Line: 4, Entries: 2, Calls: 4, Self: 57, Inclusive: 57},
		{Parent: 0, Method: 2, Context: 7, Line: 3, Entries: 1, Calls: 1, Self: 1, Inclusive: 1},
	}
	got := v.Condense(library)
	if diff := gocmp.Diff(want, got.Nodes, cmpopts.IgnoreUnexported(analysis.CondensedNode{})); diff != "" {
		t.Errorf("unexpected nodes (-want +got):\n%s", diff)
	}
	if diff := gocmp.Diff([]int32{0, 1, 2, 2, 0, 1, 2, 3}, got.Of); diff != "" {
		t.Errorf("unexpected nodes of contexts (-want +got):\n%s", diff)
	}
	selves := v.SelvesOfSites(library)
	for i := range v.Sites {
		want := map[[2]int]uint64{{0, 2}: 20, {1, 4}: 57, {1, 5}: 7, {0, 3}: 1}[[2]int{v.Sites[i].Method, v.Sites[i].BCI}]
		if selves[i].Bytecodes != want {
			t.Errorf("the call of method %d at %d has %d bytecodes to itself, want %d", v.Sites[i].Method, v.Sites[i].BCI, selves[i].Bytecodes, want)
		}
	}
}

// TestCondensedLosesNothing condenses random trees: the nodes' amounts add up to the run's.
func TestCondensedLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := newAnalysis(t, profileOf(6, randomNodes(t)))
		own := rapid.IntRange(0, 6).Draw(t, "own")
		tree := v.Condense(func(method int) bool { return method < own })
		var self, roots uint64
		for i, n := range tree.Nodes {
			self += n.Self
			if n.Parent < 0 {
				roots += n.Inclusive
			} else if int(n.Parent) >= i {
				t.Fatalf("node %d stands before its parent %d", i, n.Parent)
			}
		}
		if self != v.Total.Bytecodes || roots != v.Total.Bytecodes {
			t.Fatalf("the nodes have %d bytecodes for themselves, the roots %d, the run %d", self, roots, v.Total.Bytecodes)
		}
		var sites uint64
		for _, of := range v.SelvesOfSites(func(method int) bool { return method < own }) {
			sites += of.Bytecodes
		}
		if sites > v.Total.Bytecodes {
			t.Fatalf("the call sites have %d bytecodes, the run %d", sites, v.Total.Bytecodes)
		}
	})
}

// randomNodes draws a calling context tree of up to 40 contexts and 6 methods.
func randomNodes(t *rapid.T) []node {
	nodes := make([]node, rapid.IntRange(1, 40).Draw(t, "contexts"))
	for i := range nodes {
		n := &nodes[i]
		n.parent, n.bci = rapid.IntRange(-1, i-1).Draw(t, "parent"), -1
		if n.parent >= 0 {
			n.bci = rapid.IntRange(0, 2).Draw(t, "bci")
		}
		n.method = rapid.IntRange(0, 5).Draw(t, "method")
		n.calls, n.bytecodes = rapid.Uint64Range(0, 9).Draw(t, "calls"), rapid.Uint64Range(0, 99).Draw(t, "bytecodes")
	}
	return nodes
}

// TestCondensedWide condenses a node with many children, each of them twice: the second ones are found.
func TestCondensedWide(t *testing.T) {
	const children = 30
	nodes := []node{{-1, 0, -1, 1, 10}}
	for range 2 {
		for method := range children {
			nodes = append(nodes, node{0, 1 + method, 2, 1, uint64(method)})
		}
	}
	tree := newAnalysis(t, profileOf(1+children, nodes)).Condense(func(int) bool { return true })
	if len(tree.Nodes) != 1+children {
		t.Fatalf("there are %d nodes, want %d", len(tree.Nodes), 1+children)
	}
	for i, n := range tree.Nodes[1:] {
		if n.Parent != 0 || int(n.Method) != 1+i || n.Entries != 2 || n.Self != 2*uint64(i) {
			t.Errorf("node %d is %+v", 1+i, n)
		}
	}
}

// TestCondensedDeep has more methods on a path than it has bits for them, and calls each of them again from the last one, and others with the same bits.
func TestCondensedDeep(t *testing.T) {
	const deep, others = 300, 130
	nodes := []node{}
	for method := range deep {
		nodes = append(nodes, node{method - 1, method, 2, 1, 1})
	}
	nodes[0].bci = -1
	for method := range deep + others {
		nodes = append(nodes, node{deep - 1, method, 3, 1, 1})
	}
	tree := newAnalysis(t, profileOf(deep+others, nodes)).Condense(func(int) bool { return true })
	if len(tree.Nodes) != deep+others {
		t.Fatalf("there are %d nodes, want %d", len(tree.Nodes), deep+others)
	}
	for i, n := range tree.Nodes {
		recursive, self := i < deep, uint64(1)
		if recursive {
			self = 2
		}
		if int(n.Method) != i || n.Recursive != recursive || n.Self != self {
			t.Errorf("node %d is %+v", i, n)
		}
	}
}
