package classfile_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hotlens/vm/classfile"
	"hotlens/vm/classfile/writer"
)

// read returns a class file from testdata, where Sample.java is its source.
func read(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func parse(t testing.TB, data []byte) *classfile.Class {
	t.Helper()
	c, err := classfile.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func member(t testing.TB, members []classfile.Member, name string) *classfile.Member {
	t.Helper()
	for i := range members {
		if members[i].Name == name {
			return &members[i]
		}
	}
	t.Fatalf("no member %q", name)
	return nil
}

func equal(t testing.TB, what string, got, want any) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(classfile.Pool{})); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func TestParseClass(t *testing.T) {
	c := parse(t, read(t, "Sample.class"))
	equal(t, "major", c.Major, uint16(61))
	equal(t, "flags", c.Flags, uint16(classfile.AccPublic|classfile.AccAbstract|classfile.AccSuper))
	equal(t, "name", c.Name, "Sample")
	equal(t, "super", c.Super, "java/lang/Object")
	equal(t, "interfaces", c.Interfaces, []string{"java/lang/Runnable"})
	equal(t, "source", c.SourceFile, "Sample.java")
	equal(t, "signature", c.Signature, "<T:Ljava/lang/Number;>Ljava/lang/Object;Ljava/lang/Runnable;")
	equal(t, "permitted", c.PermittedSubclasses, []string{"Sample$Leaf"})
	equal(t, "nest", c.NestMembers, []string{"Sample$Point", "Sample$Leaf", "Sample$Mark", "Sample$1"})
	equal(t, "bootstrap methods", len(c.BootstrapMethods), 2)
	if !bytes.Contains(c.Annotations, []byte{0, 1}) {
		t.Errorf("annotations: %x, want one", c.Annotations)
	}
	var inner []string
	for _, i := range c.InnerClasses {
		inner = append(inner, i.Inner+" in "+i.Outer+" as "+i.Name)
	}
	equal(t, "inner classes", inner, []string{
		"Sample$1 in  as ", "Sample$Point in Sample as Point", "Sample$Leaf in Sample as Leaf",
		"Sample$Mark in Sample as Mark", "java/lang/invoke/MethodHandles$Lookup in java/lang/invoke/MethodHandles as Lookup"})
}

func TestParseFields(t *testing.T) {
	c := parse(t, read(t, "Sample.class"))
	constant := func(name string) classfile.Constant {
		return c.Pool.At(member(t, c.Fields, name).ConstantValue)
	}
	equal(t, "INT", int32(constant("INT").Bits), int32(-5))
	equal(t, "LONG", int64(constant("LONG").Bits), int64(1)<<40)
	equal(t, "FLOAT", math.Float32frombits(uint32(constant("FLOAT").Bits)), float32(1.5))
	equal(t, "DOUBLE", math.Float64frombits(constant("DOUBLE").Bits), math.Pi)
	equal(t, "FLAG", constant("FLAG").Bits, uint64(1))
	text, err := c.Utf8(constant("TEXT").A)
	if err != nil {
		t.Fatal(err)
	}
	want := []uint16{'n', 'u', 'l', ' ', 0, ',', ' ', 'e', ' ', 0xE9, ',', ' ', 'e', 'u', 'r', 'o', ' ', 0x20AC,
		',', ' ', 'c', 'l', 'e', 'f', ' ', 0xD834, 0xDD1E}
	equal(t, "TEXT", classfile.DecodeUtf8(text), want)
	value := member(t, c.Fields, "value")
	equal(t, "value", *value, classfile.Member{Flags: classfile.AccProtected | classfile.AccVolatile,
		Name: "value", Descriptor: "Ljava/lang/Number;", Rare: &classfile.MemberAttributes{Signature: "TT;"}})
}

func TestParseMethods(t *testing.T) {
	c := parse(t, read(t, "Sample.class"))
	m := member(t, c.Methods, "describe")
	equal(t, "descriptor", m.Descriptor, "(J[[D)Ljava/lang/String;")
	equal(t, "exceptions", m.Attributes().Exceptions, []string{"java/io/IOException", "java/lang/InterruptedException"})
	equal(t, "parameters", m.Attributes().MethodParameters, []classfile.MethodParameter{{Name: "a"}, {Name: "b"}})
	if m.Attributes().ParameterAnnotations == nil || m.Code.StackMap == nil {
		t.Errorf("attributes: %+v", m)
	}
	var types []string
	for _, h := range m.Code.Handlers {
		types = append(types, h.CatchType)
	}
	equal(t, "handlers", types, []string{"java/io/IOException", "", "", ""})
	equal(t, "first line", m.Code.Lines[0], classfile.Line{Start: 0, Line: 30})
	variables := map[string]string{}
	for _, v := range m.Code.Variables {
		variables[v.Name] = v.Descriptor
	}
	equal(t, "variables", variables, map[string]string{"this": "LSample;", "a": "J", "b": "[[D", "e": "Ljava/io/IOException;"})
	if native := member(t, c.Methods, "outside"); native.Code != nil || native.Flags&classfile.AccNative == 0 {
		t.Errorf("native method: %+v", native)
	}
	mark := parse(t, read(t, "Sample$Mark.class"))
	if d := member(t, mark.Methods, "value").Attributes().AnnotationDefault; len(d) != 3 || d[0] != 'I' {
		t.Errorf("annotation default: %x", d)
	}
}

func TestParseRecordAndNested(t *testing.T) {
	c := parse(t, read(t, "Sample$Point.class"))
	if !c.IsRecord || len(c.RecordComponents) != 2 {
		t.Fatalf("record: %v, components %+v", c.IsRecord, c.RecordComponents)
	}
	names := c.RecordComponents[1]
	equal(t, "component", []string{names.Name, names.Descriptor, names.Signature},
		[]string{"names", "Ljava/util/List;", "Ljava/util/List<Ljava/lang/String;>;"})
	if c.RecordComponents[0].Annotations == nil || names.TypeAnnotations == nil {
		t.Errorf("component annotations: %+v", c.RecordComponents)
	}
	equal(t, "host", c.NestHost, "Sample")

	anonymous := parse(t, read(t, "Sample$1.class"))
	equal(t, "enclosing", []string{anonymous.EnclosingClass, anonymous.EnclosingName, anonymous.EnclosingDescriptor},
		[]string{"Sample", "describe", "(J[[D)Ljava/lang/String;"})
}

func TestParseModuleInfo(t *testing.T) {
	c := parse(t, read(t, "module-info.class"))
	equal(t, "flags", c.Flags, uint16(classfile.AccModule))
	equal(t, "names", []string{c.Name, c.Super}, []string{"module-info", ""})
}

func TestPoolHelpers(t *testing.T) {
	c := parse(t, read(t, "Sample.class"))
	seen := map[string]bool{}
	for i := range c.Pool.All() {
		if class, name, desc, err := c.Ref(i); err == nil {
			seen[class+"."+name+desc] = true
		}
	}
	for _, want := range []string{"java/lang/Object.<init>()V", "Sample.valueLjava/lang/Number;"} {
		if !seen[want] {
			t.Errorf("no reference %s among %v", want, seen)
		}
	}
	var format *classfile.FormatError
	for _, index := range []uint16{0, uint16(c.Pool.Len()), math.MaxUint16} {
		_, err1 := c.ClassName(index)
		_, err2 := c.Utf8(index)
		_, _, err3 := c.NameAndType(index)
		_, _, _, err4 := c.Ref(index)
		for _, err := range []error{err1, err2, err3, err4} {
			if !errors.As(err, &format) {
				t.Errorf("index %d: error %v, want a FormatError", index, err)
			}
		}
		if k := c.Pool.At(index); k != (classfile.Constant{}) || c.Pool.Tag(index) != 0 || c.Pool.Utf8(index) != "" || c.Pool.Named(index) != "" {
			t.Errorf("index %d: there is a constant %v", index, k)
		}
	}
}

// TestNewPool writes the constants of class files again.
func TestNewPool(t *testing.T) {
	tags := map[classfile.Tag]bool{}
	for _, name := range []string{"Sample.class", "module-info.class"} {
		c := parse(t, read(t, name))
		entries := make([]classfile.Constant, c.Pool.Len())
		for i, k := range c.Pool.All() {
			entries[i] = k
			tags[k.Tag] = true
		}
		again := classfile.NewPool(entries...)
		equal(t, "indices", again.Len(), len(entries))
		for i, k := range entries {
			if got := again.At(uint16(i)); got != k || again.Tag(uint16(i)) != k.Tag {
				t.Errorf("%s: constant %d is %v, want %v", name, i, got, k)
			}
		}
	}
	if seen := len(tags); seen < 13 {
		t.Errorf("only constants of %d kinds", seen)
	}
}

func TestVersions(t *testing.T) {
	for _, test := range []struct {
		major, minor uint16
		want         string // part of the error, "" for none
	}{
		{45, 3, ""}, {45, 65535, ""}, {55, 12, ""}, {61, 0, ""},
		{44, 0, "invalid major version"},
		{62, 0, "(class file version 62.0), this version of the Java Runtime only recognizes class file versions up to 61.0"},
		{61, 65535, "--enable-preview"},
		{60, 65535, "only recognizes preview features for class file version 61.65535"},
		{56, 1, "invalid non-zero minor version"},
	} {
		data, err := writer.New(test.major, classfile.AccPublic, "p/A", "java/lang/Object", nil).Bytes()
		if err != nil {
			t.Fatal(err)
		}
		binary.BigEndian.PutUint16(data[4:], test.minor)
		_, err = classfile.ParseWith(data, classfile.Options{Name: "p/A", Newest: 61})
		if test.want == "" {
			if err != nil {
				t.Errorf("%d.%d: %v", test.major, test.minor, err)
			}
			continue
		}
		var version *classfile.UnsupportedVersionError
		if !errors.As(err, &version) || version.Major != test.major || version.Minor != test.minor ||
			!strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), "p/A") {
			t.Errorf("%d.%d: error %q, want one with %q", test.major, test.minor, err, test.want)
		}
	}
}

