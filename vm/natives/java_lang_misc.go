package natives

import "math"

func init() {
	register("java/lang/Float", table{
		"floatToRawIntBits(F)I": func(_ *Thread, a Args) uint64 { return signed(a.Int(0)) },
		"intBitsToFloat(I)F":    func(_ *Thread, a Args) uint64 { return uint64(uint32(a.Int(0))) },
	})
	register("java/lang/Double", table{
		"doubleToRawLongBits(D)J": func(_ *Thread, a Args) uint64 { return math.Float64bits(a.Double(0)) },
		"longBitsToDouble(J)D":    func(_ *Thread, a Args) uint64 { return uint64(a.Long(0)) },
	})
	register("java/lang/Runtime", table{
		"availableProcessors()I": func(t *Thread, _ Args) uint64 { return 2 },
		"maxMemory()J":           func(t *Thread, _ Args) uint64 { return t.M.Heap.Limit() },
		"totalMemory()J":         func(t *Thread, _ Args) uint64 { return max(t.M.Heap.Committed(), 16<<20) },
		"freeMemory()J":          func(t *Thread, _ Args) uint64 { return max(t.M.Heap.Committed(), 16<<20) - t.M.Heap.Used() },
		"gc()V":                  func(t *Thread, _ Args) uint64 { t.M.Collect(false); t.Yield(); return 0 },
	})
	register("java/lang/String", table{
		"intern()Ljava/lang/String;": func(t *Thread, a Args) uint64 { return uint64(t.Intern(a.Ref(0))) },
	})
	register("java/lang/StringUTF16", table{"isBigEndian()Z": constant(0)})
	register("jdk/internal/misc/CDS", table{
		"isDumpingClassList0()Z":                    constant(0),
		"isDumpingArchive0()Z":                      constant(0),
		"isSharingEnabled0()Z":                      constant(0),
		"initializeFromArchive(Ljava/lang/Class;)V": nothing,
		"getRandomSeedForDumping()J":                constant(0),
	})
	register("jdk/internal/misc/ScopedMemoryAccess", table{"registerNatives()V": nothing})
	register("jdk/internal/misc/Signal", table{
		"findSignal0(Ljava/lang/String;)I": func(t *Thread, a Args) uint64 {
			n, ok := map[string]int32{"HUP": 1, "INT": 2, "QUIT": 3, "TERM": 15}[t.M.Text(a.Ref(0))]
			if !ok {
				n = -1
			}
			return signed(n)
		},
		"handle0(IJ)J": constant(0),
		"raise0(I)V":   nothing,
	})
	register("jdk/internal/misc/VM", table{
		"initialize()V": nothing,
		"getNanoTimeAdjustment(J)J": func(t *Thread, a Args) uint64 {
			seconds := a.Long(0)
			nanos := t.M.WallNanos()
			return uint64(nanos - seconds*1_000_000_000)
		},
		"latestUserDefinedLoader0()Ljava/lang/ClassLoader;": func(t *Thread, _ Args) uint64 {
			var found Ref
			t.Frames(func(f frame) bool {
				l := f.Method.Class.Loader
				if l.Mirror != 0 && f.Method.Class.ModuleName == "" {
					found = l.Mirror
					return false
				}
				return true
			})
			return uint64(found)
		},
	})
	register("java/security/AccessController", table{
		"getStackAccessControlContext()Ljava/security/AccessControlContext;":     constant(0),
		"getInheritedAccessControlContext()Ljava/security/AccessControlContext;": constant(0),
		"ensureMaterializedForStackWalk(Ljava/lang/Object;)V":                    nothing,
		"getProtectionDomain(Ljava/lang/Class;)Ljava/security/ProtectionDomain;": func(t *Thread, a Args) uint64 {
			if a.Ref(0) == 0 {
				return 0
			}
			return uint64(t.M.ClassOfMirror(a.Ref(0)).ProtectionDomain)
		},
	})
	register("java/lang/ref/Reference", table{
		"getAndClearReferencePendingList()Ljava/lang/ref/Reference;": func(t *Thread, _ Args) uint64 { return uint64(t.TakePendingReferences()) },
		"hasReferencePendingList()Z":                                 func(t *Thread, _ Args) uint64 { return boolean(t.M.HasPendingReferences()) },
		"waitForReferencePendingList()V":                             func(t *Thread, _ Args) uint64 { t.AwaitPendingReferences(); return 0 },
		"refersTo0(Ljava/lang/Object;)Z": func(t *Thread, a Args) uint64 {
			return boolean(t.M.Memory.U32(a.Ref(0)+t.M.Heap.Reference.Referent) == a.Ref(1))
		},
		"clear0()V": func(t *Thread, a Args) uint64 {
			t.M.Memory.SetU32(a.Ref(0)+t.M.Heap.Reference.Referent, 0)
			return 0
		},
	})
	register("java/lang/ref/PhantomReference", table{
		"refersTo0(Ljava/lang/Object;)Z": func(t *Thread, a Args) uint64 {
			return boolean(t.M.Memory.U32(a.Ref(0)+t.M.Heap.Reference.Referent) == a.Ref(1))
		},
	})
}
