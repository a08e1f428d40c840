package compiler

import (
	"fmt"
	"slices"

	"hotlens/profiles/numbers"
	"hotlens/vm/classes"
	"hotlens/vm/compiler/ir"
	"hotlens/vm/decoded"
)

// This file is the inliner (Arnold and Grove, "Collecting and Exploiting
// High-Accuracy Call Graph Profiles in Virtual Machines", CGO 2005, section 5).

// The constants that Jikes RVM was shipped with (DESIGN section 4): sizes are in
// estimated machine instructions.
const (
	sizeCall       = 6
	sizeSimple     = 1
	sizeAllocation = 4
	sizeClassTest  = 2

	sizeTrivial  = 11  // always inlined below it
	sizeStatic   = 23  // inlined whatever the weight
	sizeProfiled = 119 // the largest that a hot edge may inline
	// Nothing more is inlined into a method that has grown to sizeRoot. Jikes RVM has
	// 2048 here; wazero's compile time grows so fast with a function's size that programs
	// of a second ended later with it.
	sizeRoot = 600
	// Nothing larger than sizeStatic is inlined into a method that has grown to sizeLargeRoot: the
	// rest of the room is for small callees further down, which inner loops call. With that, a
	// program of collections took 0.65 of its time with a profile, one of JSON 0.85.
	sizeLargeRoot = 400
	// coldCalls is how often a call must have been executed for more than what is
	// trivial to be inlined.
	coldCalls = 100
	// Without a profile nobody knows which calls of a hot callee are the frequent ones:
	// inlining up to sizeProfiled made five times the code, and was slower.
	sizeUnweighed = 60 // the largest hot callee that is inlined then

	// maxInlineDepth is how deep calls are inlined, but for those of what is trivial, whose calls are larger.
	maxInlineDepth = 5
	hotWeight      = 0.01 // of all calls: from here on sizeProfiled is allowed

	// dominantShare is the part of a site's calls that a target must have to be
	// inlined behind a test.
	dominantShare = 0.4
	// maxRecursion is how often a method may be inlined into itself.
	maxRecursion = 1
)

// otherTarget is the reason against a callee that is not the first one of its call.
const otherTarget = "another target of this call is more frequent"

// Verdict is what was decided about a callee at a call site.
type Verdict uint8

// The verdicts.
const (
	Inlined Verdict = iota
	Guarded
	Rejected
)

func (v Verdict) String() string { return [...]string{"inlined", "guarded", "rejected"}[v] }

// Decision is an inlining decision and its reason, in words for the user.
type Decision struct {
	Caller, Callee *classes.Method
	BCI            int
	Verdict        Verdict
	Reason         string
	Weight         float64 // of the edge: its part of all calls, 0..1
	Size           int     // of the callee
}

// Target is a callee of a call site and how often it was called there.
type Target struct {
	Callee *classes.Method
	Calls  uint64
}

// CallGraph is the live call graph that decisions are taken on.
type CallGraph interface {
	// Targets are the callees of the call at bci, the most frequent first, and the number of
	// calls of the whole program.
	Targets(caller *classes.Method, site *classes.CallSite) (targets []Target, total uint64)
	// Callees are all callees that the call has reached so far, in no order of their numbers of calls.
	Callees(site *classes.CallSite) []*classes.Method
	// Weights is what the numbers are.
	Weights() Weights
}

// Weights is what the numbers of a call graph are.
type Weights uint8

// The kinds of weights.
const (
	NoWeights      Weights = iota // there are none: size decides
	HeatWeights                   // there are none: size decides, and whether the callee is hot
	SampledWeights                // samples of the calls
	ExactWeights                  // all calls
)

// share is the part that calls are of all of them, 0..1; 0 where nobody has counted.
func share(calls, all uint64) float64 {
	if all == 0 {
		return 0
	}
	return float64(calls) / float64(all)
}

// SumOf is the number of calls of a site.
func SumOf(targets []Target) uint64 {
	sum := uint64(0)
	for _, t := range targets {
		sum += t.Calls
	}
	return sum
}

// note keeps a decision about a target of a call site, whose weight it gives.
func (b *builder) note(l *level, site *classes.CallSite, t Target, total uint64, verdict Verdict, reason string) {
	b.compiled.Decisions = append(b.compiled.Decisions, Decision{
		Caller: l.method, Callee: t.Callee, BCI: site.BCI, Verdict: verdict, Reason: reason,
		Weight: share(t.Calls, total), Size: sizeOf(t.Callee),
	})
}

