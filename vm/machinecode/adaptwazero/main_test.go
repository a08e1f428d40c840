package main

import (
	"bytes"
	"errors"
	"go/format"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestCopy demands of the copy of the module that hotlens uses that it differs from it where it should only, and of go.work that it names the copy;
// and that what is there is left alone. What the copy does, the tests of machinecode demand.
func TestCopy(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"go.mod", "go.sum"} {
		data, err := os.ReadFile(filepath.Join("..", "..", "..", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(root)
	if err := run("tools"); err != nil {
		t.Fatal(err)
	}
	copies, err := filepath.Glob("tools/*")
	if err != nil || len(copies) != 1 {
		t.Fatalf("there are the copies %v, %v", copies, err)
	}
	work, err := os.ReadFile("go.work")
	if err != nil || !strings.Contains(string(work), "replace github.com/tetratelabs/wazero => ./"+copies[0]+"\n") {
		t.Errorf("go.work is %q, %v", work, err)
	}
	wazero, err := published()
	if err != nil {
		t.Fatal(err)
	}
	expected := map[string]bool{path.Join(compiler, lowered): true}
	for _, r := range replacements {
		expected[path.Join(compiler, r.file)] = true
	}
	files, differ := 0, []string{}
	tree := os.DirFS(copies[0])
	err = fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		files++
		is, err := fs.ReadFile(tree, name)
		if err != nil {
			t.Fatal(err)
		}
		was, err := os.ReadFile(filepath.Join(wazero.Dir, name))
		if errors.Is(err, fs.ErrNotExist) {
			was, err = added.ReadFile("_added/" + strings.TrimPrefix(name, compiler+"/"))
		}
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(was, is) {
			differ = append(differ, name)
		}
		return nil
	})
	if diff := cmp.Diff(slices.Sorted(maps.Keys(expected)), differ); err != nil || files < 100 || diff != "" {
		t.Errorf("of %d files others are changed than should be (%v):\n%s", files, err, diff)
	}
	was, err := os.ReadFile(filepath.Join(wazero.Dir, compiler, lowered))
	if err != nil {
		t.Fatal(err)
	}
	is, err := withoutChecks(was)
	if err == nil {
		is, err = format.Source(is)
	}
	if err != nil {
		t.Fatal(err)
	}
	checkLeftOut(t, string(was), string(is))
	long := time.Now().Add(-time.Hour).Truncate(time.Second)
	for _, name := range []string{"go.work", copies[0]} {
		if err := os.Chtimes(name, long, long); err != nil {
			t.Fatal(err)
		}
	}
	if err := run("tools"); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"go.work", copies[0]} {
		if info, err := os.Stat(name); err != nil || !info.ModTime().Equal(long) {
			t.Errorf("%s is made again, %v", name, err)
		}
	}
}

// written are the lines of a text in which something stands.
func written(text string) []string {
	return slices.DeleteFunc(strings.Split(text, "\n"), func(line string) bool { return strings.TrimSpace(line) == "" })
}

// checkLeftOut demands that a file is what it was but for lines that have been left out, each of which has to do with the check of an address, and for others
// that stand under a condition.
func checkLeftOut(t *testing.T, was, is string) {
	t.Helper()
	of := func(line string) bool {
		return slices.ContainsFunc(append(checks[0].variables, "ceil)"), func(name string) bool { return strings.Contains(line, name) })
	}
	lines := written(was)
	left, conditions := 0, 0
	for _, line := range written(is) {
		for len(lines) > 0 && of(lines[0]) && strings.TrimSpace(line) != strings.TrimSpace(lines[0]) {
			left++
			lines = lines[1:]
		}
		switch {
		case len(lines) > 0 && line == lines[0]:
			lines = lines[1:]
		case strings.TrimSpace(line) == "if "+varies+" {" || line == "\t}":
			conditions++
		case len(lines) > 0 && strings.TrimSpace(line) == strings.TrimSpace(lines[0]):
			lines = lines[1:]
		default:
			t.Fatalf("the line %q is in the place of %q", line, lines[:min(1, len(lines))])
		}
	}
	if len(lines) > 0 || left != checks[0].statements || conditions != 4 {
		t.Errorf("%d lines are missing, %d have been left out, and %d are about conditions", len(lines), left, conditions)
	}
}

// TestUnknownCheck demands an error where the check is not the known one, so that nothing is left out by mistake.
func TestUnknownCheck(t *testing.T) {
	for what, source := range map[string]string{
		"has no method memOpSetup": "package p",
		"is made of 1 statements":  "package p\nfunc memOpSetup() { cmp := 1 }",
		"and 0 variables":          "package p\nfunc memOpSetup() { return }",
		"expected 'package'":       "nothing",
	} {
		if _, err := withoutChecks([]byte(source)); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%q gives the error %v, not %q", source, err, what)
		}
	}
	conditional := check{method: "f", variables: []string{"a"}, statements: 2, unless: "x"}
	if _, err := conditional.leftOut([]byte("package p\nfunc f() { a := 1; b(); c(a) }")); err == nil || !strings.Contains(err.Error(), "something else stands in the midst") {
		t.Errorf("what stands between the statements gives the error %v", err)
	}
}

// TestUnknownText demands an error where the text that something stands in the place of is not the known one.
func TestUnknownText(t *testing.T) {
	const source = "package p\n\n// f does.\nfunc f() { a(); a() }\n\nfunc g() { a() }\n"
	for _, test := range []struct {
		r    replacement
		want string // the error, or what is made
	}{
		{replacement{method: "f", of: "a()", by: "b()", times: 2}, "package p\n\n// f does.\nfunc f() { b(); b() }\n\nfunc g() { a() }\n"},
		{replacement{of: "package p", by: "package q"}, strings.Replace(source, "p\n", "q\n", 1)},
		{replacement{method: "f", of: "a()"}, `"a()" is there 2 times, and not 1: look at it, and change this program`},
		{replacement{method: "g", of: "b()"}, `"b()" is there 0 times, and not 1: look at it, and change this program`},
		{replacement{method: "h", of: "a()"}, "it has no method h"},
	} {
		got, err := test.r.made([]byte(source))
		if text := string(got); err != nil && err.Error() != test.want || err == nil && text != test.want {
			t.Errorf("%+v makes %q, %v, not %q", test.r, text, err, test.want)
		}
	}
	if got, err := without([]byte(source), "f"); err != nil || string(got) != "package p\n\n\n\nfunc g() { a() }\n" {
		t.Errorf("without f there is %q, %v", got, err)
	}
}
