//go:build unix

package interpreter

import (
	"reflect"
	"testing"

	"hotlens/vm/classfile"
	"hotlens/vm/opcodes"
)

// TestDecodedAhead takes what was decoded ahead of a call once, and not where more than that is asked for.
func TestDecodedAhead(t *testing.T) {
	registry := testRegistry(t)
	m := &Machine{}
	for _, c := range []struct {
		what  string
		with  func(*decoding)
		taken bool
	}{
		{"nothing more", func(*decoding) {}, true},
		{"observed calls", func(d *decoding) { d.observes = func(int) bool { return false } }, false},
		{"marks", func(d *decoding) { d.marks = &marks{} }, false},
	} {
		method, now, err := build(t, registry, classfile.Member{}, func(pool) []byte { return []byte{opcodes.Iconst1, opcodes.Pop, opcodes.Return} })
		if err != nil {
			t.Fatal(err)
		}
		with := decodingOf(registry, method)
		ahead, err := decode(method, with, &scratch{})
		if err != nil || !reflect.DeepEqual(ahead.BCIs, now.BCIs) {
			t.Fatalf("decoded ahead: %v, %v", ahead, err)
		}
		method.Ahead.Store(ahead)
		c.with(&with)
		if got := m.decodedAhead(method, with); (got == ahead) != c.taken {
			t.Errorf("%s: got %v", c.what, got)
		}
		if again := m.decodedAhead(method, with); again != nil {
			t.Errorf("%s: it is there twice", c.what)
		}
		if method.Ahead.CompareAndSwap(nil, ahead) {
			t.Errorf("%s: what is decoded is decoded ahead once more", c.what)
		}
	}
}
