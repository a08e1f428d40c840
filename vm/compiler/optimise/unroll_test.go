package optimise

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
)

// polled is a loop like builder.counting's that takes 9 of the time slice in each
// iteration, and gets a new one where nothing is left.
func (b *builder) polled(first, sum, slice *ir.Value, step int64, bound, body func(i, sum *ir.Value) *ir.Value) *ir.Value {
	header, inside, cold, latch, end := b.f.NewBlock(), b.f.NewBlock(), b.f.NewBlock(), b.f.NewBlock(), b.f.NewBlock()
	cold.Cold = true
	b.b.To(header)
	b.b = header
	i, s := b.f.NewValue(header, ir.OpPhi, wasm.I32, first), b.f.NewValue(header, ir.OpPhi, wasm.I32, sum)
	x := b.f.NewValue(header, ir.OpPhi, wasm.I32, slice)
	b.branch(bound(i, s), inside, end)
	b.b = inside
	s.Args = append(s.Args, body(i, s))
	i.Args = append(i.Args, b.op(wasm.OpI32Add, i, b.k(step)))
	left, last := b.op(wasm.OpI32Add, x, b.k(-9)), b.b
	b.branch(b.op(wasm.OpI32LeS, left, b.k(0)), cold, latch)
	b.b = cold
	fresh := b.op(wasm.OpI32Add, b.call(left, i.Args[1]), b.k(100))
	fresh = b.op(wasm.OpI32And, fresh, b.k(63))
	cold.To(latch)
	b.b = latch
	x.Args = append(x.Args, b.f.NewValue(latch, ir.OpPhi, wasm.I32, left, fresh))
	latch.Preds = []*ir.Block{last, cold}
	latch.To(header)
	b.b = end
	return s
}

// long is a constant of 64 bits.
func (b *builder) long(imm int64) *ir.Value {
	v := b.f.NewValue(b.b, ir.OpConst, wasm.I64)
	v.Imm = imm
	return v
}

// count adds 1 and 5 to two counters of a context.
func (b *builder) count(node *ir.Value) {
	v := b.f.NewValue(b.b, ir.OpCount, 0, node, b.long(1), b.long(5))
	v.Memory, v.Imm, v.Alias = ir.MemoryCounter, 32, 32
}

// countMore adds an amount to the second of them; loadFirst is the order of the sum's operands.
func (b *builder) countMore(node, amount *ir.Value, loadFirst bool) {
	load := b.f.NewValue(b.b, ir.OpLoad, wasm.I64, node)
	load.Code, load.Memory, load.Imm, load.Alias = wasm.OpI64Load, ir.MemoryCounter, 40, 40
	operands := []*ir.Value{amount, load}
	if loadFirst {
		slices.Reverse(operands)
	}
	sum := b.f.NewValue(b.b, ir.OpPure, wasm.I64, operands...)
	sum.Code = wasm.OpI64Add
	store := b.f.NewValue(b.b, ir.OpStore, 0, node, sum)
	store.Code, store.Memory, store.Imm, store.Alias = wasm.OpI64Store, ir.MemoryCounter, 40, 40
}

// compare optimises a function and compares what it does with these parameters behind the
// frame before and after.
func compare(t *testing.T, f *ir.Func, lengths []int, params ...[]int64) {
	t.Helper()
	compareIn(t, f, initialMemory(lengths), params...)
}

// compareIn is the same with this memory.
func compareIn(t *testing.T, f *ir.Func, memory []byte, params ...[]int64) {
	t.Helper()
	f.Analyse()
	if err := f.Check(); err != nil {
		t.Fatalf("%v\n%v", err, f)
	}
	var before []outcome
	for _, p := range params {
		before = append(before, interpret(f, append([]int64{frame}, p...), memory))
	}
	text := f.String()
	Run(f)
	if err := f.Check(); err != nil {
		t.Fatalf("%v\nbefore:\n%s\nafter:\n%v", err, text, f)
	}
	for i, p := range params {
		after := interpret(f, append([]int64{frame}, p...), memory)
		if fmt.Sprint(before[i]) != fmt.Sprint(after) || !slices.Equal(before[i].memory, after.memory) {
			t.Fatalf("%v\nwas %v\nis  %v\nbefore:\n%s\nafter:\n%v", p, before[i], after, text, f)
		}
	}
}

