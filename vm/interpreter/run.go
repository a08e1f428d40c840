package interpreter

import (
	"math"
	"unsafe"

	"hotlens/profiles/region"
	"hotlens/vm/classes"
	"hotlens/vm/memory"
)

// This file is the interpreter's loop. Everything in it is hot: what is rare, or
// happens once per instruction, is in slow.go.

// Slots and fields of the linear memory, by host address and offset. These are
// small enough to be inlined into the loop.

func i32(p unsafe.Pointer, o int32) int32   { return *(*int32)(unsafe.Add(p, int(o))) }
func u32(p unsafe.Pointer, o int32) uint32  { return *(*uint32)(unsafe.Add(p, int(o))) }
func i64(p unsafe.Pointer, o int32) int64   { return *(*int64)(unsafe.Add(p, int(o))) }
func f32(p unsafe.Pointer, o int32) float32 { return *(*float32)(unsafe.Add(p, int(o))) }
func f64(p unsafe.Pointer, o int32) float64 { return *(*float64)(unsafe.Add(p, int(o))) }

func setI32(p unsafe.Pointer, o, v int32)         { *(*int32)(unsafe.Add(p, int(o))) = v }
func setRef(p unsafe.Pointer, o int32, v uint32)  { *(*uint64)(unsafe.Add(p, int(o))) = uint64(v) }
func setI64(p unsafe.Pointer, o int32, v int64)   { *(*int64)(unsafe.Add(p, int(o))) = v }
func setF32(p unsafe.Pointer, o int32, v float32) { *(*float32)(unsafe.Add(p, int(o))) = v }
func setF64(p unsafe.Pointer, o int32, v float64) { *(*float64)(unsafe.Add(p, int(o))) = v }

const instructionBytes = uintptr(classes.InstructionSize)

// What the slow path tells the loop to do next.
type action int

const (
	actNext  action = iota // go on with the next instruction
	actAgain               // execute the instruction again: it has been quickened
	actThrow               // t.Exception is set
	actCall                // call t.callee, whose arguments are in place
)

