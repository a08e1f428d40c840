package tree_test

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"hotlens/profiles"
	"hotlens/profiles/tree"
)

// node is one context of a test profile; bci -1 and parent -1 make a root.
type node struct {
	parent, method, bci int
	calls, bytecodes    uint64
}

// profileOf makes a profile of contexts. The edges follow from them, in the
// order of the contexts.
func profileOf(methods int, nodes []node) *profiles.Profile {
	p := &profiles.Profile{Schema: profiles.Schema, Threads: []profiles.Thread{}}
	for i := range methods {
		p.Methods = append(p.Methods, profiles.Method{ID: i, Class: "C", Name: fmt.Sprint("m", i), Line: i})
	}
	type key struct{ caller, bci, callee int }
	edges := map[key]int{}
	for i, n := range nodes {
		p.Contexts = append(p.Contexts, profiles.Context{
			ID: i, Parent: n.parent, Method: n.method, BCI: n.bci, Line: n.bci, Calls: n.calls, Bytecodes: n.bytecodes,
		})
		p.Totals.Calls += n.calls
		p.Totals.Bytecodes += n.bytecodes
		if n.parent < 0 {
			continue
		}
		k := key{nodes[n.parent].method, n.bci, n.method}
		if _, known := edges[k]; !known {
			edges[k] = len(p.Edges)
			p.Edges = append(p.Edges, profiles.Edge{
				Caller: k.caller, BCI: k.bci, Line: k.bci, Callee: k.callee, Kind: profiles.EdgeVirtual, FirstSeen: len(p.Edges),
			})
		}
		p.Edges[edges[k]].Calls += n.calls
	}
	p.Totals.Contexts = len(p.Contexts)
	return p
}

// recursive is main, which calls fib at 2; fib calls itself at 4 and 8, and
// print at 9.
func recursive() *profiles.Profile {
	return profileOf(3, []node{
		0: {-1, 0, -1, 1, 10},
		1: {0, 1, 2, 1, 20},
		2: {1, 1, 4, 1, 20},
		3: {1, 1, 8, 1, 20},
		4: {2, 2, 9, 2, 6},
		5: {3, 2, 9, 3, 9},
		6: {2, 1, 4, 1, 15},
	})
}

func TestRecursionCountsOnce(t *testing.T) {
	v := tree.New(recursive())
	if want := (tree.Cost{Calls: 10, Bytecodes: 100}); v.Total != want {
		t.Errorf("the total is %v, want %v", v.Total, want)
	}
	wantMethods := []tree.MethodCost{
		{Exclusive: tree.Cost{Calls: 1, Bytecodes: 10}, Inclusive: tree.Cost{Calls: 10, Bytecodes: 100}, Contexts: 1},
		{Exclusive: tree.Cost{Calls: 4, Bytecodes: 75}, Inclusive: tree.Cost{Calls: 9, Bytecodes: 90}, Contexts: 4},
		{Exclusive: tree.Cost{Calls: 5, Bytecodes: 15}, Inclusive: tree.Cost{Calls: 5, Bytecodes: 15}, Contexts: 2},
	}
	if diff := gocmp.Diff(wantMethods, v.Methods); diff != "" {
		t.Errorf("unexpected method costs (-want +got):\n%s", diff)
	}
	wantSites := []tree.Site{
		{Method: 1, BCI: 4, Line: 4, Calls: 2, Inclusive: tree.Cost{Calls: 4, Bytecodes: 41}},
		{Method: 1, BCI: 8, Line: 8, Calls: 1, Inclusive: tree.Cost{Calls: 4, Bytecodes: 29}},
		{Method: 1, BCI: 9, Line: 9, Calls: 5, Inclusive: tree.Cost{Calls: 5, Bytecodes: 15}},
	}
	got := slices.Clone(v.SitesOf(1))
	for i := range got {
		got[i].Targets = nil
	}
	if diff := gocmp.Diff(wantSites, got); diff != "" {
		t.Errorf("unexpected sites (-want +got):\n%s", diff)
	}
}

