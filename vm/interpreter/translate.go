package interpreter

import (
	"math"
	"sort"
	"strings"
	"unsafe"

	"hotlens/vm/classes"
	"hotlens/vm/classfile"
)

// This file translates single JVM instructions (JVMS 6.5).

func (d *decoder) branch(op uint16, a, b int32, target int) {
	d.emit(op, a, b, int32(target))
	d.fixups = append(d.fixups, len(d.out)-1)
}

// binary emits a two-operand instruction; k is its form with a constant second
// operand, 0 if there is none.
func (d *decoder) binary(op, k uint16, wide, wideSecond bool) {
	w, w2 := 1, 1
	if wide {
		w = 2
	}
	if wideSecond {
		w2 = 2
	}
	second := len(d.stack) - w2
	first := second - w
	if v, ok := d.constant(second); ok && k != 0 {
		b := d.operand(first)
		d.drop(w + w2)
		d.define(k, wide, b, v)
		return
	}
	b, c := d.operand(first), d.operand(second)
	d.drop(w + w2)
	d.define(op, wide, b, c)
}

func (d *decoder) unary(op uint16, wideFrom, wideTo bool) {
	w := 1
	if wideFrom {
		w = 2
	}
	b := d.operand(len(d.stack) - w)
	d.drop(w)
	d.define(op, wideTo, b, 0)
}

var loadKinds = [5]bool{false, true, false, true, false}

// arithmetic lists the operations of iadd to drem in the order of the opcodes.
var arithmetic = [20]uint16{
	opIAdd, opLAdd, opFAdd, opDAdd, opISub, opLSub, opFSub, opDSub, opIMul, opLMul, opFMul, opDMul,
	opIDiv, opLDiv, opFDiv, opDDiv, opIRem, opLRem, opFRem, opDRem,
}

var arithmeticK = [20]uint16{0: opIAddK, 1: opLAddK, 8: opIMulK}

var logic = [12]uint16{opIShl, opLShl, opIShr, opLShr, opIUshr, opLUshr, opIAnd, opLAnd, opIOr, opLOr, opIXor, opLXor}
var logicK = [12]uint16{opIShlK, opLShlK, opIShrK, opLShrK, opIUshrK, opLUshrK, opIAndK, opLAndK, opIOrK, 0, opIXorK, 0}

var conversions = [15]struct {
	op       uint16
	from, to bool
}{
	{opI2L, false, true}, {opI2F, false, false}, {opI2D, false, true},
	{opL2I, true, false}, {opL2F, true, false}, {opL2D, true, true},
	{opF2I, false, false}, {opF2L, false, true}, {opF2D, false, true},
	{opD2I, true, false}, {opD2L, true, true}, {opD2F, true, false},
	{opI2B, false, false}, {opI2C, false, false}, {opI2S, false, false},
}

var arrayLoads = [8]uint16{opLoad32, opLoad64, opLoad32, opLoad64, opLoad32, opLoadS8, opLoadU16, opLoadS16}
var arrayStores = [8]uint16{opStore32, opStore64, opStore32, opStore64, opStoreRef, opStore8, opStore16, opStore16}

