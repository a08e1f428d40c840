package compiler

import (
	"encoding/binary"
	"math"

	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
	"hotlens/vm/fdlibm"
)

// This file computes functions of doubles. Where their arguments are ordinary numbers, exp, log, log10, pow, sin and cos are followed operation by operation as package fdlibm has
// them, which gives the bits of HotSpot's; else, and for all others, the runtime computes.

// numbers has the runtime compute a double from doubles, each time, as time passes.
func (c *nativeCall) numbers() *ir.Value {
	arguments := append([]*ir.Value{c.i32(c.env.NumberFunction(c.callee))}, c.arguments...)
	host := hostTypes[FuncNumbers]
	for len(arguments) < len(host.Params) {
		arguments = append(arguments, c.constant(wasm.F64, 0))
	}
	call := c.value(ir.OpCall, 0, arguments...)
	call.Call = &ir.Call{Function: FuncNumbers, Type: host, Arguments: len(arguments), Status: -1, Writes: 1 << ir.MemoryControl}
	return c.value(ir.OpResult, wasm.F64, call)
}

// ordinary is what compute gives, and what the runtime gives unless all is as compute says (only).
func (c *nativeCall) ordinary(compute func() *ir.Value) *ir.Value {
	computed := compute()
	c.passes(c.i64(int64(c.env.NumberTime(c.callee))))
	join := c.f.NewBlock()
	c.b.To(join)
	c.b, c.rare = c.rare, nil
	called := c.numbers()
	c.b.To(join)
	c.b = join
	return c.value(ir.OpPhi, wasm.F64, computed, called)
}

// only is unless for a condition that has to be 1.
func (c *nativeCall) only(condition *ir.Value) { c.unless(c.pure(wasm.OpI32Eqz, wasm.I32, condition)) }

// passes has so many picoseconds pass by the virtual clock.
func (b *builder) passes(time *ir.Value) {
	if time.IsConst(0) {
		return
	}
	zero := b.i32(0)
	passed := b.load(wasm.OpI64Load, wasm.I64, ir.MemoryControl, zero, int64(b.words.Passed))
	b.store(wasm.OpI64Store, ir.MemoryControl, zero, int64(b.words.Passed), b.pure(wasm.OpI64Add, wasm.I64, passed, time))
}

func (b *builder) f64(x float64) *ir.Value { return b.constant(wasm.F64, int64(math.Float64bits(x))) }

func (b *builder) sum(x, y *ir.Value) *ir.Value     { return b.pure(wasm.OpF64Add, wasm.F64, x, y) }
func (b *builder) less(x, y *ir.Value) *ir.Value    { return b.pure(wasm.OpF64Sub, wasm.F64, x, y) }
func (b *builder) product(x, y *ir.Value) *ir.Value { return b.pure(wasm.OpF64Mul, wasm.F64, x, y) }

// between is 1 if a double is not below the first bound, nor above the second: NaN is not.
func (b *builder) between(low, x, high *ir.Value) *ir.Value {
	return b.pure(wasm.OpI32And, wasm.I32, b.pure(wasm.OpF64Ge, wasm.I32, x, low), b.pure(wasm.OpF64Le, wasm.I32, x, high))
}

// tabled is a double of a table.
func (b *builder) tabled(address *ir.Value, offset int64) *ir.Value {
	return b.load(wasm.OpF64Load, wasm.F64, ir.MemoryFixed, address, offset)
}

// exponent is a number where doubles have their exponent.
func (b *builder) exponent(n *ir.Value) *ir.Value {
	return b.pure(wasm.OpI64Shl, wasm.I64, b.pure(wasm.OpI64ExtendI32S, wasm.I64, n), b.i64(52))
}

// scaled is a double of a table times 2^n.
func (b *builder) scaled(address *ir.Value, offset int64, n *ir.Value) *ir.Value {
	bits := b.load(wasm.OpI64Load, wasm.I64, ir.MemoryFixed, address, offset)
	return b.pure(wasm.OpF64ReinterpretI64, wasm.F64, b.pure(wasm.OpI64Add, wasm.I64, bits, b.exponent(n)))
}

