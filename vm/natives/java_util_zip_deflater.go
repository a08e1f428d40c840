//go:build unix

package natives

import (
	"hotlens/vm/deflate"
	"hotlens/vm/interpreter"
)

// Flush modes of Deflater.
const (
	deflaterNoFlush   = 0
	deflaterSyncFlush = 2
	deflaterFullFlush = 3
	deflaterFinish    = 4
)

var flushes = map[int32]deflate.Flush{
	deflaterNoFlush: deflate.NoFlush, deflaterSyncFlush: deflate.SyncFlush, deflaterFullFlush: deflate.FullFlush, deflaterFinish: deflate.Finish,
}

// Deflater's params argument: whether parameters have changed, the strategy, and
// the level.
func unpackParams(params int32) (changed bool, level int, strategy deflate.Strategy) {
	return params&1 != 0, int(params >> 3), deflate.Strategy(params >> 1 & 3)
}

// writtenWork is how much work a written byte is, beside a byte that is read and a string that is compared, as measured for zlib.
const writtenWork = 8

// deflateStep makes one of the deflate natives. Flags: finished, parameters not
// yet set.
func deflateStep(input, output buffer) interpreter.NativeFunc {
	return func(t *Thread, a Args) uint64 {
		d, ok := handleOf[*deflate.Deflater](t, a.Long(1))
		if !ok {
			return 0
		}
		src, next, ok := input(t, a, 3)
		if !ok {
			return 0
		}
		dst, next, ok := output(t, a, next)
		if !ok {
			return 0
		}
		looked := d.Looked()
		changed, level, strategy := unpackParams(a.Int(next + 1))
		if changed {
			read, written, applied, err := d.SetParams(dst, src, level, strategy)
			if err != nil {
				t.Throw("java/lang/InternalError", err.Error())
				return 0
			}
			t.Work(read + writtenWork*written + d.Looked() - looked)
			return packed(read, written, false, !applied)
		}
		read, written, status, err := d.Deflate(dst, src, flushes[a.Int(next)])
		if err != nil {
			t.Throw("java/lang/InternalError", err.Error())
			return 0
		}
		t.Work(read + writtenWork*written + d.Looked() - looked)
		return packed(read, written, status == deflate.Finished, false)
	}
}

// deflateDictionary makes one of the setDictionary natives.
func deflateDictionary(input buffer) interpreter.NativeFunc {
	return func(t *Thread, a Args) uint64 {
		d, ok := handleOf[*deflate.Deflater](t, a.Long(0))
		if !ok {
			return 0
		}
		if b, _, ok := input(t, a, 2); ok && d.SetDictionary(b) != nil {
			t.Throw("java/lang/IllegalArgumentException", "")
		}
		return 0
	}
}

func init() { later(javaUtilZipDeflater) }

func javaUtilZipDeflater() {
	register("java/util/zip/Deflater", table{
		"init(IIZ)J": func(t *Thread, a Args) uint64 {
			d, err := deflate.New(int(a.Int(0)), deflate.Strategy(a.Int(1)), a.Bool(2))
			if err != nil {
				t.Throw("java/lang/IllegalArgumentException", "")
				return 0
			}
			return keep(t, d, deflate.Bytes)
		},
		"setDictionary(J[BII)V":           deflateDictionary(arrayBuffer),
		"setDictionaryBuffer(JJI)V":       deflateDictionary(directBuffer),
		"deflateBytesBytes(J[BII[BIIII)J": deflateStep(arrayBuffer, arrayBuffer),
		"deflateBytesBuffer(J[BIIJIII)J":  deflateStep(arrayBuffer, directBuffer),
		"deflateBufferBytes(JJI[BIIII)J":  deflateStep(directBuffer, arrayBuffer),
		"deflateBufferBuffer(JJIJIII)J":   deflateStep(directBuffer, directBuffer),
		"getAdler(J)I": func(t *Thread, a Args) uint64 {
			if d, ok := handleOf[*deflate.Deflater](t, a.Long(0)); ok {
				return signed(int32(d.Adler()))
			}
			return 0
		},
		"reset(J)V": func(t *Thread, a Args) uint64 {
			if d, ok := handleOf[*deflate.Deflater](t, a.Long(0)); ok {
				d.Reset()
			}
			return 0
		},
		"end(J)V": func(t *Thread, a Args) uint64 {
			drop(t, a.Long(0))
			return 0
		},
	})
}