// instruction decodes the JVM instruction at bci at, and sometimes the one
// behind it; it returns how many bytes it took.
func (d *decoder) instruction(at, length int) int {
	op := int(d.code[at])
	switch {
	case op == 0:
	case op == bcAconstNull:
		d.push(entry{kind: entryConst})
	case op < bcLconst0:
		d.push(entry{kind: entryConst, value: int64(op - bcIconst0)})
	case op < bcFconst0:
		d.push(entry{kind: entryConst, wide: true, value: int64(op - bcLconst0)})
	case op < bcDconst0:
		d.push(entry{kind: entryConst, value: int64(math.Float32bits(float32(op - bcFconst0)))})
	case op < bcBipush:
		d.push(entry{kind: entryConst, wide: true, value: int64(math.Float64bits(float64(op - bcDconst0)))})
	case op == bcBipush:
		d.push(entry{kind: entryConst, value: int64(int8(d.code[at+1]))})
	case op == bcSipush:
		d.push(entry{kind: entryConst, value: int64(d.s2(at + 1))})
	case op == bcLdc, op == bcLdcW, op == bcLdc2W:
		index := d.u1(at + 1)
		if op != bcLdc {
			index = d.u2(at + 1)
		}
		d.ldc(index, op == bcLdc2W)
	case op < bcIload0:
		d.load(d.u1(at+1), op-bcIload)
	case op < bcIaload:
		d.load((op-bcIload0)%4, (op-bcIload0)/4)
	case op <= bcSaload:
		b, c := d.operand(len(d.stack)-2), d.operand(len(d.stack)-1)
		d.drop(2)
		d.define(arrayLoads[op-bcIaload], op == 47 || op == 49, b, c)
	case op < bcIstore0:
		d.store(d.localSlot(d.u1(at+1)), loadKinds[op-bcIstore])
	case op < bcIastore:
		d.store(d.localSlot((op-bcIstore0)%4), loadKinds[(op-bcIstore0)/4])
	case op <= bcSastore:
		w := 1
		if op == 80 || op == 82 {
			w = 2
		}
		v := d.operand(len(d.stack) - w)
		i := d.operand(len(d.stack) - w - 1)
		a := d.operand(len(d.stack) - w - 2)
		d.emit(arrayStores[op-bcIastore], a, i, v)
		d.drop(w + 2)
	case op == bcPop:
		d.drop(1)
	case op == bcPop2:
		d.drop(2)
	case op <= bcSwap:
		d.shuffle(op)
	case op < 116:
		d.arith(op)
	case op < 120:
		k := op - 116
		d.unary([4]uint16{opINeg, opLNeg, opFNeg, opDNeg}[k], loadKinds[k], loadKinds[k])
	case op <= bcLxor:
		k := op - 120
		wide := k%2 == 1
		d.binary(logic[k], logicK[k], wide, wide && k >= 6)
	case op == bcIinc:
		d.increment(d.localSlot(d.u1(at+1)), int32(int8(d.code[at+2])))
	case op <= bcI2s:
		c := conversions[op-bcI2l]
		d.unary(c.op, c.from, c.to)
	case op <= bcDcmpg:
		return d.compare(op, at, length)
	case op <= bcIfle:
		k := len(d.stack) - 1
		a := d.operand(k)
		d.drop(1)
		d.materializeAll()
		d.branch(opIfEqK+uint16(op-bcIfeq), a, 0, at+d.s2(at+1))
	case op <= bcIfIcmple:
		k := len(d.stack) - 2
		a := d.operand(k)
		if v, ok := d.constant(k + 1); ok {
			d.drop(2)
			d.materializeAll()
			d.branch(opIfEqK+uint16(op-bcIfIcmpeq), a, v, at+d.s2(at+1))
			break
		}
		b := d.operand(k + 1)
		d.drop(2)
		d.materializeAll()
		d.branch(opIfEq+uint16(op-bcIfIcmpeq), a, b, at+d.s2(at+1))
	case op <= bcIfAcmpne:
		a, b := d.operand(len(d.stack)-2), d.operand(len(d.stack)-1)
		d.drop(2)
		d.materializeAll()
		d.branch(opIfAEq+uint16(op-bcIfAcmpeq), a, b, at+d.s2(at+1))
	case op == bcIfnull, op == bcIfnonnull:
		a := d.operand(len(d.stack) - 1)
		d.drop(1)
		d.materializeAll()
		d.branch(opIfNull+uint16(op-bcIfnull), a, 0, at+d.s2(at+1))
	case op == bcGoto:
		d.materializeAll()
		d.branch(opGoto, 0, 0, at+d.s2(at+1))
	case op == bcGotoW:
		d.materializeAll()
		d.branch(opGoto, 0, 0, at+d.s4(at+1))
	case op == bcJsr, op == bcJsrW:
		target := at + d.s2(at+1)
		if op == bcJsrW {
			target = at + d.s4(at+1)
		}
		d.materializeAll()
		d.branch(opJsr, stackSlot(len(d.stack)), int32(at+length), target)
		d.push(entry{kind: entryStack})
	case op == bcRet:
		d.emit(opRet, 0, d.localSlot(d.u1(at+1)), 0).D = int32(d.ordinal[at]) + 1
	case op == bcTable, op == bcLookup:
		d.tableOrLookup(op, at)
	case op <= bcAreturn:
		w := 1
		if loadKinds[op-bcIreturn] {
			w = 2
		}
		if op == bcIreturn {
			_, result, _ := strings.Cut(d.method.Desc, ")")
			d.narrow(result)
		}
		v := d.operand(len(d.stack) - w)
		if d.method.Synchronized() {
			d.emit(opSyncExit, 0, 0, 0)
		}
		d.emit(opReturnValue, 0, v, 0).D = int32(d.ordinal[at]) + 1
	case op == bcReturn:
		if d.method.Synchronized() {
			d.emit(opSyncExit, 0, 0, 0)
		}
		d.emit(opReturn, 0, 0, 0).D = int32(d.ordinal[at]) + 1
	case op <= bcPutfield:
		d.field(op, d.u2(at+1))
	case op <= bcDynamic:
		d.invoke(op, at)
	case op == bcNew:
		index := d.classIndex(d.u2(at + 1))
		i := d.define(opNew, false, 0, index)
		i.B = i.A
		// "new; dup" is how every object is made: one instruction fills both.
		if next := at + length; next < len(d.code) && d.code[next] == bcDup && !d.leader[next] {
			i.B = stackSlot(len(d.stack))
			d.push(entry{kind: entryStack})
			d.lastDef = -1
			return length + 1
		}
		d.lastDef = -1
	case op == bcNewarray:
		kind := d.u1(at + 1)
		if kind < 4 || kind > 11 {
			d.fail("Illegal newarray type %d", kind)
		}
		b := d.operand(len(d.stack) - 1)
		d.drop(1)
		d.define(opNewArray, false, b, int32(kind))
	case op == bcAnewarray:
		index := d.classIndex(d.u2(at + 1))
		b := d.operand(len(d.stack) - 1)
		d.drop(1)
		d.define(opANewArray, false, b, index)
	case op == bcArraylen:
		d.unary(opArrayLength, false, false)
	case op == bcAthrow:
		d.emit(opThrow, 0, d.operand(len(d.stack)-1), 0)
		d.drop(1)
	case op == bcCheckcast:
		index := d.classIndex(d.u2(at + 1))
		d.emit(opCheckCast, 0, d.operand(len(d.stack)-1), index)
	case op == bcInstanceof:
		index := d.classIndex(d.u2(at + 1))
		b := d.operand(len(d.stack) - 1)
		d.drop(1)
		d.define(opInstanceOf, false, b, index)
	case op == bcMonEnter, op == bcMonExit:
		o := opMonitorEnter
		if op == bcMonExit {
			o = opMonitorExit
		}
		d.emit(o, 0, d.operand(len(d.stack)-1), 0)
		d.drop(1)
	case op == bcWide:
		return d.wide(at, length)
	case op == bcMultianew:
		n := d.u1(at + 3)
		index := d.classIndex(d.u2(at + 1))
		k := len(d.stack) - n
		for i := range n {
			d.materialize(k + i)
		}
		d.drop(n)
		i := d.define(opMultiANewArray, false, stackSlot(k), index)
		i.X = uint16(n)
	default:
		d.fail("Bad instruction %d", op)
	}
	return length
}

