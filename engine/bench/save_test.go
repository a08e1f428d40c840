package bench

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestLayersHaveTenThousandLines(t *testing.T) {
	text := layered()
	if lines := strings.Count(text, "\n"); lines != fileLines || !mainBody().MatchString(text) {
		t.Errorf("%d lines, main at %v", lines, mainBody().FindStringIndex(text))
	}
	if strings.Contains(text, "layer19") || !strings.Contains(text, "last1(number + 1)") {
		t.Error("the last layer does not end in the hot methods")
	}
}

// TestEdits checks that the offsets of an edit are those of what the editor has told the server before.
func TestEdits(t *testing.T) {
	for _, text := range []string{
		"class A { public static void main(String[] args) { } }", "class A {\n  static void main(String... a)\n    throws Exception\n  { f(); }",
	} {
		if found := mainBody().FindStringIndex(text); found == nil || text[found[1]-1] != '{' || strings.Count(text[:found[1]], "{") != 2 {
			t.Errorf("%q: %v", text, found)
		}
	}
	at := position("a\nbc\n d", 6)
	if at["line"] != 2 || at["character"] != 1 {
		t.Errorf("got %v", at)
	}
}

func TestPercentile(t *testing.T) {
	var values []time.Duration
	for i := range 200 {
		values = append(values, time.Duration(i+1))
	}
	for part, want := range map[float64]time.Duration{0.95: 190, 0.99: 198, 1: 200} {
		if got := percentile(values, part); got != want {
			t.Errorf("%v: got %v, want %v", part, got, want)
		}
	}
	if got := percentile(values[:1], 0.99); got != 1 {
		t.Errorf("of one value: %v", got)
	}
}

// TestCopyProject checks that the user's files are copied, and not what is hidden.
func TestCopyProject(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"src/A.java": "class A { public static void main(String[] args) { } }", "src/b/B.java": "", "data/x.txt": "x", ".git/config": "",
	} {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p, err := copyProject(&SaveOptions{Workspace: folder, File: filepath.Join(folder, "src", "A.java")})
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(p.folder)
	var names []string
	for _, file := range p.files {
		name, err := filepath.Rel(p.folder, file)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, filepath.ToSlash(name))
	}
	if got := strings.Join(names, " "); got != "src/A.java src/b/B.java" {
		t.Errorf("got %s", got)
	}
	if _, err := os.Stat(filepath.Join(p.folder, "data", "x.txt")); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(p.folder, ".git")); err == nil {
		t.Error("what is hidden was copied")
	}
}

func TestSaveTable(t *testing.T) {
	table := SaveTable{setting: "here", saves: []distribution{{"save", []time.Duration{3e6, 1e6, 2e6}}}, memory: []footprint{{"idle", 30e6, 0}}}
	var text bytes.Buffer
	if err := table.Write(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"here\n", "2.0 ms  3.0 ms  3.0 ms  3.0 ms", "idle   30 MB"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("%q is missing in\n%s", want, &text)
		}
	}
}
