//go:build unix

package natives

import (
	"encoding/binary"

	"hotlens/vm/interpreter"
	"hotlens/vm/memory"
)

func init() { later(jdkInternalPerfPerf) }

func jdkInternalPerfPerf() {
	register("jdk/internal/perf/Perf", table{
		"registerNatives()V": nothing,
		"attach(Ljava/lang/String;II)Ljava/nio/ByteBuffer;": func(t *Thread, _ Args) uint64 {
			t.Throw("java/lang/IllegalArgumentException", "hotlens has no performance counters of other processes")
			return 0
		},
		"detach(Ljava/nio/ByteBuffer;)V": nothing,
		"createLong(Ljava/lang/String;IIJ)Ljava/nio/ByteBuffer;": func(t *Thread, a Args) uint64 {
			return counter(t, 8, func(b []byte) { binary.LittleEndian.PutUint64(b, uint64(a.Long(4))) })
		},
		"createByteArray(Ljava/lang/String;II[BI)Ljava/nio/ByteBuffer;": func(t *Thread, a Args) uint64 {
			if a.Ref(4) == 0 {
				t.ThrowNull()
				return 0
			}
			initial := t.M.Bytes(a.Ref(4))
			return counter(t, max(a.Int(5), int32(len(initial))), func(b []byte) { copy(b, initial) })
		},
		"highResCounter()J":   func(t *Thread, _ Args) uint64 { return uint64(t.M.Nanos()) },
		"highResFrequency()J": constant(1_000_000_000),
	}.known([2]string{"attach(Ljava/lang/String;II)Ljava/nio/ByteBuffer;", "attach0(I)Ljava/nio/ByteBuffer;"}))
}

// counter makes the direct buffer of a performance counter, which lives for ever.
func counter(t *Thread, size int32, fill func([]byte)) uint64 {
	p := t.M.Memory.OffHeap.Allocate(uint64(size))
	if p == 0 {
		t.Throw("java/lang/OutOfMemoryError", "performance counter")
		return 0
	}
	b := t.M.Memory.Slice(p, int(size))
	clear(b)
	fill(b)
	return newDirectBuffer(t, p, int64(size))
}

// newDirectBuffer makes a direct buffer of memory that nobody frees.
func newDirectBuffer(t *Thread, p memory.Address, size int64) uint64 {
	c := t.FindBootClass("java/nio/DirectByteBuffer")
	if c == nil || !t.Initialize(c) {
		return 0
	}
	r := t.NewObject(c)
	constructor := c.Method("<init>", "(JI)V")
	if constructor == nil {
		constructor = c.Method("<init>", "(JJ)V") // from JDK 21 on
	}
	if t.Exception == 0 {
		t.Call(interpreter.Callback, constructor, uint64(r), uint64(p), uint64(size))
	}
	return uint64(r)
}
