package engine

import (
	"testing"

	"hotlens/engine/tests"
)

// TestOutOfReach checks that it can be read what no test can reach, where an editor cuts a long sentence.
func TestOutOfReach(t *testing.T) {
	patterns, err := tests.Parse([]string{"shop.WordsTest", "shop.OldTest"})
	if err != nil {
		t.Fatal(err)
	}
	run := testRun{given: patterns, reaching: []string{"/work/shop/Demo.java", "/work/shop/Other.java"}}
	const want = "Demo.java and Other.java are reached by none of shop.WordsTest,shop.OldTest"
	if got := run.outOfReach().Error(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	run.reaching = run.reaching[:1]
	if got := run.outOfReach().Error(); got != "Demo.java is reached by none of shop.WordsTest,shop.OldTest" {
		t.Errorf("%q, of one file", got)
	}
}