// masked is a double without the bits that are not in a mask.
func (b *builder) masked(x, mask *ir.Value) *ir.Value {
	return b.pure(wasm.OpF64ReinterpretI64, wasm.F64, b.pure(wasm.OpI64And, wasm.I64, b.pure(wasm.OpI64ReinterpretF64, wasm.I64, x), mask))
}

// power is Math.pow, of which a square is a product (fdlibm.MathPow).
func (c *nativeCall) power() *ir.Value {
	x, y := c.arguments[0], c.arguments[1]
	if y.IsConst(int64(math.Float64bits(2))) {
		c.passes(c.i64(int64(c.env.NumberTime(c.callee))))
		return c.product(x, x)
	}
	return c.ordinary(func() *ir.Value {
		p := fdlibm.Power()
		nearest := int64(c.env.Data("pow's reciprocals", func() []byte { return shorts(p.Reciprocals) }))
		entries := int64(c.env.Data("pow's logarithms", func() []byte { return doubles(p.Entries) }))
		powers := int64(c.env.Data("pow's powers", func() []byte { return doubles(p.Powers) }))
		differs := func(a, b *ir.Value) *ir.Value { return c.pure(wasm.OpF64Ne, wasm.I32, a, b) }
		and := func(a, b *ir.Value) *ir.Value { return c.pure(wasm.OpI32And, wasm.I32, a, b) }
		c.only(and(c.between(c.f64(0x1p-1022), x, c.f64(math.MaxFloat64)), and(differs(x, c.f64(1)), and(differs(y, c.f64(2)), differs(y, c.f64(0.5))))))

		pattern := c.pure(wasm.OpI64ReinterpretF64, wasm.I64, x)
		shifted := func(of *ir.Value, by int64) *ir.Value {
			return c.pure(wasm.OpI32WrapI64, wasm.I32, c.pure(wasm.OpI64ShrU, wasm.I64, of, c.i64(by)))
		}
		exponent := c.add(shifted(pattern, 52), -1023)
		lost := c.pure(wasm.OpI32Sub, wasm.I32, c.i32(31), c.pure(wasm.OpI32Clz, wasm.I32, c.add(c.magnitude(exponent), 1)))
		ofY := c.pure(wasm.OpI32And, wasm.I32, shifted(c.pure(wasm.OpI64ReinterpretF64, wasm.I64, y), 48), c.i32(0x7ff0))
		size := c.add(c.pure(wasm.OpI32Add, wasm.I32, c.pure(wasm.OpI32Shl, wasm.I32, lost, c.i32(4)), ofY), -p.LeastSize)
		top := c.add(shifted(pattern, 48), -p.NearOne)
		near := c.pure(wasm.OpI32LtU, wasm.I32, top, c.i32(2))
		far := c.pure(wasm.OpI32Or, wasm.I32, c.pure(wasm.OpI32Eqz, wasm.I32, near), c.pure(wasm.OpI32LtU, wasm.I32, ofY, c.i32(p.MoreFrom)))
		c.only(and(far, c.pure(wasm.OpI32LtU, wasm.I32, size, c.i32(p.MostSize-p.LeastSize))))

		fraction := c.pure(wasm.OpI64Or, wasm.I64, c.pure(wasm.OpI64And, wasm.I64, pattern, c.i64(1<<52-1)), c.i64(1023<<52))
		mask := c.pure(wasm.OpI64Shl, wasm.I64, c.i64(-1<<32), c.pure(wasm.OpI64ExtendI32U, wasm.I64, lost))
		rounding := c.pure(wasm.OpI64Shl, wasm.I64, c.pure(wasm.OpI64ExtendI32U, wasm.I64, near), c.i64(31))
		m := c.pure(wasm.OpF64ReinterpretI64, wasm.F64, fraction)
		mh := c.pure(wasm.OpF64ReinterpretI64, wasm.F64, c.pure(wasm.OpI64And, wasm.I64, c.pure(wasm.OpI64Add, wasm.I64, fraction, rounding), mask))
		cell := c.pure(wasm.OpI32Shl, wasm.I32, c.pure(wasm.OpI32And, wasm.I32, shifted(pattern, 40), c.i32(1<<12-1)), c.i32(1))
		entry := c.pure(wasm.OpI32Mul, wasm.I32, c.load(wasm.OpI32Load16U, wasm.I32, ir.MemoryFixed, cell, nearest), c.i32(3*8))
		value := c.tabled(entry, entries)
		rl := c.product(c.less(m, mh), value)
		rh := c.less(c.product(mh, value), c.f64(p.Scale))

		lh := c.sum(c.sum(rh, c.tabled(entry, entries+8)), c.pure(wasm.OpF64ConvertI32S, wasm.F64, exponent))
		r := c.sum(rl, rh)
		square := c.product(r, r)
		cube, fourth := c.product(r, square), c.product(square, square)
		linear := func(of []float64, i, j int, by *ir.Value) *ir.Value {
			return c.sum(c.f64(of[i]), c.product(c.f64(of[j]), by))
		}
		odd := c.sum(c.product(linear(p.Log, 6, 2, r), cube), c.sum(rl, c.tabled(entry, entries+16)))
		odd = c.sum(c.product(fourth, c.product(linear(p.Log, 4, 0, r), cube)), odd)
		even := c.sum(c.product(fourth, c.product(linear(p.Log, 5, 1, r), r)), c.product(linear(p.Log, 7, 3, r), r))
		ll := c.sum(even, odd)

		yh := c.masked(y, c.i64(-1<<35))
		a := c.product(yh, lh)
		whole := c.sum(c.f64(p.Shifter), a)
		n := c.less(whole, c.f64(p.Shifter))
		c.only(c.pure(wasm.OpF64Lt, wasm.I32, c.pure(wasm.OpF64Abs, wasm.F64, n), c.f64(p.Range)))
		z := c.sum(c.sum(c.less(a, n), c.product(c.less(y, yh), lh)), c.product(y, ll))
		steps := shifted(c.pure(wasm.OpI64ReinterpretF64, wasm.I64, whole), 0)
		k := c.pure(wasm.OpI32ShrS, wasm.I32, steps, c.i32(8))
		at := c.pure(wasm.OpI32Shl, wasm.I32, c.pure(wasm.OpI32And, wasm.I32, steps, c.i32(1<<8-1)), c.i32(4))
		half := c.pure(wasm.OpI32ShrS, wasm.I32, k, c.i32(1))
		power, powerLow := c.scaled(at, powers, half), c.scaled(at, powers+8, half)
		scale := c.pure(wasm.OpF64ReinterpretI64, wasm.F64, c.exponent(c.add(c.pure(wasm.OpI32Sub, wasm.I32, k, half), 1023)))
		square = c.product(z, z)
		fourth = c.product(square, square)
		rest := c.product(c.product(fourth, linear(p.Exp, 2, 0, z)), power)
		rest = c.sum(rest, c.sum(c.product(c.product(c.f64(math.Ln2), z), power), powerLow))
		rest = c.sum(rest, c.product(c.product(square, linear(p.Exp, 3, 1, z)), power))
		result := c.product(c.sum(rest, power), scale)
		c.only(c.pure(wasm.OpF64Ge, wasm.I32, result, c.f64(0x1p-1022)))
		return result
	})
}

