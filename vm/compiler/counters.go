package compiler

import (
	"slices"

	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
	"hotlens/vm/memory"
)

// This file counts calls, and what happens in those that are inlined, by few counters from which
// all numbers follow (Ball and Larus, "Optimally Profiling and Tracing Programs", TOPLAS
// 1994). Where a compiled method is entered in a context, it has a record of counters for that
// context. A counter stands for a list of events, and says how often all of them have happened.
// The runtime adds them to the contexts.
//
// The builder appends to the list as it comes by calls. The list is counted, by one addition,
// where ways meet that bring different lists, in front of loops and where they begin again,
// and where the method ends. In between, the frame states of exits and of frames that wait have what
// is pending: if code does not go on, the runtime adds that. A context comes into being at
// the same moment as in the interpreter, or at least in the same order: before anything is
// called, or counted, those of all that is pending are there.

// Activation is what a compiled method knows the context of: that of the method itself, or of a call
// whose callee is known.
type Activation struct {
	Up     int               // the caller's, among the compiled method's; less than its own
	Site   *classes.CallSite // in the caller; nil for the method that was compiled
	Method *classes.Method   // what is called
	Node   uint32            // offset, in the counters record, of the address of its context, which is 0 before there is one
	// Entered says that code is entered with that word, which may then be the address of the callee's counters record in that context.
	Entered bool
}

// Callers are the methods that the compiled method counts calls of.
func (u *CompiledMethod) Callers() (methods []*classes.Method) {
	for _, p := range u.Activations[1:] {
		if caller := u.Activations[p.Up].Method; !slices.Contains(methods, caller) {
			methods = append(methods, caller)
		}
	}
	return methods
}

// Event is what has happened at an activation: calls of it, bytecodes and objects in it, the bytes of
// these, the length of what a native method has worked on or of the strings that it has joined, how many these are, and of how many operands.
type Event struct {
	Activation                                                int
	Calls, Bytecodes, Objects, Bytes, Work, Strings, Operands int64
}

// Counter is an entry of a counters record: each of the events has happened as often as it
// says.
type Counter struct {
	Offset uint32 // in the counters record
	Events []Event
}

// pending is what has happened and has not been counted; of the first begun events the contexts
// are there.
type pending struct {
	events []Event
	begun  int
}

// activationsFlag is a word that says whether the contexts of these activations are there.
type activationsFlag struct {
	activations []int
	offset      uint32 // in the counters record
}

// newActivation numbers a call of a known callee.
func (b *builder) newActivation(l *level, site *classes.CallSite, callee *classes.Method) int {
	b.compiled.Activations = append(b.compiled.Activations, Activation{Up: l.activation, Site: site, Method: callee})
	return len(b.compiled.Activations) - 1
}

// nodeWord is the offset of the word for the context of an activation.
func (b *builder) nodeWord(activation int) uint32 {
	p := &b.compiled.Activations[activation]
	if p.Node == 0 {
		p.Node = b.newWord()
	}
	return p.Node
}

// newWord gives the offset of a word of 32 bits in the counters record: two share an entry.
func (b *builder) newWord() uint32 {
	w := b.word
	if b.word = 0; w == 0 {
		w = b.newEntry()
		b.word = w + 4
	}
	return w
}

// newEntry gives the offset of a new entry of the counters record.
func (b *builder) newEntry() uint32 {
	b.compiled.Entries++
	return sharedmemory.CountersEntries + sharedmemory.CounterBytes*uint32(b.compiled.Entries-1)
}

// happens notes an event, which is counted later.
func (b *builder) happens(e Event) {
	b.ledger.pending.events = with(b.ledger.pending.events, 0, e)
}

// with is a list of events with another one, which becomes part of one from a place on that has the same activation. States that are kept elsewhere
// stay what they are.
func with(events []Event, from int, e Event) []Event {
	events = slices.Clone(events)
	for i := from; i < len(events); i++ {
		if p := &events[i]; p.Activation == e.Activation {
			p.Calls, p.Bytecodes, p.Objects, p.Bytes, p.Work = p.Calls+e.Calls, p.Bytecodes+e.Bytecodes, p.Objects+e.Objects, p.Bytes+e.Bytes, p.Work+e.Work
			p.Strings, p.Operands = p.Strings+e.Strings, p.Operands+e.Operands
			return events
		}
	}
	return append(events, e)
}

