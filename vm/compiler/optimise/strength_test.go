package optimise

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
)

// operation is a function that applies an operation to its parameter and a constant.
func operation(code byte, t wasm.Type, c int64) *ir.Func {
	f := ir.NewFunc("operation", wasm.FuncType{Params: wasm.Types(t), Results: wasm.Types(t)})
	b := f.Blocks[0]
	k := f.NewValue(b, ir.OpConst, t)
	k.Imm = c
	v := f.NewValue(b, ir.OpPure, t, f.Params[0], k)
	v.Code = code
	b.Kind, b.Results = ir.BlockReturn, []*ir.Value{v}
	return f
}

func TestDivisionsByConstants(t *testing.T) {
	divisions := []byte{wasm.OpI32DivS, wasm.OpI32DivU, wasm.OpI32RemS, wasm.OpI32RemU, wasm.OpI64DivS, wasm.OpI64DivU, wasm.OpI64RemS, wasm.OpI64RemU}
	rapid.Check(t, func(t *rapid.T) {
		code := rapid.SampledFrom(divisions).Draw(t, "operation")
		kind := wasm.I64
		if code <= wasm.OpI32RemU {
			kind = wasm.I32
		}
		number := func(label string) int64 {
			n := rapid.OneOf(rapid.Int64(), rapid.Int64Range(-40, 40), rapid.Custom(func(t *rapid.T) int64 {
				return int64(1)<<rapid.IntRange(0, 63).Draw(t, "bit") + rapid.Int64Range(-1, 1).Draw(t, "beside")
			})).Draw(t, label)
			if rapid.Bool().Draw(t, "negative") {
				n = -n
			}
			if kind == wasm.I32 {
				n = int64(int32(n))
			}
			return n
		}
		c := number("divisor")
		if c == 0 {
			return
		}
		f := operation(code, kind, c)
		Run(f)
		for range 20 {
			x := number("dividend")
			if c == -1 && (x == math.MinInt64 || kind == wasm.I32 && x == math.MinInt32) {
				continue
			}
			want, _ := fold(code, false, x, c)
			if got := interpret(f, []int64{x}, nil); len(got.values) != 1 || got.values[0] != want {
				t.Fatalf("%d: %v, want %d\n%v", x, got, want, f)
			}
		}
		if text := f.String(); c != math.MinInt32 && (strings.Contains(text, "i32.div_s") || strings.Contains(text, "i32.rem_s")) {
			t.Fatalf("it still divides:\n%v", f)
		}
	})
}
