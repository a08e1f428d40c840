package mix

import (
	"encoding/binary"

	"hotlens/profiles/instructions"
	"hotlens/vm/classfile"
	"hotlens/vm/opcodes"
)

// kinds are the opcodes' kinds, as far as the opcode alone tells.
var kinds = func() (t [256]instructions.Kind) {
	set := func(first, last int, kinds ...instructions.Kind) {
		for op := first; op <= last; op++ {
			t[op] = kinds[(op-first)%len(kinds)]
		}
	}
	const (
		integer  = instructions.Integer
		multiply = instructions.IntegerMultiply
		add      = instructions.FloatAdd
	)
	set(opcodes.Nop, opcodes.Dconst1, instructions.Move)
	set(opcodes.Bipush, opcodes.Bipush, instructions.Move)
	set(opcodes.Sipush, opcodes.Ldc2W, instructions.Move)
	set(opcodes.Iload, opcodes.Aload, instructions.Move)
	set(opcodes.Iload0, opcodes.Aload3, instructions.Move)
	set(opcodes.Iaload, opcodes.Saload, instructions.ArrayLoad)
	set(opcodes.Istore, opcodes.Astore, instructions.Move)
	set(opcodes.Istore0, opcodes.Astore3, instructions.Move)
	set(opcodes.Iastore, opcodes.Sastore, instructions.ArrayStore)
	set(opcodes.Aastore, opcodes.Aastore, instructions.ReferenceArrayStore)
	set(opcodes.Pop, opcodes.Swap, instructions.Move)
	set(opcodes.Iadd, opcodes.Dsub, integer, integer, add, add) // each of int, long, float, double
	set(opcodes.Imul, opcodes.Dmul, multiply, multiply, instructions.FloatMultiply, instructions.FloatMultiply)
	set(opcodes.Idiv, opcodes.Ddiv, instructions.IntDivide, instructions.LongDivide, instructions.FloatDivide, instructions.FloatDivide)
	set(opcodes.Irem, opcodes.Drem, instructions.IntDivide, instructions.LongDivide, instructions.FloatRemainder, instructions.FloatRemainder)
	set(opcodes.Ineg, opcodes.Dneg, integer, integer, add, add)
	set(opcodes.Ishl, opcodes.Lxor, integer)
	set(opcodes.Iinc, opcodes.Iinc, integer)
	set(opcodes.I2l, opcodes.D2f, instructions.Convert)
	for _, op := range []int{opcodes.I2l, opcodes.L2i, opcodes.I2b, opcodes.I2c, opcodes.I2s} {
		set(op, op, integer)
	}
	set(opcodes.Lcmp, opcodes.Dcmpg, instructions.Compare)
	set(opcodes.Ifeq, opcodes.Jsr, instructions.Branch)
	set(opcodes.Ret, opcodes.Ret, instructions.Branch)
	set(opcodes.Tableswitch, opcodes.Lookupswitch, instructions.Switch)
	set(opcodes.Ireturn, opcodes.Return, instructions.Return)
	set(opcodes.Getstatic, opcodes.Putfield, instructions.FieldLoad, instructions.FieldStore)
	set(opcodes.Invokevirtual, opcodes.Invokevirtual, instructions.InvokeVirtual)
	set(opcodes.Invokespecial, opcodes.Invokestatic, instructions.InvokeDirect)
	set(opcodes.Invokeinterface, opcodes.Invokeinterface, instructions.InvokeInterface)
	set(opcodes.Invokedynamic, opcodes.Invokedynamic, instructions.InvokeDynamic)
	set(opcodes.New, opcodes.New, instructions.NewObject)
	set(opcodes.Newarray, opcodes.Newarray, instructions.NewArray)
	set(opcodes.Anewarray, opcodes.Anewarray, instructions.NewArray)
	set(opcodes.Arraylength, opcodes.Arraylength, instructions.ArrayLength)
	set(opcodes.Athrow, opcodes.Athrow, instructions.Throw)
	set(opcodes.Checkcast, opcodes.Instanceof, instructions.ClassTest)
	set(opcodes.Monitorenter, opcodes.Monitorexit, instructions.Monitor)
	set(opcodes.Wide, opcodes.Wide, instructions.Move)
	set(opcodes.Multianewarray, opcodes.Multianewarray, instructions.NewArray)
	set(opcodes.Ifnull, opcodes.Ifnonnull, instructions.Branch)
	set(opcodes.GotoW, opcodes.JsrW, instructions.Branch)
	return t
}()

func u2(b []byte, at int) int { return int(binary.BigEndian.Uint16(b[at:])) }
func s2(b []byte, at int) int { return int(int16(u2(b, at))) }
func s4(b []byte, at int) int { return int(int32(binary.BigEndian.Uint32(b[at:]))) }

// instruction is an instruction of a method.
type instruction struct {
	at, end int  // bytecode indices of it and of what follows
	op      byte // wide ones have the opcode that they widen
	wide    bool
	kind    instructions.Kind
	weight  uint64
}

