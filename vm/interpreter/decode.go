package interpreter

import (
	"encoding/binary"
	"fmt"
	"slices"

	"hotlens/profiles/cost"
	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/decoded"
	"hotlens/vm/opcodes"
)

// This file turns a method's bytecode into instructions whose operands are offsets
// from the frame: the pre-decoding of DESIGN section 4. It models the operand
// stack while it goes, so that loads and constants become operands.

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
	typ   byte  // entryConst: the descriptor's letter, L for null
}

const (
	entryStack uint8 = iota // in its own stack slot
	entryLocal              // equal to a local variable
	entryConst              // a constant
	entryUpper              // the upper half of a category 2 value
)

// decoding is what a method is decoded with.
type decoding struct {
	registry *classes.Registry
	file     *classfile.Class   // the method's
	library  bool               // the method is the JDK's own
	cycles   *cost.Cycles       // of the user's model; nil: they are not counted
	observes func(bci int) bool // which calls are observed; nil: none are
	marks    *marks             // where marks are left; nil: nowhere
}

// decodingOf is how a method is decoded of which nothing is asked but that it runs.
func decodingOf(registry *classes.Registry, m *classes.Method) decoding {
	return decoding{registry: registry, file: m.Class.File, library: m.Class.OfImage || m.Class.Loader.Mirror == 0}
}

// decoder translates one method.
type decoder struct {
	decoding
	method   *classes.Method
	code     []byte
	locals   int32
	maxStack int

	count   int      // instructions that the bytecode has
	ordinal []uint16 // by bytecode index
	start   []bool   // an instruction starts here
	leader  []bool
	// selectors are those of the calls that are reached: each is asked for twice.
	selectors  []*classes.Selector
	selectorOf []uint16 // by bytecode index: one more than where selectors has the call there
	shapes     []string // operand stacks of the leaders that are reached, one letter per slot: 1, 2, u (upper half)
	shapeAt    []uint16 // by bytecode index: one more than where shapes has the leader there
	reached    []bool
	indexAt    []int32 // instruction index by bytecode index, of leaders
	stack      []entry
	out        []decoded.Instruction
	bcis       []uint16
	depths     []uint16
	fixups     []int
	switches   []*decoded.SwitchTable
	sites      uint32
	rest       []uint64 // by bytecode index
	edges      []markedEdge
	recursive  bool // what it calls may lead back to it
	bci        int
	lastDef    int // index of the last instruction when it defined the top of the stack, else -1

	scratch *scratch
}

// scratch is memory that the decoding of methods uses one after the other: it takes half of what decoding would allocate.
type scratch struct {
	ordinal, bcis, depths []uint16
	flags                 []bool
	shapeAt, selectorOf   []uint16
	shapes                []string
	selectors             []*classes.Selector
	indexAt               []int32
	stack                 []entry
	out                   []decoded.Instruction
}

// maxScratch bounds, in bytes of bytecode, the methods whose decoding leaves its memory to the next one: nearly all of the library's.
const maxScratch = 1 << 12

// zeroed is the first n elements of the memory, cleared; it grows if it must.
func zeroed[T any](memory *[]T, n int) []T {
	if cap(*memory) < n {
		*memory = make([]T, n, max(n, maxScratch+1))
		return *memory
	}
	*memory = (*memory)[:n]
	clear(*memory)
	return *memory
}

func newDecoder(m *classes.Method, with decoding, s *scratch) *decoder {
	c := m.Member.Code
	d := &decoder{decoding: with, method: m, code: c.Bytes, locals: int32(c.MaxLocals), maxStack: int(c.MaxStack)}
	if d.large() {
		s = &scratch{}
	}
	d.scratch, d.stack, d.out, d.bcis, d.depths, d.shapes, d.selectors = s, s.stack[:0], s.out[:0], s.bcis[:0], s.depths[:0], s.shapes[:0], s.selectors[:0]
	return d
}

// large reports whether the method is decoded in memory of its own.
func (d *decoder) large() bool { return len(d.code) > maxScratch }

