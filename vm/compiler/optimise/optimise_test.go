package optimise

import (
	"strings"
	"testing"

	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
)

// builder makes functions by hand. Parameter 0 is the frame.
type builder struct {
	f *ir.Func
	b *ir.Block
}

// build is a function with the given number of references as parameters behind the
// frame, and then two integers.
func build(references int) (*builder, []*ir.Value) {
	types := []wasm.Type{wasm.I32}
	for range references + 2 {
		types = append(types, wasm.I32)
	}
	f := ir.NewFunc("test", wasm.FuncType{Params: wasm.Types(types...), Results: wasm.Types(wasm.I32)})
	f.Frame = f.Params[0]
	for _, p := range f.Params[1 : references+1] {
		p.Ref = true
	}
	return &builder{f, f.Blocks[0]}, f.Params[1:]
}

func (b *builder) k(imm int64) *ir.Value {
	v := b.f.NewValue(b.b, ir.OpConst, wasm.I32)
	v.Imm = imm
	return v
}

func (b *builder) op(code byte, args ...*ir.Value) *ir.Value {
	v := b.f.NewValue(b.b, ir.OpPure, wasm.I32, args...)
	v.Code = code
	return v
}

func (b *builder) guard(exit int32, condition *ir.Value, values ...*ir.Value) {
	v := b.f.NewValue(b.b, ir.OpGuard, 0, append([]*ir.Value{condition}, values...)...)
	v.Exit = &ir.Exit{ID: exit}
}

func (b *builder) load(m ir.Memory, alias int64, a *ir.Value, imm int64) *ir.Value {
	v := b.f.NewValue(b.b, ir.OpLoad, wasm.I32, a)
	v.Code, v.Memory, v.Alias, v.Imm = wasm.OpI32Load, m, alias, imm
	return v
}

func (b *builder) store(m ir.Memory, alias int64, a *ir.Value, imm int64, x *ir.Value) {
	v := b.f.NewValue(b.b, ir.OpStore, 0, a, x)
	v.Code, v.Memory, v.Alias, v.Imm = wasm.OpI32Store, m, alias, imm
}

func (b *builder) call(args ...*ir.Value) *ir.Value {
	v := b.f.NewValue(b.b, ir.OpCall, 0, args...)
	v.Call = &ir.Call{Function: "call", Arguments: len(args), Status: -1, Type: wasm.FuncType{Results: wasm.Types(wasm.I32)}}
	return b.f.NewValue(b.b, ir.OpResult, wasm.I32, v)
}

func (b *builder) branch(c *ir.Value, yes, no *ir.Block) {
	b.b.Kind, b.b.Control = ir.BlockIf, c
	b.b.To(yes)
	b.b.To(no)
}

func (b *builder) ret(v ...*ir.Value) { b.b.Kind, b.b.Results = ir.BlockReturn, v }

// element loads an array's element with all its checks.
func (b *builder) element(exit int32, array, index *ir.Value, ref bool) *ir.Value {
	b.guard(exit, b.op(wasm.OpI32Eqz, array), index)
	b.guard(exit+1, b.op(wasm.OpI32GeU, index, b.load(ir.MemoryFixed, 0, array, 8)), index)
	kind := ir.MemoryArray32
	if ref {
		kind = ir.MemoryArrayRef
	}
	v := b.load(kind, 0, b.op(wasm.OpI32Add, array, b.op(wasm.OpI32Shl, index, b.k(2))), 16)
	v.Ref = ref
	return v
}

// length is an array's length after the null check.
func (b *builder) length(exit int32, array *ir.Value, values ...*ir.Value) *ir.Value {
	b.guard(exit, b.op(wasm.OpI32Eqz, array), values...)
	return b.load(ir.MemoryFixed, 0, array, 8)
}

