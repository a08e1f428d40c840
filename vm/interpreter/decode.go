package interpreter

import (
	"encoding/binary"
	"fmt"
	"math"
	"sort"
	"unsafe"

	"hotlens/vm/classes"
	"hotlens/vm/classfile"
)

// Frame layout. A frame's address is that of its header; its locals lie below
// it, so that a caller's outgoing arguments are the callee's first locals, and
// its operand stack above.
const (
	frameCaller = 0  // address of the calling frame, 0 for the thread's first
	frameNode   = 4  // context node
	frameMethod = 8  // method id
	frameIndex  = 12 // index of the instruction that is executing, while another frame is on top
	frameLock   = 16 // object that a synchronized method has locked, else 0
	frameFlags  = 20
	frameHeader = 32 // bytes

	flagEntry = 1 // the frame was entered from Go code and returns to it

	slotBytes    = 8
	scratchSlots = 6 // behind the operand stack: for the stack shuffles and appendix arguments
)

// The JVM's opcodes that the decoder speaks of by name (JVMS chapter 6).
const (
	bcAconstNull = 1
	bcIconst0    = 3
	bcLconst0    = 9
	bcFconst0    = 11
	bcDconst0    = 14
	bcBipush     = 16
	bcSipush     = 17
	bcLdc        = 18
	bcLdcW       = 19
	bcLdc2W      = 20
	bcIload      = 21
	bcIload0     = 26
	bcIaload     = 46
	bcSaload     = 53
	bcIstore     = 54
	bcIstore0    = 59
	bcIastore    = 79
	bcSastore    = 86
	bcPop        = 87
	bcPop2       = 88
	bcDup        = 89
	bcDupX1      = 90
	bcDupX2      = 91
	bcDup2       = 92
	bcDup2X1     = 93
	bcDup2X2     = 94
	bcSwap       = 95
	bcIadd       = 96
	bcLxor       = 131
	bcIinc       = 132
	bcI2l        = 133
	bcI2s        = 147
	bcLcmp       = 148
	bcDcmpg      = 152
	bcIfeq       = 153
	bcIfle       = 158
	bcIfIcmpeq   = 159
	bcIfIcmple   = 164
	bcIfAcmpeq   = 165
	bcIfAcmpne   = 166
	bcGoto       = 167
	bcJsr        = 168
	bcRet        = 169
	bcTable      = 170
	bcLookup     = 171
	bcIreturn    = 172
	bcAreturn    = 176
	bcReturn     = 177
	bcGetstatic  = 178
	bcPutstatic  = 179
	bcGetfield   = 180
	bcPutfield   = 181
	bcVirtual    = 182
	bcSpecial    = 183
	bcStatic     = 184
	bcInterface  = 185
	bcDynamic    = 186
	bcNew        = 187
	bcNewarray   = 188
	bcAnewarray  = 189
	bcArraylen   = 190
	bcAthrow     = 191
	bcCheckcast  = 192
	bcInstanceof = 193
	bcMonEnter   = 194
	bcMonExit    = 195
	bcWide       = 196
	bcMultianew  = 197
	bcIfnull     = 198
	bcIfnonnull  = 199
	bcGotoW      = 200
	bcJsrW       = 201
)

// verifyError is a method whose code cannot be decoded; it becomes a
// java.lang.VerifyError.
type verifyError struct {
	bci     int
	message string
}

func (e *verifyError) Error() string { return fmt.Sprintf("%s at bytecode index %d", e.message, e.bci) }

// entry is one value on the decoder's model of the operand stack. A load or a
// constant is not copied to the operand stack until something needs it there.
type entry struct {
	kind  uint8
	wide  bool  // category 2: long or double
	slot  int32 // entryLocal: the local's offset
	value int64 // entryConst
}

const (
	entryStack uint8 = iota // in its own stack slot
	entryLocal              // equal to a local variable
	entryConst              // a constant
	entryUpper              // the upper half of a category 2 value
)

