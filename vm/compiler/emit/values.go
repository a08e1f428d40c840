package emit

import (
	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
)

// This file emits the values.

// allocate gives locals to the values that need one, those of one type side by side.
func (e *emitter) allocate() {
	for _, b := range e.f.Blocks {
		for _, v := range b.Values {
			in := e.value(v)
			if v.Op == ir.OpCall && in.live {
				in.local = int32(len(e.results))
				for range v.Call.Type.Results {
					e.results = append(e.results, -1)
				}
			}
			if in.place != placeLocal {
				continue
			}
			count := &e.counts[typeIndex(v.Type)]
			if v.Op == ir.OpResult {
				shared := &e.results[int64(e.value(v.Args[0]).local)+v.Imm]
				if *shared < 0 {
					*shared = *count
					*count++
				}
				in.local = *shared
				continue
			}
			in.local = *count
			*count++
		}
	}
	// Enough for the code of most functions.
	e.body = wasm.NewBody(len(e.f.Type.Params))
	e.body.Code = make([]byte, 0, 8*len(e.values)+64)
	base := int32(len(e.f.Type.Params))
	for i, n := range e.counts {
		e.bases[i] = base
		base += n
		for range n {
			e.body.Local(wasm.I32 - wasm.Type(i))
		}
	}
}

func (e *emitter) local(t wasm.Type, ordinal int32) uint32 {
	return uint32(e.bases[typeIndex(t)] + ordinal)
}

// push pushes a value on the operand stack.
func (e *emitter) push(v *ir.Value) {
	in := e.value(v)
	if in.place == placeLocal {
		e.get(e.local(v.Type, in.local))
		return
	}
	e.compute(v)
}

// compute emits the instructions of a value that has no effects.
func (e *emitter) compute(v *ir.Value) {
	switch v.Op {
	case ir.OpConst:
		e.constant(v.Type, v.Imm)
	case ir.OpParam:
		e.get(uint32(v.Imm))
	case ir.OpPure:
		switch {
		case comparesIntegers(v):
			e.compare(v.Code, v.Args[0], v.Args[1])
		case v.Sat:
			e.pushAll(v.Args)
			e.body.Saturate(v.Code)
		default:
			e.pushAll(v.Args)
			e.body.Op(v.Code)
		}
	case ir.OpSelect:
		// The condition's negation is its operand's business.
		if c := v.Args[2]; e.value(c).place == placeFolded && c.Op == ir.OpPure && c.Code == wasm.OpI32Eqz && !c.Sat {
			e.push(v.Args[1])
			e.push(v.Args[0])
			e.condition(c, true)
		} else {
			e.push(v.Args[0])
			e.push(v.Args[1])
			e.condition(c, false)
		}
		e.body.Op(wasm.OpSelect)
	case ir.OpLoad:
		e.check(v)
		e.body.Memory(v.Code, e.address(v))
	}
}

func (e *emitter) constant(t wasm.Type, bits int64) {
	switch t {
	case wasm.I32:
		e.body.ConstI32(int32(bits))
	case wasm.I64:
		e.body.ConstI64(bits)
	case wasm.F32:
		e.body.ConstF32(uint32(bits))
	case wasm.F64:
		e.body.ConstF64(uint64(bits))
	}
}

// condition pushes a number that is not 0 when v is not 0, or, negated, when v is 0.
func (e *emitter) condition(v *ir.Value, negated bool) {
	for e.value(v).place == placeFolded && v.Op == ir.OpPure && !v.Sat {
		switch {
		case v.Code == wasm.OpI32Eqz:
			v, negated = v.Args[0], !negated
			continue
		case v.Code == wasm.OpI32Eq && v.Args[1].IsConst(0):
			v, negated = v.Args[0], !negated
			continue
		case v.Code == wasm.OpI32Ne && v.Args[1].IsConst(0):
			v = v.Args[0]
			continue
		case negated && v.Code == wasm.OpI64Eqz:
			e.push(v.Args[0])
			e.constant(wasm.I64, 0)
			e.body.Op(wasm.OpI64Ne)
			return
		case negated && inverted(v.Code) != 0:
			e.compare(inverted(v.Code), v.Args[0], v.Args[1])
			return
		}
		break
	}
	e.push(v)
	if negated {
		e.body.Op(wasm.OpI32Eqz)
	}
}

// comparesIntegers tells whether a value is a comparison of two integers.
func comparesIntegers(v *ir.Value) bool {
	return !v.Sat && (v.Code >= wasm.OpI32Eq && v.Code <= wasm.OpI32GeU || v.Code >= wasm.OpI64Eq && v.Code <= wasm.OpI64GeU)
}

