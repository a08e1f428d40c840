package compiler

import (
	"cmp"
	"slices"

	"hotlens/profiles/sharedmemory"
	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
)

// This file keeps the ledger of what the code owes: the fuel that it has used of its time slice,
// the bytecodes of each activation that wait to be added to its context, and the events that
// wait to be counted (counters.go). All of it travels in constants and values, and is settled
// where it can no longer travel.

// ledger is what is owed at a place.
type ledger struct {
	// fuel is the number of bytecodes left in the time slice, less the instruction's ordinal.
	fuel *ir.Value
	// uncounted are the bytecodes of each activation that wait, by the depth of its level.
	uncounted []uncounted
	pending   pending
}

// uncounted is a number of bytecodes, which together with the ordinal of the instruction wait to
// be added to an activation's context: a constant, and a value where the number depends
// on the way that the code has taken, else nil. Without a profile it stays 0.
type uncounted struct {
	v *ir.Value
	k int32
}

// enter adds an activation, which owes nothing yet.
func (d *ledger) enter() { d.uncounted = append(d.uncounted, uncounted{}) }

// leave forgets the innermost activation, which has been settled.
func (d *ledger) leave() { d.uncounted = d.uncounted[:len(d.uncounted)-1] }

// owed is what the activation of a level has to be charged with.
func (b *builder) owed(l *level) *uncounted { return &b.ledger.uncounted[l.depth] }

// fork copies the ledger. Lists of events are never changed in place.
func (d *ledger) fork() ledger {
	return ledger{fuel: d.fuel, uncounted: slices.Clone(d.uncounted), pending: d.pending}
}

// restore takes over what a fork holds, and leaves the fork as it is.
func (d *ledger) restore(f *ledger) {
	d.fuel, d.pending = f.fuel, f.pending
	d.uncounted = append(d.uncounted[:0], f.uncounted...)
}

// owes is the part of the current state that is the ledger.
func (b *builder) owes() *state { return &state{from: b.b, ledger: b.ledger.fork()} }

// uncounted are the bytecodes that a state's own activation owes.
func (s *state) uncounted() *uncounted { return &s.ledger.uncounted[len(s.ledger.uncounted)-1] }

// joinLedger is the ledger of a level at the start of a block; what is pending has been
// reconciled.
func (b *builder) joinLedger(l *level, ways []way) {
	b.joinFuel(ways)
	*b.owed(l) = b.joinUncounted(ways)
}

// joinFuel is the fuel where ways meet.
func (b *builder) joinFuel(ways []way) {
	b.ledger.fuel = b.phiOf(ways, func(i int) *ir.Value { return ways[i].state.ledger.fuel })
}

// joinUncounted is the number of uncounted bytecodes where ways meet, in the current
// block.
func (b *builder) joinUncounted(ways []way) uncounted {
	first := *ways[0].state.uncounted()
	if !slices.ContainsFunc(ways, func(w way) bool { return *w.state.uncounted() != first }) {
		return first
	}
	phi := b.value(ir.OpPhi, wasm.I32)
	for _, w := range ways {
		phi.Args = append(phi.Args, b.number(w.state.from, *w.state.uncounted()))
	}
	return uncounted{v: phi}
}

// meetLoopLedger makes what a loop spends phis, whose other arguments come with the jumps back.
func (b *builder) meetLoopLedger(l *level, h *head, ways []way) {
	h.fuel = b.newPhi(ways, func(i int) *ir.Value { return ways[i].state.ledger.fuel })
	b.ledger.fuel = h.fuel
	if b.env.Profile {
		h.uncounted = b.newPhi(ways, func(i int) *ir.Value { return b.number(ways[i].state.from, *ways[i].state.uncounted()) })
		*b.owed(l) = uncounted{v: h.uncounted}
	}
}

// closeLoopLedger adds what a jump back brings to the phis of a loop.
func (b *builder) closeLoopLedger(h *head, s *state) {
	h.fuel.Args = append(h.fuel.Args, s.ledger.fuel)
	if h.uncounted != nil {
		h.uncounted.Args = append(h.uncounted.Args, b.number(s.from, *s.uncounted()))
	}
}

