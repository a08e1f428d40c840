package digests

import (
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/binary"
	"testing"
)

// padded is a message with its padding (FIPS 180-4, 5.1), in blocks of the size.
func padded(message []byte, block int) []byte {
	p := append(append([]byte(nil), message...), 0x80)
	for len(p)%block != block-block/8 {
		p = append(p, 0)
	}
	p = append(p, make([]byte, block/8-8)...)
	return binary.BigEndian.AppendUint64(p, uint64(8*len(message)))
}

func TestAgainstGo(t *testing.T) {
	message := make([]byte, 300)
	for i := range message {
		message[i] = byte(i * 31)
	}
	for length := 0; length < len(message); length += 13 {
		m := message[:length]
		state1 := [5]uint32{0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0}
		state256 := [8]uint32{0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19}
		for p := padded(m, SmallBlock); len(p) > 0; p = p[SmallBlock:] {
			SHA1(&state1, p)
			SHA256(&state256, p)
		}
		state512 := [8]uint64{0x6A09E667F3BCC908, 0xBB67AE8584CAA73B, 0x3C6EF372FE94F82B, 0xA54FF53A5F1D36F1, 0x510E527FADE682D1, 0x9B05688C2B3E6C1F, 0x1F83D9ABFB41BD6B, 0x5BE0CD19137E2179}
		for p := padded(m, LargeBlock); len(p) > 0; p = p[LargeBlock:] {
			SHA512(&state512, p)
		}
		var got1, got256, got512 []byte
		for _, v := range state1 {
			got1 = binary.BigEndian.AppendUint32(got1, v)
		}
		for _, v := range state256 {
			got256 = binary.BigEndian.AppendUint32(got256, v)
		}
		for _, v := range state512 {
			got512 = binary.BigEndian.AppendUint64(got512, v)
		}
		if want := sha1.Sum(m); string(got1) != string(want[:]) {
			t.Errorf("SHA-1 of %d bytes is %x, want %x", length, got1, want)
		}
		if want := sha256.Sum256(m); string(got256) != string(want[:]) {
			t.Errorf("SHA-256 of %d bytes is %x, want %x", length, got256, want)
		}
		if want := sha512.Sum512(m); string(got512) != string(want[:]) {
			t.Errorf("SHA-512 of %d bytes is %x, want %x", length, got512, want)
		}
	}
}
