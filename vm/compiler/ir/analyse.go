package ir

import (
	"fmt"
	"slices"
)

// This file finds out about the control flow graph.

// Analyse removes blocks that cannot be reached, puts the others into reverse
// postorder, and sets their dominators and loop depths. It reports whether the
// graph is reducible: every loop has one header.
func (f *Func) Analyse() (reducible bool) {
	seen := make([]bool, f.blocks)
	var order []*Block
	type visit struct {
		b    *Block
		next int
	}
	work := []visit{{f.Blocks[0], 0}}
	seen[f.Blocks[0].ID] = true
	for len(work) > 0 {
		top := &work[len(work)-1]
		// Successors in reverse, so that the first one comes first in the order.
		if top.next < len(top.b.Succs) {
			s := top.b.Succs[len(top.b.Succs)-1-top.next]
			top.next++
			if !seen[s.ID] {
				seen[s.ID] = true
				work = append(work, visit{s, 0})
			}
			continue
		}
		order = append(order, top.b)
		work = work[:len(work)-1]
	}
	slices.Reverse(order)
	for i, b := range order {
		b.order, b.Dominator, b.Depth = i, nil, 0
	}
	for _, b := range order {
		b.dropPreds(seen)
	}
	f.Blocks = order
	f.dominators()
	return f.loops()
}

// dropPreds removes the predecessors that are not reached, and their arguments of phis.
func (b *Block) dropPreds(reached []bool) {
	keep := 0
	for i, p := range b.Preds {
		if !reached[p.ID] {
			continue
		}
		if keep != i {
			b.Preds[keep] = p
			for _, v := range b.Values {
				if v.Op == OpPhi {
					v.Args[keep] = v.Args[i]
				}
			}
		}
		keep++
	}
	if keep == len(b.Preds) {
		return
	}
	b.Preds = b.Preds[:keep]
	for _, v := range b.Values {
		if v.Op == OpPhi {
			v.Args = v.Args[:keep]
		}
	}
}

// dominators is the algorithm of Cooper, Harvey and Kennedy, "A Simple, Fast
// Dominance Algorithm" (2001).
func (f *Func) dominators() {
	f.Blocks[0].Dominator = f.Blocks[0]
	for changed := true; changed; {
		changed = false
		for _, b := range f.Blocks[1:] {
			var d *Block
			for _, p := range b.Preds {
				if p.Dominator == nil {
					continue
				}
				if d == nil {
					d = p
					continue
				}
				for a := p; a != d; {
					for a.order > d.order {
						a = a.Dominator
					}
					for d.order > a.order {
						d = d.Dominator
					}
				}
			}
			if b.Dominator != d {
				b.Dominator, changed = d, true
			}
		}
	}
	f.Blocks[0].Dominator = nil
}

// Dominates reports whether every path to c leads through b.
func (b *Block) Dominates(c *Block) bool {
	for c != nil && c.order > b.order {
		c = c.Dominator
	}
	return c == b
}

// BackEdge reports whether the edge from b to s goes backwards in the order.
func (b *Block) BackEdge(s *Block) bool { return s.order <= b.order }

// LoopHeader reports whether b is the target of a back edge.
func (b *Block) LoopHeader() bool {
	return slices.ContainsFunc(b.Preds, func(p *Block) bool { return p.BackEdge(b) })
}

// LoopBlocks are the blocks of the natural loop with header h, in no order.
func (f *Func) LoopBlocks(h *Block) []*Block {
	in := map[*Block]bool{h: true}
	blocks := []*Block{h}
	for _, p := range h.Preds {
		if p.BackEdge(h) && !in[p] {
			in[p] = true
			blocks = append(blocks, p)
		}
	}
	for i := 1; i < len(blocks); i++ {
		for _, p := range blocks[i].Preds {
			if !in[p] {
				in[p] = true
				blocks = append(blocks, p)
			}
		}
	}
	return blocks
}

func (f *Func) loops() (reducible bool) {
	reducible = true
	for _, h := range f.Blocks {
		if !h.LoopHeader() {
			continue
		}
		for _, p := range h.Preds {
			if p.BackEdge(h) && !h.Dominates(p) {
				return false
			}
		}
		for _, b := range f.LoopBlocks(h) {
			b.Depth++
		}
	}
	return reducible
}

// Order is the block's position in reverse postorder, as Analyse found it.
func (b *Block) Order() int { return b.order }

// Check tests the package's invariant; Analyse has been called.
func (f *Func) Check() error {
	position := make([]int, f.values)
	defined := make([]*Block, f.values)
	for _, b := range f.Blocks {
		for i, v := range b.Values {
			if v.Block != b {
				return fmt.Errorf("%s: %v stands in b%d but belongs to b%d", f.Name, v, b.ID, v.Block.ID)
			}
			position[v.ID], defined[v.ID] = i, b
		}
	}
	reaches := func(a *Value, b *Block, at int) bool {
		d := defined[a.ID]
		return d != nil && (d != b && d.Dominates(b) || d == b && position[a.ID] < at)
	}
	for _, b := range f.Blocks {
		for i, v := range b.Values {
			if v.Op == OpPhi {
				if len(v.Args) != len(b.Preds) {
					return fmt.Errorf("%s: b%d has %d predecessors: %v", f.Name, b.ID, len(b.Preds), v)
				}
				for k, a := range v.Args {
					if !reaches(a, b.Preds[k], len(b.Preds[k].Values)) {
						return fmt.Errorf("%s: b%d: %v does not reach %v", f.Name, b.ID, a, v)
					}
				}
				continue
			}
			for _, a := range v.Args {
				if !reaches(a, b, i) {
					return fmt.Errorf("%s: b%d: %v does not reach %v", f.Name, b.ID, a, v)
				}
			}
		}
		for _, r := range append(b.Results, b.Control) {
			if r != nil && !reaches(r, b, len(b.Values)) {
				return fmt.Errorf("%s: b%d: %v does not reach its end", f.Name, b.ID, r)
			}
		}
		if want := map[BlockKind]int{BlockJump: 1, BlockIf: 2, BlockReturn: 0, BlockExit: 0, BlockTrap: 0}; b.Kind != BlockSwitch && len(b.Succs) != want[b.Kind] {
			return fmt.Errorf("%s: b%d has %d successors", f.Name, b.ID, len(b.Succs))
		}
	}
	return nil
}
