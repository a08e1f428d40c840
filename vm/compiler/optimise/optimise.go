// Package optimise makes functions in the compiler's intermediate representation
// faster: it folds constants, numbers values, removes guards that cannot fail,
// moves invariants out of loops and drops what nobody uses.
//
// Invariant: the function that results does the same as before: it stores the same
// bytes, makes the same calls, and leaves at the same place with the same values.
// Where the collector may run, at calls, no address that is computed from a
// reference is kept that the function did not keep before.
package optimise

import (
	"slices"

	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
)

// Run optimises a function. Afterwards f.Analyse has been called.
func Run(f *ir.Func) { Each(f, func(string) {}) }

// Each is Run, and tells after each pass which it was: what stands in the passes' files is
// called as these are, but "simplify" is the walk that folds, numbers values and removes
// guards, in several files, for the first time, and "simplify again" for the last.
func Each(f *ir.Func, after func(pass string)) {
	reducible := f.Analyse()
	// analyse is called with what a pass has changed of the control flow.
	analyse := func(changed bool) {
		if changed {
			reducible = f.Analyse()
		}
	}
	changed := walk(f, reducible, false)
	analyse(changed)
	after("simplify")
	if changed {
		collapse(f)
		after("collapse")
	}
	// What nobody uses, or stands in a block of its own, would be in the way of the others.
	removeDead(f)
	analyse(joinBlocks(f))
	after("dead")
	reducible = thread(f, reducible)
	after("thread")
	if reducible && separate(f) {
		f.Analyse()
		if walk(f, reducible, false) {
			f.Analyse()
		}
		after("separate")
	}
	if reducible {
		if preheaders(f) {
			f.Analyse()
		}
		hoist(f)
		after("hoist")
		if unroll(f) {
			f.Analyse()
		}
		after("unroll")
	}
	if walk(f, reducible, true) {
		f.Analyse()
	}
	after("simplify again")
	removeDead(f)
	if joinBlocks(f) {
		f.Analyse()
	}
	after("dead again")
}

// collapse puts the values in the place of phis that edges which are never taken have
// left with a single one, so that what is invariant shows.
func collapse(f *ir.Func) {
	only := make([]*ir.Value, f.NumValues())
	resolve := func(v *ir.Value) *ir.Value {
		for only[v.ID] != nil {
			v = only[v.ID]
		}
		return v
	}
	some := false
	for _, b := range f.Blocks {
		if len(b.Preds) != 1 {
			continue
		}
		for _, v := range b.Values {
			if v.Op == ir.OpPhi && (!v.NonNil || v.Args[0].NonNil) {
				only[v.ID] = v.Args[0]
				some = true
			}
		}
	}
	if !some {
		return
	}
	for _, b := range f.Blocks {
		b.Values = slices.DeleteFunc(b.Values, func(v *ir.Value) bool { return only[v.ID] != nil })
		for _, v := range b.Values {
			for i, a := range v.Args {
				v.Args[i] = resolve(a)
			}
		}
		for i, r := range b.Results {
			b.Results[i] = resolve(r)
		}
		if b.Control != nil {
			b.Control = resolve(b.Control)
		}
	}
	if f.Frame != nil {
		f.Frame = resolve(f.Frame)
	}
}

// boolean reports whether a value is 0 or 1.
func boolean(v *ir.Value) bool { return booleanDeep(v, conditionDepth) }

func booleanDeep(v *ir.Value, depth int) bool {
	switch v.Op {
	case ir.OpConst:
		return v.Type == wasm.I32 && (v.Imm == 0 || v.Imm == 1)
	case ir.OpPure:
		if v.Sat {
			return false
		}
		switch v.Code {
		case wasm.OpI32And, wasm.OpI32Or, wasm.OpI32Xor:
			return depth > 0 && booleanDeep(v.Args[0], depth-1) && booleanDeep(v.Args[1], depth-1)
		}
		return comparison(v)
	}
	return false
}

// comparison reports whether a value is one of WebAssembly's comparisons or tests.
func comparison(v *ir.Value) bool {
	return v.Op == ir.OpPure && !v.Sat && v.Code >= wasm.OpI32Eqz && v.Code <= wasm.OpF64Ge
}

// pure reports whether a value is the given operation.
func pure(v *ir.Value, code byte) bool { return v.Op == ir.OpPure && v.Code == code && !v.Sat }

// arrayLength reports whether a value is an array's length.
func arrayLength(v *ir.Value) bool {
	return v.Op == ir.OpLoad && v.Code == wasm.OpI32Load && v.Memory == ir.MemoryFixed && v.Imm == 8 && v.Args[0].Ref
}

// derived reports whether a value may be an address that is computed from a
// reference. The collector does not find it, so that it must not outlive, across a
// call, what it is computed from.
func derived(v *ir.Value) bool {
	if v.Type != wasm.I32 || v.Ref {
		return false
	}
	return (v.Op == ir.OpPure || v.Op == ir.OpSelect) && derivedArgument(v)
}

func derivedArgument(a *ir.Value) bool {
	for depth := 0; depth < 4; depth++ {
		switch {
		case a.Ref:
			return true
		case a.Op == ir.OpSelect:
		case a.Op == ir.OpPure && !a.Sat && (a.Code == wasm.OpI32Add || a.Code == wasm.OpI32Sub || a.Code >= wasm.OpI32And && a.Code <= wasm.OpI32Xor):
		default:
			return false
		}
		if a.Args[1].Ref {
			return true
		}
		a = a.Args[0]
	}
	return true
}