// TestPreview reads class files that depend on preview features.
func TestPreview(t *testing.T) {
	for _, test := range []struct {
		major, minor uint16
		options      classfile.Options
		want         bool
	}{
		{65, 65535, classfile.Options{Newest: 65, Preview: true}, true},
		{65, 0, classfile.Options{Newest: 65, Preview: true}, true},
		{61, 65535, classfile.Options{Newest: 65, Preview: true}, false},
		{65, 65535, classfile.Options{Newest: 65}, false},
		{65, 1, classfile.Options{Newest: 65, Preview: true}, false},
		{61, 65535, classfile.Options{}, true},
	} {
		data, err := writer.New(test.major, classfile.AccPublic, "p/A", "java/lang/Object", nil).Bytes()
		if err != nil {
			t.Fatal(err)
		}
		binary.BigEndian.PutUint16(data[4:], test.minor)
		if _, err = classfile.ParseWith(data, test.options); (err == nil) != test.want {
			t.Errorf("%d.%d with %+v: error %v, want none: %v", test.major, test.minor, test.options, err, test.want)
		}
	}
}

// TestFormatErrors builds class files with one fault each.
func TestFormatErrors(t *testing.T) {
	const public, static, abstract, native = classfile.AccPublic, classfile.AccStatic, classfile.AccAbstract, classfile.AccNative
	ret := func() *classfile.Code { return &classfile.Code{MaxLocals: 1, Bytes: []byte{0xB1}} }
	for _, test := range []struct {
		want  string
		build func(w *writer.Writer)
	}{
		{"Illegal class name \"a//b\" in class file <Unknown>", func(w *writer.Writer) { w.Class("a//b") }},
		{"Illegal class name \"\"", func(w *writer.Writer) { w.Class("") }},
		{"Illegal class name \"[La\"", func(w *writer.Writer) { w.Class("[La") }},
		{"Illegal UTF8 string in constant pool", func(w *writer.Writer) { w.Utf8("a\x00") }},
		{"Illegal UTF8 string in constant pool", func(w *writer.Writer) { w.Utf8("\xC1\x81") }},
		{"Illegal UTF8 string in constant pool", func(w *writer.Writer) { w.Utf8("\xF0\x9F\x98\x80") }},
		{"Illegal field name \"a.b\"", func(w *writer.Writer) { w.NameAndType("a.b", "I") }},
		{"Illegal method name \"<a>\"", func(w *writer.Writer) { w.NameAndType("<a>", "()V") }},
		{"has illegal signature \"()\"", func(w *writer.Writer) { w.NameAndType("a", "()") }},
		{"has illegal signature \"(V)V\"", func(w *writer.Writer) { w.MethodType("(V)V") }},
		{"Method \"<init>\" in class <Unknown> has illegal signature \"()I\"", func(w *writer.Writer) { w.Methodref("A", "<init>", "()I") }},
		{"Field \"f\" in class <Unknown> has illegal signature \"()V\"", func(w *writer.Writer) { w.Fieldref("A", "f", "()V") }},
		{"Method \"m\" in class <Unknown> has illegal signature \"I\"", func(w *writer.Writer) { w.Methodref("A", "m", "I") }},
		{"Bad method name at constant pool index", func(w *writer.Writer) { w.Methodref("A", "<clinit>", "()V") }},
		{"Bad method handle kind", func(w *writer.Writer) { w.MethodHandle(10, w.Fieldref("A", "f", "I")) }},
		{"Invalid constant pool index", func(w *writer.Writer) { w.MethodHandle(1, w.Methodref("A", "m", "()V")) }},
		{"Bad constructor name at constant pool index", func(w *writer.Writer) { w.MethodHandle(8, w.Methodref("A", "m", "()V")) }},
		{"Missing BootstrapMethods attribute in class file p/A", func(w *writer.Writer) { w.Dynamic(0, "a", "I") }},
		{"Short length on BootstrapMethods in class file p/A", func(w *writer.Writer) {
			w.InvokeDynamic(1, "a", "()I")
			w.BootstrapMethod(w.MethodHandle(6, w.Methodref("A", "m", "()V")))
		}},
		{"argument_index 1 has bad constant type", func(w *writer.Writer) {
			w.BootstrapMethod(w.MethodHandle(6, w.Methodref("A", "m", "()V")), 1)
		}},
		{"Duplicate field name \"f\" with signature \"I\" in class file p/A", func(w *writer.Writer) {
			for _, d := range []string{"I", "J", "I"} {
				w.Field(classfile.Member{Name: "f", Descriptor: d})
			}
		}},
		{"Duplicate method name \"m3\" with signature \"()V\"", func(w *writer.Writer) {
			for _, n := range strings.Fields("m0 m1 m2 m3 m4 m5 m6 m7 m8 m9 m10 m11 m12 m13 m3") {
				w.Method(classfile.Member{Flags: native, Name: n, Descriptor: "()V"})
			}
		}},
		{"Illegal field modifiers in class p/A: 0x3", func(w *writer.Writer) {
			w.Field(classfile.Member{Flags: public | classfile.AccPrivate, Name: "f", Descriptor: "I"})
		}},
		{"Inconsistent constant value type", func(w *writer.Writer) {
			w.Field(classfile.Member{Flags: static, Name: "f", Descriptor: "J", ConstantValue: w.Integer(1)})
		}},
		{"Unable to set initial value", func(w *writer.Writer) {
			w.Field(classfile.Member{Flags: static, Name: "f", Descriptor: "[I", ConstantValue: w.Integer(1)})
		}},
		{"Method m in class p/A has illegal modifiers: 0x410", func(w *writer.Writer) {
			w.Method(classfile.Member{Flags: abstract | classfile.AccFinal, Name: "m", Descriptor: "()V"})
		}},
		{"Absent Code attribute in method that is not native or abstract in class file p/A", func(w *writer.Writer) {
			w.Method(classfile.Member{Name: "m", Descriptor: "()V"})
		}},
		{"Code attribute in native or abstract methods", func(w *writer.Writer) {
			w.Method(classfile.Member{Flags: native, Name: "m", Descriptor: "()V", Code: ret()})
		}},
		{"Method <clinit> is not static", func(w *writer.Writer) {
			w.Method(classfile.Member{Name: "<clinit>", Descriptor: "()V", Code: ret()})
		}},
		{"Arguments can't fit into locals", func(w *writer.Writer) {
			w.Method(classfile.Member{Name: "m", Descriptor: "(JI)V", Code: &classfile.Code{MaxLocals: 3, Bytes: []byte{0xB1}}})
		}},
		{"Too many arguments in method signature", func(w *writer.Writer) {
			w.Method(classfile.Member{Flags: native, Name: "m", Descriptor: "(" + strings.Repeat("I", 255) + ")V"})
		}},
		{"Invalid method Code length 0", func(w *writer.Writer) {
			w.Method(classfile.Member{Name: "m", Descriptor: "()V", Code: &classfile.Code{MaxLocals: 1}})
		}},
		{"Invalid method Code length 65536", func(w *writer.Writer) {
			w.Method(classfile.Member{Name: "m", Descriptor: "()V", Code: &classfile.Code{MaxLocals: 1, Bytes: make([]byte, 65536)}})
		}},
		{"Illegal exception table range", func(w *writer.Writer) {
			code := ret()
			code.Handlers = []classfile.Handler{{Start: 0, End: 2}}
			w.Method(classfile.Member{Name: "m", Descriptor: "()V", Code: code})
		}},
		{"Illegal exception table handler", func(w *writer.Writer) {
			code := ret()
			code.Handlers = []classfile.Handler{{Start: 0, End: 1, Handler: 1}}
			w.Method(classfile.Member{Name: "m", Descriptor: "()V", Code: code})
		}},
		{"Invalid pc in LineNumberTable", func(w *writer.Writer) {
			code := ret()
			code.Lines = []classfile.Line{{Start: 1, Line: 1}}
			w.Method(classfile.Member{Name: "m", Descriptor: "()V", Code: code})
		}},
		{"Invalid length 2 in LocalVariableTable", func(w *writer.Writer) {
			code := ret()
			code.Variables = []classfile.Variable{{Length: 2, Name: "v", Descriptor: "I"}}
			w.Method(classfile.Member{Name: "m", Descriptor: "()V", Code: code})
		}},
		{"Invalid index 0 in LocalVariableTable", func(w *writer.Writer) {
			code := ret()
			code.Variables = []classfile.Variable{{Length: 1, Name: "v", Descriptor: "J"}}
			w.Method(classfile.Member{Name: "m", Descriptor: "()V", Code: code})
		}},
		{"Multiple SourceFile attributes", func(w *writer.Writer) {
			w.SourceFile("A.java")
			w.SourceFile("B.java")
		}},
		{"Wrong SourceFile attribute length", func(w *writer.Writer) {
			w.Attribute("SourceFile", []byte{0, byte(w.Utf8("A.java")), 0})
		}},
		{"Truncated class file", func(w *writer.Writer) { w.Attribute("NestMembers", []byte{0xFF, 0xFF}) }},
		{"Conflicting NestHost and NestMembers attributes", func(w *writer.Writer) {
			w.Attribute("NestHost", []byte{0, byte(w.Class("B"))})
			w.Attribute("NestMembers", []byte{0, 0})
		}},
	} {
		w := writer.New(61, public|classfile.AccSuper, "p/A", "java/lang/Object", nil)
		test.build(w)
		data, err := w.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		checkFormatError(t, data, test.want)
	}
}

