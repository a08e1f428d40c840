//go:build unix

package natives

import (
	"hotlens/vm/digests"
	"hotlens/vm/memory"
)

// compression makes the native that takes one block of a message into the state
// of a digest, as HotSpot executes it itself, too. The state is the
// digest's int[] or long[], which the linear memory has in the host's byte order.
func compression(d *digests.Digest) table {
	return table{"implCompress0([BI)V": notNull(func(t *Thread, a Args) uint64 {
		m := t.M
		array := m.Memory.U32(a.Ref(0) + m.ClassOf(a.Ref(0)).LookupField("state", "").Offset)
		if array == 0 {
			t.ThrowNull()
			return 0
		}
		if !inArray(t, a.Ref(1), "[B", int64(a.Int(2)), int64(d.Block)) {
			return 0
		}
		if m.Heap.ObjectSize(array) < memory.ArrayBase+uint64(d.State) {
			t.Throw("java/lang/ArrayIndexOutOfBoundsException", "")
			return 0
		}
		t.Work(d.Block)
		d.Compress(m.Memory.Slice(array+memory.ArrayBase, d.State), m.Bytes(a.Ref(1))[a.Int(2):])
		return 0
	}, 1)}
}

func init() { later(sunSecurityProviderDigestbase) }

func sunSecurityProviderDigestbase() {
	substitute("sun/security/provider/SHA", compression(digests.SHA1))
	substitute("sun/security/provider/SHA2", compression(digests.SHA256))
	substitute("sun/security/provider/SHA5", compression(digests.SHA512))
	substitute("sun/security/provider/MD5", compression(digests.MD5))
}