// copiesIn counts the accesses to array elements in the block of a loop that has most
// of them.
func copiesIn(f *ir.Func) (most int) {
	for _, b := range f.Blocks {
		n := 0
		for _, v := range b.Values {
			if b.Depth > 0 && v.Memory == ir.MemoryArray32 && (v.Op == ir.OpLoad || v.Op == ir.OpStore) {
				n++
			}
		}
		most = max(most, n)
	}
	return most
}

// TestUnrolledText compares an unrolled loop with what it should look like.
func TestUnrolledText(t *testing.T) {
	b, p := build(1)
	zero := b.k(0)
	n := b.length(1, p[0])
	b.ret(b.polled(zero, zero, p[1], 1,
		func(i, _ *ir.Value) *ir.Value { return b.op(wasm.OpI32LtS, i, p[2]) },
		func(i, s *ir.Value) *ir.Value {
			b.guard(2, b.op(wasm.OpI32GeU, i, n), i, s)
			return b.op(wasm.OpI32Add, s, b.load(ir.MemoryArray32, 0, b.op(wasm.OpI32Add, p[0], b.op(wasm.OpI32Shl, i, b.k(2))), 16))
		}))
	Run(b.f)
	if err := b.f.Check(); err != nil {
		t.Fatal(err)
	}
	want := unrolledText
	if got := b.f.String(); got != want {
		t.Errorf("got\n%s", got)
	}
}

const unrolledText = `func test
b0:
	v0 i32 = param 0
	v1 i32 = param 1
	v2 i32 = param 2
	v3 i32 = param 3
	v4 i32 = const 0
	v14 i32 = const 2
	v19 i32 = const 1
	v21 i32 = const -9
	v27 i32 = const 100
	v29 i32 = const 63
	v57 i64 = const -7
	v59 i64 = const -2147483648
	v64 i32 = const 72
	v184 i32 = const 8
	v186 i32 = const -72
	v5 i32 = i32.eqz v1
	v6 - = guard v5 exit 1
	v7 i32 = i32.load v1 +8
	jump b6
b6: b0 b3
	v32 i32 = phi v4 v20
	v34 i32 = phi v4 v18
	v36 i32 = phi v2 v30
	v53 i64 = i64.extend_i32_s v3
	v54 i64 = i64.extend_i32_s v7
	v146 i32 = i32.lt_s v3 v7
	v56 i64 = select v53 v54 v146
	v58 i64 = i64.add v56 v57
	v60 i32 = i64.gt_s v58 v59
	v61 i64 = select v58 v59 v60
	v62 i32 = i32.wrap_i64 v61
	jump b11
b11: b6 b12
	v50 i32 = phi v32 v185
	v51 i32 = phi v34 v142
	v52 i32 = phi v36 v187
	v63 i32 = i32.lt_s v50 v62
	if v63 b13 b1
b13: b11
	v65 i32 = i32.gt_s v52 v64
	if v65 b12 b1
b12: b13
	v69 i32 = i32.shl v50 v14
	v70 i32 = i32.add v1 v69
	v71 i32 = i32.load v70 +16
	v72 i32 = i32.add v51 v71
	v81 i32 = i32.load v70 +20
	v82 i32 = i32.add v72 v81
	v91 i32 = i32.load v70 +24
	v92 i32 = i32.add v82 v91
	v101 i32 = i32.load v70 +28
	v102 i32 = i32.add v92 v101
	v111 i32 = i32.load v70 +32
	v112 i32 = i32.add v102 v111
	v121 i32 = i32.load v70 +36
	v122 i32 = i32.add v112 v121
	v131 i32 = i32.load v70 +40
	v132 i32 = i32.add v122 v131
	v141 i32 = i32.load v70 +44
	v142 i32 = i32.add v132 v141
	v185 i32 = i32.add v50 v184
	v187 i32 = i32.add v52 v186
	jump b11
b1: b4 b11 b13
	v8 i32 = phi v20 v50 v50
	v9 i32 = phi v18 v51 v51
	v10 i32 = phi v22 v52 v52
	v11 i32 = i32.gt_s v3 v8
	if v11 b2 b5
b2: b1
	v12 i32 = i32.le_u v7 v8
	v13 - = guard v12 v8 v9 exit 2
	v15 i32 = i32.shl v8 v14
	v16 i32 = i32.add v1 v15
	v17 i32 = i32.load v16 +16
	v18 i32 = i32.add v9 v17
	v20 i32 = i32.add v8 v19
	v22 i32 = i32.add v10 v21
	v24 i32 = i32.le_s v22 v4
	if v24 b3 b4
b3: b2 cold
	v25 - = call call v22 v20
	v26 i32 = result 0 v25
	v28 i32 = i32.add v26 v27
	v30 i32 = i32.and v28 v29
	jump b6
b4: b2
	jump b1
b5: b1
	return v9
`