// switchTable holds the targets of a tableswitch or lookupswitch.
type switchTable struct {
	low      int32
	keys     []int32 // lookupswitch; nil for tableswitch
	targets  []switchTarget
	fallback switchTarget
}

type switchTarget struct {
	index int32 // instruction index
	delta int32 // correction of the bytecode count
	bci   int32
}

// decoder translates one method.
type decoder struct {
	method   *classes.Method
	file     *classfile.Class
	registry *classes.Registry
	code     []byte
	locals   int32
	maxStack int

	ordinal  []uint16 // by bytecode index
	start    []bool   // an instruction starts here
	leader   []bool
	shapes   []string // operand stack at each leader, one letter per slot: 1, 2, u (upper half); "-" unset
	reached  []bool
	indexAt  []int32 // instruction index by bytecode index, of leaders
	stack    []entry
	out      []classes.Instruction
	bcis     []uint16
	depths   []uint16
	fixups   []int
	switches []*switchTable
	sites    uint32
	bci      int
	lastDef  int // index of the last instruction when it defined the top of the stack, else -1

	// held lists, by bytecode index, the locals that entries of the operand
	// stack stand for when the instruction starts. Only newLiveness asks for it.
	held map[int][]int
}

// hold notes the locals that the instruction at bci at, or one behind it, will
// still read in place of the operand stack.
func (d *decoder) hold(at int) {
	for _, e := range d.stack {
		if e.kind == entryLocal {
			d.held[at] = append(d.held[at], int(e.slot/slotBytes+d.locals))
		}
	}
}

func newDecoder(registry *classes.Registry, m *classes.Method) *decoder {
	c := m.Member.Code
	return &decoder{
		method: m, file: m.Class.File, registry: registry, code: c.Bytes,
		locals: int32(c.MaxLocals), maxStack: int(c.MaxStack),
	}
}

// decode translates m's bytecode.
func decode(registry *classes.Registry, m *classes.Method) (code *classes.Code, err error) {
	c := m.Member.Code
	d := newDecoder(registry, m)
	defer func() {
		if r := recover(); r != nil {
			v, ok := r.(*verifyError)
			if !ok {
				panic(r)
			}
			err = v
		}
	}()
	d.scan()
	d.flow()
	d.emitAll()
	code = &classes.Code{Instructions: d.out, BCIs: d.bcis, Depths: d.depths}
	code.Ordinals = make([]uint16, len(d.out))
	for i, b := range d.bcis {
		code.Ordinals[i] = d.ordinal[b]
	}
	for _, i := range d.fixups {
		d.fix(&d.out[i], d.bcis[i], int32(i))
	}
	for _, s := range d.switches {
		d.fixSwitch(s)
	}
	for _, h := range c.Handlers {
		if target := d.indexAt[h.Handler]; target >= 0 {
			code.Handlers = append(code.Handlers, classes.Handler{Start: h.Start, End: h.End, Target: target, Ordinal: d.ordinal[h.Handler], Type: h.CatchIndex})
		}
	}
	code.Entry = &d.out[0]
	m.CallSites = int(d.sites)
	return code, nil
}

func (d *decoder) fail(format string, arguments ...any) {
	panic(&verifyError{d.bci, fmt.Sprintf(format, arguments...)})
}

func (d *decoder) u1(at int) int {
	if at >= len(d.code) {
		d.fail("Code ends inside an instruction")
	}
	return int(d.code[at])
}

func (d *decoder) u2(at int) int {
	if at+2 > len(d.code) {
		d.fail("Code ends inside an instruction")
	}
	return int(binary.BigEndian.Uint16(d.code[at:]))
}
func (d *decoder) s2(at int) int { return int(int16(d.u2(at))) }
func (d *decoder) s4(at int) int {
	if at+4 > len(d.code) {
		d.fail("Code ends inside an instruction")
	}
	return int(int32(binary.BigEndian.Uint32(d.code[at:])))
}

