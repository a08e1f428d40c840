package optimise

import (
	"cmp"
	"maps"
	"slices"

	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
)

// This file counts in unrolled loops once for several iterations: what the copies of an
// iteration add to the same counter of a context becomes one addition behind them. Where
// the function is left between them it is made before.

// counter is a counter of a context, by its offset, and what is added to it: a constant, or a
// multiple of an invariant value.
type counter struct {
	node *ir.Value
	at   int64
	by   *ir.Value // nil for a constant
}

// factor orders counters: those of constants come first.
func (c counter) factor() int {
	if c.by == nil {
		return -1
	}
	return c.by.ID
}

// counterSize is how far counters are apart that one ir.OpCount adds to.
const counterSize = 8

// pending are additions that are still to be made.
type pending struct {
	counters []counter // in the order in which they came up
	amounts  map[counter]int64
}

func (p *pending) empty() bool { return len(p.counters) == 0 }

// clone is what is pending now.
func (p *pending) clone() *pending {
	if p == nil {
		return &pending{}
	}
	return &pending{slices.Clone(p.counters), maps.Clone(p.amounts)}
}

func (p *pending) add(c counter, amount int64) {
	if p.amounts == nil {
		p.amounts = make(map[counter]int64)
	}
	if _, known := p.amounts[c]; !known {
		p.counters = append(p.counters, c)
	}
	p.amounts[c] += amount
}

// make makes the additions at the end of a block; they remain pending.
func (p *pending) make(f *ir.Func, b *ir.Block) {
	sorted := slices.Clone(p.counters)
	slices.SortStableFunc(sorted, func(a, b counter) int {
		return cmp.Or(cmp.Compare(a.node.ID, b.node.ID), cmp.Compare(a.factor(), b.factor()), cmp.Compare(a.at, b.at))
	})
	constant := func(imm int64) *ir.Value {
		k := f.NewValue(b, ir.OpConst, wasm.I64)
		k.Imm = imm
		return k
	}
	for i := 0; i < len(sorted); i++ {
		c := sorted[i]
		if second := (counter{c.node, c.at + counterSize, nil}); c.by == nil && i+1 < len(sorted) && sorted[i+1] == second {
			v := f.NewValue(b, ir.OpCount, 0, c.node, constant(p.amounts[c]), constant(p.amounts[second]))
			v.Memory, v.Imm, v.Alias = ir.MemoryCounter, c.at, c.at
			i++
			continue
		}
		load := f.NewValue(b, ir.OpLoad, wasm.I64, c.node)
		load.Code, load.Memory, load.Imm, load.Alias = wasm.OpI64Load, ir.MemoryCounter, c.at, c.at
		amount := constant(p.amounts[c])
		if c.by != nil {
			amount = f.NewValue(b, ir.OpPure, wasm.I64, c.by, amount)
			amount.Code = wasm.OpI64Mul
		}
		sum := f.NewValue(b, ir.OpPure, wasm.I64, load, amount)
		sum.Code = wasm.OpI64Add
		store := f.NewValue(b, ir.OpStore, 0, c.node, sum)
		store.Code, store.Memory, store.Imm, store.Alias = wasm.OpI64Store, ir.MemoryCounter, c.at, c.at
	}
}

// flush makes the additions for good.
func (p *pending) flush(f *ir.Func, b *ir.Block) {
	p.make(f, b)
	*p = pending{}
}

// addition reports whether a value adds constants to counters, or an invariant value to one:
// an ir.OpCount, or the store of a sum with what was loaded. amounts are for the first counter
// and those behind it.
func (u *unroller) addition(v *ir.Value) (first counter, amounts []int64, ok bool) {
	switch {
	case v.Memory != ir.MemoryCounter:
	case v.Op == ir.OpCount:
		if first, second := v.Args[1], v.Args[2]; first.Op == ir.OpConst && second.Op == ir.OpConst {
			return counter{v.Args[0], v.Imm, nil}, []int64{first.Imm, second.Imm}, true
		}
	case v.Op == ir.OpStore && v.Code == wasm.OpI64Store:
		sum := v.Args[1]
		if !pure(sum, wasm.OpI64Add) || sum.Block != v.Block {
			break
		}
		load, amount := sum.Args[0], sum.Args[1]
		if u.invariant(load) {
			load, amount = amount, load
		}
		if load.Op != ir.OpLoad || load.Block != v.Block || load.Memory != ir.MemoryCounter || load.Args[0] != v.Args[0] || load.Imm != v.Imm {
			break
		}
		if amount.Op == ir.OpConst {
			return counter{v.Args[0], v.Imm, nil}, []int64{amount.Imm}, true
		}
		return counter{v.Args[0], v.Imm, amount}, []int64{1}, u.invariant(amount)
	}
	return counter{}, nil, false
}

// later reports whether all that a loop does to counters is adding to them in every
// iteration, in blocks that all others come after, so that it can be done behind the last one.
func (u *unroller) later() bool {
	for i, b := range u.body {
		counts, loads := false, 0
		for _, v := range b.Values {
			if v.Memory != ir.MemoryCounter {
				continue
			}
			counts = true
			_, _, ok := u.addition(v)
			switch {
			case v.Op == ir.OpLoad:
				loads++
			case !ok:
				return false
			case v.Op == ir.OpStore:
				loads--
			}
		}
		if loads != 0 || counts && slices.ContainsFunc(u.body[i:], func(c *ir.Block) bool { return !b.Dominates(c) }) {
			return false
		}
	}
	return true
}
