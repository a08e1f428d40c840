package compiler

import (
	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
	"hotlens/vm/decoded"
	"hotlens/vm/memory"
)

// This file translates single instructions.

// simple are the operations that are one wasm instruction on two or one operands.
type simple struct {
	code  byte
	t     wasm.Type
	unary bool
}

var simples = map[uint16]simple{
	decoded.IAdd: {wasm.OpI32Add, wasm.I32, false}, decoded.ISub: {wasm.OpI32Sub, wasm.I32, false}, decoded.IMul: {wasm.OpI32Mul, wasm.I32, false},
	decoded.IAnd: {wasm.OpI32And, wasm.I32, false}, decoded.IOr: {wasm.OpI32Or, wasm.I32, false}, decoded.IXor: {wasm.OpI32Xor, wasm.I32, false},
	decoded.IShl: {wasm.OpI32Shl, wasm.I32, false}, decoded.IShr: {wasm.OpI32ShrS, wasm.I32, false}, decoded.IUshr: {wasm.OpI32ShrU, wasm.I32, false},
	decoded.LAdd: {wasm.OpI64Add, wasm.I64, false}, decoded.LSub: {wasm.OpI64Sub, wasm.I64, false}, decoded.LMul: {wasm.OpI64Mul, wasm.I64, false},
	decoded.LAnd: {wasm.OpI64And, wasm.I64, false}, decoded.LOr: {wasm.OpI64Or, wasm.I64, false}, decoded.LXor: {wasm.OpI64Xor, wasm.I64, false},
	decoded.FAdd: {wasm.OpF32Add, wasm.F32, false}, decoded.FSub: {wasm.OpF32Sub, wasm.F32, false}, decoded.FMul: {wasm.OpF32Mul, wasm.F32, false}, decoded.FDiv: {wasm.OpF32Div, wasm.F32, false},
	decoded.DAdd: {wasm.OpF64Add, wasm.F64, false}, decoded.DSub: {wasm.OpF64Sub, wasm.F64, false}, decoded.DMul: {wasm.OpF64Mul, wasm.F64, false}, decoded.DDiv: {wasm.OpF64Div, wasm.F64, false},
	decoded.FNeg: {wasm.OpF32Neg, wasm.F32, true}, decoded.DNeg: {wasm.OpF64Neg, wasm.F64, true},
	decoded.I2L: {wasm.OpI64ExtendI32S, wasm.I64, true}, decoded.I2F: {wasm.OpF32ConvertI32S, wasm.F32, true}, decoded.I2D: {wasm.OpF64ConvertI32S, wasm.F64, true},
	decoded.L2I: {wasm.OpI32WrapI64, wasm.I32, true}, decoded.L2F: {wasm.OpF32ConvertI64S, wasm.F32, true}, decoded.L2D: {wasm.OpF64ConvertI64S, wasm.F64, true},
	decoded.F2D: {wasm.OpF64PromoteF32, wasm.F64, true}, decoded.D2F: {wasm.OpF32DemoteF64, wasm.F32, true},
	decoded.I2B: {wasm.OpI32Extend8S, wasm.I32, true}, decoded.I2S: {wasm.OpI32Extend16S, wasm.I32, true},
}

// constants are the operations whose second operand stands in the instruction.
var constants = map[uint16]simple{
	decoded.IAddK: {code: wasm.OpI32Add, t: wasm.I32}, decoded.IMulK: {code: wasm.OpI32Mul, t: wasm.I32}, decoded.IDivK: {code: wasm.OpI32DivS, t: wasm.I32}, decoded.IRemK: {code: wasm.OpI32RemS, t: wasm.I32},
	decoded.IAndK: {code: wasm.OpI32And, t: wasm.I32}, decoded.IOrK: {code: wasm.OpI32Or, t: wasm.I32}, decoded.IXorK: {code: wasm.OpI32Xor, t: wasm.I32},
	decoded.IShlK: {code: wasm.OpI32Shl, t: wasm.I32}, decoded.IShrK: {code: wasm.OpI32ShrS, t: wasm.I32}, decoded.IUshrK: {code: wasm.OpI32ShrU, t: wasm.I32},
	decoded.LAddK: {code: wasm.OpI64Add, t: wasm.I64}, decoded.LAndK: {code: wasm.OpI64And, t: wasm.I64},
	decoded.LShlK: {code: wasm.OpI64Shl, t: wasm.I64}, decoded.LShrK: {code: wasm.OpI64ShrS, t: wasm.I64}, decoded.LUshrK: {code: wasm.OpI64ShrU, t: wasm.I64},
}

