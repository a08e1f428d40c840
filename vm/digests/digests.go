// Package digests has the compression functions of FIPS 180-4: each takes one block
// of a message into a digest's state. Go's own packages do not give access to
// the state, which here is a field of a Java object.
package digests

import (
	"encoding/binary"
	"math/big"
	"math/bits"
	"sync"
)

// Lengths of a block in bytes.
const (
	SmallBlock = 64  // of SHA-1 and SHA-256
	LargeBlock = 128 // of SHA-512
)

// roundConstants are the first 64 bits of the fractional parts of the cube
// roots of the first 80 primes (FIPS 180-4, 4.2.3). The upper halves of the first 64
// are the constants of SHA-256 (4.2.2).
var roundConstants = sync.OnceValue(func() *[80]uint64 {
	var constants [80]uint64
	n := 0
	for candidate := int64(2); n < len(constants); candidate++ {
		if p := big.NewInt(candidate); p.ProbablyPrime(0) {
			constants[n] = cubeRoot(p.Lsh(p, 3*64)).Uint64()
			n++
		}
	}
	return &constants
})

// cubeRoot is the cube root rounded down to an integer whose lower 64 bits Uint64 gives.
func cubeRoot(n *big.Int) *big.Int {
	root := new(big.Int)
	for bit := n.BitLen()/3 + 1; bit >= 0; bit-- {
		root.SetBit(root, bit, 1)
		if cube := new(big.Int).Exp(root, big.NewInt(3), nil); cube.Cmp(n) > 0 {
			root.SetBit(root, bit, 0)
		}
	}
	return root.And(root, new(big.Int).SetUint64(^uint64(0)))
}

// SHA1 takes a block of SmallBlock bytes into the state.
func SHA1(state *[5]uint32, block []byte) {
	var w [80]uint32
	for i := range 16 {
		w[i] = binary.BigEndian.Uint32(block[4*i:])
	}
	for i := 16; i < len(w); i++ {
		w[i] = bits.RotateLeft32(w[i-3]^w[i-8]^w[i-14]^w[i-16], 1)
	}
	a, b, c, d, e := state[0], state[1], state[2], state[3], state[4]
	for i, word := range w {
		var f, k uint32
		switch i / 20 {
		case 0:
			f, k = b&c|^b&d, 0x5A827999
		case 1:
			f, k = b^c^d, 0x6ED9EBA1
		case 2:
			f, k = b&c|b&d|c&d, 0x8F1BBCDC
		default:
			f, k = b^c^d, 0xCA62C1D6
		}
		a, b, c, d, e = bits.RotateLeft32(a, 5)+f+e+k+word, a, bits.RotateLeft32(b, 30), c, d
	}
	for i, v := range [5]uint32{a, b, c, d, e} {
		state[i] += v
	}
}

// SHA256 takes a block of SmallBlock bytes into the state, also for SHA-224.
func SHA256(state *[8]uint32, block []byte) {
	constants := roundConstants()
	var w [64]uint32
	for i := range 16 {
		w[i] = binary.BigEndian.Uint32(block[4*i:])
	}
	for i := 16; i < len(w); i++ {
		x, y := w[i-15], w[i-2]
		w[i] = w[i-16] + (bits.RotateLeft32(x, -7) ^ bits.RotateLeft32(x, -18) ^ x>>3) +
			w[i-7] + (bits.RotateLeft32(y, -17) ^ bits.RotateLeft32(y, -19) ^ y>>10)
	}
	a, b, c, d, e, f, g, h := state[0], state[1], state[2], state[3], state[4], state[5], state[6], state[7]
	for i, word := range w {
		t1 := h + (bits.RotateLeft32(e, -6) ^ bits.RotateLeft32(e, -11) ^ bits.RotateLeft32(e, -25)) + (e&f ^ ^e&g) + uint32(constants[i]>>32) + word
		t2 := (bits.RotateLeft32(a, -2) ^ bits.RotateLeft32(a, -13) ^ bits.RotateLeft32(a, -22)) + (a&b ^ a&c ^ b&c)
		a, b, c, d, e, f, g, h = t1+t2, a, b, c, d+t1, e, f, g
	}
	for i, v := range [8]uint32{a, b, c, d, e, f, g, h} {
		state[i] += v
	}
}

// SHA512 takes a block of LargeBlock bytes into the state, also for the digests
// that are cut from SHA-512.
func SHA512(state *[8]uint64, block []byte) {
	constants := roundConstants()
	var w [80]uint64
	for i := range 16 {
		w[i] = binary.BigEndian.Uint64(block[8*i:])
	}
	for i := 16; i < len(w); i++ {
		x, y := w[i-15], w[i-2]
		w[i] = w[i-16] + (bits.RotateLeft64(x, -1) ^ bits.RotateLeft64(x, -8) ^ x>>7) +
			w[i-7] + (bits.RotateLeft64(y, -19) ^ bits.RotateLeft64(y, -61) ^ y>>6)
	}
	a, b, c, d, e, f, g, h := state[0], state[1], state[2], state[3], state[4], state[5], state[6], state[7]
	for i, word := range w {
		t1 := h + (bits.RotateLeft64(e, -14) ^ bits.RotateLeft64(e, -18) ^ bits.RotateLeft64(e, -41)) + (e&f ^ ^e&g) + constants[i] + word
		t2 := (bits.RotateLeft64(a, -28) ^ bits.RotateLeft64(a, -34) ^ bits.RotateLeft64(a, -39)) + (a&b ^ a&c ^ b&c)
		a, b, c, d, e, f, g, h = t1+t2, a, b, c, d+t1, e, f, g
	}
	for i, v := range [8]uint64{a, b, c, d, e, f, g, h} {
		state[i] += v
	}
}
