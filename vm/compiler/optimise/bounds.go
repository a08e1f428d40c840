package optimise

import (
	"math"

	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
)

// This file computes the bounds of unrolled loops, with 64 bits, so that nothing wraps.

// conditions makes the conditions on the variables of the fast loop, whose phis are
// given. What they compare with is computed before it.
func (u *unroller) conditions(entry *ir.Block, values map[*ir.Value]*ir.Value) (tests []*ir.Value) {
	p := &arithmetic{f: u.f, b: u.preheader}
	compare := func(code byte, phi, with *ir.Value) {
		c := u.f.Detached(entry, ir.OpPure, wasm.I32, values[phi], with)
		c.Code, c.BCI = code, phi.BCI
		tests = append(tests, c)
	}
	var allowed *ir.Value // not 0 if the fast loop may begin at all
	for _, v := range u.variables {
		if len(v.bounds) == 0 && len(v.initial) == 0 {
			continue
		}
		from := u.initial[v.phi]
		if v.neverWraps {
			from = from.Args[0]
		}
		first := p.number(from)
		for _, b := range v.initial {
			// first + added against limit + above
			code := byte(wasm.OpI64GeS)
			if !v.up() {
				code = wasm.OpI64LeS
			}
			allowed = p.both(allowed, p.compare(code, p.add(first, p.number(b.added)), p.add(p.number(b.limit), number{offset: b.above})))
		}
		if v.by != nil {
			allowed = p.both(allowed, p.compare(wasm.OpI64GtS, p.number(v.by), number{}))
		}
	}
	for _, v := range u.variables {
		if len(v.bounds) == 0 {
			continue
		}
		narrowest := byte(wasm.OpI64LtS)
		if !v.up() {
			narrowest = wasm.OpI64GtS
		}
		var steps, oneMore number // of all iterations but the first one, and of all
		if v.by != nil {
			by := p.number(v.by)
			steps = p.multiply(by, int64(u.copies-1))
			oneMore = p.multiply(by, int64(u.copies))
		} else {
			steps, oneMore = number{offset: v.step * int64(u.copies-1)}, number{offset: v.step * int64(u.copies)}
		}
		var end number
		for i, b := range v.bounds {
			e := p.subtract(p.add(p.number(b.limit), number{offset: b.above}), p.number(b.added))
			if i == 0 {
				end = e
			} else {
				end = p.nearest(narrowest, end, e)
			}
		}
		end = p.subtract(end, steps)
		wide := v.phi.Type == wasm.I64
		// The variable must not wrap behind the last iteration either.
		if !wide && !v.staysNarrow() {
			last := number{offset: maximum}
			if !v.up() {
				last.offset = minimum
			}
			end = p.nearest(narrowest, end, p.subtract(last, oneMore))
		}
		// Where the fast loop must not begin the variable is never on the right side
		// of the end.
		code, never, outermost := byte(wasm.OpI32LtS), int64(minimum), byte(wasm.OpI64GtS)
		end.offset++
		if !v.up() {
			code, never, outermost = wasm.OpI32GtS, maximum, wasm.OpI64LtS
			end.offset -= 2
		}
		if wide {
			code = code - wasm.OpI32Eq + wasm.OpI64Eq
			never = math.MinInt64
			if !v.up() {
				never = math.MaxInt64
			}
		} else {
			end = p.nearest(outermost, end, number{offset: never})
		}
		with := p.value(end)
		if allowed != nil {
			with = p.operation(ir.OpSelect, 0, wasm.I64, with, p.constant(wasm.I64, never), allowed)
		}
		if !wide {
			with = p.operation(ir.OpPure, wasm.OpI32WrapI64, wasm.I32, with)
		}
		compare(code, v.phi, with)
	}
	return tests
}

// number is a value of 64 bits plus a constant; a nil value is 0.
type number struct {
	value  *ir.Value
	offset int64
}

// arithmetic computes numbers at the end of a block.
type arithmetic struct {
	f *ir.Func
	b *ir.Block
}

func (p *arithmetic) operation(op ir.Op, code byte, t wasm.Type, args ...*ir.Value) *ir.Value {
	v := p.f.NewValue(p.b, op, t, args...)
	v.Code = code
	return v
}

func (p *arithmetic) constant(t wasm.Type, imm int64) *ir.Value {
	v := p.operation(ir.OpConst, 0, t)
	v.Imm = imm
	return v
}

// number widens a value; nil is 0.
func (p *arithmetic) number(v *ir.Value) number {
	switch {
	case v == nil:
		return number{}
	case v.Op == ir.OpConst && constant(v) > -maxOffset && constant(v) < maxOffset:
		return number{offset: constant(v)}
	case v.Type == wasm.I32:
		return number{value: p.operation(ir.OpPure, wasm.OpI64ExtendI32S, wasm.I64, v)}
	}
	return number{value: v}
}

// value computes a number.
func (p *arithmetic) value(n number) *ir.Value {
	switch {
	case n.value == nil:
		return p.constant(wasm.I64, n.offset)
	case n.offset == 0:
		return n.value
	}
	return p.operation(ir.OpPure, wasm.OpI64Add, wasm.I64, n.value, p.constant(wasm.I64, n.offset))
}

func (p *arithmetic) add(a, b number) number {
	s := number{offset: a.offset + b.offset}
	switch {
	case a.value == nil:
		s.value = b.value
	case b.value == nil:
		s.value = a.value
	default:
		s.value = p.operation(ir.OpPure, wasm.OpI64Add, wasm.I64, a.value, b.value)
	}
	return s
}

func (p *arithmetic) subtract(a, b number) number {
	s := number{a.value, a.offset - b.offset}
	if b.value != nil {
		s.value = p.operation(ir.OpPure, wasm.OpI64Sub, wasm.I64, p.value(number{value: a.value}), b.value)
	}
	return s
}

func (p *arithmetic) multiply(a number, by int64) number {
	if a.value == nil {
		return number{offset: a.offset * by}
	}
	return number{p.operation(ir.OpPure, wasm.OpI64Mul, wasm.I64, a.value, p.constant(wasm.I64, by)), a.offset * by}
}

// nearest is the first number if the comparison with the second one holds, else the second.
func (p *arithmetic) nearest(code byte, a, b number) number {
	if a.value == b.value {
		if (a.offset < b.offset) == (code == wasm.OpI64LtS) {
			return a
		}
		return b
	}
	// A constant that both have comes off.
	common := int64(0)
	if a.value != nil && b.value != nil && a.offset == b.offset {
		common, a.offset, b.offset = a.offset, 0, 0
	}
	x, y := p.value(a), p.value(b)
	return number{p.operation(ir.OpSelect, 0, wasm.I64, x, y, p.operation(ir.OpPure, code, wasm.I32, x, y)), common}
}

// compare compares numbers; nil is a condition that holds.
func (p *arithmetic) compare(code byte, a, b number) *ir.Value {
	if a.value == nil && b.value == nil {
		if holds, _ := fold(code, false, a.offset, b.offset); holds != 0 {
			return nil
		}
	}
	return p.operation(ir.OpPure, code, wasm.I32, p.value(a), p.value(b))
}

// both is the condition that two conditions hold.
func (p *arithmetic) both(a, b *ir.Value) *ir.Value {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return p.operation(ir.OpPure, wasm.OpI32And, wasm.I32, a, b)
}