// decide looks at the callees of a call site and says which to inline, nil for none.
// known is not nil where it is the only one by what is known of the receiver's class, and
// how says where that is known from.
func (b *builder) decide(l *level, in *decoded.Instruction, site *classes.CallSite, known *classes.Method, how basis) (callee *classes.Method) {
	if b.env.NoInlining {
		return nil
	}
	targets, total := b.env.CallGraph.Targets(l.method, site)
	sum := SumOf(targets)
	selected := known == nil && (in.Op == decoded.InvokeVirtualQ || in.Op == decoded.InvokeInterfaceQ)
	if known != nil {
		i := slices.IndexFunc(targets, func(t Target) bool { return t.Callee == known })
		if i < 0 {
			targets = []Target{{Callee: known}}
		} else {
			targets = targets[i : i+1]
		}
	}
	for i, t := range targets {
		size, weight, part := sizeOf(t.Callee), share(t.Calls, total), share(t.Calls, sum)
		verdict, reason := Rejected, b.reject(l, t.Callee, size, weight, t.Calls)
		switch {
		case reason != "":
		case selected && i > 0:
			reason = otherTarget
		case selected && sum > 0 && part <= dominantShare:
			reason = fmt.Sprintf("has %.0f%% of this call's %d targets, needs more than %.0f%%", 100*part, len(targets), 100*dominantShare)
		default:
			callee, verdict, reason = t.Callee, Inlined, b.accept(size, weight)
			if how == byHierarchy {
				reason += "; no loaded class overrides it"
			}
			if selected || how == byTest {
				verdict = Guarded
				what := "target"
				if how == byTest {
					what = "class"
				}
				reason += "; behind a test of the " + what
				if sum > 0 {
					reason += fmt.Sprintf(", which %.0f%% of the calls pass", 100*part)
				}
			}
		}
		b.note(l, site, t, total, verdict, reason)
	}
	switch {
	case callee != nil:
		b.size += sizeOf(callee)
	case known == nil:
		left := NotInlined{Caller: l.method, Site: site}
		if len(targets) > 0 {
			left.Weight = share(targets[0].Calls, total)
		}
		b.compiled.NotInlined = append(b.compiled.NotInlined, left)
	}
	return callee
}

// room is how far a method may grow by inlining a callee of this size.
func room(size int) int {
	if size > sizeStatic {
		return sizeLargeRoot
	}
	return sizeRoot
}

// threshold is the largest size that an edge's weight allows: it grows linearly up to
// the bound.
func threshold(weight float64) int {
	return min(sizeProfiled, sizeStatic+int(float64(sizeProfiled-sizeStatic)*weight/hotWeight))
}

func (b *builder) accept(size int, weight float64) string {
	switch {
	case size < sizeTrivial:
		return fmt.Sprintf("trivial: size %d is below %d", size, sizeTrivial)
	case size <= sizeStatic:
		return fmt.Sprintf("small: size %d is at most %d", size, sizeStatic)
	case size > threshold(weight):
		return fmt.Sprintf("hot: size %d is at most %d", size, sizeUnweighed)
	}
	return fmt.Sprintf("hot: %.2g%% of all calls allow size %d, it has %d", 100*weight, threshold(weight), size)
}

