package javatext

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"pgregory.net/rapid"

	"hotlens/profiles/sources"
)

// javaLike generates texts of the pieces that the tokenizer and the parser look
// at, in any order.
func javaLike() *rapid.Generator[string] {
	piece := rapid.SampledFrom([]string{
		"class A", "record R(int x)", "enum E", "@interface I", "@Test", "{", "}", "(", ")", ";", ",", "=", "->", ">>", "<",
		"void f(int a)", "static", "\"s\\\"\"", "\"", "\"\"\"", "'", "#!sh\n", "//c\n", "/*", "*/", "é", "😀", "\\u0041", "1e+5", "0x1p-3", "\r\n", "\r", "\n", "\t", " ", "\xff",
	})
	return rapid.Map(rapid.SliceOfN(piece, 0, 60), func(pieces []string) string { return strings.Join(pieces, " ") })
}

func TestAnyTextIsRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := NewText(javaLike().Draw(t, "text"))
		d := Parse(text)
		end := 0
		for _, x := range d.tokens {
			if x.start() < end || x.end() <= x.start() || x.end() > len(text.content) {
				t.Fatalf("token %v behind %d", x, end)
			}
			end = x.end()
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

// TestReparse checks that a text that was edited is split into what it would be as a new one.
func TestReparse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := Parse(NewText(javaLike().Draw(t, "text")))
		for range 3 {
			start := rapid.IntRange(0, len(d.content)).Draw(t, "start")
			end := rapid.IntRange(start, min(len(d.content), start+12)).Draw(t, "end")
			inserted := rapid.StringOfN(rapid.SampledFrom([]rune("a1.\"'/*\\\n =-u#!")), 0, 4, -1).Draw(t, "inserted")
			text := NewText(d.content[:start] + inserted + d.content[end:])
			want := Parse(text)
			d = d.Reparse(text)
			if !slices.Equal(d.tokens, want.tokens) {
				t.Fatalf("the tokens of %q are %v, want %v", text.content, d.tokens, want.tokens)
			}
			if !reflect.DeepEqual(d.declarations, want.declarations) {
				t.Fatalf("the declarations of %q differ", text.content)
			}
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
		compiled := Parse(NewText(javaLike().Draw(t, "compiled")))
		current := Parse(NewText(javaLike().Draw(t, "current")))
		if rapid.Bool().Draw(t, "insert") {
			at := rapid.IntRange(0, len(compiled.content)).Draw(t, "at")
			current = Parse(NewText(compiled.content[:at] + current.content + compiled.content[at:]))
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
	d := Parse(NewText(strings.Repeat("class A { ", 100_000)))
	if len(d.declarations) != maxNesting+1 {
		t.Errorf("got %d declarations", len(d.declarations))
	}
}

// TestLineEnds checks that a text's lines are found whatever ends them, and that texts are the same if their hashes are.
func TestLineEnds(t *testing.T) {
	pieces := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "\n", "\r\n", "\r"}), 0, 8)
	rapid.Check(t, func(t *rapid.T) {
		one, other := strings.Join(pieces.Draw(t, "one"), ""), strings.Join(pieces.Draw(t, "other"), "")
		a, b := NewText(one), NewText(other)
		lines := strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(one), "\n")
		if len(a.starts) != len(lines) {
			t.Fatalf("%q has %d lines, want %d", one, len(a.starts), len(lines))
		}
		for i, line := range lines {
			if a.line(i) != line {
				t.Fatalf("line %d of %q is %q, want %q", i, one, a.line(i), line)
			}
		}
		if same := sources.HashText(one) == sources.HashText(other); a.Is(b) != same || b.Is(a) != same {
			t.Fatalf("%q and %q are the same: %v, %v; want %v", one, other, a.Is(b), b.Is(a), same)
		}
	})
}

// TestMains finds the entry points that a text has in every version of Java, and those that only the compiler can tell.
func TestMains(t *testing.T) {
	for _, test := range []struct {
		text     string
		compiled []string
		want     []string
	}{
		{"package a.b; class C { public static void main(String[] args) { } class D { static public void main(final String... args) { } } }", nil, []string{"a/b/C", "a/b/C$D"}},
		{"class C { public static void main(String args[]) { } void main(int i) { } int main() { } public static void main(String a, String b) { } }", nil, []string{"C"}},
		{"interface I { static void main(String[] args) { } class C { static void main(String[] args) { } } private static void main(String... args) { } }", nil, []string{"I"}},
		{"enum E { A; public static void main(String[] args) { } } class C { static void main(String[] args) { } }", nil, []string{"E"}},
		{"int twice(int n) { return 2 * n; }\nvoid main() { twice(1); }", nil, []string{""}},
		{"class C { void main() { } } class D { static void main(String[] args) { } } class E { private void main() { } }", nil, nil},
		{"class C { void main() { } } class D { static void main(String[] args) { } } class E { private void main() { } }", []string{"C", "D"}, []string{"C", "D"}},
	} {
		var got []string
		for _, main := range Parse(NewText(test.text)).Mains(test.compiled...) {
			got = append(got, main.Class)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("the entry points of %q are %q, want %q", test.text, got, test.want)
		}
	}
}
