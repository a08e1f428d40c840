package report

import (
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestCells(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "abc": 3, "größe": 5, "面積": 4, "e\u0301": 1, "😀!": 3, "한글": 4, "→…█": 3, "ｆｕ": 4, "a\u200bb": 2,
	} {
		if got := cells(text); got != want {
			t.Errorf("%q has %d cells, want %d", text, got, want)
		}
	}
}

func TestFit(t *testing.T) {
	for _, test := range []struct {
		text        string
		width       int
		middle, end string
	}{
		{"abcdefgh", 8, "abcdefgh", "abcdefgh"},
		{"abcdefgh", 7, "abc…fgh", "abcdef…"},
		{"abcdefgh", 4, "ab…h", "abc…"},
		{"abcdefgh", 1, "…", "…"},
		{"abcdefgh", 0, "", ""},
		{"面積の計算", 10, "面積の計算", "面積の計算"},
		{"面積の計算", 9, "面積…計算", "面積の計…"},
		{"面積の計算", 8, "面積…算", "面積の…"},
	} {
		if got := fitMiddle(test.text, test.width); got != test.middle {
			t.Errorf("fitMiddle(%q, %d) = %q, want %q", test.text, test.width, got, test.middle)
		}
		if got := fitEnd(test.text, test.width); got != test.end {
			t.Errorf("fitEnd(%q, %d) = %q, want %q", test.text, test.width, got, test.end)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		text, width := clean(rapid.String().Draw(t, "text")), rapid.IntRange(0, 40).Draw(t, "width")
		for _, fitted := range []string{fitMiddle(text, width), fitEnd(text, width), shortName(text, width)} {
			if cells(fitted) > width || !utf8.ValidString(fitted) {
				t.Fatalf("%q became %q, which has %d cells instead of %d", text, fitted, cells(fitted), width)
			}
		}
	})
}

func TestShortName(t *testing.T) {
	const name = "Shapes.sum(List, double[])"
	for width, want := range map[int]string{26: name, 20: "Shapes.sum(…)", 13: "Shapes.sum(…)", 9: "Shap…m(…)"} {
		if got := shortName(name, width); got != want {
			t.Errorf("shortName(%q, %d) = %q, want %q", name, width, got, want)
		}
	}
	// What tells the lambdas of a line apart stays.
	if got, want := shortName("lambda in Orders.main:42 (3)", 21), "lambda in …ain:42 (3)"; got != want {
		t.Errorf("a lambda's short name is %q, want %q", got, want)
	}
}

func TestBar(t *testing.T) {
	for share, want := range map[float64]string{
		0: "    ", 0.0001: "    ", 0.001: "▏   ", 0.25: "█   ", 0.3: "█▎  ", 0.5: "██  ", 1: "████", 7: "████",
	} {
		if got := bar(share, 4); got != want {
			t.Errorf("bar(%g) = %q, want %q", share, got, want)
		}
	}
}

func TestExpandTabs(t *testing.T) {
	for text, want := range map[string]string{"\tif": "    if", "a\tb": "a   b", "面\tb": "面  b", "plain": "plain"} {
		if got := expandTabs(text); got != want {
			t.Errorf("expandTabs(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestClean(t *testing.T) {
	if got, want := clean("a\x1b[2J\u202eb\u0085ü面"), "a\ufffd[2J\ufffdb\ufffdü面"; got != want {
		t.Errorf("clean gave %q, want %q", got, want)
	}
}