// reject is why a callee is not inlined, "" if it may be.
func (b *builder) reject(l *level, callee *classes.Method, size int, weight float64, calls uint64) string {
	switch {
	case callee.IsNative() || b.env.Native(callee):
		return "native"
	case callee.Code == nil || b.env.Profile && callee.Record == 0:
		return "has not been executed"
	case callee.Synchronized():
		return "synchronized"
	case callee.Timed():
		b.compiled.LeftTimed = true
		return "its calls are timed"
	case l.depth >= maxInlineDepth && size >= sizeTrivial:
		return fmt.Sprintf("inlined calls are %d deep already", maxInlineDepth)
	case b.size+size > sizeRoot:
		return fmt.Sprintf("%v has grown to %d of at most %d", b.root.method.Name, b.size, sizeRoot)
	}
	recursion := 0
	for k := l; k != nil; k = k.up {
		if k.method == callee {
			recursion++
		}
	}
	if recursion > maxRecursion {
		return "recursive"
	}
	if callee.Code.ShowsLocals {
		return "the runtime reads its local variables"
	}
	for i := range callee.Code.Instructions {
		switch callee.Code.Instructions[i].Op {
		case decoded.Jsr, decoded.Ret, decoded.Concat, decoded.MultiANewArray, decoded.Observe:
			return "has instructions that only whole methods are compiled with"
		}
	}
	weights := b.env.CallGraph.Weights()
	if weights == ExactWeights && calls < coldCalls && size >= sizeTrivial {
		return fmt.Sprintf("cold: called %s so far, fewer than %d", numbers.Count(uint64(calls), "time"), coldCalls)
	}
	limit := threshold(weight)
	if weights != NoWeights && b.size+size > room(size) {
		return fmt.Sprintf("%v has grown to %d, and above %d nothing larger than %d is inlined", b.root.method.Name, b.size, sizeLargeRoot, sizeStatic)
	}
	switch {
	case size <= limit:
		return ""
	case size > sizeProfiled:
		return fmt.Sprintf("too large: size %d, at most %d", size, sizeProfiled)
	case weights == NoWeights:
		return fmt.Sprintf("too large: size %d, at most %d without a profile", size, sizeStatic)
	case weights == HeatWeights, weights == SampledWeights: // samples are too few to say what is cold
		return b.rejectUnweighed(callee, size)
	}
	return fmt.Sprintf("cold: %.2g%% of all calls allow size %d, it has %d", 100*weight, limit, size)
}

// rejectUnweighed is why a callee larger than sizeStatic is not inlined at a call whose
// weight is not known, "" if it may be.
func (b *builder) rejectUnweighed(callee *classes.Method, size int) string {
	switch {
	case !b.env.Hot(callee):
		return "cold"
	case size > sizeUnweighed:
		return fmt.Sprintf("too large: size %d, at most %d", size, sizeUnweighed)
	}
	return ""
}

// sizeOf estimates the machine instructions of a method. What stands behind an instruction
// that has never been executed, up to where a branch leads to, does not count: compiled
// code leaves there.
func sizeOf(m *classes.Method) int {
	if m.Code == nil {
		return 0
	}
	size, dead, end := 0, false, 0
	for i := range m.Code.Instructions {
		op := m.Code.Instructions[i].Op
		if dead {
			if i < end {
				continue
			}
			dead = false
		}
		switch {
		case neverExecuted(&m.Code.Instructions[i]):
			size += sizeSimple
			dead, end = true, nextLeader(m.Code, i)
		case invokes(op):
			size += sizeCall
		case op == decoded.NewQ, op == decoded.NewTyped, op >= decoded.NewArray && op <= decoded.MultiANewArray:
			size += sizeAllocation
		case op == decoded.InstanceOfQ, op == decoded.CheckCastQ:
			size += sizeClassTest
		case op == decoded.Move, op == decoded.Unreachable, op == decoded.Observe, decoded.IsMark(op):
		default:
			size += sizeSimple
		}
	}
	return size
}

// nextLeader is the first instruction behind index that a branch or an exception may lead
// to.
func nextLeader(code *decoded.Code, index int) int {
	next := len(code.Instructions)
	see := func(t int) {
		if t > index && t < next {
			next = t
		}
	}
	for i := range code.Instructions {
		targets(code, i, see)
	}
	for _, h := range code.Handlers {
		see(int(h.Target))
	}
	return next
}

// neverExecuted reports whether an instruction is one that its first execution replaces, or marks.
func neverExecuted(in *decoded.Instruction) bool {
	switch in.Op {
	case decoded.InstanceOf, decoded.CheckCast:
		return in.D != decoded.PassedNull
	case decoded.GetField, decoded.PutField, decoded.GetStatic, decoded.PutStatic, decoded.New, decoded.ANewArray,
		decoded.InvokeVirtual, decoded.InvokeSpecial, decoded.InvokeStatic, decoded.InvokeInterface, decoded.InvokeDynamic:
		return true
	}
	return false
}

// Calls reports whether an instruction calls a method, and has been executed.
func Calls(in *decoded.Instruction) bool { return invokes(in.Op) && !neverExecuted(in) }

