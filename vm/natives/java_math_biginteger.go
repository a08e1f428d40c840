//go:build unix

package natives

import (
	"encoding/binary"

	"hotlens/vm/memory"
)

// The inner loops of BigInteger, which HotSpot executes itself too. Magnitudes are
// int arrays, most significant word first; the library has checked the lengths.

// magnitude is the content of an int array.
func magnitude(t *Thread, array Ref) []byte {
	return t.M.Heap.ArrayBytes(array, 2)
}

// word reads word i of a magnitude.
func word(number []byte, i int) uint64 {
	return uint64(binary.LittleEndian.Uint32(number[4*i:]))
}

func setWord(number []byte, i int, v uint64) {
	binary.LittleEndian.PutUint32(number[4*i:], uint32(v))
}

// product writes x times y, magnitudes of the given lengths in words, to the first
// words of z.
func product(z, x []byte, xLength int, y []byte, yLength int) {
	clear(z[:4*(xLength+yLength)])
	for i := xLength - 1; i >= 0; i-- {
		carry, factor := uint64(0), word(x, i)
		for j := yLength - 1; j >= 0; j-- {
			carry += factor*word(y, j) + word(z, i+j+1)
			setWord(z, i+j+1, carry)
			carry >>= 32
		}
		setWord(z, i, carry)
	}
}

// resultArray is an int array of at least the length: the one given, or a new one.
func resultArray(t *Thread, given Ref, length int) Ref {
	if given != 0 && t.M.Memory.I32(given+memory.ArrayLength) >= int32(length) {
		return given
	}
	return t.NewArray(t.M.Known.IntArray, int32(length))
}

func init() { later(javaMathBiginteger) }

func javaMathBiginteger() {
	substitute("java/math/BigInteger", table{
		"implMultiplyToLen([II[II[I)[I": notNull(func(t *Thread, a Args) uint64 {
			xLength, yLength := int(a.Int(1)), int(a.Int(3))
			if !inArray(t, a.Ref(0), "[I", 0, int64(xLength)) || !inArray(t, a.Ref(2), "[I", 0, int64(yLength)) {
				return 0
			}
			z := resultArray(t, a.Ref(4), xLength+yLength)
			if t.Exception == 0 {
				t.Work(xLength * yLength)
				product(magnitude(t, z), magnitude(t, a.Ref(0)), xLength, magnitude(t, a.Ref(2)), yLength)
			}
			return uint64(z)
		}, 0, 2),
		"implSquareToLen([II[II)[I": notNull(func(t *Thread, a Args) uint64 {
			length := int(a.Int(1))
			if !inArray(t, a.Ref(0), "[I", 0, int64(length)) {
				return 0
			}
			z := resultArray(t, a.Ref(2), int(a.Int(3)))
			if t.Exception == 0 && inArray(t, z, "[I", 0, 2*int64(length)) {
				t.Work(length * length)
				x := magnitude(t, a.Ref(0))
				product(magnitude(t, z), x, length, x, length)
			}
			return uint64(z)
		}, 0),
		"implMulAdd([I[IIII)I": notNull(func(t *Thread, a Args) uint64 {
			length := int64(a.Int(3))
			if !inArray(t, a.Ref(1), "[I", 0, length) || !inArray(t, a.Ref(0), "[I", int64(lengthOf(t, a.Ref(0)))-int64(a.Int(2))-length, length) {
				return 0
			}
			out, in := magnitude(t, a.Ref(0)), magnitude(t, a.Ref(1))
			at, factor := len(out)/4-int(a.Int(2))-1, uint64(uint32(a.Int(4)))
			t.Work(int(length))
			carry := uint64(0)
			for j := int(a.Int(3)) - 1; j >= 0; j-- {
				carry += word(in, j)*factor + word(out, at)
				setWord(out, at, carry)
				carry >>= 32
				at--
			}
			return signed(int32(carry))
		}, 0, 1),
	})
}
