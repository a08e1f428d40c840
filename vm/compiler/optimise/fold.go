package optimise

import (
	"math"
	"math/bits"
	"slices"

	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
)

// This file computes the operations on constants. An operation is left alone
// where WebAssembly would trap or where it leaves the result's bits open (NaN).

// folded is the constant that an operation on constants gives, if fold gives one.
func folded(v *ir.Value) (imm int64, ok bool) {
	if v.Op != ir.OpPure || slices.ContainsFunc(v.Args, func(a *ir.Value) bool { return a.Op != ir.OpConst }) {
		return 0, false
	}
	var operands [2]int64
	for i, a := range v.Args {
		operands[i] = a.Imm
	}
	return fold(v.Code, v.Sat, operands[0], operands[1])
}

// fold is the result of an operation on constants, as the bits of a constant.
func fold(code byte, saturating bool, a, b int64) (result int64, ok bool) {
	switch {
	case saturating:
		return foldSaturating(code, a)
	case code == wasm.OpI32Eqz || code >= wasm.OpI32Eq && code <= wasm.OpI32GeU:
		return foldCompare32(code, a, b), true
	case code >= wasm.OpI64Eqz && code <= wasm.OpI64GeU:
		return foldCompare64(code, a, b), true
	case code >= wasm.OpF32Eq && code <= wasm.OpF32Ge:
		return foldCompareFloat(code-wasm.OpF32Eq+wasm.OpF64Eq, float64(float32Of(a)), float64(float32Of(b))), true
	case code >= wasm.OpF64Eq && code <= wasm.OpF64Ge:
		return foldCompareFloat(code, float64Of(a), float64Of(b)), true
	case code >= wasm.OpI32Clz && code <= wasm.OpI32Rotr:
		r, ok := fold32(code, uint32(a), uint32(b))
		return int64(int32(r)), ok
	case code >= wasm.OpI64Clz && code <= wasm.OpI64Rotr:
		return fold64(code, uint64(a), uint64(b))
	case code >= wasm.OpF32Abs && code <= wasm.OpF32Max:
		return foldFloat32(code, a, b)
	case code >= wasm.OpF64Abs && code <= wasm.OpF64Copysign:
		return foldFloat64(code, a, b)
	}
	return foldConversion(code, a)
}

func float32Of(bits int64) float32 { return math.Float32frombits(uint32(bits)) }
func float64Of(bits int64) float64 { return math.Float64frombits(uint64(bits)) }

// bitsOf32 and bitsOf64 are the bits of a result that is not a NaN.
func bitsOf32(f float32) (int64, bool) { return int64(math.Float32bits(f)), f == f }
func bitsOf64(f float64) (int64, bool) { return int64(math.Float64bits(f)), f == f }

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func foldCompare32(code byte, a, b int64) int64 {
	s, t, x, y := int32(a), int32(b), uint32(a), uint32(b)
	switch code {
	case wasm.OpI32Eqz:
		return truth(s == 0)
	case wasm.OpI32Eq:
		return truth(s == t)
	case wasm.OpI32Ne:
		return truth(s != t)
	case wasm.OpI32LtS:
		return truth(s < t)
	case wasm.OpI32LtU:
		return truth(x < y)
	case wasm.OpI32GtS:
		return truth(s > t)
	case wasm.OpI32GtU:
		return truth(x > y)
	case wasm.OpI32LeS:
		return truth(s <= t)
	case wasm.OpI32LeU:
		return truth(x <= y)
	case wasm.OpI32GeS:
		return truth(s >= t)
	}
	return truth(x >= y)
}

func foldCompare64(code byte, s, t int64) int64 {
	x, y := uint64(s), uint64(t)
	switch code {
	case wasm.OpI64Eqz:
		return truth(s == 0)
	case wasm.OpI64Eq:
		return truth(s == t)
	case wasm.OpI64Ne:
		return truth(s != t)
	case wasm.OpI64LtS:
		return truth(s < t)
	case wasm.OpI64LtU:
		return truth(x < y)
	case wasm.OpI64GtS:
		return truth(s > t)
	case wasm.OpI64GtU:
		return truth(x > y)
	case wasm.OpI64LeS:
		return truth(s <= t)
	case wasm.OpI64LeU:
		return truth(x <= y)
	case wasm.OpI64GeS:
		return truth(s >= t)
	}
	return truth(x >= y)
}

