package emit_test

import (
	"testing"

	"pgregory.net/rapid"

	"hotlens/vm/compiler/emit"
	"hotlens/vm/compiler/wasm"
)

// TestConditionalBranches tests that where a conditional branch goes, nothing else goes, and that no branch is an if: the WebAssembly compiler compares and branches at once only so,
// and keeps what it knows of bounds.
func TestConditionalBranches(t *testing.T) {
	seen := 0
	rapid.Check(t, func(t *rapid.T) {
		f := randomFunction(rapid.Uint64().Draw(t, "seed"), rapid.IntRange(0, maxRandomBlocks).Draw(t, "blocks"), rapid.IntRange(1, 12).Draw(t, "values"))
		if irreducible := !f.Analyse(); irreducible {
			return // all its blocks are reached through one branch table, or as it comes
		}
		m := wasm.New()
		body, err := emit.Function(f, m, imports(m), nil)
		if err != nil {
			t.Fatalf("%v\n%v", err, f)
		}
		for _, l := range readLabels(t, body) {
			if seen += l.conditional; l.conditional > 1 || l.conditional == 1 && l.others > 0 || l.opcode == wasm.OpLoop && l.conditional > 0 || l.opcode == wasm.OpIf {
				t.Fatalf("%+v\n%v", l, f)
			}
		}
	})
	if seen == 0 {
		t.Error("there were no conditional branches")
	}
}

// label is a construct that branches can go to.
type label struct {
	opcode              byte
	conditional, others int // branches to it
}

// readLabels reads the constructs of a function's code (WebAssembly Core Specification, 5.4).
func readLabels(t tester, body []byte) (all []*label) {
	at := 0
	number := func() (n int) { // LEB128, of which only small unsigned ones are used
		for shift := 0; ; shift += 7 {
			b := body[at]
			at++
			n |= int(b&0x7f) << shift
			if b < 0x80 {
				return n
			}
		}
	}
	for range number() { // the locals
		number()
		at++
	}
	var open []*label
	to := func(depth int) *label {
		if depth == len(open) {
			return &label{} // the function's end
		}
		return open[len(open)-1-depth]
	}
	for at < len(body) {
		opcode := body[at]
		at++
		switch {
		case opcode == wasm.OpBlock || opcode == wasm.OpLoop || opcode == wasm.OpIf:
			number()
			open = append(open, &label{opcode: opcode})
			all = append(all, open[len(open)-1])
		case opcode == wasm.OpEnd:
			if len(open) > 0 {
				open = open[:len(open)-1]
			}
		case opcode == wasm.OpBr:
			to(number()).others++
		case opcode == wasm.OpBrIf:
			to(number()).conditional++
		case opcode == wasm.OpBrTable:
			for range number() + 1 {
				to(number()).others++
			}
		case opcode == wasm.OpCallIndirect || opcode >= 0x28 && opcode <= 0x3e: // two numbers: those of accesses are alignment and offset
			number()
			number()
		case opcode == wasm.OpCall || opcode >= 0x20 && opcode <= 0x24 || opcode == wasm.OpI32Const || opcode == wasm.OpI64Const: // of variables and constants
			number()
		case opcode == wasm.OpF32Const:
			at += 4
		case opcode == wasm.OpF64Const:
			at += 8
		case opcode == 0xfc:
			switch operation := number(); operation {
			case 10, 11: // copy and fill name their memories
				at += 12 - operation
			}
		case opcode == 0xfd:
			switch operation := number(); operation {
			case wasm.VectorLoad, wasm.VectorStore:
				number()
				number()
			case 12: // a constant
				at += wasm.VectorBytes
			}
		}
	}
	if at != len(body) || len(open) > 0 {
		t.Fatalf("the code ends at %d of %d, with %d constructs open", at, len(body), len(open))
	}
	return all
}
