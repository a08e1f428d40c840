package mix

import (
	"encoding/binary"

	"hotlens/profiles/instructions"
)

// The opcodes that are spoken of by name (JVMS 6.5).
const (
	opBipush          = 16
	opLdc2W           = 20
	opIload           = 21
	opAload           = 25
	opIload0          = 26
	opAload3          = 45
	opIaload          = 46
	opAaload          = 50
	opSaload          = 53
	opIstore          = 54
	opAstore          = 58
	opIstore0         = 59
	opAstore3         = 78
	opIastore         = 79
	opAastore         = 83
	opSastore         = 86
	opPop             = 87
	opPop2            = 88
	opDup             = 89
	opDupX1           = 90
	opDupX2           = 91
	opDup2            = 92
	opDup2X1          = 93
	opDup2X2          = 94
	opSwap            = 95
	opIadd            = 96
	opIdiv            = 108
	opLdiv            = 109
	opIrem            = 112
	opLrem            = 113
	opDneg            = 119
	opIshl            = 120
	opIand            = 126
	opLxor            = 131
	opIinc            = 132
	opI2l             = 133
	opI2s             = 147
	opLcmp            = 148
	opDcmpg           = 152
	opIfeq            = 153
	opIfle            = 158
	opIfIcmpeq        = 159
	opIfAcmpne        = 166
	opGoto            = 167
	opJsr             = 168
	opRet             = 169
	opTableswitch     = 170
	opLookupswitch    = 171
	opIreturn         = 172
	opReturn          = 177
	opGetstatic       = 178
	opPutstatic       = 179
	opGetfield        = 180
	opPutfield        = 181
	opInvokevirtual   = 182
	opInvokespecial   = 183
	opInvokestatic    = 184
	opInvokeinterface = 185
	opInvokedynamic   = 186
	opNew             = 187
	opNewarray        = 188
	opAnewarray       = 189
	opArraylength     = 190
	opAthrow          = 191
	opCheckcast       = 192
	opInstanceof      = 193
	opMonitorenter    = 194
	opMonitorexit     = 195
	opWide            = 196
	opMultianewarray  = 197
	opIfnull          = 198
	opIfnonnull       = 199
	opGotoW           = 200
	opJsrW            = 201
)

// facts are an opcode's length in bytes, 0 if it varies or if there is no such opcode, and its
// kind as far as the opcode alone tells.
type facts struct {
	length uint8
	kind   instructions.Kind
}

