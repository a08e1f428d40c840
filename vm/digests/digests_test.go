package digests

import (
	"encoding/binary"
	"testing"
)

// padded is a message with its padding (RFC 1321, 3.1 and 3.2; FIPS 180-4, 5.1), in blocks of the size.
func padded(message []byte, d *Digest) []byte {
	p := append(append([]byte(nil), message...), 0x80)
	for len(p)%d.Block != d.Block-d.Block/8 {
		p = append(p, 0)
	}
	p = append(p, make([]byte, d.Block/8-8)...)
	if d == MD5 {
		return binary.LittleEndian.AppendUint64(p, uint64(8*len(message)))
	}
	return binary.BigEndian.AppendUint64(p, uint64(8*len(message)))
}

// words is a state in the host's byte order.
func words[Word any](state ...Word) []byte {
	b, err := binary.Append(nil, binary.NativeEndian, state)
	if err != nil {
		panic(err)
	}
	return b
}

func TestAgainstGo(t *testing.T) {
	tests := []struct {
		name   string
		digest *Digest
		state  []byte
	}{
		{"MD5", MD5, words[uint32](0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476)},
		{"SHA-1", SHA1, words[uint32](0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0)},
		{"SHA-256", SHA256, words[uint32](0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19)},
		{"SHA-512", SHA512, words[uint64](0x6A09E667F3BCC908, 0xBB67AE8584CAA73B, 0x3C6EF372FE94F82B, 0xA54FF53A5F1D36F1, 0x510E527FADE682D1, 0x9B05688C2B3E6C1F, 0x1F83D9ABFB41BD6B, 0x5BE0CD19137E2179)},
	}
	message := make([]byte, 300)
	for i := range message {
		message[i] = byte(i * 31)
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for length := 0; length < len(message); length += 13 {
				m := message[:length]
				state := append([]byte(nil), test.state...)
				for p := padded(m, test.digest); len(p) > 0; p = p[test.digest.Block:] {
					test.digest.Compress(state, p)
				}
				got := make([]byte, len(state))
				test.digest.toBigEndian(got, state)
				if test.digest == MD5 {
					got = words(littleEndian(got)...)
				}
				h := test.digest.hash()
				h.Write(m)
				if want := h.Sum(nil); string(got) != string(want) {
					t.Errorf("of %d bytes it is %x, want %x", length, got, want)
				}
			}
		})
	}
}

// littleEndian are the words whose bytes MD5 writes, the last one first.
func littleEndian(bigEndian []byte) []uint32 {
	var words []uint32
	for i := 0; i < len(bigEndian); i += 4 {
		words = append(words, binary.BigEndian.Uint32(bigEndian[i:]))
	}
	return words
}
