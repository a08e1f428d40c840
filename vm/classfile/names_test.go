package classfile_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"pgregory.net/rapid"

	"hotlens/vm/classfile"
)

func TestParseDescriptor(t *testing.T) {
	params, ret, err := classfile.ParseDescriptor("(I[[JLa/B;D[Lc;)[Ld/E;")
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "parameters", params, []string{"I", "[[J", "La/B;", "D", "[Lc;"})
	equal(t, "return type", ret, "[Ld/E;")
	if params, ret, err := classfile.ParseDescriptor("()V"); params != nil || ret != "V" || err != nil {
		t.Errorf("()V: %v, %q, %v", params, ret, err)
	}
	for _, bad := range []string{
		"", "(", "()", ")V", "I", "(V)V", "()VV", "()II", "(L;)V", "(La)V", "(La//b;)V", "(La.b;)V", "([)V", "(X)V", "()[", "(I",
		"(" + strings.Repeat("J", 128) + ")V", "(" + strings.Repeat("[", 256) + "I)V",
	} {
		if _, _, err := classfile.ParseDescriptor(bad); err == nil {
			t.Errorf("%q was accepted", bad)
		}
	}
}

func FuzzParseDescriptor(f *testing.F) {
	for _, seed := range []string{"()V", "(I[[JLa/B;)[D", "(La;", "([[[[)V", "((I))V"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, desc string) {
		params, ret, err := classfile.ParseDescriptor(desc)
		if err == nil && "("+strings.Join(params, "")+")"+ret != desc {
			t.Errorf("%q splits into %q and %q", desc, params, ret)
		}
	})
}

func TestUtf8RoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		units := rapid.SliceOf(rapid.OneOf(rapid.Uint16(), rapid.Uint16Range(0, 0x80), rapid.Uint16Range(0x7F0, 0x810))).Draw(t, "units")
		encoded := classfile.EncodeUtf8(units)
		if strings.IndexByte(encoded, 0) >= 0 {
			t.Fatalf("%x encodes to a string with a zero byte", units)
		}
		if got := classfile.DecodeUtf8(encoded); !slices.Equal(got, units) {
			t.Fatalf("%x comes back as %x", units, got)
		}
		plain := !slices.ContainsFunc(units, func(u uint16) bool { return u == 0 || u > 0x7F })
		if classfile.IsASCII(encoded) != plain {
			t.Fatalf("IsASCII(%q) is %v", encoded, !plain)
		}
	})
}

// FuzzDecodeUtf8 checks that any bytes decode, and plain UTF-8 as it should.
func FuzzDecodeUtf8(f *testing.F) {
	for _, seed := range []string{"plain", "\xC0\x80", "\xED\xA0\xB4\xED\xB4\x9E", "\xE2\x82", "\xFF", "é€"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		units := classfile.DecodeUtf8(s)
		if len(units) > len(s) {
			t.Fatalf("%q gives %d units", s, len(units))
		}
		if classfile.IsASCII(s) && !slices.Equal(units, utf16.Encode([]rune(s))) {
			t.Fatalf("%q gives %x", s, units)
		}
	})
}