var table = func() (t [256]facts) {
	set := func(first, last int, length uint8, kinds ...instructions.Kind) {
		for op := first; op <= last; op++ {
			t[op] = facts{length, kinds[(op-first)%len(kinds)]}
		}
	}
	const (
		integer  = instructions.Integer
		multiply = instructions.IntegerMultiply
		add      = instructions.FloatAdd
	)
	set(0, 15, 1, instructions.Move)
	set(opBipush, opBipush, 2, instructions.Move)
	set(17, 17, 3, instructions.Move) // sipush
	set(18, 18, 2, instructions.Move) // ldc
	set(19, opLdc2W, 3, instructions.Move)
	set(opIload, opAload, 2, instructions.Move)
	set(opIload0, opAload3, 1, instructions.Move)
	set(opIaload, opSaload, 1, instructions.ArrayLoad)
	set(opIstore, opAstore, 2, instructions.Move)
	set(opIstore0, opAstore3, 1, instructions.Move)
	set(opIastore, opSastore, 1, instructions.ArrayStore)
	set(opAastore, opAastore, 1, instructions.ReferenceArrayStore)
	set(opPop, opSwap, 1, instructions.Move)
	set(opIadd, 103, 1, integer, integer, add, add) // to dsub; each of int, long, float, double
	set(104, 107, 1, multiply, multiply, instructions.FloatMultiply, instructions.FloatMultiply)
	set(108, 111, 1, instructions.IntDivide, instructions.LongDivide, instructions.FloatDivide, instructions.FloatDivide)
	set(112, 115, 1, instructions.IntDivide, instructions.LongDivide, instructions.FloatRemainder, instructions.FloatRemainder)
	set(116, opDneg, 1, integer, integer, add, add)
	set(opIshl, opLxor, 1, integer)
	set(opIinc, opIinc, 3, integer)
	set(opI2l, 144, 1, instructions.Convert) // to d2f
	for _, op := range []int{opI2l, 136, 145, 146, opI2s} {
		set(op, op, 1, integer) // l2i, i2b, i2c among them
	}
	set(opLcmp, opDcmpg, 1, instructions.Compare)
	set(opIfeq, opJsr, 3, instructions.Branch)
	set(opRet, opRet, 2, instructions.Branch)
	set(opTableswitch, opLookupswitch, 0, instructions.Switch)
	set(opIreturn, opReturn, 1, instructions.Return)
	set(opGetstatic, opPutfield, 3, instructions.FieldLoad, instructions.FieldStore)
	set(opInvokevirtual, opInvokevirtual, 3, instructions.InvokeVirtual)
	set(opInvokespecial, opInvokestatic, 3, instructions.InvokeDirect)
	set(opInvokeinterface, opInvokeinterface, 5, instructions.InvokeInterface)
	set(opInvokedynamic, opInvokedynamic, 5, instructions.InvokeDynamic)
	set(opNew, opNew, 3, instructions.NewObject)
	set(opNewarray, opNewarray, 2, instructions.NewArray)
	set(opAnewarray, opAnewarray, 3, instructions.NewArray)
	set(opArraylength, opArraylength, 1, instructions.ArrayLength)
	set(opAthrow, opAthrow, 1, instructions.Throw)
	set(opCheckcast, opInstanceof, 3, instructions.ClassTest)
	set(opMonitorenter, opMonitorexit, 1, instructions.Monitor)
	set(opWide, opWide, 0, instructions.Move)
	set(opMultianewarray, opMultianewarray, 4, instructions.NewArray)
	set(opIfnull, opIfnonnull, 3, instructions.Branch)
	set(opGotoW, opJsrW, 5, instructions.Branch)
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

// split takes bytecode apart. Code that is not well-formed, which no verified method has, is taken
// apart up to where it is.
func split(code []byte) []instruction {
	list := make([]instruction, 0, len(code)/2+1)
	for at := 0; at < len(code); {
		i := instruction{at: at, op: code[at], kind: table[code[at]].kind}
		length := int(table[i.op].length)
		if length == 0 {
			length = varying(code, at)
		}
		if length <= 0 || length > len(code)-at {
			break
		}
		if i.op == opWide {
			i.op, i.wide = code[at+1], true
			i.kind = table[i.op].kind
		}
		i.end = at + length
		list = append(list, i)
		at = i.end
	}
	return list
}

// varying is the length of a switch or of a wide instruction, 0 for what is none.
func varying(code []byte, at int) int {
	operands, entries := (at+4)&^3, 0
	switch op := code[at]; {
	case op == opWide && at+1 < len(code):
		switch op := code[at+1]; {
		case op == opIinc:
			return 6
		case op >= opIload && op <= opAload, op >= opIstore && op <= opAstore, op == opRet:
			return 4
		}
		return 0
	case op == opTableswitch && operands+12 <= len(code):
		entries = s4(code, operands+8) - s4(code, operands+4) + 1
		operands += 12 + 4*entries
	case op == opLookupswitch && operands+8 <= len(code):
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

// branches calls f with the targets that an instruction names.
func (i *instruction) branches(code []byte, f func(target int)) {
	switch {
	case i.op >= opIfeq && i.op <= opJsr, i.op == opIfnull, i.op == opIfnonnull:
		f(i.at + s2(code, i.at+1))
	case i.op == opGotoW, i.op == opJsrW:
		f(i.at + s4(code, i.at+1))
	case i.op == opTableswitch, i.op == opLookupswitch:
		operands := (i.at + 4) &^ 3
		f(i.at + s4(code, operands))
		first, step := operands+12, 4
		if i.op == opLookupswitch {
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
	case opGoto, opGotoW, opRet, opTableswitch, opLookupswitch, opAthrow:
		return true
	}
	return i.op >= opIreturn && i.op <= opReturn
}

// conditional reports whether the instruction is a branch that may fall through.
func (i *instruction) conditional() bool {
	return i.op >= opIfeq && i.op <= opIfAcmpne || i.op == opIfnull || i.op == opIfnonnull
}

// local is the local variable that a load, a store or an iinc names.
func (i *instruction) local(code []byte) int {
	switch {
	case i.wide:
		return u2(code, i.at+2)
	case i.op >= opIload0 && i.op <= opAload3:
		return int(i.op-opIload0) % 4
	case i.op >= opIstore0 && i.op <= opAstore3:
		return int(i.op-opIstore0) % 4
	}
	return int(code[i.at+1])
}
