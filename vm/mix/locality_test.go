package mix

import (
	"fmt"
	"strings"
	"testing"

	"hotlens/profiles/instructions"
	"hotlens/vm/classfile"
)

// localityOf describes the accesses to memory that are not foreseen of the static method find(Demo, int)Demo of class Demo, by how many in a thousand
// instructions they are. Constant 6 is its field next, a Demo, 9 its field key, an int, 12 its field all, an array of Demo, 13 the method itself,
// 16 the method at(int)Demo.
func localityOf(code []byte) string {
	class := &classfile.Class{Name: "Demo", Pool: classfile.NewPool([]classfile.Constant{
		{}, {Tag: classfile.TagUtf8, Utf8: "Demo"}, {Tag: classfile.TagUtf8, Utf8: "next"}, {Tag: classfile.TagClass, A: 1},
		{Tag: classfile.TagUtf8, Utf8: "LDemo;"}, {Tag: classfile.TagNameAndType, A: 2, B: 4}, {Tag: classfile.TagFieldref, A: 3, B: 5},
		{Tag: classfile.TagUtf8, Utf8: "I"}, {Tag: classfile.TagNameAndType, A: 1, B: 7}, {Tag: classfile.TagFieldref, A: 3, B: 8},
		{Tag: classfile.TagUtf8, Utf8: "[LDemo;"}, {Tag: classfile.TagNameAndType, A: 2, B: 10}, {Tag: classfile.TagFieldref, A: 3, B: 11},
		{Tag: classfile.TagMethodref, A: 3, B: 15}, {Tag: classfile.TagUtf8, Utf8: "(LDemo;I)LDemo;"}, {Tag: classfile.TagNameAndType, A: 19, B: 14},
		{Tag: classfile.TagMethodref, A: 3, B: 17}, {Tag: classfile.TagNameAndType, A: 1, B: 18}, {Tag: classfile.TagUtf8, Utf8: "(I)LDemo;"},
		{Tag: classfile.TagUtf8, Utf8: "find"},
	}...)}
	member := &classfile.Member{Flags: classfile.AccStatic, Name: "find", Descriptor: "(LDemo;I)LDemo;", Code: &classfile.Code{Bytes: code, MaxLocals: 8}}
	_, _, l := estimator.Of(class, member, func(string) bool { return false })
	var words []string
	for _, part := range []struct {
		name string
		of   uint16
	}{{"objects", l.Objects}, {"rows", l.Rows}, {"elements", l.Elements}} {
		if part.of > 0 {
			words = append(words, fmt.Sprintf("%s %d", part.name, (1000*int(part.of)+instructions.Whole/2)/instructions.Whole))
		}
	}
	switch l.Class {
	case 0:
	case instructions.ClassNumber("Demo"):
		words = append(words, "of Demo")
	default:
		words = append(words, "of another class")
	}
	if l.Read != 0 || l.Made != 0 {
		words = append(words, fmt.Sprintf("read %02x made %02x", l.Read, l.Made))
	}
	return strings.Join(words, ", ")
}

// TestLocality tells the accesses that the caches do not foresee from those that they do.
func TestLocality(t *testing.T) {
	const (
		aload0, aload2, astore0, astore2, iload1, istore1, iload3, istore3 = 42, 44, 75, 77, 27, 60, 29, 62
		iaload, aaload, pop, dup, sipush, irem, iand, ixor                 = 46, 50, 87, 89, 17, 112, 126, 130
		areturn, getfield, invokestatic, newarray, arraylength, iinc       = 176, 180, 184, 188, 190, 132
		gotoAlways                                                         = 167
	)
	for _, test := range []struct {
		name string
		code []byte
		want string
	}{
		{"a field of an argument", assemble(aload0, getfield, 0, 9, pop, aload0, areturn), ""},
		{"an object that another one names", assemble(aload0, getfield, 0, 6, getfield, 0, 9, pop, aload0, areturn), "objects 167, of Demo"},
		// n = n.next; n.key; n.key
		{"looking at it again", assemble(aload0, getfield, 0, 6, astore0, aload0, getfield, 0, 9, pop, aload0, getfield, 0, 9, pop, aload0, areturn), "objects 91, of Demo"},
		// for (;;) { n.key; n = n.next }
		{"the nodes of a list", assemble(aload0, getfield, 0, 9, pop, aload0, getfield, 0, 6, astore0, branch{gotoAlways, 0}), "objects 143, of Demo"},
		// find(n.next, i).next: the method looks at what it is given
		{"a tree by recursion", assemble(aload0, getfield, 0, 9, pop, aload0, getfield, 0, 6, iload1, invokestatic, 0, 13, areturn), "objects 125, of Demo"},
		// for (;;) n.all[i++]
		{"elements in order", assemble(aload0, getfield, 0, 12, iload1, aaload, getfield, 0, 9, pop, iinc, 1, 1, branch{gotoAlways, 0}), ""},
		// n.all[i ^ j].key
		{"elements in no order", assemble(aload0, getfield, 0, 12, iload1, iload3, ixor, aaload, getfield, 0, 9, pop, aload0, areturn), "objects 100, elements 100, of Demo, read 10 made 00"},
		// n.all[i & 7].key
		{"the last bits of a number", assemble(aload0, getfield, 0, 12, iload1, 16, 7, iand, aaload, getfield, 0, 9, pop, aload0, areturn), ""},
		// n.next.all[0], of which the length is looked at first
		{"an array of one of many", assemble(aload0, getfield, 0, 6, getfield, 0, 12, dup, arraylength, pop, 3, aaload, areturn), "objects 111, rows 111, of Demo, read 10 made 00"},
		// new int[i][i % i]
		{"a large array", assemble(iload1, newarray, 10, iload1, iload1, irem, iaload, pop, aload0, areturn), "elements 111, read 01 made 01"},
		{"a small array", assemble(sipush, 1, 0, newarray, 10, iload1, iload1, irem, iaload, pop, aload0, areturn), "read 00 made 01"},
		// new int[i][i % i], new int[2]
		{"tuples beside a large array", assemble(iload1, newarray, 10, iload1, iload1, irem, iaload, pop, 5, newarray, 10, pop, aload0, areturn), "elements 83, read 01 made 00"},
		// at(i % i).key
		{"what a call finds by a number", assemble(iload1, iload1, irem, invokestatic, 0, 16, getfield, 0, 9, pop, aload0, areturn), "objects 125, of Demo"},
		{"what it finds by a counter", assemble(iinc, 1, 1, iload1, invokestatic, 0, 16, getfield, 0, 9, pop, aload0, areturn), ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := localityOf(test.code); got != test.want {
				t.Errorf("%q instead of %q", got, test.want)
			}
		})
	}
}
