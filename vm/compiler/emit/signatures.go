package emit

import "hotlens/vm/compiler/wasm"

// signature is the operands and the result of an instruction; result is 0 where the
// instruction is none that a value may have.
type signature struct {
	left, right, result wasm.Type // right is 0 for one operand
}

// pureSignatures are those of the instructions without effects.
var pureSignatures = func() (t [256]signature) {
	set := func(first, last int, s signature) {
		for op := first; op <= last; op++ {
			t[op] = s
		}
	}
	unary := func(first, last int, from, to wasm.Type) { set(first, last, signature{from, 0, to}) }
	binary := func(first, last int, from, to wasm.Type) { set(first, last, signature{from, from, to}) }
	unary(wasm.OpI32Eqz, wasm.OpI32Eqz, wasm.I32, wasm.I32)
	binary(wasm.OpI32Eq, wasm.OpI32GeU, wasm.I32, wasm.I32)
	unary(wasm.OpI64Eqz, wasm.OpI64Eqz, wasm.I64, wasm.I32)
	binary(wasm.OpI64Eq, wasm.OpI64GeU, wasm.I64, wasm.I32)
	binary(wasm.OpF32Eq, wasm.OpF32Ge, wasm.F32, wasm.I32)
	binary(wasm.OpF64Eq, wasm.OpF64Ge, wasm.F64, wasm.I32)
	unary(wasm.OpI32Clz, wasm.OpI32Popcnt, wasm.I32, wasm.I32)
	binary(wasm.OpI32Add, wasm.OpI32Rotr, wasm.I32, wasm.I32)
	unary(wasm.OpI64Clz, wasm.OpI64Popcnt, wasm.I64, wasm.I64)
	binary(wasm.OpI64Add, wasm.OpI64Rotr, wasm.I64, wasm.I64)
	unary(wasm.OpF32Abs, wasm.OpF32Sqrt, wasm.F32, wasm.F32)
	binary(wasm.OpF32Add, wasm.OpF64Abs-1, wasm.F32, wasm.F32)
	unary(wasm.OpF64Abs, wasm.OpF64Sqrt, wasm.F64, wasm.F64)
	binary(wasm.OpF64Add, wasm.OpF64Copysign, wasm.F64, wasm.F64)
	// The conversions, in the order of their opcodes, signed and unsigned in pairs.
	unary(0xa7, 0xa7, wasm.I64, wasm.I32)
	unary(0xa8, 0xa9, wasm.F32, wasm.I32)
	unary(0xaa, 0xab, wasm.F64, wasm.I32)
	unary(0xac, 0xad, wasm.I32, wasm.I64)
	unary(0xae, 0xaf, wasm.F32, wasm.I64)
	unary(0xb0, 0xb1, wasm.F64, wasm.I64)
	unary(0xb2, 0xb3, wasm.I32, wasm.F32)
	unary(0xb4, 0xb5, wasm.I64, wasm.F32)
	unary(0xb6, 0xb6, wasm.F64, wasm.F32)
	unary(0xb7, 0xb8, wasm.I32, wasm.F64)
	unary(0xb9, 0xba, wasm.I64, wasm.F64)
	unary(0xbb, 0xbb, wasm.F32, wasm.F64)
	unary(0xbc, 0xbc, wasm.F32, wasm.I32)
	unary(0xbd, 0xbd, wasm.F64, wasm.I64)
	unary(0xbe, 0xbe, wasm.I32, wasm.F32)
	unary(0xbf, 0xbf, wasm.I64, wasm.F64)
	unary(0xc0, 0xc1, wasm.I32, wasm.I32)
	unary(0xc2, 0xc4, wasm.I64, wasm.I64)
	return t
}()

// saturatingSignatures are those of the saturating conversions.
var saturatingSignatures = [8]signature{
	{wasm.F32, 0, wasm.I32}, {wasm.F32, 0, wasm.I32}, {wasm.F64, 0, wasm.I32}, {wasm.F64, 0, wasm.I32},
	{wasm.F32, 0, wasm.I64}, {wasm.F32, 0, wasm.I64}, {wasm.F64, 0, wasm.I64}, {wasm.F64, 0, wasm.I64},
}

func pureSignature(code byte, saturating bool) signature {
	if !saturating {
		return pureSignatures[code]
	}
	if int(code) < len(saturatingSignatures) {
		return saturatingSignatures[code]
	}
	return signature{}
}

// loaded is the type that a load gives, 0 if the instruction is none.
func loaded(code byte) wasm.Type {
	switch {
	case code < wasm.OpI32Load || code > wasm.OpI64Load32U:
		return 0
	case code == wasm.OpF32Load:
		return wasm.F32
	case code == wasm.OpF64Load:
		return wasm.F64
	case code == wasm.OpI64Load || code > wasm.OpI32Load16U:
		return wasm.I64
	}
	return wasm.I32
}

// stored is the type that a store takes, 0 if the instruction is none.
func stored(code byte) wasm.Type {
	switch code {
	case wasm.OpI32Store, wasm.OpI32Store8, wasm.OpI32Store16:
		return wasm.I32
	case wasm.OpI64Store, wasm.OpI64Store8, wasm.OpI64Store8 + 1, wasm.OpI64Store8 + 2:
		return wasm.I64
	case wasm.OpF32Store:
		return wasm.F32
	case wasm.OpF64Store:
		return wasm.F64
	}
	return 0
}

// inverted is the comparison that is true when another one is false, 0 if there is
// none: an ordered comparison of floating-point numbers with NaN is false either way.
func inverted(code byte) byte {
	switch code {
	case wasm.OpI32Eq, wasm.OpI64Eq, wasm.OpF32Eq, wasm.OpF64Eq:
		return code + 1
	case wasm.OpI32Ne, wasm.OpI64Ne, wasm.OpF32Ne, wasm.OpF64Ne:
		return code - 1
	case wasm.OpI32LtS, wasm.OpI32LtU, wasm.OpI64LtS, wasm.OpI64LtU:
		return code + (wasm.OpI32GeS - wasm.OpI32LtS)
	case wasm.OpI32GeS, wasm.OpI32GeU, wasm.OpI64GeS, wasm.OpI64GeU:
		return code - (wasm.OpI32GeS - wasm.OpI32LtS)
	case wasm.OpI32GtS, wasm.OpI32GtU, wasm.OpI64GtS, wasm.OpI64GtU:
		return code + (wasm.OpI32LeS - wasm.OpI32GtS)
	case wasm.OpI32LeS, wasm.OpI32LeU, wasm.OpI64LeS, wasm.OpI64LeU:
		return code - (wasm.OpI32LeS - wasm.OpI32GtS)
	}
	return 0
}
