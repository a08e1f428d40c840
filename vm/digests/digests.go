// Package digests has the compression functions of MD5 (RFC 1321) and of FIPS 180-4: each takes one block
// of a message into a digest's state, which here is a field of a Java object. Go's own
// packages do the work, and give access to the state by way of encoding.BinaryMarshaler.
package digests

import (
	"crypto/md5"
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

// The digests: SHA256 is SHA-224's, too, and SHA512 that of the digests that are cut from it.
var (
	MD5    = &Digest{State: 16, Block: 64, word: 4, hash: md5.New}
	SHA1   = &Digest{State: 20, Block: 64, word: 4, hash: sha1.New}
	SHA256 = &Digest{State: 32, Block: 64, word: 4, hash: sha256.New}
	SHA512 = &Digest{State: 64, Block: 128, word: 8, hash: sha512.New}
)

// Digest is a way to digest messages.
type Digest struct {
	State int // bytes that the state has
	Block int // bytes that a block has

	word  int // bytes that a word of the state has
	hash  func() hash.Hash
	mutex sync.Mutex
	saves digest // whose state is set before each block, and read after it; nil in front of the first one
	fresh []byte // what it saves before the first block
	saved []byte // room for what it saves after one
}

// digest is a digest of Go's.
type digest interface {
	hash.Hash
	encoding.BinaryAppender
	encoding.BinaryUnmarshaler
}

// stateAt is where the words of the state stand in what a digest saves, behind four
// bytes that name its kind. A pending part of a block and the length come after them.
const stateAt = 4

// Compress takes a block into a state of words in the host's byte order.
func (d *Digest) Compress(state, block []byte) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if d.saves == nil {
		d.begin()
	}
	copy(d.saved, d.fresh)
	saved := d.saved[stateAt : stateAt+d.State]
	d.toBigEndian(saved, state)
	err := d.saves.UnmarshalBinary(d.saved)
	if err == nil {
		d.saves.Write(block[:d.Block]) // never fails, see hash.Hash
		d.saved, err = d.saves.AppendBinary(d.saved[:0])
	}
	if err != nil {
		panic(fmt.Sprintf("restoring the state of a digest: %v", err)) // they save what they have restored
	}
	d.fromBigEndian(state, d.saved[stateAt:stateAt+d.State])
}

func (d *Digest) begin() {
	saves := d.hash().(digest) // as their packages document
	fresh, err := saves.AppendBinary(nil)
	if err != nil {
		panic(fmt.Sprintf("saving the state of a digest: %v", err))
	}
	d.saves, d.fresh, d.saved = saves, fresh, slices.Clone(fresh)
}

// toBigEndian copies words of the state in the host's byte order to where a digest saves them.
func (d *Digest) toBigEndian(to, from []byte) {
	if d.word == 8 {
		for i := 0; i < len(to); i += 8 {
			binary.BigEndian.PutUint64(to[i:], binary.NativeEndian.Uint64(from[i:]))
		}
		return
	}
	for i := 0; i < len(to); i += 4 {
		binary.BigEndian.PutUint32(to[i:], binary.NativeEndian.Uint32(from[i:]))
	}
}

// fromBigEndian is the way back.
func (d *Digest) fromBigEndian(to, from []byte) {
	if d.word == 8 {
		for i := 0; i < len(from); i += 8 {
			binary.NativeEndian.PutUint64(to[i:], binary.BigEndian.Uint64(from[i:]))
		}
		return
	}
	for i := 0; i < len(from); i += 4 {
		binary.NativeEndian.PutUint32(to[i:], binary.BigEndian.Uint32(from[i:]))
	}
}
