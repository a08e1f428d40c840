package writer_test

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"hotlens/vm/classfile"
	"hotlens/vm/classfile/writer"
)

// ignored are the fields of parsed classes that hold indices into the pool,
// which are others in another pool.
var ignored = cmp.Options{
	cmpopts.IgnoreFields(classfile.Handler{}, "CatchIndex"),
	cmpopts.EquateEmpty(),
}

// TestRoundTrip writes the members of a class file that javac made, and reads
// them back.
func TestRoundTrip(t *testing.T) {
	data, err := os.ReadFile("../testdata/Sample.class")
	if err != nil {
		t.Fatal(err)
	}
	want, err := classfile.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	w := writer.New(want.Major, want.Flags, want.Name, want.Super, want.Interfaces)
	for i := range want.Fields {
		want.Fields[i].ConstantValue = 0 // an index into the other pool
		w.Field(want.Fields[i])
	}
	for _, m := range want.Methods {
		w.Method(m)
	}
	w.SourceFile(want.SourceFile)
	w.Annotations(want.Annotations)
	data, err = w.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	got, err := classfile.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	for _, pair := range [][2]any{
		{want.Fields, got.Fields}, {want.Methods, got.Methods}, {want.Interfaces, got.Interfaces},
		{[]any{want.Name, want.Super, want.Flags, want.SourceFile, want.Annotations},
			[]any{got.Name, got.Super, got.Flags, got.SourceFile, got.Annotations}},
	} {
		if diff := cmp.Diff(pair[0], pair[1], ignored); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

func TestConstants(t *testing.T) {
	w := writer.New(61, classfile.AccSuper, "A", "java/lang/Object", []string{"I"})
	long, double := w.Long(math.MinInt64), w.Double(math.Pi)
	integer, float := w.Integer(-2), w.Float(float32(math.Inf(-1)))
	text, method := w.String("text"), w.MethodType("(I)V")
	reference := w.Methodref("B", "m", "()V")
	handle := w.MethodHandle(classfile.RefInvokeStatic, reference)
	call := w.InvokeDynamic(w.BootstrapMethod(handle, text, long), "run", "()LR;")
	constant := w.Dynamic(w.BootstrapMethod(handle), "c", "I")
	if again := w.Methodref("B", "m", "()V"); again != reference {
		t.Errorf("an equal constant got index %d after %d", again, reference)
	}
	w.Field(classfile.Member{Flags: classfile.AccStatic, Name: "f", Descriptor: "J", ConstantValue: long})
	data, err := w.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	if second, err := w.Bytes(); err != nil || !bytes.Equal(second, data) {
		t.Errorf("a second Bytes gives other bytes (%v)", err)
	}
	c, err := classfile.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		index uint16
		want  string
	}{
		{long, fmt.Sprintf("5 %#x", uint64(1)<<63)}, {double, fmt.Sprintf("6 %#x", math.Float64bits(math.Pi))},
		{integer, "3 0xfffffffe"}, {float, "4 0xff800000"}, {text, "8 0x0"}, {method, "16 0x0"}, {reference, "10 0x0"},
		{handle, "15 0x0"}, {call, "18 0x0"}, {constant, "17 0x0"},
	} {
		k := c.Pool.At(test.index)
		if got := fmt.Sprintf("%d %#x", k.Tag, k.Bits); got != test.want {
			t.Errorf("constant %d: %s, want %s", test.index, got, test.want)
		}
	}
	want := []classfile.BootstrapMethod{{Method: handle, Arguments: []uint16{text, long}}, {Method: handle}}
	if diff := cmp.Diff(want, c.BootstrapMethods); diff != "" {
		t.Errorf("bootstrap methods (-want +got):\n%s", diff)
	}
	if c.Fields[0].ConstantValue != long {
		t.Errorf("constant value %d, want %d", c.Fields[0].ConstantValue, long)
	}
}

func TestLimits(t *testing.T) {
	for _, test := range []struct {
		want  string
		build func(w *writer.Writer)
	}{
		{"longer than 65535", func(w *writer.Writer) { w.Utf8(strings.Repeat("x", 65536)) }},
		{"more than 65535 entries", func(w *writer.Writer) {
			for i := range 65536 {
				w.Integer(int32(i))
			}
		}},
		{"lines are more than 65535", func(w *writer.Writer) {
			w.Method(classfile.Member{Name: "m", Descriptor: "()V", Code: &classfile.Code{Lines: make([]classfile.Line, 65536)}})
		}},
		{"parameters are more than 255", func(w *writer.Writer) {
			w.Method(classfile.Member{Name: "m", Descriptor: "()V", Rare: &classfile.MemberAttributes{HasMethodParameters: true,
				MethodParameters: make([]classfile.MethodParameter, 256)}})
		}},
		{"no name", func(w *writer.Writer) { w.Field(classfile.Member{Descriptor: "I"}) }},
	} {
		w := writer.New(61, 0, "A", "java/lang/Object", nil)
		test.build(w)
		if data, err := w.Bytes(); err == nil || data != nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("error %v, want one with %q", err, test.want)
		}
	}
}
