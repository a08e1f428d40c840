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
	module.Set(MainSet).Compiler.Source = "1.8"
	if old := m.Build(module, module.Set(MainSet)).Named(); old != nil {
		t.Errorf("for a Java without modules it is the module %s", old.Name)
	}
}

// TestServices has providers that only descriptions of modules name, and that tests need on the class path.
func TestServices(t *testing.T) {
	folder := unpack(t, `
-- src/main/java/module-info.java --
import shop.spi.Rate;
module shop { exports shop; provides Rate with shop.Daily, shop.Rates.Fixed, shop.Daily; provides java.util.spi.ToolProvider with shop.Tool; provides shop.spi.Other with shop.Nowhere; } // provides a.B with shop.Tool;
-- src/main/java/shop/Daily.java --
package shop; public class Daily implements shop.spi.Rate { }
-- src/main/java/shop/Rates.java --
package shop; public class Rates { public static class Fixed implements shop.spi.Rate { } }
-- src/main/java/shop/Tool.java --
package shop; public abstract class Tool implements java.util.spi.ToolProvider { }
-- src/main/java/shop/spi/Rate.java --
package shop.spi; public interface Rate { }
-- src/test/java/shop/DailyTest.java --
package shop; class DailyTest { }
`)
	m := model(t, New(""), filepath.Join(folder, "src/main/java/shop/Daily.java"))
	module := &m.Modules[0]
	services, files := m.Build(module, module.Set(TestSet)).Services()
	expect(t, "services", services, map[string][]string{"shop.spi.Rate": {"shop.Daily", "shop.Rates$Fixed"}, "java.util.spi.ToolProvider": {"shop.Tool"}})
	expect(t, "their sources", relative(t, folder, files), []string{"src/main/java/shop/Daily.java", "src/main/java/shop/Rates.java", "src/main/java/shop/Tool.java"})
	if services, _ := m.Build(module, module.Set(MainSet)).Services(); services != nil {
		t.Errorf("the module itself has %v", services)
	}
}