// lengths of the instructions by opcode; 0 for the variable ones, and for
// opcodes that do not exist.
var lengths = func() [256]uint8 {
	var t [256]uint8
	for i := 0; i <= 201; i++ {
		t[i] = 1
	}
	for _, i := range []int{bcBipush, bcLdc, bcIload, bcIload + 1, bcIload + 2, bcIload + 3, bcIload + 4, bcIstore, bcIstore + 1, bcIstore + 2, bcIstore + 3, bcIstore + 4, bcRet, bcNewarray} {
		t[i] = 2
	}
	for i := bcIfeq; i <= bcJsr; i++ {
		t[i] = 3
	}
	for _, i := range []int{bcSipush, bcLdcW, bcLdc2W, bcIinc, bcGetstatic, bcPutstatic, bcGetfield, bcPutfield, bcVirtual, bcSpecial, bcStatic, bcNew, bcAnewarray, bcCheckcast, bcInstanceof, bcIfnull, bcIfnonnull} {
		t[i] = 3
	}
	t[bcInterface], t[bcDynamic], t[bcGotoW], t[bcJsrW] = 5, 5, 5, 5
	t[bcMultianew] = 4
	t[bcTable], t[bcLookup], t[bcWide] = 0, 0, 0
	return t
}()

func (d *decoder) length(at int) int {
	switch op := d.code[at]; op {
	case bcTable:
		p := (at + 4) &^ 3
		low, high := d.s4(p+4), d.s4(p+8)
		if high < low || high-low > 65535 {
			d.fail("Bad tableswitch")
		}
		return p + 12 + 4*(high-low+1) - at
	case bcLookup:
		p := (at + 4) &^ 3
		n := d.s4(p + 4)
		if n < 0 || n > 65535 {
			d.fail("Bad lookupswitch")
		}
		return p + 8 + 8*n - at
	case bcWide:
		if d.u1(at+1) == bcIinc {
			return 6
		}
		return 4
	default:
		n := int(lengths[op])
		if n == 0 {
			d.fail("Bad instruction %d", op)
		}
		return n
	}
}

// targets calls f with each branch target of the instruction at bci at, and
// reports whether control can also fall through.
func (d *decoder) targets(at int, f func(int)) bool {
	switch op := d.code[at]; {
	case op >= bcIfeq && op <= bcIfAcmpne, op == bcIfnull, op == bcIfnonnull:
		f(at + d.s2(at+1))
		return true
	case op == bcGoto:
		f(at + d.s2(at+1))
		return false
	case op == bcGotoW:
		f(at + d.s4(at+1))
		return false
	case op == bcJsr:
		f(at + d.s2(at+1))
		return true
	case op == bcJsrW:
		f(at + d.s4(at+1))
		return true
	case op == bcTable:
		p := (at + 4) &^ 3
		f(at + d.s4(p))
		for i, n := 0, d.s4(p+8)-d.s4(p+4)+1; i < n; i++ {
			f(at + d.s4(p+12+4*i))
		}
		return false
	case op == bcLookup:
		p := (at + 4) &^ 3
		f(at + d.s4(p))
		for i, n := 0, d.s4(p+4); i < n; i++ {
			f(at + d.s4(p+12+8*i))
		}
		return false
	case op >= bcIreturn && op <= bcReturn, op == bcAthrow, op == bcRet:
		return false
	case op == bcWide:
		return d.u1(at+1) != bcRet
	}
	return true
}

