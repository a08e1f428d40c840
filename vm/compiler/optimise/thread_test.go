package optimise

import (
	"testing"

	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
)

// returned is what an inlined method is that returns whether both conditions hold, or, if
// unknown is not nil, that where the first one does not: blocks that meet in phis, of the
// result and of a sum, and a block of its own for the caller's branch.
func (b *builder) returned(first, second, unknown *ir.Value) (result, sum *ir.Value, yes, no *ir.Block) {
	f := b.f
	other, both, neither, meet, branch := f.NewBlock(), f.NewBlock(), f.NewBlock(), f.NewBlock(), f.NewBlock()
	yes, no = f.NewBlock(), f.NewBlock()
	one, zero := b.k(1), b.k(0)
	last := zero
	if unknown != nil {
		last = unknown
	}
	b.branch(first, other, neither)
	b.b = neither
	least := b.op(wasm.OpI32Add, first, b.k(10))
	neither.To(meet)
	b.b = other
	middle := b.op(wasm.OpI32Add, second, b.k(20))
	b.branch(second, both, meet)
	b.b = both
	most := b.op(wasm.OpI32Add, second, b.k(30))
	both.To(meet)
	b.b = meet
	result, sum = f.NewValue(meet, ir.OpPhi, wasm.I32, last, zero, one), f.NewValue(meet, ir.OpPhi, wasm.I32, least, middle, most)
	meet.To(branch)
	b.b = branch
	b.branch(b.op(wasm.OpI32Eqz, result), no, yes)
	return result, sum, yes, no
}

// branches counts the branches on phis.
func branches(f *ir.Func) (n int) {
	for _, b := range f.Blocks {
		if b.Control != nil && b.Control.Op == ir.OpPhi {
			n++
		}
	}
	return n
}

func TestThread(t *testing.T) {
	for _, test := range []struct {
		name    string
		unknown bool
		after   func(b *builder, result, sum *ir.Value, yes, no *ir.Block)
		left    int // branches on phis that remain
	}{
		{"two ways out", false, func(b *builder, result, sum *ir.Value, yes, no *ir.Block) {
			b.b = yes
			b.ret(b.op(wasm.OpI32Add, sum, b.k(100)))
			b.b = no
			b.ret(b.op(wasm.OpI32Add, sum, result))
		}, 0},
		{"one way does not know", true, func(b *builder, _, sum *ir.Value, yes, no *ir.Block) {
			b.b = yes
			b.ret(b.op(wasm.OpI32Add, sum, b.k(100)))
			b.b = no
			b.ret(sum)
		}, 0},
		{"the block loads and stores", false, func(b *builder, _, sum *ir.Value, yes, no *ir.Block) {
			word := b.load(ir.MemoryFrame, 8, b.f.Frame, 8)
			b.store(ir.MemoryFrame, 16, b.f.Frame, 16, sum)
			b.b = yes
			b.ret(b.op(wasm.OpI32Add, sum, word))
			b.b = no
			b.ret(b.op(wasm.OpI32Sub, sum, word))
		}, 0},
		{"the ways meet again", false, func(b *builder, _, sum *ir.Value, yes, no *ir.Block) {
			end := b.f.NewBlock()
			b.b = yes
			more := b.op(wasm.OpI32Mul, sum, b.k(3))
			yes.To(end)
			no.To(end)
			b.b = end
			b.ret(b.f.NewValue(end, ir.OpPhi, wasm.I32, more, sum))
		}, 0},
		{"and need the phi itself", false, func(b *builder, _, sum *ir.Value, yes, no *ir.Block) {
			end := b.f.NewBlock()
			b.b = yes
			b.store(ir.MemoryFrame, 8, b.f.Frame, 8, sum)
			yes.To(end)
			no.To(end)
			b.b = end
			b.ret(sum)
		}, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			b, p := build(0)
			var unknown *ir.Value
			if test.unknown {
				unknown = b.op(wasm.OpI32And, p[1], b.k(2))
			}
			first, second := b.op(wasm.OpI32LtS, p[0], b.k(5)), b.op(wasm.OpI32GtS, p[1], b.k(7))
			result, sum, yes, no := b.returned(first, second, unknown)
			test.after(b, result, sum, yes, no)
			compare(t, b.f, make([]int, 5), []int64{0, 0}, []int64{0, 9}, []int64{6, 0}, []int64{6, 2}, []int64{6, 9})
			if n := branches(b.f); n != test.left {
				t.Errorf("%d branches on phis are left, want %d:\n%v", n, test.left, b.f)
			}
		})
	}
}

// TestThreadLatch lets the branch be the one that ends a loop.
func TestThreadLatch(t *testing.T) {
	b, p := build(0)
	header, end := b.f.NewBlock(), b.f.NewBlock()
	zero := b.k(0)
	b.b.To(header)
	b.b = header
	i, s := b.f.NewValue(header, ir.OpPhi, wasm.I32, zero), b.f.NewValue(header, ir.OpPhi, wasm.I32, zero)
	next := b.op(wasm.OpI32Add, i, b.k(1))
	_, sum, again, done := b.returned(b.op(wasm.OpI32LtS, next, p[0]), b.op(wasm.OpI32LtS, next, p[1]), nil)
	b.b = again
	s.Args = append(s.Args, b.op(wasm.OpI32Add, s, sum))
	i.Args = append(i.Args, next)
	again.To(header)
	b.b = done
	left := b.op(wasm.OpI32Sub, s, sum)
	done.To(end)
	b.b = end
	b.ret(left)
	compare(t, b.f, make([]int, 5), []int64{0, 0}, []int64{1, 9}, []int64{9, 4}, []int64{5, 5})
	if n := branches(b.f); n != 0 {
		t.Errorf("%d branches on phis are left:\n%v", n, b.f)
	}
}
