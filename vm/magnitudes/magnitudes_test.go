package magnitudes

import (
	"bytes"
	"encoding/binary"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// magnitude draws one of so many words, often of those that carry.
func magnitude(t *rapid.T, words int, label string) []byte {
	var m []byte
	for _, w := range rapid.SliceOfN(rapid.OneOf(rapid.Uint32(), rapid.SampledFrom([]uint32{0, 1, 1<<31 - 1, 1 << 31, 1<<32 - 1})), words, words).Draw(t, label) {
		m = binary.LittleEndian.AppendUint32(m, w)
	}
	return m
}

// value is the number that a magnitude is.
func value(m []byte) *big.Int {
	var bigEndian []byte
	for i := 0; i < len(m); i += wordBytes {
		bigEndian = binary.BigEndian.AppendUint32(bigEndian, binary.LittleEndian.Uint32(m[i:]))
	}
	return new(big.Int).SetBytes(bigEndian)
}

// filled is room for a result, with something in it.
func filled(words int) []byte { return bytes.Repeat([]byte{0xa5}, wordBytes*words) }

func TestProducts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := magnitude(t, rapid.IntRange(1, 9).Draw(t, "words of x"), "x")
		y := magnitude(t, rapid.IntRange(1, 9).Draw(t, "words of y"), "y")
		z := filled((len(x) + len(y)) / wordBytes)
		Product(z, x, y)
		if got, want := value(z), new(big.Int).Mul(value(x), value(y)); got.Cmp(want) != 0 {
			t.Errorf("the product is %x, want %x", got, want)
		}
		z = filled(2 * len(x) / wordBytes)
		Square(z, x)
		if got, want := value(z), new(big.Int).Mul(value(x), value(x)); got.Cmp(want) != 0 {
			t.Errorf("the square is %x, want %x", got, want)
		}
	})
}

func TestAddRow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.IntRange(1, 9).Draw(t, "words")
		x, z := magnitude(t, words, "x"), magnitude(t, words, "z")
		factor := rapid.OneOf(rapid.Uint64(), rapid.Uint64Range(0, 1<<32-1)).Draw(t, "factor")
		want := new(big.Int).Mul(value(x), new(big.Int).SetUint64(factor))
		want.Add(want, value(z))
		in := append(filled(1), z...)
		carry := AddRow(in, x, factor)
		got := new(big.Int).Lsh(new(big.Int).SetUint64(carry), uint(32*words))
		if got.Add(got, value(in[wordBytes:])); got.Cmp(want) != 0 {
			t.Errorf("the sum is %x, want %x", got, want)
		}
		if !slices.Equal(in[:wordBytes], filled(1)) {
			t.Error("the word in front was changed")
		}
	})
}

func TestReduce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := 2 * rapid.IntRange(1, 5).Draw(t, "pairs")
		n := magnitude(t, words, "n")
		n[len(n)-wordBytes] |= 1
		modulus := value(n)
		x := new(big.Int).Mod(value(magnitude(t, words, "x")), modulus)
		y := new(big.Int).Mod(value(magnitude(t, words, "y")), modulus)
		z := filled(2 * words)
		Product(z, of(x, words), of(y, words))
		power := new(big.Int).Lsh(big.NewInt(1), 64)
		inverse := new(big.Int).ModInverse(new(big.Int).SetUint64(pair(n)), power)
		Reduce(z, n, -inverse.Uint64())
		want := new(big.Int)
		if modulus.BitLen() > 1 {
			want.ModInverse(want.Lsh(big.NewInt(1), uint(32*words)), modulus)
			want.Mod(want.Mul(want, new(big.Int).Mul(x, y)), modulus)
		}
		if got := value(z[:len(n)]); got.Cmp(want) != 0 {
			t.Errorf("%x times %x is %x, want %x", x, y, got, want)
		}
	})
}

// of is a number as a magnitude of so many words.
func of(number *big.Int, words int) []byte {
	var m []byte
	for b := number.FillBytes(make([]byte, wordBytes*words)); len(b) > 0; b = b[wordBytes:] {
		m = binary.LittleEndian.AppendUint32(m, binary.BigEndian.Uint32(b))
	}
	return m
}
