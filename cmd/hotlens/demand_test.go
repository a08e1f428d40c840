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

// TestCompileOnDemand runs a program that puts together the names of classes that it loads: their sources are compiled while it runs. The next time they are compiled before, with the same profile.
func TestCompileOnDemand(t *testing.T) {
	oracle.FindTools(t)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	workspace := t.TempDir()
	save := func(name, text string) {
		t.Helper()
		path := filepath.Join(workspace, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"one", "two"} {
		save("day/"+name+"/Solution.java", "package day."+name+`; public class Solution { static class Part { } public Solution() { new Part(); Helper.help(); } }`)
		save("day/"+name+"/Helper.java", "package day."+name+`; class Helper { static void help() { System.out.println("`+name+`"); } }`)
	}
	save("day/three/Solution.java", "package day.three; public class Solution extends Missing { }")
	save("Demo.java", `class Demo {
    public static void main(String[] args) throws Exception {
        for (String name : new String[] {"one", "two", "three"}) Class.forName("day." + name + ".Solution").getDeclaredConstructor().newInstance();
    }
}`)
	e := engine.New()
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	run := func(last string) *engine.Result {
		t.Helper()
		result, err := e.Profile(t.Context(), engine.Request{File: filepath.Join(workspace, "Demo.java"), Workspace: workspace, Config: configuration.Server(), LastClassesHash: last}, func(string) {})
		if err != nil {
			t.Fatal(err)
		}
		return result
	}
	first := run("")
	if first.Outcome == nil || !strings.HasPrefix(first.Outcome.Output, "one\ntwo\n") {
		t.Fatalf("%s: %s %+v", first.Status, first.Message, first.Outcome)
	}
	if thrown := first.Outcome.Uncaught; len(thrown) != 1 || thrown[0].Explanation != "day.three.Solution was not compiled: Solution.java:1: cannot find symbol: class Missing" {
		t.Errorf("uncaught: %+v", thrown)
	}
	var indexed []string
	for _, file := range first.Index.Files {
		relative, err := filepath.Rel(workspace, file.Path)
		if err != nil {
			t.Fatal(err)
		}
		indexed = append(indexed, filepath.ToSlash(relative))
	}
	if slices.Sort(indexed); !slices.Equal(indexed, []string{"Demo.java", "day/one/Helper.java", "day/one/Solution.java", "day/two/Helper.java", "day/two/Solution.java"}) {
		t.Errorf("the index has %q", indexed)
	}
	if again := run(first.ClassesHash); again.Status != engine.StatusUnchanged {
		t.Errorf("the same program again: %s: %s", again.Status, again.Message)
	}
	if got, want := encoded(t, run("")), encoded(t, first); got != want {
		t.Errorf("compiled ahead of the run, the program has another profile:\n%s\nwant\n%s", got, want)
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
