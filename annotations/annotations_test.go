package annotations

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"hotlens/annotations/javatext"
	"hotlens/profiles"
	"hotlens/profiles/analysis"
	"hotlens/profiles/sources"
)

func TestEscape(t *testing.T) {
	tests := []struct{ text, want string }{
		{"Shop.sub_total(int[], List)", `Shop.sub_total(int\[], List)`},
		{"_a.b_ __c__", `\_a.b\_ \_\_c\_\_`},
		{"a|b<c>&d*e`f~g\\h", "a\\|b\\<c>\\&d\\*e\\`f\\~g\\\\h"},
		{"zero ×10 (<0.1%) <T> <", `zero ×10 (<0.1%) \<T> \<`},
		{"two\r\nlines\xff", "two  lines\ufffd"},
	}
	for _, test := range tests {
		if got := escape(test.text); got != test.want {
			t.Errorf("escape(%q) is %q, want %q", test.text, got, test.want)
		}
	}
}

// TestTablesAreAligned checks that each bar of a table stands below the one
// above it, whatever the cells hold.
func TestTablesAreAligned(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cell := rapid.Map(rapid.StringOf(rapid.SampledFrom([]rune("aé›_|<`1,\n"))), escape)
		rows := rapid.SliceOfN(rapid.SliceOfN(cell, 3, 3), 1, 5).Draw(t, "rows")
		var b strings.Builder
		table(&b, []string{"Target", "Calls", inliningTitle}, rows)
		var above []int
		for line := range strings.SplitSeq(strings.TrimSpace(b.String()), "\n") {
			var bars []int
			runes := []rune(line)
			for i, r := range runes {
				if r == '|' && (i == 0 || runes[i-1] != '\\') {
					bars = append(bars, i)
				}
			}
			if len(bars) != 4 || above != nil && !slices.Equal(bars, above) {
				t.Fatalf("a bar is not below the one above it:\n%s", &b)
			}
			above = bars
		}
	})
}

// TestProfileWithoutCounts prepares a profile of call edges alone: the view says why it
// has no numbers.
func TestProfileWithoutCounts(t *testing.T) {
	const text = "class A {\n  public static void main(String[] a) { f(); }\n  static void f() {}\n}\n"
	profile := &profiles.Profile{
		Schema:    profiles.Schema,
		Profilers: []string{profiles.ProfilerEdges},
		Methods:   []profiles.Method{{ID: 0, Class: "A", Name: "main", Descriptor: "([Ljava/lang/String;)V"}, {ID: 1, Class: "A", Name: "f", Descriptor: "()V"}},
		Edges:     []profiles.Edge{{Caller: 0, BCI: 0, Line: 2, Callee: 1, Kind: profiles.EdgeStatic}},
	}
	run, err := analysis.New(profile, &sources.Index{})
	if err != nil {
		t.Fatal(err)
	}
	view := View{
		Path: "A.java", Current: javatext.Parse(javatext.NewText(text)), Run: run,
		Settings: Settings{Lenses: true, Hints: true, Hovers: true},
	}
	said := false
	for _, lens := range Lenses(view) {
		said = said || strings.Contains(lens.Title, "no counts")
	}
	if !said {
		t.Errorf("no lens says that nothing was counted: %v", Lenses(view))
	}
}

// TestMainsOfNewJava says how programs of Java 25 have ended at their main methods: of a file without a class, which gives its name to one, and of a class whose
// main method has nothing that tells it, but that the run was compiled with it.
func TestMainsOfNewJava(t *testing.T) {
	for _, test := range []struct{ text, class string }{
		{"void main() { }\n", "Hello"},
		{"class Inst {\n  void main() { }\n}\n", "Inst"},
	} {
		main := strings.Index(test.text[strings.Index(test.text, "void"):], "main")
		line := strings.Count(test.text[:strings.Index(test.text, "void")], "\n")
		name := sources.Range{Start: sources.Position{Line: line, Character: main + 2*line}, End: sources.Position{Line: line, Character: main + 2*line + len("main")}}
		path := "/work/" + test.class + ".java"
		file := sources.File{
			Path: path, Hash: sources.HashText(test.text), Types: []string{test.class}, Mains: []string{test.class},
			Methods: []sources.Method{{Class: test.class, Name: "main", Descriptor: "()V", NameRange: name}},
		}
		run, err := analysis.New(&profiles.Profile{
			Schema: profiles.Schema, Complete: true, Target: profiles.Target{Main: test.class}, Totals: profiles.Totals{Calls: 1, Bytecodes: 1, Contexts: 1},
			Methods:  []profiles.Method{{ID: 0, Class: test.class, Name: "main", Descriptor: "()V"}},
			Contexts: []profiles.Context{{ID: 0, Parent: -1, Method: 0, BCI: -1, Calls: 1, Bytecodes: 1}},
		}, &sources.Index{Files: []sources.File{file}})
		if err != nil {
			t.Fatal(err)
		}
		document := javatext.Parse(javatext.NewText(test.text))
		var told []string
		for _, lens := range Lenses(View{
			Path: path, Current: document, Run: run, Anchors: javatext.NewAnchors(document, document), Outcome: &profiles.Outcome{Main: test.class}, Settings: Settings{Lenses: true},
		}) {
			if lens.Range == name {
				told = append(told, lens.Title)
			}
		}
		if want := []string{"▶ Profile", "exit 0", "1 call · 100% of bytecodes"}; !slices.Equal(told, want) {
			t.Errorf("lenses at the main method of %s: %q, want %q", test.class, told, want)
		}
	}
}

// TestSameViews changes one part of a view after another: no view with another part is the same one.
func TestSameViews(t *testing.T) {
	whole := View{
		Path: "A.java", Current: &javatext.Document{}, Run: &analysis.Analysis{}, Anchors: &javatext.Anchors{}, Previous: &analysis.Analysis{},
		Outcome: &profiles.Outcome{}, Covering: []*analysis.Analysis{{}},
	}
	if again := whole; !whole.Same(again) {
		t.Error("a view is not the same as itself")
	}
	for i := range reflect.TypeFor[View]().NumField() {
		other := whole
		field := reflect.ValueOf(&other).Elem().Field(i)
		name := reflect.TypeFor[View]().Field(i).Name
		if name == "Notice" || name == "Settings" { // their own equality tells the parts
			field.Field(0).Set(another(field.Field(0)))
		} else {
			field.Set(another(field))
		}
		if whole.Same(other) || other.Same(whole) {
			t.Errorf("a view with another %s is the same", name)
		}
	}
}

// another is another value of the same type, which is not the one that is there.
func another(v reflect.Value) reflect.Value {
	switch v.Kind() {
	case reflect.String:
		return reflect.ValueOf(v.String() + "x").Convert(v.Type())
	case reflect.Bool:
		return reflect.ValueOf(!v.Bool())
	case reflect.Pointer:
		return reflect.Zero(v.Type())
	case reflect.Slice:
		return reflect.MakeSlice(v.Type(), 0, 0)
	case reflect.Map:
		return reflect.MakeMap(v.Type())
	default:
		return reflect.ValueOf(v.Int() + 1).Convert(v.Type())
	}
}
