package ir

import (
	"fmt"
	"strings"

	"hotlens/vm/compiler/wasm"
)

// This file prints functions, one line per value: for tests and --verbose:jit.

var typeNames = map[wasm.Type]string{0: "-", wasm.I32: "i32", wasm.I64: "i64", wasm.F32: "f32", wasm.F64: "f64"}

var opNames = [...]string{
	OpConst: "const", OpParam: "param", OpPhi: "phi", OpPure: "", OpSelect: "select", OpLoad: "", OpStore: "",
	OpCopy: "copy", OpFill: "fill", OpDigits: "digits", OpCount: "count", OpGuard: "guard", OpCall: "call", OpResult: "result",
}

func (v *Value) name() string {
	if v == nil {
		return "nil"
	}
	return fmt.Sprintf("v%d", v.ID)
}

// String is the value's definition, such as "v5 i32 = i32.add v3 v4".
func (v *Value) String() string {
	var s strings.Builder
	fmt.Fprintf(&s, "%s %s =", v.name(), typeNames[v.Type])
	switch v.Op {
	case OpPure, OpLoad, OpStore:
		fmt.Fprintf(&s, " %s", wasm.Name(v.Code, v.Sat))
	default:
		fmt.Fprintf(&s, " %s", opNames[v.Op])
	}
	switch v.Op {
	case OpConst, OpParam, OpResult:
		fmt.Fprintf(&s, " %d", v.Imm)
	case OpCall:
		switch {
		case v.Call.Function != "":
			fmt.Fprintf(&s, " %s", v.Call.Function)
		case v.Call.Dynamic:
			s.WriteString(" table[]")
		default:
			fmt.Fprintf(&s, " table[%d]", v.Call.Slot)
		}
	}
	for _, a := range v.Args {
		fmt.Fprintf(&s, " %s", a.name())
	}
	if v.Op == OpLoad || v.Op == OpStore || v.Op == OpCount {
		fmt.Fprintf(&s, " +%d", v.Imm)
	}
	if v.Exit != nil {
		fmt.Fprintf(&s, " exit %d", v.Exit.ID)
	}
	return s.String()
}

// String prints the block.
func (b *Block) String() string {
	var s strings.Builder
	fmt.Fprintf(&s, "b%d:", b.ID)
	for _, p := range b.Preds {
		fmt.Fprintf(&s, " b%d", p.ID)
	}
	if b.Cold {
		s.WriteString(" cold")
	}
	s.WriteByte('\n')
	for _, v := range b.Values {
		fmt.Fprintf(&s, "\t%s\n", v)
	}
	s.WriteByte('\t')
	switch b.Kind {
	case BlockJump:
		s.WriteString("jump")
	case BlockIf:
		s.WriteString("if " + b.Control.name())
	case BlockSwitch:
		s.WriteString("switch " + b.Control.name())
	case BlockReturn:
		s.WriteString("return")
	case BlockExit:
		fmt.Fprintf(&s, "exit %d", b.Exit.ID)
	case BlockTrap:
		s.WriteString("trap")
	}
	for _, r := range b.Results {
		s.WriteString(" " + r.name())
	}
	for _, t := range b.Succs {
		fmt.Fprintf(&s, " b%d", t.ID)
	}
	s.WriteByte('\n')
	return s.String()
}

// String prints the function.
func (f *Func) String() string {
	var s strings.Builder
	fmt.Fprintf(&s, "func %s\n", f.Name)
	for _, b := range f.Blocks {
		s.WriteString(b.String())
	}
	return s.String()
}