// scan finds the instructions, their ordinals and the leaders of basic blocks.
func (d *decoder) scan() {
	n := len(d.code)
	d.ordinal = make([]uint16, n)
	flags := make([]bool, 3*(n+1))
	d.start, d.leader, d.reached = flags[:n+1], flags[n+1:2*(n+1)], flags[2*(n+1):]
	ordinal := 0
	for at := 0; at < n; {
		d.bci = at
		length := d.length(at)
		if at+length > n {
			d.fail("Code ends inside an instruction")
		}
		d.start[at] = true
		d.ordinal[at] = uint16(ordinal)
		ordinal++
		falls := d.targets(at, func(target int) {
			if target < 0 || target >= n {
				d.fail("Illegal target of jump or branch")
			}
			d.leader[target] = true
		})
		op := d.code[at]
		if !falls || op == bcJsr || op == bcJsrW {
			if at+length < n {
				d.leader[at+length] = true
			}
		}
		at += length
	}
	d.leader[0] = true
	for _, h := range d.method.Member.Code.Handlers {
		if int(h.Handler) >= n {
			d.fail("Illegal exception handler")
		}
		d.leader[h.Handler] = true
	}
	for at := 0; at < n; at++ {
		if d.leader[at] && !d.start[at] {
			d.bci = at
			d.fail("Bad type: branch into the middle of an instruction")
		}
	}
}

// flow computes the shape of the operand stack at every leader.
func (d *decoder) flow() {
	d.shapes = make([]string, len(d.code)+1)
	for i := range d.shapes {
		d.shapes[i] = "-"
	}
	work := []int{0}
	d.shapes[0] = ""
	for _, h := range d.method.Member.Code.Handlers {
		if d.shapes[h.Handler] == "-" {
			d.shapes[h.Handler] = "1"
			work = append(work, int(h.Handler))
		}
	}
	buffer := make([]byte, 0, 64)
	for len(work) > 0 {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		stack := append(buffer[:0], d.shapes[at]...)
		for {
			d.bci = at
			d.reached[at] = true
			stack = d.effect(at, stack)
			if len(stack) > d.maxStack {
				d.fail("Operand stack overflow")
			}
			falls := d.targets(at, func(target int) {
				work = d.join(target, string(stack), work)
			})
			op := d.code[at]
			if op == bcJsr || op == bcJsrW {
				stack = stack[:len(stack)-1]
			}
			if !falls {
				break
			}
			at += d.length(at)
			if at >= len(d.code) {
				d.fail("Control flow falls through code end")
			}
			if d.leader[at] {
				work = d.join(at, string(stack), work)
				break
			}
		}
	}
}

func (d *decoder) join(target int, shape string, work []int) []int {
	switch d.shapes[target] {
	case "-":
		d.shapes[target] = shape
		return append(work, target)
	case shape:
		return work
	}
	d.fail("Inconsistent stackmap frames at branch target %d", target)
	return nil
}

// The net effect of simple instructions on the operand stack's shape: what is
// popped (slots) and pushed.
type effectRow struct {
	pops   int8
	pushes string
}

const (
	one = "1"
	two = "2u"
)

var effects = func() [256]effectRow {
	var t [256]effectRow
	set := func(from, to int, pops int, pushes string) {
		for i := from; i <= to; i++ {
			t[i] = effectRow{int8(pops), pushes}
		}
	}
	set(0, 0, 0, "")
	set(1, 8, 0, one)
	set(9, 10, 0, two)
	set(11, 13, 0, one)
	set(14, 15, 0, two)
	set(16, 19, 0, one)
	set(20, 20, 0, two)
	kinds := []string{one, two, one, two, one} // int long float double reference
	for k, p := range kinds {
		set(21+k, 21+k, 0, p)
		set(26+4*k, 29+4*k, 0, p)
		set(54+k, 54+k, len(p), "")
		set(59+4*k, 62+4*k, len(p), "")
		set(172+k, 172+k, len(p), "")
	}
	set(46, 53, 2, one)
	set(47, 47, 2, two)
	set(49, 49, 2, two)
	set(79, 86, 3, "")
	set(80, 80, 4, "")
	set(82, 82, 4, "")
	set(87, 87, 1, "")
	set(88, 88, 2, "")
	for op := 96; op <= 115; op++ { // add sub mul div rem
		p := kinds[(op-96)%4]
		set(op, op, 2*len(p), p)
	}
	for op := 116; op <= 119; op++ {
		p := kinds[op-116]
		set(op, op, len(p), p)
	}
	for op := 120; op <= 131; op++ {
		p := kinds[(op-120)%2]
		pops := 2 * len(p)
		if op <= 125 {
			pops = len(p) + 1 // shift distances are ints
		}
		set(op, op, pops, p)
	}
	set(133, 133, 1, two)
	set(134, 134, 1, one)
	set(135, 135, 1, two)
	set(136, 137, 2, one)
	set(138, 138, 2, two)
	set(139, 139, 1, one)
	set(140, 141, 1, two)
	set(142, 142, 2, one)
	set(143, 143, 2, two)
	set(144, 144, 2, one)
	set(145, 147, 1, one)
	set(148, 148, 4, one)
	set(149, 150, 2, one)
	set(151, 152, 4, one)
	set(153, 158, 1, "")
	set(159, 166, 2, "")
	set(168, 168, 0, one)
	set(170, 171, 1, "")
	set(187, 187, 0, one)
	set(188, 190, 1, one)
	set(191, 191, 1, "")
	set(192, 193, 1, one)
	set(194, 195, 1, "")
	set(198, 199, 1, "")
	set(201, 201, 0, one)
	return t
}()

