// Package timing measures how long methods take, by timing their entries and exits, as JFluid
// does (Dmitriev, "Method and apparatus for performing time measurements during
// instrumentation-based profiling"; "paragraph" below means one of that text). Only the
// call subgraph of chosen root methods is measured: what is instrumented calls [Profiler.Enter] and
// [Stack.Leave], and what else runs is as fast as ever.
//
// The results are a calling context tree of the instrumented methods, with the ticks of a
// clock that each context has taken itself. It lies in the profile region, where the agent reads
// it at any moment.
//
// Invariant: it is called by the thread that has the baton, so nothing is locked.
// Invariant: it runs no Java code.
package timing

import (
	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/contexts"
	"hotlens/vm/decoded"
	"hotlens/vm/memory"
)

// Profiler measures the times of one machine.
type Profiler struct {
	machine  Machine
	registry *classes.Registry
	memory   *memory.Memory
	tree     *contexts.Tree
	clock    clock
	most     int     // contexts before recursive calls are folded
	mark     *uint64 // the tick from which on time counts for the top of the stack that is being used
	taken    *Stack  // that stack
	top      *uint32 // what compiled code takes for the top's times record

	nodes    map[memory.Address]*node // by their times records
	known    memory.Address           // of the table of known calls; 0: there is no room for one
	anyKnown bool                     // it is not empty
	knows    bool                     // compiled code may look at it

	corrections  [Ways]Correction
	calibrations []*Calibration
	calibrated   bool      // their methods are instrumented
	again        uint64    // the tick from which on it is time to calibrate again
	subgraph     *subgraph // what is instrumented, nil for nothing
	ended        contexts.Roots[*classes.Method, *node]
}

// Way is how a call comes about, on which it depends what its instrumentation costs.
type Way uint8

// The ways: what the interpreter calls, what compiled code calls, and what that calls by selection on the receiver
// (JVMS 5.4.6), which it would often have inlined; the last two, as far as compiled code times them by itself.
const (
	Interpreted Way = iota
	Compiled
	Selected
	KnownCompiled
	KnownSelected
	Ways
)

// Correction is what the instrumentation of one call adds to the measured times, in ticks
// (paragraphs 85 and 86): Inner to that of the callee, Outer to that of the caller.
type Correction struct{ Inner, Outer float64 }

// New makes a profiler that measures nothing yet. most is how many contexts there may be before
// recursive calls are folded.
func New(machine Machine, registry *classes.Registry, tree *contexts.Tree, most int) *Profiler {
	p := &Profiler{machine: machine, registry: registry, memory: registry.Memory, tree: tree, most: most, nodes: map[memory.Address]*node{}}
	p.mark, p.top = (*uint64)(p.memory.At(sharedmemory.TimingMark)), (*uint32)(p.memory.At(sharedmemory.TimingTop))
	if known, err := p.memory.NewMetadata(knownBytes); err == nil {
		p.known, p.knows = known, true
		p.memory.SetU32(sharedmemory.KnownCalls, known)
	}
	p.clock.start()
	p.publish()
	return p
}

// Correct sets what is taken off the measured times from now on.
func (p *Profiler) Correct(way Way, c Correction) {
	p.corrections[way] = c
	if way >= KnownCompiled {
		p.memory.SetF64(off(way)+sharedmemory.OffInner, c.Inner)
		p.memory.SetF64(off(way)+sharedmemory.OffOuter, c.Outer)
	}
}

// Correction is what is taken off the measured times.
func (p *Profiler) Correction(way Way) Correction { return p.corrections[way] }

// TickNanos is how many nanoseconds a tick of the clock takes.
func (p *Profiler) TickNanos() float64 { return p.clock.nanos() }

// ByCounter reports whether ticks are those of the processor's counter.
func (p *Profiler) ByCounter() bool { return p.clock.counts }

// publish tells the agent how long a tick is.
func (p *Profiler) publish() { p.memory.SetF64(sharedmemory.TickNanos, p.clock.nanos()) }

// Instrumented is a method that has its entries and exits timed.
type Instrumented struct {
	Method  *classes.Method
	Code    [1]decoded.Instruction // what the interpreter executes in front of it
	root    bool                   // it begins a subgraph
	entered bool                   // it has been called in the subgraph
}

// Machine is what the profiler asks of the virtual machine.
type Machine interface {
	// Instrument has the entries and exits of methods timed from the next call on, Remove
	// not any more. Activations that are under way end as they have begun.
	Instrument(methods []*Instrumented)
	Remove(methods []*Instrumented)
	// Opaque reports whether compiled code executes a method without calling it.
	Opaque(method *classes.Method) bool
	// Waiting is where the nearest activation of a method waits that has made a call, itself or through others: the
	// bytecode index, -1 for none.
	Waiting(call Call, method *classes.Method) (bci int)
	// Kind is how a method calls another from a bytecode index: one of package sharedmemory's edge kinds.
	Kind(caller *classes.Method, bci int, callee *classes.Method) uint32
}

// Root reports whether the method begins a subgraph.
func (in *Instrumented) Root() bool { return in.root }

// Call says how a method has come to be called.
type Call struct {
	Caller *classes.Method // nil: the thread starts with it
	BCI    int             // in the caller, -1: none
	Frame  memory.Address  // of the caller
	Way    Way
}
