//go:build unix

package natives

import (
	"unsafe"

	"hotlens/vm/digests"
	"hotlens/vm/memory"
)

// compression makes the native that takes one block of a message into the state
// of a digest, as HotSpot executes it itself, too. State is the
// layout of the digest's int[] or long[], which the linear memory has in the
// host's byte order; a block has so many bytes.
func compression[State any](block int64, compress func(state *State, block []byte)) table {
	return table{"implCompress0([BI)V": notNull(func(t *Thread, a Args) uint64 {
		m := t.M
		array := m.Memory.U32(a.Ref(0) + m.ClassOf(a.Ref(0)).LookupField("state", "").Offset)
		if array == 0 {
			t.ThrowNull()
			return 0
		}
		if !inArray(t, a.Ref(1), "[B", int64(a.Int(2)), block) {
			return 0
		}
		if m.Heap.ObjectSize(array) < memory.ArrayBase+uint64(unsafe.Sizeof(*new(State))) {
			t.Throw("java/lang/ArrayIndexOutOfBoundsException", "")
			return 0
		}
		t.Work(int(block))
		compress((*State)(m.Memory.At(array+memory.ArrayBase)), m.Bytes(a.Ref(1))[a.Int(2):])
		return 0
	}, 1)}
}

func init() { later(sunSecurityProviderSha) }

func sunSecurityProviderSha() {
	substitute("sun/security/provider/SHA", compression(64, digests.SHA1))
	substitute("sun/security/provider/SHA2", compression(64, digests.SHA256))
	substitute("sun/security/provider/SHA5", compression(128, digests.SHA512))
}