// exponential is Math.exp.
func (c *nativeCall) exponential() *ir.Value {
	e := fdlibm.Exponential
	x := c.arguments[0]
	return c.ordinary(func() *ir.Value {
		c.only(c.between(c.f64(e.Least), c.pure(wasm.OpF64Abs, wasm.F64, x), c.f64(e.Most)))
		rounded := c.sum(c.product(x, c.f64(e.Inverse)), c.f64(e.Shifter))
		m := c.pure(wasm.OpI32WrapI64, wasm.I32, c.pure(wasm.OpI64ReinterpretF64, wasm.I64, rounded))
		steps := c.less(rounded, c.f64(e.Shifter))
		n := c.pure(wasm.OpI32ShrS, wasm.I32, m, c.i32(6))
		entry := c.pure(wasm.OpI32Shl, wasm.I32, c.pure(wasm.OpI32And, wasm.I32, m, c.i32(63)), c.i32(4))
		table := int64(c.env.Data("powers", func() []byte { return doubles(e.Powers()) }))
		r := c.less(x, c.product(c.f64(e.Step[0]), steps))
		r = c.less(r, c.product(c.f64(e.Step[1]), steps))
		square := c.product(r, r)
		cube := c.product(r, square)
		fifth := c.product(c.product(cube, square), c.sum(c.f64(e.Coefficients[3]), c.product(c.f64(e.Coefficients[4]), r)))
		third := c.product(cube, c.sum(c.f64(e.Coefficients[1]), c.product(c.f64(e.Coefficients[2]), r)))
		p := c.sum(third, c.sum(c.sum(r, c.tabled(entry, table+8)), fifth))
		p = c.sum(p, c.product(square, c.f64(e.Coefficients[0])))
		half := c.pure(wasm.OpI32ShrS, wasm.I32, n, c.i32(1))
		power := c.scaled(entry, table, c.pure(wasm.OpI32Sub, wasm.I32, n, half))
		scale := c.pure(wasm.OpF64ReinterpretI64, wasm.F64, c.exponent(c.add(half, 1023)))
		return c.product(c.sum(c.product(p, power), power), scale)
	})
}

