package bootstraps_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hotlens/vm/bootstraps"
	"hotlens/vm/classfile"
	"hotlens/vm/classfile/writer"
	"hotlens/vm/oracle"
)

// TestLikeTheJDK runs programs on the JDK twice: as they are, and with all their
// lambdas and records linked by classes from here, which HotSpot verifies, in
// place of those that LambdaMetafactory and ObjectMethods make. The programs
// must say the same.
func TestLikeTheJDK(t *testing.T) {
	link := t.TempDir()
	run(t, "javac", append(slices.Clone(oracle.QuickJavac), "-d", link, "testdata/spun/Link.java")...)
	for _, test := range []struct {
		name, program string
		options       []string // of javac
		fewest, lines int      // sites and lines of output, so that nothing goes missing unnoticed
	}{
		{"lambdas", "Lambdas", nil, 100, 110},
		// Here private methods are called by invokespecial.
		{"lambdas of Java 11", "Lambdas", []string{"-source", "11", "-target", "11"}, 100, 110},
		{"records", "Records", nil, 30, 120},
	} {
		t.Run(test.name, func(t *testing.T) {
			plain, patched := t.TempDir(), t.TempDir()
			run(t, "javac", slices.Concat(oracle.QuickJavac, test.options, []string{"-encoding", "UTF-8", "-d", plain, filepath.Join("testdata", "shapes", test.program+".java")})...)
			if err := os.CopyFS(patched, os.DirFS(plain)); err != nil {
				t.Fatal(err)
			}
			made := patch(t, filepath.Join(patched, "shapes"), t.TempDir())
			if made.files < test.fewest {
				t.Errorf("%d sites were linked by other classes, want at least %d", made.files, test.fewest)
			}
			class := "shapes." + test.program
			want := run(t, "java", "-Dfile.encoding=UTF-8", "-cp", plain, class)
			got := run(t, "java", "-Dfile.encoding=UTF-8", "-Dspun="+made.folder, "-cp", patched+string(filepath.ListSeparator)+link, class)
			if n := strings.Count(want, "\n"); n < test.lines {
				t.Errorf("%d lines of output, want at least %d", n, test.lines)
			}
			if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// lambda is a specification that Lambda can meet: Supplier<String> s = text::trim.
func lambda() bootstraps.LambdaSpec {
	return bootstraps.LambdaSpec{
		Name: "p/C$$Lambda$1", InterfaceName: "java/util/function/Supplier", MethodName: "get", InterfaceDesc: "()Ljava/lang/Object;",
		InstantiatedDesc: "()Ljava/lang/String;", FactoryDesc: "(Ljava/lang/String;)Ljava/util/function/Supplier;",
		ImplKind: classfile.RefInvokeVirtual, ImplClass: "java/lang/String", ImplName: "trim", ImplDesc: "()Ljava/lang/String;", CapturingClass: "p/C",
	}
}

// TestLambdaErrors is about specifications that make no sense.
func TestLambdaErrors(t *testing.T) {
	for _, test := range []struct {
		want   string
		change func(*bootstraps.LambdaSpec)
	}{
		{"descriptor", func(l *bootstraps.LambdaSpec) { l.FactoryDesc = "" }},
		{"descriptor", func(l *bootstraps.LambdaSpec) { l.InterfaceDesc = "(" }},
		{"descriptor", func(l *bootstraps.LambdaSpec) { l.InstantiatedDesc = "()" }},
		{"descriptor", func(l *bootstraps.LambdaSpec) { l.ImplDesc = "x" }},
		{"does not return", func(l *bootstraps.LambdaSpec) { l.FactoryDesc = "()V" }},
		{"no call", func(l *bootstraps.LambdaSpec) { l.ImplKind = classfile.RefGetField }},
		{"do not make the implementation's", func(l *bootstraps.LambdaSpec) { l.ImplKind = classfile.RefInvokeStatic }},
		{"does not have", func(l *bootstraps.LambdaSpec) { l.BridgeDescs = []string{"(I)V"} }},
		{"no result", func(l *bootstraps.LambdaSpec) { l.ImplDesc = "()V" }},
		{"more than 255", func(l *bootstraps.LambdaSpec) {
			long := strings.Repeat("J", 127)
			l.FactoryDesc = "(Ljava/lang/String;" + long + ")Ljava/util/function/Supplier;"
			l.ImplDesc = "(" + long + ")Ljava/lang/String;"
		}},
		{"longer than", func(l *bootstraps.LambdaSpec) { l.MethodName = strings.Repeat("m", 65536) }},
	} {
		spec := lambda()
		if _, err := bootstraps.Lambda(spec); err != nil {
			t.Fatal(err)
		}
		test.change(&spec)
		if data, err := bootstraps.Lambda(spec); err == nil || data != nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("error %v, want one with %q", err, test.want)
		}
	}
}

// TestRevealed is about the class in a serialized lambda, where it is not the
// one that the site names.
func TestRevealed(t *testing.T) {
	const revealed = "java/lang/Comparable"
	spec := lambda()
	spec.Serializable = true
	for _, want := range []bool{false, true} {
		data, err := bootstraps.Lambda(spec)
		if err != nil {
			t.Fatal(err)
		}
		c, err := classfile.Parse(data)
		if err != nil {
			t.Fatal(err)
		}
		got := c.Pool.Contains(func(k classfile.Constant) bool {
			return k.Tag == classfile.TagString && c.Pool.Utf8(k.A) == revealed
		})
		if got != want {
			t.Errorf("class %q: constant %s is there: %v", spec.RevealedClass, revealed, got)
		}
		spec.RevealedKind, spec.RevealedClass = classfile.RefInvokeInterface, revealed
	}
}

// TestRecordErrors is about specifications that make no sense.
func TestRecordErrors(t *testing.T) {
	large := make([]bootstraps.Component, 5000)
	for i := range large {
		large[i] = bootstraps.Component{Name: strconv.Itoa(i), Descriptor: "I"}
	}
	for _, test := range []struct {
		want string
		spec bootstraps.RecordSpec
	}{
		{"no method", bootstraps.RecordSpec{Name: "S", Record: "R", Method: "clone"}},
		{"descriptor", bootstraps.RecordSpec{Name: "S", Record: "R", Method: "equals", Components: []bootstraps.Component{{"a", "V"}}}},
		{"descriptor", bootstraps.RecordSpec{Name: "S", Record: "R", Method: "equals", Components: []bootstraps.Component{{"a", "II"}}}},
		{"bytes of code", bootstraps.RecordSpec{Name: "S", Record: "R", Method: "equals", Components: large}},
		{"longer than", bootstraps.RecordSpec{Name: "S", Record: "R", SimpleName: strings.Repeat("R", 65536), Method: "toString"}},
	} {
		if data, err := bootstraps.Record(test.spec); err == nil || data != nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("error %v, want one with %q", err, test.want)
		}
	}
}

// TestOtherSites gives every constant of class files to the functions that read
// sites, with the bootstrap methods' arguments damaged in turn.
func TestOtherSites(t *testing.T) {
	file, site := lambdaFile(t)
	for index := range file.Pool.Len() + 1 {
		if _, ok := bootstraps.LambdaSite(file, uint16(index)); ok != (uint16(index) == site) {
			t.Errorf("constant %d is a lambda: %v", index, ok)
		}
		if _, ok := bootstraps.RecordSite(file, uint16(index)); ok {
			t.Errorf("constant %d is a record's", index)
		}
	}
	arguments := file.BootstrapMethods[0].Arguments
	for i := range arguments {
		damaged := slices.Clone(arguments)
		damaged[i] = file.BootstrapMethods[0].Method
		if i == 1 {
			damaged[i] = arguments[0]
		}
		for _, list := range [][]uint16{damaged, arguments[:i], append(slices.Clone(arguments), arguments[0])} {
			file.BootstrapMethods[0].Arguments = list
			if spec, ok := bootstraps.LambdaSite(file, site); ok {
				t.Errorf("arguments %v make %v", list, spec)
			}
		}
	}
}

// lambdaFile is a class file with one site, which links a private method by
// invokespecial.
func lambdaFile(t *testing.T) (file *classfile.Class, site uint16) {
	t.Helper()
	w := writer.New(61, classfile.AccSuper, "p/C", "java/lang/Object", nil)
	factory := w.MethodHandle(classfile.RefInvokeStatic, w.Methodref("java/lang/invoke/LambdaMetafactory", "metafactory",
		"(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodType;"+
			"Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/CallSite;"))
	run := w.MethodType("()V")
	site = w.InvokeDynamic(w.BootstrapMethod(factory, run, w.MethodHandle(classfile.RefInvokeSpecial, w.Methodref("p/C", "m", "()V")), run),
		"run", "(Lp/C;)Ljava/lang/Runnable;")
	w.Method(classfile.Member{Flags: classfile.AccPrivate, Name: "m", Descriptor: "()V", Code: &classfile.Code{MaxLocals: 1, Bytes: []byte{0xb1}}})
	data, err := w.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	if file, err = classfile.Parse(data); err != nil {
		t.Fatal(err)
	}
	return file, site
}

// TestInvokeSpecial is about a method that only invokespecial can call.
func TestInvokeSpecial(t *testing.T) {
	file, site := lambdaFile(t)
	if _, ok := bootstraps.LambdaSite(file, site); !ok {
		t.Error("a private method is not called")
	}
	file.Methods[0].Flags = 0
	if _, ok := bootstraps.LambdaSite(file, site); ok {
		t.Error("a method that is not private is called")
	}
}

// run runs a tool of the JDK and returns its standard output.
func run(t *testing.T, tool string, args ...string) string {
	t.Helper()
	var diagnosis bytes.Buffer
	cmd := exec.Command(tool, args...)
	cmd.Stderr = &diagnosis
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s\n%s", tool, err, &diagnosis, out)
	}
	return string(out)
}

// spun is a folder of classes that were made for sites, with an index of them.
type spun struct {
	folder string
	index  bytes.Buffer
	files  int
}

// patch makes classes for all sites in a folder of class files, and lets the
// sites refer to them.
func patch(t *testing.T, classes, folder string) *spun {
	t.Helper()
	s := &spun{folder: folder}
	paths, err := filepath.Glob(filepath.Join(classes, "*.class"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		file, err := classfile.Parse(data)
		if err != nil {
			t.Fatal(err)
		}
		for index := range file.Pool.All() {
			s.link(t, file, index)
		}
		for _, bootstrap := range []string{"java/lang/invoke/LambdaMetafactory", "java/lang/runtime/ObjectMethods"} {
			data = bytes.ReplaceAll(data, utf8(bootstrap), utf8("spun/Link"))
		}
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	// Lambdas.serialization calls the metafactory itself.
	refusing := bootstraps.LambdaSpec{
		Name: "shapes/Lambdas$$Refusing", InterfaceName: "shapes/Lambdas$SerializableSupplier", MethodName: "get",
		InterfaceDesc: "()Ljava/lang/Object;", InstantiatedDesc: "()Ljava/lang/String;", FactoryDesc: "()Lshapes/Lambdas$SerializableSupplier;",
		ImplKind: classfile.RefInvokeStatic, ImplClass: "shapes/Lambdas", ImplName: "answer", ImplDesc: "()Ljava/lang/String;", Unserializable: true,
	}
	data, err := bootstraps.Lambda(refusing)
	s.add(t, "shapes.Lambdas get ()Lshapes/Lambdas$SerializableSupplier; ()Ljava/lang/Object; answer()Ljava/lang/String; ()Ljava/lang/String;", data, err)
	if err := os.WriteFile(filepath.Join(folder, "index"), s.index.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return s
}

// utf8 is a Utf8 constant as class files have it.
func utf8(s string) []byte {
	return append(binary.BigEndian.AppendUint16([]byte{byte(classfile.TagUtf8)}, uint16(len(s))), s...)
}

// link makes the class for the constant, if it is a site.
func (s *spun) link(t *testing.T, file *classfile.Class, index uint16) {
	t.Helper()
	var data []byte
	var err error
	name := fmt.Sprintf("%s$$Spun$%d", file.Name, index)
	if lambda, ok := bootstraps.LambdaSite(file, index); ok {
		lambda.Name = name
		if lambda.Serializable && lambda.InterfaceName != "shapes/Lambdas$SerializableSupplier" && !slices.Contains(lambda.MarkerInterfaces, "shapes/Lambdas$SerializableSupplier") {
			lambda.MarkerInterfaces = append(lambda.MarkerInterfaces, "java/io/Serializable")
		}
		data, err = bootstraps.Lambda(lambda)
	} else if record, ok := bootstraps.RecordSite(file, index); ok {
		record.Name = name
		data, err = bootstraps.Record(record)
	} else {
		return
	}
	s.add(t, key(t, file, index), data, err)
}

// add writes a class file and its line in the index.
func (s *spun) add(t *testing.T, key string, data []byte, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := classfile.Parse(data); err != nil {
		t.Fatal(err)
	}
	s.files++
	file := strconv.Itoa(s.files) + ".class"
	fmt.Fprintf(&s.index, "%s\t%s\n", key, file)
	if err := os.WriteFile(filepath.Join(s.folder, file), data, 0o666); err != nil {
		t.Fatal(err)
	}
}

// key says what the site with the InvokeDynamic constant asks for, as Link.java
// does.
func key(t *testing.T, file *classfile.Class, index uint16) string {
	t.Helper()
	site := file.Pool.At(index)
	name, desc, err := file.NameAndType(site.B)
	if err != nil {
		t.Fatal(err)
	}
	parts := []string{dotted(file.Name), name, desc}
	for _, argument := range file.BootstrapMethods[site.A].Arguments {
		switch k := file.Pool.At(argument); k.Tag {
		case classfile.TagClass:
			parts = append(parts, dotted(file.Pool.Utf8(k.A)))
		case classfile.TagMethodType, classfile.TagString:
			parts = append(parts, file.Pool.Utf8(k.A))
		case classfile.TagInteger:
			parts = append(parts, strconv.Itoa(int(k.Bits)))
		case classfile.TagMethodHandle:
			class, name, desc, err := file.Ref(k.B)
			if err != nil {
				t.Fatal(err)
			}
			switch k.A {
			case classfile.RefGetField: // the record's components, of which Link knows the names
				continue
			case classfile.RefInvokeStatic:
			case classfile.RefNewInvokeSpecial:
				desc = strings.TrimSuffix(desc, "V") + "L" + class + ";"
			default:
				desc = "(L" + class + ";" + desc[1:]
			}
			parts = append(parts, name+desc)
		}
	}
	return strings.Join(parts, " ")
}

func dotted(binary string) string { return strings.ReplaceAll(binary, "/", ".") }