// saturating are the conversions that d2i and its relatives are exactly.
var saturating = map[uint16]simple{
	decoded.F2I: {code: wasm.SatI32F32S, t: wasm.I32}, decoded.F2L: {code: wasm.SatI64F32S, t: wasm.I64},
	decoded.D2I: {code: wasm.SatI32F64S, t: wasm.I32}, decoded.D2L: {code: wasm.SatI64F64S, t: wasm.I64},
}

// The comparisons in the order of the branches: equal, not equal, less, greater or
// equal, greater, less or equal.
var (
	compareInts  = [6]byte{wasm.OpI32Eq, wasm.OpI32Ne, wasm.OpI32LtS, wasm.OpI32GeS, wasm.OpI32GtS, wasm.OpI32LeS}
	compareLongs = [6]byte{wasm.OpI64Eq, wasm.OpI64Ne, wasm.OpI64LtS, wasm.OpI64GeS, wasm.OpI64GtS, wasm.OpI64LeS}
)

// instruction translates instruction index of a level.
func (b *builder) instruction(l *level, index int) {
	in := &l.code.Instructions[index]
	if s, ok := simples[in.Op]; ok {
		v := b.read(l, in.B)
		if s.unary {
			b.write(l, in.A, b.pure(s.code, s.t, v))
		} else {
			b.write(l, in.A, b.pure(s.code, s.t, v, b.read(l, in.C)))
		}
		return
	}
	if s, ok := constants[in.Op]; ok {
		b.write(l, in.A, b.pure(s.code, s.t, b.read(l, in.B), b.constant(s.t, int64(in.C))))
		return
	}
	if s, ok := saturating[in.Op]; ok {
		v := b.pure(s.code, s.t, b.read(l, in.B))
		v.Sat = true
		b.write(l, in.A, v)
		return
	}
	switch in.Op {
	case decoded.Move:
		b.move(l, in)
	case decoded.Const, decoded.Const64:
		bits := int64(in.C)
		if in.Op == decoded.Const64 {
			bits = int64(in.D)<<32 | int64(uint32(in.C))
		}
		v := b.constant(typeOf(byte(in.Letter)), bits)
		if in.Letter == 'L' {
			v.Imm, v.Ref, v.NonNil = int64(uint32(bits)), true, bits != 0
		}
		b.write(l, in.A, v)
	case decoded.LShl, decoded.LShr, decoded.LUshr:
		code := map[uint16]byte{decoded.LShl: wasm.OpI64Shl, decoded.LShr: wasm.OpI64ShrS, decoded.LUshr: wasm.OpI64ShrU}[in.Op]
		distance := b.pure(wasm.OpI64ExtendI32U, wasm.I64, b.read(l, in.C))
		b.write(l, in.A, b.pure(code, wasm.I64, b.read(l, in.B), distance))
	case decoded.INeg:
		b.write(l, in.A, b.pure(wasm.OpI32Sub, wasm.I32, b.i32(0), b.read(l, in.B)))
	case decoded.LNeg:
		b.write(l, in.A, b.pure(wasm.OpI64Sub, wasm.I64, b.i64(0), b.read(l, in.B)))
	case decoded.I2C:
		b.write(l, in.A, b.pure(wasm.OpI32And, wasm.I32, b.read(l, in.B), b.i32(0xffff)))
	case decoded.IDiv, decoded.IRem, decoded.LDiv, decoded.LRem:
		b.divide(l, index, in)
	case decoded.FRem, decoded.DRem:
		b.remainder(l, in)
	case decoded.LCmp:
		first, second := b.read(l, in.B), b.read(l, in.C)
		b.write(l, in.A, b.pure(wasm.OpI32Sub, wasm.I32, b.pure(wasm.OpI64GtS, wasm.I32, first, second), b.pure(wasm.OpI64LtS, wasm.I32, first, second)))
	case decoded.FCmpL, decoded.FCmpG, decoded.DCmpL, decoded.DCmpG:
		b.compareFloats(l, in)
	case decoded.Load32, decoded.Load64, decoded.LoadS8, decoded.LoadU16, decoded.LoadS16:
		b.loadElement(l, index, in)
	case decoded.Store32, decoded.Store64, decoded.Store16, decoded.Store8, decoded.StoreRef:
		b.storeElement(l, index, in)
	case decoded.ArrayLength:
		array := b.read(l, in.B)
		b.nonNull(l, index, array)
		b.write(l, in.A, b.length(array))
	case decoded.GetField32, decoded.GetField64, decoded.GetFieldS8, decoded.GetFieldU16, decoded.GetFieldS16:
		if b.getVirtual(l, in) {
			return
		}
		object := b.read(l, in.B)
		b.nonNull(l, index, object)
		if v := b.finalField(in, object); v != nil {
			b.write(l, in.A, v)
			return
		}
		code, t := loadForm(in, decoded.GetField32)
		v := b.load(code, t, ir.MemoryField, object, int64(in.C))
		v.Ref = in.Letter == 'L'
		b.declaredField(in, v)
		b.trust(in, v)
		b.write(l, in.A, v)
	case decoded.PutField32, decoded.PutField64, decoded.PutField8, decoded.PutField16:
		if b.putVirtual(l, in) {
			return
		}
		object, v := b.read(l, in.A), b.read(l, in.B)
		b.nonNull(l, index, object)
		b.store(storeForm(in.Op-decoded.PutField32, v), ir.MemoryField, object, int64(in.C), v)
		b.assigned[(*classes.Field)(in.P)] = true
	case decoded.GetStatic32, decoded.GetStatic64, decoded.GetStaticS8, decoded.GetStaticU16, decoded.GetStaticS16:
		if v := b.finalStatic(in); v != nil {
			b.write(l, in.A, v)
			return
		}
		if !b.initialized(l, index, declaring(in)) {
			return
		}
		code, t := loadForm(in, decoded.GetStatic32)
		v := b.load(code, t, ir.MemoryStatic, b.i32(0), int64(uint32(in.C)))
		v.Ref = in.Letter == 'L'
		b.declaredField(in, v)
		b.write(l, in.A, v)
	case decoded.PutStatic32, decoded.PutStatic64, decoded.PutStatic8, decoded.PutStatic16:
		if !b.initialized(l, index, declaring(in)) {
			return
		}
		v := b.read(l, in.B)
		b.store(storeForm(in.Op-decoded.PutStatic32, v), ir.MemoryStatic, b.i32(0), int64(uint32(in.C)), v)
	case decoded.NewQ, decoded.NewTyped:
		if b.initialized(l, index, (*classes.Class)(in.P)) {
			b.newObject(l, index, in)
		}
	case decoded.NewArray:
		letter := [8]byte{'Z', 'C', 'F', 'D', 'B', 'S', 'I', 'J'}[in.C-4]
		b.newArray(l, index, in, b.env.PrimitiveArray(letter))
	case decoded.ANewArrayQ, decoded.ANewArrayTyped:
		b.newArray(l, index, in, (*classes.Class)(in.P))
	case decoded.InstanceOf, decoded.CheckCast:
		if b.onlyNull(l, index, in) && in.Op == decoded.InstanceOf {
			b.write(l, in.A, b.i32(0))
		}
	case decoded.InstanceOfQ:
		b.write(l, in.A, b.instanceOf(b.peek(l, in.B), (*classes.Class)(in.P)))
	case decoded.CheckCastQ:
		b.checkCast(l, index, in)
	case decoded.MonitorEnter:
		b.lock(l, index, b.read(l, in.B))
	case decoded.MonitorExit:
		b.unlock(l, index, b.read(l, in.B))
	case decoded.SyncEnter:
		b.enterSynchronized(l, index)
	case decoded.SyncExit:
		b.unlock(l, index, l.lock)
		b.frame(l.base+decoded.FrameLock, b.i32(0))
	case decoded.InvokeStaticQ, decoded.InvokeSpecialQ, decoded.InvokeVirtualQ, decoded.InvokeInterfaceQ:
		b.invoke(l, index, in)
	case decoded.InvokeStaticL, decoded.InvokeSpecialL:
		if b.onlyUnprofiled(l, index) {
			b.invoke(l, index, in)
		}
	case decoded.InvokeAppendix, decoded.InvokeHandle:
		if b.onlyUnprofiled(l, index) {
			b.callAppendix(l, index, in)
		}
	case decoded.InvokeInterface:
		site := (*classes.CallSite)(in.P)
		if site.Callee == nil || !site.Callee.Private() || site.Callee.Static() {
			b.leave(l, index, NeverExecuted)
			return
		}
		if b.env.Edges && !b.env.Announced(site) && !b.onlyUnprofiled(l, index) {
			return
		}
		// A private method of an interface: the verifier takes any object for one of the
		// interface, so every call looks.
		arguments := b.arguments(l, in, site)
		b.nonNull(l, index, arguments[0])
		b.guard(l, index, Resume, b.pure(wasm.OpI32Eqz, wasm.I32, b.hasType(b.tib(arguments[0]), site.Callee.Class)))
		b.callDirect(l, index, in, site, arguments)
	case decoded.InvokeAppendixQ, decoded.InvokeHandleQ:
		b.callAppendix(l, index, in)
	case decoded.InvokeBasic, decoded.LinkToStatic, decoded.LinkToSpecial, decoded.LinkToVirtual, decoded.LinkToInterface:
		b.callHandle(l, index, in)
	case decoded.MultiANewArray:
		b.slow(l, index, in)
	case decoded.Concat:
		b.concatenate(l, index, in)
	case decoded.Observe:
		b.interpret(l, index)
	case decoded.Goto:
		b.branch(l, index)
	case decoded.Mark:
		b.mark(in)
	case decoded.Marked:
	case decoded.MarkEdge:
		b.mark(in)
		if to := target(l.code, index); in.B != 0 {
			b.jump(l, index, to, 0)
		} else {
			b.edge(l, l.flow.at[to])
		}
	case decoded.TableSwitch, decoded.LookupSwitch:
		b.switchOn(l, index, in)
	case decoded.Return:
		b.leaveMethod(l, nil, in.D)
	case decoded.ReturnValue:
		v := b.peek(l, in.B)
		if l.up == nil {
			v = b.real(v)
		}
		b.leaveMethod(l, v, in.D)
	case decoded.Unreachable:
		b.b.Kind = ir.BlockTrap
		b.b = nil
	default:
		if isBranch(in.Op) {
			b.branchIf(l, index, b.condition(l, in))
			return
		}
		// What was never executed, and what is rare, is the interpreter's.
		if in.Op == decoded.Throw {
			b.leave(l, index, Resume)
		} else {
			b.leave(l, index, NeverExecuted)
		}
	}
}

