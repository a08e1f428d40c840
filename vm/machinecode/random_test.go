package machinecode_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"pgregory.net/rapid"

	"hotlens/vm/compiler/wasm"
	"hotlens/vm/machinecode"
)

// This file demands that machine code does what wazero's interpreter does, for random functions with more values than there are registers, in loops, across
// branches, and across calls of the runtime's functions, which machine code takes to leave registers as they are.

// program writes a random module.
type program struct {
	*rapid.T
	module    *wasm.Module
	mix, note uint32 // the imported functions
	counter   uint32 // which machine code does not call
	functions []uint32
	budget    int // statements still to write
}

// writer writes one of the program's functions.
type writer struct {
	*program
	*wasm.Body
	locals   map[wasm.Type][]uint32
	pointers []uint32 // locals that are addresses
	depth    uint32   // of blocks
	exits    []uint32 // depths of the blocks that may be left
	loops    int      // around the statement
}

// All functions have these parameters, which are the first locals, and return the last of the types.
var parameters = []wasm.Type{wasm.I32, wasm.I32, wasm.I64, wasm.F64, wasm.I32, wasm.I64}

// memoryMask keeps addresses within the memory.
const memoryMask = 0xfff8

func (p *program) int(label string, min, max int) int {
	return rapid.IntRange(min, max).Draw(p.T, label)
}

func (p *program) function() uint32 {
	w := &writer{program: p, Body: wasm.NewBody(len(parameters)), locals: map[wasm.Type][]uint32{}}
	for i, t := range parameters {
		w.locals[t] = append(w.locals[t], uint32(i))
	}
	for range 10 {
		l := w.Local(wasm.I32)
		w.pointers = append(w.pointers, l)
		w.point(l)
	}
	for _, n := range []struct {
		t   wasm.Type
		min int
		max int
	}{{wasm.I32, 2, 24}, {wasm.I64, 1, 10}, {wasm.F64, 1, 24}} {
		for range p.int("locals", n.min, n.max) {
			l := w.Local(n.t)
			w.locals[n.t] = append(w.locals[n.t], l)
			w.value(n.t)
			w.Index(wasm.OpLocalSet, l)
		}
	}
	p.budget = 50
	w.statements()
	// All that is left goes into the result.
	w.ConstI64(0)
	for _, t := range []wasm.Type{wasm.I32, wasm.I64, wasm.F64} {
		for _, l := range w.locals[t] {
			w.ConstI64(31)
			w.Op(wasm.OpI64Mul)
			w.Index(wasm.OpLocalGet, l)
			switch t {
			case wasm.I32:
				w.Op(wasm.OpI64ExtendI32U)
			case wasm.F64:
				w.Op(wasm.OpI64ReinterpretF64)
			}
			w.Op(wasm.OpI64Add)
		}
	}
	return p.module.Function(wasm.FuncType{Params: wasm.Types(parameters...), Results: wasm.Types(wasm.I64)}, w.Bytes())
}

// local is a local of a type.
func (w *writer) local(t wasm.Type) uint32 { return rapid.SampledFrom(w.locals[t]).Draw(w.T, "local") }

func (w *writer) statements() {
	for n := w.int("statements", 1, 8); n > 0 && w.budget > 0; n-- {
		w.budget--
		w.statement()
	}
}

