//go:build unix

package natives

import (
	"hash/crc32"

	"hotlens/vm/interpreter"
)

// checksum makes the natives of a checksum class from its step over bytes.
func checksum(step func(sum uint32, b []byte) uint32, arrays, buffers string) table {
	return table{
		"update(II)I": func(_ *Thread, a Args) uint64 {
			return signed(int32(step(uint32(a.Int(0)), []byte{byte(a.Int(1))})))
		},
		arrays + "(I[BII)I": overBuffer(step, arrayBuffer),
		buffers + "(IJII)I": overBuffer(step, func(t *Thread, a Args, slot int) ([]byte, int, bool) {
			b, ok := offHeap(t, a.Long(slot)+int64(a.Int(slot+2)), int64(a.Int(slot+3)))
			return b, slot + 4, ok
		}),
	}
}

func overBuffer(step func(sum uint32, b []byte) uint32, input buffer) interpreter.NativeFunc {
	return func(t *Thread, a Args) uint64 {
		b, _, ok := input(t, a, 1)
		if !ok {
			return 0
		}
		t.Work(len(b))
		return signed(int32(step(uint32(a.Int(0)), b)))
	}
}

// adlerBase is the largest prime below 65536, and adlerRun the number of bytes
// whose sums cannot overflow 32 bits (RFC 1950, 8.2; zlib's NMAX).
const (
	adlerBase = 65521
	adlerRun  = 5552
)

// adler32 continues a checksum, which hash/adler32 cannot.
func adler32(sum uint32, b []byte) uint32 {
	s1, s2 := sum&0xffff, sum>>16
	for len(b) > 0 {
		run := b[:min(len(b), adlerRun)]
		for _, c := range run {
			s1 += uint32(c)
			s2 += s1
		}
		s1, s2 = s1%adlerBase, s2%adlerBase
		b = b[len(run):]
	}
	return s2<<16 | s1
}

func init() { later(javaUtilZipChecksums) }

func javaUtilZipChecksums() {
	register("java/util/zip/CRC32", checksum(func(sum uint32, b []byte) uint32 { return crc32.Update(sum, crc32.IEEETable, b) }, "updateBytes0", "updateByteBuffer0"))
	register("java/util/zip/Adler32", checksum(adler32, "updateBytes", "updateByteBuffer"))
}
