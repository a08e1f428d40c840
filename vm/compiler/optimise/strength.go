package optimise

import (
	"math/bits"

	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
)

// This file replaces divisions by constants, which take an order of magnitude
// longer than what replaces them. It works in the last walk only: bounds are easier
// to find for a division.

// reduceDivision gives the quotient or the remainder of a division by a constant
// without dividing, or nil.
func (n *walker) reduceDivision(v, a *ir.Value, which byte, c, width int64) *ir.Value {
	t, first := v.Type, v.Code-which
	if which == divU || which == remU {
		switch {
		case !powerOfTwo(c, width):
			return nil
		case which == divU:
			return n.pure(first+shrU, t, a, n.constant(t, int64(bits.TrailingZeros64(uint64(c)))))
		}
		return n.pure(first+and, t, a, n.constant(t, c-1))
	}
	magnitude := max(c, -c)
	if magnitude < 2 || width == 32 && magnitude >= 1<<31 {
		return nil
	}
	notNegative := false
	if t == wasm.I32 {
		low, _ := n.bounds(a, 2)
		notNegative = low >= 0
	}
	if magnitude&(magnitude-1) == 0 {
		return n.reducePower(a, t, first, which, c, width, notNegative)
	}
	if width == 64 {
		return nil
	}
	q := n.quotient(a, magnitude, notNegative)
	if which == remS {
		return n.pure(wasm.OpI32Sub, t, a, n.pure(wasm.OpI32Mul, t, q, n.i32(magnitude)))
	}
	if c < 0 {
		return n.pure(wasm.OpI32Sub, t, n.i32(0), q)
	}
	return q
}

// reducePower divides by a power of two or its negation. Java rounds towards 0:
// negative numbers are made larger first.
func (n *walker) reducePower(a *ir.Value, t wasm.Type, first, which byte, c, width int64, notNegative bool) *ir.Value {
	magnitude := max(c, -c)
	by := int64(bits.TrailingZeros64(uint64(magnitude)))
	mask := n.constant(t, magnitude-1)
	if notNegative && which == remS {
		return n.pure(first+and, t, a, mask)
	}
	sum := a
	var bias *ir.Value
	if !notNegative {
		sign := a
		if by > 1 {
			sign = n.pure(first+shrS, t, a, n.constant(t, width-1))
		}
		bias = n.pure(first+shrU, t, sign, n.constant(t, width-by))
		sum = n.pure(first+add, t, a, bias)
	}
	if which == remS {
		return n.pure(first+sub, t, n.pure(first+and, t, sum, mask), bias)
	}
	q := n.pure(first+shrS, t, sum, n.constant(t, by))
	if c < 0 {
		return n.pure(first+sub, t, n.constant(t, 0), q)
	}
	return q
}

// quotient divides an i32 by a constant that is no power of two, as in Granlund and
// Montgomery, "Division by Invariant Integers using Multiplication" (1994): with
// 2^(l-1) < c < 2^l and m = floor(2^(31+l) / c) + 1, the floor of a*m / 2^(31+l) is
// the quotient if a is not negative, and one less if it is. The product fits in 64 bits.
func (n *walker) quotient(a *ir.Value, c int64, notNegative bool) *ir.Value {
	l := bits.Len64(uint64(c))
	m := int64(1)<<(31+l)/c + 1
	wide := n.pure(wasm.OpI64Mul, wasm.I64, n.pure(wasm.OpI64ExtendI32S, wasm.I64, a), n.constant(wasm.I64, m))
	q := n.pure(wasm.OpI32WrapI64, wasm.I32, n.pure(wasm.OpI64ShrS, wasm.I64, wide, n.constant(wasm.I64, int64(31+l))))
	if notNegative {
		return q
	}
	return n.pure(wasm.OpI32Sub, wasm.I32, q, n.pure(wasm.OpI32ShrS, wasm.I32, a, n.i32(31)))
}