// TestUnrolledBounds runs loops of all directions and steps to and over the ends of
// arrays and of numbers.
func TestUnrolledBounds(t *testing.T) {
	ends := []int64{0, 3, 4, 11, 31, 32, 33, -4, math.MaxInt32, math.MaxInt32 - 6, math.MinInt32, math.MinInt32 + 7}
	var params [][]int64
	for _, x := range ends {
		for _, y := range ends {
			params = append(params, []int64{firstObject, x, y})
		}
	}
	type test struct {
		name   string
		step   int64
		bound  func(b *builder, i, limit *ir.Value) *ir.Value
		index  func(b *builder, i, limit *ir.Value) *ir.Value
		copies int
	}
	compareBy := func(code byte) func(b *builder, i, limit *ir.Value) *ir.Value {
		return func(b *builder, i, limit *ir.Value) *ir.Value { return b.op(code, i, limit) }
	}
	itself := func(_ *builder, i, _ *ir.Value) *ir.Value { return i }
	plus := func(c int64) func(b *builder, i, _ *ir.Value) *ir.Value {
		return func(b *builder, i, _ *ir.Value) *ir.Value { return b.op(wasm.OpI32Add, i, b.k(c)) }
	}
	masked := func(b *builder, i, _ *ir.Value) *ir.Value { return b.op(wasm.OpI32And, i, b.k(31)) }
	var tests []test
	for _, step := range []int64{1, 2, 7, math.MaxInt32} {
		for _, code := range []byte{wasm.OpI32LtS, wasm.OpI32LeS, wasm.OpI32LtU} {
			tests = append(tests,
				test{"", step, compareBy(code), itself, 4},
				test{"plus 3", step, compareBy(code), plus(3), 4},
				test{"minus 2", step, compareBy(code), plus(-2), 4},
				test{"masked", step, compareBy(code), masked, 4})
		}
		for _, code := range []byte{wasm.OpI32GtS, wasm.OpI32GeS} {
			tests = append(tests,
				test{"", -step, compareBy(code), itself, 4},
				test{"plus 3", -step, compareBy(code), plus(3), 4},
				test{"masked", -step, compareBy(code), masked, 4})
		}
	}
	for _, c := range []int64{5, -5, math.MaxInt32} {
		tests = append(tests,
			test{fmt.Sprint("bound of the sum with ", c), 1, func(b *builder, i, limit *ir.Value) *ir.Value {
				return b.op(wasm.OpI32LtS, b.op(wasm.OpI32Add, i, b.k(c)), limit)
			}, masked, 4},
			test{fmt.Sprint("falling bound of the sum with ", c), -1, func(b *builder, i, limit *ir.Value) *ir.Value {
				return b.op(wasm.OpI32GtS, b.op(wasm.OpI32Add, i, b.k(c)), limit)
			}, masked, 4})
	}
	tests = append(tests,
		test{"a bound that is met only exactly", 1, compareBy(wasm.OpI32Ne), itself, 8},
		test{"index and invariant", 1, compareBy(wasm.OpI32LtS), func(b *builder, i, limit *ir.Value) *ir.Value {
			return b.op(wasm.OpI32Add, i, limit)
		}, 4})
	for _, test := range tests {
		b, p := build(1)
		n := b.load(ir.MemoryFixed, 0, p[0], length)
		b.ret(b.polled(p[1], b.k(0), b.k(100), test.step,
			func(i, s *ir.Value) *ir.Value { return test.bound(b, i, p[2]) },
			func(i, s *ir.Value) *ir.Value {
				// A loop that goes on forever is left.
				b.guard(3, b.op(wasm.OpI32GtS, s, b.k(1<<18)), i, s)
				index := test.index(b, i, p[2])
				b.guard(2, b.op(wasm.OpI32GeU, index, n), i, s, index)
				a := b.op(wasm.OpI32Add, p[0], b.op(wasm.OpI32Shl, index, b.k(2)))
				old := b.load(ir.MemoryArray32, 0, a, elements)
				b.store(ir.MemoryArray32, 0, a, elements, b.op(wasm.OpI32Add, old, b.k(1)))
				return b.op(wasm.OpI32Add, s, b.op(wasm.OpI32Add, old, b.k(5000)))
			}))
		t.Run(fmt.Sprint(test.name, " step ", test.step), func(t *testing.T) {
			compare(t, b.f, []int{32, 0, 0, 0, 0}, params...)
			if got := copiesIn(b.f); got < 2*test.copies || test.copies == 1 && got > 2 {
				t.Errorf("%d accesses in the fast loop, want those of %d iterations at least\n%v", got, test.copies, b.f)
			}
		})
	}
}