func shapeOf(letter byte) string {
	switch letter {
	case 'V':
		return ""
	case 'J', 'D':
		return two
	}
	return one
}

func (d *decoder) pop(stack []byte, n int) []byte {
	if n > len(stack) {
		d.fail("Operand stack underflow")
	}
	return stack[:len(stack)-n]
}

// effect applies the instruction at bci at to the stack's shape.
func (d *decoder) effect(at int, stack []byte) []byte {
	op := int(d.code[at])
	switch op {
	case bcGetstatic, bcPutstatic, bcGetfield, bcPutfield:
		_, _, desc := d.ref(d.u2(at + 1))
		shape := shapeOf(desc[0])
		if op == bcGetfield || op == bcPutfield {
			if op == bcPutfield {
				stack = d.pop(stack, len(shape))
			}
			stack = d.pop(stack, 1)
		} else if op == bcPutstatic {
			stack = d.pop(stack, len(shape))
		}
		if op == bcGetstatic || op == bcGetfield {
			stack = append(stack, shape...)
		}
		return stack
	case bcVirtual, bcSpecial, bcStatic, bcInterface, bcDynamic:
		s := d.selectorAt(at)
		n := s.ParamSlots
		if op != bcStatic && op != bcDynamic {
			n++
		}
		return append(d.pop(stack, n), shapeOf(s.Return)...)
	case bcMultianew:
		n := d.u1(at + 3)
		if n == 0 {
			d.fail("Illegal dimension argument")
		}
		return append(d.pop(stack, n), '1')
	case bcWide:
		op = d.u1(at + 1)
	case bcDup, bcDupX1, bcDupX2, bcDup2, bcDup2X1, bcDup2X2, bcSwap:
		under, n := dupForm(op)
		if op == bcSwap {
			d.pop(stack, 2)
			return stack
		}
		d.pop(stack, under+n)
		k := len(stack)
		moved := append([]byte(nil), stack[k-n:]...)
		below := append([]byte(nil), stack[k-n-under:k-n]...)
		stack = append(stack[:k-n-under], moved...)
		stack = append(stack, below...)
		return append(stack, moved...)
	}
	e := &effects[op]
	return append(d.pop(stack, int(e.pops)), e.pushes...)
}

// dupForm gives, for a dup instruction, how many slots are copied and how many
// lie between the copy and the original.
func dupForm(op int) (under, n int) {
	switch op {
	case bcDup:
		return 0, 1
	case bcDupX1:
		return 1, 1
	case bcDupX2:
		return 2, 1
	case bcDup2:
		return 0, 2
	case bcDup2X1:
		return 1, 2
	case bcDup2X2:
		return 2, 2
	}
	return 0, 0
}

func (d *decoder) ref(index int) (class, name, desc string) {
	class, name, desc, err := d.file.Ref(uint16(index))
	if err != nil {
		d.fail("Illegal constant pool index %d", index)
	}
	return class, name, desc
}

