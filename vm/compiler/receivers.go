package compiler

import (
	"slices"

	"hotlens/vm/classes"
	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
	"hotlens/vm/decoded"
	"hotlens/vm/memory"
)

// This file finds out what class an object has, and calls the only method that a call
// can reach then: the receiver's type and the caller-target block need not be looked at.

// fact says that a value is null or an object of this class, and of no subclass.
type fact struct {
	value *ir.Value
	class *classes.Class
}

// know notes that a value, where it is not null, has this class from here on.
func (b *builder) know(v *ir.Value, class *classes.Class) {
	if b.classOf(v) == nil {
		known := b.escape.facts
		b.escape.facts = append(known[:len(known):len(known)], fact{v, class})
	}
}

// common are the facts that two ways to a place have in common.
func common(first, second []fact) []fact {
	n := 0
	for n < len(first) && n < len(second) && first[n] == second[n] {
		n++
	}
	shared := first[:n:n]
	for _, f := range first[n:] {
		if slices.Contains(second[n:], f) {
			shared = append(shared, f)
		}
	}
	return shared
}

// classOf is the class that an object has if it is not null, and nil where that may
// be a subclass as well.
func (b *builder) classOf(v *ir.Value) *classes.Class { return b.classAmong(v, b.escape.facts) }

func (b *builder) classAmong(v *ir.Value, facts []fact) *classes.Class {
	if class := b.exact[v]; class != nil {
		return class
	}
	if v.Op == ir.OpConst && v.Ref && v.Imm != 0 {
		tib := b.env.Memory.U32(memory.Address(v.Imm))
		return b.env.Registry.Classes[b.env.Memory.U32(tib+memory.TIBClass)]
	}
	for _, f := range facts {
		if f.value == v {
			return f.class
		}
	}
	return nil
}

// mergeClasses notes the class of a phi whose arguments all have the same one, by what
// is known where each of them comes from.
func (b *builder) mergeClasses(phi *ir.Value, facts func(i int) []fact) {
	if phi.Type != wasm.I32 {
		return
	}
	var class *classes.Class
	for i, v := range phi.Args {
		c := b.classAmong(v, facts(i))
		if c == nil || class != nil && c != class {
			return
		}
		class = c
	}
	b.exact[phi] = class
}

// selected is the method that a call selects for objects of a class, nil where nobody
// has asked yet.
//
// Where a cast stands that always fails, the class of what is behind it has no such method.
func (b *builder) selected(in *decoded.Instruction, class *classes.Class) *classes.Method {
	if site := (*classes.CallSite)(in.P); in.Op == decoded.InvokeVirtualQ && !class.IsSubclassOf(site.Callee.Class) {
		return nil
	}
	offset := uint32(in.C)
	if in.Op == decoded.InvokeInterfaceQ {
		if offset = classes.FindInterface(b.env.Memory.Base, class.TIB, uint32(in.C)); offset == 0 {
			return nil
		}
	}
	i := int(offset-memory.TIBVTable) / 4
	if i >= len(class.VTable) {
		return nil
	}
	return class.VTable[i]
}

// callable reports whether compiled code can call a method of known class by its number:
// that an edge has been announced lasts.
func (b *builder) callable(site *classes.CallSite, callee *classes.Method) bool {
	return callee != nil && callee.Code != nil && callee.Refusal == nil && site.Announced(b.env.Memory, callee)
}

// soleTarget is the only method that a call can reach, and whose edge is announced, nil
// if there may be others.
func (b *builder) soleTarget(in *decoded.Instruction, site *classes.CallSite, receiver *ir.Value) *classes.Method {
	var callee *classes.Method
	if class := b.classOf(receiver); class != nil {
		callee = b.selected(in, class)
	} else {
		callee = onlyCallee(in, site)
	}
	if !b.callable(site, callee) {
		return nil
	}
	return callee
}

// basis is what tells the only callee of a call.
type basis uint8

const (
	byCall      basis = iota // the call, or the receiver's class
	byTest                   // a test of the receiver's class
	byHierarchy              // the loaded classes
)

// assumeTarget is the only method that a virtual call can reach as far as classes are loaded,
// and whose edge is announced, nil if there may be others. The code leaves where a class
// has been loaded in the meantime that makes a difference. Objects keep their classes: what
// is known of one lasts, whatever is loaded afterwards.
func (b *builder) assumeTarget(l *level, index int, in *decoded.Instruction, site *classes.CallSite, receiver *ir.Value) *classes.Method {
	named := site.Named()
	if b.noSpeculation || in.Op != decoded.InvokeVirtualQ || named == nil || named == b.env.Object || named.IsArray() || named.IsInterface() {
		return nil
	}
	slot := tableIndex(in)
	callee := named.Selects(slot)
	if !b.callable(site, callee) {
		return nil
	}
	leaf := named.Leaf()
	word, err := b.hierarchyWord(named, slot, leaf)
	if err != nil {
		return nil
	}
	b.guard(l, index, NeverExecuted, b.fixed(ir.MemoryHierarchy, word))
	if leaf {
		b.know(receiver, named)
	}
	l.alone = index
	return callee
}

