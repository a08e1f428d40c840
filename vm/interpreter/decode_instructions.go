package interpreter

import (
	"math"
	"sort"
	"strings"
	"unsafe"

	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/decoded"
	"hotlens/vm/opcodes"
)

// This file translates single JVM instructions (JVMS 6.5).

func (d *decoder) branch(op uint16, a, b int32, target int) {
	d.emit(op, a, b, int32(target))
	d.fixups = append(d.fixups, len(d.out)-1)
	d.markTaken(target)
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
	decoded.IAdd, decoded.LAdd, decoded.FAdd, decoded.DAdd, decoded.ISub, decoded.LSub, decoded.FSub, decoded.DSub, decoded.IMul, decoded.LMul, decoded.FMul, decoded.DMul,
	decoded.IDiv, decoded.LDiv, decoded.FDiv, decoded.DDiv, decoded.IRem, decoded.LRem, decoded.FRem, decoded.DRem,
}

var arithmeticK = [20]uint16{0: decoded.IAddK, 1: decoded.LAddK, 8: decoded.IMulK}

var logic = [12]uint16{decoded.IShl, decoded.LShl, decoded.IShr, decoded.LShr, decoded.IUshr, decoded.LUshr, decoded.IAnd, decoded.LAnd, decoded.IOr, decoded.LOr, decoded.IXor, decoded.LXor}
var logicK = [12]uint16{decoded.IShlK, decoded.LShlK, decoded.IShrK, decoded.LShrK, decoded.IUshrK, decoded.LUshrK, decoded.IAndK, decoded.LAndK, decoded.IOrK, 0, decoded.IXorK, 0}

var conversions = [15]struct {
	op       uint16
	from, to bool
}{
	{decoded.I2L, false, true}, {decoded.I2F, false, false}, {decoded.I2D, false, true},
	{decoded.L2I, true, false}, {decoded.L2F, true, false}, {decoded.L2D, true, true},
	{decoded.F2I, false, false}, {decoded.F2L, false, true}, {decoded.F2D, false, true},
	{decoded.D2I, true, false}, {decoded.D2L, true, true}, {decoded.D2F, true, false},
	{decoded.I2B, false, false}, {decoded.I2C, false, false}, {decoded.I2S, false, false},
}

var arrayLoads = [8]uint16{decoded.Load32, decoded.Load64, decoded.Load32, decoded.Load64, decoded.Load32, decoded.LoadS8, decoded.LoadU16, decoded.LoadS16}
var arrayStores = [8]uint16{decoded.Store32, decoded.Store64, decoded.Store32, decoded.Store64, decoded.StoreRef, decoded.Store8, decoded.Store16, decoded.Store16}