func (d *decoder) wide(at, length int) int {
	op, index := d.u1(at+1), d.u2(at+2)
	switch {
	case op >= bcIload && op < bcIload0:
		d.load(index, op-bcIload)
	case op >= bcIstore && op < bcIstore0:
		d.store(d.localSlot(index), loadKinds[op-bcIstore])
	case op == bcRet:
		d.emit(opRet, 0, d.localSlot(index), 0).D = int32(d.ordinal[at]) + 1
	case op == bcIinc:
		d.increment(d.localSlot(index), int32(d.s2(at+4)))
	default:
		d.fail("Bad wide instruction %d", op)
	}
	return length
}

func (d *decoder) load(index, kind int) {
	slot := d.localSlot(index)
	d.push(entry{kind: entryLocal, wide: loadKinds[kind], slot: slot})
}

func (d *decoder) increment(slot, by int32) {
	for i := range d.stack {
		if e := &d.stack[i]; e.kind == entryLocal && e.slot == slot {
			d.materialize(i)
		}
	}
	d.emit(opIAddK, slot, slot, by)
}

func (d *decoder) arith(op int) {
	k := op - bcIadd
	wide := loadKinds[k%4]
	w := 1
	if wide {
		w = 2
	}
	v, isConst := d.constant(len(d.stack) - w)
	switch {
	case op == 100 && isConst && v != math.MinInt32: // isub
		d.stack[len(d.stack)-1].value = int64(-v)
		d.binary(opISub, opIAddK, false, false)
	case op == 101 && isConst && v != math.MinInt32: // lsub
		d.stack[len(d.stack)-2].value = int64(-v)
		d.binary(opLSub, opLAddK, true, true)
	case op == 108 && isConst && v != 0 && v != -1:
		d.binary(opIDiv, opIDivK, false, false)
	case op == 112 && isConst && v != 0 && v != -1:
		d.binary(opIRem, opIRemK, false, false)
	default:
		d.binary(arithmetic[k], arithmeticK[k], wide, wide)
	}
}

