package emit_test

import (
	"bytes"
	"testing"

	"hotlens/vm/compiler/emit"
	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
)

// TestChecks counts the loads that are there for their bounds checks only.
func TestChecks(t *testing.T) {
	read := func(b *builder, offsets ...int64) {
		for _, o := range offsets {
			b.store(ir.MemoryStatic, b.constant(2048), b.load(ir.MemoryField, b.Params[0], o), 0)
		}
	}
	tests := []struct {
		name string
		make func(b *builder)
		want int
	}{
		{"rising offsets", func(b *builder) { read(b, 8, 12, 16) }, 1},
		{"falling offsets: the first access does for the others", func(b *builder) { read(b, 16, 12, 8) }, 0},
		{"one access", func(b *builder) { read(b, 8) }, 0},
		{"an offset that is too far away", func(b *builder) { read(b, 8, 1<<20) }, 0},
		{"in two blocks, one of which dominates the other", func(b *builder) {
			read(b, 8, 12)
			yes, no := b.NewBlock(), b.NewBlock()
			b.branch(b.Params[1], yes, no)
			b.at = yes
			read(b, 20)
			b.jump(no)
			b.at = no
			read(b, 24)
		}, 1},
		{"in two blocks, none of which dominates the other", func(b *builder) {
			yes, no, end := b.NewBlock(), b.NewBlock(), b.NewBlock()
			b.branch(b.Params[1], yes, no)
			b.at = yes
			read(b, 8, 12)
			b.jump(end)
			b.at = no
			read(b, 4, 8)
			b.jump(end)
			b.at = end
		}, 2},
		{"constant addresses", func(b *builder) {
			for _, at := range []int32{40, 48, 44, 60} {
				b.store(ir.MemoryStatic, b.constant(at), b.load(ir.MemoryStatic, b.constant(at+8), 0), 0)
			}
		}, 1},
		{"constant addresses, the highest first", func(b *builder) {
			b.store(ir.MemoryStatic, b.constant(60), b.constant(3), 4)
			b.store(ir.MemoryStatic, b.constant(40), b.constant(3), 4)
		}, 0},
		{"once more in a loop", func(b *builder) {
			read(b, 8, 12)
			header, body, end := b.NewBlock(), b.NewBlock(), b.NewBlock()
			i := b.constant(0)
			b.jump(header)
			b.at = header
			phi := b.phi(wasm.I32)
			b.branch(b.pure(wasm.OpI32LtS, phi, b.Params[1]), body, end)
			b.at = body
			read(b, 8, 12)
			phi.Args = []*ir.Value{i, b.pure(wasm.OpI32Add, phi, b.constant(1))}
			b.jump(header)
			b.at = end
		}, 2},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := function("checks", two, i32)
			test.make(b)
			b.ret(b.constant(7))
			b.Analyse()
			m := wasm.New()
			body, err := emit.Function(b.Func, m, imports(m), nil)
			if err != nil {
				t.Fatal(err)
			}
			got := 0
			for rest := body; ; got++ {
				// i32.load8_u with an offset of two bytes at most, then drop
				i := bytes.IndexByte(rest, wasm.OpI32Load8U)
				if i < 0 || i+3 >= len(rest) {
					break
				}
				if rest = rest[i+1:]; rest[2] != wasm.OpDrop {
					got--
				}
			}
			if got != test.want {
				t.Errorf("%d checks, want %d in\n%v\n%x", got, test.want, b.Func, body)
			}
			if test.name != "an offset that is too far away" {
				b.compile(t).want(7, 1024, 3)
			}
		})
	}
}