// counting makes a loop for (i = first; i < bound(i); i += step) body(i), and leaves
// the builder behind it. sum is a variable that body changes.
func (b *builder) counting(first, sum *ir.Value, step int64, bound func(i, sum *ir.Value) *ir.Value, body func(i, sum *ir.Value) *ir.Value) *ir.Value {
	header, inside, end := b.f.NewBlock(), b.f.NewBlock(), b.f.NewBlock()
	b.b.To(header)
	b.b = header
	i := b.f.NewValue(header, ir.OpPhi, wasm.I32, first)
	s := b.f.NewValue(header, ir.OpPhi, wasm.I32, sum)
	compare := byte(wasm.OpI32LtS)
	if step < 0 {
		compare = wasm.OpI32GeS
	}
	b.branch(b.op(compare, i, bound(i, s)), inside, end)
	b.b = inside
	next := body(i, s)
	i.Args = append(i.Args, b.op(wasm.OpI32Add, i, b.k(step)))
	s.Args = append(s.Args, next)
	b.b.To(header)
	b.b = end
	return s
}

// optimised counts what stands inside loops after Run.
func optimised(t *testing.T, f *ir.Func) (guards, loads int) {
	t.Helper()
	before := f.String()
	Run(f)
	if err := f.Check(); err != nil {
		t.Fatal(err)
	}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			switch {
			case b.Depth == 0:
			case v.Op == ir.OpGuard:
				guards++
			case v.Op == ir.OpLoad:
				loads++
			}
		}
	}
	t.Logf("before:\n%s\nafter:\n%v", before, f)
	return guards, loads
}

func TestLoops(t *testing.T) {
	add := func(b *builder, x, y *ir.Value) *ir.Value { return b.op(wasm.OpI32Add, x, y) }
	tests := []struct {
		name          string
		guards, loads int // that stay in loops: of loads eight more in the fast one, unless they are the same
		make          func() *ir.Func
	}{
		{"for (i = 0; i < a.length; i++) s += a[i]", 0, 9, func() *ir.Func {
			b, p := build(1)
			zero := b.k(0)
			b.ret(b.counting(zero, zero, 1,
				func(i, s *ir.Value) *ir.Value { return b.length(1, p[0], i, s) },
				func(i, s *ir.Value) *ir.Value { return add(b, s, b.element(10, p[0], i, false)) }))
			return b.f
		}},
		{"n = a.length; for (i = 0; i < n; i++) s += a[i]", 0, 9, func() *ir.Func {
			b, p := build(1)
			zero, n := b.k(0), b.length(1, p[0])
			b.ret(b.counting(zero, zero, 1,
				func(i, s *ir.Value) *ir.Value { return n },
				func(i, s *ir.Value) *ir.Value { return add(b, s, b.element(10, p[0], i, false)) }))
			return b.f
		}},
		{"for (i = 0; i < n; i++) s += a[i]: the bounds check stays", 1, 9, func() *ir.Func {
			b, p := build(1)
			zero := b.k(0)
			b.ret(b.counting(zero, zero, 1,
				func(i, s *ir.Value) *ir.Value { return p[1] },
				func(i, s *ir.Value) *ir.Value { return add(b, s, b.element(10, p[0], i, false)) }))
			return b.f
		}},
		{"for (i = a.length - 1; i >= 0; i--) s += a[i]", 0, 9, func() *ir.Func {
			b, p := build(1)
			zero := b.k(0)
			first := b.op(wasm.OpI32Sub, b.length(1, p[0]), b.k(1))
			b.ret(b.counting(first, zero, -1,
				func(i, s *ir.Value) *ir.Value { return zero },
				func(i, s *ir.Value) *ir.Value { return add(b, s, b.element(10, p[0], i, false)) }))
			return b.f
		}},
		{"for (i = 1; i < a.length - 1; i++) s += a[i-1] + a[i] + a[i+1]", 0, 13, func() *ir.Func {
			b, p := build(1)
			zero, one := b.k(0), b.k(1)
			b.ret(b.counting(one, zero, 1,
				func(i, s *ir.Value) *ir.Value { return b.op(wasm.OpI32Sub, b.length(1, p[0], i, s), one) },
				func(i, s *ir.Value) *ir.Value {
					s = add(b, s, b.element(10, p[0], b.op(wasm.OpI32Sub, i, one), false))
					s = add(b, s, b.element(12, p[0], i, false))
					return add(b, s, b.element(14, p[0], add(b, i, one), false))
				}))
			return b.f
		}},
		{"for (i = 0; i < m.length; i++) for (j = 0; j < i; j++) s += m[j]", 0, 9, func() *ir.Func {
			b, p := build(1)
			zero := b.k(0)
			b.ret(b.counting(zero, zero, 1,
				func(i, s *ir.Value) *ir.Value { return b.length(1, p[0], i, s) },
				func(i, s *ir.Value) *ir.Value {
					return b.counting(zero, s, 1,
						func(j, s *ir.Value) *ir.Value { return i },
						func(j, s *ir.Value) *ir.Value { return add(b, s, b.element(10, p[0], j, false)) })
				}))
			return b.f
		}},
		{"for (i...) for (j = 0; j < m[i].length; j++) s += m[i][j]: the row's null check and two loads stay in the outer loop", 1, 11, func() *ir.Func {
			b, p := build(1)
			zero := b.k(0)
			b.ret(b.counting(zero, zero, 1,
				func(i, s *ir.Value) *ir.Value { return b.length(1, p[0], i, s) },
				func(i, s *ir.Value) *ir.Value {
					return b.counting(zero, s, 1,
						func(j, s *ir.Value) *ir.Value { return b.length(20, b.element(10, p[0], i, true), i, j, s) },
						func(j, s *ir.Value) *ir.Value {
							return add(b, s, b.element(40, b.element(30, p[0], i, true), j, false))
						})
				}))
			return b.f
		}},
		{"i += 2 may wrap", 1, 9, func() *ir.Func {
			b, p := build(1)
			zero, n := b.k(0), b.length(1, p[0])
			b.ret(b.counting(zero, zero, 2,
				func(i, s *ir.Value) *ir.Value { return n },
				func(i, s *ir.Value) *ir.Value { return add(b, s, b.element(10, p[0], i, false)) }))
			return b.f
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			guards, loads := optimised(t, test.make())
			if guards != test.guards || loads != test.loads {
				t.Errorf("%d guards and %d loads stay in loops, want %d and %d", guards, loads, test.guards, test.loads)
			}
		})
	}
}

