//go:build unix

package natives

import (
	"math"

	"hotlens/vm/interpreter"
)

func init() { later(javaLangMisc) }

func javaLangMisc() {
	register("java/lang/Float", table{
		"floatToRawIntBits(F)I": func(_ *Thread, a Args) uint64 { return signed(a.Int(0)) },
		"intBitsToFloat(I)F":    func(_ *Thread, a Args) uint64 { return uint64(uint32(a.Int(0))) },
	})
	register("java/lang/Double", table{
		"doubleToRawLongBits(D)J": func(_ *Thread, a Args) uint64 { return math.Float64bits(a.Double(0)) },
		"longBitsToDouble(J)D":    func(_ *Thread, a Args) uint64 { return uint64(a.Long(0)) },
	})
	register("java/lang/Runtime", table{
		"availableProcessors()I": constant(availableProcessors),
		"maxMemory()J":           func(t *Thread, _ Args) uint64 { return t.M.Heap.Limit() },
		"totalMemory()J":         func(t *Thread, _ Args) uint64 { return max(t.M.Heap.Committed(), 16<<20) },
		"freeMemory()J":          func(t *Thread, _ Args) uint64 { return max(t.M.Heap.Committed(), 16<<20) - t.M.Heap.Used() },
		"gc()V":                  func(t *Thread, _ Args) uint64 { t.M.Collect(interpreter.SystemGC); t.Yield(); return 0 },
	})
	register("java/lang/String", table{
		"intern()Ljava/lang/String;": func(t *Thread, a Args) uint64 {
			t.Work(len(t.M.StringBytes(a.Ref(0))))
			return uint64(t.Intern(a.Ref(0)))
		},
	})
	register("java/util/concurrent/atomic/AtomicLong", table{"VMSupportsCS8()Z": constant(1)})
	register("java/lang/StringUTF16", table{"isBigEndian()Z": constant(0)})
	register("java/lang/ref/Reference", table{
		"getAndClearReferencePendingList()Ljava/lang/ref/Reference;": func(t *Thread, _ Args) uint64 { return uint64(t.TakePendingReferences()) },
		"hasReferencePendingList()Z":                                 func(t *Thread, _ Args) uint64 { return boolean(t.M.HasPendingReferences()) },
		"waitForReferencePendingList()V":                             func(t *Thread, _ Args) uint64 { t.AwaitPendingReferences(); return 0 },
		"refersTo0(Ljava/lang/Object;)Z": func(t *Thread, a Args) uint64 {
			return boolean(t.M.Memory.U32(a.Ref(0)+t.M.Heap.Reference.Referent) == a.Ref(1))
		},
		// Since the updates of October 2026 get reads the field in a native method.
		"get0()Ljava/lang/Object;": func(t *Thread, a Args) uint64 {
			return uint64(t.M.Memory.U32(a.Ref(0) + t.M.Heap.Reference.Referent))
		},
	})
	clearReferent := func(t *Thread, a Args) uint64 {
		t.M.Memory.SetU32(a.Ref(0)+t.M.Heap.Reference.Referent, 0)
		return 0
	}
	register("java/lang/ref/Reference", table{"clear0()V": clearReferent})
	register("java/lang/ref/Finalizer", table{
		"isFinalizationEnabled()Z":            constant(1),
		"reportComplete(Ljava/lang/Object;)V": nothing, // for HotSpot's statistics
	})
	register("java/lang/ref/PhantomReference", table{
		"clear0()V": clearReferent,
		"refersTo0(Ljava/lang/Object;)Z": func(t *Thread, a Args) uint64 {
			return boolean(t.M.Memory.U32(a.Ref(0)+t.M.Heap.Reference.Referent) == a.Ref(1))
		},
	})
}