// decode translates m's bytecode. It changes nothing of the method, nor of its class, which may not be there yet.
// The memory is for this and later decodings.
func decode(m *classes.Method, with decoding, memory *scratch) (code *decoded.Code, err error) {
	c := m.Member.Code
	d := newDecoder(m, with, memory)
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
	code = &decoded.Code{}
	for _, i := range d.fixups {
		d.fix(&d.out[i], d.bcis[i], int32(i))
	}
	for _, s := range d.switches {
		d.fixSwitch(s)
	}
	d.markEdges()
	for _, h := range c.Handlers {
		if target := d.indexAt[h.Handler]; target >= 0 {
			code.Handlers = append(code.Handlers, decoded.Handler{Start: h.Start, End: h.End, Target: target, Ordinal: d.ordinal[h.Handler], Type: h.CatchIndex})
		}
	}
	if d.cycles != nil {
		code.Rest = d.rests()
	}
	n := len(d.out)
	shorts := make([]uint16, 3*n)
	code.Instructions, code.BCIs, code.Depths, code.Ordinals = d.out, shorts[:n:n], shorts[n:2*n:2*n], shorts[2*n:]
	if !d.large() {
		code.Instructions = slices.Clone(d.out) // the memory is the next method's
	}
	copy(code.BCIs, d.bcis)
	copy(code.Depths, d.depths)
	for i, b := range d.bcis {
		code.Ordinals[i] = d.ordinal[b]
	}
	code.Marks = d.countMarks()
	code.Entry = &code.Instructions[0]
	d.scratch.stack, d.scratch.out, d.scratch.bcis, d.scratch.depths = d.stack[:0], d.out[:0], d.bcis[:0], d.depths[:0]
	d.scratch.shapes, d.scratch.selectors = d.shapes[:0], d.selectors[:0]
	code.CallSites, code.Recursive = int(d.sites), d.recursive
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

// ref is the field that the constant at index names.
func (d *decoder) ref(index int) (class, name, desc string) {
	if d.file.Pool.Tag(uint16(index)) != classfile.TagFieldref {
		d.fail("Illegal type at constant pool entry %d", index)
	}
	class, name, desc, err := d.file.Ref(uint16(index))
	if err != nil {
		d.fail("Illegal constant pool index %d", index)
	}
	return class, name, desc
}

// selectorAt is the selector that the invoke instruction at bci at names.
func (d *decoder) selectorAt(at int) *classes.Selector {
	if known := d.selectorOf[at]; known != 0 {
		return d.selectors[known-1]
	}
	index := d.u2(at + 1)
	if index >= d.file.Pool.Len() {
		d.fail("Illegal constant pool index %d", index)
	}
	k := d.file.Pool.At(uint16(index))
	var ok bool
	if d.code[at] == opcodes.Invokedynamic {
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
	s := d.registry.Selector(name, desc)
	d.selectors = append(d.selectors, s)
	d.selectorOf[at] = uint16(len(d.selectors))
	return s
}

// constructsObject reports whether a method reference means the constructor of
// java.lang.Object, which does nothing.
func (d *decoder) constructsObject(index uint16) bool {
	class, name, _, err := d.file.Ref(index)
	return err == nil && class == "java/lang/Object" && name == "<init>"
}

func (d *decoder) localSlot(i int) int32 {
	if i < 0 || int32(i) >= d.locals {
		d.fail("Local variable index %d out of range", i)
	}
	return int32(i)*decoded.SlotBytes - d.locals*decoded.SlotBytes
}

// emit appends an instruction.
func (d *decoder) emit(op uint16, a, b, c int32) *decoded.Instruction {
	d.out = append(d.out, decoded.Instruction{Op: op, A: a, B: b, C: c})
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
		d.emit(decoded.Move, decoded.StackSlot(k), e.slot, 0)
	case entryConst:
		d.emitConst(decoded.StackSlot(k), e.value, e.typ)
	default:
		return
	}
	e.kind = entryStack
}

func (d *decoder) emitConst(slot int32, value int64, typ byte) {
	if int64(int32(value)) == value {
		d.emit(decoded.Const, slot, 0, int32(value)).Letter = uint16(typ)
		return
	}
	i := d.emit(decoded.Const64, slot, 0, int32(value))
	i.D = int32(value >> 32)
	i.Letter = uint16(typ)
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
	return decoded.StackSlot(k)
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
func (d *decoder) define(op uint16, wide bool, b, c int32) *decoded.Instruction {
	slot := decoded.StackSlot(len(d.stack))
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
	if e.kind == entryStack && !clobbers && d.lastDef == len(d.out)-1 && d.lastDef >= 0 && d.out[d.lastDef].A == decoded.StackSlot(k) {
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
		d.emitConst(local, e.value, e.typ)
	case e.kind == entryLocal && e.slot == local:
	default:
		from := decoded.StackSlot(k)
		if e.kind == entryLocal {
			from = e.slot
		}
		d.emit(decoded.Move, local, from, 0)
	}
	d.stack = d.stack[:k]
	d.lastDef = -1
}

// emitAll emits the reached blocks in the order of the bytecode.
func (d *decoder) emitAll() {
	d.indexAt = zeroed(&d.scratch.indexAt, len(d.code)+1)
	for i := range d.indexAt {
		d.indexAt[i] = -1
	}
	if d.large() { // such as those with the JDK's modules, which each program executes once: growing would take most of their decoding
		most := d.count + d.count/8 // loads and constants mostly become operands, and a few are copied
		d.out, d.bcis, d.depths = make([]decoded.Instruction, 0, most), make([]uint16, 0, most), make([]uint16, 0, most)
	}
	d.lastDef = -1
	d.bci = 0
	if d.cycles != nil {
		d.rest = make([]uint64, len(d.code))
		d.emit(decoded.ChargeEntry, 0, 0, 0)
	}
	if d.method.Synchronized() {
		d.emit(decoded.SyncEnter, 0, 0, 0)
	}
	falls, starts := false, false
	for at := 0; at < len(d.code); {
		d.bci = at
		length := d.length(at)
		if d.leader[at] && d.reached[at] {
			if falls {
				d.materializeAll()
			}
			d.stack = d.stack[:0]
			for i, shape := 0, d.shape(at); i < len(shape); i++ {
				if shape[i] == 'u' {
					d.stack = append(d.stack, entry{kind: entryUpper})
				} else {
					d.stack = append(d.stack, entry{kind: entryStack, wide: shape[i] == '2'})
				}
			}
			d.lastDef = -1
			if falls {
				d.markFall(at)
			}
			d.indexAt[at] = int32(len(d.out))
		} else if falls {
			d.markFall(at)
		}
		if !d.reached[at] {
			falls = false
			at += length
			continue
		}
		if d.cycles != nil {
			d.charge(at, starts)
		}
		length = d.instruction(at, length)
		falls = d.falls(at)
		starts = d.cycles != nil && d.endsBlock(at, length)
		at += length
	}
	if len(d.out) == 0 {
		d.fail("No code")
	}
	// A method's last instruction never falls through, but the loop must not
	// run on if an instruction rewrites itself wrongly.
	d.emit(decoded.Unreachable, 0, 0, 0)
	d.emitEdges()
}

func (d *decoder) falls(at int) bool { return d.targets(at, func(int) {}) }

// fix turns the branch target of an instruction, a bytecode index, into a
// distance, and sets the correction of the bytecode count.
func (d *decoder) fix(i *decoded.Instruction, bci uint16, index int32) {
	target := i.C
	i.D = int32(d.ordinal[bci]) + 1 - int32(d.ordinal[target])
	i.C = (d.indexAt[target] - index) * int32(decoded.InstructionSize)
	if i.Op == decoded.Jsr {
		i.B = d.indexAt[i.B]
	}
}

func (d *decoder) fixSwitch(s *decoded.SwitchTable) {
	fix := func(t *decoded.SwitchTarget) {
		t.Delta -= int32(d.ordinal[t.BCI])
		t.Index = d.indexAt[t.BCI]
	}
	for i := range s.Targets {
		fix(&s.Targets[i])
	}
	fix(&s.Fallback)
}
