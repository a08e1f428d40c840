package engine

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestChooseTarget(t *testing.T) {
	root := t.TempDir()
	other := filepath.Join(root, "demo", "Main.java")
	if err := os.MkdirAll(filepath.Dir(other), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(other, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	saved := filepath.Join(root, "Saved.java")
	if err := os.WriteFile(saved, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name    string
		targets []string
		want    chosen
	}{
		{"the file's own main", nil, chosen{file: saved, arguments: []string{"own"}}},
		{"a blank target", []string{" "}, chosen{file: saved, arguments: []string{"own"}}},
		{"a class with a source file", []string{"demo.Main 1 2"}, chosen{file: other, class: "demo.Main", arguments: []string{"1", "2"}}},
		{"a nested class", []string{"demo.Main$Inner"}, chosen{file: other, class: "demo.Main$Inner", arguments: []string{}}},
		{"a test method", []string{"demo.Main#adds"}, chosen{file: other, class: "demo.Main", arguments: []string{}, test: "adds"}},
		{"a class of the class path", []string{"lib.Tool x"}, chosen{file: saved, class: "lib.Tool", arguments: []string{"x"}}},
		{"a file", []string{"demo/Main.java 3"}, chosen{file: other, class: "", arguments: []string{"3"}}},
		{"the saved one before others", []string{"demo.Main", "lib.Tool", "Saved 7"}, chosen{file: saved, class: "Saved", arguments: []string{"7"}}},
		{"else the first", []string{"demo.Main 1", "demo.Main 2"}, chosen{file: other, class: "demo.Main", arguments: []string{"1"}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			request := Request{File: saved, Workspace: root, Targets: test.targets, Arguments: []string{"own"}}
			got := chooseTarget(request, []string{root})
			if diff := cmp.Diff(test.want, got, cmp.AllowUnexported(chosen{})); diff != "" {
				t.Errorf("target (-want +got):\n%s", diff)
			}
		})
	}
}

func TestTestsOfATarget(t *testing.T) {
	const junit, both = "class A { @Test void a() { } }", "class A { @Test void a() { } public static void main(String[] args) { } }"
	for _, test := range []struct {
		choice chosen
		text   string
		want   []string
	}{
		{chosen{file: "/r/shop/A.java"}, junit, []string{"shop.A"}},
		{chosen{file: "/r/shop/A.java"}, "class A extends TestCase { }", []string{"shop.A"}},
		{chosen{file: "/r/shop/A.java", class: "shop.A"}, junit, []string{"shop.A"}},
		{chosen{file: "/r/shop/A.java"}, both, nil},
		{chosen{file: "/r/shop/A.java"}, "class A { }", nil},
		{chosen{file: "/r/shop/A.java"}, "class A extends Tested { }", []string{"shop.A"}},
		{chosen{file: "/r/shop/A.java"}, "class A extends Tested { public static void main(String[] args) { } }", nil},
		{chosen{file: "/r/shop/A.java", class: "shop.A", test: "a"}, both, []string{"shop.A#a"}},
		{chosen{file: "/r/shop/A.java", class: "shop.A", arguments: []string{"1"}}, junit, nil},
	} {
		if diff := cmp.Diff(test.want, test.choice.testsOf("/r", test.text, func(path, text string) bool { return path == test.choice.file && strings.Contains(text, "Tested") })); diff != "" {
			t.Errorf("%+v in %s (-want +got):\n%s", test.choice, test.text, diff)
		}
	}
}