// instruction decodes the JVM instruction at bci at, and sometimes the one
// behind it; it returns how many bytes it took.
func (d *decoder) instruction(at, length int) int {
	op := int(d.code[at])
	switch {
	case op == 0:
	case op == opcodes.AconstNull:
		d.push(entry{kind: entryConst, typ: 'L'})
	case op < opcodes.Lconst0:
		d.push(entry{kind: entryConst, value: int64(op - opcodes.Iconst0), typ: 'I'})
	case op < opcodes.Fconst0:
		d.push(entry{kind: entryConst, wide: true, value: int64(op - opcodes.Lconst0), typ: 'J'})
	case op < opcodes.Dconst0:
		d.push(entry{kind: entryConst, value: int64(math.Float32bits(float32(op - opcodes.Fconst0))), typ: 'F'})
	case op < opcodes.Bipush:
		d.push(entry{kind: entryConst, wide: true, value: int64(math.Float64bits(float64(op - opcodes.Dconst0))), typ: 'D'})
	case op == opcodes.Bipush:
		d.push(entry{kind: entryConst, value: int64(int8(d.code[at+1])), typ: 'I'})
	case op == opcodes.Sipush:
		d.push(entry{kind: entryConst, value: int64(d.s2(at + 1)), typ: 'I'})
	case op == opcodes.Ldc, op == opcodes.LdcW, op == opcodes.Ldc2W:
		index := d.u1(at + 1)
		if op != opcodes.Ldc {
			index = d.u2(at + 1)
		}
		d.ldc(index, op == opcodes.Ldc2W)
	case op < opcodes.Iload0:
		d.load(d.u1(at+1), op-opcodes.Iload)
	case op < opcodes.Iaload:
		d.load((op-opcodes.Iload0)%4, (op-opcodes.Iload0)/4)
	case op <= opcodes.Saload:
		b, c := d.operand(len(d.stack)-2), d.operand(len(d.stack)-1)
		d.drop(2)
		d.define(arrayLoads[op-opcodes.Iaload], op == 47 || op == 49, b, c).Letter = uint16("IJFDLIII"[op-opcodes.Iaload])
	case op < opcodes.Istore0:
		d.store(d.localSlot(d.u1(at+1)), loadKinds[op-opcodes.Istore])
	case op < opcodes.Iastore:
		d.store(d.localSlot((op-opcodes.Istore0)%4), loadKinds[(op-opcodes.Istore0)/4])
	case op <= opcodes.Sastore:
		w := 1
		if op == 80 || op == 82 {
			w = 2
		}
		v := d.operand(len(d.stack) - w)
		i := d.operand(len(d.stack) - w - 1)
		a := d.operand(len(d.stack) - w - 2)
		d.emit(arrayStores[op-opcodes.Iastore], a, i, v)
		d.drop(w + 2)
	case op == opcodes.Pop:
		d.drop(1)
	case op == opcodes.Pop2:
		d.drop(2)
	case op <= opcodes.Swap:
		d.shuffle(op)
	case op < 116:
		d.arith(op)
	case op < 120:
		k := op - 116
		d.unary([4]uint16{decoded.INeg, decoded.LNeg, decoded.FNeg, decoded.DNeg}[k], loadKinds[k], loadKinds[k])
	case op <= opcodes.Lxor:
		k := op - 120
		wide := k%2 == 1
		d.binary(logic[k], logicK[k], wide, wide && k >= 6)
	case op == opcodes.Iinc:
		d.increment(d.localSlot(d.u1(at+1)), int32(int8(d.code[at+2])))
	case op <= opcodes.I2s:
		c := conversions[op-opcodes.I2l]
		d.unary(c.op, c.from, c.to)
	case op <= opcodes.Dcmpg:
		return d.compare(op, at, length)
	case op <= opcodes.Ifle:
		k := len(d.stack) - 1
		a := d.operand(k)
		d.drop(1)
		d.materializeAll()
		d.branch(decoded.IfEqK+uint16(op-opcodes.Ifeq), a, 0, at+d.s2(at+1))
	case op <= opcodes.IfIcmple:
		k := len(d.stack) - 2
		a := d.operand(k)
		if v, ok := d.constant(k + 1); ok {
			d.drop(2)
			d.materializeAll()
			d.branch(decoded.IfEqK+uint16(op-opcodes.IfIcmpeq), a, v, at+d.s2(at+1))
			break
		}
		b := d.operand(k + 1)
		d.drop(2)
		d.materializeAll()
		d.branch(decoded.IfEq+uint16(op-opcodes.IfIcmpeq), a, b, at+d.s2(at+1))
	case op <= opcodes.IfAcmpne:
		a, b := d.operand(len(d.stack)-2), d.operand(len(d.stack)-1)
		d.drop(2)
		d.materializeAll()
		d.branch(decoded.IfAEq+uint16(op-opcodes.IfAcmpeq), a, b, at+d.s2(at+1))
	case op == opcodes.Ifnull, op == opcodes.Ifnonnull:
		a := d.operand(len(d.stack) - 1)
		d.drop(1)
		d.materializeAll()
		d.branch(decoded.IfNull+uint16(op-opcodes.Ifnull), a, 0, at+d.s2(at+1))
	case op == opcodes.Goto:
		d.materializeAll()
		d.branch(decoded.Goto, 0, 0, at+d.s2(at+1))
	case op == opcodes.GotoW:
		d.materializeAll()
		d.branch(decoded.Goto, 0, 0, at+d.s4(at+1))
	case op == opcodes.Jsr, op == opcodes.JsrW:
		target := at + d.s2(at+1)
		if op == opcodes.JsrW {
			target = at + d.s4(at+1)
		}
		d.materializeAll()
		d.branch(decoded.Jsr, decoded.StackSlot(len(d.stack)), int32(at+length), target)
		d.push(entry{kind: entryStack})
	case op == opcodes.Ret:
		d.emit(decoded.Ret, 0, d.localSlot(d.u1(at+1)), 0).D = int32(d.ordinal[at]) + 1
	case op == opcodes.Tableswitch, op == opcodes.Lookupswitch:
		d.tableOrLookup(op, at)
	case op <= opcodes.Areturn:
		w := 1
		if loadKinds[op-opcodes.Ireturn] {
			w = 2
		}
		if op == opcodes.Ireturn {
			_, result, _ := strings.Cut(d.method.Desc, ")")
			d.narrow(result)
		}
		v := d.operand(len(d.stack) - w)
		d.markExit(at)
		if d.method.Synchronized() {
			d.emit(decoded.SyncExit, 0, 0, 0)
		}
		d.emit(decoded.ReturnValue, 0, v, 0).D = int32(d.ordinal[at]) + 1
	case op == opcodes.Return:
		d.markExit(at)
		if d.method.Synchronized() {
			d.emit(decoded.SyncExit, 0, 0, 0)
		}
		d.emit(decoded.Return, 0, 0, 0).D = int32(d.ordinal[at]) + 1
	case op <= opcodes.Putfield:
		d.field(op, d.u2(at+1))
	case op <= opcodes.Invokedynamic:
		d.invoke(op, at)
	case op == opcodes.New:
		index := d.classIndex(d.u2(at + 1))
		i := d.define(decoded.New, false, 0, index)
		i.B = i.A
		// "new; dup" is how every object is made: one instruction fills both.
		if next := at + length; next < len(d.code) && d.code[next] == opcodes.Dup && !d.leader[next] && !d.marked(next) {
			i.B = decoded.StackSlot(len(d.stack))
			d.push(entry{kind: entryStack})
			d.lastDef = -1
			return length + 1
		}
		d.lastDef = -1
	case op == opcodes.Newarray:
		kind := d.u1(at + 1)
		if kind < 4 || kind > 11 {
			d.fail("Illegal newarray type %d", kind)
		}
		b := d.operand(len(d.stack) - 1)
		d.drop(1)
		d.define(decoded.NewArray, false, b, int32(kind))
	case op == opcodes.Anewarray:
		index := d.classIndex(d.u2(at + 1))
		b := d.operand(len(d.stack) - 1)
		d.drop(1)
		d.define(decoded.ANewArray, false, b, index)
	case op == opcodes.Arraylength:
		d.unary(decoded.ArrayLength, false, false)
	case op == opcodes.Athrow:
		v := d.operand(len(d.stack) - 1)
		d.markExit(at)
		d.emit(decoded.Throw, 0, v, 0)
		d.drop(1)
	case op == opcodes.Checkcast:
		index := d.classIndex(d.u2(at + 1))
		d.emit(decoded.CheckCast, 0, d.operand(len(d.stack)-1), index)
	case op == opcodes.Instanceof:
		index := d.classIndex(d.u2(at + 1))
		b := d.operand(len(d.stack) - 1)
		d.drop(1)
		d.define(decoded.InstanceOf, false, b, index)
	case op == opcodes.Monitorenter, op == opcodes.Monitorexit:
		o := decoded.MonitorEnter
		if op == opcodes.Monitorexit {
			o = decoded.MonitorExit
		}
		d.emit(o, 0, d.operand(len(d.stack)-1), 0)
		d.drop(1)
	case op == opcodes.Wide:
		return d.wide(at, length)
	case op == opcodes.Multianewarray:
		n := d.u1(at + 3)
		index := d.classIndex(d.u2(at + 1))
		k := len(d.stack) - n
		for i := range n {
			d.materialize(k + i)
		}
		d.drop(n)
		i := d.define(decoded.MultiANewArray, false, decoded.StackSlot(k), index)
		i.Letter = uint16(n)
	default:
		d.fail("Bad instruction %d", op)
	}
	return length
}