func (w *writer) statement() {
	switch w.int("statement", 0, 15) {
	case 0, 1, 2, 3:
		t := rapid.SampledFrom([]wasm.Type{wasm.I32, wasm.I32, wasm.I64, wasm.F64}).Draw(w.T, "type")
		w.value(t)
		w.Index(wasm.OpLocalSet, w.local(t))
	case 4, 5:
		t := rapid.SampledFrom([]wasm.Type{wasm.I32, wasm.I64, wasm.F64}).Draw(w.T, "type")
		w.address()
		w.value(t)
		w.Memory(wasm.StoreOf(t), uint32(w.int("offset", 0, 3))*8)
	case 6: // A call of the runtime where it is rare: that is what compiled code looks like.
		w.condition()
		w.Op(wasm.OpIf, 0x40)
		w.depth++
		w.callMix()
		w.end()
	case 7:
		w.callMix()
	case 8:
		w.Index(wasm.OpLocalGet, w.local(wasm.F64))
		w.Index(wasm.OpCall, w.note)
	case 9:
		if len(w.functions) == 0 || w.loops > 0 {
			return // Neither recursion nor calls in loops: a run ends soon.
		}
		for _, t := range parameters {
			w.Index(wasm.OpLocalGet, w.local(t))
		}
		w.Index(wasm.OpCall, rapid.SampledFrom(w.functions).Draw(w.T, "callee"))
		w.Index(wasm.OpLocalSet, w.local(wasm.I64))
	case 10:
		w.condition()
		w.Op(wasm.OpIf, 0x40)
		w.inner()
		if rapid.Bool().Draw(w.T, "else") {
			w.Op(wasm.OpElse)
			w.statements()
		}
		w.exits = w.exits[:len(w.exits)-1]
		w.end()
	case 11:
		if w.loops < 3 {
			w.loop()
		}
	case 12:
		if len(w.exits) > 0 {
			to := rapid.SampledFrom(w.exits).Draw(w.T, "exit")
			w.condition()
			w.Index(wasm.OpBrIf, w.depth-to)
		}
	case 13:
		w.address()
		w.address()
		w.ConstI32(int32(w.int("bytes", 0, 64)))
		w.MemoryCopy()
	case 15:
		w.Index(wasm.OpCall, w.counter)
		w.Op(wasm.OpI64Eqz)
		w.Index(wasm.OpLocalSet, w.local(wasm.I32))
	case 14:
		w.point(rapid.SampledFrom(w.pointers).Draw(w.T, "pointer"))
	}
}

// point has a pointer be an address.
func (w *writer) point(l uint32) {
	w.Index(wasm.OpLocalGet, w.local(wasm.I32))
	w.ConstI32(memoryMask)
	w.Op(wasm.OpI32And)
	w.Index(wasm.OpLocalSet, l)
}

// inner writes the statements of a block that may be left.
func (w *writer) inner() {
	w.depth++
	w.exits = append(w.exits, w.depth)
	w.statements()
}

func (w *writer) end() {
	w.Op(wasm.OpEnd)
	w.depth--
}

// loop writes a block around a loop that begins again a few times, and may be left.
func (w *writer) loop() {
	counter := w.Local(wasm.I32)
	w.ConstI32(int32(w.int("iterations", 1, 5)))
	w.Index(wasm.OpLocalSet, counter)
	w.Op(wasm.OpBlock, 0x40)
	w.depth++
	w.exits = append(w.exits, w.depth)
	w.Op(wasm.OpLoop, 0x40)
	w.depth++
	w.loops++
	w.statements()
	w.Index(wasm.OpLocalGet, counter)
	w.ConstI32(1)
	w.Op(wasm.OpI32Sub)
	w.Index(wasm.OpLocalTee, counter)
	w.Index(wasm.OpBrIf, 0)
	w.loops--
	w.end()
	w.exits = w.exits[:len(w.exits)-1]
	w.end()
}

func (w *writer) callMix() {
	w.Index(wasm.OpLocalGet, w.local(wasm.I32))
	w.Index(wasm.OpLocalGet, w.local(wasm.I64))
	w.Index(wasm.OpCall, w.mix)
	w.Index(wasm.OpLocalSet, w.local(wasm.I32))
}

// condition pushes one that holds now and then.
func (w *writer) condition() {
	w.value(wasm.I32)
	w.ConstI32(int32(w.int("mask", 1, 7)))
	w.Op(wasm.OpI32And)
	w.Op(rapid.SampledFrom([]byte{wasm.OpI32Eqz, wasm.OpI32Popcnt}).Draw(w.T, "condition"))
}

