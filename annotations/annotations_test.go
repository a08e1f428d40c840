package annotations

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"pgregory.net/rapid"

	"hotlens/profiles"
	"hotlens/profiles/analysis"
	"hotlens/profiles/sources"
)

func TestEscape(t *testing.T) {
	tests := []struct{ text, want string }{
		{"Shop.sub_total(int[], List)", `Shop.sub_total(int\[], List)`},
		{"_a.b_ __c__", `\_a.b\_ \_\_c\_\_`},
		{"a|b<c>&d*e`f~g\\h", "a\\|b\\<c>\\&d\\*e\\`f\\~g\\\\h"},
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

// javaLike generates texts of the pieces that the tokenizer and the parser look
// at, in any order.
func javaLike() *rapid.Generator[string] {
	piece := rapid.SampledFrom([]string{
		"class A", "record R(int x)", "enum E", "@interface I", "@Test", "{", "}", "(", ")", ";", ",", "=", "->", ">>", "<",
		"void f(int a)", "static", "\"s\\\"\"", "\"", "\"\"\"", "'", "//c\n", "/*", "*/", "é", "😀", "\\u0041", "1e+5", "0x1p-3", "\r\n", "\r", "\n", "\t", " ", "\xff",
	})
	return rapid.Map(rapid.SliceOfN(piece, 0, 60), func(pieces []string) string { return strings.Join(pieces, " ") })
}

func TestAnyTextIsRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := NewText(javaLike().Draw(t, "text"))
		d := ParseDocument(text)
		end := 0
		for _, x := range d.tokens {
			if x.start < end || x.end <= x.start || x.end > len(text.content) {
				t.Fatalf("token %v behind %d", x, end)
			}
			end = x.end
		}
		last := 0
		for _, x := range d.declarations {
			if x.first < last || x.last <= x.first || x.nameToken >= x.last {
				t.Fatalf("declaration %+v behind %d", x, last)
			}
			last = x.last
		}
	})
}

func TestPositionsAreUTF16(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		content := rapid.StringOf(rapid.SampledFrom([]rune("aé文😀\t\n\r"))).Draw(t, "text")
		text := NewText(content)
		for offset := range content {
			p := text.Position(offset)
			if back := text.Offset(p); back != offset {
				// The offset between \r and \n is not a position of LSP's.
				if offset > 0 && content[offset-1] == '\r' && content[offset] == '\n' {
					continue
				}
				t.Fatalf("offset %d is %v, which is offset %d of %q", offset, p, back, content)
			}
			line := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(content[:offset])
			line = line[strings.LastIndexByte(line, '\n')+1:]
			if want := len(utf16.Encode([]rune(line))); p.Character != want {
				t.Fatalf("offset %d of %q is in column %d, want %d", offset, content, p.Character, want)
			}
		}
	})
}

// TestAnchorsKeepText checks that whatever is anchored has the same tokens on
// both sides, for any two texts.
func TestAnchorsKeepText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		compiled := ParseDocument(NewText(javaLike().Draw(t, "compiled")))
		current := ParseDocument(NewText(javaLike().Draw(t, "current")))
		if rapid.Bool().Draw(t, "insert") {
			at := rapid.IntRange(0, len(compiled.content)).Draw(t, "at")
			current = ParseDocument(NewText(compiled.content[:at] + current.content + compiled.content[at:]))
		}
		a := NewAnchors(compiled, current)
		for i, x := range compiled.declarations {
			if first := a.places[i].first; first >= 0 {
				if want, got := compiled.words(x.first, x.last), current.words(first, first+x.last-x.first); got != want {
					t.Fatalf("%q is anchored at %q", want, got)
				}
			}
			for token := x.first; token < x.last; token++ {
				r := compiled.tokenRange(token)
				moved, untouched := a.Range(r)
				if !untouched {
					continue
				}
				if got := current.content[current.Offset(moved.Start):current.Offset(moved.End)]; got != compiled.word(token) {
					t.Fatalf("%q moved to %q", compiled.word(token), got)
				}
			}
			a.Successor(compiled.tokenRange(x.first))
		}
		if r, untouched := a.Range(sources.Range{Start: sources.Position{Line: 1 << 30}}); untouched {
			t.Fatalf("a range outside of the text moved to %v", r)
		}
	})
}

func TestNestingIsBounded(t *testing.T) {
	d := ParseDocument(NewText(strings.Repeat("class A { ", 100_000)))
	if len(d.declarations) != maxNesting+1 {
		t.Errorf("got %d declarations", len(d.declarations))
	}
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
		Path: "A.java", Current: ParseDocument(NewText(text)), Run: run,
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
