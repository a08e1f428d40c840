package optimise

import (
	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
)

// This file finds out about phis: loop variables that only grow or only shrink, and
// phis of references that are not null.

// countNonNil tells the phis of a block's successors which of their arguments are
// known not to be null at the end of the block.
func (n *walker) countNonNil(b *ir.Block) {
	for i, s := range b.Succs {
		if b.BackEdge(s) {
			continue
		}
		at := -1
		for _, v := range s.Values {
			if v.Op != ir.OpPhi {
				break
			}
			if !v.Ref {
				continue
			}
			if at < 0 {
				at = edge(b, i)
			}
			if n.nonZero(n.resolve(v.Args[at])) {
				n.info[v.ID].nonNil++
			}
		}
	}
}

// inferPhi enters what is known of a phi whose forward predecessors have been left.
func (n *walker) inferPhi(v *ir.Value) {
	i := &n.info[v.ID]
	if v.Ref {
		known := int(i.nonNil)
		for k, p := range n.block.Preds {
			if a := v.Args[k]; p.BackEdge(n.block) && (a == v || nonNil(a)) {
				known++
			}
		}
		if known == len(v.Args) {
			i.nonZero, v.NonNil = true, true
		}
	}
	if v.Type != wasm.I32 {
		return
	}
	low, high := int64(maximum), int64(minimum)
	var initial *ir.Value
	forward, grows, shrinks := 0, true, true
	for k, p := range n.block.Preds {
		a := v.Args[k]
		if !p.BackEdge(n.block) {
			l, h := n.bounds(a, 1)
			low, high = min(low, l), max(high, h)
			initial = a
			forward++
			continue
		}
		if !n.reducible {
			return
		}
		grows = grows && n.steps(v, a, p, true, 4)
		shrinks = shrinks && n.steps(v, a, p, false, 4)
	}
	back := forward < len(v.Args)
	if low > high || back && !grows && !shrinks {
		return
	}
	if grows || !back {
		i.low = max(i.low, int32(low))
	}
	if shrinks || !back {
		i.high = min(i.high, int32(high))
	}
	if !back || forward != 1 {
		return
	}
	if grows {
		n.relate(initial, v, 0)
	}
	if shrinks {
		n.relate(v, initial, 0)
	}
}

// steps reports whether a value that comes back to the loop variable phi is at
// least phi (at most, if up is not set): phi itself, phi plus a constant where that
// does not wrap, or a phi of such values.
func (n *walker) steps(phi, a *ir.Value, at *ir.Block, up bool, depth int) bool {
	a = n.resolve(a)
	if a == phi {
		return true
	}
	if depth == 0 || !n.block.Dominates(a.Block) {
		return false
	}
	if a.Op == ir.OpPhi {
		if a.Block == n.block {
			return false
		}
		for k, p := range a.Block.Preds {
			if p.BackEdge(a.Block) || !n.steps(phi, a.Args[k], p, up, depth-1) {
				return false
			}
		}
		return true
	}
	if a.Op != ir.OpPure || a.Sat || len(a.Args) != 2 || a.Code != wasm.OpI32Add && a.Code != wasm.OpI32Sub {
		return false
	}
	x, y := n.resolve(a.Args[0]), n.resolve(a.Args[1])
	if a.Code == wasm.OpI32Add && x.Op == ir.OpConst {
		x, y = y, x
	}
	if x != phi || y.Op != ir.OpConst {
		return false
	}
	c := int64(int32(y.Imm))
	if a.Code == wasm.OpI32Sub {
		c = -c
	}
	if c == 0 {
		return true
	}
	return c > 0 == up && n.staysInside(phi, c, a)
}

// staysInside reports whether what dominates the value sum, inside the loop, shows
// that phi + c does not wrap.
func (n *walker) staysInside(phi *ir.Value, c int64, sum *ir.Value) bool {
	left := 256
	for b := sum.Block; ; b = b.Dominator {
		for _, v := range b.Values {
			if v == sum {
				break
			}
			if v.Op == ir.OpGuard && n.limits(v.Args[0], false, phi, c) {
				return true
			}
			if left--; left == 0 {
				return false
			}
		}
		if b == n.block {
			return false
		}
		if len(b.Preds) == 1 && b.Preds[0].Kind == ir.BlockIf && n.limits(b.Preds[0].Control, b.Preds[0].Succs[0] == b, phi, c) {
			return true
		}
	}
}

// limits reports whether phi + c does not wrap if the condition holds, or does not.
// The walk has not come to the condition yet.
func (n *walker) limits(condition *ir.Value, holds bool, phi *ir.Value, c int64) bool {
	condition = n.resolve(condition)
	for pure(condition, wasm.OpI32Eqz) {
		condition, holds = n.resolve(condition.Args[0]), !holds
	}
	if !comparison(condition) || len(condition.Args) != 2 {
		return false
	}
	code := condition.Code
	if !holds {
		code = inverse(code)
	}
	x, y := n.resolve(condition.Args[0]), n.resolve(condition.Args[1])
	if code == 0 {
		return false
	}
	if x != phi {
		if y != phi {
			return false
		}
		x, y, code = y, x, wasm.Swapped(code)
	}
	low, high := n.bounds(y, 0)
	switch code {
	case wasm.OpI32Eq:
		return low+c >= minimum && high+c <= maximum
	case wasm.OpI32LtS:
		return c > 0 && high-1+c <= maximum
	case wasm.OpI32LeS:
		return c > 0 && high+c <= maximum
	case wasm.OpI32GtS:
		return c < 0 && low+1+c >= minimum
	case wasm.OpI32GeS:
		return c < 0 && low+c >= minimum
	case wasm.OpI32LtU:
		return low >= 0 && (c < 0 || high-1+c <= maximum)
	case wasm.OpI32LeU:
		return low >= 0 && (c < 0 || high+c <= maximum)
	}
	return false
}

// inverse is the comparison that holds where an i32 or i64 comparison does not, 0 for none.
func inverse(code byte) byte {
	switch {
	case code == wasm.OpF32Eq || code == wasm.OpF64Eq:
		return code + 1
	case code == wasm.OpF32Ne || code == wasm.OpF64Ne:
		return code - 1
	}
	base := byte(wasm.OpI32Eq)
	switch {
	case code >= wasm.OpI64Eq && code <= wasm.OpI64GeU:
		base = wasm.OpI64Eq
	case code < wasm.OpI32Eq || code > wasm.OpI32GeU:
		return 0
	}
	return base + [...]byte{1, 0, 8, 9, 6, 7, 4, 5, 2, 3}[code-base]
}
