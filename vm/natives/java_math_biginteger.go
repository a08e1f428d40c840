//go:build unix

package natives

import (
	"hotlens/vm/magnitudes"
	"hotlens/vm/memory"
)

// The inner loops of BigInteger, which HotSpot executes itself, too. Magnitudes are
// int arrays, most significant word first; the library has checked the lengths.

// magnitude is the content of the first words of an int array that has as many.
func magnitude(t *Thread, array Ref, words int) []byte {
	return t.M.Heap.ArrayBytes(array, 2)[:4*words]
}

// resultArray is an int array of at least the length: the one given, or a new one.
func resultArray(t *Thread, given Ref, length int) Ref {
	if given != 0 && t.M.Memory.I32(given+memory.ArrayLength) >= int32(length) {
		return given
	}
	return t.NewArray(t.M.Known.IntArray, int32(length))
}

// mostReduced is how many words a modulus has at most whose products are reduced here: MONTGOMERY_INTRINSIC_THRESHOLD of the library, which has other ways for longer ones.
const mostReduced = 512

// montgomery multiplies magnitudes x and y of as many words as the modulus n has, and writes the reduced product (magnitudes.Reduce) to the first words of z.
func montgomery(t *Thread, x, y, n Ref, length int32, inverse int64, z Ref) uint64 {
	for _, array := range []Ref{x, y, n, z} {
		if !inArray(t, array, "[I", 0, int64(length)) {
			return 0
		}
	}
	if length < 0 || length > mostReduced || length%2 != 0 {
		t.Throw("java/lang/IllegalArgumentException", "")
		return 0
	}
	words := int(length)
	t.Work(2 * words * words)
	var room [2 * 4 * mostReduced]byte
	product := room[:2*4*words]
	if x == y {
		magnitudes.Square(product, magnitude(t, x, words))
	} else {
		magnitudes.Product(product, magnitude(t, x, words), magnitude(t, y, words))
	}
	magnitudes.Reduce(product, magnitude(t, n, words), uint64(inverse))
	copy(magnitude(t, z, words), product)
	return uint64(z)
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
				magnitudes.Product(magnitude(t, z, xLength+yLength), magnitude(t, a.Ref(0), xLength), magnitude(t, a.Ref(2), yLength))
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
				magnitudes.Square(magnitude(t, z, 2*length), magnitude(t, a.Ref(0), length))
			}
			return uint64(z)
		}, 0),
		"implMulAdd([I[IIII)I": notNull(func(t *Thread, a Args) uint64 {
			out, in, offset, length := a.Ref(0), a.Ref(1), int64(a.Int(2)), int64(a.Int(3))
			if !inArray(t, in, "[I", 0, length) || !inArray(t, out, "[I", int64(lengthOf(t, out))-offset-length, length) {
				return 0
			}
			t.Work(int(length))
			end := int(int64(lengthOf(t, out)) - offset)
			carry := magnitudes.AddRow(magnitude(t, out, end), magnitude(t, in, int(length)), uint64(uint32(a.Int(4))))
			return signed(int32(carry))
		}, 0, 1),
		"implMontgomeryMultiply([I[I[IIJ[I)[I": notNull(func(t *Thread, a Args) uint64 {
			return montgomery(t, a.Ref(0), a.Ref(1), a.Ref(2), a.Int(3), a.Long(4), a.Ref(6))
		}, 0, 1, 2, 6),
		"implMontgomerySquare([I[IIJ[I)[I": notNull(func(t *Thread, a Args) uint64 {
			return montgomery(t, a.Ref(0), a.Ref(0), a.Ref(1), a.Int(2), a.Long(3), a.Ref(5))
		}, 0, 1, 5),
	})
}
