package classes

import (
	"testing"

	"hotlens/vm/classfile"
	"hotlens/vm/memory"
)

// alone defines a class with a method run that is unloaded by itself, and whose holder is the
// object given.
func (h *hierarchy) alone(name string, super *Class, holder memory.Ref) *Class {
	h.Helper()
	file := &classfile.Class{Name: name, Flags: classfile.AccPublic, Methods: []classfile.Member{{Name: "run", Descriptor: "()V", Flags: classfile.AccPublic}}}
	c := New(file, name, h.Boot(), super, nil)
	h.HiddenAlone(c)
	if err := h.Define(c, nil); err != nil {
		h.Fatal(err)
	}
	h.Hold(c.Lifetime, holder)
	return c
}

// unload unloads all but those whose holders are alive.
func (h *hierarchy) unload(alive ...memory.Ref) []*Class {
	unloaded, _ := h.Unload(func(r memory.Ref) bool {
		for _, a := range alive {
			if a == r {
				return true
			}
		}
		return false
	})
	return unloaded
}

func TestUnload(t *testing.T) {
	h := newHierarchy(t)
	base := h.define("Base", classfile.AccPublic, h.object, nil, classfile.Member{Name: "run", Flags: classfile.AccPublic})
	first, second := h.alone("First", base, 8), h.alone("Second", base, 16)
	run := base.Methods[0]
	if base.Selects(run.VIndex) != nil {
		t.Fatal("three classes select one method")
	}
	if unloaded := h.unload(16); len(unloaded) != 1 || unloaded[0] != first {
		t.Fatalf("%v are unloaded, want %v", unloaded, first)
	}
	if h.Classes[first.ID] != nil || h.Methods[first.Methods[0].ID] != nil {
		t.Error("the registry has what has been unloaded")
	}
	if len(base.Subclasses) != 1 || len(run.Selector.Methods) != 2 || len(run.slots) != 1 {
		t.Errorf("the superclass has %d subclasses, its method is one of %d, in %d tables; want 1, 2 and 1", len(base.Subclasses), len(run.Selector.Methods), len(run.slots))
	}
	third := h.alone("Third", base, 24)
	if third.ID != first.ID || third.TIB != first.TIB || third.Methods[0].ID != first.Methods[0].ID {
		t.Error("numbers and addresses are not used again")
	}
	if third.Made <= second.Made {
		t.Error("a new class was made before an old one")
	}
}

// TestKnownAddresses holds that what compiled code knows is not used again as long as the
// code may be executed.
func TestKnownAddresses(t *testing.T) {
	h := newHierarchy(t)
	knows := h.alone("Knows", h.object, 8)
	known := h.alone("Known", h.object, 16)
	knows.Lifetime.Know(known.Lifetime)
	knows.Lifetime.Know(known.Lifetime)
	if h.unload(8); !known.Lifetime.Ended() {
		t.Fatal("what is known to compiled code is not unloaded")
	}
	next := h.alone("Next", h.object, 24)
	if next.ID == known.ID || next.TIB == known.TIB {
		t.Error("compiled code takes a new class for the old one")
	}
	h.unload(24)
	first, second := h.alone("First", h.object, 32), h.alone("Second", h.object, 40)
	if first.ID != known.ID && second.ID != known.ID {
		t.Error("the number is not used again although the code has gone")
	}
}

// TestAssumptionsEnd holds that what compiled code assumes of a class because of one that
// is unloaded does not hold any more.
func TestAssumptionsEnd(t *testing.T) {
	h := newHierarchy(t)
	base := h.define("Base", classfile.AccPublic|classfile.AccAbstract, h.object, nil, classfile.Member{Name: "run", Flags: classfile.AccPublic | classfile.AccAbstract})
	only := h.alone("Only", base, 8)
	index := base.Methods[0].VIndex
	if base.Selects(index) != only.Methods[0] {
		t.Fatal("the only class with objects does not say what is selected")
	}
	word, err := h.SelectsWord(base, index)
	if err != nil {
		t.Fatal(err)
	}
	h.unload()
	if h.Memory.U32(word) == 0 {
		t.Error("compiled code goes on to call a method that has been unloaded")
	}
	if base.Selects(index) != nil {
		t.Error("a method that has been unloaded is selected")
	}
}

// TestCallerIndicesReused holds that a call site which gets the caller index of an unloaded
// one has announced nothing, below and above DirectCallers.
func TestCallerIndicesReused(t *testing.T) {
	h := newHierarchy(t)
	callee := h.define("Callee", classfile.AccPublic, h.object, nil, classfile.Member{Name: "run", Flags: classfile.AccPublic}).Methods[0]
	const sites = DirectCallers + 3*ChunkCallers
	use := func(holder memory.Ref) map[uint32]bool {
		caller := h.alone("Caller", h.object, holder).Methods[0]
		indices := map[uint32]bool{}
		for range sites {
			site := &CallSite{Caller: caller, Callee: callee}
			h.NewCaller(site, callee.Selector)
			if site.Announced(h.Memory, callee) {
				t.Fatalf("index %d: the edge is announced before the first call", site.CallerIndex)
			}
			if err := h.PatchCTB(callee, site.CallerIndex); err != nil {
				t.Fatal(err)
			}
			if !site.Announced(h.Memory, callee) {
				t.Fatalf("index %d: the edge is not announced", site.CallerIndex)
			}
			indices[site.CallerIndex] = true
		}
		return indices
	}
	before := use(8)
	h.unload()
	for index := range use(16) {
		if !before[index] {
			t.Errorf("index %d is new", index)
		}
	}
}