// foldCompareFloat takes the operation on doubles: it is the same on floats.
func foldCompareFloat(code byte, a, b float64) int64 {
	switch code {
	case wasm.OpF64Eq:
		return truth(a == b)
	case wasm.OpF64Ne:
		return truth(a != b)
	case wasm.OpF64Lt:
		return truth(a < b)
	case wasm.OpF64Gt:
		return truth(a > b)
	case wasm.OpF64Le:
		return truth(a <= b)
	}
	return truth(a >= b)
}

func fold32(code byte, a, b uint32) (uint32, bool) {
	switch code {
	case wasm.OpI32Clz:
		return uint32(bits.LeadingZeros32(a)), true
	case wasm.OpI32Ctz:
		return uint32(bits.TrailingZeros32(a)), true
	case wasm.OpI32Popcnt:
		return uint32(bits.OnesCount32(a)), true
	case wasm.OpI32Add:
		return a + b, true
	case wasm.OpI32Sub:
		return a - b, true
	case wasm.OpI32Mul:
		return a * b, true
	case wasm.OpI32DivS:
		if b == 0 || a == 1<<31 && b == math.MaxUint32 {
			return 0, false
		}
		return uint32(int32(a) / int32(b)), true
	case wasm.OpI32RemS:
		if b == 0 {
			return 0, false
		}
		return uint32(int32(a) % int32(b)), true
	case wasm.OpI32DivU:
		if b == 0 {
			return 0, false
		}
		return a / b, true
	case wasm.OpI32RemU:
		if b == 0 {
			return 0, false
		}
		return a % b, true
	case wasm.OpI32And:
		return a & b, true
	case wasm.OpI32Or:
		return a | b, true
	case wasm.OpI32Xor:
		return a ^ b, true
	case wasm.OpI32Shl:
		return a << (b & 31), true
	case wasm.OpI32ShrS:
		return uint32(int32(a) >> (b & 31)), true
	case wasm.OpI32ShrU:
		return a >> (b & 31), true
	case wasm.OpI32Rotl:
		return bits.RotateLeft32(a, int(b&31)), true
	case wasm.OpI32Rotr:
		return bits.RotateLeft32(a, -int(b&31)), true
	}
	return 0, false
}

func fold64(code byte, a, b uint64) (int64, bool) {
	switch code {
	case wasm.OpI64Clz:
		return int64(bits.LeadingZeros64(a)), true
	case wasm.OpI64Ctz:
		return int64(bits.TrailingZeros64(a)), true
	case wasm.OpI64Popcnt:
		return int64(bits.OnesCount64(a)), true
	case wasm.OpI64Add:
		return int64(a + b), true
	case wasm.OpI64Sub:
		return int64(a - b), true
	case wasm.OpI64Mul:
		return int64(a * b), true
	case wasm.OpI64DivS:
		if b == 0 || a == 1<<63 && b == math.MaxUint64 {
			return 0, false
		}
		return int64(a) / int64(b), true
	case wasm.OpI64RemS:
		if b == 0 {
			return 0, false
		}
		return int64(a) % int64(b), true
	case wasm.OpI64DivU:
		if b == 0 {
			return 0, false
		}
		return int64(a / b), true
	case wasm.OpI64RemU:
		if b == 0 {
			return 0, false
		}
		return int64(a % b), true
	case wasm.OpI64And:
		return int64(a & b), true
	case wasm.OpI64Or:
		return int64(a | b), true
	case wasm.OpI64Xor:
		return int64(a ^ b), true
	case wasm.OpI64Shl:
		return int64(a << (b & 63)), true
	case wasm.OpI64ShrS:
		return int64(a) >> (b & 63), true
	case wasm.OpI64ShrU:
		return int64(a >> (b & 63)), true
	case wasm.OpI64Rotl:
		return int64(bits.RotateLeft64(a, int(b&63))), true
	case wasm.OpI64Rotr:
		return int64(bits.RotateLeft64(a, -int(b&63))), true
	}
	return 0, false
}

