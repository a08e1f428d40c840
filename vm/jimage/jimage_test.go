package jimage_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"hotlens/vm/classfile"
	"hotlens/vm/classfile/writer"
	"hotlens/vm/jimage"
	"hotlens/vm/jimage/jimagetest"
)

// class returns a small class file.
func class(t testing.TB, name string) []byte {
	t.Helper()
	w := writer.New(61, classfile.AccSuper, name, "java/lang/Object", nil)
	w.Long(1 << 50)
	w.MethodType("(Ljava/lang/String;I[Lp/q/A;LB;)V")
	w.Methodref("java/lang/Object", "hashCode", "()I")
	w.SourceFile("A.java")
	data, err := w.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// sample is an image with every kind of entry.
func sample(t testing.TB, order binary.AppendByteOrder) []byte {
	t.Helper()
	return build(t, order, []entry{
		{"/m.one/p/q/A.class", class(t, "p/q/A"), ""},
		{"/m.one/p/q/Zip.class", class(t, "p/q/Zip"), "zip"},
		{"/m.one/p/q/Compact.class", class(t, "p/q/Compact"), "compact-cp"},
		{"/m.one/p/q/Both.class", class(t, "p/q/Both"), "zip+compact-cp"},
		{"/m.one/module-info.class", []byte("info"), ""},
		{"/m.two/p/B.class", class(t, "p/B"), ""},
		{"/m.two/p/text.v2.properties", bytes.Repeat([]byte("key=value\n"), 100), "zip"},
		{"/m.two/r/empty.txt", nil, ""},
	})
}

var orders = map[string]binary.AppendByteOrder{"little": binary.LittleEndian, "big": binary.BigEndian}

func TestFind(t *testing.T) {
	for name, order := range orders {
		im, err := jimage.New("test image", sample(t, order))
		if err != nil {
			t.Fatal(err)
		}
		for _, test := range []struct {
			name string
			want []byte
		}{
			{"/m.one/p/q/A.class", class(t, "p/q/A")},
			{"/m.one/p/q/Zip.class", class(t, "p/q/Zip")},
			{"/m.one/p/q/Compact.class", class(t, "p/q/Compact")},
			{"/m.one/p/q/Both.class", class(t, "p/q/Both")},
			{"/m.one/module-info.class", []byte("info")},
			{"/m.two/p/text.v2.properties", bytes.Repeat([]byte("key=value\n"), 100)},
			{"/m.two/r/empty.txt", []byte{}},
		} {
			got, found, err := im.Find(test.name)
			if err != nil || !found || !bytes.Equal(got, test.want) {
				t.Errorf("%s-endian %s: found %v, error %v, content %q, want %q", name, test.name, found, err, got, test.want)
			}
		}
		for _, absent := range []string{"", "/", "/m.one", "/m.one/p/q/A", "/m.one/p/q/A.classx", "/m.two/p/q/A.class", "A.class"} {
			if _, found, err := im.Find(absent); found || err != nil {
				t.Errorf("%s-endian %q: found %v, error %v", name, absent, found, err)
			}
		}
	}
}

func TestModulesAndPackages(t *testing.T) {
	im, err := jimage.New("test image", sample(t, binary.LittleEndian))
	if err != nil {
		t.Fatal(err)
	}
	for module, want := range map[string]bool{"m.one": true, "m.two": true, "m": false, "none": false, "": false} {
		if got := im.HasModule(module); got != want {
			t.Errorf("it has a module %q: %v", module, got)
		}
	}
	for range 2 {
		for pkg, want := range map[string]string{"p/q": "m.one", "p": "m.two", "r": "m.two", "p.q": "", "x": "", "": "", "p/": ""} {
			if got := im.ModuleOf(pkg); got != want {
				t.Errorf("package %q is of module %q, want %q", pkg, got, want)
			}
		}
	}
	for _, test := range []struct{ class, module string }{
		{"p/q/A", "m.one"}, {"p/B", "m.two"}, {"p/A", ""}, {"p/q/B", ""}, {"A", ""}, {"", ""}, {"x/A", ""},
	} {
		data, module, ok, err := im.FindClass(test.class)
		if err != nil || module != test.module || ok != (test.module != "") || ok != (len(data) > 0) {
			t.Errorf("%s: %d bytes of module %q, found %v, error %v", test.class, len(data), module, ok, err)
		}
	}
}

// TestJDK reads the image of an installed JDK: every class of the base module
// that a package lists parses, under its own name.
func TestJDK(t *testing.T) {
	im := jimagetest.Library(t)
	for _, name := range []string{
		"java/lang/Object", "java/lang/String", "java/util/HashMap$Node", "java/lang/invoke/LambdaForm", "jdk/internal/misc/Unsafe",
	} {
		data, module, ok, err := im.FindClass(name)
		if err != nil || !ok || module != "java.base" {
			t.Fatalf("%s: module %q, found %v, error %v", name, module, ok, err)
		}
		c, err := classfile.ParseNamed(name, data)
		if err != nil || c.Name != name {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, module, _, err := im.FindClass("com/sun/tools/javac/Main"); err != nil || module != "jdk.compiler" {
		t.Errorf("javac is in module %q, error %v", module, err)
	}
	if !im.HasModule("java.base") || im.HasModule("java.none") || im.ModuleOf("java/util/concurrent") != "java.base" || im.ModuleOf("java/none") != "" {
		t.Error("it has other modules and packages than a JDK")
	}
}

func TestDamaged(t *testing.T) {
	good := sample(t, binary.LittleEndian)
	patch := func(offset int, value uint32) []byte {
		data := bytes.Clone(good)
		binary.LittleEndian.PutUint32(data[offset:], value)
		return data
	}
	for name, data := range map[string][]byte{
		"empty":         nil,
		"short":         good[:20],
		"magic":         patch(0, 1),
		"version":       patch(4, 2<<16),
		"table length":  patch(16, 1<<31),
		"locations":     patch(20, 1<<31),
		"strings":       patch(24, 1<<31),
		"no table":      patch(16, 0),
		"index cut":     good[:200],
		"content cut":   good[:len(good)-8],
		"no directory":  bytes.ReplaceAll(good, []byte("/packages\x00"), []byte("/peckages\x00")),
		"not an image!": bytes.Repeat([]byte("text "), 100),
	} {
		_, err := jimage.New("x", data)
		var corrupt *jimage.CorruptError
		if !errors.As(err, &corrupt) {
			t.Errorf("%s: error %v, want a CorruptError", name, err)
		}
	}
}

func TestOpenErrors(t *testing.T) {
	folder := t.TempDir()
	empty := filepath.Join(folder, "empty")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{folder, empty, filepath.Join(folder, "absent")} {
		if im, err := jimage.Open(path); err == nil {
			t.Errorf("%s was opened as %v", path, im)
		}
	}
}

// TestClosed checks that a closed image has nothing and does not fault.
func TestClosed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "modules")
	if err := os.WriteFile(path, sample(t, binary.LittleEndian), 0o600); err != nil {
		t.Fatal(err)
	}
	im, err := jimage.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, ok, err := im.FindClass("p/B"); !ok || err != nil {
		t.Errorf("p/B: found %v, error %v", ok, err)
	}
	for range 2 {
		if err := im.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, found, err := im.Find("/m.two/p/B.class"); found || err != nil {
		t.Errorf("after Close: found %v, error %v", found, err)
	}
}

// FuzzImage checks that no bytes make an image panic, whatever is asked of it.
func FuzzImage(f *testing.F) {
	for _, order := range orders {
		f.Add(sample(f, order))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		im, err := jimage.New("fuzz", data)
		if err != nil {
			return
		}
		for _, name := range []string{"A", "Zip", "Compact", "Both"} {
			if _, _, err := im.Find("/m.one/p/q/" + name + ".class"); err != nil {
				t.Log(err)
			}
		}
		for _, p := range []string{"p", "p/q", "r"} {
			if m := im.ModuleOf(p); m != "" && !im.HasModule(m) {
				t.Logf("package %q is of module %q, which it does not have", p, m)
			}
			if _, _, _, err := im.FindClass(p + "/A"); err != nil {
				t.Log(err)
			}
		}
	})
}