// TestHeaderErrors is for faults in what writer.New gets.
func TestHeaderErrors(t *testing.T) {
	const object = "java/lang/Object"
	many := strings.Fields("B C D E F G H I J K L M N O B")
	for _, test := range []struct {
		want        string
		flags       uint16
		name, super string
		interfaces  []string
	}{
		{"Bad class name in class file <Unknown>", 0, "[I", object, nil},
		{"Bad superclass name in class file A", 0, "A", "[I", nil},
		{"Bad interface name in class file A", 0, "A", object, []string{"[I"}},
		{"Invalid superclass index 0 in class file A", 0, "A", "", nil},
		{"Interfaces must have java.lang.Object as superclass", classfile.AccInterface | classfile.AccAbstract, "A", "B", nil},
		{"Illegal class modifiers in class <Unknown>: 0x200", classfile.AccInterface, "A", object, nil},
		{"Illegal class modifiers in class <Unknown>: 0x410", classfile.AccFinal | classfile.AccAbstract, "A", object, nil},
		{"Duplicate interface name \"B\" in class file A", 0, "A", object, []string{"B", "C", "B"}},
		{"Duplicate interface name \"B\" in class file A", 0, "A", object, many},
	} {
		data, err := writer.New(61, test.flags, test.name, test.super, test.interfaces).Bytes()
		if err != nil {
			t.Fatal(err)
		}
		checkFormatError(t, data, test.want)
	}
}

