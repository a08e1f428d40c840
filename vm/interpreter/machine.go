// Package interpreter executes Java code: the pre-decoding, quickening
// interpreter over shadow frames (tier 0 of DESIGN section 4), and what belongs
// to it: exceptions and threads.
//
// Invariant: interpreted calls of interpreted methods never recurse on the Go
// stack; only native code that calls back does.
// Invariant: one thread runs at a time, the one that holds the scheduler's
// baton, so nothing here is locked.
package interpreter

import (
	"math"
	"time"

	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/codecache"
	"hotlens/vm/configuration"
	"hotlens/vm/contexts"
	"hotlens/vm/decoded"
	"hotlens/vm/invoke"
	"hotlens/vm/linking"
	"hotlens/vm/memory"
	"hotlens/vm/monitors"
	"hotlens/vm/threads"
	"hotlens/vm/tiering"
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
	MachineCode *codecache.Cache
}

// Machine is a Java virtual machine.
type Machine struct {
	invoke.Linker // its classes and call sites

	Options   Options
	Heap      *memory.Heap
	Tree      *contexts.Tree
	Scheduler *threads.Scheduler
	Host      any // what natives keep for themselves

	// HandlerFailed is told, in HotSpot's words, that a handler of uncaught
	// exceptions has thrown one itself.
	HandlerFailed func(message string)

	// FindNative looks up the implementation of a native method, or the
	// substitution of a Java one.
	FindNative func(class, name, desc string) NativeFunc

	natives  map[*classes.Method]*nativeEntry
	implicit map[implicitKey]*implicitForm

	current     *Thread // holds the baton
	threadList  []*Thread
	threadCount int // ever started
	// PeakThreads is the largest number of threads that lived at the same time.
	PeakThreads    int
	liveUser       int // live threads that are not daemons
	monitors       *monitors.Table
	entryDecode    *decoded.Instruction
	sink           memory.Address // context node of everything that is not profiled
	announcing     bool           // the program's call edges are announced
	profiling      bool           // its calling context tree is kept
	samples        tiering.CallSamples
	pendingRefs    memory.Ref
	refWaiters     []*Thread
	bytecodes      uint64 // executed in finished slices
	startBytecodes uint64 // of them before main
	clockBase      time.Time
	jump           int64 // nanoseconds by which sleeps have advanced the virtual clock
	ending         bool
	outcome        Outcome
	finished       chan struct{}
	// OnCollection is told of every collection when it has ended.
	OnCollection func(Collection)
	Collections  CollectionTotals
	collecting   bool // the collector runs

	booleanArrayTIB memory.Address
	profileStarted  bool       // main has begun
	noMemory        memory.Ref // the OutOfMemoryError for when there is no room to make one
	overflowObject  memory.Ref
	linkage         *classes.Method
	reportingMemory bool
	exitWaiters     []*Thread
	liveness        map[*classes.Method]*liveness
	stressed        int // allocations counted for Options.Testing.StressGC
	signals         signalQueue
	tiering         *tiering.Controller // nil: everything is interpreted
}

// New makes a machine over m. Nothing is loaded yet.
func New(m *memory.Memory, source linking.ClassSource, options Options) (*Machine, error) {
	registry, err := classes.NewRegistry(m, linking.Injected)
	if err != nil {
		return nil, err
	}
	vm := &Machine{
		Options: options, Heap: &m.Heap, natives: map[*classes.Method]*nativeEntry{}, implicit: map[implicitKey]*implicitForm{},
		finished: make(chan struct{}), liveness: map[*classes.Method]*liveness{}, clockBase: time.Now(),
	}
	vm.Linker = invoke.New(linking.New(m, registry, source, vm.IdentityHash), options.Testing.LinkByLibrary)
	registry.OnMethod = vm.prepareMethod
	if vm.Tree, err = contexts.New(m, vm.originBits); err != nil {
		return nil, err
	}
	vm.Scheduler = threads.New(machineClock{vm})
	vm.monitors = monitors.New(m, vm.Scheduler, machineClock{vm})
	vm.Scheduler.Stopped = vm.stopped
	if options.VirtualClock {
		vm.Scheduler.Stuck = vm.stuck // else somebody may send a signal
	}
	if options.Tier != configuration.TierInterpreter {
		vm.tiering, err = tiering.New(vm, tiering.Options{
			Tier: options.Tier, Inlining: options.Inlining, VirtualClock: options.VirtualClock, InlineAllocation: options.Testing.StressGC == 0,
			MachineCode: options.MachineCode, Log: options.CompilerLog, Failed: options.CompilerFailed,
			Memory: m, Heap: vm.Heap, Registry: registry, Tree: vm.Tree, Samples: &vm.samples,
		}, vm.hostFunctions())
		if err != nil {
			return nil, err
		}
	}
	vm.entryDecode = &decoded.Instruction{Op: decoded.Decode}
	if vm.sink, err = m.NewMetadata(sharedmemory.NodeSlots + 4*1024); err != nil {
		return nil, err
	}
	m.SetU32(vm.sink+sharedmemory.NodeCounters, sharedmemory.NoCounters)
	return vm, nil
}