// reconcile lets the ways to a block agree on what is pending: each counts what only it
// has. Where all is said it counts everything.
func (b *builder) reconcile(block *ir.Block, l *level, states []*state, all bool) {
	b.reconcileBytecodes(l, states)
	common := commonEvents(states)
	if all {
		common = nil
	}
	begun := len(common)
	for i, s := range states {
		if len(s.ledger.pending.events) > len(common) {
			b.before(block, i, func() {
				b.ledger.pending = s.ledger.pending
				b.commitFrom(len(common))
				s.ledger.pending = b.ledger.pending
			})
		}
		begun = min(begun, s.ledger.pending.begun)
	}
	b.ledger.pending = pending{common, begun}
}

// reconcileBytecodes lets states meet with the same constant number of bytecodes of an inlined level, the least one: where they count
// others, what one has more is an event.
func (b *builder) reconcileBytecodes(l *level, states []*state) {
	common := len(commonEvents(states))
	if l.up == nil ||
		!slices.ContainsFunc(states, func(s *state) bool { return len(s.ledger.pending.events) > common }) ||
		slices.ContainsFunc(states, func(s *state) bool { return s.uncounted().v != nil }) {
		return
	}
	least := slices.MinFunc(states, func(x, y *state) int { return cmp.Compare(x.uncounted().k, y.uncounted().k) }).uncounted().k
	for _, s := range states {
		owed := s.uncounted()
		if more := int64(owed.k - least); more > 0 {
			s.ledger.pending.events = with(s.ledger.pending.events, common, Event{Activation: l.activation, Bytecodes: more})
		}
		owed.k = least
	}
}

// commonEvents are those that are pending first in all states.
func commonEvents(states []*state) []Event {
	common := states[0].ledger.pending.events
	for _, s := range states[1:] {
		n, events := 0, s.ledger.pending.events
		for n < len(common) && n < len(events) && common[n] == events[n] {
			n++
		}
		common = common[:n:n]
	}
	return common
}

// spend takes bytecodes from the fuel.
func (b *builder) spend(k int32) { b.ledger.fuel = b.add(b.ledger.fuel, -k) }

// execute adds to the bytecodes of a level that wait to be counted.
func (b *builder) execute(l *level, k int32) {
	if b.env.Profile {
		b.owed(l).k += k
	}
}

// counted says that all bytecodes before instruction index have been counted.
func (b *builder) counted(l *level, index int) {
	if b.env.Profile {
		*b.owed(l) = uncounted{k: -int32(l.code.Ordinals[index])}
	}
}

// uncounted is the part of a level's number that is no constant, or any value if there
// is none.
func (b *builder) uncounted(l *level) *ir.Value {
	if v := b.owed(l).v; v != nil {
		return v
	}
	return b.node
}

// number is a number of bytecodes as a value in a block.
func (b *builder) number(block *ir.Block, owed uncounted) *ir.Value {
	if owed.v != nil && owed.k == 0 {
		return owed.v
	}
	k := b.f.NewValue(block, ir.OpConst, wasm.I32)
	k.Imm = int64(owed.k)
	if owed.v == nil {
		return k
	}
	sum := b.f.NewValue(block, ir.OpPure, wasm.I32, owed.v, k)
	sum.Code = wasm.OpI32Add
	return sum
}

// flush adds what waits to the context of a level that has executed k instructions
// since its last branch.
func (b *builder) flush(l *level, k int32) {
	if !b.env.Profile {
		return
	}
	b.execute(l, k)
	owed := *b.owed(l)
	if owed == (uncounted{}) {
		return
	}
	// A number that is no constant is added by itself, as is that of a method that has no list.
	if listed := l.up != nil || len(b.ledger.pending.events) > 0; listed && owed.v == nil {
		b.happens(Event{Activation: l.activation, Bytecodes: int64(owed.k)})
		return
	}
	sum := b.pure(wasm.OpI64ExtendI32S, wasm.I64, b.number(b.b, owed))
	if l.up == nil && (b.node.Op == ir.OpConst || b.compiled.Entries == 0) {
		b.profileAdd(b.node, sharedmemory.NodeBytecodes, sum)
	} else { // the record is at hand, and the context's node may be far away
		b.addEvent(Event{Activation: l.activation, Bytecodes: 1}, sum)
	}
}

// park stores the numbers of bytecodes that wait to be counted in l and the levels
// above it, where they are not constants: whoever ends the run while the frame waits
// finds them there.
func (b *builder) park(l *level) {
	for k := l; k != nil; k = k.up {
		if v := b.owed(k).v; v != nil && v != b.of(k).parked {
			b.frame(k.base+FramePending, v)
			b.of(k).parked = v
		}
	}
}
