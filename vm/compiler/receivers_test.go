package compiler

import (
	"testing"
	"unsafe"

	"hotlens/vm/classes"
	"hotlens/vm/decoded"
	"hotlens/vm/memory"
)

// TestSelectedMethodsAreOfTheClassThatIsNamed asks what a call selects for an object of
// another class, as behind a cast that always fails: what lies at the same place of that
// class's virtual table has other parameters.
func TestSelectedMethodsAreOfTheClassThatIsNamed(t *testing.T) {
	class := func(super *classes.Class) *classes.Class {
		c := &classes.Class{Super: super}
		c.VTable = []*classes.Method{{Class: c}}
		return c
	}
	named := class(nil)
	sub, other := class(named), class(nil)
	site := &classes.CallSite{Callee: named.VTable[0]}
	in := &decoded.Instruction{Op: decoded.InvokeVirtualQ, C: memory.TIBVTable, P: unsafe.Pointer(site)}
	b := &builder{}
	for _, of := range []*classes.Class{named, sub} {
		if got := b.selected(in, of); got != of.VTable[0] {
			t.Errorf("it is %v, not the class's own method", got)
		}
	}
	if got := b.selected(in, other); got != nil {
		t.Errorf("a class that has nothing to do with it has %v", got)
	}
}
