package natives

import (
	"encoding/binary"

	"hotlens/vm/digests"
	"hotlens/vm/interpreter"
	"hotlens/vm/memory"
)

// The compression of SHA-1 and SHA-2, which HotSpot executes itself too. The
// library has checked the arguments: a block of the digest's size at the offset.

// digestBlock is the state of a digest as raw bytes, and the message from the block on.
func digestBlock(t *Thread, a Args, wordBytes int) (state, block []byte) {
	m := t.M
	f := m.ClassOf(a.Ref(0)).LookupField("state", "")
	return words(t, m.Memory.U32(a.Ref(0)+f.Offset), wordBytes), m.Bytes(a.Ref(1))[a.Int(2):]
}

// words is the content of an array of int or long as raw bytes.
func words(t *Thread, array Ref, wordBytes int) []byte {
	return t.M.Memory.Slice(array+memory.ArrayBase, wordBytes*int(t.M.Memory.U32(array+memory.ArrayLength)))
}

func init() {
	compress := func(f interpreter.NativeFunc) table { return table{"implCompress0([BI)V": f} }
	register("sun/security/provider/SHA", compress(func(t *Thread, a Args) uint64 {
		raw, block := digestBlock(t, a, 4)
		var state [5]uint32
		for i := range state {
			state[i] = binary.LittleEndian.Uint32(raw[4*i:])
		}
		digests.SHA1(&state, block)
		for i, v := range state {
			binary.LittleEndian.PutUint32(raw[4*i:], v)
		}
		return 0
	}))
	register("sun/security/provider/SHA2", compress(func(t *Thread, a Args) uint64 {
		raw, block := digestBlock(t, a, 4)
		var state [8]uint32
		for i := range state {
			state[i] = binary.LittleEndian.Uint32(raw[4*i:])
		}
		digests.SHA256(&state, block)
		for i, v := range state {
			binary.LittleEndian.PutUint32(raw[4*i:], v)
		}
		return 0
	}))
	register("sun/security/provider/SHA5", compress(func(t *Thread, a Args) uint64 {
		raw, block := digestBlock(t, a, 8)
		var state [8]uint64
		for i := range state {
			state[i] = binary.LittleEndian.Uint64(raw[8*i:])
		}
		digests.SHA512(&state, block)
		for i, v := range state {
			binary.LittleEndian.PutUint64(raw[8*i:], v)
		}
		return 0
	}))
}
