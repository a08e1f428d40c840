package javac

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestNamed compiles a program that names classes in strings only. Their sources are compiled with it, and those that these name, as long as they are named,
// there, and compile.
func TestNamed(t *testing.T) {
	const (
		main = `package app;
class Main {
	public static void main(String[] args) throws Exception {
		Class.forName(args.length == 0 ? "app.Plugin" : "app.plugins.Other$Inner");
		System.out.println("app.Nowhere, app..Plugin, ../Plugin Word app.Used " + Used.class);
	}
}`
		plugin = `package app; class Plugin { String name = "Word"; }`
		other  = `package app.plugins; class Other { static class Inner { } }`
	)
	steps := []struct {
		name  string
		files map[string]string // what changes; "" removes one
		want  string            // names of classes, or what the error says
		left  string            // what was left out, and why
	}{
		{"named", map[string]string{"app/Main.java": main, "app/Used.java": "package app; class Used { }", "app/Plugin.java": plugin, "app/plugins/Other.java": other, "Word.java": "class Word { }", "app/Nothing.java": "class {"},
			"Word app/Main app/Plugin app/Used app/plugins/Other app/plugins/Other$Inner", ""},
		{"the same", nil, "Word app/Main app/Plugin app/Used app/plugins/Other app/plugins/Other$Inner", ""},
		{"one does not compile", map[string]string{"app/Plugin.java": "package app;\nclass Plugin extends Missing { }"}, "app/Main app/Used app/plugins/Other app/plugins/Other$Inner",
			"app.Plugin: Plugin.java:2: cannot find symbol"},
		{"nor does what it uses", map[string]string{"app/Plugin.java": "package app; class Plugin extends Base { }", "app/Base.java": "package app; class Base extends Missing { }"},
			"app/Main app/Used app/plugins/Other app/plugins/Other$Inner", "app.Plugin: Base.java:1: cannot find symbol"},
		{"nor another one", map[string]string{"app/plugins/Other.java": "package app.plugins; class Other {"}, "app/Main app/Used",
			"app.Plugin: Base.java:1: cannot find symbol app.plugins.Other: Other.java:1: reached end of file while parsing"},
		{"nor the program", map[string]string{"app/Main.java": strings.Replace(main, "args.length", "missing", 1)}, "cannot find symbol", ""},
		{"nor what the program uses", map[string]string{"app/Main.java": main, "app/Used.java": "package app; class Used extends Missing { }"}, "cannot find symbol", ""},
		{"all well again", map[string]string{"app/Used.java": "package app; class Used { }", "app/Base.java": "", "app/Plugin.java": plugin, "app/plugins/Other.java": other},
			"Word app/Main app/Plugin app/Used app/plugins/Other app/plugins/Other$Inner", ""},
		{"one is gone", map[string]string{"app/plugins/Other.java": ""}, "Word app/Main app/Plugin app/Used", ""},
		{"what is not named any more does not compile", map[string]string{"app/Main.java": strings.Replace(main, `"app.Plugin"`, `"Word"`, 1), "app/Plugin.java": "package"}, "Word app/Main app/Used", ""},
		{"none", map[string]string{"app/Main.java": "package app; class Main { }"}, "app/Main", ""},
		{"in resources", map[string]string{
			"../resources/META-INF/services/app.Service": "# those that there are\napp.Provider # one", "app/Provider.java": "package app; class Provider { }",
			"../resources/beans.xml": `<beans><bean class="app.plugins.Other$Inner"/> <see>www.example.com</see></beans>`, "app/plugins/Other.java": other,
			"../resources/data.bin": "app.Used\x00", "../resources/.tool/cache.txt": "app.Used",
		}, "app/Main app/Provider app/plugins/Other app/plugins/Other$Inner", ""},
		{"in one of them", map[string]string{"../resources/META-INF/services/app.Service": "app.Used"}, "app/Main app/Used app/plugins/Other app/plugins/Other$Inner", ""},
		{"in no resource", map[string]string{"../resources/META-INF/services/app.Service": "", "../resources/beans.xml": "<beans/>"}, "app/Main", ""},
	}
	for _, kept := range []bool{false, true} {
		dir := t.TempDir()
		sources, out := filepath.Join(dir, "src"), filepath.Join(dir, "out")
		if err := os.Mkdir(out, 0o700); err != nil {
			t.Fatal(err)
		}
		request := Request{Files: []string{filepath.Join(sources, "app", "Main.java")}, OutputDir: out, Resources: []string{filepath.Join(dir, "resources"), filepath.Join(dir, "none")}}
		if kept {
			request.Keep = filepath.Join(dir, "kept")
		}
		for _, step := range steps {
			for path, text := range step.files {
				if file := filepath.Join(sources, path); text == "" {
					if err := os.Remove(file); err != nil {
						t.Fatal(err)
					}
				} else {
					write(t, sources, path, text)
				}
			}
			result, err := service.Compile(t.Context(), request)
			if err != nil {
				t.Fatalf("%s: %v", step.name, err)
			}
			got := []string{}
			for _, class := range result.Classes {
				name, err := filepath.Rel(out, class)
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, strings.TrimSuffix(filepath.ToSlash(name), ".class"))
			}
			if !result.OK {
				for _, d := range result.Diagnostics {
					got = append(got, firstLine(d.Message))
				}
			}
			slices.Sort(got)
			if diff := cmp.Diff(step.want, strings.Join(got, " ")); diff != "" {
				t.Errorf("%s, kept %v (-want +got):\n%s", step.name, kept, diff)
			}
			var left []string
			for _, l := range result.LeftOut {
				left = append(left, fmt.Sprintf("%s: %s:%d: %s", l.Class, filepath.Base(l.Error.File), l.Error.Line, firstLine(l.Error.Message)))
			}
			if diff := cmp.Diff(step.left, strings.Join(left, " ")); diff != "" {
				t.Errorf("%s, kept %v: left out (-want +got):\n%s", step.name, kept, diff)
			}
			if onDisk := classesBelow(t, out); result.OK && !slices.Equal(onDisk, result.Classes) {
				t.Errorf("%s, kept %v: the classes are %v, the folder has %v", step.name, kept, result.Classes, onDisk)
			}
		}
	}
}