// TestReferencesBehindTests follows a reference in a loop that lies where it does only in
// objects of one class: what the loop's load of it finds in others must not be followed.
func TestReferencesBehindTests(t *testing.T) {
	for way := range 4 {
		b, p := build(1)
		zero := b.k(0)
		branch := way%2 != 0
		p[0].NonNil = way/2 != 0
		b.ret(b.counting(zero, zero, 1,
			func(i, s *ir.Value) *ir.Value { return p[1] },
			func(i, s *ir.Value) *ir.Value {
				if !p[0].NonNil {
					b.guard(3, b.op(wasm.OpI32Eqz, p[0]), i, s)
				}
				same := b.op(wasm.OpI32Eq, b.load(ir.MemoryFixed, 0, p[0], 0), p[2])
				if branch {
					rest, leave := b.f.NewBlock(), b.f.NewBlock()
					b.branch(same, rest, leave)
					leave.Kind, leave.Results = ir.BlockReturn, []*ir.Value{i}
					b.b = rest
				} else {
					b.guard(1, b.op(wasm.OpI32Eqz, same), i, s)
				}
				o := b.load(ir.MemoryField, fieldA, p[0], fieldA)
				o.Ref = true
				b.guard(2, b.op(wasm.OpI32Eqz, o), i, s)
				return b.op(wasm.OpI32Add, s, b.load(ir.MemoryField, fieldB, o, fieldB))
			}))
		// The first object has a reference there, the second one has not.
		memory := initialMemory(make([]int, objects))
		const second = firstObject + objectSize
		for k, bits := range []uint32{0x71, 0x72} {
			binary.LittleEndian.PutUint32(memory[firstObject+k*objectSize:], bits)
		}
		binary.LittleEndian.PutUint32(memory[firstObject+fieldA:], second)
		binary.LittleEndian.PutUint32(memory[second+fieldA:], 0x7ffffff0)
		compareIn(t, b.f, memory, []int64{firstObject, 3, 0x71}, []int64{second, 3, 0x71}, []int64{second, 0, 0x71}, []int64{firstObject, 3, 0x72})
		for _, block := range b.f.Blocks {
			if block.Depth > 0 && strings.Contains(block.String(), "load") {
				t.Errorf("the loop loads:\n%v", b.f)
			}
		}
	}
}

// TestReferencesReadInAdvance follows references in a loop that is not entered: what
// the loop's loads read in front of it must not be followed where there is none.
func TestReferencesReadInAdvance(t *testing.T) {
	b, p := build(1)
	zero := b.k(0)
	b.ret(b.counting(zero, zero, 1,
		func(i, s *ir.Value) *ir.Value { return p[1] },
		func(i, s *ir.Value) *ir.Value {
			b.guard(1, b.op(wasm.OpI32Eqz, p[0]), i, s)
			o := b.load(ir.MemoryField, fieldA, p[0], fieldA)
			o.Ref = true
			b.guard(2, b.op(wasm.OpI32Eqz, o), i, s)
			return b.op(wasm.OpI32Add, s, b.load(ir.MemoryField, fieldB, o, fieldB))
		}))
	compare(t, b.f, make([]int, objects), []int64{0, 0, 0}, []int64{0, 1, 0}, []int64{firstObject, 0, 0}, []int64{firstObject, 3, 0})
	for _, block := range b.f.Blocks {
		if block.Depth > 0 && strings.Contains(block.String(), "load") {
			t.Errorf("the loop loads:\n%v", b.f)
		}
	}
}

