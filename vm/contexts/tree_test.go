package contexts

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hotlens/profiles"
	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/memory"
	"hotlens/vm/memory/memorytest"
)

func newTree(t *testing.T) (*Tree, *memory.Memory) {
	t.Helper()
	m := memorytest.New(t, memorytest.HeapBytes)
	tree, err := New(m, nil, func(*classes.Class) uint32 { return 0 })
	if err != nil {
		t.Fatal(err)
	}
	m.SetU32(sharedmemory.ControlMagic, sharedmemory.Magic)
	return tree, m
}

// method is one whose call at bytecode index 4 stands on line 20.
func method(class, name string) *classes.Method {
	return &classes.Method{
		Class: &classes.Class{Name: class}, Name: name, Desc: "()V",
		Member: &classfile.Member{Code: &classfile.Code{Lines: []classfile.Line{{Start: 0, Line: 10}, {Start: 4, Line: 20}}}},
	}
}

// TestYield leaves the heap addresses of the profile's region as long as there are few contexts, and counts on less for itself then.
func TestYield(t *testing.T) {
	tree, m := newTree(t)
	first, second := m.ProfileRegion()
	bytes, counters := tree.MaxBytes, tree.MaxCounters
	middle := second.Start + second.Bytes()/2&^7
	if !m.YieldProfile(middle) || m.U32(sharedmemory.ProfileMore) != middle {
		t.Fatalf("an empty profile keeps its second part, from %#x on", m.U32(sharedmemory.ProfileMore))
	}
	part := (float64(first.Bytes()) + float64(second.End-middle)) / (float64(first.Bytes()) + float64(second.Bytes()))
	if got := float64(tree.MaxBytes) / float64(bytes); math.Abs(got-part) > 1e-6 {
		t.Errorf("contexts may take %f of what they could before, want %f", got, part)
	}
	if got := float64(tree.MaxCounters) / float64(counters); math.Abs(got-part) > 1e-6 {
		t.Errorf("counters may take %f of what they could before, want %f", got, part)
	}
	tree.nodeBytes = tree.MaxBytes/2 + 1
	if m.YieldProfile(second.End) || m.U32(sharedmemory.ProfileMore) != middle {
		t.Error("a profile of many contexts leaves its second part")
	}
}

// TestInlining records decisions before and after the calls that they are about.
func TestInlining(t *testing.T) {
	tree, m := newTree(t)
	caller, callee, never := method("A", "a"), method("B", "b"), method("C", "c")
	decide := func(callee *classes.Method, decision uint32, weight float64, size int, reason string) {
		t.Helper()
		if err := tree.Inlining(caller, callee, 4, decision, weight, size, reason); err != nil {
			t.Fatal(err)
		}
	}
	decide(callee, sharedmemory.Rejected, 0, 17, "cold")
	if caller.Record == 0 || callee.Record == 0 {
		t.Fatal("a method of the decision has no record")
	}
	root, err := tree.Root(caller, 0, sharedmemory.Root)
	if err != nil {
		t.Fatal(err)
	}
	m.SetU64(root+sharedmemory.NodeCalls, 1)
	child, err := tree.Child(root, caller, callee, NoSlot, 4, sharedmemory.Virtual)
	if err != nil {
		t.Fatal(err)
	}
	m.SetU64(child+sharedmemory.NodeCalls, 5)
	decide(never, sharedmemory.Inlined, 0, 3, "trivial")
	decide(callee, sharedmemory.Guarded, 0.25, 18, "75% of the calls at this site")

	snapshot, err := sharedmemory.Read(m.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if got := len(snapshot.Inlining); got != 3 {
		t.Errorf("there are %d records of decisions, want 3", got)
	}
	want := []profiles.Inlining{{
		Caller: 0, BCI: 4, Line: 20, Callee: 1,
		Decision: profiles.DecisionGuarded, Reason: "75% of the calls at this site", Weight: 0.25, Size: 18,
	}}
	if diff := cmp.Diff(want, snapshot.Profile().Inlining); diff != "" {
		t.Errorf("unexpected decisions (-want +got):\n%s", diff)
	}
}

// TestInliningErrors refuses what a reader of the region would refuse, so that no
// decision can spoil a profile.
func TestInliningErrors(t *testing.T) {
	tree, m := newTree(t)
	a := method("A", "a")
	for _, test := range []struct {
		decision uint32
		weight   float64
		size     int
		want     string
	}{
		{sharedmemory.Rejected + 1, 0, 0, "decision 3 is unknown"},
		{sharedmemory.Inlined, 1.5, 0, "weight 1.5"},
		{sharedmemory.Inlined, -0.5, 0, "weight -0.5"},
		{sharedmemory.Inlined, math.NaN(), 0, "weight NaN"},
		{sharedmemory.Inlined, 0, -1, "size -1"},
		{sharedmemory.Inlined, 0, math.MaxInt32 + 1, "size 2147483648"},
	} {
		if err := tree.Inlining(a, a, 4, test.decision, test.weight, test.size, ""); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("the error is %v, want one about %s", err, test.want)
		}
	}
	if next, start := m.U32(sharedmemory.ProfileNext), m.U32(sharedmemory.ProfileStart); next != start {
		t.Errorf("what was refused left %d bytes of records", next-start)
	}
	if err := tree.Inlining(a, a, 4, sharedmemory.Rejected, 1, math.MaxInt32, ""); err != nil {
		t.Fatal(err)
	}
	m.SetU32(sharedmemory.ProfileEnd, m.U32(sharedmemory.ProfileNext))
	m.SetU32(sharedmemory.ProfileMore, 0)
	m.SetU32(sharedmemory.ProfileMoreEnd, 0)
	if err := tree.Inlining(a, a, 4, sharedmemory.Inlined, 0, 0, "another reason"); !errors.Is(err, ErrFull) {
		t.Errorf("the error of a full region is %v", err)
	}
	if _, err := sharedmemory.Read(m.Bytes()); err != nil {
		t.Error(err)
	}
}

// TestManyChildren finds the contexts of a call site with hundreds of targets again, the oldest like
// the newest.
func TestManyChildren(t *testing.T) {
	tree, _ := newTree(t)
	caller := method("A", "a")
	root, err := tree.Root(caller, 0, sharedmemory.Root)
	if err != nil {
		t.Fatal(err)
	}
	var callees []*classes.Method
	var made []memory.Address
	for i := range 300 {
		callee := method("B", strings.Repeat("b", i+1))
		child, err := tree.Child(root, caller, callee, NoSlot, 4, sharedmemory.Virtual)
		if err != nil {
			t.Fatal(err)
		}
		callees, made = append(callees, callee), append(made, child)
		for j := range callees {
			if again, err := tree.Child(root, caller, callees[j], NoSlot, 4, sharedmemory.Virtual); err != nil || again != made[j] {
				t.Fatalf("with %d children, number %d is at %#x and then at %#x (%v)", i+1, j, made[j], again, err)
			}
		}
	}
	if tree.Nodes() != 1+len(made) {
		t.Errorf("there are %d contexts", tree.Nodes())
	}
}
