package project

import (
	"archive/zip"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// moduleClassOf is a class file with no more than a description (JVMS 4.7.25).
func moduleClassOf(name string, requires, uses, provides []string) string {
	var pool, attribute []byte
	constants := uint16(0)
	u2 := binary.BigEndian.AppendUint16
	constant := func(content ...byte) uint16 {
		pool, constants = append(pool, content...), constants+1
		return constants
	}
	text := func(text string) uint16 { return constant(append(u2([]byte{1}, uint16(len(text))), text...)...) }
	named := func(tag byte, name string) uint16 { return constant(u2([]byte{tag}, text(name))...) }
	const class, module = 7, 19
	list := func(tag byte, names []string, behind ...byte) {
		attribute = u2(attribute, uint16(len(names)))
		for _, name := range names {
			attribute = append(u2(attribute, named(tag, name)), behind...)
		}
	}
	attribute = append(u2(nil, named(module, name)), 0, 0, 0, 0)
	list(module, requires, 0, 0, 0, 0)
	attribute = append(attribute, 0, 0, 0, 0) // exports, opens
	list(class, uses)
	list(class, provides, 0, 0)
	attributeName, this := text("Module"), named(class, "module-info")
	file := u2([]byte{0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 53}, constants+1)
	file = u2(append(append(file, pool...), 0x80, 0), this)
	file = append(u2(append(file, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1), attributeName), 0, 0)
	return string(append(u2(file, uint16(len(attribute))), attribute...))
}

// makeJar makes a jar with some files.
func makeJar(t *testing.T, path string, files map[string]string) {
	t.Helper()
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	jar := zip.NewWriter(file)
	for path, text := range files {
		entry, err := jar.Create(path)
		if err == nil {
			_, err = entry.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(jar.Close(), file.Close()); err != nil {
		t.Fatal(err)
	}
}

// TestModules has code as a module with what the module needs on the module path, which is not everything.
func TestModules(t *testing.T) {
	folder := unpack(t, `
-- src/main/java/module-info.java --
// module none { requires a.comment; }
import shop.spi.Rate;
@Deprecated module shop.app /* of ours */ { requires static transitive described; requires shop.plain; requires java.logging; uses Rate; exports shop; }
-- src/main/java/shop/Main.java --
package shop; class Main { }
-- src/test/java/shop/MainTest.java --
package shop; class MainTest { }
`)
	jars := filepath.Join(folder, "lib")
	if err := os.Mkdir(jars, 0o755); err != nil {
		t.Fatal(err)
	}
	manifest := func(name string) map[string]string {
		return map[string]string{"META-INF/MANIFEST.MF": "Manifest-Version: 1.0\r\nAutomatic-Module-Name: " + name + "\r\n\r\n"}
	}
	for name, files := range map[string]map[string]string{
		"described.jar":      {"module-info.class": moduleClassOf("described", []string{"java.base", "inner.one", "inner.two"}, nil, nil)},
		"versions.jar":       {"META-INF/versions/11/module-info.class": moduleClassOf("inner.one", nil, nil, nil)},
		"named.jar":          manifest("inner.two"),
		"provides.jar":       {"module-info.class": moduleClassOf("provider", nil, nil, []string{"shop/spi/Rate"})},
		"shop-plain-1.2.jar": {"META-INF/MANIFEST.MF": "Manifest-Version: 1.0\r\n\r\n"},
		"broken.jar":         {"module-info.class": "none"},
		"not-needed.jar":     {"module-info.class": moduleClassOf("not.needed", nil, nil, []string{"shop/spi/Other"})},
		"unnamed.jar":        manifest("nobody.requires.it"),
	} {
		makeJar(t, filepath.Join(jars, name), files)
	}
	m := model(t, New(""), filepath.Join(folder, "src/main/java/shop/Main.java"))
	module := &m.Modules[0]
	modular, reason := m.Build(module, module.Set(MainSet)).Modules()
	if modular == nil || reason != "" {
		t.Fatal("no module", reason)
	}
	described := []string{"described.jar", "named.jar", "provides.jar", "shop-plain-1.2.jar", "versions.jar"}
	others := []string{"broken.jar", "not-needed.jar", "unnamed.jar"}
	unit := modular.Units[0]
	expect(t, "the module", []any{modular.Name, len(modular.Units), unit.Folder, relative(t, folder, append([]string{unit.Description}, unit.Files...)), relative(t, jars, modular.ModulePath), relative(t, jars, modular.ClassPath)},
		[]any{"shop.app", 1, "shop.app", []string{"src/main/java/module-info.java", "src/main/java/shop/Main.java"}, described, others})
	expect(t, "what it is compiled with", [][]string{relative(t, jars, unit.ModulePath), relative(t, jars, unit.ClassPath)}, [][]string{described, others})

	modular, reason = m.Build(module, module.Set(TestSet)).Modules()
	if modular == nil || reason != "" {
		t.Fatal("the tests are in no module", reason)
	}
	tests := modular.Units[1]
	expect(t, "the tests", []any{modular.Name, modular.Units[0].Name, tests.Name, tests.Patches(), tests.OnModulePath, relative(t, jars, tests.ModulePath)},
		[]any{"shop.app", "shop.app", "shop.app", true, []string{"shop.app"}, described})
	bare := m.clone() // of a build whose jars cannot be found, which the user gives instead
	var given []string
	for _, name := range append(slices.Clone(others), described...) {
		given = append(given, filepath.Join(jars, name))
	}
	for i := range bare.Modules[0].Sets {
		set := &bare.Modules[0].Sets[i]
		set.Compile = slices.DeleteFunc(slices.Clone(set.Compile), func(e Entry) bool { return e.Path != "" })
		set.Run = set.Compile
	}
	build := bare.Build(&bare.Modules[0], bare.Modules[0].Set(TestSet))
	if modular, reason = build.With(given).Modules(); modular == nil || reason != "" {
		t.Fatal("the tests with jars that are given are in no module", reason)
	}
	unit, tests = modular.Units[0], modular.Units[1]
	expect(t, "the paths of jars that are given", [][]string{relative(t, jars, modular.ModulePath), relative(t, jars, modular.ClassPath), relative(t, jars, unit.ModulePath), relative(t, jars, unit.ClassPath), relative(t, jars, tests.ModulePath)},
		[][]string{described, others, described, others, described})
	expect(t, "the class path with jars that are given twice", relative(t, jars, build.With(given).With(given[:2]).RunPath), relative(t, jars, given))
	program, _ := m.Build(module, module.Set(MainSet)).Modules()
	module.Testing = []Testing{{Set: TestSet, OnlyRequired: true}}
	old, _ := m.Build(module, module.Set(TestSet)).Modules()
	expect(t, "where all modules take part: in tests, in the program, in tests of an old Surefire", []bool{modular.AllOnPath, program.AllOnPath, old.AllOnPath}, []bool{true, false, false})
	module.Testing = nil
	own := filepath.Join(folder, "src", "test", "java", ModuleFile)
	if err := os.WriteFile(own, []byte("open module shop.tests { requires shop.app; }"), 0o644); err != nil {
		t.Fatal(err)
	}
	module.Testing = []Testing{{Set: TestSet, OnlyPatches: true}}
	if _, reason := m.Build(module, module.Set(TestSet)).Modules(); reason != "the tests of the module shop.app run on the class path, as they have a module-info.java of their own" {
		t.Errorf("tests that an old Surefire adds to the module: %q", reason)
	}
	if err := os.Remove(own); err != nil {
		t.Fatal(err)
	}
	module.Testing = []Testing{{Set: TestSet, OnClassPath: true}}
	if tests, reason := m.Build(module, module.Set(TestSet)).Modules(); tests != nil || reason != "" {
		t.Errorf("tests that the build has on the class path are in the module %s: %s", tests.Name, reason)
	}
	module.Testing, m.Origin = nil, Gradle
	if tests, reason := m.Build(module, module.Set(TestSet)).Modules(); tests != nil || reason != "" {
		t.Errorf("Gradle's tests are in the module %s: %s", tests.Name, reason)
	}
	module.Set(MainSet).Compiler.Source = "1.8"
	if old, _ = m.Build(module, module.Set(MainSet)).Modules(); old != nil {
		t.Errorf("for a Java without modules it is the module %s", old.Name)
	}
}

// TestSiblings has projects that need one another as modules, and where that cannot be on the class path.
func TestSiblings(t *testing.T) {
	folder := unpack(t, `
-- core/.classpath --
<classpath><classpathentry kind="src" path="java"/></classpath>
-- core/java/module-info.java --
module core { exports core; }
-- core/java/core/Core.java --
package core; public class Core { }
-- helper/.classpath --
<classpath><classpathentry kind="src" path="java"/><classpathentry kind="src" path="/core"/></classpath>
-- helper/java/helper/Helper.java --
package helper; public class Helper { }
-- app/.classpath --
<classpath><classpathentry kind="src" path="java"/><classpathentry kind="src" path="test"><attributes><attribute name="test" value="true"/></attributes></classpathentry>
<classpathentry kind="src" path="/helper"/><classpathentry kind="src" path="/core"/></classpath>
-- app/java/module-info.java --
module app { requires core; }
-- app/java/app/App.java --
package app; class App { }
-- app/test/app/AppTest.java --
package app; class AppTest { }
`)
	of := func(file string) (*Modules, string) {
		m := model(t, New(""), filepath.Join(folder, file))
		module, set, ok := m.Locate(filepath.Join(folder, file))
		if !ok {
			t.Fatal("no source set has", file)
		}
		return m.Build(module, set).Modules()
	}
	modular, reason := of("app/test/app/AppTest.java")
	if modular == nil {
		t.Fatal(reason)
	}
	type part struct {
		Folder, Name            string
		OnModulePath, ClassPath []string
	}
	var parts []part
	for _, unit := range modular.Units {
		parts = append(parts, part{unit.Folder, unit.Name, unit.OnModulePath, unit.OnClassPath})
	}
	expect(t, "the parts", parts, []part{
		{Folder: "core", Name: "core"},
		{Folder: "classes-1", ClassPath: []string{"core"}},
		{Folder: "app", Name: "app", OnModulePath: []string{"core"}, ClassPath: []string{"classes-1"}},
		{Folder: "tests-3", Name: "app", OnModulePath: []string{"app", "core"}, ClassPath: []string{"classes-1"}},
	})
	if modular, reason := of("helper/java/helper/Helper.java"); modular != nil || reason != "" {
		t.Errorf("what is no module, and needs one: %v, %q", modular, reason)
	}
	write := func(path, text string) {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, change := range []struct{ file, text, reason string }{
		{"app/test/module-info.java", "open module app.tests { requires app; }", "the package app is in the modules app and app.tests, and no two"},
		{"core/java/app/Other.java", "package app; class Other { }", "the package app is in the modules core and app, and no two"},
		{"app/java/module-info.java", "module app { requires core; requires helper; }", "app requires helper, which nothing describes; perhaps that is " + filepath.Join(folder, "helper")},
		{"helper/java/module-info.java", "module core { }", "two source sets are called so, in "},
	} {
		path := filepath.Join(folder, change.file)
		before, err := os.ReadFile(path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		write(path, change.text)
		if modular, reason := of("app/test/app/AppTest.java"); modular != nil || !strings.Contains(reason, change.reason) {
			t.Errorf("with %s: %v, %q", change.file, modular, reason)
		}
		if err == nil {
			write(path, string(before))
		} else if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.RemoveAll(filepath.Join(folder, "app", "test", "app")); err != nil {
		t.Fatal(err)
	}
	write(filepath.Join(folder, "app", "test", ModuleFile), "open module app.tests { requires app; }")
	write(filepath.Join(folder, "app", "test", "AppTest.java"), "class AppTest { }")
	if modular, reason = of("app/test/AppTest.java"); modular == nil {
		t.Fatal(reason)
	}
	unit := modular.Units[len(modular.Units)-1]
	expect(t, "tests that are a module", []any{modular.Name, unit.Name, unit.IsModule(), unit.OnModulePath}, []any{"app.tests", "app.tests", true, []string{"app", "core"}})
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
	m.Origin = Gradle // whose tests run on the class path
	services, files := m.Build(module, module.Set(TestSet)).Services()
	expect(t, "services", services, map[string][]string{"shop.spi.Rate": {"shop.Daily", "shop.Rates$Fixed"}, "java.util.spi.ToolProvider": {"shop.Tool"}})
	expect(t, "their sources", relative(t, folder, files), []string{"src/main/java/shop/Daily.java", "src/main/java/shop/Rates.java", "src/main/java/shop/Tool.java"})
	if services, _ := m.Build(module, module.Set(MainSet)).Services(); services != nil {
		t.Errorf("the module itself has %v", services)
	}
}
