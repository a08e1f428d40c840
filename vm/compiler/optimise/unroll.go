package optimise

import (
	"maps"
	"slices"

	"hotlens/vm/compiler/ir"
)

// This file unrolls innermost loops that count. In front of such a loop comes a fast
// one that executes several iterations at a time, as long as none of them can leave:
// what each iteration of the loop tests is tested once for all of them. It goes on
// while the induction variables stay below bounds that are computed once, in front of
// both loops, from all conditions of the form "variable + invariant is below
// invariant": those that end the loop, and the checks of array indices. That the time
// slice does not end in these iterations is one more condition. The loop as it was
// then executes the iterations that are left, and the one that leaves. Once it has
// got a new time slice the fast loop goes on.
//
// Loops that end otherwise test that in each iteration of the fast loop, too. They are
// unrolled if they count in contexts, which is done once for several iterations then.
//
// In the fast loop no other thread gets its turn, so that more is invariant than in
// the loop: the lengths of the rows of a matrix in a field, for example. What can move
// in front of the fast loop is found with a first version of it, of one iteration at
// a time, which the final version replaces.

const (
	// maxUnrolled bounds the values of all copies of a body, as the WebAssembly
	// compiler's time grows with them.
	maxUnrolled = 128
	// maxCopies is where more copies save too little: an eighth of the loop's own work
	// is left. More copies would also leave more iterations to the loop as it was.
	maxCopies = 8
	// maxTests bounds the conditions of the fast loop, that of the time slice included:
	// more would cost more than they save.
	maxTests = 3
	// maxTaken bounds what an iteration takes from the time slice, and maxSlice what
	// remains of it, so that neither a few times as much nor the sum wraps.
	maxTaken = 1 << 24
	maxSlice = 1 << 30
	// maxOffset bounds constants in conditions and steps, so that sums of few of
	// them, computed with 64 bits, do not wrap.
	maxOffset = 1 << 40
)

// unroll unrolls the loops that qualify, and reports whether it has changed any. The
// graph is reducible and its loops have preheaders.
func unroll(f *ir.Func) (changed bool) {
	first := firstVersions(f)
	if len(first) == 0 {
		return false
	}
	f.Analyse()
	headers := make(map[*ir.Block]bool)
	for _, u := range first {
		headers[u.header] = true
	}
	hoistFrom(f, headers)
	for _, u := range first {
		before := u.preheader
		qualifies := u.qualifies()
		removeEdge(before, 0)
		if qualifies {
			u.transform()
		} else {
			before.Values = before.Values[:u.unhoisted]
			u.goOn(before, u.initial)
		}
	}
	return true
}

// firstVersions puts the first version of a fast loop in front of each loop that may
// qualify.
func firstVersions(f *ir.Func) (first []*unroller) {
	var classes memoryClasses
	t := findLoops(f, &classes)
	inner := make([]bool, len(t.loops))
	for i := range inner {
		inner[i] = true
	}
	for _, l := range t.loops {
		if l.parent >= 0 {
			inner[l.parent] = false
		}
	}
	blocks := f.Blocks
	for l := range t.loops {
		u := &unroller{f: f, header: t.loops[l].header, inside: make(map[*ir.Block]bool)}
		if !inner[l] || u.header.Cold || u.header == blocks[0] {
			continue
		}
		u.preheader = outside(u.header)
		for i, b := range blocks {
			if t.innermost[i] == l {
				u.inside[b] = true
				if !b.Cold {
					u.body = append(u.body, b)
				}
			}
		}
		if u.mayQualify() {
			first = append(first, u.firstVersion())
		}
	}
	return first
}

