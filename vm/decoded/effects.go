package decoded

import "hotlens/vm/classes"

// This file says which slots of its frame an instruction reads and writes.

// shape groups the operations by how they use their operands.
type shape uint8

const (
	other     shape = iota // no slots
	defA                   // writes A
	defAB                  // writes A, reads B
	defABC                 // writes A, reads B and C
	useA                   // reads A
	useB                   // reads B
	useAB                  // reads A and B
	useABC                 // reads A, B and C
	newObject              // writes A and B
	invoke                 // reads its arguments, writes A
	many                   // MultiANewArray
)

var shapes = func() (t [Count]shape) {
	set := func(s shape, ops ...uint16) {
		for _, o := range ops {
			t[o] = s
		}
	}
	span := func(s shape, from, to uint16) {
		for o := from; o <= to; o++ {
			t[o] = s
		}
	}
	set(defAB, Move)
	set(defA, Const, Const64, Ldc, Ldc2)
	span(defABC, IAdd, IUshr)
	span(defAB, IAddK, INeg)
	span(defABC, LAdd, LUshr)
	set(defAB, LNeg)
	set(defABC, LCmp)
	span(defAB, LAddK, LUshrK)
	span(defABC, FAdd, FRem)
	set(defAB, FNeg)
	span(defABC, FCmpL, DRem)
	set(defAB, DNeg)
	set(defABC, DCmpL, DCmpG)
	span(defAB, I2L, I2S)
	span(useAB, IfEq, IfLe)
	span(useA, IfEqK, IfLeK)
	span(useAB, IfLEq, IfANe)
	set(useA, IfNull, IfNonNull, TableSwitch, LookupSwitch)
	set(defA, Jsr)
	set(useB, Ret)
	span(defABC, Load32, LoadS16)
	span(useABC, Store32, StoreRef)
	set(defAB, ArrayLength, NewArray, ANewArray, ANewArrayQ)
	set(many, MultiANewArray)
	span(defAB, GetField, GetFieldS16)
	span(useAB, PutField, PutField16)
	span(defA, GetStatic, GetStaticS16)
	span(useB, PutStatic, PutStatic16)
	set(newObject, New, NewQ)
	set(defAB, InstanceOf, InstanceOfQ)
	set(useB, CheckCast, CheckCastQ, MonitorEnter, MonitorExit, Throw)
	span(invoke, InvokeStatic, Concat)
	set(useB, ReturnValue)
	return t
}()

// Invokes reports whether an operation calls a method.
func Invokes(op uint16) bool { return shapes[op] == invoke }

// Uses calls f with the offset of every slot that instruction index of a method
// reads.
func Uses(code *classes.Code, index int, f func(offset int32)) {
	in := &code.Instructions[index]
	switch shapes[in.Op] {
	case defAB, useB:
		f(in.B)
	case defABC:
		f(in.B)
		f(in.C)
	case useA:
		f(in.A)
	case useAB:
		f(in.A)
		f(in.B)
	case useABC:
		f(in.A)
		f(in.B)
		f(in.C)
	case invoke:
		s := (*classes.CallSite)(in.P).Selector
		o := in.B
		if o+int32(s.ParamSlots)*SlotBytes < StackSlot(int(code.Depths[index])) {
			f(o) // the receiver
			o += SlotBytes
		}
		for _, p := range s.Params {
			f(o)
			o += int32(classes.SlotsOf(p)) * SlotBytes
		}
	case many:
		for i := range int32(in.X) {
			f(in.B + i*SlotBytes)
		}
	}
}

// Defines calls f with the offset and the type (I, J, F, D or L) of every slot that
// an instruction writes. The type of a Move is 0: that of what it reads.
func Defines(in *classes.Instruction, f func(offset int32, letter byte)) {
	switch shapes[in.Op] {
	case defA, defAB, defABC, many:
		f(in.A, result(in))
	case newObject:
		f(in.A, 'L')
		if in.B != in.A {
			f(in.B, 'L')
		}
	case invoke:
		if r := (*classes.CallSite)(in.P).Selector.Return; r != 'V' {
			f(in.A, SlotType(r))
		}
	}
}

// SlotType is how a slot holds a value of the type that a descriptor starts with: as
// I, J, F, D or L.
func SlotType(letter byte) byte {
	switch letter {
	case 'Z', 'B', 'C', 'S':
		return 'I'
	case '[':
		return 'L'
	}
	return letter
}

// result is the type of what an instruction writes to A.
func result(in *classes.Instruction) byte {
	switch o := in.Op; {
	case o == Move:
		return 0
	case o == Const, o == Const64, o == Ldc, o == Ldc2, o == Load32, o == Load64, o >= GetField && o <= GetField64, o >= GetStatic && o <= GetStatic64:
		return byte(in.X)
	case o >= LAdd && o <= LNeg, o >= LAddK && o <= LUshrK, o == I2L, o == F2L, o == D2L:
		return 'J'
	case o >= FAdd && o <= FNeg, o == I2F, o == L2F, o == D2F:
		return 'F'
	case o >= DAdd && o <= DNeg, o == I2D, o == L2D, o == F2D:
		return 'D'
	case o == NewArray, o == ANewArray, o == ANewArrayQ, o == MultiANewArray:
		return 'L'
	}
	return 'I'
}
