package emit_test

import (
	"testing"

	"hotlens/vm/compiler/emit"
	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
)

// chain is a function of n steps, each of which has a condition, a merge and a guard;
// with nested, each step's merge stands below the next one's in the dominator tree.
func chain(n int, nested bool) *builder {
	b := function("chain", two, i32)
	b.Frame = b.Params[0]
	x := b.Params[1]
	joins := make([]*ir.Block, 0, n)
	for i := range n {
		yes, join := b.NewBlock(), b.NewBlock()
		join.Cold = i%16 == 15
		joins = append(joins, join)
		c := b.pure(wasm.OpI32And, x, b.constant(int32(i)))
		if nested {
			b.branch(c, yes, join)
			b.at = yes
			continue
		}
		b.branch(c, yes, join)
		from := b.at
		b.at = yes
		y := b.pure(wasm.OpI32Add, x, b.constant(1))
		b.jump(join)
		b.at = join
		p := b.phi(wasm.I32)
		p.Args = []*ir.Value{x, y}
		if join.Preds[0] != from {
			p.Args = []*ir.Value{y, x}
		}
		x = p
		b.guard(b.pure(wasm.OpI32Eq, x, b.constant(int32(-i-10))), &ir.Exit{ID: int32(i), Stores: []ir.Store{{Type: wasm.I32}, {Offset: 8, Type: wasm.I32}}}, x, b.Params[1])
	}
	if nested {
		for i := n - 1; i >= 0; i-- {
			b.jump(joins[i])
			b.at = joins[i]
		}
	}
	b.ret(x)
	return b
}

func TestManyBlocks(t *testing.T) {
	m := chain(1000, false).compile(t)
	x := int32(12345)
	for i := range int32(1000) {
		if x&i != 0 {
			x++
		}
	}
	m.want(uint64(uint32(x)), frameAddress, 12345)
	m = chain(1000, true).compile(t)
	m.want(77, frameAddress, 77)
}

func TestEqualFunctionsGiveEqualCode(t *testing.T) {
	emitted := func() string {
		b := chain(40, false)
		b.Analyse()
		m := wasm.New()
		body, err := emit.Function(b.Func, m, imports(m), nil)
		if err != nil {
			t.Fatal(err)
		}
		return string(body)
	}
	first := emitted()
	for range 5 {
		if emitted() != first {
			t.Fatal("the code differs")
		}
	}
}