func checkFormatError(t *testing.T, data []byte, want string) {
	t.Helper()
	_, err := classfile.Parse(data)
	var format *classfile.FormatError
	switch {
	case !errors.As(err, &format):
		t.Errorf("error %v, want a FormatError with %q", err, want)
	case !strings.Contains(format.Message, want):
		t.Errorf("message %q, want one with %q", format.Message, want)
	case format.Offset < 0 || format.Offset > len(data):
		t.Errorf("%q: offset %d is outside the input of %d bytes", want, format.Offset, len(data))
	}
}

func TestRawErrors(t *testing.T) {
	sample := read(t, "Sample.class")
	checkFormatError(t, nil, "Truncated class file")
	checkFormatError(t, []byte("\x00\x00\x04\xD2junk"), "Incompatible magic value 1234 in class file <Unknown>")
	checkFormatError(t, append(bytes.Clone(sample), 0), "Extra bytes at the end of class file Sample")
	unknownTag := bytes.Clone(sample)
	unknownTag[10] = 2
	checkFormatError(t, unknownTag, "Unknown constant tag 2 in class file <Unknown>")
	noPool := bytes.Clone(sample)
	noPool[8], noPool[9] = 0, 0
	checkFormatError(t, noPool, "Illegal constant pool size 0")

	moduleTag, err := writer.New(61, classfile.AccSuper, "A", "java/lang/Object", nil).Bytes()
	if err != nil {
		t.Fatal(err)
	}
	i := bytes.LastIndexByte(moduleTag[:len(moduleTag)-14], byte(classfile.TagClass))
	moduleTag[i] = byte(classfile.TagModule)
	checkFormatError(t, moduleTag, "Unknown constant tag 19")
}

