package optimise

import (
	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
	"hotlens/vm/memory"
)

// This file moves invariant operations and loads in front of their loops. Guards
// move too: see first.go.

// hoister is the state of the pass.
type hoister struct {
	f *ir.Func
	memoryClasses
	*loopTree
	place []int // by value: the innermost loop around it
	// copies are the values that a loop's values have in its first iteration.
	copies []*ir.Value
	// tests are the objects that a condition looks at the class of, and the innermost
	// loops around these conditions.
	tests map[*ir.Value][]int
}

// findTests fills in the tests.
func (h *hoister) findTests() {
	h.tests = map[*ir.Value][]int{}
	seen := make([]int, h.f.NumValues()) // by value: the last loop whose conditions come from it, plus one
	var find func(v *ir.Value, l int)
	find = func(v *ir.Value, l int) {
		if seen[v.ID] == l+1 {
			return
		}
		seen[v.ID] = l + 1
		if v.Op == ir.OpCall && !v.Call.Pure {
			return
		}
		if typeOfObject(v) {
			object := h.object(v)
			h.tests[object] = append(h.tests[object], l)
		}
		for _, a := range v.Args {
			find(a, l)
		}
	}
	for i, b := range h.f.Blocks {
		if h.innermost[i] < 0 {
			continue
		}
		if b.Kind == ir.BlockIf {
			find(b.Control, h.innermost[i])
		}
		for _, v := range b.Values {
			if v.Op == ir.OpGuard {
				find(v.Args[0], h.innermost[i])
			}
		}
	}
}

// typeOfObject reports whether a value is what tells an object's class.
func typeOfObject(v *ir.Value) bool {
	return v.Op == ir.OpLoad && v.Memory == ir.MemoryFixed && v.Imm == memory.ObjectTIB && v.Args[0].Op != ir.OpConst
}

// object is what a load reads from, unless it reads the frame.
func (h *hoister) object(v *ir.Value) *ir.Value {
	if a := v.Args[0]; a.Op == ir.OpSelect && a.Args[1] == h.f.Frame {
		return a.Args[0]
	}
	return v.Args[0]
}

// tested reports whether a load may stand in the loop only behind a test of the class of
// what it reads from.
func (h *hoister) tested(v *ir.Value, l int) bool {
	if v.Op != ir.OpLoad || fixedAddress(v) || typeOfObject(v) {
		return false
	}
	for _, in := range h.tests[h.object(v)] {
		if h.within(in, l) {
			return true
		}
	}
	return false
}

// addressDepth bounds how many operations an address is followed through.
const addressDepth = 4

// early reports whether an address may come from an early load.
func early(a *ir.Value) bool { return earlyDeep(a, addressDepth) }

func earlyDeep(a *ir.Value, depth int) bool {
	switch a.Op {
	case ir.OpLoad:
		return a.Early
	case ir.OpPure, ir.OpSelect:
		for _, b := range a.Args {
			if depth == 0 || earlyDeep(b, depth-1) {
				return true
			}
		}
	}
	return false
}

// preheaders gives each loop a preheader and reports whether it made blocks.
func preheaders(f *ir.Func) (changed bool) {
	for _, h := range f.Blocks {
		if h.LoopHeader() && h != f.Blocks[0] {
			changed = preheader(f, h) || changed
		}
	}
	return changed
}

// hoist moves what is invariant in a loop in front of it, as far out as possible.
// The graph is reducible and its loops have preheaders.
func hoist(f *ir.Func) { hoistFrom(f, nil) }

// hoistFrom moves what is invariant in the loops with the given headers, or in all of
// them if that is nil.
func hoistFrom(f *ir.Func, headers map[*ir.Block]bool) {
	h := &hoister{f: f}
	h.loopTree = findLoops(f, &h.memoryClasses)
	if len(h.loops) == 0 {
		return
	}
	h.place = make([]int, f.NumValues(), f.NumValues()+64)
	h.copies = make([]*ir.Value, f.NumValues())
	h.findTests()
	for i, b := range f.Blocks {
		for _, v := range b.Values {
			h.place[v.ID] = h.innermost[i]
		}
	}
	for l := range h.loops {
		if header := h.loops[l].header; header != f.Blocks[0] && !header.Cold && (headers == nil || headers[header]) {
			h.first(l)
		}
	}
	for i, b := range f.Blocks {
		in := h.innermost[i]
		if in < 0 || b.Cold || headers != nil && !headers[h.loops[in].header] {
			continue
		}
		kept := b.Values[:0]
		for _, v := range b.Values {
			to := h.destination(v, in)
			if to < 0 {
				kept = append(kept, v)
				continue
			}
			p := outside(h.loops[to].header)
			v.Early = v.Early || h.tested(v, to)
			h.protect(v, p, h.loops[to].parent)
			h.move(v, p, h.loops[to].parent)
		}
		clear(b.Values[len(kept):])
		b.Values = kept
	}
}

// outside is the preheader of a loop.
func outside(header *ir.Block) *ir.Block {
	for _, p := range header.Preds {
		if !p.BackEdge(header) {
			return p
		}
	}
	return nil
}

// move appends a value to a block that is in the given loop.
func (h *hoister) move(v *ir.Value, to *ir.Block, in int) {
	for len(h.place) <= v.ID {
		h.place = append(h.place, -1)
	}
	v.Block = to
	to.Values = append(to.Values, v)
	h.place[v.ID] = in
}

// protect lets a load whose reference may be null read the frame instead: nobody
// uses what it reads, as the loop's null check leaves first.
func (h *hoister) protect(v *ir.Value, p *ir.Block, in int) {
	if v.Op != ir.OpLoad || fixedAddress(v) || h.safe(v.Args[0]) {
		return
	}
	h.readFrame(v, v.Args[0], p, in)
}

