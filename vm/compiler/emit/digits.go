package emit

import (
	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
)

// A number of 32 bits is divided by ten by a product: tenth is 2^tenthShift/10, rounded up (Granlund and Montgomery, "Division by Invariant Integers using
// Multiplication", PLDI 1994, section 4).
const (
	tenth      = 0xcccccccd
	tenthShift = 35
)

// digits writes a number in decimal, from its last digit on.
func (e *emitter) digits(v *ir.Value) {
	at, left, next := e.scratch(&e.digitAt), e.scratchOf(&e.digitsLeft, wasm.I64), e.scratchOf(&e.digitsNext, wasm.I64)
	e.push(v.Args[0])
	e.set(at)
	e.push(v.Args[1])
	if v.Args[1].Type == wasm.I32 {
		e.body.Op(wasm.OpI64ExtendI32U)
	}
	e.set(left)
	// digit writes one digit; divide makes of the number on the operand stack what is left without it.
	digit := func(divide func()) {
		e.get(left)
		divide()
		e.set(next)
		e.get(at)
		e.body.ConstI32(-1)
		e.body.Op(wasm.OpI32Add)
		e.set(at)
		e.get(at)
		e.get(left)
		e.get(next)
		e.body.ConstI64(10)
		e.body.Op(wasm.OpI64Mul)
		e.body.Op(wasm.OpI64Sub)
		e.body.ConstI64('0')
		e.body.Op(wasm.OpI64Add)
		e.body.Memory(wasm.OpI64Store8, 0)
		e.get(next)
		e.set(left)
	}
	if v.Args[1].Type == wasm.I64 {
		e.open(wasm.OpBlock)
		e.open(wasm.OpLoop)
		e.get(left)
		e.body.ConstI64(1 << 32)
		e.body.Op(wasm.OpI64LtU)
		e.body.Index(wasm.OpBrIf, 1)
		digit(func() {
			e.body.ConstI64(10)
			e.body.Op(wasm.OpI64DivU)
		})
		e.body.Index(wasm.OpBr, 0)
		e.end()
		e.end()
	}
	e.open(wasm.OpLoop)
	digit(func() {
		e.body.ConstI64(tenth)
		e.body.Op(wasm.OpI64Mul)
		e.body.ConstI64(tenthShift)
		e.body.Op(wasm.OpI64ShrU)
	})
	e.get(left)
	e.body.ConstI64(0)
	e.body.Op(wasm.OpI64Ne)
	e.body.Index(wasm.OpBrIf, 0)
	e.end()
}
