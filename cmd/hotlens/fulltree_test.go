//go:build unix

package main

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hotlens/engine"
	"hotlens/profiles"
	"hotlens/vm/configuration"
)

// fullTreeTests fill the profile in the second of four tests, while methods of that are compiled.
const fullTreeTests = `import org.junit.*;
import org.junit.runners.MethodSorters;

@FixMethodOrder(MethodSorters.NAME_ASCENDING)
public class TowersTest {
    static long moves;

    static void move(int discs) {
        if (discs == 0) return;
        move(discs - 1);
        moves++;
        move(discs - 1);
    }

    @Test public void a() { move(3); }

    @Test public void b() {
        for (int i = 0; i < 20_000; i++) move(2);
        moves = 0;
        move(16);
        Assert.assertEquals(65_535, moves);
    }

    @Test public void c() {
        moves = 0;
        Thread helper = new Thread(() -> move(12));
        helper.start();
        try { helper.join(); } catch (InterruptedException e) { throw new AssertionError(e); }
        Assert.assertEquals(4095, moves);
    }

    @Test public void d() { Assert.assertEquals("never", moves); }
}
`

// TestTestsThatFillTheProfile has tests make more contexts than there is room for: all run, those that had ended before have their counts and the others
// none, and the profile is the same in every tier.
func TestTestsThatFillTheProfile(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "TowersTest.java"), []byte(fullTreeTests), 0o600); err != nil {
		t.Fatal(err)
	}
	jars := filepath.SplitList(classPath(t, "junit4.jar", "hamcrest.jar"))
	profile := func(tier configuration.Tier, contextBytes uint64) (*profiles.Profile, *engine.TestResults) {
		t.Helper()
		config := configuration.Profile()
		config.ClassPath, config.Tier, config.Limits.MaxContexts = jars, tier, math.MaxInt
		config.Testing.ContextBytes = contextBytes
		plan, err := engine.Prepare(t.Context(), engine.Target{Name: folder, Tests: []string{"*"}}, config)
		if err != nil {
			t.Fatal(err)
		}
		defer plan.Close()
		p, outcome, err := plan.Profile(t.Context(), engine.Streams{})
		if err != nil || outcome.Limit != nil || outcome.Failure != "" {
			t.Fatalf("tier %s: %+v, %v", tier, outcome, err)
		}
		p.Tier, p.Inlining = "", nil // decisions are those of a compiler
		return p, plan.Tests
	}
	whole, _ := profile(configuration.TierAuto, 0)
	if !whole.Complete || len(whole.Limits) > 0 {
		t.Fatalf("with enough room the profile has limits %v", whole.Limits)
	}
	var first []byte
	for _, tier := range []configuration.Tier{configuration.TierInterpreter, configuration.TierCompiler, configuration.TierAuto} {
		p, results := profile(tier, 200_000)
		var got []string
		for _, test := range p.Tests {
			counted := " counted"
			if test.Root == nil {
				counted = ""
			}
			got = append(got, test.Method+" "+string(test.Status)+counted)
		}
		if diff := cmp.Diff([]string{"a passed counted", "b passed", "c passed", "d failed"}, got); diff != "" {
			t.Errorf("tier %s (-want +got):\n%s", tier, diff)
		}
		if p.Complete || len(p.Limits) != 1 || !profiles.LimitTests.Is(&p.Limits[0]) || !strings.Contains(p.Limits[0].Message, "the first 1 of 4 tests were counted") ||
			len(results.Notes) == 0 || results.Notes[len(results.Notes)-1] != p.Limits[0].Message {
			t.Errorf("tier %s: the profile is complete: %t, has limits %v, and notes are %q", tier, p.Complete, p.Limits, results.Notes)
		}
		if got, want := p.Contexts[*p.Tests[0].Root+1], whole.Contexts[*whole.Tests[0].Root+1]; got != want {
			t.Errorf("tier %s: the first test is %+v, with enough room %+v", tier, got, want)
		}
		var text bytes.Buffer
		if err := profiles.Encode(&text, p); err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = text.Bytes()
		}
		if diff := cmp.Diff(strings.Split(string(first), "\n"), strings.Split(text.String(), "\n")); diff != "" {
			t.Errorf("tier %s (-interp +%s):\n%.4000s", tier, tier, diff)
		}
	}
}