// mark leaves a mark, each time.
func (b *builder) mark(in *decoded.Instruction) {
	before := b.f.NumValues()
	b.store(wasm.OpI32Store8, ir.MemoryStatic, b.i32(0), int64(uint32(in.A)), b.i32(1))
	b.ofMarks += b.f.NumValues() - before
}

func (b *builder) move(l *level, in *decoded.Instruction) {
	from, to := slotOf(l.method, in.B), slotOf(l.method, in.A)
	a := b.of(l)
	v := a.slots[from]
	if v == nil {
		return // half of a value of category 2, or dead
	}
	a.slots[to], a.saved[to] = v, nil
}

func (b *builder) divide(l *level, index int, in *decoded.Instruction) {
	first, second := b.read(l, in.B), b.read(l, in.C)
	t, eqz, ne, div, rem := wasm.I32, byte(wasm.OpI32Eqz), byte(wasm.OpI32Ne), byte(wasm.OpI32DivS), byte(wasm.OpI32RemS)
	if in.Op == decoded.LDiv || in.Op == decoded.LRem {
		t, eqz, ne, div, rem = wasm.I64, wasm.OpI64Eqz, wasm.OpI64Ne, wasm.OpI64DivS, wasm.OpI64RemS
	}
	if second.Op != ir.OpConst || second.Imm == 0 {
		b.guard(l, index, Resume, b.pure(eqz, wasm.I32, second))
	}
	if in.Op == decoded.IRem || in.Op == decoded.LRem {
		b.write(l, in.A, b.pure(rem, t, first, second)) // of the least number by -1 it is 0 in wasm, too
		return
	}
	// The least number divided by -1 traps in wasm; in Java it stays what it is, as
	// the negation does.
	safe := b.value(ir.OpSelect, t, second, b.constant(t, 1), b.pure(ne, wasm.I32, second, b.constant(t, -1)))
	quotient := b.pure(div, t, first, safe)
	sub := byte(wasm.OpI32Sub)
	if t == wasm.I64 {
		sub = wasm.OpI64Sub
	}
	negated := b.pure(sub, t, b.constant(t, 0), first)
	b.write(l, in.A, b.value(ir.OpSelect, t, quotient, negated, b.pure(ne, wasm.I32, second, b.constant(t, -1))))
}