// address pushes one.
func (w *writer) address() {
	w.Index(wasm.OpLocalGet, rapid.SampledFrom(w.pointers).Draw(w.T, "pointer"))
}

// value pushes one made of two locals, or of the memory. Numbers stay small enough for there to be no NaN, whose bits differ.
func (w *writer) value(t wasm.Type) {
	how := w.int("value", 0, 4)
	if how == 0 {
		w.address()
		switch t {
		case wasm.I32:
			w.Memory(rapid.SampledFrom([]byte{wasm.OpI32Load, wasm.OpI32Load8S, wasm.OpI32Load16U}).Draw(w.T, "load"), 8)
		case wasm.I64:
			w.Memory(wasm.OpI64Load, 0)
		case wasm.F64:
			w.Memory(wasm.OpI32Load, 4)
			w.Op(wasm.OpF64ConvertI32S)
		}
		return
	}
	if how == 1 {
		switch t {
		case wasm.I32:
			w.ConstI32(int32(w.int("constant", -1000, 1000)))
		case wasm.I64:
			w.Index(wasm.OpLocalGet, w.local(wasm.I32))
			w.Op(rapid.SampledFrom([]byte{wasm.OpI64ExtendI32S, wasm.OpI64ExtendI32U}).Draw(w.T, "extension"))
		case wasm.F64:
			w.Index(wasm.OpLocalGet, w.local(wasm.I32))
			w.Op(wasm.OpF64ConvertI32S)
		}
		return
	}
	w.Index(wasm.OpLocalGet, w.local(t))
	w.Index(wasm.OpLocalGet, w.local(t))
	switch t {
	case wasm.I32:
		w.Op(rapid.SampledFrom([]byte{
			wasm.OpI32Add, wasm.OpI32Sub, wasm.OpI32Mul, wasm.OpI32Xor, wasm.OpI32Shl, wasm.OpI32ShrU, wasm.OpI32Rotl, wasm.OpI32LtS, wasm.OpI32Eq,
		}).Draw(w.T, "operation"))
	case wasm.I64:
		w.Op(rapid.SampledFrom([]byte{wasm.OpI64Add, wasm.OpI64Sub, wasm.OpI64Mul, wasm.OpI64Xor, wasm.OpI64Shl, wasm.OpI64ShrS}).Draw(w.T, "operation"))
	case wasm.F64:
		w.Op(rapid.SampledFrom([]byte{wasm.OpF64Add, wasm.OpF64Sub, wasm.OpF64Min, wasm.OpF64Max}).Draw(w.T, "operation"))
		w.ConstF64(0x3fe0000000000000) // 0.5
		w.Op(wasm.OpF64Mul)
	}
}

// outcome is what a run does that can be seen.
type outcome struct {
	Results []uint64
	Calls   []uint64 // arguments of calls of the runtime
	Memory  uint64
}

