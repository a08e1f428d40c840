package optimise

import "hotlens/vm/compiler/ir"

// This file removes edges that are never taken, and joins blocks.

// end simplifies how a block ends.
func (n *walker) end(b *ir.Block) {
	for i, r := range b.Results {
		b.Results[i] = n.resolve(r)
	}
	if b.Control != nil {
		c := n.resolve(b.Control)
		if b.Kind == ir.BlockIf {
			var negated bool
			c, negated = n.condition(c)
			// Two edges to one block keep their order, which their phis follow.
			if negated && b.Succs[0] == b.Succs[1] {
				c = n.resolve(b.Control)
			} else if negated {
				b.Succs[0], b.Succs[1] = b.Succs[1], b.Succs[0]
			}
			if t, known := n.decide(c); known {
				c = n.i32(truth(t))
			}
		} else if i := n.info[c.ID]; i.low == i.high {
			c = n.i32(int64(i.low))
		}
		b.Control = c
	}
	n.countNonNil(b)
}

// foldEnd removes the edges of a block that are never taken.
func foldEnd(b *ir.Block) (changed bool) {
	taken := -1
	switch b.Kind {
	case ir.BlockExit:
		if len(b.Succs) == 0 {
			return false
		}
	case ir.BlockIf:
		if b.Control.Op != ir.OpConst {
			return false
		}
		taken = 1
		if int32(b.Control.Imm) != 0 {
			taken = 0
		}
	case ir.BlockSwitch:
		if b.Control.Op != ir.OpConst {
			return false
		}
		taken = len(b.Succs) - 1
		if i := int64(uint32(b.Control.Imm)); i < int64(taken) {
			taken = int(i)
		}
	default:
		return false
	}
	for i := len(b.Succs) - 1; i >= 0; i-- {
		if i != taken {
			removeEdge(b, i)
		}
	}
	if taken >= 0 {
		b.Kind = ir.BlockJump
	}
	b.Control = nil
	return true
}

// removeEdge removes a block's edge to its successor i.
func removeEdge(b *ir.Block, i int) {
	s := b.Succs[i]
	at := edge(b, i)
	b.Succs = append(b.Succs[:i:i], b.Succs[i+1:]...)
	s.Preds = append(s.Preds[:at:at], s.Preds[at+1:]...)
	for _, v := range s.Values {
		if v.Op == ir.OpPhi {
			v.Args = append(v.Args[:at:at], v.Args[at+1:]...)
		}
	}
}

// edge is the position among the predecessors of b's successor i that belongs to
// that edge. Several edges from one block to another come in the same order.
func edge(b *ir.Block, i int) int {
	s := b.Succs[i]
	nth := 0
	for _, t := range b.Succs[:i] {
		if t == s {
			nth++
		}
	}
	for at, p := range s.Preds {
		if p != b {
			continue
		}
		if nth == 0 {
			return at
		}
		nth--
	}
	return -1
}

// leaving is the position among the successors of b's predecessor k that belongs to that
// edge: edge's inverse.
func leaving(b *ir.Block, k int) int {
	p := b.Preds[k]
	for i, s := range p.Succs {
		if s == b && edge(p, i) == k {
			return i
		}
	}
	return -1
}

// joinBlocks appends to each block the one that it jumps to if that has no other
// predecessor.
func joinBlocks(f *ir.Func) (changed bool) {
	for _, b := range f.Blocks {
		for b.Kind == ir.BlockJump {
			s := b.Succs[0]
			if len(s.Preds) != 1 || s == b || s == f.Blocks[0] || len(s.Values) > 0 && s.Values[0].Op == ir.OpPhi {
				break
			}
			for _, v := range s.Values {
				v.Block = b
			}
			b.Values = append(b.Values, s.Values...)
			b.Kind, b.Control, b.Results, b.Exit = s.Kind, s.Control, s.Results, s.Exit
			b.Cold = b.Cold || s.Cold
			b.Succs = s.Succs
			for _, t := range b.Succs {
				for i, p := range t.Preds {
					if p == s {
						t.Preds[i] = b
					}
				}
			}
			s.Preds, s.Succs, s.Values, s.Kind, s.Control, s.Results = nil, nil, nil, ir.BlockTrap, nil, nil
			changed = true
		}
	}
	return changed
}