// TestUnrollWithWaysOut lets a loop leave, beside its end, where a condition holds that is
// invariant, and where elements are, by way of blocks that compute what they hand over.
func TestUnrollWithWaysOut(t *testing.T) {
	b, p := build(1)
	zero := b.k(0)
	n := b.length(1, p[0])
	limit := b.op(wasm.OpI32And, p[2], b.k(3))
	small, large, out, odd := b.f.NewBlock(), b.f.NewBlock(), b.f.NewBlock(), b.f.NewBlock()
	var given [2]*ir.Value
	sum := b.polled(zero, zero, b.k(60), 1,
		func(i, _ *ir.Value) *ir.Value { return b.op(wasm.OpI32LtS, i, n) },
		func(i, s *ir.Value) *ir.Value {
			element := b.load(ir.MemoryArray32, 0, b.op(wasm.OpI32Add, p[0], b.op(wasm.OpI32Shl, i, b.k(2))), 16)
			next, last, rest := b.f.NewBlock(), b.f.NewBlock(), b.f.NewBlock()
			b.branch(b.op(wasm.OpI32GtS, p[1], b.k(100)), odd, next)
			b.b = next
			b.branch(b.op(wasm.OpI32LtS, element, limit), small, last)
			b.b = last
			b.branch(b.op(wasm.OpI32GtS, element, p[1]), large, rest)
			given = [2]*ir.Value{i, element}
			b.b = rest
			return b.op(wasm.OpI32Add, s, element)
		})
	b.ret(sum)
	b.b = small
	twice := b.op(wasm.OpI32Mul, given[0], b.k(2))
	small.To(out)
	large.To(out)
	b.b = out
	result := b.f.NewValue(out, ir.OpPhi, wasm.I32, twice, given[1])
	b.ret(b.op(wasm.OpI32Sub, result, b.k(1000)))
	b.b = odd
	b.ret(b.op(wasm.OpI32Add, given[1], b.k(5000)))
	compare(t, b.f, []int{9, 0, 0, 0, 0}, []int64{firstObject, 90, 0}, []int64{firstObject, 0, 0}, []int64{firstObject, 90, 3}, []int64{firstObject, 200, 1}, []int64{firstObject, 3, 2})
	if n := loads(b.f); n < 3 {
		t.Errorf("the loop is not unrolled:\n%v", b.f)
	}
}

// TestUnrollThatBeginsAgain lets a loop leave for code that goes on, which calls, from where
// the iteration has done nothing yet, has counted, or has stored.
func TestUnrollThatBeginsAgain(t *testing.T) {
	for _, test := range []struct {
		name     string
		before   func(b *builder, i *ir.Value)
		unrolled bool
	}{
		{"with nothing done", func(*builder, *ir.Value) {}, true},
		{"with counting done", func(b *builder, _ *ir.Value) {
			b.count(b.op(wasm.OpI32Add, b.f.Frame, b.k(64)))
		}, true},
		{"with a store done", func(b *builder, i *ir.Value) { b.store(ir.MemoryFrame, 48, b.f.Frame, 48, i) }, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			b, p := build(1)
			zero := b.k(0)
			n := b.length(1, p[0])
			out, join := b.f.NewBlock(), b.f.NewBlock()
			var at *ir.Value
			sum := b.polled(zero, zero, b.k(60), 1,
				func(i, _ *ir.Value) *ir.Value { return b.op(wasm.OpI32LtS, i, n) },
				func(i, s *ir.Value) *ir.Value {
					test.before(b, i)
					element := b.load(ir.MemoryArray32, 0, b.op(wasm.OpI32Add, p[0], b.op(wasm.OpI32Shl, i, b.k(2))), 16)
					rest := b.f.NewBlock()
					b.branch(b.op(wasm.OpI32GtS, element, p[1]), out, rest)
					b.b = out
					at = b.op(wasm.OpI32Mul, i, b.k(3))
					b.b = rest
					return b.op(wasm.OpI32Add, s, element)
				})
			b.b.To(join)
			out.To(join)
			b.b = join
			result := b.f.NewValue(join, ir.OpPhi, wasm.I32, sum, at)
			b.ret(b.op(wasm.OpI32Add, b.call(result, p[2]), result))
			compare(t, b.f, []int{9, 0, 0, 0, 0}, []int64{firstObject, 1 << 30, 0}, []int64{firstObject, 0, 0}, []int64{firstObject, 50, 3}, []int64{firstObject, 80, 1})
			if n := loads(b.f); (n >= 3) != test.unrolled {
				t.Errorf("%d loads of elements, should it be unrolled: %v\n%v", n, test.unrolled, b.f)
			}
		})
	}
}

