package wasm_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"testing"

	"github.com/tetratelabs/wazero"
	"pgregory.net/rapid"

	"hotlens/vm/compiler/wasm"
)

// TestUleb compares with the standard library's encoding of the same format.
func TestUleb(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.Uint64().Draw(t, "value")
		got, n := binary.Uvarint(wasm.Uleb(nil, v))
		if got != v || n != len(wasm.Uleb(nil, v)) {
			t.Fatalf("%d is read back as %d", v, got)
		}
	})
}

// TestSleb decodes what was encoded.
func TestSleb(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.Int64().Draw(t, "value")
		got, shift := int64(0), 0
		encoded := wasm.Sleb(nil, v)
		for _, c := range encoded {
			got |= int64(c&0x7f) << shift
			shift += 7
		}
		if last := encoded[len(encoded)-1]; shift < 64 && last&0x40 != 0 {
			got |= -1 << shift
		}
		if got != v {
			t.Fatalf("%d is read back as %d", v, got)
		}
	})
}

// TestModule runs a module that uses every section: a function that is called through
// the table, which another module defines, sums up bytes of a memory.
func TestModule(t *testing.T) {
	ctx := context.Background()
	runtime := wazero.NewRuntime(ctx)
	defer runtime.Close(ctx)

	shared := wasm.New()
	shared.Table("table", 4, 4)
	if _, err := runtime.InstantiateWithConfig(ctx, shared.Bytes(), wazero.NewModuleConfig().WithName("shared")); err != nil {
		t.Fatal(err)
	}

	m := wasm.New()
	m.ImportTable("shared", "table", 4, 4)
	m.Memory("memory", 1)
	unary := wasm.FuncType{Params: wasm.Types(wasm.I32), Results: wasm.Types(wasm.I64)}
	sum := wasm.NewBody(1)
	total := sum.Local(wasm.I64)
	sum.Op(wasm.OpLoop, wasm.BlockVoid)
	sum.Index(wasm.OpLocalGet, total)
	sum.Index(wasm.OpLocalGet, 0)
	sum.Memory(wasm.OpI32Load8U, 0)
	sum.Op(wasm.OpI64ExtendI32U, wasm.OpI64Add)
	sum.Index(wasm.OpLocalSet, total)
	sum.Index(wasm.OpLocalGet, 0)
	sum.ConstI32(1)
	sum.Op(wasm.OpI32Sub)
	sum.Index(wasm.OpLocalTee, 0)
	sum.Index(wasm.OpBrIf, 0)
	sum.Op(wasm.OpEnd)
	sum.Index(wasm.OpLocalGet, total)
	m.Element(3, m.Function(unary, sum.Bytes()))
	call := wasm.NewBody(1)
	call.Index(wasm.OpLocalGet, 0)
	call.ConstI32(3)
	call.CallIndirect(m.Type(unary))
	m.Export("call", m.Function(unary, call.Bytes()))
	if again := m.Bytes(); !bytes.Equal(again, m.Bytes()) {
		t.Error("the same module has different bytes")
	}
	module, err := runtime.Instantiate(ctx, m.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	module.Memory().Write(1, []byte{1, 2, 200})
	results, err := module.ExportedFunction("call").Call(ctx, 3)
	if err != nil || results[0] != 203 {
		t.Errorf("the sum is %v, %v, want 203", results, err)
	}
}

// TestNames demands that the instructions that values are made of have names.
func TestNames(t *testing.T) {
	for op, want := range map[byte]string{
		wasm.OpI32Load: "i32.load", wasm.OpI64Load32U: "i64.load32_u", wasm.OpF64Store: "f64.store", wasm.OpI32Eqz: "i32.eqz", wasm.OpF64Ge: "f64.ge",
		wasm.OpI64Rotr: "i64.rotr", wasm.OpF64Copysign: "f64.copysign", wasm.OpI32Extend16S: "i32.extend16_s",
	} {
		if got := wasm.Name(op, false); got != want {
			t.Errorf("%#x is called %s, want %s", op, got, want)
		}
	}
	if got := wasm.Name(wasm.SatI64F64S, true); got != "i64.trunc_sat_f64_s" {
		t.Errorf("the saturating conversion is called %s", got)
	}
}
