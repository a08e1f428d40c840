package ir_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
)

var unary = wasm.FuncType{Params: wasm.Types(wasm.I32), Results: wasm.Types(wasm.I32)}

func constant(f *ir.Func, b *ir.Block, v int64) *ir.Value {
	c := f.NewValue(b, ir.OpConst, wasm.I32)
	c.Imm = v
	return c
}

func pure(f *ir.Func, b *ir.Block, code byte, args ...*ir.Value) *ir.Value {
	v := f.NewValue(b, ir.OpPure, wasm.I32, args...)
	v.Code = code
	return v
}

// countdown is a loop that counts its parameter down to zero and returns how often.
func countdown() (f *ir.Func, header, body *ir.Block) {
	f = ir.NewFunc("countdown", unary)
	entry := f.Blocks[0]
	zero := constant(f, entry, 0)
	dead := f.NewBlock() // cannot be reached
	header, body = f.NewBlock(), f.NewBlock()
	end := f.NewBlock()
	entry.To(header)
	dead.To(header)
	left := f.NewValue(header, ir.OpPhi, wasm.I32, f.Params[0], zero)
	count := f.NewValue(header, ir.OpPhi, wasm.I32, zero, zero)
	header.Kind, header.Control = ir.BlockIf, left
	header.To(body)
	header.To(end)
	one := constant(f, body, 1)
	left.Args = append(left.Args, pure(f, body, wasm.OpI32Sub, left, one))
	count.Args = append(count.Args, pure(f, body, wasm.OpI32Add, count, one))
	body.To(header)
	end.Kind, end.Results = ir.BlockReturn, []*ir.Value{count}
	return f, header, body
}

func TestAnalyse(t *testing.T) {
	f, header, body := countdown()
	if !f.Analyse() {
		t.Error("a loop with one header counts as irreducible")
	}
	if err := f.Check(); err != nil {
		t.Error(err)
	}
	want := `func countdown
b0:
	v0 i32 = param 0
	v1 i32 = const 0
	jump b2
b2: b0 b3
	v2 i32 = phi v0 v5
	v3 i32 = phi v1 v6
	if v2 b3 b4
b3: b2
	v4 i32 = const 1
	v5 i32 = i32.sub v2 v4
	v6 i32 = i32.add v3 v4
	jump b2
b4: b2
	return v3
`
	if diff := cmp.Diff(want, f.String()); diff != "" {
		t.Errorf("the function differs (-want +got):\n%s", diff)
	}
	if !header.LoopHeader() || body.LoopHeader() || body.Depth != 1 || body.Dominator != header || !header.Dominates(body) || body.Dominates(header) {
		t.Error("the loop is not what it should be")
	}
}

// TestIrreducible enters a loop at two places.
func TestIrreducible(t *testing.T) {
	f := ir.NewFunc("two entries", unary)
	entry, a, b := f.Blocks[0], f.NewBlock(), f.NewBlock()
	entry.Kind, entry.Control = ir.BlockIf, f.Params[0]
	entry.To(a)
	entry.To(b)
	a.To(b)
	b.To(a)
	if f.Analyse() {
		t.Error("a loop with two entries counts as reducible")
	}
}

// TestCheck damages a function in the ways that its invariant forbids.
func TestCheck(t *testing.T) {
	for name, damage := range map[string]func(f *ir.Func, header, body *ir.Block){
		"predecessors":           func(_ *ir.Func, header, _ *ir.Block) { header.Values[0].Args = header.Values[0].Args[:1] },
		"does not reach v":       func(_ *ir.Func, header, body *ir.Block) { header.Values[0].Args[0] = body.Values[1] },
		"does not reach its end": func(f *ir.Func, _, body *ir.Block) { f.Blocks[0].Control = body.Values[0] },
		"but belongs to":         func(_ *ir.Func, header, body *ir.Block) { body.Values[0].Block = header },
		"successors":             func(_ *ir.Func, _, body *ir.Block) { body.Kind = ir.BlockReturn },
	} {
		f, header, body := countdown()
		f.Analyse()
		damage(f, header, body)
		if err := f.Check(); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("error is %v, want one that contains %q", err, name)
		}
	}
}