// path is where an inlined call, or the call that stands in for it, has ended.
type path struct {
	state  *state
	result *ir.Value // nil for none
}

// straightLength is the number of bytecodes of a method that always executes all of
// them, 0 if it has branches: they are counted with the call.
func straightLength(m *classes.Method) int32 {
	instructions := m.Code.Instructions
	for i := range instructions {
		switch in := &instructions[i]; {
		case in.Op == decoded.Return || in.Op == decoded.ReturnValue:
			return in.D
		case ends(in.Op) || isBranch(in.Op):
			return 0
		}
	}
	return 0
}

// inline puts a callee's body in place of its call. If condition is not nil, it is a
// test of the target: where it fails, otherwise makes the call.
func (b *builder) inline(l *level, index int, in *decoded.Instruction, site *classes.CallSite, callee *classes.Method, arguments []*ir.Value, condition *ir.Value, otherwise func()) {
	b.choose(l, index, in, site, callee, arguments, nil, true, condition, otherwise)
}

// choose is the same where the test is one of the receiver's class, unless that is nil;
// body says whether the callee's body stands behind it, or its call.
func (b *builder) choose(l *level, index int, in *decoded.Instruction, site *classes.CallSite, callee *classes.Method, arguments []*ir.Value, class *classes.Class, body bool, condition *ir.Value, otherwise func()) {
	var paths []path
	join := b.f.NewBlock()
	fuel := b.ledger.fuel
	called := func() { // what ends here is not inlined
		if b.b == nil {
			return
		}
		var result *ir.Value
		if site.Selector.Return != 'V' {
			result = b.peek(l, in.A)
		}
		b.b.Kind = ir.BlockJump
		b.b.To(join)
		paths = append(paths, path{b.snapshot(), result})
	}
	if condition != nil {
		hit, miss := b.fork(condition)
		known := b.snapshot()
		b.b = miss
		otherwise()
		called()
		b.b = hit
		b.restore(known)
	}
	if class != nil {
		b.know(arguments[0], class)
	}
	if !body {
		b.callNumber(l, index, in, site, callee, arguments)
		called()
		b.joinPaths(l, l, in, site, join, paths)
		return
	}
	length := straightLength(callee)
	c := b.newLevel(l, callee, 0)
	c.index, c.join = index, b.f.NewBlock()
	if b.env.Profile {
		c.activation = b.newActivation(l, site, callee)
		b.happens(Event{Activation: c.activation, Calls: 1, Bytecodes: int64(length)})
	}
	b.execute(c, -length)
	c.base = l.base + in.B + callee.LocalBytes
	b.extent = max(b.extent, c.base+callee.FrameBytes)
	b.bind(c, arguments)
	b.overwrite(l, in.B)
	b.ledger.fuel = b.add(fuel, -in.D)
	b.pollEntry(c)
	b.blocks(c, 0)
	var returns []path
	for i, s := range c.states {
		s.operands.leave()
		returns = append(returns, path{s, c.values[i]})
	}
	b.operands.leave()
	if ways := b.joinPaths(l, c, in, site, c.join, returns); b.b != nil {
		*b.owed(c) = b.joinUncounted(ways)
		b.flush(c, 0)
	}
	b.ledger.leave()
	called()
	b.joinPaths(l, l, in, site, join, paths)
}

// joinPaths goes on where the paths of a call come together: those of a level that has been
// inlined for it, or all. It returns them as ways, nil if there are none.
func (b *builder) joinPaths(l, callee *level, in *decoded.Instruction, site *classes.CallSite, join *ir.Block, paths []path) []way {
	if len(paths) == 0 {
		b.b = nil // it always leaves
		return nil
	}
	b.b = join
	states := make([]*state, len(paths))
	for i, p := range paths {
		states[i] = p.state
	}
	ways := waysOf(states, func(_ *state, i int) []*ir.Value { return []*ir.Value{paths[i].result} })
	b.meet(states)
	b.reconcile(join, callee, states, false)
	b.joinEscape(join, ways)
	b.joinFuel(ways)
	if site.Selector.Return != 'V' {
		result := b.phiOf(ways, func(i int) *ir.Value { return paths[i].result })
		if isRef(site.Selector.Return) {
			result.Ref = true
		}
		b.write(l, in.A, result)
	}
	return ways
}
