package optimise

import (
	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
)

// This file moves invariant operations and loads in front of their loops.

// hoister is the state of the pass.
type hoister struct {
	f *ir.Func
	memoryClasses
	*loopTree
	place []int // by value: the innermost loop around it
	moved [][]*ir.Value
}

// hoist moves what is invariant in a loop in front of it, as far out as possible,
// and reports whether it moved anything. The graph is reducible.
func hoist(f *ir.Func) bool {
	h := &hoister{f: f}
	h.loopTree = findLoops(f, &h.memoryClasses)
	if len(h.loops) == 0 {
		return false
	}
	h.place = make([]int, f.NumValues())
	h.moved = make([][]*ir.Value, len(h.loops))
	any := false
	for i, b := range f.Blocks {
		in := h.innermost[i]
		if in < 0 {
			for _, v := range b.Values {
				h.place[v.ID] = -1
			}
			continue
		}
		kept := b.Values[:0]
		for _, v := range b.Values {
			if to := h.destination(v, in, b.Cold); to >= 0 {
				h.moved[to] = append(h.moved[to], v)
				h.place[v.ID] = h.loops[to].parent
				any = true
				continue
			}
			h.place[v.ID] = in
			kept = append(kept, v)
		}
		b.Values = kept
	}
	if !any {
		return false
	}
	for i := range h.loops {
		if len(h.moved[i]) == 0 {
			continue
		}
		p := preheader(f, h.loops[i].header)
		for _, v := range h.moved[i] {
			v.Block = p
		}
		p.Values = append(p.Values, h.moved[i]...)
	}
	return true
}

// destination is the outermost loop in front of which a value can stand, -1 for none.
func (h *hoister) destination(v *ir.Value, in int, cold bool) int {
	if cold || !h.movable(v) {
		return -1
	}
	read := uint64(0)
	if v.Op == ir.OpLoad {
		read = 1 << h.memoryClasses.of(v)
	} else if derived(v) {
		read = 1 << classSafepoint
	}
	to := -1
	for l := in; l >= 0 && h.loops[l].writes&read == 0 && h.loops[l].header != h.f.Blocks[0]; l = h.loops[l].parent {
		for _, a := range v.Args {
			if h.within(h.place[a.ID], l) {
				return to
			}
		}
		to = l
	}
	return to
}

// movable reports whether a value can be computed where it was not computed before.
func (h *hoister) movable(v *ir.Value) bool {
	switch v.Op {
	case ir.OpSelect:
		return true
	case ir.OpPure:
		switch v.Code {
		case wasm.OpI32DivS, wasm.OpI32DivU, wasm.OpI32RemS, wasm.OpI32RemU, wasm.OpI64DivS, wasm.OpI64DivU, wasm.OpI64RemS, wasm.OpI64RemU:
			return v.Sat || v.Args[1].Op == ir.OpConst && v.Args[1].Imm != 0 && v.Args[1].Imm != -1
		}
		return true
	case ir.OpLoad:
		a := v.Args[0]
		if v.Memory == ir.MemoryControl || v.Imm < 0 || v.Imm >= guardSize {
			return false
		}
		return a.NonNil || a == h.f.Frame || a.Op == ir.OpConst && uint32(a.Imm) >= guardSize && int64(uint32(a.Imm)) < 1<<32-2*guardSize
	}
	return false
}

// guardSize is how many bytes at address 0 must not be read.
const guardSize = 32 << 10

// preheader is the only block outside a loop that leads to its header, and to
// nothing else; it is made if there is none.
func preheader(f *ir.Func, header *ir.Block) *ir.Block {
	outside := 0
	var p *ir.Block
	for _, q := range header.Preds {
		if !q.BackEdge(header) {
			outside++
			p = q
		}
	}
	if outside == 1 && p.Kind == ir.BlockJump {
		return p
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
		var entering, back []*ir.Value
		for i, q := range header.Preds {
			if q.BackEdge(header) {
				back = append(back, v.Args[i])
			} else {
				entering = append(entering, v.Args[i])
			}
		}
		first := entering[0]
		if len(entering) > 1 {
			m := f.NewValue(p, ir.OpPhi, v.Type, entering...)
			m.Ref, m.NonNil, m.BCI = v.Ref, v.NonNil, v.BCI
			first = m
		}
		v.Args = append([]*ir.Value{first}, back...)
	}
	header.Preds = nil
	p.To(header)
	header.Preds = append(header.Preds, inside...)
	return p
}