// compare decodes a comparison; a long one is joined with the branch behind it.
func (d *decoder) compare(op, at, length int) int {
	w := 2
	if op == 149 || op == 150 {
		w = 1
	}
	b, c := d.operand(len(d.stack)-2*w), d.operand(len(d.stack)-w)
	next := at + length
	if op == bcLcmp && next < len(d.code) && !d.leader[next] && d.code[next] >= bcIfeq && d.code[next] <= bcIfle {
		d.drop(4)
		d.bci = next
		d.materializeAll()
		d.branch(opIfLEq+uint16(d.code[next]-bcIfeq), b, c, next+d.s2(next+1))
		return length + 3
	}
	d.drop(2 * w)
	d.define([5]uint16{opLCmp, opFCmpL, opFCmpG, opDCmpL, opDCmpG}[op-bcLcmp], false, b, c)
	return length
}

// shuffle decodes dup and its relatives and swap.
func (d *decoder) shuffle(op int) {
	k := len(d.stack)
	under, n := dupForm(op)
	if op == bcSwap {
		under, n = 1, 1
	}
	if k < under+n {
		d.fail("Operand stack underflow")
	}
	if op == bcDup || op == bcDup2 {
		for i := k - n; i < k; i++ {
			e := d.stack[i]
			if e.kind == entryStack {
				d.emit(opMove, stackSlot(i+n), stackSlot(i), 0)
			}
			d.stack = append(d.stack, e)
		}
		d.lastDef = -1
		return
	}
	// Values that lie in stack slots go to the scratch slots first, as the
	// slots that they go to may still be read.
	low := k - n - under
	old := append([]entry(nil), d.stack[low:]...)
	scratch := make([]int32, len(old))
	next := d.maxStack
	for i, e := range old {
		if e.kind == entryStack {
			scratch[i] = stackSlot(next)
			next++
			d.emit(opMove, scratch[i], stackSlot(low+i), 0)
		}
	}
	var order []int
	for i := range n {
		order = append(order, under+i)
	}
	for i := range under {
		order = append(order, i)
	}
	if op != bcSwap {
		for i := range n {
			order = append(order, under+i)
		}
	}
	d.stack = d.stack[:low]
	for i, from := range order {
		e := old[from]
		if e.kind == entryStack {
			d.emit(opMove, stackSlot(low+i), scratch[from], 0)
		}
		d.stack = append(d.stack, e)
	}
	d.lastDef = -1
}

func (d *decoder) ldc(index int, wide bool) {
	if index >= len(d.file.Pool) {
		d.fail("Illegal constant pool index %d", index)
	}
	k := &d.file.Pool[index]
	// Dynamic constants come in both sizes.
	if long := k.Tag == classfile.TagLong || k.Tag == classfile.TagDouble; long != wide && k.Tag != classfile.TagDynamic {
		d.fail("Illegal type at constant pool entry %d", index)
	}
	switch k.Tag {
	case classfile.TagInteger, classfile.TagFloat:
		d.push(entry{kind: entryConst, value: int64(int32(k.Bits))})
	case classfile.TagLong, classfile.TagDouble:
		d.push(entry{kind: entryConst, wide: true, value: int64(k.Bits)})
	case classfile.TagString, classfile.TagClass, classfile.TagMethodHandle, classfile.TagMethodType, classfile.TagDynamic:
		op := opLdc
		if wide {
			op = opLdc2
		}
		d.define(op, wide, 0, int32(index))
		d.lastDef = len(d.out) - 1
	default:
		d.fail("Illegal type at constant pool entry %d", index)
	}
}

func (d *decoder) classIndex(index int) int32 {
	if index >= len(d.file.Pool) || d.file.Pool[index].Tag != classfile.TagClass {
		d.fail("Illegal type at constant pool entry %d", index)
	}
	return int32(index)
}

// narrow makes the top of the stack, which is stored or returned, a value of the
// type: an int keeps only the type's bits (JVMS 6.5, ireturn and putfield).
// Compilers emit the conversion where it is needed; what they compiled into the
// class library is believed, and so is a value that has the type by its origin.
func (d *decoder) narrow(desc string) {
	var op uint16
	var bits int32
	switch desc {
	case "Z":
		op, bits = opIAndK, 1
	case "B":
		op = opI2B
	case "C":
		op = opI2C
	case "S":
		op = opI2S
	default:
		return
	}
	k := len(d.stack) - 1
	if v, isConst := d.constant(k); d.method.Class.Loader.Mirror == 0 || isConst && v == v&1 || d.origin() == desc {
		return
	}
	d.emit(op, stackSlot(k), d.operand(k), bits)
	d.stack[k] = entry{kind: entryStack}
}