func TestNavigation(t *testing.T) {
	v := tree.New(recursive())
	if got := v.Children(2); !slices.Equal(got, []int32{4, 6}) {
		t.Errorf("the children of 2 are %v", got)
	}
	if got := v.Children(5); len(got) != 0 {
		t.Errorf("the children of 5 are %v", got)
	}
	if got := v.Path(4); !slices.Equal(got, []int{0, 1, 2, 4}) {
		t.Errorf("the path to 4 is %v", got)
	}
	if got := v.Callers(1); !slices.Equal(got, []int{1, 0, 2}) {
		t.Errorf("the edges into fib are %v", got)
	}
	if got := v.Callees(1); !slices.Equal(got, []int{3, 1, 2}) {
		t.Errorf("the edges out of fib are %v", got)
	}
	if got := v.Share(v.Inclusive[1]); got != 0.9 {
		t.Errorf("fib's share is %g", got)
	}
	if got := v.CallShare(5); got != 0.5 {
		t.Errorf("the share of 5 calls is %g", got)
	}
	if site := v.Site(0, 2); site == nil || site.Calls != 1 {
		t.Errorf("the site in main is %v", site)
	}
	if site := v.Site(0, 3); site != nil {
		t.Errorf("there is a site %v where nothing was called", site)
	}
}

func TestHottest(t *testing.T) {
	v := tree.New(recursive())
	for _, test := range []struct {
		name string
		got  []int
		want []int
	}{
		{"bytecodes, equal ones by id", v.Hottest(tree.Bytecodes, 4), []int{1, 2, 3, 6}},
		{"calls", v.Hottest(tree.Calls, 3), []int{5, 4, 0}},
		{"all that are not 0", v.Hottest(tree.Bytecodes, 100), []int{1, 2, 3, 6, 0, 5, 4}},
		{"none allocated", v.Hottest(tree.AllocatedBytes, 3), nil},
		{"none wanted", v.Hottest(tree.Bytecodes, 0), nil},
		{"of a method, inclusive", v.HottestOf(1, tree.Bytecodes, 2), []int{1, 2}},
	} {
		if !slices.Equal(test.got, test.want) {
			t.Errorf("%s: %v, want %v", test.name, test.got, test.want)
		}
	}
}

func TestTargets(t *testing.T) {
	p := profileOf(4, []node{{-1, 0, -1, 1, 50}, {0, 1, 7, 25, 10}, {0, 2, 7, 75, 40}})
	site := tree.New(p).Site(0, 7)
	want := &tree.Site{
		Method: 0, BCI: 7, Line: 7, Calls: 100, Inclusive: tree.Cost{Calls: 100, Bytecodes: 50},
		Targets: []tree.Target{
			{Edge: 1, Callee: 2, Kind: profiles.EdgeVirtual, Calls: 75, Share: 0.75, Inclusive: tree.Cost{Calls: 75, Bytecodes: 40}},
			{Edge: 0, Callee: 1, Kind: profiles.EdgeVirtual, Calls: 25, Share: 0.25, Inclusive: tree.Cost{Calls: 25, Bytecodes: 10}},
		},
	}
	if diff := gocmp.Diff(want, site); diff != "" {
		t.Errorf("unexpected site (-want +got):\n%s", diff)
	}
}

// TestThreadEntry gives the cost of a thread to the edge that started it.
func TestThreadEntry(t *testing.T) {
	p := profileOf(3, []node{{-1, 0, -1, 1, 10}, {0, 1, 4, 1, 0}, {-1, 2, -1, 1, 90}})
	p.Edges = append(p.Edges, profiles.Edge{Caller: 1, BCI: -1, Line: -1, Callee: 2, Kind: profiles.EdgeThread, Calls: 1, FirstSeen: 1})
	v := tree.New(p)
	if got := v.Site(1, -1).Inclusive.Bytecodes; got != 90 {
		t.Errorf("the start of the thread has %d bytecodes, want 90", got)
	}
	if got := v.Site(0, 4).Inclusive.Bytecodes; got != 0 {
		t.Errorf("the call of start has %d bytecodes; the thread's are not its", got)
	}
}

func TestEmptyProfile(t *testing.T) {
	v := tree.New(&profiles.Profile{Schema: profiles.Schema})
	if v.Total != (tree.Cost{}) || len(v.Sites) != 0 || v.Hottest(tree.Calls, 3) != nil || v.Share(tree.Cost{}) != 0 {
		t.Error("an empty profile has something in it")
	}
}