// unroller is the state of unrolling one loop: first the loop as it was, then the
// first version of its fast loop.
type unroller struct {
	f                 *ir.Func
	header, preheader *ir.Block
	latch             *ir.Block // the only block that jumps back
	entering, back    int       // the positions of preheader and latch among the header's predecessors
	inside            map[*ir.Block]bool
	body              []*ir.Block // the blocks that are not cold, in the order
	copies            int

	// Of a fast loop: the header of the loop as it was, what its phis are here, the
	// phis of the preheader by these, and how many values the preheader had before
	// anything was moved there.
	slow      *ir.Block
	versions  map[*ir.Value]*ir.Value
	initial   map[*ir.Value]*ir.Value
	unhoisted int

	variables []*variable
	required  []requirement
	// settledGuards are the guards, and settledEnds the blocks whose branch is, never
	// taken in the fast loop; for the blocks it is the edge that remains.
	settledGuards map[*ir.Value]bool
	settledEnds   map[*ir.Block]int
	// asides are those of settledEnds whose other edge leads to cold blocks that come back.
	asides map[*ir.Block]bool
	// repeated are the blocks whose edge out of the fast loop leads to the loop as it was: the
	// iteration, which has had no effect so far, begins again there.
	repeated map[*ir.Block]bool
	// uncounted says that such an iteration counts before, which must not have been done yet.
	uncounted bool

	slice *ir.Value // the variable that holds what remains of the time slice, nil if nothing looks at it
	// perIteration is how much of it an iteration takes at most, and untilLook how much
	// it has taken when the iteration looks at it the last time.
	perIteration, untilLook int64
	givesBack               bool // something is added to it on some way
}

// requirement is what an invariant condition must be for the fast loop to begin.
type requirement struct {
	condition *ir.Value
	holds     bool
}

// mayQualify finds out whether a loop may be unrolled once what is invariant in its
// fast loop has moved.
func (u *unroller) mayQualify() bool {
	if !u.simple() {
		return false
	}
	u.settledEnds, u.asides, u.repeated = make(map[*ir.Block]int), make(map[*ir.Block]bool), make(map[*ir.Block]bool)
	u.findVariables()
	ends := 0
	for _, b := range u.body {
		stay, out, ok := u.leaves(b)
		switch {
		case !ok:
			return false
		case out == nil:
		case u.inside[out] && stay == 1 && u.looks(b.Control):
			u.settledEnds[b] = stay
		case u.inside[out]:
			if !u.mayMove(b.Control, 4) {
				return false
			}
			u.settledEnds[b], u.asides[b] = stay, true
		case u.mayLimit(b.Control):
			u.settledEnds[b] = stay
			ends++
		case !u.mayLeave(b, out):
			return false
		}
	}
	if u.slice != nil {
		phi, taken, ok := u.taken(u.slice.Args[u.back], 8)
		if !ok || phi != u.slice {
			return false
		}
		u.perIteration = max(taken, 0)
	}
	return ends > 0 || u.countsOnly()
}

// countsOnly reports whether a loop that does not end by counting, but looks at the time
// slice, is worth unrolling: it adds to counters of contexts, once for several iterations then.
func (u *unroller) countsOnly() bool {
	if u.slice == nil {
		return false
	}
	for _, b := range u.body {
		if slices.ContainsFunc(b.Values, func(v *ir.Value) bool { return v.Memory == ir.MemoryCounter && v.Effect() }) {
			return true
		}
	}
	return false
}

// mayMove reports whether a condition may be invariant in the fast loop, where nothing is
// done that only cold blocks do.
func (u *unroller) mayMove(v *ir.Value, depth int) bool {
	switch {
	case u.invariant(v):
		return true
	case depth == 0 || v.Op != ir.OpPure && v.Op != ir.OpSelect && v.Op != ir.OpLoad:
		return false
	}
	for _, a := range v.Args {
		if !u.mayMove(u.hotValue(a), depth-1) {
			return false
		}
	}
	return true
}

