package optimise

import (
	"strings"
	"testing"

	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
)

// TestSeparate enters a nest of two loops at the inner one's header, as on-stack
// replacement does, and wants what is invariant in the inner loop in front of it.
func TestSeparate(t *testing.T) {
	b, p := build(1)
	zero := b.k(0)
	header, body, outer, end := b.f.NewBlock(), b.f.NewBlock(), b.f.NewBlock(), b.f.NewBlock()
	b.b.To(header)
	b.b = header
	i, j, s := b.f.NewValue(header, ir.OpPhi, wasm.I32, p[1]), b.f.NewValue(header, ir.OpPhi, wasm.I32, p[2]), b.f.NewValue(header, ir.OpPhi, wasm.I32, zero)
	b.branch(b.op(wasm.OpI32LtS, j, b.k(9)), body, outer)
	b.b = body
	sum := b.op(wasm.OpI32Add, s, b.element(10, p[0], i, false))
	next := b.op(wasm.OpI32Add, j, b.k(1))
	body.To(header)
	b.b = outer
	row := b.op(wasm.OpI32Add, i, b.k(1))
	b.branch(b.op(wasm.OpI32GtS, row, b.k(4)), end, header)
	i.Args, j.Args, s.Args = []*ir.Value{p[1], i, row}, []*ir.Value{p[2], next, zero}, []*ir.Value{zero, sum, s}
	b.b = end
	b.ret(s)
	compare(t, b.f, []int{5, 4, 0, 0, 0}, []int64{firstObject, 0, 0}, []int64{firstObject, 3, 5}, []int64{firstObject + objectSize, 0, 7}, []int64{0, 4, 0}, []int64{0, 4, 9}, []int64{firstObject, 7, 9})
	for _, block := range b.f.Blocks {
		if block.Depth == 2 && strings.Contains(block.String(), "load") {
			t.Errorf("the inner loop loads:\n%v", b.f)
		}
	}
}