// TestAgainstDefinition compares the linear algorithms with the definitions,
// followed literally, on random trees.
func TestAgainstDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const methods = 4
		nodes := make([]node, rapid.IntRange(1, 40).Draw(t, "contexts"))
		for i := range nodes {
			n := &nodes[i]
			n.parent = rapid.IntRange(-1, i-1).Draw(t, "parent")
			n.method = rapid.IntRange(0, methods-1).Draw(t, "method")
			n.bci = -1
			if n.parent >= 0 {
				n.bci = rapid.IntRange(0, 2).Draw(t, "bci")
			}
			n.calls = rapid.Uint64Range(0, 9).Draw(t, "calls")
			n.bytecodes = rapid.Uint64Range(0, 99).Draw(t, "bytecodes")
		}
		v := tree.New(profileOf(methods, nodes))

		ancestors := func(i int) (list []int) {
			for p := nodes[i].parent; p >= 0; p = nodes[p].parent {
				list = append(list, p)
			}
			return list
		}
		below := func(i int) (sum tree.Cost) {
			for j := range nodes {
				if j == i || slices.Contains(ancestors(j), i) {
					sum.Calls += nodes[j].calls
					sum.Bytecodes += nodes[j].bytecodes
				}
			}
			return sum
		}
		outermost := func(i int, same func(a, b int) bool) bool {
			return !slices.ContainsFunc(ancestors(i), func(a int) bool { return same(a, i) })
		}
		sameMethod := func(a, b int) bool { return nodes[a].method == nodes[b].method }
		sameSite := func(a, b int) bool {
			return nodes[a].parent >= 0 && nodes[b].parent >= 0 && nodes[a].bci == nodes[b].bci &&
				nodes[nodes[a].parent].method == nodes[nodes[b].parent].method
		}
		var wantMethods [methods]tree.Cost
		wantSites := map[[2]int]tree.Cost{}
		for i, n := range nodes {
			inclusive := below(i)
			if inclusive != v.Inclusive[i] {
				t.Fatalf("context %d has %v, want %v", i, v.Inclusive[i], inclusive)
			}
			if outermost(i, sameMethod) {
				wantMethods[n.method].Calls += inclusive.Calls
				wantMethods[n.method].Bytecodes += inclusive.Bytecodes
			}
			if n.parent >= 0 && outermost(i, sameSite) {
				key := [2]int{nodes[n.parent].method, n.bci}
				sum := wantSites[key]
				sum.Calls += inclusive.Calls
				sum.Bytecodes += inclusive.Bytecodes
				wantSites[key] = sum
			}
			var children []int32
			for j := range nodes {
				if nodes[j].parent == i {
					children = append(children, int32(j))
				}
			}
			if !slices.Equal(children, v.Children(i)) {
				t.Fatalf("the children of %d are %v, want %v", i, v.Children(i), children)
			}
		}
		for m, want := range wantMethods {
			if got := v.Methods[m].Inclusive; got != want {
				t.Fatalf("method %d has %v, want %v", m, got, want)
			}
			if share := v.Share(v.Methods[m].Inclusive); share > 1 {
				t.Fatalf("method %d has a share of %g", m, share)
			}
		}
		if len(v.Sites) != len(wantSites) {
			t.Fatalf("there are %d sites, want %d", len(v.Sites), len(wantSites))
		}
		for _, site := range v.Sites {
			if want := wantSites[[2]int{site.Method, site.BCI}]; site.Inclusive != want {
				t.Fatalf("site %d@%d has %v, want %v", site.Method, site.BCI, site.Inclusive, want)
			}
			var calls uint64
			for _, target := range site.Targets {
				calls += target.Calls
			}
			if calls != site.Calls {
				t.Fatalf("site %d@%d has %d calls, its targets %d", site.Method, site.BCI, site.Calls, calls)
			}
		}
		limit := rapid.IntRange(1, 5).Draw(t, "limit")
		want := make([]int, 0, len(nodes))
		for i, n := range nodes {
			if n.bytecodes > 0 {
				want = append(want, i)
			}
		}
		slices.SortStableFunc(want, func(a, b int) int { return cmp.Compare(nodes[b].bytecodes, nodes[a].bytecodes) })
		want = want[:min(limit, len(want))]
		if got := v.Hottest(tree.Bytecodes, limit); !slices.Equal(got, want) {
			t.Fatalf("the hottest are %v, want %v", got, want)
		}
	})
}

// large is a profile with n contexts, 300 methods and deep and wide parts.
func large(n int) *profiles.Profile {
	nodes := make([]node, n)
	nodes[0] = node{-1, 0, -1, 1, 10}
	for i := 1; i < n; i++ {
		parent := i / 4
		if i%5000 < 200 { // a recursion of 200 levels
			parent = i - 1
		}
		nodes[i] = node{parent, (i * 7) % 300, i % 40, uint64(i % 13), uint64(i % 1009)}
	}
	return profileOf(300, nodes)
}

func BenchmarkNew(b *testing.B) {
	p := large(500_000)
	for b.Loop() {
		tree.New(p)
	}
}

func BenchmarkHottest(b *testing.B) {
	v := tree.New(large(500_000))
	for b.Loop() {
		v.Hottest(tree.Bytecodes, 20)
	}
}