// begin sees to it that the contexts of all that is pending are there, in the order in which they
// have begun. That of one activation is known to be there.
func (b *builder) begin(there int) {
	if flag, own := b.flag(there); flag != 0 {
		made := b.load(wasm.OpI32Load, wasm.I32, ir.MemoryProfile, b.counters, int64(flag))
		cold, rest := b.split(b.pure(wasm.OpI32Eqz, wasm.I32, made))
		b.b = cold
		id := b.env.NewFrameState(&FrameState{Code: b.compiled, Kind: BeginsContexts, Pending: b.ledger.pending.events})
		call := b.value(ir.OpCall, 0, b.i32(id), b.node, b.counters)
		call.Call = &ir.Call{Function: FuncContexts, Type: hostTypes[FuncContexts], Arguments: 3, Status: -1, Writes: 1 << ir.MemoryProfile}
		if own {
			b.store(wasm.OpI32Store, ir.MemoryProfile, b.counters, int64(flag), b.i32(1))
		}
		b.b.To(rest)
		b.b = rest
	}
	b.ledger.pending.begun = len(b.ledger.pending.events)
}

// missing reports whether an event begins a context that may not be there yet; that of an activation
// is known to be.
func (b *builder) missing(e Event, there int) bool {
	return e.Calls > 0 && !b.encloses(e.Activation, there) && b.constantNode(e.Activation) == nil
}

// flag is the offset of a word that is not 0 once the contexts of all that is pending are
// there; 0 if they are there already. own says that the word is a flag, else it is the
// address of a context.
func (b *builder) flag(there int) (offset uint32, own bool) {
	var activations []int
	for _, e := range b.ledger.pending.events[b.ledger.pending.begun:] {
		if b.missing(e, there) {
			activations = append(activations, e.Activation)
		}
	}
	if len(activations) == 0 {
		return 0, false
	}
	last := activations[len(activations)-1]
	if !slices.ContainsFunc(activations, func(p int) bool { return !b.encloses(p, last) }) {
		return b.nodeWord(last), false
	}
	for _, f := range b.flags {
		if slices.Equal(f.activations, activations) {
			return f.offset, true
		}
	}
	b.flags = append(b.flags, activationsFlag{activations, b.newWord()})
	return b.flags[len(b.flags)-1].offset, true
}

// commit counts what is pending.
func (b *builder) commit() { b.commitFrom(0) }

// commitFrom counts what is pending but for the first n events.
func (b *builder) commitFrom(n int) {
	events := b.ledger.pending.events
	if len(events) == n {
		return
	}
	if slices.ContainsFunc(events[max(n, b.ledger.pending.begun):], func(e Event) bool { return b.missing(e, 0) }) {
		b.begin(0)
	}
	b.count(b.counters, int64(b.counter(events[n:])), 1, 0)
	b.ledger.pending = pending{events[:n:n], min(b.ledger.pending.begun, n)}
}

// encloses reports whether an activation is another one, or has called it, directly or not.
func (b *builder) encloses(outer, inner int) bool {
	for inner > outer {
		inner = b.compiled.Activations[inner].Up
	}
	return inner == outer
}

// counter is the offset of the counter of a list of events.
func (b *builder) counter(events []Event) uint32 {
	for _, c := range b.compiled.Counters {
		if slices.Equal(c.Events, events) {
			return c.Offset
		}
	}
	c := Counter{Offset: b.newEntry(), Events: slices.Clone(events)}
	b.compiled.Counters = append(b.compiled.Counters, c)
	return c.Offset
}

// profileAdd adds a value to a counter of a context, or of a counters record.
func (b *builder) profileAdd(node *ir.Value, counter int64, by *ir.Value) {
	old := b.load(wasm.OpI64Load, wasm.I64, ir.MemoryCounter, node, counter)
	b.store(wasm.OpI64Store, ir.MemoryCounter, node, counter, b.pure(wasm.OpI64Add, wasm.I64, old, by))
}

