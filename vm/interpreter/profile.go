package interpreter

import (
	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/contexts"
	"hotlens/vm/decoded"
	"hotlens/vm/memory"
	"hotlens/vm/tiering"
)

// This file is what the machine measures, and where the profile begins.

// profile says what of the program is measured at present.
type profile struct {
	started  bool // main has begun
	edges    bool // the program's call edges are announced
	contexts bool // its calling context tree is kept
	full     bool // there is no room for more of the program: what tests do from the next yieldpoint on is not counted
	// unprofiled is the context node of everything that is not profiled. It is in no tree.
	unprofiled memory.Address
	samples    tiering.CallSamples
	listens    bool            // calls are sampled by listeners
	linkage    *classes.Method // stands for the library's linking code, nil if there was none
	// virtualRoots are the contexts of the entry methods of virtual threads.
	virtualRoots map[virtualRoot]memory.Address
	// roots are those of threads that have ended.
	roots contexts.Roots[threadKind, threadTree]
}

// StartProfile begins the profile: the stubs are put back, so that every edge
// that main leads to is announced.
func (m *Machine) StartProfile() {
	m.profile.started, m.profile.edges, m.profile.contexts = true, m.Options.AnnouncesEdges(), m.Options.KeepsContexts()
	// What boot did must not show: the clock and the hashes start from fixed
	// values.
	t := m.threads.current
	t.account()
	m.clock.startMain()
	t.newSlice() // its length goes by what has been executed since
	t.pace()
	m.Collections.recorded.until = m.Heap.Allocated()
	m.monitors.RestartHashes()
	m.startSampling()
	m.startFinalizers()
	if !m.profile.edges {
		m.startTiering()
		return
	}
	m.Registry.ResetCTBs()
	defer m.startTiering()
	m.Registry.EachMethod(func(method *classes.Method) {
		if method.Code == nil {
			return
		}
		for i := range method.Code.Instructions {
			in := &method.Code.Instructions[i]
			switch in.Op {
			case decoded.InvokeStaticQ:
				in.Op = decoded.InvokeStatic
			case decoded.InvokeSpecialQ:
				in.Op = decoded.InvokeSpecial
			case decoded.InvokeAppendixQ:
				in.Op = decoded.InvokeAppendix
			case decoded.InvokeHandleQ:
				in.Op = decoded.InvokeHandle
			}
		}
	})
}

// methodUtil is a loader of the library's that defines a class of the library's once more, by which beans' methods are called.
const methodUtil = "sun/reflect/misc/MethodUtil"

// originBits tells the user's classes from the library's.
func (m *Machine) originBits(c *classes.Class) uint32 {
	if m.profile.linkage != nil && c == m.profile.linkage.Class {
		return sharedmemory.MethodVM
	}
	if c.Hidden && c.NestHost != nil && c.NestHost != c {
		return m.originBits(c.NestHost) | sharedmemory.MethodVM
	}
	if m.harness.has(c) {
		return sharedmemory.MethodHarness
	}
	if c.Loader.Mirror == 0 || c.ModuleName != "" || m.OfReflection(c) || m.IsLoader(c.Loader, methodUtil) {
		return sharedmemory.MethodLibrary
	}
	return 0
}