func foldFloat32(code byte, a, b int64) (int64, bool) {
	switch code {
	case wasm.OpF32Abs:
		return int64(uint32(a) &^ (1 << 31)), true
	case wasm.OpF32Neg:
		return int64(uint32(a) ^ 1<<31), true
	}
	x, y := float32Of(a), float32Of(b)
	switch code {
	case wasm.OpF32Ceil:
		return bitsOf32(float32(math.Ceil(float64(x))))
	case wasm.OpF32Floor:
		return bitsOf32(float32(math.Floor(float64(x))))
	case wasm.OpF32Nearest:
		return bitsOf32(float32(math.RoundToEven(float64(x))))
	case wasm.OpF32Sqrt:
		return bitsOf32(float32(math.Sqrt(float64(x))))
	case wasm.OpF32Add:
		return bitsOf32(x + y)
	case wasm.OpF32Sub:
		return bitsOf32(x - y)
	case wasm.OpF32Mul:
		return bitsOf32(x * y)
	case wasm.OpF32Div:
		return bitsOf32(x / y)
	case wasm.OpF32Min:
		return bitsOf32(float32(math.Min(notNaN(float64(x), float64(y)))))
	case wasm.OpF32Max:
		return bitsOf32(float32(math.Max(notNaN(float64(x), float64(y)))))
	}
	return 0, false
}

// notNaN makes both numbers NaN if one is: math.Min prefers an infinity.
func notNaN(x, y float64) (float64, float64) {
	if x != x || y != y {
		return math.NaN(), math.NaN()
	}
	return x, y
}

func foldFloat64(code byte, a, b int64) (int64, bool) {
	switch code {
	case wasm.OpF64Abs:
		return a & math.MaxInt64, true
	case wasm.OpF64Neg:
		return a ^ math.MinInt64, true
	case wasm.OpF64Copysign:
		return a&math.MaxInt64 | b&math.MinInt64, true
	}
	x, y := float64Of(a), float64Of(b)
	switch code {
	case wasm.OpF64Ceil:
		return bitsOf64(math.Ceil(x))
	case wasm.OpF64Floor:
		return bitsOf64(math.Floor(x))
	case wasm.OpF64Nearest:
		return bitsOf64(math.RoundToEven(x))
	case wasm.OpF64Sqrt:
		return bitsOf64(math.Sqrt(x))
	case wasm.OpF64Add:
		return bitsOf64(x + y)
	case wasm.OpF64Sub:
		return bitsOf64(x - y)
	case wasm.OpF64Mul:
		return bitsOf64(x * y)
	case wasm.OpF64Div:
		return bitsOf64(x / y)
	case wasm.OpF64Min:
		return bitsOf64(math.Min(notNaN(x, y)))
	case wasm.OpF64Max:
		return bitsOf64(math.Max(notNaN(x, y)))
	}
	return 0, false
}

func foldConversion(code byte, a int64) (int64, bool) {
	switch code {
	case wasm.OpI32WrapI64:
		return int64(int32(a)), true
	case wasm.OpI64ExtendI32S:
		return int64(int32(a)), true
	case wasm.OpI64ExtendI32U:
		return int64(uint32(a)), true
	case wasm.OpF32ConvertI32S:
		return bitsOf32(float32(int32(a)))
	case wasm.OpF32ConvertI64S:
		return bitsOf32(float32(a))
	case wasm.OpF32DemoteF64:
		return bitsOf32(float32(float64Of(a)))
	case wasm.OpF64ConvertI32S:
		return bitsOf64(float64(int32(a)))
	case wasm.OpF64ConvertI64S:
		return bitsOf64(float64(a))
	case wasm.OpF64PromoteF32:
		return bitsOf64(float64(float32Of(a)))
	case wasm.OpI32ReinterpretF32:
		return int64(int32(a)), true
	case wasm.OpF32ReinterpretI32:
		return int64(uint32(a)), true
	case wasm.OpI64ReinterpretF64, wasm.OpF64ReinterpretI64:
		return a, true
	case wasm.OpI32Extend8S:
		return int64(int8(a)), true
	case wasm.OpI32Extend16S:
		return int64(int16(a)), true
	}
	return 0, false
}

func foldSaturating(code byte, a int64) (int64, bool) {
	var x float64
	switch code {
	case wasm.SatI32F32S, wasm.SatI64F32S:
		x = float64(float32Of(a))
	case wasm.SatI32F64S, wasm.SatI64F64S:
		x = float64Of(a)
	default:
		return 0, false
	}
	low, high := int64(math.MinInt32), int64(math.MaxInt32)
	if code == wasm.SatI64F32S || code == wasm.SatI64F64S {
		low, high = math.MinInt64, math.MaxInt64
	}
	switch {
	case x != x:
		return 0, true
	case x <= float64(low):
		return low, true
	case x >= float64(high):
		return high, true
	}
	return int64(x), true
}