// run executes the entry frame on top of t's stack until it returns or throws.
// The result is in t.result, an uncaught exception in t.Exception.
//
// Bytecodes are counted without touching memory: n plus the current
// instruction's ordinal is the number of JVM instructions that the activation
// has executed since the last flush. Straight-line code leaves n alone, taken
// branches add a constant, and calls, returns and safepoints add the sum to the
// context node and take it off the slice.
func (m *Machine) run(t *Thread) {
	var (
		base   = m.Memory.Base
		fp     = m.at(t.fp)
		method = m.Registry.Methods[u32(fp, frameMethod)]
		ip     = method.Entry
		node   = m.at(u32(fp, frameNode))
		limit  = t.limit
		n      int64
		prof   = m.profiling && t.flat == 0
		end    = m.at(t.stackLimit)
		callee *classes.Method
		site   *classes.CallSite
		child  unsafe.Pointer
		next   unsafe.Pointer
		ref    uint32
		value  uint64
		count  int64
		mark   int
	)
	for {
		switch ip.Op {
		case opMove:
			setI64(fp, ip.A, i64(fp, ip.B))
		case opConst:
			setI64(fp, ip.A, int64(ip.C))
		case opConst64:
			setI64(fp, ip.A, int64(ip.D)<<32|int64(uint32(ip.C)))
		case opIAdd:
			setI32(fp, ip.A, i32(fp, ip.B)+i32(fp, ip.C))
		case opIAddK:
			setI32(fp, ip.A, i32(fp, ip.B)+ip.C)
		case opLAdd:
			setI64(fp, ip.A, i64(fp, ip.B)+i64(fp, ip.C))
		case opLAddK:
			setI64(fp, ip.A, i64(fp, ip.B)+int64(ip.C))
		case opISub:
			setI32(fp, ip.A, i32(fp, ip.B)-i32(fp, ip.C))
		case opLSub:
			setI64(fp, ip.A, i64(fp, ip.B)-i64(fp, ip.C))
		case opIMul:
			setI32(fp, ip.A, i32(fp, ip.B)*i32(fp, ip.C))
		case opIMulK:
			setI32(fp, ip.A, i32(fp, ip.B)*ip.C)
		case opLMul:
			setI64(fp, ip.A, i64(fp, ip.B)*i64(fp, ip.C))
		case opIAnd:
			setI32(fp, ip.A, i32(fp, ip.B)&i32(fp, ip.C))
		case opIAndK:
			setI32(fp, ip.A, i32(fp, ip.B)&ip.C)
		case opLAnd:
			setI64(fp, ip.A, i64(fp, ip.B)&i64(fp, ip.C))
		case opLAndK:
			setI64(fp, ip.A, i64(fp, ip.B)&int64(ip.C))
		case opIOr:
			setI32(fp, ip.A, i32(fp, ip.B)|i32(fp, ip.C))
		case opIOrK:
			setI32(fp, ip.A, i32(fp, ip.B)|ip.C)
		case opLOr:
			setI64(fp, ip.A, i64(fp, ip.B)|i64(fp, ip.C))
		case opIXor:
			setI32(fp, ip.A, i32(fp, ip.B)^i32(fp, ip.C))
		case opIXorK:
			setI32(fp, ip.A, i32(fp, ip.B)^ip.C)
		case opLXor:
			setI64(fp, ip.A, i64(fp, ip.B)^i64(fp, ip.C))
		case opIDiv:
			if i32(fp, ip.C) == 0 {
				goto throwZero
			}
			setI32(fp, ip.A, i32(fp, ip.B)/i32(fp, ip.C))
		case opLDiv:
			if i64(fp, ip.C) == 0 {
				goto throwZero
			}
			setI64(fp, ip.A, i64(fp, ip.B)/i64(fp, ip.C))
		case opIDivK:
			setI32(fp, ip.A, i32(fp, ip.B)/ip.C)
		case opIRem:
			if i32(fp, ip.C) == 0 {
				goto throwZero
			}
			setI32(fp, ip.A, i32(fp, ip.B)%i32(fp, ip.C))
		case opLRem:
			if i64(fp, ip.C) == 0 {
				goto throwZero
			}
			setI64(fp, ip.A, i64(fp, ip.B)%i64(fp, ip.C))
		case opIRemK:
			setI32(fp, ip.A, i32(fp, ip.B)%ip.C)
		case opIShl:
			setI32(fp, ip.A, i32(fp, ip.B)<<(uint32(i32(fp, ip.C))&31))
		case opIShr:
			setI32(fp, ip.A, i32(fp, ip.B)>>(uint32(i32(fp, ip.C))&31))
		case opIUshr:
			setI32(fp, ip.A, int32(uint32(i32(fp, ip.B))>>(uint32(i32(fp, ip.C))&31)))
		case opIShlK:
			setI32(fp, ip.A, i32(fp, ip.B)<<(uint32(ip.C)&31))
		case opIShrK:
			setI32(fp, ip.A, i32(fp, ip.B)>>(uint32(ip.C)&31))
		case opIUshrK:
			setI32(fp, ip.A, int32(uint32(i32(fp, ip.B))>>(uint32(ip.C)&31)))
		case opINeg:
			setI32(fp, ip.A, -i32(fp, ip.B))
		case opLShl:
			setI64(fp, ip.A, i64(fp, ip.B)<<(uint32(i32(fp, ip.C))&63))
		case opLShr:
			setI64(fp, ip.A, i64(fp, ip.B)>>(uint32(i32(fp, ip.C))&63))
		case opLUshr:
			setI64(fp, ip.A, int64(uint64(i64(fp, ip.B))>>(uint32(i32(fp, ip.C))&63)))
		case opLShlK:
			setI64(fp, ip.A, i64(fp, ip.B)<<(uint32(ip.C)&63))
		case opLShrK:
			setI64(fp, ip.A, i64(fp, ip.B)>>(uint32(ip.C)&63))
		case opLUshrK:
			setI64(fp, ip.A, int64(uint64(i64(fp, ip.B))>>(uint32(ip.C)&63)))
		case opLNeg:
			setI64(fp, ip.A, -i64(fp, ip.B))
		case opLCmp:
			switch b, c := i64(fp, ip.B), i64(fp, ip.C); {
			case b < c:
				setI32(fp, ip.A, -1)
			case b > c:
				setI32(fp, ip.A, 1)
			default:
				setI32(fp, ip.A, 0)
			}
		case opFAdd:
			setF32(fp, ip.A, f32(fp, ip.B)+f32(fp, ip.C))
		case opFSub:
			setF32(fp, ip.A, f32(fp, ip.B)-f32(fp, ip.C))
		case opFMul:
			setF32(fp, ip.A, f32(fp, ip.B)*f32(fp, ip.C))
		case opFDiv:
			setF32(fp, ip.A, f32(fp, ip.B)/f32(fp, ip.C))
		case opFRem:
			setF32(fp, ip.A, float32(math.Mod(float64(f32(fp, ip.B)), float64(f32(fp, ip.C)))))
		case opFNeg:
			setF32(fp, ip.A, -f32(fp, ip.B))
		case opFCmpL:
			switch b, c := f32(fp, ip.B), f32(fp, ip.C); {
			case b < c:
				setI32(fp, ip.A, -1)
			case b > c:
				setI32(fp, ip.A, 1)
			case b == c:
				setI32(fp, ip.A, 0)
			default:
				setI32(fp, ip.A, -1)
			}
		case opFCmpG:
			switch b, c := f32(fp, ip.B), f32(fp, ip.C); {
			case b < c:
				setI32(fp, ip.A, -1)
			case b > c:
				setI32(fp, ip.A, 1)
			case b == c:
				setI32(fp, ip.A, 0)
			default:
				setI32(fp, ip.A, 1)
			}
		case opDAdd:
			setF64(fp, ip.A, f64(fp, ip.B)+f64(fp, ip.C))
		case opDSub:
			setF64(fp, ip.A, f64(fp, ip.B)-f64(fp, ip.C))
		case opDMul:
			setF64(fp, ip.A, f64(fp, ip.B)*f64(fp, ip.C))
		case opDDiv:
			setF64(fp, ip.A, f64(fp, ip.B)/f64(fp, ip.C))
		case opDRem:
			setF64(fp, ip.A, float64(math.Mod(float64(f64(fp, ip.B)), float64(f64(fp, ip.C)))))
		case opDNeg:
			setF64(fp, ip.A, -f64(fp, ip.B))
		case opDCmpL:
			switch b, c := f64(fp, ip.B), f64(fp, ip.C); {
			case b < c:
				setI32(fp, ip.A, -1)
			case b > c:
				setI32(fp, ip.A, 1)
			case b == c:
				setI32(fp, ip.A, 0)
			default:
				setI32(fp, ip.A, -1)
			}
		case opDCmpG:
			switch b, c := f64(fp, ip.B), f64(fp, ip.C); {
			case b < c:
				setI32(fp, ip.A, -1)
			case b > c:
				setI32(fp, ip.A, 1)
			case b == c:
				setI32(fp, ip.A, 0)
			default:
				setI32(fp, ip.A, 1)
			}
		case opI2L:
			setI64(fp, ip.A, int64(i32(fp, ip.B)))
		case opI2F:
			setF32(fp, ip.A, float32(i32(fp, ip.B)))
		case opI2D:
			setF64(fp, ip.A, float64(i32(fp, ip.B)))
		case opL2I:
			setI32(fp, ip.A, int32(i64(fp, ip.B)))
		case opL2F:
			setF32(fp, ip.A, float32(i64(fp, ip.B)))
		case opL2D:
			setF64(fp, ip.A, float64(i64(fp, ip.B)))
		case opF2I:
			setI32(fp, ip.A, toInt(float64(f32(fp, ip.B))))
		case opF2L:
			setI64(fp, ip.A, toLong(float64(f32(fp, ip.B))))
		case opF2D:
			setF64(fp, ip.A, float64(f32(fp, ip.B)))
		case opD2I:
			setI32(fp, ip.A, toInt(f64(fp, ip.B)))
		case opD2L:
			setI64(fp, ip.A, toLong(f64(fp, ip.B)))
		case opD2F:
			setF32(fp, ip.A, float32(f64(fp, ip.B)))
		case opI2B:
			setI32(fp, ip.A, int32(int8(i32(fp, ip.B))))
		case opI2C:
			setI32(fp, ip.A, int32(uint16(i32(fp, ip.B))))
		case opI2S:
			setI32(fp, ip.A, int32(int16(i32(fp, ip.B))))
		case opGoto:
			goto branch
		case opIfEq:
			if i32(fp, ip.A) == i32(fp, ip.B) {
				goto branch
			}
		case opIfEqK:
			if i32(fp, ip.A) == ip.B {
				goto branch
			}
		case opIfLEq:
			if i64(fp, ip.A) == i64(fp, ip.B) {
				goto branch
			}
		case opIfNe:
			if i32(fp, ip.A) != i32(fp, ip.B) {
				goto branch
			}
		case opIfNeK:
			if i32(fp, ip.A) != ip.B {
				goto branch
			}
		case opIfLNe:
			if i64(fp, ip.A) != i64(fp, ip.B) {
				goto branch
			}
		case opIfLt:
			if i32(fp, ip.A) < i32(fp, ip.B) {
				goto branch
			}
		case opIfLtK:
			if i32(fp, ip.A) < ip.B {
				goto branch
			}
		case opIfLLt:
			if i64(fp, ip.A) < i64(fp, ip.B) {
				goto branch
			}
		case opIfGe:
			if i32(fp, ip.A) >= i32(fp, ip.B) {
				goto branch
			}
		case opIfGeK:
			if i32(fp, ip.A) >= ip.B {
				goto branch
			}
		case opIfLGe:
			if i64(fp, ip.A) >= i64(fp, ip.B) {
				goto branch
			}
		case opIfGt:
			if i32(fp, ip.A) > i32(fp, ip.B) {
				goto branch
			}
		case opIfGtK:
			if i32(fp, ip.A) > ip.B {
				goto branch
			}
		case opIfLGt:
			if i64(fp, ip.A) > i64(fp, ip.B) {
				goto branch
			}
		case opIfLe:
			if i32(fp, ip.A) <= i32(fp, ip.B) {
				goto branch
			}
		case opIfLeK:
			if i32(fp, ip.A) <= ip.B {
				goto branch
			}
		case opIfLLe:
			if i64(fp, ip.A) <= i64(fp, ip.B) {
				goto branch
			}
		case opIfAEq:
			if u32(fp, ip.A) == u32(fp, ip.B) {
				goto branch
			}
		case opIfANe:
			if u32(fp, ip.A) != u32(fp, ip.B) {
				goto branch
			}
		case opIfNull:
			if u32(fp, ip.A) == 0 {
				goto branch
			}
		case opIfNonNull:
			if u32(fp, ip.A) != 0 {
				goto branch
			}
		case opTableSwitch:
			{
				s := (*switchTable)(ip.P)
				target := &s.fallback
				if k := uint32(i32(fp, ip.A) - s.low); k < uint32(len(s.targets)) {
					target = &s.targets[k]
				}
				n += int64(target.delta)
				ip = (*classes.Instruction)(unsafe.Add(method.Base, int(target.index)*classes.InstructionSize))
				if n >= limit {
					goto yield
				}
				continue
			}
		case opLookupSwitch:
			{
				s := (*switchTable)(ip.P)
				target := s.lookup(i32(fp, ip.A))
				n += int64(target.delta)
				ip = (*classes.Instruction)(unsafe.Add(method.Base, int(target.index)*classes.InstructionSize))
				if n >= limit {
					goto yield
				}
				continue
			}
		case opJsr:
			setI64(fp, ip.A, int64(ip.B))
			goto branch
		case opRet:
			{
				to := i32(fp, ip.B)
				if uint32(to) >= uint32(len(method.Code.Ordinals)) {
					goto slow
				}
				n += int64(ip.D) - int64(method.Code.Ordinals[to])
				ip = (*classes.Instruction)(unsafe.Add(method.Base, int(to)*classes.InstructionSize))
				continue
			}
		case opLoad32:
			ref = u32(fp, ip.B)
			if ref == 0 {
				goto throwNull
			}
			next = unsafe.Add(base, uintptr(ref))
			if k := u32(fp, ip.C); k < u32(next, memory.ArrayLength) {
				setRef(fp, ip.A, *(*uint32)(unsafe.Add(next, memory.ArrayBase+uintptr(k)<<2)))
			} else {
				t.index, t.length = int32(k), i32(next, memory.ArrayLength)
				goto throwIndex
			}
		case opLoad64:
			ref = u32(fp, ip.B)
			if ref == 0 {
				goto throwNull
			}
			next = unsafe.Add(base, uintptr(ref))
			if k := u32(fp, ip.C); k < u32(next, memory.ArrayLength) {
				setI64(fp, ip.A, *(*int64)(unsafe.Add(next, memory.ArrayBase+uintptr(k)<<3)))
			} else {
				t.index, t.length = int32(k), i32(next, memory.ArrayLength)
				goto throwIndex
			}
		case opLoadS8:
			ref = u32(fp, ip.B)
			if ref == 0 {
				goto throwNull
			}
			next = unsafe.Add(base, uintptr(ref))
			if k := u32(fp, ip.C); k < u32(next, memory.ArrayLength) {
				setI32(fp, ip.A, int32(*(*int8)(unsafe.Add(next, memory.ArrayBase+uintptr(k)))))
			} else {
				t.index, t.length = int32(k), i32(next, memory.ArrayLength)
				goto throwIndex
			}
		case opLoadU16:
			ref = u32(fp, ip.B)
			if ref == 0 {
				goto throwNull
			}
			next = unsafe.Add(base, uintptr(ref))
			if k := u32(fp, ip.C); k < u32(next, memory.ArrayLength) {
				setI32(fp, ip.A, int32(*(*uint16)(unsafe.Add(next, memory.ArrayBase+uintptr(k)<<1))))
			} else {
				t.index, t.length = int32(k), i32(next, memory.ArrayLength)
				goto throwIndex
			}
		case opLoadS16:
			ref = u32(fp, ip.B)
			if ref == 0 {
				goto throwNull
			}
			next = unsafe.Add(base, uintptr(ref))
			if k := u32(fp, ip.C); k < u32(next, memory.ArrayLength) {
				setI32(fp, ip.A, int32(*(*int16)(unsafe.Add(next, memory.ArrayBase+uintptr(k)<<1))))
			} else {
				t.index, t.length = int32(k), i32(next, memory.ArrayLength)
				goto throwIndex
			}
		case opStore32:
			ref = u32(fp, ip.A)
			if ref == 0 {
				goto throwNull
			}
			next = unsafe.Add(base, uintptr(ref))
			if k := u32(fp, ip.B); k < u32(next, memory.ArrayLength) {
				*(*int32)(unsafe.Add(next, memory.ArrayBase+uintptr(k)<<2)) = i32(fp, ip.C)
			} else {
				t.index, t.length = int32(k), i32(next, memory.ArrayLength)
				goto throwIndex
			}
		case opStore64:
			ref = u32(fp, ip.A)
			if ref == 0 {
				goto throwNull
			}
			next = unsafe.Add(base, uintptr(ref))
			if k := u32(fp, ip.B); k < u32(next, memory.ArrayLength) {
				*(*int64)(unsafe.Add(next, memory.ArrayBase+uintptr(k)<<3)) = i64(fp, ip.C)
			} else {
				t.index, t.length = int32(k), i32(next, memory.ArrayLength)
				goto throwIndex
			}
		case opStore16:
			ref = u32(fp, ip.A)
			if ref == 0 {
				goto throwNull
			}
			next = unsafe.Add(base, uintptr(ref))
			if k := u32(fp, ip.B); k < u32(next, memory.ArrayLength) {
				*(*int16)(unsafe.Add(next, memory.ArrayBase+uintptr(k)<<1)) = int16(i32(fp, ip.C))
			} else {
				t.index, t.length = int32(k), i32(next, memory.ArrayLength)
				goto throwIndex
			}
		case opStore8:
			ref = u32(fp, ip.A)
			if ref == 0 {
				goto throwNull
			}
			next = unsafe.Add(base, uintptr(ref))
			if k := u32(fp, ip.B); k < u32(next, memory.ArrayLength) {
				v := i32(fp, ip.C)
				if uint32(v) > 1 && u32(next, memory.ObjectTIB) == m.booleanArrayTIB {
					v &= 1
				}
				*(*int8)(unsafe.Add(next, memory.ArrayBase+uintptr(k))) = int8(v)
			} else {
				t.index, t.length = int32(k), i32(next, memory.ArrayLength)
				goto throwIndex
			}
		case opStoreRef:
			ref = u32(fp, ip.A)
			if ref == 0 {
				goto throwNull
			}
			next = unsafe.Add(base, uintptr(ref))
			if k := u32(fp, ip.B); k < u32(next, memory.ArrayLength) {
				v := u32(fp, ip.C)
				if v != 0 && !m.storable(u32(next, memory.ObjectTIB), *(*uint32)(unsafe.Add(base, uintptr(v)))) {
					goto slow
				}
				*(*uint32)(unsafe.Add(next, memory.ArrayBase+uintptr(k)<<2)) = v
			} else {
				t.index, t.length = int32(k), i32(next, memory.ArrayLength)
				goto throwIndex
			}
		case opArrayLength:
			if ref = u32(fp, ip.B); ref == 0 {
				goto throwNull
			}
			setI32(fp, ip.A, *(*int32)(unsafe.Add(base, uintptr(ref)+memory.ArrayLength)))
		case opGetField32:
			if ref = u32(fp, ip.B); ref == 0 {
				goto throwNull
			}
			setRef(fp, ip.A, *(*uint32)(unsafe.Add(base, uintptr(ref)+uintptr(ip.C))))
		case opGetField64:
			if ref = u32(fp, ip.B); ref == 0 {
				goto throwNull
			}
			setI64(fp, ip.A, *(*int64)(unsafe.Add(base, uintptr(ref)+uintptr(ip.C))))
		case opGetFieldS8:
			if ref = u32(fp, ip.B); ref == 0 {
				goto throwNull
			}
			setI32(fp, ip.A, int32(*(*int8)(unsafe.Add(base, uintptr(ref)+uintptr(ip.C)))))
		case opGetFieldU16:
			if ref = u32(fp, ip.B); ref == 0 {
				goto throwNull
			}
			setI32(fp, ip.A, int32(*(*uint16)(unsafe.Add(base, uintptr(ref)+uintptr(ip.C)))))
		case opGetFieldS16:
			if ref = u32(fp, ip.B); ref == 0 {
				goto throwNull
			}
			setI32(fp, ip.A, int32(*(*int16)(unsafe.Add(base, uintptr(ref)+uintptr(ip.C)))))
		case opGetStatic32:
			setRef(fp, ip.A, *(*uint32)(unsafe.Add(base, uintptr(uint32(ip.C)))))
		case opGetStatic64:
			setI64(fp, ip.A, *(*int64)(unsafe.Add(base, uintptr(uint32(ip.C)))))
		case opGetStaticS8:
			setI32(fp, ip.A, int32(*(*int8)(unsafe.Add(base, uintptr(uint32(ip.C))))))
		case opGetStaticU16:
			setI32(fp, ip.A, int32(*(*uint16)(unsafe.Add(base, uintptr(uint32(ip.C))))))
		case opGetStaticS16:
			setI32(fp, ip.A, int32(*(*int16)(unsafe.Add(base, uintptr(uint32(ip.C))))))
		case opPutField32:
			if ref = u32(fp, ip.A); ref == 0 {
				goto throwNull
			}
			*(*int32)(unsafe.Add(base, uintptr(ref)+uintptr(ip.C))) = i32(fp, ip.B)
		case opPutField64:
			if ref = u32(fp, ip.A); ref == 0 {
				goto throwNull
			}
			*(*int64)(unsafe.Add(base, uintptr(ref)+uintptr(ip.C))) = i64(fp, ip.B)
		case opPutField8:
			if ref = u32(fp, ip.A); ref == 0 {
				goto throwNull
			}
			*(*int8)(unsafe.Add(base, uintptr(ref)+uintptr(ip.C))) = int8(i32(fp, ip.B))
		case opPutField16:
			if ref = u32(fp, ip.A); ref == 0 {
				goto throwNull
			}
			*(*int16)(unsafe.Add(base, uintptr(ref)+uintptr(ip.C))) = int16(i32(fp, ip.B))
		case opPutStatic32:
			*(*int32)(unsafe.Add(base, uintptr(uint32(ip.C)))) = i32(fp, ip.B)
		case opPutStatic64:
			*(*int64)(unsafe.Add(base, uintptr(uint32(ip.C)))) = i64(fp, ip.B)
		case opPutStatic8:
			*(*int8)(unsafe.Add(base, uintptr(uint32(ip.C)))) = int8(i32(fp, ip.B))
		case opPutStatic16:
			*(*int16)(unsafe.Add(base, uintptr(uint32(ip.C)))) = int16(i32(fp, ip.B))
		case opNewQ:
			{
				class := (*classes.Class)(ip.P)
				a := m.Heap.Allocate(uint64(class.InstanceSize))
				if a == 0 {
					goto slow
				}
				*(*uint32)(unsafe.Add(base, uintptr(a))) = class.TIB
				setRef(fp, ip.A, a)
				setRef(fp, ip.B, a)
				*(*uint64)(unsafe.Add(node, region.NodeObjects))++
				*(*uint64)(unsafe.Add(node, region.NodeBytes)) += memory.RoundSize(uint64(class.InstanceSize))
			}
		case opInstanceOfQ:
			if ref = u32(fp, ip.B); ref == 0 {
				setI32(fp, ip.A, 0)
			} else if tib := *(*uint32)(unsafe.Add(base, uintptr(ref))); tib == uint32(ip.D) {
				setI32(fp, ip.A, 1)
			} else if m.subtype(tib, (*classes.Class)(ip.P)) {
				ip.D = int32(tib)
				setI32(fp, ip.A, 1)
			} else {
				setI32(fp, ip.A, 0)
			}
		case opCheckCastQ:
			if ref = u32(fp, ip.B); ref != 0 {
				if tib := *(*uint32)(unsafe.Add(base, uintptr(ref))); tib != uint32(ip.D) {
					if !m.subtype(tib, (*classes.Class)(ip.P)) {
						goto slow
					}
					ip.D = int32(tib)
				}
			}
		case opMonitorEnter:
			if ref = u32(fp, ip.B); ref == 0 {
				goto throwNull
			}
			if word := (*uint32)(unsafe.Add(base, uintptr(ref)+memory.ObjectLock)); *word == 0 {
				*word = t.thinLock
			} else {
				goto slow
			}
		case opMonitorExit:
			if ref = u32(fp, ip.B); ref == 0 {
				goto throwNull
			}
			if word := (*uint32)(unsafe.Add(base, uintptr(ref)+memory.ObjectLock)); *word == t.thinLock {
				*word = 0
			} else {
				goto slow
			}
		case opSyncEnter:
			if method.Static() {
				ref = method.Class.Mirror
			} else {
				ref = u32(fp, -method.LocalBytes)
			}
			if word := (*uint32)(unsafe.Add(base, uintptr(ref)+memory.ObjectLock)); *word == 0 {
				*word = t.thinLock
			} else {
				goto slow
			}
			*(*uint32)(unsafe.Add(fp, frameLock)) = ref
		case opSyncExit:
			ref = u32(fp, frameLock)
			if word := (*uint32)(unsafe.Add(base, uintptr(ref)+memory.ObjectLock)); *word == t.thinLock {
				*word = 0
			} else {
				goto slow
			}
			*(*uint32)(unsafe.Add(fp, frameLock)) = 0
		case opThrow:
			if ref = u32(fp, ip.B); ref == 0 {
				goto throwNull
			}
			t.Exception = ref
			goto unwind
		case opInvokeStaticQ:
			site = (*classes.CallSite)(ip.P)
			callee = site.Callee
			goto invoke
		case opInvokeSpecialQ:
			if u32(fp, ip.B) == 0 {
				goto throwNull
			}
			site = (*classes.CallSite)(ip.P)
			callee = site.Callee
			goto invoke
		case opInvokeVirtualQ:
			if ref = u32(fp, ip.B); ref == 0 {
				goto throwNull
			}
			site = (*classes.CallSite)(ip.P)
			{
				tib := *(*uint32)(unsafe.Add(base, uintptr(ref)))
				ctb := unsafe.Add(base, uintptr(*(*uint32)(unsafe.Add(base, uintptr(tib)+uintptr(ip.C)))))
				if site.CallerIndex >= u32(ctb, classes.CTBLength) {
					goto slow
				}
				entry := *(*uint32)(unsafe.Add(ctb, classes.CTBEntries+uintptr(site.CallerIndex)<<2))
				if entry == 0 {
					goto slow
				}
				callee = m.Registry.Methods[entry]
			}
			goto invoke
		case opInvokeInterfaceQ:
			if ref = u32(fp, ip.B); ref == 0 {
				goto throwNull
			}
			site = (*classes.CallSite)(ip.P)
			{
				tib := *(*uint32)(unsafe.Add(base, uintptr(ref)))
				offset := interfaceOffset(base, tib, uint32(ip.C))
				if offset == 0 {
					goto slow
				}
				ctb := unsafe.Add(base, uintptr(*(*uint32)(unsafe.Add(base, uintptr(tib)+uintptr(offset)))))
				if site.CallerIndex >= u32(ctb, classes.CTBLength) {
					goto slow
				}
				entry := *(*uint32)(unsafe.Add(ctb, classes.CTBEntries+uintptr(site.CallerIndex)<<2))
				if entry == 0 {
					goto slow
				}
				callee = m.Registry.Methods[entry]
			}
			goto invoke
		case opInvokeAppendix:
			site = (*classes.CallSite)(ip.P)
			setRef(fp, ip.C, site.Appendix)
			callee = site.Callee
			goto invoke
		case opReturnValue:
			value = *(*uint64)(unsafe.Add(fp, int(ip.B)))
			count = n + int64(ip.D)
			goto leave
		case opReturn:
			count = n + int64(ip.D)
			goto leave
		case opNative:
			t.fp, t.limit = m.Memory.AddressOf(fp), limit
			mark = len(t.roots)
			value = (*nativeEntry)(ip.P).f(t, Args{unsafe.Add(fp, -int(method.LocalBytes))})
			t.roots = t.roots[:mark]
			limit = t.limit
			if t.Exception != 0 {
				goto unwind
			}
			count = 0
			goto leave
		default:
			goto slow
		}
		ip = (*classes.Instruction)(unsafe.Add(unsafe.Pointer(ip), instructionBytes))
		continue

	branch:
		n += int64(ip.D)
		ip = (*classes.Instruction)(unsafe.Add(unsafe.Pointer(ip), int(ip.C)))
		if n < limit {
			continue
		}

	yield: // at the instruction that executes next
		{
			index := int32((uintptr(unsafe.Pointer(ip)) - uintptr(method.Base)) / instructionBytes)
			count = n + int64(method.Code.Ordinals[index])
			n -= count
			*(*uint64)(unsafe.Add(node, region.NodeBytecodes)) += uint64(count)
			setI32(fp, frameIndex, index)
			t.fp, t.limit = m.Memory.AddressOf(fp), limit-count
			t.safepoint()
			limit = t.limit
			if t.Exception != 0 {
				goto unwind
			}
		}
		continue

	invoke: // callee from site; its arguments are at ip.B
		count = n + int64(ip.D)
		*(*uint64)(unsafe.Add(node, region.NodeBytecodes)) += uint64(count)
		limit -= count
		n = -int64(ip.D)
		setI32(fp, frameIndex, site.Index)
		next = unsafe.Add(fp, int(ip.B)+int(callee.LocalBytes))
		if uintptr(next)+uintptr(callee.FrameBytes) > uintptr(end) {
			goto overflow
		}
		if prof {
			child = unsafe.Add(base, uintptr(*(*uint32)(unsafe.Add(node, region.NodeSlots+uintptr(site.Slot)<<2))))
			if child == base || u32(child, region.NodeMethod) != callee.Record {
				t.fp, t.limit = m.Memory.AddressOf(fp), limit
				child = m.at(m.childContext(t, m.Memory.AddressOf(node), method, callee, site))
				limit = t.limit
				if t.Exception != 0 {
					goto unwind
				}
			}
			node = child
			*(*uint64)(unsafe.Add(node, region.NodeCalls))++
		}
		*(*uint64)(unsafe.Add(next, frameCaller)) = uint64(m.Memory.AddressOf(fp)) | uint64(m.Memory.AddressOf(node))<<32
		*(*uint64)(unsafe.Add(next, frameMethod)) = uint64(callee.ID)
		*(*uint64)(unsafe.Add(next, frameLock)) = 0
		fp = next
		method = callee
		ip = method.Entry
		n = 0
		if limit <= 0 && method.Code != nil {
			goto yield
		}
		continue

	leave: // value is the result, count the bytecodes since the last flush
		*(*uint64)(unsafe.Add(node, region.NodeBytecodes)) += uint64(count)
		limit -= count
		if u32(fp, frameFlags)&flagEntry != 0 {
			t.result, t.limit = value, limit
			return
		}
		fp = unsafe.Add(base, uintptr(u32(fp, frameCaller)))
		method = m.Registry.Methods[u32(fp, frameMethod)]
		ip = (*classes.Instruction)(unsafe.Add(method.Base, uintptr(u32(fp, frameIndex))*instructionBytes))
		node = unsafe.Add(base, uintptr(u32(fp, frameNode)))
		*(*uint64)(unsafe.Add(fp, int(ip.A))) = value
		n = -int64(ip.D)
		ip = (*classes.Instruction)(unsafe.Add(unsafe.Pointer(ip), instructionBytes))
		continue

	slow:
		{
			index := int32(0)
			if method.Code != nil {
				index = int32((uintptr(unsafe.Pointer(ip)) - uintptr(method.Base)) / instructionBytes)
				count = n + int64(method.Code.Ordinals[index])
				n -= count
				*(*uint64)(unsafe.Add(node, region.NodeBytecodes)) += uint64(count)
				limit -= count
			}
			setI32(fp, frameIndex, index)
			t.fp, t.limit = m.Memory.AddressOf(fp), limit
			what := m.slow(t, method, ip, fp)
			limit = t.limit
			switch what {
			case actNext:
				ip = (*classes.Instruction)(unsafe.Add(unsafe.Pointer(ip), instructionBytes))
				continue
			case actAgain:
				if ip.Op == opDecode {
					ip = method.Entry
				}
				continue
			case actCall:
				callee, site = t.callee, (*classes.CallSite)(ip.P)
				goto invoke
			}
			goto unwind
		}

	throwNull:
		t.pending = pendingNull
		goto throw
	throwZero:
		t.pending = pendingZero
		goto throw
	throwIndex:
		t.pending = pendingIndex
		goto throw
	overflow:
		t.pending = pendingOverflow
		goto throw

	throw: // the exception t.pending in the instruction at ip
		{
			index := int32((uintptr(unsafe.Pointer(ip)) - uintptr(method.Base)) / instructionBytes)
			count = n + int64(method.Code.Ordinals[index])
			n -= count
			*(*uint64)(unsafe.Add(node, region.NodeBytecodes)) += uint64(count)
			limit -= count
			setI32(fp, frameIndex, index)
			t.fp, t.limit = m.Memory.AddressOf(fp), limit
			m.throwPending(t)
			limit = t.limit
		}

	unwind: // t.Exception is thrown in the instruction at ip
		for {
			if method.Code != nil && !method.IsNative() {
				index := int32((uintptr(unsafe.Pointer(ip)) - uintptr(method.Base)) / instructionBytes)
				count = n + int64(method.Code.Ordinals[index]) + 1
				*(*uint64)(unsafe.Add(node, region.NodeBytecodes)) += uint64(count)
				limit -= count
				setI32(fp, frameIndex, index)
				t.fp, t.limit = m.Memory.AddressOf(fp), limit
				handler := m.findHandler(t, method, index)
				limit = t.limit
				if handler != nil {
					ip = (*classes.Instruction)(unsafe.Add(method.Base, int(handler.Target)*classes.InstructionSize))
					n = -int64(handler.Ordinal)
					setRef(fp, frameHeader, t.Exception)
					t.Exception = 0
					break
				}
			}
			if u32(fp, frameLock) != 0 {
				t.fp = m.Memory.AddressOf(fp)
				m.unlockFrame(t)
			}
			if u32(fp, frameFlags)&flagEntry != 0 {
				t.limit = limit
				return
			}
			fp = unsafe.Add(base, uintptr(u32(fp, frameCaller)))
			method = m.Registry.Methods[u32(fp, frameMethod)]
			ip = (*classes.Instruction)(unsafe.Add(method.Base, uintptr(u32(fp, frameIndex))*instructionBytes))
			node = unsafe.Add(base, uintptr(u32(fp, frameNode)))
			n = -int64(ip.D) // the call itself is counted already
		}
	}
}
