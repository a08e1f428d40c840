package emit_test

import (
	"bytes"
	"testing"

	"hotlens/vm/compiler/emit"
	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
)

// TestChecks counts the loads that are there for their bounds checks only, and how often the parameter is set to itself, to keep what is known of it.
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
		keep int
	}{
		{"rising offsets", func(b *builder) { read(b, 8, 12, 16) }, 1, 1},
		{"falling offsets: the first access does for the others", func(b *builder) { read(b, 16, 12, 8) }, 0, 1},
		{"one access", func(b *builder) { read(b, 8) }, 0, 0},
		{"an offset that is too far away", func(b *builder) { read(b, 8, 1<<20) }, 0, 0},
		{"in two blocks, one of which dominates the other", func(b *builder) {
			read(b, 8, 12)
			yes, no := b.NewBlock(), b.NewBlock()
			b.branch(b.Params[1], yes, no)
			b.at = yes
			read(b, 20)
			b.jump(no)
			b.at = no
			read(b, 24)
		}, 1, 2}, // ways meet at the other
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
		}, 2, 2},
		{"where ways meet that have checked", func(b *builder) {
			read(b, 8)
			yes, no, end := b.NewBlock(), b.NewBlock(), b.NewBlock()
			b.branch(b.Params[1], yes, no)
			b.at = yes
			read(b, 12)
			b.jump(end)
			b.at = no
			b.jump(end)
			b.at = end
			read(b, 4, 8)
		}, 1, 2},
		{"where ways meet that have checked, and nothing is accessed any more", func(b *builder) {
			read(b, 8, 12)
			yes, no, end := b.NewBlock(), b.NewBlock(), b.NewBlock()
			b.branch(b.Params[1], yes, no)
			b.at = yes
			read(b, 12)
			b.jump(end)
			b.at = no
			b.jump(end)
			b.at = end
		}, 1, 1},
		{"constant addresses", func(b *builder) {
			for _, at := range []int32{40, 48, 44, 60} {
				b.store(ir.MemoryStatic, b.constant(at), b.load(ir.MemoryStatic, b.constant(at+8), 0), 0)
			}
		}, 1, 0},
		{"constant addresses, the highest first", func(b *builder) {
			b.store(ir.MemoryStatic, b.constant(60), b.constant(3), 4)
			b.store(ir.MemoryStatic, b.constant(40), b.constant(3), 4)
		}, 0, 0},
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
		}, 2, 2},
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
			keep := 0
			for i := range len(body) - 3 {
				if body[i] == wasm.OpLocalGet && body[i+1] == 0 && body[i+3] == 0 && (body[i+2] == wasm.OpLocalSet || body[i+2] == wasm.OpLocalTee) {
					keep++
				}
			}
			if keep != test.keep {
				t.Errorf("the parameter is set to itself %d times, want %d in\n%v\n%x", keep, test.keep, b.Func, body)
			}
			if test.name != "an offset that is too far away" {
				b.compile(t).want(7, 1024, 3)
			}
		})
	}
}
