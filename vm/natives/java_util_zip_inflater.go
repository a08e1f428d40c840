//go:build unix

package natives

import (
	"hotlens/vm/inflate"
	"hotlens/vm/interpreter"
)

// buffer reads an operand of a zip native from its arguments: a byte[] with
// offset and length, or an address and a length. It reports the next slot.
type buffer func(t *Thread, a Args, slot int) (b []byte, next int, ok bool)

func arrayBuffer(t *Thread, a Args, slot int) ([]byte, int, bool) {
	b, ok := arrayPart(t, a.Ref(slot), a.Int(slot+1), a.Int(slot+2))
	return b, slot + 3, ok
}

func directBuffer(t *Thread, a Args, slot int) ([]byte, int, bool) {
	b, ok := offHeap(t, a.Long(slot), int64(a.Int(slot+2)))
	return b, slot + 3, ok
}

// packed is the result of a step of Inflater or Deflater: bytes consumed in bits
// 0 to 30, bytes produced in bits 31 to 61, and two flags above.
func packed(read, written int, flag62, flag63 bool) uint64 {
	return uint64(read) | uint64(written)<<31 | boolean(flag62)<<62 | boolean(flag63)<<63
}

// readWork is how much work a byte that is read is, beside a byte that is written, as measured for zlib.
const readWork = 16

// inflateStep makes one of the inflate natives. Flags: finished, needs a
// dictionary.
func inflateStep(input, output buffer) interpreter.NativeFunc {
	return func(t *Thread, a Args) uint64 {
		f, ok := handleOf[*inflate.Inflater](t, a.Long(1))
		if !ok {
			return 0
		}
		src, next, ok := input(t, a, 3)
		if !ok {
			return 0
		}
		dst, _, ok := output(t, a, next)
		if !ok {
			return 0
		}
		read, written, status, err := f.Inflate(dst, src)
		t.Work(written + readWork*read)
		if err != nil {
			// The caller's catch clause takes the counts from these fields.
			setField(t, a.Ref(0), "inputConsumed", uint64(read))
			setField(t, a.Ref(0), "outputConsumed", uint64(written))
			t.Throw("java/util/zip/DataFormatException", err.Error())
			return 0
		}
		return packed(read, written, status == inflate.Finished, status == inflate.NeedsDictionary)
	}
}

// inflateDictionary makes one of the setDictionary natives.
func inflateDictionary(input buffer) interpreter.NativeFunc {
	return func(t *Thread, a Args) uint64 {
		f, ok := handleOf[*inflate.Inflater](t, a.Long(0))
		if !ok {
			return 0
		}
		if b, _, ok := input(t, a, 2); ok {
			if f.SetDictionary(b) != nil {
				t.Throw("java/lang/IllegalArgumentException", "")
			}
		}
		return 0
	}
}

func init() { later(javaUtilZipInflater) }

func javaUtilZipInflater() {
	register("java/util/zip/Inflater", table{
		"initIDs()V": nothing,
		"init(Z)J": func(t *Thread, a Args) uint64 {
			return keep(t, inflate.New(a.Bool(0)), inflate.Bytes)
		},
		"setDictionary(J[BII)V":         inflateDictionary(arrayBuffer),
		"setDictionaryBuffer(JJI)V":     inflateDictionary(directBuffer),
		"inflateBytesBytes(J[BII[BII)J": inflateStep(arrayBuffer, arrayBuffer),
		"inflateBytesBuffer(J[BIIJI)J":  inflateStep(arrayBuffer, directBuffer),
		"inflateBufferBytes(JJI[BII)J":  inflateStep(directBuffer, arrayBuffer),
		"inflateBufferBuffer(JJIJI)J":   inflateStep(directBuffer, directBuffer),
		"getAdler(J)I": func(t *Thread, a Args) uint64 {
			if f, ok := handleOf[*inflate.Inflater](t, a.Long(0)); ok {
				return signed(int32(f.Adler()))
			}
			return 0
		},
		"reset(J)V": func(t *Thread, a Args) uint64 {
			if f, ok := handleOf[*inflate.Inflater](t, a.Long(0)); ok {
				f.Reset()
			}
			return 0
		},
		"end(J)V": func(t *Thread, a Args) uint64 {
			drop(t, a.Long(0))
			return 0
		},
	})
}