// parseTrusted parses as the boot loader does.
func parseTrusted(data []byte) (*classfile.Class, error) {
	return classfile.ParseWith(data, classfile.Options{Trusted: true})
}

// TestTrusted checks that trust gives the same class but for local
// variables, lets odd names pass, and still finds what is not in its place.
func TestTrusted(t *testing.T) {
	data := read(t, "Sample.class")
	want := parse(t, data)
	for i := range want.Methods {
		if code := want.Methods[i].Code; code != nil {
			code.Variables = nil
		}
	}
	got, err := parseTrusted(data)
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "class", got, want)
	for n := range data {
		if _, err := parseTrusted(data[:n:n]); err == nil {
			t.Fatalf("cut to %d bytes: no error", n)
		}
	}
	odd, err := writer.New(61, classfile.AccSuper, "", "", []string{"a//b"}).Bytes()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parseTrusted(odd); err == nil || !strings.Contains(err.Error(), "Invalid superclass index 0") {
		t.Errorf("no superclass: %v", err)
	}
}

// TestPrefixes cuts a class file everywhere: each cut is an error, never a panic.
func TestPrefixes(t *testing.T) {
	for _, name := range []string{"Sample.class", "Sample$Point.class", "module-info.class"} {
		data := read(t, name)
		for n := range data {
			if _, err := classfile.Parse(data[:n:n]); err == nil {
				t.Fatalf("%s cut to %d bytes: no error", name, n)
			}
		}
	}
}

