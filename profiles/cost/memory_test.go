package cost_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"hotlens/profiles"
	"hotlens/profiles/cost"
	"hotlens/profiles/instructions"
)

// The methods of a profile of searches.
const (
	methodMain = iota
	methodFind
	methodAdd
	methodNode   // constructor of what is found
	methodSet    // constructor of the collection
	methodLeaf   // constructor of a class that extends what is found
	methodSearch // the application's, of arrays
	methods
)

// searches is a profile of main, which calls once what makes and what finds.
func searches(contexts ...profiles.Context) *profiles.Profile {
	node := instructions.Locality{Class: instructions.ClassNumber("Node"), Objects: instructions.Whole / 5}
	p := &profiles.Profile{Schema: profiles.Schema, Profilers: []string{"cct"}, Methods: make([]profiles.Method, methods)}
	for i, m := range []profiles.Method{
		{Class: "Main", Name: "main", Origin: profiles.OriginApp}, {Class: "Set", Name: "find", Locality: node.Words()}, {Class: "Set", Name: "add"},
		{Class: "Node", Name: "<init>"}, {Class: "Set", Name: "<init>"}, {Class: "Leaf", Name: "<init>"},
		{Class: "Main", Name: "search", Origin: profiles.OriginApp, Locality: instructions.Locality{
			Rows: instructions.Whole / 5, Elements: instructions.Whole / 3, Read: instructions.ElementInt, Made: instructions.ElementInt | instructions.ElementByte}.Words()},
	} {
		m.ID = i
		p.Methods[i] = m
	}
	p.Contexts = []profiles.Context{{ID: 0, Parent: -1, Method: methodMain, BCI: -1, Calls: 1}}
	for i, c := range contexts {
		c.ID, c.BCI = int32(i+1), int32(i)
		p.Contexts = append(p.Contexts, c)
	}
	p.Totals.Contexts = len(p.Contexts)
	return p
}

// TestCaches charges what is found by how much there is to be found. A cache of its own of 16000 bytes is missed for 1 ns, one of 64000 for 10.
func TestCaches(t *testing.T) {
	// A thousand nodes of 32 bytes are made, and looked at 50000 times.
	nodes := func(calls uint64) profiles.Context {
		return profiles.Context{Parent: 2, Method: methodNode, Calls: calls}
	}
	add := profiles.Context{Method: methodAdd, Calls: 1, Allocations: 1000, AllocatedBytes: 32000}
	find := profiles.Context{Method: methodFind, Calls: 100, Bytecodes: 250000}
	search := profiles.Context{Method: methodSearch, Calls: 1, Bytecodes: 150000}
	array := func(number, bytes uint64) profiles.Context {
		c := search
		c.Allocations, c.AllocatedBytes = number, bytes
		return c
	}
	alive := profiles.Context{Method: methodAdd, Calls: 1, Allocations: 4000, AllocatedBytes: 128000}
	quarter := profiles.Collection{Allocated: 64000, Survived: 16000}
	for _, test := range []struct {
		name string
		p    *profiles.Profile
		want uint64 // of the first context below main
	}{
		{"nothing was made", searches(find), 0},
		{"half of it is in the cache", searches(find, add, nodes(1000)), 24500},                           // 49000 at 1/2
		{"more than both caches hold", searches(find, add, nodes(4000)), 46000*112/128 + 46000*10*64/128}, // 128000 bytes
		{"all of it is in the cache", searches(find, add, nodes(500)), 0},                                 // 16000 bytes
		{"a class that extends it", searches(find, add, profiles.Context{Parent: 2, Method: methodLeaf, Calls: 1000}, profiles.Context{Parent: 3, Method: methodNode, Calls: 1000}), 24500},
		{"a collection, whose entries have keys", searches(find, add, nodes(1000), profiles.Context{Method: methodSet, Calls: 1}), 49000 * 48 / 64}, // 64000 bytes
		{"several of them", searches(find, add, nodes(1000), profiles.Context{Method: methodSet, Calls: 4}), 0},                                     // 16000 bytes each
		{"what is looked at once", searches(profiles.Context{Method: methodFind, Calls: 100, Bytecodes: 100000}, add, nodes(20000)), 0},             // when it has just been made
		{"what is looked at seldom", searches(profiles.Context{Method: methodFind, Calls: 100, Bytecodes: 49999}, add, nodes(9000)), 0},             // for less than it matters
		{"of which a quarter lives", collected(searches(find, alive, nodes(4000)), quarter, quarter, quarter), 23000},                               // 46000 at 1/2
		{"of which little is known", collected(searches(find, alive, nodes(4000)), quarter), 46000*112/128 + 46000*10*64/128},                       // only one collection
		{"an array", searches(array(1, 32000)), 25000},          // 50000 at 1/2
		{"one of two arrays", searches(array(2, 64000)), 25000}, // each of them
		{"many arrays", searches(array(32, 32000)), 15000},      // 30000 rows at 1/2
		{"a small array", searches(array(1, 4000)), 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			cost.Apply(test.p, table(t, "cache\tsecond\t1\t16000\t", "cache\tthird\t10\t64000\t"))
			if diff := cmp.Diff(test.want, test.p.Contexts[1].Cost.Value()); diff != "" {
				t.Errorf("unexpected cost (-want +got):\n%s", diff)
			}
		})
	}
}

// TestCachesOfActivations takes what was made in the innermost activation that is the only one: what calls of a method made each for itself
// is not found together.
func TestCachesOfActivations(t *testing.T) {
	first := []profiles.Context{
		{Parent: 0, Method: methodSearch, Calls: 1}, {Parent: 1, Method: methodAdd, Calls: 9, Allocations: 9, AllocatedBytes: 288},
		{Parent: 2, Method: methodNode, Calls: 1000}, {Parent: 1, Method: methodFind, Calls: 9, Bytecodes: 250000},
		{Parent: 0, Method: methodAdd, Calls: 1, Allocations: 1, AllocatedBytes: 32}, {Parent: 5, Method: methodNode, Calls: 1000000},
	}
	p := searches(first...)
	cost.Apply(p, table(t, "cache\tsecond\t1\t16000\t", "cache\tthird\t10\t64000\t"))
	if got := p.Contexts[4].Cost.Value(); got != 24500 {
		t.Errorf("%d instead of the 24500 that the activation's own nodes cost", got)
	}
}

// TestCachesOfManyScopes looks no further around a context than at some activations, so that a recursion takes no time that grows with its square.
func TestCachesOfManyScopes(t *testing.T) {
	for _, test := range []struct {
		depth int
		want  uint64
	}{{10, 24500}, {100, 0}} {
		var chain []profiles.Context
		for i := range test.depth {
			chain = append(chain, profiles.Context{Parent: int32(i), Method: methodAdd, Calls: 1})
		}
		chain[test.depth-1].Allocations, chain[test.depth-1].AllocatedBytes = 1000, 32000
		chain = append(chain, profiles.Context{Parent: int32(test.depth), Method: methodNode, Calls: 1000}, profiles.Context{Parent: 0, Method: methodFind, Calls: 100, Bytecodes: 250000})
		p := searches(chain...)
		cost.Apply(p, table(t, "cache\tsecond\t1\t16000\t", "cache\tthird\t10\t64000\t"))
		if got := p.Contexts[test.depth+2].Cost.Value(); got != test.want {
			t.Errorf("%d activations away: %d instead of %d", test.depth, got, test.want)
		}
	}
}
