package hotspot

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestParse reads a log in which C1 and C2 write by turns: what a thread writes belongs to its own compilation.
func TestParse(t *testing.T) {
	log, err := os.Open("testdata/log.xml")
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	got, err := Parse(log)
	if err != nil {
		t.Fatal(err)
	}
	want := []Decision{
		{"Inl.mono", "Inl$Op.f", 12, 3, 0, false, "no static binding"},
		{"Inl.mono", "Inl$A.f", 12, 4, 0, true, "inline (hot), TypeProfile (40636/40636 counts) = Inl$A"},
		{"java.lang.String.charAt", "java.lang.String.isLatin1", 1, 3, 0, true, "inline"},
		{"java.lang.String.charAt", "java.lang.StringLatin1.charAt", 12, 3, 0, true, "inline"},
		{"java.lang.StringLatin1.charAt", "java.lang.StringIndexOutOfBoundsException.<init>", 15, 3, 1, false, "not inlineable"},
		{"java.lang.String.charAt", "java.lang.StringUTF16.charAt", 21, 3, 0, false, "not inlineable"},
		{"Inl.rec", "Inl.rec", 12, 4, 0, true, "inline (hot)"},
		{"Inl.rec", "Inl.rec", 12, 4, 1, false, "recursive inlining is too deep"},
		{"Inl.rec", "java.lang.Class.isPrimitive", 18, 4, 0, true, "(intrinsic)"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("unexpected decisions (-want +got):\n%s", diff)
	}
}

// FuzzParse reads anything without failing, and makes no more decisions than there are lines.
func FuzzParse(f *testing.F) {
	log, err := os.ReadFile("testdata/log.xml")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(log))
	f.Add("<writer thread='1'/>\n 1 1 3 A::b (1 bytes)\n")
	f.Add("      1    1       3       A::b (1 bytes)\n                                                                @ 99999999999999999999   C::d (1 bytes)   inline\n\\-> TypeProfile x")
	f.Fuzz(func(t *testing.T, log string) {
		decisions, _ := Parse(strings.NewReader(log))
		if lines := strings.Count(log, "\n") + 1; len(decisions) > lines {
			t.Errorf("%d decisions in %d lines", len(decisions), lines)
		}
		for _, d := range decisions {
			if d.Depth < 0 || d.Depth >= maxDepth || d.Tier < 0 || d.Tier > 4 || d.Caller == "" || d.Callee == "" {
				t.Errorf("%+v", d)
			}
		}
	})
}
