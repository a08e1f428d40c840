package optimise

import (
	"slices"

	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
)

// This file finds the induction variables of loops that are to be unrolled, and what
// the loops' conditions make of bounds for them.

// variable is an induction variable: a phi of the header to which each iteration adds
// the same.
type variable struct {
	phi     *ir.Value
	step    int64     // unless by is set
	by      *ir.Value // the step where it is no constant: an i32 that must turn out to be above 0
	bounds  []bound   // that the variable comes nearer to
	initial []bound   // that it moves away from
	// neverWraps says that the loop keeps the variable from wrapping: what holds
	// before the first iteration then holds in all others.
	neverWraps bool
}

// bound is the highest value that variable + offset + added may have, or the lowest:
// limit + above.
type bound struct {
	added, limit *ir.Value // nil: 0
	above        int64     // what is to be added to the limit, less the offset
}

func (v *variable) up() bool { return v.by != nil || v.step > 0 }

// findVariables finds the induction variables.
func (u *unroller) findVariables() {
	for _, phi := range u.header.Values {
		if phi.Op != ir.OpPhi {
			break
		}
		if phi.Ref || phi.Type != wasm.I32 && phi.Type != wasm.I64 {
			continue
		}
		s, ok := u.sum(phi.Args[u.back])
		if !ok || s.phi != phi || s.narrowed {
			continue
		}
		switch {
		case s.added == nil && s.offset != 0 && s.offset > -maxOffset && s.offset < maxOffset:
			u.variables = append(u.variables, &variable{phi: phi, step: s.offset})
		case s.added != nil && s.offset == 0:
			u.variables = append(u.variables, &variable{phi: phi, by: s.added})
		}
	}
}

// sum is a value of the form phi + offset + added, added being an i32.
type sum struct {
	phi, added *ir.Value
	offset     int64
	narrowed   bool // the phi is an i64 and the value its lower half
}

// sum finds out whether a value of the loop is such a sum.
func (u *unroller) sum(v *ir.Value) (s sum, ok bool) {
	for depth := 0; depth < 6; depth++ {
		v = u.hotValue(v)
		switch {
		case v.Op == ir.OpPhi && v.Block == u.header:
			s.phi = v
			return s, true
		case pure(v, wasm.OpI32WrapI64) && !s.narrowed:
			s.narrowed = true
			v = v.Args[0]
		case pure(v, wasm.OpI32Add) || pure(v, wasm.OpI64Add):
			x, y := u.hotValue(v.Args[0]), v.Args[1]
			if u.invariant(x) {
				x, y = y, x
			}
			switch added := narrow(y); {
			case y.Op == ir.OpConst:
				if s.offset += constant(y); s.offset <= -maxOffset || s.offset >= maxOffset {
					return s, false
				}
			case u.invariant(y) && s.added == nil && added != nil:
				s.added = added
			default:
				return s, false
			}
			v = x
		default:
			return s, false
		}
	}
	return s, false
}

// narrow is the i32 that equals a value, nil for none.
func narrow(v *ir.Value) *ir.Value {
	switch {
	case v.Type == wasm.I32:
		return v
	case pure(v, wasm.OpI64ExtendI32S):
		return v.Args[0]
	}
	return nil
}

// constant is the number that a constant stands for.
func constant(v *ir.Value) int64 {
	if v.Type == wasm.I32 {
		return int64(int32(v.Imm))
	}
	return v.Imm
}

// mayLimit reports whether a condition compares an induction variable.
func (u *unroller) mayLimit(c *ir.Value) bool {
	for pure(c, wasm.OpI32Eqz) {
		c = c.Args[0]
	}
	if !comparison(c) || len(c.Args) != 2 {
		return false
	}
	for _, x := range c.Args {
		if s, ok := u.sum(x); ok && u.variable(s.phi) != nil {
			return true
		}
	}
	return false
}

// variable is the induction variable of a phi, nil for none.
func (u *unroller) variable(phi *ir.Value) *variable {
	for _, v := range u.variables {
		if v.phi == phi {
			return v
		}
	}
	return nil
}

// settles makes conditions of the fast loop of a condition that must hold in the
// block b of each iteration, or not hold, and reports whether it can.
func (u *unroller) settles(b *ir.Block, c *ir.Value, holds bool) bool {
	for pure(c, wasm.OpI32Eqz) {
		c, holds = c.Args[0], !holds
	}
	if !comparison(c) || len(c.Args) != 2 {
		return false
	}
	code := c.Code
	if !holds {
		code = inverse(code)
	}
	if code == 0 {
		return false
	}
	x, y := c.Args[0], c.Args[1]
	if u.invariant(x) {
		x, y, code = y, x, wasm.Swapped(code)
	}
	if !u.invariant(y) || u.invariant(x) {
		return false
	}
	wide := false
	if code >= wasm.OpI64Eq && code <= wasm.OpI64GeU {
		code, wide = code-wasm.OpI64Eq+wasm.OpI32Eq, true
	}
	s, ok := u.sum(x)
	if !ok {
		return false
	}
	v := u.variable(s.phi)
	limit := bound{added: s.added, above: -s.offset}
	switch {
	case v == nil, s.narrowed && s.added != nil, wide && (s.added != nil || s.offset != 0):
		return false
	case y.Op != ir.OpConst:
		if limit.limit = narrow(y); limit.limit == nil {
			return false
		}
	case constant(y) <= -maxOffset || constant(y) >= maxOffset:
		return false
	default:
		limit.above += constant(y)
	}
	keeps := u.keeps
	if code == wasm.OpI32Ne {
		// That it has not reached the limit yet is enough. It is not what the loop as it
		// was looks at: there the variable may go past the limit, and on.
		if code = wasm.OpI32GtS; v.up() {
			code = wasm.OpI32LtS
		}
		keeps = func(*ir.Block, *variable, bound) bool { return false }
	}
	switch code {
	case wasm.OpI32LtS, wasm.OpI32LeS:
		if code == wasm.OpI32LtS {
			limit.above--
		}
		v.atMost(limit)
		v.neverWraps = v.neverWraps || v.up() && x == v.phi && keeps(b, v, limit)
		if !wide && (v.up() && (s.added != nil || s.offset < 0 || s.narrowed) || !v.up()) {
			// A sum that wraps below the least number would pass.
			v.atLeast(bound{added: s.added, above: minimum - s.offset})
		}
	case wasm.OpI32GtS, wasm.OpI32GeS:
		if code == wasm.OpI32GtS {
			limit.above++
		}
		v.atLeast(limit)
		v.neverWraps = v.neverWraps || !v.up() && x == v.phi && keeps(b, v, limit)
		if !wide && (!v.up() && (s.added != nil || s.offset > 0 || s.narrowed) || v.up()) {
			v.atMost(bound{added: s.added, above: maximum - s.offset})
		}
	case wasm.OpI32LtU, wasm.OpI32LeU:
		if wide {
			return false
		}
		if code == wasm.OpI32LtU {
			limit.above--
		}
		v.atMost(limit)
		v.atLeast(bound{added: s.added, above: -s.offset})
	default:
		return false
	}
	return true
}

