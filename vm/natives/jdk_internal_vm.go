//go:build unix

package natives

import "hotlens/vm/interpreter"

func init() { later(jdkInternalVm) }

func jdkInternalVm() {
	register("jdk/internal/vm/VMSupport", table{
		"initAgentProperties(Ljava/util/Properties;)Ljava/util/Properties;": func(_ *Thread, a Args) uint64 { return uint64(a.Ref(0)) },
		"getVMTemporaryDirectory()Ljava/lang/String;": func(t *Thread, _ Args) uint64 {
			return uint64(t.NewString(hostOf(t).TempDirectory))
		},
	})
	// Virtual threads are bound to threads of the VM.
	register("jdk/internal/vm/ContinuationSupport", table{"isSupported0()Z": func(t *Thread, _ Args) uint64 {
		// The library asks when it makes the first virtual thread. HotSpot's class of them starts a thread of its own where it has this method.
		if c := t.FindBootClass(virtualThread); c != nil && c.Method("takeVirtualThreadListToUnblock", "()Ljava/lang/VirtualThread;") != nil {
			t.M.SkipThread()
		}
		return 0
	}})
	register("jdk/internal/vm/Continuation", table{"pin()V": nothing, "unpin()V": nothing})
	register("java/lang/VirtualThread", table{"registerNatives()V": nothing})
	register("jdk/internal/misc/PreviewFeatures", table{
		"isPreviewEnabled()Z": func(t *Thread, _ Args) uint64 { return boolean(t.M.Release.Preview) },
	})
	register("jdk/internal/vm/vector/VectorSupport", table{
		"getCPUFeatures()Ljava/lang/String;":  func(t *Thread, _ Args) uint64 { return uint64(t.NewString("")) },
		"registerNatives()I":                  constant(0),
		"getMaxLaneCount(Ljava/lang/Class;)I": constant(^uint64(0)), // no vector instructions
	})
	// Foreign functions would leave the sandbox.
	register("jdk/internal/vm/ForeignLinkerSupport", table{"isSupported0()Z": constant(0)})
	for _, class := range []string{"NativeEntryPoint", "UpcallLinker", "UpcallStubs"} {
		register("jdk/internal/foreign/abi/"+class, table{"registerNatives()V": nothing})
	}
	foreign := func(t *Thread, _ Args) uint64 {
		t.Throw("java/lang/UnsupportedOperationException", "hotlens does not call foreign functions")
		return 0
	}
	register("jdk/internal/invoke/NativeEntryPoint", table{
		"registerNatives()V":    nothing,
		"vmStorageToVMReg(II)J": interpreter.NativeFunc(foreign),
	})
	// Java code does not see limits of a container; the machine has its own.
	register("jdk/internal/platform/CgroupMetrics", table{
		"isUseContainerSupport()Z": constant(0),
		"isContainerized0()Z":      constant(0),
		"getTotalMemorySize0()J":   func(t *Thread, _ Args) uint64 { return t.M.Heap.Limit() },
		"getTotalSwapSize0()J":     constant(0),
	})
	// Off-heap accesses are checked one by one, so that a segment can be closed
	// while another thread is on its way to it.
	register("jdk/internal/misc/ScopedMemoryAccess", table{
		"registerNatives()V": nothing,
		"closeScope0(Ljdk/internal/misc/ScopedMemoryAccess$Scope;Ljdk/internal/misc/ScopedMemoryAccess$Scope$ScopedAccessError;)Z": constant(1),
		"closeScope0(Ljdk/internal/foreign/MemorySessionImpl;)Z":                                                                   constant(1),
		"closeScope0(Ljdk/internal/foreign/MemorySessionImpl;Ljdk/internal/misc/ScopedMemoryAccess$ScopedAccessError;)V":           nothing,
	})
}
