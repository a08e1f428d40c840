package classes

import (
	"testing"

	"hotlens/vm/classfile"
	"hotlens/vm/memory"
	"hotlens/vm/memory/memorytest"
)

// hierarchy defines classes for a test.
type hierarchy struct {
	*testing.T
	*Registry
	object *Class
}

func newHierarchy(t *testing.T) *hierarchy {
	t.Helper()
	m := memorytest.New(t, memorytest.HeapBytes)
	r, err := NewRegistry(m, nil)
	if err != nil {
		t.Fatal(err)
	}
	h := &hierarchy{T: t, Registry: r}
	h.object = h.define("java/lang/Object", 0, nil, nil)
	return h
}

// define links a class with methods that have no parameters and no result: name and flags.
func (h *hierarchy) define(name string, flags uint16, super *Class, interfaces []*Class, methods ...classfile.Member) *Class {
	h.Helper()
	for i := range methods {
		methods[i].Descriptor = "()V"
	}
	c := New(&classfile.Class{Name: name, Flags: flags, Methods: methods}, name, h.Boot(), super, interfaces)
	if err := h.Define(c, nil); err != nil {
		h.Fatal(err)
	}
	return c
}

func public(name string) classfile.Member {
	return classfile.Member{Name: name, Flags: classfile.AccPublic}
}

// slot is the index of a method in the virtual table of a class.
func (h *hierarchy) slot(c *Class, name string) int {
	h.Helper()
	for i, m := range c.VTable {
		if m.Name == name {
			return i
		}
	}
	h.Fatalf("%s has no method %s", c.Name, name)
	return 0
}

// expect holds what all objects of a class select against class's method, "" for none.
func (h *hierarchy) expect(c *Class, slot int, class string) {
	h.Helper()
	got := ""
	if m := c.Selects(slot); m != nil {
		got = m.Class.Name
	}
	if got != class {
		h.Errorf("objects of %s select the method of %q, want %q", c.Name, got, class)
	}
}

// word is the address of the word of what all objects of a class select, and holds its value.
func (h *hierarchy) word(c *Class, slot int) func(when string, want uint32) {
	h.Helper()
	address, err := h.SelectsWord(c, slot)
	if err != nil {
		h.Fatal(err)
	}
	return h.value(address)
}

func (h *hierarchy) value(address memory.Address) func(when string, want uint32) {
	return func(when string, want uint32) {
		h.Helper()
		if got := h.Memory.U32(address); got != want {
			h.Errorf("%s: the word is %d, want %d", when, got, want)
		}
	}
}

// TestSelects follows the word of a method while subclasses are linked.
func TestSelects(t *testing.T) {
	h := newHierarchy(t)
	base := h.define("p/Base", 0, h.object, nil, public("m"), public("n"))
	m, n := h.slot(base, "m"), h.slot(base, "n")
	h.expect(base, m, "p/Base")
	h.expect(base, n, "p/Base")
	first, second := h.word(base, m), h.word(base, n)
	middle := h.define("p/Middle", 0, base, nil)
	first("a subclass that inherits", 0)
	h.expect(middle, m, "p/Base")
	third := h.word(middle, m)
	idle := h.define("p/Idle", classfile.AccAbstract, base, nil, public("m"))
	first("an abstract class overrides", 0)
	h.expect(idle, m, "")
	h.define("p/Private", 0, base, nil, classfile.Member{Name: "m", Flags: classfile.AccPrivate})
	first("a private method of the same name", 0)
	h.define("p/Child", 0, idle, nil)
	first("objects of a class that inherits from the abstract one", 1)
	second("which does not override the other method", 0)
	third("which does not extend the other class", 0)
	h.expect(base, m, "")
	h.expect(idle, m, "p/Idle")
	h.define("p/Last", 0, middle, nil, public("m"), public("n"))
	second("a class further down overrides", 1)
	third("a class further down overrides", 1)
	h.expect(base, n, "")
	h.expect(middle, n, "")
}

// TestSelectsImplementation asks about an abstract method, which is selected once a class
// that has objects implements it.
func TestSelectsImplementation(t *testing.T) {
	h := newHierarchy(t)
	base := h.define("p/Base", classfile.AccAbstract, h.object, nil, classfile.Member{Name: "m", Flags: classfile.AccPublic | classfile.AccAbstract})
	m := h.slot(base, "m")
	h.expect(base, m, "")
	h.define("p/One", 0, base, nil, public("m"))
	h.expect(base, m, "p/One")
	word := h.word(base, m)
	h.define("p/Two", 0, base, nil, public("m"))
	word("a second class implements it", 1)
	h.expect(base, m, "")
}

// TestSelectsPackagePrivate holds that a method of another package does not override one
// without an access flag (JVMS 5.4.5).
func TestSelectsPackagePrivate(t *testing.T) {
	h := newHierarchy(t)
	base := h.define("p/Base", 0, h.object, nil, classfile.Member{Name: "m"})
	m := h.slot(base, "m")
	h.expect(base, m, "p/Base")
	word := h.word(base, m)
	other := h.define("q/Other", 0, base, nil, public("m"))
	word("a class of another package", 0)
	h.expect(other, m, "p/Base")
	h.expect(other, h.slot(other, "m")+1, "q/Other")
	h.define("p/Same", 0, other, nil, public("m"))
	word("a class of the same package", 1)
}

// TestSelectsDefault holds that an interface changes what a class selects that declares
// nothing, and so do two that contradict each other.
func TestSelectsDefault(t *testing.T) {
	h := newHierarchy(t)
	face := func(name string, interfaces ...*Class) *Class {
		return h.define(name, classfile.AccInterface|classfile.AccAbstract, h.object, interfaces, public("m"))
	}
	greeter := face("p/Greeter")
	base := h.define("p/Base", 0, h.object, []*Class{greeter})
	m := h.slot(base, "m")
	h.expect(base, m, "p/Greeter")
	word := h.word(base, m)
	quiet := h.define("p/Quiet", 0, base, []*Class{greeter})
	word("the same interface again", 0)
	h.expect(quiet, m, "p/Greeter")
	inherited := h.word(quiet, m)
	h.define("p/Neighbour", 0, base, []*Class{face("p/Loud", greeter)})
	word("a more special interface", 1)
	h.define("p/Torn", 0, quiet, []*Class{face("p/Rival")})
	inherited("an interface that contradicts", 1)
}

// TestLeaf follows the word of a class without subclasses.
func TestLeaf(t *testing.T) {
	h := newHierarchy(t)
	base := h.define("p/Base", 0, h.object, nil)
	if !base.Leaf() {
		t.Error("a class without subclasses is no leaf")
	}
	address, err := h.LeafWord(base)
	if err != nil {
		t.Fatal(err)
	}
	word := h.value(address)
	h.define("p/Other", 0, h.object, nil)
	word("another class", 0)
	h.define("p/Child", classfile.AccAbstract, base, nil)
	word("a subclass", 1)
	if base.Leaf() {
		t.Error("a class with a subclass is a leaf")
	}
	if h.define("p/Abstract", classfile.AccAbstract, h.object, nil).Leaf() {
		t.Error("an abstract class has objects")
	}
}
