package analysis_test

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"hotlens/profiles"
	"hotlens/profiles/analysis"
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
			ID: int32(i), Parent: int32(n.parent), Method: int32(n.method), BCI: int32(n.bci), Line: int32(n.bci), Calls: n.calls, Bytecodes: n.bytecodes,
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

func newAnalysis(t interface{ Fatal(...any) }, p *profiles.Profile) *analysis.Analysis {
	a, err := analysis.New(p, nil)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// siteAt finds the site of the calls that an instruction makes, nil for none.
func siteAt(a *analysis.Analysis, method, bci int) *analysis.Site {
	for i := range a.Sites {
		if s := &a.Sites[i]; s.Method == method && s.BCI == bci {
			return s
		}
	}
	return nil
}

// ignoreDetails leaves out what a test does not look at.
var ignoreDetails = gocmp.Options{cmpopts.IgnoreFields(analysis.Site{}, "Targets"), cmpopts.IgnoreUnexported(analysis.Site{})}

func TestRecursionCountsOnce(t *testing.T) {
	v := newAnalysis(t, recursive())
	if want := (analysis.Amounts{Calls: 10, Bytecodes: 100}); v.Total != want {
		t.Errorf("the total is %v, want %v", v.Total, want)
	}
	wantMethods := []analysis.Method{
		{Exclusive: analysis.Amounts{Calls: 1, Bytecodes: 10}, Inclusive: analysis.Amounts{Calls: 10, Bytecodes: 100}, Contexts: 1},
		{Exclusive: analysis.Amounts{Calls: 4, Bytecodes: 75}, Inclusive: analysis.Amounts{Calls: 9, Bytecodes: 90}, Contexts: 4},
		{Exclusive: analysis.Amounts{Calls: 5, Bytecodes: 15}, Inclusive: analysis.Amounts{Calls: 5, Bytecodes: 15}, Contexts: 2},
	}
	if diff := gocmp.Diff(wantMethods, v.Methods); diff != "" {
		t.Errorf("unexpected method costs (-want +got):\n%s", diff)
	}
	for method, want := range [][2][]int32{{{0}, {0}}, {{1, 2, 3, 6}, {1}}, {{4, 5}, {4, 5}}} {
		if got := [2][]int32{v.ContextsOf(method), v.OutermostOf(method)}; !reflect.DeepEqual(got, want) {
			t.Errorf("method %d has the contexts %v, want %v", method, got, want)
		}
	}
	wantSites := []analysis.Site{
		{Method: 0, BCI: 2, Line: 2, Calls: 1, Inclusive: analysis.Amounts{Calls: 9, Bytecodes: 90}},
		{Method: 1, BCI: 4, Line: 4, Calls: 2, Inclusive: analysis.Amounts{Calls: 4, Bytecodes: 41}},
		{Method: 1, BCI: 8, Line: 8, Calls: 1, Inclusive: analysis.Amounts{Calls: 4, Bytecodes: 29}},
		{Method: 1, BCI: 9, Line: 9, Calls: 5, Inclusive: analysis.Amounts{Calls: 5, Bytecodes: 15}},
	}
	if diff := gocmp.Diff(wantSites, v.Sites, ignoreDetails); diff != "" {
		t.Errorf("unexpected sites (-want +got):\n%s", diff)
	}
}

func TestShares(t *testing.T) {
	v := newAnalysis(t, recursive())
	if got := v.OfRun(v.Inclusive(1)); got != "90% of bytecodes" {
		t.Errorf("fib has %s", got)
	}
	if got := v.CallShare(5); got != 0.5 {
		t.Errorf("the share of 5 calls is %g", got)
	}
	if got := v.Phrase(1); got != "4 calls · 90% of bytecodes" {
		t.Errorf("fib's phrase is %q", got)
	}
	if site := v.SiteOf(1); site == nil || site.Method != 0 || site.BCI != 2 {
		t.Errorf("fib was entered from %v", site)
	}
	if site := v.SiteOf(0); site != nil {
		t.Errorf("main was entered from %v", site)
	}
}

func TestHottest(t *testing.T) {
	v := newAnalysis(t, recursive())
	for _, test := range []struct {
		name string
		got  []int
		want []int
	}{
		{"equal ones by id", v.Hottest(4), []int{1, 2, 3, 6}},
		{"all that are not 0", v.Hottest(100), []int{1, 2, 3, 6, 0, 5, 4}},
		{"none wanted", v.Hottest(0), nil},
	} {
		if !slices.Equal(test.got, test.want) {
			t.Errorf("%s: %v, want %v", test.name, test.got, test.want)
		}
	}
	if got, want := v.HottestOf([]int32{6, 3, 2, 4}, 3), []int32{2, 3, 6}; !slices.Equal(got, want) {
		t.Errorf("of some contexts: %v, want %v", got, want)
	}
}

// TestSameMethods loads a class twice: its methods are one.
func TestSameMethods(t *testing.T) {
	p := profileOf(3, []node{{-1, 0, -1, 1, 10}, {0, 1, 3, 1, 20}, {1, 2, 5, 1, 30}, {0, 2, 4, 2, 40}})
	p.Methods[2].Name = p.Methods[1].Name
	v := newAnalysis(t, p)
	if m := v.Methods[1]; m.Exclusive.Bytecodes != 90 || m.Inclusive.Bytecodes != 90 || m.Contexts != 3 || v.Methods[2].Contexts != 0 {
		t.Errorf("the methods are %+v", v.Methods)
	}
	if v.Names[1] != v.Names[2] || v.MethodOf(3) != 1 || v.Find(v.Reference(2)) != 1 {
		t.Errorf("they are not one: %v", v.Names)
	}
	if site := siteAt(v, 0, 4); site == nil || site.Targets[0].Callee != 1 {
		t.Errorf("the site is %+v", site)
	}
}

// TestProxies passes over what stands between a call and the body of a lambda.
func TestProxies(t *testing.T) {
	p := profileOf(4, []node{{-1, 0, -1, 1, 10}, {0, 1, 3, 5, 20}, {1, 2, 8, 5, 30}, {2, 3, 6, 1, 5}})
	p.Methods[1].Class, p.Methods[2].Name, p.Methods[2].Line = "C$$Lambda$1/0x0", "lambda$m0$0", 12
	v := newAnalysis(t, p)
	if want := "lambda in C.m0:12"; v.Names[1] != want || v.Names[2] != want || v.Behind(1) != 2 {
		t.Errorf("the names are %q", v.Names)
	}
	if caller, entered := v.Caller(2); caller != 0 || entered != 1 {
		t.Errorf("the lambda's caller is %d, which entered %d", caller, entered)
	}
	if got := v.Hottest(9); !slices.Equal(got, []int{2, 0, 3}) {
		t.Errorf("the hottest are %v", got)
	}
	// One that calls several methods stands for none of them: a reference to a method that subclasses override.
	p.Edges = append(p.Edges, profiles.Edge{Caller: 1, BCI: 9, Line: -1, Callee: 3, Kind: profiles.EdgeStatic, FirstSeen: len(p.Edges)})
	if v := newAnalysis(t, p); v.Names[1] != "method reference in C" || v.Behind(1) != 1 {
		t.Errorf("the names are %q", v.Names)
	}
}

// TestImplicitCalls keeps class initializers apart from the call they run in front of.
func TestImplicitCalls(t *testing.T) {
	p := profileOf(3, []node{{-1, 0, -1, 1, 10}, {0, 1, 7, 1, 20}, {0, 2, 7, 4, 70}})
	p.Edges[0].Kind = profiles.EdgeInitializer
	v := newAnalysis(t, p)
	if len(v.Sites) != 2 || !v.Sites[0].Implicit || v.Sites[1].Implicit {
		t.Fatalf("the sites are %+v", v.Sites)
	}
	if s := v.Sites[1]; s.Calls != 4 || s.Inclusive.Bytecodes != 70 || len(s.Targets) != 1 {
		t.Errorf("the call is %+v", s)
	}
}

// TestCallsOfNoInstruction takes what the machine calls by itself, such as a constructor in front of main and the linking of call sites, for calls of different places.
func TestCallsOfNoInstruction(t *testing.T) {
	p := profileOf(3, []node{{-1, 0, -1, 1, 10}, {0, 1, -1, 1, 20}, {0, 2, -1, 5, 70}, {0, 2, -1, 1, 1}})
	for i := range p.Edges {
		p.Edges[i].Kind = profiles.EdgeInitializer
	}
	v := newAnalysis(t, p)
	if len(v.Sites) != 2 {
		t.Fatalf("the sites are %+v", v.Sites)
	}
	for _, site := range v.Sites {
		if len(site.Targets) != 1 {
			t.Errorf("a site has the targets %+v", site.Targets)
		}
	}
}

func TestTargets(t *testing.T) {
	p := profileOf(4, []node{{-1, 0, -1, 1, 50}, {0, 1, 7, 25, 10}, {0, 2, 7, 75, 40}})
	v := newAnalysis(t, p)
	site := siteAt(v, 0, 7)
	if got, want := v.OutermostAt(site), []int32{1, 2}; !slices.Equal(got, want) {
		t.Errorf("the contexts entered at the site are %v, want %v", got, want)
	}
	want := &analysis.Site{
		Method: 0, BCI: 7, Line: 7, Calls: 100, Inclusive: analysis.Amounts{Calls: 100, Bytecodes: 50},
		Targets: []analysis.Target{
			{Callee: 2, Calls: 75, Share: 0.75},
			{Callee: 1, Calls: 25, Share: 0.25},
		},
	}
	if diff := gocmp.Diff(want, site, cmpopts.IgnoreUnexported(analysis.Site{}, analysis.Target{})); diff != "" {
		t.Errorf("unexpected site (-want +got):\n%s", diff)
	}
}

// TestThreadEntry gives the cost of a thread to the edge that started it.
func TestThreadEntry(t *testing.T) {
	p := profileOf(3, []node{{-1, 0, -1, 1, 10}, {0, 1, 4, 1, 0}, {-1, 2, -1, 1, 90}})
	p.Edges = append(p.Edges, profiles.Edge{Caller: 1, BCI: -1, Line: -1, Callee: 2, Kind: profiles.EdgeThread, Calls: 1, FirstSeen: 1})
	v := newAnalysis(t, p)
	if got := siteAt(v, 1, -1).Inclusive.Bytecodes; got != 90 {
		t.Errorf("the start of the thread has %d bytecodes, want 90", got)
	}
	if got := siteAt(v, 0, 4).Inclusive.Bytecodes; got != 0 {
		t.Errorf("the call of start has %d bytecodes; the thread's are not its", got)
	}
}

func TestEmptyProfile(t *testing.T) {
	v := newAnalysis(t, &profiles.Profile{Schema: profiles.Schema})
	if v.Total != (analysis.Amounts{}) || len(v.Sites) != 0 || v.Hottest(3) != nil || v.Share(analysis.Amounts{}) != 0 {
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
		v := newAnalysis(t, profileOf(methods, nodes))

		ancestors := func(i int) (list []int) {
			for p := nodes[i].parent; p >= 0; p = nodes[p].parent {
				list = append(list, p)
			}
			return list
		}
		below := func(i int) (sum analysis.Amounts) {
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
		var wantMethods [methods]analysis.Amounts
		wantSites := map[[2]int]analysis.Amounts{}
		for i, n := range nodes {
			inclusive := below(i)
			if inclusive != v.Inclusive(int32(i)) {
				t.Fatalf("context %d has %v, want %v", i, v.Inclusive(int32(i)), inclusive)
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
		if got := v.Hottest(limit); !slices.Equal(got, want) {
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
		newAnalysis(b, p)
	}
}

func BenchmarkHottest(b *testing.B) {
	v := newAnalysis(b, large(500_000))
	for b.Loop() {
		v.Hottest(20)
	}
}
