// Package interpreter executes Java code: the pre-decoding, quickening
// interpreter over shadow frames (tier 0 of DESIGN section 4), and what belongs
// to it: exceptions and threads.
//
// Invariant: interpreted calls of interpreted methods never recurse on the Go
// stack; only native code that calls back does.
// Invariant: one thread runs at a time, the one that holds the scheduler's
// baton, so nothing here is locked but the queue of signals, which come from
// outside.
package interpreter

import (
	"hotlens/profiles"
	"math"
	"strings"
	"time"
	"unsafe"

	"hotlens/profiles/cost"
	"hotlens/profiles/prefault"
	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/codecache"
	"hotlens/vm/compiler"
	"hotlens/vm/configuration"
	"hotlens/vm/contexts"
	"hotlens/vm/decoded"
	"hotlens/vm/invoke"
	"hotlens/vm/linking"
	"hotlens/vm/memory"
	"hotlens/vm/monitors"
	"hotlens/vm/stacksamples"
	"hotlens/vm/threads"
	"hotlens/vm/tiering"
	"hotlens/vm/timing"
	"hotlens/vm/values"
)

// Options are the settings of a machine that the interpreter looks at.
type Options struct {
	configuration.Run
	// CompilerLog is told what is compiled, and why not; nil: nobody is.
	CompilerLog func(format string, arguments ...any)
	// CompilerFailed is told of bugs of the compiler that have left a method interpreted; nil:
	// nobody is.
	CompilerFailed func(message string)
	// MachineCode keeps machine code beyond the machine's end; nil: nothing does.
	MachineCode codecache.Store
	// Natives are the methods that are implemented in Go.
	Natives Natives
	// Linking is called as soon as classes can be read ahead, while the rest of the machine is made; nil: nobody is.
	Linking func(*Machine)
	// Snapshot is called at each Run.SnapshotInterval, where Machine.Count begins and ends, and where tests have filled the profile, while no
	// thread runs and all numbers are what they are at that moment; nil: nobody is.
	Snapshot func(configuration.Occasion)
	// HandlerFailed is told, in HotSpot's words, that a handler of uncaught
	// exceptions has thrown one itself; nil: nobody is.
	HandlerFailed func(message string)
}

// Machine is a Java virtual machine. What it keeps is in parts, each with a file of its own.
type Machine struct {
	invoke.Linker // its classes and call sites

	Options   Options
	Heap      *memory.Heap
	Tree      *contexts.Tree
	Scheduler *threads.Scheduler
	// Collections are those of the heap.
	Collections Collections
	// Called are the methods of the JDK's own classes that have been decoded, in that order.
	Called []*classes.Method
	// CarrierPool is the number that HotSpot's pool of carriers has among all pools, 0 until a virtual thread has started.
	CarrierPool uint32
	// NextThread is where the number stands that the library gives to the next thread, 0 if it keeps that to itself.
	NextThread memory.Address

	threads    threadTable
	clock      clock
	profile    profile
	tiering    *tiering.Controller // nil: everything is interpreted
	monitors   *monitors.Table
	types      types
	snapshots  snapshots
	natives    nativeMethods
	numbers    numberFunctions
	cycles     *cost.Cycles // of a user's model, nil if there is none
	exceptions preparedExceptions
	liveness   map[*decoded.Code]*compiler.Liveness // see livenessOf
	signals    signalQueue
	ending     ending
	uncaught   []profiles.Exception // the first ones that have ended threads
	timing     *timing.Profiler     // nil until something is timed
	stacks     stacksamples.Counter // of samples that walk the stack
	values     *values.Observer     // nil: no call is observed
	marks      map[*classes.Class]*classMarks
	marked     []memory.Address // of the first marks of all classes that have some, those that were unloaded included
	covered    testName         // the test that has left the marks since takeMarks
	requests   requests
	harness    harness
	tests      boundedTests
	scratch    scratch // of decoding
	early      []earlyLink
	joined     bool // somebody outside has contexts kept for a while: see Count

	booleanArrayTIB memory.Address // the loop asks for it at every store into bytes
}

