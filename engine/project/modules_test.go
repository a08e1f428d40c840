package project

import (
	"archive/zip"
	"os"
	"path/filepath"
	"testing"
)

// TestNamed has code as a module with what belongs on the module path, which is not everything.
func TestNamed(t *testing.T) {
	folder := unpack(t, `
-- src/main/java/module-info.java --
// module none { requires a.comment; }
@Deprecated module shop.app /* of ours */ { requires static transitive shop.given; requires shop.plain; exports shop; }
-- src/main/java/shop/Main.java --
package shop; class Main { }
-- src/test/java/shop/MainTest.java --
package shop; class MainTest { }
`)
	jars := filepath.Join(folder, "lib")
	if err := os.Mkdir(jars, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, files := range map[string]map[string]string{
		"described.jar":      {"module-info.class": ""},
		"versions.jar":       {"META-INF/versions/11/module-info.class": ""},
		"named.jar":          {"META-INF/MANIFEST.MF": "Manifest-Version: 1.0\r\nAutomatic-Module-Name: any\r\n\r\n"},
		"shop-plain-1.2.jar": {"META-INF/MANIFEST.MF": "Manifest-Version: 1.0\r\n\r\n"},
		"other-3.jar":        {"Other.class": ""},
	} {
		file, err := os.Create(filepath.Join(jars, name))
		if err != nil {
			t.Fatal(err)
		}
		jar := zip.NewWriter(file)
		for path, text := range files {
			entry, err := jar.Create(path)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := entry.Write([]byte(text)); err != nil {
				t.Fatal(err)
			}
		}
		if err := jar.Close(); err != nil {
			t.Fatal(err)
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
	}
	m := model(t, New(""), filepath.Join(folder, "src/main/java/shop/Main.java"))
	module := &m.Modules[0]
	named := m.Build(module, module.Set(MainSet)).Named()
	if named == nil {
		t.Fatal("no module")
	}
	want := []string{"described.jar", "named.jar", "shop-plain-1.2.jar", "versions.jar"}
	expect(t, "the module", []any{named.Name, relative(t, folder, []string{named.Description}), relative(t, jars, named.CompilePath), relative(t, jars, named.RunPath)},
		[]any{"shop.app", []string{"src/main/java/module-info.java"}, want, want})
	if tests := m.Build(module, module.Set(TestSet)).Named(); tests != nil {
		t.Errorf("its tests are the module %s", tests.Name)
	}
}
