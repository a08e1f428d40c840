package javac

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hotlens/vm/oracle"
)

// TestKeptLikeFresh has javac compile one state of a program after the other, and compares each time with a javac that keeps nothing
// from the state before. What differs between two states is what a compiler that remembers too much would get wrong.
func TestKeptLikeFresh(t *testing.T) {
	oracle.Once(t)
	for _, how := range []struct {
		name    string
		own     bool // the JDK's own release is asked for
		options []string
	}{
		{name: "by default"},
		{name: "its own release", own: true},
		{name: "options", options: []string{"-parameters", "-Xlint:all,-serial", "-source", "11", "-target", "11", "-encoding", "UTF-8"}},
		{name: "no warnings", options: []string{"-nowarn", "-deprecation", "-Xmaxerrs", "2"}},
	} {
		t.Run(how.name, func(t *testing.T) { keptLikeFresh(t, how.own, how.options) })
	}
}

func keptLikeFresh(t *testing.T, own bool, options []string) {
	dir := t.TempDir()
	feature, release := service.JDK().Release.Feature, ""
	if own {
		release = strconv.Itoa(feature)
	}
	library := filepath.Join(dir, "library")
	main := filepath.Join(dir, "src", "p", "Main.java")
	const program = `package p;
import java.util.*;
import q.*;
class Main extends Base {
	static final int OWN = Constant.VALUE + 1;
	List names = null;
	Object o = new Object() { Runnable r = () -> System.out.println(o + name(OWN)); };
	String name(int i) { class Local { } return new Local() + "" + i + new Help().help(i); }
}
`
	// Each step changes files; "" removes one.
	steps := []struct {
		name    string
		files   map[string]string
		library string // the text of library class q.Constant, if it changes
		fails   bool
	}{
		{"first", map[string]string{
			"p/Main.java": program, "p/Base.java": "package p; class Base { }",
			"q/Help.java": "package q; public class Help { public int help(Object o) { return 1; } }",
		}, "package q; public class Constant { public static final int VALUE = 1; }", false},
		{"the same", nil, "", false},
		{"another body", map[string]string{"p/Base.java": "package p; class Base { int i = 2; Runnable r = () -> { }; }"}, "", false},
		{"an overload that fits better", map[string]string{
			"q/Help.java": "package q; public class Help { public int help(Object o) { return 1; } public long help(int i) { return 2; } }",
		}, "", false},
		{"a class that shadows the library's", map[string]string{"p/List.java": "package p; class List { }"}, "", false},
		{"which is not there any more", map[string]string{"p/List.java": ""}, "", false},
		{"a constant of a class on the class path", nil, "package q; public class Constant { public static final int VALUE = 7; }", false},
		{"an error", map[string]string{"p/Base.java": "package p; class Base { int i = missing; }"}, "", true},
		{"a class that is missing", map[string]string{"p/Base.java": ""}, "", true},
		{"an interface in its place", map[string]string{"p/Base.java": "package p; interface Base { }"}, "", true},
		{"all well again", map[string]string{"p/Base.java": "package p; class Base { @Deprecated void old() { } }"}, "", false},
		{"a warning", map[string]string{"p/Base.java": "package p; class Base { Object date = new java.util.Date(1, 2, 3); List<String> l = new ArrayList(); }",
			"p/List.java": "package p; class List<T> { }", "p/ArrayList.java": "package p; class ArrayList<T> extends List<T> { }",
			"p/Main.java": "package p; class Main extends Base { }"}, "", false},
		{"an unnamed package", map[string]string{"p/Base.java": "", "p/List.java": "", "p/ArrayList.java": "",
			"p/Main.java": "class Main extends Other { }", "p/Other.java": "class Other { }"}, "", false},
		{"another class in it", map[string]string{"p/Other.java": "class Other extends Third { }", "p/Third.java": "class Third { int i; }"}, "", false},
		{"a module", map[string]string{"module-info.java": "module m { }", "p/Main.java": "package p; class Main { }", "p/Other.java": "", "p/Third.java": ""}, "", false},
	}
	for _, step := range steps {
		for name, text := range step.files {
			if text == "" {
				if err := os.Remove(filepath.Join(dir, "src", filepath.FromSlash(name))); err != nil {
					t.Fatal(err)
				}
			} else {
				write(t, filepath.Join(dir, "src"), name, text)
			}
		}
		if step.library != "" {
			mustCompile(t, Request{Files: []string{write(t, dir, "lib/q/Constant.java", step.library)}, OutputDir: library})
		}
		request := Request{Files: []string{main}, ClassPath: []string{library}, OutputDir: filepath.Join(dir, "kept"), Release: release, Options: options}
		if sent := request.withoutOwnRelease(feature); sent.fingerprint(nil) == "" {
			t.Fatal("nothing is kept")
		}
		kept := compile(t, request)
		request.OutputDir, request.Options = filepath.Join(dir, "fresh"), slices.Concat(options, []string{"-g"}) // which it has anyway
		if sent := request.withoutOwnRelease(feature); sent.fingerprint(nil) != "" || sent.Release != release {
			t.Fatal("the fresh javac keeps something")
		}
		fresh := compile(t, request)
		if kept.OK == step.fails {
			t.Errorf("%s: compiled: %t; %+v", step.name, kept.OK, kept.Diagnostics)
		}
		if diff := cmp.Diff(fresh.Diagnostics, kept.Diagnostics); diff != "" {
			t.Errorf("%s: diagnostics (-fresh +kept):\n%s", step.name, diff)
		}
		if kept.ClassesHash != fresh.ClassesHash {
			t.Errorf("%s: other classes: %v, fresh %v", step.name, kept.Classes, fresh.Classes)
		}
		if diff := cmp.Diff(fresh.Index, kept.Index); diff != "" {
			t.Errorf("%s: index (-fresh +kept):\n%s", step.name, diff)
		}
	}
}

// TestFingerprint checks that a library that was replaced, or that was missing, is looked at again.
func TestFingerprint(t *testing.T) {
	dir := t.TempDir()
	jar := filepath.Join(dir, "library.jar")
	request := Request{Files: []string{filepath.Join(dir, "A.java")}, ClassPath: []string{jar}}
	missing := request.fingerprint(nil)
	write(t, dir, "library.jar", "PK\x05\x06"+string(make([]byte, 18)))
	first := request.fingerprint(nil)
	if err := os.Chtimes(jar, time.Time{}, time.Unix(1, 0)); err != nil {
		t.Fatal(err)
	}
	if second := request.fingerprint(nil); missing == first || first == second || second == "" {
		t.Errorf("the fingerprints are %q, %q and %q", missing, first, second)
	}
	for name, change := range map[string]func(*Request){
		"processors": func(r *Request) { r.Processors = true },
		"a release":  func(r *Request) { r.Release = "11" },
		"modules":    func(r *Request) { r.ModulePath = []string{dir} },
		"options":    func(r *Request) { r.Options = []string{"--limit-modules", "java.base"} },
	} {
		changed := request
		if change(&changed); changed.fingerprint(nil) != "" {
			t.Errorf("%s: something is kept", name)
		}
	}
}
