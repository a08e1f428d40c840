package optimise

import (
	"hotlens/vm/compiler/ir"
)

// This file copies the bodies of loops.

// copier makes one copy of the body.
type copier struct {
	*unroller
	values map[*ir.Value]*ir.Value
	blocks map[*ir.Block]*ir.Block
	// leave ends a block of the first version where the loop ends; nil for the final
	// one, in which it does not.
	leave func(from *ir.Block)
	// repeat ends a block where the iteration begins again in the loop as it was.
	repeat func(from *ir.Block)
	// pending are the additions to counters that come behind the last copy; nil where each
	// stays where it is. ends are then the blocks in which copies of blocks end.
	pending *pending
	ends    map[*ir.Block]*ir.Block
}

// endOf is the block in which the copy of a block ends.
func (c *copier) endOf(b *ir.Block) *ir.Block {
	if e := c.ends[b]; e != nil {
		return e
	}
	return c.block(b)
}

// block is the copy of a block.
func (c *copier) block(b *ir.Block) *ir.Block {
	if c.blocks[b] == nil {
		c.blocks[b] = c.f.NewBlock()
	}
	return c.blocks[b]
}

// value is what a value is in the copy.
func (c *copier) value(v *ir.Value) *ir.Value {
	if w := c.values[v]; w != nil {
		return w
	}
	return v
}

func (c *copier) all(values []*ir.Value) []*ir.Value {
	list := make([]*ir.Value, len(values))
	for i, v := range values {
		list[i] = c.value(v)
	}
	return list
}

// copy makes the copy, which goes on to the block next.
func (c *copier) copy(next *ir.Block) {
	for _, b := range c.body {
		to := c.block(b)
		for _, v := range b.Values {
			if c.pending != nil && !c.settledGuards[v] {
				if at, amounts, ok := c.addition(v); ok {
					at.node = c.value(at.node)
					for _, amount := range amounts {
						c.pending.add(at, amount)
						at.at += counterSize
					}
					continue
				}
				if v.Op == ir.OpGuard && !c.pending.empty() {
					to = c.depart(b, to, v)
					continue
				}
			}
			switch {
			case v.Op == ir.OpPhi && b == c.header, c.settledGuards[v]:
				continue
			case v.Op == ir.OpPhi:
				c.merge(to, v)
				continue
			case v.Op == ir.OpConst:
				// One for all copies; the walk puts it into the entry block.
				if c.values[v] == nil {
					c.values[v] = c.clone(to, v)
				}
				continue
			}
			c.values[v] = c.clone(to, v)
		}
		c.end(b, to, next)
	}
}

// depart makes a branch of a guard's copy, with a block for the additions in front of its
// exit, and gives the block where the copy of b goes on.
func (c *copier) depart(b, to *ir.Block, guard *ir.Value) (rest *ir.Block) {
	exit, rest := c.f.NewBlock(), c.f.NewBlock()
	exit.Cold = true
	c.pending.make(c.f, exit)
	exit.Kind, exit.Exit, exit.Results = ir.BlockExit, guard.Exit, c.all(guard.Args[1:])
	to.Kind, to.Control = ir.BlockIf, c.value(guard.Args[0])
	to.To(exit)
	to.To(rest)
	c.ends[b] = rest
	return rest
}

// clone appends a copy of a value to a block. Phis of one value are gone in the copy, so that
// more is constant there.
func (c *copier) clone(to *ir.Block, v *ir.Value) *ir.Value {
	w := c.f.Copy(to, v, c.all(v.Args)...)
	if imm, ok := folded(w); ok {
		w.Op, w.Code, w.Sat, w.Imm, w.Args = ir.OpConst, 0, false, imm, nil
	}
	to.Values = append(to.Values, w)
	return w
}

// merge copies a phi, less its cold ways.
func (c *copier) merge(to *ir.Block, v *ir.Value) {
	var args []*ir.Value
	for k, p := range v.Block.Preds {
		if c.hot(p) {
			args = append(args, c.value(v.Args[k]))
		}
	}
	if len(args) == 1 {
		c.values[v] = args[0]
		return
	}
	c.values[v] = c.f.NewPhi(to, v, args...)
}

// end ends a copied block, the last part of which is to.
func (c *copier) end(b, to, next *ir.Block) {
	stay, settled := c.settledEnds[b]
	for i, s := range b.Succs {
		switch {
		case s == c.header:
			to.To(next)
		case c.hot(s):
			// The predecessors of a copy come in the order of those of the block.
			to.Succs = append(to.Succs, c.block(s))
		case c.repeated[b]:
			again := c.f.NewBlock()
			to.To(again)
			c.repeat(again)
		case !settled || i == stay:
			to.To(c.leaf(b, i))
		case c.leave != nil && (!c.inside[s] || c.asides[b]):
			c.leave(to)
		}
	}
	if len(to.Succs) > 1 {
		to.Kind, to.Control = ir.BlockIf, c.value(b.Control)
	}
	if b == c.header {
		return
	}
	start := c.block(b)
	for _, p := range b.Preds {
		if c.hot(p) {
			start.Preds = append(start.Preds, c.endOf(p))
		}
	}
}

// leaf copies, as one block, what a block's edge i leads to and what only leaves.
func (c *copier) leaf(from *ir.Block, i int) *ir.Block {
	to := c.f.NewBlock()
	if c.pending != nil {
		c.pending.make(c.f, to)
	}
	for {
		b, at := from.Succs[i], edge(from, i)
		to.Cold = to.Cold || b.Cold
		for _, v := range b.Values {
			if v.Op == ir.OpPhi {
				c.values[v] = c.value(v.Args[at])
			} else {
				c.values[v] = c.clone(to, v)
			}
		}
		if len(b.Succs) == 0 {
			to.Kind, to.Exit = b.Kind, b.Exit
			to.Results = c.all(b.Results)
			return to
		}
		from, i = b, 0
	}
}