// split takes the bytecode apart. Code that is not well-formed, which no verified method has, is taken
// apart up to where it is.
func (m *method) split() {
	code := m.code
	m.list = m.list[:0]
	for at := 0; at < len(code); {
		i := instruction{at: at, op: code[at], kind: kinds[code[at]]}
		length := lengthOf(code, at)
		if length == 0 {
			break
		}
		if i.op == opcodes.Wide {
			i.op, i.wide = code[at+1], true
			i.kind = kinds[i.op]
		}
		i.end = at + length
		m.list = append(m.list, i)
		at = i.end
	}
}

// lengthOf is the length of an instruction, 0 for what is none.
func lengthOf(code []byte, at int) int {
	length := opcodes.Length(code[at])
	if length == 0 {
		length = varying(code, at)
	}
	if length <= 0 || length > len(code)-at {
		return 0
	}
	return length
}

// varying is the length of a switch or of a wide instruction, 0 for what is none.
func varying(code []byte, at int) int {
	operands, entries := (at+4)&^3, 0
	switch op := code[at]; {
	case op == opcodes.Wide && at+1 < len(code):
		switch op := code[at+1]; {
		case op == opcodes.Iinc:
			return 6
		case op >= opcodes.Iload && op <= opcodes.Aload, op >= opcodes.Istore && op <= opcodes.Astore, op == opcodes.Ret:
			return 4
		}
		return 0
	case op == opcodes.Tableswitch && operands+12 <= len(code):
		entries = s4(code, operands+8) - s4(code, operands+4) + 1
		operands += 12 + 4*entries
	case op == opcodes.Lookupswitch && operands+8 <= len(code):
		entries = s4(code, operands+4)
		operands += 8 + 8*entries
	default:
		return 0
	}
	if entries < 0 {
		return 0
	}
	return operands - at
}

// calls tells whether the instruction calls a method.
func (i *instruction) calls() bool {
	return i.op >= opcodes.Invokevirtual && i.op <= opcodes.Invokedynamic
}

// callee is what a call names.
type callee struct {
	class, name, desc string // of a call of invokedynamic there is only the descriptor
	params            []string
	result            string
	operands          int // on the stack, with the object whose method it is
}

// callee takes apart what a call names.
func (m *method) callee(i *instruction) (c callee, err error) {
	index := uint16(u2(m.code, i.at+1))
	if i.op != opcodes.Invokedynamic {
		c.class, c.name, c.desc, err = m.class.Ref(index)
	} else if int(index) < m.class.Pool.Len() {
		_, c.desc, err = m.class.NameAndType(m.class.Pool.At(index).B)
	}
	if err != nil {
		return callee{}, err
	}
	c.params, c.result, err = classfile.ParseDescriptor(c.desc)
	c.operands = len(c.params)
	if i.op != opcodes.Invokestatic && i.op != opcodes.Invokedynamic {
		c.operands++
	}
	return c, err
}

// branches calls f with the targets that an instruction names.
func (i *instruction) branches(code []byte, f func(target int)) {
	switch {
	case i.op >= opcodes.Ifeq && i.op <= opcodes.Jsr, i.op == opcodes.Ifnull, i.op == opcodes.Ifnonnull:
		f(i.at + s2(code, i.at+1))
	case i.op == opcodes.GotoW, i.op == opcodes.JsrW:
		f(i.at + s4(code, i.at+1))
	case i.op == opcodes.Tableswitch, i.op == opcodes.Lookupswitch:
		operands := (i.at + 4) &^ 3
		f(i.at + s4(code, operands))
		first, step := operands+12, 4
		if i.op == opcodes.Lookupswitch {
			first, step = operands+12, 8
		}
		for at := first; at+4 <= i.end; at += step {
			f(i.at + s4(code, at))
		}
	}
}

// ends reports whether control never goes on behind the instruction.
func (i *instruction) ends() bool {
	switch i.op {
	case opcodes.Goto, opcodes.GotoW, opcodes.Ret, opcodes.Tableswitch, opcodes.Lookupswitch, opcodes.Athrow:
		return true
	}
	return i.op >= opcodes.Ireturn && i.op <= opcodes.Return
}

// conditional reports whether the instruction is a branch that may fall through.
func (i *instruction) conditional() bool {
	return i.op >= opcodes.Ifeq && i.op <= opcodes.IfAcmpne || i.op == opcodes.Ifnull || i.op == opcodes.Ifnonnull
}

// local is the local variable that a load, a store or an iinc names.
func (i *instruction) local(code []byte) int {
	switch {
	case i.wide:
		return u2(code, i.at+2)
	case i.op >= opcodes.Iload0 && i.op <= opcodes.Aload3:
		return int(i.op-opcodes.Iload0) % 4
	case i.op >= opcodes.Istore0 && i.op <= opcodes.Astore3:
		return int(i.op-opcodes.Istore0) % 4
	}
	return int(code[i.at+1])
}