// TestOldVersion checks what depends on the class file's version.
func TestOldVersion(t *testing.T) {
	w := writer.New(48, classfile.AccPublic|classfile.AccInterface, "I", "java/lang/Object", nil)
	w.Method(classfile.Member{Name: "<clinit>", Descriptor: "()V", Code: &classfile.Code{Bytes: []byte{0xB1}, StackMap: []byte{1}}})
	w.Attribute("Signature", []byte{9, 9})
	w.Attribute("Record", []byte{9, 9})
	data, err := w.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	c := parse(t, data)
	equal(t, "flags", c.Flags, uint16(classfile.AccPublic|classfile.AccInterface|classfile.AccAbstract))
	equal(t, "initializer flags", c.Methods[0].Flags, uint16(classfile.AccStatic))
	if c.IsRecord || c.Signature != "" || c.Methods[0].Code.StackMap != nil {
		t.Errorf("newer attributes were read: %+v", c)
	}
}

func BenchmarkParse(b *testing.B) {
	data := read(b, "Sample.class")
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := classfile.Parse(data); err != nil {
			b.Fatal(err)
		}
	}
}

// FuzzParse checks that no input makes Parse panic, and that what it accepts
// is consistent: the pool's helpers work on all that the class points to.
func FuzzParse(f *testing.F) {
	files, err := filepath.Glob("testdata/*.class")
	if err != nil || len(files) == 0 {
		f.Fatal("no seeds:", err)
	}
	for _, file := range files {
		f.Add(read(f, filepath.Base(file)))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		trusted, trustedErr := parseTrusted(data)
		if (trusted == nil) == (trustedErr == nil) {
			t.Fatalf("ParseWith trust returns %v and %v", trusted, trustedErr)
		}
		c, err := classfile.Parse(data)
		if err == nil && trustedErr != nil {
			t.Fatalf("only parsing with trust fails: %v", trustedErr)
		}
		if err != nil {
			var format *classfile.FormatError
			var version *classfile.UnsupportedVersionError
			var module *classfile.NotClassError
			if !errors.As(err, &format) && !errors.As(err, &version) && !errors.As(err, &module) {
				t.Fatalf("error of type %T: %v", err, err)
			}
			return
		}
		for i, k := range c.Pool.All() {
			var err error
			switch k.Tag {
			case classfile.TagClass:
				_, err = c.ClassName(i)
			case classfile.TagNameAndType:
				_, _, err = c.NameAndType(i)
			case classfile.TagFieldref, classfile.TagMethodref, classfile.TagInterfaceMethodref:
				_, _, _, err = c.Ref(i)
			case classfile.TagDynamic, classfile.TagInvokeDynamic:
				if int(k.A) >= len(c.BootstrapMethods) {
					t.Fatalf("constant %d: no bootstrap method %d", i, k.A)
				}
				_, _, err = c.NameAndType(k.B)
			case classfile.TagUtf8:
				if classfile.IsASCII(k.Utf8) != isASCIISlow(k.Utf8) {
					t.Fatalf("IsASCII(%q)", k.Utf8)
				}
			}
			if err != nil {
				t.Fatalf("constant %d: %v", i, err)
			}
		}
		for _, m := range c.Methods {
			if _, _, err := classfile.ParseDescriptor(m.Descriptor); err != nil {
				t.Fatal(err)
			}
			if hasCode := m.Code != nil; hasCode == (m.Flags&(classfile.AccNative|classfile.AccAbstract) != 0) {
				t.Fatalf("method %s has code: %v, flags %#x", m.Name, hasCode, m.Flags)
			}
		}
	})
}

func isASCIISlow(s string) bool {
	for _, b := range []byte(s) {
		if b == 0 || b > 0x7F {
			return false
		}
	}
	return true
}
