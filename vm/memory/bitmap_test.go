//go:build unix

package memory

import (
	"testing"

	"pgregory.net/rapid"
)

// TestBitmap compares a bitmap with a list of booleans.
func TestBitmap(t *testing.T) {
	const words = 5
	const end = HeapBase + words*bytesPerWord
	address := func(i int) Address { return HeapBase + Address(i)*8 }
	rapid.Check(t, func(t *rapid.T) {
		b, want := make(bitmap, words), make([]bool, words*64)
		index := rapid.IntRange(0, len(want)-1)
		for range rapid.IntRange(1, 20).Draw(t, "steps") {
			first := index.Draw(t, "first")
			if rapid.Bool().Draw(t, "one") {
				if b.add(address(first)) == want[first] {
					t.Fatalf("adding bit %d: it was %v before", first, want[first])
				}
				want[first] = true
				continue
			}
			last := rapid.IntRange(first, len(want)-1).Draw(t, "last")
			b.fill(address(first), address(last+1))
			for i := first; i <= last; i++ {
				want[i] = true
			}
		}
		next := Address(end)
		for i := len(want) - 1; i >= 0; i-- {
			if want[i] {
				next = address(i)
			}
			if b.has(address(i)) != want[i] || b.next(address(i), end) != next {
				t.Fatalf("bit %d: %v, and the next one is at %#x; want %v and %#x", i, b.has(address(i)), b.next(address(i), end), want[i], next)
			}
			if stop := address(i) + 8; b.next(address(i), stop) != min(next, stop) {
				t.Fatalf("from bit %d on, the next one is found beyond the end", i)
			}
		}
		b.clear(end)
		if first := b.next(HeapBase, end); first != end {
			t.Fatalf("an empty bitmap has a bit at %#x", first)
		}
	})
}