// selectorAt is the selector that the invoke instruction at bci at names.
func (d *decoder) selectorAt(at int) *classes.Selector {
	index := d.u2(at + 1)
	if index >= len(d.file.Pool) {
		d.fail("Illegal constant pool index %d", index)
	}
	k := &d.file.Pool[index]
	var ok bool
	if d.code[at] == bcDynamic {
		ok = k.Tag == classfile.TagInvokeDynamic
	} else {
		ok = k.Tag == classfile.TagMethodref || k.Tag == classfile.TagInterfaceMethodref
	}
	if !ok {
		d.fail("Illegal type at constant pool entry %d", index)
	}
	name, desc, err := d.file.NameAndType(k.B)
	if err != nil {
		d.fail("Illegal constant pool index %d", index)
	}
	return d.registry.Selector(name, desc)
}

func (d *decoder) localSlot(i int) int32 {
	if i < 0 || int32(i) >= d.locals {
		d.fail("Local variable index %d out of range", i)
	}
	return int32(i)*slotBytes - d.locals*slotBytes
}

func stackSlot(depth int) int32 { return frameHeader + int32(depth)*slotBytes }

// emit appends an instruction.
func (d *decoder) emit(op uint16, a, b, c int32) *classes.Instruction {
	d.out = append(d.out, classes.Instruction{Op: op, A: a, B: b, C: c})
	d.bcis = append(d.bcis, uint16(d.bci))
	d.depths = append(d.depths, uint16(len(d.stack)))
	d.lastDef = -1
	return &d.out[len(d.out)-1]
}

// materialize puts the value at depth k into its own stack slot.
func (d *decoder) materialize(k int) {
	e := &d.stack[k]
	switch e.kind {
	case entryLocal:
		d.emit(opMove, stackSlot(k), e.slot, 0)
	case entryConst:
		d.emitConst(stackSlot(k), e.value)
	default:
		return
	}
	e.kind = entryStack
}

func (d *decoder) emitConst(slot int32, value int64) {
	if int64(int32(value)) == value {
		d.emit(opConst, slot, 0, int32(value))
		return
	}
	i := d.emit(opConst64, slot, 0, int32(value))
	i.D = int32(value >> 32)
}

func (d *decoder) materializeAll() {
	for k := range d.stack {
		d.materialize(k)
	}
}

// operand gives the offset at which the value at depth k can be read.
func (d *decoder) operand(k int) int32 {
	if k < 0 {
		d.fail("Operand stack underflow")
	}
	e := &d.stack[k]
	if e.kind == entryLocal {
		return e.slot
	}
	d.materialize(k)
	return stackSlot(k)
}

// constant reports the value at depth k if it is a constant that fits an
// instruction's operand.
func (d *decoder) constant(k int) (int32, bool) {
	if k < 0 {
		d.fail("Operand stack underflow")
	}
	e := &d.stack[k]
	return int32(e.value), e.kind == entryConst && int64(int32(e.value)) == e.value
}

func (d *decoder) push(e entry) {
	d.stack = append(d.stack, e)
	if e.wide {
		d.stack = append(d.stack, entry{kind: entryUpper})
	}
}

func (d *decoder) drop(slots int) {
	if slots > len(d.stack) {
		d.fail("Operand stack underflow")
	}
	d.stack = d.stack[:len(d.stack)-slots]
}

// define pushes the result of the instruction that is emitted next, and returns
// its slot. It is called after the operands have been dropped.
func (d *decoder) define(op uint16, wide bool, b, c int32) *classes.Instruction {
	slot := stackSlot(len(d.stack))
	i := d.emit(op, slot, b, c)
	d.push(entry{kind: entryStack, wide: wide})
	d.lastDef = len(d.out) - 1
	return i
}