func (b *builder) remainder(l *level, in *decoded.Instruction) {
	first, second := b.read(l, in.B), b.read(l, in.C)
	if in.Op == decoded.FRem {
		first, second = b.pure(wasm.OpF64PromoteF32, wasm.F64, first), b.pure(wasm.OpF64PromoteF32, wasm.F64, second)
	}
	call := b.value(ir.OpCall, 0, first, second)
	call.Call = &ir.Call{Function: FuncRemainder, Type: hostTypes[FuncRemainder], Arguments: 2, Status: -1, Pure: true}
	v := b.value(ir.OpResult, wasm.F64, call)
	if in.Op == decoded.FRem {
		v = b.pure(wasm.OpF32DemoteF64, wasm.F32, v)
	}
	b.write(l, in.A, v)
}

// compareFloats is fcmpl and its relatives: NaN counts as less or as greater.
func (b *builder) compareFloats(l *level, in *decoded.Instruction) {
	first, second := b.read(l, in.B), b.read(l, in.C)
	lt, gt, le, ge := byte(wasm.OpF32Lt), byte(wasm.OpF32Gt), byte(wasm.OpF32Le), byte(wasm.OpF32Ge)
	if in.Op == decoded.DCmpL || in.Op == decoded.DCmpG {
		lt, gt, le, ge = wasm.OpF64Lt, wasm.OpF64Gt, wasm.OpF64Le, wasm.OpF64Ge
	}
	if in.Op == decoded.FCmpL || in.Op == decoded.DCmpL {
		// (first > second) - !(first >= second)
		less := b.pure(wasm.OpI32Eqz, wasm.I32, b.pure(ge, wasm.I32, first, second))
		b.write(l, in.A, b.pure(wasm.OpI32Sub, wasm.I32, b.pure(gt, wasm.I32, first, second), less))
		return
	}
	greater := b.pure(wasm.OpI32Eqz, wasm.I32, b.pure(le, wasm.I32, first, second))
	b.write(l, in.A, b.pure(wasm.OpI32Sub, wasm.I32, greater, b.pure(lt, wasm.I32, first, second)))
}