// TestNamedTogether compiles a program that names many classes, some of which use one that does not compile: the others are found among them.
func TestNamedTogether(t *testing.T) {
	dir := t.TempDir()
	var names, want, left []string
	write(t, dir, "Broken.java", "class Broken extends Missing { }")
	write(t, dir, "Between.java", "class Between extends Broken { }")
	for i := range 9 {
		name, text := fmt.Sprintf("P%d", i), ""
		switch i {
		case 2:
			text = " extends Between"
		case 7:
			text = " { Broken broken; }; class Q"
		}
		write(t, dir, name+".java", "class "+name+text+" { }")
		names = append(names, fmt.Sprintf("%q", name))
		if text == "" {
			want = append(want, name+".class")
		} else {
			left = append(left, name)
		}
	}
	main := write(t, dir, "Main.java", "class Main { String[] names = {"+strings.Join(names, ", ")+"}; }")
	out := filepath.Join(dir, "out")
	result, err := service.Compile(t.Context(), Request{Files: []string{main}, OutputDir: out})
	if err != nil {
		t.Fatal(err)
	}
	var got, without []string
	for _, class := range result.Classes {
		got = append(got, filepath.Base(class))
	}
	for _, l := range result.LeftOut {
		without = append(without, l.Class)
	}
	if diff := cmp.Diff(append([]string{"Main.class"}, want...), got); diff != "" {
		t.Errorf("classes (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(left, without); diff != "" {
		t.Errorf("left out (-want +got):\n%s", diff)
	}
}

// classesBelow lists the class files below a folder.
func classesBelow(t *testing.T, folder string) (paths []string) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, _ os.DirEntry, err error) error {
		if strings.HasSuffix(path, ".class") {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(paths)
	return paths
}