// compare pushes the outcome of a comparison. A constant stands on its right: wazero 1.12 makes of "0 < (a & b)" on amd64 the test instruction that is right
// for "(a & b) < 0", and takes for a constant, too, what a local has been set to on all ways.
func (e *emitter) compare(code byte, a, b *ir.Value) {
	if origin(a).Op == ir.OpConst {
		a, b, code = b, a, wasm.Swapped(code)
	}
	e.push(a)
	e.push(b)
	e.body.Op(code)
}

// origin is the value that a phi has on all ways.
func origin(v *ir.Value) *ir.Value {
	const effort = 8 // phis behind each other: those of the ends of inlined code
	for range effort {
		if v.Op != ir.OpPhi {
			break
		}
		only := v.Args[0]
		for _, a := range v.Args {
			if a != v && a != only {
				return v
			}
		}
		v = only
	}
	return v
}

// statements emits what a block does before it ends.
func (e *emitter) statements(b *ir.Block) {
	e.current = b
	for _, v := range b.Values {
		in := e.value(v)
		if !in.live {
			continue
		}
		switch v.Op {
		case ir.OpPure, ir.OpSelect, ir.OpLoad:
			if in.place == placeLocal {
				e.compute(v)
				e.set(e.local(v.Type, in.local))
			}
		case ir.OpStore:
			e.check(v)
			offset := e.address(v)
			e.push(v.Args[1])
			e.body.Memory(v.Code, offset)
		case ir.OpCopy:
			e.pushAll(v.Args)
			e.body.MemoryCopy()
		case ir.OpFill:
			e.pushAll(v.Args)
			e.body.MemoryFill()
		case ir.OpDigits:
			e.digits(v)
		case ir.OpCount:
			e.check(v)
			e.address(v)
			offset := e.address(v)
			if v.Args[2].Imm == 0 {
				// One counter alone is added to faster so: measured with fib, whose contexts
				// count calls and bytecodes apart.
				e.body.Memory(wasm.OpI64Load, offset)
				e.body.ConstI64(v.Args[1].Imm)
				e.body.Op(wasm.OpI64Add)
				e.body.Memory(wasm.OpI64Store, offset)
				break
			}
			e.body.MemoryVector(wasm.VectorLoad, offset)
			e.body.ConstVector(uint64(v.Args[1].Imm), uint64(v.Args[2].Imm))
			e.body.Vector(wasm.VectorAddI64)
			e.body.MemoryVector(wasm.VectorStore, offset)
		case ir.OpGuard:
			e.condition(v.Args[0], false)
			e.branchIf(e.exits.stubs[in.exit].at)
		case ir.OpCall:
			e.call(v)
		}
	}
}

func (e *emitter) pushAll(values []*ir.Value) {
	for _, v := range values {
		e.push(v)
	}
}

// call emits a call, the filling of its results' locals, and the test of its status.
func (e *emitter) call(v *ir.Value) {
	c := v.Call
	arguments := v.Args[:c.Arguments]
	if c.Function != "" {
		e.pushAll(arguments)
		e.body.Index(wasm.OpCall, e.imports[c.Function])
	} else if function, ok := e.own[c.Slot]; ok && !c.Dynamic {
		e.pushAll(arguments)
		e.body.Index(wasm.OpCall, function)
	} else {
		if c.Dynamic {
			e.pushAll(arguments[1:])
			e.push(arguments[0])
		} else {
			e.pushAll(arguments)
			e.body.ConstI32(int32(c.Slot))
		}
		e.body.CallIndirect(e.m.Type(c.Type))
	}
	results := e.results[e.value(v).local:]
	for i := len(c.Type.Results) - 1; i >= 0; i-- {
		switch {
		case results[i] >= 0:
			e.set(e.local(wasm.Type(c.Type.Results[i]), results[i]))
		case i == c.Status:
			e.set(e.scratch(&e.status))
		default:
			e.body.Op(wasm.OpDrop)
		}
	}
	if c.Status < 0 {
		return
	}
	own := results[c.Status] >= 0
	if own {
		e.get(e.local(wasm.I32, results[c.Status]))
	}
	switch {
	case !own:
		e.get(e.scratch(&e.status))
	case v.Exit == nil:
		e.set(e.scratch(&e.status))
		e.get(e.scratch(&e.status))
	}
	e.body.ConstI32(ir.StatusBound)
	e.body.Op(wasm.OpI32LtS)
	if v.Exit != nil {
		e.branchIf(e.exits.stubs[e.value(v).exit].at)
	} else {
		e.branchIf(e.failure())
	}
}