// store pops a value into a local variable.
func (d *decoder) store(local int32, wide bool) {
	k := len(d.stack) - 1
	if wide {
		k--
	}
	if k < 0 {
		d.fail("Operand stack underflow")
	}
	clobbers := false
	for i := 0; i < k; i++ {
		if e := &d.stack[i]; e.kind == entryLocal && e.slot == local {
			clobbers = true
		}
	}
	e := d.stack[k]
	if e.kind == entryStack && !clobbers && d.lastDef == len(d.out)-1 && d.lastDef >= 0 && d.out[d.lastDef].A == stackSlot(k) {
		d.out[d.lastDef].A = local
		d.stack = d.stack[:k]
		d.lastDef = -1
		return
	}
	if clobbers {
		for i := 0; i < k; i++ {
			if e := &d.stack[i]; e.kind == entryLocal && e.slot == local {
				d.materialize(i)
			}
		}
	}
	switch {
	case e.kind == entryConst:
		d.emitConst(local, e.value)
	case e.kind == entryLocal && e.slot == local:
	default:
		from := stackSlot(k)
		if e.kind == entryLocal {
			from = e.slot
		}
		d.emit(opMove, local, from, 0)
	}
	d.stack = d.stack[:k]
	d.lastDef = -1
}

// emitAll emits the reached blocks in the order of the bytecode.
func (d *decoder) emitAll() {
	d.indexAt = make([]int32, len(d.code)+1)
	for i := range d.indexAt {
		d.indexAt[i] = -1
	}
	d.out = make([]classes.Instruction, 0, len(d.code)/2+4)
	d.bcis = make([]uint16, 0, len(d.code)/2+4)
	d.depths = make([]uint16, 0, len(d.code)/2+4)
	d.lastDef = -1
	if d.method.Synchronized() {
		d.emit(opSyncEnter, 0, 0, 0)
	}
	falls := false
	for at := 0; at < len(d.code); {
		d.bci = at
		length := d.length(at)
		if d.leader[at] && d.reached[at] {
			if falls {
				d.materializeAll()
			}
			d.stack = d.stack[:0]
			for i, shape := 0, d.shapes[at]; i < len(shape); i++ {
				if shape[i] == 'u' {
					d.stack = append(d.stack, entry{kind: entryUpper})
				} else {
					d.stack = append(d.stack, entry{kind: entryStack, wide: shape[i] == '2'})
				}
			}
			d.lastDef = -1
			d.indexAt[at] = int32(len(d.out))
		}
		if !d.reached[at] {
			falls = false
			at += length
			continue
		}
		if d.held != nil {
			d.hold(at)
		}
		length = d.instruction(at, length)
		falls = d.falls(at)
		at += length
	}
	if len(d.out) == 0 {
		d.fail("No code")
	}
	// A method's last instruction never falls through, but the loop must not
	// run on if an instruction rewrites itself wrongly.
	d.emit(opUnreachable, 0, 0, 0)
}

func (d *decoder) falls(at int) bool { return d.targets(at, func(int) {}) }

// fix turns the branch target of an instruction, a bytecode index, into a
// distance, and sets the correction of the bytecode count.
func (d *decoder) fix(i *classes.Instruction, bci uint16, index int32) {
	target := i.C
	i.D = int32(d.ordinal[bci]) + 1 - int32(d.ordinal[target])
	i.C = (d.indexAt[target] - index) * int32(classes.InstructionSize)
	if i.Op == opJsr {
		i.B = d.indexAt[i.B]
	}
}

func (d *decoder) fixSwitch(s *switchTable) {
	fix := func(t *switchTarget) {
		t.delta -= int32(d.ordinal[t.bci])
		t.index = d.indexAt[t.bci]
	}
	for i := range s.targets {
		fix(&s.targets[i])
	}
	fix(&s.fallback)
}

func (d *decoder) branch(op uint16, a, b int32, target int) {
	i := d.emit(op, a, b, int32(target))
	_ = i
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
		v := d.operand(len(d.stack) - w)
		d.emit(opPutStatic, 0, v, int32(index))
		d.drop(w)
	case bcGetfield:
		b := d.operand(len(d.stack) - 1)
		d.drop(1)
		d.define(opGetField, wide, b, int32(index))
	case bcPutfield:
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