// TestFunctions compares short functions with what becomes of them.
func TestFunctions(t *testing.T) {
	tests := []struct {
		name string
		make func() *ir.Func
		want string
	}{
		{"what was stored is not loaded", func() *ir.Func {
			b, p := build(1)
			b.guard(1, b.op(wasm.OpI32Eqz, p[0]))
			b.store(ir.MemoryField, 12, p[0], 12, p[1])
			b.store(ir.MemoryArray32, 0, p[2], 16, p[2])
			b.guard(2, b.op(wasm.OpI32Eqz, p[0]))
			b.ret(b.load(ir.MemoryField, 12, p[0], 12))
			return b.f
		}, `
func test
b0:
	v0 i32 = param 0
	v1 i32 = param 1
	v2 i32 = param 2
	v3 i32 = param 3
	v4 i32 = i32.eqz v1
	v5 - = guard v4 exit 1
	v6 - = i32.store v1 v2 +12
	v7 - = i32.store v3 v3 +16
	return v2
`},
		{"a call may change fields, but not a length", func() *ir.Func {
			b, p := build(1)
			b.guard(1, b.op(wasm.OpI32Eqz, p[0]))
			x, l := b.load(ir.MemoryField, 12, p[0], 12), b.load(ir.MemoryFixed, 0, p[0], 8)
			b.call(x, l)
			b.ret(b.op(wasm.OpI32Add, b.load(ir.MemoryField, 12, p[0], 12), b.load(ir.MemoryFixed, 0, p[0], 8)))
			return b.f
		}, `
func test
b0:
	v0 i32 = param 0
	v1 i32 = param 1
	v2 i32 = param 2
	v3 i32 = param 3
	v4 i32 = i32.eqz v1
	v5 - = guard v4 exit 1
	v6 i32 = i32.load v1 +12
	v7 i32 = i32.load v1 +8
	v8 - = call call v6 v7
	v10 i32 = i32.load v1 +12
	v12 i32 = i32.add v7 v10
	return v12
`},
		{"no address computed from a reference lives across a call", func() *ir.Func {
			b, p := build(1)
			a := b.op(wasm.OpI32Add, p[0], b.op(wasm.OpI32Shl, p[1], b.k(2)))
			x := b.load(ir.MemoryArray32, 0, a, 16)
			b.call(x)
			a = b.op(wasm.OpI32Add, p[0], b.op(wasm.OpI32Shl, p[1], b.k(2)))
			b.ret(b.load(ir.MemoryArray32, 0, a, 16))
			return b.f
		}, `
func test
b0:
	v0 i32 = param 0
	v1 i32 = param 1
	v2 i32 = param 2
	v3 i32 = param 3
	v4 i32 = const 2
	v5 i32 = i32.shl v2 v4
	v6 i32 = i32.add v1 v5
	v7 i32 = i32.load v6 +16
	v8 - = call call v7
	v12 i32 = i32.add v1 v5
	v13 i32 = i32.load v12 +16
	return v13
`},
		{"a hash table's index", func() *ir.Func {
			b, p := build(1)
			l := b.length(1, p[0])
			b.guard(2, b.op(wasm.OpI32Eqz, l))
			b.ret(b.element(10, p[0], b.op(wasm.OpI32And, b.op(wasm.OpI32Sub, l, b.k(1)), p[1]), false))
			return b.f
		}, `
func test
b0:
	v0 i32 = param 0
	v1 i32 = param 1
	v2 i32 = param 2
	v3 i32 = param 3
	v21 i32 = const -1
	v17 i32 = const 2
	v4 i32 = i32.eqz v1
	v5 - = guard v4 exit 1
	v6 i32 = i32.load v1 +8
	v7 i32 = i32.eqz v6
	v8 - = guard v7 exit 2
	v22 i32 = i32.add v6 v21
	v11 i32 = i32.and v2 v22
	v18 i32 = i32.shl v11 v17
	v19 i32 = i32.add v1 v18
	v20 i32 = i32.load v19 +16
	return v20
`},
		{"a[1] is checked before a[0]", func() *ir.Func {
			b, p := build(1)
			x := b.element(10, p[0], b.k(1), false)
			b.ret(b.op(wasm.OpI32Add, x, b.element(20, p[0], b.k(0), false)))
			return b.f
		}, `
func test
b0:
	v0 i32 = param 0
	v1 i32 = param 1
	v2 i32 = param 2
	v3 i32 = param 3
	v4 i32 = const 1
	v5 i32 = i32.eqz v1
	v6 - = guard v5 v4 exit 10
	v7 i32 = i32.load v1 +8
	v8 i32 = i32.le_u v7 v4
	v9 - = guard v8 v4 exit 11
	v13 i32 = i32.load v1 +20
	v23 i32 = i32.load v1 +16
	v24 i32 = i32.add v13 v23
	return v24
`},
		{"a guard that leaves ends the function", func() *ir.Func {
			b, p := build(1)
			b.guard(7, b.op(wasm.OpI32LtS, b.k(3), b.k(4)), p[1])
			b.ret(b.call(p[1]))
			return b.f
		}, `
func test
b0:
	v0 i32 = param 0
	v1 i32 = param 1
	v2 i32 = param 2
	v3 i32 = param 3
	exit 7 v2
`},
		{"the guard of an allocation stays although its result is marked", func() *ir.Func {
			b, p := build(0)
			object := b.call(p[0])
			b.guard(1, b.op(wasm.OpI32Eqz, object))
			object.Ref, object.NonNil = true, true
			b.guard(2, b.op(wasm.OpI32Eqz, object))
			b.ret(b.load(ir.MemoryField, 12, object, 12))
			return b.f
		}, `
func test
b0:
	v0 i32 = param 0
	v1 i32 = param 1
	v2 i32 = param 2
	v3 - = call call v1
	v4 i32 = result 0 v3
	v5 i32 = i32.eqz v4
	v6 - = guard v5 exit 1
	v9 i32 = i32.load v4 +12
	return v9
`},
		{"a three-way comparison", func() *ir.Func {
			b, p := build(0)
			x, y := b.f.NewBlock(), b.f.NewBlock()
			difference := b.op(wasm.OpI32Sub, b.op(wasm.OpI32GtS, p[0], p[1]), b.op(wasm.OpI32LtS, p[0], p[1]))
			b.branch(b.op(wasm.OpI32LeS, difference, b.k(0)), x, y)
			b.b = x
			b.ret(b.k(1))
			b.b = y
			b.ret(b.k(2))
			return b.f
		}, `
func test
b0:
	v0 i32 = param 0
	v1 i32 = param 1
	v2 i32 = param 2
	v8 i32 = const 1
	v9 i32 = const 2
	v11 i32 = i32.le_s v1 v2
	if v11 b1 b2
b1: b0
	return v8
b2: b0
	return v9
`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := test.make()
			before := f.String()
			Run(f)
			if err := f.Check(); err != nil {
				t.Fatal(err)
			}
			if got := strings.TrimSpace(f.String()); got != strings.TrimSpace(test.want) {
				t.Errorf("from\n%s\ngot\n%s", before, got)
			}
		})
	}
}

