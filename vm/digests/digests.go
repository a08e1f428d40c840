// Package digests has the compression functions of FIPS 180-4: each takes one block
// of a message into a digest's state, which here is a field of a Java object. Go's own
// packages do the work, and give access to the state by way of encoding.BinaryMarshaler.
package digests

import (
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding"
	"encoding/binary"
	"fmt"
	"hash"
	"slices"
	"sync"
)

// Lengths of a block in bytes.
const (
	SmallBlock = 64  // of SHA-1 and SHA-256
	LargeBlock = 128 // of SHA-512
)

var (
	compressor1   = sync.OnceValue(func() *compressor { return newCompressor(sha1.New()) })
	compressor256 = sync.OnceValue(func() *compressor { return newCompressor(sha256.New()) })
	compressor512 = sync.OnceValue(func() *compressor { return newCompressor(sha512.New()) })
)

// SHA1 takes a block of SmallBlock bytes into the state.
func SHA1(state *[5]uint32, block []byte) {
	compress(compressor1(), state[:], binary.BigEndian.Uint32, binary.BigEndian.PutUint32, block[:SmallBlock])
}

// SHA256 takes a block of SmallBlock bytes into the state, also for SHA-224.
func SHA256(state *[8]uint32, block []byte) {
	compress(compressor256(), state[:], binary.BigEndian.Uint32, binary.BigEndian.PutUint32, block[:SmallBlock])
}

// SHA512 takes a block of LargeBlock bytes into the state, also for the digests
// that are cut from SHA-512.
func SHA512(state *[8]uint64, block []byte) {
	compress(compressor512(), state[:], binary.BigEndian.Uint64, binary.BigEndian.PutUint64, block[:LargeBlock])
}

// digest is a digest of Go's.
type digest interface {
	hash.Hash
	encoding.BinaryAppender
	encoding.BinaryUnmarshaler
}

// compressor is a digest whose state is set before each block, and read after it.
type compressor struct {
	mutex  sync.Mutex
	digest digest
	fresh  []byte // what the digest saves before the first block
	saved  []byte // room for what it saves after one
}

// stateAt is where the words of the state stand in what a digest saves, behind four
// bytes that name its kind. A pending part of a block and the length come after them.
const stateAt = 4

func newCompressor(h hash.Hash) *compressor {
	d := h.(digest) // as crypto/sha1, sha256 and sha512 document
	fresh, err := d.AppendBinary(nil)
	if err != nil {
		panic(fmt.Sprintf("saving the state of a digest: %v", err))
	}
	return &compressor{digest: d, fresh: fresh, saved: slices.Clone(fresh)}
}

// compress takes one block into a state of words that get reads and put writes.
func compress[Word any](c *compressor, state []Word, get func([]byte) Word, put func([]byte, Word), block []byte) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	copy(c.saved, c.fresh)
	size := binary.Size(state[0])
	for i, word := range state {
		put(c.saved[stateAt+i*size:], word)
	}
	err := c.digest.UnmarshalBinary(c.saved)
	if err == nil {
		c.digest.Write(block) // never fails, see hash.Hash
		c.saved, err = c.digest.AppendBinary(c.saved[:0])
	}
	if err != nil {
		panic(fmt.Sprintf("restoring the state of a digest: %v", err)) // they save what they have restored
	}
	for i := range state {
		state[i] = get(c.saved[stateAt+i*size:])
	}
}