// qualifies finds out whether the first version of a fast loop can be unrolled.
func (u *unroller) qualifies() bool {
	if !u.simple() {
		return false
	}
	u.findVariables()
	u.settledGuards, u.settledEnds, u.repeated = make(map[*ir.Value]bool), make(map[*ir.Block]int), make(map[*ir.Block]bool)
	for _, b := range u.body {
		for _, v := range b.Values {
			if v.Op == ir.OpGuard && (u.settles(b, v.Args[0], false) || u.require(v.Args[0], false)) {
				u.settledGuards[v] = true
			}
		}
		stay, out, ok := u.leaves(b)
		switch {
		case !ok:
			return false
		case out == nil:
		case b == u.header && u.slice != nil || u.settles(b, b.Control, stay == 0) || u.require(b.Control, stay == 0):
			u.settledEnds[b] = stay
		case !u.mayLeave(b, out):
			return false
		}
	}
	tests := 0
	for _, v := range u.variables {
		if len(v.bounds) > 0 {
			tests++
		}
	}
	// One test must be there to say whether the fast loop may begin: that of the time slice
	// is, where there is no other.
	if tests >= maxTests || tests == 0 && !u.countsOnly() {
		return false
	}
	return tests > 0 && !u.uncounted || u.later()
}

// leaves tells which edge of a block stays among those that are not cold, and where
// the other one leads to, nil if none leaves; ok is false for what cannot be unrolled.
func (u *unroller) leaves(b *ir.Block) (stay int, out *ir.Block, ok bool) {
	switch b.Kind {
	case ir.BlockJump:
		return 0, nil, u.hot(b.Succs[0])
	case ir.BlockIf:
		first, second := u.hot(b.Succs[0]), u.hot(b.Succs[1])
		switch {
		case first && second:
			return 0, nil, true
		case first:
			return 0, b.Succs[1], true
		case second:
			return 1, b.Succs[0], true
		}
	}
	return 0, nil, false
}

// maxLeaf bounds the blocks on the way out of a function.
const maxLeaf = 4

// leaf reports whether a block outside of the loop only leaves the function, perhaps by
// way of a few others: nothing is called there.
func (u *unroller) leaf(b *ir.Block) bool {
	for range maxLeaf {
		for _, v := range b.Values {
			switch v.Op {
			case ir.OpPhi, ir.OpConst, ir.OpPure, ir.OpSelect, ir.OpLoad, ir.OpStore, ir.OpCount:
			default:
				return false
			}
		}
		switch {
		case len(b.Succs) == 0:
			return true
		case b.Kind != ir.BlockJump || u.inside[b.Succs[0]]:
			return false
		}
		b = b.Succs[0]
	}
	return false
}

// mayLeave reports whether a block of the fast loop may lead out of it: for code that leaves
// the function, or back to the loop as it was.
func (u *unroller) mayLeave(b, out *ir.Block) bool {
	if u.leaf(out) {
		return true
	}
	again := u.slow == nil || out.Kind == ir.BlockJump && out.Succs[0] == u.slow
	u.repeated[b] = again && u.repeatable(b)
	return u.repeated[b]
}

// repeatable reports whether an iteration that has come to the end of a block can begin
// again: it has changed nothing, or nothing but counters.
func (u *unroller) repeatable(last *ir.Block) bool {
	for _, b := range u.body {
		for _, v := range b.Values {
			switch {
			case !v.Effect() || v.Op == ir.OpGuard:
			case v.Memory == ir.MemoryCounter:
				u.uncounted = true
			default:
				return false
			}
		}
		if b == last {
			return true
		}
	}
	return false
}

// maxRequired bounds the invariant conditions of a fast loop.
const maxRequired = 12

// require makes a condition that is invariant one for beginning the fast loop, and reports
// whether it can.
func (u *unroller) require(c *ir.Value, holds bool) bool {
	if c.Op == ir.OpConst || !u.invariant(c) {
		return false
	}
	for _, r := range u.required {
		if r.condition == c {
			return r.holds == holds
		}
	}
	if len(u.required) == maxRequired {
		return false
	}
	u.required = append(u.required, requirement{c, holds})
	return true
}