func (b *builder) length(array *ir.Value) *ir.Value {
	if array.Op == ir.OpConst && array.Ref && array.Imm != 0 {
		return b.i32(b.env.Memory.I32(memory.Address(array.Imm) + memory.ArrayLength))
	}
	return b.load(wasm.OpI32Load, wasm.I32, ir.MemoryFixed, array, memory.ArrayLength)
}

// valueClasses are classes of the library whose final fields nobody changes once an object
// is made, not even the library.
var valueClasses = map[string]bool{
	"java/lang/String": true, "java/lang/Boolean": true, "java/lang/Byte": true, "java/lang/Short": true, "java/lang/Character": true,
	"java/lang/Integer": true, "java/lang/Long": true, "java/lang/Float": true, "java/lang/Double": true,
}

// unchanging reports whether a final instance field keeps its value from the end of the
// constructor on. Reflection and Unsafe may change those of most classes, but not those of
// records and hidden classes (java.lang.reflect.Field.set), nor would anybody change what
// leads the library's inner objects to the outer ones.
func unchanging(f *classes.Field) bool {
	c := f.Class
	switch {
	case f.Flags&classfile.AccFinal == 0:
		return false
	case c.Hidden, c.Super != nil && c.Super.Trusted && c.Super.Name == "java/lang/Record":
		return true
	}
	return c.Trusted && (f.Flags&classfile.AccSynthetic != 0 || valueClasses[c.Name])
}

// trust lets a load of a field that does not change be known as such. Where the method that
// is built assigns the field as well, in a constructor, it may: see distrust.
func (b *builder) trust(in *decoded.Instruction, load *ir.Value) {
	if f := (*classes.Field)(in.P); f != nil && unchanging(f) {
		load.Memory = ir.MemoryFinal
		b.trusted[load] = f
	}
}

// distrust takes the trust back from loads of fields that are assigned.
func (b *builder) distrust() {
	for load, f := range b.trusted {
		if b.assigned[f] {
			load.Memory = ir.MemoryField
		}
	}
}

