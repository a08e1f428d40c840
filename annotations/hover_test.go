package annotations

import (
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// TestFoldedNote has a run in which contexts were folded say so in the hovers of calls that recursive calls lead to, and in no others.
func TestFoldedNote(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/recursion.txtar")
	if err != nil {
		t.Fatal(err)
	}
	s := newScenario(t, archive)
	s.view.Run.Profile.Totals.Folded = 7
	for snippet, want := range map[string]bool{"«fib»(n - 1)": true, "«fib»(n - 2)": true, "«fib»(30)": false, "System.out.«println»": false, "void «main»": false} {
		_, _, at := s.find(snippet, 0, len(s.compiled))
		hover := HoverAt(s.view, at.Start)
		if hover == nil {
			t.Fatalf("%s has no hover", snippet)
		}
		if got := strings.Contains(hover.Markdown, "7 contexts of recursive calls folded into enclosing ones"); got != want {
			t.Errorf("%s: the note is there: %t, want %t:\n%s", snippet, got, want, hover.Markdown)
		}
	}
}
