//go:build unix

package linking_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/invoke/invoketest"
	"hotlens/vm/linking"
)

// TestReadAhead has classes read ahead: the methods that are handed to be decoded are those that the classes then have, also of a class that
// comes again; and what does not exist is passed over.
func TestReadAhead(t *testing.T) {
	th := invoketest.New(t)
	var methods []*classes.Method
	read := th.Linker.ReadAhead([]linking.Wanted{
		{Class: "java/util/Random", Methods: []int{0, 2, -1, 1 << 20}}, {Class: "no/such/Class", Methods: []int{0}}, {}, {Class: "java/util/Scanner"}, {Class: "java/util/Random", Methods: []int{1}},
	}, func(file *classfile.Class, m *classes.Method) {
		if m.Member != &file.Methods[m.Slot] {
			t.Errorf("%s%s is not a method of %s", m.Name, m.Desc, file.Name)
		}
		methods = append(methods, m)
	}, func() bool { return false })
	read()
	random := th.FindBootClass("java/util/Random")
	if random == nil || th.FindBootClass("no/such/Class") != nil {
		t.Fatalf("java.util.Random is %v, and no.such.Class there: %s", random, th.Thrown())
	}
	samePointer := cmp.Comparer(func(a, b *classes.Method) bool { return a == b })
	if diff := cmp.Diff([]*classes.Method{random.Methods[0], random.Methods[2], random.Methods[1]}, methods, samePointer); diff != "" {
		t.Errorf("methods that were decoded ahead (-want +got):\n%s", diff)
	}
}

// TestReadAheadStops ends reading ahead before it begins: classes are read when they are asked for.
func TestReadAheadStops(t *testing.T) {
	th := invoketest.New(t)
	th.Linker.ReadAhead([]linking.Wanted{{Class: "java/util/Random", Methods: []int{0}}}, func(_ *classfile.Class, m *classes.Method) {
		t.Errorf("%s is decoded", m.Name)
	}, func() bool { return true })()
	if th.FindBootClass("java/util/Random") == nil {
		t.Error(th.Thrown())
	}
}