func TestMalformed(t *testing.T) {
	find := func(f *ir.Func, op ir.Op) *ir.Value {
		for _, b := range f.Blocks {
			for _, v := range b.Values {
				if v.Op == op {
					return v
				}
			}
		}
		t.Fatalf("there is no value of that kind in\n%v", f)
		return nil
	}
	calling := func() *builder {
		b := function("calling", two, i32)
		b.Frame = b.Params[0]
		c := b.call(&ir.Call{Function: "status", Type: status, Arguments: 1, Status: 1}, b.Params[1])
		b.store(ir.MemoryField, b.Params[0], b.load(ir.MemoryField, b.Params[0], 0), 0)
		b.ret(b.result(c, 1))
		return b
	}
	for name, c := range map[string]struct {
		of     *builder
		damage func(f *ir.Func)
	}{
		"no blocks":                  {fibonacci(false), func(f *ir.Func) { f.Blocks = nil }},
		"not analysed":               {fibonacci(false), func(f *ir.Func) { f.NewBlock() }},
		"unknown type":               {fibonacci(false), func(f *ir.Func) { f.Type.Params = "x" }},
		"unknown operation":          {fibonacci(false), func(f *ir.Func) { find(f, ir.OpPure).Op = ir.OpInvalid }},
		"unknown instruction":        {fibonacci(false), func(f *ir.Func) { find(f, ir.OpPure).Code = wasm.OpCall }},
		"unknown conversion":         {fibonacci(false), func(f *ir.Func) { find(f, ir.OpPure).Sat = true }},
		"missing operand":            {fibonacci(false), func(f *ir.Func) { v := find(f, ir.OpPure); v.Args = v.Args[:1] }},
		"nil operand":                {fibonacci(false), func(f *ir.Func) { find(f, ir.OpPure).Args[0] = nil }},
		"foreign operand":            {fibonacci(false), func(f *ir.Func) { find(f, ir.OpPure).Args[0] = fibonacci(true).Params[0] }},
		"operand of another type":    {fibonacci(false), func(f *ir.Func) { find(f, ir.OpConst).Type = wasm.I64 }},
		"operand that is later":      {fibonacci(false), func(f *ir.Func) { v := find(f, ir.OpPure); v.Args[0] = v }},
		"operand on another path":    {fibonacci(false), func(f *ir.Func) { f.Blocks[1].Control = find(f, ir.OpPhi).Args[1] }},
		"phi without operand":        {fibonacci(false), func(f *ir.Func) { find(f, ir.OpPhi).Args = nil }},
		"no control":                 {fibonacci(false), func(f *ir.Func) { f.Blocks[1].Control = nil }},
		"missing successor":          {fibonacci(false), func(f *ir.Func) { f.Blocks[1].Kind = ir.BlockJump }},
		"unknown end":                {fibonacci(false), func(f *ir.Func) { f.Blocks[1].Kind = 99 }},
		"edge without predecessor":   {fibonacci(false), func(f *ir.Func) { f.Blocks[1].Preds = f.Blocks[1].Preds[:1] }},
		"wrong predecessor":          {fibonacci(false), func(f *ir.Func) { f.Blocks[1].Preds[0] = f.Blocks[1] }},
		"no result":                  {fibonacci(false), func(f *ir.Func) { f.Blocks[len(f.Blocks)-1].Results = nil }},
		"value twice":                {fibonacci(false), func(f *ir.Func) { b := f.Blocks[0]; b.Values = append(b.Values, b.Values[0]) }},
		"block twice":                {fibonacci(false), func(f *ir.Func) { f.Blocks = append(f.Blocks, f.Blocks[0]) }},
		"unknown parameter":          {fibonacci(false), func(f *ir.Func) { f.Params[0].Imm = 7 }},
		"no exit":                    {guarded(), func(f *ir.Func) { find(f, ir.OpGuard).Exit = nil }},
		"no condition":               {guarded(), func(f *ir.Func) { find(f, ir.OpGuard).Args = nil }},
		"exit without values":        {guarded(), func(f *ir.Func) { v := find(f, ir.OpGuard); v.Args = v.Args[:1] }},
		"exit that passes too much":  {guarded(), func(f *ir.Func) { x := find(f, ir.OpGuard).Exit; x.Passed = 3; x.Stores = nil }},
		"exit with another type":     {guarded(), func(f *ir.Func) { find(f, ir.OpGuard).Exit.Stores[0].Type = wasm.F32 }},
		"exit below the frame":       {guarded(), func(f *ir.Func) { find(f, ir.OpGuard).Exit.Stores[0].Offset = -4 }},
		"no frame":                   {guarded(), func(f *ir.Func) { f.Frame = nil }},
		"unknown function":           {calling(), func(f *ir.Func) { find(f, ir.OpCall).Call.Function = "nothing" }},
		"no call":                    {calling(), func(f *ir.Func) { find(f, ir.OpCall).Call = nil }},
		"too many arguments":         {calling(), func(f *ir.Func) { find(f, ir.OpCall).Call.Arguments = 2 }},
		"missing argument":           {calling(), func(f *ir.Func) { find(f, ir.OpCall).Call.Arguments = 0 }},
		"dynamic without an entry":   {calling(), func(f *ir.Func) { c := find(f, ir.OpCall).Call; c.Function, c.Dynamic = "", true }},
		"no such status":             {calling(), func(f *ir.Func) { find(f, ir.OpCall).Call.Status = 2 }},
		"status of another type":     {calling(), func(f *ir.Func) { find(f, ir.OpCall).Call.Status = 0 }},
		"exit of a call, no status":  {calling(), func(f *ir.Func) { v := find(f, ir.OpCall); v.Exit = &ir.Exit{}; v.Call.Status = -1 }},
		"no such result":             {calling(), func(f *ir.Func) { find(f, ir.OpResult).Imm = 2 }},
		"result of no call":          {calling(), func(f *ir.Func) { find(f, ir.OpResult).Args[0] = f.Params[0] }},
		"offset of a load":           {calling(), func(f *ir.Func) { find(f, ir.OpLoad).Imm = -1 }},
		"load by another operation":  {calling(), func(f *ir.Func) { find(f, ir.OpLoad).Code = wasm.OpI32Store }},
		"store by another operation": {calling(), func(f *ir.Func) { find(f, ir.OpStore).Code = wasm.OpI32Load }},
		"unknown memory":             {calling(), func(f *ir.Func) { find(f, ir.OpStore).Memory = 200 }},
	} {
		t.Run(name, func(t *testing.T) {
			c.of.Analyse()
			c.damage(c.of.Func)
			m := wasm.New()
			if _, err := emit.Function(c.of.Func, m, imports(m), nil); err == nil {
				t.Errorf("no error for\n%v", c.of.Func)
			} else {
				t.Log(err)
			}
		})
	}
}

func BenchmarkFunction(b *testing.B) {
	c := chain(40, false)
	c.Analyse()
	values := 0
	for _, block := range c.Blocks {
		values += len(block.Values)
	}
	b.ReportAllocs()
	size := 0
	for b.Loop() {
		m := wasm.New()
		body, err := emit.Function(c.Func, m, imports(m), nil)
		if err != nil {
			b.Fatal(err)
		}
		size = len(body)
	}
	b.ReportMetric(float64(size), "bytes")
	b.ReportMetric(float64(values), "values")
}
