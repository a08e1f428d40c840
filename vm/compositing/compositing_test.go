package compositing

import "testing"

// TestBlend holds values of HotSpot's AlphaComposite on images of TYPE_INT_ARGB.
func TestBlend(t *testing.T) {
	const weak = 77 // 0.3
	for _, c := range []struct {
		rule                  Rule
		source, destination   uint32
		extra, coverage, want uint32
	}{
		{Clear, 0x80FF8040, 0xFF102030, Opaque, Opaque, 0},
		{Src, 0x80FF8040, 0xFF102030, Opaque, Opaque, 0x80FF8040},
		{Src, 0x80FF8040, 0xFF102030, weak, Opaque, 0x27FF8341},
		{Src, 0x5681D82D, 0xFFFFC800, weak, Opaque, 0x1A7FD831}, // a tie
		{Src, 0x01FF8040, 0xFF102030, weak, Opaque, 0},
		{SrcIn, 0x05FF8040, 0xFF102030, Opaque, Opaque, 0x05FF9933},
		{SrcOver, 0xFF010203, 0x80102030, Opaque, Opaque, 0xFF010203},
		{SrcOver, 0xFF010203, 0x80102030, Opaque, 0, 0x80102030},
		{SrcOver, 0xFFFFFFFF, 0xFF000000, Opaque, 0x40, 0xFF404040},
		{Dst, 0xFF010203, 0x80102030, Opaque, Opaque, 0x80102030},
		{DstOut, 0xFF010203, 0x80102030, Opaque, Opaque, 0},
		{Xor, 0xFF010203, 0xFF102030, Opaque, Opaque, 0},
	} {
		if got := c.rule.Blend(Straight, c.source, c.destination, c.extra, c.coverage); got != c.want {
			t.Errorf("rule %d of %#08x over %#08x, alpha %d, coverage %d: %#08x, want %#08x", c.rule, c.source, c.destination, c.extra, c.coverage, got, c.want)
		}
	}
	if Rule(0).Valid() || Rule(13).Valid() || !Clear.Valid() || !Xor.Valid() {
		t.Error("the rules have the numbers 1 to 12")
	}
}

// TestForms holds the same colours in each form: the result is one colour.
func TestForms(t *testing.T) {
	const source, destination = 0x80FF8040, 0xC0102030
	want := SrcOver.Blend(Straight, source, destination, Opaque, Opaque)
	if want != 0xE0995739 {
		t.Errorf("straight: %#08x", want)
	}
	if got := Over(Straight, source, destination, Opaque, Opaque); got != want {
		t.Errorf("by the loop of its own: %#08x, want %#08x", got, want)
	}
	if got := Over(SourceMultiplied, Multiplied(source), destination, Opaque, Opaque); got != want {
		t.Errorf("multiplied source: %#08x, want %#08x", got, want)
	}
	both := SourceMultiplied | DestinationMultiplied
	if got := Over(both, Multiplied(source), Multiplied(destination), Opaque, Opaque); got != Multiplied(want) {
		t.Errorf("both multiplied: %#08x, want %#08x", got, Multiplied(want))
	}
}