// keeps reports whether a condition of the block b on a variable itself keeps it from
// wrapping in the loop as it was.
func (u *unroller) keeps(b *ir.Block, v *variable, limit bound) bool {
	return limit.keepsNarrow(v) && b.Dominates(u.latch)
}

// atMost and atLeast add conditions.
func (v *variable) atMost(b bound) { v.add(b, v.up()) }

func (v *variable) atLeast(b bound) { v.add(b, !v.up()) }

func (v *variable) add(b bound, nearing bool) {
	list := &v.initial
	if nearing {
		list = &v.bounds
	}
	for i := range *list {
		o := &(*list)[i]
		if o.added != b.added || o.limit != b.limit {
			continue
		}
		if nearing == v.up() {
			o.above = min(o.above, b.above)
		} else {
			o.above = max(o.above, b.above)
		}
		return
	}
	*list = append(*list, b)
}

// looks reports whether a condition is that the time slice is used up.
func (u *unroller) looks(c *ir.Value) bool {
	if !pure(c, wasm.OpI32LeS) || !c.Args[1].IsConst(0) {
		return false
	}
	phi, taken, ok := u.taken(c.Args[0], 8)
	if !ok || u.slice != nil && u.slice != phi {
		return false
	}
	u.slice, u.untilLook = phi, max(u.untilLook, taken)
	return true
}

// taken finds out how much has been taken from a phi of the header at most.
func (u *unroller) taken(v *ir.Value, depth int) (phi *ir.Value, most int64, ok bool) {
	v = u.hotValue(v)
	switch {
	case v.Op == ir.OpPhi && v.Block == u.header:
		return v, 0, true
	case depth == 0 || !u.inside[v.Block]:
		return nil, 0, false
	case v.Op == ir.OpPhi:
		for k, p := range v.Block.Preds {
			if p.Cold {
				continue
			}
			from, taken, ok := u.taken(v.Args[k], depth-1)
			if !ok || phi != nil && phi != from {
				return nil, 0, false
			}
			if phi == nil || taken > most {
				phi, most = from, taken
			}
		}
		return phi, most, phi != nil
	case pure(v, wasm.OpI32Add) && v.Args[1].Op == ir.OpConst:
		c := constant(v.Args[1])
		phi, most, ok = u.taken(v.Args[0], depth-1)
		most -= c
		u.givesBack = u.givesBack || c > 0
		return phi, most, ok && c < maxTaken && most > -maxTaken && most < maxTaken
	}
	return nil, 0, false
}

// remains computes, at the end of a block, whether so much remains of the time slice
// that several iterations do not use it up. Branches that are not taken may give a
// little back: then it must not be near to wrapping either.
func (u *unroller) remains(b *ir.Block, slice *ir.Value, iterations int) *ir.Value {
	p, before := &arithmetic{f: u.f, b: b}, &arithmetic{f: u.f, b: u.preheader}
	least := u.perIteration*int64(iterations-1) + u.untilLook
	if !u.givesBack {
		return p.operation(ir.OpPure, wasm.OpI32GtS, wasm.I32, slice, before.constant(wasm.I32, least))
	}
	above := p.operation(ir.OpPure, wasm.OpI32Add, wasm.I32, slice, before.constant(wasm.I32, -least-1))
	return p.operation(ir.OpPure, wasm.OpI32LtU, wasm.I32, above, before.constant(wasm.I32, maxSlice))
}

// staysNarrow reports whether the conditions keep an i32 from wrapping behind the last
// iteration: it counts by one, and one of them is that it is below an i32.
func (v *variable) staysNarrow() bool {
	return slices.ContainsFunc(v.bounds, func(b bound) bool { return b.keepsNarrow(v) })
}

func (b *bound) keepsNarrow(v *variable) bool {
	switch {
	case b.added != nil || v.phi.Type != wasm.I32:
		return false
	case v.step == 1:
		return b.limit != nil && b.above < 0 || b.limit == nil && b.above < maximum
	case v.step == -1:
		return b.limit != nil && b.above > 0 || b.limit == nil && b.above > minimum
	}
	return false
}
