package natives

import (
	"path/filepath"
	"testing"

	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/jimage"
)

// TestTableMatchesJDK compares every native and substitution with the JDK that
// the tests run on, so that a misspelt descriptor does not wait for a program
// to load its class.
func TestTableMatchesJDK(t *testing.T) {
	image, err := jimage.Open(filepath.Join(testJDK(t), "lib", "modules"))
	if err != nil {
		t.Fatal(err)
	}
	defer image.Close()
	for _, name := range Classes() {
		data, _, ok, err := image.FindClass(name)
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			t.Errorf("the JDK has no class %s", name)
			continue
		}
		file, err := classfile.Parse(data)
		if err != nil {
			t.Fatal(err)
		}
		c := &classes.Class{Name: name}
		for _, m := range file.Methods {
			c.Methods = append(c.Methods, &classes.Method{Name: m.Name, Desc: m.Descriptor})
		}
		if err := Check(c); err != nil {
			t.Error(err)
		}
	}
}

func testJDK(t *testing.T) string {
	t.Helper()
	javac, err := filepath.EvalSymlinks("/usr/bin/javac")
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Dir(filepath.Dir(javac))
}
