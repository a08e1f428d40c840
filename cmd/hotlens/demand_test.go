//go:build unix

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hotlens/engine"
	"hotlens/vm/configuration"
	"hotlens/vm/oracle"
)

// demanding is an engine with a workspace for programs that look for classes.
type demanding struct {
	*testing.T
	engine    *engine.Engine
	workspace string
}

func newDemanding(t *testing.T) *demanding {
	oracle.FindTools(t)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	e := engine.New()
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return &demanding{t, e, t.TempDir()}
}

func (d *demanding) save(name, text string) {
	d.Helper()
	path := filepath.Join(d.workspace, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		d.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		d.Fatal(err)
	}
}

// run saves a file, which has a main class. last is the hash of the classes of its last run.
func (d *demanding) run(file, last string) *engine.Result {
	d.Helper()
	result, err := d.engine.Profile(d.Context(), engine.Request{File: filepath.Join(d.workspace, file), Workspace: d.workspace, Config: configuration.Server(), LastClassesHash: last}, func(string) {})
	if err != nil {
		d.Fatal(err)
	}
	return result
}

// TestCompileOnDemand runs a program that puts together the names of classes that it loads: their sources are compiled while it runs. The next time they are compiled before, with the same profile.
func TestCompileOnDemand(t *testing.T) {
	d := newDemanding(t)
	for _, name := range []string{"one", "two"} {
		d.save("day/"+name+"/Solution.java", "package day."+name+`; public class Solution { static class Part { } public Solution() { new Part(); Helper.help(); } }`)
		d.save("day/"+name+"/Helper.java", "package day."+name+`; class Helper { static void help() { System.out.println("`+name+`"); } }`)
	}
	d.save("day/three/Solution.java", "package day.three; public class Solution extends Missing { }")
	d.save("Demo.java", `class Demo {
    public static void main(String[] args) throws Exception {
        for (String name : new String[] {"one", "two", "three"}) Class.forName("day." + name + ".Solution").getDeclaredConstructor().newInstance();
    }
}`)
	first := d.run("Demo.java", "")
	if first.Outcome == nil || !strings.HasPrefix(first.Outcome.Output, "one\ntwo\n") {
		t.Fatalf("%s: %s %+v", first.Status, first.Message, first.Outcome)
	}
	if thrown := first.Outcome.Uncaught; len(thrown) != 1 || thrown[0].Explanation != "day.three.Solution was not compiled: Solution.java:1: cannot find symbol: class Missing" {
		t.Errorf("uncaught: %+v", thrown)
	}
	var indexed []string
	for _, file := range first.Index.Files {
		relative, err := filepath.Rel(d.workspace, file.Path)
		if err != nil {
			t.Fatal(err)
		}
		indexed = append(indexed, filepath.ToSlash(relative))
	}
	if slices.Sort(indexed); !slices.Equal(indexed, []string{"Demo.java", "day/one/Helper.java", "day/one/Solution.java", "day/two/Helper.java", "day/two/Solution.java"}) {
		t.Errorf("the index has %q", indexed)
	}
	if again := d.run("Demo.java", first.ClassesHash); again.Status != engine.StatusUnchanged {
		t.Errorf("the same program again: %s: %s", again.Status, again.Message)
	}
	if got, want := encoded(t, d.run("Demo.java", "")), encoded(t, first); got != want {
		t.Errorf("compiled ahead of the run, the program has another profile:\n%s\nwant\n%s", got, want)
	}
}

// TestListedClasses runs a program that lists the folders of its own classes, for plug-ins that nothing else names: what there would be had all sources been compiled is there.
func TestListedClasses(t *testing.T) {
	d := newDemanding(t)
	for _, name := range []string{"Add", "Subtract"} {
		d.save("app/plugins/"+name+".java", "package app.plugins; public class "+name+" { { System.out.println(getClass().getName()); } }")
	}
	d.save("app/plugins/more/Wrong.java", "package app.plugins.more; public class Wrong extends Missing { }")
	d.save("app/pictures/Picture.java", "package app.pictures; class Picture { }")
	d.save("app/pictures/one.txt", "a resource")
	d.save("app/Main.java", `package app;
import java.io.File;
class Main {
    public static void main(String[] args) throws Exception {
        show("app/plugins");
        show("app/pictures");
        show("app");
    }
    static void show(String folder) throws Exception {
        File[] files = new File(Main.class.getClassLoader().getResource(folder).toURI()).listFiles();
        java.util.Arrays.sort(files);
        for (File file : files) {
            String name = file.getName();
            System.out.println(name);
            if (folder.equals("app/plugins") && name.endsWith(".class")) Class.forName("app.plugins." + name.replace(".class", "")).getDeclaredConstructor().newInstance();
        }
    }
}`)
	first := d.run("app/Main.java", "")
	if first.Outcome == nil {
		t.Fatalf("%s: %s", first.Status, first.Message)
	}
	const want = "Add.class\napp.plugins.Add\nSubtract.class\napp.plugins.Subtract\nPicture.java\none.txt\nMain.class\nplugins\n"
	for _, result := range []*engine.Result{first, d.run("app/Main.java", "")} {
		if result.Outcome.Output != want {
			t.Errorf("the program printed %q, want %q", result.Outcome.Output, want)
		}
	}
	if again := d.run("app/Main.java", first.ClassesHash); again.Status != engine.StatusUnchanged {
		t.Errorf("the same program again: %s: %s", again.Status, again.Message)
	}
}

func encoded(t *testing.T, result *engine.Result) string {
	t.Helper()
	text, err := json.Marshal(result.Profile)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