// hierarchyWord is the word of what is assumed of a class: that it is a leaf, or that all its
// objects select the same method.
func (b *builder) hierarchyWord(class *classes.Class, slot int, leaf bool) (memory.Address, error) {
	if leaf {
		return b.env.Registry.LeafWord(class)
	}
	return b.env.Registry.SelectsWord(class, slot)
}

// callKnown calls the only method that a call can reach.
func (b *builder) callKnown(l *level, index int, in *decoded.Instruction, site *classes.CallSite, callee *classes.Method, how basis, arguments []*ir.Value) {
	if b.decide(l, in, site, callee, how) != nil {
		b.inline(l, index, in, site, callee, arguments, nil, nil)
		return
	}
	b.callNumber(l, index, in, site, callee, arguments)
}

// callNumber calls a method by its number.
func (b *builder) callNumber(l *level, index int, in *decoded.Instruction, site *classes.CallSite, callee *classes.Method, arguments []*ir.Value) {
	b.extent = max(b.extent, l.base+in.B+callee.LocalBytes+callee.FrameBytes)
	node := b.node
	if b.env.Profile {
		node = b.knownChild(l, index, site, callee)
	}
	b.call(l, index, in, site, node, arguments, &ir.Call{Slot: callee.ID, Type: Signature(callee)})
}

// maxClassTests is how many classes of receivers compiled code tests for before it looks
// at the caller-target block (Hölzle and Ungar, "Optimizing Dynamically-Dispatched Calls
// with Run-Time Type Feedback", PLDI 1994).
const maxClassTests = 2

// maxOnlyTests is the same where these are all the classes that have come by: no caller-target
// block is left to be looked at. A test for the third of three receivers made a loop of
// such calls three times as fast; one for the third of four made others slower.
const maxOnlyTests = 3

// testedShare is the part of a site's calls that a class must have for a test of its own.
const testedShare = 0.1

// classTests are the callees of a call that a test of the receiver's class finds, the
// most frequent first: methods of classes without subclasses. all says that the call has
// reached no others.
func (b *builder) classTests(l *level, in *decoded.Instruction, site *classes.CallSite) (tests []*classes.Method, all bool) {
	callees := b.env.CallGraph.Callees(site)
	targets, _ := b.env.CallGraph.Targets(l.method, site)
	limit := maxClassTests
	if len(callees) <= maxOnlyTests {
		limit = maxOnlyTests
	}
	if len(targets) == 0 && len(callees) <= limit {
		for _, callee := range callees {
			targets = append(targets, Target{Callee: callee})
		}
	}
	sum := SumOf(targets)
	for i, t := range targets {
		class := t.Callee.Class
		few := i > 0 && sum > 0 && share(t.Calls, sum) < testedShare
		if i == limit || few || !class.Leaf() || b.selected(in, class) != t.Callee || !b.callable(site, t.Callee) {
			break
		}
		tests = append(tests, t.Callee)
	}
	return tests, len(tests) == len(callees)
}

// callTested tests the receiver's class.
func (b *builder) callTested(l *level, index int, in *decoded.Instruction, site *classes.CallSite, arguments []*ir.Value, tests []*classes.Method, all bool) {
	b.decideOthers(l, site, tests)
	tib := b.tib(arguments[0])
	var test func(tests []*classes.Method)
	test = func(tests []*classes.Method) {
		if len(tests) == 0 {
			if all && !b.noSpeculation {
				b.leave(l, index, NeverExecuted)
			} else {
				block, entry := b.dispatch(l, index, in, site, arguments[0])
				b.callRest(l, index, in, site, block, entry, arguments)
			}
			return
		}
		callee := tests[0]
		same := b.pure(wasm.OpI32Eq, wasm.I32, tib, b.i32(int32(callee.Class.TIB)))
		inlined := b.decide(l, in, site, callee, byTest) != nil
		b.choose(l, index, in, site, callee, arguments, callee.Class, inlined, same, func() { test(tests[1:]) })
	}
	test(tests)
}

// decideOthers notes that the targets of a call which no test finds are not inlined.
func (b *builder) decideOthers(l *level, site *classes.CallSite, tests []*classes.Method) {
	targets, total := b.env.CallGraph.Targets(l.method, site)
	for _, t := range targets {
		if !slices.Contains(tests, t.Callee) {
			b.note(l, site, t, total, Rejected, "other targets of this call are more frequent")
		}
	}
}
