// Package magnitudes multiplies the magnitudes of java.math.BigInteger as HotSpot's intrinsics do: two of their words at a time
// (multiplication by rows, Knuth, "The Art of Computer Programming" 4.3.1, algorithm M; reduction: Montgomery, "Modular Multiplication
// Without Trial Division", Mathematics of Computation 44, 1985).
//
// A magnitude is the content of an int array in little-endian memory: words of 32 bits, the most significant one first. So each two neighbours
// are a number of 64 bits with its halves exchanged.
package magnitudes

import (
	"encoding/binary"
	"math/bits"
)

// wordBytes and pairBytes are how many bytes a word and two words have.
const (
	wordBytes = 4
	pairBytes = 2 * wordBytes
)

// pair is the number that the last two words of a magnitude make.
func pair(number []byte) uint64 {
	return bits.RotateLeft64(binary.LittleEndian.Uint64(number[len(number)-pairBytes:]), 32)
}

func setPair(number []byte, v uint64) {
	binary.LittleEndian.PutUint64(number[len(number)-pairBytes:], bits.RotateLeft64(v, 32))
}

// word is the last word of a magnitude.
func word(number []byte) uint64 {
	return uint64(binary.LittleEndian.Uint32(number[len(number)-wordBytes:]))
}

func setWord(number []byte, v uint64) {
	binary.LittleEndian.PutUint32(number[len(number)-wordBytes:], uint32(v))
}

// AddRow adds x times a factor to the last words of z, as many as x has, and gives what is carried into those in front of them: less than 2^32 if the factor
// is, too.
func AddRow(z, x []byte, factor uint64) (carry uint64) {
	z = z[len(z)-len(x):]
	for len(x) >= pairBytes {
		high, low := bits.Mul64(pair(x), factor)
		var c uint64
		low, c = bits.Add64(low, carry, 0)
		high += c
		low, c = bits.Add64(low, pair(z), 0)
		carry = high + c
		setPair(z, low)
		x, z = x[:len(x)-pairBytes], z[:len(z)-pairBytes]
	}
	if len(x) > 0 {
		high, low := bits.Mul64(word(x), factor)
		var c uint64
		low, c = bits.Add64(low, carry, 0)
		high += c
		low, c = bits.Add64(low, word(z), 0)
		high += c
		setWord(z, low)
		carry = low>>32 | high<<32
	}
	return carry
}

// Product writes x times y to z, which has as many words as both together.
func Product(z, x, y []byte) {
	clear(z)
	for len(x) >= pairBytes {
		carry := AddRow(z, y, pair(x))
		setPair(z[:len(z)-len(y)], carry)
		x, z = x[:len(x)-pairBytes], z[:len(z)-pairBytes]
	}
	if len(x) > 0 {
		carry := AddRow(z, y, word(x))
		setWord(z[:len(z)-len(y)], carry)
	}
}

// Square writes x times x to z, which has twice as many words.
func Square(z, x []byte) {
	clear(z)
	if len(x)%pairBytes != 0 {
		Product(z, x, x)
		return
	}
	// The products of different pairs, each of which is there twice, and then those of each with itself.
	for rest, to := x, z; len(rest) > pairBytes; to = to[:len(to)-2*pairBytes] {
		factor := pair(rest)
		rest = rest[:len(rest)-pairBytes]
		carry := AddRow(to[:len(to)-pairBytes], rest, factor)
		setPair(to[:len(to)-pairBytes-len(rest)], carry)
	}
	var shifted, carry uint64
	for len(x) > 0 {
		high, low := bits.Mul64(pair(x), pair(x))
		for _, square := range [2]uint64{low, high} {
			v := pair(z)
			sum, c := bits.Add64(v<<1|shifted, square, carry)
			setPair(z, sum)
			shifted, carry = v>>63, c
			z = z[:len(z)-pairBytes]
		}
		x = x[:len(x)-pairBytes]
	}
}

// Reduce divides z by 2 to the power of the bits of n, modulo n, and leaves that in the first half of z, which has twice as many words as n; both have an
// even number. z is less than n times that power, and inverse is such that its product with the last two words of n is -1 modulo 2^64.
func Reduce(z, n []byte, inverse uint64) {
	var above uint64 // what is carried out of z
	for rest := z; len(rest) > len(n); rest = rest[:len(rest)-pairBytes] {
		carry := AddRow(rest, n, pair(rest)*inverse)
		place := rest[:len(rest)-len(n)]
		sum, c := bits.Add64(pair(place), carry, above)
		setPair(place, sum)
		above = c
	}
	half := z[:len(n)]
	if above != 0 || !less(half, n) {
		subtract(half, n)
	}
}

// less tells whether x is less than y, of as many words.
func less(x, y []byte) bool {
	for i := 0; i < len(x); i += wordBytes {
		if a, b := binary.LittleEndian.Uint32(x[i:]), binary.LittleEndian.Uint32(y[i:]); a != b {
			return a < b
		}
	}
	return false
}

// subtract takes y from x, of as many words, an even number, and drops what is borrowed in front of them.
func subtract(x, y []byte) {
	var borrow uint64
	for len(x) > 0 {
		var d uint64
		d, borrow = bits.Sub64(pair(x), pair(y), borrow)
		setPair(x, d)
		x, y = x[:len(x)-pairBytes], y[:len(y)-pairBytes]
	}
}
