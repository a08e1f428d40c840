package interpreter

import (
	"math"
	"unsafe"

	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/decoded"
	"hotlens/vm/memory"
	"hotlens/vm/tiering"
	"hotlens/vm/timing"
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

// startInstruction is where every run starts: it goes to where t.entry says.
var startInstruction = decoded.Instruction{Op: decoded.Start}

const instructionBytes = uintptr(decoded.InstructionSize)

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
//
// Wherever other code may have run, that of other threads included, contexts may have begun to be kept or
// ceased to be (counting.go): prof and node are read again there.
func (m *Machine) run(t *Thread) {
	var (
		base   = m.Memory.Base
		fp     = m.at(t.fp)
		method = m.Registry.Methods[u32(fp, decoded.FrameMethod)]
		ip     *decoded.Instruction
		node   = m.at(u32(fp, decoded.FrameNode))
		limit  = t.limit
		n      int64
		prof   = m.counts(t)
		end    = m.at(t.stackLimit)
		callee *classes.Method
		site   *classes.CallSite
		child  unsafe.Pointer
		next   unsafe.Pointer
		ref    uint32
		value  uint64
		count  int64
		mark   int
		popped bool // the frame's own handlers are not to be asked
	)
	ip = &startInstruction
	for {
		switch ip.Op {
		case decoded.Move:
			setI64(fp, ip.A, i64(fp, ip.B))
		case decoded.Const:
			setI64(fp, ip.A, int64(ip.C))
		case decoded.Const64:
			setI64(fp, ip.A, int64(ip.D)<<32|int64(uint32(ip.C)))
		case decoded.IAdd:
			setI32(fp, ip.A, i32(fp, ip.B)+i32(fp, ip.C))
		case decoded.IAddK:
			setI32(fp, ip.A, i32(fp, ip.B)+ip.C)
		case decoded.LAdd:
			setI64(fp, ip.A, i64(fp, ip.B)+i64(fp, ip.C))
		case decoded.LAddK:
			setI64(fp, ip.A, i64(fp, ip.B)+int64(ip.C))
		case decoded.ISub:
			setI32(fp, ip.A, i32(fp, ip.B)-i32(fp, ip.C))
		case decoded.LSub:
			setI64(fp, ip.A, i64(fp, ip.B)-i64(fp, ip.C))
		case decoded.IMul:
			setI32(fp, ip.A, i32(fp, ip.B)*i32(fp, ip.C))
		case decoded.IMulK:
			setI32(fp, ip.A, i32(fp, ip.B)*ip.C)
		case decoded.LMul:
			setI64(fp, ip.A, i64(fp, ip.B)*i64(fp, ip.C))
		case decoded.IAnd:
			setI32(fp, ip.A, i32(fp, ip.B)&i32(fp, ip.C))
		case decoded.IAndK:
			setI32(fp, ip.A, i32(fp, ip.B)&ip.C)
		case decoded.LAnd:
			setI64(fp, ip.A, i64(fp, ip.B)&i64(fp, ip.C))
		case decoded.LAndK:
			setI64(fp, ip.A, i64(fp, ip.B)&int64(ip.C))
		case decoded.IOr:
			setI32(fp, ip.A, i32(fp, ip.B)|i32(fp, ip.C))
		case decoded.IOrK:
			setI32(fp, ip.A, i32(fp, ip.B)|ip.C)
		case decoded.LOr:
			setI64(fp, ip.A, i64(fp, ip.B)|i64(fp, ip.C))
		case decoded.IXor:
			setI32(fp, ip.A, i32(fp, ip.B)^i32(fp, ip.C))
		case decoded.IXorK:
			setI32(fp, ip.A, i32(fp, ip.B)^ip.C)
		case decoded.LXor:
			setI64(fp, ip.A, i64(fp, ip.B)^i64(fp, ip.C))
		case decoded.IDiv:
			if i32(fp, ip.C) == 0 {
				goto throwZero
			}
			setI32(fp, ip.A, i32(fp, ip.B)/i32(fp, ip.C))
		case decoded.LDiv:
			if i64(fp, ip.C) == 0 {
				goto throwZero
			}
			setI64(fp, ip.A, i64(fp, ip.B)/i64(fp, ip.C))
		case decoded.IDivK:
			setI32(fp, ip.A, i32(fp, ip.B)/ip.C)
		case decoded.IRem:
			if i32(fp, ip.C) == 0 {
				goto throwZero
			}
			setI32(fp, ip.A, i32(fp, ip.B)%i32(fp, ip.C))
		case decoded.LRem:
			if i64(fp, ip.C) == 0 {
				goto throwZero
			}
			setI64(fp, ip.A, i64(fp, ip.B)%i64(fp, ip.C))
		case decoded.IRemK:
			setI32(fp, ip.A, i32(fp, ip.B)%ip.C)
		case decoded.IShl:
			setI32(fp, ip.A, i32(fp, ip.B)<<(uint32(i32(fp, ip.C))&31))
		case decoded.IShr:
			setI32(fp, ip.A, i32(fp, ip.B)>>(uint32(i32(fp, ip.C))&31))
		case decoded.IUshr:
			setI32(fp, ip.A, int32(uint32(i32(fp, ip.B))>>(uint32(i32(fp, ip.C))&31)))
		case decoded.IShlK:
			setI32(fp, ip.A, i32(fp, ip.B)<<(uint32(ip.C)&31))
		case decoded.IShrK:
			setI32(fp, ip.A, i32(fp, ip.B)>>(uint32(ip.C)&31))
		case decoded.IUshrK:
			setI32(fp, ip.A, int32(uint32(i32(fp, ip.B))>>(uint32(ip.C)&31)))
		case decoded.INeg:
			setI32(fp, ip.A, -i32(fp, ip.B))
		case decoded.LShl:
			setI64(fp, ip.A, i64(fp, ip.B)<<(uint32(i32(fp, ip.C))&63))
		case decoded.LShr:
			setI64(fp, ip.A, i64(fp, ip.B)>>(uint32(i32(fp, ip.C))&63))
		case decoded.LUshr:
			setI64(fp, ip.A, int64(uint64(i64(fp, ip.B))>>(uint32(i32(fp, ip.C))&63)))
		case decoded.LShlK:
			setI64(fp, ip.A, i64(fp, ip.B)<<(uint32(ip.C)&63))
		case decoded.LShrK:
			setI64(fp, ip.A, i64(fp, ip.B)>>(uint32(ip.C)&63))
		case decoded.LUshrK:
			setI64(fp, ip.A, int64(uint64(i64(fp, ip.B))>>(uint32(ip.C)&63)))
		case decoded.LNeg:
			setI64(fp, ip.A, -i64(fp, ip.B))
		case decoded.LCmp:
			switch b, c := i64(fp, ip.B), i64(fp, ip.C); {
			case b < c:
				setI32(fp, ip.A, -1)
			case b > c:
				setI32(fp, ip.A, 1)
			default:
				setI32(fp, ip.A, 0)
			}
		case decoded.FAdd:
			setF32(fp, ip.A, f32(fp, ip.B)+f32(fp, ip.C))
		case decoded.FSub:
			setF32(fp, ip.A, f32(fp, ip.B)-f32(fp, ip.C))
		case decoded.FMul:
			setF32(fp, ip.A, f32(fp, ip.B)*f32(fp, ip.C))
		case decoded.FDiv:
			setF32(fp, ip.A, f32(fp, ip.B)/f32(fp, ip.C))
		case decoded.FRem:
			setF32(fp, ip.A, float32(math.Mod(float64(f32(fp, ip.B)), float64(f32(fp, ip.C)))))
		case decoded.FNeg:
			setF32(fp, ip.A, -f32(fp, ip.B))
		case decoded.FCmpL:
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
		case decoded.FCmpG:
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
		case decoded.DAdd:
			setF64(fp, ip.A, f64(fp, ip.B)+f64(fp, ip.C))
		case decoded.DSub:
			setF64(fp, ip.A, f64(fp, ip.B)-f64(fp, ip.C))
		case decoded.DMul:
			setF64(fp, ip.A, f64(fp, ip.B)*f64(fp, ip.C))
		case decoded.DDiv:
			setF64(fp, ip.A, f64(fp, ip.B)/f64(fp, ip.C))
		case decoded.DRem:
			setF64(fp, ip.A, float64(math.Mod(float64(f64(fp, ip.B)), float64(f64(fp, ip.C)))))
		case decoded.DNeg:
			setF64(fp, ip.A, -f64(fp, ip.B))
		case decoded.DCmpL:
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
		case decoded.DCmpG:
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
		case decoded.I2L:
			setI64(fp, ip.A, int64(i32(fp, ip.B)))
		case decoded.I2F:
			setF32(fp, ip.A, float32(i32(fp, ip.B)))
		case decoded.I2D:
			setF64(fp, ip.A, float64(i32(fp, ip.B)))
		case decoded.L2I:
			setI32(fp, ip.A, int32(i64(fp, ip.B)))
		case decoded.L2F:
			setF32(fp, ip.A, float32(i64(fp, ip.B)))
		case decoded.L2D:
			setF64(fp, ip.A, float64(i64(fp, ip.B)))
		case decoded.F2I:
			setI32(fp, ip.A, toInt(float64(f32(fp, ip.B))))
		case decoded.F2L:
			setI64(fp, ip.A, toLong(float64(f32(fp, ip.B))))
		case decoded.F2D:
			setF64(fp, ip.A, float64(f32(fp, ip.B)))
		case decoded.D2I:
			setI32(fp, ip.A, toInt(f64(fp, ip.B)))
		case decoded.D2L:
			setI64(fp, ip.A, toLong(f64(fp, ip.B)))
		case decoded.D2F:
			setF32(fp, ip.A, float32(f64(fp, ip.B)))
		case decoded.I2B:
			setI32(fp, ip.A, int32(int8(i32(fp, ip.B))))
		case decoded.I2C:
			setI32(fp, ip.A, int32(uint16(i32(fp, ip.B))))
		case decoded.I2S:
			setI32(fp, ip.A, int32(int16(i32(fp, ip.B))))
		case decoded.Goto:
			goto branch
		case decoded.MarkEdge:
			m.markEdge(ip)
			if ip.B != 0 {
				goto branch
			}
			ip = (*decoded.Instruction)(unsafe.Add(unsafe.Pointer(ip), int(ip.C)))
			continue
		case decoded.Mark:
			m.mark(ip)
		case decoded.Marked:
		case decoded.IfEq:
			if i32(fp, ip.A) == i32(fp, ip.B) {
				goto branch
			}
		case decoded.IfEqK:
			if i32(fp, ip.A) == ip.B {
				goto branch
			}
		case decoded.IfLEq:
			if i64(fp, ip.A) == i64(fp, ip.B) {
				goto branch
			}
		case decoded.IfNe:
			if i32(fp, ip.A) != i32(fp, ip.B) {
				goto branch
			}
		case decoded.IfNeK:
			if i32(fp, ip.A) != ip.B {
				goto branch
			}
		case decoded.IfLNe:
			if i64(fp, ip.A) != i64(fp, ip.B) {
				goto branch
			}
		case decoded.IfLt:
			if i32(fp, ip.A) < i32(fp, ip.B) {
				goto branch
			}
		case decoded.IfLtK:
			if i32(fp, ip.A) < ip.B {
				goto branch
			}
		case decoded.IfLLt:
			if i64(fp, ip.A) < i64(fp, ip.B) {
				goto branch
			}
		case decoded.IfGe:
			if i32(fp, ip.A) >= i32(fp, ip.B) {
				goto branch
			}
		case decoded.IfGeK:
			if i32(fp, ip.A) >= ip.B {
				goto branch
			}
		case decoded.IfLGe:
			if i64(fp, ip.A) >= i64(fp, ip.B) {
				goto branch
			}
		case decoded.IfGt:
			if i32(fp, ip.A) > i32(fp, ip.B) {
				goto branch
			}
		case decoded.IfGtK:
			if i32(fp, ip.A) > ip.B {
				goto branch
			}
		case decoded.IfLGt:
			if i64(fp, ip.A) > i64(fp, ip.B) {
				goto branch
			}
		case decoded.IfLe:
			if i32(fp, ip.A) <= i32(fp, ip.B) {
				goto branch
			}
		case decoded.IfLeK:
			if i32(fp, ip.A) <= ip.B {
				goto branch
			}
		case decoded.IfLLe:
			if i64(fp, ip.A) <= i64(fp, ip.B) {
				goto branch
			}
		case decoded.IfAEq:
			if u32(fp, ip.A) == u32(fp, ip.B) {
				goto branch
			}
		case decoded.IfANe:
			if u32(fp, ip.A) != u32(fp, ip.B) {
				goto branch
			}
		case decoded.IfNull:
			if u32(fp, ip.A) == 0 {
				goto branch
			}
		case decoded.IfNonNull:
			if u32(fp, ip.A) != 0 {
				goto branch
			}
		case decoded.TableSwitch:
			{
				s := (*decoded.SwitchTable)(ip.P)
				target := &s.Fallback
				if k := uint32(i32(fp, ip.A) - s.Low); k < uint32(len(s.Targets)) {
					target = &s.Targets[k]
				}
				n += int64(target.Delta)
				next = unsafe.Add(method.Base, int(target.Index)*decoded.InstructionSize)
				backwards := uintptr(next) <= uintptr(unsafe.Pointer(ip))
				ip = (*decoded.Instruction)(next)
				if n >= limit && backwards {
					goto yield
				}
				continue
			}
		case decoded.LookupSwitch:
			{
				s := (*decoded.SwitchTable)(ip.P)
				target := s.Lookup(i32(fp, ip.A))
				n += int64(target.Delta)
				next = unsafe.Add(method.Base, int(target.Index)*decoded.InstructionSize)
				backwards := uintptr(next) <= uintptr(unsafe.Pointer(ip))
				ip = (*decoded.Instruction)(next)
				if n >= limit && backwards {
					goto yield
				}
				continue
			}
		case decoded.Jsr:
			setI64(fp, ip.A, int64(ip.B))
			goto branch
		case decoded.Ret:
			{
				to := i32(fp, ip.B)
				if uint32(to) >= uint32(len(method.Code.Ordinals)) {
					goto slow
				}
				n += int64(ip.D) - int64(method.Code.Ordinals[to])
				ip = (*decoded.Instruction)(unsafe.Add(method.Base, int(to)*decoded.InstructionSize))
				continue
			}
		case decoded.Load32:
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
		case decoded.Load64:
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
		case decoded.LoadS8:
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
		case decoded.LoadU16:
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
		case decoded.LoadS16:
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
		case decoded.Store32:
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
		case decoded.Store64:
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
		case decoded.Store16:
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
		case decoded.Store8:
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
		case decoded.StoreRef:
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
		case decoded.ArrayLength:
			if ref = u32(fp, ip.B); ref == 0 {
				goto throwNull
			}
			setI32(fp, ip.A, *(*int32)(unsafe.Add(base, uintptr(ref)+memory.ArrayLength)))
		case decoded.GetField32:
			if ref = u32(fp, ip.B); ref == 0 {
				goto throwNull
			}
			setRef(fp, ip.A, *(*uint32)(unsafe.Add(base, uintptr(ref)+uintptr(ip.C))))
		case decoded.GetField64:
			if ref = u32(fp, ip.B); ref == 0 {
				goto throwNull
			}
			setI64(fp, ip.A, *(*int64)(unsafe.Add(base, uintptr(ref)+uintptr(ip.C))))
		case decoded.GetFieldS8:
			if ref = u32(fp, ip.B); ref == 0 {
				goto throwNull
			}
			setI32(fp, ip.A, int32(*(*int8)(unsafe.Add(base, uintptr(ref)+uintptr(ip.C)))))
		case decoded.GetFieldU16:
			if ref = u32(fp, ip.B); ref == 0 {
				goto throwNull
			}
			setI32(fp, ip.A, int32(*(*uint16)(unsafe.Add(base, uintptr(ref)+uintptr(ip.C)))))
		case decoded.GetFieldS16:
			if ref = u32(fp, ip.B); ref == 0 {
				goto throwNull
			}
			setI32(fp, ip.A, int32(*(*int16)(unsafe.Add(base, uintptr(ref)+uintptr(ip.C)))))
		case decoded.GetStatic32:
			setRef(fp, ip.A, *(*uint32)(unsafe.Add(base, uintptr(uint32(ip.C)))))
		case decoded.GetStatic64:
			setI64(fp, ip.A, *(*int64)(unsafe.Add(base, uintptr(uint32(ip.C)))))
		case decoded.GetStaticS8:
			setI32(fp, ip.A, int32(*(*int8)(unsafe.Add(base, uintptr(uint32(ip.C))))))
		case decoded.GetStaticU16:
			setI32(fp, ip.A, int32(*(*uint16)(unsafe.Add(base, uintptr(uint32(ip.C))))))
		case decoded.GetStaticS16:
			setI32(fp, ip.A, int32(*(*int16)(unsafe.Add(base, uintptr(uint32(ip.C))))))
		case decoded.PutField32:
			if ref = u32(fp, ip.A); ref == 0 {
				goto throwNull
			}
			*(*int32)(unsafe.Add(base, uintptr(ref)+uintptr(ip.C))) = i32(fp, ip.B)
		case decoded.PutField64:
			if ref = u32(fp, ip.A); ref == 0 {
				goto throwNull
			}
			*(*int64)(unsafe.Add(base, uintptr(ref)+uintptr(ip.C))) = i64(fp, ip.B)
		case decoded.PutField8:
			if ref = u32(fp, ip.A); ref == 0 {
				goto throwNull
			}
			*(*int8)(unsafe.Add(base, uintptr(ref)+uintptr(ip.C))) = int8(i32(fp, ip.B))
		case decoded.PutField16:
			if ref = u32(fp, ip.A); ref == 0 {
				goto throwNull
			}
			*(*int16)(unsafe.Add(base, uintptr(ref)+uintptr(ip.C))) = int16(i32(fp, ip.B))
		case decoded.PutStatic32:
			*(*int32)(unsafe.Add(base, uintptr(uint32(ip.C)))) = i32(fp, ip.B)
		case decoded.PutStatic64:
			*(*int64)(unsafe.Add(base, uintptr(uint32(ip.C)))) = i64(fp, ip.B)
		case decoded.PutStatic8:
			*(*int8)(unsafe.Add(base, uintptr(uint32(ip.C)))) = int8(i32(fp, ip.B))
		case decoded.PutStatic16:
			*(*int16)(unsafe.Add(base, uintptr(uint32(ip.C)))) = int16(i32(fp, ip.B))
		case decoded.NewQ:
			{
				class := (*classes.Class)(ip.P)
				a := m.Heap.Allocate(uint64(class.InstanceSize))
				if a == 0 {
					goto slow
				}
				*(*uint32)(unsafe.Add(base, uintptr(a))) = class.TIB
				setRef(fp, ip.A, a)
				setRef(fp, ip.B, a)
				*(*uint64)(unsafe.Add(node, sharedmemory.NodeObjects))++
				*(*uint64)(unsafe.Add(node, sharedmemory.NodeBytes)) += memory.RoundSize(uint64(class.InstanceSize))
			}
		case decoded.ANewArrayQ:
			{
				class, length := (*classes.Class)(ip.P), u32(fp, ip.B)
				if length >= maxArrayLength { // or negative
					goto slow
				}
				size := memory.ArrayBase + uint64(length)<<class.ElemShift
				a := m.Heap.Allocate(size)
				if a == 0 {
					goto slow
				}
				*(*uint32)(unsafe.Add(base, uintptr(a))) = class.TIB
				*(*uint32)(unsafe.Add(base, uintptr(a)+memory.ArrayLength)) = length
				setRef(fp, ip.A, a)
				*(*uint64)(unsafe.Add(node, sharedmemory.NodeObjects))++
				*(*uint64)(unsafe.Add(node, sharedmemory.NodeBytes)) += memory.RoundSize(size)
			}
		case decoded.InstanceOfQ:
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
		case decoded.CheckCastQ:
			if ref = u32(fp, ip.B); ref != 0 {
				if tib := *(*uint32)(unsafe.Add(base, uintptr(ref))); tib != uint32(ip.D) {
					if !m.subtype(tib, (*classes.Class)(ip.P)) {
						goto slow
					}
					ip.D = int32(tib)
				}
			}
		case decoded.MonitorEnter:
			if ref = u32(fp, ip.B); ref == 0 {
				goto throwNull
			}
			if word := (*uint32)(unsafe.Add(base, uintptr(ref)+memory.ObjectLock)); *word == 0 {
				*word = t.locks.LockWord
			} else {
				goto slow
			}
		case decoded.MonitorExit:
			if ref = u32(fp, ip.B); ref == 0 {
				goto throwNull
			}
			if word := (*uint32)(unsafe.Add(base, uintptr(ref)+memory.ObjectLock)); *word == t.locks.LockWord {
				*word = 0
			} else {
				goto slow
			}
		case decoded.SyncEnter:
			if method.Static() {
				ref = method.Class.Mirror
			} else {
				ref = u32(fp, -method.LocalBytes)
			}
			if word := (*uint32)(unsafe.Add(base, uintptr(ref)+memory.ObjectLock)); *word == 0 {
				*word = t.locks.LockWord
			} else {
				goto slow
			}
			*(*uint32)(unsafe.Add(fp, decoded.FrameLock)) = ref
		case decoded.SyncExit:
			ref = u32(fp, decoded.FrameLock)
			if word := (*uint32)(unsafe.Add(base, uintptr(ref)+memory.ObjectLock)); *word == t.locks.LockWord {
				*word = 0
			} else {
				goto slow
			}
			*(*uint32)(unsafe.Add(fp, decoded.FrameLock)) = 0
		case decoded.Throw:
			if ref = u32(fp, ip.B); ref == 0 {
				goto throwNull
			}
			t.Exception = ref
			goto unwind
		case decoded.InvokeStaticL:
			if t.vmWork == 0 {
				goto slow
			}
			fallthrough
		case decoded.InvokeStaticQ:
			site = (*classes.CallSite)(ip.P)
			callee = site.Callee
			goto invoke
		case decoded.InvokeSpecialL:
			if t.vmWork == 0 {
				goto slow
			}
			fallthrough
		case decoded.InvokeSpecialQ:
			if u32(fp, ip.B) == 0 {
				goto throwNull
			}
			site = (*classes.CallSite)(ip.P)
			callee = site.Callee
			goto invoke
		case decoded.InvokeVirtualQ:
			if ref = u32(fp, ip.B); ref == 0 {
				goto throwNull
			}
			site = (*classes.CallSite)(ip.P)
			{
				tib := *(*uint32)(unsafe.Add(base, uintptr(ref)))
				ctb := unsafe.Add(base, uintptr(*(*uint32)(unsafe.Add(base, uintptr(tib)+uintptr(ip.C)))))
				var entry uint32
				if site.CallerIndex < u32(ctb, classes.CTBLength) {
					entry = *(*uint32)(unsafe.Add(ctb, classes.CTBEntries+uintptr(site.CallerIndex)<<2))
				} else {
					entry = classes.FindEntry(base, ctb, site.CallerIndex)
				}
				if entry == 0 {
					goto slow
				}
				callee = m.Registry.Methods[entry]
			}
			goto invoke
		case decoded.InvokeInterfaceQ:
			if ref = u32(fp, ip.B); ref == 0 {
				goto throwNull
			}
			site = (*classes.CallSite)(ip.P)
			{
				tib := *(*uint32)(unsafe.Add(base, uintptr(ref)))
				offset := classes.FindInterface(base, tib, uint32(ip.C))
				if offset == 0 {
					goto slow
				}
				ctb := unsafe.Add(base, uintptr(*(*uint32)(unsafe.Add(base, uintptr(tib)+uintptr(offset)))))
				var entry uint32
				if site.CallerIndex < u32(ctb, classes.CTBLength) {
					entry = *(*uint32)(unsafe.Add(ctb, classes.CTBEntries+uintptr(site.CallerIndex)<<2))
				} else {
					entry = classes.FindEntry(base, ctb, site.CallerIndex)
				}
				if entry == 0 {
					goto slow
				}
				callee = m.Registry.Methods[entry]
			}
			goto invoke
		case decoded.InvokeAppendixQ:
			site = (*classes.CallSite)(ip.P)
			setRef(fp, ip.C, site.Appendix)
			callee = site.Callee
			goto invoke
		case decoded.InvokeHandleQ:
			if u32(fp, ip.B) == 0 {
				goto throwNull
			}
			site = (*classes.CallSite)(ip.P)
			setRef(fp, ip.C, site.Appendix)
			callee = site.Callee
			goto invoke
		case decoded.ReturnValue:
			value = *(*uint64)(unsafe.Add(fp, int(ip.B)))
			count = n + int64(ip.D)
			goto leave
		case decoded.Return:
			count = n + int64(ip.D)
			goto leave
		case decoded.Charge:
			extras := u32(node, sharedmemory.NodeExtras)
			if extras == 0 {
				goto slow
			}
			*(*uint64)(unsafe.Add(base, uintptr(extras)+sharedmemory.ExtrasCycles)) += uint64(uint32(ip.D))<<32 | uint64(uint32(ip.C))
		case decoded.Native:
			t.fp, t.limit = m.Memory.AddressOf(fp), limit
			mark = len(t.roots)
			requested := m.enterNative(m.Memory.AddressOf(node))
			value = (*nativeEntry)(ip.P).f(t, Args{unsafe.Add(fp, -int(method.LocalBytes))})
			t.leaveNative(m.Memory.AddressOf(node), requested)
			t.roots = t.roots[:mark]
			limit = t.limit
			prof = m.counts(t)
			if t.Exception != 0 {
				goto unwind
			}
			count = 0
			goto leave
		case decoded.Start:
			if t.entry <= entryTimed {
				if ip = method.Entry; t.entry == entryTimed {
					ip, t.entry = method.Start(), entryStart
				}
				if limit <= 0 && unsafe.Pointer(ip) == method.Base && method.YieldsAtEntry() {
					goto start
				}
				continue
			}
			if t.entry == entryLeave {
				if t.entry = entryStart; t.Exception != 0 {
					goto unwind
				}
				count = 0
				goto leave
			}
			if ip, n = m.resumed(t, method, fp); t.Exception != 0 {
				goto unwind
			}
			continue
		case decoded.Timed:
			t.fp, t.limit = m.Memory.AddressOf(fp), limit
			if m.enterTimed(t, (*timing.Instrumented)(ip.P), u32(fp, decoded.FrameCaller)) {
				*(*uint32)(unsafe.Add(fp, decoded.FrameFlags)) |= decoded.FlagTimed
			}
			ip = method.Start()
			if limit <= 0 && unsafe.Pointer(ip) == method.Base && method.YieldsAtEntry() {
				goto start
			}
			continue
		case decoded.Listen:
			t.fp, t.limit = m.Memory.AddressOf(fp), limit
			m.hear(t, (*listener)(ip.P), u32(fp, decoded.FrameCaller))
			ip = method.Start()
			if limit <= 0 && unsafe.Pointer(ip) == method.Base && method.YieldsAtEntry() {
				goto start
			}
			continue
		case decoded.Compiled:
			e := (*tiering.Entry)(ip.P)
			if e.Short || !prof && m.profile.contexts || t.depth > maxCompiledNesting || m.profile.samples.Window || method.Suspends && t.interprets() {
				// Compiled code would take longer, or profile what is the VM's own, or nest too deep, or call
				// unseen, or keep a virtual thread from waiting without a goroutine.
				ip = method.Code.Entry
				if limit <= 0 && method.YieldsAtEntry() {
					goto start
				}
				continue
			}
			t.fp, t.limit = m.Memory.AddressOf(fp), limit
			what := m.enterCompiled(t, e, m.Memory.AddressOf(node))
			limit = t.limit
			prof = m.counts(t)
			switch what {
			case compiledReturned:
				value, count = t.result, 0
				goto leave
			case compiledThrew:
				popped = true
				goto unwind
			}
			goto exited
		default:
			goto slow
		}
		ip = (*decoded.Instruction)(unsafe.Add(unsafe.Pointer(ip), instructionBytes))
		continue

	start: // is a yieldpoint, to which a call has led
		t.called = true
		goto yield

	branch:
		{
			distance := ip.C
			n += int64(ip.D)
			ip = (*decoded.Instruction)(unsafe.Add(unsafe.Pointer(ip), int(distance)))
			if n < limit {
				if distance > 0 || !method.HotLoops {
					continue
				}
				goto loop
			}
			if distance > 0 { // only going backwards is a yieldpoint
				continue
			}
		}

	yield: // at the instruction that executes next
		{
			index := int32((uintptr(unsafe.Pointer(ip)) - uintptr(method.Base)) / instructionBytes)
			count = n + int64(method.Code.Ordinals[index])
			n -= count
			*(*uint64)(unsafe.Add(node, sharedmemory.NodeBytecodes)) += uint64(count)
			method.Interpreted += count
			setI32(fp, decoded.FrameIndex, index)
			t.fp, t.limit = m.Memory.AddressOf(fp), limit-count
			sampled := t.shortened > 0 // it has not used a time slice up
			if index == 0 && m.tiering != nil && !sampled {
				m.tiering.CalleeYielded(t.fp)
			}
			called := t.called
			t.called = false
			t.safepoint(called)
			limit = t.limit
			prof, node = m.counts(t), m.at(u32(fp, decoded.FrameNode))
			if t.Exception != 0 {
				goto unwind
			}
			if m.tiering == nil || n >= 0 || prof != m.profile.contexts || sampled {
				continue
			}
			m.tiering.LoopYielded(method, index)
			if !method.HotLoops {
				continue
			}
		}

	loop: // has compiled code perhaps, which is entered at ip
		if prof == m.profile.contexts && t.depth <= maxCompiledNesting && !m.profile.samples.Window && !(method.Suspends && t.interprets()) {
			index := int32((uintptr(unsafe.Pointer(ip)) - uintptr(method.Base)) / instructionBytes)
			if e := m.tiering.Loop(method, index); e != nil {
				count = n + int64(method.Code.Ordinals[index])
				*(*uint64)(unsafe.Add(node, sharedmemory.NodeBytecodes)) += uint64(count)
				method.Interpreted += count
				limit -= count
				n -= count
				t.fp, t.limit = m.Memory.AddressOf(fp), limit
				what := m.enterCompiled(t, e, m.Memory.AddressOf(node))
				limit = t.limit
				prof = m.counts(t)
				switch what {
				case compiledReturned:
					value, count = t.result, 0
					goto leave
				case compiledThrew:
					popped = true
					goto unwind
				}
				goto exited
			}
		}
		continue

	exited: // compiled code has left: the frames are the interpreter's now
		fp = m.at(t.fp)
		method = m.Registry.Methods[u32(fp, decoded.FrameMethod)]
		node = m.at(u32(fp, decoded.FrameNode))
		if ip, n = m.resumed(t, method, fp); t.Exception != 0 {
			goto unwind
		}
		continue

	invoke: // callee from site; its arguments are at ip.B
		count = n + int64(ip.D)
		*(*uint64)(unsafe.Add(node, sharedmemory.NodeBytecodes)) += uint64(count)
		method.Interpreted += count
		limit -= count
		n = -int64(ip.D)
		setI32(fp, decoded.FrameIndex, site.Index)
		next = unsafe.Add(fp, int(ip.B)+int(callee.LocalBytes))
		if uintptr(next)+uintptr(callee.FrameBytes) > uintptr(end) {
			goto overflow
		}
		if prof {
			child = unsafe.Add(base, uintptr(*(*uint32)(unsafe.Add(node, sharedmemory.NodeSlots+uintptr(site.Slot)<<2))))
			if child == base || u32(child, sharedmemory.NodeMethod) != callee.Record {
				t.fp, t.limit = m.Memory.AddressOf(fp), limit
				child = m.at(m.childContext(t, m.Memory.AddressOf(node), method, callee, site))
				limit = t.limit
				prof = m.counts(t)
				if t.Exception != 0 {
					goto unwind
				}
			}
			node = child
			*(*uint64)(unsafe.Add(node, sharedmemory.NodeCalls))++
		}
		if m.profile.samples.Window && t.vmWork == 0 && !t.inHarness {
			if t.limit = limit; m.profile.samples.Count(m.clock.executed()) {
				t.fp = m.Memory.AddressOf(fp)
				t.addSample(method, site.BCI, site, callee, m.Memory.AddressOf(node), false)
			}
		}
		*(*uint64)(unsafe.Add(next, decoded.FrameCaller)) = uint64(m.Memory.AddressOf(fp)) | uint64(m.Memory.AddressOf(node))<<32
		*(*uint64)(unsafe.Add(next, decoded.FrameMethod)) = uint64(callee.ID)
		*(*uint64)(unsafe.Add(next, decoded.FrameLock)) = 0
		fp = next
		method = callee
		ip = method.Entry
		n = 0
		if method.Heat--; method.Heat < 0 && (prof == m.profile.contexts) {
			m.heated(method)
			ip = method.Entry
		}
		if limit <= 0 && unsafe.Pointer(ip) == method.Base && method.YieldsAtEntry() {
			goto start
		}
		continue

	leave: // value is the result, count the bytecodes since the last flush
		*(*uint64)(unsafe.Add(node, sharedmemory.NodeBytecodes)) += uint64(count)
		method.Interpreted += count
		limit -= count
		if flags := u32(fp, decoded.FrameFlags); flags != 0 {
			if flags&decoded.FlagTimed != 0 {
				m.timing.Leave(&t.timing, m.timing.Now())
			}
			if flags&decoded.FlagBase != 0 {
				t.limit = limit
				t.leaveBase(m.Memory.AddressOf(fp))
				limit = t.limit
			}
			if flags&decoded.FlagEntry != 0 {
				t.result, t.limit = value, limit
				return
			}
		}
		fp = unsafe.Add(base, uintptr(u32(fp, decoded.FrameCaller)))
		method = m.Registry.Methods[u32(fp, decoded.FrameMethod)]
		ip = (*decoded.Instruction)(unsafe.Add(method.Base, uintptr(u32(fp, decoded.FrameIndex))*instructionBytes))
		node = unsafe.Add(base, uintptr(u32(fp, decoded.FrameNode)))
		*(*uint64)(unsafe.Add(fp, int(ip.A))) = value
		n = -int64(ip.D)
		ip = (*decoded.Instruction)(unsafe.Add(unsafe.Pointer(ip), instructionBytes))
		continue

	slow:
		{
			index := int32(0)
			if method.Code != nil {
				index = int32((uintptr(unsafe.Pointer(ip)) - uintptr(method.Base)) / instructionBytes)
				count = n + int64(method.Code.Ordinals[index])
				n -= count
				*(*uint64)(unsafe.Add(node, sharedmemory.NodeBytecodes)) += uint64(count)
				method.Interpreted += count
				limit -= count
			}
			setI32(fp, decoded.FrameIndex, index)
			t.fp, t.limit = m.Memory.AddressOf(fp), limit
			what := m.slow(t, method, ip, fp)
			limit = t.limit
			prof, node = m.counts(t), m.at(u32(fp, decoded.FrameNode))
			switch what {
			case actNext:
				ip = (*decoded.Instruction)(unsafe.Add(unsafe.Pointer(ip), instructionBytes))
				continue
			case actAgain:
				if ip.Op == decoded.Decode {
					ip = method.Start()
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
			*(*uint64)(unsafe.Add(node, sharedmemory.NodeBytecodes)) += uint64(count)
			method.Interpreted += count
			limit -= count
			setI32(fp, decoded.FrameIndex, index)
			t.fp, t.limit = m.Memory.AddressOf(fp), limit
			m.throwPending(t)
			limit = t.limit
			node = m.at(u32(fp, decoded.FrameNode))
		}

	unwind: // t.Exception is thrown in the instruction at ip
		for {
			if method.Code != nil && !method.IsNative() && !popped {
				index := int32((uintptr(unsafe.Pointer(ip)) - uintptr(method.Base)) / instructionBytes)
				count = n + int64(method.Code.Ordinals[index]) + 1
				*(*uint64)(unsafe.Add(node, sharedmemory.NodeBytecodes)) += uint64(count)
				method.Interpreted += count
				limit -= count
				setI32(fp, decoded.FrameIndex, index)
				t.fp, t.limit = m.Memory.AddressOf(fp), limit
				if m.cycles != nil {
					m.giveBack(m.Memory.AddressOf(node), method, index)
				}
				handler := m.findHandler(t, method, index)
				limit = t.limit
				prof, node = m.counts(t), m.at(u32(fp, decoded.FrameNode))
				if handler != nil {
					ip = (*decoded.Instruction)(unsafe.Add(method.Base, int(handler.Target)*decoded.InstructionSize))
					n = -int64(handler.Ordinal)
					setRef(fp, decoded.FrameHeader, t.Exception)
					t.Exception = 0
					break
				}
			}
			popped = false
			if u32(fp, decoded.FrameLock) != 0 {
				t.fp = m.Memory.AddressOf(fp)
				m.unlockFrame(t)
			}
			if flags := u32(fp, decoded.FrameFlags); flags != 0 {
				if flags&decoded.FlagTimed != 0 {
					m.timing.Leave(&t.timing, m.timing.Now())
				}
				if flags&decoded.FlagBase != 0 {
					t.limit = limit
					t.leaveBase(m.Memory.AddressOf(fp))
					limit = t.limit
				}
				if flags&decoded.FlagEntry != 0 {
					t.limit = limit
					return
				}
			}
			fp = unsafe.Add(base, uintptr(u32(fp, decoded.FrameCaller)))
			method = m.Registry.Methods[u32(fp, decoded.FrameMethod)]
			ip = (*decoded.Instruction)(unsafe.Add(method.Base, uintptr(u32(fp, decoded.FrameIndex))*instructionBytes))
			node = unsafe.Add(base, uintptr(u32(fp, decoded.FrameNode)))
			n = -int64(ip.D) // the call itself is counted already
		}
	}
}