// TestLimitedCall reads a field and an element in front of and behind a way with a call
// that writes elements only, or all.
func TestLimitedCall(t *testing.T) {
	for _, writes := range []uint32{0, writesElements} {
		b, p := build(1)
		field := func() *ir.Value { return b.load(ir.MemoryField, fieldA, p[0], fieldA) }
		element := func() *ir.Value { return b.load(ir.MemoryArray32, 0, p[0], elements) }
		b.guard(1, b.op(wasm.OpI32Eqz, p[0]))
		x, y := field(), element()
		cold, join := b.f.NewBlock(), b.f.NewBlock()
		b.branch(p[1], cold, join)
		b.b = cold
		b.call(p[2]).Args[0].Call.Writes = writes
		b.b.To(join)
		b.b = join
		b.ret(b.op(wasm.OpI32Add, b.op(wasm.OpI32Add, x, y), b.op(wasm.OpI32Mul, field(), element())))
		Run(b.f)
		want := 4
		if writes != 0 {
			want = 3
		}
		loads := 0
		for _, block := range b.f.Blocks {
			for _, v := range block.Values {
				if v.Op == ir.OpLoad {
					loads++
				}
			}
		}
		if loads != want {
			t.Errorf("a call that writes %#x leaves %d loads, not %d:\n%v", writes, loads, want, b.f)
		}
	}
}

// TestFinalFieldIsNoLength loads a final field that lies where arrays have their length: it
// may be negative.
func TestFinalFieldIsNoLength(t *testing.T) {
	b, p := build(1)
	b.guard(1, b.op(wasm.OpI32Eqz, p[0]))
	field := b.load(ir.MemoryFinal, 0, p[0], 8)
	b.call(p[1])
	again := b.load(ir.MemoryFinal, 0, p[0], 8)
	b.ret(b.op(wasm.OpI32Add, b.op(wasm.OpI32LtS, field, b.k(0)), again))
	Run(b.f)
	text := b.f.String()
	if n := strings.Count(text, "load"); n != 1 {
		t.Errorf("%d loads, want one:\n%s", n, text)
	}
	if !strings.Contains(text, "lt_s") {
		t.Errorf("the field is taken for a length:\n%s", text)
	}
}