// originBits tells the user's classes from the library's.
func (m *Machine) originBits(c *classes.Class) uint32 {
	if m.linkage != nil && c == m.linkage.Class {
		return sharedmemory.MethodVM
	}
	if c.Hidden && c.NestHost != nil && c.NestHost != c {
		return m.originBits(c.NestHost) | sharedmemory.MethodVM
	}
	if c.Loader.Mirror == 0 || c.ModuleName != "" {
		return sharedmemory.MethodLibrary
	}
	return 0
}

// prepareMethod sets the frame sizes and the entry of a new method.
func (m *Machine) prepareMethod(method *classes.Method) {
	method.Entry = m.entryDecode
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

// machineClock is the time that the scheduler sees.
type machineClock struct{ m *Machine }

func (c machineClock) Now() int64 { return c.m.Nanos() }
func (c machineClock) Advance(to int64) bool {
	if !c.m.Options.VirtualClock {
		return false
	}
	if d := to - c.m.Nanos(); d > 0 {
		c.m.jump += d
	}
	return true
}

// nanosPerBytecode is the pace of the virtual clock: an interpreter's, about
// 100 million bytecodes per second.
const nanosPerBytecode = 10

// VirtualEpochMillis is what System.currentTimeMillis starts from under the
// virtual clock: 2024-01-01T00:00:00Z. Any fixed date would do.
const VirtualEpochMillis = 1704067200000

// virtualStartNanos is System.nanoTime when main starts under the virtual clock,
// later than any boot takes.
const virtualStartNanos = 1_000_000_000

// Nanos is the machine's time in nanoseconds, by its clock.
func (m *Machine) Nanos() int64 {
	if !m.Options.VirtualClock {
		return int64(time.Since(m.clockBase)) + 1
	}
	n := m.bytecodes
	if t := m.running(); t != nil {
		n += uint64(t.slice - t.limit)
	}
	return int64(n)*nanosPerBytecode + m.jump
}

// After is the deadline of a wait for some nanoseconds, which are not negative.
func (m *Machine) After(nanos int64) int64 { return threads.After(machineClock{m}, nanos) }

// Bytecodes is how many bytecodes have been executed in the time slices that have ended.
func (m *Machine) Bytecodes() uint64 { return m.bytecodes }

// Elapsed is the wall time since the machine was made.
func (m *Machine) Elapsed() time.Duration { return time.Since(m.clockBase) }

// Millis is the wall time in milliseconds since 1970, by the machine's clock.
func (m *Machine) Millis() int64 {
	if m.Options.VirtualClock {
		return VirtualEpochMillis + m.Nanos()/1e6
	}
	return time.Now().UnixMilli()
}

func (m *Machine) running() *Thread { return m.current }

// Current is the thread that holds the baton.
func (m *Machine) Current() *Thread { return m.current }

// StartProfile begins the profile: the stubs are put back, so that every edge
// that main leads to is announced.
func (m *Machine) StartProfile() {
	m.profileStarted, m.announcing, m.profiling = true, m.Options.Profiled(), m.Options.KeepsContexts()
	// What boot did must not show: the clock and the hashes start from fixed
	// values.
	m.current.account()
	m.startBytecodes = m.bytecodes
	m.jump = virtualStartNanos - int64(m.bytecodes)*nanosPerBytecode
	m.monitors.RestartHashes()
	m.startSampling()
	if !m.announcing {
		m.startTiering()
		return
	}
	m.Registry.ResetCTBs()
	defer m.startTiering()
	for _, method := range m.Registry.Methods[1:] {
		if method.Code == nil {
			continue
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
			}
		}
	}
}

// EachRoot enumerates the collector's roots.
func (m *Machine) EachRoot(strong func(memory.Ref), maybe func(memory.Address)) {
	m.EachLinked(strong)
	m.monitors.EachBusy(strong)
	strong(m.pendingRefs)
	for _, t := range m.threadList {
		strong(t.Object)
		strong(t.Exception)
		strong(t.stopped)
		for _, r := range t.roots {
			maybe(r)
		}
		m.eachFrameSlot(t, maybe)
		m.eachHidden(t, m.Heap.KeepHidden)
	}
}
