package optimise

import (
	"slices"

	"hotlens/vm/compiler/ir"
)

// This file separates loops that share a header. On-stack replacement enters a nest of
// loops in the middle: the header of an inner loop is then where the outer loops, too,
// come back to. So they look like one loop, from which little can be moved.

// separate gives inner loops headers of their own, and reports whether there were any
// that shared one. Afterwards f.Analyse must be called.
func separate(f *ir.Func) (changed bool) {
	for _, h := range f.Blocks[1:] {
		if inner := innerEdges(h); inner != nil {
			splitHeader(f, h, inner)
			changed = true
		}
	}
	return changed
}

// innerEdges tells which of a header's predecessors come back from an inner loop: those
// on whose way a phi keeps its value that changes on other ways back. The result is nil
// if there is one loop only.
func innerEdges(h *ir.Block) []bool {
	back := 0
	for k, p := range h.Preds {
		if p.BackEdge(h) {
			back++
		}
		if slices.Contains(h.Preds[:k], p) {
			return nil
		}
	}
	if back < 2 {
		return nil
	}
	for _, v := range h.Values {
		if v.Op != ir.OpPhi {
			break
		}
		inner, kept := make([]bool, len(h.Preds)), 0
		for k, p := range h.Preds {
			if p.BackEdge(h) && v.Args[k] == v {
				inner[k] = true
				kept++
			}
		}
		if kept > 0 && kept < back {
			return inner
		}
	}
	return nil
}

// splitHeader puts a block in front of a header, to which all ways but those of the
// inner loop lead.
func splitHeader(f *ir.Func, h *ir.Block, inner []bool) {
	outer := f.NewBlock()
	outer.Cold = h.Cold
	var kept []*ir.Block
	for k, p := range h.Preds {
		if inner[k] {
			kept = append(kept, p)
			continue
		}
		outer.Preds = append(outer.Preds, p)
		p.Succs[slices.Index(p.Succs, h)] = outer
	}
	for _, v := range h.Values {
		if v.Op != ir.OpPhi {
			break
		}
		phi := f.NewPhi(outer, v)
		args := []*ir.Value{phi}
		for k, a := range v.Args {
			if inner[k] {
				args = append(args, a)
			} else {
				phi.Args = append(phi.Args, a)
			}
		}
		v.Args = args
	}
	h.Preds = nil
	outer.To(h)
	h.Preds = append(h.Preds, kept...)
}
