package spin_test

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

	"hotlens/vm/classfile"
	"hotlens/vm/spin"
)

// TestLikeTheJDK runs programs on the JDK twice: as they are, and with all their
// lambdas and records linked by classes from here, which HotSpot verifies, in
// place of those that LambdaMetafactory and ObjectMethods make. The programs
// must say the same.
func TestLikeTheJDK(t *testing.T) {
	plain, patched := t.TempDir(), t.TempDir()
	sources, err := filepath.Glob("testdata/*/*.java")
	if err != nil {
		t.Fatal(err)
	}
	run(t, "javac", append([]string{"-encoding", "UTF-8", "-d", plain}, sources...)...)
	if err := os.CopyFS(patched, os.DirFS(plain)); err != nil {
		t.Fatal(err)
	}
	made := patch(t, filepath.Join(patched, "shapes"), t.TempDir())
	for _, test := range []struct {
		program       string
		fewest, lines int // sites and lines of output, so that nothing goes missing unnoticed
	}{
		{"shapes.Lambdas", 100, 150},
		{"shapes.Records", 30, 120},
	} {
		t.Run(test.program, func(t *testing.T) {
			if n := made.sites[test.program]; n < test.fewest {
				t.Errorf("%d sites were linked by other classes, want at least %d", n, test.fewest)
			}
			want := run(t, "java", "-Dfile.encoding=UTF-8", "-cp", plain, test.program)
			got := run(t, "java", "-Dfile.encoding=UTF-8", "-Dspun="+made.folder, "-cp", patched, test.program)
			if n := strings.Count(want, "\n"); n < test.lines {
				t.Errorf("%d lines of output, want at least %d", n, test.lines)
			}
			if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
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
	sites  map[string]int // by the program that has them, nested classes included
}

// patch makes classes for all sites in a folder of class files, and lets the
// sites refer to them.
func patch(t *testing.T, classes, folder string) *spun {
	t.Helper()
	s := &spun{folder: folder, sites: map[string]int{}}
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
		for index := range file.Pool {
			s.link(t, file, uint16(index))
		}
		for _, bootstrap := range []string{"java/lang/invoke/LambdaMetafactory", "java/lang/runtime/ObjectMethods"} {
			data = bytes.ReplaceAll(data, utf8(bootstrap), utf8("spun/Link"))
		}
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	// Lambdas.serialization calls the metafactory itself.
	refusing := spin.LambdaSpec{
		Name: "shapes/Lambdas$$Refusing", InterfaceName: "shapes/Lambdas$SerializableSupplier", MethodName: "get",
		InterfaceDesc: "()Ljava/lang/Object;", InstantiatedDesc: "()Ljava/lang/String;", FactoryDesc: "()Lshapes/Lambdas$SerializableSupplier;",
		ImplKind: classfile.RefInvokeStatic, ImplClass: "shapes/Lambdas", ImplName: "answer", ImplDesc: "()Ljava/lang/String;", Unserializable: true,
	}
	data, err := spin.Lambda(refusing)
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
	if lambda, ok := spin.LambdaSite(file, index); ok {
		lambda.Name = name
		if lambda.Serializable && lambda.InterfaceName != "shapes/Lambdas$SerializableSupplier" && !slices.Contains(lambda.MarkerInterfaces, "shapes/Lambdas$SerializableSupplier") {
			lambda.MarkerInterfaces = append(lambda.MarkerInterfaces, "java/io/Serializable")
		}
		data, err = spin.Lambda(lambda)
	} else if record, ok := spin.RecordSite(file, index); ok {
		record.Name = name
		data, err = spin.Record(record)
	} else {
		return
	}
	s.add(t, key(t, file, index), data, err)
	program, _, _ := strings.Cut(dotted(file.Name), "$")
	s.sites[program]++
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
	site := file.Pool[index]
	name, desc, err := file.NameAndType(site.B)
	if err != nil {
		t.Fatal(err)
	}
	parts := []string{dotted(file.Name), name, desc}
	for _, argument := range file.BootstrapMethods[site.A].Arguments {
		switch k := file.Pool[argument]; k.Tag {
		case classfile.TagClass:
			parts = append(parts, dotted(file.Pool[k.A].Utf8))
		case classfile.TagMethodType, classfile.TagString:
			parts = append(parts, file.Pool[k.A].Utf8)
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