// simple looks at the loop's shape and size.
func (u *unroller) simple() bool {
	h := u.header
	if u.preheader == nil || u.preheader.Kind != ir.BlockJump || len(h.Preds) != 2 {
		return false
	}
	if h.Preds[0] != u.preheader {
		u.entering, u.back = 1, 0
	} else {
		u.entering, u.back = 0, 1
	}
	u.latch = h.Preds[u.back]
	if u.latch.Cold || u.latch.Kind != ir.BlockJump {
		return false
	}
	size := 0
	for _, b := range u.body {
		for _, v := range b.Values {
			switch v.Op {
			case ir.OpCall, ir.OpResult, ir.OpCopy, ir.OpFill, ir.OpDigits:
				return false
			case ir.OpLoad:
				if v.Memory == ir.MemoryControl {
					return false
				}
			case ir.OpConst, ir.OpCount:
				// Constants are shared, and counts are made once for all copies.
				size--
			case ir.OpPhi:
				// Where only one way to it is hot, it vanishes.
				size--
			}
			size++
		}
	}
	u.copies = min(maxCopies, maxUnrolled/max(size, 1))
	return u.copies > 1
}

// hot reports whether the fast loop has copies of a block.
func (u *unroller) hot(b *ir.Block) bool { return u.inside[b] && !b.Cold }

// invariant reports whether a value is computed outside of the loop.
func (u *unroller) invariant(v *ir.Value) bool { return v.Op == ir.OpConst || !u.inside[v.Block] }

// hotValue skips phis that all hot ways set to the same value.
func (u *unroller) hotValue(v *ir.Value) *ir.Value {
	for v.Op == ir.OpPhi && v.Block != u.header && u.inside[v.Block] {
		var only *ir.Value
		for k, p := range v.Block.Preds {
			if p.Cold || v.Args[k] == only {
				continue
			}
			if only != nil {
				return v
			}
			only = v.Args[k]
		}
		if only == nil {
			return v
		}
		v = only
	}
	return v
}

// firstVersion puts the first version of the fast loop in front of the loop, and
// gives the state of unrolling that one.
func (u *unroller) firstVersion() *unroller {
	before, entry := u.f.NewBlock(), u.f.NewBlock()
	w := &unroller{f: u.f, header: entry, preheader: before, slow: u.header, inside: map[*ir.Block]bool{entry: true}, body: []*ir.Block{entry},
		versions: make(map[*ir.Value]*ir.Value), initial: make(map[*ir.Value]*ir.Value)}
	back := make(map[*ir.Value]*ir.Value)
	for _, v := range u.header.Values {
		if v.Op == ir.OpPhi {
			first := u.f.NewPhi(before, v, v.Args[u.entering])
			w.versions[v] = u.f.NewPhi(entry, v, first)
			w.initial[w.versions[v]] = first
			back[v] = v.Args[u.back]
		}
	}
	removeEdge(u.preheader, 0)
	u.preheader.To(before)
	w.reenter(u.latch, back)
	before.To(entry)
	c := copier{unroller: u, values: maps.Clone(w.versions), blocks: make(map[*ir.Block]*ir.Block), leave: func(from *ir.Block) { w.goOn(from, nil) }}
	c.repeat = c.leave
	if u.slice == nil {
		entry.To(c.block(u.header))
	} else {
		w.slice, w.untilLook, w.perIteration, w.givesBack = w.versions[u.slice], u.untilLook, u.perIteration, u.givesBack
		entry.Kind, entry.Control = ir.BlockIf, w.remains(entry, w.slice, 1)
		entry.To(c.block(u.header))
		w.goOn(entry, nil)
	}
	w.unhoisted = len(before.Values)
	c.copy(entry)
	for v, phi := range w.versions {
		phi.Args = append(phi.Args, c.value(back[v]))
	}
	for _, b := range u.body {
		w.body = append(w.body, c.blocks[b])
		w.inside[c.blocks[b]] = true
	}
	return w
}

