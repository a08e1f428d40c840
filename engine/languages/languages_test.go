package languages

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"hotlens/engine/project"
	"hotlens/profiles"
	"hotlens/vm/classfile"
)

// testdata/classes are what Groovy 2.4.21 and Kotlin 1.3.31 have made of the sources in testdata/src.

// copied copies the test data, so that its times can be set: classes that are newer than the sources.
func copied(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS("testdata")); err != nil {
		t.Fatal(err)
	}
	setTimes(t, filepath.Join(folder, "src"), time.Now().Add(-time.Hour))
	setTimes(t, filepath.Join(folder, "classes"), time.Now().Add(-time.Minute))
	return folder
}

func setTimes(t *testing.T, folder string, at time.Time) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if err := os.Chtimes(file, at, at); err != nil {
			t.Fatal(err)
		}
		setTimes(t, file, at)
	}
}

func build(folder string) *project.Build {
	set := &project.SourceSet{Sources: []string{filepath.Join(folder, "src", "main", "java")}, Outputs: []string{filepath.Join(folder, "classes")}}
	return &project.Build{Sets: []project.Part{{Set: set}}}
}

// TestClasses follows what a build leaves in its output folder.
func TestClasses(t *testing.T) {
	folder, cache := copied(t), t.TempDir()
	own, err := os.ReadFile(filepath.Join("testdata", "classes", "shop", "Text.class"))
	if err != nil {
		t.Fatal(err)
	}
	java := filepath.Join(folder, "classes", "shop", "Main.class")
	if err := os.WriteFile(java, []byte(strings.Replace(string(own), "\x00\x07Text.kt", "\x00\x07A1.java", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	look := func(name string, want ...string) {
		t.Helper()
		at, err := Classes(build(folder), cache)
		if err != nil {
			t.Fatal(err)
		}
		files, err := filepath.Glob(filepath.Join(at, "shop", "*"))
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, file := range files {
			names = append(names, strings.TrimSuffix(filepath.Base(file), ".class"))
		}
		if !slices.Equal(names, want) {
			t.Errorf("%s: %q, want %q", name, names, want)
		}
		if got := Packages(at); len(want) > 0 && !slices.Equal(got, []string{"shop/"}) {
			t.Errorf("%s: the packages are %q", name, got)
		}
	}
	look("first", "Text", "TextKt", "Words$_count_closure1", "Words")
	look("again", "Text", "TextKt", "Words$_count_closure1", "Words")
	if err := os.Remove(filepath.Join(folder, "classes", "shop", "TextKt.class")); err != nil {
		t.Fatal(err)
	}
	look("one class less", "Text", "Words$_count_closure1", "Words")
	if err := os.RemoveAll(filepath.Join(folder, "classes")); err != nil {
		t.Fatal(err)
	}
	look("cleaned")
	if err := os.RemoveAll(filepath.Join(folder, "src", "main", "groovy")); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(folder, "src", "main", "kotlin")); err != nil {
		t.Fatal(err)
	}
	if at, err := Classes(build(folder), cache); at != "" || err != nil {
		t.Errorf("Java alone: %q, %v", at, err)
	}
}

// ran is a profile of a program that has called all methods of the classes.
func ran(t *testing.T, classes string) *profiles.Profile {
	t.Helper()
	p := &profiles.Profile{}
	files, err := filepath.Glob(filepath.Join(classes, "shop", "*.class"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		class, err := classfile.ParseWith(content, classfile.Options{Trusted: true})
		if err != nil {
			t.Fatal(err)
		}
		for i := range class.Methods {
			m := &class.Methods[i]
			line := -1
			if m.Code != nil && len(m.Code.Lines) > 0 {
				line = int(m.Code.Lines[0].Line)
			}
			p.Methods = append(p.Methods, profiles.Method{ID: len(p.Methods), Class: class.Name, Name: m.Name, Descriptor: m.Descriptor, File: class.SourceFile, Line: line, Origin: profiles.OriginApp})
		}
	}
	return p
}

// TestIndex finds where methods are declared, in sources that need not lie where their package says, and tells of sources that are newer than their classes.
func TestIndex(t *testing.T) {
	folder := copied(t)
	p, roots := ran(t, filepath.Join(folder, "classes")), build(folder).OtherSources()
	files, notes := Index(p, roots, filepath.Join(folder, "classes"))
	var got []string
	for _, file := range files {
		text, err := os.ReadFile(file.Path)
		if err != nil {
			t.Fatal(err)
		}
		if !file.IsText(string(text)) || file.Package != "shop" {
			t.Errorf("%s is of package %s, or has another text", file.Path, file.Package)
		}
		lines := strings.Split(string(text), "\n")
		for _, m := range file.Methods {
			at := m.NameRange
			got = append(got, fmt.Sprintf("%d %s.%s %s", at.Start.Line+1, m.Class, m.Name, lines[at.Start.Line][at.Start.Character:at.End.Character]))
		}
	}
	want := []string{
		"9 shop/Words.<init> Words", "13 shop/Words.count count", "19 shop/Words.length length",
		"3 shop/Text.<init> Text", "4 shop/Text.getSize size", "7 shop/Text.words words", "12 shop/Text.longest longest", "21 shop/TextKt.shout shout",
	}
	if !slices.Equal(got, want) || len(notes) > 0 {
		t.Errorf("found\n%s\nwant\n%s\nwith %q", strings.Join(got, "\n"), strings.Join(want, "\n"), notes)
	}
	setTimes(t, filepath.Join(folder, "src", "main", "kotlin"), time.Now())
	files, notes = Index(p, roots, filepath.Join(folder, "classes"))
	if len(files) != 1 || len(notes) != 1 || !strings.Contains(notes[0], "Text.kt is newer than its classes: build the project") {
		t.Errorf("with a newer source there are %d files, and %q", len(files), notes)
	}
}

// TestDeclarations finds declarations as people write them.
func TestDeclarations(t *testing.T) {
	for _, test := range []struct {
		file, class, name string
		text              string
		want              string // the name at its line; "" for none
	}{
		{"A.kt", "p/A", "get", "class A {\n  operator fun get(i: Int): Int {\n    return i", "2 get"},
		{"A.kt", "p/A", "two words", "  fun `two words`() {\n  }", "1 `two words`"},
		{"A.kt", "p/A", "isEven", "private inline fun <T : Any> List<T>.isEven(\n  n: Int\n) = n", "1 isEven"},
		{"A.kt", "p/A", "setName", "  var name: String = \"\"\n    set(value) { field = value }", "1 name"},
		{"A.kt", "p/A$Companion", "of", "  companion object {\n    fun of() = A()", "2 of"},
		{"A.kt", "p/A", "count$default", "fun count(n: Int = 1) = n", ""},
		{"A.kt", "p/A", "other", "fun another() = 1", ""},
		{"A.scala", "p/A$", "main", "object A {\n  def main(args: Array[String]): Unit = {", "2 main"},
		{"A.scala", "p/A", "$plus$plus", "  def ++(o: A): A =\n    new A", "1 ++"},
		{"A.scala", "p/A", "size", "class A(val size: Int)", "1 size"},
		{"A.scala", "p/A", "$anonfun$main$1", "  xs.map(x => x + 1)", ""},
		{"A.scala", "p/A", "<init>", "class A(n: Int) {", "1 A"},
		{"A.groovy", "p/A", "add", "  def add(a, b) {\n    a + b", "1 add"},
		{"A.groovy", "p/ASpec", "adds two", "  def 'adds two'() {\n    expect:", "1 adds two"},
		{"A.groovy", "p/A", "sum", "  private static List<Integer> sum(int a,\n      int b) {", "1 sum"},
		{"A.groovy", "p/A$_run_closure1", "doCall", "  each { it }", ""},
	} {
		lines := strings.Split(test.text, "\n")
		got := ""
		if m, found := declaration(lines, &profiles.Method{Class: test.class, Name: test.name, File: test.file, Line: len(lines)}); found {
			got = fmt.Sprintf("%d %s", m.NameRange.Start.Line+1, lines[m.NameRange.Start.Line][m.NameRange.Start.Character:m.NameRange.End.Character])
		}
		if got != test.want {
			t.Errorf("%s in %q: %q, want %q", test.name, test.text, got, test.want)
		}
	}
}
