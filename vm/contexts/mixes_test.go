package contexts

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hotlens/profiles/instructions"
	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/opcodes"
)

// TestMixes gives many methods contexts: after some the first ones' mixes are recorded, and all when the tree is settled, time and again. What is loaded when a method gets its first context decides what is an interface.
func TestMixes(t *testing.T) {
	tree, m := newTree(t)
	loader := &classes.Loader{Classes: map[string]*classes.Class{}}
	tree.boot = loader
	file := &classfile.Class{Name: "Demo", Pool: classfile.NewPool(classfile.Constant{}, classfile.Constant{Tag: classfile.TagUtf8, Utf8: "Shape"}, classfile.Constant{Tag: classfile.TagClass, A: 1})}
	class := &classes.Class{Name: "Demo", File: file, Loader: loader}
	run := func(name string) {
		t.Helper()
		code := []byte{opcodes.Aload0, opcodes.Instanceof, 0, 2, opcodes.Pop, opcodes.Return}
		method := &classes.Method{Class: class, Name: name, Desc: "()V", Member: &classfile.Member{Name: name, Descriptor: "()V", Code: &classfile.Code{Bytes: code, MaxLocals: 1, MaxStack: 1}}}
		if _, err := tree.Root(method, 0, sharedmemory.Root); err != nil {
			t.Fatal(err)
		}
	}
	// recorded are how many methods have mixes, and how many of these test for interfaces.
	recorded := func() (counts [2]int) {
		t.Helper()
		snapshot, err := sharedmemory.Read(m.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		for i := range snapshot.Methods {
			if mix := snapshot.Methods[i].Mix; mix != nil {
				counts[0]++
				if mix[instructions.InterfaceTest] > 0 {
					counts[1]++
				}
			}
		}
		return counts
	}
	const methods = (underWay+3)*batch - 1
	for i := range methods {
		if i == batch+2 { // the methods of the second batch are looked at when it is complete
			loader.Classes["Shape"] = &classes.Class{Name: "Shape", Flags: classfile.AccInterface}
		}
		run(fmt.Sprint("a", i))
	}
	if diff := cmp.Diff([2]int{2 * batch, batch - 2}, recorded()); diff != "" {
		t.Errorf("before the tree is settled (-want +got):\n%s", diff)
	}
	for range 2 {
		if err := tree.Settle(); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([2]int{methods, methods - batch - 2}, recorded()); diff != "" {
			t.Errorf("afterwards (-want +got):\n%s", diff)
		}
	}
	run("last")
	if err := tree.Settle(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([2]int{methods + 1, methods - batch - 1}, recorded()); diff != "" {
		t.Errorf("settled once more (-want +got):\n%s", diff)
	}
}