// New makes a machine over m. Nothing is loaded yet.
func New(m *memory.Memory, source linking.ClassSource, options Options) (*Machine, error) {
	registry, err := classes.NewRegistry(m, linking.Injected)
	if err != nil {
		return nil, err
	}
	registry.RefuseInterfaceCalls = options.Release.RefusesInterfaceCalls
	vm := &Machine{
		Options: options, Heap: &m.Heap, liveness: map[*decoded.Code]*compiler.Liveness{}, marks: map[*classes.Class]*classMarks{}, ending: ending{done: make(chan struct{})},
		natives:    nativeMethods{Natives: options.Natives, entries: map[*classes.Method]*nativeEntry{}},
		exceptions: preparedExceptions{forms: map[implicitKey]*implicitForm{}},
	}
	vm.profile.virtualRoots = map[virtualRoot]memory.Address{}
	vm.types = types{on: options.CountsTypes(), records: map[typeInContext]memory.Address{}}
	now := time.Now()
	start, err := options.Date.Start(now)
	if err != nil {
		return nil, err
	}
	vm.clock = clock{virtual: options.VirtualClock, repeatable: isRepeatable(&options), base: now, date: start.UnixNano() - virtualStartNanos, threads: &vm.threads, heap: &m.Heap, passed: (*uint64)(m.At(sharedmemory.Passed))}
	if options.VirtualClock {
		vm.clock.pace = cost.Default().Clock()
	}
	if options.Cycles != "" {
		if vm.cycles, err = cost.ReadCycles(strings.NewReader(options.Cycles)); err != nil {
			return nil, err
		}
	}
	vm.Linker = invoke.New(linking.New(m, registry, source, options.Release, vm.IdentityHash), options.Testing.LinkByLibrary)
	if options.VirtualClock {
		vm.Linker.Initializing = vm.initializing
	}
	vm.Linker.Initialized = vm.initialized
	vm.Linker.Upgraded = len(options.Modules.Upgrade) > 0
	registry.OnMethod = vm.prepareMethod
	if options.Linking != nil {
		options.Linking(vm)
	}
	if vm.Tree, err = contexts.New(m, registry.Boot(), vm.originBits); err != nil {
		return nil, err
	}
	vm.Tree.Recorded = registry.Recorded
	vm.stacks = stacksamples.Counter{Tree: vm.Tree, Memory: m}
	vm.Scheduler = threads.New(&vm.clock)
	vm.monitors = monitors.New(m, vm.Scheduler, &vm.clock)
	vm.Scheduler.Stopped = vm.stopped
	vm.Scheduler.Waits = vm.waits
	vm.Scheduler.Idle = vm.idle
	if options.VirtualClock {
		vm.Scheduler.Stuck = vm.stuck // else somebody may send a signal
	}
	if options.Tier != configuration.TierInterpreter {
		vm.tiering = tiering.New(vm, tiering.Options{
			Tier: options.Tier, Inlining: options.Inlining, InlineAllocation: options.Testing.StressGC == 0 && !options.CountsTypes(),
			MachineCode: options.MachineCode, Log: options.CompilerLog, Failed: options.CompilerFailed,
			Memory: m, Heap: vm.Heap, Registry: registry, Tree: vm.Tree, Samples: &vm.profile.samples,
		}, vm.hostFunctions())
	}
	if vm.profile.unprofiled, err = m.NewMetadata(sharedmemory.NodeSlots + 4*1024); err != nil {
		return nil, err
	}
	m.SetU32(vm.profile.unprofiled+sharedmemory.NodeCounters, sharedmemory.NoCounters)
	m.SetU32(vm.profile.unprofiled+sharedmemory.NodeSelf, vm.profile.unprofiled)
	return vm, nil
}

// decodeInstruction is the entry of methods that have not been executed yet.
var decodeInstruction = decoded.Instruction{Op: decoded.Decode}

// prepareMethod sets the frame sizes and the entry of a new method.
func (m *Machine) prepareMethod(method *classes.Method) {
	prefault.GoHeap(unsafe.Pointer(method))
	method.Entry = &decodeInstruction
	method.Heat = math.MaxInt32
	if m.tiering != nil {
		m.tiering.Prepare(method)
	}
	if method.Member != nil && method.Member.Code != nil {
		method.LocalBytes = decoded.SlotBytes * int32(method.Member.Code.MaxLocals)
		method.FrameBytes = decoded.FrameHeader + decoded.SlotBytes*(int32(method.Member.Code.MaxStack)+decoded.ScratchSlots)
		return
	}
	method.LocalBytes = decoded.SlotBytes * int32(method.ArgSlots)
	method.FrameBytes = decoded.FrameHeader + decoded.SlotBytes*decoded.ScratchSlots
}

// EachRoot enumerates the collector's roots.
func (m *Machine) EachRoot(strong func(memory.Ref), maybe func(memory.Address)) {
	m.EachLinked(strong)
	m.monitors.EachBusy(strong)
	strong(m.Collections.pending)
	m.EachStack(func(t *Thread) {
		strong(t.Object)
		strong(t.Exception)
		strong(t.stopped)
		strong(t.ScopedValues)
		for _, r := range t.roots {
			maybe(r)
		}
		t.EachLoader(strong)
		t.Frames(func(fr Frame) bool {
			strong(fr.Method.Class.Lifetime.Holder)
			return true
		})
		m.eachFrameSlot(t, maybe)
		m.eachHidden(t, m.Heap.KeepHidden)
	})
}

// Forget drops what nothing holds any more: strings that have been interned, and classes.
func (m *Machine) Forget(alive func(memory.Ref) bool) {
	m.ForgetStrings(alive)
	methods := m.Unload(alive)
	for _, method := range methods {
		delete(m.natives.entries, method)
		delete(m.liveness, method.Code)
		delete(m.marks, method.Class)
	}
	if len(methods) == 0 {
		return
	}
	if m.tiering != nil {
		m.tiering.Unload()
	}
	if m.timing != nil {
		m.timing.Unload()
	}
}
