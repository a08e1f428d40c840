package compiler

import (
	"hotlens/vm/classes"
	"hotlens/vm/decoded"
)

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
	passes                 // reads the arguments of a call
	many                   // MultiANewArray
)

var shapes = func() (t [decoded.Count]shape) {
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
	set(defAB, decoded.Move)
	set(defA, decoded.Const, decoded.Const64, decoded.Ldc, decoded.Ldc2)
	span(defABC, decoded.IAdd, decoded.IUshr)
	span(defAB, decoded.IAddK, decoded.INeg)
	span(defABC, decoded.LAdd, decoded.LUshr)
	set(defAB, decoded.LNeg)
	set(defABC, decoded.LCmp)
	span(defAB, decoded.LAddK, decoded.LUshrK)
	span(defABC, decoded.FAdd, decoded.FRem)
	set(defAB, decoded.FNeg)
	span(defABC, decoded.FCmpL, decoded.DRem)
	set(defAB, decoded.DNeg)
	set(defABC, decoded.DCmpL, decoded.DCmpG)
	span(defAB, decoded.I2L, decoded.I2S)
	span(useAB, decoded.IfEq, decoded.IfLe)
	span(useA, decoded.IfEqK, decoded.IfLeK)
	span(useAB, decoded.IfLEq, decoded.IfANe)
	set(useA, decoded.IfNull, decoded.IfNonNull, decoded.TableSwitch, decoded.LookupSwitch)
	set(defA, decoded.Jsr)
	set(useB, decoded.Ret)
	span(defABC, decoded.Load32, decoded.LoadS16)
	span(useABC, decoded.Store32, decoded.StoreRef)
	set(defAB, decoded.ArrayLength, decoded.NewArray, decoded.ANewArray, decoded.ANewArrayQ, decoded.ANewArrayTyped)
	set(many, decoded.MultiANewArray)
	span(defAB, decoded.GetField, decoded.GetFieldS16)
	span(useAB, decoded.PutField, decoded.PutField16)
	span(defA, decoded.GetStatic, decoded.GetStaticS16)
	span(useB, decoded.PutStatic, decoded.PutStatic16)
	set(newObject, decoded.New, decoded.NewQ, decoded.NewTyped)
	set(defAB, decoded.InstanceOf, decoded.InstanceOfQ)
	set(useB, decoded.CheckCast, decoded.CheckCastQ, decoded.MonitorEnter, decoded.MonitorExit, decoded.Throw)
	span(invoke, decoded.InvokeStatic, decoded.Concat)
	set(passes, decoded.Observe)
	set(useB, decoded.ReturnValue)
	return t
}()

// invokes reports whether an operation calls a method.
func invokes(op uint16) bool { return shapes[op] == invoke }

// uses calls f with the offset of every slot that instruction index of a method
// reads.
func uses(code *decoded.Code, index int, f func(offset int32)) {
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
	case invoke, passes:
		s := (*classes.CallSite)(in.P).Selector
		o := in.B
		if o+int32(s.ParamSlots)*decoded.SlotBytes < decoded.StackSlot(int(code.Depths[index])) {
			f(o) // the receiver
			o += decoded.SlotBytes
		}
		for _, p := range s.Params {
			f(o)
			o += int32(classes.SlotsOf(p)) * decoded.SlotBytes
		}
	case many:
		for i := range int32(in.Letter) {
			f(in.B + i*decoded.SlotBytes)
		}
	}
}

// defines calls f with the offset and the type (I, J, F, D or L) of every slot that
// an instruction writes. The type of a Move is 0: that of what it reads.
func defines(in *decoded.Instruction, f func(offset int32, letter byte)) {
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
			f(in.A, decoded.SlotType(r))
		}
	}
}

// result is the type of what an instruction writes to A.
func result(in *decoded.Instruction) byte {
	switch o := in.Op; {
	case o == decoded.Move:
		return 0
	case o == decoded.Const, o == decoded.Const64, o == decoded.Ldc, o == decoded.Ldc2, o == decoded.Load32, o == decoded.Load64, o >= decoded.GetField && o <= decoded.GetField64, o >= decoded.GetStatic && o <= decoded.GetStatic64:
		return byte(in.Letter)
	case o >= decoded.LAdd && o <= decoded.LNeg, o >= decoded.LAddK && o <= decoded.LUshrK, o == decoded.I2L, o == decoded.F2L, o == decoded.D2L:
		return 'J'
	case o >= decoded.FAdd && o <= decoded.FNeg, o == decoded.I2F, o == decoded.L2F, o == decoded.D2F:
		return 'F'
	case o >= decoded.DAdd && o <= decoded.DNeg, o == decoded.I2D, o == decoded.L2D, o == decoded.F2D:
		return 'D'
	case o == decoded.NewArray, o == decoded.ANewArray, o == decoded.ANewArrayQ, o == decoded.ANewArrayTyped, o == decoded.MultiANewArray:
		return 'L'
	}
	return 'I'
}
