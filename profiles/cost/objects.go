package cost

import (
	"hotlens/profiles"
	"hotlens/profiles/flows"
	"hotlens/profiles/instructions"
	"hotlens/profiles/prefault"
)

// This file tells which objects HotSpot's compiler removes: those that nobody sees but code that it compiles as one. Where
// a method's references go its code says (package flows), and what it calls in a context, and who calls it, the tree.

const (
	// maxVisits bounds how many places an object is followed to. HotSpot's compiler gives up on larger graphs, too.
	maxVisits = 200
	// maxUnrolled is how large a loop becomes at most of which HotSpot's compiler makes a copy for each iteration: four times its flag LoopUnrollLimit, which counts the compiler's nodes, and
	// here instructions, of which an iteration has about as many. Loops of no more than fewIterations it copies whatever their size.
	maxUnrolled   = 240
	fewIterations = 3
	// removedBytes is the size of an object that is removed beside others that are not, and are of unknown sizes.
	removedBytes = 24
	// meanPadding is how many bytes of padding objects have on average whose class is not known.
	meanPadding = 4
)

// children are the contexts below each context.
type children struct{ first, next []int32 }

func childrenOf(p *profiles.Profile) children {
	c := children{prefault.Slice[int32](len(p.Contexts)), prefault.Slice[int32](len(p.Contexts))}
	for i := range c.first {
		c.first[i] = -1
	}
	for i := range p.Contexts {
		if parent := p.Contexts[i].Parent; parent >= 0 {
			c.next[i] = c.first[parent]
			c.first[parent] = int32(i)
		}
	}
	return c
}

// allocated is what a context really allocates on HotSpot.
func (w *walk) allocated(c *profiles.Context) (objects, bytes uint64) {
	objects, bytes = w.remaining(c)
	return objects, bytes + w.padding(c, objects)
}

// padding is by how many bytes HotSpot's objects are larger than ours: the header has 12 bytes and not 8, and the size is a multiple of 8, which makes 8 of them or none. Arrays are as large.
func (w *walk) padding(c *profiles.Context, objects uint64) uint64 {
	m := &w.Methods[c.Method]
	if len(m.Mix) == 0 {
		return 0
	}
	if w.boxes(c) {
		return boxPadding[m.Class] * objects
	}
	plain, arrays := uint64(m.Mix[instructions.NewObject]), uint64(m.Mix[instructions.NewArray])
	return meanPadding * part(objects, plain, max(plain+arrays, 1))
}

// boxPadding is the padding of the objects that primitive values are boxed in.
var boxPadding = map[string]uint64{
	"java/lang/Boolean": 0, "java/lang/Byte": 0, "java/lang/Character": 0, "java/lang/Short": 0,
	"java/lang/Integer": 0, "java/lang/Long": 8, "java/lang/Float": 0, "java/lang/Double": 8,
}

// boxes tells whether a context boxes primitive values.
func (w *walk) boxes(c *profiles.Context) bool {
	m := &w.Methods[c.Method]
	if m.Name != "valueOf" {
		return false
	}
	_, ok := boxPadding[m.Class]
	return ok
}

// remaining is what is left of a context's objects where the compiler has removed some.
func (w *walk) remaining(c *profiles.Context) (objects, bytes uint64) {
	objects, bytes = c.Allocations, c.AllocatedBytes
	summary := flows.Summary(w.Methods[c.Method].Flows)
	if objects == 0 || len(summary) == 0 {
		return objects, bytes
	}
	kept, removed := summary.Escaping(), uint64(0)
	summary.Each(func(source flows.Word, sinks []uint32) bool {
		if source.Kind() == flows.Allocation {
			f := follower{walk: w, box: w.boxes(c), length: lengthOf(sinks)}
			if f.unseen(c, sinks) {
				removed += source.Weight()
			} else {
				kept += source.Weight()
			}
		}
		return true
	})
	if removed == 0 {
		return objects, bytes
	}
	// The first ones are made by code that is not compiled as one.
	d := &w.methods[c.Method]
	settled := objects - part(objects, d.first, max(d.bytecodes, 1))
	gone := part(settled, removed, removed+kept)
	if kept == 0 {
		return objects - gone, bytes - part(bytes, gone, objects)
	}
	return objects - gone, bytes - min(part(bytes, removed, removed+kept), gone*removedBytes)
}