// logarithm is Math.log or Math.log10, whose table has a name.
func logarithm(name string, of func() *fdlibm.LogarithmParts) func(*nativeCall) *ir.Value {
	return func(c *nativeCall) *ir.Value {
		x := c.arguments[0]
		return c.ordinary(func() *ir.Value {
			c.only(c.between(c.f64(0x1p-1022), x, c.f64(math.MaxFloat64)))
			l := of()
			nearest := int64(c.env.Data(name+"'s reciprocals", func() []byte { return shorts(l.Reciprocals) }))
			entries := int64(c.env.Data(name, func() []byte { return doubles(l.Entries) }))
			bits := c.pure(wasm.OpI64ReinterpretF64, wasm.I64, x)
			shifted := func(by int64) *ir.Value {
				return c.pure(wasm.OpI32WrapI64, wasm.I32, c.pure(wasm.OpI64ShrU, wasm.I64, bits, c.i64(by)))
			}
			k := c.pure(wasm.OpF64ConvertI32S, wasm.F64, c.add(shifted(52), -1023))
			fraction := c.pure(wasm.OpI64Or, wasm.I64, c.pure(wasm.OpI64And, wasm.I64, bits, c.i64(1<<52-1)), c.i64(1023<<52))
			m := c.pure(wasm.OpF64ReinterpretI64, wasm.F64, fraction)
			mh := c.pure(wasm.OpF64ReinterpretI64, wasm.F64, c.pure(wasm.OpI64And, wasm.I64, fraction, c.i64(-1<<l.Less)))
			cell := c.pure(wasm.OpI32Shl, wasm.I32, c.pure(wasm.OpI32And, wasm.I32, shifted(40), c.i32(1<<12-1)), c.i32(1))
			entry := c.pure(wasm.OpI32Mul, wasm.I32, c.load(wasm.OpI32Load16U, wasm.I32, ir.MemoryFixed, cell, nearest), c.i32(3*8))
			value, high, low := c.tabled(entry, entries), c.tabled(entry, entries+8), c.tabled(entry, entries+16)
			r := c.sum(c.product(c.less(m, mh), value), c.less(c.product(mh, value), c.f64(l.Scale)))
			square := c.product(r, r)
			before := c.sum(high, c.product(c.f64(l.Two[0]), k))
			sum := c.sum(before, r)
			lost := c.sum(c.less(before, sum), r)
			rest := c.sum(c.sum(lost, c.product(c.f64(l.Rest), r)), c.sum(c.product(k, c.f64(l.Two[1])), low))
			linear := func(i int) *ir.Value {
				return c.sum(c.f64(l.Coefficients[i]), c.product(c.f64(l.Coefficients[i+1]), r))
			}
			later := c.sum(c.product(linear(3), r), c.product(c.product(c.f64(l.Coefficients[5]), r), square))
			rest = c.sum(rest, c.product(later, c.product(square, square)))
			rest = c.sum(rest, c.product(c.sum(linear(0), c.product(c.f64(l.Coefficients[2]), square)), square))
			return c.sum(sum, rest)
		})
	}
}