// TestUnrollWithoutEnd unrolls loops whose end no induction variable tells if they count, by
// constants or by invariants.
func TestUnrollWithoutEnd(t *testing.T) {
	for _, test := range []struct {
		name     string
		count    func(b *builder, node, amount, sum *ir.Value)
		unrolled bool
	}{
		{"counting constants", func(b *builder, node, _, _ *ir.Value) {
			b.count(node)
			b.countMore(node, b.long(7), false)
		}, true},
		{"counting an invariant", func(b *builder, node, amount, _ *ir.Value) {
			b.count(node)
			b.countMore(node, amount, false)
		}, true},
		{"counting what changes", func(b *builder, node, _, sum *ir.Value) {
			amount := b.f.NewValue(b.b, ir.OpPure, wasm.I64, sum)
			amount.Code = wasm.OpI64ExtendI32S
			b.countMore(node, amount, false)
		}, false},
		{"without counting", func(*builder, *ir.Value, *ir.Value, *ir.Value) {}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			b, p := build(0)
			zero := b.k(0)
			node := b.op(wasm.OpI32Add, b.f.Frame, b.k(64))
			amount := b.f.NewValue(b.b, ir.OpPure, wasm.I64, p[1])
			amount.Code = wasm.OpI64ExtendI32S
			b.ret(b.polled(zero, p[0], b.k(60), 1,
				func(_, s *ir.Value) *ir.Value { return b.op(wasm.OpI32And, s, b.k(1023)) },
				func(_, s *ir.Value) *ir.Value {
					test.count(b, node, amount, s)
					return b.op(wasm.OpI32Mul, s, b.k(2))
				}))
			compare(t, b.f, make([]int, 5), []int64{1, 5}, []int64{0, 5}, []int64{3, -2}, []int64{64, 0})
			doublings := 0
			for _, block := range b.f.Blocks {
				for _, v := range block.Values {
					if block.Depth > 0 && (v.Code == wasm.OpI32Mul || v.Code == wasm.OpI32Shl) {
						doublings++
					}
				}
			}
			if (doublings > 1) != test.unrolled {
				t.Errorf("%d doublings, should it be unrolled: %v\n%v", doublings, test.unrolled, b.f)
			}
		})
	}
}

// loads counts the loads of array elements in loops.
func loads(f *ir.Func) (n int) {
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if b.Depth > 0 && v.Memory == ir.MemoryArray32 && v.Op == ir.OpLoad {
				n++
			}
		}
	}
	return n
}

// TestUnrollCounts unrolls a loop that counts in a context, by an addition to two counters
// and by one to one of them, and that leaves by a guard: what it has counted must be there.
func TestUnrollCounts(t *testing.T) {
	b, p := build(1)
	zero := b.k(0)
	n := b.length(1, p[0])
	node := b.op(wasm.OpI32Add, b.f.Frame, b.k(64))
	b.ret(b.polled(zero, zero, b.k(60), 1,
		func(i, _ *ir.Value) *ir.Value { return b.op(wasm.OpI32LtS, i, n) },
		func(i, s *ir.Value) *ir.Value {
			b.count(node)
			element := b.load(ir.MemoryArray32, 0, b.op(wasm.OpI32Add, p[0], b.op(wasm.OpI32Shl, i, b.k(2))), 16)
			b.guard(2, b.op(wasm.OpI32GtS, element, p[1]), i, s)
			b.countMore(node, b.long(3), true)
			return b.op(wasm.OpI32Add, s, element)
		}))
	compare(t, b.f, []int{9, 0, 0, 0, 0}, []int64{firstObject, 1 << 30, 0}, []int64{firstObject, 100, 0}, []int64{firstObject, 0, 0}, []int64{firstObject, 50, 3})
	if n := loads(b.f); n < 3 {
		t.Errorf("the loop is not unrolled:\n%v", b.f)
	}
	for _, block := range b.f.Blocks {
		additions := 0
		for _, v := range block.Values {
			if v.Op == ir.OpCount {
				additions++
			}
		}
		if additions > 1 {
			t.Errorf("%d additions to the same counters in one block:\n%v", additions, b.f)
		}
	}
}