func (d *decoder) wide(at, length int) int {
	op, index := d.u1(at+1), d.u2(at+2)
	switch {
	case op >= opcodes.Iload && op < opcodes.Iload0:
		d.load(index, op-opcodes.Iload)
	case op >= opcodes.Istore && op < opcodes.Istore0:
		d.store(d.localSlot(index), loadKinds[op-opcodes.Istore])
	case op == opcodes.Ret:
		d.emit(decoded.Ret, 0, d.localSlot(index), 0).D = int32(d.ordinal[at]) + 1
	case op == opcodes.Iinc:
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
	d.emit(decoded.IAddK, slot, slot, by)
}

func (d *decoder) arith(op int) {
	k := op - opcodes.Iadd
	wide := loadKinds[k%4]
	w := 1
	if wide {
		w = 2
	}
	v, isConst := d.constant(len(d.stack) - w)
	switch {
	case op == 100 && isConst && v != math.MinInt32: // isub
		d.stack[len(d.stack)-1].value = int64(-v)
		d.binary(decoded.ISub, decoded.IAddK, false, false)
	case op == 101 && isConst && v != math.MinInt32: // lsub
		d.stack[len(d.stack)-2].value = int64(-v)
		d.binary(decoded.LSub, decoded.LAddK, true, true)
	case op == 108 && isConst && v != 0 && v != -1:
		d.binary(decoded.IDiv, decoded.IDivK, false, false)
	case op == 112 && isConst && v != 0 && v != -1:
		d.binary(decoded.IRem, decoded.IRemK, false, false)
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
	if op == opcodes.Lcmp && next < len(d.code) && !d.leader[next] && !d.marked(next) && d.code[next] >= opcodes.Ifeq && d.code[next] <= opcodes.Ifle {
		d.drop(4)
		d.bci = next
		d.materializeAll()
		d.branch(decoded.IfLEq+uint16(d.code[next]-opcodes.Ifeq), b, c, next+d.s2(next+1))
		return length + 3
	}
	d.drop(2 * w)
	d.define([5]uint16{decoded.LCmp, decoded.FCmpL, decoded.FCmpG, decoded.DCmpL, decoded.DCmpG}[op-opcodes.Lcmp], false, b, c)
	return length
}

// shuffle decodes dup and its relatives and swap.
func (d *decoder) shuffle(op int) {
	k := len(d.stack)
	under, n := dupForm(op)
	if op == opcodes.Swap {
		under, n = 1, 1
	}
	if k < under+n {
		d.fail("Operand stack underflow")
	}
	if op == opcodes.Dup || op == opcodes.Dup2 {
		for i := k - n; i < k; i++ {
			e := d.stack[i]
			if e.kind == entryStack {
				d.emit(decoded.Move, decoded.StackSlot(i+n), decoded.StackSlot(i), 0)
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
			scratch[i] = decoded.StackSlot(next)
			next++
			d.emit(decoded.Move, scratch[i], decoded.StackSlot(low+i), 0)
		}
	}
	var order []int
	for i := range n {
		order = append(order, under+i)
	}
	for i := range under {
		order = append(order, i)
	}
	if op != opcodes.Swap {
		for i := range n {
			order = append(order, under+i)
		}
	}
	d.stack = d.stack[:low]
	for i, from := range order {
		e := old[from]
		if e.kind == entryStack {
			d.emit(decoded.Move, decoded.StackSlot(low+i), scratch[from], 0)
		}
		d.stack = append(d.stack, e)
	}
	d.lastDef = -1
}

func (d *decoder) ldc(index int, wide bool) {
	if index >= d.file.Pool.Len() {
		d.fail("Illegal constant pool index %d", index)
	}
	k := d.file.Pool.At(uint16(index))
	// Dynamic constants come in both sizes.
	if long := k.Tag == classfile.TagLong || k.Tag == classfile.TagDouble; long != wide && k.Tag != classfile.TagDynamic {
		d.fail("Illegal type at constant pool entry %d", index)
	}
	switch k.Tag {
	case classfile.TagInteger, classfile.TagFloat, classfile.TagLong, classfile.TagDouble:
		e := entry{kind: entryConst, value: int64(k.Bits), typ: 'J', wide: wide}
		switch k.Tag {
		case classfile.TagInteger:
			e.value, e.typ = int64(int32(k.Bits)), 'I'
		case classfile.TagFloat:
			e.value, e.typ = int64(int32(k.Bits)), 'F'
		case classfile.TagDouble:
			e.typ = 'D'
		}
		d.push(e)
	case classfile.TagString, classfile.TagClass, classfile.TagMethodHandle, classfile.TagMethodType, classfile.TagDynamic:
		op := decoded.Ldc
		if wide {
			op = decoded.Ldc2
		}
		i := d.define(op, wide, 0, int32(index))
		i.Letter = 'L'
		if k.Tag == classfile.TagDynamic {
			if _, desc, err := d.file.NameAndType(k.B); err == nil {
				i.Letter = uint16(decoded.SlotType(desc[0]))
			}
		}
		d.lastDef = len(d.out) - 1
	default:
		d.fail("Illegal type at constant pool entry %d", index)
	}
}

func (d *decoder) classIndex(index int) int32 {
	if d.file.Pool.Tag(uint16(index)) != classfile.TagClass {
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
		op, bits = decoded.IAndK, 1
	case "B":
		op = decoded.I2B
	case "C":
		op = decoded.I2C
	case "S":
		op = decoded.I2S
	default:
		return
	}
	k := len(d.stack) - 1
	if v, isConst := d.constant(k); d.library || isConst && v == v&1 || d.origin() == desc {
		return
	}
	d.emit(op, decoded.StackSlot(k), d.operand(k), bits)
	d.stack[k] = entry{kind: entryStack}
}

// origin is the declared type of the top of the stack when it comes straight from
// a field or a method, else "".
func (d *decoder) origin() string {
	if d.lastDef < 0 || d.lastDef != len(d.out)-1 || d.stack[len(d.stack)-1].kind != entryStack {
		return ""
	}
	switch i := &d.out[d.lastDef]; i.Op {
	case decoded.GetField, decoded.GetStatic:
		_, _, desc := d.ref(int(i.C))
		return desc
	case decoded.InvokeVirtual, decoded.InvokeSpecial, decoded.InvokeStatic, decoded.InvokeInterface:
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
	case opcodes.Getstatic:
		d.define(decoded.GetStatic, wide, 0, int32(index)).Letter = uint16(decoded.SlotType(desc[0]))
	case opcodes.Putstatic:
		d.narrow(desc)
		v := d.operand(len(d.stack) - w)
		d.emit(decoded.PutStatic, 0, v, int32(index))
		d.drop(w)
	case opcodes.Getfield:
		b := d.operand(len(d.stack) - 1)
		d.drop(1)
		d.define(decoded.GetField, wide, b, int32(index)).Letter = uint16(decoded.SlotType(desc[0]))
	case opcodes.Putfield:
		d.narrow(desc)
		v := d.operand(len(d.stack) - w)
		a := d.operand(len(d.stack) - w - 1)
		d.emit(decoded.PutField, a, v, int32(index))
		d.drop(w + 1)
	}
}

func (d *decoder) invoke(op, at int) {
	s := d.selectorAt(at)
	n := s.ParamSlots
	if op != opcodes.Invokestatic && op != opcodes.Invokedynamic {
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
	site := &classes.CallSite{Caller: d.method, BCI: at, Slot: d.sites, PoolIndex: uint16(d.u2(at + 1)), Selector: s, ArgBase: decoded.StackSlot(k)}
	d.sites++
	if d.observes != nil && d.observes(at) {
		receiver := int32(n - s.ParamSlots)
		d.emit(decoded.Observe, 0, site.ArgBase, receiver).P = unsafe.Pointer(site)
	}
	d.stack = d.stack[:k]
	if op != opcodes.Invokespecial || !d.constructsObject(site.PoolIndex) {
		d.recursive = true
	}
	operation := [5]uint16{decoded.InvokeVirtual, decoded.InvokeSpecial, decoded.InvokeStatic, decoded.InvokeInterface, decoded.InvokeDynamic}[op-opcodes.Invokevirtual]
	var i *decoded.Instruction
	if s.Return == 'V' {
		i = d.emit(operation, decoded.StackSlot(k), 0, 0)
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
	s := &decoded.SwitchTable{}
	here := int32(d.ordinal[at]) + 1
	target := func(offset int) decoded.SwitchTarget {
		return decoded.SwitchTarget{BCI: int32(at + offset), Delta: here}
	}
	s.Fallback = target(d.s4(p))
	if op == opcodes.Tableswitch {
		s.Low = int32(d.s4(p + 4))
		for i, n := 0, d.s4(p+8)-d.s4(p+4)+1; i < n; i++ {
			s.Targets = append(s.Targets, target(d.s4(p+12+4*i)))
		}
		d.emit(decoded.TableSwitch, key, 0, 0).P = unsafe.Pointer(s)
	} else {
		for i, n := 0, d.s4(p+4); i < n; i++ {
			s.Keys = append(s.Keys, int32(d.s4(p+8+8*i)))
			s.Targets = append(s.Targets, target(d.s4(p+12+8*i)))
		}
		if !sort.SliceIsSorted(s.Keys, func(a, b int) bool { return s.Keys[a] < s.Keys[b] }) {
			d.fail("Bad lookupswitch instruction")
		}
		d.emit(decoded.LookupSwitch, key, 0, 0).P = unsafe.Pointer(s)
	}
	d.switches = append(d.switches, s)
	d.markCases(s)
}