// follower follows the references to an object.
type follower struct {
	*walk
	visits int
	box    bool // the object boxes a primitive value
	length int  // of an array
}

// unseen reports whether nobody sees an object who is not compiled together with the context, given where a reference that the context
// has goes.
func (f *follower) unseen(c *profiles.Context, sinks []uint32) bool {
	if f.visits++; f.visits > maxVisits {
		return false
	}
	for _, word := range sinks {
		ok := false
		switch w := flows.Word(word); w.Kind() {
		case flows.Passed:
			ok = f.passed(c, w)
		case flows.Returned:
			ok = f.returned(c)
		case flows.ToField:
			ok = f.owned(c, w.At())
		case flows.Examined:
			ok = f.examined(c, w)
		}
		if !ok {
			return false
		}
	}
	return true
}

// examined reports whether the compiler can do without an object that a context examines. Code of a method that is entered within a loop, because it is seldom called (on-stack
// replacement), has the object of the loop from outside. A box is removed in a step of its own, and only where all that happens to it is that its value is taken. An array is, if each index is
// a constant once the loops over it are unrolled.
func (f *follower) examined(c *profiles.Context, w flows.Word) bool {
	switch flows.Examination(w.At()) {
	case flows.Compared:
		return !f.box
	case flows.Array:
		return true
	case flows.Indexed:
		return false
	case flows.Counted:
		return f.length <= fewIterations || f.length*w.Argument() <= maxUnrolled
	}
	return f.methods[c.Method].calls >= hotCalls
}

// lengthOf is the length of the array that has these sinks, 0 for what is no array.
func lengthOf(sinks []uint32) int {
	for _, word := range sinks {
		if w := flows.Word(word); w.Kind() == flows.Examined && flows.Examination(w.At()) == flows.Array {
			return w.Argument()
		}
	}
	return 0
}

// passed follows an argument into what a call site calls. Nothing is where nothing was called.
func (f *follower) passed(c *profiles.Context, w flows.Word) bool {
	for i := f.children.first[c.ID]; i >= 0; i = f.children.next[i] {
		callee := &f.Contexts[i]
		if int(callee.BCI) != w.At() {
			continue
		}
		if f.looks(callee) {
			continue
		}
		if !f.inlined(callee) {
			return false
		}
		sinks, ok := f.summary(callee).Find(flows.Argument, w.Argument())
		if !ok || !f.unseen(callee, sinks) {
			return false
		}
	}
	return true
}

// returned follows what a method returns into its caller.
func (f *follower) returned(c *profiles.Context) bool {
	if c.Parent < 0 || !f.inlined(c) || f.targetsOf(c) > 1 {
		return false
	}
	caller := &f.Contexts[c.Parent]
	sinks, ok := f.summary(caller).Find(flows.Result, int(c.BCI))
	return ok && f.unseen(caller, sinks)
}

// owned reports whether nobody else sees the object of a source, which a reference is put into.
func (f *follower) owned(c *profiles.Context, ordinal int) bool {
	if f.visits++; f.visits > maxVisits {
		return false
	}
	source, sinks, ok := f.summary(c).Ordinal(ordinal)
	if !ok {
		return false
	}
	switch source.Kind() {
	case flows.Allocation:
		return f.unseen(c, sinks)
	case flows.Argument:
		if c.Parent < 0 || !f.inlined(c) {
			return false
		}
		caller := &f.Contexts[c.Parent]
		ordinal, ok := f.summary(caller).Passing(int(c.BCI), source.At())
		return ok && f.owned(caller, ordinal)
	}
	return false // what another method returns is anybody's
}

func (f *follower) summary(c *profiles.Context) flows.Summary { return f.Methods[c.Method].Flows }

// inlined reports whether the compiler inlines the calls of a context.
func (w *walk) inlined(c *profiles.Context) bool {
	return w.folds[c.ID] < 0 && w.call(c, &w.methods[c.Method]) == inlined
}

// looks reports whether a context is of a method that the compiler replaces and that only looks at its receiver.
func (w *walk) looks(c *profiles.Context) bool {
	m := &w.Methods[c.Method]
	return m.Class == "java/lang/Object" && m.Name == "getClass"
}