// finalFieldsVersion is the version of class files from which on a static final field
// is only assigned in its class's initialiser (JVMS 6.5, putstatic).
const finalFieldsVersion = 53

// finalStatic is the value of a static field that does not change any more, nil if it
// may. Those of System do, whatever they are declared as.
func (b *builder) finalStatic(in *decoded.Instruction) *ir.Value {
	f := (*classes.Field)(in.P)
	if f == nil || f.Flags&classfile.AccFinal == 0 || f.Class.State != classes.Initialized || f.Class.Name == "java/lang/System" || !f.Class.Trusted && f.Class.File.Major < finalFieldsVersion {
		return nil
	}
	return b.held(in, decoded.GetStatic32, f, f.Address)
}

// finalField is the value of a field of a constant object that does not change any more, nil if it may.
func (b *builder) finalField(in *decoded.Instruction, object *ir.Value) *ir.Value {
	f := (*classes.Field)(in.P)
	if f == nil || object.Op != ir.OpConst || object.Imm == 0 || !unchanging(f) {
		return nil
	}
	return b.held(in, decoded.GetField32, f, memory.Address(object.Imm)+memory.Address(in.C))
}

// held is what a field holds now, as a constant; nil for null. The instruction is one of a group that begins with that for a word.
func (b *builder) held(in *decoded.Instruction, word uint16, f *classes.Field, at memory.Address) *ir.Value {
	m, t := b.env.Memory, typeOf(f.Desc[0])
	if isRef(f.Desc[0]) {
		object := m.U32(at)
		if object == 0 {
			return nil
		}
		b.env.Keep(object)
		v := b.constant(t, int64(object))
		v.Ref, v.NonNil = true, true
		return v
	}
	switch in.Op - word {
	case 1:
		return b.constant(t, int64(m.U64(at)))
	case 2:
		return b.i32(int32(int8(m.U8(at))))
	case 3:
		return b.i32(int32(m.U16(at)))
	case 4:
		return b.i32(int32(int16(m.U16(at))))
	}
	return b.constant(t, int64(m.I32(at)))
}

// declared notes the class of a value whose descriptor says that it is a string, of which there are no subclasses.
func (b *builder) declared(v *ir.Value, descriptor string) {
	if descriptor == "Ljava/lang/String;" {
		b.exact[v] = b.env.String
	}
}

// declaredField is declared for a load of a field.
func (b *builder) declaredField(in *decoded.Instruction, load *ir.Value) {
	if f := (*classes.Field)(in.P); f != nil {
		b.declared(load, f.Desc)
	}
}

// tib is the type of an object.
func (b *builder) tib(object *ir.Value) *ir.Value {
	if class := b.classOf(object); class != nil {
		return b.i32(int32(class.TIB))
	}
	return b.load(wasm.OpI32Load, wasm.I32, ir.MemoryFixed, object, memory.ObjectTIB)
}

// element guards an access to an array and gives the address that the element's
// offset, memory.ArrayBase, is added to.
func (b *builder) element(l *level, index int, array, subscript *ir.Value, shift int32) *ir.Value {
	b.nonNull(l, index, array)
	b.guard(l, index, Resume, b.pure(wasm.OpI32GeU, wasm.I32, subscript, b.length(array)))
	if shift > 0 {
		subscript = b.pure(wasm.OpI32Shl, wasm.I32, subscript, b.i32(shift))
	}
	return b.pure(wasm.OpI32Add, wasm.I32, array, subscript)
}

func (b *builder) loadElement(l *level, index int, in *decoded.Instruction) {
	array, subscript := b.read(l, in.B), b.read(l, in.C)
	code, t, m, shift := byte(wasm.OpI32Load), wasm.I32, ir.MemoryArray32, int32(2)
	switch in.Op {
	case decoded.Load32:
		switch in.Letter {
		case 'F':
			code, t, m = wasm.OpF32Load, wasm.F32, ir.MemoryArrayFloat
		case 'L':
			m = ir.MemoryArrayRef
		}
	case decoded.Load64:
		code, t, m, shift = wasm.OpI64Load, wasm.I64, ir.MemoryArray64, 3
		if in.Letter == 'D' {
			code, t, m = wasm.OpF64Load, wasm.F64, ir.MemoryArrayDouble
		}
	case decoded.LoadS8:
		code, m, shift = wasm.OpI32Load8S, ir.MemoryArray8, 0
	case decoded.LoadU16:
		code, m, shift = wasm.OpI32Load16U, ir.MemoryArray16, 1
	case decoded.LoadS16:
		code, m, shift = wasm.OpI32Load16S, ir.MemoryArray16, 1
	}
	address := b.element(l, index, array, subscript, shift)
	v := b.load(code, t, m, address, memory.ArrayBase)
	v.Ref = m == ir.MemoryArrayRef
	b.write(l, in.A, v)
}