// outcomeOf runs a module's last function.
func outcomeOf(t *rapid.T, config wazero.RuntimeConfig, module []byte, arguments []uint64) (o outcome) {
	ctx := context.Background()
	runtime := wazero.NewRuntimeWithConfig(ctx, config)
	defer runtime.Close(ctx)
	host := runtime.NewHostModuleBuilder("h")
	i32, i64, f64 := api.ValueTypeI32, api.ValueTypeI64, api.ValueTypeF64
	host.NewFunctionBuilder().WithGoFunction(api.GoFunc(func(_ context.Context, stack []uint64) {
		x, y := uint32(stack[0]), stack[1]
		o.Calls = append(o.Calls, uint64(x), y)
		stack[0] = uint64(x*2654435761 ^ uint32(y) ^ uint32(len(o.Calls)))
	}), []api.ValueType{i32, i64}, []api.ValueType{i32}).Export("mix")
	host.NewFunctionBuilder().WithGoFunction(api.GoFunc(func(_ context.Context, stack []uint64) {
		o.Calls = append(o.Calls, stack[0])
	}), []api.ValueType{f64}, nil).Export("note")
	host.NewFunctionBuilder().WithGoFunction(api.GoFunc(func(_ context.Context, stack []uint64) {
		stack[0] = 1
	}), nil, []api.ValueType{i64}).Export(machinecode.CounterFunction)
	if _, err := host.Instantiate(ctx); err != nil {
		t.Fatal(err)
	}
	instance, err := runtime.Instantiate(ctx, module)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 { // What the first run leaves in the memory, the next ones see.
		arguments[0] += uint64(i)
		results, err := instance.ExportedFunction("f").Call(ctx, arguments...)
		if err != nil {
			t.Fatal(err)
		}
		o.Results = append(o.Results, results...)
	}
	memory, _ := instance.Memory().Read(0, instance.Memory().Size())
	for _, b := range memory {
		o.Memory = o.Memory*31 + uint64(b)
	}
	return o
}

func TestRandomFunctions(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := wasm.New()
		p := &program{T: t, module: m}
		p.mix = m.ImportFunction("h", "mix", wasm.FuncType{Params: wasm.Types(wasm.I32, wasm.I64), Results: wasm.Types(wasm.I32)})
		p.note = m.ImportFunction("h", "note", wasm.FuncType{Params: wasm.Types(wasm.F64)})
		p.counter = m.ImportFunction("h", machinecode.CounterFunction, wasm.FuncType{Results: wasm.Types(wasm.I64)})
		m.Memory("m", 2)
		for range p.int("functions", 1, 3) {
			p.functions = append(p.functions, p.function())
		}
		m.Export("f", p.functions[len(p.functions)-1])
		bytes := m.Bytes()
		arguments := []uint64{uint64(p.int("a", 0, 1<<30)), 17, 1 << 40, 0x4045000000000000, 99, 12345678901}
		want := outcomeOf(t, wazero.NewRuntimeConfigInterpreter(), bytes, append([]uint64{}, arguments...))
		got := outcomeOf(t, wazero.NewRuntimeConfigCompiler(), bytes, append([]uint64{}, arguments...))
		if diff := cmp.Diff(fmt.Sprint(want), fmt.Sprint(got)); diff != "" {
			t.Fatalf("machine code differs from the interpreter:\n%s", diff)
		}
	})
}

// TestAddressOfBothWays demands that an address which is only computed on the ways to a place, on each by itself, is not taken for known there.
func TestAddressOfBothWays(t *testing.T) {
	t.Parallel()
	m := wasm.New()
	m.Memory("m", 1)
	w := wasm.NewBody(2)
	store := func(value int32) {
		w.Index(wasm.OpLocalGet, 1)
		w.ConstI32(value)
		w.Memory(wasm.OpI32Store, 0)
	}
	w.Index(wasm.OpLocalGet, 0)
	w.Op(wasm.OpIf, 0x40)
	store(1)
	store(11)
	w.Op(wasm.OpElse)
	store(2)
	store(22)
	w.Op(wasm.OpEnd)
	w.Index(wasm.OpLocalGet, 1)
	w.Memory(wasm.OpI32Load, 0)
	m.Export("f", m.Function(wasm.FuncType{Params: wasm.Types(wasm.I32, wasm.I32), Results: wasm.Types(wasm.I32)}, w.Bytes()))
	ctx := context.Background()
	runtime := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigCompiler())
	defer runtime.Close(ctx)
	instance, err := runtime.Instantiate(ctx, m.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	for condition, want := range []uint64{22, 11} {
		if got, err := instance.ExportedFunction("f").Call(ctx, uint64(condition), 1000); err != nil || !slices.Equal(got, []uint64{want}) {
			t.Errorf("with the condition %d the result is %d, %v, not %d", condition, got, err, want)
		}
	}
}
