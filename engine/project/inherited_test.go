package project

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSupertypes(t *testing.T) {
	for code, want := range map[string][]string{
		"class A { }":           nil,
		"class A extends B { }": {"B"},
		"final class A<T extends Comparable<T>> extends p.B<T, List<C>> implements D, E<F> { }": {"p.B", "D", "E"},
		"sealed interface A extends B, C permits D, E { }":                                      {"B", "C"},
		"record A(int b, List<C> c) implements D { }\nenum E implements F { }":                  {"D", "F"},
		"class A { class B extends C { } Object o = D.class; }":                                 {"C"},
	} {
		if diff := cmp.Diff(want, supertypesOf(typesIn(code))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", code, diff)
		}
	}
}

// TestInheritedTests looks for tests that classes have from others: of their package, of an imported one, over several classes, and by an interface.
func TestInheritedTests(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"src/main/java/a/Tool.java":             "package a; public class Tool implements Runnable { public void run() { } }",
		"src/test/java/a/SortTest.java":         "package a; public abstract class SortTest { @Test void sorts() { } }",
		"src/test/java/a/QuickSortTest.java":    "package a; class QuickSortTest extends SortTest { }",
		"src/test/java/b/Contract.java":         "package b; public interface Contract<T> { @org.junit.jupiter.api.Test default void holds() { } }",
		"src/test/java/c/Middle.java":           "package c; import b.*; abstract class Middle<T> implements java.io.Serializable, Contract<T> { }",
		"src/test/java/c/ListTest.java":         "package c; class ListTest extends Middle<String> { }",
		"src/test/java/c/ImportedTest.java":     "package c; import a.SortTest; class ImportedTest extends SortTest { }",
		"src/test/java/c/Helper.java":           "package c; class Helper extends Unknown implements Comparable<SortTest> { }",
		"src/test/java/c/Circle.java":           "package c; class Circle extends Circle { }",
		"src/test/java/c/CommentedTest.java":    "package c; class CommentedTest /* extends SortTest */ { }",
		"src/test/java/c/QualifiedTest.java":    "package c; class QualifiedTest extends a.SortTest implements OwnTest.Nest { }",
		"src/test/java/c/ImportedNestTest.java": "package c; import c.OwnTest.Nest; class ImportedNestTest { class Egg implements Nest { } class Other implements Comparable<Nest> { } }",
		"src/test/java/c/OwnTest.java":          "package c; class OwnTest { @Test void has() { } static class Sorts extends a.SortTest implements Nest { } interface Nest { } static abstract class More extends a.SortTest { } }",
		"src/test/java/c/OtherSortTest2.java":   "package c; class OtherSortTest2 extends SortTest2 { }",
	} {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	model := layoutOf(filepath.Join(folder, "src/main/java/a/Tool.java"))
	want := []string{"c/OwnTest", "a/QuickSortTest", "c/ImportedTest", "c/ListTest", "c/QualifiedTest"}
	root := filepath.Join(folder, "src/test/java")
	var got []string
	for _, path := range model.Programs(folder).Tests {
		relative, err := filepath.Rel(root, path)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, filepath.ToSlash(relative[:len(relative)-len(".java")]))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the files with tests (-want +got):\n%s", diff)
	}
	inherited := map[string][]string{}
	for path, from := range model.Programs(folder).Inherited {
		for _, file := range from {
			inherited[typeOf(path)] = append(inherited[typeOf(path)], typeOf(file))
		}
	}
	wantInherited := map[string][]string{
		"QuickSortTest": {"SortTest"}, "ImportedTest": {"SortTest"}, "QualifiedTest": {"SortTest"}, "ListTest": {"Contract"}, "Middle": {"Contract"}, "OwnTest": {"SortTest"},
	}
	if diff := cmp.Diff(wantInherited, inherited); diff != "" {
		t.Errorf("where tests are from (-want +got):\n%s", diff)
	}
	for name, want := range map[string][]string{
		"c/OwnTest#Nest": {"c.ImportedNestTest.Egg", "c.OwnTest.Sorts", "c.QualifiedTest"},
		"a/SortTest":     {"a.QuickSortTest", "c.ImportedTest", "c.OwnTest.Sorts", "c.QualifiedTest"}, "b/Contract": {"c.ListTest"}, "c/ListTest": nil, "c/Circle": {"c.Circle"},
	} {
		name, nested, _ := strings.Cut(name, "#")
		path := filepath.Join(root, filepath.FromSlash(name)+".java")
		declares := typeOf(path)
		if nested != "" {
			declares = nested
		}
		module, set, _ := model.Locate(path)
		if diff := cmp.Diff(want, model.Build(module, set).Heirs(path, declares)); diff != "" {
			t.Errorf("what extends %s (-want +got):\n%s", name, diff)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := IsAbstract(path, string(text)), name == "a/SortTest" || name == "b/Contract"; got != want {
			t.Errorf("%s is abstract: %t, want %t", name, got, want)
		}
	}
	inherits := map[string]bool{"a/QuickSortTest": true, "c/ListTest": true, "c/ImportedTest": true, "c/QualifiedTest": true, "c/Helper": false, "c/Circle": false, "c/CommentedTest": false, "c/OtherSortTest2": false}
	for name, want := range inherits {
		path := filepath.Join(root, filepath.FromSlash(name)+".java")
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		module, set, ok := model.Locate(path)
		if !ok {
			t.Fatalf("%s is in no source set", path)
		}
		if got := model.Build(module, set).InheritsTests(path, string(text)); got != want {
			t.Errorf("%s inherits tests: %t, want %t", name, got, want)
		}
	}
}