// sine is the sine of so many quarters of a turn more: Math.sin or Math.cos.
func sine(quarters int32) func(*nativeCall) *ir.Value {
	return func(c *nativeCall) *ir.Value {
		s, x := &fdlibm.Sine, c.arguments[0]
		return c.ordinary(func() *ir.Value {
			c.only(c.between(c.f64(s.Least), c.pure(wasm.OpF64Abs, wasm.F64, x), c.f64(s.Most)))
			table := int64(c.env.Data("sines", func() []byte { return doubles(s.Table()) }))
			near := c.product(x, c.f64(s.Steps))
			step := c.pure(wasm.SatI32F64S, wasm.I32, c.sum(near, c.pure(wasm.OpF64Copysign, wasm.F64, c.f64(0.5), near)))
			step.Sat = true
			steps := c.pure(wasm.OpF64ConvertI32S, wasm.F64, step)
			entry := c.pure(wasm.OpI32Shl, wasm.I32, c.pure(wasm.OpI32And, wasm.I32, c.add(step, quarters*s.Quarter), c.i32(s.Turn-1)), c.i32(5))
			sine, sineLow, power, left := c.tabled(entry, table), c.tabled(entry, table+8), c.tabled(entry, table+16), c.tabled(entry, table+24)
			first := c.less(x, c.product(steps, c.f64(s.Step[0])))
			second := c.product(steps, c.f64(s.Step[1]))
			r := c.less(first, second)
			lost := c.less(c.product(steps, c.f64(s.Step[2])), c.less(c.less(first, r), second))
			square := c.product(r, r)
			fourth := c.product(square, square)
			series := func(by *[4]float64) *ir.Value {
				low := c.sum(c.f64(by[0]), c.product(c.f64(by[1]), square))
				return c.sum(low, c.product(c.sum(c.f64(by[2]), c.product(c.product(c.f64(by[3]), first), r)), fourth))
			}
			cosine := c.sum(left, power)
			ofSine := c.product(series(&s.Sine), c.product(c.product(cosine, r), square))
			ofCosine := c.product(series(&s.Cosine), c.product(sine, square))
			more := c.product(power, r)
			high := c.sum(sine, more)
			lost1 := c.sum(c.less(sine, high), more)
			more = c.product(left, r)
			highest := c.sum(high, more)
			lost2 := c.sum(c.less(high, highest), more)
			low := c.sum(c.product(lost, c.less(c.product(sine, r), cosine)), sineLow)
			for _, part := range []*ir.Value{lost1, lost2, ofSine, ofCosine} {
				low = c.sum(low, part)
			}
			return c.sum(highest, low)
		})
	}
}

// shorts and doubles are a table's bytes.
func shorts(table []uint16) (bytes []byte) {
	for _, i := range table {
		bytes = binary.LittleEndian.AppendUint16(bytes, i)
	}
	return bytes
}

func doubles(table []float64) (bytes []byte) {
	for _, x := range table {
		bytes = binary.LittleEndian.AppendUint64(bytes, math.Float64bits(x))
	}
	return bytes
}