// origin is the declared type of the top of the stack when it comes straight from
// a field or a method, else "".
func (d *decoder) origin() string {
	if d.lastDef < 0 || d.lastDef != len(d.out)-1 || d.stack[len(d.stack)-1].kind != entryStack {
		return ""
	}
	switch i := &d.out[d.lastDef]; i.Op {
	case opGetField, opGetStatic:
		_, _, desc := d.ref(int(i.C))
		return desc
	case opInvokeVirtual, opInvokeSpecial, opInvokeStatic, opInvokeInterface:
		return string((*classes.CallSite)(i.P).Selector.Return)
	}
	return ""
}

func (d *decoder) field(op, index int) {
	_, _, desc := d.ref(index)
	wide := desc[0] == 'J' || desc[0] == 'D'
	w := 1
	if wide {
		w = 2
	}
	switch op {
	case bcGetstatic:
		d.define(opGetStatic, wide, 0, int32(index))
	case bcPutstatic:
		d.narrow(desc)
		v := d.operand(len(d.stack) - w)
		d.emit(opPutStatic, 0, v, int32(index))
		d.drop(w)
	case bcGetfield:
		b := d.operand(len(d.stack) - 1)
		d.drop(1)
		d.define(opGetField, wide, b, int32(index))
	case bcPutfield:
		d.narrow(desc)
		v := d.operand(len(d.stack) - w)
		a := d.operand(len(d.stack) - w - 1)
		d.emit(opPutField, a, v, int32(index))
		d.drop(w + 1)
	}
}

func (d *decoder) invoke(op, at int) {
	s := d.selectorAt(at)
	n := s.ParamSlots
	if op != bcStatic && op != bcDynamic {
		n++
	}
	k := len(d.stack) - n
	if k < 0 {
		d.fail("Operand stack underflow")
	}
	for i := k; i < len(d.stack); i++ {
		d.materialize(i)
	}
	depth := len(d.stack)
	d.stack = d.stack[:k]
	site := &classes.CallSite{Caller: d.method, BCI: at, Slot: d.sites, PoolIndex: uint16(d.u2(at + 1)), Selector: s, ArgBase: stackSlot(k)}
	d.sites++
	operation := [5]uint16{opInvokeVirtual, opInvokeSpecial, opInvokeStatic, opInvokeInterface, opInvokeDynamic}[op-bcVirtual]
	var i *classes.Instruction
	if s.Return == 'V' {
		i = d.emit(operation, stackSlot(k), 0, 0)
	} else {
		i = d.define(operation, s.Return == 'J' || s.Return == 'D', 0, 0)
	}
	d.depths[len(d.depths)-1] = uint16(depth)
	i.B = site.ArgBase
	i.D = int32(d.ordinal[at]) + 1
	i.P = unsafe.Pointer(site)
	site.Index = int32(len(d.out) - 1)
}

func (d *decoder) tableOrLookup(op, at int) {
	key := d.operand(len(d.stack) - 1)
	d.drop(1)
	d.materializeAll()
	p := (at + 4) &^ 3
	s := &switchTable{}
	here := int32(d.ordinal[at]) + 1
	target := func(offset int) switchTarget { return switchTarget{bci: int32(at + offset), delta: here} }
	s.fallback = target(d.s4(p))
	if op == bcTable {
		s.low = int32(d.s4(p + 4))
		for i, n := 0, d.s4(p+8)-d.s4(p+4)+1; i < n; i++ {
			s.targets = append(s.targets, target(d.s4(p+12+4*i)))
		}
		d.emit(opTableSwitch, key, 0, 0).P = unsafe.Pointer(s)
	} else {
		for i, n := 0, d.s4(p+4); i < n; i++ {
			s.keys = append(s.keys, int32(d.s4(p+8+8*i)))
			s.targets = append(s.targets, target(d.s4(p+12+8*i)))
		}
		if !sort.SliceIsSorted(s.keys, func(a, b int) bool { return s.keys[a] < s.keys[b] }) {
			d.fail("Bad lookupswitch instruction")
		}
		d.emit(opLookupSwitch, key, 0, 0).P = unsafe.Pointer(s)
	}
	d.switches = append(d.switches, s)
}