// count adds constants to two counters of a context, or of a counters record, of which the second
// lies behind the first.
func (b *builder) count(node *ir.Value, counter, first, second int64) {
	v := b.value(ir.OpCount, 0, node, b.i64(first), b.i64(second))
	v.Memory, v.Imm, v.Alias = ir.MemoryCounter, counter, counter
}

// addEvent counts an event so many times, at once: its activation's context is there already, or will be.
func (b *builder) addEvent(e Event, times *ir.Value) {
	b.profileAdd(b.counters, int64(b.counter([]Event{e})), times)
}

// enterCounters finds the counters record of a compiled method that is entered in its root's context, at an
// instruction. It leaves where there is no room for one.
func (b *builder) enterCounters(index int) {
	if !b.env.Profile {
		return
	}
	if b.node.Op == ir.OpConst {
		b.counters = b.i32(0) // its address is known when all entries are
		b.counters.NonNil = true
		return
	}
	entered := b.node // the context, or a counters record in it, which may be that of older code
	record := b.load(wasm.OpI32Load, wasm.I32, ir.MemoryProfile, entered, sharedmemory.NodeCounters)
	record.NonNil = true
	b.node = b.load(wasm.OpI32Load, wasm.I32, ir.MemoryFixed, entered, sharedmemory.NodeSelf)
	b.node.NonNil = true
	number := b.i32(int32(b.compiled.Number))
	b.foreign = b.pure(wasm.OpI32Ne, wasm.I32, b.load(wasm.OpI32Load, wasm.I32, ir.MemoryFixed, record, sharedmemory.CountersMethod), number)
	cold, rest := b.split(b.foreign)
	b.b = cold
	call := b.value(ir.OpCall, 0, entered, number)
	call.Call = &ir.Call{Function: FuncCounters, Type: hostTypes[FuncCounters], Arguments: 2, Status: -1, Writes: 1 << ir.MemoryProfile}
	made := b.value(ir.OpResult, wasm.I32, call)
	b.guard(b.root, index, Resume, b.pure(wasm.OpI32Eqz, wasm.I32, made))
	b.b.To(rest)
	b.b = rest
	b.counters = b.value(ir.OpPhi, wasm.I32, record, made)
	b.counters.NonNil = true
}

// finishCounters says where the counters record is, or that there is none.
func (b *builder) finishCounters() {
	if b.compiled.Entries == 0 {
		if b.foreign != nil {
			b.foreign.Op, b.foreign.Args, b.foreign.Code, b.foreign.Imm = ir.OpConst, nil, 0, 0
		}
		return
	}
	for i := range b.compiled.Activations[1:] {
		b.nodeWord(1 + i) // those that only the runtime looks at come last
	}
	if b.counters.Op == ir.OpConst && !b.hints.wrong { // a record is laid out for what is kept
		address := b.env.Counters(b.compiled, memory.Address(b.node.Imm))
		if address == 0 {
			decline("there is no room for its counters")
		}
		b.counters.Imm = int64(address)
	}
}

// activationContext is the context of an activation, which is there once that of all that was pending is.
func (b *builder) activationContext(activation int) *ir.Value {
	if activation == 0 {
		return b.node
	}
	if node := b.constantNode(activation); node != nil {
		return node
	}
	node := b.load(wasm.OpI32Load, wasm.I32, ir.MemoryProfile, b.counters, int64(b.nodeWord(activation)))
	node.NonNil = true
	return node
}

// constantNode is the context of an activation, nil if it is no constant.
func (b *builder) constantNode(activation int) *ir.Value {
	if activation == 0 {
		if b.node.Op == ir.OpConst {
			return b.node
		}
		return nil
	}
	p := &b.compiled.Activations[activation]
	parent := b.constantNode(p.Up)
	if parent == nil {
		return nil
	}
	m := b.env.Memory
	for a := m.U32(memory.Address(parent.Imm) + sharedmemory.NodeSlots + 4*p.Site.Slot); a != 0; a = m.U32(a + sharedmemory.NodeSibling) {
		if m.U32(a+sharedmemory.NodeMethod) == p.Method.Record {
			node := b.i32(int32(a))
			node.NonNil = true
			return node
		}
	}
	return nil
}