// readFrame lets a load that is to stand at the end of a block, which is in the given
// loop, read the frame if a condition is 0. A reference is null then: others may be
// read through it.
func (h *hoister) readFrame(v, condition *ir.Value, p *ir.Block, in int) {
	a := h.f.Detached(p, ir.OpSelect, wasm.I32, v.Args[0], h.f.Frame, condition)
	a.BCI = v.BCI
	h.move(a, p, in)
	v.Args = []*ir.Value{a}
	if !v.Ref {
		return
	}
	load, null := h.f.Detached(p, ir.OpLoad, wasm.I32, a), h.f.Detached(p, ir.OpConst, wasm.I32)
	load.Code, load.Memory, load.Alias, load.Imm, load.BCI = v.Code, v.Memory, v.Alias, v.Imm, v.BCI
	h.move(load, p, in)
	h.move(null, p, in)
	load.Early = v.Early
	v.Op, v.Code, v.Memory, v.Alias, v.Imm, v.NonNil, v.Early = ir.OpSelect, 0, 0, 0, 0, false, false
	v.Args = []*ir.Value{load, null, condition}
}

// destination is the outermost loop in front of which a value can stand, -1 for none.
func (h *hoister) destination(v *ir.Value, in int) int {
	if !h.movable(v) {
		return -1
	}
	to := -1
	for l := in; l >= 0 && h.invariant(v, l); l = h.loops[l].parent {
		to = l
	}
	return to
}

// invariant reports whether a value, which has no effect, is the same wherever in
// the loop it is computed, and may live throughout the loop.
func (h *hoister) invariant(v *ir.Value, l int) bool {
	read := uint64(0)
	if v.Op == ir.OpLoad {
		read = 1 << h.memoryClasses.of(v)
	} else if derived(v) {
		read = 1 << classSafepoint
	}
	if h.loops[l].writes&read != 0 || h.loops[l].header == h.f.Blocks[0] {
		return false
	}
	for _, a := range v.Args {
		if h.within(h.place[a.ID], l) {
			return false
		}
	}
	return true
}

// harmless reports whether an operation can be computed where it was not computed before.
func harmless(v *ir.Value) bool {
	if v.Op == ir.OpSelect {
		return true
	}
	if v.Op != ir.OpPure {
		return false
	}
	switch v.Code {
	case wasm.OpI32DivS, wasm.OpI32DivU, wasm.OpI32RemS, wasm.OpI32RemU, wasm.OpI64DivS, wasm.OpI64DivU, wasm.OpI64RemS, wasm.OpI64RemU:
		return v.Sat || v.Args[1].Op == ir.OpConst && v.Args[1].Imm != 0 && v.Args[1].Imm != -1
	}
	return true
}

// movable is the same for loads too, which protect may have to change.
func (h *hoister) movable(v *ir.Value) bool {
	if v.Op != ir.OpLoad {
		return harmless(v)
	}
	a := v.Args[0]
	return speculative(v) && (fixedAddress(v) || !early(a) && (h.safe(a) || (a.Ref || loadedContext(a)) && h.f.Frame != nil))
}

// loadedContext reports whether a value is a context that was loaded: there may be none.
func loadedContext(v *ir.Value) bool { return v.Op == ir.OpLoad && v.Memory == ir.MemoryProfile }

// speculative reports whether a load may read the frame instead of its address, or
// be repeated.
func speculative(v *ir.Value) bool {
	return v.Memory != ir.MemoryControl && (v.Imm >= 0 && v.Imm < guardSize || fixedAddress(v))
}

// fixedAddress reports whether a load reads a constant address where there is memory.
func fixedAddress(v *ir.Value) bool {
	a := v.Args[0]
	if a.Op != ir.OpConst || v.Imm < 0 {
		return false
	}
	at := int64(uint32(a.Imm)) + v.Imm
	return at >= guardSize && at < 1<<32-guardSize
}

// safe reports whether there is memory at an address.
func (h *hoister) safe(a *ir.Value) bool {
	return nonNil(a) || a == h.f.Frame
}

// guardSize is how many bytes at address 0 must not be read.
const guardSize = 32 << 10

// preheader makes a block outside a loop that leads to its header and nowhere else,
// unless there is one.
func preheader(f *ir.Func, header *ir.Block) (changed bool) {
	entering := 0
	var p *ir.Block
	for _, q := range header.Preds {
		if !q.BackEdge(header) {
			entering++
			p = q
		}
	}
	if entering == 1 && p.Kind == ir.BlockJump {
		return false
	}
	p = f.NewBlock()
	p.Cold = header.Cold
	var inside []*ir.Block
	for _, q := range header.Preds {
		if q.BackEdge(header) {
			inside = append(inside, q)
			continue
		}
		p.Preds = append(p.Preds, q)
		for i, s := range q.Succs {
			if s == header {
				q.Succs[i] = p
			}
		}
	}
	for _, v := range header.Values {
		if v.Op != ir.OpPhi {
			continue
		}
		var before, back []*ir.Value
		for i, q := range header.Preds {
			if q.BackEdge(header) {
				back = append(back, v.Args[i])
			} else {
				before = append(before, v.Args[i])
			}
		}
		initial := before[0]
		if len(before) > 1 {
			initial = f.NewPhi(p, v, before...)
		}
		v.Args = append([]*ir.Value{initial}, back...)
	}
	header.Preds = nil
	p.To(header)
	header.Preds = append(header.Preds, inside...)
	return true
}