// reenter has what goes back to the header of the loop as it was on a cold way, with a
// new time slice, go to the block before the fast loop instead. It is given where the
// loop jumps back and what its phis are there.
func (u *unroller) reenter(latch *ir.Block, back map[*ir.Value]*ir.Value) {
	for _, v := range latch.Values {
		if v.Op != ir.OpPhi {
			return
		}
	}
	for i := len(latch.Preds) - 1; i >= 0; i-- {
		p := latch.Preds[i]
		if !p.Cold || p.Kind != ir.BlockJump {
			continue
		}
		for v, value := range back {
			if value.Op == ir.OpPhi && value.Block == latch {
				value = value.Args[i]
			}
			first := u.initial[u.versions[v]]
			first.Args = append(first.Args, value)
		}
		removeEdge(p, 0)
		p.To(u.preheader)
	}
}

// goOn has a block go on in the loop as it was; values says what the header's phis are
// there, if it is another value than themselves.
func (u *unroller) goOn(b *ir.Block, values map[*ir.Value]*ir.Value) {
	b.To(u.slow)
	for _, v := range u.slow.Values {
		if v.Op != ir.OpPhi {
			break
		}
		a := u.versions[v]
		if values != nil {
			a = values[a]
		}
		v.Args = append(v.Args, a)
	}
}

// begin ends the preheader: where all requirements are met it leads to the fast loop.
func (u *unroller) begin(entry *ir.Block) {
	at := u.preheader
	for _, r := range u.required {
		next := u.f.NewBlock()
		at.Kind, at.Control = ir.BlockIf, r.condition
		if r.holds {
			at.To(next)
		}
		u.goOn(at, u.initial)
		if !r.holds {
			at.To(next)
		}
		at = next
	}
	at.To(entry)
}

// transform replaces the first version of the fast loop, which is out of the graph
// already, by the one that executes several iterations at a time.
func (u *unroller) transform() {
	entry := u.f.NewBlock()
	values := make(map[*ir.Value]*ir.Value)
	var phis, back []*ir.Value
	for _, v := range u.header.Values {
		if v.Op == ir.OpPhi {
			phis, back = append(phis, v), append(back, v.Args[0])
			values[v] = u.f.NewPhi(entry, v, u.initial[v])
		}
	}
	tests := u.conditions(entry, values)
	u.begin(entry)
	next := u.f.NewBlock()
	at := entry
	test := func(condition *ir.Value, to *ir.Block) {
		at.Kind, at.Control = ir.BlockIf, condition
		at.To(to)
		u.goOn(at, values)
		at = to
	}
	for i, c := range tests {
		to := next
		if i < len(tests)-1 || u.slice != nil {
			to = u.f.NewBlock()
		}
		c.Block = at
		at.Values = append(at.Values, c)
		test(c, to)
	}
	if u.slice != nil {
		test(u.remains(at, values[u.slice], u.copies), next)
	}
	all := values
	var later *pending
	if u.later() {
		later = &pending{}
	}
	for i := range u.copies {
		start, before := maps.Clone(all), later.clone()
		c := copier{unroller: u, values: all, blocks: map[*ir.Block]*ir.Block{u.header: next}, pending: later, ends: make(map[*ir.Block]*ir.Block)}
		c.repeat = func(from *ir.Block) {
			before.make(u.f, from)
			u.goOn(from, start)
		}
		if next = entry; i < u.copies-1 {
			next = u.f.NewBlock()
		}
		c.copy(next)
		if later != nil && i == u.copies-1 {
			later.flush(u.f, c.endOf(u.latch))
		}
		// What the header's phis are in the next copy.
		all = make(map[*ir.Value]*ir.Value)
		for k, v := range phis {
			all[v] = c.value(back[k])
		}
	}
	for k, v := range phis {
		entry.Values[k].Args = append(entry.Values[k].Args, all[v])
	}
}
