package javac

import (
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
	}{
		{"named", map[string]string{"app/Main.java": main, "app/Used.java": "package app; class Used { }", "app/Plugin.java": plugin, "app/plugins/Other.java": other, "Word.java": "class Word { }", "app/Nothing.java": "class {"},
			"Word app/Main app/Plugin app/Used app/plugins/Other app/plugins/Other$Inner"},
		{"the same", nil, "Word app/Main app/Plugin app/Used app/plugins/Other app/plugins/Other$Inner"},
		{"one does not compile", map[string]string{"app/Plugin.java": "package app; class Plugin extends Missing { }"}, "app/Main app/Used app/plugins/Other app/plugins/Other$Inner"},
		{"nor does what it uses", map[string]string{"app/Plugin.java": "package app; class Plugin extends Base { }", "app/Base.java": "package app; class Base extends Missing { }"}, "app/Main app/Used"},
		{"nor the program", map[string]string{"app/Main.java": strings.Replace(main, "args.length", "missing", 1)}, "cannot find symbol"},
		{"all well again", map[string]string{"app/Main.java": main, "app/Base.java": "", "app/Plugin.java": plugin}, "Word app/Main app/Plugin app/Used app/plugins/Other app/plugins/Other$Inner"},
		{"one is gone", map[string]string{"app/plugins/Other.java": ""}, "Word app/Main app/Plugin app/Used"},
		{"another name", map[string]string{"app/Main.java": strings.Replace(main, `"app.Plugin"`, `"Word"`, 1)}, "Word app/Main app/Used"},
		{"none", map[string]string{"app/Main.java": "package app; class Main { }"}, "app/Main"},
	}
	for _, kept := range []bool{false, true} {
		dir := t.TempDir()
		sources, out := filepath.Join(dir, "src"), filepath.Join(dir, "out")
		if err := os.Mkdir(out, 0o700); err != nil {
			t.Fatal(err)
		}
		request := Request{Files: []string{filepath.Join(sources, "app", "Main.java")}, OutputDir: out}
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
			if onDisk := classesBelow(t, out); result.OK && !slices.Equal(onDisk, result.Classes) {
				t.Errorf("%s, kept %v: the classes are %v, the folder has %v", step.name, kept, result.Classes, onDisk)
			}
		}
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
