package linking

import "testing"

// oneClass is an image that holds one class.
type oneClass struct {
	name, module string
	file         []byte
}

func (s oneClass) FindClass(name string) ([]byte, string, bool, error) {
	if name != s.name {
		return nil, "", false, nil
	}
	return s.file, s.module, true, nil
}

func (s oneClass) ModuleOf(string) string { return s.module }

// TestSameInImage demands that only the image's own bytes, in the image's own module, are taken for a class of the JDK.
func TestSameInImage(t *testing.T) {
	image := oneClass{name: "jdk/a/A", module: "jdk.a", file: []byte("the image's")}
	l := &Linker{Boot: image}
	own := &Module{Name: "jdk.a", Location: "jrt:/jdk.a"}
	if file := l.sameInImage(own, image.name, []byte("the image's")); file == nil || &file[0] != &image.file[0] {
		t.Errorf("the image's own class file is %q, want the image's bytes themselves", file)
	}
	for _, c := range []struct {
		what   string
		module *Module
		name   string
		data   string
	}{
		{"other bytes", own, image.name, "another's"},
		{"more bytes", own, image.name, "the image's "},
		{"another class", own, "jdk/a/B", "the image's"},
		{"no named module", nil, image.name, "the image's"},
		{"a module in place of the image's", &Module{Name: "jdk.a", Location: "file:/a.jar"}, image.name, "the image's"},
		{"a module that was made at run time", &Module{Name: "jdk.a"}, image.name, "the image's"},
		{"another module of the image", &Module{Name: "jdk.b", Location: "jrt:/jdk.b"}, image.name, "the image's"},
	} {
		if file := l.sameInImage(c.module, c.name, []byte(c.data)); file != nil {
			t.Errorf("%s: is taken for the image's class file", c.what)
		}
	}
}
