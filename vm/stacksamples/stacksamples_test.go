package stacksamples

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/contexts"
	"hotlens/vm/memory/memorytest"
)

// TestEndedThreadsLeaveTheirContexts has threads begin and end. In one measurement each has contexts of its own; those of threads that have ended in
// an earlier one are used again, under the new thread's name.
func TestEndedThreadsLeaveTheirContexts(t *testing.T) {
	m := memorytest.New(t, memorytest.HeapBytes)
	tree, err := contexts.New(m, nil, func(*classes.Class) uint32 { return 0 })
	if err != nil {
		t.Fatal(err)
	}
	m.SetU32(sharedmemory.ControlMagic, sharedmemory.Magic)
	method := func(name string) *classes.Method {
		return &classes.Method{Class: &classes.Class{Name: "A"}, Name: name, Desc: "()V", Member: &classfile.Member{Code: &classfile.Code{}}}
	}
	run, work := method("run"), method("work")
	counter := Counter{Tree: tree, Memory: m}
	thread := func(name string, samples uint64) {
		var s Stack
		counter.Count(&s, []Frame{{work, 4}, {run, 1}}, samples, func() string { return name })
		counter.Ended(&s)
	}
	type seen struct {
		Name    string
		Samples uint64
	}
	var before *sharedmemory.Snapshot
	measured := func() (all []seen, nodes int) {
		snapshot, err := sharedmemory.Read(m.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		nodes = snapshot.Nodes.Len()
		if before != nil {
			snapshot.Since(before)
		}
		for _, n := range snapshot.Nodes.All() {
			if n.Samples == 0 {
				continue
			}
			for _, of := range snapshot.Threads {
				if of.Root == n.Parent {
					all = append(all, seen{of.Name, n.Samples})
				}
			}
		}
		if before, err = sharedmemory.Read(m.Bytes()); err != nil {
			t.Fatal(err)
		}
		return all, nodes
	}
	thread("first", 1)
	thread("second", 2)
	all, nodes := measured()
	if diff := cmp.Diff([]seen{{"first", 1}, {"second", 2}}, all); diff != "" || nodes != 4 {
		t.Errorf("%d contexts, threads (-want +got):\n%s", nodes, diff)
	}
	counter.Begin()
	thread("third", 3)
	thread("fourth", 4)
	thread("fifth", 5)
	all, nodes = measured()
	if diff := cmp.Diff([]seen{{"fourth", 4}, {"third", 3}, {"fifth", 5}}, all); diff != "" || nodes != 6 {
		t.Errorf("afterwards, %d contexts, threads (-want +got):\n%s", nodes, diff)
	}
}