func (b *builder) storeElement(l *level, index int, in *decoded.Instruction) {
	array, subscript, v := b.read(l, in.A), b.read(l, in.B), b.read(l, in.C)
	code, m, shift := wasm.StoreOf(v.Type), ir.MemoryArray32, int32(2)
	switch in.Op {
	case decoded.Store32:
		if v.Type == wasm.F32 {
			m = ir.MemoryArrayFloat
		}
	case decoded.Store64:
		m, shift = ir.MemoryArray64, 3
		if v.Type == wasm.F64 {
			m = ir.MemoryArrayDouble
		}
	case decoded.Store16:
		code, m, shift = wasm.OpI32Store16, ir.MemoryArray16, 1
	case decoded.Store8:
		code, m, shift = wasm.OpI32Store8, ir.MemoryArray8, 0
	case decoded.StoreRef:
		m = ir.MemoryArrayRef
	}
	address := b.element(l, index, array, subscript, shift)
	switch in.Op {
	case decoded.Store8:
		v = b.booleanBit(array, v)
	case decoded.StoreRef:
		b.checkStore(l, index, array, v)
	}
	b.store(code, m, address, memory.ArrayBase, v)
}

// booleanBit is what bastore stores: in an array of booleans, one bit.
func (b *builder) booleanBit(array, v *ir.Value) *ir.Value {
	if v.Op == ir.OpConst && v.Imm&1 == v.Imm {
		return v
	}
	boolean := b.pure(wasm.OpI32Eq, wasm.I32, b.tib(array), b.i32(int32(b.env.BooleanArray)))
	mask := b.value(ir.OpSelect, wasm.I32, b.i32(1), b.i32(-1), boolean)
	return b.pure(wasm.OpI32And, wasm.I32, v, mask)
}

// loadForm is the wasm load of a quick field access; word is the first of its forms.
func loadForm(in *decoded.Instruction, word uint16) (byte, wasm.Type) {
	switch in.Op - word {
	case 1:
		return wasm.LoadOf(typeOf(byte(in.Letter))), typeOf(byte(in.Letter))
	case 2:
		return wasm.OpI32Load8S, wasm.I32
	case 3:
		return wasm.OpI32Load16U, wasm.I32
	case 4:
		return wasm.OpI32Load16S, wasm.I32
	}
	return wasm.LoadOf(typeOf(byte(in.Letter))), typeOf(byte(in.Letter))
}

func storeForm(form uint16, v *ir.Value) byte {
	switch form {
	case 2:
		return wasm.OpI32Store8
	case 3:
		return wasm.OpI32Store16
	}
	return wasm.StoreOf(v.Type)
}

func (b *builder) boolean(is bool) *ir.Value {
	if is {
		return b.i32(1)
	}
	return b.i32(0)
}

// condition is what a conditional branch tests.
func (b *builder) condition(l *level, in *decoded.Instruction) *ir.Value {
	first := b.peek(l, in.A)
	switch in.Op {
	case decoded.IfAEq, decoded.IfANe:
		if same, ok := b.compareVirtual(first, b.peek(l, in.B)); ok {
			return b.boolean(same == (in.Op == decoded.IfAEq))
		}
	case decoded.IfNull, decoded.IfNonNull:
		if b.isVirtual(first) {
			return b.boolean(in.Op == decoded.IfNonNull)
		}
	}
	first = b.real(first)
	switch o := in.Op; {
	case o >= decoded.IfEq && o <= decoded.IfLe:
		return b.pure(compareInts[o-decoded.IfEq], wasm.I32, first, b.read(l, in.B))
	case o >= decoded.IfEqK && o <= decoded.IfLeK:
		return b.pure(compareInts[o-decoded.IfEqK], wasm.I32, first, b.i32(in.B))
	case o >= decoded.IfLEq && o <= decoded.IfLLe:
		return b.pure(compareLongs[o-decoded.IfLEq], wasm.I32, first, b.read(l, in.B))
	case o == decoded.IfAEq:
		return b.pure(wasm.OpI32Eq, wasm.I32, first, b.read(l, in.B))
	case o == decoded.IfANe:
		return b.pure(wasm.OpI32Ne, wasm.I32, first, b.read(l, in.B))
	case o == decoded.IfNull:
		return b.pure(wasm.OpI32Eqz, wasm.I32, first)
	}
	return b.pure(wasm.OpI32Ne, wasm.I32, first, b.i32(0)) // IfNonNull
}

