package optimise

import (
	"context"
	"math"
	"testing"

	"github.com/tetratelabs/wazero"

	"hotlens/vm/compiler/wasm"
)

// signature is the types of an operation's operands and of its result.
func signature(code byte, saturating bool) (operands []wasm.Type, result wasm.Type) {
	one := func(t, r wasm.Type) ([]wasm.Type, wasm.Type) { return []wasm.Type{t}, r }
	two := func(t, r wasm.Type) ([]wasm.Type, wasm.Type) { return []wasm.Type{t, t}, r }
	if saturating {
		return one([]wasm.Type{wasm.F32, wasm.F64}[code>>1&1], []wasm.Type{wasm.I32, wasm.I64}[code>>2])
	}
	switch {
	case code == wasm.OpI32Eqz:
		return one(wasm.I32, wasm.I32)
	case code == wasm.OpI64Eqz:
		return one(wasm.I64, wasm.I32)
	case code <= wasm.OpI32GeU:
		return two(wasm.I32, wasm.I32)
	case code <= wasm.OpI64GeU:
		return two(wasm.I64, wasm.I32)
	case code <= wasm.OpF32Ge:
		return two(wasm.F32, wasm.I32)
	case code <= wasm.OpF64Ge:
		return two(wasm.F64, wasm.I32)
	case code <= wasm.OpI32Popcnt:
		return one(wasm.I32, wasm.I32)
	case code <= wasm.OpI32Rotr:
		return two(wasm.I32, wasm.I32)
	case code <= wasm.OpI64Popcnt:
		return one(wasm.I64, wasm.I64)
	case code <= wasm.OpI64Rotr:
		return two(wasm.I64, wasm.I64)
	case code <= wasm.OpF32Sqrt:
		return one(wasm.F32, wasm.F32)
	case code < wasm.OpF64Abs:
		return two(wasm.F32, wasm.F32)
	case code <= wasm.OpF64Sqrt:
		return one(wasm.F64, wasm.F64)
	case code <= wasm.OpF64Copysign:
		return two(wasm.F64, wasm.F64)
	}
	switch code {
	case wasm.OpI32WrapI64:
		return one(wasm.I64, wasm.I32)
	case wasm.OpI64ExtendI32S, wasm.OpI64ExtendI32U:
		return one(wasm.I32, wasm.I64)
	case wasm.OpF32ConvertI32S, wasm.OpF32ReinterpretI32:
		return one(wasm.I32, wasm.F32)
	case wasm.OpF32ConvertI64S:
		return one(wasm.I64, wasm.F32)
	case wasm.OpF32DemoteF64:
		return one(wasm.F64, wasm.F32)
	case wasm.OpF64ConvertI32S:
		return one(wasm.I32, wasm.F64)
	case wasm.OpF64ConvertI64S, wasm.OpF64ReinterpretI64:
		return one(wasm.I64, wasm.F64)
	case wasm.OpF64PromoteF32:
		return one(wasm.F32, wasm.F64)
	case wasm.OpI32ReinterpretF32:
		return one(wasm.F32, wasm.I32)
	case wasm.OpI64ReinterpretF64:
		return one(wasm.F64, wasm.I64)
	}
	return one(wasm.I32, wasm.I32)
}

// samples are operands of a type, as bits.
func samples(t wasm.Type) []int64 {
	integers := append([]int64{math.MinInt64, math.MaxInt64, 1 << 53, 1<<53 + 1, 1<<24 + 1, 1<<63 - 513, 1 << 31, -1 << 40, 63, 64, 0x8081, 200}, interesting...)
	floats := []float64{0, math.Copysign(0, -1), 1, -1, 0.5, -0.5, 1.5, 2.5, -2.5, 3.25, 1e10, -1e10, 1e20, -1e20, math.Inf(1), math.Inf(-1), math.NaN(),
		math.MaxFloat64, math.SmallestNonzeroFloat64, math.MaxFloat32, 2147483647, 2147483648, -2147483648, -2147483649, 9223372036854775807, 1.0000000596046448}
	var all []int64
	switch t {
	case wasm.I32:
		for _, i := range integers {
			all = append(all, int64(int32(i)))
		}
	case wasm.I64:
		all = integers
	case wasm.F32:
		for _, f := range floats {
			all = append(all, int64(math.Float32bits(float32(f))))
		}
	case wasm.F64:
		for _, f := range floats {
			all = append(all, int64(math.Float64bits(f)))
		}
	}
	return all
}

// TestFoldingIsExact compares what folds with what WebAssembly computes.
func TestFoldingIsExact(t *testing.T) {
	ctx := context.Background()
	runtime := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter())
	defer runtime.Close(ctx)
	type operation struct {
		code       byte
		saturating bool
	}
	var operations []operation
	for code := wasm.OpI32Eqz; code <= wasm.OpI32Extend16S; code++ {
		if name := wasm.Name(byte(code), false); len(name) > 2 && name[:2] != "op" {
			operations = append(operations, operation{byte(code), false})
		}
	}
	for _, code := range []byte{wasm.SatI32F32S, wasm.SatI32F64S, wasm.SatI64F32S, wasm.SatI64F64S} {
		operations = append(operations, operation{code, true})
	}
	module := wasm.New()
	for _, o := range operations {
		operands, result := signature(o.code, o.saturating)
		body := wasm.NewBody(len(operands))
		for i := range operands {
			body.Index(wasm.OpLocalGet, uint32(i))
		}
		if o.saturating {
			body.Saturate(o.code)
		} else {
			body.Op(o.code)
		}
		module.Export(wasm.Name(o.code, o.saturating), module.Function(wasm.FuncType{Params: wasm.Types(operands...), Results: wasm.Types(result)}, body.Bytes()))
	}
	instance, err := runtime.Instantiate(ctx, module.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range operations {
		name := wasm.Name(o.code, o.saturating)
		operands, result := signature(o.code, o.saturating)
		seconds := []int64{0}
		if len(operands) > 1 {
			seconds = samples(operands[1])
		}
		folded := 0
		for _, x := range samples(operands[0]) {
			for _, y := range seconds {
				got, ok := fold(o.code, o.saturating, x, y)
				if !ok {
					continue
				}
				folded++
				parameters := []uint64{parameter(operands[0], x), parameter(operands[0], y)}
				want, err := instance.ExportedFunction(name).Call(ctx, parameters[:len(operands)]...)
				if err != nil {
					t.Fatal(name, x, y, err)
				}
				if w := canonical(result, want[0]); got != w {
					t.Errorf("%s %#x %#x = %#x, want %#x", name, x, y, got, w)
				}
			}
		}
		if folded == 0 && name != "f32.trunc" && name != "f64.trunc" && name != "f32.copysign" {
			t.Errorf("%s never folds", name)
		}
	}
}

// parameter is how the bits of a value are handed over.
func parameter(t wasm.Type, bits int64) uint64 {
	if t == wasm.I32 || t == wasm.F32 {
		return uint64(uint32(bits))
	}
	return uint64(bits)
}

// canonical is how a constant holds the bits of a value.
func canonical(t wasm.Type, bits uint64) int64 {
	if t == wasm.I32 {
		return int64(int32(bits))
	}
	return int64(bits)
}
