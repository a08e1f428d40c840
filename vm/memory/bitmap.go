package memory

import "math/bits"

// bitmap has one bit for every 8 bytes of the heap, of which those at the starts
// of objects say something. It lies beside the heap: marking tells in a small
// part of the memory what has been reached, and looking for the gaps between
// survivors touches neither them nor what has died.
type bitmap []uint64

// bytesPerWord is how many bytes of the heap one word of a bitmap describes.
const bytesPerWord = 64 * 8

// has reports whether the bit of address a is set.
func (b bitmap) has(a Address) bool {
	i := (a - HeapBase) >> 3
	return b[i>>6]>>(i&63)&1 != 0
}

// add sets the bit of address a, and reports whether it was not set before.
func (b bitmap) add(a Address) bool {
	i := (a - HeapBase) >> 3
	word, bit := &b[i>>6], uint64(1)<<(i&63)
	if *word&bit != 0 {
		return false
	}
	*word |= bit
	return true
}

// fill sets all bits from start to end, which lies behind start.
func (b bitmap) fill(start, end Address) {
	first, last := (start-HeapBase)>>3, (end-HeapBase)>>3-1
	from, to := ^uint64(0)<<(first&63), ^uint64(0)>>(63-last&63)
	if first>>6 == last>>6 {
		b[first>>6] |= from & to
		return
	}
	b[first>>6] |= from
	for i := first>>6 + 1; i < last>>6; i++ {
		b[i] = ^uint64(0)
	}
	b[last>>6] |= to
}

// next is the first address from start on whose bit is set, or end if there is
// none before it.
func (b bitmap) next(start, end Address) Address {
	if start >= end {
		return end
	}
	i := (start - HeapBase) >> 3
	word := b[i>>6] >> (i & 63)
	for word == 0 {
		if i = (i>>6 + 1) << 6; HeapBase+i<<3 >= end {
			return end
		}
		word = b[i>>6]
	}
	return min(HeapBase+(i+Address(bits.TrailingZeros64(word)))<<3, end)
}

// clear unsets the bits of all addresses below end.
func (b bitmap) clear(end Address) { clear(b[:(end-HeapBase)/bytesPerWord]) }