// branch takes the branch at index.
func (b *builder) branch(l *level, index int) {
	in := &l.code.Instructions[index]
	b.jump(l, index, target(l.code, index), in.D)
}

// jump goes to an instruction, which changes the count of bytecodes by delta; going
// backwards is a yieldpoint.
func (b *builder) jump(l *level, index, to int, delta int32) {
	b.spend(delta)
	b.execute(l, delta)
	if to <= index {
		b.commit() // in front of the yieldpoint: the optimiser wants nothing between that and the loop
		b.poll(l, to, WaitsInRuntime)
	}
	b.edge(l, l.flow.at[to])
}

// branchIf branches if condition is not 0.
func (b *builder) branchIf(l *level, index int, condition *ir.Value) {
	taken, falls := b.fork(condition)
	before := b.snapshot()
	b.b = taken
	b.branch(l, index)
	b.b = falls
	b.restore(before)
}

func (b *builder) switchOn(l *level, index int, in *decoded.Instruction) {
	s := (*decoded.SwitchTable)(in.P)
	key := b.read(l, in.A)
	before := b.snapshot()
	arrive := func(at *ir.Block, t *decoded.SwitchTarget) {
		b.b = at
		b.restore(before)
		b.jump(l, index, int(t.Index), t.Delta)
	}
	if in.Op == decoded.TableSwitch {
		if s.Low != 0 {
			key = b.pure(wasm.OpI32Sub, wasm.I32, key, b.i32(s.Low))
		}
		from := b.b
		from.Kind, from.Control = ir.BlockSwitch, key
		var blocks []*ir.Block
		for range len(s.Targets) + 1 {
			t := b.f.NewBlock()
			from.To(t)
			blocks = append(blocks, t)
		}
		for i := range s.Targets {
			arrive(blocks[i], &s.Targets[i])
		}
		arrive(blocks[len(s.Targets)], &s.Fallback)
		return
	}
	b.search(s, key, 0, len(s.Keys), arrive)
}

// search is a lookupswitch as a binary search.
func (b *builder) search(s *decoded.SwitchTable, key *ir.Value, from, to int, arrive func(*ir.Block, *decoded.SwitchTarget)) {
	if from == to {
		arrive(b.b, &s.Fallback)
		return
	}
	middle := (from + to) / 2
	if to-from == 1 {
		yes, no := b.fork(b.pure(wasm.OpI32Eq, wasm.I32, key, b.i32(s.Keys[middle])))
		arrive(yes, &s.Targets[middle])
		arrive(no, &s.Fallback)
		return
	}
	below, rest := b.fork(b.pure(wasm.OpI32LtS, wasm.I32, key, b.i32(s.Keys[middle])))
	b.b = below
	b.search(s, key, from, middle, arrive)
	b.b = rest
	b.search(s, key, middle, to, arrive)
}

func (b *builder) fork(condition *ir.Value) (yes, no *ir.Block) {
	yes, no = b.f.NewBlock(), b.f.NewBlock()
	b.b.Kind, b.b.Control = ir.BlockIf, condition
	b.b.To(yes)
	b.b.To(no)
	return yes, no
}

// leaveMethod is the return of a level; d is the number of its instructions up to
// and including the return.
func (b *builder) leaveMethod(l *level, v *ir.Value, d int32) {
	b.spend(d)
	if l.up == nil {
		b.flush(l, d)
		b.commit()
		b.b.Kind = ir.BlockReturn
		if v != nil {
			b.b.Results = append(b.b.Results, v)
		}
		b.b.Results = append(b.b.Results, b.ledger.fuel)
		b.b = nil
		return
	}
	// The caller goes on behind its call.
	b.execute(l, d)
	b.spend(-l.up.code.Instructions[l.index].D)
	b.b.Kind = ir.BlockJump
	b.b.To(l.join)
	l.values = append(l.values, v)
	l.states = append(l.states, b.snapshot())
	b.b = nil
}
